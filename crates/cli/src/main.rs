//! The command `upstar`.
//!
//! It computes nothing itself: it reads arguments, calls the library, and shows
//! the answer. Data goes to standard output, words for people to standard error.
//! Exit codes: 0 success, 1 a negative answer where the command is a question,
//! 2 bad usage or input, 3 a budget that was used up.

mod commands;
mod support;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use support::Outcome;

/// Who wins a combinatorial game, what a position is worth, and which move to make.
#[derive(Debug, Parser)]
#[command(name = "upstar", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// One line a command; each lives in a file of its own under `commands`.
#[derive(Debug, Subcommand)]
enum Command {
    Graph(commands::graph::Graph),
    Heaps(commands::heaps::Heaps),
    Verify(commands::verify::Verify),
    Surreal(commands::surreal::Surreal),
    Stalk(commands::stalk::Stalk),
    Nim(commands::nim::Nim),
    Completions(commands::completions::Completions),
}

impl Command {
    fn run(self) -> Outcome {
        match self {
            Command::Graph(command) => command.run(),
            Command::Heaps(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Surreal(command) => command.run(),
            Command::Stalk(command) => command.run(),
            Command::Nim(command) => command.run(),
            Command::Completions(command) => command.run(&mut Arguments::command()),
        }
    }
}

fn main() -> ExitCode {
    let matches = Arguments::command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    support::finish(arguments.command.run())
}
