//! Contents that the extension of a file name determines.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::builder::{PathBufValueParser, TypedValueParser};
use upstar_draw::{Scene, svg, tikz};
use upstar_files::{Compression, Output};

use super::{Failure, left_out};
use crate::support::Result;

/// The extensions of pictures.
const PICTURES: [&str; 5] = ["svg", "png", "pdf", "tex", "tikz"];

/// Parses the name of a picture file, for clap. `-`, pipes and devices are accepted, too.
pub(crate) fn picture() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_bare = path.extension().is_none();
        if !ends_in(&path, &PICTURES) || is_bare && !is_stream(&path) {
            let expected =
                "the name of a picture ends in .svg, .png, .pdf, or .tex or .tikz for TikZ";
            return Err(expected.to_owned());
        }
        let parts = [("png", cfg!(feature = "png")), ("pdf", cfg!(feature = "pdf"))];
        match parts.into_iter().find(|&(part, here)| has_extension(&path, part) && !here) {
            Some((part, _)) => Err(left_out(&part.to_uppercase(), part)),
            None => Ok(path),
        }
    })
}

/// Whether it is standard output, a pipe or a device.
fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
        || path.starts_with("/dev")
        || path.metadata().is_ok_and(|found| !found.is_file())
}

/// Writes a picture to a file, as its extension says; without one, as SVG.
pub(crate) fn write_picture(path: &Path, scene: &Scene) -> Result {
    let is = |ending: &str| has_extension(path, ending);
    let bytes = if is("png") {
        png(scene)?
    } else if is("pdf") {
        pdf(scene)?
    } else if is("tex") || is("tikz") {
        tikz(scene).into_bytes()
    } else {
        svg(scene).into_bytes()
    };
    let mut output = Output::create(path)?;
    output.write_all(&bytes).map_err(|error| Failure::from(output.error(error)))?;
    Ok(output.finish()?)
}

/// A picture for the terminal on standard output, in the graphics protocol of kitty; `None` if the
/// terminal does not say that it knows the protocol, or this build has no PNG.
///
/// *Source:* the documentation of kitty, *Terminal graphics protocol*.
pub(crate) fn inline(scene: &Scene) -> Option<String> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let knows = !variable("KITTY_WINDOW_ID").is_empty()
        || variable("TERM") == "xterm-kitty"
        || ["ghostty", "WezTerm"].contains(&&*variable("TERM_PROGRAM"));
    if !knows || !std::io::stdout().is_terminal() {
        return None;
    }
    let encoded = BASE64_STANDARD.encode(png(scene).ok()?);
    let mut rest = encoded.as_str();
    let mut text = String::from("\x1b_Ga=T,f=100,");
    loop {
        // Larger pieces are not allowed. Base64 is ASCII.
        let (piece, after) = rest.split_at(rest.len().min(4096));
        text += &format!("m={};{piece}\x1b\\", u8::from(!after.is_empty()));
        if after.is_empty() {
            return Some(text);
        }
        text += "\x1b_G";
        rest = after;
    }
}

#[cfg(feature = "png")]
fn png(scene: &Scene) -> Result<Vec<u8>> {
    upstar_draw::png(scene, 2.0).map_err(Failure::input)
}

#[cfg(not(feature = "png"))]
fn png(_: &Scene) -> Result<Vec<u8>> {
    Err(super::absent("PNG", "png"))
}

#[cfg(feature = "pdf")]
fn pdf(scene: &Scene) -> Result<Vec<u8>> {
    upstar_draw::pdf(scene).map_err(Failure::input)
}

#[cfg(not(feature = "pdf"))]
fn pdf(_: &Scene) -> Result<Vec<u8>> {
    Err(super::absent("PDF", "pdf"))
}

/// Rejects the name of a JSON file with another extension.
pub(crate) fn expect_json(path: &Path) -> Result {
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
    Compression::strip(path).extension().is_none()
        || endings.iter().any(|ending| has_extension(path, ending))
}

fn has_extension(path: &Path, ending: &str) -> bool {
    Compression::strip(path).extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
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
