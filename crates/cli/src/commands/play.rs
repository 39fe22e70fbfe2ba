//! `upstar play`: a game against the engine, in the terminal.

mod cells;

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use upstar::lang::Session;
use upstar::{Database, HowFound, Opponent, StrategyPlay, read_sum, read_sum_in_play};
use upstar_core::{Budget, Player};
use upstar_engine::{Convention, RuleError, Settings, Solver, Sum, Summand};
use upstar_files::{MOST_TEXT, Source};
use upstar_games::parse_sum;
use upstar_values::Style;

use super::help::write_topic;
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Progress, Result, begin_work, end_work, interrupt_work,
    other_screen,
};
use cells::Board;

/// Play a position, or a sum of positions and values, against the engine
///
/// Type the cells of a move on a board (`b2-b3`), the number or text of a move, or `moves`, `hint`,
/// `undo`, `help` or `quit`. You are Left unless --right is given. In a terminal a board stays in
/// place. The engine thinks for at most ten seconds, or as long as --budget allows. Ctrl-C stops its
/// thinking; while you are to move, it ends the game. The engine reports how it found each move: a
/// move is proved best if the search for the outcome ends in time; otherwise thermostrat chooses it,
/// or it is the move that leaves the most moves.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A position, or a sum of positions and values: 'clobber("xoxo|oxox")', 'kayles(7) + {2||1|0}'
    #[arg(value_name = "POSITION")]
    position: String,

    /// Who makes the first move
    #[arg(long, value_enum, ignore_case = true, default_value = "me")]
    first: First,

    /// Play Right
    #[arg(long)]
    right: bool,

    /// How often the engine looks for a winning move, from 0 (never) to 1 (always)
    #[arg(long, value_name = "0..1", default_value = "1", value_parser = level)]
    level: u64,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// The engine looks its moves up in the database of a solved game, written by `upstar solve
    /// --database`, if it contains the position
    #[arg(long, value_name = "DIR", conflicts_with = "certificate")]
    database: Option<PathBuf>,

    /// The engine plays this strategy, written by `upstar outcome --certificate`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    #[command(flatten)]
    budget: BudgetArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// You
    Me,
    /// The engine
    #[value(alias = "you")]
    Engine,
    /// Left
    Left,
    /// Right
    Right,
}

impl First {
    /// The player who makes the first move, if the user is `you`.
    pub(crate) fn mover(self, you: Player) -> Player {
        match self {
            First::Me => you,
            First::Engine => you.opponent(),
            First::Left => Player::Left,
            First::Right => Player::Right,
        }
    }
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

/// What the user has typed.
enum Typed {
    /// A move, by the position after it.
    Move(Sum),
    Undo,
    Quit,
}

/// A game in progress.
struct Game<'s> {
    solver: &'s Solver,
    convention: Convention,
    budget: &'s BudgetArgs,
    you: Player,
    level: u64,
    /// The strategy that the engine uses, if given.
    strategy: Option<RefCell<StrategyPlay>>,
    /// The database for looking up moves, if requested.
    database: Option<Database>,
    /// The name of the game, for `help`.
    rules: String,
    /// Whether the board stays in place, on the terminal's other screen.
    screen: bool,
    /// The text below the board that stays in place.
    said: String,
    /// The positions so far with the player to move, the current one last.
    past: Vec<(Sum, Player)>,
}

fn say(text: &str) -> Result {
    writeln!(std::io::stdout(), "{text}").map_err(Failure::output)
}

impl Play {
    pub(crate) fn run(self) -> Outcome {
        let settings = Settings { threads: self.budget.threads(), ..Settings::default() };
        let budget = self.budget.budget(&Progress::new());
        let asked = Convention::of(self.misere);
        let session = Session::with_solver(Solver::with_budget(settings, &budget));
        // A strategy and a database know positions by their texts.
        let by_text = self.certificate.is_some() || self.database.is_some();
        let read = if by_text { read_sum } else { read_sum_in_play };
        let (solver, sum) = (session.solver(), read(&session, &self.position, asked, &budget)?);
        let convention = sum.convention(asked)?;
        interrupt_work();
        let you = if self.right { Player::Right } else { Player::Left };
        let first = self.first.mover(you);
        let strategy = match &self.certificate {
            None => None,
            Some(path) => {
                let name = path.display().to_string();
                let failed = |error: String| Failure::input(format!("{name}: {error}"));
                let budget = self.budget.budget(&Progress::new());
                let text = Source::Path(path.clone()).read_text(MOST_TEXT, &budget)?;
                let strategy = StrategyPlay::read(&name, &text, &budget)?;
                let written = sum.text(&mut solver.worker(&budget), Style::Plain)?;
                let expected = (strategy.sum(), strategy.convention(), strategy.first());
                if expected != (&written, convention, first) || strategy.winner() == you {
                    let (winner, first) = (strategy.winner(), strategy.first());
                    let misere = match strategy.convention() {
                        Convention::Misere => " in misère play",
                        Convention::Normal => "",
                    };
                    return Err(failed(format!(
                        "this strategy wins {} for {winner} when {first} begins{misere}: it is \
                         played against {}",
                        strategy.sum(),
                        winner.opponent()
                    )));
                }
                Some(RefCell::new(strategy))
            }
        };
        let database = self.database.as_deref().map(Database::open).transpose()?;
        if let Some(database) = &database
            && database.options().convention != convention
        {
            return Err(Failure::input("the database is for the other convention (--misere)"));
        }
        Game {
            solver,
            strategy,
            database,
            convention,
            budget: &self.budget,
            you,
            level: self.level,
            rules: self.position.split('(').next().unwrap_or_default().to_owned(),
            screen: std::io::stdout().is_terminal() && Board::of(&sum).is_some(),
            said: String::new(),
            past: vec![(sum, first)],
        }
        .play()
    }
}

/// The engine's default thinking time.
const THINKING: Duration = Duration::from_secs(10);

/// The number of moves shown unless all are requested.
const SHOWN: usize = 60;

/// A result found within the budget; `None` if it did not suffice.
fn found<T>(answer: Result<T, RuleError>) -> Result<Option<T>, RuleError> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(RuleError::Exhausted(_) | RuleError::Unfinished { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Game<'_> {
    /// Runs work under its own budget, which Ctrl-C cancels.
    fn think<T>(&self, work: impl FnOnce(&Budget) -> T) -> T {
        let mut budget = self.budget.budget(&Progress::new()).with_cancel(begin_work());
        if !self.budget.has_time() {
            budget = budget.with_time(THINKING);
        }
        let found = work(&budget);
        end_work();
        found
    }

    fn play(&mut self) -> Outcome {
        other_screen(self.screen);
        let done = self.turns();
        other_screen(false);
        done?;
        Ok(Answer::Yes)
    }

    /// Turn by turn, to the end of the game or until the user leaves.
    fn turns(&mut self) -> Result {
        let mut lines = std::io::stdin().lock().lines();
        loop {
            let (sum, mover) = self.past[self.past.len() - 1].clone();
            let (mut moves, all) =
                self.think(|budget| sum.some_options(&self.solver.engine(), mover, budget))?;
            if moves.is_empty() {
                return self.end(&sum, mover);
            }
            self.show(&sum)?;
            let next = if mover == self.you {
                match self.ask(&sum, &mut moves, all, &mut lines)? {
                    Typed::Move(next) => next,
                    Typed::Undo => continue,
                    Typed::Quit => return Ok(()),
                }
            } else {
                let (chosen, note) = self.answer(&sum, mover, &moves, all)?;
                let (text, after) = moves.swap_remove(chosen);
                let cells = Board::of(&sum).and_then(|board| board.notation(&after));
                let cells = cells.map_or(String::new(), |cells| format!(" ({cells})"));
                self.say(&format!("I move to {text}{cells}{note}"))?;
                after
            };
            self.past.push((next, mover.opponent()));
        }
    }

    /// The result, when a player has no move.
    fn end(&mut self, sum: &Sum, mover: Player) -> Result {
        // The result stays on the main screen.
        other_screen(false);
        self.screen = false;
        self.show(sum)?;
        let mover_wins = self.convention == Convention::Misere;
        let you_win = (mover == self.you) == mover_wins;
        let who = if mover == self.you { "you have" } else { "I have" };
        say(&format!("{who} no move: {}", if you_win { "you win" } else { "I win" }))?;
        self.review()
    }

    /// The engine's move, and how it was found.
    fn answer(
        &self,
        sum: &Sum,
        mover: Player,
        moves: &[(String, Sum)],
        all: bool,
    ) -> Result<(usize, &'static str)> {
        if let Some(chosen) = self.by_strategy(moves)? {
            return Ok((chosen, ", by the certificate"));
        }
        if self.level == 1000
            && let Some(database) = &self.database
        {
            let after: Option<Vec<_>> = moves.iter().map(|(_, after)| after.single()).collect();
            let best = match after.filter(|_| all) {
                Some(after) => database.best(after.into_iter(), mover)?,
                None => None,
            };
            if let Some(chosen) = best {
                return Ok((chosen, ", by the database"));
            }
        }
        let opponent = self.opponent(mover);
        let chosen = self.think(|budget| opponent.choose(sum, moves, budget))?;
        // There are moves, so one is chosen.
        let (chosen, how) = chosen.unwrap_or((0, HowFound::Chance));
        let after = &moves[chosen].1;
        let engine = self.solver.engine();
        let ends = |budget: &Budget| after.some_options(&engine, mover.opponent(), budget);
        let goes_on = !self.think(ends)?.0.is_empty();
        let mirrored = self.convention == Convention::Normal && goes_on && after.is_mirrored()?;
        Ok((
            chosen,
            match (mirrored, how) {
                (true, _) => ", where every part has its mirror image",
                (_, HowFound::Proved | HowFound::Mirror) => ", which is proved to be best",
                (_, HowFound::Chance) => ", without a search",
                (_, HowFound::Thermostrat) => " by thermostrat, which is not proved to be best",
                (_, HowFound::Freest) => ", which is not proved to be best",
            },
        ))
    }

    /// Asks until the user moves, goes back or leaves.
    fn ask(
        &mut self,
        sum: &Sum,
        moves: &mut Vec<(String, Sum)>,
        all: bool,
        lines: &mut impl Iterator<Item = std::io::Result<String>>,
    ) -> Result<Typed> {
        let board = Board::of(sum);
        let ways = match &board {
            Some(board) => match moves.iter().find_map(|(_, after)| board.notation(after)) {
                Some(example) => format!("type cells ({example}), {}", numbers(moves.len())),
                None => format!("type {}", numbers(moves.len())),
            },
            None => format!("type {}", numbers(moves.len())),
        };
        let ways = format!("{ways}, `moves`, `hint`, `undo`, `help` or `quit`");
        if board.is_some() && all {
            say(&ways)?;
        } else {
            list(None, moves, SHOWN)?;
        }
        if !all {
            say("  ... and infinitely many more: type the position to leave")?;
        }
        loop {
            print!("> ");
            std::io::stdout().flush().map_err(Failure::output)?;
            let Some(typed) = lines.next() else {
                say("")?;
                return Ok(Typed::Quit);
            };
            let typed = typed.map_err(Failure::input)?;
            let typed = typed.trim();
            match typed {
                "quit" | "q" => return Ok(Typed::Quit),
                "moves" | "m" => list(board.as_ref(), moves, usize::MAX)?,
                "help" | "?" => {
                    let mut text = Vec::new();
                    if write_topic(&mut text, &self.rules).map_err(Failure::output)? {
                        say(String::from_utf8_lossy(&text).trim_end())?;
                    }
                    say(&ways)?;
                }
                "hint" | "h" => match self
                    .think(|budget| found(self.opponent(self.you).first_winning(moves, budget)))?
                {
                    Some(Some(index)) => say(numbered(board.as_ref(), moves, index).trim_start())?,
                    Some(None) => say("no move wins")?,
                    None => say("not decided in the time given")?,
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
                    self.said.clear();
                    return Ok(Typed::Undo);
                }
                typed => {
                    let number = typed.parse::<usize>().ok();
                    let number = number.filter(|number| (1..=moves.len()).contains(number));
                    let by_cells = || board.as_ref()?.matching(moves, typed);
                    let chosen = match number {
                        Some(number) => vec![number - 1],
                        None => match moves.iter().position(|(text, _)| text == typed) {
                            Some(index) => vec![index],
                            None => by_cells().unwrap_or_default(),
                        },
                    };
                    if let [index] = chosen[..] {
                        self.said.clear();
                        return Ok(Typed::Move(moves.swap_remove(index).1));
                    }
                    if chosen.len() > 1 {
                        say("several moves change these cells:")?;
                        chosen
                            .iter()
                            .try_for_each(|&index| say(&numbered(board.as_ref(), moves, index)))?;
                        continue;
                    }
                    if !all
                        && let Ok(after) = parse_sum(typed)
                        && sum.is_cut(&after, self.you).unwrap_or(false)
                    {
                        return Ok(Typed::Move(after));
                    }
                    say(&format!("`{typed}` is not a move; {ways}"))?;
                }
            }
        }
    }

    /// Says something; below the board, if it stays in place.
    fn say(&mut self, text: &str) -> Result {
        if self.screen {
            self.said = text.to_owned();
            return Ok(());
        }
        say(text)
    }

    /// Prints the boards, and the texts of summands without one.
    fn show(&self, sum: &Sum) -> Result {
        if let Some(board) = Board::of(sum) {
            if self.screen {
                print!("\x1b[2J\x1b[H");
            }
            let colours = self.screen && std::env::var_os("NO_COLOR").is_none();
            board.lines(colours).iter().try_for_each(|line| say(line))?;
            if !self.said.is_empty() {
                say(&format!("\n{}", self.said))?;
            }
            return Ok(());
        }
        let mut worker = self.solver.worker(&Budget::unlimited());
        for summand in sum.summands() {
            let board = match summand {
                Summand::Position(game) => game.board(),
                _ => None,
            };
            match board {
                Some(rows) => rows.iter().try_for_each(|row| say(row))?,
                None => say(&summand.text(&mut worker, Style::Plain)?)?,
            }
        }
        Ok(())
    }

    /// The first move after which, by the strategy, the user loses.
    fn by_strategy(&self, moves: &[(String, Sum)]) -> Result<Option<usize>> {
        let Some(strategy) = &self.strategy else { return Ok(None) };
        let mut strategy = strategy.borrow_mut();
        for (index, (text, _)) in moves.iter().enumerate() {
            if strategy.is_lost(text)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// A player whose moves the engine chooses.
    fn opponent(&self, player: Player) -> Opponent<'_> {
        let (solver, convention, level) = (self.solver, self.convention, self.level);
        Opponent { solver, convention, player, level, seed: 0 }
    }

    /// Prints the winner after each move.
    fn review(&self) -> Result {
        for (turn, (sum, mover)) in self.past.iter().enumerate() {
            let outcome =
                self.think(|budget| found(self.solver.outcome(sum, self.convention, budget)))?;
            let who = match outcome.map(|outcome| outcome.winner(*mover)) {
                None => "the winner was not found in the time given",
                Some(Some(winner)) if winner == self.you => "you were winning",
                Some(Some(_)) => "I was winning",
                Some(None) => "it was a draw",
            };
            match turn {
                0 => say(&format!("at the beginning {who}"))?,
                _ => say(&format!("after move {turn} {who}"))?,
            }
        }
        Ok(())
    }
}

/// Prints up to that many moves with their numbers, and on a board with their cells.
fn list(board: Option<&Board>, moves: &[(String, Sum)], most: usize) -> Result {
    for number in 0..moves.len().min(most) {
        say(&numbered(board, moves, number))?;
    }
    if moves.len() > most {
        say(&format!("  ... ({} in all; `moves` shows them)", moves.len()))?;
    }
    Ok(())
}

/// What to type for a move by its number.
fn numbers(count: usize) -> String {
    if count == 1 { "1".to_owned() } else { format!("a number from 1 to {count}") }
}

/// A move with its number, and on a board with its cells.
fn numbered(board: Option<&Board>, moves: &[(String, Sum)], index: usize) -> String {
    let (text, after) = &moves[index];
    let cells = board.and_then(|board| board.notation(after));
    let cells = cells.map_or(String::new(), |cells| format!("{cells}  "));
    format!("  {}  {cells}{text}", index + 1)
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
