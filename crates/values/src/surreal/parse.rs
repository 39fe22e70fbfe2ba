//! Reading numbers, ordinals and stalks.

use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use upstar_core::{Budget, Player};

use super::cut::{Member, simplest_in_cut};
use super::stalk::{Piece, Stalk};
use super::{NormalForm, Number, Ordinal, Surreal};
use crate::reader::Reader;
use crate::{Error, Result};

const OPERAND: &str = "expected a number, ω or an opening bracket";

impl FromStr for Surreal {
    type Err = Error;

    /// Reads an expression: whole numbers, `ω` (also `omega`, `w`), `+ - * × / ^`, parentheses,
    /// `sqrt(x)`, `{a,b|c}` and `{0,1,2,...|}`.
    fn from_str(text: &str) -> Result<Self> {
        Surreal::parse(text, &Budget::unlimited())
    }
}

impl Surreal {
    /// Reads an expression as [`Surreal::from_str`] does, within a budget.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] with the place, and the errors of evaluation.
    pub fn parse(text: &str, budget: &Budget) -> Result<Self> {
        let mut parser = Reader::new(text, budget);
        let number = parser.sum(&Surreals)?;
        parser.end("expected the end or an operator")?;
        Ok(number)
    }
}

impl Number {
    /// Reads an expression as [`Surreal::parse`] does; roots may be irrational.
    ///
    /// # Errors
    ///
    /// As [`Surreal::parse`].
    pub fn parse(text: &str, budget: &Budget) -> Result<Self> {
        let mut parser = Reader::new(text, budget);
        let number = parser.sum(&Numbers)?;
        parser.end("expected the end or an operator")?;
        Ok(number)
    }
}

impl FromStr for NormalForm {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let number: Surreal = text.parse()?;
        number.to_normal_form().ok_or_else(|| {
            Error::infinite(format!("the number of terms of the normal form of {number}"))
        })
    }
}

impl Ordinal {
    /// Reads an expression in *ordinary* ordinal arithmetic: `1+omega` is ω, `2*omega` is ω, and
    /// powers are repeated products.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] with the place; [`Error::OverLimit`].
    pub fn parse_ordinary(text: &str) -> Result<Self> {
        let budget = Budget::unlimited();
        let mut parser = Reader::new(text, &budget);
        let ordinal = parser.sum(&Ordinals)?;
        parser.end("expected the end or an operator")?;
        Ok(ordinal)
    }
}

impl FromStr for Ordinal {
    type Err = Error;

    /// Reads an expression in natural arithmetic, that of the surreal numbers.
    fn from_str(text: &str) -> Result<Self> {
        text.parse::<NormalForm>()?.try_into()
    }
}

impl FromStr for Stalk {
    type Err = Error;

    /// Reads `L` and `R`, groups in parentheses, and exponents: `LLR(LRR)^w`, `L^w R^(w^2)`. The
    /// empty stalk is `0` or nothing.
    fn from_str(text: &str) -> Result<Self> {
        let budget = Budget::unlimited();
        let mut parser = Reader::new(text, &budget);
        if matches!(text.trim(), "" | "0") {
            return Ok(Stalk::empty());
        }
        let pieces = parser.word()?;
        parser.end("expected the end or an operator")?;
        Ok(Stalk::from_pieces(pieces))
    }
}

/// The meaning of the operators.
trait Arithmetic {
    type Number: Clone;
    fn of(&self, number: NormalForm, parser: &Reader<'_>) -> Result<Self::Number>;
    fn add(&self, a: &Self::Number, b: &Self::Number) -> Result<Self::Number>;
    fn subtract(&self, a: &Self::Number, b: &Self::Number) -> Result<Self::Number>;
    fn multiply(&self, a: &Self::Number, b: &Self::Number) -> Result<Self::Number>;
    fn divide(&self, a: &Self::Number, b: &Self::Number) -> Result<Self::Number>;
    fn power(&self, a: &Self::Number, b: &Self::Number) -> Result<Self::Number>;
    fn negate(&self, a: &Self::Number) -> Result<Self::Number>;
    fn bracket(&self, parser: &mut Reader<'_>) -> Result<Option<Self::Number>>;
}

struct Surreals;

impl Arithmetic for Surreals {
    type Number = Surreal;
    fn of(&self, number: NormalForm, _: &Reader<'_>) -> Result<Surreal> {
        Ok(number.into())
    }
    fn add(&self, a: &Surreal, b: &Surreal) -> Result<Surreal> {
        a.sum(b)
    }
    fn subtract(&self, a: &Surreal, b: &Surreal) -> Result<Surreal> {
        a.difference(b)
    }
    fn multiply(&self, a: &Surreal, b: &Surreal) -> Result<Surreal> {
        a.product(b)
    }
    fn divide(&self, a: &Surreal, b: &Surreal) -> Result<Surreal> {
        a.quotient(b)
    }
    fn power(&self, a: &Surreal, b: &Surreal) -> Result<Surreal> {
        a.power(b)
    }
    fn negate(&self, a: &Surreal) -> Result<Surreal> {
        Ok(a.negative())
    }
    fn bracket(&self, parser: &mut Reader<'_>) -> Result<Option<Surreal>> {
        if parser.take(&["sqrt(", "√("]) {
            let inner = parser.sum(self)?;
            parser.expect(")")?;
            return Ok(Some(inner.root(2)?));
        }
        if !parser.take(&["{"]) {
            return Ok(None);
        }
        let left = parser.members("|")?;
        parser.expect("|")?;
        let right = parser.members("}")?;
        parser.expect("}")?;
        Ok(Some(simplest_in_cut(&left, &right, parser.budget)?))
    }
}

/// Surreal numbers, and irrational numbers that roots generate.
struct Numbers;

impl Arithmetic for Numbers {
    type Number = Number;
    fn of(&self, number: NormalForm, _: &Reader<'_>) -> Result<Number> {
        Ok(Number::Surreal(number.into()))
    }
    fn add(&self, a: &Number, b: &Number) -> Result<Number> {
        a.sum(b)
    }
    fn subtract(&self, a: &Number, b: &Number) -> Result<Number> {
        a.difference(b)
    }
    fn multiply(&self, a: &Number, b: &Number) -> Result<Number> {
        a.product(b)
    }
    fn divide(&self, a: &Number, b: &Number) -> Result<Number> {
        a.quotient(b)
    }
    fn power(&self, a: &Number, b: &Number) -> Result<Number> {
        a.power(b)
    }
    fn negate(&self, a: &Number) -> Result<Number> {
        Ok(a.negative())
    }
    fn bracket(&self, parser: &mut Reader<'_>) -> Result<Option<Number>> {
        if parser.take(&["sqrt(", "√("]) {
            let inner = parser.sum(self)?;
            parser.expect(")")?;
            return Ok(Some(inner.square_root()?));
        }
        Ok(Surreals.bracket(parser)?.map(Number::Surreal))
    }
}

struct Ordinals;

impl Arithmetic for Ordinals {
    type Number = Ordinal;
    fn of(&self, number: NormalForm, _: &Reader<'_>) -> Result<Ordinal> {
        number.try_into()
    }
    fn add(&self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
        Ok(a.ordinary_sum(b))
    }
    fn subtract(&self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
        Err(Error::no_such_number(format!("the difference {a}-{b} in ordinal arithmetic")))
    }
    fn multiply(&self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
        Ok(a.ordinary_product(b))
    }
    fn divide(&self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
        Err(Error::no_such_number(format!("the quotient {a}/{b} in ordinal arithmetic")))
    }
    fn power(&self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
        a.ordinary_power(b)
    }
    fn negate(&self, a: &Ordinal) -> Result<Ordinal> {
        Err(Error::no_such_number(format!("-{a} in ordinal arithmetic")))
    }
    fn bracket(&self, _: &mut Reader<'_>) -> Result<Option<Ordinal>> {
        Ok(None)
    }
}

impl Reader<'_> {
    fn sum<A: Arithmetic>(&mut self, arithmetic: &A) -> Result<A::Number> {
        let mut sum = self.product(arithmetic)?;
        loop {
            if self.take(&["+"]) {
                sum = arithmetic.add(&sum, &self.product(arithmetic)?)?;
            } else if self.take(&["-", "−"]) {
                sum = arithmetic.subtract(&sum, &self.product(arithmetic)?)?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn product<A: Arithmetic>(&mut self, arithmetic: &A) -> Result<A::Number> {
        let mut product = self.signed(arithmetic)?;
        loop {
            if self.take(&["*", "×"]) {
                product = arithmetic.multiply(&product, &self.signed(arithmetic)?)?;
            } else if self.take(&["/"]) {
                product = arithmetic.divide(&product, &self.signed(arithmetic)?)?;
            } else {
                return Ok(product);
            }
        }
    }

    fn signed<A: Arithmetic>(&mut self, arithmetic: &A) -> Result<A::Number> {
        if self.take(&["-", "−"]) {
            let inner = self.nested(|parser| parser.signed(arithmetic))?;
            return arithmetic.negate(&inner);
        }
        if self.take(&["+"]) {
            return self.nested(|parser| parser.signed(arithmetic));
        }
        self.power(arithmetic)
    }

    fn power<A: Arithmetic>(&mut self, arithmetic: &A) -> Result<A::Number> {
        let base = self.atom(arithmetic)?;
        if self.take(&["^"]) {
            let exponent = self.nested(|parser| parser.signed(arithmetic))?;
            return arithmetic.power(&base, &exponent);
        }
        Ok(base)
    }

    fn atom<A: Arithmetic>(&mut self, arithmetic: &A) -> Result<A::Number> {
        self.skip_space();
        if self.take(&["("]) {
            let inner = self.nested(|parser| parser.sum(arithmetic))?;
            self.expect(")")?;
            return Ok(inner);
        }
        let bracket = self.nested(|parser| arithmetic.bracket(parser))?;
        if let Some(number) = bracket {
            return Ok(number);
        }
        if self.take_omega() {
            return arithmetic.of(NormalForm::omega(), self);
        }
        let number = self.digits::<BigInt>(OPERAND)?;
        let number = arithmetic.of(NormalForm::from(number), self)?;
        // 2ω is 2×ω.
        if self.rest().starts_with(['ω', 'o', 'w']) {
            let omega = self.power(arithmetic)?;
            return arithmetic.multiply(&number, &omega);
        }
        Ok(number)
    }

    fn members(&mut self, end: &str) -> Result<Vec<Member>> {
        let mut members = Vec::new();
        self.skip_space();
        if self.rest().starts_with(end) {
            return Ok(members);
        }
        loop {
            if self.take(&["...", "…"]) {
                let mut last = || match members.pop() {
                    Some(Member::Number(number)) => Some(number),
                    _ => None,
                };
                let (Some(c), Some(b), Some(a)) = (last(), last(), last()) else {
                    return Err(self.error("`...` continues the three numbers before it"));
                };
                members.push(Member::Sequence(Box::new([a, b, c])));
            } else {
                members.push(Member::Number(self.nested(|parser| parser.sum(&Surreals))?));
            }
            if !self.take(&[","]) {
                return Ok(members);
            }
        }
    }

    /// The parts of a stalk.
    fn word(&mut self) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        loop {
            let body = if self.take(&["L"]) {
                vec![Piece::run(Player::Left, Ordinal::one())]
            } else if self.take(&["R"]) {
                vec![Piece::run(Player::Right, Ordinal::one())]
            } else if self.take(&["("]) {
                let body = self.nested(Reader::word)?;
                self.expect(")")?;
                body
            } else if pieces.is_empty() {
                return Err(self.error("expected L, R or `(`"));
            } else {
                return Ok(pieces);
            };
            if !self.take(&["^"]) {
                pieces.extend(body);
                continue;
            }
            let times = if self.take(&["("]) {
                let times = self.nested(|parser| parser.sum(&Ordinals))?;
                self.expect(")")?;
                times
            } else if self.take_omega() {
                Ordinal::omega()
            } else {
                Ordinals.of(NormalForm::from(self.digits::<BigInt>(OPERAND)?), self)?
            };
            match &body[..] {
                [Piece::Run(run)] => {
                    pieces.push(Piece::run(run.player, run.length.ordinary_product(&times)));
                }
                _ => pieces.push(Piece::Repeat { body, times }),
            }
        }
    }
}

impl Ordinal {
    /// The ordinary power, for a base ω or a finite exponent.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] for other powers, [`Error::OverLimit`].
    pub fn ordinary_power(&self, exponent: &Ordinal) -> Result<Ordinal> {
        if exponent.is_zero() {
            return Ok(Ordinal::one());
        }
        if let [term] = self.as_normal_form().terms()
            && term.coefficient == BigRational::from(BigInt::from(1))
        {
            let base = Ordinal::try_from(term.exponent.clone())?;
            return base.ordinary_product(exponent).omega_power();
        }
        let Some(count) = exponent.to_u64() else {
            return Err(Error::no_such_number(format!("the ordinary power ({self})^({exponent})")));
        };
        if let Some(finite) = self.to_biguint() {
            let power = NormalForm::from(BigInt::from(finite)).power(count)?;
            return Ordinal::try_from(power);
        }
        if count > 1000 {
            return Err(Error::over_limit("the exponent of an ordinary power", "1000"));
        }
        let mut power = Ordinal::one();
        for _ in 0..count {
            power = power.ordinary_product(self);
            if power.as_normal_form().terms().len() > NormalForm::MAX_TERMS {
                return Err(Error::over_limit("the power", "2^20 terms"));
            }
        }
        Ok(power)
    }
}
