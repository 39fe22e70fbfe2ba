//! Searches by depth and their bounds against plain play.

use std::fmt::Debug;

use hashbrown::HashMap;
use upstar_engine::{Engine, Settings};

use super::super::amazons::Amazons;
use super::super::amazons::search::AmazonsPlay;
use super::super::bits::tests::sized;
use super::super::konane::Konane;
use super::super::konane::search::KonanePlay;
use super::*;

/// No move wins.
const NEVER: i32 = 1000;

/// The least integers with which players win, by the definition.
struct Plain<'a, R> {
    rules: &'a R,
    known: HashMap<SmallBoard, [i32; 2]>,
}

impl<R: Ruleset<Position = SmallBoard>> Plain<'_, R> {
    /// The least integers of each player with which she wins, moving first.
    fn least(&mut self, board: SmallBoard) -> [i32; 2] {
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        // By moves on the board.
        let mut by_moves = [NEVER; 2];
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            let mut options = Options::within(&Budget::unlimited());
            self.rules.options(&board, player, &mut options).unwrap();
            for after in options.drain(..) {
                by_moves[side] = by_moves[side].min(1 - self.least(after)[1 - side]);
            }
        }
        // After a move in the integer the opponent has none.
        let [own, other] = by_moves;
        let least = [own.min(1.max(2 - other)), other.min(1.max(2 - own))];
        self.known.insert(board, least);
        least
    }
}

/// Boards of so many rows and columns: all, or so many random ones with few free cells.
fn boards(rows: u32, columns: u32, random: Option<u32>) -> Vec<SmallBoard> {
    let cells = rows * columns;
    let mut state = 1u64;
    let count = random.unwrap_or_else(|| 4u32.pow(cells));
    let mut boards = Vec::new();
    for mut number in 0..count {
        let (mut board, mut free) = (SmallBoard::of_free(0), 0);
        let walls = number % 3;
        for at in 0..cells {
            let cell = 1 << (at / columns * 8 + at % columns);
            let mut kind = number % 4;
            if random.is_some() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                kind = (state >> 40) as u32 % 4;
                free += u32::from(kind == 0);
                if kind == 3 && walls == 0 || kind == 0 && free > 6 {
                    kind = 1 + (state >> 50) as u32 % 2;
                }
            }
            board.put(cell, [1, 3, 2, 0][kind as usize]);
            number /= 4;
        }
        boards.push(board);
    }
    boards
}

/// Boards, and how many of them at random.
const BOARDS: [(u32, u32, Option<u32>); 5] =
    [(1, 6, None), (2, 3, None), (3, 3, Some(200)), (2, 5, Some(150)), (3, 4, Some(80))];

/// Compares winners and bounds with plain play. How many bounds there are, and how many of them are sharp.
fn compare<G: Played>(rules: &(impl Ruleset<Position = SmallBoard> + Debug)) -> (u32, u32) {
    let budget = Budget::unlimited();
    let (mut sharp, mut all) = (0, 0);
    // The boards share a table.
    let mut search = BoardSearch::<G>::new(1 << 20);
    let mut plain = Plain { rules, known: HashMap::new() };
    for (rows, columns, random) in BOARDS {
        for board in boards(rows, columns, random) {
            let [left, right] = plain.least(board);
            let text = rules.write(&board);
            let mut ticker = budget.ticker();
            let mut wins = |integer: i32, player| {
                search.wins(&board, integer.into(), player, &mut ticker).unwrap()
            };
            for integer in [left - 1, left] {
                assert_eq!(wins(integer, Player::Left), integer >= left, "{text} {integer}");
            }
            for integer in [right - 1, right] {
                assert_eq!(wins(-integer, Player::Right), integer >= right, "{text} {integer}");
            }
            assert!(wins(70, Player::Left) && !wins(i32::MIN, Player::Left));
            let mut known = KnownBounds { thread: &mut search.thread, ticker: &mut ticker };
            let (settled, value) = G::settled(board, &mut known).unwrap();
            for (least, board, value) in
                [([left, right], settled, value), ([right, left], settled.exchanged(), -value)]
            {
                let mut lead = |first| {
                    let leads = (-12..12).map(|wanted| G::lead(board, first, wanted, &mut known));
                    leads.map(Result::unwrap).max().unwrap()
                };
                let (first, second) = (1 - lead(true) - value, lead(false) + value);
                assert!(first >= least[0], "{text} {first}");
                assert!(second < least[1], "{text} {second}");
                sharp += u32::from(first == least[0]) + u32::from(second + 1 == least[1]);
                all += 2;
            }
        }
    }
    let mut pieces = Vec::new();
    let mut write = |piece| {
        pieces.push(piece);
        Ok(())
    };
    search.write(&mut write).unwrap();
    let mut other = BoardSearch::<G>::new(1 << 20);
    assert!(!pieces.is_empty() && pieces.iter().all(|piece| other.read(piece, &budget)));
    (sharp, all)
}

#[test]
fn winners_and_bounds_of_amazons_agree_with_plain_play() {
    let (sharp, all) = compare::<AmazonsPlay>(&Amazons(sized(8, 8)));
    assert!(2 * sharp > all, "{sharp} of {all}");
}

#[test]
fn winners_and_bounds_of_konane_agree_with_plain_play() {
    let (sharp, all) = compare::<KonanePlay>(&Konane(sized(8, 8)));
    assert!(2 * sharp > all, "{sharp} of {all}");
}

/// Against the search of the engine without symmetries, which does not ask the own one, with much memory
/// and with little, by several threads that share a table.
fn agree_with_engine<G: Played>(rules: impl Ruleset<Position = SmallBoard>, texts: &[&str]) {
    let texts: Vec<SmallBoard> = texts.iter().map(|text| rules.parse(text).unwrap()).collect();
    let (rules, budget) = (Rules::new(rules), Budget::unlimited());
    let universe = upstar_values::Universe::new();
    let engine = Engine::new(&universe, Settings { symmetry: false, ..Settings::default() });
    for board in boards(4, 4, Some(40)).into_iter().chain(texts) {
        let position = rules.at(board);
        let outcome = position.outcome(&engine, Convention::Normal, &budget).unwrap();
        for player in Player::BOTH {
            let expected = outcome.winner(player) == Some(player);
            for bytes in [1 << 14, 1 << 22] {
                let search = BoardSearch::<G>::new(bytes);
                let forks = [(); 3].map(|()| search.fork());
                let found = std::thread::scope(|scope| {
                    let threads = forks.map(|mut one| {
                        let budget = &budget;
                        scope.spawn(move || one.wins(&board, 0, player, &mut budget.ticker()))
                    });
                    threads.map(|thread| thread.join().unwrap().unwrap())
                });
                assert_eq!(found, [expected; 3], "{}", position.text());
            }
        }
    }
}

#[test]
fn winners_agree_with_the_engine() {
    let amazons = [".oo.|o..o|x..x|.xx.", "x..|...|...|..o", "x..o|....|o..x"];
    agree_with_engine::<AmazonsPlay>(Amazons(sized(8, 8)), &amazons);
    let konane = ["oxox|x..o|oxox|xoxo", "..xox|xoxox|oxoxo|xoxox", "xo..xo|oxoxox|xoxoxo"];
    agree_with_engine::<KonanePlay>(Konane(sized(8, 8)), &konane);
}

/// Müller, Solving 5x5 Amazons (2001): the start on 4x4 is won by the player who moves second.
#[test]
fn the_start_on_4x4_is_won_as_published() {
    let board = Amazons(sized(8, 8)).parse(".oo.|o..o|x..x|.xx.").unwrap();
    let mut search = BoardSearch::<AmazonsPlay>::new(1 << 20);
    for player in Player::BOTH {
        assert!(!search.wins(&board, 0, player, &mut Budget::unlimited().ticker()).unwrap());
    }
}

/// A table that may not grow slows the search down, but does not end it; a budget ends it.
#[test]
fn little_memory_is_enough() {
    let rules = Amazons(sized(8, 8));
    let board = rules.parse("x...|....|....|...o").unwrap();
    let budget = Budget::unlimited().with_bytes(1 << 15);
    let mut search = BoardSearch::<AmazonsPlay>::new(u64::MAX);
    assert!(search.wins(&board, 0, Player::Left, &mut budget.ticker()).unwrap());
    let few = Budget::unlimited().with_steps(100);
    let mut search = BoardSearch::<AmazonsPlay>::new(1 << 20);
    assert!(search.wins(&board, 0, Player::Left, &mut few.ticker()).is_err());
}
