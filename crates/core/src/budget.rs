//! Limits on work: time, CPU time, steps, bytes, a cancel flag and a progress callback.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use cpu_time::ProcessTime;
use serde::{Deserialize, Serialize};
use web_time::Instant;

/// Why work stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// Everything asked for was done.
    #[default]
    Finished,
    /// The time was used up.
    Time,
    /// The CPU time was used up.
    #[serde(rename = "cpu")]
    CpuTime,
    /// The steps were used up.
    Steps,
    /// The memory was used up.
    Memory,
    /// The result is larger than the engine can represent; no budget helps.
    Size,
    /// A [`CancelFlag`] or the progress callback said stop.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            StopReason::Finished => "finished",
            StopReason::Time => "the time budget is used up",
            StopReason::CpuTime => "the CPU time budget is used up",
            StopReason::Steps => "the step budget is used up",
            StopReason::Memory => "the memory budget is used up",
            StopReason::Size => "the result is larger than the engine can represent",
            StopReason::Cancelled => "interrupted",
        })
    }
}

/// What was spent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// Steps of work; what a step is, the engine that counts them says.
    pub steps: u64,
    /// Bytes reserved now.
    pub bytes: u64,
    /// The most bytes that were reserved at once.
    pub peak_bytes: u64,
    /// Time since the budget was made.
    pub elapsed: Duration,
}

/// The error of a single value that was not reached within its [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} (after {} steps and {:.1} s, {} MB at most)", report.steps, report.elapsed.as_secs_f64(), report.peak_bytes.div_ceil(1_000_000))]
pub struct Exhausted {
    /// The limit that was reached; never [`StopReason::Finished`].
    pub reason: StopReason,
    /// The amounts spent.
    pub report: Report,
}

/// The result of a table or a long run: the data found, the reason why it stopped, and its cost.
/// The data are usable for any reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<T> {
    /// The data found.
    pub found: T,
    /// The reason why the run stopped.
    pub stop: StopReason,
    /// The cost.
    pub report: Report,
}

impl<T> Run<T> {
    /// A run that did everything that was requested.
    pub fn finished(found: T, budget: &Budget) -> Self {
        Run { found, stop: StopReason::Finished, report: budget.report() }
    }

    /// A run that reached a limit.
    pub fn stopped(found: T, exhausted: Exhausted) -> Self {
        Run { found, stop: exhausted.reason, report: exhausted.report }
    }

    /// The same run with its data converted.
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> Run<U> {
        Run { found: with(self.found), stop: self.stop, report: self.report }
    }

    /// Combines two successive runs. The result has stopped if either of them has.
    pub fn and<U, V>(self, next: Run<U>, with: impl FnOnce(T, U) -> V) -> Run<V> {
        let stop = if next.stop == StopReason::Finished { self.stop } else { next.stop };
        Run { found: with(self.found, next.found), stop, report: next.report }
    }

    /// The data found, if the run did everything that was requested.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if a limit was reached.
    pub fn complete(self) -> Result<T, Exhausted> {
        match self.stop {
            StopReason::Finished => Ok(self.found),
            reason => Err(Exhausted { reason, report: self.report }),
        }
    }
}

/// A flag that another thread (or a signal handler) sets to stop work.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag: work under a budget with this flag stops soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Is the flag set?
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type Progress = dyn Fn(&Report) -> ControlFlow<()> + Send + Sync;

/// The number of bytes in use, as reported by the system.
type Gauge = dyn Fn() -> u64 + Send + Sync;

/// The time between two readings of a gauge, because each asks the system.
const BETWEEN_READINGS: Duration = Duration::from_millis(5);

/// Limits on the time, the steps and the memory of some work, and the flag that stops it.
///
/// Cloning is cheap and shares the counters: several threads with one budget spend it together.
/// Engines count through a per-thread [`Ticker`].
///
/// ```
/// use upstar_core::{Budget, StopReason};
///
/// let budget = Budget::unlimited().with_steps(10_000);
/// let mut ticker = budget.ticker();
/// let stopped = (0..).find_map(|_| ticker.tick(1).err()).unwrap();
/// assert_eq!(stopped.reason, StopReason::Steps);
/// ```
#[derive(Clone)]
pub struct Budget {
    start: Instant,
    time: Option<Duration>,
    /// The limit of CPU time, and the CPU time of the process when it was set.
    #[cfg(not(target_family = "wasm"))]
    cpu_time: Option<(Duration, ProcessTime)>,
    steps: u64,
    bytes: u64,
    cancel: CancelFlag,
    progress: Option<Arc<Progress>>,
    /// The gauge, and its reading when the work began.
    gauge: Option<(Arc<Gauge>, u64)>,
    spent: Arc<Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    steps: AtomicU64,
    bytes: AtomicU64,
    peak_bytes: AtomicU64,
    /// The time of the last reading of the gauge, in microseconds from the start.
    read_at: AtomicU64,
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("time", &self.time)
            .field("steps", &self.steps)
            .field("bytes", &self.bytes)
            .field("spent", &self.report())
            .finish_non_exhaustive()
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// No limits. The clock starts now.
    #[must_use]
    pub fn unlimited() -> Self {
        Budget {
            start: Instant::now(),
            time: None,
            #[cfg(not(target_family = "wasm"))]
            cpu_time: None,
            steps: u64::MAX,
            bytes: u64::MAX,
            cancel: CancelFlag::new(),
            progress: None,
            gauge: None,
            spent: Arc::default(),
        }
    }

    /// The same budget with at most `time` since its creation.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The same budget with at most `time` of CPU time from now on, of all threads of the process
    /// together. Unlike [`Budget::with_time`], it does not depend on what else the machine does.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn with_cpu_time(mut self, time: Duration) -> Self {
        self.cpu_time = Some((time, ProcessTime::now()));
        self
    }

    /// The same budget with at most `time` from now on, and no more than it has left.
    #[must_use]
    pub fn with_time_left(mut self, time: Duration) -> Self {
        let until = self.start.elapsed().saturating_add(time);
        self.time = Some(self.time.map_or(until, |own| own.min(until)));
        self
    }

    /// The same budget with at most `steps` steps.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// The same budget with at most `steps` steps from now on, and no more than it has left.
    ///
    /// ```
    /// use upstar_core::Budget;
    ///
    /// let stops = |budget: Budget| {
    ///     let mut ticker = budget.ticker();
    ///     (0..).find_map(|_| ticker.tick(1).err()).unwrap().report.steps
    /// };
    /// assert_eq!(stops(Budget::unlimited().with_steps(100).with_steps_left(10)), 11);
    /// assert_eq!(stops(Budget::unlimited().with_steps(100).with_steps_left(500)), 101);
    /// ```
    #[must_use]
    pub fn with_steps_left(mut self, steps: u64) -> Self {
        self.steps = self.steps.min(self.report().steps.saturating_add(steps));
        self
    }

    /// The same budget with at most `bytes` bytes of working memory, as reserved by engines (see
    /// [`Budget::reserve`]) or reported by a [gauge](Budget::with_gauge).
    #[must_use]
    pub fn with_bytes(mut self, bytes: u64) -> Self {
        self.bytes = bytes;
        self
    }

    /// The same budget, stopped by `cancel`.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelFlag) -> Self {
        self.cancel = cancel;
        self
    }

    /// The same budget with a callback that receives the report every few thousand steps of each
    /// thread, and may stop the work. It should return quickly.
    #[must_use]
    pub fn with_progress(
        mut self,
        progress: impl Fn(&Report) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Self {
        self.progress = Some(Arc::new(progress));
        self
    }

    /// The same budget with a gauge that reports how many bytes the process uses. The limit on
    /// memory then applies to everything allocated from now on, whether engines reserve it or not.
    /// The gauge is read at most a few hundred times a second.
    ///
    /// ```
    /// use upstar_core::{Budget, StopReason};
    ///
    /// let readings = std::sync::atomic::AtomicU64::new(0);
    /// let grows = move || readings.fetch_add(1_000, std::sync::atomic::Ordering::Relaxed);
    /// let budget = Budget::unlimited().with_bytes(5_000).with_gauge(grows);
    /// let mut ticker = budget.ticker();
    /// let stopped = (0..).find_map(|_| ticker.tick(4096).err()).unwrap();
    /// assert_eq!((stopped.reason, stopped.report.peak_bytes), (StopReason::Memory, 6_000));
    /// ```
    #[must_use]
    pub fn with_gauge(mut self, gauge: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        let before = gauge();
        self.gauge = Some((Arc::new(gauge), before));
        self
    }

    /// A budget for a part of the work: at most `numerator / denominator` of the steps and of the
    /// time that are left now, and all of the memory. It is spent from this budget.
    ///
    /// ```
    /// use upstar_core::Budget;
    ///
    /// let whole = Budget::unlimited().with_steps(1000);
    /// let mut ticker = whole.part(1, 4).ticker();
    /// assert_eq!((0..).find_map(|_| ticker.tick(1).err()).unwrap().report.steps, 251);
    /// assert!(whole.check().is_ok());
    /// ```
    ///
    /// # Panics
    ///
    /// If `denominator` is 0 or less than `numerator`.
    #[must_use]
    pub fn part(&self, numerator: u32, denominator: u32) -> Budget {
        assert!(numerator <= denominator && denominator > 0, "a part is no more than the whole");
        let mut part = self.clone();
        if self.steps != u64::MAX {
            let spent = self.spent.steps.load(Ordering::Relaxed);
            let left = u128::from(self.steps.saturating_sub(spent));
            let share = left * u128::from(numerator) / u128::from(denominator);
            part.steps = spent.saturating_add(u64::try_from(share).unwrap_or(u64::MAX));
        }
        if let Some(left) = self.time_left() {
            part = part.with_time_left(left / denominator * numerator);
        }
        #[cfg(not(target_family = "wasm"))]
        if let Some(left) = self.cpu_time_left() {
            part = part.with_cpu_time(left / denominator * numerator);
        }
        part
    }

    /// A counter for one thread.
    #[must_use]
    pub fn ticker(&self) -> Ticker {
        let stride = if self.steps < Ticker::STRIDE { 1 } else { Ticker::STRIDE };
        Ticker { budget: self.clone(), pending: 0, since_check: 0, stride }
    }

    /// Accounts for `bytes` of memory about to be allocated.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] with [`StopReason::Memory`] if less is left. Then nothing is accounted for.
    pub fn reserve(&self, bytes: u64) -> Result<(), Exhausted> {
        let limit = self.bytes;
        let reserved = self.spent.bytes.try_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            used.checked_add(bytes).filter(|&total| total <= limit)
        });
        match reserved {
            Ok(before) => {
                self.spent.peak_bytes.fetch_max(before + bytes, Ordering::Relaxed);
                Ok(())
            }
            Err(_) => Err(self.exhausted(StopReason::Memory)),
        }
    }

    /// As [`Budget::reserve`], for memory that is not essential. A fifth of all bytes is left for
    /// unaccounted use.
    ///
    /// # Errors
    ///
    /// As [`Budget::reserve`].
    pub fn reserve_spare(&self, bytes: u64) -> Result<(), Exhausted> {
        if self.bytes_left().is_some_and(|left| left < bytes.saturating_add(self.bytes / 5)) {
            return Err(self.exhausted(StopReason::Memory));
        }
        self.reserve(bytes)
    }

    /// Gives back `bytes` that were [reserved](Budget::reserve).
    pub fn release(&self, bytes: u64) {
        let _ = self.spent.bytes.try_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(used.saturating_sub(bytes))
        });
    }

    /// The number of bytes that may still be reserved; `None` without a limit.
    #[must_use]
    pub fn bytes_left(&self) -> Option<u64> {
        (self.bytes != u64::MAX)
            .then(|| self.bytes.saturating_sub(self.spent.bytes.load(Ordering::Relaxed)))
    }

    /// The time left; `None` without a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.start.elapsed()))
    }

    /// How much CPU time is left; `None` is no bound.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn cpu_time_left(&self) -> Option<Duration> {
        self.cpu_time.map(|(limit, start)| limit.saturating_sub(start.elapsed()))
    }

    /// Is every limit still unreached?
    ///
    /// # Errors
    ///
    /// [`Exhausted`] with the limit that was reached.
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.cancel.is_cancelled() {
            return Err(self.exhausted(StopReason::Cancelled));
        }
        if self.spent.steps.load(Ordering::Relaxed) > self.steps {
            return Err(self.exhausted(StopReason::Steps));
        }
        if self.time.is_some_and(|time| self.start.elapsed() > time) {
            return Err(self.exhausted(StopReason::Time));
        }
        #[cfg(not(target_family = "wasm"))]
        if self.cpu_time_left().is_some_and(|left| left.is_zero()) {
            return Err(self.exhausted(StopReason::CpuTime));
        }
        if self.bytes != u64::MAX && self.in_use().is_some_and(|bytes| bytes > self.bytes) {
            return Err(self.exhausted(StopReason::Memory));
        }
        if let Some(progress) = &self.progress
            && progress(&self.report()).is_break()
        {
            return Err(self.exhausted(StopReason::Cancelled));
        }
        Ok(())
    }

    /// The reading of the gauge, if there is one and it was not read just now.
    fn in_use(&self) -> Option<u64> {
        let (gauge, before) = self.gauge.as_ref()?;
        let now = u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX);
        let between = BETWEEN_READINGS.as_micros() as u64;
        let due = self.spent.read_at.try_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
            (now.saturating_sub(last) >= between).then_some(now)
        });
        due.ok()?;
        let bytes = gauge().saturating_sub(*before);
        self.spent.peak_bytes.fetch_max(bytes, Ordering::Relaxed);
        Some(bytes)
    }

    /// The amounts spent so far.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            steps: self.spent.steps.load(Ordering::Relaxed),
            bytes: self.spent.bytes.load(Ordering::Relaxed),
            peak_bytes: self.spent.peak_bytes.load(Ordering::Relaxed),
            elapsed: self.start.elapsed(),
        }
    }

    /// The error for a lack of memory, independent of the limit.
    #[cfg(target_family = "wasm")]
    pub(crate) fn out_of_memory(&self) -> Exhausted {
        self.exhausted(StopReason::Memory)
    }

    fn exhausted(&self, reason: StopReason) -> Exhausted {
        Exhausted { reason, report: self.report() }
    }
}

/// One thread's counter of steps, which consults the shared [`Budget`] only
/// every few thousand steps.
#[derive(Debug)]
pub struct Ticker {
    budget: Budget,
    pending: u64,
    since_check: u64,
    stride: u64,
}

impl Ticker {
    /// The number of steps between two checks of the shared counters and the clock.
    pub const STRIDE: u64 = 4096;

    /// Counts `steps` steps.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if a limit was reached. The shared budget is checked only rarely, but a step
    /// budget below [`Ticker::STRIDE`] is checked on every call, so small budgets are exact.
    #[inline]
    pub fn tick(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.pending = self.pending.saturating_add(steps);
        self.since_check = self.since_check.saturating_add(steps);
        if self.since_check >= self.stride {
            return self.look();
        }
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Exhausted> {
        self.flush();
        self.since_check = 0;
        self.budget.check()
    }

    fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let _ = self.budget.spent.steps.try_update(Ordering::Relaxed, Ordering::Relaxed, |steps| {
            Some(steps.saturating_add(pending))
        });
    }

    /// The budget of this ticker.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_out(budget: &Budget) -> Exhausted {
        let mut ticker = budget.ticker();
        (0..100_000_000u64).find_map(|_| ticker.tick(1).err()).expect("the budget stops the loop")
    }

    #[test]
    fn each_bound_stops_with_its_reason() {
        let steps = run_out(&Budget::unlimited().with_steps(100));
        assert_eq!((steps.reason, steps.report.steps), (StopReason::Steps, 101));
        let time = run_out(&Budget::unlimited().with_time(Duration::ZERO));
        assert_eq!(time.reason, StopReason::Time);
        for budget in [
            Budget::unlimited().with_cpu_time(Duration::from_millis(5)),
            Budget::unlimited().with_cpu_time(Duration::from_millis(5)).part(1, 2),
        ] {
            assert_eq!(run_out(&budget).reason, StopReason::CpuTime);
            assert_eq!(budget.cpu_time_left(), Some(Duration::ZERO));
        }
        let flag = CancelFlag::new();
        flag.cancel();
        let cancelled = run_out(&Budget::unlimited().with_cancel(flag));
        assert_eq!(cancelled.reason, StopReason::Cancelled);
        let said_stop = run_out(&Budget::unlimited().with_progress(|_| ControlFlow::Break(())));
        assert_eq!(said_stop.reason, StopReason::Cancelled);
    }

    #[test]
    fn memory_is_refused_before_it_is_used_and_can_be_given_back() {
        let budget = Budget::unlimited().with_bytes(100);
        budget.reserve(60).unwrap();
        assert_eq!(budget.reserve(50).unwrap_err().reason, StopReason::Memory);
        assert_eq!(budget.bytes_left(), Some(40));
        budget.release(60);
        budget.reserve(100).unwrap();
        assert_eq!(budget.report().peak_bytes, 100);
        assert!(budget.reserve(u64::MAX).is_err());
    }

    #[test]
    fn threads_share_one_budget() {
        let budget = Budget::unlimited().with_steps(1_000_000);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| run_out(&budget));
            }
        });
        let steps = budget.report().steps;
        assert!((1_000_001..1_000_000 + 5 * Ticker::STRIDE).contains(&steps), "{steps}");
    }
}
