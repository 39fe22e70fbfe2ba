//! The process of one sheet of a public server: requests come as lines on standard input, events go
//! as lines to standard output.

use std::io::{self, BufRead, BufReader, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use upstar_core::CancelFlag;
use upstar_sheet::{Event, Limits, Listener, Request, Sheet, SheetSettings};

use crate::STACK;

/// The line that stops the current request.
pub(crate) const STOP: &str = "stop";

/// The flag of the current request.
type Running = Arc<Mutex<Option<CancelFlag>>>;

/// Answers the requests of one sheet until standard input ends. The first line is the [`Limits`]; a
/// line `stop` stops the current request.
///
/// A server starts this as a process of its own, so that a question that does not keep to its limits
/// ends with its process. On Unix the system limits the process as well: a little above the limits,
/// it gets no more memory, and ends when a request has used up its CPU time.
///
/// # Errors
///
/// What reading or writing fails with.
pub fn answer_lines() -> io::Result<()> {
    let mut lines = BufReader::new(io::stdin()).lines();
    let Some(first) = lines.next() else { return Ok(()) };
    let limits: Limits = serde_json::from_str(&first?)?;
    let running = Running::default();
    let (requests, arrived) = channel();
    let stopper = running.clone();
    std::thread::Builder::new().name("lines".to_owned()).spawn(move || {
        for line in lines {
            let Ok(line) = line else { break };
            if line == STOP {
                if let Some(flag) = &*stopper.lock().unwrap_or_else(PoisonError::into_inner) {
                    flag.cancel();
                }
            } else if let Ok(request) = Request::read(&line) {
                let _ = requests.send(request);
            }
        }
        // The server is gone, or has no more use for this sheet.
        std::process::exit(0);
    })?;
    std::thread::Builder::new()
        .name("sheet".to_owned())
        .stack_size(STACK)
        .spawn(move || answer(limits, &arrived, &running))?
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the engine has failed")))
}

fn answer(limits: Limits, requests: &Receiver<Request>, running: &Running) -> io::Result<()> {
    limits::bound_memory(limits.bytes)?;
    let mut sheet = Sheet::new(SheetSettings { limits, opened: None, rules: false });
    let listener: Listener = Arc::new(|event: Event| {
        if let Ok(mut text) = serde_json::to_string(&event) {
            text.push('\n');
            let mut output = io::stdout().lock();
            // If nobody listens any more, standard input ends too.
            let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
        }
    });
    for request in requests {
        let flag = CancelFlag::new();
        *running.lock().unwrap_or_else(PoisonError::into_inner) = Some(flag.clone());
        if let Some(time) = limits.time() {
            limits::bound_cpu_time(time)?;
        }
        sheet.answer(&request, limits.budget(flag), &listener);
    }
    Ok(())
}

/// The limits that the system enforces.
#[cfg(unix)]
mod limits {
    use std::io;
    use std::time::Duration;

    use cpu_time::ProcessTime;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// What the program itself needs beside what its engines account for: code, stacks and buffers.
    const OWN_BYTES: u64 = 128 << 20;

    /// CPU time that a request may use beyond its limit, until the system ends the process.
    const GRACE: Duration = Duration::from_secs(3);

    fn lower(resource: Resource, limit: u64) -> io::Result<()> {
        let maximum = getrlimit(resource).maximum;
        let limit = maximum.map_or(limit, |most| limit.min(most));
        Ok(setrlimit(resource, Rlimit { current: Some(limit), maximum })?)
    }

    /// Bounds the memory of the process.
    pub(super) fn bound_memory(bytes: Option<u64>) -> io::Result<()> {
        // On Linux this counts private memory, wherever it comes from.
        let resource = if cfg!(target_os = "linux") { Resource::Data } else { Resource::As };
        let Some(bytes) = bytes else { return Ok(()) };
        lower(resource, bytes.saturating_add(bytes / 4).saturating_add(OWN_BYTES))
    }

    /// Bounds the CPU time of the process from now on.
    pub(super) fn bound_cpu_time(time: Duration) -> io::Result<()> {
        let used = ProcessTime::now().as_duration();
        lower(Resource::Cpu, used.saturating_add(time).saturating_add(GRACE).as_secs() + 1)
    }
}

/// Other systems have no such limits: the server watches the clock.
#[cfg(not(unix))]
mod limits {
    use std::io;
    use std::time::Duration;

    pub(super) fn bound_memory(_: Option<u64>) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn bound_cpu_time(_: Duration) -> io::Result<()> {
        Ok(())
    }
}
