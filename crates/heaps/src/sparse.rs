//! The sparse engine: rare and common values, one block of heaps at a time. It works from few rare
//! heaps up to a third of all: it only needs fewer rare heaps than common ones.
//!
//! A common value is excluded by a split with one rare part. Some of these splits are marked in a
//! table, and the smallest unmarked common values are compared with all of them, for all heaps of
//! the block at once. Then every rare value below the remaining common one must be an option. Most
//! are found by marking some splits, the others by a search. A rare value that is not an option is
//! the true value and makes a new rare heap, so nothing is assumed.

use upstar_core::Budget;

use crate::class::{Class, Moves, Rares};
use crate::code::Code;
use crate::dense::{Table, ValueTable};
use crate::error::HeapsError;
use crate::kernels::{Cell, Kernel};
use crate::{Result, plain};

/// The number of heaps of a block.
const LANES: usize = 64;
/// The number of heaps compared at once.
const GROUP: usize = 16;
/// The number of entries compared with all heaps of a block while their values are in the nearest
/// cache.
const TILE: usize = 1024;
/// The number of values of a heap compared with all entries at once, and the number of rounds.
const CANDIDATES: usize = 12;
const ROUNDS: usize = 8;
/// Room for the values of nearly all games.
const ROOM: usize = 4096;
/// For each heap, all splits with a part up to this are marked. The other parts of the remaining
/// splits lie before the block, and so do the rare heaps that they may meet.
const NEAR: usize = 2 * LANES;
/// Heaps below this are computed by the definition before a class is chosen.
const START: u64 = 1024;
/// The number of rare values that a search looks for at once.
const WANTED: usize = 4;
/// The number of rare values of a heap from which marking more splits is as good as a search.
const SEARCHED: usize = 6;

/// The sparse engine at some heap.
#[derive(Debug)]
pub(crate) struct Sparse {
    moves: Moves,
    kernel: Kernel,
    rares: Rares,
    largest: u32,
    /// The heap at which to choose the class again.
    review: u64,
    table: Sized,
}

/// The tables, in cells that hold all values so far.
#[derive(Debug)]
enum Sized {
    Bytes(Box<Lanes<u8>>),
    Words(Box<Lanes<u16>>),
    Wide(Box<Lanes<u32>>),
}

/// The data for computing a block.
#[derive(Debug)]
struct Lanes<T> {
    cells: ValueTable<T>,
    /// For each rare heap `p` and digit, the distance `p + taken` and the value of `p`.
    entries: Vec<(u32, T)>,
    /// For each splitting digit, the number of rare heaps in the entries.
    taken_over: Vec<usize>,
    /// `seen[lane * room + value]`: the value is known to be an option.
    seen: Vec<u8>,
    room: usize,
    /// Whether a value is rare, for even heaps and for odd ones.
    rare: [Vec<u8>; 2],
    /// The number of entries that are marked.
    marks: usize,
    /// The number of splits that are marked for rare values, and the smallest part that they reach.
    witnesses: usize,
    marked: usize,
}

impl Sparse {
    /// The engine for a code, continuing from `values`, which are extended to some heaps first.
    pub(crate) fn new(
        code: &Code,
        kernel: Kernel,
        values: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<Sparse> {
        let refuse = |reason: &str| HeapsError::Engine {
            engine: "sparse",
            code: code.to_string(),
            reason: reason.to_owned(),
        };
        let moves = Moves::of(code).ok_or_else(|| {
            refuse(
                "it needs a finite code with a digit that leaves two heaps and none that leaves \
                 more",
            )
        })?;
        // Beyond the last digit no move takes a whole heap.
        plain::extend(code, values, START.max(moves.last() as u64 + NEAR as u64), budget)?;
        let (class, _) =
            Class::choose(&moves, values).ok_or_else(|| refuse("its values are too large"))?;
        let rares = Rares::of(class, values);
        let largest = values.iter().copied().max().unwrap_or(0);
        let table = Sized::of(&moves, values, largest);
        let review = 2 * values.len() as u64;
        Ok(Sparse { moves, kernel, rares, largest, review, table })
    }

    /// The rare heaps.
    pub(crate) fn rares(&self) -> &Rares {
        &self.rares
    }

    /// Continues `values` to heap `to`.
    pub(crate) fn extend(&mut self, values: &mut Vec<u32>, to: u64, budget: &Budget) -> Result {
        let mut ticker = budget.ticker();
        while values.len() as u64 <= to {
            let heap = values.len() as u64;
            if heap >= self.review {
                self.review = 2 * heap;
                if let Some((class, _)) = Class::choose(&self.moves, values)
                    && class != self.rares.class
                {
                    self.rares = Rares::of(class, values);
                    self.table = Sized::of(&self.moves, values, self.largest);
                }
            }
            let lanes = (to + 1 - heap).min(LANES as u64) as usize;
            ticker.tick(lanes as u64 * (1 + self.rares.heaps.len() as u64 / 16))?;
            let Sparse { moves, kernel, rares, largest, table, .. } = self;
            let fits = match table {
                Sized::Bytes(t) => t.block(moves, *kernel, rares, largest, lanes, values),
                Sized::Words(t) => t.block(moves, *kernel, rares, largest, lanes, values),
                Sized::Wide(t) => t.block(moves, *kernel, rares, largest, lanes, values),
            };
            if !fits {
                self.table = Sized::of(&self.moves, values, self.largest);
            }
        }
        Ok(())
    }
}

impl Sized {
    fn of(moves: &Moves, values: &[u32], largest: u32) -> Sized {
        match Table::of(values, largest) {
            Table::Bytes(cells) => Sized::Bytes(Box::new(Lanes::new(moves, cells))),
            Table::Words(cells) => Sized::Words(Box::new(Lanes::new(moves, cells))),
            Table::Wide(cells) => Sized::Wide(Box::new(Lanes::new(moves, cells))),
        }
    }
}

impl<T: Cell> Lanes<T> {
    fn new(moves: &Moves, cells: ValueTable<T>) -> Self {
        Lanes {
            cells,
            entries: vec![],
            taken_over: vec![0; moves.splits.len()],
            seen: vec![],
            room: 0,
            rare: [vec![], vec![]],
            marks: 256,
            witnesses: 256,
            marked: NEAR,
        }
    }

    /// Adds the entries of the rare heaps that all heaps from `first` on may split off, with
    /// another heap left.
    fn take_over(&mut self, moves: &Moves, rares: &Rares, first: u64) {
        for (&(taken, _), done) in moves.splits.iter().zip(&mut self.taken_over) {
            while let Some(&(heap, value)) = rares.heaps.get(*done)
                && heap + (taken as u64) < first
            {
                *done += 1;
                let distance = heap as usize + taken;
                // Nearer ones are covered by splits with a small part.
                if heap == 0 || distance < LANES {
                    continue;
                }
                self.entries.push((distance as u32, T::cell(value)));
            }
        }
    }

    /// Computes the next `lanes` heaps, or fewer if the class changes. Returns false if a value
    /// does not fit into the cells; it is in `values` nevertheless.
    fn block(
        &mut self,
        moves: &Moves,
        kernel: Kernel,
        rares: &mut Rares,
        largest: &mut u32,
        lanes: usize,
        values: &mut Vec<u32>,
    ) -> bool {
        let first = values.len();
        self.cells.reserve(first + lanes);
        self.marked = NEAR + self.witnesses / moves.splits.len();
        self.take_over(moves, rares, first as u64);
        let class = rares.class;
        let room = room_for(*largest);
        if self.room != room {
            self.room = room;
            self.seen = vec![0; LANES * room];
            self.rare = [0, 1].map(|heap| {
                (0..room as u32).map(|value| u8::from(class.is_rare(value, heap))).collect()
            });
        }
        self.seen[..lanes * room].fill(0);
        for lane in 0..lanes {
            let heap = first + lane;
            self.mark_entries(moves, rares, heap, lane, self.marks);
            self.mark_splits(moves, heap, lane);
        }
        let free = self.free(kernel, first, lanes);
        for (lane, free) in free.iter().enumerate().take(lanes) {
            let heap = first + lane;
            self.mark_near(moves, heap, lane);
            let seen = &self.seen[lane * room..][..room];
            let common = match free.iter().find(|&&value| seen[value as usize] == 0) {
                Some(&value) => value,
                None => {
                    self.mark_entries(moves, rares, heap, lane, usize::MAX);
                    self.unseen(heap, lane)[0]
                }
            };
            let value = self.missing_rare(moves, kernel, heap, lane, common).unwrap_or(common);
            values.push(value);
            let mut turned = false;
            if class.is_rare(value, heap as u64) {
                turned = rares.absorb(value, *largest);
                if !turned {
                    rares.add(heap as u64, value);
                }
            }
            *largest = value.max(*largest);
            if value > T::LARGEST {
                return false;
            }
            self.cells.push(value);
            if turned || room_for(*largest) != room {
                // The tables no longer fit the values.
                self.room = 0;
                break;
            }
        }
        true
    }

    /// For each heap the smallest common values that no entry excludes. An empty list means that
    /// they have not been found.
    fn free(&mut self, kernel: Kernel, first: usize, lanes: usize) -> [Vec<u32>; LANES] {
        let mut free: [Vec<u32>; LANES] = std::array::from_fn(|_| Vec::new());
        let groups = lanes.div_ceil(GROUP);
        let mut rounds = 0;
        while rounds < ROUNDS {
            let mut found = [[[0u32; GROUP]; CANDIDATES]; LANES / GROUP];
            let mut open = [false; LANES / GROUP];
            for lane in (0..lanes).filter(|&lane| free[lane].is_empty()) {
                open[lane / GROUP] = true;
                let values = self.unseen(first + lane, lane);
                for (row, value) in found[lane / GROUP].iter_mut().zip(values) {
                    row[lane % GROUP] = value;
                }
            }
            if !open.contains(&true) {
                break;
            }
            rounds += 1;
            let cells = found.map(|rows| rows.map(|row| row.map(|v| T::cell(v.min(T::LARGEST)))));
            let mut hits = [[[T::default(); GROUP]; CANDIDATES]; LANES / GROUP];
            for tile in self.entries.chunks(TILE) {
                for group in (0..groups).filter(|&group| open[group]) {
                    kernel.excluded_pairs::<T, GROUP, CANDIDATES>(
                        &self.cells.forward,
                        first + group * GROUP,
                        tile,
                        &cells[group],
                        &mut hits[group],
                    );
                }
            }
            for lane in (0..lanes).filter(|&lane| free[lane].is_empty()).collect::<Vec<_>>() {
                for k in 0..CANDIDATES {
                    let value = found[lane / GROUP][k][lane % GROUP];
                    // A value that does not fit cannot be a nim sum.
                    let hit = hits[lane / GROUP][k][lane % GROUP] != T::default();
                    if hit && value <= T::LARGEST {
                        self.seen[lane * self.room + value as usize] = 1;
                    } else {
                        free[lane].push(value);
                    }
                }
            }
        }
        match rounds {
            0..3 => self.marks = (self.marks - self.marks / 32).max(64),
            3 => {}
            _ => self.marks += 1 + self.marks / 8,
        }
        free
    }

    /// Marks the values that about `count` entries, spread over all, exclude at `heap`.
    fn mark_entries(
        &mut self,
        moves: &Moves,
        rares: &Rares,
        heap: usize,
        lane: usize,
        count: usize,
    ) {
        let seen = &mut self.seen[lane * self.room..][..self.room];
        let half = |taken: usize| (heap - taken).is_multiple_of(2).then(|| (heap - taken) / 2);
        // Two equal rare heaps would mark 0 even if they are not allowed.
        let unequal = moves.splits.iter().any(|&(taken, unequal)| {
            unequal && half(taken).is_some_and(|half| rares.contains(half as u64))
        });
        let zero = seen[0];
        let step = (self.entries.len() / count).max(1);
        let entries = self.entries.iter().step_by(step);
        let values = entries.map(|&(distance, rare)| {
            self.cells.forward[heap - distance as usize].xor(rare).value() as usize
        });
        match <&mut [u8; ROOM]>::try_from(&mut *seen) {
            Ok(seen) => values.for_each(|value| seen[value % ROOM] = 1),
            Err(_) => values.for_each(|value| seen[value] = 1),
        }
        if unequal {
            seen[0] = zero;
        }
    }

    /// Marks some splits of `heap`: those with small parts whose other parts lie before the block.
    fn mark_splits(&mut self, moves: &Moves, heap: usize, lane: usize) {
        let seen = &mut self.seen[lane * self.room..][..self.room];
        for &(taken, _) in &moves.splits {
            let (a, b) = self.cells.halves(heap - taken);
            let (from, to) = (lane.saturating_sub(taken), a.len().min(self.marked));
            if from < to {
                mark_sums(&a[from..to], &b[from..to], seen);
            }
        }
    }

    /// Marks the moves to one heap, and the splits with two equal parts or with a part in the
    /// block.
    fn mark_near(&mut self, moves: &Moves, heap: usize, lane: usize) {
        let seen = &mut self.seen[lane * self.room..][..self.room];
        for &taken in &moves.singles {
            seen[self.cells.forward[heap - taken].value() as usize] = 1;
        }
        for &(taken, unequal) in &moves.splits {
            let rest = heap - taken;
            let (a, b) = self.cells.halves(rest);
            let to = a.len().min(lane.saturating_sub(taken));
            mark_sums(&a[..to], &b[..to], seen);
            if !unequal && rest.is_multiple_of(2) {
                seen[0] = 1;
            }
        }
    }

    /// The smallest unmarked common values of `heap`.
    fn unseen(&self, heap: usize, lane: usize) -> [u32; CANDIDATES] {
        let seen = &self.seen[lane * self.room..][..self.room];
        let rare = &self.rare[heap & 1];
        let mut found = [self.room as u32 - 1; CANDIDATES];
        let mut count = 0;
        for (word, (seen, rare)) in seen.chunks_exact(8).zip(rare.chunks_exact(8)).enumerate() {
            let of = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
            let mut open = !(of(seen) | of(rare)) & 0x0101_0101_0101_0101;
            while open != 0 {
                found[count] = 8 * word as u32 + open.trailing_zeros() / 8;
                count += 1;
                if count == CANDIDATES {
                    return found;
                }
                open &= open - 1;
            }
        }
        found
    }

    /// The least rare value below `common` that is not an option of `heap`.
    fn missing_rare(
        &mut self,
        moves: &Moves,
        kernel: Kernel,
        heap: usize,
        lane: usize,
        common: u32,
    ) -> Option<u32> {
        let seen = &self.seen[lane * self.room..][..common as usize];
        let rare = &self.rare[heap & 1];
        let mut missing: Vec<u32> = (0..common)
            .filter(|&value| seen[value as usize] == 0 && rare[value as usize] == 1)
            .collect();
        // A value that does not fit cannot be a nim sum.
        let fitting = missing.partition_point(|&value| value <= T::LARGEST);
        let too_large = missing.get(fitting).copied();
        missing.truncate(fitting);
        if missing.len() > SEARCHED {
            self.witnesses += 1 + self.witnesses / 64;
        } else {
            self.witnesses = (self.witnesses - self.witnesses / 64).max(64);
        }
        let halves: Vec<(&[T], &[T])> =
            moves.splits.iter().map(|&(taken, _)| self.cells.halves(heap - taken)).collect();
        let longest = halves.iter().map(|half| half.0.len()).max().unwrap_or(0);
        for group in missing.chunks(WANTED) {
            let wanted = std::array::from_fn(|i| T::cell(*group.get(i).unwrap_or(&group[0])));
            let mut found = [false; WANTED];
            // The digits take turns, because a single digit may never give the value.
            let (mut from, mut step) = (self.marked, 4096);
            while from < longest && found.contains(&false) {
                for (a, b) in halves.iter().filter(|half| half.0.len() > from) {
                    let to = a.len().min(from + step);
                    let more = kernel.sums_among::<T, WANTED>(&a[from..to], &b[from..to], wanted);
                    found.iter_mut().zip(more).for_each(|(found, more)| *found |= more);
                }
                from += step;
                step *= 2;
            }
            if let Some((value, _)) = group.iter().zip(found).find(|(_, found)| !found) {
                return Some(*value);
            }
        }
        too_large
    }
}

/// Room for nim sums of values up to `largest`, and for some more values.
fn room_for(largest: u32) -> usize {
    (2 * (largest as usize + 2 * CANDIDATES).next_power_of_two()).max(ROOM)
}

/// Marks the nim sums of two rows of cells.
fn mark_sums<T: Cell>(a: &[T], b: &[T], seen: &mut [u8]) {
    let Ok(seen) = <&mut [u8; ROOM]>::try_from(&mut *seen) else {
        a.iter().zip(b).for_each(|(a, b)| seen[a.xor(*b).value() as usize] = 1);
        return;
    };
    // Several at once, so the sums are one instruction.
    const ROW: usize = 8;
    let (rows_a, rest_a) = a.as_chunks::<ROW>();
    let (rows_b, rest_b) = b.as_chunks::<ROW>();
    for (a, b) in rows_a.iter().zip(rows_b) {
        let sums: [T; ROW] = std::array::from_fn(|i| a[i].xor(b[i]));
        for sum in sums {
            seen[sum.value() as usize % ROOM] = 1;
        }
    }
    for (a, b) in rest_a.iter().zip(rest_b) {
        seen[a.xor(*b).value() as usize % ROOM] = 1;
    }
}
