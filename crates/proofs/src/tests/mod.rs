//! All written proofs, checked by the kernel of Coq.

mod claims;
#[cfg(feature = "metamath")]
mod metamath;
mod mutations;
mod reader;
mod rulesets;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::statement::Proof;
use crate::theory::{self, libraries};

/// Whether Coq is installed. If it is missing, the test reports that it was skipped, and fails if
/// all checks are required.
fn coq() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    let found = *FOUND.get_or_init(|| {
        Command::new("coqc").arg("--version").output().is_ok_and(|output| output.status.success())
    });
    if !found {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "coqc is missing");
        eprintln!("skipped: coqc is missing (Debian's package is called coq)");
    }
    found
}

/// A folder in which the whole theory is compiled, once in each process.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            for (name, text) in libraries() {
                let output = run(folder.path(), name, &text);
                assert!(output.status.success(), "{name}: {}", words(&output));
            }
            folder
        })
        .path()
}

fn words(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The output of `coqc` for a file.
fn run(folder: &Path, name: &str, text: &str) -> Output {
    let file = format!("{name}.v");
    std::fs::write(folder.join(&file), text).unwrap();
    let mut command = Command::new("coqc");
    command.current_dir(folder).args(["-q", "-w", "none", "-R", ".", "", &file]);
    command.output().unwrap()
}

const CLOSED: &str = "Closed under the global context";

/// The claim of a proof after an import of the theory instead of its text.
fn importing(proof: &Proof) -> String {
    let library = if proof.text.contains("Inductive player") { "Play" } else { "Graphs" };
    header(library) + &proof.text[proof.claim..]
}

fn header(library: &str) -> String {
    theory::imports() + "Require Import " + library + ".\n"
}
