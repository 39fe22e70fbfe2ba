//! GraphML, as NetworkX, yEd and Gephi write it.
//!
//! Nodes and edges are read at any place, also in nested graphs. Only this data has a meaning: the
//! key whose `attr.name` is `colour` or `color`, on edges, and the keys `result`, `owner`,
//! `priority` and `payoff`, on nodes. An undirected edge is an arc both ways. Hyperedges are
//! refused. The file is read as a stream.

use std::collections::HashMap;
use std::io::Write;

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use upstar_core::arcs::{Colour, MoveResult, UnknownWord};

use super::collect::{Attribute, Collector};
use super::writer::Writer;
use crate::error::quoted;
use crate::scan::Scanner;
use crate::{FileError, Output, Result};

/// The greatest depth of nested elements. Every open element is remembered.
const DEEPEST: usize = 10_000;

/// The meaning of a key of the file.
#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    Colour,
    Result,
    Of(Attribute),
    Nothing,
}

/// An open element.
enum Element {
    Node(u32),
    Edge {
        from: u32,
        to: u32,
        directed: bool,
        colour: Option<Colour>,
    },
    Key(Meaning),
    /// `data` or `default`, whose text has a meaning.
    Text(Meaning),
    Other,
}

struct Parser<'a, 'b> {
    name: String,
    collector: &'a mut Collector<'b>,
    keys: HashMap<String, Meaning>,
    open: Vec<Element>,
    directed: bool,
    colour: Colour,
    result: Option<MoveResult>,
    text: String,
    seen_root: bool,
    line: u64,
    column: u64,
}

pub(super) fn read(scanner: &mut Scanner, collector: &mut Collector<'_>) -> Result {
    scanner.refuse_binary("graphml")?;
    let mut parser = Parser {
        name: scanner.name().to_owned(),
        collector,
        keys: HashMap::new(),
        open: Vec::new(),
        directed: true,
        colour: Colour::Both,
        result: None,
        text: String::new(),
        seen_root: false,
        line: 1,
        column: 1,
    };
    let mut reader = Reader::from_reader(scanner);
    reader.config_mut().expand_empty_elements = true;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().mark();
        parser.line = reader.get_ref().line();
        let event = reader.read_event_into(&mut buffer);
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                return Err(match reader.get_mut().take_error() {
                    Some(ours) => ours,
                    None => parser.error(error.to_string(), "well-formed XML"),
                });
            }
        };
        parser.collector.tick()?;
        match event {
            Event::Start(_) if parser.open.len() >= DEEPEST => {
                let found = format!("more than {DEEPEST} elements within each other");
                return Err(parser.error(found, "graphml, graph, node, edge and data"));
            }
            Event::Start(element) => parser.start(&element)?,
            Event::End(_) => parser.end()?,
            Event::Text(text) => parser.take_text(&text.xml10_content()),
            Event::CData(text) => parser.take_text(&text.xml10_content()),
            Event::GeneralRef(entity) => {
                let resolved = entity.resolve_char_ref().ok().flatten().map(String::from);
                let resolved = resolved.or_else(|| {
                    let name = entity.xml10_content();
                    quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned)
                });
                match resolved {
                    Some(text) => parser.take_text(&text),
                    None => {
                        return Err(parser.error(
                            "an entity that is not known",
                            "&amp; &lt; &gt; &apos; &quot; or a character reference",
                        ));
                    }
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if !parser.seen_root {
        return Err(parser.error("the end of the file", "an element graphml"));
    }
    if !parser.open.is_empty() {
        return Err(parser.error("the end of the file", "the end of all elements"));
    }
    Ok(())
}

impl Parser<'_, '_> {
    fn error(&self, found: impl Into<String>, expected: impl Into<String>) -> FileError {
        FileError::malformed(&self.name, self.line, self.column, found, expected)
    }

    fn unknown(&self, error: UnknownWord) -> FileError {
        let found = format!("unknown {} {}", error.what, quoted(error.found.as_bytes()));
        self.error(found, error.expected)
    }

    fn attribute(&self, element: &BytesStart<'_>, name: &str) -> Result<Option<String>> {
        for attribute in element.attributes() {
            let attribute =
                attribute.map_err(|e| self.error(e.to_string(), "well-formed attributes"))?;
            if attribute.key.as_ref() == name {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                let value = value.map_err(|e| self.error(e.to_string(), "a well-formed value"))?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }

    fn required(&self, element: &BytesStart<'_>, name: &str) -> Result<String> {
        self.attribute(element, name)?.ok_or_else(|| {
            let kind = element.local_name();
            self.error(
                format!("an element {} without {name}", kind.as_ref()),
                format!("<{} {name}=\"...\">", kind.as_ref()),
            )
        })
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result {
        let kind = element.local_name();
        let kind: &str = kind.as_ref();
        if !self.seen_root {
            if kind != "graphml" {
                return Err(
                    self.error(format!("the element {}", quoted(kind.as_bytes())), "graphml")
                );
            }
            self.seen_root = true;
        }
        let opened = match kind {
            "key" => {
                let id = self.required(element, "id")?;
                let name = self.attribute(element, "attr.name")?.unwrap_or_default();
                let meaning = match name.to_ascii_lowercase().as_str() {
                    "colour" | "color" => Meaning::Colour,
                    "result" => Meaning::Result,
                    name => Attribute::of_name(name).map_or(Meaning::Nothing, Meaning::Of),
                };
                let wanted = match meaning {
                    Meaning::Colour => "edge",
                    _ => "node",
                };
                // A colour of nodes is decoration and is ignored.
                let domain = self.attribute(element, "for")?;
                let applies = domain.is_none_or(|domain| domain == wanted || domain == "all");
                let meaning = if applies { meaning } else { Meaning::Nothing };
                self.keys.insert(id, meaning);
                Element::Key(meaning)
            }
            "graph" => {
                self.directed = match self.required(element, "edgedefault")?.as_str() {
                    "directed" => true,
                    "undirected" => false,
                    other => {
                        let found = format!("edgedefault {}", quoted(other.as_bytes()));
                        return Err(self.error(found, "directed or undirected"));
                    }
                };
                Element::Other
            }
            "node" => {
                let id = self.required(element, "id")?;
                let v = self.collector.vertex(&id)?;
                if let Some(result) = self.result {
                    self.collector.terminal(v, result, self.line);
                }
                Element::Node(v)
            }
            "edge" => {
                let from = self.required(element, "source")?;
                let to = self.required(element, "target")?;
                let directed = match self.attribute(element, "directed")?.as_deref() {
                    None => self.directed,
                    Some("true" | "1") => true,
                    Some("false" | "0") => false,
                    Some(other) => {
                        let found = format!("directed={}", quoted(other.as_bytes()));
                        return Err(self.error(found, "true or false"));
                    }
                };
                Element::Edge {
                    from: self.collector.vertex(&from)?,
                    to: self.collector.vertex(&to)?,
                    directed,
                    colour: None,
                }
            }
            "data" => {
                let key = self.required(element, "key")?;
                Element::Text(self.keys.get(&key).copied().unwrap_or(Meaning::Nothing))
            }
            "default" => match self.open.last() {
                Some(&Element::Key(meaning)) => Element::Text(meaning),
                _ => Element::Other,
            },
            "hyperedge" => return Err(self.error("a hyperedge", "edges between two nodes")),
            _ => Element::Other,
        };
        self.text.clear();
        self.open.push(opened);
        Ok(())
    }

    fn take_text(&mut self, text: &str) {
        if matches!(self.open.last(), Some(Element::Text(meaning)) if *meaning != Meaning::Nothing)
        {
            self.text.push_str(text);
        }
    }

    fn end(&mut self) -> Result {
        match self.open.pop() {
            Some(Element::Text(meaning)) => self.data(meaning),
            Some(Element::Edge { from, to, directed, colour }) => {
                let colour = colour.unwrap_or(self.colour);
                self.collector.arc(from, to, colour)?;
                if !directed && from != to {
                    self.collector.arc(to, from, colour)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn data(&mut self, meaning: Meaning) -> Result {
        let word = std::mem::take(&mut self.text);
        let word = word.trim();
        let parse_colour = |word: &str| self.collector.colour(word).map_err(|e| self.unknown(e));
        let parse_result = |word: &str| word.parse::<MoveResult>().map_err(|e| self.unknown(e));
        match (meaning, self.open.last()) {
            (Meaning::Colour, Some(Element::Edge { .. })) => {
                let found = parse_colour(word)?;
                if let Some(Element::Edge { colour, .. }) = self.open.last_mut() {
                    *colour = Some(found);
                }
            }
            (Meaning::Colour, Some(Element::Key(_))) => self.colour = parse_colour(word)?,
            (Meaning::Result, Some(&Element::Node(v))) => {
                let found = parse_result(word)?;
                self.collector.terminal(v, found, self.line);
            }
            (Meaning::Of(attribute), Some(&Element::Node(v))) => {
                let said = self.collector.attribute(v, attribute, word, self.line);
                said.map_err(|error| self.unknown(error))?;
            }
            (Meaning::Of(_), Some(Element::Key(_))) => {
                let found = "a default for owners or priorities";
                return Err(self.error(found, "data of each node"));
            }
            (Meaning::Result, Some(Element::Key(_))) => self.result = Some(parse_result(word)?),
            _ => {}
        }
        Ok(())
    }
}

pub(super) fn write(writer: &mut Writer<'_>, output: &mut Output) -> Result {
    let names = writer.graph.names;
    let mut escaped = String::new();
    for name in names.iter() {
        if !escape(&name.to_string(), &mut escaped) {
            return Err(writer.cannot(&format!("the name {:?}", name.to_string())));
        }
    }
    let failed = |e| writer.failed(e);
    let graph = writer.graph;
    output
        .write_all(
            b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
              <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
              <key id=\"colour\" for=\"edge\" attr.name=\"colour\" attr.type=\"string\"/>\n\
              <key id=\"result\" for=\"node\" attr.name=\"result\" attr.type=\"string\"/>\n",
        )
        .map_err(failed)?;
    for (list, name) in
        [(graph.owners.players.len(), "owner"), (graph.owners.priorities.len(), "priority")]
    {
        if list > 0 {
            writeln!(
                output,
                "<key id=\"{name}\" for=\"node\" attr.name=\"{name}\" attr.type=\"long\"/>"
            )
            .map_err(failed)?;
        }
    }
    output.write_all(b"<graph edgedefault=\"directed\">\n").map_err(failed)?;
    writer.write_vertices(|v, name, result| {
        escape(&name.to_string(), &mut escaped);
        let (owner, priority) = graph.attributes(v);
        let mut data = String::new();
        let mut add = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                data += &format!("<data key=\"{key}\">{value}</data>");
            }
        };
        add("result", result.map(|result| result.to_string()));
        add("owner", owner.map(|owner| owner.to_string()));
        add("priority", priority.map(|priority| priority.to_string()));
        match data.as_str() {
            "" => writeln!(output, "<node id=\"{escaped}\"/>"),
            data => writeln!(output, "<node id=\"{escaped}\">{data}</node>"),
        }
    })?;
    let mut other = String::new();
    writer.write_arcs(|from, to, colour| {
        escape(&names.get(from).to_string(), &mut escaped);
        escape(&names.get(to).to_string(), &mut other);
        write!(output, "<edge source=\"{escaped}\" target=\"{other}\"")?;
        match colour {
            Colour::Both => writeln!(output, "/>"),
            _ => writeln!(output, "><data key=\"colour\">{colour}</data></edge>"),
        }
    })?;
    output.write_all(b"</graph>\n</graphml>\n").map_err(failed)
}

/// Writes `text` into `escaped` as the value of an attribute. False if XML cannot represent it.
fn escape(text: &str, escaped: &mut String) -> bool {
    escaped.clear();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\0'..'\x20' | '\u{fffe}' | '\u{ffff}' => return false,
            c => escaped.push(c),
        }
    }
    true
}
