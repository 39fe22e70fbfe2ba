//! Patterns of cells in fixed places on small boards: all places at once.

use std::ops::Range;

use smallvec::SmallVec;

use super::layout::Layout;
use super::placed_patterns::{PlacedCell, PlacedPattern};
use super::small::CellSets;
use super::spec::{Class, Where};

/// A pattern of cells in fixed places. Sets of codes are bytes, bit `c` for code `c`. How far a
/// cell is from the first one is reported as a rotation of 64 bits: it may lie before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The distance of each cell from the first, and the codes that it may have; the nearest cell
    /// comes first.
    cells: Vec<(u32, u8)>,
    /// The cells, with the first at bit 0.
    window: u64,
    /// The places of the first cell from which the pattern stays on the board.
    origins: u64,
    /// Cells that change, and to what.
    changes: Vec<(u32, usize)>,
    /// The cells that change, with the first at bit 0; and for each bit of codes those that get it.
    changed: u64,
    set: [u64; 3],
    /// The cell to which conditions and effects refer.
    marked: u32,
    conditions: Vec<(Where, u8, u32, u32)>,
    effects: Vec<(u8, usize)>,
}

/// Patterns that are matched together: common beginnings are examined once.
#[derive(Debug, Default)]
pub(super) struct PatternTrie {
    /// In the order of their cells.
    patterns: Vec<Pattern>,
    /// The tree of beginnings, each before those that continue it.
    beginnings: Vec<TrieNode>,
}

/// A cell that follows other cells.
#[derive(Debug)]
struct TrieNode {
    at: u32,
    codes: u8,
    /// The number of cells before it.
    depth: usize,
    /// The first places of all patterns with this beginning.
    origins: u64,
    /// The patterns that end here.
    ends: Range<usize>,
    /// The next node that does not continue it.
    next: usize,
}

impl PatternTrie {
    pub(super) fn new(mut patterns: Vec<Pattern>) -> PatternTrie {
        patterns.retain(|pattern| pattern.origins != 0);
        patterns.sort_by(|a, b| a.cells.cmp(&b.cells));
        let mut beginnings: Vec<TrieNode> = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        for (index, pattern) in patterns.iter().enumerate() {
            let same = path.iter().zip(&pattern.cells).take_while(|&(&node, &(at, codes))| {
                let node: &TrieNode = &beginnings[node];
                (node.at, node.codes) == (at, codes)
            });
            let same = same.count();
            for node in path.drain(same..) {
                beginnings[node].next = beginnings.len();
            }
            for (depth, &(at, codes)) in pattern.cells.iter().enumerate().skip(same) {
                path.push(beginnings.len());
                let (ends, next) = (index..index, 0);
                beginnings.push(TrieNode { at, codes, depth, origins: 0, ends, next });
            }
            path.iter().for_each(|&node| beginnings[node].origins |= pattern.origins);
            if let Some(&last) = path.last() {
                beginnings[last].ends.end = index + 1;
            }
        }
        for node in path {
            beginnings[node].next = beginnings.len();
        }
        PatternTrie { patterns, beginnings }
    }

    pub(super) fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Calls `each` with the patterns that match, before conditions, and from which first places.
    #[inline]
    fn matches<'a>(&'a self, sets: &[u64; 8], mut each: impl FnMut(&'a Pattern, u64)) {
        // For each cell of the beginning, where it and those before it fit.
        let mut places: SmallVec<[u64; 16]> = SmallVec::new();
        let mut index = 0;
        while let Some(node) = self.beginnings.get(index) {
            places.truncate(node.depth);
            let here = of(sets, node.codes).rotate_right(node.at) & node.origins;
            let here = here & places.last().copied().unwrap_or(!0);
            if here == 0 {
                index = node.next;
                continue;
            }
            places.push(here);
            for pattern in &self.patterns[node.ends.clone()] {
                if here & pattern.origins != 0 {
                    each(pattern, here & pattern.origins);
                }
            }
            index += 1;
        }
    }

    /// The number of first places, before conditions.
    #[inline]
    pub(super) fn count(&self, sets: &[u64; 8]) -> u32 {
        let mut count = 0;
        self.matches(sets, |_, places| count += places.count_ones());
        count
    }

    /// Appends the results of the patterns on a board.
    #[inline]
    pub(super) fn moves<const BITS: usize>(
        &self,
        layout: &Layout,
        sets: &[u64; 8],
        cells: &CellSets<BITS>,
        out: &mut Vec<CellSets<BITS>>,
    ) {
        self.matches(sets, |pattern, places| pattern.moves(places, layout, sets, cells, out));
    }
}

/// The places where patterns match on a board whose cells may change.
#[derive(Debug, Default)]
pub(super) struct Matches<'a> {
    /// Patterns, and the first places where they match.
    patterns: SmallVec<[(&'a Pattern, u64); 16]>,
    /// The cells of other matches.
    pub(super) windows: Vec<u64>,
}

/// The cells with one of these codes.
#[inline]
pub(super) fn of(sets: &[u64; 8], codes: u8) -> u64 {
    // No cell has code 0 here: see `Table::by_code`.
    let mut cells = sets[(codes.trailing_zeros() & 7) as usize];
    let mut codes = codes & codes.wrapping_sub(1);
    while codes != 0 {
        cells |= sets[(codes.trailing_zeros() & 7) as usize];
        codes &= codes - 1;
    }
    cells
}

impl Pattern {
    pub(super) fn new(
        laid: &PlacedPattern,
        cells: &[PlacedCell],
        layout: &Layout,
        code_of: &[usize],
        usual: Class,
    ) -> Pattern {
        let codes = |class: Class| {
            let known = code_of.iter().enumerate();
            known.fold(0, |codes, (letter, code)| codes | ((class >> letter & 1) as u8) << code)
        };
        let height = 1 + cells.iter().map(|cell| cell.down).max().unwrap_or(0) as usize;
        let width = 1 + cells.iter().map(|cell| cell.right).max().unwrap_or(0) as usize;
        let corners = layout.origins(height, width);
        let stride = layout.stride() as i32;
        // Lines from one man in one direction then begin alike: see `PatternTrie`.
        let first = cells.iter().min_by_key(|cell| {
            (cell.class.count_ones(), cell.class & usual != 0, cell.to.is_none())
        });
        let first = first.map_or((0, 0), |cell| (cell.down, cell.right));
        let way = |cell: &PlacedCell| (cell.down - first.0, cell.right - first.1);
        let at = |cell: &PlacedCell| match corners {
            0 => 0,
            _ => (way(cell).0 * stride + way(cell).1).rem_euclid(64) as u32,
        };
        let origins = if corners == 0 { 0 } else { corners << (first.0 * stride + first.1) };
        let mut cells = cells.to_vec();
        cells.sort_by_key(|cell| {
            let (down, right) = way(cell);
            (down.abs().max(right.abs()), down, right)
        });
        let change = |cell: &PlacedCell| Some((at(cell), code_of[usize::from(cell.to?)]));
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
                .map(|effect| (codes(effect.class), code_of[usize::from(effect.to)]))
                .collect(),
        }
    }

    /// The first places from which every cell has one of its codes.
    #[inline]
    pub(super) fn places(&self, sets: &[u64; 8]) -> u64 {
        let cells = self.cells.iter();
        cells.fold(self.origins, |places, &(at, codes)| places & of(sets, codes).rotate_right(at))
    }

    pub(super) fn cells(&self) -> &[(u32, u8)] {
        &self.cells
    }

    pub(super) fn origins(&self) -> u64 {
        self.origins
    }

    /// The cells when it is laid as far to the top and to the left as it may be.
    pub(super) fn laid_first(&self) -> impl Iterator<Item = (u32, u8)> + '_ {
        let place = self.origins.trailing_zeros();
        self.cells.iter().map(move |&(at, codes)| ((place + at) % 64, codes))
    }

    /// The changes of a match.
    pub(super) fn changes_laid_first(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        let place = self.origins.trailing_zeros();
        self.changes.iter().map(move |&(at, to)| ((place + at) % 64, to))
    }

    /// The results for the codes of its cells.
    pub(super) fn becomes(&self) -> impl Iterator<Item = (u8, usize)> + '_ {
        self.changes.iter().flat_map(|&(at, to)| {
            let cells = self.cells.iter().filter(move |cell| cell.0 == at);
            cells.map(move |&(_, codes)| (codes, to))
        })
    }

    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.conditions.is_empty() && self.effects.is_empty()
    }

    /// Appends the results of the pattern on a board from these first places.
    #[inline]
    fn moves<const BITS: usize>(
        &self,
        mut places: u64,
        layout: &Layout,
        sets: &[u64; 8],
        cells: &CellSets<BITS>,
        out: &mut Vec<CellSets<BITS>>,
    ) {
        while places != 0 {
            let place = places.trailing_zeros();
            places &= places - 1;
            let mut after = *cells;
            if !self.is_plain() && !self.around(layout, sets, place, &mut after) {
                continue;
            }
            for (bits, set) in after.0.iter_mut().zip(self.set) {
                *bits = *bits & !self.changed.rotate_left(place) | set.rotate_left(place);
            }
            out.push(after);
        }
    }

    /// Whether the conditions hold; applies the effects.
    fn around<const BITS: usize>(
        &self,
        layout: &Layout,
        sets: &[u64; 8],
        place: u32,
        after: &mut CellSets<BITS>,
    ) -> bool {
        let marked = ((place + self.marked) % 64) as usize;
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
        let mut beside = layout.near(marked, false) & !self.window.rotate_left(place);
        for &(codes, to) in &self.effects {
            let cells = beside & of(sets, codes);
            after.put(cells, to);
            beside &= !cells;
        }
        true
    }

    /// Adds the codes that the pattern may give to cells from first places where it matches, some
    /// of which are `known` already.
    #[inline]
    pub(super) fn open(&self, layout: &Layout, mut places: u64, known: u64, sets: &mut [u64; 8]) {
        // Neighbours may have received further codes.
        places &= if self.effects.is_empty() { !known } else { !0 };
        for &(at, to) in &self.changes {
            sets[to] |= places.rotate_left(at);
        }
        while !self.effects.is_empty() && places != 0 {
            let place = places.trailing_zeros();
            places &= places - 1;
            let marked = ((place + self.marked) % 64) as usize;
            let beside = layout.near(marked, false) & !self.window.rotate_left(place);
            for &(codes, to) in &self.effects {
                sets[to] |= beside & of(sets, codes);
            }
        }
    }

    /// Adds the places where the pattern matches, and the cells that it examines there.
    #[inline]
    pub(super) fn windows<'a>(&'a self, layout: &Layout, mut places: u64, found: &mut Matches<'a>) {
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
            let marked = ((place + self.marked) % 64) as usize;
            found.windows.push(self.window.rotate_left(place) | layout.near(marked, corners));
        }
    }
}

impl Matches<'_> {
    /// Calls `each` with the cells that are connected, of cells with these codes.
    #[inline]
    pub(super) fn parts(&self, sets: &[u64; 8], mut each: impl FnMut(u64)) {
        let (mut some, mut varies) = (0, 0);
        for set in sets {
            varies |= some & set;
            some |= set;
        }
        let mut rest = varies;
        while rest != 0 {
            let part = self.spread(rest & rest.wrapping_neg(), varies);
            rest &= !part;
            each(part);
        }
    }

    /// The cells that are connected to `seed` through matches: where two of them meet in a cell
    /// that varies.
    #[inline]
    fn spread(&self, seed: u64, varies: u64) -> u64 {
        let mut part = seed;
        loop {
            let before = part;
            for &(pattern, places) in &self.patterns {
                let joined = part & varies;
                let cells = pattern.cells.iter();
                let met =
                    cells.clone().fold(0, |met, &(at, _)| met | joined.rotate_right(at)) & places;
                part |= cells.fold(0, |all, &(at, _)| all | met.rotate_left(at));
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
