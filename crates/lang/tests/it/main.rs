//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod endgames;
mod facts;
mod fresh;
mod functions;
mod infinite;
mod kos;
mod large;
mod laws;
mod loopy;
mod loopy_graphs;
mod oracle;
mod partizan_misere;
mod print_parse;
mod programs;
mod random;
mod random_functions;
