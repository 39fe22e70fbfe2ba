//! `upstar nim`: nim arithmetic.

use std::io::Write;

use clap::{Args, ValueEnum};
use upstar::{Analysis, NimberOperation, NimberQuestion, analyze_nimber, analyze_nimber_table};
use upstar_core::Budget;

use super::eval::Lines;
use crate::support::{Answer, BudgetArgs, Failure, Outcome};

/// Compute with nimbers: sums, products, quotients, powers, roots, tables
///
/// In an expression + is the nim sum, * the nim product, / the quotient and ^ the power: `6*11`,
/// `1/16`, `*omega^3`. Inside *(...) the arithmetic is ordinary: `*(2^300-1)`, `*(omega*5)`.
#[derive(Debug, Args)]
pub(crate) struct Nim {
    /// Expressions, each with its own answer
    expressions: Vec<String>,

    /// Read expressions from a file, one per line, and print one line for each, or `error: ...`; `-` is
    /// standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["expressions", "table"])]
    file: Option<String>,

    /// List all roots of this index of each value, in increasing order
    #[arg(long, value_name = "INDEX")]
    roots: Option<u64>,

    /// Show both solutions of x*x + x = value
    #[arg(long, conflicts_with = "roots")]
    quadratic: bool,

    /// Print a table instead of values
    #[arg(long, value_name = "OPERATION")]
    table: Option<Operation>,

    /// The number of rows and columns of the table
    #[arg(long, value_name = "N", default_value_t = 10)]
    size: u32,

    /// Print one line for each expression: the value, or `error: ...`
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// Print one JSON object for each expression; if there are several, or with --jsonl, each on one
    /// line
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

impl From<Operation> for NimberOperation {
    fn from(operation: Operation) -> Self {
        match operation {
            Operation::Sum => NimberOperation::Sum,
            Operation::Product => NimberOperation::Product,
        }
    }
}

/// The value, or the solutions.
fn in_words(analysis: &Analysis) -> String {
    let values = match &analysis.table {
        Some(table) => table.rows.concat(),
        None => analysis.value.iter().cloned().collect(),
    };
    if values.is_empty() { "none".to_owned() } else { values.join(", ") }
}

impl Nim {
    pub(crate) fn run(self) -> Outcome {
        let (_progress, budget) = self.budget.start();
        if let Some(operation) = self.table {
            let operation = NimberOperation::from(operation);
            if self.json {
                let table = analyze_nimber_table(operation, self.size, &budget);
                say!("{}", crate::support::json(&table?));
            } else {
                return self.show_table(operation, &budget);
            }
            return Ok(Answer::Yes);
        }
        if self.expressions.is_empty() && self.file.is_none() {
            return Err(Failure::input("give an expression such as `6*11`, or --table product"));
        }
        let question = match (self.roots, self.quadratic) {
            (Some(index), _) => NimberQuestion::Roots(index),
            (None, true) => NimberQuestion::Quadratic,
            (None, false) => NimberQuestion::Value,
        };
        if let Some(file) = &self.file {
            let answer = |line: &str| Ok(analyze_nimber(line, question, &budget)?);
            return Lines::of_file(file, &budget)?.answer(self.json, answer, in_words);
        }
        let mut answer = Answer::Yes;
        for text in &self.expressions {
            match analyze_nimber(text, question, &budget) {
                Ok(analysis) if self.json && self.expressions.len() > 1 => {
                    say!("{}", crate::support::json_line(&analysis))
                }
                Ok(analysis) if self.json => say!("{}", crate::support::json(&analysis)),
                Ok(analysis) => say!("{}", in_words(&analysis)),
                Err(error) if self.plain => {
                    say!("error: {error}");
                    answer = Answer::No;
                }
                Err(error) => return Err(error.into()),
            }
        }
        let heaps = self.expressions.iter().all(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let shown = !self.plain && !self.json && question == NimberQuestion::Value;
        if heaps && shown && self.expressions.len() > 1 {
            let heaps = self.expressions.join(",");
            tell!(
                "upstar: these are values of single nimbers; for the outcome and winning moves of \
                 heaps of these sizes use `upstar outcome --moves 'nim({heaps})'`"
            );
        }
        Ok(answer)
    }

    /// Prints cell by cell until the reader stops or the budget ends.
    fn show_table(&self, operation: NimberOperation, budget: &Budget) -> Outcome {
        let last = self.size.saturating_sub(1);
        let digits = |a: u32| operation.apply(a, last).to_string().len();
        let most = (0..self.size.min(64)).map(digits).max().unwrap_or(1);
        let width = last.to_string().len().max(most);
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut ticker = budget.ticker();
        for a in 0..self.size {
            for b in 0..self.size {
                if let Err(exhausted) = ticker.tick(4) {
                    writeln!(out).and_then(|()| out.flush()).map_err(Failure::output)?;
                    return Ok(Answer::Partial(exhausted.reason));
                }
                let gap = if b > 0 { " " } else { "" };
                let cell = operation.apply(a, b);
                write!(out, "{gap}{cell:>width$}").map_err(Failure::output)?;
            }
            writeln!(out).map_err(Failure::output)?;
        }
        out.flush().map_err(Failure::output)?;
        Ok(Answer::Yes)
    }
}
