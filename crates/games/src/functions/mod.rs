//! Games defined by functions that list the options of a heap or of a pair of numbers.
//!
//! Every move must make the position smaller, in an order that is checked during play. Infinite
//! play has no value, so it is refused where it could begin.

mod heaps;
mod pairs;

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use upstar_core::Player;

pub use heaps::{HeapMoves, heap_rules};
pub use pairs::{PairMoves, pair_rules};
use upstar_engine::{Class, RuleError};

/// The options of a place, computed once.
type Known<P, T> = Mutex<HashMap<(P, Player), Arc<[T]>>>;

/// The result of a function, from the table if it is known.
fn remembered<P: Eq + Hash + Copy, T>(
    known: &Known<P, T>,
    place: (P, Player),
    find: impl FnOnce() -> Result<Vec<T>, RuleError>,
) -> Result<Arc<[T]>, RuleError> {
    if let Some(found) = known.lock().unwrap_or_else(PoisonError::into_inner).get(&place) {
        return Ok(found.clone());
    }
    let found: Arc<[T]> = find()?.into();
    known.lock().unwrap_or_else(PoisonError::into_inner).insert(place, found.clone());
    Ok(found)
}

/// The function of a player if the game is partizan, otherwise the common function, called as
/// Left's.
fn side<T>(moves: &(T, Option<T>), player: Player) -> (&T, Player) {
    match (&moves.1, player) {
        (Some(right), Player::Right) => (right, Player::Right),
        _ => (&moves.0, Player::Left),
    }
}

fn class<T>(moves: &(T, Option<T>)) -> Class {
    if moves.1.is_some() { Class::PARTIZAN } else { Class::IMPARTIAL }
}
