//! Prints the value of a position: `cargo run --release -p upstar-rules --example value -- 'clobber("xo|ox")'`.
#![allow(missing_docs)]

use std::time::Instant;

use upstar_core::Budget;
use upstar_rules::{Engine, Settings, parse_game};
use upstar_values::Universe;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let universe = Universe::new();
    let mut settings = Settings::default();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--no-symmetry" => settings.symmetry = false,
            "--no-components" => settings.components = false,
            "--two" => settings.threads = 2,
            text => {
                let engine = Engine::new(&universe, settings.clone());
                let start = Instant::now();
                let value = parse_game(text)?.value(&engine, &Budget::unlimited())?;
                let elapsed = start.elapsed();
                println!("{text} = {}", universe.game(value));
                eprintln!("{:.1} ms, {} values", elapsed.as_secs_f64() * 1e3, universe.len());
            }
        }
    }
    Ok(())
}
