//! Writing graphs.

use std::io::{self, Write};
use std::path::Path;

use upstar_core::Budget;
use upstar_core::arcs::{Colour, TerminalResult};
use upstar_core::names::{Name, Names};

use super::{EdgeList, GraphFormat};
use crate::quoting::write_field;
use crate::{FileError, Output};

/// The arcs of a graph, for a writer: in an order that stays the same from
/// one visit to the next.
pub trait ArcSource {
    /// How many arcs there are.
    fn arc_count(&self) -> u64;

    /// Whether any arc is blue or red.
    fn is_coloured(&self) -> bool;

    /// Calls `visit` for every arc (from, to, colour), until it fails.
    ///
    /// # Errors
    /// The error of `visit`.
    fn for_each_arc(
        &self,
        visit: &mut dyn FnMut(u32, u32, Colour) -> Result<(), FileError>,
    ) -> Result<(), FileError>;
}

impl ArcSource for EdgeList {
    fn arc_count(&self) -> u64 {
        self.arcs.len() as u64
    }

    fn is_coloured(&self) -> bool {
        self.colours.iter().any(|&colour| colour != Colour::Both)
    }

    fn for_each_arc(
        &self,
        visit: &mut dyn FnMut(u32, u32, Colour) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        for (i, &(from, to)) in self.arcs.iter().enumerate() {
            visit(from, to, self.colour(i))?;
        }
        Ok(())
    }
}

/// A graph to be written.
#[derive(Clone, Copy)]
pub struct GraphView<'a> {
    /// What the vertices are called.
    pub names: &'a Names,
    /// The arcs.
    pub arcs: &'a dyn ArcSource,
    /// The vertices with results of their own, ascending.
    pub terminals: &'a [(u32, TerminalResult)],
}

impl EdgeList {
    /// The graph as a writer wants it.
    pub fn view(&self) -> GraphView<'_> {
        GraphView { names: &self.names, arcs: self, terminals: &self.terminals }
    }
}

/// Writes a graph to `path` (`-`: standard output) in the given format,
/// compressed if the name ends in `.gz` or `.zst`. The order of arcs is kept
/// where the format has one, and the order of vertices where it can declare
/// them.
///
/// # Errors
/// [`FileError::NotRepresentable`] if the format cannot hold the graph:
/// nothing is lost silently. [`FileError::Write`], and the budget.
pub fn write_graph(
    path: &Path,
    format: GraphFormat,
    graph: &GraphView<'_>,
    budget: &Budget,
) -> Result<(), FileError> {
    let output = match format {
        // These compress their pages themselves.
        GraphFormat::Parquet => Output::create_as(path, crate::Compression::None)?,
        _ => Output::create(path)?,
    };
    write_graph_to(output, format, graph, budget)?.finish()
}

/// As [`write_graph`], into an output that is already open; it is given back
/// to be finished.
///
/// # Errors
/// As [`write_graph`].
pub fn write_graph_to(
    mut output: Output,
    format: GraphFormat,
    graph: &GraphView<'_>,
    budget: &Budget,
) -> Result<Output, FileError> {
    let mut writer = Writer {
        name: output.path().display().to_string(),
        path: output.path().to_owned(),
        format,
        graph: *graph,
        budget,
    };
    writer.check()?;
    match format {
        GraphFormat::Csv => writer.delimited(&mut output, b','),
        GraphFormat::Tsv => writer.delimited(&mut output, b'\t'),
        GraphFormat::Edges => writer.spaced(&mut output, b' '),
        GraphFormat::Snap => writer.snap(&mut output),
        GraphFormat::Dimacs => super::dimacs::write(&mut writer, &mut output),
        GraphFormat::MatrixMarket => super::matrix_market::write(&mut writer, &mut output),
        GraphFormat::Dot => super::dot_write::write(&mut writer, &mut output),
        GraphFormat::GraphMl => super::graphml::write(&mut writer, &mut output),
        GraphFormat::Json => super::json::write(&mut writer, &mut output),
        GraphFormat::PgSolver => super::pgsolver::write(&mut writer, &mut output),
        #[cfg(feature = "arrow")]
        GraphFormat::Arrow => super::arrow::write(&mut writer, &mut output),
        GraphFormat::Parquet => return super::parquet::write(&mut writer, output),
    }?;
    Ok(output)
}

/// What the writers of all formats have in common.
pub(super) struct Writer<'a> {
    name: String,
    path: std::path::PathBuf,
    format: GraphFormat,
    pub(super) graph: GraphView<'a>,
    pub(super) budget: &'a Budget,
}

impl Writer<'_> {
    /// Refuses what the format cannot hold.
    fn check(&self) -> Result<(), FileError> {
        if !self.format.has_colours() && self.graph.arcs.is_coloured() {
            return Err(self.cannot("colours of arcs"));
        }
        if !self.format.has_results() && !self.graph.terminals.is_empty() {
            return Err(self.cannot("terminals with results of their own"));
        }
        if !self.format.has_isolated_vertices() {
            self.budget.reserve(u64::from(self.graph.names.len()))?;
            let mut alone = vec![true; self.graph.names.len() as usize];
            self.each_arc(|from, to, _| {
                alone[from as usize] = false;
                alone[to as usize] = false;
                Ok(())
            })?;
            self.budget.release(u64::from(self.graph.names.len()));
            if let Some(v) = alone.iter().position(|&alone| alone) {
                let name = self.graph.names.get(v as u32);
                return Err(self.cannot(&format!("vertices without arcs, such as {name}")));
            }
        }
        Ok(())
    }

    /// The error that the format cannot hold something.
    pub(super) fn cannot(&self, what: &str) -> FileError {
        FileError::NotRepresentable {
            name: self.name.clone(),
            reason: format!("the format {} cannot hold {what}; csv can", self.format),
        }
    }

    /// An error of writing, with the name of the file.
    pub(super) fn failed(&self, error: io::Error) -> FileError {
        FileError::write(&self.path, error)
    }

    /// Calls `with` for every arc, asking the budget on the way.
    pub(super) fn each_arc(
        &self,
        mut with: impl FnMut(u32, u32, Colour) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let mut ticker = self.budget.ticker();
        self.graph.arcs.for_each_arc(&mut |from, to, colour| {
            ticker.tick(1)?;
            with(from, to, colour)
        })
    }

    /// As [`Writer::each_arc`], for what only writes.
    pub(super) fn write_arcs(
        &self,
        mut with: impl FnMut(u32, u32, Colour) -> io::Result<()>,
    ) -> Result<(), FileError> {
        self.each_arc(|from, to, colour| with(from, to, colour).map_err(|e| self.failed(e)))
    }

    /// Calls `with` for every vertex with its own result.
    pub(super) fn write_vertices(
        &self,
        mut with: impl FnMut(u32, Name<'_>, Option<TerminalResult>) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let mut ticker = self.budget.ticker();
        let mut terminals = self.graph.terminals.iter().peekable();
        for v in 0..self.graph.names.len() {
            ticker.tick(1)?;
            let result = terminals.next_if(|&&(t, _)| t == v).map(|&(_, result)| result);
            with(v, self.graph.names.get(v), result).map_err(|e| self.failed(e))?;
        }
        Ok(())
    }

    /// The graph as rows: arcs, and vertices declared where their numbers
    /// would not come out otherwise, then results.
    pub(super) fn each_row(
        &self,
        mut with: impl FnMut(u32, Row) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let mut seen = 0;
        self.each_arc(|from, to, colour| {
            // The arc itself brings `from`, then `to`, if they are next.
            let first = if to > seen.max(from + 1) { to } else { seen.max(from) };
            (seen..first).try_for_each(|v| with(v, Row::Vertex))?;
            seen = first.max(from + 1).max(to + 1);
            with(from, Row::Arc(to, colour))
        })?;
        (seen..self.graph.names.len()).try_for_each(|v| with(v, Row::Vertex))?;
        for &(v, result) in self.graph.terminals {
            with(v, Row::Result(result))?;
        }
        Ok(())
    }

    fn delimited(&self, output: &mut Output, delimiter: u8) -> Result<(), FileError> {
        let coloured = self.graph.arcs.is_coloured();
        let d = char::from(delimiter);
        let header = if coloured { format!("from{d}to{d}colour") } else { format!("from{d}to") };
        writeln!(output, "{header}").map_err(|e| self.failed(e))?;
        let names = self.graph.names;
        let mut row = |v: u32, row: Row| -> io::Result<()> {
            write_name(output, names.get(v), delimiter)?;
            output.write_all(&[delimiter])?;
            match row {
                Row::Vertex => output.write_all(b"\n"),
                Row::Result(result) => writeln!(output, "{d}{result}"),
                Row::Arc(to, colour) => {
                    write_name(output, names.get(to), delimiter)?;
                    match colour {
                        Colour::Both => output.write_all(b"\n"),
                        _ => writeln!(output, "{d}{colour}"),
                    }
                }
            }
        };
        self.each_row(|v, what| row(v, what).map_err(|e| self.failed(e)))
    }

    fn spaced(&self, output: &mut Output, blank: u8) -> Result<(), FileError> {
        let mut integer = itoa::Buffer::new();
        let mut write = |output: &mut Output, v: u32| match self.graph.names.get(v) {
            Name::Integer(n) => {
                output.write_all(integer.format(n).as_bytes()).map_err(|e| self.failed(e))
            }
            Name::Text(name) => {
                let comment = name.starts_with(['#', '%', '\u{feff}']);
                let blank = |b: u8| b.is_ascii_whitespace();
                if name.is_empty() || comment || name.bytes().any(blank) {
                    return Err(self.cannot(&format!("the name {name:?}")));
                }
                output.write_all(name.as_bytes()).map_err(|e| self.failed(e))
            }
        };
        self.each_arc(|from, to, colour| {
            write(output, from)?;
            output.write_all(&[blank]).map_err(|e| self.failed(e))?;
            write(output, to)?;
            match colour {
                Colour::Both => output.write_all(b"\n"),
                _ => writeln!(output, "{}{colour}", char::from(blank)),
            }
            .map_err(|e| self.failed(e))
        })
    }

    fn snap(&self, output: &mut Output) -> Result<(), FileError> {
        writeln!(
            output,
            "# Directed graph\n# Nodes: {} Edges: {}\n# FromNodeId\tToNodeId",
            self.graph.names.len(),
            self.graph.arcs.arc_count()
        )
        .map_err(|e| self.failed(e))?;
        self.spaced(output, b'\t')
    }
}

/// What a row says of the vertex in its first column.
#[derive(Clone, Copy)]
pub(super) enum Row {
    /// It has an arc.
    Arc(u32, Colour),
    /// It is there.
    Vertex,
    /// It has a result of its own.
    Result(TerminalResult),
}

/// Writes a name as a field of CSV or TSV.
fn write_name(output: &mut Output, name: Name<'_>, delimiter: u8) -> io::Result<()> {
    match name {
        Name::Integer(n) => output.write_all(itoa::Buffer::new().format(n).as_bytes()),
        Name::Text(text) => write_field(output, text, delimiter),
    }
}
