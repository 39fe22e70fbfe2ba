//! Staircase nim: coins go down steps.

use super::at_least;
use crate::heaps::few_enough;
use crate::prelude::*;

/// Staircase nim: coins go down one step. The first step is the floor, from which no coin moves.
#[derive(Clone, Copy, Debug)]
pub struct Staircase;

impl Ruleset for Staircase {
    type Position = Vec<u64>;

    as_in!(ROW);

    fn options(&self, steps: &Vec<u64>, _: Player, out: &mut Options<Vec<u64>>) -> Result {
        let coins = steps.iter().fold(0u64, |sum, &coins| sum.saturating_add(coins));
        few_enough(coins)?;
        for step in 1..steps.len() {
            out.extend((1..=steps[step]).map(|moved| {
                let mut option = steps.clone();
                option[step] -= moved;
                option[step - 1] += moved;
                option
            }));
        }
        Ok(())
    }

    fn normalize(&self, mut steps: Vec<u64>) -> (Vec<u64>, Negated) {
        // The number of coins on the floor does not matter.
        if let Some(floor) = steps.first_mut() {
            *floor = 0;
        }
        while steps.last() == Some(&0) {
            steps.pop();
        }
        (steps, Negated::No)
    }

    fn known(&self, steps: &Vec<u64>, convention: Convention) -> Option<Known> {
        let theorem = "only the coins on even steps count, as heaps of nim";
        let value = || steps.iter().skip(1).step_by(2).fold(0, |sum, coins| sum ^ coins);
        Known::in_normal_play(convention, theorem, || value().try_into().ok())
    }

    fn position(&self, arguments: &Arguments) -> Result<Vec<u64>> {
        let steps = at_least(arguments, 0, "")?;
        if steps.iter().try_fold(0u64, |sum, &coins| sum.checked_add(coins)).is_none() {
            return Err(RuleError::too_large("the number of coins", "the sum", u64::MAX));
        }
        Ok(steps)
    }

    fn picture(&self, steps: &Vec<u64>) -> Picture {
        Picture::Stairs(steps.clone())
    }
}

pub(crate) const ROW: Row = Row {
    name: "staircase",
    aliases: &["staircase_nim"],
    class: Class::IMPARTIAL,
    usage: "staircase(a,b,...)",
    rules: "Coins on the steps of a staircase, first those on step 1; a move takes any number\n\
            of coins from a step to the next one below. From step 1 no coin moves.",
    source: "e-maxx, Sprague-Grundy theory; Sprague (1937)",
    example: ("staircase(5,3,4,6)", "*5"),
    make: Make::Rules(|| Rules::new(Staircase)),
    boards: false,
};
