//! The matches of patterns on a board, and the changes that a match makes.

use super::placed_patterns::{Form, PlacedPattern};
use super::spec::{Cell, Class, Condition, Effect, OFF, Pattern, Piece, Replacement, Where, only};

/// Cells in rows, each with the letters that it has or may have.
pub(super) trait Field {
    fn rows(&self) -> i32;
    fn columns(&self) -> i32;
    /// The letters of a cell.
    fn letters(&self, cell: usize) -> Class;
    /// Whether cells may have several letters, so that conditions on numbers of cells may or may
    /// not hold.
    const OPEN: bool;

    /// The number of a cell of the board.
    #[inline]
    fn cell(&self, (row, column): (i32, i32)) -> Option<usize> {
        let on = (0..self.rows()).contains(&row) && (0..self.columns()).contains(&column);
        on.then(|| (row * self.columns() + column) as usize)
    }

    /// The letters of a cell, or that it is off the board.
    #[inline]
    fn at(&self, place: (i32, i32)) -> Class {
        self.cell(place).map_or(only(OFF), |cell| self.letters(cell))
    }
}

/// A match.
#[derive(Debug, Default)]
pub(super) struct Match {
    /// The cells on the board that the pattern examines, with their results.
    pub(super) cells: Vec<(usize, Option<u8>)>,
    /// Cells that were looked at and stay as they are: the neighbours that conditions speak of,
    /// and the cells after the longest repetitions.
    pub(super) looked: Vec<usize>,
    /// Neighbours that may change, with their results.
    pub(super) beside: Vec<(usize, Class, u8)>,
}

/// The steps to cells that share a side, then to those that touch at a corner.
const AROUND: [(i32, i32); 8] =
    [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A line being matched.
struct Line<'a> {
    step: (i32, i32),
    pattern: &'a Pattern,
    result: &'a Replacement,
    moved: bool,
    counts: Vec<usize>,
    /// The places of the line so far, and the index of the marked one.
    places: Vec<(i32, i32)>,
    marked: Option<(i32, i32)>,
    /// The places after longest repetitions.
    after: Vec<(i32, i32)>,
}

impl PlacedPattern {
    /// Calls `each` with every match of the pattern on a field.
    #[inline]
    pub(super) fn matches<F: Field>(
        &self,
        field: &F,
        found: &mut Match,
        mut each: impl FnMut(&mut Match),
    ) {
        match &self.form {
            Form::Block(cells) => {
                let height = cells.iter().map(|cell| cell.down).max().unwrap_or(0);
                let width = cells.iter().map(|cell| cell.right).max().unwrap_or(0);
                let border = self.has_border();
                let (rows, columns) = if border {
                    (-height..field.rows(), -width..field.columns())
                } else {
                    (0..field.rows() - height, 0..field.columns() - width)
                };
                for row in rows {
                    for column in columns.clone() {
                        let fits = cells.iter().all(|cell| {
                            let place = (row + cell.down, column + cell.right);
                            let letters = if border {
                                field.at(place)
                            } else {
                                field.letters((place.0 * field.columns() + place.1) as usize)
                            };
                            letters & cell.class != 0
                        });
                        if !fits {
                            continue;
                        }
                        found.cells.clear();
                        found.looked.clear();
                        let mut marked = None;
                        for cell in cells {
                            let place = (row + cell.down, column + cell.right);
                            if cell.marked {
                                marked = Some(place);
                            }
                            found.cells.extend(field.cell(place).map(|at| (at, cell.to)));
                        }
                        if self.around(field, marked, found) {
                            each(found);
                        }
                    }
                }
            }
            Form::Line { step, pattern, result, moved } => {
                let mut line = Line {
                    step: *step,
                    pattern,
                    result,
                    moved: *moved,
                    counts: Vec::new(),
                    places: Vec::new(),
                    marked: None,
                    after: Vec::new(),
                };
                // A line may begin off the board, as far as it has cells there.
                let off =
                    |piece: &&Piece<Cell>| matches!(piece, Piece::One(c) if c.class == only(OFF));
                let border = pattern.iter().filter(off).count() as i32;
                for row in -border..field.rows() + border {
                    for column in -border..field.columns() + border {
                        line.run(field, 0, (row, column), &mut |line| {
                            line.take(field, found);
                            if self.around(field, line.marked, found) {
                                each(found);
                            }
                        });
                    }
                }
            }
        }
    }

    /// Whether the conditions on other cells hold; records these cells and their results.
    #[inline]
    fn around<F: Field>(&self, field: &F, marked: Option<(i32, i32)>, found: &mut Match) -> bool {
        found.beside.clear();
        if self.conditions.is_empty() && self.effects.is_empty() {
            return true;
        }
        let neighbours = |count: usize| {
            let ways = AROUND[..count].iter();
            let cells = ways.filter_map(|way| {
                let (row, column) = marked?;
                field.cell((row + way.0, column + way.1))
            });
            cells.collect::<Vec<_>>()
        };
        for condition in &self.conditions {
            let cells = match condition.place {
                Where::Beside => neighbours(4),
                Where::Around => neighbours(8),
                // Numbers of cells need not follow one another from row to row.
                Where::Board => (0..field.rows())
                    .flat_map(|row| (0..field.columns()).map(move |column| (row, column)))
                    .filter_map(|place| field.cell(place))
                    .collect(),
            };
            if !F::OPEN && !condition.holds(cells.iter().map(|&cell| field.letters(cell))) {
                return false;
            }
            found.looked.extend(cells);
        }
        if !self.effects.is_empty() {
            for cell in neighbours(4) {
                if found.cells.iter().any(|&(known, _)| known == cell) {
                    continue;
                }
                for &Effect { class, to, .. } in &self.effects {
                    if field.letters(cell) & class != 0 {
                        found.beside.push((cell, class, to));
                        if !F::OPEN {
                            break;
                        }
                    }
                }
                found.looked.push(cell);
            }
        }
        true
    }
}

impl Condition {
    /// Whether the number of cells with a letter of the class is as required.
    pub(super) fn holds(&self, letters: impl Iterator<Item = Class>) -> bool {
        let count = letters.filter(|letters| letters & self.class != 0).count();
        (self.least as usize..=self.most as usize).contains(&count)
    }
}

impl Line<'_> {
    /// Calls `each` with every match of the pieces from index `piece` on, beginning at a place.
    fn run<F: Field>(
        &mut self,
        field: &F,
        piece: usize,
        at: (i32, i32),
        each: &mut impl FnMut(&mut Self),
    ) {
        let pattern = self.pattern;
        let Some(next) = pattern.get(piece) else { return each(self) };
        let step = self.step;
        let after =
            |at: (i32, i32), by: usize| (at.0 + by as i32 * step.0, at.1 + by as i32 * step.1);
        let (places, afters, marked) = (self.places.len(), self.after.len(), self.marked);
        match next {
            Piece::One(cell) => {
                if field.at(at) & cell.class == 0 {
                    return;
                }
                if cell.marked {
                    self.marked = Some(at);
                }
                self.places.push(at);
                self.run(field, piece + 1, after(at, 1), each);
            }
            Piece::Many { cells, least, longest } => {
                let fits = |at: (i32, i32)| {
                    let letters = |index| field.at(after(at, index));
                    cells.iter().enumerate().all(|(index, cell)| letters(index) & cell.class != 0)
                };
                let mut at = at;
                let mut count = 0;
                loop {
                    let more = fits(at);
                    if count >= usize::from(*least) && (!longest || !more || F::OPEN) {
                        let noted = self.after.len();
                        if *longest {
                            let cells = (0..cells.len()).map(|index| after(at, index));
                            self.after.extend(cells);
                        }
                        self.counts.push(count);
                        self.run(field, piece + 1, at, each);
                        self.counts.pop();
                        self.after.truncate(noted);
                    }
                    if !more {
                        break;
                    }
                    self.places.extend((0..cells.len()).map(|index| after(at, index)));
                    at = after(at, cells.len());
                    count += 1;
                }
            }
        }
        self.places.truncate(places);
        self.after.truncate(afters);
        self.marked = marked;
    }

    /// Records the letters of the repetition as results of the cells to which it moves, every letter
    /// where there may be several.
    fn take_moved<F: Field>(&self, field: &F, found: &mut Match) {
        // A pattern with a repetition that moves has no other.
        let from = self.pattern.iter().take_while(|piece| matches!(piece, Piece::One(_))).count();
        let to = self.result.iter().take_while(|piece| matches!(piece, Piece::One(_))).count();
        let Some(Piece::Many { cells, .. }) = self.pattern.get(from) else { return };
        let length = cells.len() * self.counts.first().copied().unwrap_or(0);
        for at in 0..length {
            let (Some(&source), Some(&place)) =
                (self.places.get(from + at), self.places.get(to + at))
            else {
                return;
            };
            let letters = field.at(source) & cells[at % cells.len()].class;
            let Some(cell) = field.cell(place) else { continue };
            let codes = (0..u64::BITS as u8).filter(|code| letters >> code & 1 == 1);
            found.cells.extend(codes.map(|code| (cell, Some(code))));
        }
    }

    /// Records the cells of the line and their results.
    fn take<F: Field>(&self, field: &F, found: &mut Match) {
        found.cells.clear();
        found.looked.clear();
        let mut counts = self.counts.iter();
        let mut places = self.places.iter();
        let mut note = |to: Option<u8>| {
            if let Some(cell) = places.next().and_then(|&place| field.cell(place)) {
                found.cells.push((cell, to));
            }
        };
        for piece in self.result {
            match piece {
                Piece::One(to) => note(*to),
                Piece::Many { cells, .. } => {
                    for _ in 0..counts.next().copied().unwrap_or(0) {
                        cells.iter().for_each(|to| note(*to));
                    }
                }
            }
        }
        if self.moved {
            self.take_moved(field, found);
        }
        found.looked.extend(self.after.iter().filter_map(|&place| field.cell(place)));
    }
}
