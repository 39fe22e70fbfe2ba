//! Temperature 0: the stops.

use upstar_core::Player;
use upstar_values::{Rational, Worker};

use super::Place;
use super::states::States;
use crate::graph::index;
use crate::{Error, Result};

/// The value of each state at temperature 0, when all coupons are gone. Both players must move
/// while they can, but a player with a ban may pass. In a position with a count any player may
/// pass, and two passes in a row end play.
///
/// Infinite play is first counted as lost for Left and then as lost for Right, and the values must
/// agree: they are the least and the greatest solution of the equations for the values. All values
/// are among the stops of positions without loops, so the computation ends.
pub(super) fn stops(states: &States<'_>, worker: &mut Worker<'_>) -> Result<Vec<Rational>> {
    let low = solution(states, Player::Right, worker)?;
    let high = solution(states, Player::Left, worker)?;
    let mut stops = Vec::with_capacity(low.len());
    for (low, high) in low.into_iter().zip(high).take(states.list.len()) {
        match (low, high) {
            (Some(low), Some(high)) if low == high => stops.push(low),
            _ => {
                return Err(Error::NoThermograph(
                    "play at temperature 0 need not end, so that there are no stops to begin the \
                     walls with",
                ));
            }
        }
    }
    for [left, right] in &states.free {
        if stops[*left as usize] < stops[*right as usize] {
            return Err(Error::NoThermograph(
                "nobody wants to move first in one of the positions with a loop, so that its score \
                 is not defined",
            ));
        }
    }
    Ok(stops)
}

/// The solution with infinite play won by one player, which `None` represents.
fn solution(
    states: &States<'_>,
    winner: Player,
    worker: &mut Worker<'_>,
) -> Result<Vec<Option<Rational>>> {
    let (count, zero) = (states.list.len(), Rational::from(0));
    // After the states come the same states after a pass by the opponent, and then the places left
    // unchanged.
    let all = 2 * count + states.game.places.len();
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); all];
    let mut values: Vec<Option<Rational>> = vec![None; all];
    let mut ways: Vec<Vec<u32>> = vec![Vec::new(); all];
    for (number, state) in states.list.iter().enumerate() {
        let turn = &states.turns[number];
        match &states.game.places[state.place as usize] {
            Place::Known(known) => values[number] = Some(known[index(state.mover)].at(&zero)),
            Place::Open(_, score) => {
                let mut next = turn.moves.clone();
                let mut passed = turn.moves.clone();
                if let Some(elsewhere) = turn.elsewhere {
                    let free = states.is_free(number as u32);
                    if score.is_some() && free {
                        next.push(elsewhere + count as u32);
                    } else if turn.moves.is_empty() || !free {
                        next.push(elsewhere);
                    }
                    passed.push(2 * count as u32 + state.place);
                }
                if let Some(score) = score {
                    values[2 * count + state.place as usize] = Some(Rational::from(*score));
                    ways[count + number] = passed;
                }
                ways[number] = next;
            }
        }
    }
    for (number, next) in ways.iter().enumerate() {
        next.iter().for_each(|&next| users[next as usize].push(number as u32));
    }
    // The best known result for a player. Infinite play is best for its winner and worst for the
    // other.
    let best = |number: u32, values: &[Option<Rational>]| -> Option<Rational> {
        let mover = states.list[number as usize % count].mover;
        let results = ways[number as usize].iter().map(|&next| values[next as usize].clone());
        if mover == winner {
            let all: Option<Vec<Rational>> = results.collect();
            let all = all?;
            if mover == Player::Left { all.into_iter().max() } else { all.into_iter().min() }
        } else if mover == Player::Left {
            results.flatten().max()
        } else {
            results.flatten().min()
        }
    };
    let passed = states.order.iter().map(|&state| state + count as u32);
    let mut open: Vec<u32> = passed.chain(states.order.iter().copied()).collect();
    open.reverse();
    while let Some(number) = open.pop() {
        worker.tick(1 + ways[number as usize].len() as u64)?;
        if ways[number as usize].is_empty() {
            continue;
        }
        let found = best(number, &values);
        if found != values[number as usize] {
            values[number as usize] = found;
            open.extend(&users[number as usize]);
        }
    }
    Ok(values)
}
