//! Exact results that a worker keeps for single values.

use std::sync::Arc;

use hashbrown::HashMap;
use num_bigint::BigUint;

use crate::infinitesimal::expansion::UptimalExpansion;
use crate::structure::day::Birthday;
use crate::thermography::walls::Walls;

/// The Left and the Right options, in printed order.
pub(crate) type Sides = (Arc<[u32]>, Arc<[u32]>);

/// How a value is printed.
#[derive(Clone, Debug)]
pub(crate) enum Printed {
    /// By its own name.
    Name(Arc<str>),
    /// As `prefix`Tiny(argument) (or Miny).
    Tiny { prefix: Arc<str>, argument: u32 },
    /// As +-{options}.
    PlusMinus,
    /// As {left|right} with this many bars, 1 to 4.
    Braces { bars: u8 },
}

/// The tables of each theory, by id, paid for from the budget of the universe. When a table has
/// more than [`Memo::MOST`] entries, or memory is short, the next operation empties them all first.
/// Their contents are computed again when needed.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(crate) birthdays: HashMap<u32, Birthday>,
    pub(crate) stop_counts: HashMap<u32, BigUint>,
    /// The options of both sides in printed order.
    pub(crate) sorted: HashMap<u32, Sides>,
    pub(crate) printed: HashMap<u32, Printed>,
    pub(crate) expansions: HashMap<u32, Option<Arc<UptimalExpansion>>>,
    pub(crate) walls: HashMap<u32, Arc<Walls>>,
    /// The bytes that are paid for, and how many of them are used.
    pub(crate) paid: u64,
    pub(crate) used: u64,
}

impl Memo {
    /// The largest number of entries that a table keeps between operations.
    const MOST: usize = 1 << 20;

    /// The number of bytes that are paid for at a time.
    pub(crate) const PIECE: u64 = 1 << 16;

    /// Is a table too long?
    pub(crate) fn is_long(&self) -> bool {
        let lengths = [
            self.birthdays.len(),
            self.stop_counts.len(),
            self.sorted.len(),
            self.printed.len(),
            self.expansions.len(),
            self.walls.len(),
        ];
        lengths.into_iter().any(|length| length > Memo::MOST)
    }
}
