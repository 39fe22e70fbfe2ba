//! Games too large for one machine, solved by several processes together.
//!
//! - [`Hosts`] says where the processes are, and [`Cluster`] is one of them, connected to all
//!   others: [`Cluster::join`] takes a place among hosts, [`Cluster::launch`] starts the others on
//!   this machine, [`Cluster::alone`] has threads only.
//! - [`solve_graph`]: who wins every vertex of a graph file, in how many moves and by which move;
//!   [`graph_values`]: what each is worth. All processes make the same call with the same
//!   [`GraphQuestion`]; each reads its part of the file, and the vertices are divided by the
//!   hashes of their names.
//! - [`solve_positions`]: the same of a game that is never written down, a [`PositionGraph`].
//! - [`solve_tiers`]: the same tier by tier, where a game has a measure that no move makes larger;
//!   every worker keeps its part of the tiers, on disk if it is to.
//! - [`Checkpoint`]: a run that was ended resumes from its last one.
//!
//! Timely dataflow carries what the workers send one another and tells when a round is over; what
//! they know stays in plain arrays of their own. The answer never depends on how many workers
//! there are or on which is faster. An error of one process is an error of all, with its words; a
//! process that goes away ends the run with [`ClusterError::Lost`].
//!
//! Whoever can connect to a process in the moments before its peers do, and speaks as they do, is
//! taken for one of them, and what is sent can be read on its way: run it on a network of your
//! own.

mod batch;
mod cluster;
mod connect;
mod error;
mod graph;
mod hosts;
mod launch;
mod rounds;
mod tiers;
mod wire;

pub use cluster::{Cluster, Membership};
pub use error::ClusterError;
pub use graph::{
    Checkpoint, ClusterPositions, ClusterSummary, ClusterValues, GraphQuestion, LongestWin,
    PositionGraph, Watch, graph_values, solve_graph, solve_positions,
};
pub use hosts::Hosts;
pub use tiers::{ClusterTiers, OpenPart, PartStore, TierQuestion, solve_tiers};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
