//! `upstar surreal`: surreal numbers.

use clap::Args;
use upstar::values::Style;
use upstar::{Analysis, SurrealOptions, analyze_surreal};

use super::stalk::failure;
use crate::support::{Answer, BudgetArgs, Outcome, Progress};

/// Compute with surreal numbers: normal form, sign expansion, birthday, floor
///
/// Numbers are written with omega (or w, ω), + - * / ^ and parentheses; sqrt(x) and r^(1/n) may be
/// irrational, as in (sqrt(2)+1)/2, and --signs and --digits show a part of such numbers; {a,b|c}
/// is the simplest number in between, and {0,1,2,...|} goes on as its first three numbers do.
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
        let asked = SurrealOptions::default();
        let options = SurrealOptions {
            ordinary: self.ordinary,
            value_only: self.plain,
            terms: self.terms.unwrap_or(asked.terms),
            signs: self.signs,
            digits: self.digits.unwrap_or(asked.digits),
            style: if self.ascii { Style::Ascii } else { Style::Plain },
        };
        let mut answer = Answer::Yes;
        for (index, text) in self.expressions.iter().enumerate() {
            match analyze_surreal(text, options, &budget) {
                Ok(analysis) if self.plain => say!("{}", analysis.value.unwrap_or_default()),
                Ok(analysis) if self.json => say!("{}", analysis.to_json()),
                Ok(analysis) => {
                    if index > 0 {
                        say!("");
                    }
                    self.show(&analysis);
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

    fn show(&self, analysis: &Analysis) {
        let first = if self.ordinary { "ordinal" } else { "value" };
        say!("{first}: {}", analysis.value.as_deref().unwrap_or_default());
        for (name, text) in &analysis.properties {
            let name = match name.as_str() {
                "sign expansion" => "signs",
                "greatest integer below" => "floor",
                name => name,
            };
            say!("{name}: {text}");
        }
    }
}
