//! Games of taking from heaps and breaking them, by their codes: Kayles and others.

use upstar_core::Player;

use crate::named::Call;
use crate::{AnyGame, Class, Negated, Notation, Placed, Row, RuleError, Ruleset};

/// Heaps of one kind of stones; an empty place stays as 0.
type Heaps = Vec<u64>;

/// How a heap may be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaking {
    /// An octal code: digit `k` (from 0) says what may be left of a heap from which
    /// `k` were taken: 1 nothing, 2 one heap, 4 two heaps, and sums of these. The
    /// last digit holds for all larger `k` if the second field says so.
    Octal(&'static [u8], bool),
    /// Into two unequal heaps, taking nothing: Grundy's game.
    Unequal,
}

/// A game of take and break.
#[derive(Clone, Copy, Debug)]
pub struct TakeAndBreak {
    name: &'static str,
    breaking: Breaking,
}

impl TakeAndBreak {
    /// What a heap may become: nothing, a heap, or two.
    fn broken(&self, heap: u64, mut each: impl FnMut(u64, u64)) -> Result<(), RuleError> {
        if heap > 1 << 22 {
            return Err(RuleError::too_large("the heap", heap, 1u64 << 22));
        }
        let Breaking::Octal(digits, repeats) = self.breaking else {
            for smaller in 1..heap.div_ceil(2) {
                each(smaller, heap - smaller);
            }
            return Ok(());
        };
        let last = digits.len() as u64 - 1;
        let most = if repeats { heap } else { heap.min(last) };
        for taken in 0..=most {
            let digit = digits[taken.min(last) as usize];
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                each(0, 0);
            }
            if digit & 2 != 0 && rest > 0 && taken > 0 {
                each(0, rest);
            }
            if digit & 4 != 0 {
                for smaller in 1..=rest / 2 {
                    each(smaller, rest - smaller);
                }
            }
        }
        Ok(())
    }
}

impl Ruleset for TakeAndBreak {
    type Position = Heaps;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Vec<Heaps>) -> Result<(), RuleError> {
        for (index, &heap) in heaps.iter().enumerate() {
            self.broken(heap, |smaller, larger| {
                let mut option = heaps.clone();
                option[index] = larger;
                if smaller > 0 {
                    option.insert(index, smaller);
                }
                out.push(option);
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

    fn bytes(&self, heaps: &Heaps) -> usize {
        size_of::<Heaps>() + 8 * heaps.len() + 16
    }
}

impl Notation for TakeAndBreak {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, heaps: &Heaps) -> String {
        super::heaps::joined(heaps)
    }

    fn parse(&self, text: &str) -> Result<Heaps, RuleError> {
        super::heaps::numbers(text, None)
    }

    fn parameters(&self) -> String {
        format!("{:?}", self.breaking)
    }
}

/// A heap of `n` is a heap of `n + more` of the game.
fn make(
    call: &Call<'_>,
    name: &'static str,
    breaking: Breaking,
    least: u64,
    more: u64,
) -> Result<Box<dyn AnyGame>, RuleError> {
    call.expect(0..=usize::MAX, "a number, or several for several heaps")?;
    let mut heaps = call.counts(0, u64::MAX - more)?;
    for (index, heap) in heaps.iter_mut().enumerate() {
        if *heap < least {
            return Err(call.complain(index, format!("expected a number from {least} on")));
        }
        *heap += more;
    }
    Ok(Placed::boxed(TakeAndBreak { name, breaking }, heaps))
}

const KAYLES_CODE: Breaking = Breaking::Octal(&[0, 7, 7], false);
const DAWSON_CODE: Breaking = Breaking::Octal(&[0, 0, 7], false);
const CROSSES_CODE: Breaking = Breaking::Octal(&[0, 1, 3, 7], false);
const BOND_CODE: Breaking = Breaking::Octal(&[0, 0, 0, 7], false);
const LASKER_CODE: Breaking = Breaking::Octal(&[4, 3], true);

pub(crate) const KAYLES: Row = Row {
    name: "kayles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "kayles(n)",
    rules: "A row of n pins; a move knocks down one pin or two that stand side by side,\n\
            and so may part a row in two. Octal code 0.77.",
    source: "Dudeney (1908) and Loyd; Guy and Smith (1956)",
    example: ("kayles(9)", "*4"),
    make: |call| make(call, "kayles", KAYLES_CODE, 0, 0),
    board: None,
};

pub(crate) const DAWSON_KAYLES: Row = Row {
    name: "dawson_kayles",
    aliases: &["dawsons_kayles", "omax"],
    class: Class::IMPARTIAL,
    usage: "dawson_kayles(n)",
    rules: "A row of n pins; a move knocks down two that stand side by side.\n\
            Octal code 0.07; also chords between n points on a circle.",
    source: "Dawson (1935); Guy and Smith (1956)",
    example: ("dawson_kayles(14)", "*4"),
    make: |call| make(call, "dawson_kayles", DAWSON_CODE, 0, 0),
    board: None,
};

pub(crate) const CROSSES: Row = Row {
    name: "crosses",
    aliases: &["dawsons_chess"],
    class: Class::IMPARTIAL,
    usage: "crosses(n)",
    rules: "A strip of n cells; a move puts a cross on a free cell without a cross beside\n\
            it. Octal code 0.137.",
    source: "e-maxx, Sprague-Grundy; Dawson (1935)",
    example: ("crosses(9)", "*3"),
    make: |call| make(call, "crosses", CROSSES_CODE, 0, 0),
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
    make: |call| make(call, "james_bond", BOND_CODE, 0, 0),
    board: None,
};

pub(crate) const TREBLECROSS: Row = Row {
    name: "treblecross",
    aliases: &["one_dimensional_tic_tac_toe"],
    class: Class::IMPARTIAL,
    usage: "treblecross(n), n from 3 on",
    rules: "A strip of n cells; a move puts a cross on a free cell, and three crosses in a\n\
            row win. Nobody goes within two cells of a cross: a heap of n+2 of james_bond.",
    source: "Winning Ways, chapter 4",
    example: ("treblecross(7)", "*3"),
    make: |call| make(call, "james_bond", BOND_CODE, 3, 2),
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
    make: |call| make(call, "grundy", Breaking::Unequal, 0, 0),
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
    make: |call| make(call, "lasker", LASKER_CODE, 0, 0),
    board: None,
};
