//! Who wins Clobber on a small board, depth first.
//!
//! Parts with few men have bounds by [multiples of up](upstar_engine::Ups), and what is known of a sum adds
//! up from its parts: that decides nearly all boards that have no other parts. Parts that are seen to be
//! multiples n^ + e* are left out, as is a part beside its negative, since equal games may replace each
//! other in a sum. What is left is searched beside the sum of the multiples.

use smallvec::SmallVec;
use upstar_core::{Player, Ticker};
use upstar_engine::{Ups, WinnerSearch};

use super::parts::{PartBounds, after};
use super::{each_capture, each_part, pairs};
use crate::boards::bits::{SmallBoard, down, left, right, up};
use crate::boards::images::least_of_both;
use crate::boards::known::{Key, Taken, Thread, any_loses};
use crate::prelude::*;

/// A board without free cells and the multiple n^ + e* beside it, where e is 1 if there is a `star`. The
/// player to move is Left.
#[derive(Clone, Copy, Debug)]
struct State {
    board: SmallBoard,
    n: i8,
    star: bool,
}

impl State {
    /// The same as the opponent sees it.
    fn exchanged(self) -> State {
        State { board: self.board.exchanged(), n: -self.n, ..self }
    }

    /// The board up to symmetry and the star. The table compares `n` as it does integers: who wins beside n^
    /// wins beside larger multiples, too.
    #[inline]
    fn key(self) -> Key<u128> {
        let (least, negated) = least_of_both(self.board);
        let cells = least.number();
        // Without a star no cell is in both halves of the number. With one some cell has no man, as each move
        // leaves a cell free, and it is in both halves then.
        let cells = if self.star { !cells } else { cells };
        Key { cells, turned: negated == Negated::Yes }
    }

    /// Calls `each` with what Left's moves lead to until one of them wins.
    fn each_option(self, mut each: impl FnMut(State) -> Result<bool>) -> Result<bool> {
        let State { board, n, star } = self;
        // In ^ Left moves to 0, and in its negative to *.
        Ok(each_capture(board.left(), board.right(), |man, taken| {
            each(State { board: after(board, man, taken), ..self })
        })? || n > 0 && each(State { n: n - 1, ..self })?
            || n < 0 && each(State { n: n + 1, star: !star, ..self })?
            || star && each(State { star: false, ..self })?)
    }

    /// How good the state is for the player to move: about 100 times the logarithm of the odds that she
    /// wins, by a fit to positions of boards of 24 and 25 cells. Pairs count more, since positions with few
    /// moves are soon searched. With other weights that are a quarter larger or smaller, boards of up to 28
    /// cells take about as many positions.
    #[inline]
    fn score(self) -> i32 {
        let (own, other) = (self.board.left(), self.board.right());
        115 * i32::from(self.n) + 30 * pairs(self.board) as i32 + standing(own, other)
            - standing(other, own)
    }
}

/// The numbers of given cells beside each, as binary digits.
#[inline]
fn beside(cells: u64) -> [u64; 3] {
    let (a, b, c, d) = (up(cells), down(cells), left(cells), right(cells));
    let (one, other) = (a ^ b, c ^ d);
    [one ^ other, (a & b) ^ (c & d) | one & other, a & b & c & d]
}

/// How well a player's men stand: badly with an enemy beside them and no man of their own.
#[inline]
fn standing(own: u64, other: u64) -> i32 {
    let count = |cells: u64| (own & cells).count_ones() as i32;
    let ([own_ones, own_twos, own_fours], [ones, twos, _]) = (beside(own), beside(other));
    let alone = !(own_ones | own_twos | own_fours);
    let one_own = own_ones & !own_twos;
    let (one_enemy, two_enemies) = (ones & !twos, twos & !ones);
    let enemies = count(alone & two_enemies) - 11 * count(alone & one_enemy)
        + 8 * count(one_own & one_enemy)
        - 4 * count(one_own & two_enemies);
    let friends = 5 * count(own_twos | own_fours) + 2 * count(own_ones & own_twos | own_fours);
    5 * (enemies + friends)
}

/// A state that is to be searched.
#[derive(Clone, Copy)]
struct Child {
    state: State,
    key: Key<u128>,
    score: i32,
}

/// What a look at a state finds.
enum StaticResult {
    /// Whether the player to move wins.
    Decided(bool),
    Open(Child),
}

/// A fork shares what is known of whole boards, but not of parts.
pub(super) struct ClobberSearch {
    thread: Thread<u128>,
    parts: PartBounds,
}

impl ClobberSearch {
    pub(super) fn new(bytes: u64) -> Self {
        ClobberSearch { thread: Thread::new(bytes), parts: PartBounds::default() }
    }

    /// Whether the player to move wins, if bounds tell.
    fn look(&mut self, state: State, ticker: &mut Ticker) -> Result<StaticResult> {
        let State { mut n, mut star, .. } = state;
        // Parts without bounds.
        let mut board = SmallBoard::new(0, 0);
        let mut bounded = SmallVec::<[(SmallBoard, Ups); 4]>::new();
        each_part(state.board, |part| {
            let Some(ups) = self.parts.get(part, self.thread.searched(), ticker)? else {
                board = joined(board, part);
                return Ok(());
            };
            if let Some((more, e)) = ups.exact() {
                n += more;
                star ^= e == 1;
                return Ok(());
            }
            let is_opposite = |&(other, bounds): &(SmallBoard, Ups)| {
                bounds == ups.signed(true) && is_negative(part, other)
            };
            match bounded.iter().position(is_opposite) {
                Some(at) => {
                    bounded.swap_remove(at);
                }
                None => bounded.push((part, ups)),
            }
            Ok(())
        })?;
        if board.men() == 0 {
            let all = bounded.iter().fold(Ups::multiple(n, star), |sum, &(_, ups)| sum.plus(ups));
            if let Some(wins) = all.wins() {
                return Ok(StaticResult::Decided(wins));
            }
        }
        let board = bounded.iter().fold(board, |board, &(part, _)| joined(board, part));
        let state = State { board, n, star };
        let key = state.key();
        self.thread.known.prefetch(key);
        Ok(StaticResult::Open(Child { state, key, score: state.score() }))
    }

    /// Whether the player to move has a winning move. It is called for states with fewer and fewer men
    /// and smaller and smaller multiples. The answer has no meaning if the thread is
    /// [overtaken](Thread::is_overtaken).
    fn wins_by_moves(&mut self, state: State, ticker: &mut Ticker) -> Result<bool> {
        if self.thread.step(ticker)? {
            return Ok(false);
        }
        let mut children = Vec::new();
        // The last state, which was not looked up yet: by then it is fetched from memory.
        let mut last = None;
        let won = state.each_option(|after| {
            Ok(match self.look(after.exchanged(), ticker)? {
                StaticResult::Decided(wins) => !wins,
                StaticResult::Open(child) => self.is_lost(last.replace(child), &mut children),
            })
        })?;
        if won || self.is_lost(last, &mut children) {
            return Ok(true);
        }
        ticker.tick(children.len() as u64)?;
        children.sort_by_key(|child| child.score);
        any_loses(&children, |child, join| self.loses(child, join, ticker))
    }

    /// Whether the player to move is known to lose. The state is added to the children if it is not known.
    #[inline]
    fn is_lost(&self, child: Option<Child>, children: &mut Vec<Child>) -> bool {
        let Some(child) = child else { return false };
        let known = self.thread.known.get(child.key, child.state.n);
        if known.is_none() {
            children.push(child);
        }
        known == Some(false)
    }

    /// Whether the player to move loses; `None` if another thread searches the state. With `join` it is
    /// searched even then.
    fn loses(&mut self, child: Child, join: bool, ticker: &mut Ticker) -> Result<Option<bool>> {
        let wins = match self.thread.known.take(child.key, child.state.n, join) {
            Taken::Decided(wins) => wins,
            Taken::Ours => {
                let begun = self.thread.begin(child.key, child.state.n);
                let found = self.wins_by_moves(child.state, ticker);
                self.thread.end(begun, found, ticker.budget())?
            }
            Taken::UnderWay => return Ok(None),
        };
        Ok(Some(!wins || self.thread.is_overtaken()))
    }

    /// Whether the player to move wins.
    fn wins_first(&mut self, board: SmallBoard, ticker: &mut Ticker) -> Result<bool> {
        let before = self.thread.searched();
        let wins = match self.look(State { board, n: 0, star: false }, ticker)? {
            StaticResult::Decided(wins) => wins,
            StaticResult::Open(child) => self.loses(child, true, ticker)? == Some(false),
        };
        self.thread.known.count(self.thread.searched() - before);
        Ok(wins)
    }
}

/// Men of both boards.
fn joined(one: SmallBoard, other: SmallBoard) -> SmallBoard {
    SmallBoard::new(one.left() | other.left(), one.right() | other.right())
}

/// Whether a part is the negative of another one, up to symmetry.
fn is_negative(part: SmallBoard, other: SmallBoard) -> bool {
    least_of_both(part.exchanged()) == least_of_both(other)
}

impl WinnerSearch<SmallBoard> for ClobberSearch {
    fn wins(
        &mut self,
        board: &SmallBoard,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        // All values are infinitesimal.
        if integer != 0 {
            return Ok((integer > 0) == (player == Player::Left));
        }
        let (_, left, right) = board.parts();
        let board = SmallBoard::new(left, right);
        self.wins_first(if player == Player::Left { board } else { board.exchanged() }, ticker)
    }

    fn fork(&self) -> Box<dyn WinnerSearch<SmallBoard>> {
        let parts = PartBounds::default();
        Box::new(ClobberSearch { thread: self.thread.clone(), parts })
    }

    fn write(&mut self, write: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
        self.thread.known.write(write)
    }

    fn read(&mut self, piece: &[u8], budget: &Budget) -> bool {
        self.thread.known.read(piece, budget)
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashMap;

    use super::super::Clobber;
    use super::*;
    use crate::boards::bits::tests::sized;

    /// Who wins by the definition.
    struct Plain {
        rules: Clobber,
        known: HashMap<(SmallBoard, Player), bool>,
    }

    impl Plain {
        fn new() -> Self {
            Plain { rules: Clobber(sized(8, 8)), known: HashMap::new() }
        }

        fn wins(&mut self, board: SmallBoard, player: Player) -> bool {
            if let Some(&wins) = self.known.get(&(board, player)) {
                return wins;
            }
            let mut options = Options::within(&Budget::unlimited());
            self.rules.options(&board, player, &mut options).unwrap();
            let wins = options.drain(..).any(|after| !self.wins(after, player.opponent()));
            self.known.insert((board, player), wins);
            wins
        }
    }

    /// Boards whose men stand in the given rows, each row a number of letters.
    fn board(rows: &[&str]) -> SmallBoard {
        SmallBoard::read(&rows.join("|"), ".#xo", (rows.len() as u8, 8)).unwrap()
    }

    fn random(state: &mut u64, below: u64) -> u64 {
        *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (*state >> 33) % below
    }

    /// The board whose cells in so many rows and columns are the digits of a number to the base 3.
    fn of_digits(mut number: u64, rows: u32, columns: u32) -> SmallBoard {
        let (mut left, mut right) = (0, 0);
        for cell in 0..rows * columns {
            let cell = 1 << (cell / columns * 8 + cell % columns);
            left |= cell * u64::from(number % 3 != 1);
            right |= cell * u64::from(number % 3 != 2);
            number /= 3;
        }
        SmallBoard::new(left, right)
    }

    fn check(search: &mut ClobberSearch, plain: &mut Plain, board: SmallBoard) {
        let mut ticker = Budget::unlimited().ticker();
        for player in Player::BOTH {
            let expected = plain.wins(board, player);
            let found = search.wins(&board, 0, player, &mut ticker).unwrap();
            assert_eq!(found, expected, "{} {player:?}", board.write((8, 8)));
        }
        assert!(search.wins(&board, 1, Player::Left, &mut ticker).unwrap());
        assert!(!search.wins(&board, 1, Player::Right, &mut ticker).unwrap());
    }

    #[test]
    fn boards_are_won_as_in_plain_play() {
        let mut search = ClobberSearch::new(1 << 20);
        let mut plain = Plain::new();
        for (rows, columns) in [(1, 6), (2, 3), (2, 4)] {
            for number in 0..3u64.pow(rows * columns) {
                check(&mut search, &mut plain, of_digits(number, rows, columns));
            }
        }
        assert!(search.parts.len() > 100);
    }

    /// Only parts with fewer men have bounds, so that more boards are searched.
    #[test]
    fn searches_with_few_bounds_agree_with_plain_play() {
        let mut state = 1;
        let mut stars = 0;
        for few in [0, 2, 4, 6] {
            let mut search = ClobberSearch::new(1 << 16);
            search.parts = PartBounds::of_men(few);
            let mut plain = Plain::new();
            for round in 0..60 {
                let number = random(&mut state, 3u64.pow(12));
                let ups = ["xxo.xxo", "oox..xo", "......xo", "........"];
                let row = |state: &mut u64| ups[random(state, 4) as usize];
                let rows = [row(&mut state), row(&mut state)].map(|row| format!("{row:.<8}"));
                let beside = board(&[
                    "........", "........", "........", "........", &rows[0], "........", &rows[1],
                ]);
                let men = of_digits(number, 3, if round % 2 == 0 { 3 } else { 4 });
                let (_, left, right) = men.parts();
                let (_, x, o) = beside.parts();
                check(&mut search, &mut plain, SmallBoard::new(left | x, right | o));
            }
            let entries = search.thread.known.entries();
            // No men of both players are on one cell.
            stars += entries
                .iter()
                .filter(|entry| {
                    let board = SmallBoard::of_number(entry.cells);
                    board.left() & board.right() != 0
                })
                .count();
            assert!(entries.len() > 20, "{few} {}", entries.len());
            let mut pieces = Vec::new();
            let mut write = |piece| {
                pieces.push(piece);
                Ok(())
            };
            WinnerSearch::write(&mut search, &mut write).unwrap();
            let mut again = ClobberSearch::new(1 << 20);
            assert!(pieces.iter().all(|piece| again.read(piece, &Budget::unlimited())));
            // A few positions have the same slots.
            assert!(again.thread.known.entries().len() > entries.len() * 9 / 10);
        }
        assert!(stars > 20, "{stars}");
    }

    #[test]
    fn bounds_of_parts_tell_who_wins_beside_multiples() {
        let mut plain = Plain::new();
        let mut parts = PartBounds::default();
        let mut ticker = Budget::unlimited().ticker();
        let mut state = 7;
        let mut decided = [0; 3];
        while decided.iter().sum::<u32>() < 400 {
            let men = of_digits(random(&mut state, 3u64.pow(9)), 3, 3);
            let (n, star) = (random(&mut state, 3) as i8 - 1, random(&mut state, 2) == 1);
            let mut sum = Ups::multiple(n, star);
            each_part(men, |part| {
                let ups = parts.get(part, 0, &mut ticker)?;
                sum = sum.plus(ups.unwrap_or_else(|| panic!("a part with few men")));
                Ok(())
            })
            .unwrap();
            let up = ["oox.....", "........", "xxo....."][(n + 1) as usize];
            let star = if star { "xo......" } else { "........" };
            let empty = "........";
            let (_, x, o) = board(&[empty, empty, empty, empty, up, empty, star]).parts();
            let (_, left, right) = men.parts();
            let wins = plain.wins(SmallBoard::new(left | x, right | o), Player::Left);
            match sum.wins() {
                Some(found) => {
                    assert_eq!(found, wins, "{} {n} {star}", men.write((3, 3)));
                    decided[usize::from(found)] += 1;
                }
                None => decided[2] += 1,
            }
        }
        assert!(decided[0] > 50 && decided[1] > 50, "{decided:?}");
    }
}
