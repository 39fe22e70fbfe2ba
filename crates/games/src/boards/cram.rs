//! Cram on boards up to 8 by 8, as sets of bits.

use super::bits::{LAST, Size, free_cells, shifted, transposed};
use super::domineering::frame::{Eight, least};
use super::domineering::{regions, stays_connected};
use crate::prelude::*;

/// Cram on at most eight rows and columns: both players place vertical or horizontal dominoes.
///
/// A position is the set of free cells, as in [`Domineering`](crate::Domineering).
#[derive(Clone, Debug)]
pub struct Cram(pub(crate) Size);

impl Ruleset for Cram {
    type Position = u64;

    free_cells!("cram", Class::IMPARTIAL);

    /// Distinguishes the two kinds of boards.
    fn parameters(&self) -> String {
        "by bits".to_owned()
    }

    #[inline]
    fn options(&self, &free: &u64, _: Player, out: &mut Options<u64>) -> Result {
        for (mut places, domino) in [(free & free >> 1 & !LAST, 0b11), (free & free >> 8, 0x101)] {
            while places != 0 {
                out.push(free & !(domino << places.trailing_zeros()));
                places &= places - 1;
            }
        }
        Ok(())
    }

    /// If a half turn about a corner of cells maps the board to itself, the second player answers
    /// each domino with its image.
    #[inline]
    fn known(&self, &free: &u64, convention: Convention) -> Option<Known> {
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
    fn static_bounds(&self, &free: &u64) -> Option<StaticBounds> {
        let moves = (free & free >> 1 & !LAST).count_ones() + (free & free >> 8).count_ones();
        Some(StaticBounds::of_moves(moves, moves))
    }

    #[inline]
    fn components(&self, &free: &u64, out: &mut Vec<u64>) -> Result {
        regions(Eight, free, out);
        Ok(())
    }

    #[inline]
    fn components_of_option(&self, &free: &u64, &option: &u64, out: &mut Vec<u64>) -> Result {
        if !stays_connected(option, free & !option) {
            regions(Eight, option, out);
        } else if option & option.wrapping_sub(1) != 0 {
            out.push(option);
        }
        Ok(())
    }

    /// The number of free cells.
    #[inline]
    fn tier(&self, &free: &u64) -> u64 {
        free.count_ones().into()
    }

    fn normalize(&self, free: u64) -> (u64, Negated) {
        (least(Eight, free).min(least(Eight, transposed(free))), Negated::No)
    }
}
