//! The day on which a game is born, and all games born by a day.

use std::sync::atomic::Ordering::Relaxed;

use num_bigint::BigUint;

use super::{Birthday, visit_followers};
use crate::error::Halt;
use crate::{Error, Id, Rational, Result, Worker};

/// The birthday of a dyadic number m/2^k: the number of integers up to its absolute value, then one
/// day for each binary place (Siegel, II.3).
pub(super) fn birthday_of(x: &Rational) -> Birthday {
    let Some(exponent) = x.dyadic_exponent() else { return Birthday::Omega };
    let size = if x.signum() < 0 { -x } else { x.clone() };
    let whole = size.floor().magnitude().clone();
    let past = u64::from(exponent > 0);
    Birthday::Finite(whole + past + exponent)
}

/// The birthday of g: 1 + the latest birthday of an option of its canonical form, and 0 for 0.
///
/// # Errors
///
/// [`Error::Exhausted`].
pub fn birthday(worker: &mut Worker<'_>, g: Id) -> Result<Birthday> {
    worker.trim_memo();
    let walk = visit_followers(
        worker,
        g.0,
        false,
        |worker, id| worker.memo().birthdays.contains_key(&id),
        |worker, id| {
            let day = birthday_by_options(worker, id)?;
            worker.pay(16)?;
            worker.memo().birthdays.insert(id, day);
            Ok(())
        },
    );
    walk.map_err(|halt| worker.reason(halt))?;
    Ok(worker.memo().birthdays[&g.0].clone())
}

fn birthday_by_options(worker: &mut Worker<'_>, g: u32) -> Result<Birthday, Halt> {
    if worker.node(g).is_number() {
        return Ok(birthday_of(&worker.number_of(g)));
    }
    let (left, right) = worker.options(g)?;
    let mut latest = Birthday::Finite(BigUint::ZERO);
    for option in left.iter().chain(right) {
        let day = &worker.memo().birthdays[&option.load(Relaxed)];
        if *day > latest {
            latest = day.clone();
        }
    }
    Ok(match latest {
        Birthday::Finite(day) => Birthday::Finite(day + 1u32),
        Birthday::Omega => Birthday::Omega,
    })
}

/// All games born by day `n`, in printed order: 1, 4, 22 and 1474 of them for
/// n from 0 to 3.
///
/// Every such game is {L|R} with antichains L and R of games born by the day before.
///
/// # Errors
///
/// [`Error::TooManyGames`] from day 4 on, when there are more than 3*10^12 (Wolfe and Fraser,
/// *Counting the number of games*, 2004); [`Error::Exhausted`].
pub fn born_by(worker: &mut Worker<'_>, n: u32) -> Result<Vec<Id>> {
    if n > 3 {
        return Err(Error::TooManyGames { day: n, at_least: "3*10^12" });
    }
    let mut games = vec![Id::ZERO];
    for _ in 0..n {
        let antichains = antichains(worker, &games)?;
        let mut next = vec![];
        for left in &antichains {
            for right in &antichains {
                next.push(worker.game(left, right)?);
            }
        }
        worker.sort(&mut next)?;
        games = next;
    }
    Ok(games)
}

/// All sets of pairwise confused games.
fn antichains(worker: &mut Worker<'_>, games: &[Id]) -> Result<Vec<Vec<Id>>> {
    let mut found: Vec<Vec<Id>> = vec![vec![]];
    for &game in games {
        for i in 0..found.len() {
            let mut free = true;
            for &other in &found[i] {
                free = free && !worker.le(game, other)? && !worker.le(other, game)?;
            }
            if free {
                let mut longer = found[i].clone();
                longer.push(game);
                found.push(longer);
            }
        }
    }
    Ok(found)
}
