//! The word that retrograde analysis keeps of a position: its outcome and remoteness, and before
//! these are known a counter of moves.
//!
//! A word with [`WIN`] or [`LOSS`] is a label; its [`COUNT`] bits are the remoteness. In a word with
//! neither they are the number of moves not yet known to be bad. A drawn terminal has none, and
//! nobody counts them down.

use crate::Convention;
use crate::arcs::TerminalResult;

/// Set where the player to move wins.
pub const WIN: u32 = 1 << 31;
/// Set where the player to move loses.
pub const LOSS: u32 = 1 << 30;
/// The other bits: the remoteness, or the counter. The greatest number of moves from a position,
/// and the greatest remoteness.
pub const COUNT: u32 = LOSS - 1;

/// In a word of one byte: lost. What is less is a counter, or has a meaning of its own.
pub const LOST_BYTE: u8 = 254;
/// In a word of one byte: won.
pub const WON_BYTE: u8 = 255;

/// The label of a position with this result and remoteness; 0 if it is drawn.
#[inline]
#[must_use]
pub const fn label(result: TerminalResult, remoteness: u32) -> u32 {
    match result {
        TerminalResult::Win => WIN | remoteness,
        TerminalResult::Loss => LOSS | remoteness,
        TerminalResult::Draw => 0,
    }
}

/// Whether a position has no label.
#[inline(always)]
#[must_use]
pub const fn is_open(word: u32) -> bool {
    word & (WIN | LOSS) == 0
}

/// The result of a position, where what is open is drawn.
#[inline]
#[must_use]
pub const fn result(word: u32) -> TerminalResult {
    match word {
        _ if word & WIN != 0 => TerminalResult::Win,
        _ if word & LOSS != 0 => TerminalResult::Loss,
        _ => TerminalResult::Draw,
    }
}

/// The remoteness of a position that is won or lost.
#[inline]
#[must_use]
pub const fn remoteness(word: u32) -> Option<u32> {
    if is_open(word) { None } else { Some(word & COUNT) }
}

/// Whether a move from a position to another is best, by their labels: a winner takes the shortest
/// win, a loser the longest loss, who can draw keeps the draw.
#[inline]
#[must_use]
pub const fn is_best(from: u32, to: u32) -> bool {
    match result(from) {
        TerminalResult::Win => from ^ WIN == (to ^ LOSS).wrapping_add(1),
        TerminalResult::Loss => from ^ LOSS == (to ^ WIN).wrapping_add(1),
        TerminalResult::Draw => is_open(to),
    }
}

/// The word of a position with a move to a lost one: if it was open it is won, with this
/// remoteness. Without branches, which could not be predicted.
#[inline(always)]
#[must_use]
pub const fn win(word: u32, remoteness: u32) -> u32 {
    if is_open(word) { WIN | remoteness } else { word }
}

/// The word of a position with one more move to a won one: the counter is one less, and at 0 the
/// position is lost, with this remoteness. True if it was lost by that.
#[inline(always)]
#[must_use]
pub const fn count(word: u32, remoteness: u32) -> (u32, bool) {
    let left = word.wrapping_sub(is_open(word) as u32);
    let lost = left == 0;
    (if lost { LOSS | remoteness } else { left }, lost)
}

/// Fills in the words before the first move is looked at, `per` for each vertex: `words` are the
/// numbers of moves; terminals, and the vertices that have one of `results`, get their labels.
pub fn begin(
    words: &mut [u32],
    results: &[(u32, TerminalResult)],
    per: usize,
    convention: Convention,
) {
    let terminal = label(convention.no_move(), 0);
    for word in words.iter_mut() {
        *word = if *word == 0 { terminal } else { *word };
    }
    for &(v, result) in results {
        words[v as usize * per..][..per].fill(label(result, 0));
    }
}

/// The order in which positions get their labels, in one array: lost ones from its beginning on,
/// won ones from its end down. Each gets into it once.
///
/// A place past each end is written before it is decided whether to keep what was written, which
/// spares a branch: there are two places more than positions.
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
    /// The positions that have labels from the start; `places` are two more than `words`.
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
