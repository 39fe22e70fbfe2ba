//! The structure of a stopper: options, followers, stops and cycles.

use std::cmp::Ordering;
use std::fmt;

use upstar_core::Player;
use upstar_values::{Rational, Relation, Style, Worker};

use crate::graph::{Graph, Options, Vertex, reached};
use crate::order::Side;
use crate::simplify::components;
use crate::{Error, Loopy, Result};

/// A stop of a stopper: a pseudonumber.
///
/// The order is that of pseudonumbers: `off` is below all and `on` above all, x under is between x
/// and all smaller numbers, and x over between x and all larger ones (Siegel, chapter VI).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// `off` = {|pass}.
    Off,
    /// A number (0), or that number with over (1) or under (-1): {x|pass}, {pass|x}.
    Number(Rational, i8),
    /// `on` = {pass|}.
    On,
}

impl Stop {
    /// The number without `over` and `under`, at which play that continues in those ends.
    #[must_use]
    pub fn strong(self) -> Stop {
        match self {
            Stop::Number(x, _) => Stop::Number(x, 0),
            end => end,
        }
    }
}

impl fmt::Display for Stop {
    /// `2`, `2over`, `under`, `on`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, name) = match self {
            Stop::Off => return f.write_str("off"),
            Stop::On => return f.write_str("on"),
            Stop::Number(x, 0) => return x.fmt(f),
            Stop::Number(x, 1) => (x, "over"),
            Stop::Number(x, _) => (x, "under"),
        };
        if x.is_zero() { f.write_str(name) } else { write!(f, "{x}{name}") }
    }
}

impl Loopy {
    /// The graph of a stopper.
    fn stopper(&self, question: &'static str) -> Result<&Graph> {
        if self.is_stopper() { Ok(self.onside()) } else { Err(Error::Sides(question)) }
    }

    /// A follower of a stopper in canonical form, which is also in canonical form.
    fn follower(graph: &Graph, node: u32) -> Result<Loopy> {
        Ok(Loopy::canonical(graph.from(node).reached()))
    }

    /// The options of a player in the canonical form of a stopper.
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper.
    pub fn options(&self, player: Player) -> Result<Vec<Loopy>> {
        let graph = self.stopper("options")?;
        graph.options(graph.root, player).iter().map(|&o| Self::follower(graph, o)).collect()
    }

    /// The winning moves of a player. For a stopper these are options of the canonical form, for
    /// another game options as written, that are won if the opponent moves first.
    ///
    /// # Errors
    /// [`Error::Sides`] if neither is known; as [`Loopy::of`].
    pub fn winning_moves(&self, player: Player, worker: &mut Worker<'_>) -> Result<Vec<Loopy>> {
        let options = match self.form() {
            Some(form) if !self.is_stopper() => {
                let options = form.options(form.root, player);
                let value = |&option: &u32| Self::of(&form.from(option).reached(), worker);
                options.iter().map(value).collect::<Result<_, _>>()?
            }
            _ => {
                self.stopper("winning moves")?;
                self.options(player)?
            }
        };
        let mut found = Vec::new();
        for option in options {
            if option.outcome(worker)?.winner(player.opponent()) == Some(player) {
                found.push(option);
            }
        }
        Ok(found)
    }

    /// All positions that play from the canonical form of a stopper can reach, itself included.
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper; a used-up budget.
    pub fn followers(&self, worker: &mut Worker<'_>) -> Result<Vec<Loopy>> {
        let graph = self.stopper("followers")?.reached();
        let count = graph.nodes.len() as u32;
        (0..count)
            .map(|node| {
                worker.tick(u64::from(count))?;
                Self::follower(&graph, node)
            })
            .collect()
    }

    /// The number of positions that play from the canonical form of a stopper can reach.
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper.
    pub fn follower_count(&self) -> Result<usize> {
        Ok(self.stopper("followers")?.reached().nodes.len())
    }

    /// The pseudonumber that equals a stopper, if there is one: a number, `on`, `off`, x over or x
    /// under.
    ///
    /// # Errors
    /// A budget used up.
    pub fn as_pseudonumber(&self, worker: &mut Worker<'_>) -> Result<Option<Stop>> {
        if !self.is_stopper() {
            return Ok(None);
        }
        let numbers = numbers(self.onside(), worker)?;
        Ok(pseudonumber(self.onside(), &numbers, self.onside().root))
    }

    /// The Left or the Right stop: the pseudonumber at which play ends if that player moves first,
    /// both play well and play stops at pseudonumbers.
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper; a used-up budget.
    pub fn stop(&self, player: Player, worker: &mut Worker<'_>) -> Result<Stop> {
        stop(self.stopper("stops")?, Side::On, player, worker)
    }

    /// The stops of both players on both sides.
    fn all_stops(&self, worker: &mut Worker<'_>) -> Result<[Stop; 4], Error> {
        let (on, off) = (self.onside(), self.offside());
        Ok([
            stop(on, Side::On, Player::Left, worker)?,
            stop(on, Side::On, Player::Right, worker)?,
            stop(off, Side::Off, Player::Left, worker)?,
            stop(off, Side::Off, Player::Right, worker)?,
        ])
    }

    /// Whether the Left stop of a stopper is a larger number than its Right stop, where `on` and
    /// `off` are beyond all numbers.
    ///
    /// # Errors
    /// As [`Loopy::stop`].
    pub fn is_hot(&self, worker: &mut Worker<'_>) -> Result<bool> {
        let [left, right] = [self.stop(Player::Left, worker)?, self.stop(Player::Right, worker)?];
        Ok(left.strong() > right.strong())
    }

    /// The number to which the game is infinitesimally close, if there is one: both stops of both
    /// sides are this number, possibly with over or under.
    ///
    /// # Errors
    /// A budget used up.
    pub fn near_number(&self, worker: &mut Worker<'_>) -> Result<Option<Rational>> {
        let [first, rest @ ..] = self.all_stops(worker)?.map(Stop::strong);
        let Stop::Number(number, _) = &first else { return Ok(None) };
        Ok(rest.iter().all(|stop| *stop == first).then(|| number.clone()))
    }

    /// The incentives of a player at a stopper g: g^L - g for Left, g - g^R for Right, without
    /// dominated ones.
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper; a graph too large or a used-up budget.
    pub fn incentives(&self, players: &[Player], worker: &mut Worker<'_>) -> Result<Vec<Loopy>> {
        let mut found: Vec<Loopy> = Vec::new();
        for &player in players {
            for option in self.options(player)? {
                let incentive = match player {
                    Player::Left => option.plus(&self.negative(), worker)?,
                    Player::Right => self.plus(&option.negative(), worker)?,
                };
                // For either player a larger incentive dominates.
                let mut kept = Vec::with_capacity(found.len() + 1);
                let mut dominated = false;
                for other in found {
                    match other.compare(&incentive, worker)? {
                        Relation::Less => continue,
                        Relation::Confused => {}
                        Relation::Greater | Relation::Equal => dominated = true,
                    }
                    kept.push(other);
                }
                if !dominated {
                    kept.push(incentive);
                }
                found = kept;
            }
        }
        Ok(found)
    }

    /// Whether both players can move in every position of its sides except the end.
    #[must_use]
    pub fn is_all_small(&self) -> bool {
        [self.onside(), self.offside()]
            .into_iter()
            .flat_map(|side| &side.nodes)
            .all(|[left, right]| left.is_empty() == right.is_empty())
    }

    /// Whether its sides have no cycles except passes, which lead from a position to itself.
    #[must_use]
    pub fn is_plumtree(&self) -> bool {
        [self.onside(), self.offside()]
            .into_iter()
            .all(|side| components(side).iter().all(|group| group.len() == 1))
    }
}

/// The numbers among the positions.
fn numbers(graph: &Graph, worker: &mut Worker<'_>) -> Result<Vec<Option<Rational>>> {
    let ids = graph.ids(worker)?;
    Ok(ids.into_iter().map(|id| id.and_then(|id| worker.as_number(id))).collect())
}

fn pseudonumber(graph: &Graph, numbers: &[Option<Rational>], node: u32) -> Option<Stop> {
    if let Some(number) = &numbers[node as usize] {
        return Some(Stop::Number(number.clone(), 0));
    }
    let number = |node: u32| numbers[node as usize].clone();
    let [left, right] = &graph.nodes[node as usize];
    match (&left[..], &right[..]) {
        ([own], []) if *own == node => Some(Stop::On),
        ([], [own]) if *own == node => Some(Stop::Off),
        (&[x], [own]) if *own == node => number(x).map(|x| Stop::Number(x, 1)),
        ([own], &[x]) if *own == node => number(x).map(|x| Stop::Number(x, -1)),
        _ => None,
    }
}

/// The stop of a side in its simplest form.
fn stop(graph: &Graph, side: Side, player: Player, worker: &mut Worker<'_>) -> Result<Stop> {
    let graph = graph.reached();
    let mut stops = stops(&graph, side, worker)?;
    Ok(stops.swap_remove(2 * graph.root as usize + player as usize))
}

/// The Left and the Right stops of the positions of a stopper, one after the other.
pub(crate) fn all_stops(graph: &Graph, worker: &mut Worker<'_>) -> Result<Vec<Stop>> {
    stops(graph, Side::On, worker)
}

/// The Left and the Right stops of all positions. First come positions with a player to move whose
/// moves all lead to known ones. In a stopper alternating play cannot return. For other sides,
/// infinite play is won by the player of the side.
fn stops(graph: &Graph, side: Side, worker: &mut Worker<'_>) -> Result<Vec<Stop>> {
    let numbers = numbers(graph, worker)?;
    let count = graph.nodes.len();
    worker.tick(count as u64)?;
    let mut stops: Vec<Option<Stop>> = Vec::with_capacity(2 * count);
    let mut waits = vec![0usize; 2 * count];
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); 2 * count];
    let mut ready = Vec::new();
    for node in 0..count {
        let known = pseudonumber(graph, &numbers, node as u32);
        for mover in 0..2 {
            let state = 2 * node + mover;
            stops.push(known.clone());
            if known.is_none() {
                let side = &graph.nodes[node][mover];
                waits[state] = side.len();
                for &option in side {
                    users[2 * option as usize + 1 - mover].push(state);
                }
            }
            if waits[state] == 0 {
                ready.push(state);
            }
        }
    }
    let best = |stops: &[Option<Stop>], state: usize| {
        let (node, mover) = (state / 2, state % 2);
        let reached = graph.nodes[node][mover].iter();
        let reached = reached.filter_map(|&o| stops[2 * o as usize + 1 - mover].clone());
        // A player without a move has lost more than any number.
        match mover {
            0 => reached.max().unwrap_or(Stop::Off),
            _ => reached.min().unwrap_or(Stop::On),
        }
    };
    while let Some(state) = ready.pop() {
        if stops[state].is_none() {
            stops[state] = Some(best(&stops, state));
        }
        for &user in &users[state] {
            waits[user] -= 1;
            if waits[user] == 0 {
                ready.push(user);
            }
        }
    }
    // The others from above on the onside and from below on the offside, until nothing changes.
    let open: Vec<usize> = (0..2 * count).filter(|&state| stops[state].is_none()).collect();
    let infinite = match side {
        Side::On => Stop::On,
        Side::Off => Stop::Off,
    };
    open.iter().for_each(|&state| stops[state] = Some(infinite.clone()));
    loop {
        let mut rests = true;
        worker.tick(open.len() as u64)?;
        for &state in &open {
            let next = Some(best(&stops, state));
            rests = rests && next == stops[state];
            stops[state] = next;
        }
        if rests {
            break;
        }
    }
    Ok(stops.into_iter().map(|stop| stop.unwrap_or_else(|| infinite.clone())).collect())
}

/// The comparison of a pseudonumber with a number.
impl PartialEq<Rational> for Stop {
    fn eq(&self, other: &Rational) -> bool {
        matches!(self, Stop::Number(x, 0) if x == other)
    }
}

impl PartialOrd<Rational> for Stop {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(&Stop::Number(other.clone(), 0)))
    }
}

impl Graph {
    /// The positions for a picture. Play begins at the first. Followers of numbers are omitted.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are more than `most`; [`Error::Label`], a budget used up.
    pub fn vertices(
        &self,
        most: usize,
        worker: &mut Worker<'_>,
        style: Style,
    ) -> Result<Vec<Vertex>> {
        if let Some(label) = self.unbound() {
            return Err(Error::Label(label.to_owned()));
        }
        let ids = self.ids(worker)?;
        let ends = |node: u32| {
            node != self.root && ids[node as usize].is_some_and(|id| worker.is_number(id))
        };
        let ends: Vec<bool> = (0..self.nodes.len() as u32).map(ends).collect();
        let mut nodes = self.nodes.clone();
        for (node, ends) in nodes.iter_mut().zip(ends) {
            if ends {
                *node = Options::default();
            }
        }
        let (shown, place) = reached(&nodes, self.root);
        if shown.nodes.len() > most {
            return Err(Error::TooLarge { limit: most });
        }
        let mut from = vec![self.root; shown.nodes.len()];
        place.iter().for_each(|(&node, &at)| from[at as usize] = node);
        let mut found = Vec::with_capacity(from.len());
        for (node, options) in from.into_iter().zip(shown.nodes) {
            worker.tick(ids.len() as u64)?;
            let text = match ids[node as usize] {
                Some(id) => worker.text(id, style)?,
                None => crate::text::text(&reached(&self.nodes, node).0, worker, style)?,
            };
            found.push(Vertex { text, options });
        }
        Ok(found)
    }
}
