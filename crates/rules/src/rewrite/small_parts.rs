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
    /// For each form of a match: how far its cells are from the first place, and the codes that
    /// may become what stands there; and the first places from which it stays on the board.
    shapes: Vec<(Vec<(u32, u8)>, u64)>,
    /// The codes of cells that may change.
    varies: u8,
    /// The codes that matches ask for as they are: how far, which; and the first places.
    now: Vec<(Vec<(u32, u8)>, u64)>,
}

/// The first places where every cell has one of its codes.
#[inline]
fn places((cells, origins): &(Vec<(u32, u8)>, u64), sets: &[u64; 8]) -> u64 {
    cells.iter().fold(*origins, |places, &(at, codes)| places & (of(sets, codes) >> at))
}

impl Shapes {
    /// For patterns without conditions and effects.
    pub(super) fn new(patterns: &[&Pattern]) -> Shapes {
        let mut becomes: [u8; 8] = std::array::from_fn(|code| 1 << code);
        loop {
            let before = becomes;
            for (codes, to) in patterns.iter().flat_map(|pattern| pattern.becomes()) {
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
        let mut found = Shapes {
            shapes: Vec::new(),
            varies: (0..8)
                .filter(|&code| becomes[code] != 1 << code)
                .fold(0, |all, code| all | 1 << code),
            now: Vec::new(),
        };
        for pattern in patterns.iter().filter(|pattern| pattern.origins() != 0) {
            let now = (pattern.cells().to_vec(), pattern.origins());
            if found.now.contains(&now) {
                continue;
            }
            let mut cells: Vec<(u32, u8)> =
                now.0.iter().map(|&(at, codes)| (at, may_be(codes))).collect();
            cells.sort_unstable();
            let shape = (cells, now.1);
            if !found.shapes.contains(&shape) {
                found.shapes.push(shape);
            }
            found.now.push(now);
        }
        found
    }

    /// Calls `each` with the parts of a board in which somebody can move.
    #[inline]
    pub(super) fn parts(&self, sets: &[u64; 8], mut each: impl FnMut(u64)) {
        let varies = of(sets, self.varies);
        let mut rest = 0;
        for now in &self.now {
            let places = places(now, sets);
            rest |= now.0.iter().fold(0, |all, &(at, _)| all | places << at);
        }
        rest &= varies;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let before = part;
                for shape in &self.shapes {
                    let joined = part & varies;
                    let cells = shape.0.iter();
                    let met = cells.clone().fold(0, |met, &(at, _)| met | joined >> at);
                    let met = met & places(shape, sets);
                    part |= cells.fold(0, |all, &(at, _)| all | met << at);
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
    /// in every run.
    pub(super) fn suffice<const BITS: usize>(
        &self,
        letters: usize,
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
                cells.put(rest & rest.wrapping_neg(), random(letters));
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

/// How many boards are tried.
const TRIALS: usize = 48;
