//! Games of taking from heaps and breaking them, by their codes: Kayles and others.
//! Codes and nim sequences are those of `upstar-heaps`.

use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use upstar_core::{Budget, Player};
use upstar_heaps::{Code, HeapRule, HeapsError, Periodicity, Sequence, Settings, Verdict};

use crate::catalogue::Make;
use crate::{
    Arguments, Class, Convention, Dot, Fact, Game, Known, Negated, Picture, Row, RuleError, Ruleset,
};

/// Heaps of one kind of stones; an empty place stays as 0.
type Heaps = Vec<u64>;

/// A game of take and break, by its code.
#[derive(Debug)]
pub struct TakeAndBreak {
    name: &'static str,
    code: Code,
    sequence: Mutex<Values>,
}

impl TakeAndBreak {
    pub(super) fn code(&self) -> &Code {
        &self.code
    }
}

/// The nim sequence as far as it was needed.
#[derive(Debug, Default)]
struct Values {
    values: Vec<u32>,
    /// A proved period, once it was looked for.
    period: Option<Option<Periodicity>>,
}

/// The largest heap whose options are listed, and up to which sequences without a
/// proved period are computed.
const MOST_TOKENS: u64 = 1 << 22;

/// How many values are looked at for a period.
const PERIOD_SEARCH: u64 = 1 << 14;

impl From<HeapsError> for RuleError {
    fn from(error: HeapsError) -> Self {
        match error {
            HeapsError::Exhausted(exhausted) => RuleError::Exhausted(exhausted),
            other => RuleError::NotApplicable(other.to_string()),
        }
    }
}

impl TakeAndBreak {
    pub(super) fn new(name: &'static str, code: &str) -> Result<Self, HeapsError> {
        Ok(Self::of(name, code.parse()?))
    }

    /// The game of a code, under a name.
    pub(super) fn of(name: &'static str, code: Code) -> Self {
        TakeAndBreak { name, code, sequence: Mutex::default() }
    }

    /// The value of one heap, if its sequence reaches that far or has a proved period.
    pub(super) fn value(&self, heap: u64) -> Option<u32> {
        let mut known = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        let needed = heap.min(PERIOD_SEARCH) as usize;
        if known.values.len() <= needed {
            known.values = self.collect(needed.next_power_of_two() as u64)?;
        }
        if let Some(&value) = known.values.get(usize::try_from(heap).ok()?) {
            return Some(value);
        }
        if known.period.is_none() {
            let found = Periodicity::find(&self.code, &known.values);
            known.period = Some(found.filter(|period| period.verdict == Verdict::Proved));
        }
        if let Some(Some(period)) = &known.period {
            let value = period.value_at(&BigUint::from(heap), &known.values)?;
            return u32::try_from(value).ok();
        }
        if heap > MOST_TOKENS {
            return None;
        }
        known.values = self.collect(heap)?;
        known.values.last().copied()
    }

    fn collect(&self, to: u64) -> Option<Vec<u32>> {
        let mut sequence = Sequence::new(&self.code, Settings::default()).ok()?;
        sequence.collect(to, &Budget::unlimited()).ok()
    }
}

impl Ruleset for TakeAndBreak {
    type Position = Heaps;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Vec<Heaps>) -> Result<(), RuleError> {
        for (index, &heap) in heaps.iter().enumerate() {
            if heap > MOST_TOKENS {
                return Err(RuleError::too_large("the heap", heap, MOST_TOKENS));
            }
            self.code.options(heap, &mut |parts| {
                let mut option = heaps.clone();
                // A heap that is gone leaves an empty place.
                let parts = if parts.is_empty() { &[0] } else { parts };
                option.splice(index..=index, parts.iter().copied());
                out.push(option);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn components(&self, heaps: &Heaps, out: &mut Vec<Heaps>) -> Result<(), RuleError> {
        out.extend(heaps.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
        Ok(())
    }

    fn normalize(&self, mut heaps: Heaps) -> (Heaps, Negated) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, Negated::No)
    }

    fn known(&self, heaps: &Heaps, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        let mut values = heaps.iter().map(|&heap| self.value(heap));
        let value = values.try_fold(0, |sum, value| Some(sum ^ value?))?;
        Some(Known {
            fact: Fact::Grundy(value),
            theorem: "the nim sequence of the code, by its proved period beyond the values \
                      computed (Guy and Smith, 1956)",
        })
    }

    fn bytes(&self, heaps: &Heaps) -> usize {
        size_of::<Heaps>() + 8 * heaps.len() + 16
    }

    fn name(&self) -> &str {
        self.name
    }

    fn write(&self, heaps: &Heaps) -> String {
        super::heaps::joined(heaps)
    }

    fn parse(&self, text: &str) -> Result<Heaps, RuleError> {
        super::heaps::numbers(text, None)
    }

    fn call(&self, heaps: &Heaps) -> String {
        let heaps = super::heaps::joined(heaps);
        if self.name == BY_CODE.name {
            format!("{}(\"{}\"; {heaps})", self.name, self.code)
        } else {
            format!("{}({heaps})", self.name)
        }
    }

    fn parameters(&self) -> String {
        self.code.to_string()
    }

    fn heap_code(&self) -> Option<Code> {
        Some(self.code.clone())
    }

    fn picture(&self, heaps: &Heaps) -> Picture {
        let total = heaps.iter().fold(0u64, |sum, &heap| sum.saturating_add(heap));
        match self.name {
            "kayles" | "dawson_kayles" | "james_bond" => Picture::Pins(heaps.clone()),
            "pawns" if total <= 60 => {
                let row = |letter: &str| {
                    let groups = heaps.iter().filter(|&&heap| heap > 0);
                    let groups: Vec<String> =
                        groups.map(|&heap| letter.repeat(heap as usize)).collect();
                    groups.join("#")
                };
                Picture::Board(vec![row("o"), row("."), row("x")])
            }
            "grim" if total <= 60 => {
                let (mut vertices, mut edges) = (Vec::new(), Vec::new());
                for &heap in heaps {
                    for place in 0..heap {
                        if place > 0 {
                            edges.push((vertices.len() - 1, vertices.len()));
                        }
                        vertices.push(Dot::default());
                    }
                }
                Picture::Graph { vertices, edges, tints: Vec::new(), directed: false }
            }
            _ => Picture::Heaps(heaps.clone()),
        }
    }
}

/// A game with a name of its own.
pub(super) fn make(call: &Arguments, name: &'static str, code: &str) -> Result<Game, RuleError> {
    call.expect(0..=usize::MAX, "a number, or several for several heaps")?;
    let heaps = call.counts(0, u64::MAX)?;
    Ok(Game::new(TakeAndBreak::new(name, code)?, heaps))
}

/// `take_and_break("0.77"; 5,3)`.
fn make_by_code(call: &Arguments) -> Result<Game, RuleError> {
    if call.before_semicolon().is_some_and(|before| before != 1) || call.is_empty() {
        return Err(call.complain(0, format!("expected `{}`", BY_CODE.usage)));
    }
    let rules = TakeAndBreak::new(BY_CODE.name, &call.text(0)?)
        .map_err(|error| call.complain(0, error.to_string()))?;
    Ok(Game::new(rules, call.counts(1, u64::MAX)?))
}

pub(crate) const BY_CODE: Row = Row {
    name: "take_and_break",
    aliases: &["octal"],
    class: Class::IMPARTIAL,
    usage: "take_and_break(\"0.77\"; 5,3)",
    rules: "Heaps of tokens and a code: digit k says into how many heaps the rest may be\n\
            left when k tokens are taken: 1 none, 2 one, 4 two, and sums of these.",
    source: "Guy and Smith (1956)",
    example: ("take_and_break(\"0.77\"; 9)", "*4"),
    make: Make::Whole(make_by_code),
    board: None,
};

pub(crate) const KAYLES: Row = Row {
    name: "kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "kayles(n)",
    rules: "A row of n pins; a move knocks down one pin or two that stand side by side,\n\
            and so may part a row in two. Octal code 0.77.",
    source: "Dudeney (1908) and Loyd; Guy and Smith (1956)",
    example: ("kayles(9)", "*4"),
    make: Make::Whole(|call| make(call, "kayles", "0.77")),
    board: None,
};

pub(crate) const DAWSON_KAYLES: Row = Row {
    name: "dawson_kayles",
    aliases: &["dawsons_kayles"],
    class: Class::IMPARTIAL,
    usage: "dawson_kayles(n)",
    rules: "A row of n pins; a move knocks down two that stand side by side.\n\
            Octal code 0.07.",
    source: "Dawson (1935); Guy and Smith (1956)",
    example: ("dawson_kayles(14)", "*4"),
    make: Make::Whole(|call| make(call, "dawson_kayles", "0.07")),
    board: None,
};

pub(crate) const PAWNS: Row = Row {
    name: "pawns",
    aliases: &["dawsons_pawns"],
    class: Class::IMPARTIAL,
    usage: "pawns(n)",
    rules: "On 3 x n cells stand n white pawns against n black ones, a row between them; pawns\n\
            move and take as in chess, and must take if they can. The values of crosses.",
    source: "Dawson (1935); e-maxx, Sprague-Grundy theory",
    example: ("pawns(9)", "*3"),
    make: Make::Whole(|call| make(call, "pawns", "0.137")),
    board: None,
};

pub(crate) const JAMES_BOND: Row = Row {
    name: "james_bond",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "james_bond(n)",
    rules: "A row of n; a move takes three that stand side by side. Octal code 0.007.",
    source: "Guy and Smith (1956)",
    example: ("james_bond(9)", "*3"),
    make: Make::Whole(|call| make(call, "james_bond", "0.007")),
    board: None,
};

pub(crate) const GRUNDY: Row = Row {
    name: "grundy",
    aliases: &["grundys_game"],
    class: Class::IMPARTIAL,
    usage: "grundy(n)",
    rules: "A move parts a heap into two heaps of different sizes.",
    source: "Grundy (1939)",
    example: ("grundy(18)", "*4"),
    make: Make::Whole(|call| make(call, "grundy", "4!.0")),
    board: None,
};

pub(crate) const LASKER: Row = Row {
    name: "lasker",
    aliases: &["lasker_nim"],
    class: Class::IMPARTIAL,
    usage: "lasker(a,b,...)",
    rules: "A move takes any number from a heap, or parts a heap in two.",
    source: "Lasker, Brettspiele der Voelker (1931)",
    example: ("lasker(3,4)", "*7"),
    make: Make::Whole(|call| make(call, "lasker", "4.[3]")),
    board: None,
};
