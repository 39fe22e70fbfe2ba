//! `upstar outcome --mcgs`: the questions of a test file of the solver MCGS.

use std::path::Path;

use upstar::Analysis;
use upstar_files::Source;

use super::OutcomeOf;
use crate::support::{Answer, Failure, Outcome, and_saved};

impl OutcomeOf {
    /// Answers the questions of a file.
    pub(super) fn answer_file(&self, path: &Path) -> Outcome {
        /// No file of questions is so long.
        const MOST_BYTES: u64 = 1 << 26;
        let name = path.display().to_string();
        let failed = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
        let (progress, budget) = self.budget.start();
        let text = Source::Path(path.to_owned()).read_text(MOST_BYTES, &budget)?;
        let cases = upstar::read_mcgs(&text).map_err(|error| failed(&error))?;
        progress.stage("positions", None, &budget);
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        let found = upstar::analyze_mcgs(&name, &cases, &solver, &budget);
        let saved = solver.save();
        progress.clear();
        let shown = found.map_err(Failure::from).map(|found| {
            if self.json {
                say!("{}", crate::support::json(&found));
            } else {
                show(&found);
            }
            match Answer::of(&found) {
                Answer::Yes => Answer::to(&found),
                stopped => stopped,
            }
        });
        and_saved(shown, saved)
    }
}

/// The questions whose answers are not those that were expected, and how many are.
fn show(found: &Analysis) {
    for row in found.table.iter().flat_map(|table| &table.rows) {
        let [line, question, expected, answer, result] = &row[..] else { continue };
        match result.as_str() {
            "pass" => {}
            "fail" => say!("line {line}: {question}: {answer}, expected {expected}"),
            "answered" => say!("line {line}: {question}: {answer}"),
            _ => say!("line {line}: {question}: {result}"),
        }
    }
    if let Some(claim) = &found.claim {
        say!("{}", claim.reason);
    }
}
