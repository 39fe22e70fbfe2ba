//! `upstar solve`: all positions that can be reached from a position.

#[cfg(feature = "cluster")]
mod together;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use upstar::rules::TierStore;
use upstar::{
    Analysis, Database, RecordKind, SolveNeeds, SolveOptions, Solved, SolvedFacts, read_game,
};
use upstar_core::{Budget, Outcome as GameOutcome, StopReason};
use upstar_engine::{Convention, Game};

use super::graph::print;
use crate::support::{
    Answer, BudgetArgs, ClusterArgs, Failure, Limits, Outcome, Progress, Result, TableArgs,
    and_saved, counted, parse_limits, result_in_words, to_move,
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
    /// A position or a sum: 'nim(3,4,5)', 'clobber("xoxo|oxox")', 'kayles(3) + nim(1)'
    #[arg(value_name = "GAME")]
    game: String,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Who makes the first move: left, right, or a letter of the game; by default either player
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

    #[command(flatten)]
    table: TableArgs,

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
        let progress = Progress::new();
        let mut budget = self.budget.budget(&progress);
        if let Some(bytes) = self.memory.as_ref().and_then(Limits::bytes) {
            budget = budget.with_bytes(bytes);
        }
        let game = read_game(&self.game, Convention::of(self.misere), &budget)?;
        let options = self.options(&game)?;
        #[cfg(not(feature = "cluster"))]
        self.cluster.refuse()?;
        #[cfg(feature = "cluster")]
        if self.cluster.is_given() {
            return self.run_together(game, options, &progress, &budget);
        }
        if self.outcomes_only && self.folder().is_none() {
            return Err(Failure::input(ONLY_KEPT));
        }
        if let Some(needs) = self.report_needs(&game, options)
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
        let database = Database::begin(folder, &game, options, self.kept())?;
        let before = database.solved().len();
        if before > 0 {
            report_begun(folder, before);
        }
        let solved = Solved::within(&game, options, database, &budget)?;
        self.show(&solved, Some(solved.store().bytes()), &progress, &budget)
    }

    /// Says what a large game will need, where that is known.
    fn report_needs(&self, game: &Game, options: SolveOptions) -> Option<SolveNeeds> {
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

    /// What is kept of each position.
    fn kept(&self) -> RecordKind {
        if self.outcomes_only { RecordKind::Outcome } else { RecordKind::Remoteness }
    }

    fn options(&self, game: &Game) -> Result<SolveOptions> {
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
        let table = self.table.requested()?;
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
        let to_stderr = self.table.is_standard_output();
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

/// Says how many tiers are in a folder already.
fn report_begun(folder: &Path, tiers: usize) {
    tell!(
        "upstar: {}: {} are solved already",
        folder.display(),
        counted(tiers as u64, "tier", "tiers")
    );
}

/// What was found by decision diagrams.
#[cfg(feature = "symbolic")]
fn by_diagrams(analysis: &Analysis) -> String {
    use upstar::Property;

    let mut text = String::new();
    if let Some(table) = &analysis.table {
        let _ = writeln!(text, "{}", table.columns.join(","));
        for row in &table.rows {
            let _ = writeln!(text, "{}", row.join(","));
        }
    }
    for property in &analysis.properties {
        let _ = match property {
            Property::Positions(positions) => writeln!(text, "\n{positions} positions"),
            Property::Won(count) => {
                writeln!(text, "  N   {:>20}  the player to move wins", count.0)
            }
            Property::Drawn(count) => writeln!(text, "  D   {:>20}  drawn", count.0),
            Property::Lost(count) => {
                writeln!(text, "  P   {:>20}  the player to move loses", count.0)
            }
            Property::Rounds(rounds) => writeln!(text, "{rounds} rounds until nothing changed"),
            Property::Nodes(nodes) => write!(text, "at most {nodes} nodes"),
            Property::Bytes(bytes) => {
                writeln!(text, ", about {} MB", bytes.div_ceil(1_000_000))
            }
            _ => Ok(()),
        };
    }
    if let Some(outcome) = analysis.outcome {
        let _ = writeln!(text, "\n{}: {outcome}", analysis.subject);
    }
    text
}

fn for_a_person(analysis: &Analysis, by_tier: bool) -> String {
    let mut text = String::new();
    let Some(facts) = &analysis.solved else { return text };
    if !analysis.bounds.is_empty() {
        return analysis.bounds.join("\n") + "\n";
    }
    let misere = analysis.convention == Some(Convention::Misere);
    let _ = writeln!(
        text,
        "{}{}{}",
        counted(facts.positions, "position", "positions"),
        if facts.tiers > 1 {
            format!(" in {}", counted(facts.tiers, "tier", "tiers"))
        } else {
            String::new()
        },
        if misere { ", misère play" } else { "" }
    );
    outcomes(&mut text, facts);
    if let Some(longest) = &facts.longest_win {
        let mover = longest.mover.map_or(String::new(), |mover| format!(", {mover} to move"));
        let moves = counted(longest.remoteness, "move", "moves");
        let _ = writeln!(text, "longest win: {moves} from {}{mover}", longest.vertex);
    }
    if let Some(bytes) = facts.bytes {
        let _ = writeln!(text, "on disk: {bytes} bytes");
    }
    if by_tier {
        for tier in &facts.solved {
            let longest = tier.longest.map_or(String::new(), |moves| {
                format!(", longest win {}", counted(u64::from(moves), "move", "moves"))
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
        let _ = writeln!(text, "  {} {}", to_move(play.mover), result_in_words(play));
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
