//! The explicit graph of all positions of a sum: in memory, or in a file.

use std::path::Path;

use upstar_core::Budget;
use upstar_core::arcs::{Colour, Owners};
use upstar_core::names::{Names, TextNames};
use upstar_engine::{GraphForm, GraphOptions, GraphSink, GraphSize, RuleError, SinkError, Sum};
use upstar_files::graph::{EdgeList, GraphFormat, write_graph};
use upstar_files::table::{Column, Format, Kind, RowWriter, Schema};
use upstar_files::{Compression, FileError};
use upstar_graphs::{GraphBuilder, GraphError};
use upstar_values::{Style, Universe};

use super::named::NamedGraph;
use crate::analysis::{Analysis, GraphFacts, Property};
use crate::error::{Error, Result};

/// Writes the graph of all positions reachable from a sum, the product of the graphs of its
/// summands, to a file (`-`: standard output). Without a format, the file name determines it (CSV
/// on standard output). Vertices are named by the texts of the positions; the sum itself is the
/// first. The analysis has the size of the graph.
///
/// CSV and Parquet are written during the search, so that only the positions need memory; other
/// formats need the arcs as well.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::rules::{GraphOptions, parse_sum};
///
/// # let folder = std::env::temp_dir().join(format!("upstar-make-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("product.csv");
/// let sum = parse_sum("nim(1) + kayles(2)")?;
/// let (options, budget) = (GraphOptions::default(), Budget::unlimited());
/// let made = upstar::write_positions(&sum, options, &path, None, &budget)?;
/// assert_eq!(made.graph.map(|graph| (graph.vertices, graph.arcs)), Some((6, 9)));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
///
/// # Errors
///
/// [`Error::UnknownFormat`] if the file name does not determine the format; [`Error::Rules`]; a
/// format that cannot represent the graph and other cases of [`Error::File`]; the budget.
pub fn write_positions(
    sum: &Sum,
    options: GraphOptions,
    to: &Path,
    to_format: Option<GraphFormat>,
    budget: &Budget,
) -> Result<Analysis> {
    let format = match to_format.or_else(|| GraphFormat::of_name(Compression::strip(to))) {
        Some(format) => format,
        None if to == Path::new("-") => GraphFormat::Csv,
        None => return Err(Error::UnknownFormat(to.display().to_string())),
    };
    let size = match format {
        GraphFormat::Csv => stream(sum, options, to, Format::Csv, budget)?,
        GraphFormat::Parquet => stream(sum, options, to, Format::Parquet, budget)?,
        _ => {
            let mut list = Gathered::new(budget);
            let size = explore(sum, options, &mut list, budget)?;
            let list = EdgeList {
                names: list.names.names(),
                arcs: list.arcs,
                colours: list.colours,
                terminals: Vec::new(),
                owners: Owners::default(),
            };
            write_graph(to, format, &list.view(), budget)?;
            size
        }
    };
    let mut analysis = Analysis::new(to.display().to_string());
    analysis.graph = Some(GraphFacts {
        vertices: u64::from(size.vertices),
        arcs: size.arcs,
        coloured: size.form == GraphForm::Coloured,
        ..GraphFacts::default()
    });
    analysis.properties = vec![Property::WrittenAs(format.to_string())];
    Ok(analysis)
}

impl NamedGraph {
    /// The graph of all positions reachable from a sum, which is vertex 0 and gives the graph its
    /// name.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`]; the budget.
    pub fn of_sum(sum: &Sum, options: GraphOptions, budget: &Budget) -> Result<Self> {
        let mut made =
            Built { names: Counted::new(budget), arcs: GraphBuilder::with_budget(budget) };
        let size = explore(sum, options, &mut made, budget)?;
        made.arcs.vertices(size.vertices);
        let name = text(sum, budget)?;
        let described = |error| match error {
            GraphError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::Graph { graph: name.clone(), message: other.to_string() },
        };
        let graph = made.arcs.finish().map_err(described)?;
        Ok(NamedGraph::new(name, graph, made.names.names()))
    }
}

/// The text of a sum without values; other sums are refused when their graph is made.
fn text(sum: &Sum, budget: &Budget) -> Result<String> {
    Ok(sum.text(&mut Universe::new().worker(budget), Style::Plain)?)
}

fn explore(
    sum: &Sum,
    options: GraphOptions,
    sink: &mut dyn GraphSink,
    budget: &Budget,
) -> Result<GraphSize> {
    sum.graph(options, sink, budget).map_err(|error| match error {
        RuleError::Sink(error) => match error.downcast::<FileError>() {
            Ok(error) => Error::from(*error),
            Err(error) => Error::Rules(RuleError::Sink(error)),
        },
        other => Error::from(other),
    })
}

/// Names of vertices, counted by the budget.
struct Counted<'b> {
    names: TextNames,
    bytes: u64,
    reserved: u64,
    budget: &'b Budget,
}

impl<'b> Counted<'b> {
    const STEP: u64 = 1 << 20;

    fn new(budget: &'b Budget) -> Self {
        Counted { names: TextNames::new(), bytes: 0, reserved: 0, budget }
    }

    fn push(&mut self, name: &str) -> Result<(), SinkError> {
        // Growing vectors have up to twice the capacity they need.
        self.bytes += 2 * (name.len() as u64 + 8);
        if self.bytes > self.reserved {
            let step = Self::STEP.max(self.bytes - self.reserved);
            self.budget.reserve(step).map_err(FileError::from)?;
            self.reserved += step;
        }
        self.names.push(name);
        Ok(())
    }

    /// The names; their memory remains reserved.
    fn names(self) -> Names {
        Names::Text(self.names)
    }
}

/// A graph for the solvers.
struct Built<'b> {
    names: Counted<'b>,
    arcs: GraphBuilder,
}

impl GraphSink for Built<'_> {
    fn vertex(&mut self, name: &str) -> Result<(), SinkError> {
        self.names.push(name)
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        Ok(self.arcs.coloured_arc(from, to, colour).map_err(|error| match error {
            GraphError::Exhausted(exhausted) => FileError::Exhausted(exhausted),
            other => FileError::Sink(Box::new(other)),
        })?)
    }
}

/// A graph for a writer that visits the arcs more than once.
struct Gathered<'b> {
    names: Counted<'b>,
    arcs: Vec<(u32, u32)>,
    colours: Vec<Colour>,
}

impl<'b> Gathered<'b> {
    fn new(budget: &'b Budget) -> Self {
        Gathered { names: Counted::new(budget), arcs: Vec::new(), colours: Vec::new() }
    }
}

impl GraphSink for Gathered<'_> {
    fn vertex(&mut self, name: &str) -> Result<(), SinkError> {
        self.names.push(name)
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        if self.arcs.len() == self.arcs.capacity() {
            let more = self.arcs.len().max(1 << 16);
            self.names.budget.reserve(9 * more as u64).map_err(FileError::from)?;
            self.arcs.reserve_exact(more);
        }
        self.arcs.push((from, to));
        if colour != Colour::Both || !self.colours.is_empty() {
            self.colours.resize(self.arcs.len() - 1, Colour::Both);
            self.colours.push(colour);
        }
        Ok(())
    }
}

/// Writes rows while the positions are found.
fn stream(
    sum: &Sum,
    options: GraphOptions,
    to: &Path,
    format: Format,
    budget: &Budget,
) -> Result<GraphSize> {
    let coloured = options.form.unwrap_or_else(|| sum.graph_form()) == GraphForm::Coloured;
    let mut columns = vec![Column::new("from", Kind::Text), Column::nullable("to", Kind::Text)];
    if coloured {
        columns.push(Column::nullable("colour", Kind::Text));
    }
    let metadata = [("game".to_owned(), text(sum, budget)?)];
    let rows = RowWriter::create(to, format, &Schema::new(columns), &metadata, budget)?;
    let mut rows = Rows { rows, names: Counted::new(budget), coloured };
    let size = explore(sum, options, &mut rows, budget)?;
    rows.rows.finish()?;
    Ok(size)
}

/// Rows of an edge list.
struct Rows<'b> {
    rows: RowWriter,
    names: Counted<'b>,
    coloured: bool,
}

impl Rows<'_> {
    fn push(&mut self, from: u32, to: Option<(u32, Colour)>) -> Result<(), SinkError> {
        let Rows { rows, names: Counted { names, .. }, coloured } = self;
        rows.row(|batch| {
            batch.push_text(0, names.get(from));
            batch.push_optional(1, to.map(|(to, _)| names.get(to)));
            if *coloured {
                batch.push_optional(2, to.map(|(_, colour)| colour));
            }
        })?;
        Ok(())
    }
}

impl GraphSink for Rows<'_> {
    fn vertex(&mut self, name: &str) -> Result<(), SinkError> {
        self.names.push(name)
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        self.push(from, Some((to, colour)))
    }

    fn no_options(&mut self, vertex: u32) -> Result<(), SinkError> {
        // Any other vertex is named by the arc that led to it.
        if vertex == 0 { self.push(vertex, None) } else { Ok(()) }
    }
}
