//! Statements of a cell, and worksheets in files.
//!
//! A file begins with the line [`HEADER`]. The cells follow, separated by blank lines, so that
//! `:load` of the terminal's worksheet reads it too.

use upstar::lang::is_incomplete;

/// The first line of a worksheet file. It is a comment of the language.
pub const HEADER: &str = "// upstar worksheet 1";

/// The first line in every version begins with this text.
const KIND: &str = "// upstar worksheet ";

/// The maximum number of lines of a statement, so that an unclosed bracket costs little.
const MOST_LINES: usize = 1000;

/// A statement of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// Its start in the cell, in bytes.
    pub start: usize,
    /// The statement: a line, or several if brackets are open, or from `rules` to `end`.
    pub text: &'a str,
}

/// The statements of a cell, without blank lines.
///
/// ```
/// let found = upstar_sheet::statements("g := {1|\n-1}\n\ng + 1");
/// let texts: Vec<&str> = found.iter().map(|one| one.text).collect();
/// assert_eq!(texts, ["g := {1|\n-1}", "g + 1"]);
/// assert_eq!(found[1].start, 14);
/// ```
#[must_use]
pub fn statements(source: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    // The start of the open statement, and its number of lines.
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let end = at + line.trim_end_matches(['\n', '\r']).len();
        let (start, lines) = open.unwrap_or((at, 0));
        let text = &source[start..end];
        if lines + 1 < MOST_LINES && goes_on(text) {
            open = Some((start, lines + 1));
        } else {
            open = None;
            if !text.trim().is_empty() {
                found.push(Statement { start, text });
            }
        }
        at += line.len();
    }
    if let Some((start, _)) = open {
        found.push(Statement { start, text: source[start..].trim_end() });
    }
    found
}

/// Whether a line of a worksheet continues on the next one: inside brackets, and after `rules` up
/// to a line `end`.
///
/// ```
/// assert!(upstar_sheet::goes_on("{1|"));
/// assert!(!upstar_sheet::goes_on("{1|}"));
/// assert!(upstar_sheet::goes_on("rules kayles 2 on strip \".#\""));
/// assert!(!upstar_sheet::goes_on("rules nim 2 on heaps; both: n -> n-k for k in 1..n"));
/// ```
#[must_use]
pub fn goes_on(line: &str) -> bool {
    match rules(line) {
        Some(rules) => rules.is_empty() || (goes_down(rules) && !ends(rules)),
        None => is_incomplete(line),
    }
}

/// The text after `rules`: the rules of custom games, or their beginning.
fn rules(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("rules")?;
    let whole = rest.is_empty() || rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    let begins = rest.starts_with(char::is_whitespace) && !rest.trim_start().starts_with(":=");
    (whole || begins).then(|| if whole { rest } else { rest.trim() })
}

/// Whether rules span several lines: the first one has at most the name of a game and its board.
fn goes_down(rules: &str) -> bool {
    rules.contains('\n') || (rules.contains(" on ") && !rules.contains([';', ':']))
}

fn ends(rules: &str) -> bool {
    rules.lines().any(|line| line.trim() == "end")
}

/// The rules in a line or a block of a worksheet, without the `end`.
#[must_use]
pub fn rules_in(line: &str) -> Option<String> {
    let lines: Vec<&str> = rules(line)?.lines().take_while(|line| line.trim() != "end").collect();
    Some(lines.join("\n"))
}

/// The cells of a file.
///
/// # Errors
///
/// A message if a later version wrote the file.
///
/// ```
/// let cells = upstar_sheet::read_cells("// upstar worksheet 1\n\ng := {1|-1}\ng + 1\n\n// a note\n")?;
/// assert_eq!(cells, ["g := {1|-1}\ng + 1", "// a note"]);
/// # Ok::<(), String>(())
/// ```
pub fn read_cells(text: &str) -> Result<Vec<String>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let body = match text.lines().next().and_then(|line| line.trim_end().strip_prefix(KIND)) {
        Some("1") => text.split_once('\n').map_or("", |(_, body)| body),
        Some(version) => {
            return Err(format!(
                "this worksheet has the version `{}`, and this program reads version 1",
                version.chars().take(20).collect::<String>()
            ));
        }
        None => text,
    };
    let mut cells = Vec::new();
    let mut cell = String::new();
    // The start of the open statement in the cell, and its number of lines.
    let mut open: Option<(usize, usize)> = None;
    for line in body.lines() {
        if line.trim().is_empty() && open.is_none() {
            if !cell.is_empty() {
                cells.push(std::mem::take(&mut cell));
            }
            continue;
        }
        if !cell.is_empty() {
            cell.push('\n');
        }
        let (start, lines) = open.unwrap_or((cell.len(), 0));
        cell.push_str(line);
        let more = lines + 1 < MOST_LINES && goes_on(&cell[start..]);
        open = more.then_some((start, lines + 1));
    }
    if !cell.is_empty() {
        cells.push(cell);
    }
    Ok(cells)
}

/// The text of a file with these cells, for [`read_cells`]. Omits empty cells, and blank lines
/// between the statements of a cell.
///
/// ```
/// let text = upstar_sheet::write_cells(["1+1", "", "g := *2\n\ng + *3"]);
/// assert_eq!(text, "// upstar worksheet 1\n\n1+1\n\ng := *2\ng + *3\n");
/// ```
pub fn write_cells<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("{HEADER}\n");
    for cell in cells {
        let statements = statements(cell);
        if !statements.is_empty() {
            text.push('\n');
        }
        for statement in statements {
            text.push_str(statement.text);
            text.push('\n');
        }
    }
    text
}
