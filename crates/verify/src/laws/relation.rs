//! Relations between natural numbers, decided by finite automata.
//!
//! A [`Relation`] is a deterministic automaton that reads one digit of each of its numbers at a time,
//! the least significant first. Zeros at the end change nothing. Sums, `and`, `or`, `not` and `there
//! is a number` lead from such relations to others, so that every statement about natural numbers that
//! is written with them can be decided (Büchi, *Weak second-order arithmetic and finite automata*,
//! 1960). Every construction explores the states that can be reached and merges equal ones.

use std::collections::HashMap;
use std::hash::Hash;

use upstar_core::{Budget, Ticker};

use crate::error::VerifyError;

/// The most transitions of an automaton.
const MOST: usize = 1 << 22;

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Zero,
    NotZero,
    NotNegative,
}

/// A relation between numbers, which are called by their indices.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// In ascending order.
    numbers: Vec<usize>,
    /// The state after each state and letter; a letter has the digit of each number, that of the first
    /// number being its own last digit. State 0 is the first.
    next: Vec<Vec<u32>>,
    accepts: Vec<bool>,
}

impl Relation {
    pub(super) fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    pub(super) fn is_empty(&self) -> bool {
        // All states can be reached.
        !self.accepts.contains(&true)
    }

    /// The same relation of a number and others above it; the order of the numbers must not change.
    pub(super) fn renamed(&self, from: usize, to: usize) -> Relation {
        let mut same = self.clone();
        same.numbers.iter_mut().filter(|number| **number == from).for_each(|number| *number = to);
        debug_assert!(same.numbers.is_sorted());
        same
    }
}

/// The constructions, in one base and with one budget.
pub(super) struct Calculus {
    pub(super) base: u64,
    ticker: Ticker,
    budget: Budget,
}

type Result<T> = std::result::Result<T, VerifyError>;

impl Calculus {
    pub(super) fn new(base: u64, budget: &Budget) -> Calculus {
        Calculus { base, ticker: budget.ticker(), budget: budget.clone() }
    }

    fn letters(&self, count: usize) -> Result<usize> {
        let letters = usize::try_from(self.base).ok().and_then(|base| {
            base.checked_pow(u32::try_from(count).ok()?).filter(|&letters| letters <= MOST)
        });
        letters.ok_or_else(too_large)
    }

    fn explore<S: Clone + Eq + Hash>(
        &mut self,
        numbers: Vec<usize>,
        start: S,
        accepts: impl Fn(&S) -> bool,
        next: impl FnMut(&S, usize) -> S,
    ) -> Result<Relation> {
        let (rows, list) = self.reach(numbers.len(), start, next)?;
        self.merged(Relation { numbers, next: rows, accepts: list.iter().map(accepts).collect() })
    }

    /// The states that are reached from `start`, and the one after each state and letter.
    pub(super) fn reach<S: Clone + Eq + Hash>(
        &mut self,
        numbers: usize,
        start: S,
        mut next: impl FnMut(&S, usize) -> S,
    ) -> Result<(Vec<Vec<u32>>, Vec<S>)> {
        let letters = self.letters(numbers)?;
        let mut list = vec![start.clone()];
        let mut ids = HashMap::from([(start, 0)]);
        let mut rows = Vec::new();
        while let Some(state) = list.get(rows.len()).cloned() {
            self.ticker.tick(letters as u64)?;
            if list.len().saturating_mul(letters) > MOST {
                return Err(too_large());
            }
            let mut row = Vec::with_capacity(letters);
            for letter in 0..letters {
                let after = next(&state, letter);
                let id = *ids.entry(after).or_insert_with_key(|after| {
                    list.push(after.clone());
                    list.len() as u32 - 1
                });
                row.push(id);
            }
            rows.push(row);
        }
        Ok((rows, list))
    }

    /// The heaps at which an automaton of one number ends in some of its states.
    pub(super) fn ending(
        &mut self,
        number: usize,
        rows: &[Vec<u32>],
        accepts: Vec<bool>,
    ) -> Result<Relation> {
        self.merged(Relation { numbers: vec![number], next: rows.to_vec(), accepts })
    }

    /// The relation that never holds.
    pub(super) fn never(&mut self) -> Result<Relation> {
        self.sum(&[], 1, Sign::Zero)
    }

    /// The same automaton with equivalent states merged (Moore).
    fn merged(&mut self, relation: Relation) -> Result<Relation> {
        let Relation { numbers, next, accepts } = relation;
        let first = accepts[0];
        let mut class: Vec<u32> = accepts.iter().map(|&one| u32::from(one != first)).collect();
        let mut count = 0;
        loop {
            let mut ids = HashMap::new();
            let mut finer = Vec::with_capacity(class.len());
            for (state, row) in next.iter().enumerate() {
                self.ticker.tick(row.len() as u64)?;
                let after: Vec<u32> = row.iter().map(|&state| class[state as usize]).collect();
                let id = ids.len() as u32;
                finer.push(*ids.entry((class[state], after)).or_insert(id));
            }
            class = finer;
            if ids.len() == count {
                let mut one = vec![None; count];
                (0..next.len()).for_each(|state| one[class[state] as usize] = Some(state));
                let states: Vec<usize> = one.into_iter().flatten().collect();
                let row = |&state: &usize| {
                    next[state].iter().map(|&after| class[after as usize]).collect()
                };
                let accepts = states.iter().map(|&state| accepts[state]).collect();
                return Ok(Relation { numbers, next: states.iter().map(row).collect(), accepts });
            }
            count = ids.len();
        }
    }

    /// How the sum of multiples of numbers and a constant compares with 0. The state is the carry;
    /// `None` once the sum is found not to be 0.
    pub(super) fn sum(
        &mut self,
        times: &[(usize, i64)],
        plus: i64,
        sign: Sign,
    ) -> Result<Relation> {
        let mut times: Vec<(usize, i64)> = times.iter().copied().filter(|one| one.1 != 0).collect();
        times.sort_unstable();
        let base = self.base;
        let next = |carry: &Option<i128>, mut letter: usize| {
            let mut total = (*carry)?;
            for &(_, times) in &times {
                total += i128::from(times) * (letter as u64 % base) as i128;
                letter /= base as usize;
            }
            let divisible = total % i128::from(base) == 0;
            (sign == Sign::NotNegative || divisible).then(|| total.div_euclid(base.into()))
        };
        let accepts = |carry: &Option<i128>| match sign {
            Sign::Zero => *carry == Some(0),
            Sign::NotZero => *carry != Some(0),
            Sign::NotNegative => carry.is_some_and(|carry| carry >= 0),
        };
        let numbers = times.iter().map(|one| one.0).collect();
        self.explore(numbers, Some(plus.into()), accepts, next)
    }

    /// The number whose remainder by `period` is one of some.
    pub(super) fn residues(&mut self, number: usize, is_one: &[bool]) -> Result<Relation> {
        let (period, base) = (is_one.len(), self.base as usize);
        // What was read, and the weight of the next digit.
        let next = |&(read, weight): &(usize, usize), digit: usize| {
            ((read + digit * weight) % period, weight * base % period)
        };
        let start = (0, 1 % period);
        self.explore(vec![number], start, |&(read, _)| is_one[read], next)
    }

    fn combined(
        &mut self,
        left: &Relation,
        right: &Relation,
        operation: fn(bool, bool) -> bool,
    ) -> Result<Relation> {
        let mut numbers = [&left.numbers[..], &right.numbers].concat();
        numbers.sort_unstable();
        numbers.dedup();
        let (letters, base) = (self.letters(numbers.len())?, self.base as usize);
        let letters_of = |relation: &Relation| {
            let mut of = vec![0; letters];
            let mut weight = 1;
            for number in &relation.numbers {
                let place = numbers.iter().position(|one| one == number).unwrap_or(0);
                for (letter, own) in of.iter_mut().enumerate() {
                    *own += letter / base.pow(place as u32) % base * weight;
                }
                weight *= base;
            }
            of
        };
        let (left_letters, right_letters) = (letters_of(left), letters_of(right));
        let next = |&(a, b): &(u32, u32), letter: usize| {
            (
                left.next[a as usize][left_letters[letter]],
                right.next[b as usize][right_letters[letter]],
            )
        };
        let accepts =
            |&(a, b): &(u32, u32)| operation(left.accepts[a as usize], right.accepts[b as usize]);
        self.explore(numbers.clone(), (0, 0), accepts, next)
    }

    pub(super) fn and(&mut self, left: &Relation, right: &Relation) -> Result<Relation> {
        self.combined(left, right, |a, b| a && b)
    }

    pub(super) fn or(&mut self, left: &Relation, right: &Relation) -> Result<Relation> {
        self.combined(left, right, |a, b| a || b)
    }

    pub(super) fn and_not(&mut self, left: &Relation, right: &Relation) -> Result<Relation> {
        self.combined(left, right, |a, b| a && !b)
    }

    pub(super) fn not(&self, relation: &Relation) -> Relation {
        let mut other = relation.clone();
        other.accepts.iter_mut().for_each(|accepts| *accepts = !*accepts);
        other
    }

    /// There is such a number.
    pub(super) fn exists(&mut self, number: usize, relation: &Relation) -> Result<Relation> {
        let Some(place) = relation.numbers.iter().position(|&one| one == number) else {
            return Ok(relation.clone());
        };
        let base = self.base as usize;
        let low = base.pow(place as u32);
        let letter_with =
            |letter: usize, digit: usize| letter % low + digit * low + letter / low * low * base;
        // The number may have more digits than the others.
        let mut accepts = relation.accepts.clone();
        loop {
            let mut changed = false;
            for (state, row) in relation.next.iter().enumerate() {
                self.ticker.tick(1)?;
                if !accepts[state]
                    && (0..base).any(|digit| accepts[row[letter_with(0, digit)] as usize])
                {
                    accepts[state] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let mut numbers = relation.numbers.clone();
        numbers.remove(place);
        let mut steps = self.budget.ticker();
        let mut stopped = Ok(());
        let next = |states: &Vec<u32>, letter: usize| {
            if stopped.is_ok() {
                stopped = steps.tick(states.len() as u64);
            }
            if stopped.is_err() {
                return vec![];
            }
            let after = states.iter().flat_map(|&state| {
                let row = &relation.next[state as usize];
                (0..base).map(move |digit| row[letter_with(letter, digit)])
            });
            let mut after: Vec<u32> = after.collect();
            after.sort_unstable();
            after.dedup();
            after
        };
        let any = |states: &Vec<u32>| states.iter().any(|&state| accepts[state as usize]);
        let found = self.explore(numbers, vec![0], any, next);
        stopped?;
        found
    }

    /// Numbers between which a relation holds, in the order of the relation; the ones with the fewest
    /// digits. `None` if there are none, or if they have more than 127 bits.
    pub(super) fn example(&self, relation: &Relation) -> Option<Vec<u128>> {
        let mut from: Vec<Option<(u32, usize)>> = vec![None; relation.next.len()];
        let mut queue = vec![0_u32];
        let mut at = 0;
        let end = loop {
            let state = *queue.get(at)?;
            at += 1;
            if relation.accepts[state as usize] {
                break state;
            }
            for (letter, &after) in relation.next[state as usize].iter().enumerate() {
                if after != 0 && from[after as usize].is_none() {
                    from[after as usize] = Some((state, letter));
                    queue.push(after);
                }
            }
        };
        let mut numbers = vec![0_u128; relation.numbers.len()];
        let mut state = end;
        while let Some((before, mut letter)) = from[state as usize] {
            for number in &mut numbers {
                let digit = letter as u64 % self.base;
                *number = number.checked_mul(self.base.into())?.checked_add(digit.into())?;
                letter /= self.base as usize;
            }
            state = before;
        }
        Some(numbers)
    }
}

fn too_large() -> VerifyError {
    VerifyError::WrongLaw(format!("not checked: an automaton has more than {MOST} transitions"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every relation of small numbers is what it says.
    #[test]
    fn relations_are_those_of_small_numbers() {
        for base in 2..=5 {
            let calculus = &mut Calculus::new(base, &Budget::unlimited());
            let holds = |relation: &Relation, values: &[u64]| {
                let mut state = 0;
                let mut left: Vec<u64> =
                    relation.numbers.iter().map(|&number| values[number]).collect();
                while left.iter().any(|&left| left > 0) {
                    let mut letter = 0;
                    for number in left.iter_mut().rev() {
                        letter = letter * base + *number % base;
                        *number /= base;
                    }
                    state = relation.next[state as usize][letter as usize];
                }
                relation.accepts[state as usize]
            };
            // 2a - 3b + 1, compared with 0; b + 2c = a; the remainder of c.
            let sum = [Sign::Zero, Sign::NotZero, Sign::NotNegative]
                .map(|sign| calculus.sum(&[(1, -3), (0, 2)], 1, sign).unwrap());
            let split = calculus.sum(&[(0, -1), (1, 1), (2, 2)], 0, Sign::Zero).unwrap();
            let residue = calculus.residues(2, &[false, true, true]).unwrap();
            let both = calculus.and(&split, &residue).unwrap();
            let there_is = calculus.exists(2, &both).unwrap();
            let or = calculus.or(&there_is, &sum[0]).unwrap();
            let and_not = calculus.and_not(&sum[2], &there_is).unwrap();
            for (a, b) in (0..30_u64).flat_map(|a| (0..30).map(move |b| (a, b))) {
                let total = 2 * a as i64 - 3 * b as i64 + 1;
                assert_eq!(holds(&sum[0], &[a, b]), total == 0);
                assert_eq!(holds(&sum[1], &[a, b]), total != 0);
                assert_eq!(holds(&sum[2], &[a, b]), total >= 0);
                let expected = a >= b && (a - b) % 2 == 0 && (a - b) / 2 % 3 != 0;
                assert_eq!(holds(&there_is, &[a, b]), expected, "{a} {b} in base {base}");
                assert_eq!(holds(&calculus.not(&there_is), &[a, b]), !expected);
                assert_eq!(holds(&or, &[a, b]), expected || total == 0);
                assert_eq!(holds(&and_not, &[a, b]), total >= 0 && !expected);
            }
            assert_eq!(calculus.example(&there_is), Some(vec![2, 0]));
            let large = calculus.sum(&[(0, 1)], -1000, Sign::Zero).unwrap();
            assert_eq!(calculus.example(&large), Some(vec![1000]));
            let none = calculus.and(&large, &calculus.not(&large)).unwrap();
            assert!(none.is_empty() && !large.is_empty());
            assert_eq!(calculus.example(&none), None);
        }
    }
}
