//! Reading sums of positions and values.

use std::collections::BTreeMap;

use upstar_core::{Budget, Convention};
use upstar_engine::{RuleError, Sum};
use upstar_games::parse_sum;
use upstar_lang::{LangError, Session};

/// Reads what is to be played: a position, or a sum of positions, values and numbers, as an
/// expression of the worksheet language gives it.
///
/// Positions stay what they are, and nothing is found out about them; values are played by their
/// canonical forms, which belong to the universe of `session`. A sum of values alone is one value,
/// which matters in misère play.
///
/// ```
/// use upstar::core::{Budget, Convention, Outcome};
/// use upstar::lang::Session;
///
/// let (session, budget) = (Session::new(), Budget::unlimited());
/// let text = "domineering(\"3x3\") + kayles(7) + {2||1|0}";
/// let sum = upstar::read_sum(&session, text, Convention::Normal, &budget)?;
/// assert_eq!(sum.summands().len(), 3);
/// let outcome = session.solver().outcome(&sum, Convention::Normal, &budget)?;
/// assert_eq!(outcome, Outcome::L);
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
///
/// # Errors
///
/// [`RuleError::Notation`] with the place of what is no such sum, among them loopy values;
/// [`RuleError::UnknownGame`]; a used-up budget.
pub fn read_sum(
    session: &Session,
    text: &str,
    convention: Convention,
    budget: &Budget,
) -> Result<Sum, RuleError> {
    let wrong = match parse_sum(text) {
        // Also where the worksheet would take it for something else.
        Ok(sum) => return Ok(sum),
        Err(wrong) => wrong,
    };
    let found = session
        .evaluate_with(&BTreeMap::new(), text, budget)
        .and_then(|value| session.played(&value, convention, budget));
    match found {
        Ok(sum) => Ok(sum),
        Err(LangError::Exhausted(exhausted)) => Err(RuleError::Exhausted(exhausted)),
        Err(_) if is_of_calls(text) => Err(wrong),
        Err(error) => Err(match error.problem() {
            Some(problem) => RuleError::Notation {
                place: problem.place.clone(),
                message: problem.to_string().replace(['\n', '\r'], " "),
            },
            None => wrong,
        }),
    }
}

/// Whether every summand is written as `name(...)`, so that positions were meant.
fn is_of_calls(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ' ');
    text.split('+').all(|part| {
        let name = part.split('(').next().unwrap_or("");
        name.len() < part.len() && !name.trim().is_empty() && name.chars().all(is_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Sum, RuleError> {
        read_sum(&Session::new(), text, Convention::Normal, &Budget::unlimited())
    }

    #[test]
    fn sums_of_positions_and_values_are_read() {
        for (text, summands) in [
            ("nim(2,3) + kayles(7)", 2),
            ("kayles(7) + {2||1|0}", 2),
            ("{2||1|0} + kayles(7) - kayles(5)", 3),
            ("2*clobber(\"xo\") + w", 3),
            // The means of all of them are one.
            ("{5|1} + {4|-2} + {9|-9}", 4),
            ("{1|0} + {2|1} - *2 - kayles(7)", 4),
            ("{1|0} - {1|0} + kayles(7)", 3),
            ("kayles(7) + {1|0} - {1|0}", 3),
            ("3", 1),
        ] {
            assert_eq!(read(text).unwrap().summands().len(), summands, "{text}");
        }
    }

    /// What is played is what the worksheet would say that it is.
    #[test]
    fn outcomes_are_those_of_expressions() {
        let (session, budget) = (Session::new(), Budget::unlimited());
        for text in [
            "domineering(\"3x3\") + kayles(7) + {2||1|0}",
            "{2|-1} + clobber(\"xoxo\")",
            "*3 + nim(3)",
            "2*domineering(\"2x3\") - 1/2",
            "^ + clobber(\"xox\")",
            "{4|1} + {3|-2} - 2",
            "0",
            "stalk(\"LR\") - 1/2",
        ] {
            let value = session.evaluate_with(&BTreeMap::new(), text, &budget).unwrap();
            for convention in [Convention::Normal, Convention::Misere] {
                if convention == Convention::Misere && text.contains("stalk") {
                    continue;
                }
                let sum = read_sum(&session, text, convention, &budget).unwrap();
                let found = session.solver().outcome(&sum, convention, &budget).unwrap();
                let expected = session.outcome(&value, convention, &budget).unwrap();
                assert_eq!(found, expected, "{text}, {convention:?}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let error = |text| read(text).unwrap_err().to_string();
        for (text, expected) in [
            ("nim(2) + kayls(7)", "line 1, column 10: unknown game `kayls`"),
            ("{1|0} + kayls(7)", "line 1, column 9: no function is called `kayls`"),
            ("nim(2) + kayles(x)", "line 1, column 17: expected a number"),
            ("pish", "line 1, column 1: no variable is called `pish`"),
        ] {
            let found = error(text);
            assert!(found.starts_with(expected), "{found}");
        }
        assert!(error("nim(1) + over").contains("loop"), "{}", error("nim(1) + over"));
        for text in ["", "x := 3", "[1, 2]", "kayles", "\"3x3\"", "1 == 2", "{1|"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
