//! Optional programs that some tests need; paths of folders; work at once.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// Whether a program is in the path. In continuous integration (`CI=true`) a missing one is
/// installed from a Debian package; elsewhere a message reports what is skipped.
///
/// # Errors
///
/// The program cannot be installed in continuous integration, where nothing may be skipped.
pub(crate) fn have(tool: &str, package: &str) -> Result<bool, String> {
    if on_path(tool) {
        return Ok(true);
    }
    if !in_ci() {
        eprintln!("  skipped: there is no `{tool}`, which Debian's package {package} brings");
        return Ok(false);
    }
    install(package)?;
    if on_path(tool) { Ok(true) } else { Err(format!("{package} was installed without `{tool}`")) }
}

/// Whether this is continuous integration, where nothing may be skipped.
pub(crate) fn in_ci() -> bool {
    env::var("CI").is_ok_and(|value| value == "true")
}

/// Installs a package by `apt-get`, through `sudo` unless the user is root.
pub(crate) fn install(package: &str) -> Result<(), String> {
    /// Whether the lists of packages are new. Only one `apt-get` can run at a time.
    static HAS_LISTS: Mutex<bool> = Mutex::new(false);
    let run = |arguments: &[&str]| {
        let first = if on_path("sudo") { &["sudo", "apt-get"][..] } else { &["apt-get"] };
        timed(Command::new(first[0]).args(&first[1..]).args(arguments))
    };
    let mut has_lists = HAS_LISTS.lock().map_err(|error| error.to_string())?;
    // Old lists name old versions, for which the tests were not written.
    if !*has_lists {
        run(&["update", "--quiet"])?;
        *has_lists = true;
    }
    run(&["install", "--quiet", "--yes", "--no-install-recommends", package])
}

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

/// The target folder of cargo: the same for both workspaces, so that shared libraries are compiled
/// once.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A file of those that are built for the tests: the program, the library for Python, an example.
///
/// All are built at once with the features of the whole workspace and of the tests, which an example
/// brings: as in the tests of the crates, which have compiled nearly all of it.
pub(crate) fn built(file: &str) -> Result<PathBuf, String> {
    let build = ["build", "--profile", "test", "--workspace", "--all-features", "--locked"];
    cargo(&[&build[..], &["--lib", "--bins", "--example", "answers"]].concat())?;
    Ok(target().join("debug").join(file))
}

/// The file name of a program on this system.
pub(crate) fn exe(name: &str) -> String {
    format!("{name}{}", env::consts::EXE_SUFFIX)
}

/// Runs cargo and prints how long it took.
pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    timed(Command::new("cargo").args(arguments))
}

/// Runs a command and prints how long it took.
pub(crate) fn timed(command: &mut Command) -> Result<(), String> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let shown = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    eprintln!("+ {shown}");
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{shown}: {error}"))?;
    // Its start alone: other commands may have printed theirs in between.
    let start_of = shown.get(..60).unwrap_or(&shown);
    eprintln!("  ({:.0} s: {start_of})", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("failed: {shown}")) }
}

/// Does several things at once; the error of the first of them that fails.
pub(crate) fn at_once<const N: usize>(
    works: [&(dyn Fn() -> Result<(), String> + Sync); N],
) -> Result<(), String> {
    thread::scope(|scope| {
        let ends = works.map(|work| scope.spawn(work)).map(|thread| {
            thread.join().unwrap_or_else(|_| Err("a thread of the tests panicked".to_owned()))
        });
        ends.into_iter().collect()
    })
}

/// Whether a program is in one of the folders of the path.
pub(crate) fn on_path(tool: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| is_program(&folder.join(tool)))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(on_path("cargo"));
        assert!(!on_path("no-such-program-anywhere"));
    }
}
