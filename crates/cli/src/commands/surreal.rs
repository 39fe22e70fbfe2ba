//! `upstar surreal`: surreal numbers.

use clap::Args;
use num_rational::BigRational;
use serde_json::{Value, json};
use upstar_core::{Budget, Player};
use upstar_values::Error;
use upstar_values::surreal::{AlgebraicReal, Ordinal, Run, Stalk, Surreal as Number};

use super::stalk::failure;
use crate::support::{Answer, BudgetArgs, Outcome, Progress};

/// Compute with surreal numbers: normal form, sign expansion, birthday, floor
///
/// Numbers are written with omega (or w, ω), + - * / ^ and parentheses; sqrt(x) is the root of a
/// perfect square, or an irrational number of which --signs and --digits show a part; {a,b|c} is
/// the simplest number in between, and {0,1,2,...|} goes on as its first three numbers do.
#[derive(Debug, Args)]
pub(crate) struct Surreal {
    /// Expressions, one answer each
    #[arg(required = true)]
    expressions: Vec<String>,

    /// Use ordinary ordinal arithmetic, where 1+omega is omega
    #[arg(long)]
    ordinary: bool,

    /// Show the first terms of the normal form
    #[arg(long, value_name = "N")]
    terms: Option<usize>,

    /// Show the first signs (of an irrational number) or runs of signs
    #[arg(long, value_name = "N")]
    signs: Option<usize>,

    /// Show decimals of an irrational number
    #[arg(long, value_name = "N")]
    digits: Option<u32>,

    /// Write omega and * instead of ω and ×
    #[arg(long)]
    ascii: bool,

    /// One line for each expression: the value, or `error: ...`
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// JSON, one object for each expression
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Surreal {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let mut answer = Answer::Yes;
        for (index, text) in self.expressions.iter().enumerate() {
            match self.show(text, &budget) {
                Ok(fields) if self.plain => say!("{}", fields[0].1),
                Ok(fields) if self.json => {
                    let object: serde_json::Map<String, Value> = fields
                        .into_iter()
                        .map(|(name, value)| (name.replace(' ', "_"), json!(value)))
                        .collect();
                    say!("{}", Value::Object(object));
                }
                Ok(fields) => {
                    if index > 0 {
                        say!("");
                    }
                    for (name, value) in fields {
                        say!("{name}: {value}");
                    }
                }
                Err(error) if self.plain => {
                    say!("error: {error}");
                    answer = Answer::No;
                }
                Err(error) => return Err(failure(error)),
            }
        }
        Ok(answer)
    }

    /// The lines of an answer; the first one is the value.
    fn show(&self, text: &str, budget: &Budget) -> Result<Vec<(&'static str, String)>, Error> {
        if self.ordinary {
            let ordinal = Ordinal::parse_ordinary(text)?;
            let shown = if self.ascii { ordinal.text_ascii() } else { ordinal.to_string() };
            return Ok(vec![("ordinal", shown)]);
        }
        let number = match Number::parse(text, budget) {
            Ok(number) => number,
            Err(error @ Error::NoSuchNumber { .. }) => {
                return match irrational(text) {
                    Some(root) => self.show_irrational(text, &root, budget),
                    None => Err(error),
                };
            }
            Err(error) => return Err(error),
        };
        let write =
            |number: &Number| if self.ascii { number.text_ascii() } else { number.to_string() };
        let mut fields = vec![("value", write(&number))];
        if self.plain {
            return Ok(fields);
        }
        match number.to_normal_form() {
            Some(form) => fields.push(("normal form", write(&form.into()))),
            None => {
                let terms = number.expansion(self.terms.unwrap_or(4));
                let sum =
                    terms.iter().fold(Number::zero().numerator().clone(), |sum, t| sum.sum(t));
                fields.push(("normal form", format!("{} ...", write(&sum.into()))));
            }
        }
        match Stalk::of(&number, budget) {
            Ok(stalk) if self.signs.is_none() => {
                fields.push(("signs", stalk.to_string()));
                let birthday = stalk.length();
                fields.push((
                    "birthday",
                    if self.ascii { birthday.text_ascii() } else { birthday.to_string() },
                ));
            }
            Err(Error::Exhausted(exhausted)) => return Err(exhausted.into()),
            _ => {
                if let Ok((runs, all)) = Stalk::first_runs(&number, self.signs.unwrap_or(8), budget)
                {
                    fields.push(("signs", runs_text(&runs, all)));
                }
            }
        }
        if let Ok(floor) = number.floor() {
            fields.push(("floor", write(&floor.into())));
        }
        Ok(fields)
    }

    fn show_irrational(
        &self,
        text: &str,
        root: &AlgebraicReal,
        budget: &Budget,
    ) -> Result<Vec<(&'static str, String)>, Error> {
        let word = root.signs(self.signs.unwrap_or(32), budget)?;
        let letters: String =
            word.iter().map(|&player| if player == Player::Left { 'L' } else { 'R' }).collect();
        Ok(vec![
            ("value", text.trim().to_owned()),
            ("decimal", format!("{}...", root.decimal(self.digits.unwrap_or(20), budget)?)),
            ("signs", format!("{letters} ...")),
            ("birthday", if self.ascii { "omega".into() } else { "ω".into() }),
        ])
    }
}

/// The number of `sqrt(r)` for a positive rational r that is no square.
fn irrational(text: &str) -> Option<AlgebraicReal> {
    let inner = text.trim().strip_prefix("sqrt(")?.strip_suffix(')')?;
    let rational: BigRational = inner.parse::<Number>().ok()?.to_rational()?;
    AlgebraicReal::root(&rational, 2).ok()
}

fn runs_text(runs: &[Run], all: bool) -> String {
    let mut text: Vec<String> = runs.iter().map(ToString::to_string).collect();
    if !all {
        text.push("...".into());
    }
    text.join(" ")
}
