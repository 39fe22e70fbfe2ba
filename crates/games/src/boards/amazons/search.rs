//! Bounds of positions of Amazons, for a search by depth.
//!
//! A connected part with amazons of one player is an integer: the number of moves that they have, one after
//! another. It is found by trying them, and remembered.

use super::super::bits::SmallBoard;
use super::super::by_depth::{KnownBounds, Played};
use super::{around, each_move, reached};
use crate::boards::men::each;
use crate::prelude::*;

/// Parts with amazons of one player and more free cells are not valued.
const MOST_VALUED: u32 = 16;

#[derive(Clone, Copy, Debug)]
pub(in crate::boards) struct AmazonsPlay;

/// The cells of `within` that are connected with some cells, and these.
#[inline]
fn connected(mut cells: u64, within: u64) -> u64 {
    loop {
        let next = cells | around(cells) & within;
        if next == cells {
            return cells;
        }
        cells = next;
    }
}

/// The connected sets of cells.
#[inline]
pub(super) fn groups(mut rest: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let group = connected(rest & rest.wrapping_neg(), rest);
        rest ^= group;
        (group != 0).then_some(group)
    })
}

/// The most moves of some amazons in free cells, one after another.
fn alone(free: u64, amazons: u64, known: &mut KnownBounds<'_>) -> Result<u32> {
    let mut most = 0;
    for part in groups(free | amazons) {
        if part & free != 0 && part & amazons != 0 {
            most += alone_in_part(part & free, part & amazons, known)?;
        }
    }
    Ok(most)
}

fn alone_in_part(free: u64, amazons: u64, known: &mut KnownBounds<'_>) -> Result<u32> {
    let board = SmallBoard::new(free | amazons, free);
    if let Some(integer) = known.integer(board) {
        return Ok(integer.unsigned_abs());
    }
    known.tick()?;
    let mut best = 0;
    let all = free.count_ones();
    'moves: for from in each(amazons) {
        for to in each(reached(from, free)) {
            let open = (free | from) ^ to;
            for burnt in each(reached(to, open)) {
                best = best.max(1 + alone(open ^ burnt, amazons ^ from ^ to, known)?);
                if best == all {
                    break 'moves;
                }
            }
        }
    }
    known.keep_integer(board, best as i32, all);
    Ok(best)
}

impl Played for AmazonsPlay {
    fn moves(board: SmallBoard, found: &mut dyn FnMut(SmallBoard) -> Result<bool>) -> Result<bool> {
        each_move(board, Player::Left, found)
    }

    fn settled(board: SmallBoard, known: &mut KnownBounds<'_>) -> Result<(SmallBoard, i32)> {
        let (free, own, other) = board.parts();
        let (mut kept, mut value) = (0, 0);
        for part in groups(free | own | other) {
            let amazons = part & (own | other);
            let free = part & free;
            if free == 0 || amazons == 0 {
                continue;
            }
            if amazons & own != 0 && amazons & other != 0 || free.count_ones() > MOST_VALUED {
                kept |= part;
                continue;
            }
            let most = alone_in_part(free, amazons, known)? as i32;
            value += if amazons & own == 0 { -most } else { most };
        }
        Ok((board.within(kept), value))
    }

    /// Right's *area* is his amazons and the free cells that they can reach while Left's stand still. A
    /// move of Left *keeps* it if it does not start beside it, or if the amazon shoots back at the cell that
    /// it left. As long as Left only makes such moves the area does not grow, all of Right's moves and
    /// shots are in it, and each of them burns one of its free cells.
    ///
    /// In a connected set of other free cells, with the amazons there that are not beside the area, Left
    /// has as many moves as if she were alone. Where there are no such amazons, one that is beside the area
    /// moves into the set, shoots back, and then is alone. She counts an amazon for one set only.
    ///
    /// An amazon that she does not need for that may move to a free cell of the area and shoot back: that
    /// takes a move from Right. She counts one such amazon for each connected *group* of the area. A move
    /// of Right is in one group, and takes at most two of the free cells beside her amazon, to move to
    /// and to shoot at. So an amazon with three or more of them still has one after one such move. If there
    /// are `two` such groups and `one` others, Left, moving second, makes at least `two + one / 2` such
    /// moves, by induction. If Right takes one of the others, she moves in another of them, or if there is
    /// none in one of the `two`. If he makes one of the `two` one of the others, she moves in one of the
    /// others. Moving first, she makes `two + (one + 1) / 2` of them: she begins with one of the others, if
    /// there are any.
    fn lead(
        board: SmallBoard,
        first: bool,
        wanted: i32,
        known: &mut KnownBounds<'_>,
    ) -> Result<i32> {
        let (free, own, other) = board.parts();
        let area = connected(other, free);
        let open = area & free;
        let safe = free & !open;
        let touching = own & around(open);
        let most = safe.count_ones() as i32 - open.count_ones() as i32;
        if most + 2 * (touching.count_ones() as i32) < wanted {
            return Ok(-(open.count_ones() as i32));
        }
        let beside = own & around(area);
        let inner = own ^ beside;
        let (mut moves, mut idle) = (0, beside);
        for set in groups(safe | inner) {
            let (cells, within) = (set & safe, set & inner);
            if cells == 0 || cells.count_ones() > MOST_VALUED {
                continue;
            }
            if within != 0 {
                moves += alone(cells, within, known)?;
                continue;
            }
            let guards = around(cells) & idle;
            // One that touches no free cell of the area is of no other use.
            let guards = if guards & !touching == 0 { guards } else { guards & !touching };
            let guard = guards & guards.wrapping_neg();
            idle ^= guard;
            let mut best = 0;
            for to in each(reached(guard, cells)) {
                best = best.max(1 + alone(cells ^ to, to, known)?);
                if best == cells.count_ones() {
                    break;
                }
            }
            moves += best;
        }
        let lead = moves as i32 - open.count_ones() as i32;
        let mut idle = idle & touching;
        if lead >= wanted || idle == 0 {
            return Ok(lead);
        }
        let (mut one, mut two, mut rest) = (0, 0, open);
        for group in groups(area) {
            rest &= !group;
            let cells = group & free;
            let near = around(cells) & idle;
            let lone = near & !around(rest);
            let near = if lone == 0 { near } else { lone };
            let amazon = near & near.wrapping_neg();
            idle ^= amazon;
            match (around(amazon) & cells).count_ones() {
                0 => {}
                1 | 2 => one += 1,
                _ => two += 1,
            }
        }
        Ok(lead + 2 * (two + (one + i32::from(first)) / 2))
    }

    /// Counts cells that a player reaches in one, two or three moves, and the opponent does not. The
    /// player to move has few moves on good boards: this leaves little to search.
    fn score(board: SmallBoard, integer: i32) -> i32 {
        let (free, own, other) = board.parts();
        let (mut score, mut ours, mut theirs) = (0, 0, 0);
        let (mut from, mut from_theirs) = (own, other);
        for _ in 0..3 {
            from = reached(from, free) & !ours;
            from_theirs = reached(from_theirs, free) & !theirs;
            ours |= from;
            theirs |= from_theirs;
            score += (ours & !theirs).count_ones() as i32 - (theirs & !ours).count_ones() as i32;
        }
        let moves: u32 = each(own).map(|amazon| reached(amazon, free).count_ones()).sum();
        4 * score + moves as i32 + 12 * integer
    }
}
