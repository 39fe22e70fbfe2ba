//! `upstar eval`: expressions.

mod input;
mod show;

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use upstar::lang::{LangError, Session, Style, Value};
use upstar::{Analysis, EvaluateOptions, Evaluated, InputError};
use upstar_core::{Budget, StopReason};
use upstar_engine::RuleError;
use upstar_sheet::rules_in;

use super::outcome::EngineArgs;
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Result, and_saved, counted, picture, write_picture,
};
pub(crate) use input::Lines;
use input::Read;
pub(crate) use show::{draw, show};

/// Evaluate expressions: canonical form, outcome, temperature, thermograph
///
/// Expressions are in the usual notation: `{2||1|0}`, `+-1`, `^*3`, `Tiny(2)`,
/// `{3|1}.Cool(1/2)`, `g := {1|-1}`.
#[derive(Debug, Args)]
pub(crate) struct Eval {
    /// One or more expressions; later ones can use the variables of earlier ones; `-` reads them from
    /// standard input. After `--` an expression may begin with a minus and a letter
    #[arg(value_name = "EXPR")]
    expressions: Vec<String>,

    /// Read expressions from a file, one per line; `-` is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with = "expressions")]
    file: Option<String>,

    /// Print one line for each input line: only its value, or `error: ...`
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// Print one line for each input line: its value for LaTeX's math mode, or `error: ...`; the
    /// manual has the definitions of \Tiny and \Miny
    #[arg(long, conflicts_with_all = ["plain", "json", "thermograph", "board", "graph", "unicode"])]
    latex: bool,

    /// Print the analysis as JSON; if there are several, or with --jsonl, each on one line
    #[arg(long)]
    json: bool,

    /// Draw the thermograph of the last expression to this file: SVG, PNG, PDF or TikZ (`.tex`), by
    /// the extension
    #[arg(long, value_name = "FILE", visible_alias = "svg", alias = "png", value_parser = picture())]
    thermograph: Option<PathBuf>,

    /// Draw the positions of the last expression (boards, heaps, graphs, ...) to this file
    #[arg(long, value_name = "FILE", value_parser = picture())]
    board: Option<PathBuf>,

    /// Draw the canonical form of the last expression, a short or loopy game, as a graph to this
    /// file: one vertex per position, blue arcs to Left's options, red arcs to Right's
    #[arg(long, value_name = "FILE", value_parser = picture())]
    graph: Option<PathBuf>,

    /// Also draw the scaffolds (the walls of the options, shifted by the cost of a move) as dotted
    /// lines
    #[arg(long)]
    scaffolds: bool,

    #[command(flatten)]
    letters: StyleArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// How values are written.
#[derive(Debug, Args)]
pub(crate) struct StyleArgs {
    /// Print only ASCII: omega, inf
    #[arg(long, conflicts_with = "unicode")]
    pub(crate) ascii: bool,

    /// Also print ↑ ↓ ⋆ ±
    #[arg(long)]
    unicode: bool,
}

impl StyleArgs {
    pub(crate) fn style(&self) -> Style {
        if self.ascii {
            Style::Ascii
        } else if self.unicode {
            Style::Unicode
        } else {
            Style::Plain
        }
    }
}

impl Eval {
    pub(crate) fn run(mut self) -> Outcome {
        if self.file.is_none() && self.expressions == ["-"] {
            self.file = self.expressions.pop();
        }
        let lacks_one = self.expressions.is_empty() && self.file.is_none();
        if lacks_one || self.expressions.iter().any(|expression| expression.trim().is_empty()) {
            return Err(Failure::input(
                "expected an expression, as in `upstar eval '{1|-1}'`; `upstar eval -` reads standard input",
            ));
        }
        let (_progress, budget) = self.budget.start();
        let lines = match &self.file {
            Some(file) => Lines::of_file(file, &budget)?,
            None => Lines::of_expressions(&self.expressions),
        };
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let mut session = Session::with_solver(solver);
        let draws = self.thermograph.is_some() || self.board.is_some() || self.graph.is_some();
        let answer = if self.latex || self.plain && !draws {
            self.plain(&mut session, lines, &budget)
        } else {
            self.analyses(&mut session, lines, &budget)
        };
        // Results are saved in any case.
        and_saved(answer, session.solver().save())
    }

    /// Prints one line for each input line, in all cases.
    fn plain(&self, session: &mut Session, mut lines: Lines<'_>, budget: &Budget) -> Outcome {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let (mut failed, mut stopped) = (false, None);
        let write = if self.latex { Session::latex_line } else { Session::line };
        while let Some(read) = lines.next_line()? {
            let line = match read {
                Read::Line(line) => Ok(line.to_owned()),
                Read::Bad(message) => Err(message.to_owned()),
            };
            let rules = match &line {
                Ok(line) => lines.rules(line)?,
                Err(_) => {
                    failed = true;
                    None
                }
            };
            if let Some((_, more)) = &rules {
                (0..*more).try_for_each(|_| writeln!(out)).map_err(Failure::output)?;
            }
            let answer = line.and_then(|line| match rules {
                Some((rules, _)) => added(&rules).map_err(|error| {
                    failed = true;
                    error.to_string()
                }),
                None => write(session, &line, self.letters.style(), budget).map_err(|error| {
                    match &error {
                        LangError::Exhausted(exhausted) => stopped = Some(exhausted.reason),
                        _ => failed = true,
                    }
                    plain_error(&error, &line)
                }),
            });
            let text = answer.unwrap_or_else(|message| format!("error: {message}"));
            writeln!(out, "{text}").map_err(Failure::output)?;
            if lines.may_wait() {
                out.flush().map_err(Failure::output)?;
            }
        }
        out.flush().map_err(Failure::output)?;
        Ok(Answer::of_lines(failed, stopped))
    }

    /// Prints the full analysis of each expression. It stops at the first error on the command line, and
    /// goes on after a wrong line of a file.
    fn analyses(&self, session: &mut Session, mut lines: Lines<'_>, budget: &Budget) -> Outcome {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut last: Option<Evaluated> = None;
        let (mut failed, mut stopped) = (0_u64, None);
        let mut shown = 0;
        while let Some(source) = lines.next_expression()? {
            // What is wrong, and as it is shown below the line.
            let mut wrong = InputError::default();
            let found = match rules_in(&source) {
                Some(rules) => added(&rules).map(|_| None).map_err(|error| {
                    wrong = lines.error(None, &error.to_string());
                    Failure::input(format!("{}{error}", lines.place(&wrong)))
                }),
                None => {
                    let options =
                        EvaluateOptions { style: self.letters.style(), scaffolds: self.scaffolds };
                    upstar::evaluate(session, &source, options, budget).map_err(|error| {
                        wrong = input_error(&error, &lines, &source);
                        match error {
                            LangError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
                            error => {
                                let place = lines.place(&wrong);
                                Failure::input(format!("{place}{}", error.render(&source)))
                            }
                        }
                    })
                }
            };
            let found = match found {
                Err(Failure::Input(message)) if self.file.is_some() => {
                    failed += 1;
                    if self.json {
                        let found = Analysis::of_error(source.trim(), wrong);
                        let line = crate::support::json_line(&found);
                        writeln!(out, "{line}").map_err(Failure::output)?;
                    }
                    out.flush().map_err(Failure::output)?;
                    tell!("upstar: {message}");
                    continue;
                }
                found => found?,
            };
            let Some(found) = found else { continue };
            if self.json {
                let one = self.file.is_none() && self.expressions.len() == 1;
                let text = if one {
                    crate::support::json(&found.analysis)
                } else {
                    crate::support::json_line(&found.analysis)
                };
                writeln!(out, "{text}").map_err(Failure::output)?;
            } else if self.plain {
                let value = found.analysis.value.as_ref().unwrap_or(&found.analysis.subject);
                writeln!(out, "{value}").map_err(Failure::output)?;
            } else {
                if shown > 0 {
                    writeln!(out).map_err(Failure::output)?;
                }
                show(&mut out, &found, self.letters.ascii).map_err(Failure::output)?;
            }
            shown += 1;
            if found.analysis.stop != StopReason::Finished {
                stopped = Some(found.analysis.stop);
            }
            last = Some(found);
        }
        out.flush().map_err(Failure::output)?;
        self.draw(last.as_ref(), session, budget)?;
        if failed > 0 {
            let wrong = counted(failed, "expression", "expressions");
            tell!("upstar: {wrong} could not be evaluated, {shown} could");
        }
        Ok(Answer::of_lines(failed > 0, stopped))
    }

    /// Draws the requested pictures.
    fn draw(&self, last: Option<&Evaluated>, session: &Session, budget: &Budget) -> Result {
        if let Some(path) = &self.board {
            let boards = match last.map(|found| &found.value) {
                Some(Value::Positions(positions)) => {
                    let games = positions.games().collect::<Vec<_>>();
                    (!games.is_empty()).then(|| upstar::position_scene(&games))
                }
                _ => None,
            };
            let boards = boards.ok_or_else(|| {
                Failure::input("the last expression is not a position of a game and has no picture")
            })?;
            write_picture(path, &boards)?;
        }
        if let (Some(path), Some(last)) = (&self.graph, last) {
            let scene = upstar::value_scene(session, &last.value, self.letters.style(), budget);
            let scene = scene.map_err(|error| match error {
                LangError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
                error => Failure::input(format!("the graph of the last expression: {error}")),
            })?;
            write_picture(path, &scene)?;
        }
        let Some(path) = &self.thermograph else { return Ok(()) };
        let Some(thermograph) = last.and_then(|found| found.thermograph.as_ref()) else {
            if last.is_some_and(|found| found.analysis.stop != StopReason::Finished) {
                return Ok(());
            }
            return Err(Failure::input("the last expression has no thermograph to be drawn"));
        };
        write_picture(path, &thermograph.scene())
    }
}

/// What is wrong with an expression, and where it is in the file.
fn input_error(error: &LangError, lines: &Lines<'_>, source: &str) -> InputError {
    let span = error.problem().and_then(|problem| problem.place.span.clone());
    let found = lines.error(None, &error.to_string());
    match span.and_then(|span| lines.line_and_column(source, span.start)) {
        Some((line, column)) => InputError { line: Some(line), column: Some(column), ..found },
        None => found,
    }
}

/// The error on one line, with its column.
fn plain_error(error: &LangError, line: &str) -> String {
    let column = error.problem().and_then(|problem| {
        let span = problem.place.span.as_ref()?;
        // If the error spans the whole line, no column is given.
        (span.start > 0 || span.end < line.len()).then_some(problem.place.column?)
    });
    let text = match column {
        Some(column) => format!("column {column}: {error}"),
        None => error.to_string(),
    };
    text.replace(['\n', '\r'], " ")
}

/// Adds games with custom rules; returns the notation of a position of each.
fn added(rules: &str) -> Result<String, RuleError> {
    let rows = upstar::add_rules(rules)?;
    Ok(rows.iter().map(|row| row.usage).collect::<Vec<_>>().join(" "))
}
