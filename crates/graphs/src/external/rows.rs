//! The arcs on disk, sorted by target.

use upstar_core::Lease;

use super::error::Result;
use super::storage::{PageReader, PagedFile, push_varint};

/// Rows between two entries of the index.
pub(super) const STRIDE: u64 = 256;

/// For each vertex the tails of the arcs into it: their number in base 128, then each in four
/// bytes. An index has the place of every [`STRIDE`]th row.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) file: PagedFile,
    pub(super) index: Vec<u64>,
    /// The number of rows.
    pub(super) count: u64,
    pub(super) lease: Lease,
}

impl Rows {
    /// Begins the next row. Its arcs are then added by [`Rows::arcs`].
    pub(super) fn begin(&mut self, arcs: u64) -> Result {
        if self.count.is_multiple_of(STRIDE) {
            self.lease.reserve(8)?;
            self.index.push(self.file.len());
        }
        self.count += 1;
        let mut head = Vec::with_capacity(10);
        push_varint(&mut head, arcs);
        self.file.append(&head)
    }

    /// Adds arcs to the current row.
    pub(super) fn arcs(&mut self, tails: &[u32]) -> Result {
        let mut bytes = [0; 4 * 256];
        for part in tails.chunks(256) {
            for (place, tail) in bytes.chunks_exact_mut(4).zip(part) {
                place.copy_from_slice(&tail.to_le_bytes());
            }
            self.file.append(&bytes[..4 * part.len()])?;
        }
        Ok(())
    }
}

/// Reads rows, ascending or in any order.
#[derive(Debug)]
pub(super) struct RowReader {
    window: PageReader,
    /// The row that begins at the reader's place.
    row: u64,
    /// The number of arcs of the previous row that are not yet read.
    left: u64,
}

impl RowReader {
    /// A reader that reads at most about `bytes` at a time.
    pub(super) fn new(rows: &Rows, bytes: usize) -> Self {
        RowReader { window: PageReader::new(bytes, rows.file.page()), row: 0, left: 0 }
    }

    /// Moves to row `v` and returns the number of its arcs.
    pub(super) fn seek(&mut self, rows: &Rows, v: u32) -> Result<u64> {
        let v = u64::from(v);
        self.window.consume(4 * self.left as usize);
        if v < self.row || v / STRIDE > self.row / STRIDE || self.left > STRIDE {
            let block = v / STRIDE;
            self.window.seek(&rows.file, rows.index[block as usize]);
            self.row = block * STRIDE;
        }
        self.left = 0;
        loop {
            let arcs = self.window.varint(&rows.file)?;
            self.row += 1;
            if self.row > v {
                self.left = arcs;
                return Ok(arcs);
            }
            let bytes = usize::try_from(arcs).ok().and_then(|arcs| arcs.checked_mul(4));
            self.window.consume(bytes.ok_or_else(|| rows.file.damaged())?);
        }
    }

    /// Adds the tails of some arcs of the row to `tails`. False if there are no more.
    pub(super) fn tails(&mut self, rows: &Rows, tails: &mut Vec<u32>) -> Result<bool> {
        if self.left == 0 {
            return Ok(false);
        }
        let there = self.window.rest().len() / 4;
        if there == 0 {
            self.window.need(&rows.file, 4)?;
        }
        let there = (self.window.rest().len() / 4).min(self.left as usize);
        let bytes = &self.window.rest()[..4 * there];
        tails.extend(bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        self.window.consume(4 * there);
        self.left -= there as u64;
        Ok(true)
    }
}
