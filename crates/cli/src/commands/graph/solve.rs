//! `upstar graph solve`: the outcome of every vertex.

use clap::Args;
use upstar::GraphTask;
use upstar::core::arcs::Objective;

use super::whole::{OwnedQuestion, Question, WholeGraph};
use super::{convention, show};
use crate::support::{Failure, Outcome};

/// Find the outcome, remoteness and best move of every vertex
///
/// Prints a summary: how many vertices the player to move wins (N), loses (P) or draws (D), the
/// longest win, and with --from a best line of play. -o writes a table of all vertices: vertex,
/// outcome, remoteness and best move. The winner hurries and the loser delays; ties go to the
/// vertex that appeared first in the file.
///
/// If the vertices have owners (a column owner, or a file of PGSolver), --objective says what player 0
/// wants, who is Left or Even; the owner of a vertex moves there. parity: the largest priority that
/// occurs infinitely often is even (with --min the smallest; this is what a graph with priorities is
/// solved for by default). reach: the play comes to a --target. safety: it never does. buchi: targets
/// occur infinitely often. cobuchi: only finitely often. A player who cannot move loses. -o then writes
/// vertex, owner, winner and the winner's move, for reach and safety also the remoteness.
///
/// With --processes or --hosts, several processes solve one graph together: each reads its part of
/// the file and keeps its share of the vertices.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// Show this vertex: outcome, winning moves and a best line of play; may be given several times
    #[arg(long, value_name = "VERTEX")]
    from: Vec<String>,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// What player 0 wants, if the vertices have owners: parity, reach, safety, buchi or cobuchi
    #[arg(long, value_name = "OBJECTIVE", conflicts_with = "misere")]
    objective: Option<Objective>,

    /// A target of reach, safety, buchi or cobuchi; may be given several times
    #[arg(long, value_name = "VERTEX", requires = "objective")]
    target: Vec<String>,

    /// In a parity game, the smallest priority counts instead of the largest
    #[arg(long, conflicts_with = "misere")]
    min: bool,

    #[command(flatten)]
    graph: WholeGraph,
}

impl Solve {
    pub(crate) fn run(self) -> Outcome {
        let task = GraphTask::Solve(convention(self.misere));
        let objective = match (self.objective, self.min) {
            (None | Some(Objective::MaxParity), true) => Some(Objective::MinParity),
            (Some(other), true) if other != Objective::MinParity => {
                return Err(Failure::input(format!("--min is for parity games, not for {other}")));
            }
            (objective, _) => objective,
        };
        let owned = Some(OwnedQuestion { objective, targets: &self.target });
        let (words, more) = (show::for_a_person, show::vertex_for_a_person);
        self.graph.run(&Question { task, owned, from: &self.from, words, more })
    }
}
