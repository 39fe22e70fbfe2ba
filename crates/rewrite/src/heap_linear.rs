//! Rules of single heaps for the engines of sequences, and as linear conditions, by which laws are
//! proved.

use upstar_engine::RuleError;
use upstar_engine::formula::{Formula, Operator};
use upstar_heaps::{Choices, Floor, HeapsError, Linear, LinearRule, Sign, Visit};

use super::arithmetic::Expression;
use super::heaps::{HeapRule, Values};

/// The most linear rules.
const MOST_RULES: usize = 64;

/// The rules of one heap.
#[derive(Debug)]
pub(super) struct SingleHeaps(pub(super) Vec<HeapRule>);

impl upstar_heaps::HeapRule for SingleHeaps {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        let (mut tried, mut stopped) = (0, None);
        for rule in self.0.iter().filter(|_| heap > 0) {
            let done = rule.becomes(heap, &mut tried, &mut |parts| {
                visit(parts).map_err(|error| {
                    stopped = Some(error);
                    RuleError::Usage
                })
            });
            done.map_err(|error| match (stopped.take(), error) {
                (Some(stopped), _) => stopped,
                (None, RuleError::Exhausted(exhausted)) => exhausted.into(),
                (None, error) => HeapsError::Position(error.to_string()),
            })?;
        }
        Ok(())
    }

    fn linear(&self) -> Option<Vec<LinearRule>> {
        linear(&self.0)
    }

    fn take_at_most(&self) -> Option<Floor> {
        take_at_most(&self.0)
    }
}

/// The rules as linear conditions; `None` if one is not of this form, or may have negative numbers.
fn linear(rules: &[HeapRule]) -> Option<Vec<LinearRule>> {
    let mut found = Vec::new();
    for rule in rules {
        found.extend(LinearRule::all(|one, choices| rule.write_linear(one, choices))?);
        if found.len() > MOST_RULES {
            return None;
        }
    }
    Some(found)
}

impl HeapRule {
    fn write_linear(&self, rule: &mut LinearRule, choices: &mut Choices) -> Option<()> {
        let mut numbers = vec![Linear::number(0)];
        for number in &self.numbers {
            numbers.push(match &number.values {
                Values::List(list) => {
                    let chosen = choices.choose(i64::try_from(list.len()).ok()?);
                    Linear::constant(i64::try_from(list[chosen as usize]).ok()?)
                }
                Values::Range(from, to) => {
                    let from = from.formula().small()?.linear(&numbers, rule, choices)?;
                    let to = to.formula().small()?.linear(&numbers, rule, choices)?;
                    // The numbers of a linear rule are natural.
                    from.least().filter(|&least| least >= 0)?;
                    let number = Linear::number(rule.add_number());
                    rule.require(number.add(&from, -1)?, Sign::NotNegative);
                    rule.require(to.add(&number, -1)?, Sign::NotNegative);
                    number
                }
            });
        }
        for (a, relation, b) in &self.conditions {
            let condition = Operator::Relation(*relation);
            let condition = Formula::binary(condition, a.formula(), b.formula());
            condition.small()?.require(true, &numbers, rule, choices)?;
        }
        for part in &self.parts {
            let size = part.formula().small()?.linear(&numbers, rule, choices)?;
            rule.add_part(&size)?;
        }
        Some(())
    }
}

/// The share that may be taken, if the only rule is like `n -> n-k for k in 1..n/2`.
fn take_at_most(rules: &[HeapRule]) -> Option<Floor> {
    let [HeapRule { numbers, parts, conditions, .. }] = rules else { return None };
    let ([number], [part], []) = (&numbers[..], &parts[..], &conditions[..]) else { return None };
    let Values::Range(from, to) = &number.values else { return None };
    if **from != Expression::Constant(1) {
        return None;
    }
    if part.linear(2)? != [1, -1, 0] {
        return None;
    }
    to.formula().small()?.floor()
}
