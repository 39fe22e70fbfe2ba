//! The bandit and the policeman on a board with obstacles.

use upstar_core::Player;

use crate::catalogue::Make;
use crate::{Class, Game, GraphForm, Row, RuleError, Ruleset};

/// Where the bandit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// In a cell, counted row by row from 0.
    Cell(u16),
    /// He has stepped off the board and won.
    Off,
}

/// The places of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Places {
    /// Where the bandit is.
    pub bandit: Spot,
    /// The cell of the policeman, counted row by row from 0.
    pub policeman: u16,
}

/// A board: the bandit (Left) moves to one of four neighbouring cells or off the
/// board, the policeman (Right) to one of eight.
///
/// The bandit wins by stepping off; the policeman by stepping on him. Nobody
/// enters a wall, and the bandit does not enter the policeman's cell. A player
/// without a move loses.
#[derive(Clone, Debug)]
pub struct Bandit {
    rows: u16,
    columns: u16,
    walls: Vec<bool>,
}

impl Bandit {
    /// The most cells of a board.
    pub const MOST_CELLS: usize = 65_535;

    /// Reads a board: rows separated by newlines or `|`, with `.` for a free
    /// cell, `#` for a wall, `B` for the bandit and `P` for the policeman.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the line and column; [`RuleError::TooLarge`].
    pub fn read(text: &str) -> Result<(Bandit, Option<u16>, Option<u16>), RuleError> {
        let mut board = Bandit { rows: 0, columns: 0, walls: Vec::new() };
        let (mut bandit, mut policeman) = (None, None);
        let mut width = None;
        let mut start = 0;
        for line in text.trim_end_matches(['\n', '\r', '|']).split(['\n', '|']) {
            let row = line.trim_end_matches('\r');
            let mut columns = 0usize;
            for (offset, letter) in row.char_indices() {
                let span = start + offset..start + offset + letter.len_utf8();
                let cell = board.walls.len();
                if cell >= Self::MOST_CELLS {
                    return Err(RuleError::too_large(
                        "the board",
                        format!("more than {} cells", Self::MOST_CELLS),
                        format!("{} cells", Self::MOST_CELLS),
                    ));
                }
                let who = match letter {
                    'B' | 'b' => Some((&mut bandit, "bandit")),
                    'P' | 'p' => Some((&mut policeman, "policeman")),
                    '.' | '#' => None,
                    other => {
                        let message = format!(
                            "expected `.` (free), `#` (wall), `B` or `P`, found `{}`",
                            other.escape_default()
                        );
                        return Err(RuleError::notation(text, span, message));
                    }
                };
                if let Some((place, name)) = who
                    && place.replace(cell as u16).is_some()
                {
                    let message = format!("a second {name}; there is only one");
                    return Err(RuleError::notation(text, span, message));
                }
                board.walls.push(letter == '#');
                columns += 1;
            }
            let expected = *width.get_or_insert(columns);
            if columns != expected || columns == 0 {
                let message = if columns == 0 {
                    "expected a row of the board, found nothing".to_owned()
                } else {
                    format!("this row has {columns} cells, and the first one has {expected}")
                };
                return Err(RuleError::notation(text, start..start + row.len(), message));
            }
            board.rows += 1;
            start += line.len() + 1;
        }
        board.columns = width.unwrap_or(0) as u16;
        Ok((board, bandit, policeman))
    }

    fn start(text: &str) -> Result<(Bandit, Places), RuleError> {
        let (board, bandit, policeman) = Self::read(text)?;
        let missing = |name: &str, letter| {
            let message = format!("the board has no {name} (`{letter}`)");
            RuleError::notation(text, 0..text.len(), message)
        };
        let bandit = Spot::Cell(bandit.ok_or_else(|| missing("bandit", 'B'))?);
        let policeman = policeman.ok_or_else(|| missing("policeman", 'P'))?;
        Ok((board, Places { bandit, policeman }))
    }

    /// The cell `down` and `right` of `cell`; `None` if it is off the board.
    fn step(&self, cell: u16, down: i32, right: i32) -> Option<u16> {
        let row = i32::from(cell / self.columns) + down;
        let column = i32::from(cell % self.columns) + right;
        let inside = (0..i32::from(self.rows)).contains(&row)
            && (0..i32::from(self.columns)).contains(&column);
        inside.then(|| (row * i32::from(self.columns) + column) as u16)
    }

    fn cell_name(&self, cell: u16) -> String {
        format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1)
    }

    fn cell_named(&self, name: &str) -> Option<u16> {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let (row, column): (u16, u16) = (row.parse().ok()?, column.parse().ok()?);
        let inside = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        inside.then(|| (row - 1) * self.columns + column - 1)
    }

    fn board_text(&self, places: Option<&Places>) -> String {
        let mut text = String::new();
        for (cell, &wall) in self.walls.iter().enumerate() {
            if cell > 0 && cell % usize::from(self.columns) == 0 {
                text.push('|');
            }
            text.push(match places {
                _ if wall => '#',
                Some(places) if places.bandit == Spot::Cell(cell as u16) => 'B',
                Some(places) if usize::from(places.policeman) == cell => 'P',
                _ => '.',
            });
        }
        text
    }
}

crate::position::ordered!(Places);

impl Ruleset for Bandit {
    type Position = Places;

    fn class(&self) -> Class {
        Class::LOOPY_PARTIZAN
    }

    fn options(
        &self,
        &Places { bandit, policeman }: &Places,
        player: Player,
        out: &mut Vec<Places>,
    ) -> Result<(), RuleError> {
        let Spot::Cell(cell) = bandit else { return Ok(()) };
        if cell == policeman {
            return Ok(());
        }
        match player {
            Player::Left => {
                for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                    match self.step(cell, down, right) {
                        None => out.push(Places { bandit: Spot::Off, policeman }),
                        Some(to) if to != policeman && !self.walls[usize::from(to)] => {
                            out.push(Places { bandit: Spot::Cell(to), policeman });
                        }
                        Some(_) => {}
                    }
                }
            }
            Player::Right => {
                for (down, right) in
                    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
                {
                    if let Some(to) = self.step(policeman, down, right)
                        && !self.walls[usize::from(to)]
                    {
                        out.push(Places { bandit, policeman: to });
                    }
                }
            }
        }
        Ok(())
    }

    fn name(&self) -> &str {
        "bandit"
    }

    fn write(&self, places: &Places) -> String {
        let bandit = match places.bandit {
            Spot::Cell(cell) => self.cell_name(cell),
            Spot::Off => "off".to_owned(),
        };
        format!("{bandit}-{}", self.cell_name(places.policeman))
    }

    fn parse(&self, text: &str) -> Result<Places, RuleError> {
        let free =
            |name: &str| self.cell_named(name).filter(|&cell| !self.walls[usize::from(cell)]);
        let places = text.trim().split_once('-').and_then(|(bandit, policeman)| {
            let bandit = if bandit == "off" { Spot::Off } else { Spot::Cell(free(bandit)?) };
            Some(Places { bandit, policeman: free(policeman)? })
        });
        places.ok_or_else(|| {
            RuleError::notation(
                text,
                0..text.len(),
                "expected free cells of the bandit and the policeman, as in `r1c2-r3c4`",
            )
        })
    }

    fn call(&self, places: &Places) -> String {
        match places.bandit {
            Spot::Cell(cell) if cell != places.policeman => {
                format!("bandit(\"{}\")", self.board_text(Some(places)))
            }
            _ => format!("bandit(\"{}\",\"{}\")", self.board_text(None), self.write(places)),
        }
    }

    fn parameters(&self) -> String {
        self.board_text(None)
    }

    fn board(&self, places: &Places) -> Option<Vec<String>> {
        Some(self.board_text(Some(places)).split('|').map(str::to_owned).collect())
    }

    fn letter(&self, player: Player) -> char {
        match player {
            Player::Left => 'B',
            Player::Right => 'P',
        }
    }

    fn graph_form(&self) -> GraphForm {
        GraphForm::Alternating
    }
}

pub(crate) const ROW: Row = Row {
    name: "bandit",
    aliases: &["bandit_and_policeman", "cop_and_bandit"],
    class: Class::LOOPY_PARTIZAN,
    usage: "bandit(\"B..|.#.|..P\")",
    rules: "On a board with walls (#) the bandit (Left, B) steps to a cell beside his and\n\
            wins by stepping off the board; the policeman (Right, P) steps to one of the\n\
            eight cells around his and wins by stepping on the bandit.",
    source: "Stankevich, Games on graphs, introduction",
    example: ("bandit(\"B..|...|..P\")", "outcome L"),
    make: Make::Whole(|call| {
        call.expect(1..=2, "bandit(\"B..|.#.|..P\")")?;
        let board = &call.text(0)?;
        let within = |error| call.within(0, error);
        if call.len() == 1 {
            let (board, places) = Bandit::start(board).map_err(within)?;
            return Ok(Game::new(board, places));
        }
        let (board, _, _) = Bandit::read(board).map_err(within)?;
        let places = board.parse(&call.text(1)?).map_err(|error| call.within(1, error))?;
        Ok(Game::new(board, places))
    }),
    board: Some(|text| {
        let (board, places) = Bandit::start(text)?;
        Ok(Game::new(board, places))
    }),
};
