//! `upstar solve` by several processes.

use std::path::Path;
use std::sync::Arc;

use upstar::rules::{MemoryTiers, TierStore};
use upstar::{Analysis, Database, Kept, SolveOptions};
use upstar_cluster::{PartStore, TierQuestion, solve_positions, solve_tiers};
use upstar_rules::Game;

use super::{ONLY_KEPT, Solve, count, for_a_person};
use crate::commands::graph::{print, together};
use crate::support::{
    Answer, Failure, Limits, Outcome, Positions, Progress, table_folder, tiers_analysis,
};

impl Solve {
    /// By several processes, which solve the positions together.
    pub(super) fn run_together(self, game: Game, options: SolveOptions) -> Outcome {
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
        let folder = table_folder(self.output.as_deref(), self.format)?;
        let progress = Progress::new();
        let mut budget = self.budget.budget(&progress);
        if let Some(bytes) = self.memory.as_ref().and_then(Limits::bytes) {
            budget = budget.with_bytes(bytes);
        }
        let (convention, first) = (options.convention, options.first);
        let subject = format!(
            "solve {}, {convention:?} play, first {first:?}{}{}",
            game.text(),
            if tiers { ", by tiers" } else { "" },
            if tiers && !options.numbers { ", by search" } else { "" }
        );
        let cluster = self.cluster.join(subject, self.budget.threads(), &budget)?;
        let shows = cluster.process() == 0;
        let kept_in = self.folder().map(Path::to_owned);
        let failed = |error| together::failure(error, kept_in.as_deref());
        if tiers {
            if shows {
                self.tell_needs(&game, options);
            }
            let question = self.tier_question(&game, options);
            let question = match folder {
                Some(folder) => question.with_output(folder),
                None => question,
            };
            let found = solve_tiers(cluster, &question, &budget).map_err(failed)?;
            progress.clear();
            if shows {
                let mut analysis = tiers_analysis(&game, &found, options, !self.outcomes_only);
                if let (Some(facts), Some(folder)) = (&mut analysis.solved, &kept_in) {
                    // On machines with disks of their own not all of it is here.
                    facts.bytes = Database::open(folder).ok().map(|whole| whole.bytes());
                }
                let words = |analysis: &Analysis| for_a_person(analysis, self.by_tier);
                print(&analysis, self.json, false, words)?;
            }
            return Ok(Answer::Yes);
        }
        let positions = Arc::new(Positions { game, first });
        let folder = folder.map(Path::to_owned);
        let kept = self.cluster.checkpoint(self.checkpoint.clone());
        let found = solve_positions(cluster, positions.clone(), convention, folder, kept, &budget)
            .map_err(failed)?;
        progress.clear();
        if shows {
            let analysis = positions.analysis(&found, convention);
            print(&analysis, self.json, false, |analysis| for_a_person(analysis, false))?;
        }
        Ok(Answer::Yes)
    }

    /// The game by tiers, with each worker's part in a folder or in memory.
    fn tier_question(&self, game: &Game, options: SolveOptions) -> TierQuestion {
        let kept = if self.outcomes_only { Kept::Outcome } else { Kept::Remoteness };
        let folder = self.folder().map(Path::to_owned);
        let solved = game.clone();
        TierQuestion::new(game.clone(), options, move |part, parts| -> Result<PartStore, String> {
            let Some(folder) = &folder else { return Ok(Box::<MemoryTiers>::default()) };
            let part = (part as u32, parts as u32);
            let database = Database::begin_part(folder, part, &solved, options, kept);
            let database = database.map_err(|error| error.to_string())?;
            let before = database.solved().len();
            if part.0 == 0 && before > 0 {
                let tiers = count(before as u64, "tier");
                tell!("upstar: {}: {tiers} are solved already", folder.display());
            }
            Ok(Box::new(database))
        })
    }
}
