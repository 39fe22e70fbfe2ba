//! Graphs whose vertices have owners: who wins, and how.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use upstar::core::StopReason;
use upstar::core::arcs::owner_number;
use upstar::graphs::OwnedSolution;

use crate::cells::Cells;
use crate::graph::Graph;
use crate::table::Table;
use crate::vertices::Vertices;
use crate::work::{Failure, Object, run};

/// The winner of every vertex of a graph whose vertices have owners, with a strategy for both
/// players: a table, and answers for each vertex. Player 0 is Left (Even), player 1 Right (Odd).
///
/// >>> import upstar as up
/// >>> arcs = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")]
/// >>> graph = up.graph(arcs, owners={"a": 0, "b": 1, "c": 0}, priorities={"a": 2, "b": 1, "c": 3})
/// >>> solution = graph.solve(objective="parity")
/// >>> [solution.winner(vertex) for vertex in "abc"], solution.move("b")
/// ([1, 1, 1], 'c')
/// >>> graph.solve(objective="reach", targets=["c"]).winner("a")
/// 1
#[pyclass(frozen, module = "upstar", name = "OwnedSolution")]
pub(crate) struct Owned {
    pub(crate) graph: Arc<Vertices>,
    /// The options of the question, as Python writes them.
    pub(crate) asked: String,
    pub(crate) solution: OwnedSolution,
}

#[pymethods]
impl Owned {
    /// What player 0 wants: `parity`, `min parity`, `reach`, `safety`, `buchi` or `cobuchi`.
    ///
    /// >>> import upstar as up
    /// >>> game = up.graph({"a": ["b"], "b": ["a", "c"], "c": ["c"]}, owners={"a": 0, "b": 1, "c": 0},
    /// ...                 priorities={"a": 2, "b": 1, "c": 3})
    /// >>> game.solve(objective="parity").objective
    /// 'parity'
    #[getter]
    fn objective(&self) -> &'static str {
        self.solution.objective().name()
    }

    /// The player, 0 or 1, who wins from a vertex.
    ///
    /// >>> import upstar as up
    /// >>> game = up.graph({"a": ["b"], "b": ["a", "c"], "c": ["c"]}, owners={"a": 0, "b": 1, "c": 0},
    /// ...                 priorities={"a": 2, "b": 1, "c": 3})
    /// >>> game.solve(objective="parity").winner("a")
    /// 1
    #[pyo3(signature = (vertex, /))]
    fn winner(&self, vertex: &Object<'_>) -> PyResult<u8> {
        Ok(owner_number(self.solution.winner(self.graph.number(vertex)?)))
    }

    /// The move of the winner; `None` where the loser moves and where play has ended.
    ///
    /// >>> import upstar as up
    /// >>> game = up.graph({"a": ["b"], "b": ["a", "c"], "c": ["c"]}, owners={"a": 0, "b": 1, "c": 0},
    /// ...                 priorities={"a": 2, "b": 1, "c": 3})
    /// >>> game.solve(objective="parity").move("b")
    /// 'c'
    #[pyo3(name = "move", signature = (vertex, /))]
    fn best_move<'py>(&self, vertex: &Object<'py>) -> PyResult<Option<Object<'py>>> {
        let number = self.graph.number(vertex)?;
        self.graph.maybe(vertex.py(), self.solution.best_move(number))
    }

    /// The number of moves to a target, if the player who wants to come there wins; `None` for
    /// objectives that no finite number of moves decides.
    ///
    /// >>> import upstar as up
    /// >>> game = up.graph({"a": ["b"], "b": ["a", "c"], "c": ["c"]}, owners={"a": 0, "b": 1, "c": 0},
    /// ...                 priorities={"a": 2, "b": 1, "c": 3})
    /// >>> game.solve(objective="safety", targets=["c"]).remoteness("a")
    /// 2
    #[pyo3(signature = (vertex, /))]
    fn remoteness(&self, vertex: &Object<'_>) -> PyResult<Option<u32>> {
        Ok(self.solution.remoteness(self.graph.number(vertex)?))
    }

    /// All of it as a table.
    ///
    /// >>> import upstar as up
    /// >>> game = up.graph({"a": ["b"], "b": ["a", "c"], "c": ["c"]}, owners={"a": 0, "b": 1, "c": 0},
    /// ...                 priorities={"a": 2, "b": 1, "c": 3})
    /// >>> game.solve(objective="parity").table()["winner"]
    /// [1, 1, 1]
    #[pyo3(signature = (*, budget=None))]
    fn table(&self, py: Python<'_>, budget: Option<&Object<'_>>) -> PyResult<Table> {
        run(py, budget, |_| {
            let all = || 0..self.solution.vertices();
            let number = |player| Some(u64::from(owner_number(player)));
            let owners = &self.graph.owners().players;
            let owners = owners.iter().map(|&player| number(player)).collect();
            let winners = all().map(|v| number(self.solution.winner(v))).collect();
            let mut columns = vec![
                ("vertex", self.graph.all()),
                ("owner", Cells::Whole(owners)),
                ("winner", Cells::Whole(winners)),
            ];
            if self.solution.objective().has_remoteness() {
                let ends = all().map(|v| self.solution.remoteness(v).map(u64::from)).collect();
                columns.push(("remoteness", Cells::Whole(ends)));
            }
            let moves = all().map(|v| self.solution.best_move(v));
            columns.push(("move", self.graph.column(moves)));
            Ok::<_, Failure>(Table::new(columns, StopReason::Finished))
        })
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

    fn __len__(&self) -> usize {
        self.solution.vertices() as usize
    }

    /// What solves the graph again, if it is small.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(again) = Graph::solved_again(py, &self.graph, &self.asked)? {
            return Ok(again);
        }
        let name = PyString::new(py, self.graph.name()).repr()?;
        let objective = self.solution.objective();
        Ok(format!("<upstar.OwnedSolution of {name}, {objective}: {} vertices>", self.__len__()))
    }
}
