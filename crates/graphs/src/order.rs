//! Cycles and topological order.

use upstar_core::{Budget, Exhausted, Lease};

use crate::graph::{Graph, NONE};
use crate::kernel::look_ahead;

/// The result of [`topological_order`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The graph has no cycle: every vertex, each after all its successors
    /// (terminals first).
    Acyclic(Vec<u32>),
    /// The vertices of one cycle in the order of play, the smallest first. Each has an arc to the
    /// next, and the last has an arc to the first.
    Cycle(Vec<u32>),
}

/// Orders the vertices so that each comes after its successors, or finds a
/// cycle.
///
/// O(V+E) and iterative: vertices whose successors are all removed are removed in turn. The cycle
/// that is found depends only on the set of arcs.
///
/// # Errors
/// If the budget is used up.
pub fn topological_order(graph: &Graph, budget: &Budget) -> Result<Order, Exhausted> {
    let mut lease = Lease::new(budget);
    let (order, left) = peel(graph, &mut lease, budget)?;
    if order.len() == graph.out_degree.len() {
        return Ok(Order::Acyclic(order));
    }
    // Every vertex that is left has a successor that is left. Following the smallest successors
    // must return to a vertex.
    let mut next = lease.filled(NONE, left.len())?;
    let mut ticker = budget.ticker();
    for v in (0..graph.vertices()).filter(|&v| left[v as usize] > 0) {
        ticker.tick(graph.predecessors(v).len() as u64 + 1)?;
        for &u in graph.predecessors(v) {
            if left[u as usize] > 0 && next[u as usize] == NONE {
                next[u as usize] = v;
            }
        }
    }
    let start = left.iter().position(|&count| count > 0).expect("a vertex is left");
    let mut at = start as u32;
    let mut seen = lease.filled(false, left.len())?;
    while !std::mem::replace(&mut seen[at as usize], true) {
        at = next[at as usize];
    }
    let mut cycle = vec![at];
    let mut on = next[at as usize];
    while on != at {
        cycle.push(on);
        on = next[on as usize];
    }
    let smallest = (0..cycle.len()).min_by_key(|&i| cycle[i]).expect("a cycle has a vertex");
    cycle.rotate_left(smallest);
    Ok(Order::Cycle(cycle))
}

/// Whether the graph has no cycle. O(V+E).
///
/// # Errors
/// If the budget is used up.
pub fn is_acyclic(graph: &Graph, budget: &Budget) -> Result<bool, Exhausted> {
    let mut lease = Lease::new(budget);
    Ok(peel(graph, &mut lease, budget)?.0.len() == graph.out_degree.len())
}

/// Removes vertices without successors until none is left. Returns them in that order, and for
/// every vertex the number of its arcs that were not removed.
fn peel(
    graph: &Graph,
    lease: &mut Lease,
    budget: &Budget,
) -> Result<(Vec<u32>, Vec<u32>), Exhausted> {
    let mut ticker = budget.ticker();
    let mut left = lease.with_capacity(graph.out_degree.len())?;
    left.extend_from_slice(&graph.out_degree);
    let mut order: Vec<u32> = lease.with_capacity(left.len())?;
    order.extend(graph.terminals());
    let mut head = 0;
    while head < order.len() {
        look_ahead(&graph.reverse, &left, |steps| order.get(head + steps).copied());
        let v = order[head];
        head += 1;
        let row = graph.predecessors(v);
        ticker.tick(row.len() as u64 + 1)?;
        for &u in row {
            left[u as usize] -= 1;
            if left[u as usize] == 0 {
                order.push(u);
            }
        }
    }
    Ok((order, left))
}
