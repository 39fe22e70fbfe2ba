//! Many sums of tokens on one graph, answered together.

use std::path::Path;

use upstar_core::names::NameIndex;
use upstar_core::{Budget, Lease, Outcome};
use upstar_files::graph::{Header, ReadOptions};
use upstar_files::table::{Column, Format, Kind, RowWriter, Schema};
use upstar_files::{FileError, Records, Source};

use super::named::NamedGraph;
use super::table::provenance;
use super::tokens::{SumOptions, Tokens};
use crate::error::Result;

/// The approximate memory for a name in an index, in bytes.
const INDEX: u64 = 8;

/// Sums of tokens on one graph, each given by the vertices of its tokens.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::files::Source;
/// use upstar::{NamedGraph, SumQueries};
///
/// let budget = Budget::unlimited();
/// let graph = NamedGraph::read(&Source::bytes("g.csv", "a,b\nb,c\n"), &Default::default(), &budget)?;
/// let asked = Source::bytes("pairs.csv", "first,second\na,a\na,b\n");
/// let queries = SumQueries::read(graph, &asked, &Default::default(), &budget)?;
/// assert_eq!((queries.len(), queries.header()), (2, Some("first,second")));
/// # Ok::<(), upstar::Error>(())
/// ```
#[derive(Debug)]
pub struct SumQueries {
    tokens: Tokens,
    sums: Vec<Vec<u32>>,
    /// The first row of the queries, if it names columns.
    header: Option<String>,
    _lease: Option<Lease>,
}

impl SumQueries {
    /// Reads queries from CSV: each row has the vertices of one sum. Empty fields are skipped, so
    /// that sums of different lengths fit in one table. A first row in which nothing is a vertex is
    /// a header, unless `options` say that there is none.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File) with the place of a name that is no vertex; the budget.
    pub fn read(
        graph: NamedGraph,
        queries: &Source,
        options: &ReadOptions,
        budget: &Budget,
    ) -> Result<Self> {
        let mut records = Records::open(queries, budget)?;
        let mut lease = Lease::new(budget);
        lease.reserve(INDEX * u64::from(graph.names().len()))?;
        let index = NameIndex::new(graph.names());
        let (mut sums, mut header) = (Vec::new(), None);
        while records.advance()? {
            let mut sum = Vec::new();
            let mut unknown = None;
            for field in (0..records.len()).filter(|&field| !records.is_empty(field)) {
                let name = records.text(field)?;
                match index.find(&name) {
                    Some(vertex) => sum.push(vertex),
                    None => {
                        unknown.get_or_insert((field, name.into_owned()));
                    }
                }
            }
            if let Some((field, name)) = unknown {
                let first = sums.is_empty() && header.is_none();
                if first && sum.is_empty() && options.header != Header::Absent {
                    let names = (0..records.len()).map(|field| records.text(field));
                    header = Some(names.collect::<Result<Vec<_>, FileError>>()?.join(","));
                    continue;
                }
                let found = format!("`{name}`, which is no vertex of {}", graph.name());
                return Err(records.error(field, found, "a vertex of the graph").into());
            }
            lease.reserve(4 * sum.capacity() as u64 + 2 * size_of::<Vec<u32>>() as u64)?;
            sums.push(sum);
        }
        if sums.is_empty() {
            let expected = "a sum in each row, such as a,b";
            return Err(records.error(0, "no sums", expected).into());
        }
        lease.release(INDEX * u64::from(graph.names().len()));
        Ok(SumQueries { tokens: Tokens::on(vec![graph]), sums, header, _lease: Some(lease) })
    }

    /// The sums that the file of the graph asks about, if it does.
    #[must_use]
    pub fn of_file(mut graph: NamedGraph) -> Option<Self> {
        let sums = graph.take_sums();
        if sums.is_empty() {
            return None;
        }
        Some(SumQueries { tokens: Tokens::on(vec![graph]), sums, header: None, _lease: None })
    }

    /// The number of sums.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is always a sum")]
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// The first row of the queries, if it was read as a header.
    #[must_use]
    pub fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// Answers all sums in a table at `path` (`-`: standard output), a row for each, in order: the
    /// vertices, the outcome, the value if values decide the sum, the remoteness if all positions
    /// were searched, and the first winning move; in coloured graphs for each player.
    ///
    /// The values of the vertices are computed once, and each sum costs the moves of its tokens.
    ///
    /// # Errors
    ///
    /// As [`Tokens::sum`]; [`Error::File`](crate::Error::File).
    pub fn write_table(
        &mut self,
        path: &Path,
        format: Format,
        options: &SumOptions,
        budget: &Budget,
    ) -> Result {
        let by_value = self.tokens.has_values(options.convention);
        let searched = !by_value || options.all_positions || options.annihilation;
        let movers: &[&str] = if self.tokens.is_coloured() { &["left_", "right_"] } else { &[""] };
        let mut columns = vec![Column::new("sum", Kind::Text), Column::new("outcome", Kind::Text)];
        if by_value {
            columns.push(Column::nullable("value", Kind::Text));
        }
        for mover in movers {
            if searched {
                columns.push(Column::nullable(format!("{mover}remoteness"), Kind::U64));
            }
            columns.push(Column::nullable(format!("{mover}move"), Kind::Text));
        }
        let schema = Schema::new(columns);
        let metadata = provenance(self.tokens.graph_name(), options.convention);
        let mut rows = RowWriter::create(path, format, &schema, &metadata, budget)?;
        let mut ticker = budget.ticker();
        for sum in &self.sums {
            ticker.tick(1)?;
            self.tokens.place(sum);
            let answer = self.tokens.sum(options, budget)?;
            rows.row(|batch| {
                batch.push_text(0, &answer.subject);
                batch.push_text(1, answer.outcome.map_or("", Outcome::name));
                let mut column = 2;
                if by_value {
                    batch.push_optional(column, answer.value.as_deref());
                    column += 1;
                }
                for play in &answer.play {
                    if searched {
                        batch.push_optional_u64(column, play.remoteness);
                        column += 1;
                    }
                    batch.push_optional(column, play.winning_moves.first());
                    column += 1;
                }
            })?;
        }
        Ok(rows.finish()?)
    }
}
