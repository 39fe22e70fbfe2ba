//! Graphs by themselves.

use std::sync::Arc;

use upstar_engine::GraphFamily;
use upstar_games::read_graph;

use super::{METHOD, Method, Of, items_of};
use crate::calculator::Calculator;
use crate::fail::Result;
use crate::graph::{Graph, loops};
use crate::value::{Answer, Value, list, mismatch};

/// A family of graphs by the number of vertices.
macro_rules! family {
    ($name:literal, $about:literal, $example:expr, $family:expr) => {
        Method {
            name: concat!("Graph.", $name),
            aliases: &[$name],
            usage: concat!("Graph.", $name, "(n) or ", $name, "(n)"),
            about: $about,
            example: $example,
            of: Of::Argument,
            run: |e, n, _| {
                let n = vertices(e, n)?;
                e.tick(1 + (n * n) as u64)?;
                graph(Graph::of($family, n)?)
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "Graph",
        aliases: &["Graph.Parse"],
        usage: "Graph(\".-.(-.;-.)\") or Graph(\"...|1-2,2-3\")",
        about: "A graph from its text, a chain with branches or a list of edges, for games that \
                are played on graphs: col(g), snort(g), arc_kayles(g).",
        example: ("Graph(\".-.(-.;-.)\").AdjacencyList", "[[2],[1,3,4],[2],[2]]"),
        of: Of::Argument,
        run: |e, text, _| match text {
            Value::Text(text) => {
                e.tick(text.len() as u64)?;
                graph(Graph::new(read_graph(text)?)?)
            }
            Value::Graph(_) => Ok(text.clone()),
            other => Err(mismatch("expected the text of a graph", other)),
        },
        ..METHOD
    },
    family!(
        "Path",
        "The path with n vertices.",
        ("col(Graph.Path(3)).CanonicalForm", "0"),
        GraphFamily::Path
    ),
    family!(
        "Cycle",
        "The cycle with n >= 3 vertices.",
        ("node_kayles(Graph.Cycle(6)).NimValue", "0"),
        GraphFamily::Cycle
    ),
    family!(
        "Star",
        "The star with n vertices: a centre with an edge to each of the others.",
        ("Graph.Star(4).AdjacencyList", "[[2,3,4],[1],[1],[1]]"),
        GraphFamily::Star
    ),
    family!(
        "Complete",
        "The graph with n vertices in which any two have an edge.",
        ("Graph.Complete(3).AdjacencyList", "[[2,3],[1,3],[1,2]]"),
        GraphFamily::Complete
    ),
    Method {
        name: "Graph.FromAdjacencyList",
        aliases: &["FromAdjacencyList"],
        usage: "Graph.FromAdjacencyList([[2],[1,3],[2]]) or FromAdjacencyList(...)",
        about: "The graph in which the first vertex has edges to the vertices of the first list, \
                and so on; vertices are numbered from 1.",
        example: ("Graph.FromAdjacencyList([[2],[3],[]])", "Graph(\"...|1-2,2-3\")"),
        of: Of::Argument,
        run: |e, lists, _| {
            let mut neighbours = Vec::new();
            for around in items_of(e, lists)? {
                let mut vertices = Vec::new();
                for vertex in items_of(e, &around)? {
                    vertices.push(end(e, &vertex)?);
                }
                neighbours.push(vertices);
            }
            graph(Graph::new(neighbours)?)
        },
        ..METHOD
    },
    Method {
        name: "Graph.FromEdges",
        aliases: &["FromEdges"],
        usage: "Graph.FromEdges([(1,2),(2,3)]) or FromEdges(...)",
        about: "The graph with these edges, given as pairs of vertices; vertices are numbered \
                from 1.",
        example: ("Graph.FromEdges([(a,a+1) for a from 1 to 2])", "Graph(\"...|1-2,2-3\")"),
        of: Of::Argument,
        run: |e, edges, _| {
            let mut neighbours: Vec<Vec<usize>> = Vec::new();
            for edge in items_of(e, edges)? {
                let ends = items_of(e, &edge)?;
                let [a, b] = &ends[..] else {
                    return Err(mismatch("an edge is a pair of vertices", &edge));
                };
                let [a, b] = [end(e, a)?, end(e, b)?];
                let count = Graph::few_enough(a.max(b) + 1)?.max(neighbours.len());
                neighbours.resize(count, Vec::new());
                neighbours[a].push(b);
            }
            graph(Graph::new(neighbours)?)
        },
        ..METHOD
    },
    Method {
        name: "Graph.Grid",
        aliases: &["Grid"],
        usage: "Graph.Grid(rows, columns) or Grid(rows, columns)",
        about: "The graph of the cells of a board, with edges between cells that share a side; row \
                after row.",
        example: ("Graph.Grid(2,2)", "Graph(\"....|1-2,1-3,2-4,3-4\")"),
        arguments: (1, 1),
        of: Of::Argument,
        run: |e, rows, arguments| {
            let (rows, columns) = (vertices(e, rows)?, vertices(e, &arguments[0])?);
            let count = Graph::few_enough(rows * columns)?;
            e.tick(1 + count as u64)?;
            let neighbours = (0..count).map(|cell| {
                let right = (cell % columns + 1 < columns).then_some(cell + 1);
                let below = (cell + columns < count).then_some(cell + columns);
                right.into_iter().chain(below).collect()
            });
            graph(Graph::new(neighbours.collect())?)
        },
        ..METHOD
    },
    Method {
        name: "AdjacencyList",
        usage: "graph.AdjacencyList",
        about: "For each vertex of a graph, the list of its neighbours; vertices are numbered \
                from 1.",
        example: ("Graph.Path(3).AdjacencyList", "[[2],[1,3],[2]]"),
        run: |_, value, _| {
            let Value::Graph(graph) = value else {
                return Err(mismatch("expected a graph", value));
            };
            let lists = graph
                .neighbours()
                .map(|around| list(around.into_iter().map(Value::Number).collect()));
            list(lists.collect::<Result<_, _>>()?)
        },
        ..METHOD
    },
];

/// A vertex, counted from 0.
fn end(e: &mut Calculator<'_>, vertex: &Value) -> Result<usize> {
    let vertex = e.whole(vertex, "a vertex")?;
    usize::try_from(vertex).ok().and_then(|vertex| vertex.checked_sub(1)).ok_or_else(loops)
}

fn graph(graph: Graph) -> Answer {
    Ok(Value::Graph(Arc::new(graph)))
}

fn vertices(e: &mut Calculator<'_>, n: &Value) -> Result<usize> {
    let n = e.whole(n, "a number of vertices")?;
    Graph::few_enough(usize::try_from(n).unwrap_or(usize::MAX))
}
