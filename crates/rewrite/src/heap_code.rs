//! Take-and-break games among the games defined by rules on heaps: the code of such a one tells its
//! nim sequence.

use upstar_heaps::Code;

use super::arithmetic::{Expression, Operation};
use super::heaps::{HeapRule, Values};
use super::term::Term;
use upstar_engine::formula::Relation;

/// The most tokens that are taken at once in a code that is searched for.
const MOST_TAKEN: usize = 1000;

/// What may be left after that many tokens are taken: bit `j` for `j` heaps, of which no two are
/// equal if it is said so.
#[derive(Clone, Copy, Default)]
struct Left {
    bits: u8,
    different: bool,
}

/// The code of an impartial game in which each rule takes tokens from a heap and leaves one heap or
/// nothing, or divides what is left into heaps; `None` if the rules are not all of this form.
pub(super) fn code(rules: &[HeapRule]) -> Option<Code> {
    let mut left: Vec<Left> = vec![Left::default()];
    let mut any = false;
    for rule in rules {
        let found = match &rule.parts[..] {
            [rest] => rule.leaves_rest(rest),
            parts if parts.len() < 5 => rule.divides(parts),
            _ => None,
        };
        let (taken, bits, different) = found?;
        let Some(taken) = taken else {
            any = true;
            continue;
        };
        for taken in taken {
            let taken = usize::try_from(taken).ok().filter(|&taken| taken <= MOST_TAKEN)?;
            if left.len() <= taken {
                left.resize(taken + 1, Left::default());
            }
            let digit = &mut left[taken];
            // One digit has one condition.
            if digit.bits >> 2 != 0 && bits >> 2 != 0 && digit.different != different {
                return None;
            }
            digit.bits |= bits;
            digit.different |= different;
        }
    }
    if any {
        left.iter_mut().skip(1).for_each(|digit| digit.bits |= ONE_OR_NONE);
    }
    let digit = |digit: &Left| {
        let bits = char::from_digit(digit.bits.into(), 32).unwrap_or('0').to_ascii_uppercase();
        format!("{bits}{}", if digit.different { "!" } else { "" })
    };
    let digits: Vec<String> = left.iter().map(digit).collect();
    let after = match (&digits[1..], any) {
        (rest, true) => format!("{}[3]", rest.concat()),
        ([], false) => "0".to_owned(),
        (rest, false) => rest.concat(),
    };
    format!("{}.{after}", digits[0]).parse().ok()
}

/// The bits of a digit that allows one heap or nothing to be left.
const ONE_OR_NONE: u8 = 3;

/// How many tokens may be taken (`None`: any number from 1 on), the bits of what may be left, and
/// whether heaps must be different.
type FoundCode = (Option<Vec<i128>>, u8, bool);

impl HeapRule {
    /// `n -> n-k`, and nothing asked of it.
    fn leaves_rest(&self, rest: &Expression) -> Option<FoundCode> {
        let count = self.numbers.len() + 1;
        let line = rest.linear(count)?;
        if !self.conditions.is_empty() || line[0] != 1 {
            return None;
        }
        let taken = -line[count];
        if let [number] = &self.numbers[..]
            && let Values::Range(from, to) = &number.values
        {
            let any = line[1] == -1
                && taken == 0
                && **from == Expression::Constant(1)
                && **to == Expression::heap();
            return any.then_some((None, ONE_OR_NONE, false));
        }
        let taken = self.taken(&line, taken, &[])?;
        taken.iter().all(|&taken| taken > 0).then_some((Some(taken), ONE_OR_NONE, false))
    }

    /// `n -> a + (n-k-a) for a in 0..n-k`, or to the half of `n-k`.
    fn splits(&self, parts: &[Term]) -> Option<FoundCode> {
        let ([one, other], [number], []) = (parts, &self.numbers[..], &self.conditions[..]) else {
            return None;
        };
        let Values::Range(from, to) = &number.values else { return None };
        let line = other.linear(2)?;
        let (taken, first) = (-line[2], from.linear(2)?);
        if **one != Expression::Number(1) || line[..2] != [1, -1] || first[..2] != [0, 0] {
            return None;
        }
        // The end of the range, and whether it is halved.
        let (end, halved) = match &**to {
            Expression::Binary(Operation::Divide, both) if both.1 == Expression::Constant(2) => {
                (both.0.linear(2)?, true)
            }
            whole => (whole.linear(2)?, false),
        };
        let bits = match (first[2], -end[2] - taken, halved) {
            _ if taken < 1 || end[..2] != [1, 0] => return None,
            (0, 0, _) => 7,
            (1, 0, false) | (0, 1, false) => 6,
            (1, 1, false) | (1, 0, true) => 4,
            _ => return None,
        };
        Some((Some(vec![taken]), bits, false))
    }

    /// `n -> a + b where a + b = n-k`, and perhaps `a != b`.
    fn divides(&self, parts: &[Term]) -> Option<FoundCode> {
        if let Some(found) = self.splits(parts) {
            return Some(found);
        }
        let count = self.numbers.len() + 1;
        let mut places = Vec::new();
        for part in parts {
            let Expression::Number(number @ 1..) = **part else { return None };
            let Values::Range(from, to) = &self.numbers[number - 1].values else { return None };
            let any = **from == Expression::Constant(1) && **to == Expression::heap();
            if !any || places.contains(&number) {
                return None;
            }
            places.push(number);
        }
        let (mut sum, mut different) = (None, false);
        for (a, relation, b) in &self.conditions {
            let (a, b) = (a.linear(count)?, b.linear(count)?);
            let line: Vec<i128> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
            match relation {
                Relation::Equal if sum.is_none() => sum = Some(line),
                Relation::NotEqual if parts.len() == 2 && !different => {
                    let apart = |at: usize, sign: i128| match at {
                        at if at == places[0] => sign,
                        at if at == places[1] => -sign,
                        _ => 0,
                    };
                    let is = |sign| (0..=count).all(|at| line[at] == apart(at, sign));
                    if !is(1) && !is(-1) {
                        return None;
                    }
                    different = true;
                }
                _ => return None,
            }
        }
        let mut sum = sum?;
        // The heap on the one side, what it becomes and what is taken on the other.
        if sum[0] > 0 {
            sum.iter_mut().for_each(|times| *times = -*times);
        }
        if sum[0] != -1 || places.iter().any(|&place| sum[place] != 1) {
            return None;
        }
        // As `leaves_rest` has it: what is left is the heap less what is taken.
        let line: Vec<i128> = sum.iter().map(|times| -times).collect();
        let taken = self.taken(&line, -line[count], &places)?;
        let found = (Some(taken.clone()), 1 << parts.len(), different);
        taken.iter().all(|&taken| taken >= 0).then_some(found)
    }

    /// How many tokens are taken: a number of a list, if a number besides those in `others` has -1
    /// as its coefficient, and a constant.
    fn taken(&self, line: &[i128], constant: i128, others: &[usize]) -> Option<Vec<i128>> {
        let mut lists = (1..=self.numbers.len()).filter(|number| !others.contains(number));
        let taken = match lists.next() {
            None => vec![constant],
            Some(number) if line[number] == -1 => match &self.numbers[number - 1].values {
                Values::List(list) => list
                    .iter()
                    .map(|value| value.checked_add(constant))
                    .collect::<Option<Vec<i128>>>()?,
                Values::Range(..) => return None,
            },
            Some(_) => return None,
        };
        lists.next().is_none().then_some(taken)
    }
}
