//! Times of misère quotients of heaps, of the outcome of one sum of a thousand heaps, and of genera.
//!
//! `cargo run --profile dist -p bench-quotients -- GAME [TO]`; without arguments some games.
//! `-- genera GAME`: the genera of ten thousand heaps, or as many as there are after 1, 2, 4, ... 32
//! seconds.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use upstar_core::Budget;
use upstar_heaps::Code;
use upstar_misere::heap_genera;
use upstar_misere::quotient::HeapQuotient;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => {
            let partial = [("0.07", 12), ("0.07", 20), ("0.07", 30), ("0.07", 33)];
            let complete = ["0.77", "0.75", "0.123", "0.144", "0.644"];
            partial.into_iter().try_for_each(|(code, to)| quotient(code, Some(to)))?;
            complete.into_iter().try_for_each(|code| quotient(code, None))?;
            ["0.75", "0.123", "0.144", "0.77", "0.644"].into_iter().try_for_each(genera)
        }
        [what, code] if what == "genera" => genera(code),
        [code] => quotient(code, None),
        [code, to] => quotient(code, Some(to.parse()?)),
        _ => Err("arguments: GAME [TO]".into()),
    }
}

fn quotient(text: &str, to: Option<u64>) -> Result<(), Box<dyn Error>> {
    let code: Code = text.parse()?;
    let budget = Budget::unlimited();
    let begun = Instant::now();
    let (found, _) = HeapQuotient::of(&code, to, &budget, |_, _| {})?;
    let took = begun.elapsed();
    let (order, p) = (found.monoid.len(), found.monoid.p_portion().len());
    let last = found.map.len() as u64 - 1;
    println!("{text} to {last}: {order} elements, {p} P-positions, {took:?}");
    let heaps: Vec<u64> = (0..1000).map(|n| n * n % (last + 1)).collect();
    let begun = Instant::now();
    let element = black_box(&found).sum(black_box(&heaps).iter().copied());
    println!("    a sum of 1000 heaps: {:?}, {:?}", begun.elapsed(), black_box(element));
    Ok(())
}

fn genera(text: &str) -> Result<(), Box<dyn Error>> {
    let code: Code = text.parse()?;
    for seconds in [1, 2, 4, 8, 16, 32] {
        let budget = Budget::unlimited().with_time(Duration::from_secs(seconds));
        let begun = Instant::now();
        let run = heap_genera(&code, 10_000, &budget, |_| {})?;
        println!("{text}: the genera of {} heaps, {:?}", run.found.len(), begun.elapsed());
        if run.complete().is_ok() {
            break;
        }
    }
    Ok(())
}
