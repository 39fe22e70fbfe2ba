//! Sheets in processes of their own, as a public server has them.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc::Sender;
use tokio::time::{Instant, interval, sleep_until, timeout_at};
use upstar_core::{CancelFlag, StopReason};
use upstar_sheet::{Event, Fault, Limits, Reply, Request, RequestKind, RunRequest};

use crate::worker::STOP;

/// A program that answers the requests of one sheet, as [`answer_lines`](crate::answer_lines) does.
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// How many processes wait for the next sheets.
const WARM: usize = 4;

/// How long after its limit a question may go on until its process is ended.
const GRACE: Duration = Duration::from_secs(2);

/// How long a question has the priority of a short one.
const SHORT: Duration = Duration::from_secs(1);

/// How often a running question is asked whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// The maximum length of all events of a request, in bytes: the server keeps those that it has not
/// sent yet, and the answer to a single request as a whole.
const MOST_ANSWER: usize = 32 << 20;

/// The number of requests of the server itself: pages count from 1.
const NOBODY: u64 = 0;

/// Processes for sheets. A process serves one sheet and is never used for another.
pub(crate) struct Pool {
    program: WorkerProgram,
    limits: Limits,
    warm: Mutex<Vec<Process>>,
    /// Held by whoever starts processes to wait.
    filling: tokio::sync::Mutex<()>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The beginning of the next line.
    line: Vec<u8>,
}

/// What a process says.
enum ProcessOutput {
    /// A line, which is in [`Process::line`].
    Line,
    /// More than was allowed.
    TooMuch,
    /// Nothing: it has closed its output.
    Nothing,
}

impl Process {
    /// From now on the process works when no other wants to, so that short questions are answered
    /// soon beside long ones. The system does not let it have more again.
    fn yield_to_others(&self) {
        #[cfg(unix)]
        if let Some(id) = self.child.id().and_then(|id| i32::try_from(id).ok()) {
            use rustix::process::{Pid, setpriority_pgrp};

            // On Linux the priority of a process is that of its first thread only. If the process has
            // ended, there is nothing to do.
            let _ = setpriority_pgrp(Pid::from_raw(id), 19);
        }
    }

    /// Waits for the next line, of at most `most` bytes. If the wait is given up, no byte is lost.
    async fn listen(&mut self, most: usize) -> ProcessOutput {
        loop {
            let Ok(bytes) = self.output.fill_buf().await else { return ProcessOutput::Nothing };
            if bytes.is_empty() {
                return ProcessOutput::Nothing;
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(bytes.len(), |end| end + 1);
            self.line.extend_from_slice(&bytes[..taken]);
            self.output.consume(taken);
            if self.line.len() > most {
                return ProcessOutput::TooMuch;
            }
            if end.is_some() {
                return ProcessOutput::Line;
            }
        }
    }
}

impl Pool {
    pub(crate) fn new(program: WorkerProgram, limits: Limits) -> Arc<Self> {
        Arc::new(Pool { program, limits, warm: Mutex::default(), filling: Default::default() })
    }

    /// Starts processes until enough wait. It has to be called in the server's runtime.
    pub(crate) fn fill(self: &Arc<Self>) {
        let pool = self.clone();
        tokio::spawn(async move {
            let _filling = pool.filling.lock().await;
            while pool.warm.lock().unwrap_or_else(PoisonError::into_inner).len() < WARM {
                // Without a process now, the next sheet tries again.
                let Ok(process) = pool.start().await else { break };
                pool.warm.lock().unwrap_or_else(PoisonError::into_inner).push(process);
            }
        });
    }

    /// Ends the processes that wait.
    pub(crate) fn clear(&self) {
        self.warm.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    async fn start(&self) -> io::Result<Process> {
        let mut command = Command::new(&self.program.path);
        // Ctrl-C is for the server, which then ends its processes.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command
            .args(&self.program.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a process without pipes"));
        };
        let limits = serde_json::to_string(&self.limits)? + "\n";
        input.write_all(limits.as_bytes()).await?;
        Ok(Process { child, input, output: BufReader::new(output), line: Vec::new() })
    }

    async fn take(self: &Arc<Self>) -> io::Result<Process> {
        let warm = {
            let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
            // The system may have ended some while they waited.
            let alive = |process: &mut Process| matches!(process.child.try_wait(), Ok(None));
            std::iter::from_fn(|| warm.pop()).find_map(|mut one| alive(&mut one).then_some(one))
        };
        self.fill();
        match warm {
            Some(process) => Ok(process),
            None => self.start().await,
        }
    }
}

/// Why a process is ended.
enum End {
    /// The limits, or the page, wanted the question to stop, and it did not.
    Late(StopReason),
    /// Its answer is too long.
    Long,
    /// It has ended by itself, or reads no more.
    Gone,
}

/// A sheet in a process, which is started when it is needed.
pub(crate) struct RemoteSheet {
    pool: Arc<Pool>,
    process: Option<Process>,
    /// The cells of the sheet, of which the next process is informed if this one has to be ended.
    cells: Option<RunRequest>,
}

impl RemoteSheet {
    pub(crate) fn new(pool: Arc<Pool>) -> Self {
        RemoteSheet { pool, process: None, cells: None }
    }

    /// Answers a request within `time`. In every case the last event is
    /// [`Reply::Done`] or [`Reply::Failed`].
    pub(crate) async fn answer(
        &mut self,
        request: &Request,
        time: Option<Duration>,
        flag: &CancelFlag,
        events: &Sender<Event>,
    ) {
        if let Err(fault) = self.attempt(request, time, flag, events).await {
            // Dropped, it is ended. The next process will know the same cells.
            self.process = None;
            let reply = Reply::Failed(fault);
            // Events for a page that has disconnected are dropped.
            let _ = events.send(Event { id: request.id, reply }).await;
        }
    }

    async fn attempt(
        &mut self,
        request: &Request,
        time: Option<Duration>,
        flag: &CancelFlag,
        events: &Sender<Event>,
    ) -> Result<(), Fault> {
        let deadline = time.map(|time| Instant::now() + time + GRACE);
        let failed = |error: io::Error| Fault {
            message: format!("there is no process for this sheet now ({error}): try again later"),
            ..Fault::default()
        };
        if let RequestKind::Run(run) = &request.kind {
            self.cells = Some(RunRequest { run: Some(Vec::new()), ..run.clone() });
        }
        if self.process.is_none() {
            self.process = Some(self.pool.take().await.map_err(failed)?);
            if !matches!(request.kind, RequestKind::Run(_))
                && let Some(cells) = self.cells.clone()
            {
                let known = Request { id: NOBODY, kind: RequestKind::Run(cells) };
                self.exchange(&known, deadline, flag, None).await?;
            }
        }
        self.exchange(request, deadline, flag, Some(events)).await
    }

    /// Sends a request to the process and passes its events on.
    async fn exchange(
        &mut self,
        request: &Request,
        mut deadline: Option<Instant>,
        flag: &CancelFlag,
        events: Option<&Sender<Event>>,
    ) -> Result<(), Fault> {
        let Some(process) = &mut self.process else { return Ok(()) };
        let mut left = MOST_ANSWER;
        let mut reason = StopReason::Time;
        let text = serde_json::to_string(request).unwrap_or_default() + "\n";
        let mut looks = interval(LOOK);
        let (begun, mut yields) = (Instant::now(), false);
        // A process that does not even read its request is given up at its limit, too.
        let writing = process.input.write_all(text.as_bytes());
        let written = match deadline {
            Some(deadline) => timeout_at(deadline, writing).await,
            None => Ok(writing.await),
        };
        let end = match written {
            Err(_) => End::Late(reason),
            Ok(Err(_)) => End::Gone,
            Ok(Ok(())) => loop {
                let late = async {
                    match deadline {
                        Some(deadline) => sleep_until(deadline).await,
                        None => std::future::pending().await,
                    }
                };
                tokio::select! {
                    said = process.listen(left) => {
                        match said {
                            ProcessOutput::Line => {}
                            ProcessOutput::TooMuch => break End::Long,
                            ProcessOutput::Nothing => break End::Gone,
                        }
                        left -= process.line.len();
                        let event = serde_json::from_slice::<Event>(&process.line);
                        process.line.clear();
                        let Ok(event) = event else { continue };
                        let last = event.reply.is_last();
                        if let Some(events) = events {
                            let _ = events.send(event).await;
                        }
                        if last {
                            return Ok(());
                        }
                    }
                    () = late => break End::Late(reason),
                    _ = looks.tick() => {
                        if !yields && begun.elapsed() > SHORT {
                            yields = true;
                            process.yield_to_others();
                        }
                        if reason == StopReason::Time && flag.is_cancelled() {
                            reason = StopReason::Cancelled;
                            let soon = Instant::now() + GRACE;
                            deadline = Some(deadline.map_or(soon, |late| late.min(soon)));
                            let stop = format!("{STOP}\n");
                            let writing = process.input.write_all(stop.as_bytes());
                            match timeout_at(soon, writing).await {
                                Ok(Ok(())) => {}
                                Ok(Err(_)) => break End::Gone,
                                Err(_) => break End::Late(reason),
                            }
                        }
                    }
                }
            },
        };
        let stopped = match end {
            End::Late(reason) => Some(reason),
            End::Gone => process.child.wait().await.ok().and_then(reason_of),
            End::Long => {
                let message = format!(
                    "the answer to this question has more than {} MB, and its process was ended; \
                     the cells are kept. Ask for a part of it, or end lines with `;`",
                    MOST_ANSWER >> 20
                );
                return Err(Fault { message, ..Fault::default() });
            }
        };
        Err(self.fault(stopped))
    }

    fn fault(&self, stopped: Option<StopReason>) -> Fault {
        let limits = &self.pool.limits;
        let seconds = limits.seconds.map(|seconds| format!("{seconds} s"));
        let bytes = limits.bytes.map(|bytes| format!("{} MB", bytes.div_ceil(1_000_000)));
        let limits: Vec<String> = seconds.into_iter().chain(bytes).collect();
        let message = match stopped {
            Some(StopReason::Cancelled) => StopReason::Cancelled.to_string(),
            Some(_) => format!(
                "this question did not keep to its limits ({}), and its process was ended; the \
                 cells are kept. The program `upstar` on your machine goes further",
                limits.join(", ")
            ),
            None => "the engine has failed; the cells are kept".to_owned(),
        };
        Fault { message, stopped, ..Fault::default() }
    }
}

/// The limit of the system that has ended a process.
#[cfg(unix)]
fn reason_of(status: ExitStatus) -> Option<StopReason> {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    let signal = status.signal()?;
    if signal == Signal::XCPU.as_raw() {
        Some(StopReason::CpuTime)
    } else if signal == Signal::ABORT.as_raw() || signal == Signal::KILL.as_raw() {
        // The program aborts if it gets no memory; the system kills it if there is none.
        Some(StopReason::Memory)
    } else {
        None
    }
}

#[cfg(not(unix))]
fn reason_of(_: ExitStatus) -> Option<StopReason> {
    None
}
