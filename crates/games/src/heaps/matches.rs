//! Matches: one heap from which only a few may be taken.

use super::few_enough;
use crate::prelude::*;

/// Matches: one heap, from which 1 to `most` are taken.
#[derive(Clone, Copy, Debug)]
pub struct Matches {
    /// The largest number taken in a move.
    pub most: u64,
}

impl Ruleset for Matches {
    type Position = u64;

    as_in!(MATCHES);

    fn options(&self, heap: &u64, _: Player, out: &mut Options<u64>) -> Result {
        few_enough(self.most.min(*heap))?;
        out.extend((1..=self.most.min(*heap)).map(|taken| heap - taken));
        Ok(())
    }

    fn known(&self, heap: &u64, convention: Convention) -> Option<Known> {
        let theorem = "the Grundy value of taking 1 to k is n mod (k+1) (Stankevich, introduction)";
        Known::grundy(convention, heap % self.most.checked_add(1)?, theorem)
    }

    fn options_with(
        &self,
        &heap: &u64,
        fact: Fact,
        convention: Convention,
        _: &Budget,
        out: &mut Options<u64>,
    ) -> Result<bool> {
        let (Some(values), Convention::Normal) = (self.most.checked_add(1), convention) else {
            return Ok(false);
        };
        let value = match fact {
            Fact::Grundy(value) => u64::from(value),
            Fact::Outcome(Outcome::P) => 0,
            Fact::Outcome(_) => return Ok(false),
        };
        // Of the next k smaller heaps, at most one has a given value.
        let taken = if value < values { (heap % values + (values - value)) % values } else { 0 };
        if (1..=self.most.min(heap)).contains(&taken) {
            out.push(heap - taken);
        }
        Ok(true)
    }

    /// The largest number taken comes after the heap.
    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        if arguments.len() != 2 || arguments.before_semicolon().is_some() {
            return Err(RuleError::Usage);
        }
        let (heap, most) = (arguments.count(0, u64::MAX)?, arguments.count(1, u64::MAX)?);
        Ok(Game::new(Matches { most }, heap))
    }

    fn parameters(&self) -> String {
        self.most.to_string()
    }

    fn call(&self, heap: &u64) -> String {
        format!("matches({heap},{})", self.most)
    }
}

pub(crate) const MATCHES: Row = Row {
    name: "matches",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "matches(n,k)",
    rules: "A heap of n matches; a move takes from 1 to k of them.",
    source: "Stankevich, Games on graphs, introduction",
    example: ("matches(21,3)", "*"),
    make: Make::Rules(|| Rules::new(Matches { most: 0 })),
    boards: false,
};
