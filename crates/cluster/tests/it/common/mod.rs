//! Shared code of the tests of the cluster.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use upstar_cluster::{Cluster, ClusterError, ClusterSummary, Hosts, Membership};
use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_files::Source;
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph};
use upstar_graphs::{Graph, GraphBuilder, GraphSolution, solve_graph};

/// A cell of a table; empty ones are `None`.
pub type Cells = Option<String>;

pub enum Kind {
    Csv,
    Parquet,
}

/// Writes a graph given as CSV in a format.
pub fn write_as(kind: Kind, text: &str, folder: &Path, round: u32) -> PathBuf {
    let csv = folder.join(format!("g{round}.csv"));
    std::fs::write(&csv, text).unwrap();
    match kind {
        Kind::Csv => csv,
        Kind::Parquet => {
            let (list, _) = read(&csv);
            let path = folder.join(format!("g{round}.parquet"));
            write_graph(&path, GraphFormat::Parquet, &list.view(), &Budget::unlimited()).unwrap();
            path
        }
    }
}

pub fn read(path: &Path) -> (EdgeList, Graph) {
    let source = Source::Path(path.to_owned());
    let (list, _) = EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap();
    let mut builder = GraphBuilder::new();
    builder.vertices(list.names.len());
    for (i, &(from, to)) in list.arcs.iter().enumerate() {
        builder.coloured_arc(from, to, list.colour(i)).unwrap();
    }
    for &(v, result) in &list.terminals {
        builder.result(v, result).unwrap();
    }
    let graph = builder.finish().unwrap();
    (list, graph)
}

/// The answer of a single machine: the rows of the table in order, and the summary.
pub struct Expected {
    pub rows: Vec<Vec<Cells>>,
    pub vertices: u64,
    pub arcs: u64,
    pub longest: Option<(String, Option<Player>, u32)>,
    pub outcomes: BTreeMap<Outcome, u64>,
}

pub fn one_machine(path: &Path, convention: Convention) -> Expected {
    let (list, graph) = read(path);
    let solution = solve_graph(&graph, convention, 1, &Budget::unlimited()).unwrap().found;
    let name = |v: u32| list.names.get(v).to_string();
    let coloured = list.colours.iter().any(|&colour| colour != Colour::Both);
    let mut rows = Vec::new();
    let mut longest: Option<(u32, u32, Option<Player>)> = None;
    let mut outcomes = BTreeMap::new();
    for v in 0..graph.vertices() {
        let outcome = solution.outcome(v).unwrap();
        *outcomes.entry(outcome).or_insert(0) += 1;
        let mut row = vec![Some(name(v)), Some(outcome.to_string())];
        let players: &[Player] = if coloured { &Player::BOTH } else { &[Player::Left] };
        for &player in players {
            let result = solution.result(v, player).unwrap();
            if coloured {
                row.push(Some(result.to_string()));
            }
            let remoteness = solution.remoteness(v, player);
            row.push(remoteness.map(|remoteness| remoteness.to_string()));
            row.push(solution.best_move(&graph, v, player).unwrap().map(name));
            if result == MoveResult::Win
                && longest.is_none_or(|(_, most, _)| remoteness.unwrap() > most)
            {
                longest = Some((v, remoteness.unwrap(), coloured.then_some(player)));
            }
        }
        rows.push(row);
    }
    assert_eq!(matches!(solution, GraphSolution::Coloured(_)), coloured);
    Expected {
        rows,
        vertices: u64::from(graph.vertices()),
        arcs: graph.arcs(),
        longest: longest.map(|(v, remoteness, player)| (name(v), player, remoteness)),
        outcomes,
    }
}

pub fn compare(
    expected: &Expected,
    parts: &[Vec<Vec<Cells>>],
    summary: &ClusterSummary,
    path: &Path,
) {
    let shown = std::fs::read_to_string(path).unwrap_or_else(|_| path.display().to_string());
    let index: BTreeMap<&Cells, usize> =
        expected.rows.iter().enumerate().map(|(i, row)| (&row[0], i)).collect();
    let mut found = vec![None; expected.rows.len()];
    for part in parts {
        let places: Vec<usize> = part.iter().map(|row| index[&row[0]]).collect();
        assert!(places.is_sorted(), "a part is in order of first appearance: {shown}");
        for (row, place) in part.iter().zip(places) {
            assert!(found[place].replace(row.clone()).is_none(), "a vertex stands once");
        }
    }
    for (row, found) in expected.rows.iter().zip(found) {
        assert_eq!(Some(row), found.as_ref(), "{shown}");
    }
    assert_eq!((summary.vertices, summary.arcs), (expected.vertices, expected.arcs));
    let longest = summary.longest_win.as_ref();
    let longest = longest.map(|win| (win.vertex.clone(), win.mover, win.remoteness));
    assert_eq!(longest, expected.longest, "{shown}");
    for (outcome, count) in &summary.outcomes {
        assert_eq!(expected.outcomes.get(outcome).copied().unwrap_or(0), *count, "{outcome}");
    }
}

/// The rows of all parts of a folder, in the order of the manifest.
pub fn read_folder(folder: &Path) -> Vec<Vec<Vec<Cells>>> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let manifest = std::fs::read(folder.join("_manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let mut total = 0;
    let mut parts = Vec::new();
    for part in manifest["parts"].as_array().unwrap() {
        let path = folder.join(part["file"].as_str().unwrap());
        let file = std::fs::File::open(&path).unwrap();
        assert_eq!(file.metadata().unwrap().len(), part["bytes"].as_u64().unwrap());
        let reader = SerializedFileReader::new(file).unwrap();
        let rows: Vec<Vec<Cells>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| {
                let row = row.unwrap();
                row.get_column_iter()
                    .map(|(_, field)| match field {
                        Field::Null => None,
                        Field::Str(text) => Some(text.clone()),
                        other => Some(other.to_string()),
                    })
                    .collect()
            })
            .collect();
        assert_eq!(rows.len() as u64, part["rows"].as_u64().unwrap());
        total += rows.len() as u64;
        parts.push(rows);
    }
    assert_eq!(total, manifest["rows"].as_u64().unwrap());
    parts
}

/// Free addresses of this machine.
pub fn cluster_of(processes: usize) -> Hosts {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    Hosts::parse("hosts", &addresses.join("\n")).unwrap()
}

/// Runs a function in every process of a cluster; each process is a thread here.
pub fn with_cluster<T: Send>(
    hosts: &Hosts,
    threads: usize,
    work: impl Fn(Cluster) -> Result<T, ClusterError> + Sync,
) -> Vec<Result<T, ClusterError>> {
    let membership =
        Membership::new("a test").with_threads(threads).with_patience(Duration::from_secs(30));
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..hosts.len())
            .map(|process| {
                let (membership, work) = (&membership, &work);
                scope.spawn(move || {
                    let budget = Budget::unlimited();
                    work(Cluster::join(hosts, process, membership, &budget)?)
                })
            })
            .collect();
        started.into_iter().map(|started| started.join().unwrap()).collect()
    })
}

/// The values from a single machine.
pub struct ExpectedValues {
    pub rows: Vec<Vec<Cells>>,
    pub counts: Vec<(upstar_core::LoopyNimber, u64)>,
    pub vertices: u64,
    pub arcs: u64,
}

pub fn one_machine_values(path: &Path) -> ExpectedValues {
    let (list, graph) = read(path);
    let values = upstar_graphs::loopy_values(&graph, &Budget::unlimited()).unwrap();
    let row = |v: u32| vec![Some(list.names.get(v).to_string()), Some(values.get(v).to_string())];
    ExpectedValues {
        rows: (0..graph.vertices()).map(row).collect(),
        counts: values.distinct().iter().cloned().zip(values.counts()).collect(),
        vertices: u64::from(graph.vertices()),
        arcs: graph.arcs(),
    }
}
