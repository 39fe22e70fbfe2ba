//! The outcomes of all vertices of a graph.

use std::path::Path;
use std::sync::Arc;

use upstar_core::{Budget, Convention, Exhausted, Outcome, Player, Run, StopReason};
use upstar_files::table::Format;
use upstar_graphs::{GraphSolution, Line, solve_graph};

use super::named::NamedGraph;
use super::table::Destination;
use super::{certify, table};
use crate::analysis::{Analysis, GraphFacts, Longest, Play, WinningMove};
use crate::error::Result;

/// A graph with known outcomes; made by [`NamedGraph::solve`].
#[derive(Debug)]
pub struct SolvedGraph<'a> {
    graph: &'a NamedGraph,
    run: Arc<Run<GraphSolution>>,
}

impl NamedGraph {
    /// Solves every vertex, using colours if there are any.
    ///
    /// O(V+E). A stopped run knows some vertices and the reason why it stopped.
    ///
    /// # Errors
    ///
    /// [`Error::Graph`](crate::Error::Graph) if a remoteness is too large to be counted;
    /// [`Error::Owners`](crate::Error::Owners) if the vertices have owners; the memory to begin
    /// with.
    pub fn solve(
        &self,
        convention: Convention,
        threads: usize,
        budget: &Budget,
    ) -> Result<SolvedGraph<'_>> {
        self.refuse_owners()?;
        let run = solve_graph(self.graph(), convention, threads, budget)
            .map_err(|error| self.describe(error))?;
        Ok(SolvedGraph { graph: self, run: Arc::new(run) })
    }

    /// The graph with a solution of it kept by [`SolvedGraph::run`].
    ///
    /// # Panics
    ///
    /// If the solution is of a graph with another number of vertices.
    #[must_use]
    pub fn solved(&self, run: Arc<Run<GraphSolution>>) -> SolvedGraph<'_> {
        let vertices = match &run.found {
            GraphSolution::Impartial(solution) => solution.vertices(),
            GraphSolution::Coloured(solution) => solution.vertices(),
        };
        assert_eq!(vertices, self.graph().vertices(), "vertices of the solution");
        SolvedGraph { graph: self, run }
    }
}

impl<'a> SolvedGraph<'a> {
    /// The reason why the work stopped.
    #[must_use]
    pub fn stop(&self) -> StopReason {
        self.run.stop
    }

    /// The same, if every vertex is known.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted) if a limit was reached.
    pub fn complete(self) -> Result<Self> {
        match self.run.stop {
            StopReason::Finished => Ok(self),
            reason => Err(Exhausted { reason, report: self.run.report }.into()),
        }
    }

    /// The solution, to be stored apart from the graph: [`NamedGraph::solved`] combines both again.
    #[must_use]
    pub fn run(&self) -> Arc<Run<GraphSolution>> {
        self.run.clone()
    }

    /// The solved graph.
    #[must_use]
    pub fn graph(&self) -> &'a NamedGraph {
        self.graph
    }

    /// The solution, for queries about single vertices.
    #[must_use]
    pub fn solution(&self) -> &GraphSolution {
        &self.run.found
    }

    /// The vertices to which `player` can move from `v`, ascending and without duplicates.
    ///
    /// # Errors
    ///
    /// If there is no memory for the successors.
    pub fn moves(&self, v: u32, player: Player) -> Result<Vec<u32>> {
        // In an impartial graph every arc is green, so that both players may use it.
        let mut moves: Vec<u32> = self.graph.graph().successors()?.of_player(v, player).collect();
        moves.sort_unstable();
        moves.dedup();
        Ok(moves)
    }

    /// Those of them that win.
    ///
    /// # Errors
    ///
    /// If there is no memory for the successors.
    pub fn winning_moves(&self, v: u32, player: Player) -> Result<Vec<u32>> {
        use upstar_core::arcs::MoveResult::Loss;
        let solution = self.solution();
        let mut moves = self.moves(v, player)?;
        moves.retain(|&w| solution.result(w, player.opponent()) == Some(Loss));
        Ok(moves)
    }

    /// The best move of `player` from `v`: the winner hurries, the loser delays, and a drawn
    /// position stays drawn.
    ///
    /// # Errors
    ///
    /// If there is no memory for the successors.
    pub fn best_move(&self, v: u32, player: Player) -> Result<Option<u32>> {
        Ok(self.solution().best_move(self.graph.graph(), v, player)?)
    }

    /// All results for the graph and, if one is requested, for a vertex: its outcome, and for each
    /// player remoteness, winning moves and a best line.
    ///
    /// # Errors
    ///
    /// If there is no memory for the arcs in forward direction, which a line of play
    /// needs.
    pub fn analysis(&self, vertex: Option<u32>) -> Result<Analysis> {
        let mut analysis = Analysis::new(self.graph.name());
        analysis.graph = Some(self.facts());
        analysis.stop = self.run.stop;
        if let Some(v) = vertex {
            analysis.subject = format!("{}, vertex {}", self.graph.name(), self.graph.text(v));
            analysis.outcome = self.solution().outcome(v);
            analysis.play = match self.solution() {
                GraphSolution::Impartial(_) => {
                    vec![Play { mover: None, ..self.play(v, Player::Left)? }]
                }
                GraphSolution::Coloured(_) => {
                    vec![self.play(v, Player::Left)?, self.play(v, Player::Right)?]
                }
            };
        }
        Ok(analysis)
    }

    /// The course of play from `v` with `player` to move first.
    fn play(&self, v: u32, player: Player) -> Result<Play> {
        let solution = self.solution();
        Ok(Play {
            mover: Some(player),
            result: solution.result(v, player),
            remoteness: solution.remoteness(v, player).map(u64::from),
            winning_moves: self
                .winning_moves(v, player)?
                .into_iter()
                .map(|w| WinningMove::to(self.graph.text(w)))
                .collect(),
            line: self.line(&solution.line(self.graph.graph(), v, player)?),
            ..Play::default()
        })
    }

    /// A line of play; a drawn one ends at the first repeated vertex.
    fn line(&self, line: &Line) -> Vec<String> {
        let again = line.repeats_from.map(|index| line.vertices[index]);
        line.vertices.iter().copied().chain(again).map(|v| self.graph.text(v)).collect()
    }

    fn facts(&self) -> GraphFacts {
        let mut facts = self.graph.facts();
        facts.misere = self.solution().convention() == Convention::Misere;
        let vertex = |v| self.graph.text(v);
        match self.solution() {
            GraphSolution::Impartial(solution) => {
                let counts = solution.counts();
                facts.unknown = counts.unknown;
                facts.outcomes =
                    vec![(Outcome::N, counts.n), (Outcome::P, counts.p), (Outcome::D, counts.d)];
                facts.longest_win = solution.longest(Outcome::N).map(|(v, remoteness)| Longest {
                    vertex: vertex(v),
                    mover: None,
                    remoteness: u64::from(remoteness),
                });
            }
            GraphSolution::Coloured(solution) => {
                let (counts, unknown) = solution.counts();
                facts.unknown = unknown;
                facts.outcomes = Outcome::ALL.into_iter().zip(counts).collect();
                let (_, pairs) = solution.pairs();
                facts.longest_win = pairs.longest(Outcome::N).map(|(pair, remoteness)| Longest {
                    vertex: vertex(pair / 2),
                    mover: Some(Player::BOTH[pair as usize % 2]),
                    remoteness: u64::from(remoteness),
                });
            }
        }
        facts
    }

    /// Writes the table of all vertices to `path` (`-`: standard output), row by
    /// row: outcomes, remoteness and best moves.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File); the budget.
    pub fn write_table(&self, path: &Path, format: Format, budget: &Budget) -> Result {
        let to = Destination::File(path, format);
        Ok(table::outcomes(to, self.graph, self.solution(), budget)?.finish()?)
    }

    /// The same table as CSV text.
    ///
    /// # Errors
    ///
    /// The budget.
    pub fn table_text(&self, budget: &Budget) -> Result<String> {
        table::text(table::outcomes(Destination::Memory, self.graph, self.solution(), budget)?)
    }

    /// Writes a certificate to `path`, which [`verify_graph`](crate::verify_graph)
    /// can check.
    ///
    /// # Errors
    ///
    /// [`Error::Graph`](crate::Error::Graph) if the run was stopped;
    /// [`Error::File`](crate::Error::File); the budget.
    pub fn certify(&self, path: &Path, budget: &Budget) -> Result {
        certify::outcomes(path, self.graph, self.solution(), budget)
    }
}
