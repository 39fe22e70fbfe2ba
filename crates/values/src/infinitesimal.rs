//! Infinitesimals and games near them: atomic weights, companions, powers,
//! reduced canonical forms.

use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use crate::arena::Parts;
use crate::error::Halt;
use crate::worker::Worker;
use crate::{Error, Form, Id, Rational};

impl Worker<'_> {
    /// A nimber *n with n a power of two above every nimber that matters in g:
    /// the far star.
    fn far_star(&mut self, g: u32) -> Result<u32, Halt> {
        // Nimbers in the canonical form, and the number of positions: no difference
        // of followers can reach further.
        let (mut most, mut positions) = (0u32, 0u32);
        self.visit_followers(
            g,
            false,
            |worker, id| {
                // A number-up-star needs no looking into.
                if !worker.node(id).is_general() {
                    most = most.max(worker.node(id).nim());
                }
                !worker.node(id).is_general()
            },
            |_, _| {
                positions = positions.saturating_add(1);
                Ok(())
            },
        )?;
        let n = most.max(positions).max(1).checked_add(1).and_then(u32::checked_next_power_of_two);
        match n.and_then(|n| n.checked_mul(2)) {
            Some(nim) => self.parts_id(Parts { number: 0, ups: 0, nim }),
            None => Err(self.fail(Error::TooLarge { what: "a nimber", limit: "2^32" })),
        }
    }

    /// The atomic weight: the game w for which g is close to w copies of ^.
    ///
    /// For an all-small g, with w' = {w(g^L) - 2 | w(g^R) + 2}: w is w' unless that
    /// is an integer; then it is, of the integers that fit between the same
    /// options, the largest if g is above the far star, the least if g is below it,
    /// and 0 if neither (Siegel, II.7; Berlekamp, Conway and Guy, ch. 8). A
    /// game that is not all-small but whose stops are 0 can have an atomic weight,
    /// too; there w is kept if g - w.^ is at most ^ plus the far star, and at least
    /// its negative.
    ///
    /// # Errors
    ///
    /// [`Error::NotAtomic`], [`Error::Exhausted`].
    pub fn atomic_weight(&mut self, g: Id) -> Result<Id, Error> {
        let (w, all_small) = self.naive_atomic_weight(g.0).map_err(|halt| self.reason(halt))?;
        let Some(w) = w.filter(|_| self.is_infinitesimal(g)).map(Id) else {
            return Err(Error::NotAtomic);
        };
        if !all_small {
            let up = self.up_star(&Rational::ZERO, 1, 0)?;
            let near = self.norton_product(w, up)?;
            let rest = self.sub(g, near)?;
            let star = Id(self.far_star(rest.0).map_err(|halt| self.reason(halt))?);
            let bound = self.add(up, star)?;
            let low = self.neg(bound)?;
            if !(self.le(rest, bound)? && self.le(low, rest)?) {
                return Err(Error::NotAtomic);
            }
        }
        Ok(w)
    }

    /// Has g an atomic weight?
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn is_atomic(&mut self, g: Id) -> Result<bool, Error> {
        match self.atomic_weight(g) {
            Ok(_) => Ok(true),
            Err(Error::NotAtomic) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The weight by the recursion for all-small games, numbers counting as 0, and
    /// whether the game was all-small.
    fn naive_atomic_weight(&mut self, g: u32) -> Result<(Option<u32>, bool), Halt> {
        let star = self.far_star(g)?;
        let two = self.number_id(&Rational::from(2))?;
        let minus_two = self.negate_number(two)?;
        let mut weights = HashMap::<u32, Option<u32>>::new();
        let mut all_small = true;
        self.visit_followers(
            g,
            false,
            |_, _| false,
            |worker, id| {
                let node = worker.node(id);
                let weight = if node.is_number() {
                    all_small &= id == 0;
                    Some(0)
                } else if !node.is_general() && node.left_number() == 0 {
                    // n^ + *m.
                    Some(worker.number_id(&Rational::from(node.ups()))?)
                } else {
                    let (left, right) = worker.options(id)?;
                    let mut sides = [vec![], vec![]];
                    let mut known = true;
                    for ((list, by), side) in
                        [(left, minus_two), (right, two)].into_iter().zip(&mut sides)
                    {
                        for option in list {
                            match weights[&option.load(Relaxed)] {
                                Some(w) => side.push(worker.sum(w, by)?),
                                None => known = false,
                            }
                        }
                    }
                    let [l, r] = sides;
                    if known { worker.weight_between(id, l, r, star)? } else { None }
                };
                weights.insert(id, weight);
                Ok(())
            },
        )?;
        Ok((weights[&g], all_small))
    }

    /// The weight of g from those of its options, less or plus 2.
    fn weight_between(
        &mut self,
        g: u32,
        l: Vec<u32>,
        r: Vec<u32>,
        star: u32,
    ) -> Result<Option<u32>, Halt> {
        let plain = self.make(&l, &r)?;
        if self.as_integer(Id(plain)).is_none() {
            return Ok(Some(plain));
        }
        let above = self.at_most(star, g)?;
        let below = self.at_most(g, star)?;
        if !above && !below {
            // 0 fits: it does whenever g is confused with the far star.
            return Ok(Some(0));
        }
        // Go from the simplest integer that fits as far as integers do.
        let step = self.number_id(&Rational::from(if above { 1 } else { -1 }))?;
        let mut weight = plain;
        loop {
            self.step()?;
            let next = self.sum(weight, step)?;
            if !self.fits(next, &l, &r)? {
                return Ok(Some(weight));
            }
            // No end of integers: an option of one player only bounds one side.
            let sides = if above { &r } else { &l };
            if sides.is_empty() {
                return Ok(None);
            }
            weight = next;
        }
    }

    /// Is x not <= any of l, and not >= any of r?
    fn fits(&mut self, x: u32, l: &[u32], r: &[u32]) -> Result<bool, Halt> {
        for &option in l {
            if self.at_most(x, option)? {
                return Ok(false);
            }
        }
        for &option in r {
            if self.at_most(option, x)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The companion: 0 becomes *, other numbers stay, and else each option
    /// becomes its companion, with one more Left option 0 if g > 0 and one more
    /// Right option 0 if g < 0 (Siegel, II.7).
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn companion(&mut self, g: Id) -> Result<Id, Error> {
        self.companion_of(g.0).map(Id).map_err(|halt| self.reason(halt))
    }

    fn companion_of(&mut self, g: u32) -> Result<u32, Halt> {
        let mut companions = HashMap::<u32, u32>::new();
        self.visit_followers(
            g,
            false,
            |_, _| false,
            |worker, id| {
                let companion = if id == 0 {
                    worker.parts_id(Parts { number: 0, ups: 0, nim: 1 })?
                } else if worker.node(id).is_number() {
                    id
                } else {
                    let (left, right) = worker.options(id)?;
                    let mut l: Vec<u32> =
                        left.iter().map(|option| companions[&option.load(Relaxed)]).collect();
                    let mut r: Vec<u32> =
                        right.iter().map(|option| companions[&option.load(Relaxed)]).collect();
                    if worker.at_most(0, id)? {
                        l.push(0);
                    }
                    if worker.at_most(id, 0)? {
                        r.push(0);
                    }
                    worker.make(&l, &r)?
                };
                companions.insert(id, companion);
                Ok(())
            },
        )?;
        Ok(companions[&g])
    }

    /// h of g = {0|h}.
    fn up_like(&mut self, g: Id, operation: &'static str) -> Result<Id, Error> {
        let (left, right) = (self.left_options(g)?, self.right_options(g)?);
        match (&left[..], &right[..]) {
            ([Id::ZERO], [h]) if self.is_infinitesimal(g) => Ok(*h),
            _ => Err(Error::Undefined {
                operation,
                reason:
                    "the game must be infinitesimal and have the form {0|h}, as ^ and Tiny(2) have"
                        .into(),
            }),
        }
    }

    /// The partial sum of powers g->x of an infinitesimal g = {0|h}: '{h|h}':x. For
    /// an integer x = n it is the sum of the first n powers, {g->(n-1)|h}
    /// (Siegel, II.4).
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] for another g, [`Error::NoOptions`] for an x that is
    /// not dyadic, [`Error::Exhausted`].
    pub fn pow_to(&mut self, g: Id, x: &Rational) -> Result<Id, Error> {
        let h = self.up_like(g, "a sum of powers")?;
        let h = Form::value(h);
        let base = Form::new(&[&h], &[&h]);
        let x = Form::value(self.number(x)?);
        let sum = self.ordinal_sum(&base, &x)?;
        self.canonical(&sum)
    }

    /// The power g^x of an infinitesimal g = {0|h} for a number x >= 1: {0|f(x)},
    /// where f(n) = h - g->(n-1) for an integer n, and f(x) = {0, f(x^R) | 0,
    /// f(x^L)} for a fraction.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] for another g or x, [`Error::Exhausted`].
    pub fn pow(&mut self, g: Id, x: &Rational) -> Result<Id, Error> {
        let h = self.up_like(g, "a power")?;
        if *x < Rational::ONE || !x.is_dyadic() {
            return Err(Error::Undefined {
                operation: "a power",
                reason: format!(
                    "the exponent must be a dyadic number of at least 1, and {x} is not"
                ),
            });
        }
        let reply = self.power_reply(g, h, x)?;
        self.game(&[Id::ZERO], &[reply])
    }

    fn power_reply(&mut self, g: Id, h: Id, x: &Rational) -> Result<Id, Error> {
        // From the integers around x down to x: each step halves the gap.
        let low = Rational::from(x.floor());
        let mut low = (self.integer_reply(g, h, &low)?, low);
        if low.1 == *x {
            return Ok(low.0);
        }
        let next = &low.1 + &Rational::ONE;
        let mut high = (self.integer_reply(g, h, &next)?, next);
        loop {
            self.tick(1)?;
            let middle = (&low.1 + &high.1).half();
            let reply = self.game(&[Id::ZERO, high.0], &[Id::ZERO, low.0])?;
            match middle.cmp(x) {
                std::cmp::Ordering::Equal => return Ok(reply),
                std::cmp::Ordering::Less => low = (reply, middle),
                std::cmp::Ordering::Greater => high = (reply, middle),
            }
        }
    }

    fn integer_reply(&mut self, g: Id, h: Id, n: &Rational) -> Result<Id, Error> {
        let before = self.pow_to(g, &(n - &Rational::ONE))?;
        self.sub(h, before)
    }

    /// The reduced canonical form: the simplest game infinitesimally close to g.
    ///
    /// With g >= h modulo infinitesimals when the Right stop of g - h is at least
    /// 0: numberish followers become their numbers, and dominated and reversible
    /// options are removed in that order (Grossman and Siegel, *Reductions of
    /// partizan games*; Siegel, II.6).
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn reduced_canonical_form(&mut self, g: Id) -> Result<Id, Error> {
        self.reduce(g.0).map(Id).map_err(|halt| self.reason(halt))
    }

    fn reduce(&mut self, g: u32) -> Result<u32, Halt> {
        let mut reduced = HashMap::<u32, u32>::new();
        self.visit_followers(
            g,
            false,
            |_, _| false,
            |worker, id| {
                let node = worker.node(id);
                let result = if node.left_number() == node.right_number() {
                    node.left_number()
                } else {
                    let (left, right) = worker.options(id)?;
                    let new = |side: &[std::sync::atomic::AtomicU32]| -> Vec<u32> {
                        side.iter().map(|option| reduced[&option.load(Relaxed)]).collect()
                    };
                    let (l, r) = (new(left), new(right));
                    worker.reduce_options(l, r)?
                };
                reduced.insert(id, result);
                Ok(())
            },
        )?;
        Ok(reduced[&g])
    }

    /// g <= h modulo infinitesimals: the Left stop of g - h is at most 0.
    fn at_most_nearly(&mut self, g: u32, h: u32) -> Result<bool, Halt> {
        let negative = self.negate(h)?;
        let difference = self.sum(g, negative)?;
        let number = self.node(difference).left_number();
        Ok(self.number_of(number).signum() <= 0)
    }

    /// {l|r}, which is hot, with options in reduced canonical form, reduced.
    fn reduce_options(&mut self, mut l: Vec<u32>, mut r: Vec<u32>) -> Result<u32, Halt> {
        loop {
            let whole = self.make(&l, &r)?;
            self.undominated_nearly(&mut l, true)?;
            self.undominated_nearly(&mut r, false)?;
            let mut changed = false;
            for of_left in [true, false] {
                let list = if of_left { &mut l } else { &mut r };
                let mut i = 0;
                while i < list.len() {
                    self.step()?;
                    let option = list[i];
                    if self.node(option).is_number() {
                        i += 1;
                        continue;
                    }
                    let (left, right) = self.options(option)?;
                    let mut through = None;
                    for reply in if of_left { right } else { left } {
                        let reply = reply.load(Relaxed);
                        let reverses = if of_left {
                            self.at_most_nearly(reply, whole)?
                        } else {
                            self.at_most_nearly(whole, reply)?
                        };
                        if reverses {
                            through = Some(reply);
                            break;
                        }
                    }
                    let Some(through) = through else {
                        i += 1;
                        continue;
                    };
                    list.swap_remove(i);
                    let (left, right) = self.options(through)?;
                    list.extend(
                        if of_left { left } else { right }
                            .iter()
                            .map(|option| option.load(Relaxed)),
                    );
                    changed = true;
                }
            }
            if !changed {
                return self.make(&l, &r);
            }
        }
    }

    fn undominated_nearly(&mut self, list: &mut Vec<u32>, left: bool) -> Result<(), Halt> {
        list.sort_unstable();
        list.dedup();
        let mut i = 0;
        'next: while i < list.len() {
            for j in 0..list.len() {
                let (x, y) = if left { (list[i], list[j]) } else { (list[j], list[i]) };
                if i != j && self.at_most_nearly(x, y)? {
                    list.swap_remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(())
    }
}
