//! Nim arithmetic.

use upstar_core::{Budget, Outcome};
use upstar_values::nimber::{Nimber, TransfiniteNimber, evaluate, product_u32};
use upstar_values::{Error, Result};

use crate::analysis::{Analysis, Table};

/// A question about a nimber.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NimberQuestion {
    /// Its value.
    #[default]
    Value,
    /// All roots with this index, ascending.
    Roots(u64),
    /// Both solutions of `x*x + x = value`, ascending.
    Quadratic,
}

/// The value of an expression in nim arithmetic, or the solutions of an equation in a table of one
/// column.
///
/// ```
/// use upstar::NimberQuestion;
/// use upstar::core::Budget;
///
/// let budget = Budget::unlimited();
/// let found = upstar::analyze_nimber("6*11", NimberQuestion::Value, &budget)?;
/// assert_eq!(found.value.as_deref(), Some("*10"));
/// let found = upstar::analyze_nimber("1", NimberQuestion::Roots(3), &budget)?;
/// assert_eq!(found.table.unwrap().rows, [["*"], ["*2"], ["*3"]]);
/// # Ok::<(), upstar::values::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] with the position; [`Error::NoSuchNumber`] for roots of a transfinite nimber;
/// errors of the arithmetic; the budget.
pub fn analyze_nimber(text: &str, question: NimberQuestion, budget: &Budget) -> Result<Analysis> {
    let value = evaluate(text, budget)?;
    let finite = || {
        let what = "a root of a transfinite nimber".into();
        value.to_finite().ok_or(Error::NoSuchNumber { what })
    };
    let (subject, solutions) = match question {
        NimberQuestion::Value => {
            let mut analysis = Analysis::new(text);
            let zero = value == TransfiniteNimber::from(&Nimber::zero());
            analysis.outcome = Some(if zero { Outcome::P } else { Outcome::N });
            analysis.value = Some(value.to_string());
            analysis.kind = Some("nimber".to_owned());
            return Ok(analysis);
        }
        NimberQuestion::Roots(index) => {
            (format!("x^{index} = {text}"), finite()?.roots(index, budget)?)
        }
        NimberQuestion::Quadratic => {
            (format!("x*x + x = {text}"), finite()?.quadratic_roots().into_iter().collect())
        }
    };
    let mut analysis = Analysis::new(subject);
    let mut table = Table::new(["x"]);
    table.rows = solutions.iter().map(|x| vec![TransfiniteNimber::from(x).to_string()]).collect();
    analysis.table = Some(table);
    Ok(analysis)
}

/// An operation on nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimberOperation {
    /// The nim sum.
    Sum,
    /// The nim product.
    Product,
}

impl NimberOperation {
    /// The nimber that results.
    #[must_use]
    pub fn apply(self, a: u32, b: u32) -> u32 {
        match self {
            NimberOperation::Sum => a ^ b,
            NimberOperation::Product => product_u32(a, b),
        }
    }
}

/// The maximum number of rows of a table in one answer.
const MOST_ROWS: u32 = 10_000;

/// The table of an operation on the nimbers below `size`: a row for each nimber, which begins with
/// it.
///
/// # Errors
///
/// [`Error::TooLarge`] for more than 10,000 rows; [`Error::Exhausted`] if time or memory does not
/// suffice for the table.
pub fn analyze_nimber_table(
    operation: NimberOperation,
    size: u32,
    budget: &Budget,
) -> Result<Analysis> {
    if size > MOST_ROWS {
        return Err(Error::TooLarge { what: "the table of nimbers", limit: "10000 rows" });
    }
    let (corner, name) = match operation {
        NimberOperation::Sum => ("+", "sums"),
        NimberOperation::Product => ("*", "products"),
    };
    // Each cell is a text of a few digits.
    budget.reserve(u64::from(size) * (u64::from(size) + 1) * 40)?;
    let columns = std::iter::once(corner.to_owned()).chain((0..size).map(|b| b.to_string()));
    let row = |a: u32| {
        budget.check()?;
        let cells = (0..size).map(|b| operation.apply(a, b));
        Ok(std::iter::once(a).chain(cells).map(|cell| cell.to_string()).collect())
    };
    let rows = (0..size).map(row).collect::<Result<_>>()?;
    let mut analysis = Analysis::new(format!("nim {name} of the nimbers below {size}"));
    analysis.table = Some(Table { columns: columns.collect(), rows });
    Ok(analysis)
}
