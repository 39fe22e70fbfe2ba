//! The structure of a value: followers, birthday, stop count, incentives, parity.

mod birthday;
pub(crate) mod day;
mod incentives;
mod parity;

use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashSet;
use num_bigint::BigUint;
use num_traits::One;

pub use birthday::{birthday, born_by};
pub use day::Birthday;
pub use incentives::{incentives, left_incentives, right_incentives};
pub use parity::{is_even, is_even_tempered, is_odd, is_odd_tempered};

use crate::arena::Parts;
use crate::error::Halt;
use crate::infinitesimal::is_numberish;
use crate::node::Tag;
use crate::printed_order::{sort_printed, to_ids};
use crate::{Error, Id, Result, Worker};

/// Visits every follower of `g`, options first. If `into_numbers` is false, numbers are visited,
/// but not their followers.
pub(crate) fn visit_followers<'u>(
    worker: &mut Worker<'u>,
    g: u32,
    into_numbers: bool,
    mut known: impl FnMut(&mut Worker<'u>, u32) -> bool,
    mut visit: impl FnMut(&mut Worker<'u>, u32) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let mut seen = HashSet::new();
    let mut stack = vec![(g, false)];
    while let Some((id, done)) = stack.pop() {
        if done {
            visit(worker, id)?;
            continue;
        }
        if known(worker, id) || !seen.insert(id) {
            continue;
        }
        worker.step()?;
        stack.push((id, true));
        if into_numbers || !worker.node(id).is_number() {
            let (left, right) = worker.options(id)?;
            stack.extend(left.iter().chain(right).map(|option| (option.load(Relaxed), false)));
        }
    }
    Ok(())
}

/// The followers of g: every value reached from its canonical form, g included, in printed order.
///
/// # Errors
///
/// [`Error::NoOptions`] if a number among them is not dyadic,
/// [`Error::Exhausted`].
pub fn followers(worker: &mut Worker<'_>, g: Id) -> Result<Vec<Id>> {
    let mut list = vec![];
    let walk = visit_followers(
        worker,
        g.0,
        true,
        |_, _| false,
        |_, id| {
            list.push(id);
            Ok(())
        },
    );
    let done = walk.and_then(|()| sort_printed(worker, &mut list));
    done.map_err(|halt| worker.reason(halt))?;
    Ok(to_ids(&list))
}

/// The number of followers of g, g included.
///
/// A closed form gives it for a number plus ups plus a nimber. A dyadic number is reached by its
/// ancestors in the tree of days, a nimber *n by n + 1 nimbers, and each up adds one follower.
///
/// # Errors
///
/// As [`followers`].
pub fn follower_count(worker: &mut Worker<'_>, g: Id) -> Result<BigUint> {
    if !worker.node(g.0).is_general() {
        let Parts { number, ups, nim } = worker.parts(g.0);
        let Birthday::Finite(day) = birthday::birthday_of(&worker.number_of(number)) else {
            let number = worker.number_of(number).to_string();
            return Err(Error::NoOptions { operation: "counting followers", number });
        };
        let chain = BigUint::from(ups.unsigned_abs());
        return Ok(day + 1u32 + chain + last_nimber(ups, nim));
    }
    let mut count = 0u64;
    let walk = visit_followers(
        worker,
        g.0,
        true,
        |_, _| false,
        |_, _| {
            count += 1;
            Ok(())
        },
    );
    walk.map_err(|halt| worker.reason(halt))?;
    Ok(count.into())
}

/// The last nimber *m in the chain n^ + *m, (n-1)^ + *(m^1), ..., ^ + *m'. The chain goes on to
/// *(m'^1), except that ^* leads to *, as ^* = {0,*|0}.
fn last_nimber(ups: i64, nim: u32) -> u32 {
    match (ups, nim_of_last_up(ups, nim)) {
        (0, _) => nim,
        (_, 1) => 1,
        (_, last) => last ^ 1,
    }
}

/// The m' of the last ^ + *m' in the chain.
fn nim_of_last_up(ups: i64, nim: u32) -> u32 {
    if ups % 2 == 0 { nim ^ 1 } else { nim }
}

/// The largest number of bits of a count.
const MOST_BITS: u64 = 1 << 26;

/// The stop count: the number of ways to play g down to a number by any moves of either player. It
/// is 1 for a number, otherwise the sum over all options.
///
/// For *n it is 2 * 3^(n-1).
///
/// # Errors
///
/// [`Error::TooLarge`] for a count of more than 2^26 bits, [`Error::Exhausted`].
pub fn stop_count(worker: &mut Worker<'_>, g: Id) -> Result<BigUint> {
    worker.trim_memo();
    let walk = visit_followers(
        worker,
        g.0,
        false,
        |worker, id| !worker.node(id).is_general() || worker.memo().stop_counts.contains_key(&id),
        |worker, id| {
            let mut count = BigUint::ZERO;
            let (left, right) = worker.options(id)?;
            for option in left.iter().chain(right) {
                let option = option.load(Relaxed);
                match worker.memo().stop_counts.get(&option) {
                    Some(known) => count += known,
                    None => count += stop_count_of_parts(worker, option)?,
                }
            }
            worker.pay(count.bits() as usize / 8)?;
            worker.memo().stop_counts.insert(id, count);
            Ok(())
        },
    );
    let count = walk.and_then(|()| match worker.memo().stop_counts.get(&g.0) {
        Some(count) => Ok(count.clone()),
        None => stop_count_of_parts(worker, g.0),
    });
    count.map_err(|halt| worker.reason(halt))
}

/// The same for a number plus ups plus a nimber.
fn stop_count_of_parts(worker: &mut Worker<'_>, id: u32) -> Result<BigUint, Halt> {
    let Parts { ups, nim, .. } = worker.parts(id);
    let last = last_nimber(ups, nim);
    let nimber = if last == 0 {
        BigUint::one()
    } else {
        let bits = u64::from(last) * 8 / 5 + 2;
        if bits > MOST_BITS {
            return Err(worker.fail(Error::TooLarge { what: "the stop count", limit: "2^26 bits" }));
        }
        worker.pay(bits as usize / 8)?;
        BigUint::from(3u32).pow(last - 1) * 2u32
    };
    // Each up leads to the number and to the rest of the chain. ^* leads to 0 twice.
    let twice = ups != 0 && nim_of_last_up(ups, nim) == 1;
    Ok(nimber + BigUint::from(ups.unsigned_abs()) + u32::from(twice))
}

/// Is it a dyadic number?
pub fn is_dyadic(worker: &mut Worker<'_>, g: Id) -> bool {
    worker.node(g.0).tag() == Tag::Dyadic
}

/// Is it hot: is the Left stop above the Right stop?
pub fn is_hot(worker: &mut Worker<'_>, g: Id) -> bool {
    !is_numberish(worker, g)
}

/// Is it a switch {x|y} of numbers x > y?
pub fn is_switch(worker: &mut Worker<'_>, g: Id) -> bool {
    as_switch(worker, g.0).is_some()
}

/// The ends of {x|y}, numbers with x > y.
pub(crate) fn as_switch(worker: &mut Worker<'_>, g: u32) -> Option<(u32, u32)> {
    let node = worker.node(g);
    if !node.is_general() || node.left_number() == node.right_number() {
        return None;
    }
    let (left, right) = worker.options(g).ok()?;
    let ([x], [y]) = (left, right) else { return None };
    let (x, y) = (x.load(Relaxed), y.load(Relaxed));
    (worker.node(x).is_number() && worker.node(y).is_number()).then_some((x, y))
}

/// Is it all-small (dicotic)? In every follower of its canonical form, both players can move or
/// neither can.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn is_all_small(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    // Among numbers only 0 is all-small. Any other canonical form has options of both players.
    let mut all_small = true;
    let walk = visit_followers(
        worker,
        g.0,
        false,
        |_, _| false,
        |worker, id| {
            all_small &= id == 0 || !worker.node(id).is_number();
            Ok(())
        },
    );
    walk.map_err(|halt| worker.reason(halt))?;
    Ok(all_small)
}

/// Is it a number plus Tiny(x) or Miny(x), where the Right stop of x is positive? (0, their limit,
/// counts.)
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn is_number_tiny(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    if g == Id::ZERO {
        return Ok(true);
    }
    let found = tiny_argument(worker, g.0).map_err(|halt| worker.reason(halt))?;
    Ok(found.is_some())
}

/// (x, is Miny, G), if g is x + Tiny(G) or x + Miny(G) with the Right stop of
/// G above 0.
pub(crate) fn tiny_argument(
    worker: &mut Worker<'_>,
    g: u32,
) -> Result<Option<(u32, bool, u32)>, Halt> {
    let node = worker.node(g);
    let x = node.left_number();
    if !node.is_general() || x != node.right_number() {
        return Ok(None);
    }
    for miny in [false, true] {
        let (left, right) = worker.options(g)?;
        let (near, far) = if miny { (right, left) } else { (left, right) };
        let ([near], [far]) = (near, far) else { continue };
        let (near, far) = (near.load(Relaxed), far.load(Relaxed));
        if near != x || !worker.node(far).is_general() {
            continue;
        }
        let (left, right) = worker.options(far)?;
        let (back, threat) = if miny { (right, left) } else { (left, right) };
        let ([back], [threat]) = (back, threat) else { continue };
        let (back, threat) = (back.load(Relaxed), threat.load(Relaxed));
        if back != x {
            continue;
        }
        // Tiny: threat = x - G; miny: threat = x + G.
        let (sign_of, other) = if miny { (threat, x) } else { (x, threat) };
        let negative = worker.negate(other)?;
        let argument = worker.sum(sign_of, negative)?;
        let stop = worker.node(argument);
        if worker.cmp_stops((stop.right_stop(), stop.right_number()), (1, 0)).is_gt() {
            return Ok(Some((x, miny, argument)));
        }
    }
    Ok(None)
}
