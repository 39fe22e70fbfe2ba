//! The interface for programs: Schemathesis tests whether a server conforms to its description,
//! with requests generated from it.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::python;
use crate::tools::{self, target, timed};

/// The package that sends the requests.
const PACKAGE: &str = "schemathesis==4.32.5";

/// Its options: as many requests as take half a minute, the same in every run.
const OPTIONS: [&str; 8] = [
    "--phases=examples,coverage,fuzzing",
    "--max-examples=25",
    "--seed=20260101",
    "--generation-deterministic",
    // Most texts are not games: the server answers that they have no value.
    "--exclude-checks=positive_data_acceptance",
    "--request-timeout=60",
    "--warnings=off",
    "--no-color",
];

/// A server that stops when the tests end.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Tests a server, or does nothing without Python 3.10 or newer.
pub(crate) fn test() -> Result<(), String> {
    if !python::is_there("the interface for programs")? {
        return Ok(());
    }
    let upstar = tools::built(&tools::exe("upstar"))?;
    let python = environment()?;
    let (_server, url) = serve(&upstar)?;
    let mut command = Command::new(python);
    command.args(["-m", "schemathesis.cli", "run", &format!("{url}api/openapi.json")]);
    timed(command.args(OPTIONS).current_dir(target()))
}

/// The Python of an environment with Schemathesis; an existing environment is reused.
fn environment() -> Result<PathBuf, String> {
    let folder = target().join("api");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let (name, version) = PACKAGE.split_once("==").expect("a version is pinned");
    let is_there = format!(
        "import importlib.metadata as m, sys; sys.exit(m.version('{name}') != '{version}')"
    );
    if python::run(Command::new(&python).args(["-c", &is_there])).is_err() {
        let python = python::new_environment(&folder)?;
        python::pip(&python, &[PACKAGE])?;
    }
    Ok(python)
}

/// Starts a server with a short time limit; returns its address.
fn serve(upstar: &PathBuf) -> Result<(Server, String), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", upstar.display());
    let mut command = Command::new(upstar);
    command.args(["serve", "--no-open", "--port", "0", "--budget", "500ms,500MB"]);
    command.args(["--gallery", "."]).current_dir(target());
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let said = child.stdout.take();
    let server = Server(child);
    let mut line = String::new();
    if let Some(said) = said {
        BufReader::new(said).read_line(&mut line).map_err(failed)?;
    }
    match line.trim() {
        "" => Err("failed: upstar serve".to_owned()),
        url => Ok((server, url.to_owned())),
    }
}
