//! Values of impartial games with carry-on moves, after which the same player must move again,
//! and with cycles.
//!
//! For at most one `h`, a position plus a nim heap `*h` is lost for the player to move; if there is
//! one, the position equals the nimber `*h` in every sum. Any other position is never lost for the
//! player to move, whatever is added to it; whether he wins or draws depends on two sets of
//! nimbers: those that carry-on moves lead to while the turn is still his, and those that a move
//! which ends the turn can lead to after carry-on moves. (Smith 1966 for cycles; Larsson,
//! Nowakowski and Santos, *Impartial games with entailing moves*, for loony positions; Suetsugu,
//! arXiv 2404.00632, and Abuku and others, arXiv 2512.14466, for both.)

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Add;

use upstar_core::{Budget, GrundyValue, LoopyNimber, Outcome, Ticker};

use crate::Result;

/// The value of a position of an impartial game in which a player may have to move again, and in
/// which play need not end.
///
/// ```
/// use upstar_core::Outcome;
/// use upstar_engine::Entailed;
///
/// // Whoever moves can hand over nothing, or nothing and the turn.
/// let loony = Entailed::infinite([0], [0]);
/// assert_eq!((loony.to_string(), loony.outcome()), ("loony".to_owned(), Outcome::N));
/// // Beside a loopy game without exit to 0 it does not help.
/// let loopy = Entailed::infinite([1], []);
/// assert_eq!((&loony + &loopy).outcome(), Outcome::D);
/// assert_eq!((&(&loony + &loopy) + &Entailed::Nimber(1)).outcome(), Outcome::N);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entailed {
    /// The nimber `*n`.
    Nimber(GrundyValue),
    /// No nimber: the player to move never loses, whatever impartial game stands beside the
    /// position. He wins a sum with `*n` if `n` is among `exits`, or if a nimber other than `n` is
    /// among `kept`; else he draws. Made by [`Entailed::infinite`], so that equal values have
    /// equal sets.
    Infinite {
        /// Nimbers that a turn can end at.
        exits: BTreeSet<GrundyValue>,
        /// Nimbers that carry-on moves lead to, the same player to move.
        kept: BTreeSet<GrundyValue>,
    },
}

impl Entailed {
    /// The value without a nimber. Of `exits` those are left out that make no difference.
    #[must_use]
    pub fn infinite(
        exits: impl IntoIterator<Item = GrundyValue>,
        kept: impl IntoIterator<Item = GrundyValue>,
    ) -> Entailed {
        let kept: BTreeSet<GrundyValue> = kept.into_iter().collect();
        let mut exits: BTreeSet<GrundyValue> = exits.into_iter().collect();
        match kept.len() {
            0 => {}
            1 => exits.retain(|n| kept.contains(n)),
            // He wins beside every nimber, exits or none.
            _ => exits.clear(),
        }
        Entailed::Infinite { exits, kept }
    }

    /// A position beside which every nimber is won, with the nimbers that carry-on moves lead to.
    #[must_use]
    pub fn loony(kept: impl IntoIterator<Item = GrundyValue>) -> Entailed {
        let kept: BTreeSet<GrundyValue> = kept.into_iter().collect();
        Entailed::infinite(kept.clone(), kept)
    }

    /// Whether the player to move wins a sum with `*n`.
    #[must_use]
    pub fn wins_beside(&self, n: GrundyValue) -> bool {
        match self {
            Entailed::Nimber(own) => *own != n,
            Entailed::Infinite { exits, kept } => {
                exits.contains(&n) || kept.iter().any(|&other| other != n)
            }
        }
    }

    /// Whether the player to move wins, whatever nimber stands beside the position.
    #[must_use]
    pub fn is_loony(&self) -> bool {
        match self {
            Entailed::Nimber(_) => false,
            Entailed::Infinite { exits, kept } => match kept.first() {
                None => false,
                Some(only) => kept.len() > 1 || exits.contains(only),
            },
        }
    }

    /// P at `*0`, N where the player to move wins, else D.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Entailed::Nimber(0) => Outcome::P,
            value if value.wins_beside(0) => Outcome::N,
            _ => Outcome::D,
        }
    }
}

impl From<LoopyNimber> for Entailed {
    fn from(value: LoopyNimber) -> Entailed {
        match value {
            LoopyNimber::Nimber(n) => Entailed::Nimber(n),
            LoopyNimber::Infinite(exits) => Entailed::infinite(exits, []),
        }
    }
}

/// All sums of a nimber of one set and one of the other.
fn sums(a: &BTreeSet<GrundyValue>, b: &BTreeSet<GrundyValue>) -> BTreeSet<GrundyValue> {
    a.iter().flat_map(|x| b.iter().map(move |y| x ^ y)).collect()
}

impl Add for &Entailed {
    type Output = Entailed;

    // The sum of nimbers is the exclusive or.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: &Entailed) -> Entailed {
        use Entailed::{Infinite, Nimber};
        match (self, other) {
            (Nimber(a), Nimber(b)) => Nimber(a ^ b),
            (Nimber(n), Infinite { exits, kept }) | (Infinite { exits, kept }, Nimber(n)) => {
                let moved = |set: &BTreeSet<GrundyValue>| set.iter().map(|k| k ^ n).collect();
                Infinite { exits: moved(exits), kept: moved(kept) }
            }
            (Infinite { exits: a, kept: c }, Infinite { exits: b, kept: d }) => {
                // Carry-on moves make a nimber of the one, and the turn ends in the other.
                let mut exits = sums(c, b);
                exits.extend(sums(d, a));
                Entailed::infinite(exits, sums(c, d))
            }
        }
    }
}

impl fmt::Display for Entailed {
    /// `*3`, `loony`, `∞{0,2}` with the nimbers that a turn can end at, or `∞{|2}` with the one
    /// that carry-on moves lead to and no turn ends at. With `{:#}` in ASCII: `inf{0,2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entailed::Nimber(n) => write!(f, "*{n}"),
            value if value.is_loony() => f.write_str("loony"),
            Entailed::Infinite { exits, kept } => {
                let list = |set: &BTreeSet<GrundyValue>| {
                    set.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
                };
                let bar = if kept.is_empty() { "" } else { "|" };
                let name = if f.alternate() { "inf" } else { "∞" };
                write!(f, "{name}{{{}{bar}{}}}", list(exits), list(kept))
            }
        }
    }
}

/// A game with carry-on moves as a graph: where the moves of each position lead that end the
/// turn, and those after which the same player must move again.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// For each position those after a turn that ends with one move.
    pub plain: Vec<Vec<u32>>,
    /// For each position those after a move that must be followed by another.
    pub carry: Vec<Vec<u32>>,
}

/// What is known of the player to move beside the present heap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    Unknown,
    Wins,
    Loses,
}

impl Turns {
    /// The value of every position.
    ///
    /// For h = 0, 1, ... it is found by retrograde analysis beside which positions a heap of h is
    /// lost for the player to move: these are worth `*h`. Where nothing is lost beside h, nothing
    /// is beside larger heaps, because a win ends at a position that is lost beside the same
    /// heap. Time linear in the number of moves for each nimber that occurs.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn values(&self, budget: &Budget) -> Result<Vec<Entailed>> {
        let count = self.plain.len();
        let mut ticker = budget.ticker();
        let into = self.into(&mut ticker)?;
        let mut label: Vec<Option<GrundyValue>> = vec![None; count];
        // Whether a smaller heap leads to a position that the opponent does not win.
        let mut saved = vec![false; count];
        for heap in 0.. {
            let lost = self.lost_beside(&into, &label, &saved, Mover::Loses, &mut ticker)?;
            if !lost.contains(&Mover::Loses) {
                break;
            }
            for (vertex, mover) in lost.into_iter().enumerate() {
                match mover {
                    Mover::Loses => label[vertex] = Some(heap),
                    Mover::Unknown => saved[vertex] = true,
                    Mover::Wins => {}
                }
            }
        }
        self.endless(&into, &label, &mut ticker)
    }

    /// Who wins position 0 in misère play, where a player who has to move and cannot wins.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn misere_outcome(&self, budget: &Budget) -> Result<Outcome> {
        let mut ticker = budget.ticker();
        let into = self.into(&mut ticker)?;
        let (label, saved) = (vec![None; into.len()], vec![false; into.len()]);
        let movers = self.lost_beside(&into, &label, &saved, Mover::Wins, &mut ticker)?;
        Ok(match movers.first() {
            Some(Mover::Loses) => Outcome::P,
            Some(Mover::Unknown) => Outcome::D,
            Some(Mover::Wins) | None => Outcome::N,
        })
    }

    /// Which positions have a move to each position, and whether it ends the turn.
    fn into(&self, ticker: &mut Ticker) -> Result<Vec<Vec<(u32, bool)>>> {
        let mut into: Vec<Vec<(u32, bool)>> = vec![Vec::new(); self.plain.len()];
        for (ends, moves) in [(true, &self.plain), (false, &self.carry)] {
            for (from, to) in moves.iter().enumerate() {
                ticker.tick(1 + to.len() as u64)?;
                to.iter().for_each(|&to| into[to as usize].push((from as u32, ends)));
            }
        }
        Ok(into)
    }

    /// Who wins each position beside one heap; `stuck` is the result of a player without a move.
    fn lost_beside(
        &self,
        into: &[Vec<(u32, bool)>],
        label: &[Option<GrundyValue>],
        saved: &[bool],
        stuck: Mover,
        ticker: &mut Ticker,
    ) -> Result<Vec<Mover>> {
        let count = into.len();
        let mut left: Vec<usize> =
            (0..count).map(|v| self.plain[v].len() + self.carry[v].len()).collect();
        let mut movers = vec![Mover::Unknown; count];
        let mut open = Vec::new();
        for vertex in 0..count {
            // From a position with a smaller nimber the heap is made as large.
            if label[vertex].is_some() {
                movers[vertex] = Mover::Wins;
                open.push(vertex);
            } else if left[vertex] == 0 && !saved[vertex] {
                movers[vertex] = stuck;
                open.push(vertex);
            }
        }
        while let Some(vertex) = open.pop() {
            ticker.tick(1 + into[vertex].len() as u64)?;
            for &(from, ends) in &into[vertex] {
                let from = from as usize;
                if movers[from] != Mover::Unknown {
                    continue;
                }
                if (movers[vertex] == Mover::Loses) == ends {
                    movers[from] = Mover::Wins;
                    open.push(from);
                } else {
                    left[from] -= 1;
                    if left[from] == 0 && !saved[from] {
                        movers[from] = Mover::Loses;
                        open.push(from);
                    }
                }
            }
        }
        Ok(movers)
    }

    /// The values, given the nimbers among them: the sets of the others spread backward along
    /// carry-on moves until they do not change.
    fn endless(
        &self,
        into: &[Vec<(u32, bool)>],
        label: &[Option<GrundyValue>],
        ticker: &mut Ticker,
    ) -> Result<Vec<Entailed>> {
        let count = label.len();
        let mut sets: Vec<[BTreeSet<GrundyValue>; 2]> = vec![Default::default(); count];
        let mut open = Vec::new();
        for vertex in (0..count).filter(|&v| label[v].is_none()) {
            let nimbers =
                |moves: &[u32]| moves.iter().filter_map(|&to| label[to as usize]).collect();
            ticker.tick(1 + (self.plain[vertex].len() + self.carry[vertex].len()) as u64)?;
            sets[vertex] = [nimbers(&self.plain[vertex]), nimbers(&self.carry[vertex])];
            open.push(vertex);
        }
        while let Some(vertex) = open.pop() {
            let own = sets[vertex].clone();
            for &(from, ends) in &into[vertex] {
                let from = from as usize;
                if ends || label[from].is_some() {
                    continue;
                }
                ticker.tick(1 + (own[0].len() + own[1].len()) as u64)?;
                let before = sets[from][0].len() + sets[from][1].len();
                for (set, more) in sets[from].iter_mut().zip(&own) {
                    set.extend(more);
                }
                if sets[from][0].len() + sets[from][1].len() > before {
                    open.push(from);
                }
            }
        }
        let values = label.iter().zip(sets).map(|(label, [exits, kept])| match label {
            Some(n) => Entailed::Nimber(*n),
            None => Entailed::infinite(exits, kept),
        });
        Ok(values.collect())
    }
}

#[cfg(test)]
mod tests;
