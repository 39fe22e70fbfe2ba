//! Certificates of periods of nim sequences.
//!
//! The certificate names a code, a period and a theorem. This check reads the code, computes the
//! values and tests the hypotheses of the theorem independently. The claims about rare values only
//! save time: the result does not depend on them.
//!
//! Claims that need at most [`COMPLETE`] values are checked completely. For larger claims, only the
//! values up to that number are computed and compared with the digests of the certificate: such a
//! claim is checked partially.

mod arithmetic;

use std::fmt;

use serde_json::Value;
use upstar_core::Budget;

use crate::Result;
use crate::error::VerifyError;
use crate::sealed::{BASIS, Sealed, mix};

/// Claims that need the values of heaps up to this one are checked completely.
pub const COMPLETE: u64 = 10_000_000;

/// The result of a check of a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedPeriod {
    /// The code.
    pub code: String,
    /// The last exception + 1.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The number added after each period.
    pub saltus: u64,
    /// The last heap whose value was computed.
    pub values_to: u64,
    /// Whether everything was checked.
    pub complete: bool,
}

fn wrong<T>(what: impl fmt::Display) -> Result<T> {
    Err(VerifyError::WrongPeriod(what.to_string()))
}

fn malformed<T>(what: impl fmt::Display) -> Result<T> {
    Err(VerifyError::NoPeriod(what.to_string()))
}

const FIELDS: [&str; 14] = [
    "by_position",
    "code",
    "digests",
    "kind",
    "mask",
    "period",
    "preperiod",
    "rares",
    "saltus",
    "seal",
    "subject",
    "theorem",
    "values_to",
    "version",
];

struct Claim {
    code: Digits,
    preperiod: usize,
    period: usize,
    saltus: u64,
    values_to: u64,
    class: Option<(u32, bool, u64)>,
}

/// Checks a certificate of a period.
///
/// # Errors
/// [`VerifyError::NoPeriod`]; [`VerifyError::WrongPeriod`] says which claim fails; the
/// budget.
pub fn check_period(text: &str, budget: &Budget) -> Result<CheckedPeriod> {
    check_period_to(text, COMPLETE, budget)
}

/// As [`check_period`], but computes only the values of heaps up to `most`. Claims that need more
/// are checked partially.
///
/// # Errors
/// As [`check_period`].
pub fn check_period_to(text: &str, most: u64, budget: &Budget) -> Result<CheckedPeriod> {
    let no_period = VerifyError::NoPeriod;
    let sealed = Sealed::read(text, "period of a nim sequence", &FIELDS).map_err(no_period)?;
    let texts = |name: &str| sealed.text(name).map_err(no_period);
    let number = |name: &str| sealed.number(name).map_err(no_period);
    let code = Digits::read(texts("code")?)?;
    let class = match (sealed.field("mask"), sealed.field("by_position"), sealed.field("rares")) {
        (Value::Null, Value::Null, Value::Null) => None,
        (mask, by_position, rares) => {
            match (mask.as_u64(), by_position.as_bool(), rares.as_u64()) {
                (Some(mask @ 1..=0xffff), Some(by_position), Some(rares)) => {
                    Some((mask as u32, by_position, rares))
                }
                _ => return malformed("`mask`, `by_position` and `rares` do not go together"),
            }
        }
    };
    let (preperiod, period) = (number("preperiod")?, number("period")?);
    let values_to = number("values_to")?;
    if period == 0 || preperiod > 1 << 60 || period > 1 << 60 {
        return wrong("period: it must be at least 1, and both below 2^60");
    }
    let claim = Claim {
        code,
        preperiod: preperiod as usize,
        period: period as usize,
        saltus: number("saltus")?,
        values_to,
        class,
    };
    // The window of the theorem, before anything is computed.
    match texts("theorem")? {
        "guy-smith" => claim.window()?,
        "all-but" => claim.all_but_code()?,
        "sparse-window" => claim.sparse_code()?,
        "arithmetic" => claim.arithmetic_code()?,
        "lasker" => claim.lasker()?,
        other => return wrong(format!("theorem: `{other}` is not one that is known here")),
    }
    let complete = values_to <= most;
    let values = claim.values(values_to.min(most) as usize, complete, budget)?;
    digests(sealed.field("digests"), &values, values_to)?;
    if complete {
        claim.repeats(&values)?;
        match texts("theorem")? {
            "all-but" => claim.returns(&values)?,
            "sparse-window" => claim.window_returns(&values)?,
            "arithmetic" => claim.shifted_splits(&values, budget)?,
            _ => {}
        }
    }
    if !sealed.is_intact().map_err(no_period)? {
        return wrong("seal: it does not agree with the other fields");
    }
    Ok(CheckedPeriod {
        code: texts("code")?.to_owned(),
        preperiod,
        period,
        saltus: claim.saltus,
        values_to: values.len() as u64 - 1,
        complete,
    })
}

/// Certificates have no digests of the values beyond this heap.
const MOST_DIGESTS: u64 = 1_000_000_000;
/// The digests must be those up to heaps 1000, 10000, ... and the last heap, as far as 10^9.
fn digests(claimed: &Value, values: &[u32], values_to: u64) -> Result {
    let mut expected: Vec<u64> = Vec::new();
    let mut power = 1000u64;
    while power < values_to && power <= MOST_DIGESTS {
        expected.push(power);
        power = power.saturating_mul(10);
    }
    if power <= MOST_DIGESTS {
        expected.push(values_to);
    }
    let Some(claimed) = claimed.as_array() else { return malformed("`digests` is no list") };
    let heaps: Vec<Option<u64>> = claimed.iter().map(|entry| entry[0].as_u64()).collect();
    if heaps != expected.iter().map(|&heap| Some(heap)).collect::<Vec<_>>() {
        return wrong(format!("digests: they must be those of the heaps {expected:?}"));
    }
    let mut h = BASIS;
    let mut next = 0;
    for (heap, &value) in values.iter().enumerate() {
        h = mix(h, u64::from(value));
        if expected.get(next) == Some(&(heap as u64)) {
            if claimed[next][1] != format!("{h:016x}") {
                return wrong(format!(
                    "digests: that of the values up to heap {heap} is {h:016x}, not {}",
                    claimed[next][1]
                ));
            }
            next += 1;
        }
    }
    Ok(())
}

/// The digits of a code: bit `j` of digit `i` allows taking `i` and leaving `j` heaps.
pub(crate) struct Digits {
    digits: Vec<u32>,
    /// Whether `3` repeats forever after the digits.
    pub(crate) threes: bool,
}

impl Digits {
    pub(crate) fn read(code: &str) -> Result<Digits> {
        let (body, threes) = match code.strip_suffix("[3]") {
            Some(body) => (body, true),
            None => (code, false),
        };
        let Some((left, right)) = body.split_once('.') else {
            return wrong(format!("code: `{code}` has no point"));
        };
        let mut digits = Vec::new();
        for character in left.chars().chain(right.chars()) {
            match character.to_digit(32) {
                Some(digit) if !character.is_ascii_lowercase() => digits.push(digit),
                _ => {
                    return wrong(format!(
                        "code: `{character}` in `{code}` is not a digit that this check knows"
                    ));
                }
            }
        }
        if left.len() != 1 || digits[0] & 3 != 0 {
            return wrong(format!("code: the first digit of `{code}` is none that ends the game"));
        }
        while !threes && digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Digits { digits, threes })
    }

    pub(crate) fn digit(&self, taken: usize) -> u32 {
        self.digits.get(taken).copied().unwrap_or(if self.threes { 3 } else { 0 })
    }

    pub(crate) fn last(&self) -> usize {
        self.digits.len() - 1
    }

    pub(crate) fn most_heaps(&self) -> u32 {
        self.digits.iter().map(|digit| digit.checked_ilog2().unwrap_or(0)).max().unwrap_or(0)
    }
}

impl Claim {
    /// Guy and Smith: with at most `c` heaps left and last digit `k`, the values to `c x + c p +
    /// k - c` decide, for `x >= 1`.
    fn window(&self) -> Result {
        if self.code.threes {
            return wrong("theorem: guy-smith is about finite codes");
        }
        if self.saltus != 0 {
            return wrong("saltus: the theorem of Guy and Smith needs 0");
        }
        let heaps = u64::from(self.code.most_heaps().max(1));
        let start = self.preperiod.max(1) as u64;
        let needed = u128::from(heaps) * (u128::from(start) + self.period as u128)
            + self.code.last() as u128
            - u128::from(heaps);
        if u128::from(self.values_to) != needed {
            return wrong(format!("values_to: the theorem needs the values up to {needed}"));
        }
        Ok(())
    }

    /// Lasker's nim: the value of n is n, but n + 1 if n is three more than a multiple of four, and
    /// n - 1 for a positive multiple of four (Winning Ways, chapter 4).
    fn lasker(&self) -> Result {
        if !self.code.threes || self.code.digits != [4] {
            return wrong("theorem: lasker is about the code 4.[3]");
        }
        if (self.preperiod, self.period, self.saltus, self.values_to) != (1, 4, 4, 8) {
            return wrong(
                "period: the theorem says preperiod 1, period 4, saltus 4, from 8 values",
            );
        }
        Ok(())
    }

    fn all_but_code(&self) -> Result {
        let digits = &self.code.digits;
        if !self.code.threes || digits[0] != 0 || digits.iter().any(|digit| digit & !3 != 0) {
            return wrong("theorem: all-but is about codes of digits 0 to 3 that end in [3]");
        }
        if self.values_to <= self.code.last() as u64 + 1 || self.values_to > COMPLETE {
            return wrong("values_to: no state can have returned there");
        }
        Ok(())
    }

    fn sparse_code(&self) -> Result {
        if self.code.threes || self.code.most_heaps() != 2 || self.saltus != 0 {
            return wrong(
                "theorem: sparse-window is about finite codes that leave two heaps, with saltus 0",
            );
        }
        if self.class.is_none() {
            return wrong("mask: sparse-window needs a class of rare values");
        }
        if self.values_to > COMPLETE {
            return Ok(());
        }
        if self.values_to < self.preperiod as u64 + self.period as u64 {
            return wrong("values_to: no window can have returned there");
        }
        Ok(())
    }

    /// Checks the hypotheses of the theorem on games with few rare values. From `start` on no heap
    /// is rare. The window of values from there, as long as the longest distance between a heap and
    /// the other part of a split with a rare heap, recurs after `round` heaps. In the round after
    /// the window, every rare value below a heap's own is that of a split whose larger part is at
    /// least `start`, or of a single such heap.
    fn window_returns(&self, values: &[u32]) -> Result {
        let Some((mask, by_position, _)) = self.class else {
            return wrong("mask: sparse-window needs a class of rare values");
        };
        let last = self.code.last();
        let taken = |bit: u32| (0..=last).filter(move |&taken| self.code.digit(taken) & bit != 0);
        let first_split = taken(4).next().unwrap_or(0);
        let is_rare = |value: u32, heap: usize| {
            let turn = by_position && (heap + first_split) & 1 == 1;
            (value & mask).count_ones() & 1 == u32::from(turn)
        };
        let last_rare = (0..values.len()).rev().find(|&n| is_rare(values[n], n)).unwrap_or(0);
        let start = self.preperiod.max(last_rare + 1);
        let round = if by_position && self.period & 1 == 1 { 2 * self.period } else { self.period };
        let first = start + last_rare + last;
        let mut needed = first + round - 1;
        if round != self.period {
            needed = needed.max(start + 3 * self.period - 1);
        }
        if needed + 1 != values.len() {
            return wrong(format!("values_to: the theorem needs the values up to {needed}"));
        }
        if let Some(n) = (start..first).find(|&n| values[n] != values[n + round]) {
            return wrong(format!("period: the window does not return, at heap {n}"));
        }
        for heap in first..first + round {
            for rare in (0..values[heap]).filter(|&value| is_rare(value, heap)) {
                let single = by_position
                    && taken(2)
                        .filter(|i| i & 1 == 1)
                        .any(|i| heap - i >= start && values[heap - i] == rare);
                let split = || {
                    taken(4).any(|i| {
                        let rest = heap - i;
                        (1..rest.div_ceil(2))
                            .take_while(|a| rest - a >= start)
                            .any(|a| values[a] ^ values[rest - a] == rare)
                    })
                };
                if !single && !split() {
                    return wrong(format!(
                        "theorem: heap {heap} has no lasting option of the rare value {rare}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The values by the definition. If a class of rare values is claimed, splits into two common
    /// heaps are tried only until every rare value below the least free common value has been
    /// found. This is valid because their nim sums are rare, for any class.
    fn values(&self, to: usize, complete: bool, budget: &Budget) -> Result<Vec<u32>> {
        let mut ticker = budget.ticker();
        let last = self.code.last();
        let splits: Vec<usize> =
            (0..=last).filter(|&taken| self.code.digit(taken) & 4 != 0).collect();
        let class = match self.class {
            Some((mask, by_position, _)) => {
                let first = splits.first().copied().unwrap_or(0);
                let mixed = splits.iter().any(|taken| (taken ^ first) & 1 == 1);
                if self.code.most_heaps() != 2 || by_position && mixed {
                    return wrong("mask: this code can have no such class");
                }
                Some((mask, by_position, first))
            }
            None => None,
        };
        let is_rare = |value: u32, heap: usize| match class {
            Some((mask, by_position, first)) => {
                let turn = by_position && (heap + first) & 1 == 1;
                (value & mask).count_ones() & 1 == u32::from(turn)
            }
            None => true,
        };
        let mut values: Vec<u32> = Vec::with_capacity(to + 1);
        let mut rares: Vec<usize> = Vec::new();
        let mut seen: Vec<usize> = Vec::new();
        for heap in 0..=to {
            let stamp = heap + 1;
            let mark = |seen: &mut Vec<usize>, value: u32| {
                let value = value as usize;
                if seen.len() <= value {
                    seen.resize(value + 1, 0);
                }
                seen[value] = stamp;
            };
            let end = if self.code.threes { heap } else { last.min(heap) };
            ticker.tick(1 + end as u64)?;
            for taken in 0..=end {
                let (digit, rest) = (self.code.digit(taken), heap - taken);
                if digit & 1 != 0 && rest == 0 {
                    mark(&mut seen, 0);
                }
                if digit & 2 != 0 && rest > 0 {
                    mark(&mut seen, values[rest]);
                }
                for parts in 3..=self.code.most_heaps() {
                    if digit >> parts & 1 == 1 {
                        sums(&values, rest, parts, 1, 0, &mut |value| mark(&mut seen, value));
                        ticker.tick(rest as u64)?;
                    }
                }
            }
            if class.is_some() {
                ticker.tick(rares.len() as u64)?;
                for &taken in &splits {
                    for &rare in &rares {
                        match heap.checked_sub(taken + rare) {
                            Some(other) if other > 0 => {
                                mark(&mut seen, values[other] ^ values[rare]);
                            }
                            _ => break,
                        }
                    }
                }
            }
            let free = |seen: &[usize], value: u32| seen.get(value as usize) != Some(&stamp);
            let mut bound = 0;
            let mut wanted = 0u32;
            if class.is_some() {
                while !free(&seen, bound) || is_rare(bound, heap) {
                    wanted += u32::from(free(&seen, bound));
                    bound += 1;
                }
            } else {
                bound = u32::MAX;
                wanted = u32::MAX;
            }
            // Tries the digits in turn, because one digit alone may never give the wanted value.
            let rests: Vec<usize> =
                splits.iter().filter_map(|&taken| heap.checked_sub(taken)).collect();
            let longest = rests.iter().max().map_or(0, |rest| rest / 2);
            let mut a = 1;
            while a <= longest && wanted > 0 {
                for &rest in rests.iter().filter(|&&rest| a <= rest / 2) {
                    let value = values[a] ^ values[rest - a];
                    if free(&seen, value) {
                        mark(&mut seen, value);
                        wanted -= u32::from(value < bound);
                    }
                }
                a += 1;
            }
            ticker.tick((a * rests.len()) as u64)?;
            let value = (0..).find(|&value| free(&seen, value)).unwrap_or(u32::MAX);
            values.push(value);
            if class.is_some() && heap > 0 && is_rare(value, heap) {
                rares.push(heap);
            }
            if let Some((_, _, claimed)) = self.class {
                let found = rares.len() as u64 + u64::from(is_rare(values[0], 0));
                if found > claimed {
                    return wrong(format!("rares: there are more than {claimed} at heap {heap}"));
                }
            }
        }
        if let Some((_, _, claimed)) = self.class.filter(|_| complete) {
            let found = rares.len() as u64 + u64::from(is_rare(values[0], 0));
            if found != claimed {
                return wrong(format!("rares: there are {found}, not {claimed}"));
            }
        }
        Ok(values)
    }

    /// Checks that the values repeat as claimed, with the shortest period and preperiod.
    fn repeats(&self, values: &[u32]) -> Result {
        let (start, period) = (self.preperiod, self.period);
        let holds = |period: usize, saltus: u64, from: usize| {
            (from..values.len().saturating_sub(period))
                .find(|&n| u64::from(values[n + period]) != u64::from(values[n]) + saltus)
        };
        if start + period >= values.len() {
            return wrong("period: the values do not even reach the end of the first period");
        }
        if let Some(n) = holds(period, self.saltus, start) {
            return wrong(format!(
                "period: G({}) = {} is not G({n}) = {} plus {}",
                n + period,
                values[n + period],
                values[n],
                self.saltus
            ));
        }
        if start > 0 && holds(period, self.saltus, start - 1).is_none() {
            return wrong(format!("preperiod: the period begins before heap {start}"));
        }
        for divisor in 2..=period {
            if period.is_multiple_of(divisor)
                && self.saltus.is_multiple_of(divisor as u64)
                && holds(period / divisor, self.saltus / divisor as u64, start).is_none()
            {
                return wrong(format!("period: {} is a shorter one", period / divisor));
            }
        }
        Ok(())
    }

    /// Checks that the state at heap `values_to` is the state a number of periods before.
    fn returns(&self, values: &[u32]) -> Result {
        let last = self.code.last();
        let state = |heap: usize| {
            let mut old: Vec<u32> = values[..heap - last].to_vec();
            old.sort_unstable();
            old.dedup();
            let least = old
                .iter()
                .enumerate()
                .find(|&(i, &value)| value != i as u32)
                .map_or(old.len() as u32, |(i, _)| i as u32);
            let above: Vec<u32> =
                old.iter().filter(|&&value| value > least).map(|value| value - least).collect();
            let window: Vec<Option<u32>> =
                values[heap - last..heap].iter().map(|value| value.checked_sub(least)).collect();
            (above, window, least)
        };
        let end = values.len() - 1;
        let now = state(end);
        let mut rounds = 1;
        while let Some(before) = end.checked_sub(rounds * self.period).filter(|&n| n > last) {
            let then = state(before);
            if (&then.0, &then.1) == (&now.0, &now.1)
                && u64::from(now.2 - then.2) == rounds as u64 * self.saltus
                && before >= self.preperiod
            {
                return Ok(());
            }
            rounds += 1;
        }
        wrong("values_to: the state there has not occurred before")
    }
}

/// Calls `mark` with the nim sum of every division of `total` into `parts` heaps of at least
/// `least`.
fn sums(
    values: &[u32],
    total: usize,
    parts: u32,
    least: usize,
    sum: u32,
    mark: &mut dyn FnMut(u32),
) {
    if parts == 1 {
        if total >= least {
            mark(sum ^ values[total]);
        }
        return;
    }
    for first in least..=total / parts as usize {
        sums(values, total - first, parts - 1, first, sum ^ values[first], mark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A certificate of Kayles, made by hand.
    fn kayles() -> Value {
        let mut values: Vec<u32> = vec![];
        for n in 0..=166usize {
            let mut options = vec![];
            for taken in 1..=2.min(n) {
                let rest = n - taken;
                options.extend((0..=rest / 2).map(|a| values[a] ^ values[rest - a]));
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        let digest = values.iter().fold(BASIS, |h, &value| mix(h, u64::from(value)));
        seal(serde_json::json!({
            "kind": "upstar certificate", "version": 1, "subject": "period of a nim sequence",
            "code": "0.77", "preperiod": 71, "period": 12, "saltus": 0, "theorem": "guy-smith",
            "values_to": 166, "digests": [[166, format!("{digest:016x}")]],
            "mask": null, "by_position": null, "rares": null,
        }))
    }

    fn seal(mut json: Value) -> Value {
        json.as_object_mut().unwrap().remove("seal");
        json["seal"] = Value::String(crate::sealed::seal_of(&json));
        json
    }

    #[test]
    fn kayles_passes() {
        let checked = check_period(&kayles().to_string(), &Budget::unlimited()).unwrap();
        assert!(checked.complete);
        assert_eq!((checked.preperiod, checked.period), (71, 12));
    }

    #[test]
    fn every_altered_field_fails_even_under_a_new_seal() {
        let right = kayles();
        for (field, other) in [
            ("kind", Value::from("x")),
            ("version", Value::from(2)),
            ("subject", Value::from("x")),
            ("code", Value::from("0.07")),
            ("preperiod", Value::from(70)),
            ("preperiod", Value::from(72)),
            ("period", Value::from(24)),
            ("saltus", Value::from(1)),
            ("theorem", Value::from("all-but")),
            ("values_to", Value::from(165)),
            ("digests", serde_json::json!([[166, "0"]])),
            ("digests", serde_json::json!([])),
            ("mask", Value::from(3)),
        ] {
            let mut json = right.clone();
            json[field] = other;
            assert!(check_period(&json.to_string(), &Budget::unlimited()).is_err(), "{field}");
            let sealed = seal(json).to_string();
            assert!(check_period(&sealed, &Budget::unlimited()).is_err(), "{field}, sealed");
        }
        let mut json = right;
        json["seal"] = Value::from("0");
        let error = check_period(&json.to_string(), &Budget::unlimited()).unwrap_err();
        assert!(error.to_string().starts_with("seal"), "{error}");
    }
}
