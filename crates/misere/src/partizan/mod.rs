//! Partizan games in misère play, modulo a universe.
//!
//! In misère play a player who cannot move wins. Among all games, G ≥ H means that o(G + X) ≥ o(H +
//! X) for every game X. Then very few games are comparable, and only 0 has an inverse. More games
//! are comparable if X is restricted to a [`Universe`]: a set of games closed under options, sums
//! and conjugates, such that any two non-empty subsets are the Left and Right options of one of its
//! games.
//!
//! This module uses three theorems.
//!
//! * *Comparison* (Larsson, Nowakowski and Santos, "Absolute combinatorial game theory", Theorem 4;
//!   for the universe of all games Siegel, "Misère canonical forms of partizan games"): G ≥ H modulo
//!   a universe if and only if (1) every H^L has a G^L ≥ H^L or an H^LR ≤ G, (2) every G^R has an
//!   H^R ≤ G^R or a G^RL ≥ H, and (3) if Left has no move in H, then G is
//!   strong for Left, and if Right has no move in G, then H is strong for
//!   Right.
//! * *Simplest forms* (Siegel, "On the general dead-ending universe of partizan games", Theorem
//!   5.18): if two forms with tombstones have no dominated options, reversible options or erasable
//!   tombstones, they are literally equal if they are equal. [`Forms::simplest`] computes such
//!   forms.
//! * *Inverses* (Davies and Yadav, "Invertibility in the misère multiverse"; for dicots and
//!   dead-ending games Larsson, Milley, Nowakowski, Renault and Santos, "Progress on misère dead
//!   ends"): if G has an inverse modulo a universe, it is the conjugate of G.

mod distinguish;
mod flags;
mod form;
mod forms;
mod order;
mod simplest;
mod stands;
mod text;
mod universe;

#[cfg(test)]
mod tests;

pub use form::{Form, Position};
pub use forms::{Error, Forms, Id, MOST_BIRTHDAY, Result};
pub use universe::{NoUniverse, Universe};
