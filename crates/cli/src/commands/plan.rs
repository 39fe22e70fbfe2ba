//! `upstar plan`: the memory, disk and time that solving will need.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use upstar::plan::{Known, Rates, Work, analyze_plan, size_of_file, size_of_game};
use upstar::{Analysis, Property, read_game};
use upstar_core::Budget;
use upstar_engine::Convention;
use upstar_files::{MOST_TEXT, Source};

use super::graph::print;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Result, count, large_count};

/// Estimate the memory, disk, traffic and time that solving will need
///
/// For a graph: in memory, out of core and on a cluster. For a game: position by position, tier by
/// tier, and tier by tier on a cluster. Lines in a file of arcs are estimated from a sample of a
/// megabyte, Parquet files state their number of rows, and compressed files are read to the end.
/// Positions of a game are counted exactly if the ruleset numbers them or there are few; otherwise
/// nothing is estimated. Sizes follow from the layouts of the engines; times are estimates
/// based on measured rates.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// A file of arcs, or a position or a sum: 'kalah(4,3)', 'kayles(3) + nim(1)'
    #[arg(value_name = "FILE|GAME", required_unless_present_any = ["vertices", "positions", "save_rates"])]
    subject: Option<String>,

    /// The number of vertices: `1e9`
    #[arg(long, value_name = "N", value_parser = large, requires = "arcs", conflicts_with = "subject")]
    vertices: Option<u128>,

    /// The number of arcs
    #[arg(long, value_name = "N", value_parser = large, requires = "vertices")]
    arcs: Option<u128>,

    /// The number of positions: `1e12`
    #[arg(
        long,
        value_name = "N",
        value_parser = large,
        conflicts_with_all = ["subject", "vertices"]
    )]
    positions: Option<u128>,

    /// The average number of options of a position
    #[arg(long, value_name = "N", value_parser = large, default_value = "10")]
    moves: u128,

    /// The number of positions in the largest tier; by default all positions are one tier
    #[arg(long, value_name = "N", value_parser = large, requires = "positions")]
    largest_tier: Option<u128>,

    /// The number of machines, with one process each
    #[arg(long, value_name = "N", value_parser = count, default_value = "1")]
    machines: u64,

    /// First measure the rates on this machine, which takes a second; the default rates are those
    /// of the project's machine
    #[arg(long, conflicts_with = "rates")]
    measure: bool,

    /// Use the rates from this file, written by --save-rates
    #[arg(long, value_name = "FILE")]
    rates: Option<PathBuf>,

    /// Write the rates to this file, as JSON
    #[arg(long, value_name = "FILE")]
    save_rates: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// A count below 2^128.
fn large(text: &str) -> Result<u128, String> {
    u128::try_from(large_count(text)?).map_err(|_| "expected a number below 2^128".to_owned())
}

impl Plan {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        let rates = match &self.rates {
            Some(path) => read_rates(path, &budget)?,
            None if self.measure => Rates::measure(&budget)?,
            None => Rates::default(),
        };
        if let Some(path) = &self.save_rates {
            let text = serde_json::to_string_pretty(&rates).unwrap_or_default() + "\n";
            std::fs::write(path, text).map_err(|error| fault(path, &error))?;
        }
        let (name, size) = match (&self.subject, self.vertices, self.arcs, self.positions) {
            (Some(subject), ..) => (subject.clone(), self.size_of(subject, &budget)?),
            (_, Some(vertices), Some(arcs), _) => {
                ("a graph".to_owned(), (Work::Graph { vertices, arcs }, Known::Exactly))
            }
            (.., Some(positions)) => {
                let largest_tier = self.largest_tier.unwrap_or(positions).min(positions);
                let (moves, key) = (self.moves, 0);
                let work = Work::Positions { positions, moves, largest_tier, key };
                ("a game".to_owned(), (work, Known::Exactly))
            }
            _ => return Ok(Answer::Yes),
        };
        let threads = self.budget.threads() as u64;
        let analysis = analyze_plan(&name, size, self.machines, threads, &rates);
        progress.clear();
        print(&analysis, self.json, false, for_a_person)?;
        Ok(Answer::Yes)
    }

    fn size_of(&self, subject: &str, budget: &upstar_core::Budget) -> Result<(Work, Known)> {
        let path = Path::new(subject);
        if path.is_file() || !subject.contains('(') {
            return Ok(size_of_file(path, budget)?);
        }
        Ok(size_of_game(&read_game(subject, Convention::Normal, budget)?, budget)?)
    }
}

fn fault(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

fn read_rates(path: &Path, budget: &Budget) -> Result<Rates> {
    let text = Source::Path(path.to_owned()).read_text(MOST_TEXT, budget)?;
    serde_json::from_str(&text).map_err(|error| fault(path, &error))
}

fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    for (name, value) in analysis.properties.iter().map(Property::english) {
        let _ = writeln!(text, "{name}: {value}");
    }
    let Some(table) = &analysis.table else {
        text += "\nMemory, disk and time cannot be estimated: the ruleset does not number its positions, \
                 and a short search does not reach them all.\nIf you know how many there are, give \
                 --positions N and --moves N.\n";
        return text;
    };
    for row in &table.rows {
        let [way, machines, memory, disk, traffic, milliseconds, not] = &row[..] else { continue };
        let _ = write!(text, "\n{way}");
        if machines != "1" {
            let _ = write!(text, ", {machines} machines");
        }
        text.push('\n');
        if !not.is_empty() {
            let _ = writeln!(text, "  cannot be done: {not}");
            continue;
        }
        let _ = writeln!(text, "  memory   {} per process", bytes(memory));
        for (name, value) in [("disk    ", disk), ("traffic ", traffic)] {
            if value != "0" {
                let _ = writeln!(text, "  {name} {}", bytes(value));
            }
        }
        let _ = writeln!(text, "  time     {} (estimated)", duration(milliseconds));
    }
    text
}

/// A size with two digits or three, rounded up.
fn bytes(number: &str) -> String {
    let Ok(bytes) = number.parse::<u128>() else { return number.to_owned() };
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let (mut size, mut unit) = (1u128, 0);
    while bytes / size >= 10_000 && unit + 1 < units.len() {
        size *= 1000;
        unit += 1;
    }
    format!("{} {}", bytes.div_ceil(size), units[unit])
}

/// A time in its largest units.
fn duration(milliseconds: &str) -> String {
    let Ok(milliseconds) = milliseconds.parse::<u128>() else { return milliseconds.to_owned() };
    let seconds = milliseconds.div_ceil(1000);
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds.div_ceil(60)),
        7200..=172_799 => format!("{} h", seconds.div_ceil(3600)),
        _ => format!("{} days", seconds.div_ceil(86_400)),
    }
}
