//! Grim on graphs of any size, by the values of paths, cycles, stars and complete graphs.

use std::collections::VecDeque;
use std::ops::Range;

use upstar_core::GrundyValue;

use super::super::edge_list::EdgeList;
use super::super::{MOST_VERTICES, PLAIN};
use super::{ColouredGraph, ROW};
use crate::games::heaps::NimSequence;
use crate::games::prelude::*;

/// Grim on graphs with more vertices than a set of bits has.
#[derive(Debug)]
pub(super) struct LargeGrim {
    paths: NimSequence,
}

/// The connected parts of a graph, each with an edge, in order.
pub(super) type Parts = Vec<Part>;

/// A connected graph with an edge. What can be told as one of the first four is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// A path of so many vertices, from 2 on.
    Path(u64),
    /// A cycle of so many vertices, from 3 on.
    Cycle(u64),
    /// A vertex with so many others beside it, from 3 on.
    Star(u64),
    /// So many vertices, from 4 on, each beside all others.
    Complete(u64),
    /// Any other graph, by its edges, sorted, each from the smaller end to the larger one. The
    /// vertices are numbered from 0 without gaps.
    Other(Vec<(u32, u32)>),
}

/// The most vertices of a graph that is given by its edges.
const MOST_GIVEN: usize = 100_000;

/// The longest path whose options are listed.
const LONGEST_PATH: u64 = 1 << 22;

/// The most vertices times edges whose options are listed.
const MOST_LISTED: u64 = 1 << 26;

impl Part {
    /// The path of so many vertices; without edges it is none.
    fn path(vertices: u64) -> Option<Part> {
        (vertices > 1).then_some(Part::Path(vertices))
    }

    fn cycle(vertices: u64) -> Option<Part> {
        if vertices < 3 { Part::path(vertices) } else { Some(Part::Cycle(vertices)) }
    }

    fn star(others: u64) -> Option<Part> {
        if others < 3 { Part::path(others.saturating_add(1)) } else { Some(Part::Star(others)) }
    }

    fn complete(vertices: u64) -> Option<Part> {
        if vertices < 4 { Part::cycle(vertices) } else { Some(Part::Complete(vertices)) }
    }

    /// The part of a connected graph with these edges.
    fn of(edges: Vec<(u32, u32)>) -> Option<Part> {
        let size = edges.len() as u64;
        let mut degrees: Vec<u64> = Vec::new();
        for &(a, b) in &edges {
            let vertices = degrees.len().max(b as usize + 1);
            degrees.resize(vertices, 0);
            degrees[a as usize] += 1;
            degrees[b as usize] += 1;
        }
        let vertices = degrees.len() as u64;
        let largest = degrees.iter().copied().max().unwrap_or(0);
        if largest <= 2 {
            return if size == vertices { Part::cycle(vertices) } else { Part::path(vertices) };
        }
        if size == largest && vertices == largest + 1 {
            return Part::star(largest);
        }
        if 2 * size == vertices * (vertices - 1) {
            return Part::complete(vertices);
        }
        Some(Part::Other(edges))
    }

    /// The edges of a part with few vertices.
    fn edges(&self) -> Vec<(u32, u32)> {
        let n = self.vertices() as u32;
        let path = (1..n).map(|v| (v - 1, v));
        match self {
            Part::Path(_) => path.collect(),
            Part::Cycle(_) => path.chain([(0, n - 1)]).collect(),
            Part::Star(_) => (1..n).map(|v| (0, v)).collect(),
            Part::Complete(_) => (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect(),
            Part::Other(edges) => edges.clone(),
        }
    }

    fn vertices(&self) -> u64 {
        match self {
            Part::Path(n) | Part::Cycle(n) | Part::Complete(n) => *n,
            Part::Star(n) => n.saturating_add(1),
            Part::Other(edges) => edges.iter().map(|&(_, b)| u64::from(b) + 1).max().unwrap_or(0),
        }
    }

    fn text(&self) -> String {
        match self {
            Part::Path(n) => format!("path {n}"),
            Part::Cycle(n) => format!("cycle {n}"),
            Part::Star(n) => format!("star {}", n.saturating_add(1)),
            Part::Complete(n) => format!("complete {n}"),
            Part::Other(edges) => {
                let names: Vec<String> =
                    edges.iter().map(|&(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
                format!("{}|{}", ".".repeat(self.vertices() as usize), names.join(","))
            }
        }
    }

    /// What may become of the part.
    fn options(&self, each: &mut dyn FnMut(Parts)) -> Done {
        let parts = |parts: [Option<Part>; 2]| parts.into_iter().flatten().collect();
        match self {
            Part::Path(n) => {
                if *n > LONGEST_PATH {
                    return Err(RuleError::too_large("the path", n, LONGEST_PATH));
                }
                for left in 0..n.div_ceil(2) {
                    each(parts([Part::path(left), Part::path(n - 1 - left)]));
                }
            }
            Part::Cycle(n) => each(parts([Part::path(n - 1), None])),
            Part::Star(n) => {
                each(Parts::new());
                each(parts([Part::star(n - 1), None]));
            }
            Part::Complete(n) => each(parts([Part::complete(n - 1), None])),
            Part::Other(edges) => {
                let listed = self.vertices().saturating_mul(edges.len() as u64);
                if listed > MOST_LISTED {
                    let size = format!("{} vertices and {} edges", self.vertices(), edges.len());
                    let limit = format!("{MOST_LISTED} for the two multiplied");
                    return Err(RuleError::too_large("the graph", size, limit));
                }
                for taken in 0..self.vertices() as u32 {
                    let rest = edges.iter().filter(|&&(a, b)| a != taken && b != taken);
                    each(parts_of(rest.copied()));
                }
            }
        }
        Ok(())
    }
}

/// The connected parts of the graph with these edges.
fn parts_of(edges: impl Iterator<Item = (u32, u32)>) -> Parts {
    let edges: Vec<(u32, u32)> = edges.collect();
    let vertices = edges.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or(0);
    let mut beside: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    for &(a, b) in &edges {
        beside[a as usize].push(b);
        beside[b as usize].push(a);
    }
    let mut parts = Parts::new();
    let mut number = vec![u32::MAX; vertices];
    for start in 0..vertices as u32 {
        if number[start as usize] != u32::MAX || beside[start as usize].is_empty() {
            continue;
        }
        let (mut found, mut next) = (Vec::new(), 0);
        let mut open = VecDeque::from([start]);
        number[start as usize] = next;
        while let Some(v) = open.pop_front() {
            for &u in &beside[v as usize] {
                if number[u as usize] == u32::MAX {
                    next += 1;
                    number[u as usize] = next;
                    open.push_back(u);
                }
                let (a, b) = (number[v as usize], number[u as usize]);
                if a < b {
                    found.push((a, b));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        parts.extend(Part::of(found));
    }
    parts.sort_unstable();
    parts
}

/// What parts have in common with graphs with sets of bits.
trait Small {
    /// All parts as one graph with sets of bits, if there are few enough vertices.
    fn small(&self) -> Option<ColouredGraph>;
}

impl Small for [Part] {
    fn small(&self) -> Option<ColouredGraph> {
        let vertices = self.iter().map(Part::vertices).fold(0, u64::saturating_add);
        if vertices > MOST_VERTICES as u64 {
            return None;
        }
        let mut edges = Vec::new();
        let mut first = 0;
        for part in self {
            let own = part.edges().into_iter();
            edges.extend(own.map(|(a, b)| (first + a as usize, first + b as usize)));
            first += part.vertices() as usize;
        }
        Some(ColouredGraph::new(EdgeList { colours: vec![0; first], edges }))
    }
}

impl Position for Parts {
    /// Small graphs are written as those with sets of bits, and then are such when they are read.
    fn to_text(&self) -> String {
        match self.small() {
            Some(graph) => graph.to_text(),
            None => self.iter().map(Part::text).collect::<Vec<_>>().join(";"),
        }
    }

    /// Reads graphs with `;` between.
    fn from_text(text: &str) -> Result<Self, RuleError> {
        let mut parts = Parts::new();
        let whole = std::iter::once(0..text.len());
        let places = if is_union(text) { pieces(text) } else { whole.collect() };
        for span in places {
            let piece = &text[span.clone()];
            if let Some(part) = read_family(piece) {
                parts.extend(part);
                continue;
            }
            let graph = EdgeList::read_up_to(piece, PLAIN, MOST_GIVEN).map_err(|error| {
                match error {
                    // The place is told within the whole text.
                    RuleError::Notation { place, message } => {
                        let inner = place.span.clone().unwrap_or(0..piece.len());
                        let inner = span.start + inner.start..span.start + inner.end;
                        RuleError::notation(text, inner, message)
                    }
                    other => other,
                }
            })?;
            let edges = graph.edges.into_iter().map(|(a, b)| (a as u32, b as u32));
            parts.extend(parts_of(edges));
        }
        parts.sort_unstable();
        Ok(parts)
    }

    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        let others = self.iter().map(|part| match part {
            Part::Other(edges) => size_of_val(&edges[..]) + 16,
            _ => 0,
        });
        size_of::<Self>() + 16 + size_of_val(&self[..]) + others.sum::<usize>()
    }

    fn picture(&self, text: &str) -> Picture {
        self.small().map_or(Picture::Text, |graph| graph.picture(text))
    }
}

/// The places of the graphs between which there are `;` outside parentheses.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let (mut depth, mut start, mut pieces) = (0usize, 0, Vec::new());
    for (place, letter) in text.bytes().enumerate() {
        match letter {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => {
                pieces.push(start..place);
                start = place + 1;
            }
            _ => {}
        }
    }
    pieces.push(start..text.len());
    pieces
}

/// Whether a text is of several graphs, one of which is no walk.
pub(super) fn is_union(text: &str) -> bool {
    let no_walk = |piece: &str| piece.contains('|') || read_family(piece).is_some();
    text.contains(';') && pieces(text).into_iter().any(|span| no_walk(&text[span]))
}

/// Reads `cycle 300`: a graph with a name and a number of vertices, however large; `None` for
/// other texts.
fn read_family(text: &str) -> Option<Option<Part>> {
    let (name, number) = text.trim().split_once(' ')?;
    let vertices: u64 = number.trim().parse().ok()?;
    Some(match name {
        "path" => Part::path(vertices),
        "cycle" if vertices > 2 => Part::cycle(vertices),
        "star" => vertices.checked_sub(1).and_then(Part::star),
        "complete" => Part::complete(vertices),
        _ => return None,
    })
}

impl LargeGrim {
    pub(super) fn rules() -> Rules {
        Rules::new(LargeGrim { paths: NimSequence::of("0.6") })
    }

    /// The value of a part, if a theorem tells.
    ///
    /// A path is a heap of 0.6. A cycle becomes a path with one vertex less. A star becomes
    /// nothing or a star with one vertex less, and so on down to the path of two; a complete graph
    /// becomes one with one vertex less.
    fn part_value(&self, part: &Part, budget: &Budget) -> Result<Option<GrundyValue>, RuleError> {
        Ok(match part {
            Part::Path(n) => self.paths.value(*n, budget)?,
            Part::Cycle(n) => self.paths.value(n - 1, budget)?.map(|value| (value == 0).into()),
            Part::Star(n) => Some(if n.is_multiple_of(2) { 2 } else { 1 }),
            Part::Complete(n) => Some(n.is_multiple_of(2).into()),
            Part::Other(_) => None,
        })
    }
}

impl Ruleset for LargeGrim {
    type Position = Parts;

    as_in!(ROW);

    fn options(&self, parts: &Parts, _: Player, out: &mut Vec<Parts>) -> Done {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 && parts[index - 1] == *part {
                continue;
            }
            part.options(&mut |mut after| {
                after.extend_from_slice(&parts[..index]);
                after.extend_from_slice(&parts[index + 1..]);
                after.sort_unstable();
                out.push(after);
            })?;
        }
        Ok(())
    }

    fn components(&self, parts: &Parts, out: &mut Vec<Parts>) -> Done {
        out.extend(parts.iter().map(|part| vec![part.clone()]));
        Ok(())
    }

    /// Small graphs are told apart from those that are not the same but for the names of vertices;
    /// of large ones that takes too long.
    fn normalize(&self, mut parts: Parts) -> (Parts, Negated) {
        for part in &mut parts {
            if matches!(part, Part::Other(_))
                && let Some(graph) = std::slice::from_ref(part).small()
            {
                let edges = graph.standard();
                *part = Part::Other(edges.edges().map(|(a, b)| (a as u32, b as u32)).collect());
            }
        }
        parts.sort_unstable();
        (parts, Negated::No)
    }

    fn computed(&self, parts: &Parts, budget: &Budget) -> Result<Option<GrundyValue>, RuleError> {
        let mut sum = 0;
        for part in parts {
            let Some(value) = self.part_value(part, budget)? else { return Ok(None) };
            sum ^= value;
        }
        Ok(Some(sum))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use upstar_values::Universe;

    use super::super::Grim;
    use super::*;
    use crate::{Engine, Settings, parse_game};

    /// The value by the definition: from the options, with nothing told by theorems.
    fn by_definition(graph: &ColouredGraph) -> GrundyValue {
        let universe = Universe::new();
        let settings = Settings { theorems: false, components: false, ..Settings::default() };
        let budget = Budget::unlimited();
        Engine::new(&universe, settings).grundy(&Grim, graph, &budget).unwrap()
    }

    fn value(text: &str) -> GrundyValue {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let budget = Budget::unlimited();
        parse_game(&format!("grim(\"{text}\")")).unwrap().grundy(&engine, &budget).unwrap()
    }

    #[test]
    fn families_have_the_values_of_the_definition() {
        let rules = LargeGrim { paths: NimSequence::of("0.6") };
        for n in 1..=11u64 {
            for name in ["path", "cycle", "star", "complete"] {
                let text = format!("{name} {n}");
                if name == "cycle" && n < 3 {
                    continue;
                }
                let parts = Parts::from_text(&text).unwrap();
                let graph = Grim.parse(&text).unwrap();
                let found = rules.computed(&parts, &Budget::unlimited()).unwrap();
                assert_eq!(found, Some(by_definition(&graph)), "{text}");
                // Given by its edges it is the same graph.
                assert_eq!(Parts::from_text(&graph.to_text()).unwrap(), parts, "{text}");
            }
        }
    }

    #[test]
    fn graphs_of_any_size_have_values() {
        // Delta: the last zero of chains below 10^8 is 408.
        assert_eq!(value("path 408"), 0);
        assert_eq!(value("cycle 409"), 1);
        assert_eq!(value("cycle 408"), 0);
        assert_eq!(value("complete 1000000000000"), 1);
        assert_eq!(value("star 1000000000000"), 1);
        assert_eq!(value("star 1000000000001"), 2);
        assert_eq!(value("cycle 409;star 101;complete 70"), 1 ^ 2 ^ 1);
        assert_ne!(value("path 1000000"), 0);
        // A graph with a name, given in another way, is found to be it.
        let tail = "-.".repeat(407);
        assert_eq!(value(&format!(".{tail}")), 0);
        assert_eq!(value(&format!(".:A{tail}-.:A")), value("cycle 408"));
    }

    #[test]
    fn what_cannot_be_read_is_told_its_place() {
        for (text, part) in [
            ("cycle 300;.-x", "column 19: expected a vertex"),
            ("wheel 300", "expected a graph"),
            ("400x400", "too large"),
        ] {
            let error = parse_game(&format!("grim(\"{text}\")")).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(5), ..ProptestConfig::default() })]

        /// Large graphs made of small parts have the sum of the values of these by the definition.
        #[test]
        fn large_graphs_are_sums_of_their_parts(
            edges in proptest::collection::vec((0u32..7, 0u32..7), 1..9),
            copies in 1u32..4,
        ) {
            let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b)
                .map(|(a, b)| (a.min(b), a.max(b))).collect();
            let own = parts_of(edges.iter().copied()).small().map(|graph| by_definition(&graph));
            let mut all = Vec::new();
            for copy in 0..copies {
                all.extend(edges.iter().map(|&(a, b)| (a + 7 * copy, b + 7 * copy)));
            }
            // A path beside them makes the graph too large for sets of bits.
            all.extend((0..70).map(|v| (100 + v, 101 + v)));
            let names: Vec<String> = all.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
            let text = format!("{}|{}", ".".repeat(171), names.join(","));
            let chain = parse_game("grim(71)").unwrap();
            let universe = Universe::new();
            let engine = Engine::new(&universe, Settings::default());
            let beside = chain.grundy(&engine, &Budget::unlimited()).unwrap();
            let expected = if copies % 2 == 1 { own.unwrap() } else { 0 } ^ beside;
            prop_assert_eq!(value(&text), expected);
            // Options of the whole are read back as what they are.
            let game = parse_game(&format!("grim(\"{text}\")")).unwrap();
            for option in game.options(Player::Left).unwrap() {
                let text = option.text();
                prop_assert_eq!(parse_game(&text).unwrap().text(), text);
            }
        }
    }
}
