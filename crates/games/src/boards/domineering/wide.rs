//! Domineering on boards that are too wide or too high for [`Domineering`](super::Domineering), of up to
//! 128 cells.

use upstar_engine::WinnerSearch;

use super::frame::{ByLeft, Eleven, Frame, Oblong, View, least, sides, transposed};
use super::search::DomineeringSearch;
use super::{bounds_of, push_options, regions};
use crate::boards::grid::{FREE, Grid, WALL, rows_of};
use crate::prelude::*;

const ELEVEN: usize = 11;
/// Boards of two rows soon fall apart, and sums of the values of their parts are faster.
const NARROW: usize = 2;

/// Domineering on boards of up to 128 cells.
///
/// A position is the set of free cells in the frame.
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
        let free = wide.cells(grid);
        Some(Game::compiled(wide, free))
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
    type Position = u128;

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

    fn options(&self, &free: &u128, player: Player, out: &mut Options<u128>) -> Result {
        push_options(self.frame, free, player, out);
        Ok(())
    }

    fn components(&self, &free: &u128, out: &mut Vec<u128>) -> Result {
        regions(self.frame, free, out);
        Ok(())
    }

    fn static_bounds(&self, &free: &u128) -> Option<StaticBounds> {
        Some(bounds_of(self.frame, free))
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<u128>>> {
        let sides = [self.frame.rows(), self.frame.columns()].map(|side| side as usize);
        match sides {
            [ELEVEN, ELEVEN] => Some(Box::new(DomineeringSearch::new(Eleven, bytes))),
            [rows, columns] if rows.min(columns) <= NARROW => None,
            _ => Some(Box::new(DomineeringSearch::new(self.frame, bytes))),
        }
    }

    /// The number of free cells.
    fn tier(&self, &free: &u128) -> u64 {
        free.count_ones().into()
    }

    fn normalize(&self, free: u128) -> (u128, Negated) {
        let same = least(self.frame, free);
        match transposed(self.frame, same).map(|turned| least(self.frame, turned)) {
            Some(turned) if turned < same => (turned, Negated::Yes),
            _ => (same, Negated::No),
        }
    }

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        self.larger.make(arguments)
    }

    fn write(&self, &free: &u128) -> String {
        self.text(free, [self.rows, self.columns])
    }

    fn parse(&self, text: &str) -> Result<u128> {
        let grid = Grid::read(text, ".#")?;
        if grid.rows() > self.rows || grid.columns() > self.columns {
            let message = format!("expected at most {} rows of {} cells", self.rows, self.columns);
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(self.cells(&grid))
    }

    fn call(&self, free: &u128) -> String {
        format!("domineering(\"{}\")", self.write(free))
    }

    fn spell(&self, &free: &u128) -> String {
        let sides = sides(self.frame, free | 1).map(|side| side as usize);
        format!("domineering(\"{}\")", self.text(free, sides))
    }

    fn board(&self, free: &u128) -> Option<Vec<String>> {
        Some(rows_of(&self.write(free)))
    }

    /// Encodes the cells of the frame, because a turned part may not fit the board.
    fn encode(&self, free: &u128) -> Vec<u8> {
        free.to_le_bytes().to_vec()
    }

    fn decode(&self, bytes: &[u8]) -> Option<u128> {
        bytes.try_into().ok().map(u128::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use upstar_engine::Solver;
    use upstar_rewrite::CustomGame;

    use super::*;

    fn game(board: &str) -> Game {
        crate::parse_game(&format!("domineering(\"{board}\")")).unwrap()
    }

    /// Against the rules file: options, parts, outcomes and values of boards with few free cells.
    #[test]
    fn boards_agree_with_the_rules_file() {
        let text = include_str!("../../../rules/domineering.game");
        let plain = CustomGame::read_all(text).unwrap().remove(0);
        let solver = Solver::default();
        let budget = Budget::unlimited();
        let mut random = 1u64;
        for round in 0..40 {
            let (rows, columns) = [(9, 9), (10, 11), (5, 13), (14, 3), (2, 40)][round % 5];
            let mut board = String::new();
            for at in 0..rows * columns {
                if at > 0 && at % columns == 0 {
                    board.push('|');
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                board.push(if random >> 33 & 7 < 3 { '.' } else { '#' });
            }
            let (wide, twin) =
                (game(&board), plain.rules().make(&Arguments::of_text(&board)).unwrap());
            assert_eq!(wide.position_text(), twin.position_text());
            for player in Player::BOTH {
                let texts = |game: &Game| {
                    let options = game.options(player).unwrap();
                    let mut texts: Vec<_> = options.iter().map(Game::position_text).collect();
                    texts.sort();
                    texts
                };
                assert_eq!(texts(&wide), texts(&twin), "{board}");
            }
            let outcome = |game: &Game| {
                solver.outcome(&game.clone().into(), Convention::Normal, &budget).unwrap()
            };
            assert_eq!(outcome(&wide), outcome(&twin), "{board}");
            let value = |game: &Game| solver.value(&game.clone().into(), &budget).unwrap();
            assert_eq!(value(&wide), value(&twin), "{board}");
        }
    }

    /// A part and its images have one representative, and its sign changes with the players.
    #[test]
    fn images_have_one_representative() {
        let tall = "...|.##|###|###|###|###|###|###|###";
        let [wide, level] = ["..#######|.########|.########", "#########...|#########.##"];
        for (board, image, opposite) in
            [(tall, wide, true), (level, "##.#########|...#########", false)]
        {
            let [a, b] = [board, image].map(|board| game(board).normalized());
            assert_eq!(a.0.position::<u128>(), b.0.position::<u128>());
            assert_eq!(a.1 != b.1, opposite);
        }
    }
}
