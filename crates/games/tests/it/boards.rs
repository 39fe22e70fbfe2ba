//! Boards of Domineering and NoGo of all sizes, and the one text of a board of Clobber.

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Arguments, Convention, Engine, Game, Settings, Solver};
use upstar_games::{parse_game, parse_sum};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

use crate::common::Random;

/// Published outcomes (Bullock, 2002, table 1), and a budget that ends.
#[test]
fn domineering_on_whole_boards() {
    let solver = Solver::default();
    let sum = |board: &str| parse_sum(&format!("domineering(\"{board}\")")).unwrap();
    let budget = Budget::unlimited();
    let outcomes = [
        ("5x5", Outcome::P),
        ("5x6", Outcome::R),
        ("6x6", Outcome::N),
        ("6x7", Outcome::L),
        ("7x7", Outcome::N),
        ("7x8", Outcome::R),
    ];
    for (board, outcome) in outcomes {
        let found = solver.outcome(&sum(board), Convention::Normal, &budget).unwrap();
        assert_eq!(found, outcome, "{board}");
    }
    let few = Budget::unlimited().with_steps(1000);
    for board in ["8x8", "9x9", "6x14"] {
        assert!(solver.outcome(&sum(board), Convention::Normal, &few).is_err(), "{board}");
    }
}

/// Two rows: Berlekamp, 1988; three and five: Lachmann, Moore and Rapaport, 2000.
#[test]
fn domineering_on_wide_boards() {
    let solver = Solver::default();
    let budget = Budget::unlimited();
    let outcomes = [
        ("2x9", Outcome::L),
        ("2x13", Outcome::P),
        ("2x20", Outcome::R),
        ("2x40", Outcome::R),
        ("3x9", Outcome::R),
        ("30x3", Outcome::L),
        ("9x5", Outcome::L),
        ("5x10", Outcome::R),
        ("5x13", Outcome::R),
    ];
    for (board, outcome) in outcomes {
        let sum = parse_sum(&format!("domineering(\"{board}\")")).unwrap();
        let found = solver.outcome(&sum, Convention::Normal, &budget).unwrap();
        assert_eq!(found, outcome, "{board}");
    }
}

fn domineering(board: &str) -> Game {
    parse_game(&format!("domineering(\"{board}\")")).unwrap()
}

/// Against the rules file: options, parts, outcomes and values of boards with few free cells.
#[test]
fn large_domineering_agrees_with_the_rules_file() {
    let text = include_str!("../../rules/domineering.game");
    let plain = CustomGame::read_all(text).unwrap().remove(0);
    let solver = Solver::default();
    let budget = Budget::unlimited();
    let mut random = 1u64;
    for round in 0..40 {
        let (rows, columns) = [(9, 9), (10, 11), (5, 13), (14, 3), (2, 40)][round % 5];
        let mut board = String::new();
        for at in 0..rows * columns {
            if at > 0 && at % columns == 0 {
                board.push('|');
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            board.push(if random >> 33 & 7 < 3 { '.' } else { '#' });
        }
        let (wide, twin) =
            (domineering(&board), plain.rules().make(&Arguments::of_text(&board)).unwrap());
        assert_eq!(wide.position_text(), twin.position_text());
        for player in Player::BOTH {
            let texts = |game: &Game| {
                let options = game.options(player).unwrap();
                let mut texts: Vec<_> = options.iter().map(Game::position_text).collect();
                texts.sort();
                texts
            };
            assert_eq!(texts(&wide), texts(&twin), "{board}");
        }
        let outcome = |game: &Game| {
            solver.outcome(&game.clone().into(), Convention::Normal, &budget).unwrap()
        };
        assert_eq!(outcome(&wide), outcome(&twin), "{board}");
        let value = |game: &Game| solver.value(&game.clone().into(), &budget).unwrap();
        assert_eq!(value(&wide), value(&twin), "{board}");
    }
}

/// A part and its images have one representative, and its sign changes with the players.
#[test]
fn large_domineering_has_one_representative() {
    let tall = "...|.##|###|###|###|###|###|###|###";
    let [wide, level] = ["..#######|.########|.########", "#########...|#########.##"];
    for (board, image, opposite) in
        [(tall, wide, true), (level, "##.#########|...#########", false)]
    {
        let [a, b] = [board, image].map(|board| domineering(board).normalized());
        assert_eq!(a.0.position::<u128>(), b.0.position::<u128>());
        assert_eq!(a.1 != b.1, opposite);
    }
}

fn spelled(text: &str) -> String {
    parse_game(text).unwrap().normalized().0.spelled()
}

/// Strips and small boards are two kinds of positions. Yet a position and its images have the
/// same text in the end, if the text of a small board is read as a strip.
#[test]
fn clobber_is_spelled_in_one_way() {
    for (texts, expected) in [
        (&["x.xo", "x#xo", "ox.x", "..x.xo#", "x.xo|....", "##|#x|..|#x|#o"][..], "o#ox"),
        (&["xo", "x|o", ".xo", "#|x|o|.", "..|xo|.."], "ox"),
        (&[".", "#", "....", "..|.."], "#"),
    ] {
        for text in texts {
            let found = spelled(&spelled(&format!("clobber(\"{text}\")")));
            assert_eq!(found, format!("clobber(\"{expected}\")"), "{text}");
        }
    }
}

/// The parts and standard forms of NoGo against whole boards, by play from the definition.
#[test]
fn nogo_is_the_sum_of_its_parts() {
    let budget = Budget::unlimited();
    let universe = Universe::new();
    let fast = Engine::new(&universe, Settings::default());
    let settings = Settings { symmetry: false, components: false, ..Settings::default() };
    let plain = Engine::new(&universe, settings);
    let mut random = Random(1);
    let mut split = 0;
    // On strips and boards with more than eight columns cell by cell, else by bits.
    for (rows, columns, letters, count) in
        [(1, 8, "..xo", 600), (2, 4, "..xo", 600), (3, 3, "..xo#", 600), (2, 9, ".xo#", 600)]
    {
        for _ in 0..count {
            let mut row = || -> String {
                let letter = || char::from(letters.as_bytes()[random.below(letters.len())]);
                std::iter::repeat_with(letter).take(columns).collect()
            };
            let board = (0..rows).map(|_| row()).collect::<Vec<_>>().join("|");
            if board.matches('.').count() > 9 {
                continue;
            }
            let game = parse_game(&format!("nogo(\"{board}\")")).unwrap();
            split += usize::from(game.components().unwrap().len() > 1);
            let [one, other] = [&fast, &plain].map(|engine| game.value(engine, &budget).unwrap());
            assert_eq!(one, other, "{board}");
        }
    }
    assert!(split > 100, "{split}");
}
