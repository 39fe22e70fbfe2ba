//! Subtraction games and splittles.

use upstar_heaps::Code;

use super::take_and_break::TakeAndBreak;
use super::{joined, numbers};
use crate::prelude::*;

/// The largest number of a subtraction set.
const LARGEST: u64 = 1 << 12;

/// A set of numbers that may be taken, or its complement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Amounts {
    pub(super) set: Vec<u64>,
    pub(super) all_but: bool,
}

impl Amounts {
    /// The set of an argument: a list of numbers, or a text `2,3,7` or `allbut 2,3,7`. CGSuite's
    /// `allbut => true` after it is skipped.
    pub(super) fn of(arguments: &Arguments, index: usize, all_but: bool) -> Result<Self> {
        if let Some(Argument::List(list)) = arguments.get(index) {
            let set: Result<Vec<u64>, _> = list.iter().map(|&n| u64::try_from(n)).collect();
            let amounts = set.ok().and_then(|set| Self::new(set, all_but));
            return amounts.ok_or_else(|| arguments.complain(index, wrong_amounts()));
        }
        let text = arguments.text_or_number(index)?;
        let mut amounts = Self::read(&text).map_err(|error| arguments.within(index, error))?;
        amounts.all_but |= all_but;
        Ok(amounts)
    }

    fn new(mut set: Vec<u64>, all_but: bool) -> Option<Self> {
        set.sort_unstable();
        set.dedup();
        set.iter().all(|n| (1..=LARGEST).contains(n)).then_some(Amounts { set, all_but })
    }

    /// Reads `2,3,7` or `allbut 2,3,7`.
    fn read(text: &str) -> Result<Self> {
        let rest = text.trim_start().strip_prefix("allbut");
        let whole = |message| RuleError::notation(text, 0..text.len(), message);
        let set = numbers(rest.unwrap_or(text), None).map_err(|error| match error {
            RuleError::Notation { message, .. } => whole(message),
            other => other,
        })?;
        Self::new(set, rest.is_some()).ok_or_else(|| whole(wrong_amounts()))
    }

    /// The code with this digit (3 or 7) for every amount.
    pub(super) fn code(&self, digit: char) -> Result<Code> {
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

fn wrong_amounts() -> String {
    format!("expected numbers from 1 to {LARGEST}")
}

impl std::fmt::Display for Amounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = joined(&self.set);
        if self.all_but { write!(f, "allbut {list}") } else { f.write_str(&list) }
    }
}

/// Whether CGSuite's `allbut => true` follows this many parameters.
pub(super) fn all_but(parameters: &Arguments, count: usize) -> Result<bool> {
    match parameters.get(count) {
        None if parameters.len() == count => Ok(false),
        Some(Argument::Word(word))
            if parameters.len() == count + 1
                && word.starts_with("allbut")
                && word.ends_with("true") =>
        {
            Ok(true)
        }
        _ => Err(RuleError::Usage),
    }
}

/// A subtraction game or splittles. The numbers of a set may be taken from a heap. In splittles the
/// rest may then be split into two heaps.
fn rules(parameters: &Arguments, row: &Row, digit: char) -> Result<Rules> {
    let amounts = Amounts::of(parameters, 0, all_but(parameters, 1)?)?;
    Ok(TakeAndBreak::rules(row.name, format!("\"{amounts}\""), amounts.code(digit)?))
}

pub(crate) const SUBTRACTION: Row = Row {
    name: "subtraction",
    aliases: &["subtraction_game"],
    class: Class::IMPARTIAL,
    usage: "subtraction(\"2,3,7\"; n,...) or subtraction(\"allbut 2,3\"; n,...)",
    rules: "Heaps of tokens; a move takes a number of the list from one heap, or, after the word\n\
            allbut, any number not in the list.",
    source: "Winning Ways, chapter 4; Golomb (1966)",
    example: ("subtraction(\"2,3,7\"; 19)", "*2"),
    make: Make::With(|parameters| rules(parameters, &SUBTRACTION, '3')),
    boards: false,
};

pub(crate) const SPLITTLES: Row = Row {
    name: "splittles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "splittles(\"1,2\"; n,...) or splittles(\"allbut 1\"; n,...)",
    rules: "Heaps of tokens; a move takes a number of the list from one heap (after the word allbut,\n\
            any number not in the list), and may divide the rest into two heaps.",
    source: "Meinhardt Paulhus; Games of No Chance; CGSuite",
    example: ("splittles(\"1,2\"; 9)", "*4"),
    make: Make::With(|parameters| rules(parameters, &SPLITTLES, '7')),
    boards: false,
};
