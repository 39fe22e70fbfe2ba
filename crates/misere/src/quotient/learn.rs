//! Learns a better attempt at a quotient from a wrong one.
//!
//! The outcomes of an attempt determine the outcomes of sums by their options. These are correct
//! for more sums than before, and they depend on the pairs that the proof follows
//! ([`super::prove`]). A monoid that distinguishes these outcomes is learnt by comparing sums
//! beside others (Angluin, *Learning regular sets from queries and counterexamples*, for words with
//! commuting letters). Each query about a sum takes constant time.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use upstar_core::{Budget, Exhausted};

use super::Result;
use super::bits::Bits;
use super::error::QuotientError;
use super::kind::Moves;
use super::monoid::{Action, Element, Monoid};
use super::prove::{Letter, sum_of_moves};

/// The state of the proof for a sum of letters.
#[derive(Clone)]
struct Sum {
    element: Element,
    moves: Moves,
}

/// A table of sums, and of the tests: sums beside which they are compared.
struct Table<'a> {
    monoid: &'a Monoid,
    letters: &'a [Letter],
    sums: Vec<Sum>,
    /// `after[sum][letter]`.
    after: Vec<Vec<Sum>>,
    tests: Vec<Sum>,
}

/// Learns a monoid from the outcomes that those of `monoid` determine. `letters` have the element
/// and the moves of each letter. `wrong` gives the number of each letter in a sum for which the
/// monoid is wrong.
pub(super) fn learn(
    monoid: &Monoid,
    letters: &[Letter],
    wrong: &[u16],
    budget: &Budget,
) -> Result<Action> {
    let mut table = Table { monoid, letters, sums: vec![], after: vec![], tests: vec![] };
    let empty = Sum::empty(monoid);
    let of_generator: Vec<Option<usize>> = monoid
        .generators
        .iter()
        .map(|&element| letters.iter().position(|letter| letter.element == element))
        .collect();
    let mut ticker = budget.ticker();
    for word in &monoid.words {
        ticker.tick(word.len() as u64 * (1 + monoid.len() as u64 / 8))?;
        let mut sum = empty.clone();
        for &(generator, exponent) in word {
            for _ in 0..exponent {
                if let Some(letter) = of_generator[usize::from(generator)] {
                    sum = table.plus(&sum, letter);
                }
            }
        }
        table.sums.push(sum);
    }
    let tests = separating(monoid, budget)?;
    table.tests = tests.into_iter().map(|x| table.sums[x].clone()).collect();
    // The wrong sum and its parts.
    let all: Vec<usize> = (0..letters.len())
        .flat_map(|letter| std::iter::repeat_n(letter, usize::from(wrong[letter])))
        .collect();
    for cut in 0..=all.len() {
        let sum = |part: &[usize]| part.iter().fold(empty.clone(), |s, &l| table.plus(&s, l));
        let (before, after) = (sum(&all[..cut]), sum(&all[cut..]));
        table.sums.push(before);
        table.tests.push(after);
    }
    table.close(budget)
}

impl Sum {
    fn empty(monoid: &Monoid) -> Sum {
        Sum { element: 0, moves: Moves { beside: monoid.empty(), ends: monoid.kind.no_moves() } }
    }
}

impl Table<'_> {
    fn plus(&self, sum: &Sum, letter: usize) -> Sum {
        let letter = &self.letters[letter];
        let moves = (letter.element, &letter.moves);
        Sum {
            element: self.monoid.product(sum.element, letter.element),
            moves: sum_of_moves(self.monoid, (sum.element, &sum.moves), moves),
        }
    }

    /// The value of two sums together, as determined by their options.
    fn value(&self, one: &Sum, other: &Sum) -> u8 {
        let size = self.monoid.len();
        let reaches = |plane: usize| {
            one.moves.beside.contains(plane * size + usize::from(other.element))
                || other.moves.beside.contains(plane * size + usize::from(one.element))
        };
        self.monoid.kind.value(reaches, one.moves.ends & other.moves.ends)
    }

    fn row(&self, sum: &Sum) -> Bits {
        let (kind, count) = (self.monoid.kind, self.tests.len());
        let mut row = Bits::new(count * kind.planes());
        for (at, test) in self.tests.iter().enumerate() {
            let value = self.value(sum, test);
            kind.planes_of(value).for_each(|plane| row.insert(plane * count + at));
        }
        row
    }

    /// Adds sums and tests until the table describes a monoid.
    fn close(mut self, budget: &Budget) -> Result<Action> {
        let mut ticker = budget.ticker();
        loop {
            let mut number: HashMap<Bits, u32> = HashMap::new();
            let mut kept = 0;
            for at in 0..self.sums.len() {
                ticker.tick(1 + self.tests.len() as u64 / 4)?;
                if let Entry::Vacant(free) = number.entry(self.row(&self.sums[at])) {
                    free.insert(kept as u32);
                    self.sums.swap(kept, at);
                    if at < self.after.len() {
                        self.after.swap(kept, at);
                    }
                    kept += 1;
                }
            }
            self.sums.truncate(kept);
            self.after.truncate(kept);
            for at in self.after.len()..kept {
                ticker.tick(self.letters.len() as u64 * (1 + self.monoid.len() as u64 / 16))?;
                let after = (0..self.letters.len()).map(|letter| self.plus(&self.sums[at], letter));
                self.after.push(after.collect());
            }
            let mut fresh = Vec::new();
            let mut steps = vec![Vec::with_capacity(kept); self.letters.len()];
            for after in &self.after {
                for (letter, sum) in after.iter().enumerate() {
                    ticker.tick(1 + self.tests.len() as u64 / 4)?;
                    let next = number.len() as u32;
                    steps[letter].push(*number.entry(self.row(sum)).or_insert_with(|| {
                        fresh.push(sum.clone());
                        next
                    }));
                }
            }
            if number.len() > usize::from(Element::MAX) / self.monoid.kind.planes() {
                return Err(QuotientError::TooLarge(number.len()));
            }
            if fresh.is_empty() {
                let tests = self.apart(&steps);
                if tests.is_empty() {
                    let empty = Sum::empty(self.monoid);
                    let value = |sum: &Sum| self.value(sum, &empty);
                    let values = self.sums.iter().map(value).collect();
                    return Ok(Action { steps, values, kind: self.monoid.kind });
                }
                self.tests.extend(tests);
            } else {
                self.sums.extend(fresh);
            }
        }
    }

    /// Tests that distinguish sums for which letters do not commute.
    fn apart(&self, steps: &[Vec<u32>]) -> Vec<Sum> {
        let mut found = Vec::new();
        for sum in 0..self.sums.len() {
            for one in 0..steps.len() {
                for other in 0..one {
                    let by_one = steps[one][sum] as usize;
                    let by_other = steps[other][sum] as usize;
                    let ends = (steps[other][by_one], steps[one][by_other]);
                    if ends.0 == ends.1 {
                        continue;
                    }
                    let whole = self.plus(&self.after[sum][one], other);
                    for (end, letter) in [(ends.0, other), (ends.1, one)] {
                        let shown = &self.sums[end as usize];
                        let differs =
                            |test: &&Sum| self.value(&whole, test) != self.value(shown, test);
                        let test = self.tests.iter().find(differs);
                        found.extend(test.map(|test| self.plus(test, letter)));
                    }
                    if found.len() >= 16 {
                        return found;
                    }
                }
            }
        }
        found
    }
}

/// Elements that together distinguish all elements.
fn separating(monoid: &Monoid, budget: &Budget) -> Result<Vec<usize>, Exhausted> {
    let mut ticker = budget.ticker();
    let mut class = vec![0u32; monoid.len()];
    let (mut count, mut found) = (0, Vec::new());
    for x in 0..monoid.len() {
        ticker.tick(monoid.len() as u64)?;
        let mut number: HashMap<(u32, u8), u32> = HashMap::new();
        let next: Vec<u32> = (0..monoid.len())
            .map(|z| {
                let fresh = number.len() as u32;
                *number.entry((class[z], monoid.value_in(&monoid.wins[x], z))).or_insert(fresh)
            })
            .collect();
        if number.len() > count {
            count = number.len();
            class = next;
            found.push(x);
        }
    }
    Ok(found)
}
