//! Codes of take-and-break games.
//!
//! Digit `i` of a code says what may be left of a heap after `i` tokens have been taken from it:
//! bit `j` of the digit allows `j` heaps. `0.77` is Kayles. Digits left of the point, from right to
//! left, are for taking 0, -1, -2, ... tokens, so `80.0` adds one token and leaves three heaps. The
//! notation is that of Winning Ways with CGSuite's extensions.

use std::fmt;

use crate::Result;
use crate::error::HeapsError;

/// The largest number of digits of a code.
pub(crate) const MOST_DIGITS: usize = 65_536;

/// The required relation between the sizes of the remaining heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// No condition.
    Any,
    /// `!`: no two equal.
    AllDifferent,
    /// `?`: not all equal.
    NotAllEqual,
    /// `=`: all equal.
    AllEqual,
}

/// The numbers of heaps that may remain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Bit `j` allows exactly `j` heaps, `j < 64`.
    counts: u64,
    /// Every number of heaps from this one on is allowed.
    from: Option<u8>,
    relation: Relation,
}

impl Digit {
    /// The digit that allows nothing.
    pub const NONE: Digit = Digit { counts: 0, from: None, relation: Relation::Any };

    /// A digit by its bits: bit `j` allows `j` heaps.
    pub const fn from_bits(bits: u64) -> Digit {
        Digit { counts: bits, from: None, relation: Relation::Any }
    }

    pub(crate) fn new(counts: u64, from: Option<u8>, relation: Relation) -> Digit {
        // A count that `from` covers is stored only once.
        let counts = match from {
            Some(from) if from < 64 => counts & ((1u64 << from) - 1),
            _ => counts,
        };
        Digit { counts, from, relation }
    }

    /// Whether `count` heaps may be left.
    pub fn allows(&self, count: u64) -> bool {
        (count < 64 && self.counts >> count & 1 == 1)
            || self.from.is_some_and(|from| u64::from(from) <= count)
    }

    /// Whether nothing at all is allowed.
    pub fn is_none(&self) -> bool {
        self.counts == 0 && self.from.is_none()
    }

    /// The condition on the sizes.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The bits of the explicit counts: bit `j` allows `j` heaps.
    pub fn bits(&self) -> u64 {
        self.counts
    }

    /// The number from which every count is allowed, if there is one.
    pub fn from(&self) -> Option<u8> {
        self.from
    }

    /// The smallest allowed count.
    pub(crate) fn smallest(&self) -> Option<u64> {
        let explicit = (self.counts != 0).then(|| u64::from(self.counts.trailing_zeros()));
        let open = self.from.map(u64::from);
        match (explicit, open) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// The largest allowed count; `None` if there is no largest one or none at all.
    pub fn largest(&self) -> Option<u64> {
        match self.from {
            Some(_) => None,
            None => (self.counts != 0).then(|| u64::from(self.counts.ilog2())),
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            None if self.counts < 32 => {
                let character = char::from_digit(self.counts as u32, 32).unwrap_or('0');
                write!(f, "{}", character.to_ascii_uppercase())?;
            }
            Some(0) => write!(f, "*")?,
            _ => {
                let mut counts: Vec<String> = (0..64)
                    .filter(|count| self.counts >> count & 1 == 1)
                    .map(|count| count.to_string())
                    .collect();
                if let Some(from) = self.from {
                    counts.push(format!("{from}+"));
                }
                write!(f, "{{{}}}", counts.join(","))?;
            }
        }
        match self.relation {
            Relation::Any => Ok(()),
            Relation::AllDifferent => write!(f, "!"),
            Relation::NotAllEqual => write!(f, "?"),
            Relation::AllEqual => write!(f, "="),
        }
    }
}

/// The code of a take-and-break game that always ends.
///
/// ```
/// use upstar_heaps::Code;
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!(kayles.last_digit(), Some(2));
/// assert!("4.4".parse::<Code>().is_ok());
/// assert!("2.7".parse::<Code>().unwrap_err().to_string().contains("column 1"));
/// # Ok::<(), upstar_heaps::HeapsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// `adding[j]` is the digit for adding `j + 1` tokens.
    adding: Vec<Digit>,
    /// `digits[i]` is the digit for taking `i` tokens.
    digits: Vec<Digit>,
    /// Repeats forever after `digits`; empty if the code is finite.
    tail: Vec<Digit>,
}

impl Code {
    /// A code from its digits: `adding[j]` for adding `j + 1` tokens, `digits[i]` for taking `i`,
    /// then `tail` forever. Every play of the game must end.
    pub(crate) fn from_parts(
        mut adding: Vec<Digit>,
        mut digits: Vec<Digit>,
        mut tail: Vec<Digit>,
    ) -> Code {
        while adding.last().is_some_and(Digit::is_none) {
            adding.pop();
        }
        if digits.is_empty() {
            digits.push(Digit::NONE);
        }
        if tail.iter().all(Digit::is_none) {
            tail.clear();
        }
        if tail.is_empty() {
            while digits.len() > 1 && digits.last().is_some_and(Digit::is_none) {
                digits.pop();
            }
        } else {
            let length = tail.len();
            if let Some(period) = (1..length)
                .find(|p| length.is_multiple_of(*p) && (*p..length).all(|i| tail[i] == tail[i - p]))
            {
                tail.truncate(period);
            }
            while digits.len() > 1 && digits.last() == tail.last() {
                digits.pop();
                tail.rotate_right(1);
            }
        }
        Code { adding, digits, tail }
    }

    /// The game in which exactly the numbers of `set` may be taken, and one heap or nothing is
    /// left. With `all_but`, every other positive number may be taken instead.
    pub fn subtraction(set: &[u64], all_but: bool) -> Result<Code> {
        let digit = |inside: bool| if inside != all_but { 3 } else { 0 };
        let largest = set.iter().copied().max().unwrap_or(0);
        if set.contains(&0) || largest > MOST_DIGITS as u64 {
            return Err(HeapsError::Position(format!(
                "a subtraction set has numbers from 1 to {}",
                MOST_DIGITS
            )));
        }
        let mut digits = vec![Digit::NONE];
        digits.extend((1..=largest).map(|i| Digit::from_bits(digit(set.contains(&i)))));
        let tail = if all_but { vec![Digit::from_bits(3)] } else { vec![] };
        Ok(Code::from_parts(vec![], digits, tail))
    }

    /// The digit for taking `taken` tokens (negative: adding).
    pub fn digit(&self, taken: i64) -> Digit {
        if taken < 0 {
            let index = usize::try_from(taken.unsigned_abs() - 1).unwrap_or(usize::MAX);
            return self.adding.get(index).copied().unwrap_or(Digit::NONE);
        }
        let index = usize::try_from(taken).unwrap_or(usize::MAX);
        match self.digits.get(index) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => Digit::NONE,
            None => self.tail[(index - self.digits.len()) % self.tail.len()],
        }
    }

    /// The largest number of tokens that a move may add.
    pub fn most_added(&self) -> u64 {
        self.adding.len() as u64
    }

    /// The digits for taking 0, 1, 2, ... tokens before the repeating tail.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat forever; empty if the code is finite.
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// The index of the last digit that is not zero, if the code is finite and has one.
    pub fn last_digit(&self) -> Option<u64> {
        if !self.tail.is_empty() || self.digits.last().is_none_or(Digit::is_none) {
            return None;
        }
        Some(self.digits.len() as u64 - 1)
    }

    /// All nonzero digits with the number of tokens they take. The tail is listed once.
    pub(crate) fn some_digits(&self) -> impl Iterator<Item = (i64, Digit)> + '_ {
        let added = self.adding.iter().enumerate().map(|(j, &digit)| (-(j as i64) - 1, digit));
        let taken = self.digits.iter().chain(&self.tail).enumerate();
        added
            .chain(taken.map(|(i, &digit)| (i as i64, digit)))
            .filter(|(_, digit)| !digit.is_none())
    }

    /// Whether no move adds tokens or leaves more than two heaps.
    pub(crate) fn leaves_two_at_most(&self) -> bool {
        self.most_added() == 0 && self.most_heaps().is_some_and(|most| most <= 2)
    }

    /// The largest number of heaps that a move may leave; `None` if there is no bound.
    pub fn most_heaps(&self) -> Option<u64> {
        self.some_digits().try_fold(0, |most, (_, digit)| Some(most.max(digit.largest()?)))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for digit in self.adding.iter().rev() {
            write!(f, "{digit}")?;
        }
        write!(f, "{}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            write!(f, "{digit}")?;
        }
        if !self.tail.is_empty() {
            write!(f, "[")?;
            for digit in &self.tail {
                write!(f, "{digit}")?;
            }
            write!(f, "]")?;
        } else if self.digits.len() == 1 {
            write!(f, "0")?;
        }
        Ok(())
    }
}
