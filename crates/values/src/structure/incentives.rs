//! Incentives: what a move gains.

use std::sync::atomic::Ordering::Relaxed;

use crate::error::Halt;
use crate::printed_order::{sort_printed, to_ids};
use crate::{Id, Result, Worker};

/// The undominated (maximal) g^L - g, in printed order.
///
/// # Errors
///
/// [`Error::NoOptions`](crate::Error::NoOptions) for a number that is not dyadic,
/// [`Error::Exhausted`](crate::Error::Exhausted).
pub fn left_incentives(worker: &mut Worker<'_>, g: Id) -> Result<Vec<Id>> {
    incentives_of(worker, g, true, false).map_err(|halt| worker.reason(halt))
}

/// The undominated (maximal) g - g^R, in printed order.
///
/// # Errors
///
/// [`Error::NoOptions`](crate::Error::NoOptions) for a number that is not dyadic,
/// [`Error::Exhausted`](crate::Error::Exhausted).
pub fn right_incentives(worker: &mut Worker<'_>, g: Id) -> Result<Vec<Id>> {
    incentives_of(worker, g, false, true).map_err(|halt| worker.reason(halt))
}

/// The undominated among the Left and Right incentives, in printed order.
///
/// # Errors
///
/// [`Error::NoOptions`](crate::Error::NoOptions) for a number that is not dyadic,
/// [`Error::Exhausted`](crate::Error::Exhausted).
pub fn incentives(worker: &mut Worker<'_>, g: Id) -> Result<Vec<Id>> {
    incentives_of(worker, g, true, true).map_err(|halt| worker.reason(halt))
}

fn incentives_of(
    worker: &mut Worker<'_>,
    g: Id,
    of_left: bool,
    of_right: bool,
) -> Result<Vec<Id>, Halt> {
    let (left, right) = worker.options(g.0)?;
    let negative = worker.negate(g.0)?;
    let mut list = vec![];
    if of_left {
        for option in left {
            list.push(worker.sum(option.load(Relaxed), negative)?);
        }
    }
    if of_right {
        for option in right {
            let option = worker.negate(option.load(Relaxed))?;
            list.push(worker.sum(g.0, option)?);
        }
    }
    list.sort_unstable();
    list.dedup();
    worker.remove_dominated(&mut list)?;
    sort_printed(worker, &mut list)?;
    Ok(to_ids(&list))
}
