//! Compares the solver on disk with the solver in memory, with sizes that force many runs, buckets,
//! passes and parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, Outcome, Player};

use super::error::Result;
use super::*;
use crate::generate::{self, Random};
use crate::{Graph, GraphBuilder, GraphError, GraphSolution, solve_graph};

/// An arc with its colour.
type Arc3 = (u32, u32, Colour);

/// A graph as read from a file.
#[derive(Clone, Debug, Default)]
struct Given {
    vertices: u32,
    arcs: Vec<Arc3>,
    results: Vec<(u32, MoveResult)>,
}

impl Given {
    fn plain(vertices: u32, arcs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let arcs = arcs.into_iter().map(|(from, to)| (from, to, Colour::Both)).collect();
        Given { vertices, arcs, results: Vec::new() }
    }

    fn in_memory(&self) -> Graph {
        let mut builder = GraphBuilder::new();
        builder.vertices(self.vertices);
        for &(from, to, colour) in &self.arcs {
            builder.coloured_arc(from, to, colour).unwrap();
        }
        for &(v, result) in &self.results {
            builder.result(v, result).unwrap();
        }
        builder.finish().unwrap()
    }

    fn on_disk<'s>(&self, storage: &'s dyn Storage, layout: Layout) -> Result<ExternalGraph<'s>> {
        let external = External { storage, layout };
        let mut builder = external.builder(0, &Budget::unlimited())?;
        builder.vertices(self.vertices);
        for &(from, to, colour) in &self.arcs {
            builder.arc(from, to, colour)?;
        }
        for &(v, result) in &self.results {
            builder.result(v, result)?;
        }
        builder.finish()
    }
}

/// Sizes for small graphs. The smaller they are, the more runs, buckets, passes and parts there
/// are.
fn layout(random: &mut Random) -> Layout {
    Layout {
        memory: 1 << 30,
        page: 1 + random.below(200) as usize,
        window: 1 + random.below(1000) as usize,
        bucket: random.below(7),
        least_buffer: 1 + random.below(50) as usize,
        thin: 1 + u64::from(random.below(70)),
        most_arcs: 1 + u64::from(random.below(60)),
        most_rows: 1 + u64::from(random.below(60)),
    }
}

/// All rows: the result, remoteness and best move of each vertex or pair.
fn rows(solution: &mut ExternalSolution<'_>) -> Vec<TableRow> {
    let table = solution.table(&Budget::unlimited()).unwrap();
    let mut rows = table.rows();
    let rows: Vec<TableRow> = std::iter::from_fn(|| rows.next().unwrap()).collect();
    for (v, row) in rows.iter().enumerate() {
        assert_eq!(table.get(v as u32).unwrap(), *row);
    }
    rows
}

/// Rows, the numbers of N, P and D, and the longest of N and P.
type Expected = (Vec<TableRow>, [u64; 3], [Option<(u32, u32)>; 2]);

/// The same from the solver in memory.
fn expected(graph: &Graph, convention: Convention) -> Expected {
    let budget = Budget::unlimited();
    let solved = solve_graph(graph, convention, 1, &budget).unwrap().found;
    let players: &[Player] = if graph.is_coloured() { &Player::BOTH } else { &[Player::Left] };
    let rows = (0..graph.vertices())
        .flat_map(|v| players.iter().map(move |&player| (v, player)))
        .map(|(v, player)| TableRow {
            result: solved.result(v, player).unwrap(),
            remoteness: solved.remoteness(v, player),
            best: solved.best_move(graph, v, player).unwrap().map(|to| match players.len() {
                1 => to,
                _ => 2 * to + player.opponent() as u32,
            }),
        })
        .collect();
    let solution = match &solved {
        GraphSolution::Impartial(solution) => solution,
        GraphSolution::Coloured(solution) => solution.pairs().1,
    };
    let counts = solution.counts();
    let longest = [Outcome::N, Outcome::P].map(|outcome| solution.longest(outcome));
    (rows, [counts.n, counts.p, counts.d], longest)
}

fn agrees(given: &Given, convention: Convention, layout: Layout) {
    let storage = MemoryStorage::default();
    let graph = given.on_disk(&storage, layout).unwrap();
    assert_eq!(graph.arcs(), given.arcs.len() as u64);
    let twin = given.in_memory();
    assert_eq!(graph.vertices(), twin.vertices());
    assert_eq!(graph.is_coloured(), twin.is_coloured());
    let (expected, counts, longest) = expected(&twin, convention);
    let budget = Budget::unlimited();
    let mut solution = graph.solve(convention, &budget).unwrap().found;
    let found = solution.counts();
    assert_eq!([found.n, found.p, found.d], counts, "{layout:?}");
    assert_eq!([Outcome::N, Outcome::P].map(|outcome| solution.longest(outcome)), longest);
    assert_eq!(rows(&mut solution), expected, "{layout:?}");
    // The runs were removed.
    assert_eq!(storage.names(), ["labels", "levels", "moves", "rows", "states"]);
    if !twin.is_coloured() && !expected.is_empty() {
        let v = given.arcs.first().map_or(0, |arc| arc.0);
        let mut moves = twin.successors().unwrap().of(v).to_vec();
        moves.dedup();
        assert_eq!(solution.successors(v, &budget).unwrap(), moves);
    }
}

/// A small graph of any kind: loops, parallel arcs, isolated vertices and hubs, perhaps with
/// colours and with terminals that have results of their own.
fn any(round: u32, random: &mut Random) -> Given {
    let vertices = 1 + random.below(80);
    let mut given = Given { vertices, ..Given::default() };
    for _ in 0..random.below(vertices * (1 + round % 6)) {
        let (from, to) = (random.below(vertices), random.below(vertices));
        let colour = match (round % 3, random.below(3)) {
            (2, 0) => Colour::Left,
            (2, 1) => Colour::Right,
            _ => Colour::Both,
        };
        if round.is_multiple_of(2) || from > to {
            given.arcs.push((from, to, colour));
        }
    }
    if round.is_multiple_of(5) {
        given.arcs.extend((0..300).map(|_| (random.below(vertices), 0, Colour::Both)));
        given.arcs.extend((0..300).map(|_| (vertices - 1, random.below(vertices), Colour::Both)));
    }
    if round.is_multiple_of(4) {
        for v in 0..vertices {
            if given.arcs.iter().all(|arc| arc.0 != v) {
                let results = [MoveResult::Win, MoveResult::Loss, MoveResult::Draw];
                if random.percent(60) {
                    given.results.push((v, results[random.below(3) as usize]));
                }
            }
        }
    }
    given
}

#[test]
fn random_graphs_of_every_kind_agree_with_the_solver_in_memory() {
    let mut random = Random::new(26);
    for round in 0..600 {
        let given = any(round, &mut random);
        for convention in [Convention::Normal, Convention::Misere] {
            agrees(&given, convention, layout(&mut random));
        }
    }
}

#[test]
fn grundy_values_agree_with_those_in_memory() {
    let budget = Budget::unlimited();
    let mut random = Random::new(8);
    let (mut finite, mut infinite) = (0, 0);
    for round in 0..400 {
        let mut given = any(round, &mut random);
        given.results.clear();
        for arc in &mut given.arcs {
            arc.2 = Colour::Both;
        }
        let storage = MemoryStorage::default();
        let graph = given.on_disk(&storage, layout(&mut random)).unwrap();
        let twin = crate::loopy_values(&given.in_memory(), &budget).unwrap();
        let all: Option<Vec<u32>> = (0..twin.vertices()).map(|v| twin.get(v).nimber()).collect();
        match (graph.values(&budget), all) {
            (Ok(values), Some(expected)) => {
                let mut rows = values.rows();
                let found: Vec<u32> = std::iter::from_fn(|| rows.next().unwrap()).collect();
                assert_eq!(found, expected);
                let count = |value| expected.iter().filter(|&&v| v == value).count() as u64;
                let counts: Vec<u64> = (0..values.counts().len() as u32).map(count).collect();
                assert_eq!(values.counts(), counts);
                finite += 1;
            }
            (Err(ExternalError::NoGrundyValue { vertex }), None) => {
                assert_eq!(twin.get(vertex).nimber(), None);
                infinite += 1;
            }
            (found, expected) => panic!("{found:?}, {expected:?}"),
        }
    }
    assert!(finite > 150 && infinite > 50, "{finite}, {infinite}");
    let storage = MemoryStorage::default();
    let mut given = Given::plain(2, [(0, 1)]);
    given.results.push((1, MoveResult::Draw));
    let error = given.on_disk(&storage, Layout::new(1 << 30)).unwrap().values(&budget).unwrap_err();
    assert!(matches!(error, ExternalError::Graph(GraphError::NotNormalPlay { vertex: 1 })));
    given = Given { arcs: vec![(0, 1, Colour::Left)], ..Given::plain(2, []) };
    let error = given.on_disk(&storage, Layout::new(1 << 30)).unwrap().values(&budget).unwrap_err();
    assert!(matches!(error, ExternalError::Graph(GraphError::Coloured)));
}

#[test]
fn larger_graphs_agree() {
    let mut random = Random::new(7);
    let sizes =
        Layout { page: 512, window: 4096, bucket: 8, most_rows: 3000, ..Layout::new(1 << 30) };
    for layout in
        [Layout::new(1 << 30), sizes, Layout { thin: 1 << 40, ..sizes }, layout(&mut random)]
    {
        for arcs in [
            generate::acyclic(10_000, 50, 1).collect::<Vec<_>>(),
            generate::random(10_000, 25, 2).collect(),
            generate::skewed(5_000, 40, 3).collect(),
        ] {
            agrees(&Given::plain(10_000, arcs), Convention::Normal, layout);
        }
    }
}

#[test]
fn a_deep_graph_reads_each_row_about_once() {
    let path = Given::plain(1, (1..50_000).map(|v| (v, v - 1)));
    agrees(&path, Convention::Normal, Layout::new(1 << 30));
    // The same graph in an order in which no row is near the previous one.
    let shuffled = |v: u32| (u64::from(v) * 7919 % 50_000) as u32;
    let path = Given::plain(1, (1..50_000).map(|v| (shuffled(v), shuffled(v - 1))));
    let storage = Counted::default();
    let sizes = Layout::new(1 << 30);
    let graph = path.on_disk(&storage, sizes).unwrap();
    storage.read.store(0, Ordering::Relaxed);
    let solution = graph.solve(Convention::Normal, &Budget::unlimited()).unwrap().found;
    assert_eq!(solution.longest(Outcome::N).unwrap().1, 49_999);
    let read = storage.read.load(Ordering::Relaxed);
    assert!(read <= 50_000 * 2 * sizes.page as u64, "{read} bytes were read");
}

/// Counts the bytes read, and fails after `left` operations.
#[derive(Clone, Debug)]
struct Counted {
    files: MemoryStorage,
    read: Arc<AtomicU64>,
    left: Arc<AtomicU64>,
}

impl Default for Counted {
    fn default() -> Self {
        let left = Arc::new(AtomicU64::new(u64::MAX));
        Counted { files: MemoryStorage::default(), read: Arc::default(), left }
    }
}

impl Counted {
    fn work(&self) -> Result<(), StorageError> {
        let left = self.left.load(Ordering::Relaxed);
        if left == 0 {
            return Err("the disk is full".into());
        }
        self.left.store(left - 1, Ordering::Relaxed);
        Ok(())
    }

    fn wrapped(&self, file: Box<dyn StoredFile>) -> Box<dyn StoredFile> {
        Box::new(CountedFile { file, storage: self.clone() })
    }
}

impl Storage for Counted {
    fn create(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        self.work()?;
        Ok(self.wrapped(self.files.create(name)?))
    }

    fn open(&self, name: &str) -> Result<Box<dyn StoredFile>, StorageError> {
        Ok(self.wrapped(self.files.open(name)?))
    }

    fn remove(&self, name: &str) -> Result<(), StorageError> {
        self.files.remove(name)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
        self.work()?;
        self.files.put(name, bytes)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StorageError> {
        self.files.get(name)
    }
}

#[derive(Debug)]
struct CountedFile {
    file: Box<dyn StoredFile>,
    storage: Counted,
}

impl StoredFile for CountedFile {
    fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        self.storage.work()?;
        self.file.append(bytes)
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), StorageError> {
        self.storage.read.fetch_add(into.len() as u64, Ordering::Relaxed);
        self.file.read(offset, into)
    }

    fn truncate(&mut self, length: u64) -> Result<(), StorageError> {
        self.file.truncate(length)
    }

    fn sync(&mut self) -> Result<(), StorageError> {
        self.storage.work()
    }
}

/// A run that ends at any place resumes from its last save and finds the same solution.
#[test]
fn a_run_that_was_broken_off_goes_on() {
    let mut random = Random::new(3);
    let mut broken = 0;
    for round in 0..300 {
        let given = any(round, &mut random);
        let convention =
            if round.is_multiple_of(2) { Convention::Normal } else { Convention::Misere };
        let mut sizes = layout(&mut random);
        sizes.page = 1 + random.below(20) as usize;
        let (expected, ..) = expected(&given.in_memory(), convention);
        let storage = Counted::default();
        let mut graph = given.on_disk(&storage, sizes).unwrap();
        graph.save().unwrap();
        drop(graph);
        let external = External { storage: &storage, layout: sizes };
        let budget = Budget::unlimited();
        loop {
            storage.left.store(u64::from(random.below(40)), Ordering::Relaxed);
            let graph = external.open(&budget).unwrap();
            match graph.solve_and_keep(convention, Some(Duration::ZERO), &budget) {
                Ok(mut run) => {
                    storage.left.store(u64::MAX, Ordering::Relaxed);
                    assert_eq!(rows(&mut run.found), expected);
                    break;
                }
                Err(ExternalError::Storage(_)) => broken += 1,
                Err(error) => panic!("{error}"),
            }
        }
        // Known results are not computed again. Another convention starts from the beginning.
        storage.left.store(0, Ordering::Relaxed);
        let graph = external.open(&budget).unwrap();
        graph.solve_and_keep(convention, Some(Duration::ZERO), &budget).unwrap();
        let graph = external.open(&budget).unwrap();
        let other = if round.is_multiple_of(2) { Convention::Misere } else { Convention::Normal };
        assert!(graph.solve_and_keep(other, Some(Duration::ZERO), &budget).is_err());
    }
    assert!(broken > 100, "{broken}");
}

#[test]
fn a_run_that_was_stopped_knows_the_levels_it_finished() {
    let given = Given::plain(1, (1..100_000).map(|v| (v, v - 1)));
    let storage = MemoryStorage::default();
    let graph = given.on_disk(&storage, Layout::new(1 << 30)).unwrap();
    let run = graph.solve(Convention::Normal, &Budget::unlimited().with_steps(150_000)).unwrap();
    assert_eq!(run.stop, upstar_core::StopReason::Steps);
    let counts = run.found.counts();
    assert!(counts.unknown > 0 && counts.n > 10_000, "{counts:?}");
    let mut solution = run.found;
    let error = solution.table(&Budget::unlimited()).unwrap_err();
    assert!(matches!(error, ExternalError::Graph(GraphError::Incomplete)));
}

#[test]
fn damaged_and_cut_files_are_refused() {
    let given = Given::plain(400, generate::acyclic(400, 30, 5));
    let sizes = Layout { page: 16, ..Layout::new(1 << 30) };
    let whole = MemoryStorage::default();
    let mut graph = given.on_disk(&whole, sizes).unwrap();
    graph.save().unwrap();
    let budget = Budget::unlimited().with_steps(1000);
    let run = graph.solve_and_keep(Convention::Normal, Some(Duration::ZERO), &budget).unwrap();
    assert!(run.found.counts().unknown > 0);
    let budget = Budget::unlimited();
    let mut random = Random::new(9);
    let mut refused = 0;
    for name in ["graph", "degrees", "rows", "progress", "labels", "levels"] {
        for _ in 0..40 {
            let storage = MemoryStorage::default();
            for other in whole.names() {
                let mut bytes = whole.get(&other).unwrap().unwrap();
                if other == name && !bytes.is_empty() {
                    let at = random.below(bytes.len() as u32) as usize;
                    match random.below(2) {
                        0 => bytes[at] ^= 1 << random.below(8),
                        _ => bytes.truncate(at),
                    }
                }
                storage.put(&other, &bytes).unwrap();
            }
            let external = External { storage: &storage, layout: sizes };
            let run = external.open(&budget).and_then(|graph| {
                graph.solve_and_keep(Convention::Normal, Some(Duration::ZERO), &budget)
            });
            match run {
                Err(ExternalError::Damaged { file }) => {
                    assert_eq!(file, name);
                    refused += 1;
                }
                Err(ExternalError::Storage(error)) => panic!("{name}: {error}"),
                Err(error) => panic!("{name}: {error}"),
                // Bytes after the last saved level do not matter.
                Ok(_) => assert!(["labels", "levels", "rows"].contains(&name), "{name}"),
            }
        }
    }
    assert!(refused > 150, "{refused}");
}

#[test]
fn what_is_no_game_is_refused_as_in_memory() {
    let storage = MemoryStorage::default();
    let mut given = Given::plain(3, [(0, 1)]);
    given.results.push((0, MoveResult::Win));
    let error = given.on_disk(&storage, Layout::new(1 << 30)).unwrap_err();
    assert_eq!(error.to_string(), "vertex 0 has a result of its own, but there are moves from it");
    let mut given = Given::plain(3, [(0, 1)]);
    given.results.extend([(2, MoveResult::Win), (2, MoveResult::Loss)]);
    let error = given.on_disk(&storage, Layout::new(1 << 30)).unwrap_err();
    assert_eq!(error.to_string(), "vertex 2 has two different results");
    let given = Given::plain(1 << 24, [(0, 1)]);
    let error = given.on_disk(&storage, Layout::new(32 << 20)).unwrap_err();
    assert!(matches!(error, ExternalError::Memory { limit: 33_554_432, .. }), "{error}");
    let ExternalError::Memory { needed, .. } = error else { unreachable!() };
    assert_eq!(needed, External::memory_needed(1 << 24));
    assert!(given.on_disk(&storage, Layout::new(needed)).is_ok());
}
