//! Games on boards. Each has its rules, theorems and facts in its own file.
//!
//! Shared modules: boards as letters ([`grid`]), boards of at most eight rows and columns as sets
//! of bits ([`bits`]) and their images ([`images`]), boards of at most 40 cells ([`field`]), what
//! searches by depth know ([`known`]), and such a search for small boards ([`by_depth`]).

pub(crate) mod amazons;
pub(crate) mod bandit;
pub(crate) mod bits;
mod by_depth;
pub(crate) mod chess_pawns;
pub(crate) mod clobber;
pub(crate) mod clobbering;
pub(crate) mod cram;
pub(crate) mod dodgem;
pub(crate) mod domineering;
mod field;
pub(crate) mod fox_and_geese;
pub(crate) mod go;
pub(crate) mod hare_and_hounds;
mod images;
pub(crate) mod in_a_row;
pub(crate) mod king_dirt;
mod known;
pub(crate) mod konane;
pub(crate) mod men;
pub(crate) mod nogo;
pub(crate) mod northcott;
pub(crate) mod sheep;
pub(crate) mod ski_jumps;

use upstar_engine::positions::grid;
use upstar_engine::{Arguments, Result, RuleError};

use crate::Row;

/// The rulesets of this family.
pub(super) static RULESETS: &[Row] = &[
    bandit::ROW,
    chess_pawns::ROW,
    clobber::ROW,
    clobbering::GENERAL,
    clobbering::KNIGHTS,
    dodgem::ROW,
    fox_and_geese::CEYLONESE,
    fox_and_geese::FOX_AND_GEESE,
    fox_and_geese::GENERAL,
    go::ROW,
    go::BY_AREA,
    hare_and_hounds::ROW,
    in_a_row::CONNECT_FOUR,
    in_a_row::CONNECT_K,
    in_a_row::K_IN_A_ROW,
    in_a_row::TIC_TAC_TOE,
    king_dirt::ROW,
    nogo::ROW,
    northcott::ROW,
    sheep::ROW,
    ski_jumps::ROW,
];

/// Reads the only argument, a text.
fn read_only<T>(arguments: &Arguments, read: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    match arguments.text(0) {
        Ok(text) if arguments.len() == 1 => read(&text).map_err(|error| arguments.within(0, error)),
        _ => Err(RuleError::Usage),
    }
}

/// The rules in the row of a game, and the letters of its boards.
macro_rules! of_row {
    ($row:ident, $letters:literal) => {
        as_in!($row);

        fn parse(&self, text: &str) -> Result<Grid> {
            Grid::read(text, $letters)
        }
    };
}

use of_row;
