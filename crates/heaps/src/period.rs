//! Periods: found in values, and proved where a theorem allows it.

use std::collections::HashMap;
use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::arithmetic;
use crate::class::Class;
use crate::closed::closed;
use crate::code::{Code, Relation};
use crate::window::Window;

/// Whether a period is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PeriodStatus {
    /// A theorem applies and its hypotheses were checked: the sequence goes on like this for ever.
    Proved,
    /// The values computed go on like this; no theorem is known to apply.
    Observed,
}

impl PeriodStatus {
    /// `proved (theorem)`, or `observed to N` with the last heap whose value was used.
    pub fn in_words(self, theorem: Option<Theorem>, to: u64) -> String {
        match (self, theorem) {
            (PeriodStatus::Observed, _) => format!("observed to {to}"),
            (proved, Some(theorem)) => format!("{proved} ({})", theorem.name()),
            (proved, None) => proved.to_string(),
        }
    }
}

impl fmt::Display for PeriodStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PeriodStatus::Proved => "proved",
            PeriodStatus::Observed => "observed",
        })
    }
}

/// Why a period is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Theorem {
    /// Guy and Smith (1956), for finite codes that leave at most `c` heaps: if the values go on
    /// with period `p` from `x >= 1` to `c x + c p + k - c`, where `k` is the last digit, they
    /// do so for ever.
    GuySmith,
    /// For games in which all but finitely many numbers may be taken: a state that returns
    /// (the last values, and which values have occurred before them, all relative to the least
    /// that has not) returns for ever.
    AllBut,
    /// For games with few rare values: a window as long as the kernel that returns, and witnesses
    /// of all rare values over one period. See the book.
    SparseWindow,
    /// For codes that leave three heaps or more: splits that can be shifted by a period show all
    /// lesser values, and no option can have the value itself. See the book.
    Arithmetic,
    /// Lasker's nim, 4.333...: Winning Ways, chapter 4.
    Lasker,
    /// 0.777... and 4.777..., where any number may be taken and what is left divided: by induction,
    /// see the book.
    TakeAny,
    /// For games in which a share of the heap may be taken, see [`Floor::share_law`](crate::Floor::share_law).
    TakeAtMost,
    /// By induction over the heap, decided by automata that read the digits of all numbers of a
    /// move. See the book.
    Digits,
}

impl Theorem {
    /// The name, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::GuySmith => "Guy-Smith",
            Theorem::AllBut => "returning state of an all-but game",
            Theorem::SparseWindow => "returning window of a sparse game",
            Theorem::Arithmetic => "shifted splits of an arithmetic sequence",
            Theorem::Lasker => "Lasker's nim, Winning Ways, chapter 4",
            Theorem::TakeAny => "any number may be taken, and the rest divided",
            Theorem::TakeAtMost => "a share of the heap may be taken, Levine 2006",
            Theorem::Digits => "induction by automata that read digits",
        }
    }
}

/// A sequence with `G(n + period) = G(n) + saltus` for all `n >= preperiod` that were looked at
/// or, if it is proved, for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Periodicity {
    /// The last exception + 1; 0 if there is none.
    pub preperiod: u64,
    /// The shortest period.
    pub period: u64,
    /// What is added after each period.
    pub saltus: u64,
    /// Whether it is proved.
    pub verdict: PeriodStatus,
    /// By which theorem, if it is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorem: Option<Theorem>,
    /// The last heap whose value was used.
    pub checked_to: u64,
    /// The class of the rare values, if the theorem is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
}

impl Periodicity {
    /// The last heap that the theorem of Guy and Smith needs, if it applies to the code.
    ///
    /// In any division of `n - i <= n` tokens into at most `c` heaps, one part is at least `(n - k)
    /// / c` for every digit `i <= k`; see the book.
    pub fn needed(code: &Code, preperiod: u64, period: u64) -> Option<u64> {
        let heaps = code.most_heaps()?.max(1);
        let plain = code.some_digits().all(|(_, digit)| digit.relation() == Relation::Any);
        if !plain || !code.tail().is_empty() {
            return None;
        }
        let last = code.last_digit().unwrap_or(0);
        let start = preperiod.max(1);
        heaps
            .checked_mul(start.checked_add(period)?)?
            .checked_add(last)
            .map(|sum| sum.saturating_sub(heaps))
    }

    /// The first heap with the same value, up to the saltus. Below the end of the first period this
    /// is `heap` itself.
    pub fn representative(&self, heap: &BigUint) -> u64 {
        let end = self.preperiod.saturating_add(self.period);
        match u64::try_from(heap) {
            Ok(heap) if heap < end => heap,
            _ => {
                let beyond = (heap - self.preperiod) % self.period;
                self.preperiod + beyond.iter_u64_digits().next().unwrap_or(0)
            }
        }
    }

    /// The value of any heap, if the period is proved or the heap was checked. `values` must have
    /// at least the values of the heaps below `preperiod + period`.
    pub fn value_at(&self, heap: &BigUint, values: &[u32]) -> Option<BigUint> {
        if let Ok(heap) = usize::try_from(heap)
            && let Some(&value) = values.get(heap)
        {
            return Some(BigUint::from(value));
        }
        if self.verdict != PeriodStatus::Proved {
            return None;
        }
        let first = self.representative(heap);
        let rounds = (heap - first) / self.period;
        let value = *values.get(usize::try_from(first).ok()?)?;
        Some(BigUint::from(value) + rounds * self.saltus)
    }

    /// The period that appears in the values of the heaps from 0 on: the one with the shortest
    /// preperiod among those seen at least twice. Proved if a theorem applies.
    ///
    /// # Complexity
    /// Linear in the number of values. For a positive saltus also all splits of the heaps of some
    /// periods, up to 2^26.
    pub fn find(code: &Code, values: &[u32]) -> Option<Periodicity> {
        if let Some((period, first)) = closed(code) {
            return values.starts_with(first).then_some(period);
        }
        let mut found = all_but(code, values).or_else(|| repeated(code, values))?;
        if found.verdict == PeriodStatus::Observed
            && let Some(checked_to) =
                arithmetic::prove(code, values, found.preperiod, found.period, found.saltus)
        {
            found.verdict = PeriodStatus::Proved;
            found.theorem = Some(Theorem::Arithmetic);
            found.checked_to = checked_to;
        }
        Some(found)
    }
}

/// Searches for the period of the differences, from the last value back. The failure function of
/// Knuth, Morris and Pratt gives the shortest period of every suffix.
fn repeated(code: &Code, values: &[u32]) -> Option<Periodicity> {
    let count = values.len();
    if count < 3 {
        return None;
    }
    let difference = |i: usize| i64::from(values[count - 1 - i]) - i64::from(values[count - 2 - i]);
    let length = count - 1;
    let mut border = vec![0u32; length];
    for i in 1..length {
        let mut k = border[i - 1] as usize;
        while k > 0 && difference(i) != difference(k) {
            k = border[k - 1] as usize;
        }
        border[i] = (k + usize::from(difference(i) == difference(k))) as u32;
    }
    let mut best: Option<Periodicity> = None;
    let window = Window::of(code, values);
    let mut tried = 0;
    // A suffix of `i + 1` differences is one of `i + 2` values.
    for i in (0..length).rev() {
        let period = (i + 1 - border[i] as usize) as u64;
        let preperiod = (count - (i + 2)) as u64;
        let seen = (i + 2) as u64;
        let at = preperiod as usize;
        if let Some(window) = &window
            && period != tried
            && Periodicity::needed(code, preperiod, period)
                .is_none_or(|needed| needed >= count as u64)
        {
            // This is the longest suffix with this period.
            tried = period;
            if values[at + period as usize] == values[at]
                && let Some(proof) = window.prove(preperiod, period)
            {
                return Some(Periodicity {
                    preperiod,
                    period,
                    saltus: 0,
                    verdict: PeriodStatus::Proved,
                    theorem: Some(Theorem::SparseWindow),
                    checked_to: proof.checked_to,
                    class: Some(proof.class),
                });
            }
        }
        if seen < 2 * period + 1 {
            continue;
        }
        let saltus = i64::from(values[at + period as usize]) - i64::from(values[at]);
        if saltus < 0 {
            continue;
        }
        let saltus = saltus as u64;
        let needed = Periodicity::needed(code, preperiod, period);
        let proved = saltus == 0 && needed.is_some_and(|needed| needed < count as u64);
        let found = Periodicity {
            preperiod,
            period,
            saltus,
            verdict: if proved { PeriodStatus::Proved } else { PeriodStatus::Observed },
            theorem: proved.then_some(Theorem::GuySmith),
            checked_to: if proved { needed.unwrap_or(0) } else { count as u64 - 1 },
            class: None,
        };
        if proved {
            return Some(found);
        }
        // An observed period must be seen at least three times and over half of the values, because
        // short periods occur by chance.
        if best.is_none() && seen > 3 * period && 2 * seen > count as u64 {
            best = Some(found);
        }
    }
    best
}

/// Proves the period of a game in which all but finitely many numbers may be taken.
fn all_but(code: &Code, values: &[u32]) -> Option<Periodicity> {
    let plain = code.some_digits().all(|(taken, digit)| {
        taken > 0
            && digit.largest().is_some_and(|most| most <= 1)
            && digit.relation() == Relation::Any
    });
    let last = code.digits().len() - 1;
    if !plain || code.tail().len() != 1 || code.tail()[0].bits() != 3 || values.len() < last + 2 {
        return None;
    }
    // From heap n > last, every heap below n - last is an option, and some others are.
    let mut old: Vec<bool> = Vec::new();
    let mut least = 0usize;
    type State = (Vec<usize>, Vec<Option<usize>>);
    let mut known: HashMap<State, (usize, usize)> = HashMap::new();
    for heap in last + 1..values.len() {
        for &value in if heap == last + 1 {
            &values[..=heap - last - 1]
        } else {
            &values[heap - last - 1..heap - last]
        } {
            let value = value as usize;
            if old.len() <= value {
                old.resize(value + 1, false);
            }
            old[value] = true;
        }
        while old.get(least) == Some(&true) {
            least += 1;
        }
        let above: Vec<usize> =
            (least + 1..old.len()).filter(|&value| old[value]).map(|value| value - least).collect();
        let window: Vec<Option<usize>> = values[heap - last..heap]
            .iter()
            .map(|&value| (value as usize).checked_sub(least))
            .collect();
        if above.len() > 4096 {
            return None;
        }
        let Some(&(first, base)) = known.get(&(above.clone(), window.clone())) else {
            known.insert((above, window), (heap, least));
            continue;
        };
        let (period, saltus) = (heap - first, least - base);
        // The state recurred, so the sequence continues periodically. Shorten both ends.
        let step = |p: usize, n: usize| i64::from(values[n]) - i64::from(values[n - p]);
        let end = values.len();
        let good = |p: usize, s: i64, from: usize| (from + p..end).all(|n| step(p, n) == s);
        let mut shortest = period;
        for p in (1..period).filter(|p| period.is_multiple_of(*p)) {
            let times = (period / p) as i64;
            if saltus as i64 % times == 0
                && end > heap + period
                && good(p, saltus as i64 / times, first)
            {
                shortest = p;
                break;
            }
        }
        let saltus = saltus / (period / shortest);
        let mut preperiod = first;
        while preperiod > 0
            && preperiod + shortest - 1 < end
            && step(shortest, preperiod - 1 + shortest) == saltus as i64
        {
            preperiod -= 1;
        }
        return Some(Periodicity {
            preperiod: preperiod as u64,
            period: shortest as u64,
            saltus: saltus as u64,
            verdict: PeriodStatus::Proved,
            theorem: Some(Theorem::AllBut),
            checked_to: heap as u64,
            class: None,
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sequence, Settings};
    use upstar_core::Budget;

    fn found(code: &str, to: u64) -> Periodicity {
        let code: Code = code.parse().unwrap();
        let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
        let values = sequence.collect(to, &Budget::unlimited()).unwrap();
        Periodicity::find(&code, &values).unwrap()
    }

    #[test]
    fn known_periods() {
        for (code, to, preperiod, period) in [
            ("0.77", 200, 71, 12),
            ("0.07", 300, 53, 34),
            ("0.137", 300, 52, 34),
            ("4.7", 20, 1, 2),
            ("0.45", 1200, 498, 20),
            ("0.055", 1000, 259, 148),
            ("0.7777", 400, 142, 24),
        ] {
            let period_found = found(code, to);
            assert_eq!(
                (period_found.preperiod, period_found.period, period_found.saltus),
                (preperiod, period, 0),
                "{code}"
            );
            assert_eq!(period_found.verdict, PeriodStatus::Proved, "{code}");
        }
    }

    #[test]
    fn kayles_is_proved_at_168_values_and_not_before() {
        let code: Code = "0.77".parse().unwrap();
        assert_eq!(Periodicity::needed(&code, 71, 12), Some(166));
        let values = crate::plain::values(&code, 166, &Budget::unlimited()).unwrap();
        assert_eq!(Periodicity::find(&code, &values).unwrap().verdict, PeriodStatus::Proved);
        let short = Periodicity::find(&code, &values[..166]);
        assert!(short.is_none_or(|found| found.theorem != Some(Theorem::GuySmith)));
    }

    /// The window needs fewer values than the theorem of Guy and Smith, and gives the same period.
    #[test]
    fn the_window_of_a_sparse_game_needs_fewer_values() {
        for (code, last, preperiod, period, by_position) in [
            ("0.45", 717, 498, 20, false),
            ("0.156", 4187, 3479, 349, false),
            ("0.127", 73_690, 46_578, 4, true),
        ] {
            let few = found(code, last);
            assert_eq!((few.preperiod, few.period, few.saltus), (preperiod, period, 0), "{code}");
            assert_eq!(few.theorem, Some(Theorem::SparseWindow), "{code}");
            assert_eq!((few.checked_to, few.class.unwrap().by_position), (last, by_position));
            let needed = Periodicity::needed(&code.parse().unwrap(), preperiod, period).unwrap();
            assert!(needed > last);
            let many = found(code, needed);
            assert_eq!((many.preperiod, many.period), (preperiod, period), "{code}");
            assert_eq!(many.theorem, Some(Theorem::GuySmith), "{code}");
        }
    }

    #[test]
    fn games_that_take_all_but_some_numbers_grow_for_ever() {
        let nim = found("0.[3]", 20);
        assert_eq!((nim.preperiod, nim.period, nim.saltus), (0, 1, 1));
        assert_eq!(nim.verdict, PeriodStatus::Proved);
        let at = |heap: u64| nim.value_at(&BigUint::from(heap), &[0, 1]).unwrap();
        assert_eq!(at(1_000_000_007), BigUint::from(1_000_000_007u64));
    }
}
