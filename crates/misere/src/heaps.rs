//! Genera and forms of heaps.

use std::collections::HashSet;
use std::time::Duration;

use upstar_core::{Budget, Run};
use upstar_heaps::{Code, HeapRule, HeapsError};

use crate::quotient::{Element, HeapQuotient, QuotientError};
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

/// Forms that are made before their number says that there will be many more.
const FEW: usize = 2_000;

/// The most time for a quotient that may be infinite.
const MOST_TIME: Duration = Duration::from_secs(30);

/// Elements of a quotient, and of its transition algebra, whose genera are looked for.
const MOST_ELEMENTS: usize = 1_000;
const MOST_TRANSITIONS: usize = 100_000;

/// The genera of the heaps 0 to `to`, as far as the budget reaches.
///
/// The first are those of the simplest forms. Where these grow many, and the misère quotient of all
/// heaps is found and proved, the genus is a function of its elements if that agrees with the
/// genera of the options for every element of the transition algebra (Plambeck and Siegel,
/// *Misère quotients for impartial games*): a set of options is what makes a genus, and all sets of
/// elements that are those of the options of a sum of heaps are there. Where that fails, forms go
/// on.
///
/// # Errors
///
/// [`HeapsError::Growing`] and other errors of the rule. That the budget ends is none: the genera
/// known by then are the answer, with the reason.
pub fn heap_genera(
    code: &Code,
    to: u64,
    budget: &Budget,
    mut progress: impl FnMut(u64),
) -> Result<Run<Vec<Genus>>, HeapsError> {
    let store = Forms::with_budget(budget.clone());
    let mut forms = HeapForms::new(code, &store, budget);
    let mut genera: Vec<Genus> = Vec::new();
    let mut tried = false;
    let mut ticker = budget.ticker();
    while genera.len() as u64 <= to {
        if !tried && store.len() >= FEW {
            tried = true;
            if let Some(Told { quotient, genera: by_element }) = by_quotient(code, budget)? {
                for heap in genera.len() as u64..=to {
                    if let Err(exhausted) = ticker.tick(16) {
                        return Ok(Run::stopped(genera, exhausted));
                    }
                    let element = quotient.element(heap).map(usize::from);
                    match element.and_then(|element| by_element[element].clone()) {
                        Some(genus) => genera.push(genus),
                        None => break,
                    }
                }
                continue;
            }
        }
        let at = genera.len();
        progress(at as u64);
        while forms.heaps().len() <= at {
            match forms.push() {
                Ok(_) => {}
                Err(HeapsError::Exhausted(exhausted)) => {
                    return Ok(Run::stopped(genera, exhausted));
                }
                Err(error) => return Err(error),
            }
        }
        let form = forms.heaps()[at];
        genera.push(forms.worker().genus(form));
    }
    Ok(Run::finished(genera, budget))
}

/// A set of elements.
type Set = Vec<u64>;

fn has(set: &Set, element: usize) -> bool {
    set[element / 64] >> (element % 64) & 1 == 1
}

fn insert(set: &mut Set, element: usize) {
    set[element / 64] |= 1 << (element % 64);
}

/// The quotient of all heaps, and the genera of its elements.
struct Told {
    quotient: HeapQuotient,
    genera: Vec<Option<Genus>>,
}

/// What the quotient tells, if it is found within a part of the budget.
fn by_quotient(code: &Code, budget: &Budget) -> Result<Option<Told>, HeapsError> {
    let time = budget.time_left().map_or(MOST_TIME, |left| MOST_TIME.min(left / 2));
    let part = budget.part(1, 2).with_time(budget.report().elapsed + time);
    let quotient = match HeapQuotient::of(code, None, &part, |_, _| {}) {
        Ok((quotient, None)) if quotient.period.is_some() => quotient,
        Err(QuotientError::Heaps(error)) => return Err(error),
        _ => return Ok(None),
    };
    match genera_of_elements(code, &quotient, &part) {
        Ok(found) => Ok(found.map(|genera| Told { quotient, genera })),
        Err(HeapsError::Exhausted(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The genera of the elements; `None` if they are no function of these, or there are too many.
fn genera_of_elements(
    code: &Code,
    quotient: &HeapQuotient,
    budget: &Budget,
) -> Result<Option<Vec<Option<Genus>>>, HeapsError> {
    let (monoid, map) = (&quotient.monoid, &quotient.map);
    let size = monoid.len();
    if size > MOST_ELEMENTS {
        return Ok(None);
    }
    let mut ticker = budget.ticker();
    let empty: Set = vec![0; size.div_ceil(64)];
    // The elements of heaps and of their options: those of later heaps are the same.
    let mut heaps: HashSet<(Element, Set)> = HashSet::new();
    for (heap, &element) in map.iter().enumerate() {
        let mut options = empty.clone();
        code.options(heap as u64, &mut |parts| {
            ticker.tick(1)?;
            let of = |sum, &part: &u64| monoid.product(sum, map[part as usize]);
            insert(&mut options, usize::from(parts.iter().fold(0, of)));
            Ok(())
        })?;
        heaps.insert((element, options));
    }
    // The transition algebra: the same of all sums.
    let mut sums: HashSet<(Element, Set)> = HashSet::from([(0, empty.clone())]);
    let mut open = vec![(0, empty.clone())];
    while let Some((x, moves)) = open.pop() {
        for (y, others) in &heaps {
            ticker.tick(size as u64)?;
            let mut options = empty.clone();
            for element in 0..size {
                // There are at most 65535 elements.
                let factor = element as Element;
                if has(&moves, element) {
                    insert(&mut options, usize::from(monoid.product(factor, *y)));
                }
                if has(others, element) {
                    insert(&mut options, usize::from(monoid.product(factor, x)));
                }
            }
            let sum = (monoid.product(x, *y), options);
            if !sums.contains(&sum) {
                sums.insert(sum.clone());
                open.push(sum);
            }
        }
        if sums.len() > MOST_TRANSITIONS {
            return Ok(None);
        }
    }
    // Sums whose options have genera have one, until nothing is new; then all must agree.
    let mut genera: Vec<Option<Genus>> = vec![None; size];
    let mut changed = true;
    let mut agree = false;
    while changed || !agree {
        let last = !changed;
        (changed, agree) = (false, last);
        for (element, options) in &sums {
            ticker.tick(size as u64)?;
            if genera[usize::from(*element)].is_some() && !last {
                continue;
            }
            let mut of: Vec<Genus> = Vec::new();
            let mut whole = true;
            for option in (0..size).filter(|&option| has(options, option)) {
                match &genera[option] {
                    Some(genus) => of.push(genus.clone()),
                    None => whole = false,
                }
            }
            let genus = match whole {
                true => Some(Genus::of_options(&of, &mut ticker).map_err(failed)?),
                false => None,
            };
            let known = &mut genera[usize::from(*element)];
            match genus {
                Some(genus) if known.is_none() => {
                    *known = Some(genus);
                    changed = true;
                }
                genus if last && genus != *known => return Ok(None),
                _ => {}
            }
        }
    }
    Ok(Some(genera))
}
