//! `upstar prove`: proofs that the kernel of Coq checks.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use upstar::coq::ProofError;
use upstar::files::Output;
use upstar::files::graph::GraphFormat;
use upstar::lang::{LangError, Session};
use upstar::{ClaimError, NamedGraph};

use super::graph::print;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Write a claim about games as a theorem that the kernel of Coq checks
///
/// The file holds the theory, the rules and the moves that win; `coqc proof.v` accepts it or not,
/// and prints "Closed under the global context": it rests on no axioms. A claim that is not true
/// gives an error and no file.
#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// What is claimed: 'domineering("5x5") == 0' (or <=, >=, <, >, <>, |>, <|),
    /// 'g.CanonicalForm == {2|-1/2}', 'g.Outcome == N', 'g.MisereOutcome == P', 'g.NimValue == 1',
    /// 'kayles.Period == 12'; of a graph 'v.Outcome == D', 'v.Remoteness == 3', 'v.NimValue == *2',
    /// or of all its vertices 'Outcomes' or 'NimValues'
    #[arg(value_name = "CLAIM")]
    claim: String,

    /// Where to write the proof; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The graph that the claim is about
    #[arg(long, value_name = "GRAPH")]
    graph: Option<String>,

    /// Print what was proved as JSON; on standard error if standard output is taken
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Prove {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        progress.stage("positions", None, &budget);
        let proof = match &self.graph {
            Some(graph) => {
                let graph = NamedGraph::open(graph, None::<GraphFormat>, &budget)?;
                upstar::prove_graph(&self.claim, &graph, &budget)?
            }
            None => upstar::prove(&self.claim, &mut Session::with_budget(&budget), &budget)?,
        };
        progress.clear();
        let mut output = Output::create(&self.output)?;
        output
            .write_all(proof.text.as_bytes())
            .map_err(|error| Failure::from(output.error(error)))?;
        output.finish()?;
        let to_stderr = self.output.as_os_str() == "-";
        if self.json {
            let analysis = upstar::proof_analysis(&self.claim, &proof);
            print(&analysis, true, to_stderr, |_| String::new())?;
        } else if !to_stderr {
            let file = self.output.display();
            tell!("upstar: {file}: {} facts; `coqc {file}` checks it", proof.facts);
        }
        Ok(Answer::Yes)
    }
}

impl From<ClaimError> for Failure {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Lang(LangError::Exhausted(exhausted))
            | ClaimError::Proof(ProofError::Exhausted(exhausted)) => Failure::Exhausted(exhausted),
            ClaimError::Proof(ProofError::Rules(error)) => error.into(),
            ClaimError::Graph(error) => error.into(),
            other => Failure::input(other),
        }
    }
}
