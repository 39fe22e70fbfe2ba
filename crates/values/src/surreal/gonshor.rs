//! Sign expansions of normal forms and back (Gonshor, *An Introduction to the Theory of Surreal
//! Numbers*, chapter 5).
//!
//! - The signs of `ω^y` are a plus and then, for every sign of `y`, that sign `ω^(p+1)` times,
//!   where `p` is the number of pluses of `y` before it.
//! - The signs of `ω^y·r` are those of `ω^y` and then every sign of `r` but the first, each `ω^p`
//!   times, where `p` is the number of pluses of `y`. For negative `r` all signs are reversed.
//! - The signs of a sum are those of its terms in order, with *reduced* exponents. A minus of `y_i`
//!   is left out if an earlier exponent agrees with `y_i` up to and including it, or if it is the
//!   first sign of `y_i` after all of `y_(i-1)` and `r_(i-1)` is not dyadic.

mod value;

use num_bigint::BigUint;
use num_traits::Signed;
use upstar_core::{Budget, Player, Ticker};
use value::value_of;

use super::normal::is_dyadic;
use super::real_signs::{Letters, RealSigns};
use super::stalk::{Piece, Run, Stalk};
use super::{NormalForm, Ordinal, Surreal};
use crate::{Error, Result};

/// The largest number of runs in the sign expansion of an exponent.
const MAX_RUNS: usize = 1 << 16;

impl Stalk {
    /// The sign expansion of a number, by Gonshor's theorems.
    ///
    /// A step of the budget is a letter of a period.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if the number has no finite normal form, or if a coefficient within
    /// an exponent is not dyadic (then there is no finite code, see [`Stalk::first_runs`]);
    /// [`Error::Exhausted`].
    pub fn of(number: &Surreal, budget: &Budget) -> Result<Self> {
        let Some(form) = number.to_normal_form() else {
            return Err(Error::no_such_number(format!(
                "the whole sign expansion of {number}, whose normal form is infinite,"
            )));
        };
        stalk_of(&form, budget)
    }

    /// The first runs of the sign expansion of a number, at most `count`, and whether these are
    /// all.
    ///
    /// This needs no finite code: exponents may be any normal forms.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if the number has no finite normal form;
    /// [`Error::Exhausted`].
    pub fn first_runs(number: &Surreal, count: usize, budget: &Budget) -> Result<(Vec<Run>, bool)> {
        let Some(form) = number.to_normal_form() else {
            return Err(infinite_form(number));
        };
        expand(&form, count, &mut budget.ticker())
    }

    /// Passes the runs of the sign expansion of a number to `each`, until `each` stops or has
    /// received the given number of runs. Returns whether these were all. No run is kept in memory.
    ///
    /// A step of the budget is a sign, or a part of one if the denominator is large.
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_values::Error;
    /// use upstar_values::surreal::{Stalk, Surreal};
    ///
    /// let third: Surreal = "1/3".parse()?;
    /// let mut text = String::new();
    /// let all = Stalk::each_run(&third, 5, &Budget::unlimited(), |run| {
    ///     text += &run.to_string();
    ///     Ok::<(), Error>(())
    /// })?;
    /// assert_eq!((&text[..], all), ("LRRLRL", false));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Stalk::first_runs`], and the errors of `each`.
    pub fn each_run<E: From<Error>>(
        number: &Surreal,
        count: u64,
        budget: &Budget,
        mut each: impl FnMut(Run) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Some(form) = number.to_normal_form() else {
            return Err(infinite_form(number).into());
        };
        let mut left = count;
        let mut out = Joined::new(|run| match left.checked_sub(1) {
            None => Ok(false),
            Some(rest) => {
                left = rest;
                each(run).map(|()| true)
            }
        });
        Ok(signs(&form, count, &mut budget.ticker(), &mut out)? && out.end()?)
    }

    /// The number with this sign expansion.
    ///
    /// # Errors
    ///
    /// [`Error::Infinite`] if its normal form has infinitely many terms;
    /// [`Error::OverLimit`].
    pub fn value(&self) -> Result<Surreal> {
        Ok(value_of(self)?.into())
    }
}

fn infinite_form(number: &Surreal) -> Error {
    Error::no_such_number(format!("the sign expansion of {number}, whose normal form is infinite,"))
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

/// The signs of `ω^y` from those of a (reduced) exponent, and the number of its pluses.
pub(super) fn power_signs(exponent: &[Run]) -> Result<(Vec<Run>, Ordinal)> {
    let mut runs = Vec::new();
    let mut pluses = Ordinal::zero();
    push(&mut runs, Player::Left, Ordinal::one());
    for run in exponent {
        let length = match run.player {
            // The sum ω^(p+1) + ω^(p+2) + ... over the whole run is ω^(p+λ).
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

/// The part of `other` after `prefix`; `None` if `prefix` is not an initial part of it.
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

/// The earlier exponents, and whether the last coefficient was not dyadic.
#[derive(Default)]
struct Earlier {
    exponents: Vec<Vec<Run>>,
    last_not_dyadic: bool,
}

impl Earlier {
    /// The number of minuses after `prefix` that are left out of a later exponent.
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
                    // continued or ended there would share the minus here.
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

    /// The exponent with the given reduced form: restores the minuses that were left out.
    fn restore(&self, reduced: Vec<Run>) -> Result<Vec<Run>> {
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
            // Pluses are read up to the next place where the pluses of an earlier exponent end.
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

/// Reads runs from the ground up, joins runs of one sign, and passes each on when it is complete.
struct Joined<F> {
    last: Option<Run>,
    /// Receives a run and returns whether more are wanted.
    each: F,
}

impl<E, F: FnMut(Run) -> Result<bool, E>> Joined<F> {
    fn new(each: F) -> Self {
        Joined { last: None, each }
    }

    /// Adds a run. Returns whether more are wanted.
    fn add(&mut self, player: Player, length: Ordinal) -> Result<bool, E> {
        if length.is_zero() {
            return Ok(true);
        }
        match &mut self.last {
            Some(last) if last.player == player => {
                last.length = last.length.ordinary_sum(&length);
                Ok(true)
            }
            last => match last.replace(Run { player, length }) {
                Some(run) => (self.each)(run),
                None => Ok(true),
            },
        }
    }

    /// Passes on the last run. Returns whether it was wanted.
    fn end(mut self) -> Result<bool, E> {
        self.last.take().map_or(Ok(true), &mut self.each)
    }
}

/// The largest number of runs of an exponent that are listed.
const MAX_LISTED: usize = 1_000_000;

/// Passes the signs of a number to `out`, up to the given number of runs, and returns whether these
/// were all.
fn signs<E: From<Error>, F: FnMut(Run) -> Result<bool, E>>(
    number: &NormalForm,
    wanted: u64,
    ticker: &mut Ticker,
    out: &mut Joined<F>,
) -> Result<bool, E> {
    let most = usize::try_from(wanted).map_or(MAX_LISTED, |wanted| wanted.min(MAX_LISTED));
    let mut earlier = Earlier::default();
    for term in number.terms() {
        let known: usize = earlier.exponents.iter().map(Vec::len).sum();
        let (exponent, whole) = expand(&term.exponent, most + known + 2, ticker)?;
        let sign = if term.coefficient.is_negative() { Player::Right } else { Player::Left };
        let (power, pluses) = power_signs(&earlier.reduce(&exponent))?;
        for run in power {
            if !out.add(flip(run.player, sign), run.length)? {
                return Ok(false);
            }
        }
        if !whole {
            if wanted > most as u64 {
                return Err(Error::over_limit("the runs of an exponent", most.to_string()).into());
            }
            return Ok(false);
        }
        let (more, mut letters) = Letters::of(&term.coefficient.abs());
        let unit = pluses.omega_power()?;
        let times = |count: BigUint| unit.ordinary_product(&Ordinal::from(count));
        if !out.add(sign, times(more - 1u32))? {
            return Ok(false);
        }
        // Letters are counted in a word before they become ordinals.
        let mut group: Option<(Player, u64)> = None;
        loop {
            ticker.tick(letters.step).map_err(Error::from)?;
            let next = letters.next();
            match (&mut group, next) {
                (Some((player, count)), Some(letter)) if *player == letter => *count += 1,
                (group, next) => {
                    if let Some((player, count)) = group.take()
                        && !out.add(flip(player, sign), times(count.into()))?
                    {
                        return Ok(false);
                    }
                    let Some(letter) = next else { break };
                    *group = Some((letter, 1));
                }
            }
        }
        earlier.exponents.push(exponent);
        earlier.last_not_dyadic = false;
    }
    Ok(true)
}

/// The first runs of a number, at most `limit`, and whether these are all.
pub(super) fn expand(
    number: &NormalForm,
    limit: usize,
    ticker: &mut Ticker,
) -> Result<(Vec<Run>, bool)> {
    let mut runs: Vec<Run> = Vec::new();
    let budget = ticker.budget().clone();
    let mut out = Joined::new(|run| -> Result<bool> {
        if runs.len() >= limit {
            return Ok(false);
        }
        if runs.len().is_power_of_two() {
            budget.reserve(100 * runs.len() as u64)?;
        }
        runs.push(run);
        Ok(true)
    });
    let all = signs(number, limit as u64, ticker, &mut out)? && out.end()?;
    Ok((runs, all))
}

/// The whole sign expansion.
pub(super) fn stalk_of(number: &NormalForm, budget: &Budget) -> Result<Stalk> {
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
        let (real, complete) = RealSigns::of(&term.coefficient, u32::MAX as usize, &mut ticker)?;
        if !complete {
            return Err(Error::over_limit(
                "the period of a coefficient",
                "2^32 letters, or fewer of a large denominator",
            ));
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
