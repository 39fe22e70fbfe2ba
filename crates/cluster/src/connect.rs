//! The processes of a cluster find one another: each takes connections from those after it and
//! connects to those before it.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use socket2::{SockRef, TcpKeepalive};
use upstar_core::Budget;

use crate::error::ClusterError;
use crate::hosts::Hosts;

/// The data that a process sends when it connects.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// The version of what goes over the connections.
    pub(crate) upstar: String,
    pub(crate) process: usize,
    pub(crate) processes: usize,
    pub(crate) threads: usize,
    /// What is to be computed.
    pub(crate) subject: String,
    /// Why the other one is refused; empty if it is not.
    #[serde(default)]
    pub(crate) refused: String,
}

const MAGIC: &[u8; 8] = b"upstar\0\x01";
/// Nobody has that much to say.
const LONGEST: u32 = 1 << 20;
/// How long somebody who has connected may take to say who it is.
const TO_SAY: Duration = Duration::from_secs(5);
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(30);

impl Hello {
    fn send(&self, stream: &mut TcpStream) -> io::Result<()> {
        let text = serde_json::to_vec(self).map_err(io::Error::other)?;
        let mut message = MAGIC.to_vec();
        message.extend((text.len() as u32).to_be_bytes());
        message.extend(text);
        stream.write_all(&message)
    }

    fn receive(stream: &mut TcpStream) -> io::Result<Hello> {
        let mut head = [0; 12];
        stream.read_exact(&mut head)?;
        let (magic, length) = head.split_at(8);
        let length = u32::from_be_bytes(length.try_into().expect("four bytes"));
        if magic != MAGIC || length > LONGEST {
            return Err(io::Error::other("its messages are not those of an upstar process"));
        }
        let mut text = vec![0; length as usize];
        stream.read_exact(&mut text)?;
        serde_json::from_slice(&text).map_err(io::Error::other)
    }

    /// Why `self` and `other` do not belong to one run, as said of `other`.
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

/// Takes connections at the address of a process.
pub(crate) fn listen(hosts: &Hosts, process: usize) -> Result<TcpListener, ClusterError> {
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

/// Connects this process, which is `hello.process`, to all others. `alive` says when it is in
/// vain to wait.
pub(crate) fn connect(
    hosts: &Hosts,
    hello: &Hello,
    listener: &TcpListener,
    patience: Duration,
    budget: &Budget,
    alive: &mut dyn FnMut() -> Result<(), ClusterError>,
) -> Result<Vec<Option<TcpStream>>, ClusterError> {
    let deadline = Instant::now() + patience;
    let process = hello.process;
    let sockets: Mutex<Vec<Option<TcpStream>>> =
        Mutex::new(hosts.addresses().iter().map(|_| None).collect());
    let stop = AtomicBool::new(false);
    let meeting = Meeting { hosts, hello, sockets: &sockets, deadline, patience, stop: &stop };
    std::thread::scope(|scope| {
        let taking = scope.spawn(|| meeting.take(listener));
        let mut connecting = || -> Result<(), ClusterError> {
            for other in 0..process {
                meeting.reach(other, &mut || Ok(budget.check()?))?;
            }
            while !taking.is_finished() {
                budget.check()?;
                alive()?;
                std::thread::sleep(PAUSE);
            }
            Ok(())
        };
        let connected = connecting();
        stop.store(true, Ordering::Relaxed);
        let taken = taking.join().map_err(|_| {
            ClusterError::Internal("the thread that takes connections failed".to_owned())
        })?;
        connected.and(taken)
    })?;
    Ok(sockets.into_inner().unwrap_or_default())
}

struct Meeting<'a> {
    hosts: &'a Hosts,
    hello: &'a Hello,
    sockets: &'a Mutex<Vec<Option<TcpStream>>>,
    deadline: Instant,
    patience: Duration,
    /// Somebody has failed.
    stop: &'a AtomicBool,
}

impl Meeting<'_> {
    fn put(&self, process: usize, stream: TcpStream) -> bool {
        let mut sockets = self.sockets.lock().expect("nothing panics under this lock");
        let free = sockets[process].is_none();
        if free {
            sockets[process] = Some(stream);
        }
        free
    }

    fn missing(&self) -> Option<usize> {
        let sockets = self.sockets.lock().expect("nothing panics under this lock");
        (self.hello.process + 1..sockets.len()).find(|&process| sockets[process].is_none())
    }

    fn no_answer(&self, process: usize, reason: &str) -> ClusterError {
        ClusterError::NoAnswer {
            process,
            address: self.hosts.address(process).to_owned(),
            seconds: self.patience.as_secs(),
            reason: if reason.is_empty() { String::new() } else { format!(": {reason}") },
        }
    }

    fn mismatch(&self, process: usize, message: String) -> ClusterError {
        let address = self.hosts.addresses().get(process).cloned().unwrap_or_default();
        ClusterError::Mismatch { process, address, message }
    }

    /// Takes the connections of all processes after this one.
    fn take(&self, listener: &TcpListener) -> Result<(), ClusterError> {
        let fail = |error: io::Error| ClusterError::Internal(error.to_string());
        listener.set_nonblocking(true).map_err(fail)?;
        while let Some(missing) = self.missing() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            if Instant::now() > self.deadline {
                return Err(self.no_answer(missing, ""));
            }
            match listener.accept() {
                Ok((stream, _)) => self.meet(stream)?,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    std::thread::sleep(PAUSE);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(fail(error)),
            }
        }
        Ok(())
    }

    /// Somebody has connected. Who is no process of ours is passed over.
    fn meet(&self, mut stream: TcpStream) -> Result<(), ClusterError> {
        let prepared = stream.set_nonblocking(false).and_then(|()| prepare(&stream));
        let Ok(other) = prepared.and_then(|()| Hello::receive(&mut stream)) else {
            return Ok(());
        };
        let ours = self.hello;
        let mut answer = ours.clone();
        let wrong = other.mismatch(ours);
        if let Some(message) = &wrong {
            answer.refused.clone_from(message);
        } else if other.process <= ours.process || other.process >= ours.processes {
            let process = other.process;
            answer.refused = format!("takes no process {process}; it has that number itself");
        }
        let Ok(copy) = stream.try_clone() else { return Ok(()) };
        let refused = !answer.refused.is_empty();
        if !refused && !self.put(other.process, copy) {
            answer.refused = format!("has a process {} already", other.process);
        }
        if answer.send(&mut stream).is_err() && answer.refused.is_empty() {
            let message = "disconnected during the handshake".to_owned();
            return Err(self.mismatch(other.process, message));
        }
        let _ = stream.set_read_timeout(None);
        match wrong {
            // Where they differ both end, each with words of its own.
            Some(_) => Err(self.mismatch(
                other.process,
                ours.mismatch(&other).unwrap_or_else(|| "does not belong here".to_owned()),
            )),
            None => Ok(()),
        }
    }

    /// Connects to a process before this one.
    fn reach(
        &self,
        process: usize,
        check: &mut dyn FnMut() -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        let address = self.hosts.address(process);
        let mut reason = String::new();
        loop {
            check()?;
            if Instant::now() > self.deadline {
                return Err(self.no_answer(process, &reason));
            }
            let greeted = open(address).and_then(|mut stream| {
                prepare(&stream)?;
                self.hello.send(&mut stream)?;
                Ok((Hello::receive(&mut stream)?, stream))
            });
            match greeted {
                Ok((other, stream)) => {
                    if !other.refused.is_empty() {
                        return Err(self.mismatch(process, other.refused));
                    }
                    if other.process != process {
                        let message = format!("says that it is process {}", other.process);
                        return Err(self.mismatch(process, message));
                    }
                    let _ = stream.set_read_timeout(None);
                    self.put(process, stream);
                    return Ok(());
                }
                Err(error) => reason = error.to_string(),
            }
            std::thread::sleep(PAUSE);
        }
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

/// Small messages go at once, and a machine that has gone dark is noticed within a minute.
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
