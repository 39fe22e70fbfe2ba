//! Cram on boards up to 8 by 8, as sets of bits.

use super::bits::{LAST, Size, SmallBoard, free_cells, shifted, transposed};
use super::domineering::frame::{Eight, least};
use super::domineering::{regions, stays_connected};
use super::known::Cells;
use crate::prelude::*;

/// Cram on at most eight rows and columns: both players place vertical or horizontal dominoes.
///
/// A position is the set of free cells, as in [`Domineering`](crate::Domineering).
#[derive(Clone, Debug)]
pub struct Cram(pub(crate) Size);

impl Ruleset for Cram {
    type Position = SmallBoard;

    free_cells!("cram", Class::IMPARTIAL);

    /// Distinguishes the two kinds of boards.
    fn parameters(&self) -> String {
        "by bits".to_owned()
    }

    #[inline]
    fn options(&self, board: &SmallBoard, _: Player, out: &mut Options<SmallBoard>) -> Result {
        let free = board.free();
        for (mut places, domino) in [(free & free >> 1 & !LAST, 0b11), (free & free >> 8, 0x101)] {
            while places != 0 {
                out.push((free & !(domino << places.trailing_zeros())).position());
                places &= places - 1;
            }
        }
        Ok(())
    }

    /// If a half turn about a corner of cells maps the board to itself, the second player answers
    /// each domino with its image.
    #[inline]
    fn known(&self, board: &SmallBoard, convention: Convention) -> Option<Known> {
        let free = board.free();
        let (cells, turned) = (shifted(free), shifted(free.reverse_bits()));
        if cells != turned || convention == Convention::Misere {
            return None;
        }
        let rows = (71 - cells.leading_zeros()) / 8;
        let mut row = cells | cells >> 32;
        row |= row >> 16;
        row |= row >> 8;
        let columns = 8 - (row as u8).leading_zeros();
        (rows.is_multiple_of(2) && columns.is_multiple_of(2)).then_some(Known {
            fact: Fact::Grundy(0),
            theorem: "a half turn about a corner of cells moves every domino: the second player \
                      answers with the image (Winning Ways, chapter 15)",
        })
    }

    #[inline]
    fn static_bounds(&self, board: &SmallBoard) -> Option<StaticBounds> {
        let free = board.free();
        let moves = (free & free >> 1 & !LAST).count_ones() + (free & free >> 8).count_ones();
        Some(StaticBounds::of_moves(moves, moves))
    }

    #[inline]
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result {
        regions(Eight, board.free(), out);
        Ok(())
    }

    #[inline]
    fn components_of_option(
        &self,
        board: &SmallBoard,
        option: &SmallBoard,
        out: &mut Vec<SmallBoard>,
    ) -> Result {
        let after = option.free();
        if !stays_connected(after, board.free() & !after) {
            regions(Eight, after, out);
        } else if after & after.wrapping_sub(1) != 0 {
            out.push(*option);
        }
        Ok(())
    }

    /// The number of free cells.
    #[inline]
    fn tier(&self, board: &SmallBoard) -> u64 {
        board.free().count_ones().into()
    }

    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        let free = board.free();
        (least(Eight, free).min(least(Eight, transposed(free))).position(), Negated::No)
    }
}
