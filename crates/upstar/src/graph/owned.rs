//! Graphs whose vertices have owners: reachability, safety, Büchi, co-Büchi and parity games.

use std::path::Path;

use upstar_core::arcs::{Objective, owner_number};
use upstar_core::{Budget, Outcome, Player};
use upstar_files::table::{Column, Format, Kind, RowWriter, Schema};
use upstar_graphs::{OwnedGame, OwnedSolution, solve_owned};
use upstar_verify::Certificate;
use upstar_verify::owned::OwnedRow;

use super::named::NamedGraph;
use super::table::Destination;
use super::{certify, table};
use crate::analysis::{Analysis, GraphFacts, Longest, MoveResult, Play, WinningMove};
use crate::error::{Error, Result};

/// A graph whose vertices have owners, with the winner of each vertex; made by
/// [`NamedGraph::solve_owned`].
#[derive(Debug)]
pub struct OwnedAnswer<'a> {
    graph: &'a NamedGraph,
    targets: Vec<u32>,
    solution: OwnedSolution,
}

impl NamedGraph {
    /// Finds the winner of each vertex of a graph with owners, and a strategy for both players.
    ///
    /// `objective` is what Left (player 0, Even) wants. If it is left out, it is a parity game in
    /// which the largest priority counts; the graph must then have priorities. `targets` are the
    /// vertices that reachability, safety, Büchi and co-Büchi speak of.
    ///
    /// ```
    /// use upstar::core::arcs::Objective;
    /// use upstar::core::{Budget, Player};
    /// use upstar::files::Source;
    /// use upstar::NamedGraph;
    ///
    /// // Left moves at a, Right at b; Left wants to come to c.
    /// let text = "from,to,owner\na,b,0\na,c,0\nb,a,1\nc,,1\n";
    /// let budget = Budget::unlimited();
    /// let source = Source::bytes("g.csv", text);
    /// let graph = NamedGraph::read_with_owners(&source, &Default::default(), &budget)?;
    /// let c = graph.vertex("c")?;
    /// let solved = graph.solve_owned(Some(Objective::Reach), &[c], &budget)?;
    /// let b = graph.vertex("b")?;
    /// assert_eq!(solved.solution().winner(b), Player::Left);
    /// assert_eq!(solved.solution().remoteness(b), Some(2));
    /// # Ok::<(), upstar::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Graph`] if the graph has no owners, or not what the objective speaks of; the budget.
    pub fn solve_owned(
        &self,
        objective: Option<Objective>,
        targets: &[u32],
        budget: &Budget,
    ) -> Result<OwnedAnswer<'_>> {
        let owners = self.owners();
        let refuse = |message: &str| {
            let graph = self.name().to_owned();
            Err(Error::Graph { graph, message: message.to_owned() })
        };
        if owners.players.is_empty() {
            return refuse(
                "the vertices have no owners; an objective is for graphs that say who moves at each \
                 vertex, as in the column owner of CSV or in files of PGSolver",
            );
        }
        let objective = objective.unwrap_or(Objective::MaxParity);
        if objective.needs_priorities() {
            if owners.priorities.is_empty() {
                return refuse(
                    "the vertices have owners, but no priorities; name another objective than \
                     parity (reach, safety, buchi, cobuchi) with its targets",
                );
            }
            if !targets.is_empty() {
                return refuse("a parity game has no targets: its priorities say who wins");
            }
        } else if targets.is_empty() {
            return refuse(&format!("the objective {objective} needs a target"));
        }
        let game = OwnedGame {
            graph: self.graph(),
            owners: &owners.players,
            priorities: &owners.priorities,
            targets,
            objective,
        };
        let solution = solve_owned(&game, budget).map_err(|error| self.describe(error))?;
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        targets.dedup();
        Ok(OwnedAnswer { graph: self, targets, solution })
    }
}

impl<'a> OwnedAnswer<'a> {
    /// The solved graph.
    #[must_use]
    pub fn graph(&self) -> &'a NamedGraph {
        self.graph
    }

    /// The solution, for queries about single vertices.
    #[must_use]
    pub fn solution(&self) -> &OwnedSolution {
        &self.solution
    }

    /// The solution, to be kept apart from the graph.
    #[must_use]
    pub fn into_solution(self) -> OwnedSolution {
        self.solution
    }

    pub(super) fn owner(&self, v: u32) -> Player {
        self.graph.owners().players[v as usize]
    }

    /// All results for the graph and, if one is requested, for a vertex: its winner, the winner's
    /// move and, for reachability and safety, the remoteness.
    #[must_use]
    pub fn analysis(&self, vertex: Option<u32>) -> Analysis {
        let mut analysis = Analysis::new(self.graph.name());
        analysis.graph = Some(self.facts());
        let Some(v) = vertex else { return analysis };
        analysis.subject = format!("{}, vertex {}", self.graph.name(), self.graph.text(v));
        let winner = self.solution.winner(v);
        analysis.outcome = Some(outcome(winner));
        let won = self.owner(v) == winner;
        analysis.play = vec![Play {
            mover: Some(self.owner(v)),
            result: Some(if won { MoveResult::Win } else { MoveResult::Loss }),
            remoteness: self.solution.remoteness(v).map(u64::from),
            winning_moves: self
                .solution
                .best_move(v)
                .map(|w| WinningMove::to(self.graph.text(w)))
                .into_iter()
                .collect(),
            ..Play::default()
        }];
        analysis
    }

    fn facts(&self) -> GraphFacts {
        let [left, right] = self.solution.counts();
        let longest = self.solution.longest();
        GraphFacts {
            objective: Some(self.solution.objective().name().to_owned()),
            outcomes: vec![(Outcome::L, left), (Outcome::R, right)],
            longest_win: longest.map(|(v, remoteness)| Longest {
                vertex: self.graph.text(v),
                mover: Some(self.owner(v)),
                remoteness: u64::from(remoteness),
            }),
            ..self.graph.facts()
        }
    }

    /// Writes the table of all vertices to `path` (`-`: standard output), row by row: owner and
    /// winner (0 or 1), for reachability and safety the remoteness, and the winner's move.
    ///
    /// # Errors
    ///
    /// [`Error::File`]; the budget.
    pub fn write_table(&self, path: &Path, format: Format, budget: &Budget) -> Result {
        Ok(self.table(Destination::File(path, format), budget)?.finish()?)
    }

    /// The same table as CSV text.
    ///
    /// # Errors
    ///
    /// The budget.
    pub fn table_text(&self, budget: &Budget) -> Result<String> {
        table::text(self.table(Destination::Memory, budget)?)
    }

    fn table(&self, to: Destination<'_>, budget: &Budget) -> Result<RowWriter> {
        let objective = self.solution.objective();
        let counts = objective.has_remoteness();
        let mut columns = vec![
            Column::new("vertex", Kind::Text),
            Column::new("owner", Kind::U64),
            Column::new("winner", Kind::U64),
        ];
        if counts {
            columns.push(Column::nullable("remoteness", Kind::U64));
        }
        columns.push(Column::nullable("move", Kind::Text));
        let last = columns.len() - 1;
        let metadata = table::provenance_of(self.graph.name(), "objective", objective.name());
        let schema = Schema::new(columns);
        let mut rows = to.open(&schema, &metadata, budget)?;
        let names = self.graph.names();
        for v in 0..self.solution.vertices() {
            rows.row(|batch| {
                batch.push_display(0, &names.get(v));
                batch.push_u64(1, owner_number(self.owner(v)).into());
                batch.push_u64(2, owner_number(self.solution.winner(v)).into());
                if counts {
                    batch.push_optional_u64(3, self.solution.remoteness(v));
                }
                batch.push_optional(last, self.solution.best_move(v).map(|v| names.get(v)));
            })?;
        }
        Ok(rows)
    }

    /// Writes a certificate to `path`, which [`verify_graph`](crate::verify_graph) can check.
    ///
    /// # Errors
    ///
    /// [`Error::File`]; the budget.
    pub fn certify(&self, path: &Path, budget: &Budget) -> Result {
        let row = |v: u32| OwnedRow {
            target: self.targets.binary_search(&v).is_ok(),
            winner: self.solution.winner(v),
            remoteness: self.solution.remoteness(v),
            best: self.solution.best_move(v),
        };
        let rows = (0..self.solution.vertices()).map(row).collect();
        let objective = self.solution.objective();
        certify::write(path, self.graph, &Certificate::Owned { objective, rows }, budget)
    }
}

pub(super) fn outcome(winner: Player) -> Outcome {
    match winner {
        Player::Left => Outcome::L,
        Player::Right => Outcome::R,
    }
}
