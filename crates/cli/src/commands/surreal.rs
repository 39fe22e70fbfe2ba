//! `upstar surreal`: surreal numbers.

use std::io::{BufWriter, Write};

use clap::Args;
use upstar::core::Budget;
use upstar::values::Style;
use upstar::{SurrealOptions, SurrealPart, analyze_surreal, describe_surreal};

use crate::support::{Answer, BudgetArgs, Failure, Outcome, Result, count};

/// Compute with surreal numbers: normal form, sign expansion, birthday, floor
///
/// Numbers are written with omega (or w, ω), + - * / ^ and parentheses; sqrt(x) and r^(1/n) may be
/// irrational, as in (sqrt(2)+1)/2; --signs and --digits show parts of such numbers, written as
/// they are found. {a,b|c} is the simplest number in between, and {0,1,2,...|} continues the
/// sequence of its first three numbers.
#[derive(Debug, Args)]
pub(crate) struct Surreal {
    /// Expressions, each with its own answer
    #[arg(required = true)]
    expressions: Vec<String>,

    /// Use ordinary ordinal arithmetic, where 1+omega is omega
    #[arg(long)]
    ordinary: bool,

    /// Show the first terms of the normal form
    #[arg(long, value_name = "N", value_parser = count)]
    terms: Option<u64>,

    /// Show the first signs (of an irrational number) or runs of signs
    #[arg(long, value_name = "N", value_parser = count)]
    signs: Option<u64>,

    /// Show decimals of an irrational number
    #[arg(long, value_name = "N")]
    digits: Option<u32>,

    /// Write omega and * instead of ω and ×
    #[arg(long)]
    ascii: bool,

    /// Print one line for each expression: the value, or `error: ...`
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// JSON, one object for each expression
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// A count of things, of which there are not more than can be numbered here.
fn whole(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

impl Surreal {
    pub(crate) fn run(self) -> Outcome {
        let (_progress, budget) = self.budget.start();
        let asked = SurrealOptions::default();
        let options = SurrealOptions {
            ordinary: self.ordinary,
            value_only: self.plain,
            terms: self.terms.map_or(asked.terms, whole),
            signs: self.signs.map(whole),
            digits: self.digits.unwrap_or(asked.digits),
            style: if self.ascii { Style::Ascii } else { Style::Plain },
        };
        let mut answer = Answer::Yes;
        for (index, text) in self.expressions.iter().enumerate() {
            if !self.plain && !self.json {
                if index > 0 {
                    say!("");
                }
                self.show(text, options, &budget)?;
                continue;
            }
            match analyze_surreal(text, options, &budget) {
                Ok(analysis) if self.plain => say!("{}", analysis.value.unwrap_or_default()),
                Ok(analysis) if self.expressions.len() > 1 => {
                    say!("{}", crate::support::json_line(&analysis))
                }
                Ok(analysis) => say!("{}", crate::support::json(&analysis)),
                Err(error) if self.plain => {
                    say!("error: {error}");
                    answer = Answer::No;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(answer)
    }

    /// Writes what there is to say while it is found: terms and signs may be many.
    fn show(&self, text: &str, options: SurrealOptions, budget: &Budget) -> Result {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut last = None;
        let described = describe_surreal(text, options, budget, |part, piece| {
            if last != Some(part) {
                let end = if last.is_none() { "" } else { "\n" };
                let shown = match part {
                    SurrealPart::Value if self.ordinary => "ordinal",
                    SurrealPart::Value => "value",
                    SurrealPart::NormalForm => "normal form",
                    SurrealPart::SignExpansion => "signs",
                    SurrealPart::Birthday => "birthday",
                    SurrealPart::Floor => "floor",
                    SurrealPart::Decimal => "decimal",
                };
                write!(out, "{end}{shown}: ").map_err(Failure::output)?;
                last = Some(part);
            }
            out.write_all(piece.as_bytes()).map_err(Failure::output)
        });
        if let Err(Failure::BrokenPipe) = described {
            // What is still buffered has nowhere to go.
            drop(out.into_parts());
            return described;
        }
        let end = if last.is_none() { "" } else { "\n" };
        let ended = out.write_all(end.as_bytes()).and_then(|()| out.flush());
        described.and(ended.map_err(Failure::output))
    }
}
