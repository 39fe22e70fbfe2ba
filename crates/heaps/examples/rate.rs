//! `rate CODE TO [ENGINE] [KERNEL] [THREADS]`: computes a sequence, and prints the seconds at
//! each doubling and the digest at the end.
use std::time::Instant;
use upstar_core::Budget;
use upstar_heaps::{EngineChoice, HeapGame, KernelChoice, Sequence, Settings, Summary};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().collect();
    let game = HeapGame::find(&words[1])?;
    let to = upstar_core::parse_u64(&words[2])?;
    let engine = words
        .get(3)
        .map_or(EngineChoice::Auto, |w| EngineChoice::NAMES.iter().find(|n| n.0 == w).unwrap().1);
    let kernel = words
        .get(4)
        .map_or(KernelChoice::Auto, |w| KernelChoice::NAMES.iter().find(|n| n.0 == w).unwrap().1);
    let threads = words.get(5).map_or(1, |w| w.parse().unwrap());
    let mut sequence = Sequence::new(&game.code, Settings { engine, kernel, threads })?;
    let mut summary = Summary::new(true);
    let start = Instant::now();
    let mut goal = to.min(1 << 13);
    while sequence.next_heap() <= to {
        sequence.run(goal, &Budget::unlimited(), &mut |_, values| {
            summary.add(values);
            Ok(())
        })?;
        println!(
            "{goal}: {:.2} s, {}, {:?}, {:?} rare",
            start.elapsed().as_secs_f64(),
            sequence.engine(),
            sequence.effort(),
            sequence.rares().map(|rares| rares.1.len())
        );
        goal = to.min(2 * goal);
    }
    let wall = start.elapsed().as_secs_f64();
    println!(
        "{} to {to}: {wall:.2} s, {:.3} M/s, max G({})={}, zeros {} last {:?}, fnv {:016x}",
        game.code,
        to as f64 / wall / 1e6,
        summary.maximum_at,
        summary.maximum,
        summary.zeros.len(),
        summary.zeros.last(),
        summary.digest.unwrap()
    );
    println!("{:?}", sequence.rares().map(|rares| rares.0));
    Ok(())
}
