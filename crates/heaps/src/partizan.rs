//! Periods of partizan take-and-break games, in which each player has a code.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use upstar_core::{Budget, Exhausted, Lease, Outcome, Player};

use crate::code::{Code, Relation};

/// The outcomes of single heaps: from the heap `preperiod` on, they return after `period` heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomePeriod {
    /// The least heap from which on they return.
    pub preperiod: u64,
    /// The least number after which they return.
    pub period: u64,
    /// The kind of game.
    pub kind: OutcomeKind,
}

/// The kinds of partizan subtraction games by the outcomes of one period (Duchêne, Heinrich,
/// Nowakowski and Parreau, "Partizan subtraction games", arXiv 2101.01595).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// One player wins all large heaps, whoever moves first.
    StrongDominance(Player),
    /// One player wins some large heaps whoever moves first, and the opponent none.
    WeakDominance(Player),
    /// Each player wins some large heaps whoever moves first.
    Fair,
    /// Large heaps are won by the player who moves first, or by the second, as in impartial games.
    UltimatelyImpartial,
}

impl OutcomeKind {
    fn of(outcomes: &[Outcome]) -> OutcomeKind {
        let count = |outcome| outcomes.iter().filter(|&&found| found == outcome).count();
        match (count(Outcome::L), count(Outcome::R)) {
            (0, 0) => OutcomeKind::UltimatelyImpartial,
            (left, 0) if left == outcomes.len() => OutcomeKind::StrongDominance(Player::Left),
            (0, right) if right == outcomes.len() => OutcomeKind::StrongDominance(Player::Right),
            (_, 0) => OutcomeKind::WeakDominance(Player::Left),
            (0, _) => OutcomeKind::WeakDominance(Player::Right),
            _ => OutcomeKind::Fair,
        }
    }
}

impl fmt::Display for OutcomeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutcomeKind::StrongDominance(player) => write!(f, "strong dominance of {player}"),
            OutcomeKind::WeakDominance(player) => write!(f, "weak dominance of {player}"),
            OutcomeKind::Fair => f.write_str("fair"),
            OutcomeKind::UltimatelyImpartial => f.write_str("ultimately impartial"),
        }
    }
}

/// The largest number of tokens that a move may take, if both codes are finite, no move adds tokens,
/// and the sizes of the remaining heaps need fulfil no condition; and the most heaps that it leaves.
fn bounds(codes: [&Code; 2]) -> Option<(usize, u64)> {
    let mut most = (0, 0);
    for code in codes {
        let plain = code.tail().is_empty()
            && code.most_added() == 0
            && code.digits().iter().all(|digit| digit.relation() == Relation::Any);
        if !plain {
            return None;
        }
        most.0 = most.0.max(code.digits().len().saturating_sub(1));
        most.1 = most.1.max(code.most_heaps()?);
    }
    Some(most)
}

impl OutcomePeriod {
    /// The period of the outcomes of a game in which each player takes tokens by a code and a move
    /// leaves at most one heap; `None` of other games. An outcome depends on the outcomes of as many
    /// smaller heaps as a move takes at the most. So the first return of that many outcomes in
    /// succession proves the period, and there always is one.
    ///
    /// # Errors
    ///
    /// A used-up budget.
    ///
    /// # Complexity
    ///
    /// For moves that take at most m tokens, O(m) for each heap of the preperiod and the period, in time
    /// and memory. These may be exponential in m.
    pub fn of(codes: [&Code; 2], budget: &Budget) -> Result<Option<OutcomePeriod>, Exhausted> {
        let Some((most, 0..=1)) = bounds(codes) else { return Ok(None) };
        let (mut ticker, mut lease) = (budget.ticker(), Lease::new(budget));
        let amounts = codes.map(|code| {
            let digits = code.digits().iter().enumerate().skip(1);
            digits.filter(|(_, digit)| !digit.is_none()).collect::<Vec<_>>()
        });
        let mut outcomes: Vec<Outcome> = Vec::new();
        // The outcomes before a heap, and the heap. From the heap most + 1 on no move takes all.
        let mut seen: HashMap<Vec<Outcome>, usize> = HashMap::new();
        loop {
            let heap = outcomes.len();
            ticker.tick(1 + most as u64)?;
            if heap > most {
                let before = outcomes[heap - most..].to_vec();
                lease.cover(((seen.len() + 1) * (most + 64) + 2 * heap) as u64, 1 << 20)?;
                if let Some(earlier) = seen.insert(before, heap) {
                    return Ok(Some(Self::returned(&outcomes, earlier - most..heap - most)));
                }
            }
            let winner = |player: Player| {
                let mut moves = amounts[usize::from(player == Player::Right)].iter();
                let wins = moves.any(|&(taken, digit)| match heap.checked_sub(taken) {
                    None => false,
                    // Nobody can move from an empty heap.
                    Some(0) => digit.allows(0),
                    Some(rest) => {
                        let winner = || outcomes[rest].winner(player.opponent());
                        digit.allows(1) && winner() == Some(player)
                    }
                });
                Some(if wins { player } else { player.opponent() })
            };
            outcomes.push(Outcome::from_winners(winner(Player::Left), winner(Player::Right)));
        }
    }

    /// The outcomes at the two ends of a range return for ever.
    fn returned(outcomes: &[Outcome], range: Range<usize>) -> OutcomePeriod {
        let period = range.len();
        let earlier = (0..range.start).rev();
        let same = earlier.take_while(|&heap| outcomes[heap] == outcomes[heap + period]).count();
        let preperiod = range.start - same;
        OutcomePeriod {
            preperiod: preperiod as u64,
            period: period as u64,
            kind: OutcomeKind::of(&outcomes[preperiod..preperiod + period]),
        }
    }
}

/// Whether values with G(n + period) = G(n) for all n from `preperiod` up to n + period = `last` have
/// this period for ever. The proof is that of Guy and Smith for octal games ("The G-values of various
/// games", 1956): of the at most two heaps that a move leaves of a heap above 2 preperiod + 2 period + k,
/// where k is the most that it takes, one is large enough to be smaller by a period, and so the heaps
/// n + period and n have options of the same values.
#[must_use]
pub fn value_period_is_proved(codes: [&Code; 2], preperiod: u64, period: u64, last: u64) -> bool {
    bounds(codes).is_some_and(|(most, heaps)| {
        let least = preperiod.checked_add(period).and_then(|sum| sum.checked_mul(2));
        heaps <= 2 && least.is_some_and(|least| last >= least.saturating_add(most as u64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who wins a heap by the definition.
    fn outcomes(sets: [&[usize]; 2], count: usize) -> Vec<(bool, bool)> {
        let mut wins: Vec<[bool; 2]> = Vec::new();
        for heap in 0..count {
            let first = |side: usize| {
                sets[side].iter().any(|&taken| taken <= heap && !wins[heap - taken][1 - side])
            };
            wins.push([first(0), first(1)]);
        }
        wins.into_iter().map(|[left, right]| (left, right)).collect()
    }

    /// All games with numbers up to 4, and two fair ones, against outcomes of 1000 heaps.
    #[test]
    fn periods_of_outcomes_are_those_of_long_sequences() {
        let sets: Vec<Vec<usize>> = (1..16_usize)
            .map(|bits| (1..=4).filter(|taken| bits >> (taken - 1) & 1 == 1).collect())
            .collect();
        let code = |set: &[usize]| {
            let set: Vec<u64> = set.iter().map(|&taken| taken as u64).collect();
            Code::subtraction(&set, false).unwrap()
        };
        let mut kinds = std::collections::HashSet::new();
        let all =
            sets.iter().flat_map(|left| sets.iter().map(move |right| (&left[..], &right[..])));
        let fair: [(&[usize], &[usize]); 2] = [(&[2, 3], &[2, 5]), (&[2, 3], &[1, 4, 5])];
        for (left, right) in all.chain(fair) {
            let long = outcomes([left, right], 1000);
            // The states before a heap are fewer than 300.
            let period =
                (1..300).find(|p| (600..1000 - p).all(|n| long[n] == long[n + p])).unwrap();
            let same = (0..600).rev().take_while(|&n| long[n] == long[n + period]).count();
            let codes = [code(left), code(right)];
            let found = OutcomePeriod::of(codes.each_ref(), &Budget::unlimited()).unwrap().unwrap();
            let expected = ((600 - same) as u64, period as u64);
            assert_eq!((found.preperiod, found.period), expected, "{left:?} {right:?}");
            let ends = &long[600..600 + period];
            let [l, r] =
                [(true, false), (false, true)].map(|o| ends.iter().filter(|&&e| e == o).count());
            let expected = match (l, r) {
                (0, 0) => "ultimately impartial".to_owned(),
                (l, r) if l > 0 && r > 0 => "fair".to_owned(),
                (l, r) => {
                    let strength = if l + r == period { "strong" } else { "weak" };
                    format!("{strength} dominance of {}", if l > 0 { "Left" } else { "Right" })
                }
            };
            assert_eq!(found.kind.to_string(), expected, "{left:?} {right:?}");
            kinds.insert(expected);
        }
        assert_eq!(kinds.len(), 6, "{kinds:?}");
    }

    /// A digit may forbid to take a whole heap, or to leave something.
    #[test]
    fn digits_say_what_may_be_left() {
        let outcome = |codes: [&str; 2]| {
            let [left, right] = codes.map(|code| code.parse::<Code>().unwrap());
            OutcomePeriod::of([&left, &right], &Budget::unlimited()).unwrap()
        };
        // Left may only take a whole heap of 1, and Right only one token of a larger heap.
        let found = outcome(["0.1", "0.2"]).unwrap();
        assert_eq!((found.preperiod, found.period), (3, 1));
        assert_eq!(found.kind, OutcomeKind::StrongDominance(Player::Right));
        for other in [["0.7", "0.3"], ["0.3", "*0.3"], ["0.333...", "0.3"]] {
            let codes = other.map(|code| code.parse::<Code>());
            if let [Ok(left), Ok(right)] = codes {
                assert_eq!(OutcomePeriod::of([&left, &right], &Budget::unlimited()).unwrap(), None);
            }
        }
        let [left, right] = ["0.3", "0.3003"].map(|code| code.parse::<Code>().unwrap());
        let stopped = OutcomePeriod::of([&left, &right], &Budget::unlimited().with_steps(1));
        assert!(stopped.is_err());
    }
}
