//! A nim sequence, computed as far as requested or until its period is proved. It is computed in
//! steps, between which the work can be stopped, stored and resumed.

mod known;
mod question;

use std::borrow::Cow;

use num_bigint::BigUint;
use upstar_core::{Budget, StopReason};

use crate::Result;
use crate::certificate::{Certificate, LawCertificate, PeriodCertificate};
use crate::class::Class;
use crate::custom::HeapRules;
use crate::error::HeapsError;
use crate::fast::Snapshot;
use crate::law::FoundLaw;
use crate::names::HeapGame;
use crate::period::{PeriodStatus, Periodicity, Theorem};
use crate::returns::{Digests, Returns, SavedWindows};
use crate::rule::HeapRule;
use crate::sequence::{LAST_HEAP, Sequence, Settings, too_far};
use crate::summary::Summary;

use known::{Continuation, Cycle};
pub use question::{Question, Zeros};

/// The result of a step of a [`Search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Values were computed, and there is more to do.
    Computed,
    /// A window of values has returned. The next step computes the last exception, which takes
    /// extra time.
    Returned,
    /// Everything requested is known.
    Finished,
    /// The budget ended. Another step with a new budget continues.
    Stopped(StopReason),
}

/// The data needed to resume a search.
#[derive(Clone, Debug)]
pub struct Checkpoint<'a> {
    /// The known facts about the values.
    pub known: KnownValues<'a>,
    /// Windows and states of a search for a period. They are large, and the search can be resumed
    /// without them.
    pub windows: Option<SavedWindows>,
}

/// The values in a checkpoint.
#[derive(Clone, Debug)]
pub enum KnownValues<'a> {
    /// All values.
    Values(Cow<'a, [u32]>),
    /// A summary of the values, and the state of the engine.
    State(Cow<'a, Summary>, Box<Snapshot>),
}

/// The results of a search.
#[derive(Clone, Debug)]
pub struct Findings {
    /// A summary of the values.
    pub summary: Summary,
    /// The values of the heaps from 0 on, if they were requested.
    pub values: Vec<u32>,
    /// The period, if one was requested and found.
    pub period: Option<Periodicity>,
    /// The law, if one was requested and found, or if it answers the question.
    pub law: Option<FoundLaw>,
    /// The value requested by [`Question::at`], if it is known.
    pub at: Option<BigUint>,
    /// The class of rare values, and the rare heaps with their values, if the engine knows them.
    pub rares: Option<(Class, Vec<(u64, u32)>)>,
}

/// The number of values kept for the search for a period, before returning windows are used
/// instead.
const MOST_KEPT: u64 = 1 << 26;
/// The first length at which a sequence without a goal is searched for a period.
const FIRST_SEARCH: u64 = 256;
/// The longest sequence in which an unrequested period is searched for.
const MOST_WATCHED: u64 = 1 << 17;
/// The number of heaps of a step, if checkpoints are taken or windows are used, and late in a long
/// run.
const STEP: u64 = 1 << 22;
const LONG_STEP: u64 = 1 << 24;

/// The computation of a nim sequence as far as a [`Question`] needs, step by step.
///
/// ```
/// use upstar_core::{Budget, StopReason};
/// use upstar_heaps::{HeapGame, Question, Search, Settings};
/// let question = Question { period: true, ..Question::default() };
/// let mut search = Search::new(&HeapGame::find("kayles")?, Settings::default(), question)?;
/// assert_eq!(search.run(&Budget::unlimited())?, StopReason::Finished);
/// let period = search.finish().period.unwrap();
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// # Ok::<(), upstar_heaps::HeapsError>(())
/// ```
#[derive(Debug)]
pub struct Search {
    game: HeapGame,
    question: Question,
    /// The last requested heap. Without one, no heap is beyond it.
    last: u64,
    /// The heap whose value is requested.
    asked: Option<BigUint>,
    sequence: Sequence,
    summary: Summary,
    /// Whether the values are kept, and if so, those of the heaps from 0 on.
    keeps: bool,
    values: Vec<u32>,
    /// The length at which a period is searched for next.
    next_search: u64,
    /// A proved period or law, which gives the values of all further heaps.
    known: Option<Continuation>,
    /// Windows of an earlier search, until they are used again.
    saved: Option<SavedWindows>,
    returns: Option<Returns>,
    returned: bool,
    period: Option<Periodicity>,
    law: Option<FoundLaw>,
    at: Option<BigUint>,
    /// The digests for a certificate, and the number of rare heaps, if the values were not kept.
    digests: Option<(Digests, u64)>,
    finished: bool,
}

impl Search {
    /// A search that begins at heap 0.
    ///
    /// # Errors
    /// As [`Sequence::new`], and [`HeapsError::Position`] if a requested size has no position.
    pub fn new(game: &HeapGame, settings: Settings, question: Question) -> Result<Search> {
        let sequence = Sequence::of(&game.rules, settings)?;
        let last = question.to.map(|to| game.heap(to.max(game.least()))).transpose()?;
        if let Some(last) = last.filter(|&last| last > LAST_HEAP) {
            return Err(too_far(last));
        }
        let asked = question.at.as_ref().map(|at| game.large_heap(at)).transpose()?;
        let mut summary = Summary::new(question.makes_digest());
        summary.keep(question.makes_digest(), question.zeros != Zeros::No);
        if let Some(code) = game.rules.code() {
            summary.look_ahead(code, question.zeros == Zeros::Alone);
        }
        Ok(Search {
            game: game.clone(),
            last: last.unwrap_or(LAST_HEAP),
            asked,
            keeps: question.needs_period() || question.needs_values(),
            question,
            sequence,
            summary,
            values: vec![],
            next_search: FIRST_SEARCH,
            known: None,
            saved: None,
            returns: None,
            returned: false,
            period: None,
            law: None,
            at: None,
            digests: None,
            finished: false,
        })
    }

    /// A search that continues from the results of an earlier one.
    ///
    /// # Errors
    /// [`HeapsError::NotKept`] and [`HeapsError::ValuesNotKept`] if the checkpoint cannot answer
    /// the question, [`HeapsError::Exhausted`] if the budget has no room for its values, and those
    /// of [`Sequence::restore`].
    pub fn resume(
        game: &HeapGame,
        settings: Settings,
        question: Question,
        checkpoint: Checkpoint<'_>,
        budget: &Budget,
    ) -> Result<Search> {
        let mut search = Search::new(game, settings, question)?;
        let last = search.last;
        search.saved = checkpoint.windows;
        match checkpoint.known {
            KnownValues::Values(known) => {
                let end = usize::try_from(last).map_or(usize::MAX, |last| last + 1);
                let values = &known[..known.len().min(end)];
                search.summary.add(values);
                if search.keeps || search.question.checkpoints {
                    budget.reserve(4 * values.len() as u64)?;
                    search.values = values.to_vec();
                }
                search.sequence = Sequence::resume(&game.rules, settings, known.into_owned())?;
            }
            KnownValues::State(summary, snapshot) => {
                let question = &search.question;
                if question.digest && summary.digest.is_none() {
                    return Err(HeapsError::NotKept("digest of the values"));
                }
                if question.zeros != Zeros::No && !summary.has_all_zeros() {
                    return Err(HeapsError::NotKept("list of all zeros"));
                }
                let next = summary.count;
                if question.needs_values() || next > last.saturating_add(1) {
                    return Err(HeapsError::ValuesNotKept { below: next });
                }
                search.summary = summary.into_owned();
                search.summary.keep(question.makes_digest(), question.zeros != Zeros::No);
                let code = game.code()?;
                search.summary.look_ahead(code, question.zeros == Zeros::Alone);
                search.sequence = Sequence::restore(code, settings, &snapshot, next)?;
            }
        }
        Ok(search)
    }

    /// The game.
    pub fn game(&self) -> &HeapGame {
        &self.game
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// A summary of the values so far.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The heap up to which values must be known, as far as can be said now.
    pub fn goal(&self) -> u64 {
        self.summary.needed(self.last)
    }

    /// The data needed to resume from here: all values if they are needed or nothing else is
    /// enough, otherwise the state of the engine.
    pub fn checkpoint(&self) -> Checkpoint<'_> {
        let known = match self.sequence.snapshot() {
            Some(snapshot) if !self.keeps => {
                KnownValues::State(Cow::Borrowed(&self.summary), Box::new(snapshot))
            }
            _ => KnownValues::Values(Cow::Borrowed(&self.values)),
        };
        Checkpoint { known, windows: self.returns.as_ref().and_then(Returns::save) }
    }

    /// Runs steps until everything requested is known or the budget ends, and returns which.
    ///
    /// # Errors
    /// As [`Search::step`].
    pub fn run(&mut self, budget: &Budget) -> Result<StopReason> {
        loop {
            match self.step(budget)? {
                Step::Computed | Step::Returned => {}
                Step::Finished => return Ok(StopReason::Finished),
                Step::Stopped(reason) => return Ok(reason),
            }
        }
    }

    /// Continues to the goal, or to where a period is searched for or a checkpoint may be taken.
    ///
    /// # Errors
    /// Those of the engine. The end of the budget is not an error.
    pub fn step(&mut self, budget: &Budget) -> Result<Step> {
        if self.finished {
            return Ok(Step::Finished);
        }
        let outcome = if self.returned {
            self.complete_period(budget).map(|()| Step::Finished)
        } else {
            self.go_on(budget)
        };
        match outcome {
            Err(HeapsError::Exhausted(exhausted)) => Ok(Step::Stopped(exhausted.reason)),
            outcome => {
                self.finished = matches!(outcome, Ok(Step::Finished));
                outcome
            }
        }
    }

    /// Computes the last exception to a period whose values were not kept, and what was requested
    /// about it.
    fn complete_period(&mut self, budget: &Budget) -> Result {
        let Some(returns) = &self.returns else { return Ok(()) };
        let Some(period) = returns.period(budget)? else { return Ok(()) };
        if let (Some(heap), None) = (&self.asked, &self.at) {
            self.at = Some(returns.value(period.representative(heap), budget)?.into());
        }
        if self.question.certificate {
            let rares = self.sequence.rares().map_or(0, |(_, rares)| rares.len() as u64);
            self.digests = Some((returns.digests(period.checked_to, budget)?, rares));
        }
        self.period = Some(period);
        Ok(())
    }

    fn go_on(&mut self, budget: &Budget) -> Result<Step> {
        self.look_for_windows();
        if self.looks_for_cycle() {
            return self.look_for_cycle(budget);
        }
        let settled = self.known.is_some();
        let searches = self.question.needs_period() && self.returns.is_none() && !settled;
        let search_at = if searches { self.goal().min(self.next_search) } else { self.goal() };
        let stop = match self.compute(search_at, budget) {
            Ok(()) => None,
            Err(HeapsError::Exhausted(exhausted)) => Some(exhausted.reason),
            Err(error) => return Err(error),
        };
        if let Some(returns) = &mut self.returns
            && returns.found(&self.sequence)
        {
            self.returned = true;
            return Ok(Step::Returned);
        }
        let searched = searches && (self.summary.count > search_at || stop.is_some());
        if searched {
            self.look_for_law(budget)?;
        }
        let proved = self.is_proved();
        let asked = self.asked.as_ref();
        let answered = asked.is_some_and(|at| proved || *at < self.summary.count.into())
            && !(self.question.period || self.question.law || self.question.certificate);
        let ended = self.question.to.is_none() && (proved || answered);
        if let Some(reason) = stop {
            return Ok(Step::Stopped(reason));
        }
        if self.summary.count > self.goal() || ended {
            return Ok(Step::Finished);
        }
        if searched {
            self.next_search += match &self.game.rules {
                HeapRules::Code(_) => self.next_search / 2,
                HeapRules::Custom(_) => 3 * self.next_search,
            };
        }
        Ok(Step::Computed)
    }

    /// Searches the values for a period, and for a law if there is no code or one is requested.
    fn look_for_law(&mut self, budget: &Budget) -> Result {
        let rules = &self.game.rules;
        self.period = rules.code().and_then(|code| Periodicity::find(code, &self.values));
        if rules.code().is_some() && !self.question.law {
            return Ok(());
        }
        self.law = FoundLaw::of_game(rules, &self.values, budget)?;
        if let Some(found) = self.law.as_ref().filter(|_| self.period.is_none()) {
            self.period = found.period();
        }
        if let Some(found) = self.law.as_ref().filter(|law| law.is_proved()) {
            self.known = Some(Continuation::Law(found.law.clone()));
        }
        Ok(())
    }

    /// Whether a period or a law is proved.
    fn is_proved(&self) -> bool {
        let period = self.period.as_ref();
        period.is_some_and(|period| period.verdict == PeriodStatus::Proved)
            || self.law.as_ref().is_some_and(FoundLaw::is_proved)
    }

    /// Whether a period would save the engine the remaining heaps, although none is requested.
    fn looks_for_cycle(&self) -> bool {
        let question = &self.question;
        self.known.is_none()
            && self.next_search <= MOST_WATCHED
            && self.next_search < self.goal()
            && self.summary.count == self.sequence.next_heap()
            && !(question.needs_period() || question.checkpoints)
            && !(question.rares || question.tries)
    }

    /// Computes some values, and stores those of a period if one is proved.
    fn look_for_cycle(&mut self, budget: &Budget) -> Result<Step> {
        let keeps = std::mem::replace(&mut self.keeps, true);
        let computed = self.compute(self.next_search, budget);
        self.keeps = keeps;
        match computed {
            Ok(()) => {}
            Err(HeapsError::Exhausted(exhausted)) => return Ok(Step::Stopped(exhausted.reason)),
            Err(error) => return Err(error),
        }
        let all = self.values.len() as u64 == self.summary.count;
        let code = self.game.rules.code();
        if let Some(code) = code.filter(|_| all)
            && let Some(found) = Periodicity::find(code, &self.values)
            && found.verdict == PeriodStatus::Proved
        {
            let (first, saltus) = (found.preperiod, found.saltus);
            let (from, period) = (first as usize, found.period as usize);
            let values = self.values.get(from..from + period).unwrap_or_default().to_vec();
            self.known = Some(Continuation::Cycle(Cycle { first, values, saltus }));
        } else if all && code.is_none() {
            self.look_for_law(budget)?;
        }
        self.next_search *= 2;
        Ok(Step::Computed)
    }

    /// When a search for a period becomes long, starts to use returning windows, which need no
    /// stored values.
    fn look_for_windows(&mut self) {
        let count = self.summary.count;
        let long = count > MOST_KEPT || self.values.is_empty() && count > 0;
        if !self.question.needs_period()
            || self.question.needs_values()
            || self.returns.is_some()
            || !long
        {
            return;
        }
        let saved = self.saved.take().and_then(|saved| Returns::restore(&self.sequence, saved));
        self.returns = saved.or_else(|| Returns::new(&self.sequence));
        if self.returns.is_some() {
            (self.keeps, self.values) = (false, vec![]);
        }
    }

    /// Computes values up to heap `to`, or as many as fit a step.
    fn compute(&mut self, mut to: u64, budget: &Budget) -> Result {
        let next =
            if self.known.is_some() { self.summary.count } else { self.sequence.next_heap() };
        if self.question.checkpoints || self.returns.is_some() {
            to = to.min(next.saturating_add((next / 64).clamp(STEP, LONG_STEP)));
        }
        let keeps = self.keeps || self.question.checkpoints && self.sequence.engine() != "fast";
        if !keeps {
            self.values = vec![];
        }
        if to < next {
            return Ok(());
        }
        let asked = self.asked.as_ref().and_then(|heap| u64::try_from(heap).ok());
        let Search { sequence, summary, values, returns, at, known, .. } = self;
        let mut sink = |from: u64, segment: &[u32]| {
            let counted = summary.histogram.len();
            summary.add(segment);
            budget.reserve(8 * (summary.histogram.len() - counted) as u64)?;
            let place = asked.and_then(|heap| usize::try_from(heap.checked_sub(from)?).ok());
            if let Some(&value) = place.and_then(|place| segment.get(place)) {
                *at = Some(value.into());
            }
            if let Some(returns) = returns {
                returns.add(segment);
            }
            if keeps {
                budget.reserve(4 * segment.len() as u64)?;
                values.extend_from_slice(segment);
            }
            Ok(())
        };
        match known {
            Some(known) => known.pass_on(next..=to, budget, &mut sink),
            None => sequence.run(to, budget, &mut sink),
        }
    }

    /// A certificate of the period or the law that was found.
    ///
    /// # Errors
    /// [`HeapsError::NoPeriod`] if none was found, [`HeapsError::NotProved`] if it is not proved,
    /// [`HeapsError::NothingToCheck`] if a theorem says it without any values.
    pub fn certificate(&self) -> Result<Certificate> {
        if let (Some(period), Some(code)) = (&self.period, self.game.rules.code()) {
            let certificate = match &self.digests {
                Some((digests, rares)) => {
                    PeriodCertificate::of_digests(code, period, digests, *rares)
                }
                None => PeriodCertificate::of_values(code, period, &self.values),
            };
            return certificate.map(Certificate::Period);
        }
        let law = self.law.as_ref().ok_or(HeapsError::NoPeriod)?;
        match law.theorem {
            Some(Theorem::Digits) => {
                let rules = self.game.rules.linear().unwrap_or_default();
                let name = self.game.text.clone();
                Ok(Certificate::Law(LawCertificate::new(name, rules, law.law.clone())))
            }
            Some(_) => Err(HeapsError::NothingToCheck(self.game.text.clone())),
            None => Err(HeapsError::NotProved),
        }
    }

    /// The results.
    pub fn finish(self) -> Findings {
        let rares = self.sequence.rares().map(|(class, heaps)| (class, heaps.to_vec()));
        let at = self.at.or_else(|| {
            let heap = self.asked.as_ref()?;
            let law = self.law.as_ref().filter(|law| law.is_proved());
            match (&self.period, law) {
                // Some digits of a heap that was read from a text.
                (_, Some(found)) => found.law.value(heap, &Budget::unlimited()).ok(),
                (Some(period), _) => period.value_at(heap, &self.values),
                (None, None) => {
                    self.values.get(usize::try_from(heap).ok()?).map(|&value| value.into())
                }
            }
        });
        let values = if self.question.needs_values() { self.values } else { vec![] };
        Findings { summary: self.summary, values, period: self.period, law: self.law, at, rares }
    }
}

#[cfg(test)]
mod tests;
