//! Values against real play: the order by its definition, outcomes of sums with all small games,
//! and sides that equal no stopper.

use upstar_core::{Budget, Outcome, Player};
use upstar_stoppers::{Error, Graph, Loopy, Side, reference};
use upstar_values::{Relation, Style, Universe, Worker};

type Nodes = Vec<[Vec<usize>; 2]>;

fn graph(nodes: &Nodes) -> Graph {
    Graph::explore(0, |&at: &usize, player| {
        Ok(nodes[at][usize::from(player == Player::Right)].clone())
    })
    .unwrap()
}

/// Pseudorandom numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % bound
    }

    fn nodes(&mut self, count: usize) -> Nodes {
        let mut side = || {
            let options = self.below(3);
            (0..options).map(|_| self.below(count as u64) as usize).collect()
        };
        (0..count).map(|_| [side(), side()]).collect()
    }
}

/// All games of two positions.
fn small() -> Vec<Graph> {
    let side = |bits: usize| (0..2).filter(|node| bits >> node & 1 == 1).collect::<Vec<usize>>();
    let node = |bits: usize| [side(bits & 3), side(bits >> 2)];
    (0..256).map(|bits| graph(&vec![node(bits & 15), node(bits >> 4)])).collect()
}

/// The comparison of two graphs by the plain order.
fn plain(g: &Graph, h: &Graph) -> Relation {
    let least = [Side::On, Side::Off].iter().all(|&side| reference::at_least(g, h, side));
    let most = [Side::On, Side::Off].iter().all(|&side| reference::at_least(h, g, side));
    match (least, most) {
        (true, true) => Relation::Equal,
        (true, false) => Relation::Greater,
        (false, true) => Relation::Less,
        (false, false) => Relation::Confused,
    }
}

/// Random games, most of them with infinite alternating play: values compare as the graphs do by
/// the definition, and have the outcomes of the graphs.
#[test]
fn values_compare_as_the_graphs_do() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let w = &mut worker;
    let mut random = Random(1);
    let (mut others, mut sided) = (0, 0);
    let mut before: Option<(Graph, Loopy)> = None;
    for round in 0..rounds(1500) {
        let game = graph(&random.nodes(3 + round % 3));
        let value = Loopy::of(&game, w).unwrap();
        assert_eq!(value.outcome(w).unwrap(), reference::outcome(&game), "{game:?}");
        for (side, simple) in [(Side::On, value.onside()), (Side::Off, value.offside())] {
            assert!(reference::at_least(&game, simple, side), "{game:?}");
            assert!(reference::at_least(simple, &game, side), "{game:?}");
            match value.side(side, w) {
                Ok(_) => assert!(simple.is_stopper(), "{game:?}"),
                Err(Error::NotStopper { .. }) => assert!(!simple.is_stopper(), "{game:?}"),
                Err(error) => panic!("{error}"),
            }
        }
        if let Some((other, known)) = &before {
            assert_eq!(value.compare(known, w).unwrap(), plain(&game, other), "{game:?} {other:?}");
        }
        others += usize::from(!value.is_stopper_sided());
        sided += usize::from(!value.is_stopper());
        before = Some((game, value));
    }
    assert!(sided > 100, "{sided} with two sides, {others} without stoppers");
}

/// The number of trials of a test: `UPSTAR_ROUNDS` times the usual number.
fn rounds(usual: usize) -> usize {
    let times = std::env::var("UPSTAR_ROUNDS").ok().and_then(|times| times.parse().ok());
    usual * times.unwrap_or(1)
}

/// A value is determined by its sums. The sum with each of the 256 games of two positions has the
/// outcome of play on the sum of the graphs. If one game is at least another, the outcomes of its
/// sums are at least those of the other.
#[test]
fn sums_with_all_small_games_have_the_outcomes_of_play() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let w = &mut worker;
    let all: Vec<(Graph, Loopy)> =
        small().into_iter().map(|x| (x.clone(), Loopy::of(&x, w).unwrap())).collect();
    let mut random = Random(2);
    let mut before: Option<(Graph, Loopy, Vec<Outcome>)> = None;
    for round in 0..rounds(60) {
        let game = graph(&random.nodes(3 + round % 2));
        let value = Loopy::of(&game, w).unwrap();
        let mut outcomes = Vec::new();
        for (x, loopy) in &all {
            let expected = reference::outcome(&game.plus(x).unwrap());
            let sum = value.plus(loopy, w).unwrap();
            assert_eq!(sum.outcome(w).unwrap(), expected, "{game:?} + {x:?}");
            outcomes.push(expected);
        }
        if let Some((other, known, their)) = &before {
            let winners = |outcome: Outcome| {
                [Player::Left, Player::Right].map(|first| match outcome.winner(first) {
                    Some(Player::Left) => 1,
                    Some(Player::Right) => -1,
                    None => 0,
                })
            };
            let better = |a: &[Outcome], b: &[Outcome]| {
                a.iter().zip(b).all(|(&a, &b)| {
                    let (a, b) = (winners(a), winners(b));
                    a[0] >= b[0] && a[1] >= b[1]
                })
            };
            match value.compare(known, w).unwrap() {
                Relation::Equal => assert_eq!(&outcomes, their, "{game:?} {other:?}"),
                Relation::Greater => assert!(better(&outcomes, their), "{game:?} {other:?}"),
                Relation::Less => assert!(better(their, &outcomes), "{game:?} {other:?}"),
                Relation::Confused => {}
            }
        }
        before = Some((game, value, outcomes));
    }
}

fn text(value: &Loopy, worker: &mut Worker<'_>) -> String {
    value.text(worker, Style::Plain).unwrap()
}

/// Bach's Carousel (Winning Ways, chapter 11): neither side equals a stopper, and this is proved.
/// It can still be added and compared.
#[test]
fn the_sides_of_the_carousel_equal_no_stoppers() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let w = &mut worker;
    let value = |w: &mut Worker<'_>, number: i64, star: u32| {
        let id = w.up_star(&number.into(), 0, star).unwrap();
        Graph::of_value(w, id).unwrap()
    };
    let [zero, star] = [value(w, 0, 0), value(w, 0, 1)];
    let [one, one_star] = [value(w, 1, 0), value(w, 1, 1)];
    let inner = Graph::make(&[&one_star], &[&one_star, &Graph::label("a")]).unwrap();
    let next = Graph::make(&[&star, &inner], &[&star]).unwrap();
    let first = Graph::make(&[&one], &[&one, &next]).unwrap();
    let carousel = Graph::make(&[&zero, &first], &[&zero]).unwrap().bind("a");
    let game = Loopy::of(&carousel, w).unwrap();
    assert_eq!(text(&game, w), "a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}");
    assert!(!game.is_stopper_sided() && !game.is_stopper());
    for side in [Side::On, Side::Off] {
        let error = game.side(side, w).unwrap_err();
        assert_eq!(error, Error::NotStopper { side: side.name(), proven: true });
    }
    assert_eq!(game.outcome(w).unwrap(), Outcome::N);
    assert_eq!(game.outcome(w).unwrap(), reference::outcome(&carousel));
    assert_eq!(game.compare(&game, w).unwrap(), Relation::Equal);
    assert_eq!(game.near_number(w).unwrap(), None);
    let zero = Loopy::of(&zero, w).unwrap();
    let one = Loopy::of(&one, w).unwrap();
    assert_eq!(game.compare(&zero, w).unwrap(), plain(&carousel, zero.onside()));
    let sum = game.plus(&one, w).unwrap();
    assert_eq!(sum.compare(&game, w).unwrap(), Relation::Greater);
    let back = sum.plus(&one.negative(), w).unwrap();
    assert_eq!(back.compare(&game, w).unwrap(), Relation::Equal);
    for x in small() {
        let expected = reference::outcome(&carousel.plus(&x).unwrap());
        let x = Loopy::of(&x, w).unwrap();
        assert_eq!(game.plus(&x, w).unwrap().outcome(w).unwrap(), expected);
    }
}
