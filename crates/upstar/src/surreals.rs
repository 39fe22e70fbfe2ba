//! Surreal numbers, and ordinals in ordinary arithmetic.

use upstar_core::{Budget, Outcome, Player};
use upstar_values::surreal::{NormalForm, Number, Ordinal, RootReal, Stalk, Surreal};
use upstar_values::{Error, Result, Style};

use crate::analysis::{Analysis, Property};

/// Questions about a surreal number, and the style of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurrealOptions {
    /// Whether the text is about ordinals in ordinary arithmetic, where 1+ω is ω; the answer then
    /// has only a value.
    pub ordinary: bool,
    /// Whether only the value is requested.
    pub value_only: bool,
    /// The maximum number of terms of an infinite normal form.
    pub terms: usize,
    /// The maximum number of signs of an irrational number, or of runs of signs of another one;
    /// `None` for the whole sign expansion if it is finite.
    pub signs: Option<usize>,
    /// The number of decimals of an irrational number.
    pub digits: u32,
    /// The style in which numbers are written.
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

/// A part of the description of a surreal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurrealPart {
    /// Its value.
    Value,
    /// Its normal form, or the first terms.
    NormalForm,
    /// Its sign expansion, or the first signs.
    SignExpansion,
    /// Its birthday.
    Birthday,
    /// The greatest integer that is not above it.
    Floor,
    /// An irrational number in decimals.
    Decimal,
}

impl SurrealPart {
    /// Adds text of this part, appended to the last property if that is the same part.
    pub(crate) fn add(self, text: &str, analysis: &mut Analysis) {
        let last = analysis.properties.last_mut();
        let property = match (self, last) {
            (SurrealPart::Value, _) => return analysis.value = Some(text.to_owned()),
            (SurrealPart::NormalForm, Some(Property::NormalForm(before)))
            | (SurrealPart::SignExpansion, Some(Property::SignExpansion(before))) => {
                return before.push_str(text);
            }
            (SurrealPart::NormalForm, _) => Property::NormalForm,
            (SurrealPart::SignExpansion, _) => Property::SignExpansion,
            (SurrealPart::Birthday, _) => Property::Birthday,
            (SurrealPart::Floor, _) => Property::Floor,
            (SurrealPart::Decimal, _) => Property::Decimal,
        };
        analysis.properties.push(property(text.to_owned()));
    }
}

/// A surreal number: its value, normal form, sign expansion, birthday and the greatest integer
/// below it, the latter among the properties.
///
/// Roots may be irrational, as in `(sqrt(2)+1)/2` and `2^(1/3)`; the answer then has decimals and a
/// part of the sign expansion.
///
/// ```
/// use upstar::SurrealOptions;
/// use upstar::core::Budget;
///
/// let budget = Budget::unlimited();
/// let found = upstar::analyze_surreal("omega/(omega+1)", SurrealOptions::default(), &budget)?;
/// let form = upstar::property!(found, NormalForm);
/// assert_eq!(form, Some(&"1-1/ω+1/ω^2-1/ω^3 ...".to_owned()));
/// # Ok::<(), upstar::values::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] with the position, and errors of the arithmetic; the budget.
pub fn analyze_surreal(text: &str, options: SurrealOptions, budget: &Budget) -> Result<Analysis> {
    let mut analysis = Analysis::new(text.trim());
    if options.ordinary {
        analysis.value = Some(ordinary_value(text, options)?);
        analysis.kind = Some("ordinal".to_owned());
        return Ok(analysis);
    }
    let number = Number::parse(text, budget)?;
    analysis.value = Some(value_text(&number, options));
    let (kind, sign) = match &number {
        Number::Surreal(number) => (number_kind(number), number.signum()),
        Number::Root(root) => (IRRATIONAL, if root.is_positive()? { 1 } else { -1 }),
    };
    analysis.kind = Some(kind.to_owned());
    analysis.outcome = Some(match sign {
        0 => Outcome::P,
        sign if sign > 0 => Outcome::L,
        _ => Outcome::R,
    });
    if !options.value_only {
        describe(&number, options, budget, &mut |part, text| -> Result {
            budget.reserve(text.len() as u64)?;
            part.add(text, &mut analysis);
            Ok(())
        })?;
    }
    Ok(analysis)
}

/// The results of [`analyze_surreal`], piece by piece: each call has a part, at first the value,
/// and text; a call with the same part continues its text. Any number of terms and signs takes
/// constant memory.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::values::Error;
/// use upstar::{SurrealOptions, SurrealPart};
///
/// let options = SurrealOptions { signs: Some(5), ..SurrealOptions::default() };
/// let mut signs = String::new();
/// upstar::describe_surreal("1/3", options, &Budget::unlimited(), |part, text| {
///     if part == SurrealPart::SignExpansion {
///         signs += text;
///     }
///     Ok::<(), Error>(())
/// })?;
/// assert_eq!(signs, "L RR L R L ...");
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// As [`analyze_surreal`], and errors of `each`.
pub fn describe_surreal<E: From<Error>>(
    text: &str,
    options: SurrealOptions,
    budget: &Budget,
    mut each: impl FnMut(SurrealPart, &str) -> Result<(), E>,
) -> Result<(), E> {
    if options.ordinary {
        return each(SurrealPart::Value, &ordinary_value(text, options)?);
    }
    let number = Number::parse(text, budget)?;
    each(SurrealPart::Value, &value_text(&number, options))?;
    if options.value_only { Ok(()) } else { describe(&number, options, budget, &mut each) }
}

fn ordinary_value(text: &str, options: SurrealOptions) -> Result<String> {
    let ordinal = Ordinal::parse_ordinary(text)?;
    let ascii = options.style == Style::Ascii;
    Ok(if ascii { ordinal.text_ascii() } else { ordinal.to_string() })
}

fn value_text(number: &Number, options: SurrealOptions) -> String {
    match number {
        number if options.style != Style::Ascii => number.to_string(),
        Number::Surreal(number) => number.text_ascii(),
        Number::Root(root) => root.text_ascii(),
    }
}

fn describe<E: From<Error>>(
    number: &Number,
    options: SurrealOptions,
    budget: &Budget,
    each: &mut impl FnMut(SurrealPart, &str) -> Result<(), E>,
) -> Result<(), E> {
    match number {
        Number::Surreal(number) => describe_number(number, options, budget, each),
        Number::Root(root) => describe_irrational(root, options, budget, each),
    }
}

fn describe_number<E: From<Error>>(
    number: &Surreal,
    options: SurrealOptions,
    budget: &Budget,
    each: &mut impl FnMut(SurrealPart, &str) -> Result<(), E>,
) -> Result<(), E> {
    let ascii = options.style == Style::Ascii;
    let write = |number: &Surreal| if ascii { number.text_ascii() } else { number.to_string() };
    match number.to_normal_form() {
        Some(form) => each(SurrealPart::NormalForm, &write(&form.into()))?,
        None => {
            let mut first = true;
            number.each_term(options.terms as u64, budget, |term| {
                let text = write(&NormalForm::from(term).into());
                let plus = if first || text.starts_with('-') { "" } else { "+" };
                first = false;
                each(SurrealPart::NormalForm, plus)?;
                each(SurrealPart::NormalForm, &text)
            })?;
            each(SurrealPart::NormalForm, if first { "0 ..." } else { " ..." })?;
        }
    }
    match options.signs {
        Some(count) => {
            write_runs(number, count as u64, budget, |text| each(SurrealPart::SignExpansion, text))?
        }
        None => match Stalk::of(number, budget) {
            Ok(stalk) => {
                each(SurrealPart::SignExpansion, &stalk.to_string())?;
                let birthday = stalk.length();
                let text = if ascii { birthday.text_ascii() } else { birthday.to_string() };
                each(SurrealPart::Birthday, &text)?;
            }
            Err(error @ Error::Exhausted(_)) => return Err(error.into()),
            // There may be no computable sign expansion.
            Err(_) => match first_runs(number, 8, budget) {
                Ok(runs) => each(SurrealPart::SignExpansion, &runs)?,
                Err(error @ Error::Exhausted(_)) => return Err(error.into()),
                Err(_) => {}
            },
        },
    }
    if let Ok(floor) = number.floor() {
        each(SurrealPart::Floor, &write(&floor.into()))?;
    }
    Ok(())
}

pub(crate) fn describe_irrational<E: From<Error>>(
    root: &RootReal,
    options: SurrealOptions,
    budget: &Budget,
    each: &mut impl FnMut(SurrealPart, &str) -> Result<(), E>,
) -> Result<(), E> {
    let ascii = options.style == Style::Ascii;
    let letters = first_letters(root, options.signs.unwrap_or(SHOWN_SIGNS), budget)?;
    let decimal = root.decimal(options.digits, budget)?;
    each(SurrealPart::Decimal, &format!("{decimal}..."))?;
    each(SurrealPart::SignExpansion, &format!("{letters} ..."))?;
    each(SurrealPart::Birthday, if ascii { "omega" } else { "ω" })
}

pub(crate) const IRRATIONAL: &str = "irrational number";

/// The default number of signs of an irrational number.
pub(crate) const SHOWN_SIGNS: usize = 32;

/// The first signs of an irrational number.
pub(crate) fn first_letters(root: &RootReal, count: usize, budget: &Budget) -> Result<String> {
    let word = root.signs(count, budget)?;
    Ok(word.iter().map(|&player| if player == Player::Left { 'L' } else { 'R' }).collect())
}

/// The first runs of the sign expansion of a number.
pub(crate) fn first_runs(number: &Surreal, count: usize, budget: &Budget) -> Result<String> {
    let mut text = String::new();
    write_runs(number, count as u64, budget, |piece| {
        budget.reserve(piece.len() as u64)?;
        text.push_str(piece);
        Ok::<(), Error>(())
    })?;
    Ok(text)
}

/// The same, piece by piece.
fn write_runs<E: From<Error>>(
    number: &Surreal,
    count: u64,
    budget: &Budget,
    mut each: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut first = true;
    let all = Stalk::each_run(number, count, budget, |run| {
        let space = if std::mem::take(&mut first) { "" } else { " " };
        each(space)?;
        each(&run.to_string())
    })?;
    match (all, first) {
        (true, true) => each("0"),
        (true, false) => Ok(()),
        (false, true) => each("..."),
        (false, false) => each(" ..."),
    }
}

/// The kind of number, in words.
pub(crate) fn number_kind(number: &Surreal) -> &'static str {
    match number.to_rational() {
        _ if number.is_zero() => "zero",
        Some(rational) if rational.is_integer() => "integer",
        Some(_) => "number",
        None if number.to_ordinal().is_some() => "ordinal",
        None => "surreal number",
    }
}
