//! Sides that equal no stopper, such as those of Bach's Carousel.

use upstar_values::Worker;

use crate::Result;
use crate::graph::Graph;
use crate::order::{Order, Side};
use crate::simplify::as_good;

/// Whether it is certain that a side equals no stopper.
///
/// Suppose G equals a stopper H in canonical form. Then a Left option of G that is neither
/// reversible nor strictly dominated equals a Left option of H. Right's move to it in H - G has no
/// answer inside G, because it is not reversible. So Left answers by a move to an option of H that
/// is at least as good. Right's move to that option in G - H has no answer inside H, because H is
/// canonical. So Left answers by an option of G that is at least as good again, and this one is not
/// better than the first. The same holds for Right. So H follows G along such moves. If they allow
/// infinite alternating play in G, they allow it in H too, but H is a stopper: there is no such H.
/// (The proof for Bach's Carousel in *Winning Ways*, chapter 11, in the terms of Siegel's "New
/// results in loopy games".)
///
/// # Errors
/// A graph too large, or a budget used up.
pub(crate) fn equals_no_stopper(graph: &Graph, side: Side, worker: &Worker<'_>) -> Result<bool> {
    let order = Order::of(&graph.nodes, side, worker.budget())?;
    let mut nodes = graph.nodes.clone();
    for (node, options) in nodes.iter_mut().enumerate() {
        for (player, side) in options.iter_mut().enumerate() {
            let all = side.clone();
            let as_good = |a, b| as_good(&order, player, a, b);
            side.retain(|&option| {
                let better =
                    all.iter().any(|&other| as_good(other, option) && !as_good(option, other));
                let replies = &graph.nodes[option as usize][1 - player];
                !better && !replies.iter().any(|&reply| as_good(node as u32, reply))
            });
        }
    }
    Ok(!Graph::with(nodes, graph.root).reached().is_stopper())
}
