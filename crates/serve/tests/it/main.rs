//! The tests of this crate through its public interface, as one program: each more would be linked anew.

mod common;
mod lines;
mod load;
mod openapi;
mod process;
mod server;
mod strangers;
