//! Who wins a game on a small board beside an integer, depth first.

use upstar_core::{Player, Ticker};
use upstar_engine::{Negated, WinnerSearch};

use super::bits::SmallBoard;
use super::images::least_of_both;
use super::known::{Key, Taken, Thread, any_loses};
use crate::prelude::*;

/// Integers are no larger than the number of cells.
const FIT: i64 = 64;

/// A game on small boards in which a player has no more moves than there are cells. The player to move is
/// Left.
pub(super) trait Played: Clone + Send + 'static {
    /// Calls `each` with the board after each move of Left until one of them wins.
    fn moves(board: SmallBoard, each: &mut dyn FnMut(SmallBoard) -> Result<bool>) -> Result<bool>;

    /// The board without what makes no difference, and the integer that is left out.
    fn settled(board: SmallBoard, known: &mut KnownBounds<'_>) -> Result<(SmallBoard, i32)>;

    /// An integer `n` such that Left wins the board and `-n`, moving second. If she moves `first`, she wins
    /// the board and `1 - n`. It need not be good if it cannot be as large as `wanted`.
    fn lead(
        board: SmallBoard,
        first: bool,
        wanted: i32,
        known: &mut KnownBounds<'_>,
    ) -> Result<i32>;

    /// How good the board and an integer are for Left, who is to move.
    fn score(board: SmallBoard, integer: i32) -> i32;
}

/// What is known of boards, for a thread.
pub(super) struct KnownBounds<'a> {
    thread: &'a mut Thread<u128>,
    ticker: &'a mut Ticker,
}

impl KnownBounds<'_> {
    /// The integer that a board is, if that is known.
    pub(super) fn integer(&self, board: SmallBoard) -> Option<i32> {
        let (wins, loses) = self.thread.known.bounds(key(board));
        let (wins, loses) = (i32::from(wins), i32::from(loses));
        (loses + 1 == wins).then_some(-loses)
    }

    /// Remembers the integer that a board is, found with so much work.
    pub(super) fn keep_integer(&mut self, board: SmallBoard, integer: i32, work: u32) {
        let (key, lost) = (key(board), -integer as i8);
        for (integer, wins) in [(lost, false), (lost + 1, true)] {
            self.thread.known.give_back(key, integer, Some((wins, work)), self.ticker.budget());
        }
    }

    pub(super) fn tick(&mut self) -> Result {
        Ok(self.ticker.tick(1)?)
    }
}

/// The board up to symmetry and whether the player to move, who is Left, has Right's men there.
fn key(board: SmallBoard) -> Key<u128> {
    let (least, negated) = least_of_both(board);
    Key { cells: least.number(), turned: negated == Negated::Yes }
}

/// A settled board, which is to be searched beside an integer.
#[derive(Clone, Copy)]
struct Child {
    board: SmallBoard,
    key: Key<u128>,
    integer: i8,
    /// How good it is for the player to move.
    score: i32,
}

/// What a look at a board finds.
enum StaticResult {
    /// Whether the player to move wins.
    Decided(bool),
    Open(Child),
}

/// Clones share what is known.
#[derive(Clone)]
pub(super) struct BoardSearch<G> {
    thread: Thread<u128>,
    game: std::marker::PhantomData<G>,
}

impl<G: Played> BoardSearch<G> {
    pub(super) fn new(bytes: u64) -> Self {
        BoardSearch { thread: Thread::new(bytes), game: std::marker::PhantomData }
    }

    /// Whether the player to move wins a board and an integer of hers, if bounds tell.
    fn look(
        &mut self,
        board: SmallBoard,
        integer: i32,
        ticker: &mut Ticker,
    ) -> Result<StaticResult> {
        let mut known = KnownBounds { thread: &mut self.thread, ticker };
        let (board, value) = G::settled(board, &mut known)?;
        let integer = integer + value;
        if board.alive() == 0 {
            return Ok(StaticResult::Decided(integer > 0));
        }
        if G::lead(board, true, 1 - integer, &mut known)? + integer > 0 {
            return Ok(StaticResult::Decided(true));
        }
        if G::lead(board.exchanged(), false, integer, &mut known)? >= integer {
            return Ok(StaticResult::Decided(false));
        }
        let key = key(board);
        self.thread.known.prefetch(key);
        let score = G::score(board, integer);
        Ok(StaticResult::Open(Child { board, key, integer: integer as i8, score }))
    }

    /// Whether the player to move has a winning move. It is called for boards with fewer and fewer moves
    /// beside integers with fewer. The answer has no meaning if the thread is
    /// [overtaken](Thread::is_overtaken).
    fn wins_by_moves(
        &mut self,
        board: SmallBoard,
        integer: i32,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        if self.thread.step(ticker)? {
            return Ok(false);
        }
        let mut children = Vec::new();
        // The last board, which was not looked up yet: by then it is fetched from memory.
        let mut last = None;
        let won = G::moves(board, &mut |after| {
            Ok(match self.look(after.exchanged(), -integer, ticker)? {
                StaticResult::Decided(wins) => !wins,
                StaticResult::Open(child) => self.is_lost(last.replace(child), &mut children),
            })
        })?;
        if won || self.is_lost(last, &mut children) {
            return Ok(true);
        }
        ticker.tick(children.len() as u64)?;
        children.sort_by_key(|child| child.score);
        if any_loses(&children, |child, join| self.loses(child, join, ticker))? {
            return Ok(true);
        }
        // If the board is a number, a move in the integer may be the only good one.
        if integer <= 0 {
            return Ok(false);
        }
        match self.look(board.exchanged(), 1 - integer, ticker)? {
            StaticResult::Decided(wins) => Ok(!wins),
            StaticResult::Open(child) => Ok(self.loses(child, true, ticker)? == Some(true)),
        }
    }

    /// Whether the player to move is known to lose. The board is added to the children if it is not known.
    #[inline]
    fn is_lost(&self, child: Option<Child>, children: &mut Vec<Child>) -> bool {
        let Some(child) = child else { return false };
        let known = self.thread.known.get(child.key, child.integer);
        if known.is_none() {
            children.push(child);
        }
        known == Some(false)
    }

    /// Whether the player to move loses; `None` if another thread searches the board. With `join` it is
    /// searched even then.
    fn loses(&mut self, child: Child, join: bool, ticker: &mut Ticker) -> Result<Option<bool>> {
        let wins = match self.thread.known.take(child.key, child.integer, join) {
            Taken::Decided(wins) => wins,
            Taken::Ours => {
                let begun = self.thread.begin(child.key, child.integer);
                let found = self.wins_by_moves(child.board, child.integer.into(), ticker);
                self.thread.end(begun, found, ticker.budget())?
            }
            Taken::UnderWay => return Ok(None),
        };
        Ok(Some(!wins || self.thread.is_overtaken()))
    }

    /// Whether the player to move, who is Left, wins the board and an integer of hers.
    fn wins_first(&mut self, board: SmallBoard, integer: i64, ticker: &mut Ticker) -> Result<bool> {
        if !(-FIT..=FIT).contains(&integer) {
            return Ok(integer > 0);
        }
        let before = self.thread.searched();
        let wins = match self.look(board, integer as i32, ticker)? {
            StaticResult::Decided(wins) => wins,
            StaticResult::Open(child) => self.loses(child, true, ticker)? == Some(false),
        };
        self.thread.known.count(self.thread.searched() - before);
        Ok(wins)
    }
}

impl<G: Played> WinnerSearch<SmallBoard> for BoardSearch<G> {
    fn wins(
        &mut self,
        board: &SmallBoard,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        match player {
            Player::Left => self.wins_first(*board, integer, ticker),
            Player::Right => self.wins_first(board.exchanged(), integer.saturating_neg(), ticker),
        }
    }

    fn fork(&self) -> Box<dyn WinnerSearch<SmallBoard>> {
        Box::new(self.clone())
    }

    fn write(&mut self, write: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
        self.thread.known.write(write)
    }

    fn read(&mut self, piece: &[u8], budget: &Budget) -> bool {
        self.thread.known.read(piece, budget)
    }
}

#[cfg(test)]
mod tests;
