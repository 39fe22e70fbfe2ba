//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod cells;
mod common;
mod questions;
mod requests;
mod schema;
