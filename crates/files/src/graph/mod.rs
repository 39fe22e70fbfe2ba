//! Graphs in files: readers that give a stream of arcs, and writers.
//!
//! A reader knows nothing of games and keeps no arcs: it gives every name a
//! number in order of first appearance and hands the arcs to an [`ArcSink`],
//! batch by batch. What it keeps are the names, and the terminals that have
//! results of their own.

#[cfg(feature = "arrow")]
mod arrow;
mod collect;
mod delimited;
mod dimacs;
mod dot;
mod dot_write;
mod edge_list;
mod format;
mod graphml;
mod json;
mod matrix_market;
mod numbered;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod pgsolver;
mod spaced;
mod write;

pub use collect::{ArcSink, GraphSummary};
pub(crate) use delimited::Rows;
pub use edge_list::EdgeList;
pub use format::GraphFormat;
pub use write::{ArcSource, GraphView, write_graph, write_graph_to};

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use upstar_core::Budget;

use crate::FileError;
use crate::input::Source;
use crate::scan::Scanner;
use collect::Collector;

/// Whether the first row of a CSV file names the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Header {
    /// If it looks like it: `from,to`, `source,target`, `src,dst`, perhaps
    /// with a third column `colour`.
    #[default]
    Guess,
    /// It does.
    Present,
    /// It is an arc.
    Absent,
}

/// How a graph is to be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format; by default it is recognised by extension, then content.
    pub format: Option<GraphFormat>,
    /// Whether the first row of a CSV or TSV file names the columns.
    pub header: Header,
    /// The longest line, in bytes, in formats that are read line by line.
    pub longest_line: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { format: None, header: Header::Guess, longest_line: 1 << 20 }
    }
}

impl ReadOptions {
    /// The defaults, with the format given.
    pub fn with_format(format: GraphFormat) -> ReadOptions {
        ReadOptions { format: Some(format), ..ReadOptions::default() }
    }
}

/// Reads a graph and hands its arcs to `sink`. Vertices are numbered in
/// order of first appearance.
///
/// The names occupy memory that is reserved in `budget` and stays reserved;
/// nothing else of the input is kept.
///
/// # Errors
/// [`FileError`]: what stands in the file, the budget, or the sink's own.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_files::{Source, graph};
/// let source = Source::bytes("g.csv", "from,to\na,b\nb,c\n");
/// let mut arcs = Vec::new();
/// let summary = graph::read_graph(
///     &source,
///     &graph::ReadOptions::default(),
///     &mut |batch: &[(u32, u32)], _: &[upstar_core::arcs::Colour]| {
///         arcs.extend_from_slice(batch);
///         Ok(())
///     },
///     &Budget::unlimited(),
/// )?;
/// assert_eq!(arcs, [(0, 1), (1, 2)]);
/// assert_eq!(summary.names.get(2).to_string(), "c");
/// # Ok::<(), upstar_files::FileError>(())
/// ```
pub fn read_graph(
    source: &Source,
    options: &ReadOptions,
    sink: &mut dyn ArcSink,
    budget: &Budget,
) -> Result<GraphSummary, FileError> {
    budget.check()?;
    let input = source.open()?;
    let mut scanner = Scanner::new(input, options.longest_line)?;
    let format = match options.format {
        Some(format) => format,
        None => GraphFormat::recognise(source.file_name(), scanner.window())?,
    };
    let mut collector = Collector::new(&source.name(), sink, budget);
    match format {
        GraphFormat::Csv => delimited::read(&mut scanner, b',', options, &mut collector),
        GraphFormat::Tsv => delimited::read(&mut scanner, b'\t', options, &mut collector),
        GraphFormat::Edges | GraphFormat::Snap => spaced::read(&mut scanner, &mut collector),
        GraphFormat::Dimacs => dimacs::read(&mut scanner, &mut collector),
        GraphFormat::MatrixMarket => matrix_market::read(&mut scanner, &mut collector),
        GraphFormat::Dot => dot::read(&mut scanner, &mut collector, budget),
        GraphFormat::GraphMl => graphml::read(&mut scanner, &mut collector),
        GraphFormat::Json => json::read(&mut scanner, &mut collector),
        GraphFormat::PgSolver => pgsolver::read(&mut scanner, &mut collector, budget),
        #[cfg(feature = "arrow")]
        GraphFormat::Arrow => arrow::read(scanner, &mut collector, budget),
        GraphFormat::Parquet => {
            let path = source.plain_path(&scanner);
            parquet::read(scanner, path, &mut collector, budget)
        }
    }?;
    collector.finish(format)
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a reader made of a library whose panics become
/// errors of the file. A program's panic hook asks this to stay silent then.
///
/// ```
/// let hook = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |info| {
///     if !upstar_files::graph::is_guarded() {
///         hook(info);
///     }
/// }));
/// ```
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Runs a reader made of a library that asserts what damaged data break: that is
/// an error of the file, not of the program. What `read` leaves behind is
/// dropped with the error.
fn guarded(
    name: &str,
    expected: &str,
    read: impl FnOnce() -> Result<(), FileError>,
) -> Result<(), FileError> {
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(before);
    result.unwrap_or_else(|_| {
        let found = "a page that cannot be decoded";
        Err(FileError::malformed(name, 0, 0, found, expected))
    })
}

#[cfg(test)]
mod tests {
    use super::{guarded, is_guarded};

    #[test]
    fn what_a_library_asserts_is_an_error_of_the_file() {
        let error = guarded("g", "a whole file", || {
            assert!(!is_guarded(), "damaged");
            Ok(())
        });
        let message = error.unwrap_err().to_string();
        assert_eq!(message, "g: a page that cannot be decoded; expected a whole file");
        assert!(!is_guarded());
    }
}
