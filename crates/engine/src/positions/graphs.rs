//! Games on graphs: on vertices with colours, on coloured edges, and on what is drawn.

use std::cmp::Ordering;

use upstar_core::Player;

use super::edge_list::{EdgeList, Letters};
use super::refinement::refined;
use crate::{Dot, Picture, Position, Result};

/// The most vertices of a graph whose sets of vertices are sets of bits.
pub const MOST_VERTICES: usize = 64;

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

/// A graph whose vertices have colours, as a position: `adjacency` holds a set of
/// bits for each vertex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColouredGraph {
    /// The colour of each vertex.
    pub colours: Box<[u8]>,
    /// The neighbours of each vertex, as sets of bits.
    pub adjacency: Box<[u64]>,
}

/// The numbers of the bits that are set.
pub fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let one = set.trailing_zeros() as usize;
            set &= set - 1;
            one
        })
    })
}

/// The set of all of `n` vertices.
pub fn all_of(n: usize) -> u64 {
    if n == MOST_VERTICES { u64::MAX } else { (1 << n) - 1 }
}

impl ColouredGraph {
    /// The graph of a list of edges.
    pub fn new(list: EdgeList) -> Self {
        let mut adjacency = vec![0u64; list.colours.len()];
        for (a, b) in list.edges {
            adjacency[a] |= 1 << b;
            adjacency[b] |= 1 << a;
        }
        ColouredGraph { colours: list.colours.into(), adjacency: adjacency.into() }
    }

    /// The colour of each vertex.
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// The neighbours of each vertex, as sets of bits.
    pub fn adjacency(&self) -> &[u64] {
        &self.adjacency
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
        let ends = |v: usize| ones(self.adjacency[v]).map(move |u| (v, u));
        (0..self.colours.len()).flat_map(ends).filter(|(v, u)| v < u)
    }

    /// The set of the vertices whose colour is as asked.
    pub fn coloured(&self, is: impl Fn(u8) -> bool) -> u64 {
        let vertices = (0..self.colours.len()).filter(|&v| is(self.colours[v]));
        vertices.fold(0, |set, v| set | 1 << v)
    }

    /// All vertices.
    pub fn all(&self) -> u64 {
        all_of(self.colours.len())
    }

    /// The vertices in `order`, in that order, and the edges between them.
    pub fn part(&self, order: &[usize]) -> Self {
        Self::of_part(order, &self.colours, &self.adjacency)
    }

    /// The vertices of a set with these colours, and the edges between them among these.
    pub fn of_set(set: u64, colours: &[u8], adjacency: &[u64]) -> Self {
        let mut order = [0; MOST_VERTICES];
        let mut count = 0;
        for v in ones(set) {
            order[count] = v;
            count += 1;
        }
        Self::of_part(&order[..count], colours, adjacency)
    }

    fn of_part(order: &[usize], colours: &[u8], adjacency: &[u64]) -> Self {
        let mut place = [0_u8; MOST_VERTICES];
        let mut set = 0;
        for (new, &old) in order.iter().enumerate() {
            place[old] = new as u8;
            set |= 1 << old;
        }
        let around =
            |&v: &usize| ones(adjacency[v] & set).fold(0, |around, u| around | 1 << place[u]);
        ColouredGraph {
            colours: order.iter().map(|&v| colours[v]).collect(),
            adjacency: order.iter().map(around).collect(),
        }
    }

    /// The vertices of a set, and the edges between them.
    pub fn induced(&self, set: u64) -> Self {
        Self::of_set(set, &self.colours, &self.adjacency)
    }

    /// The graph without some vertices.
    pub fn without(&self, gone: u64) -> Self {
        self.induced(self.all() & !gone)
    }

    /// The vertices of a set that have neighbours in it.
    pub fn without_lone(&self, set: u64) -> Self {
        let order: Vec<usize> = ones(set).filter(|&v| self.adjacency[v] & set != 0).collect();
        self.part(&order)
    }

    /// The connected sets of the vertices in `among`.
    pub fn connected(&self, mut among: u64, mut each: impl FnMut(u64)) {
        while among != 0 {
            let mut found = among & among.wrapping_neg();
            let mut open = found;
            while open != 0 {
                let next = ones(open).fold(0, |set, v| set | self.adjacency[v]) & among & !found;
                found |= next;
                open = next;
            }
            among &= !found;
            each(found);
        }
    }

    /// Appends the connected parts.
    pub fn parts(&self, out: &mut Vec<Self>) {
        self.connected(self.all(), |set| out.push(self.induced(set)));
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
        let n = self.colours.len();
        let degree = |v: usize| self.adjacency[v].count_ones();
        if (0..n).all(|v| degree(v) <= 2)
            && let Some(end) = (0..n).find(|&v| degree(v) <= 1)
        {
            let mut order = Vec::with_capacity(n);
            let (mut last, mut at) = (0u64, Some(end));
            while let Some(v) = at {
                order.push(v);
                at = ones(self.adjacency[v] & !last).next();
                last = 1 << v;
            }
            if order.len() == n {
                let colour = |&v: &usize| self.colours[v];
                if order.iter().rev().map(colour).lt(order.iter().map(colour)) {
                    order.reverse();
                }
                return self.part(&order);
            }
        }
        self.part(&self.refined_order())
    }

    /// An order of the vertices by repeated refinement of their colours.
    fn refined_order(&self) -> Vec<usize> {
        let colours = self.colours.iter().map(|&colour| colour.into()).collect();
        let class = refined(colours, |v, around| {
            around.extend(ones(self.adjacency[v]).map(|u| (0, u)));
        });
        let mut order: Vec<usize> = (0..class.len()).collect();
        order.sort_by_key(|&v| class[v]);
        order
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
        size_of::<Self>() + 9 * self.colours.len() + 32
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
                    .map(|v| (graph.colours[v], graph.adjacency[v].count_ones())).collect();
                pairs.sort();
                pairs
            };
            prop_assert_eq!(degrees(&graph), degrees(&graph.standard()));
        }
    }
}
