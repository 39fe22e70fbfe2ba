//! Test files of MCGS, the search-based solver of the University of Alberta: sums, first players,
//! and expected winners.

mod moves;
mod walls;

use std::fmt;

use upstar_core::{Budget, Convention, Outcome, Place, Player};
use upstar_engine::{Result, RuleError, Solver, Sum, Summand};
use upstar_games::parse_game;
use upstar_values::thermography::thermograph;
use upstar_values::{Rational, Style, Worker};

use crate::analysis::{Analysis, Claim, Table};

/// A question in a file about a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum McgsQuestion {
    /// Whether the first player wins.
    Wins {
        /// The first player: Black is Left, White is Right.
        first: Player,
        /// Whether that player is expected to win, if given.
        expected: Option<bool>,
    },
    /// The Grundy value of a sum of impartial games.
    Nimber {
        /// The expected value, if given.
        expected: Option<u32>,
    },
    /// All winning moves.
    WinningMoves {
        /// The player to move; `None` for either player, in a sum of impartial games.
        first: Option<Player>,
        /// The expected moves, sorted, if given.
        expected: Option<Vec<String>>,
    },
    /// The thermograph.
    Thermograph {
        /// Both walls in the form of [`McgsAnswer::Thermograph`], if given.
        expected: Option<String>,
    },
}

/// One sum of a file, with its questions.
#[derive(Clone, Debug)]
pub struct McgsCase {
    /// The line of the questions, from 1.
    pub line: u64,
    /// The sections and the games, as written.
    games: Vec<(String, String)>,
    /// The questions, in order.
    pub questions: Vec<McgsQuestion>,
    /// An unknown question, as written.
    pub unknown: Option<String>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum McgsAnswer {
    /// Whether the first player wins.
    Wins(bool),
    /// The Grundy value.
    Nimber(u32),
    /// The winning moves, sorted.
    Moves(Vec<String>),
    /// The corners of both walls, each a value and a temperature, from t = -1 up:
    /// `L: (1, -1) (0, 0) R: (-1, -1) (0, 0)`.
    Thermograph(String),
}

impl fmt::Display for McgsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            McgsAnswer::Wins(true) => f.write_str("win"),
            McgsAnswer::Wins(false) => f.write_str("loss"),
            McgsAnswer::Nimber(n) => write!(f, "{n}"),
            McgsAnswer::Moves(moves) if moves.is_empty() => f.write_str("None"),
            McgsAnswer::Moves(moves) => f.write_str(&moves.join(" ")),
            McgsAnswer::Thermograph(walls) => f.write_str(walls),
        }
    }
}

impl McgsQuestion {
    /// The expected answer, if the file has one.
    #[must_use]
    pub fn expected(&self) -> Option<McgsAnswer> {
        match self {
            McgsQuestion::Wins { expected, .. } => expected.map(McgsAnswer::Wins),
            McgsQuestion::Nimber { expected } => expected.map(McgsAnswer::Nimber),
            McgsQuestion::WinningMoves { expected, .. } => expected.clone().map(McgsAnswer::Moves),
            McgsQuestion::Thermograph { expected } => expected.clone().map(McgsAnswer::Thermograph),
        }
    }
}

impl fmt::Display for McgsQuestion {
    /// The notation of MCGS: `B`, `W`, `N`, `winning moves B`, `thermograph`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            McgsQuestion::Wins { first: Player::Left, .. } => "B",
            McgsQuestion::Wins { first: Player::Right, .. } => "W",
            McgsQuestion::Nimber { .. } => "N",
            McgsQuestion::WinningMoves { first: Some(Player::Left), .. } => "winning moves B",
            McgsQuestion::WinningMoves { first: Some(Player::Right), .. } => "winning moves W",
            McgsQuestion::WinningMoves { first: None, .. } => "winning moves N",
            McgsQuestion::Thermograph { .. } => "thermograph",
        })
    }
}

/// Reads a test file of MCGS: `[game]` begins a section; games are words or parenthesized; `{B win,
/// W loss}`, `{N 3}`, `{winning moves B 1-2 4-5}` or `{thermograph L: (0, -1) R: (0, -1)}` ends a
/// sum and asks questions; `/* */` is a comment.
///
/// ```
/// let cases = upstar::read_mcgs("{version 1.4} [clobber_1xn] XOXO (OX) {B win, W}").unwrap();
/// assert_eq!((cases.len(), cases[0].questions.len()), (1, 2));
/// ```
///
/// # Errors
///
/// [`RuleError::Notation`] with the line and the column.
pub fn read_mcgs(text: &str) -> Result<Vec<McgsCase>> {
    let mut cases = Vec::new();
    let (mut section, mut games) = (None::<String>, Vec::new());
    let mut rest = 0;
    let (mut line, mut counted) = (1, 0);
    while let Some(first) = text[rest..].chars().next() {
        let start = rest;
        if first.is_whitespace() {
            rest += first.len_utf8();
            continue;
        }
        let closing = match first {
            '[' => Some("]"),
            '{' => Some("}"),
            '(' => Some(")"),
            '/' if text[rest..].starts_with("/*") => Some("*/"),
            _ => None,
        };
        let Some(closing) = closing else {
            let length = text[rest..].find(char::is_whitespace).unwrap_or(text.len() - rest);
            rest += length;
            let Some(section) = &section else {
                return Err(wrong(text, start, rest, "expected a game in brackets: `[clobber]`"));
            };
            games.push((section.clone(), text[start..rest].to_owned()));
            continue;
        };
        let Some(length) = text[rest..].find(closing) else {
            let message = format!("expected `{closing}` after this");
            return Err(wrong(text, start, start + first.len_utf8(), message));
        };
        let inner_start = if first == '/' { start + 2 } else { start + 1 };
        let inner = text.get(inner_start..rest + length).unwrap_or("").trim();
        rest += length + closing.len();
        match first {
            '[' => section = Some(inner.split_whitespace().collect::<Vec<_>>().join(" ")),
            '(' => match &section {
                Some(section) => games.push((section.clone(), inner.to_owned())),
                None => {
                    return Err(wrong(
                        text,
                        start,
                        rest,
                        "expected a game in brackets: `[clobber]`",
                    ));
                }
            },
            '{' if inner.starts_with("version") => {}
            '{' => {
                line += text[counted..start].matches('\n').count() as u64;
                counted = start;
                let (questions, unknown) = match questions(inner) {
                    Some(questions) => (questions, None),
                    None => (Vec::new(), Some(inner.to_owned())),
                };
                let games = std::mem::take(&mut games);
                cases.push(McgsCase { line, games, questions, unknown });
            }
            _ => {}
        }
    }
    Ok(cases)
}

fn wrong(text: &str, start: usize, end: usize, message: impl Into<String>) -> RuleError {
    RuleError::Notation {
        place: Box::new(Place::in_text(text, start..end)),
        message: message.into(),
    }
}

/// `B win, W`, `N 5`, `winning moves B 1-2`, `thermograph`; `None` for an unknown question.
fn questions(text: &str) -> Option<Vec<McgsQuestion>> {
    if let Some(walls) = text.strip_prefix("thermograph") {
        let expected = match walls.trim() {
            "" => None,
            walls => Some(walls::read(walls)?),
        };
        return Some(vec![McgsQuestion::Thermograph { expected }]);
    }
    let one = |question: &str| {
        let words: Vec<&str> = question.split_whitespace().collect();
        if let ["winning", "moves", who, moves @ ..] = &words[..] {
            let first = match *who {
                "B" => Some(Player::Left),
                "W" => Some(Player::Right),
                "N" => None,
                _ => return None,
            };
            let expected = match moves {
                [] => None,
                ["None"] => Some(Vec::new()),
                moves => {
                    let mut moves: Vec<String> = moves.iter().map(|&m| m.to_owned()).collect();
                    moves.sort();
                    Some(moves)
                }
            };
            return Some(McgsQuestion::WinningMoves { first, expected });
        }
        let expected = match words.get(1).copied() {
            None => None,
            Some("win") => Some(true),
            Some("loss") => Some(false),
            Some(number) if words[0] == "N" => {
                let expected = Some(number.parse().ok()?);
                return (words.len() == 2).then_some(McgsQuestion::Nimber { expected });
            }
            Some(_) => return None,
        };
        match words[..] {
            ["B"] | ["B", _] => Some(McgsQuestion::Wins { first: Player::Left, expected }),
            ["W"] | ["W", _] => Some(McgsQuestion::Wins { first: Player::Right, expected }),
            ["N"] => Some(McgsQuestion::Nimber { expected: None }),
            _ => None,
        }
    };
    text.split(',').map(one).collect()
}

impl McgsCase {
    /// The sum.
    ///
    /// # Errors
    ///
    /// [`RuleError::NotApplicable`] with a game that is unknown or badly written; an exhausted
    /// budget.
    pub fn sum(&self, worker: &mut Worker<'_>) -> Result<Sum> {
        let terms = self.games.iter().map(|(section, text)| {
            term(section, text, worker).map_err(|error| match error {
                RuleError::Exhausted(exhausted) => RuleError::Exhausted(exhausted),
                other => RuleError::NotApplicable(format!("[{section}] {text}: {other}")),
            })
        });
        Ok(Sum::from(terms.collect::<Result<Vec<_>, _>>()?))
    }

    /// The answers, in the order of the questions.
    ///
    /// # Errors
    ///
    /// As [`McgsCase::sum`], and errors of [`Solver::outcome`].
    pub fn answers(&self, solver: &Solver, budget: &Budget) -> Result<Vec<McgsAnswer>> {
        let sum = self.sum(&mut solver.worker(budget))?;
        let mut outcome = None;
        let mut answers = Vec::new();
        for question in &self.questions {
            answers.push(match question {
                McgsQuestion::Wins { first, .. } => {
                    let outcome: Outcome = match outcome {
                        Some(outcome) => outcome,
                        None => {
                            *outcome.insert(solver.outcome(&sum, Convention::Normal, budget)?)
                        }
                    };
                    McgsAnswer::Wins(outcome.winner(*first) == Some(*first))
                }
                McgsQuestion::Nimber { .. } => {
                    let value = solver.value(&sum, budget)?;
                    let mut worker = solver.worker(budget);
                    let nimber = worker.as_nimber(value).ok_or_else(|| {
                        let text = worker.text(value, Style::default()).unwrap_or_default();
                        RuleError::NotApplicable(format!("the value is {text}, no nimber"))
                    })?;
                    McgsAnswer::Nimber(nimber)
                }
                McgsQuestion::WinningMoves { first, .. } => {
                    McgsAnswer::Moves(self.winning_moves(&sum, *first, solver, budget)?)
                }
                McgsQuestion::Thermograph { .. } => {
                    let value = solver.value(&sum, budget)?;
                    let found = thermograph(&mut solver.worker(budget), value)?;
                    McgsAnswer::Thermograph(walls::write(&found))
                }
            });
        }
        Ok(answers)
    }

    /// The winning moves, written and sorted as in MCGS.
    fn winning_moves(
        &self,
        sum: &Sum,
        first: Option<Player>,
        solver: &Solver,
        budget: &Budget,
    ) -> Result<Vec<String>> {
        let mut worker = solver.worker(budget);
        if first.is_none() {
            let impartial = |term: &Summand| match term {
                Summand::Position(game) => game.class().is_impartial(),
                Summand::Value(id) => worker.as_nimber(*id).is_some(),
                Summand::Number(_) => false,
            };
            if !sum.summands().iter().all(impartial) {
                return Err(RuleError::NotApplicable(
                    "`winning moves N` is asked of impartial games".to_owned(),
                ));
            }
        }
        let player = first.unwrap_or(Player::Left);
        let mut winning = Vec::new();
        for (index, (section, text)) in self.games.iter().enumerate() {
            let term = &sum.summands()[index];
            let moves = moves::moves(section, text, term, player, &mut worker)?;
            for (name, after) in moves {
                let mut terms = sum.summands().to_vec();
                terms[index] = after;
                let after = Sum::from(terms);
                let opponent = player.opponent();
                let winner = solver.winner(&after, opponent, Convention::Normal, budget)?;
                if winner == Some(player) {
                    winning.push(match self.games.len() {
                        1 => name,
                        _ => format!("{index}:{name}"),
                    });
                }
            }
        }
        winning.sort();
        winning.dedup();
        Ok(winning)
    }
}

/// `3`, `1/2, -4`: numbers with commas or blanks between them.
fn numbers(text: &str) -> Option<Vec<Rational>> {
    let words: Vec<&str> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    // A fraction may have spaces around its slash.
    let joined = words.join(" ").replace(" /", "/").replace("/ ", "/");
    joined.split(' ').map(|number| number.parse::<Rational>().ok()).collect()
}

/// The numbers of ups and of stars.
fn ups(text: &str) -> Result<(i64, u32)> {
    let expected = |what: &str| RuleError::NotApplicable(format!("expected {what}"));
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    let (mut ups, mut star) = (Vec::new(), 0);
    for word in words.filter(|word| !word.is_empty()) {
        match word {
            "*" => star = 1,
            ups_word => ups.push(ups_word),
        }
    }
    match ups[..] {
        [] if star == 1 => Ok((0, 1)),
        [ups] => Ok((ups.parse().map_err(|_| expected("a number of ups"))?, star)),
        _ => Err(expected("a number of ups and `*`")),
    }
}

/// One game of a section.
fn term(section: &str, text: &str, worker: &mut Worker<'_>) -> Result<Summand> {
    let expected = |what: &str| RuleError::NotApplicable(format!("expected {what}"));
    let numbers = || numbers(text);
    let value = match section {
        "integer_game" | "dyadic_rational" => {
            let numbers = numbers().unwrap_or_default();
            let [number] = &numbers[..] else { return Err(expected("a number")) };
            worker.number(number)?
        }
        "nimber" => worker.nimber(text.trim().parse().map_err(|_| expected("a nimber"))?)?,
        "switch_game" => {
            let numbers = numbers().unwrap_or_default();
            let [left, right] = &numbers[..] else { return Err(expected("two numbers")) };
            let (left, right) = (worker.number(left)?, worker.number(right)?);
            worker.game(&[left], &[right])?
        }
        "up_star" => {
            let (ups, star) = ups(text)?;
            worker.up_star(&Rational::ZERO, ups, star)?
        }
        "kayles" | "impartial kayles" => {
            let pins: u64 = text.trim().parse().map_err(|_| expected("a number"))?;
            return Ok(Summand::Position(parse_game(&format!("kayles({pins})"))?));
        }
        _ => {
            let name = section.strip_prefix("impartial ").unwrap_or(section);
            let basic = ["integer_game", "dyadic_rational", "nimber", "switch_game", "up_star"];
            if basic.contains(&name) {
                // Their moves depend on the form that MCGS gives the value.
                return Err(expected("a board: impartial variants of values are not defined here"));
            }
            let board = match name {
                // Numbers with commas, rows with bars.
                "sheep" => text
                    .split('|')
                    .map(|row| {
                        row.split([',', ' '])
                            .filter(|c| !c.is_empty())
                            .collect::<Vec<_>>()
                            .join(",")
                    })
                    .collect::<Vec<_>>()
                    .join("|"),
                _ => text.split_whitespace().collect(),
            };
            let game = parse_game(&format!("{}(\"{board}\")", section.replace(' ', "_")))?;
            return Ok(Summand::Position(game));
        }
    };
    Ok(Summand::Value(value))
}

/// Answers the questions of a test file of MCGS, as far as the budget reaches: a table with a row
/// for each question, and whether all answers are the expected ones.
///
/// # Errors
///
/// No error for a single case: a question without an answer has a row with the reason.
pub fn analyze_mcgs(
    name: &str,
    cases: &[McgsCase],
    solver: &Solver,
    budget: &Budget,
) -> Result<Analysis> {
    let mut analysis = Analysis::new(name);
    let mut table = Table::new(["line", "question", "expected", "answer", "result"]);
    let (mut passed, mut failed, mut open, mut unanswered) = (0_u64, 0_u64, 0_u64, 0_u64);
    for case in cases {
        let line = case.line.to_string();
        let mut unknown = |question: String, reason: String| {
            unanswered += 1;
            let cells = [line.clone(), question, String::new(), String::new()];
            table.rows.push(cells.into_iter().chain([format!("not answered: {reason}")]).collect());
        };
        if let Some(question) = &case.unknown {
            let expected = "expected B, W or N with win, loss or a nimber, `winning moves` of one \
                            of them, or `thermograph L: (0, -1) R: (0, -1)`";
            unknown(question.clone(), expected.to_owned());
            continue;
        }
        let answers = match case.answers(solver, budget) {
            Ok(answers) => answers,
            Err(RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. }) => {
                analysis.stop = exhausted.reason;
                break;
            }
            Err(error) => {
                let questions: Vec<String> =
                    case.questions.iter().map(ToString::to_string).collect();
                unknown(questions.join(", "), error.to_string());
                continue;
            }
        };
        for (question, answer) in case.questions.iter().zip(answers) {
            let expected = question.expected();
            let (count, result) = match &expected {
                None => (&mut open, "answered"),
                Some(expected) if *expected == answer => (&mut passed, "pass"),
                Some(_) => (&mut failed, "fail"),
            };
            *count += 1;
            table.rows.push(vec![
                line.clone(),
                question.to_string(),
                expected.map(|answer| answer.to_string()).unwrap_or_default(),
                answer.to_string(),
                result.to_owned(),
            ]);
        }
    }
    let mut reason = format!("{passed} passed, {failed} failed");
    if open > 0 {
        reason += &format!(", {open} with nothing expected");
    }
    if unanswered > 0 {
        reason += &format!(", {unanswered} not answered");
    }
    analysis.claim =
        Some(Claim { holds: failed == 0 && unanswered == 0, reason, ..Claim::default() });
    analysis.table = Some(table);
    Ok(analysis)
}
