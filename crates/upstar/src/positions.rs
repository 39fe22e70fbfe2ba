//! Analyses of positions, within a budget.

use std::time::Duration;

use upstar_core::{Budget, Exhausted, Outcome, Player};
use upstar_engine::{Bounds, Convention, Entailed, RuleError, Sum};
use upstar_lang::{Endgame, LangError, Result, Session};
use upstar_values::{Id, Rational, StopsAndWalls};

use crate::analysis::{MoveResult, Play, Property, Stops, WinningMove};
use crate::details::{
    Details, EvaluateOptions, Evaluated, MOST_TERMS, lang_error, long_sum, stop, thermograph_plot,
    walls,
};
use crate::expression::loopy_thermograph;
use crate::outcomes::add_misere_value;

/// Analyzes positions: outcome, winning moves and value.
///
/// Each question gets a share of the remaining budget, so that some is left for bounds if the value
/// is out of reach.
pub(crate) struct PositionAnalyzer<'a> {
    pub(crate) session: &'a Session,
    pub(crate) positions: &'a Sum,
    pub(crate) options: EvaluateOptions,
    pub(crate) budget: &'a Budget,
}

/// A result within the budget, or the exhausted resource.
fn within<T>(answer: Result<T>) -> Result<Result<T, Exhausted>> {
    match answer {
        Ok(found) => Ok(Ok(found)),
        Err(LangError::Exhausted(exhausted)) => Ok(Err(exhausted)),
        Err(other) => Err(other),
    }
}

/// A result that is defined and not too large; `None` otherwise.
pub(crate) fn defined<T>(answer: Result<T>) -> Result<Option<T>> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(LangError::Exhausted(exhausted)) => Err(LangError::Exhausted(exhausted)),
        Err(_) => Ok(None),
    }
}

/// How long the options of a position are counted for a bound of its value.
const A_LOOK: Duration = Duration::from_millis(200);

impl PositionAnalyzer<'_> {
    /// Adds the properties to `found`, whose value is the positions.
    pub(crate) fn analyze(&self, found: &mut Evaluated) -> Result {
        let (session, budget) = (self.session, self.budget);
        let written = session.written(&found.value, self.options.style, budget)?;
        found.analysis.properties.push(Property::Position(written));
        match within(session.is_judged_by_walls(&found.value, budget))? {
            Ok(false) => {}
            Ok(true) => {
                if let Err(exhausted) = within(self.loopy(found, budget))? {
                    found.analysis.stop = exhausted.reason;
                    return Ok(());
                }
                return self.endgame(found);
            }
            Err(exhausted) => {
                found.analysis.stop = exhausted.reason;
                return Ok(());
            }
        }
        let share = budget.part(1, 2);
        let mut stopped = match within(session.outcome(&found.value, Convention::Normal, &share))? {
            Ok(outcome) => {
                found.analysis.outcome = Some(outcome);
                let moves = self.moves(outcome, found, &budget.part(1, 3));
                within(moves)?.err()
            }
            Err(exhausted) => Some(exhausted),
        };
        if self.positions.convention(Convention::Normal).is_ok_and(|by| by == Convention::Misere) {
            // There are no values, and no misère form unless the sum is impartial.
            found.analysis.convention = Some(Convention::Misere);
            let solver = session.solver();
            let form = add_misere_value(solver, self.positions, budget, &mut found.analysis);
            if let Err(RuleError::Exhausted(exhausted)) = form {
                stopped = Some(exhausted);
            }
        } else if let Some(Ok(value @ Entailed::Infinite { .. })) =
            session.entailed(&found.value, budget).transpose()
        {
            found.analysis.bounds.push(value.to_string());
        } else if let Err(exhausted) = within(self.value(found))?
            && let Some(exhausted) = self.bounds(found, exhausted)?
        {
            let analysis = &found.analysis;
            let bounded = !analysis.bounds.is_empty() || !analysis.possible_outcomes.is_empty();
            if analysis.outcome.is_none() && analysis.properties.len() == 1 && !bounded {
                // No property is known.
                return Err(LangError::Exhausted(exhausted));
            }
            stopped = Some(exhausted);
        }
        if let Some(exhausted) = stopped {
            found.analysis.stop = exhausted.reason;
            return Ok(());
        }
        self.endgame(found)
    }

    /// What a player of Go asks of the position.
    fn endgame(&self, found: &mut Evaluated) -> Result {
        match within(self.session.endgame(&found.value, self.budget))? {
            Ok(Some(Endgame { summary, moves, board, .. })) => {
                let properties = &mut found.analysis.properties;
                properties.push(Property::Endgame(summary));
                if !moves.is_empty() {
                    properties.push(Property::BestMoves(moves));
                    properties.push(Property::MarkedBoard(board.join("|")));
                }
            }
            Ok(None) => {}
            Err(exhausted) => found.analysis.stop = exhausted.reason,
        }
        Ok(())
    }

    /// The winning moves, given who wins.
    fn moves(&self, outcome: Outcome, found: &mut Evaluated, budget: &Budget) -> Result {
        let impartial = self.positions.class().is_impartial();
        let movers: &[Player] = if impartial { &[Player::Left] } else { &Player::BOTH };
        // If a turn may continue in another summand, moves can be listed only if all games are
        // impartial.
        let whole = self.positions.is_single() || !self.positions.class().entailing || impartial;
        for &player in movers.iter().filter(|_| whole) {
            let convention = Convention::Normal;
            let moves = self.session.winning_moves(&found.value, player, convention, budget);
            if let (Err(LangError::Limit(_)), true) = (&moves, self.positions.is_single()) {
                found.analysis.properties.push(Property::UnlistedMoves(1));
                continue;
            }
            let moves = moves?;
            found.analysis.play.push(Play {
                mover: (!impartial).then_some(player),
                result: Some(MoveResult::of_winner(outcome.winner(player), player)),
                winning_moves: moves.iter().map(WinningMove::from).collect(),
                ..Play::default()
            });
        }
        Ok(())
    }

    /// The value, and all properties that follow from it.
    fn value(&self, found: &mut Evaluated) -> Result {
        let session = self.session;
        let loopy = self.positions.class().loopy;
        // A share of the budget is reserved for bounds.
        let share = if loopy { self.budget.clone() } else { self.budget.part(1, 2) };
        if found.analysis.outcome == Some(Outcome::P) && !loopy {
            // The second player wins, so the value is 0 without a search.
            return self.details(Id::ZERO, found, self.budget);
        }
        let Some(sum) = session.sum(&found.value, &share)? else {
            if !loopy || self.positions.class().is_impartial() {
                found.analysis.value =
                    Some(session.text(&found.value, self.options.style, &share)?);
                return Ok(());
            }
            return self.loopy(found, &share);
        };
        let id = {
            let mut worker = session.universe().worker(&share);
            let terms = sum.terms(&mut worker).map_err(|error| lang_error(&error))?;
            if terms.len() > MOST_TERMS {
                let drawn =
                    long_sum(&mut worker, &sum, &terms, self.options.style, &mut found.analysis);
                found.thermograph = Some(drawn.map_err(|error| lang_error(&error))?);
                return Ok(());
            }
            sum.canonical(&mut worker).map_err(|error| lang_error(&error))?
        };
        self.details(id, found, self.budget)
    }

    /// The value of a game with loops, if it has not too many positions, and its thermograph.
    fn loopy(&self, found: &mut Evaluated, budget: &Budget) -> Result {
        let value = self.session.text(&found.value, self.options.style, budget);
        found.analysis.value = defined(value)?;
        found.thermograph =
            loopy_thermograph(self.session, &found.value, budget, &mut found.analysis)?;
        Ok(())
    }

    fn details(&self, id: Id, found: &mut Evaluated, budget: &Budget) -> Result {
        let mut worker = self.session.universe().worker(budget);
        let mut details = Details {
            worker: &mut worker,
            style: self.options.style,
            analysis: &mut found.analysis,
        };
        found.thermograph =
            details.all(id, self.options.scaffolds).map_err(|error| lang_error(&error))?;
        Ok(())
    }

    /// Bounds of a value out of reach of the budget: the thermograph, which needs no canonical
    /// form, or else the results of play against integers. Returns the exhausted resource,
    /// `exhausted` at first; `None` if this found the value and nothing is missing.
    fn bounds(&self, found: &mut Evaluated, exhausted: Exhausted) -> Result<Option<Exhausted>> {
        if found.analysis.value.is_some() {
            // The value is known, but not all of its properties.
            return Ok(Some(exhausted));
        }
        let mut bounds = Vec::new();
        let mut stopped = None;
        let share = self.budget.part(3, 4);
        let walls = if self.positions.class().loopy || self.positions.class().is_impartial() {
            Ok(None)
        } else {
            within(self.session.stops_and_walls(&found.value, &share))?
        };
        match walls {
            Ok(Some(walls)) => self.by_walls(&walls, found, &mut bounds)?,
            Ok(None) => {}
            Err(exhausted) => stopped = Some(exhausted),
        }
        if found.analysis.stops.is_none()
            && found.analysis.value.is_none()
            && let Some(run) = self.session.bounds(&found.value, self.budget)?
        {
            by_play(&run.found, found, &mut bounds);
            let between = (run.found.at_least, run.found.at_most);
            stopped = run.complete().err().or(stopped);
            let integer = match (found.analysis.outcome, between) {
                (Some(Outcome::P), _) => Some(0),
                (_, (Some(least), Some(most))) if least == most => Some(least),
                _ => None,
            };
            if let Some(integer) = integer {
                let budget = small_budget();
                let value = self.session.universe().worker(&budget).integer(integer);
                self.details(value.map_err(|error| lang_error(&error))?, found, &budget)?;
            }
        }
        if found.analysis.value.is_some() {
            return Ok(None);
        }
        if self.positions.class().is_impartial()
            && let Some(game) = self.positions.games().next().filter(|_| self.positions.is_single())
            && !self.positions.class().loopy
            && !self.positions.class().entailing
            && let Ok(options) =
                game.options_within(Player::Left, &small_budget().with_time(A_LOOK))
        {
            // The value is the mex of the options' nimbers.
            bounds.push(format!("a nimber, at most *{}", options.len()));
        }
        let sign = match found.analysis.outcome {
            Some(Outcome::L) => Some("greater than 0"),
            Some(Outcome::R) => Some("less than 0"),
            Some(Outcome::N) if !self.positions.class().loopy => Some("confused with 0"),
            _ => None,
        };
        let words: Vec<String> = sign.map(str::to_owned).into_iter().chain(bounds).collect();
        found.analysis.bounds = words;
        Ok(Some(stopped.unwrap_or(exhausted)))
    }

    /// Bounds from stops and thermographs of the summands.
    fn by_walls(
        &self,
        summands: &[StopsAndWalls],
        found: &mut Evaluated,
        bounds: &mut Vec<String>,
    ) -> Result {
        let budget = small_budget();
        let mut worker = self.session.universe().worker(&budget);
        if let [only] = summands {
            if let Some(number) = only.number() {
                drop(worker);
                return self.details(number, found, &budget);
            }
            let analysis = &mut found.analysis;
            analysis.outcome = Some(only.outcome(&mut worker));
            let (left, right) = only.stops(&worker);
            if left.value == right.value {
                bounds.push(format!("{} plus an infinitesimal", left.value));
            } else {
                bounds.push(beyond_numbers(&left.value, &right.value));
            }
            analysis.stops = Some(Stops { left: stop(&left), right: stop(&right) });
            let thermograph = only.thermograph();
            analysis.mean = Some(thermograph.mean().to_string());
            analysis.temperature = Some(thermograph.temperature().to_string());
            analysis.thermograph = Some(walls(&thermograph));
            found.thermograph = Some(thermograph_plot(&thermograph, &analysis.subject.clone()));
            return Ok(());
        }
        let zero = Rational::from(0);
        let (mut left, mut right, mut mean) = (zero.clone(), zero.clone(), zero.clone());
        let mut hottest: Option<Rational> = None;
        for summand in summands {
            let stops = summand.stops(&worker);
            (left, right) = (&left + &stops.0.value, &right + &stops.1.value);
            let thermograph = summand.thermograph();
            mean = &mean + thermograph.mean();
            let temperature = thermograph.temperature();
            if hottest.as_ref().is_none_or(|hottest| hottest < temperature) {
                hottest = Some(temperature.clone());
            }
        }
        let analysis = &mut found.analysis;
        analysis.mean = Some(mean.to_string());
        if let Some(hottest) = hottest {
            analysis.properties.push(Property::TemperatureBound(hottest.to_string()));
        }
        if right > zero {
            analysis.outcome = Some(Outcome::L);
        } else if left < zero {
            analysis.outcome = Some(Outcome::R);
        }
        bounds.push(beyond_numbers(&left, &right));
        Ok(())
    }
}

/// For results without search, when the budget may be used up.
fn small_budget() -> Budget {
    Budget::unlimited().with_steps(100_000).with_bytes(10_000_000)
}

/// A game is less than all numbers above its Left stop, and greater than all below its Right
/// stop; the stops of a sum are between the sums of the Left stops and of the Right stops.
fn beyond_numbers(left: &Rational, right: &Rational) -> String {
    format!("less than all numbers above {left}, greater than all below {right}")
}

/// Bounds from play.
fn by_play(known: &Bounds, found: &mut Evaluated, bounds: &mut Vec<String>) {
    let analysis = &mut found.analysis;
    match (known.outcome(), known.winners) {
        (Some(outcome), _) => analysis.outcome = Some(outcome),
        (None, [Some(left), None]) if analysis.outcome.is_none() => {
            analysis.possible_outcomes = match left {
                Player::Left => vec![Outcome::N, Outcome::L],
                Player::Right => vec![Outcome::P, Outcome::R],
            };
        }
        _ => {}
    }
    bounds.extend(known.at_least.map(|n| format!("at least {n}")));
    bounds.extend(known.at_most.map(|n| format!("at most {n}")));
}
