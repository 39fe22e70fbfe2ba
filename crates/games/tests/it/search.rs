//! The outcome search against canonical forms and, in misère play, against the definition.

use std::collections::HashMap;

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Settings, Solver, Sum};
use upstar_games::parse_sum;

use crate::common::Random;

impl Random {
    /// A board of letters, each as likely as its share of `letters`.
    fn board(&mut self, rows: usize, columns: usize, letters: &str) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let mut row =
            || (0..columns).map(|_| letters[self.below(letters.len())]).collect::<String>();
        (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
    }

    /// A small position of some partizan game.
    fn position(&mut self) -> String {
        let (name, rows, columns, letters) = [
            ("domineering", 3, 4, "...#"),
            ("domineering", 4, 3, "..#"),
            ("domineering", 1, 9, "...#"),
            ("clobber", 1, 7, "xo"),
            ("clobber", 3, 3, "xxoo."),
            ("nogo", 2, 3, "...xo"),
            ("nogo", 1, 5, "..xo"),
            ("amazons", 2, 3, ".#.xo"),
            ("konane", 3, 4, "xo.xo"),
            ("fission", 3, 3, "..x"),
            ("toads_and_frogs", 1, 6, "t.f"),
            ("toppling_dominoes", 1, 4, "LRE"),
            ("cannibal_clobber", 2, 3, "xo."),
            ("elephants", 1, 6, "x.o"),
        ][self.below(14)];
        format!("{name}(\"{}\")", self.board(rows, columns, letters))
    }
}

/// Whether the sum has a canonical form, with a check that its outcome equals that of the search.
fn agree(sum: &Sum, settings: &Settings) {
    let budget = Budget::unlimited();
    let (values, search) = (Solver::default(), Solver::new(settings.clone()));
    let value = values.value(sum, &budget).unwrap();
    let mut worker = values.worker(&budget);
    let expected = worker.outcome(value).unwrap();
    let found = search.outcome(sum, Convention::Normal, &budget).unwrap();
    let text = || sum.text(&mut values.worker(&budget), Default::default()).unwrap();
    assert_eq!(found, expected, "{}", text());
    for first in Player::BOTH {
        let winner = sum.winner(&search.engine(), first, Convention::Normal, &budget).unwrap();
        assert_eq!(winner, expected.winner(first), "{}", text());
    }
}

#[test]
fn sums_of_small_positions_have_the_outcomes_of_their_values() {
    let mut random = Random(1);
    let settings = [
        Settings::default(),
        Settings { symmetry: false, components: false, ..Settings::default() },
        Settings { threads: 2, ..Settings::default() },
    ];
    for round in 0..3000 {
        let count = 1 + random.below(3);
        let mut sum: Option<Sum> = None;
        for _ in 0..count {
            let mut next = parse_sum(&random.position()).unwrap();
            if random.below(3) == 0 {
                let solver = Solver::default();
                next = next.negative(&mut solver.worker(&Budget::unlimited())).unwrap();
            }
            sum = Some(match sum {
                Some(sum) => sum.plus(next),
                None => next,
            });
        }
        let settings = &settings[if round % 10 == 0 { 1 + round / 10 % 2 } else { 0 }];
        agree(&sum.unwrap(), settings);
    }
}

/// Many boards of one kind, which the search handles with their own type.
#[test]
fn sums_of_boards_of_one_game_have_the_outcomes_of_their_values() {
    let mut random = Random(2);
    for (name, rows, columns, letters) in
        [("domineering", 4, 4, "..#"), ("clobber", 2, 4, "xo."), ("nogo", 2, 2, "..xo")]
    {
        for _ in 0..200 {
            let count = 2 + random.below(3);
            let mut part = || format!("{name}(\"{}\")", random.board(rows, columns, letters));
            let parts: Vec<String> = (0..count).map(|_| part()).collect();
            agree(&parse_sum(&parts.join(" + ")).unwrap(), &Settings::default());
        }
    }
}

/// Sums whose parts have values that take long, and are bounded by integers from searches of their own:
/// of one game, and of boards by different rules.
#[test]
fn sums_of_large_boards() {
    let solver = Solver::default();
    for (text, expected) in [
        ("domineering(\"6x7\") + domineering(\"5x5\")", Outcome::L),
        ("domineering(\"7x6\") + domineering(\"5x5\")", Outcome::R),
        ("domineering(\"4x7\") + domineering(\"4x9\")", Outcome::L),
        ("amazons(\"x...|....|...o\") + amazons(\"x..|...|...|..o\")", Outcome::P),
        (
            "konane(\"xoxoxo|oxoxox|xo..xo|oxoxox\") + konane(\"xoxoxox|oxo.oxo|xox.xox\")",
            Outcome::P,
        ),
        ("nogo(\"3x5\") + nogo(\"4x4\")", Outcome::N),
        ("nogo(\"1x10\") + nogo(\"1x11\") + nogo(\"1x12\")", Outcome::N),
    ] {
        let sum = parse_sum(text).unwrap();
        let found = solver.outcome(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
        assert_eq!(found, expected, "{text}");
    }
}

/// Whether Left wins a board of Clobber without walls, by the definition.
fn wins_clobber(
    board: &[u8],
    columns: usize,
    first: Player,
    known: &mut HashMap<(Vec<u8>, Player), bool>,
) -> bool {
    if let Some(&found) = known.get(&(board.to_vec(), first)) {
        return found;
    }
    let (own, enemy) = if first == Player::Left { (b'x', b'o') } else { (b'o', b'x') };
    let mut wins = false;
    for from in 0..board.len() {
        for to in 0..board.len() {
            let (rows, far) = ((from / columns).abs_diff(to / columns), from.abs_diff(to));
            let beside = (rows == 0 && far == 1) || far == columns;
            if beside && (board[from], board[to]) == (own, enemy) {
                let mut after = board.to_vec();
                (after[from], after[to]) = (b'.', own);
                wins |= !wins_clobber(&after, columns, first.opponent(), known);
            }
        }
    }
    known.insert((board.to_vec(), first), wins);
    wins
}

/// All boards of some sizes and random larger ones, by solvers that keep what they know.
#[test]
fn outcomes_of_clobber_are_those_of_plain_play() {
    let mut random = Random(5);
    let solvers = [
        Settings::default(),
        Settings { table_bytes: 1 << 14, ..Settings::default() },
        Settings { threads: 3, ..Settings::default() },
        Settings { symmetry: false, ..Settings::default() },
    ]
    .map(Solver::new);
    for (rows, columns, count) in
        [(1, 7, None), (2, 3, None), (1, 14, Some(300)), (2, 5, Some(200)), (3, 4, Some(200))]
    {
        let cells = rows * columns;
        let mut known = HashMap::new();
        for number in 0..count.unwrap_or(3_usize.pow(cells as u32)) {
            let letter = |at: usize| match count {
                None => b".xo"[number / 3_usize.pow(at as u32) % 3],
                Some(_) => b"xoxo.xo"[random.below(7)],
            };
            let board: Vec<u8> = (0..cells).map(letter).collect();
            let mut winner = |first: Player| {
                let wins = wins_clobber(&board, columns, first, &mut known);
                Some(if wins { first } else { first.opponent() })
            };
            let expected = Outcome::from_winners(winner(Player::Left), winner(Player::Right));
            let lines: Vec<_> = board.chunks(columns).map(String::from_utf8_lossy).collect();
            let text = format!("clobber(\"{}\")", lines.join("|"));
            let sum = parse_sum(&text).unwrap();
            let solver = &solvers[if number % 8 < 4 { number % 8 } else { 0 }];
            let found = solver.outcome(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
            assert_eq!(found, expected, "{text}");
        }
    }
}

/// The first player wins a strip of alternating stones, except one of six (Chen, Folkersen and others, A
/// proof of the 2004 Albert-Grossman-Nowakowski-Wolfe conjecture on alternating linear Clobber, 2025).
#[test]
fn alternating_strips_are_won_by_the_first_player() {
    for settings in [
        Settings::default(),
        Settings { table_bytes: 1 << 18, ..Settings::default() },
        Settings { threads: 2, ..Settings::default() },
    ] {
        let solver = Solver::new(settings);
        for n in (1..=30).rev() {
            let sum = parse_sum(&format!("clobber(\"{}\")", "xo".repeat(n))).unwrap();
            let found = solver.outcome(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
            assert_eq!(found, if n == 3 { Outcome::P } else { Outcome::N }, "{n}");
        }
    }
}

/// Whether the player to move wins in misère play, by the definition.
fn wins(sum: &Sum, player: Player, known: &mut HashMap<(String, Player), bool>) -> bool {
    let solver = Solver::default();
    let mut worker = solver.worker(&Budget::unlimited());
    let key = (sum.text(&mut worker, Default::default()).unwrap(), player);
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let options = sum.options(&mut worker, player).unwrap();
    let found =
        options.is_empty() || options.iter().any(|option| !wins(option, player.opponent(), known));
    known.insert(key, found);
    found
}

#[test]
fn misere_outcomes_are_those_of_plain_search() {
    let mut random = Random(3);
    for round in 0..300 {
        // Of impartial games alone, which are searched in another way, or of any.
        let kind = if round % 2 == 0 { 5 } else { 0 };
        let part = |random: &mut Random| match kind + random.below(5) {
            0 => format!("domineering(\"{}\")", random.board(2, 3, "..#")),
            1 => format!("clobber(\"{}\")", random.board(1, 5, "xo")),
            2 => format!("nogo(\"{}\")", random.board(2, 2, "..x")),
            3 => format!("kayles({})", random.below(4)),
            4 => format!("konane(\"{}\")", random.board(2, 4, "xo.")),
            5 => format!("cram(\"{}\")", random.board(2, 4, "..#")),
            6 => format!("node_kayles(\"path {}\")", 1 + random.below(6)),
            7 => format!("chomp(3,{})", 1 + random.below(3)),
            8 => format!("kayles({},{})", random.below(4), random.below(4)),
            _ => "sprouts(\"0.1|2\")".to_owned(),
        };
        let parts: Vec<String> = (0..1 + round % 3).map(|_| part(&mut random)).collect();
        let sum = parse_sum(&parts.join(" + ")).unwrap();
        let mut known = HashMap::new();
        let mut winner = |first: Player| {
            Some(if wins(&sum, first, &mut known) { first } else { first.opponent() })
        };
        let expected = Outcome::from_winners(winner(Player::Left), winner(Player::Right));
        let found = Solver::default().outcome(&sum, Convention::Misere, &Budget::unlimited());
        assert_eq!(found.unwrap(), expected, "{}", parts.join(" + "));
    }
}

#[test]
fn known_outcomes_of_large_positions_are_found() {
    for (position, expected) in [
        ("domineering(\"5x6\")", Outcome::R),
        ("domineering(\"6x6\")", Outcome::N),
        ("nogo(\"3x4\")", Outcome::P),
        ("nogo(\"4x4\")", Outcome::P),
        ("nogo(\"2x9\")", Outcome::P),
        ("clobber(\"xoxo|oxox|xoxo|oxox\")", Outcome::N),
    ] {
        let sum = parse_sum(position).unwrap();
        let found = Solver::default().outcome(&sum, Convention::Normal, &Budget::unlimited());
        assert_eq!(found.unwrap(), expected, "{position}");
    }
}

/// Sums long enough that threads share results.
#[test]
fn threads_change_no_answer() {
    let settings = Settings { threads: 3, ..Settings::default() };
    for (position, convention) in [
        ("domineering(\"5x6\")", Convention::Normal),
        ("domineering(\"6x6\")", Convention::Normal),
        ("domineering(\"5x5\") + clobber(\"xoxo|oxox|xoxo\")", Convention::Normal),
        ("nogo(\"3x4\")", Convention::Normal),
        ("nogo(\"4x4\")", Convention::Normal),
        ("nogo(\"3x3\")", Convention::Misere),
        ("domineering(\"4x5\")", Convention::Misere),
    ] {
        let (sum, budget) = (parse_sum(position).unwrap(), Budget::unlimited());
        let one = Solver::default().outcome(&sum, convention, &budget).unwrap();
        let solver = Solver::new(settings.clone());
        assert_eq!(solver.outcome(&sum, convention, &budget).unwrap(), one, "{position}");
        // Also with the results found so far.
        assert_eq!(solver.outcome(&sum, convention, &budget).unwrap(), one, "{position}");
    }
}

/// Who wins random positions of impartial games, by four threads with much memory and with little,
/// against the Grundy value by one thread.
#[test]
fn threads_change_no_answer_of_impartial_games() {
    let mut random = Random(4);
    for round in 0..12 {
        let text = match round % 6 {
            0 => format!("cram(\"{}\")", random.board(4, 5, "....#")),
            1 => format!("cram(\"{}\")", random.board(3, 7, "....#")),
            2 => format!("node_kayles(\"path {}\")", 30 + random.below(30)),
            3 => format!("chomp({0},{0},{1},{1})", 5 + random.below(3), 1 + random.below(5)),
            4 => format!("arc_kayles(\"3x{}\")", 3 + random.below(2)),
            _ => format!("sprouts({})", 4 + random.below(3)),
        };
        let game = upstar_games::parse_game(&text).unwrap();
        let budget = Budget::unlimited();
        let value = Solver::default().grundy(&game, &budget).unwrap();
        let table_bytes = [1 << 18, 1 << 30][round / 6 % 2];
        let solver = || Solver::new(Settings { threads: 4, table_bytes, ..Settings::default() });
        let sum = parse_sum(&text).unwrap();
        let outcome = solver().outcome(&sum, Convention::Normal, &budget).unwrap();
        assert_eq!(outcome, if value == 0 { Outcome::P } else { Outcome::N }, "{text}");
        assert_eq!(solver().grundy(&game, &budget).unwrap(), value, "{text}");
        // It beside its value.
        let sum = parse_sum(&format!("{text} + nim({value})")).unwrap();
        let outcome = solver().outcome(&sum, Convention::Normal, &budget).unwrap();
        assert_eq!(outcome, Outcome::P, "{text}");
    }
}

/// Budgets of several threads: an error or the answer, never another one.
#[test]
fn budgets_end_threads() {
    let (sum, mut found) = (parse_sum("cram(\"5x6\")").unwrap(), 0);
    let solver = || Solver::new(Settings { threads: 3, ..Settings::default() });
    let steps = (8..24).map(|n| Budget::unlimited().with_steps(1 << n));
    let bytes = (16..26).map(|n| Budget::unlimited().with_bytes(1 << n));
    for budget in steps.chain(bytes) {
        match solver().outcome(&sum, Convention::Normal, &budget) {
            Ok(outcome) => {
                assert_eq!(outcome, Outcome::N);
                found += 1;
            }
            Err(error) => assert!(error.exhausted().is_some(), "{error}"),
        }
    }
    assert!((1..26).contains(&found), "{found}");
}

#[test]
fn several_boards_are_valued_at_first() {
    let boards = [
        "..#.|....|.#..|...#",
        "#...|..#.|....|#..#",
        "....|.#..|..#.|#...",
        "...#|.#..|....|#.#.",
        ".#..|...#|....|.#.#",
    ];
    let sum = boards.map(|board| format!("domineering(\"{board}\")")).join(" + ");
    let sum = parse_sum(&sum).unwrap();
    let budget = Budget::unlimited().with_steps(30_000);
    let found = Solver::default().outcome(&sum, Convention::Normal, &budget);
    assert_eq!(found.unwrap(), Outcome::L);
}

/// A search uses the results of earlier searches, with any amount of memory.
#[test]
fn little_memory_changes_no_answer() {
    for table_bytes in [1 << 14, 1 << 17, 1 << 20] {
        let solver = Solver::new(Settings { table_bytes, ..Settings::default() });
        for (position, expected) in
            [("domineering(\"5x5\")", Outcome::P), ("clobber(\"xoxo|oxox|xoxo\")", Outcome::P)]
        {
            let sum = parse_sum(position).unwrap();
            for _ in 0..2 {
                let found = solver.outcome(&sum, Convention::Normal, &Budget::unlimited());
                assert_eq!(found.unwrap(), expected, "{position}");
            }
        }
    }
}

/// Grundy values found by increasing guesses, beyond the size that is valued at once.
#[test]
fn large_impartial_positions_have_their_known_values() {
    // Cram: Lemoine and Viennot (2012), table 1; Clobber: Dai and Chen (2022).
    for (position, expected) in
        [("cram(\"3x7\")", 1), ("cram(\"4x5\")", 2), ("cram(\"5x5\")", 0), ("cram(\"6x6\")", 0)]
    {
        let game = upstar_games::parse_game(position).unwrap();
        let value = Solver::default().grundy(&game, &Budget::unlimited()).unwrap();
        assert_eq!(value, expected, "{position}");
    }
}
