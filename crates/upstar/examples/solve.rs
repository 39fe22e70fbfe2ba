//! Solves all positions of a game into a database on disk, and looks one up.
//!
//! `cargo run --release -p upstar --features compression --example solve -- 'kalah(3,3)' FOLDER`

use std::path::Path;

use upstar::prelude::*;
use upstar::rules::parse_game;
use upstar::{Database, Kept, SolveOptions, Solved};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or("kalah(2,3)".to_owned());
    let folder = arguments.next().map_or(std::env::temp_dir().join("upstar-solve"), Into::into);
    let folder: &Path = &folder;

    let game = parse_game(&game)?;
    let options = SolveOptions::default();
    if let Some(needs) = game.solve_needs(options) {
        println!("{} positions at most, {} bytes of memory", needs.positions, needs.memory);
    }
    // If the work is broken off, the next run goes on from the last finished tier.
    let database = Database::begin(folder, &game, options, Kept::Remoteness)?;
    let solved = Solved::within(&game, options, database, &Budget::unlimited())?;
    let found = solved.analysis()?;
    if let Some(facts) = &found.solved {
        println!("{} positions: {:?}", facts.positions, facts.outcomes);
        println!("longest win: {:?}", facts.longest_win);
    }
    println!("{} bytes on disk", solved.store().bytes());

    // Any other run looks positions up.
    drop(solved);
    let database = Database::open(folder)?;
    for player in Player::BOTH {
        println!("{} with {player} to move: {:?}", game.text(), database.look_up(&game, player)?);
    }
    Ok(())
}
