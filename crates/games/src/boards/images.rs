//! The images of boards that are sets of bits under the symmetries of the square.

use super::bits::{SmallBoard, transposed};
use upstar_engine::Negated;

/// The number of rows of a board that fit half a word.
const FEW: u32 = 4;

/// The numbers of rows and columns.
type Extent = (u32, u32);

/// Every row reversed.
#[inline]
fn mirrored(mut cells: u64) -> u64 {
    cells = (cells >> 1 & 0x5555_5555_5555_5555) | (cells & 0x5555_5555_5555_5555) << 1;
    cells = (cells >> 2 & 0x3333_3333_3333_3333) | (cells & 0x3333_3333_3333_3333) << 2;
    (cells >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (cells & 0x0F0F_0F0F_0F0F_0F0F) << 4
}

/// The least of the eight images that are not higher than wide, with or without Left's and
/// Right's men exchanged, and whether they are exchanged.
#[inline]
pub(crate) fn least_of_both(board: SmallBoard) -> (SmallBoard, Negated) {
    let (board, extent) = placed(board);
    if extent.0.min(extent.1) <= FEW {
        let (least, negated) = least_image(board, extent, least_reflections_of_few_rows);
        (SmallBoard::new(least >> 32, least & u64::from(u32::MAX)), negated)
    } else {
        let (least, negated) = least_image(board, extent, least_reflections);
        (SmallBoard::of_number(least), negated)
    }
}

/// The board moved to the top and to the left, and its extent, at least 1.
#[inline]
pub(crate) fn placed(board: SmallBoard) -> (SmallBoard, Extent) {
    let cells = board.alive().max(1);
    let above = cells.trailing_zeros() & 0x38;
    let mut columns = cells | cells >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    let columns = columns as u8;
    let before = columns.trailing_zeros();
    let rows = (71 - above - cells.leading_zeros()) / 8;
    let way = above + before;
    (board.map(|cells| cells >> way), (rows, 8 - before - columns.leading_zeros()))
}

/// The least of the four reflections of a board of this extent, as a number, and the least of
/// those with Left and Right exchanged.
#[inline]
fn least_reflections(board: SmallBoard, (rows, columns): Extent) -> (u128, u128) {
    let (over, beside) = (8 * (8 - rows), 8 - columns);
    let mut least = (u128::MAX, u128::MAX);
    // The unused columns are free in every row, so no cell changes rows.
    let turned = board.map(|cells| mirrored(cells) >> beside);
    for image in [board, turned] {
        for image in [image, image.map(|cells| cells.swap_bytes() >> over)] {
            least.0 = least.0.min(image.number());
            least.1 = least.1.min(image.exchanged().number());
        }
    }
    least
}

/// The same for few rows. One word holds both sets.
#[inline]
fn least_reflections_of_few_rows(board: SmallBoard, (rows, columns): Extent) -> (u64, u64) {
    let (over, beside) = (8 * (FEW - rows), 8 - columns);
    let mut least = (u64::MAX, u64::MAX);
    let board = board.left() << 32 | board.right();
    for image in [board, mirrored(board) >> beside] {
        // The unused rows are free in both halves, so no cell changes halves.
        for image in [image, image.swap_bytes().rotate_left(32) >> over] {
            least.0 = least.0.min(image);
            least.1 = least.1.min(image.rotate_left(32));
        }
    }
    least
}

/// The least of the images that are not higher than wide, and whether it is negated. `least`
/// gives the least of the reflections of a board, and of their negatives.
#[inline]
fn least_image<N: Ord>(
    board: SmallBoard,
    (rows, columns): Extent,
    least: impl Fn(SmallBoard, Extent) -> (N, N),
) -> (N, Negated) {
    let (same, other) = if rows < columns {
        least(board, (rows, columns))
    } else {
        let changed = least(board.map(transposed), (columns, rows));
        if rows == columns {
            let kept = least(board, (rows, columns));
            (kept.0.min(changed.0), kept.1.min(changed.1))
        } else {
            changed
        }
    };
    if other < same { (other, Negated::Yes) } else { (same, Negated::No) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upstar_engine::Grid;

    #[test]
    fn all_images_have_one_representative() {
        for text in [
            "#x..|.o.#|..x#",
            "xo|ox",
            "x",
            "####",
            "xo..o|.#...",
            "xo.|##.|.x.|..o|o.#",
            "x.o.#|.....|..xo.|oo#..|x...o",
            "x.......|...o...x",
            "x.|o.|..|#x|.o|x.|..|o.",
            "........|........|....x...|........|.......o|........|........|o.......",
        ] {
            let grid = Grid::read(text, ".#xo").unwrap();
            let board = SmallBoard::of(&grid);
            let (both, negated) = least_of_both(board);
            for symmetry in 0..8 {
                let image = SmallBoard::of(&grid.image(symmetry, |letter| letter));
                assert_eq!(least_of_both(image).0, both);
                let exchanged = SmallBoard::of(&grid.image(symmetry, super::super::grid::exchange));
                let found = least_of_both(exchanged);
                assert_eq!(found.0, both);
                // A board that is its own negative gets the sign `No`.
                assert!(found.1 != negated || found.1 == Negated::No, "{text}");
            }
            // The representative is an image.
            let all: Vec<_> = (0..8)
                .flat_map(|s| {
                    [grid.image(s, |letter| letter), grid.image(s, super::super::grid::exchange)]
                })
                .map(|image| placed(SmallBoard::of(&image)).0)
                .collect();
            assert!(all.contains(&both));
        }
    }
}
