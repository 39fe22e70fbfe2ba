//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod cluster;
mod common;
mod eval;
mod examples;
mod graph_errors;
mod graph_json;
mod graph_owned;
mod graph_payoffs;
mod graph_play;
mod graph_sum;
mod heaps;
mod help;
mod json;
mod largest;
mod limits;
#[cfg(target_os = "linux")]
mod load;
mod numbers;
mod out_of_core;
mod outputs;
mod own_rules;
mod play;
mod positions;
mod prove;
mod repl;
mod serve;
mod solve;
