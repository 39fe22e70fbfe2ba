//! Several threads that search the same couple.
//!
//! They share what is known, behind a lock: they look at couples at the same time and note what they
//! find in turn, and no lock is held while options are listed, which takes most of the time. A move
//! that another thread searches counts as more work, so that threads part where the search would
//! soon go anyway. This changes the order of the work but no answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use super::known::{Glance, Known};
use super::lister::Lister;
use super::{CoupleSearch, Sum};
use crate::proof::{NEVER, ProofSearch, Work};
use crate::search::Stop;
use crate::{RuleError, Ruleset};

/// So many positions are looked at by one thread before others help.
const ALONE: u64 = 300;
/// How long a thread sleeps that has nothing to do until another one has listed some options.
const SHORT_WHILE: Duration = Duration::from_micros(20);

/// What threads share.
struct Shared<P> {
    known: RwLock<Known<P>>,
    /// Whether the search has ended.
    ended: AtomicBool,
}

impl<P> Shared<P> {
    fn read(&self) -> RwLockReadGuard<'_, Known<P>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known<P>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Ruleset + ?Sized> CoupleSearch<'_, R> {
    /// Searches until it is known who wins a couple, or until the memory is full.
    pub(super) fn search_in_threads(&mut self, sum: Sum) -> Result<(), Stop> {
        let most = self.known.most;
        if self.known.positions < ALONE {
            self.known.most = most.min(ALONE);
            let found = self.search(sum.clone());
            self.known.most = most;
            match found {
                Err(Stop::Overtaken) if self.known.positions < most => {}
                found => return found,
            }
        }
        let empty = Known::new(self.lister.budget, 0);
        let known = RwLock::new(std::mem::replace(&mut self.known, empty));
        let shared = Shared { known, ended: AtomicBool::new(false) };
        let listers: Vec<_> = (1..self.threads).map(|_| self.lister.fork()).collect();
        let own = &mut self.lister;
        let found = std::thread::scope(|scope| {
            let (shared, sum) = (&shared, &sum);
            let others: Vec<_> = listers
                .into_iter()
                .map(|mut lister| scope.spawn(move || search(&mut lister, shared, sum)))
                .collect();
            let mut found = search(own, shared, sum);
            for other in others {
                match other.join() {
                    Ok(Err(stop)) if !matches!(found, Err(Stop::Failed(_))) => found = Err(stop),
                    Ok(_) => {}
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            found
        });
        self.known = shared.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.known.end_all();
        if let [part] = sum.0[..]
            && self.known.work_of(part, sum.1).is_done()
        {
            return Ok(());
        }
        found
    }
}

/// The search of one thread.
fn search<R: Ruleset + ?Sized>(
    lister: &mut Lister<'_, R>,
    shared: &Shared<R::Position>,
    sum: &Sum,
) -> Result<(), Stop> {
    let mut stack = vec![(sum.clone(), Work { win: NEVER, loss: NEVER })];
    let found = loop {
        let Some((state, most)) = stack.last() else { break Ok(()) };
        if shared.ended.load(Ordering::Relaxed) {
            break Ok(());
        }
        let glance = {
            let known = shared.read();
            if known.room.is_full() {
                break Ok(());
            }
            known.glance(state, *most)
        };
        let next = match glance {
            Glance::Leave => None,
            Glance::Enter(next, most) => Some((next, most)),
            Glance::List(part) => match list(lister, shared, part) {
                Ok(()) => {
                    leave_the_rest(shared, &mut stack);
                    continue;
                }
                Err(stop) => break Err(stop),
            },
            Glance::Found(found) => {
                if let Err(stop) = lister.ticker.tick(found.ticks) {
                    break Err(Stop::Failed(RuleError::from(stop)));
                }
                shared.write().note(lister, found)
            }
        };
        let mut known = shared.write();
        match next {
            Some(next) => {
                known.begin(&next.0);
                stack.push(next);
            }
            None => {
                if let Some((state, _)) = stack.pop() {
                    known.end(&state);
                }
            }
        }
    };
    shared.ended.store(true, Ordering::Relaxed);
    found
}

/// Lists the options of a part, or waits a short while if another thread does.
fn list<R: Ruleset + ?Sized>(
    lister: &mut Lister<'_, R>,
    shared: &Shared<R::Position>,
    part: u32,
) -> Result<(), Stop> {
    let position = {
        let mut known = shared.write();
        match known.begin_to_list(part)? {
            true => Some(known.parts[part as usize].position.clone()),
            false => None,
        }
    };
    let Some(position) = position else {
        std::thread::sleep(SHORT_WHILE);
        return Ok(lister.ticker.tick(1).map_err(RuleError::from)?);
    };
    let mut listed = lister.options_of(&position)?;
    shared.read().find_all(&mut listed);
    lister.complete_all(&mut listed)?;
    shared.write().number_all(lister.rules, &mut listed);
    let list = listed.into_list();
    shared.write().end_to_list(part, list);
    Ok(())
}

/// Gives up what other threads have decided meanwhile, or what is no longer promising.
fn leave_the_rest<P: crate::Position>(shared: &Shared<P>, stack: &mut Vec<(Sum, Work)>) {
    let at = {
        let known = shared.read();
        stack.iter().position(|(state, most)| !known.is_worth_while(state, *most))
    };
    if let Some(at) = at {
        let mut known = shared.write();
        stack.drain(at..).for_each(|(state, _)| known.end(&state));
    }
}
