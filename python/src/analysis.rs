//! Everything that is known of something, at once.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyString;
use upstar::core::{Player, StopReason};
use upstar::lang::{LangError, Value};
use upstar::{Analysis, EvaluateOptions, OutcomeOptions, describe_value};

use crate::convert::{evaluate, player_of, to_python, value_of};
use crate::home::present;
use crate::position::{Position, convention};
use crate::work::{Object, run};

/// What is known of a game, a position, or an expression, as JSON, and the value.
#[pyfunction]
#[pyo3(name = "_analyze", signature = (subject, budget))]
pub(crate) fn analyze<'py>(
    subject: &Object<'py>,
    budget: Option<&Object<'_>>,
) -> PyResult<(String, Option<Object<'py>>)> {
    let py = subject.py();
    let home = present();
    let (text, value) = match subject.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_string();
            let value = evaluate(py, &BTreeMap::new(), &home, &text, budget)?;
            (text, value)
        }
        Err(_) => (subject.str()?.to_string(), value_of(&home, subject)?),
    };
    let options = EvaluateOptions::default();
    let (found, value) = run(py, budget, |budget| {
        match describe_value(&home.session, value, &text, options, budget) {
            Ok(found) => Ok((found.analysis, Some(found.value))),
            // Nothing was found, and that is said.
            Err(LangError::Exhausted(exhausted)) if exhausted.reason != StopReason::Cancelled => {
                let mut nothing = Analysis::new(&text);
                nothing.stop = exhausted.reason;
                Ok((nothing, None))
            }
            Err(error) => Err(error),
        }
    })?;
    let value = match (&found.value, value) {
        (None, _) | (_, None) => None,
        // That of a position is computed.
        (Some(text), Some(Value::Positions(_))) => {
            let value = evaluate(py, &BTreeMap::new(), &home, text, budget);
            value.ok().map(|value| to_python(py, &home, value)).transpose()?
        }
        (Some(_), Some(value)) => Some(to_python(py, &home, value)?),
    };
    Ok((found.to_json(), value))
}

/// Who wins a position, by which moves, and how play goes, as JSON.
#[pyfunction]
#[pyo3(name = "_analyze_play", signature = (position, first, misere, budget))]
pub(crate) fn analyze_play(
    position: &Bound<'_, Position>,
    first: Option<&str>,
    misere: bool,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let py = position.py();
    let home = present();
    let sum = position.get().sum_in(py, &home)?;
    let line: Option<Player> = first.map(player_of).transpose()?;
    let convention = convention(misere);
    let options = OutcomeOptions { convention, winning_moves: true, line };
    let found =
        run(py, budget, |budget| upstar::analyze_outcome(home.solver(), &sum, options, budget))?;
    Ok(found.to_json())
}

/// The positions after the moves of a player, with their texts and who wins them if that is known
/// within the budget: what a board in a notebook shows.
#[pyfunction]
#[pyo3(name = "_moves", signature = (position, player, misere, budget))]
pub(crate) fn moves(
    position: &Bound<'_, Position>,
    player: &str,
    misere: bool,
    budget: Option<&Object<'_>>,
) -> PyResult<Vec<(Position, String, Option<&'static str>)>> {
    let py = position.py();
    let home = present();
    let sum = position.get().sum_in(py, &home)?;
    let player = player_of(player)?;
    let convention = convention(misere);
    let found = run(py, budget, |budget| {
        let solver = home.solver();
        let mut found = Vec::new();
        for (text, after) in sum.some_options(&solver.engine(), player, budget)?.0 {
            let outcome = solver.outcome(&after, convention, &budget.part(1, 2)).ok();
            found.push((text, after, outcome));
        }
        Ok::<_, upstar::rules::RuleError>(found)
    })?;
    let moves = found.into_iter().map(|(text, after, outcome)| {
        (Position::new(py, &home, after), text, outcome.map(|outcome| outcome.name()))
    });
    Ok(moves.collect())
}
