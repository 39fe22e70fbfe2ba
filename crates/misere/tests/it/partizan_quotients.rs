//! Misère quotients of partizan games against play.

use std::collections::HashMap;

use proptest::prelude::*;
use upstar_core::{Budget, Outcome};
use upstar_misere::quotient::{ClosedPartizanGames, Element, Monoid};

/// The options of each game, of Left and of Right, as sums of earlier games.
type Games = Vec<[Vec<Vec<u64>>; 2]>;

/// Outcomes by the definition: a player who cannot move wins.
struct Play<'a> {
    games: &'a Games,
    known: HashMap<(Vec<u64>, usize), bool>,
}

impl<'a> Play<'a> {
    fn new(games: &'a Games) -> Play<'a> {
        Play { games, known: HashMap::new() }
    }

    /// Whether the player who moves wins.
    fn wins(&mut self, mut sum: Vec<u64>, side: usize) -> bool {
        sum.sort_unstable();
        let key = (sum, side);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (mut moved, mut wins) = (false, false);
        for (at, &game) in key.0.iter().enumerate() {
            for option in &self.games[game as usize][side] {
                moved = true;
                let mut rest = key.0.clone();
                rest.remove(at);
                rest.extend(option);
                wins = wins || !self.wins(rest, 1 - side);
            }
        }
        self.known.insert(key, wins || !moved);
        wins || !moved
    }

    fn outcome(&mut self, sum: &[u64]) -> Outcome {
        match (self.wins(sum.to_vec(), 0), self.wins(sum.to_vec(), 1)) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }
}

/// All sums of so many games below a number.
fn sums(count: usize, below: u64) -> Vec<Vec<u64>> {
    let mut found: Vec<Vec<u64>> = vec![vec![]];
    let mut last = found.clone();
    for _ in 0..count {
        let longer = last.iter().flat_map(|sum| {
            let least = sum.last().copied().unwrap_or(0);
            (least..below).map(|game| sum.iter().copied().chain([game]).collect::<Vec<u64>>())
        });
        last = longer.collect();
        found.extend(last.iter().cloned());
    }
    found
}

fn quotient(games: &Games, budget: &Budget) -> Option<(Monoid, Vec<Element>)> {
    let mut closed = ClosedPartizanGames::default();
    for [left, right] in games {
        closed.add([left, right]);
    }
    closed.quotient(budget).ok()
}

/// The outcome of every sum of a few games is that of its element, and every two elements are told
/// apart by sums that are played.
fn agrees_with_play(games: &Games, monoid: &Monoid, map: &[Element], count: usize) {
    let mut play = Play::new(games);
    let element = |sum: &[u64]| sum.iter().fold(0, |x, &g| monoid.product(x, map[g as usize]));
    let all = sums(count, games.len() as u64);
    for sum in &all {
        assert_eq!(monoid.outcome(element(sum)), play.outcome(sum), "{sum:?} of {games:?}");
    }
    // A sum for each element: its word, in the first games with the elements of the generators.
    let game = |x: Element| map.iter().position(|&y| y == x).unwrap() as u64;
    let words: Vec<Vec<u64>> = monoid
        .words()
        .iter()
        .map(|word| {
            let game = |generator: u16| game(monoid.generators()[usize::from(generator)]);
            word.iter().flat_map(|&(g, n)| std::iter::repeat_n(game(g), n.into())).collect()
        })
        .collect();
    for (x, one) in words.iter().enumerate() {
        for other in &words[..x] {
            let apart = words.iter().any(|beside| {
                let [a, b] = [one, other].map(|s| play.outcome(&[&s[..], beside].concat()));
                a != b
            });
            assert!(apart, "{one:?} and {other:?} of {games:?}");
        }
    }
}

/// Heaps by the sums that each player may leave.
fn games(to: u64, options: impl Fn(u64) -> [Vec<Vec<u64>>; 2]) -> Games {
    (0..=to).map(options).collect()
}

/// `n - k` for each `k`.
fn taking(n: u64, amounts: &[u64]) -> Vec<Vec<u64>> {
    amounts.iter().filter_map(|k| n.checked_sub(*k)).map(|rest| vec![rest]).collect()
}

#[test]
fn subtraction_games_agree_with_play() {
    let mut orders = Vec::new();
    for (left, right) in [
        (&[1][..], &[1][..]),
        (&[1], &[1, 2]),
        (&[2], &[1, 2]),
        (&[1, 2], &[1, 3]),
        (&[1], &[2]),
        (&[1, 2], &[2, 3]),
    ] {
        let games = games(6, |n| [taking(n, left), taking(n, right)]);
        let budget = Budget::unlimited().with_steps(20_000_000);
        match quotient(&games, &budget) {
            Some((monoid, map)) => {
                println!("{left:?} {right:?}: {} {:?}", monoid.presentation(), map);
                orders.push(monoid.len());
                agrees_with_play(&games, &monoid, &map, 4);
            }
            None => orders.push(0),
        }
    }
    println!("{orders:?}");
}

/// A few games, each with options that are sums of at most two earlier ones.
fn random_games() -> impl Strategy<Value = Games> {
    let option = || prop::collection::vec(0..100_u64, 0..3);
    let side = || prop::collection::vec(option(), 0..3);
    prop::collection::vec([side(), side()], 2..6).prop_map(|games| {
        let below = |(n, sides): (usize, [Vec<Vec<u64>>; 2])| {
            sides.map(|side| {
                let side = side.into_iter().filter(|_| n > 0);
                let part = |part: u64| part % n.max(1) as u64;
                side.map(|option| option.into_iter().map(part).collect()).collect()
            })
        };
        games.into_iter().enumerate().map(below).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn random_games_agree_with_play(games in random_games()) {
        let budget = Budget::unlimited().with_steps(1_000_000);
        if let Some((monoid, map)) = quotient(&games, &budget)
            && monoid.len() <= 24
        {
            println!("order {}", monoid.len());
            agrees_with_play(&games, &monoid, &map, 4);
        }
    }
}
