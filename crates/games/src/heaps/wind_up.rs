//! Wind Up.

use super::subtraction::Amounts;
use super::{joined, numbers};
use crate::prelude::*;

/// Wind Up: the hand of a clock goes back by numbers of a set until it stands at 0.
struct WindUp {
    hours: u64,
    steps: Vec<u64>,
}

/// The largest number of hours of a clock.
const MOST_HOURS: u64 = 1 << 20;

impl WindUp {
    fn rules(parameters: &Arguments) -> Result<Rules> {
        if parameters.len() != 2 {
            return Err(RuleError::Usage);
        }
        let hours = parameters.count(0, MOST_HOURS)?;
        if hours == 0 {
            return Err(parameters.complain(0, "expected a number from 1 on"));
        }
        let steps = Amounts::of(parameters, 1, false)?;
        if steps.all_but {
            return Err(parameters.complain(1, "expected a list of numbers"));
        }
        Ok(Rules::new(WindUp { hours, steps: steps.set }))
    }

    fn too_late(&self) -> String {
        format!("expected a number below {}", self.hours)
    }
}

impl Ruleset for WindUp {
    type Position = u64;

    as_in!(WIND_UP);

    fn options(&self, &hand: &u64, _: Player, out: &mut Options<u64>) -> Result {
        if hand > 0 {
            let back = |&step: &u64| (hand + self.hours - step % self.hours) % self.hours;
            out.extend(self.steps.iter().map(back));
        }
        Ok(())
    }

    fn position(&self, arguments: &Arguments) -> Result<u64> {
        if arguments.len() != 1 {
            return Err(RuleError::Usage);
        }
        let hand = arguments.count(0, u64::MAX)?;
        if hand < self.hours { Ok(hand) } else { Err(arguments.complain(0, self.too_late())) }
    }

    fn parse(&self, text: &str) -> Result<u64> {
        let hand = numbers(text, Some(1))?[0];
        if hand >= self.hours {
            return Err(RuleError::notation(text, 0..text.len(), self.too_late()));
        }
        Ok(hand)
    }

    fn parameters(&self) -> String {
        format!("{},\"{}\"", self.hours, joined(&self.steps))
    }
}

pub(crate) const WIND_UP: Row = Row {
    name: "wind_up",
    aliases: &[],
    class: Class::LOOPY_IMPARTIAL,
    usage: "wind_up(12,\"1,5\"; n)",
    rules: "A clock with hours 0 to m - 1 and one hand at n; a move turns it back by a number of the\n\
            list, past 0 if necessary. The game ends when it stands at 0.",
    source: "subtraction modulo m; values by Smith (1966)",
    example: ("wind_up(12,\"1\"; 5)", "outcome N"),
    make: Make::With(WindUp::rules),
    boards: false,
};
