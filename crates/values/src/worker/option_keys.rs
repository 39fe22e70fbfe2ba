//! Options side by side with what is looked at before they are compared.

use std::sync::atomic::Ordering::Relaxed;

use super::Worker;
use crate::arena::Tag;
use crate::key;
use crate::near::Near;

/// What of an option tells whether a better stop dominates it; copied from its record, so that
/// the options of a game are looked at in a row.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C, align(32))]
pub(crate) struct OptionKeys {
    left: i64,
    right: i64,
    pub(crate) id: u32,
    tag: u32,
    near: Near,
}

/// As many options of a side need no memory but the stack.
pub(super) const FEW: usize = 8;

/// The option with the best stop for the player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    /// The best stop: the largest Right stop of Left options, or the smallest Left stop of
    /// Right ones.
    pub(super) stop: i64,
    /// Which option is the first to have it.
    pub(super) at: usize,
    /// The bits of all these stops.
    pub(super) all: i64,
}

impl Best {
    #[inline]
    pub(super) fn of<const LEFT: bool>(list: &[OptionKeys]) -> Best {
        let mut best = Best { stop: if LEFT { key::LOWEST } else { key::HIGHEST }, at: 0, all: 0 };
        for (i, option) in list.iter().enumerate() {
            let stop = if LEFT { option.right } else { option.left };
            let better = if LEFT { stop > best.stop } else { stop < best.stop };
            best.all |= stop;
            best.at = if better { i } else { best.at };
            best.stop = if better { stop } else { best.stop };
        }
        best
    }

    /// Does the best option dominate another, as far as the ends tell? Then the other stop is
    /// worse still, or the option is a number.
    #[inline(always)]
    fn dominates<const LEFT: bool>(best: &OptionKeys, option: &OptionKeys) -> bool {
        let low = if LEFT {
            (option.left < best.right)
                | key::same_number(option.left, best.right)
                    & (option.near.above & best.near.below != 0)
        } else {
            (option.right > best.left)
                | key::same_number(option.right, best.left)
                    & (option.near.below & best.near.above != 0)
        };
        low | (option.tag >= Tag::Dyadic as u32) | (option.id == best.id)
    }

    /// Writes down the options that the best one does not dominate as far as the ends tell;
    /// returns how many they are.
    #[inline]
    pub(super) fn keep<const LEFT: bool>(self, list: &[OptionKeys], kept: &mut [u32]) -> usize {
        let best = &list[self.at];
        let mut count = 0;
        for (i, option) in list.iter().enumerate() {
            kept[count] = option.id;
            count += usize::from((i == self.at) | !Self::dominates::<LEFT>(best, option));
        }
        count
    }

    /// The same for few options.
    #[inline]
    pub(super) fn keep_few<const LEFT: bool>(
        self,
        list: &[OptionKeys],
        kept: &mut [u32; FEW],
    ) -> usize {
        let best = &list[self.at];
        let mut count = 0;
        for (i, option) in list.iter().enumerate() {
            // The mask spares the check of the bounds.
            kept[count & (FEW - 1)] = option.id;
            count += usize::from((i == self.at) | !Self::dominates::<LEFT>(best, option));
        }
        count
    }
}

impl Worker<'_> {
    /// What is looked at of an option.
    #[inline]
    pub(crate) fn option_keys(&mut self, id: u32) -> OptionKeys {
        let keys = self.keys(id);
        let (left, right) = keys.stops();
        OptionKeys { left, right, id, tag: keys.tag.load(Relaxed), near: keys.near() }
    }
}
