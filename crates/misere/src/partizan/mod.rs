//! Partizan games in misère play, modulo a universe.
//!
//! In misère play a player who cannot move wins. Of all games, G ≥ H means that o(G + X) ≥
//! o(H + X) for every game X, and then very few games compare and none but 0 has an inverse.
//! More is true when X is restricted to a [`Universe`]: a set of games that is closed under
//! options, sums and conjugates, and in which any two non-empty sets of its games are the Left and
//! Right options of one of its games.
//!
//! Everything here rests on three theorems.
//!
//! * *Comparison* (Larsson, Nowakowski and Santos, "Absolute combinatorial game theory", Theorem 4;
//!   for the universe of all games Siegel, "Misère canonical forms of partizan games"): G ≥ H modulo
//!   a universe if and only if (1) every H^L has a G^L ≥ H^L or an H^LR ≤ G, (2) every G^R has an
//!   H^R ≤ G^R or a G^RL ≥ H, and (3) if Left has no move in H, then G is
//!   strong for Left, and if Right has no move in G, then H is strong for
//!   Right.
//! * *Simplest forms* (Siegel, "On the general dead-ending universe of partizan games", Theorem
//!   5.18): forms with tombstones without dominated options, reversible options and tombstones that
//!   can be erased are the same if they are equal; [`Forms::simplest`] makes them.
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
pub use forms::{Error, Forms, Id, MOST_BIRTHDAY};
pub use universe::{NoUniverse, Universe};
