//! The book as pages with a search.

use std::process::Command;

use crate::tools::{cargo, on_path, root, target, timed};

/// The version that is installed if there is none.
const MDBOOK: &str = "0.5.4";

/// Builds the book into `target/book`, with mdBook: the one on the path, or one that is installed
/// into `target/tools`.
pub(crate) fn build() -> Result<(), String> {
    let tools = target().join("tools");
    let program = if on_path("mdbook") { "mdbook".into() } else { tools.join("bin/mdbook") };
    if program.components().count() > 1 && !program.exists() {
        let tools = tools.display().to_string();
        cargo(&["install", "mdbook", "--version", MDBOOK, "--locked", "--root", &tools])?;
    }
    let book = target().join("book");
    let from = root().join("book");
    timed(Command::new(&program).arg("build").arg(from).arg("--dest-dir").arg(&book))?;
    eprintln!("{}", book.join("index.html").display());
    Ok(())
}
