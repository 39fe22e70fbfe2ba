//! `upstar graph convert`: from one format of graph files to another.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar_files::graph::{EdgeList, GraphFormat, ReadOptions, write_graph};
use upstar_files::{Compression, Source};

use super::show::count;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Write a graph in another format
///
/// Formats are recognised by the extension (and compression by .gz or .zst), or
/// forced. What the new format cannot hold (colours, results of terminals,
/// isolated vertices) is an error: nothing is lost silently.
#[derive(Debug, Args)]
#[command(after_help = formats())]
pub(crate) struct Convert {
    /// The graph to read; `-` is standard input
    #[arg(value_name = "FROM")]
    input: String,

    /// The file to write; `-` is standard output
    #[arg(value_name = "TO")]
    output: PathBuf,

    /// The format to read, where neither name nor content tells
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<GraphFormat>,

    /// The format to write, where the name does not tell
    #[arg(long, value_name = "FORMAT")]
    to_format: Option<GraphFormat>,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// The formats, for the help text.
fn formats() -> String {
    let rows = GraphFormat::all().map(|format| format!("  {format:<14} {}", format.about()));
    std::iter::once("Formats:".to_owned()).chain(rows).collect::<Vec<_>>().join("\n")
}

impl Convert {
    pub(crate) fn run(self) -> Outcome {
        let format = match self.to_format {
            Some(format) => format,
            None => GraphFormat::of_name(Compression::strip(&self.output)).ok_or_else(|| {
                Failure::input(format!(
                    "{}: its name does not tell the format; give one with --to-format",
                    self.output.display()
                ))
            })?,
        };
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        progress.stage("reading", None, &budget);
        let options = self.from_format.map_or_else(ReadOptions::default, ReadOptions::with_format);
        let (graph, read) = EdgeList::read(&Source::of_argument(&self.input), &options, &budget)?;
        progress.stage("writing", Some(graph.arcs.len() as u64), &budget);
        write_graph(&self.output, format, &graph.view(), &budget)?;
        progress.clear();
        if self.output != Path::new("-") {
            say!(
                "{}: {}, {} ({read} to {format})",
                self.output.display(),
                count(u64::from(graph.names.len()), "vertex", "vertices"),
                count(graph.arcs.len() as u64, "arc", "arcs")
            );
        }
        Ok(Answer::Yes)
    }
}
