//! `cargo run --profile dist -p bench-owned -- [VERTICES [ARCS [PRIORITIES]...]]`
//!
//! Solves a random parity game by `upstar-graphs` and by Zielonka's algorithm as a textbook writes it
//! (`zielonka.cpp`), and compares the winners. By default 10^6 vertices, 5x10^6 arcs, and 2, then
//! 1000 priorities. Both get the arcs in memory, by vertex; the time to build rows of successors and
//! predecessors counts for both. `OINK` may name the program of Oink, which says its own times.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use upstar_core::arcs::Objective;
use upstar_core::{Budget, Player};
use upstar_graphs::generate::Random;
use upstar_graphs::{GraphBuilder, OwnedGame, solve_owned};

fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// A game as three lists.
struct Game {
    owners: Vec<Player>,
    priorities: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

/// At least one arc from each vertex; all targets are uniform.
fn random(vertices: u32, arcs: u32, priorities: u32, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut list: Vec<(u32, u32)> = (0..vertices).map(|v| (v, random.below(vertices))).collect();
    for _ in vertices..arcs {
        list.push((random.below(vertices), random.below(vertices)));
    }
    Game {
        owners: (0..vertices).map(|_| Player::BOTH[random.below(2) as usize]).collect(),
        priorities: (0..vertices).map(|_| random.below(priorities)).collect(),
        arcs: list,
    }
}

fn by_upstar(game: &Game) -> Vec<Player> {
    let budget = Budget::unlimited();
    let mut builder = GraphBuilder::new();
    builder.vertices(game.owners.len() as u32);
    for &(from, to) in &game.arcs {
        builder.arc(from, to).expect("there is memory");
    }
    let graph = builder.finish().expect("a graph");
    let built = cpu_seconds();
    let question = OwnedGame {
        graph: &graph,
        owners: &game.owners,
        priorities: &game.priorities,
        targets: &[],
        objective: Objective::MaxParity,
    };
    let solution = solve_owned(&question, &budget).expect("a solution");
    println!("    without building the graph {:.3} CPU-s", cpu_seconds() - built);
    (0..solution.vertices()).map(|v| solution.winner(v)).collect()
}

/// The program of `zielonka.cpp`, if this machine has a C++ compiler.
fn plain_program() -> Option<PathBuf> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let program = std::env::temp_dir().join(format!("bench-owned-{}", std::process::id()));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/zielonka.cpp");
    let done = Command::new(&compiler)
        .args(["-std=c++17", "-O3", "-march=native", source, "-o"])
        .arg(&program)
        .status();
    match done {
        Ok(status) if status.success() => Some(program),
        Ok(status) => panic!("{compiler} ended with {status}"),
        Err(error) => {
            println!("{compiler}: {error}; plain C++ is skipped (CXX names a compiler)");
            None
        }
    }
}

/// The CPU-seconds of the plain program, and its winners.
fn by_plain(program: &Path, game: &Game) -> (f64, Vec<Player>) {
    let mut bytes = Vec::new();
    let mut add = |number: u32| bytes.extend(number.to_ne_bytes());
    add(game.owners.len() as u32);
    add(game.arcs.len() as u32);
    game.owners.iter().for_each(|&owner| add(owner as u32));
    game.priorities.iter().for_each(|&priority| add(priority));
    game.arcs.iter().for_each(|&(from, to)| {
        add(from);
        add(to);
    });
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the plain program");
    child.stdin.take().expect("a pipe").write_all(&bytes).expect("the program reads the game");
    let output = child.wait_with_output().expect("an answer").stdout;
    let (seconds, winners) = output.split_at(8);
    let winners = winners.iter().map(|&winner| Player::BOTH[usize::from(winner)]).collect();
    (f64::from_ne_bytes(seconds.try_into().expect("eight bytes")), winners)
}

/// What Oink says of its own time, with Zielonka's algorithm. `OINK` names its program.
fn by_oink(program: &str, game: &Game) -> String {
    let file = std::env::temp_dir().join(format!("bench-owned-{}.pg", std::process::id()));
    let mut rows = vec![String::new(); game.owners.len()];
    for &(from, to) in &game.arcs {
        let row = &mut rows[from as usize];
        let comma = if row.is_empty() { "" } else { "," };
        write!(row, "{comma}{to}").expect("memory");
    }
    let mut text = format!("parity {};\n", rows.len() - 1);
    for (v, row) in rows.iter().enumerate() {
        let (priority, owner) = (game.priorities[v], game.owners[v] as u32);
        writeln!(text, "{v} {priority} {owner} {row};").expect("memory");
    }
    std::fs::write(&file, text).expect("a place for temporary files");
    let output = Command::new(program).arg("--zlk").arg(&file).output().expect("Oink");
    std::fs::remove_file(&file).expect("a file to remove");
    let text = String::from_utf8_lossy(&output.stdout);
    let times = text.lines().filter(|line| line.contains("parsing took") || line.contains("total"));
    let times = times.filter_map(|line| Some(line.split_once(']')?.1.trim()));
    times.collect::<Vec<_>>().join(" ")
}

fn compare(vertices: u32, arcs: u32, priorities: u32, plain: Option<&Path>) {
    println!("{vertices} vertices, {arcs} arcs, {priorities} priorities");
    for seed in 1..4 {
        let game = random(vertices, arcs, priorities, seed);
        let start = cpu_seconds();
        let winners = by_upstar(&game);
        let ours = cpu_seconds() - start;
        let left = winners.iter().filter(|&&winner| winner == Player::Left).count();
        println!("  upstar     {ours:.3} CPU-s; Left wins {left}");
        if let Some(program) = plain {
            let (seconds, theirs) = by_plain(program, &game);
            assert_eq!(winners, theirs, "the winners");
            println!("  plain C++  {seconds:.3} CPU-s; ratio {:.2}", ours / seconds);
        }
        if let Ok(program) = std::env::var("OINK") {
            println!("  Oink       {}", by_oink(&program, &game));
        }
    }
}

fn main() {
    let numbers = std::env::args().skip(1).map(|word| word.parse().expect("a number"));
    let numbers: Vec<u32> = numbers.collect();
    let vertices = numbers.first().copied().unwrap_or(1_000_000);
    let arcs = numbers.get(1).copied().unwrap_or(5 * vertices);
    let priorities = if numbers.len() > 2 { numbers[2..].to_vec() } else { vec![2, 1000] };
    let plain = plain_program();
    for count in priorities {
        compare(vertices, arcs, count, plain.as_deref());
    }
    if let Some(program) = plain {
        std::fs::remove_file(program).expect("a file to remove");
    }
}
