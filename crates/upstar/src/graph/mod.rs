//! Games given as an explicit digraph: from files to analyses.
//!
//! [`NamedGraph::open`] reads a graph in any format; its methods answer questions:
//! [`solve`](NamedGraph::solve), [`solve_owned`](NamedGraph::solve_owned),
//! [`solve_payoffs`](NamedGraph::solve_payoffs), [`values`](NamedGraph::values),
//! [`check`](NamedGraph::check), [`stats`](NamedGraph::stats). [`Tokens`] are positions on one or several graphs, in a sum or to
//! be compared.

mod answer;
mod certify;
mod check;
mod convert;
mod draw;
mod make;
mod named;
mod out_of_core;
mod owned;
mod payoffs;
mod pursuit;
mod queries;
mod solve;
mod stats;
mod table;
mod tokens;
mod values;
mod verify;

pub use answer::{GraphAnswer, GraphTask};
pub use convert::convert_graph;
pub use make::write_positions;
pub use named::NamedGraph;
pub use out_of_core::{
    OutOfCore, OutOfCoreGraph, OutOfCoreOptions, OutOfCoreSolution, OutOfCoreValues, Plan,
};
pub use owned::OwnedAnswer;
pub use payoffs::PayoffAnswer;
pub use pursuit::{Pursuit, PursuitAnswer, PursuitRules};
pub use queries::SumQueries;
pub use solve::SolvedGraph;
pub use tokens::{Likeness, SumOptions, Tokens};
pub use values::ValuedGraph;
#[cfg(feature = "cluster")]
pub(crate) use values::text;
pub use verify::{verify_graph, verify_period};
