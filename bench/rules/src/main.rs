//! Positions beside the crate `cgt` 0.11: the canonical form of one position from
//! fresh tables, interleaved, process CPU time, medians.
//!
//! `bench-rules [REPEATS [TEXT]]` measures everything that takes the peer less than a
//! second, or the positions with that text in them; `bench-rules one POSITION [--no-symmetry] [--threads N]` runs our side
//! once and says its memory; `bench-rules peer POSITION` runs the peer once;
//! `bench-rules growth OUT.svg` draws how time and memory grow with the board;
//! `bench-rules own [GAME]` measures games defined by rules beside their twins in Rust;
//! `bench-rules mex [GAME]` measures Grundy values of the impartial games beside plain mex.

mod growth;
mod mex;
mod own;

use std::hint::black_box;

use cgt::graph::Graph as _;
use cgt::graph::VertexIndex;
use cgt::graph::adjacency_matrix::undirected::UndirectedGraph;
use cgt::short::partizan::games::amazons::Amazons;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::games::fission::Fission;
use cgt::short::partizan::games::konane::Konane;
use cgt::short::partizan::games::snort::{Snort, VertexColor, VertexKind};
use cgt::short::partizan::games::toads_and_frogs::ToadsAndFrogs;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use upstar_core::Budget;
use upstar_engine::{Engine, Settings};
use upstar_games::parse_game;
use upstar_values::{Style, Universe};

/// Process CPU time in milliseconds.
#[allow(unsafe_code)]
fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = cpu();
    let result = black_box(work());
    (cpu() - start, result)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The most memory this process has had, in megabytes.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().unwrap_or(0.0) / 1024.0
}

/// The time for our value, and the value as text.
fn ours(position: &str, symmetry: bool, threads: usize) -> (f64, String) {
    let budget = Budget::unlimited();
    let start = cpu();
    let universe = Universe::new();
    let settings = Settings { symmetry, threads, ..Settings::default() };
    let engine = Engine::new(&universe, settings);
    let value = black_box(parse_game(position).unwrap().value(&engine, &budget).unwrap());
    let time = cpu() - start;
    (time, universe.worker(&budget).text(value, Style::Plain).unwrap())
}

fn value<G: PartizanGame>(game: &G) -> (f64, String)
where
    ParallelTranspositionTable<G>: cgt::short::partizan::transposition_table::TranspositionTable<G>,
{
    let (time, value) = timed(|| game.canonical_form(&ParallelTranspositionTable::new()));
    (time, value.to_string())
}

/// The time for the peer's value of a position in our notation, and the value.
fn peer(position: &str) -> (f64, String) {
    let (name, text) = position.trim_end_matches("\")").split_once("(\"").unwrap();
    match name {
        "domineering" => {
            let (rows, columns) = text.split_once('x').unwrap();
            let row = ".".repeat(columns.parse().unwrap());
            let board = vec![row; rows.parse().unwrap()].join("|");
            value(&board.parse::<Domineering>().unwrap())
        }
        "toads_and_frogs" => value(&text.parse::<ToadsAndFrogs>().unwrap()),
        "amazons" => value(&text.parse::<Amazons>().unwrap()),
        "fission" => value(&text.parse::<Fission>().unwrap()),
        "konane" => value(&text.parse::<Konane>().unwrap()),
        _ => {
            let n: usize = text.strip_prefix("path ").unwrap().parse().unwrap();
            let edges: Vec<_> =
                (1..n).map(|v| (VertexIndex { index: v - 1 }, VertexIndex { index: v })).collect();
            let vertices = vec![VertexKind::Single(VertexColor::Empty); n];
            let graph: UndirectedGraph<VertexKind> = UndirectedGraph::from_edges(&edges, &vertices);
            value(&Snort::new(graph))
        }
    }
}

const POSITIONS: [&str; 10] = [
    "domineering(\"4x4\")",
    "domineering(\"5x4\")",
    "domineering(\"5x5\")",
    "toads_and_frogs(\"TTTTT..FFFFF\")",
    "toads_and_frogs(\"TTTTTT..FFFFFF\")",
    "snort(\"path 16\")",
    "snort(\"path 18\")",
    "amazons(\"x...|....|...o\")",
    "fission(\".....|.....|..x..|.....|.....\")",
    "konane(\".oxox|xoxox|oxoxo|xoxox\")",
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "own") {
        own::own(5, arguments.get(1).map_or("", |name| name));
        return;
    }
    if arguments.first().is_some_and(|word| word == "mex") {
        mex::mex(1, arguments.get(1).map_or("", |name| name));
        return;
    }
    let repeats = arguments.first().map_or(Ok(3), |count| count.parse::<usize>());
    if let [kind, position, rest @ ..] = &arguments[..]
        && repeats.is_err()
    {
        if kind == "growth" {
            std::fs::write(position, upstar_draw::svg(&growth::growth())).unwrap();
            return;
        }
        let (time, text) = match kind.as_str() {
            "peer" => peer(position),
            _ => {
                let threads = rest.iter().skip_while(|word| *word != "--threads").nth(1);
                let threads = threads.map_or(1, |count| count.parse().unwrap());
                ours(position, !rest.iter().any(|word| word == "--no-symmetry"), threads)
            }
        };
        let text: String = text.chars().take(200).collect();
        println!("{position}: {text}: {time:.1} ms CPU, {:.1} MB", peak());
        return;
    }
    let (repeats, text) = (repeats.unwrap(), arguments.get(1).map_or("", |text| text));
    println!("| position | cgt 0.11 | no symmetry | upstar | ratio |");
    println!("|---|---|---|---|---|");
    for position in POSITIONS.into_iter().filter(|position| position.contains(text)) {
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..repeats {
            times[0].push(peer(position).0);
            times[1].push(ours(position, false, 1).0);
            times[2].push(ours(position, true, 1).0);
        }
        let [peer, plain, ours] = times.map(median);
        let name = position.replace('|', "\\|");
        println!("| `{name}` | {peer:.2} ms | {plain:.2} ms | {ours:.2} ms | {:.1} |", peer / ours);
    }
}
