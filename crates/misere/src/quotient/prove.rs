//! Proves that a monoid gives the outcome of every sum.
//!
//! Let `Phi` send each game to an element of a bipartite monoid. It gives all outcomes if of every
//! sum `X` that has a move: `Phi(X)` is in the P-portion if and only if no option of `X` is sent
//! there (and the sum without moves is not). What decides this is the pair of `Phi(X)` and of
//! `D(X)`, the elements `z` for which some option of `X` times `z` is in the P-portion: sums are
//! followed by `D(X+Y) = (D(X) : Phi(Y)) + (D(Y) : Phi(X))`, in finitely many states (the transition
//! algebra of Plambeck and Siegel, seen from the P-portion). Two more facts make them few:
//!
//! - No option of a sum in the P-portion is there, if that is so for each game beside each element.
//!   Then `D(X)` and the `z` with `Phi(X) z` in the P-portion are disjoint, and a sum for which they
//!   are everything passes together with all that contain it.
//! - `D` grows with its summands, so that of two sums with the same element only the one with the
//!   smaller `D` is followed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use upstar_core::{Budget, Exhausted};

use super::bits::Bits;
use super::monoid::{Element, Monoid};

/// A game as a summand: its element, and for which elements it has a move to the P-portion beside
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) game: usize,
    pub(super) element: Element,
    pub(super) moves: Bits,
}

/// How often each letter occurs, the last letter first: the order of sums.
type Counts = Vec<u16>;

/// The sums that had to be followed, by element.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    kept: Vec<Vec<Bits>>,
}

/// The result for a set of letters.
pub(super) enum ProofResult {
    /// The monoid gives the outcome of every sum.
    Right,
    /// Of this sum, as often each letter, it does not agree with those of the options.
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

    /// Follows the sums of the letters that contain one of those from `first` on. Those of the
    /// letters before were followed already.
    pub(super) fn extend(
        &mut self,
        monoid: &Monoid,
        letters: &[Letter],
        first: usize,
        budget: &Budget,
    ) -> Result<ProofResult, Exhausted> {
        let count = letters.len();
        let mut ticker = budget.ticker();
        let cost = 1 + (monoid.len() * monoid.planes) as u64 / 16;
        for (at, letter) in letters.iter().enumerate().skip(first) {
            let wins = &monoid.wins[usize::from(letter.element)];
            if let Some(beside) = wins.common(&letter.moves) {
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
        let mut waiting: BinaryHeap<Reverse<(Counts, Element, Bits)>> = BinaryHeap::new();
        for (at, letter) in letters.iter().enumerate().skip(first).filter(|&(at, _)| needed[at]) {
            let mut counts = vec![0; count];
            counts[count - 1 - at] = 1;
            waiting.push(Reverse((counts, letter.element, letter.moves.clone())));
        }
        while let Some(Reverse((counts, element, moves))) = waiting.pop() {
            ticker.tick(1)?;
            let x = usize::from(element);
            let passes = match monoid.needs.get(x) {
                Some(needs) => needs.is_within(&moves),
                None => moves.count() + monoid.wins[x].count() == monoid.len(),
            };
            if passes {
                continue;
            }
            let below = monoid.value_in(&monoid.p, x);
            if !(0..below).all(|value| moves.contains(value * monoid.len())) {
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

/// For which elements a sum has a move to the P-portion beside them, from those of its summands.
pub(super) fn sum_of_moves(
    monoid: &Monoid,
    (x, of_x): (Element, &Bits),
    (y, of_y): (Element, &Bits),
) -> Bits {
    let mut found = monoid.empty();
    for plane in (0..monoid.planes).map(|value| value * monoid.len()) {
        for (z, (&with_x, &with_y)) in monoid.row(x).iter().zip(monoid.row(y)).enumerate() {
            if of_x.contains(plane + usize::from(with_y))
                || of_y.contains(plane + usize::from(with_x))
            {
                found.insert(plane + z);
            }
        }
    }
    found
}

/// The sum of a letter and of the games whose product an element is.
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
