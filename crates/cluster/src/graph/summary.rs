//! What is known of the whole graph.

use upstar_core::arcs::TerminalResult;
use upstar_core::{Convention, Outcome, Player};

use super::labels::Labels;
use super::load::{Share, pack, unpack};
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

const NAME: u32 = 0;

/// The outcome of a vertex.
pub(super) fn outcome(labels: &Labels, vertex: usize, coloured: bool) -> Outcome {
    use TerminalResult::{Draw, Loss, Win};
    if !coloured {
        return match labels.result(vertex) {
            Win => Outcome::N,
            Loss => Outcome::P,
            Draw => Outcome::D,
        };
    }
    let winner = |player: Player| match labels.result(2 * vertex + player as usize) {
        Win => Some(player),
        Loss => Some(player.opponent()),
        Draw => None,
    };
    Outcome::from_winners(winner(Player::Left), winner(Player::Right))
}

pub(super) fn summary(
    share: &Share,
    labels: &Labels,
    convention: Convention,
    rounds: &mut Rounds,
) -> Result<ClusterSummary, ClusterError> {
    let mut counts = [0_u64; Outcome::ALL.len()];
    for vertex in 0..share.places.len() {
        counts[outcome(labels, vertex, share.coloured) as usize] += 1;
    }
    let per = if share.coloured { 2 } else { 1 };
    // The longest win here: by remoteness, then by the place of the vertex and the player.
    let longest = (0..labels.levels.len()).rev().find_map(|depth| {
        let (_, won) = labels.level(depth);
        let key = |state: u32| (share.places[state as usize / per], state as usize % per);
        let first = won.iter().copied().min_by_key(|&state| key(state))?;
        Some((depth as u64 + 1, first))
    });
    let (rank, state) = longest.unwrap_or((0, 0));
    let place = if rank == 0 { 0 } else { share.places[state as usize / per] };
    let mut say = vec![rank, place];
    say.extend(counts);
    let said = rounds.finish(&say, &mut |_| Ok(()))?;
    let best = said
        .0
        .iter()
        .enumerate()
        .filter(|(_, said)| said[0] > 0)
        .max_by_key(|(worker, said)| (said[0], std::cmp::Reverse((said[1], *worker))));
    if let Some((worker, _)) = best
        && worker == rounds.index()
    {
        let mut words = vec![state % per as u32];
        pack(&share.names.get(state / per as u32).to_string(), &mut words);
        for to in 0..rounds.peers() {
            rounds.send(to, NAME, words.clone());
        }
    }
    let mut longest_win = None;
    rounds.finish(&[], &mut |batch| {
        let (&[player, length], words) =
            batch.words.split_first_chunk().expect("a name has a head");
        let mut vertex = String::new();
        unpack(words, length as usize, &mut vertex)?;
        let mover = share.coloured.then(|| Player::BOTH[player as usize]);
        let remoteness = best.map_or(0, |(_, said)| said[0] as u32 - 1);
        longest_win = Some(LongestWin { vertex, mover, remoteness });
        Ok(())
    })?;
    let listed: &[Outcome] =
        if share.coloured { &Outcome::ALL } else { &[Outcome::N, Outcome::P, Outcome::D] };
    let outcomes =
        listed.iter().map(|&outcome| (outcome, said.sum(2 + outcome as usize))).collect();
    let (vertices, arcs) = share.totals;
    let coloured = share.coloured;
    Ok(ClusterSummary { vertices, arcs, coloured, convention, outcomes, longest_win })
}
