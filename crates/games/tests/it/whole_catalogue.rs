//! Properties of every game of the catalogue, tested on positions of random play from the example
//! of its row.

use std::collections::BTreeMap;

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{
    Convention, Engine, Game, Negated, RuleError, Settings, Sum, Summand, Variant,
};
use upstar_games::{Row, catalogue, is_game, parse_board, parse_game, parse_sum};
use upstar_values::structure::follower_count;
use upstar_values::{Style, Universe};

use crate::common::Random;

/// Positions from a few random games. Only the last ones are kept, because they are small.
fn positions(start: &Game, games: usize, last: usize) -> Vec<Game> {
    let mut numbers = Random(7);
    let mut found: BTreeMap<String, Game> = BTreeMap::new();
    for game in 0..games {
        let mut line = vec![start.clone()];
        let mut player = Player::BOTH[game % 2];
        // Play of loopy games need not end.
        while line.len() < 200 {
            let Some(at) = line.last() else { break };
            let mut options = at.options(player).unwrap();
            if options.is_empty() {
                player = player.opponent();
                options = at.options(player).unwrap();
            }
            if options.is_empty() {
                break;
            }
            line.push(options.swap_remove(numbers.below(options.len())));
            player = player.opponent();
        }
        for position in line.into_iter().rev().take(last) {
            found.insert(position.text(), position);
        }
    }
    found.into_values().collect()
}

fn example(row: &Row) -> Game {
    parse_sum(row.example.0).unwrap().games().next().unwrap().clone()
}

fn texts(options: &[Game]) -> Vec<String> {
    let mut texts: Vec<String> = options.iter().map(|option| option.text()).collect();
    texts.sort();
    texts
}

/// Options are legal positions of the same game, and texts are read back as the same position.
#[test]
fn positions_are_read_back() {
    for row in catalogue() {
        let start = example(row);
        assert!(is_game(start.name()));
        // Whether play ends may depend on the position, as for tokens on a graph.
        assert_eq!(start.class().sides, row.class.sides, "{}", row.name);
        assert!(row.class.loopy || !start.class().loopy, "{}", row.name);
        for game in positions(&start, 6, 12) {
            let text = game.text();
            let again = parse_game(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again.text(), text);
            let beside = game.rules().read(&game.position_text()).unwrap();
            assert_eq!(
                (beside.text(), beside.position_text()),
                (text.clone(), game.position_text())
            );
            for player in Player::BOTH {
                let options = game.options(player).unwrap();
                assert_eq!(texts(&again.options(player).unwrap()), texts(&options), "{text}");
                for option in options.iter().take(20) {
                    assert_eq!(parse_game(&option.text()).unwrap().text(), option.text());
                }
            }
            if row.class.is_impartial() {
                let [left, right] = Player::BOTH.map(|player| game.options(player).unwrap());
                assert_eq!(texts(&left), texts(&right), "{text}");
            }
            // Games with parameters write these before the board.
            if let Some(rows) = game.board()
                && let Ok(board) = parse_board(row.name, &rows.join("|"))
            {
                assert_eq!(board.text(), text);
            }
        }
    }
}

/// An engine without symmetries, components and theorems.
fn plain(universe: &Universe) -> Engine<'_> {
    let settings =
        Settings { symmetry: false, components: false, theorems: false, ..Settings::default() };
    Engine::new(universe, settings)
}

/// A budget that ends for positions too large without symmetries.
fn small() -> Budget {
    Budget::unlimited().with_steps(3_000)
}

/// The result, or nothing if the budget ended.
fn within<T>(found: Result<T, RuleError>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(RuleError::Exhausted(_) | RuleError::Unfinished { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Symmetries, components and theorems change no outcome and no value. The outcome of the search is
/// that of the value.
#[test]
fn what_is_faster_is_the_same() {
    let universe = Universe::new();
    let (engine, plain) = (Engine::new(&universe, Settings::default()), plain(&universe));
    for row in catalogue() {
        let mut tried = 0;
        for game in positions(&example(row), 4, 6) {
            let text = game.text();
            let entailing = game.entailed(&small()).is_some();
            for convention in [Convention::Normal, Convention::Misere] {
                let Some(expected) = within(game.outcome(&plain, convention, &small())) else {
                    continue;
                };
                let found = game.outcome(&engine, convention, &Budget::unlimited()).unwrap();
                assert_eq!(found, expected, "{text} {convention:?}");
                tried += 1;
            }
            if game.class().loopy || entailing {
                tried += usize::from(entailing);
                continue;
            }
            let Some(expected) = within(game.value(&plain, &small())) else { continue };
            let budget = Budget::unlimited();
            assert_eq!(game.value(&engine, &budget).unwrap(), expected, "{text}");
            let by_value = universe.worker(&budget).outcome(expected).unwrap();
            let found = game.outcome(&engine, Convention::Normal, &budget).unwrap();
            assert_eq!(found, by_value, "{text}");
        }
        assert!(tried > 1, "{}", row.name);
    }
}

/// The sum of a position and its negative is a P-position or a draw. The same holds for the sum of
/// an impartial position with itself.
#[test]
fn positions_and_their_negatives_cancel() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for row in catalogue() {
        for game in positions(&example(row), 3, 4) {
            let text = game.text();
            if game.entailed(&small()).is_some() {
                // A loony position does not cancel itself, see tests/nimstring.rs.
                continue;
            }
            let sum = Sum::from(vec![game.clone(), game.clone().negative()]);
            let found = within(sum.outcome(&engine, Convention::Normal, &small()));
            if game.class().loopy {
                let second = [Outcome::P, Outcome::D, Outcome::PHat, Outcome::PCheck];
                assert!(found.is_none_or(|found| second.contains(&found)), "{text}: {found:?}");
            } else {
                assert!(found.is_none_or(|found| found == Outcome::P), "{text}: {found:?}");
            }
            if !game.class().loopy && game.class().is_impartial() {
                // As one game, not by adding values.
                let with_nothing = [game.clone(), game.clone()];
                let sum = Sum::from(with_nothing.into_iter().collect::<Vec<_>>());
                let naive = second_player_wins(&sum, &mut 2_000);
                assert!(naive != Some(false), "{text} twice");
            }
        }
    }
}

/// Whether the second player wins a sum, by exhaustive search; `None` if that takes too many steps.
fn second_player_wins(sum: &Sum, steps: &mut usize) -> Option<bool> {
    for (index, game) in sum.games().enumerate() {
        for option in game.options(Player::Left).unwrap() {
            *steps = steps.checked_sub(1)?;
            let mut after: Vec<Game> = sum.games().cloned().collect();
            after[index] = option;
            if second_player_wins(&Sum::from(after), steps)? {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// The options of variants follow their definitions, their texts are read back, and symmetries and
/// components do not change results.
#[test]
fn variants_follow_their_definitions() {
    let universe = Universe::new();
    let (engine, plain) = (Engine::new(&universe, Settings::default()), plain(&universe));
    for row in catalogue().iter().filter(|row| !row.class.is_impartial()) {
        for game in positions(&example(row), 2, 4) {
            let [left, right] = Player::BOTH.map(|player| game.options(player).unwrap());
            for kind in Variant::ALL {
                let varied = game.clone().variant(kind);
                assert_eq!(varied.text(), format!("{}_{}", kind.word(), game.text()));
                // The impartial variant of Domineering has its own name.
                let again = parse_game(&varied.text()).unwrap();
                assert!(again.text() == varied.text() || again.name() == "cram");
                let named = |options: &[Game], sign: &str| {
                    let word = kind.word();
                    let named = options.iter().map(|o| format!("{sign}{word}_{}", o.text()));
                    let mut named: Vec<String> = named.collect();
                    named.sort();
                    named.dedup();
                    named
                };
                let found = Player::BOTH.map(|player| texts(&varied.options(player).unwrap()));
                let (l, r) = (named(&left, ""), named(&right, ""));
                let expected = match kind {
                    Variant::Impartial => {
                        let mut both = [l, r].concat();
                        both.sort();
                        both.dedup();
                        [both.clone(), both]
                    }
                    Variant::Dicotic if left.is_empty() || right.is_empty() => [vec![], vec![]],
                    Variant::Twisted => [named(&left, "-"), named(&right, "-")],
                    _ => [l, r],
                };
                assert_eq!(found, expected, "{}", varied.text());
                if let Some(expected) = within(varied.outcome(&plain, Convention::Normal, &small()))
                {
                    let budget = Budget::unlimited();
                    let found = varied.outcome(&engine, Convention::Normal, &budget).unwrap();
                    assert_eq!(found, expected, "{}", varied.text());
                }
            }
        }
    }
}

/// The negative of a representative is the negative of the position.
#[test]
fn representatives_are_equal_or_negative() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for row in catalogue().iter().filter(|row| !row.class.loopy) {
        for game in positions(&example(row), 2, 5) {
            if game.entailed(&small()).is_some() {
                continue;
            }
            let Some(value) = within(game.value(&engine, &small())) else { continue };
            let (other, negated) = game.normalized();
            let mut found = other.value(&engine, &Budget::unlimited()).unwrap();
            if negated == Negated::Yes {
                found = universe.worker(&Budget::unlimited()).neg(found).unwrap();
            }
            assert_eq!(found, value, "{}", game.text());
            let mut sum = upstar_values::Id::ZERO;
            for part in game.components().unwrap() {
                let part = part.value(&engine, &Budget::unlimited()).unwrap();
                sum = universe.worker(&Budget::unlimited()).add(sum, part).unwrap();
            }
            assert_eq!(sum, value, "{}", game.text());
        }
    }
}

/// The outcome search against values, in sums of positions of any games.
#[test]
fn sums_of_any_games_have_the_outcomes_of_their_values() {
    let (universe, unlimited) = (Universe::new(), Budget::unlimited());
    let engine = Engine::new(&universe, Settings::default());
    let mut worker = universe.worker(&unlimited);
    let mut pool = Vec::new();
    let mut missing = Vec::new();
    for row in catalogue().iter().filter(|row| !row.class.loopy && !row.class.entailing) {
        let before = pool.len();
        for game in positions(&example(row), 3, 5) {
            let budget = Budget::unlimited().with_steps(3_000);
            // Sums of large values take long.
            if let Ok(value) = game.value(&engine, &budget)
                && follower_count(&mut worker, value).unwrap() <= 50_u32.into()
            {
                let negative = game.negative();
                pool.push((negative, worker.neg(value).unwrap()));
                pool.push((game, value));
            }
        }
        if pool.len() == before {
            missing.push(row.name);
        }
    }
    assert!(missing.is_empty(), "no small positions of {missing:?}");
    let mut numbers = Random(3);
    for round in 0..10_000 {
        let (mut terms, mut value) = (Vec::new(), worker.integer(0).unwrap());
        for _ in 0..2 + round % 2 {
            let (game, term) = &pool[numbers.below(pool.len())];
            terms.push(Summand::Position(game.clone()));
            value = worker.add(value, *term).unwrap();
        }
        let sum = Sum::from(terms);
        let found = sum.outcome(&engine, Convention::Normal, &unlimited).unwrap();
        let text = || sum.text(&mut universe.worker(&unlimited), Style::Plain).unwrap();
        assert_eq!(found, worker.outcome(value).unwrap(), "{}", text());
    }
}

/// The class in the catalogue is the class of the rules.
#[test]
fn classes_are_those_of_the_rules() {
    // For tokens on a graph it depends on the graph.
    let rows = catalogue().iter().filter(|row| row.name != "tokens");
    let differ = rows.filter(|row| example(row).class() != row.class);
    let names: Vec<&str> = differ.map(|row| row.name).collect();
    assert!(names.is_empty(), "{names:?}");
}
