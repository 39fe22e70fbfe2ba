//! Positions of named games, stalks and infinite numbers in sums with short games.

use std::collections::HashSet;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use upstar_core::{Outcome, Player};
use upstar_engine::{
    Compound, Convention, Explicit, Game, RuleError, Sum, Summand, Variant, WinningMove,
};
use upstar_games::parse_game;
use upstar_values::{Form, Id, Style, Thermograph, Worker};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Ruleset, Value, list, mismatch};

/// Summands of a sum.
const MOST_SUMMANDS: usize = Sum::MOST;

/// The maximum number of followers of a position that are listed.
const MOST_FOLLOWERS: usize = 1_000_000;

impl From<RuleError> for Fail {
    fn from(error: RuleError) -> Self {
        match error {
            RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. } => {
                Fail::Exhausted(exhausted)
            }
            RuleError::Value(error) => error.into(),
            RuleError::TooLarge { .. } => Fail::Limit(error.to_string()),
            RuleError::NotApplicable(message) => Fail::undefined(message),
            RuleError::InfinitelyMany(_) => Fail::undefined(error.to_string())
                .with_help("its winning moves can be asked for: g.WinningMoves(Left)"),
            RuleError::NotShort(_) => Fail::undefined(error.to_string())
                .with_help("such games have outcomes, winning moves, sums and comparisons"),
            RuleError::Argument { index: Some(argument), span: Some(span), message } => {
                Fail::InText { argument, span, message }
            }
            RuleError::Argument { index: Some(argument), span: None, message } => {
                Fail::InText { argument, span: 0..usize::MAX, message }
            }
            RuleError::Argument { index: None, message, .. } => Fail::mismatch(message),
            RuleError::Notation { message, .. } => Fail::mismatch(message),
            other => Fail::undefined(other.to_string()),
        }
    }
}

impl Calculator<'_> {
    /// The position of a notation.
    pub(crate) fn named(&mut self, text: &str) -> Answer {
        let game = parse_game(text)?;
        let parameters = game.rules().parameters();
        // Without a position, the arguments are the parameters.
        if game.position_text().is_empty() && !parameters.is_empty() && !text.contains(';') {
            let name = text.split('(').next().unwrap_or(text);
            return Ok(Value::Ruleset(Ruleset::of(name, game.rules().clone())));
        }
        self.placed(game)
    }

    /// A position as a value; stored values of its ruleset are read.
    pub(crate) fn placed(&mut self, game: Game) -> Answer {
        self.solver.load(&game, self.budget)?;
        Ok(Value::Positions(game.into()))
    }

    /// The positions that play from a position can reach, itself included, in the order in which
    /// they are found; `None` for sums and for what is no position.
    pub(crate) fn followers_of(&mut self, value: &Value) -> Result<Option<Vec<Value>>> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let Some(start) = sum.single() else { return Ok(None) };
        let mut seen = HashSet::from([start.clone()]);
        let mut found: Vec<Game> = vec![start.clone()];
        let mut next = 0;
        while next < found.len() {
            for player in Player::BOTH {
                let options = found[next].options_within(player, self.budget)?;
                self.tick(1 + options.len() as u64)?;
                for option in options {
                    if seen.insert(option.clone()) {
                        found.push(option);
                    }
                }
            }
            if found.len() > MOST_FOLLOWERS {
                return Err(Fail::Limit(format!("more than {MOST_FOLLOWERS} followers")));
            }
            next += 1;
        }
        Ok(Some(found.into_iter().map(|game| Value::Positions(game.into())).collect()))
    }

    /// The form of a position: its options by the rules, and theirs.
    pub(crate) fn form_of(&mut self, game: &Game) -> Result<Form> {
        let options = game.options_in_order(self.budget)?;
        if options.len() > MOST_FOLLOWERS {
            return Err(Fail::Limit(format!("a form with more than {MOST_FOLLOWERS} positions")));
        }
        Ok(Form::of_options(&options))
    }

    /// The position that a game is as it is written: a value is played by its canonical form.
    fn as_position(&mut self, value: &Value) -> Result<Game> {
        Ok(match value {
            Value::Positions(sum) => sum.game(&mut self.worker)?,
            Value::Form(form) => Explicit::of_form(&mut self.worker, form)?,
            other => {
                let id = self.id(other)?;
                Explicit::of_value(&mut self.worker, id)?
            }
        })
    }

    /// Two games played together: a position if one of them is a position, otherwise a form or its
    /// value.
    pub(crate) fn compound(&mut self, kind: Compound, left: &Value, right: &Value) -> Answer {
        let (g, h) = (self.as_position(left)?, self.as_position(right)?);
        let game = kind.of(&g, &h)?;
        if [left, right].into_iter().any(|value| matches!(value, Value::Positions(_))) {
            return Ok(Value::Positions(game.into()));
        }
        let form = self.form_of(&game)?;
        self.form_or_value(left, right, form)
    }

    /// The summands of a game.
    pub(crate) fn terms(&mut self, value: &Value) -> Result<Vec<Summand>> {
        Ok(match value {
            Value::Positions(sum) => sum.summands().to_vec(),
            Value::Surreal(number) => vec![Summand::Number(number.clone())],
            Value::Form(form) => {
                vec![Summand::Position(Explicit::of_form(&mut self.worker, form)?)]
            }
            other => vec![Summand::Value(self.id(other)?)],
        })
    }

    /// The sum that a game is, as it is played: in normal play a sum of values is not added up
    /// unless it is long.
    pub(crate) fn sum_of_value(&mut self, value: &Value, convention: Convention) -> Result<Sum> {
        let sum = match value {
            Value::Sum(sum) if convention == Convention::Normal => sum,
            Value::Ruleset(ruleset) if let Some(game) = ruleset.empty_position() => {
                return Ok(game.into());
            }
            Value::Loopy(_) | Value::LoopyNimber(_) => {
                return Err(Fail::mismatch("a loopy value is no position that is played")
                    .with_help("`upstar eval` finds its outcome, also in a sum"));
            }
            other => return Ok(self.terms(other)?.into()),
        };
        let terms = sum.terms(&mut self.worker)?;
        if terms.iter().map(|(_, count)| count).sum::<BigInt>() > MOST_SUMMANDS.into() {
            return Ok(self.terms(value)?.into());
        }
        let mut summands = Vec::new();
        for (id, count) in terms {
            let count = usize::try_from(count).unwrap_or(0);
            summands.extend(std::iter::repeat_n(Summand::Value(id), count));
        }
        Ok(summands.into())
    }

    /// The variant of a position.
    pub(crate) fn variant(&mut self, value: &Value, kind: Variant) -> Answer {
        let game = match value {
            Value::Positions(sum) => sum.single(),
            _ => None,
        };
        match game {
            Some(game) => Ok(Value::Positions(game.variant(kind).into())),
            None => Err(mismatch("expected one position of a named game", value)),
        }
    }

    /// The sum of two games, one of which is a position or an infinite number.
    pub(crate) fn join(&mut self, left: &Value, right: &Value) -> Answer {
        let mut terms = self.terms(left)?;
        terms.extend(self.terms(right)?);
        sum_of_terms(terms)
    }

    /// Left and Right exchanged in all summands.
    pub(crate) fn negative_positions(&mut self, sum: &Sum) -> Answer {
        Ok(Value::Positions(sum.negative(&mut self.worker)?))
    }

    /// The sum of `count` copies.
    pub(crate) fn copies(&mut self, sum: &Sum, count: &BigInt) -> Answer {
        let size = count.magnitude().to_usize().unwrap_or(usize::MAX);
        if size.saturating_mul(sum.summands().len()) > MOST_SUMMANDS {
            return Err(too_many_terms());
        }
        if size == 0 {
            return Ok(Value::Number(0.into()));
        }
        let copies: Vec<Summand> =
            std::iter::repeat_n(sum.summands(), size).flatten().cloned().collect();
        let copies = Sum::from(copies);
        if count.sign() == num_bigint::Sign::Minus {
            return self.negative_positions(&copies);
        }
        Ok(Value::Positions(copies))
    }

    /// The sum of short games that positions are, if they have such a value.
    fn finite_sum(&mut self, sum: &Sum) -> Result<Option<upstar_values::FormalSum>> {
        let (sum, infinite) = sum.parts(&self.engine, self.budget)?;
        Ok(infinite.is_none().then_some(sum))
    }

    /// A game as a sum that is not simplified; `None` if it has no value among the short games.
    pub(crate) fn short_sum(&mut self, value: &Value) -> Result<Option<upstar_values::FormalSum>> {
        match value {
            Value::Surreal(_) | Value::Nimber(_) | Value::Loopy(_) | Value::LoopyNimber(_) => {
                Ok(None)
            }
            Value::Positions(positions) if positions.class().loopy => Ok(None),
            Value::Positions(positions) if positions.large_grundy(self.budget)?.is_some() => {
                Ok(None)
            }
            Value::Positions(positions) => self.finite_sum(positions),
            other => self.sum(other).map(Some),
        }
    }

    /// The sum of short games that positions are.
    pub(crate) fn sum_of(&mut self, sum: &Sum) -> Result<upstar_values::FormalSum> {
        match sum.parts(&self.engine, self.budget)? {
            (sum, None) => Ok(sum),
            (_, Some(number)) => Err(crate::fail::no_short_game(&number)),
        }
    }

    /// The canonical form.
    pub(crate) fn value_of(&mut self, positions: &Sum) -> Result<Id> {
        Ok(self.sum_of(positions)?.canonical(&mut self.worker)?)
    }

    /// The thermograph of one position of a partizan game that ends, without its canonical
    /// form; of other values `None`.
    pub(crate) fn thermograph_of_position(
        &mut self,
        value: &Value,
    ) -> Result<Option<Arc<Thermograph>>> {
        let Value::Positions(positions) = value else { return Ok(None) };
        match positions.single() {
            Some(game) if !game.class().loopy && !game.class().is_impartial() => {
                Ok(Some(game.stops_and_walls(&self.engine, self.budget)?.thermograph()))
            }
            _ => Ok(None),
        }
    }

    /// The value as text: a canonical form, with an infinite number before it if
    /// there is one.
    pub(crate) fn value_text(&mut self, positions: &Sum, style: Style) -> Result<String> {
        if positions.class().loopy {
            if let Some(entailed) = positions.entailed(&self.engine, self.budget)? {
                return Ok(match style {
                    Style::Ascii => format!("{entailed:#}"),
                    _ => entailed.to_string(),
                });
            }
            let value = self.canonical_of_loopy(
                &Value::Positions(positions.clone()),
                crate::loopy::MOST_SHOWN,
            )?;
            return self.text_of(&value, style);
        }
        if let Some(value) = positions.large_grundy(self.budget)? {
            return Ok(format!("*{value}"));
        }
        let (sum, infinite) = positions.parts(&self.engine, self.budget)?;
        let mut id = sum.canonical(&mut self.worker)?;
        let Some(mut number) = infinite else { return Ok(self.worker.text(id, style)?) };
        // The 3 of `3*` is added to the infinite number.
        if let Some((small, ups, star)) = self.worker.as_number_up_star(id) {
            number = number.sum(&upstar_values::surreal::Surreal::from(&small))?;
            id = self.worker.up_star(&0.into(), ups, star)?;
        }
        let number = self.text_of(&Value::Surreal(number), style)?;
        if id == Id::ZERO {
            return Ok(number);
        }
        let text = self.worker.text(id, style)?;
        let plus = if text.starts_with(['-', '±']) || text.starts_with("+-") { "" } else { "+" };
        Ok(format!("{number}{plus}{text}"))
    }

    /// The notation of the positions, joined by ` + `.
    pub(crate) fn positions_text(&mut self, sum: &Sum, style: Style) -> Result<String> {
        Ok(sum.text(&mut self.worker, style)?)
    }

    /// Who wins.
    pub(crate) fn outcome(&mut self, value: &Value, convention: Convention) -> Result<Outcome> {
        match value {
            Value::Positions(sum) => Ok(sum.outcome(&self.engine, convention, self.budget)?),
            Value::Surreal(number) => Ok(outcome_of_sign(number.signum())),
            Value::Misere(form) if convention == Convention::Misere => {
                Ok(self.misere.outcome(*form))
            }
            Value::Misere(form) => Ok(match self.misere.nim_value(*form) {
                0 => Outcome::P,
                _ => Outcome::N,
            }),
            Value::LoopyNimber(nimber) if convention == Convention::Normal => Ok(nimber.outcome()),
            Value::Loopy(value) if convention == Convention::Normal => {
                Ok(value.outcome(&mut self.worker)?)
            }
            Value::Root(number) => Ok(outcome_of_sign(if number.is_positive()? { 1 } else { -1 })),
            // Transfinite or large: never 0.
            Value::Nimber(_) => Ok(Outcome::N),
            Value::Form(_) | Value::PartizanMisere(_) if convention == Convention::Misere => {
                self.misere_outcome(value)
            }
            other if convention == Convention::Misere => {
                let id = self.id(other)?;
                if let Some(outcome) = misere_outcome_of(&mut self.worker, id) {
                    return Ok(outcome);
                }
                let form = Explicit::of_value(&mut self.worker, id)?;
                Ok(form.outcome(&self.engine, convention, self.budget)?)
            }
            other => Ok(self.sum(other)?.outcome(&mut self.worker)?),
        }
    }

    /// The moves of a player that win, sorted by summand and text.
    pub(crate) fn winning_moves(
        &mut self,
        value: &Value,
        player: Player,
        convention: Convention,
    ) -> Result<Vec<WinningMove>> {
        if let (Value::Loopy(g), Convention::Normal) = (value, convention) {
            let mut found = Vec::new();
            for option in g.winning_moves(player, &mut self.worker)? {
                let after = option.text(&mut self.worker, Style::Plain)?;
                found.push(WinningMove { index: 1, after });
            }
            found.sort();
            return Ok(found);
        }
        let sum = Sum::from(self.terms(value)?);
        Ok(sum.winning_moves(&self.engine, player, convention, self.budget)?)
    }

    /// The options of a player, as a list.
    pub(crate) fn position_options(&mut self, sum: &Sum, players: &[Player]) -> Answer {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for &player in players {
            for option in sum.options(&mut self.worker, player)? {
                self.tick(1)?;
                if seen.insert(self.positions_text(&option, Style::Plain)?) {
                    found.push(Value::Positions(option));
                }
            }
        }
        list(found)
    }
}

/// A sum as a value.
pub(crate) fn sum_of_terms(terms: Vec<Summand>) -> Answer {
    if terms.len() > MOST_SUMMANDS {
        return Err(too_many_terms());
    }
    Ok(Value::Positions(terms.into()))
}

fn too_many_terms() -> Fail {
    Fail::Limit(format!("a sum of positions has at most {MOST_SUMMANDS} summands"))
}

fn outcome_of_sign(sign: i32) -> Outcome {
    match sign {
        0 => Outcome::P,
        1.. => Outcome::L,
        _ => Outcome::R,
    }
}

/// Who wins a canonical form if a player without a move wins, where that is known without a
/// search: of an integer n > 0 Left alone can move, and so Right wins; *1 ends in one move, other
/// nimbers are nim heaps, from which one goes to *1 or to 0.
fn misere_outcome_of(worker: &mut Worker<'_>, id: Id) -> Option<Outcome> {
    if let Some(n) = worker.as_integer(id) {
        return Some(match n.sign() {
            Sign::NoSign => Outcome::N,
            Sign::Plus => Outcome::R,
            Sign::Minus => Outcome::L,
        });
    }
    worker.as_nimber(id).map(|size| if size == 1 { Outcome::P } else { Outcome::N })
}
