//! The outcomes of many positions, one per line.

use upstar::lang::Session;
use upstar::{Analysis, OutcomeOptions, analyze_outcome, read_sum};
use upstar_engine::Convention;

use super::OutcomeOf;
use crate::commands::eval::Lines;
use crate::support::{Outcome, Progress, Result, and_saved};

impl OutcomeOf {
    /// Prints one line for each line of a file: the outcome, and after a tab the winning moves if
    /// they are wanted.
    pub(super) fn answer_lines(&self, file: &str) -> Outcome {
        let budget = self.budget.budget(&Progress::new());
        let session = Session::with_solver(self.engine.solver(self.budget.threads(), &budget)?);
        let asked = Convention::of(self.misere);
        let answer = |line: &str| -> Result<Analysis> {
            let sum = read_sum(&session, line, asked, &budget)?;
            let convention = sum.convention(asked)?;
            let options = OutcomeOptions { convention, winning_moves: self.moves, line: None };
            Ok(analyze_outcome(session.solver(), &sum, options, &budget)?)
        };
        let answer = Lines::of_file(file, &budget)?.answer(self.json, answer, in_words);
        and_saved(answer, session.solver().save())
    }
}

fn in_words(found: &Analysis) -> String {
    let outcome = found.outcome.map_or_else(String::new, |outcome| outcome.to_string());
    let moves = found.play.iter().flat_map(|play| {
        let mover = play.mover.map_or(String::new(), |player| format!("{player} "));
        play.winning_moves.iter().map(move |winning| format!("{mover}{winning}"))
    });
    let moves: Vec<String> = moves.collect();
    if moves.is_empty() { outcome } else { format!("{outcome}\t{}", moves.join("; ")) }
}
