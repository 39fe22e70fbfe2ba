//! CSV and TSV edge lists.
//!
//! A row is `from,to` or `from,to,colour`. `v,` (the second field empty)
//! declares the vertex `v` without an arc, and `v,,W` (`L`, `D`) a terminal
//! with a result for the player to move there. A header may name more columns:
//! `owner` and `priority` of the vertex in the first column, and `result` of a
//! terminal if there is no column for colours. Fields may be quoted as in
//! RFC 4180, even over several lines; blanks around unquoted fields do not
//! count; blank lines are skipped.

use std::io::{self, Write};

use upstar_core::arcs::{Colour, TerminalResult, UnknownWord};
use upstar_core::names::Name;

use super::collect::{Attribute, Collector};
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
    let mut columns = Columns::default();
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
                Header::Guess => Columns::of_header(&fields, scanner).is_some(),
            };
        if header && let Some(named) = Columns::of_header(&fields, scanner) {
            columns = named;
        }
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
            pass_on(&fields, delimiter, &columns, scanner, collector)?;
        }
        scanner.consume(length);
    }
}

/// What the columns after the first two are: the place of each kind.
struct Columns {
    count: usize,
    colour: Option<usize>,
    /// The results of terminals; with colours in one column.
    result: Option<usize>,
    owner: Option<usize>,
    priority: Option<usize>,
}

impl Default for Columns {
    fn default() -> Self {
        Columns { count: 3, colour: Some(2), result: Some(2), owner: None, priority: None }
    }
}

impl Columns {
    /// The columns that a row names, if it is a header.
    fn of_header(row: &Fields, scanner: &Scanner) -> Option<Columns> {
        let is = |field: usize, names: &[&str]| {
            row.text(scanner, field)
                .is_ok_and(|text| names.iter().any(|name| name.eq_ignore_ascii_case(&text)))
        };
        let pair = |from: &str, to: &str| is(0, &[from]) && is(1, &[to]);
        if row.len() < 2 || !(pair("from", "to") || pair("source", "target") || pair("src", "dst"))
        {
            return None;
        }
        if row.len() == 2 {
            return Some(Columns::default());
        }
        let count = row.len();
        let mut columns =
            Columns { count, colour: None, result: None, owner: None, priority: None };
        for field in 2..count {
            let place = if is(field, &["colour", "color"]) {
                &mut columns.colour
            } else if is(field, &["result"]) {
                &mut columns.result
            } else if is(field, &["owner"]) {
                &mut columns.owner
            } else if is(field, &["priority"]) {
                &mut columns.priority
            } else {
                return None;
            };
            if place.replace(field).is_some() {
                return None;
            }
        }
        columns.result = columns.result.or(columns.colour);
        Some(columns)
    }
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
    columns: &Columns,
    scanner: &Scanner,
    collector: &mut Collector<'_>,
) -> Result<(), FileError> {
    if row.is_blank() {
        return Ok(());
    }
    let name = |field: usize| row.text(scanner, field);
    let unknown = |field: usize| move |error| unknown_word(scanner, row.start(field), error);
    // The place of a field that is there and not empty.
    let given = |place: Option<usize>| place.filter(|&p| p < row.len() && !row.is_empty(p));
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
    if row.len() > columns.count {
        let expected = match columns.count {
            3 => "two (from, to) or three (from, to, colour)".to_owned(),
            count => format!("at most {count}, as in the header"),
        };
        return Err(scanner.error(
            row.start(columns.count),
            format!("a row of {} or more fields", row.len()),
            expected,
        ));
    }
    let from = collector.vertex(&from)?;
    for (place, attribute) in
        [(columns.owner, Attribute::Owner), (columns.priority, Attribute::Priority)]
    {
        if let Some(place) = given(place) {
            let said = collector.attribute(from, attribute, &name(place)?, scanner.line());
            said.map_err(unknown(place))?;
        }
    }
    if row.is_empty(1) {
        if let Some(place) = given(columns.result) {
            let result: TerminalResult = name(place)?.parse().map_err(unknown(place))?;
            collector.terminal(from, result, scanner.line());
        }
        return Ok(());
    }
    let to = collector.vertex(&name(1)?)?;
    let colour: Colour = match given(columns.colour) {
        None => Colour::Both,
        Some(place) => name(place)?.parse().map_err(unknown(place))?,
    };
    collector.arc(from, to, colour)
}

/// An unknown colour, result, owner or priority at a place in the window.
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
    let graph = writer.graph;
    let d = char::from(delimiter);
    let mut header = format!("from{d}to");
    let owned = !graph.owners.is_empty();
    for (column, has) in [
        ("colour", graph.arcs.is_coloured()),
        ("owner", !graph.owners.players.is_empty()),
        ("priority", !graph.owners.priorities.is_empty()),
        ("result", owned && !graph.terminals.is_empty()),
    ] {
        if has {
            header += &format!("{d}{column}");
        }
    }
    writeln!(output, "{header}").map_err(|e| writer.failed(e))?;
    let names = graph.names;
    // Owner and priority of a vertex, and the end of the row.
    let attributes = |output: &mut Output, v: u32, result: Option<TerminalResult>| {
        let (owner, priority) = graph.attributes(v);
        for number in [owner.map(u32::from), priority].into_iter().flatten() {
            write!(output, "{d}{number}")?;
        }
        match result {
            Some(result) => writeln!(output, "{d}{result}"),
            None => output.write_all(b"\n"),
        }
    };
    let mut has_arcs = vec![false; if owned { names.len() as usize } else { 0 }];
    let mut row = |v: u32, row: Entry| -> io::Result<()> {
        write_name(output, names.get(v), delimiter)?;
        output.write_all(&[delimiter])?;
        match row {
            Entry::Vertex => attributes(output, v, None),
            Entry::Result(result) => attributes(output, v, Some(result)),
            Entry::Arc(to, colour) => {
                if let Some(seen) = has_arcs.get_mut(v as usize) {
                    *seen = true;
                }
                write_name(output, names.get(to), delimiter)?;
                if colour != Colour::Both {
                    write!(output, "{d}{colour}")?;
                }
                attributes(output, v, None)
            }
        }
    };
    writer.each_entry(|v, what| row(v, what).map_err(|e| writer.failed(e)))?;
    // The owner of a vertex stands in its rows, so that each needs one.
    let without_rows = (0..).zip(&has_arcs).filter(|(_, seen)| !**seen).map(|(v, _)| v);
    for v in without_rows.collect::<Vec<u32>>() {
        let written = write_name(output, names.get(v), delimiter)
            .and_then(|()| output.write_all(&[delimiter]))
            .and_then(|()| attributes(output, v, None));
        written.map_err(|e| writer.failed(e))?;
    }
    Ok(())
}

/// Writes a name as a field of CSV or TSV.
fn write_name(output: &mut Output, name: Name<'_>, delimiter: u8) -> io::Result<()> {
    match name {
        Name::Integer(n) => output.write_all(itoa::Buffer::new().format(n).as_bytes()),
        Name::Text(text) => write_field(output, text, delimiter),
    }
}
