//! Codes of octal games that a file describes.

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_values::Universe;

use upstar_engine::{Arguments, Engine, Settings};
use upstar_rewrite::CustomGame;

fn game(rules: &str) -> CustomGame {
    CustomGame::read_all(&format!("g on heaps\n{rules}")).unwrap().remove(0)
}

fn code(rules: &str) -> Option<String> {
    game(rules).rules().heap_code().map(|code| code.to_string())
}

#[test]
fn codes_are_found() {
    for (rules, expected) in [
        (
            "both: n -> n-k for k in {1,2}\nboth: n -> a + b for k in {1,2} where a + b = n-k",
            "0.77",
        ),
        ("both: n -> n-2\nboth: n -> a + b where n - 2 = b + a", "0.07"),
        ("both: n -> a + b where a != b", "4!.0"),
        ("both: n -> n-k for k in 1..n\nboth: n -> a + b", "4.[3]"),
        ("both: n -> n-k for k in 1..n", "0.[3]"),
        ("both: n -> n-(k+1) for k in {0,2}", "0.303"),
        ("both: n -> a + b + c where n - 1 = c + b + a", "0.8"),
        ("both: n -> k + (n-2-k) for k in 0..n-2", "0.07"),
        ("both: n -> k + (n-k-2) for k in 0..(n-2)/2", "0.07"),
        ("both: n -> k + (n-1-k) for k in 1..n-2", "0.4"),
        ("both: n -> k + (n-1-k) for k in 1..(n-1)/2", "0.4"),
        ("both: n -> k + (n-1-k) for k in 1..n-1", "0.6"),
    ] {
        assert_eq!(code(rules).as_deref(), Some(expected), "{rules}");
    }
}

#[test]
fn other_rules_have_no_code() {
    for rules in [
        "both: n -> n-k*k for k in 1..n",
        "both: n -> n-k for k in 2..n",
        "both: n -> n-k for k in {1,2} where n > 3",
        "both: n -> a + b where a + b = n-1 and a > 2",
        "both: n -> a + a where a + a = n-1",
        "both: n -> a + b where a + b = n-1\nboth: n -> a + b where a + b = n-1 and a != b",
        "both: n -> n/2",
        "both: n -> k + (n-k) for k in 1..n-1",
        "both: n -> k + (n-2-k) for k in 0..n-3 where k != 2",
        "both: n -> k + (n-2-k) for k in 2..n-2",
        "both: n -> a + b for a in 2..n, b in 1..n where a + b = n-1",
        "left: n -> n-1\nright: n -> n-2",
    ] {
        assert_eq!(code(rules), None, "{rules}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// The nim sequence of the code against the values of the options.
    #[test]
    fn sequences_agree_with_options(
        picked in prop::collection::vec(0..9_usize, 1..4),
        taken in prop::collection::btree_set(1..6_u64, 1..4),
        constant in 0..4_u64,
    ) {
        let list: Vec<String> = taken.iter().map(u64::to_string).collect();
        let list = list.join(",");
        let rules = [
            format!("both: n -> n-k for k in {{{list}}}"),
            format!("both: n -> a + b for k in {{{list}}} where a + b = n-k"),
            format!("both: n -> a + b where a + b = n-{constant} and a != b"),
            format!("both: n -> a + b + c where a + b + c = n-{constant}"),
            "both: n -> n-k for k in 1..n".to_owned(),
            format!("both: n -> n-{}", constant + 1),
            format!("both: n -> k + (n-{0}-k) for k in 0..n-{0}", constant + 1),
            format!("both: n -> k + (n-{0}-k) for k in 0..n-{0}-1", constant + 1),
            format!("both: n -> k + (n-{0}-k) for k in 1..(n-{0})/2", constant + 1),
        ];
        let lines: Vec<String> = picked.iter().map(|&rule| rules[rule].clone()).collect();
        let own = game(&lines.join("\n"));
        if own.rules().heap_code().is_none() {
            return Ok(());
        }
        let (universe, budget) = (Universe::new(), Budget::unlimited());
        let fast = Engine::new(&universe, Settings::default());
        let plain = Settings { theorems: false, ..Settings::default() };
        let slow = Engine::new(&universe, plain);
        for heap in 0..16 {
            let game = own.rules().make(&Arguments::numbers(&[heap])).unwrap();
            let values = [&fast, &slow].map(|engine| game.grundy(engine, &budget).unwrap());
            prop_assert_eq!(values[0], values[1], "{} at {}", lines.join("; "), heap);
        }
    }
}
