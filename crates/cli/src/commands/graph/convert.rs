//! `upstar graph convert`: converts between formats of graph files.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::files::Source;
use upstar::files::graph::GraphFormat;
use upstar::{Analysis, property};

use super::show::print;
use super::{ReadArgs, report_header};
use crate::support::{Answer, BudgetArgs, Outcome, counted};

/// Write a graph in another format
///
/// Formats are recognised by the extension (and compression by .gz or .zst), or set by options. If
/// the new format cannot hold something (colours, results of terminals, isolated vertices), the
/// conversion fails: nothing is lost silently.
#[derive(Debug, Args)]
#[command(after_help = formats())]
pub(crate) struct Convert {
    /// The graph to read; `-` is standard input
    #[arg(value_name = "FROM")]
    input: String,

    /// The file to write; `-` is standard output
    #[arg(value_name = "TO")]
    output: PathBuf,

    #[command(flatten)]
    read: ReadArgs,

    /// The format to write, if the name does not determine it
    #[arg(long, value_name = "FORMAT")]
    to_format: Option<GraphFormat>,

    /// Print what was written as JSON; on standard error if standard output is in use
    #[arg(long)]
    json: bool,

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
        let (progress, budget) = self.budget.start();
        progress.stage("converting", None, &budget);
        let input = Source::of_argument(&self.input);
        let (from, to) = (self.read.options()?, self.to_format);
        let analysis = upstar::convert_graph(&input, &from, &self.output, to, &budget)?;
        progress.clear();
        let facts = analysis.graph.as_ref();
        report_header(facts.and_then(|facts| facts.header.as_deref()), &progress);
        let to_stderr = self.output == Path::new("-");
        if self.json || !to_stderr {
            print(&analysis, self.json, to_stderr, for_a_person)?;
        }
        Ok(Answer::Yes)
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let (Some(facts), Some(read), Some(written)) =
        (&analysis.graph, property!(analysis, ReadAs), property!(analysis, WrittenAs))
    else {
        return String::new();
    };
    format!(
        "{}: {}, {} ({read} to {written})\n",
        analysis.subject,
        counted(facts.vertices, "vertex", "vertices"),
        counted(facts.arcs, "arc", "arcs"),
    )
}
