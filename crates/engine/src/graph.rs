//! From a position to the explicit graph of all positions that can be reached.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use upstar_core::arcs::Colour;
use upstar_core::{Budget, Lease, Player};

use crate::{Options, Result, RuleError, Ruleset, SinkError};

/// How a game becomes a directed graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphForm {
    /// Impartial games: a vertex for each position, arcs without colour.
    Plain,
    /// Partizan games: a vertex for each position; arcs are blue for Left, red
    /// for Right, and green where both have the move.
    Coloured,
    /// Any game: a vertex for each position and player to move, arcs without
    /// colour.
    Alternating,
}

/// Options for the graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphOptions {
    /// The form; `None` for the usual one of the ruleset.
    pub form: Option<GraphForm>,
    /// Who moves first, for [`GraphForm::Alternating`]; `None` for Left.
    pub first: Option<Player>,
}

/// The size of a graph that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphSize {
    /// The number of vertices.
    pub vertices: u32,
    /// The number of arcs.
    pub arcs: u64,
    /// The form that was written.
    pub form: GraphForm,
}

/// Receives a graph piece by piece.
pub trait GraphSink {
    /// The next vertex; the calls come in the order of indices 0, 1, 2, ..., and
    /// before any arc that touches the vertex. Vertex 0 is the start.
    ///
    /// # Errors
    /// Whatever stops the receiver.
    fn vertex(&mut self, name: &str) -> Result<(), SinkError>;

    /// An arc. Arcs come grouped by `from`, in the order of indices, without
    /// repeats.
    ///
    /// # Errors
    /// Whatever stops the receiver.
    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError>;

    /// A vertex without outgoing arcs, in the order of the arcs.
    ///
    /// # Errors
    /// Whatever stops the receiver.
    fn no_options(&mut self, vertex: u32) -> Result<(), SinkError> {
        let _ = vertex;
        Ok(())
    }
}

/// Positions in order of discovery, each once.
struct Discovered<K> {
    keys: Vec<K>,
    table: HashTable<u32>,
    hasher: FixedState,
    lease: Lease,
}

impl<K: Hash + Eq> Discovered<K> {
    /// The number of bytes that are requested from the budget at a time.
    const STEP: u64 = 1 << 20;

    fn new(budget: &Budget) -> Self {
        Discovered {
            keys: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::with_seed(0x7570_7374_6172),
            lease: Lease::new(budget),
        }
    }

    /// The index of `key`, and whether it is new.
    fn insert(&mut self, key: K, bytes: usize) -> Result<(u32, bool)> {
        let hash = self.hasher.hash_one(&key);
        if let Some(&index) = self.table.find(hash, |&index| self.keys[index as usize] == key) {
            return Ok((index, false));
        }
        let index = u32::try_from(self.keys.len()).ok().filter(|&index| index < u32::MAX);
        let Some(index) = index else {
            return Err(RuleError::too_large(
                "the graph",
                "more than 2^32 - 1 positions",
                "2^32 - 1 positions",
            ));
        };
        // Vectors and tables double, so that up to three times the size is held for a moment while
        // they are moved; 8 bytes for the table.
        self.lease.spend(2 * bytes as u64 + 16, Self::STEP)?;
        let (keys, hasher) = (&self.keys, &self.hasher);
        self.table.insert_unique(hash, index, |&other| hasher.hash_one(&keys[other as usize]));
        self.keys.push(key);
        Ok((index, true))
    }
}

/// The options of a position: sorted, without repeats.
fn sorted_options<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    player: Player,
    out: &mut Options<R::Position>,
) -> Result {
    out.list(rules, position, player)?;
    out.sort_unstable_by(|one, other| rules.order(one, other));
    out.dedup();
    Ok(())
}

/// Streams the graph of all positions that can be reached from `start`, breadth
/// first.
///
/// Linear in the number of arcs, with a hash look-up each; memory linear in the
/// number of positions.
pub(crate) fn explore<R: Ruleset + ?Sized>(
    rules: &R,
    start: &R::Position,
    options: GraphOptions,
    sink: &mut dyn GraphSink,
    budget: &Budget,
) -> Result<GraphSize> {
    let form = options.form.unwrap_or_else(|| rules.graph_form());
    let impartial = rules.class().is_impartial();
    match form {
        GraphForm::Plain if !impartial => Err(RuleError::NotApplicable(format!(
            "{} is partizan, so its graph needs coloured arcs or the player to move in each vertex",
            rules.name()
        ))),
        GraphForm::Plain => explore_positions(rules, start, form, sink, budget),
        GraphForm::Coloured => explore_positions(rules, start, form, sink, budget),
        GraphForm::Alternating => {
            explore_alternating(rules, start, options.first.unwrap_or(Player::Left), sink, budget)
        }
    }
}

fn explore_positions<R: Ruleset + ?Sized>(
    rules: &R,
    start: &R::Position,
    form: GraphForm,
    sink: &mut dyn GraphSink,
    budget: &Budget,
) -> Result<GraphSize> {
    let impartial = rules.class().is_impartial();
    let mut ticker = budget.ticker();
    let mut found = Discovered::new(budget);
    found.insert(start.clone(), rules.bytes(start))?;
    sink.vertex(&rules.write(start)).map_err(RuleError::Sink)?;
    let [mut left, mut right] = [(); 2].map(|()| Options::within(budget));
    let mut arcs = 0u64;
    let mut next = 0u32;
    while let Some(position) = found.keys.get(next as usize).cloned() {
        sorted_options(rules, &position, Player::Left, &mut left)?;
        if !impartial {
            sorted_options(rules, &position, Player::Right, &mut right)?;
        }
        ticker.tick(1 + (left.len() + right.len()) as u64 + rules.step_cost(&position))?;
        let before = arcs;
        let mut lefts = left.drain(..).peekable();
        let mut rights = right.drain(..).peekable();
        loop {
            let (option, colour) = match (lefts.peek(), rights.peek()) {
                (None, None) => break,
                (Some(_), _) if impartial => (lefts.next(), Colour::Both),
                (Some(l), Some(r)) if l == r => {
                    rights.next();
                    (lefts.next(), Colour::Both)
                }
                (Some(l), Some(r)) if rules.order(l, r) == Ordering::Greater => {
                    (rights.next(), Colour::Right)
                }
                (None, Some(_)) => (rights.next(), Colour::Right),
                (Some(_), _) => (lefts.next(), Colour::Left),
            };
            let Some(option) = option else { break };
            let bytes = rules.bytes(&option);
            let (to, new) = found.insert(option, bytes)?;
            if new {
                sink.vertex(&rules.write(&found.keys[to as usize])).map_err(RuleError::Sink)?;
            }
            sink.arc(next, to, colour).map_err(RuleError::Sink)?;
            arcs += 1;
        }
        if arcs == before {
            sink.no_options(next).map_err(RuleError::Sink)?;
        }
        next += 1;
    }
    Ok(GraphSize { vertices: next, arcs, form })
}

fn explore_alternating<R: Ruleset + ?Sized>(
    rules: &R,
    start: &R::Position,
    first: Player,
    sink: &mut dyn GraphSink,
    budget: &Budget,
) -> Result<GraphSize> {
    let name = |position: &R::Position, player| {
        format!("{}-{}", rules.write(position), rules.letter(player))
    };
    let mut ticker = budget.ticker();
    let mut found = Discovered::new(budget);
    found.insert((start.clone(), first), rules.bytes(start) + 8)?;
    sink.vertex(&name(start, first)).map_err(RuleError::Sink)?;
    let mut options = Options::within(budget);
    let mut arcs = 0u64;
    let mut next = 0u32;
    while let Some((position, player)) = found.keys.get(next as usize).cloned() {
        sorted_options(rules, &position, player, &mut options)?;
        ticker.tick(1 + options.len() as u64 + rules.step_cost(&position))?;
        if options.is_empty() {
            sink.no_options(next).map_err(RuleError::Sink)?;
        }
        let opponent = player.opponent();
        for option in options.drain(..) {
            let bytes = rules.bytes(&option) + 8;
            let (to, new) = found.insert((option, opponent), bytes)?;
            if new {
                let written = name(&found.keys[to as usize].0, opponent);
                sink.vertex(&written).map_err(RuleError::Sink)?;
            }
            sink.arc(next, to, Colour::Both).map_err(RuleError::Sink)?;
            arcs += 1;
        }
        next += 1;
    }
    Ok(GraphSize { vertices: next, arcs, form: GraphForm::Alternating })
}
