//! Sums of positions and values.

use pyo3::prelude::*;
use upstar::lang::{Operator, Value};
use upstar::rules::{Sum, Summand};

use crate::convert::{game_of, short_of};
use crate::home::present;
use crate::position::Position;
use crate::value::{Ask, Kept, Loopy};
use crate::work::{Object, run};

impl Position {
    /// The sum with another summand: a position, a game, a number, a loopy value.
    pub(crate) fn plus<'py>(
        &self,
        other: &Object<'py>,
        negative: [bool; 2],
    ) -> PyResult<Object<'py>> {
        let py = other.py();
        let (home, mut first) = self.here(py)?;
        let mut misere = self.is_misere();
        let second = if let Ok(position) = other.cast::<Position>() {
            misere |= position.get().is_misere();
            position.get().sum_in(py, &home)?
        } else if let Some(id) = short_of(&home, other)? {
            Summand::Value(id).into()
        } else if other.cast::<Loopy>().is_ok() {
            let operator = if negative[1] { Operator::Subtract } else { Operator::Add };
            let kept = Kept::new(&home, Value::Positions(first));
            return kept.with(py, Ask::Operation(operator), Some(other), None);
        } else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let signed = |sum: Sum, negative: bool| {
            if !negative {
                return Ok(sum);
            }
            run(py, None, |budget| sum.negative(&mut home.solver().worker(budget)))
        };
        first = signed(first, negative[0])?;
        let sum = first.plus(signed(second, negative[1])?);
        let sum = Position::new(py, &home, sum).in_misere_play(misere);
        Ok(Bound::new(py, sum)?.into_any())
    }
}

/// The sum of positions, games and numbers, from nothing: for `pickle`.
#[pyfunction]
pub(crate) fn sum_of(py: Python<'_>, parts: Vec<Object<'_>>, misere: bool) -> PyResult<Position> {
    let home = present();
    let mut sum = Sum::from(Vec::<Summand>::new());
    for part in parts {
        let term = match part.cast::<Position>() {
            Ok(position) => position.get().sum_in(py, &home)?,
            Err(_) => Summand::Value(game_of(&home, &part)?).into(),
        };
        sum = sum.plus(term);
    }
    Ok(Position::new(py, &home, sum).in_misere_play(misere))
}
