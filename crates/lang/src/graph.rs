//! Graphs by themselves, for the games that are played on them.

use upstar_values::Rational;

use crate::fail::Fail;

/// A graph whose vertices are 1, 2, ...: an edge list, as games on graphs read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    adjacency: Vec<Vec<usize>>,
}

/// The most vertices of a graph.
const MOST: usize = 1000;

impl Graph {
    /// The graph in which each vertex, counted from 0, has these neighbours; `None` if a list names
    /// a vertex that is none, or its own.
    pub(crate) fn new(neighbours: Vec<Vec<usize>>) -> Option<Self> {
        let count = neighbours.len();
        let mut adjacency = vec![Vec::new(); count];
        for (vertex, around) in neighbours.into_iter().enumerate() {
            for other in around {
                if other >= count || other == vertex {
                    return None;
                }
                adjacency[vertex].push(other);
                adjacency[other].push(vertex);
            }
        }
        for around in &mut adjacency {
            around.sort_unstable();
            around.dedup();
        }
        Some(Graph { adjacency })
    }

    /// The number of vertices, if a graph may have so many.
    pub(crate) fn few_enough(count: usize) -> Result<usize, Fail> {
        if count <= MOST {
            return Ok(count);
        }
        Err(Fail::Limit(format!("a graph has at most {MOST} vertices, not {count}")))
    }

    /// The graph with so many vertices, of which each has edges to these before it.
    pub(crate) fn by_edges(
        count: usize,
        edges: impl Iterator<Item = (usize, usize)>,
    ) -> Result<Self, Fail> {
        let count = Self::few_enough(count)?;
        let mut around = vec![Vec::new(); count];
        for (a, b) in edges {
            around[a].push(b);
        }
        Ok(Graph::new(around).unwrap_or(Graph { adjacency: Vec::new() }))
    }

    /// The neighbours of each vertex, counted from 0.
    #[must_use]
    pub fn adjacency(&self) -> &[Vec<usize>] {
        &self.adjacency
    }

    /// As games on graphs read it: `...|1-2,2-3`.
    #[must_use]
    pub fn written(&self) -> String {
        let mut edges = Vec::new();
        for (a, around) in self.adjacency.iter().enumerate() {
            for &b in around.iter().filter(|&&b| a < b) {
                edges.push(format!("{}-{}", a + 1, b + 1));
            }
        }
        format!("{}|{}", ".".repeat(self.adjacency.len()), edges.join(","))
    }

    /// As it can be typed in.
    #[must_use]
    pub fn text(&self) -> String {
        format!("Graph(\"{}\")", self.written())
    }

    /// The neighbours of each vertex, counted from 1, as numbers.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = Vec<Rational>> + '_ {
        let number = |&other: &usize| Rational::from(num_bigint::BigInt::from(other + 1));
        self.adjacency.iter().map(move |around| around.iter().map(number).collect())
    }
}
