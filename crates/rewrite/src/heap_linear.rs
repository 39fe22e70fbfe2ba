//! Rules on heaps as linear conditions, by which laws are proved.

use upstar_heaps::{Linear, LinearRule, Remainders, Sign, TakeAtMost};

use super::arithmetic::{Expression, Operation, Relation};
use super::heaps::{HeapRule, Values};

/// The longest list of numbers that is written out as rules.
const MOST_LISTED: usize = 64;

/// The rules as linear conditions; `None` if one is not of this form, or may have negative numbers.
pub(super) fn linear(rules: &[HeapRule]) -> Option<Vec<LinearRule>> {
    let mut found = Vec::new();
    for rule in rules {
        let lists = rule.numbers.iter().map(|number| match &number.values {
            Values::List(list) => list.iter().map(|&value| Some(value)).collect(),
            Values::Range(..) => vec![None],
        });
        // One rule for each choice from the lists.
        let mut choices: Vec<Vec<Option<i128>>> = vec![vec![]];
        for list in lists {
            let longer = choices.iter().flat_map(|choice| {
                list.iter().map(move |&value| {
                    let mut choice = choice.clone();
                    choice.push(value);
                    choice
                })
            });
            choices = longer.collect();
            if choices.len() + found.len() > MOST_LISTED {
                return None;
            }
        }
        for choice in choices {
            found.extend(LinearRule::all(|one, remainders| {
                rule.write_linear(&choice, one, remainders)
            })?);
            if found.len() > MOST_LISTED {
                return None;
            }
        }
    }
    Some(found)
}

impl HeapRule {
    /// Writes the rule with these numbers from its lists.
    fn write_linear(
        &self,
        chosen: &[Option<i128>],
        rule: &mut LinearRule,
        remainders: &mut Remainders,
    ) -> Option<()> {
        let mut numbers = vec![Linear::number(0)];
        for (number, value) in self.numbers.iter().zip(chosen) {
            let Values::Range(from, to) = &number.values else {
                numbers.push(Linear::constant(i64::try_from((*value)?).ok()?));
                continue;
            };
            let from = linear_in(from, &numbers, rule, remainders)?;
            let to = linear_in(to, &numbers, rule, remainders)?;
            // The numbers of a linear rule are natural.
            from.least().filter(|&least| least >= 0)?;
            let number = Linear::number(rule.add_number());
            rule.require(number.add(&from, -1)?, Sign::NotNegative);
            rule.require(to.add(&number, -1)?, Sign::NotNegative);
            numbers.push(number);
        }
        for (a, relation, b) in &self.conditions {
            let a = linear_in(a, &numbers, rule, remainders)?;
            let b = linear_in(b, &numbers, rule, remainders)?;
            let (more, less) = (a.add(&b, -1)?, b.add(&a, -1)?);
            let above = |sum: &Linear| sum.add(&Linear::constant(1), -1);
            let (sum, sign) = match relation {
                Relation::Equal => (more, Sign::Zero),
                Relation::Unequal => (more, Sign::NotZero),
                Relation::AtLeast => (more, Sign::NotNegative),
                Relation::AtMost => (less, Sign::NotNegative),
                Relation::Greater => (above(&more)?, Sign::NotNegative),
                Relation::Less => (above(&less)?, Sign::NotNegative),
            };
            rule.require(sum, sign);
        }
        for part in &self.parts {
            let size = linear_in(part, &numbers, rule, remainders)?;
            rule.add_part(&size)?;
        }
        Some(())
    }
}

/// The value of an expression, given those of the numbers; quotients are further numbers of the rule.
fn linear_in(
    expression: &Expression,
    numbers: &[Linear],
    rule: &mut LinearRule,
    remainders: &mut Remainders,
) -> Option<Linear> {
    match expression {
        Expression::Constant(value) => Some(Linear::constant(i64::try_from(*value).ok()?)),
        Expression::Number(number) => numbers.get(*number).cloned(),
        Expression::Binary(operation, both) => {
            let a = linear_in(&both.0, numbers, rule, remainders)?;
            let b = linear_in(&both.1, numbers, rule, remainders)?;
            match operation {
                Operation::Add => a.add(&b, 1),
                Operation::Subtract => a.add(&b, -1),
                Operation::Multiply => match (a.as_constant(), b.as_constant()) {
                    (Some(times), _) => b.scaled(times),
                    (_, Some(times)) => a.scaled(times),
                    _ => None,
                },
                Operation::Divide | Operation::Remainder => {
                    let by = b.as_constant().filter(|&by| by > 0)?;
                    let (quotient, left) = rule.divide(&a, by, remainders)?;
                    let left = Linear::constant(left);
                    Some(if *operation == Operation::Divide { quotient } else { left })
                }
                Operation::Power | Operation::Root => {
                    let numbers = [a.as_constant()?, b.as_constant()?].map(i128::from);
                    let value = expression_of(*operation, numbers)?;
                    Some(Linear::constant(i64::try_from(value).ok()?))
                }
            }
        }
    }
}

/// The value of an operation on constants.
fn expression_of(operation: Operation, [a, b]: [i128; 2]) -> Option<i128> {
    let both = (Expression::Constant(a), Expression::Constant(b));
    Expression::Binary(operation, Box::new(both)).value(&[]).ok()
}

/// The share that may be taken, if the only rule is like `n -> n-k for k in 1..n/2`.
pub(super) fn take_at_most(rules: &[HeapRule]) -> Option<TakeAtMost> {
    let [HeapRule { numbers, parts, conditions, .. }] = rules else { return None };
    let ([number], [part], []) = (&numbers[..], &parts[..], &conditions[..]) else { return None };
    let Values::Range(Expression::Constant(1), to) = &number.values else { return None };
    if part.linear(2)? != [1, -1, 0] {
        return None;
    }
    let (share, by) = match to {
        Expression::Binary(Operation::Divide, both) => match both.1 {
            Expression::Constant(by) if by > 0 => (&both.0, by),
            _ => return None,
        },
        whole => (whole, 1),
    };
    let line = share.linear(1)?;
    Some(TakeAtMost {
        times: u64::try_from(line[0]).ok()?,
        plus: i64::try_from(line[1]).ok()?,
        by: u64::try_from(by).ok()?,
    })
}
