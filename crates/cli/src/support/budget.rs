//! `--budget` and `--threads`, and the numbers of the command line.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use clap::{ArgMatches, Args};
use num_bigint::BigUint;
use upstar_core::{Budget, CancelFlag, parse_count, parse_u64};

use super::Progress;

/// Bounds on work that a command passes on to the engines.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct BudgetArgs {
    /// Limits, separated by commas: a time by the clock (`10s`, `5m`, `2h`), a CPU time of all
    /// threads together (`10cpu-s`, `5cpu-m`), a memory size (`500MB`, `8GB`; by
    /// default nine tenths of the free memory), a number of steps (`1e9`)
    #[arg(long, value_name = "BOUNDS", value_parser = parse_limits)]
    budget: Option<Limits>,

    /// The number of threads; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Bounds on work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    time: Option<Duration>,
    cpu_time: Option<Duration>,
    bytes: Option<u64>,
    steps: Option<u64>,
}

impl Limits {
    /// The time.
    #[cfg(feature = "serve")]
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The memory.
    pub(crate) fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// The steps.
    #[cfg(feature = "serve")]
    pub(crate) fn steps(&self) -> Option<u64> {
        self.steps
    }

    /// A budget for a part of the work: these limits from now on, within those of the whole.
    pub(crate) fn within(&self, whole: &Budget) -> Budget {
        let spent = whole.report();
        let mut part = whole.clone();
        if let Some(time) = self.time {
            let time = whole.time_left().map_or(time, |left| left.min(time));
            part = part.with_time(spent.elapsed + time);
        }
        if let Some(time) = self.cpu_time {
            // The whole has its own clock of CPU time, so a part can only lower what is left.
            let time = whole.cpu_time_left().map_or(time, |left| left.min(time));
            part = part.with_cpu_time(time);
        }
        if let Some(bytes) = self.bytes {
            let bytes = whole.bytes_left().map_or(bytes, |left| left.min(bytes));
            part = part.with_bytes(spent.bytes.saturating_add(bytes));
        }
        if let Some(steps) = self.steps {
            part = part.with_steps_left(steps);
        }
        part
    }
}

impl BudgetArgs {
    /// The limits that were given to the command, or to the command below it, if it takes any.
    pub(crate) fn of_command(matches: &ArgMatches) -> Self {
        let mut matches = matches;
        while let Some((_, command)) = matches.subcommand() {
            matches = command;
        }
        let budget = matches.try_get_one("budget").ok().flatten().cloned();
        BudgetArgs { budget, threads: 1 }
    }

    /// What shows the progress of a run, and its budget.
    pub(crate) fn start(&self) -> (Progress, Budget) {
        let progress = Progress::new();
        let budget = self.budget(&progress);
        (progress, budget)
    }

    /// The requested budget. Ctrl-C cancels it; on a terminal, `progress` shows the progress.
    pub(crate) fn budget(&self, progress: &Progress) -> Budget {
        self.bounded(None, progress)
    }

    /// The same within `memory` bytes.
    pub(crate) fn budget_within(&self, memory: u64, progress: &Progress) -> Budget {
        self.bounded(Some(memory), progress)
    }

    fn bounded(&self, memory: Option<u64>, progress: &Progress) -> Budget {
        let mut budget = Budget::unlimited().with_cancel(cancel_on_interrupt());
        let mut limits = self.budget.clone().unwrap_or_default();
        limits.bytes = limits.bytes.into_iter().chain(memory).min();
        if let Some(time) = limits.time {
            budget = budget.with_time(time);
        }
        if let Some(time) = limits.cpu_time {
            budget = budget.with_cpu_time(time);
        }
        if let Some(bytes) = limits.bytes.or_else(available_memory) {
            budget = budget.with_bytes(bytes);
            if memory_in_use().is_some() {
                budget = budget.with_gauge(|| memory_in_use().unwrap_or(0));
            }
        }
        if let Some(steps) = limits.steps {
            budget = budget.with_steps(steps);
        }
        progress.watch(budget)
    }

    /// Whether a time limit was given.
    pub(crate) fn has_time(&self) -> bool {
        self.budget.as_ref().is_some_and(|limits| limits.time.is_some())
    }

    /// The number of threads, at least one.
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads.min(1024),
        }
    }
}

/// Nine tenths of the memory that is free now, where the system reports it: a run that needs more
/// ends with an error instead of exhausting the machine. If the address space is limited, three
/// tenths of what is left: a growing table briefly coexists with one of twice its size.
pub(crate) fn available_memory() -> Option<u64> {
    let free = field("/proc/meminfo", "MemAvailable:").map(|bytes| bytes / 10 * 9);
    let limit = field("/proc/self/limits", "Max address space");
    let left =
        limit.and_then(|limit| Some(limit.saturating_sub(field("/proc/self/status", "VmSize:")?)));
    free.into_iter().chain(left.map(|bytes| bytes / 10 * 3)).min()
}

/// The memory of this process without file pages, in bytes, where the system reports it.
pub(crate) fn memory_in_use() -> Option<u64> {
    field("/proc/self/status", "RssAnon:")
}

/// The number after a name in a system file, in bytes.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let mut words = text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace();
    let number: u64 = words.next()?.parse().ok()?;
    if words.any(|word| word == "kB") { number.checked_mul(1024) } else { Some(number) }
}

/// The flag that Ctrl-C (or a request to terminate) raises. A second Ctrl-C
/// ends the program at once.
pub(crate) fn cancel_on_interrupt() -> CancelFlag {
    static FLAG: OnceLock<CancelFlag> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = begin_work();
        // Without a handler the program still works; Ctrl-C then ends it at once.
        let _ =
            ctrlc::set_handler(|| match &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
                Some(flag) if !flag.is_cancelled() => flag.cancel(),
                _ => {
                    other_screen(false);
                    std::process::exit(130)
                }
            });
        flag
    })
    .clone()
}

/// The flag that Ctrl-C raises: of the whole command, or of current work in an interactive command.
/// If no work is running, Ctrl-C ends the program.
static RUNNING: Mutex<Option<CancelFlag>> = Mutex::new(None);

/// From now on Ctrl-C stops the work begun by [`begin_work`]; it ends the program if no work is
/// running, or when pressed twice.
pub(crate) fn interrupt_work() {
    cancel_on_interrupt();
    end_work();
}

/// The flag for a piece of work, until [`end_work`].
pub(crate) fn begin_work() -> CancelFlag {
    let flag = CancelFlag::new();
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(flag.clone());
    flag
}

/// Marks the work as finished.
pub(crate) fn end_work() {
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Shows the other screen of the terminal, or the main one again, as it was.
pub(crate) fn other_screen(on: bool) {
    static ON: AtomicBool = AtomicBool::new(false);
    if ON.swap(on, Ordering::Relaxed) != on {
        print!("{}", if on { "\x1b[?1049h" } else { "\x1b[?1049l" });
        let _ = std::io::stdout().flush();
    }
}

/// A count below 2^64, for clap: `1000`, `1e6`, `2^20`, `2^35-1`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    parse_u64(text).map_err(|error| error.to_string())
}

/// A count of any size, for clap: `10^30`.
pub(crate) fn large_count(text: &str) -> Result<BigUint, String> {
    parse_count(text).map_err(|error| error.to_string())
}

/// A number of bytes, for clap: `500MB`, `2G`, `1.5GiB`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let units = SIZES.into_iter().chain([("M", 1_000_000), ("T", 1_000_000_000_000)]);
    let units: Vec<(&str, u64)> = units.collect();
    split_unit(text, &units)
        .and_then(|(number, unit)| scaled(number, unit))
        .ok_or_else(|| format!("`{text}` is not a memory size; write 500MB, 2G or 8GiB"))
}

/// A readable number of bytes.
pub(crate) fn readable_bytes(bytes: u64) -> String {
    match bytes {
        0..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", bytes.div_ceil(1_000_000_000)),
    }
}

/// Bounds, for clap: `10s,500MB`.
pub(crate) fn parse_limits(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for part in text.split(',') {
        let part = part.trim();
        let expected = || {
            format!(
                "`{part}` is not a limit; write a time (10s, 5m, 2h), a CPU time (10cpu-s), a \
                 memory size (500MB, 8GB) or a number of steps (1e9)"
            )
        };
        if let Some((number, unit)) = split_unit(part, &TIMES) {
            let (number, slot, what) = match number.strip_suffix("cpu-") {
                Some(number) => (number.trim_end(), &mut limits.cpu_time, "CPU time"),
                None => (number, &mut limits.time, "time"),
            };
            let millis = scaled(number, unit).ok_or_else(expected)?;
            set(slot, Duration::from_millis(millis), what)?;
        } else if let Some((number, unit)) = split_unit(part, &SIZES) {
            set(&mut limits.bytes, scaled(number, unit).ok_or_else(expected)?, "memory size")?;
        } else {
            let steps = parse_u64(part).map_err(|_| expected())?;
            set(&mut limits.steps, steps, "number of steps")?;
        }
    }
    Ok(limits)
}

/// Units in milliseconds; longer suffixes first.
const TIMES: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];

/// Units in bytes; longer suffixes first.
const SIZES: [(&str, u64); 10] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1_000),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("G", 1_000_000_000),
    ("B", 1),
];

fn split_unit<'a>(part: &'a str, units: &[(&str, u64)]) -> Option<(&'a str, u64)> {
    units.iter().find_map(|&(suffix, unit)| Some((part.strip_suffix(suffix)?.trim_end(), unit)))
}

/// `number` (with at most three decimals) times `unit`, exactly or rounded down.
fn scaled(number: &str, unit: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}").parse::<u64>().ok()?;
    let whole = parse_u64(whole).ok()?.checked_mul(unit)?;
    let part = u128::from(thousandths) * u128::from(unit) / 1000;
    whole.checked_add(u64::try_from(part).ok()?)
}

fn set<T>(slot: &mut Option<T>, value: T, what: &str) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("two limits of the same kind ({what}); give one")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_as_people_write_them() {
        let limits = parse_limits("1.5s, 8GB,1e9").unwrap();
        assert_eq!(limits.time, Some(Duration::from_millis(1500)));
        assert_eq!(limits.bytes, Some(8_000_000_000));
        assert_eq!(limits.steps, Some(1_000_000_000));
        assert_eq!(parse_limits("250ms").unwrap().time, Some(Duration::from_millis(250)));
        let limits = parse_limits("2s,1.5cpu-s").unwrap();
        assert_eq!(limits.time, Some(Duration::from_secs(2)));
        assert_eq!(limits.cpu_time, Some(Duration::from_millis(1500)));
        assert_eq!(parse_limits("2 cpu-m").unwrap().cpu_time, Some(Duration::from_mins(2)));
        assert_eq!(parse_limits("2MiB").unwrap().bytes, Some(2 << 20));
    }

    #[test]
    fn sizes_of_memory() {
        assert_eq!(bytes("2G"), Ok(2_000_000_000));
        assert_eq!(bytes("500M"), Ok(500_000_000));
        assert_eq!(bytes("1.5 GiB"), Ok(3 << 29));
        for text in ["", "2", "G", "-1G", "2g", "99999999999T"] {
            assert!(bytes(text).unwrap_err().contains("500MB"), "{text}");
        }
    }

    #[test]
    fn other_bounds_are_errors_that_say_what_would_be_right() {
        for text in [
            "",
            "s",
            "ten seconds",
            "-1s",
            "1s,2s",
            "1cpu",
            "cpu-s",
            "1cpu-s,2cpu-m",
            "1.2345s",
            "99999999999999999999GB",
        ] {
            assert!(parse_limits(text).is_err(), "{text}");
        }
        assert!(parse_limits("soon").unwrap_err().contains("500MB"));
    }
}
