//! Conversion between formats of graph files.

use std::path::Path;

use upstar_core::Budget;
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, read_header, write_graph};
use upstar_files::{Compression, Source};

use crate::analysis::{Analysis, GraphFacts, Property};
use crate::error::{Error, Result};

/// Writes a graph in another format; omitted formats are detected.
///
/// Features that the new format cannot represent (colours, results of terminals, isolated vertices)
/// are an error: nothing is lost silently. The analysis has the size of the graph, and the formats
/// among the properties.
///
/// # Errors
///
/// [`Error::UnknownFormat`] if the name of the output file does not determine it; [`Error::File`];
/// the budget.
pub fn convert_graph(
    from: &Source,
    options: &ReadOptions,
    to: &Path,
    to_format: Option<GraphFormat>,
    budget: &Budget,
) -> Result<Analysis> {
    let format = to_format
        .or_else(|| GraphFormat::of_name(Compression::strip(to)))
        .ok_or_else(|| Error::UnknownFormat(to.display().to_string()))?;
    let (graph, read) = EdgeList::read(from, options, budget)?;
    write_graph(to, format, &graph.view(), budget)?;
    let mut analysis = Analysis::new(to.display().to_string());
    analysis.graph = Some(GraphFacts {
        vertices: u64::from(graph.names.len()),
        arcs: graph.arcs.len() as u64,
        coloured: !graph.colours.is_empty(),
        header: read_header(from, options, budget),
        ..GraphFacts::default()
    });
    analysis.properties =
        vec![Property::ReadAs(read.to_string()), Property::WrittenAs(format.to_string())];
    Ok(analysis)
}
