//! Konane on boards up to 8 by 8, as sets of bits.

pub(super) mod search;

use upstar_engine::WinnerSearch;

use self::search::KonanePlay;
use super::bits::{FIRST, LAST, Lines, Size, SmallBoard, down, left, right, small_board, up};
use super::by_depth::BoardSearch;
use super::images::least_of_both;
use crate::prelude::*;

/// Konane on at most eight rows and columns: men jump over enemies, and may jump over several in a
/// line.
///
/// Men that never move, and cells that no man ever reaches, count as walls in the parts of a
/// position.
#[derive(Clone, Debug)]
pub struct Konane(pub(crate) Size);

/// Cells moved by a step.
type Step = fn(u64) -> u64;

/// A step in each direction, and the step back.
const WAYS: [[Step; 2]; 4] = [[up, down], [down, up], [left, right], [right, left]];

/// The cells of one colour of a checkerboard, with the one at the top left.
const CHEQUERED: u64 = 0xAA55_AA55_AA55_AA55;

/// The cells that are neither in the first nor in the last row of the upper half or of the lower
/// half of a board.
const INNER_ROWS_OF_HALVES: u64 = 0x00FF_FF00_00FF_FF00;

/// The lines over which a jump may ever be possible, now or after any moves. `None` if a quick test
/// shows that they join all cells of the board.
///
/// The sets of cells where a man of either player may ever stand, and of cells that may ever be
/// free, grow until they allow no further jump. They allow every jump of real play, and perhaps
/// more.
///
/// A man stays on one colour of the checkerboard, and its neighbouring cells have the other colour.
/// So the men of Left on one colour and those of Right on the other only ever meet each other, and
/// two neighbours among them are enemies: they form one set. The other men form the other set. The
/// two sets share only the free cells.
#[inline]
fn lines(board: SmallBoard) -> Option<Lines> {
    let (free, x, o) = board.parts();
    let men = [(x & CHEQUERED) | (o & !CHEQUERED), (x & !CHEQUERED) | (o & CHEQUERED)];
    match men {
        // Four rows: one word holds both sets.
        [one, other] if (free | x | o) >> 32 == 0 => {
            grown::<1, true>(free | free << 32, [one | other << 32])
        }
        [men, 0] | [0, men] => grown::<1, false>(free, [men]),
        _ => grown::<2, false>(free, men),
    }
}

/// The lines of jumps of men of each set over men of the same set, after these sets and the set of
/// free cells have stopped growing. With `HALVES` the only set holds two, one in each half of the
/// word, and `free` is in both halves.
#[inline]
fn grown<const SETS: usize, const HALVES: bool>(
    mut free: u64,
    mut men: [u64; SETS],
) -> Option<Lines> {
    let cells = in_both_halves::<HALVES>(men.iter().fold(free, |cells, men| cells | men));
    let inner = if HALVES { INNER_ROWS_OF_HALVES } else { u64::MAX };
    loop {
        let before = (free, men);
        let (mut upright, mut level, mut covered) = (0, 0, 0);
        for men in &mut men {
            let vertical = *men & inner & (up(*men) & down(free) | down(*men) & up(free));
            // The middles are neither first nor last in their row, so no cell changes rows.
            *men |= up(vertical) | down(vertical);
            let over = *men & !(FIRST | LAST);
            let horizontal = over & (*men >> 1 & free << 1 | *men << 1 & free >> 1);
            let ends = up(vertical) | down(vertical) | horizontal >> 1 | horizontal << 1;
            *men |= ends;
            covered |= ends | vertical | horizontal;
            upright |= vertical;
            level |= horizontal;
        }
        covered = in_both_halves::<HALVES>(covered);
        free |= covered;
        let grown = before != (free, men);
        if covered == cells || !grown {
            let one = |middles: u64| {
                if HALVES { (middles | middles >> 32) as u32 as u64 } else { middles }
            };
            let lines = Lines { upright: one(upright), level: one(level) };
            // Further lines cannot join more than all cells.
            if covered == cells && lines.plainly_hang_together() {
                return None;
            }
            if !grown {
                return Some(lines);
            }
        }
    }
}

/// The cells, or with `HALVES` the union of both halves in each half.
#[inline]
fn in_both_halves<const HALVES: bool>(cells: u64) -> u64 {
    if HALVES { cells | cells.rotate_left(32) } else { cells }
}

/// Calls `each` with the board after each move of the player until it answers yes. Whether it did.
#[inline]
fn each_jump(
    board: SmallBoard,
    player: Player,
    each: &mut (impl FnMut(SmallBoard) -> Result<bool> + ?Sized),
) -> Result<bool> {
    let (free, x, o) = board.parts();
    let (own, enemy) = if player == Player::Left { (x, o) } else { (o, x) };
    for [ahead, back] in WAYS {
        let mut men = own & back(enemy & back(free));
        while men != 0 {
            let mut at = men & men.wrapping_neg();
            men ^= at;
            let mut after = board;
            loop {
                let over = ahead(at) & enemy;
                let to = ahead(over) & free;
                if to == 0 {
                    break;
                }
                // Free cells are in both sets; a man's cell is in one.
                match player {
                    Player::Left => {
                        after = SmallBoard::new(after.left() | over, after.right() ^ (at | to));
                    }
                    Player::Right => {
                        after = SmallBoard::new(after.left() ^ (at | to), after.right() | over);
                    }
                }
                if each(after)? {
                    return Ok(true);
                }
                at = to;
            }
        }
    }
    Ok(false)
}

impl Ruleset for Konane {
    type Position = SmallBoard;

    small_board!("konane", ".#xo");

    #[inline]
    fn options(&self, board: &SmallBoard, player: Player, out: &mut Options<SmallBoard>) -> Result {
        each_jump(*board, player, &mut |after| {
            out.push(after);
            Ok(false)
        })?;
        Ok(())
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<SmallBoard>>> {
        Some(Box::new(BoardSearch::<KonanePlay>::new(bytes)))
    }

    /// The parts that no jump can ever join.
    #[inline]
    fn components(&self, board: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result {
        match lines(*board) {
            Some(lines) => lines.parts(|part| out.push(board.within(part))),
            None => out.push(*board),
        }
        Ok(())
    }

    fn parts_slowly(&self) -> bool {
        true
    }

    /// The number of men.
    #[inline]
    fn tier(&self, board: &SmallBoard) -> u64 {
        board.men().count_ones().into()
    }

    fn normalize(&self, board: SmallBoard) -> (SmallBoard, Negated) {
        least_of_both(board)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::tests::sized;
    use super::*;

    /// The parts of a board, cell by cell from the definition: the sets of cells for the men of
    /// either player and of cells that may be free grow by one jump at a time.
    fn parts_by_jumps(board: SmallBoard) -> Vec<SmallBoard> {
        let (free, x, o) = board.parts();
        let mut may_be = [free, x, o].map(|cells| {
            (0..64).filter(|at| cells >> at & 1 == 1).collect::<std::collections::BTreeSet<_>>()
        });
        let mut lines = std::collections::BTreeSet::new();
        loop {
            let before = (lines.len(), may_be.clone());
            for over in 0..64 {
                for (step, place, last) in [(1, over % 8, 7), (8, over / 8, 7)] {
                    if place == 0 || place == last {
                        continue;
                    }
                    for (from, to) in [(over - step, over + step), (over + step, over - step)] {
                        for (own, enemy) in [(1, 2), (2, 1)] {
                            if may_be[own].contains(&from)
                                && may_be[enemy].contains(&over)
                                && may_be[0].contains(&to)
                            {
                                may_be[own].insert(to);
                                may_be[0].extend([from, over]);
                                lines.insert([over - step, over, over + step]);
                            }
                        }
                    }
                }
            }
            if (lines.len(), may_be.clone()) == before {
                break;
            }
        }
        let mut parts: Vec<u64> = Vec::new();
        for line in lines {
            let mut joined = line.iter().fold(0, |cells, at| cells | 1 << at);
            parts.retain(|&part| {
                let meets = part & joined != 0;
                joined |= if meets { part } else { 0 };
                !meets
            });
            parts.push(joined);
        }
        parts.into_iter().map(|part| board.within(part)).collect()
    }

    #[test]
    fn parts_are_found_as_jump_by_jump() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 29
        };
        let rules = Konane(sized(8, 8));
        let (mut whole, mut several) = (0, 0);
        for round in 0..6000 {
            // Boards of all sizes, with many and with few free cells. Some are like a checkerboard,
            // as in play, and some are not at the top left.
            let size = [3, 4, 5, 8][round % 4];
            let rows = u64::MAX >> (64 - 8 * size);
            let on_board = rows & (FIRST * (0xFF >> (round / 4 % 5)));
            let free = random() & if round % 3 == 0 { random() } else { u64::MAX };
            let (men, walls) = (random() | random(), random() & random() & random());
            let mut x = random();
            if round % 5 == 0 {
                x = CHEQUERED;
            } else if round % 5 == 1 {
                x = CHEQUERED ^ (random() & random() & random());
            }
            let walls = if round % 2 == 0 { walls } else { 0 };
            let (free, men) = (free & on_board & !walls, men & !free & on_board & !walls);
            let board = SmallBoard::new(free | men & x, free | men & !x);
            let way = if round % 7 == 0 { 8 * (8 - size) } else { 0 };
            let board = board.map(|set| set << way);
            let mut parts = Vec::new();
            rules.components(&board, &mut parts).unwrap();
            let mut expected = parts_by_jumps(board);
            parts.sort();
            expected.sort();
            assert_eq!(parts, expected, "{}", rules.write(&board));
            whole += usize::from(parts == [board]);
            several += usize::from(parts.len() > 1);
        }
        assert!(whole > 200 && several > 200, "{whole} {several}");
    }

    #[test]
    fn parts_are_those_that_jumps_join() {
        for (text, expected) in [
            // The men on the right can never jump and are never jumped over.
            ("xo.#oo", vec!["xo.###"]),
            ("oo.xo.", vec!["##.xo."]),
            ("xo.#xo", vec!["xo.###"]),
            // Both men may come to the cell between them.
            ("xo.xo.", vec!["xo.xo."]),
            ("xxoo.", vec![]),
            ("x.o", vec![]),
        ] {
            let rules = Konane(sized(1, 6));
            let mut parts = Vec::new();
            rules.components(&rules.parse(text).unwrap(), &mut parts).unwrap();
            let parts: Vec<String> = parts.iter().map(|part| rules.write(part)).collect();
            assert_eq!(parts, expected, "{text}");
        }
    }
}
