//! The tests of this crate through its public interface. They are one program, because each further
//! program would be linked separately.

mod sides;
mod values;
