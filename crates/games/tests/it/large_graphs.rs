//! Graphs with more than 64 vertices, whose sets take several words, against sums of small graphs,
//! heaps, and the definition.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use upstar_core::{Budget, Player};
use upstar_engine::positions::sequence::NimSequence;
use upstar_engine::{Convention, Engine, Settings, Sum};
use upstar_games::{parse_game, parse_sum};
use upstar_values::Universe;

fn grundy(text: &str) -> u64 {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    parse_game(text).unwrap().grundy(&engine, &Budget::unlimited()).unwrap().into()
}

/// Arc Kayles on a path is 0.07, Node Kayles 0.137; a move turns a cycle into a path.
#[test]
fn paths_and_cycles_are_heaps() {
    let budget = Budget::unlimited();
    for (name, code, taken) in [("node_kayles", "0.137", 3), ("arc_kayles", "0.07", 2)] {
        let heaps = NimSequence::of(code);
        let value = |n: u64| heaps.value(n, &budget).unwrap().unwrap();
        for n in [63, 64, 65, 66, 100, 128, 129] {
            assert_eq!(grundy(&format!("{name}(\"path {n}\")")), value(n), "{name} {n}");
            let cycle = u64::from(value(n - taken) == 0);
            assert_eq!(grundy(&format!("{name}(\"cycle {n}\")")), cycle, "{name} {n}");
        }
    }
}

/// The graph of the moves of queens on a board.
fn queens(rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let meet = |a: usize, b: usize| {
        let (row, column) =
            ((a / columns).abs_diff(b / columns), (a % columns).abs_diff(b % columns));
        row == 0 || column == 0 || row == column
    };
    let cells = rows * columns;
    (0..cells).flat_map(|a| (0..a).filter(move |&b| meet(a, b)).map(move |b| (b, a))).collect()
}

fn list(letters: &str, edges: impl IntoIterator<Item = (usize, usize)>, mark: char) -> String {
    let edges = edges.into_iter().map(|(a, b)| format!("{}{mark}{}", a + 1, b + 1));
    format!("{letters}|{}", edges.collect::<Vec<_>>().join(","))
}

/// The value of Node Kayles by the definition.
fn plain(
    left: &[usize],
    joined: &impl Fn(usize, usize) -> bool,
    met: &mut HashMap<Vec<usize>, u64>,
) -> u64 {
    if let Some(&value) = met.get(left) {
        return value;
    }
    let after = |v: usize| -> Vec<usize> {
        left.iter().copied().filter(|&u| u != v && !joined(u, v)).collect()
    };
    let values: Vec<u64> = left.iter().map(|&v| plain(&after(v), joined, met)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    met.insert(left.to_vec(), value);
    value
}

/// Queens that attack nobody are Node Kayles (Noon and Van Brummelen, The Non-Attacking Queens Game,
/// 2006; OEIS A344227).
#[test]
fn queens_are_node_kayles() {
    let value = |rows: usize, columns: usize| {
        let graph = list(&".".repeat(rows * columns), queens(rows, columns), '-');
        grundy(&format!("node_kayles(\"{graph}\")"))
    };
    for (n, known) in [(4, 1), (5, 3), (6, 1), (7, 2)] {
        assert_eq!(value(n, n), known, "{n}");
    }
    // In two rows of queens, and more than 64 cells, by the definition.
    let (rows, columns) = (2, 33);
    let edges: HashSet<(usize, usize)> = queens(rows, columns).into_iter().collect();
    let joined = |a: usize, b: usize| edges.contains(&(a.min(b), a.max(b)));
    let all: Vec<usize> = (0..rows * columns).collect();
    assert_eq!(value(rows, columns), plain(&all, &joined, &mut HashMap::new()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    /// Graphs in which most vertices are joined have few positions: by the definition.
    #[test]
    fn dense_graphs_are_played_by_the_definition(
        n in 65usize..140,
        apart in proptest::collection::vec((0usize..140, 0usize..140), 60..120),
    ) {
        let apart: Vec<_> = apart.iter().map(|&(a, b)| (a.min(b) % n, a.max(b) % n)).collect();
        let joined = |a: usize, b: usize| {
            a != b && !apart.contains(&(a, b)) && !apart.contains(&(b, a))
        };
        let edges = (0..n).flat_map(|a| (0..a).map(move |b| (b, a)));
        let edges = edges.filter(|&(a, b)| joined(a, b));
        let graph = list(&".".repeat(n), edges, '-');
        let all: Vec<usize> = (0..n).collect();
        let expected = plain(&all, &joined, &mut HashMap::new());
        prop_assert_eq!(grundy(&format!("node_kayles(\"{graph}\")")), expected);
    }

    /// A graph whose parts lie across all words is the sum of its parts.
    #[test]
    fn large_graphs_are_sums_of_their_parts(
        size in 3usize..5,
        edges in proptest::collection::vec((0usize..22, 0usize..6, 0usize..6), 40..90),
        letters in proptest::collection::vec(0usize..2, 22 * 6),
    ) {
        let parts = 65 / size + 1;
        let edges: Vec<_> = edges.into_iter()
            .map(|(part, a, b)| (part % parts, a % size, b % size))
            .filter(|(_, a, b)| a < b)
            .collect();
        // The parts take turns.
        let place = |part: usize, v: usize| v * parts + part;
        for (name, kinds, mark) in [
            ("node_kayles", "..", '-'), ("arc_kayles", "..", '-'), ("grim", "..", '-'),
            ("col", ".L", '-'), ("snort", ".R", '-'), ("fjords", "LR", '-'),
            ("weighted_arc_kayles", "12", '-'), ("digraph_placement", "LR", '>'),
            ("poset", "..", '<'),
        ] {
            let letter = |part: usize, v: usize| {
                kinds.as_bytes()[letters[part * 6 + v]] as char
            };
            let all: String =
                (0..size).flat_map(|v| (0..parts).map(move |part| letter(part, v))).collect();
            let ends = edges.iter().map(|&(part, a, b)| (place(part, a), place(part, b)));
            let whole = format!("{name}(\"{}\")", list(&all, ends, mark));
            let split: Vec<String> = (0..parts).map(|part| {
                let letters: String = (0..size).map(|v| letter(part, v)).collect();
                let own = edges.iter().filter(|edge| edge.0 == part).map(|&(_, a, b)| (a, b));
                format!("{name}(\"{}\")", list(&letters, own, mark))
            }).collect();
            let universe = Universe::new();
            let engine = Engine::new(&universe, Settings::default());
            let budget = Budget::unlimited();
            let value = |text: &str| {
                let value = parse_sum(text).unwrap().value(&engine, &budget).unwrap();
                universe.game(value).to_string()
            };
            prop_assert_eq!(value(&whole), value(&split.join(" + ")), "{}", whole);
            let game = parse_game(&whole).unwrap();
            for option in game.options(Player::Left).unwrap().iter().take(3) {
                prop_assert_eq!(&parse_game(&option.text()).unwrap().text(), &option.text());
            }
        }
    }
}

#[test]
fn larger_graphs_are_refused() {
    for (text, part) in [
        ("node_kayles(\"path 513\")", "at most 512 vertices"),
        ("snort(\"30x30\")", "at most 512 vertices"),
        ("poset(\"30x30\")", "at most 512 elements"),
    ] {
        let error = parse_game(text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

fn grim(text: &str) -> u64 {
    grundy(&format!("grim(\"{text}\")"))
}

#[test]
fn grim_on_graphs_of_any_size() {
    // Delta: the last zero of chains below 10^8 is 408.
    assert_eq!(grim("path 408"), 0);
    assert_eq!(grim("cycle 409"), 1);
    assert_eq!(grim("cycle 408"), 0);
    assert_eq!(grim("complete 1000000000000"), 1);
    assert_eq!(grim("star 1000000000000"), 1);
    assert_eq!(grim("star 1000000000001"), 2);
    assert_eq!(grim("cycle 409;star 101;complete 70"), 1 ^ 2 ^ 1);
    assert_ne!(grim("path 1000000"), 0);
    // The winning moves are found without listing all moves.
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let sum: Sum = parse_game("grim(\"path 1000;cycle 409\")").unwrap().into();
    let budget = Budget::unlimited();
    let win = |text: &str| {
        let text = text.split_once(' ').unwrap().1;
        parse_game(text).unwrap().grundy(&engine, &budget).unwrap() == 0
    };
    let moves = sum.winning_moves(&engine, Player::Left, Convention::Normal, &budget).unwrap();
    let options = parse_game("grim(\"path 1000;cycle 409\")").unwrap();
    let options = options.options(Player::Left).unwrap();
    let lost = options.iter().filter(|option| option.grundy(&engine, &budget).unwrap() == 0);
    assert!(moves.iter().all(|found| win(&found.to_string())));
    assert_eq!(moves.len(), lost.count());
    // A named graph that is given in another form is recognized.
    let tail = "-.".repeat(407);
    assert_eq!(grim(&format!(".{tail}")), 0);
    assert_eq!(grim(&format!(".:A{tail}-.:A")), grim("cycle 408"));
}

#[test]
fn graphs_that_cannot_be_read_are_refused_at_their_place() {
    for (text, part) in [
        ("cycle 300;.-x", "column 19: expected a vertex"),
        ("wheel 300", "expected a graph"),
        ("400x400", "too large"),
    ] {
        let error = parse_game(&format!("grim(\"{text}\")")).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(5), ..ProptestConfig::default() })]

    /// A large graph made of small parts has the sum of their values by the definition.
    #[test]
    fn large_graphs_of_grim_are_sums_of_their_parts(
        edges in proptest::collection::vec((0u32..7, 0u32..7), 1..9),
        copies in 1u32..4,
    ) {
        let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b)
            .map(|(a, b)| (a.min(b), a.max(b))).collect();
        let named = |edges: &[(u32, u32)]| {
            let names = edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1));
            names.collect::<Vec<_>>().join(",")
        };
        // By the definition, from the options and without theorems.
        let universe = Universe::new();
        let settings = Settings { theorems: false, components: false, ..Settings::default() };
        let plain = Engine::new(&universe, settings);
        let game = parse_game(&format!("grim(\".......|{}\")", named(&edges))).unwrap();
        let own = u64::from(game.grundy(&plain, &Budget::unlimited()).unwrap());
        let mut all = Vec::new();
        for copy in 0..copies {
            all.extend(edges.iter().map(|&(a, b)| (a + 7 * copy, b + 7 * copy)));
        }
        // Adding a path makes the graph too large for sets of bits.
        all.extend((0..70).map(|v| (100 + v, 101 + v)));
        let text = format!("{}|{}", ".".repeat(171), named(&all));
        let expected = if copies % 2 == 1 { own } else { 0 } ^ grundy("grim(71)");
        prop_assert_eq!(grim(&text), expected);
        // Options of the whole graph are read back correctly.
        let game = parse_game(&format!("grim(\"{text}\")")).unwrap();
        for option in game.options(Player::Left).unwrap() {
            let text = option.text();
            prop_assert_eq!(parse_game(&text).unwrap().text(), text);
        }
    }
}
