//! Writes graphs.

use std::path::Path;

use upstar_core::Budget;

#[cfg(feature = "arrow")]
use super::arrow;
use super::format::GraphFormat;
use super::writer::{GraphView, Writer};
use super::{
    delimited, dimacs, dot_write, graphml, json, matrix_market, parquet, pgsolver, spaced,
};
use crate::{FileError, Output, Result};

/// Writes a graph to `path` (`-`: standard output) in the given format. The output is compressed if
/// the name ends in `.gz` or `.zst`. The order of arcs is kept if the format has one, and the order
/// of vertices if the format can declare them.
///
/// # Errors
/// [`FileError::NotRepresentable`] if the format cannot hold the graph, so that nothing is lost
/// silently. [`FileError::Write`]; a budget that is used up.
pub fn write_graph(
    path: &Path,
    format: GraphFormat,
    graph: &GraphView<'_>,
    budget: &Budget,
) -> Result {
    let output = match format {
        // These formats compress their pages themselves.
        GraphFormat::Parquet => Output::create_as(path, crate::Compression::None)?,
        _ => Output::create(path)?,
    };
    write_graph_to(output, format, graph, budget)?.finish()
}

/// As [`write_graph`], into an output that is already open. The output is returned so that it can
/// be finished.
///
/// # Errors
/// As [`write_graph`].
pub fn write_graph_to(
    mut output: Output,
    format: GraphFormat,
    graph: &GraphView<'_>,
    budget: &Budget,
) -> Result<Output> {
    let mut writer = Writer::new(output.path(), format, graph, budget)?;
    match format {
        GraphFormat::Csv => delimited::write(&writer, &mut output, b','),
        GraphFormat::Tsv => delimited::write(&writer, &mut output, b'\t'),
        GraphFormat::Edges => spaced::write(&writer, &mut output, b' '),
        GraphFormat::Snap => spaced::write_snap(&writer, &mut output),
        GraphFormat::Contest => Err(FileError::Unsupported(
            "graphs are read in the format contest, and not written".to_owned(),
        )),
        GraphFormat::Dimacs => dimacs::write(&mut writer, &mut output),
        GraphFormat::MatrixMarket => matrix_market::write(&mut writer, &mut output),
        GraphFormat::Dot => dot_write::write(&mut writer, &mut output),
        GraphFormat::GraphMl => graphml::write(&mut writer, &mut output),
        GraphFormat::Json => json::write(&mut writer, &mut output),
        GraphFormat::PgSolver => pgsolver::write(&mut writer, &mut output),
        #[cfg(feature = "arrow")]
        GraphFormat::Arrow => arrow::write(&mut writer, &mut output),
        GraphFormat::Parquet => return parquet::write(&mut writer, output),
    }?;
    Ok(output)
}
