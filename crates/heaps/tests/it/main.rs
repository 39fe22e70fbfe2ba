//! The tests of the public interface, as one program to save link time.

mod engines;
mod facts;
