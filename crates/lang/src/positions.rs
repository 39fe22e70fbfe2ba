//! Positions of named games, stalks and infinite numbers in sums with short games.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};
use upstar_core::{Budget, Outcome, Player, Run};
use upstar_rules::{
    AnyGame, Bounds, Convention, Entailed, Explicit, RuleError, Variant, negative, parse_named,
    variant,
};
use upstar_values::surreal::{Stalk, Surreal};
use upstar_values::{Id, StopsAndWalls, Style, Sum, Thermograph};

use crate::ast::{Binary, NodeId};
use crate::evaluate::{Answer, Evaluator, Fail, mismatch};
use crate::surreal::rational;
use crate::value::Value;

/// Positions of named games, stalks of bamboo and infinite numbers, alone or in a
/// sum with each other and with short games, as written: the summands keep their
/// order and are not simplified.
#[derive(Clone)]
pub struct Positions {
    pub(crate) terms: Vec<Term>,
}

/// One summand.
#[derive(Clone)]
pub(crate) enum Term {
    Position(Arc<dyn AnyGame>),
    Stalk(Stalk),
    /// A number that is not rational.
    Number(Surreal),
    Game(Id),
}

/// Summands of a sum.
const MOST_TERMS: usize = 10_000;

/// Positions that are listed as the followers of one.
const MOST_FOLLOWERS: usize = 1_000_000;

impl fmt::Debug for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.terms.iter().map(|term| match term {
            Term::Position(game) => game.text(),
            Term::Stalk(stalk) => stalk.to_string(),
            Term::Number(number) => number.to_string(),
            Term::Game(id) => format!("{id:?}"),
        });
        f.debug_list().entries(texts).finish()
    }
}

impl Positions {
    pub(crate) fn of_stalk(stalk: Stalk) -> Self {
        Positions { terms: vec![Term::Stalk(stalk)] }
    }

    /// Whether this is one position and no sum.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.terms.len() == 1
    }

    /// How many summands there are.
    #[must_use]
    pub fn summands(&self) -> usize {
        self.terms.len()
    }

    /// The summands.
    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The one position, if it is one.
    pub(crate) fn single(&self) -> Option<&Arc<dyn AnyGame>> {
        match &self.terms[..] {
            [Term::Position(game)] => Some(game),
            _ => None,
        }
    }

    /// The one stalk, if it is one.
    pub(crate) fn stalk(&self) -> Option<&Stalk> {
        match &self.terms[..] {
            [Term::Stalk(stalk)] => Some(stalk),
            _ => None,
        }
    }

    /// The positions of named games among the summands.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.terms.iter().filter_map(|term| match term {
            Term::Position(game) => Some(&**game),
            _ => None,
        })
    }

    /// Whether both players have the same moves in all summands. (Short games
    /// count as partizan.)
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.terms.iter().all(|term| match term {
            Term::Position(game) => game.class().is_impartial(),
            _ => false,
        })
    }

    /// Whether there are stalks or infinite numbers among the summands.
    pub(crate) fn has_stalks(&self) -> bool {
        self.terms.iter().any(|term| matches!(term, Term::Stalk(_) | Term::Number(_)))
    }

    /// Whether play need not end.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.games().any(|game| game.class().loopy)
    }

    /// Whether a player may have to move again in one of the summands.
    #[must_use]
    pub fn has_entailing_moves(&self) -> bool {
        let little = Budget::unlimited().with_steps(1);
        self.games().any(|game| game.entailed(&little).is_some())
    }

    /// Whether one of the summands is loony.
    #[must_use]
    pub fn is_loony(&self, budget: &Budget) -> bool {
        self.games().any(|game| matches!(game.entailed(budget), Some(Ok(Entailed::Loony))))
    }

    /// All summands as positions of one sum of rulesets.
    pub(crate) fn as_games(&self) -> Option<upstar_rules::Sum> {
        let part = |term: &Term| match term {
            Term::Position(game) => Some(game.duplicate()),
            _ => None,
        };
        let parts: Option<Vec<_>> = self.terms.iter().map(part).collect();
        Some(upstar_rules::Sum::from(parts?))
    }
}

impl From<RuleError> for Fail {
    fn from(error: RuleError) -> Self {
        match error {
            RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. } => {
                Fail::Exhausted(exhausted)
            }
            RuleError::Value(error) => Fail::Values(error),
            RuleError::TooLarge { .. } => Fail::Limit(error.to_string()),
            RuleError::NotApplicable(message) => Fail::Undefined(message, None),
            RuleError::Notation { message, .. } => Fail::Mismatch(message, None),
            other => Fail::Undefined(other.to_string(), None),
        }
    }
}

impl Evaluator<'_> {
    /// `name(arguments)` for the name of a game.
    pub(crate) fn position(
        &mut self,
        name: &str,
        arguments: &[Value],
        semicolon: Option<usize>,
    ) -> Answer {
        let mut call = format!("{name}(");
        let mut places = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                call.push(if semicolon == Some(index) { ';' } else { ',' });
            }
            let start = call.len();
            match argument {
                Value::Text(text) if text.contains('"') => {
                    return Err(Fail::Mismatch("a board has no quotes in it".to_owned(), None));
                }
                Value::Text(text) => call.extend(["\"", text, "\""]),
                Value::List(items) => {
                    let mut texts = Vec::with_capacity(items.items().len());
                    for item in items.items() {
                        texts.push(self.integer(item, "what a game is given")?.to_string());
                    }
                    call.extend(["[", &texts.join(","), "]"]);
                }
                other => call += &self.integer(other, "what a game is given")?.to_string(),
            }
            places.push(start..call.len());
        }
        call.push(')');
        self.tick(call.len() as u64)?;
        let game = parse_named(&call).map_err(|error| match error {
            RuleError::Notation { place, message } => {
                let span = place.span.clone().unwrap_or(0..0);
                let within = |range: &std::ops::Range<usize>| {
                    range.start <= span.start && span.start < range.end
                };
                match places.iter().position(within) {
                    Some(argument) => {
                        // The quote is not part of the text.
                        let start = places[argument].start + 1;
                        let span = span.start.saturating_sub(start)..span.end.saturating_sub(start);
                        Fail::InText { argument, span, message }
                    }
                    None => Fail::Mismatch(message, None),
                }
            }
            other => other.into(),
        })?;
        self.placed(game.into())
    }

    /// A position as it is written.
    pub(crate) fn named(&mut self, text: &str) -> Answer {
        let game = parse_named(text)?;
        self.placed(game.into())
    }

    /// A position as a value; what is stored of its ruleset is read.
    fn placed(&mut self, game: Arc<dyn AnyGame>) -> Answer {
        self.kept.load(&game, &self.engine, self.budget)?;
        Ok(Value::Positions(Positions { terms: vec![Term::Position(game)] }))
    }

    /// The positions that play from a position can reach, itself included, in the order in which
    /// they are found; `None` for sums and for what is no position.
    pub(crate) fn followers_of(&mut self, value: &Value) -> Result<Option<Vec<Value>>, Fail> {
        let Value::Positions(sum) = value else { return Ok(None) };
        let Some(start) = sum.single() else { return Ok(None) };
        let mut seen = std::collections::HashSet::from([start.text()]);
        let mut found: Vec<Arc<dyn AnyGame>> = vec![start.clone()];
        let mut next = 0;
        while next < found.len() {
            for player in Player::BOTH {
                let options = found[next].options(player)?;
                self.tick(1 + options.len() as u64)?;
                for option in options {
                    if seen.insert(option.text()) {
                        found.push(option.into());
                    }
                }
            }
            if found.len() > MOST_FOLLOWERS {
                return Err(Fail::Limit(format!("more than {MOST_FOLLOWERS} followers")));
            }
            next += 1;
        }
        let value = |game| Value::Positions(Positions { terms: vec![Term::Position(game)] });
        Ok(Some(found.into_iter().map(value).collect()))
    }

    /// A sum as it is written from left to right: the summands before the first
    /// position are remembered one by one.
    pub(crate) fn written_sum(
        &mut self,
        node: NodeId,
        left_node: NodeId,
        left: Value,
        right: Value,
    ) -> Answer {
        if !self.has_positions || matches!(left, Value::Positions(_)) {
            return self.binary(Binary::Add, left, right);
        }
        let mut written = match self.written.take() {
            Some((sum, written)) if sum == left_node => written,
            _ => vec![left.clone()],
        };
        if let Value::Positions(_) = right {
            let mut terms = Vec::new();
            for value in written.iter().chain([&right]) {
                terms.extend(self.terms(value)?);
            }
            return positions(terms);
        }
        let sum = self.binary(Binary::Add, left, right.clone())?;
        written.push(right);
        self.written = Some((node, written));
        Ok(sum)
    }

    /// The summands of a game.
    pub(crate) fn terms(&mut self, value: &Value) -> Result<Vec<Term>, Fail> {
        Ok(match value {
            Value::Positions(positions) => positions.terms.clone(),
            Value::Surreal(number) => vec![Term::Number(number.clone())],
            other => vec![Term::Game(self.id(other)?)],
        })
    }

    /// The variant of a position.
    pub(crate) fn variant(&mut self, value: &Value, kind: Variant) -> Answer {
        match value {
            Value::Positions(sum) if sum.is_single() => match sum.single() {
                Some(game) => {
                    positions(vec![Term::Position(variant(game.duplicate(), kind).into())])
                }
                None => Err(mismatch("expected one position of a named game", value)),
            },
            other => Err(mismatch("expected one position of a named game", other)),
        }
    }

    /// The sum of two games, one of which is a position or an infinite number.
    pub(crate) fn join(&mut self, left: &Value, right: &Value) -> Answer {
        let mut terms = self.terms(left)?;
        terms.extend(self.terms(right)?);
        positions(terms)
    }

    /// Left and Right exchanged in all summands.
    pub(crate) fn negative_positions(&mut self, sum: &Positions) -> Answer {
        let mut terms = Vec::with_capacity(sum.terms.len());
        for term in &sum.terms {
            terms.push(match term {
                Term::Position(game) => Term::Position(negative(game.duplicate()).into()),
                Term::Stalk(stalk) => Term::Stalk(stalk.negative()),
                Term::Number(number) => Term::Number(number.negative()),
                Term::Game(id) => Term::Game(self.worker.neg(*id)?),
            });
        }
        positions(terms)
    }

    /// `count` copies side by side.
    pub(crate) fn copies(&mut self, sum: &Positions, count: &BigInt) -> Answer {
        let size = count.magnitude().to_usize().unwrap_or(usize::MAX);
        if size.saturating_mul(sum.terms.len()) > MOST_TERMS {
            return Err(too_many_terms());
        }
        let copies =
            Positions { terms: std::iter::repeat_n(&sum.terms, size).flatten().cloned().collect() };
        if size == 0 {
            return Ok(Value::Number(0.into()));
        }
        if count.sign() == num_bigint::Sign::Minus {
            return self.negative_positions(&copies);
        }
        Ok(Value::Positions(copies))
    }

    /// The summands that are short games or have the value of one, and the sum of
    /// the stalks and the infinite numbers.
    pub(crate) fn parts(&mut self, positions: &Positions) -> Result<(Vec<Id>, Surreal), Fail> {
        let (mut ids, mut number) = (Vec::new(), Surreal::zero());
        for term in &positions.terms {
            match term {
                Term::Position(game) => ids.push(game.value(&self.engine, self.budget)?),
                Term::Game(id) => ids.push(*id),
                Term::Stalk(stalk) => number = number.sum(&stalk.value()?)?,
                Term::Number(other) => number = number.sum(other)?,
            }
        }
        Ok((ids, number))
    }

    /// The sum of short games that positions are, not simplified, and what is to
    /// be added to it if that is no short game.
    fn lazy(&mut self, positions: &Positions) -> Result<(Sum, Option<Surreal>), Fail> {
        let (mut ids, number) = self.parts(positions)?;
        let mut infinite = None;
        if let Some(number) = rational(&number) {
            ids.push(self.worker.number(&number)?);
        } else {
            infinite = Some(number);
        }
        Ok((Sum::of(&mut self.worker, &ids)?, infinite))
    }

    /// The sum of short games that positions are, if they have such a value.
    pub(crate) fn finite_sum(&mut self, positions: &Positions) -> Result<Option<Sum>, Fail> {
        let (sum, infinite) = self.lazy(positions)?;
        Ok(infinite.is_none().then_some(sum))
    }

    /// The sum of short games that positions are.
    pub(crate) fn sum_of(&mut self, positions: &Positions) -> Result<Sum, Fail> {
        match self.lazy(positions)? {
            (sum, None) => Ok(sum),
            (_, Some(number)) => Err(crate::surreal::no_short_game(&number)),
        }
    }

    /// The canonical form.
    pub(crate) fn value_of(&mut self, positions: &Positions) -> Result<Id, Fail> {
        Ok(self.sum_of(positions)?.canonical(&mut self.worker)?)
    }

    /// The stops and thermographs of the summands, found without the canonical forms of the
    /// positions among them; `None` if one of them is no short game.
    pub(crate) fn walls_of_summands(
        &mut self,
        value: &Value,
    ) -> Result<Option<Vec<StopsAndWalls>>, Fail> {
        let Value::Positions(positions) = value else { return Ok(None) };
        let mut walls = Vec::with_capacity(positions.terms.len());
        for term in &positions.terms {
            walls.push(match term {
                Term::Position(game) if !game.class().loopy => {
                    game.stops_and_walls(&self.engine, self.budget)?
                }
                Term::Game(id) => StopsAndWalls::of_value(&mut self.worker, *id)?,
                _ => return Ok(None),
            });
        }
        Ok(Some(walls))
    }

    /// What play of the summands tells of the value, with an equal share of the budget for each;
    /// `None` of what cannot be played so.
    pub(crate) fn bounds_of_positions(
        &mut self,
        value: &Value,
    ) -> Result<Option<Run<Bounds>>, Fail> {
        let Value::Positions(positions) = value else { return Ok(None) };
        let mut sum: Option<Run<Bounds>> = None;
        for (index, term) in positions.terms.iter().enumerate() {
            let share = self.budget.part(1, (positions.terms.len() - index) as u32);
            let run = match term {
                Term::Position(game) => match game.bounds(&self.engine, &share) {
                    Err(RuleError::NotApplicable(_)) => return Ok(None),
                    run => run?,
                },
                Term::Game(id) => {
                    let game = Explicit::of_value(&mut self.worker, *id)?;
                    game.bounds(&self.engine, &share)?
                }
                Term::Stalk(_) | Term::Number(_) => return Ok(None),
            };
            sum = Some(match sum {
                None => run,
                Some(sum) => sum.and(run, Bounds::plus),
            });
        }
        Ok(sum)
    }

    /// The thermograph of one position of a partizan game that ends, without its canonical
    /// form; of other values `None`.
    pub(crate) fn thermograph_of_position(
        &mut self,
        value: &Value,
    ) -> Result<Option<Arc<Thermograph>>, Fail> {
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
    pub(crate) fn value_text(
        &mut self,
        positions: &Positions,
        style: Style,
    ) -> Result<String, Fail> {
        if let Some(game) = positions.single()
            && game.class().loopy
            && game.class().is_impartial()
        {
            return Ok(game.loopy_nimber(&self.engine, self.budget)?.to_string());
        }
        if positions.is_loopy() && !positions.is_impartial() {
            let value = self.canonical_of_loopy(
                &Value::Positions(positions.clone()),
                crate::loopy::MOST_SHOWN,
            )?;
            return self.text_of(&value, style);
        }
        let (sum, infinite) = self.lazy(positions)?;
        let mut id = sum.canonical(&mut self.worker)?;
        let Some(mut number) = infinite else { return Ok(self.worker.text(id, style)?) };
        // The number of `3*` belongs to the infinite one.
        if let Some((small, ups, star)) = self.worker.as_number_up_star(id) {
            number = number.sum(&crate::surreal::surreal(&small))?;
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

    /// The positions as they are written, joined by ` + `.
    pub(crate) fn positions_text(
        &mut self,
        positions: &Positions,
        style: Style,
    ) -> Result<String, Fail> {
        let mut texts = Vec::with_capacity(positions.terms.len());
        for term in &positions.terms {
            texts.push(match term {
                Term::Position(game) => game.text(),
                Term::Stalk(stalk) => stalk_text(stalk),
                Term::Number(number) => self.text_of(&Value::Surreal(number.clone()), style)?,
                Term::Game(id) => self.worker.text(*id, style)?,
            });
        }
        Ok(texts.join(" + "))
    }

    /// The sum as one of positions alone, for misère play and loopy games.
    pub(crate) fn played(&mut self, positions: &Positions) -> Result<upstar_rules::Sum, Fail> {
        let mut parts = Vec::with_capacity(positions.terms.len());
        for term in &positions.terms {
            parts.push(match term {
                Term::Position(game) => game.duplicate(),
                Term::Game(id) => Explicit::of_value(&mut self.worker, *id)?,
                Term::Stalk(_) | Term::Number(_) => {
                    return Err(Fail::Undefined(
                        "stalks and infinite numbers are decided in normal play, without loopy \
                         games"
                            .to_owned(),
                        None,
                    ));
                }
            });
        }
        Ok(upstar_rules::Sum::from(parts))
    }

    /// Who wins.
    pub(crate) fn outcome(
        &mut self,
        value: &Value,
        convention: Convention,
    ) -> Result<Outcome, Fail> {
        match value {
            Value::Positions(sum) if convention == Convention::Misere || sum.is_loopy() => {
                let sum = self.played(sum)?;
                Ok(sum.outcome(&self.engine, convention, self.budget)?)
            }
            Value::Positions(sum) if sum.is_single() || sum.is_impartial() => {
                match sum.as_games() {
                    Some(sum) => Ok(sum.outcome(&self.engine, convention, self.budget)?),
                    None => self.outcome_by_value(sum),
                }
            }
            Value::Positions(sum) => self.outcome_by_value(sum),
            Value::Surreal(number) => Ok(outcome_of_sign(number.signum())),
            Value::Loopy(value) if convention == Convention::Normal => {
                Ok(value.outcome(&mut self.worker)?)
            }
            // Transfinite or large: never 0.
            Value::Nimber(_) => Ok(Outcome::N),
            Value::Form(_) if convention == Convention::Misere => {
                Err(mismatch("misère play is asked of positions and canonical forms", value))
            }
            other if convention == Convention::Misere => {
                let id = self.id(other)?;
                let form = Explicit::of_value(&mut self.worker, id)?;
                Ok(form.outcome(&self.engine, convention, self.budget)?)
            }
            other => Ok(self.sum(other)?.outcome(&mut self.worker)?),
        }
    }

    fn outcome_by_value(&mut self, positions: &Positions) -> Result<Outcome, Fail> {
        let (ids, number) = self.parts(positions)?;
        let winner = |wins: bool, mover: Player| Some(if wins { mover } else { mover.opponent() });
        let left = self.mover_wins(&ids, &number, Player::Left)?;
        let right = self.mover_wins(&ids, &number, Player::Right)?;
        Ok(Outcome::from_winners(winner(left, Player::Left), winner(right, Player::Right)))
    }

    /// Whether the player to move wins the sum of short games and a number.
    ///
    /// A number decides by the stop of the games, unless the two add up to 0; so
    /// that one which is not rational decides always.
    pub(crate) fn mover_wins(
        &mut self,
        ids: &[Id],
        number: &Surreal,
        mover: Player,
    ) -> Result<bool, Fail> {
        let mut sum = Sum::of(&mut self.worker, ids)?;
        if let Some(number) = rational(number) {
            let number = self.worker.number(&number)?;
            sum.push(&mut self.worker, number, &BigInt::one())?;
            let outcome = sum.outcome(&mut self.worker)?;
            return Ok(outcome.winner(mover) == Some(mover));
        }
        let stop = match mover {
            Player::Left => sum.left_stop(&mut self.worker)?,
            Player::Right => sum.right_stop(&mut self.worker)?,
        };
        let sign = crate::surreal::surreal(&stop.value).sum(number)?.signum();
        Ok(if mover == Player::Left { sign > 0 } else { sign < 0 })
    }
}

fn positions(terms: Vec<Term>) -> Answer {
    if terms.len() > MOST_TERMS {
        return Err(too_many_terms());
    }
    Ok(Value::Positions(Positions { terms }))
}

fn too_many_terms() -> Fail {
    Fail::Limit(format!("a sum of positions has at most {MOST_TERMS} summands"))
}

pub(crate) fn stalk_text(stalk: &Stalk) -> String {
    format!("stalk(\"{stalk}\")")
}

fn outcome_of_sign(sign: i32) -> Outcome {
    match sign {
        0 => Outcome::P,
        1.. => Outcome::L,
        _ => Outcome::R,
    }
}
