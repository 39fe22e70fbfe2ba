//! Sums: positions of any rulesets, values, numbers and stalks side by side.

pub(crate) mod compound;
mod line;
mod mixed;
mod moves;
mod outcome;
mod own_searches;

use upstar_core::{Budget, Player};
use upstar_values::surreal::{Stalk, Surreal};
use upstar_values::{Id, Style, Worker};

pub use compound::{Compound, compound_parts};
pub use line::BestLine;
pub(crate) use mixed::{Mixed, Piece, Pieces};
pub use moves::WinningMove;

use crate::{
    Class, Convention, Explicit, Game, GraphForm, GraphOptions, GraphSink, GraphSize, Result,
    RuleError,
};

/// One summand.
#[derive(Clone, Debug)]
pub enum Summand {
    /// A position of a ruleset.
    Position(Game),
    /// A short game, by its value.
    Value(Id),
    /// A number that need not be rational: `w`, `sqrt(2)`.
    Number(Surreal),
}

impl Summand {
    /// The term as it is written: `nim(3,4)`, `{1|-1}`, `stalk("LR")`.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn text(&self, worker: &mut Worker<'_>, style: Style) -> Result<String> {
        Ok(match self {
            Summand::Position(game) => game.text(),
            Summand::Value(id) => worker.text(*id, style)?,
            Summand::Number(number) if style == Style::Ascii => number.text_ascii(),
            Summand::Number(number) => number.to_string(),
        })
    }

    /// Left and Right exchanged.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn negative(&self, worker: &mut Worker<'_>) -> Result<Summand> {
        Ok(match self {
            Summand::Position(game) => match game.as_stalk() {
                Some(stalk) => stalk.negative().into(),
                None => Summand::Position(game.negative()),
            },
            Summand::Value(id) => Summand::Value(worker.neg(*id)?),
            Summand::Number(number) => Summand::Number(number.negative()),
        })
    }

    /// The stalk, if this is one.
    #[must_use]
    pub fn stalk(&self) -> Option<Stalk> {
        match self {
            Summand::Position(game) => game.as_stalk(),
            Summand::Value(_) | Summand::Number(_) => None,
        }
    }
}

/// The error of summands that have no graph of positions.
fn no_end() -> RuleError {
    RuleError::NotApplicable(
        "infinite stalks and numbers are decided in normal play, without loopy games".to_owned(),
    )
}

impl From<Stalk> for Summand {
    fn from(stalk: Stalk) -> Self {
        Summand::Position(Game::of_stalk(stalk))
    }
}

/// A sum: a move is a move in one of the summands. They keep their order and are not simplified.
#[derive(Clone, Debug)]
pub struct Sum {
    summands: Vec<Summand>,
}

impl From<Vec<Summand>> for Sum {
    fn from(terms: Vec<Summand>) -> Self {
        Sum { summands: terms }
    }
}

impl From<Vec<Game>> for Sum {
    fn from(games: Vec<Game>) -> Self {
        Sum { summands: games.into_iter().map(Summand::Position).collect() }
    }
}

impl From<Summand> for Sum {
    fn from(term: Summand) -> Self {
        Sum { summands: vec![term] }
    }
}

impl From<Game> for Sum {
    fn from(game: Game) -> Self {
        Summand::Position(game).into()
    }
}

impl Sum {
    /// The maximum number of summands that are read.
    pub const MOST: usize = 10_000;

    /// The summands.
    #[must_use]
    pub fn summands(&self) -> &[Summand] {
        &self.summands
    }

    /// Turns the sum into its summands.
    #[must_use]
    pub fn into_summands(self) -> Vec<Summand> {
        self.summands
    }

    /// Whether there is exactly one summand.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.summands.len() == 1
    }

    /// The position, if there is only one summand and it is a position.
    #[must_use]
    pub fn single(&self) -> Option<&Game> {
        match &self.summands[..] {
            [Summand::Position(game)] => Some(game),
            _ => None,
        }
    }

    /// The stalk, if there is only one summand and it is a stalk.
    #[must_use]
    pub fn stalk(&self) -> Option<Stalk> {
        self.single()?.as_stalk()
    }

    /// The positions among the summands.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.summands.iter().filter_map(|term| match term {
            Summand::Position(game) => Some(game),
            _ => None,
        })
    }

    /// Whether there are stalks or numbers among the summands.
    #[must_use]
    pub fn has_numbers(&self) -> bool {
        let is_number = |term: &Summand| matches!(term, Summand::Number(_));
        self.summands.iter().any(|term| is_number(term) || term.stalk().is_some())
    }

    /// Impartial if all summands are (values and numbers count as partizan), loopy or entailing
    /// if one of them is.
    #[must_use]
    pub fn class(&self) -> Class {
        Class::of_sum(self.summands.iter().map(|term| match term {
            Summand::Position(game) => game.class(),
            Summand::Value(_) | Summand::Number(_) => Class::PARTIZAN,
        }))
    }

    /// The convention by which the sum is played if `asked` is requested: misère play if the rules
    /// of its positions say so.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] if that is so of some summands only, unless misère play is
    /// asked for, and if both players may pass in a summand.
    pub fn convention(&self, asked: Convention) -> Result<Convention> {
        self.games().try_for_each(Game::expect_moves)?;
        let of = |term: &Summand| match term {
            Summand::Position(game) => game.convention(asked),
            Summand::Value(_) | Summand::Number(_) => asked,
        };
        let misere = self.summands.iter().position(|term| of(term) == Convention::Misere);
        let normal = self.summands.iter().position(|term| of(term) == Convention::Normal);
        let (Some(misere), Some(normal)) = (misere, normal) else {
            return Ok(if misere.is_some() { Convention::Misere } else { asked });
        };
        let name = |index: usize| match &self.summands[index] {
            Summand::Position(game) => game.name().to_owned(),
            Summand::Value(_) | Summand::Number(_) => "a value".to_owned(),
        };
        Err(RuleError::NotApplicable(format!(
            "a sum has one convention: {} is of misère play, as its rules say, and {} is not; ask \
             for misère play of the whole sum (`--misere`, `MisereOutcome`)",
            name(misere),
            name(normal)
        )))
    }

    /// The summands as they are written, joined by ` + `.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn text(&self, worker: &mut Worker<'_>, style: Style) -> Result<String> {
        let texts = self.summands.iter().map(|term| term.text(worker, style));
        Ok(texts.collect::<Result<Vec<_>, _>>()?.join(" + "))
    }

    /// The negative: Left and Right are exchanged in all summands.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn negative(&self, worker: &mut Worker<'_>) -> Result<Sum> {
        let terms: Result<_, _> = self.summands.iter().map(|term| term.negative(worker)).collect();
        Ok(Sum { summands: terms? })
    }

    /// The summands of both sums, those of this one first.
    #[must_use]
    pub fn plus(mut self, other: Sum) -> Sum {
        self.summands.extend(other.summands);
        self
    }

    /// The sum with another term in place of the one with this index.
    fn with(&self, index: usize, term: Summand) -> Sum {
        let mut terms = self.summands.clone();
        terms[index] = term;
        Sum { summands: terms }
    }

    /// All positions after a move of `player`, in the order of the summands.
    ///
    /// # Errors
    /// [`RuleError::TooLarge`] if there are too many to list; [`RuleError::NotApplicable`] for
    /// numbers and long stalks, which have infinitely many options or too many.
    pub fn options(&self, worker: &mut Worker<'_>, player: Player) -> Result<Vec<Sum>> {
        let mut found = Vec::new();
        for (index, term) in self.summands.iter().enumerate() {
            let options = moves::options(term, worker, player)?;
            found.extend(options.into_iter().map(|option| self.with(index, option)));
        }
        Ok(found)
    }

    /// The same with the texts of the positions, sorted by these, each text once.
    ///
    /// # Errors
    /// As [`Sum::options`].
    pub fn sorted_options(
        &self,
        worker: &mut Worker<'_>,
        player: Player,
    ) -> Result<Vec<(String, Sum)>> {
        let mut options = Vec::new();
        for option in self.options(worker, player)? {
            options.push((option.text(worker, Style::Plain)?, option));
        }
        options.sort_by(|a, b| a.0.cmp(&b.0));
        options.dedup_by(|a, b| a.0 == b.0);
        Ok(options)
    }

    /// The form of graph that the sum usually has.
    #[must_use]
    pub fn graph_form(&self) -> GraphForm {
        match self.single() {
            Some(game) => game.graph_form(),
            None if self.class().is_impartial() => GraphForm::Plain,
            None => GraphForm::Coloured,
        }
    }

    /// The graph of all positions that can be reached, as [`Game::graph`]: the product of the
    /// graphs of the summands. Vertices are called by the texts of all summands, of a single
    /// position as [`Game::position_text`].
    ///
    /// # Errors
    /// As [`Game::graph`]; [`RuleError::NotApplicable`] for stalks and infinite numbers, for
    /// values, and where a turn may go on in another summand.
    pub fn graph(
        &self,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize> {
        if let Some(game) = self.single() {
            return game.graph(options, sink, budget);
        }
        self.expect_whole_turns()?;
        let games = self.summands.iter().map(|term| match term {
            Summand::Position(game) => Ok(Piece::of(game.clone())),
            _ => Err(RuleError::NotApplicable(
                "the graph of a sum is made of positions of rulesets".to_owned(),
            )),
        });
        let pieces = games.collect::<Result<Vec<_>, _>>()?;
        Game::new(Mixed::new(self.class()), pieces).graph(options, sink, budget)
    }

    /// The same sum with values as positions, of which the canonical forms are played.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for numbers that are no short games; a used-up budget.
    pub fn of_positions(&self, worker: &mut Worker<'_>) -> Result<Sum> {
        let summands = self.summands.iter().map(|term| match term {
            Summand::Position(_) => Ok(term.clone()),
            Summand::Value(id) => Ok(Summand::Position(Explicit::of_value(worker, *id)?)),
            Summand::Number(_) => Err(no_end()),
        });
        Ok(Sum { summands: summands.collect::<Result<_, _>>()? })
    }

    /// The sum as one position: the position itself if it is one, else one in which a move is a
    /// move in one summand.
    ///
    /// # Errors
    /// As [`Sum::of_positions`]; [`RuleError::NotApplicable`] for stalks without an end in a sum,
    /// and where a turn may go on in another summand.
    pub fn game(&self, worker: &mut Worker<'_>) -> Result<Game> {
        let positions = self.of_positions(worker)?;
        if let Some(game) = positions.single() {
            return Ok(game.clone());
        }
        positions.expect_whole_turns()?;
        let pieces = positions.pieces(worker)?;
        Ok(Game::new(Mixed::new(positions.class()).at(&pieces), pieces))
    }

    /// The summands as positions, for misère play and loopy games.
    fn pieces(&self, worker: &mut Worker<'_>) -> Result<Vec<Piece>> {
        if self.summands.iter().any(|term| term.stalk().is_some_and(|stalk| !stalk.is_finite())) {
            return Err(no_end());
        }
        Ok(self.of_positions(worker)?.games().cloned().map(Piece::of).collect())
    }

    /// The sum as a position of the ruleset of all sums, in which the order of the summands does not
    /// matter.
    fn unordered(&self, worker: &mut Worker<'_>) -> Result<Game> {
        let pieces = self.pieces(worker)?;
        let class = Class::of_sum(pieces.iter().map(|piece| piece.game().class()));
        Ok(Game::new(Mixed::new(class), pieces))
    }

    /// Refuses sums in which a turn may begin in one summand and end in another.
    fn expect_whole_turns(&self) -> Result {
        if self.summands.len() > 1 && self.class().entailing {
            return Err(RuleError::NotApplicable(
                "a turn may go on in another summand: moves of a position with entailing moves are \
                 known of it alone"
                    .to_owned(),
            ));
        }
        Ok(())
    }
}
