//! Games on graphs: on vertices with colours, on coloured edges, and on what is drawn.

use std::borrow::Cow;
use std::cmp::Ordering;

use smallvec::SmallVec;
use upstar_core::Player;

use super::edge_list::{EdgeList, Letters};
use super::refinement::refined;
pub use super::vertex_set::MOST_VERTICES;
use super::vertex_set::{Rows, VertexSet, connected};
use crate::{Dot, Picture, Position, Result, with_sets};

/// The colour of vertices of Left, as a set of bits.
pub const LEFT: u8 = 1;
/// The colour of vertices of Right.
pub const RIGHT: u8 = 2;
/// The colour of vertices of both.
pub const BOTH: u8 = LEFT | RIGHT;

/// The colour of the vertices of a player.
pub fn colour_of(player: Player) -> u8 {
    match player {
        Player::Left => LEFT,
        Player::Right => RIGHT,
    }
}

/// A graph whose vertices have colours, as a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColouredGraph {
    /// The colour of each vertex.
    pub colours: Box<[u8]>,
    adjacency: Rows,
}

impl ColouredGraph {
    /// The graph of a list of edges.
    pub fn new(list: EdgeList) -> Self {
        let n = list.colours.len();
        with_sets!(n, S => {
            let mut around = vec![S::default(); n];
            for (a, b) in list.edges {
                around[a] |= S::one(b);
                around[b] |= S::one(a);
            }
            ColouredGraph { colours: list.colours.into(), adjacency: Rows::of(n, around) }
        })
    }

    /// The colour of each vertex.
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.colours.len()
    }

    /// The neighbours of each vertex.
    pub fn adjacency<S: VertexSet>(&self) -> Cow<'_, [S]> {
        self.adjacency.sets()
    }

    /// The neighbours of a vertex.
    pub fn around(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.adjacency.at(v)
    }

    /// Reads a graph: `path 5`, `3x3`, `.-L(-.;-R)`, `.LR|1-2,2-3`.
    pub fn read(text: &str, letters: &[(char, u8)]) -> Result<Self> {
        Ok(Self::new(EdgeList::read(text, letters)?))
    }

    /// `.LR|1-2,2-3`, with the letter of each colour.
    pub fn text(&self, letters: &[(char, u8)]) -> String {
        let letter = |colour: &u8| letters.iter().find(|(_, known)| known == colour);
        let mut text: String =
            self.colours.iter().map(|colour| letter(colour).map_or('.', |found| found.0)).collect();
        text.push('|');
        let edges: Vec<String> =
            self.edges().map(|(v, u)| format!("{}-{}", v + 1, u + 1)).collect();
        text + &edges.join(",")
    }

    /// The edges, from the smaller end to the larger one.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let ends = |v: usize| self.around(v).map(move |u| (v, u));
        (0..self.vertices()).flat_map(ends).filter(|(v, u)| v < u)
    }

    /// The set of the vertices whose colour is as asked.
    pub fn coloured<S: VertexSet>(&self, is: impl Fn(u8) -> bool) -> S {
        S::of((0..self.vertices()).filter(|&v| is(self.colours[v])))
    }

    /// All vertices.
    pub fn all<S: VertexSet>(&self) -> S {
        S::all_of(self.vertices())
    }

    /// The vertices in `order`, in that order, and the edges between them.
    pub fn part(&self, order: &[usize]) -> Self {
        with_sets!(self.vertices(), S => Self::of_part(
            order,
            S::of(order.iter().copied()),
            &self.colours,
            &self.adjacency::<S>(),
        ))
    }

    /// The vertices of a set with these colours, and the edges between them among these.
    pub fn of_set<S: VertexSet>(set: S, colours: &[u8], adjacency: &[S]) -> Self {
        let order: SmallVec<[usize; 64]> = set.ones().collect();
        Self::of_part(&order, set, colours, adjacency)
    }

    fn of_part<S: VertexSet>(order: &[usize], set: S, colours: &[u8], adjacency: &[S]) -> Self {
        let colours = order.iter().map(|&v| colours[v]).collect();
        ColouredGraph { colours, adjacency: Rows::part(order, set, adjacency) }
    }

    /// The vertices of a set, and the edges between them.
    pub fn induced<S: VertexSet>(&self, set: S) -> Self {
        Self::of_set(set, &self.colours, &self.adjacency())
    }

    /// The graph without some vertices.
    pub fn without<S: VertexSet>(&self, gone: S) -> Self {
        self.induced(self.all::<S>() & !gone)
    }

    /// The vertices of a set that have neighbours in it.
    pub fn without_lone<S: VertexSet>(&self, set: S) -> Self {
        let adjacency = self.adjacency::<S>();
        let joined = S::of(set.ones().filter(|&v| !(adjacency[v] & set).is_empty()));
        Self::of_set(joined, &self.colours, &adjacency)
    }

    /// Calls `each` with the connected parts.
    pub fn parts(&self, mut each: impl FnMut(Self)) {
        with_sets!(self.vertices(), S => {
            let adjacency = self.adjacency::<S>();
            connected(self.all::<S>(), |v| adjacency[v], |set| {
                each(Self::of_set(set, &self.colours, &adjacency));
            });
        });
    }

    /// The graph with the colours of the players exchanged.
    pub fn exchanged(mut self) -> Self {
        for colour in &mut self.colours {
            *colour = (*colour >> 1) | (*colour & 1) << 1;
        }
        self
    }

    /// The graph with its vertices in a standard order.
    ///
    /// Paths, and graphs that colour refinement tells apart up to symmetry, have
    /// one standard order; of other graphs some orders may remain, and then equal
    /// positions may be met under several names, which costs time and nothing
    /// else.
    pub fn standard(&self) -> Self {
        with_sets!(self.vertices(), S => self.standard_by::<S>())
    }

    fn standard_by<S: VertexSet>(&self) -> Self {
        let adjacency = self.adjacency::<S>();
        let part = |order: &[usize]| Self::of_part(order, self.all(), &self.colours, &adjacency);
        let n = self.vertices();
        let degree = |v: usize| adjacency[v].count();
        if (0..n).all(|v| degree(v) <= 2)
            && let Some(end) = (0..n).find(|&v| degree(v) <= 1)
        {
            let mut order = Vec::with_capacity(n);
            let (mut left, mut at) = (self.all::<S>(), Some(end));
            while let Some(v) = at {
                order.push(v);
                left &= !S::one(v);
                at = (adjacency[v] & left).first();
            }
            if order.len() == n {
                let colour = |&v: &usize| self.colours[v];
                if order.iter().rev().map(colour).lt(order.iter().map(colour)) {
                    order.reverse();
                }
                return part(&order);
            }
        }
        let colours = self.colours.iter().map(|&colour| colour.into()).collect();
        let class = refined(colours, |v, around| {
            around.extend(adjacency[v].ones().map(|u| (0, u)));
        });
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&v| class[v]);
        part(&order)
    }

    /// The graph as a picture; `dot` is what there is to see of a vertex of a colour.
    pub fn drawn(&self, dot: impl Fn(u8) -> Dot) -> Picture {
        Picture::Graph {
            vertices: self.colours.iter().map(|&colour| dot(colour)).collect(),
            edges: self.edges().collect(),
            tints: Vec::new(),
            directed: false,
        }
    }
}

/// A vertex that is one player's, or both players' or nobody's.
pub fn owned(colour: u8) -> Dot {
    let owner = Player::BOTH.into_iter().find(|&player| colour == colour_of(player));
    Dot { owner, ..Dot::default() }
}

/// Where the colours say nothing, they are 0.
pub const PLAIN: &Letters = &[('.', 0)];

/// Text of graphs without colours: rules with colours have letters of their own.
impl Position for ColouredGraph {
    fn to_text(&self) -> String {
        self.text(PLAIN)
    }

    fn from_text(text: &str) -> Result<Self> {
        Self::read(text, PLAIN)
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.colours.len() + self.adjacency.bytes() + 32
    }

    fn picture(&self, _: &str) -> Picture {
        self.drawn(owned)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(2), ..ProptestConfig::default() })]

        /// The standard form is the same graph, and trees have one for all orders.
        #[test]
        fn standard_forms_are_isomorphic(
            parents in proptest::collection::vec(any::<prop::sample::Index>(), 0..9),
            colours in proptest::collection::vec(0u8..2, 10),
            shuffle in Just((0..10).collect::<Vec<usize>>()).prop_shuffle(),
        ) {
            let n = parents.len() + 1;
            let edges: Vec<(usize, usize)> = parents.iter().enumerate()
                .map(|(v, parent)| (v + 1, parent.index(v + 1))).collect();
            let list = EdgeList { colours: colours[..n].to_vec(), edges };
            let graph = ColouredGraph::new(list);
            let order: Vec<usize> = shuffle.into_iter().filter(|&v| v < n).collect();
            let other = graph.part(&order);
            prop_assert_eq!(graph.standard(), other.standard());
            let degrees = |graph: &ColouredGraph| {
                let mut pairs: Vec<_> = (0..n)
                    .map(|v| (graph.colours[v], graph.around(v).count())).collect();
                pairs.sort();
                pairs
            };
            prop_assert_eq!(degrees(&graph), degrees(&graph.standard()));
        }
    }
}
