//! The state on disk: the graph, once it is built, and the progress of its solution.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Lease};
use xxhash_rust::xxh3::xxh3_64;

use super::cells::VertexBytes;
use super::error::{ExternalError, Result};
use super::levels::Log;
use super::rows::Rows;
use super::storage::{PageReader, PagedFile, Storage, number_of};
use super::{ExternalGraph, Layout};

/// Small files begin with their type and version.
const GRAPH: &[u8; 8] = b"upgraph1";
const PROGRESS: &[u8; 8] = b"upsolve1";

fn damaged(file: &str) -> ExternalError {
    ExternalError::Damaged { file: file.to_owned() }
}

/// A small file being written.
struct Writer(Vec<u8>);

impl Writer {
    fn new(mark: &[u8; 8]) -> Self {
        Writer(mark.to_vec())
    }

    fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn part(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn put(mut self, storage: &dyn Storage, name: &str) -> Result {
        let sum = xxh3_64(&self.0);
        self.number(sum);
        Ok(storage.put(name, &self.0)?)
    }
}

/// A small file being read.
struct Reader<'a> {
    name: &'a str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn new(name: &'a str, bytes: &'a [u8], mark: &[u8; 8]) -> Result<Self> {
        let cut = bytes.len().checked_sub(8).ok_or_else(|| damaged(name))?;
        let (body, sum) = bytes.split_at(cut);
        let rest = body.strip_prefix(mark).ok_or_else(|| damaged(name))?;
        if xxh3_64(body) != number_of(sum) {
            return Err(damaged(name));
        }
        Ok(Reader { name, rest })
    }

    fn number(&mut self) -> Result<u64> {
        let (number, rest) = self.rest.split_at_checked(8).ok_or_else(|| damaged(self.name))?;
        self.rest = rest;
        Ok(number_of(number))
    }

    fn part(&mut self) -> Result<&'a [u8]> {
        let length = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        let (part, rest) = self.rest.split_at_checked(length).ok_or_else(|| damaged(self.name))?;
        self.rest = rest;
        Ok(part)
    }
}

const SMALL: &[u8; 8] = b"upsmall1";

/// Writes a small file with a checksum.
///
/// # Errors
/// If it cannot be written.
pub fn put_checked(storage: &dyn Storage, name: &str, bytes: &[u8]) -> Result {
    let mut out = Writer::new(SMALL);
    out.part(bytes);
    out.put(storage, name)
}

/// Reads a file that [`put_checked`] wrote.
///
/// # Errors
/// [`ExternalError::Damaged`], also if the file does not exist.
pub fn get_checked(storage: &dyn Storage, name: &str) -> Result<Vec<u8>> {
    let bytes = storage.get(name)?.ok_or_else(|| damaged(name))?;
    Ok(Reader::new(name, &bytes, SMALL)?.part()?.to_vec())
}

impl<'s> ExternalGraph<'s> {
    /// Saves the graph, so that [`External::open`](super::External::open) can read it, also in
    /// another process.
    ///
    /// # Errors
    /// If files cannot be written.
    pub fn save(&mut self) -> Result {
        let mut degrees = PagedFile::create(self.storage, "degrees", self.layout.page)?;
        for part in self.cells.bytes().chunks(1 << 20) {
            self.budget.check()?;
            degrees.append(part)?;
        }
        let mut out = Writer::new(GRAPH);
        out.number(u64::from(self.vertices));
        out.number(self.arcs);
        out.number(u64::from(self.coloured));
        out.part(&self.rows.file.save()?);
        out.part(&degrees.save()?);
        let numbers = |numbers: &[u64]| -> Vec<u8> {
            numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
        };
        out.part(&numbers(&self.rows.index));
        let many = self.cells.many();
        let many: Vec<u64> = many.iter().map(|&(v, n)| u64::from(v) << 32 | u64::from(n)).collect();
        out.part(&numbers(&many));
        let result = |&(v, result): &(u32, MoveResult)| u64::from(v) << 2 | result as u64;
        out.part(&numbers(&self.results.iter().map(result).collect::<Vec<u64>>()));
        out.put(self.storage, "graph")
    }

    pub(super) fn open(storage: &'s dyn Storage, layout: Layout, budget: &Budget) -> Result<Self> {
        let bytes = storage.get("graph")?.ok_or_else(|| damaged("graph"))?;
        let mut file = Reader::new("graph", &bytes, GRAPH)?;
        let vertices = u32::try_from(file.number()?).map_err(|_| damaged("graph"))?;
        let arcs = file.number()?;
        let coloured = file.number()? == 1;
        let pairs = u64::from(vertices) << u32::from(coloured);
        layout.check(pairs)?;
        let rows = PagedFile::open(storage, "rows", file.part()?)?;
        let degrees = PagedFile::open(storage, "degrees", file.part()?)?;
        let numbers = |part: &[u8]| -> Vec<u64> { part.chunks_exact(8).map(number_of).collect() };
        let index = numbers(file.part()?);
        let mut lease = Lease::new(budget);
        lease.reserve(8 * index.len() as u64)?;
        let mut cells = VertexBytes::new(pairs, Lease::new(budget))?;
        let mut window = PageReader::new(layout.window, degrees.page());
        let mut start = 0;
        while start < pairs {
            let next = (pairs - start).min(degrees.page() as u64) as usize;
            let bytes = window.need(&degrees, next)?;
            if !cells.set_bytes(start as usize, bytes) {
                return Err(damaged("degrees"));
            }
            window.consume(next);
            start += next as u64;
        }
        for entry in numbers(file.part()?) {
            if !cells.set_many((entry >> 32) as u32, entry as u32)? {
                return Err(damaged("graph"));
            }
        }
        let result = |entry: u64| match entry & 3 {
            0 => MoveResult::Win,
            1 => MoveResult::Loss,
            _ => MoveResult::Draw,
        };
        let results = numbers(file.part()?);
        lease.reserve(8 * results.len() as u64)?;
        let results = results.into_iter().map(|entry| ((entry >> 2) as u32, result(entry)));
        Ok(ExternalGraph {
            storage,
            layout,
            vertices,
            arcs,
            coloured,
            rows: Rows { file: rows, index, count: pairs, lease: Lease::new(budget) },
            cells,
            results: results.collect(),
            budget: budget.clone(),
            _lease: lease,
        })
    }

    /// Saves the solution so far.
    pub(super) fn keep(&self, log: &mut Log, convention: Convention, complete: bool) -> Result {
        let mut out = Writer::new(PROGRESS);
        out.number(u64::from(convention == Convention::Misere));
        out.number(u64::from(complete));
        out.part(&log.save()?);
        out.put(self.storage, "progress")
    }

    /// The saved solution of the graph for this convention, and whether it is complete.
    pub(super) fn progress(&self, convention: Convention) -> Result<Option<(Log, bool)>> {
        let Some(bytes) = self.storage.get("progress")? else { return Ok(None) };
        let mut file = Reader::new("progress", &bytes, PROGRESS)?;
        if (file.number()? == 1) != (convention == Convention::Misere) {
            return Ok(None);
        }
        let complete = file.number()? == 1;
        Ok(Some((Log::open(self.storage, file.part()?)?, complete)))
    }
}
