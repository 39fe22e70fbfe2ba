//! The order in which options are printed.

use hashbrown::HashMap;

use crate::worker::Open;
use crate::{Form, Result};

/// The place of each even form among those of its birthday.
pub(crate) type Ranks = HashMap<Form, u32>;

impl Open<'_> {
    /// The ranks of all followers of these forms. Forms with the same birthday compare as their
    /// lists of options do, from the last option to the first.
    pub(crate) fn ranks(&mut self, forms: &[Form]) -> Result<Ranks> {
        let mut evens: Vec<Form> = Vec::new();
        for &form in forms {
            let followers = self.store.followers(form, self.ticker)?;
            evens.extend(followers.into_iter().map(Form::even));
        }
        evens.sort_unstable();
        evens.dedup();
        let mut evens: Vec<(u32, Form)> =
            evens.into_iter().map(|form| (self.store.birthday(form), form)).collect();
        evens.sort_unstable();
        let mut ranks = Ranks::with_capacity(evens.len());
        for day in evens.chunk_by(|g, h| g.0 == h.0) {
            let mut listed = Vec::with_capacity(day.len());
            for &(_, form) in day {
                let mut options = self.listed(form)?;
                self.sort_by(&mut options, &ranks);
                let key: Vec<_> =
                    options.iter().rev().map(|&option| self.place(option, &ranks)).collect();
                listed.push(((key.len(), self.store.nim_values(form), key), form));
            }
            self.ticker.tick(listed.iter().map(|((count, ..), _)| *count as u64).sum())?;
            listed.sort();
            for (rank, (_, form)) in listed.into_iter().enumerate() {
                ranks.insert(form, u32::try_from(rank).unwrap_or(u32::MAX));
            }
        }
        Ok(ranks)
    }

    fn place(&self, form: Form, ranks: &Ranks) -> (u32, u32, bool) {
        let even = form.even();
        let rank = ranks.get(&even).copied().unwrap_or(0);
        (self.store.birthday(even), rank, form.is_odd())
    }

    /// Sorts forms whose ranks are known.
    pub(crate) fn sort_by(&self, forms: &mut [Form], ranks: &Ranks) {
        forms.sort_by_cached_key(|&form| self.place(form, ranks));
    }

    /// Sorts forms in listing order: the last to be printed comes first.
    pub(crate) fn sort(&mut self, forms: &mut [Form]) -> Result {
        if forms.len() > 1 {
            let ranks = self.ranks(forms)?;
            self.sort_by(forms, &ranks);
        }
        Ok(())
    }
}
