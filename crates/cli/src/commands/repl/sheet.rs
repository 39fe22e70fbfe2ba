//! Worksheet files: the lines that had an answer, as typed.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use upstar_files::{Compression, Output};
pub(super) use upstar_sheet::{goes_on, rules_in};

use crate::support::Failure;

/// The maximum size of a file.
const MOST_BYTES: u64 = 64 << 20;

/// Writes the lines of a worksheet.
pub(super) fn save(path: &Path, lines: &[String]) -> Result<(), Failure> {
    let mut output = Output::create_as(path, Compression::None)?;
    let written = lines.iter().try_for_each(|line| writeln!(output, "{line}"));
    written.map_err(|error| output.error(error))?;
    Ok(output.finish()?)
}

/// The lines of a worksheet, each with the number of its first line in the file; a line continues
/// on the next one inside brackets.
pub(super) fn load(path: &Path) -> Result<Vec<(usize, String)>, Failure> {
    let name = path.display();
    let cannot = |error: std::io::Error| Failure::input(format!("cannot read {name}: {error}"));
    let file = File::open(path).map_err(cannot)?;
    let mut text = String::new();
    file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(cannot)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(Failure::input(format!("{name}: a worksheet has at most {MOST_BYTES} bytes")));
    }
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
