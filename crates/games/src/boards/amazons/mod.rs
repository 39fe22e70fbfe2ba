//! Amazons on boards up to 8 by 8, as sets of bits.

pub(super) mod search;

use upstar_engine::WinnerSearch;

use self::search::{AmazonsPlay, groups};
use super::bits::{Size, SmallBoard, down, left, right, small_board, up};
use super::by_depth::BoardSearch;
use super::images::least_of_both;
use super::men::each;
use crate::prelude::*;

/// Amazons on at most eight rows and columns: a move like a queen's, then a shot like a queen's
/// move from there, which burns a cell.
#[derive(Clone, Debug)]
pub struct Amazons(pub(crate) Size);

/// The cells around some cells, and these cells themselves.
#[inline]
fn around(cells: u64) -> u64 {
    let row = cells | left(cells) | right(cells);
    row | up(row) | down(row)
}

/// The cells that a queen can reach over free cells.
#[inline]
fn reached(from: u64, free: u64) -> u64 {
    let steps: [fn(u64) -> u64; 8] = [
        up,
        down,
        left,
        right,
        |cells| up(left(cells)),
        |cells| up(right(cells)),
        |cells| down(left(cells)),
        |cells| down(right(cells)),
    ];
    let mut found = 0;
    for step in steps {
        let mut at = step(from) & free;
        while at != 0 {
            found |= at;
            at = step(at) & free;
        }
    }
    found
}

/// Calls `each` with the board after each move of the player until it answers yes. Whether it did.
#[inline]
fn each_move(
    board: SmallBoard,
    player: Player,
    each_after: &mut (impl FnMut(SmallBoard) -> Result<bool> + ?Sized),
) -> Result<bool> {
    let (free, x, o) = board.parts();
    let own = if player == Player::Left { x } else { o };
    for from in each(own) {
        // The cell that the amazon has left is free for the shot.
        let mut freed = board;
        freed.put(from, 1);
        for to in each(reached(from, free)) {
            let after = freed.toggled(player.opponent(), to);
            for burnt in each(reached(to, (free | from) ^ to)) {
                if each_after(after.within(!burnt))? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

impl Ruleset for Amazons {
    type Position = SmallBoard;

    small_board!("amazons", ".#xo");

    #[inline]
    fn options(&self, board: &SmallBoard, player: Player, out: &mut Options<SmallBoard>) -> Result {
        each_move(*board, player, &mut |after| {
            out.push(after);
            Ok(false)
        })?;
        Ok(())
    }

    /// Counts steps, not whole moves, because this is faster.
    #[inline]
    fn static_bounds(&self, board: &SmallBoard) -> Option<StaticBounds> {
        let (free, x, o) = board.parts();
        let steps = |men: u64| each(men).map(|man| reached(man, free).count_ones()).sum();
        let cells = free.count_ones() as i32;
        let most = |men: u64| if around(men) & free == 0 { 0 } else { cells };
        Some(StaticBounds {
            moves: [steps(x), steps(o)],
            // A player without men in the region never moves there. Any other player may still have
            // one move.
            low: if o == 0 { most(x).min(1) } else { -cells },
            high: if x == 0 { -most(o).min(1) } else { cells },
        })
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<SmallBoard>>> {
        Some(Box::new(BoardSearch::<AmazonsPlay>::new(bytes)))
    }

    #[inline]
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result {
        let (free, x, o) = board.parts();
        let parts = groups(free | x | o).filter(|part| part & free != 0 && part & (x | o) != 0);
        out.extend(parts.map(|part| board.within(part)));
        Ok(())
    }

    /// The number of free cells.
    #[inline]
    fn tier(&self, board: &SmallBoard) -> u64 {
        board.free().count_ones().into()
    }

    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        least_of_both(board)
    }
}
