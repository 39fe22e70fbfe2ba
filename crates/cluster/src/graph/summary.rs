//! What is known of the whole graph.

use std::cmp::Reverse;

use upstar_core::{Convention, Outcome, Player};

use super::labels::Labels;
use super::load::{Share, pack, unpack};
use crate::batch::{halves, joined};
use crate::error::ClusterError;
use crate::rounds::Rounds;

/// A summary of a graph that was solved by a cluster. Every process has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterSummary {
    /// How many vertices it has.
    pub vertices: u64,
    /// How many arcs it has.
    pub arcs: u64,
    /// Whether Left and Right have different moves.
    pub coloured: bool,
    /// The convention that was followed.
    pub convention: Convention,
    /// How many vertices have which outcome; those that cannot occur are not listed.
    pub outcomes: Vec<(Outcome, u64)>,
    /// The longest win, if anything is won.
    pub longest_win: Option<LongestWin>,
}

/// A vertex from which the winner needs longer than from any other; among equals the one that
/// appeared first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestWin {
    /// What it is called.
    pub vertex: String,
    /// Who moves first there, where that makes a difference.
    pub mover: Option<Player>,
    /// Its remoteness.
    pub remoteness: u32,
}

/// A longest win: its remoteness, where its vertex appeared first, the player, and the name.
const WIN: u32 = 0;

/// The outcome of a vertex.
pub(super) fn outcome(labels: &Labels, vertex: usize, coloured: bool) -> Outcome {
    if !coloured {
        return labels.result(vertex).outcome();
    }
    let winner = |player| labels.result(2 * vertex + player as usize).winner(player);
    Outcome::from_winners(winner(Player::Left), winner(Player::Right))
}

/// What is known of the graph; of equally long wins that of the least text if `by_text`.
pub(super) fn summary(
    share: &Share,
    labels: &Labels,
    convention: Convention,
    by_text: bool,
    rounds: &mut Rounds,
) -> Result<ClusterSummary, ClusterError> {
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

/// The longest win; of equals the one that appeared first, or, if places mean something to their
/// own workers alone, that of the least text.
fn longest_win(
    share: &Share,
    labels: &Labels,
    by_text: bool,
    rounds: &mut Rounds,
) -> Result<Option<LongestWin>, ClusterError> {
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
