//! Games given as an explicit graph.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use upstar::core::arcs::{Colour, MoveResult, Objective, Owners, UnknownWord, owner_number};
use upstar::core::names::{Names, TextNames};
use upstar::core::{Convention, Player, StopReason};
use upstar::files::graph::{GraphFormat, Header, ReadOptions};
use upstar::files::{FileError, Source};
use upstar::graphs::GraphBuilder;
use upstar::{Error, NamedGraph, PursuitRules};

use crate::cells::Cells;
use crate::owned::Owned;
use crate::payoffs::Payoffs;
use crate::solution::Solution;
use crate::table::Table;
use crate::vertices::Vertices;
use crate::work::{Failure, Object, run};

/// A game whose positions are the vertices of a graph and whose moves are its arcs.
///
/// `upstar.graph` makes one from pairs, a NetworkX graph, a data frame or a file.
///
/// >>> import upstar as up
/// >>> up.graph([("a", "b"), ("b", "c")]).solve().outcome("a")
/// 'P'
#[pyclass(frozen, module = "upstar", name = "Graph")]
pub(crate) struct Graph {
    graph: Arc<Vertices>,
}

/// Results of terminals, payoffs of terminals, weights of arcs.
type Ends = (Vec<(u32, String)>, Vec<(u32, i64)>, Vec<(u32, u32, i64)>);

/// A graph of arcs between numbered vertices, of which `nodes` are the objects; `players` is 0 for
/// both, 1 for Left, 2 for Right. `owners` are the players, 0 or 1, who move at the vertices, and
/// `ends` the results of terminals, their payoffs, and the weights of arcs.
#[pyfunction]
#[pyo3(signature = (name, nodes, names, sources, targets, players, owners, priorities, ends, budget))]
#[allow(clippy::too_many_arguments, reason = "called by the Python part of the package alone")]
pub(crate) fn graph_of_arcs(
    py: Python<'_>,
    name: &str,
    nodes: Option<&Bound<'_, PyList>>,
    names: Vec<String>,
    sources: Vec<u32>,
    targets: Vec<u32>,
    players: Option<Vec<u8>>,
    owners: Option<Vec<u8>>,
    priorities: Option<Vec<u32>>,
    ends: Option<Ends>,
    budget: Option<&Object<'_>>,
) -> PyResult<Graph> {
    let (results, payoffs, weights) = ends.unwrap_or_default();
    let results = results.into_iter().map(|(vertex, word)| Ok((vertex, word.parse()?)));
    let results = results
        .collect::<Result<Vec<(u32, MoveResult)>, UnknownWord>>()
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    if sources.len() != targets.len() || players.as_ref().is_some_and(|p| p.len() != sources.len())
    {
        return Err(PyValueError::new_err("each arc has a source and a target"));
    }
    let fits = |length: Option<usize>| length.is_none_or(|length| length == names.len());
    if !fits(owners.as_ref().map(Vec::len)) || !fits(priorities.as_ref().map(Vec::len)) {
        return Err(PyValueError::new_err("each vertex has an owner and a priority, or none has"));
    }
    let player = |owner: u8| if owner == 0 { Player::Left } else { Player::Right };
    let owners = Owners {
        players: owners.unwrap_or_default().into_iter().map(player).collect(),
        priorities: priorities.unwrap_or_default(),
    };
    let count = names.len() as u32;
    if sources.iter().chain(&targets).any(|&vertex| vertex >= count) {
        return Err(PyValueError::new_err("an arc has an end that is no vertex"));
    }
    let graph = run(py, budget, |budget| -> Result<NamedGraph, Failure> {
        let mut builder = GraphBuilder::with_budget(budget);
        builder.vertices(count);
        let mut ticker = budget.ticker();
        for (place, (&from, &to)) in sources.iter().zip(&targets).enumerate() {
            ticker.tick(1)?;
            let colour = players.as_ref().map_or(0, |players| players[place]);
            let added = match colour {
                0 if players.is_none() => builder.arc(from, to),
                0 => builder.coloured_arc(from, to, Colour::Both),
                1 => builder.coloured_arc(from, to, Colour::Left),
                _ => builder.coloured_arc(from, to, Colour::Right),
            };
            added.map_err(|error| Failure::Undefined(error.to_string()))?;
        }
        for (vertex, result) in results {
            let added = builder.result(vertex, result);
            added.map_err(|error| Failure::Undefined(error.to_string()))?;
        }
        let graph = builder.finish().map_err(|error| Failure::Undefined(error.to_string()))?;
        let texts: TextNames = names.iter().map(String::as_str).collect();
        let graph = NamedGraph::new(name, graph, Names::Text(texts)).with_owners(owners);
        Ok(graph.with_payoffs(payoffs, weights))
    })?;
    let graph = match nodes {
        Some(nodes) => Vertices::of_objects(graph, nodes)?,
        None => Vertices::named(graph),
    };
    Ok(Graph { graph })
}

/// How a file is read.
pub(crate) fn read_options(
    format: Option<&str>,
    columns: Vec<String>,
    header: Option<bool>,
    base: Option<u64>,
    undirected: bool,
) -> PyResult<ReadOptions> {
    let mut options = ReadOptions::default();
    let format = format.map(str::parse).transpose();
    options.format = format.map_err(|error: FileError| PyValueError::new_err(error.to_string()))?;
    if !matches!(columns.len(), 0 | 2 | 3) {
        return Err(PyValueError::new_err(
            "columns are two or three: from, to, and perhaps colour",
        ));
    }
    if base.is_some_and(|base| base > 1) {
        return Err(PyValueError::new_err("the first vertex is number 0 or 1"));
    }
    if base.is_some() && options.format != Some(GraphFormat::Contest) {
        return Err(PyValueError::new_err("base is for the format \"contest\""));
    }
    options.columns = columns;
    options.header = match header {
        None => Header::Guess,
        Some(true) => Header::Present,
        Some(false) => Header::Absent,
    };
    (options.base, options.undirected) = (base, undirected);
    Ok(options)
}

/// Reads a graph from a file; the name or the content determines the format.
#[pyfunction]
#[pyo3(signature = (path, owners, format, columns, header, base, undirected, budget))]
#[allow(clippy::too_many_arguments, reason = "called by the Python part of the package alone")]
pub(crate) fn graph_of_file(
    py: Python<'_>,
    path: PathBuf,
    owners: bool,
    format: Option<&str>,
    columns: Vec<String>,
    header: Option<bool>,
    base: Option<u64>,
    undirected: bool,
    budget: Option<&Object<'_>>,
) -> PyResult<Graph> {
    let mut options = read_options(format, columns, header, base, undirected)?;
    options.owners = owners;
    let graph = run(py, budget, |budget| {
        NamedGraph::read_with_owners(&Source::Path(path), &options, budget)
    })?;
    Ok(Graph { graph: Vertices::named(graph) })
}

impl Graph {
    pub(crate) fn vertices_of(&self) -> Arc<Vertices> {
        self.graph.clone()
    }

    /// The text of a call that solves a graph again, if the graph has one.
    pub(crate) fn solved_again(
        py: Python<'_>,
        graph: &Arc<Vertices>,
        asked: &str,
    ) -> PyResult<Option<String>> {
        let graph = Bound::new(py, Graph { graph: graph.clone() })?;
        let text: Option<String> =
            py.import("upstar._frames")?.getattr("written")?.call1((graph,))?.extract()?;
        Ok(text.map(|graph| format!("{graph}.solve({asked})")))
    }

    fn outcomes(
        &self,
        py: Python<'_>,
        misere: bool,
        threads: usize,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Solution> {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let threads = threads.clamp(1, 1024);
        let run = run(py, budget, |budget| {
            Ok::<_, Error>(self.graph.solve(convention, threads, budget)?.run())
        })?;
        let asked = if misere { "misere=True".to_owned() } else { String::new() };
        Ok(Solution { graph: self.graph.clone(), asked, run })
    }
}

#[pymethods]
impl Graph {
    /// How many vertices there are.
    fn __len__(&self) -> usize {
        self.graph.graph().vertices() as usize
    }

    /// How many arcs there are.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([("a", "b"), ("b", "c")]).arcs
    /// 2
    #[getter]
    fn arcs(&self) -> u64 {
        self.graph.graph().arcs()
    }

    /// The vertices: the objects that the graph was made of, or the names in a file.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([((0, 1), (0, 2)), ((0, 2), 1)]).vertices
    /// [(0, 1), (0, 2), 1]
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.graph.list(py, 0..self.graph.graph().vertices())
    }

    /// Whether the players have different moves.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([("a", "b", "left")]).is_partizan
    /// True
    #[getter]
    fn is_partizan(&self) -> bool {
        self.graph.graph().is_coloured()
    }

    /// The owner of each vertex, 0 or 1, by the order of the vertices; empty if they have none.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([("a", "b")], owners={"a": 1, "b": 0}).owners
    /// [1, 0]
    #[getter]
    fn owners(&self) -> Vec<u32> {
        self.graph.owners().players.iter().map(|&player| owner_number(player).into()).collect()
    }

    /// The outcome, remoteness and best move of every vertex; with an objective, for graphs whose
    /// vertices have owners, the winner of every vertex and a strategy for both players. The objective
    /// `payoff` gives the payoff of every vertex; endless play is worth `endless`.
    ///
    /// >>> import upstar as up
    /// >>> graph = up.graph([("a", "b"), ("b", "c")])
    /// >>> graph.solve().winner("b"), graph.solve(misere=True).winner("b")
    /// ('first', 'second')
    #[expect(clippy::too_many_arguments, reason = "the options of a question, given by name")]
    #[pyo3(signature = (*, misere=false, objective=None, targets=None, endless=0, threads=1,
                        budget=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        misere: bool,
        objective: Option<&str>,
        targets: Option<Vec<Object<'py>>>,
        endless: i64,
        threads: usize,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        if endless != 0 && objective != Some("payoff") {
            return Err(PyValueError::new_err(
                "endless play has a worth with objective=\"payoff\"",
            ));
        }
        let Some(objective) = objective else {
            if targets.is_some() {
                return Err(PyValueError::new_err("targets need an objective"));
            }
            return Ok(Bound::new(py, self.outcomes(py, misere, threads, budget)?)?.into_any());
        };
        if misere {
            return Err(PyValueError::new_err("misère play has no objective"));
        }
        if objective == "payoff" {
            if targets.is_some() {
                return Err(PyValueError::new_err("payoffs have no targets"));
            }
            let solution = run(py, budget, |budget| {
                Ok::<_, Error>(self.graph.solve_payoffs(endless, budget)?.into_solution())
            })?;
            let graph = self.graph.clone();
            return Ok(Bound::new(py, Payoffs { graph, endless, solution })?.into_any());
        }
        let objective: Objective = objective
            .parse()
            .map_err(|error: UnknownWord| PyValueError::new_err(error.to_string()))?;
        let mut numbers = Vec::new();
        for target in targets.iter().flatten() {
            numbers.push(self.graph.number(target)?);
        }
        let targets = targets.map(|targets| PyList::new(py, targets)?.repr());
        let asked = match targets.transpose()? {
            Some(targets) => format!("objective='{objective}', targets={targets}"),
            None => format!("objective='{objective}'"),
        };
        let solution = run(py, budget, |budget| {
            Ok::<_, Error>(
                self.graph.solve_owned(Some(objective), &numbers, budget)?.into_solution(),
            )
        })?;
        Ok(Bound::new(py, Owned { graph: self.graph.clone(), asked, solution })?.into_any())
    }

    /// Cops and robbers on the graph, with 1, 2, ... cops up to ``cops`` until they catch the robber: an
    /// analysis with the cop number, the capture time and a line of best play. With ``robber_first`` the
    /// robber makes the first move; without ``stay`` a piece that can move must move.
    ///
    /// >>> import upstar as up
    /// >>> path = up.graph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")])
    /// >>> path.pursuit(cops=1).properties["cop_number"]
    /// 1
    #[pyo3(signature = (*, cops=2, robber_first=false, stay=true, budget=None))]
    fn pursuit<'py>(
        &self,
        py: Python<'py>,
        cops: u32,
        robber_first: bool,
        stay: bool,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Object<'py>> {
        let rules = PursuitRules { cops, robber_first, stay };
        let found =
            run(py, budget, |budget| self.graph.pursue(rules, budget, |_| Ok::<_, Error>(())))?;
        py.import("upstar._analysis")?.getattr("_read")?.call1((found.to_json(),))
    }

    /// The value of every vertex of an impartial graph in sums: nimbers, or loopy nimbers where
    /// there are cycles. A table of vertices and values.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([("a", "b"), ("b", "c"), ("a", "c")]).values()["value"]
    /// [Game('*2'), Game('*'), Game(0)]
    #[pyo3(signature = (*, budget=None))]
    fn values(&self, py: Python<'_>, budget: Option<&Object<'_>>) -> PyResult<Table> {
        run(py, budget, |budget| {
            let values = self.graph.values(budget)?;
            let count = self.graph.graph().vertices();
            let texts = (0..count).map(|v| Some(values.get(v).to_string())).collect();
            let columns = vec![("vertex", self.graph.all()), ("value", Cells::Values(texts))];
            Ok::<_, Error>(Table::new(columns, StopReason::Finished))
        })
    }

    /// A picture of a small graph, coloured by outcome, as an object that notebooks show.
    ///
    /// >>> import upstar as up
    /// >>> str(up.graph([("a", "b")]).draw())[:4]
    /// '<svg'
    #[pyo3(signature = (start=None, *, misere=false))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        start: Option<&Object<'py>>,
        misere: bool,
    ) -> PyResult<Object<'py>> {
        self.outcomes(py, misere, 1, None)?.draw(py, start)
    }

    /// What `graph_of_arcs` makes the graph of again: for `pickle` and `repr`.
    fn _parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let graph = self.graph.graph();
        let successors = run(py, None, |_| graph.successors().map_err(Failure::from))?;
        let (mut sources, mut targets, mut players) = (Vec::new(), Vec::new(), Vec::new());
        for from in 0..graph.vertices() {
            for (to, colour) in successors.coloured(from) {
                sources.push(from);
                targets.push(to);
                players.push(match colour {
                    Colour::Both => 0,
                    Colour::Left => 1,
                    Colour::Right => 2,
                });
            }
        }
        let players = graph.is_coloured().then(|| PyList::new(py, players)).transpose()?;
        let owners = self.graph.owners();
        let owned = |list: &[u32]| (!list.is_empty()).then(|| PyList::new(py, list)).transpose();
        let nodes = self.graph.are_objects().then(|| self.vertices(py)).transpose()?;
        let names = self.graph.names().iter().map(|name| name.to_string());
        let results: Vec<(u32, String)> =
            graph.results().iter().map(|&(vertex, result)| (vertex, result.to_string())).collect();
        let ends = (results, self.graph.payoffs().to_vec(), self.graph.weights().to_vec());
        let parts = (
            self.graph.name(),
            nodes,
            PyList::new(py, names)?,
            sources,
            targets,
            players,
            owned(&self.owners())?,
            owned(&owners.priorities)?,
            ends,
            py.None(),
        );
        parts.into_pyobject(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Object<'py>, Bound<'py, PyTuple>)> {
        Ok((py.import("upstar._upstar")?.getattr("graph_of_arcs")?, self._parts(py)?))
    }

    /// The graph as a NetworkX `DiGraph`, with the players of arcs and the owners and priorities of
    /// vertices as attributes, as `upstar.graph` reads them.
    ///
    /// >>> import upstar as up
    /// >>> list(up.graph({3: [2, 1], 2: [1]}).to_networkx().edges)
    /// [(3, 2), (3, 1), (2, 1)]
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Object<'py>> {
        slf.py().import("upstar._frames")?.getattr("to_networkx")?.call1((slf,))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let few = self.graph.graph().vertices() <= 60 && self.graph.owners().is_empty();
        if few { self.outcomes(py, false, 1, None)?.svg(py, None).map(Some) } else { Ok(None) }
    }

    /// What makes the graph again, if it is small and was made of objects.
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let graph = slf.get().graph.graph();
        let text = slf.py().import("upstar._frames")?.getattr("written")?.call1((slf,))?;
        if !text.is_none() {
            return text.extract();
        }
        Ok(format!("<upstar.Graph: {} vertices, {} arcs>", graph.vertices(), graph.arcs()))
    }
}
