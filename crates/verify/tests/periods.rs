//! Certificates of periods that need more values than are computed again.

use serde_json::{Value, json};
use upstar_core::Budget;
use upstar_verify::heaps::{PeriodError, check_period_to};

/// Values that these tests compute again.
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

/// Kayles, with fifty thousand of its periods taken for one: a true claim that needs the values
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
    // What is computed again must agree, and what is not must at least fit.
    for (place, part) in [(0, "digests: that of the values up to heap 1000 "), (1, "10000 ")] {
        let mut wrong = claim.clone();
        wrong["digests"][place][1] = json!("0123456789abcdef");
        let wrong = seal(wrong).to_string();
        let budget = Budget::unlimited();
        let Err(PeriodError::Wrong(error)) = check_period_to(&wrong, MOST, &budget) else {
            panic!()
        };
        assert!(error.contains(part), "{error}");
    }
    let mut wrong = claim;
    wrong["values_to"] = json!(1_200_000);
    assert!(check_period_to(&seal(wrong).to_string(), MOST, &Budget::unlimited()).is_err());
}
