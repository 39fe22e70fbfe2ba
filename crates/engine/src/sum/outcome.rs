//! The outcome and value of a sum.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_traits::One;
use upstar_core::{Budget, GrundyValue, Outcome, Player, Run};
use upstar_values::surreal::Surreal;
use upstar_values::{FormalSum, Id, Rational, StopsAndWalls, Style, Worker};

use super::{Pieces, Sum, Summand};
use crate::outcome::Searched;
use crate::{
    AnyPosition, Bounds, Class, Convention, Engine, Entailed, Explicit, Fact, Game, Negated,
    Result, RuleError, Rules, StrategyRows,
};

/// A surreal number that is rational.
fn rational(number: &Surreal) -> Option<Rational> {
    number.to_rational().map(Rational::from)
}

impl Sum {
    /// The values of the summands that are short games or have the value of one, and the sum of
    /// the stalks and the numbers.
    ///
    /// # Errors
    /// As [`Game::value`].
    pub fn values_and_number(
        &self,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<(Vec<Id>, Surreal)> {
        let (mut ids, mut number) = (Vec::new(), Surreal::zero());
        for term in &self.summands {
            match (term, term.stalk()) {
                (_, Some(stalk)) => number = number.sum(&stalk.value()?)?,
                (Summand::Position(game), None) => {
                    let value = game.value(engine, budget);
                    ids.push(value.map_err(|error| self.known_so_far(engine, &ids, error))?);
                }
                (Summand::Value(id), None) => ids.push(*id),
                (Summand::Number(other), None) => number = number.sum(other)?,
            }
        }
        Ok((ids, number))
    }

    /// The partial result when the budget ends after some summands have been valued.
    fn known_so_far(&self, engine: &Engine<'_>, ids: &[Id], error: RuleError) -> RuleError {
        let RuleError::Exhausted(exhausted) = error else { return error };
        let positions = self.summands.iter().all(|term| matches!(term, Summand::Position(_)));
        if ids.is_empty() || !positions {
            return error;
        }
        // The budget is used up, and the text gets a small one of its own.
        let budget = Budget::unlimited().with_steps(100_000);
        let mut worker = engine.universe().worker(&budget);
        let sum = FormalSum::of(&mut worker, ids).and_then(|sum| sum.canonical(&mut worker));
        let text = sum.and_then(|sum| worker.text(sum, Style::Plain));
        let first: Vec<String> = self.games().take(ids.len()).map(Game::text).collect();
        let first = first.join(" + ");
        let known = match text {
            Ok(text) => format!("{first} has the value {text}"),
            Err(_) => format!("{first} has been valued"),
        };
        RuleError::Unfinished { exhausted, known }
    }

    /// The sum as one of short games, not simplified, and what is to be added to it if that is no
    /// short game.
    ///
    /// # Errors
    /// As [`Game::value`].
    pub fn parts(
        &self,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<(FormalSum, Option<Surreal>)> {
        let (mut ids, number) = self.values_and_number(engine, budget)?;
        let mut worker = engine.universe().worker(budget);
        let mut infinite = None;
        match rational(&number) {
            Some(number) => ids.push(worker.number(&number)?),
            None => infinite = Some(number),
        }
        Ok((FormalSum::of(&mut worker, &ids)?, infinite))
    }

    /// The value in normal play.
    ///
    /// # Errors
    /// As [`Game::value`]; [`RuleError::NotApplicable`] for a sum with an infinite number.
    pub fn value(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Id> {
        match self.parts(engine, budget)? {
            (sum, None) => Ok(sum.canonical(&mut engine.universe().worker(budget))?),
            (_, Some(number)) => Err(RuleError::NotShort(number.to_string())),
        }
    }

    /// Whether the outcome follows from the sum of the values.
    pub(super) fn is_by_values(&self) -> bool {
        let positions = self.summands.iter().all(|term| matches!(term, Summand::Position(_)));
        let stalks = self.summands.iter().any(|term| term.stalk().is_some());
        stalks || !(positions && (self.is_single() || self.class().is_impartial()))
    }

    /// The Grundy value in normal play, if theorems or laws give that of every summand and it is too
    /// large for a canonical form.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn large_grundy(&self, budget: &Budget) -> Result<Option<u64>> {
        Ok(self.computed(budget)?.filter(|&sum| sum > GrundyValue::MAX.into()))
    }

    /// The Grundy value in normal play, if theorems or laws give that of every summand.
    fn computed(&self, budget: &Budget) -> Result<Option<u64>> {
        let class = self.class();
        if !class.is_impartial() || class.loopy || class.entailing {
            return Ok(None);
        }
        let mut sum = 0;
        for summand in &self.summands {
            let Summand::Position(game) = summand else { return Ok(None) };
            let known = game.rules().known(game.any_position(), Convention::Normal);
            sum ^= match known.map(|known| known.fact) {
                Some(Fact::Grundy(value)) => value.into(),
                _ => match game.rules().computed(game.any_position(), budget)? {
                    Some(value) => value,
                    None => return Ok(None),
                },
            };
        }
        Ok(Some(sum))
    }

    /// Who wins.
    ///
    /// Impartial sums in normal play and sums of values are solved summand by summand, loopy sums
    /// as one game. For all others the winner is searched.
    ///
    /// # Errors
    /// A used-up budget, or a position too large.
    pub fn outcome(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome> {
        let convention = self.convention(convention)?;
        if let Some(game) = self.single() {
            return game.outcome(engine, convention, budget);
        }
        let class = self.class();
        if class.entailing && convention == Convention::Misere {
            return Err(RuleError::NotApplicable(
                "a position with entailing moves can be added to other games in normal play only"
                    .to_owned(),
            ));
        }
        if class.entailing
            && let Some(value) = self.entailed(engine, budget)?
        {
            return Ok(value.outcome());
        }
        if class.entailing && class.loopy {
            return Err(RuleError::NotApplicable(
                "a position with entailing moves can be added to impartial games, and to partizan \
                 ones whose play ends"
                    .to_owned(),
            ));
        }
        if class.loopy {
            let sum = self.unordered(&mut engine.universe().worker(budget))?;
            return sum.outcome(engine, convention, budget);
        }
        if class.is_impartial() && convention == Convention::Normal {
            if let Some(sum) = self.computed(budget)? {
                return Ok(if sum == 0 { Outcome::P } else { Outcome::N });
            }
            let mut sum = 0;
            for game in self.games() {
                sum ^= game.grundy(engine, budget)?;
            }
            return Ok(if sum == 0 { Outcome::P } else { Outcome::N });
        }
        if self.is_searched(convention) {
            let parts = self.searched(engine, convention, true, budget)?;
            return engine.outcome_of_sum(|first| parts.winners(engine, first, budget));
        }
        let (ids, number) = self.values_and_number(engine, budget)?;
        let mut worker = engine.universe().worker(budget);
        if let Some(number) = rational(&number) {
            let mut ids = ids;
            ids.push(worker.number(&number)?);
            let sum = FormalSum::of(&mut worker, &ids)?;
            if sum.is_quick(&mut worker)? {
                return Ok(sum.outcome(&mut worker)?);
            }
            let parts = Terms::of_values(ids);
            return engine.outcome_of_sum(|first| parts.winners(engine, first, budget));
        }
        let winner = |wins: bool, mover: Player| Some(if wins { mover } else { mover.opponent() });
        let left = mover_wins(&ids, &number, Player::Left, &mut worker)?;
        let right = mover_wins(&ids, &number, Player::Right, &mut worker)?;
        Ok(Outcome::from_winners(winner(left, Player::Left), winner(right, Player::Right)))
    }

    /// Whether who wins is searched: in misère play, and where there are positions of partizan
    /// games. The games are loop-free and without entailing moves.
    pub(super) fn is_searched(&self, convention: Convention) -> bool {
        let class = self.class();
        if class.loopy || class.entailing {
            return false;
        }
        let partizan = |game: &Game| !game.class().is_impartial();
        convention == Convention::Misere || !self.has_numbers() && self.games().any(partizan)
    }

    /// The winner when `first` begins; `None` for a draw.
    ///
    /// # Errors
    /// As [`Sum::outcome`].
    pub fn winner(
        &self,
        engine: &Engine<'_>,
        first: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Player>> {
        let convention = self.convention(convention)?;
        let by_theorem = |game: &Game| {
            engine.settings().theorems
                && game.rules().known(game.any_position(), convention).is_some()
        };
        if !self.is_searched(convention) || self.single().is_some_and(by_theorem) {
            return Ok(self.outcome(engine, convention, budget)?.winner(first));
        }
        let parts = self.searched(engine, convention, true, budget)?;
        Ok(parts.winners(engine, &[first], budget)?.pop())
    }

    /// The winner when `first` begins, with rows that prove it. Positions with more moves than
    /// `most_moves`, Left's and Right's together, are not valued.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for loopy games, entailing moves and infinite numbers; as
    /// [`Sum::outcome`].
    pub fn strategy(
        &self,
        engine: &Engine<'_>,
        first: Player,
        convention: Convention,
        most_moves: u32,
        budget: &Budget,
    ) -> Result<(Player, StrategyRows)> {
        let convention = self.convention(convention)?;
        let class = self.class();
        let is_infinite = |term: &Summand| {
            matches!(term, Summand::Number(_)) || term.stalk().is_some_and(|s| !s.is_finite())
        };
        if class.loopy || class.entailing || self.summands.iter().any(is_infinite) {
            return Err(RuleError::NotApplicable(
                "strategies are of sums of positions without cycles, entailing moves and infinite \
                 stalks, and of short games"
                    .to_owned(),
            ));
        }
        self.searched(engine, convention, false, budget)?
            .strategy(engine, first, most_moves, budget)
    }

    /// The parts of the sum as the search takes them; in normal play impartial ones by their
    /// values, if `valued`.
    fn searched(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        valued: bool,
        budget: &Budget,
    ) -> Result<Terms> {
        let mut games = Vec::new();
        let mut values = Vec::new();
        if convention == Convention::Misere {
            let pieces = self.pieces(&mut engine.universe().worker(budget))?;
            games.extend(pieces.iter().map(|piece| piece.game().clone()));
        } else {
            for term in &self.summands {
                match term {
                    Summand::Position(game) if valued && game.class().is_impartial() => {
                        values.push(game.value(engine, budget)?);
                    }
                    Summand::Position(game) => games.push(game.clone()),
                    Summand::Value(id) => values.push(*id),
                    Summand::Number(number) => {
                        return Err(RuleError::NotShort(number.to_string()));
                    }
                }
            }
        }
        let class = Class::of_sum(games.iter().map(Game::class));
        let positive = |game: &Game| match game.negative_of() {
            Some(positive) => (positive, Negated::Yes),
            None => (game.clone(), Negated::No),
        };
        let games = games.iter().map(positive).collect();
        Ok(Terms { games, values, class, convention })
    }

    /// The value in normal play of a sum of impartial games, of which some may have entailing
    /// moves and some cycles, and of nimbers; `None` if another game is among them.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn entailed(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Option<Entailed>> {
        let mut sum = Entailed::Nimber(0);
        for term in &self.summands {
            let value = match term {
                Summand::Position(game) if !game.class().is_impartial() => return Ok(None),
                Summand::Position(game) => match game.entailed(budget) {
                    Some(found) => found?,
                    None if game.class().loopy => game.loopy_nimber(engine, budget)?.into(),
                    None => Entailed::Nimber(game.grundy(engine, budget)?),
                },
                Summand::Value(id) => match engine.universe().worker(budget).as_nimber(*id) {
                    Some(nimber) => Entailed::Nimber(nimber),
                    None => return Ok(None),
                },
                Summand::Number(_) => return Ok(None),
            };
            sum = &sum + &value;
        }
        Ok(Some(sum))
    }

    /// The stops and thermographs of the summands, found without the canonical forms of the
    /// positions among them; `None` if one of them is no short game.
    ///
    /// # Errors
    /// As [`Game::stops_and_walls`].
    pub fn stops_and_walls(
        &self,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Option<Vec<StopsAndWalls>>> {
        let mut walls = Vec::with_capacity(self.summands.len());
        for term in &self.summands {
            walls.push(match term {
                Summand::Position(game) if !game.class().loopy && game.as_stalk().is_none() => {
                    game.stops_and_walls(engine, budget)?
                }
                Summand::Value(id) => {
                    StopsAndWalls::of_value(&mut engine.universe().worker(budget), *id)?
                }
                _ => return Ok(None),
            });
        }
        Ok(Some(walls))
    }

    /// Bounds of the value from play of the summands, with an equal share of the budget for each;
    /// `None` for summands that cannot be played like this.
    ///
    /// # Errors
    /// Errors of positions, except for a used-up budget.
    pub fn bounds(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Option<Run<Bounds>>> {
        let mut sum: Option<Run<Bounds>> = None;
        for (index, term) in self.summands.iter().enumerate() {
            let share = budget.part(1, (self.summands.len() - index) as u32);
            let run = match term {
                Summand::Position(game) if game.as_stalk().is_some() => return Ok(None),
                Summand::Position(game) => match game.bounds(engine, &share) {
                    Err(RuleError::NotApplicable(_)) => return Ok(None),
                    run => run?,
                },
                Summand::Value(id) => {
                    let game = Explicit::of_value(&mut engine.universe().worker(budget), *id)?;
                    game.bounds(engine, &share)?
                }
                Summand::Number(_) => return Ok(None),
            };
            sum = Some(match sum {
                None => run,
                Some(sum) => sum.and(run, Bounds::plus),
            });
        }
        Ok(sum)
    }

    /// Whether the sum is one of positions that pair off into a part and its negative (in
    /// impartial games, into equal parts), so that the second player wins by answering each move
    /// with its mirror image. Nothing is searched; loopy games are never said to be.
    ///
    /// # Errors
    /// As [`Game::options`].
    pub fn is_mirrored(&self) -> Result<bool> {
        // A turn that goes on in another summand has no mirror image.
        if self.class().loopy || self.class().entailing {
            return Ok(false);
        }
        // How often each part occurs, less how often its negative does; of impartial
        // ones, whether it occurs an odd number of times.
        let mut counts: HashMap<Game, i64> = HashMap::new();
        for term in &self.summands {
            let Summand::Position(game) = term else { return Ok(false) };
            let negative = game.negative_of();
            let positive = negative.as_ref().unwrap_or(game);
            for part in positive.components()? {
                let (standard, negated) = part.normalized();
                let count = counts.entry(standard).or_insert(0);
                *count += if negative.is_some() == (negated == Negated::Yes) { 1 } else { -1 };
                if game.class().is_impartial() {
                    *count = count.rem_euclid(2);
                }
            }
        }
        Ok(counts.values().all(|&count| count == 0))
    }
}

/// The parts of a sum that the search for the outcome uses.
struct Terms {
    games: Vec<(Game, Negated)>,
    values: Vec<Id>,
    class: Class,
    convention: Convention,
}

impl Terms {
    /// A sum of values in normal play.
    fn of_values(values: Vec<Id>) -> Terms {
        let (class, convention) = (Class::PARTIZAN, Convention::Normal);
        Terms { games: Vec::new(), values, class, convention }
    }

    /// The winners when either player begins.
    fn winners(
        &self,
        engine: &Engine<'_>,
        first: &[Player],
        budget: &Budget,
    ) -> Result<Vec<Player>> {
        let (rules, positions) = self.of_one_ruleset();
        rules.questions().winners(&self.searched(&positions), engine, first, budget)
    }

    /// The winner when `first` begins, with a strategy.
    fn strategy(
        &self,
        engine: &Engine<'_>,
        first: Player,
        most_moves: u32,
        budget: &Budget,
    ) -> Result<(Player, StrategyRows)> {
        let (rules, positions) = self.of_one_ruleset();
        let sum = self.searched(&positions);
        rules.questions().strategy(&sum, engine, first, most_moves, budget)
    }

    fn searched<'a>(
        &'a self,
        positions: &'a [(AnyPosition, Negated)],
    ) -> Searched<'a, AnyPosition> {
        Searched { positions, values: &self.values, convention: self.convention }
    }

    /// The positions with their rules, if one engine searches all of them, else as positions of any
    /// games.
    fn of_one_ruleset(&self) -> (Rules, Vec<(AnyPosition, Negated)>) {
        let games = &self.games;
        let key = |game: &Game| (game.rules().key(), game.any_position().kind());
        let alike = games.windows(2).all(|pair| {
            pair[0].0.rules() == pair[1].0.rules() || key(&pair[0].0) == key(&pair[1].0)
        });
        let shared = games.first().filter(|_| alike).map(|(game, _)| game.rules().clone());
        let position = |(game, negated): &(Game, Negated)| match shared {
            Some(_) => (game.any_position().clone(), *negated),
            None => (AnyPosition::new(game.clone()), *negated),
        };
        let positions = games.iter().map(position).collect();
        (shared.unwrap_or_else(|| Rules::new(Pieces::new(self.class, self.convention))), positions)
    }
}

/// Whether the player to move wins the sum of short games and a number.
///
/// A number decides by the stop of the games, unless the two add up to 0; so
/// that one which is not rational decides always.
pub(super) fn mover_wins(
    ids: &[Id],
    number: &Surreal,
    mover: Player,
    worker: &mut Worker<'_>,
) -> Result<bool> {
    let mut sum = FormalSum::of(worker, ids)?;
    if let Some(number) = rational(number) {
        let number = worker.number(&number)?;
        sum.push(worker, number, &BigInt::one())?;
        let outcome = sum.outcome(worker)?;
        return Ok(outcome.winner(mover) == Some(mover));
    }
    let stop = match mover {
        Player::Left => sum.left_stop(worker)?,
        Player::Right => sum.right_stop(worker)?,
    };
    let sign = Surreal::from(&stop.value).sum(number)?.signum();
    Ok(if mover == Player::Left { sign > 0 } else { sign < 0 })
}
