//! Solves all positions of a game into a database on disk, and looks the first one up.
//!
//! `cargo run --release -p upstar --features compression --example solve -- 'kalah(3,3)' FOLDER`

use std::error::Error;
use std::io::Write;
use std::path::Path;

use upstar::prelude::*;
use upstar::rules::parse_game;
use upstar::{Database, RecordKind, SolveOptions, Solved};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [game, folder] => solve(game, Path::new(folder), &mut std::io::stdout()),
        _ => run(&mut std::io::stdout()),
    }
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("upstar-solve-{}", std::process::id()));
    solve("kalah(2,3)", &folder, out)?;
    Ok(std::fs::remove_dir_all(&folder)?)
}

fn solve(game: &str, folder: &Path, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let game = parse_game(game)?;
    let options = SolveOptions::default();
    if let Some(needs) = game.solve_needs(options) {
        writeln!(out, "{} numbers, {} bytes of memory", needs.positions, needs.memory)?;
    }
    // If the work is interrupted, the next run continues after the last finished tier.
    let database = Database::begin(folder, &game, options, RecordKind::Remoteness)?;
    let solved = Solved::within(&game, options, database, &Budget::unlimited())?;
    let found = solved.analysis()?;
    if let Some(facts) = &found.solved {
        writeln!(out, "{} positions in {} tiers", facts.positions, facts.tiers)?;
        for (outcome, count) in &facts.outcomes {
            writeln!(out, "{outcome}: {count}")?;
        }
        if let Some(longest) = &facts.longest_win {
            writeln!(out, "longest win: {} moves from {}", longest.remoteness, longest.vertex)?;
        }
    }
    drop(solved);
    // Other runs can look positions up.
    let database = Database::open(folder)?;
    for player in Player::BOTH {
        let found = database.look_up(&game, player)?;
        writeln!(out, "{} with {player} to move: {found:?}", game.text())?;
    }
    Ok(())
}
