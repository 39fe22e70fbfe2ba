//! `upstar graph values` by several processes.

use upstar_cluster::{GraphQuestion, graph_values};

use super::{Values, for_a_person};
use crate::commands::graph::{print, together};
use crate::support::{Answer, Failure, Outcome, Progress, input_subject, table_folder};

impl Values {
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
}
