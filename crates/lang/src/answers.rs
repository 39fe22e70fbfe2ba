//! What a session asks of a value once it is known: its game, its text, who wins.

use upstar_core::{Outcome, Player, Run};
use upstar_rules::{Bounds, Convention, WinningMove};
use upstar_values::{Id, StopsAndWalls, Style, Sum};

use crate::error::LangError;
use crate::evaluate::{Evaluator, Fail, mismatch};
use crate::value::Value;

impl Evaluator<'_> {
    /// The game that a value is.
    pub(crate) fn game_of(&mut self, value: &Value) -> Result<Id, LangError> {
        self.id(value).map_err(|fail| self.place_at(fail, 0..0))
    }

    pub(crate) fn outcome_of(
        &mut self,
        value: &Value,
        convention: Convention,
    ) -> Result<Outcome, LangError> {
        self.outcome(value, convention).map_err(|fail| self.place_at(fail, 0..0))
    }

    pub(crate) fn winning_moves_of(
        &mut self,
        value: &Value,
        player: Player,
        convention: Convention,
    ) -> Result<Vec<WinningMove>, LangError> {
        self.winning_moves(value, player, convention).map_err(|fail| self.place_at(fail, 0..0))
    }

    pub(crate) fn sum_of_value(&mut self, value: &Value) -> Result<Option<Sum>, LangError> {
        let found = match value {
            Value::Surreal(_) | Value::Nimber(_) | Value::Loopy(_) => Ok(None),
            Value::Positions(positions) if positions.class().loopy => Ok(None),
            Value::Positions(positions) => self.finite_sum(positions),
            other => self.sum(other).map(Some),
        };
        found.map_err(|fail| self.place_at(fail, 0..0))
    }

    pub(crate) fn written_of(&mut self, value: &Value, style: Style) -> Result<String, LangError> {
        let text = match value {
            Value::Positions(positions) => self.positions_text(positions, style),
            other => self.text_of(other, style),
        };
        text.map_err(|fail| self.place_at(fail, 0..0))
    }

    /// The text of a value.
    pub(crate) fn text(&mut self, value: &Value, style: Style) -> Result<String, LangError> {
        self.text_of(value, style).map_err(|fail| self.place_at(fail, 0..0))
    }

    pub(crate) fn text_of(&mut self, value: &Value, style: Style) -> Result<String, Fail> {
        Ok(match value {
            Value::Number(number) => {
                // Decimal digits take time quadratic in the length.
                let words = crate::arithmetic::bits(number) >> 6;
                self.tick(1 + ((words * words) >> 4))?;
                number.to_string()
            }
            Value::Game(id) => self.worker.text(*id, style)?,
            Value::Sum(sum) => {
                let id = sum.canonical(&mut self.worker)?;
                self.worker.text(id, style)?
            }
            Value::Form(form) => form.text(&mut self.worker, style)?,
            Value::Boolean(truth) => truth.to_string(),
            Value::List(list) => {
                let mut texts = Vec::with_capacity(list.items().len());
                for item in list.items() {
                    // Among others a position is shown as it stands, not by its value.
                    texts.push(match item {
                        Value::Positions(positions) => self.positions_text(positions, style)?,
                        item => self.text_of(item, style)?,
                    });
                }
                format!("[{}]", texts.join(","))
            }
            Value::Set(ids) => {
                let mut texts = Vec::with_capacity(ids.len());
                for id in ids {
                    texts.push(self.worker.text(*id, style)?);
                }
                format!("{{{}}}", texts.join(","))
            }
            Value::Text(text) => text.clone(),
            Value::Ruleset(name) => format!("{name}(n)"),
            Value::Player(player) => player.to_string(),
            Value::Outcome(outcome) => outcome.to_string(),
            Value::Relation(relation) => relation.to_string(),
            Value::Thermograph(thermograph) => thermograph.to_string(),
            Value::Trajectory(trajectory) => trajectory.to_string(),
            Value::UptimalExpansion(expansion) => expansion.to_string(),
            Value::Surreal(number) if style == Style::Ascii => number.text_ascii(),
            Value::Surreal(number) => number.to_string(),
            Value::Nimber(nimber) if style == Style::Ascii => nimber.text_ascii(),
            Value::Nimber(nimber) => nimber.to_string(),
            Value::Positions(positions) => self.value_text(positions, style)?,
            Value::Loopy(value) => value.text(&mut self.worker, style)?,
            Value::Part(_) => {
                return Err(mismatch(
                    "a label or `pass` stands among the options of a game",
                    value,
                ));
            }
            Value::Ellipsis => "...".to_owned(),
        })
    }

    pub(crate) fn stops_and_walls_of(
        &mut self,
        value: &Value,
    ) -> Result<Option<Vec<StopsAndWalls>>, LangError> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let found = sum.stops_and_walls(&self.engine, self.budget);
        found.map_err(|error| self.place_at(error.into(), 0..0))
    }

    pub(crate) fn bounds_of(&mut self, value: &Value) -> Result<Option<Run<Bounds>>, LangError> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let found = sum.bounds(&self.engine, self.budget);
        found.map_err(|error| self.place_at(error.into(), 0..0))
    }
}
