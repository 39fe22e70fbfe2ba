//! Thermographs of games with kos.

use std::sync::Arc;

use upstar_core::Player;
use upstar_engine::Game;
use upstar_stoppers::{KoGame, Komaster};
use upstar_values::{Rational, Thermograph};

use crate::calculator::Calculator;
use crate::fail::Fail;
use crate::value::{Value, mismatch};

/// The most positions of a game whose thermograph is found.
const MOST_POSITIONS: usize = 20_000;

impl Calculator<'_> {
    /// The moves of a game with loops; `None` of other games, whose thermographs do not depend on
    /// a komaster.
    fn ko_game(&mut self, value: &Value) -> Result<Option<KoGame>, Fail> {
        let form = match value {
            Value::Loopy(game) => game.moves().cloned(),
            // Positions may equal short games, unless both may pass, and then these add up.
            Value::Positions(sum) if sum.class().loopy && !sum.class().is_impartial() => {
                match sum.single() {
                    Some(game) if game.count().is_some() => {
                        return self.ko_position(game).map(Some);
                    }
                    _ if self.id(value).is_ok() => return Ok(None),
                    Some(game) => return self.ko_position(game).map(Some),
                    None => self.loopy(value)?.moves().cloned(),
                }
            }
            _ => return Ok(None),
        };
        let Some(form) = form else {
            return Err(Fail::Undefined(
                "no thermograph: only the two sides of this game are known, and not its moves"
                    .to_owned(),
                Some("write it as one game by its options, such as a{1||a|0}".to_owned()),
            ));
        };
        Ok(Some(KoGame::of(&form, &mut self.worker)?))
    }

    /// The moves of a position, with the count of each position that follows if play of the game is
    /// over when both pass.
    fn ko_position(&mut self, game: &Game) -> Result<KoGame, Fail> {
        let mut counts = Vec::new();
        let form =
            self.graph_of_position(game, MOST_POSITIONS, |game| counts.push(game.count()))?;
        if counts.iter().any(Option::is_some) {
            return Ok(KoGame::scored(&form, &counts, &mut self.worker)?);
        }
        Ok(KoGame::of(&form, &mut self.worker)?)
    }

    /// The thermograph of a game with loops, with the komaster that is named; `None` of other
    /// games.
    pub(crate) fn thermograph_of_loopy(
        &mut self,
        value: &Value,
        arguments: &[Value],
    ) -> Result<Option<Arc<Thermograph>>, Fail> {
        let komaster = match arguments {
            [] => Komaster::Any,
            [named, ..] => Komaster::Named(komaster(named)?),
        };
        let Some(game) = self.ko_game(value)? else { return Ok(None) };
        Ok(Some(game.thermograph(komaster, &mut self.worker)?))
    }

    /// The mean or the temperature of a game with loops, if it is the same whoever is komaster;
    /// `None` of other games.
    pub(crate) fn of_all_komasters(
        &mut self,
        value: &Value,
        what: fn(&Thermograph) -> &Rational,
    ) -> Result<Option<Rational>, Fail> {
        let Some(game) = self.ko_game(value)? else { return Ok(None) };
        let mut found: Vec<Rational> = Vec::new();
        for player in [None, Some(Player::Left), Some(Player::Right)] {
            let thermograph = game.thermograph(Komaster::Named(player), &mut self.worker)?;
            found.push(what(&thermograph).clone());
        }
        if found.iter().any(|other| *other != found[0]) {
            return Err(Fail::Undefined(
                format!(
                    "it depends on who is komaster: {} for neither, {} for Left, {} for Right",
                    found[0], found[1], found[2]
                ),
                Some("ask g.Thermograph(komaster: \"Left\") for it".to_owned()),
            ));
        }
        Ok(found.pop())
    }
}

/// The komaster that an argument names: a player, or neither.
fn komaster(value: &Value) -> Result<Option<Player>, Fail> {
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
