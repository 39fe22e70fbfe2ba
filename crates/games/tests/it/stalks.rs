//! Stalks of Hackenbush, finite and infinite.

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Settings};
use upstar_games::{parse_game, parse_sum};
use upstar_values::Universe;

fn outcome(text: &str) -> Outcome {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let sum = parse_sum(text).unwrap();
    sum.outcome(&engine, Convention::Normal, &Budget::unlimited()).unwrap()
}

fn winning(text: &str, player: Player) -> Vec<String> {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let sum = parse_sum(text).unwrap();
    let budget = Budget::unlimited();
    let moves = sum.winning_moves(&engine, player, Convention::Normal, &budget).unwrap();
    moves.iter().map(ToString::to_string).collect()
}

/// Finite stalks have the options and values of Hackenbush.
#[test]
fn finite_stalks_are_hackenbush() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let by_definition = Engine::new(&universe, Settings { theorems: false, ..Settings::default() });
    let budget = Budget::unlimited();
    for word in ["L", "LR", "LRR", "RLLR", "LLRLRRL"] {
        let stalk = parse_game(&format!("stalk(\"{word}\")")).unwrap();
        let bush = parse_game(&format!("hackenbush(\"{word}\")")).unwrap();
        let value = bush.value(&engine, &budget).unwrap();
        assert_eq!(stalk.value(&engine, &budget).unwrap(), value, "{word}");
        assert_eq!(stalk.value(&by_definition, &budget).unwrap(), value, "{word}");
        for player in Player::BOTH {
            let options = stalk.options(player).unwrap().len();
            assert_eq!(options, bush.options(player).unwrap().len(), "{word}");
        }
        let negative = stalk.negative();
        assert_eq!(negative.as_stalk(), Some(stalk.as_stalk().unwrap().negative()));
    }
}

#[test]
fn stalks_without_an_end_are_decided_by_their_values() {
    assert_eq!(outcome("stalk(\"(LR)^w\")"), Outcome::L);
    assert_eq!(outcome("stalk(\"R L^w\")"), Outcome::R);
    // 2/3 + 2/3 + 2/3 - 2 is 0, and w - 5/2 is positive.
    let two_thirds = "stalk(\"(LR)^w\") + stalk(\"(LR)^w\") + stalk(\"(LR)^w\")";
    assert_eq!(outcome(&format!("{two_thirds} + stalk(\"RR\")")), Outcome::P);
    assert_eq!(outcome("stalk(\"L^w\") + stalk(\"RRRL\")"), Outcome::L);
    assert_eq!(
        winning("stalk(\"L^w\") + stalk(\"RRRL\")", Player::Left),
        ["1: stalk(\"LLL\"), or any higher edge", "2: stalk(\"RRR\")"]
    );
    assert_eq!(winning("stalk(\"(LR)^w\")", Player::Left), ["1: stalk(\"0\"), or any higher edge"]);
    assert_eq!(outcome("stalk(\"LR^w\") + nim(1)"), Outcome::L);
    assert_eq!(outcome("stalk(\"LR^w\") + stalk(\"RL^w\") + nim(1)"), Outcome::N);
}

#[test]
fn a_stalk_without_edges_is_zero() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited();
    let nothing = parse_game("hackenbush(\"\")").unwrap().value(&engine, &budget).unwrap();
    for text in ["stalk(\"\")", "stalk(\" \")", "stalk(\"0\")"] {
        let game = parse_game(text).unwrap();
        assert_eq!(game.text(), "stalk(\"0\")");
        assert_eq!(game.value(&engine, &budget).unwrap(), nothing);
        assert_eq!(outcome(text), Outcome::P);
    }
    assert_eq!(outcome("stalk(\"\") + nim(1)"), Outcome::N);
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let game = parse_game("stalk(\"L^w\")").unwrap();
    let error = game.options(Player::Left).unwrap_err().to_string();
    assert_eq!(error, "stalk(\"L^w\") has infinitely many options");
    let error = parse_game("stalk(\"LRx\")").unwrap_err().to_string();
    assert!(error.contains("line 1, column 10"), "{error}");
}
