//! Where the frequent values are, one bit a heap, and lists of heaps that are likely to show
//! that a value is an option.

/// How many heaps a block has. Bits of 512 heaps are read at once; the last 8 are lost when
/// they are shifted into place.
pub(crate) const BLOCK: usize = 480;

/// Bits of one block.
pub(crate) type Bits = [u64; 8];

/// For each of the frequent values a plane of bits: is this the (compressed) value of the
/// heap, and the heap common? Keeps a window of heaps that slides.
#[derive(Debug)]
pub(crate) struct Planes {
    /// The plane of each compressed value; `NONE` if it is not frequent.
    plane_of: Vec<u16>,
    /// How often each compressed value occurs among a million, for the choice of lists.
    weight: Vec<u32>,
    /// Bytes of a plane.
    stride: usize,
    /// The heap of the first bit, a multiple of 64.
    base: u64,
    /// Bytes of history that must be kept when the window slides.
    history: usize,
    bits: Vec<u8>,
}

const NONE: u16 = u16::MAX;
/// The most planes.
const PLANES: usize = 64;

impl Planes {
    /// Planes for the values that are frequent among `sample`, with room for `history` heaps
    /// back and `ahead` heaps ahead of heap `at`; all bits are still 0.
    pub(crate) fn new(
        sample: impl Iterator<Item = u32>,
        history: u64,
        ahead: u64,
        at: u64,
    ) -> Self {
        let mut counts: Vec<u32> = Vec::new();
        let mut total = 0u64;
        for value in sample {
            if counts.len() <= value as usize {
                counts.resize(value as usize + 1, 0);
            }
            counts[value as usize] += 1;
            total += 1;
        }
        let mut order: Vec<usize> = (0..counts.len()).filter(|&v| counts[v] > 0).collect();
        order.sort_by_key(|&v| (std::cmp::Reverse(counts[v]), v));
        let mut plane_of = vec![NONE; counts.len()];
        for (plane, &value) in order.iter().take(PLANES).enumerate() {
            plane_of[value] = plane as u16;
        }
        let weight = counts
            .iter()
            .map(|&count| (u64::from(count) * 1_000_000 / total.max(1)) as u32)
            .collect();
        let history = (history.div_ceil(512) * 64 + 64) as usize;
        let stride = 2 * history + (ahead.div_ceil(512) * 64) as usize + 192;
        let base = (at.saturating_sub(8 * history as u64)) / 64 * 64;
        let bits = vec![0; stride * PLANES.min(order.len()) + 64];
        Planes { plane_of, weight, stride, base, history, bits }
    }

    /// The first heap of the window.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// How often the compressed value occurs, among a million.
    pub(crate) fn weight(&self, value: u32) -> u32 {
        self.weight.get(value as usize).copied().unwrap_or(0)
    }

    /// Whether the compressed value has a plane.
    pub(crate) fn has(&self, value: u32) -> bool {
        self.plane_of.get(value as usize).is_some_and(|&plane| plane != NONE)
    }

    /// Makes room for heaps up to `to`: slides the window if need be.
    pub(crate) fn reserve(&mut self, from: u64, to: u64) {
        if (to - self.base) / 8 + 72 < self.stride as u64 {
            return;
        }
        let base = (from.saturating_sub(8 * self.history as u64)) / 64 * 64;
        let shift = ((base - self.base) / 8) as usize;
        for plane in 0..self.bits.len() / self.stride {
            let plane = &mut self.bits[plane * self.stride..(plane + 1) * self.stride];
            let kept = plane.len().saturating_sub(shift);
            if kept > 0 {
                plane.copy_within(shift.., 0);
            }
            plane[kept..].fill(0);
        }
        self.base = base;
    }

    /// The heap has this compressed value, and is common.
    #[inline]
    pub(crate) fn set(&mut self, heap: u64, value: u32) {
        if let Some(&plane) = self.plane_of.get(value as usize)
            && plane != NONE
        {
            let at = (heap - self.base) as usize;
            self.bits[plane as usize * self.stride + at / 8] |= 1 << (at % 8);
        }
    }

    /// Forgets all heaps from `from` on.
    pub(crate) fn truncate(&mut self, from: u64) {
        let Some(at) = from.checked_sub(self.base) else {
            self.bits.fill(0);
            return;
        };
        let at = at as usize;
        for plane in self.bits.chunks_exact_mut(self.stride) {
            if let Some(byte) = plane.get_mut(at / 8) {
                *byte &= ((1u16 << (at % 8)) - 1) as u8;
                plane[at / 8 + 1..].fill(0);
            }
        }
    }

    /// A probe: where the bits for `value` at the heaps `n - back` are.
    pub(crate) fn probe(&self, value: u32, back: u64) -> i64 {
        let plane = i64::from(self.plane_of[value as usize]) * self.stride as i64;
        plane - back.div_ceil(8) as i64
    }

    /// Where the heap is; a multiple of 8.
    #[inline]
    pub(crate) fn at(&self, heap: u64) -> i64 {
        ((heap - self.base) / 8) as i64
    }

    /// All planes.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bits
    }
}

/// Probes whose bits must be shifted by the same number of places.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    /// Bits to shift down.
    pub(crate) shift: u32,
    /// See [`Planes::probe`].
    pub(crate) probes: Vec<i64>,
}

/// Moves bits down.
#[inline]
pub(crate) fn shift_down(bits: &Bits, shift: u32) -> Bits {
    if shift == 0 {
        return *bits;
    }
    let mut shifted = [0; 8];
    for i in 0..7 {
        shifted[i] = bits[i] >> shift | bits[i + 1] << (64 - shift);
    }
    shifted[7] = bits[7] >> shift;
    shifted
}

/// The bits of one probe for the block at `at`.
#[inline]
pub(crate) fn read(bytes: &[u8], at: i64) -> Bits {
    let at = at as usize;
    let bytes = &bytes[at..at + 64];
    let mut bits = [0; 8];
    for (word, chunk) in bits.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
    }
    bits
}

/// A probe that could be used: its offset, and the shift it needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) probe: i64,
    pub(crate) shift: u32,
    pub(crate) weight: u32,
}

/// Chooses batches of probes that together show `targets` (blocks, and in each the heaps for
/// which the value is known to be an option): greedily, each probe for what those before it
/// left.
pub(crate) fn choose(
    planes: &Planes,
    targets: &[(u64, Bits)],
    mut pool: Vec<Candidate>,
    most_pool: usize,
) -> Vec<Batch> {
    const IN_BATCH: usize = 16;
    const PASSES: usize = 2;
    pool.sort_by_key(|c| (std::cmp::Reverse(c.weight), c.probe, c.shift));
    pool.truncate(most_pool);
    let mut left: Vec<Bits> = targets.iter().map(|target| target.1).collect();
    let mut batches = Vec::new();
    let gain = |left: &[Bits], candidate: &Candidate| -> u32 {
        let mut gain = 0;
        for (target, left) in targets.iter().zip(left) {
            let bits = read(planes.bytes(), planes.at(target.0) + candidate.probe);
            let bits = shift_down(&bits, candidate.shift);
            gain += bits.iter().zip(left).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
        }
        gain
    };
    let total = |left: &[Bits]| left.iter().flatten().map(|word| word.count_ones()).sum::<u32>();
    let mut missing = total(&left);
    let mut passes = PASSES;
    while !pool.is_empty() {
        if missing == 0 {
            // What was chosen shows these heaps; others need more. Show all once more.
            passes -= 1;
            if passes == 0 {
                break;
            }
            left = targets.iter().map(|target| target.1).collect();
            missing = total(&left);
            if missing == 0 {
                break;
            }
        }
        // The shift that would gain most if its probes did not overlap.
        let mut by_shift = [0u64; 8];
        let mut gains: Vec<(u32, usize)> = Vec::with_capacity(pool.len());
        for (index, candidate) in pool.iter().enumerate() {
            let gained = gain(&left, candidate);
            if gained > 0 {
                gains.push((gained, index));
            }
        }
        gains.sort_unstable_by_key(|&(gained, index)| (std::cmp::Reverse(gained), index));
        let mut taken = [0usize; 8];
        for &(gained, index) in &gains {
            let shift = pool[index].shift as usize;
            if taken[shift] < IN_BATCH {
                taken[shift] += 1;
                by_shift[shift] += u64::from(gained);
            }
        }
        let Some(shift) = (0..8).max_by_key(|&s| (by_shift[s], 8 - s)).filter(|&s| by_shift[s] > 0)
        else {
            break;
        };
        let mut batch = Batch { shift: shift as u32, probes: vec![] };
        let mut heap: std::collections::BinaryHeap<(u32, std::cmp::Reverse<usize>)> = gains
            .iter()
            .filter(|&&(_, index)| pool[index].shift as usize == shift)
            .map(|&(gained, index)| (gained, std::cmp::Reverse(index)))
            .collect();
        let mut used = Vec::new();
        while batch.probes.len() < IN_BATCH && missing > 0 {
            let Some((stale, std::cmp::Reverse(index))) = heap.pop() else { break };
            let fresh = gain(&left, &pool[index]);
            if fresh == 0 {
                continue;
            }
            if fresh < stale && heap.peek().is_some_and(|next| next.0 > fresh) {
                heap.push((fresh, std::cmp::Reverse(index)));
                continue;
            }
            let candidate = pool[index];
            for (target, left) in targets.iter().zip(&mut left) {
                let bits = read(planes.bytes(), planes.at(target.0) + candidate.probe);
                let bits = shift_down(&bits, candidate.shift);
                left.iter_mut().zip(bits).for_each(|(left, hit)| *left &= !hit);
            }
            missing -= fresh;
            batch.probes.push(candidate.probe);
            used.push(index);
        }
        if batch.probes.is_empty() {
            break;
        }
        batches.push(batch);
        used.sort_unstable();
        for index in used.into_iter().rev() {
            pool.remove(index);
        }
    }
    batches
}
