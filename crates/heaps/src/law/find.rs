//! Laws that values suggest.

use upstar_core::{Budget, Exhausted};

use super::{Floor, Law, LawFunction, Recursion, Row};

/// The bases in which automatic laws are searched for. A law in a power of one of them is one in it.
const BASES: [u64; 6] = [2, 3, 5, 6, 7, 10];
/// The most functions of a law.
const MOST_FUNCTIONS: usize = 64;
/// The fewest values by which two sequences are compared.
const LEAST_COMPARED: usize = 16;
/// The fewest values in which a law is searched for.
const LEAST_VALUES: usize = 32;

/// How many numbers make a [`Floor`].
const NUMBERS: usize = 4;

impl Law {
    /// Laws that agree with all values of the heaps from 0 on: an arithmetic period that is seen three
    /// times, laws by the digits, and an irrational multiple of the heap, the shortest first.
    ///
    /// # Errors
    /// A used-up budget.
    ///
    /// # Complexity
    /// Linear in the number of values, times the square of the number of functions.
    pub fn find(values: &[u32], budget: &Budget) -> Result<Vec<Law>, Exhausted> {
        if values.len() < LEAST_VALUES {
            return Ok(vec![]);
        }
        let mut found: Vec<Law> = period(values).into_iter().map(Law::Recursion).collect();
        for base in BASES {
            found.extend(by_digits(values, base, budget)?.map(Law::Recursion));
        }
        found.extend(Floor::find(values).map(|rounded| Law::Rounded { rounded }));
        found.sort_by_key(Law::size);
        found.retain(|law| law.agrees(values));
        Ok(found)
    }

    /// The number of rows and of first values; a period is simpler than an automaton.
    fn size(&self) -> usize {
        let Law::Recursion(Recursion { functions, .. }) = self else { return NUMBERS };
        let rows = functions.iter().map(|one| one.first.len() + one.rows.len()).sum::<usize>();
        if self.as_period().is_some() { rows } else { 2 * rows }
    }

    /// Whether so many values show enough of the law that it is worth a conjecture: five periods over
    /// three quarters of the values, or sixteen values for each row of each function, or number.
    pub(super) fn is_seen_often(&self, count: usize) -> bool {
        match self.as_period() {
            Some((preperiod, period, _)) => {
                let seen = (count as u64).saturating_sub(preperiod);
                seen / 5 >= period && seen / 3 >= count as u64 / 4
            }
            None => match self {
                Law::Recursion(Recursion { base, functions }) => {
                    count as u64 / 16 >= base.saturating_mul(functions.len() as u64)
                }
                _ => count / 16 >= NUMBERS,
            },
        }
    }
}

/// The arithmetic period with the shortest preperiod that is seen three times.
fn period(values: &[u32]) -> Option<Recursion> {
    let last = values.len() - 1;
    let difference = |at: usize| i64::from(values[last - at]) - i64::from(values[last - at - 1]);
    // The failure function of Knuth, Morris and Pratt gives the shortest period of the differences
    // of every end of the sequence.
    let mut border = vec![0_usize; last];
    let mut best = None;
    for at in 0..last {
        if at > 0 {
            let mut length = border[at - 1];
            while length > 0 && difference(at) != difference(length) {
                length = border[length - 1];
            }
            border[at] = length + usize::from(difference(at) == difference(length));
        }
        let period = at + 1 - border[at];
        if at + 2 >= 3 * period {
            best = Some((period, at + 2));
        }
    }
    let (period, seen) = best?;
    let saltus = values[last].checked_sub(values[last - period])?;
    Recursion::periodic(values, (values.len() - seen) as u64, period as u64, saltus.into())
}

/// The values of the heaps `start`, `start + step`, `start + 2 step` and so on.
#[derive(Clone, Copy)]
struct Subsequence<'a> {
    values: &'a [u32],
    start: usize,
    step: usize,
}

impl Subsequence<'_> {
    fn len(&self) -> usize {
        self.values.len().saturating_sub(self.start).div_ceil(self.step)
    }

    fn at(&self, index: usize) -> i64 {
        self.values[self.start + index * self.step].into()
    }

    /// The slope and the constant, if all values from `from` on are on a line.
    fn line(&self, from: usize) -> Option<Row> {
        let slope = self.at(from + 1) - self.at(from);
        let plus = self.at(from) - slope * from as i64;
        let times = u64::try_from(slope).ok()?;
        let fits = |index: usize| self.at(index) == slope * index as i64 + plus;
        (from..self.len()).all(fits).then_some(Row::Line { times, plus })
    }

    /// What is added to another part to get this one, from `from` on.
    fn added(&self, other: &Subsequence<'_>, from: usize) -> Option<i64> {
        let difference = |index: usize| self.at(index) - other.at(index);
        let added = difference(from);
        let both = self.len().min(other.len());
        (from..both).all(|index| difference(index) == added).then_some(added)
    }
}

/// A law by the digits in a base, from the least significant on. Its functions are the parts of the
/// sequence by the last digits, where two parts that differ by a constant are one.
fn by_digits(values: &[u32], base: u64, budget: &Budget) -> Result<Option<Recursion>, Exhausted> {
    let mut ticker = budget.ticker();
    let mut parts = vec![Subsequence { values, start: 0, step: 1 }];
    let mut functions = Vec::new();
    while let Some(&part) = parts.get(functions.len()) {
        let mut rows = Vec::new();
        for digit in 0..base as usize {
            let start = part.start + digit * part.step;
            let child = Subsequence { values, start, step: part.step * base as usize };
            // The value of 0 is a first value, so that the row of the digit 0 begins at 1.
            let from = usize::from(digit == 0);
            if child.len() < LEAST_COMPARED {
                return Ok(None);
            }
            let again = |function, added| Row::Again { function, times: 1, plus: 0, added };
            let mut row = child.line(from);
            for (function, other) in parts.iter().enumerate() {
                ticker.tick(1)?;
                if row.is_none() {
                    row = child.added(other, from).map(|added| again(function, added));
                }
            }
            rows.push(match row {
                Some(row) => row,
                None if parts.len() == MOST_FUNCTIONS => return Ok(None),
                None => {
                    parts.push(child);
                    again(parts.len() - 1, 0)
                }
            });
        }
        functions.push(LawFunction { first: vec![values[part.start]], rows });
    }
    Ok(Some(Recursion { base, functions }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(count: u32, value: impl Fn(u32) -> u32) -> Option<String> {
        let values: Vec<u32> = (0..count).map(value).collect();
        let laws = Law::find(&values, &Budget::unlimited()).unwrap();
        for law in &laws {
            assert!(law.agrees(&values));
        }
        laws.into_iter().find(|law| law.is_seen_often(values.len())).map(|law| law.to_string())
    }

    fn multiple(n: u32, times: i64, square: u64, by: u64) -> u32 {
        Floor { times, square, plus: 0, by }.value(n.into()).unwrap() as u32
    }

    #[test]
    fn laws_are_found() {
        for (expected, law) in [
            ("G(n+3) = G(n)", found(100, |n| n % 3)),
            ("G(n+3) = G(n)+2", found(100, |n| n / 3 * 2 + n % 3)),
            ("G(n+2) = G(n) for n >= 7", found(100, |n| if n < 7 { 9 - n } else { n % 2 })),
            (
                "G(0) = 0, G(2n) = G(n)+1, G(2n+1) = 0",
                found(300, |n| if n == 0 { 0 } else { n.trailing_zeros() }),
            ),
            ("G(2n) = n, G(2n+1) = G(n)", found(300, |n| (n >> n.trailing_ones()) / 2)),
            ("G(0) = 0, G(2n) = G(n), G(2n+1) = G(n)+1", found(300, u32::count_ones)),
            ("G(n) = (n+sqrt(5n^2))/2, rounded down", found(300, |n| multiple(n, 1, 5, 2))),
            ("G(n) = n+sqrt(2n^2), rounded down", found(300, |n| multiple(n, 1, 2, 1))),
            ("G(n) = (sqrt(3n^2)-n)/2, rounded down", found(300, |n| multiple(n, -1, 3, 2))),
            (
                "G(0) = 0, G(2n) = G(n), G(2n+1) = A(n), A(0) = 1, A(2n) = A(n), A(2n+1) = G(n)",
                found(300, |n| n.count_ones() % 2),
            ),
        ] {
            assert_eq!(law.as_deref(), Some(expected));
        }
    }

    /// Squares have no law of these kinds, and values without an order have none.
    #[test]
    fn no_law_is_found_where_there_is_none() {
        assert_eq!(found(2000, |n| u32::from(n.isqrt().pow(2) == n)), None);
        assert_eq!(found(2000, |n| n.wrapping_mul(0x9e37_79b9).rotate_left(9) & 3), None);
    }
}
