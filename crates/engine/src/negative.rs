//! The negative of a ruleset: Left and Right are exchanged.

use std::cmp::Ordering;

use upstar_core::Player;
use upstar_values::Rational;

use crate::AnyPosition;
use crate::rules::forwarded;
use crate::{
    Arguments, Class, Convention, Fact, Game, GraphForm, Known, Negated, Options, Picture, Result,
    RuleError, Rules, Ruleset, StaticBounds,
};

impl Rules {
    /// The rules with Left and Right exchanged, for the same positions; impartial rules are their
    /// own negatives.
    #[must_use]
    pub fn negative(&self) -> Rules {
        if self.class().is_impartial() {
            return self.clone();
        }
        match self.negative_of() {
            Some(positive) => positive.clone(),
            None => Rules::new(Negative(self.clone())),
        }
    }
}

/// Rules with Left and Right exchanged. Positions are those of the rules.
struct Negative(Rules);

impl Ruleset for Negative {
    type Position = AnyPosition;

    forwarded! {
        fn name(&self) -> &str;
        fn class(&self) -> Class;
        fn convention(&self) -> Convention;
        fn components(&self, position: &AnyPosition, out: &mut Vec<AnyPosition>) -> Result;
        fn step_cost(&self, position: &AnyPosition) -> u64;
        fn normalize(&self, position: AnyPosition) -> (AnyPosition, Negated);
        fn order(&self, position: &AnyPosition, other: &AnyPosition) -> Ordering;
        fn bytes(&self, position: &AnyPosition) -> usize;
        fn board(&self, position: &AnyPosition) -> Option<Vec<String>>;
        fn picture(&self, position: &AnyPosition) -> Picture;
        fn graph_form(&self) -> GraphForm;
    }

    fn options(
        &self,
        position: &AnyPosition,
        player: Player,
        out: &mut Options<AnyPosition>,
    ) -> Result {
        self.0.options(position, player.opponent(), out)
    }

    fn static_bounds(&self, position: &AnyPosition) -> Option<StaticBounds> {
        self.0.static_bounds(position).map(StaticBounds::negative)
    }

    fn known(&self, position: &AnyPosition, convention: Convention) -> Option<Known> {
        let known = self.0.known(position, convention)?;
        let fact = match known.fact {
            Fact::Outcome(outcome) => Fact::Outcome(outcome.negate()),
            Fact::Grundy(value) => Fact::Grundy(value),
        };
        Some(Known { fact, ..known })
    }

    fn number(&self, position: &AnyPosition) -> Option<Rational> {
        Some(-&self.0.number(position)?)
    }

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        Ok(self.0.make(arguments)?.negative())
    }

    fn write(&self, position: &AnyPosition) -> String {
        format!("-{}", self.0.write(position))
    }

    fn parse(&self, text: &str) -> Result<AnyPosition> {
        let positive = text.strip_prefix('-').ok_or_else(|| {
            RuleError::notation(text, 0..text.len(), "expected `-` and a position")
        })?;
        self.0.parse(positive)
    }

    fn parameters(&self) -> String {
        format!("-{}", self.0.parameters())
    }

    fn call(&self, position: &AnyPosition) -> String {
        format!("-{}", self.0.call(position))
    }

    fn letter(&self, player: Player) -> char {
        self.0.letter(player.opponent())
    }

    fn negative_of(&self) -> Option<&Rules> {
        Some(&self.0)
    }
}
