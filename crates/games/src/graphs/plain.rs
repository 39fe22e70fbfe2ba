//! Graphs without a game.

use super::ColouredGraph;
use upstar_engine::{Position, Result};

/// Reads a graph as games on graphs do: `path 5`, `cycle 6`, `.-.(-.;-.)`, `...|1-2,2-3`. Returns
/// for each vertex the numbers of its neighbours, counted from 0.
///
/// ```
/// assert_eq!(upstar_games::read_graph(".-.-.")?, [vec![1], vec![0, 2], vec![1]]);
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
///
/// # Errors
/// [`RuleError::Notation`](upstar_engine::RuleError::Notation) with the place in the text;
/// [`RuleError::TooLarge`](upstar_engine::RuleError::TooLarge).
pub fn read_graph(text: &str) -> Result<Vec<Vec<usize>>> {
    let graph = ColouredGraph::from_text(text)?;
    Ok((0..graph.vertices()).map(|v| graph.around(v).collect()).collect())
}
