//! Rules of heaps as linear conditions on natural numbers, from which laws are proved.

/// The largest coefficient and constant, so that carries fit in a word.
const MOST: i64 = 1 << 40;

/// A sum of multiples of numbers, and a constant. Number 0 is the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

    /// What it is at least for a heap of one token or more; `None` if a coefficient is negative.
    pub fn least(&self) -> Option<i64> {
        self.times.iter().all(|&times| times >= 0).then(|| self.of(0) + self.plus)
    }
}

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// It is 0.
    Zero,
    /// It is not 0.
    NotZero,
    /// It is 0 or more.
    NotNegative,
}

/// A condition on the numbers of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// A sum.
    pub sum: Linear,
    /// How it compares with 0.
    pub sign: Sign,
}

/// A rule of a game on heaps: a heap of at least one token becomes the heaps `parts` if there are
/// natural numbers for which all conditions hold. Number 0 is the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRule {
    /// The count of numbers, the heap included.
    pub numbers: usize,
    /// The conditions.
    pub constraints: Vec<Constraint>,
    /// The numbers that are the heaps of the option.
    pub parts: Vec<usize>,
}

impl Default for LinearRule {
    fn default() -> Self {
        let mut rule = LinearRule { numbers: 1, constraints: vec![], parts: vec![] };
        rule.require(Linear { times: vec![1], plus: -1 }, Sign::NotNegative);
        rule
    }
}

impl LinearRule {
    /// A further number.
    pub fn add_number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers - 1
    }

    /// A further condition.
    pub fn require(&mut self, sum: Linear, sign: Sign) {
        self.constraints.push(Constraint { sum, sign });
    }

    /// A further heap of the option.
    pub fn add_part(&mut self, size: &Linear) -> Option<()> {
        let part = self.add_number();
        self.require(size.add(&Linear::number(part), -1)?, Sign::Zero);
        self.parts.push(part);
        Some(())
    }

    /// The quotient of a sum by a positive number, rounded down, and what is left; `None` if the sum is
    /// not known to be above some negative bound.
    pub fn divide(&mut self, sum: &Linear, by: i64) -> Option<(Linear, Linear)> {
        // Numbers are natural: a quotient that may be negative is one less something.
        let below = sum.least()?.min(0).unsigned_abs().div_ceil(by.unsigned_abs());
        let below = i64::try_from(below).ok()?;
        let number = self.add_number();
        let quotient = Linear::number(number).add(&Linear::constant(below), -1)?;
        let left = sum.add(&quotient, by.checked_neg()?)?;
        self.require(left.clone(), Sign::NotNegative);
        self.require(Linear::constant(by - 1).add(&left, -1)?, Sign::NotNegative);
        Some((quotient, left))
    }
}
