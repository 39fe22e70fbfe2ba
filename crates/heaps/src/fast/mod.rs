//! The fast engine: rare and common values in blocks, by vector instructions, in two stages that
//! run on two threads.

mod candidates;
mod certain;
mod greedy;
pub(crate) mod planes;
mod sets;
mod snapshot;
mod verify;

use crate::Result;
use crate::class::{Class, Moves, Rares};
use crate::error::HeapsError;
use crate::kernels::{Cell, Kernel};
use crate::rule::Sink;

use candidates::Candidates;
use certain::Certain;
pub use snapshot::Snapshot;
use verify::{SMALL, Verifier};

/// The least number of values from which the engine can begin.
pub(crate) const LEAST: u64 = 8192;
const LARGEST_CHUNK: u64 = 1 << 16;
/// The number of values handed out at once while two threads work.
const PIECE: usize = 1 << 14;
/// The number of chunks that may wait for the second stage.
const QUEUE: usize = 4;
/// The largest distance of the first stage ahead of the second: the waiting chunks, and the current
/// one of either stage.
const AHEAD: u64 = (QUEUE as u64 + 2) * LARGEST_CHUNK;
const SMALLEST_CHUNK: u64 = 2048;
/// The smallest chunk after a rare heap. Where rare heaps are frequent, the next one is near.
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
enum FastTable {
    Bytes(Box<Stages<u8>>),
    Words(Box<Stages<u16>>),
}

/// Runs the same code with the stages of either size.
macro_rules! with_stages {
    ($cells:expr, $stages:ident => $work:expr) => {
        match $cells {
            FastTable::Bytes($stages) => $work,
            FastTable::Words($stages) => $work,
        }
    };
}
use with_stages;

/// Data about a run that the theorem on returning windows needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasting {
    /// From here on no heap is rare, and every rare value below a heap's own has a split with a
    /// small heap.
    pub(crate) from: u64,
    /// The number of values that determine the next one, including the largest of those small
    /// heaps.
    pub(crate) window: u64,
    pub(crate) class: Class,
}

/// The fast engine, at some heap.
#[derive(Debug)]
pub(crate) struct Fast {
    moves: Moves,
    kernel: Kernel,
    certain: Certain,
    cells: FastTable,
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
            FastTable::Bytes(Box::new(Stages::new(moves, kernel, &rares, values, values, 0)))
        } else {
            FastTable::Words(Box::new(Stages::new(moves, kernel, &rares, values, values, 0)))
        };
        Fast { moves: moves.clone(), kernel, certain: Certain::new(rares, largest), cells }
    }

    /// From now on keeps at most about this many bytes of values; without a limit, as many as it
    /// likes. Values that the kernel reaches are always kept.
    pub(crate) fn keep_within(&mut self, bytes: Option<u64>) {
        self.certain.keep_within(bytes);
    }

    /// The rare heaps.
    pub(crate) fn rares(&self) -> &Rares {
        &self.certain.rares
    }

    /// Makes the next heaps certain, some tens of thousands but not many beyond `to`, and stores
    /// their values in `out`. Returns the first of these heaps.
    pub(crate) fn round(&mut self, to: u64, out: &mut Vec<u32>) -> Result<u64> {
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

    /// Whether there is enough work up to heap `to` for several threads, and nothing undecided from
    /// the last round.
    pub(crate) fn is_long(&self, to: u64) -> bool {
        let (chunk, next) =
            with_stages!(&self.cells, stages => (stages.chunk, stages.verifier.next()));
        to.saturating_sub(next) > 2 * QUEUE as u64 * chunk && self.next_uncertain() == next
    }

    /// Makes heaps certain up to heap `to`, with the first stage on its own thread. Passes the
    /// first heap and the values from there on to `sink`. Ends early if a heap turns out to be
    /// rare. Values that `sink` has not received, also because it failed, are left in `out`.
    pub(crate) fn stream(
        &mut self,
        to: u64,
        threads: usize,
        out: &mut Vec<u32>,
        sink: &mut Sink<'_>,
    ) -> Result {
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

    /// Stores the values of a round in `out`. `class` is the class for which the tables of values
    /// were made.
    fn emit(&mut self, class: Class, done: &Round, out: &mut Vec<u32>) {
        self.set_expanded(class);
        with_stages!(&self.cells, stages => {
            self.certain.expand(&stages.verifier, done, out)
        })
    }

    /// Computes the tables of values, if there are none or if the class has changed.
    fn set_expanded(&mut self, class: Class) {
        let most = match &self.cells {
            FastTable::Bytes(_) => u8::LARGEST,
            FastTable::Words(_) => u16::LARGEST,
        };
        self.certain.set_expanded(class, most);
    }

    /// The first heap from which on no heap is rare and all rare values have a split with a small
    /// heap, and the number of values that determine the next one while this lasts.
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

    /// The heap after the last one for which some rare value had no split with a small heap.
    fn searched(&self) -> u64 {
        with_stages!(&self.cells, stages => stages.verifier.searched())
    }

    /// For rare values with only one known split, whose smaller heap is not small: the largest such
    /// heap.
    fn farthest(&self) -> u64 {
        with_stages!(&self.cells, stages => stages.verifier.farthest())
    }

    /// The number of first values with which the engine could go on where it has dropped values
    /// that it needs.
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

    /// The values no longer fit into bytes: restarts with words.
    fn widen(&mut self) -> Result {
        let FastTable::Bytes(stages) = &self.cells else {
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
        self.cells = FastTable::Words(Box::new(stages));
        Ok(())
    }
}

impl<T: Cell> Stages<T> {
    /// The stages after `tail`, the values of the heaps from `base` on. `head` are the values of
    /// the first heaps.
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

    /// One round, in this thread. `None` if a value did not fit into the cells and all values
    /// before it are certain.
    fn round(&mut self, known: &mut Certain, to: u64) -> Result<Option<Round>> {
        let next = self.verifier.next();
        // Undecided heaps from the last round come first and alone, because the planes of the
        // second stage do not reach further back.
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

    /// Rounds up to heap `to`. The first stage runs on its own thread, some chunks ahead, and the
    /// second on `threads - 1` threads. Returns the last round if it ends with a rare heap.
    fn stream(
        &mut self,
        known: &mut Certain,
        to: u64,
        threads: usize,
        out: &mut Vec<u32>,
        sink: &mut Sink<'_>,
    ) -> Result<Option<Round>> {
        let Stages { candidates, verifier, certain, chunk } = self;
        let reach = candidates.reach();
        let (first, now) = (verifier.next(), *chunk);
        let (sender, receiver) = std::sync::mpsc::sync_channel::<Vec<T>>(QUEUE);
        let event = std::thread::scope(|scope| {
            let ahead = scope.spawn(move || {
                let (mut from, mut chunk) = (first, now);
                while from <= to {
                    // The next round meets a value that does not fit again.
                    let overflow = candidates.compute((from + chunk).min(to + 1)).is_err();
                    chunk = (2 * chunk).min(LARGEST_CHUNK);
                    // The first stage may have been ahead of the second.
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
                // In pieces that fit the cache.
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

    /// Restarts after a heap whose candidate was wrong.
    fn restart(&mut self, known: &mut Certain, (heap, value): (u64, u32)) -> Result<Round> {
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

/// Drops the oldest values if there are too many, but keeps those that the first stage reaches.
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

    /// With memory for a few hundred thousand values the results are the same, and no more values
    /// are kept, both in rounds and with a thread for each stage.
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
            let FastTable::Bytes(stages) = &bounded.cells else { panic!("words") };
            assert!(stages.verifier.all().is_none(), "nothing was dropped");
            assert!(stages.verifier.bytes() < 1_000_000, "{}", stages.verifier.bytes());
            assert!(values[..=to as usize] == whole, "{threads}");
        }
    }

    /// Sets of values, by their definitions, give the same values as bit planes: with rare values
    /// on the way, with two splitting digits, with the parity of the heap, and with values that do
    /// not fit into bytes.
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
