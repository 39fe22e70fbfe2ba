//! A sheet, which answers requests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use upstar::lang::{Session, Value};
use upstar::rules::{Settings, Solver};
use upstar_core::{Budget, Convention};

use crate::cells::SheetCells;
use crate::desk::{Desk, SheetSettings};
use crate::faults::Failure;
use crate::lines::{read_cells, write_cells};
use crate::protocol::{
    Event, Limits, Position, Progress, Reply, Request, RequestKind, SubjectRequest,
};
use crate::welcome::{game, welcome};
use crate::{explore, graphs, play, sequences, views};

/// A callback for events. It may be called from the threads of a search.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// Milliseconds between two progress events.
const BETWEEN: u64 = 250;

/// A worksheet: it answers one request after another.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use upstar_core::Budget;
/// use upstar_sheet::{Event, Listener, Request, Sheet, SheetSettings, Reply};
///
/// let mut sheet = Sheet::new(SheetSettings::default());
/// let replies: Arc<Mutex<Vec<Event>>> = Arc::default();
/// let kept = replies.clone();
/// let listener: Listener = Arc::new(move |event| kept.lock().unwrap().push(event));
/// let request = r#"{"id":1,"ask":"run","cells":[{"cell":"a","source":"{1|-1} + *"}]}"#;
/// let request: Request = serde_json::from_str(request)?;
/// sheet.answer(&request, Budget::unlimited(), &listener);
/// let texts: Vec<String> = replies.lock().unwrap().iter().filter_map(|event| match &event.reply {
///     Reply::Cell(news) => Some(news.answers.first()?.text.clone()),
///     _ => None,
/// }).collect();
/// assert_eq!(texts, ["+-(1*)"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct Sheet {
    settings: SheetSettings,
    session: Session,
    /// The memory reserved by the universe of the session.
    memory: Budget,
    cells: SheetCells,
}

impl std::fmt::Debug for Sheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sheet").field("settings", &self.settings).finish_non_exhaustive()
    }
}

fn memory(limits: &Limits) -> Budget {
    let budget = Budget::unlimited();
    match limits.bytes {
        Some(bytes) => budget.with_bytes(bytes),
        None => budget,
    }
}

fn session(memory: &Budget) -> Session {
    Session::with_solver(Solver::with_budget(Settings::default(), memory))
}

impl Sheet {
    /// A sheet without cells.
    #[must_use]
    pub fn new(settings: SheetSettings) -> Self {
        let memory = memory(&settings.limits);
        let session = session(&memory);
        Sheet { settings, session, memory, cells: SheetCells::default() }
    }

    /// Answers a request under its own budget. In every case the last event is [`Reply::Done`] or
    /// [`Reply::Failed`].
    ///
    /// [`RequestKind::Stop`] has no effect here, because requests run one after another: to stop a request,
    /// the caller raises the flag of its budget.
    pub fn answer(&mut self, request: &Request, budget: Budget, listener: &Listener) {
        let id = request.id;
        let tell = |reply| listener(Event { id, reply });
        // Start a new session when values of removed cells may take more than half of the memory.
        // Values are recomputed when needed.
        let half = self.settings.limits.bytes.map(|bytes| bytes / 2);
        if self.memory.bytes_left().zip(half).is_some_and(|(left, half)| left < half) {
            self.forget();
        }
        let budget = watched(budget, id, listener.clone());
        match self.reply(&request.kind, &budget, &tell) {
            Ok(()) => tell(Reply::Done),
            Err(fault) => {
                if fault.stopped == Some(upstar_core::StopReason::Memory) {
                    self.forget();
                }
                tell(Reply::Failed(fault));
            }
        }
    }

    /// The names that the subject of a request needs.
    fn scope(
        &mut self,
        request: &SubjectRequest,
        budget: &Budget,
    ) -> Result<BTreeMap<String, Value>, Failure> {
        let (cell, rules) = (request.cell.as_deref(), self.settings.rules);
        self.cells.scope(cell, &request.subject, &self.session, budget, rules)
    }

    /// Drops the universe and all values in it.
    fn forget(&mut self) {
        self.memory = memory(&self.settings.limits);
        self.session = session(&self.memory);
        self.cells.forget();
    }

    fn reply(
        &mut self,
        kind: &RequestKind,
        budget: &Budget,
        tell: &dyn Fn(Reply),
    ) -> Result<(), crate::Fault> {
        let desk = Desk { session: &self.session, budget };
        let anywhere = Failure::anywhere;
        match kind {
            RequestKind::Hello => tell(Reply::Welcome(Box::new(welcome(&self.settings)))),
            RequestKind::Run(run) => {
                self.cells.arrange(&run.cells).map_err(anywhere)?;
                let mut news = |news| tell(Reply::Cell(Box::new(news)));
                let rules = self.settings.rules;
                self.cells
                    .run(run.run.as_deref(), &self.session, budget, rules, &mut news)
                    .map_err(anywhere)?;
            }
            RequestKind::Describe(request) => {
                let names = self.scope(request, budget).map_err(anywhere)?;
                let desk = Desk { session: &self.session, budget };
                let found = explore::describe(&desk, &names, request);
                let found = found.map_err(|failure| failure.within(&request.subject, 0))?;
                tell(Reply::Described(Box::new(found)));
            }
            RequestKind::Draw(request) => {
                let names = self.scope(request, budget).map_err(anywhere)?;
                let desk = Desk { session: &self.session, budget };
                let tikz = explore::draw(&desk, &names, request);
                let tikz = tikz.map_err(|failure| failure.within(&request.subject, 0))?;
                tell(Reply::Drawn { tikz });
            }
            RequestKind::Explore(request) => {
                let names = self.scope(request, budget).map_err(anywhere)?;
                let desk = Desk { session: &self.session, budget };
                explore::explore(&desk, &names, request, tell)
                    .map_err(|failure| failure.within(&request.subject, 0))?;
            }
            RequestKind::View(request) => {
                let text = &request.position;
                let within = |failure: Failure| failure.within(text, 0);
                let sum = upstar::read_sum_in_play(&self.session, text, Convention::Normal, budget)
                    .map_err(|error| within(error.into()))?;
                let class = sum.class();
                tell(Reply::Viewed(Position {
                    position: play::text(&desk, &sum).map_err(within)?,
                    summands: views::summands(&desk, &sum).map_err(within)?,
                    impartial: class.is_impartial(),
                    loopy: class.loopy,
                }));
            }
            RequestKind::Compose(request) => {
                let position =
                    views::compose(&request.like, &request.view, budget).map_err(anywhere)?;
                tell(Reply::Composed { position });
            }
            RequestKind::Moves(request) => {
                play::moves(&desk, request, &|moves| tell(Reply::Moves(Box::new(moves))))
                    .map_err(|failure| failure.within(&request.position, 0))?;
            }
            RequestKind::Choose(request) => {
                let found = play::choose(&desk, request);
                let found = found.map_err(|failure| failure.within(&request.position, 0))?;
                tell(Reply::Chosen(found));
            }
            RequestKind::Line(request) => {
                let found = play::line(&desk, request);
                let found = found.map_err(|failure| failure.within(&request.position, 0))?;
                tell(Reply::Line(found));
            }
            RequestKind::Review(request) => {
                let winners = play::review(&desk, request).map_err(anywhere)?;
                tell(Reply::Winners { winners });
            }
            RequestKind::Graph(request) => {
                let found = graphs::solve(request, budget).map_err(anywhere)?;
                tell(Reply::Graph(Box::new(found)));
            }
            RequestKind::Sequence(request) => {
                let found = sequences::sequence(request, budget).map_err(anywhere)?;
                tell(Reply::Sequence(Box::new(found)));
            }
            RequestKind::Rules(request) => {
                if !self.settings.rules {
                    return Err(Failure::new(
                        "this server accepts no custom rules: run your own `upstar serve`",
                    )
                    .anywhere());
                }
                let rows = upstar::add_rules(&request.text)
                    .map_err(|error| Failure::from(error).within(&request.text, 0))?;
                let games = rows.into_iter().map(game).collect();
                tell(Reply::Added { games });
            }
            RequestKind::Open(request) => {
                let sources =
                    read_cells(&request.text).map_err(|error| Failure::new(error).anywhere())?;
                tell(Reply::Opened { sources });
            }
            RequestKind::Save(request) => {
                let text = write_cells(request.sources.iter().map(String::as_str));
                tell(Reply::Saved { text });
            }
            RequestKind::Stop(_) => {}
        }
        Ok(())
    }
}

/// The same budget, reporting progress to the listener.
fn watched(budget: Budget, id: u64, listener: Listener) -> Budget {
    let last = AtomicU64::new(0);
    budget.with_progress(move |report| {
        let now = u64::try_from(report.elapsed.as_millis()).unwrap_or(u64::MAX);
        let before = last.load(Ordering::Relaxed);
        let due = now >= before.saturating_add(BETWEEN)
            && last.compare_exchange(before, now, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if due {
            listener(Event {
                id,
                reply: Reply::Progress(Progress {
                    seconds: report.elapsed.as_secs_f64(),
                    steps: report.steps,
                    bytes: report.bytes,
                }),
            });
        }
        std::ops::ControlFlow::Continue(())
    })
}
