//! Nim sequences.

use upstar::Analysis;
use upstar::heaps::{HeapsError, Question, Settings};
use upstar_core::Budget;

use crate::faults::Failure;
use crate::protocol::SequenceRequest;

/// The largest heap reported.
const MOST: u64 = 4_000_000;

/// The values of heaps, with the period if there is one.
pub(crate) fn sequence(request: &SequenceRequest, budget: &Budget) -> Result<Analysis, Failure> {
    if request.to > MOST {
        return Err(Failure::new(format!(
            "a page shows heaps up to {MOST}; use `upstar heaps` for more"
        )));
    }
    let fail = |error: HeapsError| match error {
        HeapsError::Exhausted(exhausted) => Failure::from(exhausted),
        error => Failure::new(error.to_string()),
    };
    let game = upstar::find_heap_game(&request.game).map_err(fail)?;
    let question =
        Question { to: Some(request.to), values: true, period: true, ..Question::default() };
    let found = upstar::nim_sequence(&game, question, Settings::default(), budget).map_err(fail)?;
    Ok(found)
}
