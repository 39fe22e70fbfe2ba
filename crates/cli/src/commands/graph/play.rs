//! `upstar graph play`: a game against the engine, in the terminal.

use std::io::{BufRead, Write};

use clap::Args;
use upstar::Solved;
use upstar::graphs::{Graph, Rules};
use upstar_core::arcs::TerminalResult;
use upstar_core::{Outcome as Label, Player};

use super::load::{GraphFile, Loaded};
use super::show::count;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Play against the engine, which never errs
///
/// You type the vertex you move to, its number in the list, `hint`, `undo` or
/// `quit`. In a coloured graph you are Left unless --right is given.
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    file: GraphFile,

    /// The vertex on which the token stands at first
    #[arg(long, value_name = "VERTEX")]
    from: String,

    /// The engine makes the first move
    #[arg(long)]
    second: bool,

    /// Play Right in a coloured graph
    #[arg(long)]
    right: bool,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// A game in progress.
struct Game<'a> {
    loaded: &'a Loaded,
    solved: &'a Solved,
    rules: Rules,
    you: Player,
    /// The vertices so far and who was to move there, the present one last.
    past: Vec<(u32, Player)>,
}

enum Input {
    Move(u32),
    Hint,
    Undo,
    Quit,
}

impl Play {
    pub(crate) fn run(self) -> Outcome {
        if self.file.is_standard_input() {
            return Err(Failure::input(
                "the moves come from standard input, so the graph must be a file",
            ));
        }
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let loaded = self.file.load(&progress, &budget)?;
        let start = loaded.vertex(&self.from)?;
        let rules = Rules { misere: self.misere };
        let run = upstar::solve_graph(&loaded.graph, rules, self.budget.threads(), &budget)
            .map_err(|error| loaded.describe(&error))?;
        let solved = run.complete()?;
        progress.clear();
        let you = if self.right { Player::Right } else { Player::Left };
        let first = if self.second { you.opponent() } else { you };
        let mut game =
            Game { loaded: &loaded, solved: &solved, rules, you, past: vec![(start, first)] };
        game.play()
    }
}

impl Game<'_> {
    fn play(&mut self) -> Outcome {
        let mut lines = std::io::stdin().lock().lines();
        loop {
            let (vertex, mover) = self.now();
            let options = self.options(vertex, mover)?;
            if options.is_empty() {
                self.say(&self.ending(vertex, mover))?;
                return Ok(Answer::Yes);
            }
            if mover != self.you {
                let to = self.best(vertex, mover)?.unwrap_or(options[0]);
                self.say(&format!("I move to {}", self.name(to)))?;
                self.past.push((to, self.you));
                continue;
            }
            self.say(&format!("the token is on {}; you can move to:", self.name(vertex)))?;
            for (number, &option) in options.iter().enumerate().take(50) {
                self.say(&format!("  {}  {}", number + 1, self.name(option)))?;
            }
            if options.len() > 50 {
                self.say(&format!("  ... ({} in all)", options.len()))?;
            }
            loop {
                print!("> ");
                std::io::stdout().flush().map_err(Failure::output)?;
                let Some(typed) = lines.next() else {
                    self.say("")?;
                    return Ok(Answer::Yes);
                };
                let typed = typed.map_err(Failure::input)?;
                match self.understand(&typed, &options) {
                    Err(words) => self.say(&words)?,
                    Ok(Input::Quit) => return Ok(Answer::Yes),
                    Ok(Input::Hint) => self.say(&self.hint(vertex)?)?,
                    Ok(Input::Undo) => {
                        self.undo();
                        break;
                    }
                    Ok(Input::Move(to)) => {
                        self.past.push((to, self.you.opponent()));
                        break;
                    }
                }
            }
        }
    }

    fn now(&self) -> (u32, Player) {
        self.past[self.past.len() - 1]
    }

    /// Takes back to the last position in which you were to move.
    fn undo(&mut self) {
        let earlier = self.past.iter().rposition(|&(_, mover)| mover == self.you);
        let before = earlier.and_then(|present| {
            self.past[..present].iter().rposition(|&(_, mover)| mover == self.you)
        });
        if let Some(index) = before {
            self.past.truncate(index + 1);
        }
    }

    fn graph(&self) -> &Graph {
        &self.loaded.graph
    }

    /// In an impartial graph every arc is green, so that both have it.
    fn options(&self, vertex: u32, mover: Player) -> Result<Vec<u32>, Failure> {
        let mut options: Vec<u32> = self.graph().successors()?.of_player(vertex, mover).collect();
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn best(&self, vertex: u32, mover: Player) -> Result<Option<u32>, Failure> {
        Ok(match self.solved {
            Solved::Impartial(solution) => solution.best_move(self.graph(), vertex)?,
            Solved::Coloured(solution) => solution.best_move(vertex, mover)?,
        })
    }

    fn understand(&self, typed: &str, options: &[u32]) -> Result<Input, String> {
        let word = typed.trim();
        // The name of an option comes before anything else that a word may mean.
        if let Some(&to) = options.iter().find(|&&option| self.name(option) == word) {
            return Ok(Input::Move(to));
        }
        match word {
            "hint" | "h" | "?" => return Ok(Input::Hint),
            "undo" | "u" => return Ok(Input::Undo),
            "quit" | "q" | "exit" => return Ok(Input::Quit),
            _ => {}
        }
        word.parse::<usize>()
            .ok()
            .and_then(|number| options.get(number.checked_sub(1)?))
            .map(|&to| Input::Move(to))
            .ok_or_else(|| {
                format!(
                    "`{word}` is no move from here; type a vertex, its number from 1 to {}, hint, \
                     undo or quit",
                    options.len()
                )
            })
    }

    fn hint(&self, vertex: u32) -> Result<String, Failure> {
        let (result, remoteness) = match self.solved {
            Solved::Impartial(solution) => (
                solution.outcome(vertex).map(|outcome| match outcome {
                    Label::N => TerminalResult::Win,
                    Label::P => TerminalResult::Loss,
                    _ => TerminalResult::Draw,
                }),
                solution.remoteness(vertex),
            ),
            Solved::Coloured(solution) => {
                (solution.result(vertex, self.you), solution.remoteness(vertex, self.you))
            }
        };
        let verdict = match result {
            Some(TerminalResult::Win) => "you can win",
            Some(TerminalResult::Loss) => "you lose if I do not err, and I do not",
            _ => "you can draw",
        };
        let moves = remoteness.map_or(String::new(), |remoteness| {
            format!(" in {}", count(u64::from(remoteness), "move", "moves"))
        });
        let best = self.best(vertex, self.you)?;
        let best = best.map_or(String::new(), |to| format!("; best is {}", self.name(to)));
        Ok(format!("{verdict}{moves}{best}"))
    }

    /// Whoever is to move at `vertex` has no move.
    fn ending(&self, vertex: u32, mover: Player) -> String {
        let yours = mover == self.you;
        let result = self.rules.terminal(self.graph(), vertex);
        let you_win = match result {
            TerminalResult::Draw => {
                return format!("the game ends on {} in a draw", self.name(vertex));
            }
            TerminalResult::Win => yours,
            TerminalResult::Loss => !yours,
        };
        let who = if yours { "you have" } else { "I have" };
        let winner = if you_win { "you win" } else { "I win" };
        format!("{who} no move from {}: {winner}", self.name(vertex))
    }

    fn name(&self, vertex: u32) -> String {
        self.loaded.names.get(vertex).to_string()
    }

    fn say(&self, words: &str) -> Result<(), Failure> {
        writeln!(std::io::stdout(), "{words}").map_err(Failure::output)
    }
}
