//! Games of completing a line, and Dodgem, against second generators written from the rules, and
//! against published counts.

use std::collections::{BTreeMap, BTreeSet};

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Game, Ruleset, Settings};
use upstar_games::{InARow, Men, parse_game};
use upstar_values::Universe;

use crate::common::boards::{Rows as Board, at, cells, rows, text};

/// Whether this many men of a letter are in a line, checked from each cell in each direction.
fn has_line(board: &Board, letter: char, length: i32) -> bool {
    cells(board).into_iter().any(|(row, column)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
            (0..length).all(|i| at(board, (row + i * down, column + i * right)) == Some(letter))
        })
    })
}

/// The options of a board of a game of completing a line.
fn in_a_row(board: &Board, length: i32, falling: bool) -> BTreeSet<String> {
    let count = |letter| board.iter().flatten().filter(|&&cell| cell == letter).count();
    let (own, other) = if count('x') == count('o') { ('x', 'o') } else { ('o', 'x') };
    let mut found = BTreeSet::new();
    if has_line(board, other, length) {
        return found;
    }
    if count('.') == 0 {
        found.insert(text(board));
    }
    for (row, column) in cells(board) {
        let stands = !falling || at(board, (row + 1, column)) != Some('.');
        if at(board, (row, column)) == Some('.') && stands {
            let mut next = board.clone();
            next[row as usize][column as usize] = own;
            found.insert(text(&next));
        }
    }
    found
}

/// The options of a board of Dodgem.
fn dodgem(board: &Board, player: Player) -> BTreeSet<String> {
    let (own, other) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let has = |letter| board.iter().flatten().any(|&cell| cell == letter);
    let mut found = BTreeSet::new();
    if !has(own) {
        found.insert(text(board));
        return found;
    }
    if !has(other) {
        return found;
    }
    let (ahead, sides) = match player {
        Player::Left => ((0, 1), [(1, 0), (-1, 0)]),
        Player::Right => ((-1, 0), [(0, 1), (0, -1)]),
    };
    for (row, column) in cells(board) {
        if at(board, (row, column)) != Some(own) {
            continue;
        }
        for step in [ahead, sides[0], sides[1]] {
            let to = (row + step.0, column + step.1);
            let mut next = board.clone();
            next[row as usize][column as usize] = '.';
            match at(board, (to.0, to.1)) {
                Some('.') => next[to.0 as usize][to.1 as usize] = own,
                None if step == ahead => {}
                _ => continue,
            }
            found.insert(text(&next));
        }
    }
    if found.is_empty() {
        let off = board
            .iter()
            .map(|row| row.iter().map(|&cell| if cell == own { '.' } else { cell }).collect());
        found.insert(text(&off.collect()));
    }
    found
}

fn options(game: &Game, player: Player) -> BTreeSet<String> {
    game.options(player).unwrap().iter().map(Game::position_text).collect()
}

/// All reachable positions with their options, by a naive generator.
fn reached(
    start: &str,
    next: impl Fn(&Board) -> BTreeSet<String>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    let mut open = vec![start.to_owned()];
    while let Some(text) = open.pop() {
        if found.contains_key(&text) {
            continue;
        }
        let options = next(&rows(&text));
        open.extend(options.iter().cloned());
        found.insert(text, options);
    }
    found
}

#[test]
fn lines_are_completed_as_told() {
    for (call, length, falling) in [
        ("tic_tac_toe()", 3, false),
        ("k_in_a_row(3; \"2x4\")", 3, false),
        ("k_in_a_row(2; \"2x3\")", 2, false),
        ("k_in_a_row(1; \"2x1\")", 1, false),
        ("k_in_a_row(9; \"2x3\")", 9, false),
        ("k_in_a_row(4; \"1x8\")", 4, false),
        ("connect_k(3; \"3x4\")", 3, true),
        ("connect_k(3; \"4x3\")", 3, true),
        ("connect_k(2; \"1x5\")", 2, true),
        ("connect_four(\"4x3\")", 4, true),
        ("connect_four(\"2x5\")", 4, true),
    ] {
        let start = parse_game(call).unwrap();
        let all = reached(&start.position_text(), |board| in_a_row(board, length, falling));
        for (text, expected) in &all {
            let game = start.rules().read(text).unwrap();
            for player in Player::BOTH {
                assert_eq!(&options(&game, player), expected, "{call} {text}");
            }
        }
    }
}

#[test]
fn cars_move_as_told() {
    for start in ["dodgem(3)", "dodgem(2)", "dodgem(\"x..|.o.\")", "dodgem(\"xx|oo|..\")"] {
        let start = parse_game(start).unwrap();
        let all = reached(&start.position_text(), |board| {
            Player::BOTH.into_iter().flat_map(|player| dodgem(board, player)).collect()
        });
        for text in all.keys() {
            let game = start.rules().read(text).unwrap();
            for player in Player::BOTH {
                assert_eq!(options(&game, player), dodgem(&rows(text), player), "{text} {player}");
            }
        }
    }
}

/// The number of positions, and of those that the player to move wins, loses and draws, by plain
/// retrograde analysis over positions with a player to move.
fn counts(start: &Game) -> [usize; 4] {
    let mut found: BTreeMap<(String, Player), Vec<(String, Player)>> = BTreeMap::new();
    let turns = !start.class().is_impartial();
    let mut open = vec![(start.clone(), Player::Left)];
    while let Some((game, player)) = open.pop() {
        let key = (game.position_text(), player);
        if found.contains_key(&key) {
            continue;
        }
        let next = if turns { player.opponent() } else { player };
        let options = game.options(player).unwrap();
        found.insert(key, options.iter().map(|option| (option.position_text(), next)).collect());
        open.extend(options.into_iter().map(|option| (option, next)));
    }
    let mut won: BTreeMap<&(String, Player), bool> = BTreeMap::new();
    loop {
        let before = won.len();
        for (key, options) in &found {
            if options.iter().any(|option| won.get(option) == Some(&false)) {
                won.insert(key, true);
            } else if options.iter().all(|option| won.get(option) == Some(&true)) {
                won.insert(key, false);
            }
        }
        if won.len() == before {
            let wins = won.values().filter(|&&won| won).count();
            return [found.len(), wins, won.len() - wins, found.len() - won.len()];
        }
    }
}

fn outcome(text: &str) -> Outcome {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let game = parse_game(text).unwrap();
    game.outcome(&engine, Convention::Normal, &Budget::unlimited()).unwrap()
}

/// 5478 positions, of which the player to move wins 2836, loses 1574 and draws 1068 (GamesmanOne
/// v1.3.0, tic-tac-toe). Up to the symmetries of the square there are 765 (sum of OEIS A008907: 1,
/// 3, 12, 38, 108, 174, 204, 153, 57, 15).
#[test]
fn tic_tac_toe_has_5478_positions() {
    let start = parse_game("tic_tac_toe()").unwrap();
    assert_eq!(counts(&start), [5478, 2836, 1574, 1068]);
    assert_eq!(outcome("tic_tac_toe()"), Outcome::D);
    let rules: &InARow = start.rules().downcast().unwrap();
    let all = reached(&start.position_text(), |board| in_a_row(board, 3, false));
    let mut by_men = [0; 10];
    let images: BTreeSet<Men> =
        all.keys().map(|text| rules.normalize(rules.parse(text).unwrap()).0).collect();
    for men in &images {
        by_men[(men.x | men.o).count_ones() as usize] += 1;
    }
    assert_eq!(by_men, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(images.len(), 765);
}

/// The first player wins Dodgem on 3 x 3 cells (Winning Ways, chapter 22, with a table of the
/// winner of every position).
#[test]
fn the_first_player_wins_dodgem_on_three_by_three() {
    assert_eq!(outcome("dodgem(3)"), Outcome::N);
    // A player without cars has won.
    assert_eq!(outcome("dodgem(\"x..|...|...\")"), Outcome::R);
    assert_eq!(outcome("dodgem(\"...|...|..o\")"), Outcome::L);
    // Right is blocked and wins if he is to move. Left, if to move, leaves the board first.
    assert_eq!(outcome("dodgem(\"x|o\")"), Outcome::N);
}

#[test]
fn boards_that_play_does_not_lead_to_are_refused() {
    for (call, part) in [
        ("tic_tac_toe(\"xx.|...|...\")", "Left (x) begins"),
        ("tic_tac_toe(\"xxx|ooo|...\")", "the player to move has a line"),
        ("tic_tac_toe(\"4x4\")", "3 rows and 3 columns"),
        ("connect_four(\"x...|....\")", "men fall down"),
        ("connect_four(\"9x9\")", "1 to 64 cells"),
        ("connect_four(\"..|.z\")", "expected a cell"),
        ("connect_four(7)", "found 1 argument"),
        ("k_in_a_row(0; \"3x3\")", "a number from 1 to 64"),
        ("k_in_a_row(\"3x3\")", "expected"),
        ("dodgem(1)", "2 to 8"),
        ("dodgem(9)", "0 to 8"),
        ("dodgem(\"...\")", "expected cars"),
    ] {
        let error = parse_game(call).unwrap_err().to_string();
        assert!(error.contains(part), "{call}: {error}");
    }
    assert_eq!(
        parse_game("connect4()").unwrap().text(),
        "connect_four(\".......|.......|.......|.......|.......|.......\")"
    );
    assert_eq!(parse_game("m_n_k(2; \"1x2\")").unwrap().text(), "k_in_a_row(2; \"..\")");
}

/// The outcome by the definition: each position is looked at, with nothing left out.
fn by_minimax(
    game: &Game,
    convention: Convention,
    known: &mut BTreeMap<String, Outcome>,
) -> Outcome {
    let key = game.text();
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let options = game.options(Player::Left).unwrap();
    let found = if options.len() == 1 && options[0].text() == key {
        Outcome::D
    } else {
        let below: Vec<Outcome> =
            options.iter().map(|option| by_minimax(option, convention, known)).collect();
        if below.contains(&Outcome::P) || below.is_empty() && convention == Convention::Misere {
            Outcome::N
        } else if below.contains(&Outcome::D) {
            Outcome::D
        } else {
            Outcome::P
        }
    };
    known.insert(key, found);
    found
}

/// The search forward finds the outcome of each position that minimax finds, with symmetries and
/// without, and with too little memory for a table.
#[test]
fn outcomes_are_those_of_minimax() {
    let universe = Universe::new();
    let small = Budget::unlimited().with_bytes(1 << 15);
    for text in [
        "tic_tac_toe(\"...|...|...\")",
        "k_in_a_row(2; \"..|..|..\")",
        "k_in_a_row(3; \"...|...\")",
        "connect_k(3; \"...|...|...\")",
        "connect_k(2; \"...|...\")",
        "k_in_a_row(4; \"...|...\")",
    ] {
        let game = parse_game(text).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let mut known = BTreeMap::new();
            by_minimax(&game, convention, &mut known);
            for (index, (position, &outcome)) in known.iter().enumerate() {
                let game = parse_game(position).unwrap();
                let symmetry = index % 2 == 0;
                let engine = Engine::new(&universe, Settings { symmetry, ..Settings::default() });
                let budget = if index % 3 == 0 { &small } else { &Budget::unlimited() };
                let found = game.outcome(&engine, convention, budget).unwrap();
                assert_eq!(found, outcome, "{position} {convention:?}");
            }
        }
    }
}
