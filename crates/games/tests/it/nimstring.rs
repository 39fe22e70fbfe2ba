//! Nimstring: nimbers and loony positions against a search of whole positions with entailing moves,
//! and the values of chains and loops in Winning Ways.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Entailed, Settings};
use upstar_games::{parse_game, parse_sum};
use upstar_values::Universe;

type Strings = Vec<(u32, u32)>;

fn written(strings: &Strings) -> String {
    let strings: Vec<String> = strings.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    format!("nimstring(\"{}\")", strings.join(","))
}

fn value(strings: &Strings) -> Entailed {
    parse_game(&written(strings)).unwrap().entailed(&Budget::unlimited()).unwrap().unwrap()
}

/// Whether the player to move wins a position with a nim heap beside it. Every string is tried, and
/// a player who completes a coin moves again.
fn mover_wins(strings: &Strings, heap: u32, known: &mut HashMap<(Strings, u32), bool>) -> bool {
    if let Some(&wins) = known.get(&(strings.clone(), heap)) {
        return wins;
    }
    let mut wins = (0..heap).any(|less| !mover_wins(strings, less, known));
    for index in 0..strings.len() {
        let mut rest = strings.clone();
        let (a, b) = rest.remove(index);
        let gone = |coin: u32| coin != 0 && rest.iter().all(|&(c, d)| c != coin && d != coin);
        let again = gone(a) || gone(b);
        wins |= mover_wins(&rest, heap, known) == again;
    }
    known.insert((strings.clone(), heap), wins);
    wins
}

/// The same in misère play, where a player who must move but cannot wins.
fn mover_wins_misere(strings: &Strings) -> bool {
    let mut wins = strings.is_empty();
    for index in 0..strings.len() {
        let mut rest = strings.clone();
        let (a, b) = rest.remove(index);
        let gone = |coin: u32| coin != 0 && rest.iter().all(|&(c, d)| c != coin && d != coin);
        wins |= mover_wins_misere(&rest) == (gone(a) || gone(b));
    }
    wins
}

fn check(
    strings: &Strings,
    known: &mut HashMap<(Strings, u32), bool>,
) -> Result<(), TestCaseError> {
    let lost: BTreeSet<u32> = (0..6).filter(|&heap| !mover_wins(strings, heap, known)).collect();
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let game = parse_game(&written(strings)).unwrap();
    let found = game.outcome(&engine, Convention::Normal, &Budget::unlimited()).unwrap();
    prop_assert_eq!(found == Outcome::P, lost.contains(&0), "{:?}", strings);
    match value(strings) {
        Entailed::Nimber(n) => prop_assert_eq!(lost, BTreeSet::from([n]), "{:?}", strings),
        loony => prop_assert!(loony.is_loony() && lost.is_empty(), "{:?}", strings),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(11), ..ProptestConfig::default() })]

    /// A position of one or several parts, with nim heaps of every size beside it.
    #[test]
    fn values_are_those_of_whole_positions(
        strings in proptest::collection::vec((0u32..5, 0u32..5), 1..8),
    ) {
        let strings: Strings =
            strings.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        check(&strings, &mut HashMap::new())?;
    }

    /// Two positions in a sum: the nim sum, or a first-player win if one is loony.
    #[test]
    fn sums_are_those_of_whole_positions(
        first in proptest::collection::vec((0u32..3, 1u32..4), 1..5),
        second in proptest::collection::vec((0u32..3, 1u32..4), 1..5),
        heap in 0u32..4,
    ) {
        let tidy = |strings: Vec<(u32, u32)>| -> Strings {
            strings.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect()
        };
        let (first, second) = (tidy(first), tidy(second));
        let apart = |coin: u32| if coin == 0 { 0 } else { coin + 10 };
        let whole: Strings =
            first.iter().copied().chain(second.iter().map(|&(a, b)| (apart(a), apart(b)))).collect();
        let expected = if mover_wins(&whole, heap, &mut HashMap::new()) { Outcome::N } else { Outcome::P };
        let text = format!("{} + nim({heap}) + {}", written(&first), written(&second));
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let sum = parse_sum(&text).unwrap();
        let found = sum.outcome(&engine, Convention::Normal, &Budget::unlimited()).unwrap();
        prop_assert_eq!(found, expected, "{}", text);
    }

    /// Misère play, searched whole.
    #[test]
    fn misere_play_is_that_of_whole_positions(
        strings in proptest::collection::vec((0u32..5, 0u32..5), 0..7),
    ) {
        let strings: Strings =
            strings.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let game = parse_game(&written(&strings)).unwrap();
        let found = game.outcome(&engine, Convention::Misere, &Budget::unlimited()).unwrap();
        let expected = if mover_wins_misere(&strings) { Outcome::N } else { Outcome::P };
        prop_assert_eq!(found, expected, "{:?}", strings);
    }

    /// A position alone is lost if every whole turn leads to a won one. Who wins is searched without the
    /// values, of the options with what is known of the position.
    #[test]
    fn turns_are_options(strings in proptest::collection::vec((0u32..4, 0u32..4), 1..7)) {
        let strings: Strings =
            strings.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        let game = parse_game(&written(&strings)).unwrap();
        let lost = game.options(Player::Left).unwrap().iter().all(|turn| {
            turn.entailed(&Budget::unlimited()).unwrap().unwrap() != Entailed::Nimber(0)
        });
        prop_assert_eq!(lost, value(&strings) == Entailed::Nimber(0), "{:?}", strings);
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let budget = Budget::unlimited();
        for position in std::iter::once(&game).chain(&game.options(Player::Left).unwrap()) {
            let found = position.outcome(&engine, Convention::Normal, &budget).unwrap();
            let value = position.entailed(&budget).unwrap().unwrap();
            prop_assert_eq!(found, value.outcome(), "{}", position.text());
        }
    }
}

/// Boards, which have symmetries, and strings to the ground that can be exchanged.
#[test]
fn boards_have_the_values_of_whole_positions() {
    for size in ["1x1", "1x2", "1x4", "2x2"] {
        let game = parse_game(&format!("nimstring(\"{size}\")")).unwrap();
        let mut known = HashMap::new();
        for position in game.options(Player::Left).unwrap().into_iter().chain([game]) {
            let text = position.position_text();
            let strings = text.split(',').map(|string| {
                let (a, b) = string.split_once('-').unwrap();
                (a.parse().unwrap(), b.parse().unwrap())
            });
            check(&strings.collect(), &mut known).unwrap();
        }
    }
}

/// A chain of coins from the ground to the ground, or a loop.
fn chain(coins: u32) -> Strings {
    (0..=coins)
        .map(|i| (i, if i == coins { 0 } else { i + 1 }))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect()
}

fn ring(coins: u32) -> Strings {
    (1..=coins).map(|i| (i, i % coins + 1)).map(|(a, b)| (a.min(b), a.max(b))).collect()
}

/// Winning Ways, chapter 16: chains of one or two coins have value *, and long chains and loops
/// have value 0, because every move in them is loony. One box is a coin on four strings.
#[test]
fn chains_and_loops_have_the_values_of_winning_ways() {
    for coins in 1..=8 {
        let expected = Entailed::Nimber(u32::from(coins < 3));
        assert_eq!(value(&chain(coins)), expected, "a chain of {coins}");
        if coins >= 4 {
            assert_eq!(value(&ring(coins)), Entailed::Nimber(0), "a loop of {coins}");
        }
        // Opened at an end.
        if coins >= 3 {
            assert!(value(&chain(coins)[1..].to_vec()).is_loony());
        }
    }
    let box_of =
        |text: &str| parse_game(text).unwrap().entailed(&Budget::unlimited()).unwrap().unwrap();
    assert_eq!(box_of("nimstring(\"1x1\")"), box_of("nimstring(\"0-1,0-1,0-1,0-1\")"));
    assert_eq!(parse_game("nimstring(\"2x3\")").unwrap().text().matches('-').count(), 17);
    let mut known = HashMap::new();
    let square = parse_game("nimstring(\"1x2\")").unwrap().position_text();
    let strings: Strings = square
        .split(',')
        .map(|string| string.split_once('-').unwrap())
        .map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()))
        .collect();
    check(&strings, &mut known).unwrap();
}

/// The outcome of a sum of a position and a token game, by the whole graph: all strings and all
/// arcs are tried, and a player who completes a coin moves again.
fn beside_tokens(strings: &Strings, arcs: &[(u32, u32)], token: u32) -> Outcome {
    type State = (Strings, u32);
    let mut states: Vec<State> = vec![(strings.clone(), token)];
    let mut index: HashMap<State, usize> = HashMap::from([(states[0].clone(), 0)]);
    let mut moves: Vec<Vec<(usize, bool)>> = Vec::new();
    while let Some((strings, token)) = states.get(moves.len()).cloned() {
        let along = arcs.iter().filter(|arc| arc.0 == token);
        let mut next: Vec<(State, bool)> =
            along.map(|arc| ((strings.clone(), arc.1), true)).collect();
        for cut in 0..strings.len() {
            let mut rest = strings.clone();
            let (a, b) = rest.remove(cut);
            let gone = |coin: u32| coin != 0 && rest.iter().all(|&(c, d)| c != coin && d != coin);
            let ends = !(gone(a) || gone(b));
            next.push(((rest, token), ends));
        }
        let numbered = next.into_iter().map(|(state, ends)| {
            let number = *index.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            });
            (number, ends)
        });
        let numbered = numbered.collect();
        moves.push(numbered);
    }
    let mut known: Vec<Option<bool>> = vec![None; moves.len()];
    loop {
        let mut changed = false;
        for state in 0..moves.len() {
            let results = || moves[state].iter().map(|&(to, ends)| known[to].map(|w| w != ends));
            let found = if results().any(|result| result == Some(true)) {
                Some(true)
            } else {
                results().all(|result| result == Some(false)).then_some(false)
            };
            changed |= found != known[state];
            known[state] = found;
        }
        if !changed {
            break;
        }
    }
    match known[0] {
        Some(true) => Outcome::N,
        Some(false) => Outcome::P,
        None => Outcome::D,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(12), ..ProptestConfig::default() })]

    /// A loopy game beside a position. Loony values are distinguished by where they lead.
    #[test]
    fn sums_with_loopy_games_are_those_of_the_product(
        strings in proptest::collection::vec((0u32..4, 0u32..4), 1..6),
        arcs in proptest::collection::vec((0u32..4, 0u32..4), 1..7),
        token in 0u32..4,
    ) {
        let strings: Strings =
            strings.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        let named: Vec<String> = arcs.iter().map(|(a, b)| format!("{a}->{b}")).collect();
        let text = format!(
            "{} + tokens(\"0,1,2,3,{}\"; {token})", written(&strings), named.join(","));
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let sum = parse_sum(&text).unwrap();
        let found = sum.outcome(&engine, Convention::Normal, &Budget::unlimited()).unwrap();
        prop_assert_eq!(found, beside_tokens(&strings, &arcs, token), "{}", text);
    }
}

#[test]
fn loony_positions_are_never_added_up() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited();
    let loony = "nimstring(\"1-2,2-3,0-3\")";
    let outcome = |text: &str, convention| {
        parse_sum(text).unwrap().outcome(&engine, convention, &budget).map_err(|e| e.to_string())
    };
    assert_eq!(outcome(loony, Convention::Normal), Ok(Outcome::N));
    for heap in 0..4 {
        let text = format!("{loony} + nim({heap})");
        assert_eq!(outcome(&text, Convention::Normal), Ok(Outcome::N));
    }
    let twice = format!("{loony} + {loony}");
    assert_eq!(outcome(&twice, Convention::Normal), Ok(Outcome::N));
    for (text, convention, part) in [
        (format!("{loony} + nim(1)"), Convention::Misere, "in normal play only"),
        (
            format!("{loony} + backsliding_toads_and_frogs(\"t.f\")"),
            Convention::Normal,
            "impartial games, and to partizan ones whose play ends",
        ),
        (format!("{loony} + domineering(\"2x2\")"), Convention::Normal, "is loony"),
    ] {
        let error = outcome(&text, convention).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    let sum = parse_sum(&format!("{loony} + nim(1)")).unwrap();
    let error = sum.winning_moves(&engine, Player::Left, Convention::Misere, &budget);
    assert!(error.unwrap_err().to_string().contains("go on in another summand"));
    // The player who completes the first coin takes the other two, and then the heap.
    let moves = sum.winning_moves(&engine, Player::Left, Convention::Normal, &budget).unwrap();
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["1: nimstring(\"0-3,2-3\"), and move again"]);
    let partizan = parse_sum(&format!("{loony} + domineering(\"2x2\")")).unwrap();
    let error = partizan.winning_moves(&engine, Player::Left, Convention::Normal, &budget);
    assert!(error.unwrap_err().to_string().contains("beside impartial games"));
    let alone = parse_sum(loony).unwrap();
    let error = alone.winning_moves(&engine, Player::Left, Convention::Misere, &budget);
    assert!(error.unwrap_err().to_string().contains("known in normal play"));
    // One string: the player who cuts it must move again and cannot.
    assert_eq!(outcome("nimstring(\"0-1\")", Convention::Misere), Ok(Outcome::N));
    assert_eq!(outcome("nimstring(\"0-1\")", Convention::Normal), Ok(Outcome::P));
    let moves = alone.winning_moves(&engine, Player::Left, Convention::Normal, &budget).unwrap();
    assert!(!moves.is_empty());
    let game = parse_game(loony).unwrap();
    let error = game.value(&engine, &budget).unwrap_err().to_string();
    assert!(error.contains("is loony"), "{error}");
    for (text, part) in [
        ("nimstring(\"1-1\")", "column 12: expected a string"),
        ("nimstring(\"9x9\")", "too large"),
    ] {
        let error = parse_game(text).err().unwrap().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
