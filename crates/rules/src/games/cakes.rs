//! Cutting rectangles and eating them: Cutcake, Maundy Cake, Chomp.

use num_bigint::BigInt;
use upstar_core::Player;
use upstar_values::Rational;

use super::heaps::{few_enough, joined, numbers};
use crate::catalogue::Make;
use crate::{Arguments, Class, Game, Negated, Picture, Row, RuleError, Ruleset};

/// Pieces of cake: rows and columns of each.
type Pieces = Vec<(u64, u64)>;

fn written(pieces: &Pieces) -> String {
    pieces.iter().map(|(rows, columns)| format!("{rows}x{columns}")).collect::<Vec<_>>().join(",")
}

fn read(text: &str) -> Result<Pieces, RuleError> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for part in text.split(',').filter(|_| !text.trim().is_empty()) {
        let size = crate::grid::size(part).filter(|&(rows, columns)| rows > 0 && columns > 0);
        pieces.push(size.ok_or_else(|| {
            let message = "expected rows x columns, as in `2x3`";
            RuleError::notation(text, start..start + part.len(), message)
        })?);
        start += part.len() + 1;
    }
    Ok(pieces)
}

/// The one piece of `cutcake(rows,columns)`, or those of `cutcake("2x3,1x4")`.
fn pieces(call: &Arguments, usage: &str) -> Result<Pieces, RuleError> {
    if call.len() == 1 {
        return read(&call.text(0)?).map_err(|error| call.within(0, error));
    }
    call.expect(2..=2, usage)?;
    let sides = call.counts(0, u64::MAX)?;
    match sides.iter().position(|&side| side == 0) {
        Some(index) => Err(call.complain(index, "expected a number from 1 on")),
        None => Ok(vec![(sides[0], sides[1])]),
    }
}

/// `name(2,3)` for one piece, else `name("2x3,1x4")`.
fn called(name: &str, pieces: &Pieces) -> String {
    match pieces[..] {
        [(rows, columns)] => format!("{name}({rows},{columns})"),
        _ => format!("{name}(\"{}\")", written(pieces)),
    }
}

fn apart(pieces: &Pieces, out: &mut Vec<Pieces>) {
    out.extend(pieces.iter().filter(|&&piece| piece != (1, 1)).map(|&piece| vec![piece]));
}

fn sorted(mut pieces: Pieces) -> (Pieces, Negated) {
    let turned = |pieces: &Pieces| {
        let mut turned: Pieces = pieces.iter().map(|&(rows, columns)| (columns, rows)).collect();
        turned.sort_unstable();
        turned
    };
    pieces.retain(|&piece| piece != (1, 1));
    pieces.sort_unstable();
    let other = turned(&pieces);
    if other < pieces { (other, Negated::Yes) } else { (pieces, Negated::No) }
}

/// Cutcake: Left cuts a piece from top to bottom, Right from side to side.
#[derive(Clone, Copy, Debug)]
pub struct Cutcake;

impl Ruleset for Cutcake {
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

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Result<(), RuleError> {
        apart(pieces, out);
        Ok(())
    }

    fn normalize(&self, pieces: Pieces) -> (Pieces, Negated) {
        sorted(pieces)
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

    fn bytes(&self, pieces: &Pieces) -> usize {
        size_of::<Pieces>() + 16 * pieces.len() + 16
    }

    fn name(&self) -> &str {
        CUTCAKE.name
    }

    fn picture(&self, pieces: &Pieces) -> Picture {
        Picture::Rectangles(pieces.clone())
    }

    fn write(&self, pieces: &Pieces) -> String {
        written(pieces)
    }

    fn parse(&self, text: &str) -> Result<Pieces, RuleError> {
        read(text)
    }

    fn call(&self, pieces: &Pieces) -> String {
        called(self.name(), pieces)
    }
}

pub(crate) const CUTCAKE: Row = Row {
    name: "cutcake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "cutcake(rows,columns)",
    rules: "A rectangle of squares. Left cuts a piece in two from top to bottom, Right from\n\
            side to side, always between squares.",
    source: "Winning Ways, chapter 2",
    example: ("cutcake(2,5)", "1"),
    make: Make::Whole(|call| Ok(Game::new(Cutcake, pieces(call, "cutcake(rows,columns)")?))),
    board: None,
};

/// Maundy Cake: as Cutcake, but into any number of equal parts.
#[derive(Clone, Copy, Debug)]
pub struct MaundyCake;

impl Ruleset for MaundyCake {
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
        let left = player == Player::Left;
        for (index, &(rows, columns)) in pieces.iter().enumerate() {
            let side = if left { columns } else { rows };
            few_enough(side)?;
            for parts in (2..=side).filter(|&parts| side % parts == 0) {
                let part = if left { (rows, side / parts) } else { (side / parts, columns) };
                let mut option = pieces.clone();
                option.splice(index..=index, (0..parts).map(|_| part));
                out.push(option);
            }
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Result<(), RuleError> {
        apart(pieces, out);
        Ok(())
    }

    fn normalize(&self, pieces: Pieces) -> (Pieces, Negated) {
        sorted(pieces)
    }

    fn bytes(&self, pieces: &Pieces) -> usize {
        size_of::<Pieces>() + 16 * pieces.len() + 16
    }

    fn name(&self) -> &str {
        MAUNDY_CAKE.name
    }

    fn picture(&self, pieces: &Pieces) -> Picture {
        Picture::Rectangles(pieces.clone())
    }

    fn write(&self, pieces: &Pieces) -> String {
        written(pieces)
    }

    fn parse(&self, text: &str) -> Result<Pieces, RuleError> {
        read(text)
    }

    fn call(&self, pieces: &Pieces) -> String {
        called(self.name(), pieces)
    }
}

pub(crate) const MAUNDY_CAKE: Row = Row {
    name: "maundy_cake",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "maundy_cake(rows,columns)",
    rules: "A rectangle of squares. Left cuts a piece from top to bottom into any number of equal\n\
            parts, Right from side to side, always between squares.",
    source: "Winning Ways, chapter 2",
    example: ("maundy_cake(1,12)", "10"),
    make: Make::Whole(|call| Ok(Game::new(MaundyCake, pieces(call, "maundy_cake(rows,columns)")?))),
    board: None,
};

/// Chomp: rows of squares, none longer than the one above it; whoever must eat the
/// first square loses, so it is never eaten.
#[derive(Clone, Copy, Debug)]
pub struct Chomp;

/// Rows and columns changed into each other.
fn transposed(rows: &[u64]) -> Vec<u64> {
    let columns = rows.first().copied().unwrap_or(0);
    (0..columns).map(|column| rows.iter().filter(|&&row| row > column).count() as u64).collect()
}

impl Ruleset for Chomp {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        rows: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        few_enough(rows.iter().fold(0u64, |sum, &row| sum.saturating_add(row)))?;
        for (first, &length) in rows.iter().enumerate() {
            for left in u64::from(first == 0)..length {
                let mut option = rows.clone();
                option[first..].iter_mut().for_each(|row| *row = left.min(*row));
                option.retain(|&row| row > 0);
                out.push(option);
            }
        }
        Ok(())
    }

    fn normalize(&self, rows: Vec<u64>) -> (Vec<u64>, Negated) {
        if rows.first().is_some_and(|&row| row > 1 << 16) {
            return (rows, Negated::No);
        }
        (transposed(&rows).min(rows), Negated::No)
    }

    fn bytes(&self, rows: &Vec<u64>) -> usize {
        size_of::<Vec<u64>>() + 8 * rows.len() + 16
    }

    fn picture(&self, rows: &Vec<u64>) -> Picture {
        if rows.len() > 40 || rows.iter().any(|&row| row > 40) {
            return Picture::Heaps(rows.clone());
        }
        let squares = rows.iter().map(|&row| vec!['.'; row as usize]);
        let mut squares: Vec<Vec<char>> = squares.collect();
        if let Some(poison) = squares.first_mut().and_then(|row| row.first_mut()) {
            *poison = '!';
        }
        Picture::Signs(squares.into_iter().map(String::from_iter).collect())
    }

    fn name(&self) -> &str {
        "chomp"
    }

    fn write(&self, rows: &Vec<u64>) -> String {
        joined(rows)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, RuleError> {
        numbers(text, None)
    }
}

impl Chomp {
    fn make(call: &Arguments) -> Result<Game, RuleError> {
        call.expect(1..=usize::MAX, "chomp(a,b,...)")?;
        let mut rows = call.counts(0, u64::MAX)?;
        if let Some(index) = rows.windows(2).position(|pair| pair[0] < pair[1]) {
            return Err(call.complain(index + 1, "this row is longer than the one above it"));
        }
        rows.retain(|&row| row > 0);
        Ok(Game::new(Chomp, rows))
    }
}

pub(crate) const CHOMP: Row = Row {
    name: "chomp",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "chomp(a,b,...)",
    rules: "Rows of a, b, ... squares of chocolate, one below the other; a move eats a square and\n\
            all below it or to its right. The first square is poison and never eaten.",
    source: "Schuh (1952); Gale, A curious nim-type game (1974)",
    example: ("chomp(3,2)", "0"),
    make: Make::Whole(Chomp::make),
    board: None,
};
