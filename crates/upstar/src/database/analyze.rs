//! A position of a database as an analysis.

use std::collections::HashSet;

use upstar_core::Player;
use upstar_engine::{Game, PositionResult};

use super::{Database, RecordKind};
use crate::analysis::{Analysis, WinningMove};
use crate::error::Result;
use crate::solving::{outcome, play};
use crate::{Error, OutcomeOptions};

impl Database {
    /// As [`Database::look_up`]; if the position is stored only with the other player to move, the
    /// result follows from its moves.
    ///
    /// # Errors
    ///
    /// As [`Database::look_up`].
    pub fn verdict_of(&self, position: &Game, player: Player) -> Result<Option<PositionResult>> {
        if let Some(verdict) = self.look_up(position, player)? {
            return Ok(Some(verdict));
        }
        if position.rules().key() != self.manifest.rules {
            return Ok(None);
        }
        let (mut best, mut any) = (None, false);
        for option in position.options(player)? {
            any = true;
            let Some(verdict) = self.look_up(&option, player.opponent())? else { return Ok(None) };
            let after = match verdict {
                PositionResult::Draw => PositionResult::Draw,
                PositionResult::Win(moves) => PositionResult::Loss(moves.saturating_add(1)),
                PositionResult::Loss(moves) => PositionResult::Win(moves.saturating_add(1)),
            };
            if best.is_none_or(|best| worth(after) > worth(best)) {
                best = Some(after);
            }
        }
        // A position without a move and without an entry need not belong to this game.
        Ok(best.filter(|_| any))
    }

    /// The index of the best of some positions after a move of `player`: the winner hurries, the
    /// loser delays. `None` if one of them is not in the database, or none is given.
    ///
    /// # Errors
    ///
    /// As [`Database::look_up`].
    pub fn best<'g>(
        &self,
        after: impl Iterator<Item = &'g Game>,
        player: Player,
    ) -> Result<Option<usize>> {
        let mut best: Option<(usize, PositionResult)> = None;
        for (index, game) in after.enumerate() {
            let Some(verdict) = self.look_up(game, player.opponent())? else { return Ok(None) };
            // The best result for the mover is the worst for the opponent.
            if best.is_none_or(|(_, best)| worth(verdict) < worth(best)) {
                best = Some((index, verdict));
            }
        }
        Ok(best.map(|(index, _)| index))
    }

    /// The outcome of a position, the winning moves and the course of play, from the database
    /// alone; `None` if the position is not there.
    ///
    /// # Errors
    ///
    /// [`Error::Database`] for a convention other than that of the database, and for a line of play
    /// if only outcomes are kept; a damaged file.
    pub fn analyze(&self, position: &Game, options: OutcomeOptions) -> Result<Option<Analysis>> {
        let asked =
            |message: String| Error::Database(format!("{}: {message}", self.folder.display()));
        if position.convention(options.convention) != self.manifest.convention {
            let play = self.manifest.convention.name();
            return Err(asked(format!("this is the database of {play} play")));
        }
        if options.line.is_some() && self.kept() == RecordKind::Outcome {
            let message =
                "only outcomes are kept here, and a line of best play needs numbers of moves";
            return Err(asked(message.to_owned()));
        }
        let impartial = position.class().is_impartial();
        let mut analysis = Analysis::new(position.text());
        analysis.convention = Some(self.manifest.convention);
        let mut winners = Vec::new();
        for player in position.movers(None) {
            let Some(verdict) = self.verdict_of(position, player)? else { continue };
            winners.push(verdict.winner(player));
            let mut found = play(verdict, (!impartial).then_some(player));
            if self.kept() == RecordKind::Outcome {
                found.remoteness = None;
            }
            if options.winning_moves && matches!(verdict, PositionResult::Win(_)) {
                for option in position.options(player)? {
                    if let Some(PositionResult::Loss(_)) =
                        self.look_up(&option, player.opponent())?
                    {
                        found.winning_moves.push(WinningMove::within(1, option.text()));
                    }
                }
            }
            if options.line.is_some_and(|first| impartial || first == player) {
                found.line = self.line(position, player)?;
            }
            analysis.play.push(found);
        }
        if winners.is_empty() {
            return Ok(None);
        }
        analysis.outcome = outcome(&winners, impartial);
        Ok(Some(analysis))
    }

    /// A line of best play; a drawn one ends at the first repeated position.
    fn line(&self, position: &Game, first: Player) -> Result<Vec<String>> {
        let (mut at, mut player) = (position.clone(), first);
        let mut line = vec![at.text()];
        let mut seen = HashSet::from([(at.clone(), player)]);
        loop {
            let options = at.options(player)?;
            let Some(best) = self.best(options.iter(), player)? else { return Ok(line) };
            at = options[best].clone();
            player = player.opponent();
            line.push(at.text());
            if !seen.insert((at.clone(), player)) {
                return Ok(line);
            }
        }
    }
}

/// An order: losses, the quick ones first; draws; wins, the slow ones first.
fn worth(verdict: PositionResult) -> (i8, i64) {
    match verdict {
        PositionResult::Loss(moves) => (-1, i64::from(moves)),
        PositionResult::Draw => (0, 0),
        PositionResult::Win(moves) => (1, -i64::from(moves)),
    }
}
