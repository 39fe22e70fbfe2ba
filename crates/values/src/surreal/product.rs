//! Products of long normal forms.
//!
//! The exponents of both factors become vectors of machine words over a common basis of inner
//! exponents. So the many sums of exponents are added and sorted without comparing trees.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::NormalForm;
use super::normal::Term;

/// The exponents of terms as vectors: entry `i` is the coefficient of `ω^basis[i]`,
/// times `scale[i]`.
struct Vectors {
    /// Decreasing, so that vectors are ordered as exponents are.
    basis: Vec<NormalForm>,
    scale: Vec<BigInt>,
}

/// The largest total number of entries of all vectors.
const MOST_ENTRIES: usize = 1 << 24;

impl Vectors {
    fn of(terms: &[&[Term]]) -> Vectors {
        let inner = || terms.iter().copied().flatten().flat_map(|term| term.exponent.terms());
        let mut basis: Vec<NormalForm> = inner().map(|term| term.exponent.clone()).collect();
        basis.sort_unstable_by(|a, b| b.cmp(a));
        basis.dedup();
        let mut scale = vec![BigInt::one(); basis.len()];
        for term in inner() {
            if let Ok(at) = basis.binary_search_by(|other| term.exponent.cmp(other)) {
                scale[at] = scale[at].lcm(term.coefficient.denom());
            }
        }
        Vectors { basis, scale }
    }

    /// The exponents of `terms`; `None` if one does not fit half a word.
    fn rows(&self, terms: &[Term]) -> Option<Vec<i64>> {
        let mut rows = vec![0; terms.len() * self.basis.len()];
        for (term, row) in terms.iter().zip(rows.chunks_mut(self.basis.len().max(1))) {
            for inner in term.exponent.terms() {
                let at = self.basis.binary_search_by(|other| inner.exponent.cmp(other)).ok()?;
                let scaled =
                    inner.coefficient.numer() * (&self.scale[at] / inner.coefficient.denom());
                row[at] = scaled.to_i64().filter(|entry| entry.unsigned_abs() < 1 << 62)?;
            }
        }
        Some(rows)
    }

    fn exponent(&self, row: &[i64]) -> NormalForm {
        let entries = row.iter().enumerate().filter(|&(_, &entry)| entry != 0);
        let term = |(at, &entry): (usize, &i64)| Term {
            exponent: self.basis[at].clone(),
            coefficient: if self.scale[at].is_one() {
                BigRational::from_integer(entry.into())
            } else {
                BigRational::new(entry.into(), self.scale[at].clone())
            },
        };
        NormalForm::from_sorted(entries.map(term).collect())
    }
}

/// The product of two sums of terms; `None` if exponents are too large for words.
pub(super) fn product(left: &[Term], right: &[Term]) -> Option<NormalForm> {
    let vectors = Vectors::of(&[left, right]);
    let width = vectors.basis.len();
    let count = left.len().checked_mul(right.len())?;
    if width == 0 || count.checked_mul(width)? > MOST_ENTRIES {
        return None;
    }
    let (rows, columns) = (vectors.rows(left)?, vectors.rows(right)?);
    let mut sums = Vec::with_capacity(count * width);
    for row in rows.chunks(width) {
        for column in columns.chunks(width) {
            // Less than 2^62 each.
            sums.extend(row.iter().zip(column).map(|(a, b)| a + b));
        }
    }
    let sum = |index: u32| &sums[index as usize * width..][..width];
    let mut order: Vec<u32> = (0..u32::try_from(count).ok()?).collect();
    order.sort_by(|&a, &b| sum(b).cmp(sum(a)));
    let coefficients = Coefficients::of(left, right);
    let mut terms = Vec::new();
    for group in order.chunk_by(|&a, &b| sum(a) == sum(b)) {
        let coefficient = coefficients.of_group(group);
        if !coefficient.is_zero() {
            terms.push(Term { exponent: vectors.exponent(sum(group[0])), coefficient });
        }
    }
    Some(NormalForm::from_sorted(terms))
}

/// The coefficients over common denominators.
struct Coefficients {
    left: Vec<BigInt>,
    right: Vec<BigInt>,
    /// The same as words, if all fit.
    words: Option<(Vec<i64>, Vec<i64>)>,
    denominator: BigInt,
}

impl Coefficients {
    fn of(left: &[Term], right: &[Term]) -> Self {
        let scaled = |terms: &[Term]| {
            let common = terms
                .iter()
                .fold(BigInt::one(), |common, term| common.lcm(term.coefficient.denom()));
            let numbers: Vec<BigInt> = terms
                .iter()
                .map(|term| term.coefficient.numer() * (&common / term.coefficient.denom()))
                .collect();
            (numbers, common)
        };
        let ((left, a), (right, b)) = (scaled(left), scaled(right));
        let words = |numbers: &[BigInt]| -> Option<Vec<i64>> {
            numbers.iter().map(ToPrimitive::to_i64).collect()
        };
        let words = words(&left).zip(words(&right));
        Coefficients { left, right, words, denominator: a * b }
    }

    /// The sum of the products with these indices, row by row of `right`.
    fn of_group(&self, group: &[u32]) -> BigRational {
        let width = self.right.len();
        let places = group.iter().map(|&index| (index as usize / width, index as usize % width));
        let small = self.words.as_ref().and_then(|(left, right)| {
            places.clone().try_fold(0i128, |sum, (i, j)| {
                sum.checked_add(i128::from(left[i]) * i128::from(right[j]))
            })
        });
        let sum = small.map(BigInt::from).unwrap_or_else(|| {
            places.fold(BigInt::zero(), |sum, (i, j)| sum + &self.left[i] * &self.right[j])
        });
        if self.denominator.is_one() {
            BigRational::from_integer(sum)
        } else {
            BigRational::new(sum, self.denominator.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn number(levels: u32) -> BoxedStrategy<NormalForm> {
        let coefficient =
            (-9i64..10, 1i64..7).prop_map(|(a, b)| BigRational::new(a.into(), b.into()));
        if levels == 0 {
            return coefficient.prop_map(NormalForm::from).boxed();
        }
        vec((number(levels - 1), coefficient), 0..7)
            .prop_map(|terms| {
                NormalForm::from_terms(
                    terms
                        .into_iter()
                        .map(|(exponent, coefficient)| Term { exponent, coefficient })
                        .collect(),
                )
            })
            .boxed()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(3), ..ProptestConfig::default() })]

        /// Vectors against trees.
        #[test]
        fn vectors_give_the_same_product(x in number(3), y in number(3)) {
            let plain: Vec<Term> =
                x.terms().iter().flat_map(|a| y.times_term(a).terms().to_vec()).collect();
            if let Some(found) = product(x.terms(), y.terms()) {
                prop_assert_eq!(found, NormalForm::from_terms(plain));
            } else {
                // Only exponents without terms, or none at all, are left to the plain product.
                prop_assert!(x.terms().len() * y.terms().len() <= 1);
            }
        }
    }

    #[test]
    fn large_exponents_are_left_to_the_plain_way() {
        let huge: NormalForm = "ω^(10^30)+ω^(10^29)+1".parse().unwrap();
        assert!(product(huge.terms(), huge.terms()).is_none());
        let square = huge.product(&huge).unwrap();
        assert_eq!(square.terms().len(), 6);
    }
}
