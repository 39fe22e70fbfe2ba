//! Relations, and when values are the same.

use upstar_values::Relation;

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::kinds::Kind;
use crate::lexer;
use crate::value::{Answer, Value, mismatch};

impl Calculator<'_> {
    pub(crate) fn relation(
        &mut self,
        relation: lexer::Relation,
        left: &Value,
        right: &Value,
    ) -> Answer {
        use lexer::Relation as Written;
        let game = |value: &Value| {
            matches!(
                value,
                Value::Number(_)
                    | Value::Game(_)
                    | Value::Sum(_)
                    | Value::Form(_)
                    | Value::Positions(_)
            )
        };
        let written = |value: &Value| matches!(value, Value::Form(_) | Value::Positions(_));
        if relation == Written::Identical
            && (written(left) || written(right))
            && game(left)
            && game(right)
        {
            let (g, h) = (self.form(left)?, self.form(right)?);
            return Ok(Value::Boolean(g.is_same(&mut self.worker, &h)?));
        }
        if let Some(equal) = self.same(left, right)? {
            return match relation {
                Written::Equal | Written::Identical => Ok(Value::Boolean(equal)),
                Written::NotEqual => Ok(Value::Boolean(!equal)),
                _ => Err(mismatch("only games are ordered", left)),
            };
        }
        let found = self.compare(left, right)?;
        Ok(Value::Boolean(match relation {
            // Equal values have the same canonical form.
            Written::Equal | Written::Identical => found == Relation::Equal,
            Written::NotEqual => found != Relation::Equal,
            Written::LessOrEqual => matches!(found, Relation::Less | Relation::Equal),
            Written::GreaterOrEqual => matches!(found, Relation::Greater | Relation::Equal),
            Written::Less => found == Relation::Less,
            Written::Greater => found == Relation::Greater,
            Written::Confused => found == Relation::Confused,
            Written::LessOrConfused => matches!(found, Relation::Less | Relation::Confused),
            Written::GreaterOrConfused => matches!(found, Relation::Greater | Relation::Confused),
        }))
    }

    /// How two games compare.
    pub(crate) fn compare(&mut self, left: &Value, right: &Value) -> Result<Relation> {
        if let (Value::Number(a), Value::Number(b)) = (left, right) {
            return Ok(match a.cmp(b) {
                std::cmp::Ordering::Less => Relation::Less,
                std::cmp::Ordering::Equal => Relation::Equal,
                std::cmp::Ordering::Greater => Relation::Greater,
            });
        }
        let side = |value: &Value| match value {
            Value::Infinity { negative } => Some(if *negative { -1 } else { 1 }),
            _ => None,
        };
        if let (a, b) = (side(left), side(right))
            && a.or(b).is_some()
        {
            for (value, side) in [(left, a), (right, b)] {
                if side.is_none() {
                    self.sign_of_number(value, "what is compared with inf")?;
                }
            }
            return Ok(match a.unwrap_or(0).cmp(&b.unwrap_or(0)) {
                std::cmp::Ordering::Less => Relation::Less,
                std::cmp::Ordering::Equal => Relation::Equal,
                std::cmp::Ordering::Greater => Relation::Greater,
            });
        }
        if let (Value::PartizanMisere(a), Value::PartizanMisere(b)) = (left, right)
            && self.same_misere(a, b)?
        {
            return Ok(Relation::Equal);
        }
        if let Some(universe) = self.universe_of(left, right)? {
            return self.misere_relation(universe, left, right);
        }
        let loopy = |value: &Value| matches!(value, Value::Loopy(_) | Value::LoopyNimber(_));
        if loopy(left) || loopy(right) {
            let (g, h) = (self.loopy(left)?, self.loopy(right)?);
            return Ok(g.compare(&h, &mut self.worker)?);
        }
        if let Some(found) = self.compare_infinite(left, right)? {
            return Ok(found);
        }
        if let (Value::Game(g), Value::Game(h)) = (left, right) {
            return Ok(self.worker.compare(*g, *h)?);
        }
        let (g, h) = (self.sum(left)?, self.sum(right)?);
        Ok(g.compare(&mut self.worker, &h)?)
    }

    /// Whether two values are the same; values of kinds that do not compare are not.
    pub(crate) fn equal(&mut self, left: &Value, right: &Value) -> Result<bool> {
        if let Some(same) = self.same(left, right)? {
            return Ok(same);
        }
        match self.compare(left, right) {
            Ok(found) => Ok(found == Relation::Equal),
            Err(Fail::Mismatch(..)) if left.kind() != right.kind() => Ok(false),
            Err(fail) => Err(fail),
        }
    }

    /// Whether two values that are not games are the same; `None` for games.
    fn same(&mut self, left: &Value, right: &Value) -> Result<Option<bool>> {
        Ok(Some(match (left, right) {
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Player(a), Value::Player(b)) => a == b,
            (Value::Outcome(a), Value::Outcome(b)) => a == b,
            (Value::Relation(a), Value::Relation(b)) => a == b,
            (Value::Thermograph(a), Value::Thermograph(b)) => a == b,
            (Value::Trajectory(a), Value::Trajectory(b)) => a == b,
            (Value::Set(a), Value::Set(b)) => a == b,
            (Value::Set(_), Value::MixedSet(_)) | (Value::MixedSet(_), Value::Set(_)) => false,
            (Value::MixedSet(a), Value::MixedSet(b)) => {
                if a.len() != b.len() {
                    return Ok(Some(false));
                }
                for a in a {
                    let mut found = false;
                    for b in b {
                        found = found || self.equal(a, b)?;
                    }
                    if !found {
                        return Ok(Some(false));
                    }
                }
                true
            }
            (Value::Map(a), Value::Map(b)) => self.same_maps(a, b)?,
            (Value::Entry(a), Value::Entry(b)) => {
                self.equal(a.key(), b.key())? && self.equal(a.value(), b.value())?
            }
            (Value::List(a), Value::List(b)) => {
                if a.items().len() != b.items().len() || a.is_pair() != b.is_pair() {
                    return Ok(Some(false));
                }
                for (a, b) in a.items().iter().zip(b.items()) {
                    if !self.equal(a, b)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            (Value::Genus(a), Value::Genus(b)) => a == b,
            (Value::Quotient(a), Value::Quotient(b)) => a.monoid() == b.monoid(),
            // All are the integers; they are the same with the same weights and outcomes.
            (Value::Weights(a), Value::Weights(b)) => a.text() == b.text(),
            (Value::Weights(_), Value::Quotient(_)) | (Value::Quotient(_), Value::Weights(_)) => {
                false
            }
            (Value::Misere(a), Value::Misere(b)) => a == b,
            (Value::Misere(_), Value::Nothing) | (Value::Nothing, Value::Misere(_)) => false,
            (Value::Misere(_), _) | (_, Value::Misere(_)) => {
                self.misere_form(left)? == self.misere_form(right)?
            }
            (Value::Period(a), Value::Period(b)) => a == b,
            (Value::Graph(a), Value::Graph(b)) => a == b,
            (Value::Nothing, Value::Nothing) => true,
            (Value::Nothing, _) | (_, Value::Nothing) => false,
            _ => return Ok(None),
        }))
    }

    /// Whether a value is of a kind. A position is of the kinds of what is written, not of those
    /// of its value.
    pub(crate) fn is(&mut self, value: &Value, kind: Kind) -> Result<bool> {
        let short = matches!(value, Value::Game(_) | Value::Sum(_));
        Ok(match kind {
            Kind::Integer => matches!(value, Value::Number(number) if number.is_integer()),
            Kind::DyadicRational => matches!(value, Value::Number(number) if number.is_dyadic()),
            Kind::Rational => matches!(value, Value::Number(_)),
            Kind::SurrealNumber => matches!(value, Value::Number(_) | Value::Surreal(_)),
            Kind::Nimber => match value {
                Value::Number(number) => number.is_zero(),
                Value::Game(id) => self.worker.as_nimber(*id).is_some(),
                Value::Nimber(_) => true,
                _ => false,
            },
            Kind::CanonicalShortGame => {
                short || matches!(value, Value::Number(number) if number.is_dyadic())
            }
            Kind::CanonicalStopper => match value {
                Value::Number(number) => number.is_dyadic(),
                Value::Loopy(loopy) => loopy.is_stopper(),
                _ => short,
            },
            Kind::Game => {
                short
                    || matches!(
                        value,
                        Value::Number(_)
                            | Value::Form(_)
                            | Value::Positions(_)
                            | Value::Loopy(_)
                            | Value::LoopyNimber(_)
                            | Value::Surreal(_)
                            | Value::Nimber(_)
                            | Value::Misere(_)
                    )
            }
            Kind::Position => matches!(value, Value::Positions(_)),
            Kind::Ruleset => matches!(value, Value::Ruleset(_)),
            Kind::Boolean => matches!(value, Value::Boolean(_)),
            Kind::String => matches!(value, Value::Text(_)),
            Kind::Zero => matches!(value, Value::Number(number) if number.is_zero()),
            Kind::GeneralizedOrdinal => match value {
                Value::Number(number) => number.is_integer(),
                Value::Surreal(number) => number.to_ordinal().is_some(),
                _ => false,
            },
            Kind::TransfiniteNimber => {
                matches!(value, Value::Nimber(_)) || self.is(value, Kind::Nimber)?
            }
            Kind::Uptimal | Kind::Pseudonumber => {
                let method = if kind == Kind::Uptimal { "IsUptimal" } else { "IsPseudonumber" };
                self.is(value, Kind::CanonicalStopper)?
                    && matches!(
                        crate::methods::call_method(self, method, value, &[])?,
                        Value::Boolean(true)
                    )
            }
            Kind::StopperSidedValue => {
                self.is(value, Kind::CanonicalStopper)?
                    || matches!(value, Value::Loopy(_) | Value::LoopyNimber(_))
                        && matches!(
                            crate::methods::call_method(self, "IsStopperSided", value, &[])?,
                            Value::Boolean(true)
                        )
            }
            Kind::SidedValue => {
                matches!(value, Value::Loopy(_) | Value::LoopyNimber(_))
                    || self.is(value, Kind::CanonicalStopper)?
            }
            Kind::MisereCanonicalGame => matches!(value, Value::Misere(_)),
            Kind::Collection => matches!(
                value,
                Value::List(_)
                    | Value::Table(_)
                    | Value::Set(_)
                    | Value::MixedSet(_)
                    | Value::Map(_)
            ),
            Kind::Map => matches!(value, Value::Map(_)),
            Kind::MapEntry => matches!(value, Value::Entry(_)),
            Kind::Coordinates => matches!(value, Value::List(list) if list.is_pair()),
            Kind::Graph => matches!(value, Value::Graph(_)),
            Kind::OutcomeClass => matches!(value, Value::Outcome(_)),
            Kind::Thermograph => matches!(value, Value::Thermograph(_)),
            Kind::List => matches!(value, Value::List(_) | Value::Table(_)),
            Kind::Set => matches!(value, Value::Set(_) | Value::MixedSet(_)),
            Kind::Function => matches!(value, Value::Function(_)),
            Kind::Player => matches!(value, Value::Player(_)),
            Kind::Nothing => matches!(value, Value::Nothing),
        })
    }
}
