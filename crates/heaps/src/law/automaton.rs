//! Laws with bounded values as automata that read the digits of a heap.

use std::collections::HashMap;
use std::hash::Hash;

use super::{LawFunction, Recursion, Row};

/// The most states of an automaton.
const MOST_STATES: usize = 1 << 12;

/// A deterministic automaton that reads the digits of a number, the least significant first, with as
/// many zeros at the end as one likes.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// The state after each state and digit.
    pub(super) next: Vec<Vec<u32>>,
    /// The value of the number whose digits led to each state.
    pub(super) value: Vec<u32>,
}

/// The rest of a law after some digits are read, a function of the number that the other digits
/// make.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Rest {
    Constant(u32),
    /// A function of a law by digits, and what is added to it.
    Function(usize, i64),
    /// The value of the residue `offset + step * n` of a period.
    Residue {
        offset: u64,
        step: u64,
    },
}

impl Automaton {
    /// The automaton of a law in a base. `None` if the law is not bounded, belongs to another base, or
    /// has too many states.
    pub(super) fn of(law: &Recursion, base: u64) -> Option<Automaton> {
        match law.as_period() {
            Some((.., 0)) => Automaton::of_period(law, base),
            Some(_) => None,
            None if law.base == base => Automaton::of_digits(law),
            None => None,
        }
    }

    fn of_period(law: &Recursion, base: u64) -> Option<Automaton> {
        let (_, period, _) = law.as_period()?;
        let LawFunction { first, rows } = &law.functions[0];
        let value = |rest: &Rest| match rest {
            Rest::Residue { offset, .. } => rows.get(*offset as usize).and_then(Row::constant),
            _ => None,
        };
        let start = (Rest::Residue { offset: 0, step: 1 % period }, first.clone());
        explore(start, base, value, |rest, digit| match rest {
            Rest::Residue { offset, step } => {
                let offset = offset.checked_add(step.checked_mul(digit)?)? % period;
                Some(Rest::Residue { offset, step: step.checked_mul(base)? % period })
            }
            other => Some(other.clone()),
        })
    }

    fn of_digits(law: &Recursion) -> Option<Automaton> {
        let value = |rest: &Rest| match rest {
            Rest::Constant(value) => Some(*value),
            Rest::Function(function, added) => {
                let first = law.functions[*function].first.first()?;
                u32::try_from(i64::from(*first).checked_add(*added)?).ok()
            }
            Rest::Residue { .. } => None,
        };
        let simple = law.functions.iter().all(|function| function.first.len() == 1);
        let start = (Rest::Function(0, 0), vec![]);
        simple.then_some(())?;
        explore(start, law.base, value, |rest, digit| match rest {
            Rest::Function(function, added) => {
                match law.functions[*function].rows[digit as usize] {
                    Row::Again { function, times: 1, plus: 0, added: more } => {
                        Some(Rest::Function(function, added.checked_add(more)?))
                    }
                    row => {
                        let value = i64::from(row.constant()?).checked_add(*added)?;
                        Some(Rest::Constant(u32::try_from(value).ok()?))
                    }
                }
            }
            other => Some(other.clone()),
        })
    }
}

impl Row {
    fn constant(&self) -> Option<u32> {
        match *self {
            Row::Line { times: 0, plus } => u32::try_from(plus).ok(),
            _ => None,
        }
    }
}

/// The automaton whose states are what is left of a law, each with the values of the first numbers,
/// where these are exceptions.
fn explore(
    start: (Rest, Vec<u32>),
    base: u64,
    value: impl Fn(&Rest) -> Option<u32>,
    next: impl Fn(&Rest, u64) -> Option<Rest>,
) -> Option<Automaton> {
    let mut automaton = Automaton { next: vec![], value: vec![] };
    let mut states = Interned::default();
    states.id(start, 1)?;
    while let Some((rest, first)) = states.list.get(automaton.next.len()).cloned() {
        let own = match first.first() {
            Some(&value) => value,
            None => value(&rest)?,
        };
        automaton.value.push(own);
        let mut row = Vec::new();
        for digit in 0..base {
            let rest = next(&rest, digit)?;
            let mut values = first.clone();
            if values.is_empty() && digit == 0 {
                values.push(own);
            }
            let mut left: Vec<u32> =
                values.into_iter().skip(digit as usize).step_by(base as usize).collect();
            if left.len() == 1 && value(&rest) == Some(left[0]) {
                left.clear();
            }
            row.push(states.id((rest, left), MOST_STATES)?);
        }
        automaton.next.push(row);
    }
    Some(automaton)
}

/// Things numbered in the order in which they are met.
pub(super) struct Interned<T> {
    pub(super) list: Vec<T>,
    ids: HashMap<T, u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned { list: Vec::new(), ids: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// The number of a thing; `None` if there are too many.
    pub(super) fn id(&mut self, thing: T, most: usize) -> Option<u32> {
        if let Some(&id) = self.ids.get(&thing) {
            return Some(id);
        }
        if self.list.len() >= most {
            return None;
        }
        let id = self.list.len() as u32;
        self.list.push(thing.clone());
        self.ids.insert(thing, id);
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use super::super::Law;
    use super::*;

    impl Automaton {
        fn at(&self, mut number: usize, more_zeros: usize) -> u32 {
            let base = self.next[0].len();
            let mut state = 0;
            let mut digits = Vec::new();
            while number > 0 {
                digits.push(number % base);
                number /= base;
            }
            digits.extend(vec![0; more_zeros]);
            digits.iter().for_each(|&digit| state = self.next[state][digit] as usize);
            self.value[state]
        }
    }

    /// The automaton and the law agree, in any base for a period, with zeros before the number.
    #[test]
    fn automata_agree_with_their_laws() {
        let random = |n: u32, seed: u32| (n.wrapping_mul(seed) ^ seed >> 3) % 5;
        for seed in 1..60_u32 {
            let (preperiod, period) = (seed % 9, 1 + seed % 7);
            let values: Vec<u32> = (0..200)
                .map(|n| match n < preperiod {
                    true => random(n, seed),
                    false => random((n - preperiod) % period, seed * 7),
                })
                .collect();
            for law in Law::find(&values, &Budget::unlimited()).unwrap() {
                let Law::Recursion(law) = law else { continue };
                for base in 2..8 {
                    let Some(automaton) = Automaton::of(&law, base) else { continue };
                    for heap in 0..500 {
                        let value = law.small_value(heap as u64).unwrap();
                        for zeros in 0..3 {
                            assert_eq!(automaton.at(heap, zeros), value, "{law} {base} {heap}");
                        }
                    }
                }
            }
        }
        let morse: Vec<u32> = (0..400_u32).map(|n| n.count_ones() % 2).collect();
        let Law::Recursion(law) = Law::find(&morse, &Budget::unlimited()).unwrap().remove(0) else {
            panic!("a recursion")
        };
        let automaton = Automaton::of(&law, 2).unwrap();
        assert_eq!(automaton.next.len(), 2);
        assert!((0..1000).all(|n| automaton.at(n, 1) == (n.count_ones() % 2)));
    }
}
