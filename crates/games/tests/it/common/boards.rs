//! Boards as rows of letters.

/// A board, row by row.
pub type Rows = Vec<Vec<char>>;

/// A row and a column.
pub type Cell = (i32, i32);

pub fn rows(text: &str) -> Rows {
    text.split('|').map(|row| row.chars().collect()).collect()
}

pub fn text(board: &Rows) -> String {
    board.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

/// All cells.
pub fn cells(board: &Rows) -> Vec<Cell> {
    (0..board.len() as i32)
        .flat_map(|row| (0..board[0].len() as i32).map(move |column| (row, column)))
        .collect()
}

/// The letter of a cell; `None` beyond the edge.
pub fn at(board: &Rows, (row, column): Cell) -> Option<char> {
    board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
}

/// The text of the board with other letters in some cells.
pub fn put(board: &Rows, changes: &[(Cell, char)]) -> String {
    let mut board = board.clone();
    for &((row, column), letter) in changes {
        board[row as usize][column as usize] = letter;
    }
    text(&board)
}
