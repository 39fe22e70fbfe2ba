//! Printing normal forms, quotients and stalks.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, Signed, ToPrimitive};
use upstar_core::Player;

use super::normal::Term;
use super::stalk::{Piece, Run, Stalk, unit_of};
use super::{NormalForm, Ordinal};

fn omega(ascii: bool) -> &'static str {
    if ascii { "omega" } else { "ω" }
}

fn times(ascii: bool) -> &'static str {
    if ascii { "*" } else { "×" }
}

/// `ω^exponent` for a positive exponent: `ω`, `ω^2`, `ω^ω^2`, `ω^(1/2)`.
fn power(exponent: &NormalForm, ascii: bool) -> String {
    let base = omega(ascii);
    if exponent.is_one() {
        return base.to_owned();
    }
    let text = sum(exponent, ascii);
    let bare = match exponent.terms() {
        [term] if term.exponent.is_zero() => term.coefficient.is_integer(),
        [term] => term.coefficient.is_one() && term.exponent.signum() > 0,
        _ => false,
    };
    if bare { format!("{base}^{text}") } else { format!("{base}^({text})") }
}

/// A term without its sign.
fn term(term: &Term, ascii: bool) -> String {
    let (numerator, denominator) =
        (term.coefficient.numer().magnitude(), term.coefficient.denom().magnitude());
    let over = |denominator: &BigUint| {
        if denominator.is_one() { String::new() } else { format!("/{denominator}") }
    };
    let with_factor = |base: String, factor: &BigUint| {
        if factor.is_one() { base } else { format!("{base}{}{factor}", times(ascii)) }
    };
    match term.exponent.signum() {
        0 => format!("{numerator}{}", over(denominator)),
        1 => with_factor(power(&term.exponent, ascii), numerator) + &over(denominator),
        _ => {
            let below = with_factor(power(&term.exponent.negative(), ascii), denominator);
            if denominator.is_one() {
                format!("{numerator}/{below}")
            } else {
                format!("{numerator}/({below})")
            }
        }
    }
}

/// A normal form: `ω^2-ω×3+1/2-5/ω`.
pub(super) fn sum(number: &NormalForm, ascii: bool) -> String {
    let mut text = String::new();
    for part in number.terms() {
        if part.coefficient.is_negative() {
            text.push('-');
        } else if !text.is_empty() {
            text.push('+');
        }
        text.push_str(&term(part, ascii));
    }
    if text.is_empty() {
        text.push('0');
    }
    text
}

/// A quotient in lowest terms: `(ω+1)/ω`, `(ω+7)/(ω×7)`.
pub(super) fn quotient(numerator: &NormalForm, denominator: &NormalForm, ascii: bool) -> String {
    let above = sum(numerator, ascii);
    let above = if numerator.terms().len() > 1 { format!("({above})") } else { above };
    let below = sum(denominator, ascii);
    let bare = matches!(denominator.terms(), [term] if term.coefficient.is_one());
    if bare { format!("{above}/{below}") } else { format!("{above}/({below})") }
}

/// Runs longer than this are printed with an exponent.
const LONGEST_WORD: u64 = 64;

/// Writes a length as an exponent: `^w`, `^(w*2)`.
fn exponent_text(length: &Ordinal) -> String {
    let text = length.text_ascii().replace("omega", "w");
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        format!("^{text}")
    } else {
        format!("^({text})")
    }
}

/// If a period begins inside three or more equal letters, the rest of these letters moves to the
/// part before it: `LLLLRRR(LRR)^w` reads better than `LLLLR(RRL)^w`.
fn unsplit(pieces: &[Piece]) -> Vec<Piece> {
    let mut shown: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let mut piece = piece.clone();
        if let (Some(Piece::Run(last)), Piece::Period { word, unit }) =
            (shown.last_mut(), &mut piece)
            && last.player == word[0]
        {
            let before = last.length.terms().last().filter(|(exponent, _)| exponent == unit);
            let letters = word.iter().take_while(|&&letter| letter == word[0]).count();
            let before = before.map_or(0, |(_, count)| count.to_usize().unwrap_or(usize::MAX));
            if before > 0 && before.saturating_add(letters) >= 3 {
                let more = Ordinal::from_terms(vec![(unit.clone(), BigUint::from(letters))]);
                last.length = last.length.ordinary_sum(&more);
                word.rotate_left(letters);
            }
        }
        shown.push(piece);
    }
    shown
}

/// Writes letters, with a space after every exponent except the last.
fn write_pieces(text: &mut String, pieces: &[Piece]) {
    let mut after_exponent = false;
    let mut separate = |text: &mut String, exponent: bool| {
        if after_exponent {
            text.push(' ');
        }
        after_exponent = exponent;
    };
    let letter = |player: Player| if player == Player::Left { 'L' } else { 'R' };
    for piece in &unsplit(pieces) {
        match piece {
            Piece::Run(run) => match run.length.to_u64().filter(|&count| count <= LONGEST_WORD) {
                Some(count) => {
                    separate(text, false);
                    text.extend(std::iter::repeat_n(letter(run.player), count as usize));
                }
                None => {
                    separate(text, true);
                    text.push(letter(run.player));
                    text.push_str(&exponent_text(&run.length));
                }
            },
            Piece::Period { word, unit } => {
                separate(text, true);
                text.push('(');
                if unit.is_zero() {
                    text.extend(word.iter().map(|&player| letter(player)));
                } else {
                    let unit = unit_of(unit);
                    let body = word.iter().map(|&player| Piece::run(player, unit.clone()));
                    write_pieces(text, Stalk::from_pieces(body.collect()).pieces());
                }
                text.push_str(")^w");
            }
            Piece::Repeat { body, times } => {
                separate(text, true);
                text.push('(');
                write_pieces(text, body);
                text.push(')');
                text.push_str(&exponent_text(times));
            }
        }
    }
}

/// The text as it is read: `LLR(LRR)^w`, `L^w R^(w^2)`. The empty stalk is `0`.
impl fmt::Display for Stalk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write_pieces(&mut text, self.pieces());
        if text.is_empty() {
            text.push('0');
        }
        f.pad(&text)
    }
}

/// Runs as text, with spaces: `L^w R^(w^2)`.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write_pieces(&mut text, &[Piece::Run(self.clone())]);
        f.pad(&text)
    }
}
