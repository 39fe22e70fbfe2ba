//! Memory that is accounted for in a budget.

use upstar_core::{Budget, Exhausted, StopReason};

use crate::hints::{self, OutOfMemory};

/// Bytes reserved in a budget, given back when dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    budget: Budget,
    bytes: u64,
}

impl Lease {
    /// Nothing reserved yet.
    pub(crate) fn new(budget: &Budget) -> Self {
        Lease { budget: budget.clone(), bytes: 0 }
    }

    /// Reserves `bytes` more.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Result<(), Exhausted> {
        self.budget.reserve(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Gives `bytes` of what was reserved back.
    pub(crate) fn release(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.budget.release(bytes);
        self.bytes -= bytes;
    }

    /// A vector of `len` copies of `value`.
    pub(crate) fn filled<T: Copy>(&mut self, value: T, len: usize) -> Result<Vec<T>, Exhausted> {
        let bytes = (len * size_of::<T>()) as u64;
        self.reserve(bytes)?;
        hints::filled(value, len).map_err(|e| self.refused(bytes, e))
    }

    /// An empty vector with room for `len` items.
    pub(crate) fn with_capacity<T>(&mut self, len: usize) -> Result<Vec<T>, Exhausted> {
        let bytes = (len * size_of::<T>()) as u64;
        self.reserve(bytes)?;
        hints::with_capacity(len).map_err(|e| self.refused(bytes, e))
    }

    fn refused(&mut self, bytes: u64, OutOfMemory: OutOfMemory) -> Exhausted {
        self.release(bytes);
        Exhausted { reason: StopReason::Memory, report: self.budget.report() }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}
