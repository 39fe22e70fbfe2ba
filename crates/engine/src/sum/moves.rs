//! Moves in sums, and the moves that win.

use std::fmt;

use upstar_core::{Budget, Lease, Outcome, Player};
use upstar_values::surreal::{Stalk, StalkSum, SumMove, Surreal};
use upstar_values::{FormalSum, Id, Style, Worker};

use super::{Sum, Summand};
use crate::positions::stalk::{can_leave, cuts, some_cuts};
use crate::{Convention, Engine, Entailed, Fact, Game, Result, RuleError};

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

/// Bytes of a winning move besides its text. The text stands several times until it is shown.
const MOVE_BYTES: usize = 100;

/// Winning moves within the memory of a budget.
struct WinningMoves {
    moves: Vec<WinningMove>,
    lease: Lease,
}

impl WinningMoves {
    fn within(budget: &Budget) -> Self {
        WinningMoves { moves: Vec::new(), lease: Lease::new(budget) }
    }

    /// Adds a move in the summand with this index, counted from 0.
    fn push(&mut self, index: usize, after: String) -> Result {
        self.lease.spend((3 * after.len() + MOVE_BYTES) as u64, 1 << 16)?;
        self.lease.budget().check()?;
        self.moves.push(WinningMove { index: index + 1, after });
        Ok(())
    }

    fn extend(&mut self, index: usize, options: &[Game]) -> Result {
        options.iter().try_for_each(|option| self.push(index, option.text()))
    }

    fn sorted(mut self) -> Vec<WinningMove> {
        self.moves.sort();
        self.moves.dedup();
        self.moves
    }
}

/// The options of a player in a summand.
pub(super) fn options(
    term: &Summand,
    worker: &mut Worker<'_>,
    player: Player,
) -> Result<Vec<Summand>> {
    Ok(match term {
        Summand::Position(game) => game
            .options_within(player, worker.budget())?
            .into_iter()
            .map(Summand::Position)
            .collect(),
        Summand::Value(id) => {
            let options = match player {
                Player::Left => worker.left_options(*id)?,
                Player::Right => worker.right_options(*id)?,
            };
            options.into_iter().map(Summand::Value).collect()
        }
        Summand::Number(number) => return Err(RuleError::InfinitelyMany(number.to_string())),
    })
}

impl Sum {
    /// All moves of `player` that win, sorted. Of a number or a stalk with very many edges, the
    /// lowest cut that wins stands for all. Where a turn may go on in another summand, a move is
    /// a turn in one summand, or if that does not win a move after which the player must move
    /// again.
    ///
    /// # Errors
    /// A used-up budget, or a position too large.
    pub fn winning_moves(
        &self,
        engine: &Engine<'_>,
        player: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<WinningMove>> {
        let convention = self.convention(convention)?;
        let class = self.class();
        if class.entailing && self.summands.len() > 1 && convention == Convention::Normal {
            return Ok(self.moves_by_entailed(engine, budget)?.sorted());
        }
        self.expect_whole_turns()?;
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
            && let Some(moves) = self.moves_by_theorems(engine, convention, budget)?
        {
            return Ok(moves.sorted());
        }
        let searched = self.is_searched(convention);
        let moves = if searched || class.loopy || !self.is_by_values() {
            self.moves_by_outcomes(engine, player, convention, budget)?
        } else {
            self.moves_by_values(engine, player, budget)?
        };
        Ok(moves.sorted())
    }

    /// The moves to options that theorems find without listing all: to a lost position, if this is
    /// one position, or to one with the value of the other summands. `None` if some are not found
    /// so.
    fn moves_by_theorems(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<WinningMoves>> {
        let mut moves = WinningMoves::within(budget);
        let games: Vec<&Game> = self.games().collect();
        if games.len() < self.summands.len() {
            return Ok(None);
        }
        if let [game] = games[..] {
            let lost = Fact::Outcome(Outcome::P);
            if game.outcome(engine, convention, budget)? == Outcome::P {
                return Ok(Some(moves));
            }
            let Some(options) = game.options_with(lost, convention, budget)? else {
                return Ok(None);
            };
            moves.extend(0, &options)?;
            return Ok(Some(moves));
        }
        if convention == Convention::Misere {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(games.len());
        for game in &games {
            values.push(game.grundy(engine, budget)?);
        }
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        for (index, game) in games.into_iter().enumerate().filter(|_| sum != 0) {
            let wanted = sum ^ values[index];
            let options = match game.options_with(Fact::Grundy(wanted), convention, budget)? {
                Some(options) => options,
                None => {
                    let mut found = Vec::new();
                    for option in game.options_within(Player::Left, budget)? {
                        if option.grundy(engine, budget)? == wanted {
                            found.push(option);
                        }
                    }
                    found
                }
            };
            moves.extend(index, &options)?;
        }
        Ok(Some(moves))
    }

    /// Tries each option.
    fn moves_by_outcomes(
        &self,
        engine: &Engine<'_>,
        player: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<WinningMoves> {
        let mut worker = engine.universe().worker(budget);
        let mut moves = WinningMoves::within(budget);
        let mut terms = self.summands.clone();
        if convention == Convention::Misere || self.class().loopy {
            // There, values are games with options.
            let pieces = self.pieces(&mut worker)?;
            terms = pieces.iter().map(|piece| Summand::Position(piece.game().clone())).collect();
        }
        for (index, term) in terms.iter().enumerate() {
            for option in options(term, &mut worker, player)? {
                let after = option.text(&mut worker, Style::Plain)?;
                let sum = self.with(index, option);
                let winner = sum.winner(engine, player.opponent(), convention, budget)?;
                if winner == Some(player) {
                    moves.push(index, after)?;
                }
            }
        }
        Ok(moves)
    }

    /// Turns in one summand, and moves that need another one, in a sum of impartial games some of
    /// which have entailing moves.
    fn moves_by_entailed(&self, engine: &Engine<'_>, budget: &Budget) -> Result<WinningMoves> {
        let mut worker = engine.universe().worker(budget);
        let value = |sum: &Sum| {
            sum.entailed(engine, budget)?.ok_or_else(|| {
                RuleError::NotApplicable(
                    "a turn may go on in another summand: winning moves of a position with \
                     entailing moves are known of it alone, or beside impartial games"
                        .to_owned(),
                )
            })
        };
        let mut ticker = budget.ticker();
        let mut moves = WinningMoves::within(budget);
        for (index, term) in self.summands.iter().enumerate() {
            let rest = value(&self.without(index))?;
            let mut whole = |term: Summand| {
                ticker.tick(1)?;
                Ok::<_, RuleError>(&value(&Sum { summands: vec![term] })? + &rest)
            };
            let lost = Entailed::Nimber(0);
            for option in options(term, &mut worker, Player::Left)? {
                if whole(option.clone())? == lost {
                    let after = option.text(&mut worker, Style::Plain)?;
                    moves.push(index, after)?;
                }
            }
            let Summand::Position(game) = term else { continue };
            'carried: for after in game.entailing_moves()? {
                if !whole(Summand::Position(after.clone()))?.wins_beside(0) {
                    continue;
                }
                // A turn that goes on in this summand and ends there is listed whole.
                for option in after.options_within(Player::Left, budget)? {
                    if whole(Summand::Position(option))? == lost {
                        continue 'carried;
                    }
                }
                let after = format!("{}, and move again", after.text());
                moves.push(index, after)?;
            }
        }
        Ok(moves)
    }

    /// The other summands.
    fn without(&self, index: usize) -> Sum {
        let others = self.summands.iter().enumerate().filter(|&(other, _)| other != index);
        Sum { summands: others.map(|(_, term)| term.clone()).collect() }
    }

    /// As [`Sum::sorted_options`], with some of the options of a stalk without end, among them
    /// the lowest cut that wins if one does; and whether these are all options.
    ///
    /// # Errors
    /// As [`Sum::options`].
    pub fn some_options(
        &self,
        engine: &Engine<'_>,
        player: Player,
        budget: &Budget,
    ) -> Result<(Vec<(String, Sum)>, bool)> {
        let mut worker = engine.universe().worker(budget);
        match self.sorted_options(&mut worker, player) {
            Err(RuleError::InfinitelyMany(_)) => {}
            listed => return Ok((listed?, true)),
        }
        let mut found: Vec<(String, Sum)> = Vec::new();
        for (index, term) in self.summands.iter().enumerate() {
            let options = match term.stalk() {
                Some(stalk) if cuts(&stalk, player)?.is_none() => {
                    let (ids, number) = self.without(index).values_and_number(engine, budget)?;
                    let mut left = some_cuts(&stalk, player)?;
                    let wins = lowest_cut(&stalk, &ids, &number, player, &mut worker)?;
                    left.extend(wins.filter(|wins| !left.contains(wins)));
                    left.into_iter().map(Summand::from).collect()
                }
                _ => options(term, &mut worker, player)?,
            };
            for option in options {
                let after = self.with(index, option);
                found.push((after.text(&mut worker, Style::Plain)?, after));
            }
        }
        Ok((found, false))
    }

    /// Whether `after` is what a cut of a stalk by `player` leaves.
    ///
    /// # Errors
    /// Ordinals that are too large.
    pub fn is_cut(&self, after: &Sum, player: Player) -> Result<bool> {
        if after.summands.len() != self.summands.len() {
            return Ok(false);
        }
        let mut cut = false;
        for (before, after) in self.games().zip(after.games()) {
            if before == after {
                continue;
            }
            let (Some(stalk), Some(rest)) = (before.as_stalk(), after.as_stalk()) else {
                return Ok(false);
            };
            if std::mem::replace(&mut cut, true) || !can_leave(&stalk, &rest, player)? {
                return Ok(false);
            }
        }
        Ok(cut)
    }

    /// Each option is added to the values of the other summands.
    fn moves_by_values(
        &self,
        engine: &Engine<'_>,
        player: Player,
        budget: &Budget,
    ) -> Result<WinningMoves> {
        let mut worker = engine.universe().worker(budget);
        let mut moves = WinningMoves::within(budget);
        for (index, term) in self.summands.iter().enumerate() {
            let (mut ids, number) = self.without(index).values_and_number(engine, budget)?;
            let whole = match (term, term.stalk()) {
                (Summand::Number(value), _) => Some(Stalk::of(value, budget)?),
                (_, Some(stalk)) if cuts(&stalk, player)?.is_none() => Some(stalk),
                _ => None,
            };
            if let Some(stalk) = whole {
                if let Some(below) = lowest_cut(&stalk, &ids, &number, player, &mut worker)? {
                    let after = match term {
                        Summand::Number(_) => format!("{}, or a better one", below.value()?),
                        _ => format!("{}, or any higher edge", Game::of_stalk(below).text()),
                    };
                    moves.push(index, after)?;
                }
                continue;
            }
            let rest = ids.len();
            for option in options(term, &mut worker, player)? {
                ids.truncate(rest);
                let mut total = number.clone();
                match (&option, option.stalk()) {
                    (_, Some(stalk)) => total = total.sum(&stalk.value()?)?,
                    (Summand::Position(game), None) => ids.push(game.value(engine, budget)?),
                    (Summand::Value(id), None) => ids.push(*id),
                    (Summand::Number(other), None) => total = total.sum(other)?,
                }
                if !super::outcome::mover_wins(&ids, &total, player.opponent(), &mut worker)? {
                    let after = option.text(&mut worker, Style::Plain)?;
                    moves.push(index, after)?;
                }
            }
        }
        Ok(moves)
    }
}

/// The rest of a stalk after the lowest cut of a player that wins.
fn lowest_cut(
    stalk: &Stalk,
    ids: &[Id],
    number: &Surreal,
    player: Player,
    worker: &mut Worker<'_>,
) -> Result<Option<Stalk>> {
    let game = FormalSum::of(worker, ids)?.canonical(worker)?;
    let sum = StalkSum::new(vec![stalk.clone()], game)?.plus(number)?;
    for found in sum.winning_moves(player, worker)? {
        if let SumMove::Cut { below, .. } = found {
            return Ok(Some(below));
        }
    }
    Ok(None)
}
