//! Graphs with the names of their vertices.

use upstar_core::arcs::{Colour, Owners};
use upstar_core::names::Names;
use upstar_core::{Budget, edits};
use upstar_files::graph::{GraphSummary, ReadOptions, read_graph};
use upstar_files::{FileError, Source};
use upstar_graphs::{Graph, GraphBuilder, GraphError};

use crate::analysis::GraphFacts;
use crate::error::{Error, Result};

/// A graph with named vertices, as read from a file.
///
/// ```
/// use upstar::core::{Budget, Convention, Outcome};
/// use upstar::files::Source;
/// use upstar::NamedGraph;
///
/// // One can move from y to x, from y to z and back; x is the end.
/// let source = Source::bytes("g.csv", "from,to\ny,x\ny,z\nz,y\n");
/// let budget = Budget::unlimited();
/// let graph = NamedGraph::read(&source, &Default::default(), &budget)?;
/// let solved = graph.solve(Convention::Normal, 1, &budget)?;
/// let analysis = solved.analysis(Some(graph.vertex("y")?))?;
/// assert_eq!(analysis.outcome, Some(Outcome::N));
/// assert_eq!(analysis.play[0].line, ["y", "x"]);
/// # Ok::<(), upstar::Error>(())
/// ```
#[derive(Debug)]
pub struct NamedGraph {
    name: String,
    graph: Graph,
    names: Names,
    owners: Owners,
    /// What the first line of the file was read as, if it was no arc.
    header: Option<String>,
    start: Option<u32>,
    payoffs: Vec<(u32, i64)>,
    weights: Vec<(u32, u32, i64)>,
    /// Sums that the file asks about.
    sums: Vec<Vec<u32>>,
}

impl NamedGraph {
    /// A graph with names for its vertices, called `name` in analyses and messages.
    ///
    /// # Panics
    ///
    /// If the numbers of names and vertices differ.
    #[must_use]
    pub fn new(name: impl Into<String>, graph: Graph, names: Names) -> Self {
        assert_eq!(names.len(), graph.vertices(), "names of vertices");
        NamedGraph {
            name: name.into(),
            graph,
            names,
            owners: Owners::default(),
            header: None,
            start: None,
            payoffs: Vec::new(),
            weights: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// The same graph with owners and perhaps priorities of its vertices.
    ///
    /// # Panics
    ///
    /// If a list is neither empty nor as long as there are vertices.
    #[must_use]
    pub fn with_owners(mut self, owners: Owners) -> Self {
        let fits = |len: usize| len == 0 || len == self.graph.vertices() as usize;
        assert!(fits(owners.players.len()) && fits(owners.priorities.len()), "owners of vertices");
        self.owners = owners;
        self
    }

    /// The same graph with payoffs of its terminals, and perhaps with its arcs and their weights.
    #[must_use]
    pub fn with_payoffs(mut self, payoffs: Vec<(u32, i64)>, weights: Vec<(u32, u32, i64)>) -> Self {
        (self.payoffs, self.weights) = (payoffs, weights);
        self
    }

    /// Reads the graph file at `path` (`-`: standard input).
    ///
    /// # Errors
    ///
    /// [`Error::File`] with the position in the file; [`Error::Graph`]; the budget.
    pub fn open(path: &str, options: &ReadOptions, budget: &Budget) -> Result<Self> {
        Self::read(&Source::of_argument(path), options, budget)
    }

    /// Reads a graph from a file, standard input or memory.
    ///
    /// # Errors
    ///
    /// As [`NamedGraph::open`]; [`Error::Owners`] if the vertices have owners.
    pub fn read(source: &Source, options: &ReadOptions, budget: &Budget) -> Result<Self> {
        let graph = Self::read_with_owners(source, options, budget)?;
        graph.refuse_owners()?;
        Ok(graph)
    }

    /// Reads a graph whose vertices may have owners, for [`NamedGraph::solve_owned`], and payoffs, for
    /// [`NamedGraph::solve_payoffs`].
    ///
    /// # Errors
    ///
    /// As [`NamedGraph::open`].
    pub fn read_with_owners(
        source: &Source,
        options: &ReadOptions,
        budget: &Budget,
    ) -> Result<Self> {
        let mut builder = GraphBuilder::with_budget(budget);
        let mut ticker = budget.ticker();
        let mut sink = |arcs: &[(u32, u32)], colours: &[Colour]| {
            ticker.tick(arcs.len() as u64)?;
            let added = if colours.is_empty() {
                arcs.iter().try_for_each(|&(from, to)| builder.arc(from, to))
            } else {
                arcs.iter()
                    .zip(colours)
                    .try_for_each(|(&(from, to), &colour)| builder.coloured_arc(from, to, colour))
            };
            added.map_err(|error| match error {
                GraphError::Exhausted(exhausted) => FileError::Exhausted(exhausted),
                other => FileError::Sink(Box::new(other)),
            })
        };
        let summary = read_graph(source, options, &mut sink, budget)?;
        let name = match source {
            Source::Stdin => "standard input".to_owned(),
            other => other.name(),
        };
        let described = |error| describe(&name, &summary.names, &error);
        builder.vertices(summary.names.len());
        for &(vertex, result) in &summary.terminals {
            builder.result(vertex, result).map_err(described)?;
        }
        let graph = builder.finish().map_err(described)?;
        let GraphSummary { names, owners, header, start, payoffs, weights, sums, .. } = summary;
        Ok(NamedGraph { name, graph, names, owners, header, start, payoffs, weights, sums })
    }

    /// The name of the graph: the file name as given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The names of the vertices.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// An error if vertices have owners or payoffs: most questions are about graphs without them.
    pub(super) fn refuse_owners(&self) -> Result {
        if !self.payoffs.is_empty() {
            return Err(FileError::payoffs(&self.name).into());
        }
        if self.owners.is_empty() { Ok(()) } else { Err(Error::Owners(self.name.clone())) }
    }

    /// Owners and priorities of the vertices, if there are any.
    #[must_use]
    pub fn owners(&self) -> &Owners {
        &self.owners
    }

    /// The payoffs of terminals, as the file gives them.
    #[must_use]
    pub fn payoffs(&self) -> &[(u32, i64)] {
        &self.payoffs
    }

    /// The arcs with their weights, if they were read and there are any.
    #[must_use]
    pub fn weights(&self) -> &[(u32, u32, i64)] {
        &self.weights
    }

    /// The meaning of the first line of the file, if it is not an arc.
    #[must_use]
    pub fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// The vertex where play starts, if the file says so.
    #[must_use]
    pub fn start(&self) -> Option<u32> {
        self.start
    }

    /// Takes the sums that the file asks about.
    pub(super) fn take_sums(&mut self) -> Vec<Vec<u32>> {
        std::mem::take(&mut self.sums)
    }

    /// The vertex called `name`.
    ///
    /// # Errors
    ///
    /// [`Error::NoVertex`], with a vertex of a similar name.
    pub fn vertex(&self, name: &str) -> Result<u32> {
        self.names.find(name).ok_or_else(|| Error::NoVertex {
            graph: self.name.clone(),
            vertex: name.to_owned(),
            near: near_miss(&self.names, name),
        })
    }

    /// The name of vertex `v`.
    pub(super) fn text(&self, v: u32) -> String {
        self.names.get(v).to_string()
    }

    /// An error of the engine, with the names of vertices.
    pub(super) fn describe(&self, error: GraphError) -> Error {
        describe(&self.name, &self.names, &error)
    }

    /// The size of the graph, for an analysis.
    pub(super) fn facts(&self) -> GraphFacts {
        GraphFacts {
            vertices: u64::from(self.graph.vertices()),
            arcs: self.graph.arcs(),
            coloured: self.graph.is_coloured(),
            header: self.header.clone(),
            ..GraphFacts::default()
        }
    }
}

fn describe(file: &str, names: &Names, error: &GraphError) -> Error {
    described(file, |vertex| names.get(vertex).to_string(), error)
}

/// An error of the engine, with vertices named by `name`.
pub(super) fn described(file: &str, name: impl Fn(u32) -> String, error: &GraphError) -> Error {
    let message = match error {
        GraphError::Exhausted(exhausted) => return Error::Exhausted(*exhausted),
        GraphError::DegreeTooLarge { vertex, degree, limit } => format!(
            "vertex `{}` has {degree} outgoing arcs; at most {limit} can be counted",
            name(*vertex)
        ),
        GraphError::DepthTooLarge { vertex, limit } => format!(
            "vertex `{}` is more than {limit} moves from the end, the most that can be counted",
            name(*vertex)
        ),
        GraphError::ResultNotTerminal { vertex } => format!(
            "vertex `{}` has a result of its own, but there are moves from it; only a vertex \
             without moves can have one",
            name(*vertex)
        ),
        GraphError::TwoResults { vertex } => {
            format!("vertex `{}` has two different results", name(*vertex))
        }
        GraphError::NotNormalPlay { vertex } => format!(
            "vertex `{}` is a terminal that is not lost for the player to move; values are \
             defined for normal play",
            name(*vertex)
        ),
        GraphError::Cyclic { cycle } => format!(
            "the graph has a cycle, so its vertices need not have Grundy values: {}",
            cycle_text(&name, cycle)
        ),
        GraphError::ResultInSum { vertex } => format!(
            "vertex `{}` has a result of its own; in a sum the game ends only when nothing can move",
            name(*vertex)
        ),
        GraphError::WrongValues { vertex } => {
            format!("the values are not those of this graph: that of vertex `{}`", name(*vertex))
        }
        GraphError::PayoffNotTerminal { vertex } => format!(
            "vertex `{}` has a payoff, but there are moves from it; only a vertex without moves can \
             have one",
            name(*vertex)
        ),
        GraphError::TwoPayoffs { vertex } => {
            format!(
                "vertex `{}` has a payoff and a result; one of the two is enough",
                name(*vertex)
            )
        }
        GraphError::NoPayoff { vertex } => {
            format!("vertex `{}` has no moves and no payoff", name(*vertex))
        }
        GraphError::PayoffTooLarge { vertex } => {
            format!("the payoff of vertex `{}` does not fit into 64 bits", name(*vertex))
        }
        GraphError::DrawWithOwners { vertex } => format!(
            "vertex `{}` is a draw, but one of the players wins every game with an objective",
            name(*vertex)
        ),
        other => other.to_string(),
    };
    Error::Graph { graph: file.to_owned(), message }
}

/// A readable cycle, without its middle if it is long.
pub(super) fn cycle_text(name: impl Fn(u32) -> String, cycle: &[u32]) -> String {
    const SHOWN: usize = 12;
    let mut steps: Vec<String> = cycle.iter().take(SHOWN).map(|&vertex| name(vertex)).collect();
    if cycle.len() > SHOWN {
        steps.push(format!("... ({} vertices)", cycle.len()));
    }
    steps.extend(cycle.first().map(|&first| name(first)));
    steps.join(" -> ")
}

/// A vertex whose name differs from `name` in case, spaces or one character, searched among the
/// first hundred thousand.
fn near_miss(names: &Names, name: &str) -> Option<String> {
    let folded = |text: &str| text.trim().to_lowercase();
    let wanted = folded(name);
    names.iter().take(100_000).map(|candidate| candidate.to_string()).find(|candidate| {
        let candidate = folded(candidate);
        candidate.len().abs_diff(wanted.len()) <= 4
            && edits(&candidate, &wanted).is_some_and(|edits| edits <= 1)
    })
}
