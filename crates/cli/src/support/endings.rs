//! Checks that the extension of a file name matches the contents.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use upstar_files::Compression;

use super::Failure;

/// Parses the name of a picture file, for clap. Names without an extension, such as `-` and
/// `/dev/stdout`, are accepted for any contents.
pub(crate) fn picture(endings: &'static [&'static str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        if ends_in(&path, endings) {
            return Ok(path);
        }
        let names: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
        Err(format!("the name of this picture ends in {}", names.join(" or ")))
    })
}

/// Rejects the name of a JSON file with another extension.
pub(crate) fn expect_json(path: &Path) -> Result<(), Failure> {
    if ends_in(path, &["json"]) {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{}: --json writes JSON: the name of the file ends in .json, or leave out --json",
        path.display()
    )))
}

/// Whether a name has one of the extensions, before that of a compressed file, or none.
fn ends_in(path: &Path, endings: &[&str]) -> bool {
    Compression::strip(path)
        .extension()
        .is_none_or(|found| endings.iter().any(|&ending| found.eq_ignore_ascii_case(ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_written() {
        for name in ["-", "/dev/fd/3", "x", "x.svg", "x.SVG", "x.svg.gz", "a.b/x"] {
            assert!(ends_in(name.as_ref(), &["svg"]), "{name}");
        }
        for name in ["x.pdf", "x.png", "x.svg.dot", "x.foo.gz", "x.svgz"] {
            assert!(!ends_in(name.as_ref(), &["svg"]), "{name}");
        }
    }
}
