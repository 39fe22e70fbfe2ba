//! The outcomes of many positions, one per line.

use std::io::{BufWriter, Write};

use upstar::lang::Session;
use upstar::{Analysis, OutcomeOptions, analyze_outcome, read_sum};
use upstar_core::Budget;
use upstar_engine::{Convention, RuleError};

use super::OutcomeOf;
use crate::commands::eval::{Lines, Read};
use crate::support::{Answer, Failure, Outcome, Progress, and_saved};

impl OutcomeOf {
    /// Prints one line for each line of a file: the outcome, and after a tab the winning moves if
    /// they are wanted, or `error: ...`. With --json there are objects alone, and errors go to
    /// standard error.
    pub(super) fn answer_lines(&self, file: &str) -> Outcome {
        let budget = self.budget.budget(&Progress::new());
        let session = Session::with_solver(self.engine.solver(self.budget.threads(), &budget)?);
        let answer = self.write_lines(Lines::of_file(file, &budget)?, &session, &budget);
        and_saved(answer, session.solver().save())
    }

    fn write_lines(&self, mut lines: Lines<'_>, session: &Session, budget: &Budget) -> Outcome {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let (mut failed, mut stopped) = (false, None);
        while let Some(read) = lines.next_line()? {
            let found = match read {
                Read::Line(line) if line.trim().is_empty() => Ok(String::new()),
                Read::Line(line) => match self.answer_line(line, session, budget) {
                    Ok(found) => Ok(self.in_one_line(&found)),
                    Err(
                        RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. },
                    ) => {
                        stopped = Some(exhausted.reason);
                        let mut found = Analysis::new(line.trim());
                        found.stop = exhausted.reason;
                        let message = format!("stopped: {exhausted}");
                        if self.json { Ok(self.in_one_line(&found)) } else { Err(message) }
                    }
                    Err(error) => {
                        failed = true;
                        Err(error.to_string().replace(['\n', '\r'], " "))
                    }
                },
                Read::Bad(message) => {
                    failed = true;
                    Err(message.to_owned())
                }
            };
            match found {
                Ok(text) if text.is_empty() && self.json => {}
                Ok(text) => writeln!(out, "{text}").map_err(Failure::output)?,
                Err(message) if self.json => tell!("upstar: {}{message}", lines.place()),
                Err(message) => writeln!(out, "error: {message}").map_err(Failure::output)?,
            }
            if lines.may_wait() {
                out.flush().map_err(Failure::output)?;
            }
        }
        out.flush().map_err(Failure::output)?;
        Ok(Answer::of_lines(failed, stopped))
    }

    fn answer_line(
        &self,
        line: &str,
        session: &Session,
        budget: &Budget,
    ) -> Result<Analysis, RuleError> {
        let asked = Convention::of(self.misere);
        let sum = read_sum(session, line, asked, budget)?;
        let convention = sum.convention(asked)?;
        let options = OutcomeOptions { convention, winning_moves: self.moves, line: None };
        analyze_outcome(session.solver(), &sum, options, budget)
    }

    fn in_one_line(&self, found: &Analysis) -> String {
        if self.json {
            // Strings, numbers and lists of them cannot fail to be written.
            return serde_json::to_string(found).unwrap_or_default();
        }
        let mut text = found.outcome.map_or_else(String::new, |outcome| outcome.to_string());
        let mut gap = '\t';
        for play in &found.play {
            for winning in &play.winning_moves {
                text.push(gap);
                gap = ' ';
                if let Some(player) = play.mover {
                    text += &format!("{player} ");
                }
                text += &format!("{winning};");
            }
        }
        text.trim_end_matches(';').to_owned()
    }
}
