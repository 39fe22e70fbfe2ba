//! Graphs that several processes work on together.

use std::path::Path;

use upstar::core::{Convention, LoopyNimber};
use upstar::files::table::Format;
use upstar::{Analysis, GraphFacts, Longest};
use upstar_cluster::{ClusterSummary, ClusterValues};

use crate::support::Failure;

/// What is said of options that one process alone has.
pub(super) const ALONE: &str =
    "--from and --certify are for one process: leave out --processes, --hosts and --checkpoint";

/// The folder for the table, if one is asked for.
pub(super) fn folder(
    output: Option<&Path>,
    format: Option<Format>,
) -> Result<Option<&Path>, Failure> {
    let Some(path) = output else { return Ok(None) };
    let named = Format::of_name(path).ok().filter(|_| !path.is_dir());
    if path == Path::new("-") || named.or(format).is_some_and(|format| format != Format::Parquet) {
        return Err(Failure::input(
            "several processes write a folder of Parquet, a file each: give the name of one",
        ));
    }
    Ok(Some(path))
}

/// What is known of the whole graph, as one process would tell it.
pub(super) fn analysis(name: &str, summary: &ClusterSummary) -> Analysis {
    let mut analysis = Analysis::new(name);
    analysis.graph = Some(GraphFacts {
        vertices: summary.vertices,
        arcs: summary.arcs,
        coloured: summary.coloured,
        misere: summary.convention == Convention::Misere,
        outcomes: summary.outcomes.clone(),
        longest_win: summary.longest_win.as_ref().map(|win| Longest {
            vertex: win.vertex.clone(),
            mover: win.mover,
            remoteness: u64::from(win.remoteness),
        }),
        ..GraphFacts::default()
    });
    analysis
}

/// How many vertices have which value.
pub(super) fn values(name: &str, found: &ClusterValues, ascii: bool) -> Analysis {
    let text = |value: &LoopyNimber| {
        if ascii { format!("{value:#}") } else { value.to_string() }
    };
    let mut analysis = Analysis::new(name);
    analysis.graph = Some(GraphFacts {
        vertices: found.vertices,
        arcs: found.arcs,
        values: found.values.iter().map(|(value, count)| (text(value), *count)).collect(),
        ..GraphFacts::default()
    });
    analysis
}
