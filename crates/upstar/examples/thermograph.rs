//! A thermograph: the value of a position to each player when every move costs a tax, as corners of
//! its two walls and as a picture.

use std::error::Error;
use std::io::Write;

use upstar::draw::svg;
use upstar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let budget = Budget::unlimited();
    let mut session = Session::new();
    let options = EvaluateOptions { scaffolds: true, ..EvaluateOptions::default() };
    let board = "domineering(\"....|....|..#.\")";
    let Some(found) = evaluate(&mut session, board, options, &budget)? else { return Ok(()) };
    let analysis = found.analysis;
    writeln!(out, "{board} = {}", analysis.value.unwrap_or_default())?;
    let [mean, temperature] = [analysis.mean, analysis.temperature].map(Option::unwrap_or_default);
    writeln!(out, "mean {mean}, temperature {temperature}")?;
    if let Some(walls) = analysis.thermograph {
        for (side, wall) in [("Left", walls.left), ("Right", walls.right)] {
            writeln!(out, "{side} wall, from the mast at {} down:", wall.mast)?;
            for (temperature, value) in wall.corners {
                writeln!(out, "  at temperature {temperature}: {value}")?;
            }
        }
    }
    if let Some(plot) = found.thermograph {
        let picture = svg(&plot.scene());
        let shapes = picture.matches("<polyline").count();
        writeln!(out, "as SVG: {shapes} polylines, of which two are scaffolds")?;
    }
    Ok(())
}
