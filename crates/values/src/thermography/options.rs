//! Stops and thermographs of games that are given only by their options.

use std::sync::Arc;

use num_traits::ToPrimitive;
use upstar_core::{Outcome, Player};

use super::scalar::{Scalar, Units};
use super::wall::{Pair, Piece, Wall};
use super::{Stop, Thermograph, Walls, stop, walls, walls_over};
use crate::error::Halt;
use crate::node::Stops;
use crate::{Error, Id, Rational, Result, Worker, key};

/// The stops of a game, with the player to move there, its thermograph, and its value if that is a
/// number.
///
/// It is determined by that of the options, even if some of them are dominated or reversible, so no
/// canonical form is needed. For a sum it is not determined by that of the summands, except by
/// [`StopsAndWalls::plus`].
#[derive(Clone, Debug)]
pub struct StopsAndWalls {
    stops: Stops,
    number: Option<Id>,
    walls: Arc<Walls>,
}

impl StopsAndWalls {
    /// The stops and walls of a value.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn of_value(worker: &mut Worker<'_>, g: Id) -> Result<Self> {
        worker.trim_memo();
        stops_and_walls_of_value(worker, g.0).map_err(|halt| worker.reason(halt))
    }

    /// The stops and walls of the game whose Left and Right options have these.
    ///
    /// The stops decide whether the game is a number. If so, it is the simplest number between them
    /// (see Siegel, II.3). For all other games the walls are cut from the scaffolds over the
    /// options, in any form. A dominated option has the lower wall at every temperature, and a
    /// reversible option has no higher wall than the options that replace it.
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_values::{StopsAndWalls, Universe};
    ///
    /// let universe = Universe::new();
    /// let mut worker = universe.worker(&Budget::unlimited());
    /// let [zero, two] = [0, 2].map(|n| worker.integer(n).unwrap());
    /// let [zero, two] = [zero, two].map(|g| StopsAndWalls::of_value(&mut worker, g).unwrap());
    /// let hot = StopsAndWalls::of_options(&mut worker, &[two.clone(), zero.clone()], &[zero.clone()])?;
    /// assert_eq!(hot.thermograph().temperature().to_string(), "1");
    /// let cold = StopsAndWalls::of_options(&mut worker, &[zero], &[two])?;
    /// assert_eq!(cold.thermograph().mean().to_string(), "1");
    /// assert!(cold.number().is_some());
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn of_options(
        worker: &mut Worker<'_>,
        left: &[StopsAndWalls],
        right: &[StopsAndWalls],
    ) -> Result<Self> {
        stops_and_walls_of_options(worker, left, right).map_err(|halt| worker.reason(halt))
    }

    /// The Left stop and the Right stop, each with the player to move there.
    #[must_use]
    pub fn stops(&self, worker: &Worker<'_>) -> (Stop, Stop) {
        let stops = self.stops;
        (stop(worker, stops.left, stops.left_number), stop(worker, stops.right, stops.right_number))
    }

    /// The outcome, which the stops determine: Left wins moving first if the Left stop is above 0,
    /// or is 0 with Right to move there, and so on.
    pub fn outcome(&self, worker: &mut Worker<'_>) -> Outcome {
        let zero = worker.node(Id::ZERO.0).stops();
        let [left, right] = [
            worker.cmp_stops(
                (self.stops.left, self.stops.left_number),
                (zero.left, zero.left_number),
            ),
            worker.cmp_stops(
                (self.stops.right, self.stops.right_number),
                (zero.right, zero.right_number),
            ),
        ];
        let left_first = if left.is_gt() { Player::Left } else { Player::Right };
        let right_first = if right.is_lt() { Player::Right } else { Player::Left };
        Outcome::from_winners(Some(left_first), Some(right_first))
    }

    /// The stops and walls of the negative.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn negative(&self, worker: &mut Worker<'_>) -> Result<Self> {
        negated(worker, self).map_err(|halt| worker.reason(halt))
    }

    /// The stops and walls of g + n for an integer n. (For any other number, the walls of the sum
    /// below temperature 0 are not the translated walls.)
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for an integer beyond 64 bits, [`Error::Exhausted`].
    pub fn plus(&self, worker: &mut Worker<'_>, n: Id) -> Result<Self> {
        moved(worker, self, n.0).map_err(|halt| worker.reason(halt))
    }

    /// The value, if it is a number.
    #[must_use]
    pub fn number(&self) -> Option<Id> {
        self.number
    }

    /// The thermograph, as [`thermograph`](super::thermograph) gives it for a value.
    #[must_use]
    pub fn thermograph(&self) -> Arc<Thermograph> {
        Arc::new(self.walls.to_thermograph())
    }
}

/// Changes every value of a pair of walls. With `turned`, also exchanges the walls and reverses
/// their slopes.
fn changed<S: Scalar>(
    pair: &Pair<S>,
    turned: bool,
    change: impl Fn(&S) -> Option<S>,
) -> Option<Pair<S>> {
    let wall = |wall: &Wall<S>| -> Option<Wall<S>> {
        wall.iter()
            .map(|piece| {
                let slope = if turned { -piece.slope } else { piece.slope };
                Some(Piece { start: piece.start.clone(), value: change(&piece.value)?, slope })
            })
            .collect()
    };
    let (left, right) = if turned { (&pair.right, &pair.left) } else { (&pair.left, &pair.right) };
    Some(Pair {
        left: wall(left)?,
        right: wall(right)?,
        temperature: pair.temperature.clone(),
        mast: change(&pair.mast)?,
    })
}

/// The walls of options without most repeats: positions have many options with equal walls.
fn distinct(side: &[StopsAndWalls]) -> Vec<Arc<Walls>> {
    let mut walls: Vec<Arc<Walls>> = side.iter().map(|option| option.walls.clone()).collect();
    let small = |walls: &Walls| match walls {
        Walls::Small(pair) => Some((pair.mast, pair.temperature, pair.left.len())),
        Walls::Large(_) => None,
    };
    walls.sort_by_key(|walls| small(walls));
    walls.dedup_by(|a, b| match (&**a, &**b) {
        (Walls::Small(a), Walls::Small(b)) => (&a.left, &a.right) == (&b.left, &b.right),
        _ => Arc::ptr_eq(a, b),
    });
    walls
}

impl Walls {
    fn plus(&self, x: &Rational) -> Option<Walls> {
        let units = key::of(x);
        if let Walls::Small(pair) = self
            && key::is_exact(units)
            && let Some(pair) = changed(pair, false, |y| y.plus(&Units(key::units(units))))
        {
            return Some(Walls::Small(pair));
        }
        changed(&self.large(), false, |y| y.plus(x)).map(Box::new).map(Walls::Large)
    }

    fn negative(&self) -> Option<Walls> {
        match self {
            Walls::Small(pair) => {
                changed(pair, true, |y| y.0.checked_neg().map(Units)).map(Walls::Small)
            }
            Walls::Large(pair) => changed(pair, true, |y| Some(-y)).map(Box::new).map(Walls::Large),
        }
    }
}

fn stops_and_walls_of_value(worker: &mut Worker<'_>, g: u32) -> Result<StopsAndWalls, Halt> {
    let walls = walls(worker, g)?;
    let node = worker.node(g);
    Ok(StopsAndWalls { stops: node.stops(), number: node.is_number().then_some(Id(g)), walls })
}

fn stops_and_walls_of_options(
    worker: &mut Worker<'_>,
    left: &[StopsAndWalls],
    right: &[StopsAndWalls],
) -> Result<StopsAndWalls, Halt> {
    worker.step()?;
    let mut stops =
        Stops { left: key::LOWEST, right: key::HIGHEST, left_number: 0, right_number: 0 };
    for StopsAndWalls { stops: of, .. } in left {
        let stop = (of.right, of.right_number);
        if worker.cmp_stops(stop, (stops.left, stops.left_number)).is_gt() {
            (stops.left, stops.left_number) = stop;
        }
    }
    for StopsAndWalls { stops: of, .. } in right {
        let stop = (of.left, of.left_number);
        if worker.cmp_stops(stop, (stops.right, stops.right_number)).is_lt() {
            (stops.right, stops.right_number) = stop;
        }
    }
    if left.is_empty() || right.is_empty() || worker.are_of_a_number(stops) {
        let number = worker.simplest_between(stops)?;
        return stops_and_walls_of_value(worker, number);
    }
    let walls = Arc::new(walls_over(worker, &distinct(left), &distinct(right))?);
    Ok(StopsAndWalls { stops, number: None, walls })
}

fn negated(worker: &mut Worker<'_>, g: &StopsAndWalls) -> Result<StopsAndWalls, Halt> {
    if let Some(number) = g.number {
        let negative = worker.negate_number(number.0)?;
        return stops_and_walls_of_value(worker, negative);
    }
    let stops = Stops {
        left_number: worker.negate_number(g.stops.right_number)?,
        right_number: worker.negate_number(g.stops.left_number)?,
        ..g.stops
    };
    let to_move = |stop: i64| stop & key::RIGHT == 0;
    let stops = worker.with_keys(stops, to_move(g.stops.right), to_move(g.stops.left));
    match g.walls.negative() {
        Some(walls) => Ok(StopsAndWalls { stops, number: None, walls: Arc::new(walls) }),
        None => Err(worker.fail(Error::TooLarge { what: "the thermograph", limit: "2^63" })),
    }
}

fn moved(worker: &mut Worker<'_>, g: &StopsAndWalls, n: u32) -> Result<StopsAndWalls, Halt> {
    if let Some(number) = g.number {
        let sum = worker.add_numbers(number.0, n)?;
        return stops_and_walls_of_value(worker, sum);
    }
    let x = worker.number_of(n);
    let small = x.is_integer() && x.numer().to_i64().is_some();
    let walls = if small { g.walls.plus(&x) } else { None };
    let Some(walls) = walls else {
        return Err(worker.fail(Error::TooLarge { what: "the integer", limit: "2^63" }));
    };
    let stops = Stops {
        left_number: worker.add_numbers(g.stops.left_number, n)?,
        right_number: worker.add_numbers(g.stops.right_number, n)?,
        ..g.stops
    };
    let to_move = |stop: i64| stop & key::RIGHT != 0;
    let stops = worker.with_keys(stops, to_move(g.stops.left), to_move(g.stops.right));
    Ok(StopsAndWalls { stops, number: None, walls: Arc::new(walls) })
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use super::super::{left_stop, right_stop, thermograph};
    use super::*;
    use crate::Universe;

    /// A small generator that gives the same numbers everywhere.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % bound
        }
    }

    type Both = (Id, StopsAndWalls);

    /// A random form: its value by canonical forms, and its walls from its options.
    fn form(worker: &mut Worker<'_>, numbers: &mut Numbers, depth: u32) -> Both {
        if depth == 0 || numbers.below(6) == 0 {
            let leaf = match numbers.below(8) {
                0 => worker.nimber(1),
                1 => worker.up_star(&Rational::ZERO, 1, 0),
                n => {
                    let x = Rational::ratio(n as i64 * 3 - 14, 1 << numbers.below(4)).unwrap();
                    worker.number(&x)
                }
            };
            let leaf = leaf.unwrap();
            return (leaf, StopsAndWalls::of_value(worker, leaf).unwrap());
        }
        let mut side = |worker: &mut Worker<'_>| -> Vec<Both> {
            (0..numbers.below(4)).map(|_| form(worker, numbers, depth - 1)).collect()
        };
        let (left, right) = (side(worker), side(worker));
        let ids = |side: &[Both]| side.iter().map(|option| option.0).collect::<Vec<_>>();
        let walls = |side: &[Both]| side.iter().map(|option| option.1.clone()).collect::<Vec<_>>();
        let value = worker.game(&ids(&left), &ids(&right)).unwrap();
        (value, StopsAndWalls::of_options(worker, &walls(&left), &walls(&right)).unwrap())
    }

    #[test]
    fn walls_of_any_form_are_those_of_the_canonical_form() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let mut numbers = Numbers(1);
        let (mut hot, mut cold) = (0, 0);
        for _ in 0..4000 {
            let (value, found) = form(&mut worker, &mut numbers, 4);
            let expected = thermograph(&mut worker, value).unwrap();
            assert_eq!(found.thermograph(), expected, "{:?}", universe.game(value));
            assert_eq!(found.number(), worker.as_number(value).map(|_| value));
            let stops = [found.stops.left_number, found.stops.right_number];
            let canonical = [left_stop(&mut worker, value), right_stop(&mut worker, value)];
            for (stop, expected) in stops.into_iter().zip(&canonical) {
                assert_eq!(worker.number_of(stop), expected.as_ref().unwrap().value);
            }
            let (left, right) = found.stops(&worker);
            assert_eq!([Ok(left), Ok(right)], canonical);
            assert_eq!(found.outcome(&mut worker), worker.outcome(value).unwrap());
            let negative = worker.neg(value).unwrap();
            let turned = found.negative(&mut worker).unwrap();
            assert_eq!(turned.thermograph(), thermograph(&mut worker, negative).unwrap());
            assert_eq!(turned.stops.left, worker.node(negative.0).left_stop());
            assert_eq!(turned.stops.right, worker.node(negative.0).right_stop());
            let three = worker.integer(3).unwrap();
            let sum = worker.add(value, three).unwrap();
            let moved = found.plus(&mut worker, three).unwrap();
            assert_eq!(moved.thermograph(), thermograph(&mut worker, sum).unwrap());
            assert_eq!(moved.stops.left, worker.node(sum.0).left_stop());
            assert_eq!(moved.stops.right, worker.node(sum.0).right_stop());
            *if found.number().is_some() { &mut cold } else { &mut hot } += 1;
        }
        assert!(hot > 1000 && cold > 1000, "{hot} {cold}");
        let half = worker.number(&Rational::ratio(1, 2).unwrap()).unwrap();
        let star = worker.nimber(1).unwrap();
        let star = StopsAndWalls::of_value(&mut worker, star).unwrap();
        assert!(star.plus(&mut worker, half).is_err());
    }
}
