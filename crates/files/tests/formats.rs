//! Every format: what is written is read back as the same graph, foreign
//! files mean what their programs mean, and bad ones are refused with the
//! place.

use std::collections::HashSet;
use std::path::Path;

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_core::arcs::{Colour, TerminalResult};
use upstar_core::names::{Interner, Names};
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph, write_graph_to};
use upstar_files::{Compression, FileError, Output, Source};

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

/// The graph by names, without regard to order: vertices, arcs, results.
type ByName = (Vec<String>, Vec<(String, String, Colour)>, Vec<(String, TerminalResult)>);

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

/// What a format can hold of random graphs.
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
        let mut graph = EdgeList { names, arcs: vec![], colours: vec![], terminals: vec![] };
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
                0 | 1 => TerminalResult::Win,
                // PGSolver has no word for a lost terminal but the usual one.
                2 if holds.parallel => TerminalResult::Loss,
                3 if holds.parallel => TerminalResult::Draw,
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
    // The same through every compression, recognised.
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
            assert!(GraphFormat::all().all(|format| tested.contains(&format)));
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
    for format in GraphFormat::all() {
        let bytes = write(&sample(format), format).unwrap();
        let source = Source::bytes("-", bytes);
        let (graph, found) =
            EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap();
        // The reader of edge lists is that of SNAP.
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
    for format in GraphFormat::all() {
        let error = write_graph(full, format, &sample(format).view(), &Budget::unlimited());
        let message = error.unwrap_err().to_string();
        assert!(message.starts_with("cannot write /dev/full: "), "{format}: {message}");
    }
}

#[test]
fn dimacs_of_others() {
    let text = "c a road graph\nc\np sp 4 3\na 1 2 803\n\na 2 3 5\na 1 3 1\n";
    let graph = read(GraphFormat::Dimacs, text);
    assert_eq!(names(&graph), ["1", "2", "3", "4"]);
    assert_eq!(graph.arcs, [(0, 1), (1, 2), (0, 2)]);
    let graph = read(GraphFormat::Dimacs, "p edge 2 2\ne 1 2\ne 2 2\n");
    assert_eq!(graph.arcs, [(0, 1), (1, 0), (1, 1)]);
    let expect = |text: &str, message: &str| assert_eq!(error(GraphFormat::Dimacs, text), message);
    expect("a 1 2 3\n", "g:1:1: \"a 1 2 3\"; expected p sp VERTICES ARCS, or a comment: c ...");
    expect("p sp 2 1\na 1 3 1\n", "g:2:5: vertex 3; expected a vertex from 1 to 2");
    expect("p sp 2 1\na 0 1 1\n", "g:2:3: vertex 0; expected a vertex from 1 to 2");
    expect("p sp 2 2\na 1 2 1\n", "g:3:1: 1 arcs; expected 2, as the header says");
    expect("p sp x 2\n", "g:1:6: \"x\"; expected the number of vertices");
    expect("c\n", "g:2:1: the end of the file; expected p sp VERTICES ARCS");
    expect(
        "p sp 4000000000 1\na 1 2 3\n",
        "g:1:6: 4000000000 vertices with 1 arcs; expected at most 16777232 vertices",
    );
    expect(
        "p sp 99999999999999999999999 1\n",
        "g:1:6: \"99999999999999999999999\"; expected the number of vertices",
    );
    expect(
        "c upstar-name 2 x\np sp 2 0\n",
        "g:1:15: \"2 x\" in a name of a vertex; expected upstar-name NUMBER NAME with numbers \
         1, 2, 3, ... before the line p",
    );
}

#[test]
fn matrix_market_of_others() {
    let text = "%%MatrixMarket matrix coordinate real symmetric\n% SuiteSparse\n3 3 3\n\
                1 1 2.5\n2 1 -1e-3\n3 2 7\n";
    let graph = read(GraphFormat::MatrixMarket, text);
    assert_eq!(graph.arcs, [(0, 0), (1, 0), (0, 1), (2, 1), (1, 2)]);
    let expect =
        |text: &str, message: &str| assert_eq!(error(GraphFormat::MatrixMarket, text), message);
    let head = "%%MatrixMarket matrix coordinate pattern general\n";
    expect(&format!("{head}2 3 1\n1 1\n"), "g:2:1: a matrix of 2 x 3; expected a square matrix");
    expect(
        &format!("{head}2 2 1\n1 1 5\n"),
        "g:3:1: 3 fields in \"1 1 5\"; expected row, column and 0 numbers",
    );
    expect(&format!("{head}2 2 1\n1 7\n"), "g:3:3: vertex 7; expected a vertex from 1 to 2");
    let message = error(GraphFormat::MatrixMarket, "%%MatrixMarket matrix array real general\n");
    assert!(message.starts_with("g:1:1: \"%%MatrixMarket matrix array real"), "{message}");
    assert!(message.contains("; expected %%MatrixMarket matrix coordinate"), "{message}");
}

#[test]
fn dot_of_others() {
    let text = r##"/* drawn by hand */
strict digraph "G" {
    graph [rankdir=LR]; node [shape=box, label="x -> y"]
    edge [color=blue] // from here on
    a -> b -> c [color="red"; weight=2][style=dotted];
    subgraph cluster_0 { edge [colour=both]; d -> "e\"1"; label = "x" }
    a -> { b; "c" f:port:n } [fontcolor=gray]
    "jo" + "ined" -> <<b>html</b>> -> -1.5 [color=black]
    g [result=W]
    splines = true
# a line of a preprocessor
    a -> a
}
"##;
    let graph = read(GraphFormat::Dot, text);
    assert_eq!(
        names(&graph),
        ["a", "b", "c", "d", "e\"1", "f", "joined", "<b>html</b>", "-1.5", "g"]
    );
    use Colour::{Both, Left, Right};
    let arcs: Vec<_> = graph.arcs.iter().copied().zip(graph.colours.iter().copied()).collect();
    assert_eq!(
        arcs,
        [
            ((0, 1), Right),
            ((1, 2), Right),
            ((3, 4), Both),
            ((0, 1), Left),
            ((0, 2), Left),
            ((0, 5), Left),
            ((6, 7), Both),
            ((7, 8), Both),
            ((0, 0), Left),
        ]
    );
    assert_eq!(graph.terminals, [(9, TerminalResult::Win)]);
    let graph = read(GraphFormat::Dot, "graph{a--b--{c d}--c}");
    assert_eq!(
        graph.arcs,
        [(0, 1), (1, 0), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (3, 2), (2, 3)]
    );
    let expect = |text: &str, message: &str| assert_eq!(error(GraphFormat::Dot, text), message);
    expect("digraph {\n a -- b }", "g:2:4: \"--\"; expected ->");
    expect("graph { a -> b }", "g:1:11: \"->\"; expected --");
    expect("digraph { a -> }", "g:1:16: \"}\"; expected a node or a subgraph");
    expect("digraph { a", "g:1:12: the end of the file; expected a node, an arc, a subgraph or }");
    expect("tree { }", "g:1:1: \"tree\"; expected digraph or graph");
    expect("digraph { a [x] }", "g:1:15: \"]\"; expected =");
    expect("digraph { a -> b } c", "g:1:20: \"c\"; expected the end of the file");
    expect("digraph { \"a }", "g:1:11: a quote that is not closed; expected a second quote");
    expect("digraph { /* a }", "g:1:11: a comment that is not closed; expected */");
    expect(
        "digraph { a -> b [color=mauve] }",
        "g:1:25: unknown colour \"mauve\"; expected blue, red or green (left, right, both; L, R, B)",
    );
    expect("digraph { a & b }", "g:1:13: \"&\"; expected DOT");
    expect("digraph { }", "g:1:1: no arcs and no vertices; expected a graph in the format dot");
    let deep = format!("digraph {{ {} }}", "{".repeat(100_000));
    expect(&deep, "g:1:111: subgraphs nested more than 100 deep; expected fewer levels");
    let wide: String = (0..20_000).map(|i| format!("{i} ")).collect();
    let message = error(GraphFormat::Dot, format!("digraph {{ {{{wide}}} -> {{{wide}}} }}"));
    assert!(message.contains("a statement that makes 400000000 arcs"), "{message}");
}

#[test]
fn graphml_of_others() {
    let text = r#"<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d1" for="edge" attr.name="Color" attr.type="string"><default>green</default></key>
  <key id="d0" for="node" attr.name="color" attr.type="string" />
  <key id="d2" for="node" attr.name="result"/>
  <graph edgedefault="directed">
    <node id="a &amp; b"><data key="d0">mauve</data><desc>x <b/> y</desc></node>
    <node id="t"><data key="d2"> W
    </data></node>
    <edge source="a &amp; b" target="t"><data key="d1"><![CDATA[blue]]></data></edge>
    <edge source="c" target="t" directed="false"/>
    <node id="g"><graph edgedefault="directed"><node id="inner"/><edge source="inner" target="g"/></graph></node>
    <edge source="&#120;" target="g"><data key="d1">r&#101;d</data></edge>
  </graph>
</graphml>"#;
    let graph = read(GraphFormat::GraphMl, text);
    assert_eq!(names(&graph), ["a & b", "t", "c", "g", "inner", "x"]);
    assert_eq!(graph.arcs, [(0, 1), (2, 1), (1, 2), (4, 3), (5, 3)]);
    use Colour::{Both, Left, Right};
    assert_eq!(graph.colours, [Left, Both, Both, Both, Right]);
    assert_eq!(graph.terminals, [(1, TerminalResult::Win)]);
    let message = |text: &str| error(GraphFormat::GraphMl, text);
    assert!(
        message("<graphml>\n<graph edgedefault='directed'>\n<node id='a'/>").starts_with("g:3:")
    );
    assert!(message("<html></html>").contains("the element \"html\"; expected graphml"));
    assert!(message("").contains("the end of the file; expected an element graphml"));
    let body = |body: &str| {
        format!("<graphml>\n<graph edgedefault='directed'>\n{body}\n</graph></graphml>")
    };
    assert!(message(&body("<edge source='a'/>")).contains("an element edge without target"));
    assert!(message(&body("<node id='&nonsense;'/>")).starts_with("g:3:"));
    assert!(message(&body("<hyperedge/>")).contains("a hyperedge"));
    assert!(message(&body("<node id='a'></edge>")).starts_with("g:3:"));
}

#[test]
fn json_of_others() {
    let text = r#"{"multigraph": false, "graph": {"x": [1, {"y": null}]}, "directed": true,
      "links": [{"target": "b", "source": 1, "weight": 2.5, "colour": "red", "key": 0},
                {"source": -3, "target": "b"}],
      "nodes": [{"id": "z"}, {"size": 1, "id": "b", "result": "D"}]}"#;
    let graph = read(GraphFormat::Json, text);
    assert_eq!(names(&graph), ["1", "b", "-3", "z"]);
    assert_eq!(graph.colours, [Colour::Right, Colour::Both]);
    assert_eq!(graph.terminals, [(1, TerminalResult::Draw)]);
    let graph =
        read(GraphFormat::Json, r#"{"directed": false, "edges": [{"source": 1, "target": 2}]}"#);
    assert_eq!(graph.arcs, [(0, 1), (1, 0)]);
    let message = |text: &str| error(GraphFormat::Json, text);
    let list = "expected an object with the lists nodes and edges (or links)";
    assert_eq!(message("[1]"), format!("g:1:1: invalid type: sequence; {list}"));
    assert_eq!(message("{}"), format!("g:1:1: an object without nodes and edges; {list}"));
    let found = message("{\"edges\": [\n{\"source\": 1}]}");
    assert!(found.starts_with("g:2:13: an element without \"target\""), "{found}");
    let found = message("{\"nodes\": [{\"id\": 1.5}]}");
    assert!(found.contains("invalid type: floating point `1.5`; expected a string or an integer"));
    let found = message("{\"nodes\": [{\"id\": 1}");
    assert!(found.starts_with("g:1:2") && found.contains("EOF"), "{found}");
    let found = message(
        "{\"edges\": [{\"source\": 1, \"target\": 2, \"color\": \"mauve\"}], \"nodes\": []}",
    );
    assert!(found.contains("unknown colour \"mauve\"; expected blue, red or green"), "{found}");
    let deep = format!("{{\"x\": {}", "[".repeat(100_000));
    assert!(message(&deep).contains("EOF while parsing"), "passed over without recursion");
    let deep = format!("{{\"nodes\": {}", "[".repeat(100_000));
    assert!(message(&deep).contains("invalid type: sequence"));
}

#[test]
fn pgsolver_as_documented() {
    let graph = read(GraphFormat::Csv, "a,b\nb,c,blue\nd,,W\n");
    let text = String::from_utf8(write(&graph, GraphFormat::PgSolver).unwrap()).unwrap();
    assert_eq!(
        text,
        "parity 7;\n\
         0 1 0 3 \"a\";\n1 1 1 2 \"a\";\n\
         2 1 0 5 \"b\";\n3 2 1 3 \"b\";\n\
         4 1 0 4 \"c\";\n5 2 1 5 \"c\";\n\
         6 2 0 6 \"d\";\n7 1 1 7 \"d\";\n"
    );
    // Any other reachability game is read node by node.
    let text = "parity 3; start 0; 0 1 0 1,2 \"u;v\";\n1 2 1 1;\n2 1 1\n 3, 0; 3 2 0 3 \"x\";";
    let graph = read(GraphFormat::PgSolver, text);
    assert_eq!(names(&graph), ["0", "1", "2", "3"]);
    assert_eq!(graph.arcs, [(0, 1), (0, 2), (2, 3), (2, 0)]);
    // Odd is stuck in 1 and loses; Even is stuck in 3 and wins.
    assert_eq!(graph.terminals, [(3, TerminalResult::Win)]);
    let message = |text: &str| error(GraphFormat::PgSolver, text);
    let node = "as in ID PRIORITY OWNER SUCCESSOR,SUCCESSOR,... \"NAME\";";
    assert_eq!(
        message("parity 1;\n0 1 2 0;"),
        format!("g:2:6: \" 0\"; expected an owner, 0 or 1, {node}")
    );
    assert_eq!(
        message("parity 1;\n0 1 0 ;"),
        format!("g:2:7: a semicolon; expected a successor, {node}")
    );
    assert!(
        message("parity 1;\n0 1 0 0 \"x\"")
            .starts_with("g:2:1: \"0 1 0 0 \\\"x\\\"\\n\" without a semicolon")
    );
    assert!(
        message("0 1 0 5;")
            .contains("an arc from node 0 to node 5; expected nodes that are in the file")
    );
    assert!(
        message("0 1 0 1; 1 1 0 0;").contains("of the same owner; expected players that alternate")
    );
    assert!(message("0 3 0 1; 1 1 1 0;").contains("priority 3 of node 0"));
    assert!(message("0 1 0 1; 0 1 1 0;").contains("a second node 0"));
    assert!(message("parity 5;").contains("no nodes"));
}

#[test]
fn parquet_of_others_and_wrong_columns() {
    use upstar_files::table::{Batch, Column, Format, Kind, Schema, TableWriter};
    let table = |columns: &[Column], fill: &dyn Fn(&mut Batch)| {
        let schema = Schema::new(columns.to_vec());
        let output = Output::memory(Compression::None);
        let mut table = TableWriter::to_output(output, Format::Parquet, &schema, &[]).unwrap();
        let mut batch = Batch::new(&schema);
        fill(&mut batch);
        table.write(&batch).unwrap();
        table.finish_memory().unwrap()
    };
    let bytes = table(
        &[
            Column::new("weight", Kind::U64),
            Column::new("Target", Kind::Text),
            Column::new("source", Kind::I64),
        ],
        &|batch| {
            for (target, source) in [("x", -5), ("7", 7)] {
                batch.push_u64(0, 1);
                batch.push_text(1, target);
                batch.push_i64(2, source);
            }
        },
    );
    let graph = read_as(None, "g.parquet", bytes).unwrap();
    assert_eq!(names(&graph), ["-5", "x", "7"]);
    assert_eq!(graph.arcs, [(0, 1), (2, 2)]);
    let expected = "expected columns src and dst (or from and to, source and target) of integers or text, and perhaps colour";
    let bytes = table(&[Column::new("id", Kind::U64), Column::new("dst", Kind::U64)], &|batch| {
        batch.push_u64(0, 1);
        batch.push_u64(1, 1);
    });
    assert_eq!(
        error(GraphFormat::Parquet, bytes),
        format!("g: the columns \"id, dst\"; {expected}")
    );
    let columns = [
        Column::new("src", Kind::U64),
        Column::new("dst", Kind::U64),
        Column::new("colour", Kind::U64),
    ];
    let bytes = table(&columns, &|batch| (0..3).for_each(|i| batch.push_u64(i, 1)));
    assert_eq!(
        error(GraphFormat::Parquet, bytes),
        format!("g: column colour of type INT64; {expected}")
    );
    let columns = [Column::nullable("src", Kind::U64), Column::new("dst", Kind::U64)];
    let bytes = table(&columns, &|batch| {
        batch.push_u64(0, 1);
        batch.push_null(0);
        batch.push_u64(1, 1);
        batch.push_u64(1, 2);
    });
    assert_eq!(
        error(GraphFormat::Parquet, bytes),
        "g: an empty cell in row 2 of column src; expected the name of a vertex"
    );
    let columns = [
        Column::new("src", Kind::U64),
        Column::new("dst", Kind::U64),
        Column::new("color", Kind::Text),
    ];
    let bytes = table(&columns, &|batch| {
        batch.push_u64(0, 1);
        batch.push_u64(1, 1);
        batch.push_text(2, "mauve");
    });
    assert!(error(GraphFormat::Parquet, bytes).starts_with("g: unknown colour \"mauve\" in row 1"));
    let message = error(GraphFormat::Parquet, "PAR1 and nothing else");
    assert!(message.ends_with("; expected a whole Parquet file"), "{message}");
    let bytes = write(&sample(GraphFormat::Parquet), GraphFormat::Parquet).unwrap();
    let message = error(GraphFormat::Parquet, &bytes[..bytes.len() - 20]);
    assert!(message.ends_with("; expected a whole Parquet file"), "{message}");
}

#[test]
fn truncated_compression_in_every_format() {
    let mut list = String::new();
    for i in 0..30_000_u64 {
        list += &format!("{},{}\n", i, i * i * 7919 % 30_011);
    }
    let graph = read(GraphFormat::Csv, &list);
    for format in GraphFormat::all() {
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
    for format in GraphFormat::all() {
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
        for format in GraphFormat::all() {
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
                // Some bytes are padding; what matters is that it ends well.
                if let Err(error) = read_as(Some(GraphFormat::Arrow), "g", bytes) {
                    let message = error.to_string();
                    assert!(message.starts_with("g:"), "{at}: {message}");
                }
            }
        }
    }
}
