//! Hare and Hounds against its published lines, and known results for the small board.

use std::collections::HashMap;

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Game, Settings};
use upstar_games::parse_game;
use upstar_values::Universe;

/// The neighbours of the points of the small board: 1 to 3 above, 4 to 8 in the middle, 9 to 11
/// below.
const LINES: [&[usize]; 11] = [
    &[2, 4, 5, 6],
    &[1, 3, 6],
    &[2, 6, 7, 8],
    &[1, 5, 9],
    &[1, 4, 6, 9],
    &[1, 2, 3, 5, 7, 9, 10, 11],
    &[3, 6, 8, 11],
    &[3, 7, 11],
    &[4, 5, 6, 10],
    &[6, 9, 11],
    &[6, 7, 8, 10],
];

fn column(point: usize) -> usize {
    match point {
        1..=3 => point,
        4..=8 => point - 4,
        _ => point - 8,
    }
}

/// The hounds, sorted, and the hare; 0 if he is free.
type Position = ([usize; 3], usize);

fn freed((hounds, hare): Position) -> Position {
    let caught = hounds.iter().any(|&hound| hare > 0 && column(hound) < column(hare));
    (hounds, if caught { hare } else { 0 })
}

fn options((hounds, hare): Position, player: Player) -> Vec<Position> {
    let empty = |point: &usize| *point != hare && !hounds.contains(point);
    if player == Player::Right {
        if hare == 0 {
            return vec![(hounds, hare)];
        }
        let to = LINES[hare - 1].iter().copied().filter(empty);
        return to.map(|hare| freed((hounds, hare))).collect();
    }
    // Hounds that have let the hare escape lose.
    if hare == 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    if hare == 0 {
        return found;
    }
    for (index, &hound) in hounds.iter().enumerate() {
        let on = |to: &usize| column(*to) >= column(hound);
        for to in LINES[hound - 1].iter().copied().filter(empty).filter(on) {
            let mut moved = hounds;
            moved[index] = to;
            moved.sort_unstable();
            found.push(freed((moved, hare)));
        }
    }
    found
}

fn text((hounds, hare): Position) -> String {
    let cell = |point: usize| match point {
        _ if hounds.contains(&point) => 'x',
        _ if hare == point => 'o',
        _ => '.',
    };
    let row = |from: usize, to: usize| (from..=to).map(cell).collect::<String>();
    format!("hare_and_hounds(\"#{}#|{}|#{}#\")", row(1, 3), row(4, 8), row(9, 11))
}

fn all() -> Vec<Position> {
    let mut all = Vec::new();
    for a in 1..=9 {
        for b in a + 1..=10 {
            for c in b + 1..=11 {
                let hares = (1..=11).filter(|hare| ![a, b, c].contains(hare));
                all.extend(hares.map(|hare| freed(([a, b, c], hare))));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Moves are those along the published lines.
#[test]
fn moves_go_along_the_lines() {
    for position in all() {
        let game = parse_game(&text(position)).unwrap();
        for player in Player::BOTH {
            let mut found: Vec<String> =
                game.options(player).unwrap().iter().map(Game::text).collect();
            let expected = options(position, player).into_iter().map(text);
            let mut expected: Vec<String> =
                expected.map(|text| parse_game(&text).unwrap().text()).collect();
            found.sort();
            found.dedup();
            expected.sort();
            expected.dedup();
            assert_eq!(found, expected, "{}", text(position));
        }
    }
}

/// The number of moves in which a player forces that the opponent cannot move, for every position
/// and player to move where this is possible.
fn forced(winner: Player) -> HashMap<(Position, Player), usize> {
    let all = all();
    let mut known: HashMap<(Position, Player), usize> = HashMap::new();
    for moves in 0.. {
        let mut fresh = Vec::new();
        for &position in &all {
            for player in Player::BOTH {
                if known.contains_key(&(position, player)) {
                    continue;
                }
                let next = options(position, player);
                let lost = |&next: &Position| known.contains_key(&(next, player.opponent()));
                let wins =
                    if player == winner { next.iter().any(lost) } else { next.iter().all(lost) };
                if wins {
                    fresh.push(((position, player), moves));
                }
            }
        }
        if fresh.is_empty() {
            break;
        }
        known.extend(fresh);
    }
    known
}

/// The hounds win on the small board, whoever moves first and wherever the hare is placed. With
/// best play from the start this takes 23 moves if they begin and 24 if he begins. Also a position
/// in which the player to move does not win. (Annunziata, "A study of Hare and Hounds", 2024, by
/// exhaustive search.)
#[test]
fn the_hounds_win_on_the_small_board() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    let engine = Engine::new(&universe, Settings::default());
    let outcome = |text: &str| {
        let game = parse_game(text).unwrap();
        game.outcome(&engine, Convention::Normal, &budget).unwrap()
    };
    let catches = forced(Player::Left);
    let escapes = forced(Player::Right);
    let hounds = [1, 4, 9];
    assert_eq!(parse_game(&text((hounds, 8))).unwrap(), parse_game("hare_and_hounds(5)").unwrap());
    assert_eq!(outcome("hare_and_hounds(5)"), Outcome::L);
    for (hare, first, second) in [
        (2, 23, 24),
        (3, 23, 24),
        (5, 27, 24),
        (6, 23, 28),
        (7, 23, 24),
        (8, 23, 24),
        (10, 23, 24),
        (11, 23, 24),
    ] {
        assert_eq!(outcome(&text((hounds, hare))), Outcome::L, "{hare}");
        let found = Player::BOTH.map(|player| catches.get(&((hounds, hare), player)).copied());
        assert_eq!(found, [Some(first), Some(second)], "{hare}");
    }
    let zugzwang = ([1, 6, 9], 2);
    assert_eq!(catches.get(&(zugzwang, Player::Left)), None);
    assert_eq!(catches.get(&(zugzwang, Player::Right)), Some(&18));
    // A hare that has passed the hounds wins.
    assert_eq!(outcome("hare_and_hounds(\"#.ox#|.....|#...#\")"), Outcome::R);
    // Every outcome is that of plain retrograde analysis, including draws.
    for position in all() {
        let found = outcome(&text(position));
        for player in Player::BOTH {
            let expected = [(&catches, Player::Left), (&escapes, Player::Right)]
                .into_iter()
                .find_map(|(wins, who)| wins.contains_key(&(position, player)).then_some(who));
            assert_eq!(found.winner(player), expected, "{}", text(position));
        }
    }
}

/// The hare wins as soon as no hound is to his left (Winning Ways, chapter 21).
#[test]
fn a_hare_that_has_escaped_wins() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    let engine = Engine::new(&universe, Settings::default());
    for board in
        ["#.ox#|.....|#...#", "#...#|o...x|#..x#", "#...#|..x..|#.o.#", "#...#|.....|#...#"]
    {
        let game = parse_game(&format!("hare_and_hounds(\"{board}\")")).unwrap();
        let outcome = game.outcome(&engine, Convention::Normal, &budget).unwrap();
        assert_eq!(outcome, Outcome::R, "{board}");
        assert!(game.options(Player::Left).unwrap().is_empty(), "{board}");
        assert_eq!(game.options(Player::Right).unwrap(), [game], "{board}");
    }
}

#[test]
fn other_boards_are_refused() {
    for (board, part) in [
        ("4", "an odd number of columns"),
        ("3", "an odd number of columns"),
        ("6", "an odd number of columns"),
        ("\"x..|..o\"", "three rows"),
        ("\"#x..#|x...o|#x...\"", "four corners alone"),
        ("\"#x.o#|x...o|#x..#\"", "at most one hare"),
        ("\"#x..#|xa..o|#x..#\"", "expected a cell"),
    ] {
        let error = parse_game(&format!("hare_and_hounds({board})")).unwrap_err().to_string();
        assert!(error.contains(part), "{board}: {error}");
    }
    let game = parse_game("french_military_game(7)").unwrap();
    assert_eq!(game.text(), "hare_and_hounds(\"#x....#|x.....o|#x....#\")");
}
