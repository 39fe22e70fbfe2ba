//! Games defined by functions that list the options of a heap or of several numbers.
//!
//! Every move must make the position smaller, in an order that is checked during play. Infinite
//! play has no value, so it is refused where it could begin.

mod coordinates;
mod heaps;

use upstar_core::Player;

pub use coordinates::{CoordinateMoves, Coordinates, MOST_COORDINATES, Tuple, coordinate_rules};
pub use heaps::{HeapConditions, HeapMoves, heap_rules};

use upstar_engine::{Class, Rules};

/// A game of functions with a name, with which its positions are written from now on: `sd(3,5)`
/// instead of the functions. `None` for other games and for one that has a name.
#[must_use]
pub fn called(rules: &Rules, name: &str) -> Option<Rules> {
    if let Some(game) = rules.downcast::<heaps::Functions>() {
        return game.called(name);
    }
    match rules.downcast::<coordinates::Functions<(u64, u64)>>() {
        Some(game) => game.called(name),
        None => rules.downcast::<coordinates::Functions<Tuple>>()?.called(name),
    }
}

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
