//! Bamboo stalks, that is, sign expansions: words of any length in L (plus) and R (minus).

use std::collections::VecDeque;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use upstar_core::Player;

use super::Ordinal;
use crate::{Error, Result};

/// A stalk: its edges from the ground up, given by a finite code.
///
/// A stalk is the sign expansion of a surreal number (L is plus). Cutting an edge leaves the edges
/// below it. Two codes of the same stalk are equal if all runs of each period are finite multiples
/// of one power of ω.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_values::surreal::{Stalk, Surreal};
///
/// let budget = Budget::unlimited();
/// let stalk: Stalk = "(LR)^w".parse()?;
/// assert_eq!(stalk.value()?.to_string(), "2/3");
/// let root: Surreal = "omega^(1/2)".parse()?;
/// assert_eq!(Stalk::of(&root, &budget)?.to_string(), "L^w R^(w^2)");
/// # Ok::<(), upstar_values::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stalk {
    pieces: Vec<Piece>,
}

/// Edges of one colour. Their number is a nonzero ordinal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The player whose edges these are.
    pub player: Player,
    /// The number of edges.
    pub length: Ordinal,
}

/// A part of a stalk.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Piece {
    Run(Run),
    /// `word` ω times, where each letter stands for `ω^unit` edges. Both players occur in the word.
    Period {
        word: Vec<Player>,
        unit: Ordinal,
    },
    /// Any other part, repeated.
    Repeat {
        body: Vec<Piece>,
        times: Ordinal,
    },
}

/// Periods with at most this many letters are read letter by letter.
const MAX_WORD: u64 = 1 << 20;

impl Stalk {
    /// The empty stalk.
    #[must_use]
    pub fn empty() -> Self {
        Stalk::default()
    }

    /// The stalk of finitely many edges.
    #[must_use]
    pub fn of_word(word: &[Player]) -> Self {
        let pieces = word.iter().map(|&player| Piece::run(player, Ordinal::one())).collect();
        Stalk::from_pieces(pieces)
    }

    /// The stalk of runs, from the ground up.
    #[must_use]
    pub fn of_runs(runs: impl IntoIterator<Item = Run>) -> Self {
        Stalk::from_pieces(runs.into_iter().map(Piece::Run).collect())
    }

    /// The number of edges, which is the birthday of the value.
    #[must_use]
    pub fn length(&self) -> Ordinal {
        length_of(&self.pieces)
    }

    /// Has the stalk finitely many edges?
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.length().is_finite()
    }

    /// Is this the empty stalk?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The same stalk with the colours exchanged: the negative of the value.
    #[must_use]
    pub fn negative(&self) -> Stalk {
        fn flip(pieces: &[Piece]) -> Vec<Piece> {
            let flip = |piece: &Piece| match piece {
                Piece::Run(run) => Piece::run(run.player.opponent(), run.length.clone()),
                Piece::Period { word, unit } => Piece::Period {
                    word: word.iter().map(|player| player.opponent()).collect(),
                    unit: unit.clone(),
                },
                Piece::Repeat { body, times } => {
                    Piece::Repeat { body: flip(body), times: times.clone() }
                }
            };
            pieces.iter().map(flip).collect()
        }
        Stalk { pieces: flip(&self.pieces) }
    }

    /// The player whose edge is at a position (the edge on the ground is at 0); `None` past the
    /// end.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] as [`Stalk::below`].
    pub fn edge(&self, position: &Ordinal) -> Result<Option<Player>> {
        Ok(self.split(position)?.1)
    }

    /// The stalk that is left after the edge at a position is cut: all edges below it.
    ///
    /// # Errors
    ///
    /// [`Error::OverLimit`] if the position is in a repeated part and takes more than 2^20
    /// letters to reach.
    ///
    /// ```
    /// use upstar_values::surreal::Stalk;
    ///
    /// let stalk: Stalk = "(LR)^w".parse()?;
    /// assert_eq!(stalk.below(&3.into())?.to_string(), "LRL");
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    pub fn below(&self, position: &Ordinal) -> Result<Stalk> {
        Ok(self.split(position)?.0)
    }

    /// This stalk with another one on top: the ordinal sum. A cut removes everything above it, so
    /// the options of the upper stalk stand on the whole lower one.
    ///
    /// ```
    /// use upstar_values::surreal::Stalk;
    ///
    /// let stalk: Stalk = "(LR)^w".parse()?;
    /// assert_eq!(stalk.under(&"LR".parse()?).to_string(), "(LR)^w LR");
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    #[must_use]
    pub fn under(&self, top: &Stalk) -> Stalk {
        Stalk::from_pieces(self.pieces.iter().chain(&top.pieces).cloned().collect())
    }

    fn split(&self, position: &Ordinal) -> Result<(Stalk, Option<Player>)> {
        let mut below = Vec::new();
        let mut left = position.clone();
        let mut cursor = Cursor::new(self);
        let mut letters = 0u64;
        loop {
            // A whole period below the cut is skipped at once.
            if let Some(length) = cursor.front_period_length()
                && let Some(rest) = left.minus_left(&length)
            {
                left = rest;
                below.extend(cursor.take_front());
                continue;
            }
            let Some(run) = cursor.next_run()? else {
                return Ok((Stalk::from_pieces(below), None));
            };
            letters += 1;
            if letters > MAX_WORD {
                return Err(Error::over_limit("the position", format!("{MAX_WORD} runs up")));
            }
            match left.minus_left(&run.length) {
                Some(rest) => {
                    left = rest;
                    below.push(Piece::Run(run));
                }
                None => {
                    if !left.is_zero() {
                        below.push(Piece::run(run.player, left));
                    }
                    return Ok((Stalk::from_pieces(below), Some(run.player)));
                }
            }
        }
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// A stalk from parts in any form. Runs are joined, and periods are made as short and as early
    /// as possible.
    pub(super) fn from_pieces(pieces: Vec<Piece>) -> Self {
        let mut stalk = Stalk::empty();
        for piece in pieces {
            stalk.push(piece);
        }
        stalk
    }

    fn push(&mut self, piece: Piece) {
        match piece {
            Piece::Run(run) => {
                if run.length.is_zero() {
                    return;
                }
                if let Some(Piece::Run(last)) = self.pieces.last_mut()
                    && last.player == run.player
                {
                    last.length = last.length.ordinary_sum(&run.length);
                    return;
                }
                self.pieces.push(Piece::Run(run));
            }
            Piece::Period { word, unit } => self.push_period(word, unit),
            Piece::Repeat { body, times } => self.push_repeat(body, times),
        }
    }

    fn push_period(&mut self, mut word: Vec<Player>, unit: Ordinal) {
        if word.is_empty() {
            return;
        }
        if word.iter().all(|player| *player == word[0]) {
            let length = unit
                .ordinary_sum(&Ordinal::one())
                .as_normal_form()
                .omega_power()
                .ok()
                .and_then(|power| Ordinal::try_from(power).ok());
            if let Some(length) = length {
                return self.push(Piece::run(word[0], length));
            }
        }
        word.truncate(least_period(&word));
        // ...x(yx)^w is ...(xy)^w.
        let mut rotated = 0;
        while let Some(Piece::Run(last)) = self.pieces.last_mut() {
            let letter = word[(2 * word.len() - 1 - rotated) % word.len()];
            let Some(shorter) =
                without_last_unit(&last.length, &unit).filter(|_| last.player == letter)
            else {
                break;
            };
            if shorter.is_zero() {
                self.pieces.pop();
            } else {
                last.length = shorter;
            }
            rotated = (rotated + 1) % word.len();
        }
        word.rotate_right(rotated);
        self.pieces.push(Piece::Period { word, unit });
    }

    fn push_repeat(&mut self, body: Vec<Piece>, times: Ordinal) {
        let body = Stalk::from_pieces(body).pieces;
        if times.is_zero() || body.is_empty() {
            return;
        }
        if let [Piece::Run(run)] = &body[..] {
            let length = run.length.ordinary_product(&times);
            return self.push(Piece::run(run.player, length));
        }
        // A small number of copies is written out.
        if let Some(count) = times.to_u64()
            && count.saturating_mul(body.len() as u64) <= 256
        {
            for _ in 0..count {
                for piece in &body {
                    self.push(piece.clone());
                }
            }
            return;
        }
        if times == Ordinal::omega()
            && let Some((word, unit)) = as_word(&body)
        {
            return self.push_period(word, unit);
        }
        self.pieces.push(Piece::Repeat { body, times });
    }
}

/// The length of the least word of which this word is a power.
fn least_period(word: &[Player]) -> usize {
    // Borders by the failure function of Knuth, Morris and Pratt.
    let mut border = vec![0usize; word.len()];
    for i in 1..word.len() {
        let mut k = border[i - 1];
        while k > 0 && word[i] != word[k] {
            k = border[k - 1];
        }
        border[i] = if word[i] == word[k] { k + 1 } else { k };
    }
    let period = word.len() - border[word.len() - 1];
    if word.len().is_multiple_of(period) { period } else { word.len() }
}

/// `length` without its last `ω^unit`, if it ends with one.
fn without_last_unit(length: &Ordinal, unit: &Ordinal) -> Option<Ordinal> {
    let mut terms: Vec<(Ordinal, BigUint)> = length.terms().collect();
    let (exponent, count) = terms.last_mut()?;
    if exponent != unit {
        return None;
    }
    *count -= 1u32;
    let last = terms.len() - 1;
    if terms[last].1 == BigUint::ZERO {
        terms.pop();
    }
    Some(Ordinal::from_terms(terms))
}

/// Runs that are finite multiples of one power of ω, as a word with that unit.
fn as_word(body: &[Piece]) -> Option<(Vec<Player>, Ordinal)> {
    let mut unit = None;
    let mut letters = 0u64;
    for piece in body {
        let Piece::Run(run) = piece else { return None };
        let mut terms = run.length.terms();
        let (Some((exponent, count)), None) = (terms.next(), terms.next()) else { return None };
        if *unit.get_or_insert_with(|| exponent.clone()) != exponent {
            return None;
        }
        letters = letters.saturating_add(count.to_u64()?);
    }
    if letters > MAX_WORD {
        return None;
    }
    let mut word = Vec::new();
    for piece in body {
        let Piece::Run(run) = piece else { return None };
        let count = run.length.terms().next()?.1.to_usize()?;
        word.extend(std::iter::repeat_n(run.player, count));
    }
    Some((word, unit?))
}

fn length_of(pieces: &[Piece]) -> Ordinal {
    pieces.iter().fold(Ordinal::zero(), |sum, piece| {
        sum.ordinary_sum(&match piece {
            Piece::Run(run) => run.length.clone(),
            Piece::Period { unit, .. } => unit_times_omega(unit),
            Piece::Repeat { body, times } => length_of(body).ordinary_product(times),
        })
    })
}

/// `ω^(unit + 1)`.
fn unit_times_omega(unit: &Ordinal) -> Ordinal {
    unit_of(unit).ordinary_product(&Ordinal::omega())
}

/// `ω^unit`. Units come from lengths that are already powers of ω.
pub(super) fn unit_of(unit: &Ordinal) -> Ordinal {
    Ordinal::from_terms(vec![(unit.clone(), BigUint::one())])
}

impl Piece {
    pub(super) fn run(player: Player, length: Ordinal) -> Self {
        Piece::Run(Run { player, length })
    }
}

/// Reads a stalk run by run from the ground up.
#[derive(Clone)]
pub(super) struct Cursor {
    pieces: VecDeque<Piece>,
}

impl Cursor {
    pub(super) fn new(stalk: &Stalk) -> Self {
        Cursor { pieces: stalk.pieces().to_vec().into() }
    }

    /// Takes the next run, as long as possible. A period gives its first run and stays.
    ///
    /// # Errors
    ///
    /// [`Error::Infinite`] at a part that is not a period of finite multiples of one unit.
    pub(super) fn next_run(&mut self) -> Result<Option<Run>> {
        let mut next: Option<Run> = None;
        loop {
            match self.pieces.front_mut() {
                None => return Ok(next),
                Some(Piece::Run(run)) => match &mut next {
                    None => {
                        next = Some(run.clone());
                        self.pieces.pop_front();
                    }
                    Some(so_far) if so_far.player == run.player => {
                        so_far.length = so_far.length.ordinary_sum(&run.length);
                        self.pieces.pop_front();
                    }
                    Some(_) => return Ok(next),
                },
                Some(Piece::Period { word, unit }) => {
                    let player = word[0];
                    if next.as_ref().is_some_and(|run| run.player != player) {
                        return Ok(next);
                    }
                    let count = word.iter().take_while(|&&letter| letter == player).count();
                    word.rotate_left(count);
                    let length = Ordinal::from_terms(vec![(unit.clone(), BigUint::from(count))]);
                    let before = next.map_or_else(Ordinal::zero, |run| run.length);
                    return Ok(Some(Run { player, length: before.ordinary_sum(&length) }));
                }
                Some(Piece::Repeat { body, times }) => {
                    // One copy is removed: x·(1 + t) is x, then x·t.
                    let Some(rest) = times.minus_left(&Ordinal::one()) else {
                        self.pieces.pop_front();
                        continue;
                    };
                    let copy = body.clone();
                    *times = rest;
                    if times.is_zero() {
                        self.pieces.pop_front();
                    }
                    for piece in copy.into_iter().rev() {
                        self.pieces.push_front(piece);
                    }
                }
            }
        }
    }

    pub(super) fn push_front(&mut self, run: Run) {
        if !run.length.is_zero() {
            self.pieces.push_front(Piece::Run(run));
        }
    }

    /// The word and unit of a period at the front.
    pub(super) fn front_period(&self) -> Option<(&[Player], &Ordinal)> {
        match self.pieces.front() {
            Some(Piece::Period { word, unit }) => Some((word, unit)),
            _ => None,
        }
    }

    /// Is the front a repeated part that is not a period?
    pub(super) fn front_is_repeat(&self) -> bool {
        matches!(self.pieces.front(), Some(Piece::Repeat { .. }))
    }

    fn front_period_length(&self) -> Option<Ordinal> {
        match self.pieces.front()? {
            Piece::Period { unit, .. } => Some(unit_times_omega(unit)),
            Piece::Repeat { body, times } => Some(length_of(body).ordinary_product(times)),
            Piece::Run(_) => None,
        }
    }

    pub(super) fn take_front(&mut self) -> Option<Piece> {
        self.pieces.pop_front()
    }
}
