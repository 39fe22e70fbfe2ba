//! Positions in misère play: their simplest forms.

use upstar_core::Budget;
use upstar_misere::{Form, Worker};
use upstar_values::Rational;

use crate::algebra::Algebra;
use crate::algebra::{Of, kind_of};
use crate::search::{Search, Stop, Use};
use crate::{Engine, Result, RuleError, Ruleset, Sum, Summand};

impl Engine<'_> {
    /// The simplest form of a position under misère play, in the store of [`Engine::forms`].
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for partizan and loopy rulesets and such with entailing moves;
    /// a used-up budget.
    pub fn misere_form<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<Form> {
        let class = rules.class();
        if !class.is_impartial() || class.loopy || class.entailing {
            let kind = match (class.is_impartial(), class.loopy) {
                (false, _) => "partizan",
                (true, true) => "loopy",
                (true, false) => "one with entailing moves",
            };
            return Err(RuleError::NotApplicable(format!(
                "a position of {} has no genus and no misère form: the game is {kind}",
                rules.name()
            )));
        }
        let table = self.table::<Of<R, Misere<'static>>, _, _>(kind_of(rules));
        let algebra = Misere { worker: self.forms().worker(budget) };
        // Theorems tell of values in normal play.
        let components = self.settings().components && rules.parts_in_misere();
        let uses = Use { components, theorems: false, ..self.uses() };
        let found = Search::new(rules, algebra, &table, uses, budget.ticker()).value(position);
        found.map_err(|stop| match stop {
            Stop::Failed(error) => error,
            Stop::Overtaken => unreachable!("there is one thread"),
        })
    }
}

impl Sum {
    /// The simplest form under misère play, of a sum of positions of impartial games whose play
    /// ends and of nimbers.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for other sums; a used-up budget.
    pub fn misere_form(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Form> {
        let mut worker = engine.forms().worker(budget);
        let mut sum = Form::ZERO;
        for term in self.summands() {
            let form = match term {
                Summand::Position(game) => game.misere_form(engine, budget)?,
                Summand::Value(id) => {
                    let nimber = engine.universe().worker(budget).as_nimber(*id);
                    nimber.and_then(Form::of_heap).ok_or_else(|| {
                        RuleError::NotApplicable(
                            "only impartial games have misère forms, and this summand is not \
                             impartial"
                                .to_owned(),
                        )
                    })?
                }
                Summand::Number(number) => {
                    return Err(RuleError::NotApplicable(format!(
                        "only impartial games have misère forms, and {number} is none"
                    )));
                }
            };
            sum = worker.add(sum, form)?;
        }
        Ok(sum)
    }
}

/// The algebra of misère forms.
struct Misere<'f> {
    worker: Worker<'f>,
}

impl Algebra for Misere<'_> {
    type Value = Form;

    fn zero(&self) -> Form {
        Form::ZERO
    }

    fn add(&mut self, a: Form, b: Form) -> Result<Form> {
        Ok(self.worker.add(a, b)?)
    }

    /// Impartial games are their own negatives.
    fn negate(&mut self, a: Form) -> Result<Form> {
        Ok(a)
    }

    fn make(&mut self, left: &[Form], _: &[Form]) -> Result<Form> {
        Ok(self.worker.make(left)?)
    }

    fn nimber(&mut self, n: u32) -> Result<Form> {
        Ok(self.worker.heap(n)?)
    }

    fn number(&mut self, _: &Rational) -> Result<Option<Form>> {
        Ok(None)
    }
}

impl From<upstar_misere::Error> for RuleError {
    fn from(error: upstar_misere::Error) -> Self {
        match error {
            upstar_misere::Error::Exhausted(exhausted) => RuleError::Exhausted(exhausted),
            other => RuleError::Misere(other),
        }
    }
}
