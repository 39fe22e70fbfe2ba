//! Graphs in files: readers that produce a stream of arcs, and writers.
//!
//! A reader knows nothing about games and keeps no arcs. It gives every name a number in order of
//! first appearance and passes the arcs to an [`ArcSink`] in batches. It keeps only the names, and
//! the terminals that have results of their own.

#[cfg(feature = "arrow")]
mod arrow;
mod collect;
mod contest;
mod delimited;
mod dimacs;
mod dot;
mod dot_write;
mod edge_list;
mod estimate;
mod first_line;
mod format;
mod graphml;
mod json;
mod matrix_market;
mod numbered;
mod options;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod parts;
mod pgsolver;
mod read;
mod sink;
mod spaced;
mod write;
mod writer;

pub use edge_list::EdgeList;
pub use estimate::{estimated_arcs, estimated_vertices, sampled_lines};
pub use format::GraphFormat;
pub use options::{Header, ReadOptions};
pub use parts::GraphParts;
pub use read::{read_graph, read_header};
pub use sink::{ArcSink, GraphPiece, GraphSummary, PieceSink};
pub use write::{write_graph, write_graph_to};
pub use writer::{ArcSource, GraphView};
