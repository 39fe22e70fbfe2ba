//! Genera and forms of heaps.

use upstar_core::{Budget, Run};
use upstar_heaps::{Code, HeapRule, HeapsError, Sequence, Settings};

use crate::quotient::HeapValues;
use crate::worker::Worker;
use crate::{Error, Form, Forms, Genus};

/// The simplest forms of the heaps of a game, in order.
pub struct HeapForms<'a> {
    rule: &'a dyn HeapRule,
    worker: Worker<'a>,
    heaps: Vec<Form>,
}

impl<'a> HeapForms<'a> {
    /// Starts without heaps.
    pub fn new(rule: &'a dyn HeapRule, forms: &'a Forms, budget: &Budget) -> Self {
        HeapForms { rule, worker: forms.worker(budget), heaps: Vec::new() }
    }

    /// The forms so far.
    #[must_use]
    pub fn heaps(&self) -> &[Form] {
        &self.heaps
    }

    /// Works with forms.
    pub fn worker(&mut self) -> &mut Worker<'a> {
        &mut self.worker
    }

    /// The form of the next heap.
    ///
    /// # Errors
    ///
    /// [`HeapsError::Growing`] if an option is not smaller than its heap;
    /// [`HeapsError::Exhausted`] if the budget ends.
    pub fn push(&mut self) -> Result<Form, HeapsError> {
        let (heap, mut options) = (self.heaps.len() as u64, Vec::new());
        let (heaps, worker) = (&self.heaps, &mut self.worker);
        self.rule.options(heap, &mut |parts| {
            let mut sum = Form::ZERO;
            for &part in parts {
                let part = heaps.get(part as usize).ok_or(HeapsError::Growing { heap, part })?;
                sum = worker.add(sum, *part).map_err(failed)?;
            }
            options.push(sum);
            Ok(())
        })?;
        let form = worker.make(&options).map_err(failed)?;
        self.heaps.push(form);
        Ok(form)
    }
}

fn failed(error: Error) -> HeapsError {
    match error {
        Error::Exhausted(exhausted) => HeapsError::Exhausted(exhausted),
        other => HeapsError::Position(other.to_string()),
    }
}

/// The number of forms that are made before their growth is judged.
const FEW: usize = 2_000;

/// The number of bytes of a genus and of its values.
const GENUS: u64 = 64;

/// The genera of the heaps 0 to `to`, as far as the budget reaches.
///
/// The first genera are those of the simplest forms. If there are many forms, a monoid is searched
/// for that determines the misère nim values of all sums of the heaps, as the misère quotient
/// determines outcomes. If it is finite and its map is periodic, it determines the misère values of
/// all heaps, by the proof of Plambeck and Siegel's theorem (*Misère quotients for impartial
/// games*, theorem 4.1). Normal values are those of the nim sequence. Forms give everything else.
///
/// # Errors
///
/// [`HeapsError::Growing`] and other errors of the rule. The end of the budget is not an error: the
/// answer is the genera known by then, with the reason.
///
/// # Complexity
///
/// Constant for each heap, plus the nim sequence, if the monoid is finite. Otherwise, as with
/// Kayles, forms may take exponential time and memory.
pub fn heap_genera(
    code: &Code,
    to: u64,
    budget: &Budget,
    progress: impl FnMut(u64),
) -> Result<Run<Vec<Genus>>, HeapsError> {
    let mut genera = Vec::new();
    match find_genera(code, to, budget, &mut genera, progress) {
        Ok(()) => Ok(Run::finished(genera, budget)),
        Err(HeapsError::Exhausted(exhausted)) => Ok(Run::stopped(genera, exhausted)),
        Err(error) => Err(error),
    }
}

fn find_genera(
    code: &Code,
    to: u64,
    budget: &Budget,
    genera: &mut Vec<Genus>,
    mut progress: impl FnMut(u64),
) -> Result<(), HeapsError> {
    let store = Forms::with_budget(budget.clone());
    let mut forms = HeapForms::new(code, &store, budget);
    let mut ticker = budget.ticker();
    let mut tried = false;
    while genera.len() as u64 <= to {
        if !tried && store.len() >= FEW {
            tried = true;
            let values = HeapValues::of(code, to, budget)?;
            let heaps = genera.len() as u64..values.known().min(to + 1);
            if heaps.is_empty() {
                continue;
            }
            let normal =
                Sequence::new(code, Settings::default())?.collect(heaps.end - 1, budget)?;
            for heap in heaps {
                ticker.tick(16)?;
                let Some(genus) = values.genus(heap, normal[heap as usize]) else { break };
                budget.reserve(GENUS)?;
                genera.push(genus);
            }
            continue;
        }
        let at = genera.len();
        progress(at as u64);
        while forms.heaps().len() <= at {
            forms.push()?;
        }
        let form = forms.heaps()[at];
        budget.reserve(GENUS)?;
        genera.push(forms.worker().genus(form));
    }
    Ok(())
}
