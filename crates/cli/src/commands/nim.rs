//! `upstar nim`: nim arithmetic.

use clap::{Args, ValueEnum};
use serde_json::json;
use upstar_values::Error;
use upstar_values::nimber::{self, Nimber, TransfiniteNimber, evaluate};

use super::stalk::failure;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Nim arithmetic: sums, products, quotients, powers, roots, tables
///
/// In an expression + is the nim sum, * the nim product, / the quotient and ^ the power: `6*11`,
/// `1/16`, `*omega^3`. Inside *(...) the arithmetic is that of numbers: `*(2^300-1)`, `*(omega*5)`.
#[derive(Debug, Args)]
pub(crate) struct Nim {
    /// Expressions, one answer each
    expressions: Vec<String>,

    /// List all roots with an index of each value, in increasing order
    #[arg(long, value_name = "INDEX")]
    roots: Option<u64>,

    /// Show both solutions of x*x + x = value
    #[arg(long, conflicts_with = "roots")]
    quadratic: bool,

    /// Print a table instead of values
    #[arg(long, value_name = "OPERATION")]
    table: Option<Operation>,

    /// How many rows and columns the table has
    #[arg(long, value_name = "N", default_value_t = 10)]
    size: u32,

    /// One line for each expression: the value, or `error: ...`
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Operation {
    Sum,
    Product,
}

impl Nim {
    pub(crate) fn run(self) -> Outcome {
        if let Some(operation) = self.table {
            return self.show_table(operation);
        }
        if self.expressions.is_empty() {
            return Err(Failure::input("give an expression such as `6*11`, or --table product"));
        }
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let mut answer = Answer::Yes;
        for text in &self.expressions {
            let found = evaluate(text, &budget).and_then(|value| self.answers(&value, &budget));
            match found {
                Ok(values) if self.json => {
                    say!("{}", json!({ "expression": text, "values": values }));
                }
                Ok(values) if values.is_empty() => say!("none"),
                Ok(values) => say!("{}", values.join(", ")),
                Err(error) if self.plain => {
                    say!("error: {error}");
                    answer = Answer::No;
                }
                Err(error) => return Err(failure(error)),
            }
        }
        Ok(answer)
    }

    fn answers(
        &self,
        value: &TransfiniteNimber,
        budget: &upstar_core::Budget,
    ) -> Result<Vec<String>, Error> {
        let starred = |x: &Nimber| TransfiniteNimber::from(x).to_string();
        let finite = || {
            value.to_finite().ok_or_else(|| Error::NoSuchNumber {
                what: "a root of a transfinite nimber".into(),
            })
        };
        if let Some(index) = self.roots {
            return Ok(finite()?.roots(index, budget)?.iter().map(starred).collect());
        }
        if self.quadratic {
            return Ok(finite()?.quadratic_roots().iter().map(starred).collect());
        }
        Ok(vec![value.to_string()])
    }

    fn show_table(&self, operation: Operation) -> Outcome {
        let entry = |a: u32, b: u32| match operation {
            Operation::Sum => a ^ b,
            Operation::Product => nimber::product_u32(a, b),
        };
        let last = self.size.saturating_sub(1);
        let width = last.to_string().len().max(
            (0..self.size.min(64)).map(|a| entry(a, last).to_string().len()).max().unwrap_or(1),
        );
        for a in 0..self.size {
            let row = (0..self.size).map(|b| entry(a, b));
            if self.json {
                say!("{}", json!(row.collect::<Vec<_>>()));
            } else {
                let row: Vec<String> = row.map(|value| format!("{value:>width$}")).collect();
                say!("{}", row.join(" "));
            }
        }
        Ok(Answer::Yes)
    }
}
