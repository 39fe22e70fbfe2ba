//! Every worker reads its part of the file, and the vertices and arcs go to their owners.
//!
//! A part comes in pieces. For each piece, the names go to their owners. These number their own
//! vertices in order of arrival and send the numbers back. Then the arcs go to the owners of their
//! heads.

use std::path::Path;

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::names::{Interner, Name, Names};
use upstar_core::{label::COUNT, prefetch};
use upstar_files::FileError;
use upstar_files::graph::{GraphParts, GraphPiece, ReadOptions};

use super::checkpoint::{Stage, Store, Writing, interned};
use super::outbox::Outbox;
use super::owners::owner;
use super::rows::{ARC, Rows, tail};
use crate::Result;
use crate::batch::{Batch, halves, joined};
use crate::error::ClusterError;
use crate::rounds::Rounds;

/// Integer names: the place of their piece in the file, then for each the integer and its number in
/// the piece.
const INTEGERS: u32 = 0;
/// Text names: the place of their piece, then for each its number in the piece, its length in
/// bytes, and the bytes.
const TEXTS: u32 = 1;
/// The numbers of the sent names, in the same order.
const INTEGER_NUMBERS: u32 = 2;
const TEXT_NUMBERS: u32 = 3;
/// Arcs into a vertex of the receiver.
const ARCS: u32 = 4;
/// A vertex, and the numbers of arcs from it that Left and that Right may use.
const DEGREES: u32 = 5;
/// A vertex with a given result.
const RESULTS: u32 = 6;

/// The number of vertices ahead of the current one whose memory is prefetched.
const AHEAD: usize = 16;

/// The share of a graph that a worker owns.
#[derive(Debug)]
pub(super) struct Share {
    /// The name of the file.
    pub(super) graph: String,
    /// The names of its vertices, in the order of their numbers.
    pub(super) names: Names,
    /// The place in the file where each first appeared. Only the order is meaningful.
    pub(super) places: Vec<u64>,
    /// Whether any arc of the whole graph is blue or red. Then pairs are solved: `2v` is the vertex
    /// `v` with Left to move.
    pub(super) coloured: bool,
    /// The number of moves from each vertex, or pair.
    pub(super) degrees: Vec<u32>,
    /// Vertices with a given result, ascending.
    pub(super) results: Vec<(u32, MoveResult)>,
    pub(super) rows: Rows,
    /// The numbers of vertices and arcs of the whole graph.
    pub(super) totals: (u64, u64),
}

impl Share {
    /// An error about a vertex of this worker.
    pub(super) fn error(&self, vertex: u32, message: &str) -> ClusterError {
        let name = self.names.get(vertex);
        ClusterError::Graph {
            graph: self.graph.clone(),
            message: format!("vertex `{name}` {message}"),
        }
    }
}

/// Reads a graph together with all other workers.
pub(super) fn load(path: &Path, options: &ReadOptions, rounds: &mut Rounds) -> Result<Share> {
    let budget = rounds.budget().clone();
    let mut parts = GraphParts::new(path, options, rounds.peers())?;
    let quotes = parts.has_quotes(rounds.index(), &budget)?;
    let said = rounds.finish(&[u64::from(quotes)], &mut |_| Ok(()))?;
    if said.sum(0) > 0 {
        parts.cut_at_rows(&budget)?;
    }
    let part = rounds.index();
    let mut loader = Loader::new(rounds);
    let mut failed = None;
    let read = parts.read(
        part,
        &mut |piece: GraphPiece| {
            loader.step(Some(piece)).map(|_| ()).map_err(|error| {
                failed = Some(error);
                FileError::Unsupported("the run has failed".to_owned())
            })
        },
        &budget,
    );
    if let Some(error) = failed {
        return Err(error);
    }
    read?;
    while loader.step(None)? {}
    loader.finish(path.display().to_string())
}

/// The vertices of a worker, in order of arrival.
struct Own {
    interner: Interner,
    places: Vec<u64>,
    /// For each vertex the numbers of arcs that Left and that Right may use.
    degrees: Vec<[u32; 2]>,
    results: Vec<(u32, u32)>,
    arcs: Vec<Vec<u32>>,
    /// The new names, if requested.
    new: Option<Vec<String>>,
}

impl Own {
    fn appeared(&mut self, number: u32, place: u64, name: Name<'_>) {
        match self.places.get_mut(number as usize) {
            Some(first) => *first = place.min(*first),
            None => {
                self.places.push(place);
                self.degrees.push([0, 0]);
                if let Some(new) = &mut self.new {
                    new.push(name.to_string());
                }
            }
        }
    }

    /// Processes a batch. For names it returns the answer with its kind.
    fn take(&mut self, batch: Batch, graph: &str) -> Result<Option<(u32, Vec<u32>)>> {
        let words = &batch.words[..];
        let too_many = |source| FileError::TooManyNames { name: graph.to_owned(), source };
        match batch.kind {
            INTEGERS => {
                let first = joined(words[0], words[1]);
                let mut numbers = Vec::with_capacity(words.len() / 3);
                for name in words[2..].chunks_exact(3) {
                    let n = joined(name[0], name[1]);
                    numbers.push(self.interner.integer(n).map_err(too_many)?);
                }
                // First all numbers, so that only one loop at a time waits for memory.
                for (i, (&number, name)) in
                    numbers.iter().zip(words[2..].chunks_exact(3)).enumerate()
                {
                    if let Some(&ahead) = numbers.get(i + AHEAD) {
                        prefetch(&self.places, ahead as usize);
                    }
                    let n = joined(name[0], name[1]);
                    self.appeared(number, first + u64::from(name[2]), Name::Integer(n));
                }
                return Ok(Some((INTEGER_NUMBERS, numbers)));
            }
            TEXTS => {
                let first = joined(words[0], words[1]);
                let mut numbers = Vec::new();
                let mut rest = &words[2..];
                let mut text = String::new();
                while let &[index, length, ref more @ ..] = rest {
                    let (name, after) = more.split_at((length as usize).div_ceil(4));
                    unpack(name, length as usize, &mut text)?;
                    let number = self.interner.text(&text).map_err(too_many)?;
                    self.appeared(number, first + u64::from(index), Name::Text(&text));
                    numbers.push(number);
                    rest = after;
                }
                return Ok(Some((TEXT_NUMBERS, numbers)));
            }
            ARCS => self.arcs.push(batch.words),
            DEGREES => {
                for (i, entry) in words.chunks_exact(3).enumerate() {
                    if let Some(&ahead) = words.get(3 * (i + AHEAD)) {
                        prefetch(&self.degrees, ahead as usize);
                    }
                    let degrees = &mut self.degrees[entry[0] as usize];
                    for (degree, more) in degrees.iter_mut().zip(&entry[1..]) {
                        // The size is checked when all have arrived.
                        *degree = degree.saturating_add(*more);
                    }
                }
            }
            RESULTS => {
                self.results.extend(words.chunks_exact(2).map(|entry| (entry[0], entry[1])));
            }
            _ => {}
        }
        Ok(None)
    }
}

/// Text as words, four bytes in each.
pub(super) fn pack(text: &str, words: &mut Vec<u32>) {
    pack_bytes(text.as_bytes(), words);
}

/// Appends bytes as words: their number, then the bytes.
pub(crate) fn pack_bytes(bytes: &[u8], words: &mut Vec<u32>) {
    words.push(bytes.len() as u32);
    words.extend(bytes.chunks(4).map(|bytes| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(word)
    }));
}

/// The bytes of some words, without the preceding number.
pub(crate) fn unpack_bytes(words: &[u32], length: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.truncate(length);
    bytes
}

/// The text of some words, without the preceding length.
pub(super) fn unpack(words: &[u32], length: usize, text: &mut String) -> Result {
    let mut bytes = std::mem::take(text).into_bytes();
    bytes.clear();
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.truncate(length);
    *text = String::from_utf8(bytes)
        .map_err(|_| ClusterError::Internal("a name that is not UTF-8 arrived".to_owned()))?;
    Ok(())
}

/// A worker that reads or finds vertices and arcs.
pub(super) struct Loader<'a> {
    rounds: &'a mut Rounds,
    own: Own,
    arcs: Outbox,
    degrees: Outbox,
    results: Outbox,
    /// Whether an arc that was read here has a colour, and the number of arcs read here.
    coloured: bool,
    read: u64,
    /// Whether this worker requests a checkpoint. After a step, whether any worker did.
    pub(super) due: bool,
}

impl<'a> Loader<'a> {
    pub(super) fn new(rounds: &'a mut Rounds) -> Self {
        let workers = rounds.peers();
        Loader {
            rounds,
            own: Own {
                interner: Interner::new(),
                places: Vec::new(),
                degrees: Vec::new(),
                results: Vec::new(),
                arcs: Vec::new(),
                new: None,
            },
            arcs: Outbox::new(workers, ARCS),
            degrees: Outbox::new(workers, DEGREES),
            results: Outbox::new(workers, RESULTS),
            coloured: false,
            read: 0,
            due: false,
        }
    }

    /// The same, and new vertices are recorded.
    pub(super) fn telling_new(mut self) -> Self {
        self.own.new = Some(Vec::new());
        self
    }

    /// Adds the own vertices that are new since the last call.
    pub(super) fn take_new(&mut self, new: &mut Vec<String>) {
        new.extend(self.own.new.iter_mut().flat_map(std::mem::take));
    }

    /// Saves the search, with the positions `new` that are not expanded yet. No piece is partially
    /// passed on at this point.
    pub(super) fn write(&mut self, new: &[String], store: &mut Store, step: u64) -> Result {
        // Arcs of the last piece are still in transit.
        let own = &mut self.own;
        self.rounds.finish(&[], &mut |batch| own.take(batch, "the graph").map(|_| ()))?;
        let names = std::mem::take(&mut own.interner).finish();
        let fill = |file: &mut Writing| {
            file.longs([self.read])?;
            file.names(&names)?;
            file.longs(own.degrees.iter().map(|&[left, right]| joined(left, right)))?;
            file.longs([own.arcs.len() as u64])?;
            own.arcs.iter().try_for_each(|arcs| file.words(arcs))?;
            file.names(&Names::Text(new.iter().map(String::as_str).collect()))
        };
        store.write((Stage::Search, step), u64::from(names.len()), fill, self.rounds)?;
        let missing = || ClusterError::Internal("a name was lost".to_owned());
        own.interner = interned(&names).ok_or_else(missing)?;
        Ok(())
    }

    /// Reads the state saved by [`Loader::write`] and returns the positions to resume from.
    pub(super) fn resume(&mut self, store: &mut Store, step: u64) -> Result<Vec<String>> {
        let mut file = store.read(Stage::Search, step)?;
        let read = file.longs()?;
        let names = file.names()?;
        let degrees = file.longs()?;
        let batches = file.longs()?;
        let (&[read], &[batches]) = (&read[..], &batches[..]) else { return Err(file.damaged()) };
        let arcs: Result<Vec<_>, _> = (0..batches).map(|_| file.words()).collect();
        let arcs = arcs?;
        let new = file.names()?;
        let vertices = names.len() as usize;
        let whole = degrees.len() == vertices
            && arcs.iter().all(|batch| {
                let mut arcs = batch.chunks_exact(ARC);
                arcs.all(|arc| (arc[0] as usize) < vertices) && arcs.remainder().is_empty()
            });
        let interner = interned(&names).filter(|_| whole).ok_or_else(|| file.damaged())?;
        file.finish()?;
        self.own.interner = interner;
        self.own.places = vec![0; vertices];
        self.own.degrees = degrees.into_iter().map(halves).collect();
        self.own.arcs = arcs;
        self.read = read;
        Ok(new.iter().map(|name| name.to_string()).collect())
    }

    /// Passes on a piece and receives pieces from others. Returns false if there were none.
    pub(super) fn step(&mut self, piece: Option<GraphPiece>) -> Result<bool> {
        let workers = self.rounds.peers();
        // For each worker, its vertices of the piece, in the order in which they are sent.
        let mut integers = vec![Vec::new(); workers];
        let mut texts = vec![Vec::new(); workers];
        if let Some(piece) = &piece {
            self.send_names(piece, &mut integers, &mut texts);
        }
        let (own, mut answers) = (&mut self.own, Vec::new());
        let say = [u64::from(piece.is_some()), u64::from(self.due)];
        let said = self.rounds.finish(&say, &mut |batch| {
            let from = batch.from as usize;
            let answer = own.take(batch, "the graph")?;
            answers.extend(answer.map(|(kind, numbers)| (from, kind, numbers)));
            Ok(())
        })?;
        self.due = said.sum(1) > 0;
        if said.sum(0) == 0 {
            return Ok(false);
        }
        for (to, kind, numbers) in answers {
            self.rounds.send(to, kind, numbers);
        }
        let vertices = piece.as_ref().map_or(0, |piece| piece.names.len() as usize);
        let mut numbers = vec![(0_u32, 0_u16); vertices];
        self.rounds.finish(&[], &mut |batch| {
            let from = batch.from as usize;
            let sent = if batch.kind == TEXT_NUMBERS { &texts[from] } else { &integers[from] };
            for (&vertex, &number) in sent.iter().zip(&batch.words) {
                numbers[vertex as usize] = (number, from as u16);
            }
            Ok(())
        })?;
        if let Some(piece) = piece {
            self.send_arcs(&piece, &numbers);
        }
        Ok(true)
    }

    fn send_names(
        &mut self,
        piece: &GraphPiece,
        integers: &mut [Vec<u32>],
        texts: &mut [Vec<u32>],
    ) {
        let workers = self.rounds.peers();
        let head = halves(piece.place).to_vec();
        let mut integer_words = vec![head.clone(); workers];
        let mut text_words = vec![head; workers];
        for (vertex, name) in (0..).zip(piece.names.iter()) {
            let to = owner(name, workers);
            match name {
                Name::Integer(n) => {
                    let [low, high] = halves(n);
                    integer_words[to].extend([low, high, vertex]);
                    integers[to].push(vertex);
                }
                Name::Text(text) => {
                    text_words[to].push(vertex);
                    pack(text, &mut text_words[to]);
                    texts[to].push(vertex);
                }
            }
        }
        for (kind, all) in [(INTEGERS, integer_words), (TEXTS, text_words)] {
            for (to, words) in all.into_iter().enumerate() {
                if words.len() > 2 {
                    self.rounds.send(to, kind, words);
                }
            }
        }
    }

    fn send_arcs(&mut self, piece: &GraphPiece, numbers: &[(u32, u16)]) {
        let mut degrees = vec![[0_u32; 2]; numbers.len()];
        self.read += piece.arcs.len() as u64;
        for (i, &(from, to)) in piece.arcs.iter().enumerate() {
            let colour = piece.colours.get(i).copied().unwrap_or_default();
            self.coloured |= colour != Colour::Both;
            let [left, right] = &mut degrees[from as usize];
            *left += u32::from(colour != Colour::Right);
            *right += u32::from(colour != Colour::Left);
            let (from, from_owner) = numbers[from as usize];
            let (to, to_owner) = numbers[to as usize];
            let arc = [to, from, tail(usize::from(from_owner), colour)];
            self.arcs.put(usize::from(to_owner), &arc, self.rounds);
        }
        for (&[left, right], &(number, owner)) in degrees.iter().zip(numbers) {
            if left > 0 || right > 0 {
                self.degrees.put(usize::from(owner), &[number, left, right], self.rounds);
            }
        }
        for &(vertex, result) in &piece.terminals {
            let (number, owner) = numbers[vertex as usize];
            self.results.put(usize::from(owner), &[number, result as u32], self.rounds);
        }
        for outbox in [&mut self.arcs, &mut self.degrees, &mut self.results] {
            outbox.flush(self.rounds);
        }
    }

    pub(super) fn finish(self, graph: String) -> Result<Share> {
        let Loader { rounds, own, coloured, read, .. } = self;
        let names = own.interner.finish();
        let vertices = names.len() as usize;
        let say = [u64::from(coloured), vertices as u64, read];
        let said = rounds.finish(&say, &mut |_| Ok(()))?;
        let coloured = said.sum(0) > 0;
        let totals = (said.sum(1), said.sum(2));
        if totals.0 == 0 {
            return Err(
                FileError::malformed(&graph, 1, 1, "no arcs and no vertices", "a graph").into()
            );
        }
        if coloured && vertices > 1 << 31 {
            let message = "there are more than 2^31 vertices for one worker, the most that can be \
                           solved where arcs are coloured";
            return Err(ClusterError::Graph { graph, message: message.to_owned() });
        }
        let rows = Rows::build(own.arcs, vertices, coloured, rounds)?;
        let degrees: Vec<u32> = if coloured {
            own.degrees.into_iter().flatten().collect()
        } else {
            own.degrees.into_iter().map(|[left, _]| left).collect()
        };
        let mut share = Share {
            graph,
            names,
            places: own.places,
            coloured,
            degrees,
            results: Vec::new(),
            rows,
            totals,
        };
        share.results = share.checked(own.results)?;
        Ok(share)
    }
}

impl Share {
    /// The results of terminals, after a check that they are terminals.
    fn checked(&self, mut found: Vec<(u32, u32)>) -> Result<Vec<(u32, MoveResult)>> {
        let per = if self.coloured { 2 } else { 1 };
        let limit = COUNT;
        if let Some(v) = self.degrees.iter().position(|&degree| degree > limit) {
            let message = format!("has more outgoing arcs than the {limit} that can be counted");
            return Err(self.error((v / per) as u32, &message));
        }
        found.sort_unstable();
        found.dedup();
        if let Some(pair) = found.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(self.error(pair[0].0, "has two different results"));
        }
        let moves = |v: u32| {
            let first = v as usize * per;
            self.degrees[first..first + per].iter().any(|&degree| degree > 0)
        };
        if let Some(&(v, _)) = found.iter().find(|&&(v, _)| moves(v)) {
            let message = "has a result of its own, but there are moves from it; only a vertex \
                           without moves can have one";
            return Err(self.error(v, message));
        }
        let result = |word| match word {
            0 => MoveResult::Win,
            1 => MoveResult::Loss,
            _ => MoveResult::Draw,
        };
        Ok(found.into_iter().map(|(v, word)| (v, result(word))).collect())
    }
}
