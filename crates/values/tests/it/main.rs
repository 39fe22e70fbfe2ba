//! The tests of the public interface, as one program to save link time.

mod common;
mod definitions;
mod edges;
mod facts;
mod hot;
mod nim_definition;
mod reference;
