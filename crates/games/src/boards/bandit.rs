//! The bandit and the policeman on a board with obstacles.

use super::grid::{EIGHT, FOUR, read_letters, rows_of};
use crate::prelude::*;
use upstar_engine::GraphForm;

/// The place of the bandit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// In a cell, counted row by row from 0.
    Cell(u16),
    /// Off the board: he has won.
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

/// A board. The bandit (Left) moves to one of four neighbouring cells or off the board, the
/// policeman (Right) to one of eight.
///
/// The bandit wins by stepping off the board, the policeman by stepping on him. Nobody enters a
/// wall, and the bandit does not enter the policeman's cell. A player without a move loses.
#[derive(Clone, Debug, Default)]
pub struct Bandit {
    rows: u16,
    columns: u16,
    walls: Vec<bool>,
}

/// The largest number of cells of a board.
const MOST_CELLS: usize = 65_535;

impl Bandit {
    /// Reads a board: rows separated by newlines or `|`, with `.` for a free
    /// cell, `#` for a wall, `B` for the bandit and `P` for the policeman.
    fn read(text: &str) -> Result<(Bandit, Option<u16>, Option<u16>)> {
        let (mut bandit, mut policeman, mut cell) = (None, None, 0usize);
        let (rows, columns, walls) = read_letters(text, |letter| {
            let who = match letter {
                'B' | 'b' => Some((&mut bandit, "bandit")),
                'P' | 'p' => Some((&mut policeman, "policeman")),
                '.' | '#' => None,
                other => {
                    return Err(format!(
                        "expected `.` (free), `#` (wall), `B` or `P`, found `{}`",
                        other.escape_default()
                    ));
                }
            };
            if let Some((place, name)) = who
                && place.replace(cell as u16).is_some()
            {
                return Err(format!("a second {name}; there is only one"));
            }
            cell += 1;
            Ok(letter == '#')
        })?;
        if walls.len() > MOST_CELLS {
            let size = format!("{} cells", walls.len());
            return Err(RuleError::too_large("the board", size, format!("{MOST_CELLS} cells")));
        }
        Ok((Bandit { rows: rows as u16, columns: columns as u16, walls }, bandit, policeman))
    }

    fn start(text: &str) -> Result<(Bandit, Places)> {
        let (board, bandit, policeman) = Self::read(text)?;
        let missing = |name: &str, letter| {
            let message = format!("the board has no {name} (`{letter}`)");
            RuleError::notation(text, 0..text.len(), message)
        };
        let bandit = Spot::Cell(bandit.ok_or_else(|| missing("bandit", 'B'))?);
        let policeman = policeman.ok_or_else(|| missing("policeman", 'P'))?;
        Ok((board, Places { bandit, policeman }))
    }

    /// The cell that is `down` and `right` of `cell`; `None` if it is off the board.
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

upstar_engine::ordered!(Places);

impl Ruleset for Bandit {
    type Position = Places;

    as_in!(ROW);

    /// The rules are those of the board. A second argument gives the places of both.
    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        if !matches!(arguments.len(), 1 | 2) {
            return Err(RuleError::Usage);
        }
        let text = arguments.text(0)?;
        if arguments.len() == 1 {
            let start = Bandit::start(&text).map_err(|error| arguments.within(0, error))?;
            return Ok(Game::new(start.0, start.1));
        }
        let (board, ..) = Bandit::read(&text).map_err(|error| arguments.within(0, error))?;
        let places = board.parse(&arguments.text(1)?);
        let places = places.map_err(|error| arguments.within(1, error))?;
        Ok(Game::new(board, places))
    }

    fn options(
        &self,
        &Places { bandit, policeman }: &Places,
        player: Player,
        out: &mut Options<Places>,
    ) -> Result {
        let Spot::Cell(cell) = bandit else { return Ok(()) };
        if cell == policeman {
            return Ok(());
        }
        match player {
            Player::Left => {
                for (down, right) in FOUR {
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
                for (down, right) in EIGHT {
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

    fn write(&self, places: &Places) -> String {
        let bandit = match places.bandit {
            Spot::Cell(cell) => self.cell_name(cell),
            Spot::Off => "off".to_owned(),
        };
        format!("{bandit}-{}", self.cell_name(places.policeman))
    }

    fn parse(&self, text: &str) -> Result<Places> {
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
        Some(rows_of(&self.board_text(Some(places))))
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
    rules: "On a board with walls (#) the bandit (Left, B) steps to a neighbouring cell and wins by\n\
            stepping off the board; the policeman (Right, P) steps to one of the eight cells around\n\
            his and wins by stepping on the bandit.",
    source: "Stankevich, Games on graphs, introduction",
    example: ("bandit(\"B..|...|..P\")", "outcome L"),
    make: Make::Rules(|| Rules::new(Bandit::default())),
    boards: true,
};
