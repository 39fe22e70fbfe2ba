//! A question about all vertices of a graph, by several processes.

use std::path::Path;

use upstar::{GraphAnswer, GraphTask};
use upstar_cluster::{GraphQuestion, Watch};

use super::{Question, WholeGraph};
use crate::commands::graph::{GraphFile, report_header, show};
use crate::support::{Answer, Failure, Outcome, Result, input_subject, table_folder};

impl GraphFile {
    /// The file, which must be readable by several processes.
    fn shared(&self) -> Result<&Path> {
        if self.path == "-" {
            let message = "standard input is read by one process; give a file that all can read";
            return Err(Failure::input(message));
        }
        Ok(Path::new(&self.path))
    }
}

impl WholeGraph {
    /// Answers the question by several processes.
    pub(super) fn run_together(&self, question: &Question<'_>) -> Outcome {
        if !question.from.is_empty() || self.certify.is_some() {
            return Err(Failure::input(
                "--from and --certify are for one process: leave out --processes and --hosts",
            ));
        }
        if self.out_of_core.memory.is_some() {
            return Err(Failure::input(
                "--memory is for one process; --budget bounds each of several",
            ));
        }
        let folder = table_folder(self.output.as_deref(), self.format)?;
        let (progress, budget) = self.budget.start();
        let path = self.file.shared()?;
        let subject = match question.task {
            GraphTask::Solve(convention) => {
                format!("graph solve {}, {convention:?} play", input_subject(path))
            }
            GraphTask::Values(_) => format!("graph values {}", input_subject(path)),
        };
        let cluster = self.cluster.join(subject, self.budget.threads(), &budget)?;
        let shows = cluster.process() == 0;
        let (shown, counted) = (progress.clone(), budget.clone());
        let mut asked = GraphQuestion::new(path)
            .with_options(self.file.read.options()?)
            .with_watch(Watch::new(move |what| shown.stage(what, None, &counted)));
        if let Some(folder) = folder {
            asked = asked.with_output(folder);
        }
        let kept = self.out_of_core.checkpoint.clone();
        if let Some(checkpoint) = self.cluster.checkpoint(kept.clone()) {
            asked = asked.with_checkpoint(checkpoint);
        }
        let name = &self.file.path;
        let mut answer = GraphAnswer::of_cluster(cluster, name, asked, question.task, &budget)
            .map_err(|error| Failure::of_cluster(error, kept.as_deref()))?;
        progress.clear();
        if shows {
            let analysis = answer.analysis(None, &budget)?;
            let facts = analysis.graph.as_ref();
            report_header(facts.and_then(|facts| facts.header.as_deref()), &progress);
            show::print(&analysis, self.json, false, question.words)?;
        }
        Ok(Answer::Yes)
    }
}
