//! Impartial games in misère play.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use upstar_misere::{Error, Form};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Genus, Value, mismatch};

/// Copies of a misère form that are added up.
const MOST_COPIES: usize = 10_000;

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        match error {
            Error::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            Error::TooLarge(message) => Fail::Limit(message.to_owned()),
            Error::Parse { expected, .. } => Fail::undefined(expected),
            other => Fail::undefined(other.to_string()),
        }
    }
}

impl Calculator<'_> {
    /// The form that an impartial game has in misère play: of a position the simplest form, of a
    /// nimber the nim heap.
    pub(crate) fn misere_form(&mut self, value: &Value) -> Result<Form> {
        match value {
            Value::Misere(form) => Ok(*form),
            Value::Positions(positions) => Ok(self.solver.misere_form(positions, self.budget)?),
            Value::Game(_) | Value::Number(_) | Value::Sum(_) => {
                let id = self.id(value)?;
                let nimber = self.worker.as_nimber(id);
                nimber.and_then(Form::of_heap).ok_or_else(|| no_form(value))
            }
            other => Err(no_form(other)),
        }
    }

    /// `*[4,2]`: the game with these options, or the one item that there is. Integers are nim
    /// heaps, and lists are games with the options that they list.
    pub(crate) fn misere_list(&mut self, list: &Value) -> Answer {
        match list {
            Value::List(list) if list.items().len() == 1 => self.misere_option(&list.items()[0]),
            list => self.misere_option(list),
        }
        .map(Value::Misere)
    }

    fn misere_option(&mut self, item: &Value) -> Result<Form> {
        self.tick(1)?;
        match item {
            Value::Number(size) if size.is_integer() && !size.numer().is_negative() => {
                let heap = size.numer().to_u32().and_then(Form::of_heap);
                heap.ok_or_else(|| {
                    Fail::Limit(format!("a misère nim heap has at most {}", Form::MOST))
                })
            }
            // Lists are nested less deep than the stack allows.
            Value::List(list) if !list.is_pair() => {
                let mut options = Vec::with_capacity(list.items().len());
                for item in list.items() {
                    options.push(self.misere_option(item)?);
                }
                Ok(self.misere.make(&options)?)
            }
            Value::Number(_) => Err(mismatch(
                "an option of a misère form is the size of a nim heap, a list of options or a game",
                item,
            )),
            other => self.misere_form(other),
        }
    }

    /// The sum of that many copies.
    pub(crate) fn misere_copies(&mut self, form: Form, count: &BigInt) -> Answer {
        let count = count.magnitude().to_usize().filter(|&count| count <= MOST_COPIES);
        let count = count.ok_or_else(|| {
            Fail::Limit(format!("at most {MOST_COPIES} copies of a misère form are added up"))
        })?;
        let mut sum = Form::ZERO;
        for _ in 0..count {
            sum = self.misere.add(sum, form)?;
        }
        Ok(Value::Misere(sum))
    }

    /// The genus of a game.
    pub(crate) fn genus(&mut self, form: Form) -> Answer {
        let values = self.misere.genus(form);
        let text = self.misere.short_genus(form)?;
        Ok(Value::Genus(Arc::new(Genus { values, text })))
    }
}

fn no_form(value: &Value) -> Fail {
    let (what, help) = match value {
        Value::Game(_) | Value::Sum(_) | Value::Number(_) => (
            "only impartial games have a misère form, and this game is not a nimber".to_owned(),
            "of a position of a partizan game: g.ImpartialVariant",
        ),
        other => (
            format!("expected an impartial game, found {}", other.kind()),
            "a misère form is written *[2], *[[2],1] or kayles(5).MisereCanonicalForm",
        ),
    };
    Fail::mismatch(what).with_help(help)
}
