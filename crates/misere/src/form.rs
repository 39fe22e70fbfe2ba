//! Names of forms, and the store that they belong to.

use std::sync::{Mutex, PoisonError};

use upstar_core::Budget;

use crate::store::Store;
use crate::worker::Worker;

/// The name of an impartial game in simplest form under misère play, in its [`Forms`]: equal names
/// are equal games.
///
/// The order of names has no meaning, and names must not be stored or printed. Use a name only with
/// the store that it came from.
// A nim heap has the highest bit set and its size in the other bits. Any other form has the number
// of its node and one bit for its parity, so a form and its partner (its sum with 1) always differ
// in one bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(u32);

const HEAP: u32 = 1 << 31;

impl Form {
    /// The game without moves.
    pub const ZERO: Form = Form(HEAP);

    /// The nim heap of one.
    pub const ONE: Form = Form(HEAP | 1);

    /// The largest nim heap that has a name.
    pub const MOST: u32 = HEAP - 1;

    /// The nim heap of this size; `None` beyond [`Form::MOST`].
    #[must_use]
    pub fn of_heap(size: u32) -> Option<Form> {
        (size <= Form::MOST).then_some(Form(HEAP | size))
    }

    /// The size of this nim heap; `None` for other games.
    #[must_use]
    pub fn heap(self) -> Option<u32> {
        (self.0 & HEAP != 0).then_some(self.0 & Form::MOST)
    }

    /// The sum of this game and the nim heap of one.
    #[must_use]
    pub fn partner(self) -> Form {
        Form(self.0 ^ 1)
    }

    /// Whether it is odd, that is, the sum of a simpler game and the nim heap of one. Every game is
    /// either even or odd, and the parity of a sum is that of a sum of numbers (Conway, *On Numbers
    /// and Games*, chapter 12).
    #[must_use]
    pub fn is_odd(self) -> bool {
        self.0 & 1 != 0
    }

    /// This game or its partner, whichever is even.
    #[must_use]
    pub fn even(self) -> Form {
        Form(self.0 & !1)
    }

    pub(crate) fn heap_of(size: u32) -> Form {
        Form(HEAP | size)
    }

    /// The even form of the node with this number, which is less than 2^30.
    pub(crate) fn at(index: u32) -> Form {
        Form(index << 1)
    }

    /// The number of its node. It must not be a nim heap.
    pub(crate) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// A store of misère forms: impartial games in their simplest form under misère play, each once.
///
/// Nothing is ever removed; a store is dropped as a whole. Several threads can use one store, each
/// through its own [`Worker`].
///
/// ```
/// use upstar_core::Budget;
/// use upstar_misere::{Form, Forms};
///
/// let forms = Forms::new();
/// let mut worker = forms.worker(&Budget::unlimited());
/// let two = worker.heap(2)?;
/// let sum = worker.add(two, two)?;
/// assert_eq!(worker.text(sum)?, "*[2[2]]");
/// assert_eq!(worker.make(&[worker.heap(3)?, two])?, sum);
/// assert_eq!(worker.genus(sum).to_string(), "0^02");
/// # Ok::<(), upstar_misere::Error>(())
/// ```
#[derive(Debug)]
pub struct Forms {
    pub(crate) store: Mutex<Store>,
}

impl Default for Forms {
    fn default() -> Self {
        Self::new()
    }
}

impl Forms {
    /// An empty store without a bound on its memory.
    #[must_use]
    pub fn new() -> Self {
        Self::with_budget(Budget::unlimited())
    }

    /// An empty store that pays for its memory from `budget`.
    #[must_use]
    pub fn with_budget(budget: Budget) -> Self {
        Forms { store: Mutex::new(Store::new(budget)) }
    }

    /// A worker for one thread, working under `budget`.
    #[must_use]
    pub fn worker(&self, budget: &Budget) -> Worker<'_> {
        Worker::new(self, budget)
    }

    /// The number of stored forms other than nim heaps. Sums of forms with the nim heap of one are
    /// not counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether only nim heaps are stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
