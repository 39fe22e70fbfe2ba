//! Periods of sequences.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_traits::Zero;
use upstar_engine::Rules;
use upstar_games::partizan_codes;
use upstar_heaps::{
    FoundLaw, HeapRules, HeapsError, OutcomePeriod, PeriodStatus, Periodicity, Sequence, Settings,
    value_period_is_proved,
};
use upstar_values::{Rational, Style};

use super::rulesets::{at, nim_values, ruleset, value};
use super::{METHOD, Method, Of};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::periods::Period;
use crate::value::{Answer, Value, mismatch};

/// A number of a period.
macro_rules! part {
    ($name:literal, $about:literal, $value:literal, |$period:ident| $part:expr) => {
        Method {
            name: $name,
            usage: concat!("sequence.CheckPeriodicity.", $name),
            about: $about,
            example: (concat!("kayles.CheckPeriodicity(200).", $name), $value),
            run: |_, value, _| {
                let $period = period(value)?;
                Ok(Value::Number($part))
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "CheckPeriodicity",
        usage: "game.CheckPeriodicity(n) or list.CheckPeriodicity",
        about: "The period of the Grundy values of a game on heaps, proved from the heaps 0 to n: \
                from the preperiod on, G(m + period) = G(m) + saltus. A period that is not proved, \
                which the values of a game without a code show five times and over three quarters \
                of them, says how far it was observed. For a partizan game on heaps, the period of \
                the values, which two finite codes prove. For a list of numbers, the period with the \
                shortest preperiod, counted in items, that repeats three times; for a list of \
                other values, such as outcomes, the period after which they return. `Nothing` if \
                there is none.",
        example: (
            "kayles.CheckPeriodicity(200)",
            "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)",
        ),
        arguments: (0, 1),
        run: periodicity,
        ..METHOD
    },
    Method {
        name: "OutcomePeriodicity",
        usage: "game.OutcomePeriodicity",
        about: "The period of the outcomes of single heaps in a partizan subtraction game, or in another \
                partizan game of two finite codes whose moves leave at most one heap. It is proved: \
                an outcome depends on a bounded number of smaller heaps.",
        example: (
            "partizan_subtraction(\"1,2\",\"1,3\").OutcomePeriodicity",
            "Periodicity(Period => 1, Preperiod => 4, Saltus => 0)",
        ),
        run: |e, g, _| {
            let OutcomePeriod { preperiod, period, .. } = outcome_period(e, g)?;
            Ok(Value::Period(Period {
                period: period.into(),
                preperiod: preperiod.into(),
                saltus: Rational::from(0),
                observed_to: None,
            }))
        },
        ..METHOD
    },
    Method {
        name: "OutcomeKind",
        usage: "game.OutcomeKind",
        about: "The kind of a partizan subtraction game by the outcomes of its large heaps: strong \
                dominance of a player who wins them all, weak dominance of a player who wins some of \
                them whoever moves first while the opponent wins none, fair if both win some, \
                ultimately impartial if neither does.",
        example: (
            "[partizan_subtraction(\"1,2\",\"1,3\").OutcomeKind, partizan_subtraction(\"2,3\",\"2,5\").OutcomeKind]",
            "[strong dominance of Left,fair]",
        ),
        run: |e, g, _| Ok(Value::Text(outcome_period(e, g)?.kind.to_string())),
        ..METHOD
    },
    Method {
        name: "Periodicity",
        usage: "Periodicity(Period => p, Preperiod => q, Saltus => s)",
        about: "A period from its numbers, as CheckPeriodicity returns it.",
        example: ("Periodicity(Period => 3, Preperiod => 0, Saltus => 1).Saltus", "1"),
        arguments: (2, 3),
        of: Of::Argument,
        names: &["Period", "Preperiod", "Saltus", "ObservedTo"],
        run: |e, period, arguments| {
            let observed_to = match arguments.get(2) {
                None => None,
                Some(to) => Some(e.whole(to, "a heap")?),
            };
            e.period([period, &arguments[0], &arguments[1]], observed_to)
        },
        ..METHOD
    },
    Method {
        name: "Law",
        usage: "game.Law, game.Law(n) or list.Law",
        about: "The law of the Grundy values of a game on heaps: a period, a law by the digits of n \
                in some base, or one like `G(2n) = n, G(2n+1) = G(n)`. It is found in the values of \
                the heaps 0 to n, 1000 if no number is given, and proved if the rules allow it; \
                otherwise the answer says how far it was observed. For a list of numbers, the law \
                that its items show, counted from 0. `Nothing` if there is none.",
        example: ("kayles.Law", "G(n+12) = G(n) for n >= 71; proved (Guy-Smith)"),
        arguments: (0, 1),
        run: law,
        ..METHOD
    },
    part!("Period", "The number of items after which a sequence repeats.", "12", |period| {
        Rational::from(period.period.clone())
    }),
    part!("Preperiod", "The number of items before a sequence repeats.", "71", |period| {
        Rational::from(period.preperiod.clone())
    }),
    Method {
        name: "Observed",
        usage: "sequence.CheckPeriodicity.Observed",
        about: "Whether a period only shows in the values of a game, and is not proved.",
        example: ("kayles.CheckPeriodicity(200).Observed", "false"),
        run: |_, value, _| Ok(Value::Boolean(period(value)?.observed_to.is_some())),
        ..METHOD
    },
    part!("Saltus", "What is added to the items of a sequence after each period.", "0", |period| {
        period.saltus.clone()
    }),
];

/// The most heaps among which a period is searched for.
const MOST_HEAPS: u64 = 100_000;

fn period(value: &Value) -> Result<&Period> {
    match value {
        Value::Period(period) => Ok(period),
        Value::Nothing => Err(Fail::undefined("no period was found")),
        other => Err(mismatch("expected a period, as CheckPeriodicity returns it", other)),
    }
}

fn periodicity(e: &mut Calculator<'_>, g: &Value, arguments: &[Value]) -> Answer {
    if let Value::List(items) = g {
        let mut items = items.items();
        if let [most] = arguments {
            let most = e.whole(most, "the number of items")?;
            items = &items[..items.len().min(usize::try_from(most).unwrap_or(usize::MAX))];
        }
        return e.period_of_items(items);
    }
    let rules = ruleset(g)?;
    let [most] = arguments else {
        return Err(Fail::mismatch("for a game the largest heap is needed")
            .with_help("as in kayles.CheckPeriodicity(200)"));
    };
    let most = e.integer(most, "the largest heap")?;
    let most = u64::try_from(&most).ok().filter(|&most| most <= MOST_HEAPS).ok_or_else(|| {
        Fail::Limit(format!("a period is searched for among at most the heaps 0 to {MOST_HEAPS}"))
    })?;
    match rules.heap_rules() {
        Some(rules) => e.period_of_heaps(&rules, most),
        None if !rules.class().is_impartial() => period_of_values(e, &rules, most),
        None => {
            at(&rules, &[0]).map_err(|_| {
                let message = format!("{} is not played on one heap", rules.name());
                Fail::undefined(message)
            })?;
            let values = nim_values(e, &rules, 0..=most)?;
            let values = e.numbers(&values)?;
            Ok(Period::observed(&values).map_or(Value::Nothing, Value::Period))
        }
    }
}

/// The period of the values of the heaps 0 to `most` of a partizan game.
fn period_of_values(e: &mut Calculator<'_>, rules: &Rules, most: u64) -> Answer {
    let mut values = Vec::new();
    for heap in 0..=most {
        values.push(value(e, &at(rules, &[heap])?)?);
    }
    let numbers = e.codes(&values)?;
    let Some(found) = Period::shown(&numbers) else { return Ok(Value::Nothing) };
    let parts = (u64::try_from(&found.preperiod), u64::try_from(&found.period));
    let proved = match (partizan_codes(rules), parts) {
        (Some(codes), (Ok(preperiod), Ok(period))) => {
            value_period_is_proved(codes, preperiod, period, most)
        }
        _ => false,
    };
    let found = if proved { Some(found) } else { Period::observed(&numbers) };
    Ok(found.map_or(Value::Nothing, Value::Period))
}

fn outcome_period(e: &mut Calculator<'_>, g: &Value) -> Result<OutcomePeriod> {
    let rules = ruleset(g)?;
    let found = match partizan_codes(&rules) {
        Some(codes) => OutcomePeriod::of(codes, e.budget)?,
        None => None,
    };
    found.ok_or_else(|| {
        Fail::undefined(format!(
                "{} is not a partizan game on heaps of two finite codes whose moves leave at most one heap",
                rules.name()
            )).with_help("as partizan_subtraction(\"1,2\",\"1,3\") is")
    })
}

fn law(e: &mut Calculator<'_>, g: &Value, arguments: &[Value]) -> Answer {
    let found = if let Value::List(items) = g {
        let mut values = Vec::with_capacity(items.items().len());
        for number in e.numbers(items.items())? {
            let whole = number.is_integer().then(|| number.numer());
            match whole.and_then(|number| u32::try_from(number).ok()) {
                Some(value) => values.push(value),
                None => return Ok(Value::Nothing),
            }
        }
        FoundLaw::find(None, &values, e.budget)?
    } else {
        let rules = ruleset(g)?;
        let most = match arguments {
            [most] => e.whole(most, "the largest heap")?,
            _ => FoundLaw::VALUES,
        };
        if most > MOST_HEAPS {
            let message =
                format!("a law is searched for among at most the heaps 0 to {MOST_HEAPS}");
            return Err(Fail::Limit(message));
        }
        let Some(heaps) = rules.heap_rules() else {
            let message = format!(
                "{} is not an impartial game in normal play in which heaps are played independently",
                rules.name()
            );
            return Err(Fail::undefined(message));
        };
        let values = e.values_of_heaps(&heaps, most)?;
        FoundLaw::of_game(&heaps, &values, e.budget)?
    };
    Ok(found.map_or(Value::Nothing, |found| Value::Text(found.to_string())))
}

impl Calculator<'_> {
    /// The period that shows in a sequence of numbers, or of other values, which return as they are.
    fn period_of_items(&mut self, items: &[Value]) -> Answer {
        let numbers = match items
            .iter()
            .all(|item| matches!(item, Value::Number(_) | Value::Form(_) | Value::Sum(_)))
        {
            true => self.numbers(items)?,
            false => self.codes(items)?,
        };
        Ok(Period::shown(&numbers).map_or(Value::Nothing, Value::Period))
    }

    /// A power of 3 for each value. No three different ones are equally far apart, so that a period
    /// has the saltus 0.
    fn codes(&mut self, items: &[Value]) -> Result<Vec<Rational>> {
        let mut texts: HashMap<String, u32> = HashMap::new();
        let mut codes = Vec::with_capacity(items.len());
        for item in items {
            let text = self.text_of(item, Style::Plain)?;
            self.pay_bytes(64 + 2 * text.len() as u64)?;
            let next = texts.len() as u32;
            let place = *texts.entry(text).or_insert(next);
            self.tick(1 + u64::from(place >> 5))?;
            self.pay_bytes(u64::from(place >> 2))?;
            codes.push(Rational::from(BigInt::from(3).pow(place)));
        }
        Ok(codes)
    }

    fn numbers(&mut self, items: &[Value]) -> Result<Vec<Rational>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            self.tick(4)?;
            values.push(self.number(item, "an item of the sequence")?);
        }
        Ok(values)
    }

    /// The period of the values of the heaps 0 to `most`: of a code if a theorem proves it.
    fn period_of_heaps(&mut self, rules: &HeapRules, most: u64) -> Answer {
        let values = self.values_of_heaps(rules, most)?;
        let (found, proved) = match rules {
            HeapRules::Code(code) => {
                let found = Periodicity::find(code, &values);
                (found.filter(|found| found.verdict == PeriodStatus::Proved), true)
            }
            HeapRules::Custom(_) => {
                let law = FoundLaw::find(Some(rules), &values, self.budget)?;
                let proved = law.as_ref().is_some_and(FoundLaw::is_proved);
                (law.and_then(|law| law.period()), proved)
            }
        };
        Ok(match found {
            Some(found) => Value::Period(Period {
                period: found.period.into(),
                preperiod: found.preperiod.into(),
                saltus: Rational::from(BigInt::from(found.saltus)),
                observed_to: (!proved).then_some(most),
            }),
            None => Value::Nothing,
        })
    }

    /// The Grundy values of the heaps 0 to `most`.
    fn values_of_heaps(&mut self, rules: &HeapRules, most: u64) -> Result<Vec<u32>> {
        let fail = |error: HeapsError| match error {
            HeapsError::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            other => Fail::undefined(other.to_string()),
        };
        let mut values = Sequence::of(rules, Settings::default()).map_err(fail)?;
        values.collect(most, self.budget).map_err(fail)
    }

    /// A period by its numbers.
    fn period(&mut self, numbers: [&Value; 3], observed_to: Option<u64>) -> Answer {
        let [period, preperiod, saltus] = numbers;
        let period = self.integer(period, "a period")?;
        let preperiod = self.integer(preperiod, "a preperiod")?;
        let saltus = self.number(saltus, "a saltus")?;
        if period <= BigInt::zero() || preperiod < BigInt::zero() {
            let message = "a period is positive, and a preperiod not negative";
            return Err(Fail::undefined(message.to_owned()));
        }
        Ok(Value::Period(Period { period, preperiod, saltus, observed_to }))
    }
}
