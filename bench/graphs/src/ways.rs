//! One graph solved in every way there is, each in a process of its own, beside the floor of the
//! machine in the same run: `ways dag:VERTICES:TENTHS FOLDER [GAME]`.
//!
//! The graph is written to a Parquet file first, which every way reads. What is told of a way is
//! reading (with the names of the vertices, and building), solving, by CPU and by the clock, and the
//! most memory of its largest process.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use upstar_cluster::{Cluster, GraphQuestion, Membership, Watch, solve_graph};
use upstar_core::arcs::{Colour, Owners};
use upstar_core::names::Interner;
use upstar_core::{Budget, Convention, Outcome};
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, read_graph, write_graph};
use upstar_files::{FileError, Scratch, Source};
use upstar_games::parse_game;
use upstar_graphs::external::External;
use upstar_graphs::{Counts, GraphBuilder, generate, solve};
use upstar_symbolic::Symbolic;

use crate::external::{Folder, cpu, folder_size, peak};
use crate::seconds;

/// CPU seconds and seconds of the clock since the process began to work.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    cpu: f64,
    wall: f64,
}

impl Moment {
    fn now() -> Moment {
        Moment { cpu: cpu(), wall: seconds(libc::CLOCK_MONOTONIC) }
    }
}

/// What a process needed.
#[derive(Clone, Debug, Default)]
struct Cost {
    read: Moment,
    solved: Moment,
    memory: f64,
    disk: f64,
    vertices: u64,
    arcs: u64,
    /// What was found, to be compared.
    answer: String,
}

impl Cost {
    fn of(begin: Moment, read: Moment, solved: Moment) -> Cost {
        let since = |late: Moment, early: Moment| Moment {
            cpu: late.cpu - early.cpu,
            wall: late.wall - early.wall,
        };
        let (read, solved) = (since(read, begin), since(solved, read));
        Cost { read, solved, memory: peak(), ..Cost::default() }
    }

    fn text(&self) -> String {
        let Cost { read, solved, memory, disk, vertices, arcs, answer } = self;
        format!(
            "WAY {} {} {} {} {memory} {disk} {vertices} {arcs} {answer}",
            read.cpu, read.wall, solved.cpu, solved.wall
        )
    }

    fn parse(line: &str) -> Option<Cost> {
        let mut words = line.strip_prefix("WAY ")?.splitn(9, ' ');
        let mut number = || words.next()?.parse::<f64>().ok();
        let read = Moment { cpu: number()?, wall: number()? };
        let solved = Moment { cpu: number()?, wall: number()? };
        let (memory, disk) = (number()?, number()?);
        let (vertices, arcs) = (number()? as u64, number()? as u64);
        let answer = words.next()?.to_owned();
        Some(Cost { read, solved, memory, disk, vertices, arcs, answer })
    }

    /// Both processes of one run.
    fn and(mut self, other: &Cost) -> Cost {
        self.read.cpu += other.read.cpu;
        self.solved.cpu += other.solved.cpu;
        self.memory = self.memory.max(other.memory);
        self
    }
}

fn answer(counts: [u64; 3], longest: Option<u32>) -> String {
    format!("won, lost and drawn: {counts:?}, longest win: {longest:?}")
}

fn answer_of(counts: Counts, longest: Option<(u32, u32)>) -> String {
    answer([counts.n, counts.p, counts.d], longest.map(|(_, moves)| moves))
}

/// Writes the graph to a file.
fn write(path: &Path, vertices: u32, tenths: u32) -> u64 {
    let arcs: Vec<(u32, u32)> = generate::acyclic(vertices, tenths, 7).collect();
    let mut names = Interner::new();
    for v in 0..vertices {
        names.integer(u64::from(v)).expect("there is room");
    }
    let (colours, terminals, owners) = (Vec::new(), Vec::new(), Owners::default());
    let list = EdgeList { names: names.finish(), arcs, colours, terminals, owners };
    write_graph(path, GraphFormat::Parquet, &list.view(), &Budget::unlimited())
        .expect("it can be written");
    list.arcs.len() as u64
}

/// Reads the file, an arc at a time.
fn each_arc(path: &Path, mut take: impl FnMut(u32, u32)) -> u32 {
    let mut sink = |arcs: &[(u32, u32)], _: &[Colour]| -> Result<(), FileError> {
        arcs.iter().for_each(|&(from, to)| take(from, to));
        Ok(())
    };
    let source = Source::Path(path.to_owned());
    let read = read_graph(&source, &ReadOptions::default(), &mut sink, &Budget::unlimited());
    read.expect("it can be read").names.len()
}

/// In memory, by so many threads.
fn in_memory(path: &Path, threads: usize) -> Cost {
    let budget = Budget::unlimited();
    let begin = Moment::now();
    let mut builder = GraphBuilder::with_budget(&budget);
    let vertices = each_arc(path, |from, to| builder.arc(from, to).expect("there is memory"));
    builder.vertices(vertices);
    let graph = builder.finish().expect("the arcs are a graph");
    let read = Moment::now();
    let found = solve(&graph, Convention::Normal, threads, &budget).expect("it is solved").found;
    let mut cost = Cost::of(begin, read, Moment::now());
    (cost.vertices, cost.arcs) = (u64::from(graph.vertices()), graph.arcs());
    cost.answer = answer_of(found.counts(), found.longest(Outcome::N));
    cost
}

/// Out of core, in so many bytes.
fn out_of_core(path: &Path, memory: u64, parent: &Path) -> Cost {
    let budget = Budget::unlimited().with_bytes(memory);
    let folder = Folder(Scratch::temporary(parent).expect("there is a folder"));
    let begin = Moment::now();
    let mut builder =
        External::new(&folder, memory).builder(memory / 4, &budget).expect("there is memory");
    let vertices = each_arc(path, |from, to| {
        builder.arc(from, to, Colour::Both).expect("there is room");
    });
    let runs = folder_size(folder.0.path());
    let graph = builder.finish().expect("the arcs are a graph");
    let (rows, arcs) = (folder_size(folder.0.path()), graph.arcs());
    let read = Moment::now();
    let found = graph.solve(Convention::Normal, &budget).expect("it is solved").found;
    let mut cost = Cost::of(begin, read, Moment::now());
    (cost.vertices, cost.arcs) = (u64::from(vertices), arcs);
    cost.disk = (runs + rows).max(folder_size(folder.0.path()));
    cost.answer = answer_of(found.counts(), found.longest(Outcome::N));
    cost
}

/// One process of a cluster.
fn by_timely(cluster: Cluster, path: &Path) -> Cost {
    let begin = Moment::now();
    let moments = Arc::new(Mutex::new([begin; 2]));
    let seen = moments.clone();
    let watch = Watch::new(move |stage| {
        let mut moments = seen.lock().expect("nobody panics");
        match stage {
            "solving" => moments[0] = Moment::now(),
            "done" => moments[1] = Moment::now(),
            _ => {}
        }
    });
    let question = GraphQuestion::new(path).with_watch(watch);
    let found = solve_graph(cluster, &question, &Budget::unlimited()).expect("it is solved");
    let [read, solved] = *moments.lock().expect("nobody panics");
    let mut cost = Cost::of(begin, read, solved);
    (cost.vertices, cost.arcs) = (found.vertices, found.arcs);
    let count = |outcome| {
        let those = found.outcomes.iter().filter(|&&(other, _)| other == outcome);
        those.map(|&(_, count)| count).sum()
    };
    let counts = [Outcome::N, Outcome::P, Outcome::D].map(count);
    cost.answer = answer(counts, found.longest_win.as_ref().map(|win| win.remoteness));
    cost
}

const SUBJECT: &str = "a measurement";

fn timely(path: &Path, processes: usize, threads: usize, folder: &Path) -> Cost {
    let membership = Membership::new(SUBJECT).with_threads(threads);
    let program = std::env::current_exe().expect("this program has a name");
    let cluster = Cluster::launch(processes, &membership, &Budget::unlimited(), &mut |process| {
        let mut command = Command::new(&program);
        command.args(["way", "started"]).arg(path).arg(process.to_string());
        command.arg(threads.to_string()).arg(folder);
        command
    });
    let mut cost = by_timely(cluster.expect("they begin"), path);
    for process in 1..processes {
        let text = fs::read_to_string(part(folder, process)).expect("it has ended");
        cost = cost.and(&Cost::parse(&text).expect("it has written what it needed"));
    }
    cost
}

fn part(folder: &Path, process: usize) -> PathBuf {
    folder.join(format!("process-{process}"))
}

/// One way, in this process; what it needed goes to standard output.
pub fn way(words: &[&str]) {
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let cost = match *words {
        ["memory", path, threads] => in_memory(path.as_ref(), number(threads) as usize),
        ["external", path, memory, folder] => {
            out_of_core(path.as_ref(), number(memory), folder.as_ref())
        }
        ["timely", path, processes, threads, folder] => timely(
            path.as_ref(),
            number(processes) as usize,
            number(threads) as usize,
            folder.as_ref(),
        ),
        ["started", path, process, threads, folder] => {
            let membership = Membership::new(SUBJECT).with_threads(number(threads) as usize);
            let process = number(process) as usize;
            let cluster = Cluster::started(process, &membership, &Budget::unlimited());
            let cost = by_timely(cluster.expect("it begins"), path.as_ref());
            fs::write(part(folder.as_ref(), process), cost.text()).expect("it can be written");
            return;
        }
        ["symbolic", game] => return symbolic(game),
        _ => panic!("no such way: {words:?}"),
    };
    println!("{}", cost.text());
}

/// What one way says in a process of its own.
fn said(words: &[&str]) -> String {
    let program = std::env::current_exe().expect("this program has a name");
    let output = Command::new(program).arg("way").args(words).output().expect("it begins");
    let failed = || format!("{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}", failed());
    String::from_utf8(output.stdout).expect("it speaks Unicode")
}

fn run(words: &[&str]) -> Cost {
    let text = said(words);
    text.lines().find_map(Cost::parse).expect("it says what it needed")
}

/// The floor of the disk: a file of so many bytes is written, forced to the disk, and read.
fn disk_floor(folder: &Path, bytes: u64) {
    let path = folder.join("floor");
    let block = vec![7u8; 1 << 20];
    let begin = Moment::now();
    let mut file = fs::File::create(&path).expect("it can be written");
    for _ in 0..bytes >> 20 {
        file.write_all(&block).expect("there is room");
    }
    file.sync_all().expect("there is room");
    let written = Moment::now();
    let (mut file, mut buffer) = (fs::File::open(&path).expect("it is there"), block);
    while file.read(&mut buffer).expect("it can be read") > 0 {}
    let read = Moment::now();
    let rate = |seconds: f64| (bytes >> 20 << 20) as f64 / 1e6 / seconds;
    println!(
        "floor: {} MB are written to the disk at {:.0} MB/s, and read (from the system's cache) at \
         {:.0} MB/s",
        bytes >> 20,
        rate(written.wall - begin.wall),
        rate(read.wall - written.wall)
    );
    let _ = fs::remove_file(&path);
}

/// A game by decision diagrams, whose positions stand for vertices.
fn symbolic(game: &str) {
    let begin = Moment::now();
    let game = parse_game(game).expect("a game");
    let found = Symbolic::solve(&game, &Budget::unlimited(), |_| ()).expect("it is solved");
    let cpu = cpu() - begin.cpu;
    let positions = found.positions() as f64;
    println!(
        "{} by decision diagrams: {positions} positions, {cpu:.2} CPU-s, {:.2} M positions/CPU-s, {:.0} \
         MB, {:.1} bytes a position",
        game.text(),
        positions / cpu / 1e6,
        peak() / 1e6,
        peak() / positions
    );
}

/// Measures all of them and prints a table.
pub fn ways(vertices: u32, tenths: u32, folder: &Path, game: Option<&str>) {
    let scratch = Scratch::temporary(folder).expect("there is a folder");
    let folder = scratch.path().to_str().expect("a name in Unicode");
    let path = format!("{folder}/graph.parquet");
    let arcs = write(path.as_ref(), vertices, tenths);
    let bytes = fs::metadata(&path).expect("it is there").len();
    println!("{arcs} arcs, a Parquet file of {:.1} bytes an arc", bytes as f64 / arcs as f64);
    // A quarter of what the arcs take in memory, or what the names alone need.
    let memory = (arcs * 12 / 4).max(u64::from(vertices) * 24 + 60_000_000).to_string();
    let ways: [(&str, &[&str]); 6] = [
        ("one thread", &["memory", &path, "1"]),
        ("two threads", &["memory", &path, "2"]),
        ("timely, one process", &["timely", &path, "1", "1", folder]),
        ("timely, one process, two workers", &["timely", &path, "1", "2", folder]),
        ("timely, two processes", &["timely", &path, "2", "1", folder]),
        ("out of core", &["external", &path, &memory, folder]),
    ];
    println!(
        "| how | read, CPU s | by the clock | solve, CPU s | by the clock | M arcs read/CPU-s | \
         M arcs solved/CPU-s | M arcs/s, all by the clock | MB | bytes an arc | a vertex | disk, \
         bytes an arc |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut answers = Vec::new();
    for (name, words) in ways {
        let cost = run(words);
        let all = cost.arcs as f64;
        println!(
            "| {name} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} | {:.1} | {:.1} | {:.0} | {:.1} | {:.0} | \
             {} |",
            cost.read.cpu,
            cost.read.wall,
            cost.solved.cpu,
            cost.solved.wall,
            all / cost.read.cpu / 1e6,
            all / cost.solved.cpu / 1e6,
            all / (cost.read.wall + cost.solved.wall) / 1e6,
            cost.memory / 1e6,
            cost.memory / all,
            cost.memory / cost.vertices as f64,
            if cost.disk > 0.0 { format!("{:.1}", cost.disk / all) } else { "-".to_owned() }
        );
        answers.push((cost.vertices, cost.arcs, cost.answer));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    crate::floor(vertices, arcs);
    disk_floor(folder.as_ref(), (arcs * 4).min(4 << 30));
    if let Some(game) = game {
        print!("{}", said(&["symbolic", game]));
    }
}
