//! Take-and-break games in which each player has a code.

use upstar_heaps::{Code, HeapRules};

use super::subtraction::{Amounts, all_but};
use super::{Heaps, options_by_code};
use crate::prelude::*;

/// Heaps, with a take-and-break code for each player.
struct PartizanTakeAndBreak {
    name: &'static str,
    /// The parameters as written.
    parameters: String,
    codes: [Code; 2],
}

/// The codes of Left and Right, if these are the rules of a partizan take-and-break game.
#[must_use]
pub fn partizan_codes(rules: &Rules) -> Option<[&Code; 2]> {
    rules.downcast::<PartizanTakeAndBreak>().map(|game| game.codes.each_ref())
}

/// The largest heap whose options are listed, and the largest number of options.
const MOST: (u64, usize) = (1 << 20, 1 << 21);

/// Each player has a set of numbers that may be taken.
fn by_sets(parameters: &Arguments, row: &Row, digit: char) -> Result<Rules> {
    let all_but = all_but(parameters, 2)?;
    let amounts = |index| Amounts::of(parameters, index, all_but);
    let (left, right) = (amounts(0)?, amounts(1)?);
    Ok(Rules::new(PartizanTakeAndBreak {
        name: row.name,
        parameters: format!("\"{left}\",\"{right}\""),
        codes: [left.code(digit)?, right.code(digit)?],
    }))
}

fn by_codes(parameters: &Arguments) -> Result<Rules> {
    if parameters.len() != 2 {
        return Err(RuleError::Usage);
    }
    let code = |index| {
        let code = parameters.text(index)?.parse::<Code>();
        code.map_err(|error| parameters.complain(index, error.to_string()))
    };
    let codes = [code(0)?, code(1)?];
    Ok(Rules::new(PartizanTakeAndBreak {
        name: PARTIZAN_TAKE_AND_BREAK.name,
        parameters: format!("\"{}\",\"{}\"", codes[0], codes[1]),
        codes,
    }))
}

impl Ruleset for PartizanTakeAndBreak {
    type Position = Heaps;

    as_in!(self.name, Class::PARTIZAN);

    fn options(&self, heaps: &Heaps, player: Player, out: &mut Options<Heaps>) -> Result {
        options_by_code(&self.codes[usize::from(player == Player::Right)], heaps, MOST, out)
    }

    heaps_apart!();

    fn heap_sides(&self) -> Option<[HeapRules; 2]> {
        Some(self.codes.clone().map(HeapRules::Code))
    }

    fn parameters(&self) -> String {
        self.parameters.clone()
    }
}

pub(crate) const PARTIZAN_SUBTRACTION: Row = Row {
    name: "partizan_subtraction",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_subtraction(\"1,3\",\"2,3\"; n,...)",
    rules: "Heaps of tokens and two lists of numbers (after the word allbut, all other numbers);\n\
            Left takes a number of the first list from one heap, and Right a number of the second.",
    source: "Fraenkel and Kotzig, Partizan octal games: partizan subtraction games (1987)",
    example: ("partizan_subtraction(\"1,3\",\"2,3\"; 6)", "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}"),
    make: Make::With(|parameters| by_sets(parameters, &PARTIZAN_SUBTRACTION, '3')),
    boards: false,
};

pub(crate) const PARTIZAN_SPLITTLES: Row = Row {
    name: "partizan_splittles",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_splittles(\"1\",\"2\"; n,...)",
    rules: "As partizan subtraction, and the player may also divide the rest of the heap into two.",
    source: "Mesdal, Partizan splittles (Games of No Chance 3, 2009)",
    example: ("partizan_splittles(\"1\",\"2\"; 4)", "1"),
    make: Make::With(|parameters| by_sets(parameters, &PARTIZAN_SPLITTLES, '7')),
    boards: false,
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
    make: Make::With(by_codes),
    boards: false,
};
