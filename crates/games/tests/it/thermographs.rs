//! Thermographs from the options of positions, against those of canonical forms.

use upstar_core::{Budget, Player};
use upstar_engine::{Engine, Settings};
use upstar_games::parse_game;
use upstar_values::{Universe, thermography};

/// A small generator that gives the same numbers everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }

    fn board(&mut self, letters: &[u8], rows: usize, columns: usize) -> String {
        let row = |numbers: &mut Self| -> String {
            (0..columns).map(|_| char::from(letters[numbers.below(letters.len())])).collect()
        };
        (0..rows).map(|_| row(self)).collect::<Vec<_>>().join("|")
    }
}

fn agrees(call: &str, settings: &Settings) {
    let game = parse_game(call).expect(call);
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    let value = game.value(&Engine::new(&universe, settings.clone()), &budget).unwrap();
    let expected = thermography::thermograph(&mut universe.worker(&budget), value).unwrap();
    let engine = Engine::new(&universe, settings.clone());
    let found = game.stops_and_walls(&engine, &budget).unwrap();
    assert_eq!(found.thermograph(), expected, "{call}");
    let mut worker = universe.worker(&budget);
    assert_eq!(found.outcome(&mut worker), worker.outcome(value).unwrap(), "{call}");
    // The thermograph of the negative is derived from that of the position.
    let other = game.negative().stops_and_walls(&engine, &budget).unwrap();
    let value = worker.neg(value).unwrap();
    assert_eq!(
        other.thermograph(),
        thermography::thermograph(&mut worker, value).unwrap(),
        "-{call}"
    );
}

#[test]
fn thermographs_of_random_positions_need_no_canonical_form() {
    let mut numbers = Numbers(7);
    let usual = Settings::default();
    let bare = Settings { components: false, symmetry: false, ..Settings::default() };
    let games: [(&str, &[u8], usize, usize); 6] = [
        ("domineering", b"...#", 4, 4),
        ("amazons", b"..x#o..", 3, 3),
        ("konane", b"xo.", 3, 5),
        ("clobber", b"xo.x", 3, 4),
        ("fission", b"..x.", 4, 4),
        ("toads_and_frogs", b"tf.", 1, 9),
    ];
    for (game, letters, rows, columns) in games {
        for round in 0..120 {
            let call = format!("{game}(\"{}\")", numbers.board(letters, rows, columns));
            agrees(&call, if round % 8 == 0 { &bare } else { &usual });
        }
    }
    for call in [
        "snort(\"path 9\")",
        "col(\"path 7\")",
        "cutcake(7,5)",
        "hackenbush(\"0-1l,1-2r,2-0l,1-3r\")",
        "kayles(9)",
        "dicotic_domineering(\"3x3\")",
    ] {
        agrees(call, &usual);
    }
}

/// The canonical form of this position takes half as many steps again as its thermograph.
#[test]
fn a_budget_too_small_for_the_value_reaches_the_thermograph() {
    let game = parse_game("amazons(\"x...|....|...o\")").unwrap();
    let universe = Universe::new();
    let budget = |steps| Budget::unlimited().with_steps(steps);
    let engine = || Engine::new(&universe, Settings::default());
    assert!(game.value(&engine(), &budget(380_000)).is_err());
    let thermograph = game.stops_and_walls(&engine(), &budget(380_000)).unwrap().thermograph();
    assert_eq!(thermograph.temperature().to_string(), "37/8");
    assert_eq!(thermograph.wall(Player::Left).mast(), thermograph.wall(Player::Right).mast());
    assert!(game.stops_and_walls(&engine(), &budget(1_000)).is_err());
}
