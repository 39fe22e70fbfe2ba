//! Universes, ids and games.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use upstar_core::{Budget, Outcome};

use crate::arena::Arena;
use crate::worker::{Caches, Worker};
use crate::{Error, Relation, Result, Style};

/// The name of a value in its [`Universe`]: equal ids are equal values.
///
/// The order of ids has no meaning. Ids depend on earlier computations, so they must not be stored
/// or printed. Use an id only with the universe that it came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(pub(crate) u32);

impl Id {
    /// The id of 0, the same in every universe.
    pub const ZERO: Id = Id(0);
}

/// A store of values in canonical form.
///
/// Values are interned: each is stored once, and two values are equal exactly if their [ids](Id)
/// are. Nothing is ever removed; a universe is dropped as a whole. There can be several universes,
/// and many threads can use one universe at once, each through its own [`Worker`].
///
/// ```
/// use upstar_core::Budget;
/// use upstar_values::{Id, Style, Universe};
///
/// let universe = Universe::new();
/// let mut worker = universe.worker(&Budget::unlimited());
/// let star = worker.game(&[Id::ZERO], &[Id::ZERO])?;
/// let up = worker.game(&[Id::ZERO], &[star])?;
/// let sum = worker.add(up, star)?;
/// assert_eq!(worker.text(sum, Style::Plain)?, "^*");
/// assert_eq!(worker.add(star, star)?, Id::ZERO);
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Debug)]
pub struct Universe {
    /// Unique among the universes of this process.
    number: u64,
    pub(crate) arena: Arena,
    /// Caches of finished workers, for the next ones.
    idle: Mutex<Vec<Caches>>,
}

impl Default for Universe {
    fn default() -> Self {
        Self::new()
    }
}

impl Universe {
    /// An empty universe without a bound on its memory.
    #[must_use]
    pub fn new() -> Self {
        Self::with_budget(Budget::unlimited())
    }

    /// An empty universe that pays for its memory from `budget`. Work without another budget also
    /// uses it (see [`ShortGame`]).
    #[must_use]
    pub fn with_budget(budget: Budget) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let universe = Universe { number, arena: Arena::new(budget), idle: Mutex::default() };
        // 0 has id 0. If there is no memory even for that, the first use reports it.
        let _ = universe.arena.number_with_key(0);
        universe
    }

    /// The number of this universe, unique in this process. Results stored for ids belong to the
    /// universe with this number.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// How many values are stored.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.arena.len()
    }

    /// Is nothing stored? (0 always is, if there was memory for it.)
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A worker for one thread, working under `budget`.
    ///
    /// Workers are cheap: the caches of a dropped worker are reused by the next.
    #[must_use]
    pub fn worker(&self, budget: &Budget) -> Worker<'_> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Worker::new(self, budget, idle.unwrap_or_default())
    }

    pub(crate) fn give_back(&self, caches: Caches) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(caches);
    }

    /// The value with this id.
    #[must_use]
    pub fn game(&self, id: Id) -> ShortGame<'_> {
        ShortGame { universe: self, id }
    }
}

/// A value together with its universe.
///
/// Every operation checks that both games are of one universe, and works under the budget of the
/// universe. Use a [`Worker`] for long computations.
///
/// ```
/// use upstar_values::Universe;
///
/// let universe = Universe::new();
/// let one = universe.integer(1)?;
/// let switch = universe.make(&[one], &[one.neg()?])?;
/// assert_eq!(switch.to_string(), "+-1");
/// assert_eq!(switch.add(one)?.to_string(), "{2|0}");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ShortGame<'u> {
    universe: &'u Universe,
    id: Id,
}

impl PartialEq for ShortGame<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.universe, other.universe) && self.id == other.id
    }
}

impl Eq for ShortGame<'_> {}

impl fmt::Debug for ShortGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ShortGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.with(|worker| worker.text(self.id, Style::Plain)) {
            Ok(text) => f.pad(&text),
            Err(_) => f.pad("(a game beyond the budget)"),
        }
    }
}

impl Universe {
    /// The integer `n`.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn integer(&self, n: i64) -> Result<ShortGame<'_>> {
        let id = self.worker(self.arena.budget()).integer(n)?;
        Ok(self.game(id))
    }

    /// The value of {left|right}.
    ///
    /// # Errors
    ///
    /// [`Error::DifferentUniverses`], [`Error::Exhausted`].
    pub fn make(&self, left: &[ShortGame<'_>], right: &[ShortGame<'_>]) -> Result<ShortGame<'_>> {
        let ids = |games: &[ShortGame<'_>]| -> Result<Vec<Id>> {
            games.iter().map(|game| self.game(Id::ZERO).check(*game)).collect()
        };
        let (left, right) = (ids(left)?, ids(right)?);
        let id = self.worker(self.arena.budget()).game(&left, &right)?;
        Ok(self.game(id))
    }
}

// These can fail, so they are not operators.
#[allow(clippy::should_implement_trait)]
impl<'u> ShortGame<'u> {
    /// Its id.
    #[must_use]
    pub fn id(self) -> Id {
        self.id
    }

    /// Its universe.
    #[must_use]
    pub fn universe(self) -> &'u Universe {
        self.universe
    }

    /// Runs `work` with a worker of this universe, under its budget.
    ///
    /// # Errors
    ///
    /// Those of `work`.
    pub fn with<T>(self, work: impl FnOnce(&mut Worker<'u>) -> Result<T>) -> Result<T> {
        work(&mut self.universe.worker(self.universe.arena.budget()))
    }

    fn check(self, other: ShortGame<'_>) -> Result<Id> {
        if std::ptr::eq(self.universe, other.universe) {
            Ok(other.id)
        } else {
            Err(Error::DifferentUniverses)
        }
    }

    fn wrap(self, id: Result<Id>) -> Result<ShortGame<'u>> {
        Ok(self.universe.game(id?))
    }

    /// Its negative: Left and Right are exchanged.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn neg(self) -> Result<ShortGame<'u>> {
        self.wrap(self.with(|worker| worker.neg(self.id)))
    }

    /// The disjunctive sum.
    ///
    /// # Errors
    ///
    /// [`Error::DifferentUniverses`], [`Error::Exhausted`].
    pub fn add(self, other: ShortGame<'_>) -> Result<ShortGame<'u>> {
        let other = self.check(other)?;
        self.wrap(self.with(|worker| worker.add(self.id, other)))
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// [`Error::DifferentUniverses`], [`Error::Exhausted`].
    pub fn sub(self, other: ShortGame<'_>) -> Result<ShortGame<'u>> {
        let other = self.check(other)?;
        self.wrap(self.with(|worker| worker.sub(self.id, other)))
    }

    /// How this game compares with another.
    ///
    /// # Errors
    ///
    /// [`Error::DifferentUniverses`], [`Error::Exhausted`].
    pub fn compare(self, other: ShortGame<'_>) -> Result<Relation> {
        let other = self.check(other)?;
        self.with(|worker| worker.compare(self.id, other))
    }

    /// The outcome.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn outcome(self) -> Result<Outcome> {
        self.with(|worker| worker.outcome(self.id))
    }
}
