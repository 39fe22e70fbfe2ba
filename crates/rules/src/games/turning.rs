//! Coin-turning games by their codes, and the games on heaps that they are sums of.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use upstar_core::Player;

use super::numbers::{bytes, replaced};
use crate::catalogue::Make;
use crate::{
    Arguments, Class, Convention, Fact, Game, Known, Negated, Picture, Row, RuleError, Ruleset,
};

/// The most sets of coins that are listed, or values that are kept, for one coin.
const MOST_SETS: usize = 1 << 20;

/// How many sums of values are made in all before the search for values gives up.
const MOST_SUMS: usize = 1 << 23;

/// The longest strip, and the largest heap, that is looked at.
const LONGEST: u64 = 4096;

/// How many coins a move may turn, and how they must lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    least: u64,
    /// The most coins; `None` for any number.
    most: Option<u64>,
    /// All coins lie within so many neighbouring cells.
    within: Option<u64>,
    consecutive: bool,
    equally_spaced: bool,
    symmetric: bool,
    /// The leftmost coin of the strip is among those turned.
    first: bool,
}

impl Term {
    fn allows(&self, coins: u64) -> bool {
        self.least <= coins && self.most.is_none_or(|most| coins <= most)
    }
}

/// The code of a coin-turning game: which coins may be turned in a move. The coin
/// farthest to the right of them must show heads.
///
/// ```
/// use upstar_rules::TurningCode;
/// let code = TurningCode::read("1-3,6C")?;
/// assert_eq!(code.to_string(), "1-3,6C");
/// # Ok::<(), upstar_rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningCode {
    terms: Vec<Term>,
}

impl TurningCode {
    /// Reads a list of numbers of coins (`3`, `1-3`, `2+`), each followed by conditions:
    /// `C` consecutive, `C(n)` within n neighbouring cells, `E` equally spaced,
    /// `S` symmetric, `F` with the first coin of the strip.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place.
    pub fn read(text: &str) -> Result<Self, RuleError> {
        let mut terms = Vec::new();
        let mut start = 0;
        for part in text.split(',') {
            terms.push(Self::term(text, start..start + part.len())?);
            start += part.len() + 1;
        }
        Ok(TurningCode { terms })
    }

    fn term(text: &str, span: Range<usize>) -> Result<Term, RuleError> {
        let wrong = || {
            RuleError::notation(
                text,
                span.clone(),
                "expected how many coins are turned, as `3`, `1-3` or `2+`, and then any of \
                 `C` (consecutive), `C(n)`, `E` (equally spaced), `S` (symmetric), `F` (with the \
                 first coin)",
            )
        };
        let mut rest = text[span.clone()].trim();
        let number = |rest: &mut &str| -> Option<u64> {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let found = rest[..end].parse().ok().filter(|n| (1..=LONGEST).contains(n));
            *rest = &rest[end..];
            found
        };
        let least = number(&mut rest).ok_or_else(wrong)?;
        let mut term = Term {
            least,
            most: Some(least),
            within: None,
            consecutive: false,
            equally_spaced: false,
            symmetric: false,
            first: false,
        };
        if let Some(after) = rest.strip_prefix('+') {
            (term.most, rest) = (None, after);
        } else if let Some(after) = rest.strip_prefix('-') {
            rest = after;
            term.most = Some(number(&mut rest).filter(|&most| most >= least).ok_or_else(wrong)?);
        }
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter.to_ascii_uppercase() {
                'C' => match rest.strip_prefix('(') {
                    Some(inner) => {
                        rest = inner;
                        term.within = Some(number(&mut rest).ok_or_else(wrong)?);
                        rest = rest.strip_prefix(')').ok_or_else(wrong)?;
                    }
                    None => term.consecutive = true,
                },
                'E' => term.equally_spaced = true,
                'S' => term.symmetric = true,
                'F' => term.first = true,
                _ => return Err(wrong()),
            }
        }
        Ok(term)
    }

    /// For each move that turns coin `last` and no coin to its right: the other coins
    /// that are turned, cells counted from 1.
    pub(super) fn sets(&self, last: u64) -> Result<Vec<Vec<u64>>, RuleError> {
        let mut found = Vec::new();
        if last > LONGEST {
            return Err(RuleError::too_large("the strip", format!("{last} cells"), LONGEST));
        }
        for term in self.terms.iter().filter(|_| last > 0) {
            let mut set = Vec::new();
            term.extend(last, last, &mut set, &mut found)?;
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The value of a single head on each cell up to `to`, from cell 0 (no cell) on.
    /// `None` if they take too long: `work` is how much may still be done.
    fn values(&self, known: &mut Vec<u64>, work: &mut usize, to: u64) -> Option<()> {
        if known.is_empty() {
            known.push(0);
        }
        for last in known.len() as u64..=to.min(LONGEST) {
            let mut seen = HashSet::new();
            for term in &self.terms {
                term.reached(last, known, work, &mut seen)?;
            }
            known.push((0..).find(|value| !seen.contains(value))?);
        }
        (to <= LONGEST).then_some(())
    }
}

impl Term {
    /// Appends the sets of coins below `below`, together with those in `set` and `last`.
    /// Coins are added from right to left.
    fn extend(
        &self,
        last: u64,
        below: u64,
        set: &mut Vec<u64>,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        let coins = set.len() as u64 + 1;
        if self.allows(coins) && self.fits(last, set) {
            if out.len() >= MOST_SETS {
                return Err(RuleError::too_large("the list of options", "more", MOST_SETS));
            }
            out.push(set.iter().rev().copied().collect());
        }
        if self.most.is_some_and(|most| coins >= most) {
            return Ok(());
        }
        let mut lowest = 1;
        if let Some(within) = self.within {
            lowest = lowest.max((last + 1).saturating_sub(within));
        }
        let mut highest = below - 1;
        if self.consecutive {
            (lowest, highest) = (lowest.max(highest), highest);
        } else if self.equally_spaced && !set.is_empty() {
            let step = last - set[0];
            let next = below.saturating_sub(step);
            (lowest, highest) = (lowest.max(next), next);
        }
        for next in lowest..=highest {
            set.push(next);
            self.extend(last, next, set, out)?;
            set.pop();
        }
        Ok(())
    }

    /// Whether the coins `set` (from right to left) and `last` lie as they must. That
    /// they are consecutive, equally spaced or within reach was seen to before.
    fn fits(&self, last: u64, set: &[u64]) -> bool {
        let first = set.last().copied().unwrap_or(last);
        let all = || std::iter::once(last).chain(set.iter().copied());
        let mirrored = || {
            let mut image: Vec<u64> = all().map(|coin| first + last - coin).collect();
            image.reverse();
            all().eq(image)
        };
        (!self.first || first == 1) && (!self.symmetric || mirrored())
    }

    /// Adds the values of the options of a head on cell `last`: without listing the sets
    /// of coins, by the values that so many coins can add up to.
    fn reached(
        &self,
        last: u64,
        values: &[u64],
        work: &mut usize,
        seen: &mut HashSet<u64>,
    ) -> Option<()> {
        let value = |coin: u64| values[coin as usize];
        let lowest = self.within.map_or(1, |within| (last + 1).saturating_sub(within).max(1));
        if self.consecutive || self.equally_spaced {
            if self.allows(1) && (!self.first || last == 1) {
                seen.insert(0);
            }
            let steps = if self.consecutive { 1..2 } else { 1..last };
            for step in steps {
                let (mut coins, mut at, mut sum) = (1, last, 0);
                while at > step && at - step >= lowest {
                    at -= step;
                    coins += 1;
                    sum ^= value(at);
                    if self.allows(coins) && (!self.first || at == 1) {
                        seen.insert(sum);
                    }
                }
            }
            return Some(());
        }
        // Groups of coins that are turned together: single ones, or symmetric pairs.
        let single = |coin: u64| (1u64, value(coin));
        if !self.symmetric {
            if self.first {
                if last == 1 {
                    return self.combine(0, 1, &[], work, seen);
                }
                let groups: Vec<_> = (lowest.max(2)..last).map(single).collect();
                return if lowest == 1 {
                    self.combine(value(1), 2, &groups, work, seen)
                } else {
                    Some(())
                };
            }
            let groups: Vec<_> = (lowest..last).map(single).collect();
            return self.combine(0, 1, &groups, work, seen);
        }
        if !self.first || last == 1 {
            self.combine(0, 1, &[], work, seen)?;
            // A set of one coin has no more groups; sets with a first coin follow.
        }
        for first in lowest..last {
            if self.first && first != 1 {
                break;
            }
            let mut groups: Vec<_> = (1..)
                .map(|i| (first + i, last - i))
                .take_while(|(a, b)| a < b)
                .map(|(a, b)| (2, value(a) ^ value(b)))
                .collect();
            if (first + last).is_multiple_of(2) {
                groups.push(single((first + last) / 2));
            }
            self.combine(value(first), 2, &groups, work, seen)?;
        }
        Some(())
    }

    /// Adds all sums of `base`, of `coins` coins, with any of the groups, of an allowed
    /// number of coins.
    fn combine(
        &self,
        base: u64,
        coins: u64,
        groups: &[(u64, u64)],
        work: &mut usize,
        seen: &mut HashSet<u64>,
    ) -> Option<()> {
        // Above the least number any number is as good, unless there is a most.
        let cap = self.most.unwrap_or(self.least + 1).max(coins);
        let mut sums: Vec<HashSet<u64>> = vec![HashSet::new(); cap as usize + 1];
        let place = |coins: u64| match self.most {
            Some(most) => (coins <= most).then_some(coins as usize),
            None => Some(coins.min(cap) as usize),
        };
        if let Some(at) = place(coins) {
            sums[at].insert(base);
        }
        for &(more, value) in groups {
            for from in (0..sums.len()).rev() {
                let Some(to) = place(from as u64 + more).filter(|_| !sums[from].is_empty()) else {
                    continue;
                };
                let added: Vec<u64> = sums[from].iter().map(|sum| sum ^ value).collect();
                *work = work.checked_sub(added.len())?;
                sums[to].extend(added);
            }
        }
        for (coins, sums) in sums.iter().enumerate() {
            if self.allows(coins as u64) || self.most.is_none() && coins as u64 >= self.least {
                seen.extend(sums);
            }
        }
        Some(())
    }
}

impl fmt::Display for TurningCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{}", term.least)?;
            match term.most {
                None => f.write_str("+")?,
                Some(most) if most > term.least => write!(f, "-{most}")?,
                Some(_) => {}
            }
            let letters = [
                (term.consecutive, "C"),
                (term.equally_spaced, "E"),
                (term.first, "F"),
                (term.symmetric, "S"),
            ];
            for (_, letter) in letters.iter().filter(|(is, _)| *is) {
                f.write_str(letter)?;
            }
            if let Some(within) = term.within {
                write!(f, "C({within})")?;
            }
        }
        Ok(())
    }
}

/// The game on heaps that a coin-turning game is a sum of: a move replaces a heap by
/// the heaps of the other coins that are turned.
#[derive(Debug)]
pub struct Spawning {
    code: TurningCode,
    /// The values that are known, and how many sums may still be made for more.
    values: Mutex<(Vec<u64>, usize)>,
}

impl Spawning {
    /// The game on heaps of a turning code.
    #[must_use]
    pub fn new(code: TurningCode) -> Self {
        Spawning { code, values: Mutex::new((Vec::new(), MOST_SUMS)) }
    }

    /// The sum of the values of some cells.
    fn sum(&self, cells: impl Iterator<Item = u64> + Clone) -> Option<u32> {
        let mut kept = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let (values, work) = &mut *kept;
        let most = cells.clone().max().unwrap_or(0);
        if self.code.values(values, work, most).is_none() {
            *work = 0;
            return None;
        }
        let sum = cells.fold(0, |sum, cell| sum ^ values[cell as usize]);
        u32::try_from(sum).ok()
    }
}

impl Ruleset for Spawning {
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
        for (index, &heap) in heaps.iter().enumerate() {
            out.extend(self.code.sets(heap)?.iter().map(|set| replaced(heaps, index, set)));
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

    fn known(&self, heaps: &Vec<u64>, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        let theorem = "the values of single heaps add up (Sprague and Grundy)";
        Some(Known { fact: Fact::Grundy(self.sum(heaps.iter().copied())?), theorem })
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        bytes(heaps)
    }

    fn name(&self) -> &str {
        SPAWNING.name
    }

    fn parameters(&self) -> String {
        format!("\"{}\"", self.code)
    }
}

pub(crate) const SPAWNING: Row = Row {
    name: "spawning",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "spawning(\"1-3\"; n,...)",
    rules: "Heaps and a turning code. A move replaces heap n by heaps a, b, ... if the turning game\n\
            of the code allows to turn coin n, showing heads, together with coins a, b, ...\n\
            to its left.",
    source: "Winning Ways, chapter 14; Siegel, Combinatorial Game Theory",
    example: ("spawning(\"1-3\"; 5)", "*8"),
    make: Make::Whole(|call| {
        if call.before_semicolon() != Some(1) && call.len() != 1 {
            return Err(call.complain(usize::MAX, "expected `spawning(\"1-3\"; n,...)`"));
        }
        let code = TurningCode::read(&call.text(0)?).map_err(|error| call.within(0, error))?;
        Ok(Game::new(Spawning::new(code), call.counts(1, u64::MAX)?))
    }),
    board: None,
};

const HEADS: u8 = b'h';
const TAILS: u8 = b't';

/// A coin-turning game: a strip of coins, and a move turns some of them, the one
/// farthest to the right from heads to tails.
#[derive(Debug)]
pub struct CoinTurning {
    name: &'static str,
    heaps: Spawning,
}

impl CoinTurning {
    fn make(call: &Arguments, name: &'static str, code: &str) -> Result<Game, RuleError> {
        call.expect(1..=1, &format!("{name}(\"htth\")"))?;
        let rules = CoinTurning { name, heaps: Spawning::new(TurningCode::read(code)?) };
        let strip = rules.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
        Ok(Game::new(rules, strip))
    }
}

impl Ruleset for CoinTurning {
    type Position = Vec<u8>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, strip: &Vec<u8>, _: Player, out: &mut Vec<Vec<u8>>) -> Result<(), RuleError> {
        for (last, _) in strip.iter().enumerate().filter(|(_, coin)| **coin == HEADS) {
            for set in self.heaps.code.sets(last as u64 + 1)? {
                let mut option = strip.clone();
                option[last] = TAILS;
                for coin in set {
                    let coin = &mut option[coin as usize - 1];
                    *coin = if *coin == HEADS { TAILS } else { HEADS };
                }
                out.push(option);
            }
        }
        Ok(())
    }

    fn normalize(&self, mut strip: Vec<u8>) -> (Vec<u8>, Negated) {
        while strip.last() == Some(&TAILS) {
            strip.pop();
        }
        (strip, Negated::No)
    }

    fn known(&self, strip: &Vec<u8>, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        let cells = strip.iter().zip(1..).filter(|(coin, _)| **coin == HEADS);
        let theorem = "every head is a game of its own (Winning Ways, chapter 14)";
        Some(Known { fact: Fact::Grundy(self.heaps.sum(cells.map(|(_, cell)| cell))?), theorem })
    }

    fn bytes(&self, strip: &Vec<u8>) -> usize {
        size_of::<Vec<u8>>() + strip.len() + 16
    }

    fn name(&self) -> &str {
        self.name
    }

    fn write(&self, strip: &Vec<u8>) -> String {
        strip.iter().map(|&coin| char::from(coin)).collect()
    }

    fn parse(&self, text: &str) -> Result<Vec<u8>, RuleError> {
        if text.len() as u64 > LONGEST {
            let found = format!("{} cells", text.len());
            return Err(RuleError::too_large("the strip", found, format!("{LONGEST} cells")));
        }
        let coins = text.char_indices().map(|(place, letter)| match letter {
            'h' | 'H' => Ok(HEADS),
            't' | 'T' => Ok(TAILS),
            other => Err(RuleError::notation(
                text,
                place..place + other.len_utf8(),
                format!("expected `h` (heads) or `t` (tails), found `{}`", other.escape_default()),
            )),
        });
        coins.collect()
    }

    fn call(&self, strip: &Vec<u8>) -> String {
        let strip = self.write(strip);
        if self.name == TURNING.name {
            format!("{}(\"{}\"; \"{strip}\")", self.name, self.heaps.code)
        } else {
            format!("{}(\"{strip}\")", self.name)
        }
    }

    fn parameters(&self) -> String {
        self.heaps.code.to_string()
    }

    fn board(&self, strip: &Vec<u8>) -> Option<Vec<String>> {
        Some(vec![self.write(strip)])
    }

    fn picture(&self, strip: &Vec<u8>) -> Picture {
        Picture::Signs(vec![self.write(strip).to_uppercase()])
    }
}

pub(crate) const TURNING: Row = Row {
    name: "turning",
    aliases: &["coin_turning"],
    class: Class::IMPARTIAL,
    usage: "turning(\"1-3\"; \"htth\")",
    rules: "Coins in a row, heads (h) or tails (t), and a code: a move turns so many coins, the last of\n\
            them from heads to tails. `1-3`, `3`, `2+` say how many; C consecutive, C(n) within n\n\
            cells, E equally spaced, S symmetric, F with the first coin; alternatives after commas.",
    source: "Winning Ways, chapter 14; codes as in CGSuite",
    example: ("turning(\"1-3\"; \"htththtth\")", "*29"),
    make: Make::Whole(|call| {
        if call.before_semicolon() != Some(1) || call.len() != 2 {
            return Err(call.complain(usize::MAX, "expected `turning(\"1-3\"; \"htth\")`"));
        }
        let code = TurningCode::read(&call.text(0)?).map_err(|error| call.within(0, error))?;
        let rules = CoinTurning { name: TURNING.name, heaps: Spawning::new(code) };
        let strip = rules.parse(&call.text(1)?).map_err(|error| call.within(1, error))?;
        Ok(Game::new(rules, strip))
    }),
    board: None,
};

/// A row for a game with a name of its own.
macro_rules! named {
    ($row:ident, $name:literal, $code:literal, $rules:literal, $example:literal, $answer:literal) => {
        pub(crate) const $row: Row = Row {
            name: $name,
            aliases: &[],
            class: Class::IMPARTIAL,
            usage: concat!($name, "(\"htth\")"),
            rules: concat!(
                "A row of coins, heads (h) or tails (t); a move turns ",
                $rules,
                ",\nthe last of them from heads to tails. Turning code ",
                $code,
                "."
            ),
            source: "Winning Ways, chapter 14",
            example: (concat!($name, "(\"", $example, "\")"), $answer),
            make: Make::Whole(|call| CoinTurning::make(call, $name, $code)),
            board: None,
        };
    };
}

named!(
    GRUNT,
    "grunt",
    "4FS",
    "four coins that lie symmetrically, one of them the first of all",
    "ttttth",
    "*2"
);
named!(MOCK_TURTLES, "mock_turtles", "1-3", "one, two or three coins", "tttth", "*8");
named!(
    MOCK_TURTLE_FIVES,
    "mock_turtle_fives",
    "1-3C(5)",
    "up to three of five neighbouring coins",
    "tttth",
    "*8"
);
named!(MOEBIUS, "moebius", "1-5", "up to five coins", "tttttth", "*32");
named!(MOGUL, "mogul", "1-7", "up to seven coins", "tttth", "*16");
named!(MOIDORES, "moidores", "1-9", "up to nine coins", "ttttttttth", "*511");
named!(MOTLEY, "motley", "1+", "any number of coins", "hth", "*5");
named!(RULER, "ruler", "1+C", "any number of neighbouring coins", "ttth", "*4");
named!(RULER_FIVES, "ruler_fives", "1-5C", "up to five neighbouring coins", "ttttttth", "*4");
named!(SYM, "sym", "1+S", "any number of coins that lie symmetrically", "tttth", "*6");
named!(
    SYMPLER,
    "sympler",
    "1+FS",
    "any number of coins that lie symmetrically, one of them the first of all",
    "hth",
    "*"
);
named!(TRIPLETS, "triplets", "3", "exactly three coins", "tttth", "*4");
named!(
    TRIPLET_FIVES,
    "triplet_fives",
    "3C(5)",
    "exactly three of five neighbouring coins",
    "tttth",
    "*4"
);
named!(TURNIPS, "turnips", "3E", "exactly three equally spaced coins", "tttttth", "*2");
