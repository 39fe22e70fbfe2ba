//! Formulas as linear conditions, from which laws of heaps are proved.

use upstar_heaps::{Choices, Floor, Linear, LinearRule, Sign};

use super::small::{Node, SmallFormula};
use super::{Operator, Relation};

impl SmallFormula {
    /// The value as a linear expression, if those of the given numbers are; `None` if it is not linear.
    /// Quotients become further numbers of the rule. A quotient that is not whole is a fault of the
    /// rule.
    #[must_use]
    pub fn linear(
        &self,
        given: &[Linear],
        rule: &mut LinearRule,
        choices: &mut Choices,
    ) -> Option<Linear> {
        Writer { given, rule, choices }.linear(&self.0)
    }

    /// Adds the conditions under which the formula is true, or false if not `holds`; `None` if they are
    /// not linear.
    #[must_use]
    pub fn require(
        &self,
        holds: bool,
        given: &[Linear],
        rule: &mut LinearRule,
        choices: &mut Choices,
    ) -> Option<()> {
        Writer { given, rule, choices }.require(&self.0, holds)
    }

    /// The function of number 0, if it is a linear function rounded down, where that is not below 0.
    #[must_use]
    pub fn floor(&self) -> Option<Floor> {
        let (sum, by) = match self.0.quotient() {
            Some((sum, Node::Number(by))) => (sum, u64::try_from(*by).ok().filter(|&by| by > 0)?),
            Some(_) => return None,
            None => (&self.0, 1),
        };
        sum.line().map(|line| Floor { by, ..line })
    }
}

impl Node {
    /// What is divided by what, if this is a quotient rounded down, or one rounded towards 0 as
    /// [`Formula::quotient`](super::Formula::quotient) makes it.
    fn quotient(&self) -> Option<(&Node, &Node)> {
        match self {
            Node::Floor(both) => Some((&both[0], &both[1])),
            Node::Binary(Operator::Divide, both) => match &both[0] {
                Node::Binary(Operator::Subtract, whole) => match &whole[1] {
                    Node::Binary(Operator::Remainder, left) => {
                        (left[0] == whole[0] && left[1] == both[1]).then_some((&left[0], &left[1]))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// A sum of a multiple of number 0, a root of a multiple of its square, and a constant.
    fn line(&self) -> Option<Floor> {
        let line = |times, square, plus| Some(Floor { times, square, plus, by: 1 });
        match self {
            Node::Number(number) => line(0, 0, *number),
            Node::Letter(0) => line(1, 0, 0),
            Node::Sqrt(inner) => match inner.monomial()? {
                (square, 2) => line(0, u64::try_from(square).ok()?, 0),
                _ => None,
            },
            Node::Binary(operator, both) => {
                let (a, b) = (both[0].line()?, both[1].line()?);
                match operator {
                    Operator::Add if a.square == 0 || b.square == 0 => line(
                        a.times.checked_add(b.times)?,
                        a.square + b.square,
                        a.plus.checked_add(b.plus)?,
                    ),
                    Operator::Subtract if b.square == 0 => {
                        line(a.times.checked_sub(b.times)?, a.square, a.plus.checked_sub(b.plus)?)
                    }
                    Operator::Multiply if a.square == 0 && b.square == 0 => {
                        let (by, of) = if a.times == 0 { (a.plus, b) } else { (b.plus, a) };
                        let is_constant = a.times == 0 || b.times == 0;
                        is_constant.then_some(())?;
                        line(of.times.checked_mul(by)?, 0, of.plus.checked_mul(by)?)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A multiple of a power of number 0: the coefficient and the exponent.
    fn monomial(&self) -> Option<(i64, u32)> {
        match self {
            Node::Number(number) => Some((*number, 0)),
            Node::Letter(0) => Some((1, 1)),
            Node::Binary(Operator::Multiply, both) => {
                let (a, b) = (both[0].monomial()?, both[1].monomial()?);
                Some((a.0.checked_mul(b.0)?, a.1.checked_add(b.1)?))
            }
            Node::Binary(Operator::Power, both) => {
                let (coefficient, exponent) = both[0].monomial()?;
                let Node::Number(power) = both[1] else { return None };
                let power = u32::try_from(power).ok()?;
                Some((coefficient.checked_pow(power)?, exponent.checked_mul(power)?))
            }
            _ => None,
        }
    }
}

/// Writes conditions of a rule.
struct Writer<'a> {
    given: &'a [Linear],
    rule: &'a mut LinearRule,
    choices: &'a mut Choices,
}

impl Writer<'_> {
    fn linear(&mut self, node: &Node) -> Option<Linear> {
        match node {
            Node::Number(number) => Some(Linear::constant(*number)),
            Node::Letter(place) => self.given.get(*place).cloned(),
            Node::Binary(Operator::Divide, _) if let Some((a, b)) = node.quotient() => {
                let (a, b) = (self.linear(a)?, self.linear(b)?);
                // Not below 0, it is rounded down.
                a.least().filter(|&least| least >= 0)?;
                Some(self.divide(&a, &b)?.0)
            }
            Node::Binary(operator, both) => {
                let (a, b) = (self.linear(&both[0])?, self.linear(&both[1])?);
                if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
                    let constants = Box::new([Node::Number(a), Node::Number(b)]);
                    return Node::Binary(*operator, constants).value(&[]).map(Linear::constant);
                }
                match operator {
                    Operator::Add => a.add(&b, 1),
                    Operator::Subtract => a.add(&b, -1),
                    Operator::Multiply => match (a.as_constant(), b.as_constant()) {
                        (Some(times), _) => b.scaled(times),
                        (_, times) => a.scaled(times?),
                    },
                    Operator::Divide => {
                        let (quotient, left) = self.divide(&a, &b)?;
                        if left != 0 {
                            self.rule.fail();
                        }
                        Some(quotient)
                    }
                    Operator::Remainder => {
                        let mut below = false;
                        if a.least()? < 0 {
                            // The remainder has the sign of what is divided.
                            below = self.choices.choose(2) == 1;
                            let size =
                                if below { a.add(&Linear::constant(1), 1)? } else { a.clone() };
                            let sign = if below { -1 } else { 1 };
                            self.rule.require(size.scaled(sign)?, Sign::NotNegative);
                        }
                        let (_, left) = self.divide(&a, &b)?;
                        let by = if below && left != 0 { b.as_constant()? } else { 0 };
                        Some(Linear::constant(left - by))
                    }
                    Operator::Power | Operator::Relation(_) => None,
                }
            }
            Node::Floor(both) => {
                let (a, b) = (self.linear(&both[0])?, self.linear(&both[1])?);
                Some(self.divide(&a, &b)?.0)
            }
            Node::Ceil(both) => {
                let (a, b) = (self.linear(&both[0])?, self.linear(&both[1])?);
                let more = b.add(&Linear::constant(1), -1)?;
                Some(self.divide(&a.add(&more, 1)?, &b)?.0)
            }
            Node::Sqrt(inner) => {
                let inner = self.linear(inner)?.as_constant()?;
                inner.checked_isqrt().map(Linear::constant)
            }
            Node::Min(both) | Node::Max(both) => {
                let (a, b) = (self.linear(&both[0])?, self.linear(&both[1])?);
                let first = self.choices.choose(2) == 0;
                let (taken, other) = if first { (a, b) } else { (b, a) };
                let (low, high) = match node {
                    Node::Min(_) => (&taken, &other),
                    _ => (&other, &taken),
                };
                self.rule.require(high.add(low, -1)?, Sign::NotNegative);
                Some(taken)
            }
        }
    }

    fn divide(&mut self, a: &Linear, b: &Linear) -> Option<(Linear, i64)> {
        let by = b.as_constant().filter(|&by| by > 0)?;
        self.rule.divide(a, by, self.choices)
    }

    fn require(&mut self, node: &Node, holds: bool) -> Option<()> {
        match node {
            Node::Number(number) => {
                let is_so = (*number != 0) == holds;
                self.rule.require(Linear::constant(i64::from(!is_so)), Sign::Zero);
            }
            // Truths are 1 and 0.
            Node::Binary(Operator::Subtract, both) if matches!(both[0], Node::Number(1)) => {
                self.require(&both[1], !holds)?;
            }
            Node::Binary(Operator::Multiply, both) => self.require_both(both, holds, true)?,
            Node::Max(both) => self.require_both(both, holds, false)?,
            Node::Binary(Operator::Relation(relation), both) => {
                let (a, b) = (self.linear(&both[0])?, self.linear(&both[1])?);
                let (more, less) = (a.add(&b, -1)?, b.add(&a, -1)?);
                let above = |sum: &Linear| sum.add(&Linear::constant(1), -1);
                let relation = if holds { *relation } else { relation.opposite() };
                let (sum, sign) = match relation {
                    Relation::Equal => (more, Sign::Zero),
                    Relation::NotEqual => (more, Sign::NotZero),
                    Relation::GreaterOrEqual => (more, Sign::NotNegative),
                    Relation::LessOrEqual => (less, Sign::NotNegative),
                    Relation::Greater => (above(&more)?, Sign::NotNegative),
                    Relation::Less => (above(&less)?, Sign::NotNegative),
                };
                self.rule.require(sum, sign);
            }
            _ => return None,
        }
        Some(())
    }

    /// Both have the truth value `each`, or one of them has the other.
    fn require_both(&mut self, both: &[Node; 2], holds: bool, each: bool) -> Option<()> {
        if holds == each {
            return both.iter().try_for_each(|one| self.require(one, each));
        }
        let one = self.choices.choose(2);
        self.require(&both[one as usize], !each)
    }
}

#[cfg(test)]
mod tests {
    use upstar_heaps::Floor;

    use super::super::{Formula, Letters};

    const HEAP: Letters = &[&['n']];

    #[test]
    fn linear_functions_rounded_down() {
        let floor = |text: &str| Formula::read(text, HEAP, "f").unwrap().small().unwrap().floor();
        let some = |times, square, plus, by| Some(Floor { times, square, plus, by });
        for (text, expected) in [
            ("n", some(1, 0, 0, 1)),
            ("floor((2*n+3)/5)", some(2, 0, 3, 5)),
            ("(2*n-(2*n)%3)/3", some(2, 0, 0, 3)),
            ("(2*n-n%3)/3", None),
            ("floor((sqrt(5*n^2)-n)/2)", some(-1, 5, 0, 2)),
            ("floor((n*3-1+sqrt(n*n))/4)", some(3, 1, -1, 4)),
            ("3*(n-2)", some(3, 0, -6, 1)),
            ("sqrt(n)", None),
            ("n*n", None),
            ("floor(n/n)", None),
            ("n-sqrt(2*n^2)", None),
        ] {
            assert_eq!(floor(text), expected, "{text}");
        }
    }
}
