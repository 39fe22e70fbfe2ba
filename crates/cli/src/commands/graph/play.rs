//! `upstar graph play`: a game against the engine, in the terminal.

use std::io::{BufRead, Write};

use clap::Args;
use upstar::SolvedGraph;
use upstar::core::Player;
use upstar::core::arcs::MoveResult;

use super::{GraphFile, convention};
use crate::commands::play::First;
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Progress, Result, begin_work, counted, end_work,
    interrupt_work,
};

/// Play against the engine, which never errs
///
/// Type the vertex to move to, its number in the list, `hint`, `undo`, `help` or `quit`. In a
/// coloured graph you are Left unless --right is given.
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    file: GraphFile,

    /// The vertex where the token starts
    #[arg(long, value_name = "VERTEX")]
    from: String,

    /// Who makes the first move
    #[arg(long, value_enum, default_value = "me")]
    first: First,

    /// As `--first engine`
    #[arg(long, hide = true, conflicts_with = "first")]
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
    solved: &'a SolvedGraph<'a>,
    you: Player,
    /// The vertices so far with the player to move, the current one last.
    past: Vec<(u32, Player)>,
}

enum Input {
    Move(u32),
    Hint,
    Undo,
    Help,
    Quit,
}

/// The help text.
const HELP: &str = "\
type the vertex you move to, or its number in the list; or
  hint  who wins, and a best move
  undo  take back your last move
  help  these lines
  quit  the end
";

impl Play {
    pub(crate) fn run(self) -> Outcome {
        if self.file.path == "-" {
            return Err(Failure::input(
                "the moves come from standard input, so the graph must be a file",
            ));
        }
        interrupt_work();
        let progress = Progress::new();
        let budget = self.budget.budget(&progress).with_cancel(begin_work());
        let graph = self.file.open(&progress, &budget)?;
        let start = graph.vertex(&self.from)?;
        let solved = graph.solve(convention(self.misere), self.budget.threads(), &budget)?;
        let solved = solved.complete()?;
        progress.clear();
        end_work();
        let you = if self.right { Player::Right } else { Player::Left };
        let first = if self.second { First::Engine } else { self.first }.mover(you);
        let mut game = Game { solved: &solved, you, past: vec![(start, first)] };
        game.play()
    }
}

impl Game<'_> {
    fn play(&mut self) -> Outcome {
        let mut lines = std::io::stdin().lock().lines();
        loop {
            let (vertex, mover) = self.now();
            let options = self.solved.moves(vertex, mover)?;
            if options.is_empty() {
                self.say(&self.ending(vertex, mover))?;
                return Ok(Answer::Yes);
            }
            if mover != self.you {
                let to = self.solved.best_move(vertex, mover)?.unwrap_or(options[0]);
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
                    Ok(Input::Help) => self.say(HELP.trim_end())?,
                    Ok(Input::Undo) if self.undo() => break,
                    Ok(Input::Undo) => self.say("there is no earlier move of yours")?,
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

    /// Goes back to the last position in which the user was to move; returns whether there is one.
    fn undo(&mut self) -> bool {
        let earlier = self.past.iter().rposition(|&(_, mover)| mover == self.you);
        let before = earlier.and_then(|present| {
            self.past[..present].iter().rposition(|&(_, mover)| mover == self.you)
        });
        if let Some(index) = before {
            self.past.truncate(index + 1);
        }
        before.is_some()
    }

    fn understand(&self, typed: &str, options: &[u32]) -> Result<Input, String> {
        let word = typed.trim();
        // The name of an option takes precedence over commands.
        if let Some(&to) = options.iter().find(|&&option| self.name(option) == word) {
            return Ok(Input::Move(to));
        }
        match word {
            "hint" | "h" => return Ok(Input::Hint),
            "help" | "?" => return Ok(Input::Help),
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
                    "`{word}` is not a move from here; type a vertex, its number {}, hint, undo, \
                     help or quit",
                    match options.len() {
                        1 => "1".to_owned(),
                        most => format!("from 1 to {most}"),
                    }
                )
            })
    }

    fn hint(&self, vertex: u32) -> Result<String> {
        let solution = self.solved.solution();
        let result = solution.result(vertex, self.you);
        let remoteness = solution.remoteness(vertex, self.you);
        let moves = remoteness.map_or(String::new(), |remoteness| {
            format!(" in {}", counted(u64::from(remoteness), "move", "moves"))
        });
        let best = self.solved.best_move(vertex, self.you)?;
        let best = best.map_or(String::new(), |to| self.name(to));
        Ok(match result {
            Some(MoveResult::Win) => format!("you win{moves} with {best}"),
            Some(MoveResult::Loss) => {
                format!("you lose{moves}, as I do not err; {best} delays it longest")
            }
            _ => format!("nobody can win; {best} keeps the draw"),
        })
    }

    /// The message when the player to move at `vertex` has no move.
    fn ending(&self, vertex: u32, mover: Player) -> String {
        let yours = mover == self.you;
        let convention = self.solved.solution().convention();
        let result = self.solved.graph().graph().terminal_result(vertex, convention);
        let you_win = match result {
            MoveResult::Draw => {
                return format!("the game ends on {} in a draw", self.name(vertex));
            }
            MoveResult::Win => yours,
            MoveResult::Loss => !yours,
        };
        let who = if yours { "you have" } else { "I have" };
        let winner = if you_win { "you win" } else { "I win" };
        format!("{who} no move from {}: {winner}", self.name(vertex))
    }

    fn name(&self, vertex: u32) -> String {
        self.solved.graph().names().get(vertex).to_string()
    }

    fn say(&self, words: &str) -> Result {
        writeln!(std::io::stdout(), "{words}").map_err(Failure::output)
    }
}
