//! Games by rules on small boards: for each bit of the letters' codes the set of cells that have it.
//!
//! Patterns of cells in fixed places are matched on all cells at once, by shifts; others cell by
//! cell, as on boards of any size. Both find the same.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cells::{CellGame, without_repeats};
use super::laid::{Form, Laid, LaidCell};
use super::layout::Layout;
use super::matching::{Field, Match};
use super::program::{LOOKS_A_STEP, Program};
use super::small_match::{Found, Pattern};
use super::spec::{Class, DEAD, only};
use crate::games::boards::grid::rows_of;
use crate::grid::Grid;
use crate::{Arguments, Class as Kind, Game, Negated, Position, RuleError, Rules, Ruleset};
use upstar_core::Player;

/// The most options of a position.
const MOST_OPTIONS: usize = 1 << 19;

/// The most patterns that lines are laid apart into.
const MOST_LAID_APART: usize = 4000;
/// The most patterns that are laid on boards to find what a step of several makes of them.
const MOST_LAID: usize = 1 << 24;

/// A board of at most 64 cells: for each bit of the letters' codes the cells that have it. Code 0 is
/// that of cells which no rule ever meets, and of those off the board; letters have theirs in the
/// order of the alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells<const BITS: usize>(pub(super) [u64; BITS]);

impl<const BITS: usize> Hash for Cells<BITS> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&bits| state.write_u64(bits));
    }
}

impl<const BITS: usize> Cells<BITS> {
    #[inline]
    pub(super) fn code(&self, cell: usize) -> usize {
        (0..BITS).fold(0, |code, bit| code | ((self.0[bit] >> cell & 1) as usize) << bit)
    }

    /// The cells with this code.
    #[inline]
    pub(super) fn with_code(&self, code: usize) -> u64 {
        (0..BITS).fold(!0, |cells, bit| {
            cells & if code >> bit & 1 == 1 { self.0[bit] } else { !self.0[bit] }
        })
    }

    /// The cells that are on the board and alive.
    #[inline]
    fn alive(&self) -> u64 {
        self.0.iter().fold(0, |alive, bits| alive | bits)
    }

    /// With these cells changed to a code.
    #[inline]
    pub(super) fn put(&mut self, cells: u64, code: usize) {
        for (bit, bits) in self.0.iter_mut().enumerate() {
            *bits = if code >> bit & 1 == 1 { *bits | cells } else { *bits & !cells };
        }
    }

    #[inline]
    fn map(&self, change: impl Fn(u64) -> u64) -> Self {
        Cells(self.0.map(change))
    }
}

/// In the order of their texts.
impl<const BITS: usize> Position for Cells<BITS> {
    fn order(&self, other: &Self) -> Ordering {
        let different = (0..BITS).fold(0, |cells, bit| cells | (self.0[bit] ^ other.0[bit]));
        if different == 0 {
            return Ordering::Equal;
        }
        let first = different.trailing_zeros() as usize;
        self.code(first).cmp(&other.code(first))
    }
}

/// A game by rules on a small board.
#[derive(Clone, Debug)]
pub(super) struct SmallGame<const BITS: usize> {
    program: Arc<Program>,
    table: Arc<Table>,
    rows: usize,
    columns: usize,
}

/// What is made of the rules for boards of one layout.
#[derive(Debug)]
struct Table {
    layout: Layout,
    /// The letters by their codes, the sign of dead cells first.
    letters: Vec<u8>,
    /// The class of each code, as patterns have it.
    classes: Vec<Class>,
    /// The moves of both players: patterns, or lines that are laid cell by cell.
    moves: [Vec<Vec<Vec<Laying>>>; 2],
    /// The codes of letters that stand on the board only during a move.
    marks: Vec<usize>,
    /// The images of a board that can be had in this layout: turns, and what codes become.
    images: Vec<(u8, Option<Vec<usize>>, Negated)>,
    /// The code of each letter of the file.
    code_of: Vec<usize>,
    /// Steps that finding the options of a board takes.
    effort: u64,
}

/// How a pattern is laid.
#[derive(Debug)]
enum Laying {
    /// On all cells at once.
    Block(Pattern),
    /// From every cell.
    Line(Laid),
}

/// The cells of a small board, up to the last that is alive.
struct View<'a, F: Fn(usize) -> Class> {
    layout: &'a Layout,
    rows: usize,
    columns: usize,
    letters: F,
}

macro_rules! field {
    ($open:literal, $name:ident) => {
        struct $name<'a, F: Fn(usize) -> Class>(View<'a, F>);

        impl<F: Fn(usize) -> Class> Field for $name<'_, F> {
            const OPEN: bool = $open;

            fn rows(&self) -> i32 {
                self.0.rows as i32
            }

            fn columns(&self) -> i32 {
                self.0.columns as i32
            }

            #[inline]
            fn letters(&self, cell: usize) -> Class {
                (self.0.letters)(cell)
            }

            #[inline]
            fn cell(&self, (row, column): (i32, i32)) -> Option<usize> {
                let on = (0..self.rows()).contains(&row) && (0..self.columns()).contains(&column);
                on.then(|| row as usize * self.0.layout.stride() + column as usize)
            }
        }
    };
}

field!(false, Closed);
field!(true, Open);

/// A letter that no pattern, condition or effect asks for: as good as a dead cell.
fn inert(program: &Program) -> Option<usize> {
    let asked = super::program::steps(&program.moves).fold(0, |all, laid| {
        let cells = laid.cells().into_iter().map(|(class, _)| class);
        let others = laid.conditions.iter().map(|condition| condition.class);
        let effects = laid.effects.iter().map(|&(class, _)| class);
        cells.chain(others).chain(effects).fold(all, |all, class| all | class)
    });
    (0..program.spec.playing()).find(|&letter| asked & only(letter as u8) == 0)
}

/// The game at a board, if it is small and has few letters.
pub(super) fn game(program: &Arc<Program>, grid: &Grid) -> Option<Game> {
    // Where patterns ask for the border, boards are not moved about.
    let layout = Layout::of(grid.rows(), grid.columns()).filter(|_| !program.border)?;
    let codes = program.spec.letters.len() + usize::from(inert(program).is_none());
    Some(match codes {
        ..=2 => at::<1>(program, layout, grid),
        3..=4 => at::<2>(program, layout, grid),
        5..=8 => at::<3>(program, layout, grid),
        _ => return None,
    })
}

fn at<const BITS: usize>(program: &Arc<Program>, layout: Layout, grid: &Grid) -> Game {
    let table = Arc::new(Table::new(program, layout, (grid.rows(), grid.columns())));
    let game = SmallGame::<BITS> {
        program: program.clone(),
        rows: grid.rows(),
        columns: grid.columns(),
        table,
    };
    let cells = game.cells(grid);
    Game::compiled(game, cells)
}

/// Steps of a budget that finding the options of a board takes: a block is laid on all cells at once,
/// and the steps of a move are laid on all boards that those before make.
fn effort(moves: &[Vec<Vec<Vec<Laying>>>; 2], cells: u64, side: u64) -> u64 {
    let looks = |step: &Vec<Laying>| {
        let looks = step.iter().map(|laying| match laying {
            Laying::Block(_) => 1,
            Laying::Line(laid) => laid.looks(cells, side),
        });
        looks.fold(0, u64::saturating_add).max(1)
    };
    let efforts = moves.iter().flatten().map(|steps| {
        let looks = steps.iter().map(looks).fold(1, u64::saturating_mul);
        looks.min(MOST_LAID as u64)
    });
    efforts.fold(0, u64::saturating_add) / LOOKS_A_STEP
}

impl Table {
    fn new(program: &Program, layout: Layout, sides: (usize, usize)) -> Table {
        let spec = &program.spec;
        let inert = inert(program);
        let mut order: Vec<usize> = (0..spec.letters.len()).collect();
        order.retain(|&letter| Some(letter) != inert);
        order.sort_by_key(|&letter| spec.letters[letter]);
        let mut code_of = vec![0; spec.letters.len()];
        let dead = inert.map_or(program.dead, |letter| spec.letters[letter]);
        let (mut letters, mut classes) = (vec![dead], vec![only(DEAD)]);
        for (code, &letter) in (1..).zip(&order) {
            code_of[letter] = code;
            letters.push(spec.letters[letter]);
            classes.push(only(letter as u8));
        }
        let laid_apart = Cell::new(0);
        let laying = |laid: &Laid| -> Vec<Laying> {
            let block =
                |cells: Vec<LaidCell>| Laying::Block(Pattern::new(laid, &cells, &layout, &code_of));
            match &laid.form {
                Form::Block(cells) => vec![block(cells.clone())],
                Form::Line { .. } => match laid.form.blocks(|way| layout.reach(way, sides)) {
                    Some(blocks) if laid_apart.get() + blocks.len() <= MOST_LAID_APART => {
                        laid_apart.set(laid_apart.get() + blocks.len());
                        blocks.into_iter().map(block).collect()
                    }
                    _ => vec![Laying::Line(laid.clone())],
                },
            }
        };
        let moves = program.moves.each_ref().map(|moves| {
            let steps = |steps: &Vec<Vec<Laid>>| {
                steps.iter().map(|step| step.iter().flat_map(laying).collect()).collect()
            };
            moves.iter().map(steps).collect()
        });
        let images =
            program.images.iter().filter(|image| layout.has(image.symmetry)).map(|image| {
                let mut codes: Vec<usize> = (0..=spec.letters.len()).collect();
                for (letter, &to) in image.codes.iter().enumerate() {
                    codes[code_of[letter]] = code_of[usize::from(to)];
                }
                let changed = codes.iter().enumerate().any(|(code, &to)| code != to);
                (image.symmetry, changed.then_some(codes), image.negated)
            });
        let images = images.collect();
        let marks = code_of[spec.playing()..].to_vec();
        let (cells, side) = ((sides.0 * sides.1) as u64, sides.0.max(sides.1) as u64);
        let effort = effort(&moves, cells, side);
        Table { layout, letters, classes, moves, marks, images, code_of, effort }
    }

    /// All patterns, laid.
    fn steps(&self) -> impl Iterator<Item = &Laying> {
        self.moves.iter().flatten().flatten().flatten()
    }

    /// The letters of cells, for patterns that are laid from every cell.
    fn view<F: Fn(usize) -> Class>(&self, alive: u64, letters: F) -> View<'_, F> {
        let (rows, columns) = self.layout.size(alive);
        View { layout: &self.layout, rows, columns, letters }
    }

    /// The cells that each code has.
    #[inline]
    fn by_code<const BITS: usize>(&self, cells: &Cells<BITS>) -> [u64; 8] {
        let mut all = [0; 8];
        for (code, set) in all.iter_mut().enumerate().take(self.letters.len()).skip(1) {
            *set = cells.with_code(code);
        }
        all
    }

    /// Appends what a step makes of a board.
    fn step<const BITS: usize>(
        &self,
        step: &[Laying],
        cells: &Cells<BITS>,
        out: &mut Vec<Cells<BITS>>,
    ) -> Result<(), RuleError> {
        let sets = self.by_code(cells);
        for laying in step {
            match laying {
                Laying::Block(pattern) => pattern.moves(&self.layout, &sets, cells, out),
                Laying::Line(laid) => {
                    let letters = |cell| self.classes[cells.code(cell)];
                    let field = Closed(self.view(cells.alive(), letters));
                    laid.matches(&field, &mut Match::default(), |found| {
                        if out.len() > MOST_OPTIONS {
                            return;
                        }
                        let mut after = *cells;
                        for &(cell, to) in &found.cells {
                            if let Some(to) = to {
                                after.put(1 << cell, self.code_of[usize::from(to)]);
                            }
                        }
                        for &(cell, _, to) in &found.beside {
                            after.put(1 << cell, self.code_of[usize::from(to)]);
                        }
                        out.push(after);
                    });
                }
            }
        }
        if out.len() > MOST_OPTIONS {
            let size = format!("more than {MOST_OPTIONS} on this board");
            return Err(RuleError::too_large("the number of moves", size, MOST_OPTIONS));
        }
        Ok(())
    }

    /// For each code the cells that may ever have it (for code 0, of those that are alive): see
    /// [`CellGame`]'s parts.
    fn open<const BITS: usize>(&self, cells: &Cells<BITS>) -> [u64; 8] {
        let mut sets = self.by_code(cells);
        loop {
            let before = sets;
            for laying in self.steps() {
                match laying {
                    Laying::Block(pattern) => pattern.open(&self.layout, &mut sets),
                    Laying::Line(laid) => {
                        let now = sets;
                        let field = Open(self.view(cells.alive(), self.letters_of(&now)));
                        let mut changes = Vec::new();
                        laid.matches(&field, &mut Match::default(), |found| {
                            let cells =
                                found.cells.iter().filter_map(|&(cell, to)| Some((cell, to?)));
                            changes.extend(cells);
                            changes.extend(found.beside.iter().map(|&(cell, _, to)| (cell, to)));
                        });
                        for (cell, to) in changes {
                            sets[self.code_of[usize::from(to)]] |= 1 << cell;
                        }
                    }
                }
            }
            if sets == before {
                return sets;
            }
        }
    }

    /// The letters that each cell may have.
    fn letters_of(&self, sets: &[u64; 8]) -> impl Fn(usize) -> Class {
        let (sets, classes) = (*sets, &self.classes);
        move |cell| {
            let dead = (1..classes.len()).all(|code| sets[code] >> cell & 1 == 0);
            let of = |code: usize| if sets[code] >> cell & 1 == 1 { classes[code] } else { 0 };
            if dead { only(DEAD) } else { (1..classes.len()).fold(0, |all, code| all | of(code)) }
        }
    }

    /// Calls `each` with the parts of a board that no move ever joins.
    fn parts<const BITS: usize>(&self, cells: &Cells<BITS>, mut each: impl FnMut(u64)) {
        let sets = self.open(cells);
        let (mut some, mut varies) = (0, 0);
        for set in &sets {
            varies |= some & set;
            some |= set;
        }
        let mut found = Found::default();
        for laying in self.steps() {
            match laying {
                Laying::Block(pattern) => pattern.windows(&self.layout, &sets, &mut found),
                Laying::Line(laid) => {
                    let field = Open(self.view(cells.alive(), self.letters_of(&sets)));
                    laid.matches(&field, &mut Match::default(), |matched| {
                        let cells = matched.cells.iter().map(|&(cell, _)| cell);
                        let cells = cells.chain(matched.looked.iter().copied());
                        found.windows.push(cells.fold(0, |window, cell| window | 1 << cell));
                    });
                }
            }
        }
        let mut rest = varies;
        while rest != 0 {
            let part = found.spread(rest & rest.wrapping_neg(), varies);
            rest &= !part;
            each(part);
        }
    }
}

impl<const BITS: usize> SmallGame<BITS> {
    /// The cells of a grid that fits.
    fn cells(&self, grid: &Grid) -> Cells<BITS> {
        let mut cells = Cells([0; BITS]);
        for (index, letter) in grid.cells().iter().enumerate() {
            let (row, column) = (index / grid.columns(), index % grid.columns());
            let code = self.table.letters.iter().position(|known| known == letter).unwrap_or(0);
            cells.put(1 << (row * self.table.layout.stride() + column), code);
        }
        cells
    }
}

impl<const BITS: usize> Ruleset for SmallGame<BITS> {
    type Position = Cells<BITS>;

    fn name(&self) -> &str {
        &self.program.spec.name
    }

    fn class(&self) -> Kind {
        self.program.class
    }

    fn options(
        &self,
        cells: &Cells<BITS>,
        player: Player,
        out: &mut Vec<Cells<BITS>>,
    ) -> Result<(), RuleError> {
        let index = usize::from(player == Player::Right);
        let table = &*self.table;
        let first = out.len();
        for steps in &table.moves[index] {
            if let [only] = &steps[..]
                && table.marks.is_empty()
            {
                table.step(only, cells, out)?;
                continue;
            }
            let mut boards = vec![*cells];
            for step in steps {
                if boards.len().saturating_mul(step.len()) > MOST_LAID {
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
                |board: &Cells<BITS>| table.marks.iter().all(|&code| board.with_code(code) == 0);
            out.extend(boards.into_iter().filter(played));
        }
        if self.program.spec.passes[index] {
            out.push(*cells);
        }
        without_repeats(out, first);
        Ok(())
    }

    fn components(&self, cells: &Cells<BITS>, out: &mut Vec<Cells<BITS>>) -> Result<(), RuleError> {
        if self.program.splits.is_ok() {
            self.table.parts(cells, |part| out.push(cells.map(|bits| bits & part)));
        } else {
            out.push(*cells);
        }
        Ok(())
    }

    fn parts_slowly(&self) -> bool {
        true
    }

    fn effort(&self, _: &Cells<BITS>) -> u64 {
        self.table.effort
    }

    fn normalize(&self, cells: Cells<BITS>) -> (Cells<BITS>, Negated) {
        let layout = &self.table.layout;
        let mut least = None;
        for (symmetry, codes, negated) in &self.table.images {
            let mut image = cells;
            if let Some(codes) = codes {
                image = Cells([0; BITS]);
                for (code, &to) in codes.iter().enumerate().skip(1) {
                    let set = cells.with_code(code);
                    for (bit, bits) in image.0.iter_mut().enumerate() {
                        *bits |= if to >> bit & 1 == 1 { set } else { 0 };
                    }
                }
            }
            let turned = image.map(|bits| layout.image(bits, *symmetry));
            let corner = layout.corner(turned.alive());
            let moved = turned.map(|bits| bits >> corner);
            let better = least.is_none_or(|(known, _): (Cells<BITS>, _)| moved.0 < known.0);
            if better {
                least = Some((moved, *negated));
            }
        }
        least.unwrap_or((cells, Negated::No))
    }

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game, RuleError> {
        Rules::compiled(CellGame(self.program.clone())).make(arguments)
    }

    fn write(&self, cells: &Cells<BITS>) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            if row > 0 {
                text.push('|');
            }
            for column in 0..self.columns {
                let code = cells.code(row * self.table.layout.stride() + column);
                text.push(self.table.letters[code].into());
            }
        }
        text
    }

    fn parse(&self, text: &str) -> Result<Cells<BITS>, RuleError> {
        let grid = CellGame(self.program.clone()).read(text)?;
        if (grid.rows(), grid.columns()) != (self.rows, self.columns) {
            let message = format!("expected {} rows of {} cells", self.rows, self.columns);
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(self.cells(&grid))
    }

    /// Boards of several layouts are told apart.
    fn parameters(&self) -> String {
        format!("{} by bits in rows of {}", self.program.digest, self.table.layout.stride())
    }

    fn call(&self, cells: &Cells<BITS>) -> String {
        format!("{}(\"{}\")", self.name(), self.write(cells))
    }

    /// All rows: a part that was turned may not fit the board.
    fn encode(&self, cells: &Cells<BITS>) -> Vec<u8> {
        cells.0.iter().flat_map(|bits| bits.to_le_bytes()).collect()
    }

    fn decode(&self, bytes: &[u8]) -> Option<Cells<BITS>> {
        let mut cells = Cells([0; BITS]);
        if bytes.len() != 8 * BITS {
            return None;
        }
        for (bits, bytes) in cells.0.iter_mut().zip(bytes.chunks_exact(8)) {
            *bits = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        let known = |code| code < self.table.letters.len() || cells.with_code(code) == 0;
        (0..1 << BITS).all(known).then_some(cells)
    }

    fn board(&self, cells: &Cells<BITS>) -> Option<Vec<String>> {
        Some(rows_of(&self.write(cells)))
    }

    fn picture(&self, cells: &Cells<BITS>) -> crate::Picture {
        self.program.picture(self.board(cells).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
