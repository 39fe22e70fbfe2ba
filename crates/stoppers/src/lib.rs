//! Values of loopy games.
//!
//! A loopy game is a graph: positions with Left's and Right's options, in which play may
//! return to a position. It is a *stopper* if no position allows infinite alternating play; a
//! stopper has a canonical form, like a short game. Other loopy games have two sides: in the onside
//! infinite play counts as a win for Left, in the offside as a win for Right. If both sides are
//! stoppers, the game is written `S & T`. The sides of some games, such as Bach's Carousel, equal
//! no stopper; they are simplified as far as possible. (Siegel, *Combinatorial Game Theory*,
//! chapter VI.)
//!
//! ```
//! use upstar_core::Budget;
//! use upstar_stoppers::{Graph, Loopy};
//! use upstar_values::{Style, Universe};
//!
//! let universe = Universe::new();
//! let mut worker = universe.worker(&Budget::unlimited());
//! // a{1||a|0}: Left may take 1, Right may threaten 0.
//! let number = |w: &mut upstar_values::Worker<'_>, n| -> Result<Graph, upstar_stoppers::Error> {
//!     let id = w.integer(n)?;
//!     Graph::of_value(w, id)
//! };
//! let (zero, one) = (number(&mut worker, 0)?, number(&mut worker, 1)?);
//! let threat = Graph::make(&[&Graph::label("a")], &[&zero])?;
//! let game = Graph::make(&[&one], &[&threat])?.bind("a");
//! let value = Loopy::of(&game, &mut worker)?;
//! assert_eq!(value.text(&mut worker, Style::Plain)?, "2 & +-1");
//! # Ok::<(), upstar_stoppers::Error>(())
//! ```

mod algebra;
mod carousel;
mod error;
mod graph;
mod loopy;
mod names;
mod order;
pub mod reference;
mod simplify;
mod structure;
mod text;
mod thermal;
mod thermograph;

pub use error::{Error, Result};
pub use graph::{Graph, MOST_NODES, Vertex};
pub use loopy::Loopy;
pub use order::Side;
pub use structure::Stop;
pub use thermograph::{KoGame, Komaster, Play};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
