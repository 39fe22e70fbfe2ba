//! A graph that was solved out of core.

use upstar_core::{Convention, Outcome};

use super::ExternalGraph;
use super::levels::Log;
use crate::solve::Counts;

/// The outcome and remoteness of each vertex of an [`ExternalGraph`], on disk, in the order in
/// which they were found. With coloured arcs, of each pair of a vertex and a player to move.
#[derive(Debug)]
pub struct ExternalSolution<'s> {
    pub(super) graph: ExternalGraph<'s>,
    pub(super) log: Log,
    convention: Convention,
    complete: bool,
}

impl<'s> ExternalSolution<'s> {
    pub(super) fn new(
        graph: ExternalGraph<'s>,
        convention: Convention,
        log: Log,
        complete: bool,
    ) -> Self {
        ExternalSolution { graph, log, convention, complete }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &ExternalGraph<'s> {
        &self.graph
    }

    /// The convention of the solution.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Whether the run went to its end, so that no outcome is unknown.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The number of vertices or pairs with each outcome.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let (n, p) = (self.log.won, self.log.lost);
        let rest = u64::from(self.graph.pairs()) - n - p;
        let (d, unknown) = if self.complete { (rest, 0) } else { (0, rest) };
        Counts { n, p, d, unknown }
    }

    /// The first vertex or pair with the greatest remoteness of an outcome (N or P), and that
    /// remoteness.
    #[must_use]
    pub fn longest(&self, outcome: Outcome) -> Option<(u32, u32)> {
        self.log.longest(outcome)
    }
}
