//! Subtraction games, splittles, and their partizan kin.

use upstar_core::Player;
use upstar_heaps::{Code, HeapRule};

use super::heaps::{joined, numbers};
use super::numbers::{MOST_OPTIONS, bytes, replaced, too_many};
use super::octal::TakeAndBreak;
use crate::catalogue::Make;
use crate::{
    Argument, Arguments, Class, Convention, Game, Known, Negated, Row, RuleError, Ruleset,
};

/// The largest number of a subtraction set.
const LARGEST: u64 = 1 << 12;

/// A set of numbers that may be taken, or all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Amounts {
    pub(super) set: Vec<u64>,
    pub(super) all_but: bool,
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
    pub(super) fn of(call: &Arguments, index: usize, all_but: bool) -> Result<Self, RuleError> {
        let mut amounts =
            Self::read(&call.text_or_number(index)?).map_err(|error| call.within(index, error))?;
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
pub(super) fn parameters(call: &Arguments, count: usize, usage: &str) -> Result<bool, RuleError> {
    let before = call.before_semicolon();
    let all_but = matches!(call.get(count),
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
    fn make(call: &Arguments, row: &Row, digit: char) -> Result<Game, RuleError> {
        let all_but = parameters(call, 1, row.usage)?;
        let amounts = Amounts::of(call, 0, all_but)?;
        let heaps = TakeAndBreak::of(row.name, amounts.code(digit)?);
        let from = call.before_semicolon().unwrap_or(call.len());
        Ok(Game::new(Subtraction { name: row.name, amounts, heaps }, call.counts(from, u64::MAX)?))
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

    fn name(&self) -> &str {
        self.name
    }

    fn parameters(&self) -> String {
        format!("\"{}\"", self.amounts)
    }

    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        Some(self.heaps.code().clone())
    }
}

pub(crate) const SUBTRACTION: Row = Row {
    name: "subtraction",
    aliases: &["subtraction_game"],
    class: Class::IMPARTIAL,
    usage: "subtraction(\"2,3,7\"; n,...) or subtraction(\"allbut 2,3\"; n,...)",
    rules: "Heaps of tokens; a move takes as many from one heap as the list says,\n\
            or, after the word allbut, as many as it does not say.",
    source: "Winning Ways, chapter 4; Golomb (1966)",
    example: ("subtraction(\"2,3,7\"; 19)", "*2"),
    make: Make::Whole(|call| Subtraction::make(call, &SUBTRACTION, '3')),
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
    make: Make::Whole(|call| Subtraction::make(call, &SPLITTLES, '7')),
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
    fn by_sets(call: &Arguments, row: &Row, digit: char) -> Result<Game, RuleError> {
        let all_but = parameters(call, 2, row.usage)?;
        let (left, right) = (Amounts::of(call, 0, all_but)?, Amounts::of(call, 1, all_but)?);
        let rules = PartizanTakeAndBreak {
            name: row.name,
            codes: [left.code(digit)?, right.code(digit)?],
            shown: format!("\"{left}\",\"{right}\""),
        };
        let from = call.before_semicolon().unwrap_or(call.len());
        Ok(Game::new(rules, call.counts(from, u64::MAX)?))
    }

    fn by_codes(call: &Arguments) -> Result<Game, RuleError> {
        parameters(call, 2, PARTIZAN_TAKE_AND_BREAK.usage)?;
        let code = |index| {
            let code = call.text(index)?.parse::<Code>();
            code.map_err(|error| call.complain(index, error.to_string()))
        };
        let codes = [code(0)?, code(1)?];
        let shown = format!("\"{}\",\"{}\"", codes[0], codes[1]);
        let rules = PartizanTakeAndBreak { name: PARTIZAN_TAKE_AND_BREAK.name, codes, shown };
        Ok(Game::new(rules, call.counts(2, u64::MAX)?))
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

    fn name(&self) -> &str {
        self.name
    }

    fn parameters(&self) -> String {
        self.shown.clone()
    }
}

pub(crate) const PARTIZAN_SUBTRACTION: Row = Row {
    name: "partizan_subtraction",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_subtraction(\"1,3\",\"2,3\"; n,...)",
    rules: "Heaps of tokens and two lists of numbers (after the word allbut, all others); Left takes\n\
            as many from one heap as the first list says, Right as the second.",
    source: "Fraenkel and Kotzig, Partizan octal games: partizan subtraction games (1987)",
    example: ("partizan_subtraction(\"1,3\",\"2,3\"; 6)", "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}"),
    make: Make::Whole(|call| PartizanTakeAndBreak::by_sets(call, &PARTIZAN_SUBTRACTION, '3')),
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
    make: Make::Whole(|call| PartizanTakeAndBreak::by_sets(call, &PARTIZAN_SPLITTLES, '7')),
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
    make: Make::Whole(PartizanTakeAndBreak::by_codes),
    board: None,
};
