//! Numbers from sign expansions: Gonshor's theorems in reverse.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use upstar_core::Player;

use super::{Earlier, MAX_RUNS, push};
use crate::surreal::normal::{Term, is_dyadic};
use crate::surreal::real_signs::{MAX_LETTERS, halve};
use crate::surreal::stalk::{Cursor, Run, Stalk, unit_of};
use crate::surreal::{NormalForm, Ordinal};
use crate::{Error, Result};

/// The number with a sign expansion.
pub(super) fn value_of(stalk: &Stalk) -> Result<NormalForm> {
    let mut cursor = Cursor::new(stalk);
    let mut terms: Vec<Term> = Vec::new();
    let mut earlier = Earlier::default();
    while let Some(run) = next_run(&mut cursor)? {
        if terms.len() >= MAX_RUNS {
            return Err(Error::infinite("the normal form of this stalk"));
        }
        let sign = run.player;
        let (reduced, pluses) = read_power(&mut cursor, run)?;
        let mut coefficient = read_coefficient(&mut cursor, sign, &pluses)?;
        let exponent_signs = earlier.restore(reduced)?;
        let exponent = value_of(&Stalk::of_runs(exponent_signs.iter().cloned()))?;
        earlier.exponents.push(exponent_signs);
        earlier.last_not_dyadic = !is_dyadic(&coefficient);
        if sign == Player::Right {
            coefficient = -coefficient;
        }
        let last = terms.last();
        if last.is_some_and(|last: &Term| last.exponent <= exponent)
            || exponent.depth() >= NormalForm::MAX_DEPTH
        {
            return Err(Error::no_such_number("the normal form of this stalk"));
        }
        terms.push(Term { exponent, coefficient });
    }
    Ok(NormalForm::from_sorted(terms))
}

fn next_run(cursor: &mut Cursor) -> Result<Option<Run>> {
    if cursor.front_is_repeat() {
        return Err(Error::infinite("the normal form of a stalk with such a repeated part"));
    }
    cursor.next_run()
}

/// Reads the signs of `ω^y` from the first run on, as far as they go. Returns the (reduced) signs
/// of `y` and the number of its pluses.
fn read_power(cursor: &mut Cursor, first: Run) -> Result<(Vec<Run>, Ordinal)> {
    let sign = first.player;
    let mut signs = Vec::new();
    let mut pluses = first.length.degree();
    push(&mut signs, Player::Left, pluses.clone());
    let mut rest = rest_after_power(&first.length, &pluses);
    loop {
        if !rest.is_zero() {
            cursor.push_front(Run { player: sign, length: rest });
            return Ok((signs, pluses));
        }
        let Some(run) = next_run(cursor)? else { return Ok((signs, pluses)) };
        if run.player == sign {
            let degree = run.length.degree();
            if degree <= pluses {
                cursor.push_front(run);
                return Ok((signs, pluses));
            }
            let more = degree.minus_left(&pluses).unwrap_or_else(Ordinal::zero);
            push(&mut signs, Player::Left, more);
            rest = rest_after_power(&run.length, &degree);
            pluses = degree;
            continue;
        }
        let each = pluses.ordinary_sum(&Ordinal::one());
        let (count, left) = run.length.divide_by_omega_power(&each);
        push(&mut signs, Player::Right, count);
        if !left.is_zero() {
            cursor.push_front(Run { player: run.player, length: left });
            return Ok((signs, pluses));
        }
    }
}

/// The rest of a run after its first `ω^degree`.
fn rest_after_power(length: &Ordinal, degree: &Ordinal) -> Ordinal {
    length.minus_left(&unit_of(degree)).unwrap_or_else(Ordinal::zero)
}

/// Reads the signs of a coefficient after its first, each `ω^pluses` times. Returns the absolute
/// value.
fn read_coefficient(cursor: &mut Cursor, sign: Player, pluses: &Ordinal) -> Result<BigRational> {
    // Groups of equal signs: whether it is the sign of the number, and its length.
    let mut groups: Vec<(bool, BigUint)> = vec![(true, BigUint::one())];
    let mut period: Vec<bool> = Vec::new();
    loop {
        let same_as_last =
            |player: Player| groups.last().is_some_and(|(plus, _)| *plus == (player == sign));
        if let Some((word, unit)) = cursor.front_period()
            && unit == pluses
            && !same_as_last(word[0])
        {
            period = word.iter().map(|&player| player == sign).collect();
            cursor.take_front();
            break;
        }
        if cursor.front_is_repeat() {
            return Err(Error::infinite("the normal form of a stalk with such a repeated part"));
        }
        let Some(run) = cursor.next_run()? else { break };
        let (count, left) = run.length.divide_by_omega_power(pluses);
        let Some(count) = count.to_biguint() else {
            // Infinitely many equal signs do not end a real number. The opposite sign before them
            // belongs to the next term.
            cursor.push_front(run.clone());
            let opposite = run.player.opponent();
            if let Some((_, last)) = groups.last_mut() {
                *last -= 1u32;
                if last.is_zero() {
                    groups.pop();
                }
            }
            cursor.push_front(Run { player: opposite, length: unit_of(pluses) });
            break;
        };
        if !count.is_zero() {
            match groups.last_mut() {
                Some((plus, last)) if *plus == (run.player == sign) => *last += count,
                _ => groups.push((run.player == sign, count)),
            }
        }
        if !left.is_zero() {
            cursor.push_front(Run { player: run.player, length: left });
            break;
        }
    }
    let mut groups = groups.into_iter();
    let start = groups.next().map_or_else(BigUint::zero, |(_, count)| count);
    let mut signs = Vec::new();
    for (plus, count) in groups {
        let count = count.to_u64().filter(|&count| signs.len() as u64 + count <= MAX_LETTERS);
        let Some(count) = count else {
            return Err(Error::over_limit("a coefficient", format!("{MAX_LETTERS} bits")));
        };
        signs.extend(std::iter::repeat_n(plus, count as usize));
    }
    let bits = signs.len();
    let mut value = halve(start.into(), signs.into_iter());
    if !period.is_empty() {
        if period.len() as u64 > MAX_LETTERS {
            return Err(Error::over_limit("a period", format!("{MAX_LETTERS} letters")));
        }
        // A geometric series.
        let length = period.len();
        let once = halve(BigInt::zero(), period.into_iter());
        let whole = (BigInt::one() << length) - BigInt::one();
        let all = once * BigRational::new(BigInt::one() << length, whole);
        value += all / BigRational::from(BigInt::one() << bits);
    }
    Ok(value)
}
