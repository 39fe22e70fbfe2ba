//! Formulas over machine integers, for values that are asked for millions of times.

use num_traits::ToPrimitive;

use super::{Formula, Function, Operator};

/// A formula whose constants fit in 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallFormula(pub(super) Node);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Number(i64),
    Letter(usize),
    Binary(Operator, Box<[Node; 2]>),
    /// The quotient, rounded down.
    Floor(Box<[Node; 2]>),
    /// The quotient, rounded up.
    Ceil(Box<[Node; 2]>),
    Sqrt(Box<Node>),
    Min(Box<[Node; 2]>),
    Max(Box<[Node; 2]>),
}

impl Formula {
    /// The same over machine integers; `None` if a constant has more than 64 bits.
    #[must_use]
    pub fn small(&self) -> Option<SmallFormula> {
        self.node().map(SmallFormula)
    }

    fn node(&self) -> Option<Node> {
        let both = |a: &Formula, b: &Formula| Some(Box::new([a.node()?, b.node()?]));
        Some(match self {
            Formula::Number(number) => Node::Number(number.to_i64()?),
            Formula::Letter(place) => Node::Letter(*place),
            Formula::Binary(operator, a, b) => Node::Binary(*operator, both(a, b)?),
            Formula::Call(function, arguments) => match (function, &arguments[..]) {
                (Function::Floor, [Formula::Binary(Operator::Divide, a, b)]) => {
                    Node::Floor(both(a, b)?)
                }
                (Function::Ceil, [Formula::Binary(Operator::Divide, a, b)]) => {
                    Node::Ceil(both(a, b)?)
                }
                // The values are whole numbers, or there is none.
                (Function::Floor | Function::Ceil, [a]) => a.node()?,
                (Function::Sqrt, [a]) => Node::Sqrt(Box::new(a.node()?)),
                (Function::Min, [a, b]) => Node::Min(both(a, b)?),
                (Function::Max, [a, b]) => Node::Max(both(a, b)?),
                _ => return None,
            },
        })
    }
}

impl SmallFormula {
    /// The value for these numbers; `None` if it or a number on the way is no whole number of 64
    /// bits. [`Formula::value`] then gives the value or says why there is none.
    #[must_use]
    pub fn value(&self, given: &[i64]) -> Option<i64> {
        self.0.value(given)
    }

    /// Whether the value is a number plus a multiple of the letter with this place, if the other letters
    /// stand for fixed numbers, and so is what is computed on the way.
    #[must_use]
    pub fn is_linear_in(&self, place: usize) -> bool {
        self.0.depends_linearly(place).is_some()
    }
}

impl Node {
    /// Whether the value depends on a letter; `None` if not linearly.
    fn depends_linearly(&self, place: usize) -> Option<bool> {
        let of = |both: &[Node; 2]| {
            Some((both[0].depends_linearly(place)?, both[1].depends_linearly(place)?))
        };
        match self {
            Node::Number(_) => Some(false),
            Node::Letter(letter) => Some(*letter == place),
            Node::Binary(Operator::Add | Operator::Subtract, both) => of(both).map(|(a, b)| a || b),
            Node::Binary(Operator::Multiply, both) => {
                of(both).filter(|&(a, b)| !(a && b)).map(|(a, b)| a || b)
            }
            Node::Binary(_, both)
            | Node::Floor(both)
            | Node::Ceil(both)
            | Node::Min(both)
            | Node::Max(both) => of(both).filter(|&(a, b)| !a && !b).map(|_| false),
            Node::Sqrt(a) => a.depends_linearly(place).filter(|depends| !depends),
        }
    }

    pub(super) fn value(&self, given: &[i64]) -> Option<i64> {
        // Most operands are numbers and letters, and need no call.
        let one = |node: &Node| match node {
            Node::Number(number) => Some(*number),
            Node::Letter(place) => given.get(*place).copied(),
            node => node.value(given),
        };
        let of = |both: &[Node; 2]| Some((one(&both[0])?, one(&both[1])?));
        match self {
            Node::Number(_) | Node::Letter(_) => one(self),
            Node::Binary(operator, both) => {
                let (a, b) = of(both)?;
                match operator {
                    Operator::Add => a.checked_add(b),
                    Operator::Subtract => a.checked_sub(b),
                    Operator::Multiply => a.checked_mul(b),
                    Operator::Divide if a.checked_rem(b)? != 0 => None,
                    Operator::Divide => a.checked_div(b),
                    Operator::Remainder => a.checked_rem(b),
                    Operator::Power => a.checked_pow(u32::try_from(b).ok()?),
                    Operator::Relation(relation) => Some(i64::from(relation.holds(a.cmp(&b)))),
                }
            }
            Node::Floor(both) => {
                let (a, b) = of(both)?;
                let down = a.checked_rem(b)? != 0 && (a < 0) != (b < 0);
                Some(a.checked_div(b)? - i64::from(down))
            }
            Node::Ceil(both) => {
                let (a, b) = of(both)?;
                let up = a.checked_rem(b)? != 0 && (a < 0) == (b < 0);
                Some(a.checked_div(b)? + i64::from(up))
            }
            Node::Sqrt(a) => one(a)?.checked_isqrt(),
            Node::Min(both) => of(both).map(|(a, b)| a.min(b)),
            Node::Max(both) => of(both).map(|(a, b)| a.max(b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::super::Relation;
    use super::*;

    fn formulas() -> impl Strategy<Value = Formula> {
        let leaf = prop_oneof![
            (0..9_u32).prop_map(|n| Formula::Number(n.into())),
            (0..2_usize).prop_map(Formula::Letter),
        ];
        let operators = [
            Operator::Add,
            Operator::Subtract,
            Operator::Multiply,
            Operator::Divide,
            Operator::Remainder,
            Operator::Power,
            Operator::Relation(Relation::Less),
            Operator::Relation(Relation::Equal),
        ];
        leaf.prop_recursive(4, 24, 2, move |inner| {
            let both = (inner.clone(), inner.clone());
            let calls = [Function::Floor, Function::Ceil, Function::Sqrt];
            prop_oneof![
                3 => (0..operators.len(), both.clone())
                    .prop_map(move |(at, (a, b))| Formula::binary(operators[at], a, b)),
                1 => (0..3_usize, inner).prop_map(move |(at, a)| Formula::Call(calls[at], vec![a])),
                1 => (any::<bool>(), both).prop_map(|(least, (a, b))| {
                    let call = if least { Function::Min } else { Function::Max };
                    Formula::Call(call, vec![a, b])
                }),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

        /// Where there is a value, it is the exact one. Where numbers are small and whole there is one.
        #[test]
        fn values_are_exact(
            formula in formulas(),
            given in prop::collection::vec(
                prop_oneof![4 => -20..20_i64, 1 => Just(i64::MIN), 1 => Just(i64::MAX)], 2),
        ) {
            let large: Vec<BigInt> = given.iter().map(|&number| number.into()).collect();
            let exact = formula.value(&large);
            match formula.small().unwrap().value(&given) {
                Some(value) => prop_assert_eq!(exact.unwrap(), value.into()),
                None => prop_assert!(formula.size() > 1),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(2), ..ProptestConfig::default() })]

        /// A linear formula that has a value for two numbers has one for each number between, and
        /// its steps are equal.
        #[test]
        fn linear_formulas_have_equal_steps(formula in formulas(), other in -20..20_i64, by in 1..5_i64) {
            let small = formula.small().unwrap();
            let value = |k: i64| small.value(&[other, k]);
            let values: Vec<Option<i64>> = (-4..4).map(|k| value(by * k)).collect();
            if let (true, Some(first), Some(last)) = (small.is_linear_in(1), values[0], values[7]) {
                let step = (last - first) / 7;
                for (k, found) in values.into_iter().enumerate() {
                    prop_assert_eq!(found, Some(first + step * k as i64));
                }
            }
        }
    }

    #[test]
    fn whole_numbers_on_the_way_have_a_value() {
        let text = "floor(3k/2)+max(k%3,ceil((k+1)/4))*2^min(k,5)-sqrt(k*k)";
        let formula = Formula::read(text, super::super::TAKEN, "the formula").unwrap();
        for k in 0..200_i64 {
            let found = formula.small().unwrap().value(&[k]).unwrap();
            assert_eq!(formula.value(&[k.into()]).unwrap(), found.into(), "{k}");
        }
    }
}
