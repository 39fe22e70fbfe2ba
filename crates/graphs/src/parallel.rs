//! Retrograde analysis by several threads, level by level.
//!
//! A level is the set of vertices of one remoteness. Threads take pieces of the
//! level and label predecessors with atomic operations; between levels they
//! meet. Why relaxed atomics are enough: all that threads agree on within a
//! level is one word a vertex, and each word is changed by read-modify-write
//! operations only; between levels a barrier orders everything. A word is
//! labelled won by the one thread whose `fetch_or` found no label, and lost by
//! the one whose `fetch_sub` took the counter to 0; both cannot happen to one
//! vertex, since a vertex with a lost successor has a move that no decrement
//! stands for, so its counter stays above 0.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Barrier, Mutex, PoisonError, RwLock};

use upstar_core::{Budget, Exhausted};

use crate::error::GraphError;
use crate::graph::Graph;
use crate::hints::prefetch;
use crate::memory::Lease;
use crate::solve::{COUNT, LOSS, WIN};

/// Levels with fewer vertices than this are cheaper in one thread, and so are
/// graphs.
pub(crate) const WORTHWHILE: usize = 1 << 13;

/// Vertices that a thread takes at once.
const PIECE: usize = 1 << 10;

/// As [`kernel::label`](crate::kernel::label), with `threads` threads. Levels
/// below `small` vertices are worked through by one of them.
pub(crate) fn label(
    graph: &Graph,
    state: Vec<u32>,
    threads: usize,
    small: usize,
    budget: &Budget,
) -> Result<(Vec<u32>, Option<Exhausted>), GraphError> {
    let mut lease = Lease::new(budget);
    // Each labelled vertex is in one frontier at a time, twice while the next
    // frontier is collected.
    lease.reserve(4 * state.len() as u64)?;
    let first: Vec<u32> =
        (0..state.len() as u32).filter(|&v| state[v as usize] & (WIN | LOSS) != 0).collect();
    let state: Vec<AtomicU32> = state.into_iter().map(AtomicU32::new).collect();
    let shared = Shared {
        graph,
        state: &state,
        level: RwLock::new(Level { parts: vec![first], depth: 0 }),
        cursor: AtomicUsize::new(0),
        next: Mutex::new(Vec::new()),
        barrier: Barrier::new(threads),
        done: AtomicBool::new(false),
        stop: Mutex::new(None),
        stopping: AtomicBool::new(false),
        too_deep: AtomicU32::new(u32::MAX),
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| shared.follow(budget));
        }
        shared.lead(small, budget);
    });
    let Shared { level, next, stop, too_deep, .. } = shared;
    // What was labelled but not yet looked at has no remoteness yet.
    let level = level.into_inner().unwrap_or_else(PoisonError::into_inner);
    let next = next.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (parts, depth) in [(&level.parts, level.depth), (&next, level.depth.saturating_add(1))] {
        for &v in parts.iter().flatten() {
            set_depth(&state[v as usize], depth.min(COUNT));
        }
    }
    let too_deep = too_deep.into_inner();
    if too_deep != u32::MAX {
        return Err(GraphError::DepthTooLarge { vertex: too_deep, limit: COUNT });
    }
    let state = state.into_iter().map(AtomicU32::into_inner).collect();
    Ok((state, stop.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

fn set_depth(word: &AtomicU32, depth: u32) {
    word.store(word.load(Relaxed) & (WIN | LOSS) | depth, Relaxed);
}

/// The vertices of one remoteness, in as many parts as threads found them.
struct Level {
    parts: Vec<Vec<u32>>,
    depth: u32,
}

struct Shared<'a> {
    graph: &'a Graph,
    state: &'a [AtomicU32],
    level: RwLock<Level>,
    /// The next piece of the level that nobody has taken.
    cursor: AtomicUsize,
    next: Mutex<Vec<Vec<u32>>>,
    barrier: Barrier,
    done: AtomicBool,
    stop: Mutex<Option<Exhausted>>,
    stopping: AtomicBool,
    too_deep: AtomicU32,
}

impl Shared<'_> {
    fn follow(&self, budget: &Budget) {
        let mut ticker = budget.ticker();
        loop {
            self.barrier.wait();
            if self.done.load(Relaxed) {
                return;
            }
            self.work(&mut ticker);
            self.barrier.wait();
        }
    }

    fn lead(&self, small: usize, budget: &Budget) {
        let mut ticker = budget.ticker();
        loop {
            let size = {
                let level = self.level.read().unwrap_or_else(PoisonError::into_inner);
                if level.depth == COUNT && level.parts.iter().any(|part| !part.is_empty()) {
                    let first = level.parts.iter().flatten().min();
                    self.too_deep.store(*first.expect("the level has a vertex"), Relaxed);
                    self.stopping.store(true, Relaxed);
                }
                level.parts.iter().map(Vec::len).sum::<usize>()
            };
            if size == 0 || self.stopping.load(Relaxed) {
                self.done.store(true, Relaxed);
                self.barrier.wait();
                return;
            }
            self.cursor.store(0, Relaxed);
            if size < small {
                self.work(&mut ticker);
            } else {
                self.barrier.wait();
                self.work(&mut ticker);
                self.barrier.wait();
            }
            if self.stopping.load(Relaxed) {
                continue;
            }
            let mut level = self.level.write().unwrap_or_else(PoisonError::into_inner);
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            level.parts = std::mem::take(&mut next);
            level.depth += 1;
        }
    }

    /// Takes pieces of the level until there are none left.
    fn work(&self, ticker: &mut upstar_core::Ticker) {
        let level = self.level.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::new();
        'pieces: while let Some(piece) = self.take(&level.parts) {
            for head in 0..piece.len() {
                self.look_ahead(piece, head);
                let v = piece[head];
                let arcs = self.expand(v, level.depth, &mut found);
                if let Err(exhausted) = ticker.tick(arcs + 1) {
                    self.stopping.store(true, Relaxed);
                    *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(exhausted);
                }
                if self.stopping.load(Relaxed) {
                    break 'pieces;
                }
            }
        }
        self.next.lock().unwrap_or_else(PoisonError::into_inner).push(found);
    }

    fn take<'p>(&self, parts: &'p [Vec<u32>]) -> Option<&'p [u32]> {
        let mut piece = self.cursor.fetch_add(1, Relaxed);
        for part in parts {
            let pieces = part.len().div_ceil(PIECE);
            if piece < pieces {
                let start = piece * PIECE;
                return Some(&part[start..part.len().min(start + PIECE)]);
            }
            piece -= pieces;
        }
        None
    }

    #[inline(always)]
    fn look_ahead(&self, piece: &[u32], head: usize) {
        let rows = &self.graph.reverse;
        if let Some(&far) = piece.get(head + 16) {
            prefetch(&rows.offsets, far as usize);
            prefetch(self.state, far as usize);
        }
        if let Some(&middle) = piece.get(head + 10) {
            prefetch(&rows.targets, rows.offsets[middle as usize] as usize);
        }
        if let Some(&near) = piece.get(head + 4) {
            for &u in rows.row(near).iter().take(64) {
                prefetch(self.state, u as usize);
            }
        }
    }

    /// Tells the predecessors of `v` about its label.
    #[inline(always)]
    fn expand(&self, v: u32, depth: u32, found: &mut Vec<u32>) -> u64 {
        let word = &self.state[v as usize];
        let label = word.load(Relaxed) & (WIN | LOSS);
        // Only now: while the level of `v` was being found, other threads may
        // still have decremented the counter that was here.
        word.store(label | depth, Relaxed);
        let row = self.graph.reverse.row(v);
        if label == LOSS {
            for &u in row {
                let word = &self.state[u as usize];
                if word.load(Relaxed) & (WIN | LOSS) == 0
                    && word.fetch_or(WIN, Relaxed) & (WIN | LOSS) == 0
                {
                    found.push(u);
                }
            }
        } else {
            for &u in row {
                let word = &self.state[u as usize];
                if word.load(Relaxed) & (WIN | LOSS) == 0 && word.fetch_sub(1, Relaxed) == 1 {
                    word.store(LOSS, Relaxed);
                    found.push(u);
                }
            }
        }
        row.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Budget, StopReason};

    use super::label;
    use crate::memory::Lease;
    use crate::solve::{Rules, initial_state};
    use crate::{Graph, generate, kernel};

    #[test]
    fn threads_label_as_one_does() {
        let budget = Budget::unlimited();
        for seed in 0..30 {
            let vertices = 200 + 200 * seed as u32;
            let graph = match seed % 3 {
                0 => Graph::from_arcs(vertices, generate::random(vertices, 18 + seed as u32, seed)),
                1 => Graph::from_arcs(vertices, generate::acyclic(vertices, 50, seed)),
                _ => Graph::from_arcs(vertices, generate::skewed(vertices, 20, seed)),
            }
            .unwrap();
            let rules = Rules { misere: seed % 2 == 0 };
            let start = || initial_state(&graph, rules, &mut Lease::new(&budget)).unwrap();
            let (one, stop) = kernel::label(&graph, start(), &budget).unwrap();
            assert_eq!(stop, None);
            for threads in [2, 3] {
                for small in [0, 64] {
                    let (several, stop) = label(&graph, start(), threads, small, &budget).unwrap();
                    assert_eq!(stop, None);
                    // Counters of drawn vertices may differ only by the moves
                    // to vertices that were labelled: they do not.
                    assert_eq!(one, several, "seed {seed}, {threads} threads, small {small}");
                }
            }
        }
    }

    #[test]
    fn a_stopped_run_has_only_right_labels() {
        let vertices = 60_000;
        let arcs = generate::acyclic(vertices, 50, 5);
        let graph = Graph::from_arcs(vertices, arcs).unwrap();
        let start =
            || initial_state(&graph, Rules::NORMAL, &mut Lease::new(&Budget::unlimited())).unwrap();
        let (all, _) = kernel::label(&graph, start(), &Budget::unlimited()).unwrap();
        for steps in [1, 30_000, 100_000, 200_000] {
            let budget = Budget::unlimited().with_steps(steps);
            for several in [false, true] {
                let (some, stop) = if several {
                    label(&graph, start(), 2, 0, &budget).unwrap()
                } else {
                    kernel::label(&graph, start(), &budget.clone().with_steps(steps)).unwrap()
                };
                assert_eq!(stop.unwrap().reason, StopReason::Steps);
                for (&part, &whole) in some.iter().zip(&all) {
                    assert!(part >> 30 == 0 || part == whole);
                }
                assert!(some.iter().any(|word| word >> 30 == 0));
            }
        }
    }
}
