//! Bounds of positions of Konane, for a search by depth.

use super::super::bits::{SmallBoard, down, left, right, up};
use super::super::by_depth::{KnownBounds, Played};
use super::{each_jump, lines};
use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(in crate::boards) struct KonanePlay;

/// The men of `own` that may jump over men of `other`, up, down, to the left and to the right.
#[inline]
fn jumpers(free: u64, own: u64, other: u64) -> [u64; 4] {
    [
        own & down(other & down(free)),
        own & up(other & up(free)),
        own & right(other & right(free)),
        own & left(other & left(free)),
    ]
}

/// The number of moves of one jump.
#[inline]
fn jumps(free: u64, own: u64, other: u64) -> i32 {
    jumpers(free, own, other).iter().map(|men| men.count_ones() as i32).sum()
}

/// The number of men of Left that Right may ever jump over while Left makes no move.
///
/// The sets of cells where his men may stand and of cells that may be free grow until they allow no further
/// jump.
#[inline]
fn captures(board: SmallBoard) -> i32 {
    let (mut free, theirs, mut men) = board.parts();
    let mut jumped = 0;
    loop {
        let from = jumpers(free, men, theirs);
        let over = [up(from[0]), down(from[1]), left(from[2]), right(from[3])];
        let to = up(over[0]) | down(over[1]) | left(over[2]) | right(over[3]);
        let all = over[0] | over[1] | over[2] | over[3];
        let opened = all | from[0] | from[1] | from[2] | from[3];
        if (to & !men) | (opened & !free) == 0 {
            return (jumped | all).count_ones() as i32;
        }
        men |= to;
        free |= opened;
        jumped |= all;
    }
}

impl Played for KonanePlay {
    fn moves(board: SmallBoard, found: &mut dyn FnMut(SmallBoard) -> Result<bool>) -> Result<bool> {
        each_jump(board, Player::Left, found)
    }

    /// Without the men that never take part in a jump, and the cells where none ever is.
    fn settled(board: SmallBoard, _: &mut KnownBounds<'_>) -> Result<(SmallBoard, i32)> {
        Ok((lines(board).map_or(board, |lines| board.within(lines.cells())), 0))
    }

    /// Each of Right's moves takes a man of Left. If she makes none on the board, he has no more than he
    /// may ever [capture](captures).
    fn lead(board: SmallBoard, _: bool, wanted: i32, _: &mut KnownBounds<'_>) -> Result<i32> {
        Ok(if wanted > 0 { i32::MIN / 2 } else { -captures(board) })
    }

    /// Few moves of the player to move leave little to search.
    fn score(board: SmallBoard, integer: i32) -> i32 {
        let (free, own, other) = board.parts();
        4 * (jumps(free, own, other) + integer) - jumps(free, other, own)
    }
}
