//! Positions in misère play: their simplest forms.

use std::collections::HashMap;

use upstar_core::Budget;
use upstar_misere::{Form, Worker};
use upstar_values::Rational;

use crate::algebra::Algebra;
use crate::algebra::{Of, kind_of};
use crate::search::{Search, Stop};
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
        let uses = self.uses().in_misere(rules);
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

/// The algebra of small misère forms. Other positions have none, and neither have those from which
/// play can reach them.
pub(crate) struct SmallForms<'f> {
    worker: Worker<'f>,
    sizes: HashMap<Form, u32>,
}

/// A form with more positions is not small.
const MOST_POSITIONS: u32 = 200;

impl<'f> SmallForms<'f> {
    pub(crate) fn new(worker: Worker<'f>) -> Self {
        SmallForms { worker, sizes: HashMap::new() }
    }

    /// The number of positions of a form.
    pub(crate) fn size(&mut self, form: Form) -> Result<u32> {
        if let Some(size) = form.heap() {
            return Ok(size.saturating_add(1));
        }
        if let Some(&size) = self.sizes.get(&form) {
            return Ok(size);
        }
        let size = u32::try_from(self.worker.follower_count(form)?).unwrap_or(u32::MAX);
        self.sizes.insert(form, size);
        Ok(size)
    }

    /// The sum of two forms, if no form has more positions than small ones.
    pub(crate) fn sum(&mut self, a: Form, b: Form) -> Result<Option<Form>> {
        let is_unit = |form: Form| form.heap().is_some_and(|size| size < 2);
        if !is_unit(a)
            && !is_unit(b)
            && self.size(a)?.saturating_mul(self.size(b)?) > MOST_POSITIONS
        {
            return Ok(None);
        }
        Ok(Some(self.worker.add(a, b)?))
    }

    pub(crate) fn options(&mut self, form: Form) -> Result<Vec<Form>> {
        Ok(self.worker.options(form)?)
    }

    /// Whether the player to move loses.
    pub(crate) fn is_lost(&self, form: Form) -> bool {
        self.worker.misere_nim_value(form) == 0
    }
}

impl Algebra for SmallForms<'_> {
    type Value = Option<Form>;

    fn zero(&self) -> Option<Form> {
        Some(Form::ZERO)
    }

    fn add(&mut self, a: Option<Form>, b: Option<Form>) -> Result<Option<Form>> {
        match (a, b) {
            (Some(a), Some(b)) => self.sum(a, b),
            _ => Ok(None),
        }
    }

    fn negate(&mut self, a: Option<Form>) -> Result<Option<Form>> {
        Ok(a)
    }

    fn make(&mut self, left: &[Option<Form>], _: &[Option<Form>]) -> Result<Option<Form>> {
        let Some(options) = left.iter().copied().collect::<Option<Vec<Form>>>() else {
            return Ok(None);
        };
        let form = self.worker.make(&options)?;
        Ok((self.size(form)? <= MOST_POSITIONS).then_some(form))
    }

    fn nimber(&mut self, n: u32) -> Result<Option<Form>> {
        Ok(Some(self.worker.heap(n)?))
    }

    fn number(&mut self, _: &Rational) -> Result<Option<Option<Form>>> {
        Ok(None)
    }

    fn endless(&self) -> Option<Option<Form>> {
        Some(None)
    }

    fn is_endless(&self, value: Option<Form>) -> bool {
        value.is_none()
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
