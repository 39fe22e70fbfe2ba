//! Writes DOT.

use std::io::{self, Write};

use upstar_core::arcs::Colour;
use upstar_core::names::Name;

use super::writer::Writer;
use crate::{Output, Result};

pub(super) fn write(writer: &mut Writer<'_>, output: &mut Output) -> Result {
    let names = writer.graph.names;
    if let Some(name) = names.iter().find(|name| !can_quote(*name)) {
        return Err(writer.cannot(&format!("the name {name}")));
    }
    let failed = |e| writer.failed(e);
    writeln!(output, "digraph {{").map_err(failed)?;
    let graph = writer.graph;
    writer.write_vertices(|v, name, result| {
        output.write_all(b"  ")?;
        id(output, name)?;
        let (owner, priority) = graph.attributes(v);
        let attributes = [
            result.map(|result| format!("result={result}")),
            owner.map(|owner| format!("owner={owner}")),
            priority.map(|priority| format!("priority={priority}")),
        ];
        let attributes: Vec<String> = attributes.into_iter().flatten().collect();
        match attributes.is_empty() {
            true => output.write_all(b";\n"),
            false => writeln!(output, " [{}];", attributes.join(", ")),
        }
    })?;
    writer.write_arcs(|from, to, colour| {
        output.write_all(b"  ")?;
        id(output, names.get(from))?;
        output.write_all(b" -> ")?;
        id(output, names.get(to))?;
        match colour {
            Colour::Both => output.write_all(b";\n"),
            _ => writeln!(output, " [color={colour}];"),
        }
    })?;
    writeln!(output, "}}").map_err(failed)
}

/// Whether a name can be written as a quoted string. Only the quote is escaped there, and two
/// backslashes represent themselves. So a single backslash cannot be followed by a quote, a line
/// end or the end of the string.
fn can_quote(name: Name<'_>) -> bool {
    let Name::Text(text) = name else { return true };
    let mut backslashes = 0;
    for c in text.chars().chain(['"']) {
        if c == '\\' {
            backslashes += 1;
        } else {
            if backslashes % 2 == 1 && matches!(c, '"' | '\n' | '\r') {
                return false;
            }
            backslashes = 0;
        }
    }
    true
}

/// Writes a name as an identifier: unchanged if it is a word or a number, otherwise in quotes.
fn id(output: &mut Output, name: Name<'_>) -> io::Result<()> {
    let text = match name {
        Name::Integer(n) => return write!(output, "{n}"),
        Name::Text(text) => text,
    };
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let keyword = ["graph", "digraph", "subgraph", "node", "edge", "strict"]
        .iter()
        .any(|keyword| keyword.eq_ignore_ascii_case(text));
    let starts = text.bytes().next().is_some_and(|b| !b.is_ascii_digit());
    if starts && !keyword && text.bytes().all(word) {
        output.write_all(text.as_bytes())
    } else {
        write!(output, "\"{}\"", text.replace('"', "\\\""))
    }
}
