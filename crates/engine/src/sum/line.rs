//! Lines of best play.

use std::fmt;

use upstar_core::arcs::Colour;
use upstar_core::{Budget, Player};
use upstar_graphs::{Graph, GraphBuilder, solve_coloured};

use upstar_values::Style;

use crate::{
    Convention, Engine, GraphForm, GraphOptions, GraphSink, Result, RuleError, SinkError, Sum,
};

/// A line of best play from a sum of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// The player who makes the first move.
    pub first: Player,
    /// The positions, from the one requested; the players take turns.
    pub positions: Vec<String>,
    /// In a drawn line: the index of the position that the last move leads back to, so that
    /// play goes round forever. `None` if the line ends because a player cannot move.
    pub repeats_from: Option<usize>,
    /// Whether the winner hurries and the loser delays as much as they can. Otherwise there were
    /// too many positions to count moves: the winner makes the first winning move in the order of
    /// the texts, and the loser the first move of all.
    pub counted: bool,
}

impl BestLine {
    /// The player who moves from the position with this index.
    #[must_use]
    pub fn mover(&self, index: usize) -> Player {
        if index.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }
}

/// The maximum number of positions that are solved as a graph.
const MOST_POSITIONS: u32 = 200_000;

/// There are more positions than [`MOST_POSITIONS`].
#[derive(Debug)]
struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many positions")
    }
}

impl std::error::Error for TooMany {}

/// A graph with the texts of its vertices.
struct Named {
    arcs: GraphBuilder,
    names: Vec<String>,
}

impl GraphSink for Named {
    fn vertex(&mut self, name: &str) -> Result<(), SinkError> {
        if self.names.len() >= MOST_POSITIONS as usize {
            return Err(Box::new(TooMany));
        }
        self.names.push(name.to_owned());
        Ok(())
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        Ok(self.arcs.coloured_arc(from, to, colour)?)
    }
}

impl Sum {
    /// A line of best play when `first` begins: the winner hurries, the loser delays, and whoever
    /// can only draw keeps the draw. With very many positions the moves are not counted, see
    /// [`BestLine::counted`].
    ///
    /// # Errors
    /// A used-up budget; [`RuleError::TooLarge`] for loopy games with more than 200,000 positions.
    pub fn best_line(
        &self,
        engine: &Engine<'_>,
        first: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<BestLine> {
        let convention = self.convention(convention)?;
        self.expect_whole_turns()?;
        if let Some((graph, names)) = self.explicit(engine, budget)? {
            let solution = solve_coloured(&graph, convention, engine.settings().threads, budget)?
                .complete()?;
            let line = solution.line(0, first)?;
            return Ok(BestLine {
                first,
                positions: line.vertices.iter().map(|&v| names[v as usize].clone()).collect(),
                repeats_from: line.repeats_from,
                counted: true,
            });
        }
        if self.class().loopy {
            return Err(RuleError::too_large("the game", "more positions", MOST_POSITIONS));
        }
        let mut sum = self.clone();
        let mut worker = engine.universe().worker(budget);
        let positions = vec![sum.text(&mut worker, Style::Plain)?];
        let mut line = BestLine { first, positions, repeats_from: None, counted: false };
        loop {
            let mover = line.mover(line.positions.len() - 1);
            let mut options = sum.sorted_options(&mut worker, mover)?;
            if options.is_empty() {
                return Ok(line);
            }
            let mut chosen = 0;
            for (index, (_, after)) in options.iter().enumerate() {
                let winner = after.winner(engine, mover.opponent(), convention, budget)?;
                if winner == Some(mover) {
                    chosen = index;
                    break;
                }
            }
            let (text, after) = options.swap_remove(chosen);
            line.positions.push(text);
            sum = after;
        }
    }

    /// The graph of all positions; fails if there are too many.
    fn explicit(
        &self,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Option<(Graph, Vec<String>)>> {
        let class = self.class();
        let form = if class.is_impartial() { GraphForm::Plain } else { GraphForm::Coloured };
        let options = GraphOptions { form: Some(form), first: None };
        let sum = self.unordered(&mut engine.universe().worker(budget))?;
        let mut named = Named { arcs: GraphBuilder::with_budget(budget), names: Vec::new() };
        match sum.graph(options, &mut named, budget) {
            Ok(size) => {
                named.arcs.vertices(size.vertices);
                Ok(Some((named.arcs.finish()?, named.names)))
            }
            Err(RuleError::Sink(error)) if error.is::<TooMany>() => Ok(None),
            Err(error) => Err(error.of_graph()),
        }
    }
}
