//! The input lines to evaluate.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, BufWriter, Write};

use upstar::lang::MOST_BYTES;
use upstar::{Analysis, InputError};
use upstar_core::Budget;
use upstar_sheet::{goes_on, rules_in};

use crate::support::{Answer, Failure, Outcome, Result, json_line, placed};

/// The maximum size of rules in a file, in bytes.
const MOST_RULES: usize = 1 << 20;

/// Lines from the command line, a file or standard input.
pub(crate) struct Lines<'a> {
    source: Source<'a>,
    line: String,
    /// Lines that were read as parts of an expression that does not end, with their numbers.
    again: VecDeque<(u64, String)>,
}

/// The largest number of lines of an expression.
const MOST_LINES: usize = 1000;

enum Source<'a> {
    Expressions(std::slice::Iter<'a, String>),
    Reader(Box<FileLines>),
}

struct FileLines {
    file: upstar_files::Source,
    number: u64,
    reader: BufReader<Box<dyn std::io::Read + Send>>,
    budget: Budget,
}

/// A line, or the reason why it cannot be read.
pub(crate) enum Read<'a> {
    Line(&'a str),
    Bad(&'static str),
}

impl<'a> Lines<'a> {
    pub(crate) fn of_expressions(expressions: &'a [String]) -> Self {
        Lines {
            source: Source::Expressions(expressions.iter()),
            line: String::new(),
            again: VecDeque::new(),
        }
    }

    /// The lines of a file; `-` is standard input.
    pub(crate) fn of_file(name: &str, budget: &Budget) -> Result<Self> {
        let file = upstar_files::Source::of_argument(name);
        let reader = BufReader::new(file.stream(budget)?);
        let lines = FileLines { file, number: 0, reader, budget: budget.clone() };
        let source = Source::Reader(Box::new(lines));
        Ok(Lines { source, line: String::new(), again: VecDeque::new() })
    }

    /// The next line, empty if it is a comment that begins with `#` or `//`; `None` after the last.
    pub(crate) fn next_line(&mut self) -> Result<Option<Read<'_>>> {
        let of_file = matches!(self.source, Source::Reader(_));
        Ok(self.any_line()?.map(|read| match read {
            Read::Line(line) if of_file && is_comment(line) => Read::Line(""),
            read => read,
        }))
    }

    fn any_line(&mut self) -> Result<Option<Read<'_>>> {
        let (file, number, reader, budget) = match &mut self.source {
            Source::Expressions(expressions) => {
                return Ok(expressions.next().map(|line| Read::Line(line.trim_start())));
            }
            Source::Reader(lines) => {
                let FileLines { file, number, reader, budget } = &mut **lines;
                (&*file, number, reader, budget)
            }
        };
        if let Some((place, line)) = self.again.pop_front() {
            *number = place;
            self.line = line;
            return Ok(Some(Read::Line(&self.line)));
        }
        let mut bytes = std::mem::take(&mut self.line).into_bytes();
        bytes.clear();
        // One byte more than an expression may have, so that longer ones are detected without being
        // held.
        let limit = MOST_BYTES as u64 + 2;
        let read = std::io::Read::take(&mut *reader, limit)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| file.failed(error))?;
        if read == 0 {
            return Ok(None);
        }
        *number += 1;
        let long = bytes.last() != Some(&b'\n') && bytes.len() as u64 == limit;
        if long {
            while !skip_part(reader).map_err(|error| file.failed(error))? {
                budget.check()?;
            }
            return Ok(Some(Read::Bad("the line is too long: the limit is 67108864 bytes")));
        }
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        match String::from_utf8(bytes) {
            Ok(line) => {
                // Some editors begin a file with a byte order mark.
                let mark = *number == 1 && line.starts_with('\u{feff}');
                self.line = if mark { line.replacen('\u{feff}', "", 1) } else { line };
                Ok(Some(Read::Line(&self.line)))
            }
            Err(_) => Ok(Some(Read::Bad("the line is not UTF-8 text"))),
        }
    }

    /// The next expression: lines are joined while brackets are open. A line whose brackets are never
    /// closed stands alone, and the lines after it are read again. `None` after the last.
    pub(crate) fn next_expression(&mut self) -> Result<Option<String>> {
        let mut expression: Option<String> = None;
        let mut joined_lines = 0;
        loop {
            // A row of a board may begin like a comment.
            let read = if expression.is_none() { self.next_line()? } else { self.any_line()? };
            let line = match read {
                None => return Ok(expression.map(|whole| self.first_of(&whole))),
                Some(Read::Line(line)) => line.to_owned(),
                Some(Read::Bad(message)) => {
                    let place = self.place(&InputError::default());
                    return Err(Failure::input(format!("{place}{message}")));
                }
            };
            if matches!(self.source, Source::Expressions(_)) {
                return Ok(Some(line));
            }
            let joined = match expression.take() {
                Some(before) => format!("{before}\n{line}"),
                None => line,
            };
            // Overlong expressions are rejected during evaluation.
            if joined.len() > MOST_BYTES || !goes_on(&joined) {
                return Ok(Some(joined));
            }
            joined_lines += 1;
            if joined_lines == MOST_LINES {
                return Ok(Some(self.first_of(&joined)));
            }
            expression = Some(joined);
        }
    }

    /// The first line of an expression that does not end; the others are read again.
    fn first_of(&mut self, expression: &str) -> String {
        let Source::Reader(reader) = &mut self.source else { return expression.to_owned() };
        let mut lines = expression.split('\n').map(str::to_owned);
        let first = lines.next().unwrap_or_default();
        let rest: Vec<String> = lines.collect();
        reader.number -= rest.len() as u64;
        for (index, line) in rest.into_iter().enumerate().rev() {
            self.again.push_front((reader.number + 1 + index as u64, line));
        }
        first
    }

    /// The rules that begin on the line just read, and their number of further lines; `None` if no
    /// rules begin there.
    pub(crate) fn rules(&mut self, line: &str) -> Result<Option<(String, usize)>> {
        let mut whole = line.to_owned();
        let mut more = 0;
        if rules_in(line).is_none() {
            return Ok(None);
        }
        while matches!(self.source, Source::Reader(_))
            && goes_on(&whole)
            && whole.len() <= MOST_RULES
        {
            let Some(read) = self.any_line()? else { break };
            let Read::Line(line) = read else { break };
            whole.push('\n');
            whole.push_str(line);
            more += 1;
        }
        Ok(rules_in(&whole).map(|rules| (rules, more)))
    }

    /// The line and the column of a byte in the expression just read from a file.
    pub(crate) fn line_and_column(&self, expression: &str, byte: usize) -> Option<(u64, u64)> {
        let Source::Reader(lines) = &self.source else { return None };
        let (before, after) = expression.split_at_checked(byte).unwrap_or((expression, ""));
        let line = lines.number - after.matches('\n').count() as u64;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Some((line, column as u64))
    }

    /// Answers each line alone, also after a wrong one: prints one line for each, `in_words` or
    /// `error: ...`. As JSON there is one object for each line that is not empty; errors are in
    /// their objects and on standard error.
    pub(crate) fn answer(
        mut self,
        json: bool,
        mut answer: impl FnMut(&str) -> Result<Analysis>,
        in_words: impl Fn(&Analysis) -> String,
    ) -> Outcome {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let (mut failed, mut stopped) = (false, None);
        while let Some(read) = self.next_line()? {
            let (subject, found) = match read {
                Read::Line(line) if line.trim().is_empty() => {
                    if !json {
                        writeln!(out).map_err(Failure::output)?;
                    }
                    continue;
                }
                Read::Line(line) => (line.trim().to_owned(), answer(line)),
                Read::Bad(message) => (String::new(), Err(Failure::input(message))),
            };
            let found = match found {
                Ok(found) => Ok(found),
                Err(Failure::Input(message)) => {
                    failed = true;
                    let message = message.replace(['\n', '\r'], " ");
                    // The line is that of the file.
                    Err(message.strip_prefix("line 1, ").map_or(message.clone(), str::to_owned))
                }
                Err(failure) => {
                    let Some(exhausted) = failure.stop() else { return Err(failure) };
                    stopped = Some(exhausted.reason);
                    let mut found = Analysis::new(subject.clone());
                    found.stop = exhausted.reason;
                    if json { Ok(found) } else { Err(format!("stopped: {exhausted}")) }
                }
            };
            match found {
                Ok(found) if json => writeln!(out, "{}", json_line(&found)),
                Ok(found) => writeln!(out, "{}", in_words(&found)),
                Err(message) if json => {
                    let found = placed(&message);
                    let (error, message) =
                        (self.error(found.column, &found.message), &found.message);
                    tell!("upstar: {}{message}", self.place(&error));
                    let found = Analysis::of_error(subject, error);
                    writeln!(out, "{}", json_line(&found))
                }
                Err(message) => writeln!(out, "error: {message}"),
            }
            .map_err(Failure::output)?;
            if self.may_wait() {
                out.flush().map_err(Failure::output)?;
            }
        }
        out.flush().map_err(Failure::output)?;
        Ok(Answer::of_lines(failed, stopped))
    }

    /// An error of the line just read.
    pub(crate) fn error(&self, column: Option<u64>, message: &str) -> InputError {
        let line = match &self.source {
            Source::Expressions(_) => None,
            Source::Reader(lines) => Some(lines.number),
        };
        InputError { line, column, message: message.to_owned() }
    }

    /// Whether reading the next line may block on a writer that is waiting for our answer.
    pub(crate) fn may_wait(&self) -> bool {
        match &self.source {
            Source::Expressions(_) => false,
            Source::Reader(lines) => lines.reader.buffer().is_empty(),
        }
    }

    /// The position of the line just read, for messages: `file:line: ` or `file:line:column: `;
    /// empty for the command line.
    pub(crate) fn place(&self, error: &InputError) -> String {
        let Source::Reader(lines) = &self.source else { return String::new() };
        let line = error.line.unwrap_or(lines.number);
        let column = error.column.map_or(String::new(), |column| format!(":{column}"));
        format!("{}:{line}{column}: ", lines.file.name())
    }
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("//")
}

/// Skips the available part of a line; returns whether the line ends there.
fn skip_part(reader: &mut impl BufRead) -> std::io::Result<bool> {
    let buffer = reader.fill_buf()?;
    let length = buffer.len();
    let end = buffer.iter().position(|&byte| byte == b'\n');
    reader.consume(end.map_or(length, |end| end + 1));
    Ok(length == 0 || end.is_some())
}
