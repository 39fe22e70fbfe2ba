//! The outcomes of a game given as a graph, with possibly infinite play: for each vertex the result
//! for the player to move, the number of moves, and the best move.

use std::error::Error;
use std::io::Write;

use upstar::NamedGraph;
use upstar::files::Source;
use upstar::prelude::*;

const ARCS: &str = "from,to
start,bridge
start,cave
bridge,start
bridge,hill
cave,hill
hill,end
lake,hill
lake,ring
ring,lake
ring,bank
bank,ring
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let budget = Budget::unlimited();
    let graph = NamedGraph::read(&Source::bytes("map.csv", ARCS), &Default::default(), &budget)?;
    let solved = graph.solve(Convention::Normal, 1, &budget)?;
    for v in 0..graph.graph().vertices() {
        let analysis = solved.analysis(Some(v))?;
        let (Some(outcome), Some(play)) = (analysis.outcome, analysis.play.first()) else {
            continue;
        };
        let meaning = analysis.graph.as_ref().map_or("", |facts| facts.meaning(outcome));
        let name = graph.names().get(v);
        match play.remoteness {
            Some(moves) => {
                let line = play.line.join(" -> ");
                writeln!(out, "{name}: {meaning}, remoteness {moves}: {line}")?;
            }
            None => writeln!(out, "{name}: {meaning}")?,
        }
    }
    Ok(())
}
