//! DIMACS shortest path graphs: `c` comments, `p sp VERTICES ARCS`, `a FROM TO [WEIGHT]` with
//! vertices from 1. Weights are ignored unless the options ask for them. `p edge` with lines
//! `e FROM TO` is an undirected graph,
//! which gives arcs both ways.

use std::io::Write;

use super::collect::Collector;
use super::delimited::unknown_word;
use super::numbered::{Numbered, number, write_names};
use super::spaced::split;
use super::writer::Writer;
use crate::error::quoted;
use crate::scan::Scanner;
use crate::{Output, Result};
use upstar_core::arcs::Colour;

pub(super) fn read(scanner: &mut Scanner, collector: &mut Collector<'_>) -> Result {
    scanner.refuse_binary("dimacs")?;
    let mut vertices = Numbered::new();
    let (mut promised, mut found) = (0, 0_u64);
    while let Some(end) = scanner.line_end(0)? {
        let mut words = [(0, 0); 5];
        let count = split(&scanner.window()[..end], &mut words);
        let word = |i: usize| &scanner.window()[words[i].0..words[i].1];
        match (count, if count > 0 { word(0) } else { b"c" }) {
            (_, b"c") if count == 0 => {}
            (_, b"c") => vertices.comment(scanner, (words[0].1, end), "the line p")?,
            (4, b"p") if vertices.count().is_none() => {
                promised = number(scanner, words[3], "the number of arcs")?;
                let count = number(scanner, words[2], "the number of vertices")?;
                vertices.declare(scanner, words[2].0, count, promised, collector)?;
            }
            (3 | 4, b"a" | b"e") if vertices.count().is_some() => {
                let from = vertices.vertex(scanner, words[1])?;
                let to = vertices.vertex(scanner, words[2])?;
                if collector.has_weights() && count == 4 {
                    let text = scanner.text(words[3].0, words[3].1)?;
                    let unknown = |error| unknown_word(scanner, words[3].0, error);
                    collector.weight(text).map_err(unknown)?;
                }
                collector.arc(from, to, Colour::Both)?;
                if word(0) == b"e" && from != to {
                    collector.arc(to, from, Colour::Both)?;
                }
                found += 1;
            }
            _ => {
                let expected = match vertices.count() {
                    None => "p sp VERTICES ARCS, or a comment: c ...",
                    Some(_) => "a FROM TO WEIGHT, or a comment: c ...",
                };
                return Err(scanner.error(words[0].0, quoted(&scanner.window()[..end]), expected));
            }
        }
        scanner.consume(end + 1);
    }
    finish(scanner, vertices.count().is_some(), "p sp VERTICES ARCS", promised, found)
}

/// Returns an error unless there was a header and as many arcs as it announced.
pub(super) fn finish(
    scanner: &Scanner,
    header: bool,
    expected: &str,
    promised: u64,
    found: u64,
) -> Result {
    if !header {
        return Err(scanner.error(0, "the end of the file", expected));
    }
    if found != promised {
        return Err(scanner.error(
            0,
            format!("{found} arcs"),
            format!("{promised}, as the header says"),
        ));
    }
    Ok(())
}

pub(super) fn write(writer: &mut Writer<'_>, output: &mut Output) -> Result {
    write_names(writer, output, "c ")?;
    let (vertices, arcs) = (writer.graph.names.len(), writer.graph.arcs.arc_count());
    writeln!(output, "p sp {vertices} {arcs}").map_err(|e| writer.failed(e))?;
    writer.write_arcs(|from, to, _| {
        writeln!(output, "a {} {} 1", u64::from(from) + 1, u64::from(to) + 1)
    })
}
