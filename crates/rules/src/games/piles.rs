//! More games of numbers: Moore's nim, cake, ordered nim, Euclid, the hungry knight.

use std::sync::LazyLock;

use upstar_core::{Outcome, Player};

use super::heaps::{few_enough, joined, numbers};
use super::numbers::bytes;
use crate::catalogue::Make;
use crate::{Class, Convention, Fact, Game, Known, Negated, Picture, Row, RuleError, Ruleset};

/// Moore's nim: a move makes one heap smaller, or up to `most` of them, each by as
/// much as one likes.
#[derive(Clone, Copy, Debug)]
pub struct Moore {
    /// How many heaps a move may make smaller.
    pub most: u64,
}

impl Moore {
    /// Appends what becomes of `heaps` if from `index` on up to `left` of them get
    /// smaller.
    fn smaller(heaps: &mut Vec<u64>, index: usize, left: u64, out: &mut Vec<Vec<u64>>) {
        for at in index..heaps.len() {
            let before = heaps[at];
            for after in 0..before {
                heaps[at] = after;
                out.push(heaps.clone());
                if left > 1 {
                    Self::smaller(heaps, at + 1, left - 1, out);
                }
            }
            heaps[at] = before;
        }
    }
}

crate::position::ordered!([u64; 3]);

impl Ruleset for Moore {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        // ways[j]: how many ways there are to make j heaps smaller.
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).min(heaps.len());
        let mut ways = vec![0u64; most + 1];
        ways[0] = 1;
        for &heap in heaps {
            for j in (1..=most).rev() {
                ways[j] = ways[j].saturating_add(ways[j - 1].saturating_mul(heap));
            }
        }
        few_enough(ways[1..].iter().fold(0, |sum: u64, &ways| sum.saturating_add(ways)))?;
        if most > 0 {
            Self::smaller(&mut heaps.clone(), 0, most as u64, out);
        }
        Ok(())
    }

    fn normalize(&self, mut heaps: Vec<u64>) -> (Vec<u64>, Negated) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, Negated::No)
    }

    fn known(&self, heaps: &Vec<u64>, convention: Convention) -> Option<Known> {
        let modulus = u128::from(self.most) + 1;
        let ones = |bit: u32| heaps.iter().filter(|&heap| heap >> bit & 1 == 1).count() as u128;
        let lost = (0..u64::BITS).all(|bit| ones(bit) % modulus == 0);
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Outcome(if lost { Outcome::P } else { Outcome::N }),
            theorem: "Moore 1910: P if in every binary place the number of ones is divisible by k+1",
        })
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        bytes(heaps)
    }

    fn name(&self) -> &str {
        "moore"
    }

    fn parameters(&self) -> String {
        self.most.to_string()
    }
}

pub(crate) const MOORE: Row = Row {
    name: "moore",
    aliases: &["moores_nim"],
    class: Class::IMPARTIAL,
    usage: "moore(k; a,b,...)",
    rules: "Heaps of stones; a move takes stones from one heap, or from up to k heaps,\n\
            from each as many as one likes.",
    source: "E. H. Moore, A generalization of the game called nim (1910)",
    example: ("moore(2; 3,3,3)", "outcome P"),
    make: Make::Whole(|call| {
        if call.before_semicolon() != Some(1) {
            return Err(call.complain(usize::MAX, "expected `moore(k; a,b,...)`"));
        }
        let most = call.count(0, u64::MAX)?;
        if most == 0 {
            return Err(call.complain(0, "expected a number from 1 on"));
        }
        Ok(Game::new(Moore { most }, call.counts(1, u64::MAX)?))
    }),
    board: None,
};

/// Cake: a box is cut into two unequal parts, and the smaller one is eaten.
#[derive(Clone, Copy, Debug)]
pub struct Cake;

impl Ruleset for Cake {
    type Position = [u64; 3];

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        sides: &[u64; 3],
        _: Player,
        out: &mut Vec<[u64; 3]>,
    ) -> Result<(), RuleError> {
        few_enough(sides.iter().fold(0u64, |sum, &side| sum.saturating_add(side / 2)))?;
        for (index, &side) in sides.iter().enumerate() {
            out.extend((side / 2 + 1..side).map(|left| {
                let mut option = *sides;
                option[index] = left;
                option
            }));
        }
        Ok(())
    }

    fn components(&self, sides: &[u64; 3], out: &mut Vec<[u64; 3]>) -> Result<(), RuleError> {
        out.extend(sides.iter().filter(|&&side| side > 2).map(|&side| [1, 1, side]));
        Ok(())
    }

    fn normalize(&self, mut sides: [u64; 3]) -> ([u64; 3], Negated) {
        sides.sort_unstable();
        (sides, Negated::No)
    }

    fn known(&self, sides: &[u64; 3], convention: Convention) -> Option<Known> {
        let value = sides.iter().fold(0, |sum, &side| sum ^ ((side >> side.trailing_zeros()) / 2));
        let value = u32::try_from(value).ok()?;
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Grundy(value),
            theorem: "each side is a game of its own, worth (m - 1)/2 with m its odd part",
        })
    }

    fn name(&self) -> &str {
        "cake"
    }

    fn write(&self, sides: &[u64; 3]) -> String {
        joined(sides)
    }

    fn parse(&self, text: &str) -> Result<[u64; 3], RuleError> {
        let sides = numbers(text, Some(3))?;
        Ok([sides[0], sides[1], sides[2]])
    }

    fn picture(&self, sides: &[u64; 3]) -> Picture {
        Picture::Cuboid(*sides)
    }
}

pub(crate) const CAKE: Row = Row {
    name: "cake",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "cake(a,b,c)",
    rules: "A cake of a x b x c cubes; a move cuts it between cubes, parallel to a side, into two\n\
            unequal parts and eats the smaller one. It ends when every side is 1 or 2.",
    source: "Stankevich, Games on graphs, exercise 15",
    example: ("cake(3,5,9)", "*7"),
    make: Make::Whole(|call| {
        call.expect(3..=3, "cake(a,b,c)")?;
        let sides = call.counts(0, u64::MAX)?;
        if let Some(index) = sides.iter().position(|&side| side == 0) {
            return Err(call.complain(index, "expected a number from 1 on"));
        }
        Ok(Game::new(Cake, [sides[0], sides[1], sides[2]]))
    }),
    board: None,
};

/// Ordered nim: heaps in a row, no heap larger than the next one.
#[derive(Clone, Copy, Debug)]
pub struct OrderedNim;

impl Ruleset for OrderedNim {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        few_enough(heaps.last().copied().unwrap_or(0))?;
        let mut least = 0;
        for (index, &heap) in heaps.iter().enumerate() {
            out.extend((least..heap).map(|left| {
                let mut option = heaps.clone();
                option[index] = left;
                option
            }));
            least = heap;
        }
        Ok(())
    }

    fn normalize(&self, mut heaps: Vec<u64>) -> (Vec<u64>, Negated) {
        heaps.retain(|&heap| heap > 0);
        (heaps, Negated::No)
    }

    fn known(&self, heaps: &Vec<u64>, convention: Convention) -> Option<Known> {
        let mut value = 0;
        let mut rest = &heaps[..];
        while let [before @ .., last] = rest {
            value ^= last - before.last().unwrap_or(&0);
            rest = &before[..before.len().saturating_sub(1)];
        }
        let value = u32::try_from(value).ok()?;
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Grundy(value),
            theorem: "staircase nim on the differences of neighbours, the last on top",
        })
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        bytes(heaps)
    }

    fn name(&self) -> &str {
        "ordered_nim"
    }
}

pub(crate) const ORDERED_NIM: Row = Row {
    name: "ordered_nim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "ordered_nim(a,b,...)",
    rules: "Heaps of stones in a row, none larger than the next one; a move takes stones\n\
            from one heap and must leave them so.",
    source: "Stankevich, Games on graphs, exercise 16",
    example: ("ordered_nim(2,3,3,5)", "*3"),
    make: Make::Whole(|call| {
        call.expect(0..=usize::MAX, "ordered_nim(a,b,...)")?;
        let heaps = call.counts(0, u64::MAX)?;
        if let Some(index) = heaps.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(call.complain(index + 1, "this heap is smaller than the one before it"));
        }
        Ok(Game::new(OrderedNim, heaps))
    }),
    board: None,
};

/// Euclid: from the larger of two numbers a multiple of the smaller one is taken;
/// both stay positive.
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

impl Ruleset for Euclid {
    type Position = (u64, u64);

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        &(a, b): &(u64, u64),
        _: Player,
        out: &mut Vec<(u64, u64)>,
    ) -> Result<(), RuleError> {
        let (small, large) = (a.min(b), a.max(b));
        let most = (large - 1) / small;
        few_enough(most)?;
        out.extend((1..=most).map(|times| {
            let left = large - times * small;
            if a < b { (a, left) } else { (left, b) }
        }));
        Ok(())
    }

    fn normalize(&self, (a, b): (u64, u64)) -> ((u64, u64), Negated) {
        ((a.min(b), a.max(b)), Negated::No)
    }

    fn known(&self, &(a, b): &(u64, u64), convention: Convention) -> Option<Known> {
        let (a, b) = (u128::from(a), u128::from(b));
        // |a/b - b/a| = |a^2 - b^2| / (a b).
        let value = (a.abs_diff(b)).checked_mul(a + b)? / (a * b);
        let value = u32::try_from(value).ok()?;
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Grundy(value),
            theorem: "Nivasch 2006: the Grundy value of Euclid is floor(|a/b - b/a|)",
        })
    }

    fn name(&self) -> &str {
        "euclid"
    }
}

pub(crate) const EUCLID: Row = Row {
    name: "euclid",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "euclid(a,b)",
    rules: "Two positive numbers; a move takes from the larger one a multiple of the smaller\n\
            one, so that it stays positive.",
    source: "Cole and Davie, A game based on the Euclidean algorithm (1969)",
    example: ("euclid(3,11)", "*3"),
    make: Make::Whole(|call| {
        call.expect(2..=2, "euclid(a,b)")?;
        let both = call.counts(0, u64::MAX)?;
        if let Some(index) = both.iter().position(|&number| number == 0) {
            return Err(call.complain(index, "expected a number from 1 on"));
        }
        Ok(Game::new(Euclid, (both[0], both[1])))
    }),
    board: None,
};

/// The hungry knight: of the knight's eight moves only those that bring it nearer
/// to the corner, row 1 and column 1.
#[derive(Clone, Copy, Debug)]
pub struct Knight {
    /// Rows and columns of the board, if it ends.
    pub size: Option<(u64, u64)>,
}

/// Up and left, and a little to either side.
const STEPS: [(i64, i64); 4] = [(-2, -1), (-2, 1), (-1, -2), (1, -2)];

impl Knight {
    fn step(&self, (row, column): (u64, u64), step: (i64, i64)) -> Option<(u64, u64)> {
        let to = (row.checked_add_signed(step.0)?, column.checked_add_signed(step.1)?);
        let (rows, columns) = self.size.unwrap_or((u64::MAX, u64::MAX));
        ((1..=rows).contains(&to.0) && (1..=columns).contains(&to.1)).then_some(to)
    }

    /// The Grundy value on the board without ends. It is the same four rows and four
    /// columns further, and along the first four rows and columns it repeats after 4
    /// from cell 9 on.
    fn unbounded((row, column): (u64, u64)) -> u32 {
        static VALUES: LazyLock<[[u32; SIDE + 1]; SIDE + 1]> = LazyLock::new(corner);
        let back = (row.min(column) - 1) / 4 * 4;
        let near = |place: u64| {
            let place = place - back;
            (if place > 12 { 9 + (place - 9) % 4 } else { place }) as usize
        };
        VALUES[near(row)][near(column)]
    }
}

/// From row 12 the knight gets at most 6 columns to the right of where it was, and
/// so from column 12 to column 18; likewise downwards.
const SIDE: usize = 18;

/// The values of the first rows and columns, from the definition; right up to cell
/// (12,12).
fn corner() -> [[u32; SIDE + 1]; SIDE + 1] {
    let mut values = [[0; SIDE + 1]; SIDE + 1];
    let board = Knight { size: Some((SIDE as u64, SIDE as u64)) };
    for sum in 2..=2 * SIDE {
        for row in sum.saturating_sub(SIDE).max(1)..=SIDE.min(sum - 1) {
            let cell = (row as u64, (sum - row) as u64);
            let reached = STEPS.iter().filter_map(|&step| board.step(cell, step));
            values[row][sum - row] = upstar_core::mex(
                reached.map(|(row, column)| values[row as usize][column as usize]),
            );
        }
    }
    values
}

impl Ruleset for Knight {
    type Position = (u64, u64);

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        cell: &(u64, u64),
        _: Player,
        out: &mut Vec<(u64, u64)>,
    ) -> Result<(), RuleError> {
        out.extend(STEPS.iter().filter_map(|&step| self.step(*cell, step)));
        Ok(())
    }

    fn known(&self, &cell: &(u64, u64), convention: Convention) -> Option<Known> {
        (self.size.is_none() && convention == Convention::Normal).then(|| Known {
            fact: Fact::Grundy(Self::unbounded(cell)),
            theorem: "the table of values is periodic: (4,4) down the diagonal, 4 along its sides",
        })
    }

    fn name(&self) -> &str {
        "knight"
    }

    fn call(&self, &(row, column): &(u64, u64)) -> String {
        match self.size {
            None => format!("knight({row},{column})"),
            Some((rows, columns)) => format!("knight({row},{column},{rows},{columns})"),
        }
    }

    fn picture(&self, &(row, column): &(u64, u64)) -> Picture {
        // Without ends, the part of the board that the knight can reach.
        let (rows, columns) = self.size.unwrap_or((row.max(column), row.max(column)));
        if rows > 40 || columns > 40 {
            return Picture::Text;
        }
        let letter = |at: (u64, u64)| if at == (row, column) { 'N' } else { '.' };
        let line = |r: u64| (1..=columns).map(|c| letter((r, c))).collect();
        Picture::Signs((1..=rows).map(line).collect())
    }

    fn parameters(&self) -> String {
        self.size.map_or_else(String::new, |(rows, columns)| format!("{rows},{columns}"))
    }
}

pub(crate) const KNIGHT: Row = Row {
    name: "knight",
    aliases: &["hungry_knight"],
    class: Class::IMPARTIAL,
    usage: "knight(row,column) or knight(row,column,rows,columns)",
    rules: "A knight of chess on a board without ends below and to the right, or on one of so\n\
            many rows and columns; it goes two rows up and one column aside, or two columns\n\
            to the left and one row aside.",
    source: "Dehornoy, Combinatorial game theory, section 2.3; Winning Ways, chapter 3",
    example: ("knight(3,6)", "*2"),
    make: Make::Whole(|call| {
        if ![2, 4].contains(&call.len()) {
            call.expect(2..=2, "knight(row,column) or knight(row,column,rows,columns)")?;
        }
        let numbers = call.counts(0, u64::MAX)?;
        if let Some(index) = numbers.iter().position(|&number| number == 0) {
            return Err(call.complain(index, "expected a number from 1 on"));
        }
        let size = match numbers[2..] {
            [rows, columns] => Some((rows, columns)),
            _ => None,
        };
        if size.is_some_and(|(rows, columns)| numbers[0] > rows || numbers[1] > columns) {
            return Err(call.complain(0, "the knight is off the board"));
        }
        Ok(Game::new(Knight { size }, (numbers[0], numbers[1])))
    }),
    board: None,
};
