//! `upstar graph values`: the Grundy value or loopy nimber of every vertex.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use upstar::graphs::{LoopyValues, Rules, loopy_values};
use upstar_core::LoopyNimber;
use upstar_files::table::{Column, Format, Kind, Schema};

use super::certify;
use super::load::GraphFile;
use super::show::count;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, Table};

/// What every vertex is worth in a sum: a nimber or, with cycles, ∞{K}
///
/// Every vertex equals a nimber `*n` or, in a graph with cycles, may have a
/// value `∞{K}`, where K are the nimbers that one can move to. Prints how many
/// vertices have which value; with -o writes a table vertex,value.
#[derive(Debug, Args)]
pub(crate) struct Values {
    #[command(flatten)]
    file: GraphFile,

    /// Print the value of this vertex alone
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// Write a table of all vertices to this file (.csv, .json or .parquet); `-`
    /// is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, where the name does not tell
    #[arg(long, value_name = "FORMAT", requires = "output")]
    format: Option<Format>,

    /// Write a certificate to this file, which `upstar verify` can check
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Write `inf` for ∞
    #[arg(long)]
    ascii: bool,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Values {
    pub(crate) fn run(self) -> Outcome {
        let table = Table::requested(self.output.as_deref(), self.format)?;
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let loaded = self.file.load(&progress, &budget)?;
        let from = self.from.as_deref().map(|name| loaded.vertex(name)).transpose()?;
        progress.stage("finding values", None, &budget);
        let values =
            loopy_values(&loaded.graph, &budget).map_err(|error| loaded.describe(&error))?;
        let shown = Shown { values: &values, ascii: self.ascii };
        if let Some(table) = &table {
            let schema =
                Schema::new([Column::new("vertex", Kind::Text), Column::new("value", Kind::Text)]);
            table.write(&schema, &loaded.provenance(Rules::NORMAL), &budget, |rows| {
                (0..values.vertices()).zip(loaded.names.iter()).try_for_each(|(vertex, name)| {
                    rows.row(|batch| {
                        batch.push_display(0, &name);
                        batch.push_text(1, &shown.of(vertex));
                    })
                })
            })?;
        }
        if let Some(path) = &self.certify {
            certify::values(path, &loaded, &values, &budget)?;
        }
        progress.clear();
        let text = match from {
            Some(vertex) if self.json => {
                let mut analysis = upstar::Analysis::new(loaded.names.get(vertex).to_string());
                analysis.value = Some(shown.of(vertex));
                analysis.outcome = Some(values.get(vertex).outcome());
                analysis.to_json() + "\n"
            }
            Some(vertex) => format!("{}\n", shown.of(vertex)),
            None => shown.summary(self.json)?,
        };
        if self.output.as_deref() == Some(Path::new("-")) {
            eprint!("{text}");
        } else {
            std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        }
        Ok(Answer::Yes)
    }
}

/// Values as they are printed: `*3`, `∞{0,2}`, in ASCII `inf{0,2}`.
struct Shown<'a> {
    values: &'a LoopyValues,
    ascii: bool,
}

impl Shown<'_> {
    fn of(&self, vertex: u32) -> String {
        self.text(self.values.get(vertex))
    }

    fn text(&self, value: &LoopyNimber) -> String {
        if self.ascii { format!("{value:#}") } else { value.to_string() }
    }

    /// How many vertices have which value.
    fn summary(&self, json: bool) -> Result<String, Failure> {
        let rows: Vec<(String, u64)> = self
            .values
            .distinct()
            .iter()
            .map(|value| self.text(value))
            .zip(self.values.counts())
            .collect();
        if json {
            let rows: Vec<_> = rows
                .into_iter()
                .map(|(value, vertices)| serde_json::json!({"value": value, "vertices": vertices}))
                .collect();
            let answer = serde_json::json!({ "schema": 1, "values": rows });
            return Ok(serde_json::to_string_pretty(&answer).map_err(Failure::input)? + "\n");
        }
        let mut text = count(u64::from(self.values.vertices()), "vertex", "vertices") + "\n";
        let width = rows.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
        let digits = rows.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
        for (value, count) in rows {
            text += &format!("  {value:<width$}  {count:>digits$}\n");
        }
        Ok(text)
    }
}
