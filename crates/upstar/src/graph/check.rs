//! Checks a claimed labelling.

use upstar_core::names::NameIndex;
use upstar_core::{Budget, Convention, Lease, Outcome};
use upstar_files::{FileError, Source, read_partition};
use upstar_graphs::{Breach, check_partition, second_partition, solve};

use super::named::NamedGraph;
use crate::analysis::{Analysis, Claim};
use crate::error::{Error, Result};

/// The approximate memory for a vertex of the second labelling, in bytes.
const LABEL: u64 = 48;

impl NamedGraph {
    /// Whether a claimed labelling of all vertices by N, P and D, in a CSV file with
    /// the columns `vertex,outcome`, is right.
    ///
    /// If not, the [`Claim`] of the analysis names the first vertex at which the claim violates the
    /// rules for one move. On a graph with cycles a wrong labelling can obey the rules at every
    /// vertex; the analysis then names the first vertex where it is wrong, with a second labelling
    /// that obeys the rules too.
    ///
    /// # Errors
    ///
    /// [`Error::File`] and [`Error::NoLabel`] for an invalid claim; [`Error::Graph`] if arcs are
    /// coloured; the budget.
    pub fn check(
        &self,
        claim: &Source,
        convention: Convention,
        threads: usize,
        budget: &Budget,
    ) -> Result<Analysis> {
        let labels = self.labels(claim, budget)?;
        let mut analysis = Analysis::new(claim.name());
        analysis.claim = Some(self.judge(&labels, convention, threads, budget)?);
        let mut facts = self.facts();
        facts.misere = convention == Convention::Misere;
        analysis.graph = Some(facts);
        Ok(analysis)
    }

    fn judge(
        &self,
        labels: &[Outcome],
        convention: Convention,
        threads: usize,
        budget: &Budget,
    ) -> Result<Claim> {
        let graph = self.graph();
        let described = |error| self.describe(error);
        let claimed = |v: u32| labels[v as usize];
        let breach = check_partition(graph, convention, labels, budget).map_err(described)?;
        if let Some((v, breach)) = breach {
            return Ok(Claim {
                reason: self.explain(claimed(v), breach),
                vertex: Some(self.text(v)),
                obeys_rules: Some(false),
                ..Claim::default()
            });
        }
        let run = solve(graph, convention, threads, budget).map_err(described)?;
        let solution = run.complete()?;
        let wrong = (0..graph.vertices())
            .filter_map(|v| Some((v, solution.outcome(v)?)))
            .find(|&(v, truth)| truth != claimed(v));
        let Some((v, truth)) = wrong else {
            let reason = "every vertex is labelled correctly".to_owned();
            return Ok(Claim { holds: true, reason, ..Claim::default() });
        };
        let mut found = Claim {
            reason: format!("claimed {}, in truth {truth}", claimed(v)),
            vertex: Some(self.text(v)),
            obeys_rules: Some(true),
            ..Claim::default()
        };
        let second = second_partition(graph, convention, labels, budget).map_err(described)?;
        if let Some(second) = second {
            let bytes = self.names().bytes() + LABEL * second.len() as u64;
            let _lease = Lease::of(budget, bytes)?;
            let names = self.names().iter().map(|name| name.to_string());
            found.second_labelling = names.zip(second).collect();
        }
        Ok(found)
    }

    /// The claimed label of every vertex.
    fn labels(&self, claim: &Source, budget: &Budget) -> Result<Vec<Outcome>> {
        let index = NameIndex::new(self.names());
        let file = claim.name();
        let mut labels: Vec<Option<Outcome>> = vec![None; self.graph().vertices() as usize];
        read_partition(claim, budget, &mut |name, outcome, line| {
            let wrong = |found: String, expected: &str| {
                Err(FileError::malformed(&file, line, 1, found, expected))
            };
            let Some(vertex) = index.find(name) else {
                return wrong(
                    format!("vertex `{name}` is not in {}", self.name()),
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
        match labels.iter().position(Option::is_none) {
            Some(v) => Err(Error::NoLabel { file, vertex: self.text(v as u32) }),
            None => Ok(labels.into_iter().flatten().collect()),
        }
    }

    fn explain(&self, claimed: Outcome, breach: Breach) -> String {
        let why = match breach {
            Breach::NoSuchLabel => "a label is one of N, P and D".to_owned(),
            Breach::Terminal { expected } => {
                format!("there is no move from it, so it must be {expected}")
            }
            Breach::NoMoveToP => "no move leads to a vertex claimed P".to_owned(),
            Breach::MoveToNotN { to } => {
                format!("the move to {} does not lead to a vertex claimed N", self.text(to))
            }
            Breach::MoveToP { to } => format!(
                "the move to {} leads to a vertex claimed P, so it must be N",
                self.text(to)
            ),
            Breach::NoMoveToD => "no move leads to a vertex claimed D".to_owned(),
        };
        format!("claimed {claimed}, but {why}")
    }
}
