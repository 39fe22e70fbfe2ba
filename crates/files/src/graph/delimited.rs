//! CSV and TSV edge lists.
//!
//! A row is `from,to` or `from,to,colour`. `v,` (the second field empty)
//! declares the vertex `v` without an arc, and `v,,W` (`L`, `D`) a terminal
//! with a result for the player to move there. Fields may be quoted as in
//! RFC 4180, even over several lines; blanks around unquoted fields do not
//! count; blank lines are skipped. A header, or the options, may name other
//! columns: `id,Source,Target,Type,weight`.

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

/// Which fields of a row have the arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    from: usize,
    to: usize,
    /// The colour of the arc, or the result of a terminal.
    colour: Option<usize>,
    /// Whether the arc is directed, as Gephi writes it: `Directed` or `Undirected`.
    kind: Option<usize>,
    /// How many fields each row has; `None` is two or three.
    count: Option<usize>,
}

impl Columns {
    /// From, to, and perhaps a colour.
    const PLAIN: Columns = Columns { from: 0, to: 1, colour: Some(2), kind: None, count: None };
}

/// What the first row says.
struct Head {
    columns: Columns,
    /// What it is in words, if it is a header.
    header: Option<String>,
}

/// The columns of a file whose first row comes next.
pub(super) fn columns(
    scanner: &mut Scanner,
    delimiter: u8,
    options: &ReadOptions,
) -> Result<Columns, FileError> {
    let mut fields = Fields::new(delimiter);
    while let Some(length) = fields.next(scanner)? {
        if !fields.is_blank() {
            return Ok(head(&fields, options, scanner)?.columns);
        }
        scanner.consume(length);
    }
    Ok(Columns::PLAIN)
}

/// Reads a file from its beginning, or a part of it with these columns.
pub(super) fn read(
    scanner: &mut Scanner,
    delimiter: u8,
    options: &ReadOptions,
    known: Option<Columns>,
    collector: &mut Collector<'_>,
) -> Result<(), FileError> {
    scanner.refuse_binary(if delimiter == b',' { "csv" } else { "tsv" })?;
    let mut fields = Fields::new(delimiter);
    let mut first = known.is_none();
    let mut columns = known.unwrap_or(Columns::PLAIN);
    let mut undecided: Option<FirstLine> = None;
    let mut pairs = Vec::with_capacity(BLOCK);
    loop {
        // Lines of two plain integers, as many as there are in a row.
        if !first && columns == Columns::PLAIN && collector.is_integers() {
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
        let mut header = false;
        if !fields.is_blank() {
            if first {
                let head = head(&fields, options, scanner)?;
                columns = head.columns;
                header = head.header.is_some();
                collector.header = head.header;
                if !header && options.header == Header::Guess && columns == Columns::PLAIN {
                    undecided = may_be_header(&fields, delimiter, scanner)?;
                    if let Some(line) = &mut undecided
                        && line.is_above_numbers(scanner, length)
                    {
                        header = true;
                        collector.header = Some(line.text());
                    }
                }
            } else if let Some(line) = &mut undecided {
                let second = if fields.len() > 1 { fields.text(scanner, 1)? } else { "".into() };
                if !line.line([&*fields.text(scanner, 0)?, &*second], scanner)? {
                    undecided = None;
                }
            }
            first = false;
        }
        if !header && !fields.is_blank() {
            if columns == Columns::PLAIN {
                pass_on(&fields, delimiter, scanner, collector)?;
            } else {
                pass_on_columns(&fields, columns, scanner, collector)?;
            }
        }
        scanner.consume(length);
    }
}

/// What the first row says, by the options and by its fields.
fn head(row: &Fields, options: &ReadOptions, scanner: &Scanner) -> Result<Head, FileError> {
    let names: Vec<String> = (0..row.len())
        .map(|i| Ok(row.text(scanner, i)?.into_owned()))
        .collect::<Result<_, FileError>>()?;
    let place = |name: &str| names.iter().position(|other| other.eq_ignore_ascii_case(name));
    let usual = [("from", "to"), ("source", "target"), ("src", "dst")];
    let usual = usual.into_iter().find_map(|(from, to)| Some((place(from)?, place(to)?)));
    let is_header = match options.header {
        Header::Present => true,
        Header::Absent => false,
        Header::Guess => usual.is_some(),
    };
    let mut columns = Columns::PLAIN;
    if let [from, to, rest @ ..] = &options.columns[..] {
        let known = |name: &String| {
            let number =
                name.parse().ok().filter(|n| (1..=names.len()).contains(n)).map(|n: usize| n - 1);
            place(name).or(number).ok_or_else(|| {
                scanner.error(
                    row.start(0),
                    format!("no column {name:?}"),
                    format!("one of {}, or a number up to {}", names.join(", "), names.len()),
                )
            })
        };
        let colour = rest.first().map(known).transpose()?;
        columns = Columns {
            from: known(from)?,
            to: known(to)?,
            colour,
            kind: None,
            count: Some(names.len()),
        };
    } else if is_header && let Some((from, to)) = usual {
        let colour = place("colour").or_else(|| place("color"));
        columns = Columns { from, to, colour, kind: place("type"), count: Some(names.len()) };
    }
    // A header of names that `--columns` has found is a header.
    let is_header = is_header
        || options.header == Header::Guess
            && options
                .columns
                .iter()
                .any(|name| place(name).is_some() && name.parse::<u64>().is_err());
    let Columns { from, to, colour, kind, count } = columns;
    let plain = (from, to, kind) == (0, 1, None)
        && (names.len() == 2 || (names.len(), colour) == (3, Some(2)));
    if count.is_some() && plain {
        columns = Columns::PLAIN;
    }
    let header = is_header.then(|| {
        let used = |i: &usize| [Some(from), Some(to), colour, kind].contains(&Some(*i));
        let list = |of: &mut dyn Iterator<Item = usize>| {
            of.map(|i| &*names[i]).collect::<Vec<_>>().join(", ")
        };
        let mut text = list(
            &mut [Some(from), Some(to), colour.filter(|&c| c < names.len()), kind]
                .into_iter()
                .flatten()
                .filter(|&i| i < names.len()),
        );
        if columns != Columns::PLAIN && !(0..names.len()).all(|i| used(&i)) {
            text += " (without ";
            text += &list(&mut (0..names.len()).filter(|i| !used(i)));
            text += ")";
        }
        text
    });
    Ok(Head { columns, header })
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
        _ => collector.colour(&name(2)?).map_err(unknown)?,
    };
    collector.arc(from, to, colour)
}

/// Passes a row on whose columns are those of a header or were given.
fn pass_on_columns(
    row: &Fields,
    Columns { from, to, colour, kind, count }: Columns,
    scanner: &Scanner,
    collector: &mut Collector<'_>,
) -> Result<(), FileError> {
    let last = row.len() - 1;
    if count != Some(row.len()) {
        let found = format!("a row of {} fields", row.len());
        let expected = format!("{}, as in the first row", count.unwrap_or(0));
        return Err(scanner.error(row.start(last), found, expected));
    }
    let unknown = |field: usize| move |error| unknown_word(scanner, row.start(field), error);
    if row.is_empty(from) {
        let expected = "the vertex where the arc begins";
        return Err(scanner.error(row.start(from), "an empty field", expected));
    }
    let source = collector.vertex(&row.text(scanner, from)?)?;
    let word =
        colour.map(|field| Ok::<_, FileError>((field, row.text(scanner, field)?))).transpose()?;
    if row.is_empty(to) {
        if let Some((field, word)) = word.filter(|(_, word)| !word.is_empty()) {
            let result: TerminalResult = word.parse().map_err(unknown(field))?;
            collector.terminal(source, result, scanner.line());
        }
        return Ok(());
    }
    let target = collector.vertex(&row.text(scanner, to)?)?;
    let colour = match word {
        Some((field, word)) => collector.colour(&word).map_err(unknown(field))?,
        None => Colour::Both,
    };
    collector.arc(source, target, colour)?;
    let Some(kind) = kind else { return Ok(()) };
    let word = row.text(scanner, kind)?;
    match &*word.to_ascii_lowercase() {
        "" | "directed" => Ok(()),
        "undirected" if source == target => Ok(()),
        "undirected" => collector.arc(target, source, colour),
        _ => {
            let expected =
                "Directed or Undirected, as Gephi writes them (--columns from,to without)";
            Err(scanner.error(row.start(kind), quoted(word.as_bytes()), expected))
        }
    }
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
