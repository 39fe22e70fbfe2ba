//! Bounds on values by play against integers, compared with the values.

use upstar_core::{Budget, Player, StopReason};
use upstar_engine::{Bounds, Convention, Engine, RuleError, Settings};
use upstar_games::parse_game;
use upstar_values::{Id, Universe, Worker};

/// The bounds of a value from its canonical form, trying the integers one by one.
fn of_value(worker: &mut Worker<'_>, value: Id) -> (i64, i64) {
    let at_least = |worker: &mut Worker<'_>, n: i64| {
        let n = worker.integer(n).unwrap();
        worker.le(n, value).unwrap()
    };
    let low = (-50..=50).rev().find(|&n| at_least(worker, n)).unwrap();
    let at_most = |worker: &mut Worker<'_>, n: i64| {
        let n = worker.integer(n).unwrap();
        worker.le(value, n).unwrap()
    };
    let high = (-50..=50).find(|&n| at_most(worker, n)).unwrap();
    (low, high)
}

const PARTIZAN: [&str; 16] = [
    "domineering(\"4x4\")",
    "domineering(\"2x5\")",
    "domineering(\"5x2\")",
    "domineering(\"1x9\")",
    "domineering(\"..#.|....|.#..\")",
    "amazons(\"x..|...|..o\")",
    "konane(\"xo.xo|oxoxo|xox.x\")",
    "clobber(\"xoxo|oxxo\")",
    "toads_and_frogs(\"TT.T.FF.F\")",
    "cutcake(5,2)",
    "cutcake(2,6)",
    "hackenbush(\"0-1l,1-2l,2-3l,0-4l,4-5r\")",
    "hackenbush(\"0-1r,1-2r,2-3l,0-4r,4-5b\")",
    "snort(\"path 6\")",
    "col(\"path 7\")",
    "domineering(\"#\")",
];

#[test]
fn bounds_are_those_of_the_value() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    for settings in [
        Settings::default(),
        Settings { components: false, symmetry: false, ..Settings::default() },
    ] {
        for call in PARTIZAN {
            let engine = || Engine::new(&universe, settings.clone());
            let game = parse_game(call).expect(call);
            let value = game.value(&engine(), &budget).unwrap();
            let mut worker = universe.worker(&budget);
            let (low, high) = of_value(&mut worker, value);
            let run = game.bounds(&engine(), &budget).unwrap();
            assert_eq!(run.stop, StopReason::Finished);
            assert_eq!((run.found.at_least, run.found.at_most), (Some(low), Some(high)), "{call}");
            assert_eq!(run.found.outcome(), Some(worker.outcome(value).unwrap()), "{call}");
            let run = game.negative().bounds(&engine(), &budget).unwrap().found;
            assert_eq!((run.at_least, run.at_most), (Some(-high), Some(-low)), "-{call}");
            let value = worker.neg(value).unwrap();
            assert_eq!(run.outcome(), Some(worker.outcome(value).unwrap()), "-{call}");
        }
    }
}

/// Results of a search with integers must not be used as results without them.
#[test]
fn bounds_and_outcomes_share_a_table() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    for call in PARTIZAN {
        let game = parse_game(call).expect(call);
        let engine = Engine::new(&universe, Settings::default());
        let bounds = game.bounds(&engine, &budget).unwrap().found;
        for player in Player::BOTH {
            for option in game.options(player).unwrap() {
                let after = option.outcome(&engine, Convention::Normal, &budget).unwrap();
                let alone = Engine::new(&universe, Settings::default());
                let expected = option.outcome(&alone, Convention::Normal, &budget).unwrap();
                assert_eq!(after, expected, "{}", option.text());
            }
        }
        assert_eq!(bounds, game.bounds(&engine, &budget).unwrap().found);
    }
}

#[test]
fn what_was_found_until_the_budget_ended_is_true() {
    let universe = Universe::new();
    let call = "domineering(\"6x4\")";
    let game = parse_game(call).unwrap();
    let whole = Budget::unlimited();
    let complete = game.bounds(&Engine::new(&universe, Settings::default()), &whole).unwrap();
    let Bounds { winners, at_least: Some(low), at_most: Some(high), .. } = complete.found else {
        panic!("unlimited budgets suffice")
    };
    let mut met = [0; 3];
    for steps in [0, 30, 300, 1_000, 3_000, 10_000, 20_000, 40_000, 80_000, 160_000] {
        let budget = Budget::unlimited().with_steps(steps);
        let engine = Engine::new(&universe, Settings::default());
        let run = game.bounds(&engine, &budget).unwrap();
        for (found, winner) in run.found.winners.into_iter().zip(winners) {
            assert!(found.is_none() || found == winner, "{steps}");
        }
        assert!(run.found.at_least.is_none_or(|n| n <= low), "{steps}");
        assert!(run.found.at_most.is_none_or(|n| n >= high), "{steps}");
        met[0] += usize::from(run.found.is_empty());
        met[1] += usize::from(!run.found.is_empty() && run.stop == StopReason::Steps);
        met[2] += usize::from(run.stop == StopReason::Finished);
    }
    assert!(met.iter().all(|&count| count > 0), "{met:?}");
}

#[test]
fn impartial_positions_have_an_outcome_and_loopy_ones_nothing() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let engine = Engine::new(&universe, Settings::default());
    for call in ["kayles(9)", "chomp(4,3)", "nim(1,2,3)"] {
        let game = parse_game(call).expect(call);
        let run = game.bounds(&engine, &budget).unwrap().found;
        let expected = game.outcome(&engine, Convention::Normal, &budget).unwrap();
        assert_eq!((run.outcome(), run.at_least, run.at_most), (Some(expected), None, None));
    }
    for call in ["backsliding_toads_and_frogs(\"T..F\")", "nimstring(\"0-1,1-2\")"] {
        let game = parse_game(call).expect(call);
        assert!(
            matches!(game.bounds(&engine, &budget), Err(RuleError::NotApplicable(_))),
            "{call}"
        );
    }
}
