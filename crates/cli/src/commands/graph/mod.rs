//! `upstar graph`: games given as an explicit directed graph.

mod certify;
mod check;
mod convert;
mod draw;
mod equal;
mod load;
mod make;
mod play;
mod show;
mod solve;
mod stats;
mod sum;
mod values;

use clap::{Args, Subcommand};

use crate::support::Outcome;

/// Games given as a directed graph: who wins, in how many moves, and how
///
/// Vertices are positions, arcs are moves; a player who cannot move loses.
#[derive(Debug, Args)]
pub(crate) struct Graph {
    #[command(subcommand)]
    command: GraphCommand,
}

#[derive(Debug, Subcommand)]
enum GraphCommand {
    Solve(solve::Solve),
    Values(values::Values),
    Stats(stats::Stats),
    Check(check::Check),
    Make(make::Make),
    Draw(draw::Draw),
    Sum(sum::Sum),
    Equal(equal::Equal),
    Play(play::Play),
    Convert(convert::Convert),
}

impl Graph {
    pub(crate) fn run(self) -> Outcome {
        match self.command {
            GraphCommand::Solve(command) => command.run(),
            GraphCommand::Values(command) => command.run(),
            GraphCommand::Stats(command) => command.run(),
            GraphCommand::Check(command) => command.run(),
            GraphCommand::Make(command) => command.run(),
            GraphCommand::Draw(command) => command.run(),
            GraphCommand::Sum(command) => command.run(),
            GraphCommand::Equal(command) => command.run(),
            GraphCommand::Play(command) => command.run(),
            GraphCommand::Convert(command) => command.run(),
        }
    }
}
