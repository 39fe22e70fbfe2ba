//! The tests of this crate through its public interface. They are one program, because each further
//! program would be linked separately.

mod certificates;
mod forms;
mod partizan_quotients;
mod quotients;
