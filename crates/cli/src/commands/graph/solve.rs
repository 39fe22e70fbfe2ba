//! `upstar graph solve`: the outcome of every vertex.

use clap::Args;
use upstar::GraphTask;

use super::whole::{Question, WholeGraph};
use super::{convention, show};
use crate::support::Outcome;

/// Find the outcome, remoteness and best move of every vertex
///
/// Prints a summary: how many vertices the player to move wins (N), loses (P) or draws (D), the
/// longest win, and with --from a best line of play. -o writes a table of all vertices: vertex,
/// outcome, remoteness and best move. The winner hurries and the loser delays; ties go to the
/// vertex that appeared first in the file.
///
/// With --processes or --hosts, several processes solve one graph together: each reads its part of
/// the file and keeps its share of the vertices.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// Show this vertex: outcome, winning moves and a best line of play
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    graph: WholeGraph,
}

impl Solve {
    pub(crate) fn run(self) -> Outcome {
        let task = GraphTask::Solve(convention(self.misere));
        self.graph.run(&Question { task, from: self.from.as_deref(), words: show::for_a_person })
    }
}
