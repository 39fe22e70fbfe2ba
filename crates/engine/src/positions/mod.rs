//! Positions that several families of games share: how they are read, written and ordered.

pub mod edge_list;
pub mod edges;
pub mod family;
pub mod graphs;
pub mod grid;
pub mod grundy_table;
pub mod heap_table;
pub mod heaps;
pub mod numbers;
pub mod pieces;
pub mod refinement;
pub mod sequence;
pub mod small_board;
pub mod stalk;
pub mod vertex_set;
mod walk;
