//! The search and its bounds against plain play.

use hashbrown::HashMap;
use upstar_engine::{Engine, Settings, WinnerSearch};

use super::super::field::{Field, MOST};
use super::search::NoGoSearch;
use super::state::State;
use super::{LargeNoGo, NoGo};
use crate::boards::bits::SmallBoard;
use crate::boards::bits::tests::sized;
use crate::boards::grid::Grid;
use crate::prelude::*;

/// No move wins.
const NEVER: i32 = 1000;

/// The least integers with which players win, by the definition.
#[derive(Default)]
struct Plain(HashMap<(u64, [u64; 2]), [i32; 2]>);

impl Plain {
    /// Whether every group has a liberty.
    fn is_legal(field: &Field, free: u64, stones: u64) -> bool {
        field.groups(stones).all(|group| field.beside(group) & free != 0)
    }

    /// The least integers of each player with which she wins, moving first.
    fn least(&mut self, field: &Field, free: u64, stones: [u64; 2]) -> [i32; 2] {
        if let Some(&known) = self.0.get(&(free, stones)) {
            return known;
        }
        // By moves on the board.
        let mut by_moves = [NEVER; 2];
        for side in [0, 1] {
            for place in (0..MOST).map(|at| 1 << at).filter(|place| free & place != 0) {
                let mut after = stones;
                after[side] |= place;
                if after.iter().all(|&stones| Self::is_legal(field, free & !place, stones)) {
                    let theirs = self.least(field, free & !place, after)[1 - side];
                    by_moves[side] = by_moves[side].min(1 - theirs);
                }
            }
        }
        // After a move in the integer the opponent has none.
        let [own, other] = by_moves;
        let least = [own.min(1.max(2 - other)), other.min(1.max(2 - own))];
        self.0.insert((free, stones), least);
        least
    }
}

/// Calls `each` with free cells and stones of boards on which every group has a liberty: all boards
/// without walls, or so many random ones, some with walls.
fn boards(field: &Field, random: Option<u32>, mut each: impl FnMut(u64, [u64; 2])) {
    let [rows, columns] = field.sides();
    let cells = rows * columns;
    let (mut number, mut count) = (0u64, 0);
    let mut state = 1u64;
    while count < random.unwrap_or(u32::MAX) && (random.is_some() || number < 3u64.pow(cells)) {
        let (mut free, mut stones, mut rest) = (0, [0; 2], number);
        for at in 0..cells {
            let kind = if random.is_some() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 40) % if count % 2 == 0 { 16 } else { 8 }
            } else {
                rest % 3
            };
            rest /= 3;
            match kind {
                1 | 3 => stones[0] |= 1 << at,
                2 | 4 => stones[1] |= 1 << at,
                5 if count % 4 < 2 => {}
                _ => free |= 1 << at,
            }
        }
        number += 1;
        if stones.iter().all(|&stones| Plain::is_legal(field, free, stones)) {
            count += 1;
            each(free, stones);
        }
    }
}

/// Boards, and how many of them at random.
const BOARDS: [(u32, u32, Option<u32>); 9] = [
    (1, 7, None),
    (1, 11, Some(400)),
    (6, 1, None),
    (2, 3, None),
    (2, 4, None),
    (3, 3, None),
    (2, 5, None),
    (3, 3, Some(2000)),
    (3, 4, Some(1500)),
];

#[test]
fn values_are_between_the_bounds() {
    for (rows, columns, random) in BOARDS {
        let field = Field::new(rows, columns).unwrap();
        let (mut plain, mut sharp, mut all) = (Plain::default(), 0, 0);
        boards(&field, random, |free, stones| {
            let state = State { free, stones, ..State::default() };
            let (settled, value) = field.settled(state).unwrap();
            let least = plain.least(&field, free, stones);
            for side in [0, 1] {
                let value = if side == 0 { value } else { -value };
                // Without areas, and then with them.
                let lead = |first| {
                    let plain = field.lead(&settled, side, first, NEVER);
                    let found = field.lead(&settled, side, first, plain + 1);
                    assert!(found >= plain);
                    found
                };
                let (first, second) = (1 - lead(true) - value, lead(false) + value);
                assert!(first >= least[side], "{free:x} {stones:x?} {side} {first}");
                assert!(second < least[1 - side], "{free:x} {stones:x?} {side} {second}");
                sharp += u32::from(first == least[side]) + u32::from(second + 1 == least[1 - side]);
                all += 2;
            }
        });
        assert!(20 * sharp > all, "{rows} {columns}: {sharp} of {all}");
    }
}

/// A text of a board.
fn text(field: &Field, free: u64, [left, right]: [u64; 2]) -> String {
    let [rows, columns] = field.sides();
    let letter = |at: u32| match [free, left, right].map(|cells| cells >> at & 1 == 1) {
        [true, ..] => '.',
        [_, true, _] => 'x',
        [.., true] => 'o',
        _ => '#',
    };
    let row = |row: u32| (0..columns).map(|column| letter(row * columns + column)).collect();
    (0..rows).map(row).collect::<Vec<String>>().join("|")
}

fn wins(search: &mut NoGoSearch, grid: &Grid, integer: i32, player: Player) -> bool {
    let mut ticker = Budget::unlimited().ticker();
    WinnerSearch::<Grid>::wins(search, grid, integer.into(), player, &mut ticker).unwrap()
}

#[test]
fn winners_agree_with_plain_play() {
    let budget = Budget::unlimited();
    // The boards share a table.
    let mut search = NoGoSearch::new(1 << 20);
    for (rows, columns, random) in BOARDS {
        let field = Field::new(rows, columns).unwrap();
        let mut plain = Plain::default();
        boards(&field, random, |free, stones| {
            let [left, right] = plain.least(&field, free, stones);
            let board = text(&field, free, stones);
            let grid = Grid::read(&board, ".#xo").unwrap();
            for integer in [left - 1, left] {
                assert_eq!(wins(&mut search, &grid, integer, Player::Left), integer >= left);
            }
            for integer in [right - 1, right] {
                let found = wins(&mut search, &grid, -integer, Player::Right);
                assert_eq!(found, integer >= right, "{board} {integer}");
            }
            assert!(wins(&mut search, &grid, 70, Player::Left));
            assert!(!wins(&mut search, &grid, i32::MIN, Player::Left));
        });
    }
    let mut pieces = Vec::new();
    let mut write = |piece| {
        pieces.push(piece);
        Ok(())
    };
    WinnerSearch::<Grid>::write(&mut search, &mut write).unwrap();
    let mut other = NoGoSearch::new(1 << 20);
    assert!(pieces.iter().all(|piece| WinnerSearch::<Grid>::read(&mut other, piece, &budget)));
    assert!(!pieces.is_empty());
}

/// Against the search of the engine without symmetries, which does not ask the own one, with much memory
/// and with little, by several threads that share a table.
#[test]
fn winners_agree_with_the_engine() {
    let budget = Budget::unlimited();
    let universe = upstar_values::Universe::new();
    let engine = Engine::new(&universe, Settings { symmetry: false, ..Settings::default() });
    let rules = Rules::new(NoGo(sized(8, 8)));
    let mut lost = 0;
    for (rows, columns) in [(3, 4), (4, 3), (2, 6), (3, 5)] {
        let field = Field::new(rows, columns).unwrap();
        boards(&field, Some(60), |free, stones| {
            let board = text(&field, free, stones);
            let grid = Grid::read(&board, ".#xo").unwrap();
            let small = SmallBoard::of(&grid);
            let outcome = rules.at(small).outcome(&engine, Convention::Normal, &budget).unwrap();
            for player in Player::BOTH {
                let expected = outcome.winner(player) == Some(player);
                for bytes in [1 << 14, 1 << 22] {
                    let search = NoGoSearch::new(bytes);
                    let forks = [(); 3].map(|()| WinnerSearch::<SmallBoard>::fork(&search));
                    let found = std::thread::scope(|scope| {
                        let threads = forks.map(|mut one| {
                            let budget = &budget;
                            scope.spawn(move || one.wins(&small, 0, player, &mut budget.ticker()))
                        });
                        threads.map(|thread| thread.join().unwrap().unwrap())
                    });
                    assert_eq!(found, [expected; 3], "{board}");
                }
                lost += usize::from(!expected);
            }
        });
    }
    assert!(lost > 100, "{lost}");
}

/// A table that may not grow slows the search down, but does not end it; a budget ends it.
#[test]
fn little_memory_is_enough() {
    let budget = Budget::unlimited().with_bytes(1 << 17);
    let grid = Grid::read("....|....|....|....", ".#xo").unwrap();
    let mut search = NoGoSearch::new(u64::MAX);
    let mut ticker = budget.ticker();
    assert!(!WinnerSearch::<Grid>::wins(&mut search, &grid, 0, Player::Left, &mut ticker).unwrap());
    let few = Budget::unlimited().with_steps(1000);
    let mut ticker = few.ticker();
    let mut search = NoGoSearch::new(1 << 20);
    assert!(WinnerSearch::<Grid>::wins(&mut search, &grid, 0, Player::Left, &mut ticker).is_err());
}

#[test]
fn what_does_not_fit_is_not_taken() {
    let search = NoGoSearch::new(1 << 16);
    for (text, taken) in
        [("5x8", true), ("3x13", true), ("1x40", true), ("1x41", false), ("6x7", false)]
    {
        let [rows, columns] = text.split_once('x').map(|(a, b)| [a, b]).unwrap();
        let [rows, columns] = [rows, columns].map(|side| side.parse::<usize>().unwrap());
        let board = vec![".".repeat(columns); rows].join("|");
        let grid = Grid::read(&board, ".#xo").unwrap();
        assert_eq!(WinnerSearch::<Grid>::takes(&search, &grid), taken, "{text}");
    }
}

/// What is left out of strips changes no value: with parts and without, on all strips with stones and walls.
#[test]
fn parts_of_strips_have_the_value_of_the_strip() {
    let budget = Budget::unlimited();
    let universe = upstar_values::Universe::new();
    let whole = Settings { components: false, symmetry: false, ..Settings::default() };
    let engines = [Engine::new(&universe, Settings::default()), Engine::new(&universe, whole)];
    let (rules, mut smaller) = (Rules::new(LargeNoGo), 0);
    for cells in 1..=7 {
        for number in 0..4_usize.pow(cells) {
            let letter = |at: u32| b".xo#"[number / 4_usize.pow(at) % 4];
            let grid = Grid::strip((0..cells).map(letter).collect(), 7).unwrap();
            let strip = rules.at(grid.clone());
            let value = |engine| strip.value(engine, &budget).unwrap();
            assert_eq!(value(&engines[0]), value(&engines[1]), "{}", strip.text());
            let mut parts = Vec::new();
            LargeNoGo.components(&grid, &mut parts).unwrap();
            smaller +=
                usize::from(parts.iter().any(|part| LargeNoGo.tier(part) < LargeNoGo.tier(&grid)));
        }
    }
    assert!(smaller > 1000, "{smaller}");
}

/// Random strips by three threads, with much memory and little, against the search of the engine without
/// parts.
#[test]
fn winners_of_strips_agree_with_the_engine() {
    let budget = Budget::unlimited();
    let universe = upstar_values::Universe::new();
    let whole = Settings { components: false, symmetry: false, ..Settings::default() };
    let engine = Engine::new(&universe, whole);
    let mut lost = 0;
    let field = Field::new(1, 14).unwrap();
    boards(&field, Some(100), |free, stones| {
        let grid = Grid::read(&text(&field, free, stones), ".#xo").unwrap();
        let strip = Game::new(LargeNoGo, grid.clone());
        let outcome = strip.outcome(&engine, Convention::Normal, &budget).unwrap();
        for player in Player::BOTH {
            let expected = outcome.winner(player) == Some(player);
            for bytes in [1 << 14, 1 << 22] {
                let search = NoGoSearch::new(bytes);
                let forks = [(); 3].map(|()| search.clone());
                let grid = &grid;
                let found = std::thread::scope(|scope| {
                    let threads =
                        forks.map(|mut one| scope.spawn(move || wins(&mut one, grid, 0, player)));
                    threads.map(|thread| thread.join().unwrap())
                });
                assert_eq!(found, [expected; 3], "{}", LargeNoGo.write(grid));
            }
            lost += usize::from(!expected);
        }
    });
    assert!(lost > 30, "{lost}");
}

/// Sums of two or three random strips, some of them turned, against one strip with walls between them.
#[test]
fn winners_of_sums_of_strips_agree_with_the_engine() {
    let budget = Budget::unlimited();
    let universe = upstar_values::Universe::new();
    let whole = Settings { components: false, symmetry: false, ..Settings::default() };
    let engine = Engine::new(&universe, whole);
    let field = Field::new(1, 6).unwrap();
    let mut strips = Vec::new();
    boards(&field, Some(120), |free, stones| strips.push(text(&field, free, stones)));
    let mut search = NoGoSearch::new(1 << 16);
    let mut lost = 0;
    for (round, sum) in strips.windows(3).enumerate() {
        let sum = &sum[..2 + round % 2];
        let grids: Vec<_> = sum.iter().map(|strip| Grid::read(strip, ".#xo").unwrap()).collect();
        let negated = [Negated::No, if round % 3 == 0 { Negated::Yes } else { Negated::No }];
        let signed: Vec<_> = grids.iter().zip(negated.into_iter().cycle()).collect();
        let exchanged = |strip: &String| -> String {
            let other = |letter| match letter {
                'x' => 'o',
                'o' => 'x',
                other => other,
            };
            strip.chars().map(other).collect()
        };
        let texts: Vec<String> = sum
            .iter()
            .zip(&signed)
            .map(|(strip, (_, negated))| match negated {
                Negated::No => strip.clone(),
                Negated::Yes => exchanged(strip),
            })
            .collect();
        let joined = Grid::read(&texts.join("#"), ".#xo").unwrap();
        let outcome = Game::new(LargeNoGo, joined).outcome(&engine, Convention::Normal, &budget);
        let expected = outcome.unwrap().winner(Player::Left) == Some(Player::Left);
        let found = search.wins_sum(&signed, 0, &mut budget.ticker()).unwrap();
        assert_eq!(found, Some(expected), "{texts:?}");
        let other = search.wins_sum(&signed, 30, &mut budget.ticker()).unwrap();
        assert_eq!(other, Some(true), "{texts:?}");
        lost += usize::from(!expected);
    }
    assert!(lost > 20, "{lost}");
    let board = Grid::read("...|...", ".#xo").unwrap();
    let boards = [(&board, Negated::No); 2];
    assert_eq!(search.wins_sum(&boards, 0, &mut budget.ticker()).unwrap(), None);
}

/// Empty strips up to 20 cells, and longer ones with stones that another solver decided.
#[test]
fn published_winners_of_strips() {
    let mut search = NoGoSearch::new(1 << 22);
    let mut check = |text: &str, winners: [Player; 2]| {
        let grid = Grid::read(text, ".#xo").unwrap();
        for (first, winner) in Player::BOTH.into_iter().zip(winners) {
            assert_eq!(wins(&mut search, &grid, 0, first), winner == first, "{text} {first:?}");
        }
    };
    let (next, previous) = ([Player::Left, Player::Right], [Player::Right, Player::Left]);
    for cells in 1..=20 {
        check(&".".repeat(cells), if [1, 4].contains(&cells) { previous } else { next });
    }
    check("...o..xoo.x.x..xx.......xo....", [Player::Left; 2]);
    check("x.x....xo..ox...ox........ox..", next);
}
