//! Take-and-break games by their codes. Codes and nim sequences come from `upstar-heaps`.

use upstar_core::Budget;
use upstar_heaps::Code;

use super::sequence::MOST_TOKENS;
use super::{Heaps, NimSequence, known_code, options_by_code};
use crate::prelude::*;

/// A function that draws heaps.
pub(crate) type Draw = fn(&[u64]) -> Picture;

/// A take-and-break game, by its code.
pub(super) struct TakeAndBreak {
    name: &'static str,
    /// The parameters as written; empty if the name implies the code.
    parameters: String,
    sequence: NimSequence,
    draw: Draw,
}

impl TakeAndBreak {
    /// The game of a code that the parameters give.
    pub(super) fn rules(name: &'static str, parameters: String, code: Code) -> Rules {
        let draw = |heaps: &[u64]| Picture::Heaps(heaps.to_vec());
        Rules::new(TakeAndBreak { name, parameters, sequence: NimSequence::new(code), draw })
    }
}

/// The game of a code that the name implies.
pub(crate) fn named(name: &'static str, code: &str, draw: Draw) -> Rules {
    let sequence = NimSequence::new(known_code(code));
    Rules::new(TakeAndBreak { name, parameters: String::new(), sequence, draw })
}

impl Ruleset for TakeAndBreak {
    type Position = Heaps;

    as_in!(self.name, Class::IMPARTIAL);

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Options<Heaps>) -> Result {
        options_by_code(self.sequence.code(), heaps, (MOST_TOKENS, usize::MAX), out)
    }

    heaps_apart!();

    /// The nim sequence of the code. Beyond the computed values its proved period is used (Guy and
    /// Smith, 1956).
    fn computed(&self, heaps: &Heaps, budget: &Budget) -> Result<Option<u64>> {
        self.sequence.sum(heaps.iter().copied(), budget)
    }

    /// The nim sequence gives the value of each option. Only the requested options are listed.
    fn options_with(
        &self,
        heaps: &Heaps,
        fact: Fact,
        convention: Convention,
        budget: &Budget,
        out: &mut Options<Heaps>,
    ) -> Result<bool> {
        self.sequence.options_with(heaps, fact, convention, budget, out)
    }

    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    fn heap_code(&self) -> Option<Code> {
        Some(self.sequence.code().clone())
    }

    fn picture(&self, heaps: &Heaps) -> Picture {
        (self.draw)(heaps)
    }
}

/// `take_and_break("0.77"; 5,3)`.
fn by_code(parameters: &Arguments) -> Result<Rules> {
    if parameters.len() != 1 {
        return Err(RuleError::Usage);
    }
    let code = parameters.text(0)?.parse::<Code>();
    let code = code.map_err(|error| parameters.complain(0, error.to_string()))?;
    Ok(TakeAndBreak::rules(BY_CODE.name, format!("\"{code}\""), code))
}

pub(crate) const BY_CODE: Row = Row {
    name: "take_and_break",
    aliases: &["octal"],
    class: Class::IMPARTIAL,
    usage: "take_and_break(\"0.77\"; 5,3)",
    rules: "Heaps of tokens and a code: digit k gives the number of heaps that may be left when k\n\
            tokens are taken: 1 for none, 2 for one, 4 for two, and sums of these.",
    source: "Guy and Smith (1956)",
    example: ("take_and_break(\"0.77\"; 9)", "*4"),
    make: Make::With(by_code),
    boards: false,
};
