//! Several threads that search the same couple.
//!
//! They share what is known, behind a lock: they look at couples at the same time and note what they
//! find in turn, and no lock is held while options are listed, which takes most of the time. A move
//! that another thread searches counts as more work, so that threads part where the search would
//! soon go anyway. This changes the order of the work but no answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use super::known::{Action, CoupleTable};
use super::lister::Lister;
use super::{CoupleSearch, Sum};
use crate::proof::{NEVER, ProofSearch, Work};
use crate::search::Stop;
use crate::{RuleError, Ruleset};

/// How long a thread sleeps that has nothing to do until another one has listed some options.
const SHORT_WHILE: Duration = Duration::from_micros(20);

/// How often a thread tries to get the lock before it sleeps.
const SPINS: u32 = 300;

/// What threads share.
struct Shared<P> {
    known: RwLock<CoupleTable<P>>,
    /// Whether the search has ended.
    ended: AtomicBool,
}

/// Tries for about as long as a thread usually holds the lock: putting a thread to sleep and waking it
/// takes longer.
fn spin<T>(try_once: impl Fn() -> Option<T>) -> Option<T> {
    (0..SPINS).find_map(|_| {
        let found = try_once();
        if found.is_none() {
            std::hint::spin_loop();
        }
        found
    })
}

impl<P> Shared<P> {
    fn read(&self) -> RwLockReadGuard<'_, CoupleTable<P>> {
        let spun = spin(|| self.known.try_read().ok());
        spun.unwrap_or_else(|| self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self) -> RwLockWriteGuard<'_, CoupleTable<P>> {
        let spun = spin(|| self.known.try_write().ok());
        spun.unwrap_or_else(|| self.known.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<R: Ruleset + ?Sized> CoupleSearch<'_, R> {
    /// Searches until it is known who wins a couple, or until the memory is full.
    pub(super) fn search_in_threads(&mut self, sum: Sum) -> Result<(), Stop> {
        let most = self.known.most;
        if self.known.positions < self.alone {
            self.known.most = most.min(self.alone);
            let found = self.search(sum.clone());
            self.known.most = most;
            match found {
                Err(Stop::Overtaken) if self.known.positions < most => {}
                found => return found,
            }
        }
        let empty = CoupleTable::new(self.lister.budget, 0);
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
    let mut list = None;
    let found = loop {
        match walk(lister, shared, &mut stack, list.take()) {
            Ok(Some((part, position))) => match list_options(lister, shared, &position) {
                Ok(options) => list = Some((part, options)),
                Err(stop) => break Err(stop),
            },
            Ok(None) => break Ok(()),
            Err(stop) => break Err(stop),
        }
    };
    shared.ended.store(true, Ordering::Relaxed);
    found
}

/// Keeps the options of a part, and goes from look to look until there is a part whose options are
/// to be listed; `None` at the end of the search.
fn walk<R: Ruleset + ?Sized>(
    lister: &mut Lister<'_, R>,
    shared: &Shared<R::Position>,
    stack: &mut Vec<(Sum, Work)>,
    list: Option<(u32, Box<[u32]>)>,
) -> Result<Option<(u32, R::Position)>, Stop> {
    let mut known = shared.write();
    if let Some((part, list)) = list {
        known.end_listing(part, list);
        // What other threads have decided meanwhile, or what is no longer promising, is given up.
        let at = stack.iter().position(|(state, most)| !known.is_promising(state, *most));
        stack.drain(at.unwrap_or(stack.len())..).for_each(|(state, _)| known.end(&state));
    }
    while let Some((state, most)) = stack.last() {
        if shared.ended.load(Ordering::Relaxed) || known.room.is_full() {
            return Ok(None);
        }
        let next = match known.action(state, *most) {
            Action::Leave => None,
            Action::Enter(next, most) => Some((next, most)),
            Action::Found(found) => {
                lister.ticker.tick(found.ticks).map_err(RuleError::from)?;
                known.note(lister, found)
            }
            Action::List(part) => {
                if known.begin_listing(part)? {
                    return Ok(Some((part, known.parts[part as usize].position.clone())));
                }
                drop(known);
                lister.ticker.tick(1).map_err(RuleError::from)?;
                std::thread::sleep(SHORT_WHILE);
                known = shared.write();
                continue;
            }
        };
        match next {
            Some(next) => {
                known.begin(&next.0);
                stack.push(next);
            }
            None => {
                let left = stack.pop();
                left.iter().for_each(|(state, _)| known.end(state));
            }
        }
    }
    Ok(None)
}

/// The options of a part as they are kept.
fn list_options<R: Ruleset + ?Sized>(
    lister: &mut Lister<'_, R>,
    shared: &Shared<R::Position>,
    position: &R::Position,
) -> Result<Box<[u32]>, Stop> {
    let listed = lister.options_of(position, |lister, listed| {
        shared.read().find_all(listed);
        lister.complete_all(listed)?;
        shared.write().number_all(lister.rules, listed);
        Ok(())
    })?;
    Ok(listed.into_list())
}
