//! The summary of the whole graph.

use std::cmp::Reverse;

use upstar_core::{Convention, Outcome, Player};

use super::labels::Labels;
use super::load::{Share, pack, unpack};
use crate::Result;
use crate::batch::{halves, joined};
use crate::rounds::Rounds;

/// A summary of a graph that was solved by a cluster. Every process has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterSummary {
    /// The number of vertices.
    pub vertices: u64,
    /// The number of arcs.
    pub arcs: u64,
    /// Whether Left and Right have different moves.
    pub coloured: bool,
    /// The convention.
    pub convention: Convention,
    /// The number of vertices with each outcome. Impossible outcomes are not listed.
    pub outcomes: Vec<(Outcome, u64)>,
    /// The longest win, if any position is won.
    pub longest_win: Option<LongestWin>,
}

/// A vertex with the longest win. Of several, the one that first appeared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestWin {
    /// Its name.
    pub vertex: String,
    /// The player who moves first there, if that makes a difference.
    pub mover: Option<Player>,
    /// Its remoteness.
    pub remoteness: u32,
}

/// A longest win: its remoteness, the place where its vertex first appeared, the player, and the
/// name.
const WIN: u32 = 0;

/// The outcome of a vertex.
pub(super) fn outcome(labels: &Labels, vertex: usize, coloured: bool) -> Outcome {
    if !coloured {
        return labels.result(vertex).outcome();
    }
    let winner = |player| labels.result(2 * vertex + player as usize).winner(player);
    Outcome::from_winners(winner(Player::Left), winner(Player::Right))
}

/// The summary of the graph. Of equally long wins it reports the one with the least text if
/// `by_text`.
pub(super) fn summary(
    share: &Share,
    labels: &Labels,
    convention: Convention,
    by_text: bool,
    rounds: &mut Rounds,
) -> Result<ClusterSummary> {
    let mut counts = [0_u64; Outcome::ALL.len()];
    for vertex in 0..share.places.len() {
        counts[outcome(labels, vertex, share.coloured) as usize] += 1;
    }
    let said = rounds.finish(&counts, &mut |_| Ok(()))?;
    let longest_win = longest_win(share, labels, by_text, rounds)?;
    let listed: &[Outcome] =
        if share.coloured { &Outcome::ALL } else { &[Outcome::N, Outcome::P, Outcome::D] };
    let outcomes = listed.iter().map(|&outcome| (outcome, said.sum(outcome as usize))).collect();
    let (vertices, arcs) = share.totals;
    let coloured = share.coloured;
    Ok(ClusterSummary { vertices, arcs, coloured, convention, outcomes, longest_win })
}

/// The longest win. Of several, the one that first appeared or, if places are meaningful only to
/// their own workers, the one with the least text.
fn longest_win(
    share: &Share,
    labels: &Labels,
    by_text: bool,
    rounds: &mut Rounds,
) -> Result<Option<LongestWin>> {
    let per = if share.coloured { 2 } else { 1 };
    let own = (0..labels.levels.len()).rev().find_map(|depth| {
        let (_, won) = labels.level(depth);
        let key = |state: u32| (share.places[state as usize / per], state as usize % per);
        let first = won.iter().copied().min_by_key(|&state| key(state))?;
        Some((depth as u32, first))
    });
    if let Some((depth, state)) = own {
        let place = if by_text { 0 } else { share.places[state as usize / per] };
        let [low, high] = halves(place);
        let mut words = vec![depth, low, high, state % per as u32];
        pack(&share.names.get(state / per as u32).to_string(), &mut words);
        for to in 0..rounds.peers() {
            rounds.send(to, WIN, words.clone());
        }
    }
    let mut best: Option<(Reverse<u32>, u64, String, u32)> = None;
    rounds.finish(&[], &mut |batch| {
        let (&[depth, low, high, player, length], words) =
            batch.words.split_first_chunk().expect("a win has a head");
        let mut text = String::new();
        unpack(words, length as usize, &mut text)?;
        let found = (Reverse(depth), joined(low, high), text, player);
        if best.as_ref().is_none_or(|best| found < *best) {
            best = Some(found);
        }
        Ok(())
    })?;
    Ok(best.map(|(Reverse(remoteness), _, vertex, player)| {
        let mover = share.coloured.then(|| Player::BOTH[player as usize]);
        LongestWin { vertex, mover, remoteness }
    }))
}
