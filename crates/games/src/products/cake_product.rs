//! Cakes that the codes of two games on heaps cut: eatcake and others.

use super::{HeapCode, written};
use crate::heaps::known_code;
use crate::prelude::*;
use upstar_engine::positions::pieces::{Pieces, apart, instead, sorted, turned};

/// The product of two games on heaps as a cake game: Left plays her game on the columns of a piece,
/// Right his on the rows.
struct CakeProduct {
    name: &'static str,
    /// The codes as written; empty if the name implies them.
    parameters: String,
    codes: [HeapCode; 2],
    /// Whether a piece is rotated by a quarter turn before it is cut.
    turned: bool,
}

/// Eatcake: both players eat a row or a column.
fn eatcake(name: &'static str, turned: bool) -> Rules {
    let code = HeapCode::TakeAndBreak(known_code("0.7"));
    let codes = [code.clone(), code];
    Rules::new(CakeProduct { name, parameters: String::new(), codes, turned })
}

fn by_codes(codes: &Arguments, name: &'static str, turned: bool) -> Result<Rules> {
    let codes = HeapCode::two(codes)?;
    Ok(Rules::new(CakeProduct { name, parameters: written(&codes), codes, turned }))
}

impl Ruleset for CakeProduct {
    type Position = Pieces;

    as_in!(self.name, Class::PARTIZAN);

    fn options(&self, pieces: &Pieces, player: Player, out: &mut Options<Pieces>) -> Result {
        let [left, right] = &self.codes;
        for (index, &piece) in pieces.iter().enumerate() {
            let (rows, columns) = if self.turned { (piece.1, piece.0) } else { piece };
            let (options, is_left) = match player {
                Player::Left => (left.options(columns)?, true),
                Player::Right => (right.options(rows)?, false),
            };
            let part = |part| if is_left { (rows, part) } else { (part, columns) };
            out.extend(
                options
                    .iter()
                    .map(|parts| instead(pieces, index, parts.iter().map(|&side| part(side)))),
            );
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Result {
        apart(pieces, out)
    }

    fn normalize(&self, pieces: Pieces) -> (Pieces, Negated) {
        let [left, right] = &self.codes;
        if left == right { turned(pieces) } else { sorted(pieces) }
    }

    fn parameters(&self) -> String {
        self.parameters.clone()
    }
}

pub(crate) const EATCAKE: Row = Row {
    name: "eatcake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "eatcake(rows,columns) or eatcake(\"2x3,1x4\")",
    rules: "A rectangle of squares. Left eats a column of a piece, Right a row; the rest on its two\n\
            sides becomes two pieces.",
    source: "Jim Bynum; Winning Ways, chapter 8",
    example: ("eatcake(8,1)", "^"),
    make: Make::Rules(|| eatcake(EATCAKE.name, false)),
    boards: false,
};

pub(crate) const TURN_AND_EATCAKE: Row = Row {
    name: "turn_and_eatcake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "turn_and_eatcake(rows,columns)",
    rules: "Eatcake in which the piece is rotated by 90 degrees before each move.",
    source: "Winning Ways, chapter 8",
    example: ("turn_and_eatcake(8,5)", "v<3>"),
    make: Make::Rules(|| eatcake(TURN_AND_EATCAKE.name, true)),
    boards: false,
};

pub(crate) const CAKE_PRODUCT: Row = Row {
    name: "cake_product",
    aliases: &["gen_cutcake"],
    class: Class::PARTIZAN,
    usage: "cake_product(\"4.0\",\"0.7\"; rows,columns)",
    rules: "A rectangle of squares and two codes of games on heaps. Left makes a move of the first\n\
            game on the number of columns of a piece, Right one of the second game on the rows:\n\
            cutcake is 4.0 for both, eatcake 0.7, maundy cake {2+}=.0.",
    source: "Winning Ways, chapters 2 and 8; CGSuite",
    example: ("cake_product(\"4.0\",\"4.0\"; 2,5)", "1"),
    make: Make::With(|codes| by_codes(codes, CAKE_PRODUCT.name, false)),
    boards: false,
};

pub(crate) const TURNED_CAKE_PRODUCT: Row = Row {
    name: "turned_cake_product",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "turned_cake_product(\"4.0\",\"0.7\"; rows,columns)",
    rules: "As cake_product, but the piece is rotated by 90 degrees before each move.",
    source: "CGSuite",
    example: ("turned_cake_product(\"{2+}=.0\",\"{2+}=.0\"; 8,2)", "{8|-2}"),
    make: Make::With(|codes| by_codes(codes, TURNED_CAKE_PRODUCT.name, true)),
    boards: false,
};
