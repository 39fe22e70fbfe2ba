//! Normal forms as polynomials in several variables, to divide and reduce quotients.
//!
//! The exponents of finitely many terms are rational combinations of finitely many `ω^z`. With
//! `d` the common denominator at `ω^z`, the powers `X_z = ω^(ω^z/d)` are algebraically
//! independent, and the terms are monomials in them.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::NormalForm;
use super::normal::Term;

/// A polynomial with integer coefficients: a map from exponents (one for each variable) to nonzero
/// coefficients.
pub(super) type Polynomial = BTreeMap<Vec<i64>, BigInt>;

/// The work that division and greatest common divisors may cost before a quotient is kept
/// unreduced. It counts products of coefficients, so the answer does not depend on the machine.
const WORK: u64 = 200_000;
const MAX_DEGREE: i64 = 4096;

/// The variables in which some normal forms are polynomials.
pub(super) struct Variables {
    /// The `z` of each variable, the greatest first, and the denominator `d`.
    variables: Vec<(NormalForm, BigInt)>,
}

impl Variables {
    pub(super) fn of(numbers: &[&NormalForm]) -> Self {
        let mut denominators: BTreeMap<NormalForm, BigInt> = BTreeMap::new();
        for term in numbers.iter().flat_map(|number| number.terms()) {
            for part in term.exponent.terms() {
                let entry = denominators.entry(part.exponent.clone()).or_insert_with(BigInt::one);
                *entry = entry.lcm(part.coefficient.denom());
            }
        }
        Variables { variables: denominators.into_iter().rev().collect() }
    }

    /// The exponent vectors and coefficients of a number; `None` if an exponent is too large.
    fn vectors(&self, number: &NormalForm) -> Option<Vec<(Vec<i64>, BigRational)>> {
        let vector = |term: &Term| {
            let exponents = self.variables.iter().map(|(z, d)| {
                let part = term.exponent.terms().iter().find(|part| part.exponent == *z);
                part.map_or(Some(0), |part| {
                    (&part.coefficient * BigRational::from(d.clone()))
                        .to_integer()
                        .to_i64()
                        .filter(|e| e.unsigned_abs() < 1 << 40)
                })
            });
            Some((exponents.collect::<Option<Vec<i64>>>()?, term.coefficient.clone()))
        };
        number.terms().iter().map(vector).collect()
    }

    /// The number of a polynomial.
    fn number(&self, polynomial: &Polynomial) -> NormalForm {
        let term = |(exponents, coefficient): (&Vec<i64>, &BigInt)| {
            let parts = self.variables.iter().zip(exponents).map(|((z, d), &e)| Term {
                exponent: z.clone(),
                coefficient: BigRational::new(e.into(), d.clone()),
            });
            Term {
                exponent: NormalForm::from_terms(parts.collect()),
                coefficient: BigRational::from(coefficient.clone()),
            }
        };
        NormalForm::from_terms(polynomial.iter().map(term).collect())
    }

    /// Bounds for the exponents of each variable in a square root of `number`, and a check.
    pub(super) fn square_root_box(
        &self,
        number: &NormalForm,
    ) -> Option<impl Fn(&NormalForm) -> bool + '_> {
        let vectors = self.vectors(number)?;
        let bounds: Vec<(i64, i64)> = (0..self.variables.len())
            .map(|i| {
                let column = || vectors.iter().map(|(exponents, _)| exponents[i]);
                (column().min().unwrap_or(0), column().max().unwrap_or(0))
            })
            .collect();
        Some(move |exponent: &NormalForm| {
            let twice = exponent.scaled(&BigRational::from(BigInt::from(2)));
            let term = Term { exponent: twice, coefficient: BigRational::one() };
            let inside = term
                .exponent
                .terms()
                .iter()
                .all(|part| self.variables.iter().any(|(z, _)| *z == part.exponent));
            inside
                && self.variables.iter().zip(&bounds).all(|((z, d), &(low, high))| {
                    let part = term.exponent.terms().iter().find(|part| part.exponent == *z);
                    let value = part.map_or_else(BigRational::zero, |part| {
                        &part.coefficient * BigRational::from(d.clone())
                    });
                    value >= BigRational::from(BigInt::from(low))
                        && value <= BigRational::from(BigInt::from(high))
                })
        })
    }
}

/// A quotient in lowest terms, as far as a greatest common divisor is found: integer coefficients
/// without a common factor, no common power of ω, a positive denominator.
pub(super) fn reduce(numerator: &NormalForm, denominator: &NormalForm) -> (NormalForm, NormalForm) {
    let variables = Variables::of(&[numerator, denominator]);
    let (Some(above), Some(below)) = (variables.vectors(numerator), variables.vectors(denominator))
    else {
        return (numerator.clone(), denominator.clone());
    };
    let all = || above.iter().chain(&below);
    let least: Vec<i64> = (0..variables.variables.len())
        .map(|i| all().map(|(exponents, _)| exponents[i]).min().unwrap_or(0))
        .collect();
    let scale = all().fold(BigInt::one(), |lcm, (_, c)| lcm.lcm(c.denom()));
    let polynomial = |vectors: &[(Vec<i64>, BigRational)]| -> Polynomial {
        vectors
            .iter()
            .map(|(exponents, c)| {
                let shifted = exponents.iter().zip(&least).map(|(e, least)| e - least).collect();
                (shifted, (c * BigRational::from(scale.clone())).to_integer())
            })
            .collect()
    };
    let (mut a, mut b) = (polynomial(&above), polynomial(&below));
    let mut work = WORK;
    let common = greatest_common_divisor(&a, &b, 0, variables.variables.len(), &mut work);
    if let Some(common) = common
        && let (Some(x), Some(y)) = (divide(&a, &common, &mut work), divide(&b, &common, &mut work))
    {
        (a, b) = (x, y);
    } else {
        // The first division was too expensive, but the other may still succeed.
        let mut work = WORK;
        let content_of_b = content(&b);
        let primitive: Polynomial = b.iter().map(|(e, c)| (e.clone(), c / &content_of_b)).collect();
        if let Some(quotient) = divide(&a, &primitive, &mut work) {
            let one = vec![0; variables.variables.len()];
            (a, b) = (quotient, BTreeMap::from([(one, content_of_b)]));
        }
    }
    let factor = content(&a).gcd(&content(&b));
    let negative = b.last_key_value().is_some_and(|(_, c)| c.is_negative());
    let factor = if negative { -factor } else { factor };
    for c in a.values_mut().chain(b.values_mut()) {
        *c /= &factor;
    }
    (variables.number(&a), variables.number(&b))
}

fn content(a: &Polynomial) -> BigInt {
    a.values().fold(BigInt::zero(), |gcd, c| gcd.gcd(c))
}

/// `a / b` if `b` divides `a` with integer coefficients; `None` also if the work runs out.
fn divide(a: &Polynomial, b: &Polynomial, work: &mut u64) -> Option<Polynomial> {
    let (lead, lead_coefficient) = b.last_key_value()?;
    let mut rest = a.clone();
    let mut quotient = Polynomial::new();
    while let Some((top, c)) = rest.last_key_value() {
        let exponents: Vec<i64> = top.iter().zip(lead).map(|(x, y)| x - y).collect();
        let (factor, remainder) = c.div_rem(lead_coefficient);
        if exponents.iter().any(|&e| e < 0) || !remainder.is_zero() {
            return None;
        }
        subtract_multiple(&mut rest, b, &exponents, &factor, work)?;
        quotient.insert(exponents, factor);
    }
    Some(quotient)
}

/// `a -= b · factor · X^exponents`.
fn subtract_multiple(
    a: &mut Polynomial,
    b: &Polynomial,
    exponents: &[i64],
    factor: &BigInt,
    work: &mut u64,
) -> Option<()> {
    *work = work.checked_sub(b.len() as u64 * (1 + factor.bits() / 64))?;
    for (e, c) in b {
        let key: Vec<i64> = e.iter().zip(exponents).map(|(x, y)| x + y).collect();
        let entry = a.entry(key);
        match entry {
            std::collections::btree_map::Entry::Vacant(vacant) => {
                vacant.insert(-(c * factor));
            }
            std::collections::btree_map::Entry::Occupied(mut occupied) => {
                *occupied.get_mut() -= c * factor;
                if occupied.get().is_zero() {
                    occupied.remove();
                }
            }
        }
    }
    Some(())
}

fn degree_in(a: &Polynomial, variable: usize) -> i64 {
    a.keys().map(|e| e[variable]).max().unwrap_or(0)
}

/// The coefficient of the highest power of a variable, and that power.
fn leading_in(a: &Polynomial, variable: usize) -> (i64, Polynomial) {
    let degree = degree_in(a, variable);
    let part = a.iter().filter(|(e, _)| e[variable] == degree).map(|(e, c)| {
        let mut e = e.clone();
        e[variable] = 0;
        (e, c.clone())
    });
    (degree, part.collect())
}

/// The greatest common divisor of the coefficients with respect to a variable.
fn content_in(a: &Polynomial, variable: usize, count: usize, work: &mut u64) -> Option<Polynomial> {
    let degrees: BTreeSet<i64> = a.keys().map(|e| e[variable]).collect();
    let mut gcd = Polynomial::new();
    for degree in degrees {
        let part: Polynomial = a
            .iter()
            .filter(|(e, _)| e[variable] == degree)
            .map(|(e, c)| {
                let mut e = e.clone();
                e[variable] = 0;
                (e, c.clone())
            })
            .collect();
        gcd = greatest_common_divisor(&gcd, &part, variable + 1, count, work)?;
    }
    Some(gcd)
}

fn multiply(a: &Polynomial, b: &Polynomial, work: &mut u64) -> Option<Polynomial> {
    let mut product = Polynomial::new();
    for (e, c) in a {
        subtract_multiple(&mut product, b, e, &-c, work)?;
    }
    Some(product)
}

/// Euclid's algorithm with primitive remainders, one variable after the other.
///
/// Both polynomials have exponent 0 at the variables before `variable`. `None` if the work runs
/// out.
fn greatest_common_divisor(
    a: &Polynomial,
    b: &Polynomial,
    variable: usize,
    count: usize,
    work: &mut u64,
) -> Option<Polynomial> {
    if a.is_empty() || b.is_empty() {
        return Some(if a.is_empty() { b.clone() } else { a.clone() });
    }
    if variable == count {
        let gcd = content(a).gcd(&content(b));
        return Some(BTreeMap::from([(vec![0; count], gcd)]));
    }
    if degree_in(a, variable).max(degree_in(b, variable)) > MAX_DEGREE {
        return None;
    }
    let (content_a, content_b) =
        (content_in(a, variable, count, work)?, content_in(b, variable, count, work)?);
    let common = greatest_common_divisor(&content_a, &content_b, variable + 1, count, work)?;
    let (mut a, mut b) = (divide(a, &content_a, work)?, divide(b, &content_b, work)?);
    if degree_in(&a, variable) < degree_in(&b, variable) {
        std::mem::swap(&mut a, &mut b);
    }
    while degree_in(&b, variable) > 0 {
        let (degree_b, lead_b) = leading_in(&b, variable);
        // The pseudo-remainder of a by b.
        while !a.is_empty() && degree_in(&a, variable) >= degree_b {
            let (degree_a, lead_a) = leading_in(&a, variable);
            let mut next = multiply(&a, &lead_b, work)?;
            let mut shift = vec![0; count];
            shift[variable] = degree_a - degree_b;
            let times = multiply(&b, &lead_a, work)?;
            subtract_multiple(&mut next, &times, &shift, &BigInt::one(), work)?;
            a = next;
        }
        if a.is_empty() {
            return multiply(&b, &common, work);
        }
        let content = content_in(&a, variable, count, work)?;
        let remainder = divide(&a, &content, work)?;
        a = std::mem::replace(&mut b, remainder);
    }
    // A nonzero remainder without the variable: the primitive parts have no common divisor.
    Some(common)
}
