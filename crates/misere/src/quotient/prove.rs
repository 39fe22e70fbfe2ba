//! Proves that a monoid gives the outcome of every sum.
//!
//! Let `Phi` map each game to an element of a bipartite monoid. It gives all outcomes if the
//! following holds for every sum `X` that has a move: `Phi(X)` is in the P-portion if and only if
//! no option of `X` is mapped there (and the sum without moves is not). This depends on the pair of
//! `Phi(X)` and `D(X)`, where `D(X)` is the set of elements `z` such that some option of `X` times
//! `z` is in the P-portion. Sums are followed by `D(X+Y) = (D(X) : Phi(Y)) + (D(Y) : Phi(X))`, in
//! finitely many states (the transition algebra of Plambeck and Siegel, in terms of the P-portion).
//! Two facts keep their number small:
//!
//! - No option of a sum in the P-portion is in it, if this holds for each game beside each element.
//!   Then `D(X)` and the set of `z` with `Phi(X) z` in the P-portion are disjoint. If together they
//!   contain all elements, the sum passes, and so do all sums that contain it.
//! - `D` grows with its summands. So of two sums with the same element, only the one with the
//!   smaller `D` is followed.
//!
//! Of partizan games there are two sets in place of the P-portion (see [`super::kind`]), each with its
//! own `D`. A sum in which the player who moves has no move belongs to neither of the sets that this
//! player loses, so that the players without a move are followed with the sum.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use upstar_core::{Budget, Exhausted};

use super::kind::Moves;
use super::monoid::{Element, Monoid};

/// A game as a summand: its element and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) game: usize,
    pub(super) element: Element,
    pub(super) moves: Moves,
}

/// The multiplicity of each letter, last letter first: this is the order of sums.
type Counts = Vec<u16>;

/// The sums that had to be followed, by element.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    kept: Vec<Vec<Moves>>,
}

/// The result for a set of letters.
pub(super) enum ProofResult {
    /// The monoid gives the outcome of every sum.
    Right,
    /// The monoid disagrees with the options of this sum, given by the multiplicity of each letter.
    Wrong(Vec<u16>),
}

impl Followed {
    pub(super) fn new(monoid: &Monoid) -> Followed {
        Followed { kept: vec![vec![]; monoid.len()] }
    }

    /// The number of sums that were followed.
    pub(super) fn count(&self) -> usize {
        self.kept.iter().map(Vec::len).sum()
    }

    /// Follows the sums of letters that contain at least one letter from `first` on. Sums of
    /// earlier letters were followed already.
    pub(super) fn extend(
        &mut self,
        monoid: &Monoid,
        letters: &[Letter],
        first: usize,
        budget: &Budget,
    ) -> Result<ProofResult, Exhausted> {
        let count = letters.len();
        let mut ticker = budget.ticker();
        let kind = monoid.kind;
        let cost = 1 + (monoid.len() * kind.planes()) as u64 / 16;
        for (at, letter) in letters.iter().enumerate().skip(first) {
            let wins = &monoid.wins[usize::from(letter.element)];
            if let Some(beside) = wins.common(&letter.moves.beside) {
                let beside = beside % monoid.len();
                return Ok(ProofResult::Wrong(with_element(monoid, letters, at, beside)));
            }
        }
        let same = |one: &Letter, other: &Letter| one.element == other.element;
        let better = |one: &Letter, other: &Letter| {
            same(one, other) && one.moves != other.moves && one.moves.is_within(&other.moves)
        };
        let needed: Vec<bool> =
            letters.iter().map(|l| !letters.iter().any(|other| better(other, l))).collect();
        let mut waiting: BinaryHeap<Reverse<(Counts, Element, Moves)>> = BinaryHeap::new();
        for (at, letter) in letters.iter().enumerate().skip(first).filter(|&(at, _)| needed[at]) {
            let mut counts = vec![0; count];
            counts[count - 1 - at] = 1;
            waiting.push(Reverse((counts, letter.element, letter.moves.clone())));
        }
        while let Some(Reverse((counts, element, moves))) = waiting.pop() {
            ticker.tick(1)?;
            let x = usize::from(element);
            let value = monoid.value_in(&monoid.p, x);
            let is_end = |plane: usize| moves.ends >> kind.mover(plane) & 1 == 1;
            // A player who has no move wins.
            let lost = kind.planes_of(value).any(is_end);
            let beside = &moves.beside;
            let passes = match monoid.needs.get(x) {
                Some(needs) => needs.is_within(beside),
                None => beside.count() + monoid.wins[x].count() == kind.planes() * monoid.len(),
            };
            if passes && !lost {
                continue;
            }
            let has = |plane: usize| is_end(plane) || beside.contains(plane * monoid.len());
            if lost || !kind.needed(value).all(has) {
                return Ok(ProofResult::Wrong(counts.into_iter().rev().collect()));
            }
            if self.kept[x].iter().any(|kept| kept.is_within(&moves)) {
                continue;
            }
            for (at, letter) in letters.iter().enumerate().filter(|&(at, _)| needed[at]) {
                ticker.tick(cost)?;
                let sum = sum_of_moves(monoid, (element, &moves), (letter.element, &letter.moves));
                let mut longer = counts.clone();
                longer[count - 1 - at] += 1;
                waiting.push(Reverse((longer, monoid.product(element, letter.element), sum)));
            }
            self.kept[x].retain(|kept| !moves.is_within(kept));
            self.kept[x].push(moves);
        }
        Ok(ProofResult::Right)
    }
}

/// The moves of a sum, from those of its summands.
pub(super) fn sum_of_moves(
    monoid: &Monoid,
    (x, of_x): (Element, &Moves),
    (y, of_y): (Element, &Moves),
) -> Moves {
    let mut found = monoid.empty();
    for plane in (0..monoid.kind.planes()).map(|plane| plane * monoid.len()) {
        for (z, (&with_x, &with_y)) in monoid.row(x).iter().zip(monoid.row(y)).enumerate() {
            if of_x.beside.contains(plane + usize::from(with_y))
                || of_y.beside.contains(plane + usize::from(with_x))
            {
                found.insert(plane + z);
            }
        }
    }
    Moves { beside: found, ends: of_x.ends & of_y.ends }
}

/// The sum of a letter and of the games whose product is an element.
fn with_element(monoid: &Monoid, letters: &[Letter], letter: usize, element: usize) -> Vec<u16> {
    let mut counts = vec![0; letters.len()];
    counts[letter] += 1;
    for &(generator, exponent) in &monoid.words[element] {
        let of = monoid.generators[usize::from(generator)];
        if let Some(at) = letters.iter().position(|letter| letter.element == of) {
            counts[at] += exponent;
        }
    }
    counts
}
