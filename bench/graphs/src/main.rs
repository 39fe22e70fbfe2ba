//! `cargo run --profile dist -p bench-graphs -- [NAME:VERTICES:TENTHS]...`
//!
//! For each graph (`dag`, `random`, `skewed` with mean out-degree TENTHS / 10,
//! `hard:SIZE:0`, or `sum:...` for ten random graphs) one line per job: CPU seconds, wall seconds, million arcs
//! per CPU-second. Without arguments: the table of the README.
//!
//! `external dag:VERTICES:TENTHS MEMORY FOLDER` solves such a graph out of core, `memory
//! dag:VERTICES:TENTHS` the same in memory; `growth OUT.svg FOLDER MILLIONS` does both for
//! graphs of up to so many million arcs, each in a process of its own, and draws them.
//!
//! `ways dag:VERTICES:TENTHS FOLDER [GAME]` solves such a graph, read from a file, by one thread, by two,
//! by timely in one and two processes, and out of core, and a game by decision diagrams, beside what
//! memory and disk can do in the same run.

mod external;
mod ways;

use std::collections::VecDeque;
use std::hint::black_box;

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use upstar_core::{Budget, Convention, Outcome};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{
    Graph, GraphBuilder, ValuedToken, grundy_values, loopy_values, solve, sum_value, winning_moves,
};

fn seconds(clock: libc::clockid_t) -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    unsafe { libc::clock_gettime(clock, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Runs a job and prints its rate in units of `work`.
fn measure<T>(name: &str, work: impl Fn(&T) -> u64, job: impl FnOnce() -> T) -> T {
    let cpu = seconds(libc::CLOCK_PROCESS_CPUTIME_ID);
    let wall = seconds(libc::CLOCK_MONOTONIC);
    let made = job();
    let cpu = seconds(libc::CLOCK_PROCESS_CPUTIME_ID) - cpu;
    let wall = seconds(libc::CLOCK_MONOTONIC) - wall;
    let work = work(&made);
    println!(
        "  {name:<34} {cpu:>7.3} CPU-s {wall:>7.3} s  {work:>11} units  {:>7.1} M/CPU-s {:>7.1} M/s",
        work as f64 / cpu / 1e6,
        work as f64 / wall / 1e6
    );
    made
}

fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("");
    let kb: f64 = line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).unwrap_or(0.0);
    kb / 1024.0
}

/// What random access costs here: as many changes of random words as there are
/// arcs, in an array of as many words as there are vertices.
fn floor(vertices: u32, arcs: u64) {
    let mut random = Random::new(1);
    let indices: Vec<u32> = (0..arcs).map(|_| random.below(vertices)).collect();
    let mut words = vec![1u32 << 20; vertices as usize];
    let all = |_: &()| arcs;
    measure("floor: read the indices", all, || {
        black_box(indices.iter().fold(0u32, |sum, &i| sum.wrapping_add(i)));
    });
    measure("floor: change a random word", all, || {
        for &i in &indices {
            words[i as usize] = words[i as usize].wrapping_sub(1);
        }
    });
    measure("floor: the same with a branch", all, || {
        let mut found = 0u32;
        for &i in &indices {
            let word = &mut words[i as usize];
            if *word >> 30 == 0 {
                *word = word.wrapping_sub(1);
                if *word & 7 == 0 {
                    found += 1;
                }
            }
        }
        black_box(found);
    });
}

/// The plain program: adjacency lists of petgraph, a queue, counters.
fn plain(graph: &DiGraph<(), (), u32>) -> Vec<(u8, u32)> {
    let mut left: Vec<u32> = Vec::new();
    let mut found = vec![(0, 0); graph.node_count()];
    let mut queue = VecDeque::new();
    for v in graph.node_indices() {
        let degree = graph.neighbors(v).count() as u32;
        left.push(degree);
        if degree == 0 {
            found[v.index()] = (2, 0);
            queue.push_back(v);
        }
    }
    while let Some(v) = queue.pop_front() {
        let (label, depth) = found[v.index()];
        for u in graph.neighbors_directed(v, Direction::Incoming) {
            if found[u.index()].0 != 0 {
                continue;
            }
            if label == 2 {
                found[u.index()] = (1, depth + 1);
                queue.push_back(u);
            } else {
                left[u.index()] -= 1;
                if left[u.index()] == 0 {
                    found[u.index()] = (2, depth + 1);
                    queue.push_back(u);
                }
            }
        }
    }
    found
}

fn arcs(name: &str, vertices: u32, tenths: u32) -> Vec<(u32, u32)> {
    match name {
        "dag" => generate::acyclic(vertices, tenths, 7).collect(),
        "random" => generate::random(vertices, tenths, 7).collect(),
        "skewed" => generate::skewed(vertices, tenths, 7).collect(),
        "hard" => generate::hard_for_values(vertices).collect(),
        other => panic!("unknown graph {other}"),
    }
}

fn run(name: &str, vertices: u32, tenths: u32) {
    let list = arcs(name, vertices, tenths);
    let count = list.len() as u64;
    println!(
        "{name} {vertices} vertices, mean out-degree {}, {count} arcs",
        f64::from(tenths) / 10.0
    );
    let budget = Budget::unlimited();
    let before = resident();
    let graph = measure("build from a stream", Graph::arcs, || {
        let mut builder = GraphBuilder::with_budget(&budget);
        for &(from, to) in &list {
            builder.arc(from, to).expect("there is memory");
        }
        builder.finish().expect("the arcs are a graph")
    });
    let kept = (resident() - before) * 1048576.0;
    let report = budget.report();
    println!(
        "  memory: {:.1} bytes an arc kept ({:.1} by count), {:.1} at most",
        kept / count as f64,
        report.bytes as f64 / count as f64,
        report.peak_bytes as f64 / count as f64
    );
    let scanned = |solution: &upstar_graphs::Solution| -> u64 {
        (0..graph.vertices())
            .filter(|&v| solution.remoteness(v).is_some())
            .map(|v| graph.predecessors(v).len() as u64)
            .sum()
    };
    for threads in [1, 1, 2, 2] {
        let solved = measure(&format!("solve, {threads} thread(s), scanned arcs"), scanned, || {
            solve(&graph, Convention::Normal, threads, &budget).expect("it is solved").found
        });
        if threads == 1 {
            measure("best moves", |_| count, || solved.best_moves(&graph, &budget).unwrap());
        }
    }
    let solution = solve(&graph, Convention::Normal, 1, &budget).expect("it is solved").found;
    println!("  {:?}, longest win {:?}", solution.counts(), solution.longest(Outcome::N));
    for _ in 0..2 {
        measure("values (loopy nimbers)", |_| count, || loopy_values(&graph, &budget).unwrap());
    }
    if name == "dag" {
        measure("Grundy values", |_| count, || grundy_values(&graph, &budget).unwrap());
    }
    let scanned = scanned(&solution);
    let peer = measure(
        "petgraph: build",
        |_| count,
        || {
            let mut peer =
                DiGraph::<(), (), u32>::with_capacity(graph.vertices() as usize, list.len());
            for _ in 0..graph.vertices() {
                peer.add_node(());
            }
            for &(from, to) in &list {
                peer.add_edge(NodeIndex::new(from as usize), NodeIndex::new(to as usize), ());
            }
            peer
        },
    );
    let found = measure("petgraph: plain solve, scanned arcs", |_| scanned, || plain(&peer));
    for (v, &(label, depth)) in found.iter().enumerate() {
        let expected = match solution.outcome(v as u32) {
            Some(Outcome::N) => 1,
            Some(Outcome::P) => 2,
            _ => 0,
        };
        assert_eq!((label, depth), (expected, solution.remoteness(v as u32).unwrap_or(0)));
    }
    drop((peer, found, list));
    floor(graph.vertices(), scanned);
}

/// Ten cyclic graphs, a token on each: values, outcome and winning moves.
fn sum(vertices: u32, tenths: u32) {
    println!("sum of 10 random graphs of {vertices} vertices");
    let graphs: Vec<Graph> = (0..10)
        .map(|seed| Graph::from_arcs(vertices, generate::random(vertices, tenths, seed)))
        .collect::<Result<_, _>>()
        .expect("the arcs are graphs");
    let arcs = graphs.iter().map(Graph::arcs).sum();
    let budget = Budget::unlimited();
    let values = measure(
        "values of all",
        |_| arcs,
        || graphs.iter().map(|graph| loopy_values(graph, &budget).unwrap()).collect::<Vec<_>>(),
    );
    let vertex = vertices - 1;
    let tokens: Vec<_> = graphs
        .iter()
        .zip(&values)
        .map(|(graph, values)| ValuedToken { graph, values, vertex })
        .collect();
    let moves = measure("outcome and winning moves", |_| arcs, || winning_moves(&tokens).unwrap());
    println!(
        "  {} ({}), {} winning moves",
        sum_value(&tokens),
        sum_value(&tokens).outcome(),
        moves.len()
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text} is no number"));
    let size = |graph: &str| {
        let parts: Vec<&str> = graph.split(':').collect();
        let ["dag", vertices, tenths] = parts[..] else { panic!("{graph}: dag:VERTICES:TENTHS") };
        (number(vertices), number(tenths))
    };
    match words[..] {
        ["memory", graph] => {
            let (vertices, tenths) = size(graph);
            return external::in_memory(vertices, tenths);
        }
        ["external", graph, memory, folder] => {
            let (vertices, tenths) = size(graph);
            let memory = memory.parse().expect("a number of bytes");
            return external::out_of_core(vertices, tenths, memory, folder.as_ref());
        }
        ["way", ref words @ ..] => return ways::way(words),
        ["ways", graph, folder, ref game @ ..] => {
            let (vertices, tenths) = size(graph);
            return ways::ways(vertices, tenths, folder.as_ref(), game.first().copied());
        }
        ["growth", to, folder, millions] => {
            let scene = external::growth(folder.as_ref(), number(millions));
            return std::fs::write(to, upstar_draw::svg(&scene)).expect("it can be written");
        }
        _ => {}
    }
    let all = [
        "dag:100000:50",
        "dag:1000000:25",
        "dag:1000000:50",
        "dag:1000000:100",
        "random:1000000:25",
        "random:1000000:50",
        "dag:10000000:25",
        "dag:10000000:50",
        "dag:10000000:100",
        "random:10000000:25",
        "random:10000000:50",
        "skewed:10000000:25",
        "hard:300:0",
        "hard:600:0",
        "sum:100000:20",
    ];
    let chosen: Vec<&str> = if arguments.is_empty() {
        all.to_vec()
    } else {
        arguments.iter().map(String::as_str).collect()
    };
    for graph in chosen {
        let parts: Vec<&str> = graph.split(':').collect();
        let [name, vertices, tenths] = parts[..] else { panic!("{graph}: NAME:VERTICES:TENTHS") };
        match name {
            "sum" => sum(number(vertices), number(tenths)),
            _ => run(name, number(vertices), number(tenths)),
        }
    }
}
