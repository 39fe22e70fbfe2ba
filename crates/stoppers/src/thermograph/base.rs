//! Temperature 0: the stops.

use upstar_core::Player;
use upstar_values::{Rational, Worker};

use super::Place;
use super::states::States;
use crate::{Error, Result};

/// What play from a state leads to at temperature 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Score(Rational),
    /// Infinite play, won by this player.
    Endless(Player),
}

/// The value of each state at temperature 0, when all coupons are gone. Both players must move
/// while they can, but a player with a ban may pass. In a position with a count any player may
/// pass, and two passes in a row end play.
///
/// A pass takes a coupon that is worth next to nothing. So infinite play is won by the player who
/// takes more and more coupons than the opponent, as in "sending two, returning one"; if none does,
/// by the player who is named.
///
/// For each score, from the best for the opponent of that player to the worst, the states are found
/// in which he can reach it. This is an energy game, solved by lifting: the number of a state says
/// how many coupons the winner must be ahead to keep play going (Brim et al., "Faster algorithms for
/// mean-payoff games", Formal Methods in System Design 38, 2011).
pub(super) fn stops(
    states: &States<'_>,
    winner: Player,
    worker: &mut Worker<'_>,
) -> Result<Vec<Stop>> {
    let (count, zero) = (states.list.len(), Rational::from(0));
    // After the states come the same states after a pass by the opponent, and then the places left
    // unchanged.
    let all = 2 * count + states.game.places.len();
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); all];
    let mut scores: Vec<(Rational, u32)> = Vec::new();
    let mut moves: Vec<&[u32]> = vec![&[]; all];
    let mut passes: Vec<Option<u32>> = vec![None; all];
    for (number, state) in states.list.iter().enumerate() {
        let turn = &states.turns[number];
        match &states.game.places[state.place as usize] {
            Place::Known(known) => {
                scores.push((known[state.mover as usize].at(&zero), number as u32));
            }
            Place::Open(_, score) => {
                moves[number] = &turn.moves;
                if let Some(elsewhere) = turn.elsewhere {
                    let free = states.is_free(number as u32);
                    if score.is_some() && free {
                        passes[number] = Some(elsewhere + count as u32);
                    } else if turn.moves.is_empty() || !free {
                        passes[number] = Some(elsewhere);
                    }
                }
                if let Some(score) = score {
                    let unchanged = 2 * count as u32 + state.place;
                    scores.push((Rational::from(*score), unchanged));
                    moves[count + number] = &turn.moves;
                    passes[count + number] = turn.elsewhere.map(|_| unchanged);
                }
            }
        }
    }
    for (number, (moves, pass)) in moves.iter().zip(&passes).enumerate() {
        moves.iter().chain(pass).for_each(|&next| users[next as usize].push(number as u32));
    }
    scores.sort();
    if winner == Player::Right {
        scores.reverse();
    }
    let won = all as u32;
    let mut ahead: Vec<u32> = vec![0; all];
    let mut stops = vec![Stop::Endless(winner); count];
    let mut waiting = vec![true; all];
    let passed = states.order.iter().map(|&state| state + count as u32);
    let mut open: Vec<u32> = passed.chain(states.order.iter().copied()).collect();
    open.reverse();
    let mut scores = scores.into_iter().peekable();
    let mut stop = Stop::Endless(winner.opponent());
    loop {
        while let Some(number) = open.pop() {
            let at = number as usize;
            waiting[at] = false;
            worker.tick(1 + moves[at].len() as u64)?;
            let is_winner = states.list[at % count].mover == winner;
            let after_pass = passes[at].map(|next| match ahead[next as usize] {
                next if next == won => won,
                next if is_winner => next.saturating_sub(1),
                next => next + 1,
            });
            let all = moves[at].iter().map(|&next| ahead[next as usize]).chain(after_pass);
            let found = if is_winner { all.min() } else { all.max() };
            let Some(found) = found.filter(|&found| found > ahead[at]) else { continue };
            ahead[at] = found;
            if found == won
                && let Some(end) = stops.get_mut(at)
            {
                *end = stop.clone();
            }
            wake(&users[at], &mut waiting, &mut open);
        }
        let Some((score, _)) = scores.peek() else { break };
        stop = Stop::Score(score.clone());
        while let Some((_, end)) = scores.next_if(|(next, _)| Stop::Score(next.clone()) == stop) {
            if std::mem::replace(&mut ahead[end as usize], won) == won {
                continue;
            }
            if let Some(end) = stops.get_mut(end as usize) {
                *end = stop.clone();
            }
            wake(&users[end as usize], &mut waiting, &mut open);
        }
    }
    for [left, right] in &states.free {
        match (&stops[*left as usize], &stops[*right as usize]) {
            (Stop::Score(left), Stop::Score(right)) if left >= right => {}
            (Stop::Score(_), Stop::Score(_)) => {
                return Err(Error::NoThermograph(
                    "nobody wants to move first in one of the positions with a loop, so that its \
                     score is not defined",
                ));
            }
            _ => {
                return Err(Error::NoThermograph(
                    "play at temperature 0 need not end, so that there are no stops to begin the \
                     walls with",
                ));
            }
        }
    }
    Ok(stops)
}

/// States to look at again, each once.
fn wake(users: &[u32], waiting: &mut [bool], open: &mut Vec<u32>) {
    open.extend(
        users.iter().filter(|&&user| !std::mem::replace(&mut waiting[user as usize], true)),
    );
}
