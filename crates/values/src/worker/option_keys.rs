//! Options together with the keys that are checked before a comparison.

use super::Worker;
use super::order::ByEnds;
use crate::key;
use crate::near::Near;
use crate::node::{EndKeys, Stops};

/// The keys that say whether a better stop dominates an option. They are copied from its record, so
/// that the options of a game are contiguous in memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct OptionKeys {
    ends: EndKeys,
    pub(super) id: u32,
}

/// Up to this number of options of a side fit on the stack.
pub(super) const FEW: usize = 8;

/// The option with the best stop for the player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    /// The best stop: the largest Right stop of Left options, or the smallest Left stop of
    /// Right ones.
    pub(super) stop: i64,
    /// The index of the first option that has it.
    pub(super) at: usize,
    /// The combined bits of all stops of the options.
    pub(super) all: i64,
}

impl Best {
    #[inline]
    pub(super) fn of<const LEFT: bool>(list: &[OptionKeys]) -> Best {
        let mut best = Best { stop: if LEFT { key::LOWEST } else { key::HIGHEST }, at: 0, all: 0 };
        for (i, option) in list.iter().enumerate() {
            let stop = if LEFT { option.ends.right } else { option.ends.left };
            let better = if LEFT { stop > best.stop } else { stop < best.stop };
            best.all |= option.ends.left | option.ends.right;
            best.at = if better { i } else { best.at };
            best.stop = if better { stop } else { best.stop };
        }
        best
    }

    /// Does the best option dominate another, as far as the ends decide? It does if even the
    /// other's opposite stop is worse, as for a number, or if an infinitesimal lies between them.
    ///
    /// The signs are combined without a branch, as in [`ByEnds`].
    #[inline(always)]
    fn dominates<const LEFT: bool>(best: &OptionKeys, option: &OptionKeys) -> bool {
        let (difference, near) = if LEFT {
            (
                option.ends.left.wrapping_sub(best.ends.right),
                option.ends.near.above & best.ends.near.below,
            )
        } else {
            (
                best.ends.left.wrapping_sub(option.ends.right),
                option.ends.near.below & best.ends.near.above,
            )
        };
        difference.wrapping_sub(2 * i64::from(near != 0)) < 0
    }

    /// Moves the options that the best one does not dominate, as far as the ends decide, to the
    /// front in their order. Returns how many they are, and how many of them were among the first
    /// `first`.
    pub(super) fn keep_in_place<const LEFT: bool>(
        self,
        list: &mut [OptionKeys],
        first: usize,
    ) -> (usize, usize) {
        let best = list[self.at];
        let (mut count, mut count_first) = (0, 0);
        for i in 0..list.len() {
            let option = list[i];
            list[count] = option;
            let goes = Self::dominates::<LEFT>(&best, &option) | (option.id == best.id);
            let keep = (i == self.at) | !goes;
            count += usize::from(keep);
            count_first += usize::from(keep & (i < first));
        }
        (count, count_first)
    }

    /// Appends the options that the best one does not dominate, as far as the ends decide.
    pub(super) fn keep<const LEFT: bool>(self, list: &[OptionKeys], kept: &mut Vec<u32>) {
        let best = &list[self.at];
        for (i, option) in list.iter().enumerate() {
            let goes = Self::dominates::<LEFT>(best, option) | (option.id == best.id);
            if (i == self.at) | !goes {
                kept.push(option.id);
            }
        }
    }

    /// The same for few options, the best one first. Returns the number of options kept.
    #[inline]
    pub(super) fn keep_few<const LEFT: bool>(
        self,
        list: &[OptionKeys],
        kept: &mut [u32; FEW],
    ) -> usize {
        let best = &list[self.at];
        kept[0] = best.id;
        let mut count = 1;
        for option in list {
            // The mask removes the bounds check.
            kept[count & (FEW - 1)] = option.id;
            let keep = (option.id != best.id) & !Self::dominates::<LEFT>(best, option);
            count += usize::from(keep);
        }
        count
    }
}

impl OptionKeys {
    /// Whether this game is at most `other`, if the ends decide.
    #[inline]
    pub(super) fn known_at_most(&self, other: &OptionKeys) -> Option<bool> {
        let exact = self.ends.are_exact(&other.ends);
        ByEnds::le(self.ends, other.ends).known().filter(|_| exact)
    }
}

/// The infinitesimal comparisons of {l|r}, which is not a number and has these stops.
pub(super) fn near_of(l: &[OptionKeys], r: &[OptionKeys], stops: Stops) -> Near {
    // The infinitesimals that options with these stops are at least, or at most.
    let (mut below, mut above) = (0, 0);
    for option in l {
        let same = key::same_number(option.ends.right, stops.left);
        below |= if same { option.ends.near.below } else { 0 };
    }
    for option in r {
        let same = key::same_number(option.ends.left, stops.right);
        above |= if same { option.ends.near.above } else { 0 };
    }
    Near::of_options(below, above, key::same_number(stops.left, stops.right))
}

impl Worker<'_> {
    /// The keys of an option.
    #[inline]
    pub(super) fn option_keys(&mut self, id: u32) -> OptionKeys {
        OptionKeys { ends: self.keys(id).ends(), id }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::order::tests::{NEAR, keys};

    /// Against individual comparisons, with all three ways to keep options.
    #[test]
    fn the_best_option_dominates_what_comparisons_say() {
        let keys = keys();
        let mut state = 1u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let (mut kept_all, mut gone_all) = (0, 0);
        for _ in 0..20_000 {
            let list: Vec<OptionKeys> = (0..1 + below(FEW))
                .map(|_| {
                    // The same id is the same option.
                    let id = below(50);
                    let right = keys[id % keys.len()];
                    let left = keys[id * 7 % keys.len()];
                    let near = Near { above: NEAR[id % 4], below: NEAR[id / 4 % 4] };
                    OptionKeys { ends: EndKeys { left, right, near }, id: id as u32 }
                })
                .collect();
            let best = Best::of::<true>(&list);
            assert_eq!(Some(best.stop), list.iter().map(|option| option.ends.right).max());
            assert_eq!(
                Some(best.at),
                list.iter().position(|option| option.ends.right == best.stop)
            );
            let b = list[best.at];
            let low = |option: &OptionKeys| {
                option.ends.left < b.ends.right
                    || key::same_number(option.ends.left, b.ends.right)
                        && option.ends.near.above & b.ends.near.below != 0
            };
            let others = |(i, option): (usize, &OptionKeys)| {
                (i == best.at || !(low(option) || option.id == b.id)).then_some(option.id)
            };
            let expected: Vec<u32> = list.iter().enumerate().filter_map(others).collect();
            let mut kept = vec![];
            best.keep::<true>(&list, &mut kept);
            assert_eq!(kept, expected);
            let mut sorted = list.clone();
            let (count, first) = best.keep_in_place::<true>(&mut sorted, 3);
            assert_eq!(
                sorted[..count].iter().map(|option| option.id).collect::<Vec<_>>(),
                expected
            );
            let firsts = list.iter().enumerate().take(3).filter_map(others);
            assert_eq!(first, firsts.count());
            // Without repeats of the best one, which comes first.
            let mut few = [0; FEW];
            let count = best.keep_few::<true>(&list, &mut few);
            let rest = list.iter().filter(|option| option.id != b.id && !low(option));
            let expected: Vec<u32> = [b.id].into_iter().chain(rest.map(|x| x.id)).collect();
            assert_eq!(few[..count], expected);
            kept_all += count;
            gone_all += list.len() - count;
            // Right's options are the negatives.
            let negatives: Vec<OptionKeys> = list
                .iter()
                .map(|OptionKeys { ends, id }| {
                    let left = ends.right ^ !0 ^ key::INEXACT;
                    let right = ends.left ^ !0 ^ key::INEXACT;
                    let near = Near { above: ends.near.below, below: ends.near.above };
                    OptionKeys { ends: EndKeys { left, right, near }, id: *id }
                })
                .collect();
            let turned = Best::of::<false>(&negatives);
            assert_eq!(turned.at, best.at);
            let mut turned_few = [0; FEW];
            assert_eq!(turned.keep_few::<false>(&negatives, &mut turned_few), count);
            assert_eq!(turned_few[..count], few[..count]);
        }
        assert!(kept_all > 20_000 && gone_all > 20_000, "{kept_all} {gone_all}");
    }
}
