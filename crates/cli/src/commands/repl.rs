//! `upstar repl`: the worksheet.

mod edit;
mod history;
mod sheet;

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};
use upstar::EvaluateOptions;
use upstar::lang::{self, Session, Style, Value};
use upstar_core::Budget;
use upstar_engine::{Settings, Solver};
use upstar_games::Row;
use upstar_sheet::goes_on;

use super::eval::{StyleArgs, draw, show};
use super::help::write_topic;
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Progress, Result, begin_work, counted, end_work,
    interrupt_work,
};
use edit::Assistant;
use history::{History, MOST_LINES};

/// Open a worksheet in the terminal, with editing, history and completion
///
/// `help` explains the input. A line continues while brackets are open. Ctrl-C stops a calculation,
/// Ctrl-D ends the worksheet.
#[derive(Debug, Args)]
pub(crate) struct Repl {
    /// Keep the history in this file: a new file, or one made by a worksheet
    #[arg(long, value_name = "FILE", conflicts_with = "no_history")]
    history: Option<PathBuf>,

    /// Keep no history
    #[arg(long)]
    no_history: bool,

    #[command(flatten)]
    letters: StyleArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// What a terminal shows first.
const BANNER: &str = concat!(
    "Upstar ",
    env!("CARGO_PKG_VERSION"),
    ". Try {3|1}.Temperature, domineering(2x3) or kayles(9) + *2.\n",
    "`help` explains the input, Ctrl-D ends."
);

const HELP: &str = "\
{2||1|0}  +-1  ^*3  Tiny(2)  3/8    games, in the field's notation
g := {3|1}                          gives a game a name
g + h, 3*g, g == h, g <> h          sums, multiples, relations
g.Temperature, Cool(g, 1), g Max h  methods (case and underscores do not matter)
show g                              everything that is known of a game
help NAME                           what a method, a word or a game means, with an example
names                               all methods
variables                           all variables and their values
f(n) := n^2 + 1                     gives a function a name
:save FILE, :load FILE              keeps the lines that had an answer, and answers those of a file
:rules FILE                         adds the games of a file of rules
rules NAME on BOARD; left: A -> B   adds a game; on lines of its own up to `end`
:latex g                            the value for LaTeX's math mode
quit                                the end (or Ctrl-D)
";

impl Repl {
    pub(crate) fn run(self) -> Outcome {
        interrupt_work();
        let progress = Progress::new();
        let settings = Settings { threads: self.budget.threads(), ..Settings::default() };
        let solver = Solver::with_budget(settings, &self.budget.budget(&progress));
        let session = Rc::new(RefCell::new(Session::with_solver(solver)));
        let mut history = self.open_history()?;
        let terminal = |error| Failure::input(format!("the terminal: {error}"));
        let config = Config::builder().max_history_size(MOST_LINES).map_err(terminal)?.build();
        let mut editor: Editor<Assistant, FileHistory> =
            Editor::with_config(config).map_err(terminal)?;
        editor.set_helper(Some(Assistant::of(session.clone())));
        if let Some(history) = &history {
            // There is none yet at the first start.
            let _ = editor.load_history(history.path());
        }
        if std::io::stdin().is_terminal() {
            say!("{}", BANNER);
        }
        let mut sheet = Vec::new();
        let ended = self.lines(&mut editor, &session, &mut history, &mut sheet, &progress);
        if let Some(Err(Failure::Input(error))) = history.map(History::save) {
            tell!("upstar: the history was not kept: {error}");
        }
        ended
    }

    fn lines(
        &self,
        editor: &mut Editor<Assistant, FileHistory>,
        session: &RefCell<Session>,
        history: &mut Option<History>,
        sheet: &mut Vec<String>,
        progress: &Progress,
    ) -> Outcome {
        loop {
            let mut line = match editor.readline("> ") {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => return Ok(Answer::Yes),
                Err(error) => return Err(Failure::input(error)),
            };
            // In a terminal the line is whole; input from a pipe comes line by line.
            while goes_on(&line)
                && let Ok(more) = editor.readline("")
            {
                line.push('\n');
                line.push_str(&more);
            }
            if line.trim().is_empty() {
                continue;
            }
            let _ = editor.add_history_entry(line.as_str());
            if let Some(history) = history {
                history.add(&line);
            }
            let mut out = std::io::stdout().lock();
            let done = self
                .line(&line, &mut session.borrow_mut(), sheet, progress, &mut out)
                .map_err(Failure::output)?;
            out.flush().map_err(Failure::output)?;
            if done {
                return Ok(Answer::Yes);
            }
        }
    }

    /// Answers one line; whether it was the last.
    fn line(
        &self,
        line: &str,
        session: &mut Session,
        sheet: &mut Vec<String>,
        progress: &Progress,
        out: &mut impl Write,
    ) -> std::io::Result<bool> {
        let trimmed = line.trim();
        let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("quit" | "exit", "") => return Ok(true),
            ("help" | ":help", "") => write!(out, "{HELP}")?,
            ("help" | ":help", name) => drop(write_topic(out, name)?),
            ("names", "") => write_names(out)?,
            ("variables", "") => {
                let budget = self.start(progress);
                for (name, value) in session.variables() {
                    match session.text(value, self.letters.style(), &budget) {
                        Ok(text) => writeln!(out, "{name} := {text}")?,
                        Err(error) => writeln!(out, "{name}: {error}")?,
                    }
                }
            }
            ("show", expression) if !expression.is_empty() && !expression.starts_with(":=") => {
                let budget = self.start(progress);
                let options =
                    EvaluateOptions { style: self.letters.style(), ..EvaluateOptions::default() };
                match upstar::evaluate(session, expression, options, &budget) {
                    Ok(Some(found)) => show(out, &found, self.letters.ascii)?,
                    Ok(None) => {}
                    Err(error) => writeln!(out, "error: {}", error.render(expression))?,
                }
            }
            (":save", file) if !file.is_empty() => match sheet::save(Path::new(file), sheet) {
                Ok(()) => {
                    let lines = counted(sheet.len() as u64, "line", "lines");
                    writeln!(out, "{lines} written to {file}")?;
                }
                Err(failure) => writeln!(out, "error: {}", message(failure))?,
            },
            (":rules", file) if !file.is_empty() => {
                let budget = self.start(progress);
                match upstar::read_rules_file(Path::new(file), &budget) {
                    Ok((added, text)) => {
                        // The worksheet, when it is saved, has no need of the other file.
                        sheet.push(format!("rules\n{}\nend", text.trim_end()));
                        write_added(out, &added)?;
                    }
                    Err(error) => writeln!(out, "error: {error}")?,
                }
            }
            ("rules", _) if let Some(rules) = sheet::rules_in(trimmed) => {
                match upstar::add_rules(&rules) {
                    Ok(added) => {
                        sheet.push(line.to_owned());
                        write_added(out, &added)?;
                    }
                    Err(error) => writeln!(out, "error: {error}")?,
                }
            }
            (":latex", expression) if !expression.is_empty() => {
                let budget = self.start(progress);
                match session.latex_line(expression, Style::Plain, &budget) {
                    Ok(text) => writeln!(out, "{text}")?,
                    Err(error) => writeln!(out, "error: {}", error.render(expression))?,
                }
            }
            (":load", file) if !file.is_empty() => {
                return self.load(file, session, sheet, progress, out);
            }
            (command, _) if command.starts_with(':') => writeln!(
                out,
                "error: expected `:save FILE`, `:load FILE`, `:rules FILE` or `:latex EXPRESSION`; `help` says what can be typed"
            )?,
            _ => {
                let budget = self.start(progress);
                match session.line(line, self.letters.style(), &budget) {
                    Ok(text) => {
                        sheet.push(line.to_owned());
                        if !text.is_empty() {
                            writeln!(out, "{text}")?;
                        }
                        if text.starts_with("Thermograph(")
                            && let Some(Value::Thermograph(thermograph)) = session.last()
                        {
                            draw(
                                out,
                                &upstar::thermograph_plot(thermograph, ""),
                                self.letters.ascii,
                            )?;
                        }
                    }
                    Err(error) => writeln!(out, "error: {}", error.render(line))?,
                }
            }
        }
        progress.clear();
        end_work();
        Ok(false)
    }

    /// Answers the lines of a file as if they were typed, up to the first that has no answer.
    fn load(
        &self,
        file: &str,
        session: &mut Session,
        sheet: &mut Vec<String>,
        progress: &Progress,
        out: &mut impl Write,
    ) -> std::io::Result<bool> {
        let budget = self.start(progress);
        let lines = match sheet::load(Path::new(file), &budget) {
            Ok(lines) => lines,
            Err(failure) => {
                writeln!(out, "error: {}", message(failure))?;
                return Ok(false);
            }
        };
        for (number, line) in lines {
            let before = sheet.len();
            if line.trim_start().starts_with(':') {
                writeln!(out, "error: {file}:{number}: a worksheet in a file has no commands")?;
                return Ok(false);
            }
            if self.line(&line, session, sheet, progress, out)? {
                return Ok(true);
            }
            let asks = line.trim_start().split(char::is_whitespace).next();
            let asks = matches!(asks, Some("help" | "names" | "variables" | "show"));
            if sheet.len() == before && !asks {
                writeln!(out, "{file}:{number}: the lines after this one were not read")?;
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// A budget of its own for the next calculation.
    fn start(&self, progress: &Progress) -> Budget {
        self.budget.budget(progress).with_cancel(begin_work())
    }

    /// The history that was asked for, or the usual one; without that there is none.
    fn open_history(&self) -> Result<Option<History>> {
        if self.no_history {
            return Ok(None);
        }
        if let Some(file) = &self.history {
            return History::open(file.clone()).map(Some);
        }
        let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
        let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
        let Some(state) = state.or_else(home) else { return Ok(None) };
        match History::open(state.join("upstar/history")) {
            Err(Failure::Input(error)) => {
                tell!("upstar: no history is kept: {error}");
                Ok(None)
            }
            history => history.map(Some),
        }
    }
}

/// The games that rules have added.
fn write_added(out: &mut impl Write, added: &[&Row]) -> std::io::Result<()> {
    added.iter().try_for_each(|row| writeln!(out, "{}", row.usage))
}

/// What went wrong with a file.
fn message(failure: Failure) -> String {
    match failure {
        Failure::Input(message)
        | Failure::Unfinished(_, message)
        | Failure::Interrupted(message) => message,
        Failure::Exhausted(exhausted) => exhausted.to_string(),
        Failure::BrokenPipe => "nobody reads the output".to_owned(),
    }
}

fn write_names(out: &mut impl Write) -> std::io::Result<()> {
    let mut line = String::new();
    for name in lang::names() {
        if line.len() + name.len() > 76 {
            writeln!(out, "{}", line.trim_end())?;
            line.clear();
        }
        line.push_str(name);
        line.push(' ');
    }
    writeln!(out, "{}", line.trim_end())
}
