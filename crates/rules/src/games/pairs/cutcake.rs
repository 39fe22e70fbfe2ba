//! Cutcake.

use num_bigint::BigInt;
use upstar_values::Rational;

use super::few_enough;
use super::pieces::{Pieces, apart, cake, read_cake, turned, uncut};
use crate::games::prelude::*;

/// Cutcake: Left cuts a piece from top to bottom, Right from side to side.
struct Cutcake;

impl Ruleset for Cutcake {
    type Position = Pieces;

    as_in!(CUTCAKE);

    fn options(&self, pieces: &Pieces, player: Player, out: &mut Vec<Pieces>) -> Done {
        let left = player == Player::Left;
        for (index, &(rows, columns)) in pieces.iter().enumerate() {
            let side = if left { columns } else { rows };
            few_enough(side / 2)?;
            let part = |side| if left { (rows, side) } else { (side, columns) };
            out.extend((1..=side / 2).map(|cut| {
                let mut option = pieces.clone();
                option[index] = part(cut);
                option.push(part(side - cut));
                option
            }));
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Done {
        apart(&uncut(pieces.clone()), out)
    }

    fn normalize(&self, pieces: Pieces) -> (Pieces, Negated) {
        turned(uncut(pieces))
    }

    /// Winning Ways, chapter 2: with 2^i the largest power of two that is not above
    /// the rows, Left is ahead by one less than the number of times it goes into the
    /// columns, if she is ahead; Right in the same way.
    fn number(&self, pieces: &Pieces) -> Option<Rational> {
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

    fn position(&self, arguments: &Arguments) -> Result<Pieces, RuleError> {
        cake(arguments)
    }

    fn parse(&self, text: &str) -> Result<Pieces, RuleError> {
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
    make: Make::Rules(|| Rules::new(Cutcake)),
    boards: false,
};
