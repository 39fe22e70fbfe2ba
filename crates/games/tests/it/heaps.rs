//! The heap games against the tables of the sources and against brute force.

use crate::common::Graph;
use upstar_core::{Budget, Outcome, Player, StopReason};
use upstar_engine::{
    Convention, Fact, GraphForm, GraphOptions, RuleError, Ruleset, Settings, Solver,
};
use upstar_games::{Matches, Nim, TakeAtMost, Wythoff, parse_game, parse_sum};

fn graph(text: &str) -> Graph {
    let game = parse_game(text).unwrap();
    assert_eq!(game.text(), text);
    let (graph, size) = Graph::of(&game, GraphOptions::default());
    assert_eq!(size.form, GraphForm::Plain);
    graph
}

/// Figure 9 of Stankevich: Grundy values of Wythoff's game up to 20, 20.
#[test]
fn wythoff_has_the_printed_table() {
    let graph = graph("wythoff(20,20)");
    assert_eq!(graph.names.len(), 441);
    let grundy = graph.grundy();
    let mut seen = 0;
    for line in include_str!("data/wythoff.tsv").lines() {
        let cells: Vec<u32> = line.split('\t').map(|cell| cell.parse().unwrap()).collect();
        for (column, value) in cells[1..].iter().enumerate() {
            assert_eq!(grundy[format!("{},{column}", cells[0]).as_str()], *value, "{line}");
            seen += 1;
        }
    }
    assert_eq!(seen, 441);
    for cold in ["0,0", "1,2", "3,5", "4,7", "6,10"] {
        assert_eq!(grundy[cold], 0);
    }
}

/// Table 1 of Stankevich: the winner of subtract-a-square, and the winning move.
#[test]
fn subtract_square_has_the_printed_table() {
    let outcomes = "PNPNNPNPNNPNPNNPNPNNPNPNNNNNNNN";
    let moves = "-1-12-1-12-1-12-1-12-1-12525435";
    let graph = graph("subtract_square(30)");
    let grundy = graph.grundy();
    assert_eq!(outcomes.len(), 31);
    for (n, (outcome, m)) in outcomes.chars().zip(moves.chars()).enumerate() {
        // Not all heaps can be reached from 30, so each is its own start.
        let own;
        let value = match grundy.get(n.to_string().as_str()) {
            Some(&value) => value,
            None => {
                own = self::graph(&format!("subtract_square({n})"));
                own.grundy()[n.to_string().as_str()]
            }
        };
        assert_eq!(value == 0, outcome == 'P', "{n}");
        let smallest = (1..=n.isqrt()).find(|m| {
            let rest = format!("subtract_square({})", n - m * m);
            self::graph(&rest).grundy()[(n - m * m).to_string().as_str()] == 0
        });
        assert_eq!(smallest, m.to_digit(10).map(|m| m as usize), "{n}");
    }
}

#[test]
fn closed_forms_agree_with_the_definition() {
    for most in 0..6 {
        let graph = graph(&format!("matches(40,{most})"));
        let grundy = graph.grundy();
        for heap in 0..=40u64 {
            let known = Matches { most }.known(&heap, Convention::Normal).unwrap().fact;
            if let Some(&value) = grundy.get(heap.to_string().as_str()) {
                assert_eq!(known, Fact::Grundy(value), "matches({heap},{most})");
            }
        }
    }
    for first in 1..=20 {
        let graph = graph(&format!("take_at_most(64,{first})"));
        for (name, value) in graph.grundy() {
            let (heap, most) = name.split_once(',').unwrap();
            let position = (heap.parse().unwrap(), most.parse().unwrap());
            let outcome = if value == 0 { Outcome::P } else { Outcome::N };
            let known = TakeAtMost.known(&position, Convention::Normal).unwrap();
            assert_eq!(known.fact, Fact::Outcome(outcome), "take_at_most({name})");
        }
    }
    let large = graph("wythoff(60,60)");
    for (name, value) in large.grundy() {
        let (a, b) = name.split_once(',').unwrap();
        let position = (a.parse().unwrap(), b.parse().unwrap());
        let outcome = if value == 0 { Outcome::P } else { Outcome::N };
        let known = Wythoff.known(&position, Convention::Normal).unwrap();
        assert_eq!(known.fact, Fact::Outcome(outcome), "wythoff({name})");
    }
    // Far out: (floor(k phi), floor(k phi^2)) with phi = 1.61803398874989484820...
    for (a, b) in
        [(1_618_033_988, 2_618_033_988), (1_618_033_988_749_894_848, 2_618_033_988_749_894_848)]
    {
        let outcome = |a, b| Wythoff.known(&(a, b), Convention::Normal).unwrap().fact;
        assert_eq!(outcome(a, b), Fact::Outcome(Outcome::P));
        for (a, b) in [(a + 1, b), (a, b + 1), (a + 1, b + 1), (a - 1, b), (a, b - 1)] {
            assert_eq!(outcome(b, a), Fact::Outcome(Outcome::N));
        }
    }
}

#[test]
fn nim_agrees_with_the_definition_in_both_conventions() {
    let graph = graph("nim(3,4,2,1)");
    assert_eq!(graph.names.len(), 4 * 5 * 3 * 2);
    let grundy = graph.grundy();
    // In misère play the player to move wins if there is no move, or a move to a loss.
    let mut misere: std::collections::HashMap<&str, bool> = std::collections::HashMap::new();
    let mut order: Vec<usize> = (0..graph.names.len()).collect();
    let size = |v: usize| graph.names[v].split(',').map(|n| n.parse::<u64>().unwrap()).sum::<u64>();
    order.sort_by_key(|&v| size(v));
    for v in order {
        let options = &graph.arcs[v];
        let wins = options.is_empty()
            || options.iter().any(|&(to, _)| !misere[graph.names[to as usize].as_str()]);
        misere.insert(&graph.names[v], wins);
    }
    for name in &graph.names {
        let heaps: Vec<u64> = name.split(',').map(|n| n.parse().unwrap()).collect();
        let known = Nim.known(&heaps, Convention::Normal).unwrap().fact;
        assert_eq!(known, Fact::Grundy(grundy[name.as_str()]), "nim({name})");
        let outcome = if misere[name.as_str()] { Outcome::N } else { Outcome::P };
        let known = Nim.known(&heaps, Convention::Misere).unwrap().fact;
        assert_eq!(known, Fact::Outcome(outcome), "misère nim({name})");
    }
    let game = parse_game("nim(2,3,5,7)").unwrap();
    assert_eq!(game.options(Player::Right).unwrap().len(), 17);
}

#[test]
fn budgets_and_limits_are_kept() {
    let endless = parse_game("nim(1000000,1000000)").unwrap();
    let run = |budget: &Budget| {
        endless.graph(GraphOptions::default(), &mut Graph::default(), budget).unwrap_err()
    };
    match run(&Budget::unlimited().with_steps(10)) {
        RuleError::Exhausted(stopped) => assert_eq!(stopped.reason, StopReason::Steps),
        other => panic!("{other}"),
    }
    let budget = Budget::unlimited().with_bytes(3 << 20);
    match run(&budget) {
        RuleError::Exhausted(stopped) => assert_eq!(stopped.reason, StopReason::Memory),
        other => panic!("{other}"),
    }
    assert_eq!(budget.report().bytes, 0, "what was reserved is given back");
    let huge = parse_game("wythoff(18446744073709551615,18446744073709551615)").unwrap();
    assert!(matches!(huge.options(Player::Left), Err(RuleError::TooLarge { .. })));
    for (text, part) in [
        ("wythoff(3)", "expected `wythoff(a,b)`, found 1 argument"),
        ("wythoff(3,-1)", "line 1, column 11: expected a number from 0"),
        ("nim(2,x)", "line 1, column 7: expected a whole number"),
        ("matches(18446744073709551616,3)", "expected a number from 0"),
        ("backgammon(2; 3)", "unknown game `backgammon`"),
        ("nim(2; 3)", "expected `nim(a,b,...)`"),
    ] {
        let error = parse_game(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// The winning moves by theorems are those found by trying every option.
#[test]
fn winning_moves_by_theorems_are_those_by_listing() {
    let budget = Budget::unlimited();
    let plain = Solver::new(Settings { theorems: false, ..Settings::default() });
    let solver = Solver::default();
    let mut sums: Vec<String> = vec![
        "nim(3,4)+kayles(6)".into(),
        "lasker(5,2)+matches(7,3)+nim(6)".into(),
        "take_and_break(\"0.137\"; 9)+wythoff(2,3)".into(),
        "nim()".into(),
    ];
    for a in 0..6 {
        for b in 0..6 {
            sums.push(format!("nim(1,{a},{b})"));
            sums.push(format!("wythoff({},{})", 2 * a, 3 * b));
            sums.push(format!("moore(2; {a},{b},3)"));
            sums.push(format!("moore(3; {a},{b},2,1)"));
            sums.push(format!("matches({},{b})", 3 * a));
            sums.push(format!("grundy({a},{})", 2 * b));
        }
    }
    let mut moves = 0;
    for text in sums {
        let sum = parse_sum(&text).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let of =
                |solver: &Solver| solver.winning_moves(&sum, Player::Left, convention, &budget);
            let found = of(&solver).unwrap();
            assert_eq!(found, of(&plain).unwrap(), "{text}, {convention:?}");
            moves += found.len();
        }
    }
    assert!(moves > 400, "{moves}");
}

/// Huge heaps: only winning moves are listed.
#[test]
fn moves_among_huge_heaps_come_from_theorems() {
    let (solver, budget) = (Solver::default(), Budget::unlimited().with_steps(20_000_000));
    for (text, convention, expected) in [
        ("nim(1000000000,999999999,5)", Convention::Normal, "1: nim(999999994,999999999,5)"),
        ("nim(10000000000,3)", Convention::Normal, "1: nim(3,3)"),
        ("nim(10000000000,1)", Convention::Misere, "1: nim(0,1)"),
        ("nim(5000000000,5000000000)", Convention::Normal, ""),
        ("nim(1000000000)+kayles(5)", Convention::Normal, "1: nim(4)"),
        ("wythoff(1000000000,5)", Convention::Normal, "1: wythoff(3,5)"),
        // 10^12 + 1 = 999 * (10^9 + 1) + 999999002.
        (
            "matches(1000000000001,1000000000)",
            Convention::Normal,
            "1: matches(999000000999,1000000000)",
        ),
        ("lasker(4000000,5)", Convention::Normal, "1: lasker(5,5)"),
    ] {
        let sum = parse_sum(text).unwrap();
        let moves = solver.winning_moves(&sum, Player::Left, convention, &budget).unwrap();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves.first().map_or("", |first| first), expected, "{text}: {moves:?}");
    }
    let moore = parse_sum("moore(2; 1000000000,999999999,77)").unwrap();
    let moves = solver.winning_moves(&moore, Player::Left, Convention::Normal, &budget).unwrap();
    assert!(!moves.is_empty() && moves.len() <= 10_000);
    for won in moves.iter().take(20) {
        let after = parse_game(&won.after).unwrap().into();
        let outcome = solver.outcome(&after, Convention::Normal, &budget).unwrap();
        assert_eq!(outcome, Outcome::P, "{won}");
    }
}
