//! The tests of the public interface, as one program to save link time.

mod custom;
mod engines;
mod facts;
