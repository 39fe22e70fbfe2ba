//! Operators.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{Signed, ToPrimitive, Zero};
use upstar_engine::Compound;
use upstar_values::nimber::TransfiniteNimber;
use upstar_values::surreal::{Number, Stalk, Surreal};
use upstar_values::{FormalSum, Rational};

use crate::ast::Binary;
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::parser::MOST_BYTES;
use crate::surreal::{any_value, number_value};
use crate::value::{Answer, List, Value, mismatch};

/// Bits a number may have as the result of a power or a product.
const MOST_BITS: u64 = 1 << 22;

/// The same for fractions, which are reduced in a time quadratic in it.
const MOST_BITS_OF_FRACTION: u64 = 1 << 20;

/// Is this an infinite number, or a stalk?
fn is_infinite(value: &Value) -> bool {
    match value {
        Value::Surreal(_) => true,
        Value::Positions(positions) => positions.stalk().is_some(),
        _ => false,
    }
}

impl Calculator<'_> {
    pub(crate) fn binary(&mut self, operator: Binary, left: Value, right: Value) -> Answer {
        if let Some(value) = self.with_infinity(operator, &left, &right)? {
            return Ok(value);
        }
        if let Binary::Add | Binary::Subtract | Binary::Beside = operator
            && let Some(sum) = self.loopy_nimber_sum(&left, &right)?
        {
            return Ok(sum);
        }
        let (left, right) = (self.without_nimbers(&left)?, self.without_nimbers(&right)?);
        match operator {
            Binary::Add | Binary::Beside => self.add(&left, &right),
            Binary::Subtract => {
                let right = self.negative(&right)?;
                self.add(&left, &right)
            }
            Binary::AddPlusMinus => {
                let switch = self.plus_minus(&right)?;
                self.add(&left, &switch)
            }
            Binary::Multiply => self.multiply(&left, &right),
            Binary::Divide => self.divide(&left, &right),
            Binary::Remainder => self.remainder(&left, &right),
            Binary::Power => self.power(&left, &right),
            Binary::OrdinalSum => self.ordinal_sum(&left, &right),
            Binary::Sides => self.both_sides(&left, &right),
            Binary::Range => {
                let low = self.integer(&left, "the beginning of a range")?;
                let high = self.integer(&right, "the end of a range")?;
                self.range(&low, &high)
            }
            Binary::Relation(relation) => self.relation(relation, &left, &right),
            Binary::And | Binary::Or => match (&left, &right) {
                (Value::Boolean(a), Value::Boolean(b)) => {
                    Ok(Value::Boolean(if operator == Binary::And { *a && *b } else { *a || *b }))
                }
                (Value::Boolean(_), other) | (other, _) => {
                    Err(mismatch("`and` and `or` need true or false", other))
                }
            },
        }
    }

    /// The ordinal sum of two forms; of numbers of which one is infinite, the
    /// stalk of the second on top of that of the first.
    pub(crate) fn ordinal_sum(&mut self, left: &Value, right: &Value) -> Answer {
        if matches!(left, Value::Loopy(_)) || matches!(right, Value::Loopy(_)) {
            return self.loopy_ordinal_sum(left, right);
        }
        if is_infinite(left) || is_infinite(right) {
            let (below, top) =
                (self.as_surreal(left, "the base")?, self.as_surreal(right, "the top")?);
            let stalk = Stalk::of(&below, self.budget)?.under(&Stalk::of(&top, self.budget)?);
            return Ok(number_value(stalk.value()?));
        }
        if [left, right].into_iter().any(|value| matches!(value, Value::Positions(_))) {
            return self.compound(Compound::Ordinal, left, right);
        }
        let (g, h) = (self.form(left)?, self.form(right)?);
        let sum = g.ordinal_sum(&mut self.worker, &h)?;
        self.form_or_value(left, right, sum)
    }

    /// The ordinal product of two forms, or of two ordinals of which one is infinite.
    pub(crate) fn ordinal_product(&mut self, left: &Value, right: &Value) -> Answer {
        if is_infinite(left) || is_infinite(right) {
            let mut ordinal = |value: &Value, what: &str| {
                let number = self.as_surreal(value, what)?;
                number.to_ordinal().ok_or_else(|| {
                    Fail::undefined(format!(
                        "the ordinal product of infinite numbers is defined for ordinals, \
                                 and {number} is none"
                    ))
                })
            };
            let (a, b) = (ordinal(left, "a factor")?, ordinal(right, "a factor")?);
            return Ok(number_value(Surreal::from(
                a.ordinary_product(&b).as_normal_form().clone(),
            )));
        }
        let (g, h) = (self.form(left)?, self.form(right)?);
        let product = g.ordinal_product(&mut self.worker, &h)?;
        self.form_or_value(left, right, product)
    }

    /// The result of an operation on forms: a form if one of the operands is
    /// written as a form, else its value.
    pub(crate) fn form_or_value(
        &mut self,
        left: &Value,
        right: &Value,
        result: upstar_values::Form,
    ) -> Answer {
        if matches!(left, Value::Form(_)) || matches!(right, Value::Form(_)) {
            return Ok(Value::Form(result));
        }
        let id = result.canonical(&mut self.worker)?;
        Ok(self.simplified(id))
    }

    /// Arithmetic with `inf` and numbers, where it has a value: `inf` is no game, and inf - inf,
    /// 0 inf and inf/inf are not defined. `None` if neither is infinite.
    fn with_infinity(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
    ) -> Result<Option<Value>> {
        let infinity = |value: &Value| match value {
            Value::Infinity { negative } => Some(if *negative { -1 } else { 1 }),
            _ => None,
        };
        let (a, b) = (infinity(left), infinity(right));
        let calculates =
            matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide);
        if a.or(b).is_none() || !calculates {
            return Ok(None);
        }
        let mut sign = |value: &Value| match infinity(value) {
            Some(sign) => Ok(sign),
            None => self.sign_of_number(value, "what stands beside inf"),
        };
        let (first, second) = (sign(left)?, sign(right)?);
        let found = match (operator, a, b) {
            (Binary::Add, Some(a), None) | (Binary::Subtract, Some(a), None) => Some(a),
            (Binary::Add, None, b) => b,
            (Binary::Subtract, None, Some(b)) => Some(-b),
            (Binary::Add, Some(a), Some(b)) if a == b => Some(a),
            (Binary::Subtract, Some(a), Some(b)) if a != b => Some(a),
            (Binary::Multiply, ..) | (Binary::Divide, Some(_), None) if first * second != 0 => {
                Some(first * second)
            }
            _ => None,
        };
        match found {
            Some(sign) => Ok(Some(Value::Infinity { negative: sign < 0 })),
            None => Err(Fail::undefined(
                "with inf this is not defined, as inf - inf, 0 inf and 1/inf are not",
            )),
        }
    }

    pub(crate) fn negative(&mut self, value: &Value) -> Answer {
        match value {
            Value::Number(number) => Ok(Value::Number(-number)),
            Value::Surreal(number) => Ok(Value::Surreal(number.negative())),
            Value::Infinity { negative } => Ok(Value::Infinity { negative: !negative }),
            Value::Root(root) => Ok(Value::Root(root.negative())),
            Value::Nimber(nimber) => Ok(Value::Nimber(nimber.clone())),
            Value::Loopy(value) => Ok(Value::Loopy(Arc::new(value.negative()))),
            Value::Misere(form) => Ok(Value::Misere(*form)),
            Value::PartizanMisere(_) => Err(Fail::mismatch(
                "in misère play a form has a conjugate, which need not be a negative",
            )
            .with_help("g.MisereConjugate(\"dead-ending\") names the universe")),
            // Impartial games are their own negatives.
            Value::LoopyNimber(nimber) => Ok(Value::LoopyNimber(nimber.clone())),
            Value::Positions(positions) => self.negative_positions(positions),
            Value::List(pair) if pair.is_pair() => {
                let parts = pair.items().iter().map(|part| self.negative(part));
                let parts = parts.collect::<Result<Vec<_>>>()?;
                List::pair(parts).map(Value::List).ok_or_else(crate::value::too_deep)
            }
            Value::Sum(sum) => {
                let negative = sum.neg(&mut self.worker)?;
                Ok(self.sum_value(negative))
            }
            other => {
                let id = self.id(other)?;
                let negative = self.worker.neg(id)?;
                Ok(self.simplified(negative))
            }
        }
    }

    /// The value as a sum that is simplified only when that is needed.
    pub(crate) fn sum(&mut self, value: &Value) -> Result<FormalSum> {
        match value {
            Value::Sum(sum) => Ok(sum.clone()),
            Value::Positions(positions) => self.sum_of(positions),
            other => {
                let id = self.id(other)?;
                Ok(FormalSum::of(&mut self.worker, &[id])?)
            }
        }
    }

    fn sum_value(&mut self, sum: FormalSum) -> Value {
        match sum.as_single() {
            Some(id) => self.simplified(id),
            None => Value::Sum(sum),
        }
    }

    /// ±value; of a set or a list, the game with these Left options.
    pub(crate) fn plus_minus(&mut self, value: &Value) -> Answer {
        if matches!(
            value,
            Value::Loopy(_) | Value::Part(_) | Value::MixedSet(_) | Value::LoopyNimber(_)
        ) {
            return self.loopy_switch(value);
        }
        let options = self.options(std::slice::from_ref(value))?;
        let id = self.worker.plus_minus(&options)?;
        Ok(self.simplified(id))
    }

    pub(crate) fn add(&mut self, left: &Value, right: &Value) -> Answer {
        if let (Value::Number(a), Value::Number(b)) = (left, right) {
            self.number_of_bits(a, b, a.is_dyadic() && b.is_dyadic())?;
            return Ok(Value::Number(a + b));
        }
        if let (Value::Text(a), Value::Text(b)) = (left, right) {
            return self.repeated(&[a, b], 1);
        }
        if let (Value::List(a), Value::List(b)) = (left, right)
            && a.is_pair()
            && b.is_pair()
            && a.items().len() == b.items().len()
        {
            // Places on a board, and the way between them.
            let both = a.items().iter().zip(b.items());
            let sums = both.map(|(x, y)| self.add(x, y)).collect::<Result<Vec<_>>>()?;
            return List::pair(sums).map(Value::List).ok_or_else(crate::value::too_deep);
        }
        if matches!(left, Value::Misere(_)) || matches!(right, Value::Misere(_)) {
            let (g, h) = (self.misere_form(left)?, self.misere_form(right)?);
            return Ok(Value::Misere(self.misere.add(g, h)?));
        }
        if let Some(universe) = self.universe_of(left, right)? {
            return self.misere_sum(universe, left, right);
        }
        if let Some(sum) = self.root_operation(left, right, Number::sum)? {
            return Ok(sum);
        }
        if let Some(sum) = self.surreal_operation(left, right, Surreal::sum)? {
            return Ok(sum);
        }
        if matches!(left, Value::Nimber(_)) || matches!(right, Value::Nimber(_)) {
            let Some((a, b)) = self.nimbers(left, right)? else {
                let other = if matches!(left, Value::Nimber(_)) { right } else { left };
                return Err(mismatch("only nimbers are added to a transfinite nimber", other));
            };
            return self.nimber_value(&a.sum(&b));
        }
        if let Some(sum) = self.loopy_nimber_sum(left, right)? {
            return Ok(sum);
        }
        let loopy = |value: &Value| {
            matches!(value, Value::Loopy(_) | Value::Part(_) | Value::LoopyNimber(_))
        };
        if loopy(left) || loopy(right) {
            return self.loopy_sum(left, right);
        }
        let special = |value: &Value| matches!(value, Value::Positions(_) | Value::Surreal(_));
        if special(left) || special(right) {
            return self.join(left, right);
        }
        let (g, h) = (self.sum(left)?, self.sum(right)?);
        let sum = g.plus(&mut self.worker, &h)?;
        Ok(self.sum_value(sum))
    }

    /// These texts one after the other, `count` times.
    fn repeated(&mut self, texts: &[&String], count: usize) -> Answer {
        let length: usize = texts.iter().map(|text| text.len()).sum();
        let length = length.checked_mul(count).filter(|&length| length <= MOST_BYTES);
        let Some(length) = length else {
            return Err(Fail::Limit(format!(
                "a text is too long: the limit is {MOST_BYTES} bytes"
            )));
        };
        self.tick(length as u64)?;
        self.pay_bytes(length as u64)?;
        let mut text = String::with_capacity(length);
        for _ in 0..count {
            text.extend(texts.iter().map(|text| text.as_str()));
        }
        Ok(Value::Text(text))
    }

    fn multiply(&mut self, left: &Value, right: &Value) -> Answer {
        if let (Value::Text(text), Value::Number(count))
        | (Value::Number(count), Value::Text(text)) = (left, right)
        {
            let whole = count.is_integer().then(|| count.numer());
            let Some(count) = whole.filter(|count| !count.is_negative()) else {
                let message = format!("a text cannot be repeated {count} times");
                return Err(Fail::mismatch(message).with_help("\"xo\" * 3 is \"xoxoxo\""));
            };
            let count = count.to_usize().unwrap_or(usize::MAX);
            return self.repeated(&[text], count);
        }
        if let Some(product) = self.root_operation(left, right, Number::product)? {
            return Ok(product);
        }
        if let Some(product) = self.surreal_operation(left, right, Surreal::product)? {
            return Ok(product);
        }
        if !matches!(left, Value::Number(_))
            && !matches!(right, Value::Number(_))
            && let Some((a, b)) = self.nimbers(left, right)?
        {
            let product = a.product(&b, self.budget)?;
            return self.nimber_value(&product);
        }
        if let (Value::Number(n), nimber @ Value::Nimber(_))
        | (nimber @ Value::Nimber(_), Value::Number(n)) = (left, right)
        {
            // Copies of a nimber cancel in pairs.
            if !n.is_integer() {
                return Err(Fail::mismatch(format!(
                    "only an integer multiplies a nimber, not {n}"
                ))
                .with_help("the nim product is that of two nimbers: *8 * *16"));
            }
            let odd = n.numer().bit(0);
            return Ok(if odd { nimber.clone() } else { Value::Number(Rational::default()) });
        }
        if let (Value::Number(n), Value::Loopy(value)) | (Value::Loopy(value), Value::Number(n)) =
            (left, right)
            && n.is_integer()
        {
            return self.loopy_copies(value, &n.numer());
        }
        match (left, right) {
            (Value::Number(n), Value::Misere(form)) | (Value::Misere(form), Value::Number(n))
                if n.is_integer() =>
            {
                self.misere_copies(*form, &n.numer())
            }
            (Value::Number(a), Value::Number(b)) => {
                self.number_of_bits(a, b, a.is_dyadic() && b.is_dyadic())?;
                Ok(Value::Number(a * b))
            }
            (Value::Number(n), Value::Positions(sum))
            | (Value::Positions(sum), Value::Number(n))
                if n.is_integer() =>
            {
                self.copies(sum, &n.numer())
            }
            (Value::Number(n), game) | (game, Value::Number(n)) => {
                let sum = self.sum(game)?;
                if !n.is_integer() {
                    return Err(Fail::mismatch(format!(
                        "only an integer multiplies a game, not {n}"
                    ))
                    .with_help("g.NortonProduct(u) and g.ConwayProduct(h) are other products"));
                }
                let multiple = sum.multiple(&mut self.worker, &n.numer())?;
                Ok(self.sum_value(multiple))
            }
            (left, right) => {
                self.id(left)?;
                self.id(right)?;
                let help =
                    "there are g.ConwayProduct(h), g.NortonProduct(h) and g.OrdinalProduct(h)";
                Err(Fail::mismatch(
                    "two games have no product `*`; an integer times a game is a sum of copies",
                )
                .with_help(help))
            }
        }
    }

    fn divide(&mut self, left: &Value, right: &Value) -> Answer {
        if let Value::Number(zero) = right
            && zero.is_zero()
            && Self::written_number(left).is_some()
        {
            return match self.sign_of_number(left, "what is divided")? {
                0 => Err(Fail::undefined("division by zero: 0/0 has no value")),
                sign => Ok(Value::Infinity { negative: sign < 0 }),
            };
        }
        if let Some(quotient) = self.root_operation(left, right, Number::quotient)? {
            return Ok(quotient);
        }
        if let Some(quotient) = self.surreal_operation(left, right, Surreal::quotient)? {
            return Ok(quotient);
        }
        if let Some((a, b)) = self.nimbers(left, right)? {
            let (Some(a), Some(b)) = (a.to_finite(), b.to_finite()) else {
                return Err(Fail::Unsupported(
                    "quotients of transfinite nimbers are not supported yet".to_owned(),
                ));
            };
            let quotient = a.quotient(&b).ok_or_else(|| Fail::undefined("division by zero"))?;
            return self.nimber_value(&TransfiniteNimber::from(&quotient));
        }
        let a = self.number(left, "what is divided")?;
        let b = self.number(right, "what divides")?;
        self.number_of_bits(&a, &b, is_power_of_two(b.numer().magnitude()))?;
        a.checked_div(&b).map(Value::Number).ok_or_else(|| Fail::undefined("division by zero"))
    }

    /// A limit for what two numbers make, and the steps that it costs: `dyadic` if it is reduced
    /// by halving alone.
    fn number_of_bits(&mut self, a: &Rational, b: &Rational, dyadic: bool) -> Result {
        let bits = a.bits() + b.bits();
        let limit = if dyadic { MOST_BITS } else { MOST_BITS_OF_FRACTION };
        if bits > limit {
            return Err(too_many_bits(bits, limit));
        }
        self.tick(1 + (bits >> 10) * (bits >> 10))
    }

    /// What is left of the division that is rounded towards 0, as that of `Div` is: it has the sign of
    /// what is divided.
    fn remainder(&mut self, left: &Value, right: &Value) -> Answer {
        let a = self.number(left, "what is divided")?;
        let b = self.number(right, "what divides")?;
        self.number_of_bits(&a, &b, is_power_of_two(b.numer().magnitude()))?;
        let quotient = a.checked_div(&b).ok_or_else(|| Fail::undefined("division by zero"))?;
        Ok(Value::Number(&a - &(&b * &Rational::from(quotient.trunc()))))
    }

    fn power(&mut self, left: &Value, right: &Value) -> Answer {
        if let Some(power) = self.root_operation(left, right, Number::power)? {
            return Ok(power);
        }
        if let (Value::Number(base), Value::Number(exponent)) = (left, right)
            && !exponent.is_integer()
        {
            let [base, exponent] = [base, exponent].map(|x| Number::Surreal(Surreal::from(x)));
            return Ok(any_value(base.power(&exponent)?));
        }
        if let Some(power) = self.surreal_operation(left, right, Surreal::power)? {
            return Ok(power);
        }
        if !matches!(left, Value::Number(_) | Value::Form(_))
            && let Some(nimber) = self.as_nimber(left)?
        {
            let exponent = self.integer(right, "an exponent")?;
            return self.nimber_power(&nimber, &exponent);
        }
        if !matches!(left, Value::Number(_) | Value::Form(_)) {
            return Err(Fail::mismatch(format!("only a number has powers, not {}", left.kind()))
                .with_help("powers of up are ^<n> and ^.Pow(n)"));
        }
        let base = self.number(left, "what is raised to a power")?;
        let exponent = self.integer(right, "an exponent")?;
        let size = exponent.magnitude();
        if base.is_zero() && exponent.is_negative() {
            return Err(Fail::undefined("0 has no negative powers"));
        }
        let one = Rational::from(1);
        if base.is_zero() || base == one || base == -&one {
            // These have powers of any size, 0^0 being 1.
            let even = (size % 2_u32).is_zero();
            return Ok(Value::Number(if size.is_zero() || (even && !base.is_zero()) {
                one
            } else {
                base
            }));
        }
        let needed =
            bits_of_power(&base) as u128 * size.to_u64().map_or(u128::from(u64::MAX), u128::from);
        if needed > u128::from(MOST_BITS) {
            return Err(too_many_bits(u64::try_from(needed).unwrap_or(u64::MAX), MOST_BITS));
        }
        let needed = needed as u64;
        self.tick(1 + (needed >> 10) * (needed >> 10))?;
        let exponent_size = size.to_u32().unwrap_or(u32::MAX);
        let (mut top, mut bottom) =
            (base.numer().pow(exponent_size), base.denom().pow(exponent_size));
        if exponent.is_negative() {
            std::mem::swap(&mut top, &mut bottom);
        }
        Rational::new(top, bottom)
            .map(Value::Number)
            .ok_or_else(|| Fail::undefined("division by zero"))
    }
}

/// How many bits each factor adds to a power of the number, at most.
fn bits_of_power(number: &Rational) -> u64 {
    let of = |n: &BigUint| n.bits() - u64::from(is_power_of_two(n));
    of(number.numer().magnitude()) + of(number.denom().magnitude())
}

fn is_power_of_two(n: &BigUint) -> bool {
    n.trailing_zeros().is_some_and(|k| k + 1 == n.bits())
}

fn too_many_bits(bits: u64, limit: u64) -> Fail {
    Fail::Limit(format!("a number of about {bits} bits is too large: the limit is {limit} bits"))
}
