//! Blocks of bits, with one bit for each heap, and the places where they are read.

/// The number of words of the bits of a block.
pub(crate) const BLOCK_WORDS: usize = 16;
/// The bits of one block.
pub(crate) type Bits = [u64; BLOCK_WORDS];

/// The heaps of a block of a sample that are not shown yet, those shown at most once, and so on.
pub(crate) type Left = [Bits; PASSES];

/// The place of bits relative to the place of a block in a plane.
pub(crate) type Probe = i32;

/// The number of times that the heaps of a sample should be shown.
pub(crate) const PASSES: usize = 3;
/// Probes for one value, in batches with equal shifts.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    /// The number of bits to shift down, and the end of the batch among the probes.
    batches: Vec<(u32, u32)>,
    /// All probes. They are read for each block and value, so a small size leaves more of the cache
    /// for the planes.
    probes: Vec<Probe>,
}

impl List {
    /// Adds a batch of probes with the same shift, unless there are none.
    pub(crate) fn push(&mut self, shift: u32, mut probes: Vec<Probe>) {
        if !probes.is_empty() {
            probes.sort_unstable();
            self.probes.append(&mut probes);
            self.batches.push((shift, self.probes.len() as u32));
        }
    }

    /// The batches in order: the number of bits to shift down, and the probes.
    #[inline(always)]
    pub(crate) fn batches(&self) -> impl Iterator<Item = (u32, &[Probe])> {
        let mut from = 0;
        self.batches.iter().map(move |&(shift, end)| {
            let probes = &self.probes[from..end as usize];
            from = end as usize;
            (shift, probes)
        })
    }
}

/// Moves bits down.
#[inline(always)]
pub(crate) fn shift_down(bits: &Bits, shift: u32) -> Bits {
    if shift == 0 {
        return *bits;
    }
    let mut shifted = [0; BLOCK_WORDS];
    for i in 0..BLOCK_WORDS - 1 {
        shifted[i] = bits[i] >> shift | bits[i + 1] << (64 - shift);
    }
    shifted[BLOCK_WORDS - 1] = bits[BLOCK_WORDS - 1] >> shift;
    shifted
}

/// The bits of one probe for the block at `at`.
#[inline(always)]
pub(crate) fn read(bytes: &[u8], at: i64) -> Bits {
    let at = at as usize;
    let bytes = &bytes[at..at + 8 * BLOCK_WORDS];
    let mut bits = [0; BLOCK_WORDS];
    for (word, chunk) in bits.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
    }
    bits
}
