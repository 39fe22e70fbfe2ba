//! The check of a labelling.

use upstar_core::{Budget, Convention, Outcome};

use crate::Result;
use crate::error::{First, VerifyError};
use crate::graph::Arcs;

/// Whether a labelling of all vertices with N, P and D is consistent. N must have a move to P. P
/// must have no move to P or D. D must have a move to D and none to P. A vertex without moves must
/// be P (N in misère play) or have its given result.
///
/// On a graph without cycles only the true outcomes are consistent. On a graph with cycles others
/// may be (a drawn position can sometimes be labelled with N or P), so there this proves nothing;
/// that needs the remoteness of [`crate::outcomes`].
///
/// # Errors
/// [`VerifyError::Rejected`] with the first inconsistent vertex; [`VerifyError::Graph`] for a wrong
/// number of labels, coloured arcs, or a vertex with both arcs and a result; the budget.
pub fn check(graph: &Arcs, convention: Convention, labels: &[Outcome], budget: &Budget) -> Result {
    let n = graph.vertices as usize;
    if labels.len() != n {
        return Err(VerifyError::Graph(format!("{} labels for {n} vertices", labels.len())));
    }
    if graph.colours.iter().any(|&colour| colour != Default::default()) {
        return Err(VerifyError::Graph("labels of a graph with coloured arcs".into()));
    }
    if let Some(v) = graph.terminal_with_arcs() {
        return Err(VerifyError::Graph(format!(
            "vertex number {v} has arcs and a result of its own"
        )));
    }
    let mut ticker = budget.ticker();
    let mut has_moves = vec![false; n];
    let mut shown = vec![false; n];
    let mut first = First::default();
    for &(from, to) in &graph.arcs {
        ticker.tick(1)?;
        has_moves[from as usize] = true;
        match (labels[from as usize], labels[to as usize]) {
            (Outcome::N, Outcome::P) | (Outcome::P, Outcome::N) | (Outcome::D, Outcome::D) => {
                shown[from as usize] = true;
            }
            (label @ (Outcome::P | Outcome::D), other)
                if (label, other) != (Outcome::D, Outcome::N) =>
            {
                first.add(from, || format!("{label}, but a move leads to {other}"));
            }
            _ => {}
        }
    }
    let results = graph.results();
    for v in 0..n {
        ticker.tick(1)?;
        let label = labels[v];
        if has_moves[v] {
            if !shown[v] && matches!(label, Outcome::N | Outcome::D) {
                let wanted = if label == Outcome::N { Outcome::P } else { Outcome::D };
                first.add(v as u32, || format!("{label}, but no move leads to {wanted}"));
            } else if !matches!(label, Outcome::N | Outcome::P | Outcome::D) {
                first.add(v as u32, || format!("outcome {label} is none of N, P and D"));
            }
            continue;
        }
        let truth = results[v].unwrap_or(convention.no_move()).outcome();
        if label != truth {
            first.add(v as u32, || format!("{label}, but without moves it is {truth}"));
        }
    }
    first.into_result()
}
