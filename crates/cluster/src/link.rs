//! The data of a connection: records, each with a code that only the two processes can make.
//!
//! Both ends send a random number, and derive a key for each direction from these numbers and the
//! secret. Codes are numbered, so that records can neither be forged nor repeated, and damage is
//! noticed before anything else reads the bytes. The length of a record has a code of its own, so
//! that no receiver waits for bytes announced by a damaged length. Without a secret the codes only
//! detect damage.
//!
//! Once all processes are connected, each sends empty records at intervals. They distinguish a
//! process that is stopped or unreachable from one that computes for hours.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::secret::{Secret, random};

const MAGIC: &[u8; 8] = b"upstar\0\x02";
const NONCE: usize = 32;
const TAG: usize = 16;
/// The length, and the start of its code.
const HEAD: usize = 4 + 8;
/// The largest number of bytes in a record.
pub(crate) const LONGEST: usize = 1 << 20;
/// The reply of the other end to a record with a wrong code.
const REFUSAL: [u8; HEAD] = [0xff; HEAD];
/// The interval between empty records.
const BEAT: Duration = Duration::from_secs(2);
/// A process that sends nothing for this long is lost.
pub(crate) const SILENCE: Duration = Duration::from_secs(10);

/// The records of one direction.
#[derive(Clone)]
struct Seal {
    key: Hmac<Sha256>,
    next: u64,
}

impl Seal {
    fn new(key: &[u8]) -> Seal {
        Seal { key: keyed(key), next: 0 }
    }

    /// The code of the next data.
    fn code(&mut self, payload: &[u8]) -> Hmac<Sha256> {
        let mut code = self.key.clone();
        code.update(&self.next.to_be_bytes());
        code.update(payload);
        self.next += 1;
        code
    }
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("keys may have any length")
}

/// The sending side. A lock keeps the records of two threads separate.
struct Sending {
    stream: TcpStream,
    seal: Seal,
    buffer: Vec<u8>,
    ended: bool,
}

impl Sending {
    fn send(&mut self, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).map_err(io::Error::other)?.to_be_bytes();
        self.buffer.clear();
        self.buffer.extend(length);
        self.buffer.extend(&self.seal.code(&length).finalize().into_bytes()[..HEAD - 4]);
        self.buffer.extend(payload);
        self.buffer.extend(&self.seal.code(payload).finalize().into_bytes()[..TAG]);
        self.stream.write_all(&self.buffer)
    }
}

fn locked(sending: &Mutex<Sending>) -> MutexGuard<'_, Sending> {
    sending.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection to another process.
pub(crate) struct Link {
    pub(crate) stream: TcpStream,
    sending: Arc<Mutex<Sending>>,
    theirs: Seal,
    /// The thread that sends empty records ends when all of these are gone.
    beat: Option<Sender<()>>,
}

fn invalid(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl Link {
    /// Exchanges random numbers with the other end; `connects` is whether this end has connected.
    pub(crate) fn agree(
        mut stream: TcpStream,
        secret: Option<&Secret>,
        connects: bool,
    ) -> io::Result<Link> {
        let mine = random().map_err(io::Error::other)?;
        stream.write_all(&[&MAGIC[..], &mine].concat())?;
        let mut head = [0; MAGIC.len() + NONCE];
        stream.read_exact(&mut head)?;
        let (magic, other) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(invalid("it does not greet as a process of this version of upstar"));
        }
        let (first, second) = if connects { (&mine[..], other) } else { (other, &mine[..]) };
        let mut session = keyed(secret.map_or(&[], Secret::bytes));
        session.update(MAGIC);
        session.update(first);
        session.update(second);
        let session = session.finalize().into_bytes();
        let seal = |direction: &[u8]| {
            let mut key = keyed(&session);
            key.update(direction);
            Seal::new(&key.finalize().into_bytes())
        };
        let (forth, back) = (seal(b"forth"), seal(b"back"));
        let (ours, theirs) = if connects { (forth, back) } else { (back, forth) };
        let copy = stream.try_clone()?;
        let sending = Sending { stream: copy, seal: ours, buffer: Vec::new(), ended: false };
        Ok(Link { stream, sending: Arc::new(Mutex::new(sending)), theirs, beat: None })
    }

    /// Starts sending empty records. From here on, waiting for the other end fails after
    /// [`SILENCE`].
    pub(crate) fn keep_alive(&mut self) -> io::Result<()> {
        self.stream.set_read_timeout(Some(SILENCE))?;
        let (beat, stopped) = channel();
        let sending = self.sending.clone();
        std::thread::Builder::new().name("upstar:beat".to_owned()).spawn(move || {
            while stopped.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                let mut sending = locked(&sending);
                if sending.ended || sending.send(&[]).is_err() {
                    break;
                }
            }
        })?;
        self.beat = Some(beat);
        Ok(())
    }

    /// Ends sending.
    pub(crate) fn end(&self) {
        let mut sending = locked(&self.sending);
        sending.ended = true;
        // If the other end is gone, shutting down fails.
        let _ = sending.stream.shutdown(Shutdown::Write);
    }

    /// Sends a record.
    pub(crate) fn send(&mut self, payload: &[u8]) -> io::Result<()> {
        locked(&self.sending).send(payload)
    }

    /// Reports that the code of a record is wrong.
    pub(crate) fn refuse(&mut self) -> io::Result<()> {
        self.stream.write_all(&REFUSAL)
    }

    /// Receives a record of at most `longest` bytes.
    pub(crate) fn receive(&mut self, payload: &mut Vec<u8>, longest: usize) -> io::Result<()> {
        let mut head = [0; HEAD];
        self.stream.read_exact(&mut head)?;
        if head == REFUSAL {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it has another secret"));
        }
        let damaged = |_| invalid("it sent damaged data");
        let (length, tag) = head.split_at(4);
        self.theirs.code(length).verify_truncated_left(tag).map_err(damaged)?;
        let length = length.iter().fold(0, |all, &byte| all << 8 | usize::from(byte));
        if length > longest {
            return Err(invalid("it sent damaged data"));
        }
        payload.resize(length, 0);
        self.stream.read_exact(payload)?;
        let mut tag = [0; TAG];
        self.stream.read_exact(&mut tag)?;
        self.theirs.code(payload).verify_truncated_left(&tag).map_err(damaged)
    }

    /// Stops sending empty records.
    #[cfg(test)]
    pub(crate) fn be_silent(&mut self) {
        self.beat = None;
    }

    /// A second handle of the connection. Only one of the two may receive.
    pub(crate) fn try_clone(&self) -> io::Result<Link> {
        Ok(Link {
            stream: self.stream.try_clone()?,
            sending: self.sending.clone(),
            theirs: self.theirs.clone(),
            beat: self.beat.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn pair(first: Option<&Secret>, second: Option<&Secret>) -> (Link, Link) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        std::thread::scope(|scope| {
            let one = scope.spawn(|| Link::agree(stream, first, true).unwrap());
            let other = Link::agree(listener.accept().unwrap().0, second, false).unwrap();
            (one.join().unwrap(), other)
        })
    }

    #[test]
    fn records_arrive_whole_or_not_at_all() {
        let secret = Secret::new("0123456789abcdef").unwrap();
        for secret in [None, Some(&secret)] {
            let (mut one, mut other) = pair(secret, secret);
            let mut found = Vec::new();
            for text in [&b""[..], b"a", &[7; 70_000]] {
                one.send(text).unwrap();
                other.receive(&mut found, LONGEST).unwrap();
                assert_eq!(found, text);
                other.send(text).unwrap();
                one.receive(&mut found, LONGEST).unwrap();
                assert_eq!(found, text);
            }
            // A repeated record has the code of another position.
            let before = locked(&one.sending).seal.clone();
            one.send(b"once").unwrap();
            locked(&one.sending).seal = before;
            one.send(b"once").unwrap();
            other.receive(&mut found, LONGEST).unwrap();
            assert_eq!(
                other.receive(&mut found, LONGEST).unwrap_err().to_string(),
                "it sent damaged data"
            );
        }
    }

    #[test]
    fn whoever_has_another_secret_can_send_nothing() {
        let secret = Secret::new("0123456789abcdef").unwrap();
        let (mut one, mut other) = pair(None, Some(&secret));
        one.send(b"hello").unwrap();
        assert!(other.receive(&mut Vec::new(), LONGEST).is_err());
        other.refuse().unwrap();
        let message = one.receive(&mut Vec::new(), LONGEST).unwrap_err().to_string();
        assert_eq!(message, "it has another secret");
    }

    #[test]
    fn nobody_can_send_back_what_one_sent() {
        let secret = Secret::new("0123456789abcdef").unwrap();
        let (mut one, mut other) = pair(Some(&secret), Some(&secret));
        locked(&one.sending).seal = locked(&other.sending).seal.clone();
        one.send(b"hello").unwrap();
        assert!(other.receive(&mut Vec::new(), LONGEST).is_err());
    }
}
