//! Games of completing a line: k in a row, Tic-Tac-Toe, Connect Four.

use super::men::{Men, Size, each};
use crate::prelude::*;

/// Two players place men on a board in turn, Left (x) first. The first player with the given number
/// of men in a line, along a row, a column or a diagonal, wins.
///
/// The men determine whose turn it is, so a position has one list of options for both players. The
/// game is therefore impartial by definition, and its positions are those that play can reach. A
/// board with a line has no options, and the player to move loses, as in all games here. A full
/// board without a line is a draw, so its only option is itself: play goes on forever.
#[derive(Clone, Copy, Debug)]
pub struct InARow {
    /// The name and notation of the game.
    form: Form,
    size: Size,
    /// The number of men in a line.
    length: u8,
    /// The steps along the lines that fit on the board, from each cell to the next, and the cells
    /// where such lines begin.
    lines: [(u8, u64); 4],
}

/// The name under which a game of this kind is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `tic_tac_toe`: three in a row on 3 x 3 cells.
    TicTacToe,
    /// `k_in_a_row`: any length, any free cell.
    Free,
    /// `connect_four`: four in a row, men fall down.
    Four,
    /// `connect_k`: any length, men fall down.
    Falling,
}

/// The longest line.
const LONGEST: u64 = 64;

impl InARow {
    fn new(form: Form, length: u8, size: Size) -> Self {
        let Size { rows, columns } = size;
        // Steps down and to the right: along rows, columns and the two diagonals.
        let lines = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right): (i16, i16)| {
            let end = i16::from(length) - 1;
            let mut starts = 0;
            for row in 0..i16::from(rows) {
                for column in 0..i16::from(columns) {
                    let last = (row + down * end, column + right * end);
                    if last.0 < rows.into() && (0..columns.into()).contains(&last.1) {
                        starts |= 1 << (row * i16::from(columns) + column);
                    }
                }
            }
            // If no line begins, the step is not used.
            let step = down * i16::from(columns) + right;
            (if starts == 0 { 0 } else { step as u8 }, starts)
        });
        InARow { form, size, length, lines }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.size.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.size.columns
    }

    /// Whether men fall down to the lowest free cell of a column.
    #[must_use]
    pub fn falling(&self) -> bool {
        matches!(self.form, Form::Four | Form::Falling)
    }

    /// Whether the men in these cells form a line.
    #[must_use]
    pub fn has_line(&self, men: u64) -> bool {
        self.lines.iter().any(|&(step, starts)| {
            let mut begun = men & starts;
            for i in 1..self.length {
                if begun == 0 {
                    return false;
                }
                begun &= men >> (i * step);
            }
            begun != 0
        })
    }

    /// The cells of each line, as sets, in the order of their steps and first cells.
    pub fn lines(&self) -> impl Iterator<Item = u64> {
        self.lines.into_iter().flat_map(move |(step, starts)| {
            each(starts)
                .map(move |first| (0..self.length).fold(0, |set, i| set | first << (i * step)))
        })
    }

    /// Whether Right is to move.
    fn right_is_next(men: Men) -> bool {
        men.x.count_ones() > men.o.count_ones()
    }

    /// The cells in which a man may be placed.
    fn playable(&self, men: Men) -> u64 {
        let taken = men.x | men.o;
        let free = self.size.all() & !taken;
        if !self.falling() {
            return free;
        }
        let above = taken.checked_shr(self.size.columns.into()).unwrap_or(0);
        free & (above | self.size.row(self.size.rows - 1))
    }

    /// The game on a board that was read, if play can reach it: both players have equally many men,
    /// or Left has one more, and the player to move has no line.
    fn checked(&self, men: Men, text: &str) -> Result<Men> {
        let complain = |message: &str| Err(RuleError::notation(text, 0..text.len(), message));
        let (x, o) = (men.x.count_ones(), men.o.count_ones());
        if x != o && x != o + 1 {
            return complain(&format!(
                "Left (x) begins, so that there are as many `x` as `o`, or one more; \
                 found {x} and {o}"
            ));
        }
        let taken = men.x | men.o;
        let below = taken >> self.size.columns.min(63) | self.size.row(self.size.rows - 1);
        if self.falling() && self.size.rows > 1 && taken & !below != 0 {
            return complain("men fall down: below each man there is another one, or the edge");
        }
        let next = if Self::right_is_next(men) { men.o } else { men.x };
        if self.has_line(next) {
            return complain("the player to move has a line: play ended before the last move");
        }
        Ok(men)
    }

    /// The length before a `;`.
    fn length_of(parameters: &Arguments) -> Result<u8> {
        if parameters.len() != 1 {
            return Err(RuleError::Usage);
        }
        match parameters.count(0, LONGEST)? {
            0 => Err(parameters.complain(0, format!("expected a number from 1 to {LONGEST}"))),
            length => Ok(length as u8),
        }
    }

    fn row(&self) -> &'static Row {
        match self.form {
            Form::TicTacToe => &TIC_TAC_TOE,
            Form::Free => &K_IN_A_ROW,
            Form::Four => &CONNECT_FOUR,
            Form::Falling => &CONNECT_K,
        }
    }

    /// The maps of cells under the symmetries of the board. The first one is the identity.
    fn images(&self) -> impl Iterator<Item = impl Fn(u64) -> u64> {
        let Size { rows, columns } = self.size;
        let count = match (self.falling(), rows == columns) {
            (true, _) => 2,
            (false, false) => 4,
            (false, true) => 8,
        };
        (0..count).map(move |symmetry: u8| {
            move |men: u64| {
                each(men).fold(0, |image, cell| {
                    let cell = cell.trailing_zeros() as u8;
                    let (mut row, mut column) = (cell / columns, cell % columns);
                    if symmetry & 1 != 0 {
                        column = columns - 1 - column;
                    }
                    if symmetry & 2 != 0 {
                        row = rows - 1 - row;
                    }
                    if symmetry & 4 != 0 {
                        (row, column) = (column, row);
                    }
                    image | 1 << (row * columns + column)
                })
            }
        })
    }
}

impl Ruleset for InARow {
    type Position = Men;

    fn name(&self) -> &str {
        self.row().name
    }

    fn class(&self) -> Class {
        Class::ALTERNATING
    }

    /// The rules are those of the board.
    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        if arguments.is_empty() {
            let (rows, columns) = match self.form {
                Form::TicTacToe => (3, 3),
                Form::Four => (6, 7),
                Form::Free | Form::Falling => return Err(RuleError::Usage),
            };
            let rules = InARow::new(self.form, self.length, Size { rows, columns });
            return Ok(Game::new(rules, Men::NONE));
        }
        super::read_only(arguments, |text| {
            let (size, men) = Size::read(text)?;
            let square = Size { rows: 3, columns: 3 };
            if self.form == Form::TicTacToe && size != square {
                let message = "expected a board of 3 rows and 3 columns; \
                               `k_in_a_row(3; \"...\")` has others";
                return Err(RuleError::notation(text, 0..text.len(), message));
            }
            let rules = InARow::new(self.form, self.length, size);
            let men = rules.checked(men, text)?;
            Ok(Game::new(rules, men))
        })
    }

    fn options(&self, &men: &Men, _: Player, out: &mut Options<Men>) -> Result {
        let right = Self::right_is_next(men);
        if self.has_line(if right { men.x } else { men.o }) {
            return Ok(());
        }
        if men.x | men.o == self.size.all() {
            out.push(men);
        }
        for cell in each(self.playable(men)) {
            out.push(if right {
                Men { o: men.o | cell, ..men }
            } else {
                Men { x: men.x | cell, ..men }
            });
        }
        Ok(())
    }

    /// The number of free cells.
    fn tier(&self, men: &Men) -> u64 {
        (self.size.all() & !(men.x | men.o)).count_ones().into()
    }

    /// Every move fills a cell, except that of a full board without a line, which leads to itself.
    fn unmoves(&self, men: &Men, player: Player, out: &mut Vec<Men>) -> Result<bool> {
        if self.tier(men) == 0 {
            out.extend(self.all_options(men, player)?);
        }
        Ok(true)
    }

    fn normalize(&self, men: Men) -> (Men, Negated) {
        let images = self.images().map(|image| Men { x: image(men.x), o: image(men.o) });
        (images.min().unwrap_or(men), Negated::No)
    }

    fn parameters(&self) -> String {
        let Size { rows, columns } = self.size;
        format!("{}; {rows}x{columns}", self.length)
    }

    fn call(&self, men: &Men) -> String {
        let (name, board) = (self.name(), self.write(men));
        match self.form {
            Form::TicTacToe | Form::Four => format!("{name}(\"{board}\")"),
            Form::Free | Form::Falling => format!("{name}({}; \"{board}\")", self.length),
        }
    }

    fn write(&self, men: &Men) -> String {
        self.size.write(*men)
    }

    fn parse(&self, text: &str) -> Result<Men> {
        self.checked(self.size.parse(text)?, text)
    }

    fn board(&self, men: &Men) -> Option<Vec<String>> {
        Some(self.size.rows_of(*men))
    }
}

/// The rules before a board is known.
const fn unsized_board() -> Size {
    Size { rows: 1, columns: 1 }
}

fn tic_tac_toe() -> Rules {
    Rules::new(InARow::new(Form::TicTacToe, 3, Size { rows: 3, columns: 3 }))
}

fn connect_four() -> Rules {
    Rules::new(InARow::new(Form::Four, 4, unsized_board()))
}

fn k_in_a_row(parameters: &Arguments) -> Result<Rules> {
    Ok(Rules::new(InARow::new(Form::Free, InARow::length_of(parameters)?, unsized_board())))
}

fn connect_k(parameters: &Arguments) -> Result<Rules> {
    Ok(Rules::new(InARow::new(Form::Falling, InARow::length_of(parameters)?, unsized_board())))
}

pub(crate) const CONNECT_FOUR: Row = Row {
    name: "connect_four",
    aliases: &["connect4", "four_in_a_row", "four_in_a_line"],
    class: Class::ALTERNATING,
    usage: "connect_four(\"6x7\") or connect_four(\"....|....|.xo.\")",
    rules: "In turn, Left (x) first, men are dropped into columns and fall to the lowest free cell;\n\
            four in a row, column or diagonal win. The number of men determines whose turn it is. A\n\
            full board without a line is a draw: its only option is itself. Sizes are rows x columns.",
    source: "Howard Wexler and Ned Strongin, 1974; Allis 1988; Tromp, John's Connect Four Playground",
    example: ("connect_four(\"xo.x|ooxo|xxox\")", "outcome D"),
    make: Make::Rules(connect_four),
    boards: true,
};

pub(crate) const CONNECT_K: Row = Row {
    name: "connect_k",
    aliases: &[],
    class: Class::ALTERNATING,
    usage: "connect_k(k; \"4x5\") or connect_k(k; \"...|...|.xo\")",
    rules: "Connect Four in which k men make a line.",
    source: "Edelkamp and Kissmann, On the Complexity of BDDs for State Space Search (2011)",
    example: ("connect_k(3; \"3x4\")", "outcome N"),
    make: Make::With(connect_k),
    boards: false,
};

pub(crate) const K_IN_A_ROW: Row = Row {
    name: "k_in_a_row",
    aliases: &["m_n_k"],
    class: Class::ALTERNATING,
    usage: "k_in_a_row(k; \"3x4\") or k_in_a_row(k; \"....|.xo.|....\")",
    rules: "In turn, Left (x) first, men are put on free cells; k in a row, column or diagonal win.\n\
            The number of men determines whose turn it is. A full board without a line is a draw:\n\
            its only option is itself.",
    source: "Winning Ways, chapter 22 (Tit-Tat-Toe, My First Go, ...)",
    example: ("k_in_a_row(3; \"3x4\")", "outcome N"),
    make: Make::With(k_in_a_row),
    boards: false,
};

pub(crate) const TIC_TAC_TOE: Row = Row {
    name: "tic_tac_toe",
    aliases: &["noughts_and_crosses", "tit_tat_toe"],
    class: Class::ALTERNATING,
    usage: "tic_tac_toe() or tic_tac_toe(\"x..|.o.|...\")",
    rules: "Three in a row on 3 x 3 cells: k_in_a_row(3; \"3x3\").",
    source: "Winning Ways, chapter 22",
    example: ("tic_tac_toe(\"x..|...|...\")", "outcome D"),
    make: Make::Rules(tic_tac_toe),
    boards: true,
};
