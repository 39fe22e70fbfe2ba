//! Uptimals: numbers plus multiples of powers of up plus a nimber.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashSet;

use super::UptimalExpansion;
use crate::arena::Parts;
use crate::error::Halt;
use crate::node::Tag;
use crate::{Error, Id, Result, Worker};

/// The expansion is not tried for games with more followers than this.
const MOST_POWERS: u64 = 128;

/// Bounds for an expansion.
struct Bounds {
    nimbers: Vec<u32>,
    /// The largest number of powers, and the largest coefficient.
    size: u64,
}

/// The expansion, if the value is uptimal; `None` otherwise.
pub(crate) fn expansion(
    worker: &mut Worker<'_>,
    g: u32,
) -> Result<Option<Arc<UptimalExpansion>>, Halt> {
    let node = worker.node(g);
    if node.tag() == Tag::General && node.left_number() != node.right_number() {
        return Ok(None);
    }
    if let Some(known) = worker.memo().expansions.get(&g) {
        return Ok(known.clone());
    }
    let found = if node.is_general() {
        worker.deeper(|worker| expansion_of_general(worker, g))?
    } else {
        let parts = worker.parts(g);
        let coefficients = if parts.ups == 0 { vec![] } else { vec![parts.ups] };
        let number = worker.number_of(parts.number);
        Some(UptimalExpansion { number, nim: parts.nim, coefficients })
    };
    let found = found.map(Arc::new);
    worker.pay(found.as_ref().map_or(0, |found| 96 + 8 * found.coefficients.len()))?;
    worker.memo().expansions.insert(g, found.clone());
    Ok(found)
}

/// The nimber of an uptimal occurs among its followers, up to *. The followers also bound the
/// number of powers and the coefficients. For each such nimber the coefficients are found in order,
/// by comparison with multiples of the powers. The result is then built and compared with g.
fn expansion_of_general(worker: &mut Worker<'_>, g: u32) -> Result<Option<UptimalExpansion>, Halt> {
    let number = worker.node(g).left_number();
    let Some(bounds) = uptimal_bounds(worker, g, number)? else { return Ok(None) };
    let negative = worker.negate_number(number)?;
    let infinitesimal = worker.sum(g, negative)?;
    for &nim in &bounds.nimbers {
        let star = worker.parts_id(Parts { number: 0, ups: 0, nim })?;
        let rest = worker.sum(infinitesimal, star)?;
        let Some(coefficients) = digits(worker, rest, &bounds)? else { continue };
        if uptimal(worker, number, &coefficients, nim)? == g {
            let number = worker.number_of(number);
            return Ok(Some(UptimalExpansion { number, nim, coefficients }));
        }
    }
    Ok(None)
}

/// Bounds for the expansion of g. `None` if g has a follower that no uptimal near `number` has.
fn uptimal_bounds(worker: &mut Worker<'_>, g: u32, number: u32) -> Result<Option<Bounds>, Halt> {
    let mut bounds = Bounds { nimbers: vec![], size: 2 };
    let mut seen = HashSet::new();
    let mut stack = vec![g];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        worker.step()?;
        let node = worker.node(id);
        if node.left_number() != number || node.right_number() != number {
            return Ok(None);
        }
        if node.is_general() {
            bounds.size += 1;
            let (left, right) = worker.options(id)?;
            stack.extend(left.iter().chain(right).map(|option| option.load(Relaxed)));
        } else {
            let Parts { ups, nim, .. } = worker.parts(id);
            bounds.size = bounds.size.saturating_add(ups.unsigned_abs());
            bounds.nimbers.extend([nim, nim ^ 1]);
        }
        if bounds.size > MOST_POWERS || seen.len() as u64 > MOST_POWERS {
            return Ok(None);
        }
    }
    bounds.nimbers.sort_unstable();
    bounds.nimbers.dedup();
    Ok(Some(bounds))
}

/// The coefficients of an infinitesimal without nimber, if it can be a sum of powers of up. The
/// coefficient c1 is the one for which it differs from c1 * ^<1> by at most a few ^<2>, and so on.
fn digits(worker: &mut Worker<'_>, rest: u32, bounds: &Bounds) -> Result<Option<Vec<i64>>, Halt> {
    let mut coefficients = vec![];
    for n in 1..=bounds.size as usize {
        coefficients.push(0);
        if uptimal(worker, 0, &coefficients, 0)? == rest {
            break;
        }
        let Some(digit) = digit(worker, rest, &mut coefficients, bounds)? else {
            return Ok(None);
        };
        coefficients[n - 1] = digit;
    }
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
    Ok(Some(coefficients))
}

fn digit(
    worker: &mut Worker<'_>,
    rest: u32,
    coefficients: &mut [i64],
    bounds: &Bounds,
) -> Result<Option<i64>, Halt> {
    let n = coefficients.len();
    let slack = bounds.size.min(8) as i64;
    for size in 0..=bounds.size as i64 {
        for digit in if size == 0 { vec![0] } else { vec![size, -size] } {
            worker.step()?;
            let mut bound = coefficients.to_vec();
            bound[n - 1] = digit;
            bound.push(slack);
            let high = uptimal(worker, 0, &bound, 0)?;
            if !worker.at_most(rest, high)? {
                continue;
            }
            bound[n] = -slack;
            let low = uptimal(worker, 0, &bound, 0)?;
            if worker.at_most(low, rest)? {
                return Ok(Some(digit));
            }
        }
    }
    Ok(None)
}

/// number + *nim + the sum of coefficients times powers of up.
fn uptimal(
    worker: &mut Worker<'_>,
    number: u32,
    coefficients: &[i64],
    nim: u32,
) -> Result<u32, Halt> {
    let ups = coefficients.first().copied().unwrap_or(0);
    let mut total = worker.parts_id(Parts { number, ups, nim })?;
    for (i, &c) in coefficients.iter().enumerate().skip(1) {
        if c == 0 {
            continue;
        }
        let mut unit = power_of_up(worker, i + 1)?;
        if c < 0 {
            unit = worker.negate(unit)?;
        }
        for _ in 0..c.unsigned_abs() {
            total = worker.sum(total, unit)?;
        }
    }
    Ok(total)
}

/// `^<n>`, n > 0.
pub(crate) fn power_of_up(worker: &mut Worker<'_>, n: usize) -> Result<u32, Halt> {
    let star = worker.parts_id(Parts { number: 0, ups: 0, nim: 1 })?;
    let up = worker.parts_id(Parts { number: 0, ups: 1, nim: 0 })?;
    if n == 1 {
        return Ok(up);
    }
    // ^[n-1] = {^[n-2]|*}.
    let mut partial = up;
    for _ in 2..n {
        partial = worker.make(&[partial], &[star])?;
    }
    let negative = worker.negate(partial)?;
    let reply = worker.sum(star, negative)?;
    worker.make(&[0], &[reply])
}

/// The expansion of g as number + nimber + multiples of powers of up.
///
/// # Errors
///
/// [`Error::NotUptimal`], [`Error::Exhausted`].
pub fn uptimal_expansion(worker: &mut Worker<'_>, g: Id) -> Result<UptimalExpansion> {
    worker.trim_memo();
    let found = expansion(worker, g.0).map_err(|halt| worker.reason(halt))?;
    found.map(|expansion| (*expansion).clone()).ok_or(Error::NotUptimal)
}

/// Is it a number plus a nimber plus multiples of powers of up?
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn is_uptimal(worker: &mut Worker<'_>, g: Id) -> Result<bool> {
    Ok(expansion(worker, g.0).map_err(|halt| worker.reason(halt))?.is_some())
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use super::*;
    use crate::Rational;
    use crate::Universe;

    #[test]
    fn expansions_are_found_again() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let number = worker.number_id(&Rational::from(-2)).unwrap();
        let range = -2..=2i64;
        for code in 0..125 * 4 {
            let (digits, nim) = (code / 4, code as u32 % 4);
            let mut coefficients: Vec<i64> =
                [digits / 25, digits / 5 % 5, digits % 5].map(|d| range.start() + d).into();
            while coefficients.last() == Some(&0) {
                coefficients.pop();
            }
            let g = uptimal(&mut worker, number, &coefficients, nim).unwrap();
            let found = uptimal_expansion(&mut worker, Id(g)).unwrap();
            let number = Rational::from(-2);
            assert_eq!(found, UptimalExpansion { number, nim, coefficients });
        }
        let two = worker.integer(2).unwrap();
        let tiny = worker.tiny(two).unwrap();
        assert!(!is_uptimal(&mut worker, tiny).unwrap());
    }
}
