//! `upstar graph values`: the Grundy value or loopy nimber of every vertex.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::Analysis;
use upstar::files::table::Format;
use upstar::values::Style;
use upstar_cluster::{GraphQuestion, graph_values};

use super::out_of_core::{self, OutOfCoreArgs};
use super::show::{count, print};
use super::{GraphFile, together};
use crate::support::{
    Answer, BudgetArgs, ClusterArgs, Failure, Outcome, Progress, Table, and_saved, input_subject,
    table_folder,
};

/// Find the value of every vertex in sums: a nimber or, with cycles, ∞{K}
///
/// Every vertex equals a nimber `*n` or, in a graph with cycles, may have a value `∞{K}`, where K
/// is the set of nimbers among its options. Prints the number of vertices with each value; -o
/// writes a table vertex,value.
///
/// With --processes or --hosts, several processes work on one graph together, as in `graph solve`.
#[derive(Debug, Args)]
pub(crate) struct Values {
    #[command(flatten)]
    file: GraphFile,

    /// Print only the value of this vertex
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// Write a table of all vertices to this file (.csv, .json or .parquet; with
    /// --processes or --hosts a folder of Parquet); `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, if the file name does not determine it
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
    cluster: ClusterArgs,

    #[command(flatten)]
    out_of_core: OutOfCoreArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Values {
    pub(crate) fn run(self) -> Outcome {
        if self.cluster.is_given() {
            return self.run_together();
        }
        let table = Table::requested(self.output.as_deref(), self.format)?;
        if self.out_of_core.checkpoint.is_some() && self.out_of_core.memory.is_none() {
            return Err(Failure::input("--checkpoint needs --memory, --processes or --hosts"));
        }
        if let Some(memory) = self.out_of_core.memory {
            return self.find_out_of_core(memory, table);
        }
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let graph = self.file.open(&progress, &budget)?;
        let from = self.from.as_deref().map(|name| graph.vertex(name)).transpose()?;
        progress.stage("finding values", None, &budget);
        let values = graph.values(&budget)?;
        let style = if self.ascii { Style::Ascii } else { Style::Plain };
        let write = || -> Result<(), Failure> {
            if let Some(table) = &table {
                values.write_table(&table.path, table.format, style, &budget)?;
            }
            if let Some(path) = &self.certify {
                values.certify(path, &budget)?;
            }
            Ok(())
        };
        let written = match write() {
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            written => written,
        };
        let analysis = values.analysis(from, style);
        progress.clear();
        let to_stderr = self.output.as_deref() == Some(Path::new("-"));
        let shown = print(&analysis, self.json, to_stderr, for_a_person);
        and_saved(shown.map(|()| Answer::Yes), written)
    }

    /// By several processes.
    fn run_together(self) -> Outcome {
        if self.from.is_some() || self.certify.is_some() {
            return Err(Failure::input(together::ALONE));
        }
        if self.out_of_core.memory.is_some() {
            return Err(Failure::input(
                "--memory is for one process; --budget bounds each of several",
            ));
        }
        let folder = table_folder(self.output.as_deref(), self.format)?;
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let path = self.file.shared()?;
        let subject = format!("graph values {}", input_subject(path));
        let cluster = self.cluster.join(subject, self.budget.threads(), &budget)?;
        let shows = cluster.process() == 0;
        let mut question = GraphQuestion::new(path).with_options(self.file.options());
        if let Some(folder) = folder {
            question = question.with_output(folder);
        }
        let kept = self.out_of_core.checkpoint;
        if let Some(checkpoint) = self.cluster.checkpoint(kept.clone()) {
            question = question.with_checkpoint(checkpoint);
        }
        let values = graph_values(cluster, &question, self.ascii, &budget)
            .map_err(|error| together::failure(error, kept.as_deref()))?;
        progress.clear();
        if shows {
            let analysis = together::values(&self.file.path, &values, self.ascii);
            print(&analysis, self.json, false, for_a_person)?;
        }
        Ok(Answer::Yes)
    }

    /// The same with the arcs on disk, where every vertex has a Grundy value.
    fn find_out_of_core(&self, memory: u64, table: Option<Table>) -> Outcome {
        if self.certify.is_some() {
            return Err(Failure::input(
                "--certify needs the arcs in memory; leave --memory out, or --certify",
            ));
        }
        let progress = Progress::new();
        let budget = self.budget.budget_within(memory, &progress);
        let work = self.out_of_core.prepare(&self.file, memory)?;
        let graph = out_of_core::read(&work, &progress, &budget)?;
        progress.stage("finding values", None, &budget);
        let values = graph.values(&budget)?;
        let style = if self.ascii { Style::Ascii } else { Style::Plain };
        let written = match &table {
            None => Ok(()),
            Some(table) => {
                let written = values.write_table(&table.path, table.format, style, &budget);
                match written.map_err(Failure::from) {
                    Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
                    written => written,
                }
            }
        };
        let analysis = values.analysis(self.from.as_deref(), style, &budget);
        progress.clear();
        let to_stderr = self.output.as_deref() == Some(Path::new("-"));
        let shown = print(&analysis?, self.json, to_stderr, for_a_person);
        and_saved(shown.map(|()| Answer::Yes), written)
    }
}

/// The value of a vertex, or how many vertices have which value.
fn for_a_person(analysis: &Analysis) -> String {
    if let Some(value) = &analysis.value {
        return format!("{value}\n");
    }
    let Some(facts) = &analysis.graph else { return String::new() };
    let mut text = count(facts.vertices, "vertex", "vertices") + "\n";
    let width = facts.values.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
    let digits = facts.values.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
    for (value, count) in &facts.values {
        text += &format!("  {value:<width$}  {count:>digits$}\n");
    }
    text
}
