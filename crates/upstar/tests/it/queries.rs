//! Many sums on one graph: values against the search of all positions.

use upstar::core::Budget;
use upstar::core::names::Names;
use upstar::files::Source;
use upstar::files::graph::{Header, ReadOptions};
use upstar::files::table::Format;
use upstar::graphs::Graph;
use upstar::graphs::generate::Random;
use upstar::{NamedGraph, SumOptions, SumQueries};

/// The number of vertices, and arcs.
type Arcs = (u32, Vec<(u32, u32)>);

fn graph(random: &mut Random) -> Arcs {
    let vertices = 1 + random.below(6);
    let arcs = random.below(2 * vertices + 1);
    (vertices, (0..arcs).map(|_| (random.below(vertices), random.below(vertices))).collect())
}

/// The first columns of the table of these sums: sum and outcome.
fn outcomes((vertices, arcs): &Arcs, sums: &str, options: &SumOptions) -> Vec<(String, String)> {
    let budget = Budget::unlimited();
    let graph = Graph::from_arcs(*vertices, arcs.iter().copied()).unwrap();
    let named = NamedGraph::new("g", graph, Names::Dense(*vertices));
    let source = Source::bytes("sums.csv", sums.to_owned());
    let mut queries = SumQueries::read(named, &source, &ReadOptions::default(), &budget).unwrap();
    let name = format!("upstar-queries-{}.csv", std::process::id());
    let path = std::env::temp_dir().join(name);
    queries.write_table(&path, Format::Csv, options, &budget).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let rows = text.lines().skip(1).map(|row| {
        let mut cells = row.split(',');
        let mut cell = || cells.next().unwrap().to_owned();
        (cell(), cell())
    });
    rows.collect()
}

#[test]
fn values_agree_with_all_positions() {
    let mut random = Random::new(5);
    for round in 0..500 {
        let graph = graph(&mut random);
        let mut vertex = || random.below(graph.0).to_string();
        let sums: Vec<String> =
            (0..6).map(|i| (0..=i % 3).map(|_| vertex()).collect::<Vec<_>>().join(",")).collect();
        let text = sums.join("\n");
        let options = SumOptions::default();
        let by_value = outcomes(&graph, &text, &options);
        let searched = SumOptions { all_positions: true, ..options };
        assert_eq!(by_value, outcomes(&graph, &text, &searched), "round {round}: {text}");
        let asked: Vec<String> = sums.iter().map(|sum| sum.replace(',', " + ")).collect();
        let told: Vec<String> = by_value.into_iter().map(|(sum, _)| sum).collect();
        assert_eq!(told, asked);
    }
}

#[test]
fn a_header_is_used_and_what_is_no_vertex_is_named() {
    let budget = Budget::unlimited();
    let read = |text: &str, header: Header| {
        let names = Source::bytes("g.csv", "a,b\nb,c\n");
        let named = NamedGraph::read(&names, &ReadOptions::default(), &budget).unwrap();
        let mut options = ReadOptions::default();
        options.header = header;
        SumQueries::read(named, &Source::bytes("q.csv", text.to_owned()), &options, &budget)
            .map(|queries| (queries.len(), queries.header().map(str::to_owned)))
            .map_err(|error| error.to_string())
    };
    assert_eq!(read("a,b\n\na\na,b,c\n", Header::Guess), Ok((3, None)));
    let header = Some("u,v".to_owned());
    assert_eq!(read("u,v\na,b\nc,\n", Header::Guess), Ok((2, header)));
    let unknown = "q.csv:1:1: `u`, which is no vertex of g.csv; expected a vertex of the graph";
    assert_eq!(read("u,v\na,b\n", Header::Absent), Err(unknown.to_owned()));
    assert!(read("a,v\n", Header::Guess).unwrap_err().starts_with("q.csv:1:3: `v`"));
    assert!(read("u,v\nx,y\n", Header::Guess).unwrap_err().starts_with("q.csv:2:1: `x`"));
    assert!(read("u,v\n", Header::Guess).unwrap_err().contains("no sums"));
}
