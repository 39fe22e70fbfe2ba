//! Rules on heaps as data: written as a file, and played by the definition, which tries all numbers.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::Random;
use super::plain::players;

/// Numbers are named: the heap is number 0.
const NAMES: [&str; 4] = ["n", "a", "b", "w"];

#[derive(Clone, Debug)]
enum Expression {
    Constant(i128),
    Number(usize),
    Root(Box<Expression>),
    Binary(char, Box<[Expression; 2]>),
}

#[derive(Clone, Debug)]
enum Range {
    List(Vec<i128>),
    To([Expression; 2]),
}

#[derive(Clone, Debug)]
struct Rule {
    who: [bool; 2],
    parts: Vec<Expression>,
    /// The ranges of numbers 1, 2, ...
    ranges: Vec<Range>,
    /// So many numbers have no range.
    free: usize,
    conditions: Vec<(Expression, &'static str, Expression)>,
}

#[derive(Clone, Debug)]
pub(super) struct File {
    rules: Vec<Rule>,
    passes: [bool; 2],
    misere: bool,
}

/// How tightly a sign binds.
fn rank(sign: char) -> u8 {
    match sign {
        '+' | '-' => 1,
        '*' | '/' | '%' => 2,
        _ => 3,
    }
}

impl Expression {
    /// In parentheses where the rank around asks for them.
    fn text(&self, around: u8) -> String {
        let (text, own) = match self {
            Expression::Constant(value) => (value.to_string(), if *value < 0 { 3 } else { 4 }),
            Expression::Number(number) => (NAMES[*number].to_owned(), 4),
            Expression::Root(of) => (format!("sqrt({})", of.text(0)), 4),
            Expression::Binary(sign, both) => {
                let own = rank(*sign);
                // Powers group from the right, all else from the left.
                let (left, right) = if own == 3 { (4, 3) } else { (own, own + 1) };
                (format!("{}{sign}{}", both[0].text(left), both[1].text(right)), own)
            }
        };
        if own < around { format!("({text})") } else { text }
    }

    fn has(&self, asked: &impl Fn(usize) -> bool) -> bool {
        match self {
            Expression::Constant(_) => false,
            Expression::Number(number) => asked(*number),
            Expression::Root(of) => of.has(asked),
            Expression::Binary(_, both) => both.iter().any(|one| one.has(asked)),
        }
    }

    /// `None` if there is no value.
    fn value(&self, numbers: &[i128]) -> Option<i128> {
        match self {
            Expression::Constant(value) => Some(*value),
            Expression::Number(number) => Some(numbers[*number]),
            Expression::Root(of) => of.value(numbers)?.checked_isqrt(),
            Expression::Binary(sign, both) => {
                let (a, b) = (both[0].value(numbers)?, both[1].value(numbers)?);
                match sign {
                    '+' => Some(a + b),
                    '-' => Some(a - b),
                    '*' => Some(a * b),
                    '^' => (b >= 0).then(|| (0..b).fold(1, |power, _| power * a)),
                    _ if b == 0 => None,
                    // Rounded down: the least remainder of the sign of the divisor.
                    '/' => Some((a - remainder(a, b)) / b),
                    _ => Some(remainder(a, b)),
                }
            }
        }
    }
}

fn remainder(a: i128, b: i128) -> i128 {
    let left = a % b;
    if left != 0 && (left < 0) != (b < 0) { left + b } else { left }
}

/// Heaps in order, without those of 0.
pub(super) fn tidied(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

impl Rule {
    fn text(&self) -> String {
        let parts = self.parts.iter().map(|part| match part {
            Expression::Binary('+', _) => format!("({})", part.text(0)),
            // A sum on the left of a difference would separate heaps.
            part => part.text(if part.has_bare_sum() { 4 } else { 0 }),
        });
        let mut text = format!("n -> {}", parts.collect::<Vec<_>>().join(" + "));
        for (at, range) in self.ranges.iter().enumerate() {
            let word = if at == 0 { " for" } else { "," };
            let range = match range {
                Range::List(list) => {
                    let list: Vec<String> = list.iter().map(i128::to_string).collect();
                    format!("{{{}}}", list.join(","))
                }
                Range::To([from, to]) => format!("{}..{}", from.text(0), to.text(0)),
            };
            let _ = write!(text, "{word} {} in {range}", NAMES[at + 1]);
        }
        for (at, (left, relation, right)) in self.conditions.iter().enumerate() {
            let word = if at == 0 { "where" } else { "and" };
            let _ = write!(text, " {word} {} {relation} {}", left.text(0), right.text(0));
        }
        text
    }

    /// Calls `each` with the heaps that a heap may become; false if numbers get too large.
    fn becomes(&self, numbers: &mut Vec<i128>, each: &mut impl FnMut(Vec<u64>)) -> bool {
        let at = numbers.len() - 1;
        let mut values = Vec::new();
        match self.ranges.get(at) {
            Some(Range::List(list)) => values.clone_from(list),
            Some(Range::To([from, to])) => {
                if let (Some(from), Some(to)) = (from.value(numbers), to.value(numbers)) {
                    if to - from > 100 {
                        return false;
                    }
                    values.extend(from..=to);
                }
            }
            None if at < self.ranges.len() + self.free => values.extend(1..=numbers[0]),
            None => return self.take(numbers, each),
        }
        values.into_iter().all(|value| {
            numbers.push(value);
            let few = self.becomes(numbers, each);
            numbers.pop();
            few
        })
    }

    fn take(&self, numbers: &[i128], each: &mut impl FnMut(Vec<u64>)) -> bool {
        let holds = |(left, relation, right): &(Expression, &str, Expression)| {
            let both = left.value(numbers).zip(right.value(numbers));
            both.is_some_and(|(a, b)| match *relation {
                "=" => a == b,
                "!=" => a != b,
                "<" => a < b,
                "<=" => a <= b,
                ">" => a > b,
                _ => a >= b,
            })
        };
        if !self.conditions.iter().all(holds) {
            return true;
        }
        let parts = self.parts.iter().map(|part| part.value(numbers));
        let Some(parts) = parts.collect::<Option<Vec<i128>>>() else { return true };
        // Where no equation has free numbers, heaps have as many tokens in total.
        let free = |number: usize| number > self.ranges.len();
        let said = self.conditions.iter().any(|(left, relation, right)| {
            *relation == "=" && (left.has(&free) || right.has(&free))
        });
        let conserved = self.free > 0 && self.parts.len() > 1 && !said;
        if conserved && parts.iter().sum::<i128>() != numbers[0] {
            return true;
        }
        if parts.iter().any(|&part| part > 1_000_000) {
            return false;
        }
        if parts.iter().all(|&part| part >= 0) {
            each(parts.iter().map(|&part| part as u64).collect());
        }
        true
    }
}

impl Expression {
    /// Whether a `+` stands outside of parentheses.
    fn has_bare_sum(&self) -> bool {
        match self {
            Expression::Binary('-', both) => {
                matches!(both[0], Expression::Binary('+', _)) || both[0].has_bare_sum()
            }
            _ => false,
        }
    }
}

impl File {
    pub(super) fn text(&self) -> String {
        let mut text = "g on heaps".to_owned();
        for rule in &self.rules {
            let _ = write!(text, "\n{}: {}", players(rule.who), rule.text());
        }
        if self.passes != [false; 2] {
            let _ = write!(text, "\npass: {}", players(self.passes));
        }
        text + if self.misere { "\nmisere\n" } else { "\n" }
    }

    /// The options of a player; `None` if numbers get too large.
    pub(super) fn options(&self, heaps: &[u64], player: usize) -> Option<BTreeSet<Vec<u64>>> {
        let mut options = BTreeSet::new();
        for at in 0..heaps.len() {
            for rule in self.rules.iter().filter(|rule| rule.who[player]) {
                let few = rule.becomes(&mut vec![heaps[at].into()], &mut |parts| {
                    let mut option = heaps.to_vec();
                    option.splice(at..=at, parts);
                    options.insert(tidied(option));
                });
                if !few {
                    return None;
                }
            }
        }
        if self.passes[player] {
            options.insert(heaps.to_vec());
        }
        (options.iter().all(|option| option.iter().sum::<u64>() < 60)).then_some(options)
    }
}

impl Random {
    /// An expression in the first `count` numbers.
    fn expression(&mut self, count: usize, depth: usize) -> Expression {
        if depth == 0 || self.below(3) == 0 {
            return match self.below(5) {
                0 => Expression::Constant(self.below(4) as i128),
                1 => Expression::Constant(-(1 + self.below(2) as i128)),
                _ => Expression::Number(self.below(count)),
            };
        }
        let sign = ['-', '-', '-', '+', '*', '/', '%', '^', 's'][self.below(9)];
        match sign {
            's' => Expression::Root(Box::new(self.expression(count, depth - 1))),
            // Nothing grows beyond machine numbers.
            '^' => {
                let power = Expression::Constant(self.below(4) as i128);
                Expression::Binary('^', Box::new([self.expression(count, 0), power]))
            }
            sign => {
                let both = [0, 1].map(|_| self.expression(count, depth - 1));
                Expression::Binary(sign, Box::new(both))
            }
        }
    }

    /// What is not more than the heap, mostly.
    fn part(&mut self, count: usize) -> Expression {
        let heap = || Expression::Number(0);
        match self.below(6) {
            0 => self.expression(count, 2),
            1 => Expression::Number(self.below(count)),
            2 => {
                let by = Expression::Constant(1 + self.below(3) as i128);
                Expression::Binary('/', Box::new([heap(), by]))
            }
            _ => Expression::Binary('-', Box::new([heap(), self.expression(count, 1)])),
        }
    }

    fn rule(&mut self) -> Rule {
        let count = self.below(3);
        let free = if self.below(3) == 0 { self.below(3).min(3 - count) } else { 0 };
        let ranges = (0..count).map(|at| match self.below(3) {
            0 => Range::List((0..1 + self.below(3)).map(|_| self.below(6) as i128 - 1).collect()),
            1 => Range::To([Expression::Constant(1), Expression::Number(0)]),
            _ => Range::To([self.expression(at + 1, 1), self.expression(at + 1, 1)]),
        });
        let ranges: Vec<Range> = ranges.collect();
        let all = 1 + count + free;
        let parts = (0..[1, 1, 1, 2, 2, 3][self.below(6)]).map(|_| self.part(all)).collect();
        let conditions = (0..[0, 0, 1, 1, 2][self.below(5)]).map(|_| {
            let relation = ["=", "=", "!=", "<", "<=", ">", ">="][self.below(7)];
            (self.expression(all, 2), relation, self.expression(all, 1))
        });
        let conditions = conditions.collect();
        let who = [[true, false], [false, true], [true, true], [true, true]][self.below(4)];
        let mut rule = Rule { who, parts, ranges, free, conditions };
        // A free number is one that occurs; names are given in the order of their numbers.
        let used = |number: usize| {
            let asked = |other: usize| other == number;
            rule.parts.iter().any(|part| part.has(&asked))
                || rule.conditions.iter().any(|(a, _, b)| a.has(&asked) || b.has(&asked))
        };
        let (first, second) = (used(1 + count), used(2 + count));
        rule.free = match (free, first, second) {
            (2, true, true) => 2,
            (1 | 2, true, _) => 1,
            (2, false, true) => return self.rule(),
            _ => 0,
        };
        rule
    }
}

pub(super) fn file(random: &mut Random) -> File {
    File {
        rules: (0..1 + random.below(3)).map(|_| random.rule()).collect(),
        passes: if random.below(12) == 0 { [true, random.below(2) == 0] } else { [false; 2] },
        misere: random.below(8) == 0,
    }
}
