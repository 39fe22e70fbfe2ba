//! `--memory`: graphs whose arcs stay on disk.

use std::path::PathBuf;

use clap::Args;
use upstar::core::Budget;
use upstar::{OutOfCore, OutOfCoreGraph, OutOfCoreOptions};

use super::GraphFile;
use crate::support::{Progress, Result, bytes, counted, readable_bytes};

/// Where and within what memory a graph is solved out of core.
#[derive(Clone, Debug, Args)]
pub(super) struct OutOfCoreArgs {
    /// Keep the arcs on disk and use at most this much memory (`500MB`, `2G`); one
    /// thread. Answers and tables are the same
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(super) memory: Option<u64>,

    /// With --memory: the folder for temporary files, which are removed at the end (default: that
    /// of the system, TMPDIR)
    #[arg(long, value_name = "DIR", requires = "memory", conflicts_with = "checkpoint")]
    scratch: Option<PathBuf>,

    /// With --memory, --processes or --hosts: save the state in this folder; the same command
    /// resumes after the last finished level
    #[arg(long, value_name = "DIR")]
    pub(super) checkpoint: Option<PathBuf>,
}

impl OutOfCoreArgs {
    /// Prepares the work on a graph file.
    pub(super) fn prepare(&self, file: &GraphFile, memory: u64) -> Result<OutOfCore> {
        let options = OutOfCoreOptions {
            scratch: self.scratch.clone(),
            checkpoint: self.checkpoint.clone(),
            read: file.read.options()?,
            ..OutOfCoreOptions::new(memory)
        };
        Ok(OutOfCore::new(&file.path, options)?)
    }
}

/// Reads the graph, and reports the required resources before and after.
pub(super) fn read<'w>(
    work: &'w OutOfCore,
    progress: &Progress,
    budget: &Budget,
) -> Result<OutOfCoreGraph<'w>> {
    tell!("upstar: out of core: {}", work.plan()?);
    progress.stage("reading and sorting", None, budget);
    let graph = work.read(budget)?;
    progress.clear();
    super::report_header(graph.header(), progress);
    tell!(
        "upstar: {}, {}, {} of memory for solving{}",
        counted(u64::from(graph.vertices()), "vertex", "vertices"),
        counted(graph.arcs(), "arc", "arcs"),
        readable_bytes(graph.memory_needed()),
        if graph.is_resumed() { ", from the checkpoint" } else { "" }
    );
    Ok(graph)
}
