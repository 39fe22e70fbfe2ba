//! Domineering on boards that are too wide or too high for [`Domineering`](super::Domineering), of up to
//! 128 cells.

use std::cmp::Ordering;

use upstar_engine::WinnerSearch;

use super::frame::{ByLeft, Eleven, Frame, Oblong, View, least, sides, transposed};
use super::search::DomineeringSearch;
use super::{bounds_of, push_options, regions};
use crate::boards::bits::SmallBoard;
use crate::boards::grid::{FREE, Grid, WALL, rows_of};
use crate::boards::known::Cells;
use crate::prelude::*;

const ELEVEN: usize = 11;
/// Boards of two rows soon fall apart, and sums of the values of their parts are faster.
const NARROW: usize = 2;

/// Domineering on boards of up to 128 cells.
///
/// A position is the set of free cells in the frame, as [`Cells::position`].
#[derive(Clone, Debug)]
pub(crate) struct WideDomineering {
    rows: usize,
    columns: usize,
    frame: Oblong,
    /// The rules for boards of any size.
    larger: Rules,
}

impl WideDomineering {
    /// The game at a board of up to 128 cells.
    pub(crate) fn game_at(rules: &Rules, grid: &Grid) -> Option<Game> {
        let (rows, columns) = (grid.rows(), grid.columns());
        let frame = if rows.max(columns) <= ELEVEN && rows.min(columns) > NARROW {
            Oblong::new(ELEVEN, ELEVEN)?
        } else {
            Oblong::new(rows, columns)?
        };
        let wide = WideDomineering { rows, columns, frame, larger: rules.clone() };
        let free = wide.cells(grid).position();
        Some(Game::on_small_board(wide, free))
    }

    fn cells(&self, grid: &Grid) -> u128 {
        let view = View::<_, ByLeft>::new(self.frame);
        let places = grid.places(FREE);
        let cell = |at| view.cell((at / grid.columns()) as u32, (at % grid.columns()) as u32);
        places.fold(0, |cells, at| cells | cell(at))
    }

    /// The rows of a board with these sides.
    fn text(&self, free: u128, [rows, columns]: [usize; 2]) -> String {
        let view = View::<_, ByLeft>::new(self.frame);
        let letter = |row: usize, column: usize| {
            let free = free & view.cell(row as u32, column as u32) != 0;
            char::from(if free { FREE } else { WALL })
        };
        let row = |row| (0..columns).map(|column| letter(row, column)).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("|")
    }
}

impl Ruleset for WideDomineering {
    type Position = SmallBoard;

    fn name(&self) -> &str {
        "domineering"
    }

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    /// Distinguishes the frames.
    fn parameters(&self) -> String {
        format!("in {} by {}", self.frame.rows(), self.frame.columns())
    }

    fn parts_in_misere(&self) -> bool {
        true
    }

    fn options(&self, free: &SmallBoard, player: Player, out: &mut Options<SmallBoard>) -> Result {
        push_options(self.frame, u128::of(free), player, out);
        Ok(())
    }

    fn components(&self, free: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result {
        regions(self.frame, u128::of(free), out);
        Ok(())
    }

    fn static_bounds(&self, free: &SmallBoard) -> Option<StaticBounds> {
        Some(bounds_of(self.frame, u128::of(free)))
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<SmallBoard>>> {
        let sides = [self.frame.rows(), self.frame.columns()].map(|side| side as usize);
        match sides {
            [ELEVEN, ELEVEN] => Some(Box::new(DomineeringSearch::new(Eleven, bytes))),
            [rows, columns] if rows.min(columns) <= NARROW => None,
            _ => Some(Box::new(DomineeringSearch::new(self.frame, bytes))),
        }
    }

    /// The number of free cells.
    fn tier(&self, free: &SmallBoard) -> u64 {
        u128::of(free).count_ones().into()
    }

    fn normalize(&self, free: SmallBoard) -> (SmallBoard, Negated) {
        let same = least(self.frame, u128::of(&free));
        match transposed(self.frame, same).map(|turned| least(self.frame, turned)) {
            Some(turned) if turned < same => (turned.position(), Negated::Yes),
            _ => (same.position(), Negated::No),
        }
    }

    fn order(&self, free: &SmallBoard, other: &SmallBoard) -> Ordering {
        u128::of(free).cmp(&u128::of(other))
    }

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        self.larger.make(arguments)
    }

    fn write(&self, free: &SmallBoard) -> String {
        self.text(u128::of(free), [self.rows, self.columns])
    }

    fn parse(&self, text: &str) -> Result<SmallBoard> {
        let grid = Grid::read(text, ".#")?;
        if grid.rows() > self.rows || grid.columns() > self.columns {
            let message = format!("expected at most {} rows of {} cells", self.rows, self.columns);
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(self.cells(&grid).position())
    }

    fn call(&self, free: &SmallBoard) -> String {
        format!("domineering(\"{}\")", self.write(free))
    }

    fn spell(&self, free: &SmallBoard) -> String {
        let free = u128::of(free);
        let sides = sides(self.frame, free | 1).map(|side| side as usize);
        format!("domineering(\"{}\")", self.text(free, sides))
    }

    fn board(&self, free: &SmallBoard) -> Option<Vec<String>> {
        Some(rows_of(&self.write(free)))
    }

    /// Encodes the cells of the frame, because a turned part may not fit the board.
    fn encode(&self, free: &SmallBoard) -> Vec<u8> {
        u128::of(free).to_le_bytes().to_vec()
    }

    fn decode(&self, bytes: &[u8]) -> Option<SmallBoard> {
        Some(u128::from_le_bytes(bytes.try_into().ok()?).position())
    }
}
