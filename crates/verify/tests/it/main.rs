//! The tests of this crate through its public interface. They are one program, because each further
//! program would be linked separately.

mod boards;
mod common;
mod couples;
mod files;
mod mutations;
mod periods;
mod readers;
mod sums;
