//! Canonical forms, comparisons and sums of random stoppers a second, by the number of vertices.
//!
//! `cargo run --profile dist -p bench-stoppers -- [VERTICES [SECONDS]]`; without arguments 2, 4, ... 32
//! vertices, a second for each figure.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use upstar_core::{Budget, Player};
use upstar_stoppers::{Graph, Loopy};
use upstar_values::{Style, Universe, Worker};

/// Graphs that are made for each number of vertices.
const GRAPHS: usize = 200;

/// Names that only one canonical form of many may have are looked for in so many texts.
const TEXTS: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (sizes, seconds) = match &arguments[..] {
        [] => (vec![2, 4, 8, 16, 32], 1.0),
        [vertices] => (vec![vertices.parse()?], 1.0),
        [vertices, seconds] => (vec![vertices.parse()?], seconds.parse()?),
        _ => return Err("arguments: [VERTICES [SECONDS]]".into()),
    };
    println!("vertices  of the form  canonical forms/s  comparisons/s  sums/s  texts/s");
    for vertices in sizes {
        measure(vertices, Duration::from_secs_f64(seconds))?;
    }
    Ok(())
}

/// Numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % bound as u64) as usize
    }

    /// A stopper of so many vertices, all of which can be reached, with none, one or two moves of
    /// each player from each, which does not equal a short game.
    fn stopper(
        &mut self,
        vertices: usize,
        worker: &mut Worker<'_>,
    ) -> Result<Graph, Box<dyn Error>> {
        loop {
            let mut side = || -> Vec<usize> {
                let moves = [0, 1, 1, 2][self.below(4)];
                (0..moves).map(|_| self.below(vertices)).collect()
            };
            let nodes: Vec<[Vec<usize>; 2]> = (0..vertices).map(|_| [side(), side()]).collect();
            let graph = Graph::explore(0, |&at: &usize, player| {
                Ok(nodes[at][usize::from(player == Player::Right)].clone())
            })?;
            if graph.positions() == vertices
                && graph.is_stopper()
                && Loopy::of(&graph, worker)?.as_value(worker)?.is_none()
            {
                return Ok(graph);
            }
        }
    }
}

/// How often a thing is done a second, in turn for `count` of them.
fn rate(
    count: usize,
    time: Duration,
    mut each: impl FnMut(usize) -> Result<(), Box<dyn Error>>,
) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    let mut done = 0;
    while begun.elapsed() < time {
        each(done % count)?;
        done += 1;
    }
    Ok(done as f64 / begun.elapsed().as_secs_f64())
}

fn measure(vertices: usize, time: Duration) -> Result<(), Box<dyn Error>> {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited());
    let mut random = Random(vertices as u64);
    let mut graphs = Vec::new();
    for _ in 0..GRAPHS {
        graphs.push(random.stopper(vertices, &mut worker)?);
    }
    let mut values = Vec::new();
    for graph in &graphs {
        values.push(Loopy::of(graph, &mut worker)?);
    }
    let left: usize = values.iter().map(|value| value.onside().positions()).sum();
    let pair = |index: usize| (&values[index], &values[(7 * index + 1) % GRAPHS]);
    let forms = rate(GRAPHS, time, |index| {
        black_box(Loopy::of(black_box(&graphs[index]), &mut worker)?);
        Ok(())
    })?;
    let comparisons = rate(GRAPHS, time, |index| {
        let (g, h) = pair(index);
        black_box(g.compare(black_box(h), &mut worker)?);
        Ok(())
    })?;
    let sums = rate(GRAPHS, time, |index| {
        let (g, h) = pair(index);
        black_box(g.plus(black_box(h), &mut worker)?);
        Ok(())
    })?;
    let texts = rate(TEXTS, time, |index| {
        black_box(values[index].text(&mut worker, Style::Plain)?);
        Ok(())
    })?;
    println!(
        "{vertices:8}  {:11.1}  {forms:17.0}  {comparisons:13.0}  {sums:6.0}  {texts:7.0}",
        left as f64 / GRAPHS as f64
    );
    Ok(())
}
