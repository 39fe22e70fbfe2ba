//! Games made of two games on heaps: cakes that are cut by codes, acrostic and direct
//! products, and joins.

use std::cmp::Ordering;

use upstar_core::{Budget, Player};
use upstar_heaps::plain;
use upstar_values::nimber::product_u64;

use super::heaps::few_enough;
use super::numbers::{HeapCode, bytes, replaced};
use crate::catalogue::Make;
use crate::{
    Argument, Arguments, Class, Convention, Fact, Game, Known, Negated, Picture, Position, Row,
    RuleError, Rules, Ruleset,
};

/// Pieces with two numbers each: rows and columns.
pub(super) type Pieces = Vec<(u64, u64)>;

pub(super) fn written(pieces: &Pieces) -> String {
    pieces.iter().map(|(rows, columns)| format!("{rows}x{columns}")).collect::<Vec<_>>().join(",")
}

pub(super) fn read(text: &str) -> Result<Pieces, RuleError> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for part in text.split(',').filter(|_| !text.trim().is_empty()) {
        pieces.push(crate::grid::size(part).ok_or_else(|| {
            let message = "expected two numbers, as in `2x3`";
            RuleError::notation(text, start..start + part.len(), message)
        })?);
        start += part.len() + 1;
    }
    Ok(pieces)
}

/// `8,3` for one piece, else `"2x3,1x4"`.
pub(super) fn shown(pieces: &Pieces) -> String {
    match pieces[..] {
        [(rows, columns)] => format!("{rows},{columns}"),
        _ => format!("\"{}\"", written(pieces)),
    }
}

/// The pieces from argument `from` on.
pub(super) fn pieces(call: &Arguments, from: usize, usage: &str) -> Result<Pieces, RuleError> {
    match call.len().saturating_sub(from) {
        1 if !matches!(call.get(from), Some(Argument::Integer(_))) => {
            read(&call.text(from)?).map_err(|error| call.within(from, error))
        }
        2 => Ok(vec![(call.count(from, u64::MAX)?, call.count(from + 1, u64::MAX)?)]),
        _ => Err(call.complain(usize::MAX, format!("expected `{usage}`"))),
    }
}

/// The two codes that a call begins with.
fn codes(call: &Arguments, usage: &str) -> Result<[HeapCode; 2], RuleError> {
    if call.before_semicolon() != Some(2) {
        return Err(call.complain(usize::MAX, format!("expected `{usage}`")));
    }
    let code = |index| {
        HeapCode::read(&call.text_or_number(index)?).map_err(|error| call.within(index, error))
    };
    Ok([code(0)?, code(1)?])
}

/// The two codes that are the parameters of a game.
fn two_codes(codes: &Arguments) -> Result<[HeapCode; 2], RuleError> {
    if codes.len() != 2 {
        return Err(RuleError::Usage);
    }
    let code = |index| {
        HeapCode::read(&codes.text_or_number(index)?).map_err(|error| codes.within(index, error))
    };
    Ok([code(0)?, code(1)?])
}

/// The pieces with one of them replaced by others.
pub(super) fn instead(
    pieces: &Pieces,
    index: usize,
    parts: impl Iterator<Item = (u64, u64)>,
) -> Pieces {
    let mut option = pieces.clone();
    option.splice(index..=index, parts);
    option
}

pub(super) fn pieces_bytes(pieces: &Pieces) -> usize {
    size_of::<Pieces>() + size_of_val(&pieces[..]) + 16
}

impl Position for Pieces {
    fn to_text(&self) -> String {
        written(self)
    }

    fn from_text(text: &str) -> Result<Self, RuleError> {
        read(text)
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let [rows, columns] = numbers.try_into().ok()?;
        Some(vec![(rows, columns)])
    }

    /// `8,3` for one piece, else `"2x3,1x4"`.
    fn argument(&self, text: String) -> String {
        match self[..] {
            [(rows, columns)] => format!("{rows},{columns}"),
            _ => format!("\"{text}\""),
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        pieces_bytes(self)
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Rectangles(self.clone())
    }
}

/// The product of two games on heaps as one of cakes: Left plays her game on the columns
/// of a piece, Right his on the rows.
#[derive(Debug)]
pub struct CakeProduct {
    name: &'static str,
    left: HeapCode,
    right: HeapCode,
    /// Whether a piece is turned by a quarter before it is cut.
    turned: bool,
}

impl CakeProduct {
    fn named(call: &Arguments, row: &Row, code: &str, turned: bool) -> Result<Game, RuleError> {
        let code = HeapCode::read(code)?;
        let rules = CakeProduct { name: row.name, left: code.clone(), right: code, turned };
        Ok(Game::new(rules, pieces(call, 0, row.usage)?))
    }

    fn by_codes(call: &Arguments, row: &Row, turned: bool) -> Result<Game, RuleError> {
        let [left, right] = codes(call, row.usage)?;
        let pieces = pieces(call, 2, row.usage)?;
        Ok(Game::new(CakeProduct { name: row.name, left, right, turned }, pieces))
    }
}

impl Ruleset for CakeProduct {
    type Position = Pieces;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        pieces: &Pieces,
        player: Player,
        out: &mut Vec<Pieces>,
    ) -> Result<(), RuleError> {
        for (index, &piece) in pieces.iter().enumerate() {
            let (rows, columns) = if self.turned { (piece.1, piece.0) } else { piece };
            match player {
                Player::Left => {
                    for parts in self.left.options(columns)? {
                        out.push(instead(pieces, index, parts.iter().map(|&part| (rows, part))));
                    }
                }
                Player::Right => {
                    for parts in self.right.options(rows)? {
                        out.push(instead(pieces, index, parts.iter().map(|&part| (part, columns))));
                    }
                }
            }
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Result<(), RuleError> {
        out.extend(pieces.iter().map(|&piece| vec![piece]));
        Ok(())
    }

    fn normalize(&self, mut pieces: Pieces) -> (Pieces, Negated) {
        pieces.sort_unstable();
        if self.left != self.right {
            return (pieces, Negated::No);
        }
        let mut other: Pieces = pieces.iter().map(|&(rows, columns)| (columns, rows)).collect();
        other.sort_unstable();
        if other < pieces { (other, Negated::Yes) } else { (pieces, Negated::No) }
    }

    fn bytes(&self, pieces: &Pieces) -> usize {
        pieces_bytes(pieces)
    }

    fn name(&self) -> &str {
        self.name
    }

    fn write(&self, pieces: &Pieces) -> String {
        written(pieces)
    }

    fn parse(&self, text: &str) -> Result<Pieces, RuleError> {
        read(text)
    }

    fn call(&self, pieces: &Pieces) -> String {
        if [CAKE_PRODUCT.name, TURNED_CAKE_PRODUCT.name].contains(&self.name) {
            format!("{}({}; {})", self.name, self.parameters(), shown(pieces))
        } else {
            format!("{}({})", self.name, shown(pieces))
        }
    }

    fn parameters(&self) -> String {
        format!("\"{}\",\"{}\"", self.left, self.right)
    }

    fn picture(&self, pieces: &Pieces) -> Picture {
        Picture::Rectangles(pieces.clone())
    }
}

pub(crate) const EATCAKE: Row = Row {
    name: "eatcake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "eatcake(rows,columns) or eatcake(\"2x3,1x4\")",
    rules: "A rectangle of squares. Left eats a column of a piece, Right a row; what was on both\n\
            sides of it are two pieces.",
    source: "Jim Bynum; Winning Ways, chapter 8",
    example: ("eatcake(8,1)", "^"),
    make: Make::Whole(|call| CakeProduct::named(call, &EATCAKE, "0.7", false)),
    board: None,
};

pub(crate) const TURN_AND_EATCAKE: Row = Row {
    name: "turn_and_eatcake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "turn_and_eatcake(rows,columns)",
    rules: "Eatcake in which the piece is turned by a quarter before it is eaten from.",
    source: "Winning Ways, chapter 8",
    example: ("turn_and_eatcake(8,5)", "v<3>"),
    make: Make::Whole(|call| CakeProduct::named(call, &TURN_AND_EATCAKE, "0.7", true)),
    board: None,
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
    make: Make::Whole(|call| CakeProduct::by_codes(call, &CAKE_PRODUCT, false)),
    board: None,
};

pub(crate) const TURNED_CAKE_PRODUCT: Row = Row {
    name: "turned_cake_product",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "turned_cake_product(\"4.0\",\"0.7\"; rows,columns)",
    rules: "As cake_product, and the piece is turned by a quarter before the move.",
    source: "CGSuite",
    example: ("turned_cake_product(\"{2+}=.0\",\"{2+}=.0\"; 8,2)", "{8|-2}"),
    make: Make::Whole(|call| CakeProduct::by_codes(call, &TURNED_CAKE_PRODUCT, true)),
    board: None,
};

/// Products of two impartial games on heaps, played on pieces with two numbers.
///
/// In the acrostic product a move is one of the first game in the first number of a
/// piece, or one of the second game in the second. In the direct product it is a move in
/// both at once: from a to a', a'', ... and from b to b', b'', ... the piece (a,b) is
/// replaced by all (a',b), (a,b') and (a',b').
#[derive(Debug)]
pub struct HeapProduct {
    direct: bool,
    first: HeapCode,
    second: HeapCode,
}

/// How far values are computed for the theorem of direct products.
const FAR: u64 = 1 << 10;

impl HeapProduct {
    fn rules(codes: &Arguments, direct: bool) -> Result<Rules, RuleError> {
        let [first, second] = two_codes(codes)?;
        Ok(Rules::new(HeapProduct { direct, first, second }))
    }
}

impl Ruleset for HeapProduct {
    type Position = Pieces;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, pieces: &Pieces, _: Player, out: &mut Vec<Pieces>) -> Result<(), RuleError> {
        for (index, &(a, b)) in pieces.iter().enumerate() {
            let (first, second) = (self.first.options(a)?, self.second.options(b)?);
            if !self.direct {
                for parts in &first {
                    out.push(instead(pieces, index, parts.iter().map(|&part| (part, b))));
                }
                for parts in &second {
                    out.push(instead(pieces, index, parts.iter().map(|&part| (a, part))));
                }
                continue;
            }
            few_enough((first.len() as u64).saturating_mul(second.len() as u64))?;
            for left in &first {
                for right in &second {
                    let rows = left.iter().map(|&part| (part, b));
                    let columns = right.iter().map(|&part| (a, part));
                    let both = left.iter().flat_map(|&a| right.iter().map(move |&b| (a, b)));
                    out.push(instead(pieces, index, rows.chain(columns).chain(both)));
                }
            }
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Result<(), RuleError> {
        out.extend(pieces.iter().map(|&piece| vec![piece]));
        Ok(())
    }

    fn normalize(&self, mut pieces: Pieces) -> (Pieces, Negated) {
        if self.first == self.second {
            pieces.iter_mut().for_each(|(a, b)| (*a, *b) = ((*a).min(*b), (*a).max(*b)));
        }
        pieces.sort_unstable();
        (pieces, Negated::No)
    }

    fn known(&self, pieces: &Pieces, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere || !self.direct {
            return None;
        }
        let (a, b) = (pieces.iter().map(|p| p.0).max()?, pieces.iter().map(|p| p.1).max()?);
        if a.max(b) > FAR {
            return None;
        }
        let budget = Budget::unlimited().with_steps(1 << 20);
        let first = plain::values(&self.first, a, &budget).ok()?;
        let second = plain::values(&self.second, b, &budget).ok()?;
        let value = pieces.iter().fold(0, |sum, &(a, b)| {
            sum ^ product_u64(first[a as usize].into(), second[b as usize].into())
        });
        Some(Known {
            fact: Fact::Grundy(u32::try_from(value).ok()?),
            theorem: "the Tartan theorem: the value of a direct product is the nim product \
                      (Winning Ways, chapter 14)",
        })
    }

    fn name(&self) -> &str {
        if self.direct { DIRECT_PRODUCT.name } else { ACROSTIC_PRODUCT.name }
    }

    fn parameters(&self) -> String {
        format!("\"{}\",\"{}\"", self.first, self.second)
    }
}

pub(crate) const ACROSTIC_PRODUCT: Row = Row {
    name: "acrostic_product",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "acrostic_product(\"0.77\",\"2\"; a,b)",
    rules: "Two codes, of take-and-break games or of turning games. A move in the piece a x b is one\n\
            of the first game from a to a', a'', ..., which leaves the pieces a' x b, a'' x b, ...,\n\
            or one of the second game from b in the same way.",
    source: "Winning Ways, chapter 14",
    example: ("acrostic_product(\"2\",\"2\"; 6,4)", "*6"),
    make: Make::With(|codes| HeapProduct::rules(codes, false)),
    board: None,
};

pub(crate) const DIRECT_PRODUCT: Row = Row {
    name: "direct_product",
    aliases: &["tartan"],
    class: Class::IMPARTIAL,
    usage: "direct_product(\"0.77\",\"2\"; a,b)",
    rules: "Two codes, of take-and-break games or of turning games. A move goes from a to a', a'', ...\n\
            by the first and from b to b', b'', ... by the second, and leaves instead of a x b\n\
            all pieces a' x b, a x b' and a' x b'.",
    source: "Winning Ways, chapter 14: the Tartan theorem",
    example: ("direct_product(\"2\",\"2\"; 3,3)", "*3"),
    make: Make::With(|codes| HeapProduct::rules(codes, true)),
    board: None,
};

/// The join of two games on heaps: a move is one of either game.
#[derive(Debug)]
pub struct HeapJoin {
    first: HeapCode,
    second: HeapCode,
}

impl Ruleset for HeapJoin {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        for (index, &heap) in heaps.iter().enumerate() {
            for code in [&self.first, &self.second] {
                let options = code.options(heap)?;
                out.extend(options.iter().map(|parts| replaced(heaps, index, parts)));
            }
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
        JOIN.name
    }

    fn parameters(&self) -> String {
        format!("\"{}\",\"{}\"", self.first, self.second)
    }
}

pub(crate) const JOIN: Row = Row {
    name: "join",
    aliases: &["heap_join"],
    class: Class::IMPARTIAL,
    usage: "join(\"0.3\",\"0.07\"; n,...)",
    rules: "Heaps and two codes, of take-and-break games or of turning games; a move is one of\n\
            either game in one heap.",
    source: "CGSuite",
    example: ("join(\"0.3\",\"0.07\"; 5)", "*2"),
    make: Make::Whole(|call| {
        let [first, second] = codes(call, JOIN.usage)?;
        Ok(Game::new(HeapJoin { first, second }, call.counts(2, u64::MAX)?))
    }),
    board: None,
};
