//! Moves of positions.

use std::collections::BTreeSet;

use pyo3::prelude::*;
use pyo3::types::PyString;
use upstar::core::{Budget, Convention, Player};
use upstar::lang::Style;
use upstar::rules::{RuleError, Sum};

use crate::convert::player_of;
use crate::home::Home;
use crate::own::parts_of;
use crate::position::{Position, read};
use crate::work::{Failure, Object};

/// What is asked of winning moves: the sums after them.
pub(crate) fn after_winning_moves(
    home: &Home,
    sum: &Sum,
    player: Player,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Sum>, RuleError> {
    let solver = home.solver();
    let moves = solver.winning_moves(sum, player, convention, budget)?;
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    let mut worker = solver.worker(budget);
    let before = sum.summands().iter().map(|term| term.text(&mut worker, Style::Plain));
    let before = before.collect::<Result<Vec<_>, _>>()?;
    let wins: BTreeSet<(usize, String)> =
        moves.into_iter().map(|found| (found.index - 1, found.after)).collect();
    let mut found = Vec::new();
    for (_, after) in sum.some_options(&solver.engine(), player, budget)?.0 {
        for (index, term) in after.summands().iter().enumerate() {
            let text = term.text(&mut worker, Style::Plain)?;
            // Of a stalk without an end one move stands for all that are as good.
            let is_win = wins.iter().any(|(place, win)| {
                *place == index && (*win == text || win.starts_with(&format!("{text}, or ")))
            });
            if text != before[index] && is_win {
                found.push(after.clone());
                break;
            }
        }
    }
    Ok(found)
}

impl Position {
    /// The players whose moves are listed: both, unless one is named or both have the same moves.
    pub(crate) fn movers(&self, player: Option<&str>) -> PyResult<Vec<Player>> {
        match player {
            Some(player) => Ok(vec![player_of(player)?]),
            None if self.sum().class().is_impartial() => Ok(vec![Player::Left]),
            None => Ok(Player::BOTH.to_vec()),
        }
    }

    /// The position after the move that is named by a position, by its text, or in a custom game by
    /// the object.
    pub(crate) fn after(&self, to: &Object<'_>, player: Option<&str>) -> PyResult<Position> {
        let py = to.py();
        let text = to.cast::<PyString>().ok().map(|text| text.to_string());
        // The same position may be written in several ways.
        let read = text.as_deref().and_then(|text| read(py, text).ok());
        let read = read.map(|read| read.in_misere_play(self.is_misere()));
        let moves = self.moves(py, player)?;
        for after in &moves {
            let object = after.own_object(py)?;
            let found = if let Ok(to) = to.cast::<Position>() {
                after.is_same(py, to.get())?
            } else if let Some(object) = object
                && object.bind(py).eq(to)?
            {
                true
            } else if let Some(text) = &text {
                after.text(py)? == *text
                    || read.as_ref().map_or(Ok(false), |read| after.is_same(py, read))?
            } else {
                false
            };
            if found {
                return Ok(after.copy(py));
            }
        }
        const SHOWN: usize = 6;
        let texts = moves.iter().take(SHOWN).map(|after| after.text(py));
        let mut texts = texts.collect::<PyResult<Vec<_>>>()?.join(", ");
        if moves.len() > SHOWN {
            texts.push_str(", ...");
        } else if moves.is_empty() {
            texts.push_str("none");
        }
        let message = format!("{} has no move to {to}; its moves: {texts}", self.text(py)?);
        Err(Failure::Notation(message).raise(py))
    }

    /// The object that a single position of a ruleset in Python is.
    fn own_object(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let Some(game) = self.sum().single() else { return Ok(None) };
        Ok(parts_of(py, game)?.map(|(_, object)| object))
    }
}
