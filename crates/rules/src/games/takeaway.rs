//! Take-away games with a bound that grows with the last move, Mem, Wythoff's game of any
//! order, partizan Euclid and Wind Up.

use std::cmp::Ordering;

use upstar_core::{Outcome, Player};

use super::bound::Bound;
use super::heaps::{few_enough, joined, numbers};
use super::numbers::bytes;
use super::subtraction::Amounts;
use crate::catalogue::Make;
use crate::{
    Arguments, Class, Convention, Fact, Game, Known, Negated, Picture, Position, Row, RuleError,
    Rules, Ruleset,
};

/// Take-away: one heap; the first move takes some and not all, and each later one at most
/// a bound that depends on what the move before it took. A position is the heap and what
/// was taken last.
#[derive(Clone, Debug)]
pub struct TakeAway {
    bound: Bound,
    /// The name of the game, if it is one with a bound of its own.
    name: Option<&'static str>,
}

impl Position for (u64, Option<u64>) {
    fn to_text(&self) -> String {
        self.1.map_or_else(|| self.0.to_string(), |taken| joined(&[self.0, taken]))
    }

    fn from_text(text: &str) -> Result<Self, RuleError> {
        let message = "expected the heap, or the heap and what was taken last";
        Self::from_numbers(&numbers(text, None)?)
            .ok_or_else(|| RuleError::notation(text, 0..text.len(), message))
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        match *numbers {
            [heap] => Some((heap, None)),
            [heap, taken] => Some((heap, Some(taken))),
            _ => None,
        }
    }

    fn argument(&self, text: String) -> String {
        text
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl Ruleset for TakeAway {
    type Position = (u64, Option<u64>);

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        &(heap, taken): &(u64, Option<u64>),
        _: Player,
        out: &mut Vec<(u64, Option<u64>)>,
    ) -> Result<(), RuleError> {
        let most = match taken {
            Some(taken) => self.bound.after(taken)?.min(heap),
            None => heap.saturating_sub(1),
        };
        few_enough(most)?;
        out.extend((1..=most).map(|now| (heap - now, Some(now))));
        Ok(())
    }

    fn known(&self, &(heap, taken): &(u64, Option<u64>), convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        let part = self.least_part(heap)?;
        let lost = match taken {
            Some(taken) => self.bound.after(taken).ok()? < part,
            // Some are taken, not all: the least part of a heap that is no part itself.
            None => part == heap,
        };
        Some(Known {
            fact: Fact::Outcome(if lost || heap == 0 { Outcome::P } else { Outcome::N }),
            theorem: "Schwenk 1970: with a bound that never falls, who moves wins if the least \
                      part of the heap may be taken",
        })
    }

    fn name(&self) -> &str {
        self.name.unwrap_or(TAKE_AWAY.name)
    }

    fn parameters(&self) -> String {
        match self.name {
            Some(_) => String::new(),
            None => format!("\"{}\"", self.bound),
        }
    }

    fn picture(&self, &(heap, _): &(u64, Option<u64>)) -> Picture {
        Picture::Heaps(vec![heap])
    }
}

/// The most parts that are made for the theorem of Schwenk.
const MOST_PARTS: usize = 1 << 16;

impl TakeAway {
    /// The least part of a heap, 0 of an empty one: the parts are 1 and, after the part h, its sum with
    /// the least part after which h may be taken; a heap is the sum of the largest part in
    /// it and of the parts of the rest. `None` if the bound may fall, or there is no next part.
    fn least_part(&self, heap: u64) -> Option<u64> {
        if !self.bound.is_rising() {
            return None;
        }
        let (mut parts, mut bounds) = (vec![1u64], vec![self.bound.after(1).ok()?]);
        let mut least = 0;
        while let Some(&last) = parts.last().filter(|&&last| last < heap) {
            while *bounds.get(least)? < last {
                least += 1;
            }
            let Some(next) = last.checked_add(parts[least]) else { break };
            if parts.len() >= MOST_PARTS {
                return None;
            }
            parts.push(next);
            bounds.push(self.bound.after(next).ok()?);
        }
        let (mut rest, mut part) = (heap, 0);
        while rest > 0 {
            part = parts[parts.partition_point(|&part| part <= rest) - 1];
            rest -= part;
        }
        Some(part)
    }
}

pub(crate) const TAKE_AWAY: Row = Row {
    name: "take_away",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "take_away(\"2k+1\"; n) or take_away(\"3/2\"; n,k)",
    rules: "A heap of n; the first move takes some, not all. After k the next takes at most a bound:\n\
            2k+1, k^2, max(k,5), floor, ceil, sqrt, min; 3/2 (times k); a table 1,3,4 (for k = 1, 2, ...,\n\
            the last from there on). With a second number, that many were taken last.",
    source: "Schwenk, Take-away games (1970)",
    example: ("take_away(\"3\"; 10,2)", "*2"),
    make: Make::With(|bound| {
        if bound.len() != 1 {
            return Err(RuleError::Usage);
        }
        let read = Bound::read(&bound.text_or_number(0)?);
        let read = read.map_err(|error| bound.within(0, error))?;
        Ok(Rules::new(TakeAway { bound: read, name: None }))
    }),
    board: None,
};

pub(crate) const FIBONACCI_NIM: Row = Row {
    name: "fibonacci_nim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "fibonacci_nim(n) or fibonacci_nim(n,k)",
    rules: "A heap of n. The first move takes some, not all; each later one at most twice what the\n\
            move before it took. With a second number, that many were taken last.",
    source: "Whinihan, Fibonacci nim (1963)",
    example: ("fibonacci_nim(10,4)", "*5"),
    make: Make::Rules(|| {
        Rules::new(TakeAway { bound: Bound::times(2), name: Some(FIBONACCI_NIM.name) })
    }),
    board: None,
};

/// Mem: every move takes at least as many as the one before it.
#[derive(Clone, Copy, Debug)]
pub struct Mem;

impl Ruleset for Mem {
    type Position = (u64, u64);

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        &(heap, least): &(u64, u64),
        _: Player,
        out: &mut Vec<(u64, u64)>,
    ) -> Result<(), RuleError> {
        let least = least.max(1);
        few_enough(heap.saturating_add(1).saturating_sub(least))?;
        out.extend((least..=heap).map(|taken| (heap - taken, taken)));
        Ok(())
    }

    fn normalize(&self, (heap, least): (u64, u64)) -> ((u64, u64), Negated) {
        // Nothing can be taken: all such positions are one.
        if least > heap { ((0, 1), Negated::No) } else { ((heap, least.max(1)), Negated::No) }
    }

    fn name(&self) -> &str {
        "mem"
    }
}

pub(crate) const MEM: Row = Row {
    name: "mem",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "mem(n,k)",
    rules: "A heap of n; the first move takes at least k, each later one at least as many as\n\
            the move before it.",
    source: "Winning Ways, chapter 15; CGSuite",
    example: ("mem(10,3)", "*3"),
    make: Make::Rules(|| Rules::new(Mem)),
    board: None,
};

/// Wythoff's game of order r: from both heaps a and b may be taken if they differ by less
/// than r.
#[derive(Clone, Copy, Debug)]
pub struct GeneralWythoff {
    /// By how much less than this the numbers taken from both may differ.
    pub order: u64,
}

impl Ruleset for GeneralWythoff {
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
        let [a, b] = heaps[..] else { return Ok(()) };
        let around = self.order.min(a.max(b)).saturating_mul(2);
        few_enough(a.saturating_add(b).saturating_add(a.min(b).saturating_mul(around)))?;
        out.extend((0..a).map(|left| vec![left, b]));
        out.extend((0..b).map(|left| vec![a, left]));
        for taken in 1..=a {
            let least = (taken + 1).saturating_sub(self.order).max(1);
            let most = taken.saturating_add(self.order - 1).min(b);
            out.extend((least..=most).map(|other| vec![a - taken, b - other]));
        }
        Ok(())
    }

    fn normalize(&self, mut heaps: Vec<u64>) -> (Vec<u64>, Negated) {
        heaps.sort_unstable();
        (heaps, Negated::No)
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        bytes(heaps)
    }

    fn name(&self) -> &str {
        "gen_wythoff"
    }

    fn position(&self, arguments: &Arguments) -> Result<Vec<u64>, RuleError> {
        if arguments.len() != 2 {
            return Err(RuleError::Usage);
        }
        arguments.counts(0, u64::MAX)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, RuleError> {
        numbers(text, Some(2))
    }

    fn parameters(&self) -> String {
        self.order.to_string()
    }
}

pub(crate) const GENERAL_WYTHOFF: Row = Row {
    name: "gen_wythoff",
    aliases: &["generalized_wythoff"],
    class: Class::IMPARTIAL,
    usage: "gen_wythoff(r; a,b)",
    rules: "Two heaps; a move takes any number from one heap, or from both numbers that\n\
            differ by less than r. With r = 1 it is Wythoff's game.",
    source: "Fraenkel, How to beat your Wythoff games' opponents on three fronts (1982)",
    example: ("gen_wythoff(2; 10,5)", "*14"),
    make: Make::With(|order| {
        if order.len() != 1 {
            return Err(RuleError::Usage);
        }
        match order.count(0, u64::MAX)? {
            0 => Err(order.complain(0, "expected a number from 1 on")),
            order => Ok(Rules::new(GeneralWythoff { order })),
        }
    }),
    board: None,
};

/// Partizan Euclid: the larger number gives way to what it leaves over (Left), or to what
/// it lacks (Right).
#[derive(Clone, Copy, Debug)]
pub struct PartizanEuclid;

impl Ruleset for PartizanEuclid {
    type Position = (u64, u64);

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        &(a, b): &(u64, u64),
        player: Player,
        out: &mut Vec<(u64, u64)>,
    ) -> Result<(), RuleError> {
        let (large, small) = (a.max(b), a.min(b));
        let Some(rest) = large.checked_rem(small).filter(|&rest| rest > 0) else { return Ok(()) };
        out.push((small, if player == Player::Left { rest } else { small - rest }));
        Ok(())
    }

    fn normalize(&self, (a, b): (u64, u64)) -> ((u64, u64), Negated) {
        let (large, small) = (a.max(b), a.min(b));
        // Only what is left over counts.
        match large.checked_rem(small) {
            None | Some(0) => ((0, 0), Negated::No),
            Some(rest) => ((small + rest, small), Negated::No),
        }
    }

    fn name(&self) -> &str {
        "partizan_euclid"
    }
}

pub(crate) const PARTIZAN_EUCLID: Row = Row {
    name: "partizan_euclid",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_euclid(a,b)",
    rules: "Two numbers; the larger is divided by the smaller one b, with rest r > 0. Left leaves\n\
            b and r, Right leaves b and b - r. Without a rest the game is over.",
    source: "McKay and Nowakowski, Outcomes of partizan Euclid (2012)",
    example: ("partizan_euclid(8,7)", "^5"),
    make: Make::Whole(|call| {
        call.expect(2..=2, "partizan_euclid(a,b)")?;
        Ok(Game::new(PartizanEuclid, (call.count(0, u64::MAX)?, call.count(1, u64::MAX)?)))
    }),
    board: None,
};

/// Wind Up: a hand on the face of a clock goes back by numbers of a set until it stands
/// at 0.
#[derive(Clone, Debug)]
pub struct WindUp {
    hours: u64,
    steps: Vec<u64>,
}

/// The most hours of a clock.
const MOST_HOURS: u64 = 1 << 20;

impl Ruleset for WindUp {
    type Position = u64;

    fn class(&self) -> Class {
        Class::LOOPY_IMPARTIAL
    }

    fn options(&self, &hand: &u64, _: Player, out: &mut Vec<u64>) -> Result<(), RuleError> {
        if hand > 0 {
            let back = |&step: &u64| (hand + self.hours - step % self.hours) % self.hours;
            out.extend(self.steps.iter().map(back));
        }
        Ok(())
    }

    fn name(&self) -> &str {
        "wind_up"
    }

    fn write(&self, hand: &u64) -> String {
        hand.to_string()
    }

    fn parse(&self, text: &str) -> Result<u64, RuleError> {
        let hand = numbers(text, Some(1))?[0];
        if hand >= self.hours {
            let message = format!("expected a number below {}", self.hours);
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(hand)
    }

    fn call(&self, hand: &u64) -> String {
        format!("wind_up({}; {hand})", self.parameters())
    }

    fn parameters(&self) -> String {
        format!("{},\"{}\"", self.hours, joined(&self.steps))
    }
}

pub(crate) const WIND_UP: Row = Row {
    name: "wind_up",
    aliases: &[],
    class: Class::LOOPY_IMPARTIAL,
    usage: "wind_up(12,\"1,5\"; n)",
    rules: "A clock with hours 0 to m - 1 and one hand at n; a move turns it back by a number of\n\
            the list, past 0 if it must be. When it stands at 0, the game is over.",
    source: "subtraction modulo m; values by Smith (1966)",
    example: ("wind_up(12,\"1\"; 5)", "outcome N"),
    make: Make::Whole(|call| {
        if call.before_semicolon() != Some(2) || call.len() != 3 {
            return Err(call.complain(usize::MAX, "expected `wind_up(12,\"1,5\"; n)`"));
        }
        let hours = call.count(0, MOST_HOURS)?;
        if hours == 0 {
            return Err(call.complain(0, "expected a number from 1 on"));
        }
        let steps = Amounts::of(call, 1, false)?;
        if steps.all_but {
            return Err(call.complain(1, "expected a list of numbers"));
        }
        let hand = call.count(2, u64::MAX)?;
        if hand >= hours {
            return Err(call.complain(2, format!("expected a number below {hours}")));
        }
        Ok(Game::new(WindUp { hours, steps: steps.set }, hand))
    }),
    board: None,
};
