//! Thermographs in the public interface.

use std::fmt;

use smallvec::SmallVec;
use upstar_core::Player;

use super::scalar::Scalar;
use super::wall::{Pair, Piece};
use crate::Rational;

/// One wall of a thermograph: the best stop when each move costs t, as a function of t.
///
/// It is constant (the mast) above the highest critical temperature. Below, it is linear between
/// critical temperatures, with slopes -1, 0 or 1, or with any integer slopes in games with kos.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    mast: Rational,
    critical: SmallVec<[Rational; 2]>,
    slopes: SmallVec<[i8; 8]>,
    floor: Rational,
}

impl Trajectory {
    pub(crate) fn from_wall<S: Scalar>(wall: &[Piece<S>]) -> Self {
        let last = &wall[wall.len() - 1];
        Trajectory {
            mast: last.value.to_rational(),
            critical: wall[1..].iter().rev().map(|piece| piece.start.to_rational()).collect(),
            slopes: wall.iter().rev().map(|piece| piece.slope).collect(),
            floor: wall[0].start.to_rational(),
        }
    }

    /// The wall with these pieces, from the lowest temperature up. Each piece has its start, the
    /// value there, and the slope up to the next piece. Neighbours with equal slopes are joined.
    /// `None` if there is no piece, if they are not in order, or if the value jumps.
    #[must_use]
    pub fn new(pieces: &[(Rational, Rational, i8)]) -> Option<Self> {
        let (floor, mut mast, mut slope) = pieces.first()?.clone();
        let mut start = floor.clone();
        let (mut critical, mut slopes) = (SmallVec::new(), SmallVec::new());
        slopes.push(slope);
        for (next, value, turned) in &pieces[1..] {
            let reached = &mast + &(&Rational::from(i64::from(slope)) * &(next - &start));
            if *next <= start || reached != *value {
                return None;
            }
            (start, mast) = (next.clone(), reached);
            if *turned != slope {
                critical.push(start.clone());
                slopes.push(*turned);
                slope = *turned;
            }
        }
        // The mast value is the value at the highest corner.
        if let Some(corner) = critical.last() {
            let corner: &Rational = corner;
            mast = &mast - &(&Rational::from(i64::from(slope)) * &(&start - corner));
        } else {
            mast = pieces[0].1.clone();
        }
        critical.reverse();
        slopes.reverse();
        Some(Trajectory { mast, critical, slopes, floor })
    }

    /// The mast value, which is the value at high temperatures. For a scaffold, it is the value at
    /// the highest critical temperature, or at the floor.
    #[must_use]
    pub fn mast(&self) -> &Rational {
        &self.mast
    }

    /// The temperatures where the slope changes, from high to low.
    #[must_use]
    pub fn critical(&self) -> &[Rational] {
        &self.critical
    }

    /// d(value)/dt in each piece, from the mast down. There is one more than in
    /// [`critical`](Trajectory::critical).
    #[must_use]
    pub fn slopes(&self) -> &[i8] {
        &self.slopes
    }

    /// The lowest temperature of the wall: -1, or 0 if a number that is not dyadic is among the
    /// ends of the game.
    #[must_use]
    pub fn floor(&self) -> &Rational {
        &self.floor
    }

    /// The value at temperature `t`. Below the [floor](Trajectory::floor) the lowest piece
    /// continues.
    #[must_use]
    pub fn at(&self, t: &Rational) -> Rational {
        let highest = self.critical.first().unwrap_or(&self.floor);
        let mut value = self.mast.clone();
        if t >= highest {
            return &value + &(&Rational::from(i64::from(self.slopes[0])) * &(t - highest));
        }
        let mut from = highest;
        for (i, slope) in self.slopes[1..].iter().enumerate() {
            let to = self.critical.get(i + 1).filter(|&next| t < next).unwrap_or(t);
            value = &value + &(&Rational::from(i64::from(*slope)) * &(to - from));
            if to == t {
                break;
            }
            from = to;
        }
        value
    }
}

/// `[a,b,c]`.
fn list<T: fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    format!("[{}]", items.join(","))
}

impl fmt::Display for Trajectory {
    /// `Trajectory(9/4,[3/4,1/2],[0,1,0])`: mast value, critical temperatures
    /// from high to low, slopes from the mast down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trajectory({},{},{})", self.mast, list(&self.critical), list(&self.slopes))
    }
}

/// A thermograph: the Left and Right stops of a game cooled by t, for every t
/// from -1 up.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_values::{Universe, thermography};
///
/// let universe = Universe::new();
/// let mut worker = universe.worker(&Budget::unlimited());
/// let [zero, one, two] = [0, 1, 2].map(|n| worker.integer(n).unwrap());
/// let right = worker.game(&[one], &[zero])?;
/// let game = worker.game(&[two], &[right])?;
/// let thermograph = thermography::thermograph(&mut worker, game)?;
/// assert_eq!(thermograph.to_string(), "Thermograph(5/4,[3/4],[0,-1],5/4,[3/4,1/2],[0,1,0])");
/// assert_eq!(thermograph.temperature().to_string(), "3/4");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    left: Trajectory,
    right: Trajectory,
    temperature: Rational,
}

impl Thermograph {
    pub(crate) fn from_pair<S: Scalar>(pair: &Pair<S>) -> Self {
        Thermograph {
            left: Trajectory::from_wall(&pair.left),
            right: Trajectory::from_wall(&pair.right),
            temperature: pair.temperature.to_rational(),
        }
    }

    /// The thermograph with these walls. `None` if they do not meet in a mast.
    ///
    /// ```
    /// use upstar_values::{Rational, Thermograph, Trajectory};
    ///
    /// let at = |n, d| Rational::ratio(n, d).unwrap();
    /// // The ko of one point that Left can win with one move and Right with two.
    /// let left = Trajectory::new(&[(0.into(), 1.into(), -1), (at(1, 3), at(2, 3), 0)]).unwrap();
    /// let right = Trajectory::new(&[(0.into(), 0.into(), 2), (at(1, 3), at(2, 3), 0)]).unwrap();
    /// let thermograph = Thermograph::new(left, right).unwrap();
    /// assert_eq!(thermograph.to_string(), "Thermograph(2/3,[1/3],[0,-1],2/3,[1/3],[0,2])");
    /// ```
    #[must_use]
    pub fn new(left: Trajectory, right: Trajectory) -> Option<Self> {
        if left.mast != right.mast || left.slopes[0] != 0 || right.slopes[0] != 0 {
            return None;
        }
        // The walls may be equal below the mast already, where they need not be vertical.
        let corners = [left.critical.first(), right.critical.first()].into_iter().flatten();
        let temperature = corners.max().unwrap_or(&left.floor).clone();
        Some(Thermograph { left, right, temperature })
    }

    /// A wall.
    #[must_use]
    pub fn wall(&self, player: Player) -> &Trajectory {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The thermograph of the game in which each move counts so many points more for its player:
    /// all temperatures are higher by so much.
    #[must_use]
    pub fn with_moves_worth(&self, more: i64) -> Self {
        let higher = |t: &Rational| t + &Rational::from(more);
        let moved = |wall: &Trajectory| Trajectory {
            critical: wall.critical.iter().map(higher).collect(),
            floor: higher(&wall.floor),
            ..wall.clone()
        };
        Thermograph {
            left: moved(&self.left),
            right: moved(&self.right),
            temperature: higher(&self.temperature),
        }
    }

    /// The mean value, where the mast is.
    #[must_use]
    pub fn mean(&self) -> &Rational {
        &self.left.mast
    }

    /// The temperature, where the mast begins.
    #[must_use]
    pub fn temperature(&self) -> &Rational {
        &self.temperature
    }
}

impl fmt::Display for Thermograph {
    /// `Thermograph(5/4,[3/4],[0,-1],5/4,[3/4,1/2],[0,1,0])`: the parts of the
    /// Left wall, then those of the Right wall (see [`Trajectory`]).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |t: &Trajectory| format!("{},{},{}", t.mast, list(&t.critical), list(&t.slopes));
        write!(f, "Thermograph({},{})", part(&self.left), part(&self.right))
    }
}
