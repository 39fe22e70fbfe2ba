//! Graphs whose terminals have payoffs, or whose moves earn points.

use std::collections::BTreeMap;
use std::path::Path;

use upstar_core::arcs::{MoveResult, owner_number};
use upstar_core::{Budget, Convention, Lease, Player};
use upstar_files::table::{Column, Format, Kind, RowWriter, Schema};
use upstar_graphs::{PayoffGame, PayoffSolution, solve_payoffs, solve_points};

use super::named::NamedGraph;
use super::table;
use crate::analysis::{Analysis, GraphFacts, Longest, Play};
use crate::error::{Error, Result};

/// The name of the objective.
pub(super) const PAYOFF: &str = "payoff";

/// A graph with payoffs, with the payoff of each vertex under best play; made by
/// [`NamedGraph::solve_payoffs`].
#[derive(Debug)]
pub struct PayoffAnswer<'a> {
    graph: &'a NamedGraph,
    endless: i64,
    solution: PayoffSolution,
}

impl NamedGraph {
    /// Finds the payoff of each vertex under best play.
    ///
    /// If vertices have owners, payoffs are those of Left (player 0), and Right pays them. Otherwise the
    /// players alternate, and the payoff of a vertex is that of the player to move there. Endless
    /// play is worth `endless`, which must be 0 if the players alternate.
    ///
    /// A terminal with a result has the payoff 1, 0 or -1 for the player to move (W, D, L). If the file
    /// has neither payoffs nor weights, a player who cannot move loses 1; with weights, other terminals are
    /// worth 0. Weights are points of the player who moves along the arc; the graph must then be
    /// acyclic.
    ///
    /// ```
    /// use upstar::core::Budget;
    /// use upstar::files::graph::ReadOptions;
    /// use upstar::files::Source;
    /// use upstar::NamedGraph;
    ///
    /// // The player to move at a can go on for ever, or take 3.
    /// let text = "from,to,payoff\na,b,\na,c,\nb,a,\nc,,-3\n";
    /// let budget = Budget::unlimited();
    /// let source = Source::bytes("g.csv", text);
    /// let mut options = ReadOptions::default();
    /// options.weights = true;
    /// let graph = NamedGraph::read_with_owners(&source, &options, &budget)?;
    /// let solved = graph.solve_payoffs(0, &budget)?;
    /// assert_eq!(solved.solution().payoff(graph.vertex("a")?), 3);
    /// # Ok::<(), upstar::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Graph`] if a terminal has no payoff, a vertex with moves has one, the arcs have colours,
    /// a payoff does not fit into 64 bits, or weights are on a cycle; the budget.
    pub fn solve_payoffs(&self, endless: i64, budget: &Budget) -> Result<PayoffAnswer<'_>> {
        let graph = self.graph();
        let owners = &self.owners().players;
        let refuse = |message: &str| {
            let graph = self.name().to_owned();
            Err(Error::Graph { graph, message: message.to_owned() })
        };
        if endless != 0 && owners.is_empty() {
            return refuse(
                "endless play is worth 0 where the players alternate; another value needs vertices with \
                 owners",
            );
        }
        if endless != 0 && !self.weights().is_empty() {
            return refuse("arcs with weights are for graphs without cycles, where all play ends");
        }
        let mut lease = Lease::new(budget);
        let terminals = graph.terminals().count();
        let mut payoffs = lease.with_capacity(terminals + self.payoffs().len())?;
        payoffs.extend_from_slice(self.payoffs());
        let plain = payoffs.is_empty() && self.weights().is_empty();
        for v in graph.terminals() {
            let result = match graph.result(v) {
                None if plain => graph.terminal_result(v, Convention::Normal),
                None => continue,
                Some(result) => result,
            };
            let for_mover = match result {
                MoveResult::Win => 1,
                MoveResult::Draw => 0,
                MoveResult::Loss => -1,
            };
            let is_right = owners.get(v as usize) == Some(&Player::Right);
            payoffs.push((v, if is_right { -for_mover } else { for_mover }));
        }
        payoffs.sort_unstable();
        let game = PayoffGame { graph, owners, payoffs: &payoffs };
        let solution = match self.weights() {
            [] => solve_payoffs(&game, endless, budget),
            weights => solve_points(&game, weights, budget),
        };
        let solution = solution.map_err(|error| self.describe(error))?;
        Ok(PayoffAnswer { graph: self, endless, solution })
    }
}

impl<'a> PayoffAnswer<'a> {
    /// The solved graph.
    #[must_use]
    pub fn graph(&self) -> &'a NamedGraph {
        self.graph
    }

    /// The solution, for queries about single vertices.
    #[must_use]
    pub fn solution(&self) -> &PayoffSolution {
        &self.solution
    }

    /// The solution, to be kept apart from the graph.
    #[must_use]
    pub fn into_solution(self) -> PayoffSolution {
        self.solution
    }

    fn owner(&self, v: u32) -> Option<Player> {
        self.graph.owners().players.get(v as usize).copied()
    }

    /// All results for the graph and, if one is requested, for a vertex: its payoff, the number of
    /// moves to the end, and a line of best play.
    ///
    /// # Errors
    ///
    /// If the budget is used up.
    pub fn analysis(&self, vertex: Option<u32>, budget: &Budget) -> Result<Analysis> {
        let mut analysis = Analysis::new(self.graph.name());
        analysis.graph = Some(self.facts());
        let Some(v) = vertex else { return Ok(analysis) };
        analysis.subject = format!("{}, vertex {}", self.graph.name(), self.graph.text(v));
        analysis.value = Some(self.solution.payoff(v).to_string());
        let line = self.solution.line(v, budget);
        let (line, _) = line.map_err(|error| self.graph.describe(error))?;
        analysis.play = vec![Play {
            mover: self.owner(v),
            remoteness: self.solution.remoteness(v).map(u64::from),
            line: line.into_iter().map(|v| self.graph.text(v)).collect(),
            ..Play::default()
        }];
        Ok(analysis)
    }

    /// How many vertices have which payoff; `endless` counts the vertices from which play does not
    /// end.
    fn facts(&self) -> GraphFacts {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        let (mut draws, mut longest) = (0_u64, None);
        for v in 0..self.solution.vertices() {
            match self.solution.remoteness(v) {
                None if self.solution.has_remoteness() => {
                    draws += 1;
                    continue;
                }
                Some(moves) if longest.is_none_or(|(_, most)| moves > most) => {
                    longest = Some((v, moves));
                }
                _ => {}
            }
            *counts.entry(self.solution.payoff(v)).or_default() += 1;
        }
        let mut values: Vec<(String, u64)> =
            counts.into_iter().rev().map(|(payoff, count)| (payoff.to_string(), count)).collect();
        if draws > 0 {
            values.push((format!("{} by endless play", self.endless), draws));
        }
        GraphFacts {
            objective: Some(PAYOFF.to_owned()),
            values,
            longest_win: longest.map(|(v, remoteness)| Longest {
                vertex: self.graph.text(v),
                mover: self.owner(v),
                remoteness: u64::from(remoteness),
            }),
            ..self.graph.facts()
        }
    }

    /// Writes the table of all vertices to `path` (`-`: standard output), row by row: the owner if there
    /// are owners, the payoff, the remoteness (empty if play does not end) and the best move.
    ///
    /// # Errors
    ///
    /// [`Error::File`]; the budget.
    pub fn write_table(&self, path: &Path, format: Format, budget: &Budget) -> Result {
        let owned = !self.graph.owners().players.is_empty();
        let counts = self.solution.has_remoteness();
        let mut columns = vec![Column::new("vertex", Kind::Text)];
        if owned {
            columns.push(Column::new("owner", Kind::U64));
        }
        columns.push(Column::new("payoff", Kind::I64));
        if counts {
            columns.push(Column::nullable("remoteness", Kind::U64));
        }
        columns.push(Column::nullable("move", Kind::Text));
        let metadata = table::provenance_of(self.graph.name(), "objective", PAYOFF);
        let schema = Schema::new(columns);
        let mut rows = RowWriter::create(path, format, &schema, &metadata, budget)?;
        let names = self.graph.names();
        for v in 0..self.solution.vertices() {
            rows.row(|batch| {
                batch.push_display(0, &names.get(v));
                let mut column = 1;
                if let Some(owner) = self.owner(v) {
                    batch.push_u64(column, owner_number(owner).into());
                    column += 1;
                }
                batch.push_i64(column, self.solution.payoff(v));
                column += 1;
                if counts {
                    batch.push_optional_u64(column, self.solution.remoteness(v));
                    column += 1;
                }
                batch.push_optional(column, self.solution.best_move(v).map(|v| names.get(v)));
            })?;
        }
        Ok(rows.finish()?)
    }
}
