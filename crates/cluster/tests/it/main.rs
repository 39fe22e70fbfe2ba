//! The tests of the public interface, as one program to save link time.

mod common;
mod graphs;
mod strangers;
mod tiers;
