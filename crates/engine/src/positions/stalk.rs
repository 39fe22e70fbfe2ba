//! Hackenbush on one bamboo stalk, with finitely or infinitely many edges.

use std::cmp::Ordering;

use num_traits::ToPrimitive;
use upstar_values::Rational;
use upstar_values::surreal::{Ordinal, Stalk};

use upstar_core::{Outcome, Player};

use crate::{
    Class, Convention, Fact, Game, Known, Negated, Options, Picture, Position, Result, RuleError,
    Rules, Ruleset,
};

/// Hackenbush on a stalk: a cut leaves what is below the edge.
///
/// The value is the number whose sign expansion the stalk is, so that also stalks without end
/// have outcomes and winning moves.
#[derive(Clone, Copy, Debug)]
pub struct StalkRules;

/// Edges of a stalk whose cuts are listed one by one.
const MOST_CUTS: u64 = 1000;

/// What a player can leave of a stalk that has not too many edges; `None` for others.
pub fn cuts(stalk: &Stalk, player: Player) -> Result<Option<Vec<Stalk>>> {
    let Some(length) = stalk.length().to_u64().filter(|&length| length <= MOST_CUTS) else {
        return Ok(None);
    };
    let mut left = Vec::new();
    for edge in 0..length {
        left.extend(cut(stalk, &Ordinal::from(edge), player)?);
    }
    Ok(Some(left))
}

/// How many own edges are shown from each beginning of a stalk with very many.
const SHOWN: u64 = 6;

/// Some of what a player can leave of a stalk: cuts of low edges, and of the first ones of each
/// part of its length.
pub fn some_cuts(stalk: &Stalk, player: Player) -> Result<Vec<Stalk>> {
    let mut starts = vec![Ordinal::zero()];
    for (exponent, count) in stalk.length().terms() {
        let unit = exponent.omega_power()?;
        for _ in 0..count.min(SHOWN.into()).to_u64().unwrap_or(SHOWN) {
            let last = starts.last().cloned().unwrap_or_else(Ordinal::zero);
            starts.push(last.ordinary_sum(&unit));
        }
    }
    let mut left: Vec<Stalk> = Vec::new();
    for start in starts {
        for above in 0..2 * SHOWN {
            let edge = start.ordinary_sum(&Ordinal::from(above));
            left.extend(cut(stalk, &edge, player)?.filter(|cut| !left.contains(cut)));
        }
    }
    Ok(left)
}

/// Whether a player can leave `rest` of a stalk.
pub fn can_leave(stalk: &Stalk, rest: &Stalk, player: Player) -> Result<bool> {
    Ok(cut(stalk, &rest.length(), player)?.as_ref() == Some(rest))
}

/// The rest of a stalk after a player's cut, if the edge is his.
fn cut(stalk: &Stalk, edge: &Ordinal, player: Player) -> Result<Option<Stalk>> {
    Ok(if stalk.edge(edge)? == Some(player) { Some(stalk.below(edge)?) } else { None })
}

impl Position for Stalk {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn order(&self, other: &Self) -> Ordering {
        self.to_string().cmp(&other.to_string())
    }

    fn bytes(&self) -> usize {
        // The text is about as long as what it is written of.
        size_of::<Self>() + 8 * self.to_string().len()
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Stalk(self.clone())
    }
}

impl Ruleset for StalkRules {
    type Position = Stalk;

    fn name(&self) -> &str {
        "stalk"
    }

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, stalk: &Stalk, player: Player, out: &mut Options<Stalk>) -> Result {
        match cuts(stalk, player)? {
            Some(cuts) => out.extend(cuts),
            None => return Err(RuleError::InfinitelyMany(self.call(stalk))),
        }
        Ok(())
    }

    fn normalize(&self, stalk: Stalk) -> (Stalk, Negated) {
        match stalk.edge(&Ordinal::zero()) {
            Ok(Some(Player::Right)) => (stalk.negative(), Negated::Yes),
            _ => (stalk, Negated::No),
        }
    }

    /// The sign of a number is that of its first edge.
    fn known(&self, stalk: &Stalk, convention: Convention) -> Option<Known> {
        let outcome = match stalk.edge(&Ordinal::zero()).ok()? {
            None => Outcome::P,
            Some(Player::Left) => Outcome::L,
            Some(Player::Right) => Outcome::R,
        };
        let theorem = "a stalk is the number of its sign expansion (Berlekamp; Conway)";
        let known = Known { fact: Fact::Outcome(outcome), theorem };
        (convention == Convention::Normal).then_some(known)
    }

    fn number(&self, stalk: &Stalk) -> Option<Rational> {
        if !stalk.is_finite() {
            return None;
        }
        let value = stalk.value().ok()?.to_rational()?;
        Rational::new(value.numer().clone(), value.denom().clone())
    }

    fn parse(&self, text: &str) -> Result<Stalk> {
        text.parse().map_err(|error| match error {
            upstar_values::Error::Parse { place, expected } => {
                let span = place.span.clone().unwrap_or(0..text.len());
                RuleError::notation(text, span, expected)
            }
            other => RuleError::Value(other),
        })
    }
}

impl Game {
    /// A bamboo stalk as a game.
    #[must_use]
    pub fn of_stalk(stalk: Stalk) -> Game {
        Rules::new(StalkRules).at(stalk)
    }

    /// The stalk that this is, if it is one.
    #[must_use]
    pub fn as_stalk(&self) -> Option<Stalk> {
        if let Some(positive) = self.negative_of() {
            return positive.as_stalk().map(|stalk| stalk.negative());
        }
        self.rules().downcast::<StalkRules>()?;
        self.position::<Stalk>().cloned()
    }
}
