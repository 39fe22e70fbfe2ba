//! Boards of square cells: text, regions and images.

use std::cmp::Ordering;
use std::fmt;

use upstar_core::Player;

use crate::{Negated, Picture, Position, Result, RuleError};

/// A wall, or a cell that is out of play.
pub const WALL: u8 = b'#';
/// A free cell.
pub const FREE: u8 = b'.';

/// The letter of a player's men.
pub fn man(player: Player) -> u8 {
    match player {
        Player::Left => b'x',
        Player::Right => b'o',
    }
}

/// Rows and columns exchanged of a board of eight rows of eight bits, bit 0 the cell at the top left.
#[inline]
pub fn transposed(mut cells: u64) -> u64 {
    let change = (cells ^ (cells >> 7)) & 0x00AA_00AA_00AA_00AA;
    cells ^= change ^ (change << 7);
    let change = (cells ^ (cells >> 14)) & 0x0000_CCCC_0000_CCCC;
    cells ^= change ^ (change << 14);
    let change = (cells ^ (cells >> 28)) & 0x0000_0000_F0F0_F0F0;
    cells ^ change ^ (change << 28)
}

/// A board: rows of cells, each cell an ASCII letter or another small thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid<C = u8> {
    rows: u16,
    columns: u16,
    cells: Box<[C]>,
}

impl Position for Grid {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        self.size_in_bytes()
    }

    fn rows(&self) -> Option<Vec<String>> {
        Some(rows_of(&self.to_string()))
    }
}

/// A strip of cells, each the letter of what is on it.
impl Position for Vec<u8> {
    fn to_text(&self) -> String {
        self.iter().map(|&letter| char::from(letter)).collect()
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.len() + 16
    }

    fn rows(&self) -> Option<Vec<String>> {
        Some(vec![self.to_text()])
    }
}

/// The most sheep of a herd.
const LARGEST: i8 = 100;

/// A board of herds: how many of Left stand on each cell, or, negative, of Right.
impl Position for Grid<i8> {
    fn to_text(&self) -> String {
        let row = |row: &[i8]| row.iter().map(i8::to_string).collect::<Vec<_>>().join(",");
        self.cells().chunks(self.columns().max(1)).map(row).collect::<Vec<_>>().join("|")
    }

    fn from_text(text: &str) -> Result<Self> {
        let mut cells = Vec::new();
        let (rows, columns) = read_rows(text, |row, mut start| {
            let before = cells.len();
            for part in row.split(',') {
                let herd = part.trim().parse::<i8>().ok();
                let herd = herd.filter(|herd| (-LARGEST..=LARGEST).contains(herd));
                cells.push(herd.ok_or_else(|| {
                    let message = format!(
                        "expected how many sheep stand here, from -{LARGEST} (Right's) to \
                         {LARGEST} (Left's)"
                    );
                    RuleError::notation(text, start..start + part.len(), message)
                })?);
                start += part.len() + 1;
            }
            Ok(cells.len() - before)
        })?;
        Grid::of_cells(rows, columns, cells)
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        self.size_in_bytes()
    }

    fn picture(&self, _: &str) -> Picture {
        let rows = self.cells().chunks(self.columns().max(1));
        Picture::Herds(rows.map(<[i8]>::to_vec).collect())
    }
}

/// How the cells of an image follow each other on the board.
#[derive(Clone, Copy)]
struct View {
    rows: usize,
    columns: usize,
    /// The board's cell in the image's first place.
    first: isize,
    /// Steps on the board that go one row down, or one column right, in the image.
    down: isize,
    right: isize,
}

impl View {
    fn of<C: Copy + Ord>(grid: &Grid<C>, symmetry: u8) -> Self {
        let (rows, columns) = (grid.rows(), grid.columns());
        let turned = |flip: u8, count: usize, step: isize| {
            if symmetry & flip == 0 { (0, step) } else { ((count as isize - 1) * step, -step) }
        };
        let (row, down) = turned(1, rows, columns as isize);
        let (column, right) = turned(2, columns, 1);
        let first = row + column;
        if symmetry < 4 {
            View { rows, columns, first, down, right }
        } else {
            View { rows: columns, columns: rows, first, down: right, right: down }
        }
    }

    /// The board's cells in the order of the image.
    fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.rows as isize).flat_map(move |row| {
            let start = self.first + row * self.down;
            (0..self.columns as isize).map(move |column| (start + column * self.right) as usize)
        })
    }
}

/// The four directions, as steps down and right.
pub const FOUR: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
/// The eight directions.
pub const EIGHT: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
/// The four directions of a bishop of chess.
pub const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Reads rows separated by newlines or `|`, all of one length: `row` reads one, given its place
/// in the text, and says how many cells it has. Gives the number of rows and of columns.
pub fn read_rows(
    text: &str,
    mut row: impl FnMut(&str, usize) -> Result<usize>,
) -> Result<(usize, usize)> {
    let (mut rows, mut width, mut start) = (0, None, 0);
    for line in text.trim_end_matches(['\n', '\r', '|']).split(['\n', '|']) {
        let cells = line.trim_end_matches('\r');
        let columns = row(cells, start)?;
        let expected = *width.get_or_insert(columns);
        if columns != expected || columns == 0 {
            let message = if columns == 0 {
                "expected a row of the board, found nothing".to_owned()
            } else {
                format!("this row has {columns} cells, and the first one has {expected}")
            };
            return Err(RuleError::notation(text, start..start + cells.len(), message));
        }
        rows += 1;
        start += line.len() + 1;
    }
    Ok((rows, width.unwrap_or(0)))
}

/// Reads rows as [`read_rows`] does, letter by letter: `cell` says what a letter stands for, or
/// what is wrong with it. Gives the number of rows and of columns, and the cells.
pub fn read_letters<C>(
    text: &str,
    mut cell: impl FnMut(char) -> Result<C, String>,
) -> Result<(usize, usize, Vec<C>)> {
    let mut cells = Vec::new();
    let (rows, columns) = read_rows(text, |row, start| {
        let before = cells.len();
        for (offset, letter) in row.char_indices() {
            cells.push(cell(letter).map_err(|message| {
                let place = start + offset..start + offset + letter.len_utf8();
                RuleError::notation(text, place, message)
            })?);
        }
        Ok(cells.len() - before)
    })?;
    Ok((rows, columns, cells))
}

impl Grid {
    /// The most rows and the most columns of a board.
    pub const MOST: usize = 100;

    /// The most cells of a board of one row.
    pub const LONGEST: usize = 1000;

    /// Reads rows separated by newlines or `|`, or a size such as `4x5` for a free
    /// board of 4 rows and 5 columns. Cells are the given letters, in either case.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the line and column; [`RuleError::TooLarge`].
    pub fn read(text: &str, letters: &str) -> Result<Grid> {
        if let Some((rows, columns)) = size(text) {
            let small = |n: u64| usize::try_from(n).unwrap_or(usize::MAX).min(1 << 20);
            return Self::filled(small(rows), small(columns), FREE);
        }
        if text.starts_with(|first: char| first.is_ascii_digit() && !letters.contains(first)) {
            let message =
                format!("expected a size of rows and columns such as `4x5`, found `{text}`");
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        let (rows, columns, cells) = read_letters(text, |letter| {
            let small = letter.to_ascii_lowercase();
            letters.contains(small).then_some(small as u8).ok_or_else(|| {
                let list: Vec<String> = letters.chars().map(|c| format!("`{c}`")).collect();
                let (list, found) = (list.join(", "), letter.escape_default());
                format!("expected a cell ({list}) or a size such as `4x5`, found `{found}`")
            })
        })?;
        Self::of_cells(rows, columns, cells)
    }

    /// A strip: one row of at most `longest` cells, fewer than 2^16.
    pub fn strip(cells: Vec<u8>, longest: usize) -> Result<Grid> {
        if cells.len() > longest {
            let size = format!("{} cells", cells.len());
            return Err(RuleError::too_large("the strip", size, format!("{longest} cells")));
        }
        Ok(Grid { rows: 1, columns: cells.len() as u16, cells: cells.into() })
    }

    /// The cells, to be changed.
    #[inline]
    pub fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.cells
    }

    /// As `Grid::cut`; with `border` the rectangle is one row or column larger on each side on
    /// which there are more cells.
    pub fn cut_with_border(&self, region: &[bool], outside: u8, border: bool) -> Grid {
        if !border {
            return self.cut(region, outside);
        }
        let mut around = region.to_vec();
        for cell in (0..region.len()).filter(|&cell| region[cell]) {
            for step in EIGHT {
                if let Some(next) = self.step(cell, step) {
                    around[next] = true;
                }
            }
        }
        let mut outlined = self.clone();
        for (cell, letter) in outlined.cells.iter_mut().enumerate() {
            if !region[cell] {
                *letter = outside;
            }
        }
        outlined.cut(&around, outside)
    }

    /// The cells where a letter stands.
    pub fn places(&self, letter: u8) -> impl Iterator<Item = usize> {
        self.cells
            .iter()
            .enumerate()
            .filter(move |&(_, &cell)| cell == letter)
            .map(|(cell, _)| cell)
    }

    /// Adds the regions of `live` cells, joined by steps to the four sides, in which both
    /// `letters` stand.
    #[inline]
    pub fn regions_with(
        &self,
        live: impl Fn(u8) -> bool,
        outside: u8,
        letters: [u8; 2],
        out: &mut Vec<Grid>,
    ) {
        self.regions(live, &FOUR, outside, |region| {
            if letters.iter().all(|letter| region.cells().contains(letter)) {
                out.push(region);
            }
        });
    }

    /// The regions between walls, joined by the steps of a king, with men and free cells.
    pub fn regions_of_kings(&self, mut each: impl FnMut(Grid)) {
        self.regions(
            |cell| cell != WALL,
            &EIGHT,
            WALL,
            |region| {
                let has = |letter| region.cells().contains(&letter);
                if has(FREE) && (has(b'x') || has(b'o')) {
                    each(region);
                }
            },
        );
    }

    /// The least image, where the men of both players change places when the players do.
    pub fn least_of_both(&self) -> (Grid, Negated) {
        // The board as it is first: of equal images it is taken.
        let same = (0..8).map(|symmetry| (symmetry, Negated::No));
        let exchanged = (0..8).map(|symmetry| (symmetry, Negated::Yes));
        self.least(same.chain(exchanged), |negated, letter| match negated {
            Negated::No => letter,
            Negated::Yes => exchange(letter),
        })
    }

    /// The least of all eight images.
    pub fn least_image(&self, change: impl Fn(u8) -> u8 + Copy) -> Grid {
        self.least((0..8).map(|symmetry| (symmetry, ())), |(), letter| change(letter)).0
    }
}

impl<C: Copy + Ord> Grid<C> {
    /// A board with the same on all cells.
    ///
    /// # Errors
    /// [`RuleError::TooLarge`] above [`Grid::MOST`] rows or columns, or [`Grid::LONGEST`] cells in
    /// one row.
    pub fn filled(rows: usize, columns: usize, cell: C) -> Result<Self> {
        Self::of_cells(rows, columns, std::iter::repeat_n(cell, rows.saturating_mul(columns)))
    }

    /// The board of that many cells, row by row.
    pub fn of_cells(
        rows: usize,
        columns: usize,
        cells: impl IntoIterator<Item = C>,
    ) -> Result<Self> {
        let most = if rows == 1 { Grid::LONGEST } else { Grid::MOST };
        if rows.max(columns) > most {
            return Err(RuleError::too_large(
                "the board",
                format!("{rows} rows of {columns} cells"),
                format!("{0} rows of {0} cells, or one of {1}", Grid::MOST, Grid::LONGEST),
            ));
        }
        let cells = cells.into_iter().collect();
        Ok(Grid { rows: rows as u16, columns: columns as u16, cells })
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// The cell `down` and `right` of `cell`; `None` if it is off the board.
    #[inline]
    pub fn step(&self, cell: usize, (down, right): (i32, i32)) -> Option<usize> {
        let columns = self.columns();
        let row = (cell / columns).checked_add_signed(down as isize)?;
        let column = (cell % columns).checked_add_signed(right as isize)?;
        (row < self.rows() && column < columns).then(|| row * columns + column)
    }

    /// The board with some cells changed.
    #[inline]
    pub fn with<const N: usize>(&self, changes: [(usize, C); N]) -> Self {
        let mut grid = self.clone();
        for (cell, letter) in changes {
            grid.cells[cell] = letter;
        }
        grid
    }

    /// The regions of cells that are `live`, joined by the given steps; each as a
    /// board of its own, cut to size, all other cells `outside`.
    #[inline]
    pub fn regions(
        &self,
        live: impl Fn(C) -> bool,
        steps: &[(i32, i32)],
        outside: C,
        mut each: impl FnMut(Self),
    ) {
        // A board of live cells alone is left whole: most boards are such.
        if !self.cells.is_empty() && self.cells.iter().all(|&cell| live(cell)) {
            each(self.clone());
            return;
        }
        self.regions_linked(&live, |_, next| live(next), steps, outside, each);
    }

    /// The regions of cells that are `live`, joined by those steps that are `linked`; each as
    /// [`Grid::regions`] cuts it.
    pub fn regions_linked(
        &self,
        live: impl Fn(C) -> bool,
        linked: impl Fn(C, C) -> bool,
        steps: &[(i32, i32)],
        outside: C,
        mut each: impl FnMut(Self),
    ) {
        let mut region = vec![false; self.cells.len()];
        let mut seen = vec![false; self.cells.len()];
        let mut open = Vec::new();
        for start in 0..self.cells.len() {
            if seen[start] || !live(self.cells[start]) {
                continue;
            }
            region.fill(false);
            seen[start] = true;
            open.push(start);
            while let Some(cell) = open.pop() {
                region[cell] = true;
                for &step in steps {
                    if let Some(next) = self.step(cell, step)
                        && !seen[next]
                        && linked(self.cells[cell], self.cells[next])
                    {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
            each(self.cut(&region, outside));
        }
    }

    /// The smallest rectangle around a region, with all other cells `outside`.
    fn cut(&self, region: &[bool], outside: C) -> Self {
        let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
        for cell in (0..region.len()).filter(|&cell| region[cell]) {
            let (row, column) = (cell / self.columns(), cell % self.columns());
            (top, bottom) = (top.min(row), bottom.max(row));
            (left, right) = (left.min(column), right.max(column));
        }
        let mut cells = Vec::with_capacity((bottom + 1 - top) * (right + 1 - left));
        for row in top..=bottom {
            for column in left..=right {
                let cell = row * self.columns() + column;
                cells.push(if region[cell] { self.cells[cell] } else { outside });
            }
        }
        Grid {
            rows: (bottom + 1 - top) as u16,
            columns: (right + 1 - left) as u16,
            cells: cells.into(),
        }
    }

    /// The board turned and reflected; `symmetry` below 8. Rows and columns change
    /// places from 4 on.
    pub fn image(&self, symmetry: u8, change: impl Fn(C) -> C) -> Self {
        self.least([(symmetry, ())], |(), cell| change(cell)).0
    }

    /// The least among images, each a symmetry with a change of letters, and the
    /// change that gives it; of equal images the first.
    ///
    /// Boards with fewer rows come first. Images are compared without being made.
    pub fn least<K: Copy>(
        &self,
        images: impl IntoIterator<Item = (u8, K)>,
        change: impl Fn(K, C) -> C,
    ) -> (Self, K) {
        let mut images =
            images.into_iter().map(|(symmetry, change)| (View::of(self, symmetry), change));
        let Some(mut least) = images.next() else { unreachable!("there is an image") };
        for image in images {
            let order = image.0.rows.cmp(&least.0.rows).then_with(|| {
                let letters = |(view, kind): (View, K)| {
                    let change = &change;
                    view.cells().map(move |cell| change(kind, self.cells[cell]))
                };
                letters(image).cmp(letters(least))
            });
            if order == Ordering::Less {
                least = image;
            }
        }
        let (view, kind) = least;
        let grid = Grid {
            rows: view.rows as u16,
            columns: view.columns as u16,
            cells: view.cells().map(|cell| change(kind, self.cells[cell])).collect(),
        };
        (grid, kind)
    }

    /// About how many bytes the board takes.
    pub fn size_in_bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.cells) + 16
    }
}

impl fmt::Display for Grid {
    /// Rows separated by `|`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.cells.chunks(self.columns().max(1)).enumerate() {
            if index > 0 {
                f.write_str("|")?;
            }
            f.write_str(std::str::from_utf8(row).map_err(|_| fmt::Error)?)?;
        }
        Ok(())
    }
}

/// The rows of a board that is written with `|` between them.
pub fn rows_of(text: &str) -> Vec<String> {
    text.split('|').map(str::to_owned).collect()
}

/// `4x5` as rows and columns.
pub fn size(text: &str) -> Option<(u64, u64)> {
    let (rows, columns) = text.trim().split_once(['x', 'X'])?;
    let number = |digits: &str| {
        let digits = digits.trim();
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
            .then(|| digits.parse().unwrap_or(u64::MAX))
    };
    Some((number(rows)?, number(columns)?))
}

/// `x` and `o` changed into each other.
pub fn exchange(letter: u8) -> u8 {
    match letter {
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_read_and_write() {
        let grid = Grid::read("x.\no#\n", ".#xo").unwrap();
        assert_eq!(grid.to_string(), "x.|o#");
        assert_eq!(Grid::read("2x3", ".#").unwrap().to_string(), "...|...");
        for (text, part) in [
            ("", "nothing"),
            ("..|.", "line 1, column 4: this row has 1 cells"),
            ("..\n.y", "line 2, column 2: expected a cell (`.`, `#`) or a size"),
            ("1000x2", "too large"),
            ("99999999999999999999999x2", "too large"),
        ] {
            let error = Grid::read(text, ".#").unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn the_eight_images_are_distinct_and_share_their_least() {
        let grid = Grid::read("x..|.o.", ".xo").unwrap();
        let mut images: Vec<Grid> = (0..8).map(|s| grid.image(s, |c| c)).collect();
        for image in &images {
            assert_eq!(image.least_image(|c| c), grid.least_image(|c| c));
        }
        // Rows first, then the letters.
        assert_eq!(grid.least_image(|c| c), *images.iter().min().unwrap());
        let all = (0..8).flat_map(|symmetry| [(symmetry, false), (symmetry, true)]);
        let change = |exchanged: bool, letter| if exchanged { exchange(letter) } else { letter };
        let both = (0..8).flat_map(|s| [grid.image(s, |c| c), grid.image(s, exchange)]);
        assert_eq!(Some(grid.least(all, change).0), both.min());
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn regions_are_cut_out() {
        let grid = Grid::read("x#.|##.|o..", ".#xo").unwrap();
        let mut found = Vec::new();
        grid.regions(|cell| cell != WALL, &FOUR, WALL, |region| found.push(region.to_string()));
        assert_eq!(found, ["x", "##.|##.|o.."]);
    }
}
