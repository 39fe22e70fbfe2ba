//! Batches of words that workers send each other.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// Words of one kind for one worker. Progress tracking counts a batch as one record, so its
/// contents cost only their bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Batch {
    /// The receiving worker.
    pub(crate) to: u32,
    /// The sending worker.
    pub(crate) from: u32,
    /// The meaning of the words, defined by the job that sends them.
    pub(crate) kind: u32,
    pub(crate) words: Vec<u32>,
}

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        1
    }
}

/// The receiver of an incomplete batch: there is no such worker.
const DAMAGED: u32 = u32::MAX;

/// The number of words that are turned into bytes at a time.
const BLOCK: usize = 1024;

impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Self {
        let mut words = bytes.chunks_exact(4).map(|word| {
            let mut bytes = [0; 4];
            bytes.copy_from_slice(word);
            u32::from_le_bytes(bytes)
        });
        let mut head = [DAMAGED; 4];
        head.iter_mut().zip(&mut words).for_each(|(place, word)| *place = word);
        let [to, from, kind, length] = head;
        let words: Vec<u32> = words.take(length as usize).collect();
        let to = if words.len() == length as usize { to } else { DAMAGED };
        Batch { to, from, kind, words }
    }

    fn length_in_bytes(&self) -> usize {
        // A multiple of eight, as the surrounding messages expect.
        16 + (4 * self.words.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let mut write = |words: &[u32]| {
            let mut bytes = [0; 4 * BLOCK];
            for (bytes, word) in bytes.chunks_exact_mut(4).zip(words) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            writer.write_all(&bytes[..4 * words.len()]).expect("there is room for the batch");
        };
        let length = u32::try_from(self.words.len()).expect("batches are short");
        write(&[self.to, self.from, self.kind, length]);
        self.words.chunks(BLOCK).for_each(&mut write);
        if self.words.len() % 2 == 1 {
            write(&[0]);
        }
    }
}

/// Routes each batch to its receiver.
pub(crate) struct ToOne;

impl Distributor<Batch> for ToOne {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = batch.to as usize;
        Message::push_at(batch, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

/// The two words of 64 bits, the lower first.
pub(crate) fn halves(long: u64) -> [u32; 2] {
    [long as u32, (long >> 32) as u32]
}

/// The 64 bits of two words, the lower first.
pub(crate) fn joined(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_go_through_bytes() {
        for length in [0, 1, 2, 3, 1023, 1024, 1025, 5000] {
            let words = (0..length).map(|i: u32| i.wrapping_mul(2_654_435_761)).collect();
            let batch = Batch { to: 3, from: 1, kind: 9, words };
            let mut bytes = Vec::new();
            batch.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), batch.length_in_bytes());
            let mut all = timely::bytes::arc::BytesMut::from(bytes);
            let length = batch.length_in_bytes();
            let bytes = all.extract_to(length);
            assert_eq!(Batch::from_bytes(bytes.clone()), batch);
            // An incomplete batch has no receiver.
            for cut in [0, 3, 15, length.saturating_sub(8)] {
                let found = Batch::from_bytes(bytes.clone().extract_to(cut));
                assert!(cut >= 16 || found.to == DAMAGED);
                assert!(found == batch || found.to == DAMAGED);
            }
        }
        let long = 0x0123_4567_89ab_cdef;
        let [low, high] = halves(long);
        assert_eq!((low, joined(low, high)), (0x89ab_cdef, long));
    }
}
