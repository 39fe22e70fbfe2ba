//! `upstar solve`: all positions that can be reached from a position.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use upstar::files::table::Format;
use upstar::rules::{MemoryTiers, TierStore, parse_game};
use upstar::{Analysis, Database, Kept, MoveResult, SolveNeeds, SolveOptions, Solved, SolvedFacts};
use upstar_cluster::{PartStore, TierQuestion, solve_positions, solve_tiers};
use upstar_core::{Budget, Outcome as GameOutcome, Player, StopReason};
use upstar_rules::{Convention, Game};

use super::graph::{print, together};
use crate::support::{
    Answer, BudgetArgs, ClusterArgs, Failure, Limits, Outcome, Positions, Progress, Table,
    and_saved, parse_limits, table_folder, tiers_analysis,
};

const ONLY_KEPT: &str = "--outcomes-only needs --database";

/// Solve all positions that can be reached from a position
///
/// Finds the outcome of each position and the number of moves to the end, without storing a graph.
/// Prints how many positions the player to move wins (N), loses (P) or draws (D), the longest win,
/// and the outcome of the given position. In partizan games, positions are counted separately for
/// each player to move. If the game has a suitable measure, tiers (positions with the same number
/// of stones, men or empty cells) are solved one after another.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// A position: 'nim(3,4,5)', 'clobber("xoxo|oxox")'
    #[arg(value_name = "GAME")]
    game: String,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Who makes the first move: Left, Right, or the letters of the game; by default either player
    /// may, if it matters
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Keep the results in this folder, for `upstar outcome --database`, and resume after the last
    /// finished tier of an earlier run (an unfinished search for positions starts again). With
    /// several processes, each worker keeps a part in it
    #[arg(long, value_name = "DIR")]
    database: Option<PathBuf>,

    /// With several processes and a game without tiers: save the state in this folder and resume
    /// from it; otherwise the same as --database
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    checkpoint: Option<PathBuf>,

    /// Keep only outcomes, in two bits per position, without the number of moves (one byte)
    #[arg(long)]
    outcomes_only: bool,

    /// Also print the results for each tier
    #[arg(long)]
    by_tier: bool,

    /// Find positions by search, even if the game numbers all of them
    #[arg(long)]
    search: bool,

    /// Solve all positions at once, without tiers
    #[arg(long)]
    no_tiers: bool,

    /// Solve with decision diagrams, without listing positions, and print the results by the number
    /// of men on the board: connect_four, connect_k, k_in_a_row, tic_tac_toe, dodgem
    #[arg(
        long,
        conflicts_with_all = [
            "misere", "first", "by_tier", "search", "no_tiers", "output", "format", "database",
            "checkpoint", "processes", "hosts"
        ]
    )]
    symbolic: bool,

    /// The maximum memory to use: `500MB`, `8GB`
    #[arg(long, value_name = "SIZE", value_parser = parse_limits)]
    memory: Option<Limits>,

    /// Write a table of all positions to this file (.csv, .json or .parquet): position, mover,
    /// outcome, remoteness; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, if the file name does not determine it
    #[arg(long, value_name = "FORMAT", requires = "output")]
    format: Option<Format>,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    cluster: ClusterArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Solve {
    pub(crate) fn run(self) -> Outcome {
        #[cfg(not(feature = "symbolic"))]
        if self.symbolic {
            return Err(crate::support::absent("`--symbolic`", "symbolic"));
        }
        let game = parse_game(&self.game)?;
        let options = self.options(&game)?;
        if self.cluster.is_given() {
            return self.run_together(game, options);
        }
        if self.outcomes_only && self.folder().is_none() {
            return Err(Failure::input(ONLY_KEPT));
        }
        let progress = Progress::new();
        let mut budget = self.budget.budget(&progress);
        if let Some(bytes) = self.memory.as_ref().and_then(Limits::bytes) {
            budget = budget.with_bytes(bytes);
        }
        if let Some(needs) = self.tell_needs(&game, options)
            && budget.bytes_left().is_some_and(|left| left < needs.memory)
        {
            budget.reserve(needs.memory)?;
        }
        progress.stage("positions", None, &budget);
        #[cfg(feature = "symbolic")]
        if self.symbolic {
            let analysis = upstar::analyze_symbolic(&game, &budget, |_| ())?;
            progress.clear();
            print(&analysis, self.json, false, by_diagrams)?;
            return Ok(Answer::of(&analysis));
        }
        let Some(folder) = self.folder() else {
            let solved = Solved::in_memory(&game, options, &budget)?;
            return self.show(&solved, None, &progress, &budget);
        };
        let kept = if self.outcomes_only { Kept::Outcome } else { Kept::Remoteness };
        let database = Database::begin(folder, &game, options, kept)?;
        let before = database.solved().len();
        if before > 0 {
            tell!(
                "upstar: {}: {} are solved already",
                folder.display(),
                count(before as u64, "tier")
            );
        }
        let solved = Solved::within(&game, options, database, &budget)?;
        self.show(&solved, Some(solved.store().bytes()), &progress, &budget)
    }

    /// Says what a large game will need, where that is known.
    fn tell_needs(&self, game: &Game, options: SolveOptions) -> Option<SolveNeeds> {
        let needs = game.solve_needs(options).filter(|needs| needs.positions > 1 << 20)?;
        let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
        tell!(
            "upstar: {} numbers in {} tiers; {} MB of memory for the largest{}, and up to {} MB \
             for the results, {}",
            needs.positions,
            needs.tiers,
            megabytes(needs.memory),
            if self.cluster.is_given() { " (shared out)" } else { "" },
            megabytes(if self.outcomes_only { needs.kept / 4 } else { needs.kept }),
            if self.folder().is_some() {
                "on disk before they are compressed"
            } else {
                "in memory"
            }
        );
        Some(needs)
    }

    /// Where results are kept.
    fn folder(&self) -> Option<&Path> {
        self.database.as_deref().or(self.checkpoint.as_deref())
    }

    /// By several processes, which solve the positions together.
    fn run_together(self, game: Game, options: SolveOptions) -> Outcome {
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

    fn options(&self, game: &Game) -> Result<SolveOptions, Failure> {
        let first = self.first.as_deref().map(|name| game.rules().player(name)).transpose()?;
        Ok(SolveOptions {
            convention: game.convention(Convention::of(self.misere)),
            first,
            tiers: !self.no_tiers,
            numbers: !self.search && first.is_none(),
            threads: self.budget.threads(),
        })
    }

    fn show<S: TierStore>(
        &self,
        solved: &Solved<S>,
        bytes: Option<u64>,
        progress: &Progress,
        budget: &Budget,
    ) -> Outcome {
        let table = Table::requested(self.output.as_deref(), self.format)?;
        let finished = solved.stop() == StopReason::Finished;
        let written = match table.as_ref().filter(|_| finished) {
            Some(table) => {
                progress.stage("writing", None, budget);
                solved.write_table(&table.path, table.format, budget).map_err(Failure::from)
            }
            None => Ok(()),
        };
        if let Err(Failure::BrokenPipe) = written {
            return Err(Failure::BrokenPipe);
        }
        let mut analysis = solved.analysis()?;
        if let Some(facts) = &mut analysis.solved {
            facts.bytes = bytes;
        }
        progress.clear();
        let to_stderr = self.output.as_deref() == Some(Path::new("-"));
        let words = |analysis: &Analysis| for_a_person(analysis, self.by_tier);
        let shown = print(&analysis, self.json, to_stderr, words);
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
}

/// What was found by decision diagrams.
#[cfg(feature = "symbolic")]
fn by_diagrams(analysis: &Analysis) -> String {
    let mut text = String::new();
    let named = |name: &str| {
        analysis.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    };
    if let Some(table) = &analysis.table {
        let _ = writeln!(text, "{}", table.columns.join(","));
        for row in &table.rows {
            let _ = writeln!(text, "{}", row.join(","));
        }
    }
    let number = |name| named(name).unwrap_or_default();
    let _ = writeln!(text, "\n{} positions", number("positions"));
    for (name, meaning) in
        [("N", "the player to move wins"), ("D", "drawn"), ("P", "the player to move loses")]
    {
        if let Some(count) = named(name) {
            let _ = writeln!(text, "  {name:<3} {count:>20}  {meaning}");
        }
    }
    if let Some(rounds) = named("rounds") {
        let _ = writeln!(text, "{rounds} rounds until nothing changed");
    }
    let megabytes = number("bytes").parse::<u64>().unwrap_or(0).div_ceil(1_000_000);
    let _ = writeln!(text, "at most {} nodes, about {megabytes} MB", number("nodes"));
    if let Some(outcome) = analysis.outcome {
        let _ = writeln!(text, "\n{}: {outcome}", analysis.subject);
    }
    text
}

fn for_a_person(analysis: &Analysis, by_tier: bool) -> String {
    let mut text = String::new();
    let Some(facts) = &analysis.solved else { return text };
    let misere = analysis.convention == Some(Convention::Misere);
    let _ = writeln!(
        text,
        "{}{}{}",
        count(facts.positions, "position"),
        if facts.tiers > 1 { format!(" in {}", count(facts.tiers, "tier")) } else { String::new() },
        if misere { ", misère play" } else { "" }
    );
    outcomes(&mut text, facts);
    if let Some(longest) = &facts.longest_win {
        let mover = longest.mover.map_or(String::new(), |mover| format!(", {mover} to move"));
        let moves = count(longest.remoteness, "move");
        let _ = writeln!(text, "longest win: {moves} from {}{mover}", longest.vertex);
    }
    if let Some(bytes) = facts.bytes {
        let _ = writeln!(text, "on disk: {bytes} bytes");
    }
    if by_tier {
        for tier in &facts.solved {
            let longest = tier.longest.map_or(String::new(), |moves| {
                format!(", longest win {}", count(u64::from(moves), "move"))
            });
            let _ = writeln!(
                text,
                "tier {}: N {}, P {}, D {}{longest}",
                tier.tier, tier.wins, tier.losses, tier.draws
            );
        }
    }
    if !analysis.play.is_empty() {
        let outcome = analysis.outcome.map_or(String::new(), |outcome| format!(": {outcome}"));
        let _ = writeln!(text, "\n{}{outcome}", analysis.subject);
    }
    for play in &analysis.play {
        let who =
            play.mover.map_or("the player to move".to_owned(), |p: Player| format!("{p} to move"));
        let result = match play.result {
            Some(MoveResult::Win) => "wins",
            Some(MoveResult::Loss) => "loses",
            _ => "draws",
        };
        let moves =
            play.remoteness.map_or(String::new(), |moves| format!(" in {}", count(moves, "move")));
        let _ = writeln!(text, "  {who} {result}{moves}");
    }
    text
}

fn outcomes(text: &mut String, facts: &SolvedFacts) {
    let width = facts.outcomes.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
    for &(outcome, count) in &facts.outcomes {
        let meaning = match outcome {
            GameOutcome::N => "the player to move wins",
            GameOutcome::P => "the player to move loses",
            _ => "drawn",
        };
        let _ = writeln!(text, "  {outcome:<3} {count:>width$}  {meaning}");
    }
}

fn count(number: u64, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}
