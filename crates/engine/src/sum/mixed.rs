//! Sums as positions of one ruleset.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use upstar_core::{Budget, Player};
use upstar_values::Rational;

use crate::{
    Class, Convention, Fact, Game, Known, Negated, Options, Position, Result, Rules, Ruleset,
    StaticBounds, WinnerSearch,
};

use super::own_searches::OwnSearches;

/// A position of any game, compared by its text.
#[derive(Clone)]
pub(crate) struct Piece {
    text: Arc<str>,
    game: Game,
}

impl Piece {
    pub(super) fn of(game: Game) -> Piece {
        Piece { text: game.text().into(), game }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
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

impl Position for Vec<Piece> {
    fn to_text(&self) -> String {
        self.iter().map(|piece| &*piece.text).collect::<Vec<_>>().join(" + ")
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        self.iter().map(Piece::bytes).sum()
    }
}

/// The ruleset of sums: for misère play and loopy games, where a sum is more than
/// its summands, and for questions about all positions that can be reached from one.
pub(crate) struct Mixed {
    class: Class,
    /// The rules of each summand, where positions are kept as bytes.
    rules: Vec<Rules>,
}

impl Mixed {
    /// The rules of all sums of a class.
    pub(super) fn new(class: Class) -> Self {
        Mixed { class, rules: Vec::new() }
    }

    /// The rules of the sums that can be reached from this one.
    pub(super) fn at(self, pieces: &[Piece]) -> Self {
        Mixed { rules: pieces.iter().map(|piece| piece.game.rules().clone()).collect(), ..self }
    }
}

impl Ruleset for Mixed {
    type Position = Vec<Piece>;

    fn name(&self) -> &str {
        "sum"
    }

    fn class(&self) -> Class {
        self.class
    }

    fn convention(&self) -> Convention {
        let misere = |rules: &Rules| rules.convention() == Convention::Misere;
        Convention::of(!self.rules.is_empty() && self.rules.iter().all(misere))
    }

    fn options(
        &self,
        pieces: &Vec<Piece>,
        player: Player,
        out: &mut Options<Vec<Piece>>,
    ) -> Result {
        for (index, piece) in pieces.iter().enumerate() {
            let rules = piece.game.rules();
            let at = piece.game.any_position();
            for option in out.of_type(|list| rules.options(at, player, list))? {
                let mut after = pieces.clone();
                after[index] = Piece::of(piece.game.beside(option));
                out.push(after);
                // Texts and lists of many pieces take long.
                out.check()?;
            }
        }
        Ok(())
    }

    fn normalize(&self, mut pieces: Vec<Piece>) -> (Vec<Piece>, Negated) {
        // If each summand has its own rules, their order matters.
        if self.rules.is_empty() {
            pieces.sort();
        }
        (pieces, Negated::No)
    }

    fn call(&self, pieces: &Vec<Piece>) -> String {
        self.write(pieces)
    }

    fn parameters(&self) -> String {
        parameters(self.class, &self.rules)
    }

    fn tier(&self, pieces: &Vec<Piece>) -> u64 {
        pieces.iter().map(|piece| piece.game.tier()).fold(0, u64::saturating_add)
    }

    fn encode(&self, pieces: &Vec<Piece>) -> Vec<u8> {
        encode(pieces, None)
    }

    fn decode(&self, bytes: &[u8]) -> Option<Vec<Piece>> {
        decode(&self.rules, None, bytes)
    }
}

/// The parameters of rules that are made of those of several games.
pub(super) fn parameters(class: Class, rules: &[Rules]) -> String {
    let keys = rules.iter().map(|rules| format!("; {}", rules.key()));
    format!("{class:?}{}", keys.collect::<String>())
}

/// The length that stands for a piece that is no more in play.
const ENDED: u32 = u32::MAX;

/// The pieces one after another, each with its length before it; of the piece `ended` that length
/// alone.
pub(super) fn encode(pieces: &[Piece], ended: Option<&Piece>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in pieces {
        if Some(piece) == ended {
            bytes.extend(ENDED.to_le_bytes());
            continue;
        }
        let code = piece.game.rules().encode(piece.game.any_position());
        bytes.extend((code.len() as u32).to_le_bytes());
        bytes.extend(code);
    }
    bytes
}

/// The pieces of [`encode`], each by its rules.
pub(super) fn decode(
    rules: &[Rules],
    ended: Option<&Piece>,
    mut bytes: &[u8],
) -> Option<Vec<Piece>> {
    let mut pieces = Vec::with_capacity(rules.len());
    for rules in rules {
        let (length, rest) = bytes.split_first_chunk()?;
        bytes = rest;
        let length = u32::from_le_bytes(*length);
        if let Some(ended) = ended.filter(|_| length == ENDED) {
            pieces.push(ended.clone());
            continue;
        }
        let (code, rest) = bytes.split_at_checked(length as usize)?;
        pieces.push(Piece::of(rules.at(rules.decode(code)?)));
        bytes = rest;
    }
    bytes.is_empty().then_some(pieces)
}

/// Positions of any games side by side: the parts of a sum in the search for the winner.
pub(crate) struct Pieces {
    class: Class,
    convention: Convention,
}

impl Pieces {
    pub(super) fn new(class: Class, convention: Convention) -> Self {
        Pieces { class, convention }
    }
}

impl Position for Game {
    fn to_text(&self) -> String {
        self.text()
    }

    fn bytes(&self) -> usize {
        32 + self.rules().bytes(self.any_position())
    }
}

impl Ruleset for Pieces {
    type Position = Game;

    fn name(&self) -> &str {
        "summands"
    }

    fn class(&self) -> Class {
        self.class
    }

    fn options(&self, game: &Game, player: Player, out: &mut Options<Game>) -> Result {
        let found = out.of_type(|list| game.rules().options(game.any_position(), player, list))?;
        out.extend(found.into_iter().map(|option| game.beside(option)));
        Ok(())
    }

    fn components(&self, game: &Game, out: &mut Vec<Game>) -> Result {
        if self.convention == Convention::Misere && !game.rules().parts_in_misere() {
            out.push(game.clone());
            return Ok(());
        }
        let mut found = Vec::new();
        game.rules().components(game.any_position(), &mut found)?;
        out.extend(found.into_iter().map(|part| game.beside(part)));
        Ok(())
    }

    fn parts_in_misere(&self) -> bool {
        true
    }

    fn normalize(&self, game: Game) -> (Game, Negated) {
        match game.negative_of() {
            Some(positive) => {
                let (key, negated) = positive.normalized();
                (key, if negated == Negated::Yes { Negated::No } else { Negated::Yes })
            }
            None => game.normalized(),
        }
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<Game>>> {
        Some(Box::new(OwnSearches::new(bytes)))
    }

    fn static_bounds(&self, game: &Game) -> Option<StaticBounds> {
        game.rules().static_bounds(game.any_position())
    }

    fn known(&self, game: &Game, convention: Convention) -> Option<Known> {
        let known = game.rules().known(game.any_position(), convention)?;
        matches!(known.fact, Fact::Grundy(_)).then_some(known)
    }

    fn number(&self, game: &Game) -> Option<Rational> {
        game.rules().number(game.any_position())
    }

    fn computed(&self, game: &Game, budget: &Budget) -> Result<Option<u64>> {
        game.rules().computed(game.any_position(), budget)
    }

    fn call(&self, game: &Game) -> String {
        game.text()
    }

    fn spell(&self, game: &Game) -> String {
        game.spelled()
    }

    fn bytes(&self, game: &Game) -> usize {
        Position::bytes(game)
    }

    fn parameters(&self) -> String {
        format!("{:?} {:?}", self.class, self.convention)
    }
}
