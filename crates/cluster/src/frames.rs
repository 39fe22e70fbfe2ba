//! The messages of timely as bytes: a header of six numbers, and the announced data.
//!
//! Timely trusts its connections: a wrong header causes a panic in one of its threads, or a wait
//! for bytes that never come. Here every header is checked before timely sees it.

use std::ops::Range;

/// The number of bytes of a header.
const HEAD: usize = 48;
/// Rounds use few channels.
const CHANNELS: u64 = 64;
/// Batches are much shorter.
const LONGEST: u64 = 1 << 30;

/// The state of the messages from one process.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    /// The workers of the sending process.
    sources: Range<u64>,
    /// The workers of this process.
    targets: Range<u64>,
    head: Vec<u8>,
    /// The number of remaining bytes of a message.
    rest: u64,
    ended: bool,
}

impl Frames {
    /// The messages between two processes with this number of workers each.
    pub(crate) fn new(from: usize, to: usize, threads: usize) -> Frames {
        let workers = |process: usize| (process * threads) as u64..((process + 1) * threads) as u64;
        Frames {
            sources: workers(from),
            targets: workers(to),
            head: Vec::new(),
            rest: 0,
            ended: false,
        }
    }

    /// Whether the last message has arrived.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Checks the next bytes. Returns false if timely would not send them.
    pub(crate) fn accept(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.ended {
                return false;
            }
            if self.rest > 0 {
                let taken =
                    usize::try_from(self.rest).map_or(bytes.len(), |rest| rest.min(bytes.len()));
                self.rest -= taken as u64;
                bytes = &bytes[taken..];
                continue;
            }
            let taken = (HEAD - self.head.len()).min(bytes.len());
            self.head.extend(&bytes[..taken]);
            bytes = &bytes[taken..];
            if self.head.len() == HEAD && !self.begin() {
                return false;
            }
        }
        true
    }

    /// Starts a message after a complete header.
    fn begin(&mut self) -> bool {
        let mut numbers = [0; 6];
        for (number, bytes) in numbers.iter_mut().zip(self.head.chunks_exact(8)) {
            *number = bytes.iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
        }
        self.head.clear();
        if numbers == [0; 6] {
            self.ended = true;
            return true;
        }
        let [channel, source, lower, upper, length, _] = numbers;
        self.rest = length;
        channel < CHANNELS
            && self.sources.contains(&source)
            && (self.targets.start..upper).contains(&lower)
            && upper <= self.targets.end
            && (1..=LONGEST).contains(&length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(numbers: [u64; 6]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
    }

    #[test]
    fn heads_are_checked_however_they_are_cut() {
        // From workers 2 and 3 to workers 4 and 5.
        let good = [head([1, 2, 4, 6, 8, 0]), vec![9; 8], head([0; 6])].concat();
        for cut in 1..good.len() {
            let mut frames = Frames::new(1, 2, 2);
            assert!(good.chunks(cut).all(|bytes| frames.accept(bytes)), "{cut}");
            assert!(frames.ended());
            assert!(!frames.accept(&[0]), "nothing comes after the end");
        }
        for wrong in [
            [64, 2, 4, 6, 8, 0],
            [1, 1, 4, 6, 8, 0],
            [1, 4, 4, 6, 8, 0],
            [1, 2, 3, 5, 8, 0],
            [1, 2, 4, 7, 8, 0],
            [1, 2, 5, 5, 8, 0],
            [1, 2, 6, 5, 8, 0],
            [1, 2, 4, 6, 0, 0],
            [1, 2, 4, 6, u64::MAX, 0],
            [u64::MAX; 6],
        ] {
            assert!(!Frames::new(1, 2, 2).accept(&head(wrong)), "{wrong:?}");
        }
    }
}
