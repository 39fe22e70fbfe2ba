//! The values of impartial games that may go on forever.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

use crate::{GrundyValue, Outcome};

/// The value of an impartial loopy game: `*n`, or `∞` with the nimbers among its options.
///
/// The set `K` of nimbers among its options characterises a game that equals no nimber. With `*k`
/// added, the player to move wins if `k` is in `K`, otherwise the sum is a draw. With another such
/// game added, the sum is a draw. Two games are equivalent in every sum if and only if these values
/// are equal.
///
/// *Source:* Smith 1966; Fraenkel and Perl 1975; Stankevich, *Games on graphs*,
/// theorem 18.
///
/// ```
/// use upstar_core::{LoopyNimber, Outcome};
///
/// let a: LoopyNimber = "∞{0,2}".parse().unwrap();
/// assert_eq!(a.outcome(), Outcome::N);
/// assert_eq!((&a + &LoopyNimber::Nimber(3)).to_string(), "∞{1,3}");
/// assert_eq!((&a + &a).to_string(), "∞{}");
/// assert_eq!(format!("{a:#}"), "inf{0,2}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopyNimber {
    /// The game equals the nimber `*n`.
    Nimber(GrundyValue),
    /// The game equals no nimber; the nimbers among its options, ascending.
    Infinite(Vec<GrundyValue>),
}

impl LoopyNimber {
    /// The value `∞` with these members, given in any order.
    #[must_use]
    pub fn infinite(members: impl IntoIterator<Item = GrundyValue>) -> Self {
        let mut members: Vec<_> = members.into_iter().collect();
        members.sort_unstable();
        members.dedup();
        LoopyNimber::Infinite(members)
    }

    /// The outcome: P for `*0`, N for other nimbers and if 0 is a member, otherwise D.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyNimber::Nimber(0) => Outcome::P,
            LoopyNimber::Nimber(_) => Outcome::N,
            LoopyNimber::Infinite(members) if members.first() == Some(&0) => Outcome::N,
            LoopyNimber::Infinite(_) => Outcome::D,
        }
    }

    /// The `n` of `*n`.
    #[must_use]
    pub fn nimber(&self) -> Option<GrundyValue> {
        match self {
            LoopyNimber::Nimber(n) => Some(*n),
            LoopyNimber::Infinite(_) => None,
        }
    }
}

impl Add for &LoopyNimber {
    type Output = LoopyNimber;

    // The sum of nimbers is the exclusive or.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: &LoopyNimber) -> LoopyNimber {
        use LoopyNimber::{Infinite, Nimber};
        match (self, other) {
            (Nimber(a), Nimber(b)) => Nimber(a ^ b),
            (Nimber(n), Infinite(members)) | (Infinite(members), Nimber(n)) => {
                LoopyNimber::infinite(members.iter().map(|k| k ^ n))
            }
            (Infinite(_), Infinite(_)) => Infinite(Vec::new()),
        }
    }
}

impl<'a> Sum<&'a LoopyNimber> for LoopyNimber {
    fn sum<I: Iterator<Item = &'a LoopyNimber>>(values: I) -> Self {
        values.fold(LoopyNimber::Nimber(0), |sum, value| &sum + value)
    }
}

impl fmt::Display for LoopyNimber {
    /// `*3`, `∞{0,2}`; with `{:#}` in ASCII: `inf{0,2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyNimber::Nimber(n) => write!(f, "*{n}"),
            LoopyNimber::Infinite(members) => {
                f.write_str(if f.alternate() { "inf{" } else { "∞{" })?;
                for (i, member) in members.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{member}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// A text that is no loopy nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a value such as *3, ∞{{0,2}} or inf{{}}")]
pub struct NotALoopyNimber;

impl FromStr for LoopyNimber {
    type Err = NotALoopyNimber;

    /// Reads the printed form, and also `0`, `*` and `inf{0,2}`, with spaces between members.
    fn from_str(text: &str) -> Result<Self, NotALoopyNimber> {
        let number = |digits: &str| -> Result<GrundyValue, NotALoopyNimber> {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if plain { digits.parse().map_err(|_| NotALoopyNimber) } else { Err(NotALoopyNimber) }
        };
        let text = text.trim();
        match text {
            "0" => return Ok(LoopyNimber::Nimber(0)),
            "*" => return Ok(LoopyNimber::Nimber(1)),
            _ => {}
        }
        if let Some(digits) = text.strip_prefix('*') {
            return number(digits).map(LoopyNimber::Nimber);
        }
        let braces = text.strip_prefix('∞').or_else(|| text.strip_prefix("inf"));
        let members = braces
            .and_then(|rest| rest.trim_start().strip_prefix('{')?.strip_suffix('}'))
            .ok_or(NotALoopyNimber)?;
        if members.trim().is_empty() {
            return Ok(LoopyNimber::Infinite(Vec::new()));
        }
        let members: Result<Vec<_>, _> =
            members.split(',').map(|member| number(member.trim())).collect();
        Ok(LoopyNimber::infinite(members?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_print_and_parse_back() {
        for text in ["*0", "*1", "*17", "∞{}", "∞{0}", "∞{0,2,5}"] {
            let value: LoopyNimber = text.parse().unwrap();
            assert_eq!(value.to_string(), text);
            assert_eq!(format!("{value:#}").parse(), Ok(value));
        }
        assert_eq!("inf{2, 0,2}".parse(), Ok(LoopyNimber::Infinite(vec![0, 2])));
        assert_eq!("*".parse(), Ok(LoopyNimber::Nimber(1)));
        for text in ["", "*-1", "*+1", "1", "∞", "∞{0", "∞{,}", "{0}", "*99999999999"] {
            assert_eq!(text.parse::<LoopyNimber>(), Err(NotALoopyNimber), "{text}");
        }
    }

    #[test]
    fn sums_follow_the_theorem() {
        let sum = |a: &str, b: &str| -> String {
            (&a.parse::<LoopyNimber>().unwrap() + &b.parse().unwrap()).to_string()
        };
        assert_eq!(sum("*5", "*3"), "*6");
        assert_eq!(sum("*1", "∞{0,1,6}"), "∞{0,1,7}");
        assert_eq!(sum("∞{0,1}", "*2"), "∞{2,3}");
        assert_eq!(sum("∞{0,1}", "∞{1}"), "∞{}");
        let outcomes = ["*0", "*1", "∞{0,4}", "∞{4}", "∞{}"]
            .map(|text| text.parse::<LoopyNimber>().unwrap().outcome());
        assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::N, Outcome::D, Outcome::D]);
    }
}
