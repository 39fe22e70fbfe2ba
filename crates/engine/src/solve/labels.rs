//! The labels of the positions of a tier while it is being solved.

use super::{PositionResult, TierFacts, TierValues};
use crate::{Result, RuleError};
use upstar_core::Convention;
pub(super) use upstar_core::label::{LOSS, WIN};

/// The number stands for no position.
pub(super) const NONE: u32 = WIN | LOSS;
/// Not decided yet: a win at the level of the low bits, if not before.
pub(super) const SOON: u32 = 1 << 29;
/// Not decided yet: a move leads to a draw below, so that it is never lost.
pub(super) const EXIT: u32 = 1 << 28;
/// The level: of what is not decided and not won soon, that at which it is lost at the earliest.
pub(super) const LEVEL: u32 = EXIT - 1;

/// The labels of the positions of a tier, by number: whether and at which level each is won or
/// lost, where the level is the number of moves to the end.
///
/// First each position gets the results of its moves into lower tiers ([`Labels::begin`],
/// [`Labels::below`]). After [`Labels::settle`] the levels are processed from 0 on: [`Labels::decide`]
/// lists what is decided at one. That is reported to the positions with a move to it
/// ([`Labels::report`]), or else they look at their moves again ([`Labels::ask_again`]). What is left is
/// drawn.
#[derive(Debug, Default)]
pub struct Labels {
    pub(super) labels: Vec<u32>,
    /// How many moves within the tier do not lead to a position that is known to be won.
    pub(super) open: Vec<u16>,
    /// For each level, how many positions were to be looked at then.
    pub(super) due: Vec<u64>,
}

/// One more position is to be looked at on a level.
pub(super) fn is_due(due: &mut Vec<u64>, level: u32) {
    let level = level as usize;
    if due.len() <= level {
        due.resize(level + 1, 0);
    }
    due[level] += 1;
}

/// Whether the level of a label decides a position with so many open moves.
#[inline]
pub(super) fn is_settled(label: u32, open: u16) -> bool {
    label & SOON != 0 || (label & EXIT == 0 && open == 0)
}

/// A label with what a move into a lower tier leads to.
#[inline]
pub(super) fn with_below(label: u32, verdict: PositionResult) -> Result<u32> {
    Ok(match verdict {
        PositionResult::Loss(moves) => {
            let level = next(moves)?;
            let before = if label & SOON == 0 { LEVEL } else { label & LEVEL };
            SOON | level.min(before)
        }
        _ if label & SOON != 0 => label,
        PositionResult::Draw => EXIT,
        PositionResult::Win(_) if label & EXIT != 0 => label,
        PositionResult::Win(moves) => label.max(next(moves)?),
    })
}

/// The number of moves within a tier, as it is counted.
pub(super) fn count(moves: usize) -> Result<u16> {
    u16::try_from(moves)
        .map_err(|_| RuleError::too_large("a position", format!("{moves} moves"), u16::MAX))
}

/// The level before a number of moves.
fn next(moves: u32) -> Result<u32> {
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

impl Labels {
    /// Nothing is known of any of that many numbers.
    #[must_use]
    pub fn new(size: u32) -> Labels {
        let size = size as usize;
        Labels { labels: vec![0; size], open: vec![0; size], due: Vec::new() }
    }

    /// The number of numbers.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.labels.len() as u32
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// That a number stands for no position.
    pub fn absent(&mut self, at: u32) {
        self.labels[at as usize] = NONE;
    }

    /// That this many moves lead to different positions of the same tier; `stuck` if there is no
    /// move at all.
    ///
    /// # Errors
    /// More than 65,535 moves.
    pub fn begin(&mut self, at: u32, here: usize, stuck: bool, convention: Convention) -> Result {
        self.open[at as usize] = count(here)?;
        if stuck && convention == Convention::Misere {
            self.labels[at as usize] = SOON;
        }
        Ok(())
    }

    /// That a move leads to a position of a lower tier, where the player to move has this verdict.
    ///
    /// # Errors
    /// A number of moves beyond counting.
    #[inline]
    pub fn below(&mut self, at: u32, verdict: PositionResult) -> Result {
        let label = &mut self.labels[at as usize];
        *label = with_below(*label, verdict)?;
        Ok(())
    }

    /// That everything was said of all numbers.
    pub fn settle(&mut self) {
        for (&label, &open) in self.labels.iter().zip(&self.open) {
            if label & NONE == 0 && is_settled(label, open) {
                is_due(&mut self.due, label & LEVEL);
            }
        }
    }

    /// The least level from this one on at which something may be decided without a report.
    #[must_use]
    pub fn next_due(&self, level: u32) -> Option<u32> {
        let later = self.due.get(level as usize..)?;
        later.iter().position(|&due| due > 0).map(|more| level + more as u32)
    }

    /// Decides what is to be decided at a level: of `reported`, which is emptied, and of what is due.
    ///
    /// # Errors
    /// A level beyond counting.
    pub fn decide(
        &mut self,
        level: u32,
        reported: &mut Vec<u32>,
        decided: &mut Vec<u32>,
    ) -> Result {
        if level > LEVEL {
            return Err(RuleError::too_large("a number of moves", level, LEVEL));
        }
        if self.due.get(level as usize).is_some_and(|&due| due > 0) {
            self.ready(level, reported);
        }
        for at in reported.drain(..) {
            let label = self.labels[at as usize];
            if self.is_ready(at as usize, label, level) {
                let wins = label & SOON != 0;
                self.labels[at as usize] = if wins { WIN | level } else { LOSS | level };
                decided.push(at);
            }
        }
        Ok(())
    }

    /// Adds all that is to be decided at a level.
    pub(super) fn ready(&self, level: u32, out: &mut Vec<u32>) {
        for (at, &label) in self.labels.iter().enumerate() {
            if self.is_ready(at, label, level) {
                out.push(at as u32);
            }
        }
    }

    /// Whether a position with this label is decided at a level.
    #[inline]
    fn is_ready(&self, at: usize, label: u32, level: u32) -> bool {
        label & NONE == 0 && label & LEVEL == level && is_settled(label, self.open[at])
    }

    /// Reports to `at` that one of its moves leads to a position that was decided at this level, as won
    /// or as lost. True if `at` may be decided at the next level.
    ///
    /// # Errors
    /// If it received more reports than it has moves.
    #[inline]
    pub fn report(&mut self, at: u32, won: bool, level: u32) -> Result<bool> {
        let label = self.labels[at as usize];
        if label & NONE != 0 {
            return Ok(false);
        }
        if !won {
            let news = label & SOON == 0 || label & LEVEL > level + 1;
            if news {
                self.labels[at as usize] = SOON | (level + 1);
            }
            return Ok(news);
        }
        let open = &mut self.open[at as usize];
        *open = open.checked_sub(1).ok_or_else(unlike)?;
        if label & (SOON | EXIT) != 0 {
            return Ok(false);
        }
        let late = (label & LEVEL).max(level + 1);
        self.labels[at as usize] = late;
        if *open > 0 {
            return Ok(false);
        }
        if late > level + 1 {
            is_due(&mut self.due, late);
        }
        Ok(late == level + 1)
    }

    /// Whether the moves of a position within the tier may still decide it at a level or later: of
    /// such a position they are counted anew from here on ([`Labels::count_move`]).
    pub fn ask_again(&mut self, at: u32, level: u32) -> bool {
        let (label, open) = (self.labels[at as usize], &mut self.open[at as usize]);
        if label & NONE != 0 || *open == 0 || (label & SOON != 0 && label & LEVEL <= level) {
            return false;
        }
        *open = 0;
        true
    }

    /// Counts a move of such a position, which leads to one that is not decided yet, or is won or lost
    /// before this level.
    ///
    /// # Errors
    /// A number of moves beyond counting.
    pub fn count_move(&mut self, at: u32, known: Option<PositionResult>, level: u32) -> Result {
        let label = &mut self.labels[at as usize];
        match known {
            Some(PositionResult::Loss(_)) => *label = SOON | level,
            Some(PositionResult::Win(moves)) if *label & (SOON | EXIT) == 0 => {
                *label = (*label).max(next(moves)?);
            }
            Some(PositionResult::Win(_)) => {}
            Some(PositionResult::Draw) | None => self.open[at as usize] += 1,
        }
        Ok(())
    }

    /// Appends the positions that are decided at this level to `out`, once all moves are counted.
    pub fn decided(&mut self, level: u32, out: &mut Vec<u32>) {
        for (at, (&label, &open)) in self.labels.iter().zip(&self.open).enumerate() {
            if label & NONE != 0 || !is_settled(label, open) {
                continue;
            }
            match (label & LEVEL).cmp(&level) {
                std::cmp::Ordering::Equal => out.push(at as u32),
                std::cmp::Ordering::Greater => is_due(&mut self.due, label & LEVEL),
                std::cmp::Ordering::Less => {}
            }
        }
    }

    /// Decides everything at once, where no move leads within the tier.
    pub fn decide_all(&mut self) {
        for label in &mut self.labels {
            *label = match *label {
                label if label & NONE != 0 => label,
                label if label & SOON != 0 => WIN | (label & LEVEL),
                label if label & EXIT != 0 => 0,
                label => LOSS | label,
            };
        }
    }

    /// Whether a position is won, if it is decided.
    #[must_use]
    pub fn won(&self, at: u32) -> Option<bool> {
        match self.labels[at as usize] & NONE {
            WIN => Some(true),
            LOSS => Some(false),
            _ => None,
        }
    }

    /// The result of the position with a number, once all levels are processed; `None` if there is no
    /// such position.
    #[must_use]
    pub fn verdict(&self, at: u32) -> Option<PositionResult> {
        verdict(self.labels[at as usize])
    }

    /// How many positions have which result, and the longest win.
    #[must_use]
    pub fn facts(&self, tier: u64) -> TierFacts {
        let mut facts = TierFacts { tier, size: self.labels.len() as u64, ..TierFacts::default() };
        for (at, &label) in self.labels.iter().enumerate() {
            match verdict(label) {
                None => {}
                Some(PositionResult::Draw) => facts.draws += 1,
                Some(PositionResult::Loss(_)) => facts.losses += 1,
                Some(PositionResult::Win(moves)) => {
                    facts.wins += 1;
                    if facts.longest.is_none_or(|(longest, _)| moves > longest) {
                        facts.longest = Some((moves, at as u64));
                    }
                }
            }
        }
        facts
    }

    /// The results, a byte each.
    #[must_use]
    pub fn values(&self, convention: Convention) -> TierValues {
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

#[inline]
fn verdict(label: u32) -> Option<PositionResult> {
    match label & NONE {
        0 => Some(PositionResult::Draw),
        WIN => Some(PositionResult::Win(label & LEVEL)),
        LOSS => Some(PositionResult::Loss(label & LEVEL)),
        _ => None,
    }
}
