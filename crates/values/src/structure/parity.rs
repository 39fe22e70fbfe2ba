//! Whether all lines of play have an even, or an odd, number of moves.

use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use super::visit_followers;
use crate::{Error, Id, Result, Worker};

/// Is it even: 0, or are all its options odd? (Canonical form; Siegel, II.)
///
/// # Errors
///
/// [`Error::NoOptions`] with a number that is not dyadic, [`Error::Exhausted`].
pub fn is_even(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    Ok(parity(worker, g, false)? == Some(false))
}

/// Is it odd: are all its options even, and is it not 0?
///
/// # Errors
///
/// As [`is_even`].
pub fn is_odd(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    Ok(parity(worker, g, false)? == Some(true))
}

/// Is it even-tempered: a number, or are all its options odd-tempered?
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn is_even_tempered(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    Ok(parity(worker, g, true)? == Some(false))
}

/// Is it odd-tempered: are all its options even-tempered, and is it not a
/// number?
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn is_odd_tempered(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    Ok(parity(worker, g, true)? == Some(true))
}

/// Some(is odd), if all lines of play have the same parity. Play ends at numbers if `tempered`, and
/// at 0 otherwise.
fn parity(worker: &mut Worker<'_>, g: Id, tempered: bool) -> Result<Option<bool>> {
    let mut parities = HashMap::<u32, Option<bool>>::new();
    let walk = visit_followers(
        worker,
        g.0,
        false,
        |_, _| false,
        |worker, id| {
            let parity = if worker.node(id).is_number() {
                if tempered {
                    Some(false)
                } else {
                    let x = worker.number_of(id);
                    match x.is_dyadic() {
                        // Every line of a fraction can end in an odd or an even number
                        // of moves: {0|1} = 1/2 has 0 and 1 among its options.
                        true => x.is_integer().then(|| x.numer().bit(0)),
                        false => {
                            let operation = "parity";
                            let number = x.to_string();
                            return Err(worker.fail(Error::NoOptions { operation, number }));
                        }
                    }
                }
            } else {
                let (left, right) = worker.options(id)?;
                let mut options = left.iter().chain(right).map(|o| parities[&o.load(Relaxed)]);
                let first = options.next().flatten();
                if options.all(|parity| parity == first) { first.map(|odd| !odd) } else { None }
            };
            parities.insert(id, parity);
            Ok(())
        },
    );
    walk.map_err(|halt| worker.reason(halt))?;
    Ok(parities[&g.0])
}
