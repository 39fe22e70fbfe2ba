//! Games defined by rules beside their twins in Rust: the same table of values or outcomes.

use std::hint::black_box;

use upstar_core::Budget;
use upstar_engine::{Arguments, Engine, Game, Settings};
use upstar_games::find_game;
use upstar_rewrite::OwnGame;
use upstar_values::Universe;

use crate::{cpu, median};

/// Games and the positions they are asked about.
const TABLES: [(&str, &[&str]); 28] = [
    ("amazons", &["x...|....|...o", "x..|.o.|...", "x.x|...|o.o"]),
    ("backsliding_toads_and_frogs", &["ttt..fff", "tttt.fff", "tt...fff"]),
    ("clobber", &["xoxo|oxox|xoxo", "xoxoxoxoxoxoxoxoxo", "xxoo|ooxx|xxoo"]),
    ("col", &["path 16", "3x4", "cycle 12"]),
    ("cram", &["4x5", "3x7", "2x11"]),
    ("dawson_kayles", &["300"]),
    ("domineering", &["4x4", "4x5", "3x7"]),
    ("elephants_and_rhinos", &["ttt..fff", "ttt...fff", "t.t.t.f.f.f"]),
    ("grim", &["path 14", "3x4", "cycle 14"]),
    ("grundy", &["300"]),
    (
        "hackenbush",
        &[
            "0-1l,1-2r,2-3l,3-4r,4-5l,0-6r,6-7l,7-8r,8-5l",
            "0-1e,1-2e,2-3e,3-0e,2-4l,4-5r,5-6e,6-4e",
        ],
    ),
    ("kayles", &["300"]),
    ("knights", &["xoxo|xoxo|oxox|oxox"]),
    ("konane", &["xoxo.|oxoxo|xoxox|.xoxo", "xoxo.oxoxoxoxo"]),
    ("lasker", &["300"]),
    ("mock_turtles", &["hhhhhhhhhh", "hthththththt"]),
    ("nim", &["300"]),
    ("northcott", &["x....o|x...o.|.x..o."]),
    ("partizan_arc_kayles", &["0-1l,1-2r,2-3l,3-4r,4-5l,5-6r,6-7l,7-8r,8-9l,9-10r,2-6l"]),
    ("partizan_splittles", &["60"]),
    ("partizan_subtraction", &["20"]),
    ("snort", &["path 12", "3x3", "cycle 11"]),
    ("subtract_square", &["300"]),
    ("toads_and_frogs", &["ttttt..fffff", "tttt...fff", "ttttt.ffffff"]),
    ("toppling_dominoes", &["lrlrerlrlerl", "llrrllrrllrr"]),
    ("triplets", &["hhhhhhhhhhhh", "hththththththt"]),
    ("turning_turtles", &["XOXXOXOXXOX"]),
    ("twins", &["OXOOXOXOOXO"]),
];

/// The time of one game's table with fresh tables, and the answers.
fn answer(games: &[Game]) -> (f64, Vec<String>) {
    let budget = Budget::unlimited();
    let mut texts = Vec::new();
    let start = cpu();
    for game in games {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        if game.class().loopy {
            texts.push(game.outcome(&engine, Default::default(), &budget).unwrap().to_string());
        } else {
            let value = black_box(game.value(&engine, &budget).unwrap());
            texts.push(universe.worker(&budget).text(value, Default::default()).unwrap());
        }
    }
    (cpu() - start, texts)
}

/// A line of a table for each game defined by rules.
pub fn own(repeats: usize, only: &str) {
    println!("| game | lines | in Rust | by rules | ratio |");
    println!("|---|---|---|---|---|");
    for (name, positions) in TABLES.into_iter().filter(|(name, _)| name.contains(only)) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/games/rules");
        let text = std::fs::read_to_string(format!("{folder}/{name}.game")).unwrap();
        let own = OwnGame::read_all(&text).unwrap().remove(0);
        let arguments = |text: &&str| match text.parse() {
            Ok(heap) => Arguments::numbers(&[heap]),
            Err(_) => Arguments::of_text((*text).to_owned()),
        };
        let twin = find_game(name).unwrap();
        let with = |text: &&str| match name {
            "partizan_subtraction" => {
                upstar_games::parse_game(&format!("{name}(\"1,3\",\"2,3\";{text})")).unwrap()
            }
            "partizan_splittles" => {
                upstar_games::parse_game(&format!("{name}(\"1\",\"2\";{text})")).unwrap()
            }
            _ => twin.make(&arguments(text)).unwrap(),
        };
        let native: Vec<Game> = positions.iter().map(with).collect();
        let ruled: Vec<Game> =
            positions.iter().map(|text| own.rules().make(&arguments(text)).unwrap()).collect();
        let mut times = [const { Vec::new() }; 2];
        for _ in 0..repeats {
            let (one, expected) = answer(&native);
            let (two, found) = answer(&ruled);
            assert_eq!(expected, found, "{name}");
            times[0].push(one);
            times[1].push(two);
        }
        let [one, two] = times.map(median);
        let lines = own.source().len();
        println!("| {name} | {lines} | {one:.2} ms | {two:.2} ms | {:.2} |", two / one);
    }
}
