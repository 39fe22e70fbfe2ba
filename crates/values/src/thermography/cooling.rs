//! Cooling, heating, and other operations that rebuild a game from its options.

use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use super::{temperature, walls};
use crate::error::Halt;
use crate::node::Tag;
use crate::structure::incentives;
use crate::{Error, Id, Rational, Result, Worker};

/// The result for a game, if it is known without the options.
type Base<'a, 'u> = dyn FnMut(&mut Worker<'u>, u32) -> Result<Option<u32>, Halt> + 'a;

/// Rebuilds g from the bottom. `base` gives the result where it is known without options. Elsewhere
/// each rebuilt option of Left gives one option for each game of `left`, namely their sum; so do
/// those of Right.
fn rebuild<'u>(
    worker: &mut Worker<'u>,
    g: u32,
    base: &mut Base<'_, 'u>,
    left: &[u32],
    right: &[u32],
) -> Result<u32, Halt> {
    let mut built = HashMap::<u32, u32>::new();
    let mut stack = vec![(g, false)];
    while let Some((id, ready)) = stack.pop() {
        if built.contains_key(&id) {
            continue;
        }
        worker.step()?;
        if !ready {
            if let Some(known) = base(worker, id)? {
                built.insert(id, known);
                continue;
            }
            stack.push((id, true));
        }
        let (l, r) = worker.options(id)?;
        if !ready {
            stack.extend(l.iter().chain(r).map(|option| (option.load(Relaxed), false)));
            continue;
        }
        let (mut new_l, mut new_r) = (worker.buffer(), worker.buffer());
        for (options, added, new) in [(l, left, &mut new_l), (r, right, &mut new_r)] {
            for option in options {
                for &game in added {
                    new.push(worker.sum(built[&option.load(Relaxed)], game)?);
                }
            }
        }
        let made = worker.make(&new_l, &new_r)?;
        worker.return_buffer(new_l);
        worker.return_buffer(new_r);
        built.insert(id, made);
    }
    Ok(built[&g])
}

/// g cooled by t: g_t = {g^L_t - t | g^R_t + t}, and the mean of g for t above the temperature of
/// g. Both players pay t for each move.
///
/// Cooling respects sums, (g + h)_t = g_t + h_t, because g freezes only for t above the
/// temperature, not at it (Siegel, II.5). At the temperature itself, g_t is the mean plus an
/// infinitesimal.
///
/// # Errors
///
/// [`Error::Undefined`] unless t > -1, and for t < 0 if a number that is not
/// dyadic is among the ends; [`Error::Exhausted`].
pub fn cool(worker: &mut Worker<'_>, g: Id, t: &Rational) -> Result<Id> {
    if *t <= Rational::from(-1) {
        let reason = format!("the temperature must be above -1, and {t} is not");
        return Err(Error::Undefined { operation: "cooling", reason });
    }
    cool_by(worker, g.0, t).map(Id).map_err(|halt| worker.reason(halt))
}

fn cool_by(worker: &mut Worker<'_>, g: u32, t: &Rational) -> Result<u32, Halt> {
    let below_zero = t.signum() < 0;
    let tax = worker.number_id(t)?;
    let negative = worker.negate_number(tax)?;
    rebuild(
        worker,
        g,
        &mut |worker, id| {
            if worker.node(id).is_number() && (!below_zero || worker.number_of(id).is_integer()) {
                return Ok(Some(id));
            }
            if below_zero && worker.node(id).tag() == Tag::Atom {
                let reason = format!(
                    "below 0 every end must be dyadic, and {} is not",
                    worker.number_of(id)
                );
                return Err(worker.fail(Error::Undefined { operation: "cooling", reason }));
            }
            let walls = walls(worker, id)?;
            if *t > walls.temperature() {
                worker.number_id(&walls.mast()).map(Some)
            } else {
                Ok(None)
            }
        },
        &[negative],
        &[tax],
    )
}

/// g cooled by its temperature: its mean plus an infinitesimal. An integer does not change.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn freeze(worker: &mut Worker<'_>, g: Id) -> Result<Id> {
    if worker.as_number(g).is_some_and(|x| x.is_integer() || !x.is_dyadic()) {
        return Ok(g);
    }
    let t = temperature(worker, g)?;
    cool(worker, g, &t)
}

/// g heated by the game t: {heated g^L + t | heated g^R - t}. Numbers do not change (Siegel, II.5).
/// The result depends on g as a value.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn heat(worker: &mut Worker<'_>, g: Id, t: Id) -> Result<Id> {
    heat_by(worker, g.0, t.0).map(Id).map_err(|halt| worker.reason(halt))
}

fn heat_by(worker: &mut Worker<'_>, g: u32, t: u32) -> Result<u32, Halt> {
    let negative = worker.negate(t)?;
    rebuild(
        worker,
        g,
        &mut |worker, id| Ok(worker.node(id).is_number().then_some(id)),
        &[t],
        &[negative],
    )
}

/// g overheated from s to t: n copies of s for an integer n, else
/// {overheated g^L + t | overheated g^R - t} (Siegel, II.5).
///
/// # Errors
///
/// [`Error::NoOptions`] if a number that is not dyadic is among the ends,
/// [`Error::Exhausted`].
pub fn overheat(worker: &mut Worker<'_>, g: Id, s: Id, t: Id) -> Result<Id> {
    overheat_by(worker, g.0, s, t.0).map(Id).map_err(|halt| worker.reason(halt))
}

fn integer_multiple(worker: &mut Worker<'_>, id: u32, unit: Id) -> Result<Option<u32>, Halt> {
    let Some(n) = worker.as_integer(Id(id)) else { return Ok(None) };
    match worker.multiple(&n, unit) {
        Ok(product) => Ok(Some(product.0)),
        Err(error) => Err(worker.fail(error)),
    }
}

fn overheat_by(worker: &mut Worker<'_>, g: u32, s: Id, t: u32) -> Result<u32, Halt> {
    let negative = worker.negate(t)?;
    rebuild(worker, g, &mut |worker, id| integer_multiple(worker, id, s), &[t], &[negative])
}

/// The Norton product g.u for a unit u > 0: n copies of u for an integer n,
/// else {g^L.u + (u + i) | g^R.u - (u + i)} where i runs over the Left and
/// Right incentives of u (Siegel, II.6).
///
/// # Errors
///
/// [`Error::Undefined`] unless u > 0, [`Error::NoOptions`] if a number that is
/// not dyadic is among the ends of g or is u, [`Error::Exhausted`].
pub fn norton_product(worker: &mut Worker<'_>, g: Id, unit: Id) -> Result<Id> {
    if worker.as_integer(g).is_none() && (unit == Id::ZERO || !worker.le(Id::ZERO, unit)?) {
        return Err(Error::Undefined {
            operation: "the Norton product",
            reason: "the unit must be greater than 0".into(),
        });
    }
    norton(worker, g.0, unit).map(Id).map_err(|halt| worker.reason(halt))
}

fn norton(worker: &mut Worker<'_>, g: u32, unit: Id) -> Result<u32, Halt> {
    if let Some(multiple) = integer_multiple(worker, g, unit)? {
        return Ok(multiple);
    }
    let incentives = match incentives(worker, unit) {
        Ok(incentives) => incentives,
        Err(error) => return Err(worker.fail(error)),
    };
    let (mut gains, mut losses) = (vec![], vec![]);
    for incentive in incentives {
        let gain = worker.sum(unit.0, incentive.0)?;
        gains.push(gain);
        losses.push(worker.negate(gain)?);
    }
    rebuild(worker, g, &mut |worker, id| integer_multiple(worker, id, unit), &gains, &losses)
}
