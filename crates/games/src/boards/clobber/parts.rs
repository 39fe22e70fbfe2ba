//! Bounds of the parts of a position of Clobber by multiples of up.

use hashbrown::HashMap;
use upstar_core::{Lease, Ticker};
use upstar_engine::{OptionUps, Ups};

use super::{each_capture, each_part};
use crate::boards::bits::SmallBoard;
use crate::boards::images::{least_of_both, placed};
use crate::prelude::*;

/// Bounds of parts with so many men are always found.
const FEW: u32 = 8;
/// Of parts with more men they are not.
const MANY: u32 = 12;
/// So many options are looked at for bounds of parts with more than a [few](FEW) men, and so many more for
/// each position that is searched.
const SOME: u64 = 1 << 14;
const PER_POSITION: u64 = 1;
/// Bounds of so many parts are kept, beside those of parts with few men.
const MOST: usize = 1 << 22;
/// About the bytes of a part in a table that is half full.
const BYTES: u64 = 64;

/// What Left's move with a man makes of a board without free cells.
#[inline]
pub(super) fn after(board: SmallBoard, man: u64, taken: u64) -> SmallBoard {
    SmallBoard::new(board.left() & !man | taken, board.right() & !taken)
}

/// What is known of parts, moved to the corner.
pub(super) struct PartBounds {
    known: HashMap<SmallBoard, Ups>,
    few: u32,
    many: u32,
    lease: Option<Lease>,
    /// The number of options that were looked at for parts with more than a few men.
    looked: u64,
}

impl Default for PartBounds {
    fn default() -> Self {
        let known = HashMap::new();
        PartBounds { known, lease: None, few: FEW, many: MANY, looked: 0 }
    }
}

impl PartBounds {
    /// Bounds of parts with no more than so many men.
    #[cfg(test)]
    pub(super) fn of_men(few: u32) -> Self {
        PartBounds { few, many: few, ..PartBounds::default() }
    }

    /// The number of parts whose bounds are known.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The bounds of a part, if they are known or found soon, after so many positions were searched.
    #[inline]
    pub(super) fn get(
        &mut self,
        part: SmallBoard,
        searched: u64,
        ticker: &mut Ticker,
    ) -> Result<Option<Ups>> {
        let men = part.men().count_ones();
        if men > self.many {
            return Ok(None);
        }
        let part = placed(part).0;
        if let Some(&known) = self.known.get(&part) {
            return Ok(Some(known));
        }
        let many = self.looked > SOME + PER_POSITION * searched || self.known.len() >= MOST;
        if men > self.few && many {
            return Ok(None);
        }
        self.find(part, ticker).map(Some)
    }

    /// The bounds of a part in the corner, from those of what its moves lead to.
    fn find(&mut self, part: SmallBoard, ticker: &mut Ticker) -> Result<Ups> {
        if let Some(&known) = self.known.get(&part) {
            return Ok(known);
        }
        let (least, negated) = least_of_both(part);
        let negated = negated == Negated::Yes;
        let found = match self.known.get(&least) {
            Some(&known) => known,
            None => {
                let mut options = OptionUps::NEW;
                let mut looked = 0;
                for (board, exchanged) in [(least, false), (least.exchanged(), true)] {
                    each_capture(board.left(), board.right(), |man, taken| {
                        looked += 1;
                        let mut sum = Ups::ZERO;
                        each_part(after(board, man, taken), |part| {
                            sum = sum.plus(self.find(placed(part).0, ticker)?);
                            Ok(())
                        })?;
                        options.take(sum, exchanged);
                        Ok(false)
                    })?;
                }
                ticker.tick(looked)?;
                if least.men().count_ones() > self.few {
                    self.looked += looked;
                }
                self.keep(least, options.found(), ticker)
            }
        };
        if part == least {
            return Ok(found);
        }
        Ok(self.keep(part, found.signed(negated), ticker))
    }

    fn keep(&mut self, part: SmallBoard, ups: Ups, ticker: &Ticker) -> Ups {
        if self.known.len() == self.known.capacity() {
            let lease = self.lease.get_or_insert_with(|| Lease::new(ticker.budget()));
            let bytes = BYTES * (2 * self.known.len() as u64 + 16);
            if lease.reserve_spare(bytes.saturating_sub(lease.bytes())).is_err() {
                // Parts that are forgotten are looked at again when they are needed.
                self.known = HashMap::new();
                self.lease = None;
            }
        }
        self.known.insert(part, ups);
        ups
    }
}
