//! Grundy values of heaps of a game without a code.

use std::sync::OnceLock;

use upstar_core::Budget;
use upstar_heaps::{FoundLaw, HeapRule, Law, plain};

use super::grundy_table::{GrundyTable, OptionSums};
use crate::{Result, RuleError};

/// Steps that the search for a law may cost.
const STEPS_FOR_LAW: u64 = 1 << 24;

/// The Grundy values of single heaps from the definition, and those of large heaps by a law, if one is
/// proved.
#[derive(Debug)]
pub struct HeapTable {
    values: GrundyTable<u64>,
    /// The proved law of these values, if it was searched for and found.
    law: OnceLock<Option<Law>>,
}

impl Default for HeapTable {
    fn default() -> Self {
        HeapTable { values: GrundyTable::of_heaps(), law: OnceLock::new() }
    }
}

impl HeapTable {
    /// The value of heaps, each of which is played independently. `list` lists the options of a heap,
    /// and `rule` the same with what is known of all heaps at once. `None` if play can come back to a
    /// heap.
    ///
    /// # Errors
    /// Those of the function, a value that is too large, and a used-up budget.
    pub fn sum(
        &self,
        heaps: &[u64],
        budget: &Budget,
        rule: &dyn HeapRule,
        mut list: impl FnMut(u64, &mut OptionSums<u64>) -> Result,
    ) -> Result<Option<u64>> {
        let mut sum = 0;
        for &heap in heaps {
            if heap > FoundLaw::VALUES
                && let Some(law) = self.law(rule, budget)?
            {
                let value = law.value(&heap.into(), budget)?;
                sum ^= u64::try_from(&value).map_err(|_| {
                    RuleError::too_large("the Grundy value", value.to_string(), u64::MAX)
                })?;
                continue;
            }
            let Some(value) = self.values.value(heap, budget, &mut list)? else { return Ok(None) };
            sum ^= u64::from(value);
        }
        Ok(Some(sum))
    }

    /// The proved law, if there is one that a short search finds.
    fn law(&self, rule: &dyn HeapRule, budget: &Budget) -> Result<Option<&Law>> {
        if self.law.get().is_none() {
            let part = budget.clone().with_steps_left(STEPS_FOR_LAW);
            let provable = rule.linear().is_some() || rule.take_at_most().is_some();
            let values = provable.then(|| plain::values(rule, FoundLaw::VALUES, &part).ok());
            let found = values.flatten().map(|values| FoundLaw::find(Some(rule), &values, &part));
            // What the question itself has no budget for is not known to have no law.
            budget.check()?;
            let law = found.and_then(Result::ok).flatten().filter(FoundLaw::is_proved);
            _ = self.law.set(law.map(|found| found.law));
        }
        Ok(self.law.get().and_then(Option::as_ref))
    }
}
