//! JSON in the node-link form of NetworkX and D3: an object with `nodes` (objects with `id`,
//! perhaps `result`, `owner`, `priority`, `payoff`) and `links` or `edges` (objects with `source`,
//! `target`, perhaps `colour` or `color`, and `weight`, which the options ask for). Identifiers are
//! strings or integers. With `"directed": false` every edge is an arc both ways. A node may also be
//! its identifier alone, an edge a list of its source, its target and perhaps its colour, and the
//! file a list of edges.
//!
//! The adjacency form of NetworkX is also read: `nodes`, and then `adjacency`, which has for every
//! node in turn a list of objects with `id` (perhaps `colour`). These are the heads of its arcs. An
//! edge that is not directed occurs there twice.
//!
//! All other keys are ignored, except a key that is nearly one of these.
//!
//! The file is read as a stream.

use std::fmt;
use std::io::Write;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::names::Name;

use super::collect::{Attribute, Collector};
use super::writer::Writer;
use crate::scan::Scanner;
use crate::{FileError, Output, Result};

struct State<'a, 'b> {
    collector: &'a mut Collector<'b>,
    directed: bool,
    edges_seen: bool,
    nodes_seen: bool,
    /// The number of nodes read, and whether their numbers equal their positions in the list.
    nodes: u32,
    in_order: bool,
    /// Unknown keys, for a message.
    unknown: Vec<String>,
    /// An error of this crate, which the JSON library cannot carry.
    failed: Option<FileError>,
}

pub(super) fn read(scanner: &mut Scanner, collector: &mut Collector<'_>) -> Result {
    scanner.refuse_binary("json")?;
    // The JSON library counts lines and columns from here.
    let name = scanner.name().to_owned();
    let mut state = State {
        collector,
        directed: true,
        edges_seen: false,
        nodes_seen: false,
        nodes: 0,
        in_order: true,
        unknown: Vec::new(),
        failed: None,
    };
    let mut json = serde_json::Deserializer::from_reader(Unlimited(&mut *scanner));
    let result = Document(&mut state).deserialize(&mut json).and_then(|()| json.end());
    let (nodes, edges) = (state.nodes_seen, state.edges_seen);
    let unknown = std::mem::take(&mut state.unknown);
    let failed = state.failed.take();
    let Err(error) = result else {
        if !nodes && !edges {
            return Err(FileError::malformed(
                &name,
                1,
                1,
                "an object without nodes and edges",
                "an object with the lists nodes and edges (or links)",
            ));
        }
        if !edges {
            return Err(FileError::malformed(
                &name,
                1,
                1,
                match &unknown[..] {
                    [] => "an object without edges".to_owned(),
                    keys => format!("an object without edges; its keys are {}", keys.join(", ")),
                },
                "the list edges (or links), which may be empty, or adjacency",
            ));
        }
        return Ok(());
    };
    if let Some(error) = failed.or_else(|| scanner.take_error()) {
        return Err(error);
    }
    let text = error.to_string();
    let suffix = format!(" at line {} column {}", error.line(), error.column());
    let found = text.strip_suffix(&suffix).unwrap_or(&text);
    let found = found.strip_prefix("invalid type: ").unwrap_or(found);
    let (found, expected) = found.split_once(", expected ").unwrap_or((found, "a node-link graph"));
    let (line, column) = (error.line() as u64, error.column() as u64);
    Err(FileError::malformed(&name, line, column.max(1), found, expected))
}

/// Reads without a limit on lines. Objects of attributes may be long, but they are skipped as they
/// are read. Only strings are kept, and the budget limits them with the input.
struct Unlimited<'a>(&'a mut Scanner);

impl std::io::Read for Unlimited<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.0.mark();
        self.0.read(into)
    }
}

/// The whole file.
struct Document<'s, 'a, 'b>(&'s mut State<'a, 'b>);

impl<'de> DeserializeSeed<'de> for Document<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the lists nodes and edges (or links)")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.0.edges_seen = true;
        List { state: self.0, of: Of::Edges }.visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "directed" => {
                    self.0.directed = map.next_value()?;
                    if !self.0.directed && self.0.edges_seen {
                        return Err(A::Error::custom(
                            "\"directed\": false after the edges, expected it before them",
                        ));
                    }
                }
                "nodes" => {
                    self.0.nodes_seen = true;
                    map.next_value_seed(List { state: self.0, of: Of::Nodes })?;
                }
                "links" | "edges" => {
                    self.0.edges_seen = true;
                    map.next_value_seed(List { state: self.0, of: Of::Edges })?;
                }
                "adjacency" => {
                    if self.0.edges_seen || !self.0.nodes_seen {
                        return Err(A::Error::custom(
                            "the key \"adjacency\" before the nodes or beside edges, expected it \
                             after the list nodes, and no other edges",
                        ));
                    }
                    if !self.0.in_order {
                        return Err(A::Error::custom(
                            "the key \"adjacency\" after nodes two of which have the same id, \
                             expected an id for each",
                        ));
                    }
                    self.0.edges_seen = true;
                    map.next_value_seed(Adjacency(self.0))?;
                }
                _ if is_nearly_known(&key) => {
                    return Err(A::Error::custom(format!(
                        "the key {key:?}, expected nodes, edges or links, or adjacency"
                    )));
                }
                _ => {
                    if self.0.unknown.len() < 8 {
                        self.0
                            .unknown
                            .push(format!("{:?}", key.chars().take(40).collect::<String>()));
                    }
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a key is one of ours in the singular or in capitals, or a synonym.
fn is_nearly_known(key: &str) -> bool {
    let folded = key.trim().to_ascii_lowercase();
    let words = ["node", "edge", "link", "arc", "vertex", "vertice", "adjacencie", "adjacency"];
    words.contains(&folded.strip_suffix('s').unwrap_or(&folded)) || folded == "vertices"
}

/// The elements of a list.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Nodes,
    Edges,
    /// The heads of the arcs of a vertex.
    Options(u32),
}

/// For every node, the list of the heads of its arcs.
struct Adjacency<'s, 'a, 'b>(&'s mut State<'a, 'b>);

impl<'de> DeserializeSeed<'de> for Adjacency<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Adjacency<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {} lists, one for each node", self.0.nodes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        for node in 0..self.0.nodes {
            let options = List { state: &mut *self.0, of: Of::Options(node) };
            if list.next_element_seed(options)?.is_none() {
                return Err(A::Error::invalid_length(node as usize, &self));
            }
        }
        match list.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::invalid_length(self.0.nodes as usize + 1, &self)),
        }
    }
}

/// A list of nodes, edges or options.
struct List<'s, 'a, 'b> {
    state: &'s mut State<'a, 'b>,
    of: Of,
}

impl<'de> DeserializeSeed<'de> for List<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.of {
            Of::Nodes => "a list of nodes",
            Of::Edges => "a list of edges",
            Of::Options(_) => "a list of where the arcs of a node lead",
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        loop {
            let item = Item { state: &mut *self.state, of: self.of };
            if list.next_element_seed(item)?.is_none() {
                return Ok(());
            }
        }
    }
}

/// One node, edge or option.
struct Item<'s, 'a, 'b> {
    state: &'s mut State<'a, 'b>,
    of: Of,
}

impl<'de> DeserializeSeed<'de> for Item<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Item<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.of {
            Of::Edges => "an edge, such as {\"source\": 1, \"target\": 2} or [1,2]",
            Of::Nodes | Of::Options(_) => "a node, such as {\"id\": 1} or 1",
        })
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<(), E> {
        self.named(Unexpected::Unsigned(n), Identifier::Integer(n))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<(), E> {
        self.named(Unexpected::Signed(n), Identifier::Text(n.to_string()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.named(Unexpected::Str(text), Identifier::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if self.of != Of::Edges {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let missing = |place| A::Error::invalid_length(place, &self);
        let source = list.next_element_seed(Id)?.ok_or_else(|| missing(0))?;
        let target = list.next_element_seed(Id)?.ok_or_else(|| missing(1))?;
        let word = list.next_element::<String>()?.unwrap_or_default();
        if list.next_element::<IgnoredAny>()?.is_some() {
            return Err(missing(4));
        }
        let state = self.state;
        let colour = state.collector.colour(&word).map_err(A::Error::custom)?;
        let done = state.edge(&source, &target, colour);
        state.passed(done)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut id, mut source, mut target) = (None, None, None);
        let (mut colour, mut result) = (Colour::Both, None);
        let (mut attributes, mut weight) = (Vec::new(), String::new());
        while let Some(key) = map.next_key::<String>()? {
            match (key.as_str(), self.of) {
                ("id", Of::Nodes | Of::Options(_)) => id = Some(map.next_value_seed(Id)?),
                ("source", Of::Edges) => source = Some(map.next_value_seed(Id)?),
                ("target", Of::Edges) => target = Some(map.next_value_seed(Id)?),
                ("colour" | "color", Of::Edges | Of::Options(_)) => {
                    let word = map.next_value::<Option<String>>()?.unwrap_or_default();
                    colour = self.state.collector.colour(&word).map_err(A::Error::custom)?;
                }
                ("result", Of::Nodes) => {
                    let word = map.next_value::<Option<String>>()?;
                    let parsed = word.map(|word| word.parse::<MoveResult>()).transpose();
                    result = parsed.map_err(A::Error::custom)?;
                }
                ("weight", Of::Edges) if self.state.collector.has_weights() => {
                    weight = map.next_value_seed(Id)?.text();
                }
                (name, Of::Nodes) => match Attribute::of_name(name) {
                    Some(attribute) => {
                        attributes.push((attribute, map.next_value_seed(Id)?.text()));
                    }
                    None => {
                        map.next_value::<IgnoredAny>()?;
                    }
                },
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let missing = |what: &str| A::Error::custom(format!("an element without {what:?}"));
        let state = self.state;
        let done = match self.of {
            Of::Edges => {
                let source = source.ok_or_else(|| missing("source"))?;
                let target = target.ok_or_else(|| missing("target"))?;
                state.collector.weight(&weight).map_err(A::Error::custom)?;
                state.edge(&source, &target, colour)
            }
            Of::Options(from) => {
                let id = id.ok_or_else(|| missing("id"))?;
                state.vertex(&id).and_then(|to| state.collector.arc(from, to, colour))
            }
            Of::Nodes => {
                let id = id.ok_or_else(|| missing("id"))?;
                let vertex = state.node(&id);
                if let Ok(v) = vertex {
                    if let Some(result) = result {
                        state.collector.terminal(v, result, 0);
                    }
                    for (attribute, word) in attributes {
                        let said = state.collector.attribute(v, attribute, &word, 0);
                        said.map_err(A::Error::custom)?;
                    }
                }
                vertex.map(|_| ())
            }
        };
        state.passed(done)
    }
}

impl Item<'_, '_, '_> {
    /// A node or an option by its identifier alone.
    fn named<E: Error>(self, found: Unexpected<'_>, id: Identifier) -> Result<(), E> {
        let state = self.state;
        let done = match self.of {
            Of::Edges => {
                return Err(E::invalid_type(found, &Item { state, of: self.of }));
            }
            Of::Nodes => state.node(&id).map(|_| ()),
            Of::Options(from) => {
                state.vertex(&id).and_then(|to| state.collector.arc(from, to, Colour::Both))
            }
        };
        state.passed(done)
    }
}

impl State<'_, '_> {
    /// Keeps an error of this crate while the JSON library stops.
    fn passed<E: Error>(&mut self, done: Result) -> Result<(), E> {
        done.map_err(|error| {
            self.failed = Some(error);
            E::custom("stopped")
        })
    }

    /// The next node of the list.
    fn node(&mut self, id: &Identifier) -> Result<u32> {
        let vertex = self.vertex(id)?;
        self.in_order &= vertex == self.nodes;
        self.nodes = self.nodes.saturating_add(1);
        Ok(vertex)
    }

    fn vertex(&mut self, id: &Identifier) -> Result<u32> {
        match id {
            Identifier::Integer(n) => self.collector.integer(*n),
            Identifier::Text(text) => self.collector.vertex(text),
        }
    }

    fn edge(&mut self, source: &Identifier, target: &Identifier, colour: Colour) -> Result {
        let from = self.vertex(source)?;
        let to = self.vertex(target)?;
        self.collector.arc(from, to, colour)?;
        if !self.directed && from != to {
            self.collector.arc(to, from, colour)?;
        }
        Ok(())
    }
}

enum Identifier {
    Integer(u64),
    Text(String),
}

impl Identifier {
    fn text(self) -> String {
        match self {
            Identifier::Integer(n) => n.to_string(),
            Identifier::Text(text) => text,
        }
    }
}

struct Id;

impl<'de> DeserializeSeed<'de> for Id {
    type Value = Identifier;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Identifier, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Id {
    type Value = Identifier;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or an integer")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Identifier, E> {
        Ok(Identifier::Integer(n))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Identifier, E> {
        Ok(Identifier::Text(n.to_string()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Identifier, E> {
        Ok(Identifier::Text(text.to_owned()))
    }
}

pub(super) fn write(writer: &mut Writer<'_>, output: &mut Output) -> Result {
    let failed = |e| writer.failed(e);
    let graph = writer.graph;
    output
        .write_all(b"{\"directed\": true, \"multigraph\": false, \"graph\": {}, \"nodes\": [")
        .map_err(failed)?;
    let mut comma: &[u8] = b"\n";
    writer.write_vertices(|v, name, result| {
        output.write_all(comma)?;
        comma = b",\n";
        output.write_all(b"{\"id\": ")?;
        write_id(output, name)?;
        if let Some(result) = result {
            write!(output, ", \"result\": \"{result}\"")?;
        }
        let (owner, priority) = graph.attributes(v);
        if let Some(owner) = owner {
            write!(output, ", \"owner\": {owner}")?;
        }
        if let Some(priority) = priority {
            write!(output, ", \"priority\": {priority}")?;
        }
        output.write_all(b"}")
    })?;
    output.write_all(b"\n], \"edges\": [").map_err(failed)?;
    let mut comma: &[u8] = b"\n";
    let names = writer.graph.names;
    writer.write_arcs(|from, to, colour| {
        output.write_all(comma)?;
        comma = b",\n";
        output.write_all(b"{\"source\": ")?;
        write_id(output, names.get(from))?;
        output.write_all(b", \"target\": ")?;
        write_id(output, names.get(to))?;
        if colour != Colour::Both {
            write!(output, ", \"colour\": \"{colour}\"")?;
        }
        output.write_all(b"}")
    })?;
    output.write_all(b"\n]}\n").map_err(failed)
}

fn write_id(output: &mut Output, name: Name<'_>) -> std::io::Result<()> {
    match name {
        Name::Integer(n) => write!(output, "{n}"),
        Name::Text(text) => Ok(serde_json::to_writer(output, text)?),
    }
}
