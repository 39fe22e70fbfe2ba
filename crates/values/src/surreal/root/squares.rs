//! Sums of square roots.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::powers::Powers;
use super::{Real, check_size};
use crate::{Error, Result};

/// A rational number plus rational multiples of square roots of positive integers. No radicand and
/// no product of two radicands is a square. Then the roots and 1 are linearly independent
/// (Besicovitch), so the number is 0 only if all coefficients are 0.
#[derive(Clone, Debug)]
pub(super) struct Squares {
    pub(super) rational: BigRational,
    /// Nonzero coefficients and their radicands, sorted by radicand.
    pub(super) roots: Vec<(BigUint, BigRational)>,
}

/// The largest number of independent square roots. Each of them may double the terms of a
/// reciprocal.
const MAX_INDEPENDENT: usize = 6;

/// The integer root of a square.
fn exact_root(n: &BigUint) -> Option<BigUint> {
    let root = n.sqrt();
    (&root * &root == *n).then_some(root)
}

impl Squares {
    /// The sum of a rational number and a multiple of one root.
    pub(super) fn of(rational: BigRational, radicand: BigUint, factor: BigRational) -> Squares {
        Squares { rational, roots: vec![(radicand, factor)] }
    }

    /// Adds `factor` times the root of `radicand`.
    fn add(&mut self, radicand: &BigUint, factor: BigRational) -> Result {
        let ratio = |of: BigUint, over: &BigUint| BigRational::new(of.into(), over.clone().into());
        let like = self.roots.iter_mut().find_map(|(own, c)| {
            let factor = if own == radicand {
                BigRational::one()
            } else {
                ratio(exact_root(&(&*own * radicand))?, own)
            };
            Some((c, factor))
        });
        if let Some((c, times)) = like {
            *c += factor * times;
        } else {
            // Square factors of the radicand move before the root.
            let of = BigRational::from_integer(BigInt::from(radicand.clone()));
            match Powers::root(&of, 2)? {
                Real::Rational(root) => self.rational += factor * root,
                Real::Root(root) => {
                    let reduced = root.as_squares().and_then(|mut root| root.roots.pop());
                    let (radicand, outside) =
                        reduced.unwrap_or_else(|| (radicand.clone(), BigRational::one()));
                    self.roots.push((radicand, factor * outside));
                }
            }
        }
        self.roots.retain(|(_, c)| !c.is_zero());
        self.roots.sort_by(|a, b| a.0.cmp(&b.0));
        check_size(self.roots.iter().map(|(_, c)| c).chain([&self.rational]))
    }

    /// The number: rational, in the field of one root, or neither.
    fn into_real(self) -> Result<Real> {
        if self.roots.len() > 1 << MAX_INDEPENDENT {
            return Err(Error::over_limit(
                "a sum of roots",
                format!("{} roots", 1 << MAX_INDEPENDENT),
            ));
        }
        let mut roots = self.roots;
        if roots.len() > 1 {
            return Ok(Real::Root(Squares { rational: self.rational, roots }.into()));
        }
        Ok(match roots.pop() {
            None => Real::Rational(self.rational),
            Some((radicand, c)) => {
                Real::Root(Powers { radicand, parts: vec![self.rational, c] }.into())
            }
        })
    }

    pub(super) fn sum(&self, other: &Squares) -> Result<Real> {
        let mut sum = self.clone();
        sum.rational += &other.rational;
        for (radicand, c) in &other.roots {
            sum.add(radicand, c.clone())?;
        }
        sum.into_real()
    }

    pub(super) fn product(&self, other: &Squares) -> Result<Real> {
        self.times(other)?.into_real()
    }

    fn times(&self, other: &Squares) -> Result<Squares> {
        let mut product = Squares { rational: &self.rational * &other.rational, roots: Vec::new() };
        for (radicand, c) in &self.roots {
            product.add(radicand, c * &other.rational)?;
        }
        for (radicand, c) in &other.roots {
            product.add(radicand, c * &self.rational)?;
            for (own, d) in &self.roots {
                if own == radicand {
                    product.rational += c * d * BigRational::from_integer(own.clone().into());
                } else {
                    product.add(&(own * radicand), c * d)?;
                }
            }
        }
        Ok(product)
    }

    pub(super) fn plus_rational(&self, other: &BigRational) -> Squares {
        Squares { rational: &self.rational + other, roots: self.roots.clone() }
    }

    /// The product with a rational number that is not 0.
    pub(super) fn scaled(&self, other: &BigRational) -> Squares {
        let roots = self.roots.iter().map(|(radicand, c)| (radicand.clone(), c * other)).collect();
        Squares { rational: &self.rational * other, roots }
    }

    /// A basis of the radicands: no product of them is a square, and every radicand of the number
    /// is a product of them times a square.
    fn independent(&self) -> Result<Vec<BigUint>> {
        let mut basis = Vec::new();
        for (radicand, _) in &self.roots {
            if factors(radicand, &basis).is_none() {
                if basis.len() == MAX_INDEPENDENT {
                    let limit = format!("{MAX_INDEPENDENT} independent roots");
                    return Err(Error::over_limit("the reciprocal of a sum of roots", limit));
                }
                basis.push(radicand.clone());
            }
        }
        Ok(basis)
    }

    /// The reciprocal: the product of the conjugates (the other signs of independent roots),
    /// divided by their product with this number.
    pub(super) fn reciprocal(&self) -> Result<Real> {
        let basis = self.independent()?;
        let mut above = Squares { rational: BigRational::one(), roots: Vec::new() };
        let mut below = self.clone();
        for bit in 0..basis.len() {
            let mut other = below.clone();
            for (radicand, c) in &mut other.roots {
                if factors(radicand, &basis).is_some_and(|set| set >> bit & 1 == 1) {
                    *c = -&*c;
                }
            }
            above = above.times(&other)?;
            below = below.times(&other)?;
        }
        // A number that no change of signs changes is rational.
        if !below.roots.is_empty() || below.rational.is_zero() {
            return Err(Error::no_such_number("a reciprocal of a sum of roots"));
        }
        above.scaled(&below.rational.recip()).into_real()
    }

    /// Passes on each coefficient with the text of its factor, which is nothing for 1.
    pub(super) fn each_part(&self, each: &mut impl FnMut(&BigRational, Option<String>)) {
        each(&self.rational, None);
        for (radicand, c) in &self.roots {
            each(c, Some(format!("sqrt({radicand})")));
        }
    }
}

/// The set of members of `basis` whose product is `radicand` times a square.
fn factors(radicand: &BigUint, basis: &[BigUint]) -> Option<usize> {
    (0..1 << basis.len()).find(|set: &usize| {
        let chosen = basis.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        exact_root(&chosen.fold(radicand.clone(), |product, (_, member)| product * member))
            .is_some()
    })
}
