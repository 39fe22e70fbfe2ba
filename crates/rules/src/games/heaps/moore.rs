//! Moore's nim.

use super::{Heaps, few_enough, sorted};
use crate::games::prelude::*;

/// Moore's nim: a move makes one heap smaller, or up to `most` of them, each by as
/// much as one likes.
struct Moore {
    /// How many heaps a move may make smaller.
    most: u64,
}

impl Moore {
    fn rules(parameters: &Arguments) -> Result<Rules, RuleError> {
        if parameters.len() != 1 {
            return Err(RuleError::Usage);
        }
        match parameters.count(0, u64::MAX)? {
            0 => Err(parameters.complain(0, "expected a number from 1 on")),
            most => Ok(Rules::new(Moore { most })),
        }
    }

    /// Appends what becomes of `heaps` if from `index` on up to `left` of them get
    /// smaller.
    fn smaller(heaps: &mut Heaps, index: usize, left: u64, out: &mut Vec<Heaps>) {
        for at in index..heaps.len() {
            let before = heaps[at];
            for after in 0..before {
                heaps[at] = after;
                out.push(heaps.clone());
                if left > 1 {
                    Self::smaller(heaps, at + 1, left - 1, out);
                }
            }
            heaps[at] = before;
        }
    }
}

impl Ruleset for Moore {
    type Position = Heaps;

    as_in!(MOORE);

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Vec<Heaps>) -> Done {
        // ways[j]: how many ways there are to make j heaps smaller.
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).min(heaps.len());
        let mut ways = vec![0u64; most + 1];
        ways[0] = 1;
        for &heap in heaps {
            for j in (1..=most).rev() {
                ways[j] = ways[j].saturating_add(ways[j - 1].saturating_mul(heap));
            }
        }
        few_enough(ways[1..].iter().fold(0, |sum: u64, &ways| sum.saturating_add(ways)))?;
        if most > 0 {
            Self::smaller(&mut heaps.clone(), 0, most as u64, out);
        }
        Ok(())
    }

    fn normalize(&self, heaps: Heaps) -> (Heaps, Negated) {
        sorted(heaps)
    }

    fn known(&self, heaps: &Heaps, convention: Convention) -> Option<Known> {
        let modulus = u128::from(self.most) + 1;
        let ones = |bit: u32| heaps.iter().filter(|&heap| heap >> bit & 1 == 1).count() as u128;
        let lost = (0..u64::BITS).all(|bit| ones(bit) % modulus == 0);
        let theorem =
            "Moore 1910: P if in every binary place the number of ones is divisible by k+1";
        Known::lost_if(convention, lost, theorem)
    }

    fn parameters(&self) -> String {
        self.most.to_string()
    }
}

pub(crate) const MOORE: Row = Row {
    name: "moore",
    aliases: &["moores_nim"],
    class: Class::IMPARTIAL,
    usage: "moore(k; a,b,...)",
    rules: "Heaps of stones; a move takes stones from one heap, or from up to k heaps,\n\
            from each as many as one likes.",
    source: "E. H. Moore, A generalization of the game called nim (1910)",
    example: ("moore(2; 3,3,3)", "outcome P"),
    make: Make::With(Moore::rules),
    boards: false,
};
