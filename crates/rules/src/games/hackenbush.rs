//! Hackenbush on any graph, with edges in three colours.

use std::collections::HashMap;

use num_bigint::BigInt;
use upstar_core::Player;
use upstar_values::Rational;

use crate::catalogue::Make;
use crate::web::refined;
use crate::{
    Arguments, Class, Convention, Fact, Game, Known, Negated, Picture, Row, RuleError, Ruleset,
};

/// The colour of an edge: who may cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// Left may cut it.
    Blue,
    /// Right may cut it.
    Red,
    /// Both may cut it.
    Green,
}

impl Edge {
    fn of(letter: char) -> Option<Edge> {
        match letter.to_ascii_lowercase() {
            'l' | 'b' => Some(Edge::Blue),
            'r' => Some(Edge::Red),
            'e' | 'g' => Some(Edge::Green),
            _ => None,
        }
    }

    pub(super) fn letter(self) -> char {
        match self {
            Edge::Blue => 'l',
            Edge::Red => 'r',
            Edge::Green => 'e',
        }
    }

    pub(super) fn allows(self, player: Player) -> bool {
        match self {
            Edge::Blue => player == Player::Left,
            Edge::Red => player == Player::Right,
            Edge::Green => true,
        }
    }

    pub(super) fn exchanged(self) -> Edge {
        match self {
            Edge::Blue => Edge::Red,
            Edge::Red => Edge::Blue,
            Edge::Green => Edge::Green,
        }
    }
}

/// The edges of a position, sorted; vertex 0 is the ground. Loops and parallel
/// edges are allowed.
pub type Edges = Vec<(u32, u32, Edge)>;

/// Hackenbush: a move cuts an edge, and what no longer hangs on the ground falls.
#[derive(Clone, Copy, Debug)]
pub struct Hackenbush;

const MOST_EDGES: usize = 1_000_000;

/// The edges at each vertex, as numbers.
fn incident(edges: &[(u32, u32, Edge)]) -> Vec<Vec<usize>> {
    let vertices =
        edges.iter().map(|&(a, b, _)| a.max(b)).max().map_or(1, |most| most as usize + 1);
    let mut at = vec![Vec::new(); vertices];
    for (index, &(a, b, _)) in edges.iter().enumerate() {
        at[a as usize].push(index);
        if a != b {
            at[b as usize].push(index);
        }
    }
    at
}

/// The edges that hang on the ground, sorted, without the edge `cut`.
pub(super) fn standing(edges: &[(u32, u32, Edge)], cut: Option<usize>) -> Edges {
    let at = incident(edges);
    let mut seen = vec![false; at.len()];
    seen[0] = true;
    let mut open = vec![0u32];
    while let Some(v) = open.pop() {
        for &index in &at[v as usize] {
            let (a, b, _) = edges[index];
            let other = if a == v { b } else { a };
            if Some(index) != cut && !seen[other as usize] {
                seen[other as usize] = true;
                open.push(other);
            }
        }
    }
    let kept = edges.iter().enumerate();
    let kept = kept.filter(|&(index, &(a, _, _))| Some(index) != cut && seen[a as usize]);
    let mut kept: Edges = kept.map(|(_, &(a, b, colour))| (a.min(b), a.max(b), colour)).collect();
    kept.sort_unstable();
    kept
}

/// The Grundy value of a position whose edges are all green, in linear time: the
/// fusion principle makes a point of every cycle, and the colon principle adds up
/// the tree that is left.
fn green_value(edges: &[(u32, u32, Edge)]) -> u32 {
    let at = incident(edges);
    let n = at.len();
    // Depth-first search with its own stack: the order of discovery, the edge that
    // each vertex was found by, and the earliest vertex reached from below it.
    let (mut order, mut found_by, mut low) =
        (vec![u32::MAX; n], vec![usize::MAX; n], vec![0u32; n]);
    let mut visited = Vec::with_capacity(n);
    let mut stack = vec![(0usize, 0usize)];
    order[0] = 0;
    visited.push(0usize);
    while let Some((v, next)) = stack.last_mut() {
        let v = *v;
        if let Some(&index) = at[v].get(*next) {
            *next += 1;
            let (a, b, _) = edges[index];
            let other = if a as usize == v { b } else { a } as usize;
            if index == found_by[v] || other == v {
                continue;
            }
            if order[other] == u32::MAX {
                order[other] = visited.len() as u32;
                low[other] = order[other];
                found_by[other] = index;
                visited.push(other);
                stack.push((other, 0));
            } else {
                low[v] = low[v].min(order[other]);
            }
        } else {
            stack.pop();
            if let Some(&(parent, _)) = stack.last() {
                low[parent] = low[parent].min(low[v]);
            }
        }
    }
    // A vertex found by an edge that is on no cycle begins a point of its own;
    // other vertices belong to the point of the vertex they were found from.
    let mut point = vec![0usize; n];
    let mut value = vec![0u32; n];
    let is_bridge = |v: usize| low[v] == order[v] && v != 0;
    for &v in &visited {
        let parent = |v: usize| {
            let (a, b, _) = edges[found_by[v]];
            if a as usize == v { b as usize } else { a as usize }
        };
        point[v] = if v == 0 || is_bridge(v) { v } else { point[parent(v)] };
    }
    for &(a, b, _) in edges {
        // An edge within a point is a loop, worth 1.
        if point[a as usize] == point[b as usize] {
            value[point[a as usize]] ^= 1;
        }
    }
    for &v in visited.iter().rev() {
        if is_bridge(v) {
            let (a, b, _) = edges[found_by[v]];
            let parent = if a as usize == v { b } else { a } as usize;
            let branch = value[v] + 1;
            value[point[parent]] ^= branch;
        }
    }
    value[0]
}

/// The most bits of the value of a tree.
const MOST_BITS: u64 = 1 << 16;

/// The value of a red-blue tree on the ground, by the colon principle: the branches
/// above a joint add up to x, and a blue edge beneath them makes `1:x`, which is
/// `(x + n)/2^(n-1)` for the least n > 0 with `x + n > 1`; red edges make the
/// negatives. One operation on numbers an edge. `None` for other positions.
///
/// Berlekamp; Winning Ways, chapter 3; Conway, *On Numbers and Games*, chapter 8.
fn tree_value(edges: &[(u32, u32, Edge)]) -> Option<Rational> {
    let at = incident(edges);
    let joints = at.iter().skip(1).filter(|edges| !edges.is_empty()).count();
    if joints != edges.len() || edges.iter().any(|&(_, _, colour)| colour == Edge::Green) {
        return None;
    }
    // As many joints as edges, and all hang on the ground: no cycles.
    let mut found_by = vec![usize::MAX; at.len()];
    let mut visited = vec![0usize];
    let mut next = 0;
    while let Some(&v) = visited.get(next) {
        next += 1;
        for &index in &at[v] {
            let (a, b, _) = edges[index];
            let other = if a as usize == v { b } else { a } as usize;
            if index != found_by[v] {
                if other == 0 || found_by[other] != usize::MAX {
                    return None;
                }
                found_by[other] = index;
                visited.push(other);
            }
        }
    }
    if visited.len() != edges.len() + 1 {
        return None;
    }
    let mut value = vec![Rational::default(); at.len()];
    for &v in visited[1..].iter().rev() {
        let (a, b, colour) = edges[found_by[v]];
        let parent = if a as usize == v { b } else { a } as usize;
        let above = std::mem::take(&mut value[v]);
        let branch = if colour == Edge::Blue { one_then(&above)? } else { -&one_then(&-&above)? };
        value[parent] = &value[parent] + &branch;
    }
    Some(std::mem::take(&mut value[0]))
}

/// `1:x`.
fn one_then(x: &Rational) -> Option<Rational> {
    let n = (&Rational::from(1) - x).floor() + BigInt::from(1);
    let n = n.max(BigInt::from(1));
    let halvings = u64::try_from(&n).ok()?.checked_sub(1)?;
    if halvings + x.denom().bits() > MOST_BITS {
        return None;
    }
    Rational::new((x + &Rational::from(n)).numer(), x.denom() << halvings)
}

/// The edges with the vertices in a standard order, found by refinement: trees
/// have one standard order, other graphs may have several.
fn standard(edges: &Edges) -> Edges {
    let at = incident(edges);
    let ground = (0..at.len()).map(|v| u32::from(v != 0)).collect();
    let class = refined(ground, |v, around| {
        around.extend(at[v].iter().map(|&index| {
            let (a, b, colour) = edges[index];
            let other = if a as usize == v { b } else { a } as usize;
            (colour as u32, other)
        }));
    });
    let named = edges.iter().map(|&(a, b, colour)| {
        let (a, b) = (class[a as usize], class[b as usize]);
        (a.min(b), a.max(b), colour)
    });
    let mut named: Edges = named.collect();
    named.sort_unstable();
    named
}

crate::position::ordered!(Edges);

impl Ruleset for Hackenbush {
    type Position = Edges;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        edges: &Edges,
        player: Player,
        out: &mut Vec<Edges>,
    ) -> Result<(), RuleError> {
        if edges.len() > 10_000 {
            return Err(RuleError::too_large(
                "the position",
                format!("{} edges", edges.len()),
                "10000 edges, unless all are green",
            ));
        }
        for (index, (_, _, colour)) in edges.iter().enumerate() {
            if colour.allows(player) {
                out.push(standing(edges, Some(index)));
            }
        }
        Ok(())
    }

    fn components(&self, edges: &Edges, out: &mut Vec<Edges>) -> Result<(), RuleError> {
        let at = incident(edges);
        let mut part = vec![usize::MAX; at.len()];
        let mut parts: Vec<Edges> = Vec::new();
        for start in 1..at.len() {
            if part[start] != usize::MAX || at[start].is_empty() {
                continue;
            }
            let number = parts.len();
            parts.push(Edges::new());
            part[start] = number;
            let mut open = vec![start];
            while let Some(v) = open.pop() {
                for &index in &at[v] {
                    let (a, b, _) = edges[index];
                    let other = if a as usize == v { b } else { a } as usize;
                    if other != 0 && part[other] == usize::MAX {
                        part[other] = number;
                        open.push(other);
                    }
                }
            }
        }
        for &(a, b, colour) in edges {
            // The larger end is not the ground, except in a loop at the ground.
            match a.max(b) {
                0 => parts.push(vec![(a, b, colour)]),
                v => parts[part[v as usize]].push((a, b, colour)),
            }
        }
        for part in &mut parts {
            // Names that are not used any more would make the part look larger.
            let mut names: Vec<u32> = part.iter().flat_map(|&(a, b, _)| [a, b]).collect();
            names.push(0);
            names.sort_unstable();
            names.dedup();
            let new = |v: u32| names.binary_search(&v).unwrap_or(0) as u32;
            for edge in part {
                *edge = (new(edge.0), new(edge.1), edge.2);
            }
        }
        out.append(&mut parts);
        Ok(())
    }

    fn normalize(&self, edges: Edges) -> (Edges, Negated) {
        let same = standard(&edges);
        let exchanged: Edges =
            edges.iter().map(|&(a, b, colour)| (a, b, colour.exchanged())).collect();
        let exchanged = standard(&exchanged);
        if exchanged < same { (exchanged, Negated::Yes) } else { (same, Negated::No) }
    }

    fn known(&self, edges: &Edges, convention: Convention) -> Option<Known> {
        let green = edges.iter().all(|&(_, _, colour)| colour == Edge::Green);
        (green && convention == Convention::Normal).then(|| Known {
            fact: Fact::Grundy(green_value(edges)),
            theorem: "fusion and colon principles (Winning Ways, chapter 7)",
        })
    }

    fn number(&self, edges: &Edges) -> Option<Rational> {
        tree_value(edges)
    }

    fn bytes(&self, edges: &Edges) -> usize {
        size_of::<Edges>() + size_of::<(u32, u32, Edge)>() * edges.len() + 16
    }

    fn name(&self) -> &str {
        "hackenbush"
    }

    fn write(&self, edges: &Edges) -> String {
        let edges = edges.iter().map(|(a, b, colour)| format!("{a}-{b}{}", colour.letter()));
        edges.collect::<Vec<_>>().join(",")
    }

    fn parse(&self, text: &str) -> Result<Edges, RuleError> {
        Ok(standing(&read_edges(text)?, None))
    }

    fn call(&self, edges: &Edges) -> String {
        format!("hackenbush(\"{}\")", self.write(edges))
    }

    fn picture(&self, edges: &Edges) -> Picture {
        Picture::Hackenbush(edges.clone())
    }
}

/// Reads `lrl`, `e(el;r)`, or with names for joints `e(e:{top};e:{top})`.
struct Chain<'t> {
    text: &'t str,
    edges: Edges,
    /// For each vertex itself, or an earlier one that it is the same as.
    same: Vec<u32>,
    joints: HashMap<&'t str, u32>,
}

impl<'t> Chain<'t> {
    fn read(text: &'t str) -> Result<Edges, RuleError> {
        let mut chain = Chain { text, edges: Vec::new(), same: vec![0], joints: HashMap::new() };
        let mut at = 0u32;
        let mut branches = Vec::new();
        let mut letters = text.char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                c if c.is_whitespace() => {}
                '(' => branches.push(at),
                ';' if !branches.is_empty() => at = branches.last().copied().unwrap_or(0),
                ')' if !branches.is_empty() => at = branches.pop().unwrap_or(0),
                ':' => {
                    let rest = &text[place + 1..];
                    let name = if let Some(rest) = rest.strip_prefix('{') {
                        let Some(end) = rest.find('}') else {
                            return Err(chain.complain(place..text.len(), "expected `}`"));
                        };
                        letters.by_ref().take(end + 2).for_each(drop);
                        &rest[..end]
                    } else {
                        let Some((_, letter)) = letters.next() else {
                            let message = "expected the name of a joint after `:`";
                            return Err(chain.complain(place..text.len(), message));
                        };
                        &rest[..letter.len_utf8()]
                    };
                    at = chain.join(at, name);
                }
                other => {
                    let Some(colour) = Edge::of(other) else {
                        return Err(chain.complain(
                            place..place + other.len_utf8(),
                            &format!(
                                "expected an edge (`l` blue, `r` red, `e` green), `(`, `;`, `)` \
                                 or `:`, found `{}`",
                                other.escape_default()
                            ),
                        ));
                    };
                    if chain.edges.len() >= MOST_EDGES {
                        return Err(RuleError::too_large(
                            "the position",
                            "more edges",
                            format!("{MOST_EDGES} edges"),
                        ));
                    }
                    let end = chain.same.len() as u32;
                    chain.same.push(end);
                    chain.edges.push((at, end, colour));
                    at = end;
                }
            }
        }
        if !branches.is_empty() {
            return Err(chain.complain(text.len()..text.len(), "expected `)` at the end"));
        }
        let edges = std::mem::take(&mut chain.edges);
        Ok(edges.into_iter().map(|(a, b, c)| (chain.root(a), chain.root(b), c)).collect())
    }

    fn complain(&self, span: std::ops::Range<usize>, message: &str) -> RuleError {
        RuleError::notation(self.text, span, message)
    }

    /// Gives the vertex a name, or makes one vertex of it and the one of that name.
    fn join(&mut self, vertex: u32, name: &'t str) -> u32 {
        let joint = *self.joints.entry(name).or_insert(vertex);
        let (a, b) = (self.root(vertex), self.root(joint));
        self.same[a.max(b) as usize] = a.min(b);
        a.min(b)
    }

    /// The earliest vertex that `vertex` is the same as.
    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.same[vertex as usize] != vertex {
            // Halving the way keeps it short.
            let next = self.same[vertex as usize];
            self.same[vertex as usize] = self.same[next as usize];
            vertex = self.same[vertex as usize];
        }
        vertex
    }
}

/// Reads `0-1l,1-2r`; vertex 0 is the ground.
fn read_list(text: &str) -> Result<Edges, RuleError> {
    let mut edges = Edges::new();
    let mut start = 0;
    for part in text.split(',') {
        let edge = part.trim();
        let found = (|| {
            let letter = edge.chars().next_back()?;
            let (a, b) = edge[..edge.len() - letter.len_utf8()].split_once('-')?;
            let vertex =
                |name: &str| name.trim().parse().ok().filter(|&vertex| vertex <= MOST_EDGES as u32);
            Some((vertex(a)?, vertex(b)?, Edge::of(letter)?))
        })();
        let Some(found) = found else {
            return Err(RuleError::notation(
                text,
                start..start + part.len(),
                format!(
                    "expected an edge such as `0-1l`: two vertices from 0 (the ground) to \
                     {MOST_EDGES}, and a colour"
                ),
            ));
        };
        edges.push(found);
        start += part.len() + 1;
    }
    Ok(edges)
}

/// Reads edges in either way.
pub(super) fn read_edges(text: &str) -> Result<Edges, RuleError> {
    if text.contains('-') { read_list(text) } else { Chain::read(text) }
}

fn make(call: &Arguments) -> Result<Game, RuleError> {
    call.expect(1..=1, "hackenbush(\"lrl\")")?;
    let edges = Hackenbush.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
    Ok(Game::new(Hackenbush, edges))
}

pub(crate) const ROW: Row = Row {
    name: "hackenbush",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "hackenbush(\"lrl\"), hackenbush(\"e(el;r)\") or hackenbush(\"0-1l,1-2r\")",
    rules: "Edges hang on the ground (vertex 0). A move cuts an edge: Left a blue one (l),\n\
            Right a red one (r), both a green one (e); what hangs on the ground no more is gone.",
    source: "Winning Ways, chapters 1, 2 and 7",
    example: ("hackenbush(\"lrlrrllr\")", "77/128"),
    make: Make::Whole(make),
    board: None,
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(edges: &Edges) -> u32 {
        let mut options = Vec::new();
        Hackenbush.options(edges, Player::Left, &mut options).unwrap();
        upstar_core::mex(options.iter().map(naive))
    }

    #[test]
    fn chains_and_lists_are_read() {
        let read = |text: &str| Hackenbush.parse(text).unwrap();
        assert_eq!(read("lr"), read("0-1b,1-2r"));
        assert_eq!(read("e(l;r)"), read("0-1e,1-2l,1-3r"));
        assert_eq!(read("(e:{a};e:{a})"), read("0-1e,0-1e"));
        assert_eq!(read("e:Ae:A"), read("0-1e,1-1e"));
        assert_eq!(read("0-1l,2-3r"), read("l"));
        for (text, part) in [
            ("lx", "column 2: expected an edge"),
            ("l(r", "expected `)`"),
            ("l)", "column 2"),
            ("l:{a", "column 2: expected `}`"),
            ("0-1l,1-2", "column 6: expected an edge such as"),
            ("0-1", "column 1"),
        ] {
            let error = Hackenbush.parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn only_red_blue_trees_have_a_closed_form() {
        let value = |text: &str| {
            tree_value(&Hackenbush.parse(text).unwrap()).map(|value| value.to_string())
        };
        assert_eq!(value("lrrl").as_deref(), Some("3/8"));
        assert_eq!(value("r(l;l)").as_deref(), Some("-1/4"));
        assert_eq!(value("l(r(l;l);l)").as_deref(), Some("7/4"));
        for other in ["le", "0-1l,1-2l,2-0l", "0-0l", "0-1l,0-1r"] {
            assert_eq!(value(other), None, "{other}");
        }
        // 10000 edges are no trouble, and a value of a million bits is refused.
        assert_eq!(value(&"l".repeat(10_000)).as_deref(), Some("10000"));
        assert!(value(&format!("l{}", "r".repeat(60_000))).is_some());
        assert_eq!(value(&format!("l{}", "r".repeat(70_000))), None);
    }

    #[test]
    fn a_long_green_stalk_is_no_trouble() {
        let edges = Hackenbush.parse(&"e".repeat(200_000)).unwrap();
        assert_eq!(green_value(&edges), 200_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(3), ..ProptestConfig::default() })]

        /// The colon principle on red-blue trees against the engine without theorems.
        #[test]
        fn trees_have_the_values_of_the_engine(
            tree in proptest::collection::vec((any::<u32>(), any::<bool>()), 1..9),
        ) {
            let edge = |(index, &(parent, blue)): (usize, &(u32, bool))| {
                let child = index as u32 + 1;
                (parent % child, child, if blue { Edge::Blue } else { Edge::Red })
            };
            let edges: Edges = tree.iter().enumerate().map(edge).collect();
            let edges = standing(&edges, None);
            let universe = upstar_values::Universe::new();
            let budget = upstar_core::Budget::unlimited();
            let settings = crate::Settings { theorems: false, ..crate::Settings::default() };
            let engine = crate::Engine::new(&universe, settings);
            let value = engine.value(&Hackenbush, &edges, &budget).unwrap();
            let found = tree_value(&edges).unwrap();
            prop_assert_eq!(universe.worker(&budget).number(&found).unwrap(), value);
        }

        /// Fusion and colon against the definition, with loops and parallel edges.
        #[test]
        fn green_values_follow_the_definition(
            edges in proptest::collection::vec((0u32..5, 0u32..5), 1..8),
        ) {
            let edges: Edges = edges.into_iter().map(|(a, b)| (a, b, Edge::Green)).collect();
            let edges = standing(&edges, None);
            prop_assert_eq!(green_value(&edges), naive(&edges));
            let mut parts = Vec::new();
            Hackenbush.components(&edges, &mut parts).unwrap();
            prop_assert_eq!(parts.iter().fold(0, |sum, part| sum ^ green_value(part)), naive(&edges));
            prop_assert_eq!(green_value(&standard(&edges)), naive(&edges));
        }
    }
}
