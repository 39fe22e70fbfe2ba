//! Edge lists separated by blanks: two names and perhaps a colour on each line. Lines that begin
//! with `#` or `%` are comments, as in the SNAP collection. In place of the colour there may be the
//! attributes that NetworkX writes, `{}` or `{'colour': 'red'}`. Attributes other than the colour
//! are ignored.

use std::io::Write;

use memchr::memchr;
use upstar_core::arcs::Colour;
use upstar_core::names::Name;

use super::collect::Collector;
use super::delimited::{integer_lines, unknown_word};
use super::first_line::{FirstLine, is_usual};
use super::options::{Header, ReadOptions};
use super::writer::Writer;
use crate::error::quoted;
use crate::scan::Scanner;
use crate::{FileError, Output, Result};

/// The text that NetworkX writes for an arc without attributes, or for a vertex in its lists.
const ATTRIBUTES: &str = "{}";
/// Signs that people write between two vertices. They are not names here.
const ARROWS: [&str; 6] = ["->", "-->", "=>", "--", "→", "←"];

pub(super) fn read(
    scanner: &mut Scanner,
    options: &ReadOptions,
    collector: &mut Collector<'_>,
) -> Result {
    scanner.refuse_binary("edges")?;
    let mut pairs = Vec::new();
    let mut first = options.header != Header::Absent;
    let mut named = options.header == Header::Present;
    let mut undecided: Option<FirstLine> = None;
    loop {
        if !first && collector.is_integers() {
            let is_blank = |b| b == b' ' || b == b'\t';
            integer_lines(scanner, collector, &mut undecided, &mut pairs, is_blank)?;
        }
        let Some(end) = scanner.line_end(0)? else {
            return undecided.map_or(Ok(()), |line| line.judge(scanner));
        };
        let mut words = [(0, 0); 4];
        let count = split(&scanner.window()[..end], &mut words);
        if count > 0 && matches!(scanner.window()[words[0].0], b'#' | b'%') {
            // Headers of contests and names of columns come at the very beginning.
            first = false;
        } else if count > 0 {
            let word = |i: usize| scanner.text(words[i].0, words[i].1);
            if std::mem::take(&mut named) {
                first = false;
                scanner.consume(end + 1);
                continue;
            }
            if count > 1 && std::mem::take(&mut first) {
                if word(0)?.ends_with(':') {
                    return Err(scanner.error(
                        words[0].0,
                        format!("{}, as in an adjacency list", quoted(word(0)?.as_bytes())),
                        "from and to in each line, one arc per line; --no-header if a name ends with \
                         a colon",
                    ));
                }
                if count == 2 {
                    undecided = FirstLine::of([word(0)?, word(1)?], ' ', scanner);
                    if let Some(line) = &mut undecided
                        && line.is_above_numbers(scanner, end + 1)
                    {
                        collector.header = line.text();
                        scanner.consume(end + 1);
                        continue;
                    }
                } else {
                    refuse_counts(&words[..count], scanner)?;
                }
            } else if let Some(line) = &mut undecided
                && !(count > 1 && line.line([word(0)?, word(1)?], scanner)?)
            {
                undecided = None;
            }
            line(scanner, end, (&words, count), collector)?;
        }
        scanner.consume(end + 1);
    }
}

/// Refuses a first line of three or more numbers, which is not an arc with a colour.
fn refuse_counts(words: &[(usize, usize)], scanner: &Scanner) -> Result {
    for &(from, to) in words {
        if !scanner.window()[from..to].iter().all(u8::is_ascii_digit) {
            return Ok(());
        }
    }
    Err(scanner.error(
        words[0].0,
        format!("a first line of {} numbers or more", words.len()),
        "from and to in each line. If this line is a header of vertices, arcs and a start, use \
         --from-format contest. Weights and lists of neighbours (METIS, NetworkX) are not read",
    ))
}

/// Passes on the arc on a line whose first words are known.
fn line(
    scanner: &Scanner,
    end: usize,
    (words, count): (&[(usize, usize); 4], usize),
    collector: &mut Collector<'_>,
) -> Result {
    let name = |word: usize| scanner.text(words[word].0, words[word].1);
    if count == 1 {
        return Err(scanner.error(
            words[0].0,
            format!("one field, {}", quoted(name(0)?.as_bytes())),
            "from and to, separated by blanks (vertices without arcs can be declared in csv)",
        ));
    }
    let arrow = |word: usize| Ok::<_, FileError>(ARROWS.contains(&name(word)?));
    if arrow(0)? || arrow(1)? {
        let at = words[usize::from(!arrow(0)?)].0;
        return Err(scanner.error(
            at,
            "an arrow between the vertices",
            "from and to, separated by blanks alone (in Graphviz: digraph { a -> b })",
        ));
    }
    if count > 2 && scanner.window()[words[2].0] == b'{' {
        let end = scanner.window()[..end].trim_ascii_end().len();
        let colour = attributes(scanner, words[2].0, end, collector)?;
        let from = collector.vertex(name(0)?)?;
        let to = collector.vertex(name(1)?)?;
        return collector.arc(from, to, colour);
    }
    if count > 3 {
        return Err(scanner.error(
            words[3].0,
            "more than three fields",
            "two (from, to) or three (from, to, colour); lists of neighbours (METIS, NetworkX) are \
             not read: write an arc on each line",
        ));
    }
    if name(1)? == ATTRIBUTES {
        return Err(scanner.error(
            words[1].0,
            quoted(name(1)?.as_bytes()),
            "the vertex where the arc ends; NetworkX' multi-line adjacency lists are not read: write \
             the graph with write_edgelist",
        ));
    }
    let from = collector.vertex(name(0)?)?;
    let to = collector.vertex(name(1)?)?;
    let colour: Colour = match count {
        2 => Colour::Both,
        _ => collector.colour(name(2)?).map_err(|e| unknown_word(scanner, words[2].0, e))?,
    };
    collector.arc(from, to, colour)
}

/// The colour among the attributes of an arc, as Python writes them.
fn attributes(
    scanner: &Scanner,
    start: usize,
    end: usize,
    collector: &Collector<'_>,
) -> Result<Colour> {
    let text = scanner.text(start, end)?;
    let expected = "{} or attributes such as {'colour': 'red'}";
    let wrong = || scanner.error(start, quoted(text.as_bytes()), expected);
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inner = inner.ok_or_else(wrong)?;
    let keys = ["'colour':", "'color':", "\"colour\":", "\"color\":"];
    let Some((at, key)) = keys.iter().find_map(|key| Some((inner.find(key)?, key))) else {
        return Ok(Colour::Both);
    };
    let value = inner[at + key.len()..].trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '\'' | '"')).ok_or_else(wrong)?;
    let (word, _) = value[1..].split_once(quote).ok_or_else(wrong)?;
    collector.colour(word).map_err(|error| unknown_word(scanner, start, error))
}

/// Finds where the words of a line begin and end. Returns their number, at most the length of
/// `words`.
pub(super) fn split(line: &[u8], words: &mut [(usize, usize)]) -> usize {
    let mut at = 0;
    for (count, word) in words.iter_mut().enumerate() {
        while at < line.len() && line[at].is_ascii_whitespace() {
            at += 1;
        }
        if at == line.len() {
            return count;
        }
        let rest = &line[at..];
        // Usually there is one blank between words.
        let mut length = memchr(b' ', rest).unwrap_or(rest.len());
        if let Some(shorter) = rest[..length].iter().position(u8::is_ascii_whitespace) {
            length = shorter;
        }
        *word = (at, at + length);
        at += length;
    }
    words.len()
}

/// Writes the arcs, and a comment before the first arc if it might be read as a header.
pub(super) fn write(writer: &Writer<'_>, output: &mut Output, blank: u8) -> Result {
    let names = writer.graph.names;
    let may_be_header = |from: u32, to: u32| match (names.get(from), names.get(to)) {
        (Name::Integer(_), Name::Integer(to)) => {
            to.checked_add(1) == Some(writer.graph.arcs.arc_count())
        }
        (Name::Text(from), Name::Text(to)) => {
            // Among other names, numbers are texts.
            let is_number = |name: Name<'_>| match name {
                Name::Integer(_) => true,
                Name::Text(name) => name.bytes().all(|byte| byte.is_ascii_digit()),
            };
            from.ends_with(':') || is_usual([from, to]) || names.iter().any(is_number)
        }
        (Name::Text(from), Name::Integer(_)) => from.ends_with(':'),
        _ => false,
    };
    let mut first = blank == b' ';
    let mut integer = itoa::Buffer::new();
    let mut write = |output: &mut Output, v: u32| match writer.graph.names.get(v) {
        Name::Integer(n) => {
            output.write_all(integer.format(n).as_bytes()).map_err(|e| writer.failed(e))
        }
        Name::Text(name) => {
            let comment = name.starts_with(['#', '%', '\u{feff}']);
            let blank = |b: u8| b.is_ascii_whitespace();
            let arrow = ARROWS.contains(&name) || name == ATTRIBUTES;
            if name.is_empty() || comment || arrow || name.bytes().any(blank) {
                return Err(writer.cannot(&format!("the name {name:?}")));
            }
            output.write_all(name.as_bytes()).map_err(|e| writer.failed(e))
        }
    };
    writer.each_arc(|from, to, colour| {
        if std::mem::take(&mut first) && may_be_header(from, to) {
            output.write_all(b"# from to\n").map_err(|e| writer.failed(e))?;
        }
        write(output, from)?;
        output.write_all(&[blank]).map_err(|e| writer.failed(e))?;
        write(output, to)?;
        match colour {
            Colour::Both => output.write_all(b"\n"),
            _ => writeln!(output, "{}{colour}", char::from(blank)),
        }
        .map_err(|e| writer.failed(e))
    })
}

pub(super) fn write_snap(writer: &Writer<'_>, output: &mut Output) -> Result {
    writeln!(
        output,
        "# Directed graph\n# Nodes: {} Edges: {}\n# FromNodeId\tToNodeId",
        writer.graph.names.len(),
        writer.graph.arcs.arc_count()
    )
    .map_err(|e| writer.failed(e))?;
    write(writer, output, b'\t')
}
