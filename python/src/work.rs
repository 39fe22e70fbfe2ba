//! How long work runs: budgets, the GIL, Ctrl-C, and errors as exceptions.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use upstar::ClaimError;
use upstar::coq::ProofError;
use upstar::core::{Budget, CancelFlag, Exhausted, Report, StopReason};
use upstar::heaps::HeapsError;
use upstar::lang::LangError;
use upstar::misere::quotient::QuotientError;
use upstar::rules::RuleError;

/// Any object of Python.
pub(crate) type Object<'py> = Bound<'py, PyAny>;

/// Between two looks at whether Ctrl-C was pressed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Between two readings of the memory in use.
const BETWEEN_READINGS: Duration = Duration::from_millis(3);

/// Memory that one question may use, unless a budget says otherwise: four gigabytes.
const MOST_BYTES: u64 = 4 << 30;

/// The bounds of one question, as Python gives them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Limits {
    seconds: Option<f64>,
    steps: Option<u64>,
    bytes: Option<u64>,
}

/// The bounds where no budget is given.
static USUAL: Mutex<Limits> = Mutex::new(Limits { seconds: None, steps: None, bytes: None });

/// Sets the bounds of questions that are asked without a budget.
#[pyfunction]
pub(crate) fn set_default_budget(budget: &Object<'_>) -> PyResult<()> {
    let limits = Limits::of(Some(budget))?;
    *USUAL.lock().unwrap_or_else(PoisonError::into_inner) = limits;
    Ok(())
}

impl Limits {
    /// Seconds, or an object with `seconds`, `steps` and `bytes`; `None` is the default.
    pub(crate) fn of(budget: Option<&Object<'_>>) -> PyResult<Self> {
        let usual = *USUAL.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(budget) = budget.filter(|budget| !budget.is_none()) else { return Ok(usual) };
        let limits = if let Ok(seconds) = budget.extract::<f64>() {
            Limits { seconds: Some(seconds), ..Limits::default() }
        } else {
            let attribute = |name| {
                budget.getattr(name).map_err(|_| {
                    PyTypeError::new_err("a budget is a number of seconds or an upstar.Budget")
                })
            };
            Limits {
                seconds: attribute("seconds")?.extract()?,
                steps: attribute("steps")?.extract()?,
                bytes: attribute("bytes")?.extract()?,
            }
        };
        if limits.seconds.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0) {
            return Err(PyValueError::new_err("the seconds of a budget are not negative"));
        }
        Ok(limits)
    }

    fn budget(self) -> Budget {
        let mut budget = Budget::unlimited().with_bytes(self.bytes.unwrap_or(MOST_BYTES));
        if memory_in_use().is_some() {
            budget = budget.with_gauge(|| memory_in_use().unwrap_or(0));
        }
        let time = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if let Some(time) = time {
            budget = budget.with_time(time);
        }
        if let Some(steps) = self.steps {
            budget = budget.with_steps(steps);
        }
        budget
    }
}

/// The bytes of this process that are not pages of files, where the system tells: as read some
/// milliseconds ago at most, since asking the system takes longer than a small question.
fn memory_in_use() -> Option<u64> {
    static LAST: Mutex<Option<(Instant, Option<u64>)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match *last {
        Some((read, bytes)) if read.elapsed() < BETWEEN_READINGS => bytes,
        _ => last.insert((Instant::now(), read_memory_in_use())).1,
    }
}

fn read_memory_in_use() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// What Python's signal handlers or the user's progress function raised while the work ran.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Does work without the GIL, under the budget that was given. Ctrl-C stops it at once.
pub(crate) fn run<T: Send, E: Send + Into<Failure>>(
    py: Python<'_>,
    budget: Option<&Object<'_>>,
    work: impl FnOnce(&Budget) -> Result<T, E> + Send,
) -> PyResult<T> {
    run_with(py, budget, None, work)
}

/// As [`run`]; `progress`, a function of steps and seconds, is called a few times a second.
pub(crate) fn run_with<T: Send, E: Send + Into<Failure>>(
    py: Python<'_>,
    budget: Option<&Object<'_>>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Budget) -> Result<T, E> + Send,
) -> PyResult<T> {
    let raised = Raised::default();
    let cancel = CancelFlag::new();
    let looks = look(raised.clone(), progress);
    let budget = Limits::of(budget)?.budget().with_cancel(cancel).with_progress(looks);
    let answer = py.detach(|| {
        let outer = CURRENT.replace(Some(budget.clone()));
        let answer = work(&budget);
        CURRENT.set(outer);
        answer
    });
    let own = OWN.with_borrow_mut(Option::take);
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (own.or(raised), answer) {
        (Some(error), _) => Err(error),
        (None, Ok(found)) => {
            py.check_signals()?;
            Ok(found)
        }
        (None, Err(error)) => Err(error.into().raise(py)),
    }
}

/// Looks now and then whether Ctrl-C was pressed, and tells how far the work is.
///
/// Other threads of Python have their turn then: work that lists the options of a ruleset in Python
/// holds the GIL, and an iterator that is not written in Python never lets go of it.
fn look(
    raised: Raised,
    progress: Option<Py<PyAny>>,
) -> impl Fn(&Report) -> ControlFlow<()> + Send + Sync + 'static {
    let next = Mutex::new(Instant::now() + BETWEEN_LOOKS);
    move |report| {
        let Ok(mut next) = next.try_lock() else { return ControlFlow::Continue(()) };
        if Instant::now() < *next {
            return ControlFlow::Continue(());
        }
        let asked = Python::try_attach(|py| {
            py.detach(|| ());
            py.check_signals()?;
            if let Some(progress) = &progress {
                progress.call1(py, (report.steps, report.elapsed.as_secs_f64()))?;
            }
            Ok::<_, PyErr>(())
        });
        *next = Instant::now() + BETWEEN_LOOKS;
        match asked {
            Some(Err(error)) => {
                raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

thread_local! {
    /// What the code of a ruleset in Python raised in this thread.
    static OWN: RefCell<Option<PyErr>> = const { RefCell::new(None) };
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// The budget of the work in this thread: code of a ruleset in Python keeps to it.
pub(crate) fn current() -> Budget {
    CURRENT.with_borrow(Clone::clone).unwrap_or_default()
}

/// Keeps an exception of a user's own code until the work that called it has ended.
pub(crate) fn keep(error: PyErr) -> RuleError {
    let text = error.to_string();
    OWN.with_borrow_mut(|own| {
        own.get_or_insert(error);
    });
    RuleError::NotApplicable(text)
}

/// The exception of a user's own code that was raised in this thread, if there was one.
pub(crate) fn kept() -> Option<PyErr> {
    OWN.with_borrow_mut(Option::take)
}

/// Why there is no answer.
pub(crate) enum Failure {
    /// A bound was met; what is known of the answer, in words.
    Exhausted(Exhausted, Option<String>),
    /// A text or an argument is not what it should be.
    Notation(String),
    /// The question has no answer.
    Undefined(String),
    /// A number was divided by zero.
    DivisionByZero,
    /// Something is larger than a stated limit.
    Limit(String),
    /// There is nothing of this name.
    Unknown(String),
    /// A file could not be read or written.
    File(String),
    /// An exception as it is.
    Raised(PyErr),
}

/// A class of exceptions of the package.
fn class<'py>(py: Python<'py>, name: &'static str) -> PyResult<Bound<'py, PyType>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE
        .get_or_try_init(py, || Ok::<_, PyErr>(py.import("upstar._errors")?.unbind()))?
        .bind(py);
    Ok(module.getattr(name)?.cast_into::<PyType>()?)
}

impl Failure {
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        let (name, message) = match self {
            Failure::Raised(error) => return error,
            Failure::Exhausted(exhausted, known) => return exhausted_error(py, exhausted, known),
            Failure::Notation(message) => ("NotationError", message),
            Failure::Undefined(message) => ("NotDefinedError", message),
            Failure::DivisionByZero => ("DivisionByZeroError", "division by zero".to_owned()),
            Failure::Limit(message) => ("LimitError", message),
            Failure::Unknown(message) => ("UnknownNameError", message),
            Failure::File(message) => ("FileError", message),
        };
        class(py, name).map_or_else(|error| error, |class| PyErr::from_type(class, message))
    }
}

fn exhausted_error(py: Python<'_>, exhausted: Exhausted, known: Option<String>) -> PyErr {
    if exhausted.reason == StopReason::Cancelled {
        return PyKeyboardInterrupt::new_err(());
    }
    let (reason, report) = (exhausted.reason, exhausted.report);
    let reason = match reason {
        StopReason::Time => "time",
        StopReason::Steps => "steps",
        StopReason::Size => "size",
        _ => "memory",
    };
    let message = match &known {
        Some(known) => format!("{exhausted}; known so far: {known}"),
        None => exhausted.to_string(),
    };
    let arguments = (message, reason, report.steps, report.elapsed.as_secs_f64(), known);
    class(py, "BudgetExhausted")
        .map_or_else(|error| error, |class| PyErr::from_type(class, arguments))
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Failure::Raised(error)
    }
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Self {
        Failure::Exhausted(exhausted, None)
    }
}

impl From<upstar::values::Error> for Failure {
    fn from(error: upstar::values::Error) -> Self {
        use upstar::values::Error;
        match error {
            Error::Exhausted(exhausted) => exhausted.into(),
            Error::TooLarge { .. } | Error::TooManyGames { .. } => {
                Failure::Limit(error.to_string())
            }
            Error::Parse { .. } => Failure::Notation(error.to_string()),
            other => Failure::Undefined(other.to_string()),
        }
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        match error {
            RuleError::Exhausted(exhausted) => exhausted.into(),
            RuleError::Unfinished { exhausted, known } => {
                Failure::Exhausted(exhausted, Some(known))
            }
            RuleError::Value(error) => error.into(),
            RuleError::Notation { .. } | RuleError::Argument { .. } | RuleError::Usage => {
                Failure::Notation(error.to_string())
            }
            RuleError::UnknownGame { ref name, ref suggestion, .. } => {
                let near = suggestion.as_ref();
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                Failure::Unknown(format!("unknown game `{name}`{near}"))
            }
            RuleError::TooLarge { .. } | RuleError::InfinitelyMany(_) => {
                Failure::Limit(error.to_string())
            }
            other => Failure::Undefined(other.to_string()),
        }
    }
}

impl From<LangError> for Failure {
    fn from(error: LangError) -> Self {
        let text = error.to_string();
        match error {
            LangError::Exhausted(exhausted) => exhausted.into(),
            LangError::Syntax(problem) => {
                let column = problem.place.span.as_ref().map(|span| span.start + 1);
                Failure::Notation(match column {
                    Some(column) => format!("column {column}: {text}"),
                    None => text,
                })
            }
            LangError::Mismatch(_) => Failure::Notation(text),
            LangError::Unknown(_) => Failure::Unknown(text),
            LangError::Limit(_) => Failure::Limit(text),
            _ => Failure::Undefined(text),
        }
    }
}

impl From<HeapsError> for Failure {
    fn from(error: HeapsError) -> Self {
        match error {
            HeapsError::Exhausted(exhausted) => exhausted.into(),
            HeapsError::Code { .. } | HeapsError::UnknownName { .. } => {
                Failure::Notation(error.to_string())
            }
            other => Failure::Undefined(other.to_string()),
        }
    }
}

impl From<upstar::Error> for Failure {
    fn from(error: upstar::Error) -> Self {
        use upstar::Error;
        match error {
            Error::Exhausted(exhausted) => exhausted.into(),
            Error::Rules(error) => error.into(),
            Error::File(error) => Failure::File(error.to_string()),
            Error::NoVertex { .. } => Failure::Unknown(error.to_string()),
            Error::TooManyToDraw { .. } | Error::Draw(_) => Failure::Limit(error.to_string()),
            other => Failure::Undefined(other.to_string()),
        }
    }
}

impl From<QuotientError> for Failure {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Exhausted(exhausted) => exhausted.into(),
            other => Failure::Undefined(other.to_string()),
        }
    }
}

impl From<ClaimError> for Failure {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Lang(error) => error.into(),
            ClaimError::Graph(error) => error.into(),
            ClaimError::Proof(ProofError::Rules(error)) => error.into(),
            ClaimError::Proof(ProofError::Exhausted(exhausted)) => exhausted.into(),
            ClaimError::NoClaim(message) => Failure::Notation(message),
            other => Failure::Undefined(other.to_string()),
        }
    }
}
