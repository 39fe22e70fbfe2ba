//! Games defined by rules on strips and grids of any size, cell by cell.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::after::{Joined, root};
use super::cursor::shown;
use super::matching::{Field, Match};
use super::placed_patterns::{PlacedPattern, Steps};
use super::program::Program;
use super::small;
use super::spec::{After, Board, Class, only};
use upstar_core::Player;
use upstar_engine::positions::grid::Grid;
use upstar_engine::positions::grid::{read_letters, size};
use upstar_engine::{
    Argument, Arguments, Class as Kind, Convention, Game, Negated, Options, Picture, Result,
    RuleError, Rules, Ruleset, StaticBounds,
};

/// The maximum length of a strip.
const LONGEST: usize = 2000;
/// About the maximum number of cells that matches may examine to find the options of a position.
const MOST_LOOKS: u64 = 50_000_000;
/// The maximum number of bytes of the options of a position.
const MOST_BYTES: usize = 1 << 26;
/// The maximum number of cells that are examined to find the parts of a board. Larger boards are
/// not split.
const MOST_LOOKS_FOR_PARTS: u64 = 300_000;

/// A game defined by rules on a strip or a grid.
#[derive(Clone, Debug)]
pub(super) struct CellGame(pub(super) Arc<Program>);

/// A board, each cell with its letter.
struct Letters<'a> {
    grid: &'a Grid,
    program: &'a Program,
}

impl Field for Letters<'_> {
    const OPEN: bool = false;

    fn rows(&self) -> i32 {
        self.grid.rows() as i32
    }

    fn columns(&self) -> i32 {
        self.grid.columns() as i32
    }

    #[inline]
    fn letters(&self, cell: usize) -> Class {
        self.program.class_of[usize::from(self.grid.cells()[cell])]
    }
}

/// A board, each cell with the letters that it may ever have.
struct Open {
    rows: i32,
    columns: i32,
    letters: Vec<Class>,
}

impl Field for Open {
    const OPEN: bool = true;

    fn rows(&self) -> i32 {
        self.rows
    }

    fn columns(&self) -> i32 {
        self.columns
    }

    #[inline]
    fn letters(&self, cell: usize) -> Class {
        self.letters[cell]
    }
}

impl Joined for Grid {
    fn near(&self, cell: usize, corners: bool) -> Vec<usize> {
        let (row, column) = (cell / self.columns(), cell % self.columns());
        let near = |at: usize, most: usize| at.saturating_sub(1)..(at + 2).min(most);
        let beside = |&(r, c): &(usize, usize)| match row.abs_diff(r) + column.abs_diff(c) {
            1 => true,
            2 => corners,
            _ => false,
        };
        near(row, self.rows())
            .flat_map(|r| near(column, self.columns()).map(move |c| (r, c)))
            .filter(beside)
            .map(|(r, c)| r * self.columns() + c)
            .collect()
    }
}

impl CellGame {
    /// What a step does to the whole board. False if it may not leave that board.
    fn leaves(&self, after: &After, grid: &mut Grid) -> bool {
        let code = |&letter: &u8| self.0.class_of[usize::from(letter)].trailing_zeros() as u8;
        let mut codes: Vec<u8> = grid.cells().iter().map(code).collect();
        let before = codes.clone();
        let legal = after.play(grid, &mut codes);
        for (cell, (code, before)) in codes.iter().zip(before).enumerate() {
            if *code != before {
                grid.cells_mut()[cell] = self.0.spec.letters[usize::from(*code)];
            }
        }
        legal
    }

    fn letters<'a>(&'a self, grid: &'a Grid) -> Letters<'a> {
        Letters { grid, program: &self.0 }
    }

    /// Appends the results of a step on a board.
    fn step(
        &self,
        laid: &[PlacedPattern],
        grid: &Grid,
        found: &mut Match,
        out: &mut Options<Grid>,
    ) -> Result {
        let field = self.letters(grid);
        let most = MOST_BYTES / (grid.cells().len() + 64);
        for laid in laid {
            laid.matches(&field, found, |found| {
                if out.len() > most || out.is_stopped() {
                    return;
                }
                let mut after = grid.clone();
                let cells = after.cells_mut();
                for &(cell, to) in &found.cells {
                    if let Some(to) = to {
                        cells[cell] = self.0.spec.letters[usize::from(to)];
                    }
                }
                for &(cell, _, to) in &found.beside {
                    cells[cell] = self.0.spec.letters[usize::from(to)];
                }
                if laid.after == After::default() || self.leaves(&laid.after, &mut after) {
                    out.push(after);
                }
            });
        }
        if out.len() > most {
            let size = format!("more than {most} on this board");
            return Err(RuleError::too_large("the number of moves", size, most));
        }
        Ok(())
    }

    /// Reads a board: rows, or a size for an empty one.
    pub(super) fn read(&self, text: &str) -> Result<Grid> {
        let spec = &self.0.spec;
        let grid = if text.is_empty() {
            Grid::strip(Vec::new(), LONGEST)?
        } else if let Some((rows, columns)) = size(text)
            && spec.board == Board::Grid
            && !spec.letters.iter().any(u8::is_ascii_digit)
        {
            let small = |n: u64| usize::try_from(n).unwrap_or(usize::MAX).min(1 << 20);
            Grid::filled(small(rows), small(columns), spec.letters[usize::from(spec.empty())])?
        } else {
            let dead = self.0.dead;
            let (rows, columns, cells) = read_letters(text, |letter| {
                let plays = |letter: &u8| {
                    let code = spec.code(*letter).map(usize::from);
                    *letter == dead || code.is_some_and(|code| code < spec.playing())
                };
                // In either case, unless both are letters of the game.
                let other = |letter: u8| {
                    let small = letter.to_ascii_lowercase();
                    [small, small.to_ascii_uppercase()].into_iter().find(plays)
                };
                let byte = u8::try_from(letter).ok();
                let known = byte.and_then(|l| Some(l).filter(plays).or_else(|| other(l)));
                known.ok_or_else(|| {
                    let list: Vec<String> = spec.letters[..spec.playing()]
                        .iter()
                        .map(|&letter| format!("`{}`", char::from(letter)))
                        .collect();
                    let size = match spec.board {
                        Board::Grid => " or a size such as `4x5`",
                        _ => "",
                    };
                    let (list, found) = (list.join(", "), shown(&letter.to_string()));
                    format!("expected a cell ({list}){size}, found `{found}`")
                })
            })?;
            if spec.board == Board::Strip && rows > 1 {
                let end = text.find(['\n', '|']).unwrap_or(0);
                return Err(RuleError::notation(text, end..end + 1, "a strip has one row"));
            }
            match spec.board {
                Board::Strip => Grid::strip(cells, LONGEST)?,
                _ => Grid::of_cells(rows, columns, cells)?,
            }
        };
        self.small_enough(grid)
    }

    /// The board, unless finding its options takes too long.
    fn small_enough(&self, grid: Grid) -> Result<Grid> {
        let side = grid.rows().max(grid.columns()) as u64;
        let looks = self.0.looks(grid.cells().len() as u64, side);
        if looks <= MOST_LOOKS {
            return Ok(grid);
        }
        let few = |side: &u64| {
            let cells = if self.0.spec.board == Board::Strip { *side } else { side * side };
            self.0.looks(cells, *side) <= MOST_LOOKS
        };
        let most = (1..LONGEST as u64).take_while(few).last().unwrap_or(0);
        let (rows, columns) = (grid.rows(), grid.columns());
        let what = format!("the board, for the patterns of {},", self.0.spec.name);
        Err(match self.0.spec.board {
            Board::Strip => RuleError::too_large(what, columns, format!("{most} cells")),
            _ => RuleError::too_large(
                what,
                format!("{rows} rows of {columns} cells"),
                format!("as much as {most} rows of {most}"),
            ),
        })
    }

    /// The parts of a board that no move ever joins; see [`Program::splits`].
    ///
    /// For each cell the set of letters that may ever stand there grows until it allows no
    /// further match: that allows every move of real play, and perhaps more. A cell with one
    /// letter forever joins nothing. Two cells that may change are in one part if a match looks
    /// at both. So what is possible in a part depends on its cells alone.
    fn parts(&self, grid: &Grid, out: &mut Vec<Grid>) {
        let field = self.letters(grid);
        let letters: Vec<Class> = (0..grid.cells().len()).map(|cell| field.letters(cell)).collect();
        let mut open = Open { rows: field.rows(), columns: field.columns(), letters };
        let mut found = Match::default();
        let steps: Vec<&PlacedPattern> =
            self.0.moves.iter().flatten().flatten().flatten().collect();
        let mut changes = Vec::new();
        let side = grid.rows().max(grid.columns()) as u64;
        let looks = self.0.looks(grid.cells().len() as u64, side);
        let mut looked = 0;
        loop {
            looked += looks;
            if looked > MOST_LOOKS_FOR_PARTS {
                out.push(grid.clone());
                return;
            }
            for laid in &steps {
                laid.matches(&open, &mut found, |found| {
                    let cells = found.cells.iter().filter_map(|&(cell, to)| Some((cell, to?)));
                    changes.extend(cells);
                    changes.extend(found.beside.iter().map(|&(cell, _, to)| (cell, to)));
                });
            }
            let mut grown = false;
            for (cell, to) in changes.drain(..) {
                grown |= open.letters[cell] & only(to) == 0;
                open.letters[cell] |= only(to);
            }
            if !grown {
                break;
            }
        }
        let varies = |cell: usize| open.letters[cell].count_ones() > 1;
        // Cells by the first cell of their part; and cells that never change, by a part that looks
        // at them.
        let mut first: Vec<usize> = (0..open.letters.len()).collect();
        let mut looked = Vec::new();
        let mut window = Vec::new();
        for laid in &steps {
            laid.matches(&open, &mut found, |found| {
                window.clear();
                window.extend(found.cells.iter().map(|&(cell, _)| cell));
                window.extend_from_slice(&found.looked);
                let Some(&one) = window.iter().find(|&&cell| varies(cell)) else { return };
                for &cell in &window {
                    if varies(cell) {
                        let (a, b) = (root(&mut first, one), root(&mut first, cell));
                        first[a.max(b)] = a.min(b);
                    } else {
                        looked.push((cell, one));
                    }
                }
            });
        }
        let mut parts: Vec<usize> = Vec::new();
        for cell in 0..first.len() {
            if varies(cell) {
                let part = root(&mut first, cell);
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        for part in parts {
            let mut inside = vec![false; first.len()];
            for (cell, inside) in inside.iter_mut().enumerate() {
                *inside = varies(cell) && root(&mut first, cell) == part;
            }
            for &(cell, one) in &looked {
                inside[cell] |= root(&mut first, one) == part;
            }
            out.push(grid.cut_with_border(&inside, self.0.dead, self.0.border));
        }
    }
}

/// From this many options on, repeats are removed.
const MANY: usize = 200;

/// Removes repeats if there are many options from `first` on, and keeps the order of the first
/// occurrences: patterns with repetitions may match in many ways with the same result.
pub(super) fn without_repeats<P: Eq + Hash>(options: &mut Vec<P>, first: usize) {
    if options.len() < first + MANY {
        return;
    }
    let hash = |option: &P| FixedState::default().hash_one(option);
    // Places in the list, since the options themselves may take most of the memory.
    let mut met = HashTable::new();
    let mut kept = first;
    for at in first..options.len() {
        let own = hash(&options[at]);
        if met.find(own, |&other: &usize| options[other] == options[at]).is_none() {
            options.swap(kept, at);
            met.insert_unique(own, kept, |&other| hash(&options[other]));
            kept += 1;
        }
    }
    options.truncate(kept);
}

impl Ruleset for CellGame {
    type Position = Grid;

    fn name(&self) -> &str {
        &self.0.spec.name
    }

    fn class(&self) -> Kind {
        self.0.class
    }

    fn convention(&self) -> Convention {
        self.0.spec.convention
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let index = usize::from(player == Player::Right);
        let mut found = Match::default();
        let first = out.len();
        for steps in &self.0.moves[index] {
            self.move_in_steps(steps, grid, &mut found, out)?;
        }
        if self.0.spec.passes[index] {
            out.push(grid.clone());
        }
        without_repeats(out.unmetered(), first);
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result {
        if self.0.splits.is_ok() {
            self.parts(grid, out);
        } else {
            out.push(grid.clone());
        }
        Ok(())
    }

    /// Where values are infinitesimal, these bounds are worth more than counting matches.
    fn static_bounds(&self, grid: &Grid) -> Option<StaticBounds> {
        if !self.0.infinitesimal {
            return None;
        }
        let (field, mut found) = (self.letters(grid), Match::default());
        let moves = [0, 1].map(|player| {
            let mut moves = 0;
            let first = self.0.moves[player].iter().filter_map(|steps| steps.first()).flatten();
            for laid in first {
                laid.matches(&field, &mut found, |_| moves += 1);
            }
            moves
        });
        let bound = i32::from(moves != [0, 0]);
        Some(StaticBounds { moves, low: -bound, high: bound })
    }

    fn parts_slowly(&self) -> bool {
        true
    }

    fn step_cost(&self, grid: &Grid) -> u64 {
        let side = grid.rows().max(grid.columns()) as u64;
        self.0.step_cost(grid.cells().len() as u64, side)
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        if self.0.images.len() == 1 {
            return (grid, Negated::No);
        }
        let images = self.0.images.iter().map(|image| (image.symmetry, image));
        let (least, image) = grid.least(images, |image, letter| image.letters[usize::from(letter)]);
        (least, image.negated)
    }

    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        let spec = &self.0.spec;
        if spec.board == Board::Grid && arguments.len() == 2 {
            let side = |index| arguments.count(index, Grid::MOST as u64);
            let letter = spec.letters[usize::from(spec.empty())];
            let grid = Grid::filled(side(0)? as usize, side(1)? as usize, letter)?;
            return Ok(self.at(rules, self.small_enough(grid)?));
        }
        if spec.board == Board::Strip
            && let [Argument::Integer(_)] = arguments.values()
        {
            let length = arguments.count(0, LONGEST as u64).map_err(|_| {
                let message = format!("expected a board, or its length, from 0 to {LONGEST}");
                arguments.complain(0, message)
            })?;
            let letter = spec.letters[usize::from(spec.empty())];
            let strip = Grid::strip(vec![letter; length as usize], LONGEST)?;
            return Ok(self.at(rules, self.small_enough(strip)?));
        }
        Ok(self.at(rules, self.position(arguments)?))
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        self.read(text)
    }

    fn parameters(&self) -> String {
        self.0.digest.clone()
    }

    fn call(&self, grid: &Grid) -> String {
        format!("{}(\"{grid}\")", self.name())
    }

    fn board(&self, grid: &Grid) -> Option<Vec<String>> {
        Some(grid.to_string().split('|').map(str::to_owned).collect())
    }

    fn picture(&self, grid: &Grid) -> Picture {
        self.0.picture(self.board(grid).unwrap_or_default())
    }
}

impl CellGame {
    /// The game at a position, with the engine that suits its size.
    fn at(&self, rules: &Rules, grid: Grid) -> Game {
        let in_rust = self.0.on_small_boards.and_then(|game| game(rules, &grid));
        in_rust.or_else(|| small::game(&self.0, &grid)).unwrap_or_else(|| rules.at(grid))
    }

    /// Appends the results of the steps of a move on a board.
    fn move_in_steps(
        &self,
        steps: &Steps,
        grid: &Grid,
        found: &mut Match,
        out: &mut Options<Grid>,
    ) -> Result {
        if let [only] = &steps[..]
            && self.0.spec.marks == 0
        {
            return self.step(only, grid, found, out);
        }
        let mut boards = vec![grid.clone()];
        let (cells, side) = (grid.cells().len() as u64, grid.rows().max(grid.columns()) as u64);
        for laid in steps {
            let looks = laid.iter().fold(0, |looks, laid| laid.looks(cells, side).max(looks));
            if looks.saturating_mul(boards.len() as u64) > 4 * MOST_LOOKS {
                let size = format!("{} after a step", boards.len());
                return Err(RuleError::too_large("the number of moves", size, "fewer"));
            }
            let mut next = Options::unlimited();
            for board in &boards {
                self.step(laid, board, found, &mut next)?;
            }
            boards = next.into_vec();
        }
        let marks = self.0.spec.mark_class();
        let played = |board: &Grid| {
            board.cells().iter().all(|&l| self.0.class_of[usize::from(l)] & marks == 0)
        };
        out.extend(boards.into_iter().filter(played));
        Ok(())
    }
}
