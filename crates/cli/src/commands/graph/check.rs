//! `upstar graph check`: checks a claimed labelling.

use clap::Args;
use upstar::Analysis;
use upstar::files::Source;

use super::show::print;
use super::{GraphFile, convention};
use crate::support::{Answer, BudgetArgs, Outcome, counted};

/// Check a claimed labelling of the vertices by N, P and D
///
/// W and L are read too, for the player to move: W is N, and L is P.
/// Names the first vertex where the claim breaks the rules: N has a move to P, and P has moves only
/// to N. On a graph with cycles, a labelling can obey the rules at every vertex and still be wrong;
/// then the first wrong vertex is named, with a second labelling that obeys the rules. The exit
/// code is 1 if the claim is wrong.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    file: GraphFile,

    /// The claim: a CSV file with the columns vertex,outcome (N, P and D, or W, L and D)
    #[arg(value_name = "PARTITION")]
    claim: String,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Check {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        let graph = self.file.open(&progress, &budget)?;
        let claim = Source::of_argument(&self.claim);
        let convention = convention(self.misere);
        let analysis = graph.check(&claim, convention, self.budget.threads(), &budget)?;
        progress.clear();
        print(&analysis, self.json, false, for_a_person)?;
        Ok(Answer::to(&analysis))
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let claim = analysis.claim.clone().unwrap_or_default();
    let vertices = analysis.graph.as_ref().map_or(0, |facts| facts.vertices);
    let vertices = counted(vertices, "vertex", "vertices");
    let Some(vertex) = claim.vertex else {
        return format!("right: all {vertices} are labelled correctly\n");
    };
    let mut text = format!("wrong at vertex {vertex}: {}\n", claim.reason);
    if claim.obeys_rules == Some(true) {
        text += "The claim obeys the rules at every vertex, but on a graph with cycles this is \
                 not enough.\n";
    }
    let second = claim.second_labelling;
    if !second.is_empty() {
        text += "Another labelling obeys the rules too:\n";
        const SHOWN: usize = 30;
        for (vertex, label) in second.iter().take(SHOWN) {
            text += &format!("  {vertex} {label}\n");
        }
        if second.len() > SHOWN {
            text += &format!("  ... ({vertices} in all; --json has them)\n");
        }
    }
    text
}
