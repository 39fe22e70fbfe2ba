//! Certificates of periods that need more values than the check recomputes.

use serde_json::{Value, json};
use upstar_core::Budget;
use upstar_verify::VerifyError;
use upstar_verify::heaps::check_period_to;

/// The number of values that these tests recompute.
const MOST: u64 = 50_000;

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

fn mix(h: u64, value: u64) -> u64 {
    (h ^ value).wrapping_mul(0x0100_0000_01b3)
}

fn seal(mut json: Value) -> Value {
    json.as_object_mut().unwrap().remove("seal");
    let seal = json.to_string().bytes().fold(BASIS, |h, byte| mix(h, u64::from(byte)));
    json["seal"] = Value::String(format!("{seal:016x}"));
    json
}

/// Kayles, with fifty thousand of its periods as one: a true claim that needs the values up
/// to 1200142.
fn large() -> Value {
    let mut values: Vec<u32> = vec![];
    for n in 0..=166usize {
        let mut options = vec![];
        for taken in 1..=2.min(n) {
            let rest = n - taken;
            options.extend((0..=rest / 2).map(|a| values[a] ^ values[rest - a]));
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let period = 600_000u64;
    let values_to = 2 * (71 + period);
    let mut digests = vec![];
    let (mut h, mut next) = (BASIS, 1000);
    for n in 0..=values_to {
        let known = if n < 80 { n } else { 71 + (n - 71) % 12 };
        h = mix(h, u64::from(values[known as usize]));
        if n == next || n == values_to {
            digests.push(json!([n, format!("{h:016x}")]));
            next *= 10;
        }
    }
    seal(json!({
        "kind": "upstar certificate", "version": 1, "subject": "period of a nim sequence",
        "code": "0.77", "preperiod": 71, "period": period, "saltus": 0, "theorem": "guy-smith",
        "values_to": values_to, "digests": digests,
        // The values 1, 2, 4, 7 and 8 are common.
        "mask": 15, "by_position": false, "rares": 10,
    }))
}

#[test]
fn large_claims_are_checked_in_part() {
    let claim = large();
    let checked = check_period_to(&claim.to_string(), MOST, &Budget::unlimited()).unwrap();
    assert!(!checked.complete);
    assert_eq!((checked.period, checked.values_to), (600_000, MOST));
    // Recomputed values must agree, and the others must at least be consistent.
    for (place, part) in [(0, "digests: that of the values up to heap 1000 "), (1, "10000 ")] {
        let mut wrong = claim.clone();
        wrong["digests"][place][1] = json!("0123456789abcdef");
        let wrong = seal(wrong).to_string();
        let budget = Budget::unlimited();
        let Err(VerifyError::WrongPeriod(error)) = check_period_to(&wrong, MOST, &budget) else {
            panic!()
        };
        assert!(error.contains(part), "{error}");
    }
    let mut wrong = claim;
    wrong["values_to"] = json!(1_200_000);
    assert!(check_period_to(&seal(wrong).to_string(), MOST, &Budget::unlimited()).is_err());
}

/// The values of 0.8, where a move takes one token and leaves three heaps.
fn three_heaps(to: usize) -> Vec<u32> {
    let mut values: Vec<u32> = vec![];
    for n in 0..=to {
        let mut options = vec![];
        for a in 1..n {
            for b in 1..n {
                if a + b + 1 < n {
                    options.push(values[a] ^ values[b] ^ values[n - 1 - a - b]);
                }
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

#[test]
fn arithmetic_periods_are_checked_by_the_splits_that_can_be_shifted() {
    let values = three_heaps(40);
    let claim = |changes: &[(&str, Value)]| {
        let mut json = json!({
            "kind": "upstar certificate", "version": 1, "subject": "period of a nim sequence",
            "code": "0.8", "preperiod": 1, "period": 3, "saltus": 1, "theorem": "arithmetic",
            "values_to": 15, "mask": null, "by_position": null, "rares": null,
        });
        for (field, value) in changes {
            json[*field] = value.clone();
        }
        let last = json["values_to"].as_u64().unwrap();
        let known = &values[..=last.min(40) as usize];
        let digest = known.iter().fold(BASIS, |h, &value| mix(h, u64::from(value)));
        json["digests"] = json!([[last, format!("{digest:016x}")]]);
        check_period_to(&seal(json).to_string(), MOST, &Budget::unlimited())
    };
    let checked = claim(&[]).unwrap();
    assert!(checked.complete);
    assert_eq!((checked.preperiod, checked.period, checked.saltus), (1, 3, 1));
    for (changes, expected) in [
        (vec![("values_to", json!(14))], "values_to: the theorem needs the values up to 15"),
        (vec![("values_to", json!(5001))], "values_to: claims about arithmetic periods"),
        (vec![("saltus", json!(0))], "theorem: arithmetic is about"),
        (vec![("code", json!("0.7"))], "theorem: arithmetic is about"),
        (vec![("code", json!("0.9"))], "digests: that of the values"),
        (vec![("preperiod", json!(0)), ("values_to", json!(30))], "period: G(3) = 0 is not G(0)"),
        (vec![("preperiod", json!(2)), ("values_to", json!(30))], "preperiod: the period begins"),
        (
            vec![("period", json!(6)), ("saltus", json!(2)), ("values_to", json!(40))],
            "period: 3 is a shorter one",
        ),
    ] {
        let Err(VerifyError::WrongPeriod(error)) = claim(&changes) else { panic!("{changes:?}") };
        assert!(error.contains(expected), "{changes:?}: {error}");
    }
}
