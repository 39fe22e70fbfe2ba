//! Certificates in files: written, read, checked against graphs in any format, and refused after
//! any change.

use upstar_core::{Budget, Convention, Outcome};
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph_to};
use upstar_files::{Compression, GraphDigest, Output, Source};
use upstar_verify::outcomes::OutcomeRow;
use upstar_verify::values::ValueRow;
use upstar_verify::{Certificate, VerifyError, check, read, write};

const GRAPH: &str = "a,b\nb,\"c,\"\na,d\nd,a\nd,d\n";

fn graph(text: &str) -> EdgeList {
    let source = Source::bytes("g.csv", text.to_owned());
    EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap().0
}

fn row(outcome: Outcome, remoteness: Option<u32>, best: Option<u32>) -> OutcomeRow {
    OutcomeRow { outcome, remoteness, best }
}

fn outcomes() -> Certificate {
    Certificate::Outcomes {
        convention: Convention::Normal,
        rows: vec![
            row(Outcome::D, None, Some(3)),
            row(Outcome::N, Some(1), Some(2)),
            row(Outcome::P, Some(0), None),
            row(Outcome::D, None, Some(0)),
        ],
    }
}

fn values() -> Certificate {
    Certificate::Values {
        rows: vec![
            ValueRow::Infinite { members: vec![1], witness: 3 },
            ValueRow::Nimber { value: 1, rank: 0 },
            ValueRow::Nimber { value: 0, rank: 0 },
            ValueRow::Infinite { members: vec![], witness: 0 },
        ],
    }
}

fn written(certificate: &Certificate, graph: &EdgeList) -> String {
    let digest = GraphDigest::of(&graph.view(), &Budget::unlimited()).unwrap();
    let mut output = Output::memory(Compression::None);
    write(&mut output, certificate, &graph.names, digest).unwrap();
    String::from_utf8(output.finish_memory().unwrap()).unwrap()
}

fn checked(graph: Source, certificate: &str) -> Result<upstar_verify::Checked, VerifyError> {
    let certificate = Source::bytes("c.cert", certificate.to_owned());
    check(&graph, &ReadOptions::default(), &certificate, &Budget::unlimited())
}

fn message(certificate: &str) -> String {
    checked(Source::bytes("g.csv", GRAPH), certificate).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read_and_passes() {
    let graph = graph(GRAPH);
    let text = written(&outcomes(), &graph);
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(
        first.starts_with("{\"upstar\":\"outcomes\",\"version\":1,\"subject\":\"normal play\"")
    );
    assert_eq!(
        rest,
        "vertex,outcome,remoteness,move\n\"a\",D,,\"d\"\n\"b\",N,1,\"c,\"\n\"c,\",P,0,\n\"d\",D,,\"a\"\n"
    );
    for certificate in [outcomes(), values()] {
        let text = written(&certificate, &graph);
        let source = Source::bytes("c", text.clone());
        let (envelope, names, back) = read(&source, &Budget::unlimited()).unwrap();
        assert_eq!((back, names.len()), (certificate, 4));
        let checked = checked(Source::bytes("g.csv", GRAPH), &text).unwrap();
        assert_eq!((checked.kind, checked.vertices, checked.arcs), (envelope.kind, 4, 5));
    }
}

#[test]
fn coloured_certificates_too() {
    let graph = graph("a,b,blue\nb,a,red\n");
    let rows = vec![
        row(Outcome::N, Some(3), Some(1)),
        row(Outcome::P, Some(0), None),
        row(Outcome::P, Some(0), None),
        row(Outcome::N, Some(3), Some(0)),
    ];
    // a: Left moves to b, where Right moves back to a, where Left moves ...
    let rows: Vec<OutcomeRow> = rows
        .into_iter()
        .map(|r| if r.outcome == Outcome::N { row(Outcome::D, None, r.best) } else { r })
        .collect();
    let certificate = Certificate::Coloured { convention: Convention::Normal, rows };
    let text = written(&certificate, &graph);
    assert!(text.contains("\n\"a\",D,,\"b\",L,0,\n"), "{text}");
    checked(Source::bytes("g.csv", "b,a,red\na,b,blue\n"), &text).unwrap();
    let wrong = text.replace("L,0,\n", "W,0,\n");
    assert!(matches!(
        checked(Source::bytes("g.csv", "b,a,red\na,b,blue\n"), &wrong),
        Err(VerifyError::Rejected(_))
    ));
}

#[test]
fn another_order_or_format_of_the_graph_is_the_same_graph() {
    let text = written(&outcomes(), &graph(GRAPH));
    let shuffled = "d,d\na,d\nb,\"c,\"\nd,a\na,b\n";
    checked(Source::bytes("g.csv", shuffled), &text).unwrap();
    for format in [GraphFormat::Json, GraphFormat::Parquet, GraphFormat::Dot] {
        let output = Output::memory(Compression::None);
        let graph = graph(shuffled);
        let output = write_graph_to(output, format, &graph.view(), &Budget::unlimited()).unwrap();
        let bytes = output.finish_memory().unwrap();
        checked(Source::bytes(format!("g.{format}"), bytes), &text).unwrap();
    }
    let other = checked(Source::bytes("g.csv", "a,b\n"), &text).unwrap_err();
    assert!(matches!(other, VerifyError::OtherGraph { .. }));
}

#[test]
fn changed_certificates_are_refused() {
    let text = written(&outcomes(), &graph(GRAPH));
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        message(&text.replacen(from, to, 1))
    };
    assert_eq!(change("N,1", "N,3"), "vertex b: remoteness 3, but 1 by its moves");
    assert_eq!(change("D,,\"d\"", "D,,\"b\""), "vertex a: the move is not the first of the best");
    assert_eq!(change("P,0,", "N,0,"), "vertex b: N, but no move leads to P");
    assert_eq!(change("normal play", "misère play"), "vertex c,: P, but without moves it is N");
    assert!(change("\"version\":1", "\"version\":2").contains("version 2 of outcomes"));
    assert!(
        change("\"upstar\":\"outcomes\"", "\"upstar\":\"periods\"").contains("kind \"periods\"")
    );
    assert!(change("\"rows\":4", "\"rows\":5").contains("4 rows; expected 5"));
    assert!(change("\"rows\":4", "\"rows\":3").contains("more than 3 rows"));
    assert!(change("D,,\"d\"", "D,,\"z\"").contains("the vertex \"z\", which has no row"));
    assert!(change("\"d\",D", "\"a\",D").contains("two rows for vertex a"));
    assert!(change("\"d\",D", "\"e\",D").contains("the vertex \"d\", which has no row"));
    assert!(change("N,1", "X,1").starts_with("c.cert:4:5: \"X\"; expected an outcome"));
    assert!(change("N,1", "N,-1").starts_with("c.cert:4:7: \"-1\"; expected a number"));
    assert!(change("N,1,", "N,").starts_with("c.cert:4:2: a row of 3 fields; expected 4"));
    assert!(message("").starts_with("c.cert:1:"));
    assert!(message("vertex,outcome\na,N\n").contains("a first line that is not ours"));
    let values = written(&values(), &graph(GRAPH));
    let change = |from: &str, to: &str| {
        assert!(values.contains(from), "{from} in {values}");
        message(&values.replacen(from, to, 1))
    };
    assert_eq!(change("*0,0", "*1,0"), "vertex b: *1, but the mex of the successors is 0");
    assert_eq!(change("*1,0", "*1,1"), "vertex b: rank 1, but 0 by the successors");
    assert_eq!(
        change("∞{1}", "∞{}"),
        "vertex a: the members are not the nimbers of the successors"
    );
    assert!(change("∞{1}", "∞{x}").contains("\"x\"; expected a number"));
    assert!(change("*1", "1").contains("\"1\"; expected a value"));
    assert!(change("normal play", "misère play").contains("the subject"));
}

#[test]
fn budgets_stop_the_check() {
    let text = written(&outcomes(), &graph(GRAPH));
    let certificate = Source::bytes("c", text);
    let budget = Budget::unlimited().with_bytes(100);
    let result =
        check(&Source::bytes("g.csv", GRAPH), &ReadOptions::default(), &certificate, &budget);
    assert!(result.is_err());
}

#[test]
fn every_column_is_called_what_it_is() {
    let graph = graph(GRAPH);
    for (certificate, from, to) in [
        (outcomes(), "vertex,outcome,remoteness,move", "vertex,outcome,move,remoteness"),
        (values(), "vertex,value,rank,witness", "vertex,value,rank,move"),
        (values(), "vertex,value", "Vertex,value"),
    ] {
        let text = written(&certificate, &graph);
        assert!(checked(Source::bytes("g.csv", GRAPH), &text).is_ok());
        let found = message(&text.replacen(from, to, 1));
        assert!(found.starts_with("c.cert:2:") && found.contains("the columns are"), "{found}");
    }
}
