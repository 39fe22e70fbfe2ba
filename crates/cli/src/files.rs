//! Checks of the files named by the arguments: an output must not be an input.

use std::ffi::OsString;
use std::path::Path;

use clap::ArgMatches;

use crate::support::{Failure, Result};

/// Options that name a file to write.
const OUTPUTS: [&str; 6] = ["output", "certificate", "certify", "plot", "png", "svg"];

/// An argument that may name a file.
pub(crate) struct Named {
    is_output: bool,
    text: OsString,
}

/// All arguments of the command and its subcommands.
pub(crate) fn named(matches: &ArgMatches) -> Vec<Named> {
    let mut found = Vec::new();
    let mut at = matches;
    loop {
        for id in at.ids() {
            let is_output = OUTPUTS.contains(&id.as_str());
            let values = at.try_get_raw(id.as_str()).ok().flatten().into_iter().flatten();
            found.extend(values.map(|text| Named { is_output, text: text.to_owned() }));
        }
        match at.subcommand() {
            Some((_, below)) => at = below,
            None => return found,
        }
    }
}

/// Rejects an output that another argument also names, even through a link: the input would be
/// lost.
///
/// # Errors
/// The name of the file.
pub(crate) fn expect_different(named: &[Named]) -> Result {
    let files: Vec<(&Named, Identity)> =
        named.iter().filter_map(|one| Some((one, identity(one.text.as_ref())?))).collect();
    for (at, (output, file)) in files.iter().enumerate().filter(|(_, (one, _))| one.is_output) {
        let mut others = files.iter().enumerate().filter(|&(other, _)| other != at);
        if others.any(|(_, (_, other))| other == file) {
            return Err(Failure::input(format!(
                "`{}` is named twice: what is written would replace it; name another output",
                output.text.display()
            )));
        }
    }
    Ok(())
}

/// The identity of a file, equal for all of its names.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = std::path::PathBuf;

/// The identity of the file of this name, if it exists.
fn identity(path: &Path) -> Option<Identity> {
    let found = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    std::fs::canonicalize(path).ok().filter(|_| found.is_file())
}
