//! Patterns of cells in fixed places on small boards: all places at once.

use super::laid::{Laid, LaidCell};
use super::layout::Layout;
use super::small::Cells;
use super::spec::{Class, Where};

/// A pattern of cells in fixed places. Sets of codes are bytes, bit `c` for code `c`.
#[derive(Debug)]
pub(super) struct Pattern {
    /// How far each cell is from the first place, and the codes that it may have.
    cells: Vec<(u32, u8)>,
    /// The cells, laid at bit 0.
    window: u64,
    /// The first places from which it stays on the board.
    origins: u64,
    /// Cells that change, and to what.
    changes: Vec<(u32, usize)>,
    /// The cells that change, laid at bit 0; and for each bit of codes those that get it.
    changed: u64,
    set: [u64; 3],
    /// The cell of which conditions and effects speak.
    marked: u32,
    conditions: Vec<(Where, u8, u32, u32)>,
    effects: Vec<(u8, usize)>,
}

/// Where patterns match on a board of which cells may change.
#[derive(Debug, Default)]
pub(super) struct Found<'a> {
    /// Patterns, and the first places where they match.
    patterns: Vec<(&'a Pattern, u64)>,
    /// The cells of other matches.
    pub(super) windows: Vec<u64>,
}

/// The cells with one of these codes.
#[inline]
pub(super) fn of(sets: &[u64; 8], codes: u8) -> u64 {
    let mut codes = codes;
    let mut cells = 0;
    while codes != 0 {
        cells |= sets[codes.trailing_zeros() as usize];
        codes &= codes - 1;
    }
    cells
}

impl Pattern {
    pub(super) fn new(
        laid: &Laid,
        cells: &[LaidCell],
        layout: &Layout,
        code_of: &[usize],
    ) -> Pattern {
        let codes = |class: Class| {
            let known = code_of.iter().enumerate();
            known.fold(0, |codes, (letter, code)| codes | ((class >> letter & 1) as u8) << code)
        };
        let height = 1 + cells.iter().map(|cell| cell.down).max().unwrap_or(0) as usize;
        let width = 1 + cells.iter().map(|cell| cell.right).max().unwrap_or(0) as usize;
        let origins = layout.origins(height, width);
        let at = |cell: &LaidCell| match origins {
            0 => 0,
            _ => cell.down as u32 * layout.stride() as u32 + cell.right as u32,
        };
        let change = |cell: &LaidCell| Some((at(cell), code_of[usize::from(cell.to?)]));
        let changes: Vec<(u32, usize)> = cells.iter().filter_map(change).collect();
        let set = [0, 1, 2].map(|bit| {
            changes.iter().fold(0, |set, &(at, to)| set | ((to >> bit & 1) as u64) << at)
        });
        Pattern {
            changed: changes.iter().fold(0, |changed, &(at, _)| changed | 1 << at),
            set,
            cells: cells.iter().map(|cell| (at(cell), codes(cell.class))).collect(),
            window: cells.iter().fold(0, |window, cell| window | 1 << at(cell)),
            origins,
            changes,
            marked: cells.iter().find(|cell| cell.marked).map_or(0, at),
            conditions: laid
                .conditions
                .iter()
                .map(|c| (c.place, codes(c.class), c.least, c.most))
                .collect(),
            effects: laid
                .effects
                .iter()
                .map(|&(class, to)| (codes(class), code_of[usize::from(to)]))
                .collect(),
        }
    }

    /// The first places from which every cell has one of its codes.
    #[inline]
    fn places(&self, sets: &[u64; 8]) -> u64 {
        let cells = self.cells.iter();
        cells.fold(self.origins, |places, &(at, codes)| places & (of(sets, codes) >> at))
    }

    pub(super) fn cells(&self) -> &[(u32, u8)] {
        &self.cells
    }

    pub(super) fn origins(&self) -> u64 {
        self.origins
    }

    /// What codes of its cells become.
    pub(super) fn becomes(&self) -> impl Iterator<Item = (u8, usize)> + '_ {
        self.changes.iter().flat_map(|&(at, to)| {
            let cells = self.cells.iter().filter(move |cell| cell.0 == at);
            cells.map(move |&(_, codes)| (codes, to))
        })
    }

    /// How many first places there are, before conditions.
    #[inline]
    pub(super) fn count(&self, sets: &[u64; 8]) -> u32 {
        self.places(sets).count_ones()
    }

    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.conditions.is_empty() && self.effects.is_empty()
    }

    /// Appends what the pattern makes of a board.
    #[inline]
    pub(super) fn moves<const BITS: usize>(
        &self,
        layout: &Layout,
        sets: &[u64; 8],
        cells: &Cells<BITS>,
        out: &mut Vec<Cells<BITS>>,
    ) {
        let mut places = self.places(sets);
        while places != 0 {
            let place = places.trailing_zeros();
            places &= places - 1;
            let mut after = *cells;
            if !self.is_plain() && !self.around(layout, sets, place, &mut after) {
                continue;
            }
            for (bits, set) in after.0.iter_mut().zip(self.set) {
                *bits = *bits & !(self.changed << place) | set << place;
            }
            out.push(after);
        }
    }

    /// Whether the conditions hold; changes what the effects say.
    fn around<const BITS: usize>(
        &self,
        layout: &Layout,
        sets: &[u64; 8],
        place: u32,
        after: &mut Cells<BITS>,
    ) -> bool {
        let marked = (place + self.marked) as usize;
        for &(r#where, codes, least, most) in &self.conditions {
            let cells = match r#where {
                Where::Beside => layout.near(marked, false),
                Where::Around => layout.near(marked, true),
                Where::Board => !0,
            };
            if !(least..=most).contains(&(cells & of(sets, codes)).count_ones()) {
                return false;
            }
        }
        let mut beside = layout.near(marked, false) & !(self.window << place);
        for &(codes, to) in &self.effects {
            let cells = beside & of(sets, codes);
            after.put(cells, to);
            beside &= !cells;
        }
        true
    }

    /// Adds the codes that the pattern may give to cells.
    #[inline]
    pub(super) fn open(&self, layout: &Layout, sets: &mut [u64; 8]) {
        let mut places = self.places(sets);
        for &(at, to) in &self.changes {
            sets[to] |= places << at;
        }
        while !self.effects.is_empty() && places != 0 {
            let place = places.trailing_zeros();
            places &= places - 1;
            let marked = (place + self.marked) as usize;
            let beside = layout.near(marked, false) & !(self.window << place);
            for &(codes, to) in &self.effects {
                sets[to] |= beside & of(sets, codes);
            }
        }
    }

    /// Adds the places where the pattern matches, and what it looks at there.
    #[inline]
    pub(super) fn windows<'a>(&'a self, layout: &Layout, sets: &[u64; 8], found: &mut Found<'a>) {
        let mut places = self.places(sets);
        if places == 0 {
            return;
        }
        if self.is_plain() {
            found.patterns.push((self, places));
            return;
        }
        let corners = self.conditions.iter().any(|condition| condition.0 == Where::Around);
        while places != 0 {
            let place = places.trailing_zeros();
            places &= places - 1;
            let marked = (place + self.marked) as usize;
            found.windows.push(self.window << place | layout.near(marked, corners));
        }
    }
}

impl Found<'_> {
    /// The cells that hang together with `seed` through matches: where two of them meet in a cell
    /// that varies.
    #[inline]
    pub(super) fn spread(&self, seed: u64, varies: u64) -> u64 {
        let mut part = seed;
        loop {
            let before = part;
            for &(pattern, places) in &self.patterns {
                let joined = part & varies;
                let cells = pattern.cells.iter();
                let met = cells.clone().fold(0, |met, &(at, _)| met | joined >> at) & places;
                part |= cells.fold(0, |all, &(at, _)| all | met << at);
            }
            for window in &self.windows {
                if window & part & varies != 0 {
                    part |= window;
                }
            }
            if part == before {
                return part;
            }
        }
    }
}
