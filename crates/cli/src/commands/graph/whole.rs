//! The common part of `graph solve` and `graph values`: a question about all vertices of a graph,
//! in memory, out of core or by several processes.

#[cfg(feature = "cluster")]
mod together;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use upstar::core::arcs::Objective;
use upstar::core::{Budget, Convention, StopReason};
use upstar::files::table::Format;
use upstar::{Analysis, GraphAnswer, GraphTask, NamedGraph};

use super::out_of_core::{self, OutOfCoreArgs};
use super::{GraphFile, show};
use crate::support::{
    Answer, BudgetArgs, ClusterArgs, Failure, Outcome, Progress, Result, Table, and_saved,
};

/// The graph, where it is worked on, and what is written.
#[derive(Debug, Args)]
pub(super) struct WholeGraph {
    #[command(flatten)]
    file: GraphFile,

    /// Write a table of all vertices to this file (.csv, .json, .parquet or .tex; with
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

/// A question about all vertices of a graph, and the form of its answer.
pub(super) struct Question<'q> {
    pub(super) task: GraphTask,
    /// The question for a graph whose vertices have owners, if there is one.
    pub(super) owned: Option<OwnedQuestion<'q>>,
    /// The vertices to show.
    pub(super) from: &'q [String],
    pub(super) words: fn(&Analysis) -> String,
    /// The words for each vertex after the first.
    pub(super) more: fn(&Analysis) -> String,
}

/// What the players want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// An objective of player 0 in a graph whose vertices have owners.
    Owned(Objective),
    /// The largest payoff.
    Payoff,
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(word: &str) -> Result<Goal, String> {
        if word.eq_ignore_ascii_case("payoff") {
            return Ok(Goal::Payoff);
        }
        word.parse().map(Goal::Owned).map_err(|error| format!("{error}, or payoff"))
    }
}

/// What is asked of a graph whose vertices have owners or payoffs.
#[derive(Clone, Copy)]
pub(super) struct OwnedQuestion<'q> {
    /// What the players want, if that was said.
    pub(super) goal: Option<Goal>,
    /// The targets, by name.
    pub(super) targets: &'q [String],
    /// What endless play is worth.
    pub(super) endless: i64,
}

impl OwnedQuestion<'_> {
    fn answer<'g>(&self, graph: &'g NamedGraph, budget: &Budget) -> Result<GraphAnswer<'g>> {
        let objective = match self.goal {
            Some(Goal::Owned(objective)) => Some(objective),
            None if graph.payoffs().is_empty() => None,
            _ => {
                let solved = graph.solve_payoffs(self.endless, budget)?;
                return Ok(GraphAnswer::Payoffs(Box::new(solved)));
            }
        };
        let targets: Vec<u32> =
            self.targets.iter().map(|name| graph.vertex(name)).collect::<Result<_, _>>()?;
        Ok(GraphAnswer::Owned(Box::new(graph.solve_owned(objective, &targets, budget)?)))
    }
}

impl Question<'_> {
    /// The name of the work in the progress line.
    fn stage(&self) -> &'static str {
        match self.task {
            GraphTask::Solve(_) => "solving",
            GraphTask::Values(_) => "finding values",
        }
    }
}

impl WholeGraph {
    pub(super) fn run(&self, question: &Question<'_>) -> Outcome {
        let goal = question.owned.and_then(|owned| owned.goal);
        if goal.is_some() && (self.cluster.is_given() || self.out_of_core.memory.is_some()) {
            return Err(Failure::input(
                "--objective is for one process with the graph in memory: leave out --memory, \
                 --processes and --hosts",
            ));
        }
        #[cfg(not(feature = "cluster"))]
        self.cluster.refuse()?;
        #[cfg(feature = "cluster")]
        if self.cluster.is_given() {
            return self.run_together(question);
        }
        let table = Table::requested(self.output.as_deref(), self.format)?;
        let memory = self.out_of_core.memory;
        if self.out_of_core.checkpoint.is_some() && memory.is_none() {
            return Err(Failure::input("--checkpoint needs --memory, --processes or --hosts"));
        }
        let progress = Progress::new();
        let Some(memory) = memory else {
            let budget = self.budget.budget(&progress);
            let graph = match question.owned {
                Some(OwnedQuestion { goal, .. }) => {
                    let owners = matches!(goal, Some(Goal::Owned(_)));
                    let weights = goal == Some(Goal::Payoff);
                    self.file.open_with_owners(owners, weights, &progress, &budget)?
                }
                None => self.file.open(&progress, &budget)?,
            };
            question.from.iter().try_for_each(|name| graph.vertex(name).map(drop))?;
            // The file may say where play starts.
            let start: Vec<String> = graph
                .start()
                .map(|start| graph.names().get(start).to_string())
                .into_iter()
                .collect();
            let from = if question.from.is_empty() { &start } else { question.from };
            let question = &Question { from, ..*question };
            progress.stage(question.stage(), Some(graph.graph().arcs()), &budget);
            let has_owners = !graph.owners().is_empty() || !graph.payoffs().is_empty();
            if has_owners && question.task == GraphTask::Solve(Convention::Misere) {
                return Err(Failure::input(
                    "--misere is for graphs whose vertices have no owners and no payoffs: in a game \
                     with an objective, a player who cannot move loses",
                ));
            }
            let answer = match question.owned {
                Some(owned) if has_owners || owned.goal.is_some() => {
                    owned.answer(&graph, &budget)?
                }
                _ => graph.answer(question.task, self.budget.threads(), &budget)?,
            };
            return self.show(answer, question, table, &progress, &budget);
        };
        if self.certify.is_some() {
            return Err(Failure::input(
                "--certify needs the arcs in memory; leave --memory out, or --certify",
            ));
        }
        let budget = self.budget.budget_within(memory, &progress);
        let work = self.out_of_core.prepare(&self.file, memory)?;
        let graph = out_of_core::read(&work, &progress, &budget)?;
        progress.stage(question.stage(), Some(graph.arcs()), &budget);
        let answer = graph.answer(question.task, &budget)?;
        self.show(answer, question, table, &progress, &budget)
    }

    /// Writes the table and the certificate and shows the answer.
    fn show(
        &self,
        mut answer: GraphAnswer<'_>,
        question: &Question<'_>,
        table: Option<Table>,
        progress: &Progress,
        budget: &Budget,
    ) -> Outcome {
        let stop = answer.stop();
        let finished = stop == StopReason::Finished;
        let mut write = || -> Result {
            if let Some(table) = table.as_ref().filter(|_| finished) {
                progress.stage("writing", None, budget);
                answer.write_table(&table.path, table.format, budget)?;
            }
            if let Some(path) = self.certify.as_ref().filter(|_| finished) {
                answer.certify(path, budget)?;
            }
            Ok(())
        };
        let written = match write() {
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            written => written,
        };
        let mut analyses = Vec::new();
        if question.from.is_empty() {
            analyses.push(answer.analysis(None, budget)?);
        }
        for vertex in question.from {
            analyses.push(answer.analysis(Some(vertex), budget)?);
        }
        progress.clear();
        let to_stderr = self.output.as_deref() == Some(Path::new("-"));
        let shown = analyses.iter().enumerate().try_for_each(|(i, analysis)| {
            let words = if i == 0 { question.words } else { question.more };
            show::print(analysis, self.json, to_stderr, words)
        });
        let answer = shown.map(|()| {
            if finished {
                return Answer::Yes;
            }
            if let Some(table) = table {
                tell!("upstar: {} was not written", table.path.display());
            }
            Answer::Partial(stop)
        });
        and_saved(answer, written)
    }
}
