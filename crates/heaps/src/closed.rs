//! Codes whose whole nim sequence is given by a theorem.

use crate::code::Code;
use crate::period::{PeriodStatus, Periodicity, Theorem};

/// A sequence that is known forever: its first values, then the same values with the saltus added
/// after each period.
struct Closed {
    code: &'static str,
    first: &'static [u32],
    preperiod: u64,
    period: u64,
    saltus: u64,
    theorem: Theorem,
}

/// For 0.[7] and 4.[7]: every number below the value is the value of an option, and no option has
/// the value itself, because a nim sum is at most the sum. The book has both proofs.
const CLOSED: [Closed; 3] = [
    Closed {
        code: "4.[3]",
        first: &[0, 1, 2, 4, 3, 5, 6, 8, 7],
        preperiod: 1,
        period: 4,
        saltus: 4,
        theorem: Theorem::Lasker,
    },
    Closed {
        code: "0.[7]",
        first: &[0, 1],
        preperiod: 0,
        period: 1,
        saltus: 1,
        theorem: Theorem::TakeAny,
    },
    Closed {
        code: "4.[7]",
        first: &[0, 1, 2, 4],
        preperiod: 2,
        period: 1,
        saltus: 2,
        theorem: Theorem::TakeAny,
    },
];

/// The period of a code whose sequence a theorem gives, and the values of the first heaps: those of
/// the preperiod and of two periods.
pub(crate) fn closed(code: &Code) -> Option<(Periodicity, &'static [u32])> {
    if code.tail().is_empty() {
        return None;
    }
    let written = code.to_string();
    let closed = CLOSED.iter().find(|closed| closed.code == written)?;
    let period = Periodicity {
        preperiod: closed.preperiod,
        period: closed.period,
        saltus: closed.saltus,
        verdict: PeriodStatus::Proved,
        theorem: Some(closed.theorem),
        checked_to: closed.first.len() as u64 - 1,
        class: None,
    };
    Some((period, closed.first))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use upstar_core::Budget;

    use super::*;
    use crate::plain;

    /// The theorems agree with the definition.
    #[test]
    fn closed_forms_agree_with_the_definition() {
        for known in &CLOSED {
            let code: Code = known.code.parse().unwrap();
            assert_eq!(code.to_string(), known.code);
            let (period, first) = closed(&code).unwrap();
            assert_eq!(first.len() as u64, period.preperiod + 2 * period.period);
            let values = plain::values(&code, 150, &Budget::unlimited()).unwrap();
            for (heap, &value) in values.iter().enumerate() {
                let by_theorem = period.value_at(&BigUint::from(heap), first);
                assert_eq!(by_theorem, Some(value.into()), "{code}, {heap}");
            }
        }
    }
}
