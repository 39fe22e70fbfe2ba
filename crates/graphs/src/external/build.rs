//! Turns a stream of arcs into rows on disk. Arcs are first written as runs, sorted by the buckets
//! of their targets, and then merged bucket by bucket.

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::label::COUNT;
use upstar_core::{Budget, Lease, Player};

use super::cells::VertexBytes;
use super::error::{ExternalError, Result};
use super::rows::Rows;
use super::storage::{PageReader, PagedFile, Storage};
use super::{ExternalGraph, Layout};
use crate::error::GraphError;
use crate::graph::NONE;

/// Takes arcs in any order and keeps them in files.
///
/// A buffer of arcs needs memory, and [`finish`](ExternalBuilder::finish) needs a byte per vertex
/// too.
#[derive(Debug)]
pub struct ExternalBuilder<'s> {
    storage: &'s dyn Storage,
    layout: Layout,
    vertices: u32,
    arcs: u64,
    coloured: bool,
    buffer: Vec<(u32, u32)>,
    /// As long as `buffer`, or empty if all arcs in it are green.
    colours: Vec<Colour>,
    /// The capacity of the buffer in arcs.
    room: usize,
    runs: Vec<Run>,
    results: Vec<(u32, MoveResult)>,
    budget: Budget,
    lease: Lease,
}

/// Arcs in a file, ordered by the bucket of their target.
#[derive(Debug)]
struct Run {
    file: PagedFile,
    name: String,
    coloured: bool,
    /// The number of arcs into each bucket.
    counts: Vec<u32>,
}

impl Run {
    fn width(&self) -> usize {
        if self.coloured { 7 } else { 6 }
    }
}

/// Bytes per arc in the buffer and while its run is written: eight bytes twice and a colour, and
/// seven in the run.
const BUFFERED: usize = 24;

impl<'s> ExternalBuilder<'s> {
    /// A builder without arcs, whose buffer takes about `memory` bytes.
    pub(super) fn new(
        storage: &'s dyn Storage,
        layout: Layout,
        memory: u64,
        budget: &Budget,
    ) -> Result<Self> {
        let room = usize::try_from(memory).unwrap_or(usize::MAX) / BUFFERED;
        // A run has at most 2^32 arcs, so that its counts fit.
        let room = room.clamp(layout.least_buffer, 1 << 27);
        let mut lease = Lease::new(budget);
        lease.reserve((room * BUFFERED) as u64)?;
        Ok(ExternalBuilder {
            storage,
            layout,
            vertices: 0,
            arcs: 0,
            coloured: false,
            buffer: Vec::new(),
            colours: Vec::new(),
            room,
            runs: Vec::new(),
            results: Vec::new(),
            budget: budget.clone(),
            lease,
        })
    }

    /// As [`GraphBuilder::vertices`](crate::GraphBuilder::vertices).
    pub fn vertices(&mut self, count: u32) -> &mut Self {
        self.vertices = self.vertices.max(count);
        self
    }

    /// The number of arcs so far.
    #[must_use]
    pub fn arcs(&self) -> u64 {
        self.arcs
    }

    /// Adds an arc.
    ///
    /// # Errors
    /// If a vertex is `u32::MAX`, or a file cannot be written.
    #[inline]
    pub fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result {
        let largest = from.max(to);
        if largest >= self.vertices {
            if largest == NONE {
                return Err(GraphError::TooManyVertices.into());
            }
            self.vertices = largest + 1;
        }
        if self.buffer.capacity() == 0 {
            self.buffer.reserve_exact(self.room);
        }
        self.buffer.push((from, to));
        if colour != Colour::Both || !self.colours.is_empty() {
            self.colours.resize(self.buffer.len() - 1, Colour::Both);
            self.colours.push(colour);
        }
        if self.buffer.len() >= self.room { self.write_run() } else { Ok(()) }
    }

    /// As [`GraphBuilder::result`](crate::GraphBuilder::result).
    ///
    /// # Errors
    /// If `v` is `u32::MAX`, or there is no memory.
    pub fn result(&mut self, v: u32, result: MoveResult) -> Result {
        if v == NONE {
            return Err(GraphError::TooManyVertices.into());
        }
        self.vertices = self.vertices.max(v + 1);
        self.lease.reserve(16)?;
        self.results.push((v, result));
        Ok(())
    }

    /// Writes the buffer as a run, sorted by buckets.
    fn write_run(&mut self) -> Result {
        self.budget.check()?;
        let shift = self.layout.bucket;
        let buckets = (self.vertices as usize >> shift) + 1;
        let mut counts = vec![0u32; buckets];
        self.lease.reserve(4 * buckets as u64)?;
        for &(_, to) in &self.buffer {
            counts[(to >> shift) as usize] += 1;
        }
        let mut places: Vec<usize> = Vec::with_capacity(buckets);
        let mut sum = 0;
        for &count in &counts {
            places.push(sum);
            sum += count as usize;
        }
        let name = format!("run-{}", self.runs.len());
        let coloured = !self.colours.is_empty();
        self.coloured |= coloured;
        let file = PagedFile::create(self.storage, &name, self.layout.page)?;
        let mut run = Run { file, name, coloured, counts };
        let width = run.width();
        let mut bytes = vec![0u8; width * self.buffer.len()];
        let low = (1u32 << shift) - 1;
        for (i, &(from, to)) in self.buffer.iter().enumerate() {
            let place = &mut places[(to >> shift) as usize];
            let record = &mut bytes[width * *place..width * (*place + 1)];
            *place += 1;
            record[..4].copy_from_slice(&from.to_le_bytes());
            record[4..6].copy_from_slice(&((to & low) as u16).to_le_bytes());
            if coloured {
                record[6] = self.colours[i] as u8;
            }
        }
        for part in bytes.chunks(1 << 20) {
            self.budget.check()?;
            run.file.append(part)?;
        }
        self.arcs += self.buffer.len() as u64;
        self.runs.push(run);
        self.buffer.clear();
        self.colours.clear();
        Ok(())
    }

    /// Makes the graph in one pass over the runs, which are removed.
    ///
    /// # Errors
    /// As [`GraphBuilder::finish`](crate::GraphBuilder::finish). If a byte per vertex does not fit
    /// the memory, or a file cannot be written.
    pub fn finish(mut self) -> Result<ExternalGraph<'s>> {
        if !self.buffer.is_empty() {
            self.write_run()?;
        }
        self.buffer = Vec::new();
        self.colours = Vec::new();
        self.lease.release((self.room * BUFFERED) as u64);
        let pairs = u64::from(self.vertices) << u32::from(self.coloured);
        if pairs > u64::from(NONE) {
            return Err(GraphError::TooManyVertices.into());
        }
        self.layout.check(pairs)?;
        let memory = self.layout.memory;
        let cells = VertexBytes::new(pairs, Lease::new(&self.budget)).map_err(|_| {
            ExternalError::Memory { vertices: pairs, needed: Layout::needed(pairs), limit: memory }
        })?;
        let rows = Rows {
            file: PagedFile::create(self.storage, "rows", self.layout.page)?,
            index: Vec::new(),
            count: 0,
            lease: Lease::new(&self.budget),
        };
        let most = self.layout.arcs_at_once(pairs);
        let mut lease = Lease::new(&self.budget);
        lease.reserve(BUILT * most)?;
        let runs = std::mem::take(&mut self.runs);
        let window = self.layout.window.min(memory as usize / 8 / (runs.len() + 1));
        let source = Source {
            windows: runs.iter().map(|run| PageReader::new(window, run.file.page())).collect(),
            places: vec![0; runs.len()],
            runs,
            coloured: self.coloured,
            batch: Vec::new(),
            budget: self.budget.clone(),
        };
        let mut merge = Merge { source, rows, cells, tails: Vec::new() };
        for bucket in 0..(self.vertices as usize).div_ceil(1 << self.layout.bucket) {
            let base = (bucket as u32) << self.layout.bucket;
            let size = (self.vertices - base).min(1 << self.layout.bucket);
            merge.bucket(bucket, size, most)?;
        }
        let Merge { source, rows, cells, .. } = merge;
        for run in source.runs {
            drop(run.file);
            self.storage.remove(&run.name)?;
        }
        let results = self.checked_results(&cells)?;
        Ok(ExternalGraph {
            storage: self.storage,
            layout: self.layout,
            vertices: self.vertices,
            arcs: self.arcs,
            coloured: self.coloured,
            rows,
            cells,
            results,
            budget: self.budget,
            _lease: self.lease,
        })
    }

    fn checked_results(&mut self, cells: &VertexBytes) -> Result<Vec<(u32, MoveResult)>> {
        let mut results = std::mem::take(&mut self.results);
        results.sort_unstable();
        results.dedup();
        for pair in results.windows(2) {
            if pair[0].0 == pair[1].0 {
                return Err(GraphError::TwoResults { vertex: pair[0].0 }.into());
            }
        }
        let free = |v: u32| match self.coloured {
            false => cells.is_terminal(v),
            true => cells.is_terminal(2 * v) && cells.is_terminal(2 * v + 1),
        };
        match results.iter().find(|(v, _)| !free(*v)) {
            Some(&(vertex, _)) => Err(GraphError::ResultNotTerminal { vertex }.into()),
            None => Ok(results),
        }
    }
}

/// Bytes per arc while its bucket is turned into rows.
pub(super) const BUILT: u64 = 12;

/// Arcs decoded at a time.
const BATCH: usize = 4096;

/// The runs, bucket by bucket.
struct Source {
    runs: Vec<Run>,
    windows: Vec<PageReader>,
    /// Where the current bucket begins in each run.
    places: Vec<u64>,
    coloured: bool,
    batch: Vec<(u32, u32)>,
    budget: Budget,
}

impl Source {
    /// The number of arcs of a run that lead into a bucket.
    fn arcs(run: &Run, bucket: usize) -> u64 {
        u64::from(run.counts.get(bucket).copied().unwrap_or(0))
    }

    /// Calls `with` for the arcs into a bucket, given as tails and rows counted from the first row
    /// of the bucket. With colours, both are pairs of a vertex and a player.
    fn each(&mut self, bucket: usize, mut with: impl FnMut(&[(u32, u32)]) -> Result) -> Result {
        let Source { runs, windows, places, coloured, batch, budget } = self;
        for ((run, window), &place) in runs.iter().zip(windows).zip(places.iter()) {
            let mut left = Self::arcs(run, bucket) as usize;
            if left == 0 {
                continue;
            }
            budget.check()?;
            window.seek(&run.file, place);
            let width = run.width();
            while left > 0 {
                window.need(&run.file, width)?;
                let there = (window.rest().len() / width).min(left).min(BATCH);
                batch.clear();
                for record in window.rest()[..there * width].chunks_exact(width) {
                    let from = u32::from_le_bytes([record[0], record[1], record[2], record[3]]);
                    let row = u32::from(u16::from_le_bytes([record[4], record[5]]));
                    if !*coloured {
                        batch.push((from, row));
                        continue;
                    }
                    let colour = record.get(6).copied().unwrap_or(Colour::Both as u8);
                    for player in Player::BOTH {
                        if colour == Colour::Both as u8 || colour == only(player) as u8 {
                            let moved = (2 * row) + player.opponent() as u32;
                            batch.push((2 * from + player as u32, moved));
                        }
                    }
                }
                window.consume(there * width);
                left -= there;
                with(batch)?;
            }
        }
        Ok(())
    }

    fn passed(&mut self, bucket: usize) {
        for (place, run) in self.places.iter_mut().zip(&self.runs) {
            *place += Self::arcs(run, bucket) * run.width() as u64;
        }
    }
}

/// The colour of arcs that only this player may use.
fn only(player: Player) -> Colour {
    match player {
        Player::Left => Colour::Left,
        Player::Right => Colour::Right,
    }
}

/// Merges one bucket after another.
struct Merge {
    source: Source,
    rows: Rows,
    cells: VertexBytes,
    tails: Vec<u32>,
}

impl Merge {
    /// Turns the arcs into one bucket into rows, with at most `most` arcs in memory.
    fn bucket(&mut self, bucket: usize, size: u32, most: u64) -> Result {
        let Merge { source, cells, tails, .. } = self;
        let width = usize::from(source.coloured) + 1;
        let given: u64 = source.runs.iter().map(|run| Source::arcs(run, bucket)).sum();
        let fits = given * width as u64 <= most;
        let mut counts = vec![0u64; size as usize * width];
        // The exact capacity, because a growing vector might take more.
        let room = if fits { given * width as u64 } else { most };
        let mut arcs: Vec<(u32, u32)> = Vec::with_capacity(room as usize);
        source.each(bucket, |batch| {
            tails.clear();
            for &(from, row) in batch {
                counts[row as usize] += 1;
                tails.push(from);
            }
            if let Some(vertex) = cells.add(tails)? {
                let degree = u64::from(COUNT) + 1;
                return Err(GraphError::DegreeTooLarge { vertex, degree, limit: COUNT }.into());
            }
            if fits {
                arcs.extend_from_slice(batch);
            }
            Ok(())
        })?;
        if fits {
            self.write(&arcs, &counts, 0)?;
            self.source.passed(bucket);
            return Ok(());
        }
        // Some rows at a time. A row that is too long on its own is written as it is read.
        let mut start = 0;
        while start < counts.len() {
            let mut sum = counts[start];
            let mut end = start + 1;
            while end < counts.len() && sum + counts[end] <= most {
                sum += counts[end];
                end += 1;
            }
            let wanted = start as u32..end as u32;
            let Merge { source, rows, tails, .. } = self;
            if sum > most {
                rows.begin(sum)?;
                source.each(bucket, |batch| {
                    tails.clear();
                    let within = batch.iter().filter(|(_, row)| wanted.contains(row));
                    tails.extend(within.map(|&(from, _)| from));
                    rows.arcs(tails)
                })?;
            } else {
                arcs.clear();
                source.each(bucket, |batch| {
                    arcs.extend(batch.iter().filter(|(_, row)| wanted.contains(row)).copied());
                    Ok(())
                })?;
                self.write(&arcs, &counts[start..end], start as u32)?;
            }
            start = end;
        }
        self.source.passed(bucket);
        Ok(())
    }

    /// Writes the rows from `first` on, given all their arcs.
    fn write(&mut self, arcs: &[(u32, u32)], counts: &[u64], first: u32) -> Result {
        let mut places: Vec<usize> = Vec::with_capacity(counts.len());
        let mut sum = 0;
        for &count in counts {
            places.push(sum);
            sum += count as usize;
        }
        self.tails.clear();
        self.tails.resize(arcs.len(), 0);
        for &(from, row) in arcs {
            let place = &mut places[(row - first) as usize];
            self.tails[*place] = from;
            *place += 1;
        }
        let mut start = 0;
        for &count in counts {
            self.rows.begin(count)?;
            self.rows.arcs(&self.tails[start..start + count as usize])?;
            start += count as usize;
        }
        Ok(())
    }
}
