//! Misère quotients as values.

use upstar_core::Outcome;
use upstar_engine::ClosedPositions;
use upstar_heaps::{Code, HeapRule};
use upstar_misere::quotient::{Element, HeapQuotient, Monoid, QuotientError};

use crate::fail::Fail;

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
}

impl From<QuotientError> for Fail {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Exhausted(exhausted) => Fail::Exhausted(exhausted),
            QuotientError::NoTheorem(_) => Fail::Undefined(
                "no theorem says when the quotient is that of all heaps of this game".to_owned(),
                Some("say up to which heap: quotient(game, 20)".to_owned()),
            ),
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
            Games::Heaps(_, heaps) => Some(heaps),
            Games::Positions(_) => None,
        }
    }

    /// The games by their options.
    pub(crate) fn rule(&self) -> &dyn HeapRule {
        match &self.games {
            Games::Positions(positions) => positions.games(),
            Games::Heaps(code, _) => code,
        }
    }

    /// As it is shown: generators and relations, and the elements that are P-positions.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.monoid.presentation(), self.monoid.p_name())
    }

    /// Who wins a sum with this element.
    pub(crate) fn outcome(&self, x: Element) -> Outcome {
        if self.monoid.is_p(x) { Outcome::P } else { Outcome::N }
    }

    pub(crate) fn heap(&self, heap: u64) -> Result<Element, Fail> {
        let Games::Heaps(_, heaps) = &self.games else {
            return Err(Fail::Mismatch(
                "this is a quotient of positions, and a number is not a position".to_owned(),
                Some("the heaps of a game have numbers: quotient(kayles).Element(5)".to_owned()),
            ));
        };
        heaps.element(heap).ok_or_else(|| {
            let last = self.map.len().saturating_sub(1);
            Fail::Undefined(
                format!("this is the quotient of the heaps to {last}, and {heap} is none of them"),
                Some(format!("quotient(game, {heap}) has it")),
            )
        })
    }
}
