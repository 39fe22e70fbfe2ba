//! Sums that are not yet simplified.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use upstar_core::{Outcome, Player};

use crate::structure::{as_switch, follower_count};
use crate::thermography::wall::{Pair, Piece, Wall, push, tilt};
use crate::{Error, Id, Rational, Relation, Result, Stop, Thermograph, Worker, thermography};

/// A sum with at most this many followers is computed at once.
const MOST_FOLLOWERS: u32 = 20_000;

/// A disjunctive sum kept as its terms, until something needs the canonical form.
///
/// Each pushed term is simplified at once. Numbers, ups and nimbers are added up, and a game and
/// its negative cancel. A switch {x|y} of numbers becomes its mean plus a centred switch +-t, and
/// two equal centred switches cancel. So G - G is 0 at once for every G.
///
/// For a sum of switches, a number, ups and a nimber, the stops, the mean, the temperature and the
/// thermograph come from the switches in decreasing order. The canonical form, whose size doubles
/// with every switch, is not computed. For other sums, mean and temperature determine the outcome
/// if the mean is not near 0.
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
    /// Other games with their multiplicities, which are positive. A game and its negative never
    /// both occur, and a game that is its own negative occurs at most once.
    terms: BTreeMap<Id, BigInt>,
}

impl Default for Id {
    fn default() -> Self {
        Id::ZERO
    }
}

/// A number plus ups, a nimber and switches +-t in decreasing order of t. A star without ups is the
/// switch with t = 0.
///
/// The incentive of a switch with t > 0 is {2t|0}. It exceeds the incentives of ups, nimbers and
/// smaller switches, so the hottest switch is the best move for both players.
struct Switches {
    mean: Rational,
    ups: i64,
    nim: u32,
    temperatures: Vec<Rational>,
}

impl Switches {
    /// What is left after `starter` starts and all switches are taken in order: a number plus ups
    /// and a nimber; and the number with the player to move there.
    fn end(&self, worker: &mut Worker<'_>, starter: Player) -> Result<(Id, Stop)> {
        let Stop { value, to_move } = self.taken(starter);
        Ok((worker.up_star(&value, self.ups, self.nim)?, Stop { value, to_move }))
    }

    /// The stop when `starter` starts.
    fn stop(&self, worker: &mut Worker<'_>, starter: Player) -> Result<Stop> {
        let (end, taken) = self.end(worker, starter)?;
        if self.ups == 0 && self.nim == 0 {
            return Ok(taken);
        }
        match taken.to_move {
            Player::Left => thermography::left_stop(worker, end),
            Player::Right => thermography::right_stop(worker, end),
        }
    }

    /// The number reached when `starter` starts and all switches are taken in order, and the player
    /// to move there.
    fn taken(&self, starter: Player) -> Stop {
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
    pub fn of(worker: &mut Worker<'_>, games: &[Id]) -> Result<Self> {
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
    pub fn push(&mut self, worker: &mut Worker<'_>, game: Id, times: &BigInt) -> Result {
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

    fn push_term(&mut self, worker: &mut Worker<'_>, game: Id, times: &BigInt) -> Result {
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
    pub fn plus(&self, worker: &mut Worker<'_>, other: &FormalSum) -> Result<FormalSum> {
        self.plus_multiple(worker, other, &BigInt::one())
    }

    /// The difference of two sums.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn minus(&self, worker: &mut Worker<'_>, other: &FormalSum) -> Result<FormalSum> {
        self.plus_multiple(worker, other, &-BigInt::one())
    }

    fn plus_multiple(
        &self,
        worker: &mut Worker<'_>,
        other: &FormalSum,
        times: &BigInt,
    ) -> Result<FormalSum> {
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
    pub fn neg(&self, worker: &mut Worker<'_>) -> Result<FormalSum> {
        FormalSum::new().minus(worker, self)
    }

    /// `times` copies.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn multiple(&self, worker: &mut Worker<'_>, times: &BigInt) -> Result<FormalSum> {
        FormalSum::new().plus_multiple(worker, self, times)
    }

    /// The terms in printed order. The number with ups and nimber comes first, if it is not 0. The
    /// other terms follow with their multiplicities.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn terms(&self, worker: &mut Worker<'_>) -> Result<Vec<(Id, BigInt)>> {
        let mut order: Vec<Id> = self.terms.keys().copied().collect();
        worker.sort(&mut order)?;
        let base = (self.base != Id::ZERO).then(|| (self.base, BigInt::one()));
        let rest = order.into_iter().map(|game| (game, self.terms[&game].clone()));
        Ok(base.into_iter().chain(rest).collect())
    }

    /// The value, if there is at most one term. Nothing is added.
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
        let (mean, ups, mut nim) = worker.as_number_up_star(self.base)?;
        let mut temperatures = vec![];
        for &game in self.terms.keys() {
            // Switches were centred, so each occurs only once.
            let (x, _) = as_switch(worker, game.0)?;
            temperatures.push(worker.number_of(x));
        }
        if ups == 0 && nim == 1 {
            nim = 0;
            temperatures.push(Rational::ZERO);
        }
        temperatures.sort_by(|x, y| y.cmp(x));
        Some(Switches { mean, ups, nim, temperatures })
    }

    /// The value of the sum.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn canonical(&self, worker: &mut Worker<'_>) -> Result<Id> {
        if let Some(switches) = self.switches(worker) {
            // The hottest switch is the best move for both players, so the sum is {h + t | h - t},
            // where h is the sum of the cooler switches.
            let mut total = worker.up_star(&switches.mean, switches.ups, switches.nim)?;
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

    /// The outcome.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn outcome(&self, worker: &mut Worker<'_>) -> Result<Outcome> {
        let [left, right] = if self.switches(worker).is_some() {
            [None; 2]
        } else {
            self.winners_by_temperature(worker)?
        };
        let left_first = match left {
            Some(wins) => wins,
            None => wins(&self.left_stop(worker)?, Player::Left),
        };
        let right_first = match right {
            Some(wins) => wins,
            None => wins(&self.right_stop(worker)?, Player::Right),
        };
        Ok(match (left_first, right_first) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        })
    }

    /// Whether [`FormalSum::outcome`] needs no large canonical form.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn is_quick(&self, worker: &mut Worker<'_>) -> Result<bool> {
        if self.switches(worker).is_some()
            || self.winners_by_temperature(worker)?.iter().all(Option::is_some)
        {
            return Ok(true);
        }
        // A sum has at most as many followers as the product of the terms' follower counts.
        let mut most = BigUint::one();
        for (&game, count) in &self.terms {
            let followers = match follower_count(worker, game) {
                // Ends without options cannot be played.
                Err(Error::NoOptions { .. }) => return Ok(true),
                followers => followers?,
            };
            most *= followers.pow(count.to_u32().unwrap_or(u32::MAX).min(64));
            if most > MOST_FOLLOWERS.into() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether Left wins moving first, and whether Right does, as far as mean and temperature
    /// decide. The distance of a stop from the mean is at most the temperature, the mean lies
    /// between the stops, and no sum is hotter than its hottest term.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn winners_by_temperature(
        &self,
        worker: &mut Worker<'_>,
    ) -> Result<[Option<bool>; 2], Error> {
        let mean = self.mean(worker)?;
        let mut hottest = Rational::ZERO;
        for &game in self.terms.keys() {
            hottest = hottest.max(thermography::temperature(worker, game)?);
        }
        let first = |mean: &Rational| {
            if *mean > Rational::ZERO {
                Some(true)
            } else if mean + &hottest < Rational::ZERO {
                Some(false)
            } else {
                None
            }
        };
        Ok([first(&mean), first(&-&mean)])
    }

    /// The relation to another sum. Equal terms cancel first.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::Exhausted`].
    pub fn compare(&self, worker: &mut Worker<'_>, other: &FormalSum) -> Result<Relation> {
        let difference = self.minus(worker, other)?;
        Ok(match difference.outcome(worker)? {
            Outcome::P => Relation::Equal,
            Outcome::L => Relation::Greater,
            Outcome::R => Relation::Less,
            _ => Relation::Confused,
        })
    }

    /// The Left stop, with the player to move there.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn left_stop(&self, worker: &mut Worker<'_>) -> Result<Stop> {
        match self.switches(worker) {
            Some(switches) => switches.stop(worker, Player::Left),
            None => {
                let total = self.canonical(worker)?;
                thermography::left_stop(worker, total)
            }
        }
    }

    /// The Right stop, with the player to move there.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn right_stop(&self, worker: &mut Worker<'_>) -> Result<Stop> {
        match self.switches(worker) {
            Some(switches) => switches.stop(worker, Player::Right),
            None => {
                let total = self.canonical(worker)?;
                thermography::right_stop(worker, total)
            }
        }
    }

    /// The mean: the sum of the means of the terms.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn mean(&self, worker: &mut Worker<'_>) -> Result<Rational> {
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
    pub fn temperature(&self, worker: &mut Worker<'_>) -> Result<Rational> {
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
    pub fn thermograph(&self, worker: &mut Worker<'_>) -> Result<Arc<Thermograph>> {
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

/// Does `starter` win, having moved first and reached this stop?
fn wins(stop: &Stop, starter: Player) -> bool {
    match stop.value.cmp(&Rational::ZERO) {
        Ordering::Greater => starter == Player::Left,
        Ordering::Less => starter == Player::Right,
        Ordering::Equal => stop.to_move != starter,
    }
}

/// The wall of a sum of switches, from the floor up.
///
/// At t, the switches hotter than t are played in order. Each is worth its temperature minus t, and
/// the others are worth nothing. Below 0 all are played, and the wall is that of the rest, for the
/// player to move there.
fn wall_of(
    worker: &mut Worker<'_>,
    switches: &Switches,
    starter: Player,
) -> Result<Wall<Rational>> {
    let sign = |player: Player| if player == Player::Left { 1i8 } else { -1 };
    let mut wall = Wall::<Rational>::new();
    let (end, stop) = switches.end(worker, starter)?;
    let odd = switches.temperatures.len() % 2 == 1;
    let dyadic = switches.mean.is_dyadic() && switches.temperatures.iter().all(Rational::is_dyadic);
    if dyadic {
        // Below 0: the wall of the rest, tilted if the starter moved last.
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
    // From 0 up: the cooler switches freeze one after another.
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
