//! The results for a graph, whether its arcs are in memory, on disk or in several processes.

use std::path::Path;

use upstar_core::{Budget, Convention, StopReason};
use upstar_files::table::Format;
use upstar_values::Style;

use super::named::NamedGraph;
use super::out_of_core::{OutOfCoreGraph, OutOfCoreSolution, OutOfCoreValues};
use super::owned::OwnedAnswer;
use super::payoffs::PayoffAnswer;
use super::solve::SolvedGraph;
use super::values::ValuedGraph;
use crate::analysis::Analysis;
use crate::error::{Error, Result};

/// A question about all vertices of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphTask {
    /// The outcome of each.
    Solve(Convention),
    /// The value of each in a sum, written in this style.
    Values(Style),
}

/// The answer to a [`GraphTask`], independent of the method.
///
/// ```
/// use upstar::core::{Budget, Convention};
/// use upstar::graphs::Graph;
/// use upstar::{GraphTask, NamedGraph};
///
/// let graph = Graph::from_arcs(3, [(0, 1), (1, 2)])?;
/// let graph = NamedGraph::new("path", graph, upstar::core::names::Names::Dense(3));
/// let budget = Budget::unlimited();
/// let mut answer = graph.answer(GraphTask::Solve(Convention::Normal), 1, &budget)?;
/// assert_eq!(answer.analysis(Some("1"), &budget)?.play[0].line, ["1", "2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum GraphAnswer<'a> {
    /// Outcomes, with the graph in memory.
    Solved(SolvedGraph<'a>),
    /// Values, with the graph in memory.
    Values(ValuedGraph<'a>, Style),
    /// Winners of a game whose vertices have owners.
    Owned(Box<OwnedAnswer<'a>>),
    /// Payoffs of terminals under best play.
    Payoffs(Box<PayoffAnswer<'a>>),
    /// Outcomes, with the arcs on disk.
    SolvedOutOfCore(Box<OutOfCoreSolution<'a>>),
    /// Values, with the arcs on disk.
    ValuesOutOfCore(Box<OutOfCoreValues<'a>>, Style),
    /// The results of several processes, which have written their tables.
    #[cfg(feature = "cluster")]
    Cluster(Box<Analysis>),
}

impl NamedGraph {
    /// Answers a question about all vertices.
    ///
    /// # Errors
    ///
    /// As [`NamedGraph::solve`] and [`NamedGraph::values`].
    pub fn answer(
        &self,
        task: GraphTask,
        threads: usize,
        budget: &Budget,
    ) -> Result<GraphAnswer<'_>> {
        Ok(match task {
            GraphTask::Solve(convention) => {
                GraphAnswer::Solved(self.solve(convention, threads, budget)?)
            }
            GraphTask::Values(style) => GraphAnswer::Values(self.values(budget)?, style),
        })
    }
}

impl<'w> OutOfCoreGraph<'w> {
    /// Answers a question about all vertices.
    ///
    /// # Errors
    ///
    /// As [`OutOfCoreGraph::solve`] and [`OutOfCoreGraph::values`].
    pub fn answer(self, task: GraphTask, budget: &Budget) -> Result<GraphAnswer<'w>> {
        Ok(match task {
            GraphTask::Solve(convention) => {
                GraphAnswer::SolvedOutOfCore(Box::new(self.solve(convention, budget)?))
            }
            GraphTask::Values(style) => {
                GraphAnswer::ValuesOutOfCore(Box::new(self.values(budget)?), style)
            }
        })
    }
}

impl GraphAnswer<'_> {
    /// The reason why the work stopped.
    #[must_use]
    pub fn stop(&self) -> StopReason {
        match self {
            GraphAnswer::Solved(solved) => solved.stop(),
            GraphAnswer::SolvedOutOfCore(solved) => solved.stop(),
            // There is no answer unless all values are known.
            _ => StopReason::Finished,
        }
    }

    /// Writes the table of all vertices to `path` (`-`: standard output), row by row.
    ///
    /// # Errors
    ///
    /// [`Error::File`]; [`Error::OutOfCore`]; the budget.
    pub fn write_table(&mut self, path: &Path, format: Format, budget: &Budget) -> Result {
        match self {
            GraphAnswer::Solved(solved) => solved.write_table(path, format, budget),
            GraphAnswer::Values(values, style) => values.write_table(path, format, *style, budget),
            GraphAnswer::Owned(solved) => solved.write_table(path, format, budget),
            GraphAnswer::Payoffs(solved) => solved.write_table(path, format, budget),
            GraphAnswer::SolvedOutOfCore(solved) => solved.write_table(path, format, budget),
            GraphAnswer::ValuesOutOfCore(values, style) => {
                values.write_table(path, format, *style, budget)
            }
            #[cfg(feature = "cluster")]
            GraphAnswer::Cluster(_) => Ok(()),
        }
    }

    /// Writes a certificate to `path`, which [`verify_graph`](crate::verify_graph) can check.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfCore`] if the arcs are not in memory; [`Error::Graph`] if the run was stopped;
    /// [`Error::File`]; the budget.
    pub fn certify(&self, path: &Path, budget: &Budget) -> Result {
        match self {
            GraphAnswer::Solved(solved) => solved.certify(path, budget),
            GraphAnswer::Values(values, _) => values.certify(path, budget),
            GraphAnswer::Owned(solved) => solved.certify(path, budget),
            GraphAnswer::Payoffs(solved) => Err(Error::Graph {
                graph: solved.graph().name().to_owned(),
                message: "there are no certificates of payoffs".to_owned(),
            }),
            _ => Err(Error::OutOfCore("a certificate needs the arcs in memory".to_owned())),
        }
    }

    /// The results for the whole graph, or for one vertex by its name.
    ///
    /// # Errors
    ///
    /// [`Error::NoVertex`]; [`Error::File`]; [`Error::OutOfCore`]; the budget.
    pub fn analysis(&mut self, vertex: Option<&str>, budget: &Budget) -> Result<Analysis> {
        let of = |graph: &NamedGraph| vertex.map(|name| graph.vertex(name)).transpose();
        match self {
            GraphAnswer::Solved(solved) => solved.analysis(of(solved.graph())?),
            GraphAnswer::Values(values, style) => Ok(values.analysis(of(values.graph())?, *style)),
            GraphAnswer::Owned(solved) => Ok(solved.analysis(of(solved.graph())?)),
            GraphAnswer::Payoffs(solved) => solved.analysis(of(solved.graph())?, budget),
            GraphAnswer::SolvedOutOfCore(solved) => solved.analysis(vertex, budget),
            GraphAnswer::ValuesOutOfCore(values, style) => values.analysis(vertex, *style, budget),
            #[cfg(feature = "cluster")]
            GraphAnswer::Cluster(analysis) => Ok((**analysis).clone()),
        }
    }
}
