//! Variants of rulesets: impartial, dicotic and twisted, of the position as played.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use upstar_core::Player;

use crate::sum::Piece;
use crate::{
    AnyGame, Class, GraphForm, Negated, Notation, Placed, RuleError, Ruleset, Sides, catalogue,
};

/// A way to make another game of a game. It changes the rules, not the value: two
/// positions of equal value may have variants of different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Both players have the moves of both.
    Impartial,
    /// A player has moves only as long as the other one has some.
    Dicotic,
    /// After every move the players change sides.
    Twisted,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 3] = [Variant::Impartial, Variant::Dicotic, Variant::Twisted];

    /// The word before the name of the game: `impartial` in `impartial_clobber("xo")`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Variant::Impartial => "impartial",
            Variant::Dicotic => "dicotic",
            Variant::Twisted => "twisted",
        }
    }

    /// Splits `impartial_clobber` into the variant and the name of the game.
    pub(crate) fn of_name(name: &str) -> Option<(Variant, &str)> {
        Variant::ALL.iter().find_map(|&variant| {
            let word = variant.word();
            let head = name.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
            Some((variant, name[head.len()..].trim_start_matches(['_', ' '])))
        })
    }

    /// The name of the variant of a game of the catalogue.
    fn name(self, game: &'static str) -> &'static str {
        static NAMES: LazyLock<HashMap<(Variant, &'static str), String>> = LazyLock::new(|| {
            let names = catalogue().iter().flat_map(|row| {
                Variant::ALL.map(|v| ((v, row.name), format!("{}_{}", v.word(), row.name)))
            });
            names.collect()
        });
        NAMES.get(&(self, game)).map_or(game, String::as_str)
    }
}

/// The variant of a position. The impartial variant of an impartial game is the game
/// itself, and so is its dicotic one.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_rules::{Engine, Settings, Variant, parse_named, variant};
/// use upstar_values::Universe;
///
/// let game = variant(parse_named("domineering(\"2x3\")")?, Variant::Impartial);
/// assert_eq!(game.text(), "impartial_domineering(\"...|...\")");
/// let universe = Universe::new();
/// let engine = Engine::new(&universe, Settings::default());
/// assert_eq!(game.grundy(&engine, &Budget::unlimited())?, 1);
/// # Ok::<(), upstar_rules::RuleError>(())
/// ```
#[must_use]
pub fn variant(game: Box<dyn AnyGame>, variant: Variant) -> Box<dyn AnyGame> {
    if game.class().is_impartial() {
        // Both players have moves or none has, and changing sides changes nothing.
        return game;
    }
    let rules = Varied { variant, sample: game.into() };
    let position = (Piece::of(rules.sample.duplicate()), false);
    Placed::boxed(rules, position)
}

/// The ruleset of a variant. A position is one of the game, and whether the players have
/// changed sides.
struct Varied {
    variant: Variant,
    /// A position of the game that this is the variant of.
    sample: Arc<dyn AnyGame>,
}

impl Ruleset for Varied {
    type Position = (Piece, bool);

    fn class(&self) -> Class {
        let class = self.sample.class();
        match self.variant {
            Variant::Impartial => Class { sides: Sides::Impartial, ..class },
            Variant::Dicotic | Variant::Twisted => class,
        }
    }

    fn options(
        &self,
        (piece, changed): &(Piece, bool),
        player: Player,
        out: &mut Vec<(Piece, bool)>,
    ) -> Result<(), RuleError> {
        let player = if *changed { player.opponent() } else { player };
        let after = *changed != (self.variant == Variant::Twisted);
        let mut add = |player| -> Result<(), RuleError> {
            let options = piece.game().options(player)?;
            out.extend(options.into_iter().map(|option| (Piece::of(option), after)));
            Ok(())
        };
        match self.variant {
            Variant::Impartial => {
                add(Player::Left)?;
                add(Player::Right)
            }
            Variant::Dicotic if piece.game().options(player.opponent())?.is_empty() => Ok(()),
            Variant::Dicotic | Variant::Twisted => add(player),
        }
    }

    fn components(
        &self,
        position: &(Piece, bool),
        out: &mut Vec<(Piece, bool)>,
    ) -> Result<(), RuleError> {
        if self.variant != Variant::Impartial {
            // Whether the other player has moves, and who is on which side, is asked of the
            // whole position.
            out.push(position.clone());
            return Ok(());
        }
        let parts = position.0.game().components()?;
        out.extend(parts.into_iter().map(|part| (Piece::of(part), position.1)));
        Ok(())
    }

    fn normalize(&self, (piece, changed): (Piece, bool)) -> ((Piece, bool), Negated) {
        let (game, negated) = piece.game().normalized();
        let negative = self.variant != Variant::Impartial && changed != (negated == Negated::Yes);
        let negated = if negative { Negated::Yes } else { Negated::No };
        ((Piece::of(game), false), negated)
    }

    fn bytes(&self, (piece, _): &(Piece, bool)) -> usize {
        piece.bytes()
    }
}

impl Notation for Varied {
    fn name(&self) -> &'static str {
        self.variant.name(self.sample.ruleset())
    }

    fn write(&self, (piece, changed): &(Piece, bool)) -> String {
        let sign = if *changed { "-" } else { "" };
        format!("{sign}{}", piece.game().position())
    }

    fn parse(&self, text: &str) -> Result<(Piece, bool), RuleError> {
        let negative = text.strip_prefix('-').filter(|_| self.variant == Variant::Twisted);
        let game = self.sample.parse(negative.unwrap_or(text))?;
        Ok((Piece::of(game), negative.is_some()))
    }

    fn call(&self, (piece, changed): &(Piece, bool)) -> String {
        let sign = if *changed { "-" } else { "" };
        format!("{sign}{}_{}", self.variant.word(), piece.game().text())
    }

    fn parameters(&self) -> String {
        self.sample.store_key()
    }

    fn board(&self, (piece, _): &(Piece, bool)) -> Option<Vec<String>> {
        piece.game().board()
    }

    fn picture(&self, (piece, _): &(Piece, bool)) -> crate::Picture {
        piece.game().picture()
    }

    fn graph_form(&self) -> GraphForm {
        if self.class().is_impartial() { GraphForm::Plain } else { self.sample.graph_form() }
    }
}
