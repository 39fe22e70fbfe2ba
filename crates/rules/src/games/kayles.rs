//! Kayles on graphs: Node Kayles, Arc Kayles, weighted Arc Kayles; Fjords; and Digraph
//! Placement.

use upstar_core::Player;

use super::hackenbush::{Edges, read_edges};
use super::tints::{LEFT, RIGHT, bit};
use crate::catalogue::Make;
use crate::web::{Board, MOST_VERTICES, Web, ones};
use crate::{Arguments, Class, Dot, Game, Negated, Picture, Row, RuleError, Ruleset};

/// All vertices of a board, as a set of bits.
fn all(board: &Board) -> u64 {
    let n = board.colours.len();
    if n == MOST_VERTICES { u64::MAX } else { (1 << n) - 1 }
}

/// The board without some vertices.
fn without(board: &Board, gone: u64) -> Board {
    let order: Vec<usize> = ones(all(board) & !gone).collect();
    board.part(&order)
}

/// The connected parts.
fn parts(board: &Board, out: &mut Vec<Board>) {
    board.connected(all(board), |set| {
        let order: Vec<usize> = ones(set).collect();
        out.push(board.part(&order));
    });
}

fn make<R: Ruleset>(rules: R, call: &Arguments) -> Result<Game, RuleError> {
    call.expect(1..=1, &format!("{}(\"path 5\")", rules.name()))?;
    let position = rules.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
    Ok(Game::new(rules, position))
}

/// Kayles on a graph: a move takes a vertex with its neighbours (Node Kayles), or an edge
/// with both its ends (Arc Kayles).
#[derive(Clone, Copy, Debug)]
pub struct GraphKayles {
    /// Whether edges are taken, and not vertices.
    pub arcs: bool,
}

crate::position::ordered!(Placement);

impl Ruleset for GraphKayles {
    type Position = Board;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, board: &Board, _: Player, out: &mut Vec<Board>) -> Result<(), RuleError> {
        for v in 0..board.colours.len() {
            if self.arcs {
                let later = ones(board.adjacency[v]).filter(|&u| u > v);
                out.extend(later.map(|u| without(board, 1 << v | 1 << u)));
            } else {
                out.push(without(board, 1 << v | board.adjacency[v]));
            }
        }
        Ok(())
    }

    fn components(&self, board: &Board, out: &mut Vec<Board>) -> Result<(), RuleError> {
        parts(board, out);
        Ok(())
    }

    fn normalize(&self, board: Board) -> (Board, Negated) {
        (board.standard(), Negated::No)
    }

    fn bytes(&self, board: &Board) -> usize {
        board.bytes()
    }

    fn name(&self) -> &str {
        if self.arcs { ARC_KAYLES.name } else { NODE_KAYLES.name }
    }

    fn write(&self, board: &Board) -> String {
        board.text(|_| '.')
    }

    fn parse(&self, text: &str) -> Result<Board, RuleError> {
        Ok(Board::new(&Web::read(text, ".")?, |_| 0))
    }

    fn call(&self, board: &Board) -> String {
        format!("{}(\"{}\")", self.name(), self.write(board))
    }

    fn picture(&self, board: &Board) -> Picture {
        board.picture(|_| None)
    }
}

pub(crate) const NODE_KAYLES: Row = Row {
    name: "node_kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "node_kayles(\"path 7\"), node_kayles(\"3x3\") or node_kayles(\"...|1-2,2-3\")",
    rules: "A move takes a vertex of a graph and all its neighbours.",
    source: "Schaefer, On the complexity of some two-person perfect-information games (1978)",
    example: ("node_kayles(\"path 5\")", "*3"),
    make: Make::Whole(|call| make(GraphKayles { arcs: false }, call)),
    board: None,
};

pub(crate) const ARC_KAYLES: Row = Row {
    name: "arc_kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "arc_kayles(\"path 7\"), arc_kayles(\"3x3\") or arc_kayles(\"...|1-2,2-3\")",
    rules: "A move takes an edge of a graph, both its ends and all edges there.",
    source: "Schaefer (1978)",
    example: ("arc_kayles(\"path 7\")", "*"),
    make: Make::Whole(|call| make(GraphKayles { arcs: true }, call)),
    board: None,
};

/// Arc Kayles with edges of three colours: Left's, Right's and both players'.
#[derive(Clone, Copy, Debug)]
pub struct PartizanArcKayles;

/// The most edges whose options are listed.
const MOST_EDGES: usize = 1 << 12;

/// The edges with vertices numbered as they are met, and sorted.
fn tidy(edges: Edges) -> Edges {
    let mut names: Vec<u32> = edges.iter().flat_map(|&(a, b, _)| [a, b]).collect();
    names.sort_unstable();
    names.dedup();
    let name = |v: u32| names.binary_search(&v).unwrap_or(0) as u32;
    let tidied = edges.into_iter().map(|(a, b, colour)| {
        let (a, b) = (name(a), name(b));
        (a.min(b), a.max(b), colour)
    });
    let mut tidied: Edges = tidied.collect();
    tidied.sort_unstable();
    tidied
}

impl Ruleset for PartizanArcKayles {
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
        if edges.len() > MOST_EDGES {
            return Err(RuleError::too_large("the graph", edges.len(), MOST_EDGES));
        }
        for &(a, b, _) in edges.iter().filter(|edge| edge.2.allows(player)) {
            let apart =
                |edge: &&(u32, u32, _)| ![edge.0, edge.1].iter().any(|v| [a, b].contains(v));
            out.push(tidy(edges.iter().filter(apart).copied().collect()));
        }
        Ok(())
    }

    fn components(&self, edges: &Edges, out: &mut Vec<Edges>) -> Result<(), RuleError> {
        let mut left = edges.clone();
        while let Some(first) = left.pop() {
            let (mut part, mut next) = (vec![first], 0);
            while let Some(&(a, b, _)) = part.get(next) {
                next += 1;
                let touches =
                    |edge: &(u32, u32, _)| [edge.0, edge.1].iter().any(|v| [a, b].contains(v));
                part.extend(left.extract_if(.., |edge| touches(edge)));
            }
            out.push(tidy(part));
        }
        Ok(())
    }

    fn normalize(&self, edges: Edges) -> (Edges, Negated) {
        let other = edges.iter().map(|&(a, b, colour)| (a, b, colour.exchanged()));
        let other = tidy(other.collect());
        let same = tidy(edges);
        if other < same { (other, Negated::Yes) } else { (same, Negated::No) }
    }

    fn bytes(&self, edges: &Edges) -> usize {
        size_of::<Edges>() + size_of_val(&edges[..]) + 16
    }

    fn name(&self) -> &str {
        PARTIZAN_ARC_KAYLES.name
    }

    fn write(&self, edges: &Edges) -> String {
        let edges = edges.iter().map(|(a, b, colour)| format!("{a}-{b}{}", colour.letter()));
        edges.collect::<Vec<_>>().join(",")
    }

    fn parse(&self, text: &str) -> Result<Edges, RuleError> {
        let edges = read_edges(text)?;
        if edges.iter().any(|(a, b, _)| a == b) {
            let message = "expected edges between different vertices";
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(tidy(edges))
    }

    fn call(&self, edges: &Edges) -> String {
        format!("{}(\"{}\")", self.name(), self.write(edges))
    }

    fn picture(&self, edges: &Edges) -> Picture {
        let vertices = edges.iter().map(|&(a, b, _)| a.max(b) as usize + 1).max().unwrap_or(0);
        if vertices > MOST_VERTICES {
            return Picture::Text;
        }
        Picture::Graph {
            vertices: vec![Dot::default(); vertices],
            edges: edges.iter().map(|&(a, b, _)| (a as usize, b as usize)).collect(),
            tints: edges.iter().map(|&(_, _, colour)| colour).collect(),
            directed: false,
        }
    }
}

pub(crate) const PARTIZAN_ARC_KAYLES: Row = Row {
    name: "partizan_arc_kayles",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_arc_kayles(\"lre\") or partizan_arc_kayles(\"0-1l,1-2r,2-0e\")",
    rules: "A move takes an edge of a graph (l Left's, r Right's, e both players') with both its\n\
            ends and all edges there. A chain lists its edges, as in hackenbush.",
    source: "CGSuite",
    example: ("partizan_arc_kayles(\"lr\")", "*"),
    make: Make::Whole(|call| make(PartizanArcKayles, call)),
    board: None,
};

/// Weighted Arc Kayles: a move takes one from each end of an edge.
#[derive(Clone, Copy, Debug)]
pub struct WeightedArcKayles;

/// The letters of weights.
const DIGITS: &str = "1234567890";

impl WeightedArcKayles {
    /// The board without empty vertices and such without neighbours.
    fn rest(board: &Board) -> Board {
        let empty = (0..board.colours.len()).filter(|&v| board.colours[v] == 0);
        let empty = empty.fold(0, |set, v| set | 1 << v);
        let alone = (0..board.colours.len()).filter(|&v| board.adjacency[v] & !empty == 0);
        without(board, alone.fold(empty, |set, v| set | 1 << v))
    }
}

impl Ruleset for WeightedArcKayles {
    type Position = Board;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, board: &Board, _: Player, out: &mut Vec<Board>) -> Result<(), RuleError> {
        for v in 0..board.colours.len() {
            for u in ones(board.adjacency[v]).filter(|&u| u > v) {
                let mut after = board.clone();
                after.colours[v] -= 1;
                after.colours[u] -= 1;
                out.push(Self::rest(&after));
            }
        }
        Ok(())
    }

    fn components(&self, board: &Board, out: &mut Vec<Board>) -> Result<(), RuleError> {
        parts(board, out);
        Ok(())
    }

    fn normalize(&self, board: Board) -> (Board, Negated) {
        (board.standard(), Negated::No)
    }

    fn bytes(&self, board: &Board) -> usize {
        board.bytes()
    }

    fn name(&self) -> &str {
        WEIGHTED_ARC_KAYLES.name
    }

    fn write(&self, board: &Board) -> String {
        board.text(|weight| char::from(b'0' + weight))
    }

    fn parse(&self, text: &str) -> Result<Board, RuleError> {
        let weight = |letter: u8| if letter == b'.' { 1 } else { letter - b'0' };
        Ok(Self::rest(&Board::new(&Web::read(text, DIGITS)?, weight)))
    }

    fn call(&self, board: &Board) -> String {
        format!("{}(\"{}\")", self.name(), self.write(board))
    }

    fn picture(&self, board: &Board) -> Picture {
        let mut picture = board.picture(|_| None);
        if let Picture::Graph { vertices, .. } = &mut picture {
            for (dot, weight) in vertices.iter_mut().zip(&board.colours) {
                dot.label = weight.to_string();
            }
        }
        picture
    }
}

pub(crate) const WEIGHTED_ARC_KAYLES: Row = Row {
    name: "weighted_arc_kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "weighted_arc_kayles(\"3-2-1\") or weighted_arc_kayles(\"321|1-2,2-3\")",
    rules: "On each vertex of a graph lie as many counters as its digit says. A move takes\n\
            one counter from both ends of an edge.",
    source: "CGSuite",
    example: ("weighted_arc_kayles(\"3-2\")", "0"),
    make: Make::Whole(|call| make(WeightedArcKayles, call)),
    board: None,
};

/// Fjords: a player takes vertices beside those that he has.
///
/// A position is the graph of the vertices that nobody has taken, each with those who have
/// a neighbour of it.
#[derive(Clone, Copy, Debug)]
pub struct Fjords;

impl Fjords {
    /// The board without the parts in which nobody has a vertex to begin from.
    fn rest(board: &Board) -> Board {
        let mut dead = 0;
        board.connected(all(board), |set| {
            if ones(set).all(|v| board.colours[v] == 0) {
                dead |= set;
            }
        });
        without(board, dead)
    }
}

impl Ruleset for Fjords {
    type Position = Board;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        board: &Board,
        player: Player,
        out: &mut Vec<Board>,
    ) -> Result<(), RuleError> {
        for v in (0..board.colours.len()).filter(|&v| board.colours[v] & bit(player) != 0) {
            let mut after = board.clone();
            for neighbour in ones(board.adjacency[v]) {
                after.colours[neighbour] |= bit(player);
            }
            out.push(without(&after, 1 << v));
        }
        Ok(())
    }

    fn components(&self, board: &Board, out: &mut Vec<Board>) -> Result<(), RuleError> {
        parts(&Self::rest(board), out);
        Ok(())
    }

    fn normalize(&self, board: Board) -> (Board, Negated) {
        let same = Self::rest(&board).standard();
        let mut exchanged = board;
        for colour in &mut exchanged.colours {
            *colour = (*colour >> 1) | (*colour & 1) << 1;
        }
        let exchanged = Self::rest(&exchanged).standard();
        if exchanged < same { (exchanged, Negated::Yes) } else { (same, Negated::No) }
    }

    fn bytes(&self, board: &Board) -> usize {
        board.bytes()
    }

    fn name(&self) -> &str {
        FJORDS.name
    }

    fn write(&self, board: &Board) -> String {
        board.text(|colour| ['.', 'L', 'R', 'B'][usize::from(colour)])
    }

    fn parse(&self, text: &str) -> Result<Board, RuleError> {
        let web = Web::read(text, ".LRB")?;
        Ok(Board::new(&web, |letter| match letter {
            b'L' => LEFT,
            b'R' => RIGHT,
            b'B' => LEFT | RIGHT,
            _ => 0,
        }))
    }

    fn call(&self, board: &Board) -> String {
        format!("{}(\"{}\")", self.name(), self.write(board))
    }

    fn picture(&self, board: &Board) -> Picture {
        let mut picture = board.picture(|colour| match colour {
            LEFT => Some(Player::Left),
            RIGHT => Some(Player::Right),
            _ => None,
        });
        if let Picture::Graph { vertices, .. } = &mut picture {
            let both = vertices.iter_mut().zip(&board.colours);
            for (dot, _) in both.filter(|(_, colour)| **colour == LEFT | RIGHT) {
                dot.label = "B".to_owned();
            }
        }
        picture
    }
}

pub(crate) const FJORDS: Row = Row {
    name: "fjords",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "fjords(\"L-.-.-R\") or fjords(\"L..R|1-2,2-3,3-4\")",
    rules: "A move takes a free vertex of a graph that has a neighbour of one's own. Shown are the\n\
            free vertices: L beside one of Left, R beside one of Right, B beside both,\n\
            . beside none.",
    source: "Grossman, Fjords (Mathematical Games); CGSuite",
    example: ("fjords(\"L-.-.-R\")", "0"),
    make: Make::Whole(|call| make(Fjords, call)),
    board: None,
};

/// Digraph Placement: Left takes a blue vertex, Right a red one, with all vertices that an
/// arc leads to from it.
#[derive(Clone, Copy, Debug)]
pub struct DigraphPlacement;

/// A digraph whose vertices are Left's or Right's, with the vertices that arcs lead to from
/// each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    owners: Box<[Player]>,
    arcs: Box<[u64]>,
}

impl Placement {
    /// The vertices in the set, in order, and the arcs between them.
    fn part(&self, set: u64) -> Placement {
        let mut place = [0u32; MOST_VERTICES];
        for (new, old) in (0u32..).zip(ones(set)) {
            place[old] = new;
        }
        let arcs = ones(set).map(|v| ones(self.arcs[v] & set).fold(0, |s, u| s | 1 << place[u]));
        Placement { owners: ones(set).map(|v| self.owners[v]).collect(), arcs: arcs.collect() }
    }

    fn all(&self) -> u64 {
        let n = self.owners.len();
        if n == MOST_VERTICES { u64::MAX } else { (1 << n) - 1 }
    }
}

impl Ruleset for DigraphPlacement {
    type Position = Placement;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        graph: &Placement,
        player: Player,
        out: &mut Vec<Placement>,
    ) -> Result<(), RuleError> {
        let mine = (0..graph.owners.len()).filter(|&v| graph.owners[v] == player);
        out.extend(mine.map(|v| graph.part(graph.all() & !(graph.arcs[v] | 1 << v))));
        Ok(())
    }

    fn components(&self, graph: &Placement, out: &mut Vec<Placement>) -> Result<(), RuleError> {
        let mut left = graph.all();
        while left != 0 {
            let mut found = left & left.wrapping_neg();
            loop {
                let touched = (0..graph.owners.len())
                    .filter(|&v| graph.arcs[v] & found != 0 || found >> v & 1 == 1)
                    .fold(found, |set, v| set | 1 << v | graph.arcs[v]);
                if touched == found {
                    break;
                }
                found = touched;
            }
            left &= !found;
            out.push(graph.part(found));
        }
        Ok(())
    }

    fn normalize(&self, graph: Placement) -> (Placement, Negated) {
        let mut other = graph.clone();
        other.owners.iter_mut().for_each(|owner| *owner = owner.opponent());
        if other < graph { (other, Negated::Yes) } else { (graph, Negated::No) }
    }

    fn bytes(&self, graph: &Placement) -> usize {
        size_of::<Placement>() + 9 * graph.owners.len() + 32
    }

    fn name(&self) -> &str {
        DIGRAPH_PLACEMENT.name
    }

    fn write(&self, graph: &Placement) -> String {
        let letter = |owner: &Player| if *owner == Player::Left { 'L' } else { 'R' };
        let mut text: String = graph.owners.iter().map(letter).collect();
        text.push('|');
        let arcs = (0..graph.owners.len())
            .flat_map(|v| ones(graph.arcs[v]).map(move |u| format!("{}>{}", v + 1, u + 1)));
        text + &arcs.collect::<Vec<_>>().join(",")
    }

    fn parse(&self, text: &str) -> Result<Placement, RuleError> {
        let (vertices, list) = text.split_once('|').unwrap_or((text, ""));
        let mut owners = Vec::new();
        for (place, letter) in vertices.char_indices() {
            owners.push(match letter {
                'L' | 'l' => Player::Left,
                'R' | 'r' => Player::Right,
                other => {
                    return Err(RuleError::notation(
                        text,
                        place..place + other.len_utf8(),
                        format!(
                            "expected a vertex, `L` (Left's) or `R` (Right's), found `{}`",
                            other.escape_default()
                        ),
                    ));
                }
            });
        }
        let n = owners.len();
        if n > MOST_VERTICES {
            let limit = format!("{MOST_VERTICES} vertices");
            return Err(RuleError::too_large("the graph", format!("{n} vertices"), limit));
        }
        let mut arcs = vec![0u64; n];
        let mut start = vertices.len() + 1;
        for arc in list.split(',').filter(|_| !list.trim().is_empty()) {
            let vertex =
                |name: &str| name.trim().parse::<usize>().ok().filter(|&v| 1 <= v && v <= n);
            let ends = |mark| {
                let (a, b) = arc.split_once(mark)?;
                Some((vertex(a)? - 1, vertex(b)? - 1)).filter(|(a, b)| a != b)
            };
            match (ends('>'), ends('-')) {
                (Some((a, b)), _) => arcs[a] |= 1 << b,
                (None, Some((a, b))) => {
                    arcs[a] |= 1 << b;
                    arcs[b] |= 1 << a;
                }
                (None, None) => {
                    return Err(RuleError::notation(
                        text,
                        start..start + arc.len(),
                        format!(
                            "expected an arc `a>b`, or `a-b` for both ways, between vertices 1 to {n}"
                        ),
                    ));
                }
            }
            start += arc.len() + 1;
        }
        Ok(Placement { owners: owners.into(), arcs: arcs.into() })
    }

    fn call(&self, graph: &Placement) -> String {
        format!("{}(\"{}\")", self.name(), self.write(graph))
    }

    fn picture(&self, graph: &Placement) -> Picture {
        let dot = |(v, &owner): (usize, &Player)| Dot {
            label: (v + 1).to_string(),
            owner: Some(owner),
            tokens: 0,
        };
        let edges = (0..graph.owners.len()).flat_map(|v| ones(graph.arcs[v]).map(move |u| (v, u)));
        Picture::Graph {
            vertices: graph.owners.iter().enumerate().map(dot).collect(),
            edges: edges.collect(),
            tints: Vec::new(),
            directed: true,
        }
    }
}

pub(crate) const DIGRAPH_PLACEMENT: Row = Row {
    name: "digraph_placement",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "digraph_placement(\"LRL|1>2,2>3\"), with a-b for arcs both ways",
    rules: "A directed graph whose vertices are Left's (L) or Right's (R). A move takes a vertex of\n\
            one's own and all vertices that an arc leads to from it.",
    source: "Clow and McKay, Digraph placement games (2024)",
    example: ("digraph_placement(\"LLRR|1-2,1-3,1-4,2-3,2-4,3-4\")", "*"),
    make: Make::Whole(|call| make(DigraphPlacement, call)),
    board: None,
};
