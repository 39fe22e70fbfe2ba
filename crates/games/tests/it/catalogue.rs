//! Names of games, and positions with a number left open.

use std::collections::HashSet;

use upstar_core::plain_name;
use upstar_games::{Template, catalogue, find_game, parse_board, parse_game};

#[test]
fn names_are_sorted_and_distinct() {
    assert!(catalogue().is_sorted_by(|a, b| a.name < b.name));
    let mut seen = HashSet::new();
    for row in catalogue() {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            assert!(seen.insert(plain_name(name)), "{name} twice");
        }
        assert!(row.rules.lines().count() <= 3, "{}", row.name);
    }
}

#[test]
fn names_are_found_in_every_spelling() {
    for name in ["take_at_most", "TakeAtMost", "game.heap.Take_At_Most"] {
        assert_eq!(find_game(name).unwrap().name, "take_at_most");
    }
    let error = parse_game("wytoff(3,5)").err().unwrap().to_string();
    assert!(error.contains("did you mean `wythoff`?"), "{error}");
    let error = parse_game("backgammon(3)").err().unwrap().to_string();
    assert!(error.contains("line 1, column 1: unknown game `backgammon`;"), "{error}");
    assert!(parse_board("wythoff", "..").is_err());
}

#[test]
fn templates_are_filled_in() {
    let filled = |text: &str, n| Template::read(text).unwrap().game(n).unwrap().text();
    assert_eq!(filled("kayles", 7), "kayles(7)");
    assert_eq!(filled("nim(n, 3, n)", 7), "nim(7,3,7)");
    assert_eq!(filled("domineering(\"1xn\")", 3), "domineering(\"...\")");
    assert_eq!(filled("snort(\"path n\")", 2), "snort(\"..|1-2\")");
    assert_eq!(filled("moore(2; n,4)", 5), "moore(2; 5,4)");
}

#[test]
fn positions_without_a_number_are_none() {
    for text in ["nim(3)", "kayls", "domineering(\"2x2\")", "n"] {
        assert!(Template::read(text).is_err(), "{text}");
    }
}
