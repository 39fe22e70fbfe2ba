//! Converts a graph file to a graph on disk.

use upstar_core::arcs::Colour;
use upstar_core::{Budget, StopReason};
use upstar_files::FileError;
use upstar_files::graph::read_graph;
use upstar_graphs::GraphError;
use upstar_graphs::external::{External, ExternalError, get_checked, put_checked};

use super::names::StoredNames;
use super::{OutOfCore, OutOfCoreGraph, size};
use crate::error::{Error, Result};

/// The file of a checkpoint with the names.
const NAMES: &str = "names.index";

impl OutOfCore {
    /// Reads the graph and sorts its arcs by target; if a checkpoint has the graph, the file is not
    /// read.
    ///
    /// # Errors
    ///
    /// As [`NamedGraph::open`](crate::NamedGraph::open); [`Error::OutOfCore`] if the memory
    /// is not enough for the vertices, or a checkpoint is damaged.
    pub fn read(&self, budget: &Budget) -> Result<OutOfCoreGraph<'_>> {
        if self.folder.known_size().is_some() {
            return self.resume(budget).map_err(|error| self.describe(None, error));
        }
        self.folder.declare(None)?;
        let base = External::memory_needed(0);
        let buffer = (self.options.memory - base) / 4;
        let mut builder =
            self.external().builder(buffer, budget).map_err(|error| self.describe(None, error))?;
        let mut ticker = budget.ticker();
        let mut sink = |arcs: &[(u32, u32)], colours: &[Colour]| {
            ticker.tick(arcs.len() as u64)?;
            let added = arcs.iter().enumerate().try_for_each(|(i, &(from, to))| {
                builder.arc(from, to, colours.get(i).copied().unwrap_or(Colour::Both))
            });
            added.map_err(|error| match error {
                ExternalError::Graph(GraphError::Exhausted(exhausted)) => {
                    FileError::Exhausted(exhausted)
                }
                other => FileError::Sink(Box::new(other)),
            })
        };
        let summary = read_graph(&self.source, &self.options.read, &mut sink, budget);
        let summary = summary.map_err(|error| match error {
            FileError::Sink(error) => match error.downcast::<ExternalError>() {
                Ok(error) => self.describe(None, *error),
                Err(error) => Error::File(FileError::Sink(error)),
            },
            FileError::Exhausted(exhausted) if exhausted.reason == StopReason::Memory => {
                Error::OutOfCore(format!(
                    "{}: the names of the vertices do not fit into {} of memory beside {} for arcs",
                    self.name,
                    size(self.options.memory),
                    size(buffer)
                ))
            }
            other => other.into(),
        })?;
        summary.refuse_owners(&self.name)?;
        builder.vertices(summary.names.len());
        let arcs = builder.arcs();
        self.check_room(Some(
            External::disk_needed(u64::from(summary.names.len()), arcs) - 6 * arcs,
        ))?;
        for &(vertex, result) in &summary.terminals {
            builder.result(vertex, result).map_err(|error| self.describe(None, error))?;
        }
        let header = summary.header;
        let reserved = summary.names.bytes();
        let mut names = StoredNames::store(summary.names, &self.folder, budget)
            .map_err(|error| self.describe(None, error))?;
        budget.release(reserved);
        let mut graph = builder.finish().map_err(|error| self.describe(Some(&names), error))?;
        if self.folder.is_kept() {
            let mut save = || -> Result<(), ExternalError> {
                graph.save()?;
                put_checked(&self.folder, NAMES, &names.save()?)
            };
            save().map_err(|error| self.describe(None, error))?;
            self.folder.declare(Some((u64::from(graph.vertices()), graph.arcs())))?;
        }
        Ok(OutOfCoreGraph { work: self, graph, names, header, resumed: false })
    }

    fn resume(&self, budget: &Budget) -> Result<OutOfCoreGraph<'_>, ExternalError> {
        let graph = self.external().open(budget)?;
        let names = StoredNames::open(&self.folder, &get_checked(&self.folder, NAMES)?)?;
        Ok(OutOfCoreGraph { work: self, graph, names, header: None, resumed: true })
    }
}
