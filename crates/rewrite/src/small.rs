//! Games defined by rules on small boards: for each bit of the letters' codes, the set of cells in
//! whose code it is set.
//!
//! Patterns of cells in fixed places are matched on all cells at once, by shifts; others cell by
//! cell, as on boards of any size. Both find the same.

use std::sync::{Arc, PoisonError};

use super::cells::{CellGame, without_repeats};
use super::layout::Layout;
use super::program::Program;
use super::small_table::{Table, inert};
use super::theorems::Odd;
use upstar_core::Player;
use upstar_engine::positions::grid::Grid;
use upstar_engine::positions::grid::rows_of;
pub(super) use upstar_engine::positions::small_board::CellSets;
use upstar_engine::{
    Arguments, Class as Kind, Convention, Fact, Game, Known, Negated, Options, Result, RuleError,
    Rules, Ruleset, StaticBounds,
};
use upstar_values::Rational;

/// The maximum number of patterns that are applied to boards to find the results of one of several
/// steps.
pub(super) const MOST_LAID: usize = 1 << 24;

/// A game defined by rules on a small board.
#[derive(Clone, Debug)]
pub(super) struct SmallGame<const BITS: usize> {
    program: Arc<Program>,
    table: Arc<Table>,
    rows: usize,
    columns: usize,
}

/// The game at a board, if the board is small and the game has few letters.
pub(super) fn game(program: &Arc<Program>, grid: &Grid) -> Option<Game> {
    // Where patterns refer to the border, boards are not translated.
    let cellwise = program.border || program.whole;
    let layout = Layout::of(grid.rows(), grid.columns()).filter(|_| !cellwise)?;
    let codes = program.spec.letters.len() + usize::from(inert(program).is_none());
    Some(match codes {
        ..=4 => at::<2>(program, layout, grid, Game::on_small_board),
        5..=8 => at::<3>(program, layout, grid, Game::new),
        _ => return None,
    })
}

fn at<const BITS: usize>(
    program: &Arc<Program>,
    layout: Layout,
    grid: &Grid,
    make: fn(SmallGame<BITS>, CellSets<BITS>) -> Game,
) -> Game {
    let sides = (grid.rows(), grid.columns());
    let mut tables = program.tables.lock().unwrap_or_else(PoisonError::into_inner);
    let new = || Arc::new(Table::new::<BITS>(program, layout, sides));
    let table = tables.entry(sides).or_insert_with(new).clone();
    drop(tables);
    let game = SmallGame::<BITS> {
        program: program.clone(),
        rows: grid.rows(),
        columns: grid.columns(),
        table,
    };
    let cells = game.cells(grid);
    make(game, cells)
}

impl<const BITS: usize> SmallGame<BITS> {
    /// Whether the second player answers each move with its image.
    #[inline]
    fn is_paired(&self, cells: &CellSets<BITS>) -> bool {
        let table = &*self.table;
        if table.images.iter().all(|turn| turn.apart.is_empty()) {
            return false;
        }
        table.is_image(cells, |turn, (rows, columns)| {
            let odd = [rows, columns].map(|side| side % 2 == 1);
            let fits = |asked: &Odd| {
                asked.iter().zip(odd).all(|(asked, odd)| asked.is_none_or(|asked| asked == odd))
            };
            turn.apart.iter().any(fits)
        })
    }

    /// So many rows and columns.
    fn text(&self, cells: &CellSets<BITS>, rows: usize, columns: usize) -> String {
        let mut text = String::new();
        for row in 0..rows {
            if row > 0 {
                text.push('|');
            }
            for column in 0..columns {
                let code = cells.code(row * self.table.layout.stride() + column);
                text.push(self.table.letters[code].into());
            }
        }
        text
    }

    /// The cells of a grid of suitable size.
    fn cells(&self, grid: &Grid) -> CellSets<BITS> {
        let mut cells = CellSets([0; BITS]);
        for (index, letter) in grid.cells().iter().enumerate() {
            let (row, column) = (index / grid.columns(), index % grid.columns());
            let code = self.table.letters.iter().position(|known| known == letter).unwrap_or(0);
            cells.put(1 << (row * self.table.layout.stride() + column), code);
        }
        cells
    }
}

impl<const BITS: usize> Ruleset for SmallGame<BITS> {
    type Position = CellSets<BITS>;

    fn name(&self) -> &str {
        &self.program.spec.name
    }

    fn class(&self) -> Kind {
        self.program.class
    }

    fn convention(&self) -> Convention {
        self.program.spec.convention
    }

    fn options(
        &self,
        cells: &CellSets<BITS>,
        player: Player,
        out: &mut Options<CellSets<BITS>>,
    ) -> Result {
        let index = usize::from(player == Player::Right);
        let table = &*self.table;
        let first = out.len();
        for steps in &table.moves[index] {
            if let [only] = &steps[..]
                && table.marks.is_empty()
            {
                table.step(only, cells, out.unmetered())?;
                continue;
            }
            let mut boards = vec![*cells];
            for step in steps {
                let patterns = step.blocks.patterns().len() + step.lines.len();
                if boards.len().saturating_mul(patterns) > MOST_LAID {
                    let size = format!("{} after a step", boards.len());
                    return Err(RuleError::too_large("the number of moves", size, "fewer"));
                }
                let mut next = Vec::new();
                for board in &boards {
                    table.step(step, board, &mut next)?;
                }
                boards = next;
            }
            let played =
                |board: &CellSets<BITS>| table.marks.iter().all(|&code| board.with_code(code) == 0);
            out.extend(boards.into_iter().filter(played));
        }
        if self.program.spec.passes[index] {
            out.push(*cells);
        }
        without_repeats(out.unmetered(), first);
        Ok(())
    }

    fn components(&self, cells: &CellSets<BITS>, out: &mut Vec<CellSets<BITS>>) -> Result {
        if self.program.splits.is_ok() {
            self.table.parts(cells, |part| out.push(cells.map(|bits| bits & part)));
        } else {
            out.push(*cells);
        }
        Ok(())
    }

    #[inline]
    fn known(&self, cells: &CellSets<BITS>, convention: Convention) -> Option<Known> {
        let paired = self.program.class.is_impartial()
            && convention == Convention::Normal
            && self.is_paired(cells);
        paired.then_some(Known {
            fact: Fact::Grundy(0),
            theorem: "the board is its own image, and no move meets its own: the second player \
                      answers with the image",
        })
    }

    #[inline]
    fn number(&self, cells: &CellSets<BITS>) -> Option<Rational> {
        let paired = !self.program.class.is_impartial() && self.is_paired(cells);
        paired.then(Rational::default)
    }

    /// For each player the places where the first steps of moves fit: there is a move only where
    /// some do.
    #[inline]
    fn static_bounds(&self, cells: &CellSets<BITS>) -> Option<StaticBounds> {
        let table = &*self.table;
        if !table.countable {
            return None;
        }
        let sets = table.by_code(cells);
        let passes = self.program.spec.passes.map(u32::from);
        let mut moves = passes;
        for (moves, player) in moves.iter_mut().zip(&table.moves) {
            for step in player.iter().filter_map(|steps| steps.first()) {
                *moves += step.blocks.count(&sets);
            }
        }
        let static_bounds = StaticBounds::of_moves(moves[0], moves[1]);
        Some(if self.program.infinitesimal {
            let bound = i32::from(moves[0] > 0 && moves[1] > 0);
            StaticBounds { low: -bound, high: bound, ..static_bounds }
        } else {
            static_bounds
        })
    }

    fn components_of_option(
        &self,
        _: &CellSets<BITS>,
        option: &CellSets<BITS>,
        out: &mut Vec<CellSets<BITS>>,
    ) -> Result {
        match &self.table.shapes {
            Some(shapes) => {
                let sets = self.table.by_code(option);
                shapes.parts(&sets, |part| out.push(option.map(|bits| bits & part)));
                Ok(())
            }
            None => self.components(option, out),
        }
    }

    fn parts_slowly(&self) -> bool {
        self.table.shapes.is_none()
    }

    fn step_cost(&self, _: &CellSets<BITS>) -> u64 {
        self.table.step_cost
    }

    fn normalize(&self, cells: CellSets<BITS>) -> (CellSets<BITS>, Negated) {
        let mut least = (cells, Negated::No);
        let mut first = true;
        self.table.each_image(&cells, true, |turn, image| {
            if std::mem::take(&mut first) || image.0 < least.0.0 {
                least = (image, turn.negated);
            }
        });
        least
    }

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        Rules::new(CellGame(self.program.clone())).make(arguments)
    }

    fn write(&self, cells: &CellSets<BITS>) -> String {
        self.text(cells, self.rows, self.columns)
    }

    fn parse(&self, text: &str) -> Result<CellSets<BITS>> {
        let grid = CellGame(self.program.clone()).read(text)?;
        if (grid.rows(), grid.columns()) != (self.rows, self.columns) {
            let message = format!("expected {} rows of {} cells", self.rows, self.columns);
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(self.cells(&grid))
    }

    /// Distinguishes boards of several layouts.
    fn parameters(&self) -> String {
        format!("{} by bits in rows of {}", self.program.digest, self.table.layout.stride())
    }

    fn call(&self, cells: &CellSets<BITS>) -> String {
        format!("{}(\"{}\")", self.name(), self.write(cells))
    }

    /// All of it: a part that was turned may not fit the board.
    fn spell(&self, cells: &CellSets<BITS>) -> String {
        let (rows, columns) = self.table.layout.size(cells.alive());
        format!("{}(\"{}\")", self.name(), self.text(cells, rows.max(1), columns.max(1)))
    }

    /// 2: letters that stand on the board only during a move come last.
    fn version(&self) -> u32 {
        2
    }

    /// All rows: a part that was turned may not fit the board.
    fn encode(&self, cells: &CellSets<BITS>) -> Vec<u8> {
        cells.0.iter().flat_map(|bits| bits.to_le_bytes()).collect()
    }

    fn decode(&self, bytes: &[u8]) -> Option<CellSets<BITS>> {
        let mut cells = CellSets([0; BITS]);
        if bytes.len() != 8 * BITS {
            return None;
        }
        for (bits, bytes) in cells.0.iter_mut().zip(bytes.chunks_exact(8)) {
            *bits = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        let known = |code| code < self.table.letters.len() || cells.with_code(code) == 0;
        (0..1 << BITS).all(known).then_some(cells)
    }

    fn board(&self, cells: &CellSets<BITS>) -> Option<Vec<String>> {
        Some(rows_of(&self.write(cells)))
    }

    fn picture(&self, cells: &CellSets<BITS>) -> upstar_engine::Picture {
        self.program.picture(self.board(cells).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
