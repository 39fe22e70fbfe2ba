//! `upstar graph check`: is a claimed labelling right?

use std::io::Write;

use clap::Args;
use upstar::graphs::{Breach, Rules, check_partition, second_partition, solve};
use upstar_core::names::NameIndex;
use upstar_core::{Budget, Outcome as Label};
use upstar_files::{FileError, Source, read_partition};

use super::load::{GraphFile, Loaded};
use super::show::count;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Check a claimed labelling of the vertices by N, P and D
///
/// Names the first vertex at which the claim breaks the rules for one move: N
/// has a move to P, P has moves to N only. On a graph with cycles a labelling
/// can obey the rules at every vertex and still not be the truth; then the first
/// vertex where it is wrong is named, and a second labelling that obeys the
/// rules too is shown. Exit code 1 if the claim is wrong.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    file: GraphFile,

    /// The claim: a CSV file with the columns vertex,outcome
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

/// What was found, in the order in which it is looked for.
#[derive(Default)]
struct Findings {
    breach: Option<(u32, String)>,
    /// A vertex where the claim obeys the rules and is still wrong.
    wrong: Option<(u32, String)>,
    second: Option<Vec<Label>>,
}

impl Check {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let loaded = self.file.load(&progress, &budget)?;
        let claim = self.claim(&loaded, &budget)?;
        let rules = Rules { misere: self.misere };
        let graph = &loaded.graph;
        let described = |error| loaded.describe(&error);
        let breach = check_partition(graph, rules, &claim, &budget)
            .map_err(described)?
            .map(|(vertex, breach)| (vertex, explain(&loaded, claim[vertex as usize], breach)));
        let mut found = Findings { breach, ..Findings::default() };
        if found.breach.is_none() {
            let solution =
                solve(graph, rules, self.budget.threads(), &budget).map_err(described)?;
            let solution = solution.complete()?;
            found.wrong = (0..graph.vertices())
                .filter_map(|vertex| Some((vertex, solution.outcome(vertex)?)))
                .find(|&(vertex, truth)| truth != claim[vertex as usize])
                .map(|(vertex, truth)| {
                    (vertex, format!("claimed {}, in truth {truth}", claim[vertex as usize]))
                });
            if found.wrong.is_some() {
                found.second =
                    second_partition(graph, rules, &claim, &budget).map_err(described)?;
            }
        }
        progress.clear();
        let text =
            if self.json { found.json(&loaded)? } else { found.for_a_person(&loaded, &claim) };
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        let right = found.breach.is_none() && found.wrong.is_none();
        Ok(if right { Answer::Yes } else { Answer::No })
    }

    /// The claimed label of every vertex.
    fn claim(&self, loaded: &Loaded, budget: &Budget) -> Result<Vec<Label>, Failure> {
        let index = NameIndex::new(&loaded.names);
        let source = Source::of_argument(&self.claim);
        let file = source.name();
        let mut labels: Vec<Option<Label>> = vec![None; loaded.graph.vertices() as usize];
        read_partition(&source, budget, &mut |name, outcome, line| {
            let wrong = |found: String, expected: &str| {
                Err(FileError::malformed(&file, line, 1, found, expected))
            };
            let Some(vertex) = index.find(name) else {
                return wrong(
                    format!("vertex `{name}` is not in {}", loaded.name),
                    "a vertex of the graph",
                );
            };
            match labels[vertex as usize].replace(outcome) {
                Some(before) if before != outcome => {
                    wrong(format!("a second label for vertex `{name}`"), "one label a vertex")
                }
                _ => Ok(()),
            }
        })?;
        let missing = labels.iter().position(Option::is_none);
        if let Some(vertex) = missing {
            return Err(Failure::input(format!(
                "{file}: there is no label for vertex `{}`; every vertex needs one",
                loaded.names.get(vertex as u32)
            )));
        }
        Ok(labels.into_iter().flatten().collect())
    }
}

impl Findings {
    fn for_a_person(&self, loaded: &Loaded, claim: &[Label]) -> String {
        let name = |vertex: u32| loaded.names.get(vertex);
        let vertices = count(claim.len() as u64, "vertex", "vertices");
        if let Some((vertex, why)) = &self.breach {
            return format!("wrong at vertex {}: {why}\n", name(*vertex));
        }
        let Some((vertex, why)) = &self.wrong else {
            return format!("right: all {vertices} are labelled as they should be\n");
        };
        let mut text = format!(
            "wrong at vertex {}: {why}\nThe claim obeys the rules at every vertex, but the graph \
             has cycles, and there that is not enough.\n",
            name(*vertex)
        );
        if let Some(second) = &self.second {
            text += "Another labelling obeys the rules too:\n";
            const SHOWN: usize = 30;
            for (vertex, label) in second.iter().enumerate().take(SHOWN) {
                text += &format!("  {} {label}\n", name(vertex as u32));
            }
            if second.len() > SHOWN {
                text += &format!("  ... ({vertices} in all; --json has them)\n");
            }
        }
        text
    }

    fn json(&self, loaded: &Loaded) -> Result<String, Failure> {
        let name = |vertex: u32| loaded.names.get(vertex).to_string();
        let place = |found: &Option<(u32, String)>| {
            found
                .as_ref()
                .map(|(vertex, why)| serde_json::json!({ "vertex": name(*vertex), "reason": why }))
        };
        let second = self.second.as_ref().map(|labels| {
            labels
                .iter()
                .enumerate()
                .map(|(vertex, label)| [name(vertex as u32), label.to_string()])
                .collect::<Vec<_>>()
        });
        let answer = serde_json::json!({
            "schema": 1,
            "right": self.breach.is_none() && self.wrong.is_none(),
            "breaks_the_rules": place(&self.breach),
            "obeys_the_rules_but_is_wrong": place(&self.wrong),
            "second_labelling": second,
        });
        Ok(serde_json::to_string_pretty(&answer).map_err(Failure::input)? + "\n")
    }
}

fn explain(loaded: &Loaded, claimed: Label, breach: Breach) -> String {
    let name = |vertex: u32| loaded.names.get(vertex);
    let why = match breach {
        Breach::NoSuchLabel => "a label is one of N, P and D".to_owned(),
        Breach::Terminal { expected } => {
            format!("there is no move from it, so it must be {expected}")
        }
        Breach::NoMoveToP => "no move leads to a vertex claimed P".to_owned(),
        Breach::MoveToNotN { to } => {
            format!("the move to {} does not lead to a vertex claimed N", name(to))
        }
        Breach::MoveToP { to } => {
            format!("the move to {} leads to a vertex claimed P, so it must be N", name(to))
        }
        Breach::NoMoveToD => "no move leads to a vertex claimed D".to_owned(),
    };
    format!("claimed {claimed}, but {why}")
}
