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
use super::first_line::FirstLine;
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
    let mut undecided: Option<FirstLine> = None;
    let mut pairs = Vec::with_capacity(BLOCK);
    loop {
        // Lines of two plain integers, as many as there are in a row.
        if !first && collector.is_integers() {
            loop {
                let (window, length) = scanner.padded_window();
                let read = integer_pairs(window, length, BLOCK, &mut pairs, |b| b == delimiter);
                scanner.consume(read);
                if let Some(line) = &mut undecided
                    && !line.pairs(&pairs)
                {
                    undecided = None;
                }
                collector.integer_arcs(&pairs)?;
                if pairs.len() < BLOCK {
                    break;
                }
            }
        }
        // Then one row of any kind.
        let Some(length) = fields.next(scanner)? else {
            return undecided.map_or(Ok(()), |first| first.judge(scanner));
        };
        let header = first
            && match options.header {
                Header::Present => true,
                Header::Absent => false,
                Header::Guess => is_header(&fields, scanner),
            };
        if !fields.is_blank() {
            if first && !header && options.header == Header::Guess {
                undecided = may_be_header(&fields, delimiter, scanner)?;
            } else if let Some(line) = &mut undecided {
                let second = if fields.len() > 1 { fields.text(scanner, 1)? } else { "".into() };
                if !line.line([&*fields.text(scanner, 0)?, &*second]) {
                    undecided = None;
                }
            }
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

/// A row of two names without quotes, if it may be a header all the same.
fn may_be_header(
    row: &Fields,
    delimiter: u8,
    scanner: &Scanner,
) -> Result<Option<FirstLine>, FileError> {
    if row.len() != 2 || row.is_quoted(0) || row.is_quoted(1) {
        return Ok(None);
    }
    let names = [&*row.text(scanner, 0)?, &*row.text(scanner, 1)?];
    Ok(FirstLine::of(names, char::from(delimiter), scanner))
}

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
    if error.found.parse::<f64>().is_ok() {
        let expected = format!("{}; a weight is left out: `from` and `to` alone", error.expected);
        return scanner.error(at, found, expected);
    }
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
