//! Boards with named cells, and moves by the cells that they change.

use std::collections::BTreeSet;

use upstar_engine::Sum;

/// A column and a row, both from 0; the first row is the lowest.
type Cell = (usize, usize);

/// A board with a letter for each column and a number for each row, from the bottom, as in Go and
/// chess.
pub(super) struct Board {
    rows: Vec<Vec<char>>,
}

impl Board {
    /// The board of a sum that is a single position on a board of up to 26 columns.
    pub(super) fn of(sum: &Sum) -> Option<Board> {
        let rows = sum.single()?.board()?;
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let width = rows.first()?.len();
        let even = rows.iter().all(|row| row.len() == width);
        (even && (1..=26).contains(&width)).then_some(Board { rows })
    }

    /// The board line by line, with the names of rows and columns.
    pub(super) fn lines(&self, colours: bool) -> Vec<String> {
        let digits = self.rows.len().to_string().len();
        let numbered = (1..=self.rows.len()).rev().zip(&self.rows);
        let mut lines: Vec<String> = numbered
            .map(|(number, row)| {
                let cells = row.iter().map(|&cell| match (colours, cell) {
                    (true, 'x' | 'X' | 'l' | 'L' | 't' | 'T') => format!("\x1b[94m{cell}\x1b[0m"),
                    (true, 'o' | 'O' | 'r' | 'R' | 'f' | 'F') => format!("\x1b[91m{cell}\x1b[0m"),
                    _ => cell.to_string(),
                });
                format!("{number:>digits$} {}", cells.collect::<Vec<_>>().join(" "))
            })
            .collect();
        let columns = (0..self.rows[0].len()).map(|column| letter(column).to_string());
        lines.push(format!("{:digits$} {}", "", columns.collect::<Vec<_>>().join(" ")));
        lines
    }

    /// The cells that a move to this board changes; `None` if the boards have different sizes.
    fn changes(&self, after: &Board) -> Option<BTreeSet<Cell>> {
        let size = |board: &Board| (board.rows.len(), board.rows[0].len());
        if size(self) != size(after) {
            return None;
        }
        let mut changed = BTreeSet::new();
        for (number, (row, then)) in self.rows.iter().rev().zip(after.rows.iter().rev()).enumerate()
        {
            let differs = |column: &usize| row[*column] != then[*column];
            changed.extend((0..row.len()).filter(differs).map(|column| (column, number)));
        }
        Some(changed)
    }

    /// A move by the cells that it changes, `b2-b3`: those that become free first.
    pub(super) fn notation(&self, after: &Sum) -> Option<String> {
        let after = Board::of(after)?;
        let mut cells: Vec<Cell> = self.changes(&after)?.into_iter().collect();
        let is_free = |&(column, row): &Cell| after.rows[after.rows.len() - 1 - row][column] == '.';
        cells.sort_by_key(|cell| !is_free(cell));
        let names = cells.iter().map(|&(column, row)| format!("{}{}", letter(column), row + 1));
        Some(names.collect::<Vec<_>>().join("-")).filter(|names| !names.is_empty())
    }

    /// The moves that change the typed cells (`b2-b3`, `b2 b3`) and no others, or else all that change
    /// them among others; `None` if the text names no cells.
    pub(super) fn matching(&self, moves: &[(String, Sum)], typed: &str) -> Option<Vec<usize>> {
        let words = typed.split(['-', ' ', ',', ':']).filter(|word| !word.is_empty());
        let cells: BTreeSet<Cell> = words.map(cell).collect::<Option<_>>()?;
        let changes = moves.iter().map(|(_, after)| self.changes(&Board::of(after)?));
        let changes: Vec<Option<BTreeSet<Cell>>> = changes.collect();
        let those = |fits: &dyn Fn(&BTreeSet<Cell>) -> bool| -> Vec<usize> {
            let fit = |index: &usize| changes[*index].as_ref().is_some_and(fits);
            (0..moves.len()).filter(fit).collect()
        };
        let exactly = those(&|changed| *changed == cells);
        Some(if exactly.is_empty() {
            those(&|changed| changed.is_superset(&cells))
        } else {
            exactly
        })
    }
}

fn letter(column: usize) -> char {
    // A board has at most 26 columns.
    char::from(b'a' + column as u8)
}

/// The cell of a name such as `b3`.
fn cell(name: &str) -> Option<Cell> {
    let mut rest = name.chars();
    let column = rest.next()?.to_ascii_lowercase();
    let row: usize = rest.as_str().parse().ok()?;
    column.is_ascii_lowercase().then_some((column as usize - 'a' as usize, row.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use upstar_core::{Budget, Player};
    use upstar_engine::Solver;
    use upstar_games::parse_sum;

    use super::*;

    #[test]
    fn moves_are_found_by_their_cells() {
        for (text, typed, expected) in [
            (r#"clobber("xo|ox")"#, "a2-b2", &[r#"clobber(".x|ox")"#][..]),
            (r#"clobber("xo|ox")"#, "B1 B2", &[r#"clobber("xx|o.")"#]),
            (r#"konane("xo.|...")"#, "a2-c2", &[r#"konane("..x|...")"#]),
            (r#"domineering("2x2")"#, "a1", &[r##"domineering("#.|#.")"##]),
            (
                r#"domineering("3x3")"#,
                "b2",
                &[r##"domineering(".#.|.#.|...")"##, r##"domineering("...|.#.|.#.")"##],
            ),
            (r#"clobber("xo|ox")"#, "a3", &[]),
        ] {
            let sum = parse_sum(text).unwrap();
            let solver = Solver::default();
            let (moves, _) =
                sum.some_options(&solver.engine(), Player::Left, &Budget::unlimited()).unwrap();
            let board = Board::of(&sum).unwrap();
            let found = board.matching(&moves, typed).unwrap();
            let mut found: Vec<&str> = found.iter().map(|&index| &*moves[index].0).collect();
            found.sort_unstable();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            assert_eq!(found, expected, "{text} {typed}");
            for (name, after) in &moves {
                // A move by its own notation is that move, or there is one that looks alike.
                let notation = board.notation(after).unwrap();
                let found = board.matching(&moves, &notation).unwrap();
                assert!(found.iter().any(|&index| moves[index].0 == *name), "{text} {notation}");
            }
        }
        assert!(Board::of(&parse_sum("nim(1,2)").unwrap()).is_none());
        let board = Board::of(&parse_sum(r#"clobber("xo|ox")"#).unwrap()).unwrap();
        assert!(board.matching(&[], "undo").is_none());
        assert_eq!(board.lines(false), ["2 x o", "1 o x", "  a b"]);
    }
}
