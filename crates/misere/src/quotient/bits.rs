//! Sets of elements of a monoid, one bit for each.

/// A set of numbers below a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `size`.
    pub(crate) fn new(size: usize) -> Bits {
        Bits(vec![0; size.div_ceil(64)].into())
    }

    pub(crate) fn contains(&self, at: usize) -> bool {
        self.0[at >> 6] >> (at & 63) & 1 == 1
    }

    pub(crate) fn insert(&mut self, at: usize) {
        self.0[at >> 6] |= 1 << (at & 63);
    }

    pub(crate) fn add_all(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_within(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(word, other)| word & !other == 0)
    }

    /// A number that is in both sets.
    pub(crate) fn common(&self, other: &Bits) -> Option<usize> {
        let words = self.0.iter().zip(&other.0).map(|(word, other)| word & other);
        words
            .enumerate()
            .find(|&(_, word)| word != 0)
            .map(|(at, word)| at * 64 + word.trailing_zeros() as usize)
    }

    /// The numbers in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }

    /// The approximate number of bytes in a set of numbers below `size`.
    pub(crate) fn bytes(size: usize) -> u64 {
        size.div_ceil(64) as u64 * 8 + 16
    }
}
