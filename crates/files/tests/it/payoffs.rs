//! Payoffs of terminals and weights of arcs, in each format that has them.

use upstar_core::Budget;
use upstar_core::arcs::Colour;
use upstar_files::graph::{EdgeList, GraphFormat, GraphSummary, Header, ReadOptions, read_graph};
use upstar_files::{FileError, Source};

fn read(name: &str, text: &str, weights: bool) -> Result<GraphSummary, FileError> {
    let mut options = ReadOptions::default();
    options.weights = weights;
    let source = Source::bytes(name, text.to_owned());
    let sink = &mut |_: &[(u32, u32)], _: &[Colour]| Ok(());
    read_graph(&source, &options, sink, &Budget::unlimited())
}

/// Payoffs and weights by name.
type Points = (Vec<(String, i64)>, Vec<(String, String, i64)>);

fn points(name: &str, text: &str, weights: bool) -> Result<Points, String> {
    let summary = read(name, text, weights).map_err(|error| error.to_string())?;
    let name = |v: u32| summary.names.get(v).to_string();
    let payoffs = summary.payoffs.iter().map(|&(v, payoff)| (name(v), payoff)).collect();
    let arcs = summary.weights.iter().map(|&(v, w, weight)| (name(v), name(w), weight));
    Ok((payoffs, arcs.collect()))
}

#[test]
fn payoffs_are_read_in_every_format_that_has_them() {
    let expected: Points = (vec![("b".into(), -3), ("c".into(), 5)], Vec::new());
    for (name, text) in [
        ("g.csv", "from,to,payoff\na,b,\na,c,\nb,,-3\nc,,5\n"),
        ("g.csv", "payoff,to,from,note\n,b,a,x\n,c,a,y\n-3,,b,z\n5,,c,\n5,,c,again\n"),
        ("g.tsv", "from\tto\tpayoff\na\tb\t\na\tc\t\nb\t\t-3\nc\t\t5\n"),
        (
            "g.json",
            r#"{"nodes": [{"id": "a"}, {"id": "b", "payoff": -3}, {"id": "c", "payoff": "5"}],
               "edges": [{"source": "a", "target": "b"}, {"source": "a", "target": "c"}],
               "directed": true}"#,
        ),
        ("g.dot", "digraph { a -> b -> {}; a -> c; b [payoff=-3]; c [payoff=\"5\"] }"),
        (
            "g.graphml",
            r#"<graphml><key id="p" for="node" attr.name="payoff"/><graph edgedefault="directed">
               <node id="a"/><node id="b"><data key="p">-3</data></node>
               <node id="c"><data key="p">5</data></node>
               <edge source="a" target="b"/><edge source="a" target="c"/></graph></graphml>"#,
        ),
    ] {
        assert_eq!(points(name, text, false).as_ref(), Ok(&expected), "{name}: {text}");
    }
}

#[test]
fn weights_are_read_if_they_are_asked_for() {
    let arcs = |weights: [i64; 2]| {
        [("1", "2", weights[0]), ("2", "3", weights[1])]
            .map(|(v, w, weight)| (v.to_owned(), w.to_owned(), weight))
            .to_vec()
    };
    for (name, text, weights) in [
        ("g.csv", "from,to,weight\n1,2,-4\n2,3,7\n", [-4, 7]),
        ("g.csv", "from,to,weight\n1,2,\n2,3,7\n", [0, 7]),
        ("g.gr", "p sp 3 2\na 1 2 4\na 2 3 7\n", [4, 7]),
        (
            "g.json",
            r#"{"nodes": [{"id": 1}, {"id": 2}, {"id": 3}], "directed": true,
               "links": [{"source": 1, "target": 2, "weight": -4}, {"source": 2, "target": 3}]}"#,
            [-4, 0],
        ),
    ] {
        assert_eq!(points(name, text, true), Ok((Vec::new(), arcs(weights))), "{text}");
        assert_eq!(points(name, text, false), Ok((Vec::new(), Vec::new())), "{text}");
    }
    assert_eq!(points("g.csv", "from,to\n1,2\n", true), Ok((Vec::new(), Vec::new())));
}

#[test]
fn what_is_no_payoff_is_refused_with_its_place() {
    let fails = |name, text, weights| points(name, text, weights).unwrap_err();
    let csv = "from,to,payoff\na,b,\nb,,1.5\n";
    assert_eq!(
        fails("g.csv", csv, false),
        "g.csv:3:4: unknown payoff \"1.5\"; expected an integer of 64 bits, such as -3"
    );
    let twice = "from,to,payoff\na,b,\nb,,1\nb,,2\n";
    assert_eq!(
        fails("g.csv", twice, false),
        "g.csv:4:1: payoff 2 for vertex b, which already has payoff 1; expected one payoff for each \
         vertex"
    );
    let weight = "from,to,weight\na,b,heavy\n";
    assert!(fails("g.csv", weight, true).starts_with("g.csv:2:5: unknown weight \"heavy\""));
    assert!(fails("g.gr", "p sp 2 1\na 1 2 x\n", true).contains("unknown weight \"x\""));
    // What holds no payoffs says so.
    let source = Source::bytes("g.csv", "from,to,payoff\na,b,\nb,,1\n");
    let error = EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited());
    assert!(error.unwrap_err().to_string().contains("terminals have payoffs"));
}

#[test]
fn a_column_payoff_without_a_header_means_nothing() {
    let mut options = ReadOptions::with_format(GraphFormat::Csv);
    options.header = Header::Absent;
    let source = Source::bytes("g.csv", "from,to\npayoff,b\n");
    let sink = &mut |_: &[(u32, u32)], _: &[Colour]| Ok(());
    let summary = read_graph(&source, &options, sink, &Budget::unlimited()).unwrap();
    assert_eq!((summary.arcs, summary.payoffs.len()), (2, 0));
}
