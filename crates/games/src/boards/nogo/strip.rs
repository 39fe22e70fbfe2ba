//! Strips of NoGo, with one row, in a form in which what makes no difference is left out.
//!
//! A row is a run of free cells. Between two of them there is nothing, or a group of stones of one player;
//! wherever a wall is, or groups of both players touch, one row ends and another begins, as whether a
//! stone may be placed depends on the free cells and groups beside it only. A group beyond an end of a
//! row has one liberty, the cell at that end. It is *lasting* if it has another that stays free: then
//! it matters only to its own player, whose stone on the cell at the end always has a liberty.
//!
//! What is left out, written with `x` for Left's groups and the same with Left and Right exchanged:
//!
//! - `o.x` at an end. Neither may play on the cell, which is the only liberty of `o` and would leave a
//!   stone of Right's without any. Neither ever may, as nothing beside the cell changes but the `x` that
//!   gets longer. So the cell stays free and the `x` is lasting.
//! - `x.x` at an end, the first lasting. Right never has a liberty on the cell. Left may play there at
//!   any time, so it is a move of hers that nothing else depends on: an integer. The second `x` is
//!   lasting too: as long as the cell is free it is a liberty, and then the groups are joined.
//! - `x.x` at an end, the first not lasting, is as good as a wall and `.x`. In both Right never has a
//!   liberty on the cell, and Left may play there if the second `x` has another liberty, which is then the
//!   only one of the joined group.

use smallvec::SmallVec;
use upstar_core::Player;

use crate::boards::grid::FREE;

/// What is between two free cells of a row, or beyond an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Gap {
    /// Nothing; beyond an end, a wall.
    Nothing,
    Group(Player),
    /// A lasting group beyond an end.
    Lasting(Player),
}

use Gap::{Group, Lasting, Nothing};

/// What is beyond the first end of a row, between its cells and beyond the other end.
type Gaps = SmallVec<[Gap; 64]>;

/// A row that cannot be made simpler. It has at least two cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Row(Gaps);

/// Rows, an integer and perhaps a star, which a strip is the sum of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) integer: i32,
    pub(super) star: bool,
}

impl Gap {
    fn exchanged(self) -> Self {
        match self {
            Nothing => Nothing,
            Group(player) => Group(player.opponent()),
            Lasting(player) => Lasting(player.opponent()),
        }
    }

    fn code(self) -> u128 {
        match self {
            Nothing => 0,
            Group(Player::Left) => 1,
            Group(Player::Right) => 2,
            Lasting(Player::Left) => 3,
            Lasting(Player::Right) => 4,
        }
    }

    fn of_code(code: u128) -> Self {
        match code {
            1 => Group(Player::Left),
            2 => Group(Player::Right),
            3 => Lasting(Player::Left),
            4 => Lasting(Player::Right),
            _ => Nothing,
        }
    }

    fn of(letter: u8) -> Self {
        match letter {
            b'x' => Group(Player::Left),
            b'o' => Group(Player::Right),
            _ => Nothing,
        }
    }
}

impl Rows {
    /// The parts of a strip: nothing if nobody may move, as some group has no liberty.
    pub(super) fn of(cells: &[u8]) -> Self {
        let mut rows = Rows::default();
        let mut row: Gaps = Gaps::new();
        let mut from = 0;
        for to in (0..=cells.len()).filter(|&to| to == cells.len() || cells[to] == FREE) {
            let between = &cells[from..to];
            let runs = between.chunk_by(|a, b| a == b).enumerate();
            let (before, after) = (from > 0, to < cells.len());
            let mut from_end = between.chunk_by(|a, b| a == b).count();
            for (at, run) in runs {
                from_end -= 1;
                let breathes = before && at == 0 || after && from_end == 0;
                if Gap::of(run[0]) != Nothing && !breathes {
                    return Rows::default();
                }
            }
            from = to + 1;
            let gap = |at: Option<&u8>| at.map_or(Nothing, |&letter| Gap::of(letter));
            let (first, last) = (gap(between.first()), gap(between.last()));
            let ends = to == cells.len() || row.is_empty();
            if !ends && between.iter().all(|&letter| Gap::of(letter) == first && first != Nothing) {
                row.push(first);
                continue;
            }
            if !row.is_empty() {
                row.push(first);
                rows.add(std::mem::take(&mut row));
            }
            row.push(last);
        }
        rows
    }

    /// The parts as strips: the rows, moves of one player, and a star.
    pub(super) fn strips(&self) -> impl Iterator<Item = Vec<u8>> {
        let one = if self.integer > 0 { b"o.x." } else { b"x.o." };
        let ones = std::iter::repeat_n(one.to_vec(), self.integer.unsigned_abs() as usize);
        let star = self.star.then(|| b"..".to_vec());
        self.rows.iter().map(Row::strip).chain(ones).chain(star)
    }

    /// Adds a row, of which there may be nothing left.
    fn add(&mut self, mut row: Gaps) {
        let (mut from, mut to) = (0, row.len() - 1);
        loop {
            if to - from <= 1 {
                if to > from {
                    self.add_cell(row[from], row[to]);
                }
                return;
            }
            let mut found = false;
            for first in [true, false] {
                if to - from <= 1 {
                    break;
                }
                let (end, next) = if first { (from, from + 1) } else { (to, to - 1) };
                let lasting = match (row[end], row[next]) {
                    (Group(a), Group(b)) if a == b => {
                        row[end] = Nothing;
                        continue;
                    }
                    (Group(_), Group(b)) => b,
                    (Lasting(a), Group(b)) if a == b => {
                        self.integer += if a == Player::Left { 1 } else { -1 };
                        b
                    }
                    _ => continue,
                };
                row[next] = Lasting(lasting);
                (from, to) = if first { (next, to) } else { (from, next) };
                found = true;
            }
            if !found {
                break;
            }
        }
        self.rows.push(Row(row[from..=to].into()));
    }

    /// Adds a row of one cell.
    fn add_cell(&mut self, a: Gap, b: Gap) {
        let may = |player: Player| {
            let enemy = Group(player.opponent());
            [a, b].contains(&Lasting(player)) && a != enemy && b != enemy
        };
        match Player::BOTH.map(may) {
            [true, true] => self.star = !self.star,
            [left, right] => self.integer += i32::from(left) - i32::from(right),
        }
    }
}

impl Row {
    /// Where in its number the gap between two cells stands.
    fn shift(cells: usize, gap: usize) -> usize {
        match gap {
            0 => 6,
            _ if gap == cells => 9,
            _ => 10 + 2 * gap,
        }
    }

    /// A number that distinguishes rows of at most [`MOST`](super::super::field::MOST) cells, but not a row and its mirror
    /// image.
    pub(super) fn number(&self) -> u128 {
        let (cells, gaps) = (self.cells(), &self.0);
        let pack = |at: usize, gap: Gap| gap.code() << Self::shift(cells, at);
        let [mut there, mut back] = [cells as u128; 2];
        for (at, &gap) in gaps.iter().enumerate() {
            there |= pack(at, gap);
            back |= pack(cells - at, gap);
        }
        there.min(back)
    }

    /// A row with this [number](Self::number).
    pub(super) fn of_number(number: u128) -> Self {
        let cells = (number & 63) as usize;
        let gap = |at: usize| {
            let mask = if at == 0 || at == cells { 7 } else { 3 };
            Gap::of_code(number >> Self::shift(cells, at) & mask)
        };
        Row((0..=cells).map(gap).collect())
    }

    /// Left and Right exchanged.
    #[must_use]
    pub(super) fn exchanged(&self) -> Self {
        Row(self.0.iter().map(|gap| gap.exchanged()).collect())
    }

    /// The number of groups of a player with two liberties.
    pub(super) fn groups(&self, player: Player) -> usize {
        self.0[1..self.cells()].iter().filter(|&&gap| gap == Group(player)).count()
    }

    /// The number of cells, groups with two liberties and lasting groups: the value takes about twice as
    /// long with one more.
    pub(super) fn weight(&self) -> usize {
        let groups = self.0[1..self.cells()].iter().filter(|&&gap| gap != Nothing).count();
        let ends = [self.0[0], self.0[self.cells()]];
        let lasting = ends.into_iter().filter(|gap| matches!(gap, Lasting(_))).count();
        self.cells() + groups + lasting
    }

    /// Whether a player may place a stone on a cell, and whether it then has free cells beside it, or
    /// liberties of a group, before it and after it.
    fn liberties(&self, cell: usize, player: Player) -> Option<[bool; 2]> {
        let sides = [(self.0[cell], cell == 0), (self.0[cell + 1], cell + 1 == self.cells())];
        let enemy = Group(player.opponent());
        // The only liberty of a group beyond an end.
        if sides.contains(&(enemy, true)) {
            return None;
        }
        let free = sides.map(|(gap, end)| !end && gap != enemy);
        let lasting = sides.iter().any(|side| side.0 == Lasting(player));
        (lasting || free.contains(&true)).then_some(free)
    }

    /// On how many cells a player may place a stone.
    pub(super) fn moves(&self, player: Player) -> usize {
        (0..self.cells()).filter(|&cell| self.liberties(cell, player).is_some()).count()
    }

    /// The parts after a stone of Left on a cell, if she may place it there.
    pub(super) fn after(&self, cell: usize) -> Option<Rows> {
        let free = self.liberties(cell, Player::Left)?;
        let gaps = &self.0;
        let lasting = gaps[cell..=cell + 1].contains(&Lasting(Player::Left));
        let own = if lasting { Lasting(Player::Left) } else { Group(Player::Left) };
        let mut rows = Rows::default();
        if free == [true; 2] && !lasting {
            let mut joined = gaps.clone();
            joined.remove(cell);
            joined[cell] = own;
            rows.add(joined);
            return Some(rows);
        }
        // An enemy's group beside the cell keeps its other liberty.
        let end = |free: bool| if free { own } else { Group(Player::Right) };
        if cell > 0 {
            let mut row: Gaps = gaps[..=cell].into();
            row[cell] = end(free[0]);
            rows.add(row);
        }
        if cell + 1 < self.cells() {
            let mut row: Gaps = gaps[cell + 1..].into();
            row[0] = end(free[1]);
            rows.add(row);
        }
        Some(rows)
    }

    /// The number of its cells.
    pub(super) fn cells(&self) -> usize {
        self.0.len() - 1
    }

    /// The cells of a strip that is this row.
    pub(super) fn strip(&self) -> Vec<u8> {
        let letter = |player| if player == Player::Left { b'x' } else { b'o' };
        let mut strip = Vec::new();
        for (at, &gap) in self.0.iter().enumerate() {
            match gap {
                Nothing => {}
                Group(player) => strip.push(letter(player)),
                Lasting(player) => {
                    let mut end = [letter(player.opponent()), FREE, letter(player)];
                    if at > 0 {
                        end.reverse();
                    }
                    strip.extend(end);
                }
            }
            if at < self.cells() {
                strip.push(FREE);
            }
        }
        strip
    }
}
