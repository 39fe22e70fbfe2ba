//! Games too large for one machine, solved by several processes together.
//!
//! - [`Hosts`] has the addresses of the processes, and [`Cluster`] is one of them, connected to all
//!   others: [`Cluster::join`] takes a place among hosts, [`Cluster::launch`] starts the others on
//!   this machine, [`Cluster::alone`] has only threads.
//! - [`solve_graph`]: the outcome, remoteness and best move of every vertex of a graph file;
//!   [`graph_values`]: their values. All processes make the same call with the same
//!   [`GraphQuestion`]. Each reads its part of the file, and the hashes of their names distribute
//!   the vertices.
//! - [`solve_positions`]: the same for a game without a graph file, a [`PositionGraph`].
//! - [`solve_tiers`]: the same tier by tier, if a game has a measure that no move increases; every
//!   worker keeps its part of the tiers, on disk if requested.
//! - [`Checkpoint`]: an interrupted run resumes from its last checkpoint.
//!
//! Timely dataflow carries the messages of the workers and detects the end of a round; the workers
//! keep their data in plain arrays. The answer never depends on the number of workers or their
//! speed. An error in one process is an error of all, with the same message; the loss of a process
//! ends the run with [`ClusterError::Lost`].
//!
//! Processes on several machines need a common [`Secret`]. Only processes that know it can take
//! part, and data that others send or change on the way are dropped or end the run. Messages are
//! not encrypted, so confidential data need a private network.

mod batch;
mod cluster;
mod connect;
mod error;
mod frames;
mod graph;
mod hosts;
mod launch;
mod link;
mod rounds;
mod secret;
mod tiers;
mod wire;

pub use cluster::{Cluster, Membership};
pub use error::{ClusterError, Result};
pub use graph::{
    Checkpoint, ClusterPositions, ClusterSummary, ClusterValues, GraphQuestion, LongestWin,
    PositionGraph, Watch, graph_values, solve_graph, solve_positions,
};
pub use hosts::Hosts;
pub use secret::Secret;
pub use tiers::{ClusterTiers, OpenPart, PartStore, TierQuestion, solve_tiers};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
