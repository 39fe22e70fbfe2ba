//! Rare and common values.
//!
//! In many games there is a mask `m` such that nearly all values `v` have an odd number of bits in
//! common with it. These values are *common*, the others *rare* (Winning Ways, chapter 4: the
//! sparse space). A second form of the class also uses the parity of the heap. A common value of a
//! heap can then be excluded only by a split into a rare and a common heap, and there are few such
//! splits.

use crate::code::{Code, Relation};

/// The moves of a code, for the engines that use rare and common values.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The numbers of tokens taken by the moves that leave two heaps, and whether these must
    /// differ.
    pub(crate) splits: Vec<(usize, bool)>,
    /// The numbers of tokens taken by the moves that leave one heap.
    pub(crate) singles: Vec<usize>,
    /// The numbers of tokens taken by the moves that leave nothing.
    pub(crate) whole: Vec<usize>,
}

impl Moves {
    /// The moves of a finite code that leaves at most two heaps; `None` for other codes.
    pub(crate) fn of(code: &Code) -> Option<Moves> {
        if !code.leaves_two_at_most() || !code.tail().is_empty() {
            return None;
        }
        let mut moves = Moves { splits: vec![], singles: vec![], whole: vec![] };
        for (taken, digit) in code.digits().iter().enumerate() {
            if digit.allows(0) {
                moves.whole.push(taken);
            }
            if digit.allows(1) && digit.relation() != Relation::NotAllEqual {
                moves.singles.push(taken);
            }
            if digit.allows(2) {
                match digit.relation() {
                    Relation::Any => moves.splits.push((taken, false)),
                    Relation::AllDifferent | Relation::NotAllEqual => {
                        moves.splits.push((taken, true));
                    }
                    Relation::AllEqual => return None,
                }
            }
        }
        (!moves.splits.is_empty()).then_some(moves)
    }

    /// The largest number of tokens that a move takes.
    pub(crate) fn last(&self) -> usize {
        let splits = self.splits.iter().map(|&(taken, _)| taken);
        splits
            .chain(self.singles.iter().copied())
            .chain(self.whole.iter().copied())
            .max()
            .unwrap_or(0)
    }
}

/// A division of the values of each heap into rare and common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Class {
    /// The bits that count.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub by_position: bool,
    /// Added to the heap if its parity counts: the tokens taken by a split.
    pub offset: u64,
}

impl Class {
    /// Whether `value` would be rare as the value of heap `heap`.
    #[inline]
    pub fn is_rare(&self, value: u32, heap: u64) -> bool {
        (value & self.mask).count_ones() & 1 == self.flip(heap)
    }

    /// 1 if the parity of the heap inverts the class.
    #[inline]
    pub(crate) fn flip(&self, heap: u64) -> u32 {
        u32::from(self.by_position && (heap + self.offset) & 1 == 1)
    }

    /// The lowest bit of the mask, which the class and the other bits determine.
    #[inline]
    fn low(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The value without the lowest bit of the mask. It is linear over nim sums and preserves the
    /// order within a class, because there the dropped bit is a function of the higher bits.
    #[inline]
    pub(crate) fn compress(&self, value: u32) -> u32 {
        let low = (1 << self.low()) - 1;
        (value & low) | (value >> 1 & !low)
    }

    /// The value of `heap` in the given class, from its compressed value (see [`Class::compress`]).
    #[inline]
    pub(crate) fn expand(&self, compressed: u32, heap: u64, rare: bool) -> u32 {
        let low = (1 << self.low()) - 1;
        let value = (compressed & low) | (compressed & !low) << 1;
        if self.is_rare(value, heap) == rare { value } else { value | 1 << self.low() }
    }

    /// The number of rare values of `heap` below the common value with compressed value `common`.
    /// They are those with a compressed value below this number.
    #[inline]
    pub(crate) fn rares_below(&self, common: u32, heap: u64) -> u32 {
        let low = (1u32 << self.low()) - 1;
        let value = self.expand(common, heap, false);
        // All rare values with the same higher bits lie on one side of the common one.
        (common & !low) + if value >> self.low() & 1 == 1 { low + 1 } else { 0 }
    }

    /// The class with the fewest rare values among `values` (the heaps from 0 on) that the moves
    /// allow, and their number. Bits above all values count, so a value with a new high bit is
    /// taken as common until proved rare.
    pub(crate) fn choose(moves: &Moves, values: &[u32]) -> Option<(Class, u64)> {
        let largest = *values.iter().max()?;
        if largest >= 1 << 20 {
            return None;
        }
        let size = (largest as usize + 1).next_power_of_two().max(2);
        let first = moves.splits[0].0 as u64;
        let one_parity = moves.splits.iter().all(|&(taken, _)| taken as u64 & 1 == first & 1);
        let mut best: Option<(Class, u64)> = None;
        for by_position in [false, true] {
            if by_position && !one_parity {
                continue;
            }
            let class = Class { mask: 0, by_position, offset: first };
            // For all masks at once, the Walsh-Hadamard transform of the (signed) histogram gives
            // the sum over all heaps of +1 or -1 by class.
            let mut sums = vec![0i64; size];
            for (heap, &value) in values.iter().enumerate() {
                sums[value as usize] += if class.flip(heap as u64) == 1 { -1 } else { 1 };
            }
            transform(&mut sums);
            let found = (1..size).min_by_key(|&mask| (sums[mask], mask))?;
            let rares = ((values.len() as i64 + sums[found]) / 2) as u64;
            let mask = found as u32 | !(size as u32 - 1);
            if best.is_none_or(|(_, fewest)| rares < fewest) {
                best = Some((Class { mask, ..class }, rares));
            }
        }
        best
    }
}

/// The class of a code with the fewest rare values among `values`, the values of the heaps from 0
/// on, and the number of rare values; `None` for codes without such a class.
pub fn class_of(code: &Code, values: &[u32]) -> Option<(Class, u64)> {
    Class::choose(&Moves::of(code)?, values)
}

/// The Walsh-Hadamard transform. The length must be a power of two.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// The rare heaps found so far, and data derived from them.
#[derive(Clone, Debug)]
pub(crate) struct Rares {
    pub(crate) class: Class,
    /// The heaps with their values, ascending.
    pub(crate) heaps: Vec<(u64, u32)>,
    /// One bit for each heap, up to the last rare one.
    bits: Vec<u64>,
}

impl Rares {
    pub(crate) fn of(class: Class, values: &[u32]) -> Rares {
        let mut rares = Rares { class, heaps: vec![], bits: vec![] };
        for (heap, &value) in values.iter().enumerate() {
            if class.is_rare(value, heap as u64) {
                rares.add(heap as u64, value);
            }
        }
        rares
    }

    pub(crate) fn add(&mut self, heap: u64, value: u32) {
        self.heaps.push((heap, value));
        let word = (heap / 64) as usize;
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (heap % 64);
    }

    /// Whether the heap is rare.
    #[inline]
    pub(crate) fn contains(&self, heap: u64) -> bool {
        self.bits.get((heap / 64) as usize).is_some_and(|word| word >> (heap % 64) & 1 == 1)
    }

    /// The rare heaps of `from..to`.
    pub(crate) fn between(&self, from: u64, to: u64) -> impl Iterator<Item = u64> + '_ {
        let start = self.heaps.partition_point(|rare| rare.0 < from);
        self.heaps[start..].iter().map(|rare| rare.0).take_while(move |&heap| heap < to)
    }

    /// Bit `i` says whether heap `from + i` is rare, for `i < 32`.
    #[inline]
    pub(crate) fn window(&self, from: u64) -> u32 {
        let word = |at: u64| {
            usize::try_from(at).ok().and_then(|at| self.bits.get(at)).copied().unwrap_or(0)
        };
        let (at, shift) = (from / 64, from % 64);
        let low = word(at) >> shift;
        let high = if shift > 32 { word(at + 1) << (64 - shift) } else { 0 };
        (low | high) as u32
    }

    /// The kernel: pairs `(s, r)` such that heap `n - s`, if common, excludes from heap `n` the
    /// common value with compressed value `r ^ G(n - s)`. Ascending.
    pub(crate) fn kernel(&self, moves: &Moves) -> Vec<(u64, u32)> {
        let mut kernel: Vec<(u64, u32)> = Vec::new();
        for &(heap, value) in self.heaps.iter().filter(|&&(heap, _)| heap > 0) {
            for &(taken, _) in &moves.splits {
                kernel.push((heap + taken as u64, self.class.compress(value)));
            }
        }
        kernel.extend(self.keeping(moves).map(|taken| (taken, 0)));
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }

    /// The moves to one heap that keep the class.
    pub(crate) fn keeping<'a>(&'a self, moves: &'a Moves) -> impl Iterator<Item = u64> + 'a {
        let turns = self.class.by_position;
        moves
            .singles
            .iter()
            .map(|&taken| taken as u64)
            .filter(move |taken| !turns || taken & 1 == 0)
    }

    /// The moves to one heap that invert the class.
    pub(crate) fn turning<'a>(&'a self, moves: &'a Moves) -> impl Iterator<Item = u64> + 'a {
        let turns = self.class.by_position;
        moves.singles.iter().map(|&taken| taken as u64).filter(move |taken| turns && taken & 1 == 1)
    }

    /// Handles a rare value with a bit that no earlier value has, by adding this bit to the mask
    /// (or not), instead of counting the value as rare. No earlier value changes its class. Returns
    /// whether this was done.
    pub(crate) fn absorb(&mut self, value: u32, largest: u32) -> bool {
        if value <= largest || value.leading_zeros() == largest.leading_zeros() {
            return false;
        }
        let top = 1 << value.ilog2();
        if self.class.mask & !top == 0 || self.class.low() == value.ilog2() {
            return false;
        }
        self.class.mask ^= top;
        true
    }
}
