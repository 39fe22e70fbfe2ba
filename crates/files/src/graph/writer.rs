//! Code that the writers of all formats share.

use std::io;
use std::path::{Path, PathBuf};

use upstar_core::arcs::{Colour, MoveResult, Owners, owner_number};
use upstar_core::names::{Name, Names};
use upstar_core::{Budget, Lease};

use super::format::GraphFormat;
use crate::{FileError, Result};

/// The arcs of a graph for a writer, in the same order on every visit.
pub trait ArcSource {
    /// The number of arcs.
    fn arc_count(&self) -> u64;

    /// Whether any arc is blue or red.
    fn is_coloured(&self) -> bool;

    /// Calls `visit` for every arc (from, to, colour) until a call fails.
    ///
    /// # Errors
    /// The error of `visit`.
    fn for_each_arc(&self, visit: &mut dyn FnMut(u32, u32, Colour) -> Result) -> Result;
}

/// A graph to be written.
#[derive(Clone, Copy)]
pub struct GraphView<'a> {
    /// The names of the vertices.
    pub names: &'a Names,
    /// The arcs.
    pub arcs: &'a dyn ArcSource,
    /// The vertices with results of their own, ascending.
    pub terminals: &'a [(u32, MoveResult)],
    /// Owners and priorities of the vertices, if there are any.
    pub owners: &'a Owners,
}

impl GraphView<'_> {
    /// The owner of a vertex in the notation of files, and its priority.
    pub(super) fn attributes(&self, v: u32) -> (Option<u8>, Option<u32>) {
        let owner = self.owners.players.get(v as usize).copied().map(owner_number);
        (owner, self.owners.priorities.get(v as usize).copied())
    }
}

/// A graph being written to a file.
pub(super) struct Writer<'a> {
    name: String,
    path: PathBuf,
    format: GraphFormat,
    pub(super) graph: GraphView<'a>,
    pub(super) budget: &'a Budget,
}

impl<'a> Writer<'a> {
    /// A writer of `graph` to `path`, if the format can hold the graph.
    pub(super) fn new(
        path: &Path,
        format: GraphFormat,
        graph: &GraphView<'a>,
        budget: &'a Budget,
    ) -> Result<Self> {
        let name = path.display().to_string();
        let writer = Writer { name, path: path.to_owned(), format, graph: *graph, budget };
        writer.check()?;
        Ok(writer)
    }

    /// Refuses a graph that the format cannot hold.
    fn check(&self) -> Result {
        if !self.format.has_colours() && self.graph.arcs.is_coloured() {
            return Err(self.cannot("colours of arcs"));
        }
        if !self.format.has_results() && !self.graph.terminals.is_empty() {
            return Err(self.cannot("terminals with results of their own"));
        }
        if !self.format.has_owners() && !self.graph.owners.is_empty() {
            return Err(self.cannot("owners of vertices"));
        }
        if !self.format.has_zero_bytes() {
            let mut texts = self.graph.names.iter().filter_map(|name| match name {
                Name::Text(name) => Some(name),
                Name::Integer(_) => None,
            });
            if let Some(name) = texts.find(|name| name.contains('\0')) {
                let reason =
                    format!("the format {} cannot hold the name {name:?}; json can", self.format);
                return Err(FileError::NotRepresentable { name: self.name.clone(), reason });
            }
        }
        if !self.format.has_isolated_vertices() {
            let lease = Lease::of(self.budget, self.graph.names.len().into())?;
            let mut alone = vec![true; self.graph.names.len() as usize];
            self.each_arc(|from, to, _| {
                alone[from as usize] = false;
                alone[to as usize] = false;
                Ok(())
            })?;
            drop(lease);
            if let Some(v) = alone.iter().position(|&alone| alone) {
                let name = self.graph.names.get(v as u32);
                return Err(self.cannot(&format!("vertices without arcs, such as {name}")));
            }
        }
        Ok(())
    }

    /// The error that the format cannot hold something.
    pub(super) fn cannot(&self, what: &str) -> FileError {
        FileError::NotRepresentable {
            name: self.name.clone(),
            reason: format!("the format {} cannot hold {what}; csv can", self.format),
        }
    }

    /// An error of writing, with the name of the file.
    pub(super) fn failed(&self, error: io::Error) -> FileError {
        FileError::write(&self.path, error)
    }

    /// Calls `with` for every arc, and checks the budget meanwhile.
    pub(super) fn each_arc(&self, mut with: impl FnMut(u32, u32, Colour) -> Result) -> Result {
        let mut ticker = self.budget.ticker();
        self.graph.arcs.for_each_arc(&mut |from, to, colour| {
            ticker.tick(1)?;
            with(from, to, colour)
        })
    }

    /// As [`Writer::each_arc`], for a `with` that only writes.
    pub(super) fn write_arcs(
        &self,
        mut with: impl FnMut(u32, u32, Colour) -> io::Result<()>,
    ) -> Result {
        self.each_arc(|from, to, colour| with(from, to, colour).map_err(|e| self.failed(e)))
    }

    /// Calls `with` for every vertex with a result of its own.
    pub(super) fn write_vertices(
        &self,
        mut with: impl FnMut(u32, Name<'_>, Option<MoveResult>) -> io::Result<()>,
    ) -> Result {
        let mut ticker = self.budget.ticker();
        let mut terminals = self.graph.terminals.iter().peekable();
        for v in 0..self.graph.names.len() {
            ticker.tick(1)?;
            let result = terminals.next_if(|&&(t, _)| t == v).map(|&(_, result)| result);
            with(v, self.graph.names.get(v), result).map_err(|e| self.failed(e))?;
        }
        Ok(())
    }

    /// The graph as rows: arcs, with vertices declared where they would otherwise get other
    /// numbers, and then results.
    pub(super) fn each_entry(&self, mut with: impl FnMut(u32, Entry) -> Result) -> Result {
        let mut seen = 0;
        self.each_arc(|from, to, colour| {
            // The arc itself declares `from`, then `to`, if they are next.
            let first = if to > seen.max(from + 1) { to } else { seen.max(from) };
            (seen..first).try_for_each(|v| with(v, Entry::Vertex))?;
            seen = first.max(from + 1).max(to + 1);
            with(from, Entry::Arc(to, colour))
        })?;
        (seen..self.graph.names.len()).try_for_each(|v| with(v, Entry::Vertex))?;
        for &(v, result) in self.graph.terminals {
            with(v, Entry::Result(result))?;
        }
        Ok(())
    }
}

/// The data in a row about the vertex in its first column.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// It has an arc.
    Arc(u32, Colour),
    /// It exists.
    Vertex,
    /// It has a result of its own.
    Result(MoveResult),
}
