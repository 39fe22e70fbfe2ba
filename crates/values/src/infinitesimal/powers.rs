//! Powers of infinitesimals {0|h}, such as those of up.

use std::cmp::Ordering;

use super::is_infinitesimal;
use crate::{Error, Form, Id, Rational, Worker};

/// h of g = {0|h}.
fn up_like(worker: &mut Worker<'_>, g: Id, operation: &'static str) -> Result<Id, Error> {
    let (left, right) = (worker.left_options(g)?, worker.right_options(g)?);
    match (&left[..], &right[..]) {
        ([Id::ZERO], [h]) if is_infinitesimal(worker, g) => Ok(*h),
        _ => Err(Error::Undefined {
            operation,
            reason: "the game must be infinitesimal and have the form {0|h}, as ^ and Tiny(2) have"
                .into(),
        }),
    }
}

/// The partial sum of powers g->x of an infinitesimal g = {0|h}: '{h|h}':x. For
/// an integer x = n it is the sum of the first n powers, {g->(n-1)|h}
/// (Siegel, II.4).
///
/// # Errors
///
/// [`Error::Undefined`] for another g, [`Error::NoOptions`] for an x that is
/// not dyadic, [`Error::Exhausted`].
pub fn pow_to(worker: &mut Worker<'_>, g: Id, x: &Rational) -> Result<Id, Error> {
    let h = up_like(worker, g, "a sum of powers")?;
    let h = Form::value(h);
    let base = Form::new(&[&h], &[&h]);
    let x = Form::value(worker.number(x)?);
    base.ordinal_sum(worker, &x)?.canonical(worker)
}

/// The power g^x of an infinitesimal g = {0|h} for a number x >= 1: {0|f(x)},
/// where f(n) = h - g->(n-1) for an integer n, and f(x) = {0, f(x^R) | 0,
/// f(x^L)} for a fraction.
///
/// # Errors
///
/// [`Error::Undefined`] for another g or x, [`Error::Exhausted`].
pub fn pow(worker: &mut Worker<'_>, g: Id, x: &Rational) -> Result<Id, Error> {
    let h = up_like(worker, g, "a power")?;
    if *x < Rational::ONE || !x.is_dyadic() {
        return Err(Error::Undefined {
            operation: "a power",
            reason: format!("the exponent must be a dyadic number of at least 1, and {x} is not"),
        });
    }
    let reply = power_reply(worker, g, h, x)?;
    worker.game(&[Id::ZERO], &[reply])
}

fn power_reply(worker: &mut Worker<'_>, g: Id, h: Id, x: &Rational) -> Result<Id, Error> {
    // From the integers around x down to x: each step halves the gap.
    let low = Rational::from(x.floor());
    let mut low = (integer_reply(worker, g, h, &low)?, low);
    if low.1 == *x {
        return Ok(low.0);
    }
    let next = &low.1 + &Rational::ONE;
    let mut high = (integer_reply(worker, g, h, &next)?, next);
    loop {
        worker.tick(1)?;
        let middle = (&low.1 + &high.1).half();
        let reply = worker.game(&[Id::ZERO, high.0], &[Id::ZERO, low.0])?;
        match middle.cmp(x) {
            Ordering::Equal => return Ok(reply),
            Ordering::Less => low = (reply, middle),
            Ordering::Greater => high = (reply, middle),
        }
    }
}

fn integer_reply(worker: &mut Worker<'_>, g: Id, h: Id, n: &Rational) -> Result<Id, Error> {
    let before = pow_to(worker, g, &(n - &Rational::ONE))?;
    worker.sub(h, before)
}
