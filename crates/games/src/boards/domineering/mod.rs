//! Domineering on boards as sets of bits: up to 8 by 8, and of up to 128 cells.

mod bounds;
mod certificate;
pub(super) mod frame;
mod search;
mod wide;

use num_traits::{PrimInt, Zero};
use upstar_engine::WinnerSearch;

use self::bounds::lead;
use self::frame::{ByLeft, Eight, Frame, PositionOf, Side, View, least};
use self::search::DomineeringSearch;
pub(crate) use self::wide::WideDomineering;
use super::bits::{FIRST, Size, free_cells, transposed};
use super::known::Cells;
use crate::prelude::*;

/// Domineering on at most eight rows and columns: Left places vertical dominoes,
/// Right horizontal ones.
///
/// A position is the set of free cells, row by row, bit 0 the cell at the top left.
#[derive(Clone, Debug)]
pub struct Domineering(pub(crate) Size);

/// Adds the sets of at least two free cells that are connected.
#[inline]
pub(super) fn regions<F: Frame>(frame: F, free: F::Cells, out: &mut Vec<PositionOf<F>>) {
    let view = View::<F, ByLeft>::new(frame);
    let mut rest = free;
    while !rest.is_zero() {
        let mut cells = rest.lowest();
        loop {
            let beside = view.left(cells) | view.right(cells) | view.up(cells) | view.down(cells);
            let next = (cells | beside) & free;
            if next == cells {
                break;
            }
            cells = next;
        }
        rest &= !cells;
        if cells.count_ones() > 1 {
            out.push(cells.position());
        }
    }
}

/// Adds the positions after a move of a player.
#[inline]
fn push_options<F: Frame>(
    frame: F,
    free: F::Cells,
    player: Player,
    out: &mut Options<PositionOf<F>>,
) {
    fn push<F: Frame, S: Side>(view: View<F, S>, free: F::Cells, out: &mut Options<PositionOf<F>>) {
        let mut places = free & view.up(free);
        while !places.is_zero() {
            let place = places.lowest();
            out.push((free & !(place | view.down(place))).position());
            places &= !place;
        }
    }
    let view = View::<F, ByLeft>::new(frame);
    match player {
        Player::Left => push(view, free, out),
        Player::Right => push(view.other(), free, out),
    }
}

#[inline]
fn bounds_of<F: Frame>(frame: F, free: F::Cells) -> StaticBounds {
    let view = View::<F, ByLeft>::new(frame);
    StaticBounds {
        moves: [(free & view.up(free)).count_ones(), (free & view.left(free)).count_ones()],
        low: lead(view, free, false),
        high: -lead(view.other(), free, false),
    }
}

/// The cells around a vertical domino, from the top left one on: as bits of four rows of three.
const VERTICAL: [u32; 10] = [0, 1, 2, 5, 8, 11, 10, 9, 6, 3];
/// The cells around a horizontal domino: as bits of three rows of four.
const HORIZONTAL: [u32; 10] = [0, 1, 2, 3, 7, 11, 10, 9, 8, 4];

/// For every set of free cells around a domino: whether those that touch the domino are connected
/// through the others. This is bit `set % 64` of word `set / 64`.
const fn together(around: [u32; 10], corners: u32) -> [u64; 64] {
    let mut all = 0;
    let mut at = 0;
    while at < 10 {
        all |= 1 << around[at];
        at += 1;
    }
    let mut found = [0; 64];
    let mut set: u32 = 0;
    while set < 1 << 12 {
        if set & all == set {
            // Counts runs of free cells that touch the domino. If all cells are free, no run
            // begins.
            let mut runs = 0;
            let mut start = 0;
            while start < 10 {
                let (mut at, mut touching) = (start, false);
                if set >> around[(start + 9) % 10] & 1 == 0 {
                    while set >> around[at % 10] & 1 == 1 {
                        touching |= corners >> around[at % 10] & 1 == 0;
                        at += 1;
                    }
                }
                runs += touching as u32;
                start += 1;
            }
            if runs <= 1 {
                found[set as usize / 64] |= 1 << (set % 64);
            }
        }
        set += 1;
    }
    found
}

static AROUND_VERTICAL: [u64; 64] = together(VERTICAL, 0b101_000_000_101);
static AROUND_HORIZONTAL: [u64; 64] = together(HORIZONTAL, 0b1001_0000_1001);

/// Whether the cells around the domino placed on `cells` are connected. Then a connected position
/// stays connected.
#[inline]
pub(super) fn stays_connected(cells: u64, domino: u64) -> bool {
    let at = domino.trailing_zeros();
    let column = at % 8;
    // Shifts the cell above and to the left of the domino to the first bit.
    let mut window = if at < 9 { cells << (9 - at) } else { cells >> (at - 9) };
    if column == 0 {
        window &= !FIRST;
    }
    let (set, table) = if domino >> at == 0b11 {
        if column == 6 {
            window &= !(FIRST << 3);
        }
        (window & 0xf | window >> 4 & 0xf0 | window >> 8 & 0xf00, &AROUND_HORIZONTAL)
    } else {
        if column == 7 {
            window &= !(FIRST << 2);
        }
        let rows = window & 0b111 | window >> 5 & 0b111_000;
        (rows | window >> 10 & 0o700 | window >> 15 & 0o7000, &AROUND_VERTICAL)
    };
    table[set as usize / 64] >> (set % 64) & 1 == 1
}

impl Ruleset for Domineering {
    type Position = u64;

    free_cells!("domineering", Class::PARTIZAN);

    fn parts_in_misere(&self) -> bool {
        true
    }

    #[inline]
    fn options(&self, &free: &u64, player: Player, out: &mut Options<u64>) -> Result {
        push_options(Eight, free, player, out);
        Ok(())
    }

    #[inline]
    fn static_bounds(&self, &free: &u64) -> Option<StaticBounds> {
        Some(bounds_of(Eight, free))
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<u64>>> {
        Some(Box::new(DomineeringSearch::new(Eight, bytes)))
    }

    #[inline]
    fn components(&self, &free: &u64, out: &mut Vec<u64>) -> Result {
        regions(Eight, free, out);
        Ok(())
    }

    #[inline]
    fn components_of_option(&self, &free: &u64, &option: &u64, out: &mut Vec<u64>) -> Result {
        if !stays_connected(option, free & !option) {
            return self.components(&option, out);
        }
        if option & option.wrapping_sub(1) != 0 {
            out.push(option);
        }
        Ok(())
    }

    /// The number of free cells.
    #[inline]
    fn tier(&self, &free: &u64) -> u64 {
        free.count_ones().into()
    }

    fn normalize(&self, free: u64) -> (u64, Negated) {
        let (same, turned) = (least(Eight, free), least(Eight, transposed(free)));
        if turned < same { (turned, Negated::Yes) } else { (same, Negated::No) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::bits::SmallBoard;
    use super::super::bits::tests::sized;
    use super::super::grid::{FOUR, FREE, Grid, WALL};
    use super::*;

    /// The components, in ascending order.
    fn parts(rules: &Domineering, free: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        rules.components(&free, &mut parts).unwrap();
        parts.sort_unstable();
        parts
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

        /// Bit sets against cell lists: components and representatives.
        #[test]
        fn bits_agree_with_cells(free in any::<u64>(), thin in any::<u64>()) {
            let (free, dense) = (free & thin, free | thin);
            let small = Domineering(sized(8, 8));
            let grid = Grid::read(&small.write(&free), ".#").unwrap();
            let (mut bits, mut cells) = (Vec::new(), Vec::new());
            small.components(&free, &mut bits).unwrap();
            grid.regions(|cell| cell == FREE, &FOUR, WALL, |region| {
                if region.places(FREE).count() >= 2 {
                    cells.push(region);
                }
            });
            let least = |grid: Grid| small.normalize(SmallBoard::of(&grid).free());
            let mut bits: Vec<_> = bits.into_iter().map(|part| small.normalize(part)).collect();
            let mut cells: Vec<_> = cells.into_iter().map(least).collect();
            bits.sort();
            cells.sort();
            prop_assert_eq!(bits, cells);
            // Options of a connected position are split into the same components.
            for part in [parts(&small, free), parts(&small, dense)].concat() {
                for player in Player::BOTH {
                    for option in small.all_options(&part, player).unwrap() {
                        let mut fast = Vec::new();
                        small.components_of_option(&part, &option, &mut fast).unwrap();
                        fast.sort_unstable();
                        prop_assert_eq!(fast, parts(&small, option));
                    }
                }
            }
            // All images have one representative. Its sign changes with the players.
            let (key, negated) = small.normalize(free);
            for symmetry in 0..8 {
                let (other, sign) = small.normalize(SmallBoard::of(&grid.image(symmetry, |c| c)).free());
                prop_assert_eq!(other, key);
                let itself = least(grid.image(4, |c| c)).1 == negated;
                prop_assert!(itself || (sign == negated) == (symmetry < 4));
            }
        }

        /// Bounds against canonical forms.
        #[test]
        fn values_are_between_the_bounds(free in any::<u64>(), thin in any::<u64>()) {
            let small = Domineering(sized(4, 4));
            let rules = Rules::new(small.clone());
            let universe = upstar_values::Universe::new();
            let engine = upstar_engine::Engine::new(&universe, upstar_engine::Settings::default());
            let budget = Budget::unlimited();
            let mut worker = universe.worker(&budget);
            let small_ones = [free, free | thin, free | thin | thin << 3];
            let wide = [free | thin, (free | thin) & (thin << 9 | free >> 5)];
            let boards = small_ones.map(|free| free & 0x0F0F_0F0F).into_iter();
            for free in boards.chain(wide.map(|free| free & 0x1F_1F1F_1F1F)) {
                let value = rules.at(free).value(&engine, &budget).unwrap();
                let static_bounds = small.static_bounds(&free).unwrap();
                let low = worker.integer(static_bounds.low.into()).unwrap();
                let high = worker.integer(static_bounds.high.into()).unwrap();
                prop_assert!(worker.le(low, value).unwrap() && worker.le(value, high).unwrap());
            }
        }
    }
}
