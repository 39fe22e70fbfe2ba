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
