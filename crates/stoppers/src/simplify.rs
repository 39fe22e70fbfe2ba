//! The simplest form of a side: equal positions are merged, dominated options removed and
//! reversible ones bypassed. For a side that equals a stopper it is the canonical form.
//!
//! In loopy games a change may be valid alone but wrong together with others, or if a move is
//! reversible through the position itself. So every change is tried, and kept only if all positions
//! keep their values.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use upstar_core::Budget;
use upstar_values::Worker;

use crate::graph::{Graph, MOST_NODES, Options, reached};
use crate::order::{Order, Side};
use crate::{Error, Result};

/// The canonical form of a side, if it is a stopper; otherwise a form in which no simplification
/// was found.
///
/// Strongly connected positions are simplified together, after the positions that they lead to.
///
/// # Errors
/// A graph too large, or a budget used up.
pub(crate) fn simplified(graph: &Graph, side: Side, worker: &mut Worker<'_>) -> Result<Graph> {
    if side == Side::Off {
        // Uses the onside of the negative, so that the results for a game and its negative agree.
        return Ok(simplified(&graph.negative(), Side::On, worker)?.negative());
    }
    let graph = graph.tidy(worker)?;
    let ids = graph.ids(worker)?;
    if ids[graph.root as usize].is_some() {
        // A short game is in canonical form already.
        return Ok(graph);
    }
    let mut pool = Pool::default();
    // The places of the positions in the pool.
    let mut place: Vec<u32> = vec![u32::MAX; graph.nodes.len()];
    for group in components(&graph) {
        if let [node] = group[..]
            && ids[node as usize].is_some()
        {
            // Its options are in the pool, and it is in canonical form.
            pool.add(&graph, &group, &mut place)?;
            continue;
        }
        together(&graph, &group, &mut pool, &mut place, side, worker)?;
    }
    let root = place[graph.root as usize];
    finished(&Graph::with(pool.nodes, root), side, false, worker)
}

/// Simplified positions, each after or together with the positions that it leads to.
#[derive(Default)]
struct Pool {
    nodes: Vec<Options>,
    /// The places of positions that lead only to themselves and to earlier ones. A position is
    /// [`OWN`] among its own options.
    known: HashMap<Options, u32>,
}

/// The position itself among its options, in a key.
const OWN: u32 = u32::MAX;

impl Pool {
    /// Adds strongly connected positions of a graph. The positions that they lead to must be in the
    /// pool, at the places in `place`, and the new places are added to it.
    fn add(&mut self, graph: &Graph, group: &[u32], place: &mut [u32]) -> Result {
        let fresh = self.nodes.len() as u32;
        if let &[node] = group {
            place[node as usize] = OWN;
            let key = graph.nodes[node as usize].each_ref().map(|side| moved(side, place));
            let found = *self.known.entry(key.clone()).or_insert(fresh);
            place[node as usize] = found;
            if found == fresh {
                let own = |side: Vec<u32>| {
                    side.into_iter().map(|to| if to == OWN { fresh } else { to }).collect()
                };
                self.nodes.push(key.map(own));
            }
        } else {
            for (node, at) in group.iter().zip(fresh..) {
                place[*node as usize] = at;
            }
            for &node in group {
                self.nodes
                    .push(graph.nodes[node as usize].each_ref().map(|side| moved(side, place)));
            }
        }
        if self.nodes.len() > MOST_NODES {
            return Err(Error::TooLarge { limit: MOST_NODES });
        }
        Ok(())
    }
}

fn moved(side: &[u32], place: &[u32]) -> Vec<u32> {
    let mut side: Vec<u32> = side.iter().map(|&node| place[node as usize]).collect();
    side.sort_unstable();
    side.dedup();
    side
}

/// Simplifies strongly connected positions and adds them to the pool.
fn together(
    graph: &Graph,
    group: &[u32],
    pool: &mut Pool,
    place: &mut [u32],
    side: Side,
    worker: &mut Worker<'_>,
) -> Result {
    let first = pool.nodes.len() as u32;
    for (index, &node) in group.iter().enumerate() {
        place[node as usize] = first + index as u32;
    }
    for &node in group {
        let options = graph.nodes[node as usize].each_ref();
        pool.nodes.push(options.map(|side| moved(side, place)));
    }
    // A position with the whole group as options, which must not change.
    let members: Vec<u32> = (first..first + group.len() as u32).collect();
    let above = pool.nodes.len() as u32;
    pool.nodes.push([members, Vec::new()]);
    let (before, known) = reached(&pool.nodes, above);
    pool.nodes.truncate(first as usize);
    let after = finished(&before, side, true, worker)?;
    // The position of the simplified graph that equals each position of the group.
    let mut both = before.clone();
    let shift = before.nodes.len() as u32;
    both.append(&after)?;
    let order = Order::of(&both.nodes, side, worker.budget())?;
    let [found, _] = &after.nodes[after.root as usize];
    let equals = group.iter().enumerate().map(|(index, _)| {
        let member = known[&(first + index as u32)];
        found.iter().copied().find(|&other| order.equal(member, other + shift))
    });
    // Every change keeps all values, so each position is found.
    let equals: Option<Vec<u32>> = equals.collect();
    let (graph, members) = match &equals {
        Some(equals) => (&after, equals.clone()),
        None => (&before, (0..group.len() as u32).map(|index| known[&(first + index)]).collect()),
    };
    let mut places = vec![u32::MAX; graph.nodes.len()];
    for found in components(graph) {
        if found != [graph.root] {
            pool.add(graph, &found, &mut places)?;
        }
    }
    for (&node, member) in group.iter().zip(members) {
        place[node as usize] = places[member as usize];
    }
    Ok(())
}

/// Strongly connected components, each after those that it leads to.
pub(crate) fn components(graph: &Graph) -> Vec<Vec<u32>> {
    // Tarjan's algorithm with an explicit stack.
    let count = graph.nodes.len();
    let options: Vec<Vec<u32>> = graph.nodes.iter().map(|[l, r]| [&l[..], r].concat()).collect();
    let (mut order, mut low) = (vec![u32::MAX; count], vec![0u32; count]);
    let mut open = vec![false; count];
    let (mut path, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    let mut stack = vec![(graph.root, 0usize)];
    while let Some((node, at)) = stack.pop() {
        let index = node as usize;
        if at == 0 {
            (order[index], low[index]) = (next, next);
            next += 1;
            path.push(node);
            open[index] = true;
        }
        if let Some(&option) = options[index].get(at) {
            stack.push((node, at + 1));
            if order[option as usize] == u32::MAX {
                stack.push((option, 0));
            } else if open[option as usize] {
                low[index] = low[index].min(order[option as usize]);
            }
            continue;
        }
        if low[index] == order[index] {
            let mut group = Vec::new();
            while let Some(member) = path.pop() {
                open[member as usize] = false;
                group.push(member);
                if member == node {
                    break;
                }
            }
            group.reverse();
            found.push(group);
        }
        if let Some(&(parent, _)) = stack.last() {
            let parent = parent as usize;
            low[parent] = low[parent].min(low[index]);
        }
    }
    found
}

/// The number of equal positions that are tried as the one that represents all.
const MOST_TRIED: usize = 4;

/// The largest number of rounds.
const MOST_ROUNDS: usize = 1000;

/// Simplifies a graph until no change improves it.
fn finished(graph: &Graph, side: Side, frozen: bool, worker: &mut Worker<'_>) -> Result<Graph> {
    let mut graph = graph.tidied(frozen, worker)?;
    // A bypassed option may come back by a later change, so no graph is visited twice. Two graphs
    // with the same hash would only mean that one change is not made.
    let mut met = HashSet::new();
    for _ in 0..MOST_ROUNDS {
        met.insert(hash(&graph));
        match improved(&graph, side, frozen, &met, worker)? {
            Some(better) => graph = better,
            None => return Ok(graph),
        }
    }
    Ok(graph)
}

fn hash(graph: &Graph) -> u64 {
    let mut hasher = DefaultHasher::new();
    graph.nodes.hash(&mut hasher);
    hasher.finish()
}

/// A change of the options of some positions.
type Change = Vec<(usize, Options)>;

/// A better graph that was not visited, if there is one. With `frozen`, the root's options are only
/// replaced by equal ones.
fn improved(
    graph: &Graph,
    side: Side,
    frozen: bool,
    met: &HashSet<u64>,
    worker: &mut Worker<'_>,
) -> Result<Option<Graph>> {
    let order = Order::of(&graph.nodes, side, worker.budget())?;
    let mut tried = |change: &[(usize, Options)]| -> Result<Option<Graph>> {
        if change.is_empty() {
            return Ok(None);
        }
        let mut nodes = graph.nodes.clone();
        for (node, options) in change {
            nodes[*node] = options.clone();
        }
        let after = Graph::with(nodes, graph.root);
        if !unchanged(graph, &after, side, worker.budget())? {
            return Ok(None);
        }
        let after = after.tidied(frozen, worker)?;
        Ok(Some(after).filter(|after| !met.contains(&hash(after))))
    };
    let root = graph.root as usize;
    let apart = frozen.then_some(graph.root);
    // Any one of several equal positions may be the one that can be simplified further.
    for which in 0..MOST_TRIED {
        if let Some(after) = tried(&equal(graph, &order, apart, which))? {
            return Ok(Some(after));
        }
    }
    let keep = |mut change: Change| -> Change {
        change.retain(|(node, _)| !frozen || *node != root);
        change
    };
    let single = |change: Change| keep(change).into_iter().map(|one| vec![one]).collect();
    let kinds: [Vec<Change>; 3] = [
        single(equal(graph, &order, apart, 0)),
        single(dominated(graph, &order)),
        reversible(graph, &order).into_iter().map(keep).collect(),
    ];
    for changes in kinds {
        // All changes at once if valid, otherwise half of them, and so on.
        let mut parts = vec![changes.iter().filter_map(|c| c.first().cloned()).collect::<Change>()];
        while let Some(part) = parts.pop() {
            if let Some(after) = tried(&part)? {
                return Ok(Some(after));
            }
            if part.len() > 1 {
                let (first, second) = part.split_at(part.len() / 2);
                parts.extend([second.to_vec(), first.to_vec()]);
            }
        }
        // Alternative changes of the same positions.
        for other in changes.iter().flat_map(|change| change.iter().skip(1)) {
            if let Some(after) = tried(std::slice::from_ref(other))? {
                return Ok(Some(after));
            }
        }
    }
    Ok(None)
}

/// Whether every reachable position keeps its value after a change.
fn unchanged(before: &Graph, after: &Graph, side: Side, budget: &Budget) -> Result<bool> {
    let shift = before.nodes.len() as u32;
    let mut reached = vec![false; after.nodes.len()];
    let mut open = vec![after.root];
    reached[after.root as usize] = true;
    while let Some(node) = open.pop() {
        for &option in after.nodes[node as usize].iter().flatten() {
            if !std::mem::replace(&mut reached[option as usize], true) {
                open.push(option);
            }
        }
    }
    let mut both = before.clone();
    both.append(after)?;
    let order = Order::of(&both.nodes, side, budget)?;
    Ok((0..shift)
        .filter(|&node| reached[node as usize])
        .all(|node| order.equal(node, node + shift)))
}

/// The number of positions reachable from one.
fn follow(graph: &Graph, node: u32) -> usize {
    let mut seen = vec![false; graph.nodes.len()];
    let mut open = vec![node];
    seen[node as usize] = true;
    let mut count = 0;
    while let Some(node) = open.pop() {
        count += 1;
        for &option in graph.nodes[node as usize].iter().flatten() {
            if !std::mem::replace(&mut seen[option as usize], true) {
                open.push(option);
            }
        }
    }
    count
}

/// A change of options that replaces equal positions by one of them: the one with the fewest
/// followers, or another one for larger `which`. `apart` is excluded.
fn equal(graph: &Graph, order: &Order, apart: Option<u32>, which: usize) -> Change {
    let count = graph.nodes.len() as u32;
    let mut first: Vec<u32> = (0..count).collect();
    for node in (0..count).filter(|&node| Some(node) != apart) {
        if first[node as usize] != node {
            continue;
        }
        let mut class: Vec<u32> =
            (node..count).filter(|&o| Some(o) != apart && order.equal(node, o)).collect();
        if class.len() > 1 {
            class.sort_by_cached_key(|&node| follow(graph, node));
            let one = class[which % class.len()];
            class.iter().for_each(|&other| first[other as usize] = one);
        }
    }
    let mut change = Change::new();
    for (node, options) in graph.nodes.iter().enumerate() {
        let after = options.clone().map(|side| {
            let mut side: Vec<u32> = side.iter().map(|&option| first[option as usize]).collect();
            side.sort_unstable();
            side.dedup();
            side
        });
        if after != *options {
            change.push((node, after));
        }
    }
    change
}

/// Whether `a` is as good as `b` for the player.
pub(crate) fn as_good(order: &Order, player: usize, a: u32, b: u32) -> bool {
    if player == 0 { order.at_least(a, b) } else { order.at_least(b, a) }
}

fn dominated(graph: &Graph, order: &Order) -> Change {
    let mut change = Change::new();
    for (node, options) in graph.nodes.iter().enumerate() {
        let mut after = options.clone();
        for (player, side) in after.iter_mut().enumerate() {
            undominated(order, player, side);
        }
        if after != *options {
            change.push((node, after));
        }
    }
    change
}

/// Removes the options that are at most as good as others. Of equal options the first is kept.
fn undominated(order: &Order, player: usize, side: &mut Vec<u32>) {
    let all = side.clone();
    side.retain(|&option| {
        !all.iter().any(|&other| {
            other != option
                && as_good(order, player, other, option)
                && (other < option || !as_good(order, player, option, other))
        })
    });
}

/// Whether each option of one list equals an option of the other, and conversely.
fn alike(order: &Order, first: &[u32], second: &[u32]) -> bool {
    let within = |a: &[u32], b: &[u32]| {
        a.iter().all(|&node| b.iter().any(|&other| node == other || order.equal(node, other)))
    };
    first.len() == second.len() && within(first, second) && within(second, first)
}

/// For each position with a reversible option, one or more changes to try.
fn reversible(graph: &Graph, order: &Order) -> Vec<Change> {
    let mut changes = Vec::new();
    for (node, options) in graph.nodes.iter().enumerate() {
        let mut change = Change::new();
        for player in 0..2 {
            for &option in &options[player] {
                let replies = &graph.nodes[option as usize][1 - player];
                // Left's option is reversible if some reply of Right is no better for her than the
                // position.
                let back = |&&reply: &&u32| as_good(order, player, node as u32, reply);
                for &reply in replies.iter().filter(back) {
                    let others = options[player].iter().filter(|&&other| other != option);
                    let beyond = &graph.nodes[reply as usize][player];
                    let mut side: Vec<u32> = others.chain(beyond).copied().collect();
                    side.sort_unstable();
                    side.dedup();
                    for (without, all) in
                        [(false, false), (true, false), (false, true), (true, true)]
                    {
                        let mut side = side.clone();
                        if without {
                            side.retain(|&other| other != option);
                        }
                        if !all {
                            // This keeps options that were removed as dominated from coming back.
                            // If they may not be removed yet, all are kept.
                            undominated(order, player, &mut side);
                        }
                        // Replacing options by equal ones gains nothing.
                        if !alike(order, &side, &options[player]) {
                            let mut after = options.clone();
                            after[player] = side;
                            if !change.iter().any(|(_, known)| *known == after) {
                                change.push((node, after));
                            }
                        }
                    }
                }
            }
        }
        if !change.is_empty() {
            changes.push(change);
        }
    }
    changes
}
