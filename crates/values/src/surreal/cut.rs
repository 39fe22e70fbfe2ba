//! The simplest number between two sets of numbers.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::{One, Signed};
use upstar_core::{Budget, Player};

use super::normal::Term;
use super::stalk::{Cursor, Piece, Run, Stalk};
use super::{NormalForm, Ordinal, Surreal, gonshor};
use crate::{Error, Result};

/// A member of one side of `{ | }`: a number, or a sequence given by its first three numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// A number.
    Number(Surreal),
    /// `a, b, c, ...`: the arithmetic sequence if `b - a = c - b`, else the geometric one with
    /// `b/a = c/b`. The common difference or ratio may be any normal form.
    Sequence(Box<[Surreal; 3]>),
}

/// The simplest number greater than all of `left` and less than all of `right`: the value of
/// `{left|right}`.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_values::surreal::{Surreal, simplest_between};
///
/// let budget = Budget::unlimited();
/// let x = simplest_between(&["1/4".parse()?], &["1".parse()?], &budget)?;
/// assert_eq!(x.to_string(), "1/2");
/// let y = simplest_between(&["1/3".parse()?], &["omega".parse()?], &budget)?;
/// assert_eq!(y.to_string(), "1");
/// # Ok::<(), upstar_values::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NotSeparated`]; [`Error::NoSuchNumber`] for numbers whose sign expansion has no finite
/// code; [`Error::Exhausted`].
pub fn simplest_between(left: &[Surreal], right: &[Surreal], budget: &Budget) -> Result<Surreal> {
    let members =
        |numbers: &[Surreal]| numbers.iter().cloned().map(Member::Number).collect::<Vec<_>>();
    simplest_in_cut(&members(left), &members(right), budget)
}

/// The same for members that may be sequences. For example, `{0,1,2,...|}` is ω.
///
/// # Errors
///
/// As [`simplest_between`]; also [`Error::NoSuchNumber`] for three numbers that begin neither an
/// arithmetic nor a geometric sequence.
pub fn simplest_in_cut(left: &[Member], right: &[Member], budget: &Budget) -> Result<Surreal> {
    let mut low =
        Bound { stalk: Stalk::empty(), tail: Some(Player::Right), text: "nothing".into() };
    for member in left {
        let bound = bound(member, Player::Left, budget)?;
        if compare(&low, &bound)? == Ordering::Less {
            low = bound;
        }
    }
    let mut high =
        Bound { stalk: Stalk::empty(), tail: Some(Player::Left), text: "nothing".into() };
    for member in right {
        let bound = bound(member, Player::Right, budget)?;
        if compare(&bound, &high)? == Ordering::Less {
            high = bound;
        }
    }
    simplest_stalk(&low, &high)?.value()
}

/// A place in the order of sign expansions: the signs of a stalk, followed by infinitely many signs
/// `tail` (more than any ordinal) if there is one.
struct Bound {
    stalk: Stalk,
    tail: Option<Player>,
    text: String,
}

/// What comes next in a sign expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    End,
    Run(Run),
    Tail(Player),
}

#[derive(Clone)]
struct Walk {
    cursor: Cursor,
    tail: Option<Player>,
}

impl Walk {
    fn new(bound: &Bound) -> Self {
        Walk { cursor: Cursor::new(&bound.stalk), tail: bound.tail }
    }

    fn next(&mut self) -> Result<Next> {
        Ok(match (self.cursor.next_run()?, self.tail) {
            (Some(run), _) => Next::Run(run),
            (None, Some(player)) => Next::Tail(player),
            (None, None) => Next::End,
        })
    }
}

/// The common initial part of two bounds, and what follows it in each.
struct Parting {
    common: Vec<Piece>,
    low: (Next, Walk),
    high: (Next, Walk),
}

/// The largest number of runs that are compared one by one.
const MAX_RUNS: usize = 1 << 20;

fn part(low: &Bound, high: &Bound) -> Result<Parting> {
    let (mut a, mut b) = (Walk::new(low), Walk::new(high));
    let mut common = Vec::new();
    for _ in 0..MAX_RUNS {
        // Two equal periods that begin together never differ.
        if a.cursor.front_period().is_some() && a.cursor.front_period() == b.cursor.front_period() {
            common.extend(a.cursor.take_front());
            b.cursor.take_front();
            continue;
        }
        let (x, y) = (a.next()?, b.next()?);
        match (x, y) {
            (Next::Run(x), Next::Run(y)) if x.player == y.player => {
                let shared = x.length.clone().min(y.length.clone());
                let rest =
                    |length: &Ordinal| length.minus_left(&shared).unwrap_or_else(Ordinal::zero);
                a.cursor.push_front(Run { player: x.player, length: rest(&x.length) });
                b.cursor.push_front(Run { player: y.player, length: rest(&y.length) });
                common.push(Piece::run(x.player, shared));
            }
            (Next::Run(run), Next::Tail(player)) | (Next::Tail(player), Next::Run(run))
                if run.player == player =>
            {
                common.push(Piece::Run(run));
            }
            (x, y) => return Ok(Parting { common, low: (x, a), high: (y, b) }),
        }
    }
    Err(Error::over_limit(
        "the common beginning of two sign expansions",
        format!("{MAX_RUNS} runs"),
    ))
}

/// R < end < L.
fn rank(next: &Next) -> i32 {
    match next {
        Next::End => 0,
        Next::Run(Run { player, .. }) | Next::Tail(player) => {
            if *player == Player::Left {
                1
            } else {
                -1
            }
        }
    }
}

fn compare(a: &Bound, b: &Bound) -> Result<Ordering> {
    let parting = part(a, b)?;
    Ok(rank(&parting.low.0).cmp(&rank(&parting.high.0)))
}

fn simplest_stalk(low: &Bound, high: &Bound) -> Result<Stalk> {
    let mut parting = part(low, high)?;
    let mut found = parting.common;
    match (rank(&parting.low.0), rank(&parting.high.0)) {
        (-1, 1) => {}
        (0, 1) => extend(&mut found, parting.high.0, &mut parting.high.1)?,
        (-1, 0) => extend(&mut found, parting.low.0, &mut parting.low.1)?,
        _ => {
            return Err(Error::NotSeparated { left: low.text.clone(), right: high.text.clone() });
        }
    }
    Ok(Stalk::from_pieces(found))
}

/// One bound ends where the other continues: the least extension of the first towards the second.
fn extend(found: &mut Vec<Piece>, next: Next, walk: &mut Walk) -> Result {
    let (player, more) = match next {
        Next::Run(run) => (run.player, run.length > Ordinal::one()),
        Next::Tail(player) => (player, true),
        Next::End => return Ok(()),
    };
    found.push(Piece::run(player, Ordinal::one()));
    if more {
        return Ok(());
    }
    let length = match walk.next()? {
        Next::Run(run) => {
            let last = walk.next()? == Next::End;
            if last { run.length.ordinary_sum(&Ordinal::one()) } else { run.length }
        }
        Next::End => Ordinal::one(),
        Next::Tail(_) => return Ok(()),
    };
    found.push(Piece::run(player.opponent(), length));
    Ok(())
}

/// The position of the lowest L edge of a stalk whose cut leaves at least `needed` (or more than
/// `needed`, if a tie is not enough).
///
/// All cuts of L edges below the first difference of the two sign expansions leave less than
/// `needed`.
pub(super) fn first_above(
    stalk: &Stalk,
    needed: &Stalk,
    tie_is_enough: bool,
) -> Result<Option<Ordinal>> {
    let bound = |stalk: &Stalk| Bound { stalk: stalk.clone(), tail: None, text: String::new() };
    let mut parting = part(&bound(stalk), &bound(needed))?;
    let Next::Run(run) = parting.low.0 else { return Ok(None) };
    if run.player == Player::Right {
        return Ok(None);
    }
    let position = Stalk::from_pieces(parting.common).length();
    if tie_is_enough || parting.high.0 != Next::End {
        return Ok(Some(position));
    }
    // The next L edge.
    let above = position.ordinary_sum(&Ordinal::one());
    if run.length > Ordinal::one() {
        return Ok(Some(above));
    }
    let Next::Run(gap) = parting.low.1.next()? else { return Ok(None) };
    let more = parting.low.1.next()? != Next::End;
    Ok(more.then(|| above.ordinary_sum(&gap.length)))
}

/// The bound of a member: all numbers on the other side of it from `player`'s options.
fn bound(member: &Member, player: Player, budget: &Budget) -> Result<Bound> {
    match member {
        Member::Number(number) => {
            Ok(Bound { stalk: Stalk::of(number, budget)?, tail: None, text: number.to_string() })
        }
        Member::Sequence(first) => {
            let [a, b, c] = &**first;
            let text = format!("{a},{b},{c},...");
            let form = |x: &Surreal| {
                x.to_normal_form().ok_or_else(|| {
                    Error::no_such_number(format!(
                        "a sequence with {x}, whose normal form is infinite,"
                    ))
                })
            };
            let (x, y, z) = (form(a)?, form(b)?, form(c)?);
            let increasing = y > x;
            // A sequence that moves away from the other side has its first member as bound.
            if increasing != (player == Player::Left) {
                return Ok(Bound { stalk: Stalk::of(a, budget)?, tail: None, text });
            }
            // Decreasing sequences are the negatives of increasing ones.
            let (stalk, tail) = if increasing {
                increasing_bound(&x, &y, &z, &text, budget)?
            } else {
                let (stalk, tail) =
                    increasing_bound(&x.negative(), &y.negative(), &z.negative(), &text, budget)?;
                (stalk.negative(), tail.opponent())
            };
            Ok(Bound { stalk, tail: Some(tail), text })
        }
    }
}

/// The bound just above an increasing sequence.
fn increasing_bound(
    a: &NormalForm,
    b: &NormalForm,
    c: &NormalForm,
    text: &str,
    budget: &Budget,
) -> Result<(Stalk, Player)> {
    let refuse = || {
        Error::no_such_number(format!(
            "the sequence {text}, which begins neither arithmetically nor geometrically,"
        ))
    };
    let step = b.difference(a);
    if c.difference(b) == step {
        // Of the first term, keep the part that the step is small against: a' + n·ω^e for every n.
        let lead = step.terms().first().ok_or_else(refuse)?;
        let kept: Vec<Term> =
            a.terms().iter().take_while(|term| term.exponent > lead.exponent).cloned().collect();
        return endless(&NormalForm::from_sorted(kept), &lead.exponent, Player::Left, budget);
    }
    if a.is_zero() {
        return Err(refuse());
    }
    let ratio = Surreal::new(b.clone(), a.clone())?;
    if Surreal::new(c.clone(), b.clone())? != ratio || ratio.signum() <= 0 {
        return Err(refuse());
    }
    let ratio = ratio.to_normal_form().ok_or_else(refuse)?;
    let ratio_lead = ratio.terms().first().ok_or_else(refuse)?;
    let lead = a.terms().first().ok_or_else(refuse)?;
    let positive = lead.coefficient.is_positive();
    if !ratio_lead.exponent.is_zero() {
        // The exponents of ω form an arithmetic sequence.
        let exponents: Vec<NormalForm> = (0..3)
            .map(|n| {
                let times = BigRational::from(num_bigint::BigInt::from(n));
                lead.exponent.sum(&ratio_lead.exponent.scaled(&times))
            })
            .collect();
        let [x, y, z] = [&exponents[0], &exponents[1], &exponents[2]];
        let (stalk, tail) = if y > x {
            increasing_bound(x, y, z, text, budget)?
        } else {
            let (stalk, tail) =
                increasing_bound(&x.negative(), &y.negative(), &z.negative(), text, budget)?;
            (stalk.negative(), tail.opponent())
        };
        let mut runs = Vec::new();
        let mut cursor = Cursor::new(&stalk);
        while let Some(run) = cursor.next_run()? {
            runs.push(run);
            if runs.len() > MAX_RUNS {
                return Err(Error::over_limit("an exponent", format!("{MAX_RUNS} runs")));
            }
        }
        let stalk = Stalk::of_runs(gonshor::power_signs(&runs)?.0);
        return Ok(if positive { (stalk, tail) } else { (stalk.negative(), tail.opponent()) });
    }
    let real = &ratio_lead.coefficient;
    if ratio.terms().len() > 1 || real.is_one() {
        return Err(refuse());
    }
    // A real ratio: the coefficients grow without bound, or rise to 0.
    if positive {
        return endless(&NormalForm::zero(), &lead.exponent, Player::Left, budget);
    }
    let (stalk, tail) = endless(&NormalForm::zero(), &lead.exponent, Player::Right, budget)?;
    Ok((stalk.negative(), tail.opponent()))
}

/// The signs of `kept + ω^exponent`, then infinitely many signs of `player`, as a real coefficient
/// goes to infinity (Left) or to 0 (Right).
fn endless(
    kept: &NormalForm,
    exponent: &NormalForm,
    player: Player,
    budget: &Budget,
) -> Result<(Stalk, Player)> {
    let start = Stalk::of(&kept.sum(&exponent.omega_power()?).into(), budget)?;
    let (runs, whole) = gonshor::expand(exponent, MAX_RUNS, &mut budget.ticker())?;
    if !whole {
        return Err(Error::over_limit("an exponent", format!("{MAX_RUNS} runs")));
    }
    let pluses = runs
        .iter()
        .filter(|run| run.player == Player::Left)
        .fold(Ordinal::zero(), |sum, run| sum.ordinary_sum(&run.length));
    let endless = pluses.ordinary_sum(&Ordinal::one()).omega_power()?;
    let mut pieces = start.pieces().to_vec();
    pieces.push(Piece::run(player, endless));
    Ok((Stalk::from_pieces(pieces), player.opponent()))
}
