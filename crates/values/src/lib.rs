//! Exact values of combinatorial games.
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod arena;
mod day;
mod error;
mod form;
mod form_operations;
mod hot;
mod infinitesimal;
mod key;
mod memo;
pub mod nimber;
mod number;
pub mod reference;
mod structure;
mod sum;
pub mod surreal;
mod text;
mod thermal;
mod universe;
mod uptimal;
mod worker;

pub use error::Error;
pub use form::Form;
pub use hot::{HotMove, Strategy, SumBounds};
pub use number::{Dyadic, NotANumber, Rational};
pub use structure::Birthday;
pub use sum::Sum;
pub use text::Style;
pub use thermal::{Interval, Stop, Thermograph, Trajectory};
pub use universe::{Game, Id, Universe};
pub use uptimal::UptimalExpansion;
pub use worker::{Kind, Relation, Worker};
