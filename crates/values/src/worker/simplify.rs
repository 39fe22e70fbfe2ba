//! Dominated and reversible options.

use std::sync::atomic::Ordering::Relaxed;

use super::Worker;
use super::option_keys::OptionKeys;
use crate::error::Halt;
use crate::node::Ends;

impl Worker<'_> {
    /// Removes dominated options and bypasses reversible ones until there are none.
    ///
    /// Once dominated options are removed, an option that is a number is never reversible. If a
    /// Left option y had some y' > y with y' <= G, then y would be below the Right stop of G, so
    /// below its Left stop, and the option that attains the Left stop would dominate it. The same
    /// argument holds for numbers that are not dyadic.
    ///
    /// A Left option that is reversible through a number x <= G is simply removed. Its Right stop
    /// is at most x with Left to move, so another option attains the Left stop of G, is at least x,
    /// and dominates all Left options of x.
    ///
    /// The first options of each list are known not to dominate each other; `settled` gives their
    /// number.
    pub(super) fn simplify(
        &mut self,
        l: &mut Vec<u32>,
        r: &mut Vec<u32>,
        ends: &Ends,
        settled: [usize; 2],
    ) -> Result<(), Halt> {
        let [mut left, mut right] = settled;
        // The number of first options that are known not to be reversible. The value does not
        // change, so this stays true.
        let (mut left_done, mut right_done) = (0, 0);
        loop {
            left_done = self.remove_dominated_after::<true>(l, left, left_done)?;
            right_done = self.remove_dominated_after::<false>(r, right, right_done)?;
            (left, right) = (l.len(), r.len());
            let before = (left, right);
            left = self.bypass_reversible::<true>(l, r, ends, left_done)?;
            right = self.bypass_reversible::<false>(l, r, ends, right_done)?;
            (left_done, right_done) = (left, right);
            if before == (left, right) {
                break;
            }
        }
        l.sort_unstable();
        r.sort_unstable();
        Ok(())
    }

    /// Replaces reversible options of a player, given that the first `done` ones are not
    /// reversible. Returns the number of options that stay. They come first, and the replacements
    /// follow.
    fn bypass_reversible<const LEFT: bool>(
        &mut self,
        l: &mut Vec<u32>,
        r: &mut Vec<u32>,
        ends: &Ends,
        mut done: usize,
    ) -> Result<usize, Halt> {
        let mut count = if LEFT { l.len() } else { r.len() };
        while done < count {
            let option = if LEFT { l[done] } else { r[done] };
            let through = match self.keys(option).is_number() {
                true => None,
                false => self.reverses::<LEFT>(option, l, r, ends)?,
            };
            let Some(through) = through else {
                done += 1;
                continue;
            };
            let own = if LEFT { &mut *l } else { &mut *r };
            count -= 1;
            own[done] = own[count];
            own.swap_remove(count);
            if !self.keys(through).is_number() {
                let (lefts, rights) = self.options(through)?;
                let next = if LEFT { lefts } else { rights };
                own.extend(next.iter().map(|next| next.load(Relaxed)));
            }
        }
        Ok(count)
    }

    /// Does some g^LR <= {l|r} exist for a Left option, or some g^RL >= {l|r} for a Right one?
    fn reverses<const LEFT: bool>(
        &mut self,
        option: u32,
        l: &[u32],
        r: &[u32],
        ends: &Ends,
    ) -> Result<Option<u32>, Halt> {
        let keys = self.keys(option);
        let replies = if LEFT {
            self.right_options_at(option, keys)?
        } else {
            self.left_options_at(option, keys)?
        };
        for reply in replies {
            let reply = reply.load(Relaxed);
            if self.form_is_as_good::<LEFT>(reply, l, r, ends)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Keeps the maximal games of a list (`LEFT`), or the minimal ones, given that the first
    /// `settled` ones do not dominate each other. Returns how many of the first `done` ones are
    /// kept. They come first again, in some order.
    fn remove_dominated_after<const LEFT: bool>(
        &mut self,
        list: &mut Vec<u32>,
        settled: usize,
        mut done: usize,
    ) -> Result<usize, Halt> {
        // The options before i are already compared with each other.
        let mut i = settled.max(1);
        'next: while i < list.len() {
            let x = list[i];
            let mut k = 0;
            while k < i {
                let y = list[k];
                let (low, high) = if LEFT { (x, y) } else { (y, x) };
                if self.at_most(low, high)? {
                    list.swap_remove(i);
                    continue 'next;
                }
                if self.at_most(high, low)? {
                    let mut hole = k;
                    if k < done {
                        done -= 1;
                        list[k] = list[done];
                        hole = done;
                    }
                    i -= 1;
                    list[hole] = list[i];
                    list[i] = x;
                    list.swap_remove(i + 1);
                } else {
                    k += 1;
                }
            }
            i += 1;
        }
        Ok(done)
    }

    /// The same, given that domination is possible only between one of the first `first` games and
    /// one of the others. Returns the number of games kept, which then come first.
    pub(super) fn remove_dominated_across<const LEFT: bool>(
        &mut self,
        list: &mut [OptionKeys],
        mut first: usize,
    ) -> Result<usize, Halt> {
        let mut count = list.len();
        let mut i = first;
        'next: while i < count {
            let x = list[i];
            let mut k = 0;
            while k < first {
                let y = list[k];
                let (low, high) = if LEFT { (x, y) } else { (y, x) };
                if self.option_at_most(&low, &high)? {
                    count -= 1;
                    list[i] = list[count];
                    continue 'next;
                }
                if self.option_at_most(&high, &low)? {
                    first -= 1;
                    i -= 1;
                    count -= 1;
                    list[k] = list[first];
                    list[first] = list[i];
                    list[i] = x;
                    list[i + 1] = list[count];
                } else {
                    k += 1;
                }
            }
            i += 1;
        }
        Ok(count)
    }

    /// Is g <= h?
    #[inline]
    fn option_at_most(&mut self, g: &OptionKeys, h: &OptionKeys) -> Result<bool, Halt> {
        match g.known_at_most(h) {
            Some(answer) => Ok(answer),
            None => {
                let (a, b) = (self.keys(g.id), self.keys(h.id));
                self.at_most_open((g.id, a), (h.id, b))
            }
        }
    }

    /// Keeps the maximal games of a list.
    pub(crate) fn remove_dominated(&mut self, list: &mut Vec<u32>) -> Result<(), Halt> {
        self.remove_dominated_after::<true>(list, 0, 0).map(drop)
    }
}
