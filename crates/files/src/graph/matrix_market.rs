//! Matrix Market coordinate files: an entry in row i and column j is an arc from i to j. Values
//! must be present but are ignored. Symmetric matrices (of every kind) give arcs both ways.

use std::io::Write;

use upstar_core::arcs::Colour;

use super::collect::Collector;
use super::dimacs::finish;
use super::numbered::{Numbered, number, write_names};
use super::spaced::split;
use super::writer::Writer;
use crate::error::quoted;
use crate::scan::Scanner;
use crate::{Output, Result};

const BANNER: &str = "%%MatrixMarket matrix coordinate pattern|integer|real|complex \
                      general|symmetric|skew-symmetric|hermitian";

pub(super) fn read(scanner: &mut Scanner, collector: &mut Collector<'_>) -> Result {
    scanner.refuse_binary("matrixmarket")?;
    let (fields, symmetric) = banner(scanner)?;
    let mut vertices = Numbered::new();
    let (mut promised, mut found) = (0, 0_u64);
    while let Some(end) = scanner.line_end(0)? {
        let mut words = [(0, 0); 5];
        let count = split(&scanner.window()[..end], &mut words);
        if count == 0 {
        } else if scanner.window()[words[0].0] == b'%' {
            vertices.comment(scanner, (words[0].0 + 1, end), "the sizes")?;
        } else if vertices.count().is_none() {
            let expected = "ROWS COLUMNS ENTRIES";
            if count != 3 {
                let line = quoted(&scanner.window()[..end]);
                return Err(scanner.error(words[0].0, line, expected));
            }
            let rows = number(scanner, words[0], expected)?;
            let columns = number(scanner, words[1], expected)?;
            promised = number(scanner, words[2], expected)?;
            if rows != columns {
                let found = format!("a matrix of {rows} x {columns}");
                return Err(scanner.error(words[0].0, found, "a square matrix"));
            }
            vertices.declare(scanner, words[0].0, rows, promised, collector)?;
        } else {
            if count != 2 + fields {
                return Err(scanner.error(
                    words[0].0,
                    format!("{count} fields in {}", quoted(&scanner.window()[..end])),
                    format!("row, column and {fields} numbers"),
                ));
            }
            let from = vertices.vertex(scanner, words[0])?;
            let to = vertices.vertex(scanner, words[1])?;
            collector.arc(from, to, Colour::Both)?;
            if symmetric && from != to {
                collector.arc(to, from, Colour::Both)?;
            }
            found += 1;
        }
        scanner.consume(end + 1);
    }
    finish(scanner, vertices.count().is_some(), "ROWS COLUMNS ENTRIES", promised, found)
}

/// The first line: the number of numbers in an entry, and whether the matrix is symmetric.
fn banner(scanner: &mut Scanner) -> Result<(usize, bool)> {
    let end = scanner.line_end(0)?.unwrap_or(0);
    let line = &scanner.window()[..end];
    let wrong = || scanner.error(0, quoted(line), BANNER);
    let text = std::str::from_utf8(line).map_err(|_| wrong())?.to_ascii_lowercase();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let &["%%matrixmarket", "matrix", "coordinate", field, symmetry] = &words[..] else {
        return Err(wrong());
    };
    let fields = match field {
        "pattern" => 0,
        "integer" | "real" => 1,
        "complex" => 2,
        _ => return Err(wrong()),
    };
    let symmetric = match symmetry {
        "general" => false,
        "symmetric" | "skew-symmetric" | "hermitian" => true,
        _ => return Err(wrong()),
    };
    scanner.consume(end + 1);
    Ok((fields, symmetric))
}

pub(super) fn write(writer: &mut Writer<'_>, output: &mut Output) -> Result {
    let n = writer.graph.names.len();
    writeln!(output, "%%MatrixMarket matrix coordinate pattern general")
        .map_err(|e| writer.failed(e))?;
    write_names(writer, output, "%")?;
    writeln!(output, "{n} {n} {}", writer.graph.arcs.arc_count()).map_err(|e| writer.failed(e))?;
    writer
        .write_arcs(|from, to, _| writeln!(output, "{} {}", u64::from(from) + 1, u64::from(to) + 1))
}
