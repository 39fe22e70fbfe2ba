//! Games defined by rules.

use upstar_core::Budget;
use upstar_engine::{Arguments, Engine, Settings};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

/// Takes data for a file of rules: it is read or refused with a place, and a small position of each
/// game has one outcome with all that was derived from the rules and with nothing.
pub fn own_games(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let games = match CustomGame::read_all(text) {
        Ok(games) => games,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for game in games.into_iter().take(3) {
        let letters = game.example().split('"').nth(1).unwrap_or("").chars();
        let letters: Vec<char> = letters.take(4).collect();
        let argument = match game.board() {
            "heaps" => Arguments::numbers(&[5]),
            "strip" | "grid" => {
                Arguments::of_text(letters.iter().cycle().take(5).collect::<String>())
            }
            "vertices" => Arguments::of_text("path 4"),
            _ => Arguments::of_text("cycle 4"),
        };
        let Ok(position) = game.rules().make(&argument) else { continue };
        let universe = Universe::new();
        let budget = Budget::unlimited().with_bytes(256 << 20).with_steps(100_000);
        let outcome = |derived| {
            let (symmetry, components, theorems) = (derived, derived, derived);
            let settings = Settings { symmetry, components, theorems, ..Settings::default() };
            position.outcome(&Engine::new(&universe, settings), Default::default(), &budget).ok()
        };
        if let (Some(found), Some(plain)) = (outcome(true), outcome(false)) {
            assert_eq!(found, plain, "{text}");
        }
    }
}
