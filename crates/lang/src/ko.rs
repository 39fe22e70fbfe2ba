//! Thermographs of games with kos.

use std::collections::HashMap;
use std::sync::Arc;

use upstar_core::Player;
use upstar_engine::Game;
use upstar_games::GoLife;
use upstar_stoppers::{KoGame, Komaster, Play};
use upstar_values::{Id, Rational, Thermograph, thermography};

use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Value, mismatch};

/// The moves of a game with loops, and how many points more each move counts in them.
type Moves = (KoGame, i64);

impl Calculator<'_> {
    /// The moves of a game with loops; `None` of other games, whose thermographs do not depend on
    /// a komaster.
    fn ko_game(&mut self, value: &Value) -> Result<Option<Moves>> {
        let form = match value {
            Value::Loopy(game) => game.moves().cloned(),
            // Positions may equal short games, and then these add up.
            Value::Positions(sum) if sum.class().loopy && !sum.class().is_impartial() => {
                match sum.single() {
                    Some(game) if game.scorings().is_some() => {
                        let Some((by_area, more)) = self.by_area(game)? else { return Ok(None) };
                        return Ok(Some((self.ko_positions(by_area, [])?, more)));
                    }
                    _ if self.id(value).is_ok() => return Ok(None),
                    Some(game) => return Ok(Some((self.ko_positions(game.clone(), [])?, 0))),
                    None => self.loopy(value)?.moves().cloned(),
                }
            }
            _ => return Ok(None),
        };
        let Some(form) = form else {
            return Err(Fail::undefined(
                "no thermograph: only the two sides of this game are known, and not its moves",
            )
            .with_help("write it as one game by its options, such as a{1||a|0}"));
        };
        Ok(Some((KoGame::of(&form, &mut self.worker)?, 0)))
    }

    /// A position of a game of territory by area, and how many points more each move counts then.
    /// `None` of other games, and if play ends by territory.
    pub(crate) fn by_area(&mut self, game: &Game) -> Result<Option<(Game, i64)>> {
        let Some([_, by_area]) = game.scorings() else { return Ok(None) };
        if game.count().is_some() {
            return Ok(Some((by_area, 0)));
        }
        let value = game.ending_value(&self.engine, self.budget)?;
        Ok(value.is_none().then_some((by_area, 1)))
    }

    /// The moves of a position and of others that can be reached from it, in games of territory by area. Of positions from which play ends the
    /// value is enough; by area it is that by territory, and each move counts one point more.
    fn ko_positions(
        &mut self,
        game: Game,
        others: impl IntoIterator<Item = Game>,
    ) -> Result<KoGame> {
        let (engine, budget) = (&self.engine, self.budget);
        let mut known: HashMap<Id, Arc<Thermograph>> = HashMap::new();
        let mut life = GoLife::new(budget);
        KoGame::explore(game, others, &mut self.worker, |at, worker| {
            let scorings = at.scorings();
            let value = match &scorings {
                Some([by_territory, _]) => match life.settled(at)? {
                    Some(count) => Some(worker.integer(count)?),
                    None => by_territory.ending_value(engine, budget)?,
                },
                None => at.ending_value(engine, budget)?,
            };
            if let Some(id) = value {
                if let Some(found) = known.get(&id) {
                    return Ok(Play::Known(Arc::clone(found)));
                }
                let mut found = thermography::thermograph(worker, id)?;
                if scorings.is_some() {
                    found = Arc::new(found.with_moves_worth(1));
                }
                known.insert(id, Arc::clone(&found));
                return Ok(Play::Known(found));
            }
            let [left, right] = Player::BOTH.map(|player| at.options_within(player, budget));
            Ok(Play::Open([left?, right?], at.count()))
        })
    }

    /// The thermograph of a game with loops, with the komaster that is named; `None` of other
    /// games.
    pub(crate) fn thermograph_of_loopy(
        &mut self,
        value: &Value,
        arguments: &[Value],
    ) -> Result<Option<Arc<Thermograph>>> {
        let komaster = match arguments {
            [] => Komaster::Any,
            [named, ..] => Komaster::Named(komaster(named)?),
        };
        let Some(moves) = self.ko_game(value)? else { return Ok(None) };
        self.walls(&moves, komaster).map(Some)
    }

    fn walls(&mut self, (game, more): &Moves, komaster: Komaster) -> Result<Arc<Thermograph>> {
        let found = game.thermograph(komaster, &mut self.worker)?;
        Ok(if *more == 0 { found } else { Arc::new(found.with_moves_worth(-more)) })
    }

    /// The thermographs of a position and of positions that its moves lead to, without a komaster;
    /// `None` where there is none.
    pub(crate) fn thermographs_of_moves(
        &mut self,
        game: &Game,
        after: impl Iterator<Item = Game>,
    ) -> Result<Vec<Option<Arc<Thermograph>>>> {
        if game.count().is_none() {
            let of_value = |game: Game| {
                let value = game.ending_value(&self.engine, self.budget)?;
                let walls = value.map(|id| thermography::thermograph(&mut self.worker, id));
                Ok(walls.transpose()?)
            };
            return std::iter::once(game.clone()).chain(after).map(of_value).collect();
        }
        let moves = self.ko_positions(game.clone(), after)?;
        let found = moves.thermographs(None, &mut self.worker)?;
        Ok(found.into_iter().map(std::result::Result::ok).collect())
    }

    /// The mean or the temperature of a game with loops, if it is the same whoever is komaster;
    /// `None` of other games.
    pub(crate) fn of_all_komasters(
        &mut self,
        value: &Value,
        what: fn(&Thermograph) -> &Rational,
    ) -> Result<Option<Rational>> {
        let Some(moves) = self.ko_game(value)? else { return Ok(None) };
        let mut found: Vec<Rational> = Vec::new();
        for player in [None, Some(Player::Left), Some(Player::Right)] {
            let thermograph = self.walls(&moves, Komaster::Named(player))?;
            found.push(what(&thermograph).clone());
        }
        if found.iter().any(|other| *other != found[0]) {
            return Err(Fail::undefined(format!(
                "it depends on who is komaster: {} for neither, {} for Left, {} for Right",
                found[0], found[1], found[2]
            ))
            .with_help("ask g.Thermograph(komaster: \"Left\") for it"));
        }
        Ok(found.pop())
    }
}

/// The komaster that an argument names: a player, or neither.
fn komaster(value: &Value) -> Result<Option<Player>> {
    let text = match value {
        Value::Player(player) => return Ok(Some(*player)),
        Value::Text(text) => text.to_lowercase(),
        _ => String::new(),
    };
    match text.as_str() {
        "left" => Ok(Some(Player::Left)),
        "right" => Ok(Some(Player::Right)),
        "neither" => Ok(None),
        _ => Err(mismatch("expected a komaster: \"Left\", \"Right\" or \"neither\"", value)),
    }
}
