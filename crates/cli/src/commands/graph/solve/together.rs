//! `upstar graph solve` by several processes.

use upstar_cluster::{GraphQuestion, Watch, solve_graph};

use super::Solve;
use crate::commands::graph::{convention, show, together};
use crate::support::{Answer, Failure, Outcome, Progress, input_subject, table_folder};

impl Solve {
    /// By several processes.
    pub(super) fn run_together(self) -> Outcome {
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
}
