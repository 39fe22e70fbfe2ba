//! What a worker remembers about single values, exactly and for good.

use crate::error::Halt;
use crate::infinitesimal::uptimal;
use crate::worker::Worker;
use crate::{printed_order, structure, text, thermography};

/// The tables of each theory, by id, paid for from the budget of the universe. Once one of them
/// has grown beyond [`Memo::MOST`] entries, or memory is short, they are emptied when the next
/// operation starts: what they held is computed again when it is needed.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(crate) structure: structure::Memo,
    pub(crate) printed_order: printed_order::Memo,
    pub(crate) text: text::Memo,
    pub(crate) uptimal: uptimal::Memo,
    pub(crate) thermography: thermography::Memo,
    /// Bytes that are paid for, and how many of them are used.
    paid: u64,
    used: u64,
}

impl Memo {
    /// The most entries a table keeps from one operation to the next.
    const MOST: usize = 1 << 20;

    /// What is paid for at a time.
    const PIECE: u64 = 1 << 16;

    /// Has a table grown too long?
    fn is_long(&self) -> bool {
        let lengths = [
            self.structure.longest(),
            self.printed_order.longest(),
            self.text.longest(),
            self.uptimal.longest(),
            self.thermography.longest(),
        ];
        lengths.into_iter().any(|length| length > Memo::MOST)
    }
}

impl Worker<'_> {
    /// Pays for an entry of about `bytes` beside its place in a table.
    pub(crate) fn pay(&mut self, bytes: usize) -> Result<(), Halt> {
        let memo = self.memo();
        memo.used += bytes as u64 + 96;
        if memo.used > memo.paid {
            let piece = (memo.used - memo.paid).max(Memo::PIECE);
            let paid = self.universe.arena.reserve_extra(piece);
            paid.map_err(|error| self.fail(error))?;
            self.memo().paid += piece;
        }
        Ok(())
    }

    /// Empties the tables if they are long or memory is short.
    pub(crate) fn trim_memo(&mut self) {
        let left = self.universe.arena.budget().bytes_left();
        let memo = self.memo();
        let paid = memo.paid;
        if memo.is_long() || left.is_some_and(|left| left < paid) {
            *memo = Memo::default();
            self.universe.arena.release_extra(paid);
        }
    }
}
