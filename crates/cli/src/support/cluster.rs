//! `--processes` and `--hosts`: one run by several processes.

#[cfg(feature = "cluster")]
mod join;

use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "cluster")]
pub(crate) use join::{input_subject, table_folder};

/// The processes that work together.
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

    /// A file with a secret that all processes share and nobody else knows, needed unless all
    /// --hosts are on this machine (or set the variable UPSTAR_SECRET to the secret)
    #[arg(long, value_name = "FILE", requires = "hosts")]
    secret: Option<PathBuf>,

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
    /// Whether several processes were requested.
    pub(crate) fn is_given(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some()
    }

    /// An error, if several processes were asked for.
    #[cfg(not(feature = "cluster"))]
    pub(crate) fn refuse(&self) -> Result<(), super::Failure> {
        match self.is_given() {
            true => Err(super::absent("`--processes` and `--hosts`", "cluster")),
            false => Ok(()),
        }
    }
}
