//! The value of a position from the values of its options, with a table of
//! connected components.
//!
//! What a value is (a Grundy value, a canonical form) is left open: see
//! [`Algebra`]. The search keeps its own stack, so that long games need memory
//! and not the stack of the thread.

use std::sync::atomic::{AtomicBool, Ordering};

use upstar_core::{Player, Ticker, prefetch};
use upstar_values::Rational;

use crate::table::Table;
use crate::{Convention, Fact, Negated, RuleError, Ruleset};

/// Values that are made from the values of options and that add up.
pub(crate) trait Algebra {
    /// A value.
    type Value: Copy + Send + Sync + 'static;
    /// The value of the game without moves.
    fn zero(&self) -> Self::Value;
    /// The sum.
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, RuleError>;
    /// A hint that this sum is needed soon.
    fn approach_sum(&self, a: Self::Value, b: Self::Value) {
        let _ = (a, b);
    }
    /// The negative.
    fn negate(&mut self, a: Self::Value) -> Result<Self::Value, RuleError>;
    /// The value of `{left|right}`. `right` is empty in an impartial game.
    fn make(
        &mut self,
        left: &[Self::Value],
        right: &[Self::Value],
    ) -> Result<Self::Value, RuleError>;
    /// The value of a nimber.
    fn nimber(&mut self, n: u32) -> Result<Self::Value, RuleError>;
    /// The value of a number; `None` among values without numbers.
    fn number(&mut self, x: &Rational) -> Result<Option<Self::Value>, RuleError>;
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) symmetry: bool,
    pub(crate) components: bool,
    /// Closed forms.
    pub(crate) theorems: bool,
}

/// Why a search ended without a value.
pub(crate) enum Stop {
    /// Another thread was faster.
    Overtaken,
    /// It failed.
    Failed(RuleError),
}

impl From<RuleError> for Stop {
    fn from(error: RuleError) -> Self {
        Stop::Failed(error)
    }
}

/// A component of an option: its value, or the position to value first.
enum Part<P, V> {
    Done(V),
    Open(P, Negated),
}

/// A component that was not met lately.
struct Missed<P> {
    /// Its place among the components that are looked up.
    part: usize,
    /// The component, and where it belongs in front, if it is not too large.
    component: P,
    slot: Option<usize>,
    /// Its representative.
    key: P,
    negated: Negated,
    hash: u64,
    /// Where it may be in the table.
    found: Option<usize>,
}

/// A position whose options are being valued.
struct Frame<P, V> {
    key: P,
    hash: u64,
    /// The components of all options, one option after another.
    parts: Vec<Part<P, V>>,
    /// Where in `parts` each option ends; Left's options come first.
    ends: Vec<usize>,
    lefts: usize,
    /// The values of the options that are done.
    values: Vec<V>,
    /// The next part, and the sum of the parts of its option so far.
    next: usize,
    sum: V,
}

/// One thread's search.
pub(crate) struct Search<'a, R: Ruleset, A: Algebra> {
    rules: &'a R,
    algebra: A,
    table: &'a Table<R::Position, A::Value>,
    options: Use,
    ticker: Ticker,
    /// Which of several threads this is: odd ones look at options backwards, so
    /// that threads meet in the table and not at the same position.
    thread: usize,
    finished: Option<&'a AtomicBool>,
    /// The values of components met lately, exactly as met: it saves the
    /// symmetries. Only small positions are kept here.
    front: Vec<Option<(R::Position, A::Value)>>,
    front_shift: u32,
    stack: Vec<Frame<R::Position, A::Value>>,
    spare: Vec<Frame<R::Position, A::Value>>,
    moves: Vec<R::Position>,
    /// Components to be looked up, and those not found in front.
    split: Vec<R::Position>,
    missed: Vec<Missed<R::Position>>,
    slots: Vec<Option<usize>>,
    positions: u64,
}

impl<'a, R: Ruleset, A: Algebra> Search<'a, R, A> {
    const SMALL_FRONT: u32 = 12;
    /// The largest position that is kept in front.
    const MOST_BYTES: usize = 256;
    const LARGE_FRONT: u32 = 16;

    pub(crate) fn new(
        rules: &'a R,
        algebra: A,
        table: &'a Table<R::Position, A::Value>,
        options: Use,
        ticker: Ticker,
    ) -> Self {
        Search {
            rules,
            algebra,
            table,
            options,
            ticker,
            thread: 0,
            finished: None,
            front: vec![None; 1 << Self::SMALL_FRONT],
            front_shift: 64 - Self::SMALL_FRONT,
            stack: Vec::new(),
            spare: Vec::new(),
            moves: Vec::new(),
            split: Vec::new(),
            missed: Vec::new(),
            slots: Vec::new(),
            positions: 0,
        }
    }

    /// Makes this the search of one of several threads.
    pub(crate) fn in_thread(mut self, thread: usize, finished: &'a AtomicBool) -> Self {
        self.thread = thread;
        self.finished = Some(finished);
        self
    }

    /// The value of a position.
    pub(crate) fn value(&mut self, position: &R::Position) -> Result<A::Value, Stop> {
        if self.options.components {
            self.rules.components(position, &mut self.split)?;
        } else {
            self.split.push(position.clone());
        }
        let mut parts = Vec::new();
        self.look_up(&mut parts)?;
        let mut sum = self.algebra.zero();
        for part in parts {
            let value = match part {
                Part::Done(value) => value,
                Part::Open(key, negated) => {
                    let value = self.run(key)?;
                    self.signed(value, negated)?
                }
            };
            sum = self.algebra.add(sum, value)?;
        }
        Ok(sum)
    }

    fn signed(&mut self, value: A::Value, negated: Negated) -> Result<A::Value, RuleError> {
        match negated {
            Negated::No => Ok(value),
            Negated::Yes => self.algebra.negate(value),
        }
    }

    /// The slot of the front cache for a hash.
    fn slot(&self, hash: u64) -> usize {
        (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.front_shift) as usize
    }

    /// Looks up the components in `split`, without searching, and appends what is found to
    /// `parts`.
    ///
    /// Each step is done for all of them, so that memory is waited for together and the table's
    /// lock is taken once.
    fn look_up(&mut self, parts: &mut Vec<Part<R::Position, A::Value>>) -> Result<(), RuleError> {
        let mut split = std::mem::take(&mut self.split);
        let mut missed = std::mem::take(&mut self.missed);
        let mut slots = std::mem::take(&mut self.slots);
        for component in &split {
            let slot = (self.rules.bytes(component) <= Self::MOST_BYTES)
                .then(|| self.slot(self.table.hash(component)));
            if let Some(slot) = slot {
                prefetch(&self.front, slot);
            }
            slots.push(slot);
        }
        for (component, slot) in split.drain(..).zip(slots.drain(..)) {
            let part = parts.len();
            if let Some(slot) = slot
                && let Some((position, value)) = &self.front[slot]
                && *position == component
            {
                parts.push(Part::Done(*value));
                continue;
            }
            if let Some(value) = self.by_theorem(&component)? {
                parts.push(Part::Done(value));
                continue;
            }
            let (key, negated) = if self.options.symmetry {
                self.rules.normalize(component.clone())
            } else {
                (component.clone(), Negated::No)
            };
            let hash = self.table.hash(&key);
            parts.push(Part::Done(self.algebra.zero()));
            missed.push(Missed { part, component, slot, key, negated, hash, found: None });
        }
        let table = self.table.reader();
        missed.iter().for_each(|missed| table.approach(missed.hash));
        missed.iter_mut().for_each(|missed| missed.found = table.approach_entry(missed.hash));
        for Missed { part, component, slot, key, negated, hash, found } in missed.drain(..) {
            parts[part] = match table.arrive(&key, hash, found) {
                Some(value) => {
                    let value = self.signed(value, negated)?;
                    if let Some(slot) = slot {
                        self.front[slot] = Some((component, value));
                    }
                    Part::Done(value)
                }
                None => Part::Open(key, negated),
            };
        }
        (self.split, self.missed, self.slots) = (split, missed, slots);
        Ok(())
    }

    /// The value of a component that a theorem tells.
    fn by_theorem(&mut self, component: &R::Position) -> Result<Option<A::Value>, RuleError> {
        if !self.options.theorems {
            return Ok(None);
        }
        if let Some(known) = self.rules.known(component, Convention::Normal)
            && let Fact::Grundy(value) = known.fact
        {
            return self.algebra.nimber(value).map(Some);
        }
        match self.rules.number(component) {
            Some(number) => self.algebra.number(&number),
            None => Ok(None),
        }
    }

    /// The value of a representative that is not in the table.
    fn run(&mut self, key: R::Position) -> Result<A::Value, Stop> {
        while let Some(frame) = self.stack.pop() {
            self.spare.push(frame);
        }
        self.enter(key)?;
        let mut returned = None;
        loop {
            let Some(mut frame) = self.stack.pop() else {
                unreachable!("the stack holds the position that is asked for")
            };
            let wanted = self.advance(&mut frame, &mut returned)?;
            if let Some(key) = wanted {
                self.stack.push(frame);
                self.enter(key)?;
                continue;
            }
            let (left, right) = frame.values.split_at(frame.lefts);
            let value = self.algebra.make(left, right)?;
            let bytes = self.rules.bytes(&frame.key);
            self.table.insert(frame.key.clone(), frame.hash, value, bytes);
            self.spare.push(frame);
            if self.stack.is_empty() {
                return Ok(value);
            }
            returned = Some(value);
        }
    }

    /// Values the options of a frame as far as the table goes; the position that
    /// must be valued first, or `None` when all options are done. `returned` is
    /// the value of the position that was asked for last.
    fn advance(
        &mut self,
        frame: &mut Frame<R::Position, A::Value>,
        returned: &mut Option<A::Value>,
    ) -> Result<Option<R::Position>, RuleError> {
        while frame.values.len() < frame.ends.len() {
            while frame.next < frame.ends[frame.values.len()] {
                let value = match &frame.parts[frame.next] {
                    Part::Done(value) => *value,
                    Part::Open(key, negated) => {
                        let known =
                            returned.take().or_else(|| self.table.get(key, self.table.hash(key)));
                        match known {
                            Some(value) => self.signed(value, *negated)?,
                            None => return Ok(Some(key.clone())),
                        }
                    }
                };
                frame.sum = self.algebra.add(frame.sum, value)?;
                frame.next += 1;
            }
            frame.values.push(frame.sum);
            frame.sum = self.algebra.zero();
        }
        Ok(None)
    }

    /// Puts a position on the stack, its options split into components.
    fn enter(&mut self, key: R::Position) -> Result<(), Stop> {
        self.positions += 1;
        if self.finished.is_some_and(|finished| finished.load(Ordering::Relaxed)) {
            return Err(Stop::Overtaken);
        }
        if self.positions == 10_000 {
            self.front = vec![None; 1 << Self::LARGE_FRONT];
            self.front_shift = 64 - Self::LARGE_FRONT;
        }
        let zero = self.algebra.zero();
        let hash = self.table.hash(&key);
        let mut frame = match self.spare.pop() {
            Some(mut frame) => {
                frame.parts.clear();
                frame.ends.clear();
                frame.values.clear();
                (frame.next, frame.sum, frame.hash) = (0, zero, hash);
                frame.key = key;
                frame
            }
            None => Frame {
                key,
                hash,
                parts: Vec::new(),
                ends: Vec::new(),
                lefts: 0,
                values: Vec::new(),
                next: 0,
                sum: zero,
            },
        };
        self.expand(&mut frame, Player::Left)?;
        frame.lefts = frame.ends.len();
        if !self.rules.class().is_impartial() {
            self.expand(&mut frame, Player::Right)?;
        }
        self.look_up(&mut frame.parts)?;
        let mut from = 0;
        for &to in &frame.ends {
            if let [Part::Done(a), Part::Done(b), ..] = frame.parts[from..to] {
                self.algebra.approach_sum(a, b);
            }
            from = to;
        }
        self.ticker.tick(1 + frame.parts.len() as u64).map_err(RuleError::from)?;
        self.stack.push(frame);
        Ok(())
    }

    /// Appends the components of the player's options to those that are to be looked up.
    fn expand(
        &mut self,
        frame: &mut Frame<R::Position, A::Value>,
        player: Player,
    ) -> Result<(), RuleError> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.options(&frame.key, player, &mut moves)?;
        if self.thread % 2 == 1 {
            moves.reverse();
        }
        for option in moves.drain(..) {
            if self.options.components {
                self.rules.components_of_option(&frame.key, &option, &mut self.split)?;
            } else {
                self.split.push(option);
            }
            frame.ends.push(self.split.len());
        }
        self.moves = moves;
        Ok(())
    }
}
