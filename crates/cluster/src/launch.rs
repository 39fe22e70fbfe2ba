//! Further processes of the same program on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::Result;
use crate::error::ClusterError;
use crate::hosts::Hosts;
use crate::secret::Secret;

/// The prefix of the line in which a started process reports its port.
const PORT: &str = "upstar-cluster port ";
/// The time that processes may take to end after the run has failed.
const TO_END: Duration = Duration::from_secs(5);

/// Processes that were started by this one. They are ended on drop.
pub(crate) struct Children {
    children: Vec<Started>,
}

struct Started {
    process: usize,
    child: Child,
    /// Its messages to the user.
    words: Option<JoinHandle<String>>,
    ended: Option<ExitStatus>,
}

impl Children {
    pub(crate) fn none() -> Children {
        Children { children: Vec::new() }
    }

    /// Starts processes 1 to `processes` - 1, and sends the secret and all addresses to them.
    pub(crate) fn start(
        processes: usize,
        patience: Duration,
        secret: &Secret,
        command: &mut dyn FnMut(usize) -> Command,
    ) -> Result<(Children, Hosts, TcpListener)> {
        let fail = |process| move |source| ClusterError::Launch { process, source };
        let listener = TcpListener::bind("127.0.0.1:0").map_err(fail(0))?;
        let mut addresses = vec![listener.local_addr().map_err(fail(0))?.to_string()];
        let mut all = Children::none();
        let mut ports = Vec::new();
        for process in 1..processes {
            let mut child = command(process)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .map_err(fail(process))?;
            let words = child.stderr.take().map(|mut stderr| {
                std::thread::spawn(move || {
                    let mut bytes = Vec::new();
                    let _ = stderr.read_to_end(&mut bytes);
                    String::from_utf8_lossy(&bytes).into_owned()
                })
            });
            ports.push(child.stdout.take().map(port_of));
            all.children.push(Started { process, child, words, ended: None });
        }
        let deadline = Instant::now() + patience;
        for (index, port) in ports.into_iter().enumerate() {
            let left = deadline.saturating_duration_since(Instant::now());
            match port.and_then(|port| port.recv_timeout(left).ok()) {
                Some(port) => addresses.push(format!("127.0.0.1:{port}")),
                None => return Err(all.failure(index, "it did not begin")),
            }
        }
        let hosts = Hosts::of(addresses);
        let secret = String::from_utf8_lossy(secret.bytes());
        let list = format!("{secret}\n{}\n", hosts.addresses().join("\n"));
        for index in 0..all.children.len() {
            let stdin = all.children[index].child.stdin.take();
            let told = stdin.map(|mut stdin| stdin.write_all(list.as_bytes()));
            if !matches!(told, Some(Ok(()))) {
                return Err(all.failure(index, "it ended before it started"));
            }
        }
        Ok((all, hosts, listener))
    }

    /// An error if a process has ended.
    pub(crate) fn check(&mut self) -> Result {
        for index in 0..self.children.len() {
            if matches!(self.children[index].child.try_wait(), Ok(Some(_))) {
                return Err(self.failure(index, "it ended before it started"));
            }
        }
        Ok(())
    }

    fn failure(&mut self, index: usize, otherwise: &str) -> ClusterError {
        let process = self.children[index].process;
        let message = self.last_words(index).unwrap_or_else(|| otherwise.to_owned());
        ClusterError::Elsewhere { process, message }
    }

    /// How a process ended: its last message, or the system's description. `None` if it is still
    /// running.
    fn last_words(&mut self, index: usize) -> Option<String> {
        let started = &mut self.children[index];
        let deadline = Instant::now() + Duration::from_secs(2);
        while started.ended.is_none() && Instant::now() < deadline {
            started.ended = started.child.try_wait().ok()?;
            std::thread::sleep(Duration::from_millis(5));
        }
        let status = started.ended?;
        let words = started.words.take().and_then(|words| words.join().ok()).unwrap_or_default();
        let words = words.trim().trim_start_matches("upstar: ").trim_start_matches("error: ");
        Some(if words.is_empty() { format!("it ended with {status}") } else { words.to_owned() })
    }

    /// Waits for the processes to end, and adds what is known about the failed one to an error.
    pub(crate) fn end<T>(&mut self, result: Result<T>) -> Result<T> {
        let mut result = result;
        let deadline = result.is_err().then(|| Instant::now() + TO_END);
        if let Err(ClusterError::Lost { process, message, .. }) = &mut result
            && let Some(index) = self.children.iter().position(|child| child.process == *process)
            && let Some(words) = self.last_words(index)
        {
            *message = words;
        }
        for started in &mut self.children {
            while started.ended.is_none() && deadline.is_none_or(|end| Instant::now() < end) {
                started.ended = started.child.try_wait().ok().flatten();
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        self.children.clear();
        result
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if self.ended.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The port that a process reports on its output, when it does.
fn port_of(output: impl Read + Send + 'static) -> Receiver<u16> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut lines = BufReader::new(output).lines();
        if let Some(Ok(line)) = lines.next()
            && let Some(port) = line.strip_prefix(PORT).and_then(|port| port.parse().ok())
        {
            let _ = sender.send(port);
        }
        for line in lines {
            if line.is_err() {
                break;
            }
        }
    });
    receiver
}

/// In a started process: reports its port, and receives the secret and all addresses.
pub(crate) fn meet_starter(process: usize) -> Result<(Hosts, TcpListener, Secret)> {
    let fail = |source| ClusterError::Launch { process, source };
    let listener = TcpListener::bind("127.0.0.1:0").map_err(fail)?;
    let port = listener.local_addr().map_err(fail)?.port();
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{PORT}{port}").and_then(|()| stdout.flush()).map_err(fail)?;
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(fail)?;
    let (secret, list) = text.split_once('\n').unwrap_or_default();
    Ok((Hosts::parse("the list of processes", list)?, listener, Secret::new(secret)?))
}
