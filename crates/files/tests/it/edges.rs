//! Tests edge lists and CSV: valid files are read, and others are refused with a clear error.

use std::io::Write;

use proptest::prelude::*;
use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::names::Names;
use upstar_core::{Budget, Outcome};
use upstar_files::graph::{self, EdgeList, GraphFormat, ReadOptions};
use upstar_files::{FileError, Source, read_partition};

fn read_as(name: &str, text: impl AsRef<[u8]>) -> Result<EdgeList, FileError> {
    let source = Source::bytes(name, text.as_ref().to_vec());
    EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).map(|(g, _)| g)
}

fn csv(text: impl AsRef<[u8]>) -> EdgeList {
    read_as("g.csv", text).unwrap()
}

fn names(graph: &EdgeList) -> Vec<String> {
    graph.names.iter().map(|name| name.to_string()).collect()
}

fn error(name: &str, text: impl AsRef<[u8]>) -> String {
    read_as(name, text).unwrap_err().to_string()
}

#[test]
fn names_are_opaque_and_numbered_in_order_of_first_appearance() {
    let graph = csv("b,a\na,b c\n\"x,\"\"y\"\"\",7\n 007 , 7\n");
    assert_eq!(names(&graph), ["b", "a", "b c", "x,\"y\"", "7", "007"]);
    assert_eq!(graph.arcs, [(0, 1), (1, 2), (3, 4), (5, 4)]);
    assert!(graph.colours.is_empty());
    let graph = csv("0,2\n1,0\n");
    assert_eq!(graph.names, Names::Integers(vec![0, 2, 1]));
    assert_eq!(csv("0,1\r\n1,2\r\n0,2").names, Names::Dense(3));
}

#[test]
fn contest_files_may_ask_about_sums() {
    let read = |text: &str| {
        let source = Source::bytes("g.txt", text.to_owned());
        let options = ReadOptions::with_format(GraphFormat::Contest);
        let sink = &mut |_: &[(u32, u32)], _: &[Colour]| Ok(());
        graph::read_graph(&source, &options, sink, &Budget::unlimited()).unwrap()
    };
    let summary = read("3 2\n1 2\n2 3\n3\n2 1 1\n0\n5 3 2 1 2 3\n");
    assert_eq!(summary.sums, [vec![0, 0], vec![], vec![2, 1, 0, 1, 2]]);
    assert_eq!(summary.header.as_deref(), Some("3 vertices, 2 arcs, 3 sums"));
    assert!(read("3 2\n1 2\n2 3\n0\n").sums.is_empty());
}

#[test]
fn contest_files() {
    let read = |text: &str| {
        let source = Source::bytes("g.txt", text.to_owned());
        let options = ReadOptions::with_format(GraphFormat::Contest);
        EdgeList::read(&source, &options, &Budget::unlimited())
    };
    let (graph, _) = read("4 2\n1 2\n\n2 1\n").unwrap();
    assert_eq!(
        (names(&graph), graph.arcs.len()),
        (vec!["1".into(), "2".into(), "3".into(), "4".into()], 2)
    );
    let (graph, _) = read("3 2 2\n1 0\n2 1\n").unwrap();
    assert_eq!((names(&graph), graph.arcs.len()), (vec!["1".into(), "0".into(), "2".into()], 2));
    for (text, message) in [
        ("", "g.txt:1:1: the end of the file; expected VERTICES ARCS"),
        ("3\n", "expected VERTICES ARCS"),
        ("0 0\n", "no vertices"),
        ("3 2\n1 2\n", "1 arcs; expected 2, as the header says"),
        (
            "3 1\n1 2\n2 3\n",
            "g.txt:3:1: \"2 3\"; expected after 1 arcs the end of the file, or the",
        ),
        ("2 1\n1 2\n2\n1 1\n", "1 sums; expected 2, as the line after the arcs says"),
        ("2 1\n1 2\n1\n2 1\n", "g.txt:4:1: \"2 1\": 1 vertices after 2; expected a sum"),
        ("2 1\n1 2\n1\n1 3\n", "g.txt:4:3: vertex 3"),
        ("2 1\n1 2\n1\n1 2\n2 1 1\n", "expected the end of the file after 1 sums"),
        ("2 1\n1 2\nx\n", "g.txt:3:1: \"x\"; expected the number of sums"),
        ("3 2\n1 2 5\n2 3\n", "g.txt:2:1: \"1 2 5\"; expected FROM TO"),
        (
            "3 2\n1 4\n2 3\n",
            "g.txt:2:3: vertex 4, where vertices are numbered from 1; expected 3 vertices",
        ),
        (
            "3 2\n1 3\n0 2\n",
            "g.txt:3:1: vertex 0, where vertices are numbered from 0; expected 3 vertices",
        ),
        ("3 2 9\n1 3\n3 2\n", "g.txt:1:5: vertex 9"),
        ("4000000000 1\n1 2\n", "4000000000 vertices with 1 arcs"),
    ] {
        let found = read(text).unwrap_err().to_string();
        assert!(found.contains(message), "{text:?}: {found}");
    }
}

#[test]
fn arrows_are_no_names() {
    for text in ["x -> L\n", "x -> y\ny -> z\n", "a --> b\n", "a → b red\n", "-> a\n"] {
        let found = error("-", text);
        assert!(found.contains("an arrow between the vertices; expected from and to"), "{found}");
    }
    assert_eq!(error("g.edges", "a b\nx -> L\n").split(": ").next(), Some("g.edges:2:3"));
}

#[test]
fn attributes_as_networkx_writes_them() {
    let graph = read_as(
        "g.edgelist",
        "a b {}\nb c {'weight': 3, 'label': 'x y'}\nc d {'weight': 1, 'colour': 'red'}\n",
    )
    .unwrap();
    assert_eq!(names(&graph), ["a", "b", "c", "d"]);
    assert_eq!(graph.colours, [Colour::Both, Colour::Both, Colour::Right]);
    let found = error("g.edgelist", "a b {'colour': 'mauve'}\n");
    assert!(found.starts_with("g.edgelist:1:5: unknown colour \"mauve\""), "{found}");
    for text in ["a b {\n", "a b {'color': red}\n", "a b {'color': 'red}\n"] {
        let found = error("g.edgelist", text);
        assert!(found.contains("expected {} or attributes"), "{found}");
    }
}

#[test]
fn colours_and_results() {
    let graph = csv("a,b,blue\na,c,R\nb,c\nd,\n\"c\",,W\ne,f,\n");
    assert_eq!(names(&graph), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(graph.arcs, [(0, 1), (0, 2), (1, 2), (4, 5)]);
    assert_eq!(graph.colours, [Colour::Left, Colour::Right, Colour::Both, Colour::Both]);
    assert_eq!(graph.terminals, [(2, MoveResult::Win)]);
    let graph = csv("b,,D\na,,L\nb,,D\nb,a\n");
    assert_eq!(graph.terminals, [(0, MoveResult::Draw), (1, MoveResult::Loss)]);
    assert_eq!(graph.arcs, [(0, 1)]);
}

#[test]
fn fields_may_run_over_lines() {
    let graph = csv("\"a\nb\",c\n\"\",d\nx,\"\n\"\r\n");
    assert_eq!(names(&graph), ["a\nb", "c", "", "d", "x", "\n"]);
}

#[test]
fn tabs_and_blanks() {
    let graph = read_as("g.tsv", "from\tto\na b\tc\tred\nd\t\tL\n").unwrap();
    assert_eq!(names(&graph), ["a b", "c", "d"]);
    assert_eq!(graph.colours, [Colour::Right]);
    let graph = read_as("g.edges", "# SNAP\n% or this\n\n1 2\n2\t 3 both\n  3   1  \r\n").unwrap();
    assert_eq!(graph.arcs, [(0, 1), (1, 2), (2, 0)]);
    assert_eq!(names(&graph), ["1", "2", "3"]);
}

#[test]
fn formats_are_recognised() {
    let of = |name: &str, text: &str| {
        let source = Source::bytes(name, text.to_owned());
        EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap().1
    };
    assert_eq!(of("g.csv", "a,b"), GraphFormat::Csv);
    assert_eq!(of("", "a,b"), GraphFormat::Csv);
    assert_eq!(of("g.txt", "a b"), GraphFormat::Edges);
    assert_eq!(of("-", "a\tb"), GraphFormat::Tsv);
    assert_eq!(of("-", "# c\na\tb"), GraphFormat::Edges);
    assert_eq!(of("g.tsv", "a,\tb,"), GraphFormat::Tsv);
    for format in GraphFormat::all().filter(|format| format.is_written()) {
        assert_eq!(format.to_string().parse::<GraphFormat>().unwrap(), format);
        for extension in format.extensions() {
            let name = format!("dir.x/g.{extension}.gz");
            assert_eq!(GraphFormat::of_name(name.as_ref()), Some(format));
        }
    }
    let error = "nonsense".parse::<GraphFormat>().unwrap_err().to_string();
    assert!(error.starts_with("unknown graph format \"nonsense\"; expected one of csv, "));
}

#[test]
fn compressed_input_is_recognised_by_content() {
    let text = "a,b\nb,c\n";
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    let gzip = encoder.finish().unwrap();
    assert_eq!(read_as("g.csv", &gzip).unwrap(), csv(text));
    // Several gzip files in sequence are one file.
    let twice = [&gzip[..], &gzip[..]].concat();
    assert_eq!(read_as("g.csv.gz", twice).unwrap().arcs.len(), 4);
    let zstd = zstd::encode_all(text.as_bytes(), 1).unwrap();
    assert_eq!(read_as("g.csv.zst", &zstd).unwrap(), csv(text));
}

#[test]
fn truncated_and_damaged_compression_names_the_place() {
    let text: String = (0..20_000).map(|i| format!("{i},{}\n", i * 7919 % 20_000)).collect();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    let gzip = encoder.finish().unwrap();
    let message = error("g.csv.gz", &gzip[..gzip.len() / 2]);
    assert!(message.starts_with("g.csv.gz:"), "{message}");
    assert!(
        message.ends_with(": the gzip data ends too early; expected a whole gzip file"),
        "{message}"
    );
    let line: u64 = message.split(':').nth(1).unwrap().parse().unwrap();
    assert!((2..20_000).contains(&line), "{message}");
    let zstd = zstd::encode_all(text.as_bytes(), 1).unwrap();
    let message = error("g.csv.zst", &zstd[..zstd.len() / 2]);
    assert!(message.contains("the Zstandard data ends too early"), "{message}");
    let mut damaged = gzip.clone();
    let last = damaged.len() - 5;
    damaged[last] ^= 0xff;
    assert!(error("g.csv.gz", damaged).contains("the gzip data is damaged"));
}

#[test]
fn errors_name_file_line_and_column() {
    let cases: &[(&str, &[u8], &str)] = &[
        ("g.csv", b"", "g.csv:1:1: no arcs and no vertices; expected a graph in the format csv"),
        (
            "g.csv",
            b"from,to\n",
            "g.csv:1:1: no arcs and no vertices; expected a graph in the format csv",
        ),
        (
            "g.csv",
            b"1,2\n\n3\n",
            "g.csv:3:1: one field, \"3\"; expected from,to or from,to,colour (\"3,\" declares a vertex without arcs)",
        ),
        (
            "g.csv",
            "1,2\n↑,b, mauve\n".as_bytes(),
            "g.csv:2:6: unknown colour \"mauve\"; expected blue, red or green (left, right, both; L, R, B); where \
             colours are those of a drawing, --ignore-colours",
        ),
        (
            "g.csv",
            b"1,,mauve\n",
            "g.csv:1:4: unknown result \"mauve\"; expected W, L or D (for the player to move)",
        ),
        (
            "g.csv",
            b"1,2\n,3\n",
            "g.csv:2:1: an empty first field; expected the vertex where the arc begins",
        ),
        (
            "g.csv",
            b"1,2,blue,4\n",
            "g.csv:1:10: a row of 4 or more fields; expected two (from, to) or three (from, to, colour)",
        ),
        ("g.csv", b"a,\"b", "g.csv:1:3: a quote that is not closed; expected a second quote"),
        (
            "g.csv",
            b"a,\"b\"c\n",
            "g.csv:1:6: \"c\" after a quoted field; expected the end of the line or a delimiter",
        ),
        (
            "g.csv",
            b"a,b\n\xff\xfe,c\n",
            "g.csv:2:1: bytes that are not UTF-8 in \"\u{fffd}\u{fffd}\"; expected text in UTF-8",
        ),
        (
            "g.csv",
            b"a\x00,b\n",
            "g.csv:1:2: binary data (a zero byte); expected text in the format csv",
        ),
        (
            "g.csv",
            b"1,2\n1,,W\n1,,L\n",
            "g.csv:3:1: result L for vertex 1, which already has result W; expected one result for each vertex",
        ),
        (
            "g.edges",
            b"1 2\n3\n",
            "g.edges:2:1: one field, \"3\"; expected from and to, separated by blanks (vertices without arcs can be declared in csv)",
        ),
        (
            "g.edges",
            b"1 2 0.5\n",
            "g.edges:1:5: unknown colour \"0.5\"; expected blue, red or green (left, right, both; L, R, B); where colours are those of a drawing, --ignore-colours; a weight is left out: `from` and `to` alone; lists of neighbours (METIS, NetworkX) are not read",
        ),
        (
            "g.edges",
            b"1 2 B 4\n",
            "g.edges:1:7: more than three fields; expected two (from, to) or three (from, to, colour); lists of neighbours (METIS, NetworkX) are not read: write an arc on each line",
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(error(name, text), *expected);
    }
}

#[test]
fn a_line_of_ten_megabytes_is_refused() {
    for name in ["g.csv", "g.edges", "g.tsv"] {
        let mut text = b"1,2\n".to_vec();
        if name != "g.csv" {
            text = b"1\t2\n".to_vec();
        }
        text.extend(std::iter::repeat_n(b'x', 10 << 20));
        let expected = format!(
            "{name}:2:1: a line of more than 1048576 bytes; expected lines of at most 1048576 bytes"
        );
        assert_eq!(error(name, &text), expected);
    }
    // The same for one quoted field over many lines.
    let mut text = b"a,\"".to_vec();
    text.extend(b"xxxxxxx\n".repeat(1 << 18));
    assert!(error("g.csv", &text).contains("a line of more than"));
}

#[test]
fn files_that_cannot_be_read() {
    let missing = Source::of_argument("/no/such/file.csv");
    let error = EdgeList::read(&missing, &ReadOptions::default(), &Budget::unlimited());
    let message = error.unwrap_err().to_string();
    assert!(message.starts_with("cannot read /no/such/file.csv: "), "{message}");
    let directory = tempfile::tempdir().unwrap();
    let source = Source::Path(directory.path().to_owned());
    let error = EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited());
    assert!(error.unwrap_err().to_string().starts_with("cannot read "));
}

#[test]
fn budgets_stop_the_reading() {
    let text: String = (0..100_000).map(|i| format!("{},{}\n", i, i + 1)).collect();
    let source = Source::bytes("g.csv", text);
    let read = |budget: Budget| {
        let mut arcs = 0;
        let sink = &mut |batch: &[(u32, u32)], _: &[Colour]| {
            arcs += batch.len();
            Ok(())
        };
        let result = graph::read_graph(&source, &ReadOptions::default(), sink, &budget);
        (result, arcs)
    };
    let (result, arcs) = read(Budget::unlimited().with_steps(20_000));
    assert!(matches!(result, Err(FileError::Exhausted(_))));
    assert!(arcs < 40_000, "{arcs}");
    let (result, _) = read(Budget::unlimited().with_bytes(100_000));
    assert!(matches!(result, Err(FileError::Exhausted(_))));
    let (result, arcs) = read(Budget::unlimited().with_bytes(10 << 20));
    assert_eq!((result.unwrap().arcs, arcs), (100_000, 100_000));
}

#[test]
fn a_sink_may_refuse() {
    let source = Source::bytes("g.csv", "a,b\n");
    let refuse = &mut |_: &[(u32, u32)], _: &[Colour]| Err(FileError::Sink("enough".into()));
    let result = graph::read_graph(&source, &ReadOptions::default(), refuse, &Budget::unlimited());
    assert_eq!(result.unwrap_err().to_string(), "enough");
}

#[test]
fn partitions_are_read() {
    let read = |name: &str, text: &str| {
        let mut claims = Vec::new();
        read_partition(
            &Source::bytes(name, text.to_owned()),
            &Budget::unlimited(),
            &mut |v, o, l| {
                claims.push((v.to_owned(), o, l));
                Ok(())
            },
        )
        .map(|()| claims)
    };
    let expected = vec![("a".to_owned(), Outcome::N, 2), ("b,".to_owned(), Outcome::D, 3)];
    let text = "vertex,outcome,remoteness,move\na,N,1,\"b,\"\n\"b,\",D,,\n";
    assert_eq!(read("p.csv", text).unwrap(), expected);
    assert_eq!(read("p.csv", "\na,N\n\"b,\",D").unwrap(), expected);
    assert_eq!(read("p.tsv", "outcome\tvertex\nN\ta\nD\tb,\n").unwrap(), expected);
    assert_eq!(read("p.csv", "vertex,result\na,W\n\"b,\",draw\n").unwrap(), expected);
    assert_eq!(read("p.csv", "a,L\nb,loss\n").unwrap(), read("p.csv", "a,P\nb,P\n").unwrap());
    let message = |text| read("p.csv", text).unwrap_err().to_string();
    assert_eq!(
        message("vertex,outcome\na,N\nb,X\n"),
        "p.csv:3:3: unknown outcome \"X\"; expected N, P or D, or W, L or D for the player to move"
    );
    assert_eq!(
        message(""),
        "p.csv:1:1: no rows; expected a table with the columns vertex and outcome"
    );
    assert_eq!(
        message("a,N\nb\n"),
        "p.csv:2:1: a row of 1 fields; expected 2 fields, as in the first row"
    );
}

/// A simple reader of simple CSV, for comparison.
fn plain(text: &str) -> (Vec<String>, Vec<(u32, u32)>) {
    let mut names: Vec<String> = Vec::new();
    let mut number = |name: &str| {
        names.iter().position(|n| n == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        }) as u32
    };
    let mut arcs = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (from, to) = line.split_once(',').unwrap();
        let from = number(from);
        if !to.is_empty() {
            arcs.push((from, number(to)));
        }
    }
    (names, arcs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn agrees_with_a_plain_reader(
        rows in proptest::collection::vec(("[0-9]{1,18}|[0-9]{1,2}|[ab0]{1,2}", "[0-9]{1,2}|[ab]{0,2}"), 1..60),
        integers in any::<bool>(),
        newline in any::<bool>(),
    ) {
        let rows: Vec<_> = rows
            .iter()
            .filter(|(a, b)| !integers || !(a.clone() + b).contains(['a', 'b']))
            .map(|(a, b)| format!("{a},{b}"))
            .collect();
        prop_assume!(!rows.is_empty());
        let mut text = rows.join("\n");
        if newline { text.push('\n'); }
        let (expected_names, expected_arcs) = plain(&text);
        // Two names in the first row may be names of columns.
        let graph = match rows[0].contains(['a', 'b']) {
            true => csv(format!("from,to\n{text}")),
            false => csv(&text),
        };
        prop_assert_eq!(names(&graph), expected_names);
        prop_assert_eq!(graph.arcs, expected_arcs);
    }

    #[test]
    fn no_input_breaks_a_reader(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "[0-9ab,\"\n\t #%]{0,80}") {
        for name in ["g.csv", "g.tsv", "g.edges", "-"] {
            let _ = read_as(name, &bytes);
            let _ = read_as(name, &text);
        }
    }
}

/// Tests rows that straddle the buffer at every offset.
#[test]
fn large_files_are_read_whole() {
    for shift in 0..20 {
        let head = "x".repeat(shift);
        let text: String = std::iter::once(format!("{head}h,0\n"))
            .chain((0..60_000_u32).map(|i| match i % 1000 {
                999 => format!("\"{i}\",{}\n", i + 1),
                _ => format!("{i},{}\n", i + 1),
            }))
            .collect();
        let graph = csv(&text);
        assert_eq!(graph.arcs.len(), 60_001);
        assert!(graph.arcs.iter().enumerate().all(|(i, &a)| a == (i as u32, i as u32 + 1)));
    }
    let text: String = (0..100_000).map(|i| format!("{},{}\n", i, i + 1)).collect();
    assert_eq!(csv(&text).names, Names::Dense(100_001));
}
