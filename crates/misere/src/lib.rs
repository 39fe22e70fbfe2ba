//! Misère play: whoever cannot move wins. (Siegel, *Combinatorial Game Theory*, chapter V.)
pub mod quotient;
