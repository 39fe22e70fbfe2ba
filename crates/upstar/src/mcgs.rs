//! Test files of MCGS, the search-based solver of the University of Alberta: sums, who begins, and
//! who is expected to win.

use std::fmt;

use upstar_core::{Budget, Convention, Outcome, Place, Player};
use upstar_rules::{RuleError, Solver, Sum, Summand, parse_game};
use upstar_values::{Rational, Style, Worker};

use crate::analysis::{Analysis, Claim, Table};

/// What a file asks of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum McgsQuestion {
    /// Whether the player who begins wins.
    Wins {
        /// Who begins: Black is Left, White is Right.
        first: Player,
        /// Whether that player is expected to win, if the file says so.
        expected: Option<bool>,
    },
    /// The Grundy value of a sum of impartial games.
    Nimber {
        /// The value that is expected, if the file says so.
        expected: Option<u32>,
    },
}

/// One sum of a file, and what is asked of it.
#[derive(Clone, Debug)]
pub struct McgsCase {
    /// The line of the questions, from 1.
    pub line: u64,
    /// The sections and the games, as they are written.
    games: Vec<(String, String)>,
    /// The questions, in order.
    pub questions: Vec<McgsQuestion>,
    /// A question that is not known here, as it is written.
    pub unknown: Option<String>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum McgsAnswer {
    /// Whether the player who begins wins.
    Wins(bool),
    /// The Grundy value.
    Nimber(u32),
}

impl fmt::Display for McgsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            McgsAnswer::Wins(true) => f.write_str("win"),
            McgsAnswer::Wins(false) => f.write_str("loss"),
            McgsAnswer::Nimber(n) => write!(f, "{n}"),
        }
    }
}

impl McgsQuestion {
    /// What the file expects, if it says so.
    #[must_use]
    pub fn expected(self) -> Option<McgsAnswer> {
        match self {
            McgsQuestion::Wins { expected, .. } => expected.map(McgsAnswer::Wins),
            McgsQuestion::Nimber { expected } => expected.map(McgsAnswer::Nimber),
        }
    }
}

impl fmt::Display for McgsQuestion {
    /// As MCGS writes it: `B`, `W`, `N`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            McgsQuestion::Wins { first: Player::Left, .. } => "B",
            McgsQuestion::Wins { first: Player::Right, .. } => "W",
            McgsQuestion::Nimber { .. } => "N",
        })
    }
}

/// Reads a test file of MCGS: `[game]` begins a section, games are words or stand in parentheses,
/// `{B win, W loss}` or `{N 3}` ends a sum and asks, `/* */` is a comment.
///
/// ```
/// let cases = upstar::read_mcgs("{version 1.4} [clobber_1xn] XOXO (OX) {B win, W}").unwrap();
/// assert_eq!((cases.len(), cases[0].questions.len()), (1, 2));
/// ```
///
/// # Errors
///
/// [`RuleError::Notation`] with the line and the column.
pub fn read_mcgs(text: &str) -> Result<Vec<McgsCase>, RuleError> {
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

/// `B win, W`, `N 5`; `None` for what is not known.
fn questions(text: &str) -> Option<Vec<McgsQuestion>> {
    let one = |question: &str| {
        let words: Vec<&str> = question.split_whitespace().collect();
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
    /// [`RuleError::NotApplicable`] with the game that is not known or not well written; a used-up
    /// budget.
    pub fn sum(&self, worker: &mut Worker<'_>) -> Result<Sum, RuleError> {
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
    /// As [`McgsCase::sum`], and what [`Solver::outcome`] fails with.
    pub fn answers(&self, solver: &Solver, budget: &Budget) -> Result<Vec<McgsAnswer>, RuleError> {
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
            });
        }
        Ok(answers)
    }
}

/// One game of a section.
fn term(section: &str, text: &str, worker: &mut Worker<'_>) -> Result<Summand, RuleError> {
    let words: Vec<&str> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    let expected = |what: &str| RuleError::NotApplicable(format!("expected {what}"));
    // Spaces may stand around the line of a fraction.
    let joined = words.join(" ").replace(" /", "/").replace("/ ", "/");
    let numbers = || -> Option<Vec<Rational>> {
        joined.split(' ').map(|number| number.parse::<Rational>().ok()).collect()
    };
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
            let star = u32::from(words.contains(&"*"));
            let ups: Vec<&str> = words.iter().copied().filter(|word| *word != "*").collect();
            let ups = match ups[..] {
                [] if star == 1 => 0,
                [ups] => ups.parse().map_err(|_| expected("a number of ups"))?,
                _ => return Err(expected("a number of ups and `*`")),
            };
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
                // They depend on the form that MCGS gives the value.
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
/// for each, and whether all answers are those that the file expects.
///
/// # Errors
///
/// None of a case: what cannot be answered has a row that says why.
pub fn analyze_mcgs(
    name: &str,
    cases: &[McgsCase],
    solver: &Solver,
    budget: &Budget,
) -> Result<Analysis, RuleError> {
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
            unknown(question.clone(), "expected B, W or N, with win, loss or a nimber".to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn results(text: &str) -> (bool, Vec<String>) {
        let cases = read_mcgs(text).unwrap();
        let found = analyze_mcgs("test", &cases, &Solver::default(), &Budget::unlimited()).unwrap();
        let rows = found.table.unwrap().rows;
        (found.claim.unwrap().holds, rows.into_iter().map(|row| row.join(",")).collect())
    }

    #[test]
    fn every_kind_of_game_is_read() {
        let (holds, rows) = results(
            "{version 1.7}\n/* comment */ [clobber_1xn] XOXO\n[nogo_1xn] X..O\n[elephants] X...O\n\
             [integer_game] 3 -1\n[nimber] 1 2\n[dyadic_rational] (6 / 4)\n[switch_game] (2 -1)\n\
             [up_star] (-2 *)\n{W loss}\n\
             [sheep] (3, 0,0 | 0 -2 0)\n{B, W}\n\
             [kayles] 9 [impartial clobber_1xn] XO\n{N 5, B win}\n\
             [gen_toads] 1,1,0,0:X.O {B}\n[gen_king_dirt] 1,1,0:..X|...|..O\n{B win}\n\
             {B loss}",
        );
        assert_eq!(rows[0], "10,W,loss,loss,pass");
        assert_eq!(rows[3..5], ["14,N,5,5,pass", "14,B,win,win,pass"]);
        assert_eq!(rows[6..], ["17,B,win,win,pass", "18,B,loss,loss,pass"]);
        assert!(holds, "{rows:?}");
    }

    #[test]
    fn wrong_answers_and_unknown_questions_are_told() {
        let (holds, rows) =
            results("[nimber] 3\n{B loss, N 3}\n[nimber] 1\n{thermograph L: (0, 0)}");
        assert!(!holds);
        assert_eq!(rows[..2], ["2,B,loss,win,fail", "2,N,3,3,pass"]);
        assert!(rows[2].contains("not answered"), "{rows:?}");
        let (holds, rows) = results("[chess] e4 {B} [impartial switch_game] (1, 0) {N 1}");
        assert!(!holds && rows.iter().all(|row| row.contains("not answered")), "{rows:?}");
    }

    #[test]
    fn files_that_are_none_are_refused_with_the_place() {
        for (text, place) in [
            ("XO {B}", "line 1, column 1"),
            ("[clobber XO", "line 1, column 1"),
            ("[nimber]\n(1 {B", "line 2, column 1"),
        ] {
            let error = read_mcgs(text).unwrap_err().to_string();
            assert!(error.contains(place), "{error}");
        }
        assert!(read_mcgs("").unwrap().is_empty());
    }
}
