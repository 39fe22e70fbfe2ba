//! `upstar graph sum`: tokens on one or several graphs.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::core::Budget;
use upstar::files::Source;
use upstar::files::table::Format;
use upstar::{Analysis, NamedGraph, Property, SumOptions, SumQueries, Tokens};

use super::ReadArgs;
use super::convention;
use super::show::{line, print};
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Progress, Table, result_in_words, to_move,
};

/// Solve a sum: a player moves one token and leaves the others
///
/// Each token is written FILE:VERTEX; several may be on one graph, and on one
/// vertex. In normal play on uncoloured graphs, the values of the parts decide the sum, however
/// large the graphs are. For coloured graphs and misère play, all reachable positions are searched,
/// within the budget. Winning moves are printed as `token: vertex after the move`, with tokens
/// counted from 1; with --annihilate as `vertex before: vertex after`.
///
/// With --queries, many sums on one graph FILE are answered in a table: each row of the CSV file has the
/// vertices of one sum. A contest file (--from-format contest) may have the sums itself: after the arcs
/// a line with their number, then for each a line with the number of tokens and their vertices.
#[derive(Debug, Args)]
pub(crate) struct Sum {
    /// Tokens, each FILE:VERTEX; with many sums the FILE alone
    #[arg(required = true, value_name = "FILE:VERTEX")]
    tokens: Vec<String>,

    /// Answer the sums in this CSV file: the vertices of one sum in each row
    #[arg(long, value_name = "FILE")]
    queries: Option<String>,

    /// Write the table of many sums to this file (.csv, .json, .parquet or .tex) and not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, if the file name does not determine it
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Two tokens that meet on a vertex both vanish (one graph only)
    #[arg(long)]
    annihilate: bool,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Search all reachable positions even if values decide the sum; this also gives the remoteness
    #[arg(long)]
    product: bool,

    #[command(flatten)]
    read: ReadArgs,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Sum {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        progress.stage("reading", None, &budget);
        if let [file] = &self.tokens[..]
            && (self.queries.is_some() || Path::new(file).is_file())
        {
            return self.many(file, &progress, &budget);
        }
        if self.queries.is_some() {
            return Err(Failure::input("--queries needs one graph: FILE without a vertex"));
        }
        if self.output.is_some() || self.format.is_some() {
            let message = "-o and --format are for the table of many sums; see --queries";
            return Err(Failure::input(message));
        }
        let tokens = Tokens::open(&self.tokens, &self.read.options()?, &budget)?;
        progress.stage("solving", None, &budget);
        let analysis = tokens.sum(&self.sum_options(), &budget)?;
        progress.clear();
        print(&analysis, self.json, false, for_a_person)?;
        Ok(Answer::Yes)
    }

    /// Answers many sums on the graph in `file`.
    fn many(&self, file: &str, progress: &Progress, budget: &Budget) -> Outcome {
        let options = self.read.options()?;
        if self.json {
            let message = "--json is for one sum; --format json writes the table of many as JSON";
            return Err(Failure::input(message));
        }
        let output = self.output.as_deref().unwrap_or(Path::new("-"));
        let table = Table::requested(Some(output), self.format)?;
        let graph = NamedGraph::open(file, &options, budget)?;
        let mut queries = match &self.queries {
            Some(queries) => {
                SumQueries::read(graph, &Source::of_argument(queries), &options, budget)?
            }
            None => SumQueries::of_file(graph).ok_or_else(|| {
                Failure::input(format!(
                    "{file} asks about no sums; write tokens as {file}:VERTEX, or --queries FILE"
                ))
            })?,
        };
        if let (Some(header), Some(file)) = (queries.header(), &self.queries) {
            tell!("{file}: header: {header}");
        }
        progress.stage("solving", None, budget);
        if let Some(table) = table {
            queries.write_table(&table.path, table.format, &self.sum_options(), budget)?;
        }
        progress.clear();
        Ok(Answer::Yes)
    }

    fn sum_options(&self) -> SumOptions {
        SumOptions {
            convention: convention(self.misere),
            annihilation: self.annihilate,
            all_positions: self.product,
            threads: self.budget.threads(),
        }
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(value) = &analysis.value {
        line(&mut text, &format!("value: {value}"));
    }
    if let Some(outcome) = analysis.outcome {
        line(&mut text, &format!("outcome: {outcome}"));
    }
    for play in &analysis.play {
        line(&mut text, &format!("{} {}", to_move(play.mover), result_in_words(play)));
        if !play.winning_moves.is_empty() {
            line(&mut text, "winning moves:");
            for winning in &play.winning_moves {
                line(&mut text, &format!("  {winning}"));
            }
        }
    }
    for (name, value) in analysis.properties.iter().map(Property::english) {
        line(&mut text, &format!("{name}: {value}"));
    }
    text
}
