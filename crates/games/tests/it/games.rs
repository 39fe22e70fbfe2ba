//! Games on heaps, coins, strips and boards from the sources and others: closed forms against the
//! definition, options against a second generator, published facts.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Game, Settings};
use upstar_games::parse_game;
use upstar_values::Universe;

use crate::common::boards::{Rows as Board, text};
use crate::common::by_definition;

fn options(game: &Game, player: Player) -> BTreeSet<String> {
    game.options(player).unwrap().iter().map(|option| option.text()).collect()
}

fn grundy(text: &str) -> u32 {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    parse_game(text).unwrap().grundy(&engine, &Budget::unlimited()).unwrap()
}

fn outcome(text: &str, convention: Convention) -> Outcome {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    parse_game(text).unwrap().outcome(&engine, convention, &Budget::unlimited()).unwrap()
}

fn value(text: &str) -> String {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let value = parse_game(text).unwrap().value(&engine, &Budget::unlimited()).unwrap();
    universe.game(value).to_string()
}

/// All lists of `length` numbers from `least` to `most`.
fn lists(length: usize, least: u64, most: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![vec![]], |lists, _| {
        let longer = |list: Vec<u64>| (least..=most).map(move |next| [&list[..], &[next]].concat());
        lists.into_iter().flat_map(longer).collect()
    })
}

fn call(name: &str, numbers: &[u64]) -> String {
    let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("{name}({})", list.join(","))
}

#[test]
fn closed_forms_are_the_values_of_the_definition() {
    let increasing = |list: &Vec<u64>| list.windows(2).all(|pair| pair[0] < pair[1]);
    let ordered = |list: &Vec<u64>| list.windows(2).all(|pair| pair[0] <= pair[1]);
    let mut games: Vec<String> = Vec::new();
    games.extend(lists(4, 0, 3).iter().map(|list| call("staircase", list)));
    games.extend(lists(3, 1, 6).iter().map(|list| call("nimble", list)));
    games.extend(
        lists(3, 1, 9).iter().filter(|list| increasing(list)).map(|list| call("nimble2", list)),
    );
    games.extend(
        lists(4, 0, 5).iter().filter(|list| ordered(list)).map(|list| call("ordered_nim", list)),
    );
    games.extend(lists(3, 1, 9).iter().map(|list| call("cake", list)));
    games.extend(lists(1, 1, 70).iter().map(|list| format!("cake(1,2,{})", list[0])));
    games.extend(lists(2, 1, 30).iter().map(|list| call("euclid", list)));
    games.extend(lists(2, 1, 40).iter().map(|list| call("knight", list)));
    for bits in 0..1u32 << 9 {
        let strip: String = (0..9).map(|i| if bits >> i & 1 == 1 { 'O' } else { 'X' }).collect();
        games.push(format!("turning_turtles(\"{strip}\")"));
        games.push(format!("twins(\"{strip}\")"));
    }
    let mut known = HashMap::new();
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for text in games {
        let game = parse_game(&text).unwrap();
        assert_eq!(game.text(), text);
        let fact = game.grundy(&engine, &Budget::unlimited()).unwrap();
        assert_eq!(fact, by_definition(&game, &mut known), "{text}");
    }
}

/// Moore's rule gives outcomes. Grundy values need a search.
#[test]
fn moores_rule_gives_the_outcomes_and_not_the_values() {
    let mut known = HashMap::new();
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for most in 1..=3 {
        for heaps in lists(4, 0, 3) {
            let list = call("", &heaps);
            let text = format!("moore({most}; {}", &list[1..]);
            let game = parse_game(&text).unwrap();
            let value = by_definition(&game, &mut known);
            let expected = if value == 0 { Outcome::P } else { Outcome::N };
            let budget = Budget::unlimited();
            assert_eq!(
                game.outcome(&engine, Convention::Normal, &budget).unwrap(),
                expected,
                "{text}"
            );
            assert_eq!(game.grundy(&engine, &budget).unwrap(), value, "{text}");
        }
    }
    assert_eq!((grundy("moore(2; 0,1,1)"), grundy("moore(2; 0,2,3)")), (2, 5));
    // The rule needs no search.
    let large = format!("moore(2; {0},{0},{0})", u64::MAX);
    assert_eq!(outcome(&large, Convention::Normal), Outcome::P);
}

/// Dehornoy's table of the hungry knight is correct on an unbounded board. On a board of 9 rows and
/// 10 columns six cells differ.
#[test]
fn the_knight_misses_the_moves_off_the_board() {
    let mut different = Vec::new();
    for row in 1..=9 {
        for column in 1..=10 {
            let bounded = grundy(&format!("knight({row},{column},9,10)"));
            if bounded != grundy(&format!("knight({row},{column})")) {
                different.push((row, column, bounded));
            }
        }
    }
    let expected = [(8, 9, 3), (8, 10, 1), (9, 3, 0), (9, 4, 0), (9, 7, 0), (9, 8, 0)];
    assert_eq!(different, expected);
    for (row, column) in [(1, 7), (2, 4), (4, 4)] {
        assert_eq!(grundy(&format!("knight({row},{column})")), 1);
    }
    // Along the diagonal the table repeats after 4 rows and columns.
    assert_eq!(grundy("knight(4000000003,4000000006)"), grundy("knight(3,6)"));
}

/// On 2 x n only the number of free cells matters: heap 2n of 0.007.
#[test]
fn triomino_on_two_rows_is_an_octal_game() {
    for n in 1..=9 {
        let field = grundy(&format!("triomino(\"2x{n}\")"));
        assert_eq!(field, grundy(&format!("take_and_break(\"0.007\"; {})", 2 * n)), "2x{n}");
    }
    // This fails on other boards: three cells in a row hold no piece.
    assert_eq!(grundy("triomino(\"...\")"), 0);
}

/// Winning Ways, chapter 15: one row is Dawson's Kayles. By symmetry, the first player loses boards
/// with two even sides and wins boards with one even side.
#[test]
fn cram_has_the_published_outcomes() {
    for n in 1..=14 {
        let row = grundy(&format!("cram(\"1x{n}\")"));
        assert_eq!(row, grundy(&format!("dawson_kayles({n})")), "1x{n}");
    }
    for (rows, columns) in [(2, 2), (2, 4), (2, 6), (4, 4)] {
        assert_eq!(grundy(&format!("cram(\"{rows}x{columns}\")")), 0);
    }
    for (rows, columns) in [(2, 1), (2, 3), (3, 4), (2, 5)] {
        assert_ne!(grundy(&format!("cram(\"{rows}x{columns}\")")), 0);
    }
}

/// The impartial rows of MCGS, and the 1 x n boards of the paper on linear NoGo.
#[test]
fn nogo_has_the_published_outcomes() {
    for (board, expected) in [
        (".", Outcome::P),
        ("....", Outcome::P),
        ("...", Outcome::N),
        (".....", Outcome::N),
        ("......", Outcome::N),
        ("...o..xoo.x.x..xx.......xo....", Outcome::L),
        ("x.x....xo..ox...ox........ox..", Outcome::N),
        (".|.", Outcome::N),
        ("..x.|....|.o..|xo..", Outcome::N),
        ("....|..ox|.o..|....", Outcome::R),
    ] {
        assert_eq!(outcome(&format!("nogo(\"{board}\")"), Convention::Normal), expected, "{board}");
    }
}

/// Outcomes by MCGS; the value by CGSuite.
#[test]
fn toppling_dominoes_has_the_published_outcomes() {
    for (row, expected) in [
        ("XXO##XXO#X", Outcome::L),
        ("#O###OO#XX", Outcome::N),
        ("OOXXOXXXOO", Outcome::R),
        ("#XXXOXO###", Outcome::N),
        ("OOO#O#XXXO", Outcome::R),
        ("XXO#OXXXOOOOXOOXXOXX", Outcome::L),
    ] {
        let found = outcome(&format!("toppling_dominoes(\"{row}\")"), Convention::Normal);
        assert_eq!(found, expected, "{row}");
    }
}

/// Winning Ways, chapter 2; a row of Maundy Cake is OEIS A006022.
#[test]
fn cakes_have_the_published_values() {
    let table = ["0 1 2 3 4 5 6 7", "-1 0 0 1 1 2 2 3", "-2 0 0 1 1 2 2 3", "-3 -1 -1 0 0 0 0 1"];
    for (row, line) in (1..).zip(table) {
        for (column, expected) in (1..).zip(line.split(' ')) {
            assert_eq!(value(&format!("cutcake({row},{column})")), expected, "{row} x {column}");
        }
    }
    let maundy = "0 1 1 3 1 4 1 7 4 6 1 10 1 8 6 15 1 13 1 16 8 12 1 22";
    for (length, expected) in (1..).zip(maundy.split(' ')) {
        assert_eq!(value(&format!("maundy_cake(1,{length})")), expected, "{length}");
    }
}

/// The closed form of Cutcake against the engine without it.
#[test]
fn cutcake_is_what_the_engine_finds() {
    let universe = Universe::new();
    let plain = Engine::new(&universe, Settings { theorems: false, ..Settings::default() });
    let engine = Engine::new(&universe, Settings::default());
    for rows in 1..=12 {
        for columns in 1..=12 {
            let game = parse_game(&format!("cutcake({rows},{columns})")).unwrap();
            let budget = Budget::unlimited();
            assert_eq!(
                game.value(&plain, &budget).unwrap(),
                game.value(&engine, &budget).unwrap(),
                "{rows} x {columns}"
            );
        }
    }
}

/// Two rows of Chomp are a P-position exactly if the upper one is longer by one (Gale 1974). Every
/// rectangle but the poisoned square is an N-position.
#[test]
fn chomp_has_the_published_outcomes() {
    for upper in 1..=12u64 {
        for lower in 0..=upper {
            let lost = grundy(&call("chomp", &[upper, lower])) == 0;
            assert_eq!(lost, upper == lower + 1, "{upper}, {lower}");
        }
    }
    for (rows, columns) in [(2, 2), (3, 3), (3, 5), (4, 4)] {
        assert_ne!(grundy(&call("chomp", &vec![columns; rows])), 0);
    }
    assert_eq!(grundy("chomp(4,1,1,1)"), 0);
}

/// The gaps decide Northcott's game, although play may go on forever.
#[test]
fn northcotts_game_is_decided_by_the_gaps() {
    let universe = Universe::new();
    let plain = Engine::new(&universe, Settings { theorems: false, ..Settings::default() });
    let budget = Budget::unlimited();
    let rows: Vec<String> = (0..4)
        .flat_map(|x| (0..4).filter(move |&o| o != x).map(move |o| (x, o)))
        .map(|(x, o)| {
            (0..4)
                .map(|i| {
                    if i == x {
                        'x'
                    } else if i == o {
                        'o'
                    } else {
                        '.'
                    }
                })
                .collect()
        })
        .collect();
    for first in &rows {
        for second in &rows {
            let text = format!("northcott(\"{first}|{second}\")");
            let game = parse_game(&text).unwrap();
            let found = game.outcome(&plain, Convention::Normal, &budget).unwrap();
            assert_eq!(found, outcome(&text, Convention::Normal), "{text}");
            assert!(matches!(found, Outcome::N | Outcome::P));
        }
    }
}

/// Dawson's pawns in misère play, as he posed the problem: the first player wins with 3, 4, 5 and 8
/// pairs, by search on the real board.
#[test]
fn dawsons_pawns_have_the_outcomes_of_the_real_board() {
    for (n, expected) in (1..).zip("PPNNNPPN".chars()) {
        let found = outcome(&format!("pawns({n})"), Convention::Misere);
        assert_eq!(found.to_string(), expected.to_string(), "{n}");
    }
}

/// The options of games on boards, directly from the rules.
fn naive(game: &str, board: &Board, player: Player) -> BTreeSet<String> {
    let own = if player == Player::Left { 'x' } else { 'o' };
    let (rows, columns) = (board.len(), board[0].len());
    let cells: Vec<(usize, usize)> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let near = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let put = |changes: &[((usize, usize), char)]| {
        let mut board = board.clone();
        for &((row, column), letter) in changes {
            board[row][column] = letter;
        }
        board
    };
    let is = |(row, column): (usize, usize), letter| board[row][column] == letter;
    let mut found = BTreeSet::new();
    for &a in &cells {
        for &b in &cells {
            match game {
                "cram" if near(a, b) && is(a, '.') && is(b, '.') => {
                    found.insert(put(&[(a, '#'), (b, '#')]));
                }
                // The middle cell of the piece is a; b and c share a side with it.
                "triomino" if near(a, b) => {
                    for &c in &cells {
                        let corner = b.0 != c.0 && b.1 != c.1;
                        if near(a, c) && corner && [a, b, c].iter().all(|&cell| is(cell, '.')) {
                            found.insert(put(&[(a, '#'), (b, '#'), (c, '#')]));
                        }
                    }
                }
                "northcott" if a.0 == b.0 && a != b && is(a, own) => {
                    let way = a.1.min(b.1)..=a.1.max(b.1);
                    if way.filter(|&column| column != a.1).all(|column| is((a.0, column), '.')) {
                        found.insert(put(&[(a, '.'), (b, own)]));
                    }
                }
                "nogo" if a == b && is(a, '.') => {
                    let after = put(&[(a, own)]);
                    // A stone breathes if it has a free neighbour or a breathing neighbour of its
                    // own colour. Repeat this until nothing changes.
                    let mut breathes: BTreeSet<(usize, usize)> = BTreeSet::new();
                    let letter = |(row, column): (usize, usize)| after[row][column];
                    loop {
                        let before = breathes.len();
                        for &cell in &cells {
                            let by = |&next: &(usize, usize)| {
                                near(cell, next)
                                    && (letter(next) == '.'
                                        || letter(next) == letter(cell) && breathes.contains(&next))
                            };
                            if cells.iter().any(by) {
                                breathes.insert(cell);
                            }
                        }
                        if breathes.len() == before {
                            break;
                        }
                    }
                    let stone = |cell: &&(usize, usize)| ['x', 'o'].contains(&letter(**cell));
                    if cells.iter().filter(stone).all(|cell| breathes.contains(cell)) {
                        found.insert(after);
                    }
                }
                _ => {}
            }
        }
    }
    found.iter().map(text).collect()
}

fn board(letters: &'static str) -> impl Strategy<Value = Board> {
    (1usize..4, 1usize..6).prop_flat_map(move |(rows, columns)| {
        let letters: Vec<char> = letters.chars().collect();
        let row = proptest::collection::vec(proptest::sample::select(letters), columns);
        proptest::collection::vec(row, rows)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None,
        ..ProptestConfig::default() })]

    #[test]
    fn options_on_boards_are_those_of_the_rules(
        walls in board("...#"), stones in board("...xo#"),
        gaps in proptest::collection::vec((0usize..5, 0usize..5), 1..4),
    ) {
        let men: Board = gaps.iter().filter(|(x, o)| x != o).map(|&(x, o)| {
            (0..5).map(|i| if i == x { 'x' } else if i == o { 'o' } else { '.' }).collect()
        }).collect();
        for (name, board) in
            [("cram", &walls), ("triomino", &walls), ("nogo", &stones), ("northcott", &men)]
        {
            if board.is_empty() {
                continue;
            }
            let game = parse_game(&format!("{name}(\"{}\")", text(board))).unwrap();
            for player in Player::BOTH {
                let found = options(&game, player);
                let expected: BTreeSet<String> = naive(name, board, player)
                    .iter().map(|text| format!("{name}(\"{text}\")")).collect();
                prop_assert_eq!(&found, &expected, "{} {}", text(board), player);
            }
        }
    }

    #[test]
    fn dominoes_fall_to_either_side(row in "[lre]{0,12}") {
        let game = parse_game(&format!("toppling_dominoes(\"{row}\")")).unwrap();
        for (player, enemy) in [(Player::Left, 'r'), (Player::Right, 'l')] {
            let mut expected = BTreeSet::new();
            for i in 0..row.len() {
                if !row[i..].starts_with(enemy) {
                    expected.insert(format!("toppling_dominoes(\"{}\")", &row[..i]));
                    expected.insert(format!("toppling_dominoes(\"{}\")", &row[i + 1..]));
                }
            }
            prop_assert_eq!(options(&game, player), expected);
        }
    }

    /// Symmetries, components and theorems change no outcome in normal or misère play, and P + P =
    /// 0 for impartial positions.
    #[test]
    fn what_is_faster_is_the_same(
        walls in board("..#"), stones in board("..xo"), row in "[lre]{0,8}",
        rows in proptest::collection::vec(1u64..5, 1..4),
    ) {
        let mut rows = rows;
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let universe = Universe::new();
        let plain = Settings {
            symmetry: false, components: false, theorems: false, ..Settings::default()
        };
        let plain = Engine::new(&universe, plain);
        let engine = Engine::new(&universe, Settings::default());
        let budget = Budget::unlimited();
        for text in [
            format!("cram(\"{}\")", text(&walls)),
            format!("triomino(\"{}\")", text(&walls)),
            format!("nogo(\"{}\")", text(&stones)),
            format!("toppling_dominoes(\"{row}\")"),
            call("chomp", &rows),
        ] {
            // Without symmetry, NoGo on more than nine cells takes too long.
            if text.starts_with("nogo") && text.len() > 17 {
                continue;
            }
            let Ok(game) = parse_game(&text) else { continue };
            for convention in [Convention::Normal, Convention::Misere] {
                prop_assert_eq!(
                    game.outcome(&plain, convention, &budget).unwrap(),
                    game.outcome(&engine, convention, &budget).unwrap(),
                    "{} {:?}", text, convention
                );
            }
            prop_assert_eq!(
                game.value(&plain, &budget).unwrap(), game.value(&engine, &budget).unwrap(),
                "{}", text
            );
        }
    }
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    for (text, part) in [
        ("nimble(0)", "column 8: cells are counted from 1"),
        ("nimble2(3,3)", "two coins on one cell"),
        ("staircase(18446744073709551615,1)", "too large"),
        ("twins(\"OXY\")", "column 10: expected `O`"),
        ("moore(2,3)", "expected `moore(k; a,b,...)`"),
        ("moore(0; 3)", "column 7: expected a number from 1 on"),
        ("cake(1,2)", "expected `cake(a,b,c)`"),
        ("ordered_nim(3,2)", "column 15: this heap is smaller"),
        ("euclid(0,2)", "column 8: expected a number from 1 on"),
        ("knight(3)", "knight(row,column)"),
        ("knight(9,9,8,8)", "off the board"),
        ("northcott(\"x.o|x..\")", "expected one `x` and one `o` in each row"),
        ("cram(\"x\")", "expected a cell"),
        ("toppling_dominoes(\"lrq\")", "column 22: expected `l`"),
        ("cutcake(0,3)", "column 9: expected a number from 1 on"),
        ("cutcake(\"2x3,q\")", "column 14: expected rows x columns"),
        ("chomp(2,3)", "column 9: this row is longer"),
    ] {
        let error = parse_game(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
