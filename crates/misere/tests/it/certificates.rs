//! Certificates of quotients, checked by code that is independent of the engine.

use serde_json::{Value, json};
use upstar_core::Budget;
use upstar_heaps::HeapGame;
use upstar_misere::quotient::{Certificate, HeapQuotient};
use upstar_verify::VerifyError;
use upstar_verify::quotient::{CheckedQuotient, check_quotient, is_quotient};

fn certificate(code: &str, to: Option<u64>) -> String {
    let code = HeapGame::find(code).unwrap().code().unwrap().clone();
    let budget = Budget::unlimited();
    let (found, _) = HeapQuotient::of(&code, to, &budget, |_, _| {}).unwrap();
    Certificate::new(&code, &found).to_json()
}

fn check(text: &str) -> Result<CheckedQuotient, VerifyError> {
    check_quotient(text, &Budget::unlimited())
}

/// The same with a matching seal.
fn sealed(mut json: Value) -> String {
    json.as_object_mut().unwrap().remove("seal");
    let seal = json.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, |h: u64, byte| {
        (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    json["seal"] = json!(format!("{seal:016x}"));
    json.to_string()
}

#[test]
fn certificates_pass() {
    let numbers = [
        ("0.77", 40, 9, Some((71, 12))),
        ("0.75", 8, 2, Some((8, 2))),
        ("0.123", 20, 5, Some((5, 5))),
        ("0.144", 30, 5, Some((12, 10))),
        ("4.0", 2, 1, Some((1, 2))),
        ("0.3", 2, 1, Some((0, 2))),
    ];
    for (code, order, p_order, period) in numbers {
        let text = certificate(code, None);
        assert!(is_quotient(&text));
        let found = check(&text).unwrap();
        assert_eq!((found.order, found.p_order, found.period), (order, p_order, period), "{code}");
    }
    for (code, to, order) in [("0.07", 27, 176), ("nim", 7, 10), ("0.4F", 12, 0), ("0.77", 12, 24)]
    {
        let found = check(&certificate(code, Some(to))).unwrap();
        assert!(order == 0 || found.order == order, "{code}");
        assert_eq!((found.period, found.heaps_to), (None, to), "{code}");
    }
}

#[test]
fn every_altered_number_is_refused() {
    for code in ["0.75", "0.123"] {
        let text = certificate(code, None);
        assert_eq!(sealed(serde_json::from_str(&text).unwrap()), text);
        let original: Value = serde_json::from_str(&text).unwrap();
        let mut tried = 0;
        let mut refuse = |altered: Value| {
            tried += 1;
            assert!(check(&altered.to_string()).is_err(), "the seal of {altered}");
            // Recomputing the seal does not make the certificate valid.
            let found = check(&sealed(altered.clone()));
            assert!(found.is_err(), "{altered}");
        };
        for field in ["map", "p_portion"] {
            for at in 0..original[field].as_array().unwrap().len() {
                for x in 0..original["order"].as_u64().unwrap() {
                    let mut altered = original.clone();
                    altered[field][at] = json!(x);
                    if altered != original {
                        refuse(altered);
                    }
                }
            }
        }
        for generator in 0..original["steps"].as_array().unwrap().len() {
            for at in 0..original["steps"][generator].as_array().unwrap().len() {
                for x in 0..original["order"].as_u64().unwrap() {
                    let mut altered = original.clone();
                    altered["steps"][generator][at] = json!(x);
                    if altered != original {
                        refuse(altered);
                    }
                }
            }
        }
        for field in ["order", "heaps_to", "period", "preperiod", "version"] {
            for change in [-1, 1] {
                let mut altered = original.clone();
                altered[field] = json!(original[field].as_i64().unwrap() + change);
                refuse(altered);
            }
        }
        for other in ["0.77", "0.70", "0.124", "4.0", "0", "0.x", ""] {
            let mut altered = original.clone();
            altered["code"] = json!(other);
            refuse(altered);
        }
        assert!(tried > 300, "{tried}");
    }
}

#[test]
fn damaged_text_is_refused_without_a_panic() {
    let text = certificate("0.123", None);
    let mut state = 1u64;
    let mut random = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for _ in 0..2000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = random(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b'9'),
                _ => bytes[at] ^= 1 << random(8),
            }
        }
        let altered = String::from_utf8_lossy(&bytes).into_owned();
        let same = serde_json::from_str::<Value>(&altered).ok() == serde_json::from_str(&text).ok();
        assert!(same || check(&altered).is_err(), "{altered}");
    }
}
