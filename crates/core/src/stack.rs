//! Stack space for recursion whose depth depends on the input.
//!
//! A native program allocates new pieces of stack as it needs them. WebAssembly has one stack that
//! never grows. The host uses part of it, and ends the program when that part is full, so the work
//! is refused before this happens.

use crate::{Budget, Exhausted};

/// The largest amount of stack that work uses before it asks for room again.
#[cfg(not(target_family = "wasm"))]
const RED_ZONE: usize = 256 << 10;

/// The size of a new piece of stack.
#[cfg(not(target_family = "wasm"))]
const PIECE: usize = 4 << 20;

/// The number of bytes of the stack in memory that may be used. The host keeps part of each frame
/// on its own stack of about one megabyte, which is not visible here: up to 1.2 bytes for each byte
/// here, when its optimizing compiler has made the code. The tests of the npm package run with two
/// thirds of the host's default and with each of its compilers, so that this limit is reached first.
#[cfg(target_family = "wasm")]
const MOST: usize = 540 << 10;

/// Room for one level of work: [asked for](Room::ask), [used](Room::run), [given
/// back](Room::give_back).
///
/// ```
/// use upstar_core::{Budget, Exhausted, Room};
///
/// fn sum(n: u64, budget: &Budget) -> Result<u64, Exhausted> {
///     if n == 0 {
///         return Ok(0);
///     }
///     let room = Room::ask(budget)?;
///     let found = room.run(|| sum(n - 1, budget));
///     room.give_back(budget);
///     Ok(n + found?)
/// }
///
/// let budget = Budget::unlimited();
/// assert_eq!(sum(100_000, &budget)?, 5_000_050_000);
/// assert_eq!(budget.report().bytes, 0);
/// # Ok::<(), Exhausted>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Room {
    #[cfg(not(target_family = "wasm"))]
    grows: bool,
}

#[cfg(not(target_family = "wasm"))]
impl Room {
    /// Asks for room for one level, and pays for a new piece of stack if this one is nearly full.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget or the machine has no memory for it.
    #[inline]
    pub fn ask(budget: &Budget) -> Result<Self, Exhausted> {
        // A new piece of stack counts as memory.
        let grows = stacker::remaining_stack().is_none_or(|left| left < RED_ZONE);
        if grows {
            budget.reserve(PIECE as u64)?;
        }
        Ok(Room { grows })
    }

    /// Does the work of one level.
    #[inline]
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.grows { stacker::grow(PIECE, work) } else { work() }
    }

    /// Gives back the memory that was paid for.
    #[inline]
    pub fn give_back(self, budget: &Budget) {
        if self.grows {
            budget.release(PIECE as u64);
        }
    }
}

#[cfg(target_family = "wasm")]
impl Room {
    /// Asks for room for one level.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the stack is full.
    pub fn ask(budget: &Budget) -> Result<Self, Exhausted> {
        use std::sync::atomic::{AtomicUsize, Ordering};
        /// The highest stack address seen: the stack grows downward.
        static TOP: AtomicUsize = AtomicUsize::new(0);
        let here = 0_u8;
        let here = std::hint::black_box(&raw const here).addr();
        let top = TOP.fetch_max(here, Ordering::Relaxed).max(here);
        if top - here > MOST {
            return Err(budget.out_of_memory());
        }
        Ok(Room {})
    }

    /// Does the work of one level.
    #[inline]
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }

    /// Gives back the memory that was paid for.
    pub fn give_back(self, _budget: &Budget) {}
}
