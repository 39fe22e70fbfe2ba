//! The connections of a process, which notice when the process at the other end goes away.
//!
//! When a process is lost, timely panics in one of its threads. Here the loss is recorded instead,
//! and the threads of the connection stop. The workers check the record and end the run. A process
//! that sends nothing any more counts as lost too.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::Result;
use crate::error::ClusterError;
use crate::frames::Frames;
use crate::graph::Watch;
use crate::link::{LONGEST, Link, SILENCE};

/// The known state of the other processes, with the first lost one, if any.
#[derive(Debug)]
pub(crate) struct Loss {
    first: Mutex<Option<(usize, String)>>,
    /// The process that ended first, and when.
    ended: Mutex<Option<(usize, Instant)>>,
    /// For each process, whether anything has arrived from it.
    heard: Vec<AtomicBool>,
    addresses: Vec<String>,
    /// The connections, which are closed after a loss so that the other processes end too.
    streams: Mutex<Vec<TcpStream>>,
    notice: Option<Watch>,
}

impl Loss {
    /// The record without losses for process `own` among these.
    pub(crate) fn new(own: usize, addresses: Vec<String>, notice: Option<Watch>) -> Arc<Loss> {
        let heard = (0..addresses.len()).map(|process| AtomicBool::new(process == own)).collect();
        Arc::new(Loss {
            first: Mutex::default(),
            ended: Mutex::default(),
            heard,
            addresses,
            streams: Mutex::default(),
            notice,
        })
    }

    pub(crate) fn note(&self, process: usize, message: impl Into<String>) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| (process, message.into()));
        drop(first);
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        for stream in streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// An error if a process was lost.
    pub(crate) fn check(&self) -> Result {
        let Some((process, message)) =
            self.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
        else {
            return Ok(());
        };
        Err(match self.addresses.get(process) {
            Some(address) => ClusterError::Lost { process, address: address.clone(), message },
            None => ClusterError::Internal(message),
        })
    }

    /// As [`check`](Loss::check), but while every process is needed: none may have ended.
    pub(crate) fn check_all(&self) -> Result {
        let ended = *self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((process, _)) = ended {
            self.note(process, "it ended before the run did");
        }
        self.check()
    }

    /// As [`check`](Loss::check), but at the end of the run, when the others may just have ended.
    pub(crate) fn check_end(&self) -> Result {
        let ended = *self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        match ended {
            Some((_, when)) if when.elapsed() > SILENCE => self.check_all(),
            _ => self.check(),
        }
    }

    /// Reports the processes from which nothing has arrived.
    pub(crate) fn remark(&self) {
        let silent = self.heard.iter().zip(&self.addresses).enumerate();
        let silent: Vec<String> = silent
            .filter(|(_, (heard, _))| !heard.load(Ordering::Relaxed))
            .map(|(process, (_, address))| format!("process {process} ({address})"))
            .collect();
        if let (Some(notice), false) = (&self.notice, silent.is_empty()) {
            notice.say(&format!("nothing has come from {} yet", silent.join(", ")));
        }
    }
}

/// A connection to another process.
pub(crate) struct Wire {
    link: Link,
    process: usize,
    loss: Arc<Loss>,
    frames: Frames,
    /// A record, and the number `read` of its bytes that were read.
    record: Vec<u8>,
    read: usize,
}

impl Wire {
    /// The connection to `process`, whose messages `frames` checks.
    pub(crate) fn new(link: Link, process: usize, frames: Frames, loss: Arc<Loss>) -> Wire {
        if let Ok(copy) = link.stream.try_clone() {
            loss.streams.lock().unwrap_or_else(PoisonError::into_inner).push(copy);
        }
        Wire { link, process, loss, frames, record: Vec::new(), read: 0 }
    }

    /// Receives bytes that timely can read, or none at the end.
    fn receive(&mut self) -> Result<(), String> {
        self.read = 0;
        self.record.clear();
        if self.frames.ended() {
            return self.receive_end();
        }
        while self.record.is_empty() {
            self.link.receive(&mut self.record, LONGEST).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                    "its connection was closed".to_owned()
                }
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                    format!("nothing has come from it for {} seconds", SILENCE.as_secs())
                }
                _ => error.to_string(),
            })?;
        }
        self.loss.heard[self.process].store(true, Ordering::Relaxed);
        if !self.frames.accept(&self.record) {
            return Err("it sent a damaged message".to_owned());
        }
        if self.frames.ended() {
            let mut ended = self.loss.ended.lock().unwrap_or_else(PoisonError::into_inner);
            ended.get_or_insert((self.process, Instant::now()));
        }
        Ok(())
    }
}

impl Wire {
    /// After the last message only empty records that were in transit may come.
    fn receive_end(&mut self) -> Result<(), String> {
        loop {
            let received = self.link.receive(&mut self.record, LONGEST);
            let empty = self.record.is_empty();
            self.record.clear();
            match received {
                Ok(()) if empty => {}
                Err(error) if error.kind() != io::ErrorKind::InvalidData => return Ok(()),
                _ => return Err("it sent data after the end".to_owned()),
            }
        }
    }
}

impl Read for Wire {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.read == self.record.len()
            && let Err(message) = self.receive()
        {
            self.loss.note(self.process, message);
            loop {
                std::thread::park();
            }
        }
        let read = (&self.record[self.read..]).read(into)?;
        self.read += read;
        Ok(read)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(LONGEST)];
        if let Err(error) = self.link.send(bytes) {
            // Nobody will read these bytes.
            self.loss.note(self.process, error.to_string());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Wire> {
        Ok(Wire {
            link: self.link.try_clone()?,
            process: self.process,
            loss: self.loss.clone(),
            frames: self.frames.clone(),
            record: Vec::new(),
            read: 0,
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.link.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        // Timely ends sending after the last message.
        self.link.end();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::{Cluster, Membership};
    use crate::hosts::Hosts;
    use std::net::TcpListener;
    use std::time::Duration;
    use upstar_core::Budget;
    use upstar_graphs::generate::Random;

    /// The end of the run of process 0 if process 1 sends these bytes instead of its messages.
    fn end_of_run(bytes: &[u8]) -> String {
        end_of_run_with(|mut link| {
            let _ = link.send(bytes);
            // Waits until the bytes are read before the end of the connection is noticed.
            std::thread::sleep(Duration::from_millis(100));
            None
        })
    }

    /// The same if process 1 uses its connection in this way. A returned connection stays open
    /// until the end of the run.
    fn end_of_run_with(other: impl FnOnce(Link) -> Option<Link>) -> String {
        let free = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let free = free.map(|listener| listener.local_addr().unwrap().to_string());
        let (hosts, membership) = (Hosts::of(free.to_vec()), Membership::new("a test"));
        let budget = Budget::unlimited();
        let join = |process| Cluster::join(&hosts, process, &membership, &budget).unwrap();
        let result = std::thread::scope(|scope| {
            let whole = scope.spawn(|| {
                join(0).run(&budget, |rounds| rounds.finish(&[1], &mut |_| Ok(())).map(|_| ()))
            });
            let link = other(join(1).links[0].take().unwrap());
            let result = whole.join().unwrap();
            drop(link);
            result
        });
        result.unwrap_err().to_string()
    }

    fn head(numbers: [u64; 6]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
    }

    #[test]
    fn what_timely_would_not_survive_ends_the_run() {
        let message = end_of_run(&[0; 48]);
        assert!(message.ends_with("was lost: it ended before the run did"), "{message}");
        for wrong in [[0, 1, 0, 1, u64::MAX, 0], [0, 1, 0, 9, 8, 0], [9999, 1, 0, 1, 8, 0]] {
            let message = end_of_run(&head(wrong));
            assert!(message.ends_with("was lost: it sent a damaged message"), "{message}");
        }
        let message = end_of_run(&[&head([0; 6])[..], b"more"].concat());
        assert!(message.ends_with("was lost: it sent a damaged message"), "{message}");
        let message = end_of_run(&[]);
        assert!(message.ends_with("was lost: its connection was closed"), "{message}");
    }

    #[test]
    fn a_silent_process_ends_the_run() {
        let message = end_of_run_with(|mut link| {
            link.be_silent();
            Some(link)
        });
        assert!(message.starts_with("process 1 (127.0.0.1:"), "{message}");
        let reason = "was lost: nothing has come from it for 10 seconds";
        assert!(message.ends_with(reason), "{message}");
    }

    #[test]
    fn whatever_a_process_sends_the_run_ends() {
        let mut random = Random::new(11);
        for _ in 0..40 {
            let length = u64::from(8 * (1 + random.below(20)));
            let mut bytes = head([u64::from(random.below(4)), 1, 0, 1, length, 0]);
            bytes.extend(
                (0..length).map(|_| random.below(256) as u8 * u8::from(random.percent(50))),
            );
            if random.percent(30) {
                let place = random.below(bytes.len() as u32) as usize;
                bytes[place] = random.below(256) as u8;
            }
            assert!(!end_of_run(&bytes).contains("poisoned"));
        }
    }
}
