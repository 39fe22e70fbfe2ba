//! The misère quotients of take-and-break games.

use upstar_core::Budget;
use upstar_heaps::{Code, Periodicity};

use super::Result;
use super::build::Solver;
use super::error::QuotientError;
use super::monoid::{Element, Monoid};

/// The misère quotient of the heaps of a game up to one of them, or of all.
#[derive(Clone, Debug)]
pub struct HeapQuotient {
    /// The quotient.
    pub monoid: Monoid,
    /// The pretending function: the element of each heap from 0 on, as far as computed.
    pub map: Vec<Element>,
    /// The period, if the pretending function is periodic forever. Then this is the quotient of all
    /// heaps.
    pub period: Option<PretendingPeriod>,
    /// The number of sums that the proof followed.
    pub followed: usize,
}

/// A pretending function with `Phi(n + period) = Phi(n)` for all `n >= preperiod`.
///
/// Proved by Plambeck and Siegel's theorem (*Misère quotients for impartial games*, theorem 4.1).
/// Suppose that no move leaves more than `c` heaps, that `k` is the last digit of the code, and
/// that the equation holds up to heap `c (preperiod + period) + k - c`. Then the options of every
/// later heap are equivalent to those of the heap one period before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PretendingPeriod {
    /// The last exception + 1; 0 if there is none.
    pub preperiod: u64,
    /// The shortest period.
    pub period: u64,
    /// The last heap that the theorem needs.
    pub checked_to: u64,
}

impl HeapQuotient {
    /// The quotient of the heaps up to `to`. Without `to`, it is the quotient of enough heaps to
    /// prove that it is the quotient of all. There may be no such number: then the budget ends the
    /// search, and the answer is what is known by then, with the reason.
    ///
    /// # Errors
    /// [`QuotientError::NoTheorem`] if `to` is not given and the theorem does not apply to the
    /// code; [`QuotientError::Heaps`].
    ///
    /// # Complexity
    /// The quotient may be exponential in the number of heaps, or infinite.
    pub fn of(
        code: &Code,
        to: Option<u64>,
        budget: &Budget,
        mut progress: impl FnMut(u64, usize),
    ) -> Result<(HeapQuotient, Option<QuotientError>)> {
        if to.is_none() && Periodicity::needed(code, 1, 1).is_none() {
            return Err(QuotientError::NoTheorem(code.to_string()));
        }
        let needed = |preperiod, period| Periodicity::needed(code, preperiod, period);
        let mut solver = Solver::new(code);
        let (mut period, mut stopped) = (None, None);
        // A period is searched for at growing distances, and at the end.
        let mut look = 4;
        for heap in 0.. {
            if to.is_some_and(|to| heap > to) {
                break;
            }
            progress(heap, solver.monoid().len());
            if let Err(error) =
                budget.check().map_err(QuotientError::from).and_then(|()| solver.push(budget))
            {
                stopped = Some(error);
                break;
            }
            if heap == look {
                look += 1 + look / 16;
                period = PretendingPeriod::find(&needed, solver.map());
                if period.is_some() {
                    break;
                }
            }
        }
        let is_wrong =
            |e: &mut _| matches!(e, QuotientError::Heaps(_) | QuotientError::Order { .. });
        if let Some(error) = stopped.take_if(is_wrong) {
            return Err(error);
        }
        let period = period.or_else(|| PretendingPeriod::find(&needed, solver.map()));
        let followed = solver.followed();
        let (monoid, map) = solver.into_parts(&Budget::unlimited())?;
        let stopped = stopped.filter(|_| period.is_none());
        Ok((HeapQuotient { monoid, map, period, followed }, stopped))
    }

    /// The element of a heap, if it is known. A known period gives the element of every heap.
    pub fn element(&self, heap: u64) -> Option<Element> {
        let first = self.period.map_or(heap, |period| period.first(heap));
        self.map.get(usize::try_from(first).ok()?).copied()
    }

    /// The element of a sum of heaps, if the elements of all its heaps are known.
    pub fn sum(&self, heaps: impl IntoIterator<Item = u64>) -> Option<Element> {
        heaps
            .into_iter()
            .try_fold(0, |sum, heap| Some(self.monoid.product(sum, self.element(heap)?)))
    }
}

impl PretendingPeriod {
    /// The first heap with the element of this one.
    pub(super) fn first(&self, heap: u64) -> u64 {
        match heap.checked_sub(self.preperiod) {
            Some(beyond) => self.preperiod + beyond % self.period,
            None => heap,
        }
    }

    /// The period proved by the first values of the pretending function, if any: the one with the
    /// shortest preperiod. `needed` is the last heap that the theorem needs for a preperiod and a period. The failure function of Knuth, Morris and Pratt gives the shortest
    /// period of every suffix.
    pub(super) fn find(
        needed: &dyn Fn(u64, u64) -> Option<u64>,
        map: &[Element],
    ) -> Option<PretendingPeriod> {
        let count = map.len();
        let back = |i: usize| map[count - 1 - i];
        let mut border = vec![0usize; count];
        for i in 1..count {
            let mut k = border[i - 1];
            while k > 0 && back(i) != back(k) {
                k = border[k - 1];
            }
            border[i] = k + usize::from(back(i) == back(k));
        }
        (0..count).rev().find_map(|i| {
            let period = (i + 1 - border[i]) as u64;
            let preperiod = (count - 1 - i) as u64;
            let checked_to = needed(preperiod, period)?;
            (checked_to < count as u64).then_some(PretendingPeriod {
                preperiod,
                period,
                checked_to,
            })
        })
    }
}
