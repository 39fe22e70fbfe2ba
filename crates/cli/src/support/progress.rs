//! A line on standard error that shows the progress of long work.

use std::fmt;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use upstar_core::Budget;

/// Shown only when standard error is a terminal and the work takes over a second.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// Steps of the budget before this stage began.
    base: Arc<AtomicU64>,
}

impl Progress {
    /// Nothing is shown until a stage is named and a second has passed.
    pub(crate) fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            bar.set_style(spinner());
            bar
        });
        Progress { bar, base: Arc::default() }
    }

    /// The same budget, reporting its steps here.
    pub(crate) fn watch(&self, budget: Budget) -> Budget {
        let Some(bar) = self.bar.clone() else { return budget };
        let (base, shown) = (Arc::clone(&self.base), Once::new());
        budget.with_progress(move |report| {
            if report.elapsed > Duration::from_secs(1) {
                shown.call_once(|| bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8)));
                bar.set_position(report.steps.saturating_sub(base.load(Ordering::Relaxed)));
            }
            ControlFlow::Continue(())
        })
    }

    /// A new stage of the work begins: `what`, with `total` steps if known.
    pub(crate) fn stage(&self, what: &str, total: Option<u64>, budget: &Budget) {
        self.base.store(budget.report().steps, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.reset();
            bar.set_message(what.to_owned());
            match total {
                Some(total) => {
                    bar.set_length(total);
                    bar.set_style(measured());
                }
                None => bar.set_style(spinner()),
            }
        }
    }

    /// Removes the line when the work is finished.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn spinner() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {msg}: {human_pos} ({rate}) {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
        .with_key("rate", rate)
}

/// Whole steps per second: further digits are meaningless.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

fn measured() -> ProgressStyle {
    ProgressStyle::with_template(
        "{spinner} {msg}: {wide_bar} {human_pos}/{human_len} ({rate}, {eta} left)",
    )
    .unwrap_or_else(|_| ProgressStyle::default_bar())
    .with_key("rate", rate)
}
