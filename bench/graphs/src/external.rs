//! Graphs solved in memory and out of core, each in a process of its own, and a picture of
//! how time and memory grow.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use upstar_core::arcs::Colour;
use upstar_core::{Budget, Convention, Outcome};
use upstar_draw::{Anchor, Rgb, Scene, Style};
use upstar_files::{Scratch, ScratchFile};
use upstar_graphs::external::{External, Storage, StorageError, StoredFile};
use upstar_graphs::{GraphBuilder, generate, solve};

use crate::seconds;

pub(crate) fn cpu() -> f64 {
    seconds(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// Files in a folder, for the engine.
#[derive(Debug)]
pub(crate) struct Folder(pub(crate) Scratch);

#[derive(Debug)]
struct Stored(ScratchFile);

impl Storage for Folder {
    fn create(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        Ok(Box::new(Stored(self.0.create(name)?)))
    }

    fn open(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        Ok(Box::new(Stored(self.0.open(name)?)))
    }

    fn remove(&self, name: &str) -> Result<(), StorageError> {
        Ok(self.0.remove(name)?)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
        Ok(self.0.put(name, bytes)?)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StorageError> {
        Ok(self.0.get(name)?)
    }
}

impl StoredFile for Stored {
    fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        Ok(self.0.append(bytes)?)
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), StorageError> {
        Ok(self.0.read(offset, into)?)
    }

    fn truncate(&mut self, length: u64) -> Result<(), StorageError> {
        Ok(self.0.truncate(length)?)
    }

    fn sync(&mut self) -> Result<(), StorageError> {
        Ok(self.0.sync()?)
    }
}

/// CPU seconds, bytes of memory at most and of disk at most, of the work on one graph.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    arcs: f64,
    vertices: f64,
    build: f64,
    solve: f64,
    moves: f64,
    memory: f64,
    disk: f64,
}

impl Cost {
    fn total(&self) -> f64 {
        self.build + self.solve + self.moves
    }

    fn print(&self) {
        let Cost { arcs, vertices, build, solve, moves, memory, disk } = self;
        println!("RESULT {arcs} {vertices} {build:.3} {solve:.3} {moves:.3} {memory} {disk}");
    }

    fn parse(line: &str) -> Option<Cost> {
        let words = line.strip_prefix("RESULT ")?.split(' ');
        let numbers: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let [arcs, vertices, build, solve, moves, memory, disk] = numbers[..] else { return None };
        Some(Cost { arcs, vertices, build, solve, moves, memory, disk })
    }
}

/// The most memory that the process had in use.
pub(crate) fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    let kb: f64 = line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).unwrap_or(0.0);
    kb * 1024.0
}

/// What it takes to make the arcs, in CPU seconds an arc.
fn generating(vertices: u32, tenths: u32) -> f64 {
    let begin = cpu();
    let (mut count, mut sum) = (0u64, 0u32);
    for (from, to) in generate::acyclic(vertices, tenths, 7).take(20_000_000) {
        count += 1;
        sum = sum.wrapping_add(from ^ to);
    }
    std::hint::black_box(sum);
    (cpu() - begin) / count.max(1) as f64
}

/// Solves a random acyclic graph in memory.
pub fn in_memory(vertices: u32, tenths: u32) {
    let each = generating(vertices, tenths);
    let budget = Budget::unlimited();
    let begin = cpu();
    let mut builder = GraphBuilder::with_budget(&budget);
    for (from, to) in generate::acyclic(vertices, tenths, 7) {
        builder.arc(from, to).expect("there is memory");
    }
    let graph = builder.finish().expect("the arcs are a graph");
    let built = cpu();
    let solution = solve(&graph, Convention::Normal, 1, &budget).expect("it is solved").found;
    let solved = cpu();
    solution.best_moves(&graph, &budget).expect("there is memory");
    let moved = cpu();
    println!("{:?}, longest win {:?}", solution.counts(), solution.longest(Outcome::N));
    let arcs = graph.arcs() as f64;
    Cost {
        arcs,
        vertices: f64::from(graph.vertices()),
        build: built - begin - each * arcs,
        solve: solved - built,
        moves: moved - solved,
        memory: peak(),
        disk: 0.0,
    }
    .print();
}

pub(crate) fn folder_size(path: &Path) -> f64 {
    let entries = fs::read_dir(path).expect("the folder is there").flatten();
    entries.filter_map(|entry| Some(entry.metadata().ok()?.len() as f64)).sum()
}

/// Solves the same graph out of core.
pub fn out_of_core(vertices: u32, tenths: u32, memory: u64, parent: &Path) {
    let each = generating(vertices, tenths);
    let budget = Budget::unlimited().with_bytes(memory);
    let folder = Folder(Scratch::temporary(parent).expect("there is a folder"));
    let begin = cpu();
    let mut builder =
        External::new(&folder, memory).builder(memory / 4, &budget).expect("there is memory");
    for (from, to) in generate::acyclic(vertices, tenths, 7) {
        builder.arc(from, to, Colour::Both).expect("there is room");
    }
    let streamed = cpu();
    let runs = folder_size(folder.0.path());
    let graph = builder.finish().expect("the arcs are a graph");
    let built = cpu();
    let arcs = graph.arcs() as f64;
    println!(
        "runs {:.2} s, rows {:.2} s, {:.0} MB at most",
        streamed - begin - each * arcs,
        built - streamed,
        peak() / 1e6
    );
    let rows = folder_size(folder.0.path());
    let mut solution = graph.solve(Convention::Normal, &budget).expect("it is solved").found;
    let solved = cpu();
    println!("{:?}, longest win {:?}", solution.counts(), solution.longest(Outcome::N));
    println!("solved in {:.2} s, {:.0} MB at most", solved - built, peak() / 1e6);
    let table = solution.table(&budget).expect("there is room");
    let moved = cpu();
    let last = folder_size(folder.0.path());
    // What reading the file of the arcs once takes.
    let wall = seconds(libc::CLOCK_MONOTONIC);
    let mut file = fs::File::open(folder.0.path().join("rows")).expect("it is there");
    let (mut buffer, mut read) = (vec![0; 1 << 20], 0);
    loop {
        match file.read(&mut buffer).expect("it can be read") {
            0 => break,
            bytes => read += bytes,
        }
    }
    println!(
        "floor: the rows are read once at {:.0} MB a CPU second, {:.0} MB/s",
        read as f64 / 1e6 / (cpu() - moved),
        read as f64 / 1e6 / (seconds(libc::CLOCK_MONOTONIC) - wall)
    );
    drop(table);
    Cost {
        arcs,
        vertices: f64::from(vertices),
        build: built - begin - each * arcs,
        solve: solved - built,
        moves: moved - solved,
        memory: peak(),
        // Runs and rows stand side by side for a moment.
        disk: (runs + rows).max(last),
    }
    .print();
}

/// Runs this program for one graph, within so many bytes of addresses.
fn child(arguments: &[String], addresses: u64) -> Option<Cost> {
    let program = std::env::current_exe().ok()?;
    let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", addresses / 1024);
    let output = Command::new("sh").args(["-c", &script]).arg(program).args(arguments).output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    for line in text.lines().filter(|line| !line.starts_with("RESULT")) {
        println!("    {line}");
    }
    text.lines().find_map(Cost::parse)
}

/// Measures graphs of growing size in memory and out of core within a fixed memory, prints a
/// table, and draws both. `most` is the largest number of arcs in thousands of thousands.
pub fn growth(folder: &Path, most: u32) -> Scene {
    const SIZES: [u32; 7] = [1, 3, 10, 30, 100, 500, 1000];
    println!(
        "| arcs | how | build | solve | moves | M arcs/CPU-s | MB | bytes an arc | disk, bytes an arc |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut series = [Vec::new(), Vec::new()];
    for millions in SIZES.into_iter().filter(|&millions| millions <= most) {
        let graph = format!("dag:{}:50", millions * 200_000);
        let memory: u64 = if millions <= 100 { 200_000_000 } else { 4_000_000_000 };
        let external = ["external".to_owned(), graph.clone(), memory.to_string()];
        let external = [&external[..], &[folder.display().to_string()]].concat();
        let addresses = memory + 100_000_000;
        let runs = [
            (
                "in memory",
                (millions <= 100).then(|| child(&["memory".to_owned(), graph], 20 << 30)).flatten(),
            ),
            ("out of core", child(&external, addresses)),
        ];
        for (points, (how, cost)) in series.iter_mut().zip(runs) {
            let Some(cost) = cost else { continue };
            println!(
                "| {:.0} | {how} | {:.2} | {:.2} | {:.2} | {:.1} | {:.0} | {:.1} | {:.1} |",
                cost.arcs,
                cost.build,
                cost.solve,
                cost.moves,
                cost.arcs / cost.total() / 1e6,
                cost.memory / 1e6,
                cost.memory / cost.arcs,
                cost.disk / cost.arcs
            );
            points.push(cost);
        }
    }
    let mut scene = Scene::new(860.0, 380.0);
    panel(
        &mut scene,
        60.0,
        "CPU seconds",
        &["0.1", "1", "10", "100", "1000"],
        0.1,
        &series,
        Cost::total,
    );
    panel(&mut scene, 490.0, "memory", &["10 MB", "100 MB", "1 GB", "10 GB"], 1e7, &series, |c| {
        c.memory
    });
    for (index, (name, colour)) in
        [("in memory", Rgb::BLUE), ("out of core", Rgb::RED)].iter().enumerate()
    {
        let at = (60.0 + 200.0 * index as f64, 362.0);
        scene.line((at.0, at.1 - 4.0), (at.0 + 24.0, at.1 - 4.0), Style::line(*colour, 2.0));
        scene.text_anchored((at.0 + 32.0, at.1), *name, 12.0, Anchor::Start);
    }
    scene
}

/// One diagram: decades of arcs to the right, decades of what `of` gives upwards.
fn panel(
    scene: &mut Scene,
    left: f64,
    title: &str,
    decades: &[&str],
    least: f64,
    series: &[Vec<Cost>; 2],
    of: impl Fn(&Cost) -> f64,
) {
    let (width, top, bottom) = (330.0, 40.0, 310.0);
    let thin = Style::line(Rgb::GREY, 0.5);
    scene.text_anchored((left + width / 2.0, 22.0), title, 14.0, Anchor::Middle);
    let x = |arcs: f64| left + width * (arcs.log10() - 6.0).max(0.0) / 3.0;
    let step = (bottom - top) / (decades.len() - 1) as f64;
    let y = |value: f64| bottom - step * (value / least).log10().max(0.0);
    for (index, name) in decades.iter().enumerate() {
        let height = bottom - step * index as f64;
        scene.line((left, height), (left + width, height), thin);
        scene.text_anchored((left - 6.0, height + 4.0), *name, 11.0, Anchor::End);
    }
    for (index, name) in ["10^6", "10^7", "10^8", "10^9 arcs"].iter().enumerate() {
        let at = left + width * index as f64 / 3.0;
        scene.line((at, top), (at, bottom), thin);
        scene.text_anchored((at, bottom + 18.0), *name, 11.0, Anchor::Middle);
    }
    for (points, colour) in series.iter().zip([Rgb::BLUE, Rgb::RED]) {
        for pair in points.windows(2) {
            let place = |cost: &Cost| (x(cost.arcs), y(of(cost)));
            scene.line(place(&pair[0]), place(&pair[1]), Style::line(colour, 2.0));
        }
        for cost in points {
            scene.circle((x(cost.arcs), y(of(cost))), 3.0, Style::fill(colour));
        }
    }
}
