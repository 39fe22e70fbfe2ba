//! What the subcommands share: exit codes, budgets, progress, interruption.

/// As `println!`, but if the reader has closed the pipe, the program ends quietly instead of
/// panicking.
macro_rules! say {
    ($($words:tt)*) => { $crate::support::write_line(format_args!($($words)*)) };
}

/// As `eprintln!`, but if standard error cannot be written (full disk, closed pipe) the message is
/// lost, and the program goes on to its exit code. Overlong input is abbreviated.
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{}", $crate::support::readable(&format!($($words)*)));
    }};
}

mod budget;
mod cluster;
mod endings;
mod progress;
mod table;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::TypedValueParser as _;
use upstar::{Analysis, InputError, MoveResult, Play};
use upstar_core::{Exhausted, Player, StopReason};
use upstar_files::FileError;

pub(crate) use budget::{
    BudgetArgs, Limits, begin_work, bytes, count, end_work, interrupt_work, large_count,
    other_screen, parse_limits, readable_bytes,
};
#[cfg(feature = "serve")]
pub(crate) use budget::{available_memory, cancel_on_interrupt, memory_in_use};
pub(crate) use cluster::ClusterArgs;
#[cfg(feature = "cluster")]
pub(crate) use cluster::{input_subject, table_folder};
pub(crate) use endings::{expect_json, inline, picture, write_picture};
pub(crate) use progress::Progress;
pub(crate) use table::{Table, TableArgs, text_column};

/// The result of a command, which determines the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done, or the answer to the question is yes: exit code 0.
    Yes,
    /// The answer to the question is no: exit code 1.
    No,
    /// A budget was used up; the results so far have been shown: exit code 3.
    Partial(StopReason),
}

impl Answer {
    /// Done, or stopped with partial results shown.
    pub(crate) fn of(analysis: &Analysis) -> Answer {
        match analysis.stop {
            StopReason::Finished => Answer::Yes,
            reason => Answer::Partial(reason),
        }
    }

    /// Lines were answered one by one: some were wrong, or a budget has stopped some.
    pub(crate) fn of_lines(failed: bool, stopped: Option<StopReason>) -> Answer {
        match stopped {
            Some(reason) => Answer::Partial(reason),
            None if failed => Answer::No,
            None => Answer::Yes,
        }
    }

    /// The answer to a question of yes or no.
    pub(crate) fn to(analysis: &Analysis) -> Answer {
        match &analysis.claim {
            Some(claim) if claim.holds => Answer::Yes,
            _ => Answer::No,
        }
    }
}

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or input: exit code 2. The message is complete.
    Input(String),
    /// A budget was used up before there was an answer: exit code 3.
    Exhausted(Exhausted),
    /// The same, with a text about the partial results.
    Unfinished(Exhausted, String),
    /// The work was stopped externally before there was an answer: exit code 3.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    Interrupted(String),
    /// The reader of our standard output has closed it: exit code 0, silently.
    BrokenPipe,
}

pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

pub(crate) type Outcome = Result<Answer>;

/// A part of the program is missing in this build; the feature enables it.
#[cfg_attr(feature = "full", allow(dead_code))]
pub(crate) fn absent(part: &str, feature: &str) -> Failure {
    Failure::Input(left_out(part, feature))
}

/// The message about a part that is missing in this build.
pub(crate) fn left_out(part: &str, feature: &str) -> String {
    format!("{part} is not in this build: it needs `cargo build --release --features {feature}`")
}

/// The outcome of a command that has shown its answer and saved files or a store: an error of one
/// does not hide an error of the other.
pub(crate) fn and_saved(answer: Outcome, saved: Result<(), impl Into<Failure>>) -> Outcome {
    match (answer, saved.map_err(Into::into)) {
        (answer, Ok(()) | Err(Failure::BrokenPipe)) => answer,
        (Ok(Answer::Yes | Answer::No) | Err(Failure::BrokenPipe), Err(failure)) => Err(failure),
        (answer, Err(failure)) => {
            failure.report();
            answer
        }
    }
}

impl Failure {
    /// Bad usage or input, with a message.
    pub(crate) fn input(message: impl std::fmt::Display) -> Self {
        Failure::Input(message.to_string())
    }

    /// Reports the failure on standard error.
    pub(crate) fn report(&self) {
        match self {
            Failure::Input(message) => tell!("upstar: {message}"),
            Failure::Exhausted(exhausted) => {
                tell!("upstar: stopped: {exhausted}{}", remedy(exhausted));
            }
            Failure::Unfinished(exhausted, known) => {
                tell!("upstar: stopped: {exhausted}{}; known so far: {known}", remedy(exhausted));
            }
            Failure::Interrupted(message) => tell!("upstar: stopped: {message}"),
            Failure::BrokenPipe => {}
        }
    }

    /// The budget that was used up before there was an answer.
    pub(crate) fn stop(&self) -> Option<&Exhausted> {
        match self {
            Failure::Exhausted(exhausted) | Failure::Unfinished(exhausted, _) => Some(exhausted),
            Failure::Interrupted(_) | Failure::Input(_) | Failure::BrokenPipe => None,
        }
    }

    /// Why the work was stopped before there was an answer.
    fn reason(&self) -> Option<StopReason> {
        match self {
            Failure::Interrupted(_) => Some(StopReason::Cancelled),
            failure => failure.stop().map(|exhausted| exhausted.reason),
        }
    }

    /// Standard output could not be written.
    pub(crate) fn output(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Failure::BrokenPipe
        } else {
            Failure::Input(format!("standard output: {error}"))
        }
    }
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Self {
        Failure::Exhausted(exhausted)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
            error if error.is_broken_pipe() => Failure::BrokenPipe,
            error => Failure::input(error),
        }
    }
}

/// `Left to move`; in an impartial game `the player to move`.
pub(crate) fn to_move(mover: Option<Player>) -> String {
    mover.map_or("the player to move".to_owned(), |mover| format!("{mover} to move"))
}

/// The result for the player to move: `wins in 3 moves`.
pub(crate) fn result_in_words(play: &Play) -> String {
    let result = match play.result {
        Some(MoveResult::Win) => "wins",
        Some(MoveResult::Loss) => "loses",
        Some(MoveResult::Draw) => "draws",
        None => "was not reached",
    };
    play.remoteness.map_or(result.to_owned(), |moves| {
        format!("{result} in {}", counted(moves, "move", "moves"))
    })
}

/// A number with its noun: `1 vertex`, `2 vertices`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Whether JSON is written on one line, as `--jsonl` asks.
pub(crate) static JSON_LINES: AtomicBool = AtomicBool::new(false);

/// Whether an answer was written as JSON.
static JSON_SHOWN: AtomicBool = AtomicBool::new(false);

/// An analysis as JSON, indented unless `--jsonl` is given.
pub(crate) fn json(analysis: &Analysis) -> String {
    JSON_SHOWN.store(true, Ordering::Relaxed);
    if JSON_LINES.load(Ordering::Relaxed) { json_line(analysis) } else { analysis.to_json() }
}

/// An analysis as JSON in one line.
pub(crate) fn json_line(analysis: &Analysis) -> String {
    // Strings, numbers and lists of them cannot fail to be written.
    serde_json::to_string(analysis).unwrap_or_default()
}

/// Writes a line to standard output; see `say!`.
pub(crate) fn write_line(words: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let Err(error) = writeln!(std::io::stdout(), "{words}") else { return };
    if error.kind() != std::io::ErrorKind::BrokenPipe {
        tell!("upstar: standard output: {error}");
        std::process::exit(2);
    }
    std::process::exit(0);
}

/// Advice for an exhausted budget.
fn remedy(exhausted: &Exhausted) -> &'static str {
    let names_memory = |word: std::ffi::OsString| {
        word.to_str().is_some_and(|word| word.split('=').next() == Some("--memory"))
    };
    let bounded = || std::env::args_os().any(names_memory);
    match exhausted.reason {
        StopReason::Cancelled | StopReason::Size => "",
        StopReason::Memory if bounded() => "; a larger --memory may help",
        _ => "; a larger --budget may help",
    }
}

/// The text without the middle of overlong lines, and with control characters (except line ends)
/// escaped.
pub(crate) fn readable(text: &str) -> String {
    const MOST: usize = 1000;
    const END: usize = 300;
    let obeyed = |c: char| {
        (c.is_control() && c != '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut shown = String::with_capacity(line.len().min(2 * MOST));
        let length = line.chars().count();
        for (place, c) in line.chars().enumerate() {
            if length > MOST && place == END {
                shown += &format!(" ... ({} characters) ... ", length - 2 * END);
            }
            match (length > MOST && (END..length - END).contains(&place), obeyed(c)) {
                (true, _) => {}
                (false, true) => shown.extend(c.escape_unicode()),
                (false, false) => shown.push(c),
            }
        }
        lines.push(shown);
    }
    lines.join("\n")
}

/// Reports the outcome on standard error and returns the exit code. With `json`, the subject of an
/// answer that was asked for as JSON, what prevented the answer is written as JSON as well.
pub(crate) fn finish(outcome: Outcome, json: Option<String>) -> ExitCode {
    match outcome {
        Ok(Answer::Yes) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Partial(reason)) => {
            tell!("upstar: stopped: {reason}; what was found so far is shown");
            ExitCode::from(3)
        }
        Err(failure) => {
            failure.report();
            let code = ExitCode::from(if let Failure::Input(_) = failure { 2 } else { 3 });
            let unanswered = json.filter(|_| !JSON_SHOWN.load(Ordering::Relaxed));
            let Some(subject) = unanswered else { return code };
            let mut analysis = Analysis::new(subject);
            match &failure {
                Failure::Input(message) => analysis.error = Some(placed(message)),
                Failure::Unfinished(_, known) => analysis.bounds.push(known.clone()),
                _ => {}
            }
            analysis.stop = failure.reason().unwrap_or_default();
            say!("{}", crate::support::json(&analysis));
            code
        }
    }
}

/// The first line of a message about an input, apart from the place that it begins with.
pub(crate) fn placed(message: &str) -> InputError {
    let message = message.lines().next().unwrap_or_default();
    let read = || {
        let (place, rest) = message.split_once(": ")?;
        let (line, column) = match place.split_once(", ") {
            Some((line, column)) => (Some(line.strip_prefix("line ")?.parse().ok()?), column),
            None => (None, place),
        };
        let column = Some(column.strip_prefix("column ")?.parse().ok()?);
        Some(InputError { line, column, message: rest.to_owned() })
    };
    read().unwrap_or_else(|| InputError { message: message.to_owned(), ..InputError::default() })
}

/// A parser of the name of a player for clap.
pub(crate) fn player() -> impl clap::builder::TypedValueParser<Value = Player> {
    clap::builder::PossibleValuesParser::new(["left", "right"])
        .map(|name| if name.eq_ignore_ascii_case("left") { Player::Left } else { Player::Right })
}
