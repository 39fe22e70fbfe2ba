//! Codes of coin-turning games.

use std::fmt;
use std::ops::Range;

use hashbrown::HashSet;
use upstar_core::Budget;
use upstar_engine::{Result, RuleError};

/// The largest number of sets of coins that are listed, or of values that are kept, for one coin.
const MOST_SETS: usize = 1 << 20;

/// The number of sets of coins between two looks at the budget.
const SETS_BETWEEN_LOOKS: u64 = 1 << 12;

/// The longest strip and the largest heap that are allowed.
pub(super) const LONGEST: u64 = 4096;

/// The number of coins that a move may turn, and conditions on their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    least: u64,
    /// The largest number of coins; `None` for any number.
    most: Option<u64>,
    /// All coins lie within this many neighbouring cells.
    within: Option<u64>,
    consecutive: bool,
    equally_spaced: bool,
    symmetric: bool,
    /// The leftmost coin of the strip is turned.
    first: bool,
}

impl Term {
    fn allows(&self, coins: u64) -> bool {
        self.least <= coins && self.most.is_none_or(|most| coins <= most)
    }
}

/// The code of a coin-turning game: the sets of coins that a move may turn. The rightmost of them
/// must show heads.
///
/// ```
/// use upstar_games::TurningCode;
/// let code = TurningCode::read("1-3,6C")?;
/// assert_eq!(code.to_string(), "1-3,6C");
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningCode {
    terms: Vec<Term>,
}

impl TurningCode {
    /// Reads a list of numbers of coins (`3`, `1-3`, `2+`), each followed by conditions:
    /// `C` consecutive, `C(n)` within n neighbouring cells, `E` equally spaced,
    /// `S` symmetric, `F` with the first coin of the strip.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place.
    pub fn read(text: &str) -> Result<Self> {
        let mut terms = Vec::new();
        let mut start = 0;
        for part in text.split(',') {
            terms.push(Self::term(text, start..start + part.len())?);
            start += part.len() + 1;
        }
        Ok(TurningCode { terms })
    }

    fn term(text: &str, span: Range<usize>) -> Result<Term> {
        let wrong = || {
            RuleError::notation(
                text,
                span.clone(),
                "expected how many coins are turned, as `3`, `1-3` or `2+`, and then any of \
                 `C` (consecutive), `C(n)`, `E` (equally spaced), `S` (symmetric), `F` (with the \
                 first coin)",
            )
        };
        let mut rest = text[span.clone()].trim();
        let number = |rest: &mut &str| -> Option<u64> {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let found = rest[..end].parse().ok().filter(|n| (1..=LONGEST).contains(n));
            *rest = &rest[end..];
            found
        };
        let least = number(&mut rest).ok_or_else(wrong)?;
        let mut term = Term {
            least,
            most: Some(least),
            within: None,
            consecutive: false,
            equally_spaced: false,
            symmetric: false,
            first: false,
        };
        if let Some(after) = rest.strip_prefix('+') {
            (term.most, rest) = (None, after);
        } else if let Some(after) = rest.strip_prefix('-') {
            rest = after;
            term.most = Some(number(&mut rest).filter(|&most| most >= least).ok_or_else(wrong)?);
        }
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter.to_ascii_uppercase() {
                'C' => match rest.strip_prefix('(') {
                    Some(inner) => {
                        rest = inner;
                        term.within = Some(number(&mut rest).ok_or_else(wrong)?);
                        rest = rest.strip_prefix(')').ok_or_else(wrong)?;
                    }
                    None => term.consecutive = true,
                },
                'E' => term.equally_spaced = true,
                'S' => term.symmetric = true,
                'F' => term.first = true,
                _ => return Err(wrong()),
            }
        }
        Ok(term)
    }

    /// Visits each move that turns coin `last` and no coin to its right, as the other coins that
    /// are turned, from left to right. Cells are counted from 1. A move allowed by several terms is
    /// visited several times. The budget also ends the search for sets of which few are moves.
    pub(crate) fn each_set(
        &self,
        last: u64,
        budget: Option<&Budget>,
        visit: &mut dyn FnMut(&[u64]) -> Result,
    ) -> Result {
        if last > LONGEST {
            return Err(RuleError::too_large("the strip", format!("{last} cells"), LONGEST));
        }
        let (mut left, mut ascending) = (MOST_SETS, Vec::new());
        let mut counted = |set: &[u64]| {
            if left == 0 {
                return Err(RuleError::too_large("the list of options", "more", MOST_SETS));
            }
            left -= 1;
            ascending.clear();
            ascending.extend(set.iter().rev());
            visit(&ascending)
        };
        let mut sets = 0u64;
        let mut look = || {
            sets += 1;
            match budget.filter(|_| sets.is_multiple_of(SETS_BETWEEN_LOOKS)) {
                Some(budget) => Ok(budget.check()?),
                None => Ok(()),
            }
        };
        let mut terms = self.terms.iter().filter(|_| last > 0);
        terms.try_for_each(|term| term.each_set(last, last, &mut vec![], &mut look, &mut counted))
    }

    /// The value of a single head on each cell up to `to`, starting with cell 0 (no cell). `None`
    /// if this takes too long: `work` is the remaining work.
    pub(super) fn values(&self, known: &mut Vec<u64>, work: &mut usize, to: u64) -> Option<()> {
        if known.is_empty() {
            known.push(0);
        }
        for last in known.len() as u64..=to.min(LONGEST) {
            let mut seen = HashSet::new();
            for term in &self.terms {
                term.reached(last, known, work, &mut seen)?;
            }
            known.push((0..).find(|value| !seen.contains(value))?);
        }
        (to <= LONGEST).then_some(())
    }
}

impl Term {
    /// Visits the sets of coins below `below`, combined with those in `set` and `last`. Coins are
    /// added from right to left. `look` is called for every set.
    fn each_set(
        &self,
        last: u64,
        below: u64,
        set: &mut Vec<u64>,
        look: &mut dyn FnMut() -> Result,
        visit: &mut dyn FnMut(&[u64]) -> Result,
    ) -> Result {
        look()?;
        let coins = set.len() as u64 + 1;
        if self.allows(coins) && self.fits(last, set) {
            visit(set)?;
        }
        if self.most.is_some_and(|most| coins >= most) {
            return Ok(());
        }
        let mut lowest = 1;
        if let Some(within) = self.within {
            lowest = lowest.max((last + 1).saturating_sub(within));
        }
        let mut highest = below - 1;
        if self.consecutive {
            (lowest, highest) = (lowest.max(highest), highest);
        } else if self.equally_spaced && !set.is_empty() {
            let step = last - set[0];
            let next = below.saturating_sub(step);
            (lowest, highest) = (lowest.max(next), next);
        }
        for next in lowest..=highest {
            set.push(next);
            self.each_set(last, next, set, look, visit)?;
            set.pop();
        }
        Ok(())
    }

    /// Whether the coins `set` (from right to left) and `last` satisfy the conditions. The
    /// conditions consecutive, equally spaced and within n cells are checked before.
    fn fits(&self, last: u64, set: &[u64]) -> bool {
        let first = set.last().copied().unwrap_or(last);
        let all = || std::iter::once(last).chain(set.iter().copied());
        let mirrored = || {
            let mut image: Vec<u64> = all().map(|coin| first + last - coin).collect();
            image.reverse();
            all().eq(image)
        };
        (!self.first || first == 1) && (!self.symmetric || mirrored())
    }

    /// Adds the values of the options of a head on cell `last`. It does not list sets of coins, but
    /// computes the values that each number of coins can add up to.
    fn reached(
        &self,
        last: u64,
        values: &[u64],
        work: &mut usize,
        seen: &mut HashSet<u64>,
    ) -> Option<()> {
        let value = |coin: u64| values[coin as usize];
        let lowest = self.within.map_or(1, |within| (last + 1).saturating_sub(within).max(1));
        if self.consecutive || self.equally_spaced {
            if self.allows(1) && (!self.first || last == 1) {
                seen.insert(0);
            }
            let steps = if self.consecutive { 1..2 } else { 1..last };
            for step in steps {
                let (mut coins, mut at, mut sum) = (1, last, 0);
                while at > step && at - step >= lowest {
                    at -= step;
                    coins += 1;
                    sum ^= value(at);
                    if self.allows(coins) && (!self.first || at == 1) {
                        seen.insert(sum);
                    }
                }
            }
            return Some(());
        }
        // Groups of coins that are turned together: single coins, or symmetric pairs.
        let single = |coin: u64| (1u64, value(coin));
        if !self.symmetric {
            if self.first {
                if last == 1 {
                    return self.combine(0, 1, &[], work, seen);
                }
                let groups: Vec<_> = (lowest.max(2)..last).map(single).collect();
                return if lowest == 1 {
                    self.combine(value(1), 2, &groups, work, seen)
                } else {
                    Some(())
                };
            }
            let groups: Vec<_> = (lowest..last).map(single).collect();
            return self.combine(0, 1, &groups, work, seen);
        }
        if !self.first || last == 1 {
            self.combine(0, 1, &[], work, seen)?;
            // A set of one coin has no more groups. Sets with a first coin follow.
        }
        for first in lowest..last {
            if self.first && first != 1 {
                break;
            }
            let mut groups: Vec<_> = (1..)
                .map(|i| (first + i, last - i))
                .take_while(|(a, b)| a < b)
                .map(|(a, b)| (2, value(a) ^ value(b)))
                .collect();
            if (first + last).is_multiple_of(2) {
                groups.push(single((first + last) / 2));
            }
            self.combine(value(first), 2, &groups, work, seen)?;
        }
        Some(())
    }

    /// Adds all sums of `base`, from `coins` coins, with any of the groups that keep the number of
    /// coins allowed.
    fn combine(
        &self,
        base: u64,
        coins: u64,
        groups: &[(u64, u64)],
        work: &mut usize,
        seen: &mut HashSet<u64>,
    ) -> Option<()> {
        // Without a largest number, all numbers above the least are equivalent.
        let cap = self.most.unwrap_or(self.least + 1).max(coins);
        let mut sums: Vec<HashSet<u64>> = vec![HashSet::new(); cap as usize + 1];
        let place = |coins: u64| match self.most {
            Some(most) => (coins <= most).then_some(coins as usize),
            None => Some(coins.min(cap) as usize),
        };
        if let Some(at) = place(coins) {
            sums[at].insert(base);
        }
        for &(more, value) in groups {
            for from in (0..sums.len()).rev() {
                let Some(to) = place(from as u64 + more).filter(|_| !sums[from].is_empty()) else {
                    continue;
                };
                let added: Vec<u64> = sums[from].iter().map(|sum| sum ^ value).collect();
                *work = work.checked_sub(added.len())?;
                sums[to].extend(added);
            }
        }
        for (coins, sums) in sums.iter().enumerate() {
            if self.allows(coins as u64) || self.most.is_none() && coins as u64 >= self.least {
                seen.extend(sums);
            }
        }
        Some(())
    }
}

impl fmt::Display for TurningCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{}", term.least)?;
            match term.most {
                None => f.write_str("+")?,
                Some(most) if most > term.least => write!(f, "-{most}")?,
                Some(_) => {}
            }
            let letters = [
                (term.consecutive, "C"),
                (term.equally_spaced, "E"),
                (term.first, "F"),
                (term.symmetric, "S"),
            ];
            for (_, letter) in letters.iter().filter(|(is, _)| *is) {
                f.write_str(letter)?;
            }
            if let Some(within) = term.within {
                write!(f, "C({within})")?;
            }
        }
        Ok(())
    }
}
