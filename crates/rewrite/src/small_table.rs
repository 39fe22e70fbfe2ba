//! What is made of the rules for small boards of one layout: patterns, images, and how parts are found.

use smallvec::{SmallVec, smallvec};

use super::layout::Layout;
use super::matching::{Field, Match};
use super::placed_patterns::{Form, PlacedCell, PlacedPattern};
use super::program::{LOOKS_A_STEP, Program};
use super::small::{CellSets, MOST_LAID};
use super::small_match::{Matches, Pattern, PatternTrie};
use super::small_parts::Shapes;
use super::spec::{Class, DEAD, only};
use super::theorems::Odd;
use upstar_engine::{Negated, Result, RuleError};

/// The most options of a position.
const MOST_OPTIONS: usize = 1 << 19;

/// The most patterns that lines are laid apart into.
const MOST_LAID_APART: usize = 4000;

/// The most ways in which letters may stand on the cells of a block that is looked at whether it is
/// needed; and the most blocks that are.
const MOST_WAYS: usize = 16;
const MOST_JOINING: usize = 512;

/// What is made of the rules for boards of one layout.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) layout: Layout,
    /// The letters by their codes, the sign of dead cells first.
    pub(super) letters: Vec<u8>,
    /// The class of each code, as patterns have it.
    pub(super) classes: Vec<Class>,
    /// The moves of both players, each in one or more steps.
    pub(super) moves: [Vec<Vec<Step>>; 2],
    /// The codes of letters that stand on the board only during a move.
    pub(super) marks: Vec<usize>,
    /// The blocks that suffice to find what may ever stand where, and which cells are connected.
    joining: Vec<Pattern>,
    /// The images of a board that can be had in this layout: turns, and what codes become.
    pub(super) images: Vec<Turn>,
    /// Whether boards may be turned by a quarter.
    quarters: bool,
    /// Whether some patterns are laid from every cell.
    has_lines: bool,
    /// The code of each letter of the file.
    pub(super) code_of: Vec<usize>,
    /// Steps that finding the options of a board takes.
    pub(super) step_cost: u64,
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

/// The patterns of a step: those that are laid on all cells at once, and those laid from every cell.
#[derive(Debug, Default)]
pub(super) struct Step {
    pub(super) blocks: PatternTrie,
    pub(super) lines: Vec<PlacedPattern>,
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
        let effects = laid.effects.iter().map(|effect| effect.class);
        cells.chain(others).chain(effects).fold(all, |all, class| all | class)
    });
    (0..program.spec.playing()).find(|&letter| asked & only(letter as u8) == 0)
}

/// Steps of a budget that finding the options of a board takes: a block is laid on all cells at once,
/// and the steps of a move are laid on all boards that those before make.
fn step_cost(moves: &[Vec<Vec<Step>>; 2], cells: u64, side: u64) -> u64 {
    let looks = |step: &Step| {
        let lines = step.lines.iter().map(|laid| laid.looks(cells, side));
        lines.fold(step.blocks.patterns().len() as u64, u64::saturating_add).max(1)
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
        // Those that stand on the board only during a move last: the bits of theirs are then empty.
        order.sort_by_key(|&letter| (letter >= spec.playing(), spec.letters[letter]));
        let mut code_of = vec![0; spec.letters.len()];
        let dead = inert.map_or(program.dead, |letter| spec.letters[letter]);
        let (mut letters, mut classes) = (vec![dead], vec![only(DEAD)]);
        for (code, &letter) in (1..).zip(&order) {
            code_of[letter] = code;
            letters.push(spec.letters[letter]);
            classes.push(only(letter as u8));
        }
        let usual = only(spec.empty());
        let mut laid_apart = 0;
        let mut lay =
            |laid: &PlacedPattern, blocks: &mut Vec<Pattern>, lines: &mut Vec<PlacedPattern>| {
                let block =
                    |cells: Vec<PlacedCell>| Pattern::new(laid, &cells, &layout, &code_of, usual);
                match &laid.form {
                    Form::Block(cells) => blocks.push(block(cells.clone())),
                    Form::Line { .. } => match laid.form.blocks(|way| layout.reach(way, sides)) {
                        Some(apart) if laid_apart + apart.len() <= MOST_LAID_APART => {
                            laid_apart += apart.len();
                            blocks.extend(apart.into_iter().map(block));
                        }
                        _ => lines.push(laid.clone()),
                    },
                }
            };
        let mut step = |laid: &mut dyn Iterator<Item = &PlacedPattern>| {
            let (mut blocks, mut lines) = (Vec::new(), Vec::new());
            laid.for_each(|laid| lay(laid, &mut blocks, &mut lines));
            Step { blocks: PatternTrie::new(blocks), lines }
        };
        // Moves of one step are laid together.
        let moves = program.moves.each_ref().map(|moves| {
            let single = |steps: &&Vec<Vec<PlacedPattern>>| steps.len() == 1;
            let mut all: Vec<Vec<Step>> = moves
                .iter()
                .filter(|steps| !single(steps))
                .map(|steps| steps.iter().map(|laid| step(&mut laid.iter())).collect())
                .collect();
            if moves.iter().any(|steps| single(&steps)) {
                all.push(vec![step(&mut moves.iter().filter(single).flatten().flatten())]);
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
        let mut images: Vec<Turn> = images.collect();
        // Those that change codes alike one after another: the codes are changed once.
        images.sort_by(|a, b| a.codes.cmp(&b.codes));
        let marks = code_of[spec.playing()..].to_vec();
        let (cells, side) = ((sides.0 * sides.1) as u64, sides.0.max(sides.1) as u64);
        let step_cost = step_cost(&moves, cells, side);
        let mut first = moves.iter().flatten().filter_map(|steps: &Vec<Step>| steps.first());
        let countable = first.all(|step| step.lines.is_empty());
        let board = layout.board(sides.0, sides.1);
        let quarters = images.iter().any(|turn| turn.symmetry >= 4);
        let has_lines = moves.iter().flatten().flatten().any(|step| !step.lines.is_empty());
        let shapes = None;
        let mut table = Table {
            layout,
            letters,
            classes,
            moves,
            marks,
            joining: Vec::new(),
            quarters,
            has_lines,
            images,
            code_of,
            step_cost,
            countable,
            shapes,
        };
        if program.splits.is_ok() {
            table.join::<BITS>();
            table.shapes = table.shapes::<BITS>(board);
        }
        table
    }

    /// Finds the blocks that others do not make needless: whatever stands on the cells of such a
    /// one, others that match there open all that it opens and join all its cells.
    fn join<const BITS: usize>(&mut self) {
        let mut blocks: Vec<Pattern> = self.blocks().cloned().collect();
        if blocks.len() > MOST_JOINING {
            self.joining = blocks;
            return;
        }
        blocks.sort_by_key(|block| block.cells().len());
        for block in blocks {
            if !self.joining.contains(&block) && !self.makes_needless::<BITS>(&block) {
                self.joining.push(block);
            }
        }
    }

    fn makes_needless<const BITS: usize>(&self, block: &Pattern) -> bool {
        let ways = block.cells().iter().fold(1_usize, |ways, &(_, codes)| {
            let known = if codes & 1 == 1 { usize::MAX } else { codes.count_ones() as usize };
            ways.saturating_mul(known)
        });
        if !block.is_plain() || ways > MOST_WAYS {
            return false;
        }
        let window = block.laid_first().fold(0, |window, (cell, _)| window | 1 << cell);
        (0..ways).all(|way| {
            let (mut cells, mut rest) = (CellSets([0; BITS]), way);
            for (cell, codes) in block.laid_first() {
                let among = codes.count_ones() as usize;
                let code = (0..8).filter(|code| codes >> code & 1 == 1).nth(rest % among);
                cells.put(1 << cell, code.unwrap_or(0));
                rest /= among;
            }
            let (sets, places) = self.open(self.by_code(&cells), |_| ());
            if block.changes_laid_first().any(|(cell, to)| sets[to] >> cell & 1 == 0) {
                return false;
            }
            let mut joined = false;
            let found = self.found(&places);
            found.parts(&sets, |part| joined |= part & window == window);
            joined
        })
    }

    /// The patterns, if they suffice to find the parts of boards.
    fn shapes<const BITS: usize>(&self, board: u64) -> Option<Shapes> {
        if self.has_lines || !self.blocks().all(Pattern::is_plain) {
            return None;
        }
        let marks = self.marks.iter().fold(0, |marks, &code| marks | 1 << code);
        let shapes = Shapes::new(&self.joining, marks);
        let stand = (0..self.letters.len()).filter(|code| !self.marks.contains(code));
        let exact = |cells: &CellSets<BITS>| {
            let mut parts = Vec::new();
            self.parts(cells, |part| parts.push(part));
            parts
        };
        shapes
            .suffice(&stand.collect::<Vec<_>>(), board, exact, |cells| self.by_code(cells))
            .then_some(shapes)
    }

    /// All patterns that are laid on all cells at once.
    fn blocks(&self) -> impl Iterator<Item = &Pattern> {
        self.moves.iter().flatten().flatten().flat_map(|step| step.blocks.patterns())
    }

    /// All that are laid from every cell.
    fn lines(&self) -> impl Iterator<Item = &PlacedPattern> {
        self.moves.iter().flatten().flatten().flat_map(|step| &step.lines)
    }

    /// The letters of cells, for patterns that are laid from every cell.
    fn view<F: Fn(usize) -> Class>(&self, alive: u64, letters: F) -> View<'_, F> {
        let (rows, columns) = self.layout.size(alive);
        View { layout: &self.layout, rows, columns, letters }
    }

    /// The cells that each code has.
    #[inline]
    pub(super) fn by_code<const BITS: usize>(&self, cells: &CellSets<BITS>) -> [u64; 8] {
        let mut all = [0; 8];
        for (code, set) in all.iter_mut().enumerate().take(self.letters.len()).skip(1) {
            *set = cells.with_code(code);
        }
        all
    }

    /// Appends what a step makes of a board.
    pub(super) fn step<const BITS: usize>(
        &self,
        step: &Step,
        cells: &CellSets<BITS>,
        out: &mut Vec<CellSets<BITS>>,
    ) -> Result {
        let sets = self.by_code(cells);
        step.blocks.moves(&self.layout, &sets, cells, out);
        for laid in &step.lines {
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
        if out.len() > MOST_OPTIONS {
            let size = format!("more than {MOST_OPTIONS} on this board");
            return Err(RuleError::too_large("the number of moves", size, MOST_OPTIONS));
        }
        Ok(())
    }

    /// For each code the cells that may ever have it, and where the blocks that join cells may ever
    /// match: see [`CellGame`]'s parts. `others` adds what other patterns open.
    #[inline]
    fn open(&self, mut sets: [u64; 8], others: impl Fn(&mut [u64; 8])) -> ([u64; 8], Places) {
        let mut places = smallvec![0; self.joining.len()];
        loop {
            let before = sets;
            for (pattern, known) in self.joining.iter().zip(&mut places) {
                let now = pattern.places(&sets);
                if now != 0 {
                    pattern.open(&self.layout, now, *known, &mut sets);
                    *known = now;
                }
            }
            others(&mut sets);
            let grown = sets.iter().zip(&before).fold(0, |all, (now, before)| all | (now ^ before));
            if grown == 0 {
                return (sets, places);
            }
        }
    }

    /// Adds what lines open.
    #[inline]
    fn open_by_lines(&self, alive: u64, sets: &mut [u64; 8]) {
        if !self.has_lines {
            return;
        }
        for laid in self.lines() {
            let now = *sets;
            let field = Open(self.view(alive, self.letters_of(&now)));
            let mut changes = Vec::new();
            laid.matches(&field, &mut Match::default(), |found| {
                let cells = found.cells.iter().filter_map(|&(cell, to)| Some((cell, to?)));
                changes.extend(cells);
                changes.extend(found.beside.iter().map(|&(cell, _, to)| (cell, to)));
            });
            for (cell, to) in changes {
                sets[self.code_of[usize::from(to)]] |= 1 << cell;
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
    pub(super) fn parts<const BITS: usize>(&self, cells: &CellSets<BITS>, each: impl FnMut(u64)) {
        let alive = cells.alive();
        let others = |sets: &mut [u64; 8]| self.open_by_lines(alive, sets);
        let (sets, places) = self.open(self.by_code(cells), others);
        let mut found = self.found(&places);
        if self.has_lines {
            for laid in self.lines() {
                let field = Open(self.view(alive, self.letters_of(&sets)));
                laid.matches(&field, &mut Match::default(), |matched| {
                    let cells = matched.cells.iter().map(|&(cell, _)| cell);
                    let cells = cells.chain(matched.looked.iter().copied());
                    found.windows.push(cells.fold(0, |window, cell| window | 1 << cell));
                });
            }
        }
        found.parts(&sets, each);
    }

    /// The matches of the blocks that join cells.
    #[inline]
    fn found(&self, places: &Places) -> Matches<'_> {
        let mut found = Matches::default();
        for (pattern, &places) in self.joining.iter().zip(places) {
            pattern.windows(&self.layout, places, &mut found);
        }
        found
    }
}

/// For each block that joins cells the first places where it matches.
type Places = SmallVec<[u64; 16]>;

impl Turn {
    /// A board with what its codes become.
    #[inline]
    fn recoded<const BITS: usize>(&self, cells: &CellSets<BITS>) -> CellSets<BITS> {
        let Some(codes) = &self.codes else { return *cells };
        let mut image = CellSets([0; BITS]);
        for (code, &to) in codes.iter().enumerate().skip(1) {
            let set = cells.with_code(code);
            for (bit, bits) in image.0.iter_mut().enumerate() {
                *bits |= if to >> bit & 1 == 1 { set } else { 0 };
            }
        }
        image
    }
}

impl Table {
    /// A board moved to the top and to the left, and how many rows and columns it then has.
    #[inline]
    fn placed<const BITS: usize>(
        &self,
        cells: &CellSets<BITS>,
    ) -> (CellSets<BITS>, (usize, usize)) {
        let alive = cells.alive();
        let corner = self.layout.corner(alive);
        let (rows, columns) = self.layout.size(alive >> corner);
        (cells.map(|bits| bits >> corner), (rows.max(1), columns.max(1)))
    }

    /// Calls `each` with the images of a board, at the top and at the left; where boards may be turned
    /// by a quarter, `wide` leaves out those that are higher than wide. All images have the same.
    #[inline]
    pub(super) fn each_image<const BITS: usize>(
        &self,
        cells: &CellSets<BITS>,
        wide: bool,
        mut each: impl FnMut(&Turn, CellSets<BITS>),
    ) {
        let (cells, size) = self.placed(cells);
        let (higher, square) = (size.0 > size.1, size.0 == size.1);
        let mut recoded: Option<(&Turn, CellSets<BITS>)> = None;
        for turn in &self.images {
            if wide && self.quarters && !square && (turn.symmetry >= 4) != higher {
                continue;
            }
            let base = match recoded {
                Some((last, known)) if last.codes == turn.codes => known,
                _ => turn.recoded(&cells),
            };
            recoded = Some((turn, base));
            each(turn, base.map(|bits| self.layout.image(bits, turn.symmetry, size)));
        }
    }

    /// Whether a board is its own image under one for which `asked` holds, given the numbers of rows
    /// and columns.
    #[inline]
    pub(super) fn is_image<const BITS: usize>(
        &self,
        cells: &CellSets<BITS>,
        asked: impl Fn(&Turn, (usize, usize)) -> bool,
    ) -> bool {
        let (cells, size) = self.placed(cells);
        let mut turns = self.images.iter().filter(|turn| asked(turn, size));
        turns.any(|turn| {
            let image = turn.recoded(&cells);
            image.map(|bits| self.layout.image(bits, turn.symmetry, size)) == cells
        })
    }
}
