//! Exact numbers: [`Dyadic`] and [`Rational`], small ones inline.

mod dyadic;
mod rational;

pub use dyadic::Dyadic;
pub use rational::Rational;
