//! All written proofs, checked by the kernel of Coq.

mod claims;
#[cfg(feature = "metamath")]
mod metamath;
mod mutations;
mod reader;
mod rulesets;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::statement::Proof;
use crate::theory::{self as source, libraries};

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

/// A folder beside this program with the theory, compiled by this version of Coq. The first process
/// compiles it, others wait and use it.
fn theory() -> &'static Path {
    static THEORY: OnceLock<PathBuf> = OnceLock::new();
    THEORY.get_or_init(|| {
        let version = Command::new("coqc").arg("--print-version").output().unwrap().stdout;
        let version = String::from_utf8(version).unwrap();
        let version = version.split_whitespace().next().unwrap();
        let place = std::env::current_exe().unwrap().with_extension(format!("coq-{version}"));
        fs::create_dir_all(&place).unwrap();
        let lock = fs::File::create(place.join("lock")).unwrap();
        lock.lock().unwrap();
        let compiled = place.join("compiled");
        let is_current = libraries().iter().all(|(name, text)| {
            fs::read_to_string(compiled.join(format!("{name}.v"))).is_ok_and(|old| old == *text)
        });
        if !is_current {
            let new = tempfile::tempdir_in(&place).unwrap();
            for (name, text) in libraries() {
                let output = run(new.path(), name, &text);
                assert!(output.status.success(), "{name}: {}", words(&output));
            }
            // The folder appears whole, even if this process is killed.
            let _ = fs::remove_dir_all(&compiled);
            fs::rename(new.keep(), &compiled).unwrap();
        }
        compiled
    })
}

fn words(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The output of `coqc` for a file that stands alone.
fn run(folder: &Path, name: &str, text: &str) -> Output {
    coqc(folder, name, text, &[])
}

/// The output of `coqc` for a file that imports the theory.
fn run_importing(folder: &Path, text: &str) -> Output {
    coqc(folder, "Importing", text, &[OsStr::new("-R"), theory().as_os_str(), OsStr::new("")])
}

fn coqc(folder: &Path, name: &str, text: &str, load: &[&OsStr]) -> Output {
    let file = format!("{name}.v");
    fs::write(folder.join(&file), text).unwrap();
    let mut command = Command::new("coqc");
    command.current_dir(folder).args(["-q", "-w", "none"]).args(load);
    command.args(["-R", ".", "", &file]).output().unwrap()
}

const CLOSED: &str = "Closed under the global context";
const ASSUMPTIONS: &str = "Print Assumptions claim.\n";

/// All claims, which import this library, are accepted and rest on no axioms.
fn all_accepted<'a>(folder: &Path, library: &str, claims: impl IntoIterator<Item = &'a str>) {
    let (mut text, mut theorems) = (header(library), Vec::new());
    for (index, claim) in claims.into_iter().enumerate() {
        let body = claim.strip_prefix(&header(library)).unwrap();
        // The axioms of all are asked for once: each question looks through the whole theory.
        let body = body.strip_suffix(ASSUMPTIONS).unwrap();
        text += &format!("Module Claim{index}.\n{body}End Claim{index}.\n");
        theorems.push(format!("Claim{index}.claim"));
    }
    text += &format!("Definition claim := ({}).\n{ASSUMPTIONS}", theorems.join(", "));
    let output = run_importing(folder, &text);
    assert!(output.status.success(), "{}", words(&output));
    assert!(words(&output).contains(CLOSED), "{}", words(&output));
}

/// The claim of a proof after an import of the theory instead of its text.
fn importing(proof: &Proof) -> String {
    let library = if proof.text.contains("Inductive player") { "Play" } else { "Graphs" };
    header(library) + &proof.text[proof.claim..]
}

fn header(library: &str) -> String {
    source::imports() + "Require Import " + library + ".\n"
}
