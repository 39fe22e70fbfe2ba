//! A lower bound for Domineering, from play in areas that do not meet.
//!
//! Left's dominoes are vertical. A cell is *safe* if no free cell is beside it, because Right never
//! covers it, and *exposed* otherwise. The areas are:
//!
//! - *safe* pairs of safe cells, one above the other: a move that Left has until the end;
//! - *protective* squares of four exposed cells without a free cell beside one of their columns: a
//!   domino in the other column makes that one safe;
//! - *vulnerable* pairs of an exposed cell and another exposed cell or a safe one;
//! - *options*: an exposed cell above or below a safe pair, which Left covers together with a cell of
//!   the pair instead of playing the pair itself.
//!
//! What Left gets from an area is counted in halves: two for each move beside those in safe pairs,
//! and one for each exposed cell that Right cannot cover afterwards. A protective square has a worth of
//! 8: two moves and four cells. A pair has two for the move and one for each exposed cell, an option
//! only one for its cell. If a cell beside these has no other free cell beside it, and is in no area,
//! then it is dead afterwards and counts as well.
//!
//! **Play.** Left takes an area in each of her turns, and safe pairs when no area is left. Right takes
//! an area from her if he covers one of its cells. His domino has two cells, so it takes at most two
//! areas. Areas are *apart* if no domino of Right takes two of these. Every area that is apart is worth at
//! least as much as each area that is not. Left takes the most valuable area that is apart, and if there
//! is none the most valuable one of the others.
//!
//! **Left's turns.** Let A be the number of areas that are apart, and let Right begin. Before Left's
//! k-th turn Right has taken at most k areas that are apart, and Left k - 1. So she finds one worth as
//! much as the 2k-th of these, if 2k is at most A. Otherwise let this be the j-th turn in which she finds
//! none apart. She has taken k - j of these, so x = A - k + j dominoes of Right took the others. These
//! dominoes took at most x of the other areas, and the k - x dominoes left at most two each. Left has
//! taken j - 1 of the others. So she finds one worth as much as number x + 2(k - x) + j = 3k - A of
//! these. If she finds an area that is apart, it is worth no less. If Left begins, she takes the first
//! area and the rest is as before.
//!
//! **Right's turns.** Exposed cells lie in rows of two or more. In a row of r cells from which Left takes
//! t, Right places at most (r - t) / 2 dominoes, rounded down. Protective squares lie at the end of
//! a row and take two cells of it. So Right has at most the number of dominoes that fit, minus half of
//! the cells taken, plus a half for each odd row with other areas in it. Without these cells, he has at most
//! the number of dominoes that fit minus two for each protective square.
//!
//! Left has her moves whatever Right does. So the difference of these two numbers is a bound.
//!
//! (After Bullock, Domineering: solving large combinatorial search spaces, 2002. The worths, the
//! order of Left's turns, and the proof differ.)

use num_traits::{PrimInt, Zero};

use super::frame::{Cells, Frame, Side, View};

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

impl<F: Frame, S: Side> View<F, S> {
    /// The upper cells of vertical dominoes, as many as fit side by side on cells: placed from the
    /// top.
    #[inline]
    fn upright(self, cells: F::Cells) -> F::Cells {
        let (mut rest, mut found) = (cells, F::Cells::zero());
        loop {
            // The first cells of runs, and those with a cell below.
            let first = rest & !self.down(rest);
            found |= first & self.up(rest);
            if first == rest {
                return found;
            }
            rest &= !(first | self.down(first));
        }
    }

    /// The number of horizontal dominoes that fit side by side on cells, and the last cells of odd
    /// rows.
    #[inline]
    fn lying(self, cells: F::Cells) -> (i32, F::Cells) {
        let (mut rest, mut count, mut odd) = (cells, 0, F::Cells::zero());
        loop {
            let first = rest & !self.right(rest);
            let second = self.right(first) & rest;
            count += second.count_ones() as i32;
            odd |= first & !self.left(second);
            if first == rest {
                return (count, odd);
            }
            rest &= !(first | second);
        }
    }

    /// Protective squares, by their top left cells, chosen so that they are apart.
    #[inline]
    fn squares(self, free: F::Cells) -> F::Cells {
        let beside = free & self.left(free);
        let (first, last) = (free & !self.right(free), free & !self.left(free));
        let narrow = first & self.up(first) | self.left(last & self.up(last));
        let mut open = beside & self.up(beside) & narrow;
        let mut found = F::Cells::zero();
        while !open.is_zero() {
            // Squares at a distance of two columns or less in a common row may be taken together. The
            // upper ones come first, and in a row those on the left.
            let beside = self.right(open) | self.right(self.right(open));
            let above = open | beside | self.left(open) | self.left(self.left(open));
            let corners = open & !(beside | self.down(above));
            found |= corners;
            let mut near = corners | self.left(corners) | self.right(corners);
            near |= self.left(near) | self.right(near);
            open &= !(near | self.down(near) | self.up(near));
        }
        found
    }
}

/// How many areas there are of each worth from 8 to 1, one in each byte.
#[derive(Clone, Copy, Default)]
struct Areas(u64);

impl Areas {
    #[inline]
    fn add(&mut self, worth: u32, cells: impl Cells) {
        self.0 += u64::from(cells.count_ones()) << (8 * (8 - worth));
    }

    /// How many areas there are of each worth or more. A board has at most 128, so no byte overflows.
    #[inline]
    fn or_more(self) -> u64 {
        self.0.wrapping_mul(ONES)
    }
}

/// The sum of the bytes, which is below 256.
#[inline]
fn sum(bytes: u64) -> i32 {
    (bytes.wrapping_mul(ONES) >> 56) as i32
}

/// What Left gets from areas at least, in halves. The worths that she finds, in order, are counted
/// worth by worth: by how many of them are at least 8, at least 7, and so on.
fn taken(mut apart: Areas, mut others: Areas, first: bool) -> i32 {
    if others.0 != 0 {
        // Areas that are apart but worth less than one of the others are counted with these.
        let bytes = others.0.trailing_zeros() / 8 + 1;
        let light = u64::MAX.checked_shl(8 * bytes).unwrap_or(0);
        others.0 += apart.0 & light;
        apart.0 &= !light;
    }
    let counts = apart.or_more();
    let all = (counts >> 56) as i32;
    let halves = if first { counts + ONES } else { counts } >> 1 & (ONES * 0x7f);
    let mut found = sum(halves);
    // Number 3k - all of the others is the first that counts for k above half of all.
    let (before, turns) = match (first, all) {
        (false, _) => (all, all / 2),
        (true, 0) => (2, 0),
        (true, _) => (all - 1, (all - 1) / 2),
    };
    let mut counts = others.or_more();
    while counts != 0 {
        found += (((counts & 0xff) as i32 + before) / 3 - turns).max(0);
        counts >>= 8;
    }
    found
}

/// An integer `n` such that Left, moving second, wins on the cells and `-n`. If she moves `first`,
/// she wins on the cells and `1 - n`.
pub(super) fn lead<F: Frame, S: Side>(view: View<F, S>, free: F::Cells, first: bool) -> i32 {
    let safe = free & !(view.left(free) | view.right(free));
    let exposed = free & !safe;
    let (fit, odd) = view.lying(exposed);
    let squares = view.squares(free);
    let protective = squares | view.right(squares) | view.down(squares | view.right(squares));
    let mut open = exposed & !protective;

    // An odd run of safe cells leaves a cell at its lower end for a vulnerable pair, or else at its
    // upper end.
    let pairs = view.upright(safe);
    let safe_moves = pairs.count_ones() as i32;
    let spare = safe & !(pairs | view.down(pairs));
    let top = safe & !view.down(safe);
    let below = view.down(spare) & open;
    open &= !below;
    let left_at_top = top & view.flood_up(spare, safe) & !view.flood_up(view.up(below), safe);
    let above = view.up(left_at_top) & open;
    open &= !above;
    // Options above a run; then below an even run, if the one above has another pair.
    let option_above = view.up(top & view.up(safe) & !view.down(above)) & open;
    open &= !option_above;
    let last = safe & !view.up(safe) & !spare & !view.down(view.down(option_above));
    let option_below = view.down(last) & open;
    open &= !option_below;
    let exposed_pairs = view.upright(open);

    let singles = below | above;
    let options = option_above | option_below;
    let doubles = exposed_pairs | view.down(exposed_pairs);
    let covered = singles | options | doubles;
    let all = covered | protective;
    let near = covered & (view.left(all) | view.right(all));
    // Cells that are dead once the only free cell beside them is covered.
    let dying = exposed & !all & !(view.left(exposed) & view.right(exposed));
    let (on_left, on_right) = (covered & view.right(dying), covered & view.left(dying));
    let (one, two) = (on_left | on_right, on_left & on_right);

    let mut apart = Areas::default();
    let mut others = Areas::default();
    apart.add(8, squares);
    for (cells, worth) in [(singles, 3), (options, 1)] {
        for (areas, cells) in [(&mut apart, cells & !near), (&mut others, cells & near)] {
            areas.add(worth, cells & !one);
            if !one.is_zero() {
                areas.add(worth + 1, cells & one & !two);
                areas.add(worth + 2, cells & two);
            }
        }
    }
    let close = exposed_pairs & (near | view.up(near));
    let (some, more) = (one | view.up(one), two | view.up(two) | one & view.up(one));
    for (areas, cells) in [(&mut apart, exposed_pairs & !close), (&mut others, close)] {
        areas.add(4, cells & !some);
        if !one.is_zero() {
            areas.add(5, cells & some & !more);
            areas.add(6, cells & more);
        }
    }

    let odd = (odd & view.flood_right(covered, exposed)).count_ones() as i32;
    let halves = 2 * (safe_moves - fit) + taken(apart, others, first) - odd;
    let by_cells = (halves + 1).div_euclid(2);
    if odd == 0 {
        return by_cells;
    }
    // The same areas with the worths of their moves alone.
    let (mut apart, mut others) = (Areas::default(), Areas::default());
    apart.add(8, squares);
    apart.add(2, (singles & !near) | (exposed_pairs & !close));
    others.add(2, (singles & near) | close);
    by_cells.max(safe_moves - fit + taken(apart, others, first) / 2)
}

/// The cells without lines of cells that touch no other cell, and the value of these lines.
#[inline]
pub(super) fn without_lines<F: Frame, S: Side>(
    view: View<F, S>,
    free: F::Cells,
) -> (F::Cells, i32) {
    let exposed = free & (view.left(free) | view.right(free));
    let columns = free & !(view.flood_up(exposed, free) | view.flood_down(exposed, free));
    let touching = free & (view.up(free) | view.down(free));
    let rows =
        free & !columns & !(view.flood_left(touching, free) | view.flood_right(touching, free));
    let value = view.upright(columns).count_ones() as i32 - view.lying(rows).0;
    (free & !(columns | rows), value)
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;

    use super::super::frame::tests::{VIEW, placed};
    use super::super::frame::{ByLeft, Eleven, Oblong};
    use super::*;
    use crate::boards::bits::transposed;

    /// With which integers Left wins: the least ones, if she moves first, and if she moves second.
    type Least = [i32; 2];

    /// The sets of cells on a board.
    pub(in super::super) fn boards(rows: u32, columns: u32) -> impl Iterator<Item = u64> {
        (0..1u64 << (rows * columns)).map(move |set| {
            let row = |at: u32| (set >> (at * columns) & ((1 << columns) - 1)) << (8 * at);
            (0..rows).map(row).sum()
        })
    }

    /// By the definition, move by move.
    pub(in super::super) fn least_integers(free: u64, known: &mut HashMap<u64, Least>) -> Least {
        if let Some(&found) = known.get(&free) {
            return found;
        }
        const FAR: i32 = 20;
        let each = |places: u64, domino: u64| {
            (0..64).filter(move |at| places >> at & 1 == 1).map(move |at| free & !(domino << at))
        };
        let mut by_left = FAR;
        for after in each(free & VIEW.up(free), 0x101) {
            by_left = by_left.min(least_integers(after, known)[1]);
        }
        let mut by_right = -FAR;
        for after in each(free & VIEW.left(free), 0b11) {
            by_right = by_right.max(least_integers(after, known)[0]);
        }
        // One of the players has moves in the integer as well.
        let mut wins: HashMap<i32, (bool, bool)> = HashMap::new();
        for n in 0..=FAR {
            let second = n >= by_right;
            let first = n >= by_left || n > 0 && wins[&(n - 1)].1;
            wins.insert(n, (first, second));
        }
        for n in (-FAR..0).rev() {
            let first = n >= by_left;
            let second = n >= by_right && wins[&(n + 1)].0;
            wins.insert(n, (first, second));
        }
        let least = |which: fn(&(bool, bool)) -> bool| {
            (-FAR..=FAR).find(|n| which(&wins[n])).unwrap_or(FAR)
        };
        let found = [least(|wins| wins.0), least(|wins| wins.1)];
        known.insert(free, found);
        found
    }

    #[test]
    fn bounds_hold_on_all_small_boards() {
        let mut sharp = 0;
        for (rows, columns) in [(4, 4), (2, 8), (8, 2), (3, 5), (5, 3)] {
            let mut known = HashMap::new();
            for free in boards(rows, columns) {
                let [first, second] = least_integers(free, &mut known);
                assert!(first <= 1 - lead(VIEW, free, true), "{free:x} {first}");
                assert!(second <= -lead(VIEW, free, false), "{free:x} {second}");
                sharp += usize::from(second == -lead(VIEW, free, false));
                let (rest, value) = without_lines(VIEW, free);
                assert_eq!(least_integers(rest, &mut known), [first + value, second + value]);
            }
        }
        assert!(sharp > 150_000, "{sharp}");
    }

    /// What is seen of a board, by its player.
    fn seen<F: Frame, S: Side>(view: View<F, S>, free: F::Cells) -> ([i32; 3], F::Cells) {
        let (rest, value) = without_lines(view, free);
        ([lead(view, free, true), lead(view, free, false), value], rest)
    }

    #[test]
    fn bounds_are_the_same_in_every_frame() {
        let eleven = View::<_, ByLeft>::new(Eleven);
        let [wide, high] = [(6, 21), (21, 6)]
            .map(|(rows, columns)| View::<_, ByLeft>::new(Oblong::new(rows, columns).unwrap()));
        let mut random = 1u64;
        for _ in 0..100_000 {
            let mut next = || {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                random >> 20
            };
            let free = (next() | next() & next() << 30) & 0x3f3f_3f3f_3f3f;
            let (numbers, rest) = seen(VIEW, free);
            let turned = transposed(free);
            assert_eq!(seen(VIEW.other(), turned), (numbers, transposed(rest)), "{free:x}");
            let at = (next() % 6) as u32;
            let corner = [5, at];
            let found = seen(eleven, placed(eleven, free, corner));
            assert_eq!(found, (numbers, placed(eleven, rest, corner)), "{free:x}");
            for (view, corner) in [(wide, [0, 2 * at]), (high, [3 * at, 0])] {
                let found = seen(view, placed(view, free, corner));
                assert_eq!(found, (numbers, placed(view, rest, corner)), "{free:x}");
            }
            for view in [wide, high] {
                let other = seen(view.other(), placed(view, turned, [0, 0]));
                assert_eq!(other, (numbers, placed(view, transposed(rest), [0, 0])), "{free:x}");
            }
        }
    }

    /// What Left gets of areas by best play of both, with Right taking at most two areas in each
    /// turn, and at most one that is apart.
    fn best(apart: &[u32], others: &[u32], first: bool) -> i32 {
        let without = |list: &[u32], at: usize| {
            let mut list = list.to_vec();
            list.remove(at);
            list
        };
        if first {
            let apart_first = (0..apart.len())
                .map(|at| apart[at] as i32 + best(&without(apart, at), others, false));
            let others_first = (0..others.len())
                .map(|at| others[at] as i32 + best(apart, &without(others, at), false));
            return apart_first.chain(others_first).max().unwrap_or(0);
        }
        let mut found = best(apart, others, true);
        for at in 0..apart.len() {
            let rest = without(apart, at);
            found = found.min(best(&rest, others, true));
            for other in 0..others.len() {
                found = found.min(best(&rest, &without(others, other), true));
            }
        }
        for at in 0..others.len() {
            let rest = without(others, at);
            found = found.min(best(apart, &rest, true));
            for other in 0..rest.len() {
                found = found.min(best(apart, &without(&rest, other), true));
            }
        }
        found
    }

    #[test]
    fn left_takes_what_the_count_says() {
        let areas = |list: &[u32]| {
            let mut areas = Areas::default();
            list.iter().for_each(|&worth| areas.add(worth, 1u64));
            areas
        };
        let mut lists: Vec<Vec<u32>> = vec![vec![]];
        for at in 0.. {
            let Some(list) = lists.get(at).cloned() else { break };
            if list.len() < 3 {
                let least = list.last().copied().unwrap_or(1);
                let longer = [1, 3, 4, 8].into_iter().filter(|&worth| worth >= least);
                lists.extend(longer.map(|worth| [&list[..], &[worth]].concat()));
            }
        }
        let mut sharp = 0;
        for apart in &lists {
            for others in &lists {
                for first in [true, false] {
                    let found = taken(areas(apart), areas(others), first);
                    let best = best(apart, others, first);
                    assert!(found <= best, "{apart:?} {others:?} {first} {found} {best}");
                    sharp += usize::from(found == best);
                }
            }
        }
        assert!(sharp > lists.len() * lists.len(), "{sharp}");
    }

    #[test]
    fn empty_boards_have_known_bounds() {
        // Left has the moves in one column, and one move in two columns of two cells.
        let column = |rows: u32| (0..rows).map(|row| 1 << (8 * row)).sum::<u64>();
        assert_eq!(lead(VIEW, column(5), false), 2);
        assert_eq!(lead(VIEW, transposed(column(5)), false), -2);
        assert_eq!([lead(VIEW, 0x303, true), lead(VIEW, 0x303, false)], [2, -2]);
    }
}
