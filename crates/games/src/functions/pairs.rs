//! Games on pairs of numbers whose options a function lists.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use upstar_core::Player;

use super::{Known, class, remembered, side};
use upstar_engine::{Class, Options, RuleError, Rules, Ruleset};

type Pair = (u64, u64);

/// The options of a pair of numbers.
pub type PairMoves = Arc<dyn Fn(u64, u64) -> Result<Vec<(u64, u64)>, RuleError> + Send + Sync>;

/// A piece on a quarter of the plane, whose moves a function of its place gives.
struct Functions {
    name: String,
    text: String,
    moves: (PairMoves, Option<PairMoves>),
    known: Known<Pair, Pair>,
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
    Rules::new(Functions { name, text, moves: (left, right), known: Known::default(), falling })
}

impl Functions {
    fn of_pair(&self, pair: Pair, player: Player) -> Result<Arc<[Pair]>, RuleError> {
        let (moves, player) = side(&self.moves, player);
        remembered(&self.known, (pair, player), || {
            let options = moves(pair.0, pair.1)?;
            for &option in &options {
                let falls = ORDERS
                    .iter()
                    .enumerate()
                    .map(|(at, order)| u8::from(order(option) < order(pair)) << at);
                let falls = falls.fold(0, |all, one| all | one);
                if self.falling.fetch_and(falls, Ordering::Relaxed) & falls == 0 {
                    return Err(RuleError::NotApplicable(format!(
                        "{self:?} moves from {pair:?} to {option:?}; together with its other moves \
                         that gets smaller neither by the sum of the numbers, nor by one of them \
                         and then the other, so that play might not end"
                    )));
                }
            }
            Ok(options)
        })
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
        out.extend_from_slice(&self.of_pair(*pair, player)?);
        Ok(())
    }

    fn parameters(&self) -> String {
        self.text.clone()
    }

    fn call(&self, pair: &Pair) -> String {
        format!("{}({})({})", self.name, self.text, self.write(pair))
    }
}
