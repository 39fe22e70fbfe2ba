//! How small games compare: less, equal, greater, or confused, which is none of these.

use std::error::Error;
use std::io::Write;

use upstar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let budget = Budget::unlimited();
    let mut session = Session::new();
    let names = ["1", "+-1", "*", "0", "^", "^*", "v2", "1/2^10", "Tiny(2)", "{1|*}"];
    let mut games = Vec::new();
    for name in names {
        let value = session.evaluate(name, &budget)?.ok_or("a blank line")?;
        games.push(session.game(&value, &budget)?);
    }
    let header: String = names.iter().map(|name| format!("{name:>8}")).collect();
    writeln!(out, "{:8}{header}", "")?;
    let mut worker = session.universe().worker(&budget);
    for (&g, name) in games.iter().zip(names) {
        write!(out, "{name:<8}")?;
        for &h in &games {
            let relation = match (worker.le(g, h)?, worker.le(h, g)?) {
                (true, true) => "=",
                (true, false) => "<",
                (false, true) => ">",
                (false, false) => "||",
            };
            write!(out, "{relation:>8}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
