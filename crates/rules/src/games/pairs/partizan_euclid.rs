//! Partizan Euclid.

use super::Pair;
use crate::games::prelude::*;

/// Partizan Euclid: the larger number gives way to what it leaves over (Left), or to what
/// it lacks (Right).
struct PartizanEuclid;

impl Ruleset for PartizanEuclid {
    type Position = Pair;

    as_in!(PARTIZAN_EUCLID);

    fn options(&self, &(a, b): &Pair, player: Player, out: &mut Vec<Pair>) -> Done {
        let (large, small) = (a.max(b), a.min(b));
        let Some(rest) = large.checked_rem(small).filter(|&rest| rest > 0) else { return Ok(()) };
        out.push((small, if player == Player::Left { rest } else { small - rest }));
        Ok(())
    }

    fn normalize(&self, (a, b): Pair) -> (Pair, Negated) {
        let (large, small) = (a.max(b), a.min(b));
        // Only what is left over counts.
        match large.checked_rem(small) {
            None | Some(0) => ((0, 0), Negated::No),
            Some(rest) => ((small + rest, small), Negated::No),
        }
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
    make: Make::Rules(|| Rules::new(PartizanEuclid)),
    boards: false,
};
