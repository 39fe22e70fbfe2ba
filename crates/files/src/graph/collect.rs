//! Work that all readers of graphs share: they number the names, pass arcs on in batches, and check
//! the budget.

use std::fmt::Display;

use upstar_core::Player;
use upstar_core::arcs::{Colour, MoveResult, Owners, UnknownWord, owner_number, parse_owner};
use upstar_core::names::{Interner, Names};
use upstar_core::{Budget, Ticker};

use super::format::GraphFormat;
use super::options::ReadOptions;
use super::sink::{ArcSink, GraphPiece, GraphSummary, PieceSink};
use crate::{FileError, Result};

/// The destination of a collector's arcs.
pub(super) enum Target<'a> {
    /// Batch by batch, with the names after the last batch.
    Whole(&'a mut dyn ArcSink),
    /// Piece by piece, each with its names. The number is the place of the next piece.
    Pieces(&'a mut dyn PieceSink, u64),
}

/// An attribute of vertices in games with owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attribute {
    Owner,
    Priority,
    Payoff,
}

impl Attribute {
    /// The attribute that a column, key or attribute with this name in a file means.
    pub(super) fn of_name(name: &str) -> Option<Attribute> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("owner") {
            Some(Attribute::Owner)
        } else if is("payoff") {
            Some(Attribute::Payoff)
        } else {
            is("priority").then_some(Attribute::Priority)
        }
    }
}

/// Parses a priority from a file.
fn parse_priority(word: &str) -> Result<u32, UnknownWord> {
    word.parse().ok().filter(|&priority| priority < u32::MAX).ok_or_else(|| UnknownWord {
        what: "priority",
        found: word.to_owned(),
        expected: "an integer from 0 to 4294967294",
    })
}

/// Parses a payoff or a weight from a file.
fn parse_points(what: &'static str, word: &str) -> Result<i64, UnknownWord> {
    word.parse().map_err(|_| UnknownWord {
        what,
        found: word.to_owned(),
        expected: "an integer of 64 bits, such as -3",
    })
}

/// Arcs in a batch.
const BATCH: usize = 1 << 13;
/// The number of arcs in a piece. It is large enough that most names of a small neighbourhood come
/// only once, and small enough that a piece and its names stay near the caches.
const PIECE: usize = 1 << 18;

pub(super) struct Collector<'a> {
    name: String,
    interner: Interner,
    target: Target<'a>,
    /// Arcs passed on at a time.
    most: usize,
    arcs: Vec<(u32, u32)>,
    /// Empty while all arcs of the batch are `Both`.
    colours: Vec<Colour>,
    coloured: bool,
    written: u64,
    terminals: Vec<(u32, MoveResult, u64)>,
    /// By vertex, as far as the file has said.
    owners: Vec<Option<Player>>,
    priorities: Vec<Option<u32>>,
    /// The first vertex with contradictory data, with the message and the line.
    contradiction: Option<(u32, String, u64)>,
    budget: &'a Budget,
    ticker: Ticker,
    reserved: u64,
    ignore_colours: bool,
    undirected: bool,
    pub(super) header: Option<String>,
    pub(super) start: Option<u32>,
    payoffs: Vec<(u32, i64, u64)>,
    /// With the weight of each arc, if weights are asked for.
    weights: Option<Vec<(u32, u32, i64)>>,
    /// The weight of the next arcs; `None` as long as there is none in the file.
    weight: Option<i64>,
    sums: Vec<Vec<u32>>,
    /// The bytes of the sums.
    sums_bytes: u64,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        name: &str,
        sink: &'a mut dyn ArcSink,
        options: &ReadOptions,
        budget: &'a Budget,
    ) -> Self {
        Collector::with_target(name, Target::Whole(sink), options, budget)
    }

    pub(super) fn with_target(
        name: &str,
        target: Target<'a>,
        options: &ReadOptions,
        budget: &'a Budget,
    ) -> Self {
        let most = if matches!(target, Target::Whole(_)) { BATCH } else { PIECE };
        Collector {
            name: name.to_owned(),
            interner: Interner::new(),
            target,
            most,
            arcs: Vec::with_capacity(BATCH),
            colours: Vec::new(),
            coloured: false,
            written: 0,
            terminals: Vec::new(),
            owners: Vec::new(),
            priorities: Vec::new(),
            contradiction: None,
            budget,
            ticker: budget.ticker(),
            reserved: 0,
            ignore_colours: options.ignore_colours,
            undirected: options.undirected,
            header: None,
            start: None,
            payoffs: Vec::new(),
            weights: options.weights.then(Vec::new),
            weight: None,
            sums: Vec::new(),
            sums_bytes: 0,
        }
    }

    /// The colour that a word names. If colours are ignored, any word is accepted.
    pub(super) fn colour(&self, word: &str) -> Result<Colour, UnknownWord> {
        if self.ignore_colours { Ok(Colour::Both) } else { word.parse() }
    }

    /// Whether all names so far are integers.
    pub(super) fn is_integers(&self) -> bool {
        self.interner.is_integers()
    }

    /// The number of a vertex.
    pub(super) fn vertex(&mut self, name: &str) -> Result<u32> {
        self.interner.text(name).map_err(|source| self.too_many(source))
    }

    /// The number of a vertex whose name is an integer.
    pub(super) fn integer(&mut self, name: u64) -> Result<u32> {
        self.interner.integer(name).map_err(|source| self.too_many(source))
    }

    fn too_many(&self, source: upstar_core::names::TooManyNames) -> FileError {
        FileError::TooManyNames { name: self.name.clone(), source }
    }

    pub(super) fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result {
        self.one_arc(from, to, colour)?;
        if self.undirected && from != to { self.one_arc(to, from, colour) } else { Ok(()) }
    }

    #[inline]
    fn one_arc(&mut self, from: u32, to: u32, colour: Colour) -> Result {
        if colour != Colour::Both && self.colours.is_empty() {
            self.colours.resize(self.arcs.len(), Colour::Both);
            self.coloured = true;
            self.colours.push(colour);
        } else if !self.colours.is_empty() {
            self.colours.push(colour);
        }
        self.arcs.push((from, to));
        if let Some(weights) = &mut self.weights {
            weights.push((from, to, self.weight.unwrap_or(0)));
        }
        if self.arcs.len() >= self.most { self.flush() } else { Ok(()) }
    }

    /// Adds arcs between vertices whose names are integers.
    pub(super) fn integer_arcs(&mut self, pairs: &[(u64, u64)]) -> Result {
        for &(from, to) in pairs {
            let from = self.integer(from)?;
            let to = self.integer(to)?;
            self.arc(from, to, Colour::Both)?;
        }
        Ok(())
    }

    /// Gives a terminal a result of its own. `line` (0: not known) is for messages.
    pub(super) fn terminal(&mut self, vertex: u32, result: MoveResult, line: u64) {
        self.terminals.push((vertex, result, line));
    }

    /// Gives a vertex an owner or a priority, in the notation of files.
    pub(super) fn attribute(
        &mut self,
        vertex: u32,
        attribute: Attribute,
        word: &str,
        line: u64,
    ) -> Result<(), UnknownWord> {
        match attribute {
            Attribute::Owner => self.owner(vertex, parse_owner(word)?, line),
            Attribute::Priority => self.priority(vertex, parse_priority(word)?, line),
            Attribute::Payoff => self.payoffs.push((vertex, parse_points("payoff", word)?, line)),
        }
        Ok(())
    }

    /// Whether weights are asked for.
    pub(super) fn has_weights(&self) -> bool {
        self.weights.is_some()
    }

    /// Sets the weight of the arcs that follow. Without a word it is 0, and the file need not have
    /// weights.
    pub(super) fn weight(&mut self, word: &str) -> Result<(), UnknownWord> {
        self.weight = match word {
            "" => self.weight.map(|_| 0),
            word => Some(parse_points("weight", word)?),
        };
        Ok(())
    }

    /// Sets the player who moves at a vertex.
    pub(super) fn owner(&mut self, vertex: u32, player: Player, line: u64) {
        if let Some(other) = put(&mut self.owners, vertex, player) {
            let [other, player] = [other, player].map(owner_number);
            self.contradiction.get_or_insert_with(|| {
                (vertex, format!("owner {player}, which already has owner {other}"), line)
            });
        }
    }

    /// Gives a vertex a priority.
    pub(super) fn priority(&mut self, vertex: u32, priority: u32, line: u64) {
        if let Some(other) = put(&mut self.priorities, vertex, priority) {
            self.contradiction.get_or_insert_with(|| {
                (vertex, format!("priority {priority}, which already has priority {other}"), line)
            });
        }
    }

    /// Adds a sum that the file asks about.
    pub(super) fn sum(&mut self, tokens: Vec<u32>) -> Result {
        self.sums_bytes += (4 * tokens.capacity() + 2 * size_of::<Vec<u32>>()) as u64;
        self.sums.push(tokens);
        if self.sums.len().is_multiple_of(4096) {
            self.reserve()?;
        }
        self.tick()
    }

    /// Counts a step without an arc in the budget.
    pub(super) fn tick(&mut self) -> Result {
        Ok(self.ticker.tick(1)?)
    }

    /// Checks the work done and the memory used against the budget, and passes the arcs on.
    fn flush(&mut self) -> Result {
        self.ticker.tick(self.arcs.len() as u64)?;
        self.reserve()?;
        self.written += self.arcs.len() as u64;
        match &mut self.target {
            Target::Whole(_) if self.arcs.is_empty() => {}
            Target::Whole(sink) => {
                sink.arcs(&self.arcs, &self.colours)?;
                self.arcs.clear();
                self.colours.clear();
            }
            Target::Pieces(..) => self.flush_piece()?,
        }
        Ok(())
    }

    fn flush_piece(&mut self) -> Result {
        let names = std::mem::take(&mut self.interner).finish();
        if names.is_empty() {
            return Ok(());
        }
        self.refuse_owners()?;
        let terminals = std::mem::take(&mut self.terminals);
        let terminals = self.once("result", terminals, &names)?;
        let arcs = std::mem::replace(&mut self.arcs, Vec::with_capacity(BATCH));
        let colours = std::mem::take(&mut self.colours);
        let Target::Pieces(sink, place) = &mut self.target else { return Ok(()) };
        let piece = GraphPiece { names, place: *place, arcs, colours, terminals };
        *place += u64::from(piece.names.len());
        sink.piece(piece)
    }

    /// Sorts values of vertices by vertex, and refuses two different ones for one vertex.
    fn once<T: Copy + Display + PartialEq>(
        &self,
        what: &str,
        mut values: Vec<(u32, T, u64)>,
        names: &Names,
    ) -> Result<Vec<(u32, T)>> {
        // The sort is stable, so of two different values the later one is reported.
        values.sort_by_key(|&(vertex, ..)| vertex);
        for pair in values.windows(2) {
            let ((v, first, _), (w, second, line)) = (pair[0], pair[1]);
            if v == w && first != second {
                let name = names.get(v);
                let found =
                    format!("{what} {second} for vertex {name}, which already has {what} {first}");
                let expected = format!("one {what} for each vertex");
                return Err(FileError::malformed(&self.name, line, 1, found, expected));
            }
        }
        values.dedup_by_key(|&mut (vertex, ..)| vertex);
        Ok(values.into_iter().map(|(v, value, _)| (v, value)).collect())
    }

    /// Takes the owners and priorities, which all vertices or no vertices must have.
    fn take_owners(&mut self, names: &Names) -> Result<Owners> {
        let complain = |found: String, line: u64, expected: &str| {
            Err(FileError::malformed(&self.name, line, 1, found, expected))
        };
        if let Some((v, what, line)) = &self.contradiction {
            let found = what.replacen(',', &format!(" for vertex {},", names.get(*v)), 1);
            return complain(found, *line, "one owner and one priority for each vertex");
        }
        if self.owners.is_empty() && !self.priorities.is_empty() {
            let expected = "an owner for each vertex, 0 or 1";
            return complain("priorities, but no owners".to_owned(), 0, expected);
        }
        if !self.owners.is_empty() && self.coloured {
            let expected = "one of the two: the owner of a vertex says who moves there";
            return complain("owners of vertices and colours of arcs".to_owned(), 0, expected);
        }
        let vertices = names.len() as usize;
        let players = match complete(&self.owners, vertices) {
            Ok(players) => players,
            Err(v) => {
                let found = format!("vertex {} without an owner", names.get(v));
                return complain(found, 0, "an owner for each vertex, 0 or 1");
            }
        };
        let priorities = match complete(&self.priorities, vertices) {
            Ok(priorities) => priorities,
            Err(v) => {
                let found = format!("vertex {} without a priority", names.get(v));
                return complain(found, 0, "a priority for each vertex, or none at all");
            }
        };
        Ok(Owners { players, priorities })
    }

    /// Refuses owners, which pieces cannot have.
    fn refuse_owners(&self) -> Result {
        if !self.payoffs.is_empty() {
            return Err(FileError::payoffs(&self.name));
        }
        if self.owners.is_empty() && self.priorities.is_empty() {
            return Ok(());
        }
        Err(FileError::owners(&self.name))
    }

    /// Passes on the last piece.
    pub(super) fn finish_pieces(mut self) -> Result {
        self.flush()
    }

    /// Reserves the growth of the names and terminals in the budget.
    pub(super) fn reserve(&mut self) -> Result {
        let attributes = 2 * self.owners.capacity() + 16 * self.priorities.capacity();
        let bytes = self.interner.bytes() + (16 * self.terminals.capacity() + attributes) as u64;
        let weights = self.weights.as_ref().map_or(0, Vec::capacity);
        let points = (24 * self.payoffs.capacity() + 16 * weights) as u64;
        let bytes = bytes + points + self.sums_bytes;
        if bytes > self.reserved {
            self.budget.reserve(bytes - self.reserved)?;
            self.reserved = bytes;
        }
        Ok(())
    }

    pub(super) fn finish(mut self, format: GraphFormat) -> Result<GraphSummary> {
        self.flush()?;
        if self.interner.is_empty() {
            return Err(FileError::malformed(
                &self.name,
                1,
                1,
                "no arcs and no vertices",
                format!("a graph in the format {format}"),
            ));
        }
        let names = std::mem::take(&mut self.interner).finish();
        let terminals = std::mem::take(&mut self.terminals);
        let terminals = self.once("result", terminals, &names)?;
        let owners = self.take_owners(&names)?;
        let payoffs = std::mem::take(&mut self.payoffs);
        let payoffs = self.once("payoff", payoffs, &names)?;
        let weights = self.weight.and(self.weights.take()).unwrap_or_default();
        let points = 16 * (payoffs.len() + weights.len()) as u64;
        let after = names.bytes() + 8 * terminals.len() as u64 + owners.bytes();
        let after = after + points + self.sums_bytes;
        if after < self.reserved {
            self.budget.release(self.reserved - after);
        }
        Ok(GraphSummary {
            names,
            terminals,
            owners,
            arcs: self.written,
            coloured: self.coloured,
            format,
            header: self.header,
            start: self.start,
            payoffs,
            weights,
            sums: self.sums,
        })
    }
}

/// Stores a value of a vertex. Returns the previous value if it is different.
fn put<T: Copy + PartialEq>(list: &mut Vec<Option<T>>, vertex: u32, value: T) -> Option<T> {
    let place = vertex as usize;
    if place >= list.len() {
        list.resize(place + 1, None);
    }
    list[place].replace(value).filter(|&before| before != value)
}

/// The list without gaps, or the first vertex without a value. An empty list stays empty.
fn complete<T: Copy>(list: &[Option<T>], vertices: usize) -> Result<Vec<T>, u32> {
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let entries = (0..vertices as u32).map(|v| list.get(v as usize).copied().flatten().ok_or(v));
    entries.collect()
}
