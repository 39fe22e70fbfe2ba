//! Misère play: a player who cannot move wins. (Siegel, *Combinatorial Game Theory*,
//! chapter V.)
//!
//! Impartial games have a simplest form under misère play ([`Forms`]): two games are equal if and
//! only if their forms are equal. The form determines everything, but is often large. The [`Genus`]
//! determines the outcomes of sums with nim heaps. The [quotient] of the heaps of one game
//! determines the outcomes of their sums.

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

pub use error::{Error, Result};
pub use form::{Form, Forms};
pub use genus::Genus;
pub use heaps::{HeapForms, heap_genera};
pub use read::form_length;
pub use tame::Kind;
pub use text::MOST_BYTES;
pub use worker::Worker;
