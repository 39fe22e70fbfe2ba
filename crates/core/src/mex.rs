//! The minimal excludant.

/// A Grundy value (nim value): the `n` of the nimber `*n` that an impartial
/// position equals.
pub type GrundyValue = u32;

/// The minimal excludant: the least natural number that is not among `values`.
///
/// Linear in the number of values, with one allocation. In a loop, use a
/// [`MexTable`].
///
/// ```
/// use upstar_core::mex;
///
/// assert_eq!(mex([0, 1, 3, 5, 9]), 2);
/// assert_eq!(mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = GrundyValue>) -> GrundyValue {
    let mut table = MexTable::new();
    for value in values {
        table.insert(value);
    }
    table.mex()
}

/// A set of Grundy values that is emptied in constant time, for computing many
/// minimal excludants one after another.
///
/// Each entry holds the version in which it was last inserted, so [`clear`](MexTable::clear) only
/// has to increment the version. The mex of a set of `k` values is at most `k`, so values above the
/// number of insertions could be dropped. The table keeps all values and grows to the largest value
/// below [`MexTable::DENSE_LIMIT`]. Larger values matter only after that many insertions.
#[derive(Clone, Debug)]
pub struct MexTable {
    stamps: Vec<u32>,
    version: u32,
    /// Values at or above the dense limit, of the current version.
    large: Vec<GrundyValue>,
}

impl Default for MexTable {
    fn default() -> Self {
        Self::new()
    }
}

impl MexTable {
    /// Values below this are kept in a table indexed by value. Larger values are kept in a list, so
    /// that one huge value does not need huge memory.
    pub const DENSE_LIMIT: GrundyValue = 1 << 16;

    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        MexTable { stamps: Vec::new(), version: 1, large: Vec::new() }
    }

    /// Empties the set. Constant time, except once in 2^32 calls.
    pub fn clear(&mut self) {
        self.large.clear();
        match self.version.checked_add(1) {
            Some(next) => self.version = next,
            None => {
                self.stamps.fill(0);
                self.version = 1;
            }
        }
    }

    /// Puts `value` into the set.
    #[inline]
    pub fn insert(&mut self, value: GrundyValue) {
        if value >= Self::DENSE_LIMIT {
            self.large.push(value);
            return;
        }
        let index = value as usize;
        if index >= self.stamps.len() {
            self.stamps.resize(index + 1, 0);
        }
        self.stamps[index] = self.version;
    }

    /// Is `value` in the set? Constant time below [`MexTable::DENSE_LIMIT`].
    #[must_use]
    pub fn contains(&self, value: GrundyValue) -> bool {
        if value >= Self::DENSE_LIMIT {
            self.large.contains(&value)
        } else {
            self.stamps.get(value as usize) == Some(&self.version)
        }
    }

    /// The least natural number not in the set. Linear in the answer (and, when
    /// the answer passes the dense limit, `k log k` in the `k` large values).
    #[must_use]
    pub fn mex(&self) -> GrundyValue {
        let dense = self
            .stamps
            .iter()
            .position(|&stamp| stamp != self.version)
            .unwrap_or(self.stamps.len()) as GrundyValue;
        if dense < Self::DENSE_LIMIT {
            return dense;
        }
        let mut large = self.large.clone();
        large.sort_unstable();
        large.dedup();
        let run = large.iter().zip(dense..).take_while(|(value, expected)| *value == expected);
        dense + run.count() as GrundyValue
    }
}

/// A plain version of [`mex`] to test against.
pub mod reference {
    use super::GrundyValue;

    /// The mex by sorting: `k log k` for `k` values.
    #[must_use]
    pub fn mex_by_sorting(values: &[GrundyValue]) -> GrundyValue {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let mut candidate = 0;
        for value in sorted {
            if value > candidate {
                break;
            }
            if value == candidate {
                candidate += 1;
            }
        }
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::reference::mex_by_sorting;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn examples_of_the_sources() {
        for (values, expected) in
            [(vec![0, 1, 3, 5, 9], 2), (vec![0, 1, 2], 3), (vec![1, 2], 0), (vec![0, 2, 8], 1)]
        {
            assert_eq!(mex(values.iter().copied()), expected);
            assert_eq!(mex_by_sorting(&values), expected);
        }
    }

    #[test]
    fn a_huge_value_costs_no_memory_and_a_long_run_passes_the_dense_limit() {
        assert_eq!(mex([0, 1, u32::MAX, u32::MAX - 1]), 2);
        let limit = MexTable::DENSE_LIMIT;
        assert_eq!(mex((0..limit + 10).rev().chain([limit + 12])), limit + 10);
    }

    #[test]
    fn clearing_past_the_last_version_forgets_everything() {
        let mut table = MexTable { version: u32::MAX, ..MexTable::new() };
        table.insert(0);
        assert_eq!(table.mex(), 1);
        table.clear();
        assert_eq!(table.mex(), 0);
        table.insert(1);
        assert!(table.contains(1) && !table.contains(0));
    }

    proptest! {
        #[test]
        fn three_ways_agree(lists in prop::collection::vec(prop::collection::vec(0u32..12, 0..20), 1..6)) {
            let mut table = MexTable::new();
            for list in lists {
                table.clear();
                for &value in &list {
                    table.insert(value);
                }
                prop_assert_eq!(table.mex(), mex_by_sorting(&list));
            }
        }
    }
}
