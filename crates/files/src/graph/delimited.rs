//! CSV and TSV edge lists.
//!
//! A row is `from,to` or `from,to,colour`. `v,` (the second field empty) declares the vertex `v`
//! without an arc, and `v,,W` (`L`, `D`) a terminal with a result for the player to move there. A
//! header may name more columns: `owner`, `priority` and `payoff` of the vertex in the first column,
//! `weight` of the arc, and `result` of a terminal if there is no column for colours. Fields may be
//! quoted as in RFC 4180, also over several lines. Blanks around unquoted fields are ignored, and blank
//! lines are skipped. A header, or the options, may name other columns: `id,Source,Target,Type,weight`.

use std::io::{self, Write};

use upstar_core::arcs::{Colour, MoveResult, UnknownWord};
use upstar_core::names::Name;

use super::collect::{Attribute, Collector};
use super::first_line::{FirstLine, NAMES};
use super::options::{Header, ReadOptions};
use super::writer::{Entry, Writer};
use crate::error::quoted;
use crate::fast::integer_pairs;
use crate::fields::Fields;
use crate::quoting::write_field;
use crate::scan::Scanner;
use crate::{FileError, Output, Result};

/// The number of arcs between integers that are parsed before they are numbered. Two short loops
/// run faster than one long loop.
const BLOCK: usize = 1 << 10;

/// Reads lines of two plain integers, as many as follow each other. They may rule out that the first
/// line, if it is `undecided`, is a header.
pub(super) fn integer_lines(
    scanner: &mut Scanner,
    collector: &mut Collector<'_>,
    undecided: &mut Option<FirstLine>,
    pairs: &mut Vec<(u64, u64)>,
    is_separator: impl Fn(u8) -> bool,
) -> Result {
    loop {
        let (window, length) = scanner.padded_window();
        let read = integer_pairs(window, length, BLOCK, pairs, &is_separator);
        scanner.consume(read);
        undecided.take_if(|line| !line.pairs(pairs));
        collector.integer_arcs(pairs)?;
        if pairs.len() < BLOCK {
            return Ok(());
        }
    }
}

/// The meaning of the fields of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    from: usize,
    to: usize,
    colour: Option<usize>,
    /// The results of terminals. They may share the column of the colours.
    result: Option<usize>,
    owner: Option<usize>,
    priority: Option<usize>,
    payoff: Option<usize>,
    /// The weight of the arc, if weights are asked for.
    weight: Option<usize>,
    /// Whether the arc is directed, as Gephi writes it: `Directed` or `Undirected`.
    kind: Option<usize>,
    /// The largest number of fields in a row.
    count: usize,
}

impl Columns {
    /// From, to, and perhaps a colour or a result.
    const PLAIN: Columns = Columns {
        from: 0,
        to: 1,
        colour: Some(2),
        result: Some(2),
        owner: None,
        priority: None,
        payoff: None,
        weight: None,
        kind: None,
        count: 3,
    };

    /// Whether there is a column about vertices: owners, priorities, payoffs, or results apart from
    /// colours.
    pub(super) fn describe_vertices(&self) -> bool {
        let of_vertices = [self.owner, self.priority, self.payoff];
        of_vertices.iter().any(Option::is_some) || self.result != self.colour
    }

    /// Only the fields `from` and `to`, in rows of `count` fields.
    fn of_count(from: usize, to: usize, count: usize) -> Columns {
        Columns { from, to, colour: None, result: None, count, ..Columns::PLAIN }
    }
}

/// The meaning of the first row.
struct Head {
    columns: Columns,
    is_header: bool,
    /// The header in words, if it has the columns in another order, or others beside them.
    text: Option<String>,
}

/// The columns of a file, determined by its first row.
pub(super) fn columns(
    scanner: &mut Scanner,
    delimiter: u8,
    options: &ReadOptions,
) -> Result<Columns> {
    let mut fields = Fields::new(delimiter);
    while let Some(length) = fields.next(scanner)? {
        if !fields.is_blank() {
            return Ok(head(&fields, options, scanner)?.columns);
        }
        scanner.consume(length);
    }
    Ok(Columns::PLAIN)
}

/// Reads a file from its beginning, or a part of it with the given columns.
pub(super) fn read(
    scanner: &mut Scanner,
    delimiter: u8,
    options: &ReadOptions,
    known: Option<Columns>,
    collector: &mut Collector<'_>,
) -> Result {
    scanner.refuse_binary(if delimiter == b',' { "csv" } else { "tsv" })?;
    let mut fields = Fields::new(delimiter);
    let mut first = known.is_none();
    let mut columns = known.unwrap_or(Columns::PLAIN);
    let mut undecided: Option<FirstLine> = None;
    let mut pairs = Vec::new();
    loop {
        if !first && columns == Columns::PLAIN && collector.is_integers() {
            integer_lines(scanner, collector, &mut undecided, &mut pairs, |b| b == delimiter)?;
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
                header = head.is_header;
                collector.header = head.text;
                if !header && options.header == Header::Guess && columns == Columns::PLAIN {
                    undecided = may_be_header(&fields, delimiter, scanner)?;
                    if let Some(line) = &mut undecided
                        && line.is_above_numbers(scanner, length)
                    {
                        header = true;
                        collector.header = line.text();
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
        if !header {
            pass_on(&fields, delimiter, &columns, scanner, collector)?;
        }
        scanner.consume(length);
    }
}

/// The meaning of the first row, by the options and by its fields.
fn head(row: &Fields, options: &ReadOptions, scanner: &Scanner) -> Result<Head> {
    let names: Vec<String> =
        (0..row.len()).map(|i| Ok(row.text(scanner, i)?.into_owned())).collect::<Result<_>>()?;
    let place = |name: &str| names.iter().position(|other| other.eq_ignore_ascii_case(name));
    let usual = NAMES.into_iter().find_map(|[from, to]| Some((place(from)?, place(to)?)));
    let named = |name: &String| name.parse::<u64>().is_err() && place(name).is_some();
    let is_header = match options.header {
        Header::Present => true,
        Header::Absent => false,
        Header::Guess => usual.is_some() || options.columns.iter().any(named),
    };
    let mut columns = Columns::PLAIN;
    if let [from, to, rest @ ..] = &options.columns[..] {
        let known = |name: &String| {
            let number: Option<usize> = name.parse().ok().filter(|n| (1..=names.len()).contains(n));
            place(name).or(number.map(|n| n - 1)).ok_or_else(|| {
                scanner.error(
                    row.start(0),
                    format!("no column {name:?}"),
                    format!("one of {}, or a number up to {}", names.join(", "), names.len()),
                )
            })
        };
        columns = Columns::of_count(known(from)?, known(to)?, names.len());
        columns.colour = rest.first().map(known).transpose()?;
        columns.result = columns.colour;
    } else if is_header
        && let Some((from, to)) = usual
        && ((from, to) != (0, 1) || names.len() > 2)
    {
        columns = Columns::of_count(from, to, names.len());
        columns.colour = place("colour").or_else(|| place("color"));
        columns.result = place("result").or(columns.colour);
        (columns.owner, columns.priority) = (place("owner"), place("priority"));
        columns.payoff = place("payoff");
        columns.weight = if options.weights { place("weight") } else { None };
        columns.kind = place("type");
    }
    let Columns { from, to, colour, result, owner, priority, payoff, weight, kind, .. } = columns;
    let mut used = vec![from, to];
    for field in [colour, result, owner, priority, payoff, weight, kind].into_iter().flatten() {
        if field < names.len() && !used.contains(&field) {
            used.push(field);
        }
    }
    let others: Vec<usize> = (0..names.len()).filter(|i| !used.contains(i)).collect();
    let list = |fields: &[usize]| fields.iter().map(|&i| &*names[i]).collect::<Vec<_>>().join(", ");
    let said = is_header
        && options.header == Header::Guess
        && ((from, to) != (0, 1) || kind.is_some() || !others.is_empty());
    let text = said.then(|| match &others[..] {
        [] => list(&used),
        others => format!("{} (without {})", list(&used), list(others)),
    });
    Ok(Head { columns, is_header, text })
}

/// A row of two names without quotes, if it may still be a header.
fn may_be_header(row: &Fields, delimiter: u8, scanner: &Scanner) -> Result<Option<FirstLine>> {
    if row.len() != 2 || row.is_quoted(0) || row.is_quoted(1) {
        return Ok(None);
    }
    let names = [&*row.text(scanner, 0)?, &*row.text(scanner, 1)?];
    Ok(FirstLine::of(names, char::from(delimiter), scanner))
}

/// Passes the row to the collector.
fn pass_on(
    row: &Fields,
    delimiter: u8,
    columns: &Columns,
    scanner: &Scanner,
    collector: &mut Collector<'_>,
) -> Result {
    if row.is_blank() {
        return Ok(());
    }
    let name = |field: usize| row.text(scanner, field);
    let unknown = |field: usize| move |error| unknown_word(scanner, row.start(field), error);
    // The index of a field if it exists and is not empty.
    let given = |place: Option<usize>| place.filter(|&p| p < row.len() && !row.is_empty(p));
    if row.len() == 1 && !row.is_empty(0) {
        let (delimiter, expected) = match delimiter {
            b',' => (",", "from,to or from,to,colour"),
            _ => ("\t", "from and to with a tab between them"),
        };
        let alone = format!("{}{delimiter}", name(0)?);
        return Err(scanner.error(
            row.start(0),
            format!("one field, {}", quoted(name(0)?.as_bytes())),
            format!("{expected} ({alone:?} declares a vertex without arcs)"),
        ));
    }
    if row.len() > columns.count {
        let expected = match *columns == Columns::PLAIN {
            true => "two (from, to) or three (from, to, colour)".to_owned(),
            false => format!("at most {}, as in the first row", columns.count),
        };
        return Err(scanner.error(
            row.start(columns.count),
            format!("a row of {} or more fields", row.len()),
            expected,
        ));
    }
    let Some(field) = given(Some(columns.from)) else {
        let at = columns.from.min(row.len() - 1);
        let found = if at == 0 { "an empty first field" } else { "no field for it" };
        return Err(scanner.error(row.start(at), found, "the vertex where the arc begins"));
    };
    let from = collector.vertex(&name(field)?)?;
    for (place, attribute) in [
        (columns.owner, Attribute::Owner),
        (columns.priority, Attribute::Priority),
        (columns.payoff, Attribute::Payoff),
    ] {
        if let Some(place) = given(place) {
            let said = collector.attribute(from, attribute, &name(place)?, scanner.line());
            said.map_err(unknown(place))?;
        }
    }
    let Some(field) = given(Some(columns.to)) else {
        if let Some(place) = given(columns.result) {
            let result: MoveResult = name(place)?.parse().map_err(unknown(place))?;
            collector.terminal(from, result, scanner.line());
        }
        return Ok(());
    };
    let to = collector.vertex(&name(field)?)?;
    let colour = match given(columns.colour) {
        None => Colour::Both,
        Some(place) => collector.colour(&name(place)?).map_err(unknown(place))?,
    };
    if let Some(place) = columns.weight.filter(|&place| place < row.len()) {
        collector.weight(&name(place)?).map_err(unknown(place))?;
    }
    collector.arc(from, to, colour)?;
    let Some(place) = given(columns.kind) else { return Ok(()) };
    let word = name(place)?;
    match &*word.to_ascii_lowercase() {
        "directed" => Ok(()),
        "undirected" if from == to => Ok(()),
        "undirected" => collector.arc(to, from, colour),
        _ => {
            let expected =
                "Directed or Undirected, as Gephi writes them; --columns from,to takes others";
            Err(scanner.error(row.start(place), quoted(word.as_bytes()), expected))
        }
    }
}

/// An unknown colour, result, owner or priority at a place in the window.
pub(super) fn unknown_word(scanner: &Scanner, at: usize, error: UnknownWord) -> FileError {
    let found = format!("unknown {} {}", error.what, quoted(error.found.as_bytes()));
    if matches!(error.what, "colour" | "result") && error.found.parse::<f64>().is_ok() {
        let expected = format!(
            "{}; a weight is left out: `from` and `to` alone; lists of neighbours (METIS, NetworkX) \
             are not read",
            error.expected
        );
        return scanner.error(at, found, expected);
    }
    scanner.error(at, found, error.expected)
}

pub(super) fn write(writer: &Writer<'_>, output: &mut Output, delimiter: u8) -> Result {
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
    // Writes the owner and priority of a vertex, and the end of the row.
    let attributes = |output: &mut Output, v: u32, result: Option<MoveResult>| {
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
    // The owner of a vertex is in its rows, so each vertex needs a row.
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
