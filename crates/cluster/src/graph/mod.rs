//! Explicit graphs on a cluster. Every vertex has an owner, given by the hash of its name, which
//! stores its data and the arcs into it.

mod checkpoint;
mod labels;
mod load;
mod moves;
pub(crate) mod outbox;
mod owners;
mod positions;
pub(crate) mod rows;
mod solve;
mod summary;
pub(crate) mod table;
mod values;

pub use checkpoint::Checkpoint;
pub(crate) use load::{pack_bytes, unpack_bytes};
pub use positions::{ClusterPositions, PositionGraph, solve_positions};
pub use solve::{GraphQuestion, Watch, solve_graph};
pub use summary::{ClusterSummary, LongestWin};
pub use values::{ClusterValues, graph_values};
