//! The simplest form of a side: equal positions are one, dominated options are left out and
//! reversible ones bypassed. Of a side that equals a stopper it is the canonical form.
//!
//! In loopy games a change may be good where it is made and yet wrong when many are made at
//! once, or when a move is reversible through the position itself. So every change is tried,
//! and kept if all positions equal what they were before.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use upstar_core::Budget;
use upstar_values::Worker;

use crate::Error;
use crate::graph::{Graph, MOST_NODES, Options, reached};
use crate::order::{Order, Side};

/// The canonical form of a side, if it is a stopper; else a form in which nothing was found to be
/// simplified.
///
/// Positions that can be reached from each other are simplified together, after those that
/// they lead to.
///
/// # Errors
/// A graph too large, or a budget used up.
pub(crate) fn simplified(
    graph: &Graph,
    side: Side,
    worker: &mut Worker<'_>,
) -> Result<Graph, Error> {
    if side == Side::Off {
        // By the onside of the negative, so that what is found of a game and of its negative is
        // the same.
        return Ok(simplified(&graph.negative(), Side::On, worker)?.negative());
    }
    let graph = graph.tidy(worker)?;
    let ids = graph.ids(worker)?;
    if ids[graph.root as usize].is_some() {
        // A short game is in canonical form already.
        return Ok(graph);
    }
    let mut pool = Pool::default();
    // Where the positions are in the pool.
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

/// Positions that are simplified, each after those that it leads to or together with them.
#[derive(Default)]
struct Pool {
    nodes: Vec<Options>,
    /// Where positions stand that lead to none but themselves and others before them; themselves
    /// are [`OWN`] among their options.
    known: HashMap<Options, u32>,
}

/// A position among its own options, in a key.
const OWN: u32 = u32::MAX;

impl Pool {
    /// Adds positions of a graph that lead to each other. What they lead to is in the pool already,
    /// where `place` says; where they are is told there.
    fn add(&mut self, graph: &Graph, group: &[u32], place: &mut [u32]) -> Result<(), Error> {
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

/// Simplifies positions that lead to each other, and puts them into the pool.
fn together(
    graph: &Graph,
    group: &[u32],
    pool: &mut Pool,
    place: &mut [u32],
    side: Side,
    worker: &mut Worker<'_>,
) -> Result<(), Error> {
    let first = pool.nodes.len() as u32;
    for (index, &node) in group.iter().enumerate() {
        place[node as usize] = first + index as u32;
    }
    for &node in group {
        let options = graph.nodes[node as usize].each_ref();
        pool.nodes.push(options.map(|side| moved(side, place)));
    }
    // A position above all of the group, which is not to be changed itself.
    let members: Vec<u32> = (first..first + group.len() as u32).collect();
    let above = pool.nodes.len() as u32;
    pool.nodes.push([members, Vec::new()]);
    let (before, known) = reached(&pool.nodes, above);
    pool.nodes.truncate(first as usize);
    let after = finished(&before, side, true, worker)?;
    // Which position of the simplified graph each of the group is.
    let mut both = before.clone();
    let shift = before.nodes.len() as u32;
    both.append(&after)?;
    let order = Order::of(&both.nodes, side, worker.budget())?;
    let [found, _] = &after.nodes[after.root as usize];
    let equals = group.iter().enumerate().map(|(index, _)| {
        let member = known[&(first + index as u32)];
        found.iter().copied().find(|&other| order.equal(member, other + shift))
    });
    // Every change kept all positions what they were, so each is found.
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

/// Groups of positions that can be reached from each other, each after those it leads to.
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

/// More rounds would not end.
const MOST_ROUNDS: usize = 1000;

/// Simplifies a graph until no change improves it.
fn finished(
    graph: &Graph,
    side: Side,
    frozen: bool,
    worker: &mut Worker<'_>,
) -> Result<Graph, Error> {
    let mut graph = graph.tidied(frozen, worker)?;
    // A bypassed option may come back by a later change: no graph is met twice. Two graphs with the
    // same hash would only mean that one change is not made.
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

/// A better graph that was not met, if there is one; with `frozen` the root keeps its options, but
/// for equal ones.
fn improved(
    graph: &Graph,
    side: Side,
    frozen: bool,
    met: &HashSet<u64>,
    worker: &mut Worker<'_>,
) -> Result<Option<Graph>, Error> {
    let order = Order::of(&graph.nodes, side, worker.budget())?;
    let mut tried = |change: &[(usize, Options)]| -> Result<Option<Graph>, Error> {
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
    // Any of equal positions may be the one that can be simplified further.
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
        // All at once if that is right, else a half of them, and so on.
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
        // Other changes of the same positions.
        for other in changes.iter().flat_map(|change| change.iter().skip(1)) {
            if let Some(after) = tried(std::slice::from_ref(other))? {
                return Ok(Some(after));
            }
        }
    }
    Ok(None)
}

/// Whether every position that can be reached after a change equals what it was before.
fn unchanged(before: &Graph, after: &Graph, side: Side, budget: &Budget) -> Result<bool, Error> {
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

/// Options with one of all equal positions in place of each: the one that the fewest positions
/// follow, or another one. `apart` is no such position.
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

/// Leaves out the options that others are as good as; of equal ones the first is kept.
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

/// Whether each option of one list equals one of the other, and back.
fn alike(order: &Order, first: &[u32], second: &[u32]) -> bool {
    let within = |a: &[u32], b: &[u32]| {
        a.iter().all(|&node| b.iter().any(|&other| node == other || order.equal(node, other)))
    };
    first.len() == second.len() && within(first, second) && within(second, first)
}

/// For each position with a reversible option, one change or several that may be tried.
fn reversible(graph: &Graph, order: &Order) -> Vec<Change> {
    let mut changes = Vec::new();
    for (node, options) in graph.nodes.iter().enumerate() {
        let mut change = Change::new();
        for player in 0..2 {
            for &option in &options[player] {
                let replies = &graph.nodes[option as usize][1 - player];
                // Left's option is reversible if Right's reply is no better for her than the
                // position itself.
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
                            // Otherwise what is left out as dominated would come back; but where it
                            // may not be left out yet, all are kept.
                            undominated(order, player, &mut side);
                        }
                        // With equal options in place of others nothing is gained.
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
