//! Misère quotients of partizan games against play.

use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use upstar_core::{Budget, Outcome};
use upstar_heaps::{Code, CustomHeaps, HeapRule, HeapRules};
use upstar_misere::quotient::{
    ClosedPartizanGames, Element, HeapQuotient, Monoid, PartizanQuotient, QuotientError, Solver,
};

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

/// Every sum of at most `count` games has the outcome of its element, and every two elements are
/// distinguished by sums that are played.
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
                orders.push(monoid.len());
                agrees_with_play(&games, &monoid, &map, 4);
            }
            None => orders.push(0),
        }
    }
    assert_eq!(orders, [2, 5, 0, 5, 0, 0]);
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
            agrees_with_play(&games, &monoid, &map, 4);
        }
    }
}

fn of_codes(
    codes: [&str; 2],
    to: Option<u64>,
    steps: u64,
) -> (PartizanQuotient, Option<QuotientError>) {
    let rules = codes.map(|code| HeapRules::Code(code.parse().unwrap()));
    let budget = Budget::unlimited().with_steps(steps);
    PartizanQuotient::of(&rules, "", to, &budget, |_, _| {}).unwrap()
}

/// The options of heaps by codes.
fn heaps(codes: [&str; 2], to: u64) -> Games {
    let codes = codes.map(|code| code.parse::<Code>().unwrap());
    games(to, |n| {
        codes.each_ref().map(|code| {
            let mut options = Vec::new();
            code.options(n, &mut |parts| {
                options.push(parts.to_vec());
                Ok(())
            })
            .unwrap();
            options
        })
    })
}

/// Outcomes and elements of sums of few heaps are those of play, whatever kind of quotient is found, and
/// a proved period gives the elements that more heaps have.
#[test]
fn quotients_of_pairs_of_codes_agree_with_play() {
    let codes = [
        "0.3", "0.03", "0.33", "0.7", "0.07", "0.77", "0.1", "0.01", "0.003", "0.303", "0.6",
        "0.02",
    ];
    let (mut finite, mut infinite, mut periods) = (0, 0, 0);
    for (at, left) in codes.iter().enumerate() {
        for right in &codes[at + 1..] {
            let names = [*left, *right];
            let to = 7;
            let (found, stopped) = of_codes(names, Some(to), 8_000_000);
            let played = heaps(names, to);
            let known = found.computed();
            assert!(stopped.is_some() || known == to + 1 || periodic(&found), "{names:?}");
            match &found {
                PartizanQuotient::Finite(found) => {
                    finite += 1;
                    let games = played[..found.map.len().min(8)].to_vec();
                    if found.monoid.len() <= 24 {
                        agrees_with_play(&games, &found.monoid, &found.map, 3);
                    }
                }
                PartizanQuotient::Weights(_) => {
                    infinite += 1;
                    weights_agree_with_play(&found, &played[..known.min(8) as usize].to_vec());
                }
            }
            if let (all, None) = of_codes(names, None, 8_000_000)
                && periodic(&all)
            {
                periods += 1;
                is_periodic_as_said(names, &all);
            }
        }
    }
    assert!(finite > 25 && infinite > 20 && periods > 40, "{finite} {infinite} {periods}");
}

fn periodic(found: &PartizanQuotient) -> bool {
    match found {
        PartizanQuotient::Finite(found) => found.period.is_some(),
        PartizanQuotient::Weights(found) => found.period.is_some(),
    }
}

/// The total weight determines the outcome of every small sum of heaps, and different totals are
/// distinguished.
fn weights_agree_with_play(found: &PartizanQuotient, games: &Games) {
    let mut play = Play::new(games);
    let mut of_total: HashMap<i128, Vec<u64>> = HashMap::new();
    let all = sums(4, games.len() as u64);
    for sum in &all {
        assert_eq!(found.outcome(sum), Some(play.outcome(sum)), "{sum:?}");
        of_total.entry(found.total(sum).unwrap()).or_insert_with(|| sum.clone());
    }
    for one in -2..=2 {
        for other in -2..one {
            let sums = [&of_total[&one], &of_total[&other]];
            let apart = all.iter().any(|beside| {
                let [a, b] = sums.map(|sum| play.outcome(&[&sum[..], beside].concat()));
                a != b
            });
            assert!(apart, "{one} and {other}");
        }
    }
}

/// The quotient of more heaps, which is found without the theorem, has the elements of the period.
fn is_periodic_as_said(names: [&str; 2], all: &PartizanQuotient) {
    let rules = names.map(|code| HeapRules::Code(code.parse().unwrap()));
    let to = all.computed() + 12;
    match all {
        PartizanQuotient::Finite(all) => {
            let [left, right] = &rules;
            let mut solver = Solver::partizan([left, right]);
            for _ in 0..=to {
                solver.push(&Budget::unlimited()).unwrap();
            }
            let (monoid, map) = solver.into_parts(&Budget::unlimited()).unwrap();
            assert_eq!(monoid, all.monoid, "{names:?}");
            for heap in 0..=to {
                assert_eq!(all.element(heap), Some(map[heap as usize]), "{names:?} {heap}");
            }
        }
        PartizanQuotient::Weights(_) => {
            // Outcomes of larger heaps beside small ones, by play.
            let games = heaps(names, 12);
            let mut play = Play::new(&games);
            for large in 0..=12 {
                for small in sums(2, 4) {
                    let sum = [&small[..], &[large]].concat();
                    assert_eq!(all.outcome(&sum), Some(play.outcome(&sum)), "{names:?} {sum:?}");
                }
            }
        }
    }
}

/// Milley, "Partizan Kayles and misère invertibility" (2015): a strip of one pin and one of two pins
/// are inverses of each other, and every strip is worth 0 or one of them. With more strips of two than
/// of one left over, outcomes have the period 3.
#[test]
fn partizan_kayles_of_milley() {
    let (found, stopped) = of_codes(["0.7", "0.07"], None, u64::MAX);
    assert!(stopped.is_none());
    let PartizanQuotient::Weights(weights) = &found else { panic!("it is infinite") };
    let period = weights.period.unwrap();
    assert_eq!((period.preperiod, period.period, period.step), (0, 3, 0));
    assert_eq!(weights.weights[..6], [0, 1, -1, 0, 1, -1]);
    use Outcome::{N, P, R};
    let totals: Vec<Outcome> = (-7..=3).map(|t| weights.outcomes.outcome(t)).collect();
    assert_eq!(totals, [P, N, R, P, N, R, P, N, R, R, R]);
    assert_eq!(found.outcome(&[1, 2, 4, 5, 3_000_000_000]), Some(N));
}

/// Orders of quotients, numbers of elements that are P, L and R, and periods: found by this program and
/// checked by the other tests.
#[test]
fn finite_quotients() {
    let numbers = |codes: [&str; 2]| {
        let (found, _) = of_codes(codes, None, u64::MAX);
        let PartizanQuotient::Finite(found) = found else { panic!("{codes:?} is finite") };
        let of = |outcome| found.monoid.portion(outcome).len();
        let period = found.period.unwrap();
        let counts = [of(Outcome::P), of(Outcome::L), of(Outcome::R)];
        (found.monoid.len(), counts, (period.preperiod, period.period))
    };
    let found = [
        ["0.3", "0.33"],
        ["0.7", "0.1"],
        ["0.1", "0.37"],
        ["0.03", "0.2"],
        ["0.77", "0.37"],
        ["0.33", "0.37"],
    ]
    .map(numbers);
    let expected = [
        (5, [1, 0, 2], (3, 1)),
        (4, [1, 0, 1], (2, 2)),
        (8, [2, 1, 1], (2, 3)),
        (13, [3, 2, 3], (3, 3)),
        (25, [2, 11, 0], (11, 1)),
        (58, [9, 0, 14], (16, 1)),
    ];
    assert_eq!(found, expected);
}

/// The quotients of an impartial game and of the same game as a partizan one.
#[test]
fn impartial_games_are_partizan_games() {
    for code in ["0.77", "0.75", "0.123", "0.144"] {
        let (found, _) = of_codes([code, code], None, u64::MAX);
        let PartizanQuotient::Finite(found) = found else { panic!("{code} is finite") };
        let rules: Code = code.parse().unwrap();
        let (expected, _) =
            HeapQuotient::of(&rules, None, &Budget::unlimited(), |_, _| {}).unwrap();
        assert_eq!(found.monoid.presentation(), expected.monoid.presentation());
        assert_eq!((&found.map, found.period), (&expected.map, expected.period));
        assert_eq!(found.monoid.p_portion(), expected.monoid.p_portion());
        let budget = Budget::unlimited();
        assert!(found.monoid.isomorphism(&expected.monoid, &budget).unwrap().is_some());
    }
}

/// Where neither kind of quotient is found, it is said, and what was found before is returned.
#[test]
fn quotients_that_are_not_found() {
    let (found, stopped) = of_codes(["0.33", "0.1"], None, 20_000_000);
    assert!(matches!(stopped, Some(QuotientError::Exhausted(_))), "{stopped:?}");
    assert!(!periodic(&found) && found.computed() == 4);
    let (found, stopped) = of_codes(["0.7", "0.01"], None, u64::MAX);
    assert!(matches!(stopped, Some(QuotientError::NoWeight(5))), "{stopped:?}");
    assert_eq!((found.computed(), found.outcome(&[5])), (5, None));
    let rules = ["0.7", "0.333..."].map(|code| HeapRules::Code(code.parse().unwrap()));
    let refused = PartizanQuotient::of(&rules, "g", None, &Budget::unlimited(), |_, _| {});
    assert!(matches!(refused, Err(QuotientError::NoTheorem(_))));
}

/// Sums of 1, -1 and fractions as the simplest games with these values in normal play: 1/2 and 1/4 are
/// equivalent to 1 here, and 3/4 to 2.
#[test]
fn weights_of_fractions() {
    // 0, 1, -1, 1/2 = {0|1}, 1/4 = {0|1/2}, 3/4 = {1/2|1}.
    let games: Games = vec![
        [vec![], vec![]],
        [vec![vec![0]], vec![]],
        [vec![], vec![vec![0]]],
        [vec![vec![0]], vec![vec![1]]],
        [vec![vec![0]], vec![vec![3]]],
        [vec![vec![3]], vec![vec![1]]],
    ];
    let mut closed = ClosedPartizanGames::default();
    for [left, right] in &games {
        closed.add([left, right]);
    }
    let custom = closed.sides().clone().map(|rule| {
        HeapRules::Custom(CustomHeaps {
            name: String::new(),
            text: String::new(),
            rule: Arc::new(rule),
        })
    });
    let (found, stopped) =
        PartizanQuotient::of(&custom, "", Some(5), &Budget::unlimited(), |_, _| {}).unwrap();
    assert!(stopped.is_none());
    let PartizanQuotient::Weights(weights) = &found else { panic!("it is infinite") };
    assert_eq!(weights.weights, [0, 1, -1, 1, 1, 2]);
    weights_agree_with_play(&found, &games);
}
