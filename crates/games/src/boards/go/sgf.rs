//! Game records in SGF, as far as they describe a board of Go.

use super::super::grid::{FREE, Grid, WALL};
use super::stones::{after, signed};
use crate::prelude::*;
use upstar_engine::{Result, RuleError};

/// The largest board.
const MOST: usize = 52;

/// Reads the main line of a game record: the size of the board (`SZ`), stones that are set up
/// (`AB`, `AW`, `AE`), moves (`B`, `W`), safe stones (`SQ`, on points with stones) and points
/// outside (`DD`, dimmed points). Everything else is skipped. Gives the board, and how many stones
/// Left has captured more than Right.
pub(super) fn read(text: &str) -> Result<(Grid, i64)> {
    let properties = properties(text)?;
    let size = properties.iter().find(|property| property.name == "SZ");
    let (mut rows, mut columns) = (19, 19);
    if let Some(size) = size.and_then(|size| size.values.first()) {
        let side = |text: &str| {
            let side = text.trim().parse::<usize>().ok().filter(|side| (1..=MOST).contains(side));
            side.ok_or_else(|| size.complain(SIZE))
        };
        (columns, rows) = match size.text.split_once(':') {
            Some((columns, rows)) => (side(columns)?, side(rows)?),
            None => (side(size.text)?, side(size.text)?),
        };
    }
    let mut grid = Grid::filled(rows, columns, FREE)?;
    let mut dimmed = Vec::new();
    let mut prisoners = 0;
    for property in &properties {
        for value in &property.values {
            let points = || value.points(rows, columns);
            match property.name {
                "AB" | "AW" | "AE" => {
                    let letter = match property.name {
                        "AB" => b'x',
                        "AW" => b'o',
                        _ => FREE,
                    };
                    for point in points()? {
                        grid = grid.with([(point, letter)]);
                    }
                }
                "B" | "W" => {
                    let player = if property.name == "B" { Player::Left } else { Player::Right };
                    // An empty value is a pass. So is `tt` on boards of up to 19 lines.
                    if value.text.is_empty() || (value.text == "tt" && rows.max(columns) <= 19) {
                        continue;
                    }
                    for point in points()? {
                        let free = grid.cells()[point] == FREE;
                        let next = if free { after(&grid, point, player) } else { None };
                        let (next, captured) =
                            next.ok_or_else(|| value.complain("this move is not allowed here"))?;
                        grid = next;
                        prisoners += signed(player, captured);
                    }
                }
                "SQ" => {
                    for point in points()? {
                        let cell = grid.cells()[point];
                        grid = grid.with([(point, cell.to_ascii_uppercase())]);
                    }
                }
                "DD" => dimmed.extend(points()?),
                _ => {}
            }
        }
    }
    for point in dimmed {
        grid = grid.with([(point, WALL)]);
    }
    Ok((grid, prisoners))
}

/// The letter of a line.
fn letter(line: usize) -> char {
    char::from(if line < 26 { b'a' + line as u8 } else { b'A' + (line - 26) as u8 })
}

/// A board as a game record, with labels on points and a comment. A board of more than 52 lines is
/// written as far as its points have names.
pub(super) fn write(grid: &Grid, labels: &[(usize, usize, String)], comment: &str) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
    let mut text = format!("(;GM[1]FF[4]SZ[{}:{}]", grid.columns(), grid.rows());
    if grid.columns() == grid.rows() {
        text = format!("(;GM[1]FF[4]SZ[{}]", grid.rows());
    }
    let name = |(row, column)| format!("{}{}", letter(column), letter(row));
    let mut list = |property: &str, letters: &str| {
        let point = |cell: usize| (cell / grid.columns(), cell % grid.columns());
        let cells = (0..grid.cells().len()).map(|cell| (point(cell), grid.cells()[cell]));
        let named = cells.filter(|&((row, column), letter)| {
            letters.contains(char::from(letter)) && row.max(column) < MOST
        });
        let points: String = named.map(|(point, _)| format!("[{}]", name(point))).collect();
        if !points.is_empty() {
            text += property;
            text += &points;
        }
    };
    list("AB", "xX");
    list("AW", "oO");
    list("SQ", "XO");
    list("DD", "#");
    if !labels.is_empty() {
        text += "LB";
        for (row, column, label) in labels {
            text += &format!("[{}:{}]", name((*row, *column)), escaped(label));
        }
    }
    if !comment.is_empty() {
        text += &format!("C[{}]", escaped(comment));
    }
    text + ")"
}

const SIZE: &str = "expected a size from 1 to 52, or columns and rows such as `9:5`";

/// The text in brackets, and its place.
struct Text<'t> {
    whole: &'t str,
    text: &'t str,
    start: usize,
}

impl Text<'_> {
    fn complain(&self, message: &str) -> RuleError {
        RuleError::notation(self.whole, self.start..self.start + self.text.len(), message)
    }

    /// The points of `cd`, or of the rectangle `aa:cd`.
    fn points(&self, rows: usize, columns: usize) -> Result<Vec<usize>> {
        let line = |letter: u8| match letter {
            b'a'..=b'z' => Some(usize::from(letter - b'a')),
            b'A'..=b'Z' => Some(26 + usize::from(letter - b'A')),
            _ => None,
        };
        let point = |text: &str| match text.trim().as_bytes() {
            &[column, row] => {
                let (column, row) = (line(column)?, line(row)?);
                (column < columns && row < rows).then_some((row, column))
            }
            _ => None,
        };
        let corners = match self.text.split_once(':') {
            Some((from, to)) => point(from).zip(point(to)),
            None => point(self.text).map(|point| (point, point)),
        };
        let Some(((top, left), (bottom, right))) = corners else {
            let message = "expected a point of the board such as `cd`, or a rectangle `aa:cd`";
            return Err(self.complain(message));
        };
        let rows = top.min(bottom)..=top.max(bottom);
        Ok(rows
            .flat_map(|row| {
                (left.min(right)..=left.max(right)).map(move |column| row * columns + column)
            })
            .collect())
    }
}

/// A property with its values.
struct Property<'t> {
    name: &'t str,
    values: Vec<Text<'t>>,
}

/// The properties of the main line: the first of several variations.
fn properties(text: &str) -> Result<Vec<Property<'_>>> {
    let mut found: Vec<Property<'_>> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            // The first variation ends here, and with it the main line.
            b')' => break,
            b'A'..=b'Z' => {
                let start = at;
                while at < bytes.len() && bytes[at].is_ascii_uppercase() {
                    at += 1;
                }
                found.push(Property { name: &text[start..at], values: Vec::new() });
            }
            b'[' => {
                let start = at + 1;
                at = start;
                while at < bytes.len() && bytes[at] != b']' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let inside = text.get(start..at).filter(|_| at < bytes.len());
                let (Some(inside), Some(property)) = (inside, found.last_mut()) else {
                    let message = "expected properties such as `AB[cd]` of a game record";
                    return Err(RuleError::notation(text, start - 1..start, message));
                };
                property.values.push(Text { whole: text, text: inside, start });
                at += 1;
            }
            b'(' | b';' | b' ' | b'\t' | b'\n' | b'\r' | b'a'..=b'z' => at += 1,
            _ => {
                let end = text[at..].chars().next().map_or(at + 1, |c| at + c.len_utf8());
                let message = "expected properties such as `AB[cd]` of a game record";
                return Err(RuleError::notation(text, at..end, message));
            }
        }
    }
    Ok(found)
}
