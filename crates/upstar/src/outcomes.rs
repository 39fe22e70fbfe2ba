//! Analyses of sums: who wins, and by which moves.

use upstar_core::{Budget, Convention, Player};
use upstar_engine::{Result, Solver, Sum};
use upstar_values::Style;

use crate::analysis::{Analysis, MoveResult, Play, Property, WinningMove};

/// Further questions about a sum besides its outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeOptions {
    /// Whether a player without a move loses or wins.
    pub convention: Convention,
    /// Whether the winning moves are listed.
    pub winning_moves: bool,
    /// The player who begins a line of best play, if one is requested.
    pub line: Option<Player>,
}

/// The outcome of a sum of positions, the winning moves, and a line of play.
///
/// ```
/// use upstar::core::{Budget, Outcome};
/// use upstar::rules::{Solver, parse_sum};
/// use upstar::{OutcomeOptions, analyze_outcome};
///
/// let sum = parse_sum("nim(2,3,5,7)")?;
/// let options = OutcomeOptions { winning_moves: true, ..OutcomeOptions::default() };
/// let found = analyze_outcome(&Solver::default(), &sum, options, &Budget::unlimited())?;
/// assert_eq!(found.outcome, Some(Outcome::N));
/// assert_eq!(found.play[0].winning_moves[0].to_string(), "1: nim(1,3,5,7)");
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
///
/// # Errors
///
/// An exhausted budget, or a position that is too large.
pub fn analyze_outcome(
    solver: &Solver,
    sum: &Sum,
    options: OutcomeOptions,
    budget: &Budget,
) -> Result<Analysis> {
    let convention = sum.convention(options.convention)?;
    let mut analysis = Analysis::new(sum.text(&mut solver.worker(budget), Style::Plain)?);
    analysis.convention = Some(convention);
    let outcome = solver.outcome(sum, convention, budget)?;
    analysis.outcome = Some(outcome);
    // In an impartial game both players have the same moves.
    let impartial = sum.class().is_impartial();
    let players: &[Player] = if impartial { &[Player::Left] } else { &Player::BOTH };
    for &player in players {
        let mut play = Play {
            mover: (!impartial).then_some(player),
            result: Some(MoveResult::of_winner(outcome.winner(player), player)),
            ..Play::default()
        };
        if options.winning_moves {
            let moves = solver.winning_moves(sum, player, convention, budget)?;
            play.winning_moves = moves.iter().map(WinningMove::from).collect();
        }
        if let Some(first) = options.line.filter(|&first| impartial || first == player) {
            let line = solver.best_line(sum, first, convention, budget)?;
            let again = line.repeats_from.map(|index| line.positions[index].clone());
            play.line_not_counted = !line.counted;
            play.line = line.positions.into_iter().chain(again).collect();
        }
        analysis.play.push(play);
    }
    Ok(analysis)
}

/// Adds the genus and the simplest form of an impartial sum in misère play to its analysis, as the
/// properties [`Genus`](crate::Property::Genus) and [`MisereForm`](crate::Property::MisereForm).
///
/// ```
/// use upstar::core::{Budget, Convention};
/// use upstar::rules::{Solver, parse_sum};
/// use upstar::{OutcomeOptions, Property, add_misere_value, analyze_outcome};
///
/// let (solver, budget) = (Solver::default(), Budget::unlimited());
/// let sum = parse_sum("kayles(5)")?;
/// let options = OutcomeOptions { convention: Convention::Misere, ..OutcomeOptions::default() };
/// let mut found = analyze_outcome(&solver, &sum, options, &budget)?;
/// add_misere_value(&solver, &sum, &budget, &mut found)?;
/// assert_eq!(found.properties[0], Property::Genus("4^146".to_owned()));
/// assert_eq!(found.properties[1], Property::MisereForm("*[2[2]321]".to_owned()));
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
///
/// # Errors
///
/// [`RuleError::NotApplicable`](upstar_engine::RuleError::NotApplicable) for sums that are not
/// impartial or do not end; an exhausted budget, as a form may be exponentially large. Results
/// found until then are added.
pub fn add_misere_value(
    solver: &Solver,
    sum: &Sum,
    budget: &Budget,
    analysis: &mut Analysis,
) -> Result {
    let form = solver.misere_form(sum, budget)?;
    let mut worker = solver.forms().worker(budget);
    analysis.properties.push(Property::Genus(worker.genus(form).to_string()));
    analysis.properties.push(Property::MisereForm(worker.text(form)?));
    Ok(())
}
