//! Subtraction games, splittles, their partizan kin, take-away games with a bound that
//! grows with the last move, r-Wythoff, partizan Euclid and Wind Up.

use upstar_core::Player;
use upstar_heaps::{Code, HeapRule};

use super::heaps::{few_enough, joined, numbers};
use super::numbers::{MOST_OPTIONS, bytes, replaced, too_many, written_as_numbers};
use super::octal::TakeAndBreak;
use crate::named::{Argument, Call};
use crate::{
    AnyGame, Class, Convention, Known, Negated, Notation, Picture, Placed, Row, RuleError, Ruleset,
};

/// The largest number of a subtraction set.
const LARGEST: u64 = 1 << 12;

/// A set of numbers that may be taken, or all others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Amounts {
    set: Vec<u64>,
    all_but: bool,
}

impl Amounts {
    /// Reads `2,3,7` or `allbut 2,3,7`.
    fn read(text: &str) -> Result<Self, RuleError> {
        let rest = text.trim_start().strip_prefix("allbut");
        let (list, all_but) = (rest.unwrap_or(text), rest.is_some());
        let within = |error| match error {
            RuleError::Notation { message, .. } => {
                RuleError::notation(text, 0..text.len(), message)
            }
            other => other,
        };
        let mut set = numbers(list, None).map_err(within)?;
        if set.iter().any(|&n| n == 0 || n > LARGEST) {
            return Err(RuleError::notation(
                text,
                0..text.len(),
                format!("expected numbers from 1 to {LARGEST}"),
            ));
        }
        set.sort_unstable();
        set.dedup();
        Ok(Amounts { set, all_but })
    }

    /// The argument of a call; the word `allbut => true` after it (CGSuite's) is left out.
    fn of(call: &Call<'_>, index: usize, all_but: bool) -> Result<Self, RuleError> {
        let number = match call.arguments().nth(index) {
            Some(Argument::Integer(n)) => Some(n.to_string()),
            _ => None,
        };
        let text = match &number {
            Some(number) => number,
            None => call.text(index)?,
        };
        let mut amounts = Self::read(text).map_err(|error| call.within(index, error))?;
        amounts.all_but |= all_but;
        Ok(amounts)
    }

    /// The code with this digit (3 or 7) for every amount.
    fn code(&self, digit: char) -> Result<Code, RuleError> {
        let largest = self.set.last().copied().unwrap_or(0);
        let mut text = String::from("0.");
        for n in 1..=largest {
            text.push(if self.set.contains(&n) != self.all_but { digit } else { '0' });
        }
        if self.all_but {
            text += &format!("[{digit}]");
        } else if largest == 0 {
            text.push('0');
        }
        Ok(text.parse::<Code>()?)
    }
}

impl std::fmt::Display for Amounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = joined(&self.set);
        if self.all_but { write!(f, "allbut {list}") } else { f.write_str(&list) }
    }
}

/// The `;` of a call with parameters, and whether CGSuite's `allbut => true` stands
/// before it.
fn parameters(call: &Call<'_>, count: usize, usage: &str) -> Result<bool, RuleError> {
    let before = call.before_semicolon();
    let all_but = matches!(call.arguments().nth(count),
        Some(Argument::Word(word)) if word.starts_with("allbut") && word.ends_with("true"));
    // Without a `;` there are no heaps.
    let ends = count + usize::from(all_but);
    if before == Some(ends) || before.is_none() && call.len() == ends {
        return Ok(all_but);
    }
    Err(call.complain(usize::MAX, format!("expected `{usage}`")))
}

/// A subtraction game, or splittles: the numbers of a set may be taken from a heap; in
/// splittles the rest may then be divided into two heaps.
#[derive(Debug)]
pub struct Subtraction {
    name: &'static str,
    amounts: Amounts,
    heaps: TakeAndBreak,
}

impl Subtraction {
    fn make(call: &Call<'_>, row: &Row, digit: char) -> Result<Box<dyn AnyGame>, RuleError> {
        let all_but = parameters(call, 1, row.usage)?;
        let amounts = Amounts::of(call, 0, all_but)?;
        let heaps = TakeAndBreak::of(row.name, amounts.code(digit)?);
        let from = call.before_semicolon().unwrap_or(call.len());
        Ok(Placed::boxed(
            Subtraction { name: row.name, amounts, heaps },
            call.counts(from, u64::MAX)?,
        ))
    }
}

impl Ruleset for Subtraction {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        player: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        self.heaps.options(heaps, player, out)
    }

    fn components(&self, heaps: &Vec<u64>, out: &mut Vec<Vec<u64>>) -> Result<(), RuleError> {
        self.heaps.components(heaps, out)
    }

    fn normalize(&self, heaps: Vec<u64>) -> (Vec<u64>, Negated) {
        self.heaps.normalize(heaps)
    }

    fn known(&self, heaps: &Vec<u64>, convention: Convention) -> Option<Known> {
        self.heaps.known(heaps, convention)
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        bytes(heaps)
    }
}

written_as_numbers!(Subtraction, |rules| rules.name, |rules| format!("\"{}\"", rules.amounts));

pub(crate) const SUBTRACTION: Row = Row {
    name: "subtraction",
    aliases: &["subtraction_game"],
    class: Class::IMPARTIAL,
    usage: "subtraction(\"2,3,7\"; n,...) or subtraction(\"allbut 2,3\"; n,...)",
    rules: "Heaps of tokens; a move takes as many from one heap as the list says,\n\
            or, after the word allbut, as many as it does not say.",
    source: "Winning Ways, chapter 4; Golomb (1966)",
    example: ("subtraction(\"2,3,7\"; 19)", "*2"),
    make: |call| Subtraction::make(call, &SUBTRACTION, '3'),
    board: None,
};

pub(crate) const SPLITTLES: Row = Row {
    name: "splittles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "splittles(\"1,2\"; n,...) or splittles(\"allbut 1\"; n,...)",
    rules: "Heaps of tokens; a move takes as many from one heap as the list says (after the word\n\
            allbut, as many as it does not say), and may divide what is left into two heaps.",
    source: "Meinhardt Paulhus; Games of No Chance; CGSuite",
    example: ("splittles(\"1,2\"; 9)", "*4"),
    make: |call| Subtraction::make(call, &SPLITTLES, '7'),
    board: None,
};

/// Heaps on which each player has a code of take-and-break of its own.
#[derive(Debug)]
pub struct PartizanTakeAndBreak {
    name: &'static str,
    codes: [Code; 2],
    /// The parameters as they are written.
    shown: String,
}

/// The largest heap whose options are listed.
const MOST_TOKENS: u64 = 1 << 20;

impl PartizanTakeAndBreak {
    fn by_sets(call: &Call<'_>, row: &Row, digit: char) -> Result<Box<dyn AnyGame>, RuleError> {
        let all_but = parameters(call, 2, row.usage)?;
        let (left, right) = (Amounts::of(call, 0, all_but)?, Amounts::of(call, 1, all_but)?);
        let rules = PartizanTakeAndBreak {
            name: row.name,
            codes: [left.code(digit)?, right.code(digit)?],
            shown: format!("\"{left}\",\"{right}\""),
        };
        let from = call.before_semicolon().unwrap_or(call.len());
        Ok(Placed::boxed(rules, call.counts(from, u64::MAX)?))
    }

    fn by_codes(call: &Call<'_>) -> Result<Box<dyn AnyGame>, RuleError> {
        parameters(call, 2, PARTIZAN_TAKE_AND_BREAK.usage)?;
        let code = |index| {
            let code = call.text(index)?.parse::<Code>();
            code.map_err(|error| call.complain(index, error.to_string()))
        };
        let codes = [code(0)?, code(1)?];
        let shown = format!("\"{}\",\"{}\"", codes[0], codes[1]);
        let rules = PartizanTakeAndBreak { name: PARTIZAN_TAKE_AND_BREAK.name, codes, shown };
        Ok(Placed::boxed(rules, call.counts(2, u64::MAX)?))
    }
}

impl Ruleset for PartizanTakeAndBreak {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        player: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        let code = &self.codes[usize::from(player == Player::Right)];
        for (index, &heap) in heaps.iter().enumerate() {
            if heap > MOST_TOKENS {
                return Err(RuleError::too_large("the heap", heap, MOST_TOKENS));
            }
            code.options(heap, &mut |parts| {
                if out.len() >= MOST_OPTIONS {
                    return Err(too_many(heap));
                }
                out.push(replaced(heaps, index, parts));
                Ok(())
            })?;
        }
        Ok(())
    }

    fn components(&self, heaps: &Vec<u64>, out: &mut Vec<Vec<u64>>) -> Result<(), RuleError> {
        out.extend(heaps.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
        Ok(())
    }

    fn normalize(&self, mut heaps: Vec<u64>) -> (Vec<u64>, Negated) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, Negated::No)
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        bytes(heaps)
    }
}

written_as_numbers!(PartizanTakeAndBreak, |rules| rules.name, |rules| rules.shown.clone());

pub(crate) const PARTIZAN_SUBTRACTION: Row = Row {
    name: "partizan_subtraction",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_subtraction(\"1,3\",\"2,3\"; n,...)",
    rules: "Heaps of tokens and two lists of numbers (after the word allbut, all others); Left takes\n\
            as many from one heap as the first list says, Right as the second.",
    source: "Fraenkel and Kotzig, Partizan octal games: partizan subtraction games (1987)",
    example: ("partizan_subtraction(\"1,3\",\"2,3\"; 6)", "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}"),
    make: |call| PartizanTakeAndBreak::by_sets(call, &PARTIZAN_SUBTRACTION, '3'),
    board: None,
};

pub(crate) const PARTIZAN_SPLITTLES: Row = Row {
    name: "partizan_splittles",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_splittles(\"1\",\"2\"; n,...)",
    rules: "As partizan subtraction, and the player may divide what is left of the heap into two.",
    source: "Mesdal, Partizan splittles (Games of No Chance 3, 2009)",
    example: ("partizan_splittles(\"1\",\"2\"; 4)", "1"),
    make: |call| PartizanTakeAndBreak::by_sets(call, &PARTIZAN_SPLITTLES, '7'),
    board: None,
};

pub(crate) const PARTIZAN_TAKE_AND_BREAK: Row = Row {
    name: "partizan_take_and_break",
    aliases: &["partizan_octal"],
    class: Class::PARTIZAN,
    usage: "partizan_take_and_break(\"0.3\",\"0.07\"; n,...)",
    rules: "Heaps of tokens and two codes of take-and-break games: Left moves by the first,\n\
            Right by the second.",
    source: "Fraenkel and Kotzig (1987); CGSuite",
    example: ("partizan_take_and_break(\"0.3\",\"0.03\"; 3)", "0"),
    make: PartizanTakeAndBreak::by_codes,
    board: None,
};

/// How many may be taken after a move that took `k`: `k` times a fraction, rounded down,
/// and a number more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    times: u64,
    over: u64,
    more: u64,
}

impl Bound {
    /// Reads `2`, `3/2` (times what was taken), `2k+1`, `k+3` or `3k/2`.
    fn read(text: &str) -> Result<Self, RuleError> {
        let read = || {
            let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let number = |digits: &str| -> Option<u64> {
                let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                digits.parse().ok().filter(|&n| plain && n <= u64::from(u32::MAX))
            };
            let (product, more) = squeezed.split_once('+').unwrap_or((&squeezed, "0"));
            let (times, over) = product.split_once('/').unwrap_or((product, "1"));
            let (times, over, named) = match (times.strip_suffix('k'), over.strip_suffix('k')) {
                (Some(""), _) => ("1", over, true),
                (Some(times), _) => (times.trim_end_matches('*'), over, true),
                (None, Some(over)) => (times, over.trim_end_matches('*'), true),
                (None, None) => (times, over, false),
            };
            // Without the letter only the fraction is written.
            let bound = Bound { times: number(times)?, over: number(over)?, more: number(more)? };
            (bound.over > 0 && (named || bound.more == 0)).then_some(bound)
        };
        read().ok_or_else(|| {
            RuleError::notation(
                text,
                0..text.len(),
                "expected how many may be taken after a move that took k: `2` (as many times k), \
                 `3/2`, `2k+1`",
            )
        })
    }

    fn after(&self, taken: u64) -> u64 {
        let most = u128::from(taken) * u128::from(self.times) / u128::from(self.over)
            + u128::from(self.more);
        u64::try_from(most).unwrap_or(u64::MAX)
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.over, self.more) {
            (1, 0) => write!(f, "{}", self.times),
            (over, 0) => write!(f, "{}/{over}", self.times),
            (1, more) => write!(f, "{}k+{more}", self.times),
            (over, more) => write!(f, "{}k/{over}+{more}", self.times),
        }
    }
}

/// Take-away: one heap; the first move takes some and not all, and each later one at most
/// a bound that depends on what the move before it took. A position is the heap and what
/// was taken last.
#[derive(Clone, Copy, Debug)]
pub struct TakeAway {
    name: &'static str,
    bound: Bound,
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
        let most = taken.map_or(heap.saturating_sub(1), |taken| self.bound.after(taken)).min(heap);
        few_enough(most)?;
        out.extend((1..=most).map(|now| (heap - now, Some(now))));
        Ok(())
    }
}

impl Notation for TakeAway {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, &(heap, taken): &(u64, Option<u64>)) -> String {
        taken.map_or_else(|| heap.to_string(), |taken| joined(&[heap, taken]))
    }

    fn parse(&self, text: &str) -> Result<(u64, Option<u64>), RuleError> {
        match numbers(text, None)?[..] {
            [heap] => Ok((heap, None)),
            [heap, taken] => Ok((heap, Some(taken))),
            _ => {
                let message = "expected the heap, or the heap and what was taken last";
                Err(RuleError::notation(text, 0..text.len(), message))
            }
        }
    }

    fn call(&self, position: &(u64, Option<u64>)) -> String {
        if self.name == FIBONACCI_NIM.name {
            return format!("{}({})", self.name, self.write(position));
        }
        format!("{}(\"{}\"; {})", self.name, self.bound, self.write(position))
    }

    fn parameters(&self) -> String {
        self.bound.to_string()
    }

    fn picture(&self, &(heap, _): &(u64, Option<u64>)) -> Picture {
        Picture::Heaps(vec![heap])
    }
}

/// The heap, and what was taken last if it is there.
fn heap_and_taken(call: &Call<'_>, from: usize) -> Result<(u64, Option<u64>), RuleError> {
    match call.counts(from, u64::MAX)?[..] {
        [heap] => Ok((heap, None)),
        [heap, taken] => Ok((heap, Some(taken))),
        _ => Err(call.complain(from, "expected the heap, or the heap and what was taken last")),
    }
}

pub(crate) const TAKE_AWAY: Row = Row {
    name: "take_away",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "take_away(\"2k+1\"; n) or take_away(\"3/2\"; n,k)",
    rules: "A heap of n. The first move takes some, not all; after a move that took k the next one\n\
            takes at most what the bound says: a fraction (times k), or as 2k+1.\n\
            With a second number, that many were taken last.",
    source: "Schwenk, Take-away games (1970)",
    example: ("take_away(\"3\"; 10,2)", "*2"),
    make: |call| {
        parameters(call, 1, TAKE_AWAY.usage)?;
        let number = match call.arguments().next() {
            Some(Argument::Integer(n)) => Some(n.to_string()),
            _ => None,
        };
        let text = number.as_deref().map_or_else(|| call.text(0), Ok)?;
        let bound = Bound::read(text).map_err(|error| call.within(0, error))?;
        Ok(Placed::boxed(TakeAway { name: TAKE_AWAY.name, bound }, heap_and_taken(call, 1)?))
    },
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
    make: |call| {
        call.expect(1..=2, "fibonacci_nim(n) or fibonacci_nim(n,k)")?;
        let bound = Bound { times: 2, over: 1, more: 0 };
        Ok(Placed::boxed(TakeAway { name: FIBONACCI_NIM.name, bound }, heap_and_taken(call, 0)?))
    },
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
}

/// How pairs of numbers are written.
macro_rules! written_as_pair {
    ($rules:ty, $name:expr) => {
        impl Notation for $rules {
            fn name(&self) -> &'static str {
                $name
            }

            fn write(&self, &(a, b): &(u64, u64)) -> String {
                joined(&[a, b])
            }

            fn parse(&self, text: &str) -> Result<(u64, u64), RuleError> {
                let numbers = numbers(text, Some(2))?;
                Ok((numbers[0], numbers[1]))
            }
        }
    };
}

written_as_pair!(Mem, "mem");

pub(crate) const MEM: Row = Row {
    name: "mem",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "mem(n,k)",
    rules: "A heap of n; the first move takes at least k, each later one at least as many as\n\
            the move before it.",
    source: "Winning Ways, chapter 15; CGSuite",
    example: ("mem(10,3)", "*3"),
    make: |call| {
        call.expect(2..=2, "mem(n,k)")?;
        Ok(Placed::boxed(Mem, (call.count(0, u64::MAX - 1)?, call.count(1, u64::MAX)?)))
    },
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
}

impl Notation for GeneralWythoff {
    fn name(&self) -> &'static str {
        "gen_wythoff"
    }

    fn write(&self, heaps: &Vec<u64>) -> String {
        joined(heaps)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, RuleError> {
        numbers(text, Some(2))
    }

    fn call(&self, heaps: &Vec<u64>) -> String {
        format!("gen_wythoff({}; {})", self.order, joined(heaps))
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
    make: |call| {
        if call.before_semicolon() != Some(1) || call.len() != 3 {
            return Err(call.complain(usize::MAX, "expected `gen_wythoff(r; a,b)`"));
        }
        let order = call.count(0, u64::MAX)?;
        if order == 0 {
            return Err(call.complain(0, "expected a number from 1 on"));
        }
        Ok(Placed::boxed(GeneralWythoff { order }, call.counts(1, u64::MAX)?))
    },
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
}

written_as_pair!(PartizanEuclid, "partizan_euclid");

pub(crate) const PARTIZAN_EUCLID: Row = Row {
    name: "partizan_euclid",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_euclid(a,b)",
    rules: "Two numbers; the larger is divided by the smaller one b, with rest r > 0. Left leaves\n\
            b and r, Right leaves b and b - r. Without a rest the game is over.",
    source: "McKay and Nowakowski, Outcomes of partizan Euclid (2012)",
    example: ("partizan_euclid(8,7)", "^5"),
    make: |call| {
        call.expect(2..=2, "partizan_euclid(a,b)")?;
        Ok(Placed::boxed(PartizanEuclid, (call.count(0, u64::MAX)?, call.count(1, u64::MAX)?)))
    },
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
}

impl Notation for WindUp {
    fn name(&self) -> &'static str {
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
    make: |call| {
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
        Ok(Placed::boxed(WindUp { hours, steps: steps.set }, hand))
    },
    board: None,
};
