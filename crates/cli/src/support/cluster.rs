//! `--processes` and `--hosts`: one run by several processes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Args;
use upstar_cluster::{Checkpoint, Cluster, ClusterError, Hosts, Membership};
use upstar_core::Budget;

use super::Failure;

/// Which processes work together.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ClusterArgs {
    /// Run this many processes on this machine, each with its --threads; the table is then a folder
    /// of Parquet files
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    processes: Option<u16>,

    /// A file with the addresses of all processes, one HOST:PORT per line; start the same command
    /// on each machine with its own --process and the same input file
    #[arg(long, value_name = "FILE", conflicts_with = "processes", requires = "process")]
    hosts: Option<PathBuf>,

    /// The number of this process in --hosts; process 0, the first one, prints the answer
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,

    /// How many seconds to wait for the other processes at the start
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    wait: u64,

    /// The seconds between two checkpoints, with several processes
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    checkpoint_every: u64,

    /// The number of a process that was started by another one
    #[arg(long, value_name = "I", hide = true)]
    started_as: Option<usize>,
}

impl ClusterArgs {
    /// Whether several processes were asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some()
    }

    /// How the run is written down in a folder, if one is given.
    pub(crate) fn checkpoint(&self, folder: Option<PathBuf>) -> Option<Checkpoint> {
        let every = Duration::from_secs(self.checkpoint_every);
        folder.map(|folder| Checkpoint { folder, every })
    }

    /// This process among the others, once all are there. `subject` is what all of them are
    /// asked for.
    pub(crate) fn join(
        &self,
        subject: String,
        threads: usize,
        budget: &Budget,
    ) -> Result<Cluster, Failure> {
        let membership = Membership::new(subject)
            .with_threads(threads)
            .with_patience(Duration::from_secs(self.wait));
        if let Some(process) = self.started_as {
            return Ok(Cluster::started(process, &membership, budget)?);
        }
        if let Some(hosts) = &self.hosts {
            let hosts = Hosts::read(hosts)?;
            return Ok(Cluster::join(&hosts, self.process.unwrap_or(0), &membership, budget)?);
        }
        let program = std::env::current_exe().map_err(Failure::input)?;
        let processes = usize::from(self.processes.unwrap_or(1));
        Ok(Cluster::launch(processes, &membership, budget, &mut |process| {
            let mut command = Command::new(&program);
            command.args(std::env::args_os().skip(1));
            command.arg("--started-as").arg(process.to_string());
            command
        })?)
    }
}

/// A file in the words that all processes say of what they are asked for: its name may stand in
/// another folder on another machine, but its size is the same.
pub(crate) fn input_subject(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let bytes = std::fs::metadata(path).map_or(0, |found| found.len());
    format!("{name} ({bytes} bytes)")
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        match error {
            ClusterError::File(error) => error.into(),
            ClusterError::Exhausted(exhausted) => exhausted.into(),
            error if error.is_interruption() => Failure::Interrupted(error.to_string()),
            error => Failure::input(error),
        }
    }
}
