//! The connections of a process, which notice when the one at the other end goes away.
//!
//! When a process is lost, timely panics in one of its threads. Here the loss is recorded instead,
//! and the threads of the connection stop; the workers check the record and end the run.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::error::ClusterError;

/// The process that was lost first, if any.
#[derive(Debug, Default)]
pub(crate) struct Loss {
    first: Mutex<Option<(usize, String)>>,
    addresses: Vec<String>,
}

impl Loss {
    pub(crate) fn new(addresses: Vec<String>) -> Arc<Loss> {
        Arc::new(Loss { first: Mutex::default(), addresses })
    }

    pub(crate) fn note(&self, process: usize, message: impl Into<String>) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| (process, message.into()));
    }

    /// An error if a process was lost.
    pub(crate) fn check(&self) -> Result<(), ClusterError> {
        match &*self.first.lock().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some((process, message)) => {
                let address = self.addresses.get(*process).cloned().unwrap_or_default();
                Err(ClusterError::Lost { process: *process, address, message: message.clone() })
            }
        }
    }
}

/// A connection to another process.
pub(crate) struct Wire {
    stream: TcpStream,
    process: usize,
    loss: Arc<Loss>,
    /// How many zero bytes were read last: timely ends a connection with a head of zeros.
    zeros: usize,
}

/// The bytes of the head of a message of timely.
const HEAD: usize = 48;

impl Wire {
    pub(crate) fn new(stream: TcpStream, process: usize, loss: Arc<Loss>) -> Wire {
        Wire { stream, process, loss, zeros: 0 }
    }
}

impl Read for Wire {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let message = loop {
            match self.stream.read(into) {
                Ok(0) if self.zeros >= HEAD => return Ok(0),
                Ok(0) => break "its connection was closed".to_owned(),
                Ok(read) => {
                    let zeros = into[..read].iter().rev().take_while(|&&byte| byte == 0).count();
                    self.zeros = if zeros == read { self.zeros + read } else { zeros };
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break error.to_string(),
            }
        };
        self.loss.note(self.process, message);
        loop {
            std::thread::park();
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.loss.note(self.process, error.to_string());
                // Nobody will read it.
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Wire> {
        Ok(Wire::new(self.stream.try_clone()?, self.process, self.loss.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // If the other end is gone there is nothing to shut.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
