//! The order against its plain twin, laws of simplification and sums, published values.

use proptest::prelude::*;
use upstar_core::{Budget, Outcome, Player};
use upstar_stoppers::{Error, Graph, Loopy, Side, reference};
use upstar_values::{Rational, Relation, Style, Universe, Worker};

/// A graph of positions 0, 1, ... given by their options.
fn graph(nodes: &[[Vec<usize>; 2]]) -> Graph {
    Graph::explore(0, |&at: &usize, player| {
        Ok(nodes[at][usize::from(player == Player::Right)].clone())
    })
    .unwrap()
}

fn nodes(count: usize) -> impl Strategy<Value = Vec<[Vec<usize>; 2]>> {
    let side = proptest::collection::vec(0..count, 0..3);
    let side2 = proptest::collection::vec(0..count, 0..3);
    proptest::collection::vec((side, side2).prop_map(|(l, r)| [l, r]), count)
}

fn text(value: &Loopy, worker: &mut Worker<'_>) -> String {
    value.text(worker, Style::Plain).unwrap()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(23),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(300))]

    /// A simplified side equals the game by the plain order. Exchanging the sides gives the
    /// negative.
    #[test]
    fn sides_equal_the_game(nodes in nodes(4)) {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let game = graph(&nodes);
        let value = Loopy::of(&game, &mut worker).unwrap();
        for (side, simple) in [(Side::On, value.onside()), (Side::Off, value.offside())] {
            prop_assert!(reference::at_least(&game, simple, side));
            prop_assert!(reference::at_least(simple, &game, side));
            prop_assert!(simple.is_stopper() || !value.is_stopper_sided());
            prop_assert!(simple.positions() <= 40);
        }
        let negative = Loopy::of(&game.negative(), &mut worker).unwrap();
        prop_assert_eq!(negative.compare(&value.negative(), &mut worker).unwrap(), Relation::Equal);
        prop_assert_eq!(text(&negative, &mut worker), text(&value.negative(), &mut worker));
    }

    /// Comparisons are those of the plain order on the graphs, and outcomes those of comparisons
    /// with 0. Sums do not depend on the order of the summands, and compare as their summands do.
    #[test]
    fn order_and_sums_follow_the_laws(first in nodes(3), second in nodes(3)) {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let (g, h) = (graph(&first), graph(&second));
        let values = (Loopy::of(&g, &mut worker), Loopy::of(&h, &mut worker));
        let (Ok(a), Ok(b)) = values else { return Ok(()) };
        let plain = |x: &Graph, y: &Graph| {
            [Side::On, Side::Off].iter().all(|&side| reference::at_least(x, y, side))
        };
        let expected = match (plain(&g, &h), plain(&h, &g)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Confused,
        };
        prop_assert_eq!(a.compare(&b, &mut worker).unwrap(), expected);
        let (Ok(ab), Ok(ba)) = (a.plus(&b, &mut worker), b.plus(&a, &mut worker)) else {
            return Ok(());
        };
        prop_assert_eq!(ab.compare(&ba, &mut worker).unwrap(), Relation::Equal);
        // The sum of the graphs has the same sides.
        if let Ok(whole) = Loopy::of(&g.plus(&h).unwrap(), &mut worker) {
            prop_assert_eq!(ab.compare(&whole, &mut worker).unwrap(), Relation::Equal);
        }
        if expected == Relation::Equal {
            prop_assert_eq!(text(&a, &mut worker), text(&b, &mut worker));
        }
    }
}

fn number(worker: &mut Worker<'_>, text: &str) -> Graph {
    let number: Rational = text.parse().unwrap();
    let id = worker.number(&number).unwrap();
    Graph::of_value(worker, id).unwrap()
}

/// Winning Ways, chapter 11, and Siegel, chapter VI: on + off = dud, over - over = over & under,
/// on + x = on, upon and its names, Bach's carousel.
#[test]
fn named_games_have_the_values_of_the_literature() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let w = &mut worker;
    let named = |name: &str, w: &mut Worker<'_>| Loopy::named(name, w).unwrap();
    for name in ["on", "off", "over", "under", "dud"] {
        assert_eq!(text(&named(name, w), w), name);
    }
    assert_eq!(text(&named("upon", w), w), "^[on]");
    assert_eq!(text(&Loopy::up_on(false, w).unwrap(), w), "^<on>");
    let [on, off, over] = ["on", "off", "over"].map(|name| named(name, w));
    assert_eq!(text(&on.plus(&off, w).unwrap(), w), "dud");
    let difference = over.plus(&over.negative(), w).unwrap();
    assert_eq!(text(&difference, w), "over & under");
    assert_eq!(text(&over.plus(&over, w).unwrap(), w), "over");
    let two = number(w, "-3/2");
    let two = Loopy::of(&two, w).unwrap();
    assert_eq!(text(&two.plus(&over, w).unwrap(), w), "-3/2over");
    assert_eq!(text(&two.plus(&on, w).unwrap(), w), "on");
    let star = {
        let id = w.nimber(1).unwrap();
        Loopy::of_value(w, id).unwrap()
    };
    // over absorbs *; upon does not.
    assert_eq!(text(&over.plus(&star, w).unwrap(), w), "over");
    let upon = named("upon", w);
    assert_eq!(text(&upon.plus(&star, w).unwrap(), w), "^[on]*");
    assert_eq!(upon.compare(&over, w).unwrap(), Relation::Less);
    for (value, expected) in [
        (on, Outcome::L),
        (off, Outcome::R),
        (over, Outcome::L),
        (upon, Outcome::L),
        (difference, Outcome::D),
        (named("dud", w), Outcome::D),
        (star, Outcome::N),
    ] {
        assert_eq!(value.outcome(w).unwrap(), expected);
    }
    // Positions that are loop-free are short games.
    let up = Graph::make(
        &[&number(w, "0")],
        &[&{
            let id = w.nimber(1).unwrap();
            Graph::of_value(w, id).unwrap()
        }],
    );
    let up = Loopy::of(&up.unwrap(), w).unwrap();
    assert_eq!(text(&up, w), "^");
    assert!(up.as_value(w).unwrap().is_some());
    let open = Graph::make(&[&Graph::label("a")], &[]).unwrap();
    assert!(matches!(Loopy::of(&open, w), Err(Error::Label(name)) if name == "a"));
}
