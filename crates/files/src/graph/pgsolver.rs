//! Parity games in the format of PGSolver.
//!
//! A node has a priority, an owner (0 or 1) and perhaps a name. Such a file is a game with owned
//! vertices. A line `parity N;` may come first, a line `start N;` is skipped, and comments (`//`,
//! `#` or `%` to the end of the line, `/* ... */`) may stand between statements.
//!
//! A graph without owners, on which a player who cannot move loses, is written as a parity game on
//! pairs (vertex, player to move). Node `2v` is `v` with Even (Left) to move, node `2v + 1` the
//! same with Odd (Right), and both carry the vertex's name. Nodes have priority 1. Such a parity
//! game has no dead ends, so a player without a move gets a loop instead: with priority 1 where Odd
//! wins (Even is stuck), and with priority 2 where Even wins. Then Even wins `2v` exactly if Left
//! wins at `v` moving first. Infinite play counts for Odd, so draws are the nodes that Even wins
//! with neither player as "Even". Parallel arcs are written once.
//!
//! Reading undoes this. Another game is read as a graph without owners if the players alternate and
//! only loops have a priority other than 1. Each node is then a position of its owner, who moves
//! along its arcs. All other games are read with owners and priorities, and so are these if the
//! options say so.

use std::io::Write;

use memchr::memchr2;
use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Lease, Player};

use super::collect::Collector;
use super::writer::Writer;
use crate::error::quoted;
use crate::scan::Scanner;
use crate::{FileError, Output, Result};

/// The longest statement in bytes: a node with all its successors.
const LONGEST: usize = 1 << 28;
const NODE: &str = "ID PRIORITY OWNER SUCCESSOR,SUCCESSOR,... \"NAME\";";

#[derive(Default)]
struct Game {
    nodes: Vec<Node>,
    /// The node of each identifier.
    index: std::collections::HashMap<u64, u32>,
    /// Identifiers of successors, node by node.
    successors: Vec<u64>,
}

struct Node {
    id: u64,
    priority: u64,
    odd: bool,
    successors: std::ops::Range<usize>,
    name: Option<String>,
    line: u64,
}

pub(super) fn read(
    scanner: &mut Scanner,
    collector: &mut Collector<'_>,
    owners: bool,
    budget: &Budget,
) -> Result {
    scanner.refuse_binary("pgsolver")?;
    let mut game = Game::default();
    let mut ticker = budget.ticker();
    let mut lease = Lease::new(budget);
    while let Some((start, end)) = statement(scanner)? {
        let mut parser = Parser { scanner, at: start, end };
        if let Some(node) = parser.node(&mut game.successors)? {
            ticker.tick(1 + node.successors.len() as u64)?;
            let bytes = (128 * game.nodes.len() + 8 * game.successors.capacity()) as u64;
            lease.cover(bytes, 0)?;
            if game.index.insert(node.id, game.nodes.len() as u32).is_some() {
                let id = node.id;
                return Err(scanner.error(start, format!("a second node {id}"), "different nodes"));
            }
            game.nodes.push(node);
        }
        scanner.consume(end + 1);
    }
    if game.nodes.is_empty() {
        return Err(scanner.error(0, "no nodes", NODE));
    }
    game.nodes_to_graph(scanner.name(), collector, owners)
}

/// The next statement of the window: the places of its beginning and of its semicolon. None at the
/// end of the input.
fn statement(scanner: &mut Scanner) -> Result<Option<(usize, usize)>> {
    let mut start = 0;
    loop {
        let window = scanner.window();
        match window[start..].iter().position(|b| !b.is_ascii_whitespace()) {
            Some(blanks) => {
                start += blanks;
                match comment(&scanner.window()[start..]) {
                    Comment::None => break,
                    Comment::Ends(length) => start += length,
                    Comment::Unclosed => {
                        if start > 0 {
                            scanner.consume(start);
                            start = 0;
                        }
                        if scanner.window().len() > LONGEST || !scanner.fill()? {
                            if scanner.window().starts_with(b"/*") {
                                let found = "a comment that is not closed";
                                return Err(scanner.error(0, found, "*/"));
                            }
                            let length = scanner.window().len();
                            scanner.consume(length);
                        }
                    }
                }
            }
            None => {
                let length = window.len();
                scanner.consume(length);
                start = 0;
                if !scanner.fill()? {
                    return Ok(None);
                }
            }
        }
    }
    let (mut at, mut in_name) = (start, false);
    loop {
        let window = scanner.window();
        match memchr2(b';', b'"', &window[at..]) {
            Some(length) => {
                at += length;
                if window[at] == b'"' {
                    in_name = !in_name;
                } else if !in_name {
                    return Ok(Some((start, at)));
                }
                at += 1;
            }
            None => {
                at = window.len();
                if at - start > LONGEST {
                    let found = format!("a statement of more than {LONGEST} bytes");
                    return Err(scanner.error(start, found, "a semicolon"));
                }
                if !scanner.fill()? {
                    return Err(scanner.error(
                        start,
                        format!("{} without a semicolon", quoted(&scanner.window()[start..])),
                        NODE,
                    ));
                }
            }
        }
    }
}

/// The beginning of a window.
enum Comment {
    None,
    /// A comment with this number of bytes.
    Ends(usize),
    /// A comment that is not complete, or text that may become a comment.
    Unclosed,
}

fn comment(window: &[u8]) -> Comment {
    let (close, open): (&[u8], usize) = match window {
        [b'#' | b'%', ..] => (b"\n", 1),
        [b'/', b'/', ..] => (b"\n", 2),
        [b'/', b'*', ..] => (b"*/", 2),
        [b'/'] => return Comment::Unclosed,
        _ => return Comment::None,
    };
    match memchr::memmem::find(&window[open..], close) {
        Some(length) => Comment::Ends(open + length + close.len()),
        None => Comment::Unclosed,
    }
}

/// Reads one statement.
struct Parser<'a> {
    scanner: &'a Scanner,
    at: usize,
    end: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &[u8] {
        &self.scanner.window()[self.at..self.end]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    fn wrong(&self, expected: &str) -> FileError {
        let found = match self.rest() {
            [] => "a semicolon".to_owned(),
            rest => quoted(rest),
        };
        self.scanner.error(self.at, found, format!("{expected}, as in {NODE}"))
    }

    fn number(&mut self, expected: &str) -> Result<u64> {
        self.skip_blanks();
        let digits = self.rest().iter().take_while(|b| b.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.rest()[..digits]).expect("digits are text");
        let number = text.parse().map_err(|_| self.wrong(expected))?;
        self.at += digits;
        Ok(number)
    }

    /// None for a header (`parity N;`, `start N;`).
    fn node(&mut self, successors: &mut Vec<u64>) -> Result<Option<Node>> {
        for header in [&b"parity"[..], b"start"] {
            if self.rest().starts_with(header) {
                self.at += header.len();
                self.number("a number")?;
                self.skip_blanks();
                return if self.rest().is_empty() {
                    Ok(None)
                } else {
                    Err(self.wrong("a semicolon"))
                };
            }
        }
        let (line, _) = self.scanner.position(self.at);
        let id = self.number("the identifier of a node")?;
        let priority = self.number("a priority")?;
        let odd = match self.number("an owner, 0 or 1")? {
            0 => false,
            1 => true,
            _ => return Err(self.wrong("an owner, 0 or 1")),
        };
        let first = successors.len();
        loop {
            successors.push(self.number("a successor")?);
            self.skip_blanks();
            if self.rest().first() != Some(&b',') {
                break;
            }
            self.at += 1;
        }
        let mut name = None;
        if self.rest().first() == Some(&b'"') {
            let length = self.rest()[1..].iter().position(|&b| b == b'"');
            let end = self.at + 1 + length.ok_or_else(|| self.wrong("a quoted name"))?;
            name = Some(self.scanner.text(self.at + 1, end)?.to_owned());
            self.at = end + 1;
            self.skip_blanks();
        }
        if !self.rest().is_empty() {
            return Err(self.wrong("a comma, a quoted name or a semicolon"));
        }
        Ok(Some(Node { id, priority, odd, successors: first..successors.len(), name, line }))
    }
}

impl Game {
    fn successors(&self, node: usize) -> &[u64] {
        &self.successors[self.nodes[node].successors.clone()]
    }

    /// Whether the only arc of the node is a loop.
    fn is_stuck(&self, node: usize) -> bool {
        self.successors(node).iter().all(|&s| s == self.nodes[node].id)
    }

    /// Whether the owner of a stuck node has lost. Odd wins an odd priority.
    fn has_lost(&self, node: usize) -> bool {
        let Node { priority, odd, .. } = self.nodes[node];
        (priority % 2 == 1) != odd
    }

    fn nodes_to_graph(&self, name: &str, collector: &mut Collector<'_>, owners: bool) -> Result {
        for (i, node) in self.nodes.iter().enumerate() {
            let missing = self.successors(i).iter().find(|id| !self.index.contains_key(id));
            if let Some(successor) = missing {
                let found = format!("an arc from node {} to node {successor}", node.id);
                let expected = "nodes that are in the file";
                return Err(FileError::malformed(name, node.line, 1, found, expected));
            }
        }
        if owners || !self.is_without_owners() {
            self.with_owners(name, collector)
        } else if self.is_doubled() {
            self.fold(collector)
        } else {
            self.node_by_node(collector)
        }
    }

    /// Whether the players alternate, and a player loses only by having no move (a loop).
    fn is_without_owners(&self) -> bool {
        self.nodes.iter().enumerate().all(|(i, node)| {
            let other = |id| self.nodes[self.index[id] as usize].odd != node.odd;
            self.is_stuck(i) || (node.priority == 1 && self.successors(i).iter().all(other))
        })
    }

    /// Whether nodes `2v` and `2v + 1` are one vertex, with Even and with Odd to move.
    fn is_doubled(&self) -> bool {
        self.nodes.len().is_multiple_of(2)
            && self.nodes.iter().enumerate().all(|(i, node)| {
                node.id == i as u64
                    && node.odd == (i % 2 == 1)
                    && node.name.is_some()
                    && node.name == self.nodes[i ^ 1].name
                    && (!self.is_stuck(i)
                        || self.has_lost(i)
                        || (self.is_stuck(i ^ 1) && !self.has_lost(i ^ 1)))
            })
            && {
                let mut names = std::collections::HashSet::new();
                self.nodes.iter().step_by(2).all(|node| names.insert(node.name.as_deref()))
            }
    }

    fn fold(&self, collector: &mut Collector<'_>) -> Result {
        for node in self.nodes.iter().step_by(2) {
            collector.vertex(node.name.as_deref().expect("doubled games have names"))?;
        }
        for v in 0..self.nodes.len() / 2 {
            let (even, odd) = (2 * v, 2 * v + 1);
            if self.is_stuck(even) && self.is_stuck(odd) && !self.has_lost(even) {
                collector.terminal(v as u32, MoveResult::Win, self.nodes[even].line);
            }
            let targets = |node: usize| {
                let stuck = self.is_stuck(node);
                let all = self.successors(node).iter().filter(move |_| !stuck);
                all.map(|&s| (s / 2) as u32).collect::<Vec<u32>>()
            };
            let (left, right) = (targets(even), targets(odd));
            let sorted = |targets: &[u32]| {
                let mut sorted = targets.to_vec();
                sorted.sort_unstable();
                sorted
            };
            let (left_sorted, right_sorted) = (sorted(&left), sorted(&right));
            for &to in &left {
                let both = right_sorted.binary_search(&to).is_ok();
                collector.arc(v as u32, to, if both { Colour::Both } else { Colour::Left })?;
            }
            for &to in &right {
                if left_sorted.binary_search(&to).is_err() {
                    collector.arc(v as u32, to, Colour::Right)?;
                }
            }
        }
        Ok(())
    }

    /// The vertex of each node.
    fn vertices(&self, collector: &mut Collector<'_>) -> Result<Vec<u32>> {
        let mut vertices = Vec::with_capacity(self.nodes.len());
        let mut names = std::collections::HashSet::new();
        // Names are used if every node has a different name.
        let named = self
            .nodes
            .iter()
            .all(|node| node.name.as_deref().is_some_and(|name| names.insert(name)));
        for node in &self.nodes {
            vertices.push(match &node.name {
                Some(name) if named => collector.vertex(name)?,
                _ => collector.integer(node.id)?,
            });
        }
        Ok(vertices)
    }

    fn with_owners(&self, name: &str, collector: &mut Collector<'_>) -> Result {
        let vertices = self.vertices(collector)?;
        for (i, node) in self.nodes.iter().enumerate() {
            let player = if node.odd { Player::Right } else { Player::Left };
            collector.owner(vertices[i], player, node.line);
            let priority = u32::try_from(node.priority).ok().filter(|&p| p < u32::MAX);
            let priority = priority.ok_or_else(|| {
                let found = format!("priority {} of node {}", node.priority, node.id);
                FileError::malformed(name, node.line, 1, found, "at most 4294967294")
            })?;
            collector.priority(vertices[i], priority, node.line);
            for successor in self.successors(i) {
                let to = self.index[successor] as usize;
                collector.arc(vertices[i], vertices[to], Colour::Both)?;
            }
        }
        Ok(())
    }

    fn node_by_node(&self, collector: &mut Collector<'_>) -> Result {
        let vertices = self.vertices(collector)?;
        for (i, node) in self.nodes.iter().enumerate() {
            if self.is_stuck(i) {
                if !self.has_lost(i) {
                    collector.terminal(vertices[i], MoveResult::Win, node.line);
                }
                continue;
            }
            for successor in self.successors(i) {
                let to = self.index[successor] as usize;
                collector.arc(vertices[i], vertices[to], Colour::Both)?;
            }
        }
        Ok(())
    }
}

pub(super) fn write(writer: &mut Writer<'_>, output: &mut Output) -> Result {
    let names = writer.graph.names;
    let _lease = Lease::of(writer.budget, 12 * writer.graph.arcs.arc_count())?;
    let mut arcs = Vec::new();
    writer.each_arc(|from, to, colour| {
        arcs.push((from, to, colour));
        Ok(())
    })?;
    arcs.sort_by_key(|&(from, ..)| from);
    if !writer.graph.owners.is_empty() {
        return write_with_owners(writer, output, &arcs);
    }
    let last = 2 * u64::from(names.len()) - 1;
    writeln!(output, "parity {last};").map_err(|e| writer.failed(e))?;
    let mut terminals = writer.graph.terminals.iter().peekable();
    let mut rest = &arcs[..];
    for v in 0..names.len() {
        let name = names.get(v).to_string();
        if name.contains('"') {
            return Err(writer.cannot(&format!("the name {name:?}")));
        }
        let result = terminals.next_if(|&&(t, _)| t == v).map(|&(_, result)| result);
        if result == Some(MoveResult::Draw) {
            return Err(writer.cannot("terminals that are draws"));
        }
        let won = result == Some(MoveResult::Win);
        let (own, others) = rest.split_at(rest.partition_point(|&(from, ..)| from == v));
        rest = others;
        for (odd, not_mine) in [(false, Colour::Right), (true, Colour::Left)] {
            let node = 2 * u64::from(v) + u64::from(odd);
            let mut successors: Vec<u64> = Vec::new();
            let mut seen = std::collections::HashSet::new();
            for &(_, to, colour) in own {
                if colour != not_mine && seen.insert(to) {
                    successors.push(2 * u64::from(to) + u64::from(!odd));
                }
            }
            // Stuck: the priority of the loop determines who wins.
            let even_wins = odd != won;
            let priority = if successors.is_empty() && even_wins { 2 } else { 1 };
            if successors.is_empty() {
                successors.push(node);
            }
            let list: Vec<String> = successors.iter().map(u64::to_string).collect();
            writeln!(output, "{node} {priority} {} {} \"{name}\";", u8::from(odd), list.join(","))
                .map_err(|e| writer.failed(e))?;
        }
    }
    Ok(())
}

/// Writes a game with owners and priorities, node by node.
fn write_with_owners(
    writer: &Writer<'_>,
    output: &mut Output,
    arcs: &[(u32, u32, Colour)],
) -> Result {
    let names = writer.graph.names;
    let mut rest = arcs;
    writeln!(output, "parity {};", names.len() - 1).map_err(|e| writer.failed(e))?;
    for v in 0..names.len() {
        let name = names.get(v).to_string();
        let (Some(owner), Some(priority)) = writer.graph.attributes(v) else {
            return Err(writer.cannot("owners without priorities"));
        };
        if name.contains('"') {
            return Err(writer.cannot(&format!("the name {name:?}")));
        }
        let (own, others) = rest.split_at(rest.partition_point(|&(from, ..)| from == v));
        rest = others;
        if own.is_empty() {
            return Err(writer.cannot(&format!("vertices without moves, such as {name},")));
        }
        let list: Vec<String> = own.iter().map(|&(_, to, _)| to.to_string()).collect();
        writeln!(output, "{v} {priority} {owner} {} \"{name}\";", list.join(","))
            .map_err(|e| writer.failed(e))?;
    }
    Ok(())
}
