//! Graphs that several processes work on together.

use std::path::Path;

use upstar::core::{Convention, LoopyNimber};
use upstar::{Analysis, GraphFacts, Longest};
use upstar_cluster::{ClusterError, ClusterSummary, ClusterValues};

use crate::support::Failure;

/// What is said of options that one process alone has.
pub(super) const ALONE: &str =
    "--from and --certify are for one process: leave out --processes and --hosts";

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

/// An error of the run, with what helps.
pub(crate) fn failure(error: ClusterError, checkpoint: Option<&Path>) -> Failure {
    if !matches!(error, ClusterError::Lost { .. }) {
        return error.into();
    }
    Failure::Interrupted(match checkpoint {
        Some(folder) => {
            format!("{error}; the same command resumes from the checkpoint in {}", folder.display())
        }
        None => error.to_string(),
    })
}
