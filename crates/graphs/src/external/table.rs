//! The remoteness and best move of every vertex, in order.

use upstar_core::arcs::MoveResult;
use upstar_core::label::{self, LOSS, WIN};
use upstar_core::{Budget, Lease, prefetch};

use super::error::Result;
use super::levels::LogReader;
use super::rows::RowReader;
use super::solution::ExternalSolution;
use super::storage::{PageReader, PagedFile};
use crate::graph::{LOOK_AHEAD, NONE};

/// Bytes per vertex while its part of the table is made.
pub(super) const ROW: u64 = 8;

/// Arcs processed at a time.
const BATCH: usize = 4096;

/// The row of a vertex or pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The result for the player to move.
    pub result: MoveResult,
    /// The number of moves to the end; `None` for a draw.
    pub remoteness: Option<u32>,
    /// The best move, as in [`Solution::best_move`](crate::Solution::best_move).
    pub best: Option<u32>,
}

/// A row for each vertex or pair, on disk.
#[derive(Debug)]
pub struct ExternalTable {
    states: PagedFile,
    moves: PagedFile,
    window: usize,
    count: u32,
}

impl ExternalSolution<'_> {
    /// Makes the remoteness and best move of every vertex or pair, one part of the vertices at a
    /// time. Each part needs one pass over the log and one over the arcs.
    ///
    /// # Errors
    /// If the run was stopped, the budget is used up, or a file cannot be read or written.
    pub fn table(&mut self, budget: &Budget) -> Result<ExternalTable> {
        if !self.is_complete() {
            return Err(crate::GraphError::Incomplete.into());
        }
        let (layout, storage) = (self.graph.layout, self.graph.storage);
        let pairs = self.graph.pairs();
        let part = layout.rows_at_once().min(u64::from(pairs)).max(1) as u32;
        let mut lease = Lease::new(budget);
        lease.reserve(ROW * u64::from(part))?;
        let mut table = ExternalTable {
            states: PagedFile::create(storage, "states", layout.page)?,
            moves: PagedFile::create(storage, "moves", layout.page)?,
            window: layout.window,
            count: pairs,
        };
        let starts = || (0..pairs).step_by(part as usize);
        let mut words: Vec<u32> = Vec::with_capacity(part as usize);
        for start in starts() {
            words.clear();
            words.resize((pairs - start).min(part) as usize, 0);
            self.states(start, &mut words, budget)?;
            append(&mut table.states, words.iter().copied())?;
        }
        drop(words);
        let mut rows: Vec<[u32; 2]> = Vec::with_capacity(part as usize);
        for start in starts() {
            rows.clear();
            let mut window = table.window(&table.states, start);
            for _ in start..start + (pairs - start).min(part) {
                rows.push([table.word(&table.states, &mut window)?, NONE]);
            }
            self.moves(start, &mut rows, &table, budget)?;
            append(&mut table.moves, rows.iter().map(|&[_, best]| best))?;
        }
        Ok(table)
    }

    /// Fills in the states, as in [`crate::solve`], of the vertices from `start` on.
    fn states(&self, start: u32, words: &mut [u32], budget: &Budget) -> Result {
        let mut ticker = budget.ticker();
        let mut reader = LogReader::new(&self.log, self.graph.layout.window);
        let mut batch = Vec::with_capacity(BATCH);
        while let Some(level) = reader.level(&self.log)? {
            while reader.read(&self.log, BATCH, &mut batch)? {
                ticker.tick(batch.len() as u64)?;
                for &(v, won) in &batch {
                    if let Some(word) = v.checked_sub(start).and_then(|i| words.get_mut(i as usize))
                    {
                        *word = level.number | if won { WIN } else { LOSS };
                    }
                }
                batch.clear();
            }
        }
        Ok(())
    }

    /// Finds the best moves of the vertices from `start` on. `rows` holds states and moves.
    fn moves(
        &self,
        start: u32,
        rows: &mut [[u32; 2]],
        table: &ExternalTable,
        budget: &Budget,
    ) -> Result {
        let mut ticker = budget.ticker();
        let mut reader = RowReader::new(&self.graph.rows, self.graph.layout.window);
        let mut states = table.window(&table.states, 0);
        let mut tails: Vec<u32> = Vec::new();
        // For each arc in `tails`, the head and its state.
        let mut heads: Vec<[u32; 2]> = Vec::new();
        for v in 0..table.count {
            let to = table.word(&table.states, &mut states)?;
            let arcs = reader.seek(&self.graph.rows, v)?;
            ticker.tick(arcs + 1)?;
            while reader.tails(&self.graph.rows, &mut tails)? {
                heads.resize(tails.len(), [v, to]);
                if tails.len() >= BATCH {
                    best(start, rows, &tails, &heads);
                    tails.clear();
                    heads.clear();
                }
            }
        }
        best(start, rows, &tails, &heads);
        Ok(())
    }

    /// The vertices or pairs to which `v` has a move, ascending and without repeats. This takes one
    /// pass over all arcs.
    ///
    /// # Errors
    /// If the budget is used up, or a file cannot be read.
    pub fn successors(&self, v: u32, budget: &Budget) -> Result<Vec<u32>> {
        let mut ticker = budget.ticker();
        let mut reader = RowReader::new(&self.graph.rows, self.graph.layout.window);
        let (mut tails, mut found) = (Vec::new(), Vec::new());
        for to in 0..self.graph.pairs() {
            let arcs = reader.seek(&self.graph.rows, to)?;
            ticker.tick(arcs + 1)?;
            while reader.tails(&self.graph.rows, &mut tails)? {
                if tails.contains(&v) && found.last() != Some(&to) {
                    found.push(to);
                }
                tails.clear();
            }
        }
        Ok(found)
    }
}

fn append(file: &mut PagedFile, words: impl Iterator<Item = u32>) -> Result {
    let mut bytes = Vec::with_capacity(4 * BATCH);
    for word in words {
        bytes.extend(word.to_le_bytes());
        if bytes.len() == 4 * BATCH {
            file.append(&bytes)?;
            bytes.clear();
        }
    }
    file.append(&bytes)
}

/// Vertices come in ascending order, so the first best one is kept.
fn best(start: u32, rows: &mut [[u32; 2]], tails: &[u32], heads: &[[u32; 2]]) {
    for (i, (&u, &[v, to])) in tails.iter().zip(heads).enumerate() {
        if let Some(&ahead) = tails.get(i + LOOK_AHEAD) {
            prefetch(rows, ahead.wrapping_sub(start) as usize);
        }
        if let Some([from, best]) = rows.get_mut(u.wrapping_sub(start) as usize)
            && *best == NONE
            && label::is_best(*from, to)
        {
            *best = v;
        }
    }
}

impl ExternalTable {
    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn window(&self, file: &PagedFile, row: u32) -> PageReader {
        let mut window = PageReader::new(self.window, file.page());
        window.seek(file, 4 * u64::from(row));
        window
    }

    #[inline]
    fn word(&self, file: &PagedFile, window: &mut PageReader) -> Result<u32> {
        let bytes = window.need(file, 4)?;
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        window.consume(4);
        Ok(word)
    }

    /// All rows, in order.
    #[must_use]
    pub fn rows(&self) -> TableRows<'_> {
        TableRows {
            table: self,
            states: self.window(&self.states, 0),
            moves: self.window(&self.moves, 0),
            left: self.count,
        }
    }

    /// The row of vertex or pair `v`.
    ///
    /// # Errors
    /// If it cannot be read.
    ///
    /// # Panics
    /// If there is no `v`.
    pub fn get(&self, v: u32) -> Result<TableRow> {
        assert!(v < self.count, "row {v} of {}", self.count);
        let mut rows = self.rows();
        rows.states.seek(&self.states, 4 * u64::from(v));
        rows.moves.seek(&self.moves, 4 * u64::from(v));
        Ok(rows.next()?.expect("there is such a row"))
    }
}

/// The rows of an [`ExternalTable`], one after another.
#[derive(Debug)]
pub struct TableRows<'a> {
    table: &'a ExternalTable,
    states: PageReader,
    moves: PageReader,
    left: u32,
}

impl TableRows<'_> {
    /// The next row; `None` after the last.
    ///
    /// # Errors
    /// If it cannot be read.
    #[allow(clippy::should_implement_trait)] // an iterator would have to end at an error
    pub fn next(&mut self) -> Result<Option<TableRow>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let state = self.table.word(&self.table.states, &mut self.states)?;
        let best = self.table.word(&self.table.moves, &mut self.moves)?;
        Ok(Some(TableRow {
            result: label::result(state),
            remoteness: label::remoteness(state),
            best: (best != NONE).then_some(best),
        }))
    }
}
