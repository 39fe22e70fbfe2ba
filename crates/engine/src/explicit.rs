//! Games given by their options, in sums with positions of rulesets.

use std::collections::HashMap;

use upstar_core::Player;
use upstar_values::{Form, Id, Style, Worker};

use crate::{Class, Game, Options, Result, RuleError, Ruleset};

/// A game of which all positions are listed: the canonical form of a short game, or a form that is not
/// simplified.
///
/// Values of the short games of one universe become positions by [`Explicit::of_value`], and forms by
/// [`Explicit::of_form`], so that a sum of them and of positions can be played.
#[derive(Debug, Default)]
pub struct Explicit {
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    text: String,
    options: [Vec<u32>; 2],
}

/// The most positions of an explicit game.
const MOST: usize = 1 << 20;

/// The longest text of a form, in letters.
const LONGEST: usize = 1 << 20;

impl Explicit {
    /// The name of these games.
    pub(crate) const NAME: &str = "game";

    /// The canonical form of a value as a position.
    ///
    /// # Errors
    /// Values without finitely many options (numbers that are not dyadic); more
    /// than 2^20 positions; a used-up budget.
    pub fn of_value(worker: &mut Worker<'_>, value: Id) -> Result<Game> {
        // All whole numbers between a number and 0 follow from it.
        let most = u64::from(usize::BITS - MOST.leading_zeros());
        if worker.as_number(value).is_some_and(|number| number.floor().bits() > most) {
            return Err(too_large());
        }
        let mut game = Explicit::default();
        let mut known: HashMap<Id, u32> = HashMap::new();
        // Options are numbered before what they are options of.
        let mut stack = vec![(value, false)];
        while let Some((id, ready)) = stack.pop() {
            if known.contains_key(&id) {
                continue;
            }
            worker.tick(1)?;
            let options = [worker.left_options(id)?, worker.right_options(id)?];
            if !ready {
                // A large number has all that are nearer to 0 under it.
                if stack.len() > MOST {
                    return Err(too_large());
                }
                stack.push((id, true));
                stack.extend(options.iter().flatten().map(|&option| (option, false)));
                continue;
            }
            let options = options.map(|ids| ids.iter().map(|option| known[option]).collect());
            let text = worker.text(id, Style::Plain)?;
            known.insert(id, game.add(text, options)?);
        }
        Ok(game.at_last())
    }

    /// A form, not simplified, as a position.
    ///
    /// # Errors
    /// As [`Explicit::of_value`]; forms whose text has more than a million letters.
    pub fn of_form(worker: &mut Worker<'_>, form: &Form) -> Result<Game> {
        if let Some(value) = form.as_value() {
            return Explicit::of_value(worker, value);
        }
        let mut game = Explicit::default();
        for options in form.written_out(worker)? {
            let [left, right] = options.each_ref().map(|side| {
                let texts =
                    side.iter().map(|&option| game.nodes[option as usize].text.trim_matches('\''));
                texts.collect::<Vec<_>>().join(",")
            });
            let text = if options.iter().all(Vec::is_empty) {
                "0".to_owned()
            } else {
                format!("'{{{left}|{right}}}'")
            };
            worker.tick(text.len() as u64)?;
            if text.len() > LONGEST {
                return Err(too_large());
            }
            game.add(text, options)?;
        }
        Ok(game.at_last())
    }

    /// The game in which nobody can move.
    pub(crate) fn zero() -> Game {
        let mut game = Explicit::default();
        game.nodes.push(Node { text: "0".to_owned(), options: [vec![], vec![]] });
        game.at_last()
    }

    fn add(&mut self, text: String, options: [Vec<u32>; 2]) -> Result<u32> {
        if self.nodes.len() >= MOST {
            return Err(too_large());
        }
        self.nodes.push(Node { text, options });
        Ok(self.nodes.len() as u32 - 1)
    }

    fn at_last(self) -> Game {
        let last = self.nodes.len() as u32 - 1;
        Game::new(self, last)
    }
}

fn too_large() -> RuleError {
    RuleError::too_large("the game", "more than 2^20 positions", "2^20")
}

crate::ordered!(u32);

impl Ruleset for Explicit {
    type Position = u32;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, &at: &u32, player: Player, out: &mut Options<u32>) -> Result {
        let options = &self.nodes[at as usize].options[usize::from(player == Player::Right)];
        out.extend(options.iter().copied());
        Ok(())
    }

    fn name(&self) -> &'static str {
        Explicit::NAME
    }

    fn write(&self, &at: &u32) -> String {
        self.nodes[at as usize].text.clone()
    }

    fn parse(&self, text: &str) -> Result<u32> {
        match self.nodes.iter().position(|node| node.text == text) {
            Some(at) => Ok(at as u32),
            None => {
                Err(RuleError::notation(text, 0..text.len(), "expected a position of the game"))
            }
        }
    }

    fn call(&self, at: &u32) -> String {
        self.write(at)
    }

    fn parameters(&self) -> String {
        // The whole game: the last position has all others in it.
        self.nodes.last().map_or_else(String::new, |node| node.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Budget, Outcome};
    use upstar_values::{Universe, structure};

    use super::*;
    use crate::{Convention, Engine, Settings};

    #[test]
    fn explicit_games_keep_value_and_form() {
        let universe = Universe::new();
        let budget = Budget::unlimited();
        let engine = Engine::new(&universe, Settings::default());
        let mut worker = universe.worker(&budget);
        for id in structure::born_by(&mut worker, 2).unwrap() {
            let game = Explicit::of_value(&mut worker, id).unwrap();
            assert_eq!(game.text(), worker.text(id, Style::Plain).unwrap());
            assert_eq!(game.value(&engine, &budget).unwrap(), id);
        }
        // In misère play the first player of 0 wins, and the first player of * loses.
        let outcome = |game: &Game| game.outcome(&engine, Convention::Misere, &budget);
        let zero = Explicit::of_value(&mut worker, Id::ZERO).unwrap();
        assert_eq!(outcome(&zero).unwrap(), Outcome::N);
        let star = worker.nimber(1).unwrap();
        let star = Explicit::of_value(&mut worker, star).unwrap();
        assert_eq!(outcome(&star).unwrap(), Outcome::P);
    }
}
