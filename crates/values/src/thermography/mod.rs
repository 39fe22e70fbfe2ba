//! Temperature theory: stops, thermographs, cooling and heating, play in sums of hot games.
//!
//! The thermograph of G. At temperature t, the Left scaffold is the maximum of R_t(G^L) - t over
//! the Left options, and the Right scaffold is the minimum of L_t(G^R) + t. The temperature of G is
//! the least t where the scaffolds meet. Below it the scaffolds are the walls L_t and R_t. Above it
//! is the mast, where both walls are the mean of G. The thermograph of an integer is all mast, and
//! its temperature is -1 (Siegel, II.5, with temperatures down to -1).

mod cooling;
mod options;
pub(crate) mod scalar;
mod strategy;
mod trajectory;
pub(crate) mod wall;
pub(crate) mod walls;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;
use upstar_core::Player;

use crate::arena::Parts;
use crate::error::Halt;
use crate::node::Tag;
use crate::{Error, Id, Rational, Result, Worker, key};
use scalar::Units;
use wall::{Pair, Wall, scaffold};
use walls::Walls;

pub use cooling::{cool, freeze, heat, norton_product, overheat};
pub use options::StopsAndWalls;
pub use strategy::{HotMove, Strategy, SumBounds, hot_loss, hot_move, sum_bounds};
pub use trajectory::{Thermograph, Trajectory};

/// A stop of a game: the number that play reaches, and the player to move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The number.
    pub value: Rational,
    /// The player to move when it is reached.
    pub to_move: Player,
}

/// The numbers that a game is confused with: those between its stops, possibly with the ends. It
/// may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The Right stop.
    pub low: Rational,
    /// The Left stop.
    pub high: Rational,
    /// Is the game confused with its Right stop?
    pub low_closed: bool,
    /// Is the game confused with its Left stop?
    pub high_closed: bool,
}

impl Interval {
    /// Is the game confused with no number?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.low == self.high && !(self.low_closed && self.high_closed)
    }
}

impl fmt::Display for Interval {
    /// `(-1,1)`, `[0,0]`, `(0,1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.low_closed { '[' } else { '(' };
        let close = if self.high_closed { ']' } else { ')' };
        write!(f, "{open}{},{}{close}", self.low, self.high)
    }
}

/// A wall from `floor` (at or above its start) upwards.
fn from_floor(mut wall: Wall<Rational>, floor: &Rational) -> Wall<Rational> {
    while wall.len() > 1 && wall[1].start <= *floor {
        wall.remove(0);
    }
    if let Some(first) = wall.first_mut()
        && first.start < *floor
    {
        // A rational computation never fails here.
        first.value = first.at(floor).unwrap_or_default();
        first.start = floor.clone();
    }
    wall
}

/// The walls of g and, on the way, of all its followers.
pub(crate) fn walls(worker: &mut Worker<'_>, g: u32) -> Result<Arc<Walls>, Halt> {
    if let Some(known) = worker.memo().walls.get(&g) {
        return Ok(known.clone());
    }
    let mut stack = worker.buffer();
    stack.push(g);
    // The walls of the last game that was requested; g is at the bottom of the stack.
    let mut last = None;
    while let Some(&id) = stack.last() {
        last = worker.memo().walls.get(&id).cloned();
        if last.is_none() {
            last = walls_by_known(worker, id, &mut stack)?;
        }
        if last.is_some() {
            stack.pop();
        }
    }
    worker.return_buffer(stack);
    match last {
        Some(walls) => Ok(walls),
        None => unreachable!("the walls of the last game were found"),
    }
}

/// The walls of a game from those of its options. If some are not known yet, these options are
/// pushed on the stack.
fn walls_by_known(
    worker: &mut Worker<'_>,
    id: u32,
    stack: &mut Vec<u32>,
) -> Result<Option<Arc<Walls>>, Halt> {
    worker.step()?;
    let (walls, bytes) = if has_plain_mast(worker, id) {
        (plain_mast(worker, id), 128)
    } else if let Some(number) = long_number(worker, id) {
        let walls = walls_of_number(worker, &number)?;
        let bytes = walls.bytes();
        (walls, bytes)
    } else if worker.as_nimber(Id(id)).is_some_and(|n| n > 1) {
        // Moves to 0 are the best moves, so the walls are those of *.
        let star = worker.parts_id(Parts { number: 0, ups: 0, nim: 1 })?;
        let Some(walls) = worker.memo().walls.get(&star).cloned() else {
            stack.push(star);
            return Ok(None);
        };
        worker.memo().walls.insert(id, walls.clone());
        return Ok(Some(walls));
    } else {
        let (left, right) = worker.options(id)?;
        let known = &worker.memo().walls;
        let before = stack.len();
        let [left, right] = [left, right].map(|side| -> SmallVec<[Arc<Walls>; 8]> {
            let mut walls = SmallVec::new();
            for option in side {
                let option = option.load(Relaxed);
                match known.get(&option) {
                    Some(known) => walls.push(known.clone()),
                    None => stack.push(option),
                }
            }
            walls
        });
        if stack.len() > before {
            return Ok(None);
        }
        let walls = walls_over(worker, &left, &right)?;
        let bytes = walls.bytes();
        (walls, bytes)
    };
    let walls = Arc::new(walls);
    worker.pay(bytes)?;
    worker.memo().walls.insert(id, walls.clone());
    Ok(Some(walls))
}

/// Integers and numbers without options have only a mast.
fn has_plain_mast(worker: &mut Worker<'_>, id: u32) -> bool {
    let node = worker.node(id);
    match node.tag() {
        Tag::Atom => true,
        Tag::Dyadic if key::is_exact(node.left_stop()) => {
            key::units(node.left_stop()) & ((1 << key::FRACTION) - 1) == 0
        }
        Tag::Dyadic => worker.number_of(id).is_integer(),
        Tag::General | Tag::NumberUpStar => false,
    }
}

fn plain_mast(worker: &mut Worker<'_>, id: u32) -> Walls {
    let node = worker.node(id);
    if key::is_exact(node.left_stop()) {
        let floor = Units(-1 << key::FRACTION);
        return Walls::Small(Pair::mast(floor, Units(key::units(node.left_stop()))));
    }
    let floor = if node.tag() == Tag::Atom { 0 } else { -1 };
    Walls::Large(Pair::mast(floor.into(), worker.number_of(id)).into())
}

/// A dyadic number with a long fraction.
fn long_number(worker: &mut Worker<'_>, id: u32) -> Option<Rational> {
    let node = worker.node(id);
    (node.tag() == Tag::Dyadic && !key::is_exact(node.left_stop())).then(|| worker.number_of(id))
}

/// The walls of a dyadic number, from those of the integers beside it down the tree of numbers.
///
/// Only the walls of the two options are kept on the way. Those of all followers would take memory
/// in proportion to the cube of the length of the fraction.
fn walls_of_number(worker: &mut Worker<'_>, number: &Rational) -> Result<Walls, Halt> {
    let floor = Rational::from(number.floor());
    let mut ends = [floor.clone(), &floor + &Rational::ONE];
    let mast = |n: &Rational| Arc::new(Walls::Large(Pair::mast((-1).into(), n.clone()).into()));
    let mut options = ends.each_ref().map(mast);
    loop {
        let middle = (&ends[0] + &ends[1]).half();
        let walls = walls_over(worker, &options[..1], &options[1..])?;
        for _ in 0..walls.bytes() / 64 {
            worker.step()?;
        }
        let side = match middle.cmp(number) {
            Ordering::Equal => return Ok(walls),
            Ordering::Less => 0,
            Ordering::Greater => 1,
        };
        ends[side] = middle;
        options[side] = Arc::new(walls);
    }
}

/// The walls over the scaffolds of options with these walls. The game must not be a number, or its
/// options must be canonical.
fn walls_over(
    worker: &mut Worker<'_>,
    left: &[Arc<Walls>],
    right: &[Arc<Walls>],
) -> Result<Walls, Halt> {
    if let Some(pair) = small_pair(left, right) {
        return Ok(Walls::Small(pair));
    }
    let pair = large_scaffolds(left, right).and_then(|(l, r)| Pair::new(l, r));
    match pair {
        Some(pair) => Ok(Walls::Large(pair.into())),
        None => Err(worker.fail(Error::Undefined {
            operation: "the thermograph",
            reason: "the scaffolds do not meet".into(),
        })),
    }
}

/// The thermograph of g, from -1 up (from 0 up if a number that is not dyadic
/// is among its ends).
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn thermograph(worker: &mut Worker<'_>, g: Id) -> Result<Arc<Thermograph>> {
    worker.trim_memo();
    let walls = walls(worker, g.0).map_err(|halt| worker.reason(halt))?;
    Ok(Arc::new(walls.to_thermograph()))
}

/// The scaffolds of a game with options: max(R_t(g^L)) - t and min(L_t(g^R)) + t for all t, without
/// the mast.
///
/// # Errors
///
/// [`Error::Undefined`] if a player has no move in the canonical form,
/// [`Error::NoOptions`] for a number that is not dyadic, [`Error::Exhausted`].
pub fn scaffolds(worker: &mut Worker<'_>, g: Id) -> Result<(Trajectory, Trajectory)> {
    walls(worker, g.0).map_err(|halt| worker.reason(halt))?;
    let (left, right) = worker.options(g.0).map_err(|halt| worker.reason(halt))?;
    let mut sides = vec![];
    for side in [left, right] {
        let mut known = vec![];
        for option in side {
            known.push(walls(worker, option.load(Relaxed)).map_err(|halt| worker.reason(halt))?);
        }
        sides.push(known);
    }
    match large_scaffolds(&sides[0], &sides[1]) {
        Some((left, right)) => Ok((Trajectory::from_wall(&left), Trajectory::from_wall(&right))),
        None => Err(Error::Undefined {
            operation: "taking scaffolds",
            reason: "a player has no move in it".into(),
        }),
    }
}

/// The mean value: the average value of one copy among many copies of g. The mast of the
/// thermograph stands at it.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn mean(worker: &mut Worker<'_>, g: Id) -> Result<Rational> {
    if let Some(x) = worker.as_number(g) {
        return Ok(x);
    }
    Ok(walls(worker, g.0).map_err(|halt| worker.reason(halt))?.mast())
}

/// The temperature: the least t at which g cooled by t is infinitesimally close to a number. It is
/// -1/2^n for a number m/2^n in lowest terms, and 0 for a number that is not dyadic.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn temperature(worker: &mut Worker<'_>, g: Id) -> Result<Rational> {
    if let Some(x) = worker.as_number(g) {
        return Ok(x.dyadic_exponent().map_or(Rational::ZERO, |e| -Rational::power_of_half(e)));
    }
    Ok(walls(worker, g.0).map_err(|halt| worker.reason(halt))?.temperature())
}

/// The Left stop: the number that play reaches when Left starts, maximizing it, and Right minimizes
/// it; and the player to move there.
///
/// Of two equal numbers each player prefers the one with the other to move. A number is its own
/// stop, with the starting player to move.
///
/// # Errors
///
/// None for short games.
pub fn left_stop(worker: &mut Worker<'_>, g: Id) -> Result<Stop> {
    let node = worker.node(g.0);
    Ok(stop(worker, node.left_stop(), node.left_number()))
}

/// The Right stop: the same when Right starts.
///
/// # Errors
///
/// None for short games.
pub fn right_stop(worker: &mut Worker<'_>, g: Id) -> Result<Stop> {
    let node = worker.node(g.0);
    Ok(stop(worker, node.right_stop(), node.right_number()))
}

pub(crate) fn stop(worker: &Worker<'_>, key: i64, number: u32) -> Stop {
    let to_move = if key & key::RIGHT == 0 { Player::Left } else { Player::Right };
    Stop { value: worker.number_of(number), to_move }
}

/// The numbers that g is confused with.
///
/// # Errors
///
/// None for short games.
pub fn confusion_interval(worker: &mut Worker<'_>, g: Id) -> Result<Interval> {
    let (left, right) = (left_stop(worker, g)?, right_stop(worker, g)?);
    Ok(Interval {
        low_closed: right.to_move == Player::Left,
        high_closed: left.to_move == Player::Right,
        low: right.value,
        high: left.value,
    })
}

fn small_pair(left: &[Arc<Walls>], right: &[Arc<Walls>]) -> Option<Pair<Units>> {
    let small = |walls: &Arc<Walls>| matches!(**walls, Walls::Small(_));
    if !left.iter().chain(right).all(small) {
        return None;
    }
    let rights = left.iter().filter_map(|walls| match &**walls {
        Walls::Small(pair) => Some(&pair.right[..]),
        Walls::Large(_) => None,
    });
    let lefts = right.iter().filter_map(|walls| match &**walls {
        Walls::Small(pair) => Some(&pair.left[..]),
        Walls::Large(_) => None,
    });
    Pair::new(scaffold(rights, true)?, scaffold(lefts, false)?)
}

/// The scaffolds over arbitrary rationals; `None` if a side has no options.
fn large_scaffolds(
    left: &[Arc<Walls>],
    right: &[Arc<Walls>],
) -> Option<(Wall<Rational>, Wall<Rational>)> {
    let pairs = |side: &[Arc<Walls>]| side.iter().map(|w| w.large()).collect::<Vec<_>>();
    let (mut left, mut right) = (pairs(left), pairs(right));
    let floor = left.iter().chain(&right).map(|pair| pair.left[0].start.clone()).max()?;
    for pair in left.iter_mut().chain(&mut right) {
        pair.left = from_floor(std::mem::take(&mut pair.left), &floor);
        pair.right = from_floor(std::mem::take(&mut pair.right), &floor);
    }
    let left = scaffold(left.iter().map(|pair| &pair.right[..]), true)?;
    let right = scaffold(right.iter().map(|pair| &pair.left[..]), false)?;
    Some((left, right))
}
