//! Graphs as they are written: lists of edges with a letter on each vertex.

use super::MOST_VERTICES;
use crate::RuleError;

/// The letters that vertices are written with, and the colours that they stand for. Vertices
/// without a letter have the first colour.
pub(super) type Letters = [(char, u8)];

/// A graph with a colour on each vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EdgeList {
    pub(super) colours: Vec<u8>,
    pub(super) edges: Vec<(usize, usize)>,
}

/// What is accepted, for messages.
const USAGE: &str = "a graph such as `path 5`, `cycle 6`, `complete 4`, a grid `3x3`, \
     a chain with branches `.-L-(.;-R)`, or vertices and edges `.LR|1-2,2-3`";

impl EdgeList {
    /// Reads a graph in one of the forms of [`USAGE`].
    pub(super) fn read(text: &str, letters: &Letters) -> Result<EdgeList, RuleError> {
        let list = Self::read_any(text, letters)?;
        if list.colours.len() > MOST_VERTICES {
            return Err(Self::too_large(list.colours.len()));
        }
        Ok(list)
    }

    fn too_large(vertices: impl ToString) -> RuleError {
        RuleError::too_large(
            "the graph",
            format!("{} vertices", vertices.to_string()),
            format!("{MOST_VERTICES} vertices"),
        )
    }

    fn read_any(text: &str, letters: &Letters) -> Result<EdgeList, RuleError> {
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
            return Ok(EdgeList { colours: vec![letters[0].1; vertices], edges });
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
            return Ok(EdgeList { colours: vec![letters[0].1; n], edges });
        }
        match text.split_once('|') {
            Some((vertices, edges)) => Self::read_list(text, vertices, edges, letters),
            None => Self::read_chain(text, letters),
        }
    }

    /// `.LR|1-2,2-3`
    fn read_list(
        text: &str,
        vertices: &str,
        edges: &str,
        letters: &Letters,
    ) -> Result<EdgeList, RuleError> {
        let colours = colours(text, vertices, letters)?;
        let n = colours.len();
        let edges = pairs(
            text,
            edges,
            |edge| ends(edge, '-', n),
            || format!("expected an edge `a-b` between vertices 1 to {n}"),
        )?;
        Ok(EdgeList { colours, edges })
    }

    /// `.-.-L(-.;-.)`: vertices joined by `-`, branches in parentheses.
    fn read_chain(text: &str, letters: &Letters) -> Result<EdgeList, RuleError> {
        let mut list = EdgeList { colours: Vec::new(), edges: Vec::new() };
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
                    let colour = colour_at(text, place, letter, letters)?;
                    let vertex = list.colours.len();
                    list.colours.push(colour);
                    if let Some(last) = last {
                        if !joined && branches.is_empty() {
                            return complain("expected `-` between two vertices");
                        }
                        list.edges.push((last, vertex));
                    }
                    last = Some(vertex);
                    joined = false;
                }
            }
        }
        if list.colours.is_empty() || !branches.is_empty() || joined {
            return Err(RuleError::notation(
                text,
                text.len()..text.len(),
                format!("the graph ends too early; expected {USAGE}"),
            ));
        }
        Ok(list)
    }
}

/// The colours of vertices that are written one after the other, at the beginning of a text.
pub(super) fn colours(text: &str, vertices: &str, letters: &Letters) -> Result<Vec<u8>, RuleError> {
    let colours = vertices.char_indices();
    let colours: Result<Vec<u8>, _> =
        colours.map(|(place, letter)| colour_at(text, place, letter, letters)).collect();
    let colours = colours?;
    if colours.len() > MOST_VERTICES {
        return Err(EdgeList::too_large(colours.len()));
    }
    Ok(colours)
}

/// What `read` reads of each part of a list with commas, with which a text ends.
pub(super) fn pairs<T>(
    text: &str,
    list: &str,
    read: impl Fn(&str) -> Option<T>,
    expected: impl Fn() -> String,
) -> Result<Vec<T>, RuleError> {
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
pub(super) fn ends(text: &str, mark: char, n: usize) -> Option<(usize, usize)> {
    let (a, b) = text.split_once(mark)?;
    let vertex = |name: &str| name.trim().parse().ok().filter(|v| (1..=n).contains(v));
    let (a, b) = (vertex(a)? - 1, vertex(b)? - 1);
    (a != b).then_some((a, b))
}

fn colour_at(text: &str, place: usize, letter: char, letters: &Letters) -> Result<u8, RuleError> {
    let known = letters.iter().find(|(known, _)| known.eq_ignore_ascii_case(&letter));
    known.map(|&(_, colour)| colour).ok_or_else(|| {
        let list: Vec<String> = letters.iter().map(|(known, _)| format!("`{known}`")).collect();
        RuleError::notation(
            text,
            place..place + letter.len_utf8(),
            format!("expected a vertex ({}), found `{}`", list.join(", "), letter.escape_default()),
        )
    })
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
            let error = EdgeList::read(text, &letters).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(EdgeList::read(&format!(".{}", "(".repeat(100_000)), &letters).is_err());
    }
}
