//! Search by proof numbers, depth first.
//!
//! Each state has an estimate of the work that is left to show that the player to move wins it, and
//! that he or she loses it. The search goes on where the least of it is left, until others promise
//! more (Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002).

use upstar_core::{Budget, Lease, Player, Ticker};

use crate::search::Stop;
use crate::{Options, Result, Ruleset};

/// The estimate of work for something that is not so.
pub(crate) const NEVER: u32 = u32::MAX / 4;
/// The largest estimate of work for something that may be so.
const MUCH: u32 = NEVER / 2;

/// The work that is left to show that the player to move wins, and that he or she loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

impl Work {
    pub(crate) const WON: Work = Work { win: 0, loss: NEVER };
    pub(crate) const LOST: Work = Work { win: NEVER, loss: 0 };

    /// The work for a state that was not looked at, with about so many moves to be made.
    pub(crate) fn guess(moves: u32) -> Work {
        let win = 1 + moves.isqrt() / 3;
        Work { win, loss: 16 * win }
    }

    pub(crate) fn is_done(self) -> bool {
        self == Work::WON || self == Work::LOST
    }

    /// Whether this much work may be done within `most`.
    pub(crate) fn is_within(self, most: Work) -> bool {
        self.win < most.win && self.loss < most.loss
    }
}

/// About how many moves are to be made in a position, for [`Work::guess`].
pub(crate) fn about_moves<R: Ruleset + ?Sized>(rules: &R, position: &R::Position) -> u32 {
    match rules.static_bounds(position) {
        Some(bounds) => bounds.moves[0],
        None => u32::try_from(rules.bytes(position)).unwrap_or(u32::MAX),
    }
}

/// The options of a position of an impartial game.
pub(crate) fn options_of<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    ticker: &mut Ticker,
) -> Result<Options<R::Position>> {
    let mut options = Options::within(ticker.budget());
    options.list(rules, position, Player::Left)?;
    ticker.tick(1 + options.len() as u64 + rules.step_cost(position))?;
    Ok(options)
}

/// The moves of a state, looked at one after another.
pub(crate) struct Moves<S> {
    /// The work to show that all of them lose.
    all: u32,
    /// The most promising move.
    best: Option<(Work, S)>,
    /// The work to show that the next best one wins.
    second: u32,
}

impl<S> Moves<S> {
    pub(crate) fn new() -> Self {
        Moves { all: 0, best: None, second: NEVER }
    }

    /// Adds a move to a state with this much work left.
    #[inline]
    pub(crate) fn add(&mut self, work: Work, state: S) {
        self.all = self.all.saturating_add(work.win);
        match &self.best {
            Some((least, _)) if (work.loss, work.win) >= (least.loss, least.win) => {
                self.second = self.second.min(work.loss);
            }
            other => {
                if let Some((least, _)) = other {
                    self.second = self.second.min(least.loss);
                }
                self.best = Some((work, state));
            }
        }
    }

    /// The work for the state, in normal play: without moves it is lost.
    pub(crate) fn work(&self) -> Work {
        match &self.best {
            None => Work::LOST,
            Some((best, _)) if best.loss == 0 => Work::WON,
            Some(_) if self.all == 0 => Work::LOST,
            Some((best, _)) => Work { win: best.loss.min(MUCH), loss: self.all.min(MUCH) },
        }
    }

    /// Where the search goes on, and how far, while the work for the state is within `most`.
    pub(crate) fn next(self, most: Work) -> Option<(S, Work)> {
        let work = self.work();
        let (best, state) = self.best?;
        let limit = Work {
            win: most.loss.saturating_sub(work.loss.saturating_sub(best.win)),
            loss: most.win.min(self.second.saturating_add(1)),
        };
        Some((state, limit))
    }
}

/// A search by proof numbers.
pub(crate) trait ProofSearch {
    type State;

    /// Looks at a state and notes the work for it. Returns where the search goes on, and how far;
    /// `None` if nothing is to be done here, as the work for the state is done or not within `most`.
    fn look(
        &mut self,
        state: &Self::State,
        most: Work,
    ) -> Result<Option<(Self::State, Work)>, Stop>;

    /// Whether the memory is full.
    fn is_full(&self) -> bool;

    /// Searches until it is known who wins a state, or until the memory is full.
    fn search(&mut self, state: Self::State) -> Result<(), Stop> {
        let mut stack = vec![(state, Work { win: NEVER, loss: NEVER })];
        while let Some((state, most)) = stack.pop() {
            if let Some(next) = self.look(&state, most)? {
                stack.extend([(state, most), next]);
            }
            if self.is_full() {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Memory is reserved by so much at a time.
const STRIDE: u64 = 1 << 20;

/// About how many bytes the tables of a search take, and may take.
pub(crate) struct Room {
    lease: Lease,
    bytes: u64,
    most: u64,
    /// Whether the budget has no memory to spare.
    full: bool,
}

impl Room {
    pub(crate) fn new(budget: &Budget, most: u64) -> Self {
        Room { lease: Lease::new(budget), bytes: 0, most, full: false }
    }

    #[inline]
    pub(crate) fn spend(&mut self, bytes: u64) {
        self.bytes += bytes;
        if self.bytes > self.lease.bytes() {
            self.full |= self.lease.reserve_spare(STRIDE.max(bytes)).is_err();
        }
    }

    #[inline]
    pub(crate) fn free(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.full || self.bytes > self.most
    }

    /// How many bytes there may be.
    pub(crate) fn most(&self) -> u64 {
        self.most.min(self.lease.bytes())
    }

    /// Makes the most larger, where there is too little room to get anywhere.
    pub(crate) fn grow(&mut self) -> Result {
        self.full = false;
        self.most = self.most.max(2 * self.bytes);
        Ok(self.lease.cover(self.bytes, STRIDE)?)
    }

    /// Notes that the tables take this many bytes from now on.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        self.bytes = bytes;
        self.lease.release(self.lease.bytes().saturating_sub(bytes));
        self.full = false;
    }
}
