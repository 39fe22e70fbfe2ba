//! Chores: `cargo xtask test` is everything that must pass.

mod api;
mod book;
mod parcel;
mod python;
mod site;
mod tools;
mod web;

use std::env;
use std::process::{Command, ExitCode};
use std::thread;

use tools::{cargo, timed};

const USAGE: &str = "\
Usage: cargo xtask <chore>

  test         format, clippy, docs, unit, property, example and doc tests,
               with all optional features; the packages of all crates; then the
               Python package, if there is Python 3.10 or newer, the page, if
               there is Node, the interface for programs, if there is Python, and
               the page without a server
  test --fast  the tests of the crates alone, without format, clippy, docs,
               packages, Python and the page
  test rust    all of `test` but Python, the pages and the interface for programs
  test python  the Python package alone
  test web     the page alone: its sources, whether it is built from them, and what
               it does in Chromium; then the interface for programs
  test api     the interface for programs alone: Schemathesis asks a server what its
               description says
  test site    the page without a server alone: its engine against the native one, its
               package for npm, and what it does in Chromium, without a network
  site         build the page without a server (target/site) and the package for
               npm (target/npm)
  book         build the book with search (target/book); needs mdBook, which is installed
               into target/tools if it is not there
  package      check that every crate can be packaged
  wheel        pack the sources of the Python package and build its wheel from them
               (target/wheel)
  fmt          format the code
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => everything(),
        ["test", "rust"] => rust(),
        ["test", "python"] => python::test(),
        ["test", "web"] => web(),
        ["test", "api"] => api::test(),
        ["test", "site"] => site::test(),
        ["site"] => site::build(),
        ["book"] => book::build(),
        ["test", "--fast"] => tests(),
        ["package"] => packages(),
        ["wheel"] => python::wheel(),
        ["fmt"] => cargo(&["fmt", "--all"]),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Optional features are tested too: PNG pictures, Arrow.
const ALL: &str = "--all-features";

/// Workspaces beside this one, each with a lock file of its own.
const BESIDE: [&str; 3] = ["bench", "fuzz", "xtask/bind"];

/// Checks the lock files: a dependency changed here also changes them, and would otherwise be
/// noticed only at their next build.
fn locks() -> Result<(), String> {
    for folder in BESIDE {
        let manifest = tools::root().join(folder).join("Cargo.toml");
        let manifest = manifest.display().to_string();
        cargo(&["update", "--quiet", "--workspace", "--locked", "--manifest-path", &manifest])?;
    }
    Ok(())
}

fn lints() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    locks()?;
    cargo(&["clippy", "--workspace", "--all-targets", ALL, "--locked", "--", "-D", "warnings"])?;
    let doc = ["doc", "--workspace", ALL, "--no-deps", "--locked"];
    timed(Command::new("cargo").args(doc).env("RUSTDOCFLAGS", "-D warnings"))
}

fn everything() -> Result<(), String> {
    rust()?;
    // Most of the time the engine for pages is compiled on one core; what is tested beside it runs
    // on one as well.
    let engine = site::start_engine()?;
    let others = python::test().and_then(|()| web());
    engine.map_or(Ok(()), |engine| engine.join().map_err(|_| "the build panicked")?)?;
    others?;
    site::test()
}

/// Everything about the crates.
fn rust() -> Result<(), String> {
    lints()?;
    packages()?;
    tests()
}

/// The worksheet in the browser, for people and for programs.
fn web() -> Result<(), String> {
    web::test().and_then(|()| api::test())
}

/// What users of the crates get. The engine for pages is the library without features.
fn packages() -> Result<(), String> {
    eprintln!("+ cargo package");
    parcel::check()
}

/// The unit, property and example tests by nextest where it is installed, else by cargo's own runner;
/// then the doc tests, which nextest does not run.
fn tests() -> Result<(), String> {
    // Tests of `upstar-proofs` check what it writes, and say so where they cannot.
    tools::have("coqc", "coq")?;
    tools::have("fish", "fish")?;
    tools::have("zsh", "zsh")?;
    let nextest = Command::new("cargo").args(["nextest", "--version"]).output();
    let mut command = Command::new("cargo");
    if nextest.is_ok_and(|output| output.status.success()) {
        // A quarter of the time, tests wait: for a limit, an interrupt or a process.
        let threads = thread::available_parallelism().map_or(4, |cores| cores.get() + 2);
        command.args(["nextest", "run", "--test-threads", &threads.to_string()]);
    } else {
        command.args(["test", "--lib", "--bins", "--tests"]);
    }
    command.args(["--workspace", ALL, "--locked", "--no-fail-fast"]);
    // The gate repeats the same random cases; a run without the seed finds new ones.
    timed(command.env("PROPTEST_RNG_SEED", "20260101"))?;
    cargo(&["test", "--workspace", ALL, "--locked", "--doc"])
}
