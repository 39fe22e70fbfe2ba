//! The engine against the plain implementation, and laws.

use crate::common;

use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use upstar_core::{Budget, Outcome, Player};
use upstar_values::reference::Tree;
use upstar_values::{
    FormalSum, Id, Rational, Relation, Style, Universe, Worker, structure, thermography,
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..Default::default()
    }
}

/// All games born by day 2, as trees.
fn day_two() -> Vec<Tree> {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let ids = structure::born_by(&mut worker, 2).unwrap();
    ids.into_iter().map(|id| Tree::of(&mut worker, id).unwrap()).collect()
}

/// Random trees: not canonical, three moves deep, small numbers as leaves.
fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (-3i32..=3, 0u32..=2).prop_map(|(n, e)| Tree::dyadic(n, e));
    leaf.prop_recursive(3, 12, 3, |inner| {
        let side = || prop::collection::vec(inner.clone(), 0..3);
        (side(), side()).prop_map(|(left, right)| Tree::new(left, right))
    })
}

#[test]
fn the_order_of_day_two_is_that_of_the_definition() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let trees = day_two();
    assert_eq!(trees.len(), 22);
    for g in &trees {
        for h in &trees {
            let (a, b) = (g.id(&mut worker).unwrap(), h.id(&mut worker).unwrap());
            assert_eq!(worker.le(a, b).unwrap(), g.at_most(h));
            assert_eq!(a == b, g.equals(h));
            // Sums of all pairs, canonical by definition.
            let sum = worker.add(a, b).unwrap();
            assert_eq!(Tree::of(&mut worker, sum).unwrap(), g.add(h).canonical());
        }
    }
}

#[test]
fn cooling_day_two_is_that_of_the_definition() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    // All temperatures of day 2 are multiples of 1/2; take them by quarters.
    for g in day_two() {
        let id = g.id(&mut worker).unwrap();
        for t in 0..=5 {
            let cooled =
                thermography::cool(&mut worker, id, &Rational::ratio(t, 4).unwrap()).unwrap();
            let plain = g.cool(t as i32, 2).id(&mut worker).unwrap();
            assert_eq!(cooled, plain, "{g:?} by {t}/4");
        }
    }
}

proptest! {
    #![proptest_config(config(2500))]

    #[test]
    fn canonical_forms_are_those_of_the_definition(g in tree()) {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let id = g.id(&mut worker).unwrap();
        prop_assert_eq!(Tree::of(&mut worker, id).unwrap(), g.canonical());
        let (left, right) = g.stops();
        prop_assert_eq!(thermography::left_stop(&mut worker, id).unwrap().value, left);
        prop_assert_eq!(thermography::right_stop(&mut worker, id).unwrap().value, right);
    }

    #[test]
    fn the_order_is_that_of_the_definition(g in tree(), h in tree()) {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let (a, b) = (g.id(&mut worker).unwrap(), h.id(&mut worker).unwrap());
        prop_assert_eq!(worker.le(a, b).unwrap(), g.at_most(&h));
        prop_assert_eq!(worker.le(b, a).unwrap(), h.at_most(&g));
        let negative = g.neg().id(&mut worker).unwrap();
        prop_assert_eq!(worker.neg(a).unwrap(), negative);
    }
}

/// Day-3 games by number, two at a time.
fn picks(n: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..1474, n)
}

/// The games born by day 3 and a worker of their universe.
fn with_day_three(work: impl FnOnce(&mut Worker<'_>, Vec<Id>)) {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let games = structure::born_by(&mut worker, 3).unwrap();
    work(&mut worker, games);
}

#[test]
fn day_three_has_1474_games_and_654647_pairs_in_order() {
    with_day_three(|worker, games| {
        assert_eq!(games.len(), 1474);
        let mut pairs = 0;
        for &g in &games {
            for &h in &games {
                pairs += u32::from(worker.le(g, h).unwrap());
            }
        }
        assert_eq!(pairs, 654_647);
        assert!(structure::born_by(worker, 4).is_err());
        for (day, count) in [(0, 1), (1, 4), (2, 22)] {
            assert_eq!(structure::born_by(worker, day).unwrap().len(), count);
        }
    });
}

#[test]
fn laws_of_the_group_and_the_order() {
    with_day_three(|worker, games| {
        let mut runner = proptest::test_runner::TestRunner::new(config(3000));
        let worker = std::cell::RefCell::new(worker);
        let result = runner.run(&picks(3), |picked| {
            let w = &mut *worker.borrow_mut();
            let [f, g, h] = [games[picked[0]], games[picked[1]], games[picked[2]]];
            let fg = w.add(f, g).unwrap();
            let gh = w.add(g, h).unwrap();
            prop_assert_eq!(w.add(fg, h).unwrap(), w.add(f, gh).unwrap());
            prop_assert_eq!(w.add(g, f).unwrap(), fg);
            prop_assert_eq!(w.sub(fg, g).unwrap(), f);
            let minus_g = w.neg(g).unwrap();
            prop_assert_eq!(w.add(g, minus_g).unwrap(), Id::ZERO);
            // Order and outcome of the difference; translation keeps the order.
            let relation = w.compare(f, g).unwrap();
            let difference = w.sub(f, g).unwrap();
            let outcome = match w.outcome(difference).unwrap() {
                Outcome::P => Relation::Equal,
                Outcome::L => Relation::Greater,
                Outcome::R => Relation::Less,
                _ => Relation::Confused,
            };
            prop_assert_eq!(relation, outcome);
            let fh = w.add(f, h).unwrap();
            prop_assert_eq!(w.compare(fh, gh).unwrap(), relation);
            // Transitivity.
            if w.le(f, g).unwrap() && w.le(g, h).unwrap() {
                prop_assert!(w.le(f, h).unwrap());
            }
            Ok(())
        });
        result.unwrap();
    });
}

#[test]
fn laws_of_temperature() {
    with_day_three(|worker, games| {
        let mut runner = proptest::test_runner::TestRunner::new(config(1500));
        let worker = std::cell::RefCell::new(worker);
        let input = (picks(2), 0i64..=24);
        let result = runner.run(&input, |(picked, t)| {
            let w = &mut *worker.borrow_mut();
            let [g, h] = [games[picked[0]], games[picked[1]]];
            let sum = w.add(g, h).unwrap();
            let mean = &thermography::mean(w, g).unwrap() + &thermography::mean(w, h).unwrap();
            prop_assert_eq!(thermography::mean(w, sum).unwrap(), mean);
            let hottest = thermography::temperature(w, g)
                .unwrap()
                .max(thermography::temperature(w, h).unwrap());
            prop_assert!(thermography::temperature(w, sum).unwrap() <= hottest);
            // Cooling respects sums, and the walls are the stops of the cooled game.
            let t = &Rational::ratio(t, 8).unwrap() - &Rational::ratio(7, 8).unwrap();
            let cooled =
                [thermography::cool(w, g, &t).unwrap(), thermography::cool(w, h, &t).unwrap()];
            let both = w.add(cooled[0], cooled[1]).unwrap();
            prop_assert_eq!(thermography::cool(w, sum, &t).unwrap(), both);
            let thermograph = thermography::thermograph(w, g).unwrap();
            let (left, right) = (
                thermography::left_stop(w, cooled[0]).unwrap(),
                thermography::right_stop(w, cooled[0]).unwrap(),
            );
            prop_assert_eq!(thermograph.wall(Player::Left).at(&t), left.value);
            prop_assert_eq!(thermograph.wall(Player::Right).at(&t), right.value);
            // Bounds by masts and temperatures.
            let bounds = thermography::sum_bounds(w, &[g, h]).unwrap();
            let (left, right) = (
                thermography::left_stop(w, sum).unwrap(),
                thermography::right_stop(w, sum).unwrap(),
            );
            prop_assert!(bounds.low() <= right.value && right.value <= bounds.mean);
            prop_assert!(bounds.mean <= left.value && left.value <= bounds.high());
            Ok(())
        });
        result.unwrap();
    });
}

#[test]
fn lazy_sums_agree_with_the_engine() {
    with_day_three(|worker, games| {
        let mut runner = proptest::test_runner::TestRunner::new(config(500));
        let worker = std::cell::RefCell::new(worker);
        let switch = (-8i64..=8, 1i64..=8, prop::sample::select(vec![1i64, 2, 4, 3]));
        let input = (picks(2), prop::collection::vec(switch, 0..=8), any::<bool>());
        let result = runner.run(&input, |(picked, switches, general)| {
            let w = &mut *worker.borrow_mut();
            let mut terms = vec![];
            for (low, width, denominator) in switches {
                let low = Rational::ratio(low, denominator).unwrap();
                let high = &low + &Rational::ratio(width, denominator).unwrap();
                let ends = [w.number(&high).unwrap(), w.number(&low).unwrap()];
                terms.push(w.game(&ends[..1], &ends[1..]).unwrap());
            }
            if general {
                // Sums of general games grow quickly: few switches beside them.
                terms.truncate(2);
                terms.extend([games[picked[0]], games[picked[1]]]);
            } else if picked[0] % 2 == 0 {
                terms.push(w.nimber(1).unwrap());
            }
            let sum = FormalSum::of(w, &terms).unwrap();
            let mut plain = Id::ZERO;
            for &term in &terms {
                plain = w.add(plain, term).unwrap();
            }
            prop_assert_eq!(sum.canonical(w).unwrap(), plain);
            prop_assert_eq!(sum.left_stop(w).unwrap(), thermography::left_stop(w, plain).unwrap());
            prop_assert_eq!(
                sum.right_stop(w).unwrap(),
                thermography::right_stop(w, plain).unwrap()
            );
            prop_assert_eq!(sum.mean(w).unwrap(), thermography::mean(w, plain).unwrap());
            prop_assert_eq!(
                sum.temperature(w).unwrap(),
                thermography::temperature(w, plain).unwrap()
            );
            prop_assert_eq!(sum.outcome(w).unwrap(), w.outcome(plain).unwrap());
            let (lazy, eager) =
                (sum.thermograph(w).unwrap(), thermography::thermograph(w, plain).unwrap());
            prop_assert_eq!(lazy.to_string(), eager.to_string());
            let difference = sum.minus(w, &sum).unwrap();
            prop_assert_eq!(difference.canonical(w).unwrap(), Id::ZERO);
            Ok(())
        });
        result.unwrap();
    });
}

#[test]
fn printing_then_reading_is_the_identity() {
    with_day_three(|worker, games| {
        let half = worker.number(&"-3/2".parse().unwrap()).unwrap();
        for (i, &g) in games.iter().enumerate() {
            let mut cases = vec![g, worker.add(g, half).unwrap()];
            if i % 20 == 0 {
                let other = games[(i * 7 + 3) % games.len()];
                cases.push(worker.add(g, other).unwrap());
                cases.push(worker.plus_minus(&[g, other]).unwrap());
            }
            for game in cases {
                let text = worker.text(game, Style::Plain).unwrap();
                assert_eq!(common::game(worker, &text), game, "{text}");
            }
        }
    });
}

#[test]
fn two_threads_agree_with_one() {
    let texts = |order: Vec<usize>, universe: &Universe| -> Vec<(usize, String)> {
        let mut worker = universe.worker(&Budget::unlimited());
        let games = structure::born_by(&mut worker, 2).unwrap();
        let mut found: Vec<(usize, String)> = order
            .into_iter()
            .map(|i| {
                let (g, h) = (games[i % 22], games[i / 22]);
                let pair = worker.game(&[g, h], &[h]).unwrap();
                let sum = worker.add(pair, g).unwrap();
                let n = worker.multiple(&BigInt::from(3), sum).unwrap();
                (i, worker.text(n, Style::Plain).unwrap())
            })
            .collect();
        found.sort();
        found
    };
    let forwards: Vec<usize> = (0..484).collect();
    let backwards: Vec<usize> = (0..484).rev().collect();
    let alone = texts(forwards.clone(), &Universe::new());
    let shared = Universe::new();
    std::thread::scope(|scope| {
        let runs: Vec<_> = [forwards, backwards.clone(), backwards]
            .into_iter()
            .map(|order| scope.spawn(|| texts(order, &shared)))
            .collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), alone);
        }
    });
}
