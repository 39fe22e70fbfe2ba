//! Games defined by functions that list the options of a heap or of several numbers.
//!
//! Every move must make the position smaller, in an order that is checked during play. Infinite
//! play has no value, so it is refused where it could begin.

mod coordinates;
mod heaps;

use upstar_core::Player;

pub use coordinates::{CoordinateMoves, Coordinates, MOST_COORDINATES, Tuple, coordinate_rules};
pub use heaps::{HeapConditions, HeapMoves, heap_rules};

use upstar_engine::Class;

/// The function of a player if the game is partizan, otherwise the common function.
fn side<T>(moves: &(T, Option<T>), player: Player) -> &T {
    match (&moves.1, player) {
        (Some(right), Player::Right) => right,
        _ => &moves.0,
    }
}

fn class<T>(moves: &(T, Option<T>)) -> Class {
    if moves.1.is_some() { Class::PARTIZAN } else { Class::IMPARTIAL }
}
