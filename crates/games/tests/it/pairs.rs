//! Games on pairs of numbers: take-away with any bound, and joined games.

use std::collections::{BTreeSet, HashMap};

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Settings};
use upstar_games::{parse_game, parse_sum};
use upstar_values::Universe;

use crate::common::by_definition;

fn engine(universe: &Universe, theorems: bool) -> Engine<'_> {
    Engine::new(universe, Settings { theorems, ..Settings::default() })
}

fn outcome(engine: &Engine<'_>, text: &str) -> Outcome {
    let game = parse_game(text).expect(text);
    game.outcome(engine, Convention::Normal, &Budget::unlimited()).expect(text)
}

fn grundy(engine: &Engine<'_>, text: &str) -> u32 {
    let game = parse_game(text).expect(text);
    game.grundy(engine, &Budget::unlimited()).expect(text)
}

type Bound = fn(u64) -> u64;

/// Whether the player to move loses with `heap` when up to `most` may be taken, by the definition.
fn lost(heap: u64, most: u64, bound: Bound, known: &mut HashMap<(u64, u64), bool>) -> bool {
    let most = most.min(heap);
    if let Some(&lost) = known.get(&(heap, most)) {
        return lost;
    }
    let found = (1..=most).all(|taken| !lost(heap - taken, bound(taken), bound, known));
    known.insert((heap, most), found);
    found
}

/// Nondecreasing bounds by Schwenk's theorem, and other bounds by search, each against the
/// definition. (Schwenk, Take-away games, Fibonacci Quarterly 8 (1970): the first player loses on
/// the Fibonacci numbers with the bound 2k, and on 1, 2, 3, 4, 6, 8, 11, 15, 21, ... with 3k.)
#[test]
fn take_away_with_any_bound_is_won_as_the_definition_says() {
    let bounds: [(&str, Bound); 14] = [
        ("2", |k| 2 * k),
        ("3", |k| 3 * k),
        ("k^2", |k| k * k),
        ("2^k", |k| 1 << k.min(40)),
        ("k+3", |k| k + 3),
        ("k+sqrt(k)", |k| k + k.isqrt()),
        ("floor(k/2)*2+1", |k| k / 2 * 2 + 1),
        ("max(k,5)", |k| k.max(5)),
        ("min(2k,6)", |k| (2 * k).min(6)),
        ("k-1", |k| k - 1),
        ("10-k", |k| 10u64.saturating_sub(k)),
        ("1,3,4,9", |k| [1, 3, 4, 9][k.min(4) as usize - 1]),
        ("4,1,3,2", |k| [4, 1, 3, 2][k.min(4) as usize - 1]),
        ("ceil(5k/3)", |k| (5 * k).div_ceil(3)),
    ];
    let universe = Universe::new();
    let (theorem, search) = (engine(&universe, true), engine(&universe, false));
    for (text, bound) in bounds {
        let (mut known, mut values) = (HashMap::new(), HashMap::new());
        for heap in 0..=30u64 {
            let first = lost(heap, heap.saturating_sub(1), bound, &mut known);
            for engine in [&theorem, &search] {
                let found = outcome(engine, &format!("take_away(\"{text}\"; {heap})"));
                assert_eq!(found == Outcome::P, first, "{text}; {heap}");
            }
            for taken in [1, 2, 3, 7] {
                let expected = lost(heap, bound(taken), bound, &mut known);
                let found = outcome(&theorem, &format!("take_away(\"{text}\"; {heap},{taken})"));
                assert_eq!(found == Outcome::P, expected, "{text}; {heap}, {taken}");
                let call = format!("take_away(\"{text}\"; {},{taken})", heap / 2);
                let value = by_definition(&parse_game(&call).unwrap(), &mut values);
                assert_eq!(grundy(&search, &call), value, "{call}");
            }
        }
    }
    let heaps = |text: &str| -> Vec<u64> {
        let call = |n: &u64| format!("take_away(\"{text}\"; {n})");
        let lost = |n: &u64| outcome(&theorem, &call(n)) == Outcome::P;
        (1..60).filter(lost).collect()
    };
    assert_eq!(heaps("2"), [1, 2, 3, 5, 8, 13, 21, 34, 55]);
    assert_eq!(heaps("3"), [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55]);
    assert_eq!(heaps("1"), [1, 2, 4, 8, 16, 32]);
    // Heaps too large for a search: F(80), and its neighbour.
    assert_eq!(outcome(&theorem, "fibonacci_nim(23416728348467685)"), Outcome::P);
    assert_eq!(outcome(&theorem, "fibonacci_nim(23416728348467686)"), Outcome::N);
    let text = parse_game("take_away(\" 2*x + 1 \"; 7)").unwrap().text();
    assert_eq!(text, "take_away(\"2k+1\"; 7)");
    for (text, part) in [
        ("take_away(\"2k+\"; 7)", "column 15: expected a number"),
        ("take_away(\"1/(k-2)\"; 7,2)", "divides by zero"),
        ("take_away(\"5+1\"; 7,2)", "column 12: expected how many"),
    ] {
        let found = parse_game(text)
            .and_then(|game| game.outcome(&theorem, Convention::Normal, &Budget::unlimited()));
        let error = found.expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Joined games have the options of both games, and values by the definition.
#[test]
fn joined_games_have_the_moves_of_both() {
    let games = [
        "wythoff",
        "euclid",
        "mem",
        "fibonacci_nim",
        "gen_wythoff(2)",
        "take_away('k+1')",
        "acrostic_product('0.77','2')",
        "direct_product('0.3','0.07')",
    ];
    let alone = |game: &str, a: u64, b: u64| -> BTreeSet<String> {
        let call = match game.strip_suffix(')') {
            Some(call) => format!("{call}; {a},{b})"),
            None => format!("{game}({a},{b})"),
        };
        let options = parse_game(&call).unwrap().options(Player::Left).unwrap();
        options.iter().map(|option| option.position_text().replace('x', ",")).collect()
    };
    let universe = Universe::new();
    let engine = engine(&universe, true);
    for (index, first) in games.iter().enumerate() {
        for second in &games[index..] {
            let mut known = HashMap::new();
            for (a, b) in [(1, 1), (2, 1), (3, 3), (4, 2)] {
                let text = format!("adjoin(\"{first}\",\"{second}\"; {a},{b})");
                let game = parse_game(&text).unwrap();
                assert_eq!(game.text(), text);
                let found: BTreeSet<String> = game
                    .options(Player::Left)
                    .unwrap()
                    .iter()
                    .map(|option| option.position_text().replace('x', ","))
                    .collect();
                let expected: BTreeSet<String> =
                    alone(first, a, b).union(&alone(second, a, b)).cloned().collect();
                assert_eq!(found, expected, "{text}");
                let value = by_definition(&game, &mut known);
                assert_eq!(grundy(&engine, &text), value, "{text}");
            }
        }
    }
}

/// Euclid's moves are all moves of Wythoff's game, whose values CGSuite gives for (10,n). Joined to
/// mem or Fibonacci nim, any number may be taken. A game joined to itself is itself.
#[test]
fn joined_games_have_known_values() {
    let universe = Universe::new();
    let engine = engine(&universe, true);
    let row = "10,11,9,8,13,12,0,15,16,17,14,18,7,6,2,3,1,4,5,23,28";
    for (n, expected) in row.split(',').enumerate() {
        for game in ["gen_wythoff(1)", "euclid"] {
            let text = format!("adjoin(\"wythoff\",\"{game}\"; 10,{n})");
            assert_eq!(grundy(&engine, &text).to_string(), expected, "{text}");
        }
        let wider = format!("adjoin(\"wythoff\",\"gen_wythoff(3)\"; 7,{n})");
        assert_eq!(
            grundy(&engine, &wider),
            grundy(&engine, &format!("gen_wythoff(3; 7,{n})")),
            "{wider}"
        );
    }
    for n in 0..9 {
        for k in 1..9 {
            assert_eq!(grundy(&engine, &format!("adjoin(\"mem\",\"fibonacci_nim\"; {n},{k})")), n);
            let twice = format!("adjoin(\"euclid\",\"euclid\"; {},{k})", n + 1);
            assert_eq!(grundy(&engine, &twice), grundy(&engine, &format!("euclid({},{k})", n + 1)));
        }
    }
    let sum = "adjoin(\"mem\",\"fibonacci_nim\"; 7,3) + kayles(7) + nim(5)";
    let found = parse_sum(sum).unwrap().outcome(&engine, Convention::Normal, &Budget::unlimited());
    assert_eq!(found.unwrap(), Outcome::P);
    for (text, part) in [
        ("adjoin(\"nim\",\"mem\"; 1,2)", "column 9: expected a game on pairs"),
        ("adjoin(\"wythof\",\"mem\"; 1,2)", "did you mean `wythoff`"),
        ("adjoin(\"mem\",\"take_away('k+')\"; 1,2)", "column 28: expected a number"),
        ("adjoin(\"mem\"; 1,2)", "expected `adjoin("),
    ] {
        let error = parse_game(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
