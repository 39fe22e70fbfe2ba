//! Roots against their polynomials, and the laws of fields.

use super::super::AlgebraicReal;
use super::*;

fn rational(numer: i64, denom: i64) -> BigRational {
    BigRational::new(numer.into(), denom.into())
}

/// Signs and digits are those that the polynomial of the number gives.
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
                assert_eq!(root.compare_rational(&other).unwrap(), twin.compare(&other));
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
    let text = |x: Result<Real, Error>| x.map_or_else(|e| e.to_string(), |x| x.to_string());
    assert_eq!(text(root(2, 2).sum(&root(8, 2))), "3×sqrt(2)");
    assert_eq!(text(root(2, 4).product(&root(2, 4))), "sqrt(2)");
    assert_eq!(text(root(2, 4).sum(&root(2, 6))), "2^(1/6)+2^(1/4)");
    assert_eq!(text(root(2, 2).product(&root(3, 2))), "sqrt(6)");
    assert_eq!(text(root(2, 2).negative().product(&root(6, 2))), "-2×sqrt(3)");
    assert!(text(root(2, 2).sum(&root(3, 2))).contains("no root generates both"));
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
