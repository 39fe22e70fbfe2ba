//! The outcomes of the vertices of a graph.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use upstar::Error;
use upstar::core::{Budget, Outcome, Player, Run, StopReason};
use upstar::graphs::GraphSolution;

use crate::cells::Cells;
use crate::convert::{player_of, winner_of};
use crate::graph::Graph;
use crate::table::Table;
use crate::vertices::Vertices;
use crate::work::{Object, run};

/// The outcomes of all vertices of a graph: a table, and answers for each vertex.
///
/// >>> import upstar as up
/// >>> solution = up.graph([("a", "b"), ("b", "c"), ("b", "b")]).solve()
/// >>> solution.outcome("a"), solution.outcome("b"), solution.winning_moves("b")
/// ('P', 'N', ['c'])
#[pyclass(frozen, module = "upstar", name = "Solution")]
pub(crate) struct Solution {
    pub(crate) graph: Arc<Vertices>,
    /// The options of the question, as Python writes them.
    pub(crate) asked: String,
    pub(crate) run: Arc<Run<GraphSolution>>,
}

impl Solution {
    pub(crate) fn svg(&self, py: Python<'_>, start: Option<u32>) -> PyResult<String> {
        run(py, None, |_| {
            let scene = self.graph.solved(self.run.clone()).scene(start, None)?;
            Ok::<_, Error>(upstar::draw::svg(&scene))
        })
    }

    fn columns(&self, budget: &Budget) -> Result<Vec<(&'static str, Cells)>, Error> {
        let count = self.graph.graph().vertices();
        let text = |outcome: Option<Outcome>| outcome.map(|outcome| outcome.name().to_owned());
        let mut columns = Vec::new();
        match &self.run.found {
            GraphSolution::Impartial(solution) => {
                let moves = solution.best_moves(self.graph.graph(), budget)?;
                let outcomes = (0..count).map(|v| text(solution.outcome(v))).collect();
                let ends = (0..count).map(|v| solution.remoteness(v).map(u64::from)).collect();
                columns.push(("outcome", Cells::Text(outcomes)));
                columns.push(("remoteness", Cells::Whole(ends)));
                columns.push(("move", self.graph.column((0..count).map(|v| moves.get(v)))));
            }
            GraphSolution::Coloured(solution) => {
                let moves = solution.best_moves(budget)?;
                let outcomes = (0..count).map(|v| text(solution.outcome(v))).collect();
                columns.push(("outcome", Cells::Text(outcomes)));
                let titles = [["left_remoteness", "left_move"], ["right_remoteness", "right_move"]];
                for (player, [ends_name, moves_name]) in Player::BOTH.into_iter().zip(titles) {
                    let ends = |v| solution.remoteness(v, player).map(u64::from);
                    columns.push((ends_name, Cells::Whole((0..count).map(ends).collect())));
                    let best = (0..count).map(|v| moves.get(v, player));
                    columns.push((moves_name, self.graph.column(best)));
                }
            }
        }
        columns.insert(0, ("vertex", self.graph.all()));
        Ok(columns)
    }
}

#[pymethods]
impl Solution {
    /// Whether every vertex is known; otherwise the budget ran out.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([("a", "b")]).solve().is_complete
    /// True
    #[getter]
    fn is_complete(&self) -> bool {
        self.run.stop == StopReason::Finished
    }

    /// The outcome of a vertex; `None` if the budget ran out before it was known.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([("a", "b")]).solve().outcome("a")
    /// 'N'
    #[pyo3(signature = (vertex, /))]
    fn outcome(&self, vertex: &Object<'_>) -> PyResult<Option<&'static str>> {
        let vertex = self.graph.number(vertex)?;
        Ok(self.run.found.outcome(vertex).map(Outcome::name))
    }

    /// Who wins from a vertex: "left", "right", "first" (whoever moves first) or "second"; `None` of
    /// draws, and where the budget ran out.
    ///
    /// >>> import upstar as up
    /// >>> up.graph([("a", "b")]).solve().winner("a")
    /// 'first'
    #[pyo3(signature = (vertex, /))]
    fn winner(&self, vertex: &Object<'_>) -> PyResult<Option<&'static str>> {
        let vertex = self.graph.number(vertex)?;
        Ok(self.run.found.outcome(vertex).and_then(winner_of))
    }

    /// The vertices to which a player can move and win.
    ///
    /// >>> import upstar as up
    /// >>> up.graph({3: [2, 1], 2: [1]}).solve().winning_moves(3)
    /// [1]
    #[pyo3(signature = (vertex, player="left", /))]
    fn winning_moves<'py>(
        &self,
        vertex: &Object<'py>,
        player: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = vertex.py();
        let vertex = self.graph.number(vertex)?;
        let player = player_of(player)?;
        let moves = run(py, None, |_| {
            let solved = self.graph.solved(self.run.clone());
            let moves = solved.winning_moves(vertex, player)?;
            Ok::<_, Error>(moves)
        })?;
        self.graph.list(py, moves.into_iter())
    }

    /// All of it as a table.
    ///
    /// >>> import upstar as up
    /// >>> up.graph({3: [2, 1], 2: [1]}).solve().table()["outcome"]
    /// ['N', 'N', 'P']
    #[pyo3(signature = (*, budget=None))]
    fn table(&self, py: Python<'_>, budget: Option<&Object<'_>>) -> PyResult<Table> {
        let columns = run(py, budget, |budget| self.columns(budget))?;
        Ok(Table::new(columns, self.run.stop))
    }

    /// The table through Arrow's C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let table = Bound::new(py, self.table(py, None)?)?;
        table.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    /// Writes a certificate of the outcomes to a file, which `upstar.verify` checks.
    ///
    /// >>> import os, tempfile, upstar as up
    /// >>> path = os.path.join(tempfile.mkdtemp(), "outcomes.cert")
    /// >>> graph = up.graph({3: [2, 1], 2: [1]})
    /// >>> graph.solve().certify(path)
    /// >>> up.verify(path, graph)["claim"]["holds"]
    /// True
    #[pyo3(signature = (path, /, *, budget=None))]
    fn certify(&self, py: Python<'_>, path: PathBuf, budget: Option<&Object<'_>>) -> PyResult<()> {
        run(py, budget, |budget| self.graph.solved(self.run.clone()).certify(&path, budget))
    }

    /// A picture of the graph, or of what can be reached from a vertex.
    ///
    /// >>> import upstar as up
    /// >>> str(up.graph({3: [2, 1], 2: [1]}).solve().draw(2))[:4]
    /// '<svg'
    #[pyo3(signature = (start=None))]
    pub(crate) fn draw<'py>(
        &self,
        py: Python<'py>,
        start: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let start = start.map(|start| self.graph.number(start)).transpose()?;
        let svg = self.svg(py, start)?;
        py.import("upstar._html")?.getattr("Picture")?.call1((svg,))
    }

    fn __len__(&self) -> usize {
        self.graph.graph().vertices() as usize
    }

    /// What solves the graph again, if it is small and was solved to the end.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let again = Graph::solved_again(py, &self.graph, &self.asked)?;
        if let Some(again) = again.filter(|_| self.is_complete()) {
            return Ok(again);
        }
        let name = PyString::new(py, self.graph.name()).repr()?;
        Ok(format!("<upstar.Solution of {name}: {} vertices>", self.__len__()))
    }
}
