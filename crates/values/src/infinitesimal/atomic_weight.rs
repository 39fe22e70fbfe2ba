//! Atomic weights and companions.

use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use super::is_infinitesimal;
use crate::arena::Parts;
use crate::error::Halt;
use crate::structure::visit_followers;
use crate::thermography::norton_product;
use crate::{Error, Id, Rational, Result, Worker};

/// The far star of g: *n, where n is a power of two above every nimber that matters in g.
fn far_star(worker: &mut Worker<'_>, g: u32) -> Result<u32, Halt> {
    // The bound uses the nimbers in the canonical form and the number of positions. No difference
    // of followers exceeds it.
    let (mut most, mut positions) = (0u32, 0u32);
    visit_followers(
        worker,
        g,
        false,
        |worker, id| {
            // A number-up-star is read directly.
            if !worker.node(id).is_general() {
                most = most.max(worker.node(id).nim());
            }
            !worker.node(id).is_general()
        },
        |_, _| {
            positions = positions.saturating_add(1);
            Ok(())
        },
    )?;
    let n = most.max(positions).max(1).checked_add(1).and_then(u32::checked_next_power_of_two);
    match n.and_then(|n| n.checked_mul(2)) {
        Some(nim) => worker.parts_id(Parts { number: 0, ups: 0, nim }),
        None => Err(worker.fail(Error::TooLarge { what: "a nimber", limit: "2^32" })),
    }
}

/// The atomic weight: the game w such that g is close to w copies of ^.
///
/// For an all-small g, let w' = {w(g^L) - 2 | w(g^R) + 2}. If w' is not an integer, w is w'. If it
/// is, w is one of the integers that fit between the same options: the largest if g is above the
/// far star, the least if g is below it, and 0 otherwise (Siegel, II.7; Berlekamp, Conway and Guy,
/// ch. 8). A game that is not all-small can have an atomic weight too, if its stops are 0. Then w
/// is accepted if g - w.^ is at most ^ plus the far star and at least its negative.
///
/// # Errors
///
/// [`Error::NotAtomic`], [`Error::Exhausted`].
pub fn atomic_weight(worker: &mut Worker<'_>, g: Id) -> Result<Id> {
    let (w, all_small) = naive_atomic_weight(worker, g.0).map_err(|halt| worker.reason(halt))?;
    let Some(w) = w.filter(|_| is_infinitesimal(worker, g)).map(Id) else {
        return Err(Error::NotAtomic);
    };
    if !all_small {
        let up = worker.up_star(&Rational::ZERO, 1, 0)?;
        let near = norton_product(worker, w, up)?;
        let rest = worker.sub(g, near)?;
        let star = Id(far_star(worker, rest.0).map_err(|halt| worker.reason(halt))?);
        let bound = worker.add(up, star)?;
        let low = worker.neg(bound)?;
        if !(worker.le(rest, bound)? && worker.le(low, rest)?) {
            return Err(Error::NotAtomic);
        }
    }
    Ok(w)
}

/// Does g have an atomic weight?
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn is_atomic(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    match atomic_weight(worker, g) {
        Ok(_) => Ok(true),
        Err(Error::NotAtomic) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The weight by the recursion for all-small games, with numbers counted as 0, and whether the game
/// is all-small.
fn naive_atomic_weight(worker: &mut Worker<'_>, g: u32) -> Result<(Option<u32>, bool), Halt> {
    let star = far_star(worker, g)?;
    let two = worker.number_id(&Rational::from(2))?;
    let minus_two = worker.negate_number(two)?;
    let mut weights = HashMap::<u32, Option<u32>>::new();
    let mut all_small = true;
    visit_followers(
        worker,
        g,
        false,
        |_, _| false,
        |worker, id| {
            let node = worker.node(id);
            let weight = if node.is_number() {
                all_small &= id == 0;
                Some(0)
            } else if !node.is_general() && node.left_number() == 0 {
                // n^ + *m.
                Some(worker.number_id(&Rational::from(node.ups()))?)
            } else {
                let (left, right) = worker.options(id)?;
                let mut sides = [vec![], vec![]];
                let mut known = true;
                for ((list, by), side) in
                    [(left, minus_two), (right, two)].into_iter().zip(&mut sides)
                {
                    for option in list {
                        match weights[&option.load(Relaxed)] {
                            Some(w) => side.push(worker.sum(w, by)?),
                            None => known = false,
                        }
                    }
                }
                let [l, r] = sides;
                if known { weight_between(worker, id, l, r, star)? } else { None }
            };
            weights.insert(id, weight);
            Ok(())
        },
    )?;
    Ok((weights[&g], all_small))
}

/// The weight of g from the weights of its options, minus or plus 2.
fn weight_between(
    worker: &mut Worker<'_>,
    g: u32,
    l: Vec<u32>,
    r: Vec<u32>,
    star: u32,
) -> Result<Option<u32>, Halt> {
    let plain = worker.make(&l, &r)?;
    if worker.as_integer(Id(plain)).is_none() {
        return Ok(Some(plain));
    }
    let above = worker.at_most(star, g)?;
    let below = worker.at_most(g, star)?;
    if !above && !below {
        // 0 fits whenever g is confused with the far star.
        return Ok(Some(0));
    }
    // Start from the simplest integer that fits and go on while integers fit.
    let step = worker.number_id(&Rational::from(if above { 1 } else { -1 }))?;
    let mut weight = plain;
    loop {
        worker.step()?;
        let next = worker.sum(weight, step)?;
        if !fits(worker, next, &l, &r)? {
            return Ok(Some(weight));
        }
        // No integer is the last one: if only one player has options, one side is unbounded.
        let sides = if above { &r } else { &l };
        if sides.is_empty() {
            return Ok(None);
        }
        weight = next;
    }
}

/// Is x not <= any of l, and not >= any of r?
fn fits(worker: &mut Worker<'_>, x: u32, l: &[u32], r: &[u32]) -> Result<bool, Halt> {
    for &option in l {
        if worker.at_most(x, option)? {
            return Ok(false);
        }
    }
    for &option in r {
        if worker.at_most(option, x)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The companion of g. 0 becomes *, and other numbers stay. Otherwise each option becomes its
/// companion, with an extra Left option 0 if g > 0 and an extra Right option 0 if g < 0 (Siegel,
/// II.7).
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn companion(worker: &mut Worker<'_>, g: Id) -> Result<Id> {
    companion_of(worker, g.0).map(Id).map_err(|halt| worker.reason(halt))
}

fn companion_of(worker: &mut Worker<'_>, g: u32) -> Result<u32, Halt> {
    let mut companions = HashMap::<u32, u32>::new();
    visit_followers(
        worker,
        g,
        false,
        |_, _| false,
        |worker, id| {
            let companion = if id == 0 {
                worker.parts_id(Parts { number: 0, ups: 0, nim: 1 })?
            } else if worker.node(id).is_number() {
                id
            } else {
                let (left, right) = worker.options(id)?;
                let mut l: Vec<u32> =
                    left.iter().map(|option| companions[&option.load(Relaxed)]).collect();
                let mut r: Vec<u32> =
                    right.iter().map(|option| companions[&option.load(Relaxed)]).collect();
                if worker.at_most(0, id)? {
                    l.push(0);
                }
                if worker.at_most(id, 0)? {
                    r.push(0);
                }
                worker.make(&l, &r)?
            };
            companions.insert(id, companion);
            Ok(())
        },
    )?;
    Ok(companions[&g])
}
