//! Games by rules on small boards: for each bit of the letters' codes the set of cells that have it.
//!
//! Patterns of cells in fixed places are matched on all cells at once, by shifts; others cell by
//! cell, as on boards of any size. Both find the same.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cells::CellGame;
use super::laid::{Form, Laid, LaidCell};
use super::layout::Layout;
use super::matching::{Field, Match};
use super::program::Program;
use super::small_match::{Found, Pattern};
use super::spec::{Class, DEAD, only};
use crate::games::boards::grid::rows_of;
use crate::grid::Grid;
use crate::{Arguments, Class as Kind, Game, Negated, Position, RuleError, Rules, Ruleset};
use upstar_core::Player;

/// The most options of a position.
const MOST_OPTIONS: usize = 1 << 19;

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
        let laying = |laid: &Laid| -> Vec<Laying> {
            let block =
                |cells: Vec<LaidCell>| Laying::Block(Pattern::new(laid, &cells, &layout, &code_of));
            match &laid.form {
                Form::Block(cells) => vec![block(cells.clone())],
                Form::Line { .. } => match laid.form.blocks(|way| layout.reach(way, sides)) {
                    Some(blocks) => blocks.into_iter().map(block).collect(),
                    None => vec![Laying::Line(laid.clone())],
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
        Table { layout, letters, classes, moves, marks, images, code_of }
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
        for steps in &table.moves[index] {
            if let [only] = &steps[..]
                && table.marks.is_empty()
            {
                table.step(only, cells, out)?;
                continue;
            }
            let mut boards = vec![*cells];
            for step in steps {
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
mod tests {
    use proptest::prelude::*;
    use upstar_core::Budget;
    use upstar_values::Universe;

    use super::*;
    use crate::{Engine, Settings};

    /// The rows of a board without those at its sides that are dead.
    fn trimmed(text: &str, dead: char) -> Vec<String> {
        let rows: Vec<&str> = text.split('|').collect();
        let alive = |row: &&str| row.chars().any(|letter| letter != dead);
        let (Some(first), Some(last)) = (rows.iter().position(alive), rows.iter().rposition(alive))
        else {
            return Vec::new();
        };
        let rows = &rows[first..=last];
        let columns: Vec<usize> = rows
            .iter()
            .flat_map(|row| row.match_indices(|letter| letter != dead))
            .map(|m| m.0)
            .collect();
        let (first, last) = (columns.iter().min().unwrap(), columns.iter().max().unwrap());
        rows.iter().map(|row| row[*first..=*last].to_owned()).collect()
    }

    fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
        all.sort();
        all
    }

    fn agree<const BITS: usize>(program: &Arc<Program>, text: &str) {
        let large = CellGame(program.clone());
        let grid = large.read(text).unwrap();
        let layout = Layout::of(grid.rows(), grid.columns()).unwrap();
        let table = Arc::new(Table::new(program, layout, (grid.rows(), grid.columns())));
        let (rows, columns) = (grid.rows(), grid.columns());
        let small = SmallGame::<BITS> { program: program.clone(), table, rows, columns };
        let cells = small.cells(&grid);
        if inert(program).is_none() || !text.contains(char::from(program.dead)) {
            assert_eq!(small.write(&cells), text);
        }
        assert_eq!(small.decode(&small.encode(&cells)), Some(cells));
        for player in Player::BOTH {
            let (mut bits, mut grids) = (Vec::new(), Vec::new());
            small.options(&cells, player, &mut bits).unwrap();
            large.options(&grid, player, &mut grids).unwrap();
            let same = |text: String| {
                text.replace(
                    char::from(program.dead),
                    &char::from(small.table.letters[0]).to_string(),
                )
            };
            let bits = sorted(bits.iter().map(|option| small.write(option)).collect());
            let grids = sorted(grids.iter().map(|option| same(large.write(option))).collect());
            assert_eq!(bits, grids, "{text} {:?}", program.spec.source);
        }
        let dead = char::from(program.dead);
        let trimmed = |text: &str| {
            trimmed(&text.replace(char::from(small.table.letters[0]), &dead.to_string()), dead)
        };
        let (mut bits, mut grids) = (Vec::new(), Vec::new());
        small.components(&cells, &mut bits).unwrap();
        large.components(&grid, &mut grids).unwrap();
        let bits = sorted(bits.iter().map(|part| trimmed(&small.write(part))).collect());
        let grids = sorted(grids.iter().map(|part| trimmed(&large.write(part))).collect());
        assert_eq!(bits, grids, "{text} {:?}", program.spec.source);
        // Images of a board have one representative.
        let (least, negated) = small.normalize(cells);
        for (symmetry, codes, sign) in &small.table.images {
            let mut image = cells.map(|bits| small.table.layout.image(bits, *symmetry));
            if let Some(codes) = codes {
                let sets: Vec<u64> = (0..codes.len()).map(|code| image.with_code(code)).collect();
                codes.iter().zip(sets).skip(1).for_each(|(&to, set)| image.put(set, to));
            }
            let (other, turned) = small.normalize(image);
            assert_eq!(other, least);
            let itself = small.table.images.iter().any(|(_, _, sign)| *sign == Negated::Yes);
            assert!(turned == negated || *sign == Negated::Yes || itself);
        }
        if program.class.loopy || rows * columns > 9 {
            return;
        }
        let (universe, budget) = (Universe::new(), Budget::unlimited());
        let plain = Settings { components: false, symmetry: false, ..Settings::default() };
        let fast = Engine::new(&universe, Settings::default()).value(&small, &cells, &budget);
        let slow = Engine::new(&universe, plain).value(&large, &grid, &budget);
        assert_eq!(fast.unwrap(), slow.unwrap(), "{text} {:?}", program.spec.source);
    }

    const RULES: [&str; 12] = [
        "left: x. -> .x in 4 directions; right: o. -> .o in 4 directions",
        "both: x./.o -> ../.. in 4 directions",
        "left: xo -> .x in 4 directions; right: ox -> .o in 4 directions",
        "both: xo -> .x mirror if no o beside",
        "left: . -> x if at most 1 [xo] around; right: . -> o if at most 1 [xo] around",
        "left: x -> . beside o -> ., . -> x; right: o -> . beside x -> .",
        "left: x(o.)+ -> (..)+x in 4 directions; right: o(x.)+ -> (..)+o in 4 directions",
        "both: x.+ -> .+x in 8 directions",
        "left: x.** -> o.**; right: o[x.]* -> x.* if some x beside",
        "left: x. -> .o in 4 diagonals; right: o.?x -> x??.",
        "left: xx -> .. if 2 o on board; right: oo -> .. in 4 directions",
        "left: x.+ -> .+X in 4 directions then X. -> xo in 4 directions; right: o -> .",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

        /// Bits against cells: options, parts, images and values.
        #[test]
        fn bits_agree_with_cells(
            first in 0..RULES.len(),
            second in 0..RULES.len(),
            size in prop_oneof![Just((3, 3)), Just((2, 4)), Just((5, 8)), Just((8, 8)),
                Just((1, 9)), Just((1, 14)), Just((3, 11)), Just((12, 1))],
            letters in prop::collection::vec(0..6usize, 64),
            strip in any::<bool>(),
        ) {
            let board = if strip && size.0 == 1 { "strip" } else { "grid" };
            let rules = if board == "strip" { [9, 8] } else { [first, second] };
            let mut lines = vec![format!("g on {board} \"xo.\" marks \"X\"")];
            lines.extend(rules.map(|rule| RULES[rule].to_owned()));
            let text = lines.join("\n").replace("in 4 diagonals", if strip { "" } else { "in 4 diagonals" });
            if let Ok(specs) = super::super::parse::read(&text) {
                let program = Arc::new(Program::new(specs.into_iter().next().unwrap(), &text).unwrap());
                let cell = |at: usize| char::from(b"xo..x%"[letters[at]]);
                let dead = char::from(program.dead);
                let rows: Vec<String> = (0..size.0)
                    .map(|row| (0..size.1).map(|column| cell(row * size.1 + column)).collect())
                    .collect();
                let board = rows.join("|").replace('%', &dead.to_string());
                agree::<3>(&program, &board);
                if inert(&program).is_some() {
                    agree::<2>(&program, &board);
                }
            }
        }
    }

    #[test]
    fn few_letters_take_few_bits() {
        let text = "g on grid \".#\"; left: ./. -> #/#; right: .. -> ##";
        let spec = super::super::parse::read(text).unwrap().into_iter().next().unwrap();
        let program = Arc::new(Program::new(spec, text).unwrap());
        for text in ["...|.#.|...", "....|#...|..#.|....", "........|........"] {
            agree::<1>(&program, text);
        }
    }
}
