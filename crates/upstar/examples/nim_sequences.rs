//! Take-and-break games: their nim sequences, the proved periods, and heaps too large to compute
//! one by one.

use std::error::Error;
use std::io::Write;

use upstar::heaps::{HeapGame, Question, Settings};
use upstar::nim_sequence;
use upstar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let budget = Budget::unlimited();
    for name in ["kayles", "dawson_kayles", "0.45", "0.156"] {
        let game = HeapGame::find(name)?;
        let first = Question { to: Some(20), values: true, ..Question::default() };
        let values = nim_sequence(&game, first, Settings::default(), &budget)?;
        let values = values.sequence.map(|facts| facts.values).unwrap_or_default();
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        writeln!(out, "{game}: {}, ...", values.join(","))?;
        let far = Question { at: Some(10u64.pow(18).into()), period: true, ..Question::default() };
        let found = nim_sequence(&game, far, Settings::default(), &budget)?;
        for proof in &found.proved {
            writeln!(out, "  {proof}")?;
        }
        writeln!(out, "  a heap of 10^18 is {}", found.value.unwrap_or_default())?;
    }
    Ok(())
}
