//! Printing normal forms and quotients.

use num_bigint::BigUint;
use num_traits::{One, Signed};

use super::NormalForm;
use super::normal::Term;

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
