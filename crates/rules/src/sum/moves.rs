//! Moves in sums, and which of them win.

use std::fmt;

use upstar_core::{Budget, Outcome, Player};
use upstar_values::surreal::{Ordinal, Stalk, StalkSum, SumMove, Surreal};
use upstar_values::{FormalSum, Id, Style, Worker};

use super::{Sum, Summand, stalk_text};
use crate::{Convention, Engine, Fact, Game, RuleError};

/// Edges of a stalk whose cuts are listed one by one.
const MOST_CUTS: u64 = 1000;

/// A winning move in a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WinningMove {
    /// The summand to move in, counted from 1.
    pub index: usize,
    /// That summand after the move.
    pub after: String,
}

impl fmt::Display for WinningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.index, self.after)
    }
}

/// What a player can make of a summand.
pub(super) fn options(
    term: &Summand,
    worker: &mut Worker<'_>,
    player: Player,
) -> Result<Vec<Summand>, RuleError> {
    Ok(match term {
        Summand::Position(game) => {
            game.options(player)?.into_iter().map(Summand::Position).collect()
        }
        Summand::Value(id) => {
            let options = match player {
                Player::Left => worker.left_options(*id)?,
                Player::Right => worker.right_options(*id)?,
            };
            options.into_iter().map(Summand::Value).collect()
        }
        Summand::Stalk(stalk) => cuts(stalk, player)?
            .ok_or_else(|| infinitely_many(&stalk_text(stalk)))?
            .into_iter()
            .map(Summand::Stalk)
            .collect(),
        Summand::Number(number) => return Err(infinitely_many(&number.to_string())),
    })
}

fn infinitely_many(what: &str) -> RuleError {
    RuleError::InfinitelyMany(what.to_owned())
}

/// What a player can leave of a stalk that has not too many edges; `None` for
/// others.
fn cuts(stalk: &Stalk, player: Player) -> Result<Option<Vec<Stalk>>, RuleError> {
    let Some(length) = stalk.length().to_u64().filter(|&length| length <= MOST_CUTS) else {
        return Ok(None);
    };
    let mut left = Vec::new();
    for edge in 0..length {
        let edge = Ordinal::from(edge);
        if stalk.edge(&edge)? == Some(player) {
            left.push(stalk.below(&edge)?);
        }
    }
    Ok(Some(left))
}

impl Sum {
    /// All moves of `player` that win, sorted. Of a number or a stalk with very many edges, the
    /// lowest cut that wins stands for all.
    ///
    /// # Errors
    /// A used-up budget, or a position too large.
    pub fn winning_moves(
        &self,
        engine: &Engine<'_>,
        player: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<WinningMove>, RuleError> {
        self.expect_whole_turns()?;
        let class = self.class();
        if convention == Convention::Misere && class.entailing {
            return Err(RuleError::NotApplicable(
                "a turn that ends because nothing is left has no position after it: winning moves \
                 of a position with entailing moves are known in normal play"
                    .to_owned(),
            ));
        }
        if class.is_impartial()
            && !class.loopy
            && !class.entailing
            && engine.settings().theorems
            && let Some(mut moves) = self.moves_by_theorems(engine, convention, budget)?
        {
            moves.sort();
            moves.dedup();
            return Ok(moves);
        }
        let mut moves = if convention == Convention::Misere || class.loopy || !self.is_by_values() {
            self.moves_by_outcomes(engine, player, convention, budget)?
        } else {
            self.moves_by_values(engine, player, budget)?
        };
        moves.sort();
        moves.dedup();
        Ok(moves)
    }

    /// The moves to options that theorems find without listing all: to a lost position, if this is
    /// one position, or to one with the value of the other summands. `None` if some are not found
    /// so.
    fn moves_by_theorems(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Vec<WinningMove>>, RuleError> {
        let games: Vec<&Game> = self.games().collect();
        if games.len() < self.summands.len() {
            return Ok(None);
        }
        if let [game] = games[..] {
            let lost = Fact::Outcome(Outcome::P);
            if game.outcome(engine, convention, budget)? == Outcome::P {
                return Ok(Some(Vec::new()));
            }
            let options = game.options_with(lost, convention, budget)?;
            return Ok(options.map(|options| moves_to(0, &options)));
        }
        if convention == Convention::Misere {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(games.len());
        for game in &games {
            values.push(game.grundy(engine, budget)?);
        }
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let mut moves = Vec::new();
        for (index, game) in games.into_iter().enumerate().filter(|_| sum != 0) {
            let wanted = sum ^ values[index];
            let options = match game.options_with(Fact::Grundy(wanted), convention, budget)? {
                Some(options) => options,
                None => {
                    let mut found = Vec::new();
                    for option in game.options(Player::Left)? {
                        if option.grundy(engine, budget)? == wanted {
                            found.push(option);
                        }
                    }
                    found
                }
            };
            moves.extend(moves_to(index, &options));
        }
        Ok(Some(moves))
    }

    /// Each option is played.
    fn moves_by_outcomes(
        &self,
        engine: &Engine<'_>,
        player: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<WinningMove>, RuleError> {
        let (_, pieces) = self.mixed_by(engine, budget)?;
        let games: Vec<_> = pieces.iter().map(|piece| piece.game().clone()).collect();
        let sum = Sum::from(games.clone());
        let mut moves = Vec::new();
        for (index, game) in games.iter().enumerate() {
            for option in game.options(player)? {
                let after = option.text();
                let outcome = sum
                    .with(index, Summand::Position(option))
                    .outcome(engine, convention, budget)?;
                if outcome.winner(player.opponent()) == Some(player) {
                    moves.push(WinningMove { index: index + 1, after });
                }
            }
        }
        Ok(moves)
    }

    /// Each option is added to the values of the other summands.
    fn moves_by_values(
        &self,
        engine: &Engine<'_>,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<WinningMove>, RuleError> {
        let mut worker = engine.universe().worker(budget);
        let mut moves = Vec::new();
        for (index, term) in self.summands.iter().enumerate() {
            let others = self.summands.iter().enumerate();
            let others = others.filter(|&(other, _)| other != index).map(|(_, term)| term.clone());
            let others = Sum::from(others.collect::<Vec<_>>());
            let (mut ids, number) = others.values_and_number(engine, budget)?;
            let whole = match term {
                Summand::Number(value) => Some(Stalk::of(value, budget)?),
                Summand::Stalk(stalk) if cuts(stalk, player)?.is_none() => Some(stalk.clone()),
                _ => None,
            };
            if let Some(stalk) = whole {
                if let Some(below) = lowest_cut(&stalk, &ids, &number, player, &mut worker)? {
                    let after = match term {
                        Summand::Number(_) => format!("{}, or a better one", below.value()?),
                        _ => format!("{}, or any higher edge", stalk_text(&below)),
                    };
                    moves.push(WinningMove { index: index + 1, after });
                }
                continue;
            }
            let rest = ids.len();
            for option in options(term, &mut worker, player)? {
                ids.truncate(rest);
                let mut total = number.clone();
                match &option {
                    Summand::Position(game) => ids.push(game.value(engine, budget)?),
                    Summand::Value(id) => ids.push(*id),
                    Summand::Stalk(stalk) => total = total.sum(&stalk.value()?)?,
                    Summand::Number(other) => total = total.sum(other)?,
                }
                if !super::outcome::mover_wins(&ids, &total, player.opponent(), &mut worker)? {
                    let after = option.text(&mut worker, Style::Plain)?;
                    moves.push(WinningMove { index: index + 1, after });
                }
            }
        }
        Ok(moves)
    }
}

/// The moves in a summand to these options.
fn moves_to(index: usize, options: &[Game]) -> Vec<WinningMove> {
    options.iter().map(|option| WinningMove { index: index + 1, after: option.text() }).collect()
}

/// What is left of a stalk after the lowest cut of a player that wins.
fn lowest_cut(
    stalk: &Stalk,
    ids: &[Id],
    number: &Surreal,
    player: Player,
    worker: &mut Worker<'_>,
) -> Result<Option<Stalk>, RuleError> {
    let game = FormalSum::of(worker, ids)?.canonical(worker)?;
    let sum = StalkSum::new(vec![stalk.clone()], game)?.plus(number)?;
    for found in sum.winning_moves(player, worker)? {
        if let SumMove::Cut { below, .. } = found {
            return Ok(Some(below));
        }
    }
    Ok(None)
}
