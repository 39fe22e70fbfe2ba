//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod common;
mod definitions;
mod edges;
mod facts;
mod hot;
mod nim_definition;
mod reference;
