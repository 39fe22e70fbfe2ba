//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod common;
mod graphs;
mod strangers;
mod tiers;
