//! A graph file comes in.

use std::collections::HashSet;

use clap::Args;
use upstar::graphs::{Graph, GraphBuilder, GraphError, Rules};
use upstar_core::Budget;
use upstar_core::arcs::Colour;
use upstar_core::names::Names;
use upstar_files::graph::{GraphFormat, ReadOptions, read_graph};
use upstar_files::{FileError, Source};

use super::show::count;
use crate::support::{Failure, Progress};

/// The graph that a command is about.
#[derive(Clone, Debug, Args)]
pub(super) struct GraphFile {
    /// The graph: an edge list with the columns from, to and
    /// perhaps colour; `-` is
    /// standard input
    #[arg(value_name = "FILE")]
    path: String,

    /// The format of the file, where neither its name nor its content tells
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<GraphFormat>,
}

/// A graph with the names of its vertices.
pub(super) struct Loaded {
    /// The file's name, as the user gave it.
    pub(super) name: String,
    pub(super) graph: Graph,
    pub(super) names: Names,
}

impl GraphFile {
    pub(super) fn is_standard_input(&self) -> bool {
        self.path == "-"
    }

    /// Reads the file and builds the graph.
    pub(super) fn load(&self, progress: &Progress, budget: &Budget) -> Result<Loaded, Failure> {
        load(&self.path, self.from_format, progress, budget)
    }
}

/// Reads the graph file at `path` (`-`: standard input), in the format given or
/// the one it is recognised to have.
pub(super) fn load(
    path: &str,
    format: Option<GraphFormat>,
    progress: &Progress,
    budget: &Budget,
) -> Result<Loaded, Failure> {
    progress.stage("reading", None, budget);
    let mut builder = GraphBuilder::with_budget(budget);
    let mut ticker = budget.ticker();
    let mut sink = |arcs: &[(u32, u32)], colours: &[Colour]| {
        ticker.tick(arcs.len() as u64)?;
        let added = if colours.is_empty() {
            arcs.iter().try_for_each(|&(from, to)| builder.arc(from, to))
        } else {
            arcs.iter()
                .zip(colours)
                .try_for_each(|(&(from, to), &colour)| builder.coloured_arc(from, to, colour))
        };
        added.map_err(|error| match error {
            GraphError::Exhausted(exhausted) => FileError::Exhausted(exhausted),
            other => FileError::Sink(Box::new(other)),
        })
    };
    let options = format.map_or_else(ReadOptions::default, ReadOptions::with_format);
    let summary = read_graph(&Source::of_argument(path), &options, &mut sink, budget)?;
    let name = if path == "-" { "standard input" } else { path }.to_owned();
    progress.stage("building", Some(summary.arcs), budget);
    builder.vertices(summary.names.len());
    for &(vertex, result) in &summary.terminals {
        builder.result(vertex, result).map_err(|error| describe(&name, &summary.names, &error))?;
    }
    let graph = builder.finish().map_err(|error| describe(&name, &summary.names, &error))?;
    Ok(Loaded { name, graph, names: summary.names })
}

impl Loaded {
    /// The vertex called `name`.
    pub(super) fn vertex(&self, name: &str) -> Result<u32, Failure> {
        self.names.find(name).ok_or_else(|| {
            let near = near_miss(&self.names, name);
            let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Failure::input(format!("{}: there is no vertex `{name}`{hint}", self.name))
        })
    }

    /// An error of the engine, with the vertex called by its name.
    pub(super) fn describe(&self, error: &GraphError) -> Failure {
        describe(&self.name, &self.names, error)
    }

    /// What a table's metadata say about where it comes from.
    pub(super) fn provenance(&self, rules: Rules) -> Vec<(String, String)> {
        let play = if rules.misere { "misère" } else { "normal" };
        [
            ("upstar", env!("CARGO_PKG_VERSION").to_owned()),
            ("graph", self.name.clone()),
            ("play", play.to_owned()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .to_vec()
    }
}

fn describe(file: &str, names: &Names, error: &GraphError) -> Failure {
    let name = |vertex: u32| names.get(vertex).to_string();
    let message = match error {
        GraphError::Exhausted(exhausted) => return Failure::Exhausted(*exhausted),
        GraphError::DegreeTooLarge { vertex, degree, limit } => format!(
            "vertex `{}` has {degree} outgoing arcs; at most {limit} can be counted",
            name(*vertex)
        ),
        GraphError::DepthTooLarge { vertex, limit } => format!(
            "vertex `{}` is more than {limit} moves from the end, the most that can be counted",
            name(*vertex)
        ),
        GraphError::ResultNotTerminal { vertex } => format!(
            "vertex `{}` has a result of its own, but there are moves from it; only a vertex \
             without moves can have one",
            name(*vertex)
        ),
        GraphError::TwoResults { vertex } => {
            format!("vertex `{}` has two different results", name(*vertex))
        }
        GraphError::NotNormalPlay { vertex } => format!(
            "vertex `{}` is a terminal that is not lost for the player to move; values are about \
             normal play",
            name(*vertex)
        ),
        GraphError::Cyclic { cycle } => format!(
            "the graph has a cycle, so its vertices need not have Grundy values: {}",
            cycle_text(names, cycle)
        ),
        other => other.to_string(),
    };
    Failure::input(format!("{file}: {message}"))
}

/// A cycle as people write it, its middle left out if it is long.
pub(super) fn cycle_text(names: &Names, cycle: &[u32]) -> String {
    const SHOWN: usize = 12;
    let mut steps: Vec<String> =
        cycle.iter().take(SHOWN).map(|&vertex| names.get(vertex).to_string()).collect();
    if cycle.len() > SHOWN {
        steps.push(format!("... ({})", count(cycle.len() as u64, "vertex", "vertices")));
    }
    steps.extend(cycle.first().map(|&first| names.get(first).to_string()));
    steps.join(" -> ")
}

/// A vertex whose name differs from `name` in case, spaces or one character;
/// looked for among the first hundred thousand.
fn near_miss(names: &Names, name: &str) -> Option<String> {
    let folded = |text: &str| text.trim().to_lowercase();
    let wanted = folded(name);
    let mut without_one: HashSet<String> = HashSet::new();
    for (skip, _) in wanted.char_indices() {
        without_one
            .insert(wanted.char_indices().filter(|&(at, _)| at != skip).map(|(_, c)| c).collect());
    }
    names.iter().take(100_000).map(|candidate| candidate.to_string()).find(|candidate| {
        let candidate = folded(candidate);
        candidate == wanted
            || without_one.contains(&candidate)
            || candidate.char_indices().any(|(skip, _)| {
                let shorter: String = candidate
                    .char_indices()
                    .filter(|&(at, _)| at != skip)
                    .map(|(_, c)| c)
                    .collect();
                shorter == wanted
            })
    })
}
