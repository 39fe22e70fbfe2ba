//! The heap games whose sums are coin-turning games.

use std::sync::{Mutex, PoisonError};

use super::turning_code::TurningCode;
use crate::prelude::*;
use upstar_engine::positions::numbers::replaced;

/// The largest total number of sums of values before the search for values gives up.
const MOST_SUMS: usize = 1 << 21;

/// The heap game whose sums are a coin-turning game: a move replaces a heap by the heaps of the
/// other coins that are turned.
#[derive(Debug)]
pub struct Spawning {
    pub(super) code: TurningCode,
    /// The known values, and the number of sums that may still be made.
    values: Mutex<(Vec<u64>, usize)>,
}

impl Spawning {
    /// The game on heaps of a turning code.
    #[must_use]
    pub fn new(code: TurningCode) -> Self {
        Spawning { code, values: Mutex::new((Vec::new(), MOST_SUMS)) }
    }

    /// The sum of the values of some cells.
    pub(super) fn sum(&self, cells: impl Iterator<Item = u64> + Clone) -> Option<u32> {
        let mut kept = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let (values, work) = &mut *kept;
        let most = cells.clone().max().unwrap_or(0);
        if self.code.values(values, work, most).is_none() {
            *work = 0;
            return None;
        }
        let sum = cells.fold(0, |sum, cell| sum ^ values[cell as usize]);
        u32::try_from(sum).ok()
    }
}

impl Ruleset for Spawning {
    type Position = Vec<u64>;

    as_in!(ROW);

    fn options(&self, heaps: &Vec<u64>, _: Player, out: &mut Options<Vec<u64>>) -> Result {
        let budget = out.budget().cloned();
        for (index, &heap) in heaps.iter().enumerate() {
            self.code.each_set(heap, budget.as_ref(), &mut |set| {
                out.push(replaced(heaps, index, set));
                Ok(out.check()?)
            })?;
        }
        Ok(())
    }

    heaps_apart!();

    fn known(&self, heaps: &Vec<u64>, convention: Convention) -> Option<Known> {
        let theorem = "the values of single heaps add up (Sprague and Grundy)";
        Known::in_normal_play(convention, theorem, || self.sum(heaps.iter().copied()))
    }

    fn parameters(&self) -> String {
        format!("\"{}\"", self.code)
    }
}

/// The code, the only parameter.
pub(super) fn code(parameters: &Arguments) -> Result<TurningCode> {
    if parameters.len() != 1 {
        return Err(RuleError::Usage);
    }
    TurningCode::read(&parameters.text(0)?).map_err(|error| parameters.within(0, error))
}

pub(crate) const ROW: Row = Row {
    name: "spawning",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "spawning(\"1-3\"; n,...)",
    rules: "Heaps and a turning code. A move replaces heap n by heaps a, b, ... if the turning game\n\
            of the code allows to turn coin n, showing heads, together with coins a, b, ...\n\
            to its left.",
    source: "Winning Ways, chapter 14; Siegel, Combinatorial Game Theory",
    example: ("spawning(\"1-3\"; 5)", "*8"),
    make: Make::With(|parameters| Ok(Rules::new(Spawning::new(code(parameters)?)))),
    boards: false,
};
