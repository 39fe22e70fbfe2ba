//! Sides that equal no stopper, as those of Bach's Carousel.

use upstar_values::Worker;

use crate::Error;
use crate::graph::Graph;
use crate::order::{Order, Side};
use crate::simplify::as_good;

/// Whether it is certain that a side equals no stopper.
///
/// Let G equal a stopper H, which is in canonical form. A Left option of G that is neither
/// reversible nor dominated by a better one equals a Left option of H: Right's move to it in H - G
/// is not answered there, as it would be reversible, so Left answers it by a move to an option of H
/// that is at least as good; Right's move to that one in G - H is not answered there, as H is
/// canonical, so by an option of G that is as good again, and that one is no better than the first.
/// The same holds for Right. So H follows G along such moves, and if by these G can be played in
/// turn forever, so can H, which is a stopper: there is no such H. (The proof for Bach's Carousel
/// in *Winning Ways*, chapter 11, by the terms of Siegel's "New results in loopy games".)
///
/// # Errors
/// A graph too large, or a budget used up.
pub(crate) fn equals_no_stopper(
    graph: &Graph,
    side: Side,
    worker: &Worker<'_>,
) -> Result<bool, Error> {
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
