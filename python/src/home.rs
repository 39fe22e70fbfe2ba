//! Where values live: a session that is replaced when it has grown large.
//!
//! The engine never forgets a value, so that a program which makes and drops games for ever would
//! need ever more memory. A value in Python therefore knows its [`Home`]; when the present home has
//! grown large, new values are made in a new one, values of the old one are copied when they are
//! used again, and the old one is dropped with the last value that knows it.

use std::sync::{Arc, PoisonError, RwLock};

use upstar::core::Budget;
use upstar::lang::Session;
use upstar::rules::{Ruleset, Settings, Solver, Sum, Summand};
use upstar::values::{Error, Id};

/// Values that a home has when the next one is made: some hundred bytes each.
const MOST_VALUES: u32 = 250_000;

/// Bytes, the tables of positions among them, from which on the next home is made.
const MOST_BYTES: u64 = 1 << 30;

/// More bytes than there are.
const NO_BOUND: u64 = u64::MAX - 1;

/// A session, and what it costs.
pub(crate) struct Home {
    pub(crate) session: Session,
    budget: Budget,
}

static PRESENT: RwLock<Option<Arc<Home>>> = RwLock::new(None);

impl Home {
    fn new() -> Arc<Home> {
        // No bound that anything meets; it counts.
        let budget = Budget::unlimited().with_bytes(NO_BOUND);
        let solver = Solver::with_budget(Settings::default(), &budget);
        Arc::new(Home { session: Session::with_solver(solver), budget })
    }

    pub(crate) fn solver(&self) -> &Solver {
        self.session.solver()
    }

    /// Whether the next home is due. One whose tables of positions are worth more than its values
    /// stays longer.
    fn is_full(&self) -> bool {
        let bytes = self.budget.bytes_left().map_or(0, |left| NO_BOUND - left);
        let values = self.session.universe().len();
        bytes > MOST_BYTES || values >= MOST_VALUES && bytes < u64::from(values) * 1024
    }
}

/// The home of values that are made now.
pub(crate) fn present() -> Arc<Home> {
    let known = PRESENT.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(home) = &*known
        && !home.is_full()
    {
        return home.clone();
    }
    drop(known);
    let mut known = PRESENT.write().unwrap_or_else(PoisonError::into_inner);
    match &*known {
        Some(home) if !home.is_full() => home.clone(),
        _ => known.insert(Home::new()).clone(),
    }
}

/// Drops what the present home knows of a ruleset that is gone. Other homes go with their values.
pub(crate) fn forget<R: Ruleset>(rules: &R) {
    // A thread that holds the lock to write makes a new home, which knows nothing.
    if let Ok(known) = PRESENT.try_read()
        && let Some(home) = &*known
    {
        home.solver().forget(rules);
    }
}

/// A value of one home in another.
pub(crate) fn carry(from: &Home, id: Id, to: &Home, budget: &Budget) -> Result<Id, Error> {
    let mut worker = to.session.universe().worker(budget);
    worker.copy_of(&mut from.session.universe().worker(budget), id)
}

/// A sum of one home in another: positions are what they are in every home.
pub(crate) fn carry_sum(from: &Home, sum: &Sum, to: &Home, budget: &Budget) -> Result<Sum, Error> {
    let terms = sum.summands().iter().map(|term| {
        Ok(match term {
            Summand::Value(id) => Summand::Value(carry(from, *id, to, budget)?),
            other => other.clone(),
        })
    });
    Ok(Sum::from(terms.collect::<Result<Vec<_>, Error>>()?))
}
