//! Playing sums of hot games.

use upstar_core::Player;

use super::{Stop, Trajectory, left_stop, mean, right_stop, temperature, thermograph};
use crate::{Error, FormalSum, Id, Rational, Result, Worker};

/// A strategy for choosing a move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// In the hottest term.
    Hotstrat,
    /// In the term with the widest thermograph at the most promising temperature. This is the least
    /// t at which the sum of the opponent's walls plus the largest width is best for the mover
    /// (Berlekamp, Conway and Guy, ch. 6).
    Thermostrat,
    /// In the term where the opponent has just moved, if it is now hotter than the ambient
    /// temperature (the lowest temperature that the hottest term has had so far). Otherwise in the
    /// hottest term.
    Sentestrat {
        /// The lowest temperature that the hottest term has had before a move.
        ambient: Rational,
        /// The term in which the opponent has just moved, if he has.
        last: Option<usize>,
    },
    /// A move with the best stop of the whole sum, by its canonical form. This may need a large
    /// budget, as the problem is hard in general.
    Optimal,
}

/// A move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotMove {
    /// The index of the term, from 0.
    pub term: usize,
    /// The option that replaces it.
    pub option: Id,
}

/// Bounds for a sum from masts and temperatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumBounds {
    /// The sum of the means, which is the mean of the sum.
    pub mean: Rational,
    /// The highest temperature of a term, but at least 0. The temperature of the sum is not above
    /// it.
    pub temperature: Rational,
}

impl SumBounds {
    /// mean - temperature. The Right stop of the sum lies from here to the mean, ends included. The
    /// sum is greater than every number below this.
    #[must_use]
    pub fn low(&self) -> Rational {
        &self.mean - &self.temperature
    }

    /// mean + temperature. The Left stop of the sum lies from the mean to here, ends included. The
    /// sum is less than every number above this.
    ///
    /// It need not be less than or equal to this number itself: {1|-1}, with mean 0 and temperature
    /// 1, is confused with 1. So the bounds of a sum g of mean m and temperature T are m - T - e <
    /// g < m + T + e for every number e > 0.
    #[must_use]
    pub fn high(&self) -> Rational {
        &self.mean + &self.temperature
    }
}

/// The bounds of a sum from means and temperatures.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn sum_bounds(worker: &mut Worker<'_>, terms: &[Id]) -> Result<SumBounds> {
    let mut bounds = SumBounds { mean: Rational::ZERO, temperature: Rational::ZERO };
    for &term in terms {
        bounds.mean = &bounds.mean + &mean(worker, term)?;
        bounds.temperature = bounds.temperature.max(temperature(worker, term)?);
    }
    Ok(bounds)
}

/// The move that a strategy makes for `player`; `None` if all terms are numbers, in which nobody
/// should move. In a tie the first term wins, and in it the first option in printed order.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn hot_move(
    worker: &mut Worker<'_>,
    terms: &[Id],
    player: Player,
    strategy: &Strategy,
) -> Result<Option<HotMove>> {
    let mut hot = vec![];
    for (term, &game) in terms.iter().enumerate() {
        if !worker.is_number(game) {
            hot.push(term);
        }
    }
    if hot.is_empty() {
        return Ok(None);
    }
    let (term, t) = match strategy {
        Strategy::Optimal => return optimal_move(worker, terms, &hot, player).map(Some),
        Strategy::Hotstrat => hottest(worker, terms, &hot)?,
        Strategy::Thermostrat => widest(worker, terms, &hot, player)?,
        Strategy::Sentestrat { ambient, last } => {
            let answer = match last.filter(|term| hot.contains(term)) {
                Some(term) => {
                    Some((term, temperature(worker, terms[term])?)).filter(|(_, t)| t > ambient)
                }
                None => None,
            };
            match answer {
                Some(answer) => answer,
                None => hottest(worker, terms, &hot)?,
            }
        }
    };
    best_option(worker, terms[term], player, &t).map(|option| Some(HotMove { term, option }))
}

fn hottest(worker: &mut Worker<'_>, terms: &[Id], hot: &[usize]) -> Result<(usize, Rational)> {
    let mut best = (hot[0], temperature(worker, terms[hot[0]])?);
    for &term in &hot[1..] {
        let t = temperature(worker, terms[term])?;
        if t > best.1 {
            best = (term, t);
        }
    }
    Ok(best)
}

fn wall(worker: &mut Worker<'_>, g: Id, player: Player) -> Result<Trajectory> {
    Ok(thermograph(worker, g)?.wall(player).clone())
}

/// The term that Thermostrat chooses, and the temperature.
fn widest(
    worker: &mut Worker<'_>,
    terms: &[Id],
    hot: &[usize],
    player: Player,
) -> Result<(usize, Rational)> {
    let mut walls = vec![];
    let mut temperatures = vec![Rational::ZERO];
    for &term in hot {
        let pair =
            (wall(worker, terms[term], player)?, wall(worker, terms[term], player.opponent())?);
        for wall in [&pair.0, &pair.1] {
            temperatures.extend(wall.critical().iter().filter(|t| t.signum() > 0).cloned());
        }
        walls.push(pair);
    }
    temperatures.sort();
    temperatures.dedup();
    // Gains are from the mover's point of view.
    let side = |x: Rational| if player == Player::Left { x } else { -x };
    let mut best: Option<(Rational, usize, Rational)> = None;
    for t in temperatures {
        worker.tick(walls.len() as u64)?;
        let mut total = Rational::ZERO;
        let mut widest = (0, Rational::from(-1));
        for (i, (own, other)) in walls.iter().enumerate() {
            let (own, other) = (own.at(&t), other.at(&t));
            total = &total + &side(other.clone());
            let width = side(&own - &other);
            if width > widest.1 {
                widest = (i, width);
            }
        }
        let promise = &total + &widest.1;
        if best.as_ref().is_none_or(|(most, ..)| promise > *most) {
            best = Some((promise, hot[widest.0], t));
        }
    }
    Ok(best.map_or((hot[0], Rational::ZERO), |(_, term, t)| (term, t)))
}

/// The option whose opposite wall at t is best for the player.
fn best_option(worker: &mut Worker<'_>, g: Id, player: Player, t: &Rational) -> Result<Id> {
    let options = match player {
        Player::Left => worker.left_options(g)?,
        Player::Right => worker.right_options(g)?,
    };
    let mut best = (options[0], wall(worker, options[0], player.opponent())?.at(t));
    for &option in &options[1..] {
        let value = wall(worker, option, player.opponent())?.at(t);
        let better = match player {
            Player::Left => value > best.1,
            Player::Right => value < best.1,
        };
        if better {
            best = (option, value);
        }
    }
    Ok(best.0)
}

fn total(worker: &mut Worker<'_>, terms: &[Id]) -> Result<Id> {
    FormalSum::of(worker, terms)?.canonical(worker)
}

/// The stop of the sum when the player's opponent is to move.
fn stop_after(worker: &mut Worker<'_>, terms: &[Id], player: Player) -> Result<Stop> {
    let sum = FormalSum::of(worker, terms)?;
    match player {
        Player::Left => sum.right_stop(worker),
        Player::Right => sum.left_stop(worker),
    }
}

/// Is `a` better for the player than `b`? The same number is better with the
/// opponent to move.
fn is_better(a: &Stop, b: &Stop, player: Player) -> bool {
    let order = a.value.cmp(&b.value);
    let order = if player == Player::Left { order } else { order.reverse() };
    order.then((a.to_move != player).cmp(&(b.to_move != player))).is_gt()
}

fn optimal_move(
    worker: &mut Worker<'_>,
    terms: &[Id],
    hot: &[usize],
    player: Player,
) -> Result<HotMove> {
    let mut best: Option<(HotMove, Stop)> = None;
    for &term in hot {
        let options = match player {
            Player::Left => worker.left_options(terms[term])?,
            Player::Right => worker.right_options(terms[term])?,
        };
        for option in options {
            let mut after = terms.to_vec();
            after[term] = option;
            let stop = stop_after(worker, &after, player)?;
            if best.as_ref().is_none_or(|(_, most)| is_better(&stop, most, player)) {
                best = Some((HotMove { term, option }, stop));
            }
        }
    }
    best.map(|(chosen, _)| chosen).ok_or_else(|| Error::Undefined {
        operation: "choosing a move",
        reason: "there is none".into(),
    })
}

/// The cost of a move for the player: the best stop available minus the stop that is left, both
/// with best play afterwards. Never negative.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn hot_loss(
    worker: &mut Worker<'_>,
    terms: &[Id],
    player: Player,
    chosen: HotMove,
) -> Result<Rational> {
    let before = total(worker, terms)?;
    let best = match player {
        Player::Left => left_stop(worker, before)?,
        Player::Right => right_stop(worker, before)?,
    };
    let mut after = terms.to_vec();
    after[chosen.term] = chosen.option;
    let left = stop_after(worker, &after, player)?;
    let loss = &best.value - &left.value;
    Ok(if player == Player::Left { loss } else { -loss })
}
