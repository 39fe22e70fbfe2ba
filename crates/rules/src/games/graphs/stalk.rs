//! Hackenbush on one bamboo stalk, with finitely or infinitely many edges.

use std::cmp::Ordering;

use num_traits::ToPrimitive;
use upstar_values::Rational;
use upstar_values::surreal::{Ordinal, Stalk};

use crate::games::prelude::*;

/// Hackenbush on a stalk: a cut leaves what is below the edge.
///
/// The value is the number whose sign expansion the stalk is, so that also stalks without end
/// have outcomes and winning moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StalkRules;

/// Edges of a stalk whose cuts are listed one by one.
const MOST_CUTS: u64 = 1000;

/// What a player can leave of a stalk that has not too many edges; `None` for others.
pub(crate) fn cuts(stalk: &Stalk, player: Player) -> Result<Option<Vec<Stalk>>, RuleError> {
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
pub(crate) fn some_cuts(stalk: &Stalk, player: Player) -> Result<Vec<Stalk>, RuleError> {
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
pub(crate) fn can_leave(stalk: &Stalk, rest: &Stalk, player: Player) -> Result<bool, RuleError> {
    Ok(cut(stalk, &rest.length(), player)?.as_ref() == Some(rest))
}

/// The rest of a stalk after a player's cut, if the edge is his.
fn cut(stalk: &Stalk, edge: &Ordinal, player: Player) -> Result<Option<Stalk>, RuleError> {
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

    as_in!(ROW);

    fn options(&self, stalk: &Stalk, player: Player, out: &mut Vec<Stalk>) -> Done {
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

    fn parse(&self, text: &str) -> Result<Stalk, RuleError> {
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

pub(crate) const ROW: Row = Row {
    name: "stalk",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "stalk(\"LRR\"), stalk(\"(LR)^w\") or stalk(\"L^w R^(w^2)\")",
    rules: "A stalk of blue edges (L, Left's) and red ones (R, Right's), from the ground up, with\n\
            finitely or infinitely many. A move cuts an edge; everything above it falls.",
    source: "Conway, On Numbers and Games; Dehornoy, Combinatorial game theory",
    example: ("stalk(\"LRR\")", "1/4"),
    make: Make::Rules(|| Rules::new(StalkRules)),
    boards: false,
};

#[cfg(test)]
mod tests {
    use upstar_core::Budget;
    use upstar_values::Universe;

    use crate::{Convention, Engine, Settings, Sum, parse_game};

    use super::*;

    fn outcome(text: &str) -> Outcome {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let sum = Sum::parse(text).unwrap();
        sum.outcome(&engine, Convention::Normal, &Budget::unlimited()).unwrap()
    }

    fn winning(text: &str, player: Player) -> Vec<String> {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let sum = Sum::parse(text).unwrap();
        let budget = Budget::unlimited();
        let moves = sum.winning_moves(&engine, player, Convention::Normal, &budget).unwrap();
        moves.iter().map(ToString::to_string).collect()
    }

    /// The options and the values of finite stalks are those of Hackenbush.
    #[test]
    fn finite_stalks_are_hackenbush() {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let by_definition =
            Engine::new(&universe, Settings { theorems: false, ..Settings::default() });
        let budget = Budget::unlimited();
        for word in ["L", "LR", "LRR", "RLLR", "LLRLRRL"] {
            let stalk = parse_game(&format!("stalk(\"{word}\")")).unwrap();
            let bush = parse_game(&format!("hackenbush(\"{word}\")")).unwrap();
            let value = bush.value(&engine, &budget).unwrap();
            assert_eq!(stalk.value(&engine, &budget).unwrap(), value, "{word}");
            assert_eq!(stalk.value(&by_definition, &budget).unwrap(), value, "{word}");
            for player in Player::BOTH {
                let options = stalk.options(player).unwrap().len();
                assert_eq!(options, bush.options(player).unwrap().len(), "{word}");
            }
            let negative = stalk.negative();
            assert_eq!(negative.as_stalk(), Some(stalk.as_stalk().unwrap().negative()));
        }
    }

    #[test]
    fn stalks_without_an_end_are_decided_by_their_values() {
        assert_eq!(outcome("stalk(\"(LR)^w\")"), Outcome::L);
        assert_eq!(outcome("stalk(\"R L^w\")"), Outcome::R);
        // 2/3 + 2/3 + 2/3 - 2 is 0, and w - 5/2 is positive.
        let two_thirds = "stalk(\"(LR)^w\") + stalk(\"(LR)^w\") + stalk(\"(LR)^w\")";
        assert_eq!(outcome(&format!("{two_thirds} + stalk(\"RR\")")), Outcome::P);
        assert_eq!(outcome("stalk(\"L^w\") + stalk(\"RRRL\")"), Outcome::L);
        assert_eq!(
            winning("stalk(\"L^w\") + stalk(\"RRRL\")", Player::Left),
            ["1: stalk(\"LLL\"), or any higher edge", "2: stalk(\"RRR\")"]
        );
        assert_eq!(
            winning("stalk(\"(LR)^w\")", Player::Left),
            ["1: stalk(\"0\"), or any higher edge"]
        );
        assert_eq!(outcome("stalk(\"LR^w\") + nim(1)"), Outcome::L);
        assert_eq!(outcome("stalk(\"LR^w\") + stalk(\"RL^w\") + nim(1)"), Outcome::N);
    }

    #[test]
    fn what_cannot_be_listed_is_refused() {
        let game = parse_game("stalk(\"L^w\")").unwrap();
        let error = game.options(Player::Left).unwrap_err().to_string();
        assert_eq!(error, "stalk(\"L^w\") has infinitely many options");
        let error = parse_game("stalk(\"LRx\")").unwrap_err().to_string();
        assert!(error.contains("line 1, column 10"), "{error}");
    }
}
