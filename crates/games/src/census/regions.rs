//! Connected boards: polyominoes.

/// The largest number of free cells of a board, far more than can be enumerated.
pub(super) const MOST: usize = 30;

/// The board of these cells, surrounded by walls.
pub(super) fn text(cells: &[(i8, i8)]) -> String {
    let row = |cell: &(i8, i8)| cell.0;
    let column = |cell: &(i8, i8)| cell.1;
    let least = |of: fn(&(i8, i8)) -> i8| cells.iter().map(of).min().unwrap_or(0);
    let most = |of: fn(&(i8, i8)) -> i8| cells.iter().map(of).max().unwrap_or(0);
    let (top, left) = (least(row), least(column));
    let width = (most(column) - left + 1) as usize + 1;
    let height = (most(row) - top + 1) as usize;
    let mut text = vec![b'#'; width * height];
    text.chunks_mut(width).for_each(|row| row[width - 1] = b'|');
    for &(row, column) in cells {
        text[(row - top) as usize * width + (column - left) as usize] = b'.';
    }
    text.pop();
    text.into_iter().map(char::from).collect()
}

/// Calls `each` with the cells of one polyomino of this size from each class of images under
/// reflections in the axes and, if `turns`, rotations by 90 degrees. `tick` counts the work.
/// Returns false if `each` stopped the enumeration.
///
/// This is Redelmeier's method (Counting polyominoes: yet another attack, 1981), which makes every
/// fixed polyomino once and stores none.
pub(super) fn each<E: From<R>, R>(
    squares: usize,
    turns: bool,
    tick: &mut impl FnMut(u64) -> Result<(), R>,
    each: &mut impl FnMut(Vec<(i8, i8)>) -> Result<bool, E>,
) -> Result<bool, E> {
    let width = 2 * squares + 1;
    let mut met = vec![false; width * (squares + 1)];
    // Cells before the first one of row 0 are excluded, and so are the sides.
    let start = squares;
    met[..start].fill(true);
    met[start] = true;
    let mut found = Vec::with_capacity(squares);
    let mut work = Work { squares, turns, width, met, tick, each };
    work.grow(&mut found, vec![start])
}

struct Work<'a, T, F> {
    squares: usize,
    turns: bool,
    width: usize,
    met: Vec<bool>,
    tick: &'a mut T,
    each: &'a mut F,
}

impl<T, F> Work<'_, T, F> {
    fn grow<E: From<R>, R>(
        &mut self,
        found: &mut Vec<usize>,
        mut untried: Vec<usize>,
    ) -> Result<bool, E>
    where
        T: FnMut(u64) -> Result<(), R>,
        F: FnMut(Vec<(i8, i8)>) -> Result<bool, E>,
    {
        (self.tick)(4)?;
        while let Some(cell) = untried.pop() {
            found.push(cell);
            let go_on = if found.len() == self.squares {
                self.ended(found)?
            } else {
                let before = untried.len();
                let mut next = untried.clone();
                let column = cell % self.width;
                let beside = [
                    (cell >= self.width).then(|| cell - self.width),
                    (column > 0).then(|| cell - 1),
                    (column + 1 < self.width).then(|| cell + 1),
                    Some(cell + self.width),
                ];
                for other in beside.into_iter().flatten() {
                    if self.met.get(other) == Some(&false) {
                        self.met[other] = true;
                        next.push(other);
                    }
                }
                let new = next[before..].to_vec();
                let go_on = self.grow(found, next)?;
                new.into_iter().for_each(|other| self.met[other] = false);
                go_on
            };
            found.pop();
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A polyomino of the size was found. Passes it on if it is the least of its images.
    fn ended<E>(&mut self, found: &[usize]) -> Result<bool, E>
    where
        F: FnMut(Vec<(i8, i8)>) -> Result<bool, E>,
    {
        let (mut left, mut right, mut rows) = (self.width, 0, 0);
        for &cell in found {
            let column = cell % self.width;
            (left, right) = (left.min(column), right.max(column));
            rows = rows.max(cell / self.width + 1);
        }
        let mut bits = [0u32; MOST];
        for &cell in found {
            bits[cell / self.width] |= 1 << (cell % self.width - left);
        }
        if !is_least(&bits[..rows], right - left + 1, self.turns) {
            return Ok(true);
        }
        let place = |&cell: &usize| ((cell / self.width) as i8, (cell % self.width) as i8);
        (self.each)(found.iter().map(place).collect())
    }
}

/// Whether a board is the least of its images.
fn is_least(rows: &[u32], columns: usize, turns: bool) -> bool {
    let mirrored = |row: &u32| row.reverse_bits() >> (32 - columns);
    if rows.iter().gt(rows.iter().rev())
        || rows.iter().copied().gt(rows.iter().map(mirrored))
        || rows.iter().copied().gt(rows.iter().rev().map(mirrored))
    {
        return false;
    }
    if !turns || rows.len() != columns {
        // Of a board and its quarter turn, keep the one that is not wider than high.
        return !turns || rows.len() > columns;
    }
    let column = |at: usize| {
        rows.iter().enumerate().fold(0, |bits, (row, cells)| bits | (cells >> at & 1) << row)
    };
    let turned: Vec<u32> = (0..columns).map(column).collect();
    let mine = rows.iter().copied();
    !(mine.clone().gt(turned.iter().copied())
        || mine.clone().gt(turned.iter().rev().copied())
        || mine.clone().gt(turned.iter().map(mirrored))
        || mine.gt(turned.iter().rev().map(mirrored)))
}
