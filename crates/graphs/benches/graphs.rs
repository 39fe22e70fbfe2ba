//! `cargo bench -p upstar-graphs`: wall time and rate of the engine on graphs much smaller than a
//! laptop's memory. The best of several runs is reported. The comparison with other programs is in
//! `bench/graphs`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use upstar_core::{Budget, Convention};
use upstar_graphs::{Graph, generate, grundy_values, loopy_values, solve};

fn best(name: &str, arcs: u64, mut job: impl FnMut()) {
    let mut least = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        job();
        least = least.min(start.elapsed());
    }
    let rate = arcs as f64 / least.as_secs_f64() / 1e6;
    println!("{name:<44} {:>9.3} ms {rate:>8.1} M arcs/s", least.as_secs_f64() * 1e3);
}

fn main() {
    // `cargo test --all-targets` also starts this, without the flag.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let budget = Budget::unlimited();
    for (name, vertices, tenths) in [
        ("acyclic", 20_000, 50),
        ("acyclic", 1_000_000, 50),
        ("random", 1_000_000, 25),
        ("skewed", 1_000_000, 25),
    ] {
        let arcs: Vec<(u32, u32)> = match name {
            "acyclic" => generate::acyclic(vertices, tenths, 7).collect(),
            "random" => generate::random(vertices, tenths, 7).collect(),
            _ => generate::skewed(vertices, tenths, 7).collect(),
        };
        let count = arcs.len() as u64;
        let title =
            |job: &str| format!("{name} {vertices} of degree {}: {job}", tenths as f64 / 10.0);
        let build = || Graph::from_arcs(vertices, arcs.iter().copied()).expect("arcs make a graph");
        best(&title("build"), count, || drop(black_box(build())));
        let graph = build();
        for threads in [1, 2] {
            let solve =
                || solve(&graph, Convention::Normal, threads, &budget).expect("it is solved");
            best(&title(&format!("solve, {threads} threads")), count, || drop(black_box(solve())));
        }
        let solution = solve(&graph, Convention::Normal, 1, &budget).expect("it is solved").found;
        best(&title("best moves"), count, || drop(black_box(solution.best_moves(&graph, &budget))));
        best(&title("values"), count, || drop(black_box(loopy_values(&graph, &budget))));
        if name == "acyclic" {
            best(&title("Grundy values"), count, || {
                drop(black_box(grundy_values(&graph, &budget)))
            });
        }
    }
}
