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
//! areas. It takes no other one together with an area that is *apart*: one without cells of another
//! beside it. It takes at most one square, because no two of these are side by side. So Left gets
//! what best play with these areas gives her ([`taken`]).
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

use std::cell::Cell;

use num_traits::{PrimInt, Zero};

use super::frame::{Frame, Side, View};
use crate::boards::known::Cells;

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
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Areas(u64);

impl Areas {
    /// A board has at most 128, so no byte overflows.
    #[inline]
    fn add(&mut self, worth: u32, cells: impl Cells) {
        self.0 += u64::from(cells.count_ones()) << (8 * (8 - worth));
    }

    /// The greatest worth, and the other areas.
    #[inline]
    fn best(self) -> Option<(i32, Areas)> {
        let byte = self.0.trailing_zeros() / 8;
        (byte < 8).then(|| (8 - byte as i32, Areas(self.0 - (1 << (8 * byte)))))
    }

    #[inline]
    fn without_best(self) -> Areas {
        self.best().map_or(self, |(_, rest)| rest)
    }
}

/// What is left of the areas.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Play {
    apart: Areas,
    /// Those that are not apart.
    squares: u8,
    others: Areas,
    /// Whether Left has the turn.
    first: bool,
}

/// So many results are kept.
const KEPT: usize = 1 << 15;

thread_local! {
    static TAKEN: Vec<Cell<(Play, i32)>> = vec![Cell::default(); KEPT];
}

/// What Left gets from areas in halves, by best play of both. Of areas that are alike each player takes
/// the most valuable one: whoever takes another can as well take this one and then treat the other like
/// it, which makes a difference of at most their worths. Right is not better off with fewer areas taken.
fn taken(known: &[Cell<(Play, i32)>], play: Play) -> i32 {
    let Play { apart, squares, others, first } = play;
    let mixed = apart.0 ^ others.0 << 4 ^ u64::from(2 * squares + u8::from(first)) << 4;
    let slot = &known[(mixed.mixed() >> 32) as usize % KEPT];
    let (kept, value) = slot.get();
    if kept == play {
        return value;
    }
    let after =
        |apart, squares, others| taken(known, Play { apart, squares, others, first: !first });
    let fewer = squares.checked_sub(1);
    let value = if first {
        let one_apart = apart.best().map(|(worth, rest)| worth + after(rest, squares, others));
        let square = fewer.map(|squares| 8 + after(apart, squares, others));
        let other = others.best().map(|(worth, rest)| worth + after(apart, squares, rest));
        [one_apart, square, other].into_iter().flatten().max()
    } else {
        let one_apart = apart.best().map(|(_, rest)| after(rest, squares, others));
        let less = others.without_best();
        let square = fewer.map(|squares| after(apart, squares, less));
        let other = (less != others).then(|| after(apart, squares, less.without_best()));
        [one_apart, square, other].into_iter().flatten().min()
    };
    let value = value.unwrap_or(0);
    slot.set((play, value));
    value
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

    // Squares beside another area.
    let beside = protective & (view.left(covered) | view.right(covered));
    let beside = beside | view.left(beside);
    let touched = squares & (beside | view.up(beside));
    let play = |apart: Areas, others| {
        let squares = touched.count_ones() as u8;
        TAKEN.with(|known| taken(known, Play { apart, squares, others, first }))
    };

    let mut apart = Areas::default();
    let mut others = Areas::default();
    apart.add(8, squares & !touched);
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
    let halves = 2 * (safe_moves - fit) + play(apart, others) - odd;
    let by_cells = (halves + 1).div_euclid(2);
    if odd == 0 {
        return by_cells;
    }
    // The same areas with the worths of their moves alone.
    let (mut apart, mut others) = (Areas::default(), Areas::default());
    apart.add(8, squares & !touched);
    apart.add(2, (singles & !near) | (exposed_pairs & !close));
    others.add(2, (singles & near) | close);
    by_cells.max(safe_moves - fit + play(apart, others) / 2)
}

/// As [`lead`], with a second packing, the first one of the board after a half turn, if one more is all
/// that `wanted` lacks.
#[inline]
pub(super) fn lead_up_to<F: Frame, S: Side>(
    view: View<F, S>,
    free: F::Cells,
    first: bool,
    wanted: i32,
) -> i32 {
    let found = lead(view, free, first);
    if found + 1 != wanted {
        return found;
    }
    found.max(lead(view, view.frame.turned(free), first))
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
                // The least that is wanted in vain.
                let beyond = [2 - first, 1 - second];
                let bounds = [true, false].map(|turn| {
                    let wanted = beyond[usize::from(!turn)];
                    lead(VIEW, free, turn).max(lead_up_to(VIEW, free, turn, wanted))
                });
                assert!(bounds[0] < beyond[0] && bounds[1] < beyond[1], "{free:x} {bounds:?}");
                sharp += usize::from(second == -bounds[1]);
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

    /// What Left gets by best play of both, who choose among all areas: each has its worth, and squares
    /// that are not apart are worth 8.
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
            found = found.min(best(&without(apart, at), others, true));
        }
        for at in 0..others.len() {
            let rest = without(others, at);
            found = found.min(best(apart, &rest, true));
            for other in (0..rest.len()).filter(|&other| others[at] != 8 || rest[other] != 8) {
                found = found.min(best(apart, &without(&rest, other), true));
            }
        }
        found
    }

    #[test]
    fn left_takes_the_best_areas() {
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
        for apart in &lists {
            for others in &lists {
                for first in [true, false] {
                    let light: Vec<u32> =
                        others.iter().copied().filter(|&worth| worth < 8).collect();
                    let squares = (others.len() - light.len()) as u8;
                    let play = Play { apart: areas(apart), squares, others: areas(&light), first };
                    let found = TAKEN.with(|known| taken(known, play));
                    assert_eq!(found, best(apart, others, first), "{apart:?} {others:?} {first}");
                }
            }
        }
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
