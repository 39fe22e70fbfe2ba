//! Thermographs of loopy games in which single kos are fought.
//!
//! A ko is a place where a move can be taken back at once; the ko ban forbids it. A thermograph
//! gives the result of best play of the game beside an *enriched environment*: coupons of
//! temperature t, t - d, ..., 0 for a small d. Instead of a move, a player may take the highest
//! coupon, which lifts the ban. The wall at t is the score for the player who moves first, beyond
//! t/2. The *komaster* may take a ko back in spite of the ban (he has a threat that is answered).
//! He must then play in the game at each of his turns until the ko is resolved, that is, until the
//! position cannot return. Without a komaster both players obey the ban.
//!
//! The walls are computed exactly, from temperature 0 up. At each temperature every state
//! (position, player to move, ban, whether the komaster must go on) has a value and a slope, and
//! the next corner is where another move becomes equally good. Where neither player wants to move
//! first, the value stays constant, as far as the scaffolds allow: this is the mast. At a ko it
//! need not be vertical. A wall has slope k where k moves are made for one of the opponent's.
//!
//! *Sources:* Berlekamp, "The economist's view of combinatorial games" (Games of No Chance, 1996);
//! Müller, Berlekamp and Spight, "Generalized thermography: algorithms, implementation, and
//! application to Go endgames" (ICSI TR-96-030); Spight, "Extended thermography for multiple kos in
//! Go" (Theoretical Computer Science 252, 2001), for play in an enriched environment as the
//! definition.

mod base;
mod states;
mod walls;

use std::collections::HashMap;
use std::sync::Arc;

use upstar_core::Player;
use upstar_values::{Thermograph, Worker, thermography};

use crate::graph::Graph;
use crate::{Error, Loopy};

/// A position of a [`KoGame`].
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// The thermograph is known: play without kos follows, or none.
    Known(Arc<Thermograph>),
    /// Left's and Right's options, and the count if both players leave the position as it is.
    Open([Vec<u32>; 2], Option<i64>),
}

/// A loopy game in which single kos are fought. Its positions without loops have known
/// thermographs.
///
/// Its thermograph gives the result of best play beside coupons of temperature t, t - d, ..., 0 for
/// a small d. A player may take the highest coupon instead of a move. No player may take a move
/// back at once, unless a coupon was taken in between. The komaster may, but must then play in the
/// game at each of his turns until play cannot return any more. Walls begin at temperature 0 and
/// have slope k where k moves are made for one of the opponent's. (Berlekamp, "The economist's view
/// of combinatorial games"; Müller, Berlekamp and Spight, ICSI TR-96-030; Spight, "Extended
/// thermography for multiple kos in Go", for play in an enriched environment as the definition.)
///
/// ```
/// use upstar_core::{Budget, Player};
/// use upstar_stoppers::{Graph, KoGame, Komaster};
/// use upstar_values::Universe;
///
/// let universe = Universe::new();
/// let mut worker = universe.worker(&Budget::unlimited());
/// // a{1||a|0}: one point, won by Left with one move and by Right with two.
/// let [zero, one] = [0, 1].map(|n| worker.integer(n).unwrap());
/// let [zero, one] = [zero, one].map(|id| Graph::of_value(&mut worker, id).unwrap());
/// let taken = Graph::make(&[&Graph::label("a")], &[&zero])?;
/// let ko = Graph::make(&[&one], &[&taken])?.bind("a");
/// let ko = KoGame::of(&ko, &mut worker)?;
/// for komaster in [None, Some(Player::Left), Some(Player::Right)] {
///     let thermograph = ko.thermograph(Komaster::Named(komaster), &mut worker)?;
///     assert_eq!(thermograph.mean().to_string(), "2/3");
///     assert_eq!(thermograph.temperature().to_string(), "1/3");
/// }
/// # Ok::<(), upstar_stoppers::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct KoGame {
    places: Vec<Place>,
    root: u32,
    /// For each position, the component in which play can return to it.
    loops: Vec<u32>,
}

impl KoGame {
    /// The game of a graph. Only positions from which play ends are simplified.
    ///
    /// # Errors
    /// An undefined label, a used-up budget.
    pub fn of(game: &Graph, worker: &mut Worker<'_>) -> Result<KoGame, Error> {
        if let Some(label) = game.unbound() {
            return Err(Error::Label(label.to_owned()));
        }
        Self::scored(&game.reached(), &[], worker)
    }

    /// The game of a graph with a count for some positions, in the order in which
    /// [`Graph::explore`] finds them. In a position with a count, both players may pass at
    /// temperature 0, and if both do, the position is worth its count. In other positions a player
    /// must move if possible.
    ///
    /// # Errors
    /// As [`KoGame::of`].
    pub fn scored(
        game: &Graph,
        counts: &[Option<i64>],
        worker: &mut Worker<'_>,
    ) -> Result<KoGame, Error> {
        let ids = game.ids(worker)?;
        let count = |node: usize| counts.get(node).copied().flatten();
        let mut known = HashMap::new();
        let mut places = Vec::with_capacity(ids.len());
        for (node, id) in ids.into_iter().enumerate() {
            places.push(match id {
                // The position has no loops, but passing is allowed.
                Some(_) if count(node).is_some() => {
                    Place::Open(game.nodes[node].clone(), count(node))
                }
                None => Place::Open(game.nodes[node].clone(), count(node)),
                Some(id) => {
                    let found = match known.get(&id) {
                        Some(found) => Arc::clone(found),
                        None => thermography::thermograph(worker, id)?,
                    };
                    known.insert(id, Arc::clone(&found));
                    Place::Known(found)
                }
            });
        }
        let mut loops = vec![0; places.len()];
        for (group, members) in (0..).zip(crate::simplify::components(game)) {
            members.iter().for_each(|&member| loops[member as usize] = group);
        }
        Ok(KoGame { places, root: game.root, loops })
    }

    /// Whether play never returns to a position, so that the komaster makes no difference.
    #[must_use]
    pub fn is_loopfree(&self) -> bool {
        matches!(self.places[self.root as usize], Place::Known(_))
    }

    /// The thermograph from temperature 0 up. If no komaster is named, the three thermographs
    /// (Left, Right, neither) must be equal.
    ///
    /// Time: states times corners. The states are positions times the moves that lead to them.
    ///
    /// # Errors
    /// [`Error::NoThermograph`] with the reason; a budget used up.
    pub fn thermograph(
        &self,
        komaster: Komaster,
        worker: &mut Worker<'_>,
    ) -> Result<Arc<Thermograph>, Error> {
        let named = match komaster {
            Komaster::Named(player) => return self.with_komaster(player, worker),
            Komaster::Any => self.with_komaster(None, worker)?,
        };
        for player in Player::BOTH {
            if self.with_komaster(Some(player), worker)? != named {
                return Err(Error::NoThermograph(
                    "the walls depend on who is komaster: ask for \
                     g.Thermograph(komaster: \"Left\"), \"Right\" or \"neither\"",
                ));
            }
        }
        Ok(named)
    }

    fn with_komaster(
        &self,
        komaster: Option<Player>,
        worker: &mut Worker<'_>,
    ) -> Result<Arc<Thermograph>, Error> {
        if let Place::Known(found) = &self.places[self.root as usize] {
            return Ok(Arc::clone(found));
        }
        let states = states::States::of(self, komaster, worker)?;
        let stops = base::stops(&states, worker)?;
        walls::Walls::new(&states, stops).run(worker).map(Arc::new)
    }
}

impl Loopy {
    /// The moves that define the thermograph: those as written, or those of the canonical form of a
    /// stopper.
    #[must_use]
    pub fn moves(&self) -> Option<&Graph> {
        self.form().or_else(|| self.is_stopper().then(|| self.onside()))
    }

    /// The thermograph of the game as written; see [`KoGame`].
    ///
    /// # Errors
    /// [`Error::NoThermograph`] with the reason, also for sums, whose moves in the summands are no
    /// longer known; a used-up budget.
    pub fn thermograph(
        &self,
        komaster: Komaster,
        worker: &mut Worker<'_>,
    ) -> Result<Arc<Thermograph>, Error> {
        let Some(moves) = self.moves() else {
            return Err(Error::NoThermograph(
                "only the two sides of this game are known, and not its moves: write it as one \
                 game by its options",
            ));
        };
        KoGame::of(moves, worker)?.thermograph(komaster, worker)
    }
}

/// The komaster of a thermograph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Komaster {
    /// None was named: the walls must be equal for every komaster.
    Any,
    /// This player, or neither.
    Named(Option<Player>),
}

#[cfg(test)]
mod tests;
