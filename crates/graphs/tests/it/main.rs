//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod annihilation;
mod certificates;
mod coloured;
mod isomorphism;
mod owned;
mod partitions;
mod payoffs;
mod solving;
mod sums;
mod values;
