//! Games on pairs, triples, ... of numbers whose options a function lists.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use upstar_core::{Budget, Player};

use super::{class, side};
use upstar_engine::positions::grundy_table::{GrundyTable, OptionSums};
use upstar_engine::positions::numbers::numbers;
use upstar_engine::{Arguments, Class, Options, Position, Result, RuleError, Rules, Ruleset};

/// The most numbers of a position.
pub const MOST_COORDINATES: usize = 8;

/// Positions that are numbers: a pair, or [`Tuple`].
pub trait Coordinates: Position + Copy {
    /// The numbers.
    fn numbers(&self) -> impl AsRef<[u64]>;
}

impl Coordinates for (u64, u64) {
    fn numbers(&self) -> impl AsRef<[u64]> {
        [self.0, self.1]
    }
}

/// Up to [`MOST_COORDINATES`] numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tuple {
    count: u8,
    numbers: [u64; MOST_COORDINATES],
}

impl Hash for Tuple {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.numbers().as_ref().hash(state);
    }
}

impl fmt::Debug for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.to_text())
    }
}

impl Coordinates for Tuple {
    fn numbers(&self) -> impl AsRef<[u64]> {
        &self.numbers[..usize::from(self.count)]
    }
}

impl Position for Tuple {
    fn argument(&self, text: String) -> String {
        text
    }

    fn to_text(&self) -> String {
        let texts: Vec<String> = self.numbers().as_ref().iter().map(u64::to_string).collect();
        texts.join(",")
    }

    fn from_text(text: &str) -> Result<Self> {
        Self::from_numbers(&numbers(text, None)?).ok_or(RuleError::Usage)
    }

    fn from_numbers(given: &[u64]) -> Option<Self> {
        let mut numbers = [0; MOST_COORDINATES];
        numbers.get_mut(..given.len())?.copy_from_slice(given);
        Some(Tuple { count: given.len() as u8, numbers })
    }

    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.cmp(other)
    }
}

/// Adds the options of a position, each one position.
pub type CoordinateMoves<P> = Arc<dyn Fn(&[u64], &mut OptionSums<P>) -> Result + Send + Sync>;

/// A piece on a quarter of the plane, or in space, whose moves a function of its place gives.
pub(super) struct Functions<P> {
    name: String,
    /// What it is called where it is played.
    called: Option<String>,
    text: String,
    /// How many numbers a position has.
    count: usize,
    moves: (CoordinateMoves<P>, Option<CoordinateMoves<P>>),
    /// The values of an impartial game.
    values: GrundyTable<P>,
    /// The orders in which every move so far made the position smaller; see [`all_orders`].
    falling: AtomicU32,
}

/// The orders without infinite descent in which moves of `count` numbers may make a position smaller,
/// as bits: 0 is the order of the sums of the numbers. The others compare the numbers one by one,
/// beginning with any of them and going on in cyclic order, upwards (odd) or downwards (even).
fn all_orders(count: usize) -> u32 {
    // Two numbers are in the same order upwards and downwards.
    if count == 2 { 0b1011 } else { (1 << (1 + 2 * count)) - 1 }
}

/// The first of some options that is not smaller than the position in this order.
fn first_not_below<P: Coordinates>(order: usize, position: &[u64], options: &[P]) -> Option<usize> {
    let n = position.len();
    if order == 0 {
        let sum = |numbers: &[u64]| numbers.iter().map(|&number| u128::from(number)).sum::<u128>();
        let whole = sum(position);
        return options.iter().position(|option| sum(option.numbers().as_ref()) >= whole);
    }
    let (first, up) = ((order - 1) / 2, order % 2 == 1);
    let mut turned = [0; MOST_COORDINATES];
    for (k, place) in turned[..n].iter_mut().enumerate() {
        *place = (first + if up { k } else { n - k }) % n;
    }
    options.iter().position(|option| {
        let numbers = option.numbers();
        let both = turned[..n].iter().map(|&at| (numbers.as_ref()[at], position[at]));
        both.clone().find(|(now, before)| now != before).is_none_or(|(now, before)| now > before)
    })
}

impl<P> fmt::Debug for Functions<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.text)
    }
}

/// A game on `count` numbers. `left` gives the options of a position, for both players if there is no
/// `right`. `name` and `text` are as in [`heap_rules`](crate::heap_rules).
///
/// In one order all moves must make the position smaller: by the sum of its numbers, or by the first
/// number that changes, if the numbers are compared in cyclic order from any of them, upwards or
/// downwards. So play cannot go on forever. When the moves fit none of these orders, questions
/// return an error.
pub fn coordinate_rules<P: Coordinates>(
    name: impl Into<String>,
    text: impl Into<String>,
    count: usize,
    left: CoordinateMoves<P>,
    right: Option<CoordinateMoves<P>>,
) -> Rules {
    let falling = AtomicU32::new(all_orders(count));
    Rules::new(Functions {
        name: name.into(),
        called: None,
        text: text.into(),
        count,
        moves: (left, right),
        values: GrundyTable::default(),
        falling,
    })
}

impl<P: Coordinates> Functions<P> {
    /// The same game with a name, if it has none.
    pub(super) fn called(&self, name: &str) -> Option<Rules> {
        let falling = AtomicU32::new(self.falling.load(Ordering::Relaxed));
        self.called.is_none().then(|| {
            Rules::new(Functions {
                name: self.name.clone(),
                called: Some(name.to_owned()),
                text: self.text.clone(),
                count: self.count,
                moves: self.moves.clone(),
                values: GrundyTable::default(),
                falling,
            })
        })
    }

    /// Adds the options of a position.
    fn of_position(&self, position: P, player: Player, options: &mut OptionSums<P>) -> Result {
        side(&self.moves, player)(position.numbers().as_ref(), options)?;
        let mut before = self.falling.load(Ordering::Relaxed);
        loop {
            let falling = self.still_falling(before, position, options)?;
            let kept = self.falling.compare_exchange(
                before,
                falling,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            match kept {
                Ok(_) => return Ok(()),
                Err(now) => before = now,
            }
        }
    }

    /// Those of some orders in which these moves make the position smaller.
    fn still_falling(&self, mut falling: u32, position: P, options: &OptionSums<P>) -> Result<u32> {
        let whole = position.numbers();
        let mut last = 0;
        for order in 0..u32::BITS as usize {
            if falling >> order & 1 == 1
                && let Some(at) = first_not_below(order, whole.as_ref(), options.parts())
            {
                falling &= !(1 << order);
                last = last.max(at);
            }
        }
        if falling == 0 {
            let option = options.parts()[last];
            return Err(RuleError::NotApplicable(format!(
                "{self:?} moves from {position:?} to {option:?}; together with its other moves \
                 that gets smaller neither by the sum of the numbers, nor by one of them and \
                 then the others in turn, so that play might not end"
            )));
        }
        Ok(falling)
    }
}

impl<P: Coordinates> Ruleset for Functions<P> {
    type Position = P;

    fn name(&self) -> &str {
        &self.name
    }

    fn class(&self) -> Class {
        class(&self.moves)
    }

    fn options(&self, position: &P, player: Player, out: &mut Options<P>) -> Result {
        let mut options = OptionSums::default();
        self.of_position(*position, player, &mut options)?;
        out.extend(options.parts().iter().copied());
        Ok(())
    }

    fn computed(&self, position: &P, budget: &Budget) -> Result<Option<u64>> {
        if !self.class().is_impartial() {
            return Ok(None);
        }
        let list = |position, options: &mut _| self.of_position(position, Player::Left, options);
        Ok(self.values.value(*position, budget, list)?.map(u64::from))
    }

    fn parse(&self, text: &str) -> Result<P> {
        P::from_numbers(&numbers(text, Some(self.count))?).ok_or(RuleError::Usage)
    }

    fn position(&self, arguments: &Arguments) -> Result<P> {
        let given = arguments.counts(0, u64::MAX)?;
        if given.len() != self.count {
            return Err(RuleError::NotApplicable(format!(
                "a position of this game has {} numbers, not {}",
                self.count,
                given.len()
            )));
        }
        P::from_numbers(&given).ok_or(RuleError::Usage)
    }

    fn parameters(&self) -> String {
        self.text.clone()
    }

    fn call(&self, position: &P) -> String {
        match &self.called {
            Some(name) => format!("{name}({})", self.write(position)),
            None => format!("{}({})({})", self.name, self.text, self.write(position)),
        }
    }
}
