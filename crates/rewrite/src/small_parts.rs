//! Parts of small boards found at one glance.
//!
//! What may ever stand on a cell is taken from its letter alone, wherever it is: no less than what
//! is found by letting matches open cells, and often no more. Where parts are found so, they are found
//! several times as fast.

use super::small::Cells;
use super::small_match::{Pattern, of};

/// The patterns of both players with what cells may ever become.
#[derive(Debug)]
pub(super) struct Shapes {
    /// For each form of a match its cells, and the codes that may become what stands there.
    shapes: Vec<Shape>,
    /// The codes of cells that may change.
    varies: u8,
    /// Whether all of them have two cells.
    pairs: bool,
    /// The codes that matches ask for as they are.
    now: Vec<Shape>,
}

/// Cells with the codes that they may have.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    /// How far each is from the first one, which lies before all others; and its codes.
    cells: Vec<(u32, u8)>,
    /// The first places from which it stays on the board.
    origins: u64,
}

impl Shape {
    /// Cells of a pattern that fits on some board.
    fn new(cells: impl Iterator<Item = (u32, u8)>, origins: u64) -> Shape {
        let place = origins.trailing_zeros();
        let mut cells: Vec<(u32, u8)> =
            cells.map(|(at, codes)| ((place + at) % 64, codes)).collect();
        cells.sort_unstable();
        let first = cells.first().map_or(0, |cell| cell.0);
        cells.iter_mut().for_each(|cell| cell.0 -= first);
        Shape { cells, origins: origins.rotate_right(place).rotate_left(first) }
    }

    /// The cells of the shape at those of these places where it has some of the cells.
    #[inline]
    fn joined_to(&self, cells: u64, places: u64) -> u64 {
        if places == 0 {
            return 0;
        }
        let met = self.cells.iter().fold(0, |met, &(at, _)| met | cells >> at) & places;
        self.cells.iter().fold(0, |all, &(at, _)| all | met << at)
    }

    /// The only cell whose codes are others than those of `other`, if the shapes are the same but for
    /// that; the first if they are the same.
    fn differs_in(&self, other: &Shape) -> Option<usize> {
        let same = |(one, other): (&(u32, u8), &(u32, u8))| one.0 == other.0;
        if self.origins != other.origins
            || self.cells.len() != other.cells.len()
            || !self.cells.iter().zip(&other.cells).all(same)
        {
            return None;
        }
        let mut differs =
            (0..self.cells.len()).filter(|&cell| self.cells[cell] != other.cells[cell]);
        let first = differs.next().unwrap_or(0);
        differs.next().is_none().then_some(first)
    }

    /// The first places where every cell has one of its codes.
    #[inline]
    fn places(&self, sets: &[u64; 8]) -> u64 {
        let mut places = self.origins;
        for &(at, codes) in &self.cells {
            places &= of(sets, codes) >> at;
            if places == 0 {
                break;
            }
        }
        places
    }
}

/// Shapes with the same cells, but for the codes of one of them, made one that fits where any does.
fn merged(mut shapes: Vec<Shape>) -> Vec<Shape> {
    let mut merged: Vec<Shape> = Vec::new();
    while let Some(shape) = shapes.pop() {
        let other = merged.iter().position(|other| other.differs_in(&shape).is_some());
        let Some(index) = other else {
            merged.push(shape);
            continue;
        };
        let mut one = merged.swap_remove(index);
        if let Some(cell) = one.differs_in(&shape) {
            one.cells[cell].1 |= shape.cells[cell].1;
        }
        shapes.push(one);
    }
    merged
}

impl Shapes {
    /// For patterns without conditions and effects. `marks` are codes that no cell has when somebody
    /// is to move.
    pub(super) fn new(patterns: &[Pattern], marks: u8) -> Shapes {
        let mut becomes: [u8; 8] = std::array::from_fn(|code| 1 << code);
        loop {
            let before = becomes;
            for (codes, to) in patterns.iter().flat_map(Pattern::becomes) {
                for set in &mut becomes {
                    *set |= if *set & codes != 0 { 1 << to } else { 0 };
                }
            }
            if becomes == before {
                break;
            }
        }
        let may_be = |codes: u8| {
            let some = (0..8).filter(|&code| becomes[code] & codes != 0);
            some.fold(0, |all, code| all | 1 << code)
        };
        let varies = (0..8).filter(|&code| becomes[code] != 1 << code);
        let varies = varies.fold(0, |all, code| all | 1 << code);
        let of = |pattern: &Pattern, codes: &dyn Fn(u8) -> u8| {
            let cells = pattern.cells().iter().map(|&(at, asked)| (at, codes(asked)));
            Shape::new(cells, pattern.origins())
        };
        let shapes = patterns.iter().map(|pattern| of(pattern, &may_be)).collect();
        let stands = |shape: &Shape| shape.cells.iter().all(|cell| cell.1 & !marks != 0);
        let now = patterns.iter().map(|pattern| of(pattern, &|codes| codes)).filter(stands);
        let shapes = merged(shapes);
        let pairs = shapes.len() <= REMEMBERED && shapes.iter().all(|shape| shape.cells.len() == 2);
        Shapes { shapes, pairs, varies, now: merged(now.collect()) }
    }

    /// Calls `each` with the parts of a board in which somebody can move.
    #[inline]
    pub(super) fn parts(&self, sets: &[u64; 8], mut each: impl FnMut(u64)) {
        let varies = of(sets, self.varies);
        let mut rest = 0;
        for now in &self.now {
            let places = now.places(sets);
            rest |= now.cells.iter().fold(0, |all, &(at, _)| all | places << at);
        }
        rest &= varies;
        if rest == 0 {
            return;
        }
        let mut places = [0; REMEMBERED];
        for (places, shape) in places.iter_mut().zip(&self.shapes) {
            *places = shape.places(sets);
        }
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let before = part;
                if self.pairs {
                    for (shape, places) in self.shapes.iter().zip(places) {
                        let (joined, at) = (part & varies, shape.cells[1].0);
                        part |= (joined & places) << at | joined >> at & places;
                    }
                } else {
                    for (index, shape) in self.shapes.iter().enumerate() {
                        let places = places.get(index).copied();
                        let places = places.unwrap_or_else(|| shape.places(sets));
                        part |= shape.joined_to(part & varies, places);
                    }
                }
                if part == before {
                    break;
                }
            }
            rest &= !part;
            each(part);
        }
    }

    /// Whether these are the parts that `exact` finds on some boards that look random: the same
    /// in every run. `codes` are those that cells have when somebody is to move.
    pub(super) fn suffice<const BITS: usize>(
        &self,
        codes: &[usize],
        board: u64,
        exact: impl Fn(&Cells<BITS>) -> Vec<u64>,
        by_code: impl Fn(&Cells<BITS>) -> [u64; 8],
    ) -> bool {
        let mut seed = 1_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        (0..TRIALS).all(|_| {
            let mut cells = Cells([0; BITS]);
            let mut rest = board;
            while rest != 0 {
                cells.put(rest & rest.wrapping_neg(), codes[random(codes.len())]);
                rest &= rest - 1;
            }
            let mut found = Vec::new();
            self.parts(&by_code(&cells), |part| found.push(part));
            let mut exact = exact(&cells);
            found.sort_unstable();
            exact.sort_unstable();
            found == exact
        })
    }
}

/// Of how many shapes it is remembered where they fit, while the parts of a board are sought.
const REMEMBERED: usize = 16;

/// How many boards are tried.
const TRIALS: usize = 48;
