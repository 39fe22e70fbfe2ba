//! Powers of games {0|h}, such as those of up.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::One;

use crate::{Error, Id, Rational, Result, Worker};

/// The h with g = {0|h}, in canonical form. It determines the powers of g.
///
/// # Errors
///
/// [`Error::Undefined`] for another g, [`Error::NoOptions`] for a number that is not dyadic.
pub fn base_of_powers(worker: &mut Worker<'_>, g: Id, operation: &'static str) -> Result<Id> {
    let (left, right) = (worker.left_options(g)?, worker.right_options(g)?);
    match (&left[..], &right[..]) {
        ([Id::ZERO], [h]) => Ok(*h),
        _ => Err(Error::Undefined {
            operation,
            reason: "the game must have the form {0|h}, as ^, * and Tiny(2) have".into(),
        }),
    }
}

/// The partial sum of powers of g = {0|h} up to x >= 0: 0 for x = 0, else {0, the sum up to x^L |
/// h, the sum up to x^R}. Up to 1 that is g itself, and up to an integer n it is {0, the sum up
/// to n-1 | h}, of all the powers g^1, ..., g^n (Siegel, II.4).
///
/// A step of the budget is one partial sum below it.
///
/// # Errors
///
/// [`Error::Undefined`] for another g or a negative x, [`Error::NoOptions`] for an x that is not
/// dyadic, [`Error::Exhausted`].
pub fn pow_to(worker: &mut Worker<'_>, g: Id, x: &Rational) -> Result<Id> {
    let operation = "a sum of powers";
    let h = base_of_powers(worker, g, operation)?;
    if x.signum() < 0 {
        let reason = format!("powers are summed up to a number of at least 0, and {x} is not");
        return Err(Error::Undefined { operation, reason });
    }
    if !x.is_dyadic() {
        return Err(Error::NoOptions { operation, number: x.to_string() });
    }
    // The sum up to the integer below x, and the one before it.
    let whole = x.floor();
    let mut below = Id::ZERO;
    let mut n = BigInt::ZERO;
    while n < whole {
        worker.tick(1)?;
        below = worker.game(&[Id::ZERO, below], &[h])?;
        n += 1;
    }
    let mut low = (below, Rational::from(whole.clone()));
    if low.1 == *x {
        return Ok(low.0);
    }
    // From the integers around x to x: each step halves the interval.
    let next = worker.game(&[Id::ZERO, below], &[h])?;
    let mut high = (next, Rational::from(whole + BigInt::one()));
    loop {
        worker.tick(1)?;
        let middle = (&low.1 + &high.1).half();
        let sum = worker.game(&[Id::ZERO, low.0], &[h, high.0])?;
        match middle.cmp(x) {
            Ordering::Equal => return Ok(sum),
            Ordering::Less => low = (sum, middle),
            Ordering::Greater => high = (sum, middle),
        }
    }
}

/// The power g^x of g = {0|h} for a number x >= 1: {0 | h - the sum of the powers up to x-1}
/// (Siegel, II.4). The first power is g.
///
/// # Errors
///
/// [`Error::Undefined`] for another g or x, [`Error::Exhausted`].
pub fn pow(worker: &mut Worker<'_>, g: Id, x: &Rational) -> Result<Id> {
    let operation = "a power";
    let h = base_of_powers(worker, g, operation)?;
    if *x < Rational::ONE || !x.is_dyadic() {
        return Err(Error::Undefined {
            operation,
            reason: format!("the exponent must be a dyadic number of at least 1, and {x} is not"),
        });
    }
    let before = pow_to(worker, g, &(x - &Rational::ONE))?;
    let reply = worker.sub(h, before)?;
    worker.game(&[Id::ZERO], &[reply])
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use super::*;
    use crate::Universe;

    #[test]
    fn powers_are_the_differences_of_their_partial_sums() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let w = &mut worker;
        let star = w.nimber(1).unwrap();
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        let two = w.integer(2).unwrap();
        let tiny = w.tiny(two).unwrap();
        let half = w.number(&Rational::power_of_half(1)).unwrap();
        for g in [star, up, tiny, half] {
            let one = Rational::ONE;
            assert_eq!(pow(w, g, &one).unwrap(), g);
            assert_eq!(pow_to(w, g, &one).unwrap(), g);
            let mut before = g;
            for n in 2..6 {
                let n = Rational::from(n);
                let (power, sum) = (pow(w, g, &n).unwrap(), pow_to(w, g, &n).unwrap());
                assert_eq!(w.add(before, power).unwrap(), sum, "up to {n}");
                before = sum;
            }
        }
        // The powers of * are those of up, shifted by one.
        for n in 1..5i64 {
            let power = pow(w, star, &Rational::from(n + 1)).unwrap();
            assert_eq!(power, pow(w, up, &Rational::from(n)).unwrap());
        }
    }
}
