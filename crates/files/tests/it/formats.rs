//! Tests every format: a written file is read back as the same graph, files of other programs have
//! their intended meaning, and bad files are refused with the place of the error.

use std::collections::HashSet;
use std::path::Path;

use proptest::prelude::*;
use upstar_core::arcs::{Colour, MoveResult, Owners};
use upstar_core::names::{Interner, Names};
use upstar_core::{Budget, Player};
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph, write_graph_to};
use upstar_files::{Compression, FileError, Output, Source};

mod others;

fn write(graph: &EdgeList, format: GraphFormat) -> Result<Vec<u8>, FileError> {
    let output = Output::memory(Compression::None);
    write_graph_to(output, format, &graph.view(), &Budget::unlimited())?.finish_memory()
}

fn read_as(
    format: Option<GraphFormat>,
    name: &str,
    bytes: impl AsRef<[u8]>,
) -> Result<EdgeList, FileError> {
    let mut options = ReadOptions::default();
    options.format = format;
    let source = Source::bytes(name, bytes.as_ref().to_vec());
    EdgeList::read(&source, &options, &Budget::unlimited()).map(|(graph, _)| graph)
}

fn read(format: GraphFormat, text: impl AsRef<[u8]>) -> EdgeList {
    read_as(Some(format), "g", text).unwrap()
}

fn error(format: GraphFormat, text: impl AsRef<[u8]>) -> String {
    read_as(Some(format), "g", text).unwrap_err().to_string()
}

fn names(graph: &EdgeList) -> Vec<String> {
    graph.names.iter().map(|name| name.to_string()).collect()
}

/// The graph by names, regardless of order: vertices, arcs, results.
type ByName = (Vec<String>, Vec<(String, String, Colour)>, Vec<(String, MoveResult)>);

fn by_name(graph: &EdgeList) -> ByName {
    let name = |v: u32| graph.names.get(v).to_string();
    let mut vertices = names(graph);
    vertices.sort();
    let arcs = graph.arcs.iter().enumerate();
    let mut arcs: Vec<_> = arcs.map(|(i, &(u, v))| (name(u), name(v), graph.colour(i))).collect();
    arcs.sort();
    let mut results: Vec<_> = graph.terminals.iter().map(|&(v, r)| (name(v), r)).collect();
    results.sort();
    (vertices, arcs, results)
}

/// The parts of random graphs that a format can hold.
#[derive(Clone, Copy, Debug)]
struct Holds {
    colours: bool,
    results: bool,
    isolated: bool,
    text: &'static str,
    parallel: bool,
}

fn holds(format: GraphFormat) -> Holds {
    let any = "[ -~\n\t↑é]{0,6}";
    let all = Holds { colours: true, results: true, isolated: true, text: any, parallel: true };
    match format {
        GraphFormat::Edges | GraphFormat::Snap => {
            Holds { results: false, isolated: false, text: "[!$&-~↑]{1,5}", ..all }
        }
        GraphFormat::Dimacs | GraphFormat::MatrixMarket => {
            Holds { colours: false, results: false, text: "[ -~↑]{0,6}", ..all }
        }
        GraphFormat::Dot => {
            Holds { text: "([ -Z^-~\n\t↑é]|\\]|\\[|\"|\\\\\\\\|\\\\x){0,6}", ..all }
        }
        GraphFormat::PgSolver => Holds { text: "[ !#-~\n↑;]{0,6}", parallel: false, ..all },
        _ => all,
    }
}

fn graphs(holds: Holds) -> impl Strategy<Value = EdgeList> {
    let name = prop_oneof![
        3 => "[0-9]{1,3}",
        1 => "[1-9][0-9]{15,18}",
        2 => holds.text,
        1 => "(node|edge|graph|from|to|subgraph|upstar-name 1)".prop_map(|s| s.replace(' ', "_")),
    ];
    let vertices = prop_oneof![
        proptest::collection::vec("[0-9]{1,3}", 1..12).boxed(),
        proptest::collection::vec(name, 1..12).boxed(),
        (1..12_usize).prop_map(|n| (1..=n).map(|i| i.to_string()).collect()).boxed(),
        (1..12_usize).prop_map(|n| (0..n).map(|i| i.to_string()).collect()).boxed(),
    ];
    let arcs = proptest::collection::vec((any::<u16>(), any::<u16>(), 0..5_u8), 0..25);
    let results = proptest::collection::vec(0..12_u8, 12);
    (vertices, arcs, results).prop_map(move |(vertices, arcs, results)| {
        let mut interner = Interner::new();
        let plain = vertices.iter().all(|name| !name.is_empty());
        for name in &vertices {
            if plain || holds.isolated {
                interner.text(name).unwrap();
            }
        }
        let names = interner.finish();
        let n = names.len().max(1);
        let mut seen = HashSet::new();
        let owners = Owners::default();
        let mut graph =
            EdgeList { names, arcs: vec![], colours: vec![], terminals: vec![], owners };
        for (from, to, colour) in arcs {
            let arc = (u32::from(from) % n, u32::from(to) % n);
            if !holds.parallel && !seen.insert(arc) {
                continue;
            }
            graph.arcs.push(arc);
            graph.colours.push(match colour {
                1 if holds.colours => Colour::Left,
                2 if holds.colours => Colour::Right,
                _ => Colour::Both,
            });
        }
        if graph.colours.iter().all(|&colour| colour == Colour::Both) {
            graph.colours.clear();
        }
        let mut terminal = vec![true; n as usize];
        let mut alone = vec![true; n as usize];
        for &(u, v) in &graph.arcs {
            terminal[u as usize] = false;
            alone[u as usize] = false;
            alone[v as usize] = false;
        }
        for v in 0..n {
            let result = match results[v as usize % 12] {
                0 | 1 => MoveResult::Win,
                // PGSolver can represent a lost terminal only in the usual way.
                2 if holds.parallel => MoveResult::Loss,
                3 if holds.parallel => MoveResult::Draw,
                _ => continue,
            };
            if holds.results && terminal[v as usize] {
                graph.terminals.push((v, result));
            }
        }
        if !holds.isolated {
            for v in (0..n).filter(|&v| alone[v as usize]) {
                graph.arcs.push((v, v));
                if !graph.colours.is_empty() {
                    graph.colours.push(Colour::Both);
                }
            }
        }
        graph
    })
}

/// Formats that declare their vertices keep their order.
fn keeps_order(format: GraphFormat) -> bool {
    !matches!(format, GraphFormat::Edges | GraphFormat::Snap)
}

fn round_trip(format: GraphFormat, graph: &EdgeList) {
    let bytes = write(graph, format).unwrap();
    let shown = String::from_utf8_lossy(&bytes);
    let back = read_as(Some(format), "g", &bytes).unwrap_or_else(|e| panic!("{e}\n{shown}"));
    assert_eq!(by_name(&back), by_name(graph), "{shown}");
    if keeps_order(format) {
        assert_eq!(names(&back), names(graph), "{shown}");
        if format != GraphFormat::PgSolver {
            assert_eq!(back.arcs, graph.arcs, "{shown}");
        }
    }
    // The same with every compression, which is recognised.
    let extension = format.extensions()[0];
    for compression in ["", ".gz", ".zst"] {
        if format == GraphFormat::Parquet && !compression.is_empty() {
            continue;
        }
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(format!("g.{extension}{compression}"));
        write_graph(&path, format, &graph.view(), &Budget::unlimited()).unwrap();
        let source = Source::Path(path);
        let (again, found) =
            EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap();
        assert_eq!((again, found), (back.clone(), format));
    }
}

/// The first line of a list of arcs may look like a header.
#[test]
fn a_first_arc_that_looks_like_a_header_stays_an_arc() {
    for text in
        ["; .\n4 44\n", "a: b\n", "a: 1\n", "from to\nb c\n", "6 1\n1 6\n", "x y\n1 2\ny 3\n"]
    {
        let source = Source::bytes("g.txt", format!("# arcs\n{text}"));
        let options = ReadOptions::with_format(GraphFormat::Edges);
        let (graph, _) = EdgeList::read(&source, &options, &Budget::unlimited()).unwrap();
        assert_eq!(graph.arcs.len(), text.lines().count());
        round_trip(GraphFormat::Edges, &graph);
    }
}

/// Readers of plain text take a zero byte for a sign of binary data.
#[test]
fn a_name_with_a_zero_byte_is_not_written_as_plain_text() {
    let text =
        r#"{"nodes": [{"id": "a\u0000b"}], "edges": [{"source": "a\u0000b", "target": "c"}]}"#;
    let graph = read(GraphFormat::Json, text);
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        match format.extensions()[0] {
            "json" | "parquet" | "arrow" => round_trip(format, &graph),
            _ => {
                let written = write(&graph, format);
                assert!(matches!(written, Err(FileError::NotRepresentable { .. })), "{format}");
            }
        }
    }
}

fn round_trips_of(format: GraphFormat) {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 120,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        ..ProptestConfig::default()
    });
    runner
        .run(&graphs(holds(format)), |graph| {
            round_trip(format, &graph);
            Ok(())
        })
        .unwrap();
}

#[cfg(feature = "arrow")]
#[test]
fn arrow_round_trip() {
    round_trips_of(GraphFormat::Arrow);
}

/// Polars writes the schema into the footer alone.
#[cfg(feature = "arrow")]
#[test]
fn arrow_file_whose_stream_has_no_schema() {
    let whole = write(&sample(GraphFormat::Arrow), GraphFormat::Arrow).unwrap();
    let mut without = whole.clone();
    let length = without[8..].iter().take_while(|byte| **byte == 0).count();
    let message = 8 + length;
    assert_eq!(without[message..message + 4], [0xff; 4]);
    without[message..message + 8].copy_from_slice(&[4, 0, 0, 0, 0xf2, 0xff, 0xff, 0xff]);
    assert_eq!(read(GraphFormat::Arrow, &without), read(GraphFormat::Arrow, &whole));
}

#[cfg(feature = "arrow")]
#[test]
fn arrow_that_is_wrong() {
    let bytes = write(&sample(GraphFormat::Arrow), GraphFormat::Arrow).unwrap();
    for length in [0, 5, 7, bytes.len() / 2, bytes.len() - 1] {
        let message = error(GraphFormat::Arrow, &bytes[..length]);
        assert!(message.starts_with("g"), "{message}");
        assert!(message.contains("; expected "), "{message}");
    }
}

macro_rules! round_trips {
    ($($name:ident: $format:ident,)*) => {
        $(
            #[test]
            fn $name() {
                round_trips_of(GraphFormat::$format);
            }
        )*
        #[test]
        fn every_format_makes_the_round_trip() {
            let tested = [
                $(GraphFormat::$format,)*
                #[cfg(feature = "arrow")]
                GraphFormat::Arrow,
            ];
            assert!(GraphFormat::all().all(|format| !format.is_written() || tested.contains(&format)));
        }
    };
}

round_trips! {
    csv_round_trip: Csv,
    tsv_round_trip: Tsv,
    edges_round_trip: Edges,
    snap_round_trip: Snap,
    dimacs_round_trip: Dimacs,
    matrix_market_round_trip: MatrixMarket,
    dot_round_trip: Dot,
    graphml_round_trip: GraphMl,
    json_round_trip: Json,
    pgsolver_round_trip: PgSolver,
    parquet_round_trip: Parquet,
}

fn sample(format: GraphFormat) -> EdgeList {
    let holds = holds(format);
    let mut graph = read(GraphFormat::Csv, "1,2\n2,3\n2,1\n3,1\n");
    if holds.colours {
        graph.colours = vec![Colour::Left, Colour::Both, Colour::Right, Colour::Both];
    }
    graph
}

#[test]
fn formats_are_recognised_by_content() {
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        let bytes = write(&sample(format), format).unwrap();
        let source = Source::bytes("-", bytes);
        let (graph, found) =
            EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap();
        // The reader of edge lists also reads SNAP.
        let expected = if format == GraphFormat::Snap { GraphFormat::Edges } else { format };
        assert_eq!(found, expected);
        assert_eq!(by_name(&graph), by_name(&sample(format)));
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let refused =
        |format, csv: &str| write(&read(GraphFormat::Csv, csv), format).unwrap_err().to_string();
    assert_eq!(
        refused(GraphFormat::Dimacs, "a,b,blue\n"),
        "memory: the format dimacs cannot hold colours of arcs; csv can"
    );
    assert_eq!(
        refused(GraphFormat::MatrixMarket, "a,b\nb,,W\n"),
        "memory: the format matrixmarket cannot hold terminals with results of their own; csv can"
    );
    assert_eq!(
        refused(GraphFormat::Edges, "a,b\nc,\n"),
        "memory: the format edges cannot hold vertices without arcs, such as c; csv can"
    );
    assert!(refused(GraphFormat::Edges, "a b,c\n").contains("the name \"a b\""));
    assert!(refused(GraphFormat::PgSolver, "a,b\nb,,D\n").contains("terminals that are draws"));
    assert!(refused(GraphFormat::PgSolver, "\"\"\"\",b\n").contains("the name"));
    assert!(refused(GraphFormat::GraphMl, "\u{1},b\n").contains("the name \"\\u{1}\""));
    assert!(refused(GraphFormat::Dot, "a\\,b\n").contains("the name a\\"));
    assert!(refused(GraphFormat::Dimacs, "\"a\n\",b\n").contains("the name"));
}

#[test]
fn nothing_is_left_of_a_file_that_cannot_be_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("g.gr");
    let graph = read(GraphFormat::Csv, "a,b,blue\n");
    assert!(write_graph(&path, GraphFormat::Dimacs, &graph.view(), &Budget::unlimited()).is_err());
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    let full = Path::new("/dev/full");
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        let error = write_graph(full, format, &sample(format).view(), &Budget::unlimited());
        let message = error.unwrap_err().to_string();
        assert!(message.starts_with("cannot write /dev/full: "), "{format}: {message}");
    }
}

#[test]
fn truncated_compression_in_every_format() {
    let mut list = String::new();
    for i in 0..30_000_u64 {
        list += &format!("{},{}\n", i, i * i * 7919 % 30_011);
    }
    let graph = read(GraphFormat::Csv, &list);
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        let bytes = write(&graph, format).unwrap();
        let packed = zstd::encode_all(&bytes[..], 1).unwrap();
        let result = read_as(Some(format), "g.zst", &packed[..packed.len() / 2]);
        let message = result.unwrap_err().to_string();
        assert!(message.starts_with("g.zst:"), "{format}: {message}");
        assert!(message.contains("the Zstandard data ends too early"), "{format}: {message}");
    }
}

#[test]
fn budgets_hold_in_every_format() {
    let list: String = (0..50_000).map(|i| format!("{i},{}\n", i + 1)).collect();
    let graph = read(GraphFormat::Csv, &list);
    assert_eq!(graph.names, Names::Dense(50_001));
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        let bytes = write(&graph, format).unwrap();
        let source = Source::bytes("g", bytes);
        let options = ReadOptions::with_format(format);
        for budget in
            [Budget::unlimited().with_steps(10_000), Budget::unlimited().with_bytes(50_000)]
        {
            let result = EdgeList::read(&source, &options, &budget);
            assert!(matches!(result, Err(FileError::Exhausted(_))), "{format}");
        }
        let output = Output::memory(Compression::None);
        let budget = Budget::unlimited().with_steps(10_000);
        let result = write_graph_to(output, format, &graph.view(), &budget);
        assert!(matches!(result, Err(FileError::Exhausted(_))), "{format}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_input_breaks_a_reader(
        bytes in proptest::collection::vec(any::<u8>(), 0..150),
        cut in 0..400_usize,
        change in any::<(u16, u8)>(),
    ) {
        for format in GraphFormat::all().filter(|format| format.is_written()) {
            let _ = read_as(Some(format), "g", &bytes);
            let mut whole = write(&sample(format), format).unwrap();
            let at = change.0 as usize % whole.len();
            whole[at] = change.1;
            let _ = read_as(Some(format), "g", &whole);
            let _ = read_as(Some(format), "g", &whole[..cut.min(whole.len())]);
        }
    }
}

#[cfg(feature = "arrow")]
#[test]
fn arrow_with_any_byte_damaged() {
    let file = write(&sample(GraphFormat::Arrow), GraphFormat::Arrow).unwrap();
    let footer = i32::from_le_bytes(file[file.len() - 10..file.len() - 6].try_into().unwrap());
    let stream = &file[8..file.len() - 10 - usize::try_from(footer).unwrap()];
    let padding = stream.iter().take_while(|byte| **byte == 0).count();
    let stream = &stream[padding..];
    assert_eq!(read(GraphFormat::Arrow, stream), read(GraphFormat::Arrow, &file));
    for whole in [&file[..], stream] {
        for at in 0..whole.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff, whole[at] ^ 4] {
                let mut bytes = whole.to_vec();
                bytes[at] = value;
                // Some bytes are padding, so it only matters that reading ends properly.
                if let Err(error) = read_as(Some(GraphFormat::Arrow), "g", bytes) {
                    let message = error.to_string();
                    assert!(message.starts_with("g:"), "{at}: {message}");
                }
            }
        }
    }
}

/// A game of up to five vertices with owners, perhaps with priorities and results.
fn owned(seed: u32, dead_ends: bool, priorities: bool) -> EdgeList {
    let next =
        |n: u32| seed.wrapping_mul(2_654_435_761).rotate_left(n % 31) ^ n.wrapping_mul(40_503);
    let vertices = 1 + seed % 5;
    let mut interner = Interner::new();
    for v in 0..vertices {
        interner.text(&format!("v {}", (v + seed) % vertices)).unwrap();
    }
    let mut arcs = Vec::new();
    for v in 0..vertices {
        let degree = next(v) % 3 + u32::from(!dead_ends);
        let mut row: Vec<u32> = (0..degree).map(|i| next(7 * v + i) % vertices).collect();
        row.sort_unstable();
        row.dedup();
        arcs.extend(row.into_iter().map(|to| (v, to)));
    }
    let terminal = (0..vertices).find(|&v| arcs.iter().all(|&(from, _)| from != v));
    let owners = Owners {
        players: (0..vertices).map(|v| Player::BOTH[next(v + 50) as usize % 2]).collect(),
        priorities: (0..if priorities { vertices } else { 0 }).map(|v| next(v + 90) >> v).collect(),
    };
    let terminals = terminal.map(|v| (v, MoveResult::Win)).into_iter().collect();
    EdgeList { names: interner.finish(), arcs, colours: Vec::new(), terminals, owners }
}

#[test]
fn owners_and_priorities_make_the_round_trip() {
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        for seed in 0..60 {
            let pgsolver = format == GraphFormat::PgSolver;
            let graph = owned(seed, !pgsolver, pgsolver || seed % 3 > 0);
            let graph = EdgeList {
                // The largest number is not a priority.
                owners: Owners {
                    priorities: graph.owners.priorities.iter().map(|p| p / 2).collect(),
                    ..graph.owners.clone()
                },
                ..graph
            };
            let bytes = match write(&graph, format) {
                Ok(bytes) => bytes,
                Err(error) => {
                    let held = ["csv", "tsv", "dot", "graphml", "json", "pgsolver"];
                    assert!(!held.contains(&format.to_string().as_str()), "{error}");
                    break;
                }
            };
            let mut options = ReadOptions::default();
            options.format = Some(format);
            options.owners = true;
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            let source = Source::bytes("g", bytes);
            let (back, _) = EdgeList::read(&source, &options, &Budget::unlimited())
                .unwrap_or_else(|e| panic!("{e}\n{shown}"));
            let by_vertex = |graph: &EdgeList| {
                let mut rows: Vec<_> = (0..graph.names.len())
                    .map(|v| {
                        let player = graph.owners.players[v as usize];
                        let priority = graph.owners.priorities.get(v as usize).copied();
                        (graph.names.get(v).to_string(), player, priority)
                    })
                    .collect();
                rows.sort_unstable();
                rows
            };
            assert_eq!(by_vertex(&back), by_vertex(&graph), "{shown}");
            assert_eq!(by_name(&back), by_name(&graph), "{shown}");
        }
    }
}

#[test]
fn owners_that_are_not_said_or_said_twice_are_refused() {
    let message = |text: &str| error(GraphFormat::Csv, text);
    let head = "from,to,owner,priority\n";
    for (rows, wrong) in [
        ("a,b,0,1\n", "g: vertex b without an owner; expected an owner for each vertex, 0 or 1"),
        ("a,b,0,1\nb,,1\n", "g: vertex b without a priority; expected a priority for each vertex"),
        ("a,b,,1\nb,,,3\n", "g: priorities, but no owners"),
        ("a,b,0\na,a,1\nb,,0\n", "g:3:1: owner 1 for vertex a, which already has owner 0"),
        ("a,a,0,1\na,a,,2\n", "g:3:1: priority 2 for vertex a, which already has priority 1"),
        ("a,a,2,1\n", "g:2:5: unknown owner \"2\"; expected 0 or 1"),
        ("a,a,0,-1\n", "g:2:7: unknown priority \"-1\"; expected an integer from 0"),
        ("a,a,0,1,2\n", "g:2:9: a row of 5 or more fields; expected at most 4"),
    ] {
        let found = message(&format!("{head}{rows}"));
        assert!(found.starts_with(wrong), "{found}");
    }
    let both = message("from,to,colour,owner\na,a,blue,0\n");
    assert!(both.contains("owners of vertices and colours of arcs"), "{both}");
    let json = r#"{"nodes": [{"id": 1, "owner": "me"}], "edges": []}"#;
    assert!(error(GraphFormat::Json, json).contains("unknown owner \"me\""));
    let dot = "digraph { node [owner=1]; a [priority=3]; b [owner=0, priority=x]; }";
    assert!(error(GraphFormat::Dot, dot).contains("unknown priority \"x\""));
    let dot = "digraph { node [owner=1, priority=2]; a [priority=3]; b; a -> b; b [owner=1]; }";
    let graph = read(GraphFormat::Dot, dot);
    assert_eq!(graph.owners.players, [Player::Right; 2]);
    assert_eq!(graph.owners.priorities, [3, 2]);
}
