//! The values of all small boards of Domineering, and the hottest among them.

use std::error::Error;
use std::io::Write;

use upstar::TableOfPositions;
use upstar::prelude::*;
use upstar::rules::find_game;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let row = find_game("domineering").ok_or("no such game")?;
    let boards = TableOfPositions::of(row)?;
    let mut hot = Vec::new();
    writeln!(out, "Domineering, rows down and columns across:\n")?;
    for rows in 1..=4 {
        let mut line = format!("{rows}");
        for columns in 1..=4 {
            let cell = boards.cell(&solver, rows, columns, &budget)?;
            line += &format!("  {:<16}", cell.value);
            hot.push((cell.temperature, format!("{rows}x{columns}"), cell.mean, cell.outcome));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "\nBoards in which it is urgent to move:\n")?;
    for (temperature, size, mean, outcome) in hot {
        if !temperature.starts_with('-') && temperature != "0" {
            writeln!(out, "{size}: temperature {temperature}, mean {mean}, outcome {outcome}")?;
        }
    }
    Ok(())
}
