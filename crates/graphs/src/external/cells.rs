//! The state of a vertex that the solver keeps in memory: one byte.

use hashbrown::HashMap;
use upstar_core::label::{COUNT, LOST_BYTE as LOST, WON_BYTE as WON};
use upstar_core::{Exhausted, Lease, prefetch};

use crate::graph::LOOK_AHEAD;

/// For each vertex its label, or the number of moves not yet known to be bad. Numbers that do not
/// fit a byte are in a table.
#[derive(Debug)]
pub(crate) struct VertexBytes {
    bytes: Vec<u8>,
    /// The numbers of the vertices whose byte is [`MANY`].
    many: HashMap<u32, u32>,
    lease: Lease,
}

const MOST: u8 = 251;
const MANY: u8 = 252;
/// The vertex was removed from the graph.
const OUT: u8 = 253;

/// Bytes per entry of the table while it grows.
const ENTRY: u64 = 24;

impl VertexBytes {
    /// Begins with no moves.
    pub(crate) fn new(vertices: u64, mut lease: Lease) -> Result<Self, Exhausted> {
        let bytes = lease.filled(0u8, vertices as usize)?;
        Ok(VertexBytes { bytes, many: HashMap::new(), lease })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The numbers that do not fit a byte, by vertex.
    pub(crate) fn many(&self) -> Vec<(u32, u32)> {
        let mut many: Vec<(u32, u32)> = self.many.iter().map(|(&v, &count)| (v, count)).collect();
        many.sort_unstable();
        many
    }

    /// Restores [`bytes`](VertexBytes::bytes) from vertex `start` on.
    pub(crate) fn set_bytes(&mut self, start: usize, bytes: &[u8]) -> bool {
        let place = start.checked_add(bytes.len()).and_then(|end| self.bytes.get_mut(start..end));
        place.map(|place| place.copy_from_slice(bytes)).is_some()
    }

    /// Restores an entry of [`many`](VertexBytes::many).
    pub(crate) fn set_many(&mut self, v: u32, count: u32) -> Result<bool, Exhausted> {
        self.lease.reserve(ENTRY)?;
        let fits = self.bytes.get(v as usize) == Some(&MANY);
        self.many.insert(v, count);
        Ok(fits)
    }

    /// Adds one move from each of these vertices. Returns the first vertex with too many moves.
    pub(crate) fn add(&mut self, vertices: &[u32]) -> Result<Option<u32>, Exhausted> {
        for (i, &u) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + LOOK_AHEAD) {
                prefetch(&self.bytes, ahead as usize);
            }
            let byte = &mut self.bytes[u as usize];
            if *byte < MOST {
                *byte += 1;
                continue;
            }
            if *byte == OUT {
                continue;
            }
            if *byte == MOST {
                *byte = MANY;
                self.lease.reserve(ENTRY)?;
                self.many.insert(u, u32::from(MOST));
            }
            let count = self.many.entry(u).or_default();
            if *count == COUNT {
                return Ok(Some(u));
            }
            *count += 1;
        }
        Ok(None)
    }

    pub(crate) fn is_terminal(&self, v: u32) -> bool {
        self.bytes[v as usize] == 0
    }

    pub(crate) fn is_lost(&self, v: u32) -> bool {
        self.bytes[v as usize] == LOST
    }

    pub(crate) fn is_out(&self, v: u32) -> bool {
        self.bytes[v as usize] == OUT
    }

    /// The first vertex that is neither removed nor labelled.
    pub(crate) fn first_open(&self) -> Option<u32> {
        self.bytes.iter().position(|&byte| byte < OUT).map(|v| v as u32)
    }

    /// Removes all vertices except the won ones. These lose their labels and have no moves.
    pub(crate) fn keep_won(&mut self) {
        for byte in &mut self.bytes {
            *byte = if *byte == WON { 0 } else { OUT };
        }
        self.lease.release(ENTRY * self.many.len() as u64);
        self.many.clear();
    }

    pub(crate) fn is_labelled(&self, v: u32) -> bool {
        self.bytes[v as usize] >= LOST
    }

    pub(crate) fn is_won(&self, v: u32) -> bool {
        self.bytes[v as usize] == WON
    }

    pub(crate) fn label(&mut self, v: u32, won: bool) {
        self.bytes[v as usize] = if won { WON } else { LOST };
    }

    /// Each of these vertices can move to a lost vertex, so those without a label are won. They are
    /// put into `fresh`.
    pub(crate) fn win(&mut self, vertices: &[u32], fresh: &mut Vec<u32>) {
        // No branches, because they could not be predicted.
        fresh.resize(vertices.len() + 1, 0);
        let mut found = 0;
        for (i, &u) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + LOOK_AHEAD) {
                prefetch(&self.bytes, ahead as usize);
            }
            let byte = &mut self.bytes[u as usize];
            fresh[found] = u;
            found += usize::from(*byte < OUT);
            *byte = if *byte < OUT { WON } else { *byte };
        }
        fresh.truncate(found);
    }

    /// Each of these vertices can move to a won vertex, so its number of moves not yet known to be
    /// bad falls by one. Those with none left are lost and are put into `fresh`.
    pub(crate) fn count(&mut self, vertices: &[u32], fresh: &mut Vec<u32>) {
        fresh.resize(vertices.len() + 1, 0);
        let mut found = 0;
        for (i, &u) in vertices.iter().enumerate() {
            if let Some(&ahead) = vertices.get(i + LOOK_AHEAD) {
                prefetch(&self.bytes, ahead as usize);
            }
            let byte = &mut self.bytes[u as usize];
            if *byte == MANY {
                self.count_many(u);
                continue;
            }
            let left = byte.wrapping_sub(u8::from(*byte < OUT));
            fresh[found] = u;
            found += usize::from(left == 0);
            *byte = if left == 0 { LOST } else { left };
        }
        fresh.truncate(found);
    }

    #[cold]
    fn count_many(&mut self, u: u32) {
        let count = self.many.get_mut(&u).expect("every large number is in the table");
        *count -= 1;
        if *count == u32::from(MOST) {
            self.bytes[u as usize] = MOST;
            self.many.remove(&u);
            self.lease.release(ENTRY);
        }
    }
}
