//! The Python package: its wheel in an environment of its own, and its tests.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{self, root, target, timed};

/// What the tests run, in turn; each by the Python of the environment, in the folder of the tests.
const STEPS: [&[&str]; 5] = [
    &["-m", "pytest", "tests"],
    &["-m", "mypy", "--strict", "--config-file", "pyproject.toml", "tests", "make_games.py"],
    &[
        "-m",
        "mypy.stubtest",
        "upstar",
        "--mypy-config-file",
        "pyproject.toml",
        "--allowlist",
        "tests/stubtest.txt",
    ],
    &["-m", "pyright", "--project", "pyproject.toml"],
    &["make_games.py", "--check"],
];

/// Whether Python 3.10 or newer with `venv` is installed; if not, reports that `what` is not
/// tested.
pub(crate) fn is_there(what: &str) -> Result<bool, String> {
    if !tools::have("python3", "python3")? {
        return Ok(false);
    }
    let is_new = "import sys; sys.exit(sys.version_info < (3, 10))";
    if run(Command::new("python3").args(["-c", is_new])).is_err() {
        return skip(what, "python3 is older than 3.10");
    }
    // Debian has `ensurepip` in a separate package.
    if run(Command::new("python3").args(["-c", "import ensurepip, venv"])).is_err() {
        if !tools::in_ci() {
            return skip(
                what,
                "python3 has no module ensurepip; Debian's package python3-venv brings it",
            );
        }
        tools::install("python3-venv")?;
    }
    Ok(true)
}

/// All tests of Python, or none without Python 3.10 or newer.
pub(crate) fn test() -> Result<(), String> {
    if !is_there("the Python package")? {
        return Ok(());
    }
    let python = environment()?;
    // A browser shows the board of a notebook; tests that need it skip themselves.
    tools::have("chromium", "chromium")?;
    // Type checkers use the first `python` in the path to find its packages.
    let folder = python.parent().unwrap_or(Path::new(""));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    for step in STEPS {
        let mut command = Command::new(&python);
        command.args(step).env("PATH", &path).current_dir(root().join("python"));
        timed(&mut command)?;
    }
    Ok(())
}

/// Reports what is skipped; an error in continuous integration.
fn skip(what: &str, reason: &str) -> Result<bool, String> {
    if tools::in_ci() {
        return Err(reason.to_owned());
    }
    eprintln!("  skipped: {what} is not tested, because {reason}");
    Ok(false)
}

/// Creates an environment in a folder; returns its Python.
pub(crate) fn new_environment(folder: &Path) -> Result<PathBuf, String> {
    timed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
    Ok(folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" }))
}

/// Installs packages in an environment.
pub(crate) fn pip(python: &Path, arguments: &[&str]) -> Result<(), String> {
    // Modules are compiled on import, so they need not be compiled now.
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
    timed(Command::new(python).args(pip).args(arguments).current_dir(root().join("python")))
}

/// Puts the package where Python finds it: its sources, the library, which is given first, and its
/// description by maturin.
const INSTALL: &str = "\
import pathlib, shutil, subprocess, sys, sysconfig
packages = pathlib.Path(sysconfig.get_path('platlib'))
shutil.copytree('src/upstar', packages / 'upstar')
suffix = '.pyd' if sys.platform == 'win32' else '.abi3.so'
shutil.copy(sys.argv[1], packages / 'upstar' / f'_upstar{suffix}')
describe = ['maturin', 'pep517', 'write-dist-info', '--metadata-directory', packages]
subprocess.run([sys.executable, '-m', *describe], check=True)
";

/// Creates an environment with the package and the dependencies of the tests; returns its Python.
///
/// The library is the one that is built with the other crates. For a wheel all crates would be
/// compiled again, with the features that this package needs; [`wheel`] builds one.
fn environment() -> Result<PathBuf, String> {
    let python = new_environment(&target().join("python/environment"))?;
    pip(&python, &["--requirement", "requirements-test.txt"])?;
    let library = tools::built(&format!("{DLL_PREFIX}_upstar{DLL_SUFFIX}"))?;
    let mut install = Command::new(&python);
    install.args(["-c", INSTALL]).arg(library).current_dir(root().join("python"));
    timed(&mut install)?;
    Ok(python)
}

/// Packs the sources and builds the wheel from them alone, in `target/wheel`: what is uploaded.
///
/// One wheel is for all versions of Python from 3.10 on.
pub(crate) fn wheel() -> Result<(), String> {
    if !is_there("the wheel")? {
        return Ok(());
    }
    let folder = target().join("wheel");
    let _ = std::fs::remove_dir_all(&folder);
    let python = new_environment(&folder.join("environment"))?;
    pip(&python, &["--constraint", "requirements-test.txt", "maturin"])?;
    let out = folder.display().to_string();
    let sdist = ["-m", "maturin", "sdist", "--out", &out];
    timed(Command::new(&python).args(sdist).current_dir(root().join("python")))?;
    let packed = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut packed = packed.filter_map(|entry| Some(entry.ok()?.path()));
    let packed = packed.find(|path| path.to_string_lossy().ends_with(".tar.gz"));
    let packed = packed.ok_or("maturin wrote no sources")?;
    timed(
        Command::new(&python)
            .args(["-m", "pip", "wheel", "--no-deps", "--wheel-dir", &out])
            .arg(packed)
            // With the name that PyPI asks for.
            .env("MATURIN_PEP517_ARGS", "--compatibility pypi")
            .env("CARGO_TARGET_DIR", target()),
    )?;
    pip(&python, &["--no-deps", "--no-index", "--find-links", &out, "upstar"])?;
    // Outside the sources, so that what is imported is what was installed.
    let works = "import upstar; assert upstar.domineering('2x2').value == upstar.switch(1)";
    timed(Command::new(&python).args(["-c", works]).current_dir(&folder))
}

/// Runs a command without output.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(error.to_string()),
    }
}
