//! `upstar graph solve`: the outcome of every vertex.

use clap::Args;
use upstar::GraphTask;
use upstar::core::arcs::Objective;

use super::whole::{Goal, OwnedQuestion, Question, WholeGraph};
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
/// (Left, or Even) wants; the owner of a vertex moves there. parity: the largest priority that
/// occurs infinitely often is even (with --min the smallest; this is what a graph with priorities is
/// solved for by default). reach: the play comes to a --target. safety: it never does. buchi: targets
/// occur infinitely often. cobuchi: only finitely often. A player who cannot move loses. -o then writes
/// vertex, owner, winner and the winner's move, for reach and safety also the remoteness.
///
/// If terminals have payoffs (a column payoff), --objective payoff finds what each player gets under best
/// play: with owners payoffs are those of player 0, otherwise those of the player to move. Endless play is
/// worth 0, or --endless. A terminal with that same payoff is a tie, and only a tie has a
/// remoteness. Weights of arcs (a column weight) are points of the player who moves; the graph then has no cycles.
/// -o writes vertex, payoff, remoteness and best move.
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

    /// What player 0 wants, if the vertices have owners: parity, reach, safety, buchi or cobuchi; or
    /// payoff: each player wants the largest one
    #[arg(long, value_name = "OBJECTIVE", conflicts_with = "misere")]
    objective: Option<Goal>,

    /// A target of reach, safety, buchi or cobuchi; may be given several times
    #[arg(long, value_name = "VERTEX", requires = "objective")]
    target: Vec<String>,

    /// In a parity game, the smallest priority counts instead of the largest
    #[arg(long, conflicts_with = "misere")]
    min: bool,

    /// With payoffs and owners, what endless play is worth to player 0
    #[arg(long, value_name = "PAYOFF", default_value_t = 0, allow_negative_numbers = true)]
    endless: i64,

    #[command(flatten)]
    graph: WholeGraph,
}

impl Solve {
    pub(crate) fn run(self) -> Outcome {
        let task = GraphTask::Solve(convention(self.misere));
        use Objective::{MaxParity, MinParity};
        let goal = match self.objective {
            None | Some(Goal::Owned(MaxParity | MinParity)) if self.min => {
                Some(Goal::Owned(MinParity))
            }
            Some(_) if self.min => {
                return Err(Failure::input("--min is for parity games, not for other objectives"));
            }
            goal => goal,
        };
        if goal == Some(Goal::Payoff) && !self.target.is_empty() {
            return Err(Failure::input("--objective payoff has no targets"));
        }
        if self.endless != 0 && goal != Some(Goal::Payoff) {
            return Err(Failure::input("--endless is for --objective payoff"));
        }
        let owned = Some(OwnedQuestion { goal, targets: &self.target, endless: self.endless });
        let (words, more) = (show::for_a_person, show::vertex_for_a_person);
        self.graph.run(&Question { task, owned, from: &self.from, words, more })
    }
}
