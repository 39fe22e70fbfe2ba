//! Lines of best play, and answers that a budget stops early.

use crate::common::Graph;
use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, GraphForm, GraphOptions, RuleError, Settings};
use upstar_games::{parse_game, parse_sum};
use upstar_values::{Style, Universe};

/// The number of moves from a vertex when the winner hurries and the loser delays, by the
/// definition, round by round. `None` for a draw.
fn remoteness(graph: &Graph, first: Player, misere: bool) -> Option<usize> {
    // The winner and the number of moves, for each vertex and player to move.
    let n = graph.names.len();
    let mut known: Vec<[Option<(bool, usize)>; 2]> = vec![[None; 2]; n];
    for round in 0..=2 * n {
        for v in 0..n {
            for (index, player) in Player::BOTH.into_iter().enumerate() {
                let moves: Vec<Option<(bool, usize)>> = graph.arcs[v]
                    .iter()
                    .filter(|(_, colour)| colour.allows(player))
                    .map(|&(to, _)| known[to as usize][1 - index].filter(|k| k.1 < round))
                    .collect();
                if known[v][index].is_some() {
                    continue;
                }
                let wins = moves.iter().flatten().filter(|k| !k.0).map(|k| k.1).min();
                if moves.is_empty() {
                    known[v][index] = Some((misere, 0));
                } else if let Some(wins) = wins {
                    known[v][index] = Some((true, wins + 1));
                } else if moves.iter().all(Option::is_some) {
                    let longest = moves.iter().flatten().map(|k| k.1).max().unwrap();
                    known[v][index] = Some((false, longest + 1));
                }
            }
        }
    }
    known[0][if first == Player::Left { 0 } else { 1 }].map(|k| k.1)
}

#[test]
fn the_winner_hurries_and_the_loser_delays() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    let engine = Engine::new(&universe, Settings::default());
    let games = [
        "kayles(7,2)",
        "nim(3,4,1)",
        "domineering(\"3x3\")",
        "clobber(\"xoxo|ox..\")",
        "toads_and_frogs(\"tt..ff\")",
        "backsliding_toads_and_frogs(\"t.t.ff\")",
        "backsliding_toads_and_frogs(\"t.f\")",
        "bandit(\"B..|...|..P\")",
    ];
    for text in games {
        let game = parse_game(text).unwrap();
        let impartial = game.class().is_impartial();
        let form = if impartial { GraphForm::Plain } else { GraphForm::Coloured };
        let (graph, _) = Graph::of(&game, GraphOptions { form: Some(form), first: None });
        for (first, convention) in [
            (Player::Left, Convention::Normal),
            (Player::Right, Convention::Normal),
            (Player::Left, Convention::Misere),
        ] {
            let sum = parse_sum(text).unwrap();
            let line = sum.best_line(&engine, first, convention, &budget).unwrap();
            assert!(line.counted);
            assert_eq!(line.positions[0], game.text());
            // Every step is a move of the player whose turn it is.
            for (index, pair) in line.positions.windows(2).enumerate() {
                let before = parse_sum(&pair[0]).unwrap();
                let mut worker = universe.worker(&budget);
                let options = before.options(&mut worker, line.mover(index)).unwrap();
                let mut texts = options.iter().map(|sum| sum.text(&mut worker, Style::Plain));
                assert!(texts.any(|text| text.unwrap() == pair[1]), "{pair:?}");
            }
            let last = parse_sum(line.positions.last().unwrap()).unwrap();
            let mover = line.mover(line.positions.len() - 1);
            let stuck = last.options(&mut universe.worker(&budget), mover).unwrap().is_empty();
            assert_eq!(stuck, line.repeats_from.is_none());
            let expected = remoteness(&graph, first, convention == Convention::Misere);
            let found = line.repeats_from.is_none().then(|| line.positions.len() - 1);
            assert_eq!(found, expected, "{text} {first:?} {convention:?}");
        }
    }
}

#[test]
fn long_games_have_lines_too() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    let engine = Engine::new(&universe, Settings::default());
    let sum = parse_sum("nim(60,61,62,62)").unwrap();
    let line = sum.best_line(&engine, Player::Left, Convention::Normal, &budget).unwrap();
    assert!(!line.counted && line.repeats_from.is_none());
    // N: the first player makes the last move, and every second position is a P-position.
    assert_eq!(line.positions.len() % 2, 0);
    for (index, position) in line.positions.iter().enumerate() {
        let outcome = parse_sum(position).unwrap().outcome(&engine, Convention::Normal, &budget);
        let expected = if index % 2 == 0 { Outcome::N } else { Outcome::P };
        assert_eq!(outcome.unwrap(), expected, "{position}");
    }
}

#[test]
fn what_is_known_is_reported_when_the_budget_ends() {
    // The budget is enough for Left moving first, but not for Right.
    let text = "clobber(\"xoxox|oxoxo|xoxo.\")";
    let game = parse_game(text).unwrap();
    let mut unfinished = 0;
    for steps in (0..60).map(|i| 1_000u64 << (i / 4)).scan(0, |sum, step| {
        *sum += step / 4;
        Some(*sum)
    }) {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let budget = Budget::unlimited().with_steps(steps);
        match game.outcome(&engine, Convention::Normal, &budget) {
            Err(RuleError::Unfinished { known, .. }) => {
                let whole = game.outcome(&engine, Convention::Normal, &Budget::unlimited());
                assert!(known.contains(whole.unwrap().name()), "{known}");
                unfinished += 1;
            }
            Err(RuleError::Exhausted(_)) => {}
            Ok(_) => break,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(unfinished > 0);

    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let sum = parse_sum("domineering(\"2x2\") + domineering(\"8x8\")").unwrap();
    let budget = Budget::unlimited().with_steps(20_000);
    let error = sum.value(&engine, &budget).unwrap_err();
    assert!(
        error.to_string().ends_with("known so far: domineering(\"..|..\") has the value +-1"),
        "{error}"
    );
}
