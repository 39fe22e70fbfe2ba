//! The worksheet: `upstar repl`, through a pipe and on a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

fn repl(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.arg("repl").args(arguments).env("TERM", "xterm").env_remove("NO_COLOR");
    command
}

/// The worksheet's answers to these lines, read from a pipe.
fn answers(arguments: &[&str], input: &str) -> String {
    let mut child = repl(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn values_variables_and_errors() {
    let found = answers(&["--no-history"], "g := {2||1|0}\n\n// a comment\ng.Mean\nvariables\n");
    assert_eq!(found, "{2||1|0}\n5/4\ng := {2||1|0}\n");
    let found = answers(&["--no-history"], "1 + foo\n2*3\n{3|2|1}\nquit\n7\n");
    assert_eq!(
        found,
        "error: no variable is called `foo`\n  1 + foo\n      ^^^\n6\n\
         error: two bars of the same length (`|`) do not say which one separates Left's options \
         from Right's: a longer bar is needed for the outer game\n  {3|2|1}\n      ^\n\
         did you mean `{3||2|1}` or `{3|2||1}`?\n"
    );
    assert_eq!(answers(&["--no-history", "--unicode"], "^+*2\n"), "↑⋆2\n");
}

#[test]
fn lines_go_on_while_brackets_are_open() {
    assert_eq!(answers(&["--no-history"], "{1|\n-1}\n[1,\n2].Sum\n"), "+-1\n3\n");
    // An open bracket at the end is an error, not a hang.
    let found = answers(&["--no-history"], "{1|\n");
    assert!(found.is_empty() || found.starts_with("error: "), "{found}");
}

#[test]
fn a_worksheet_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheet.upstar");
    let name = file.display();
    let typed = format!(
        "f(n) := n^2 + 1\nnonsense\ng := {{2|\n-1}}\n[f(n) for n from 1 to 3]\n:save {name}\n"
    );
    let found = answers(&["--no-history"], &typed);
    assert!(found.ends_with(&format!("[2,5,10]\n3 lines written to {name}\n")), "{found}");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert_eq!(saved, "f(n) := n^2 + 1\ng := {2|\n-1}\n[f(n) for n from 1 to 3]\n");
    let found = answers(&["--no-history"], &format!(":load {name}\nf(10)\ng.Mean\n"));
    assert_eq!(found, "n -> n^2 + 1\n{2|-1}\n[2,5,10]\n101\n1/2\n");
    // It stops at the first error, and reports its place; commands are not read from files.
    std::fs::write(&file, "1\n\nfoo\n2\n").unwrap();
    let found = answers(&["--no-history"], &format!(":load {name}\n"));
    assert!(found.starts_with("1\nerror: no variable is called `foo`"), "{found}");
    assert!(found.ends_with(&format!("{name}:3: the lines after this one were not read\n")));
    std::fs::write(&file, format!(":load {name}\n")).unwrap();
    let found = answers(&["--no-history"], &format!(":load {name}\n:load\n:load /\n"));
    assert!(found.contains("has no commands") && found.contains("`:save FILE`"), "{found}");
    assert!(found.contains("cannot read /"), "{found}");
}

#[test]
fn games_of_ones_own_are_added_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let [game, sheet] = ["my.game", "sheet.upstar"].map(|name| folder.path().join(name));
    std::fs::write(&game, "steps on strip \"T_\"\nleft: T_ -> _T\n").unwrap();
    let typed = format!(
        "rules jump on strip \"xo.\"; both: xo. -> ..x mirror\njump(\"xo.\").NimValue\n\
         rules\nturn on strip \"HT\"\nboth: H -> T\nend\nturn(\"HTH\")\n:rules {}\n\
         steps(\"T__\")\nrules bad on\n:save {}\n",
        game.display(),
        sheet.display(),
    );
    let found = answers(&["--no-history"], &typed);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[1], "1", "{found}");
    assert!(lines.contains(&"2") && found.contains("\nerror: "), "{found}");
    std::fs::remove_file(&game).unwrap();
    let again = answers(&["--no-history"], &format!(":load {}\n", sheet.display()));
    assert_eq!(again.lines().collect::<Vec<_>>(), lines[..6], "{again}");
    // `rules` may still be the name of a value.
    assert_eq!(answers(&["--no-history"], "rules := 3\n"), "3\n");
}

#[test]
fn show_prints_the_whole_analysis() {
    let found = answers(&["--no-history"], "g := +-1\nshow g + 1\n");
    for part in ["{2|0}", "outcome", "Left stop", "mean", "temperature", "thermograph", "╱"] {
        assert!(found.contains(part), "{part} is missing in {found}");
    }
    let found = answers(&["--no-history", "--ascii"], "show +-1\n");
    assert!(found.is_ascii() && found.contains('\\'), "{found}");
}

#[test]
fn help_explains_every_name() {
    let names = answers(&["--no-history"], "names\n");
    let names: Vec<&str> = names.split_whitespace().collect();
    assert!(names.len() > 60, "{names:?}");
    let input: String = names.iter().map(|name| format!("help {name}\n")).collect();
    let found = answers(&["--no-history"], &input);
    let mut lines = found.lines().peekable();
    for name in names {
        let usage = lines.next().unwrap();
        let named = usage.to_lowercase().contains(&name.to_lowercase());
        assert!(named || name == "OrdinalSum", "{name}: {usage}");
        let mut entry = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            entry.push(line);
        }
        assert!(entry.len() >= 2 && entry[0].len() > 10, "{name}: {entry:?}");
        let example = |line: &&str| line.contains(" is ") || line.ends_with(" is");
        assert!(entry.iter().any(example), "{name}: {entry:?}");
    }
    assert!(lines.next().is_none());
    let found = answers(&["--no-history"], "help\nhelp tempreature\nhelp qqqqqqqqqq\n");
    assert!(found.contains("help NAME"), "{found}");
    assert!(found.contains("did you mean `Temperature`?"), "{found}");
    assert!(found.contains("there is no topic `qqqqqqqqqq`; `upstar help` lists"), "{found}");
}

#[test]
fn blocks_and_definitions_may_span_lines() {
    let input =
        "f(n) :=\n n^2\nfor n from 1 to 3 do\n x := f(n)\nend\nx\n/* a\ncomment */ _ + 1\nans\n";
    assert_eq!(answers(&["--no-history"], input), "n -> n^2\nNothing\n9\n10\n10\n");
    let (code, out, _) = crate::eval::piped(&["-f", "-", "--json"], input.as_bytes());
    assert_eq!((code, out.matches("\"subject\"").count()), (0, 5), "{out}");
}

#[test]
fn a_small_budget_ends_a_line_and_not_the_worksheet() {
    let found = answers(&["--no-history", "--budget", "1000"], "[1..9]\n(*9).Heat(1)\n1\n");
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!((lines[0], lines[lines.len() - 1]), ("[1,2,3,4,5,6,7,8,9]", "1"));
    assert!(lines[1].contains("steps"), "{found}");
}

/// A worksheet on a terminal of its own.
struct Terminal {
    keys: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
    child: Child,
}

impl Terminal {
    fn new(arguments: &[&str]) -> Self {
        Terminal::of_kind("xterm", arguments)
    }

    /// A terminal with this name.
    fn of_kind(term: &str, arguments: &[&str]) -> Self {
        let size = nix::libc::winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = nix::pty::openpty(Some(&size), None).unwrap();
        let slave = || Stdio::from(pair.slave.try_clone().unwrap());
        let mut command = repl(arguments);
        command.env("TERM", term).env_remove("KITTY_WINDOW_ID").env_remove("TERM_PROGRAM");
        let child = command.stdin(slave()).stdout(slave()).stderr(slave()).spawn().unwrap();
        let keys = File::from(pair.master);
        let mut reader = keys.try_clone().unwrap();
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut terminal = Terminal { keys, screen, seen: String::new(), child };
        terminal.until(PROMPT);
        terminal
    }

    /// Types keys and waits until `expected` is on the screen after that.
    fn keys(&mut self, keys: &str, expected: &str) {
        self.seen.clear();
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.until(expected);
    }

    /// Types keys that end a line, and waits for the answer and the next prompt. Earlier keys are
    /// lost: the terminal discards them when the editor takes over.
    fn line(&mut self, keys: &str, expected: &str) {
        self.keys(keys, expected);
        self.until(PROMPT);
    }

    /// Waits until `expected` is on the screen, and forgets all up to its end.
    fn until(&mut self, expected: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(at) = self.seen.find(expected) {
                self.seen.drain(..at + expected.len());
                return;
            }
            match self.screen.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("{expected:?} does not appear: {:?}", self.seen);
                }
            }
        }
    }

    fn end(mut self) {
        // Ctrl-D on an empty line.
        self.keys.write_all(b"\x04").unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

/// Switches bracketed paste on: the editor writes it once the terminal sends it every key.
const PROMPT: &str = "\x1b[?2004h";
const LEFT: &str = "\x1b[D";
const UP: &str = "\x1b[A";

#[test]
fn editing_completion_and_history() {
    let folder = tempfile::tempdir().unwrap();
    let history = folder.path().join("new/history");
    let arguments = ["--history", history.to_str().unwrap()];

    let mut terminal = Terminal::new(&arguments);
    // A forgotten digit is put in where it belongs: 1 + 3 becomes 1 + 23.
    terminal.line(&format!("1 + 3{LEFT}2\r"), "\n24");
    // One candidate is put in whole; several up to where they differ.
    terminal.line("{2||1|0}.Tempe\t\r", "\n3/4");
    terminal.line("gcomplete := 5\r", "\n5");
    terminal.line("gcom\t + 1\r", "\n6");
    // The line before the last one, once more.
    terminal.line(&format!("{UP}{UP}\r"), "\n5");
    // Enter on an open bracket goes on.
    terminal.keys("{1|\r", "{1|");
    terminal.line("-1}\r", "+-1");
    // Ctrl-C forgets the line.
    terminal.line("1 + \x03", "1 + ");
    terminal.line("2+2\r", "\n4");
    terminal.end();

    // The history is there at the next start.
    let kept = std::fs::read_to_string(&history).unwrap();
    assert!(kept.contains("gcomplete := 5") && kept.contains("2+2"), "{kept}");
    let mut terminal = Terminal::new(&arguments);
    terminal.line(&format!("{UP}{UP} + 10\r"), "\n{11|9}");
    terminal.line("40+2\r", "\n42");
    terminal.end();
}

#[test]
fn a_file_that_is_no_history_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thesis.tex");
    std::fs::write(&file, "\\documentclass{article}\n").unwrap();
    let output =
        repl(&["--history", file.to_str().unwrap()]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("thesis.tex: this is not a worksheet history"), "{words}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "\\documentclass{article}\n");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A thermograph is drawn in characters, or as a picture where the terminal says that it shows pictures.
#[test]
fn thermographs_are_drawn() {
    let mut terminal = Terminal::new(&["--no-history"]);
    terminal.line("{3|1}.Thermograph\r", "╱");
    terminal.end();
    let mut terminal = Terminal::of_kind("xterm-kitty", &["--no-history"]);
    let expected = if cfg!(feature = "png") { "\x1b_Ga=T,f=100,m=" } else { "╱" };
    terminal.line("{3|1}.Thermograph\r", expected);
    terminal.end();
}

#[test]
fn an_interrupt_ends_a_line_and_not_the_worksheet() {
    use nix::sys::signal::{Signal, kill};
    let mut terminal = Terminal::new(&["--no-history"]);
    // The board 8x8 takes far longer than anyone waits.
    terminal.keys("domineering(\"8x8\")\r", "\x1b[?2004l");
    // Long after the line was taken, however busy the machine is.
    std::thread::sleep(Duration::from_secs(2));
    let process = nix::unistd::Pid::from_raw(terminal.child.id().try_into().unwrap());
    kill(process, Signal::SIGINT).unwrap();
    terminal.until("interrupted");
    terminal.until(PROMPT);
    terminal.line("20+3\r", "\n23");
    terminal.end();
}
