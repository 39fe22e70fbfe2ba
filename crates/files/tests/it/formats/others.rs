//! Files of other programs have their intended meaning, and bad files are refused with the place of
//! the error.

use super::*;

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
    assert_eq!(graph.terminals, [(9, MoveResult::Win)]);
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
        "g:1:25: unknown colour \"mauve\"; expected blue, red or green (left, right, both; L, R, B); where \
         colours are those of a drawing, --ignore-colours",
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
    assert_eq!(graph.terminals, [(1, MoveResult::Win)]);
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
    assert_eq!(graph.terminals, [(1, MoveResult::Draw)]);
    let graph =
        read(GraphFormat::Json, r#"{"directed": false, "edges": [{"source": 1, "target": 2}]}"#);
    assert_eq!(graph.arcs, [(0, 1), (1, 0)]);
    let graph =
        read(GraphFormat::Json, r#"{"nodes": ["s", 2], "edges": [["s", 2], [2, -1, "blue"]]}"#);
    assert_eq!(names(&graph), ["s", "2", "-1"]);
    assert_eq!(graph.arcs, [(0, 1), (1, 2)]);
    assert_eq!(graph.colours, [Colour::Both, Colour::Left]);
    let graph = read(GraphFormat::Json, r#"[["a", "b"], {"source": "b", "target": "c"}]"#);
    assert_eq!(graph.arcs, [(0, 1), (1, 2)]);
    let message = |text: &str| error(GraphFormat::Json, text);
    let list = "expected an object with the lists nodes and edges (or links)";
    let edge = "expected an edge, such as {\"source\": 1, \"target\": 2} or [1,2]";
    assert_eq!(message("[1]"), format!("g:1:3: integer `1`; {edge}"));
    assert_eq!(message("[[1]]"), format!("g:1:4: invalid length 1; {edge}"));
    assert_eq!(message("[[1,2,\"red\",3]]"), format!("g:1:14: invalid length 4; {edge}"));
    assert_eq!(message("1"), format!("g:1:1: integer `1`; {list}"));
    assert_eq!(message("{}"), format!("g:1:1: an object without nodes and edges; {list}"));
    let found = message("{\"edges\": [\n{\"source\": 1}]}");
    assert!(found.starts_with("g:2:13: an element without \"target\""), "{found}");
    let found = message("{\"nodes\": [{\"id\": 1.5}]}");
    assert!(found.contains("floating point `1.5`; expected a string or an integer"));
    let found = message("{\"nodes\": [{\"id\": 1}");
    assert!(found.starts_with("g:1:2") && found.contains("EOF"), "{found}");
    let found = message(
        "{\"edges\": [{\"source\": 1, \"target\": 2, \"color\": \"mauve\"}], \"nodes\": []}",
    );
    assert!(found.contains("unknown colour \"mauve\"; expected blue, red or green"), "{found}");
    let deep = format!("{{\"x\": {}", "[".repeat(100_000));
    assert!(message(&deep).contains("EOF while parsing"), "passed over without recursion");
    let deep = format!("{{\"nodes\": {}", "[".repeat(100_000));
    assert!(message(&deep).contains("sequence"));
}

#[test]
fn json_as_networkx_writes_adjacency() {
    // `json.dumps(networkx.adjacency_data(graph))`.
    let text = r#"{"directed": true, "multigraph": false, "graph": [],
      "nodes": [{"id": "a"}, {"id": "b", "result": "D"}, {"id": 3}],
      "adjacency": [[{"id": "b", "weight": 2}, {"id": 3, "colour": "red"}], [], [{"id": "a"}]]}"#;
    let graph = read(GraphFormat::Json, text);
    assert_eq!(names(&graph), ["a", "b", "3"]);
    assert_eq!(graph.arcs, [(0, 1), (0, 2), (2, 0)]);
    assert_eq!(graph.colours, [Colour::Both, Colour::Right, Colour::Both]);
    assert_eq!(graph.terminals, [(1, MoveResult::Draw)]);
    // An edge that is not directed is listed at both ends.
    let graph = read(
        GraphFormat::Json,
        r#"{"directed": false, "nodes": [{"id": 1}, {"id": 2}], "adjacency": [[{"id": 2}], [{"id": 1}]]}"#,
    );
    assert_eq!(graph.arcs, [(0, 1), (1, 0)]);
    let message = |text: &str| error(GraphFormat::Json, text);
    for adjacency in ["[[]]", "[[], [], []]"] {
        let text = format!(r#"{{"nodes": [{{"id": 1}}, {{"id": 2}}], "adjacency": {adjacency}}}"#);
        let found = message(&text);
        assert!(found.contains("expected a list of 2 lists, one for each node"), "{found}");
    }
    let found = message(r#"{"adjacency": [], "nodes": []}"#);
    assert!(found.contains("\"adjacency\" before the nodes"), "{found}");
    let found = message(r#"{"nodes": [{"id": 1}, {"id": 1}], "adjacency": [[], []]}"#);
    assert!(found.contains("the same id"), "{found}");
}

#[test]
fn json_without_edges_is_refused() {
    let message = |text: &str| error(GraphFormat::Json, text);
    let found = message(r#"{"nodes": [{"id": 1}], "edge": [{"source": 1, "target": 2}]}"#);
    assert_eq!(found, "g:1:30: the key \"edge\"; expected nodes, edges or links, or adjacency");
    for key in ["node", "Edges", "vertices", "arcs"] {
        let found =
            message(&format!(r#"{{"{key}": [], "edges": [{{"source": 1, "target": 2}}]}}"#));
        assert!(found.contains(&format!("the key {key:?}")), "{found}");
    }
    let found = message(r#"{"nodes": [{"id": 1}], "moves": [], "name": "g"}"#);
    assert_eq!(
        found,
        "g:1:1: an object without edges; its keys are \"moves\", \"name\"; expected the list \
         edges (or links), which may be empty, or adjacency"
    );
    assert_eq!(read(GraphFormat::Json, r#"{"nodes": [{"id": 1}], "edges": []}"#).arcs, []);
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
    // Odd is stuck in 1 and loses. Even is stuck in 3 and wins.
    assert_eq!(graph.terminals, [(3, MoveResult::Win)]);
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
    // All other games have owners and priorities.
    let owned = read(GraphFormat::PgSolver, "0 1 0 1; 1 1 0 0;");
    assert_eq!(owned.owners.players, [Player::Left; 2]);
    let text =
        "parity 9;\n# a\n% b\n// c;\nstart 7;\n/* d; \"e */\n7 3 1 9,7,7\t\"x\";\n9 4 0\n7;//";
    let owned = read(GraphFormat::PgSolver, text);
    assert_eq!(names(&owned), ["7", "9"]);
    assert_eq!(owned.owners.players, [Player::Right, Player::Left]);
    assert_eq!(owned.owners.priorities, [3, 4]);
    assert_eq!(owned.arcs, [(0, 1), (0, 0), (0, 0), (1, 0)]);
    assert!(message("0 3 0 1; /* 1 1 1 0;").contains("a comment that is not closed; expected */"));
    assert!(message("0 4294967295 0 0,0; 1 1 0 0;").contains("at most 4294967294"));
    assert!(message("0 1 0 1; 0 1 1 0;").contains("a second node 0"));
    assert!(message("parity 5;").contains("no nodes"));
}

/// The library would reserve 12 GB for the columns that the first group states.
#[test]
fn parquet_that_states_more_columns_than_it_has_bytes() {
    #[rustfmt::skip]
    let bytes = [
        0x80, 0x2c, 0x1c, 0x0c, 0x0c, 0x0e, 0x0c, 0x0c, 0x0c, 0x0c, 0x08, 0x00, 0x2c, 0x1c, 0x2c, 0xef,
        0x1f, 0x0c, 0x0a, 0xef, 0xbb, 0xbf, 0xe3, 0x92, 0xff, 0xff, 0xff, 0x39, 0x40, 0x27, 0xe3, 0x2c,
        0x05, 0xff, 0xff, 0xfd, 0x97, 0x3a, 0x0f, 0x2d, 0xef, 0x71, 0xd3, 0xd3, 0x84, 0x02, 0x02, 0x2c,
        0x01, 0x28, 0x31, 0x00, 0x00, 0x00, 0x50, 0x41, 0x52, 0x31,
    ];
    let expected = "g: Parquet error: a footer that states more than it has; expected a whole \
                    Parquet file";
    assert_eq!(error(GraphFormat::Parquet, bytes), expected);
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
    let expected = "expected columns src and dst (or from and to, source and target) of integers \
                    or text, and optionally colour";
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
fn graphml_is_not_nested_for_ever() {
    let text = format!("<graphml>{}", "<a>".repeat(20_000));
    let found = error(GraphFormat::GraphMl, &text);
    assert!(found.contains("more than 10000 elements within each other"), "{found}");
    let junk = format!("<graphml>{}</graphml>", "<a/>".repeat(100_000));
    let source = Source::bytes("g", junk);
    let options = ReadOptions::with_format(GraphFormat::GraphMl);
    let found = EdgeList::read(&source, &options, &Budget::unlimited().with_steps(1000));
    assert!(matches!(found, Err(FileError::Exhausted(_))));
}
