//! The processes of a cluster connect to each other: each accepts connections from later processes
//! and connects to earlier ones.

use std::io::{self, Read};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use socket2::{SockRef, TcpKeepalive};
use upstar_core::Budget;

use crate::Result;
use crate::cluster::Membership;
use crate::error::ClusterError;
use crate::hosts::Hosts;
use crate::link::Link;

/// The data that a process sends when it connects.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// The version of the protocol.
    pub(crate) upstar: String,
    pub(crate) process: usize,
    pub(crate) processes: usize,
    pub(crate) threads: usize,
    /// The description of the task.
    pub(crate) subject: String,
    /// The reason why the other process is refused; empty if it is accepted.
    #[serde(default)]
    pub(crate) refused: String,
}

/// The largest length of a greeting in bytes.
const LONGEST: usize = 1 << 16;
/// The time that a new connection may take to identify itself.
const TO_SAY: Duration = Duration::from_secs(5);
/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(30);
/// The time after which missing processes are reported.
const TO_REMARK: Duration = Duration::from_secs(5);
/// The largest number of unfinished greetings. Beyond it the oldest connection is closed.
const MOST_GREETINGS: usize = 64;

impl Hello {
    fn send(&self, link: &mut Link) -> io::Result<()> {
        link.send(&serde_json::to_vec(self).map_err(io::Error::other)?)
    }

    fn receive(link: &mut Link) -> io::Result<Hello> {
        let mut text = Vec::new();
        link.receive(&mut text, LONGEST)?;
        serde_json::from_slice(&text).map_err(io::Error::other)
    }

    /// The reason why `self` and `other` do not belong to one run, in terms of `other`.
    fn mismatch(&self, other: &Hello) -> Option<String> {
        if self.upstar != other.upstar {
            return Some(format!("is upstar {}, and this is {}", other.upstar, self.upstar));
        }
        if self.processes != other.processes {
            return Some(format!(
                "counts {} processes, and process {} counts {}: all need the same list of hosts",
                other.processes, self.process, self.processes
            ));
        }
        if self.threads != other.threads {
            return Some(format!(
                "has {} threads, and process {} has {}: all need the same number",
                other.threads, self.process, self.threads
            ));
        }
        if self.subject != other.subject {
            return Some(format!(
                "was asked for `{}`, and process {} for `{}`",
                other.subject, self.process, self.subject
            ));
        }
        None
    }
}

/// Listens at the address of a process.
pub(crate) fn listen(hosts: &Hosts, process: usize) -> Result<TcpListener> {
    let address = hosts.address(process);
    TcpListener::bind(address).map_err(|source| ClusterError::Listen {
        process,
        address: address.to_owned(),
        hint: match source.kind() {
            io::ErrorKind::AddrInUse => "; is a process with this number running already?",
            io::ErrorKind::AddrNotAvailable => {
                "; is this the process with this number, on its own machine?"
            }
            _ => "",
        },
        source,
    })
}

/// Connects a process to all others, and waits until all of them have done the same. `alive`
/// returns an error when waiting is useless.
pub(crate) fn connect(
    hosts: &Hosts,
    process: usize,
    membership: &Membership,
    listener: &TcpListener,
    budget: &Budget,
    alive: &mut dyn FnMut() -> Result,
) -> Result<Vec<Option<Link>>> {
    let now = Instant::now();
    let meeting = Meeting {
        hosts,
        membership,
        hello: Hello {
            upstar: env!("CARGO_PKG_VERSION").to_owned(),
            process,
            processes: hosts.len(),
            threads: membership.threads,
            subject: membership.subject.clone(),
            refused: String::new(),
        },
        links: Mutex::new(hosts.addresses().iter().map(|_| None).collect()),
        deadline: now + membership.patience,
        remark_at: Mutex::new(Some(now + TO_REMARK)),
        stop: AtomicBool::new(false),
        failure: Mutex::default(),
        greeting: Mutex::default(),
        strangers: AtomicUsize::new(0),
    };
    let mut look = || {
        budget.check()?;
        alive()
    };
    std::thread::scope(|scope| {
        let taking = scope.spawn(|| {
            let taken = meeting.take(listener);
            meeting.end_greetings();
            taken.inspect_err(|_| meeting.stop.store(true, Ordering::Relaxed))
        });
        let mut connecting = || -> Result {
            for other in 0..process {
                meeting.reach(other, &mut look)?;
            }
            while !taking.is_finished() {
                look()?;
                meeting.remark("", |links, other| links[other].is_none());
                std::thread::sleep(PAUSE);
            }
            Ok(())
        };
        let connected = connecting();
        meeting.stop.store(true, Ordering::Relaxed);
        let taken = taking.join().map_err(|_| {
            ClusterError::Internal("the thread that takes connections failed".to_owned())
        })?;
        taken.and(connected)
    })?;
    meeting.begin_together(&mut look)?;
    let mut links = meeting.links.into_inner().unwrap_or_else(PoisonError::into_inner);
    for link in links.iter_mut().flatten() {
        link.keep_alive().map_err(|error| ClusterError::Internal(error.to_string()))?;
    }
    Ok(links)
}

type Links = Vec<Option<Link>>;
type Look<'a> = &'a mut dyn FnMut() -> Result;

struct Meeting<'a> {
    hosts: &'a Hosts,
    membership: &'a Membership,
    hello: Hello,
    links: Mutex<Links>,
    deadline: Instant,
    /// The time at which to report missing processes; `None` after the report.
    remark_at: Mutex<Option<Instant>>,
    /// Whether connecting has failed.
    stop: AtomicBool,
    /// The reason, if a greeting failed.
    failure: Mutex<Option<ClusterError>>,
    /// The connections that have not identified themselves yet, with their start times.
    greeting: Mutex<Vec<(SocketAddr, Instant, TcpStream)>>,
    /// The number of dropped connections.
    strangers: AtomicUsize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Meeting<'_> {
    fn no_answer(&self, process: usize, reason: &str) -> ClusterError {
        let mut reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        reason += &self.dropped();
        ClusterError::NoAnswer {
            process,
            address: self.hosts.address(process).to_owned(),
            seconds: self.membership.patience.as_secs(),
            reason,
        }
    }

    /// The number of dropped connections as text, if any.
    fn dropped(&self) -> String {
        match self.strangers.load(Ordering::Relaxed) {
            0 => String::new(),
            1 => "; 1 connection was dropped, which was of no process of this run".to_owned(),
            n => format!("; {n} connections were dropped, which were of no process of this run"),
        }
    }

    fn mismatch(&self, process: usize, message: String) -> ClusterError {
        let address = self.hosts.addresses().get(process).cloned().unwrap_or_default();
        ClusterError::Mismatch { process, address, message }
    }

    /// Reports missing processes once, if the wait is long.
    fn remark(&self, reason: &str, missing: impl Fn(&Links, usize) -> bool) {
        let Some(notice) = &self.membership.notice else { return };
        let mut remark_at = locked(&self.remark_at);
        if remark_at.is_none_or(|at| Instant::now() < at) {
            return;
        }
        *remark_at = None;
        let links = locked(&self.links);
        let others = (0..self.hosts.len()).filter(|&other| other != self.hello.process);
        let names: Vec<String> = others
            .filter(|&other| missing(&links, other))
            .map(|other| format!("process {other} ({})", self.hosts.address(other)))
            .collect();
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        notice.say(&format!("waiting for {}{reason}{}", names.join(", "), self.dropped()));
    }

    /// Accepts the connections of all later processes. Each connection is greeted in its own
    /// thread, so a silent one does not block the others.
    fn take(&self, listener: &TcpListener) -> Result {
        let fail = |error: io::Error| ClusterError::Internal(error.to_string());
        listener.set_nonblocking(true).map_err(fail)?;
        std::thread::scope(|scope| {
            let taken = loop {
                if let Some(error) = locked(&self.failure).take() {
                    break Err(error);
                }
                let missing = {
                    let links = locked(&self.links);
                    (self.hello.process + 1..links.len()).find(|&process| links[process].is_none())
                };
                let Some(missing) = missing else { break Ok(()) };
                if self.stop.load(Ordering::Relaxed) {
                    break Ok(());
                }
                if Instant::now() > self.deadline {
                    break Err(self.no_answer(missing, ""));
                }
                self.end_late_greetings();
                match listener.accept() {
                    Ok((stream, from)) => {
                        let Ok(copy) = stream.try_clone() else { continue };
                        locked(&self.greeting).push((from, Instant::now(), copy));
                        let greet = move || self.greet(stream, from);
                        if std::thread::Builder::new().spawn_scoped(scope, greet).is_err() {
                            self.has_greeted(from);
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    // This also happens with too many open files: some will be closed.
                    Err(_) => std::thread::sleep(PAUSE),
                }
            };
            self.end_greetings();
            taken
        })
    }

    /// Closes the connections that take too long to greet, and the oldest ones if there are too
    /// many.
    fn end_late_greetings(&self) {
        let greeting = locked(&self.greeting);
        let many = greeting.len().saturating_sub(MOST_GREETINGS);
        for (_, _, stream) in greeting
            .iter()
            .enumerate()
            .filter(|(place, (_, since, _))| *place < many || since.elapsed() > TO_SAY)
            .map(|(_, greeting)| greeting)
        {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn end_greetings(&self) {
        for (_, _, stream) in locked(&self.greeting).iter() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn has_greeted(&self, from: SocketAddr) {
        locked(&self.greeting).retain(|(other, ..)| *other != from);
    }

    /// Greets a new connection. Connections from outside the run are counted.
    fn greet(&self, stream: TcpStream, from: SocketAddr) {
        let met = self.meet(stream, from);
        self.has_greeted(from);
        match met {
            Ok(()) => {}
            Err(None) => {
                self.strangers.fetch_add(1, Ordering::Relaxed);
            }
            Err(Some(error)) => {
                locked(&self.failure).get_or_insert(error);
            }
        }
    }

    /// The error is `None` if the connection is from outside the run.
    fn meet(&self, stream: TcpStream, from: SocketAddr) -> Result<(), Option<ClusterError>> {
        let ours = &self.hello;
        let stranger = |_| None;
        stream.set_nonblocking(false).and_then(|()| prepare(&stream)).map_err(stranger)?;
        let secret = self.membership.secret.as_ref();
        let mut link = Link::agree(stream, secret, false).map_err(stranger)?;
        let other = Hello::receive(&mut link).map_err(|error| {
            if error.kind() == io::ErrorKind::InvalidData {
                let _ = link.refuse();
                // Closing a connection with unread bytes resets it, and the other end may then
                // never see the reason.
                let _ = link.stream.shutdown(Shutdown::Write);
                let _ = io::copy(&mut (&link.stream).take(LONGEST as u64), &mut io::sink());
            }
            None
        })?;
        let mut answer = ours.clone();
        if let Some(message) = other.mismatch(ours) {
            answer.refused = message;
            let _ = answer.send(&mut link);
            // On a mismatch both processes end, each with its own message.
            let message =
                ours.mismatch(&other).unwrap_or_else(|| "does not belong here".to_owned());
            return Err(Some(self.mismatch(other.process, message)));
        }
        let process = other.process;
        // From here on the connection must stay open.
        self.has_greeted(from);
        let mut links = locked(&self.links);
        if process <= ours.process || process >= ours.processes {
            answer.refused = format!("takes no process {process}; it has that number itself");
        } else if links[process].as_ref().is_some_and(|link| !is_closed(&link.stream)) {
            answer.refused = format!("has a process {process} already");
        }
        let sent = answer.send(&mut link);
        if sent.is_ok() && answer.refused.is_empty() {
            links[process] = Some(link);
        }
        Ok(())
    }

    /// Connects to an earlier process.
    fn reach(&self, process: usize, look: Look<'_>) -> Result {
        let address = self.hosts.address(process);
        let secret = self.membership.secret.as_ref();
        let mut reason = String::new();
        while !self.stop.load(Ordering::Relaxed) {
            look()?;
            if Instant::now() > self.deadline {
                return Err(self.no_answer(process, &reason));
            }
            let greeted = open(address).and_then(|stream| {
                prepare(&stream)?;
                let mut link = Link::agree(stream, secret, true)?;
                self.hello.send(&mut link)?;
                Ok((Hello::receive(&mut link)?, link))
            });
            match greeted {
                Ok((other, link)) => {
                    if !other.refused.is_empty() {
                        return Err(self.mismatch(process, other.refused));
                    }
                    if other.process != process {
                        let message = format!("says that it is process {}", other.process);
                        return Err(self.mismatch(process, message));
                    }
                    locked(&self.links)[process] = Some(link);
                    return Ok(());
                }
                // Keeps the most helpful reason if the other process then gives up.
                Err(_) if reason.contains("another secret") => {}
                Err(error) => {
                    reason = match error.kind() {
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                            "it takes connections and says nothing".to_owned()
                        }
                        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
                        _ => error.to_string(),
                    };
                }
            }
            self.remark(&reason, |links, other| links[other].is_none());
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// Tells all others that this process is connected to everybody, and waits until all of them
    /// have said the same. Otherwise data could be sent to a process that still waits for another
    /// one.
    fn begin_together(&self, look: Look<'_>) -> Result {
        let away = |process: usize, error: io::Error| ClusterError::Lost {
            process,
            address: self.hosts.address(process).to_owned(),
            message: match error.kind() {
                io::ErrorKind::UnexpectedEof => "it ended before it started".to_owned(),
                _ => error.to_string(),
            },
        };
        let mut waited = Vec::new();
        for (process, link) in locked(&self.links).iter_mut().enumerate() {
            if let Some(link) = link {
                link.send(&[]).map_err(|error| away(process, error))?;
                waited.push(process);
            }
        }
        while let Some(&process) = waited.last() {
            look()?;
            if Instant::now() > self.deadline {
                return Err(self.no_answer(process, "it is connected, but waits for others"));
            }
            self.remark("", |_, other| waited.contains(&other));
            let mut links = locked(&self.links);
            let Some(link) = &mut links[process] else { break };
            let short = link.stream.set_read_timeout(Some(PAUSE));
            match short.and_then(|()| link.stream.peek(&mut [0])) {
                Err(error) if is_pause(&error) => continue,
                Err(error) => return Err(away(process, error)),
                Ok(_) => {}
            }
            let read = link.stream.set_read_timeout(Some(TO_SAY));
            read.and_then(|()| link.receive(&mut Vec::new(), 0))
                .map_err(|error| away(process, error))?;
            waited.pop();
        }
        Ok(())
    }
}

fn is_pause(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}

/// Whether the other end has closed the connection.
fn is_closed(stream: &TcpStream) -> bool {
    let _ = stream.set_nonblocking(true);
    let peeked = stream.peek(&mut [0]);
    let _ = stream.set_nonblocking(false);
    match peeked {
        Ok(read) => read == 0,
        Err(error) => !is_pause(&error),
    }
}

fn open(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the name has no address");
    for found in address.to_socket_addrs()? {
        let found: SocketAddr = found;
        match TcpStream::connect_timeout(&found, Duration::from_secs(1)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends small messages at once, and notices a dead machine within a minute.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(TO_SAY))?;
    let socket = SockRef::from(stream);
    let alive = TcpKeepalive::new()
        .with_time(Duration::from_secs(15))
        .with_interval(Duration::from_secs(5));
    socket.set_tcp_keepalive(&alive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(Duration::from_secs(60)))?;
    Ok(())
}
