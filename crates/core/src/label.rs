//! The word that retrograde analysis stores for a position: its outcome and remoteness, or a
//! counter of moves before these are known.
//!
//! A word with [`WIN`] or [`LOSS`] is a label, and its [`COUNT`] bits are the remoteness. In a word
//! with neither they are the number of moves not yet known to be bad. A drawn terminal has no
//! moves, so its counter is never decremented.

use crate::Convention;
use crate::arcs::MoveResult;

/// Set where the player to move wins.
pub const WIN: u32 = 1 << 31;
/// Set where the player to move loses.
pub const LOSS: u32 = 1 << 30;
/// The other bits: the remoteness or the counter. Also the largest number of moves from a position,
/// and the largest remoteness.
pub const COUNT: u32 = LOSS - 1;

/// In a one-byte word: lost. Smaller values are counters or have a special meaning.
pub const LOST_BYTE: u8 = 254;
/// In a one-byte word: won.
pub const WON_BYTE: u8 = 255;

/// The label of a position with this result and remoteness; 0 if it is drawn.
#[inline]
#[must_use]
pub const fn label(result: MoveResult, remoteness: u32) -> u32 {
    match result {
        MoveResult::Win => WIN | remoteness,
        MoveResult::Loss => LOSS | remoteness,
        MoveResult::Draw => 0,
    }
}

/// Whether a position has no label.
#[inline(always)]
#[must_use]
pub const fn is_open(word: u32) -> bool {
    word & (WIN | LOSS) == 0
}

/// The result of a position. A position without a label is drawn.
#[inline]
#[must_use]
pub const fn result(word: u32) -> MoveResult {
    match word {
        _ if word & WIN != 0 => MoveResult::Win,
        _ if word & LOSS != 0 => MoveResult::Loss,
        _ => MoveResult::Draw,
    }
}

/// The remoteness of a position that is won or lost.
#[inline]
#[must_use]
pub const fn remoteness(word: u32) -> Option<u32> {
    if is_open(word) { None } else { Some(word & COUNT) }
}

/// Whether a move between positions with these labels is best: a winner takes the shortest win, a
/// loser the longest loss, and a player who can draw keeps the draw.
#[inline]
#[must_use]
pub const fn is_best(from: u32, to: u32) -> bool {
    match result(from) {
        MoveResult::Win => from ^ WIN == (to ^ LOSS).wrapping_add(1),
        MoveResult::Loss => from ^ LOSS == (to ^ WIN).wrapping_add(1),
        MoveResult::Draw => is_open(to),
    }
}

/// The word of a position with a move to a lost one. If it was open, it becomes won, with this
/// remoteness. The code has no branches, which could not be predicted.
#[inline(always)]
#[must_use]
pub const fn win(word: u32, remoteness: u32) -> u32 {
    if is_open(word) { WIN | remoteness } else { word }
}

/// The word of a position with one more move to a won one. The counter decreases by one, and at 0
/// the position becomes lost, with this remoteness. Returns true if it became lost.
#[inline(always)]
#[must_use]
pub const fn count(word: u32, remoteness: u32) -> (u32, bool) {
    let left = word.wrapping_sub(is_open(word) as u32);
    let lost = left == 0;
    (if lost { LOSS | remoteness } else { left }, lost)
}

/// Fills in the initial words, `per` for each vertex. `words` are the numbers of moves. Terminals,
/// and vertices with an entry in `results`, get their labels.
pub fn begin(words: &mut [u32], results: &[(u32, MoveResult)], per: usize, convention: Convention) {
    let terminal = label(convention.no_move(), 0);
    for word in words.iter_mut() {
        *word = if *word == 0 { terminal } else { *word };
    }
    for &(v, result) in results {
        words[v as usize * per..][..per].fill(label(result, 0));
    }
}

/// The order in which positions get their labels, in one array: lost positions from its start, won
/// positions from its end downwards. Each position enters it once.
///
/// To avoid a branch, a place past each end is written before it is known whether to keep it. So
/// there are two more places than positions.
#[derive(Debug)]
pub struct Order {
    /// The array.
    pub places: Vec<u32>,
    /// Where the next lost position goes.
    pub lost: usize,
    /// Where the next won position goes.
    pub won: usize,
}

impl Order {
    /// The positions that have labels from the start. `places` must have two more entries than
    /// `words`.
    #[must_use]
    pub fn new(words: &[u32], places: Vec<u32>) -> Order {
        let mut order = Order { lost: 0, won: places.len() - 1, places };
        for (v, &word) in words.iter().enumerate() {
            order.push_lost(v as u32, word & LOSS != 0);
            order.push_won(v as u32, word & WIN != 0);
        }
        order
    }

    /// Adds a lost position if it is to be kept.
    #[inline(always)]
    pub fn push_lost(&mut self, v: u32, keep: bool) {
        self.places[self.lost] = v;
        self.lost = self.lost.wrapping_add(usize::from(keep));
    }

    /// Adds a won position if it is to be kept.
    #[inline(always)]
    pub fn push_won(&mut self, v: u32, keep: bool) {
        self.places[self.won] = v;
        self.won = self.won.wrapping_sub(usize::from(keep));
    }
}
