//! Misère quotients as values.

use upstar_core::Outcome;
use upstar_engine::{ClosedPositions, Game, Rules, Sum, Summand};
use upstar_heaps::{Code, HeapRule};
use upstar_misere::quotient::{Element, HeapQuotient, Monoid, QuotientError};

use crate::calculator::Calculator;
use crate::fail::{Fail, mismatch};
use crate::value::Value;

/// A misère quotient, and the games that it is of.
#[derive(Clone, Debug)]
pub struct Quotient {
    games: Games,
    monoid: Monoid,
    /// The element of each game.
    map: Vec<Element>,
}

/// The games of a quotient.
#[derive(Clone, Debug)]
enum Games {
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

    fn heap(&self, heap: u64) -> Result<Element, Fail> {
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

impl Calculator<'_> {
    /// The quotient of all that can be reached from positions.
    pub(crate) fn quotient_of(&mut self, sums: &[&Sum]) -> Result<Quotient, Fail> {
        let mut positions = ClosedPositions::default();
        for game in sums.iter().flat_map(|sum| sum.summands()) {
            positions.add(position(game)?, self.budget)?;
        }
        let (monoid, map) = positions.games().quotient(self.budget)?;
        Ok(Quotient { games: Games::Positions(positions), monoid, map })
    }

    /// The quotient of the heaps of a game up to one of them, or of all.
    pub(crate) fn quotient_of_heaps(
        &mut self,
        rules: &Rules,
        to: Option<u64>,
    ) -> Result<Quotient, Fail> {
        let Some(code) = rules.heap_code() else {
            let name = rules.name();
            return Err(Fail::Undefined(
                format!("{name} is not a take-and-break game"),
                Some(
                    "of other games there are quotients of positions: quotient(nim(3))".to_owned(),
                ),
            ));
        };
        let (found, stopped) = HeapQuotient::of(&code, to, self.budget, |_, _| {})?;
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        let (monoid, map) = (found.monoid.clone(), found.map.clone());
        Ok(Quotient { games: Games::Heaps(code, found), monoid, map })
    }

    /// The element that a name, a heap or a position has, or the product of those of a list.
    pub(crate) fn element(&mut self, quotient: &Quotient, value: &Value) -> Result<Element, Fail> {
        self.tick(1)?;
        match value {
            Value::Text(name) => quotient.monoid.element(name).ok_or_else(|| {
                Fail::Undefined(
                    format!("\"{name}\" is not a product of the generators of this quotient"),
                    Some("elements are written \"1\", \"ab2\"".to_owned()),
                )
            }),
            Value::Number(_) => {
                let heap = self.integer(value, "a heap")?;
                let heap = u64::try_from(&heap)
                    .map_err(|_| Fail::Undefined(format!("there is no heap of {heap}"), None))?;
                quotient.heap(heap)
            }
            Value::List(list) => {
                let mut product = 0;
                for item in list.items() {
                    product = quotient.monoid.product(product, self.element(quotient, item)?);
                }
                Ok(product)
            }
            Value::Positions(sum) => {
                let mut product = 0;
                for summand in sum.summands() {
                    let element = self.element_of_position(quotient, position(summand)?)?;
                    product = quotient.monoid.product(product, element);
                }
                Ok(product)
            }
            other => Err(mismatch(
                "expected a position, a heap or the name of an element such as \"ab2\"",
                other,
            )),
        }
    }

    fn element_of_position(&mut self, quotient: &Quotient, game: &Game) -> Result<Element, Fail> {
        let positions = match &quotient.games {
            Games::Positions(positions) => positions,
            Games::Heaps(code, _) => {
                let numbers = game.position_text();
                let heaps =
                    numbers.split(',').filter(|n| !n.is_empty()).map(|n| n.trim().parse().ok());
                let heaps: Option<Vec<u64>> = heaps.collect();
                let (Some(heaps), true) = (heaps, game.rules().heap_code().as_ref() == Some(code))
                else {
                    return Err(Fail::Undefined(
                        format!("{} is no sum of heaps of {code}", game.text()),
                        None,
                    ));
                };
                return heaps.into_iter().try_fold(0, |product, heap| {
                    Ok(quotient.monoid.product(product, quotient.heap(heap)?))
                });
            }
        };
        let mut larger = positions.clone();
        let number = larger.add(game, self.budget)? as usize;
        if let Some(&element) = quotient.map.get(number) {
            return Ok(element);
        }
        // A game that is not among them may still be one that changes nothing.
        let (monoid, map) = larger.games().quotient(self.budget)?;
        quotient.monoid.element_in(&quotient.map, &monoid, &map, number).ok_or_else(|| {
            Fail::Undefined(
                format!(
                    "{} has no element here: with it the quotient is larger, of order {}",
                    game.text(),
                    monoid.len()
                ),
                Some("ask for the quotient with it: quotient(g, h)".to_owned()),
            )
        })
    }

    /// Elements by their names, as a list.
    pub(crate) fn element_names(
        &mut self,
        quotient: &Quotient,
        elements: &[Element],
    ) -> Result<Value, Fail> {
        self.tick(elements.len() as u64)?;
        self.pay_values(elements.len())?;
        self.pay_bytes(32 * elements.len() as u64)?;
        let names = elements.iter().map(|&x| Value::Text(quotient.monoid.name(x)));
        crate::fail::list(names.collect())
    }
}

fn position(summand: &Summand) -> Result<&Game, Fail> {
    match summand {
        Summand::Position(game) => Ok(game),
        _ => Err(Fail::Mismatch(
            "misère quotients are of positions of named games".to_owned(),
            Some("a nim heap is written nim(3)".to_owned()),
        )),
    }
}
