//! Who wins, and in how many moves, in every position of a tier.
//!
//! Levels are numbers of moves to the end. A first pass looks at the moves of every position: what
//! they lead into below is known, and gives the level at which the position is won or lost if no
//! move within the tier changes it. Then level after level is worked off backwards: a position with
//! a move to a lost one is won, one all of whose moves are to won ones is lost, what is left is
//! drawn. Predecessors within the tier come from the ruleset, or from arcs that are kept for the
//! tier at work where they fit in memory; else every level is a pass in which the moves of what is
//! undecided are asked for again. *Source of the algorithm:* Stankevich, *Games on graphs*,
//! section 1, theorem 3; Romein and Bal, *Solving Awari with parallel retrograde analysis* (2003),
//! for tiers and for predecessors instead of arcs.

use upstar_core::{Budget, Convention, Exhausted, Ticker};

use super::keys::too_many;
use super::space::{Moves, Space};
use super::{BYTES_A_POSITION, TierFacts, TierValues, Verdict};
use crate::RuleError;

/// The player to move wins; the low bits are the remoteness.
const WIN: u32 = 1 << 31;
/// The player to move loses; the low bits are the remoteness.
const LOSS: u32 = 1 << 30;
/// The number stands for no position.
const NONE: u32 = WIN | LOSS;
/// Not decided yet: a win at the level of the low bits, if not before.
const SOON: u32 = 1 << 29;
/// Not decided yet: a move leads to a draw below, so that it is never lost.
const EXIT: u32 = 1 << 28;
/// The level: of what is not decided and not won soon, that at which it is lost at the earliest.
const LEVEL: u32 = EXIT - 1;

/// How many bytes are asked of the budget at a time.
const STEP: u64 = 1 << 20;

/// A tier, solved.
pub(super) struct Labels<'b> {
    labels: Vec<u32>,
    _lease: Lease<'b>,
}

/// Memory that is given back.
struct Lease<'b> {
    budget: &'b Budget,
    bytes: u64,
}

impl Lease<'_> {
    fn more(&mut self, bytes: u64) -> Result<(), Exhausted> {
        self.budget.reserve(bytes)?;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}

/// How positions before one are found.
enum Before<'b> {
    /// The ruleset tells.
    Told,
    /// For each number the places of its predecessors in a list.
    Arcs { starts: Vec<u32>, from: Vec<u32>, _lease: Lease<'b> },
    /// Not at all: every level is a pass.
    Passes,
}

/// Solves a tier.
pub(super) fn label<'b>(
    space: &mut dyn Space,
    convention: Convention,
    budget: &'b Budget,
) -> Result<Labels<'b>, RuleError> {
    let size = u32::try_from(space.len()).ok().filter(|&size| size < u32::MAX);
    let size = size.ok_or_else(too_many)?;
    let mut lease = Lease { budget, bytes: 0 };
    lease.more(u64::from(size) * BYTES_A_POSITION)?;
    let mut work = Work {
        labels: vec![0; size as usize],
        open: vec![0; size as usize],
        due: Vec::new(),
        ticker: budget.ticker(),
        moves: Moves::default(),
    };
    let before = work.first_pass(space, convention, budget)?;
    work.levels(space, &before)?;
    Ok(Labels { labels: work.labels, _lease: lease })
}

struct Work {
    labels: Vec<u32>,
    /// How many moves within the tier do not lead to a position that is known to be won.
    open: Vec<u16>,
    /// For each level, how many positions of the first pass were to be looked at then.
    due: Vec<u64>,
    ticker: Ticker,
    moves: Moves,
}

impl Work {
    fn is_due(&mut self, level: u32) {
        let level = level as usize;
        if self.due.len() <= level {
            self.due.resize(level + 1, 0);
        }
        self.due[level] += 1;
    }

    /// Looks at the moves of every position.
    fn first_pass<'b>(
        &mut self,
        space: &mut dyn Space,
        convention: Convention,
        budget: &'b Budget,
    ) -> Result<Before<'b>, RuleError> {
        // Without predecessors arcs are kept, while there is room.
        let mut arcs = Some((Vec::<(u32, u32)>::new(), Lease { budget, bytes: 0 }));
        let (mut asked, mut told) = (false, false);
        for at in 0..self.labels.len() as u32 {
            let mut moves = std::mem::take(&mut self.moves);
            if !space.moves(at, true, &mut moves)? {
                self.labels[at as usize] = NONE;
                self.moves = moves;
                continue;
            }
            self.ticker.tick(1 + (moves.here.len() + moves.below.len()) as u64)?;
            if !asked {
                asked = true;
                told = space.before(at, &mut Vec::new())?;
                if told {
                    arcs = None;
                }
            }
            let open = u16::try_from(moves.here.len()).map_err(|_| {
                RuleError::too_large("a position", format!("{} moves", moves.here.len()), u16::MAX)
            })?;
            self.open[at as usize] = open;
            let (mut soon, mut late, mut exit) = (u32::MAX, 0, false);
            for verdict in &moves.below {
                match *verdict {
                    Verdict::Draw => exit = true,
                    Verdict::Win(moves) => late = late.max(next(moves)?),
                    Verdict::Loss(moves) => soon = soon.min(next(moves)?),
                }
            }
            let stuck = moves.here.is_empty() && moves.below.is_empty();
            if stuck && convention == Convention::Misere {
                soon = 0;
            }
            self.labels[at as usize] = if soon != u32::MAX {
                self.is_due(soon);
                SOON | soon
            } else if exit {
                EXIT
            } else {
                if open == 0 {
                    self.is_due(late);
                }
                late
            };
            if let Some((list, lease)) = &mut arcs {
                list.extend(moves.here.iter().map(|&to| (to, at)));
                // Pairs, and beside them the list of predecessors; vectors double.
                let room = 16 * list.len() as u64 + 4 * list.len() as u64;
                let full = room > lease.bytes && lease.more(STEP.max(room - lease.bytes)).is_err();
                if full {
                    arcs = None;
                }
            }
            self.moves = moves;
        }
        Ok(match arcs {
            None if told => Before::Told,
            None => Before::Passes,
            Some((list, lease)) => self.arcs(list, lease),
        })
    }

    /// The arcs as predecessors of each position.
    fn arcs<'b>(&self, list: Vec<(u32, u32)>, lease: Lease<'b>) -> Before<'b> {
        let Ok(_) = u32::try_from(list.len()) else { return Before::Passes };
        let mut starts = vec![0u32; self.labels.len() + 1];
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
    fn levels(&mut self, space: &mut dyn Space, before: &Before<'_>) -> Result<(), RuleError> {
        // What may be decided at this level, and what at the next.
        let (mut now, mut later): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut told = Vec::new();
        let mut changed = false;
        for level in 0u32.. {
            let due = self.due.get(level as usize).is_some_and(|&due| due > 0);
            if now.is_empty() && !due && !changed && self.due.len() <= level as usize {
                return Ok(());
            }
            if level > LEVEL {
                return Err(RuleError::too_large("a number of moves", level, LEVEL));
            }
            if changed && matches!(before, Before::Passes) {
                self.pass(space, level)?;
                now.clear();
            }
            if (due && self.due[level as usize] > 0) || matches!(before, Before::Passes) {
                for (at, &label) in self.labels.iter().enumerate() {
                    if self.is_ready(at, label, level) {
                        now.push(at as u32);
                    }
                }
                self.ticker.tick(self.labels.len() as u64 / 64)?;
            }
            changed = false;
            for at in now.drain(..) {
                let label = self.labels[at as usize];
                if !self.is_ready(at as usize, label, level) {
                    continue;
                }
                let wins = label & SOON != 0;
                self.labels[at as usize] = if wins { WIN | level } else { LOSS | level };
                changed = true;
                let earlier: &[u32] = match before {
                    Before::Passes => continue,
                    Before::Arcs { starts, from, .. } => {
                        let at = at as usize;
                        &from[starts[at] as usize..starts[at + 1] as usize]
                    }
                    Before::Told => {
                        space.before(at, &mut told)?;
                        &told
                    }
                };
                self.ticker.tick(1 + earlier.len() as u64)?;
                for &one in earlier {
                    let label = self.labels[one as usize];
                    if label & NONE != 0 {
                        continue;
                    }
                    if !wins {
                        if label & SOON == 0 || label & LEVEL > level + 1 {
                            self.labels[one as usize] = SOON | (level + 1);
                            later.push(one);
                        }
                        continue;
                    }
                    let open = &mut self.open[one as usize];
                    *open = open.checked_sub(1).ok_or_else(unlike)?;
                    if label & (SOON | EXIT) != 0 {
                        continue;
                    }
                    let late = (label & LEVEL).max(level + 1);
                    self.labels[one as usize] = late;
                    if *open == 0 {
                        if late == level + 1 {
                            later.push(one);
                        } else {
                            self.is_due(late);
                        }
                    }
                }
            }
            std::mem::swap(&mut now, &mut later);
        }
        Ok(())
    }

    /// Whether a position with this label is decided at a level.
    #[inline]
    fn is_ready(&self, at: usize, label: u32, level: u32) -> bool {
        label & NONE == 0
            && label & LEVEL == level
            && (label & SOON != 0 || (label & EXIT == 0 && self.open[at] == 0))
    }

    /// Looks at the moves within the tier of all that is undecided, given what is decided below
    /// this level.
    fn pass(&mut self, space: &mut dyn Space, level: u32) -> Result<(), RuleError> {
        for at in 0..self.labels.len() {
            let label = self.labels[at];
            if label & NONE != 0
                || self.open[at] == 0
                || (label & SOON != 0 && label & LEVEL <= level)
            {
                continue;
            }
            let mut moves = std::mem::take(&mut self.moves);
            space.moves(at as u32, false, &mut moves)?;
            self.ticker.tick(1 + moves.here.len() as u64)?;
            let (mut won, mut late, mut open) = (false, label & LEVEL, 0u16);
            for &to in &moves.here {
                let to = self.labels[to as usize];
                match to & NONE {
                    LOSS => won = true,
                    WIN => late = late.max((to & LEVEL) + 1),
                    _ => open += 1,
                }
            }
            self.moves = moves;
            if won {
                self.labels[at] = SOON | level;
            } else if label & SOON == 0 {
                self.open[at] = open;
                if label & EXIT == 0 && open == 0 {
                    self.labels[at] = late;
                    self.is_due(late);
                }
            }
        }
        Ok(())
    }
}

/// The level before a number of moves.
fn next(moves: u32) -> Result<u32, RuleError> {
    match moves.checked_add(1).filter(|&level| level < LEVEL) {
        Some(level) => Ok(level),
        None => Err(RuleError::too_large("a number of moves", moves, LEVEL)),
    }
}

/// The error of a ruleset whose predecessors are not those of its options.
fn unlike() -> RuleError {
    RuleError::NotApplicable(
        "the predecessors that the ruleset gives are not those of its options".to_owned(),
    )
}

impl Labels<'_> {
    /// How many positions have which result, and the longest win.
    pub(super) fn facts(&self, tier: u64) -> TierFacts {
        let mut facts = TierFacts { tier, size: self.labels.len() as u64, ..TierFacts::default() };
        for (at, &label) in self.labels.iter().enumerate() {
            match label & NONE {
                0 => facts.draws += 1,
                LOSS => facts.losses += 1,
                WIN => {
                    facts.wins += 1;
                    let moves = label & LEVEL;
                    if facts.longest.is_none_or(|(longest, _)| moves > longest) {
                        facts.longest = Some((moves, at as u64));
                    }
                }
                _ => {}
            }
        }
        facts
    }

    /// The results, a byte each.
    pub(super) fn values(&self, convention: Convention) -> TierValues {
        let mut large = Vec::new();
        let byte = |(at, &label): (usize, &u32)| match (label & NONE, label & LEVEL) {
            (NONE, _) => TierValues::NONE,
            (0, _) => TierValues::DRAW,
            (_, moves) if moves <= TierValues::MOST => moves as u8 + 1,
            (_, moves) => {
                large.push((at as u64, moves));
                TierValues::LARGE
            }
        };
        let bytes = self.labels.iter().enumerate().map(byte).collect();
        TierValues { bytes, large, convention }
    }
}
