//! The names of files that pictures are written to.

use std::ffi::OsStr;
use std::path::PathBuf;

/// A file for a picture, for clap: its name ends in `.svg` or has no ending.
pub(crate) fn svg_file(text: &str) -> Result<PathBuf, String> {
    file(text, &["svg"], "this picture is written as SVG: name the file `.svg`")
}

/// The same, with `.png` as well.
pub(crate) fn svg_or_png_file(text: &str) -> Result<PathBuf, String> {
    file(
        text,
        &["svg", "png"],
        "pictures are written as SVG or PNG: name the file `.svg` or `.png`",
    )
}

fn file(text: &str, endings: &[&str], help: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_known = |ending: &OsStr| endings.iter().any(|known| ending.eq_ignore_ascii_case(known));
    if path.extension().is_none_or(is_known) { Ok(path) } else { Err(help.to_owned()) }
}
