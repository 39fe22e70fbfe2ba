//! The heaps that a rule makes of a heap: its numbers are tried one after the other.

use upstar_engine::{Result, RuleError};

use super::arithmetic::{Expression, Operation};
use super::heaps::{HeapRule, MOST_PARTS, Number, Values};
use super::term::{Given, Term};
use upstar_engine::formula::Relation;

/// The most numbers that are tried to find the options of a position.
pub(super) const MOST_TRIED: u64 = 1 << 23;

impl HeapRule {
    /// Calls `each` with the heaps that a heap may become.
    pub(super) fn becomes(
        &self,
        heap: u64,
        tried: &mut u64,
        each: &mut dyn FnMut(&[u64]) -> Result,
    ) -> Result {
        let mut numbers = Given::of_heap(heap);
        self.choose(&mut numbers, tried, each).map(|_| ())
    }

    /// Tries all values of the numbers that are left; false if none is left and no heaps are made.
    fn choose(
        &self,
        numbers: &mut Given,
        tried: &mut u64,
        each: &mut dyn FnMut(&[u64]) -> Result,
    ) -> Result<bool> {
        *tried += 1;
        if *tried > MOST_TRIED {
            let size = format!("more than {MOST_TRIED} numbers to try");
            return Err(RuleError::too_large("the heap", size, MOST_TRIED));
        }
        let Some(next) = self.numbers.get(numbers.len() - 1) else {
            return self.take(numbers, each);
        };
        let mut put = |value: i128, numbers: &mut Given, tried: &mut u64| {
            numbers.push(value);
            let done = self.choose(numbers, tried, each);
            let goes_on = matches!(done, Ok(true)) || !self.is_over(numbers);
            numbers.pop();
            done.map(|_| goes_on)
        };
        if let Some(solution) = self.solution(next, numbers) {
            if let Some(value) = solution
                && next.allows(value, numbers)
            {
                put(value, numbers, tried)?;
            }
            return Ok(true);
        }
        match &next.values {
            Values::List(list) => {
                for &value in list {
                    if !put(value, numbers, tried)? {
                        break;
                    }
                }
            }
            Values::Range(from, to) => {
                // Nobody gets to the end of a range that was cut short.
                let Some((mut value, to)) = range(from, to, numbers) else { return Ok(true) };
                while put(value, numbers, tried)? && value < to {
                    value += 1;
                }
            }
        }
        Ok(true)
    }

    /// The only value of a number that makes its condition true, if there is one; `None` if the
    /// condition does not determine it.
    fn solution(&self, number: &Number, numbers: &mut Given) -> Option<Option<i128>> {
        let (a, _, b) = self.conditions.get(number.solves?)?;
        let mut at = |value: i128| {
            numbers.push(value);
            let both = a.value(numbers).zip(b.value(numbers));
            numbers.pop();
            both.and_then(|(a, b)| a.checked_sub(b))
        };
        let (zero, one) = (at(0)?, at(1)?);
        let slope = one.checked_sub(zero)?;
        if slope == 0 {
            return None;
        }
        if zero.checked_rem(slope)? != 0 {
            return Some(None);
        }
        zero.checked_div(slope)?.checked_neg().map(Some)
    }

    /// The heaps that these numbers make, if the conditions hold; false if there are none.
    fn take(&self, numbers: &Given, each: &mut dyn FnMut(&[u64]) -> Result) -> Result<bool> {
        let holds = self.conditions.iter().all(|(a, relation, b)| {
            a.compare(b, numbers).is_some_and(|order| relation.holds(order))
        });
        if !holds {
            return Ok(false);
        }
        let mut parts = [0; MOST_PARTS];
        for (place, part) in parts.iter_mut().zip(&self.parts) {
            // Nothing is divided by 0, and no heap is negative.
            let Some(part) = part.nearest(numbers).filter(|&part| part >= 0) else {
                return Ok(false);
            };
            let Ok(part) = u64::try_from(part) else {
                let size = "more than 2^64 tokens";
                return Err(RuleError::too_large("a heap of the move", size, "2^64 - 1"));
            };
            *place = part;
        }
        each(&parts[..self.parts.len()]).map(|()| true)
    }

    /// Whether no larger value of the last number makes heaps, where this one makes none: a limit fails
    /// and does so from here on.
    fn is_over(&self, numbers: &Given) -> bool {
        numbers.len() > self.numbers.len()
            && numbers.last().is_some_and(|last| last >= 0)
            && self.limits.iter().any(|(a, relation, b)| {
                a.compare(b, numbers).is_some_and(|order| !relation.holds(order))
            })
    }

    /// The conditions that stay false for all larger values of the last number, once they are false for
    /// one from 0 on: one side falls, or stays the same, and has to be above another that rises, or
    /// stays the same. That no heap is negative is such a condition.
    pub(super) fn with_limits(mut self) -> HeapRule {
        let last = self.numbers.len();
        let number_or_more =
            |part: &Term| (part.clone(), Relation::GreaterOrEqual, Expression::Constant(0).into());
        let parts = self.parts.iter().map(number_or_more);
        let all = self.conditions.iter().cloned().chain(parts);
        let limits = all.filter(|(a, relation, b)| match relation {
            Relation::Less | Relation::LessOrEqual => self.rises(a, last) && self.falls(b, last),
            Relation::Greater | Relation::GreaterOrEqual => {
                self.falls(a, last) && self.rises(b, last)
            }
            Relation::Equal | Relation::NotEqual => false,
        });
        self.limits = limits.collect();
        self
    }

    /// Whether an expression is proved not to fall while a number rises from 0 on.
    fn rises(&self, expression: &Expression, number: usize) -> bool {
        let Expression::Binary(operation, both) = expression else { return true };
        let (a, b) = (&both.0, &both.1);
        let least = |one: &Expression| self.least(one);
        !expression.has(number)
            || match operation {
                Operation::Add => self.rises(a, number) && self.rises(b, number),
                Operation::Subtract => self.rises(a, number) && self.falls(b, number),
                Operation::Multiply => {
                    [a, b].into_iter().all(|one| self.rises(one, number) && least(one).is_some())
                }
                Operation::Divide => {
                    self.rises(a, number) && matches!(b, Expression::Constant(1..))
                }
                Operation::Power => {
                    let above = if b.has(number) { 1 } else { 0 };
                    self.rises(a, number)
                        && self.rises(b, number)
                        && least(a).is_some_and(|least| least >= above)
                }
                Operation::Root => self.rises(a, number),
                Operation::Remainder => false,
            }
    }

    /// Whether an expression is proved not to rise while a number rises from 0 on.
    fn falls(&self, expression: &Expression, number: usize) -> bool {
        let (operation, both) = match expression {
            Expression::Constant(_) => return true,
            Expression::Number(other) => return *other != number,
            Expression::Binary(operation, both) => (operation, both),
        };
        let (a, b) = (&both.0, &both.1);
        !expression.has(number)
            || match operation {
                Operation::Add => self.falls(a, number) && self.falls(b, number),
                Operation::Subtract => self.falls(a, number) && self.rises(b, number),
                Operation::Divide => {
                    self.falls(a, number) && matches!(b, Expression::Constant(1..))
                }
                Operation::Root => self.falls(a, number),
                Operation::Multiply | Operation::Power | Operation::Remainder => false,
            }
    }
}

/// The ends of a range, if it is not empty.
fn range(from: &Term, to: &Term, numbers: &Given) -> Option<(i128, i128)> {
    from.compare(to, numbers).filter(|order| order.is_le())?;
    from.nearest(numbers).zip(to.nearest(numbers))
}

impl Number {
    /// Whether it may have this value, given the numbers before it.
    fn allows(&self, value: i128, numbers: &Given) -> bool {
        match &self.values {
            Values::List(list) => list.binary_search(&value).is_ok(),
            Values::Range(from, to) => {
                let ends = range(from, to, numbers);
                ends.is_some_and(|(from, to)| (from..=to).contains(&value))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cursor::Cursor;
    use super::super::heaps::read;
    use super::*;

    /// With limits and without them a rule makes the same heaps, and with them fewer numbers are tried
    /// where it is known that a side rises.
    #[test]
    fn limits_do_not_change_what_a_rule_makes() {
        for (text, ends) in [
            ("n -> n-2^k for k in 0..n", true),
            ("n -> n-k^2 for k in 1..n", true),
            ("n -> n-k*(k+1)/2 for k in 1..n", true),
            ("n -> n-k for k in 1..n where 3*k <= n", true),
            ("n -> n-k for k in 1..n where n > k*k", true),
            ("n -> n-a*b for a in 1..n, b in 1..n", true),
            ("n -> n-k for k in {1,2,4,8,16,32,64}", true),
            ("n -> k + n-2*k for k in 1..n", true),
            ("n -> n-(7-k)^2 for k in 1..n", false),
            ("n -> n-2^(5-k) for k in 0..n", false),
            ("n -> n-k for k in -3..n where k*k >= 9", false),
            ("n -> n-k for k in 1..n where n % k = 0", false),
            ("n -> n-k^2 for k in -4..4", false),
            ("n -> n-k for k in 1..n where k % 5 < 3", false),
        ] {
            let rule = read(&mut Cursor::new(text, 0..text.len()), [true; 2]).unwrap();
            let plain = HeapRule { limits: vec![], ..rule.clone() };
            let [mut with, mut without] = [0, 0];
            for heap in 1..70 {
                let made = |rule: &HeapRule, tried: &mut u64| {
                    let mut made = Vec::new();
                    let mut each = |parts: &[u64]| {
                        made.push(parts.to_vec());
                        Ok(())
                    };
                    rule.becomes(heap, tried, &mut each).unwrap();
                    made
                };
                assert_eq!(made(&rule, &mut with), made(&plain, &mut without), "{text} at {heap}");
            }
            assert_eq!(with < without, ends, "{text}");
        }
    }
}
