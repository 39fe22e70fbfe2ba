//! Looking inside a value: options, followers, birthday, stop count, incentives
//! and predicates.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashSet;
use num_bigint::BigUint;
use num_traits::One;

use crate::arena::Tag;
use crate::error::Halt;
use crate::memo::Sides;
use crate::worker::Worker;
use crate::{Error, Id, Kind, Rational};

/// The day on which a game is born: one day after its latest option, 0 being
/// born on day 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Birthday {
    /// A finite day.
    Finite(BigUint),
    /// The first infinite day: the birthday of a number that is not dyadic, and
    /// by convention of a game with such an end.
    Omega,
}

impl fmt::Display for Birthday {
    /// A decimal number, or `ω`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Birthday::Finite(day) => f.pad(&day.to_string()),
            Birthday::Omega => f.pad("ω"),
        }
    }
}

/// The birthday of a dyadic number: of m/2^k, the integers that its size passes
/// and then one day for each binary place (Siegel, II.3).
fn birthday_of(x: &Rational) -> Birthday {
    let Some(exponent) = x.dyadic_exponent() else { return Birthday::Omega };
    let size = if x.signum() < 0 { -x } else { x.clone() };
    let whole = size.floor().magnitude().clone();
    let past = u64::from(exponent > 0);
    Birthday::Finite(whole + past + exponent)
}

fn to_ids(list: &[u32]) -> Vec<Id> {
    list.iter().map(|&id| Id(id)).collect()
}

impl<'u> Worker<'u> {
    /// Visits every follower of `g`, options before what they are options of.
    /// Numbers are visited, but not what is below them if `into_numbers` is false.
    pub(crate) fn visit_followers(
        &mut self,
        g: u32,
        into_numbers: bool,
        mut known: impl FnMut(&mut Self, u32) -> bool,
        mut visit: impl FnMut(&mut Self, u32) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut seen = HashSet::new();
        let mut stack = vec![(g, false)];
        while let Some((id, done)) = stack.pop() {
            if done {
                visit(self, id)?;
                continue;
            }
            if known(self, id) || !seen.insert(id) {
                continue;
            }
            self.step()?;
            stack.push((id, true));
            if into_numbers || !self.node(id).is_number() {
                let (left, right) = self.options(id)?;
                stack.extend(left.iter().chain(right).map(|option| (option.load(Relaxed), false)));
            }
        }
        Ok(())
    }

    /// The order in which options are printed: numbers, then numbers plus
    /// nimbers, then uptimals, then the rest; numbers and uptimals by size of
    /// their parts, the rest by their options, Left ones first.
    pub(crate) fn printed_order(&mut self, g: u32, h: u32) -> Result<Ordering, Halt> {
        if g == h {
            return Ok(Ordering::Equal);
        }
        let (a, b) = (self.expansion(g)?, self.expansion(h)?);
        match (&a, &b) {
            (Some(a), Some(b)) => return Ok(a.printed_cmp(b)),
            (Some(_), None) => return Ok(Ordering::Less),
            (None, Some(_)) => return Ok(Ordering::Greater),
            (None, None) => {}
        }
        let (left, right) = self.sorted_options(g)?;
        let (other_left, other_right) = self.sorted_options(h)?;
        for (list, other) in [(left, other_left), (right, other_right)] {
            // Equal ids are equal values, so only the first difference is looked into.
            if let Some((&x, &y)) = list.iter().zip(other.iter()).find(|(x, y)| x != y) {
                return self.deeper(|worker| worker.printed_order(x, y));
            }
            if list.len() != other.len() {
                return Ok(list.len().cmp(&other.len()));
            }
        }
        Ok(Ordering::Equal)
    }

    /// The options in printed order.
    pub(crate) fn sorted_options(&mut self, g: u32) -> Result<Sides, Halt> {
        if let Some(known) = self.memo().sorted.get(&g) {
            return Ok(known.clone());
        }
        let (left, right) = self.options(g)?;
        let mut lists = [left, right]
            .map(|list| -> Vec<u32> { list.iter().map(|option| option.load(Relaxed)).collect() });
        for list in &mut lists {
            self.deeper(|worker| worker.sort_printed(list))?;
        }
        let [left, right] = lists.map(Arc::<[u32]>::from);
        self.pay(4 * (left.len() + right.len()))?;
        self.memo().sorted.insert(g, (left.clone(), right.clone()));
        Ok((left, right))
    }

    pub(crate) fn sort_printed(&mut self, list: &mut [u32]) -> Result<(), Halt> {
        let mut halted = None;
        list.sort_by(|&x, &y| {
            if halted.is_some() {
                return Ordering::Equal;
            }
            self.printed_order(x, y).unwrap_or_else(|halt| {
                halted = Some(halt);
                Ordering::Equal
            })
        });
        halted.map_or(Ok(()), Err)
    }

    /// How two values are ordered when they are printed: a total order that does
    /// not depend on what was computed before.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn printed_cmp(&mut self, g: Id, h: Id) -> Result<Ordering, Error> {
        self.printed_order(g.0, h.0).map_err(|halt| self.reason(halt))
    }

    /// Sorts values into printed order and removes repeated ones.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn sort(&mut self, ids: &mut Vec<Id>) -> Result<(), Error> {
        let mut list: Vec<u32> = ids.iter().map(|id| id.0).collect();
        self.sort_printed(&mut list).map_err(|halt| self.reason(halt))?;
        list.dedup();
        *ids = to_ids(&list);
        Ok(())
    }

    /// The Left options of the canonical form, in printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] for a number that is not dyadic, [`Error::Exhausted`].
    pub fn left_options(&mut self, g: Id) -> Result<Vec<Id>, Error> {
        let lists = self.sorted_options(g.0).map_err(|halt| self.reason(halt))?;
        Ok(to_ids(&lists.0))
    }

    /// The Right options of the canonical form, in printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] for a number that is not dyadic, [`Error::Exhausted`].
    pub fn right_options(&mut self, g: Id) -> Result<Vec<Id>, Error> {
        let lists = self.sorted_options(g.0).map_err(|halt| self.reason(halt))?;
        Ok(to_ids(&lists.1))
    }

    /// Every value that is reached from the canonical form of g, g included, in
    /// printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number among them is not dyadic,
    /// [`Error::Exhausted`].
    pub fn followers(&mut self, g: Id) -> Result<Vec<Id>, Error> {
        let mut list = vec![];
        let walk = self.visit_followers(
            g.0,
            true,
            |_, _| false,
            |_, id| {
                list.push(id);
                Ok(())
            },
        );
        let done = walk.and_then(|()| self.sort_printed(&mut list));
        done.map_err(|halt| self.reason(halt))?;
        Ok(to_ids(&list))
    }

    /// How many values are reached from the canonical form of g, g included.
    ///
    /// # Errors
    ///
    /// As [`Worker::followers`].
    pub fn follower_count(&mut self, g: Id) -> Result<u64, Error> {
        let mut count = 0;
        let walk = self.visit_followers(
            g.0,
            true,
            |_, _| false,
            |_, _| {
                count += 1;
                Ok(())
            },
        );
        walk.map_err(|halt| self.reason(halt))?;
        Ok(count)
    }

    /// The day on which g is born: 1 + the latest birthday of an option of its
    /// canonical form, 0 for 0.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn birthday(&mut self, g: Id) -> Result<Birthday, Error> {
        self.trim_memo();
        let walk = self.visit_followers(
            g.0,
            false,
            |worker, id| worker.memo().birthdays.contains_key(&id),
            |worker, id| {
                let day = worker.birthday_by_options(id)?;
                worker.pay(16)?;
                worker.memo().birthdays.insert(id, day);
                Ok(())
            },
        );
        walk.map_err(|halt| self.reason(halt))?;
        Ok(self.memo().birthdays[&g.0].clone())
    }

    fn birthday_by_options(&mut self, g: u32) -> Result<Birthday, Halt> {
        if self.node(g).is_number() {
            return Ok(birthday_of(&self.number_of(g)));
        }
        let (left, right) = self.options(g)?;
        let mut latest = Birthday::Finite(BigUint::ZERO);
        for option in left.iter().chain(right) {
            let day = &self.memo().birthdays[&option.load(Relaxed)];
            if *day > latest {
                latest = day.clone();
            }
        }
        Ok(match latest {
            Birthday::Finite(day) => Birthday::Finite(day + 1u32),
            Birthday::Omega => Birthday::Omega,
        })
    }

    /// The number of ways to play g down to a number, by any moves of either
    /// player: 1 for a number, else the sum over all options.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn stop_count(&mut self, g: Id) -> Result<BigUint, Error> {
        self.trim_memo();
        let walk = self.visit_followers(
            g.0,
            false,
            |worker, id| worker.memo().stop_counts.contains_key(&id),
            |worker, id| {
                let mut count = BigUint::ZERO;
                if worker.node(id).is_number() {
                    count = BigUint::one();
                } else {
                    let (left, right) = worker.options(id)?;
                    for option in left.iter().chain(right) {
                        count += &worker.memo().stop_counts[&option.load(Relaxed)];
                    }
                }
                worker.pay(count.bits() as usize / 8)?;
                worker.memo().stop_counts.insert(id, count);
                Ok(())
            },
        );
        walk.map_err(|halt| self.reason(halt))?;
        Ok(self.memo().stop_counts[&g.0].clone())
    }

    /// The undominated (maximal) g^L - g, in printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] for a number that is not dyadic, [`Error::Exhausted`].
    pub fn left_incentives(&mut self, g: Id) -> Result<Vec<Id>, Error> {
        self.incentives_of(g, true, false).map_err(|halt| self.reason(halt))
    }

    /// The undominated (maximal) g - g^R, in printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] for a number that is not dyadic, [`Error::Exhausted`].
    pub fn right_incentives(&mut self, g: Id) -> Result<Vec<Id>, Error> {
        self.incentives_of(g, false, true).map_err(|halt| self.reason(halt))
    }

    /// The undominated among the Left and Right incentives, in printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] for a number that is not dyadic, [`Error::Exhausted`].
    pub fn incentives(&mut self, g: Id) -> Result<Vec<Id>, Error> {
        self.incentives_of(g, true, true).map_err(|halt| self.reason(halt))
    }

    fn incentives_of(&mut self, g: Id, of_left: bool, of_right: bool) -> Result<Vec<Id>, Halt> {
        let (left, right) = self.options(g.0)?;
        let negative = self.negate(g.0)?;
        let mut list = vec![];
        if of_left {
            for option in left {
                list.push(self.sum(option.load(Relaxed), negative)?);
            }
        }
        if of_right {
            for option in right {
                let option = self.negate(option.load(Relaxed))?;
                list.push(self.sum(g.0, option)?);
            }
        }
        list.sort_unstable();
        list.dedup();
        self.remove_dominated(&mut list)?;
        self.sort_printed(&mut list)?;
        Ok(to_ids(&list))
    }
}

/// Predicates.
impl Worker<'_> {
    /// Is it a number?
    pub fn is_number(&mut self, g: Id) -> bool {
        self.kind(g) == Kind::Number
    }

    /// Is it an integer?
    pub fn is_integer(&mut self, g: Id) -> bool {
        self.as_integer(g).is_some()
    }

    /// Is it a dyadic number?
    pub fn is_dyadic(&mut self, g: Id) -> bool {
        self.node(g.0).tag() == Tag::Dyadic
    }

    /// Is it 0?
    pub fn is_zero(&mut self, g: Id) -> bool {
        g == Id::ZERO
    }

    /// Is it a nimber *n (0 is one)?
    pub fn is_nimber(&mut self, g: Id) -> bool {
        self.as_nimber(g).is_some()
    }

    /// Are both stops the same number: is it infinitesimally close to a number?
    pub fn is_numberish(&mut self, g: Id) -> bool {
        let node = self.node(g.0);
        node.left_number() == node.right_number()
    }

    /// Is it infinitesimal: are both stops 0?
    pub fn is_infinitesimal(&mut self, g: Id) -> bool {
        let node = self.node(g.0);
        node.left_number() == 0 && node.right_number() == 0
    }

    /// Is it hot: is the Left stop above the Right stop?
    pub fn is_hot(&mut self, g: Id) -> bool {
        !self.is_numberish(g)
    }

    /// Is it a switch {x|y} of numbers x > y?
    pub fn is_switch(&mut self, g: Id) -> bool {
        self.as_switch(g.0).is_some()
    }

    /// The ends of {x|y}, numbers with x > y.
    pub(crate) fn as_switch(&mut self, g: u32) -> Option<(u32, u32)> {
        let node = self.node(g);
        if !node.is_general() || node.left_number() == node.right_number() {
            return None;
        }
        let (left, right) = self.options(g).ok()?;
        let ([x], [y]) = (left, right) else { return None };
        let (x, y) = (x.load(Relaxed), y.load(Relaxed));
        (self.node(x).is_number() && self.node(y).is_number()).then_some((x, y))
    }

    fn all_followers(
        &mut self,
        g: Id,
        mut holds: impl FnMut(&mut Self, u32) -> Result<bool, Halt>,
    ) -> Result<bool, Error> {
        let mut all = true;
        let walk = self.visit_followers(
            g.0,
            false,
            |_, _| false,
            |worker, id| {
                all = all && holds(worker, id)?;
                Ok(())
            },
        );
        walk.map_err(|halt| self.reason(halt))?;
        Ok(all)
    }

    /// Is it all-small (dicotic): in every follower of its canonical form, can
    /// both players move or neither?
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn is_all_small(&mut self, g: Id) -> Result<bool, Error> {
        // Of the numbers, 0 alone is all-small; all else in canonical form has
        // options of both players.
        self.all_followers(g, |worker, id| Ok(id == 0 || !worker.node(id).is_number()))
    }

    /// Is it even: 0, or are all its options odd? (Canonical form; Siegel, II.)
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] with a number that is not dyadic, [`Error::Exhausted`].
    pub fn is_even(&mut self, g: Id) -> Result<bool, Error> {
        Ok(self.parity(g, false)? == Some(false))
    }

    /// Is it odd: are all its options even, and is it not 0?
    ///
    /// # Errors
    ///
    /// As [`Worker::is_even`].
    pub fn is_odd(&mut self, g: Id) -> Result<bool, Error> {
        Ok(self.parity(g, false)? == Some(true))
    }

    /// Is it even-tempered: a number, or are all its options odd-tempered?
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn is_even_tempered(&mut self, g: Id) -> Result<bool, Error> {
        Ok(self.parity(g, true)? == Some(false))
    }

    /// Is it odd-tempered: are all its options even-tempered, and is it not a
    /// number?
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn is_odd_tempered(&mut self, g: Id) -> Result<bool, Error> {
        Ok(self.parity(g, true)? == Some(true))
    }

    /// Some(is odd), if all lines of play have the same parity; numbers are ends
    /// if `tempered`, 0 is one otherwise.
    fn parity(&mut self, g: Id, tempered: bool) -> Result<Option<bool>, Error> {
        let mut parities = hashbrown::HashMap::<u32, Option<bool>>::new();
        let walk = self.visit_followers(
            g.0,
            false,
            |_, _| false,
            |worker, id| {
                let parity = if worker.node(id).is_number() {
                    if tempered {
                        Some(false)
                    } else {
                        let x = worker.number_of(id);
                        match x.is_dyadic() {
                            // Every line of a fraction can end in an odd or an even number
                            // of moves: {0|1} = 1/2 has 0 and 1 among its options.
                            true => x.is_integer().then(|| x.numer().bit(0)),
                            false => {
                                let operation = "parity";
                                let number = x.to_string();
                                return Err(worker.fail(Error::NoOptions { operation, number }));
                            }
                        }
                    }
                } else {
                    let (left, right) = worker.options(id)?;
                    let mut options = left.iter().chain(right).map(|o| parities[&o.load(Relaxed)]);
                    let first = options.next().flatten();
                    if options.all(|parity| parity == first) { first.map(|odd| !odd) } else { None }
                };
                parities.insert(id, parity);
                Ok(())
            },
        );
        walk.map_err(|halt| self.reason(halt))?;
        Ok(parities[&g.0])
    }

    /// Is it 0, or a number plus Tiny(x) or Miny(x) for a number x > 0, with
    /// number 0? (0 counts.)
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn is_number_tiny(&mut self, g: Id) -> Result<bool, Error> {
        if g == Id::ZERO {
            return Ok(true);
        }
        let found = self.tiny_argument(g.0).map_err(|halt| self.reason(halt))?;
        Ok(found.is_some_and(|(x, _, argument)| x == 0 && self.is_number(Id(argument))))
    }
}
