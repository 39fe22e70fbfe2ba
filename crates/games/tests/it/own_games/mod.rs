//! Games defined by rules: published ones against their twins in Rust (`twins`), those of the
//! catalogue against their definitions (`house`), a game for each construct (`constructs`), errors
//! in files (`files`), random rules with and without what is derived from them (`random`), and random
//! files with every construct against the definitions (`every_construct`); games about the whole board
//! against theorems (`whole_board`), those with letters on vertices and edges (`mixed`), and codes and
//! laws of games on heaps (`codes`, `laws`).

mod codes;
mod constructs;
mod every_construct;
mod files;
mod house;
mod laws;
mod mixed;
mod plain;
mod plain_heaps;
mod random;
mod twins;
mod whole_board;

use upstar_core::{Budget, Player};
use upstar_engine::{Engine, Game, Settings};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

/// The game of a file in `games`.
fn own(name: &str) -> CustomGame {
    let path = format!("{}/../rules/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let games = CustomGame::read_all(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    games.into_iter().next().unwrap()
}

/// All texts of a length with these letters.
fn texts(letters: &str, length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for _ in 0..length {
        all = all
            .iter()
            .flat_map(|text| letters.chars().map(move |letter| format!("{text}{letter}")))
            .collect();
    }
    all
}

/// All boards of a size with these letters.
fn boards(letters: &str, rows: usize, columns: usize) -> Vec<String> {
    let cut = |text: String| {
        let rows: Vec<&str> =
            (0..rows).map(|row| &text[row * columns..(row + 1) * columns]).collect();
        rows.join("|")
    };
    texts(letters, rows * columns).into_iter().map(cut).collect()
}

fn options(game: &Game, player: Player, tidy: fn(&str) -> String) -> Vec<String> {
    let options = game.options(player).unwrap();
    let mut texts: Vec<String> =
        options.iter().map(|option| tidy(&option.position_text())).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// The solver of a test, with all derived facts or without any.
struct Ask<'u> {
    universe: &'u Universe,
    derived: Engine<'u>,
    plain: Engine<'u>,
}

impl<'u> Ask<'u> {
    fn new(universe: &'u Universe) -> Self {
        let (symmetry, components, theorems) = (false, false, false);
        let plain = Settings { symmetry, components, theorems, ..Settings::default() };
        Ask {
            universe,
            derived: Engine::new(universe, Settings::default()),
            plain: Engine::new(universe, plain),
        }
    }

    /// The outcome or, where play ends, the value.
    fn answer(&self, game: &Game, derived: bool) -> String {
        let engine = if derived { &self.derived } else { &self.plain };
        let budget = Budget::unlimited();
        if game.class().loopy {
            return game.outcome(engine, Default::default(), &budget).unwrap().to_string();
        }
        let value = game.value(engine, &budget).unwrap();
        self.universe.worker(&budget).text(value, Default::default()).unwrap()
    }

    /// The values of the options of a game, without repeats.
    fn worth(&self, game: &Game, player: Player) -> Vec<String> {
        let options = game.options(player).unwrap();
        let mut values: Vec<String> =
            options.iter().map(|option| self.answer(option, true)).collect();
        values.sort();
        values.dedup();
        values
    }
}

fn itself(text: &str) -> String {
    text.to_owned()
}

/// Pseudorandom numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % most
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    fn cells(&mut self, from: &[&'static str], count: usize) -> String {
        (0..count).map(|_| self.pick(from)).collect()
    }
}
