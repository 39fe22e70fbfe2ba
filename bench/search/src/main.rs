//! Who wins, from fresh tables: process CPU time, one thread.
//!
//! `bench-search [TEXT [REPEATS]]` measures the rows with that text in them; `bench-search one POSITION
//! [misere]` one position.
//!
//! If `OBSEQUI` names the program of Bullock's Obsequi, it solves the same empty boards of Domineering, and
//! the last two columns are its user CPU time and the ratio.

use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};

use upstar_core::Budget;
use upstar_engine::{Convention, Settings, Solver};
use upstar_games::parse_sum;

/// Process CPU time in milliseconds.
#[allow(unsafe_code)]
fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// The most memory this process has had, in megabytes.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().unwrap_or(0.0) / 1024.0
}

/// User CPU time of the processes that have ended, in milliseconds.
fn cpu_of_others() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    // In hundredths of a second.
    fields.skip(13).next().and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0) * 10.0
}

/// The time of Obsequi for an empty board with either player to begin.
fn obsequi(position: &str) -> Option<f64> {
    let program = std::env::var_os("OBSEQUI")?;
    let board = position.strip_prefix("domineering(\"")?.strip_suffix("\")")?;
    let (rows, columns) = board.split_once('x')?;
    let (rows, columns) = (rows.parse::<u32>().ok()?, columns.parse::<u32>().ok()?);
    let before = cpu_of_others();
    for first in ["V", "H"] {
        let mut peer = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("OBSEQUI names a program");
        let line = format!("solve rows {rows} cols {columns} bits 22 {first}\n");
        peer.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
        peer.wait().unwrap();
    }
    Some(cpu_of_others() - before)
}

/// The time, the steps and the answer.
fn run(position: &str, misere: bool) -> (f64, u64, String) {
    let budget = Budget::unlimited();
    let start = cpu();
    let solver = Solver::new(Settings::default());
    let sum = parse_sum(position).unwrap();
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let answer = match (sum.class().is_impartial() && !misere, sum.single()) {
        (true, Some(game)) => format!("*{}", solver.grundy(game, &budget).unwrap()),
        _ => solver.outcome(&sum, convention, &budget).unwrap().to_string(),
    };
    let time = cpu() - start;
    (time, budget.report().steps, black_box(answer))
}

/// Positions and the most milliseconds that they should take.
fn rows() -> Vec<(String, String, f64)> {
    let alternating = |n: usize| "xo".repeat(n);
    let row = |name: &str, position: String, aim: f64| (name.to_owned(), position, aim);
    let five = [
        "..#.|....|.#..|...#",
        "#...|..#.|....|#..#",
        "....|.#..|..#.|#...",
        "...#|.#..|....|#.#.",
        ".#..|...#|....|.#.#",
    ];
    let five = five.map(|board| format!("domineering(\"{board}\")")).join(" + ");
    vec![
        row("domineering 5x6", "domineering(\"5x6\")".into(), 20.0),
        row("domineering 6x6", "domineering(\"6x6\")".into(), 50.0),
        row("domineering 6x7", "domineering(\"6x7\")".into(), 20.0),
        row("domineering 7x7", "domineering(\"7x7\")".into(), 30.0),
        row("domineering 7x8", "domineering(\"7x8\")".into(), 400.0),
        row("domineering 8x8", "domineering(\"8x8\")".into(), 1200.0),
        row("domineering 7x9", "domineering(\"7x9\")".into(), 5000.0),
        row("domineering 8x9", "domineering(\"8x9\")".into(), f64::INFINITY),
        row("five domineering 4x4", five, 10.0),
        row("clobber (XO)^14", format!("clobber(\"{}\")", alternating(14)), 50.0),
        row("clobber (XO)^16", format!("clobber(\"{}\")", alternating(16)), 100.0),
        row("clobber (XO)^20", format!("clobber(\"{}\")", alternating(20)), 700.0),
        row("clobber (XO)^30", format!("clobber(\"{}\")", alternating(30)), f64::INFINITY),
        row("clobber 4x4", "clobber(\"xoxo|oxox|xoxo|oxox\")".into(), 20.0),
        row("clobber 4x5", "clobber(\"xoxo|oxox|xoxo|oxox|xoxo\")".into(), 170.0),
        row("nogo 3x4", "nogo(\"3x4\")".into(), 20.0),
        row("nogo 4x4", "nogo(\"4x4\")".into(), 2000.0),
        row("amazons 4x4", "amazons(\"x...|....|....|...o\")".into(), 300.0),
        row("cram 5x6", "cram(\"5x6\")".into(), 130.0),
        row("cram 4x7", "cram(\"4x7\")".into(), 60.0),
        row("sprouts 5", "sprouts(5)".into(), f64::INFINITY),
        row("cram 6x6", "cram(\"6x6\")".into(), 5000.0),
        row("cram 5x7", "cram(\"5x7\")".into(), 1000.0),
        row(
            "impartial clobber (XO)^100",
            format!("impartial_clobber(\"{}\")", alternating(100)),
            1000.0,
        ),
    ]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [kind, position, rest @ ..] = &arguments[..]
        && kind == "one"
    {
        let (time, steps, answer) = run(position, rest.iter().any(|word| word == "misere"));
        println!("{answer}: {time:.1} ms CPU, {steps} steps, {:.0} MB", peak());
        return;
    }
    let text = arguments.first().map_or("", |text| text);
    let repeats = arguments.get(1).map_or(3, |count| count.parse::<usize>().unwrap());
    println!("| position | answer | aim | time | steps | Obsequi | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for (name, position, aim) in rows().into_iter().filter(|row| row.0.contains(text)) {
        let mut runs: Vec<_> = (0..repeats).map(|_| run(&position, false)).collect();
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (time, steps, answer) = &runs[repeats / 2];
        let peer = obsequi(&position).map_or("| |".to_owned(), |peer| {
            format!("| {peer:.0} ms | {:.2} |", time / peer.max(10.0))
        });
        println!("| {name} | {answer} | {aim:.0} ms | {time:.1} ms | {steps} {peer}");
    }
}
