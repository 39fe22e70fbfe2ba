//! The walls, from temperature 0 up, corner by corner.

use upstar_core::{Lease, Player};
use upstar_values::{Rational, Trajectory, Worker};

use super::Place;
use super::states::States;
use crate::{Error, Result};

/// The steepest allowed slope.
const STEEPEST: i64 = 127;

/// The largest number of rounds in which slopes are computed from each other.
const MOST_ROUNDS: usize = 1000;

/// A move at some temperature: its value, and the slope of this value.
type Way = (Rational, i64);

/// The state of the search at one temperature.
pub(super) struct Walls<'a, 'g> {
    states: &'a States<'g>,
    /// The winner of infinite play.
    winner: Player,
    temperature: Rational,
    values: Vec<Rational>,
    slopes: Vec<i64>,
}

/// Whether the first value is better for a player: larger for Left, smaller for Right.
fn better<T: PartialOrd>(player: Player, a: &T, b: &T) -> bool {
    match player {
        Player::Left => a > b,
        Player::Right => a < b,
    }
}

/// d(value)/dt of a wall above temperature t.
fn slope_of(wall: &Trajectory, t: &Rational) -> i64 {
    // The pieces go from the mast down. Take the first one that does not start above t.
    let piece = wall.critical().iter().take_while(|&corner| corner > t).count();
    i64::from(wall.slopes()[piece])
}

impl<'a, 'g> Walls<'a, 'g> {
    pub(super) fn new(states: &'a States<'g>, winner: Player, stops: Vec<Rational>) -> Self {
        let slopes = vec![0; stops.len()];
        Walls { states, winner, temperature: Rational::from(0), values: stops, slopes }
    }

    /// The walls of the first so many places.
    pub(super) fn run(
        mut self,
        places: usize,
        worker: &mut Worker<'_>,
    ) -> Result<Vec<[Trajectory; 2]>, Error> {
        let mut roots = vec![[0; 2]; places];
        for (state, free) in self.states.list.iter().zip(&self.states.free) {
            if let Some(root) = roots.get_mut(state.place as usize) {
                *root = *free;
            }
        }
        let mut pieces: Vec<[Vec<(Rational, Rational, i8)>; 2]> = vec![Default::default(); places];
        let mut lease = Lease::new(worker.budget());
        loop {
            self.turn(worker)?;
            for (root, walls) in roots.iter().zip(&mut pieces) {
                for (&state, wall) in root.iter().zip(walls) {
                    let slope = self.slopes[state as usize];
                    let slope = i8::try_from(slope).ok().filter(|_| slope.abs() < STEEPEST);
                    let slope = slope.ok_or(Error::NoThermograph("a wall is too steep"))?;
                    if wall.last().is_none_or(|last| last.2 != slope) {
                        let value = self.values[state as usize].clone();
                        lease.spend(size_of::<(Rational, Rational, i8)>() as u64, 1 << 16)?;
                        wall.push((self.temperature.clone(), value, slope));
                    }
                }
            }
            let Some(ahead) = self.corner(worker)? else { break };
            for (value, &slope) in self.values.iter_mut().zip(&self.slopes) {
                if slope != 0 {
                    *value = &*value + &(&Rational::from(slope) * &ahead);
                }
            }
            self.temperature = &self.temperature + &ahead;
        }
        let walls = |[left, right]: [Vec<(Rational, Rational, i8)>; 2]| {
            Some([Trajectory::new(&left)?, Trajectory::new(&right)?])
        };
        let found: Option<Vec<[Trajectory; 2]>> = pieces.into_iter().map(walls).collect();
        found.ok_or(Error::NoThermograph("a wall breaks off"))
    }

    /// The moves of a state with their values, including the cost of the move.
    fn ways<'s>(&'s self, state: u32, slopes: &'s [i64]) -> impl Iterator<Item = Way> + 's {
        let sign = match self.states.list[state as usize].mover {
            Player::Left => -1,
            Player::Right => 1,
        };
        self.states.turns[state as usize].moves.iter().map(move |&next| {
            let value = &self.values[next as usize];
            let value =
                if sign < 0 { value - &self.temperature } else { value + &self.temperature };
            (value, slopes[next as usize] + sign)
        })
    }

    /// Among the moves whose value equals that of the state, the slope that is best for the mover.
    fn steepest(&self, state: u32, ways: impl Iterator<Item = Way>) -> Option<i64> {
        let own = &self.values[state as usize];
        let slopes = ways.filter(|(value, _)| value == own).map(|(_, slope)| slope);
        match self.states.list[state as usize].mover {
            Player::Left => slopes.max(),
            Player::Right => slopes.min(),
        }
    }

    /// The slopes of all values just above this temperature. A move elsewhere leads to the value
    /// just below, whose slope is also unknown, and play may return without such a move. So
    /// consistent slopes are computed by iteration: the greatest if infinite play is won by Left, and
    /// the least if it is won by Right.
    fn turn(&mut self, worker: &mut Worker<'_>) -> Result {
        let first = if self.winner == Player::Left { STEEPEST } else { -STEEPEST };
        self.slopes = self.settle(vec![first; self.slopes.len()], worker)?;
        Ok(())
    }

    /// Consistent slopes, reached by iteration from the given ones.
    fn settle(&self, mut slopes: Vec<i64>, worker: &mut Worker<'_>) -> Result<Vec<i64>> {
        for _ in 0..MOST_ROUNDS {
            worker.tick(slopes.len() as u64)?;
            let mut changed = false;
            for &state in &self.states.order {
                let slope = self.slope(state, &slopes)?.clamp(-STEEPEST, STEEPEST);
                changed |= slope != slopes[state as usize];
                slopes[state as usize] = slope;
            }
            if !changed {
                return Ok(slopes);
            }
        }
        Err(Error::NoThermograph("the walls of the positions depend on each other in a circle"))
    }

    fn slope(&self, number: u32, slopes: &[i64]) -> Result<i64> {
        let state = self.states.list[number as usize];
        if let Place::Known(known) = &self.states.game.places[state.place as usize] {
            return Ok(slope_of(&known[state.mover as usize], &self.temperature));
        }
        const LOST: Error = Error::NoThermograph("a wall breaks off");
        if !self.states.is_free(number) {
            let elsewhere = self.states.turns[number as usize].elsewhere.map(|next| {
                let next = next as usize;
                (self.values[next].clone(), slopes[next])
            });
            return self.steepest(number, self.ways(number, slopes).chain(elsewhere)).ok_or(LOST);
        }
        let [left, right] = self.states.free[number as usize];
        if self.values[left as usize] > self.values[right as usize] {
            return self.steepest(number, self.ways(number, slopes)).ok_or(LOST);
        }
        // A mast: vertical as long as no scaffold pushes it.
        let low = self.steepest(left, self.ways(left, slopes));
        let high = self.steepest(right, self.ways(right, slopes));
        Ok(match (low, high) {
            (Some(low), Some(high)) if low > high => match state.mover {
                Player::Left => low,
                Player::Right => high,
            },
            (low, high) => {
                let pushed = low.map_or(0, |low| low.max(0));
                high.map_or(pushed, |high| high.min(pushed))
            }
        })
    }

    /// The distance to the next corner, if there is one.
    fn corner(&self, worker: &mut Worker<'_>) -> Result<Option<Rational>> {
        let mut nearest: Option<Rational> = None;
        let mut meet = |gap: Rational, closing: i64| {
            let ahead = gap.checked_div(&Rational::from(closing));
            if let Some(ahead) = ahead
                && nearest.as_ref().is_none_or(|nearest| ahead < *nearest)
            {
                nearest = Some(ahead);
            }
        };
        for (number, state) in self.states.list.iter().enumerate() {
            if let Place::Known(known) = &self.states.game.places[state.place as usize] {
                let corners = known[state.mover as usize].critical();
                if let Some(next) = corners.iter().rfind(|&corner| *corner > self.temperature) {
                    meet(next - &self.temperature, 1);
                }
                continue;
            }
            let turn = &self.states.turns[number];
            worker.tick(1 + turn.moves.len() as u64)?;
            let (own, slope) = (&self.values[number], self.slopes[number]);
            let elsewhere = turn.elsewhere.map(|next| {
                let next = next as usize;
                (self.values[next].clone(), self.slopes[next])
            });
            for (value, other) in self.ways(number as u32, &self.slopes).chain(elsewhere) {
                if better(state.mover, own, &value) && better(state.mover, &other, &slope) {
                    let gap = own - &value;
                    match state.mover {
                        Player::Left => meet(gap, other - slope),
                        Player::Right => meet(-gap, slope - other),
                    }
                }
            }
        }
        Ok(nearest)
    }
}
