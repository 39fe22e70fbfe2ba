//! Graphs with letters: Col, Snort and their relatives on boards and graphs, and the two forms in which a
//! graph is written.

use proptest::prelude::*;
use upstar_core::{Budget, Player};
use upstar_engine::{Engine, RuleError, Settings};
use upstar_games::parse_game;
use upstar_values::Universe;

/// The moves by the definition: a stone on a free cell whose neighbours allow it.
fn moves(snort: bool, rows: &[String], player: Player) -> Vec<Vec<String>> {
    let at = |row: usize, column: usize| rows.get(row)?.chars().nth(column);
    let (mine, other) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let bad = if snort { other } else { mine };
    let mut found = Vec::new();
    for (row, column) in (0..rows.len()).flat_map(|r| (0..rows[0].len()).map(move |c| (r, c))) {
        let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
        let around = [(up, column), (row + 1, column), (row, left), (row, column + 1)];
        let allowed = around.iter().all(|&(row, column)| at(row, column) != Some(bad));
        if at(row, column) == Some('.') && allowed {
            let mut after = rows.to_vec();
            after[row].replace_range(column..=column, &mine.to_string());
            found.push(after);
        }
    }
    found
}

#[test]
fn boards_are_played_by_the_definition() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let value =
        |text: &str| parse_game(text).unwrap().value(&engine, &Budget::unlimited()).unwrap();
    for (snort, name) in [(true, "snort"), (false, "col")] {
        assert_eq!(value(&format!("{name}(\"..|..|..\")")), value(&format!("{name}(\"3x2\")")));
        let mut open = vec![vec!["..".to_owned(), "..".to_owned(), ".#".to_owned()]];
        let mut met = std::collections::HashSet::new();
        while let Some(rows) = open.pop() {
            if !met.insert(rows.clone()) {
                continue;
            }
            let text = format!("{name}(\"{}\")", rows.join("|"));
            let game = parse_game(&text).unwrap();
            assert_eq!((game.text(), game.board()), (text, Some(rows.clone())));
            for player in Player::BOTH {
                let found = game.options(player).unwrap();
                let mut found: Vec<_> = found.iter().map(|o| o.board().unwrap()).collect();
                let mut expected = moves(snort, &rows, player);
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{name} {rows:?}");
                open.extend(found);
            }
        }
        assert!(met.len() > 40, "{}", met.len());
    }
}

#[test]
fn bad_boards_are_refused_at_their_place() {
    for (text, place) in [("snort(\"xo|..\")", 0), ("col(\"..|.x|.x\")", 4), ("col(\"..x|.\")", 4)]
    {
        match parse_game(text).unwrap_err() {
            RuleError::Notation { place: found, .. } => {
                let start = text.find('"').unwrap() + 1;
                assert_eq!(
                    found.span.as_ref().map(|span| span.start),
                    Some(start + place),
                    "{text}"
                );
            }
            other => panic!("{text}: {other}"),
        }
    }
    let large =
        format!("snort(\"x......................{}\")", "|.......................".repeat(22));
    assert!(parse_game(&large).unwrap_err().to_string().contains("free cells"));
}

/// Col and Snort are special cases of the general rules.
#[test]
fn col_and_snort_are_kinds_of_it() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let value =
        |text: &str| parse_game(text).unwrap().value(&engine, &Budget::unlimited()).unwrap();
    for graph in ["path 6", "cycle 5", "R:A-.-L-R:A", "L(-R-R;-L-.)", ".-.-.(-.;-.)", "2x3"] {
        let general = |sets: &str| value(&format!("gen_col({sets}; \"{graph}\")"));
        assert_eq!(general("\".L\",\".R\""), value(&format!("snort(\"{graph}\")")), "{graph}");
        assert_eq!(general("\".R\",\".L\""), value(&format!("col(\"{graph}\")")), "{graph}");
    }
}

/// Whether a vertex next to both players may be taken makes a difference.
#[test]
fn fjords_are_read_in_two_ways() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let value = |text: &str| {
        let budget = Budget::unlimited();
        let value = parse_game(text).unwrap().value(&engine, &budget).unwrap();
        universe.game(value).to_string()
    };
    assert_eq!(value("fjords(\"L-.-.-R\")"), "0");
    assert_eq!(value("gen_col(\"L\",\"R\"; \"L-.-.-R\")"), "*");
    assert_eq!(value("fjords(\"L-.-R\")"), "*");
    assert_eq!(value("gen_col(\"L\",\"R\"; \"L-.-R\")"), "0");
}

/// A graph has the same value in both forms: as a list of edges, and as CGSuite writes it,
/// where each edge is a part of its own and its ends have names.
fn both_forms_have_one_value(n: usize, colours: &[usize], edges: &[(usize, usize)]) {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let value = |text: String| {
        let budget = Budget::unlimited();
        parse_game(&text).unwrap().value(&engine, &budget).unwrap()
    };
    let letter = |v: usize| ['.', 'L', 'R', 'E'][colours[v]];
    let letters: String = (0..n).map(letter).collect();
    let pairs: Vec<String> = edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
    let list = format!("{letters}|{}", pairs.join(","));
    let named = |v: usize| format!("{}:{{{v}}}", letter(v));
    let parts = (0..n).map(named);
    let ends = edges.iter().map(|&(a, b)| format!("{} - {}", named(a), named(b)));
    let walk = parts.chain(ends).collect::<Vec<_>>().join(";");
    for game in ["snort", "col"] {
        let [list, walk] = [&list, &walk].map(|graph| value(format!("{game}(\"{graph}\")")));
        assert_eq!(list, walk, "{game}: {walk:?}");
    }
    let plain = |text: &str| text.replace(['L', 'R', 'E'], ".");
    for game in ["node_kayles", "arc_kayles", "grim"] {
        let [list, walk] =
            [&list, &walk].map(|graph| value(format!("{game}(\"{}\")", plain(graph))));
        assert_eq!(list, walk, "{game}");
    }
    let kinds = ["l", "r", "e"];
    let colour = |index: usize| kinds[colours[index % n] % 3];
    let ends = edges.iter().enumerate();
    let list: Vec<String> =
        ends.clone().map(|(i, (a, b))| format!("{a}-{b}{}", colour(i))).collect();
    let walk: Vec<String> =
        ends.map(|(i, (a, b))| format!(".:{{{a}}}{}.:{{{b}}}", colour(i))).collect();
    let game = "partizan_arc_kayles";
    let [list, walk] = [list.join(","), walk.join(";")].map(|graph| format!("{game}(\"{graph}\")"));
    assert_eq!(value(list), value(walk));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(2), ..ProptestConfig::default() })]

    #[test]
    fn graphs_of_cgsuite_are_those_of_edge_lists(
        n in 2usize..7,
        colours in proptest::collection::vec(0usize..4, 7),
        edges in proptest::collection::vec((0usize..7, 0usize..7), 1..8),
    ) {
        let mut edges: Vec<(usize, usize)> =
            edges.into_iter().map(|(a, b)| (a % n, b % n)).filter(|(a, b)| a != b).collect();
        edges.push((0, 1));
        both_forms_have_one_value(n, &colours, &edges);
    }
}
