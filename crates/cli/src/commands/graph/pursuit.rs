//! `upstar graph pursuit`: cops and robbers.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::files::table::Format;
use upstar::{Analysis, Property, PursuitRules};

use super::GraphFile;
use super::show::{line, print};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, Table};

/// Cops and robbers: how many cops catch the robber, and how soon
///
/// The cops choose their vertices, then the robber chooses one. Then both sides move in turn: all cops
/// along an arc each, or the robber along an arc; a piece may also stay. The cops win if one of them is
/// where the robber is. Tries 1, 2, ... cops up to --cops, and prints the cop number, the capture time (the
/// moves of the cops with best play) and a line of best play. The exit code is 1 if so many cops cannot
/// catch the robber. -o writes a table of all positions with the last number of cops tried: who moves (0
/// for the cops), who wins, in how many moves of both sides, and the winner's move. --undirected reads each
/// line of the file as an edge.
#[derive(Debug, Args)]
pub(crate) struct Pursuit {
    #[command(flatten)]
    file: GraphFile,

    /// The most cops to try
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    cops: u32,

    /// The robber makes the first move
    #[arg(long)]
    robber_first: bool,

    /// A piece must move if it can
    #[arg(long)]
    no_stay: bool,

    /// Write a table of all positions to this file (.csv, .json or .parquet); `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, if the file name does not determine it
    #[arg(long, value_name = "FORMAT", requires = "output")]
    format: Option<Format>,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Pursuit {
    pub(crate) fn run(self) -> Outcome {
        let table = Table::requested(self.output.as_deref(), self.format)?;
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let graph = self.file.open(&progress, &budget)?;
        progress.stage("solving", None, &budget);
        let mut cops = 1;
        loop {
            let rules = PursuitRules { cops, robber_first: self.robber_first, stay: !self.no_stay };
            let pursuit = graph.pursuit(rules, &budget)?;
            let solved = pursuit.solve(&budget)?;
            if !solved.is_won() && cops < self.cops {
                cops += 1;
                continue;
            }
            let mut analysis = solved.analysis();
            if solved.is_won() {
                analysis.properties.insert(0, Property::CopNumber(cops.into()));
            }
            let written: Result<(), Failure> = table.as_ref().map_or(Ok(()), |table| {
                Ok(solved.write_table(&table.path, table.format, &budget)?)
            });
            progress.clear();
            written?;
            let to_stderr = self.output.as_deref() == Some(Path::new("-"));
            print(&analysis, self.json, to_stderr, for_a_person)?;
            return Ok(Answer::to(&analysis));
        }
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(claim) = &analysis.claim {
        line(&mut text, &claim.reason);
    }
    for (name, value) in analysis.properties.iter().map(Property::english) {
        line(&mut text, &format!("{name}: {value}"));
    }
    for play in &analysis.play {
        line(&mut text, "best play (cops | robber):");
        for position in &play.line {
            line(&mut text, &format!("  {position}"));
        }
    }
    text
}
