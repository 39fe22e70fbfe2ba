//! Graphs as they are written: lists of edges with a letter on each vertex.

use super::family::GraphFamily;
use super::graphs::MOST_VERTICES;
use super::walk::{Signs, Walk};
use crate::{Result, RuleError};

/// The letters that vertices are written with, and the colours that they stand for. Vertices
/// without a letter have the first colour.
pub type Letters = [(char, u8)];

/// A graph with a colour on each vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeList {
    /// The colour of each vertex.
    pub colours: Vec<u8>,
    /// The two ends of each edge.
    pub edges: Vec<(usize, usize)>,
}

/// What is accepted, for messages.
const USAGE: &str = "a graph such as `path 5`, `cycle 6`, `complete 4`, a grid `3x3`, \
     a walk with branches `.-L(-.;-R)` and names `.:A-.-.:A`, or vertices and edges `.LR|1-2,2-3`";

impl EdgeList {
    /// Reads a graph in one of the forms of `USAGE`.
    pub fn read(text: &str, letters: &Letters) -> Result<EdgeList> {
        Self::read_up_to(text, letters, MOST_VERTICES)
    }

    /// The same with at most that many vertices.
    pub fn read_up_to(text: &str, letters: &Letters, most: usize) -> Result<EdgeList> {
        let list = Self::read_any(text, letters, most)?;
        if list.colours.len() > most {
            return Err(too_large(list.colours.len(), most));
        }
        Ok(list)
    }

    fn read_any(text: &str, letters: &Letters, most: usize) -> Result<EdgeList> {
        if let Some((rows, columns)) = crate::positions::grid::size(text) {
            let vertices = rows.checked_mul(columns).filter(|&n| n <= most as u64);
            let Some(vertices) = vertices else {
                return Err(too_large(format!("{rows} times {columns}"), most));
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
            return Ok(EdgeList { colours: vec![letters[0].1; vertices], edges });
        }
        let word = text.trim().split_once(' ').filter(|(_, rest)| {
            let rest = rest.trim();
            !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
        });
        if let Some((kind, number)) = word {
            let n = number.trim().parse().unwrap_or(usize::MAX);
            if n > most {
                return Err(too_large(number.trim(), most));
            }
            let family = GraphFamily::named(kind.trim()).filter(|family| family.has(n as u64));
            let Some(family) = family else {
                return Err(RuleError::notation(text, 0..text.len(), format!("expected {USAGE}")));
            };
            return Ok(EdgeList { colours: vec![letters[0].1; n], edges: family.edges(n) });
        }
        match text.split_once('|') {
            Some((vertices, edges)) => Self::read_list(text, vertices, edges, letters, most),
            None => Self::read_walk(text, letters),
        }
    }

    /// `.LR|1-2,2-3`
    fn read_list(
        text: &str,
        vertices: &str,
        edges: &str,
        letters: &Letters,
        most: usize,
    ) -> Result<EdgeList> {
        let colours = colours_up_to(text, vertices, letters, most)?;
        let n = colours.len();
        let edges = pairs(
            text,
            edges,
            |edge| ends(edge, '-', n),
            || format!("expected an edge `a-b` between vertices 1 to {n}"),
        )?;
        Ok(EdgeList { colours, edges })
    }

    /// `.-.-L(-.;-.)` or `.:A-.-.:A`: a walk along edges without marks.
    fn read_walk(text: &str, letters: &Letters) -> Result<EdgeList> {
        let signs = Signs {
            vertex: &|letter| colour_of(letter, letters),
            plain: letters[0].1,
            edge: &|letter| (letter == '-').then_some(()),
            branch: Some(()),
            parts: true,
            loops: false,
            expected: &expected(letters),
        };
        let Walk { vertices, edges, .. } = Walk::read(text, &signs)?.without_gaps();
        let edges = edges.into_iter().map(|(a, b, ())| (a, b)).collect();
        Ok(EdgeList { colours: vertices, edges })
    }
}

/// Too many vertices.
fn too_large(vertices: impl ToString, most: usize) -> RuleError {
    let size = format!("{} vertices", vertices.to_string());
    RuleError::too_large("the graph", size, format!("{most} vertices"))
}

/// The colours of vertices that are written one after the other, at the beginning of a text.
pub fn colours(text: &str, vertices: &str, letters: &Letters) -> Result<Vec<u8>> {
    colours_up_to(text, vertices, letters, MOST_VERTICES)
}

fn colours_up_to(text: &str, vertices: &str, letters: &Letters, most: usize) -> Result<Vec<u8>> {
    let colours = vertices.char_indices();
    let colours: Result<Vec<u8>, _> =
        colours.map(|(place, letter)| colour_at(text, place, letter, letters)).collect();
    let colours = colours?;
    if colours.len() > most {
        return Err(too_large(colours.len(), most));
    }
    Ok(colours)
}

/// What `read` reads of each part of a list with commas, with which a text ends.
pub fn pairs<T>(
    text: &str,
    list: &str,
    read: impl Fn(&str) -> Option<T>,
    expected: impl Fn() -> String,
) -> Result<Vec<T>> {
    let mut start = text.len() - list.len();
    let parts = list.split(',').filter(|_| !list.trim().is_empty());
    let read = parts.map(|part| {
        let span = start..start + part.len();
        start = span.end + 1;
        read(part).ok_or_else(|| RuleError::notation(text, span, expected()))
    });
    read.collect()
}

/// Two different ones of `n` vertices with a mark between, as in `1-2`, counted from 0.
pub fn ends(text: &str, mark: char, n: usize) -> Option<(usize, usize)> {
    let (a, b) = text.split_once(mark)?;
    let vertex = |name: &str| name.trim().parse().ok().filter(|v| (1..=n).contains(v));
    let (a, b) = (vertex(a)? - 1, vertex(b)? - 1);
    (a != b).then_some((a, b))
}

fn colour_at(text: &str, place: usize, letter: char, letters: &Letters) -> Result<u8> {
    colour_of(letter, letters).ok_or_else(|| {
        let message =
            format!("expected {}, found `{}`", expected(letters), letter.escape_default());
        RuleError::notation(text, place..place + letter.len_utf8(), message)
    })
}

fn colour_of(letter: char, letters: &Letters) -> Option<u8> {
    let known = letters.iter().find(|(known, _)| known.eq_ignore_ascii_case(&letter));
    known.map(|&(_, colour)| colour)
}

/// What stands for a vertex, for messages.
fn expected(letters: &Letters) -> String {
    let list: Vec<String> = letters.iter().map(|(known, _)| format!("`{known}`")).collect();
    format!("a vertex ({})", list.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_read_in_every_form() {
        let letters = [('.', 0), ('L', 1), ('R', 2)];
        let read = |text: &str| EdgeList::read(text, &letters).unwrap();
        assert_eq!(read("path 3").edges, [(0, 1), (1, 2)]);
        assert_eq!(read("cycle 3").edges, [(0, 1), (1, 2), (2, 0)]);
        assert_eq!(read("2x2").edges, [(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(read("complete 3").edges, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(read(".-L-R"), read(".LR|1-2,2-3"));
        let branched = read(".-.-.(-.;-.)");
        assert_eq!(branched.edges, [(0, 1), (1, 2), (2, 3), (2, 4)]);
        // As CGSuite writes graphs: vertices that are left out, names, parts.
        assert_eq!(read("---"), read("path 4"));
        assert_eq!(read("-(-;-)"), read(".-.(-.;-.)"));
        assert_eq!(read(".-L(.;-R)").edges, [(0, 1), (1, 2), (1, 3)]);
        assert_eq!(read(".-(.;-.)").edges, [(0, 1), (0, 2)]);
        assert_eq!(read("R:A-.-L-R:A"), read("R.L|1-2,2-3,3-1"));
        assert_eq!(read(":{root}--L-:{root}"), read("..L|1-2,2-3,3-1"));
        assert_eq!(read(":A-.;L-R:A"), read("R.L|1-2,3-1"));
        let tree = read(".(-.(-.;-.);-.-.)");
        assert_eq!(tree.edges, [(0, 1), (1, 2), (1, 3), (0, 4), (4, 5)]);
        for (text, part) in [
            ("", "ends too early"),
            ("..", "column 2: expected `-`"),
            (".(-.", "column 5: the graph ends too early; expected `)`"),
            (".-.)", "column 4: expected a vertex"),
            (".;", "column 3: the graph ends too early"),
            (".;;.", "column 3: expected a vertex"),
            (".:", "column 2: expected the name of a vertex"),
            (".:{a", "column 2: expected `}`"),
            ("L:A-.-R:A", "column 8: two different vertices cannot both have the name `A`"),
            (".:A-.-.:A-.:A", "column 10: expected an edge between two different"),
            (".-x", "column 3: expected a vertex"),
            ("..|1-3", "column 4: expected an edge"),
            ("..|1-1", "column 4: expected an edge"),
            ("path 513", "too large"),
            ("23x23", "too large"),
            ("99999999999x99999999999", "too large"),
            ("wheel 5", "expected a graph"),
        ] {
            let error = EdgeList::read(text, &letters).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(EdgeList::read(&format!(".{}", "(".repeat(100_000)), &letters).is_err());
    }
}
