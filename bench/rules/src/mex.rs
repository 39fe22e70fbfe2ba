//! Grundy values of every impartial game of the catalogue, beside the least excluded number over all
//! positions that can be reached, with the options as the rules list them.

use std::collections::{HashMap, HashSet};
use std::hint::black_box;

use upstar_core::{Budget, GrundyValue, Player};
use upstar_engine::{Class, Engine, Game, Settings};
use upstar_games::{catalogue, parse_game};
use upstar_values::Universe;

use crate::{cpu, median};

/// A position of each game from which some 10,000 can be reached, where the game has so many of a
/// size that both sides solve in seconds. The name is that of the catalogue.
const POSITIONS: &[&str] = &[
    "acrostic_product(\"2\",\"2\"; 60,60)",
    "adjoin(\"mem\",\"fibonacci_nim\"; 60,30)",
    "apples(700)",
    "arc_kayles(\"4x5\")",
    "cake(32,30,28)",
    "chomp(8,8,8,8,8,8,8,8)",
    "cram(\"4x5\")",
    "crosses(1000)",
    "dawson_kayles(3000)",
    "direct_product(\"2\",\"2\"; 60,60)",
    "euclid(28657,17711)",
    "fibonacci_nim(150)",
    "gen_mem(\"j%3!=m\"; 120,2)",
    "gen_wythoff(3; 60,60)",
    "grim(\"3x5\")",
    "grundy(3000)",
    "grunt(\"tttttttttttttttttttttttttttttth\")",
    "james_bond(300)",
    "join(\"0.3\",\"0.07\"; 3000)",
    "kayles(3000)",
    "knight(100,100)",
    "lasker(1500)",
    "matches(2000,3)",
    "mem(300,3)",
    "mock_turtle_fives(\"hthtthhthtthth\")",
    "mock_turtles(\"hthtthhthtthth\")",
    "moebius(\"hthtthhtht\")",
    "mogul(\"hthtthhthth\")",
    "moidores(\"hthtthhtht\")",
    "moore(2; 14,14,14,14)",
    "motley(\"hthtthhthtthh\")",
    "nim(2000)",
    "nimble(1000)",
    "nimble2(30,40,50)",
    "node_kayles(\"4x5\")",
    "omax(28)",
    "ordered_nim(16,17,18,19)",
    "pawns(3000)",
    "ruler(\"hthtthhthtthth\")",
    "ruler_fives(\"hthtthhthtthth\")",
    "spawning(\"1-3\"; 100)",
    "splittles(\"1,2\"; 1500)",
    "sprouts(4)",
    "staircase(7,7,7,7)",
    "subtract_square(10000)",
    "subtraction(\"2,3,7\"; 10000)",
    "sym(\"hthtthhthtthh\")",
    "sympler(\"hthtthhthtthh\")",
    "take_and_break(\"0.137\"; 3000)",
    "take_at_most(150,100)",
    "take_away(\"3\"; 120,40)",
    "treblecross(1000)",
    "triomino(\"4x5\")",
    "triplet_fives(\"hthtthhthtthth\")",
    "triplets(\"hthtthhthtthth\")",
    "turning(\"1-3\"; \"htththththhthth\")",
    "turning_turtles(\"XOOXOXXOXOXOOXXO\")",
    "turnips(\"hthtthhthtthth\")",
    "twins(\"XOOXOXXOXOXOOXXO\")",
    "weighted_arc_kayles(\"4-4-5-3-4-5-4-4\")",
    "wythoff(99,99)",
];

/// The least excluded number of the options' values; `values` holds those that are known.
fn plain(start: &Game, values: &mut HashMap<Game, GrundyValue>) -> GrundyValue {
    let mut stack = vec![(start.clone(), None::<Vec<Vec<Game>>>)];
    while let Some((at, options)) = stack.pop() {
        if values.contains_key(&at) {
            continue;
        }
        let Some(options) = options else {
            let list = at.options(Player::Left).unwrap();
            let parts: Vec<_> = list.iter().map(|option| option.components().unwrap()).collect();
            let missing: Vec<Game> = parts
                .iter()
                .flatten()
                .filter(|&part| !values.contains_key(part))
                .cloned()
                .collect();
            stack.push((at, Some(parts)));
            stack.extend(missing.into_iter().map(|part| (part, None)));
            continue;
        };
        let value = |parts: &Vec<Game>| parts.iter().fold(0, |sum, part| sum ^ values[part]);
        let seen: HashSet<GrundyValue> = options.iter().map(value).collect();
        values.insert(at, (0..).find(|value| !seen.contains(value)).unwrap());
    }
    values[start]
}

/// A line of a table for each impartial game of the catalogue.
pub fn mex(repeats: usize, only: &str) {
    let games: Vec<Game> = POSITIONS.iter().map(|text| parse_game(text).expect(text)).collect();
    for row in catalogue().iter().filter(|row| row.class == Class::IMPARTIAL) {
        assert!(games.iter().any(|game| game.name() == row.name), "{} has no position", row.name);
    }
    println!("| position | positions | value | upstar, ms | plain, ms | ratio |");
    println!("|---|---|---|---|---|---|");
    let budget = Budget::unlimited();
    for game in games.iter().filter(|game| game.name().contains(only)) {
        let (mut ours, mut theirs, mut count, mut value) = (Vec::new(), Vec::new(), 0, 0);
        for _ in 0..repeats {
            let start = cpu();
            let universe = Universe::new();
            let engine = Engine::new(&universe, Settings::default());
            value = black_box(game.grundy(&engine, &budget).unwrap());
            ours.push(cpu() - start);
            let start = cpu();
            let mut values = HashMap::new();
            let twin = game
                .components()
                .unwrap()
                .iter()
                .fold(0, |sum, part| sum ^ plain(part, &mut values));
            theirs.push(cpu() - start);
            count = values.len();
            assert_eq!(value, twin, "{}", game.text());
        }
        let (ours, theirs) = (median(ours), median(theirs));
        let text: String = game.text().chars().take(40).collect();
        println!("| {text} | {count} | {value} | {ours:.1} | {theirs:.1} | {:.2} |", ours / theirs);
    }
}
