//! Reads graphs.

use upstar_core::Budget;
use upstar_core::arcs::Colour;

#[cfg(feature = "arrow")]
use super::arrow;
use super::collect::Collector;
use super::format::GraphFormat;
use super::options::ReadOptions;
use super::sink::{ArcSink, GraphSummary};
use super::{
    contest, delimited, dimacs, dot, graphml, json, matrix_market, parquet, pgsolver, spaced,
};
use crate::input::Source;
use crate::scan::Scanner;
use crate::{FileError, Result};

/// Reads a graph and passes its arcs to `sink`. Vertices are numbered in order of first appearance.
///
/// The names occupy memory that is reserved in `budget` and stays reserved. No other part of the
/// input is kept.
///
/// # Errors
/// [`FileError`]: malformed content, a used-up budget, or an error of the sink.
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
) -> Result<GraphSummary> {
    let mut collector = Collector::new(&source.name(), sink, options, budget);
    let format = fill(source, options, &mut collector, budget)?;
    collector.finish(format)
}

/// The meaning of the first line, if it is not an arc, as in [`GraphSummary::header`]. Reads no more
/// than the beginning of the file; what is wrong there is for [`read_graph`] to report. Standard input
/// is not read.
#[must_use]
pub fn read_header(source: &Source, options: &ReadOptions, budget: &Budget) -> Option<String> {
    if matches!(source, Source::Stdin) {
        return None;
    }
    let mut sink = |_: &[(u32, u32)], _: &[Colour]| Err(FileError::Unsupported(String::new()));
    let mut collector = Collector::new(&source.name(), &mut sink, options, budget);
    let _ = fill(source, options, &mut collector, budget);
    collector.header
}

/// Passes a graph to a collector, and returns its format.
fn fill(
    source: &Source,
    options: &ReadOptions,
    collector: &mut Collector<'_>,
    budget: &Budget,
) -> Result<GraphFormat> {
    budget.check()?;
    let input = source.open(budget)?;
    let mut scanner = Scanner::new(input, options.longest_line)?;
    let format = match options.format {
        Some(format) => format,
        None => GraphFormat::recognise(source.file_name(), scanner.window())?,
    };
    if !options.columns.is_empty() && !matches!(format, GraphFormat::Csv | GraphFormat::Tsv) {
        let message =
            format!("{}: columns are named in CSV and TSV, and this is {format}", source.name());
        return Err(FileError::Unsupported(message));
    }
    if format.has_lines() {
        scanner.accept_returns();
    }
    match format {
        GraphFormat::Csv => delimited::read(&mut scanner, b',', options, None, collector),
        GraphFormat::Tsv => delimited::read(&mut scanner, b'\t', options, None, collector),
        GraphFormat::Edges | GraphFormat::Snap => spaced::read(&mut scanner, options, collector),
        GraphFormat::Contest => contest::read(&mut scanner, options.base, collector),
        GraphFormat::Dimacs => dimacs::read(&mut scanner, collector),
        GraphFormat::MatrixMarket => matrix_market::read(&mut scanner, collector),
        GraphFormat::Dot => dot::read(&mut scanner, collector, budget),
        GraphFormat::GraphMl => graphml::read(&mut scanner, collector),
        GraphFormat::Json => json::read(&mut scanner, collector),
        GraphFormat::PgSolver => pgsolver::read(&mut scanner, collector, options.owners, budget),
        #[cfg(feature = "arrow")]
        GraphFormat::Arrow => arrow::read(scanner, collector, budget),
        GraphFormat::Parquet => {
            let path = source.plain_path().filter(|_| scanner.is_plain());
            parquet::read(scanner, path, collector, budget)
        }
    }?;
    Ok(format)
}
