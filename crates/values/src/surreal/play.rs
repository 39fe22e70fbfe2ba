//! Play on sums of stalks next to a short game.
//!
//! Stalks are numbers, so the stops of `G` translated by `x` decide a sum `x + G`: Left wins moving
//! first if `LeftStop(G) + x > 0` and loses if it is negative. It can be exactly 0 only if `x` is a
//! short number, and then the infinitesimals of `G + x` decide.

use upstar_core::{Outcome, Player};

use super::cut::first_above;
use super::{NormalForm, Ordinal, Stalk, Surreal};
use crate::{Error, Id, Result, Worker, thermography};

/// A sum of stalks and a short game.
#[derive(Clone, Debug)]
pub struct StalkSum {
    stalks: Vec<Stalk>,
    game: Id,
    /// The value of each stalk, and their sum with the added numbers.
    values: Vec<Surreal>,
    total: Surreal,
}

/// A winning move in a sum of stalks and a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumMove {
    /// Cut an edge of a stalk. This is the player's lowest edge whose cut wins; all of the player's
    /// edges above it win too.
    Cut {
        /// The index of the stalk, from 0.
        stalk: usize,
        /// The position of the edge; the edge on the ground has position 0.
        position: Ordinal,
        /// The rest of the stalk.
        below: Stalk,
    },
    /// Move to an option of the game.
    Game(Id),
}

impl StalkSum {
    /// The sum of stalks and a game ([`Id::ZERO`] for none).
    ///
    /// # Errors
    ///
    /// [`Error`] if a stalk has no finite normal form.
    pub fn new(stalks: Vec<Stalk>, game: Id) -> Result<Self> {
        let values = stalks.iter().map(Stalk::value).collect::<Result<Vec<_>, _>>()?;
        let total = values.iter().try_fold(Surreal::zero(), |sum, value| sum.sum(value))?;
        Ok(StalkSum { stalks, game, values, total })
    }

    /// The same sum with a number added, in which no moves are listed.
    ///
    /// # Errors
    ///
    /// [`Error`] if the sum of the numbers is too large.
    pub fn plus(mut self, number: &Surreal) -> Result<Self> {
        self.total = self.total.sum(number)?;
        Ok(self)
    }

    /// The value of the stalks together.
    #[must_use]
    pub fn number(&self) -> &Surreal {
        &self.total
    }

    /// The outcome.
    ///
    /// # Errors
    ///
    /// Those of the engine for short games.
    pub fn outcome(&self, worker: &mut Worker<'_>) -> Result<Outcome> {
        let left = mover_wins(self.game, &self.total, Player::Left, worker)?;
        let right = mover_wins(self.game, &self.total, Player::Right, worker)?;
        Ok(match (left, right) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        })
    }

    /// The winning moves of a player, stalks first.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchNumber`] if a sign expansion that is needed has no finite code; those of the
    /// engine for short games.
    pub fn winning_moves(&self, player: Player, worker: &mut Worker<'_>) -> Result<Vec<SumMove>> {
        let mut moves = Vec::new();
        let opponent = player.opponent();
        // A cut that leaves s wins if the opponent, to move in s + rest + G, does not win.
        let stop = stop(self.game, opponent, worker)?;
        let at_tie = stop.negative();
        let tie_wins = !mover_wins(self.game, &at_tie, opponent, worker)?;
        for (index, (stalk, value)) in self.stalks.iter().zip(&self.values).enumerate() {
            let rest = self.total.difference(value)?;
            let needed = rest.sum(&stop)?.negative();
            let budget = upstar_core::Budget::unlimited();
            let needed = Stalk::of(&needed, &budget)?;
            let position = match player {
                Player::Left => first_above(stalk, &needed, tie_wins)?,
                Player::Right => first_above(&stalk.negative(), &needed.negative(), tie_wins)?,
            };
            if let Some(position) = position {
                let below = stalk.below(&position)?;
                moves.push(SumMove::Cut { stalk: index, position, below });
            }
        }
        if worker.as_number(self.game).is_none() || self.game != Id::ZERO {
            let options = match player {
                Player::Left => worker.left_options(self.game)?,
                Player::Right => worker.right_options(self.game)?,
            };
            for option in options {
                if !mover_wins(option, &self.total, opponent, worker)? {
                    moves.push(SumMove::Game(option));
                }
            }
        }
        Ok(moves)
    }
}

/// The stop of a game when a player moves first.
fn stop(game: Id, mover: Player, worker: &mut Worker<'_>) -> Result<Surreal> {
    let stop = match mover {
        Player::Left => thermography::left_stop(worker, game)?,
        Player::Right => thermography::right_stop(worker, game)?,
    };
    let value = num_rational::BigRational::new(stop.value.numer(), stop.value.denom());
    Ok(NormalForm::from(value).into())
}

/// Does the player to move win `x + G`?
fn mover_wins(game: Id, x: &Surreal, mover: Player, worker: &mut Worker<'_>) -> Result<bool> {
    let moved = stop(game, mover, worker)?.sum(x)?.signum();
    let sign = if mover == Player::Left { moved } else { -moved };
    if sign != 0 {
        return Ok(sign > 0);
    }
    // x is the negative of a stop, so it is a short number.
    let x = x.to_rational().ok_or_else(|| Error::no_such_number("a stop that is no number"))?;
    let number =
        crate::Rational::new(x.numer().clone(), x.denom().clone()).ok_or(Error::DivisionByZero)?;
    let number = worker.number(&number)?;
    let sum = worker.add(game, number)?;
    let outcome = worker.outcome(sum)?;
    Ok(outcome == Outcome::N
        || outcome == if mover == Player::Left { Outcome::L } else { Outcome::R })
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use super::*;
    use crate::structure::born_by;
    use crate::{Rational, Universe};

    fn stalk(text: &str) -> Stalk {
        text.parse().unwrap()
    }

    #[test]
    fn propositions_3_2_and_3_4() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let positive =
            ["L", "LR", "LRRR", "(LR)^w", "L^w", "LR^w", "LR^(w^2)", "L^w R^(w^2)", "LR^(w^w)"];
        for text in positive {
            // 3.2: a positive number plus a nimber is positive.
            for n in 0..5 {
                let game = worker.nimber(n).unwrap();
                let sum = StalkSum::new(vec![stalk(text)], game).unwrap();
                assert_eq!(sum.outcome(&mut worker).unwrap(), Outcome::L, "{text} + *{n}");
            }
            // 3.4: up is less than every positive number, and so are its multiples.
            for ups in [1, 2, 7] {
                let down = worker.up_star(&Rational::from(0), -ups, 0).unwrap();
                let sum = StalkSum::new(vec![stalk(text)], down).unwrap();
                assert_eq!(sum.outcome(&mut worker).unwrap(), Outcome::L, "{text} - {ups} up");
                let up = worker.up_star(&Rational::from(0), ups, 0).unwrap();
                let sum = StalkSum::new(vec![stalk(text).negative()], up).unwrap();
                assert_eq!(sum.outcome(&mut worker).unwrap(), Outcome::R);
            }
        }
    }

    /// Finite stalks as canonical forms: the engine for short games gives the same outcomes.
    #[test]
    fn finite_stalks_agree_with_the_engine_of_short_games() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let words = ["L", "R", "LR", "RL", "LLR", "LRL", "RRLR", "LRRL"];
        let games: Vec<Id> = born_by(&mut worker, 2).unwrap();
        for (i, &game) in games.iter().enumerate() {
            let words = [words[i % 8], words[(i / 3) % 8]];
            let sum = StalkSum::new(words.map(stalk).to_vec(), game).unwrap();
            let mut total = game;
            for word in words {
                let value = stalk(word).value().unwrap().to_rational().unwrap();
                let number = Rational::new(value.numer().clone(), value.denom().clone()).unwrap();
                let number = worker.number(&number).unwrap();
                total = worker.add(total, number).unwrap();
            }
            let outcome = worker.outcome(total).unwrap();
            assert_eq!(sum.outcome(&mut worker).unwrap(), outcome);
            for player in [Player::Left, Player::Right] {
                let wins = outcome == Outcome::N
                    || outcome == if player == Player::Left { Outcome::L } else { Outcome::R };
                let moves = sum.winning_moves(player, &mut worker).unwrap();
                assert_eq!(!moves.is_empty(), wins, "{words:?} {i}");
                for found in moves {
                    let next = match found {
                        SumMove::Game(option) => {
                            StalkSum::new(words.map(stalk).to_vec(), option).unwrap()
                        }
                        SumMove::Cut { stalk: index, position, below } => {
                            let mut stalks = words.map(stalk).to_vec();
                            assert_eq!(stalks[index].edge(&position).unwrap(), Some(player));
                            stalks[index] = below;
                            StalkSum::new(stalks, game).unwrap()
                        }
                    };
                    let after = next.outcome(&mut worker).unwrap();
                    let lost = player.opponent();
                    assert!(
                        after == Outcome::P
                            || after == if lost == Player::Left { Outcome::R } else { Outcome::L }
                    );
                }
            }
        }
    }

    #[test]
    fn infinite_stalks_are_cut_at_the_lowest_place_that_wins() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        // ω - 5/2: Left keeps at least 3 edges of the first stalk.
        let sum = StalkSum::new(vec![stalk("L^w"), stalk("RRRL")], Id::ZERO).unwrap();
        assert_eq!(sum.outcome(&mut worker).unwrap(), Outcome::L);
        let moves = sum.winning_moves(Player::Left, &mut worker).unwrap();
        assert_eq!(moves[0], SumMove::Cut { stalk: 0, position: 3.into(), below: stalk("LLL") });
        assert!(sum.winning_moves(Player::Right, &mut worker).unwrap().is_empty());
        // 2/3 + 1/3 - 1 = 0.
        let zero =
            StalkSum::new(["(LR)^w", "LR(RL)^w", "R"].map(stalk).to_vec(), Id::ZERO).unwrap();
        assert_eq!(zero.outcome(&mut worker).unwrap(), Outcome::P);
        // 1/ω - 1/ω with a star: the first player wins, by moving the star to 0.
        let star = worker.nimber(1).unwrap();
        let hot = StalkSum::new(["LR^w", "RL^w"].map(stalk).to_vec(), star).unwrap();
        assert_eq!(hot.outcome(&mut worker).unwrap(), Outcome::N);
        assert_eq!(
            hot.winning_moves(Player::Left, &mut worker).unwrap(),
            [SumMove::Game(Id::ZERO)]
        );
    }
}
