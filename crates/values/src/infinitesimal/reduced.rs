//! The reduced canonical form: values modulo infinitesimals.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use crate::error::Halt;
use crate::structure::visit_followers;
use crate::{Id, Result, Worker};

/// The reduced canonical form: the simplest game infinitesimally close to g.
///
/// Here g >= h modulo infinitesimals means that the Right stop of g - h is at least 0. Numberish
/// followers become their numbers. Then dominated options are removed, and then reversible ones
/// (Grossman and Siegel, *Reductions of partizan games*; Siegel, II.6).
///
/// # Errors
///
/// [`Error::Exhausted`](crate::Error::Exhausted).
pub fn reduced_canonical_form(worker: &mut Worker<'_>, g: Id) -> Result<Id> {
    reduce(worker, g.0).map(Id).map_err(|halt| worker.reason(halt))
}

fn reduce(worker: &mut Worker<'_>, g: u32) -> Result<u32, Halt> {
    let mut reduced = HashMap::<u32, u32>::new();
    visit_followers(
        worker,
        g,
        false,
        |_, _| false,
        |worker, id| {
            let node = worker.node(id);
            let result = if node.left_number() == node.right_number() {
                node.left_number()
            } else {
                let (left, right) = worker.options(id)?;
                let new = |side: &[AtomicU32]| -> Vec<u32> {
                    side.iter().map(|option| reduced[&option.load(Relaxed)]).collect()
                };
                let (l, r) = (new(left), new(right));
                reduce_options(worker, l, r)?
            };
            reduced.insert(id, result);
            Ok(())
        },
    )?;
    Ok(reduced[&g])
}

/// g <= h modulo infinitesimals: the Left stop of g - h is at most 0.
fn at_most_nearly(worker: &mut Worker<'_>, g: u32, h: u32) -> Result<bool, Halt> {
    let negative = worker.negate(h)?;
    let difference = worker.sum(g, negative)?;
    let number = worker.node(difference).left_number();
    Ok(worker.number_of(number).signum() <= 0)
}

/// The reduced canonical form of the hot game {l|r}, whose options are in reduced canonical form.
fn reduce_options(worker: &mut Worker<'_>, mut l: Vec<u32>, mut r: Vec<u32>) -> Result<u32, Halt> {
    loop {
        let whole = worker.make(&l, &r)?;
        undominated_nearly(worker, &mut l, true)?;
        undominated_nearly(worker, &mut r, false)?;
        let mut changed = false;
        for of_left in [true, false] {
            let list = if of_left { &mut l } else { &mut r };
            let mut i = 0;
            while i < list.len() {
                worker.step()?;
                let option = list[i];
                if worker.node(option).is_number() {
                    i += 1;
                    continue;
                }
                let (left, right) = worker.options(option)?;
                let mut through = None;
                for reply in if of_left { right } else { left } {
                    let reply = reply.load(Relaxed);
                    let reverses = if of_left {
                        at_most_nearly(worker, reply, whole)?
                    } else {
                        at_most_nearly(worker, whole, reply)?
                    };
                    if reverses {
                        through = Some(reply);
                        break;
                    }
                }
                let Some(through) = through else {
                    i += 1;
                    continue;
                };
                list.swap_remove(i);
                let (left, right) = worker.options(through)?;
                list.extend(
                    if of_left { left } else { right }.iter().map(|option| option.load(Relaxed)),
                );
                changed = true;
            }
        }
        if !changed {
            return worker.make(&l, &r);
        }
    }
}

fn undominated_nearly(
    worker: &mut Worker<'_>,
    list: &mut Vec<u32>,
    left: bool,
) -> Result<(), Halt> {
    list.sort_unstable();
    list.dedup();
    let mut i = 0;
    'next: while i < list.len() {
        for j in 0..list.len() {
            let (x, y) = if left { (list[i], list[j]) } else { (list[j], list[i]) };
            if i != j && at_most_nearly(worker, x, y)? {
                list.swap_remove(i);
                continue 'next;
            }
        }
        i += 1;
    }
    Ok(())
}
