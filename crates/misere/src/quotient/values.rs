//! Genera of heaps by a quotient that determines misère nim values.
//!
//! The misère nim value of a sum that has a move is the mex of the values of its options. The value
//! of the empty sum is 1, and a sum is a P-position if its value is 0. So sums can be distinguished
//! by their values beside others instead of their outcomes. This gives a finer monoid, which is
//! found and proved like the misère quotient ([`super::build`], [`super::prove`]), but with a set
//! of elements for each value in place of the P-portion. The number of distinguished values can be
//! chosen: if values from `planes` on are not distinguished, the mex below `planes` still follows
//! from the options.
//!
//! If the nim heap of two is among the games, the element of a heap determines its values beside 0,
//! 1, 2, ... heaps of two, that is, its genus. If the map from heaps to elements is periodic as in
//! Plambeck and Siegel's theorem, it is so forever. The proof of the theorem applies here too: by
//! induction, games whose options have the same elements have the same values beside all sums.
//!
//! The monoid may be infinite even if the misère quotient is finite. For Kayles it has 24 elements
//! up to heap 19. From heap 20 on attempts grow without end, because values of 5 and 6 depend on
//! the difference between the numbers of heaps of two kinds.

use std::collections::HashMap;
use std::time::Duration;

use upstar_core::Budget;
use upstar_heaps::{Code, HeapRule, HeapsError, Periodicity, Visit};

use super::build::Solver;
use super::error::QuotientError;
use super::heaps::PretendingPeriod;
use super::monoid::{Element, Monoid};
use crate::Genus;

/// Values below this number are distinguished.
const PLANES: usize = 16;

/// The time limit for a monoid that may be infinite.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The number of nim heaps before the heaps of the game.
const NIM: u64 = 3;

/// The nim heaps of none, one and two, and then the heaps of a game.
struct BesideTwos<'a>(&'a Code);

impl HeapRule for BesideTwos<'_> {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        let Some(heap) = heap.checked_sub(NIM) else {
            return (0..heap).try_for_each(|option| visit(&[option]));
        };
        let mut moved = Vec::new();
        self.0.options(heap, &mut |parts| {
            moved.clear();
            moved.extend(parts.iter().map(|part| part + NIM));
            visit(&moved)
        })
    }
}

/// The misère values of heaps.
pub(crate) struct HeapValues {
    /// The element of each heap.
    map: Vec<Element>,
    /// The misère values of each element beside 0, 1, 2, ... heaps of two, if all are known.
    values: HashMap<Element, Option<Vec<u32>>>,
    period: Option<PretendingPeriod>,
}

impl HeapValues {
    /// The values of the heaps up to `to`, or of fewer if the monoid grows too large, and of all
    /// heaps once the period is proved.
    ///
    /// # Errors
    /// Errors of the rule, except that an option is not smaller.
    pub(crate) fn of(code: &Code, to: u64, budget: &Budget) -> Result<HeapValues, HeapsError> {
        let time = budget.time_left().map_or(MOST_TIME, |left| MOST_TIME.min(left / 2));
        let part = budget.part(1, 2).with_time(budget.report().elapsed + time);
        let rule = BesideTwos(code);
        let mut solver = Solver::of_values(&rule, PLANES);
        let periodic = Periodicity::needed(code, 1, 1).is_some();
        let needed = |preperiod, period| Periodicity::needed(code, preperiod, period);
        let (mut period, mut look) = (None, 4);
        for game in 0..=to.saturating_add(NIM) {
            match part.check().map_err(QuotientError::from).and_then(|()| solver.push(&part)) {
                Ok(()) => {}
                Err(QuotientError::Heaps(error)) => return Err(error),
                Err(_) => break,
            }
            if periodic && game == look + NIM {
                look += 1 + look / 16;
                period = PretendingPeriod::find(&needed, &solver.map()[NIM as usize..]);
                if period.is_some() {
                    break;
                }
            }
        }
        let map = solver.map().get(NIM as usize..).unwrap_or_default().to_vec();
        let mut values = HashMap::new();
        if let Some(&two) = solver.map().get(2) {
            for &element in &map {
                values.entry(element).or_insert_with(|| beside_twos(solver.monoid(), element, two));
            }
        }
        Ok(HeapValues { map, values, period })
    }

    /// The genus of a heap with this normal nim value, if it is known.
    pub(crate) fn genus(&self, heap: u64, normal: u32) -> Option<Genus> {
        let first = self.period.map_or(heap, |period| period.first(heap));
        let element = self.map.get(usize::try_from(first).ok()?)?;
        Some(Genus::new(normal, self.values.get(element)?.clone()?))
    }

    /// The number of known heaps, or `u64::MAX` if all are known.
    pub(crate) fn known(&self) -> u64 {
        if self.period.is_some() { u64::MAX } else { self.map.len() as u64 }
    }
}

/// The values of an element beside heaps of two, until elements recur. By then the values
/// alternate, as in every genus.
fn beside_twos(monoid: &Monoid, element: Element, two: Element) -> Option<Vec<u32>> {
    let (mut values, mut seen) = (Vec::new(), vec![element]);
    loop {
        let last = seen[seen.len() - 1];
        let value = u32::from(monoid.value_in(&monoid.p, usize::from(last)));
        values.push(Some(value).filter(|_| value < PLANES as u32)?);
        let next = monoid.product(last, two);
        if seen.contains(&next) {
            return Some(values);
        }
        seen.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Forms, HeapForms};

    /// Genera agree with those of the simplest forms, which do not use monoids.
    #[test]
    fn genera_are_those_of_forms() {
        let codes = ["0.75", "0.123", "0.144", "0.53", "0.72", "0.34", "0.137", "0.77", "4!.0"];
        for (code, to) in codes.iter().zip([30, 30, 36, 24, 20, 24, 20, 19, 24]) {
            let rule: Code = code.parse().unwrap();
            let budget = Budget::unlimited();
            let values = HeapValues::of(&rule, to, &budget).unwrap();
            assert!(values.known() > to, "{code}");
            let forms = Forms::new();
            let mut heaps = HeapForms::new(&rule, &forms, &budget);
            for heap in 0..=to {
                let form = heaps.push().unwrap();
                let genus = heaps.worker().genus(form);
                assert_eq!(
                    values.genus(heap, genus.normal()),
                    Some(genus),
                    "heap {heap} of {code}"
                );
            }
        }
    }

    #[test]
    fn periods_are_proved() {
        for (code, order) in [("0.75", 8), ("0.123", 20), ("0.144", 32), ("0.53", 18), ("0.72", 32)]
        {
            let rule: Code = code.parse().unwrap();
            let values = HeapValues::of(&rule, 1000, &Budget::unlimited()).unwrap();
            assert_eq!(values.known(), u64::MAX, "{code}");
            let mut solver = Solver::of_values(&rule, PLANES);
            for _ in 0..40 {
                solver.push(&Budget::unlimited()).unwrap();
            }
            assert!(solver.monoid().len() <= order, "{code}");
        }
    }
}
