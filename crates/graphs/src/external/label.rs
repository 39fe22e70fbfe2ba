//! Retrograde analysis level by level, with the arcs on disk.

use std::time::{Duration, Instant};

use upstar_core::arcs::MoveResult;
use upstar_core::label::COUNT;
use upstar_core::{Budget, Convention, Exhausted, Lease, Run, Ticker, prefetch};

use super::ExternalGraph;
use super::cells::VertexBytes;
use super::error::{ExternalError, Result};
use super::levels::{Log, LogReader};
use super::rows::RowReader;
use super::solution::ExternalSolution;
use crate::error::GraphError;
use crate::graph::LOOK_AHEAD;

/// Vertices or arcs processed at a time.
const BATCH: usize = 4096;

/// The vertices that get their label in a level: a list while they are few, then a set of bits.
#[derive(Debug)]
struct Next {
    list: Vec<u32>,
    most: usize,
    /// One bit a vertex.
    bits: Vec<u64>,
    in_bits: bool,
    count: u64,
    vertices: u32,
    lease: Lease,
}

impl Next {
    fn new(vertices: u32, thin: u64, budget: &Budget) -> Result<Self, Exhausted> {
        let most = (u64::from(vertices) / thin) as usize;
        let mut lease = Lease::new(budget);
        // This list and the list of the previous level.
        lease.reserve(8 * most as u64)?;
        Ok(Next {
            list: Vec::new(),
            most,
            bits: Vec::new(),
            in_bits: false,
            count: 0,
            vertices,
            lease,
        })
    }

    fn add(&mut self, fresh: &[u32]) -> Result<(), Exhausted> {
        self.count += fresh.len() as u64;
        if !self.in_bits {
            if self.list.len() + fresh.len() <= self.most {
                self.list.extend_from_slice(fresh);
                return Ok(());
            }
            self.in_bits = true;
            if self.bits.is_empty() {
                self.bits = self.lease.filled(0u64, (self.vertices as usize).div_ceil(64))?;
            }
            let list = std::mem::take(&mut self.list);
            self.set(&list);
        }
        self.set(fresh);
        Ok(())
    }

    fn set(&mut self, vertices: &[u32]) {
        for (i, &v) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + LOOK_AHEAD) {
                prefetch(&self.bits, ahead as usize / 64);
            }
            self.bits[v as usize / 64] |= 1 << (v % 64);
        }
    }

    fn contains(&self, v: u32) -> bool {
        match self.in_bits {
            true => self.bits[v as usize / 64] >> (v % 64) & 1 == 1,
            false => self.list.binary_search(&v).is_ok(),
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.bits.fill(0);
        (self.in_bits, self.count) = (false, 0);
    }

    /// Writes the level to the log and empties this set. Returns the vertices if they are few, and
    /// otherwise their place in the log.
    fn finish(&mut self, log: &mut Log, cells: &VertexBytes) -> Result<Frontier> {
        let count = std::mem::take(&mut self.count);
        let start = log.labels_len();
        if !self.in_bits {
            let mut list = std::mem::take(&mut self.list);
            list.sort_unstable();
            log.push(list.iter().map(|&v| (v, cells.is_won(v))))?;
            return Ok(Frontier::List(list));
        }
        self.in_bits = false;
        let ones = self.bits.iter_mut().enumerate().flat_map(|(i, word)| {
            let mut left = std::mem::take(word);
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                (left != 0).then(|| {
                    left &= left - 1;
                    64 * i as u32 + bit
                })
            })
        });
        log.push(ones.map(|v| (v, cells.is_won(v))))?;
        Ok(Frontier::Log { start, count })
    }
}

/// The vertices that got their label in the previous level.
#[derive(Debug)]
enum Frontier {
    List(Vec<u32>),
    Log { start: u64, count: u64 },
}

impl Frontier {
    fn is_empty(&self) -> bool {
        match self {
            Frontier::List(list) => list.is_empty(),
            Frontier::Log { count, .. } => *count == 0,
        }
    }
}

/// One run of the analysis.
pub(super) struct Labelling<'a, 's> {
    graph: &'a ExternalGraph<'s>,
    cells: VertexBytes,
    log: Log,
    next: Next,
    rows: RowReader,
    reader: LogReader,
    /// Vertices that can move to a lost vertex, and to a won vertex, that are not yet processed.
    to_lost: Vec<u32>,
    to_won: Vec<u32>,
    fresh: Vec<u32>,
    ticker: Ticker,
}

impl<'s> ExternalGraph<'s> {
    /// Takes the state of the vertices out, to use it elsewhere.
    pub(super) fn take_cells(&mut self) -> Result<VertexBytes, Exhausted> {
        Ok(std::mem::replace(&mut self.cells, VertexBytes::new(0, Lease::new(&self.budget))?))
    }

    /// Solves every vertex, as [`solve`](crate::solve) does.
    ///
    /// A stopped run has the levels that it finished.
    ///
    /// # Errors
    /// If a remoteness is too large to be counted; if files cannot be read or written.
    pub fn solve(
        self,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Run<ExternalSolution<'s>>> {
        self.solve_and_keep(convention, None, budget)
    }

    /// Solves every vertex and saves the solution so far at intervals of at least `keep`. A run
    /// resumes from the last save. In a graph that was [opened](super::External::open) again, it
    /// resumes from the last finished level.
    ///
    /// # Errors
    /// As [`solve`](ExternalGraph::solve); [`ExternalError::Damaged`].
    pub fn solve_and_keep(
        mut self,
        convention: Convention,
        keep: Option<Duration>,
        budget: &Budget,
    ) -> Result<Run<ExternalSolution<'s>>> {
        let cells = self.take_cells()?;
        let kept = match keep {
            Some(_) => self.progress(convention)?,
            None => None,
        };
        let resumed = kept.is_some();
        let log = match kept {
            Some((log, true)) => {
                let solution = ExternalSolution::new(self, convention, log, true);
                return Ok(Run::finished(solution, budget));
            }
            Some((log, false)) => log,
            None => Log::create(self.storage, self.layout.page)?,
        };
        let mut work = Labelling::new(&self, cells, log, budget)?;
        let stopped = match work.run(convention, keep, resumed) {
            Ok(()) => None,
            Err(ExternalError::Graph(GraphError::Exhausted(exhausted))) => Some(exhausted),
            Err(error) => return Err(error),
        };
        let (_, mut log) = work.finish();
        if keep.is_some() {
            self.keep(&mut log, convention, stopped.is_none())?;
        }
        let solution = ExternalSolution::new(self, convention, log, stopped.is_none());
        Ok(match stopped {
            None => Run::finished(solution, budget),
            Some(exhausted) => Run::stopped(solution, exhausted),
        })
    }
}

impl<'a, 's> Labelling<'a, 's> {
    pub(super) fn new(
        graph: &'a ExternalGraph<'s>,
        cells: VertexBytes,
        log: Log,
        budget: &Budget,
    ) -> Result<Self> {
        let window = graph.layout.window;
        Ok(Labelling {
            cells,
            next: Next::new(graph.pairs(), graph.layout.thin, budget)?,
            rows: RowReader::new(&graph.rows, window),
            reader: LogReader::new(&log, window),
            log,
            to_lost: Vec::with_capacity(2 * BATCH),
            to_won: Vec::with_capacity(2 * BATCH),
            fresh: Vec::with_capacity(2 * BATCH),
            ticker: budget.ticker(),
            graph,
        })
    }

    /// Returns the state of the vertices and the log.
    pub(super) fn finish(self) -> (VertexBytes, Log) {
        (self.cells, self.log)
    }

    /// Runs the whole analysis, or the rest of it.
    pub(super) fn run(
        &mut self,
        convention: Convention,
        keep: Option<Duration>,
        resumed: bool,
    ) -> Result {
        let mut frontier = match resumed {
            true => self.recover()?,
            false => self.terminals(convention)?,
        };
        let mut kept: Option<Instant> = None;
        while !frontier.is_empty() {
            if self.log.count > COUNT {
                let vertex = self.log.longest(upstar_core::Outcome::N).map_or(0, |(v, _)| v);
                return Err(GraphError::DepthTooLarge { vertex, limit: COUNT }.into());
            }
            self.level(&frontier)?;
            frontier = self.next.finish(&mut self.log, &self.cells)?;
            if keep.is_some_and(|every| kept.is_none_or(|kept| kept.elapsed() >= every)) {
                self.graph.keep(&mut self.log, convention, false)?;
                kept = Some(Instant::now());
            }
        }
        Ok(())
    }

    /// The first level: the vertices without moves.
    fn terminals(&mut self, convention: Convention) -> Result<Frontier> {
        let graph = self.graph;
        let mut results = graph.results.iter().peekable();
        for pair in 0..graph.pairs() {
            self.ticker.tick(1)?;
            if !self.cells.is_terminal(pair) {
                continue;
            }
            let v = if graph.coloured { pair / 2 } else { pair };
            while results.next_if(|(other, _)| *other < v).is_some() {}
            let own = results.peek().filter(|(other, _)| *other == v);
            let won = match own.map_or(convention.no_move(), |(_, result)| *result) {
                MoveResult::Win => true,
                MoveResult::Loss => false,
                MoveResult::Draw => continue,
            };
            self.cells.label(pair, won);
            self.fresh.push(pair);
            if self.fresh.len() == BATCH {
                self.next.add(&self.fresh)?;
                self.fresh.clear();
            }
        }
        self.next.add(&self.fresh)?;
        self.fresh.clear();
        self.next.finish(&mut self.log, &self.cells)
    }

    /// Processes one level: the predecessors of the vertices in `frontier`.
    fn level(&mut self, frontier: &Frontier) -> Result {
        match frontier {
            Frontier::List(list) => {
                for &v in list {
                    self.predecessors(v, self.cells.is_won(v))?;
                }
            }
            &Frontier::Log { start, count } => {
                self.reader.seek(&self.log, start, count);
                let mut batch = Vec::with_capacity(BATCH);
                while self.reader.read(&self.log, BATCH, &mut batch)? {
                    for &(v, won) in &batch {
                        self.predecessors(v, won)?;
                    }
                    batch.clear();
                }
            }
        }
        self.work(true)
    }

    fn predecessors(&mut self, v: u32, won: bool) -> Result {
        let arcs = self.rows.seek(&self.graph.rows, v)?;
        self.ticker.tick(arcs + 1)?;
        loop {
            let tails = if won { &mut self.to_won } else { &mut self.to_lost };
            if !self.rows.tails(&self.graph.rows, tails)? {
                return Ok(());
            }
            if tails.len() >= BATCH {
                self.ticker.tick(0)?;
                self.work(false)?;
            }
        }
    }

    /// Processes the collected vertices if they are enough or `rest` is set.
    fn work(&mut self, rest: bool) -> Result {
        if rest || self.to_lost.len() >= BATCH {
            self.cells.win(&self.to_lost, &mut self.fresh);
            self.next.add(&self.fresh)?;
            self.to_lost.clear();
        }
        if rest || self.to_won.len() >= BATCH {
            self.cells.count(&self.to_won, &mut self.fresh);
            self.next.add(&self.fresh)?;
            self.to_won.clear();
        }
        self.fresh.clear();
        Ok(())
    }

    /// Restores the state after the last level in the log. The labels come from the log. One pass
    /// over the arcs counts the moves to vertices won before that level.
    fn recover(&mut self) -> Result<Frontier> {
        let damaged = || ExternalError::Damaged { file: "labels".to_owned() };
        let mut reader = LogReader::new(&self.log, self.graph.layout.window);
        let mut batch = Vec::with_capacity(BATCH);
        let mut frontier = Frontier::List(Vec::new());
        while let Some(level) = reader.level(&self.log)? {
            let is_last = level.number + 1 == self.log.count;
            if is_last {
                frontier = Frontier::Log { start: level.start, count: level.vertices };
            }
            while reader.read(&self.log, BATCH, &mut batch)? {
                self.ticker.tick(batch.len() as u64)?;
                for &(v, won) in &batch {
                    if v >= self.graph.pairs() || self.cells.is_labelled(v) {
                        return Err(damaged());
                    }
                    self.cells.label(v, won);
                    if is_last {
                        self.fresh.push(v);
                    }
                }
                self.next.add(&self.fresh)?;
                self.fresh.clear();
                batch.clear();
            }
        }
        for v in 0..self.graph.pairs() {
            if !self.cells.is_won(v) || self.next.contains(v) {
                continue;
            }
            let arcs = self.rows.seek(&self.graph.rows, v)?;
            self.ticker.tick(arcs + 1)?;
            while self.rows.tails(&self.graph.rows, &mut self.to_won)? {
                if self.to_won.len() >= BATCH {
                    self.cells.count(&self.to_won, &mut self.fresh);
                    self.to_won.clear();
                    if !self.fresh.is_empty() {
                        return Err(damaged());
                    }
                }
            }
        }
        self.cells.count(&self.to_won, &mut self.fresh);
        self.to_won.clear();
        if !self.fresh.is_empty() {
            return Err(damaged());
        }
        self.next.clear();
        Ok(frontier)
    }
}
