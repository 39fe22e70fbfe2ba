//! Infinite numbers and nimbers in expressions.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use upstar_core::Outcome;
use upstar_engine::Convention;
use upstar_values::nimber::{Nimber, TransfiniteNimber};
use upstar_values::surreal::{Member, NormalForm, Number, Ordinal, Surreal, simplest_in_cut};
use upstar_values::{Error, Rational, Relation};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Value, mismatch};

/// A surreal number that is rational.
pub(crate) fn rational(number: &Surreal) -> Option<Rational> {
    number.to_rational().map(Rational::from)
}

/// A number as a value: rational if it is.
pub(crate) fn number_value(number: Surreal) -> Value {
    match rational(&number) {
        Some(number) => Value::Number(number),
        None => Value::Surreal(number),
    }
}

/// A number as a value, irrational or not.
pub(crate) fn any_value(number: Number) -> Value {
    match number {
        Number::Surreal(number) => number_value(number),
        Number::Root(root) => Value::Root(root),
    }
}

impl Calculator<'_> {
    /// The surreal number that a value is, if it is one.
    pub(crate) fn surreal(&mut self, value: &Value) -> Result<Option<Surreal>> {
        Ok(match value {
            Value::Number(number) => Some(Surreal::from(number)),
            Value::Surreal(number) => Some(number.clone()),
            Value::Positions(positions) if positions.stalk().is_some() => {
                positions.stalk().map(|stalk| stalk.value()).transpose()?
            }
            Value::Game(_) | Value::Sum(_) | Value::Form(_) | Value::Positions(_) => {
                let id = self.id(value)?;
                self.worker.as_number(id).map(|number| Surreal::from(&number))
            }
            _ => None,
        })
    }

    /// The surreal number that a value must be.
    pub(crate) fn as_surreal(&mut self, value: &Value, what: &str) -> Result<Surreal> {
        self.surreal(value)?
            .ok_or_else(|| Fail::mismatch(format!("{what} must be a number, not {}", value.kind())))
    }

    /// `{left|right}` of numbers, some of them infinite or given by sequences.
    pub(crate) fn simplest(&mut self, left: &[Value], right: &[Value]) -> Answer {
        let left = self.members(left)?;
        let right = self.members(right)?;
        Ok(number_value(simplest_in_cut(&left, &right, self.budget)?))
    }

    fn members(&mut self, items: &[Value]) -> Result<Vec<Member>> {
        let mut members: Vec<Member> = Vec::with_capacity(items.len());
        for item in items {
            if let Value::Ellipsis = item {
                let mut last = || match members.pop() {
                    Some(Member::Number(number)) => Some(number),
                    _ => None,
                };
                let (Some(c), Some(b), Some(a)) = (last(), last(), last()) else {
                    return Err(Fail::undefined("`...` continues the three numbers before it")
                        .with_help("write {0,1,2,...|}, {0|1,1/2,1/4,...}"));
                };
                members.push(Member::Sequence(Box::new([a, b, c])));
                continue;
            }
            match item {
                Value::List(list) => members.extend(self.members(list.items())?),
                item => {
                    let number = self.as_surreal(item, "an option beside an infinite number")?;
                    members.push(Member::Number(number));
                }
            }
        }
        Ok(members)
    }

    /// `*n`.
    pub(crate) fn nimber(&mut self, size: &BigInt) -> Answer {
        if size.sign() == num_bigint::Sign::Minus {
            return Err(Fail::undefined(format!(
                "there is no nimber *{size}: heaps are not negative"
            )));
        }
        match size.to_u32() {
            Some(size) => {
                let id = self.worker.nimber(size)?;
                Ok(self.simplified(id))
            }
            None => {
                if size.bits() > Nimber::MAX_BITS {
                    let most = Nimber::MAX_BITS;
                    return Err(Fail::Limit(format!("that nimber has more than {most} bits")));
                }
                let nimber = TransfiniteNimber::from(Ordinal::from(size.magnitude().clone()));
                Ok(Value::Nimber(nimber))
            }
        }
    }

    /// `*a` for an infinite ordinal a.
    pub(crate) fn transfinite(&mut self, size: &Surreal) -> Answer {
        let ordinal = size
            .to_normal_form()
            .ok_or_else(|| Fail::undefined(format!("{size} is not an ordinal")))?;
        Ok(Value::Nimber(TransfiniteNimber::from(Ordinal::try_from(ordinal)?)))
    }

    /// The nimber that a value is, if it is one.
    pub(crate) fn as_nimber(&mut self, value: &Value) -> Result<Option<TransfiniteNimber>> {
        Ok(match value {
            Value::Nimber(nimber) => Some(nimber.clone()),
            Value::Number(number) if number.is_integer() && number.signum() == 0 => {
                Some(TransfiniteNimber::from(0))
            }
            Value::Game(_) | Value::Sum(_) | Value::Form(_) | Value::Positions(_) => {
                let id = self.id(value)?;
                self.worker.as_nimber(id).map(|size| TransfiniteNimber::from(u64::from(size)))
            }
            _ => None,
        })
    }

    /// Both nimbers, if both values are nimbers and one of them is written as one.
    pub(crate) fn nimbers(
        &mut self,
        left: &Value,
        right: &Value,
    ) -> Result<Option<(TransfiniteNimber, TransfiniteNimber)>> {
        if matches!((left, right), (Value::Number(_), Value::Number(_))) {
            return Ok(None);
        }
        let Some(left) = self.as_nimber(left)? else { return Ok(None) };
        Ok(self.as_nimber(right)?.map(|right| (left, right)))
    }

    pub(crate) fn nimber_value(&mut self, nimber: &TransfiniteNimber) -> Answer {
        match nimber.to_finite() {
            Some(finite) => self.nimber(&BigInt::from(finite.to_biguint())),
            None => Ok(Value::Nimber(nimber.clone())),
        }
    }

    /// Sum, product, quotient and power of numbers one of which is not rational;
    /// `None` if they are no numbers.
    pub(crate) fn surreal_operation(
        &mut self,
        left: &Value,
        right: &Value,
        operation: fn(&Surreal, &Surreal) -> Result<Surreal, Error>,
    ) -> Result<Option<Value>> {
        let infinite = |value: &Value| matches!(value, Value::Surreal(_));
        if !infinite(left) && !infinite(right) {
            return Ok(None);
        }
        let number = |value: &Value| matches!(value, Value::Number(_) | Value::Surreal(_));
        if !number(left) || !number(right) {
            return Ok(None);
        }
        let (Some(a), Some(b)) = (self.surreal(left)?, self.surreal(right)?) else {
            return Ok(None);
        };
        let size = (a.numerator().terms().len() + a.denominator().terms().len()) as u64
            * (b.numerator().terms().len() + b.denominator().terms().len()) as u64;
        self.tick(size)?;
        Ok(Some(number_value(operation(&a, &b)?)))
    }

    /// The number that a value is written as, an irrational one too.
    pub(crate) fn written_number(value: &Value) -> Option<Number> {
        match value {
            Value::Number(number) => Some(Number::Surreal(Surreal::from(number))),
            Value::Surreal(number) => Some(Number::Surreal(number.clone())),
            Value::Root(root) => Some(Number::Root(root.clone())),
            _ => None,
        }
    }

    /// The sign of a number.
    pub(crate) fn sign_of_number(&mut self, value: &Value, what: &str) -> Result<i32> {
        match value {
            Value::Root(root) => Ok(if root.is_positive()? { 1 } else { -1 }),
            Value::Infinity { negative } => Ok(if *negative { -1 } else { 1 }),
            value => Ok(self.as_surreal(value, what)?.signum()),
        }
    }

    /// Arithmetic of numbers of which one is irrational; `None` if none is.
    pub(crate) fn root_operation(
        &mut self,
        left: &Value,
        right: &Value,
        operation: fn(&Number, &Number) -> Result<Number, Error>,
    ) -> Result<Option<Value>> {
        if !matches!(left, Value::Root(_)) && !matches!(right, Value::Root(_)) {
            return Ok(None);
        }
        let mut numbers = Vec::with_capacity(2);
        for value in [left, right] {
            numbers.push(
                Self::written_number(value).ok_or_else(|| {
                    mismatch("expected a number beside an irrational number", value)
                })?,
            );
        }
        self.tick(1000)?;
        Ok(Some(any_value(operation(&numbers[0], &numbers[1])?)))
    }

    pub(crate) fn nimber_power(&mut self, nimber: &TransfiniteNimber, exponent: &BigInt) -> Answer {
        let power = match nimber.to_finite() {
            Some(finite) => TransfiniteNimber::from(&finite.power(exponent)?),
            None if exponent.sign() != num_bigint::Sign::Minus => {
                nimber.power(exponent.magnitude(), self.budget)?
            }
            None => {
                return Err(Fail::Unsupported(
                    "quotients of transfinite nimbers are not supported yet".to_owned(),
                ));
            }
        };
        self.nimber_value(&power)
    }

    /// How two values compare of which one is infinite; `None` if none is.
    pub(crate) fn compare_infinite(
        &mut self,
        left: &Value,
        right: &Value,
    ) -> Result<Option<Relation>> {
        if matches!(left, Value::Nimber(_)) || matches!(right, Value::Nimber(_)) {
            let Some((a, b)) = self.nimbers(left, right)? else {
                return Err(Fail::Unsupported(
                    "transfinite nimbers are compared only with nimbers".to_owned(),
                ));
            };
            return Ok(Some(if a == b { Relation::Equal } else { Relation::Confused }));
        }
        if let (Value::Root(a), Value::Root(b)) = (left, right) {
            return Ok(Some(match a.compare(b)? {
                std::cmp::Ordering::Less => Relation::Less,
                std::cmp::Ordering::Equal => Relation::Equal,
                std::cmp::Ordering::Greater => Relation::Greater,
            }));
        }
        if let Some(difference) = self.root_operation(left, right, Number::difference)? {
            let positive = match &difference {
                Value::Root(difference) => difference.is_positive()?,
                // An irrational number is no rational one, and so this is not 0 but for two.
                other => match self.surreal(other)?.map_or(0, |number| number.signum()) {
                    0 => return Ok(Some(Relation::Equal)),
                    sign => sign > 0,
                },
            };
            return Ok(Some(if positive { Relation::Greater } else { Relation::Less }));
        }
        let infinite = |value: &Value| match value {
            Value::Surreal(_) => true,
            Value::Positions(positions) => positions.has_numbers(),
            _ => false,
        };
        if !infinite(left) && !infinite(right) {
            return Ok(None);
        }
        let right = self.negative(right)?;
        let difference = self.add(left, &right)?;
        Ok(Some(match self.outcome(&difference, Convention::Normal)? {
            Outcome::L => Relation::Greater,
            Outcome::R => Relation::Less,
            Outcome::P => Relation::Equal,
            _ => Relation::Confused,
        }))
    }

    /// A finite nimber, for what transfinite ones have not.
    pub(crate) fn finite_nimber(&mut self, value: &Value) -> Result<Nimber> {
        if let Value::Number(number) = value
            && number.is_integer()
            && number.signum() >= 0
        {
            return Ok(Nimber::from(number.numer().magnitude()));
        }
        let nimber = self.as_nimber(value)?.ok_or_else(|| mismatch("expected a nimber", value))?;
        nimber.to_finite().ok_or_else(|| {
            Fail::undefined("this is asked of finite nimbers, not of transfinite ones")
        })
    }
}

/// The normal form of a number that has one.
pub(crate) fn floor(number: &Surreal) -> Result<Value> {
    let floor: NormalForm = number.floor()?;
    Ok(number_value(floor.into()))
}
