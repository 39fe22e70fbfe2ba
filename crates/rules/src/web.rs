//! Graphs as game boards: reading them, and a standard order of their vertices.

use crate::{Dot, Picture, RuleError};

/// The most vertices of a graph that is a game board.
pub(crate) const MOST_VERTICES: usize = 64;

/// A graph with a letter on each vertex, as written by a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Web {
    pub(crate) letters: Vec<u8>,
    pub(crate) edges: Vec<(usize, usize)>,
}

/// What is accepted, for messages.
pub(crate) const USAGE: &str = "a graph such as `path 5`, `cycle 6`, `complete 4`, a grid `3x3`, \
     a chain with branches `.-L-(.;-R)`, or vertices and edges `.LR|1-2,2-3`";

crate::position::ordered!(Board);

impl Web {
    /// Reads a graph in one of the forms of [`USAGE`].
    pub(crate) fn read(text: &str, letters: &str) -> Result<Web, RuleError> {
        let web = Self::read_any(text, letters)?;
        if web.letters.len() > MOST_VERTICES {
            return Err(Self::too_large(web.letters.len()));
        }
        Ok(web)
    }

    fn too_large(vertices: impl ToString) -> RuleError {
        RuleError::too_large(
            "the graph",
            format!("{} vertices", vertices.to_string()),
            format!("{MOST_VERTICES} vertices"),
        )
    }

    fn read_any(text: &str, letters: &str) -> Result<Web, RuleError> {
        if let Some((rows, columns)) = crate::grid::size(text) {
            let vertices = rows.checked_mul(columns).filter(|&n| n <= MOST_VERTICES as u64);
            let Some(vertices) = vertices else {
                return Err(Self::too_large(format!("{rows} times {columns}")));
            };
            let (vertices, columns) = (vertices as usize, columns as usize);
            let mut edges = Vec::new();
            for v in 0..vertices {
                if (v + 1) % columns != 0 {
                    edges.push((v, v + 1));
                }
                if v + columns < vertices {
                    edges.push((v, v + columns));
                }
            }
            return Ok(Web { letters: vec![b'.'; vertices], edges });
        }
        let word = text.trim().split_once(' ').filter(|(_, rest)| {
            let rest = rest.trim();
            !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
        });
        if let Some((kind, number)) = word {
            let n = number.trim().parse().unwrap_or(usize::MAX);
            if n > MOST_VERTICES {
                return Err(Self::too_large(number.trim()));
            }
            let path = (1..n).map(|v| (v - 1, v));
            let edges = match kind.trim() {
                "path" => path.collect(),
                "cycle" if n >= 3 => path.chain([(n - 1, 0)]).collect(),
                "complete" => (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect(),
                "star" => (1..n).map(|v| (0, v)).collect(),
                _ => {
                    return Err(RuleError::notation(
                        text,
                        0..text.len(),
                        format!("expected {USAGE}"),
                    ));
                }
            };
            return Ok(Web { letters: vec![b'.'; n], edges });
        }
        match text.split_once('|') {
            Some((vertices, edges)) => Self::read_list(text, vertices, edges, letters),
            None => Self::read_chain(text, letters),
        }
    }

    /// `.LR|1-2,2-3`
    fn read_list(text: &str, vertices: &str, edges: &str, letters: &str) -> Result<Web, RuleError> {
        let mut web = Web { letters: Vec::new(), edges: Vec::new() };
        for (place, letter) in vertices.char_indices() {
            web.letters.push(letter_at(text, place, letter, letters)?);
        }
        if edges.trim().is_empty() {
            return Ok(web);
        }
        let mut start = vertices.len() + 1;
        for edge in edges.split(',') {
            let vertex = |name: &str| {
                name.trim().parse::<usize>().ok().filter(|&v| 1 <= v && v <= web.letters.len())
            };
            let ends = edge.split_once('-').and_then(|(a, b)| Some((vertex(a)?, vertex(b)?)));
            let Some((a, b)) = ends.filter(|(a, b)| a != b) else {
                return Err(RuleError::notation(
                    text,
                    start..start + edge.len(),
                    format!("expected an edge `a-b` between vertices 1 to {}", web.letters.len()),
                ));
            };
            web.edges.push((a - 1, b - 1));
            start += edge.len() + 1;
        }
        Ok(web)
    }

    /// `.-.-L(-.;-.)`: vertices joined by `-`, branches in parentheses.
    fn read_chain(text: &str, letters: &str) -> Result<Web, RuleError> {
        let mut web = Web { letters: Vec::new(), edges: Vec::new() };
        let mut last: Option<usize> = None;
        let mut joined = false;
        let mut branches: Vec<Option<usize>> = Vec::new();
        for (place, letter) in text.char_indices() {
            let complain = |message: &str| {
                Err(RuleError::notation(text, place..place + letter.len_utf8(), message))
            };
            match letter {
                c if c.is_whitespace() => {}
                '-' if last.is_some() && !joined => joined = true,
                '(' if last.is_some() => {
                    if branches.len() > 100 {
                        return complain("expected at most 100 nested parentheses");
                    }
                    // `.-(.;-.)` joins each branch, with or without its own `-`.
                    branches.push(last);
                    joined = false;
                }
                ';' if !branches.is_empty() => {
                    last = branches.last().copied().flatten();
                    joined = false;
                }
                ')' if !branches.is_empty() => {
                    last = branches.pop().flatten();
                    joined = false;
                }
                _ => {
                    let tint = letter_at(text, place, letter, letters)?;
                    let vertex = web.letters.len();
                    web.letters.push(tint);
                    if let Some(last) = last {
                        if !joined && branches.is_empty() {
                            return complain("expected `-` between two vertices");
                        }
                        web.edges.push((last, vertex));
                    }
                    last = Some(vertex);
                    joined = false;
                }
            }
        }
        if web.letters.is_empty() || !branches.is_empty() || joined {
            return Err(RuleError::notation(
                text,
                text.len()..text.len(),
                format!("the graph ends too early; expected {USAGE}"),
            ));
        }
        Ok(web)
    }
}

fn letter_at(text: &str, place: usize, letter: char, letters: &str) -> Result<u8, RuleError> {
    let found = letters.chars().find(|known| known.eq_ignore_ascii_case(&letter));
    found.map(|letter| letter as u8).ok_or_else(|| {
        let list: Vec<String> = letters.chars().map(|c| format!("`{c}`")).collect();
        RuleError::notation(
            text,
            place..place + letter.len_utf8(),
            format!("expected a vertex ({}), found `{}`", list.join(", "), letter.escape_default()),
        )
    })
}

/// A graph whose vertices have colours, as a position: `adjacency` holds a set of
/// bits for each vertex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub(crate) colours: Box<[u8]>,
    pub(crate) adjacency: Box<[u64]>,
}

/// The numbers of the bits that are set.
pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let one = set.trailing_zeros() as usize;
            set &= set - 1;
            one
        })
    })
}

impl Board {
    pub(crate) fn new(web: &Web, colour: impl Fn(u8) -> u8) -> Board {
        let mut adjacency = vec![0u64; web.letters.len()];
        for &(a, b) in &web.edges {
            adjacency[a] |= 1 << b;
            adjacency[b] |= 1 << a;
        }
        let colours = web.letters.iter().map(|&letter| colour(letter)).collect();
        Board { colours, adjacency: adjacency.into() }
    }

    /// The vertices in `order`, in that order, and the edges between them.
    pub(crate) fn part(&self, order: &[usize]) -> Board {
        let mut place = [u8::MAX; MOST_VERTICES];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new as u8;
        }
        let adjacency = order.iter().map(|&v| {
            ones(self.adjacency[v])
                .filter(|&u| place[u] != u8::MAX)
                .fold(0, |set, u| set | 1 << place[u])
        });
        let adjacency = adjacency.collect();
        Board { colours: order.iter().map(|&v| self.colours[v]).collect(), adjacency }
    }

    /// The connected sets of the vertices in `among`.
    pub(crate) fn connected(&self, mut among: u64, mut each: impl FnMut(u64)) {
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

    /// The graph with its vertices in a standard order.
    ///
    /// Paths, and graphs that colour refinement tells apart up to symmetry, have
    /// one standard order; of other graphs some orders may remain, and then equal
    /// positions may be met under several names, which costs time and nothing
    /// else.
    pub(crate) fn standard(&self) -> Board {
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

    /// `.LR|1-2,2-3`, with the letter of each colour.
    pub(crate) fn text(&self, letter: impl Fn(u8) -> char) -> String {
        let mut text: String = self.colours.iter().map(|&colour| letter(colour)).collect();
        text.push('|');
        let edges: Vec<String> = (0..self.colours.len())
            .flat_map(|v| ones(self.adjacency[v]).map(move |u| (v, u)))
            .filter(|(v, u)| v < u)
            .map(|(v, u)| format!("{}-{}", v + 1, u + 1))
            .collect();
        text + &edges.join(",")
    }

    /// The graph as a picture; `owner` tells whose a colour is.
    pub(crate) fn picture(&self, owner: impl Fn(u8) -> Option<upstar_core::Player>) -> Picture {
        let dot = |&colour: &u8| Dot { owner: owner(colour), ..Dot::default() };
        let edges = (0..self.colours.len())
            .flat_map(|v| ones(self.adjacency[v]).map(move |u| (v, u)))
            .filter(|(v, u)| v < u);
        Picture::Graph {
            vertices: self.colours.iter().map(dot).collect(),
            edges: edges.collect(),
            tints: Vec::new(),
            directed: false,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Board>() + 9 * self.colours.len() + 32
    }
}

/// A vertex as refinement sees it: its class, and the labels of its edges with the
/// classes at their other ends.
type Sight = (u32, Vec<(u32, u32)>);

/// Gives every vertex a class of its own, by colour refinement: classes are split
/// by what is around their vertices until nothing changes; then one vertex of the
/// first class with several is told apart, and so on. The classes are numbers from
/// 0 on and do not depend on the names of the vertices, except for the choice of
/// the one told apart.
///
/// `around(v, out)` appends the edges at `v`: a label, and the other end.
pub(crate) fn refined(
    mut class: Vec<u32>,
    around: impl Fn(usize, &mut Vec<(u32, usize)>),
) -> Vec<u32> {
    let n = class.len();
    let mut edges = Vec::new();
    let mut count = 0;
    loop {
        loop {
            let mut sights: Vec<(Sight, usize)> = Vec::with_capacity(n);
            for v in 0..n {
                edges.clear();
                around(v, &mut edges);
                let mut seen: Vec<_> = edges.iter().map(|&(label, u)| (label, class[u])).collect();
                seen.sort_unstable();
                sights.push(((class[v], seen), v));
            }
            sights.sort_unstable();
            let mut last = 0;
            for index in 0..n {
                last += u32::from(index > 0 && sights[index - 1].0 != sights[index].0);
                class[sights[index].1] = last;
            }
            let classes = if n == 0 { 0 } else { last as usize + 1 };
            if classes == count {
                break;
            }
            count = classes;
        }
        if count == n {
            return class;
        }
        let mut size = vec![0usize; n];
        class.iter().for_each(|&c| size[c as usize] += 1);
        let Some(first) = (0..n).find(|&c| size[c] > 1) else { return class };
        let chosen = (0..n).find(|&v| class[v] as usize == first);
        for (v, class) in class.iter_mut().enumerate() {
            *class = 2 * *class + u32::from(Some(v) != chosen);
        }
        count = 0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn graphs_are_read_in_every_form() {
        let read = |text: &str| Web::read(text, ".LR").unwrap();
        assert_eq!(read("path 3").edges, [(0, 1), (1, 2)]);
        assert_eq!(read("cycle 3").edges, [(0, 1), (1, 2), (2, 0)]);
        assert_eq!(read("2x2").edges, [(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(read("complete 3").edges, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(read(".-L-R"), read(".LR|1-2,2-3"));
        let branched = read(".-.-.(-.;-.)");
        assert_eq!(branched.edges, [(0, 1), (1, 2), (2, 3), (2, 4)]);
        for (text, part) in [
            ("", "ends too early"),
            (".-", "ends too early"),
            ("..", "column 2: expected `-`"),
            (".-x", "column 3: expected a vertex"),
            ("..|1-3", "column 4: expected an edge"),
            ("..|1-1", "column 4: expected an edge"),
            ("path 65", "too large"),
            ("9x9", "too large"),
            ("99999999999x99999999999", "too large"),
            ("wheel 5", "expected a graph"),
        ] {
            let error = Web::read(text, ".LR").unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(Web::read(&format!(".{}", "(".repeat(100_000)), ".").is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None,
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
            let web = Web { letters: colours[..n].to_vec(), edges };
            let board = Board::new(&web, |c| c);
            let order: Vec<usize> = shuffle.into_iter().filter(|&v| v < n).collect();
            let other = board.part(&order);
            prop_assert_eq!(board.standard(), other.standard());
            let degrees = |board: &Board| {
                let mut pairs: Vec<_> = (0..n)
                    .map(|v| (board.colours[v], board.adjacency[v].count_ones())).collect();
                pairs.sort();
                pairs
            };
            prop_assert_eq!(degrees(&board), degrees(&board.standard()));
        }
    }
}
