//! Moore's nim.

use upstar_core::Ticker;

use super::{Heaps, few_enough, sorted};
use crate::prelude::*;

/// Moore's nim: a move reduces from one to `most` heaps, each by any amount.
struct Moore {
    /// The largest number of heaps that a move reduces.
    most: u64,
}

impl Moore {
    fn rules(parameters: &Arguments) -> Result<Rules> {
        if parameters.len() != 1 {
            return Err(RuleError::Usage);
        }
        match parameters.count(0, u64::MAX)? {
            0 => Err(parameters.complain(0, "expected a number from 1 on")),
            most => Ok(Rules::new(Moore { most })),
        }
    }

    /// Appends the positions in which up to `left` of the `heaps` from `index` on are reduced.
    fn smaller(heaps: &mut Heaps, index: usize, left: u64, out: &mut Options<Heaps>) {
        for at in index..heaps.len() {
            let before = heaps[at];
            for after in 0..before {
                if out.is_stopped() {
                    break;
                }
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

/// The largest number of winning moves that are listed.
const MOST_WINNING: usize = 10_000;

/// The search for the P-positions that a move leads to, from the highest binary place down. In each
/// place the reduced heaps get as many ones as the other heaps need.
struct Lost<'a> {
    heaps: &'a Heaps,
    most: u64,
    ticker: Ticker,
    out: &'a mut Options<Heaps>,
}

impl Lost<'_> {
    /// Chooses the heaps to reduce, from `from` on.
    fn choose(&mut self, chosen: &mut Vec<usize>, from: usize) -> Result {
        for index in from..self.heaps.len() {
            chosen.push(index);
            let after = chosen.iter().map(|_| (0, false)).collect();
            self.place(chosen, after, u64::BITS)?;
            if (chosen.len() as u64) < self.most {
                self.choose(chosen, index + 1)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Fills the places below `place` of the chosen heaps. For each, the higher bits are known, and
    /// whether they already make it smaller.
    fn place(&mut self, chosen: &[usize], after: Vec<(u64, bool)>, place: u32) -> Result {
        self.ticker.tick(1)?;
        if self.out.len() >= MOST_WINNING {
            return Ok(());
        }
        let Some(place) = place.checked_sub(1) else {
            if after.iter().all(|&(_, smaller)| smaller) {
                let mut option = self.heaps.clone();
                for (&index, &(heap, _)) in chosen.iter().zip(&after) {
                    option[index] = heap;
                }
                self.out.push(option);
                self.out.check()?;
            }
            return Ok(());
        };
        let others = (0..self.heaps.len()).filter(|index| !chosen.contains(index));
        let ones = others.filter(|&index| self.heaps[index] >> place & 1 == 1).count() as u128;
        let modulus = u128::from(self.most) + 1;
        let lacking = (modulus - ones % modulus) % modulus;
        self.bits(chosen, &after, Vec::new(), lacking, place)
    }

    /// Chooses the bits of the chosen heaps in a place, with this many ones.
    fn bits(
        &mut self,
        chosen: &[usize],
        before: &[(u64, bool)],
        after: Vec<(u64, bool)>,
        ones: u128,
        place: u32,
    ) -> Result {
        let at = after.len();
        if ones > (chosen.len() - at) as u128 {
            return Ok(());
        }
        if at == chosen.len() {
            return self.place(chosen, after, place);
        }
        let (heap, smaller) = before[at];
        let own = self.heaps[chosen[at]] >> place & 1;
        for bit in (0..=1).filter(|&bit| (smaller || bit <= own) && u128::from(bit) <= ones) {
            let mut after = after.clone();
            after.push((heap | bit << place, smaller || bit < own));
            self.bits(chosen, before, after, ones - u128::from(bit), place)?;
        }
        Ok(())
    }
}

impl Ruleset for Moore {
    type Position = Heaps;

    as_in!(MOORE);

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Options<Heaps>) -> Result {
        // ways[j]: the number of ways to reduce j heaps.
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

    /// At most the first 10,000 of them.
    fn options_with(
        &self,
        heaps: &Heaps,
        fact: Fact,
        convention: Convention,
        budget: &Budget,
        out: &mut Options<Heaps>,
    ) -> Result<bool> {
        if (fact, convention) != (Fact::Outcome(Outcome::P), Convention::Normal) {
            return Ok(false);
        }
        let mut search = Lost { heaps, most: self.most, ticker: budget.ticker(), out };
        search.choose(&mut Vec::new(), 0)?;
        Ok(true)
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
    rules: "Heaps of stones; a move takes stones from up to k heaps, any number from each.",
    source: "E. H. Moore, A generalization of the game called nim (1910)",
    example: ("moore(2; 3,3,3)", "outcome P"),
    make: Make::With(Moore::rules),
    boards: false,
};
