//! Sums as positions of one ruleset.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use upstar_core::Player;

use crate::{Class, Game, Position, RuleError, Ruleset, Sum};

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

    /// About how many bytes it needs.
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

    fn from_text(text: &str) -> Result<Self, RuleError> {
        Ok(Sum::parse(text)?.games().cloned().map(Piece::of).collect())
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        self.iter().map(Piece::bytes).sum()
    }
}

/// The ruleset of sums: for misère play and loopy games, where a sum is more than
/// its summands.
pub(crate) struct Mixed {
    class: Class,
}

impl Mixed {
    pub(super) fn new(class: Class) -> Self {
        Mixed { class }
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

    fn call(&self, pieces: &Vec<Piece>) -> String {
        self.write(pieces)
    }

    fn parameters(&self) -> String {
        format!("{:?}", self.class)
    }
}
