//! The value of a position from the values of its options, with a table of
//! connected components.
//!
//! What a value is (a Grundy value, a canonical form) is left open: see [`Algebra`]. The search keeps its own stack, so that long games need memory
//! and not the stack of the thread.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use upstar_core::{Player, Ticker};

use crate::algebra::Algebra;
use crate::error::small_value;
use crate::recent_cache::{RecentCache, Slot};
use crate::table::Table;
use crate::{Convention, Fact, Negated, Options, Result, RuleError, Ruleset};

/// Steps of a budget that a position of so many bytes takes: 0 of small ones, and many of large
/// ones, whose representatives may take time in proportion to the square.
pub(crate) fn steps_for(bytes: usize) -> u64 {
    let bytes = bytes as u64;
    (bytes >> 11).saturating_mul(bytes >> 5).min(Ticker::STRIDE)
}

/// The techniques that a search may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) symmetry: bool,
    pub(crate) components: bool,
    /// Closed forms.
    pub(crate) theorems: bool,
}

impl Use {
    /// The techniques that hold in misère play too. Theorems are about values in normal play.
    pub(crate) fn in_misere<R: Ruleset + ?Sized>(self, rules: &R) -> Use {
        let components = self.components && rules.parts_in_misere();
        Use { components, theorems: false, ..self }
    }

    /// Appends the components of a position, or the position itself if none are looked for.
    pub(crate) fn components<R: Ruleset + ?Sized>(
        self,
        rules: &R,
        position: &R::Position,
        out: &mut Vec<R::Position>,
    ) -> Result {
        if self.components {
            return rules.components(position, out);
        }
        out.push(position.clone());
        Ok(())
    }

    /// Appends the components of an option of a position, or the option itself if none are looked for.
    #[inline]
    pub(crate) fn components_of_option<R: Ruleset + ?Sized>(
        self,
        rules: &R,
        position: &R::Position,
        option: R::Position,
        out: &mut Vec<R::Position>,
    ) -> Result {
        if self.components {
            return rules.components_of_option(position, &option, out);
        }
        out.push(option);
        Ok(())
    }
}

/// The reason why a search ended without a value.
pub(crate) enum Stop {
    /// Another thread was faster, or it took too long.
    Overtaken,
    /// It failed.
    Failed(RuleError),
}

impl From<RuleError> for Stop {
    fn from(error: RuleError) -> Self {
        Stop::Failed(error)
    }
}

/// What the table holds for a representative: its value, or the negative of its value. The table
/// keeps the value of the position that was met, so that no value is computed in vain.
pub(crate) type Signed<V> = (V, Negated);

/// A position to be valued.
struct Wanted<P> {
    /// As it was met. The search expands it and not its representative, since the components of
    /// its options are then often those of other positions nearby.
    position: P,
    /// Its representative, whose hash this is.
    key: P,
    hash: u64,
    negated: Negated,
}

/// A component of an option: its value, or the position to value first.
enum Component<P, V> {
    Done(V),
    Open(Wanted<P>),
}

/// What is next for the last position on the stack.
enum Next<P, V> {
    /// Another position must be valued first.
    Value(Wanted<P>),
    /// All options are valued.
    Made,
    /// An option is endless, and this stands for it.
    Endless(V),
}

/// A component that was not met recently.
struct Missed {
    /// Its place among the components that are looked up.
    at: usize,
    /// The hash of its representative.
    hash: u64,
    /// Where it may be in the table.
    found: Option<usize>,
}

/// A position whose options are being valued.
struct Frame<P, V> {
    wanted: Wanted<P>,
    /// The components of all options, one option after another.
    parts: Vec<Component<P, V>>,
    /// Where in `parts` each option ends; Left's options come first.
    ends: Vec<usize>,
    lefts: usize,
    /// The options that have other components than themselves, with their numbers, if options are
    /// looked up before they are split.
    parted: Vec<(usize, P)>,
    /// The values of the options found so far.
    values: Vec<V>,
    /// The next part, and the sum of the parts of its option so far.
    next: usize,
    sum: V,
    /// Whether no position was valued since the parts were looked up.
    fresh: bool,
}

/// One thread's search.
pub(crate) struct Search<'a, R: Ruleset + ?Sized, A: Algebra> {
    rules: &'a R,
    algebra: A,
    table: &'a Table<R::Position, Signed<A::Value>>,
    options: Use,
    ticker: Ticker,
    /// The number of this thread. Threads with odd numbers go through options backwards, so that
    /// two threads rarely work on the same position.
    thread: usize,
    finished: Option<&'a AtomicBool>,
    front: RecentCache<R::Position, A::Value>,
    /// The positions being valued, each an open part of the one before, and then frames that
    /// are kept for others.
    stack: Vec<Frame<R::Position, A::Value>>,
    depth: usize,
    moves: Options<R::Position>,
    /// Components to be looked up, their slots in the recent cache, and those not found there.
    split: Vec<R::Position>,
    slots: Vec<Slot>,
    missed: Vec<Missed>,
    positions: u64,
    /// The search is given up after this many positions.
    most: u64,
    /// The representatives of the positions being valued, where play need not end.
    open: HashSet<R::Position>,
}

impl<'a, R: Ruleset + ?Sized, A: Algebra> Search<'a, R, A> {
    pub(crate) fn new(
        rules: &'a R,
        algebra: A,
        table: &'a Table<R::Position, Signed<A::Value>>,
        options: Use,
        ticker: Ticker,
    ) -> Self {
        Search {
            rules,
            algebra,
            table,
            options,
            moves: Options::within(ticker.budget()),
            ticker,
            thread: 0,
            finished: None,
            front: RecentCache::new(),
            stack: Vec::new(),
            depth: 0,
            split: Vec::new(),
            slots: Vec::new(),
            missed: Vec::new(),
            positions: 0,
            most: u64::MAX,
            open: HashSet::new(),
        }
    }

    /// A new search of the same positions, with the same table.
    pub(crate) fn fork(&self, algebra: A) -> Self {
        let ticker = self.ticker.budget().ticker();
        Self::new(self.rules, algebra, self.table, self.options, ticker)
    }

    /// The number of positions that were expanded.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Makes the next search end with [`Stop::Overtaken`] after this many positions.
    pub(crate) fn give_up_after(&mut self, positions: u64) {
        self.most = self.positions.saturating_add(positions);
    }

    /// Makes this the search of one of several threads.
    pub(crate) fn in_thread(mut self, thread: usize, finished: &'a AtomicBool) -> Self {
        self.thread = thread;
        self.finished = Some(finished);
        self
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, position: &R::Position) -> Result<A::Value, Stop> {
        self.options.components(self.rules, position, &mut self.split)?;
        let mut parts = Vec::new();
        self.look_up(&mut parts)?;
        let mut sum = self.algebra.zero();
        for part in parts {
            let value = match part {
                Component::Done(value) => value,
                Component::Open(wanted) => self.run(wanted)?,
            };
            sum = self.algebra.add(sum, value)?;
        }
        Ok(sum)
    }

    /// Looks up the components in `split`, without searching, and appends what is found to
    /// `parts`.
    ///
    /// Each step is done for all components, so that their memory accesses overlap and the table is
    /// locked once.
    fn look_up(&mut self, parts: &mut Vec<Component<R::Position, A::Value>>) -> Result {
        let mut split = std::mem::take(&mut self.split);
        let mut slots = std::mem::take(&mut self.slots);
        let mut missed = std::mem::take(&mut self.missed);
        let (mut bytes, mut steps) = (0, 0);
        for component in &split {
            let size = self.rules.bytes(component);
            bytes += size as u64;
            steps += steps_for(size);
            let slot = self.front.slot(component, size);
            self.front.approach(slot);
            slots.push(slot);
        }
        // Large positions are few steps and much memory.
        self.ticker.tick(steps + (bytes >> 11))?;
        let first = parts.len();
        parts.reserve(split.len());
        for (component, &slot) in split.iter().zip(&slots) {
            if let Some(value) = self.front.get(slot, component) {
                parts.push(Component::Done(value));
                continue;
            }
            if let Some(value) = self.by_theorem(component)? {
                parts.push(Component::Done(value));
                continue;
            }
            let (key, negated) = if self.options.symmetry {
                self.rules.normalize(component.clone())
            } else {
                (component.clone(), Negated::No)
            };
            let at = parts.len() - first;
            let hash = self.table.hash(&key);
            missed.push(Missed { at, hash, found: None });
            parts.push(Component::Open(Wanted { position: component.clone(), key, hash, negated }));
        }
        let table = self.table.reader();
        missed.iter().for_each(|missed| table.approach(missed.hash));
        missed.iter_mut().for_each(|missed| missed.found = table.approach_entry(missed.hash));
        for Missed { at, hash, found } in missed.drain(..) {
            let part = &mut parts[first + at];
            if let Component::Open(wanted) = part
                && let Some(value) = table.arrive(&wanted.key, hash, found)
            {
                let value = signed(&mut self.algebra, value, wanted.negated)?;
                if let Component::Open(wanted) = std::mem::replace(part, Component::Done(value)) {
                    self.front.put(slots[at], wanted.position, value);
                }
            }
        }
        split.clear();
        slots.clear();
        (self.split, self.slots, self.missed) = (split, slots, missed);
        Ok(())
    }

    /// The value of a component that a theorem gives.
    fn by_theorem(&mut self, component: &R::Position) -> Result<Option<A::Value>> {
        if !self.options.theorems {
            return Ok(None);
        }
        if let Some(known) = self.rules.known(component, Convention::Normal)
            && let Fact::Grundy(value) = known.fact
        {
            return self.algebra.nimber(value).map(Some);
        }
        if let Some(value) = self.rules.computed(component, self.ticker.budget())? {
            return self.algebra.nimber(small_value(value)?).map(Some);
        }
        match self.rules.number(component) {
            Some(number) => self.algebra.number(&number),
            None => Ok(None),
        }
    }

    /// The value of a position that is not in the table.
    fn run(&mut self, wanted: Wanted<R::Position>) -> Result<A::Value, Stop> {
        self.depth = 0;
        self.open.clear();
        self.enter(wanted)?;
        let mut returned = None;
        loop {
            match self.advance(&mut returned)? {
                Next::Value(wanted) => {
                    self.enter(wanted)?;
                    continue;
                }
                // So are all positions on the stack.
                Next::Endless(value) => {
                    for Frame { wanted, .. } in &self.stack[..self.depth] {
                        let bytes = self.rules.bytes(&wanted.key);
                        let entry = (value, wanted.negated);
                        self.table.insert(wanted.key.clone(), wanted.hash, entry, bytes);
                    }
                    return Ok(value);
                }
                Next::Made => {}
            }
            self.depth -= 1;
            let frame = &mut self.stack[self.depth];
            for (option, position) in frame.parted.drain(..) {
                let slot = self.front.slot(&position, self.rules.bytes(&position));
                self.front.put(slot, position, frame.values[option]);
            }
            let (left, right) = match self.rules.class().is_impartial() {
                true => (&frame.values[..], &frame.values[..]),
                false => frame.values.split_at(frame.lefts),
            };
            let value = self.algebra.make(left, right)?;
            let Wanted { position, key, hash, negated } = &frame.wanted;
            self.open.remove(key);
            let bytes = self.rules.bytes(key);
            self.table.insert(key.clone(), *hash, (value, *negated), bytes);
            let slot = self.front.slot(position, self.rules.bytes(position));
            self.front.put(slot, position.clone(), value);
            if self.depth == 0 {
                return Ok(value);
            }
            returned = Some(value);
        }
    }

    /// Values the options of the last position on the stack with the help of the table. `returned` is
    /// the value of the position that was requested last.
    fn advance(&mut self, returned: &mut Option<A::Value>) -> Result<Next<R::Position, A::Value>> {
        let frame = &mut self.stack[self.depth - 1];
        if let Some(value) = returned.take() {
            frame.parts[frame.next] = Component::Done(value);
        }
        while let Some(&end) = frame.ends.get(frame.values.len()) {
            for part in &mut frame.parts[frame.next..end] {
                let value = match part {
                    Component::Done(value) => *value,
                    Component::Open(wanted) => {
                        let fresh = std::mem::take(&mut frame.fresh);
                        let known =
                            if fresh { None } else { self.table.get(&wanted.key, wanted.hash) };
                        // Play returns to a position that is being valued, or to an image of it.
                        let returns = !self.open.is_empty() && self.open.contains(&wanted.key);
                        let endless = self.algebra.endless().filter(|_| returns);
                        match known.or(endless.map(|value| (value, wanted.negated))) {
                            Some(value) => signed(&mut self.algebra, value, wanted.negated)?,
                            None => {
                                let open = Component::Done(self.algebra.zero());
                                let Component::Open(wanted) = std::mem::replace(part, open) else {
                                    unreachable!("the part is open")
                                };
                                return Ok(Next::Value(wanted));
                            }
                        }
                    }
                };
                if self.algebra.is_endless(value) {
                    return Ok(Next::Endless(value));
                }
                frame.sum = self.algebra.add(frame.sum, value)?;
                frame.next += 1;
            }
            frame.values.push(std::mem::replace(&mut frame.sum, self.algebra.zero()));
        }
        Ok(Next::Made)
    }

    /// Puts a position on the stack, its options split into components.
    fn enter(&mut self, wanted: Wanted<R::Position>) -> Result<(), Stop> {
        self.positions += 1;
        if self.finished.is_some_and(|finished| finished.load(Ordering::Relaxed)) {
            return Err(Stop::Overtaken);
        }
        if self.positions > self.most {
            return Err(Stop::Overtaken);
        }
        if self.positions == 10_000 {
            self.front.enlarge();
        }
        if self.algebra.endless().is_some() {
            self.open.insert(wanted.key.clone());
        }
        let zero = self.algebra.zero();
        if self.depth == self.stack.len() {
            self.stack.push(Frame {
                wanted,
                parts: Vec::new(),
                ends: Vec::new(),
                lefts: 0,
                parted: Vec::new(),
                values: Vec::new(),
                next: 0,
                sum: zero,
                fresh: true,
            });
        } else {
            let frame = &mut self.stack[self.depth];
            frame.parts.clear();
            frame.ends.clear();
            frame.parted.clear();
            frame.values.clear();
            frame.wanted = wanted;
            (frame.next, frame.sum, frame.fresh) = (0, zero, true);
        }
        self.expand(Player::Left)?;
        let frame = &mut self.stack[self.depth];
        frame.lefts = frame.ends.len();
        if !self.rules.class().is_impartial() {
            self.expand(Player::Right)?;
        }
        let mut parts = std::mem::take(&mut self.stack[self.depth].parts);
        self.look_up(&mut parts)?;
        let frame = &mut self.stack[self.depth];
        frame.parts = parts;
        if frame.parts.len() > frame.ends.len() {
            let mut from = 0;
            for &to in &frame.ends {
                if let [Component::Done(a), Component::Done(b), ..] = frame.parts[from..to] {
                    self.algebra.approach_sum(a, b);
                }
                from = to;
            }
        }
        self.ticker.tick(1 + frame.parts.len() as u64).map_err(RuleError::from)?;
        self.depth += 1;
        Ok(())
    }

    /// Appends the components of the player's options to those to be looked up.
    fn expand(&mut self, player: Player) -> Result {
        let frame = &mut self.stack[self.depth];
        self.moves.list(self.rules, &frame.wanted.position, player)?;
        let step_cost = self.rules.step_cost(&frame.wanted.position);
        self.ticker.tick((self.moves.len() as u64 >> 6) + step_cost)?;
        if self.thread % 2 == 1 {
            self.moves.reverse();
        }
        let position = &frame.wanted.position;
        let look_first = self.rules.parts_slowly();
        for option in self.moves.drain(..) {
            let from = self.split.len();
            let met = |front: &RecentCache<_, _>| {
                let slot = front.slot(&option, self.rules.bytes(&option));
                front.get(slot, &option).is_some()
            };
            if !self.options.components || look_first && met(&self.front) {
                self.split.push(option);
            } else {
                self.rules.components_of_option(position, &option, &mut self.split)?;
                let itself = matches!(&self.split[from..], [part] if *part == option);
                if look_first && !itself {
                    frame.parted.push((frame.ends.len(), option));
                }
            }
            frame.ends.push(self.split.len());
        }
        Ok(())
    }
}

/// The value of a position, given what the table holds of its representative, and whether that
/// is its negative.
fn signed<A: Algebra>(
    algebra: &mut A,
    (value, other): Signed<A::Value>,
    negated: Negated,
) -> Result<A::Value> {
    if negated == other { Ok(value) } else { algebra.negate(value) }
}
