//! Graphs whose terminals have payoffs: what each vertex is worth, and how it is reached.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use upstar::core::StopReason;
use upstar::graphs::PayoffSolution;

use crate::cells::Cells;
use crate::graph::Graph;
use crate::table::Table;
use crate::vertices::Vertices;
use crate::work::{Failure, Object, run};

/// The payoff of every vertex of a graph under best play: a table, and answers for each vertex. In
/// a graph with owners payoffs are those of player 0 (Left); otherwise the players alternate, and
/// the payoff of a vertex is that of the player to move there.
///
/// >>> import upstar as up
/// >>> solution = up.graph([("a", "b"), ("a", "c"), ("b", "a")]).solve(objective="payoff")
/// >>> solution.payoff("a"), solution.remoteness("a"), solution.move("a")
/// (1, 1, 'c')
#[pyclass(frozen, module = "upstar", name = "PayoffSolution")]
pub(crate) struct Payoffs {
    pub(crate) graph: Arc<Vertices>,
    /// What endless play is worth.
    pub(crate) endless: i64,
    pub(crate) solution: PayoffSolution,
}

#[pymethods]
impl Payoffs {
    /// The payoff of a vertex.
    ///
    /// >>> import upstar as up
    /// >>> solved = up.graph([("a", "b"), ("a", "c"), ("b", "a")]).solve(objective="payoff")
    /// >>> solved.payoff("a")
    /// 1
    #[pyo3(signature = (vertex, /))]
    fn payoff(&self, vertex: &Object<'_>) -> PyResult<i64> {
        Ok(self.solution.payoff(self.graph.number(vertex)?))
    }

    /// The best move from a vertex; `None` where play has ended.
    ///
    /// >>> import upstar as up
    /// >>> solved = up.graph([("a", "b"), ("a", "c"), ("b", "a")]).solve(objective="payoff")
    /// >>> solved.move("a")
    /// 'c'
    #[pyo3(name = "move", signature = (vertex, /))]
    fn best_move<'py>(&self, vertex: &Object<'py>) -> PyResult<Option<Object<'py>>> {
        let number = self.graph.number(vertex)?;
        self.graph.maybe(vertex.py(), self.solution.best_move(number))
    }

    /// The number of moves to the end; `None` if play does not end, and where moves have points.
    ///
    /// >>> import upstar as up
    /// >>> solved = up.graph([("a", "b"), ("a", "c"), ("b", "a")]).solve(objective="payoff")
    /// >>> solved.remoteness("a")
    /// 1
    #[pyo3(signature = (vertex, /))]
    fn remoteness(&self, vertex: &Object<'_>) -> PyResult<Option<u32>> {
        Ok(self.solution.remoteness(self.graph.number(vertex)?))
    }

    /// All of it as a table.
    ///
    /// >>> import upstar as up
    /// >>> solved = up.graph([("a", "b"), ("a", "c"), ("b", "a")]).solve(objective="payoff")
    /// >>> solved.table()["payoff"]
    /// [1, -1, -1]
    #[pyo3(signature = (*, budget=None))]
    fn table(&self, py: Python<'_>, budget: Option<&Object<'_>>) -> PyResult<Table> {
        run(py, budget, |_| {
            let all = || 0..self.solution.vertices();
            let payoffs = all().map(|v| Some(self.solution.payoff(v))).collect();
            let mut columns =
                vec![("vertex", self.graph.all()), ("payoff", Cells::Signed(payoffs))];
            if self.solution.has_remoteness() {
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
        let endless = match self.endless {
            0 => String::new(),
            endless => format!(", endless={endless}"),
        };
        let asked = format!("objective='payoff'{endless}");
        if let Some(again) = Graph::solved_again(py, &self.graph, &asked)? {
            return Ok(again);
        }
        let name = PyString::new(py, self.graph.name()).repr()?;
        Ok(format!("<upstar.PayoffSolution of {name}: {} vertices>", self.__len__()))
    }
}
