//! Worksheet files: the lines that had an answer, as typed.

use std::io::Write;
use std::path::Path;

use upstar_core::Budget;
use upstar_files::{Compression, Output, Source};
pub(super) use upstar_sheet::{goes_on, rules_in};

use crate::support::Result;

/// The maximum size of a file.
const MOST_BYTES: u64 = 64 << 20;

/// Writes the lines of a worksheet.
pub(super) fn save(path: &Path, lines: &[String]) -> Result {
    let mut output = Output::create_as(path, Compression::None)?;
    let written = lines.iter().try_for_each(|line| writeln!(output, "{line}"));
    written.map_err(|error| output.error(error))?;
    Ok(output.finish()?)
}

/// The lines of a worksheet, each with the number of its first line in the file; a line continues
/// on the next one inside brackets.
pub(super) fn load(path: &Path, budget: &Budget) -> Result<Vec<(usize, String)>> {
    let text = Source::Path(path.to_owned()).read_text(MOST_BYTES, budget)?;
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match lines.last_mut() {
            Some((_, before)) if open => {
                before.push('\n');
                before.push_str(line);
            }
            _ => lines.push((number + 1, line.to_owned())),
        }
        open = lines.last().is_some_and(|(_, whole)| goes_on(whole));
    }
    lines.retain(|(_, line)| !line.trim().is_empty());
    Ok(lines)
}
