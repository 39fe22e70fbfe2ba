//! Comparisons of a game with its stops plus small infinitesimals.
//!
//! Let x be the Left stop of G, y its Right stop, and e one of the twenty games n * ^ + *m with n
//! from -2 to 2 and m from 0 to 3. A record stores for each e whether G <= x + e and whether y + e
//! <= G. This refines the stops. If the Left stops of G and H are the same number x, then G <= H
//! only if every x + e that is at least H is at least G. If their Right stops are the same number
//! y, then G <= H only if every y + e that is at most G is at most H. If the Left stop of G and the
//! Right stop of H are the same number x, then some x + e between them proves G <= H. If G or H is
//! a number plus one of the twenty games, these three tests decide.
//!
//! Adding a number moves the stops and changes nothing else, so two words are enough for games of
//! any size. They are computed from the words of the options, for any form of the game and without
//! a comparison. G <= x + e unless some G^L >= x + e or some x + e^R <= G. The Right stop of G^L is
//! at most x. If it is less than x, then G^L is not >= x + e; otherwise the words of G^L hold the
//! answer. If G is hot, x + e^R <= G is impossible, as y < x; otherwise the words of G hold the
//! answer, for a simpler infinitesimal. Neither player needs to move in x. (Siegel, *Combinatorial
//! Game Theory*, II.1 and II.3.)

/// The largest multiple of up.
const UPS: i64 = 2;
/// The number of nimbers.
const NIMS: u32 = 4;
/// The row without ups, and the number of rows.
const MIDDLE: usize = UPS as usize;
const ROWS: usize = 2 * MIDDLE + 1;
const ROW: u32 = (1 << NIMS) - 1;
/// The number of infinitesimals: n * ^ + *m has index 4(n + 2) + m.
const COUNT: usize = 20;
const ALL: u32 = (1 << COUNT) - 1;

/// The parts of infinitesimal `i`.
fn parts(i: usize) -> (i64, u32) {
    (i as i64 / NIMS as i64 - UPS, i as u32 % NIMS)
}

/// The comparisons of a game with small infinitesimals.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Near {
    /// Bit i is set if the game is at most its Left stop plus infinitesimal i.
    pub(crate) above: u32,
    /// Bit i is set if the game is at least its Right stop plus infinitesimal i.
    pub(crate) below: u32,
}

impl Near {
    /// Those of a number plus `ups` * ^ + *`nim`.
    pub(crate) fn of_parts(ups: i64, nim: u32) -> Near {
        let mut near = Near::default();
        for i in 0..COUNT {
            let (other, other_nim) = parts(i);
            let more = i128::from(other) - i128::from(ups);
            near.above |= u32::from(at_least_zero(more, other_nim ^ nim)) << i;
            near.below |= u32::from(at_least_zero(-more, other_nim ^ nim)) << i;
        }
        near
    }

    /// Those of a game that is not a number. `left` has the infinitesimals that some Left option
    /// with the same stop is at least, `right` those that some Right option with the same stop is
    /// at most. `tepid` says whether both stops are the same number.
    #[inline]
    pub(crate) fn of_options(left: u32, right: u32, tepid: bool) -> Near {
        if !tepid {
            return Near { above: ALL & !left, below: ALL & !right };
        }
        let (left, right) = (rows(left), rows(right));
        let (mut above, mut below) = ([0; ROWS], [0; ROWS]);
        // *m = {0,..,*(m-1)|0,..,*(m-1)}.
        for m in 0..NIMS {
            let (star, simpler) = (1 << m, (1 << m) - 1);
            let is_above = left[MIDDLE] & star == 0 && below[MIDDLE] & simpler == 0;
            let is_below = right[MIDDLE] & star == 0 && above[MIDDLE] & simpler == 0;
            above[MIDDLE] |= if is_above { star } else { 0 };
            below[MIDDLE] |= if is_below { star } else { 0 };
        }
        // n^ + *m = {0|(n-1)^ + *(m^1)} for n > 0, but ^* = {0,*|0}.
        let unless_zero = |row: u32| if row & 1 == 0 { ROW } else { 0 };
        let unless_star = |row: u32, n: usize| if n == 1 { ROW & !(row & 2) } else { ROW };
        for n in 1..=MIDDLE {
            let (up, down) = (MIDDLE + n, MIDDLE - n);
            let (is_above, is_below) = (above[MIDDLE], below[MIDDLE]);
            above[up] = ROW & !left[up] & !star_added(below[up - 1]);
            below[up] = !right[up] & unless_zero(is_above) & unless_star(is_above, n);
            below[down] = ROW & !right[down] & !star_added(above[down + 1]);
            above[down] = !left[down] & unless_zero(is_below) & unless_star(is_below, n);
        }
        Near { above: word(above), below: word(below) }
    }

    /// Those of the negative.
    #[inline]
    pub(crate) fn negative(self) -> Near {
        let turned = |mut rows: [u32; ROWS]| {
            rows.reverse();
            word(rows)
        };
        Near { above: turned(rows(self.below)), below: turned(rows(self.above)) }
    }
}

/// The infinitesimals grouped by their number of ups, fewest first.
#[inline]
fn rows(word: u32) -> [u32; ROWS] {
    std::array::from_fn(|row| word >> (row as u32 * NIMS) & ROW)
}

#[inline]
fn word(rows: [u32; ROWS]) -> u32 {
    rows.into_iter().rev().fold(0, |word, row| word << NIMS | row)
}

/// The row after adding * to each entry.
#[inline]
fn star_added(row: u32) -> u32 {
    (row & 0b0101) << 1 | (row & 0b1010) >> 1
}

/// Is ups * ^ + *nim >= 0? (Siegel, II.4.)
#[inline]
pub(crate) fn at_least_zero(ups: i128, nim: u32) -> bool {
    match ups {
        2.. => true,
        1 => nim != 1,
        0 => nim == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use upstar_core::Budget;

    use super::*;
    use crate::arena::Parts;
    use crate::structure::born_by;
    use crate::{Id, Universe, Worker};

    /// g <= h by the definition alone: no g^L >= h and no h^R <= g.
    fn at_most(worker: &mut Worker<'_>, known: &mut HashMap<(Id, Id), bool>, g: Id, h: Id) -> bool {
        if let Some(&answer) = known.get(&(g, h)) {
            return answer;
        }
        let left = worker.left_options(g).unwrap();
        let right = worker.right_options(h).unwrap();
        let answer = !left.into_iter().any(|x| at_most(worker, known, h, x))
            && !right.into_iter().any(|x| at_most(worker, known, x, g));
        known.insert((g, h), answer);
        answer
    }

    /// Against the definition: day 3, sums of its games, and translates by numbers.
    #[test]
    fn what_is_near_the_stops_is_that_of_the_definition() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let day = born_by(&mut worker, 3).unwrap();
        let mut games: Vec<Id> = day.iter().copied().step_by(3).collect();
        let number = worker.number(&"5/8".parse().unwrap()).unwrap();
        for (i, &g) in day.iter().enumerate().step_by(40) {
            let h = day[(i * 7 + 5) % day.len()];
            games.push(worker.add(g, h).unwrap());
            games.push(worker.add(g, number).unwrap());
        }
        let mut tepid = 0;
        let mut known = HashMap::new();
        for g in games {
            let node = worker.node(g.0);
            let (near, left, right) =
                (node.keys.ends().near, node.left_number(), node.right_number());
            tepid += u32::from(left == right && !node.is_number());
            for i in 0..COUNT {
                let (ups, nim) = parts(i);
                let above = worker.parts_id(Parts { number: left, ups, nim }).unwrap();
                let below = worker.parts_id(Parts { number: right, ups, nim }).unwrap();
                let is_above = at_most(&mut worker, &mut known, g, Id(above));
                let is_below = at_most(&mut worker, &mut known, Id(below), g);
                assert_eq!(near.above >> i & 1 == 1, is_above, "{i}");
                assert_eq!(near.below >> i & 1 == 1, is_below, "{i}");
            }
            let negative = worker.neg(g).unwrap();
            assert_eq!(worker.node(negative.0).keys.ends().near, near.negative());
        }
        assert!(tepid > 100, "{tepid}");
    }
}
