//! Roots against their polynomials, and the laws of fields.

use num_traits::Pow;
use proptest::prelude::*;

use super::super::AlgebraicReal;
use super::*;
use crate::Result;

fn rational(numer: i64, denom: i64) -> BigRational {
    BigRational::new(numer.into(), denom.into())
}

/// Signs and digits agree with the polynomial of the number.
#[test]
fn roots_are_those_of_their_polynomials() {
    let budget = Budget::unlimited();
    for (numer, denom) in [(2, 1), (8, 1), (1, 2), (5, 3), (1, 10), (12, 1), (1000, 7)] {
        for index in 2..7 {
            let Real::Root(root) = RootReal::root(&rational(numer, denom), index).unwrap() else {
                assert!(numer == 8 && [3].contains(&index), "{numer}/{denom} {index}");
                continue;
            };
            let twin = AlgebraicReal::root(&rational(numer, denom), index).unwrap();
            assert_eq!(root.signs(70, &budget), twin.signs(70, &budget));
            assert_eq!(root.decimal(40, &budget), twin.decimal(40, &budget));
            for k in 0..60 {
                let other = rational(k * 7, 11);
                let positive = root.plus_rational(&-&other).is_positive().unwrap();
                let order = if positive { Ordering::Greater } else { Ordering::Less };
                assert_eq!(order, twin.compare(&other));
            }
        }
    }
}

/// The field of the cube root of 2, and that of the square root of 5.
#[test]
fn numbers_of_one_root_are_a_field() {
    for (radicand, index) in [(5i64, 2u32), (2, 3), (12, 4)] {
        let root = RootReal::root(&rational(radicand, 1), index).unwrap();
        let mut numbers = Vec::new();
        for a in -2..3 {
            for b in -2..3 {
                let scaled = root.product(&Real::Rational(rational(b, 3))).unwrap();
                let linear = scaled.sum(&Real::Rational(rational(a, 2))).unwrap();
                numbers.push(linear.sum(&root.product(&root).unwrap()).unwrap());
                numbers.push(linear);
            }
        }
        for x in &numbers {
            for y in &numbers {
                let (sum, product) = (x.sum(y).unwrap(), x.product(y).unwrap());
                assert_eq!(sum, y.sum(x).unwrap());
                assert_eq!(sum.sum(&y.negative()).unwrap(), *x);
                if let Ok(reciprocal) = y.reciprocal() {
                    assert_eq!(product.product(&reciprocal).unwrap(), *x, "{x} {y}");
                }
            }
        }
    }
}

#[test]
fn fields_within_fields() {
    let root = |n: i64, index| RootReal::root(&rational(n, 1), index).unwrap();
    let text = |x: Result<Real>| x.map_or_else(|e| e.to_string(), |x| x.to_string());
    assert_eq!(text(root(2, 2).sum(&root(8, 2))), "3×sqrt(2)");
    assert_eq!(text(root(2, 4).product(&root(2, 4))), "sqrt(2)");
    assert_eq!(text(root(2, 4).sum(&root(2, 6))), "2^(1/6)+2^(1/4)");
    assert_eq!(text(root(2, 2).product(&root(3, 2))), "sqrt(6)");
    assert_eq!(text(root(2, 2).negative().product(&root(6, 2))), "-2×sqrt(3)");
    assert!(text(root(2, 2).sum(&root(3, 3))).contains("no root generates both"));
    let (Real::Root(a), Real::Root(b)) = (root(2, 2), root(3, 2)) else { panic!() };
    assert_eq!(a.compare(&b).unwrap(), Ordering::Less);
    assert_eq!(text(root(2, 2).power(&rational(-3, 1))), "1/4×sqrt(2)");
    assert_eq!(text(Real::Rational(rational(2, 1)).power(&rational(2, 3))), "2^(2/3)");
    assert_eq!(text(Real::Rational(rational(8, 27)).power(&rational(-2, 3))), "9/4");
    assert_eq!(text(Real::Rational(rational(1, 2)).power(&rational(1, 2))), "1/2×sqrt(2)");
}

#[test]
fn what_is_too_long_is_said_to_be() {
    let Real::Root(root) = RootReal::root(&rational(2, 1), 2).unwrap() else { panic!() };
    let budget = Budget::unlimited();
    assert!(matches!(root.decimal(u32::MAX, &budget), Err(Error::OverLimit { .. })));
    assert!(matches!(root.signs(usize::MAX, &budget), Err(Error::OverLimit { .. })));
    assert_eq!(root.decimal(70_000, &budget).unwrap().len(), 70_002);
    let third = Real::Rational(rational(-1, 30));
    assert_eq!(third.decimal(4, &budget).unwrap(), "-0.0333");
    assert_eq!(third.decimal(70_000, &budget).unwrap().len(), 70_003);
    let small = Budget::unlimited().with_bytes(1000);
    assert!(matches!(root.decimal(10_000, &small), Err(Error::Exhausted(_))));
}

fn square_root(n: u32) -> Real {
    RootReal::root(&rational(n.into(), 1), 2).unwrap()
}

/// The sum of roots of integers with factors, and a rational number.
fn sum_of_roots(rational_part: BigRational, roots: &[(u32, i64)]) -> Real {
    roots.iter().fold(Real::Rational(rational_part), |sum, &(n, factor)| {
        let root = square_root(n).product(&Real::Rational(rational(factor, 1))).unwrap();
        sum.sum(&root).unwrap()
    })
}

#[test]
fn sums_of_square_roots() {
    let text = |x: Result<Real>| x.map_or_else(|e| e.to_string(), |x| x.to_string());
    let sum = square_root(2).sum(&square_root(3)).unwrap();
    assert_eq!(sum.to_string(), "sqrt(2)+sqrt(3)");
    assert_eq!(text(sum.product(&sum)), "5+2×sqrt(6)");
    assert_eq!(text(sum.reciprocal()), "-sqrt(2)+sqrt(3)");
    assert_eq!(text(sum.sum(&square_root(12))), "sqrt(2)+3×sqrt(3)");
    assert_eq!(text(sum.sum(&square_root(2).negative())), "sqrt(3)");
    assert_eq!(text(sum.sum(&sum.negative())), "0");
    assert_eq!(text(sum.power(&rational(-2, 1))), "5-2×sqrt(6)");
    assert_eq!(sum.decimal(20, &Budget::unlimited()).unwrap(), "3.14626436994197234232");
    // The product of two of the three roots is the third, up to a square.
    let dependent = sum_of_roots(rational(1, 1), &[(2, 1), (3, 1), (6, 1)]);
    assert_eq!(text(dependent.product(&dependent.reciprocal().unwrap())), "1");
    // Radicands with a large square factor are recognized as equal.
    let large = square_root(2 * 1009 * 1009).sum(&square_root(3)).unwrap();
    let twin = sum_of_roots(rational(0, 1), &[(3, 1), (2, 1009)]);
    assert_eq!(large, twin);
    assert_eq!(text(large.sum(&twin.negative())), "0");
    assert!(text(sum.sum(&RootReal::root(&rational(2, 1), 3).unwrap())).contains("no root"));
    assert!(text(sum.power(&rational(1, 2))).contains("to the power 1/2"));
    // Two numbers that differ by very little: the order is exact.
    let near = sum_of_roots(rational(0, 1), &[(10, 1), (11, 1)]);
    let other = sum_of_roots(rational(0, 1), &[(5, 1), (18, 1)]);
    let (Real::Root(a), Real::Root(b)) = (&near, &other) else { panic!() };
    assert_eq!(a.compare(b).unwrap(), Ordering::Greater);
    assert_eq!(b.compare(a).unwrap(), Ordering::Less);
    assert!(near != other && near == near.clone());
    // So many independent roots can be added, but no reciprocal is tried.
    let primes = [2, 3, 5, 7, 11, 13, 17].map(|p| (p, 1));
    let many = sum_of_roots(rational(0, 1), &primes);
    assert!(matches!(many.reciprocal(), Err(Error::OverLimit { .. })));
    assert!(sum_of_roots(rational(0, 1), &primes[..4]).reciprocal().is_ok());
}

/// The polynomial of p√2 + q√3 + r has the same signs as the arithmetic.
#[test]
fn sums_of_two_roots_have_the_signs_of_their_polynomial() {
    let budget = Budget::unlimited();
    for (p, q) in [(1i64, 1i64), (1, -1), (2, 1), (-3, 2), (5, -4)] {
        let Real::Root(sum) = sum_of_roots(rational(0, 1), &[(2, p), (3, q)]) else { panic!() };
        // x^2 = a + b√6, and so (x^2 - a)^2 = 6 b^2.
        let (a, b) = (2 * p * p + 3 * q * q, 2 * p * q);
        let polynomial = [a * a - 6 * b * b, 0, -2 * a, 0, 1].map(BigInt::from);
        let floor = BigRational::from_integer(sum.floor().unwrap());
        let twin = AlgebraicReal::new(&polynomial, floor.clone(), floor + rational(1, 1)).unwrap();
        assert_eq!(sum.signs(60, &budget), twin.signs(60, &budget));
        assert_eq!(sum.decimal(40, &budget), twin.decimal(40, &budget));
    }
}

proptest! {
    /// Field laws, and intervals of 100 digits that agree with them.
    #[test]
    fn sums_of_square_roots_are_a_field(
        x in prop::collection::vec((2u32..30, -3i64..4), 1..4),
        y in prop::collection::vec((2u32..30, -3i64..4), 1..4),
        (numer, denom) in (-5i64..6, 1i64..4),
    ) {
        let x = sum_of_roots(rational(numer, denom), &x);
        let y = sum_of_roots(rational(denom, 7), &y);
        let (sum, product) = (x.sum(&y).unwrap(), x.product(&y).unwrap());
        prop_assert_eq!(&sum, &y.sum(&x).unwrap());
        prop_assert_eq!(&product, &y.product(&x).unwrap());
        prop_assert_eq!(&sum.sum(&y.negative()).unwrap(), &x);
        prop_assert_eq!(sum.product(&x).unwrap(), x.product(&x).unwrap().sum(&product).unwrap());
        match y.reciprocal() {
            Ok(reciprocal) => prop_assert_eq!(&product.product(&reciprocal).unwrap(), &x),
            Err(error) => {
                let limit = matches!(error, Error::OverLimit { .. });
                prop_assert!(limit || y == Real::Rational(rational(0, 1)), "{}", error);
            }
        }
        let scale = BigInt::from(10).pow(40u32);
        let units = |x: &Real| -> BigInt {
            match x {
                Real::Rational(x) => (x * BigRational::from_integer(scale.clone())).floor().to_integer(),
                Real::Root(x) => {
                    x.floor_of(&scale.magnitude().clone(), &Budget::unlimited()).unwrap()
                }
            }
        };
        let off = units(&sum) - units(&x) - units(&y);
        prop_assert!(off >= BigInt::zero() && off <= BigInt::one());
        let error: BigInt = units(&x) * units(&y) / &scale - units(&product);
        let bound = BigInt::from(1000);
        prop_assert!(error.abs() < bound, "{}", error);
    }
}
