//! Games on pairs of numbers whose options a function lists.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use upstar_core::{Budget, GrundyValue, Player};

use super::{class, side};
use upstar_engine::positions::grundy_table::{GrundyTable, OptionSums};
use upstar_engine::{Class, Options, RuleError, Rules, Ruleset};

type Pair = (u64, u64);

/// Adds the options of a pair of numbers, each one pair.
pub type PairMoves =
    Arc<dyn Fn((u64, u64), &mut OptionSums<(u64, u64)>) -> Result<(), RuleError> + Send + Sync>;

/// A piece on a quarter of the plane, whose moves a function of its place gives.
struct Functions {
    name: String,
    text: String,
    moves: (PairMoves, Option<PairMoves>),
    /// The values of an impartial game.
    values: GrundyTable<Pair>,
    /// The orders of [`ORDERS`] in which every move so far made the pair smaller, as bits.
    falling: AtomicU8,
}

/// Orders on pairs without infinite descent.
const ORDERS: [fn(Pair) -> (u128, u64); 3] = [
    |(a, b)| (u128::from(a) + u128::from(b), 0),
    |(a, b)| (u128::from(a), b),
    |(a, b)| (u128::from(b), a),
];

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.text)
    }
}

/// A game on pairs of numbers. `left` gives the options of a pair, for both players if there is no
/// `right`. `name` and `text` are as in [`heap_rules`](crate::heap_rules).
///
/// In one of three orders all moves must make the pair smaller: by the sum of its numbers, by the
/// first number and then the second, or by the second and then the first. So play cannot go on
/// forever. When the moves fit none of these orders, questions return an error.
pub fn pair_rules(
    name: impl Into<String>,
    text: impl Into<String>,
    left: PairMoves,
    right: Option<PairMoves>,
) -> Rules {
    let (name, text) = (name.into(), text.into());
    let falling = AtomicU8::new((1 << ORDERS.len()) - 1);
    Rules::new(Functions {
        name,
        text,
        moves: (left, right),
        values: GrundyTable::default(),
        falling,
    })
}

impl Functions {
    /// Adds the options of a pair.
    fn of_pair(
        &self,
        pair: Pair,
        player: Player,
        options: &mut OptionSums<Pair>,
    ) -> Result<(), RuleError> {
        side(&self.moves, player)(pair, options)?;
        let mut before = self.falling.load(Ordering::Relaxed);
        loop {
            let falling = self.still_falling(before, pair, options)?;
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

    /// Those of some orders in which these moves make the pair smaller.
    fn still_falling(
        &self,
        falling: u8,
        pair: Pair,
        options: &OptionSums<Pair>,
    ) -> Result<u8, RuleError> {
        let falls = |at: usize, options: &[Pair]| {
            let (order, whole) = (ORDERS[at], ORDERS[at](pair));
            falling >> at & 1 == 1 && options.iter().all(|&option| order(option) < whole)
        };
        let all = |options: &[Pair]| {
            (0..ORDERS.len()).fold(0, |all, at| all | u8::from(falls(at, options)) << at)
        };
        match (all(options.parts()), options.parts()) {
            (0, parts @ [first, ..]) => {
                // The first with which no order is left.
                let mut left = falling;
                let option = parts.iter().find(|&&option| {
                    left &= all(&[option]);
                    left == 0
                });
                let option = option.unwrap_or(first);
                Err(RuleError::NotApplicable(format!(
                    "{self:?} moves from {pair:?} to {option:?}; together with its other moves \
                     that gets smaller neither by the sum of the numbers, nor by one of them and \
                     then the other, so that play might not end"
                )))
            }
            (falling, _) => Ok(falling),
        }
    }
}

impl Ruleset for Functions {
    type Position = Pair;

    fn name(&self) -> &str {
        &self.name
    }

    fn class(&self) -> Class {
        class(&self.moves)
    }

    fn options(
        &self,
        pair: &Pair,
        player: Player,
        out: &mut Options<Pair>,
    ) -> Result<(), RuleError> {
        let mut options = OptionSums::default();
        self.of_pair(*pair, player, &mut options)?;
        out.extend_from_slice(options.parts());
        Ok(())
    }

    fn computed(&self, pair: &Pair, budget: &Budget) -> Result<Option<GrundyValue>, RuleError> {
        if !self.class().is_impartial() {
            return Ok(None);
        }
        let list = |pair, options: &mut _| self.of_pair(pair, Player::Left, options);
        self.values.value(*pair, budget, list)
    }

    fn parameters(&self) -> String {
        self.text.clone()
    }

    fn call(&self, pair: &Pair) -> String {
        format!("{}({})({})", self.name, self.text, self.write(pair))
    }
}
