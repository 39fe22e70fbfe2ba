//! Canonical forms.

use super::Worker;
use super::lossy::Lossy;
use super::numbers::{simplest, simplest_key};
use super::option_keys::{Best, FEW, OptionKeys, near_of};
use crate::arena::Parts;
use crate::error::Halt;
use crate::node::{Ends, NONE, Stops};
use crate::{Id, Result, key};

/// Values, by the options that they were made from, at most two on each side.
pub(super) type MadeCache = Lossy<[u64; 2], u32, 10, 16>;

/// The key for one or two options on each side. They are sorted, and one option counts twice, so
/// that every way to write them has the same key.
#[inline]
fn made_key(
    (left, count_left): (&[u32; FEW], usize),
    (right, count_right): (&[u32; FEW], usize),
) -> Option<[u64; 2]> {
    // 0 if there is one.
    let (last_left, last_right) = (count_left.wrapping_sub(1), count_right.wrapping_sub(1));
    let pair = |[a, b]: [u32; 2]| u64::from(a.min(b)) << 32 | u64::from(a.max(b));
    ((last_left | last_right) < 2)
        .then(|| [pair([left[0], left[last_left & 1]]), pair([right[0], right[last_right & 1]])])
}

/// Lists longer than this are sorted, so that repeats are removed without comparisons.
const SHORT: usize = 8;

/// Removes the repeats of a long list.
#[inline]
fn tidy(list: &mut Vec<u32>) {
    if list.len() > SHORT {
        list.sort_unstable();
        list.dedup();
    }
}

/// A name for a value in a list of options.
pub(crate) trait Named: Copy {
    /// Its id.
    fn id(self) -> u32;
}

impl Named for u32 {
    fn id(self) -> u32 {
        self
    }
}

impl Named for Id {
    fn id(self) -> u32 {
        self.0
    }
}

impl Worker<'_> {
    /// The value of {l|r}.
    pub(crate) fn make<T: Named>(&mut self, l: &[T], r: &[T]) -> Result<u32, Halt> {
        let mut options = std::mem::take(&mut self.caches.options);
        options.extend(l.iter().chain(r).map(|option| self.option_keys(option.id())));
        let (left, right) = options.split_at(l.len());
        let made = self.make_from_keys(left, right);
        options.clear();
        self.caches.options = options;
        made
    }

    /// The same. The result is cached if the stops leave few options.
    fn make_from_keys(&mut self, l: &[OptionKeys], r: &[OptionKeys]) -> Result<u32, Halt> {
        self.step()?;
        let (left, right) = (Best::of::<true>(l), Best::of::<false>(r));
        if !key::is_exact(left.all | right.all) {
            return self.make_inexact(l, r);
        }
        if left.stop < right.stop {
            if let Some(key) = simplest_key(left.stop, right.stop) {
                return self.number_with_key(key);
            }
            let stops = self.stops_at(left, right)?;
            return self.simplest_between(stops);
        }
        if l.len().max(r.len()) > FEW {
            let (mut kept_left, mut kept_right) = (self.buffer(), self.buffer());
            left.keep::<true>(l, &mut kept_left);
            right.keep::<false>(r, &mut kept_right);
            return self.make_kept(kept_left, kept_right, (l, left), (r, right));
        }
        let (mut few_left, mut few_right) = ([0; FEW], [0; FEW]);
        let count_left = left.keep_few::<true>(l, &mut few_left);
        let count_right = right.keep_few::<false>(r, &mut few_right);
        let key = made_key((&few_left, count_left), (&few_right, count_right));
        if let Some(key) = key {
            let known = self.caches.made.get(key);
            if known != NONE {
                return Ok(known);
            }
        }
        let (mut kept_left, mut kept_right) = (self.buffer(), self.buffer());
        kept_left.extend_from_slice(&few_left[..count_left]);
        kept_right.extend_from_slice(&few_right[..count_right]);
        let made = self.make_kept(kept_left, kept_right, (l, left), (r, right))?;
        if let Some(key) = key {
            *self.caches.made.entry(key) = made;
            self.caches.made.grow_if_full(usize::MAX, &self.universe.arena);
        }
        Ok(made)
    }

    /// The value of {l|r}, which is not a number, from the options that the stops leave.
    fn make_kept(
        &mut self,
        kept_left: Vec<u32>,
        kept_right: Vec<u32>,
        (l, left): (&[OptionKeys], Best),
        (r, right): (&[OptionKeys], Best),
    ) -> Result<u32, Halt> {
        let stops = self.stops_at(left, right)?;
        let ends = Ends { stops, near: near_of(l, r, stops) };
        self.make_new(kept_left, kept_right, ends)
    }

    /// The exact stops of the best options.
    fn stops_at(&mut self, left: Best, right: Best) -> Result<Stops, Halt> {
        // The numbers are looked up by key: their table is smaller than that of values.
        let mut number = |stop: i64| match stop {
            key::LOWEST | key::HIGHEST => Ok(0),
            stop => self.number_with_key(stop & !key::RIGHT),
        };
        let (left_number, right_number) = (number(left.stop)?, number(right.stop)?);
        Ok(Stops { left: left.stop, right: right.stop, left_number, right_number })
    }

    /// The value of {l|r} if some keys of stops are inexact.
    #[cold]
    fn make_inexact(&mut self, l: &[OptionKeys], r: &[OptionKeys]) -> Result<u32, Halt> {
        let [left, right] =
            [l, r].map(|list| list.iter().map(|option| option.id).collect::<Vec<_>>());
        let stops = self.inexact_stops_of(&left, &right);
        if l.is_empty() || r.is_empty() || self.are_of_a_number(stops) {
            return self.simplest_between(stops);
        }
        self.make_new(left, right, Ends { stops, near: near_of(l, r, stops) })
    }

    /// The value of {l|r}, which is not a number.
    fn make_new(&mut self, mut l: Vec<u32>, mut r: Vec<u32>, ends: Ends) -> Result<u32, Halt> {
        if let Some(nim) = self.nimber_of(&l, &r, ends.stops) {
            self.return_buffer(l);
            self.return_buffer(r);
            return self.parts_id(Parts { number: ends.stops.left_number, ups: 0, nim });
        }
        tidy(&mut l);
        tidy(&mut r);
        self.caches.forms.start();
        self.simplify(&mut l, &mut r, &ends, [0, 0])?;
        let made = self.intern_canonical(&l, &r, ends)?;
        self.return_buffer(l);
        self.return_buffer(r);
        Ok(made)
    }

    /// The value of {l|r}, where the first options of each list are x + h for the options x of a
    /// canonical form g, and the others are g + y for the options y of h. `firsts` gives the number
    /// of first options.
    ///
    /// x + h and x' + h compare as x and x' do, so neither dominates the other. Only pairs with one
    /// option from each part need comparisons.
    pub(super) fn make_sum(
        &mut self,
        l: &mut Vec<u32>,
        r: &mut Vec<u32>,
        firsts: [usize; 2],
    ) -> Result<u32, Halt> {
        let mut options = std::mem::take(&mut self.caches.options);
        options.extend(l.iter().chain(r.iter()).map(|&option| self.option_keys(option)));
        let (left, right) = options.split_at_mut(l.len());
        let made = self.make_sum_from_keys((left, right), (l, r), firsts);
        options.clear();
        self.caches.options = options;
        made
    }

    fn make_sum_from_keys(
        &mut self,
        (left, right): (&mut [OptionKeys], &mut [OptionKeys]),
        (l, r): (&mut Vec<u32>, &mut Vec<u32>),
        firsts: [usize; 2],
    ) -> Result<u32, Halt> {
        let (best_left, best_right) = (Best::of::<true>(left), Best::of::<false>(right));
        let exact = key::is_exact(best_left.all | best_right.all);
        let stops = if exact {
            if best_left.stop < best_right.stop
                && let Some(key) = simplest_key(best_left.stop, best_right.stop)
            {
                return self.number_with_key(key);
            }
            self.stops_at(best_left, best_right)?
        } else {
            self.inexact_stops_of(l, r)
        };
        if l.is_empty() || r.is_empty() || self.are_of_a_number(stops) {
            return self.simplest_between(stops);
        }
        if let Some(nim) = self.nimber_of(l, r, stops) {
            return self.parts_id(Parts { number: stops.left_number, ups: 0, nim });
        }
        let (mut count_left, mut first_left) = (l.len(), firsts[0]);
        let (mut count_right, mut first_right) = (r.len(), firsts[1]);
        if exact {
            (count_left, first_left) = best_left.keep_in_place::<true>(left, first_left);
            (count_right, first_right) = best_right.keep_in_place::<false>(right, first_right);
        }
        let (left, right) = (&mut left[..count_left], &mut right[..count_right]);
        let count_left = self.remove_dominated_across::<true>(left, first_left)?;
        let count_right = self.remove_dominated_across::<false>(right, first_right)?;
        let (left, right) = (&left[..count_left], &right[..count_right]);
        let ends = Ends { stops, near: near_of(left, right, stops) };
        for (list, options) in [(&mut *l, left), (&mut *r, right)] {
            list.clear();
            list.extend(options.iter().map(|option| option.id));
        }
        let settled = [l.len(), r.len()];
        self.caches.forms.start();
        self.simplify(l, r, &ends, settled)?;
        self.intern_canonical(l, r, ends)
    }

    /// Do these stops belong to a number?
    #[inline]
    pub(crate) fn are_of_a_number(&self, stops: Stops) -> bool {
        self.cmp_stops((stops.left, stops.left_number), (stops.right, stops.right_number)).is_lt()
    }

    /// m, if all options are one number x plus nimbers, and m is the least nimber missing on both
    /// sides. Then {l|r} = x + *m, because larger nimbers are reversible.
    fn nimber_of(&mut self, l: &[u32], r: &[u32], stops: Stops) -> Option<u32> {
        let x = stops.left_number;
        if x != stops.right_number || self.keys(l[0]).is_general() {
            return None;
        }
        let mut least = [0, 0];
        for (list, least) in [l, r].into_iter().zip(&mut least) {
            // The nimbers below 64, and larger ones only if there are enough options to reach them
            // from 0 without a gap.
            let (mut small, mut large) = (0u64, Vec::new());
            for &option in list {
                let (0, nim) = self.infinitesimal_parts(option, x)? else { return None };
                if nim < 64 {
                    small |= 1 << nim;
                } else if (nim as usize) < list.len() {
                    large.push(nim);
                }
            }
            *least = small.trailing_ones();
            if *least == 64 {
                large.sort_unstable();
                for nim in large {
                    if nim == *least {
                        *least += 1;
                    }
                }
            }
        }
        (least[0] == least[1]).then_some(least[0])
    }

    /// The stops of {l|r} if it is not a number. Otherwise the largest Right stop in l and the
    /// smallest Left stop in r.
    #[cold]
    fn inexact_stops_of(&mut self, l: &[u32], r: &[u32]) -> Stops {
        let mut stops =
            Stops { left: key::LOWEST, right: key::HIGHEST, left_number: 0, right_number: 0 };
        for &option in l {
            let node = self.node(option);
            let stop = (node.right_stop(), node.right_number());
            if self.cmp_stops(stop, (stops.left, stops.left_number)).is_gt() {
                (stops.left, stops.left_number) = stop;
            }
        }
        for &option in r {
            let node = self.node(option);
            let stop = (node.left_stop(), node.left_number());
            if self.cmp_stops(stop, (stops.right, stops.right_number)).is_lt() {
                (stops.right, stops.right_number) = stop;
            }
        }
        stops
    }

    /// The simplest number that is above (or at, with Left to move there) the largest Right stop on
    /// the left and below the smallest Left stop on the right.
    pub(crate) fn simplest_between(&mut self, stops: Stops) -> Result<u32, Halt> {
        let no_left = stops.left == key::LOWEST;
        let no_right = stops.right == key::HIGHEST;
        if (no_left || key::is_exact(stops.left))
            && (no_right || key::is_exact(stops.right))
            && let Some(key) = simplest_key(stops.left, stops.right)
        {
            return self.number_with_key(key);
        }
        let open_left = stops.left & key::RIGHT != 0;
        let open_right = stops.right & key::RIGHT == 0;
        let low = (!no_left).then(|| (self.number_of(stops.left_number), !open_left));
        let high = (!no_right).then(|| (self.number_of(stops.right_number), !open_right));
        match simplest(&low, &high) {
            Some(x) => self.number_id(&x),
            // Both ends are the same atom.
            None => Ok(stops.left_number),
        }
    }

    /// The id of {l|r}, whose options are canonical and sorted by id, and which
    /// is not a number.
    pub(super) fn intern_canonical(
        &mut self,
        l: &[u32],
        r: &[u32],
        ends: Ends,
    ) -> Result<u32, Halt> {
        let stops = ends.stops;
        if stops.left_number == stops.right_number
            && let Some(parts) = self.detect_parts(l, r, stops.left_number)
        {
            return self.parts_id(parts);
        }
        self.intern(l, r, ends)
    }

    /// The parts of {l|r}, if this is the canonical form of `number` plus a
    /// multiple of up plus a nimber (Siegel, II.4):
    ///
    /// - *m = {0,*1,..,*(m-1)|0,*1,..,*(m-1)};
    /// - n^ + *m = {0|(n-1)^ + *m + *} for n > 0, but ^* = {0,*|0}.
    fn detect_parts(&mut self, l: &[u32], r: &[u32], number: u32) -> Option<Parts> {
        if l == r {
            let length = u32::try_from(l.len()).ok()?;
            // Distinct nimbers below the length of the list: these are all of them.
            for &option in l {
                let parts = self.infinitesimal_parts(option, number)?;
                if parts.0 != 0 || parts.1 >= length {
                    return None;
                }
            }
            return Some(Parts { number, ups: 0, nim: length });
        }
        for (near, far, sign) in [(l, r, 1), (r, l, -1)] {
            let [far] = far else { continue };
            match near {
                [near] if *near == number => {
                    let (ups, nim) = self.infinitesimal_parts(*far, number)?;
                    if ups.checked_mul(sign)? >= 0 && (ups, nim) != (0, 0) {
                        return Some(Parts { number, ups: ups.checked_add(sign)?, nim: nim ^ 1 });
                    }
                }
                [a, b] if *far == number && (*a == number || *b == number) => {
                    let other = if *a == number { *b } else { *a };
                    if self.infinitesimal_parts(other, number) == Some((0, 1)) {
                        return Some(Parts { number, ups: sign, nim: 1 });
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// (ups, nim) of `id`, if it is `number` plus those.
    fn infinitesimal_parts(&mut self, id: u32, number: u32) -> Option<(i64, u32)> {
        if self.keys(id).is_general() {
            return None;
        }
        let parts = self.parts(id);
        (parts.number == number).then_some((parts.ups, parts.nim))
    }

    /// The value of {left|right}: the simplest number that fits, or the form without dominated and
    /// reversible options. Options may come in any order and may repeat.
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_values::{Style, Universe};
    ///
    /// let universe = Universe::new();
    /// let mut worker = universe.worker(&Budget::unlimited());
    /// let [a, b] = ["1/4", "1"].map(|x| worker.number(&x.parse().unwrap()).unwrap());
    /// let half = worker.game(&[a], &[b])?;
    /// assert_eq!(worker.text(half, Style::Plain)?, "1/2");
    /// let hot = worker.game(&[b], &[a])?;
    /// assert_eq!(worker.text(hot, Style::Plain)?, "{1|1/4}");
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn game(&mut self, left: &[Id], right: &[Id]) -> Result<Id> {
        let made = self.make(left, right);
        made.map(Id).map_err(|halt| self.reason(halt))
    }

    /// {left|-left}, written +-{left}.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn plus_minus(&mut self, left: &[Id]) -> Result<Id> {
        let right = left.iter().map(|&g| self.neg(g)).collect::<Result<Vec<_>, _>>()?;
        self.game(left, &right)
    }

    /// Tiny(g) = {0||0|-g}.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn tiny(&mut self, g: Id) -> Result<Id> {
        let negative = self.neg(g)?;
        let threat = self.game(&[Id::ZERO], &[negative])?;
        self.game(&[Id::ZERO], &[threat])
    }

    /// Miny(g) = -Tiny(g) = {g|0||0}.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn miny(&mut self, g: Id) -> Result<Id> {
        let tiny = self.tiny(g)?;
        self.neg(tiny)
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use super::*;
    use crate::structure::born_by;
    use crate::{Rational, Universe};

    /// Against the same computation without the table, and without looking for the best stop first.
    #[test]
    fn what_is_remembered_is_what_is_made() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let mut games: Vec<u32> =
            born_by(&mut worker, 2).unwrap().into_iter().map(|id| id.0).collect();
        let [third, two_thirds] =
            [1, 2].map(|n| worker.number(&Rational::ratio(n, 3).unwrap()).unwrap().0);
        let [one, two] = [1, 2].map(|n| worker.integer(n).unwrap().0);
        let star = worker.nimber(1).unwrap().0;
        let switch = worker.make(&[one], &[0]).unwrap();
        games.extend([third, two_thirds, worker.make(&[third], &[star]).unwrap()]);
        games.push(worker.make(&[two], &[third, switch]).unwrap());
        let mut state = 1u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let mut hot = 0;
        for round in 0..6000 {
            let most = if round % 10 == 0 { 12 } else { 3 };
            let [l, r] = [0; 2].map(|_| {
                let length = 1 + below(most);
                (0..length).map(|_| games[below(games.len())]).collect::<Vec<u32>>()
            });
            let made = worker.make(&l, &r).unwrap();
            let stops = worker.inexact_stops_of(&l, &r);
            if !worker.are_of_a_number(stops) {
                let [left, right] = [&l, &r].map(|list| {
                    list.iter().map(|&option| worker.option_keys(option)).collect::<Vec<_>>()
                });
                let ends = Ends { stops, near: near_of(&left, &right, stops) };
                assert_eq!(
                    made,
                    worker.make_new(l.clone(), r.clone(), ends).unwrap(),
                    "{l:?} {r:?}"
                );
                hot += 1;
            }
            if games.len() < 60 {
                games.push(made);
            }
        }
        assert!(hot > 2000, "{hot}");
    }
}
