//! Exact values of combinatorial games.
//!
//! A [`Universe`] stores values in canonical form, each once; a [`Worker`] does
//! one thread's work on them under a [`Budget`](upstar_core::Budget); an [`Id`]
//! names a value, and equal ids are equal values. Everything is exact: numbers of
//! any size ([`Rational`]), no floats. Work that exceeds the budget ends with [`Error::Exhausted`],
//! and undefined operations with an error that says so.
//!
//! # A tour
//!
//! Games are made from their options, and simplified at once:
//!
//! ```
//! use upstar_core::{Budget, Outcome};
//! use upstar_values::thermography::{cool, hot_move, mean, temperature};
//! use upstar_values::{Error, Rational, Relation, Strategy, Style, FormalSum, Universe};
//!
//! let universe = Universe::new();
//! let mut w = universe.worker(&Budget::unlimited());
//! let [zero, one, two] = [w.integer(0)?, w.integer(1)?, w.integer(2)?];
//! let threat = w.game(&[one], &[zero])?;
//! let g = w.game(&[two], &[threat])?;
//! assert_eq!(w.text(g, Style::Plain)?, "{2||1|0}");
//! assert_eq!(w.outcome(g)?, Outcome::L);
//!
//! // Nimbers, ups and numbers have closed forms.
//! let up_star = w.up_star(&Rational::ZERO, 1, 1)?;
//! let star = w.nimber(1)?;
//! assert_eq!(w.game(&[zero, star], &[zero])?, up_star);
//! assert_eq!(w.compare(up_star, zero)?, Relation::Confused);
//!
//! // Sums are canonical, too; equal values are the same id.
//! let sum = w.add(g, up_star)?;
//! assert_eq!(w.sub(sum, up_star)?, g);
//!
//! // Temperature theory: stops, mean, temperature, thermograph, cooling.
//! assert_eq!(mean(&mut w, g)?.to_string(), "5/4");
//! assert_eq!(temperature(&mut w, g)?.to_string(), "3/4");
//! let half = Rational::ratio(1, 2).unwrap_or_default();
//! let cooled = cool(&mut w, g, &half)?;
//! assert_eq!(w.text(cooled, Style::Plain)?, "{3/2|1*}");
//!
//! // A long sum of hot games: what is asked of it decides how much is worked out.
//! let mut terms = vec![];
//! for n in 1..=24 {
//!     let n = w.integer(n)?;
//!     terms.push(w.plus_minus(&[n])?);
//! }
//! let sum = FormalSum::of(&mut w, &terms)?;
//! assert_eq!(sum.temperature(&mut w)?.to_string(), "24");
//! assert_eq!(sum.left_stop(&mut w)?.value.to_string(), "12");
//! let hottest = hot_move(&mut w, &terms, upstar_core::Player::Left, &Strategy::Hotstrat)?;
//! assert_eq!(hottest.map(|chosen| chosen.term), Some(23));
//!
//! // What is too much for a budget is an error.
//! let mut hurried = universe.worker(&Budget::unlimited().with_steps(100));
//! assert!(matches!(sum.canonical(&mut hurried), Err(Error::Exhausted(_))));
//! # Ok::<(), Error>(())
//! ```
//!
//! # Where to look
//!
//! - [`Worker`] has the algebra of canonical forms: making games, their order, sums and
//!   options; [`ShortGame`] has the most common operations as methods of a value that knows its
//!   universe.
//! - The theories are modules of functions that take a worker: [`thermography`] (stops, mean,
//!   temperature, cooling, play in sums of hot games), [`infinitesimal`] (atomic weight,
//!   uptimals, reduced canonical forms), [`structure`] (followers, birthdays, incentives).
//! - [`FormalSum`] is a sum that is not evaluated until necessary.
//! - [`Form`] is a game that is *not* simplified: ordinal sums, Conway products
//!   and their kin act on forms.
//! - [`surreal`] has transfinite numbers and infinite stalks, [`nimber`] nim
//!   arithmetic.
//! - [`mod@reference`] is a second, plain implementation, against which the tests
//!   compare the engine.
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod arena;
mod error;
mod form;
pub mod infinitesimal;
mod key;
mod memo;
mod near;
pub mod nimber;
mod node;
mod printed_order;
mod rational;
mod reader;
mod record;
pub mod reference;
mod segments;
pub mod structure;
mod style;
mod sum;
pub mod surreal;
mod text;
pub mod thermography;
mod universe;
mod worker;

pub use error::{Error, Result};
pub use form::Form;
pub use infinitesimal::UptimalExpansion;
pub use rational::{Rational, gcd};
pub use structure::Birthday;
pub use style::Style;
pub use sum::FormalSum;
pub use thermography::{
    HotMove, Interval, Stop, StopsAndWalls, Strategy, SumBounds, Thermograph, Trajectory,
};
pub use universe::{Id, ShortGame, Universe};
pub use worker::{Kind, Relation, Worker};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
