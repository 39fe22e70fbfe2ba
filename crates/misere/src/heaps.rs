//! Genera and forms of heaps.

use std::collections::HashMap;

use upstar_core::{Budget, Run};
use upstar_heaps::{HeapRule, HeapsError, Visit, plain};

use crate::quotient::{Element, QuotientError, Solver};
use crate::worker::Worker;
use crate::{Error, Form, Forms, Genus};

/// The simplest forms of the heaps of a game, one after another.
pub struct HeapForms<'a> {
    rule: &'a dyn HeapRule,
    worker: Worker<'a>,
    heaps: Vec<Form>,
}

impl<'a> HeapForms<'a> {
    /// No heaps yet.
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

/// The nim heaps that stand before those of the game.
const NIM: u64 = 15;

/// Nim heaps up to [`NIM`], and after them the heaps of a game.
struct Beside<'a>(&'a dyn HeapRule);

impl HeapRule for Beside<'_> {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        if heap <= NIM {
            return (0..heap).try_for_each(|rest| visit(&[rest]));
        }
        let mut shifted = Vec::new();
        self.0.options(heap - NIM, &mut |parts| {
            shifted.clear();
            shifted.extend(parts.iter().filter(|&&part| part > 0).map(|part| part + NIM));
            visit(&shifted)
        })
    }
}

/// Forms that are made before their number says that there will be many more.
const FEW: usize = 2_000;

/// Elements of a quotient that is not given up yet.
const MOST_ELEMENTS: usize = 20_000;

/// The genera of the heaps 0 to `to`, as far as the budget reaches.
///
/// The first are those of the simplest forms. Where these grow many, the misère quotient of nim
/// heaps up to 15 and the heaps of the game is taken, which is proved heap by heap: the misère nim
/// value of a game beside heaps of two is that of the nim heap with which it makes a sum that is
/// lost for whoever moves. Where the quotient is too large, or a value is, forms go on.
///
/// # Errors
///
/// [`HeapsError::Growing`] and other errors of the rule. That the budget ends is none: the genera
/// known by then are the answer, with the reason.
pub fn heap_genera(
    rule: &dyn HeapRule,
    to: u64,
    budget: &Budget,
    mut progress: impl FnMut(u64),
) -> Result<Run<Vec<Genus>>, HeapsError> {
    let store = Forms::with_budget(budget.clone());
    let mut forms = HeapForms::new(rule, &store, budget);
    let mut genera: Vec<Genus> = Vec::new();
    let stopped = |genera: Vec<Genus>, error: HeapsError| match error {
        HeapsError::Exhausted(exhausted) => Ok(Run::stopped(genera, exhausted)),
        error => Err(error),
    };
    while genera.len() as u64 <= to && store.len() < FEW {
        progress(genera.len() as u64);
        match forms.push() {
            Ok(form) => genera.push(forms.worker().genus(form)),
            Err(error) => return stopped(genera, error),
        }
    }
    if genera.len() as u64 <= to {
        match by_quotient(rule, to, &mut genera, budget, &mut progress) {
            Ok(()) => {}
            Err(HeapsError::Exhausted(_)) => {}
            Err(error) => return Err(error),
        }
    }
    while genera.len() as u64 <= to {
        let at = genera.len();
        progress(at as u64);
        while forms.heaps().len() <= at {
            if let Err(error) = forms.push() {
                return stopped(genera, error);
            }
        }
        let form = forms.heaps()[at];
        genera.push(forms.worker().genus(form));
    }
    Ok(Run::finished(genera, budget))
}

/// Appends genera as far as the quotient tells.
fn by_quotient(
    rule: &dyn HeapRule,
    to: u64,
    genera: &mut Vec<Genus>,
    budget: &Budget,
    progress: &mut impl FnMut(u64),
) -> Result<(), HeapsError> {
    // Half of the budget, so that forms can go on.
    let part = budget.part(1, 2);
    let rules = Beside(rule);
    let mut solver = Solver::new(&rules);
    let mut normal: Vec<u32> = Vec::new();
    let mut known: HashMap<Element, Option<Vec<u32>>> = HashMap::new();
    for heap in 0..=NIM + to {
        let size = heap.checked_sub(NIM);
        let before = (solver.monoid().len(), solver.wrong_attempts());
        part.check()?;
        match solver.push(&part) {
            Ok(()) => {}
            Err(QuotientError::Exhausted(exhausted)) => return Err(exhausted.into()),
            Err(QuotientError::Heaps(error)) => return Err(error),
            Err(_) => return Ok(()),
        }
        if before != (solver.monoid().len(), solver.wrong_attempts()) {
            if solver.monoid().len() > MOST_ELEMENTS {
                return Ok(());
            }
            // Elements have other names now.
            known.clear();
        }
        let Some(size) = size.filter(|&size| size >= genera.len() as u64) else { continue };
        progress(size);
        plain::extend(rule, &mut normal, size, budget)?;
        let element = solver.map()[heap as usize];
        let values = known.entry(element).or_insert_with(|| misere_values(&solver, element));
        let Some(values) = values else { return Ok(()) };
        genera.push(Genus::new(normal[size as usize], values.clone()));
    }
    Ok(())
}

/// The misère nim values of an element beside 0, 1, 2, ... heaps of two, as many as it takes until
/// the sums of such heaps repeat; `None` if one is above [`NIM`].
fn misere_values(solver: &Solver<'_>, element: Element) -> Option<Vec<u32>> {
    let (monoid, map) = (solver.monoid(), solver.map());
    let (mut values, mut twos, mut seen) = (Vec::new(), 0, Vec::new());
    while !seen.contains(&twos) {
        seen.push(twos);
        let sum = monoid.product(element, twos);
        let size = (0..=NIM).find(|&m| monoid.is_p(monoid.product(sum, map[m as usize])))?;
        values.push(size as u32);
        twos = monoid.product(twos, map[2]);
    }
    Some(values)
}
