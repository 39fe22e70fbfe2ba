//! `upstar prove`: proofs that the kernel of Coq checks.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use upstar::coq::{Proof, ProofError};
use upstar::files::Output;
use upstar::files::graph::ReadOptions;
use upstar::lang::{LangError, Session};
use upstar::{Analysis, Claim, ClaimError, NamedGraph};
use upstar_core::Budget;

use super::graph::print;
use crate::support::{Answer, BudgetArgs, Failure, Outcome};

/// Write a claim about games as a theorem that Coq or Metamath verifiers check
///
/// A file for Coq contains the theory, the rules and the winning moves. `coqc proof.v` checks it
/// and prints "Closed under the global context", which means that it uses no axioms. A file for
/// Metamath (proof.mm) has the rules as axioms and proves who wins. A claim that is not true gives
/// no file, and the exit code is 1.
#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// The claim: 'domineering("5x5") == 0' (or <=, >=, <, >, <>, |>, <|),
    /// 'g.CanonicalForm == {2|-1/2}', 'g.Outcome == N', 'g.MisereOutcome == P', 'g.NimValue == 1',
    /// 'kayles.Period == 12'; for a graph 'v.Outcome == D', 'v.Remoteness == 3', 'v.NimValue ==
    /// *2', or 'Outcomes' or 'NimValues' for all its vertices
    #[arg(value_name = "CLAIM")]
    claim: String,

    /// The file for the proof: an identifier followed by `.v`, as Coq requires, or a name that ends
    /// in `.mm` for Metamath; `-` is standard output, for Coq
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The graph that the claim is about
    #[arg(long, value_name = "GRAPH")]
    graph: Option<String>,

    /// Print what was proved as JSON; on standard error if standard output is in use
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Prove {
    pub(crate) fn run(self) -> Outcome {
        let to_stderr = self.output.as_os_str() == "-";
        let metamath = self.output.extension().is_some_and(|extension| extension == "mm");
        if !to_stderr && !metamath && !is_for_coq(&self.output) {
            let file = self.output.display();
            return Err(Failure::input(format!(
                "{file}: Coq reads files called by an identifier with `.v` after it, as {}",
                name_for_coq(&self.output)
            )));
        }
        #[cfg(not(feature = "metamath"))]
        if metamath {
            return Err(crate::support::absent("Metamath", "metamath"));
        }
        let (progress, budget) = self.budget.start();
        progress.stage("positions", None, &budget);
        let proof = self.prove(metamath, &budget);
        progress.clear();
        let proof = match proof {
            // The answer is no.
            Err(ClaimError::Proof(ProofError::False(reason))) => {
                if self.json {
                    let claim = Claim { holds: false, reason, ..Claim::default() };
                    let mut found = Analysis::new(self.claim.trim());
                    found.claim = Some(claim);
                    print(&found, true, to_stderr, |_| String::new())?;
                } else {
                    tell!("upstar: {reason}");
                }
                return Ok(Answer::No);
            }
            proof => proof?,
        };
        let mut output = Output::create(&self.output)?;
        output
            .write_all(proof.text.as_bytes())
            .map_err(|error| Failure::from(output.error(error)))?;
        output.finish()?;
        if self.json {
            let analysis = upstar::proof_analysis(&self.claim, &proof);
            print(&analysis, true, to_stderr, |_| String::new())?;
        } else if !to_stderr {
            let file = self.output.display();
            let how = match metamath {
                true => format!("metamath 'read \"{file}\"' 'verify proof *' quit"),
                false => format!("coqc {file}"),
            };
            tell!("upstar: {file}: {} facts; `{how}` checks it", proof.facts);
        }
        Ok(Answer::Yes)
    }

    fn prove(&self, metamath: bool, budget: &Budget) -> Result<Proof, ClaimError> {
        match &self.graph {
            Some(graph) => {
                if metamath {
                    let message = "Metamath files are only for positions; a graph needs a file for \
                                   Coq (-o proof.v)";
                    return Err(ClaimError::NoClaim(message.to_owned()));
                }
                let graph = NamedGraph::open(graph, &ReadOptions::default(), budget)?;
                upstar::prove_graph(&self.claim, &graph, budget)
            }
            None => {
                let mut session = Session::with_budget(budget);
                match metamath {
                    #[cfg(feature = "metamath")]
                    true => upstar::prove_metamath(&self.claim, &mut session, budget),
                    _ => upstar::prove(&self.claim, &mut session, budget),
                }
            }
        }
    }
}

/// Whether `coqc` takes a file of this name: it is that of a module.
fn is_for_coq(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
    let mut letters = stem.chars();
    path.extension().is_some_and(|extension| extension == "v")
        && letters.next().is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// A name near this one that `coqc` takes.
fn name_for_coq(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem: String = (name.trim_end_matches(".v").chars().take(40))
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
        .collect();
    let start = if stem.starts_with(|letter: char| letter.is_ascii_digit()) { "_" } else { "" };
    path.with_file_name(format!("{start}{stem}.v")).display().to_string()
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
