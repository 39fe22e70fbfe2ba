//! `upstar solve` by several processes.

use std::path::Path;

use upstar::{ClusterSolve, SolveOptions};
use upstar_core::Budget;
use upstar_engine::Game;

use super::{ONLY_KEPT, Solve, for_a_person, report_begun};
use crate::commands::graph::print;
use crate::support::{Answer, Failure, Outcome, Progress, table_folder};

impl Solve {
    /// By several processes, which solve the positions together.
    pub(super) fn run_together(
        self,
        game: Game,
        options: SolveOptions,
        progress: &Progress,
        budget: &Budget,
    ) -> Outcome {
        // Of a single tier, found by search, moves are kept while positions are found: that is
        // faster, and a checkpoint may be in the middle of it.
        let single = game.tier() == 0 && !(options.numbers && game.tiers().is_some());
        let by_parts = self.by_tier || self.database.is_some() || self.outcomes_only;
        let tight = self.memory.is_some() && self.checkpoint.is_none();
        let tiers = options.tiers && (!single || by_parts || tight);
        if by_parts && !tiers {
            let message = "with several processes, --by-tier, --database and --outcomes-only need \
                           tiers: leave out --no-tiers";
            return Err(Failure::input(message));
        }
        if self.outcomes_only && self.folder().is_none() {
            return Err(Failure::input(ONLY_KEPT));
        }
        let folder = table_folder(self.table.output.as_deref(), self.table.format)?;
        let (convention, first) = (options.convention, options.first);
        let subject = format!(
            "solve {}, {convention:?} play, first {first:?}{}{}",
            game.text(),
            if tiers { ", by tiers" } else { "" },
            if tiers && !options.numbers { ", by search" } else { "" }
        );
        let cluster = self.cluster.join(subject, self.budget.threads(), budget)?;
        let shows = cluster.process() == 0;
        if tiers && shows {
            self.report_needs(&game, options);
        }
        let solve = ClusterSolve {
            options: SolveOptions { tiers, ..options },
            kept: self.kept(),
            folder: self.folder().map(Path::to_owned),
            output: folder.map(Path::to_owned),
            checkpoint: self.cluster.checkpoint(self.checkpoint.clone()),
        };
        let analysis = solve
            .run(cluster, &game, report_begun, budget)
            .map_err(|error| Failure::of_cluster(error, self.folder()))?;
        progress.clear();
        if shows {
            let by_tier = tiers && self.by_tier;
            print(&analysis, self.json, false, |analysis| for_a_person(analysis, by_tier))?;
        }
        Ok(Answer::Yes)
    }
}
