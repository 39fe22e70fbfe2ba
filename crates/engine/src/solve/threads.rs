//! Work on several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::{Result, RuleError};

/// Does some work for every item, on as many threads as there are workers. Of several errors that
/// of the first item is returned; items after it may have been worked on or not.
pub(super) fn each<W: Send, I: Send>(
    workers: &mut [W],
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(&mut W, I) -> Result + Sync,
) -> Result {
    if let [worker] = workers {
        for item in items {
            work(worker, item)?;
        }
        return Ok(());
    }
    let items = Mutex::new(items.enumerate());
    let failed = AtomicBool::new(false);
    let first: Mutex<Option<(usize, RuleError)>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| {
                let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
                // What is taken is worked on to its end: no earlier error is missed.
                while !failed.load(Ordering::Relaxed)
                    && let Some((index, item)) = next()
                {
                    let Err(error) = work(worker, item) else { continue };
                    failed.store(true, Ordering::Relaxed);
                    let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                    if first.as_ref().is_none_or(|&(known, _)| index < known) {
                        *first = Some((index, error));
                    }
                }
            });
        }
    });
    match first.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_and_the_first_error_is_reported() {
        for threads in [1, 2, 5] {
            let mut workers = vec![0u64; threads];
            each(&mut workers, 1..=1000u64, |sum, item| {
                *sum += item;
                Ok(())
            })
            .unwrap();
            assert_eq!(workers.iter().sum::<u64>(), 500_500);
            let error = each(&mut workers, 0..1000u64, |_, item| match item {
                300.. => Err(RuleError::NotApplicable(item.to_string())),
                _ => Ok(()),
            });
            assert_eq!(error.unwrap_err().to_string(), "300");
        }
    }
}
