//! Retrograde analysis by several threads, level by level.
//!
//! A level is the set of vertices of one remoteness. Threads take pieces of the level and label
//! predecessors with atomic operations. They wait for each other between levels. Relaxed atomics
//! are enough. Within a level threads share only one word per vertex, which changes only by
//! compare-and-exchange from a state without a label. Between levels a barrier orders all memory
//! accesses. The label of a vertex does not depend on the order of the threads: a vertex with a
//! lost successor has a move that no decrement counts, so its counter cannot reach zero.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Barrier, Mutex, PoisonError, RwLock};

use upstar_core::label::{self, COUNT, LOSS, WIN};
use upstar_core::{Budget, Exhausted, Lease, Ticker};

use crate::Result;
use crate::error::GraphError;
use crate::graph::Graph;
use crate::kernel::look_ahead;

/// Levels with fewer vertices than this are cheaper in one thread. A graph should have this many
/// vertices for each thread.
pub(crate) const WORTHWHILE: usize = 1 << 13;

/// The largest number of threads started, whatever was requested.
pub(crate) const MOST_THREADS: usize = 256;

/// Vertices that a thread takes at once.
const PIECE: usize = 1 << 11;

/// As [`kernel::label`](crate::kernel::label), with `threads` threads. One thread processes levels
/// below `small` vertices alone.
pub(crate) fn label(
    graph: &Graph,
    state: Vec<u32>,
    threads: usize,
    small: usize,
    budget: &Budget,
) -> Result<(Vec<u32>, Option<Exhausted>)> {
    let mut lease = Lease::new(budget);
    // Each vertex is in one level while the next level is collected.
    lease.reserve(4 * state.len() as u64)?;
    let labelled = |flag: u32| -> Vec<u32> {
        (0..state.len() as u32).filter(|&v| state[v as usize] & flag != 0).collect()
    };
    let first = vec![LevelVertices { lost: labelled(LOSS), won: labelled(WIN) }];
    let state: Vec<AtomicU32> = state.into_iter().map(AtomicU32::new).collect();
    let shared = Shared {
        graph,
        state: &state,
        level: RwLock::new(Level { parts: first, depth: 0 }),
        cursor: AtomicUsize::new(0),
        next: Mutex::new(Vec::new()),
        barrier: Barrier::new(threads),
        done: AtomicBool::new(false),
        stop: Mutex::new(None),
        stopping: AtomicBool::new(false),
    };
    let too_deep = std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| shared.follow(budget));
        }
        shared.lead(small, budget)
    });
    if let Some(vertex) = too_deep {
        return Err(GraphError::DepthTooLarge { vertex, limit: COUNT });
    }
    let stop = shared.stop.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((state.into_iter().map(AtomicU32::into_inner).collect(), stop))
}

/// Vertices of one remoteness that one thread found.
#[derive(Default)]
struct LevelVertices {
    lost: Vec<u32>,
    won: Vec<u32>,
}

/// All vertices of one remoteness.
struct Level {
    parts: Vec<LevelVertices>,
    depth: u32,
}

impl Level {
    fn vertices(&self) -> usize {
        self.parts.iter().map(|part| part.lost.len() + part.won.len()).sum()
    }
}

struct Shared<'a> {
    graph: &'a Graph,
    state: &'a [AtomicU32],
    level: RwLock<Level>,
    /// The next piece of the level that no thread has taken.
    cursor: AtomicUsize,
    next: Mutex<Vec<LevelVertices>>,
    barrier: Barrier,
    done: AtomicBool,
    stop: Mutex<Option<Exhausted>>,
    stopping: AtomicBool,
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

    /// Returns a vertex whose remoteness is too large to be counted, if there is one.
    fn lead(&self, small: usize, budget: &Budget) -> Option<u32> {
        let mut ticker = budget.ticker();
        loop {
            let (vertices, too_deep) = {
                let level = self.level.read().unwrap_or_else(PoisonError::into_inner);
                let mut all = level.parts.iter().flat_map(|part| part.lost.iter().chain(&part.won));
                let too_deep = if level.depth == COUNT { all.next().copied() } else { None };
                (level.vertices(), too_deep)
            };
            if vertices == 0 || too_deep.is_some() || self.stopping.load(Relaxed) {
                self.done.store(true, Relaxed);
                self.barrier.wait();
                return too_deep;
            }
            self.cursor.store(0, Relaxed);
            if vertices < small {
                self.work(&mut ticker);
            } else {
                self.barrier.wait();
                self.work(&mut ticker);
                self.barrier.wait();
            }
            let mut level = self.level.write().unwrap_or_else(PoisonError::into_inner);
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            level.parts = std::mem::take(&mut next);
            level.depth += 1;
        }
    }

    /// Takes pieces of the level until there are none left.
    fn work(&self, ticker: &mut Ticker) {
        let level = self.level.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = LevelVertices::default();
        'pieces: while let Some((piece, lost)) = self.take(&level.parts) {
            for head in 0..piece.len() {
                let behind = &piece[head..];
                look_ahead(&self.graph.reverse, self.state, |steps| behind.get(steps).copied());
                let row = self.graph.predecessors(piece[head]);
                if lost {
                    self.label_won(row, level.depth + 1, &mut found.won);
                } else {
                    self.count_won(row, level.depth + 1, &mut found.lost);
                }
                if let Err(exhausted) = ticker.tick(row.len() as u64 + 1) {
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

    /// The next piece of the level, and whether its vertices are lost.
    fn take<'p>(&self, parts: &'p [LevelVertices]) -> Option<(&'p [u32], bool)> {
        let mut piece = self.cursor.fetch_add(1, Relaxed);
        for part in parts {
            for (list, lost) in [(&part.lost, true), (&part.won, false)] {
                let pieces = list.len().div_ceil(PIECE);
                if piece < pieces {
                    let start = piece * PIECE;
                    return Some((&list[start..list.len().min(start + PIECE)], lost));
                }
                piece -= pieces;
            }
        }
        None
    }

    /// `row` can move to a lost vertex.
    #[inline(always)]
    fn label_won(&self, row: &[u32], depth: u32, won: &mut Vec<u32>) {
        self.change(row, |word| (label::win(word, depth), true), won);
    }

    /// `row` can move to a won vertex.
    #[inline(always)]
    fn count_won(&self, row: &[u32], depth: u32, lost: &mut Vec<u32>) {
        self.change(row, |word| label::count(word, depth), lost);
    }

    /// Changes the words of open vertices, and collects those that this labels.
    #[inline(always)]
    fn change(&self, row: &[u32], with: impl Fn(u32) -> (u32, bool), labelled: &mut Vec<u32>) {
        for &u in row {
            let state = &self.state[u as usize];
            let mut word = state.load(Relaxed);
            while label::is_open(word) {
                let (next, fresh) = with(word);
                match state.compare_exchange_weak(word, next, Relaxed, Relaxed) {
                    Ok(_) => {
                        if fresh {
                            labelled.push(u);
                        }
                        break;
                    }
                    Err(other) => word = other,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::label::is_open;
    use upstar_core::{Budget, Convention, Lease, StopReason};

    use super::label;
    use crate::solve::initial_state;
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
            let convention = if seed % 2 == 0 { Convention::Misere } else { Convention::Normal };
            let start = || initial_state(&graph, convention, &mut Lease::new(&budget)).unwrap();
            let (one, stop) = kernel::label(&graph, start(), &budget).unwrap();
            assert_eq!(stop, None);
            for threads in [2, 3] {
                for small in [0, 64] {
                    let (several, stop) = label(&graph, start(), threads, small, &budget).unwrap();
                    assert_eq!(stop, None);
                    // The counters of drawn vertices may differ.
                    let labels = |state: &[u32]| -> Vec<u32> {
                        let label = |&word: &u32| if is_open(word) { 0 } else { word };
                        state.iter().map(label).collect()
                    };
                    assert_eq!(
                        labels(&one),
                        labels(&several),
                        "seed {seed}, {threads} threads, small {small}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_stopped_run_has_only_right_labels() {
        let vertices = 60_000;
        let arcs = generate::acyclic(vertices, 50, 5);
        let graph = Graph::from_arcs(vertices, arcs).unwrap();
        let start = || {
            initial_state(&graph, Convention::Normal, &mut Lease::new(&Budget::unlimited()))
                .unwrap()
        };
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
                    assert!(is_open(part) || part == whole);
                }
                assert!(some.iter().any(|&word| is_open(word)));
            }
        }
    }
}
