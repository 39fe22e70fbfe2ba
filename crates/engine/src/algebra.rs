//! Kinds of values that a search computes, and the marks of the tables that hold them.

use std::marker::PhantomData;

use upstar_core::MexTable;
use upstar_values::{Id, Rational, Worker};

use crate::{Result, RuleError, Ruleset};

/// Values that are made from the values of options and that add up.
pub(crate) trait Algebra {
    /// A value.
    type Value: Copy + Send + Sync + 'static;
    /// The value of the game without moves.
    fn zero(&self) -> Self::Value;
    /// The sum.
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value>;
    /// A hint that this sum is needed soon.
    fn approach_sum(&self, a: Self::Value, b: Self::Value) {
        let _ = (a, b);
    }
    /// The negative.
    fn negate(&mut self, a: Self::Value) -> Result<Self::Value>;
    /// The value of `{left|right}`. In an impartial game both are the same.
    fn make(&mut self, left: &[Self::Value], right: &[Self::Value]) -> Result<Self::Value>;
    /// The value of a nimber.
    fn nimber(&mut self, n: u32) -> Result<Self::Value>;
    /// The value of a number; `None` among values without numbers.
    fn number(&mut self, x: &Rational) -> Result<Option<Self::Value>>;
    /// What stands for positions to which play can return, or from which it can reach such
    /// positions; `None` where play always ends.
    fn endless(&self) -> Option<Self::Value> {
        None
    }
    /// Whether this is what stands for such positions.
    fn is_endless(&self, value: Self::Value) -> bool {
        let _ = value;
        false
    }
}

/// What distinguishes rulesets of one type: those for which this text is equal share a table.
pub(crate) fn kind_of<R: Ruleset + ?Sized>(rules: &R) -> String {
    format!("{} {}", rules.name(), rules.parameters())
}

/// Marks the table of the values of one algebra for a type of ruleset.
pub(crate) struct Of<R: ?Sized, A>(PhantomData<A>, PhantomData<R>);

/// Marks the table of outcomes for a type of ruleset in one convention.
pub(crate) struct OutcomeOf<R: ?Sized, const MISERE: bool>(PhantomData<R>);

/// Marks what searches in misère play have found for a type of ruleset.
pub(crate) struct MisereOf<R: ?Sized>(PhantomData<R>);

/// The algebra of Grundy values.
pub(crate) struct Grundy {
    mex: MexTable,
}

impl Grundy {
    pub(crate) fn new() -> Self {
        Grundy { mex: MexTable::new() }
    }
}

impl Algebra for Grundy {
    type Value = u32;

    fn zero(&self) -> u32 {
        0
    }

    fn add(&mut self, a: u32, b: u32) -> Result<u32> {
        Ok(a ^ b)
    }

    fn negate(&mut self, a: u32) -> Result<u32> {
        Ok(a)
    }

    fn make(&mut self, left: &[u32], _: &[u32]) -> Result<u32> {
        self.mex.clear();
        left.iter().for_each(|&value| self.mex.insert(value));
        Ok(self.mex.mex())
    }

    fn nimber(&mut self, n: u32) -> Result<u32> {
        Ok(n)
    }

    fn number(&mut self, _: &Rational) -> Result<Option<u32>> {
        Ok(None)
    }
}

/// The algebra of canonical forms of short games.
pub(crate) struct Short<'u> {
    worker: Worker<'u>,
}

impl<'u> Short<'u> {
    pub(crate) fn new(worker: Worker<'u>) -> Self {
        Short { worker }
    }
}

impl Algebra for Short<'_> {
    type Value = Id;

    fn zero(&self) -> Id {
        Id::ZERO
    }

    fn add(&mut self, a: Id, b: Id) -> Result<Id> {
        if a == Id::ZERO {
            return Ok(b);
        }
        Ok(self.worker.add(a, b)?)
    }

    fn approach_sum(&self, a: Id, b: Id) {
        self.worker.prefetch_sum(a, b);
    }

    fn negate(&mut self, a: Id) -> Result<Id> {
        Ok(self.worker.neg(a)?)
    }

    fn make(&mut self, left: &[Id], right: &[Id]) -> Result<Id> {
        Ok(self.worker.game(left, right)?)
    }

    fn nimber(&mut self, n: u32) -> Result<Id> {
        Ok(self.worker.nimber(n)?)
    }

    fn number(&mut self, x: &Rational) -> Result<Option<Id>> {
        Ok(Some(self.worker.number(x)?))
    }
}

/// The algebra of canonical forms of positions from which play ends, in games in which it need not.
/// Other positions have none.
pub(crate) struct Ending<'u>(pub(crate) Short<'u>);

impl Algebra for Ending<'_> {
    type Value = Option<Id>;

    fn zero(&self) -> Option<Id> {
        Some(Id::ZERO)
    }

    fn add(&mut self, a: Option<Id>, b: Option<Id>) -> Result<Option<Id>> {
        a.zip(b).map(|(a, b)| self.0.add(a, b)).transpose()
    }

    fn negate(&mut self, a: Option<Id>) -> Result<Option<Id>> {
        a.map(|a| self.0.negate(a)).transpose()
    }

    fn make(&mut self, left: &[Option<Id>], right: &[Option<Id>]) -> Result<Option<Id>> {
        let all = |side: &[Option<Id>]| side.iter().copied().collect::<Option<Vec<Id>>>();
        all(left).zip(all(right)).map(|(left, right)| self.0.make(&left, &right)).transpose()
    }

    fn nimber(&mut self, n: u32) -> Result<Option<Id>> {
        self.0.nimber(n).map(Some)
    }

    fn number(&mut self, x: &Rational) -> Result<Option<Option<Id>>> {
        Ok(self.0.number(x)?.map(Some))
    }

    fn endless(&self) -> Option<Option<Id>> {
        Some(None)
    }

    fn is_endless(&self, value: Option<Id>) -> bool {
        value.is_none()
    }
}

impl From<upstar_values::Error> for RuleError {
    fn from(error: upstar_values::Error) -> Self {
        match error {
            upstar_values::Error::Exhausted(exhausted) => RuleError::Exhausted(exhausted),
            other => RuleError::Value(other),
        }
    }
}
