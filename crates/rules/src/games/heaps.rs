//! Games with heaps that have no code of take-and-break: matches, take-at-most,
//! Nim, Wythoff's game, subtract-a-square.

use upstar_core::Player;

use super::numbers::bytes;
use crate::catalogue::Make;
use crate::{Arguments, Class, Convention, Fact, Game, Known, Picture, Row, RuleError, Ruleset};

/// The most options that are listed for one position.
const MOST_OPTIONS: u64 = 1 << 24;

/// Refuses positions with too many options to list.
pub(super) fn few_enough(options: u64) -> Result<(), RuleError> {
    if options <= MOST_OPTIONS {
        return Ok(());
    }
    Err(RuleError::too_large(
        "the list of options",
        format!("{options} options"),
        format!("{MOST_OPTIONS} options"),
    ))
}

/// Reads `text` as numbers separated by commas; `count` of them unless `None`.
pub(super) fn numbers(text: &str, count: Option<usize>) -> Result<Vec<u64>, RuleError> {
    let mut found = Vec::new();
    if !text.trim().is_empty() {
        let mut start = 0;
        for part in text.split(',') {
            let number = part.trim().parse().map_err(|_| {
                RuleError::notation(
                    text,
                    start..start + part.len(),
                    format!("expected a number from 0 to {}", u64::MAX),
                )
            })?;
            found.push(number);
            start += part.len() + 1;
        }
    }
    match count {
        Some(count) if found.len() != count => Err(RuleError::notation(
            text,
            0..text.len(),
            format!("expected {count} numbers, found {}", found.len()),
        )),
        _ => Ok(found),
    }
}

pub(super) fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Matches: one heap, take from 1 to `most` of it.
#[derive(Clone, Copy, Debug)]
pub struct Matches {
    /// How many may be taken in a move.
    pub most: u64,
}

impl Ruleset for Matches {
    type Position = u64;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, heap: &u64, _: Player, out: &mut Vec<u64>) -> Result<(), RuleError> {
        few_enough(self.most.min(*heap))?;
        out.extend((1..=self.most.min(*heap)).map(|taken| heap - taken));
        Ok(())
    }

    fn known(&self, heap: &u64, convention: Convention) -> Option<Known> {
        let modulus = self.most.checked_add(1)?;
        let grundy = u32::try_from(heap % modulus).ok()?;
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Grundy(grundy),
            theorem: "the Grundy value of taking 1 to k is n mod (k+1) (Stankevich, introduction)",
        })
    }

    fn name(&self) -> &str {
        "matches"
    }

    fn write(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn parse(&self, text: &str) -> Result<u64, RuleError> {
        Ok(numbers(text, Some(1))?[0])
    }

    fn call(&self, heap: &u64) -> String {
        format!("matches({heap},{})", self.most)
    }

    fn parameters(&self) -> String {
        self.most.to_string()
    }
}

pub(crate) const MATCHES: Row = Row {
    name: "matches",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "matches(n,k)",
    rules: "A heap of n matches; a move takes from 1 to k of them.",
    source: "Stankevich, Games on graphs, introduction",
    example: ("matches(21,3)", "*"),
    make: Make::Whole(|call| {
        call.expect(2..=2, "matches(n,k)")?;
        let (heap, most) = (call.count(0, u64::MAX)?, call.count(1, u64::MAX)?);
        Ok(Game::new(Matches { most }, heap))
    }),
    board: None,
};

/// Take at most what the opponent took. A position is the heap and how many may
/// be taken now.
#[derive(Clone, Copy, Debug)]
pub struct TakeAtMost;

impl Ruleset for TakeAtMost {
    type Position = (u64, u64);

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        &(heap, most): &(u64, u64),
        _: Player,
        out: &mut Vec<(u64, u64)>,
    ) -> Result<(), RuleError> {
        few_enough(most.min(heap))?;
        out.extend((1..=most.min(heap)).map(|taken| (heap - taken, taken)));
        Ok(())
    }

    fn known(&self, &(heap, most): &(u64, u64), convention: Convention) -> Option<Known> {
        use upstar_core::Outcome;
        let lowest = heap & heap.wrapping_neg();
        let outcome = if heap > 0 && lowest <= most { Outcome::N } else { Outcome::P };
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Outcome(outcome),
            theorem: "whoever may take the lowest one bit of the heap wins",
        })
    }

    fn name(&self) -> &str {
        "take_at_most"
    }

    fn picture(&self, &(heap, _): &(u64, u64)) -> Picture {
        Picture::Heaps(vec![heap])
    }
}

pub(crate) const TAKE_AT_MOST: Row = Row {
    name: "take_at_most",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "take_at_most(n,k)",
    rules: "A heap of n matches; the first move takes from 1 to k of them,\n\
            each later one from 1 to as many as the move before it took.",
    source: "Stankevich, Games on graphs, introduction",
    example: ("take_at_most(12,3)", "outcome P"),
    make: Make::Whole(|call| {
        call.expect(2..=2, "take_at_most(n,k)")?;
        Ok(Game::new(TakeAtMost, (call.count(0, u64::MAX)?, call.count(1, u64::MAX)?)))
    }),
    board: None,
};

/// Nim: heaps, each kept in its place; an empty heap stays as 0.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Ruleset for Nim {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        few_enough(heaps.iter().fold(0, |sum, &heap| sum.saturating_add(heap)))?;
        for (index, &heap) in heaps.iter().enumerate() {
            out.extend((0..heap).map(|left| {
                let mut option = heaps.clone();
                option[index] = left;
                option
            }));
        }
        Ok(())
    }

    fn components(&self, heaps: &Vec<u64>, out: &mut Vec<Vec<u64>>) -> Result<(), RuleError> {
        out.extend(heaps.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
        Ok(())
    }

    fn normalize(&self, mut heaps: Vec<u64>) -> (Vec<u64>, crate::Negated) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, crate::Negated::No)
    }

    fn known(&self, heaps: &Vec<u64>, convention: Convention) -> Option<Known> {
        use upstar_core::Outcome;
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        match convention {
            Convention::Normal => Some(Known {
                fact: Fact::Grundy(u32::try_from(sum).ok()?),
                theorem: "Bouton 1901: heaps add without carry",
            }),
            Convention::Misere => {
                let wins = if heaps.iter().all(|&heap| heap <= 1) { sum == 0 } else { sum != 0 };
                Some(Known {
                    fact: Fact::Outcome(if wins { Outcome::N } else { Outcome::P }),
                    theorem: "Bouton 1901: as in normal play, except when all heaps are 0 or 1",
                })
            }
        }
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        bytes(heaps)
    }

    fn name(&self) -> &str {
        "nim"
    }
}

pub(crate) const NIM: Row = Row {
    name: "nim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "nim(a,b,...)",
    rules: "Heaps of stones; a move takes any number of stones from one heap.",
    source: "Bouton, Nim, a game with a complete mathematical theory (1901)",
    example: ("nim(2,3,5,7)", "*3"),
    make: Make::Whole(|call| {
        call.expect(0..=usize::MAX, "nim(a,b,...)")?;
        Ok(Game::new(Nim, call.counts(0, u64::MAX)?))
    }),
    board: None,
};

/// Wythoff's game: two heaps; take any number from one, or as many from both.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

impl Ruleset for Wythoff {
    type Position = (u64, u64);

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        &(a, b): &(u64, u64),
        _: Player,
        out: &mut Vec<(u64, u64)>,
    ) -> Result<(), RuleError> {
        few_enough(a.saturating_add(b).saturating_add(a.min(b)))?;
        out.extend((0..a).map(|left| (left, b)));
        out.extend((0..b).map(|left| (a, left)));
        out.extend((1..=a.min(b)).map(|taken| (a - taken, b - taken)));
        Ok(())
    }

    fn normalize(&self, (a, b): (u64, u64)) -> ((u64, u64), crate::Negated) {
        ((a.min(b), a.max(b)), crate::Negated::No)
    }

    fn known(&self, &(a, b): &(u64, u64), convention: Convention) -> Option<Known> {
        use upstar_core::Outcome;
        // floor(d * phi) = floor((d + sqrt(5 d^2)) / 2); the root is never whole
        // for d > 0, and so its floor is enough.
        let difference = u128::from(a.abs_diff(b));
        let root = 5u128.checked_mul(difference.checked_mul(difference)?)?.isqrt();
        let cold = u128::from(a.min(b)) == (difference + root) / 2;
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Outcome(if cold { Outcome::P } else { Outcome::N }),
            theorem: "Wythoff 1907: P-positions are (floor(k phi), floor(k phi^2))",
        })
    }

    fn name(&self) -> &str {
        "wythoff"
    }
}

pub(crate) const WYTHOFF: Row = Row {
    name: "wythoff",
    aliases: &["wythoff_nim", "wythoffs_game"],
    class: Class::IMPARTIAL,
    usage: "wythoff(a,b)",
    rules: "Two heaps; a move takes any number from one heap,\n\
            or the same number from both.",
    source: "Wythoff, A modification of the game of nim (1907)",
    example: ("wythoff(10,10)", "*14"),
    make: Make::Whole(|call| {
        call.expect(2..=2, "wythoff(a,b)")?;
        Ok(Game::new(Wythoff, (call.count(0, u64::MAX)?, call.count(1, u64::MAX)?)))
    }),
    board: None,
};

/// Subtract-a-square: one heap, take a square number.
#[derive(Clone, Copy, Debug)]
pub struct SubtractSquare;

impl Ruleset for SubtractSquare {
    type Position = u64;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, heap: &u64, _: Player, out: &mut Vec<u64>) -> Result<(), RuleError> {
        let root = heap.isqrt();
        few_enough(root)?;
        out.extend((1..=root).map(|m| heap - m * m));
        Ok(())
    }

    fn name(&self) -> &str {
        "subtract_square"
    }

    fn write(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn parse(&self, text: &str) -> Result<u64, RuleError> {
        Ok(numbers(text, Some(1))?[0])
    }
}

pub(crate) const SUBTRACT_SQUARE: Row = Row {
    name: "subtract_square",
    aliases: &["subtract_a_square"],
    class: Class::IMPARTIAL,
    usage: "subtract_square(n)",
    rules: "A heap of n; a move takes a square number (1, 4, 9, ...).",
    source: "Golomb, A mathematical investigation of games of \"take-away\" (1966)",
    example: ("subtract_square(30)", "*3"),
    make: Make::Whole(|call: &Arguments| -> Result<Game, RuleError> {
        call.expect(1..=1, "subtract_square(n)")?;
        Ok(Game::new(SubtractSquare, call.count(0, u64::MAX)?))
    }),
    board: None,
};
