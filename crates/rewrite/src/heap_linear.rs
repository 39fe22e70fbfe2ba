//! Rules of single heaps for the engines of sequences, and as linear conditions, by which laws are
//! proved.

use upstar_engine::RuleError;
use upstar_heaps::{HeapsError, Linear, LinearRule, Remainders, Sign, TakeAtMost, Visit};

use super::arithmetic::{Expression, Operation, Relation};
use super::heaps::{HeapRule, Values};

/// The longest list of numbers that is written out as rules.
const MOST_LISTED: usize = 64;

/// The rules of one heap.
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

    fn take_at_most(&self) -> Option<TakeAtMost> {
        take_at_most(&self.0)
    }
}

/// The rules as linear conditions; `None` if one is not of this form, or may have negative numbers.
fn linear(rules: &[HeapRule]) -> Option<Vec<LinearRule>> {
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
fn take_at_most(rules: &[HeapRule]) -> Option<TakeAtMost> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use upstar_core::{Budget, mex};
    use upstar_heaps::{FoundLaw, HeapRule, HeapRules, PeriodStatus, plain};

    use crate::CustomGame;

    fn rules(lines: &[String]) -> Option<HeapRules> {
        let text = format!("g on heaps\n{}", lines.join("\n"));
        CustomGame::read_all(&text).unwrap().remove(0).rules().heap_rules()
    }

    fn law(lines: &[&str], count: u64) -> FoundLaw {
        let lines: Vec<String> = lines.iter().map(|line| format!("both: {line}")).collect();
        let rules = rules(&lines).unwrap();
        let budget = Budget::unlimited();
        let values = plain::values(&rules, count, &budget).unwrap();
        FoundLaw::find(Some(&rules), &values, &budget).unwrap().unwrap()
    }

    #[test]
    fn laws_of_rules_files() {
        let thirds = "n -> n/2 + n/2 + n/2 where n % 2 = 0";
        for (lines, text, proved) in [
            (vec!["n -> n-k for k in 1..n/2"], "G(2n) = n, G(2n+1) = G(n)", true),
            (
                vec!["n -> n-k for k in 1..n/3"],
                "G(3n) = n, G(3n+1) = G(2n), G(3n+2) = G(2n+1)",
                true,
            ),
            (vec!["n -> n-k for k in {1,3} where n % 2 = 1"], "G(n+2) = G(n)", true),
            (vec!["n -> n-k for k in 2..n"], "G(n+2) = G(n)+1", true),
            (
                vec!["n -> n-1", thirds],
                "an automaton of 10 states that reads the digits of n in base 2, the least \
                 significant first",
                true,
            ),
        ] {
            let found = law(&lines, 1000);
            assert_eq!(found.text, text, "{lines:?}");
            assert_eq!(found.verdict == PeriodStatus::Proved, proved, "{lines:?}");
        }
    }

    /// The rules as a text and as options by the definition.
    #[derive(Clone, Debug)]
    enum Line {
        Less(u64, u64, u64),
        Share(u64, u64),
        Quotients(Vec<(u64, u64)>, u64, u64),
        Splits(u64, u64),
    }

    impl Line {
        fn text(&self) -> String {
            match self {
                Line::Less(taken, modulus, residue) => {
                    format!("both: n -> n-{taken} where n % {modulus} = {residue}")
                }
                Line::Share(from, by) => format!("both: n -> n-k for k in {from}..n/{by}"),
                Line::Quotients(parts, modulus, residue) => {
                    let parts = parts.iter().map(|(less, by)| format!("(n-{less})/{by}"));
                    let parts: Vec<String> = parts.collect();
                    let parts = parts.join(" + ");
                    format!("both: n -> {parts} where n % {modulus} != {residue}")
                }
                Line::Splits(taken, least) => {
                    format!("both: n -> a + b where a + b = n-{taken} and a > {least}")
                }
            }
        }

        fn options(&self, heap: u64) -> Vec<Vec<u64>> {
            match self {
                _ if heap == 0 => vec![],
                Line::Less(taken, modulus, residue) if heap % modulus == *residue => {
                    heap.checked_sub(*taken).map(|left| vec![left]).into_iter().collect()
                }
                Line::Less(..) => vec![],
                Line::Share(from, by) => {
                    (*from..=heap / by).map(|taken| vec![heap - taken]).collect()
                }
                Line::Quotients(_, modulus, residue) if heap % modulus == *residue => vec![],
                Line::Quotients(parts, ..) => {
                    let parts = parts.iter().map(|(less, by)| Some(heap.checked_sub(*less)? / by));
                    parts.collect::<Option<Vec<u64>>>().into_iter().collect()
                }
                Line::Splits(taken, least) => {
                    let total = heap.saturating_sub(*taken);
                    (1..total).filter(|a| a > least).map(|a| vec![a, total - a]).collect()
                }
            }
        }
    }

    fn line() -> impl Strategy<Value = Line> {
        prop_oneof![
            (1..6_u64, 1..4_u64, 0..3_u64).prop_map(|(a, b, c)| Line::Less(a, b, c % b)),
            (1..4_u64, 1..5_u64).prop_map(|(a, b)| Line::Share(a, b)),
            (prop::collection::vec((0..3_u64, 2..4_u64), 1..4), 1..4_u64, 0..4_u64)
                .prop_map(|(parts, b, c)| Line::Quotients(parts, b, c)),
            (1..4_u64, 0..3_u64).prop_map(|(a, b)| Line::Splits(a, b)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(3), ..ProptestConfig::default() })]

        /// The values of random rules are those of their definition, and what is proved of them from few
        /// values holds of many.
        #[test]
        fn proved_laws_go_on(lines in prop::collection::vec(line(), 1..4)) {
            let texts: Vec<String> = lines.iter().map(Line::text).collect();
            let Some(rules) = rules(&texts) else { return Ok(()) };
            let many: Vec<u32> = (0..700).fold(Vec::new(), |mut values, heap| {
                let options = lines.iter().flat_map(|line| line.options(heap));
                let sum = |parts: Vec<u64>| parts.iter().fold(0, |s, &p| s ^ values[p as usize]);
                let value = mex(options.map(sum).collect::<Vec<u32>>());
                values.push(value);
                values
            });
            let budget = Budget::unlimited();
            let few = plain::values(&rules, 249, &budget).unwrap();
            prop_assert_eq!(&few[..], &many[..250], "{}", texts.join("; "));
            let rule: &dyn HeapRule = &rules;
            let found = FoundLaw::find(Some(rule), &few, &budget).unwrap();
            if let Some(found) = found.filter(FoundLaw::is_proved) {
                for (heap, &value) in (0..).zip(&many) {
                    let by_law = found.law.small_value(heap);
                    prop_assert_eq!(by_law, Some(value), "{}: {}", texts.join("; "), found);
                }
            }
        }
    }
}
