//! Sums of positions of any rulesets.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use upstar_core::{Budget, Outcome, Player};
use upstar_values::{self as values, Id};

use crate::{
    AnyGame, Class, Convention, Engine, Entailed, Negated, Notation, RuleError, Ruleset, Sides,
    parse_named,
};

/// A sum of positions of any rulesets: a move is a move in one of them.
pub struct Sum {
    /// The summands.
    pub parts: Vec<Box<dyn AnyGame>>,
}

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

impl From<Vec<Box<dyn AnyGame>>> for Sum {
    fn from(parts: Vec<Box<dyn AnyGame>>) -> Self {
        Sum { parts }
    }
}

impl Sum {
    /// The most summands that are read.
    pub const MOST: usize = 10_000;

    /// Reads positions joined by `+`: `nim(2,3,5,7) + kayles(9)`.
    ///
    /// ```
    /// use upstar_rules::Sum;
    ///
    /// let sum = Sum::parse("nim(1, 2) + domineering(\"2x2\")").unwrap();
    /// assert_eq!(sum.text(), "nim(1,2) + domineering(\"..|..\")");
    /// ```
    ///
    /// # Errors
    /// As [`crate::parse_named`], with the place in `text`.
    pub fn parse(text: &str) -> Result<Sum, RuleError> {
        let mut parts = Vec::new();
        let mut start = 0;
        let mut quote = None;
        let ends = text.char_indices().filter_map(|(place, letter)| {
            match (quote, letter) {
                (None, '"' | '\'') => quote = Some(letter),
                (Some(open), _) if open == letter => quote = None,
                (None, '+') => return Some(place),
                _ => {}
            }
            None
        });
        let ends: Vec<usize> = ends.take(Self::MOST).chain([text.len()]).collect();
        if ends.len() > Self::MOST {
            return Err(RuleError::too_large("the sum", "more summands", Self::MOST));
        }
        for end in ends {
            let part = parse_named(&text[start..end]).map_err(|error| match error {
                // The place is told within the whole text.
                RuleError::Notation { place, message } => {
                    let span = place.span.clone().unwrap_or(0..end - start);
                    RuleError::notation(text, start + span.start..start + span.end, message)
                }
                RuleError::UnknownGame { place, name, suggestion } => {
                    let span = place.span.clone().unwrap_or(0..end - start);
                    let span = start + span.start..start + span.end;
                    let place = Box::new(upstar_core::Place::in_text(text, span));
                    RuleError::UnknownGame { place, name, suggestion }
                }
                other => other,
            })?;
            parts.push(part);
            start = end + 1;
        }
        Ok(Sum { parts })
    }

    /// The summands joined by `+`, as [`Sum::parse`] reads them.
    #[must_use]
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text()).collect::<Vec<_>>().join(" + ")
    }

    /// Impartial if all summands are, loopy if one of them is.
    #[must_use]
    pub fn class(&self) -> Class {
        class_of(self.parts.iter().map(|part| part.class()))
    }

    /// The value in normal play.
    ///
    /// # Errors
    /// As [`Engine::value`].
    pub fn value(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Id, RuleError> {
        let mut sum = Id::ZERO;
        for (done, part) in self.parts.iter().enumerate() {
            let value = part.value(engine, budget).map_err(|error| match error {
                RuleError::Exhausted(exhausted) if done > 0 => {
                    RuleError::Unfinished { exhausted, known: self.known_so_far(engine, done, sum) }
                }
                other => other,
            })?;
            sum = engine.universe().worker(budget).add(sum, value)?;
        }
        Ok(sum)
    }

    /// What is known when `done` summands have been valued.
    fn known_so_far(&self, engine: &Engine<'_>, done: usize, sum: Id) -> String {
        // The budget is used up; a text needs little, and no more than this.
        let budget = Budget::unlimited().with_steps(100_000);
        let text = engine.universe().worker(&budget).text(sum, values::Style::Plain);
        let first: Vec<String> = self.parts[..done].iter().map(|part| part.text()).collect();
        match text {
            Ok(text) => format!("{} has the value {text}", first.join(" + ")),
            Err(_) => format!("{} has been valued", first.join(" + ")),
        }
    }

    /// Who wins.
    ///
    /// Loop-free sums in normal play are solved summand by summand; all others as
    /// one game.
    ///
    /// # Errors
    /// A used-up budget, or a position too large.
    pub fn outcome(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError> {
        if let [part] = &self.parts[..] {
            return part.outcome(engine, convention, budget);
        }
        let class = self.class();
        let (entailing, loony) = self.entailed(budget)?;
        if entailing && (convention == Convention::Misere || class.loopy) {
            return Err(RuleError::NotApplicable(
                "a position with entailing moves can be added to loop-free games in normal play"
                    .to_owned(),
            ));
        }
        if loony && class.is_impartial() {
            return Ok(Outcome::N);
        }
        if convention == Convention::Misere || class.loopy {
            let (rules, position) = self.mixed();
            return engine.outcome(&rules, &position, convention, budget);
        }
        if class.is_impartial() {
            let mut sum = 0;
            for part in &self.parts {
                sum ^= part.grundy(engine, budget)?;
            }
            return Ok(if sum == 0 { Outcome::P } else { Outcome::N });
        }
        let mut ids = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            ids.push(part.value(engine, budget)?);
        }
        let mut worker = engine.universe().worker(budget);
        Ok(values::Sum::of(&mut worker, &ids)?.outcome(&mut worker)?)
    }

    /// The same sum once more.
    #[must_use]
    pub fn copy(&self) -> Sum {
        Sum { parts: self.parts.iter().map(|part| part.duplicate()).collect() }
    }

    /// All positions after a move of `player`, each with its text, sorted by the texts.
    ///
    /// # Errors
    /// [`RuleError::TooLarge`] if there are too many to list.
    pub fn options(&self, player: Player) -> Result<Vec<(String, Sum)>, RuleError> {
        let mut found = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            for option in part.options(player)? {
                let mut after = self.copy();
                after.parts[index] = option;
                found.push((after.text(), after));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found.dedup_by(|a, b| a.0 == b.0);
        Ok(found)
    }

    /// All moves of `player` that win, sorted.
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
        self.expect_whole_turns(budget)?;
        if convention == Convention::Misere && self.entailed(budget)?.0 {
            return Err(RuleError::NotApplicable(
                "a turn that ends because nothing is left has no position after it: winning moves \
                 of a position with entailing moves are known in normal play"
                    .to_owned(),
            ));
        }
        let mut moves = Vec::new();
        let mut sum = self.copy();
        for (index, part) in self.parts.iter().enumerate() {
            for option in part.options(player)? {
                let after = option.text();
                sum.parts[index] = option;
                let outcome = sum.outcome(engine, convention, budget)?;
                if outcome.winner(player.opponent()) == Some(player) {
                    moves.push(WinningMove { index: index + 1, after });
                }
            }
            sum.parts[index] = part.duplicate();
        }
        moves.sort();
        moves.dedup();
        Ok(moves)
    }

    /// Refuses sums in which a turn may begin in one summand and end in another.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for a position with entailing moves that is not alone.
    pub(crate) fn expect_whole_turns(&self, budget: &Budget) -> Result<(), RuleError> {
        if self.parts.len() > 1 && self.entailed(budget)?.0 {
            return Err(RuleError::NotApplicable(
                "a turn may go on in another summand: moves are known of a position with \
                 entailing moves alone"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// Whether there are entailing moves, and whether a summand with them is loony.
    fn entailed(&self, budget: &Budget) -> Result<(bool, bool), RuleError> {
        let (mut entailing, mut loony) = (false, false);
        for found in self.parts.iter().filter_map(|part| part.entailed(budget)) {
            entailing = true;
            loony |= found? == Entailed::Loony;
        }
        Ok((entailing, loony))
    }

    /// Whether the parts of the sum pair off into a part and its negative (in impartial
    /// games, into equal parts), so that who moves second wins by answering each move
    /// with its mirror image. Nothing is searched; loopy games are never said to be.
    ///
    /// # Errors
    /// As [`AnyGame::options`].
    pub fn is_mirrored(&self) -> Result<bool, RuleError> {
        // A turn that goes on elsewhere has no mirror image. Whether there are such turns is
        // known before any search.
        let none = Budget::unlimited().with_steps(0);
        if self.class().loopy || self.parts.iter().any(|part| part.entailed(&none).is_some()) {
            return Ok(false);
        }
        // How often each part occurs, less how often its negative does; of impartial
        // ones, whether it occurs an odd number of times.
        let mut counts: BTreeMap<String, i64> = BTreeMap::new();
        for game in &self.parts {
            let negative = game.negative_of();
            let positive = negative.as_deref().unwrap_or(&**game);
            for part in positive.components()? {
                let (standard, negated) = part.normalized();
                let text = format!("{} {}", standard.store_key(), standard.position());
                let count = counts.entry(text).or_insert(0);
                *count += if negative.is_some() == (negated == Negated::Yes) { 1 } else { -1 };
                if game.class().is_impartial() {
                    *count = count.rem_euclid(2);
                }
            }
        }
        Ok(counts.values().all(|&count| count == 0))
    }

    /// The sum as a position of one ruleset.
    pub(crate) fn mixed(&self) -> (Mixed, Vec<Piece>) {
        let pieces = self.parts.iter().map(|part| Piece::of(part.duplicate())).collect();
        (Mixed { class: self.class() }, pieces)
    }
}

fn class_of(classes: impl Iterator<Item = Class>) -> Class {
    classes.fold(Class::IMPARTIAL, |all, class| Class {
        sides: if class.is_impartial() { all.sides } else { Sides::Partizan },
        loopy: all.loopy || class.loopy,
    })
}

/// A position of any game, compared by its text.
#[derive(Clone)]
pub(crate) struct Piece {
    text: Arc<str>,
    game: Arc<dyn AnyGame>,
}

impl Piece {
    pub(crate) fn of(game: Box<dyn AnyGame>) -> Piece {
        Piece { text: game.text().into(), game: game.into() }
    }

    pub(crate) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// About how many bytes it needs.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.text.len() + 100
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Piece {}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for Piece {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// The ruleset of sums: for misère play and loopy games, where a sum is more than
/// its summands.
pub(crate) struct Mixed {
    class: Class,
}

impl Ruleset for Mixed {
    type Position = Vec<Piece>;

    fn class(&self) -> Class {
        self.class
    }

    fn options(
        &self,
        pieces: &Vec<Piece>,
        player: Player,
        out: &mut Vec<Vec<Piece>>,
    ) -> Result<(), RuleError> {
        for (index, piece) in pieces.iter().enumerate() {
            for option in piece.game.options(player)? {
                let mut after = pieces.clone();
                after[index] = Piece::of(option);
                out.push(after);
            }
        }
        Ok(())
    }

    fn normalize(&self, mut pieces: Vec<Piece>) -> (Vec<Piece>, crate::Negated) {
        pieces.sort();
        (pieces, crate::Negated::No)
    }

    fn bytes(&self, pieces: &Vec<Piece>) -> usize {
        pieces.iter().map(Piece::bytes).sum()
    }
}

impl Notation for Mixed {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn write(&self, pieces: &Vec<Piece>) -> String {
        pieces.iter().map(|piece| &*piece.text).collect::<Vec<_>>().join(" + ")
    }

    fn parse(&self, text: &str) -> Result<Vec<Piece>, RuleError> {
        Ok(Sum::parse(text)?.mixed().1)
    }

    fn parameters(&self) -> String {
        format!("{:?}", self.class)
    }

    fn call(&self, pieces: &Vec<Piece>) -> String {
        self.write(pieces)
    }
}

/// The value of a position such as `domineering("4x4")`.
///
/// # Errors
/// As [`crate::parse_named`] and [`Engine::value`].
pub fn evaluate(engine: &Engine<'_>, call: &str, budget: &Budget) -> Result<Id, RuleError> {
    parse_named(call)?.value(engine, budget)
}
