//! The limits of every inline representation: numbers in one and in two words, stops in one word,
//! multiples of up in 64 bits, heaps in 32.

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use upstar_core::{Budget, Player};
use upstar_values::{Error, Id, Rational, Relation, Universe, Worker, structure, thermography};

/// Numbers near powers of two, divided by powers of two, at word limits.
fn edge() -> impl Strategy<Value = Rational> {
    let exponents = prop_oneof![0u32..4, 28u32..36, 58u32..68, 90u32..100, 124u32..130];
    (exponents.clone(), -2i64..3, prop_oneof![Just(0u32), exponents], any::<bool>()).prop_map(
        |(top, near, bottom, negative)| {
            let numer = (BigInt::from(1) << top) + near;
            let x = Rational::new(numer, BigInt::from(1) << bottom).unwrap();
            if negative { -x } else { x }
        },
    )
}

fn big(x: &Rational) -> BigRational {
    BigRational::new(x.numer(), x.denom())
}

fn relation(order: std::cmp::Ordering) -> Relation {
    match order {
        std::cmp::Ordering::Less => Relation::Less,
        std::cmp::Ordering::Equal => Relation::Equal,
        std::cmp::Ordering::Greater => Relation::Greater,
    }
}

fn with<T>(work: impl FnOnce(&mut Worker<'_>) -> T) -> T {
    let universe = Universe::new();
    work(&mut universe.worker(&Budget::unlimited()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn numbers(x in edge(), y in edge()) {
        with(|w| {
            let (a, b) = (w.number(&x).unwrap(), w.number(&y).unwrap());
            assert_eq!(w.as_number(a), Some(x.clone()));
            assert_eq!(w.compare(a, b).unwrap(), relation(big(&x).cmp(&big(&y))), "{x} {y}");
            let (sum, negative) = (w.add(a, b).unwrap(), w.neg(a).unwrap());
            assert_eq!(big(&w.as_number(sum).unwrap()), big(&x) + big(&y));
            assert_eq!(big(&w.as_number(negative).unwrap()), -big(&x));
            assert_eq!(w.neg(negative).unwrap(), a);
            // The game between the two numbers, or the switch.
            let game = w.game(&[a], &[b]).unwrap();
            if big(&x) >= big(&y) {
                assert_eq!(w.left_options(game).unwrap(), [a]);
                let turned = w.neg(game).unwrap();
                let difference = w.add(game, turned).unwrap();
                assert_eq!(difference, Id::ZERO);
                let mean = thermography::mean(w, game).unwrap();
                let half = BigRational::new(1.into(), 2.into());
                assert_eq!(big(&mean), (big(&x) + big(&y)) * half);
            } else {
                let number = w.as_number(game).unwrap();
                assert!(big(&x) < big(&number) && big(&number) < big(&y));
            }
            if w.outcome(a).unwrap() == upstar_core::Outcome::L {
                let tiny = w.tiny(a).unwrap();
                assert_eq!(w.outcome(tiny).unwrap(), upstar_core::Outcome::L);
                assert!(structure::is_number_tiny(w, tiny).unwrap());
            }
            assert_eq!(structure::stop_count(w, a).unwrap(), 1u32.into());
        });
    }

    #[test]
    fn ups_and_nimbers(
        ups in prop_oneof![-3i64..4, i64::MAX - 3..=i64::MAX, i64::MIN..i64::MIN + 4],
        nim in prop_oneof![0u32..4, u32::MAX - 3..=u32::MAX],
        x in edge(),
    ) {
        with(|w| {
            let g = w.up_star(&x, ups, nim).unwrap();
            assert_eq!(w.as_number_up_star(g), Some((x.clone(), ups, nim)));
            let compared = w.number(&x).and_then(|x| w.compare(g, x)).unwrap();
            assert_eq!(compared == Relation::Equal, ups == 0 && nim == 0);
            // No panic: the result is an answer or a "too large" error.
            match w.neg(g) {
                Ok(negative) => assert_eq!(w.neg(negative), Ok(g)),
                Err(error) => assert!(matches!(error, Error::TooLarge { .. }), "{error}"),
            }
            match w.add(g, g) {
                Ok(_) | Err(Error::TooLarge { .. }) => {}
                Err(error) => panic!("{error}"),
            }
            let count = structure::follower_count(w, g).unwrap();
            assert!(count > ups.unsigned_abs().into());
        });
    }
}

/// Closed forms for numbers, ups and nimbers agree with a walk over all followers.
#[test]
fn followers_and_stops_in_closed_form() {
    with(|w| {
        for numer in -9..10 {
            for ups in -5..6 {
                for nim in 0..6 {
                    let x = Rational::ratio(numer, 4).unwrap();
                    let g = w.up_star(&x, ups, nim).unwrap();
                    let all = structure::followers(w, g).unwrap();
                    let count = structure::follower_count(w, g).unwrap();
                    assert_eq!(count, all.len().into(), "{x} {ups} {nim}");
                    assert_eq!(structure::stop_count(w, g).unwrap(), lines(w, g).into());
                }
            }
        }
        let million = w.nimber(1_000_000).unwrap();
        assert_eq!(structure::stop_count(w, million).unwrap().bits(), 1_584_962);
        assert!(matches!(
            w.nimber(u32::MAX).and_then(|g| structure::stop_count(w, g)),
            Err(Error::TooLarge { .. })
        ));
    });
}

fn lines(w: &mut Worker<'_>, g: Id) -> u64 {
    if w.is_number(g) {
        return 1;
    }
    let mut options = w.left_options(g).unwrap();
    options.extend(w.right_options(g).unwrap());
    options.into_iter().map(|option| lines(w, option)).sum()
}

/// The thermograph of a number by the definition: the walls of its options, less the cost of a
/// move, where they have not met. Numbers with long fractions find theirs without their followers.
#[test]
fn thermographs_of_numbers_with_long_fractions() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let mut ends = [Rational::from(3), Rational::from(4)];
    for depth in 0..90_u64 {
        let number = (&ends[0] + &ends[1]).half();
        let thermographs = [&number, &ends[0], &ends[1]].map(|x| {
            let id = worker.number(x).unwrap();
            thermography::thermograph(&mut worker, id).unwrap()
        });
        let [own, left, right] = &thermographs;
        let lowest = Rational::new((-1).into(), BigInt::from(1) << (depth + 1)).unwrap();
        assert_eq!((own.mean(), own.temperature()), (&number, &lowest));
        let critical = Player::BOTH.into_iter().flat_map(|p| own.wall(p).critical().to_vec());
        let between = critical.flat_map(|t| [t.half(), (&t + &(-1).into()).half(), t]);
        for t in between.filter(|t| *t <= lowest && *t >= (-1).into()).chain([(-1).into()]) {
            let expected = &left.wall(Player::Right).at(&t) - &t;
            assert_eq!(own.wall(Player::Left).at(&t), expected, "{number} at {t}");
            let expected = &right.wall(Player::Left).at(&t) + &t;
            assert_eq!(own.wall(Player::Right).at(&t), expected, "{number} at {t}");
        }
        ends[(depth % 3 % 2) as usize] = number;
    }
}
