//! Reads DOT, the language of Graphviz.
//!
//! The whole grammar of graphs is read: chains `a -> b -> c`, subgraphs as ends of arcs, quoted and
//! joined identifiers, defaults. Only these attributes have a meaning: `color` (or `colour`) of an
//! arc, which says who may move along it (blue, red, green; black is green), and `result` (W, L,
//! D), `owner`, `priority` and `payoff` of a node. In an undirected graph every edge is an arc both
//! ways. `strict`, ports, and all other attributes are ignored.

use upstar_core::Budget;
use upstar_core::arcs::{Colour, MoveResult};

use super::collect::{Attribute, Collector};
use crate::error::quoted;
use crate::scan::Scanner;
use crate::{FileError, Result};

/// The greatest depth of nested subgraphs.
const DEEPEST: usize = 100;
/// The largest number of arcs from one statement.
const MOST_ARCS: u64 = 100_000_000;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// An identifier, and whether it was bare, so that it may be a keyword.
    Id {
        text: String,
        bare: bool,
    },
    /// One of `{ } [ ] ; , = :`.
    Sign(u8),
    /// `->` or `--`.
    Arc {
        directed: bool,
    },
    End,
}

impl Token {
    fn shown(&self) -> String {
        match self {
            Token::Id { text, .. } => quoted(text.as_bytes()),
            Token::Sign(sign) => quoted(&[*sign]),
            Token::Arc { directed: true } => "\"->\"".to_owned(),
            Token::Arc { directed: false } => "\"--\"".to_owned(),
            Token::End => "the end of the file".to_owned(),
        }
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self, Token::Id { text, bare: true } if text.eq_ignore_ascii_case(keyword))
    }
}

/// Defaults for the arcs and nodes of a (sub)graph.
#[derive(Clone, Default)]
struct Defaults {
    colour: Colour,
    result: Option<MoveResult>,
    /// The last attribute of each kind counts.
    of_nodes: Vec<(Attribute, String)>,
}

/// The attributes of one statement that have a meaning.
#[derive(Default)]
struct Attributes {
    colour: Option<Colour>,
    result: Option<MoveResult>,
    of_nodes: Vec<(Attribute, String)>,
}

struct Parser<'a, 'b> {
    scanner: &'a Scanner,
    collector: &'a mut Collector<'b>,
    at: usize,
    /// The next token and the place where it begins.
    token: Token,
    start: usize,
    directed: bool,
    budget: &'a Budget,
}

pub(super) fn read(
    scanner: &mut Scanner,
    collector: &mut Collector<'_>,
    budget: &Budget,
) -> Result {
    scanner.refuse_binary("dot")?;
    let _lease = scanner.read_all(budget)?;
    let mut parser =
        Parser { scanner, collector, at: 0, token: Token::End, start: 0, directed: true, budget };
    parser.advance()?;
    parser.file()
}

impl Parser<'_, '_> {
    fn error(&self, expected: &str) -> FileError {
        self.scanner.error(self.start, self.token.shown(), expected)
    }

    fn file(&mut self) -> Result {
        if self.token.is_keyword("strict") {
            self.advance()?;
        }
        self.directed = match &self.token {
            token if token.is_keyword("digraph") => true,
            token if token.is_keyword("graph") => false,
            _ => return Err(self.error("digraph or graph")),
        };
        self.pass_name()?;
        self.statements(Defaults::default(), 0, &mut Vec::new())?;
        if self.token == Token::End { Ok(()) } else { Err(self.error("the end of the file")) }
    }

    /// Passes over `graph` or another word, and over the name behind it, if there is one.
    fn pass_name(&mut self) -> Result {
        self.advance()?;
        if matches!(self.token, Token::Id { .. }) { self.advance() } else { Ok(()) }
    }

    /// Reads statements in braces. Appends all nodes in them to `nodes`.
    fn statements(&mut self, mut defaults: Defaults, depth: usize, nodes: &mut Vec<u32>) -> Result {
        if self.token != Token::Sign(b'{') {
            return Err(self.error("{"));
        }
        self.advance()?;
        loop {
            match &self.token {
                Token::Sign(b'}') => return self.advance(),
                Token::Sign(b';' | b',') => self.advance()?,
                token if token.is_keyword("graph") => {
                    self.advance()?;
                    self.attributes()?;
                }
                token if token.is_keyword("node") => {
                    self.advance()?;
                    let found = self.attributes()?;
                    defaults.result = found.result.or(defaults.result);
                    for (attribute, word) in found.of_nodes {
                        defaults.of_nodes.retain(|(other, _)| *other != attribute);
                        defaults.of_nodes.push((attribute, word));
                    }
                }
                token if token.is_keyword("edge") => {
                    self.advance()?;
                    let found = self.attributes()?;
                    defaults.colour = found.colour.unwrap_or(defaults.colour);
                }
                Token::Id { .. } | Token::Sign(b'{') => {
                    self.chain(&defaults, depth, nodes)?;
                }
                _ => return Err(self.error("a node, an arc, a subgraph or }")),
            }
        }
    }

    /// Reads `end`, `end -> end -> ... [attributes]`, or `name = value`.
    fn chain(&mut self, defaults: &Defaults, depth: usize, nodes: &mut Vec<u32>) -> Result {
        let start = self.start;
        let first_new = nodes.len();
        let mut ends: Vec<Vec<u32>> = Vec::new();
        let single = !matches!(self.token, Token::Sign(b'{')) && !self.token.is_keyword("subgraph");
        if single {
            let Token::Id { text, .. } = &self.token else { unreachable!("checked before") };
            let text = text.clone();
            self.advance()?;
            if self.token == Token::Sign(b'=') {
                // This is an attribute of the graph.
                self.advance()?;
                return self.value().map(|_| ());
            }
            ends.push(vec![self.node(&text)?]);
        } else {
            ends.push(self.subgraph(defaults, depth)?);
        }
        while let Token::Arc { directed } = self.token {
            if directed != self.directed {
                return Err(self.error(if self.directed { "->" } else { "--" }));
            }
            self.advance()?;
            let end = match &self.token {
                Token::Sign(b'{') => self.subgraph(defaults, depth)?,
                token if token.is_keyword("subgraph") => self.subgraph(defaults, depth)?,
                Token::Id { text, .. } => {
                    let text = text.clone();
                    self.advance()?;
                    vec![self.node(&text)?]
                }
                _ => return Err(self.error("a node or a subgraph")),
            };
            ends.push(end);
        }
        let found = self.attributes()?;
        if ends.len() == 1 {
            let node = ends[0].first().copied().filter(|_| single);
            if let (Some(node), Some(result)) = (node, found.result.or(defaults.result)) {
                let (line, _) = self.scanner.position(start);
                self.collector.terminal(node, result, line);
            }
            if let Some(node) = node {
                self.node_attributes(node, &found.of_nodes, defaults, start)?;
            }
        } else {
            let colour = found.colour.unwrap_or(defaults.colour);
            self.arcs(&ends, colour, start)?;
        }
        nodes.extend(ends.into_iter().flatten());
        nodes[first_new..].sort_unstable();
        // A long chain of subgraphs keeps each node only once.
        let mut kept = first_new;
        for i in first_new..nodes.len() {
            if kept == first_new || nodes[kept - 1] != nodes[i] {
                nodes[kept] = nodes[i];
                kept += 1;
            }
        }
        nodes.truncate(kept);
        Ok(())
    }

    /// The owner and priority of a node: its own, or otherwise the default.
    fn node_attributes(
        &mut self,
        node: u32,
        own: &[(Attribute, String)],
        defaults: &Defaults,
        start: usize,
    ) -> Result {
        if own.is_empty() && defaults.of_nodes.is_empty() {
            return Ok(());
        }
        let (line, _) = self.scanner.position(start);
        let said = |attribute| own.iter().any(|&(other, _)| other == attribute);
        let others = defaults.of_nodes.iter().filter(|&&(attribute, _)| !said(attribute));
        for (attribute, word) in own.iter().chain(others) {
            let given = self.collector.attribute(node, *attribute, word, line);
            given.map_err(|e| {
                let found = format!("unknown {} {}", e.what, quoted(e.found.as_bytes()));
                self.scanner.error(start, found, e.expected)
            })?;
        }
        Ok(())
    }

    fn arcs(&mut self, ends: &[Vec<u32>], colour: Colour, start: usize) -> Result {
        let count: u64 =
            ends.windows(2).map(|pair| pair[0].len() as u64 * pair[1].len() as u64).sum();
        if count > MOST_ARCS {
            return Err(self.scanner.error(
                start,
                format!("a statement that makes {count} arcs"),
                format!("at most {MOST_ARCS}"),
            ));
        }
        for pair in ends.windows(2) {
            for &from in &pair[0] {
                for &to in &pair[1] {
                    self.collector.arc(from, to, colour)?;
                    if !self.directed && from != to {
                        self.collector.arc(to, from, colour)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The vertex of a node. Its port is skipped.
    fn node(&mut self, text: &str) -> Result<u32> {
        for _ in 0..2 {
            if self.token == Token::Sign(b':') {
                self.advance()?;
                self.value()?;
            }
        }
        self.collector.vertex(text)
    }

    /// Reads `subgraph name { ... }`: its nodes, ascending, without repeats.
    fn subgraph(&mut self, defaults: &Defaults, depth: usize) -> Result<Vec<u32>> {
        if depth >= DEEPEST {
            let found = format!("subgraphs nested more than {DEEPEST} deep");
            return Err(self.scanner.error(self.start, found, "fewer levels"));
        }
        if self.token.is_keyword("subgraph") {
            self.pass_name()?;
        }
        let mut nodes = Vec::new();
        self.statements(defaults.clone(), depth + 1, &mut nodes)?;
        nodes.sort_unstable();
        nodes.dedup();
        self.budget.check()?;
        Ok(nodes)
    }

    /// Reads any number of lists `[a = b, c = d]`.
    fn attributes(&mut self) -> Result<Attributes> {
        let mut found = Attributes::default();
        while self.token == Token::Sign(b'[') {
            self.advance()?;
            while self.token != Token::Sign(b']') {
                let start = self.start;
                let name = self.value()?;
                if self.token != Token::Sign(b'=') {
                    return Err(self.error("="));
                }
                self.advance()?;
                let value_start = self.start;
                let value = self.value()?;
                let unknown = |e: upstar_core::arcs::UnknownWord| {
                    let found = format!("unknown {} {}", e.what, quoted(e.found.as_bytes()));
                    self.scanner.error(value_start.max(start), found, e.expected)
                };
                if name.eq_ignore_ascii_case("color") || name.eq_ignore_ascii_case("colour") {
                    found.colour = Some(match value.as_str() {
                        "black" => Colour::Both,
                        value => self.collector.colour(value).map_err(unknown)?,
                    });
                } else if name.eq_ignore_ascii_case("result") {
                    found.result = Some(value.parse().map_err(unknown)?);
                } else if let Some(attribute) = Attribute::of_name(&name) {
                    found.of_nodes.push((attribute, value));
                }
                while matches!(self.token, Token::Sign(b',' | b';')) {
                    self.advance()?;
                }
            }
            self.advance()?;
        }
        Ok(found)
    }

    fn value(&mut self) -> Result<String> {
        match std::mem::replace(&mut self.token, Token::End) {
            Token::Id { text, .. } => {
                self.advance()?;
                Ok(text)
            }
            other => {
                self.token = other;
                Err(self.error("an identifier"))
            }
        }
    }

    fn rest(&self) -> &[u8] {
        &self.scanner.window()[self.at..]
    }

    /// Reads the next token.
    fn advance(&mut self) -> Result {
        self.skip_blanks()?;
        self.start = self.at;
        self.token = match *self.rest() {
            [] => Token::End,
            [b'-', b'>', ..] => {
                self.at += 2;
                Token::Arc { directed: true }
            }
            [b'-', b'-', ..] => {
                self.at += 2;
                Token::Arc { directed: false }
            }
            [b'"', ..] => self.joined_strings()?,
            [b'<', ..] => self.html()?,
            [sign @ (b'{' | b'}' | b'[' | b']' | b';' | b',' | b'=' | b':'), ..] => {
                self.at += 1;
                Token::Sign(sign)
            }
            [b'0'..=b'9' | b'.' | b'-', ..] => self.numeral()?,
            [first, ..] if is_word(first) => {
                let length = self.rest().iter().take_while(|&&b| is_word(b)).count();
                let text = self.scanner.text(self.at, self.at + length)?.to_owned();
                self.at += length;
                Token::Id { text, bare: true }
            }
            _ => {
                let found = quoted(&self.rest()[..1]);
                return Err(self.scanner.error(self.at, found, "DOT"));
            }
        };
        Ok(())
    }

    /// Skips blanks, `// ...`, `/* ... */`, and lines that begin with `#`.
    fn skip_blanks(&mut self) -> Result {
        loop {
            let rest = self.rest();
            let line_start = self.at == 0 || self.scanner.window()[self.at - 1] == b'\n';
            if rest.starts_with(b"//") || (line_start && rest.starts_with(b"#")) {
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                self.at += length;
            } else if rest.starts_with(b"/*") {
                let Some(length) = memchr::memmem::find(&rest[2..], b"*/") else {
                    return Err(self.scanner.error(self.at, "a comment that is not closed", "*/"));
                };
                self.at += length + 4;
            } else if rest.first().is_some_and(u8::is_ascii_whitespace) {
                self.at += 1;
            } else {
                return Ok(());
            }
        }
    }

    fn numeral(&mut self) -> Result<Token> {
        let rest = self.rest();
        let sign = usize::from(rest[0] == b'-');
        let (mut dots, mut digits, mut length) = (0, 0, sign);
        for &b in &rest[sign..] {
            match b {
                b'0'..=b'9' => digits += 1,
                b'.' if dots == 0 => dots += 1,
                _ => break,
            }
            length += 1;
        }
        if digits == 0 {
            let found = quoted(&rest[..length.max(1)]);
            return Err(self.scanner.error(self.at, found, "a number or an arc"));
        }
        let text = self.scanner.text(self.at, self.at + length)?.to_owned();
        self.at += length;
        Ok(Token::Id { text, bare: false })
    }

    /// Reads `"a" + "b"`. Only `\"` is an escape, and a backslash at the end of a line joins it to
    /// the next.
    fn joined_strings(&mut self) -> Result<Token> {
        let mut text = String::new();
        loop {
            self.string(&mut text)?;
            let after = self.at;
            self.skip_blanks()?;
            if self.rest().first() != Some(&b'+') {
                self.at = after;
                return Ok(Token::Id { text, bare: false });
            }
            self.at += 1;
            self.skip_blanks()?;
            if self.rest().first() != Some(&b'"') {
                let found = quoted(&self.rest()[..self.rest().len().min(1)]);
                return Err(self.scanner.error(self.at, found, "a quoted string after +"));
            }
        }
    }

    fn string(&mut self, text: &mut String) -> Result {
        let open = self.at;
        let mut at = self.at + 1;
        let mut from = at;
        loop {
            let window = self.scanner.window();
            let Some(length) = memchr::memchr2(b'"', b'\\', &window[at..]) else {
                return Err(self.scanner.error(
                    open,
                    "a quote that is not closed",
                    "a second quote",
                ));
            };
            at += length;
            if window[at] == b'"' {
                text.push_str(self.scanner.text(from, at)?);
                self.at = at + 1;
                return Ok(());
            }
            let skipped = match window[at + 1..] {
                [b'\\', ..] => {
                    at += 2;
                    continue;
                }
                [b'"', ..] => 1,
                [b'\n', ..] => 2,
                [b'\r', b'\n', ..] => 3,
                _ => {
                    at += 1;
                    continue;
                }
            };
            text.push_str(self.scanner.text(from, at)?);
            // An escaped quote is kept, but a joined line end is not.
            from = at + skipped;
            at = from + usize::from(skipped == 1);
        }
    }

    /// Reads `<...>` with balanced brackets.
    fn html(&mut self) -> Result<Token> {
        let mut depth = 0_u64;
        for (i, &b) in self.rest().iter().enumerate() {
            match b {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let text = self.scanner.text(self.at + 1, self.at + i)?.to_owned();
                self.at += i + 1;
                return Ok(Token::Id { text, bare: false });
            }
        }
        Err(self.scanner.error(self.at, "a < that is not closed", ">"))
    }
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80
}
