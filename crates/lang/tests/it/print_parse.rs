//! What is printed can be typed in again, and is the same value.

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_lang::{Session, Style, Value};

/// Random games as text: numbers, arrows, stars, tinies, braces, sums.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-4_i32..5).prop_map(|n| n.to_string()),
        (-9_i32..10, 1_u32..5).prop_map(|(m, e)| format!("({m}/{})", 1 << e)),
        (0_u32..6).prop_map(|n| format!("*{n}")),
        (-4_i32..5, 0_u32..4).prop_map(|(n, m)| format!("(^({n}) + *{m})")),
        (1_u32..4).prop_map(|n| format!("^<{n}>")),
        (1_u32..4).prop_map(|n| format!("v[{n}]")),
        (1_u32..4).prop_map(|n| format!("Tiny({n})")),
        Just("+-1".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let side = || prop::collection::vec(inner.clone(), 0..3).prop_map(|items| items.join(","));
        prop_oneof![
            (side(), side()).prop_map(|(left, right)| format!("{{{left}|{right}}}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            inner.clone().prop_map(|a| format!("(-{a})")),
        ]
    })
}

fn budget() -> Budget {
    Budget::unlimited().with_steps(300_000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn printed_values_read_back(source in expression()) {
        let mut session = Session::new();
        let Ok(Some(value)) = session.evaluate(&source, &budget()) else { return Ok(()) };
        let Ok(id) = session.game(&value, &budget()) else { return Ok(()) };
        for style in [Style::Plain, Style::Ascii, Style::Unicode] {
            let Ok(text) = session.text(&value, style, &budget()) else { return Ok(()) };
            let again = session.evaluate(&text, &Budget::unlimited());
            let again = again.unwrap_or_else(|error| panic!("{source} is {text}: {error}"));
            let again = session.game(&again.unwrap(), &Budget::unlimited()).unwrap();
            prop_assert_eq!(id, again, "{} is {}", source, text);
            // A value has one text.
            let printed = session.text(&Value::Game(again), style, &Budget::unlimited()).unwrap();
            prop_assert_eq!(&printed, &text);
        }
    }

    #[test]
    fn any_text_has_a_value_or_an_error(source in "[{}|,*^v0-9+\\-/ ().a-c'<>=\\[\\]:&\"↑⋆±]{0,40}") {
        let mut session = Session::new();
        match session.line(&source, Style::Plain, &budget()) {
            Ok(_) => {}
            Err(error) => {
                let _ = error.render(&source);
            }
        }
    }
}

/// The 1474 games born by day 3.
#[test]
fn small_games_read_back() {
    let mut session = Session::new();
    let budget = Budget::unlimited();
    let Some(Value::List(games)) = session.evaluate("Day(3)", &budget).unwrap() else {
        panic!("a list")
    };
    assert_eq!(games.items().len(), 1474);
    for game in games.items() {
        let text = session.text(game, Style::Plain, &budget).unwrap();
        let again = session.evaluate(&text, &budget).unwrap().unwrap();
        assert_eq!(
            session.game(game, &budget).unwrap(),
            session.game(&again, &budget).unwrap(),
            "{text}"
        );
    }
}
