//! Rules of heaps as linear conditions on natural numbers, from which laws are proved.

use serde::{Deserialize, Serialize};

/// The largest coefficient and constant, so that carries fit in a word.
const MOST: i64 = 1 << 40;

/// A sum of multiples of numbers, and a constant. Number 0 is the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Linear {
    /// The coefficients of the numbers; those that are not listed are 0.
    pub times: Vec<i64>,
    /// The constant.
    pub plus: i64,
}

impl Linear {
    /// A constant.
    pub fn constant(plus: i64) -> Linear {
        Linear { times: vec![], plus }
    }

    /// A number.
    pub fn number(number: usize) -> Linear {
        let mut times = vec![0; number];
        times.push(1);
        Linear { times, plus: 0 }
    }

    /// The coefficient of a number.
    pub fn of(&self, number: usize) -> i64 {
        self.times.get(number).copied().unwrap_or(0)
    }

    /// This and a multiple of another; `None` if a coefficient becomes too large.
    pub fn add(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let fits = |sum: i64| (sum.abs() <= MOST).then_some(sum);
        let with = |a: i64, b: i64| fits(a.checked_add(b.checked_mul(factor)?)?);
        let count = self.times.len().max(other.times.len());
        let times = (0..count).map(|number| with(self.of(number), other.of(number)));
        Some(Linear { times: times.collect::<Option<_>>()?, plus: with(self.plus, other.plus)? })
    }

    /// A multiple; `None` if a coefficient becomes too large.
    pub fn scaled(&self, factor: i64) -> Option<Linear> {
        Linear::default().add(self, factor)
    }

    /// The constant, if no number has a coefficient.
    pub fn as_constant(&self) -> Option<i64> {
        self.times.iter().all(|&times| times == 0).then_some(self.plus)
    }

    /// The least value for a heap of one token or more; `None` if a coefficient is negative.
    pub fn least(&self) -> Option<i64> {
        self.times.iter().all(|&times| times >= 0).then(|| self.of(0) + self.plus)
    }
}

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// It is 0.
    Zero,
    /// It is not 0.
    NotZero,
    /// It is 0 or more.
    NotNegative,
}

/// A condition on the numbers of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Constraint {
    /// A sum.
    pub sum: Linear,
    /// How it compares with 0.
    pub sign: Sign,
}

/// The most rules that a rule is split into, and the most combinations of choices that are tried.
const MOST_RULES: usize = 256;
const MOST_TRIED: usize = 4096;

/// A rule of a game on heaps: a heap of at least one token becomes the heaps `parts` if there are
/// natural numbers for which all conditions hold. Number 0 is the heap. If the rule is a `fault`, the
/// game is not defined for such a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinearRule {
    /// The count of numbers, the heap included.
    pub numbers: usize,
    /// The conditions.
    pub constraints: Vec<Constraint>,
    /// The numbers that are the heaps of the option. Equal heaps may be one number.
    pub parts: Vec<usize>,
    /// Whether the game is not defined where the conditions hold, see [`LinearRule::fail`].
    pub fault: bool,
    /// Quotients, each with what is divided by what, while the rule is written.
    #[serde(skip)]
    quotients: Vec<(Linear, i64, Linear, i64)>,
    /// The sizes of parts, while the rule is written.
    #[serde(skip)]
    sizes: Vec<Linear>,
}

/// The choices that are made when a rule is written as linear conditions, such as the remainders of its
/// divisions. A rule is one linear rule for each combination of them.
#[derive(Debug, Default)]
pub struct Choices {
    /// Each choice, and how many there are.
    chosen: Vec<(i64, i64)>,
    at: usize,
}

impl Choices {
    /// One of the numbers from 0 to `count - 1`, where `count` is at least 1.
    pub fn choose(&mut self, count: i64) -> i64 {
        if self.at == self.chosen.len() {
            self.chosen.push((0, count));
        }
        self.at += 1;
        self.chosen[self.at - 1].0
    }

    /// Goes to the next combination; false if there is none.
    fn go_on(&mut self) -> bool {
        self.at = 0;
        while let Some((chosen, count)) = self.chosen.last_mut() {
            *chosen += 1;
            if chosen < count {
                return true;
            }
            self.chosen.pop();
        }
        false
    }
}

impl LinearRule {
    /// A rule that leaves no heaps.
    pub(super) fn empty(numbers: usize, constraints: Vec<Constraint>) -> LinearRule {
        let (parts, quotients, sizes) = (vec![], vec![], vec![]);
        LinearRule { numbers, constraints, parts, fault: false, quotients, sizes }
    }

    /// The rules that `write` makes of a rule for a heap of at least one token, for all combinations of
    /// choices; `None` if it cannot, or if there are too many.
    pub fn all(
        mut write: impl FnMut(&mut LinearRule, &mut Choices) -> Option<()>,
    ) -> Option<Vec<LinearRule>> {
        let mut choices = Choices::default();
        let mut rules = Vec::new();
        for _ in 0..MOST_TRIED {
            let mut rule = LinearRule::empty(1, vec![]);
            rule.require(Linear { times: vec![1], plus: -1 }, Sign::NotNegative);
            write(&mut rule, &mut choices)?;
            let holds = |one: &Constraint| match (one.sum.as_constant(), one.sign) {
                (None, _) => true,
                (Some(sum), Sign::Zero) => sum == 0,
                (Some(sum), Sign::NotZero) => sum != 0,
                (Some(sum), Sign::NotNegative) => sum >= 0,
            };
            // What is never true is no rule.
            if rule.constraints.iter().all(holds) {
                rule.constraints.retain(|one| one.sum.as_constant().is_none());
                (rule.quotients, rule.sizes) = (vec![], vec![]);
                rules.push(rule);
            }
            if rules.len() > MOST_RULES {
                return None;
            }
            if !choices.go_on() {
                return Some(rules);
            }
        }
        None
    }

    /// A further number.
    pub fn add_number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers - 1
    }

    /// A further condition; nothing more is required once the rule has failed.
    pub fn require(&mut self, sum: Linear, sign: Sign) {
        if !self.fault {
            self.constraints.push(Constraint { sum, sign });
        }
    }

    /// The game is not defined where the conditions up to here hold.
    pub fn fail(&mut self) {
        self.fault = true;
    }

    /// A further heap of the option.
    pub fn add_part(&mut self, size: &Linear) -> Option<()> {
        if let Some(place) = self.sizes.iter().position(|known| known == size) {
            self.parts.push(self.parts[place]);
        } else {
            let part = self.add_number();
            self.require(size.add(&Linear::number(part), -1)?, Sign::Zero);
            self.parts.push(part);
        }
        self.sizes.push(size.clone());
        Some(())
    }

    /// The quotient of a sum by a positive number, rounded down, and the remainder; `None` if the
    /// sum is not known to be above some negative bound.
    pub fn divide(
        &mut self,
        sum: &Linear,
        by: i64,
        choices: &mut Choices,
    ) -> Option<(Linear, i64)> {
        let known = self.quotients.iter().find(|known| known.0 == *sum && known.1 == by);
        if let Some((_, _, quotient, left)) = known {
            return Some((quotient.clone(), *left));
        }
        // Numbers are natural: a quotient that may be negative is one less something.
        let below = sum.least()?.min(0).unsigned_abs().div_ceil(by.unsigned_abs());
        let below = i64::try_from(below).ok()?;
        let left = choices.choose(by);
        let quotient = Linear::number(self.add_number()).add(&Linear::constant(below), -1)?;
        let rest = sum.add(&Linear::constant(left), -1)?;
        self.require(rest.add(&quotient, by.checked_neg()?)?, Sign::Zero);
        self.quotients.push((sum.clone(), by, quotient.clone(), left));
        Some((quotient, left))
    }
}
