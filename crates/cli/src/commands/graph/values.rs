//! `upstar graph values`: the Grundy value of every vertex.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use upstar::graphs::{Rules, grundy_values};
use upstar_files::table::{Column, Format, Kind, Schema};

use super::load::GraphFile;
use super::show::count;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, Table};

/// The Grundy value of every vertex of an acyclic graph
///
/// Prints how many vertices have which value; with -o writes a table
/// vertex,value. On a graph with a cycle the error shows one.
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
            grundy_values(&loaded.graph, &budget).map_err(|error| loaded.describe(&error))?;
        if let Some(table) = &table {
            let schema =
                Schema::new([Column::new("vertex", Kind::Text), Column::new("value", Kind::Text)]);
            table.write(&schema, &loaded.provenance(Rules::NORMAL), &budget, |rows| {
                values.iter().zip(loaded.names.iter()).try_for_each(|(value, name)| {
                    rows.row(|batch| {
                        batch.push_display(0, &name);
                        batch.push_text(1, &nimber(*value));
                    })
                })
            })?;
        }
        progress.clear();
        let text = match from {
            Some(vertex) if self.json => {
                let mut analysis = upstar::Analysis::new(loaded.names.get(vertex).to_string());
                analysis.value = Some(nimber(values[vertex as usize]));
                analysis.to_json() + "\n"
            }
            Some(vertex) => format!("{}\n", nimber(values[vertex as usize])),
            None => summary(&values, self.json),
        };
        if self.output.as_deref() == Some(Path::new("-")) {
            eprint!("{text}");
        } else {
            std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        }
        Ok(Answer::Yes)
    }
}

/// The nimber `*n` as it is printed: `0`, `*`, `*2`, `*3`, ...
fn nimber(value: u32) -> String {
    match value {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        n => format!("*{n}"),
    }
}

fn summary(values: &[u32], json: bool) -> String {
    let largest = values.iter().copied().max().map_or(0, |largest| largest as usize + 1);
    let mut counts = vec![0u64; largest];
    for &value in values {
        counts[value as usize] += 1;
    }
    let rows = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    if json {
        let rows: Vec<String> = rows
            .map(|(value, count)| {
                format!("    {{\"value\": \"{}\", \"vertices\": {count}}}", nimber(value as u32))
            })
            .collect();
        return format!("{{\n  \"schema\": 1,\n  \"values\": [\n{}\n  ]\n}}\n", rows.join(",\n"));
    }
    let mut text = format!("{}\n", count(values.len() as u64, "vertex", "vertices"));
    let width = counts.iter().map(|count| count.to_string().len()).max().unwrap_or(0);
    for (value, count) in rows {
        text += &format!("  {:<6} {count:>width$}\n", nimber(value as u32));
    }
    text
}
