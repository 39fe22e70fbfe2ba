//! Games solved by decision diagrams.

use upstar_core::Budget;
use upstar_engine::Game;
use upstar_symbolic::{Layer, Symbolic, SymbolicError};

use crate::analysis::{Analysis, Count, Estimate, Known, Property, Table};
use crate::error::{Error, Result};

/// Solves a game of completing a line, or Dodgem, by decision diagrams, without listing positions:
/// how many positions there are by the number of men on the board, how many of them the player to
/// move wins (N), draws (D) and loses (P), and who wins the game.
///
/// If the budget ends, the analysis has the results found so far, and [`Analysis::stop`] gives the
/// reason. `progress` is notified of each layer.
///
/// ```
/// use upstar::core::{Budget, Outcome};
/// use upstar::rules::parse_game;
///
/// let game = parse_game("tic_tac_toe()")?;
/// let analysis = upstar::analyze_symbolic(&game, &Budget::unlimited(), |_| ())?;
/// assert_eq!(analysis.outcome, Some(Outcome::D));
/// assert_eq!(upstar::property!(analysis, Positions).unwrap().to_string(), "5478");
/// # Ok::<(), upstar::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Symbolic`] for other games; an exhausted budget if there is no room for the first
/// position.
pub fn analyze_symbolic(
    game: &Game,
    budget: &Budget,
    progress: impl FnMut(&[Layer]),
) -> Result<Analysis> {
    let solved = Symbolic::solve(game, budget, progress)?;
    let mut analysis = Analysis::new(game.text());
    analysis.outcome = solved.outcome();
    analysis.stop = solved.stop();
    let properties = &mut analysis.properties;
    properties.push(Property::Positions(Estimate::new(solved.positions(), Known::Exactly)));
    let sums = solved.layers().iter().try_fold([0u128; 3], |sums, layer| {
        let results = layer.results?;
        Some([sums[0] + results[0], sums[1] + results[1], sums[2] + results[2]])
    });
    if let Some([won, drawn, lost]) = sums.map(|sums| sums.map(Count)) {
        properties.extend([Property::Won(won), Property::Drawn(drawn), Property::Lost(lost)]);
    }
    properties.extend(solved.rounds().map(Property::Rounds));
    properties.push(Property::Nodes(solved.most_nodes()));
    properties.push(Property::Bytes(solved.bytes()));
    let mut table = Table::new(["men", "positions", "N", "D", "P", "nodes"]);
    for layer in solved.layers() {
        let mut row = vec![layer.men.to_string(), layer.positions.to_string()];
        match layer.results {
            Some(results) => row.extend(results.map(|count| count.to_string())),
            None => row.extend([const { String::new() }; 3]),
        }
        row.push(layer.nodes.to_string());
        table.rows.push(row);
    }
    analysis.table = Some(table);
    Ok(analysis)
}

impl From<SymbolicError> for Error {
    fn from(error: SymbolicError) -> Self {
        match error {
            SymbolicError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            SymbolicError::Rules(error) => error.into(),
            other => Error::Symbolic(other),
        }
    }
}
