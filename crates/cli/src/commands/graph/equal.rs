//! `upstar graph equal`: whether two positions are the same game, or equal in sums.

use clap::Args;
use upstar::{Analysis, Likeness, Tokens};

use super::ReadArgs;
use super::show::print;
use crate::support::{Answer, BudgetArgs, Outcome};

/// Test whether two positions are the same game
///
/// They are the same if the graphs reachable from them are isomorphic. With --in-sums, tests
/// whether they can replace each other in every sum of impartial games, which holds if their values
/// are equal. The exit code is 1 if the answer is no.
#[derive(Debug, Args)]
pub(crate) struct Equal {
    /// The first position
    #[arg(value_name = "FILE:VERTEX")]
    first: String,

    /// The second position
    #[arg(value_name = "FILE:VERTEX")]
    second: String,

    /// Test whether they are equivalent in every sum
    #[arg(long)]
    in_sums: bool,

    #[command(flatten)]
    read: ReadArgs,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Equal {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        progress.stage("reading", None, &budget);
        let tokens = Tokens::open(&[&self.first, &self.second], &self.read.options()?, &budget)?;
        progress.stage("comparing", None, &budget);
        let likeness = if self.in_sums { Likeness::InSums } else { Likeness::SameGame };
        let analysis = tokens.compare(likeness, &budget)?;
        progress.clear();
        print(&analysis, self.json, false, for_a_person)?;
        Ok(Answer::to(&analysis))
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let claim = analysis.claim.clone().unwrap_or_default();
    format!("{}: {}\n", if claim.holds { "yes" } else { "no" }, claim.reason)
}
