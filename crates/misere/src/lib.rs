//! Misère play: whoever cannot move wins. (Siegel, *Combinatorial Game Theory*, chapter V.)

mod error;
mod form;
mod genus;
mod links;
mod order;
mod parts;
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
pub use read::form_length;
pub use tame::Kind;
pub use text::MOST_BYTES;
pub use worker::Worker;
