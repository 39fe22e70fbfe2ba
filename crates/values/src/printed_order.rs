//! The order in which options are printed.

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::error::Halt;
use crate::infinitesimal::uptimal::expansion;
use crate::memo::Sides;
use crate::{Id, Result, Worker};

/// The order in which options are printed: numbers, then numbers plus nimbers, then uptimals, then
/// the rest. Numbers and uptimals are ordered by the size of their parts, the rest by their
/// options, Left options first.
pub(crate) fn printed_order(worker: &mut Worker<'_>, g: u32, h: u32) -> Result<Ordering, Halt> {
    if g == h {
        return Ok(Ordering::Equal);
    }
    let (a, b) = (expansion(worker, g)?, expansion(worker, h)?);
    match (&a, &b) {
        (Some(a), Some(b)) => return Ok(a.printed_cmp(b)),
        (Some(_), None) => return Ok(Ordering::Less),
        (None, Some(_)) => return Ok(Ordering::Greater),
        (None, None) => {}
    }
    let (left, right) = sorted_options(worker, g)?;
    let (other_left, other_right) = sorted_options(worker, h)?;
    for (list, other) in [(left, other_left), (right, other_right)] {
        // Equal ids are equal values, so only the first difference matters.
        if let Some((&x, &y)) = list.iter().zip(other.iter()).find(|(x, y)| x != y) {
            return worker.deeper(|worker| printed_order(worker, x, y));
        }
        if list.len() != other.len() {
            return Ok(list.len().cmp(&other.len()));
        }
    }
    Ok(Ordering::Equal)
}

/// The options in printed order.
pub(crate) fn sorted_options(worker: &mut Worker<'_>, g: u32) -> Result<Sides, Halt> {
    if let Some(known) = worker.memo().sorted.get(&g) {
        return Ok(known.clone());
    }
    let (left, right) = worker.options(g)?;
    let mut lists = [left, right]
        .map(|list| -> Vec<u32> { list.iter().map(|option| option.load(Relaxed)).collect() });
    for list in &mut lists {
        worker.deeper(|worker| sort_printed(worker, list))?;
    }
    let [left, right] = lists.map(Arc::<[u32]>::from);
    worker.pay(4 * (left.len() + right.len()))?;
    worker.memo().sorted.insert(g, (left.clone(), right.clone()));
    Ok((left, right))
}

pub(crate) fn sort_printed(worker: &mut Worker<'_>, list: &mut [u32]) -> Result<(), Halt> {
    let mut halted = None;
    list.sort_by(|&x, &y| {
        if halted.is_some() {
            return Ordering::Equal;
        }
        printed_order(worker, x, y).unwrap_or_else(|halt| {
            halted = Some(halt);
            Ordering::Equal
        })
    });
    halted.map_or(Ok(()), Err)
}

pub(crate) fn to_ids(list: &[u32]) -> Vec<Id> {
    list.iter().map(|&id| Id(id)).collect()
}

impl Worker<'_> {
    /// Sorts values into printed order and removes repeated ones.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn sort(&mut self, ids: &mut Vec<Id>) -> Result {
        let mut list: Vec<u32> = ids.iter().map(|id| id.0).collect();
        sort_printed(self, &mut list).map_err(|halt| self.reason(halt))?;
        list.dedup();
        *ids = to_ids(&list);
        Ok(())
    }

    /// The Left options of the canonical form, in printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`](crate::Error::NoOptions) for a number that is not dyadic,
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn left_options(&mut self, g: Id) -> Result<Vec<Id>> {
        let lists = sorted_options(self, g.0).map_err(|halt| self.reason(halt))?;
        Ok(to_ids(&lists.0))
    }

    /// The Right options of the canonical form, in printed order.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`](crate::Error::NoOptions) for a number that is not dyadic,
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn right_options(&mut self, g: Id) -> Result<Vec<Id>> {
        let lists = sorted_options(self, g.0).map_err(|halt| self.reason(halt))?;
        Ok(to_ids(&lists.1))
    }
}
