//! Periods of sequences.

use upstar_core::Convention;
use upstar_values::Rational;

use super::rulesets::{at, nim_values, ruleset};
use super::{METHOD, Method, Of};
use crate::calculator::Calculator;
use crate::fail::{Answer, Fail, mismatch};
use crate::periods::Period;
use crate::value::Value;

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
        about: "The period of the Grundy values of a game of taking from heaps and breaking them, as a \
                theorem proves it from the heaps 0 to n: from the preperiod on, G(m + period) = G(m) + \
                saltus. Of any other game on heaps (their values from 0 to n), and of a list of numbers, the period that shows: the one with the shortest \
                preperiod, counted in items, that is seen three times over. `Nothing` if there is none.",
        example: (
            "kayles.CheckPeriodicity(200)",
            "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)",
        ),
        arguments: (0, 1),
        run: periodicity,
        ..METHOD
    },
    Method {
        name: "Periodicity",
        usage: "Periodicity(Period => p, Preperiod => q, Saltus => s)",
        about: "A period by its numbers, as CheckPeriodicity gives it.",
        example: ("Periodicity(Period => 3, Preperiod => 0, Saltus => 1).Saltus", "1"),
        arguments: (2, 2),
        of: Of::Argument,
        names: &["Period", "Preperiod", "Saltus"],
        run: |e, period, arguments| e.period([period, &arguments[0], &arguments[1]]),
        ..METHOD
    },
    part!("Period", "After how many items a sequence repeats.", "12", |period| {
        Rational::from(period.period.clone())
    }),
    part!("Preperiod", "How many items come before a sequence repeats.", "71", |period| {
        Rational::from(period.preperiod.clone())
    }),
    part!("Saltus", "What is added to the items of a sequence after each period.", "0", |period| {
        period.saltus.clone()
    }),
];

/// The most heaps among which a period is looked for.
const MOST_HEAPS: u64 = 100_000;

fn period(value: &Value) -> Result<&Period, Fail> {
    match value {
        Value::Period(period) => Ok(period),
        Value::Nothing => {
            Err(Fail::Undefined("no period was found, and so it has no numbers".to_owned(), None))
        }
        other => Err(mismatch("expected a period, as CheckPeriodicity gives it", other)),
    }
}

fn periodicity(e: &mut Calculator<'_>, g: &Value, arguments: &[Value]) -> Answer {
    if let Value::List(items) = g {
        let mut items = items.items();
        if let [most] = arguments {
            let most = e.whole(most, "the number of items")?;
            items = &items[..items.len().min(usize::try_from(most).unwrap_or(usize::MAX))];
        }
        return e.period_of_numbers(items);
    }
    let rules = ruleset(g)?;
    let [most] = arguments else {
        return Err(Fail::Mismatch(
            "of a game the largest heap is needed".to_owned(),
            Some("as in kayles.CheckPeriodicity(200)".to_owned()),
        ));
    };
    let most = e.integer(most, "the largest heap")?;
    let most = u64::try_from(&most).ok().filter(|&most| most <= MOST_HEAPS).ok_or_else(|| {
        Fail::Limit(format!("a period is looked for among the heaps 0 to {MOST_HEAPS} at most"))
    })?;
    // A code tells the values of normal play.
    let normal = rules.convention() == Convention::Normal;
    match rules.heap_code().filter(|_| normal) {
        Some(code) => e.period_of_heaps(&code, most),
        // No theorem says that it goes on.
        None => {
            at(&rules, &[0]).map_err(|_| {
                let message = format!("{} is not played on one heap", rules.name());
                Fail::Undefined(message, None)
            })?;
            let values = nim_values(e, &rules, 0..=most)?;
            e.period_of_numbers(&values)
        }
    }
}
