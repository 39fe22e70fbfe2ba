//! The page: its types, its style, its tests, its behaviour in a browser, and whether the files
//! embedded in the program are up to date.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use crate::tools::{self, exe, root, target, timed};

/// The checks of the sources, in order; each is a script in web/package.json.
const STEPS: [&str; 3] = ["check", "lint", "test"];

/// All tests of the page, or none without Node.
pub(crate) fn test() -> Result<(), String> {
    if !has_node()? {
        return Ok(());
    }
    install()?;
    for step in STEPS {
        npm(&["run", "--silent", step])?;
    }
    built()?;
    if !tools::have("chromium", "chromium")? {
        return Ok(());
    }
    let upstar = tools::built(&exe("upstar"))?;
    let chromium = || in_browser(&[("UPSTAR", upstar.clone())]);
    if !tools::have("firefox-esr", "firefox-esr")? {
        return chromium();
    }
    let firefox = || in_browser(&[("UPSTAR", upstar.clone()), ("BROWSER", "firefox".into())]);
    // Both wait for a third of the time.
    tools::at_once([&chromium, &firefox])
}

/// Whether a recent enough version of Node is installed; if not, reports it.
pub(crate) fn has_node() -> Result<bool, String> {
    if !tools::have("node", "nodejs")? || !tools::have("npm", "npm")? {
        return Ok(false);
    }
    let is_new = "process.exit(process.versions.node.split('.')[0] >= 20 ? 0 : 1)";
    let found = Command::new("node").args(["-e", is_new]).status();
    if !found.is_ok_and(|status| status.success()) {
        if tools::in_ci() {
            return Err("node is older than 20".to_owned());
        }
        eprintln!("  skipped: the page is not tested, because node is older than 20");
        return Ok(false);
    }
    Ok(true)
}

/// Installs the dependencies of the page, once even if two parts of the tests need them.
pub(crate) fn install() -> Result<(), String> {
    static IS_DONE: Mutex<bool> = Mutex::new(false);
    let mut is_done = IS_DONE.lock().map_err(|error| error.to_string())?;
    if !*is_done {
        npm(&["ci", "--no-audit", "--no-fund"])?;
        *is_done = true;
    }
    Ok(())
}

/// The end-to-end tests of a page.
pub(crate) fn in_browser(of: &[(&str, PathBuf)]) -> Result<(), String> {
    let mut tests = Command::new("npm");
    tests.args(["run", "--silent", "e2e"]).envs(of.iter().cloned()).current_dir(folder());
    timed(&mut tests)
}

/// Whether the page embedded in the program matches its sources: builds it again.
fn built() -> Result<(), String> {
    let made = target().join("page");
    let _ = fs::remove_dir_all(&made);
    let folder = made.display().to_string();
    npm(&["run", "--silent", "build", "--", "--outDir", &folder, "--emptyOutDir"])?;
    let held = root().join("crates/serve/page");
    let (new, old) = (files(&made)?, files(&held)?);
    if let Some(name) = new.iter().chain(&old).find(|name| {
        let read = |folder: &Path| fs::read(folder.join(name)).ok();
        read(&made) != read(&held)
    }) {
        return Err(format!(
            "crates/serve/page is not what web/ makes ({}): run `npm run build` in web/",
            name.display()
        ));
    }
    Ok(())
}

/// The files in a folder and its subfolders, by relative path.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        let entries =
            fs::read_dir(&next).map_err(|error| format!("{}: {error}", next.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", next.display()))?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(inside) = path.strip_prefix(folder) {
                found.push(inside.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    timed(Command::new("npm").args(arguments).current_dir(folder()))
}

pub(crate) fn folder() -> PathBuf {
    root().join("web")
}
