//! Reads graphs.

use upstar_core::Budget;

#[cfg(feature = "arrow")]
use super::arrow;
use super::collect::Collector;
use super::format::GraphFormat;
use super::options::ReadOptions;
use super::sink::{ArcSink, GraphSummary};
use super::{
    contest, delimited, dimacs, dot, graphml, json, matrix_market, parquet, pgsolver, spaced,
};
use crate::FileError;
use crate::input::Source;
use crate::scan::Scanner;

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
) -> Result<GraphSummary, FileError> {
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
    let mut collector = Collector::new(&source.name(), sink, options, budget);
    match format {
        GraphFormat::Csv => delimited::read(&mut scanner, b',', options, None, &mut collector),
        GraphFormat::Tsv => delimited::read(&mut scanner, b'\t', options, None, &mut collector),
        GraphFormat::Edges | GraphFormat::Snap => {
            spaced::read(&mut scanner, options, &mut collector)
        }
        GraphFormat::Contest => contest::read(&mut scanner, options.base, &mut collector),
        GraphFormat::Dimacs => dimacs::read(&mut scanner, &mut collector),
        GraphFormat::MatrixMarket => matrix_market::read(&mut scanner, &mut collector),
        GraphFormat::Dot => dot::read(&mut scanner, &mut collector, budget),
        GraphFormat::GraphMl => graphml::read(&mut scanner, &mut collector),
        GraphFormat::Json => json::read(&mut scanner, &mut collector),
        GraphFormat::PgSolver => {
            pgsolver::read(&mut scanner, &mut collector, options.owners, budget)
        }
        #[cfg(feature = "arrow")]
        GraphFormat::Arrow => arrow::read(scanner, &mut collector, budget),
        GraphFormat::Parquet => {
            let path = source.plain_path().filter(|_| scanner.is_plain());
            parquet::read(scanner, path, &mut collector, budget)
        }
    }?;
    collector.finish(format)
}
