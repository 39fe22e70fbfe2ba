//! Tests the meaning of the first lines of files of arcs.

use upstar_core::Budget;
use upstar_core::arcs::Colour;
use upstar_files::Source;
use upstar_files::graph::{EdgeList, GraphFormat, GraphSummary, Header, ReadOptions, read_graph};

/// The arcs by name, and the summary of the reader.
fn read(
    name: &str,
    text: &str,
    options: &ReadOptions,
) -> Result<(Vec<String>, GraphSummary), String> {
    let mut arcs = Vec::new();
    let mut sink = |batch: &[(u32, u32)], colours: &[Colour]| {
        let colour = |i: usize| colours.get(i).copied().unwrap_or_default();
        arcs.extend(batch.iter().enumerate().map(|(i, &arc)| (arc, colour(i))));
        Ok(())
    };
    let source = Source::bytes(name, text.as_bytes().to_vec());
    let summary = read_graph(&source, options, &mut sink, &Budget::unlimited())
        .map_err(|error| error.to_string())?;
    let text = |v: u32| summary.names.get(v).to_string();
    let arcs = arcs.iter().map(|&((from, to), colour)| match colour {
        Colour::Both => format!("{}>{}", text(from), text(to)),
        _ => format!("{}>{} {colour}", text(from), text(to)),
    });
    Ok((arcs.collect(), summary))
}

/// The expected meaning: a header and arcs, arcs alone, or an error that contains this text.
enum Is {
    Header(&'static str, &'static str),
    Arcs(&'static str),
    Error(&'static str),
}
use Is::{Arcs, Error};

const NEVER_AGAIN: Is = Error("two names that no other row has");
const SEVEN: &str = "1 2\n2 3\n3 4\n4 5\n5 6\n6 1\n2 5\n";

#[test]
fn a_header_is_never_an_arc() {
    let rows: &[(&str, &str, Is)] = &[
        // Names that are always names of columns.
        ("g.csv", "from,to\na,b\n", Is::Header("", "a>b")),
        ("g.csv", "Source,Target\na,b\n", Is::Header("", "a>b")),
        ("g.csv", "src,dst,colour\na,b,red\n", Is::Header("", "a>b red")),
        ("g.csv", "\"from\",to,color\na,b\n", Is::Header("", "a>b")),
        ("g.csv", "to,from\na,b\n", Is::Header("from, to", "b>a")),
        ("g.csv", "from,to,weight\na,b,7\n", Is::Header("from, to (without weight)", "a>b")),
        (
            "g.csv",
            "Source,Target,Type,id,weight\n1,2,Directed,0,1.0\n2,3,Undirected,1,1.0\n",
            Is::Header("Source, Target, Type (without id, weight)", "1>2 2>3 3>2"),
        ),
        ("g.csv", "Source,Target,Type\n1,2,Mutual\n", Error("Directed or Undirected")),
        ("g.csv", "id;Source;Target\n1;2;3\n", Error("one field")),
        (
            "g.tsv",
            "id\tsource\ttarget\n9\ta\tb\n",
            Is::Header("source, target (without id)", "a>b"),
        ),
        ("g.csv", "from,to,x\na,b\n", Is::Header("from, to (without x)", "a>b")),
        // Names above numbers.
        ("g.csv", "u,v\n1,2\n2,3\n", Is::Header("u, v", "1>2 2>3")),
        ("g.csv", "node_1,node_2\r\n1,2\r\n", Is::Header("node_1, node_2", "1>2")),
        ("g.csv", "a1,a2\n1,2\n", Is::Header("a1, a2", "1>2")),
        ("g.tsv", "begin\tend\n1\t2\n", Is::Header("begin, end", "1>2")),
        ("g.txt", "nd nw\n1 2\n", Is::Header("nd, nw", "1>2")),
        ("g.txt", "from to\n\n# arcs\n1 2\n", Is::Header("", "1>2")),
        ("g.txt", "id_1  id_2\n1  2\n2\t3\n", Is::Header("id_1, id_2", "1>2 2>3")),
        ("g.csv", "x1,x2\n1,2\nx2,3\n", Arcs("x1>x2 1>2 x2>3")),
        ("g.txt", "x1 x2\n1 2\nx2 3\n", Arcs("x1>x2 1>2 x2>3")),
        ("g.csv", "\"u\",\"v\"\n1,2\n", Arcs("u>v 1>2")),
        // Usual names of columns above other names.
        ("g.csv", "Parent,Child\nann,bob\n", NEVER_AGAIN),
        ("g.txt", "from to\na b\n", NEVER_AGAIN),
        ("g.csv", "node_1,node_2\na,b\n", NEVER_AGAIN),
        ("g.txt", "V1 V2\nann bob\n", NEVER_AGAIN),
        ("g.csv", "x1,x2\nx3,x4\n", Arcs("x1>x2 x3>x4")),
        ("g.csv", "x1,x2\na,x1\n", Arcs("x1>x2 a>x1")),
        ("g.csv", "u,v\nv,w\n", Arcs("u>v v>w")),
        ("g.csv", "u,v\n", Arcs("u>v")),
        ("g.csv", "from,from\na,b\n", Arcs("from>from a>b")),
        ("g.csv", "ann,bob\ncid,dan\n", Arcs("ann>bob cid>dan")),
        ("g.txt", "a b\n", Arcs("a>b")),
        // The numbers of vertices and of arcs.
        ("g.txt", "6 7\nSEVEN", Error("6 vertices and 7 arcs: as many lines follow")),
        (
            "g.txt",
            "\n  6 7 \n\nSEVEN\n# end\n",
            Error("If this line is a header, use --from-format contest"),
        ),
        ("g.tsv", "6\t1\n1\t2\n", Error("6 vertices and 1 arcs")),
        ("g.txt", "1 2\n2 3\n", Arcs("1>2 2>3")),
        ("g.txt", "# from to\n2 1\n1 2\n", Arcs("2>1 1>2")),
        ("g.csv", "6,1\n1,2\n", Arcs("6>1 1>2")),
        // Neither.
        ("g.txt", "6 7 1\n1 2\n", Error("a first line of 3 numbers")),
        ("g.txt", "4 5 1 2\n2 3\n", Error("a first line of 4 numbers")),
        ("g.txt", "1 2 3 4 5\n", Error("lists of neighbours")),
        ("g.txt", "a b c d\n", Error("lists of neighbours (METIS, NetworkX) are not read")),
        ("g.graph", "4 5\n2 3 4\n1 3\n1 2 4\n1 3\n", Error("(METIS, NetworkX) are not read")),
        ("g.graph", "3 3\n2 3\n1 3\n1 2\n", Error("Lists of neighbours (METIS) are not read")),
        ("g.txt", "1 {}\n", Error("adjacency lists are not read")),
        ("g.txt", "1: 2\n2: 3\n", Error("as in an adjacency list")),
        ("g.txt", "a: b c\n", Error("one arc per line")),
        ("g.txt", "1 2\n2: 3\n", Arcs("1>2 2:>3")),
        ("g.txt", "a b 0.5\n", Error("a weight is left out")),
        ("g.csv", "a,b,black\n", Error("--ignore-colours")),
        // Line ends of old programs.
        ("g.txt", "from to\r1 2\r2 3\r", Is::Header("", "1>2 2>3")),
        ("g.csv", "1,2\r2,3", Arcs("1>2 2>3")),
        // Formats that are recognised but not read.
        ("g.gml", "graph [ ]\n", Error("this looks like GML, which is not read")),
        ("g", "Graph\n[\n directed 1\n", Error("GML")),
        ("g", "*Vertices 3\n1\n", Error("a Pajek network")),
        ("g.aut", "", Error("a labelled transition system")),
        ("g", "des (0, 1, 2)\n(0, a, 1)\n", Error("a labelled transition system")),
        ("g.tgf", "1 a\n#\n", Error("Trivial Graph Format")),
        ("g.metis", "3 2\n", Error("a METIS graph")),
    ];
    for (name, text, is) in rows {
        let text = text.replace("SEVEN", SEVEN);
        let found = read(name, &text, &ReadOptions::default());
        match (is, found) {
            (Is::Header(header, arcs), Ok((found, summary))) => {
                let said = summary.header.unwrap_or_default();
                assert_eq!((&*said, &*found.join(" ")), (*header, *arcs), "{text:?}");
            }
            (Arcs(arcs), Ok((found, summary))) => {
                assert_eq!((summary.header, found.join(" ").as_str()), (None, *arcs), "{text:?}");
            }
            (Error(part), Err(error)) => assert!(error.contains(part), "{text:?}: {error}"),
            (_, Ok((arcs, _))) => panic!("{text:?} is {arcs:?}"),
            (_, Err(error)) => panic!("{text:?}: {error}"),
        }
    }
}

/// A name far below numbers, where a header was assumed.
#[test]
fn a_header_that_was_none_is_an_error() {
    for (name, d) in [("g.csv", ','), ("g.txt", ' ')] {
        let rows: String = (0..20_000).map(|i| format!("{i}{d}{}\n", i + 1)).collect();
        let error = read(name, &format!("a{d}b\n{rows}b{d}c\n"), &ReadOptions::default());
        let error = error.err().unwrap();
        assert!(error.contains(":20002:1: \"b\", after numbers alone below"), "{error}");
        assert!(error.contains("--no-header"), "{error}");
    }
}

#[test]
fn options_say_what_a_file_is() {
    let with = |change: &dyn Fn(&mut ReadOptions), name: &str, text: &str| {
        let mut options = ReadOptions::default();
        change(&mut options);
        let found = read(name, text, &options);
        found.map(|(arcs, summary)| (arcs.join(" "), summary.header, summary.start))
    };
    let header = |header: Header| move |options: &mut ReadOptions| options.header = header;
    let arcs = |text: &str| Ok((text.to_owned(), None, None));
    let text = "from,to\n1,2\n";
    assert_eq!(with(&header(Header::Absent), "g.csv", text), arcs("from>to 1>2"));
    assert_eq!(with(&header(Header::Absent), "g.txt", "a b\n1 2\n"), arcs("a>b 1>2"));
    assert_eq!(with(&header(Header::Present), "g.txt", "1 2\n3 4\n").unwrap().0, "3>4");
    assert_eq!(with(&header(Header::Present), "g.csv", "1,2\n3,4\n").unwrap().0, "3>4");
    let columns = |names: &'static [&str]| {
        move |options: &mut ReadOptions| {
            options.columns = names.iter().map(|name| (*name).to_owned()).collect();
        }
    };
    let gephi = "id,Label,A,B,Shade\n7,x,1,2,red\n8,y,2,3,\n";
    assert_eq!(
        with(&columns(&["a", "B", "shade"]), "g.csv", gephi).unwrap(),
        ("1>2 red 2>3".to_owned(), Some("A, B, Shade (without id, Label)".to_owned()), None)
    );
    assert_eq!(with(&columns(&["3", "1"]), "g.csv", "a,b,c\nd,e,f\n"), arcs("c>a f>d"));
    let error = with(&columns(&["a", "z"]), "g.csv", gephi).unwrap_err();
    assert!(error.contains("no column \"z\"; expected one of id, Label, A, B, Shade"), "{error}");
    assert!(
        with(&columns(&["1", "2"]), "g.dot", "digraph {}").unwrap_err().contains("CSV and TSV")
    );
    let ignore = |options: &mut ReadOptions| options.ignore_colours = true;
    for (name, text) in [
        ("g.csv", "a,b,crimson\nb,c,blue\n"),
        ("g.txt", "a b crimson\nb c blue\n"),
        ("g.dot", "digraph { a -> b [color=crimson] b -> c [color=blue] }"),
        (
            "g.json",
            r#"{"nodes":[],"edges":[{"source":"a","target":"b","color":"crimson"},
                {"source":"b","target":"c","color":"blue"}]}"#,
        ),
    ] {
        assert_eq!(with(&ignore, name, text), arcs("a>b b>c"), "{name}");
        assert!(with(&|_| (), name, text).unwrap_err().contains("--ignore-colours"), "{name}");
    }
    let undirected = |options: &mut ReadOptions| options.undirected = true;
    assert_eq!(with(&undirected, "g.csv", "1,2\n2,2\n"), arcs("1>2 2>1 2>2"));
    let contest = |base: Option<u64>| {
        move |options: &mut ReadOptions| {
            (options.format, options.base) = (Some(GraphFormat::Contest), base);
        }
    };
    let (found, header, start) = with(&contest(None), "g", "3 2 2\n1 2\n2 3\n").unwrap();
    assert_eq!((&*found, header.as_deref()), ("1>2 2>3", Some("3 vertices, 2 arcs, start 2")));
    assert_eq!(start, Some(1));
    assert_eq!(with(&contest(Some(0)), "g", "2 1\n1 1\n").unwrap().0, "1>1");
    assert!(with(&contest(Some(0)), "g", "2 1\n1 2\n").unwrap_err().contains("numbered from 0"));
    assert!(with(&contest(Some(1)), "g", "2 1\n1 0\n").unwrap_err().contains("numbered from 1"));
}

/// Encodings other than UTF-8 are named.
#[test]
fn other_encodings_are_named() {
    let source = Source::bytes("g.csv", b"from,to\nK\xf6ln,Z\xfcrich\n".to_vec());
    let error = EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap_err();
    assert!(error.to_string().contains("UTF-8"), "{error}");
}
