//! The hungry knight.

use std::sync::LazyLock;

use super::{Pair, positive};
use crate::prelude::*;

/// The hungry knight: only the knight's moves towards the corner (row 1, column 1) are allowed.
struct Knight {
    /// The numbers of rows and columns of the board, if it is bounded.
    size: Option<Pair>,
}

/// Up or left, and one cell to either side.
const STEPS: [(i64, i64); 4] = [(-2, -1), (-2, 1), (-1, -2), (1, -2)];

impl Knight {
    fn step(&self, (row, column): Pair, step: (i64, i64)) -> Option<Pair> {
        let to = (row.checked_add_signed(step.0)?, column.checked_add_signed(step.1)?);
        let (rows, columns) = self.size.unwrap_or((u64::MAX, u64::MAX));
        ((1..=rows).contains(&to.0) && (1..=columns).contains(&to.1)).then_some(to)
    }

    /// The Grundy value on the unbounded board. It does not change when row and column both
    /// increase by four, and along the first four rows and columns it has period 4 from cell 9 on.
    fn unbounded((row, column): Pair) -> u32 {
        static VALUES: LazyLock<[[u32; SIDE + 1]; SIDE + 1]> = LazyLock::new(corner);
        let back = (row.min(column) - 1) / 4 * 4;
        let near = |place: u64| {
            let place = place - back;
            (if place > 12 { 9 + (place - 9) % 4 } else { place }) as usize
        };
        VALUES[near(row)][near(column)]
    }
}

/// From row 12 the knight gets at most 6 columns to the right of its start, so from column 12 to
/// column 18. The same holds downwards.
const SIDE: usize = 18;

/// The values of the first rows and columns, from the definition. They are correct up to cell
/// (12,12).
fn corner() -> [[u32; SIDE + 1]; SIDE + 1] {
    let mut values = [[0; SIDE + 1]; SIDE + 1];
    let board = Knight { size: Some((SIDE as u64, SIDE as u64)) };
    for sum in 2..=2 * SIDE {
        for row in sum.saturating_sub(SIDE).max(1)..=SIDE.min(sum - 1) {
            let cell = (row as u64, (sum - row) as u64);
            let reached = STEPS.iter().filter_map(|&step| board.step(cell, step));
            values[row][sum - row] = upstar_core::mex(
                reached.map(|(row, column)| values[row as usize][column as usize]),
            );
        }
    }
    values
}

impl Ruleset for Knight {
    type Position = Pair;

    as_in!(KNIGHT);

    fn options(&self, cell: &Pair, _: Player, out: &mut Options<Pair>) -> Result {
        out.extend(STEPS.iter().filter_map(|&step| self.step(*cell, step)));
        Ok(())
    }

    fn known(&self, &cell: &Pair, convention: Convention) -> Option<Known> {
        if self.size.is_some() || cell.0.min(cell.1) == 0 {
            return None;
        }
        let theorem = "the table of values is periodic: (4,4) down the diagonal, 4 along its sides";
        Known::grundy(convention, Self::unbounded(cell).into(), theorem)
    }

    /// The size of the board comes after the cell.
    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        let (cell, size) = if arguments.len() == 4 {
            let [row, column, rows, columns] = positive(arguments)?;
            ((row, column), Some((rows, columns)))
        } else {
            let [row, column] = positive(arguments)?;
            ((row, column), self.size)
        };
        if size.is_some_and(|(rows, columns)| cell.0 > rows || cell.1 > columns) {
            return Err(arguments.complain(0, "the knight is off the board"));
        }
        Ok(Game::new(Knight { size }, cell))
    }

    fn parameters(&self) -> String {
        self.size.map_or_else(String::new, |(rows, columns)| format!("{rows},{columns}"))
    }

    fn call(&self, &(row, column): &Pair) -> String {
        match self.size {
            None => format!("knight({row},{column})"),
            Some((rows, columns)) => format!("knight({row},{column},{rows},{columns})"),
        }
    }

    fn picture(&self, &(row, column): &Pair) -> Picture {
        // On the unbounded board, the part that the knight can reach.
        let (rows, columns) = self.size.unwrap_or((row.max(column), row.max(column)));
        if rows > 40 || columns > 40 {
            return Picture::Text;
        }
        let letter = |at: Pair| if at == (row, column) { 'N' } else { '.' };
        let line = |r: u64| (1..=columns).map(|c| letter((r, c))).collect();
        Picture::Signs((1..=rows).map(line).collect())
    }
}

pub(crate) const KNIGHT: Row = Row {
    name: "knight",
    aliases: &["hungry_knight"],
    class: Class::IMPARTIAL,
    usage: "knight(row,column) or knight(row,column,rows,columns)",
    rules: "A chess knight on a board that is infinite downwards and to the right, or has a given\n\
            number of rows and columns; it moves two rows up and one column sideways, or two columns\n\
            left and one row up or down.",
    source: "Dehornoy, Combinatorial game theory, section 2.3; Winning Ways, chapter 3",
    example: ("knight(3,6)", "*2"),
    make: Make::Rules(|| Rules::new(Knight { size: None })),
    boards: false,
};
