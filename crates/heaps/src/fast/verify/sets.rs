//! The rare values of 64 heaps at once by sets, on processors where these are fast.

use super::{Event, REACH, SAMPLE, Verifier};
use crate::Result;
use crate::fast::sets::{Group, SPREAD, Sample, blocks, choose};
use crate::kernels::Cell;
use crate::kernels::sets::{Entry, HEAPS, Row, Sets};

/// The largest value up to which planes are better.
const SMALL_VALUES: u32 = 48;
/// The largest number of entries in a list.
const MOST: usize = 1280;
/// One small heap out of this many may enter a list. More would not make it better. (Values of
/// heaps three apart are often equal.)
const STEP: usize = 5;
/// An entry pays off if it shows one rare value in this many blocks: a search takes as long as
/// about fifty entries.
const LEAST: usize = 48;

/// Lists for the rare values of groups, and the number of rare values that each value needs.
#[derive(Debug, Default)]
pub(super) struct Lists {
    lists: Vec<(Group, Vec<Entry>)>,
    /// For an even and for an odd heap: the rare values below each common value are those with a
    /// compressed value below this number, which is at most 255.
    ends: [Vec<u8>; 2],
}

impl<T: Cell> Verifier<T> {
    /// Whether sets show the rare values faster than planes. They do not for small values, where
    /// few planes are enough.
    pub(super) fn are_sets_better(&self) -> bool {
        let last = &self.history[self.history.len().saturating_sub(SAMPLE as usize)..];
        let most = last.iter().max().map_or(0, |most| most.value());
        self.kernel.has_sets() && T::bytes(&[]).is_some() && most > SMALL_VALUES
    }

    /// Computes the ends from the class.
    pub(super) fn set_ends(&mut self) {
        self.sets.ends = [0, 1].map(|heap| {
            let end = |value| self.rares.class.rares_below(value, heap);
            (0..=u32::from(u8::MAX)).map(|value| end(value).min(255) as u8).collect()
        });
    }

    /// The number of rare values that must be shown for each of the 64 heaps at `at`; 0 from `to`
    /// on.
    fn ends(&self, at: u64, to: u64) -> Row {
        let mut ends = [0; HEAPS];
        for heap in at..to.min(at + HEAPS as u64) {
            let value = self.value(heap).value() as usize;
            ends[(heap - at) as usize] = self.sets.ends[heap as usize & 1][value];
        }
        for rare in self.rares.between(at, at + HEAPS as u64) {
            ends[(rare - at) as usize] = 0;
        }
        ends
    }

    /// Chooses the lists from the last values.
    pub(super) fn tune_sets(&mut self) {
        self.set_ends();
        let next = self.next();
        let Some(values) = T::bytes(&self.history) else { return };
        let Some(head) = T::bytes(&self.head) else { return };
        let reach = REACH.min(next / 4).min(self.head.len() as u64 - 1);
        let last = self.moves.last() as u64;
        let low = (self.base + reach + last).max(next.saturating_sub(SPREAD));
        let step = (next.saturating_sub(low) / blocks(next)).max(HEAPS as u64);
        let places = (low..(next + 1).saturating_sub(HEAPS as u64)).step_by(step as usize);
        let clean: Vec<u64> =
            places.clone().filter(|&place| self.clean(place, reach + last)).collect();
        // If rare heaps are everywhere, what they show wrongly does little harm.
        let few = clean.len() < places.clone().count() / 4;
        let places: Vec<u64> = if few { places.collect() } else { clean };
        let ends: Vec<Row> =
            places.iter().map(|&place| self.ends(place, place + HEAPS as u64)).collect();
        let at: Vec<usize> = places.iter().map(|place| (place - self.base) as usize).collect();
        let mut pool: Vec<Entry> = vec![];
        for &(taken, _) in &self.moves.splits {
            let first = HEAPS.saturating_sub(taken).max(1) as u64;
            pool.extend(
                (first..=reach)
                    .step_by(STEP)
                    .filter(|&small| !self.rares.contains(small))
                    .map(|small| Entry::new((small as usize + taken) as u32, head[small as usize])),
            );
        }
        let end = ends.iter().flatten().max().copied().unwrap_or(0);
        self.sets.lists = Group::below(end.into())
            .into_iter()
            .map(|group| {
                let wanted = |ends| self.kernel.sets_below::<u8>(group.base, ends);
                let wanted: Vec<Sets> = ends.iter().map(wanted).collect();
                let least = (places.len() / LEAST).max(1) as u32;
                let samples = vec![Sample { group, wanted }];
                (group, choose(self.kernel, values, &at, samples, &pool, MOST, least))
            })
            .collect();
    }

    /// Whether no heap within distance `reach` before the 64 heaps at `at` is rare.
    fn clean(&self, at: u64, reach: u64) -> bool {
        self.rares.between(at.saturating_sub(reach), at + HEAPS as u64).next().is_none()
    }

    /// Checks the heaps below `to` among the 64 heaps at `at`.
    pub(super) fn sets_block(&self, at: u64, to: u64) -> Result<Event> {
        let ends = self.ends(at, to);
        let mut missing: Vec<(u64, u32)> = Vec::new();
        let mut look = |heap: usize, rare: u32| {
            let heap = at + heap as u64;
            if !self.search(heap, T::cell(rare)) {
                missing.push((heap, rare));
            }
        };
        let most = usize::from(ends.iter().max().copied().unwrap_or(0));
        let reach = REACH + self.moves.last() as u64;
        let clean = self.clean(at, reach);
        let values = T::bytes(&self.history).unwrap_or_default();
        let index = (at - self.base) as usize;
        for (place, group) in Group::below(most).into_iter().enumerate() {
            let list = match self.sets.lists.get(place) {
                Some((of, list)) if of.base == group.base => &list[..],
                _ => &[],
            };
            let mut left = self.kernel.sets_below::<u8>(group.base, &ends);
            if clean {
                group.unshown(self.kernel, values, index, list, &mut left);
            } else {
                // A rare heap together with a common one gives no rare value.
                let list: Vec<Entry> = list
                    .iter()
                    .copied()
                    .filter(|entry| {
                        let place = at - u64::from(entry.distance);
                        self.rares.window(place) | self.rares.window(place + 32) == 0
                    })
                    .collect();
                group.unshown(self.kernel, values, index, &list, &mut left);
            }
            for (j, row) in left.iter().enumerate() {
                let (words, _) = row.as_chunks::<8>();
                for (heap, bits) in (0..).step_by(8).zip(words) {
                    let mut bits = u64::from_le_bytes(*bits);
                    while bits != 0 {
                        let bit = bits.trailing_zeros();
                        let rare = u32::from(group.base) + 8 * j as u32 + bit % 8;
                        look(heap + bit as usize / 8, rare);
                        bits &= bits - 1;
                    }
                }
            }
        }
        // The largest end does not fit into a byte.
        for heap in (0..HEAPS).filter(|&heap| ends[heap] == u8::MAX) {
            let class = self.rares.class;
            let value = self.value(at + heap as u64).value();
            if class.rares_below(value, at + heap as u64) > u32::from(u8::MAX) {
                look(heap, u32::from(u8::MAX));
            }
        }
        self.first_missing(missing)
    }
}
