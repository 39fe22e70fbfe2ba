//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod edges;
mod formats;
mod heads;
mod payoffs;
mod recognise;
mod table;
