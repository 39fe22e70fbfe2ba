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
//! Play may return after more than two moves, which no ban forbids. At temperature 0 infinite play is
//! won by the player who takes more coupons than the opponent, again and again, as in "sending two,
//! returning one". Where nobody does, walls are computed twice, with infinite play won by Left and won
//! by Right. These are upper and lower bounds of the walls, and so there is a thermograph if they are
//! equal.
//!
//! Positions between which play can return are taken together, and the walls of those that they lead
//! to are computed before.
//!
//! *Sources:* Berlekamp, "The economist's view of combinatorial games" (Games of No Chance, 1996);
//! Müller, Berlekamp and Spight, "Generalized thermography: algorithms, implementation, and
//! application to Go endgames" (ICSI TR-96-030); Spight, "Extended thermography for multiple kos in
//! Go" (Theoretical Computer Science 252, 2001), for play in an enriched environment as the
//! definition.

mod base;
mod states;
mod walls;

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::Arc;

use upstar_core::{Lease, Player};
use upstar_values::{Id, Thermograph, Trajectory, Worker, thermography};

use crate::graph::Graph;
use crate::{Error, Loopy, Result};

/// A position of a [`KoGame`].
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// The Left and the Right wall are known: play without kos follows, or none, or they were found
    /// before.
    Known(Arc<[Trajectory; 2]>),
    /// Left's and Right's options, and the count if both players leave the position as it is.
    Open([Vec<u32>; 2], Option<i64>),
}

/// What is known of a position when a [`KoGame`] is explored.
#[derive(Clone, Debug)]
pub enum Play<K> {
    /// Its thermograph: the position has no loops, or it has ended.
    Known(Arc<Thermograph>),
    /// Left's and Right's options. With a count both players may pass at temperature 0, and if both
    /// do, the position is worth its count. Otherwise a player must move if possible.
    Open([Vec<K>; 2], Option<i64>),
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
    /// The positions in question.
    roots: Vec<u32>,
    /// For each position, the component in which play can return to it.
    loops: Vec<u32>,
    /// The positions of each component, those before that others lead to.
    components: Vec<Vec<u32>>,
}

/// The two walls of a thermograph.
fn walls_of(thermograph: &Thermograph) -> Arc<[Trajectory; 2]> {
    Arc::new(Player::BOTH.map(|player| thermograph.wall(player).clone()))
}

impl KoGame {
    /// The game of a graph. Only positions from which play ends are simplified.
    ///
    /// # Errors
    /// An undefined label, a used-up budget.
    pub fn of(game: &Graph, worker: &mut Worker<'_>) -> Result<KoGame> {
        if let Some(label) = game.unbound() {
            return Err(Error::Label(label.to_owned()));
        }
        let game = game.reached();
        let mut known: HashMap<Id, Arc<[Trajectory; 2]>> = HashMap::new();
        let mut places = Vec::with_capacity(game.nodes.len());
        for (id, options) in game.ids(worker)?.into_iter().zip(&game.nodes) {
            places.push(match id {
                None => Place::Open(options.clone(), None),
                Some(id) => {
                    let found = match known.get(&id) {
                        Some(found) => Arc::clone(found),
                        None => walls_of(&*thermography::thermograph(worker, id)?),
                    };
                    known.insert(id, Arc::clone(&found));
                    Place::Known(found)
                }
            });
        }
        Ok(Self::new(places, vec![game.root]))
    }

    /// The game whose positions are found from a position and others on, which all can be reached from
    /// it. `look` says what is known of a
    /// position, or its options; each position is asked about once.
    ///
    /// # Errors
    /// A used-up budget, and the errors of `look`.
    pub fn explore<K: Clone + Eq + Hash, E: From<Error>>(
        root: K,
        others: impl IntoIterator<Item = K>,
        worker: &mut Worker<'_>,
        mut look: impl FnMut(&K, &mut Worker<'_>) -> Result<Play<K>, E>,
    ) -> Result<KoGame, E> {
        let mut lease = Lease::new(worker.budget());
        let mut known: HashMap<K, u32> = HashMap::new();
        let mut waiting = VecDeque::new();
        let mut number = |key: K, waiting: &mut VecDeque<K>| {
            let next = known.len() as u32;
            let number = known.entry(key).or_insert_with_key(|key| {
                waiting.push_back(key.clone());
                next
            });
            *number
        };
        let roots = std::iter::once(root).chain(others);
        let roots = roots.map(|root| number(root, &mut waiting)).collect();
        let mut places = Vec::new();
        while let Some(key) = waiting.pop_front() {
            let mut bytes = size_of::<Place>() + 3 * size_of::<K>();
            places.push(match look(&key, worker)? {
                Play::Known(thermograph) => Place::Known(walls_of(&thermograph)),
                Play::Open(options, count) => {
                    let options = options.map(|side| {
                        let mut side: Vec<u32> =
                            side.into_iter().map(|option| number(option, &mut waiting)).collect();
                        side.sort_unstable();
                        side.dedup();
                        bytes += size_of_val(&*side);
                        side
                    });
                    Place::Open(options, count)
                }
            });
            if places.len() + waiting.len() > u32::MAX as usize / 2 {
                return Err(Error::TooLarge { limit: u32::MAX as usize / 2 }.into());
            }
            lease.spend(bytes as u64, 1 << 16).map_err(Error::Exhausted)?;
            worker.tick(1).map_err(Error::from)?;
        }
        Ok(Self::new(places, roots))
    }

    fn new(places: Vec<Place>, roots: Vec<u32>) -> KoGame {
        let options = |place: &Place| match place {
            Place::Known(_) => Default::default(),
            Place::Open(options, _) => options.clone(),
        };
        let graph = Graph::with(places.iter().map(options).collect(), roots[0]);
        let components = crate::simplify::components(&graph);
        let mut loops = vec![0; places.len()];
        for (group, members) in (0..).zip(&components) {
            members.iter().for_each(|&member| loops[member as usize] = group);
        }
        KoGame { places, roots, loops, components }
    }

    /// The thermograph of the first position from temperature 0 up. If no komaster is named, the
    /// three thermographs (Left, Right, neither) must be equal.
    ///
    /// Time: states times corners. The states are positions times the moves that lead to them.
    ///
    /// # Errors
    /// [`Error::NoThermograph`] with the reason; a budget used up.
    pub fn thermograph(
        &self,
        komaster: Komaster,
        worker: &mut Worker<'_>,
    ) -> Result<Arc<Thermograph>> {
        let mut first = |player| self.thermographs(player, worker)?.remove(0);
        let named = match komaster {
            Komaster::Named(player) => return first(player),
            Komaster::Any => first(None)?,
        };
        for player in Player::BOTH {
            if first(Some(player))? != named {
                return Err(Error::NoThermograph(
                    "the walls depend on who is komaster: ask for \
                     g.Thermograph(komaster: \"Left\"), \"Right\" or \"neither\"",
                ));
            }
        }
        Ok(named)
    }

    /// The thermographs of the positions in question with this komaster, or with none, each with the
    /// reason if there is none.
    ///
    /// # Errors
    /// [`Error::NoThermograph`] if there are no walls at all; a budget used up.
    pub fn thermographs(
        &self,
        komaster: Option<Player>,
        worker: &mut Worker<'_>,
    ) -> Result<Vec<Result<Arc<Thermograph>>>> {
        let low = self.walls(komaster, Player::Right, worker)?;
        let high = self.walls(komaster, Player::Left, worker)?;
        let thermograph = |(low, high): (Arc<[Trajectory; 2]>, Arc<[Trajectory; 2]>)| {
            if low != high {
                return Err(Error::NoThermograph(
                    "play can come back to a position after more than two moves in turn, which the \
                     ban of a single ko does not forbid, and it matters how that counts",
                ));
            }
            let [left, right] = &*low;
            let found = Thermograph::new(left.clone(), right.clone());
            found
                .map(Arc::new)
                .ok_or(Error::NoThermograph("the walls never meet, so that there is no mean"))
        };
        Ok(low.into_iter().zip(high).map(thermograph).collect())
    }

    /// The walls of the positions in question, if infinite play is won by a player.
    fn walls(
        &self,
        komaster: Option<Player>,
        winner: Player,
        worker: &mut Worker<'_>,
    ) -> Result<Vec<Arc<[Trajectory; 2]>>> {
        let mut places = self.places.clone();
        for members in &self.components {
            if matches!(places[members[0] as usize], Place::Known(_)) {
                continue;
            }
            let found = self.component(members, &places, komaster, winner, worker)?;
            for (&member, walls) in members.iter().zip(found) {
                places[member as usize] = Place::Known(Arc::new(walls));
            }
        }
        let walls = |&root: &u32| match &places[root as usize] {
            Place::Known(walls) => Arc::clone(walls),
            Place::Open(..) => unreachable!("each position is a member of a component"),
        };
        Ok(self.roots.iter().map(walls).collect())
    }

    /// The walls of the positions of one component. Whatever they lead to outside of it has known
    /// walls: no ban and no duty of the komaster outlasts a move that cannot be taken back.
    fn component(
        &self,
        members: &[u32],
        places: &[Place],
        komaster: Option<Player>,
        winner: Player,
        worker: &mut Worker<'_>,
    ) -> Result<Vec<[Trajectory; 2]>, Error> {
        let mut known: HashMap<u32, u32> =
            (0..).zip(members).map(|(new, &old)| (old, new)).collect();
        let mut list = members.to_vec();
        let mut local = Vec::with_capacity(list.len());
        while let Some(&old) = list.get(local.len()) {
            let place = &places[old as usize];
            let is_member = local.len() < members.len();
            local.push(match place {
                Place::Open(options, count) if is_member => {
                    let mut number = |option: &u32| {
                        *known.entry(*option).or_insert_with(|| {
                            list.push(*option);
                            list.len() as u32 - 1
                        })
                    };
                    let renumbered = |side: &Vec<u32>| side.iter().map(&mut number).collect();
                    let renumbered: [Vec<u32>; 2] = options.each_ref().map(renumbered);
                    Place::Open(renumbered, *count)
                }
                place => place.clone(),
            });
        }
        worker.tick(list.len() as u64)?;
        let loops = (0..local.len()).map(|place| u32::from(place >= members.len())).collect();
        let local = KoGame { places: local, roots: vec![0], loops, components: Vec::new() };
        let mut states = states::States::of(&local, komaster, worker)?;
        let stops = base::stops(&states, winner, worker)?;
        let stops = states.without_endless(stops);
        walls::Walls::new(&states, winner, stops).run(members.len(), worker)
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
    ) -> Result<Arc<Thermograph>> {
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
