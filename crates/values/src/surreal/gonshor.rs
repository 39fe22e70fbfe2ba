//! Sign expansions of normal forms and back (Gonshor, *An Introduction to the Theory of Surreal
//! Numbers*, chapter 5).
//!
//! - The signs of `ω^y` are a plus and then, for every sign of `y`, that sign `ω^(p+1)` times,
//!   where `p` is the number of pluses of `y` before it.
//! - The signs of `ω^y·r` are those of `ω^y` and then every sign of `r` but the first,
//!   each `ω^p` times, `p` the number of pluses of `y`; for negative `r` all are reversed.
//! - The signs of a sum are those of its terms, one after the other, with *reduced* exponents: a
//!   minus of `y_i` is left out if an earlier exponent agrees with `y_i` up to and including it, or
//!   if it is the first sign of `y_i` after all of `y_(i-1)` and `r_(i-1)` is not dyadic.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use upstar_core::{Budget, Player, Ticker};

use super::normal::{Term, is_dyadic};
use super::stalk::{Cursor, Piece, Run, Stalk, unit_of};
use super::{NormalForm, Ordinal};
use crate::Error;

/// The most runs of the sign expansion of an exponent.
const MAX_RUNS: usize = 1 << 16;
/// The most letters after the first change of sign in a dyadic coefficient.
const MAX_LETTERS: u64 = 1 << 20;

/// The sign expansion of a rational number that is not 0, in absolute value.
struct RealSigns {
    /// Pluses before the first minus: at least 1.
    pluses: BigUint,
    /// The signs after them, without the period.
    word: Vec<Player>,
    /// The period; empty for dyadic numbers.
    period: Vec<Player>,
}

impl RealSigns {
    /// At most `limit` letters are written; `complete` tells whether that was enough.
    fn of(r: &BigRational, limit: usize, ticker: &mut Ticker) -> Result<(Self, bool), Error> {
        let r = r.abs();
        let (whole, mut rest) = r.numer().magnitude().div_rem(r.denom().magnitude());
        let mut denominator = r.denom().magnitude().clone();
        if rest.is_zero() {
            return Ok((RealSigns { pluses: whole, word: Vec::new(), period: Vec::new() }, true));
        }
        // After n + 1 pluses and a minus come the binary digits of the fraction, without the
        // last 1 of a dyadic one (Berlekamp's rule).
        let before = denominator.trailing_zeros().unwrap_or(0);
        let dyadic = is_dyadic(&r);
        if dyadic && before > MAX_LETTERS {
            return Err(Error::over_limit("a coefficient", format!("{MAX_LETTERS} bits")));
        }
        let mut word = vec![Player::Right];
        let mut complete = true;
        let mut digits = Digits::new(&mut rest, &mut denominator);
        let count = if dyadic { before - 1 } else { before };
        for _ in 0..count {
            if word.len() >= limit {
                complete = false;
                break;
            }
            ticker.tick(1)?;
            word.push(digits.next());
        }
        let mut period = Vec::new();
        if !dyadic {
            let start = digits.state();
            loop {
                if word.len() + period.len() >= limit {
                    complete = false;
                    break;
                }
                ticker.tick(1)?;
                period.push(digits.next());
                if digits.state() == start {
                    break;
                }
            }
            if !complete {
                word.append(&mut period);
            }
        }
        Ok((RealSigns { pluses: whole + 1u32, word, period }, complete))
    }
}

/// The binary digits of a fraction: machine words where they do, big numbers behind them.
enum Digits {
    Small { rest: u128, denominator: u128 },
    Large { rest: BigUint, denominator: BigUint },
}

impl Digits {
    fn new(rest: &mut BigUint, denominator: &mut BigUint) -> Self {
        match (rest.to_u128(), denominator.to_u128()) {
            (Some(rest), Some(denominator)) if denominator < 1 << 127 => {
                Digits::Small { rest, denominator }
            }
            _ => Digits::Large { rest: rest.clone(), denominator: denominator.clone() },
        }
    }

    fn next(&mut self) -> Player {
        let one = match self {
            Digits::Small { rest, denominator } => {
                *rest *= 2;
                let one = *rest >= *denominator;
                if one {
                    *rest -= *denominator;
                }
                one
            }
            Digits::Large { rest, denominator } => {
                *rest <<= 1u32;
                let one = *rest >= *denominator;
                if one {
                    *rest -= &*denominator;
                }
                one
            }
        };
        if one { Player::Left } else { Player::Right }
    }

    fn state(&self) -> BigUint {
        match self {
            Digits::Small { rest, .. } => (*rest).into(),
            Digits::Large { rest, .. } => rest.clone(),
        }
    }
}

/// The dyadic number of a finite word.
pub(super) fn real_of_word(word: &[Player]) -> BigRational {
    let Some(&first) = word.first() else { return BigRational::zero() };
    let pluses = word.iter().take_while(|&&player| player == first).count();
    let magnitude = halve(pluses.into(), word[pluses..].iter().map(|&player| player == first));
    if first == Player::Left { magnitude } else { -magnitude }
}

/// `start ± 1/2 ± 1/4 ...`, plus where the sign is true.
fn halve(start: BigInt, signs: impl Iterator<Item = bool>) -> BigRational {
    let (mut numerator, mut bits) = (start, 0u32);
    for plus in signs {
        numerator <<= 1u32;
        numerator += if plus { 1 } else { -1 };
        bits += 1;
    }
    BigRational::new(numerator, BigInt::one() << bits)
}

fn flip(player: Player, with: Player) -> Player {
    if with == Player::Left { player } else { player.opponent() }
}

/// Appends a run, joining it to the last one.
pub(super) fn push(runs: &mut Vec<Run>, player: Player, length: Ordinal) {
    if length.is_zero() {
        return;
    }
    match runs.last_mut() {
        Some(last) if last.player == player => last.length = last.length.ordinary_sum(&length),
        _ => runs.push(Run { player, length }),
    }
}

/// The signs of `ω^y` from those of a (reduced) exponent, and the number of pluses of that.
pub(super) fn power_signs(exponent: &[Run]) -> Result<(Vec<Run>, Ordinal), Error> {
    let mut runs = Vec::new();
    let mut pluses = Ordinal::zero();
    push(&mut runs, Player::Left, Ordinal::one());
    for run in exponent {
        let length = match run.player {
            // ω^(p+1) + ω^(p+2) + ... as many as there are: ω^(p+λ).
            Player::Left => {
                pluses = pluses.ordinary_sum(&run.length);
                pluses.omega_power()?
            }
            Player::Right => {
                pluses.ordinary_sum(&Ordinal::one()).omega_power()?.ordinary_product(&run.length)
            }
        };
        push(&mut runs, run.player, length);
    }
    Ok((runs, pluses))
}

/// What comes in `other` after all of `prefix`: `None` if `prefix` is no initial part of it.
fn after_prefix(other: &[Run], prefix: &[Run]) -> Option<Vec<Run>> {
    let same = other.iter().zip(prefix).take_while(|(a, b)| a == b).count();
    let mut rest = other[same..].to_vec();
    match prefix.len() - same {
        0 => Some(rest),
        1 => {
            let (first, last) = (rest.first_mut()?, &prefix[same]);
            if first.player != last.player {
                return None;
            }
            first.length = first.length.minus_left(&last.length)?;
            if first.length.is_zero() {
                rest.remove(0);
            }
            Some(rest)
        }
        _ => None,
    }
}

/// Exponents that came before, and what the last coefficient was.
#[derive(Default)]
struct Earlier {
    exponents: Vec<Vec<Run>>,
    last_not_dyadic: bool,
}

impl Earlier {
    /// How many minuses that follow `prefix` are left out of a later exponent.
    fn ignored(&self, prefix: &[Run]) -> Ordinal {
        let shared = self
            .exponents
            .iter()
            .filter_map(|exponent| after_prefix(exponent, prefix)?.into_iter().next())
            .filter(|run| run.player == Player::Right)
            .map(|run| run.length)
            .max()
            .unwrap_or_else(Ordinal::zero);
        if shared.is_zero()
            && self.last_not_dyadic
            && self.exponents.last().is_some_and(|last| last == prefix)
        {
            return Ordinal::one();
        }
        shared
    }

    /// The reduced form of an exponent.
    fn reduce(&self, exponent: &[Run]) -> Vec<Run> {
        let mut prefix = Vec::new();
        let mut reduced = Vec::new();
        for run in exponent {
            if run.player == Player::Left {
                push(&mut prefix, run.player, run.length.clone());
                push(&mut reduced, run.player, run.length.clone());
                continue;
            }
            let mut left = run.length.clone();
            while !left.is_zero() {
                let ignored = self.ignored(&prefix);
                if ignored.is_zero() {
                    // Then neither rule begins later in this run: an earlier exponent that
                    // went on or ended there would share the minus here.
                    push(&mut reduced, Player::Right, left.clone());
                    push(&mut prefix, Player::Right, left);
                    break;
                }
                let step = ignored.min(left.clone());
                push(&mut prefix, Player::Right, step.clone());
                left = left.minus_left(&step).unwrap_or_else(Ordinal::zero);
            }
        }
        reduced
    }

    /// The exponent whose reduced form is given: the minuses that were left out are put back.
    fn restore(&self, reduced: Vec<Run>) -> Result<Vec<Run>, Error> {
        let mut exponent: Vec<Run> = Vec::new();
        let mut rest: std::collections::VecDeque<Run> = reduced.into();
        loop {
            let ignored = self.ignored(&exponent);
            if !ignored.is_zero() {
                push(&mut exponent, Player::Right, ignored);
                continue;
            }
            let Some(mut run) = rest.pop_front() else { return Ok(exponent) };
            if exponent.len() > MAX_RUNS {
                return Err(Error::over_limit("an exponent", format!("{MAX_RUNS} runs")));
            }
            // Pluses are taken up to the next place where an earlier exponent turns down.
            let turn = (run.player == Player::Left)
                .then(|| {
                    self.exponents
                        .iter()
                        .filter_map(|other| after_prefix(other, &exponent)?.into_iter().next())
                        .filter(|next| next.player == Player::Left && next.length < run.length)
                        .map(|next| next.length)
                        .min()
                })
                .flatten();
            if let Some(turn) = turn {
                let left = run.length.minus_left(&turn).unwrap_or_else(Ordinal::zero);
                run.length = turn;
                rest.push_front(Run { player: run.player, length: left });
            }
            push(&mut exponent, run.player, run.length);
        }
    }
}

/// The first runs of a number, at most about `limit`, and whether they are all.
pub(super) fn expand(
    number: &NormalForm,
    limit: usize,
    ticker: &mut Ticker,
) -> Result<(Vec<Run>, bool), Error> {
    let mut runs = Vec::new();
    let mut earlier = Earlier::default();
    for term in number.terms() {
        if runs.len() > limit {
            return Ok((runs, false));
        }
        let known: usize = earlier.exponents.iter().map(Vec::len).sum();
        let (exponent, whole) = expand(&term.exponent, limit.saturating_add(known + 2), ticker)?;
        let sign = if term.coefficient.is_negative() { Player::Right } else { Player::Left };
        let (power, pluses) = power_signs(&earlier.reduce(&exponent))?;
        for run in power {
            push(&mut runs, flip(run.player, sign), run.length);
        }
        if !whole {
            return Ok((runs, false));
        }
        let room = limit.saturating_mul(64).clamp(1 << 12, 1 << 24);
        let (real, complete) = RealSigns::of(&term.coefficient, room, ticker)?;
        let unit = pluses.omega_power()?;
        push(&mut runs, sign, unit.ordinary_product(&Ordinal::from(real.pluses - 1u32)));
        for player in real.word {
            push(&mut runs, flip(player, sign), unit.clone());
        }
        if !complete {
            return Ok((runs, false));
        }
        if !real.period.is_empty() {
            while runs.len() <= limit {
                for &player in &real.period {
                    ticker.tick(1)?;
                    push(&mut runs, flip(player, sign), unit.clone());
                }
            }
            return Ok((runs, false));
        }
        earlier.exponents.push(exponent);
        earlier.last_not_dyadic = false;
    }
    Ok((runs, true))
}

/// The first runs of a number, at most `count`, and whether they are all.
pub(super) fn first_runs(
    number: &NormalForm,
    count: usize,
    budget: &Budget,
) -> Result<(Vec<Run>, bool), Error> {
    // One run more than asked for, so that the last one shown is whole.
    let (mut runs, whole) = expand(number, count.saturating_add(1), &mut budget.ticker())?;
    let all = whole && runs.len() <= count;
    if !whole {
        runs.pop();
    }
    runs.truncate(count);
    Ok((runs, all))
}

/// The whole sign expansion.
pub(super) fn stalk_of(number: &NormalForm, budget: &Budget) -> Result<Stalk, Error> {
    let mut ticker = budget.ticker();
    let mut pieces = Vec::new();
    let mut earlier = Earlier::default();
    for term in number.terms() {
        if !term.exponent.is_hereditarily_dyadic() {
            return Err(Error::no_such_number(format!(
                "a finite code of the signs of ω^({}), an exponent that is not hereditarily dyadic,",
                term.exponent
            )));
        }
        let (exponent, whole) = expand(&term.exponent, MAX_RUNS, &mut ticker)?;
        if !whole {
            return Err(Error::over_limit("an exponent", format!("{MAX_RUNS} runs")));
        }
        let sign = if term.coefficient.is_negative() { Player::Right } else { Player::Left };
        let (power, pluses) = power_signs(&earlier.reduce(&exponent))?;
        let flipped = |run: Run| Piece::run(flip(run.player, sign), run.length);
        pieces.extend(power.into_iter().map(flipped));
        let (real, complete) = RealSigns::of(&term.coefficient, 1 << 32, &mut ticker)?;
        if !complete {
            return Err(Error::over_limit("the period of a coefficient", "2^32 letters"));
        }
        let unit = pluses.omega_power()?;
        let more = unit.ordinary_product(&Ordinal::from(real.pluses - 1u32));
        pieces.push(Piece::run(sign, more));
        let mut word = Vec::new();
        for player in real.word {
            push(&mut word, flip(player, sign), unit.clone());
        }
        pieces.extend(word.into_iter().map(Piece::Run));
        if !real.period.is_empty() {
            let word = real.period.into_iter().map(|player| flip(player, sign)).collect();
            pieces.push(Piece::Period { word, unit: pluses });
        }
        earlier.exponents.push(exponent);
        earlier.last_not_dyadic = !is_dyadic(&term.coefficient);
    }
    Ok(Stalk::from_pieces(pieces))
}

/// The number with a sign expansion.
pub(super) fn value_of(stalk: &Stalk) -> Result<NormalForm, Error> {
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

fn next_run(cursor: &mut Cursor) -> Result<Option<Run>, Error> {
    if cursor.front_is_repeat() {
        return Err(Error::infinite("the normal form of a stalk with such a repeated part"));
    }
    cursor.next_run()
}

/// Reads the signs of `ω^y` from the first run on, as many as there are. Returns the (reduced)
/// signs of `y` and the number of its pluses.
fn read_power(cursor: &mut Cursor, first: Run) -> Result<(Vec<Run>, Ordinal), Error> {
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

/// What is left of a run after its first `ω^degree`.
fn rest_after_power(length: &Ordinal, degree: &Ordinal) -> Ordinal {
    length.minus_left(&unit_of(degree)).unwrap_or_else(Ordinal::zero)
}

/// Reads the signs of a coefficient after its first, each `ω^pluses` times. Returns its absolute
/// value.
fn read_coefficient(
    cursor: &mut Cursor,
    sign: Player,
    pluses: &Ordinal,
) -> Result<BigRational, Error> {
    // Groups of equal signs: is it the sign of the number, and how often.
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
            // Infinitely many equal signs end no real number: the sign before them, opposite
            // to them, belongs to the next term already.
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
