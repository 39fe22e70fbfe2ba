//! The best move from every vertex: the winner hurries, the loser delays, and a player who can draw
//! keeps the draw; ties go to the vertex that appeared first in the file.

use upstar_core::label::{LOSS, WIN, is_open};

use super::labels::Labels;
use super::load::Share;
use super::outbox::Outbox;
use crate::Result;
use crate::batch::{Batch, halves, joined};
use crate::rounds::Rounds;

/// The best move of every state of a worker: 14 bytes each.
#[derive(Debug)]
pub(super) struct Moves {
    /// The place where the head of the move first appeared, or the largest number if there is no
    /// move.
    places: Vec<u64>,
    /// Its number at its owner, and its owner.
    to: Vec<u32>,
    owners: Vec<u16>,
}

const NOWHERE: u64 = u64::MAX;
/// The label of the states from which the moves are best, then for each move its tail, the number
/// of its head, and the place where the head first appeared.
const BEST: u32 = 0;
/// The number of words of a move.
const MOVE: usize = 4;

impl Moves {
    /// The vertex to move to from a state: its owner, and its number there.
    pub(super) fn get(&self, state: usize) -> Option<(usize, u32)> {
        let found = self.places[state] != NOWHERE;
        found.then(|| (usize::from(self.owners[state]), self.to[state]))
    }

    fn take(&mut self, batch: &Batch, labels: &Labels) {
        let wanted = batch.words[0];
        for entry in batch.words[1..].chunks_exact(MOVE) {
            let u = entry[0] as usize;
            let state = labels.state[u];
            let fits = if wanted == 0 { is_open(state) } else { state == wanted };
            let place = joined(entry[2], entry[3]);
            if fits && place < self.places[u] {
                self.places[u] = place;
                self.to[u] = entry[1];
                self.owners[u] = batch.from as u16;
            }
        }
    }
}

/// The best moves of all states, in one pass over the arcs, with 16 bytes for each sent move.
pub(super) fn best_moves(share: &Share, labels: &Labels, rounds: &mut Rounds) -> Result<Moves> {
    let states = labels.state.len();
    let mut moves =
        Moves { places: vec![NOWHERE; states], to: vec![0; states], owners: vec![0; states] };
    let drawn: Vec<u32> =
        (0..states).filter(|&v| is_open(labels.state[v])).map(|v| v as u32).collect();
    // Lists of states that are equally good to move to, with the kind of state for which this is
    // best.
    let levels = (0..labels.levels.len()).flat_map(|depth| {
        let (lost, won) = labels.level(depth);
        let remoteness = depth as u32 + 1;
        [(WIN | remoteness, lost), (LOSS | remoteness, won)]
    });
    let mut lists = levels.chain([(0, &drawn[..])]);
    let per = if share.coloured { 2 } else { 1 };
    let mut outbox = Outbox::new(rounds.peers(), BEST);
    let mut list = lists.next();
    let mut at = 0;
    if let Some((wanted, _)) = list {
        outbox.begin_with(&[wanted], rounds);
    }
    loop {
        while let Some((_, states)) = list
            && !outbox.is_full()
        {
            let Some(&w) = states.get(at) else {
                list = lists.next();
                at = 0;
                if let Some((wanted, _)) = list {
                    outbox.begin_with(&[wanted], rounds);
                }
                continue;
            };
            at += 1;
            let vertex = w as usize / per;
            let [low, high] = halves(share.places[vertex]);
            let range = share.rows.range(w as usize);
            for arc in range {
                let u = share.rows.targets[arc];
                let owner = share.rows.owners.get(arc).map_or(rounds.index(), |&o| usize::from(o));
                outbox.put(owner, &[u, vertex as u32, low, high], rounds);
            }
        }
        outbox.flush(rounds);
        let said = rounds.finish(&[u64::from(list.is_some())], &mut |batch| {
            moves.take(&batch, labels);
            Ok(())
        })?;
        outbox.reset();
        if said.sum(0) == 0 {
            return Ok(moves);
        }
    }
}
