//! Walls against play of the game beside a stack of coupons.

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_values::{Rational, Universe};

use super::*;
use crate::Result;

/// A position in the tests: its options by number, or an integer.
#[derive(Clone, Debug)]
enum Node {
    End(i64),
    Open(Vec<usize>, Vec<usize>),
}

fn graph(nodes: &[Node], root: usize, worker: &mut Worker<'_>) -> Graph {
    let mut game = Graph::with(vec![Default::default(); nodes.len()], root as u32);
    for (number, node) in nodes.iter().enumerate() {
        match node {
            Node::Open(left, right) => {
                let list = |side: &[usize]| side.iter().map(|&n| n as u32).collect();
                game.nodes[number] = [list(left), list(right)];
            }
            Node::End(n) => {
                let id = worker.integer(*n).unwrap();
                let end = Graph::of_value(worker, id).unwrap();
                let root = game.append(&end).unwrap();
                game.nodes[number] = game.nodes[root as usize].clone();
            }
        }
    }
    game
}

/// Play with coupons by the definition: the state of play, and the number of coupons left. It does
/// not use walls and slopes.
struct Coupons<'a> {
    nodes: &'a [Node],
    /// The counts of positions if both players pass; empty if passing is not allowed.
    counts: &'a [i64],
    komaster: Option<Player>,
    /// The temperature of the k-th coupon is k times this.
    step: Rational,
    /// The score of play that goes on for too long.
    endless: i64,
    known: HashMap<(At, usize), Rational>,
}

/// A position, the number of coupons left, the player to move, the forbidden place, whether the
/// komaster must play here, whether the opponent has passed because there was no coupon, and how
/// often Left has passed so minus how often Right has.
type At = (usize, usize, Player, Option<usize>, bool, bool, i32);

/// The largest number of consecutive moves between two coupons.
const DEPTH: usize = 48;

/// The score of infinite play that a player wins.
const ENDLESS: i64 = 1_000_000;

/// The player who has passed so many times more when coupons are gone wins play that goes on for
/// too long.
const AHEAD: i32 = 3;

impl Coupons<'_> {
    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if let Node::Open(left, right) = &self.nodes[at] {
                for &next in left.iter().chain(right) {
                    if next == to {
                        return true;
                    }
                    if !std::mem::replace(&mut seen[next], true) {
                        open.push(next);
                    }
                }
            }
        }
        false
    }

    /// The score for Left of best play.
    fn score(&mut self, state: At, depth: usize) -> Rational {
        let (at, coupons, mover, ban, bound, passed, ahead) = state;
        let signed = |n: Rational| if mover == Player::Left { n } else { -n };
        let value = signed(&Rational::from(coupons as i64) * &self.step);
        if let (Node::End(n), 0) = (&self.nodes[at], coupons) {
            return Rational::from(*n);
        }
        if let Some(known) = self.known.get(&(state, depth)) {
            return known.clone();
        }
        if depth == 0 {
            return Rational::from(match ahead {
                AHEAD.. => ENDLESS,
                _ if ahead <= -AHEAD => -ENDLESS,
                _ => self.endless,
            });
        }
        let mut results = Vec::new();
        let mut stuck = true;
        let other = mover.opponent();
        if let Node::Open(left, right) = self.nodes[at].clone() {
            for next in if mover == Player::Left { left } else { right } {
                let breaks = ban == Some(next);
                if breaks && self.komaster != Some(mover) {
                    continue;
                }
                stuck = false;
                let back = match &self.nodes[next] {
                    Node::Open(left, right) => {
                        let theirs = if mover == Player::Left { right } else { left };
                        theirs.contains(&at).then_some(at)
                    }
                    Node::End(_) => None,
                };
                let resolved = !self.reaches(next, at);
                let bound = (bound || breaks) && !resolved;
                results
                    .push(self.score((next, coupons, other, back, bound, false, ahead), depth - 1));
            }
        }
        let held = bound && self.komaster == Some(mover);
        let free = ban.is_none() && !bound;
        if held && !stuck {
            // The komaster plays on.
        } else if coupons > 0 {
            let next = (at, coupons - 1, other, None, bound && !held, false, 0);
            let rest = self.score(next, DEPTH);
            results.push(&value + &rest);
        } else if passed {
            results.push(Rational::from(self.counts[at]));
        } else if stuck || !free || !self.counts.is_empty() {
            let passed = free && !self.counts.is_empty();
            let ahead = ahead + if mover == Player::Left { 1 } else { -1 };
            let ahead = ahead.clamp(-2 * AHEAD, 2 * AHEAD);
            let next = (at, 0, other, None, bound && !held, passed, ahead);
            results.push(self.score(next, depth - 1));
        }
        let found = if mover == Player::Left {
            results.into_iter().max()
        } else {
            results.into_iter().min()
        };
        let found = found.unwrap();
        self.known.insert((state, depth), found.clone());
        found
    }
}

/// Four positions with each other and integers as options, mostly hot.
fn games() -> impl Strategy<Value = Vec<Node>> {
    let side = |low: i64, high: i64| {
        proptest::collection::vec(
            prop_oneof![(0usize..4).prop_map(Ok), (low..high).prop_map(Err)],
            1..3,
        )
    };
    proptest::collection::vec((side(-2, 7), side(-7, 3)), 4).prop_map(|sides| {
        let mut nodes: Vec<Node> = vec![Node::End(0); 4];
        for (number, (left, right)) in sides.into_iter().enumerate() {
            let [left, right] = [left, right].map(|side| {
                let mut list = Vec::new();
                for option in side {
                    list.push(match option {
                        Ok(node) => node,
                        Err(n) => {
                            nodes.push(Node::End(n));
                            nodes.len() - 1
                        }
                    });
                }
                list
            });
            nodes[number] = Node::Open(left, right);
        }
        nodes
    })
}

const KOMASTERS: [Option<Player>; 3] = [None, Some(Player::Left), Some(Player::Right)];

/// The walls are within a few steps of the result of play with coupons.
fn check(nodes: &[Node], counts: &[i64], komaster: Option<Player>) -> Result<bool, TestCaseError> {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let game = graph(nodes, 0, &mut worker);
    // Nobody moves in a number, although the play below would have to.
    for (node, id) in nodes.iter().zip(game.ids(&mut worker).unwrap()) {
        let number = id.is_some_and(|id| worker.as_number(id).is_some());
        if number && matches!(node, Node::Open(..)) && counts.is_empty() {
            return Ok(false);
        }
    }
    let game = if counts.is_empty() {
        KoGame::of(&game, &mut worker).unwrap()
    } else {
        let look = |&node: &usize, worker: &mut Worker<'_>| -> Result<Play<usize>> {
            Ok(match &nodes[node] {
                Node::End(n) => {
                    let id = worker.integer(*n)?;
                    Play::Known(thermography::thermograph(worker, id)?)
                }
                Node::Open(left, right) => {
                    Play::Open([left.clone(), right.clone()], Some(counts[node]))
                }
            })
        };
        KoGame::explore(0, [], &mut worker, look).unwrap()
    };
    if matches!(game.places[game.roots[0] as usize], Place::Known(_)) {
        return Ok(false);
    }
    let Ok(found) = game.thermograph(Komaster::Named(komaster), &mut worker) else {
        return Ok(false);
    };
    let step = Rational::ratio(1, 4).unwrap();
    let mut plays = [-ENDLESS, ENDLESS].map(|endless| Coupons {
        nodes,
        counts,
        komaster,
        step: step.clone(),
        endless,
        known: HashMap::new(),
    });
    for coupons in 0..24 {
        let t = &Rational::from(coupons as i64) * &step;
        for (player, sign) in [(Player::Left, -1), (Player::Right, 1)] {
            let scores = plays
                .each_mut()
                .map(|play| play.score((0, coupons, player, None, false, false, 0), DEPTH));
            let wall = found.wall(player).at(&t);
            let most = &step * &Rational::from(7);
            for score in scores {
                let expected = &score + &(&t.half() * &Rational::from(sign));
                let off = &wall - &expected;
                prop_assert!(
                    off <= most && -off.clone() <= most,
                    "{nodes:?} {counts:?} {komaster:?} at {t}: {found}, but play gives {expected}"
                );
            }
        }
    }
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 100_000, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(5), ..ProptestConfig::default() })]

    #[test]
    fn walls_are_those_of_play_with_coupons(nodes in games()) {
        let mut any = false;
        for komaster in KOMASTERS {
            any |= check(&nodes, &[], komaster)?;
        }
        prop_assume!(any);
    }

    /// Both players may pass at temperature 0, and the position then has a count.
    #[test]
    fn walls_with_counts_are_those_of_play_with_coupons(
        nodes in games(),
        counts in proptest::collection::vec(-4i64..5, 12),
    ) {
        let mut any = false;
        for komaster in KOMASTERS {
            any |= check(&nodes, &counts, komaster)?;
        }
        prop_assume!(any);
    }
}

/// The thermographs of the positions of a game of kos, with no komaster, Left, and Right.
fn all(nodes: &[Node], root: usize) -> [String; 3] {
    KOMASTERS.map(|komaster| {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let game = graph(nodes, root, &mut worker);
        let game = KoGame::of(&game, &mut worker).unwrap();
        match game.thermograph(Komaster::Named(komaster), &mut worker) {
            Ok(found) => format!("{found} {} {}", found.mean(), found.temperature()),
            Err(error) => error.to_string(),
        }
    })
}

/// A ko of k stages in a row, between `high` and 0. A move is a step up or down.
fn stages(count: usize, high: i64) -> Vec<Node> {
    let mut nodes = vec![Node::End(high)];
    for stage in 1..=count {
        nodes.push(Node::Open(vec![stage - 1], vec![stage + 1]));
    }
    nodes.push(Node::End(0));
    nodes
}

/// The simple ko: masts at thirds for every komaster. The walls are tilted where the loser of the
/// ko cannot fight it.
#[test]
fn a_simple_ko_is_worth_thirds() {
    let nodes = stages(2, 1);
    assert_eq!(
        all(&nodes, 1),
        [
            "Thermograph(2/3,[1/3],[0,-1],2/3,[1/3],[0,2]) 2/3 1/3",
            "Thermograph(2/3,[1/3],[0,-1],2/3,[1/3],[0,-1]) 2/3 1/3",
            "Thermograph(2/3,[1/3],[0,-1],2/3,[1/3],[0,2]) 2/3 1/3",
        ]
    );
    assert_eq!(
        all(&nodes, 2),
        [
            "Thermograph(1/3,[1/3],[0,-2],1/3,[1/3],[0,1]) 1/3 1/3",
            "Thermograph(1/3,[1/3],[0,-2],1/3,[1/3],[0,1]) 1/3 1/3",
            "Thermograph(1/3,[1/3],[0,1],1/3,[1/3],[0,1]) 1/3 1/3",
        ]
    );
    // It scales linearly, and a ko of k stages has k + 1 equal steps.
    assert!(all(&stages(2, 30), 1)[0].ends_with(" 20 10"));
    for stage in 1..=4 {
        for found in all(&stages(4, 60), stage) {
            assert!(found.ends_with(&format!(" {} 12", 60 - 12 * stage)), "{found}");
        }
    }
}

/// A ko that Right must approach with an extra move before he can win it is hyperactive: its mean
/// depends on the komaster.
#[test]
fn the_mean_of_an_approach_ko_depends_on_the_komaster() {
    // 0: 12 for Left, or Right takes; 1: Left takes back, or Right approaches; 2: the direct ko
    // taken by Right; 3: taken back by Left.
    let nodes = vec![
        Node::Open(vec![4], vec![1]),
        Node::Open(vec![0], vec![2]),
        Node::Open(vec![3], vec![5]),
        Node::Open(vec![4], vec![2]),
        Node::End(12),
        Node::End(0),
    ];
    let [neither, left, right] = all(&nodes, 0);
    assert!(neither.ends_with(" 12 0"), "{neither}");
    assert!(left.ends_with(" 12 0"), "{left}");
    assert!(right.ends_with(" 9 3"), "{right}");
    for komaster in KOMASTERS {
        assert!(check(&nodes, &[], komaster).unwrap());
    }
}

/// A game without a thermograph gives the reason.
#[test]
fn what_is_not_defined_is_refused() {
    let on = vec![Node::Open(vec![0], vec![])];
    assert!(all(&on, 0)[0].contains("need not end"), "{:?}", all(&on, 0));
    let cold = vec![
        Node::Open(vec![2], vec![1]),
        Node::Open(vec![0], vec![3]),
        Node::End(-5),
        Node::End(5),
    ];
    assert!(all(&cold, 0)[0].contains("nobody wants to move"), "{:?}", all(&cold, 0));
    let round = vec![
        Node::Open(vec![1, 4], vec![5]),
        Node::Open(vec![4], vec![2]),
        Node::Open(vec![3, 4], vec![5]),
        Node::Open(vec![4], vec![0, 5]),
        Node::End(3),
        Node::End(-3),
    ];
    // Play may return after four moves, but no player gains by it.
    assert!(all(&round, 0)[0].ends_with(" 0 3"), "{:?}", all(&round, 0));
}
