//! Misère quotients as values.

use upstar_core::Outcome;
use upstar_engine::ClosedPositions;
use upstar_heaps::{Code, HeapRule, HeapRules};
use upstar_misere::quotient::{
    Element, HeapQuotient, Monoid, PartizanQuotient, QuotientError, Weights,
};

use crate::fail::{Fail, Result};

/// A misère quotient, and the games that it is of.
#[derive(Clone, Debug)]
pub struct Quotient {
    pub(crate) games: Games,
    pub(crate) monoid: Monoid,
    /// The element of each game.
    pub(crate) map: Vec<Element>,
}

/// The games of a quotient.
#[derive(Clone, Debug)]
pub(crate) enum Games {
    /// All that can be reached from some positions.
    Positions(ClosedPositions),
    /// The heaps of a game.
    Heaps(Code, HeapQuotient),
    /// The heaps of a partizan game, with the rules of Left and of Right.
    Partizan([HeapRules; 2], HeapQuotient),
}

/// Integer weights of partizan games, whose quotient is the group of the integers.
#[derive(Clone, Debug)]
pub struct IntegerWeights {
    pub(crate) games: WeightedGames,
    /// The weights.
    pub(crate) found: PartizanQuotient,
}

/// The games that have weights.
#[derive(Clone, Debug)]
pub(crate) enum WeightedGames {
    /// The heaps of a game, with the rules of Left and of Right.
    Heaps([HeapRules; 2]),
    /// All that can be reached from some positions.
    Positions(ClosedPositions),
}

impl IntegerWeights {
    /// Of heaps: the rules of Left and of Right.
    #[must_use]
    pub fn rules(&self) -> Option<&[HeapRules; 2]> {
        match &self.games {
            WeightedGames::Heaps(rules) => Some(rules),
            WeightedGames::Positions(_) => None,
        }
    }

    /// The weights, as a quotient.
    #[must_use]
    pub fn quotient(&self) -> &PartizanQuotient {
        &self.found
    }

    pub(crate) fn weights(&self) -> Option<&Weights> {
        match &self.found {
            PartizanQuotient::Weights(weights) => Some(weights),
            PartizanQuotient::Finite(_) => None,
        }
    }

    /// As it is shown: the weights of heaps, and outcomes of totals.
    pub(crate) fn text(&self) -> String {
        let Some(found) = self.weights() else { return String::new() };
        let end = found.period.map_or(u64::MAX, |period| period.preperiod + period.period);
        let weights: Vec<String> =
            found.weights.iter().take(end as usize).map(i64::to_string).collect();
        let period = match found.period {
            Some(period) => format!(", period {} step {}", period.period, period.step),
            None => String::new(),
        };
        let (from, to) = found.outcomes.range();
        let outcomes: Vec<String> =
            (from..=to).map(|total| found.outcomes.outcome(total.into()).to_string()).collect();
        let weights = match &self.games {
            WeightedGames::Heaps(_) => format!(": weights {}{period};", weights.join(",")),
            WeightedGames::Positions(_) => ":".to_owned(),
        };
        format!(
            "integers{weights} totals from {from} {}, periods {} and {}",
            outcomes.join(","),
            found.outcomes.period_below(),
            found.outcomes.period_above()
        )
    }
}

impl From<QuotientError> for Fail {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            QuotientError::NoTheorem(_) => Fail::undefined(
                "no theorem says when the quotient is that of all heaps of this game",
            )
            .with_help("say up to which heap: quotient(game, 20)"),
            other => Fail::Limit(other.to_string()),
        }
    }
}

impl Quotient {
    /// The monoid with its P-portion.
    #[must_use]
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The element of each game that it was found from: of each heap from 0 on, or of each position
    /// that can be reached, options first.
    #[must_use]
    pub fn map(&self) -> &[Element] {
        &self.map
    }

    /// Of the heaps of a game: the quotient with its period.
    #[must_use]
    pub fn heaps(&self) -> Option<&HeapQuotient> {
        match &self.games {
            Games::Heaps(_, heaps) | Games::Partizan(_, heaps) => Some(heaps),
            Games::Positions(_) => None,
        }
    }

    /// Of the heaps of a partizan game: the rules of Left and of Right.
    #[must_use]
    pub fn sides(&self) -> Option<&[HeapRules; 2]> {
        match &self.games {
            Games::Partizan(rules, _) => Some(rules),
            Games::Positions(_) | Games::Heaps(..) => None,
        }
    }

    /// The games by their options, if they are impartial.
    pub(crate) fn rule(&self) -> Result<&dyn HeapRule> {
        match &self.games {
            Games::Positions(positions) if !self.monoid.is_partizan() => Ok(positions.games()),
            Games::Heaps(code, _) => Ok(code),
            Games::Positions(_) | Games::Partizan(..) => {
                Err(Fail::undefined("the mex function is defined for quotients of impartial games"))
            }
        }
    }

    /// As it is shown: generators and relations, and the elements that are P-positions; in a quotient
    /// of partizan games also those that Left and that Right wins.
    pub(crate) fn text(&self) -> String {
        let shown = format!("{} {}", self.monoid.presentation(), self.monoid.p_name());
        if !self.monoid.is_partizan() {
            return shown;
        }
        let [left, right] = [Outcome::L, Outcome::R].map(|outcome| {
            let names = self.monoid.portion(outcome).into_iter().map(|x| self.monoid.name(x));
            names.collect::<Vec<String>>().join(",")
        });
        format!("{shown} L {{{left}}} R {{{right}}}")
    }

    pub(crate) fn heap(&self, heap: u64) -> Result<Element> {
        let Some(heaps) = self.heaps() else {
            return Err(Fail::mismatch(
                "this is a quotient of positions, and a number is not a position",
            )
            .with_help("the heaps of a game have numbers: quotient(kayles).Element(5)"));
        };
        heaps.element(heap).ok_or_else(|| {
            let last = self.map.len().saturating_sub(1);
            Fail::undefined(format!(
                "this is the quotient of the heaps to {last}, and {heap} is none of them"
            ))
            .with_help(format!("quotient(game, {heap}) has it"))
        })
    }
}
