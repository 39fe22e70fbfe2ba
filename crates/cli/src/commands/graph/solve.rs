//! `upstar graph solve`: the outcome of every vertex.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::core::StopReason;
use upstar::files::table::Format;
use upstar_cluster::{GraphQuestion, Watch, solve_graph};

use super::out_of_core::{self, OutOfCoreArgs};
use super::{GraphFile, convention, show, together};
use crate::support::{
    Answer, BudgetArgs, ClusterArgs, Failure, Outcome, Progress, Table, and_saved, input_subject,
    table_folder,
};

/// Find the outcome, remoteness and best move of every vertex
///
/// Prints a summary: how many vertices the player to move wins (N), loses (P) or draws (D), the
/// longest win, and with --from a best line of play. -o writes a table of all vertices: vertex,
/// outcome, remoteness and best move. The winner hurries and the loser delays; ties go to the
/// vertex that appeared first in the file.
///
/// With --processes or --hosts, several processes solve one graph together: each reads its part of
/// the file and keeps its share of the vertices.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    file: GraphFile,

    /// Show this vertex: outcome, winning moves and a best line of play
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

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

impl Solve {
    pub(crate) fn run(self) -> Outcome {
        if self.cluster.is_given() {
            return self.run_together();
        }
        let table = Table::requested(self.output.as_deref(), self.format)?;
        if self.out_of_core.checkpoint.is_some() && self.out_of_core.memory.is_none() {
            return Err(Failure::input("--checkpoint needs --memory, --processes or --hosts"));
        }
        if let Some(memory) = self.out_of_core.memory {
            return self.solve_out_of_core(memory, table);
        }
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let graph = self.file.open(&progress, &budget)?;
        let from = self.from.as_deref().map(|name| graph.vertex(name)).transpose()?;
        progress.stage("solving", Some(graph.graph().arcs()), &budget);
        let solved = graph.solve(convention(self.misere), self.budget.threads(), &budget)?;
        let finished = solved.stop() == StopReason::Finished;
        let write = || -> Result<(), Failure> {
            if let Some(table) = table.as_ref().filter(|_| finished) {
                progress.stage("writing", Some(u64::from(graph.graph().vertices())), &budget);
                solved.write_table(&table.path, table.format, &budget)?;
            }
            if let Some(path) = self.certify.as_ref().filter(|_| finished) {
                solved.certify(path, &budget)?;
            }
            Ok(())
        };
        let written = match write() {
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            written => written,
        };
        let analysis = solved.analysis(from)?;
        progress.clear();
        let to_stderr = self.output.as_deref() == Some(Path::new("-"));
        let shown = show::analysis(&analysis, self.json, to_stderr);
        let answer = shown.map(|()| match solved.stop() {
            StopReason::Finished => Answer::Yes,
            reason => {
                if let Some(table) = table {
                    tell!("upstar: {} was not written", table.path.display());
                }
                Answer::Partial(reason)
            }
        });
        and_saved(answer, written)
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
        let convention = convention(self.misere);
        let subject = format!("graph solve {}, {convention:?} play", input_subject(path));
        let cluster = self.cluster.join(subject, self.budget.threads(), &budget)?;
        let shows = cluster.process() == 0;
        let mut question =
            GraphQuestion::new(path).with_options(self.file.options()).with_convention(convention);
        if let Some(folder) = folder {
            question = question.with_output(folder);
        }
        if let Some(checkpoint) = self.cluster.checkpoint(self.out_of_core.checkpoint.clone()) {
            question = question.with_checkpoint(checkpoint);
        }
        let (shown, counted) = (progress.clone(), budget.clone());
        let watch = Watch::new(move |what| shown.stage(what, None, &counted));
        let question = question.with_watch(watch);
        let summary = solve_graph(cluster, &question, &budget)
            .map_err(|error| together::failure(error, self.out_of_core.checkpoint.as_deref()))?;
        progress.clear();
        if shows {
            let analysis = together::analysis(&self.file.path, &summary);
            show::analysis(&analysis, self.json, false)?;
        }
        Ok(Answer::Yes)
    }

    /// The same with the arcs on disk.
    fn solve_out_of_core(&self, memory: u64, table: Option<Table>) -> Outcome {
        if self.certify.is_some() {
            return Err(Failure::input(
                "--certify needs the arcs in memory; leave --memory out, or --certify",
            ));
        }
        let progress = Progress::new();
        let budget = self.budget.budget_within(memory, &progress);
        let work = self.out_of_core.prepare(&self.file, memory)?;
        let graph = out_of_core::read(&work, &progress, &budget)?;
        let (vertices, arcs) = (u64::from(graph.vertices()), graph.arcs());
        progress.stage("solving", Some(arcs), &budget);
        let mut solved = graph.solve(convention(self.misere), &budget)?;
        let finished = solved.stop() == StopReason::Finished;
        let written = match table.as_ref().filter(|_| finished) {
            Some(table) => {
                progress.stage("writing", Some(vertices), &budget);
                match solved.write_table(&table.path, table.format, &budget).map_err(Failure::from)
                {
                    Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
                    written => written,
                }
            }
            None => Ok(()),
        };
        let stop = solved.stop();
        let analysis = solved.analysis(self.from.as_deref(), &budget);
        progress.clear();
        let to_stderr = self.output.as_deref() == Some(Path::new("-"));
        let shown = show::analysis(&analysis?, self.json, to_stderr);
        let answer = shown.map(|()| match stop {
            StopReason::Finished => Answer::Yes,
            reason => {
                if let Some(table) = table {
                    tell!("upstar: {} was not written", table.path.display());
                }
                Answer::Partial(reason)
            }
        });
        and_saved(answer, written)
    }
}
