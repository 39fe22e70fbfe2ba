//! Partizan Euclid.

use super::Pair;
use crate::prelude::*;

/// Partizan Euclid. The first number is divided by the second and replaced by the remainder (Left),
/// or by what is missing to the next multiple (Right). In McKay and Nowakowski the first number is
/// never smaller, as in all options. A smaller one is its own remainder, as in CGSuite.
struct PartizanEuclid;

impl Ruleset for PartizanEuclid {
    type Position = Pair;

    as_in!(PARTIZAN_EUCLID);

    fn options(&self, &(a, b): &Pair, player: Player, out: &mut Options<Pair>) -> Result {
        let Some(rest) = a.checked_rem(b).filter(|&rest| rest > 0) else { return Ok(()) };
        out.push((b, if player == Player::Left { rest } else { b - rest }));
        Ok(())
    }

    fn normalize(&self, (a, b): Pair) -> (Pair, Negated) {
        // Only the remainder matters.
        match a.checked_rem(b) {
            None | Some(0) => ((0, 0), Negated::No),
            Some(rest) => ((rest, b), Negated::No),
        }
    }
}

pub(crate) const PARTIZAN_EUCLID: Row = Row {
    name: "partizan_euclid",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "partizan_euclid(a,b)",
    rules: "Two numbers; a is divided by b, with rest r > 0. Left leaves b and r, Right leaves b and\n\
            b - r. Without a rest the game is over. The paper wants a >= b, as it is after every move;\n\
            a smaller a is its own rest.",
    source: "McKay and Nowakowski, Outcomes of partizan Euclid (2012)",
    example: ("partizan_euclid(8,7)", "^5"),
    make: Make::Rules(|| Rules::new(PartizanEuclid)),
    boards: false,
};
