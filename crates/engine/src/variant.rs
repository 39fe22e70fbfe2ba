//! Variants of rulesets: impartial, dicotic and twisted, of the position as played.

use std::cmp::Ordering;

use upstar_core::Player;

use crate::AnyPosition;
use crate::{
    Arguments, Class, Convention, Game, GraphForm, Negated, Options, Picture, Position, Result,
    Rules, Ruleset, Sides,
};

upstar_core::words! {
    /// A change of the rules of a game. Variants depend on the rules and not on the value: two
    /// positions of equal value may have variants of different values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Variant {
        /// Each player has the moves of both.
        Impartial = "impartial",
        /// A player may move only if the opponent could move too.
        Dicotic = "dicotic",
        /// After every move the players change sides.
        Twisted = "twisted",
    }
    /// The word before the name of the game: `impartial` in `impartial_clobber("xo")`.
    pub const fn word
}

impl Variant {
    /// Splits `impartial_clobber` into the variant and the name of the game.
    pub fn of_name(name: &str) -> Option<(Variant, &str)> {
        Variant::ALL.iter().find_map(|&variant| {
            let word = variant.word();
            let head = name.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
            Some((variant, name[head.len()..].trim_start_matches(['_', ' '])))
        })
    }
}

impl Rules {
    /// The variant of these rules. The impartial variant of an impartial game is the game
    /// itself, and so are its other variants.
    #[must_use]
    pub fn variant(&self, variant: Variant) -> Rules {
        if self.class().is_impartial() {
            // Either both players can move or neither can, and changing sides has no effect.
            return self.clone();
        }
        let name = format!("{}_{}", variant.word(), self.name());
        Rules::new(Varied { variant, name, rules: self.clone() })
    }
}

impl Game {
    /// The variant of a position; see [`Rules::variant`].
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_engine::{Engine, Settings, Variant};
    /// use upstar_games::parse_game;
    /// use upstar_values::Universe;
    ///
    /// let game = parse_game("domineering(\"2x3\")")?.variant(Variant::Impartial);
    /// assert_eq!(game.text(), "impartial_domineering(\"...|...\")");
    /// let universe = Universe::new();
    /// let engine = Engine::new(&universe, Settings::default());
    /// assert_eq!(game.grundy(&engine, &Budget::unlimited())?, 1);
    /// # Ok::<(), upstar_engine::RuleError>(())
    /// ```
    #[must_use]
    pub fn variant(&self, variant: Variant) -> Game {
        let rules = self.rules().variant(variant);
        if rules == *self.rules() {
            return self.clone();
        }
        rules.at(Turned { position: self.any_position().clone(), exchanged: false })
    }
}

/// A position of the game that a variant is made of, and whether the players have changed sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Turned {
    position: AnyPosition,
    exchanged: bool,
}

impl Position for Turned {
    /// By the type of the positions; [`Varied`] asks their rules.
    fn order(&self, other: &Self) -> Ordering {
        self.position.order(&other.position).then(self.exchanged.cmp(&other.exchanged))
    }
}

/// The ruleset of a variant.
struct Varied {
    variant: Variant,
    name: String,
    /// The rules that these are the variant of.
    rules: Rules,
}

impl Varied {
    fn sign(position: &Turned) -> &'static str {
        if position.exchanged { "-" } else { "" }
    }
}

impl Ruleset for Varied {
    type Position = Turned;

    fn name(&self) -> &str {
        &self.name
    }

    fn class(&self) -> Class {
        let class = self.rules.class();
        match self.variant {
            Variant::Impartial => Class { sides: Sides::Impartial, ..class },
            Variant::Dicotic | Variant::Twisted => class,
        }
    }

    fn convention(&self) -> Convention {
        self.rules.convention()
    }

    fn options(
        &self,
        Turned { position, exchanged }: &Turned,
        player: Player,
        out: &mut Options<Turned>,
    ) -> Result {
        let player = if *exchanged { player.opponent() } else { player };
        let exchanged = *exchanged != (self.variant == Variant::Twisted);
        let (rules, side) = (&self.rules, self.variant);
        let options = out.of_type(|options| match side {
            Variant::Impartial => {
                rules.options(position, Player::Left, options)?;
                rules.options(position, Player::Right, options)
            }
            Variant::Dicotic => {
                rules.options(position, player.opponent(), options)?;
                if options.is_empty() {
                    return Ok(());
                }
                options.list(&**rules, position, player)
            }
            Variant::Twisted => rules.options(position, player, options),
        })?;
        out.extend(options.into_iter().map(|position| Turned { position, exchanged }));
        Ok(())
    }

    fn order(&self, one: &Turned, other: &Turned) -> Ordering {
        let order = self.rules.order(&one.position, &other.position);
        order.then(one.exchanged.cmp(&other.exchanged))
    }

    fn components(&self, whole: &Turned, out: &mut Vec<Turned>) -> Result {
        if self.variant != Variant::Impartial {
            // Whether the opponent can move, and who plays which side, depends on the whole
            // position.
            out.push(whole.clone());
            return Ok(());
        }
        let mut parts = Vec::new();
        self.rules.components(&whole.position, &mut parts)?;
        let exchanged = whole.exchanged;
        out.extend(parts.into_iter().map(|position| Turned { position, exchanged }));
        Ok(())
    }

    fn parts_in_misere(&self) -> bool {
        self.variant == Variant::Impartial && self.rules.parts_in_misere()
    }

    fn normalize(&self, Turned { position, exchanged }: Turned) -> (Turned, Negated) {
        let (position, negated) = self.rules.normalize(position);
        let negative = self.variant != Variant::Impartial && exchanged != (negated == Negated::Yes);
        let negated = if negative { Negated::Yes } else { Negated::No };
        (Turned { position, exchanged: false }, negated)
    }

    fn bytes(&self, position: &Turned) -> usize {
        self.rules.bytes(&position.position) + 8
    }

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        Ok(self.rules.make(arguments)?.variant(self.variant))
    }

    fn write(&self, position: &Turned) -> String {
        format!("{}{}", Self::sign(position), self.rules.write(&position.position))
    }

    fn parse(&self, text: &str) -> Result<Turned> {
        let negative = text.strip_prefix('-').filter(|_| self.variant == Variant::Twisted);
        let position = self.rules.parse(negative.unwrap_or(text))?;
        Ok(Turned { position, exchanged: negative.is_some() })
    }

    fn call(&self, position: &Turned) -> String {
        let sign = Self::sign(position);
        format!("{sign}{}_{}", self.variant.word(), self.rules.call(&position.position))
    }

    fn parameters(&self) -> String {
        self.rules.key()
    }

    fn board(&self, position: &Turned) -> Option<Vec<String>> {
        self.rules.board(&position.position)
    }

    fn picture(&self, position: &Turned) -> Picture {
        self.rules.picture(&position.position)
    }

    fn graph_form(&self) -> GraphForm {
        if self.class().is_impartial() { GraphForm::Plain } else { self.rules.graph_form() }
    }
}
