//! The dense engine: every split of every heap, by vector instructions, without assumptions about
//! the values. For codes that leave at most two heaps.
//!
//! The mex of `n` is computed in two steps. First a part of the splits is marked in a table, and
//! the few smallest unmarked values are the candidates. Then all other splits are compared with the
//! candidates, many at once. The splits of a total `t` are the nim sums of the values read forward
//! from 1 and backward from `t - 1`.

use upstar_core::Budget;

use crate::Result;
use crate::code::{Code, Relation};
use crate::error::HeapsError;
use crate::kernels::{Cell, Kernel};

/// The number of candidates that are compared at once.
const CANDIDATES: usize = 4;

/// The values as the engine stores them: forward and backward.
#[derive(Debug)]
pub(crate) enum Table {
    Bytes(ValueTable<u8>),
    Words(ValueTable<u16>),
    Wide(ValueTable<u32>),
}

#[derive(Debug)]
pub(crate) struct ValueTable<T> {
    pub(crate) forward: Vec<T>,
    /// `backward[capacity - 1 - n]` is the value of `n`.
    backward: Vec<T>,
}

/// The dense engine at some heap.
#[derive(Debug)]
pub(crate) struct Dense {
    code: Code,
    kernel: Kernel,
    table: Table,
    marks: SeenValues,
}

/// The values seen so far, stamped with the heap.
#[derive(Debug)]
struct SeenValues {
    seen: Vec<u32>,
    stamp: u32,
    largest: u32,
    /// The number of splits that are marked one by one.
    effort: usize,
}

impl SeenValues {
    #[inline]
    fn mark(&mut self, value: u32) {
        self.seen[value as usize] = self.stamp;
    }

    /// The `CANDIDATES` smallest values not seen.
    fn unseen(&self) -> [u32; CANDIDATES] {
        let mut found = [0; CANDIDATES];
        let mut value = 0;
        for slot in &mut found {
            while self.seen.get(value as usize) == Some(&self.stamp) {
                value += 1;
            }
            *slot = value;
            value += 1;
        }
        found
    }
}

impl Dense {
    /// The engine for a code, continuing from `values` (the heaps from 0 on).
    ///
    /// # Errors
    /// [`HeapsError::Engine`] if a move may leave more than two heaps or add tokens.
    pub(crate) fn new(code: &Code, kernel: Kernel, values: &[u32]) -> Result<Dense> {
        if !code.leaves_two_at_most() {
            return Err(HeapsError::Engine {
                engine: "dense",
                code: code.to_string(),
                reason: "a move may leave more than two heaps".to_owned(),
            });
        }
        let largest = values.iter().copied().max().unwrap_or(0);
        let mut dense = Dense {
            code: code.clone(),
            kernel,
            table: Table::of(values, largest),
            marks: SeenValues { seen: vec![], stamp: 0, largest, effort: 64 },
        };
        dense.marks.effort = 64 + 4 * largest as usize;
        Ok(dense)
    }

    /// Continues `values` to heap `to`.
    pub(crate) fn extend(&mut self, values: &mut Vec<u32>, to: u64, budget: &Budget) -> Result {
        let mut ticker = budget.ticker();
        while values.len() as u64 <= to {
            let heap = values.len();
            ticker.tick(1 + heap as u64 / 64)?;
            let value = match &mut self.table {
                Table::Bytes(cells) => cells.step(heap, &self.code, self.kernel, &mut self.marks),
                Table::Words(cells) => cells.step(heap, &self.code, self.kernel, &mut self.marks),
                Table::Wide(cells) => cells.step(heap, &self.code, self.kernel, &mut self.marks),
            };
            values.push(value);
            if value > self.marks.largest {
                self.marks.largest = value;
                let fits = match &self.table {
                    Table::Bytes(_) => value <= u8::LARGEST,
                    Table::Words(_) => value <= u16::LARGEST,
                    Table::Wide(_) => true,
                };
                if !fits {
                    self.table = Table::of(values, value);
                    continue;
                }
            }
            match &mut self.table {
                Table::Bytes(cells) => cells.push(value),
                Table::Words(cells) => cells.push(value),
                Table::Wide(cells) => cells.push(value),
            }
        }
        Ok(())
    }
}

impl Table {
    /// The values of the heaps from 0 on, the largest of which is `largest`.
    pub(crate) fn of(values: &[u32], largest: u32) -> Table {
        if largest <= u8::LARGEST {
            Table::Bytes(ValueTable::of(values))
        } else if largest <= u16::LARGEST {
            Table::Words(ValueTable::of(values))
        } else {
            Table::Wide(ValueTable::of(values))
        }
    }
}

impl<T: Cell> ValueTable<T> {
    fn of(values: &[u32]) -> Self {
        let mut cells = ValueTable { forward: vec![], backward: vec![] };
        cells.grow(values.len().max(512).next_power_of_two());
        values.iter().for_each(|&value| cells.push(value));
        cells
    }

    fn grow(&mut self, capacity: usize) {
        let mut backward = vec![T::default(); capacity];
        backward[capacity - self.backward.len()..].copy_from_slice(&self.backward);
        self.backward = backward;
    }

    /// Makes room for heaps below `end`.
    pub(crate) fn reserve(&mut self, end: usize) {
        if end > self.backward.len() {
            self.grow(end.next_power_of_two());
        }
    }

    /// The value of the next heap.
    pub(crate) fn push(&mut self, value: u32) {
        if self.forward.len() == self.backward.len() {
            self.grow(2 * self.forward.len().max(256));
        }
        self.forward.push(T::cell(value));
        let at = self.backward.len() - self.forward.len();
        self.backward[at] = T::cell(value);
    }

    /// The smaller and the larger parts of the splits of `total` into two different heaps, from
    /// `1 + (total - 1)` on. There must be room for `total`.
    pub(crate) fn halves(&self, total: usize) -> (&[T], &[T]) {
        let count = total.saturating_sub(1) / 2;
        let start = self.backward.len() - total;
        (&self.forward[1..=count], &self.backward[start..start + count])
    }

    /// The value of `heap`, the first heap that is not in the table.
    fn step(&self, heap: usize, code: &Code, kernel: Kernel, marks: &mut SeenValues) -> u32 {
        marks.stamp = marks.stamp.wrapping_add(1);
        if marks.stamp == 0 {
            marks.seen.fill(0);
            marks.stamp = 1;
        }
        let room = 2 * (marks.largest as usize + 2).next_power_of_two();
        if marks.seen.len() < room {
            marks.seen.resize(room, 0);
        }
        let last = match code.tail() {
            [] => code.digits().len() - 1,
            _ => heap,
        };
        // The pairs of all digits. Each is a pair of slices of equal length.
        let mut pairs: Vec<(&[T], &[T])> = Vec::new();
        let mut total = 0;
        for taken in 0..=last.min(heap) {
            let digit = code.digit(taken as i64);
            if digit.is_none() {
                continue;
            }
            let rest = heap - taken;
            if digit.allows(0) && rest == 0 {
                marks.mark(0);
            }
            if digit.allows(1) && rest > 0 && digit.relation() != Relation::NotAllEqual {
                marks.mark(self.forward[rest].value());
            }
            if digit.allows(2) && rest >= 2 {
                let count = match digit.relation() {
                    Relation::Any => rest / 2,
                    Relation::AllDifferent | Relation::NotAllEqual => (rest - 1) / 2,
                    Relation::AllEqual => {
                        if rest.is_multiple_of(2) {
                            marks.mark(0);
                        }
                        0
                    }
                };
                if count > 0 {
                    let start = self.backward.len() - rest;
                    pairs.push((&self.forward[1..=count], &self.backward[start..start + count]));
                    total += count;
                }
            }
        }
        // Mark the same number of splits for each digit.
        let share = if total <= marks.effort { total } else { marks.effort / pairs.len() };
        for (a, b) in &pairs {
            let end = a.len().min(share);
            for (x, y) in a[..end].iter().zip(&b[..end]) {
                marks.mark(x.xor(*y).value());
            }
        }
        if share == total {
            return marks.unseen()[0];
        }
        // Compare the others with the smallest unmarked values, a few at a time.
        loop {
            let candidates = marks.unseen();
            let wanted = candidates.map(|value| T::cell(value.min(T::LARGEST)));
            let mut hit = [false; CANDIDATES];
            for (a, b) in &pairs {
                if a.len() > share {
                    let found = kernel.sums_among(&a[share..], &b[share..], wanted);
                    for k in 0..CANDIDATES {
                        hit[k] |= found[k] && candidates[k] <= T::LARGEST;
                    }
                }
            }
            if let Some(k) = (0..CANDIDATES).find(|&k| !hit[k]) {
                // The aim is few scans and few marks.
                marks.effort -= marks.effort / 256;
                return candidates[k];
            }
            candidates.iter().for_each(|&value| marks.mark(value));
            marks.effort += 1 + marks.effort / 16;
        }
    }
}
