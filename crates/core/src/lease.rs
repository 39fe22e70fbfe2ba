//! Memory that is accounted for in a budget.

use crate::hints::{self, OutOfMemory};
use crate::{Budget, Exhausted, StopReason};

/// Bytes reserved in a [`Budget`], given back when dropped.
///
/// ```
/// use upstar_core::{Budget, Lease};
///
/// let budget = Budget::unlimited().with_bytes(1000);
/// let mut lease = Lease::new(&budget);
/// lease.reserve(600)?;
/// assert!(lease.reserve(600).is_err());
/// drop(lease);
/// assert_eq!(budget.bytes_left(), Some(1000));
/// # Ok::<(), upstar_core::Exhausted>(())
/// ```
#[derive(Debug)]
pub struct Lease {
    budget: Budget,
    bytes: u64,
    used: u64,
}

impl Lease {
    /// A lease without reserved bytes.
    #[must_use]
    pub fn new(budget: &Budget) -> Self {
        Lease { budget: budget.clone(), bytes: 0, used: 0 }
    }

    /// Reserves `bytes`.
    ///
    /// # Errors
    /// As [`Budget::reserve`]; the same holds for the methods below.
    pub fn of(budget: &Budget, bytes: u64) -> Result<Self, Exhausted> {
        let mut lease = Lease::new(budget);
        lease.reserve(bytes)?;
        Ok(lease)
    }

    /// The number of reserved bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The budget in which they are reserved.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Reserves `bytes` more.
    #[allow(clippy::missing_errors_doc)]
    pub fn reserve(&mut self, bytes: u64) -> Result<(), Exhausted> {
        self.budget.reserve(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Reserves `bytes` more as [spare](Budget::reserve_spare) memory.
    #[allow(clippy::missing_errors_doc)]
    pub fn reserve_spare(&mut self, bytes: u64) -> Result<(), Exhausted> {
        self.budget.reserve_spare(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Counts `bytes` more as used and reserves the missing bytes, at least `step` at a time.
    #[inline]
    #[allow(clippy::missing_errors_doc)]
    pub fn spend(&mut self, bytes: u64, step: u64) -> Result<(), Exhausted> {
        self.used += bytes;
        self.cover(self.used, step)
    }

    /// Reserves the bytes missing to a total of `bytes`, at least `step` at a time.
    #[inline]
    #[allow(clippy::missing_errors_doc)]
    pub fn cover(&mut self, bytes: u64, step: u64) -> Result<(), Exhausted> {
        match bytes.checked_sub(self.bytes) {
            None | Some(0) => Ok(()),
            Some(missing) => self.reserve(step.max(missing)),
        }
    }

    /// Gives back `bytes` of the reserved bytes.
    pub fn release(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.budget.release(bytes);
        self.bytes -= bytes;
    }

    /// Takes over the bytes reserved by `other`, which must have the same budget.
    pub fn merge(&mut self, mut other: Lease) {
        self.bytes += std::mem::take(&mut other.bytes);
    }

    /// A vector of `len` copies of `value`, on huge pages if the system has them. Random access to
    /// large arrays is then 15 to 25 % faster.
    ///
    /// Memory that the system refuses is an error, not an abort.
    #[allow(clippy::missing_errors_doc)]
    pub fn filled<T: Copy>(&mut self, value: T, len: usize) -> Result<Vec<T>, Exhausted> {
        let mut vector = self.with_capacity(len)?;
        vector.resize(len, value);
        Ok(vector)
    }

    /// An empty vector with room for `len` items, otherwise as [`filled`](Lease::filled).
    #[allow(clippy::missing_errors_doc)]
    pub fn with_capacity<T>(&mut self, len: usize) -> Result<Vec<T>, Exhausted> {
        let bytes = (len * size_of::<T>()) as u64;
        self.reserve(bytes)?;
        hints::with_capacity(len).map_err(|OutOfMemory| {
            self.release(bytes);
            Exhausted { reason: StopReason::Memory, report: self.budget.report() }
        })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}
