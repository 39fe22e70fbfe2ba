//! One thread's access to a store of forms.

use std::sync::{MutexGuard, PoisonError};

use upstar_core::{Budget, Outcome, Ticker};

use crate::store::Store;
use crate::{Error, Form, Forms, Genus, Result};

/// One thread's access to [`Forms`]: all operations on misère forms, under a [`Budget`].
///
/// A step is an option that was examined. The worker may be used again after an error. A name from
/// another store gives a wrong answer or a panic.
#[derive(Debug)]
pub struct Worker<'f> {
    forms: &'f Forms,
    ticker: Ticker,
}

/// The store during an operation.
pub(crate) struct Open<'a> {
    pub(crate) store: MutexGuard<'a, Store>,
    pub(crate) ticker: &'a mut Ticker,
}

impl<'f> Worker<'f> {
    pub(crate) fn new(forms: &'f Forms, budget: &Budget) -> Self {
        Worker { forms, ticker: budget.ticker() }
    }

    pub(crate) fn open(&mut self) -> Open<'_> {
        // Interned data are complete even if another thread panicked during a step.
        let store = self.forms.store.lock().unwrap_or_else(PoisonError::into_inner);
        Open { store, ticker: &mut self.ticker }
    }

    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.forms.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store whose forms this worker handles.
    #[must_use]
    pub fn forms(&self) -> &'f Forms {
        self.forms
    }

    /// The nim heap of this size.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] beyond [`Form::MOST`].
    pub fn heap(&self, size: u32) -> Result<Form> {
        Form::of_heap(size).ok_or(Error::TooLarge("a misère nim heap has less than 2^31"))
    }

    /// The game with these options, in simplest form.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn make(&mut self, options: &[Form]) -> Result<Form> {
        let mut options = options.to_vec();
        let open = self.open();
        let Open { mut store, ticker } = open;
        store.make(&mut options, ticker)
    }

    /// The options of the simplest form, from the last to be printed to the first: by birthday of
    /// the even part, then by comparison of the even parts, even options before odd ones.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn options(&mut self, form: Form) -> Result<Vec<Form>> {
        let mut open = self.open();
        let mut options = open.listed(form)?;
        open.sort(&mut options)?;
        Ok(options)
    }

    /// The largest number of moves that can be made.
    #[must_use]
    pub fn birthday(&self, form: Form) -> u32 {
        self.store().birthday(form)
    }

    /// The genus.
    #[must_use]
    pub fn genus(&self, form: Form) -> Genus {
        self.store().genus(form)
    }

    /// The nim value in normal play.
    #[must_use]
    pub fn nim_value(&self, form: Form) -> u32 {
        self.store().nim_values(form).0
    }

    /// The nim value in misère play.
    #[must_use]
    pub fn misere_nim_value(&self, form: Form) -> u32 {
        self.store().nim_values(form).1
    }

    /// The outcome in misère play.
    #[must_use]
    pub fn outcome(&self, form: Form) -> Outcome {
        if self.misere_nim_value(form) == 0 { Outcome::P } else { Outcome::N }
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn add(&mut self, g: Form, h: Form) -> Result<Form> {
        self.open().add(g, h)
    }

    /// The mate: the game with 0 and 1 exchanged among its positions. The player to move always
    /// loses the sum of a game and its mate.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn mate(&mut self, form: Form) -> Result<Form> {
        self.open().mate(form)
    }

    /// The positions of the simplest form, itself included, in the order of
    /// [`Worker::options`].
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn followers(&mut self, form: Form) -> Result<Vec<Form>> {
        let mut open = self.open();
        let mut followers = open.store.followers(form, open.ticker)?;
        open.sort(&mut followers)?;
        Ok(followers)
    }

    /// The number of positions of the simplest form, itself included.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn follower_count(&mut self, form: Form) -> Result<usize> {
        if let Some(n) = form.heap() {
            return Ok(n as usize + 1);
        }
        let Open { store, ticker } = self.open();
        Ok(store.followers(form, ticker)?.len())
    }
}

/// The largest number of options of a form that are listed one by one.
const MOST_LISTED: usize = 1 << 24;

impl Open<'_> {
    /// The options, if there are few enough to list.
    pub(crate) fn listed(&mut self, form: Form) -> Result<Vec<Form>> {
        let count = self.store.count(form);
        self.ticker.tick(count as u64)?;
        if count > MOST_LISTED {
            return Err(Error::TooLarge("a misère form of more than 2^24 options is too large"));
        }
        Ok(self.store.options(form))
    }

    pub(crate) fn make(&mut self, options: &mut Vec<Form>) -> Result<Form> {
        self.store.make(options, self.ticker)
    }
}
