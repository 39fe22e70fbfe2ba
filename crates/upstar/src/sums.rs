//! The reader of positions for all commands, the page and Python.

use upstar_core::{Budget, Convention};
use upstar_engine::{Game, Result, RuleError, Sum};
use upstar_games::{find_game, named_game, on_board};
use upstar_lang::{LangError, Session};

/// Reads a position, or a sum of positions, values and numbers, as an expression of the worksheet
/// language gives it. Every command, the page and Python read positions with it.
///
/// Summands stay as they are written: positions are not analyzed; values are played by their
/// canonical forms, which belong to the universe of `session`.
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
/// [`RuleError::Notation`] with the position of a text that is no such sum, or of a loopy value;
/// [`RuleError::UnknownGame`]; an exhausted budget.
pub fn read_sum(
    session: &Session,
    text: &str,
    convention: Convention,
    budget: &Budget,
) -> Result<Sum> {
    session.read_sum(text, convention, budget).map_err(|error| unread(text, error))
}

/// As [`read_sum`], for play: a graph that is given by the size of a board is that board, with its
/// stones in sight.
///
/// # Errors
///
/// As [`read_sum`].
pub fn read_sum_in_play(
    session: &Session,
    text: &str,
    convention: Convention,
    budget: &Budget,
) -> Result<Sum> {
    on_board(text)
        .map_or_else(|| read_sum(session, text, convention, budget), |game| Ok(game.into()))
}

/// As [`read_sum`], with the canonical forms of values as positions, so that the sum belongs to no
/// universe and can be drawn, listed or written as a graph.
///
/// # Errors
///
/// As [`read_sum`]; [`RuleError::NotApplicable`] for numbers that are not short games.
pub fn read_positions(text: &str, convention: Convention, budget: &Budget) -> Result<Sum> {
    let session = Session::with_budget(budget);
    let sum = read_sum(&session, text, convention, budget)?;
    sum.of_positions(&mut session.universe().worker(budget))
}

/// As [`read_sum`], as one position: a move in it is a move in one of the summands.
///
/// ```
/// use upstar::core::{Budget, Convention};
///
/// let budget = Budget::unlimited();
/// let game = upstar::read_game("kayles(3) + nim(1)", Convention::Normal, &budget)?;
/// assert_eq!(game.text(), "kayles(3) + nim(1)");
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
///
/// # Errors
///
/// As [`read_sum`]; [`RuleError::NotApplicable`] for sums with different conventions, for infinite
/// numbers, and where a turn may continue in another summand.
pub fn read_game(text: &str, convention: Convention, budget: &Budget) -> Result<Game> {
    let session = Session::with_budget(budget);
    let sum = read_sum(&session, text, convention, budget)?;
    sum.convention(convention)?;
    sum.game(&mut session.universe().worker(budget))
}

/// The reason why `text` is not a sum of positions.
fn unread(text: &str, error: LangError) -> RuleError {
    let Some(problem) = error.problem() else {
        return match error {
            LangError::Exhausted(exhausted) => RuleError::Exhausted(exhausted),
            other => RuleError::notation(text, 0..text.len(), other.to_string()),
        };
    };
    let place = problem.place.clone();
    let span = place.span.clone().unwrap_or_default();
    // An unknown name with arguments was meant as a game.
    if matches!(error, LangError::Unknown(_))
        && text.get(span.end..).is_some_and(|rest| rest.starts_with('('))
        && let Err(RuleError::UnknownGame { name, suggestion, .. }) =
            named_game(text.get(span).unwrap_or_default())
    {
        return RuleError::UnknownGame { place, name, suggestion };
    }
    let message = problem.to_string().replace(['\n', '\r'], " ");
    let help = without_parentheses(text).map(|help| format!("; {help}"));
    RuleError::Notation { place, message: message + &help.unwrap_or_default() }
}

/// What was meant by the name of a game with no or other parentheses: `nim 3 4`, `tic-tac-toe()`.
fn without_parentheses(text: &str) -> Option<String> {
    let name = text.split('(').next()?.trim();
    let named = find_game(&name.replace('-', "_")).filter(|_| name.contains('-'));
    if let Some(row) = named {
        return Some(format!("the game is called `{}`", row.name));
    }
    let first = name.split_whitespace().next()?;
    let row = find_game(first).filter(|_| !text.contains('('))?;
    Some(format!("a position of `{first}` is written {}", row.usage))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use upstar_lang::Style;

    use super::*;

    fn read(text: &str) -> Result<Sum> {
        read_sum(&Session::new(), text, Convention::Normal, &Budget::unlimited())
    }

    #[test]
    fn sums_of_positions_and_values_are_read() {
        for (text, summands) in [
            ("nim(2,3) + kayles(7)", 2),
            ("kayles(7) + {2||1|0}", 2),
            ("{2||1|0} + kayles(7) - kayles(5)", 3),
            ("2*clobber(\"xo\") + w", 3),
            ("{5|1} + {4|-2} + {9|-9}", 3),
            ("*2 + *2", 2),
            ("1/2 + -1 - (2 - 3*(^ + *))", 9),
            ("{1|0} + {2|1} - *2 - kayles(7)", 4),
            ("{1|0} - {1|0} + kayles(7)", 3),
            ("kayles(7) + {1|0} - {1|0}", 3),
            ("3", 1),
            ("domineering('2x3') + domineering(\"..\n..\")", 2),
        ] {
            assert_eq!(read(text).unwrap().summands().len(), summands, "{text}");
        }
    }

    /// The sum is the one that the worksheet evaluates.
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
            for convention in [Convention::Normal, Convention::Misere] {
                if convention == Convention::Misere && text.contains("stalk") {
                    continue;
                }
                let sum = read_sum(&session, text, convention, &budget).unwrap();
                let found = session.solver().outcome(&sum, convention, &budget).unwrap();
                let method = match convention {
                    Convention::Normal => "Outcome",
                    Convention::Misere => "MisereOutcome",
                };
                let expected = session
                    .evaluate_with(&BTreeMap::new(), &format!("({text}).{method}"), &budget)
                    .and_then(|value| session.text(&value, Style::Plain, &budget));
                assert_eq!(found.to_string(), expected.unwrap(), "{text}, {convention:?}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let error = |text| read(text).unwrap_err().to_string();
        for (text, expected) in [
            ("nim(2) + kayls(7)", "line 1, column 10: unknown game `kayls`"),
            ("{1|0} + kayls(7)", "line 1, column 9: unknown game `kayls`"),
            ("nim(2) + kayles(x)", "line 1, column 17: no variable is called `x`"),
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
