//! Graphs by themselves, for the games that are played on them.

use upstar_engine::GraphFamily;
use upstar_values::Rational;

use crate::fail::{Fail, Result};

/// A graph whose vertices are 1, 2, ...: an edge list, as games on graphs read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    adjacency: Vec<Vec<usize>>,
}

/// The most vertices of a graph.
const MOST: usize = 1000;

impl Graph {
    /// The graph in which each vertex, counted from 0, has these neighbours, at most [`MOST`].
    pub(crate) fn new(neighbours: Vec<Vec<usize>>) -> Result<Self> {
        let count = Self::few_enough(neighbours.len())?;
        let mut adjacency = vec![Vec::new(); count];
        for (vertex, around) in neighbours.into_iter().enumerate() {
            for other in around {
                if other >= count || other == vertex {
                    return Err(loops());
                }
                adjacency[vertex].push(other);
                adjacency[other].push(vertex);
            }
        }
        for around in &mut adjacency {
            around.sort_unstable();
            around.dedup();
        }
        Ok(Graph { adjacency })
    }

    /// The number of vertices, if a graph may have so many.
    pub(crate) fn few_enough(count: usize) -> Result<usize> {
        if count <= MOST {
            return Ok(count);
        }
        Err(Fail::Limit(format!("a graph has at most {MOST} vertices, not {count}")))
    }

    /// The graph of a family with that many vertices.
    pub(crate) fn of(family: GraphFamily, vertices: usize) -> Result<Self> {
        if !family.has(vertices as u64) {
            let message = format!("a cycle has 3 vertices or more, not {vertices}");
            return Err(Fail::undefined(message));
        }
        let mut around = vec![Vec::new(); Self::few_enough(vertices)?];
        for (a, b) in family.edges(vertices) {
            around[a].push(b);
        }
        Graph::new(around)
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

/// An edge that a graph cannot have.
pub(crate) fn loops() -> Fail {
    Fail::undefined("an edge joins two different vertices of the graph, which are counted from 1")
}
