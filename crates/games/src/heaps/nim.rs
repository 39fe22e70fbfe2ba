//! Nim.

use super::{Heaps, few_enough, replaced, tokens};
use crate::prelude::*;

/// Nim: heaps, each in its place. An empty heap stays as 0.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Ruleset for Nim {
    type Position = Heaps;

    as_in!(NIM);

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Options<Heaps>) -> Result {
        few_enough(tokens(heaps))?;
        for (index, &heap) in heaps.iter().enumerate() {
            out.extend((0..heap).map(|left| replaced(heaps, index, &[left])));
        }
        Ok(())
    }

    heaps_apart!();

    /// The number of tokens.
    fn tier(&self, heaps: &Heaps) -> u64 {
        tokens(heaps)
    }

    fn known(&self, heaps: &Heaps, convention: Convention) -> Option<Known> {
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        if convention == Convention::Normal {
            return Known::grundy(convention, sum, "Bouton 1901: heaps add without carry");
        }
        let wins = if heaps.iter().all(|&heap| heap <= 1) { sum == 0 } else { sum != 0 };
        Some(Known {
            fact: Fact::Outcome(if wins { Outcome::N } else { Outcome::P }),
            theorem: "Bouton 1901: as in normal play, except when all heaps are 0 or 1",
        })
    }
    /// A heap is replaced by the nim sum of the others, if that is less (Bouton).
    fn options_with(
        &self,
        heaps: &Heaps,
        fact: Fact,
        convention: Convention,
        _: &Budget,
        out: &mut Options<Heaps>,
    ) -> Result<bool> {
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let large = heaps.iter().filter(|&&heap| heap > 1).count();
        for (index, &heap) in heaps.iter().enumerate() {
            let left = match (fact, convention) {
                (Fact::Grundy(value), Convention::Normal) => sum ^ heap ^ u64::from(value),
                (Fact::Outcome(Outcome::P), Convention::Normal) => sum ^ heap,
                // If no other heap is above 1, an odd number of heaps of 1 must be left.
                (Fact::Outcome(Outcome::P), _) if large <= usize::from(heap > 1) => {
                    (sum ^ heap ^ 1) & 1
                }
                (Fact::Outcome(Outcome::P), _) => sum ^ heap,
                _ => return Ok(false),
            };
            if left < heap {
                out.push(replaced(heaps, index, &[left]));
                out.check()?;
            }
        }
        Ok(true)
    }
}

pub(crate) const NIM: Row = Row {
    name: "nim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "nim(a,b,...)",
    rules: "Heaps of stones; a move takes any number of stones from one heap.",
    source: "Bouton, Nim, a game with a complete mathematical theory (1901)",
    example: ("nim(2,3,5,7)", "*3"),
    make: Make::Rules(|| Rules::new(Nim)),
    boards: false,
};
