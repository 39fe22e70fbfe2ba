//! Searches in misère play against the definition.

use std::collections::HashMap as Known;
use std::sync::Mutex;

use proptest::prelude::*;
use upstar_core::Player;
use upstar_misere::Forms;

use super::*;
use crate::couples::tests::{Pins, Rows, uses};

/// Whether the player to move wins, by the definition.
fn plain(rules: &Rows, pins: &Pins, known: &mut Known<Pins, bool>) -> bool {
    if let Some(&wins) = known.get(pins) {
        return wins;
    }
    let options = rules.all_options(pins, Player::Left).unwrap();
    let wins = options.is_empty() || options.iter().any(|option| !plain(rules, option, known));
    known.insert(pins.clone(), wins);
    wins
}

fn all_rows(positions: &[Pins]) -> Pins {
    let mut rows: Vec<u32> = positions.iter().flat_map(|Pins(rows)| rows.clone()).collect();
    rows.sort_unstable();
    Pins(rows)
}

/// Sums with forms and without, with parts and without, with much memory and with little, one
/// after another: what one search finds is kept for the next.
#[test]
fn winners_agree_with_the_definition() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(500));
    let rows = proptest::collection::vec(1u32..9, 0..3).prop_map(|mut rows| {
        rows.sort_unstable();
        Pins(rows)
    });
    let sums = proptest::collection::vec(proptest::collection::vec(rows, 1..3), 1..4);
    let bytes = prop_oneof![Just(0), Just(1 << 12), Just(1 << 14), Just(1 << 30)];
    let most_moves = prop_oneof![Just(0), Just(40), Just(u32::MAX)];
    let strategy = (1u32..4, sums, any::<(bool, bool)>(), bytes, most_moves);
    type Case = (u32, Vec<Vec<Pins>>, (bool, bool), u64, u32);
    let test = |(takes, sums, (components, is_given_up), bytes, most_moves): Case| {
        let rules = Rows { takes };
        let (forms, budget) = (Forms::new(), Budget::unlimited());
        let table = Table::new(1 << 24);
        let empty = MisereTable { most_moves, is_given_up, ..MisereTable::new() };
        let shared = Arc::new(Mutex::new(empty));
        let mut plainly = Known::new();
        for sum in sums.iter().chain(&sums) {
            let algebras = [(); 2].map(|()| SmallForms::new(forms.worker(&budget)));
            let mut search = MisereSearch::new(
                &rules,
                uses(components),
                &table,
                shared.clone(),
                algebras,
                (&budget, bytes),
            )
            .unwrap();
            let positions: Vec<_> = sum.iter().map(|pins| (pins.clone(), Negated::No)).collect();
            let expected = plain(&rules, &all_rows(sum), &mut plainly);
            let found = search.wins(&positions).unwrap();
            if is_given_up && found.is_none() {
                search.learn_sum(&positions, expected).unwrap();
                prop_assert_eq!(search.wins(&positions).unwrap(), Some(expected));
            } else {
                prop_assert_eq!(found, Some(expected));
            }
            search
                .each_known(|parts, wins| {
                    let parts: Vec<Pins> = parts.iter().map(|(pins, _)| (*pins).clone()).collect();
                    assert_eq!(plain(&rules, &all_rows(&parts), &mut plainly), wins, "{parts:?}");
                    Ok(())
                })
                .unwrap();
        }
        Ok(())
    };
    runner.run(&strategy, test).unwrap();
}

/// Steps and memory that end: an error, and what was found until then is right.
#[test]
fn budgets_end_the_search() {
    let rules = Rows { takes: 2 };
    let (forms, table) = (Forms::new(), Table::new(1 << 24));
    let shared = Arc::new(Mutex::new(MisereTable { most_moves: 0, ..MisereTable::new() }));
    let positions = [(Pins(vec![9, 10, 11]), Negated::No)];
    let expected = plain(&rules, &positions[0].0, &mut Known::new());
    let mut found = 0;
    let budgets = (0..12).map(|n| Budget::unlimited().with_steps(10 << n));
    let budgets = budgets.chain([20, 22, 30].map(|n| Budget::unlimited().with_bytes(1 << n)));
    for budget in budgets {
        let algebras = [(); 2].map(|()| SmallForms::new(forms.worker(&budget)));
        let limits = (&budget, 1 << 30);
        let search =
            MisereSearch::new(&rules, uses(true), &table, shared.clone(), algebras, limits);
        match search.and_then(|mut search| search.wins(&positions)) {
            Ok(wins) => {
                assert_eq!(wins, Some(expected));
                found += 1;
            }
            Err(error) => assert!(matches!(error, RuleError::Exhausted(_))),
        }
    }
    assert!((1..15).contains(&found), "{found}");
}
