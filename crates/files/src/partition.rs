//! Claimed outcomes of vertices, to be checked.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Outcome};

use crate::error::quoted;
use crate::fields::Fields;
use crate::graph::ReadOptions;
use crate::scan::Scanner;
use crate::{Result, Source};

/// Reads a table of claimed outcomes: CSV (or TSV, if the name says so) with the columns `vertex`
/// and `outcome` (or `result`). Other columns are skipped, so that Upstar's own tables can be read.
/// Without such a header there must be exactly two columns in this order.
///
/// A claim is N, P or D, or what graph files say of terminals: W, L or D for the player to move.
///
/// `claim` is called with the vertex, its outcome and the line.
///
/// # Errors
/// [`FileError`](crate::FileError) for malformed content, for a used-up budget, and for an error
/// that `claim` returns.
///
/// ```
/// use upstar_core::{Budget, Outcome};
/// use upstar_files::{Source, read_partition};
/// let source = Source::bytes("p.csv", "vertex,outcome\na,N\nb,P\n");
/// let mut claims = Vec::new();
/// read_partition(&source, &Budget::unlimited(), &mut |vertex, outcome, line| {
///     claims.push((vertex.to_owned(), outcome, line));
///     Ok(())
/// })?;
/// assert_eq!(claims[1], ("b".to_owned(), Outcome::P, 3));
/// # Ok::<(), upstar_files::FileError>(())
/// ```
pub fn read_partition(
    source: &Source,
    budget: &Budget,
    claim: &mut dyn FnMut(&str, Outcome, u64) -> Result,
) -> Result {
    let mut scanner = Scanner::new(source.open(budget)?, ReadOptions::default().longest_line)?;
    scanner.refuse_binary("csv")?;
    let tabs = source.file_name().extension().is_some_and(|e| e == "tsv");
    let mut fields = Fields::new(if tabs { b'\t' } else { b',' });
    let mut ticker = budget.ticker();
    // The columns of the vertex and the outcome, and the number of columns.
    let mut columns: Option<(usize, usize, usize)> = None;
    while let Some(length) = fields.next(&mut scanner)? {
        ticker.tick(1)?;
        if fields.is_blank() {
            scanner.consume(length);
            continue;
        }
        let is_first = columns.is_none();
        let header = if is_first { find_columns(&fields, &scanner)? } else { None };
        let (vertex, outcome, count) = *columns.get_or_insert(header.unwrap_or((0, 1, 2)));
        if header.is_none() {
            if fields.len() != count {
                return Err(scanner.error(
                    0,
                    format!("a row of {} fields", fields.len()),
                    if is_first {
                        "a header with the columns vertex and outcome, or two columns".to_owned()
                    } else {
                        format!("{count} fields, as in the first row")
                    },
                ));
            }
            let name = fields.text(&scanner, vertex)?;
            let word = fields.text(&scanner, outcome)?;
            // L is a loss of the player to move, as in graph files, and not a win of Left.
            let result = word.parse().map(MoveResult::outcome);
            let outcome = result.or_else(|_| word.parse()).map_err(|_| {
                scanner.error(
                    fields.start(outcome),
                    format!("unknown outcome {}", quoted(word.as_bytes())),
                    "N, P or D, or W, L or D for the player to move",
                )
            })?;
            claim(&name, outcome, scanner.line())?;
        }
        scanner.consume(length);
    }
    if columns.is_none() {
        return Err(scanner.error(0, "no rows", "a table with the columns vertex and outcome"));
    }
    Ok(())
}

fn find_columns(fields: &Fields, scanner: &Scanner) -> Result<Option<(usize, usize, usize)>> {
    let (mut vertex, mut outcome) = (None, None);
    for field in 0..fields.len() {
        match fields.text(scanner, field)?.to_ascii_lowercase().as_str() {
            "vertex" => vertex = Some(field),
            "outcome" | "class" | "result" => outcome = Some(field),
            _ => {}
        }
    }
    Ok(vertex.zip(outcome).map(|(v, o)| (v, o, fields.len())))
}
