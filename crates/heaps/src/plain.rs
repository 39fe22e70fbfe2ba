//! The plain engine: every value from the definition, the mex of the values of the options.

use upstar_core::{Budget, MexTable};

use crate::Result;
use crate::error::HeapsError;
use crate::rule::{HeapRule, tick};

/// The Grundy values of the heaps 0 to `to` of any rule, from the definition.
///
/// # Errors
/// [`HeapsError::Growing`] if an option is not smaller than its heap;
/// [`HeapsError::Exhausted`] if the budget ends.
///
/// # Complexity
/// One step for each option of each heap. For a code that leaves two heaps this is `to^2 / 4` for
/// each such digit.
pub fn values(rule: &dyn HeapRule, to: u64, budget: &Budget) -> Result<Vec<u32>> {
    let mut values = Vec::new();
    extend(rule, &mut values, to, budget)?;
    Ok(values)
}

/// Continues `values`, the Grundy values of the heaps from 0 on, to heap `to`. Values found before
/// an error are kept.
///
/// # Errors
/// As [`values`].
pub fn extend(rule: &dyn HeapRule, values: &mut Vec<u32>, to: u64, budget: &Budget) -> Result {
    let mut seen = MexTable::new();
    let mut ticker = budget.ticker();
    for heap in values.len() as u64..=to {
        let value = mex(rule, heap, values, &mut seen, &mut ticker)?;
        values.push(value);
    }
    Ok(())
}

/// The Grundy value of one heap from the definition, given the values of all smaller heaps.
///
/// # Errors
/// As [`values`].
pub fn value(rule: &dyn HeapRule, heap: u64, values: &[u32], budget: &Budget) -> Result<u32> {
    mex(rule, heap, values, &mut MexTable::new(), &mut budget.ticker())
}

fn mex(
    rule: &dyn HeapRule,
    heap: u64,
    values: &[u32],
    seen: &mut MexTable,
    ticker: &mut upstar_core::Ticker,
) -> Result<u32> {
    seen.clear();
    rule.options(heap, &mut |parts| {
        tick(ticker)?;
        let mut option = 0;
        for &part in parts {
            if part >= heap {
                return Err(HeapsError::Growing { heap, part });
            }
            option ^= values[part as usize];
        }
        seen.insert(option);
        Ok(())
    })?;
    Ok(seen.mex())
}
