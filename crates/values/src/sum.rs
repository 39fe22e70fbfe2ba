//! Sums that are not yet simplified.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use upstar_core::{Outcome, Player};

use crate::structure::as_switch;
use crate::thermography::wall::{Pair, Piece, Wall, push, tilt};
use crate::{Error, Id, Rational, Relation, Stop, Thermograph, Worker, thermography};

/// A disjunctive sum kept as its terms, until something needs the canonical form.
///
/// What can be seen at once is simplified when a term is pushed: numbers, ups and
/// nimbers are added up, a game and its negative cancel, and a switch {x|y} of
/// numbers is kept as its mean plus a centred switch +-t, of which two equal ones
/// cancel. So G - G is 0 at once whatever G is.
///
/// The stops, the mean, the temperature and the thermograph of a number (or a
/// number plus *) plus switches are found from the switches in decreasing order:
/// the canonical form, whose size doubles with every switch, is not made.
///
/// ```
/// use num_bigint::BigInt;
/// use upstar_core::Budget;
/// use upstar_values::{FormalSum, Universe};
///
/// let universe = Universe::new();
/// let mut worker = universe.worker(&Budget::unlimited());
/// let mut sum = FormalSum::new();
/// for n in 1..=24 {
///     let n = worker.integer(n)?;
///     let switch = worker.plus_minus(&[n])?;
///     sum.push(&mut worker, switch, &BigInt::from(1))?;
/// }
/// assert_eq!(sum.left_stop(&mut worker)?.value.to_string(), "12");
/// assert_eq!(sum.thermograph(&mut worker)?.temperature().to_string(), "24");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormalSum {
    /// A number plus ups plus a nimber.
    base: Id,
    /// Other games with how often they occur (more than 0 times); never a game
    /// and its negative, and a game that is its own negative once at most.
    terms: BTreeMap<Id, BigInt>,
}

impl Default for Id {
    fn default() -> Self {
        Id::ZERO
    }
}

/// A number plus switches +-t, the t descending; * is the switch with t = 0.
struct Switches {
    mean: Rational,
    temperatures: Vec<Rational>,
}

impl Switches {
    /// The number reached when `starter` starts and all switches are taken in
    /// order, and who is to move there.
    fn stop(&self, starter: Player) -> Stop {
        let mut value = self.mean.clone();
        let mut mover = starter;
        for t in &self.temperatures {
            value = if mover == Player::Left { &value + t } else { &value - t };
            mover = mover.opponent();
        }
        Stop { value, to_move: mover }
    }
}

impl FormalSum {
    /// The empty sum, 0.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The sum of some games.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn of(worker: &mut Worker<'_>, games: &[Id]) -> Result<Self, Error> {
        let mut sum = Self::new();
        for &game in games {
            sum.push(worker, game, &BigInt::one())?;
        }
        Ok(sum)
    }

    /// Adds `times` copies of `game` (of its negative, if `times` is negative).
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] if the ups do not fit 64 bits, [`Error::Exhausted`].
    pub fn push(&mut self, worker: &mut Worker<'_>, game: Id, times: &BigInt) -> Result<(), Error> {
        if times.is_zero() {
            return Ok(());
        }
        if worker.as_number_up_star(game).is_some() {
            let all = worker.multiple(times, game)?;
            self.base = worker.add(self.base, all)?;
            return Ok(());
        }
        if let Some((x, y)) = as_switch(worker, game.0) {
            let (x, y) = (worker.number_of(x), worker.number_of(y));
            let mean = worker.number(&(&x + &y).half())?;
            let all = worker.multiple(times, mean)?;
            self.base = worker.add(self.base, all)?;
            let t = worker.number(&(&x - &y).half())?;
            let centred = worker.plus_minus(&[t])?;
            return self.push_term(worker, centred, times);
        }
        self.push_term(worker, game, times)
    }

    fn push_term(
        &mut self,
        worker: &mut Worker<'_>,
        game: Id,
        times: &BigInt,
    ) -> Result<(), Error> {
        let negative = worker.neg(game)?;
        if negative == game {
            // Two copies cancel.
            if times.bit(0) && self.terms.remove(&game).is_none() {
                self.terms.insert(game, BigInt::one());
            }
            return Ok(());
        }
        let mut count = times.clone();
        count += self.terms.remove(&game).unwrap_or_default();
        count -= self.terms.remove(&negative).unwrap_or_default();
        if count.is_positive() {
            self.terms.insert(game, count);
        } else if count.is_negative() {
            self.terms.insert(negative, -count);
        }
        Ok(())
    }

    /// The sum of two sums.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn plus(&self, worker: &mut Worker<'_>, other: &FormalSum) -> Result<FormalSum, Error> {
        self.plus_multiple(worker, other, &BigInt::one())
    }

    /// The difference of two sums.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn minus(&self, worker: &mut Worker<'_>, other: &FormalSum) -> Result<FormalSum, Error> {
        self.plus_multiple(worker, other, &-BigInt::one())
    }

    fn plus_multiple(
        &self,
        worker: &mut Worker<'_>,
        other: &FormalSum,
        times: &BigInt,
    ) -> Result<FormalSum, Error> {
        let mut sum = self.clone();
        sum.push(worker, other.base, times)?;
        for (&game, count) in &other.terms {
            sum.push_term(worker, game, &(count * times))?;
        }
        Ok(sum)
    }

    /// The negative.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn neg(&self, worker: &mut Worker<'_>) -> Result<FormalSum, Error> {
        FormalSum::new().minus(worker, self)
    }

    /// `times` copies.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn multiple(&self, worker: &mut Worker<'_>, times: &BigInt) -> Result<FormalSum, Error> {
        FormalSum::new().plus_multiple(worker, self, times)
    }

    /// The terms, in printed order: the number with ups and nimber first (if it is
    /// not 0), then the others with how often they occur.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn terms(&self, worker: &mut Worker<'_>) -> Result<Vec<(Id, BigInt)>, Error> {
        let mut order: Vec<Id> = self.terms.keys().copied().collect();
        worker.sort(&mut order)?;
        let base = (self.base != Id::ZERO).then(|| (self.base, BigInt::one()));
        let rest = order.into_iter().map(|game| (game, self.terms[&game].clone()));
        Ok(base.into_iter().chain(rest).collect())
    }

    /// The value, if there is one term at most, without adding anything.
    #[must_use]
    pub fn as_single(&self) -> Option<Id> {
        if self.terms.is_empty() {
            return Some(self.base);
        }
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (Some((&game, count)), None) if self.base == Id::ZERO && count.is_one() => Some(game),
            _ => None,
        }
    }

    fn switches(&self, worker: &mut Worker<'_>) -> Option<Switches> {
        let (mean, ups, nim) = worker.as_number_up_star(self.base)?;
        if ups != 0 || nim > 1 {
            return None;
        }
        let mut temperatures = vec![];
        for &game in self.terms.keys() {
            // Switches were centred, so each occurs once.
            let (x, _) = as_switch(worker, game.0)?;
            temperatures.push(worker.number_of(x));
        }
        if nim == 1 {
            temperatures.push(Rational::ZERO);
        }
        temperatures.sort_by(|x, y| y.cmp(x));
        Some(Switches { mean, temperatures })
    }

    /// The value of the sum.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn canonical(&self, worker: &mut Worker<'_>) -> Result<Id, Error> {
        if let Some(switches) = self.switches(worker) {
            // The hottest switch is the best move for both, so {h + t | h - t} is
            // the whole, with h the sum of the cooler ones.
            let mut total = worker.number(&switches.mean)?;
            for t in switches.temperatures.iter().rev() {
                let (up, down) = (worker.number(t)?, worker.number(&-t)?);
                let (left, right) = (worker.add(total, up)?, worker.add(total, down)?);
                total = worker.game(&[left], &[right])?;
            }
            return Ok(total);
        }
        let mut total = self.base;
        for (game, count) in self.terms(worker)? {
            if game == self.base {
                continue;
            }
            let all = worker.multiple(&count, game)?;
            total = worker.add(total, all)?;
        }
        Ok(total)
    }

    /// Who wins.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn outcome(&self, worker: &mut Worker<'_>) -> Result<Outcome, Error> {
        let (left, right) = (self.left_stop(worker)?, self.right_stop(worker)?);
        let left_first = wins(&left, Player::Left);
        let right_first = wins(&right, Player::Right);
        Ok(match (left_first, right_first) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        })
    }

    /// How it compares with another sum; equal terms cancel first.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn compare(&self, worker: &mut Worker<'_>, other: &FormalSum) -> Result<Relation, Error> {
        let difference = self.minus(worker, other)?;
        Ok(match difference.outcome(worker)? {
            Outcome::P => Relation::Equal,
            Outcome::L => Relation::Greater,
            Outcome::R => Relation::Less,
            _ => Relation::Confused,
        })
    }

    /// The Left stop, with who is to move there.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn left_stop(&self, worker: &mut Worker<'_>) -> Result<Stop, Error> {
        match self.switches(worker) {
            Some(switches) => Ok(switches.stop(Player::Left)),
            None => {
                let total = self.canonical(worker)?;
                thermography::left_stop(worker, total)
            }
        }
    }

    /// The Right stop, with who is to move there.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn right_stop(&self, worker: &mut Worker<'_>) -> Result<Stop, Error> {
        match self.switches(worker) {
            Some(switches) => Ok(switches.stop(Player::Right)),
            None => {
                let total = self.canonical(worker)?;
                thermography::right_stop(worker, total)
            }
        }
    }

    /// The mean: means add up.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn mean(&self, worker: &mut Worker<'_>) -> Result<Rational, Error> {
        let mut total = thermography::mean(worker, self.base)?;
        for (&game, count) in &self.terms {
            total = &total + &(&thermography::mean(worker, game)? * &Rational::from(count.clone()));
        }
        Ok(total)
    }

    /// The temperature.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn temperature(&self, worker: &mut Worker<'_>) -> Result<Rational, Error> {
        if let Some(switches) = self.switches(worker)
            && let Some(hottest) = switches.temperatures.first()
        {
            return Ok(hottest.clone());
        }
        let total = self.canonical(worker)?;
        thermography::temperature(worker, total)
    }

    /// The thermograph.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn thermograph(&self, worker: &mut Worker<'_>) -> Result<Arc<Thermograph>, Error> {
        if let Some(switches) = self.switches(worker)
            && let Some(hottest) = switches.temperatures.first()
        {
            let temperature = hottest.clone();
            let left = wall_of(worker, &switches, Player::Left)?;
            let right = wall_of(worker, &switches, Player::Right)?;
            let pair = Pair { left, right, temperature, mast: switches.mean };
            return Ok(Arc::new(Thermograph::from_pair(&pair)));
        }
        let total = self.canonical(worker)?;
        thermography::thermograph(worker, total)
    }
}

/// Does `starter` win, having started and reached this stop?
fn wins(stop: &Stop, starter: Player) -> bool {
    match stop.value.cmp(&Rational::ZERO) {
        Ordering::Greater => starter == Player::Left,
        Ordering::Less => starter == Player::Right,
        Ordering::Equal => stop.to_move != starter,
    }
}

/// The wall of a number plus switches, from the floor up.
///
/// At t the switches hotter than t are played in order, each worth its
/// temperature less t; the others are worth nothing. Below 0 all are played, and
/// the wall is that of the number reached, for the player who is to move there.
fn wall_of(
    worker: &mut Worker<'_>,
    switches: &Switches,
    starter: Player,
) -> Result<Wall<Rational>, Error> {
    let sign = |player: Player| if player == Player::Left { 1i8 } else { -1 };
    let mut wall = Wall::<Rational>::new();
    let stop = switches.stop(starter);
    let odd = switches.temperatures.len() % 2 == 1;
    let dyadic = switches.mean.is_dyadic() && switches.temperatures.iter().all(Rational::is_dyadic);
    if dyadic {
        // Below 0: the wall of the number, tilted if the starter moved last.
        let end = worker.number(&stop.value)?;
        let thermograph =
            thermography::walls(worker, end.0).map_err(|halt| worker.reason(halt))?.large();
        let below = if stop.to_move == Player::Left { thermograph.left } else { thermograph.right };
        let by = if odd { -sign(starter) } else { 0 };
        let tilted = if by == 0 { Some(below) } else { tilt(below, by) };
        for Piece { start, value, slope } in tilted.unwrap_or_default() {
            if start < Rational::ZERO {
                push(&mut wall, start, value, slope);
            }
        }
    }
    // From 0 up: after the cooler switches one after the other are frozen.
    let mut from = Rational::ZERO;
    let mut value = stop.value;
    let mut slope = if odd { -sign(starter) } else { 0 };
    for t in switches.temperatures.iter().rev() {
        if *t > from {
            push(&mut wall, from.clone(), value.clone(), slope);
            let piece = Piece { start: from, value, slope };
            value = piece.at(t).unwrap_or_default();
        }
        from = t.clone();
        slope = if slope == 0 { -sign(starter) } else { 0 };
    }
    push(&mut wall, from, value, 0);
    Ok(wall)
}
