//! Surreal numbers, and ordinals in ordinary arithmetic.

use upstar_core::{Budget, Outcome, Player};
use upstar_values::surreal::{Number, Ordinal, RootReal, Stalk, Surreal};
use upstar_values::{Error, Style};

use crate::analysis::Analysis;

/// What is asked of a surreal number, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurrealOptions {
    /// Whether the text is about ordinals in ordinary arithmetic, where 1+ω is ω; there is a
    /// value alone then.
    pub ordinary: bool,
    /// Whether nothing but the value is asked for.
    pub value_only: bool,
    /// How many terms of an infinite normal form are written.
    pub terms: usize,
    /// How many signs of an irrational number are written, and how many runs of signs of another
    /// one; `None` for the whole sign expansion where there is one.
    pub signs: Option<usize>,
    /// How many decimals of an irrational number are written.
    pub digits: u32,
    /// In which characters numbers are written.
    pub style: Style,
}

impl Default for SurrealOptions {
    fn default() -> Self {
        SurrealOptions {
            ordinary: false,
            value_only: false,
            terms: 4,
            signs: None,
            digits: 20,
            style: Style::Plain,
        }
    }
}

/// A surreal number: its value, normal form, sign expansion, birthday and the greatest integer
/// below it, the latter among the properties.
///
/// Roots may be irrational, as in `(sqrt(2)+1)/2` and `2^(1/3)`; then there are a part of the sign
/// expansion and decimals.
///
/// ```
/// use upstar::SurrealOptions;
/// use upstar::core::Budget;
///
/// let budget = Budget::unlimited();
/// let found = upstar::analyze_surreal("omega/(omega+1)", SurrealOptions::default(), &budget)?;
/// assert_eq!(found.property("normal form"), Some("1-1/ω+1/ω^2-1/ω^3 ..."));
/// # Ok::<(), upstar::values::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] with the place, and whatever the arithmetic meets; the budget.
pub fn analyze_surreal(
    text: &str,
    options: SurrealOptions,
    budget: &Budget,
) -> Result<Analysis, Error> {
    let mut analysis = Analysis::new(text.trim());
    let ascii = options.style == Style::Ascii;
    if options.ordinary {
        let ordinal = Ordinal::parse_ordinary(text)?;
        analysis.value = Some(if ascii { ordinal.text_ascii() } else { ordinal.to_string() });
        analysis.kind = Some("ordinal".to_owned());
        return Ok(analysis);
    }
    match Number::parse(text, budget)? {
        Number::Surreal(number) => describe_number(&number, options, &mut analysis, budget)?,
        Number::Root(root) => describe_irrational(&root, options, &mut analysis, budget)?,
    }
    Ok(analysis)
}

fn describe_number(
    number: &Surreal,
    options: SurrealOptions,
    analysis: &mut Analysis,
    budget: &Budget,
) -> Result<(), Error> {
    let ascii = options.style == Style::Ascii;
    let write = |number: &Surreal| if ascii { number.text_ascii() } else { number.to_string() };
    analysis.value = Some(write(number));
    analysis.kind = Some(number_kind(number).to_owned());
    analysis.outcome = Some(match number.signum() {
        0 => Outcome::P,
        sign if sign > 0 => Outcome::L,
        _ => Outcome::R,
    });
    if options.value_only {
        return Ok(());
    }
    let mut add = |name: &str, text: String| analysis.properties.push((name.to_owned(), text));
    match number.to_normal_form() {
        Some(form) => add("normal form", write(&form.into())),
        None => {
            let sum = number.first_terms(options.terms, budget)?;
            add("normal form", format!("{} ...", write(&sum.into())));
        }
    }
    match Stalk::of(number, budget) {
        Ok(stalk) if options.signs.is_none() => {
            add("sign expansion", stalk.to_string());
            let birthday = stalk.length();
            add("birthday", if ascii { birthday.text_ascii() } else { birthday.to_string() });
        }
        Err(Error::Exhausted(exhausted)) => return Err(exhausted.into()),
        _ => match first_runs(number, options.signs.unwrap_or(8), budget) {
            // There may be none that can be computed; what was asked for is not left out.
            Err(error @ (Error::Exhausted(_) | Error::OverLimit { .. }))
                if options.signs.is_some() =>
            {
                return Err(error);
            }
            Err(Error::Exhausted(exhausted)) => return Err(exhausted.into()),
            Err(_) => {}
            Ok(runs) => add("sign expansion", runs),
        },
    }
    if let Ok(floor) = number.floor() {
        add("greatest integer below", write(&floor.into()));
    }
    Ok(())
}

fn describe_irrational(
    root: &RootReal,
    options: SurrealOptions,
    analysis: &mut Analysis,
    budget: &Budget,
) -> Result<(), Error> {
    let ascii = options.style == Style::Ascii;
    analysis.value = Some(if ascii { root.text_ascii() } else { root.to_string() });
    analysis.kind = Some("irrational number".to_owned());
    analysis.outcome = Some(if root.is_positive()? { Outcome::L } else { Outcome::R });
    if options.value_only {
        return Ok(());
    }
    let letters = first_letters(root, options.signs.unwrap_or(32), budget)?;
    let decimal = root.decimal(options.digits, budget)?;
    let birthday = if ascii { "omega" } else { "ω" };
    analysis.properties = vec![
        ("decimal".to_owned(), format!("{decimal}...")),
        ("sign expansion".to_owned(), format!("{letters} ...")),
        ("birthday".to_owned(), birthday.to_owned()),
    ];
    Ok(())
}

/// The first signs of an irrational number.
pub(crate) fn first_letters(
    root: &RootReal,
    count: usize,
    budget: &Budget,
) -> Result<String, Error> {
    let word = root.signs(count, budget)?;
    Ok(word.iter().map(|&player| if player == Player::Left { 'L' } else { 'R' }).collect())
}

/// The first runs of the sign expansion of a number.
pub(crate) fn first_runs(number: &Surreal, count: usize, budget: &Budget) -> Result<String, Error> {
    let (runs, all) = Stalk::first_runs(number, count, budget)?;
    let mut texts: Vec<String> = runs.iter().map(ToString::to_string).collect();
    if !all {
        texts.push("...".to_owned());
    }
    Ok(texts.join(" "))
}

/// What kind of number it is, in words.
pub(crate) fn number_kind(number: &Surreal) -> &'static str {
    match number.to_rational() {
        _ if number.is_zero() => "zero",
        Some(rational) if rational.is_integer() => "integer",
        Some(_) => "number",
        None if number.to_ordinal().is_some() => "ordinal",
        None => "surreal number",
    }
}
