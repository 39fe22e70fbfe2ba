//! Expressions that are evaluated millions of times: over machine integers where these suffice.

use std::cmp::Ordering;
use std::ops::Deref;

use num_bigint::{BigInt, Sign};
use upstar_engine::formula::SmallFormula;

use super::arithmetic::Expression;
use super::heaps::MOST_NUMBERS;

/// The numbers of a rule, the heap first.
#[derive(Debug, Default)]
pub(super) struct Given {
    all: [i128; MOST_NUMBERS + 1],
    len: usize,
    /// The same up to the first one that has more than 64 bits.
    small: [i64; MOST_NUMBERS + 1],
    small_len: usize,
}

impl Given {
    pub(super) fn of_heap(heap: u64) -> Given {
        let mut given = Given::default();
        given.push(heap.into());
        given
    }

    /// Adds a number. The heap and [`MOST_NUMBERS`] others have room.
    pub(super) fn push(&mut self, number: i128) {
        if self.small_len == self.len
            && let Ok(number) = i64::try_from(number)
        {
            self.small[self.len] = number;
            self.small_len += 1;
        }
        self.all[self.len] = number;
        self.len += 1;
    }

    pub(super) fn pop(&mut self) {
        self.len -= 1;
        self.small_len = self.small_len.min(self.len);
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn last(&self) -> Option<i128> {
        self.all().last().copied()
    }

    fn all(&self) -> &[i128] {
        &self.all[..self.len]
    }
}

/// An expression, and the same over machine integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    expression: Expression,
    small: Option<SmallFormula>,
}

impl From<Expression> for Term {
    fn from(expression: Expression) -> Term {
        Term { small: expression.formula().small(), expression }
    }
}

impl Deref for Term {
    type Target = Expression;

    fn deref(&self) -> &Expression {
        &self.expression
    }
}

impl Term {
    fn small(&self, given: &Given) -> Option<i64> {
        let small = self.small.as_ref().filter(|_| given.small_len == given.len);
        small?.value(&given.small[..given.len])
    }

    /// The value; `None` if there is none, or if it has more than 127 bits.
    pub(super) fn value(&self, given: &Given) -> Option<i128> {
        match self.small(given) {
            Some(value) => Some(value.into()),
            None => self.exact(given.all())?.try_into().ok(),
        }
    }

    /// The value, or the nearest number of 128 bits; `None` if something is divided by 0.
    pub(super) fn nearest(&self, given: &Given) -> Option<i128> {
        if let Some(value) = self.small(given) {
            return Some(value.into());
        }
        let value: BigInt = self.exact(given.all())?;
        let end = if value.sign() == Sign::Minus { i128::MIN } else { i128::MAX };
        Some(i128::try_from(value).unwrap_or(end))
    }

    /// How two values compare; `None` if something is divided by 0.
    pub(super) fn compare(&self, other: &Term, given: &Given) -> Option<Ordering> {
        match (self.small(given), other.small(given)) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            _ => Some(self.exact(given.all())?.cmp(&other.exact(given.all())?)),
        }
    }
}
