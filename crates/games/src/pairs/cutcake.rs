//! Cutcake and Maundy Cake.

use num_bigint::BigInt;
use upstar_values::Rational;

use super::few_enough;
use super::pieces::{Pieces, apart, cake, instead, read_cake, turned, uncut};
use crate::prelude::*;

/// Left cuts a piece from top to bottom, Right from side to side: into two parts (Cutcake), or into
/// any number of equal parts (Maundy Cake).
struct Cutting {
    equal: bool,
}

impl Ruleset for Cutting {
    type Position = Pieces;

    fn name(&self) -> &str {
        if self.equal { MAUNDY_CAKE.name } else { CUTCAKE.name }
    }

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, pieces: &Pieces, player: Player, out: &mut Options<Pieces>) -> Result {
        let left = player == Player::Left;
        for (index, &(rows, columns)) in pieces.iter().enumerate() {
            let side = if left { columns } else { rows };
            let part = |side| if left { (rows, side) } else { (side, columns) };
            if self.equal {
                few_enough(side)?;
                // Long cakes have many options.
                if side > 1000 {
                    out.tick()?;
                }
                for parts in (2..=side).filter(|&parts| side % parts == 0) {
                    out.check()?;
                    out.push(instead(pieces, index, (0..parts).map(|_| part(side / parts))));
                }
            } else {
                few_enough(side / 2)?;
                let cuts = (1..=side / 2).map(|cut| [part(cut), part(side - cut)]);
                out.extend(cuts.map(|parts| instead(pieces, index, parts)));
            }
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Result {
        apart(&uncut(pieces.clone()), out)
    }

    fn normalize(&self, pieces: Pieces) -> (Pieces, Negated) {
        turned(uncut(pieces))
    }

    /// For Cutcake, Winning Ways, chapter 2. Let 2^i be the largest power of two that is at most
    /// the number of rows. If Left is ahead, the value is one less than the number of times it goes
    /// into the columns. For Right it is symmetric.
    fn number(&self, pieces: &Pieces) -> Option<Rational> {
        if self.equal {
            return None;
        }
        let moves = |short: u64, long: u64| BigInt::from((long >> short.ilog2()) - 1);
        let values = pieces.iter().map(|&(rows, columns)| {
            if columns.ilog2() >= rows.ilog2() {
                moves(rows, columns)
            } else {
                -moves(columns, rows)
            }
        });
        Some(Rational::from(values.sum::<BigInt>()))
    }

    fn position(&self, arguments: &Arguments) -> Result<Pieces> {
        cake(arguments)
    }

    fn parse(&self, text: &str) -> Result<Pieces> {
        read_cake(text)
    }
}

pub(crate) const CUTCAKE: Row = Row {
    name: "cutcake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "cutcake(rows,columns)",
    rules: "A rectangle of squares. Left cuts a piece in two vertically, Right horizontally, always\n\
            between squares.",
    source: "Winning Ways, chapter 2",
    example: ("cutcake(2,5)", "1"),
    make: Make::Rules(|| Rules::new(Cutting { equal: false })),
    boards: false,
};

pub(crate) const MAUNDY_CAKE: Row = Row {
    name: "maundy_cake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "maundy_cake(rows,columns)",
    rules: "A rectangle of squares. Left cuts a piece vertically into any number of equal parts,\n\
            Right horizontally, always between squares.",
    source: "Winning Ways, chapter 2",
    example: ("maundy_cake(1,12)", "10"),
    make: Make::Rules(|| Rules::new(Cutting { equal: true })),
    boards: false,
};
