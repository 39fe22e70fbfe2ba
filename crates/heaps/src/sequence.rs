//! Computing a nim sequence: the choice of an engine, and the values in order.

use upstar_core::{Budget, Lease};

use crate::class::{Class, Moves, Rares};
use crate::code::Code;
use crate::custom::HeapRules;
use crate::dense::Dense;
use crate::error::HeapsError;
use crate::fast::{self, Fast, Lasting, Snapshot};
use crate::kernels::{Kernel, KernelChoice};
use crate::rule::Sink;
use crate::sparse::Sparse;
use crate::sums::Sums;
use crate::{Result, plain};

/// The choice of an engine. The values do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// The fastest engine for the game.
    Auto,
    /// By the definition.
    Plain,
    /// Every split by vector instructions, or sets of sums for three or more heaps.
    Dense,
    /// Rare and common values, one heap after another.
    Sparse,
    /// Rare and common values, in blocks, by vector instructions.
    Fast,
}

impl EngineChoice {
    /// The engines by name, for command lines.
    pub const NAMES: [(&'static str, EngineChoice); 5] = [
        ("auto", EngineChoice::Auto),
        ("plain", EngineChoice::Plain),
        ("dense", EngineChoice::Dense),
        ("sparse", EngineChoice::Sparse),
        ("fast", EngineChoice::Fast),
    ];
}

/// The largest number of rare heaps with which the fast engine is chosen, because its lists of them
/// must fit the caches. With 22,387 of them at 2^19, 0.007 took three times as long as in the
/// sparse engine.
const MOST_RARE_FAST: u64 = 1 << 13;

/// The last heap that can be computed. Sums of a few such sizes do not overflow.
pub(crate) const LAST_HEAP: u64 = 1 << 62;

/// The least number of values from which the sparse engine takes over automatically.
const LEAST_SPARSE: u64 = 2048;

/// Settings for computing a sequence.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The engine.
    pub engine: EngineChoice,
    /// The instructions of its inner loops.
    pub kernel: KernelChoice,
    /// The number of threads, at least 1.
    pub threads: usize,
}

impl Default for Settings {
    /// The best engine and kernel, one thread.
    fn default() -> Self {
        Settings { engine: EngineChoice::Auto, kernel: KernelChoice::Auto, threads: 1 }
    }
}

/// The nim sequence of a code, computed as far as needed and extended later.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_heaps::{Sequence, Settings};
/// let mut kayles = Sequence::new(&"0.77".parse()?, Settings::default())?;
/// let values = kayles.collect(11, &Budget::unlimited())?;
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), upstar_heaps::HeapsError>(())
/// ```
#[derive(Debug)]
pub struct Sequence {
    rules: HeapRules,
    settings: Settings,
    kernel: Kernel,
    state: State,
    /// The next heap to pass to `sink`.
    next: u64,
    /// Values found beyond the last goal.
    ahead: Vec<u32>,
    /// The memory reserved for the values that engines keep.
    held: Option<Lease>,
}

#[derive(Debug)]
enum State {
    Plain(Vec<u32>),
    Dense(Vec<u32>, Box<Dense>),
    /// For moves that may leave more than two heaps.
    Sums(Vec<u32>, Box<Sums>),
    /// Not started yet.
    BeforeSparse(Vec<u32>),
    Sparse(Vec<u32>, Box<Sparse>),
    Fast(Box<Fast>),
}

impl State {
    /// All values, in engines that keep them.
    fn values(&self) -> Option<&[u32]> {
        match self {
            State::Plain(values)
            | State::Dense(values, _)
            | State::Sums(values, _)
            | State::BeforeSparse(values)
            | State::Sparse(values, _) => Some(values),
            State::Fast(_) => None,
        }
    }
}

/// A number of heaps as a limit for memory.
fn at_most(heaps: u64) -> usize {
    usize::try_from(heaps).unwrap_or(usize::MAX)
}

/// The error for a heap that is too large to compute.
pub(crate) fn too_far(heap: u64) -> HeapsError {
    HeapsError::Position(format!(
        "values are computed up to heap 2^62, and {heap} is larger; a heap of any size has its value \
         by --at once a period is proved"
    ))
}

impl Sequence {
    /// The sequence of a code, with nothing computed yet.
    ///
    /// # Errors
    /// [`HeapsError::Engine`] or [`HeapsError::Kernel`] if this game or this processor does not
    /// allow the settings.
    pub fn new(code: &Code, settings: Settings) -> Result<Sequence> {
        let kernel = Kernel::new(settings.kernel)?;
        let state = match settings.engine {
            EngineChoice::Plain => State::Plain(vec![]),
            EngineChoice::Auto | EngineChoice::Dense if !code.leaves_two_at_most() => {
                match Sums::new(code) {
                    Some(engine) => State::Sums(vec![], Box::new(engine)),
                    None if settings.engine == EngineChoice::Auto => State::Plain(vec![]),
                    None => State::Dense(vec![], Box::new(Dense::new(code, kernel, &[])?)),
                }
            }
            EngineChoice::Sparse => State::BeforeSparse(vec![]),
            EngineChoice::Fast if Moves::of(code).is_none() => {
                return Err(HeapsError::Engine {
                    engine: "fast",
                    code: code.to_string(),
                    reason: "it needs a finite code with a digit that leaves two heaps and none \
                             that leaves more"
                        .to_owned(),
                });
            }
            _ => State::Dense(vec![], Box::new(Dense::new(code, kernel, &[])?)),
        };
        let (next, ahead, held) = (0, vec![], None);
        let rules = HeapRules::Code(code.clone());
        Ok(Sequence { rules, settings, kernel, state, next, ahead, held })
    }

    /// The sequence of any rules, with nothing computed yet. Rules without a code have the plain
    /// engine alone.
    ///
    /// # Errors
    /// As [`Sequence::new`].
    pub fn of(rules: &HeapRules, settings: Settings) -> Result<Sequence> {
        match (rules, settings.engine) {
            (HeapRules::Code(code), _) => Sequence::new(code, settings),
            (HeapRules::Custom(_), EngineChoice::Auto | EngineChoice::Plain) => Ok(Sequence {
                rules: rules.clone(),
                settings,
                kernel: Kernel::new(settings.kernel)?,
                state: State::Plain(vec![]),
                next: 0,
                ahead: vec![],
                held: None,
            }),
            (HeapRules::Custom(custom), _) => Err(HeapsError::NoCode(custom.name.clone())),
        }
    }

    /// The sequence of a game with known `values`, those of the heaps from 0 on.
    ///
    /// # Errors
    /// As [`Sequence::new`].
    pub fn resume(rules: &HeapRules, settings: Settings, values: Vec<u32>) -> Result<Sequence> {
        let mut sequence = Sequence::of(rules, settings)?;
        sequence.next = values.len() as u64;
        match &mut sequence.state {
            State::Plain(kept) | State::Sums(kept, _) => *kept = values,
            State::BeforeSparse(kept) => *kept = values,
            State::Dense(kept, engine) => {
                if let HeapRules::Code(code) = rules {
                    **engine = Dense::new(code, sequence.kernel, &values)?;
                }
                *kept = values;
            }
            State::Sparse(..) | State::Fast(_) => {}
        }
        sequence.choose_engine(true);
        Ok(sequence)
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The data for the theorem on returning windows, if the fast engine is used.
    pub(crate) fn lasting(&self) -> Option<Lasting> {
        match &self.state {
            State::Fast(engine) => Some(engine.lasting()),
            _ => None,
        }
    }

    /// The data needed to resume from here, if the fast engine is used.
    pub fn snapshot(&self) -> Option<Snapshot> {
        match &self.state {
            State::Fast(engine) => Some(engine.snapshot()),
            _ => None,
        }
    }

    /// The sequence of a code at a snapshot. `next` is the first heap that is passed on.
    ///
    /// # Errors
    /// [`HeapsError::Checkpoint`] if the snapshot does not belong to this code, or lacks values
    /// from `next` on.
    pub fn restore(
        code: &Code,
        settings: Settings,
        snapshot: &Snapshot,
        next: u64,
    ) -> Result<Sequence> {
        let wrong = |reason: &str| HeapsError::Checkpoint(reason.to_owned());
        let moves = Moves::of(code).ok_or_else(|| wrong("the game has no rare values"))?;
        let kernel = Kernel::new(settings.kernel)?;
        let fast = Fast::restore(&moves, kernel, snapshot)?;
        let ahead = snapshot
            .next
            .checked_sub(next)
            .and_then(|ahead| snapshot.tail.len().checked_sub(usize::try_from(ahead).ok()?))
            .ok_or_else(|| wrong("it does not have the values of the next heaps"))?;
        Ok(Sequence {
            rules: HeapRules::Code(code.clone()),
            settings,
            kernel,
            state: State::Fast(Box::new(fast)),
            next,
            ahead: snapshot.tail[ahead..].to_vec(),
            held: None,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &HeapRules {
        &self.rules
    }

    /// Computes up to heap `to` and passes every value to `sink` in order: the first heap of a
    /// segment and the values. Stops when the budget ends. The values passed so far are correct.
    ///
    /// # Errors
    /// [`HeapsError::Exhausted`] if the budget ends, [`HeapsError::Position`] if the heap is larger
    /// than 2^62, and the errors of `sink`.
    pub fn run(&mut self, to: u64, budget: &Budget, sink: &mut Sink<'_>) -> Result {
        if to > LAST_HEAP {
            return Err(too_far(to));
        }
        let mut ticker = budget.ticker();
        let mut segment = std::mem::take(&mut self.ahead);
        while self.next <= to {
            if !segment.is_empty() {
                // Values that the fast engine found beyond the last goal.
                let now = segment.len().min(at_most(to - self.next + 1));
                sink(self.next, &segment[..now])?;
                self.next += now as u64;
                segment.drain(..now);
                continue;
            }
            self.choose_engine(false);
            // A step may be too short for the engine's ticker to check the budget.
            budget.check()?;
            self.hold(budget)?;
            let from = self.next;
            // Engines that keep all values continue in small steps, up to a power of two.
            let step = to.min(from + 1023).min((from + 1).next_power_of_two().max(1024) - 1);
            let outcome = match &mut self.state {
                State::Plain(values) => plain::extend(&self.rules, values, step, budget),
                State::Dense(values, engine) => engine.extend(values, step, budget),
                State::Sums(values, engine) => engine.extend(values, step, budget),
                State::Sparse(values, engine) => engine.extend(values, step, budget),
                State::BeforeSparse(values) => {
                    let code = match &self.rules {
                        HeapRules::Code(code) => code,
                        HeapRules::Custom(rules) => {
                            return Err(HeapsError::NoCode(rules.name.clone()));
                        }
                    };
                    match Sparse::new(code, self.kernel, values, budget) {
                        Ok(engine) => {
                            let values = std::mem::take(values);
                            self.state = State::Sparse(values, Box::new(engine));
                            Ok(())
                        }
                        Err(error) => Err(error),
                    }
                }
                State::Fast(engine) if self.settings.threads > 1 && engine.is_long(to) => {
                    let next = &mut self.next;
                    let (threads, mut beyond) = (self.settings.threads, vec![]);
                    let outcome = engine.stream(to, threads, &mut segment, &mut |heap, values| {
                        // The first stage may have been beyond the goal.
                        let left = to.checked_sub(heap).map_or(0, |left| at_most(left + 1));
                        let now = values.len().min(left);
                        beyond.extend_from_slice(&values[now..]);
                        if now == 0 {
                            return Ok(());
                        }
                        *next = heap + now as u64;
                        sink(heap, &values[..now])?;
                        ticker.tick(now as u64).map_err(HeapsError::from)
                    });
                    segment.splice(..0, beyond);
                    if let Err(error) = outcome
                        && let Err(error) = self.remember(error, budget)
                    {
                        self.ahead = segment;
                        return Err(error);
                    }
                    // The rest is passed on like values beyond the goal.
                    continue;
                }
                State::Fast(engine) => match engine.round(to, &mut segment) {
                    Ok(start) => {
                        debug_assert!(segment.is_empty() || start == from);
                        // If rare heaps are frequent, a round is much work for few values.
                        budget
                            .check()
                            .and_then(|()| ticker.tick(segment.len() as u64))
                            .map_err(HeapsError::from)
                    }
                    Err(error) => {
                        self.remember(error, budget)?;
                        continue;
                    }
                },
            };
            let new = match self.state.values() {
                Some(values) => &values[at_most(from).min(values.len())..],
                None => &segment[..],
            };
            let now = new.len().min(at_most(to - from + 1));
            if now > 0 {
                self.next = from + now as u64;
                sink(from, &new[..now])?;
            }
            segment.drain(..now.min(segment.len()));
            outcome?;
        }
        self.ahead = segment;
        Ok(())
    }

    /// Reserves the memory that the next step of the engine may need.
    fn hold(&mut self, budget: &Budget) -> Result {
        let doubled = (self.next + 1024).next_power_of_two();
        let bytes = match &mut self.state {
            State::Fast(engine) => {
                self.held = None;
                engine.keep_within(budget.bytes_left());
                return Ok(());
            }
            // Vectors double: the values, and their cells forwards and backwards, of at most four
            // bytes each.
            State::Plain(_) | State::BeforeSparse(_) => 4 * doubled,
            State::Sums(_, engine) => engine.bytes() + 4 * doubled,
            State::Dense(..) | State::Sparse(..) => 8 * doubled,
        };
        if self.held.as_ref().is_none_or(|held| held.bytes() != bytes) {
            self.held = None;
            self.held = Some(Lease::of(budget, bytes)?);
        }
        Ok(())
    }

    /// If the fast engine has dropped values that it needs, computes more of the first ones again.
    /// Any other error is returned, and also this one if more values would not help.
    fn remember(&mut self, error: HeapsError, budget: &Budget) -> Result {
        let (State::Fast(engine), HeapsError::Forgotten { .. }) = (&mut self.state, &error) else {
            return Err(error);
        };
        let Some(length) = engine.longer_head() else { return Err(error) };
        let mut first = Sequence::of(&self.rules, self.settings)?;
        engine.lengthen_head(&first.collect(length as u64 - 1, budget)?);
        Ok(())
    }

    /// The next heap.
    pub fn next_heap(&self) -> u64 {
        self.next
    }

    /// The rare heaps with their values, and the class that defines rare values, if the current
    /// engine uses them.
    pub fn rares(&self) -> Option<(Class, &[(u64, u32)])> {
        self.rare_heaps().map(|rares| (rares.class, &rares.heaps[..]))
    }

    fn rare_heaps(&self) -> Option<&Rares> {
        match &self.state {
            State::Sparse(_, engine) => Some(engine.rares()),
            State::Fast(engine) => Some(engine.rares()),
            _ => None,
        }
    }

    /// The name of the current engine.
    pub fn engine(&self) -> &'static str {
        match &self.state {
            State::Plain(_) => "plain",
            State::Dense(..) | State::Sums(..) => "dense",
            State::BeforeSparse(_) | State::Sparse(..) => "sparse",
            State::Fast(_) => "fast",
        }
    }

    /// The name of the current kernel.
    pub fn kernel(&self) -> &'static str {
        self.kernel.name()
    }

    /// At powers of two: changes from the dense to the sparse engine when there are fewer rare
    /// values than common ones, and to the fast engine when they have become few and infrequent.
    fn choose_engine(&mut self, now: bool) {
        let (State::Dense(values, _) | State::Sparse(values, _)) = &self.state else { return };
        let count = values.len() as u64;
        let auto = self.settings.engine == EngineChoice::Auto;
        let fixed = !auto && self.settings.engine != EngineChoice::Fast;
        if fixed || count < LEAST_SPARSE || !(now || count.is_power_of_two()) {
            return;
        }
        let Some(moves) = self.rules.code().and_then(Moves::of) else { return };
        let Some((class, rare)) = Class::choose(&moves, values) else { return };
        let late = (values.len() / 2..values.len())
            .filter(|&heap| class.is_rare(values[heap], heap as u64))
            .count() as u64;
        let worth = rare <= (count / 8).min(MOST_RARE_FAST) && late <= count / 512;
        let wanted = self.settings.engine == EngineChoice::Fast && rare <= count / 4;
        if count >= fast::LEAST && (worth || wanted) {
            let fast = Fast::new(&moves, class, self.kernel, values);
            self.state = State::Fast(Box::new(fast));
        } else if auto
            && rare <= count / 5 * 2
            && let State::Dense(values, _) = &mut self.state
        {
            self.state = State::BeforeSparse(std::mem::take(values));
        }
    }

    /// The values of the heaps 0 to `to` if none have been computed yet, otherwise those after the
    /// last computed one.
    ///
    /// # Errors
    /// As [`Sequence::run`].
    pub fn collect(&mut self, to: u64, budget: &Budget) -> Result<Vec<u32>> {
        let mut all = Vec::new();
        self.run(to, budget, &mut |_, values| {
            all.extend_from_slice(values);
            Ok(())
        })?;
        Ok(all)
    }
}
