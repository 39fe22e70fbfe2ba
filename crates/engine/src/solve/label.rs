//! The outcome and remoteness of every position of a tier.
//!
//! Levels are numbers of moves to the end. A first pass examines the moves of every position:
//! positions in lower tiers are known, and determine the level at which the position is won or lost
//! if no move within the tier changes it. Then levels are processed backwards: a position with a
//! move to a lost one is won, one with moves only to won ones is lost, and the rest is drawn.
//! Predecessors within the tier come from the ruleset, or from the arcs of the current tier if they
//! fit into memory; otherwise every level is a pass that generates the moves of undecided positions
//! again. *Source of the algorithm:* Stankevich, *Games on graphs*, section 1, theorem 3; Romein
//! and Bal, *Solving Awari with parallel retrograde analysis* (2003), for tiers and for
//! predecessors instead of arcs.

use std::sync::atomic::{AtomicBool, Ordering};

use upstar_core::{Budget, Convention, Lease, Ticker};

use super::BYTES_A_POSITION;
use super::keys::too_many;
use super::labels::{
    EXIT, LEVEL, LOSS, Labels, NONE, SOON, WIN, count, is_due, is_settled, with_below,
};
use super::space::{Moves, Space};
use super::threads::each;
use crate::Result;

/// How many bytes are requested from the budget at a time.
const STEP: u64 = 1 << 20;

/// How positions before one are found.
enum Before {
    /// The ruleset gives them.
    Predecessors,
    /// For each number the places of its predecessors in a list.
    Arcs { starts: Vec<u32>, from: Vec<u32>, _lease: Lease },
    /// Not at all: every level is a pass.
    Passes,
}

/// Solves a tier, of which every thread has a space of its own; what is known of it, and its memory.
pub(super) fn label(
    spaces: &mut [Box<dyn Space + '_>],
    convention: Convention,
    budget: &Budget,
) -> Result<(Labels, Lease)> {
    let size = u32::try_from(spaces[0].len()).ok().filter(|&size| size < u32::MAX);
    let size = size.ok_or_else(too_many)?;
    let lease = Lease::of(budget, u64::from(size) * BYTES_A_POSITION)?;
    let mut work = Work { marks: Labels::new(size), ticker: budget.ticker() };
    let before = work.first_pass(spaces, convention, budget)?;
    work.levels(spaces, &before, budget)?;
    Ok((work.marks, lease))
}

struct Work {
    marks: Labels,
    ticker: Ticker,
}

/// How many positions a thread takes at a time.
const PIECE: usize = 1 << 12;

/// What a thread finds in the first pass.
struct First<'s, 'r> {
    space: &'s mut Box<dyn Space + 'r>,
    due: Vec<u64>,
    /// Arcs, and the memory for them.
    arcs: Vec<(u32, u32)>,
    lease: Lease,
    ticker: Ticker,
    moves: Moves,
}

impl First<'_, '_> {
    /// Looks at the moves of a position; its label, and how many lead to the same tier.
    fn look(&mut self, at: u32, convention: Convention) -> Result<(u32, u16)> {
        let moves = &mut self.moves;
        if !self.space.moves(at, true, moves)? {
            return Ok((NONE, 0));
        }
        self.ticker.tick(1 + (moves.here.len() + moves.below.len()) as u64)?;
        let open = count(moves.here.len())?;
        let mut label = 0;
        for &verdict in &moves.below {
            label = with_below(label, verdict)?;
        }
        let stuck = moves.here.is_empty() && moves.below.is_empty();
        if stuck && convention == Convention::Misere {
            label = SOON;
        }
        if is_settled(label, open) {
            is_due(&mut self.due, label & LEVEL);
        }
        Ok((label, open))
    }

    /// Keeps the arcs of the position that was looked at last; false if there is no room.
    fn keep_arcs(&mut self, at: u32) -> bool {
        self.arcs.extend(self.moves.here.iter().map(|&to| (to, at)));
        // Pairs, and beside them the list of predecessors; vectors double.
        let room = 20 * self.arcs.len() as u64;
        let has = self.lease.bytes();
        room <= has || self.lease.reserve_spare(STEP.max(room - has)).is_ok()
    }
}

/// The predecessors found by a thread: their numbers, one list after another.
struct Predecessors<'s, 'r> {
    space: &'s mut Box<dyn Space + 'r>,
    lists: Vec<(usize, Vec<u32>, Vec<u32>)>,
    list: Vec<u32>,
    ticker: Ticker,
}

impl Work {
    /// Looks at the moves of every position.
    fn first_pass(
        &mut self,
        spaces: &mut [Box<dyn Space + '_>],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Before> {
        let given = self.gives_predecessors(&mut *spaces[0])?;
        // Without predecessors arcs are kept, while there is room.
        let keeps = AtomicBool::new(!given);
        let mut workers: Vec<First<'_, '_>> = spaces
            .iter_mut()
            .map(|space| First {
                space,
                due: Vec::new(),
                arcs: Vec::new(),
                lease: Lease::new(budget),
                ticker: budget.ticker(),
                moves: Moves::default(),
            })
            .collect();
        let Labels { labels, open, due } = &mut self.marks;
        let pieces = labels.chunks_mut(PIECE).zip(open.chunks_mut(PIECE)).enumerate();
        each(&mut workers, pieces, |worker, (piece, (labels, opens))| {
            let first = (piece * PIECE) as u32;
            for (at, (label, open)) in (first..).zip(labels.iter_mut().zip(opens)) {
                (*label, *open) = worker.look(at, convention)?;
                if *label == NONE || !keeps.load(Ordering::Relaxed) {
                    continue;
                }
                if !worker.keep_arcs(at) {
                    keeps.store(false, Ordering::Relaxed);
                }
            }
            Ok(())
        })?;
        let (mut list, mut lease) = (Vec::new(), Lease::new(budget));
        for mut worker in workers {
            for (level, count) in worker.due.into_iter().enumerate() {
                if due.len() <= level {
                    due.resize(level + 1, 0);
                }
                due[level] += count;
            }
            if keeps.load(Ordering::Relaxed) {
                lease.merge(worker.lease);
                list.append(&mut worker.arcs);
            }
        }
        Ok(match keeps.into_inner() {
            true => self.arcs(list, lease),
            false if given => Before::Predecessors,
            false => Before::Passes,
        })
    }

    /// Whether the ruleset gives predecessors, as it does or does not for the first position.
    fn gives_predecessors(&self, space: &mut dyn Space) -> Result<bool> {
        let mut moves = Moves::default();
        for at in 0..self.marks.len() {
            if space.moves(at, false, &mut moves)? {
                return space.before(at, &mut Vec::new());
            }
        }
        Ok(false)
    }

    /// The arcs as predecessors of each position.
    fn arcs(&self, list: Vec<(u32, u32)>, lease: Lease) -> Before {
        let Ok(_) = u32::try_from(list.len()) else { return Before::Passes };
        let mut starts = vec![0u32; self.marks.labels.len() + 1];
        for &(to, _) in &list {
            starts[to as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let (mut next, mut from) = (starts.clone(), vec![0u32; list.len()]);
        for (to, at) in list {
            let place = &mut next[to as usize];
            from[*place as usize] = at;
            *place += 1;
        }
        Before::Arcs { starts, from, _lease: lease }
    }

    /// Works off the levels.
    fn levels(
        &mut self,
        spaces: &mut [Box<dyn Space + '_>],
        before: &Before,
        budget: &Budget,
    ) -> Result {
        // What may be decided at this level, and what at the next.
        let (mut now, mut later): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        // What is decided at this level.
        let mut decided: Vec<u32> = Vec::new();
        let mut changed = false;
        for level in 0u32.. {
            let due = self.marks.next_due(level).is_some();
            if now.is_empty() && !due && !changed {
                return Ok(());
            }
            if matches!(before, Before::Passes) {
                if changed {
                    self.pass(spaces, level, budget)?;
                }
                now.clear();
                self.marks.ready(level, &mut now);
            }
            if matches!(before, Before::Passes) || self.marks.next_due(level) == Some(level) {
                self.ticker.tick(self.marks.labels.len() as u64 / 64)?;
            }
            decided.clear();
            self.marks.decide(level, &mut now, &mut decided)?;
            changed = !decided.is_empty();
            match before {
                Before::Passes => {}
                Before::Arcs { starts, from, .. } => {
                    for &at in &decided {
                        let place = at as usize;
                        let earlier = &from[starts[place] as usize..starts[place + 1] as usize];
                        self.report(at, earlier, level, &mut later)?;
                    }
                }
                Before::Predecessors => {
                    self.report_all(spaces, &decided, level, &mut later, budget)?
                }
            }
            std::mem::swap(&mut now, &mut later);
        }
        Ok(())
    }

    /// Reports what is decided to the predecessors that the ruleset gives.
    fn report_all(
        &mut self,
        spaces: &mut [Box<dyn Space + '_>],
        decided: &[u32],
        level: u32,
        later: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result {
        if spaces.len() == 1 || decided.len() <= PIECE {
            let mut earlier = Vec::new();
            for &at in decided {
                spaces[0].before(at, &mut earlier)?;
                self.report(at, &earlier, level, later)?;
            }
            return Ok(());
        }
        // Lists are generated on all threads, and processed on this one, in their order.
        for part in decided.chunks(16 * PIECE * spaces.len()) {
            let mut workers: Vec<Predecessors<'_, '_>> = spaces
                .iter_mut()
                .map(|space| {
                    let ticker = budget.ticker();
                    Predecessors { space, lists: Vec::new(), list: Vec::new(), ticker }
                })
                .collect();
            each(&mut workers, part.chunks(PIECE).enumerate(), |worker, (piece, positions)| {
                let (mut ends, mut all) = (Vec::with_capacity(positions.len()), Vec::new());
                for &at in positions {
                    worker.space.before(at, &mut worker.list)?;
                    worker.ticker.tick(1)?;
                    all.extend_from_slice(&worker.list);
                    ends.push(all.len() as u32);
                }
                worker.lists.push((piece, ends, all));
                Ok(())
            })?;
            let mut lists: Vec<_> = workers.into_iter().flat_map(|worker| worker.lists).collect();
            lists.sort_unstable_by_key(|&(piece, ..)| piece);
            for (positions, (_, ends, all)) in part.chunks(PIECE).zip(lists) {
                let mut start = 0;
                for (&at, end) in positions.iter().zip(ends) {
                    self.report(at, &all[start..end as usize], level, later)?;
                    start = end as usize;
                }
            }
        }
        Ok(())
    }

    /// Reports a position that was decided at a level to its predecessors, `earlier`.
    fn report(&mut self, at: u32, earlier: &[u32], level: u32, later: &mut Vec<u32>) -> Result {
        let won = self.marks.won(at) == Some(true);
        self.ticker.tick(1 + earlier.len() as u64)?;
        for &one in earlier {
            if self.marks.report(one, won, level)? {
                later.push(one);
            }
        }
        Ok(())
    }

    /// Looks at the moves within the tier of all that is undecided, given what is decided below
    /// this level.
    fn pass(&mut self, spaces: &mut [Box<dyn Space + '_>], level: u32, budget: &Budget) -> Result {
        let size = self.marks.labels.len();
        let part = 16 * PIECE * spaces.len();
        // What is decided stays as it is in a pass, so that all threads may look at it.
        for start in (0..size).step_by(part) {
            let marks = &self.marks;
            let mut workers: Vec<Passing<'_, '_>> = spaces
                .iter_mut()
                .map(|space| Passing {
                    space,
                    news: Vec::new(),
                    moves: Moves::default(),
                    ticker: budget.ticker(),
                })
                .collect();
            let pieces = (start..size.min(start + part)).step_by(PIECE);
            each(&mut workers, pieces, |worker, first| {
                (first..size.min(first + PIECE)).try_for_each(|at| worker.look(at, level, marks))
            })?;
            let news: Vec<_> = workers.into_iter().flat_map(|worker| worker.news).collect();
            for (at, label, open) in news {
                self.marks.labels[at] = label;
                self.marks.open[at] = open;
                if label & (SOON | EXIT) == 0 && open == 0 {
                    is_due(&mut self.marks.due, label);
                }
            }
        }
        Ok(())
    }
}

/// The results of a thread in a pass: numbers with their new labels and open moves.
struct Passing<'s, 'r> {
    space: &'s mut Box<dyn Space + 'r>,
    news: Vec<(usize, u32, u16)>,
    moves: Moves,
    ticker: Ticker,
}

impl Passing<'_, '_> {
    fn look(&mut self, at: usize, level: u32, marks: &Labels) -> Result {
        let (label, before) = (marks.labels[at], marks.open[at]);
        if label & NONE != 0 || before == 0 || (label & SOON != 0 && label & LEVEL <= level) {
            return Ok(());
        }
        self.space.moves(at as u32, false, &mut self.moves)?;
        self.ticker.tick(1 + self.moves.here.len() as u64)?;
        let (mut won, mut late, mut open) = (false, label & LEVEL, 0u16);
        for &to in &self.moves.here {
            let to = marks.labels[to as usize];
            match to & NONE {
                LOSS => won = true,
                WIN => late = late.max((to & LEVEL) + 1),
                _ => open += 1,
            }
        }
        if won {
            self.news.push((at, SOON | level, before));
        } else if label & SOON == 0 {
            let lost = label & EXIT == 0 && open == 0;
            self.news.push((at, if lost { late } else { label }, open));
        }
        Ok(())
    }
}
