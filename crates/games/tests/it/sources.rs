//! The games of the source documents: their numbers, and closed forms against real play.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, RuleError, Settings};
use upstar_games::{parse_game, parse_sum};
use upstar_values::Universe;

use crate::common::by_definition;

fn with_engine<T>(settings: Settings, work: impl FnOnce(&Engine<'_>) -> T) -> T {
    let universe = Universe::new();
    work(&Engine::new(&universe, settings))
}

fn plain() -> Settings {
    Settings { symmetry: false, components: false, theorems: false, ..Settings::default() }
}

fn grundy(text: &str) -> u32 {
    let game = parse_game(text).unwrap();
    with_engine(Settings::default(), |engine| game.grundy(engine, &Budget::unlimited()).unwrap())
}

fn outcome(text: &str, convention: Convention) -> Outcome {
    with_engine(Settings::default(), |engine| {
        parse_sum(text).unwrap().outcome(engine, convention, &Budget::unlimited()).unwrap()
    })
}

fn winning_moves(text: &str) -> Vec<String> {
    with_engine(Settings::default(), |engine| {
        let sum = parse_sum(text).unwrap();
        let budget = Budget::unlimited();
        let moves = sum.winning_moves(engine, Player::Left, Convention::Normal, &budget).unwrap();
        moves.iter().map(ToString::to_string).collect()
    })
}

/// The numbers below `end` for which `lost` holds.
fn lost(end: u64, lost: impl Fn(u64) -> bool) -> Vec<u64> {
    (0..end).filter(|&n| lost(n)).collect()
}

#[test]
fn closed_forms_are_the_values_of_the_definition() {
    let mut known = HashMap::new();
    for text in (0..=9).map(|n| format!("omax({n})")).chain(["omax(9; \"1-4,5-7\")".into()]) {
        let game = parse_game(&text).unwrap();
        assert_eq!(game.text(), text);
        assert_eq!(grundy(&text), by_definition(&game, &mut known), "{text}");
    }
    for n in 3..=12 {
        for text in [format!("crosses({n})"), format!("treblecross({n})")] {
            let game = parse_game(&text).unwrap();
            assert_eq!(game.text(), text);
            assert_eq!(grundy(&text), by_definition(&game, &mut known), "{text}");
        }
    }
    for text in ["crosses(\"..X....\")", "treblecross(\"....X....|..X\")", "apples(7)", "grim(9)"] {
        let game = parse_game(text).unwrap();
        assert_eq!(game.text(), text);
        assert_eq!(grundy(text), by_definition(&game, &mut known), "{text}");
    }
}

/// Three in a row by its rules: a player who completes three wins at once, and any free cell may be
/// taken. e-maxx: the two cells on each side of a cross lose. The lost boards are from its facts.
#[test]
fn treblecross_has_the_winners_of_three_in_a_row() {
    fn wins(n: u32, crosses: u32, known: &mut HashMap<u32, bool>) -> bool {
        if let Some(&wins) = known.get(&crosses) {
            return wins;
        }
        let free = (0..n).filter(|&cell| crosses >> cell & 1 == 0);
        let after = free.map(|cell| crosses | 1 << cell).collect::<Vec<u32>>();
        let three = |crosses: u32| crosses & crosses >> 1 & crosses >> 2 != 0;
        let found = after.iter().any(|&after| three(after))
            || after.iter().any(|&after| !wins(n, after, known));
        known.insert(crosses, found);
        found
    }
    for n in 3..=13 {
        let first = wins(n, 0, &mut HashMap::new());
        let expected = if first { Outcome::N } else { Outcome::P };
        assert_eq!(outcome(&format!("treblecross({n})"), Convention::Normal), expected, "{n}");
    }
    // Every strip, including those where a third cross makes three, and finished ones.
    for (n, crosses) in (3..=8).flat_map(|n| (0..1 << n).map(move |crosses: u32| (n, crosses))) {
        let over = crosses & crosses >> 1 & crosses >> 2 != 0;
        let first = !over && wins(n, crosses, &mut HashMap::new());
        let row: String =
            (0..n).map(|cell| if crosses >> cell & 1 == 1 { 'X' } else { '.' }).collect();
        let expected = if first { Outcome::N } else { Outcome::P };
        let text = format!("treblecross(\"{row}\")");
        assert_eq!(outcome(&text, Convention::Normal), expected, "{text}");
    }
    assert_eq!(winning_moves("treblecross(\"XX...\")"), ["1: treblecross(\"XXX..\")"]);
    let game = parse_game("treblecross(\"X.X..\")").unwrap();
    let value = with_engine(Settings::default(), |e| game.grundy(e, &Budget::unlimited()));
    assert!(matches!(value, Err(RuleError::NotApplicable(_))), "{value:?}");
    let boards = lost(360, |n| n >= 3 && grundy(&format!("treblecross({n})")) == 0);
    let facts = [
        6, 12, 22, 30, 32, 44, 54, 64, 76, 86, 98, 110, 118, 130, 132, 162, 170, 184, 194, 202,
        282, 290, 302, 356,
    ];
    assert_eq!(boards, facts);
    // Positions are written with their own name, and moves are in the live cells.
    assert_eq!(winning_moves("treblecross(5)"), ["1: treblecross(\"..X..\")"]);
}

/// e-maxx and Stankevich: the lost positions of crosses, OMax and the period of 34.
#[test]
fn lost_positions_are_those_of_the_sources() {
    let crosses = lost(90, |n| grundy(&format!("crosses({n})")) == 0);
    assert_eq!(crosses, [0, 4, 8, 14, 20, 24, 28, 34, 38, 42, 54, 58, 62, 72, 76, 88]);
    let omax = lost(108, |n| grundy(&format!("omax({n})")) == 0);
    let facts = [0, 1, 5, 9, 15, 21, 25, 29, 35, 39, 43, 55, 59, 63, 73, 77, 89, 93, 97, 107];
    assert_eq!(omax, facts);
    for n in 52..120 {
        assert_eq!(grundy(&format!("crosses({n})")), grundy(&format!("crosses({})", n + 34)));
        assert_eq!(grundy(&format!("omax({})", n + 1)), grundy(&format!("omax({})", n + 35)));
    }
    assert_ne!(grundy("crosses(51)"), grundy("crosses(85)"));
    let kayles = lost(400, |n| grundy(&format!("kayles({n})")) == 0);
    assert_eq!(kayles, [0]);
    let first: Vec<u32> = (0..6).map(|n| grundy(&format!("kayles({n})"))).collect();
    assert_eq!(first, [0, 1, 2, 3, 1, 4]);
    assert!(
        (71..200)
            .all(|n| grundy(&format!("kayles({n})")) == grundy(&format!("kayles({})", n + 12)))
    );
    for n in 1..200u64 {
        let lasker = match n % 4 {
            0 => n - 1,
            3 => n + 1,
            _ => n,
        };
        assert_eq!(u64::from(grundy(&format!("lasker({n})"))), lasker, "{n}");
    }
    let zeros = lost(1300, |n| grundy(&format!("grundy({n})")) == 0);
    assert_eq!((zeros.len(), zeros.last()), (42, Some(&1222)));
    for most in 1..=5 {
        let matches = lost(40, |n| {
            outcome(&format!("matches({n},{most})"), Convention::Normal) == Outcome::P
        });
        assert!(matches.iter().eq((0..40).step_by(most as usize + 1).collect::<Vec<_>>().iter()));
    }
}

/// Delta: Grim on chains, and the formulas for cycles, complete graphs and stars.
#[test]
fn grim_has_the_values_of_the_sources() {
    let chains = lost(500, |n| grundy(&format!("grim({n})")) == 0);
    assert_eq!(chains, [0, 1, 4, 12, 20, 30, 46, 72, 98, 124, 150, 176, 314, 408]);
    // A cycle without a vertex is a chain: N if and only if that chain is a P-position.
    let cycles: Vec<u64> =
        (3..=50).filter(|n| grundy(&format!("grim(\"cycle {n}\")")) != 0).collect();
    assert_eq!(cycles, [5, 13, 21, 31, 47]);
    for n in 2..=12 {
        let complete = grundy(&format!("grim(\"complete {n}\")"));
        assert_eq!(complete, (n + 1) % 2, "K_{n}");
        // A star of n vertices has n - 1 rays.
        let star = grundy(&format!("grim(\"star {n}\")"));
        assert_eq!(star, if (n - 1) % 2 == 1 { 1 } else { 2 }, "star with {} rays", n - 1);
    }
    // Chains written as graphs and as numbers are one game.
    for n in 0..=20 {
        assert_eq!(grundy(&format!("grim(\"path {n}\")")), grundy(&format!("grim({n})")));
    }
    // An odd chain is won by taking its centre, by symmetry (figure 2).
    for n in (3..60).step_by(2) {
        let centre = format!("1: grim({0},{0})", n / 2);
        assert!(winning_moves(&format!("grim({n})")).contains(&centre), "{n}");
    }
}

/// The mirror strategy: if the parts form equal pairs, the player to move loses.
#[test]
fn mirrored_positions_are_seen_without_search() {
    for (text, expected) in [
        ("grim(4,4)", true),
        ("grim(4,5)", false),
        ("grim(4) + grim(4)", true),
        ("grim(\"..........|1-2,2-3,4-5,5-6,8-9\")", false),
        ("kayles(3,3,5)", false),
        ("nim(1,2,1,2)", true),
        ("clobber(\"xo.ox\")", false),
        ("domineering(\"..##|..#.|###.\")", false),
        ("domineering(\"..#.|###.\")", true),
        ("hackenbush(\"(l;r)\")", true),
        ("hackenbush(\"(lr;rl)\")", true),
        ("hackenbush(\"(lr;lr)\")", false),
        ("nim_with_transfer(1,1)", false),
    ] {
        let sum = parse_sum(text).unwrap();
        assert_eq!(sum.is_mirrored().unwrap(), expected, "{text}");
        if expected {
            assert_eq!(outcome(text, Convention::Normal), Outcome::P, "{text}");
        }
    }
}

/// Pawns by their rules: n white against n black pawns on three rows, with forced captures. The
/// values of crosses in normal play, and Dawson's misère outcomes.
#[test]
fn pawns_are_pawns() {
    type Board = Vec<[u8; 3]>;
    fn moves(board: &Board, white: bool) -> Vec<Board> {
        let (own, enemy) = if white { (1, 2) } else { (2, 1) };
        let (mut walks, mut takes) = (Vec::new(), Vec::new());
        for column in 0..board.len() {
            for row in 0..3usize {
                let ahead =
                    if white { row.checked_sub(1) } else { Some(row + 1).filter(|&r| r < 3) };
                let Some(ahead) = ahead.filter(|_| board[column][row] == own) else { continue };
                let go = |to: usize, list: &mut Vec<Board>| {
                    let mut after = board.clone();
                    after[column][row] = 0;
                    after[to][ahead] = own;
                    list.push(after);
                };
                if board[column][ahead] == 0 {
                    go(column, &mut walks);
                }
                for to in [column.wrapping_sub(1), column + 1] {
                    if board.get(to).is_some_and(|cells| cells[ahead] == enemy) {
                        go(to, &mut takes);
                    }
                }
            }
        }
        if takes.is_empty() { walks } else { takes }
    }
    fn wins(
        board: &Board,
        white: bool,
        misere: bool,
        known: &mut HashMap<(Board, bool), bool>,
    ) -> bool {
        if let Some(&wins) = known.get(&(board.clone(), white)) {
            return wins;
        }
        let after = moves(board, white);
        let found = if after.is_empty() {
            misere
        } else {
            after.iter().any(|after| !wins(after, !white, misere, known))
        };
        known.insert((board.clone(), white), found);
        found
    }
    for n in 1..=7 {
        for (convention, misere) in [(Convention::Normal, false), (Convention::Misere, true)] {
            let board = vec![[2, 0, 1]; n];
            let first = wins(&board, true, misere, &mut HashMap::new());
            let expected = if first { Outcome::N } else { Outcome::P };
            assert_eq!(outcome(&format!("pawns({n})"), convention), expected, "{n} {convention:?}");
            // The same on the board.
            let board = format!("chess_pawns({n})");
            assert_eq!(outcome(&board, convention), expected, "{n} {convention:?}");
        }
    }
    // The options on boards with gaps, by the generator above.
    let mut seed = 5u64;
    for _ in 0..200 {
        let mut board: Board = vec![[0; 3]; 4];
        for cell in board.iter_mut().flatten() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *cell = [0, 0, 1, 2][(seed >> 33) as usize % 4];
        }
        let text = |board: &Board| -> String {
            let row = |row: usize| -> String {
                board.iter().map(|column| ['.', 'x', 'o'][usize::from(column[row])]).collect()
            };
            format!("chess_pawns(\"{}|{}|{}\")", row(0), row(1), row(2))
        };
        let game = parse_game(&text(&board)).unwrap();
        for (player, white) in [(Player::Left, true), (Player::Right, false)] {
            let found: BTreeSet<String> =
                game.options(player).unwrap().iter().map(|option| option.text()).collect();
            let expected: BTreeSet<String> = moves(&board, white).iter().map(text).collect();
            assert_eq!(found, expected, "{} {player}", game.text());
        }
    }
}

/// Stankevich, example 7; Dehornoy, examples 2.8 and 2.9, section 2.3, exercise 2.12.
#[test]
fn winning_moves_are_those_of_the_sources() {
    assert_eq!(
        winning_moves("nim(2,3,5,7)"),
        ["1: nim(1,3,5,7)", "1: nim(2,0,5,7)", "1: nim(2,3,5,4)"]
    );
    assert_eq!(outcome("nim(1,3,5,7)", Convention::Normal), Outcome::P);
    assert_eq!(outcome("nim(1,3,5,7)", Convention::Misere), Outcome::P);
    assert_eq!(
        winning_moves("nim(1,3,5,6)"),
        ["1: nim(0,3,5,6)", "1: nim(1,2,5,6)", "1: nim(1,3,4,6)"]
    );
    assert_eq!(winning_moves("knight(3,6) + apples(4)"), ["2: apples(2)"]);
    assert_eq!(
        winning_moves("knight(3,6) + apples(1)"),
        ["1: knight(1,7)", "1: knight(2,4)", "1: knight(4,4)"]
    );
}

/// Bouton's theorem with additional moves (Dehornoy, proposition 2.3), against the engine without
/// theorems.
#[test]
fn poker_nim_is_worth_what_nim_is() {
    let budget = Budget::unlimited();
    let universe = Universe::new();
    let (plain, engine) =
        (Engine::new(&universe, plain()), Engine::new(&universe, Settings::default()));
    for (a, b) in [(0, 3), (1, 2), (2, 2), (1, 3)] {
        for (left, right) in [(0, 0), (2, 0), (1, 2)] {
            let game = parse_game(&format!("poker_nim({a},{b}; {left},{right})")).unwrap();
            let nim = parse_game(&format!("nim({a},{b})")).unwrap();
            let value = game.value(&plain, &budget).unwrap();
            assert_eq!(value, nim.value(&plain, &budget).unwrap(), "{}", game.text());
            assert_eq!(value, game.value(&engine, &budget).unwrap(), "{}", game.text());
        }
    }
    let options = parse_game("poker_nim(1,0; 2,0)").unwrap().options(Player::Left).unwrap();
    let options: Vec<String> = options.iter().map(|option| option.text()).collect();
    assert_eq!(options, ["poker_nim(0,0; 2,0)", "poker_nim(2,0; 1,0)", "poker_nim(3,0)"]);
}

/// Stankevich: if stones may be moved between heaps, positions recur.
#[test]
fn nim_with_transfer_has_cycles() {
    let game = parse_game("nim_with_transfer(1,2)").unwrap();
    let there = game.options(Player::Left).unwrap();
    let there = there.iter().find(|option| option.text() == "nim_with_transfer(2,1)").unwrap();
    let back = there.options(Player::Left).unwrap();
    assert!(back.iter().any(|option| option.text() == game.text()));
    let texts: Vec<String> =
        game.options(Player::Left).unwrap().iter().map(|option| option.text()).collect();
    let expected = ["0,2", "0,3", "1,0", "1,1", "2,1", "3,0"];
    assert_eq!(texts, expected.map(|heaps| format!("nim_with_transfer({heaps})")));
    // One heap is nim.
    for n in 1..6 {
        assert_eq!(outcome(&format!("nim_with_transfer({n})"), Convention::Normal), Outcome::N);
    }
}

/// Stankevich, exercise 17: with a cycle, annihilation changes the winner.
#[test]
fn annihilation_needs_a_graph_without_cycles() {
    let arcs = "\"0->2,2->0,1->1\"; 0,2";
    assert_eq!(outcome(&format!("tokens({arcs})"), Convention::Normal), Outcome::D);
    assert_eq!(outcome(&format!("annihilation({arcs})"), Convention::Normal), Outcome::N);
}

fn arcs(vertices: u32) -> impl Strategy<Value = Vec<(u32, u32)>> {
    proptest::collection::vec((0..vertices, 0..vertices), 1..10)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(11), ..ProptestConfig::default() })]

    /// Tokens and annihilation on graphs with and without cycles: theorems, components and symmetry
    /// against retrograde analysis of all positions. Without cycles the two games have equal Grundy
    /// values.
    #[test]
    fn tokens_are_summands(arcs in arcs(5), a in 0u32..5, b in 0u32..5, c in 0u32..5) {
        for acyclic in [true, false] {
            let list: Vec<String> = arcs.iter()
                .map(|&(x, y)| if acyclic { (x.min(y), x.max(y)) } else { (x, y) })
                .filter(|(x, y)| !acyclic || x != y)
                .map(|(x, y)| format!("{x}->{y}"))
                .collect();
            let graph = format!("{},0,1,2,3,4", list.join(","));
            let mut values = Vec::new();
            for text in [format!("tokens(\"{graph}\"; {a},{b},{c})"),
                format!("annihilation(\"{graph}\"; {a},{b},{c})")] {
                let Ok(game) = parse_game(&text) else {
                    prop_assert!(a == b || b == c || a == c);
                    continue;
                };
                let again = parse_game(&game.text()).unwrap();
                prop_assert_eq!(again.text(), game.text());
                let budget = Budget::unlimited();
                for convention in [Convention::Normal, Convention::Misere] {
                    let fast = with_engine(Settings::default(),
                        |engine| game.outcome(engine, convention, &budget).unwrap());
                    let slow = with_engine(plain(),
                        |engine| game.outcome(engine, convention, &budget).unwrap());
                    prop_assert_eq!(fast, slow, "{} {:?}", text, convention);
                }
                if !game.class().loopy {
                    let fast = with_engine(Settings::default(), |e| game.grundy(e, &budget).unwrap());
                    let slow = with_engine(plain(), |e| game.grundy(e, &budget).unwrap());
                    prop_assert_eq!(fast, slow, "{}", text);
                    values.push(fast);
                }
            }
            prop_assert!(values.iter().all(|value| value == &values[0]));
        }
    }

    /// Chords never meet.
    #[test]
    fn chords_do_not_meet(n in 2u64..10, picks in proptest::collection::vec(any::<usize>(), 0..5)) {
        let mut game = parse_game(&format!("omax({n})")).unwrap();
        for pick in picks {
            let options = game.options(Player::Left).unwrap();
            let free: u64 = n - 2 * game.text().matches('-').count() as u64;
            prop_assert!(options.len() as u64 <= free * free.saturating_sub(1) / 2);
            let Some(option) = (!options.is_empty()).then(|| &options[pick % options.len()]) else {
                break;
            };
            // The text is refused if chords meet.
            game = parse_game(&option.text()).unwrap();
        }
    }
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    for (text, part) in [
        ("treblecross(2)", "column 13: expected a number from 3 on"),
        ("crosses(\".XX\")", "column 12: a cross beside a cross"),
        ("crosses(\".Y\")", "column 11: expected a cell"),
        ("omax(6; 1-4,2-5)", "column 13: chord 2 meets chord 1"),
        ("omax(6; 1-7)", "column 9: expected a chord"),
        ("omax(6; 3)", "column 9: expected a chord"),
        ("omax(3,4)", "expected `omax(n)"),
        ("tokens(\"a->b\"; c)", "column 16: expected the names of vertices"),
        ("tokens(\"a->b\"; \"a,c\")", "column 19: expected the names of vertices"),
        ("tokens(\"a->b->c\"; a)", "column 9: expected an arc"),
        ("annihilation(\"a->b\"; \"a,a\")", "column 22: two tokens on one vertex"),
        ("poker_nim(1,2; 3)", "after the `;` come two numbers"),
        ("nim_with_transfer(18446744073709551615,1)", "too large"),
        ("apples(-1)", "column 8: expected a number"),
        ("grim(2,x)", "column 8: expected a whole number"),
    ] {
        let error = parse_game(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    // Sizes too large to list options are refused, but their values are known.
    for text in ["omax(1000000)", "crosses(1000000)", "apples(1000000000)"] {
        let game = parse_game(text).unwrap();
        assert!(matches!(game.options(Player::Left), Err(RuleError::TooLarge { .. })), "{text}");
        assert!(grundy(text) < 1_000_000_001);
    }
}
