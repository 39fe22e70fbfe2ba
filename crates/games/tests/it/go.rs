//! Go by territory against its rules in plain words, and what is published of its endgames.

use std::collections::HashMap;

use upstar_core::{Budget, Player};
use upstar_engine::{Engine, Settings};
use upstar_games::parse_game;
use upstar_values::{Id, Rational, Universe, Worker, thermography};

use crate::common::boards::{Rows as Board, text};

fn is(stone: char, player: Player) -> bool {
    stone.eq_ignore_ascii_case(if player == Player::Left { &'x' } else { &'o' })
}

fn beside(board: &Board, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let place = (row.checked_add_signed(down), column.checked_add_signed(right));
        if let (Some(r), Some(c)) = place
            && board.get(r).is_some_and(|row| c < row.len())
        {
            list.push((r, c));
        }
    }
    list
}

/// The group of a stone, and whether it can stay on the board.
fn group(board: &Board, at: (usize, usize)) -> (Vec<(usize, usize)>, bool) {
    let stone = board[at.0][at.1].to_ascii_lowercase();
    let (mut found, mut lives, mut next) = (vec![at], false, 0);
    while next < found.len() {
        let here = found[next];
        next += 1;
        lives |= board[here.0][here.1].is_ascii_uppercase();
        for other in beside(board, here) {
            let cell = board[other.0][other.1];
            lives |= cell == '.';
            if cell.to_ascii_lowercase() == stone && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    (found, lives)
}

/// The board after a move, and how many stones it captures.
fn play(board: &Board, at: (usize, usize), player: Player) -> Option<(Board, i64)> {
    if board[at.0][at.1] != '.' {
        return None;
    }
    let mut next = board.clone();
    next[at.0][at.1] = if player == Player::Left { 'x' } else { 'o' };
    let mut captured = 0;
    for other in beside(&next, at) {
        if is(next[other.0][other.1], player.opponent()) {
            let (stones, lives) = group(&next, other);
            if !lives {
                captured += stones.len() as i64;
                stones.into_iter().for_each(|(r, c)| next[r][c] = '.');
            }
        }
    }
    group(&next, at).1.then_some((next, captured))
}

/// The values of boards: `None` while a board is being valued, and of boards with loops.
type Values = HashMap<Board, Option<Id>>;

/// The value of a board if prisoners are integers: whoever cannot move loses. Nothing is known of
/// territory, life and death. `None` if play can return.
fn value(board: &Board, known: &mut Values, worker: &mut Worker<'_>) -> Option<Id> {
    if let Some(&found) = known.get(board) {
        return found;
    }
    known.insert(board.clone(), None);
    let mut sides = [Vec::new(), Vec::new()];
    let mut ends = true;
    for (side, player, sign) in [(0, Player::Left, 1), (1, Player::Right, -1)] {
        for row in 0..board.len() {
            for column in 0..board[row].len() {
                let Some((next, captured)) = play(board, (row, column), player) else { continue };
                let prisoners = worker.integer(sign * captured).unwrap();
                match value(&next, known, worker) {
                    Some(id) => sides[side].push(worker.add(id, prisoners).unwrap()),
                    None => ends = false,
                }
            }
        }
    }
    let found = ends.then(|| worker.game(&sides[0], &sides[1]).unwrap());
    known.insert(board.clone(), found);
    found
}

/// Pseudo-random numbers below a bound.
fn below(seed: &mut u64, bound: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % bound
}

/// A strip or a box with safe stones around it, at least one beside each point.
fn random_board(seed: &mut u64) -> Board {
    loop {
        let (rows, columns) = (1 + below(seed, 2) as usize, 1 + below(seed, 5) as usize);
        if rows * columns > 7 {
            continue;
        }
        let mut board = vec![vec!['#'; columns + 2]; rows + 2];
        for (r, row) in board.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                let inside = (1..=rows).contains(&r) && (1..=columns).contains(&c);
                let letters: &[u8] = if inside { b"....xo" } else { b"XXO#" };
                *cell = letters[below(seed, letters.len() as u64) as usize].into();
            }
        }
        let inside = || (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c)));
        let framed = inside()
            .all(|at| beside(&board, at).iter().any(|&(r, c)| board[r][c].is_ascii_uppercase()));
        let lives = inside().all(|(r, c)| board[r][c] == '.' || group(&board, (r, c)).1);
        if framed && lives {
            return board;
        }
    }
}

/// Every point is beside a safe stone, so that no group lives in an eye that must not be filled.
#[test]
fn territory_is_what_moves_make_it() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let engine = Engine::new(&universe, Settings::default());
    let mut worker = universe.worker(&budget);
    let (mut seed, mut ending, mut looping) = (1, 0, 0);
    for _ in 0..1500 {
        let board = random_board(&mut seed);
        let plain = value(&board, &mut Values::new(), &mut worker);
        let game = parse_game(&format!("go(\"{}\")", text(&board))).unwrap();
        let found = game.ending_value(&engine, &budget).unwrap();
        assert_eq!(found, plain, "{}", text(&board));
        match found {
            Some(_) => ending += 1,
            None => looping += 1,
        }
        let negative = game.negative().ending_value(&engine, &budget).unwrap();
        assert_eq!(negative, found.map(|id| worker.neg(id).unwrap()));
    }
    assert!(ending > 500 && looping > 20, "{ending} {looping}");
}

/// A corridor between Left's stones that Right's stones close, with something at its other end.
fn corridor(end: &str, free: usize) -> String {
    let wall = "X".repeat(end.len() + free + 1);
    format!("go(\"{wall}|{end}{}O|{wall}\")", ".".repeat(free))
}

/// Sensei's Library, Corridor: of length n it chills to n - 2 + 1/2^(n-1). Corridor Infinitesimals:
/// with a stone to capture at its end, to 1*, 2^, 3^^*, 4^^^, ...
#[test]
fn corridors_have_their_published_values() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let engine = Engine::new(&universe, Settings::default());
    let mut worker = universe.worker(&budget);
    let mut chilled = |text: &str| {
        let game = parse_game(text).unwrap();
        let id = game.ending_value(&engine, &budget).unwrap().unwrap();
        thermography::cool(&mut worker, id, &Rational::ONE).unwrap()
    };
    for free in 1..=13 {
        let found = chilled(&corridor("X", free));
        let half = Rational::ratio(1, 1 << (free - 1)).unwrap();
        let expected = &Rational::from(free as i64 - 2) + &half;
        assert_eq!(universe.worker(&budget).as_number(found), Some(expected), "{free}");
    }
    for free in 1..=9 {
        let found = chilled(&corridor("Xo", free));
        let ups = free as i64 - 1;
        let expected = universe
            .worker(&budget)
            .up_star(&Rational::from(free as i64), ups, u32::from(free % 2 == 1))
            .unwrap();
        assert_eq!(found, expected, "{free}");
    }
}
