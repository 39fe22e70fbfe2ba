//! Grundy values out of core: one retrograde analysis for each value.

use upstar_core::{Budget, Convention};

use super::ExternalGraph;
use super::error::{ExternalError, Result};
use super::label::Labelling;
use super::levels::Log;
use super::rows::RowReader;
use super::storage::{PageReader, PagedFile};
use crate::error::GraphError;

/// Arcs processed at a time.
const BATCH: usize = 4096;

/// The Grundy value of each vertex of an [`ExternalGraph`], on disk: for each value, one bit per
/// vertex.
#[derive(Debug)]
pub struct ExternalValues<'s> {
    graph: ExternalGraph<'s>,
    bits: PagedFile,
    /// The number of vertices with each value.
    counts: Vec<u64>,
}

impl<'s> ExternalGraph<'s> {
    /// The Grundy value of every vertex, if all vertices have one. This holds on graphs without
    /// cycles, and on other graphs if no value is infinite.
    ///
    /// The vertices of value 0 are the lost ones. When these are removed, the vertices of value 1
    /// are the lost ones of the remaining graph, and so on. So the time is that of one
    /// [`solve`](ExternalGraph::solve) for each value that occurs.
    ///
    /// *Source:* Smith, *Graphs and composite games*, 1966; this is the case without infinite
    /// values.
    ///
    /// # Errors
    /// If arcs are coloured, a terminal is not lost, or a vertex has an infinite value
    /// ([`ExternalError::NoGrundyValue`]). If the budget is used up, or a file cannot be read or
    /// written.
    pub fn values(mut self, budget: &Budget) -> Result<ExternalValues<'s>> {
        if self.coloured {
            return Err(GraphError::Coloured.into());
        }
        let lost = upstar_core::arcs::MoveResult::Loss;
        if let Some(&(vertex, _)) = self.results.iter().find(|(_, result)| *result != lost) {
            return Err(GraphError::NotNormalPlay { vertex }.into());
        }
        let mut bits = PagedFile::create(self.storage, "values", self.layout.page)?;
        let mut counts = Vec::new();
        let mut cells = self.take_cells()?;
        loop {
            let log = Log::create(self.storage, self.layout.page)?;
            let mut work = Labelling::new(&self, cells, log, budget)?;
            work.run(Convention::Normal, None, false)?;
            let (found, log) = work.finish();
            cells = found;
            if let Some(vertex) = cells.first_open() {
                return Err(ExternalError::NoGrundyValue { vertex });
            }
            let mut byte = 0u8;
            let mut bytes = Vec::with_capacity(BATCH);
            for v in 0..self.vertices {
                byte |= u8::from(cells.is_lost(v)) << (v % 8);
                if v % 8 == 7 || v + 1 == self.vertices {
                    bytes.push(std::mem::take(&mut byte));
                    if bytes.len() == BATCH {
                        bits.append(&bytes)?;
                        bytes.clear();
                    }
                }
            }
            bits.append(&bytes)?;
            counts.push(log.lost);
            if log.won == 0 {
                break;
            }
            cells.keep_won();
            let mut ticker = budget.ticker();
            let mut reader = RowReader::new(&self.rows, self.layout.window);
            let mut tails = Vec::new();
            for v in 0..self.vertices {
                if cells.is_out(v) {
                    continue;
                }
                let arcs = reader.seek(&self.rows, v)?;
                ticker.tick(arcs + 1)?;
                while reader.tails(&self.rows, &mut tails)? {
                    if tails.len() >= BATCH {
                        cells.add(&tails)?;
                        tails.clear();
                    }
                }
            }
            cells.add(&tails)?;
        }
        Ok(ExternalValues { graph: self, bits, counts })
    }
}

impl<'s> ExternalValues<'s> {
    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &ExternalGraph<'s> {
        &self.graph
    }

    /// The number of vertices with each value, from 0 on.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The values of all vertices, in order.
    #[must_use]
    pub fn rows(&self) -> ValueRows<'_> {
        let width = u64::from(self.graph.vertices.div_ceil(8));
        let readers = (0..self.counts.len() as u64).map(|value| {
            let mut reader = PageReader::new(8 * self.bits.page(), self.bits.page());
            reader.seek(&self.bits, value * width);
            reader
        });
        ValueRows { values: self, readers: readers.collect(), bytes: Vec::new(), next: 0 }
    }
}

/// The values of an [`ExternalValues`], one vertex after another.
#[derive(Debug)]
pub struct ValueRows<'a> {
    values: &'a ExternalValues<'a>,
    /// For each value a reader of its bits, and the byte of the current eight vertices.
    readers: Vec<PageReader>,
    bytes: Vec<u8>,
    next: u32,
}

impl ValueRows<'_> {
    /// The value of the next vertex; `None` after the last.
    ///
    /// # Errors
    /// If it cannot be read.
    #[allow(clippy::should_implement_trait)] // an iterator would have to end at an error
    pub fn next(&mut self) -> Result<Option<u32>> {
        let ValueRows { values, readers, bytes, next } = self;
        if *next == values.graph.vertices {
            return Ok(None);
        }
        if *next % 8 == 0 {
            bytes.clear();
            for reader in readers.iter_mut() {
                bytes.push(reader.need(&values.bits, 1)?[0]);
                reader.consume(1);
            }
        }
        let value = bytes.iter().position(|byte| byte >> (*next % 8) & 1 == 1);
        *next += 1;
        value.map(|value| Some(value as u32)).ok_or_else(|| values.bits.damaged())
    }
}
