//! Misère play: a player who cannot move wins. (Siegel, *Combinatorial Game Theory*,
//! chapter V.)
//!
//! Impartial games have a simplest form under misère play ([`Forms`]): equal forms are equal games,
//! and the other way round. It determines everything, and is often large; the [`Genus`] determines
//! who wins sums with nim heaps. What determines who wins sums of the heaps of one game is their
//! [quotient].

mod error;
mod form;
mod genus;
mod heaps;
mod links;
mod order;
pub mod partizan;
mod parts;
pub mod quotient;
mod read;
pub mod reference;
mod store;
mod sum;
mod tame;
mod text;
mod worker;

pub use error::Error;
pub use form::{Form, Forms};
pub use genus::Genus;
pub use heaps::{HeapForms, heap_genera};
pub use read::form_length;
pub use tame::Kind;
pub use text::MOST_BYTES;
pub use worker::Worker;
