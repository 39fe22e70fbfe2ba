//! The fast engine: rare and common values in blocks, by vector instructions, in two stages
//! that run on two threads.

mod candidates;
mod certain;
mod greedy;
pub(crate) mod planes;
mod sets;
mod snapshot;
mod verify;

use crate::class::{Class, Moves, Rares};
use crate::error::HeapsError;
use crate::kernels::{Cell, Kernel};
use crate::rule::Sink;

use candidates::Candidates;
use certain::Certain;
pub use snapshot::Snapshot;
use verify::{SMALL, Verifier};

/// The fewest values from which the engine can begin.
pub(crate) const LEAST: u64 = 8192;
const LARGEST_CHUNK: u64 = 1 << 16;
/// Values handed out at once while two threads are at work.
const PIECE: usize = 1 << 14;
/// Chunks that may wait for the second stage.
const QUEUE: usize = 4;
/// How far the first stage may be ahead of the second: by those chunks, and the one at work in
/// either stage.
const AHEAD: u64 = (QUEUE as u64 + 2) * LARGEST_CHUNK;
const SMALLEST_CHUNK: u64 = 2048;
/// The smallest chunk after a rare heap: where they are frequent, the next one is near.
const AFTER_RARE: u64 = 16;

/// The engine with cells of one size.
#[derive(Debug)]
struct Stages<T> {
    candidates: Candidates<T>,
    verifier: Verifier<T>,
    /// All heaps below this are certain.
    certain: u64,
    chunk: u64,
}

#[derive(Debug)]
enum Cells {
    Bytes(Box<Stages<u8>>),
    Words(Box<Stages<u16>>),
}

/// The same work with the stages of either size.
macro_rules! with_stages {
    ($cells:expr, $stages:ident => $work:expr) => {
        match $cells {
            Cells::Bytes($stages) => $work,
            Cells::Words($stages) => $work,
        }
    };
}
use with_stages;

/// Data about a run that the theorem on returning windows needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasting {
    /// From here on no heap is rare, and every rare value below a heap's own had a split with a
    /// small heap.
    pub(crate) from: u64,
    /// Values that decide what comes next, and the largest of those small heaps before them.
    pub(crate) window: u64,
    pub(crate) class: Class,
}

/// The fast engine, at some heap.
#[derive(Debug)]
pub(crate) struct Fast {
    moves: Moves,
    kernel: Kernel,
    certain: Certain,
    cells: Cells,
}

/// The results of one round.
struct Round {
    /// The heaps `from..to` have become certain.
    from: u64,
    to: u64,
}

impl Fast {
    /// The engine, continuing from `values` (the heaps from 0 on, at least `LEAST`).
    pub(crate) fn new(moves: &Moves, class: Class, kernel: Kernel, values: &[u32]) -> Fast {
        let rares = Rares::of(class, values);
        let largest = values.iter().copied().max().unwrap_or(0);
        let most = values.iter().map(|&value| class.compress(value)).max().unwrap_or(0);
        let cells = if most <= u8::LARGEST {
            Cells::Bytes(Box::new(Stages::new(moves, kernel, &rares, values, values, 0)))
        } else {
            Cells::Words(Box::new(Stages::new(moves, kernel, &rares, values, values, 0)))
        };
        Fast { moves: moves.clone(), kernel, certain: Certain::new(rares, largest), cells }
    }

    /// Keeps about that many bytes of values at most, from now on; as many as it likes if there is
    /// no bound. Those that the kernel reaches are always kept.
    pub(crate) fn keep_within(&mut self, bytes: Option<u64>) {
        self.certain.keep_within(bytes);
    }

    /// The rare heaps.
    pub(crate) fn rares(&self) -> &Rares {
        &self.certain.rares
    }

    /// Makes the next heaps certain, some tens of thousands and not many beyond `to`, and
    /// leaves their values in `out`. Returns the first heap of these.
    pub(crate) fn round(&mut self, to: u64, out: &mut Vec<u32>) -> Result<u64, HeapsError> {
        let class = self.certain.rares.class;
        let certain = &mut self.certain;
        let done = with_stages!(&mut self.cells, stages => stages.round(certain, to)?);
        match done {
            Some(done) => {
                self.emit(class, &done, out);
                Ok(done.from)
            }
            None => {
                self.widen()?;
                Ok(self.next_uncertain())
            }
        }
    }

    /// Whether there is enough to do up to heap `to` for more than one thread, and nothing left
    /// that was not decided the last time.
    pub(crate) fn is_long(&self, to: u64) -> bool {
        let (chunk, next) =
            with_stages!(&self.cells, stages => (stages.chunk, stages.verifier.next()));
        to.saturating_sub(next) > 2 * QUEUE as u64 * chunk && self.next_uncertain() == next
    }

    /// Makes heaps certain up to heap `to`, the first stage on a thread of its own, and hands
    /// their values to `sink`: the first heap, and the values from there on. Ends early where a
    /// heap is found to be rare; those that `sink` has not got then are left in `out`, as they are
    /// if `sink` fails.
    pub(crate) fn stream(
        &mut self,
        to: u64,
        threads: usize,
        out: &mut Vec<u32>,
        sink: &mut Sink<'_>,
    ) -> Result<(), HeapsError> {
        let class = self.certain.rares.class;
        self.set_expanded(class);
        let certain = &mut self.certain;
        let done = with_stages!(&mut self.cells, stages => {
            stages.stream(certain, to, threads, out, sink)?
        });
        if let Some(done) = done {
            self.emit(class, &done, out);
        }
        Ok(())
    }

    /// Leaves the values of a round in `out`. The class was `class` when the tables of values
    /// were looked at last.
    fn emit(&mut self, class: Class, done: &Round, out: &mut Vec<u32>) {
        self.set_expanded(class);
        with_stages!(&self.cells, stages => {
            self.certain.expand(&stages.verifier, done, out)
        })
    }

    /// Makes the tables of values, if there are none or the class was another one.
    fn set_expanded(&mut self, class: Class) {
        let most = match &self.cells {
            Cells::Bytes(_) => u8::LARGEST,
            Cells::Words(_) => u16::LARGEST,
        };
        self.certain.set_expanded(class, most);
    }

    /// From where on no heap is rare and all rare values are splits with a small heap, and how
    /// many values decide the next one if such splits are to last.
    pub(crate) fn lasting(&self) -> Lasting {
        let reach = with_stages!(&self.cells, stages => stages.candidates.reach());
        let searched = self.searched();
        let last = self.moves.last() as u64;
        let rare = self.certain.rares.heaps.last().map_or(0, |rare| rare.0);
        Lasting {
            from: searched.max(rare + 1),
            window: reach.max(rare + last) + SMALL + last,
            class: self.certain.rares.class,
        }
    }

    /// The heap after the last one whose rare values were not all found with a small heap.
    fn searched(&self) -> u64 {
        with_stages!(&self.cells, stages => stages.verifier.searched())
    }

    /// The largest smaller heap of a split that was the only one found for a rare value, if that
    /// was not small.
    fn farthest(&self) -> u64 {
        with_stages!(&self.cells, stages => stages.verifier.farthest())
    }

    /// How many values of the first heaps would let it go on where it has forgotten what it
    /// needs.
    pub(crate) fn longer_head(&self) -> Option<usize> {
        with_stages!(&self.cells, stages => stages.verifier.longer_head())
    }

    /// Takes the values of the heaps from 0 on.
    pub(crate) fn lengthen_head(&mut self, values: &[u32]) {
        let class = self.certain.rares.class;
        with_stages!(&mut self.cells, stages => stages.verifier.lengthen_head(cells(class, values)))
    }

    /// All heaps below this are certain.
    pub(crate) fn next_uncertain(&self) -> u64 {
        with_stages!(&self.cells, stages => stages.certain)
    }

    /// The length of the kernel, and for how many heaps the candidates were not enough.
    pub(crate) fn effort(&self) -> (usize, u64) {
        with_stages!(&self.cells, s => (s.candidates.kernel_size(), s.candidates.misses))
    }

    /// The values no longer fit into bytes: begins again with words.
    fn widen(&mut self) -> Result<(), HeapsError> {
        let Cells::Bytes(stages) = &self.cells else {
            return Err(HeapsError::Engine {
                engine: "fast",
                code: String::new(),
                reason: "its values are above 65535".to_owned(),
            });
        };
        let (head, tail) = stages.ends(&self.certain.rares, u64::MAX);
        let base = stages.certain - tail.len() as u64;
        self.certain.expanded = [vec![], vec![]];
        let stages = Stages::new(&self.moves, self.kernel, &self.certain.rares, &head, &tail, base);
        self.cells = Cells::Words(Box::new(stages));
        Ok(())
    }
}

impl<T: Cell> Stages<T> {
    /// The stages after `tail`, the values of the heaps from `base` on; `head` are those of the
    /// first heaps.
    fn new(
        moves: &Moves,
        kernel: Kernel,
        rares: &Rares,
        head: &[u32],
        tail: &[u32],
        base: u64,
    ) -> Self {
        let history = cells(rares.class, tail);
        Stages {
            candidates: Candidates::new(moves, kernel, rares, history.clone(), base),
            verifier: Verifier::new(moves, kernel, rares, cells(rares.class, head), history, base),
            certain: base + tail.len() as u64,
            chunk: SMALLEST_CHUNK,
        }
    }

    /// One round, in this thread. `None` if a value did not fit into the cells and all before it
    /// are certain.
    fn round(&mut self, known: &mut Certain, to: u64) -> Result<Option<Round>, HeapsError> {
        let next = self.verifier.next();
        // What was not decided the last time comes first, alone: the second stage's planes reach
        // no further back.
        if self.certain == next {
            forget(&mut self.verifier, self.candidates.reach(), known.most_bytes);
            if self.candidates.next() == next {
                let end = (next + self.chunk).min(to.max(next) + 1);
                let overflow = self.candidates.compute(end).is_err();
                if overflow && self.candidates.next() == next {
                    return Ok(None);
                }
            }
            // The first stage may be far ahead.
            let ahead = self.candidates.since(next);
            let pending = ahead[..ahead.len().min(LARGEST_CHUNK as usize)].to_vec();
            self.verifier.append(&pending);
        }
        let (from, to) = (self.certain, self.verifier.next());
        match self.verifier.verify(from, to, 1)? {
            Some(event) => self.restart(known, event).map(Some),
            None => {
                self.chunk = (2 * self.chunk).min(LARGEST_CHUNK);
                self.certain = to;
                known.meet(&self.verifier, from, to);
                Ok(Some(Round { from, to }))
            }
        }
    }

    /// Rounds up to heap `to`, the first stage on a thread of its own, up to some chunks ahead,
    /// `threads - 1` threads for the second. Returns the last round if it ends with a rare heap.
    fn stream(
        &mut self,
        known: &mut Certain,
        to: u64,
        threads: usize,
        out: &mut Vec<u32>,
        sink: &mut Sink<'_>,
    ) -> Result<Option<Round>, HeapsError> {
        let Stages { candidates, verifier, certain, chunk } = self;
        let reach = candidates.reach();
        let (first, now) = (verifier.next(), *chunk);
        let (sender, receiver) = std::sync::mpsc::sync_channel::<Vec<T>>(QUEUE);
        let event = std::thread::scope(|scope| {
            let ahead = scope.spawn(move || {
                let (mut from, mut chunk) = (first, now);
                while from <= to {
                    // A value that does not fit is met again by the next round.
                    let overflow = candidates.compute((from + chunk).min(to + 1)).is_err();
                    chunk = (2 * chunk).min(LARGEST_CHUNK);
                    // It may have been ahead of the second stage.
                    let values = candidates.since(from).chunks(LARGEST_CHUNK as usize);
                    let sent = values.map(<[T]>::to_vec).try_for_each(|v| sender.send(v));
                    from = candidates.next();
                    if sent.is_err() || overflow {
                        break;
                    }
                }
            });
            let mut segment = Vec::new();
            let mut event = Ok(None);
            for values in &receiver {
                forget(verifier, reach, known.most_bytes);
                verifier.append(&values);
                let (from, end) = (*certain, verifier.next());
                event = verifier.verify(from, end, threads - 1);
                if !matches!(event, Ok(None)) {
                    break;
                }
                *certain = end;
                *chunk = (2 * *chunk).min(LARGEST_CHUNK);
                known.meet(verifier, from, end);
                // In pieces that stay in the cache.
                for from in (from..end).step_by(PIECE) {
                    let round = Round { from, to: end.min(from + PIECE as u64) };
                    known.expand(verifier, &round, &mut segment);
                    event = sink(from, &segment).map(|()| None);
                    if event.is_err() {
                        let rest = Round { from: round.to, to: end };
                        known.expand(verifier, &rest, out);
                        break;
                    }
                }
                if event.is_err() {
                    break;
                }
            }
            drop(receiver);
            if let Err(panic) = ahead.join() {
                std::panic::resume_unwind(panic);
            }
            event
        })?;
        event.map(|event| self.restart(known, event)).transpose()
    }

    /// Begins again after a heap whose candidate was wrong.
    fn restart(
        &mut self,
        known: &mut Certain,
        (heap, value): (u64, u32),
    ) -> Result<Round, HeapsError> {
        let from = self.certain;
        known.meet(&self.verifier, from, heap);
        let Certain { rares, largest, .. } = known;
        if !rares.absorb(value, *largest) {
            rares.add(heap, value);
        }
        *largest = (*largest).max(value);
        let cell = T::cell(rares.class.compress(value));
        self.verifier.restart(heap, cell, rares);
        self.candidates.restart(heap, cell, rares, self.verifier.all());
        self.candidates.reaches(heap)?;
        self.certain = heap + 1;
        self.chunk = (self.chunk / 4).max(AFTER_RARE);
        Ok(Round { from, to: heap + 1 })
    }
}

/// The values as cells.
fn cells<T: Cell>(class: Class, values: &[u32]) -> Vec<T> {
    values.iter().map(|&value| T::cell(class.compress(value))).collect()
}

/// Drops the oldest values if there are too many, when the first stage reaches so far back.
fn forget<T: Cell>(verifier: &mut Verifier<T>, reach: u64, most_bytes: u64) {
    if verifier.bytes() > most_bytes {
        let keep = reach as usize + (1 << 18);
        verifier.forget(keep.max((most_bytes / 2) as usize / size_of::<T>()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KernelChoice;
    use crate::{Code, EngineChoice, Sequence, Settings};
    use upstar_core::Budget;

    /// With room for a few hundred thousand values the same values come out, and no more are
    /// kept, in rounds and with a thread for each stage.
    #[test]
    fn old_values_are_dropped() {
        let code: Code = "0.106".parse().unwrap();
        let dense = Settings { engine: EngineChoice::Dense, ..Settings::default() };
        let first =
            Sequence::new(&code, dense).unwrap().collect(LEAST - 1, &Budget::unlimited()).unwrap();
        let moves = Moves::of(&code).unwrap();
        let class = Class::choose(&moves, &first).unwrap().0;
        let kernel = Kernel::new(KernelChoice::Auto).unwrap();
        let to = 2_000_000;
        let whole = Sequence::new(&code, Settings::default())
            .unwrap()
            .collect(to, &Budget::unlimited())
            .unwrap();
        for threads in [1, 2] {
            let mut bounded = Fast::new(&moves, class, kernel, &first);
            bounded.certain.most_bytes = 500_000;
            let mut values = first.clone();
            while (values.len() as u64) <= to {
                let mut segment = vec![];
                if threads == 1 {
                    bounded.round(to, &mut segment).unwrap();
                } else {
                    let mut sink = |_, segment: &[u32]| {
                        values.extend_from_slice(segment);
                        Ok(())
                    };
                    bounded.stream(to, threads, &mut segment, &mut sink).unwrap();
                }
                values.append(&mut segment);
            }
            let Cells::Bytes(stages) = &bounded.cells else { panic!("words") };
            assert!(stages.verifier.all().is_none(), "nothing was dropped");
            assert!(stages.verifier.bytes() < 1_000_000, "{}", stages.verifier.bytes());
            assert!(values[..=to as usize] == whole, "{threads}");
        }
    }

    /// With sets of values, as the definitions have them, the same values come out as from bit
    /// planes: with rare values met on the way, with two digits that split, with the parity of the
    /// heap, and with values that leave the bytes.
    #[test]
    fn sets_and_planes_agree() {
        for (text, to) in [
            ("0.6", 30_000),
            ("4!.0", 30_000),
            ("0.376", 24_000),
            ("0.106", 12_000),
            ("0.344", 14_000),
            ("0.74", 14_000),
            ("0.007", 8_500),
        ] {
            let code: Code = text.parse().unwrap();
            let budget = Budget::unlimited();
            let dense = Settings { engine: EngineChoice::Dense, ..Settings::default() };
            let values = Sequence::new(&code, dense).unwrap().collect(to, &budget).unwrap();
            let first = &values[..LEAST as usize];
            let moves = Moves::of(&code).unwrap();
            let class = Class::choose(&moves, first).unwrap().0;
            for kernel in [Kernel::plain_sets(), Kernel::new(KernelChoice::Portable).unwrap()] {
                let mut engine = Fast::new(&moves, class, kernel, first);
                let mut found = first.to_vec();
                while found.len() as u64 <= to {
                    let mut segment = vec![];
                    engine.round(to, &mut segment).unwrap();
                    found.append(&mut segment);
                }
                assert!(found[..=to as usize] == values, "{text}, {}", kernel.name());
            }
        }
    }
}
