//! `upstar play`: a game against the engine, in the terminal.

use std::io::{BufRead, Write};

use clap::{Args, ValueEnum};
use upstar_core::{Budget, Player};
use upstar_rules::{Convention, RuleError, Settings, Solver, Sum};

use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Play a position, or a sum of positions, against the engine
///
/// Type the number of a move, `hint`, `undo` or `quit`. You are Left unless
/// --right is given.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A position or a sum: 'clobber("xoxo|oxox")'
    #[arg(value_name = "POSITION")]
    position: String,

    /// Who makes the first move
    #[arg(long, value_enum, default_value = "me")]
    first: First,

    /// Play Right
    #[arg(long)]
    right: bool,

    /// How often the engine looks for a winning move, from 0 (never) to 1 (always)
    #[arg(long, value_name = "0..1", default_value = "1", value_parser = level)]
    level: u64,

    /// A player without a move wins instead of losing
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    /// You
    Me,
    /// The engine
    You,
}

/// A level in thousandths.
fn level(text: &str) -> Result<u64, String> {
    let expected = || format!("`{text}` is not a level; write a number from 0 to 1, as in 0.7");
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(expected());
    }
    let thousandths: u64 = format!("{fraction:0<3}").parse().map_err(|_| expected())?;
    let whole: u64 = whole.parse().map_err(|_| expected())?;
    Some(thousandths)
        .filter(|_| whole <= 1)
        .map(|thousandths| whole * 1000 + thousandths)
        .filter(|&level| level <= 1000)
        .ok_or_else(expected)
}

/// A game in progress.
struct Game<'s> {
    solver: &'s Solver,
    convention: Convention,
    budget: Budget,
    you: Player,
    level: u64,
    /// The positions so far, the present one last, each with who was to move.
    past: Vec<(Sum, Player)>,
}

fn say(text: &str) -> Result<(), Failure> {
    writeln!(std::io::stdout(), "{text}").map_err(Failure::output)
}

impl Play {
    pub(crate) fn run(self) -> Outcome {
        let sum = Sum::parse(&self.position)?;
        let budget = self.budget.budget(&Progress::new());
        let settings = Settings { threads: self.budget.threads(), ..Settings::default() };
        let solver = Solver::with_budget(settings, &budget);
        let you = if self.right { Player::Right } else { Player::Left };
        let first = if self.first == First::Me { you } else { you.opponent() };
        Game {
            solver: &solver,
            convention: if self.misere { Convention::Misere } else { Convention::Normal },
            budget,
            you,
            level: self.level,
            past: vec![(sum, first)],
        }
        .play()
    }
}

impl Game<'_> {
    fn play(&mut self) -> Outcome {
        let mut lines = std::io::stdin().lock().lines();
        'turns: loop {
            let (sum, mover) = &self.past[self.past.len() - 1];
            let mover = *mover;
            show(sum)?;
            let mut moves = sum.sorted_options(&mut self.solver.worker(&self.budget), mover)?;
            if moves.is_empty() {
                let mover_wins = self.convention == Convention::Misere;
                let you_win = (mover == self.you) == mover_wins;
                let who = if mover == self.you { "you have" } else { "I have" };
                say(&format!("{who} no move: {}", if you_win { "you win" } else { "I win" }))?;
                self.review()?;
                return Ok(Answer::Yes);
            }
            if mover != self.you {
                let chosen = self.choose(sum, &moves)?;
                let (text, after) = moves.swap_remove(chosen);
                let mirrored = self.convention == Convention::Normal && after.is_mirrored()?;
                let note = if mirrored { ", where every part has its mirror image" } else { "" };
                say(&format!("I move to {text}{note}"))?;
                self.past.push((after, self.you));
                continue;
            }
            for (number, (text, _)) in moves.iter().enumerate().take(60) {
                say(&format!("  {}  {text}", number + 1))?;
            }
            if moves.len() > 60 {
                say(&format!("  ... ({} in all)", moves.len()))?;
            }
            loop {
                print!("> ");
                std::io::stdout().flush().map_err(Failure::output)?;
                let Some(typed) = lines.next() else {
                    say("")?;
                    return Ok(Answer::Yes);
                };
                let typed = typed.map_err(Failure::input)?;
                match typed.trim() {
                    "quit" | "q" => return Ok(Answer::Yes),
                    "hint" | "h" => match self.winning(&moves, self.you)?.first() {
                        Some(&index) => say(&format!("{}  {}", index + 1, moves[index].0))?,
                        None => say("no move wins")?,
                    },
                    "undo" | "u" => {
                        let before = self.past[..self.past.len() - 1]
                            .iter()
                            .rposition(|&(_, mover)| mover == self.you);
                        let Some(before) = before else {
                            say("there is no earlier move of yours")?;
                            continue;
                        };
                        self.past.truncate(before + 1);
                        continue 'turns;
                    }
                    typed => {
                        let chosen = typed
                            .parse::<usize>()
                            .ok()
                            .filter(|number| (1..=moves.len()).contains(number))
                            .map(|number| number - 1)
                            .or_else(|| moves.iter().position(|(text, _)| text == typed));
                        let Some(index) = chosen else {
                            say(&format!(
                                "type a number from 1 to {}, `hint`, `undo` or `quit`",
                                moves.len()
                            ))?;
                            continue;
                        };
                        let after = moves.swap_remove(index).1;
                        self.past.push((after, self.you.opponent()));
                        continue 'turns;
                    }
                }
            }
        }
    }

    /// Which of the moves of `player` win.
    fn winning(&self, moves: &[(String, Sum)], player: Player) -> Result<Vec<usize>, RuleError> {
        let mut winning = Vec::new();
        for (index, (_, after)) in moves.iter().enumerate() {
            let outcome = self.solver.outcome(after, self.convention, &self.budget)?;
            if outcome.winner(player.opponent()) == Some(player) {
                winning.push(index);
            }
        }
        Ok(winning)
    }

    /// The engine's move. Below the highest level it errs now and then, in a way
    /// that depends on the position alone. Where play may go on for ever it hurries if it wins
    /// and delays if it loses.
    fn choose(&self, sum: &Sum, moves: &[(String, Sum)]) -> Result<usize, RuleError> {
        // FNV-1a over the texts of the moves.
        let hash = moves
            .iter()
            .flat_map(|(text, _)| text.bytes())
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let any = (hash >> 32) as usize % moves.len();
        if hash % 1000 >= self.level {
            return Ok(any);
        }
        // A position that is its own mirror image needs no search.
        if self.convention == Convention::Normal {
            for (index, (_, after)) in moves.iter().enumerate() {
                if after.is_mirrored()? {
                    return Ok(index);
                }
            }
        }
        let me = self.you.opponent();
        if sum.class().loopy {
            // A winning move that does not lead nearer to the end need not win ever.
            let line = self.solver.best_line(sum, me, self.convention, &self.budget)?;
            let next = match (line.positions.get(1), line.repeats_from) {
                (Some(next), _) => Some(next),
                (None, Some(index)) => line.positions.get(index),
                (None, None) => None,
            };
            return Ok(moves.iter().position(|(text, _)| Some(text) == next).unwrap_or(any));
        }
        if let Some(&index) = self.winning(moves, me)?.first() {
            return Ok(index);
        }
        // Lost or drawn: a draw is better than a loss.
        for (index, (_, after)) in moves.iter().enumerate() {
            let outcome = self.solver.outcome(after, self.convention, &self.budget)?;
            if outcome.winner(self.you).is_none() {
                return Ok(index);
            }
        }
        Ok(any)
    }

    /// Who was winning after each move.
    fn review(&self) -> Result<(), Failure> {
        for (turn, (sum, mover)) in self.past.iter().enumerate() {
            let outcome = self.solver.outcome(sum, self.convention, &self.budget)?;
            let who = match outcome.winner(*mover) {
                Some(winner) if winner == self.you => "you were winning",
                Some(_) => "I was winning",
                None => "it was a draw",
            };
            say(&format!("after move {turn}: {who}"))?;
        }
        Ok(())
    }
}

/// Prints the boards, or the positions where they are none.
fn show(sum: &Sum) -> Result<(), Failure> {
    for part in sum.games() {
        match part.board() {
            Some(rows) => rows.iter().try_for_each(|row| say(row))?,
            None => say(&part.text())?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::level;

    #[test]
    fn levels_are_thousandths() {
        assert_eq!(level("0.7"), Ok(700));
        assert_eq!(level("1"), Ok(1000));
        assert!(level("1.5").is_err() && level("-1").is_err() && level("high").is_err());
    }
}
