//! Times of misère quotients of heaps, and of the outcome of one sum of a thousand heaps.
//!
//! `cargo run --release -p bench-quotients -- GAME [TO]`; without arguments some games.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use upstar_core::Budget;
use upstar_heaps::Code;
use upstar_misere::quotient::HeapQuotient;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => {
            let partial = [("0.07", 12), ("0.07", 20), ("0.07", 30), ("0.07", 33)];
            let complete = ["0.77", "0.75", "0.123", "0.144", "0.644"];
            partial.into_iter().try_for_each(|(code, to)| quotient(code, Some(to)))?;
            complete.into_iter().try_for_each(|code| quotient(code, None))
        }
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
