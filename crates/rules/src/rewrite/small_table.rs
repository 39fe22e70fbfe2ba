//! What is made of the rules for small boards of one layout: patterns, images, and how parts are found.

use std::cell::Cell;

use super::laid::{Form, Laid, LaidCell};
use super::layout::Layout;
use super::matching::{Field, Match};
use super::program::{LOOKS_A_STEP, Program};
use super::small::{Cells, MOST_LAID};
use super::small_match::{Found, Pattern};
use super::small_parts::Shapes;
use super::spec::{Class, DEAD, only};
use super::theorems::Odd;
use crate::{Negated, RuleError};

/// The most options of a position.
const MOST_OPTIONS: usize = 1 << 19;

/// The most patterns that lines are laid apart into.
const MOST_LAID_APART: usize = 4000;

/// What is made of the rules for boards of one layout.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) layout: Layout,
    /// The letters by their codes, the sign of dead cells first.
    pub(super) letters: Vec<u8>,
    /// The class of each code, as patterns have it.
    pub(super) classes: Vec<Class>,
    /// The moves of both players: patterns, or lines that are laid cell by cell.
    pub(super) moves: [Vec<Vec<Vec<Laying>>>; 2],
    /// The codes of letters that stand on the board only during a move.
    pub(super) marks: Vec<usize>,
    /// The images of a board that can be had in this layout: turns, and what codes become.
    pub(super) images: Vec<Turn>,
    /// The code of each letter of the file.
    pub(super) code_of: Vec<usize>,
    /// Steps that finding the options of a board takes.
    pub(super) effort: u64,
    /// Whether the places of the first steps of moves are found without looking at each cell.
    pub(super) countable: bool,
    /// Where they suffice to find parts.
    pub(super) shapes: Option<Shapes>,
}

/// An image of boards.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) symmetry: u8,
    /// What codes become, if any changes.
    pub(super) codes: Option<Vec<usize>>,
    pub(super) negated: Negated,
    /// As [`Image::apart`](super::program::Image).
    pub(super) apart: Vec<Odd>,
}

/// How a pattern is laid.
#[derive(Debug)]
pub(super) enum Laying {
    /// On all cells at once.
    Block(Pattern),
    /// From every cell.
    Line(Laid),
}

impl Laying {
    /// How many first places a block has, before conditions.
    #[inline]
    pub(super) fn count(&self, sets: &[u64; 8]) -> u32 {
        match self {
            Laying::Block(pattern) => pattern.count(sets),
            Laying::Line(_) => 0,
        }
    }
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
pub(super) fn inert(program: &Program) -> Option<usize> {
    let asked = super::program::steps(&program.moves).fold(0, |all, laid| {
        let cells = laid.cells().into_iter().map(|(class, _)| class);
        let others = laid.conditions.iter().map(|condition| condition.class);
        let effects = laid.effects.iter().map(|&(class, _)| class);
        cells.chain(others).chain(effects).fold(all, |all, class| all | class)
    });
    (0..program.spec.playing()).find(|&letter| asked & only(letter as u8) == 0)
}

/// Steps of a budget that finding the options of a board takes: a block is laid on all cells at once,
/// and the steps of a move are laid on all boards that those before make.
fn effort(moves: &[Vec<Vec<Vec<Laying>>>; 2], cells: u64, side: u64) -> u64 {
    let looks = |step: &Vec<Laying>| {
        let looks = step.iter().map(|laying| match laying {
            Laying::Block(_) => 1,
            Laying::Line(laid) => laid.looks(cells, side),
        });
        looks.fold(0, u64::saturating_add).max(1)
    };
    let efforts = moves.iter().flatten().map(|steps| {
        let looks = steps.iter().map(looks).fold(1, u64::saturating_mul);
        looks.min(MOST_LAID as u64)
    });
    efforts.fold(0, u64::saturating_add) / LOOKS_A_STEP
}

impl Table {
    pub(super) fn new<const BITS: usize>(
        program: &Program,
        layout: Layout,
        sides: (usize, usize),
    ) -> Table {
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
        let laid_apart = Cell::new(0);
        let laying = |laid: &Laid| -> Vec<Laying> {
            let block =
                |cells: Vec<LaidCell>| Laying::Block(Pattern::new(laid, &cells, &layout, &code_of));
            match &laid.form {
                Form::Block(cells) => vec![block(cells.clone())],
                Form::Line { .. } => match laid.form.blocks(|way| layout.reach(way, sides)) {
                    Some(blocks) if laid_apart.get() + blocks.len() <= MOST_LAID_APART => {
                        laid_apart.set(laid_apart.get() + blocks.len());
                        blocks.into_iter().map(block).collect()
                    }
                    _ => vec![Laying::Line(laid.clone())],
                },
            }
        };
        // Moves of one step are laid together.
        let moves = program.moves.each_ref().map(|moves| {
            let (mut single, mut all) = (Vec::new(), Vec::new());
            for steps in moves {
                let mut steps: Vec<Vec<Laying>> =
                    steps.iter().map(|step| step.iter().flat_map(laying).collect()).collect();
                match &mut steps[..] {
                    [only] => single.append(only),
                    _ => all.push(steps),
                }
            }
            if !single.is_empty() {
                all.push(vec![single]);
            }
            all
        });
        let images =
            program.images.iter().filter(|image| layout.has(image.symmetry)).map(|image| {
                let mut codes: Vec<usize> = (0..=spec.letters.len()).collect();
                for (letter, &to) in image.codes.iter().enumerate() {
                    codes[code_of[letter]] = code_of[usize::from(to)];
                }
                let changed = codes.iter().enumerate().any(|(code, &to)| code != to);
                Turn {
                    symmetry: image.symmetry,
                    codes: changed.then_some(codes),
                    negated: image.negated,
                    apart: image.apart.clone(),
                }
            });
        let images = images.collect();
        let marks = code_of[spec.playing()..].to_vec();
        let (cells, side) = ((sides.0 * sides.1) as u64, sides.0.max(sides.1) as u64);
        let effort = effort(&moves, cells, side);
        let first = moves.iter().flatten().filter_map(|steps: &Vec<Vec<Laying>>| steps.first());
        let countable = first.flatten().all(|laying| matches!(laying, Laying::Block(_)));
        let board = layout.board(sides.0, sides.1);
        let shapes = None;
        let mut table = Table {
            layout,
            letters,
            classes,
            moves,
            marks,
            images,
            code_of,
            effort,
            countable,
            shapes,
        };
        if program.splits.is_ok() {
            table.shapes = table.shapes::<BITS>(board);
        }
        table
    }

    /// The patterns, if they suffice to find the parts of boards.
    fn shapes<const BITS: usize>(&self, board: u64) -> Option<Shapes> {
        let plain = |laying: &Laying| matches!(laying, Laying::Block(block) if block.is_plain());
        if !self.steps().all(plain) {
            return None;
        }
        let patterns = self.steps().filter_map(|laying| match laying {
            Laying::Block(pattern) => Some(pattern),
            Laying::Line(_) => None,
        });
        let shapes = Shapes::new(&patterns.collect::<Vec<_>>());
        let letters = self.letters.len() - self.marks.len();
        let exact = |cells: &Cells<BITS>| {
            let mut parts = Vec::new();
            self.parts(cells, |part| parts.push(part));
            parts
        };
        shapes.suffice(letters, board, exact, |cells| self.by_code(cells)).then_some(shapes)
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
    pub(super) fn by_code<const BITS: usize>(&self, cells: &Cells<BITS>) -> [u64; 8] {
        let mut all = [0; 8];
        for (code, set) in all.iter_mut().enumerate().take(self.letters.len()).skip(1) {
            *set = cells.with_code(code);
        }
        all
    }

    /// Appends what a step makes of a board.
    pub(super) fn step<const BITS: usize>(
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
    pub(super) fn parts<const BITS: usize>(&self, cells: &Cells<BITS>, mut each: impl FnMut(u64)) {
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

impl Turn {
    /// The image of a board, moved to the top and to the left.
    #[inline]
    pub(super) fn of<const BITS: usize>(
        &self,
        layout: &Layout,
        cells: &Cells<BITS>,
    ) -> Cells<BITS> {
        let mut image = *cells;
        if let Some(codes) = &self.codes {
            image = Cells([0; BITS]);
            for (code, &to) in codes.iter().enumerate().skip(1) {
                let set = cells.with_code(code);
                for (bit, bits) in image.0.iter_mut().enumerate() {
                    *bits |= if to >> bit & 1 == 1 { set } else { 0 };
                }
            }
        }
        let turned = image.map(|bits| layout.image(bits, self.symmetry));
        let corner = layout.corner(turned.alive());
        turned.map(|bits| bits >> corner)
    }
}
