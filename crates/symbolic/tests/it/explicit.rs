//! Diagrams compared with explicit search of every position, and with published counts.

use std::collections::{BTreeMap, HashMap};

use upstar_core::{Budget, Outcome, Player, StopReason};
use upstar_engine::Game;
use upstar_games::parse_game;
use upstar_symbolic::{Symbolic, SymbolicError};

fn solved(call: &str) -> Symbolic {
    let solved = Symbolic::solve(&parse_game(call).unwrap(), &Budget::unlimited(), |_| ()).unwrap();
    assert_eq!(solved.stop(), StopReason::Finished);
    solved
}

type Key = (String, Player);

/// Positions with the player to move, and their options.
type Found = HashMap<Key, (Game, Vec<Key>)>;

/// All positions with the player to move, and what becomes of them: true if he wins, false if he
/// loses, by trying again and again whether one is known by its options.
fn explicit(start: &Game) -> (Found, HashMap<Key, bool>) {
    let impartial = start.class().is_impartial();
    let mut found = Found::new();
    let mut open: Vec<(Game, Player)> =
        if impartial { &[Player::Left][..] } else { &Player::BOTH[..] }
            .iter()
            .map(|&player| (start.clone(), player))
            .collect();
    while let Some((game, player)) = open.pop() {
        let key = (game.position_text(), player);
        if found.contains_key(&key) {
            continue;
        }
        let next = if impartial { player } else { player.opponent() };
        let options = game.options(player).unwrap();
        let keys = options.iter().map(|option| (option.position_text(), next)).collect();
        found.insert(key, (game, keys));
        open.extend(options.into_iter().map(|option| (option, next)));
    }
    let mut before: HashMap<Key, Vec<Key>> = HashMap::new();
    let mut left: HashMap<Key, usize> = HashMap::new();
    let mut known: HashMap<Key, bool> = HashMap::new();
    let mut fresh = Vec::new();
    for (key, (_, options)) in &found {
        left.insert(key.clone(), options.len());
        for option in options {
            before.entry(option.clone()).or_default().push(key.clone());
        }
        if options.is_empty() {
            known.insert(key.clone(), false);
            fresh.push(key.clone());
        }
    }
    while let Some(key) = fresh.pop() {
        let wins = known[&key];
        for back in before.get(&key).into_iter().flatten() {
            let Some(rest) = left.get_mut(back) else { continue };
            *rest -= 1;
            if !known.contains_key(back) && (!wins || *rest == 0) {
                known.insert(back.clone(), !wins);
                fresh.push(back.clone());
            }
        }
    }
    (found, known)
}

/// Every position of a game has the result that it has by definition, and the layers count them.
fn agrees(call: &str) {
    let start = parse_game(call).unwrap();
    let (found, known) = explicit(&start);
    let solved = solved(call);
    let mut layers: BTreeMap<u64, [u128; 3]> = BTreeMap::new();
    for (key, (game, _)) in &found {
        let mover = if start.class().is_impartial() { Player::Left } else { key.1 };
        let expected = known.get(key).map(|&wins| if wins { mover } else { mover.opponent() });
        assert_eq!(solved.winner(game, key.1), Some(expected), "{call}: {key:?}");
        let men = key.0.chars().filter(|&cell| cell == 'x' || cell == 'o').count();
        let place = match known.get(key) {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        layers.entry(men as u64).or_default()[place] += 1;
    }
    let told: BTreeMap<u64, [u128; 3]> =
        solved.layers().iter().map(|layer| (layer.men, layer.results.unwrap())).collect();
    assert_eq!(told, layers, "{call}");
    assert_eq!(solved.positions(), found.len() as u128, "{call}");
}

#[test]
fn every_position_of_small_boards_agrees() {
    for call in [
        "tic_tac_toe()",
        "tic_tac_toe(\"x..|.o.|...\")",
        "k_in_a_row(2; \"2x3\")",
        "k_in_a_row(3; \"2x4\")",
        "k_in_a_row(1; \"1x2\")",
        "k_in_a_row(5; \"2x2\")",
        "k_in_a_row(2; \"xo|x.\")",
        "connect_four(\"4x3\")",
        "connect_four(\"2x5\")",
        "connect_four(\"1x6\")",
        "connect_k(3; \"3x4\")",
        "connect_k(3; \"4x3\")",
        "connect_k(2; \"3x3\")",
        "connect_k(3; \"....|..o.|.xx.\")",
    ] {
        agrees(call);
    }
}

#[test]
fn every_position_of_dodgem_agrees() {
    for call in [
        "dodgem(2)",
        "dodgem(3)",
        "dodgem(\"x..|x..|.oo\")",
        "dodgem(\"x|o\")",
        "dodgem(\"x..|.o.\")",
        "dodgem(\"xx|oo|..\")",
        "dodgem(\"x..|...|...\")",
    ] {
        agrees(call);
    }
}

/// John Tromp, John's Connect Four Playground, has the numbers of positions by the size of the board,
/// and who wins; sizes here are rows x columns.
fn connect_four(size: &str, positions: u128, outcome: Outcome) {
    let solved = solved(&format!("connect_four(\"{size}\")"));
    assert_eq!(solved.positions(), positions, "{size}");
    assert_eq!(solved.outcome(), Some(outcome), "{size}");
}

#[test]
fn connect_four_has_as_many_positions_as_published() {
    connect_four("4x4", 161_029, Outcome::D);
    connect_four("5x4", 1_706_255, Outcome::D);
}

/// This takes minutes and some gigabytes.
#[test]
#[ignore = "before a release"]
fn connect_four_on_larger_boards_has_as_many_positions_as_published() {
    connect_four("4x5", 3_945_711, Outcome::D);
    connect_four("6x4", 15_835_683, Outcome::D);
    connect_four("5x5", 69_763_700, Outcome::D);
    connect_four("4x6", 94_910_577, Outcome::P);
    connect_four("6x5", 1_044_334_437, Outcome::D);
}

/// The first player wins Dodgem on 3 x 3 cells (Winning Ways, chapter 22).
#[test]
fn the_first_player_wins_dodgem_on_three_by_three() {
    assert_eq!(solved("dodgem(3)").outcome(), Some(Outcome::N));
}

/// Nobody wins on 4 x 4 cells (des Jardins 1996, rec.games.abstract).
#[test]
#[ignore = "before a release"]
fn dodgem_on_four_by_four_is_a_draw() {
    assert_eq!(solved("dodgem(4)").outcome(), Some(Outcome::D));
}

#[test]
fn what_a_budget_ends_is_kept() {
    let game = parse_game("connect_four(\"5x5\")").unwrap();
    let budget = Budget::unlimited().with_steps(20_000);
    let stopped = Symbolic::solve(&game, &budget, |_| ()).unwrap();
    assert_eq!(stopped.stop(), StopReason::Steps);
    let found: Vec<u128> = stopped.layers().iter().map(|layer| layer.positions).collect();
    assert_eq!(found[..4], [1, 5, 25, 95]);
    assert_eq!(stopped.outcome(), None);
    let budget = Budget::unlimited().with_bytes(1_000_000);
    let stopped = Symbolic::solve(&game, &budget, |_| ()).unwrap();
    assert_eq!(stopped.stop(), StopReason::Memory);
    assert!(stopped.layers().len() > 4);
    let none = Symbolic::solve(&game, &Budget::unlimited().with_bytes(1_000), |_| ());
    assert!(matches!(none, Err(SymbolicError::Exhausted(_))));
}

#[test]
fn other_games_are_refused() {
    let game = parse_game("nim(3)").unwrap();
    let error = Symbolic::solve(&game, &Budget::unlimited(), |_| ()).err().unwrap();
    assert!(error.to_string().starts_with("nim is not solved by decision diagrams"), "{error}");
}
