//! Results for a graph solved out of core, and for one of its vertices.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Outcome, Player, StopReason};
use upstar_graphs::external::{ExternalError, ExternalTable};

use super::OutOfCoreSolution;
use super::table::class;
use crate::analysis::{Analysis, GraphFacts, Longest, Play, WinningMove};
use crate::error::Result;

impl OutOfCoreSolution<'_> {
    /// All results for the graph and, if one is requested, a vertex, as in
    /// [`SolvedGraph::analysis`](crate::SolvedGraph::analysis). A vertex needs a pass over all
    /// arcs.
    ///
    /// # Errors
    ///
    /// [`Error::NoVertex`](crate::Error::NoVertex); [`Error::File`](crate::Error::File);
    /// [`Error::OutOfCore`](crate::Error::OutOfCore); the budget.
    pub fn analysis(&mut self, vertex: Option<&str>, budget: &Budget) -> Result<Analysis> {
        let complete = self.stop == StopReason::Finished;
        let coloured = self.solution.graph().is_coloured();
        if complete && (coloured || vertex.is_some()) {
            self.tabulate(budget)?;
        }
        let mut analysis = Analysis::new(&self.work.name);
        analysis.stop = self.stop;
        let facts = self.facts(budget).map_err(|error| self.describe(error))?;
        analysis.graph = Some(facts);
        if let Some(name) = vertex {
            let found = self.names.find(name, budget).map_err(|error| self.describe(error))?;
            let v = found.ok_or_else(|| self.work.no_vertex(name))?;
            analysis.subject = format!("{}, vertex {name}", self.work.name);
            if let Some(table) = &self.table {
                self.vertex(&mut analysis, table, v, budget)
                    .map_err(|error| self.describe(error))?;
            }
        }
        Ok(analysis)
    }

    fn facts(&self, budget: &Budget) -> Result<GraphFacts, ExternalError> {
        let graph = self.solution.graph();
        let mut facts = GraphFacts {
            vertices: u64::from(graph.vertices()),
            arcs: graph.arcs(),
            coloured: graph.is_coloured(),
            misere: self.solution.convention() == Convention::Misere,
            header: self.header.clone(),
            ..GraphFacts::default()
        };
        let counts = self.solution.counts();
        if !graph.is_coloured() {
            facts.unknown = counts.unknown;
            facts.outcomes =
                vec![(Outcome::N, counts.n), (Outcome::P, counts.p), (Outcome::D, counts.d)];
        } else {
            let mut classes = [0u64; 9];
            match &self.table {
                Some(table) => {
                    let mut rows = table.rows();
                    let mut ticker = budget.ticker();
                    while let (Some(left), Some(right)) = (rows.next()?, rows.next()?) {
                        ticker.tick(1)?;
                        classes[class(left, right) as usize] += 1;
                    }
                }
                None => facts.unknown = facts.vertices,
            }
            facts.outcomes = Outcome::ALL.into_iter().zip(classes).collect();
        }
        if let Some((pair, remoteness)) = self.solution.longest(Outcome::N) {
            let (v, mover) = match graph.is_coloured() {
                true => (pair / 2, Some(Player::BOTH[pair as usize % 2])),
                false => (pair, None),
            };
            facts.longest_win = Some(Longest {
                vertex: self.names.get(v)?,
                mover,
                remoteness: u64::from(remoteness),
            });
        }
        Ok(facts)
    }

    fn vertex(
        &self,
        analysis: &mut Analysis,
        table: &ExternalTable,
        v: u32,
        budget: &Budget,
    ) -> Result<(), ExternalError> {
        if !self.solution.graph().is_coloured() {
            analysis.outcome = Some(table.get(v)?.result.outcome());
            analysis.play =
                vec![Play { mover: None, ..self.play(table, v, Player::Left, 0, budget)? }];
            return Ok(());
        }
        analysis.outcome = Some(class(table.get(2 * v)?, table.get(2 * v + 1)?));
        analysis.play = Player::BOTH
            .into_iter()
            .map(|player| self.play(table, 2 * v + player as u32, player, 1, budget))
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The course of play from a vertex or pair.
    fn play(
        &self,
        table: &ExternalTable,
        from: u32,
        player: Player,
        shift: u32,
        budget: &Budget,
    ) -> Result<Play, ExternalError> {
        let row = table.get(from)?;
        let mut winning = Vec::new();
        for to in self.solution.successors(from, budget)? {
            if table.get(to)?.result == MoveResult::Loss {
                winning.push(WinningMove::to(self.names.get(to >> shift)?));
            }
        }
        // A drawn line ends at the first repeated vertex.
        let (mut line, mut seen) = (Vec::new(), std::collections::HashSet::new());
        let mut at = Some(from);
        while let Some(v) = at {
            line.push(self.names.get(v >> shift)?);
            if row.result == MoveResult::Draw && !seen.insert(v) {
                break;
            }
            at = table.get(v)?.best;
        }
        Ok(Play {
            mover: Some(player),
            result: Some(row.result),
            remoteness: row.remoteness.map(u64::from),
            winning_moves: winning,
            line,
            ..Play::default()
        })
    }
}
