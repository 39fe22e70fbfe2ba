//! What users get from a registry: every crate packs without a warning, and its package is
//! complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::tools::root;

/// Files that every crate has copies of, beside a README of its own.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Packs every published crate. Nothing is compiled: the tests compile the same files, so only
/// their presence remains to be checked. A lock file would need the index of the registry.
pub(crate) fn check() -> Result<(), String> {
    let hidden = ["xtask", "own-game", "upstar-games-tests", "upstar-python"]
        .map(|name| ["--exclude", name]);
    let packed = [&["--workspace"], hidden.as_flattened()].concat();
    let how = ["--no-verify", "--allow-dirty", "--exclude-lockfile"];
    let said = package(&[&packed[..], &how].concat())?.1;
    let mut faults = Vec::new();
    let mut about = "";
    for line in said.lines().map(str::trim) {
        match line.strip_prefix("warning: ") {
            // Files that a crate excludes on purpose are not an error.
            Some(warning) if warning.starts_with("ignoring ") => {}
            Some(warning) => faults.push(format!("{about}: {warning}")),
            None if line.starts_with("Packaging") => about = line,
            None => {}
        }
    }
    let root = root();
    for folder in sorted(&root.join("crates"))? {
        let found = check_crate(root, &folder)?;
        let name = folder.strip_prefix(root).unwrap_or(&folder).display();
        faults.extend(found.iter().map(|fault| format!("{name}: {fault}")));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The errors in the package of the crate in `folder`.
fn check_crate(root: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let manifest = folder.join("Cargo.toml").display().to_string();
    let listed = package(&["--list", "--allow-dirty", "--manifest-path", &manifest])?.0;
    let packed: BTreeSet<PathBuf> = listed.lines().map(PathBuf::from).collect();
    let mut wanted: Vec<PathBuf> = files(folder, Path::new("src"))?;
    wanted.push(PathBuf::from("README.md"));
    for licence in LICENCES {
        if read(&folder.join(licence))? != read(&root.join(licence))? {
            faults.push(format!("{licence} is not the text of the workspace"));
        }
        wanted.push(PathBuf::from(licence));
    }
    for file in packed.iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
        let beside = file.parent().unwrap_or(Path::new(""));
        let text = read(&folder.join(file))?;
        wanted.extend(included(&text).map(|path| flat(&beside.join(path))));
    }
    let missing = wanted.iter().filter(|file| !packed.contains(*file));
    faults.extend(missing.map(|file| format!("{} is not in the package", file.display())));
    Ok(faults)
}

/// The files that a source file includes, other than modules.
fn included(text: &str) -> impl Iterator<Item = &str> {
    let before = ["include_str!(", "include_bytes!(", "#[path ="];
    let places = before.into_iter().flat_map(|word| text.split(word).skip(1));
    places.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
}

/// The path without `..`, where that leads outside too.
fn flat(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if flat.file_name().is_some() => drop(flat.pop()),
            part => flat.push(part),
        }
    }
    flat
}

/// All files in `folder` below `under`, named from `folder`.
fn files(folder: &Path, under: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in sorted(&folder.join(under))? {
        let name = under.join(path.file_name().expect("entries of a folder have names"));
        if path.is_dir() {
            found.extend(files(folder, &name)?);
        } else {
            found.push(name);
        }
    }
    Ok(found)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fail = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(fail)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>().map_err(fail)?;
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// What `cargo package` prints on standard output and standard error.
fn package(arguments: &[&str]) -> Result<(String, String), String> {
    let output = Command::new("cargo").arg("package").args(arguments).output();
    let output = output.map_err(|error| format!("cargo package: {error}"))?;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stderr);
    if output.status.success() {
        Ok((text(&output.stdout), said))
    } else {
        Err(format!("failed: cargo package {}\n{said}", arguments.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_leave_the_crate_stay_visible() {
        let flat = |path: &str| flat(Path::new(path));
        assert_eq!(flat("src/../fonts/a.ttf"), Path::new("fonts/a.ttf"));
        assert_eq!(flat("tests/../../../README.md"), Path::new("../../README.md"));
    }

    #[test]
    fn included_files_are_found() {
        let text = "static A: &str = include_str!(\n    \"a.txt\");\n#[path = \"b.rs\"]\nmod b;";
        assert_eq!(included(text).collect::<Vec<_>>(), ["a.txt", "b.rs"]);
        assert_eq!(included("include_str!(name)").count(), 0);
    }
}
