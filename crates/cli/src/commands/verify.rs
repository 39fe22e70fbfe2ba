//! `upstar verify`: checks certificates with code that contains no engine.

use std::path::Path;

use clap::Args;
use upstar::Analysis;
use upstar::files::Source;

use super::graph::ReadArgs;
use super::graph::print;
use crate::support::{Answer, BudgetArgs, Outcome};

/// Check a certificate with code that shares nothing with the engines
///
/// `graph solve --certify` and `graph values --certify` write certificates; the check takes one
/// pass over the graph. The exit code is 1 if the certificate is wrong.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The certificate
    #[arg(value_name = "CERTIFICATE")]
    certificate: String,

    /// The graph of the certificate; one of `heaps --certify` or `outcome --certificate` needs none
    #[arg(value_name = "GRAPH")]
    graph: Option<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Verify {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        progress.stage("checking", None, &budget);
        let analysis = match &self.graph {
            Some(graph) => {
                let certificate = Source::of_argument(&self.certificate);
                let graph = Source::of_argument(graph);
                upstar::verify_graph(&certificate, &graph, &self.read.options()?, &budget)?
            }
            None => upstar::verify_period(Path::new(&self.certificate), &budget)?,
        };
        progress.clear();
        print(&analysis, self.json, false, for_a_person)?;
        Ok(Answer::to(&analysis))
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    analysis.claim.as_ref().map_or(String::new(), |claim| format!("{}\n", claim.reason))
}
