//! The arcs into a worker's own vertices.

use std::ops::Range;

use upstar_core::Player;
use upstar_core::arcs::Colour;

use crate::Result;
use crate::rounds::Rounds;

/// Predecessors, in one row for each vertex: 6 bytes for each arc, or 4 with one worker.
#[derive(Debug)]
pub(crate) struct Rows {
    /// The start of each row, with one more entry for the end of the last.
    pub(crate) offsets: Vec<u64>,
    /// The number of each predecessor at its owner.
    pub(crate) targets: Vec<u32>,
    /// The owner of each predecessor; empty with one worker.
    pub(crate) owners: Vec<u16>,
}

/// The words of an arc in a message: the head, the tail (each by its number at its owner), and the
/// owner of the tail with the colour in the upper bits.
pub(crate) const ARC: usize = 3;

/// The third word of an arc.
pub(crate) fn tail(owner: usize, colour: Colour) -> u32 {
    owner as u32 | (colour as u32) << 16
}

/// Whether Left and whether Right may move along an arc.
fn movers(tail: u32) -> [bool; 2] {
    match tail >> 16 {
        0 => [true, true],
        1 => [true, false],
        _ => [false, true],
    }
}

impl Rows {
    /// The rows of `vertices` vertices from batches of arcs, which are freed one by one. If
    /// `coloured`, the rows of pairs of a vertex and a player to move: pair `2v` is `v` with Left
    /// to move.
    pub(crate) fn build(
        batches: Vec<Vec<u32>>,
        vertices: usize,
        coloured: bool,
        rounds: &Rounds,
    ) -> Result<Rows> {
        let size = if coloured { 2 * vertices } else { vertices };
        let mut offsets = vec![0_u64; size + 1];
        for batch in &batches {
            rounds.budget().check()?;
            each(batch, coloured, |to, _, _| offsets[to + 1] += 1);
        }
        let mut sum = 0;
        for offset in &mut offsets[1..] {
            let count = *offset;
            *offset = sum;
            sum += count;
        }
        let mut targets = vec![0; sum as usize];
        let mut owners = vec![0; if rounds.peers() > 1 { sum as usize } else { 0 }];
        for batch in batches {
            rounds.budget().check()?;
            each(&batch, coloured, |to, from, owner| {
                let place = &mut offsets[to + 1];
                targets[*place as usize] = from;
                if let Some(entry) = owners.get_mut(*place as usize) {
                    *entry = owner;
                }
                *place += 1;
            });
        }
        Ok(Rows { offsets, targets, owners })
    }

    pub(crate) fn range(&self, v: usize) -> Range<usize> {
        self.offsets[v] as usize..self.offsets[v + 1] as usize
    }
}

fn each(batch: &[u32], coloured: bool, mut visit: impl FnMut(usize, u32, u16)) {
    for arc in batch.chunks_exact(ARC) {
        let (to, from, tail) = (arc[0], arc[1], arc[2]);
        let owner = tail as u16;
        if !coloured {
            visit(to as usize, from, owner);
            continue;
        }
        for player in Player::BOTH {
            if movers(tail)[player as usize] {
                let opponent = player.opponent() as usize;
                visit(2 * to as usize + opponent, 2 * from + player as u32, owner);
            }
        }
    }
}
