//! Maundy Cake.

use super::few_enough;
use super::pieces::{Pieces, apart, cake, instead, read_cake, turned, uncut};
use crate::games::prelude::*;

/// Maundy Cake: as Cutcake, but into any number of equal parts.
struct MaundyCake;

impl Ruleset for MaundyCake {
    type Position = Pieces;

    as_in!(MAUNDY_CAKE);

    fn options(&self, pieces: &Pieces, player: Player, out: &mut Vec<Pieces>) -> Done {
        let left = player == Player::Left;
        for (index, &(rows, columns)) in pieces.iter().enumerate() {
            let side = if left { columns } else { rows };
            few_enough(side)?;
            for parts in (2..=side).filter(|&parts| side % parts == 0) {
                let part = if left { (rows, side / parts) } else { (side / parts, columns) };
                out.push(instead(pieces, index, (0..parts).map(|_| part)));
            }
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Done {
        apart(&uncut(pieces.clone()), out)
    }

    fn normalize(&self, pieces: Pieces) -> (Pieces, Negated) {
        turned(uncut(pieces))
    }

    fn position(&self, arguments: &Arguments) -> Result<Pieces, RuleError> {
        cake(arguments)
    }

    fn parse(&self, text: &str) -> Result<Pieces, RuleError> {
        read_cake(text)
    }
}

pub(crate) const MAUNDY_CAKE: Row = Row {
    name: "maundy_cake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "maundy_cake(rows,columns)",
    rules: "A rectangle of squares. Left cuts a piece vertically into any number of equal parts,\n\
            Right horizontally, always between squares.",
    source: "Winning Ways, chapter 2",
    example: ("maundy_cake(1,12)", "10"),
    make: Make::Rules(|| Rules::new(MaundyCake)),
    boards: false,
};
