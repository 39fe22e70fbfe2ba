//! CSV and TSV edge lists.
//!
//! A row is `from,to` or `from,to,colour`. `v,` (the second field empty)
//! declares the vertex `v` without an arc, and `v,,W` (`L`, `D`) a terminal
//! with a result for the player to move there. Fields may be quoted as in
//! RFC 4180, even over several lines; blanks around unquoted fields do not
//! count; blank lines are skipped.

use std::io::{self, Write};

use upstar_core::arcs::{Colour, TerminalResult, UnknownWord};
use upstar_core::names::Name;

use super::collect::Collector;
use super::options::{Header, ReadOptions};
use super::writer::{Entry, Writer};
use crate::error::quoted;
use crate::fast::integer_pairs;
use crate::fields::Fields;
use crate::quoting::write_field;
use crate::scan::Scanner;
use crate::{FileError, Output};

/// How many arcs between integers are parsed before they are numbered: two
/// short loops run faster than one long one.
const BLOCK: usize = 1 << 10;

pub(super) fn read(
    scanner: &mut Scanner,
    delimiter: u8,
    options: &ReadOptions,
    collector: &mut Collector<'_>,
) -> Result<(), FileError> {
    scanner.refuse_binary(if delimiter == b',' { "csv" } else { "tsv" })?;
    let mut fields = Fields::new(delimiter);
    let mut first = true;
    let mut columns = None;
    let mut pairs = Vec::with_capacity(BLOCK);
    loop {
        // Lines of two plain integers, as many as there are in a row.
        if !first && collector.is_integers() {
            loop {
                let (window, length) = scanner.padded_window();
                let read = integer_pairs(window, length, BLOCK, &mut pairs, |b| b == delimiter);
                scanner.consume(read);
                collector.integer_arcs(&pairs)?;
                if pairs.len() < BLOCK {
                    break;
                }
            }
        }
        // Then one row of any kind.
        let Some(length) = fields.next(scanner)? else {
            return columns.map_or(Ok(()), |columns: Columns| columns.judge(delimiter, scanner));
        };
        let header = first
            && match options.header {
                Header::Present => true,
                Header::Absent => false,
                Header::Guess => is_header(&fields, scanner),
            };
        if let Some(columns) = &mut columns {
            Columns::look_at(columns, &fields, scanner)?;
        } else if first && !header && options.header == Header::Guess {
            columns = Columns::of(&fields, scanner)?;
        }
        if !fields.is_blank() {
            first = false;
        }
        if !header {
            pass_on(&fields, delimiter, scanner, collector)?;
        }
        scanner.consume(length);
    }
}

fn is_header(row: &Fields, scanner: &Scanner) -> bool {
    let is = |field: usize, names: &[&str]| {
        row.text(scanner, field)
            .is_ok_and(|text| names.iter().any(|name| name.eq_ignore_ascii_case(&text)))
    };
    let pair = |from: &str, to: &str| is(0, &[from]) && is(1, &[to]);
    (2..=3).contains(&row.len())
        && (pair("from", "to") || pair("source", "target") || pair("src", "dst"))
        && (row.len() == 2 || is(2, &["colour", "color"]))
}

/// A first row that may be an arc or name the columns, as no other row tells yet.
struct Columns {
    names: [String; 2],
    line: u64,
    /// Whether they are usual names of columns.
    usual: bool,
    rows: u64,
    integers: bool,
    /// Whether another row has one of the names: it is a vertex.
    vertices: bool,
}

impl Columns {
    /// Two words without quotes, none of them a number.
    fn of(row: &Fields, scanner: &Scanner) -> Result<Option<Columns>, FileError> {
        if row.len() != 2 || row.is_quoted(0) || row.is_quoted(1) {
            return Ok(None);
        }
        let names = [row.text(scanner, 0)?.into_owned(), row.text(scanner, 1)?.into_owned()];
        let number = |name: &String| name.is_empty() || name.bytes().any(|b| b.is_ascii_digit());
        if names.iter().any(number) {
            return Ok(None);
        }
        let usual = names.each_ref().map(|name| name.to_ascii_lowercase());
        let usual = USUAL.contains(&usual.each_ref().map(String::as_str));
        Ok(Some(Columns {
            names,
            line: scanner.line(),
            usual,
            rows: 0,
            integers: true,
            vertices: false,
        }))
    }

    fn look_at(&mut self, row: &Fields, scanner: &Scanner) -> Result<(), FileError> {
        if self.vertices || row.is_blank() {
            return Ok(());
        }
        self.rows += 1;
        for field in 0..row.len().min(2) {
            let text = row.text(scanner, field)?;
            self.vertices |= self.names.iter().any(|name| *name == text);
            self.integers &= text.is_empty() || text.bytes().all(|b| b.is_ascii_digit());
        }
        Ok(())
    }

    /// What cannot be told is not guessed.
    fn judge(self, delimiter: u8, scanner: &Scanner) -> Result<(), FileError> {
        if self.vertices || self.rows == 0 || !(self.usual || self.integers) {
            return Ok(());
        }
        let d = char::from(delimiter);
        let [from, to] = self.names;
        Err(FileError::malformed(
            scanner.name(),
            self.line,
            1,
            format!("{:?}, two names that no other row has", format!("{from}{d}{to}")),
            format!(
                "from{d}to where they name the columns; \"{from}\"{d}\"{to}\" where they are vertices"
            ),
        ))
    }
}

/// What columns of edge lists are called, where they are not what [`is_header`] takes
/// for names; these may be vertices as well.
const USUAL: [[&str; 2]; 10] = [
    ["u", "v"],
    ["v", "w"],
    ["x", "y"],
    ["i", "j"],
    ["head", "tail"],
    ["tail", "head"],
    ["start", "end"],
    ["parent", "child"],
    ["origin", "destination"],
    ["position", "option"],
];

/// Passes the row on.
fn pass_on(
    row: &Fields,
    delimiter: u8,
    scanner: &Scanner,
    collector: &mut Collector<'_>,
) -> Result<(), FileError> {
    if row.is_blank() {
        return Ok(());
    }
    let name = |field: usize| row.text(scanner, field);
    let unknown = |error| unknown_word(scanner, row.start(2), error);
    if row.is_empty(0) {
        return Err(scanner.error(
            row.start(0),
            "an empty first field",
            "the vertex where the arc begins",
        ));
    }
    let from = name(0)?;
    if row.len() == 1 {
        let (delimiter, expected) = match delimiter {
            b',' => (",", "from,to or from,to,colour"),
            _ => ("\t", "from and to with a tab between them"),
        };
        let alone = format!("{from}{delimiter}");
        return Err(scanner.error(
            row.start(0),
            format!("one field, {}", quoted(from.as_bytes())),
            format!("{expected} ({alone:?} declares a vertex without arcs)"),
        ));
    }
    if row.len() > 3 {
        return Err(scanner.error(
            row.start(3),
            format!("a row of {} or more fields", row.len()),
            "two (from, to) or three (from, to, colour)",
        ));
    }
    let from = collector.vertex(&from)?;
    if row.is_empty(1) {
        if row.len() == 3 && !row.is_empty(2) {
            let result: TerminalResult = name(2)?.parse().map_err(unknown)?;
            collector.terminal(from, result, scanner.line());
        }
        return Ok(());
    }
    let to = collector.vertex(&name(1)?)?;
    let colour: Colour = match row.len() {
        2 => Colour::Both,
        _ => name(2)?.parse().map_err(unknown)?,
    };
    collector.arc(from, to, colour)
}

/// An unknown colour or result at a place in the window.
pub(super) fn unknown_word(scanner: &Scanner, at: usize, error: UnknownWord) -> FileError {
    let found = format!("unknown {} {}", error.what, quoted(error.found.as_bytes()));
    scanner.error(at, found, error.expected)
}

pub(super) fn write(
    writer: &Writer<'_>,
    output: &mut Output,
    delimiter: u8,
) -> Result<(), FileError> {
    let coloured = writer.graph.arcs.is_coloured();
    let d = char::from(delimiter);
    let header = if coloured { format!("from{d}to{d}colour") } else { format!("from{d}to") };
    writeln!(output, "{header}").map_err(|e| writer.failed(e))?;
    let names = writer.graph.names;
    let mut row = |v: u32, row: Entry| -> io::Result<()> {
        write_name(output, names.get(v), delimiter)?;
        output.write_all(&[delimiter])?;
        match row {
            Entry::Vertex => output.write_all(b"\n"),
            Entry::Result(result) => writeln!(output, "{d}{result}"),
            Entry::Arc(to, colour) => {
                write_name(output, names.get(to), delimiter)?;
                match colour {
                    Colour::Both => output.write_all(b"\n"),
                    _ => writeln!(output, "{d}{colour}"),
                }
            }
        }
    };
    writer.each_entry(|v, what| row(v, what).map_err(|e| writer.failed(e)))
}

/// Writes a name as a field of CSV or TSV.
fn write_name(output: &mut Output, name: Name<'_>, delimiter: u8) -> io::Result<()> {
    match name {
        Name::Integer(n) => output.write_all(itoa::Buffer::new().format(n).as_bytes()),
        Name::Text(text) => write_field(output, text, delimiter),
    }
}
