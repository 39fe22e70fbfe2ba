//! Lists of pairs: pieces of that many rows and columns.

use std::cmp::Ordering;

use super::numbers::positive;
use crate::{Arguments, Negated, Picture, Position, Result, RuleError};

/// Two numbers.
pub type Pair = (u64, u64);

/// Pieces with two numbers each: rows and columns.
pub type Pieces = Vec<Pair>;

/// Reads `2x3,1x4`; `what` is said of pieces with a number less than `least`, and of other texts.
fn read(text: &str, least: u64, what: &str) -> Result<Pieces> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for part in text.split(',').filter(|_| !text.trim().is_empty()) {
        let size = crate::positions::grid::size(part)
            .filter(|&(rows, columns)| rows.min(columns) >= least);
        let wrong = || RuleError::notation(text, start..start + part.len(), what);
        pieces.push(size.ok_or_else(wrong)?);
        start += part.len() + 1;
    }
    Ok(pieces)
}

impl Position for Pieces {
    fn to_text(&self) -> String {
        self.iter().map(|(rows, columns)| format!("{rows}x{columns}")).collect::<Vec<_>>().join(",")
    }

    fn from_text(text: &str) -> Result<Self> {
        read(text, 0, "expected two numbers, as in `2x3`")
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let &[rows, columns] = numbers else { return None };
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
        size_of::<Pieces>() + size_of_val(&self[..]) + 16
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Rectangles(self.clone())
    }
}

/// The pieces with one of them replaced by others.
pub fn instead(pieces: &[Pair], index: usize, parts: impl IntoIterator<Item = Pair>) -> Pieces {
    let mut option = pieces.to_vec();
    option.splice(index..=index, parts);
    option
}

/// Appends each piece as a game of its own.
pub fn apart(pieces: &[Pair], out: &mut Vec<Pieces>) -> Result {
    out.extend(pieces.iter().map(|&piece| vec![piece]));
    Ok(())
}

/// The pieces by size.
pub fn sorted(mut pieces: Pieces) -> (Pieces, Negated) {
    pieces.sort_unstable();
    (pieces, Negated::No)
}

/// The pieces by size, all turned by a quarter if they come first then: what Left does to
/// columns is what Right does to rows.
pub fn turned(pieces: Pieces) -> (Pieces, Negated) {
    let (pieces, _) = sorted(pieces);
    let (other, _) = sorted(pieces.iter().map(|&(rows, columns)| (columns, rows)).collect());
    if other < pieces { (other, Negated::Yes) } else { (pieces, Negated::No) }
}

/// Pieces of cake, which have at least one row and one column.
pub fn read_cake(text: &str) -> Result<Pieces> {
    read(text, 1, "expected rows x columns, as in `2x3`")
}

/// The one piece of cake of `cutcake(rows,columns)`, or those of `cutcake("2x3,1x4")`.
pub fn cake(arguments: &Arguments) -> Result<Pieces> {
    if arguments.len() == 1 {
        return read_cake(&arguments.text(0)?).map_err(|error| arguments.within(0, error));
    }
    let [rows, columns] = positive(arguments)?;
    Ok(vec![(rows, columns)])
}

/// The pieces that can be cut.
pub fn uncut(mut pieces: Pieces) -> Pieces {
    pieces.retain(|&piece| piece != (1, 1));
    pieces
}
