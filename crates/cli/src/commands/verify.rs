//! `upstar verify`: certificates, re-checked by code without an engine.

use std::io::Write;

use clap::Args;
use upstar_files::Source;
use upstar_files::graph::{GraphFormat, ReadOptions};
use upstar_verify::VerifyError;

use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Check a certificate with code that shares nothing with the engines
///
/// `graph solve --certify` and `graph values --certify` write certificates; the
/// check goes once over the graph. Exit code 1 if the certificate is wrong.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The certificate
    #[arg(value_name = "CERTIFICATE")]
    certificate: String,

    /// The graph it speaks of; a certificate of `heaps --certify` needs none
    #[arg(value_name = "GRAPH")]
    graph: Option<String>,

    /// The format of the graph, where neither its name nor its content tells
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<GraphFormat>,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Verify {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        progress.stage("checking", None, &budget);
        let Some(graph) = &self.graph else {
            return self.period(&progress, &budget);
        };
        let options = self.from_format.map_or_else(ReadOptions::default, ReadOptions::with_format);
        let checked = upstar_verify::check(
            &Source::of_argument(graph),
            &options,
            &Source::of_argument(&self.certificate),
            &budget,
        );
        progress.clear();
        let (right, words) = match checked {
            Ok(checked) => (
                true,
                format!(
                    "{}, {}: right for all {} vertices and {} arcs",
                    checked.kind, checked.subject, checked.vertices, checked.arcs
                ),
            ),
            Err(VerifyError::Exhausted(exhausted)) => return Err(Failure::Exhausted(exhausted)),
            Err(VerifyError::File(error)) => return Err(error.into()),
            Err(error) => (false, error.to_string()),
        };
        let text = if self.json {
            let answer = serde_json::json!({ "schema": 1, "right": right, "words": words });
            serde_json::to_string_pretty(&answer).map_err(Failure::input)? + "\n"
        } else {
            format!("{words}\n")
        };
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        Ok(if right { Answer::Yes } else { Answer::No })
    }

    /// A certificate of the period of a nim sequence.
    fn period(&self, progress: &Progress, budget: &upstar_core::Budget) -> Outcome {
        use upstar_verify::heaps::{PeriodError, check_period};
        let text = std::fs::read_to_string(&self.certificate)
            .map_err(|error| Failure::input(format!("{}: {error}", self.certificate)))?;
        let checked = check_period(&text, budget);
        progress.clear();
        let (right, words) = match checked {
            Ok(checked) => {
                let saltus = match checked.saltus {
                    0 => String::new(),
                    saltus => format!(" and saltus {saltus}"),
                };
                let claim = format!(
                    "{}: preperiod {}, period {}{saltus}",
                    checked.code, checked.preperiod, checked.period
                );
                let far = checked.values_to;
                let words = match checked.complete {
                    true => format!("{claim}: right, by the values up to {far}"),
                    false => format!("{claim}: partially checked, the values up to {far} agree"),
                };
                (true, words)
            }
            Err(PeriodError::Exhausted(exhausted)) => return Err(Failure::Exhausted(exhausted)),
            Err(error @ PeriodError::Malformed(_)) => {
                return Err(Failure::input(format!(
                    "{}: {error}; a certificate of a graph needs the graph as well",
                    self.certificate
                )));
            }
            Err(error) => (false, error.to_string()),
        };
        let text = if self.json {
            let answer = serde_json::json!({ "schema": 1, "right": right, "words": words });
            serde_json::to_string_pretty(&answer).map_err(Failure::input)? + "\n"
        } else {
            format!("{words}\n")
        };
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        Ok(if right { Answer::Yes } else { Answer::No })
    }
}
