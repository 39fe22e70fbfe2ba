//! Arithmetic periods of codes that leave three heaps or more, proved by splits that can be
//! shifted.
//!
//! Suppose the values grow by a saltus `s` with every period `p`. An option keeps its value when
//! two of its parts with equal values grow by `p` tokens each. It gains `s` when one part grows
//! beside others whose values cancel. If such splits show the values below a heap's own over two
//! periods, they show them forever. Bounds of a nim sum by the sum of its terms prove that the
//! heap's own value is not an option. The theorem and its proof are in the book, in the chapter on
//! periods.

use crate::code::{Code, Relation};

/// The largest number of splits that are tried before the proof is given up.
const MOST_SPLITS: u64 = 1 << 26;
/// The last heap that a proof may need. Its certificate is checked with all splits of a heap.
const LAST: usize = 5000;
/// The largest multiple of the saltus over which values may be shown by single parts alone.
const MOST_STEPS: usize = 16;

/// The claim of the theorem: values grow by `saltus` with every `period` from `start` on.
struct Claim<'a> {
    /// The numbers of tokens taken, and of heaps that may be left, one bit for each number.
    moves: Vec<(usize, u64)>,
    values: &'a [u32],
    start: usize,
    period: usize,
    saltus: u32,
    /// A power of two that divides the saltus. Values are split into multiples of it and
    /// remainders.
    unit: u32,
}

/// A set of values as bits.
#[derive(Default)]
struct Values(Vec<u64>);

impl Values {
    fn add(&mut self, value: u32) {
        let word = value as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    fn has_all(&self, from: u32, to: u32) -> bool {
        (from..to).all(|value| {
            self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
        })
    }
}

/// Proves that `G(n + period) = G(n) + saltus` for all `n >= preperiod`, if this holds in `values`,
/// the values of the heaps from 0 on. Returns the last heap whose value was needed.
///
/// # Complexity
/// All splits of the heaps of some periods, for each power of two that divides the saltus. Gives up
/// after 2^26 splits or at heap 5000.
pub(crate) fn prove(
    code: &Code,
    values: &[u32],
    preperiod: u64,
    period: u64,
    saltus: u64,
) -> Option<u64> {
    let most = code.most_heaps()?;
    let plain = code.some_digits().all(|(_, digit)| digit.relation() == Relation::Any);
    if most < 3 || !plain || !code.tail().is_empty() || code.most_added() > 0 || saltus == 0 {
        return None;
    }
    let moves: Vec<(usize, u64)> = code
        .digits()
        .iter()
        .enumerate()
        .map(|(taken, digit)| (taken, digit.bits()))
        .filter(|&(_, bits)| bits > 1)
        .collect();
    let start = usize::try_from(preperiod).ok()?.max(1);
    let period = usize::try_from(period).ok()?;
    let saltus = u32::try_from(saltus).ok()?;
    let last = usize::try_from(code.last_digit()?).ok()?;
    let most = usize::try_from(most).ok()?;
    // The largest part of an option of a heap from `from + period` on has at least
    // `start + period` tokens.
    let from =
        most.checked_mul(start)?.checked_add((most - 1).checked_mul(period)?)?.checked_add(last)?;
    let mut left = MOST_SPLITS;
    (0..=saltus.trailing_zeros()).find_map(|bits| {
        let claim = Claim { moves: moves.clone(), values, start, period, saltus, unit: 1 << bits };
        claim.last_needed(from, &mut left)
    })
}

impl Claim<'_> {
    /// The last heap of the first window of two periods, at or after `from`, in which the values
    /// below those of the heaps are shown. `None` if some heap of the period at `from` may have its
    /// own value as an option.
    fn last_needed(&self, from: usize, left: &mut u64) -> Option<u64> {
        let mut apart = true;
        for heap in from..from.checked_add(self.period)?.min(self.values.len()) {
            self.options(heap, left, &mut |option| apart &= self.stays_apart(option, heap))?;
            if !apart {
                return None;
            }
        }
        // The numbers of consecutive heaps that are shown if single parts cover `steps` times the
        // saltus.
        let mut runs = [0; MOST_STEPS];
        for heap in from..self.values.len().min(LAST + 1) {
            let (mut pairs, mut singles, mut both) =
                (Values::default(), Values::default(), Values::default());
            self.options(heap, left, &mut |option| {
                let value = option.iter().fold(0, |sum, &part| sum ^ self.values[part]);
                let (pair, single, together) = self.shifts(option, value);
                for (set, shown) in
                    [(&mut pairs, pair), (&mut singles, single), (&mut both, together)]
                {
                    if shown {
                        set.add(value);
                    }
                }
            })?;
            let value = self.values[heap];
            for (steps, run) in (0..).zip(&mut runs) {
                let shown = || {
                    let middle = value.checked_sub(self.saltus.checked_mul(steps)?)?;
                    let low = middle.checked_sub(self.saltus.checked_mul(2)?)?;
                    (pairs.has_all(0, middle)
                        && both.has_all(low, middle)
                        && singles.has_all(middle, value))
                    .then_some(())
                };
                *run = if shown().is_some() { *run + 1 } else { 0 };
                if *run == 2 * self.period {
                    return Some(heap as u64);
                }
            }
        }
        None
    }

    /// The value of a heap divided by the unit, rounded down.
    fn units(&self, heap: usize) -> u32 {
        self.values[heap] / self.unit
    }

    /// Whether the option cannot have the value of `heap`, for a reason that stays valid when its
    /// largest part and the heap grow by a period.
    fn stays_apart(&self, option: &[usize], heap: usize) -> bool {
        let value = option.iter().fold(0, |sum, &part| sum ^ self.values[part]);
        if value % self.unit != self.values[heap] % self.unit {
            return true;
        }
        let own = u64::from(self.units(heap));
        let sum: u64 = option.iter().map(|&part| u64::from(self.units(part))).sum();
        // A nim sum has the parity of the ordinary sum and is at most that sum.
        if sum & 1 != own & 1 || sum < own {
            return true;
        }
        let most = option.iter().copied().max().unwrap_or(0);
        let mut large = option
            .iter()
            .enumerate()
            .filter(|&(_, &part)| part >= self.start && part + self.period >= most);
        let (Some((at, &part)), None) = (large.next(), large.next()) else { return false };
        let others = option.iter().enumerate().filter(|&(other, _)| other != at);
        let rest = others.fold(0, |sum, (_, &part)| sum ^ self.units(part));
        let (units, rest) = (u64::from(self.units(part)), u64::from(rest));
        units + rest < own || units > own + rest
    }

    /// Whether two parts with equal units can grow, whether one can grow beside others that cancel,
    /// and whether both hold with different parts.
    fn shifts(&self, option: &[usize], value: u32) -> (bool, bool, bool) {
        let grows = |part: usize| part >= self.start;
        let pair_without = |without: usize| {
            (0..option.len()).filter(|&i| i != without && grows(option[i])).any(|i| {
                (i + 1..option.len()).any(|j| {
                    j != without
                        && grows(option[j])
                        && self.units(option[i]) == self.units(option[j])
                })
            })
        };
        let single = |i: &usize| grows(option[*i]) && self.units(option[*i]) == value / self.unit;
        (
            pair_without(option.len()),
            (0..option.len()).any(|i| single(&i)),
            (0..option.len()).filter(single).any(pair_without),
        )
    }

    /// Calls `visit` with the parts of every option of a heap, in ascending order. `None` if there
    /// are too many.
    fn options(&self, heap: usize, left: &mut u64, visit: &mut dyn FnMut(&[usize])) -> Option<()> {
        let mut parts = Vec::new();
        for &(taken, bits) in &self.moves {
            let Some(rest) = heap.checked_sub(taken).filter(|&rest| rest > 0) else { continue };
            for count in (1..64).filter(|count| bits >> count & 1 == 1) {
                splits(rest, 1, count, &mut parts, left, visit)?;
            }
        }
        Some(())
    }
}

/// Calls `visit` with every division of `rest` into `count` parts of at least `least`, preceded by
/// the parts in `parts`.
fn splits(
    rest: usize,
    least: usize,
    count: usize,
    parts: &mut Vec<usize>,
    left: &mut u64,
    visit: &mut dyn FnMut(&[usize]),
) -> Option<()> {
    *left = left.checked_sub(1)?;
    if count == 1 {
        if rest >= least {
            parts.push(rest);
            visit(parts);
            parts.pop();
        }
        return Some(());
    }
    for first in least..=rest / count {
        parts.push(first);
        let done = splits(rest - first, first, count - 1, parts, left, visit);
        parts.pop();
        done?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::{PeriodStatus, Periodicity, Theorem};
    use upstar_core::Budget;

    fn values(code: &Code, to: u64) -> Vec<u32> {
        let settings = crate::Settings::default();
        crate::Sequence::new(code, settings).unwrap().collect(to, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn known_games() {
        // The saltus of 0.3F is not a power of two.
        for (code, preperiod, period, saltus) in [
            ("0.8", 1, 3, 1),
            ("0.3F", 0, 6, 3),
            ("0.F8", 7, 6, 4),
            ("0.8B", 7, 7, 4),
            ("0.1A", 4, 2, 1),
        ] {
            let code: Code = code.parse().unwrap();
            let found = Periodicity::find(&code, &values(&code, 200)).unwrap();
            assert_eq!(
                (found.preperiod, found.period, found.saltus),
                (preperiod, period, saltus),
                "{code}"
            );
            assert_eq!(found.theorem, Some(Theorem::Arithmetic), "{code}");
        }
    }

    /// A proof from few values stays true for more: all hexadecimal codes of two digits.
    #[test]
    fn what_is_proved_goes_on() {
        let mut proved = 0;
        for number in 1..256u32 {
            let text = format!("0.{:X}{:X}", number / 16, number % 16);
            let code: Code = text.trim_end_matches('0').parse().unwrap();
            let few = values(&code, 100);
            let Some(found) = Periodicity::find(&code, &few) else { continue };
            if found.theorem != Some(Theorem::Arithmetic) {
                continue;
            }
            assert_eq!(found.verdict, PeriodStatus::Proved);
            assert!(found.saltus > 0 && found.checked_to <= 100, "{code}");
            proved += 1;
            let many = values(&code, 300);
            for heap in found.preperiod as usize..=300 - found.period as usize {
                let step = many[heap + found.period as usize] - many[heap];
                assert_eq!(u64::from(step), found.saltus, "{code} at heap {heap}");
            }
        }
        assert!(proved > 50, "{proved}");
    }

    /// With two altered values, no window shows all values below them.
    #[test]
    fn a_broken_sequence_is_not_proved() {
        let code: Code = "0.8".parse().unwrap();
        let mut broken = values(&code, 60);
        assert!(prove(&code, &broken, 1, 3, 1).is_some());
        broken[9] += 1;
        broken[10] += 1;
        assert_eq!(prove(&code, &broken, 1, 3, 1), None);
    }
}
