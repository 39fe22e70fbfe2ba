//! Moves in sums of positions, stalks, infinite numbers and short games.

use upstar_core::Player;
use upstar_rules::{Convention, WinningMove};
use upstar_values::surreal::{Ordinal, Stalk, StalkSum, SumMove, Surreal};
use upstar_values::{Id, Style, Sum};

use crate::evaluate::{Answer, Evaluator, Fail, list};
use crate::positions::{Positions, Term, stalk_text};
use crate::value::Value;

/// Edges of a stalk whose cuts are listed one by one.
const MOST_CUTS: u64 = 1000;

impl Evaluator<'_> {
    /// The moves of a player that win, sorted by summand and text.
    pub(crate) fn winning_moves(
        &mut self,
        value: &Value,
        player: Player,
        convention: Convention,
    ) -> Result<Vec<WinningMove>, Fail> {
        let positions = Positions { terms: self.terms(value)? };
        if convention == Convention::Misere || positions.is_loopy() {
            let sum = self.played(&positions)?;
            return Ok(sum.winning_moves(&self.engine, player, convention, self.budget)?);
        }
        if (positions.is_single() || positions.is_impartial())
            && let Some(sum) = positions.as_games()
        {
            return Ok(sum.winning_moves(&self.engine, player, convention, self.budget)?);
        }
        let mut moves = Vec::new();
        for (index, term) in positions.terms.iter().enumerate() {
            let others = positions.terms.iter().enumerate();
            let others = others.filter(|&(other, _)| other != index).map(|(_, term)| term.clone());
            let (mut ids, number) = self.parts(&Positions { terms: others.collect() })?;
            let mut found: Vec<(String, Term)> = Vec::new();
            match term {
                Term::Position(game) => {
                    for option in game.options(player)? {
                        found.push((option.text(), Term::Position(option.into())));
                    }
                }
                Term::Game(id) => {
                    for option in self.options_of(*id, player)? {
                        found.push((self.worker.text(option, Style::Plain)?, Term::Game(option)));
                    }
                }
                Term::Stalk(stalk) => match cuts(stalk, player)? {
                    Some(cuts) => {
                        found.extend(
                            cuts.into_iter().map(|cut| (stalk_text(&cut), Term::Stalk(cut))),
                        );
                    }
                    None => {
                        if let Some(below) = self.lowest_cut(stalk, &ids, &number, player)? {
                            let after = format!("{}, or any higher edge", stalk_text(&below));
                            moves.push(WinningMove { index: index + 1, after });
                        }
                    }
                },
                Term::Number(value) => {
                    let stalk = Stalk::of(value, self.budget)?;
                    if let Some(below) = self.lowest_cut(&stalk, &ids, &number, player)? {
                        let after = format!("{}, or a better one", below.value()?);
                        moves.push(WinningMove { index: index + 1, after });
                    }
                }
            }
            let rest = ids.len();
            for (after, term) in found {
                ids.truncate(rest);
                let mut total = number.clone();
                match term {
                    Term::Position(game) => ids.push(game.value(&self.engine, self.budget)?),
                    Term::Game(id) => ids.push(id),
                    Term::Stalk(stalk) => total = total.sum(&stalk.value()?)?,
                    Term::Number(other) => total = total.sum(&other)?,
                }
                if !self.mover_wins(&ids, &total, player.opponent())? {
                    moves.push(WinningMove { index: index + 1, after });
                }
            }
        }
        moves.sort();
        moves.dedup();
        Ok(moves)
    }

    /// What is left of a stalk after the lowest cut of a player that wins.
    fn lowest_cut(
        &mut self,
        stalk: &Stalk,
        ids: &[Id],
        number: &Surreal,
        player: Player,
    ) -> Result<Option<Stalk>, Fail> {
        let game = Sum::of(&mut self.worker, ids)?.canonical(&mut self.worker)?;
        let sum = StalkSum::new(vec![stalk.clone()], game)?.plus(number)?;
        for found in sum.winning_moves(player, &mut self.worker)? {
            if let SumMove::Cut { below, .. } = found {
                return Ok(Some(below));
            }
        }
        Ok(None)
    }

    fn options_of(&mut self, id: Id, player: Player) -> Result<Vec<Id>, Fail> {
        Ok(match player {
            Player::Left => self.worker.left_options(id)?,
            Player::Right => self.worker.right_options(id)?,
        })
    }

    /// The positions that a player can move to, as a list.
    pub(crate) fn position_options(&mut self, sum: &Positions, players: &[Player]) -> Answer {
        let mut found: Vec<(String, Value)> = Vec::new();
        for &player in players {
            for (index, term) in sum.terms.iter().enumerate() {
                let options: Vec<Term> = match term {
                    Term::Position(game) => game
                        .options(player)?
                        .into_iter()
                        .map(|option| Term::Position(option.into()))
                        .collect(),
                    Term::Game(id) => {
                        self.options_of(*id, player)?.into_iter().map(Term::Game).collect()
                    }
                    Term::Stalk(stalk) => cuts(stalk, player)?
                        .ok_or_else(|| infinitely_many(&stalk_text(stalk)))?
                        .into_iter()
                        .map(Term::Stalk)
                        .collect(),
                    Term::Number(number) => return Err(infinitely_many(&number.to_string())),
                };
                self.tick(options.len() as u64)?;
                for option in options {
                    let mut terms = sum.terms.clone();
                    terms[index] = option;
                    let after = Positions { terms };
                    found.push((
                        self.positions_text(&after, Style::Plain)?,
                        Value::Positions(after),
                    ));
                }
            }
        }
        let mut seen = std::collections::HashSet::new();
        found.retain(|(text, _)| seen.insert(text.clone()));
        list(found.into_iter().map(|(_, value)| value).collect())
    }
}

fn infinitely_many(what: &str) -> Fail {
    Fail::Undefined(
        format!("{what} has infinitely many options"),
        Some("its winning moves can be asked for: g.WinningMoves(Left)".to_owned()),
    )
}

/// What a player can leave of a stalk that has not too many edges; `None` for
/// others.
fn cuts(stalk: &Stalk, player: Player) -> Result<Option<Vec<Stalk>>, Fail> {
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
