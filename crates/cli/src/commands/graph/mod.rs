//! `upstar graph`: games given as an explicit directed graph.

mod check;
mod convert;
mod draw;
mod equal;
mod make;
mod out_of_core;
mod play;
mod pursuit;
mod show;
mod solve;
mod stats;
mod sum;
mod values;
mod whole;

use clap::Args;
use upstar::core::{Budget, Convention};
use upstar::files::Source;
use upstar::files::graph::{GraphFormat, Header, ReadOptions};
use upstar::{Error, NamedGraph};

use crate::support::{Failure, Outcome, Progress, Result};

pub(super) use show::print;

/// Solve games given as directed graphs: outcomes, number of moves, best moves
///
/// Vertices are positions, arcs are moves; a player who cannot move loses.
#[derive(Debug, Args)]
pub(crate) struct Graph {
    #[command(subcommand)]
    command: GraphCommand,
}

subcommands!(GraphCommand {
    Solve(solve::Solve),
    Values(values::Values),
    Stats(stats::Stats),
    Check(check::Check),
    Make(make::Make),
    Draw(draw::Draw),
    Sum(sum::Sum),
    Equal(equal::Equal),
    Play(play::Play),
    Convert(convert::Convert),
    Pursuit(pursuit::Pursuit),
});

impl Graph {
    pub(crate) fn run(self) -> Outcome {
        self.command.run()
    }
}

/// The graph that a command is about.
#[derive(Clone, Debug, Args)]
struct GraphFile {
    /// The graph: an edge list with the columns from, to and optionally colour; `-` is standard
    /// input
    #[arg(value_name = "FILE")]
    path: String,

    #[command(flatten)]
    read: ReadArgs,
}

/// How graph files are read.
#[derive(Clone, Debug, Args)]
pub(super) struct ReadArgs {
    /// The format of the file, if neither its name nor its content determines it; `contest` is a
    /// first line of the numbers of vertices and arcs, and perhaps the vertex where play starts
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<GraphFormat>,

    /// The columns of CSV or TSV that have the arcs, by name or number: from, to, and perhaps colour
    #[arg(long, value_name = "FROM,TO[,COLOUR]", value_delimiter = ',', value_parser = column)]
    columns: Vec<String>,

    /// The first line is an arc, even if it looks like names of columns
    #[arg(long)]
    no_header: bool,

    /// Colours mean nothing, as in drawings: every arc is for both players
    #[arg(long)]
    ignore_colours: bool,

    /// Every line is an arc in both directions
    #[arg(long)]
    undirected: bool,

    /// In the format contest, the number of the first vertex: 0 or 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1))]
    base: Option<u64>,
}

/// The name or number of a column, for clap.
fn column(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("two or three columns are expected, such as from,to or 2,3".to_owned()),
        name => Ok(name.to_owned()),
    }
}

impl ReadArgs {
    /// The same as options of a reader.
    pub(super) fn options(&self) -> Result<ReadOptions> {
        if !matches!(self.columns.len(), 0 | 2 | 3) {
            let message = "--columns takes two or three columns, such as from,to or 2,3";
            return Err(Failure::input(message));
        }
        let mut options = ReadOptions::default();
        options.format = self.from_format;
        options.columns.clone_from(&self.columns);
        options.header = if self.no_header { Header::Absent } else { Header::Guess };
        options.ignore_colours = self.ignore_colours;
        options.undirected = self.undirected;
        options.base = self.base;
        if self.base.is_some() && self.from_format != Some(GraphFormat::Contest) {
            return Err(Failure::input("--base is for --from-format contest"));
        }
        Ok(options)
    }
}

impl GraphFile {
    /// Reads the file and builds the graph.
    fn open(&self, progress: &Progress, budget: &Budget) -> Result<NamedGraph> {
        progress.stage("reading", None, budget);
        let graph = NamedGraph::open(&self.path, &self.read.options()?, budget)?;
        report_header(graph.header(), progress);
        Ok(graph)
    }

    /// The same for a graph whose vertices may have owners or payoffs; `owners` says that they have
    /// owners, and `weights` that the weights of arcs count.
    fn open_with_owners(
        &self,
        owners: bool,
        weights: bool,
        progress: &Progress,
        budget: &Budget,
    ) -> Result<NamedGraph> {
        progress.stage("reading", None, budget);
        let mut options = self.read.options()?;
        (options.owners, options.weights) = (owners, weights);
        let source = Source::of_argument(&self.path);
        let graph = NamedGraph::read_with_owners(&source, &options, budget)?;
        report_header(graph.header(), progress);
        Ok(graph)
    }
}

/// Says on standard error what was read as a header.
fn report_header(header: Option<&str>, progress: &Progress) {
    if let Some(header) = header {
        progress.clear();
        tell!("header: {header}");
    }
}

/// The convention selected by `--misere`.
fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Exhausted(exhausted) => exhausted.into(),
            Error::File(error) => error.into(),
            Error::SeveralGraphs => Failure::input("--annihilate needs all tokens on one graph"),
            error @ Error::TooManyToDraw { .. } => Failure::input(format!(
                "{error}: with --from VERTEX, what can be reached from a vertex"
            )),
            error @ Error::UnknownFormat(_) => {
                Failure::input(format!("{error}; give one with --to-format"))
            }
            other => Failure::input(other),
        }
    }
}
