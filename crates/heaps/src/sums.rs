//! Codes that may leave three or more heaps. For each number of heaps and total number of tokens,
//! the nim sums are stored as a set of bits. The sums of `j` heaps with `t` tokens are those of a
//! heap `a` and `j - 1` heaps with `t - a` tokens, so no division is examined twice.

use upstar_core::{Budget, Ticker};

use crate::Result;
use crate::code::{Code, Relation};

/// A set of values: bit `v % 64` of word `v / 64`. The number of words is a power of two.
type Set = Vec<u64>;

/// The engine at some heap.
#[derive(Debug)]
pub(crate) struct Sums {
    code: Code,
    /// `exactly[j][t]`: the sums of `j` heaps with `t` tokens, from `j = 2` on.
    exactly: Vec<Vec<Set>>,
    /// `at_least[j][t]`: the sums of at least `j` heaps, from `j = 2` on.
    at_least: Vec<Vec<Set>>,
    /// The total number of words of these sets.
    words: u64,
}

impl Sums {
    /// The engine for a code, with nothing computed yet; `None` if a move adds tokens, or if a
    /// digit has a condition on the sizes of heaps.
    pub(crate) fn new(code: &Code) -> Option<Sums> {
        let plain = code.some_digits().all(|(_, digit)| digit.relation() == Relation::Any);
        if !plain || code.most_added() > 0 {
            return None;
        }
        let digits = || code.some_digits().map(|(_, digit)| digit);
        let explicit = digits().filter_map(|d| d.bits().checked_ilog2()).max().unwrap_or(0);
        let open = digits().filter_map(|digit| digit.from()).max().map_or(0, |from| from.max(2));
        Some(Sums {
            code: code.clone(),
            exactly: vec![vec![]; explicit as usize + 1],
            at_least: vec![vec![]; usize::from(open) + usize::from(open > 0)],
            words: 0,
        })
    }

    /// The number of bytes of the sets.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.words
    }

    /// Continues `values` to heap `to`.
    pub(crate) fn extend(&mut self, values: &mut Vec<u32>, to: u64, budget: &Budget) -> Result {
        let mut ticker = budget.ticker();
        while values.len() as u64 <= to {
            // The sums of values that were computed before are not known.
            while self.known() < values.len() {
                self.next(self.known(), values, &mut ticker)?;
            }
            let heap = values.len();
            self.next(heap, values, &mut ticker)?;
            let mut seen = vec![0];
            let last = match self.code.tail() {
                [] => self.code.digits().len() - 1,
                _ => heap,
            };
            for taken in 0..=last.min(heap) {
                let digit = self.code.digit(taken as i64);
                if digit.is_none() {
                    continue;
                }
                let total = heap - taken;
                if total == 0 && digit.allows(0) {
                    insert(&mut seen, 0);
                }
                if total > 0 && digit.allows(1) && taken > 0 {
                    insert(&mut seen, values[total]);
                }
                for (count, sums) in self.exactly.iter().enumerate().skip(2) {
                    if digit.bits() >> count & 1 == 1 {
                        unite(&mut seen, &sums[total], 0);
                    }
                }
                if let Some(from) = digit.from() {
                    unite(&mut seen, &self.at_least[usize::from(from.max(2))][total], 0);
                }
                ticker.tick(1 + seen.len() as u64 / 8)?;
            }
            values.push(least_missing(&seen));
        }
        Ok(())
    }

    /// The number of tokens up to which the sums are known.
    fn known(&self) -> usize {
        let sets = self.exactly.iter().skip(2).chain(self.at_least.iter().skip(2));
        sets.map(Vec::len).min().unwrap_or(usize::MAX)
    }

    /// Adds the sums of heaps with `total` tokens, one more than before. All parts are smaller, so
    /// their values are known.
    fn next(&mut self, total: usize, values: &[u32], ticker: &mut Ticker) -> Result {
        for count in 2..self.exactly.len() {
            if self.exactly[count].len() > total {
                continue;
            }
            let mut set = vec![0];
            for part in 1..total {
                if count == 2 {
                    insert(&mut set, values[part] ^ values[total - part]);
                } else {
                    unite(&mut set, &self.exactly[count - 1][total - part], values[part]);
                }
                ticker.tick(1 + set.len() as u64 / 8)?;
            }
            self.words += set.len() as u64;
            self.exactly[count].push(set);
        }
        for count in 2..self.at_least.len() {
            if self.at_least[count].len() > total {
                continue;
            }
            let mut set = vec![0];
            for part in 1..total {
                let (value, rest) = (values[part], total - part);
                if count == 2 {
                    insert(&mut set, value ^ values[rest]);
                }
                unite(&mut set, &self.at_least[(count - 1).max(2)][rest], value);
                ticker.tick(1 + set.len() as u64 / 8)?;
            }
            self.words += set.len() as u64;
            self.at_least[count].push(set);
        }
        Ok(())
    }
}

fn insert(set: &mut Set, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Adds the nim sums of `value` and the values of `other`.
fn unite(set: &mut Set, other: &[u64], value: u32) {
    let (high, low) = (value as usize / 64, value % 64);
    let length = other.len().max((high + 1).next_power_of_two());
    if length > set.len() && other.iter().any(|&word| word != 0) {
        set.resize(length, 0);
    }
    for (at, &word) in other.iter().enumerate().filter(|(_, word)| **word != 0) {
        set[at ^ high] |= shuffled(word, low);
    }
}

/// Moves bit `b` to place `b ^ by`.
fn shuffled(mut word: u64, by: u32) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, mask) in EVEN.into_iter().enumerate() {
        if by >> bit & 1 == 1 {
            let step = 1 << bit;
            word = (word & mask) << step | word >> step & mask;
        }
    }
    word
}

fn least_missing(set: &[u64]) -> u32 {
    let word = set.iter().position(|&word| word != u64::MAX);
    word.map_or(64 * set.len() as u32, |at| 64 * at as u32 + set[at].trailing_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;

    /// The same values as by the definition, started at heap 0 and resumed from other heaps.
    #[test]
    fn sums_of_many_heaps_agree_with_the_definition() {
        let budget = Budget::unlimited();
        for (text, to) in [
            ("0.8", 60),
            ("0.F", 60),
            ("8.0", 60),
            ("0.37F", 60),
            ("C.3", 60),
            ("0.{2+}", 32),
            ("0.{0,3+}7", 32),
            ("0.*", 28),
            ("{2+}.0", 28),
            ("0.[{1,3}]", 40),
            ("0.{5}", 40),
            ("0.{1,4+}", 30),
            ("0.[3]", 40),
        ] {
            let code: Code = text.parse().unwrap();
            let values = plain::values(&code, to, &budget).unwrap();
            for begun in [0, 1, 17] {
                let mut found = values[..begun].to_vec();
                let mut engine = Sums::new(&code).unwrap();
                for to in [begun as u64 + 3, to] {
                    engine.extend(&mut found, to, &budget).unwrap();
                }
                assert_eq!(found, values, "{text} from {begun}");
            }
        }
        assert!(Sums::new(&"0.{2+}!".parse().unwrap()).is_none());
    }

    #[test]
    fn bits_are_exchanged() {
        let word = 0x0123_4567_89ab_cdef_u64;
        for by in 0..64 {
            let expected =
                (0..64).filter(|bit| word >> bit & 1 == 1).fold(0, |w, b| w | 1 << (b ^ by));
            assert_eq!(shuffled(word, by), expected, "{by}");
        }
    }
}
