//! Certificates of laws of nim sequences.
//!
//! The certificate has a law `L`, and the rules of a game on heaps as linear conditions: a heap `n`
//! becomes some heaps if there are natural numbers for which the conditions hold. The check decides
//! four statements about all natural numbers, by automata that read digits:
//!
//! 1. the rules are defined for every heap, and every heap that they make is smaller;
//! 2. `L(n)` is a number for every `n`;
//! 3. no option of `n` has the value `L(n)`;
//! 4. for every `n` and `u < L(n)`, an option of `n` has the value `u`.
//!
//! By induction over the heap, `L(n)` is then the Grundy value of `n`. A law is an arithmetic period,
//! or is read off the digits of the heap, with a sum for the digits on the way.

mod relation;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;
use upstar_core::Budget;

use crate::Result;
use crate::error::VerifyError;
use crate::sealed::Sealed;
use relation::{Calculus, Relation, Sign};

/// The value of the field `subject` of these certificates.
pub const SUBJECT: &str = "law of a nim sequence";

/// The result of a check of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedLaw {
    /// The name of the game.
    pub game: String,
    /// The number of rules.
    pub rules: usize,
}

const FIELDS: [&str; 7] = ["game", "kind", "law", "rules", "seal", "subject", "version"];

/// The index of the heap, and those of its value and of a further value, above the numbers of a rule.
const HEAP: usize = 0;
const MOST_NUMBERS: usize = 1000;
const VALUE: usize = MOST_NUMBERS;
const HIGHER: usize = MOST_NUMBERS + 1;

fn wrong<T>(what: impl fmt::Display) -> Result<T> {
    Err(VerifyError::WrongLaw(what.to_string()))
}

fn malformed(what: impl fmt::Display) -> VerifyError {
    VerifyError::NoLaw(what.to_string())
}

/// Whether a text is JSON that declares itself a certificate of a law.
pub fn is_law(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|json| json["subject"] == SUBJECT)
}

/// Checks a certificate of a law.
///
/// # Errors
/// [`VerifyError::NoLaw`]; [`VerifyError::WrongLaw`] says which claim fails; the budget.
pub fn check_law(text: &str, budget: &Budget) -> Result<CheckedLaw> {
    let sealed = Sealed::read(text, SUBJECT, &FIELDS).map_err(VerifyError::NoLaw)?;
    let law = Law::read(sealed.field("law"))?;
    let rules: Vec<Rule> = list(sealed.field("rules"), "rules", Rule::read)?;
    if !sealed.is_intact().map_err(VerifyError::NoLaw)? {
        return wrong("seal: it does not agree with the other fields");
    }
    let mut check = Check { calculus: Calculus::new(law.reading_base()?, budget) };
    let value = check.value(&law)?;
    let own = match law.is_bounded() {
        true => check.heaps_by_value(&value)?,
        false => vec![],
    };
    let mut options = check.calculus.never()?;
    for (at, rule) in rules.iter().enumerate() {
        let option = check.option(at + 1, rule, &value, &own)?;
        options = check.calculus.or(&options, &option)?;
    }
    check.compare(&value, &options)?;
    let game = sealed.text("game").map_err(VerifyError::NoLaw)?.to_owned();
    Ok(CheckedLaw { game, rules: rules.len() })
}

/// A sum of multiples of numbers and a constant, compared with 0.
struct Condition {
    times: Vec<i64>,
    plus: i64,
    sign: Sign,
}

/// A rule: the numbers that are the heaps of the option, or none if the rule is a fault.
struct Rule {
    conditions: Vec<Condition>,
    parts: Vec<usize>,
    fault: bool,
}

/// A value of a law for the heaps `base * m + r`: linear in `m`, or that of a function at `m` and
/// something more.
#[derive(Clone, Copy)]
enum Row {
    Line(u64, i64),
    Function(usize, i64),
}

/// A function: the values of the first heaps, and a row for each residue.
struct Function {
    first: Vec<u64>,
    rows: Vec<Row>,
}

struct Law {
    base: u64,
    functions: Vec<Function>,
}

/// What the digits of a heap that were read say of its value, and the value if no others follow.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Digits {
    rest: Rest,
    end: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Rest {
    Constant(i64),
    Function(usize, i64),
    /// There is no such value.
    None,
}

fn list<T>(json: &Value, name: &str, read: impl Fn(&Value) -> Result<T>) -> Result<Vec<T>> {
    let items = json.as_array().ok_or_else(|| malformed(format!("`{name}` is no list")))?;
    items.iter().map(read).collect()
}

fn integer(json: &Value, name: &str) -> Result<i64> {
    // Carries stay within a machine word.
    json.as_i64()
        .filter(|number| number.abs() <= 1 << 40)
        .ok_or_else(|| malformed(format!("`{name}` is missing or no number below 2^40")))
}

fn natural(json: &Value, name: &str) -> Result<u64> {
    u64::try_from(integer(json, name)?).map_err(|_| malformed(format!("`{name}` is negative")))
}

/// The number of a rule, or of a function.
fn index(json: &Value, name: &str) -> Result<usize> {
    let index = natural(json, name)? as usize;
    match index < MOST_NUMBERS {
        true => Ok(index),
        false => Err(malformed(format!("`{name}` is not below {MOST_NUMBERS}"))),
    }
}

impl Rule {
    fn read(json: &Value) -> Result<Rule> {
        let condition = |json: &Value| {
            let times = list(&json["sum"]["times"], "times", |json| integer(json, "times"))?;
            if times.len() > MOST_NUMBERS {
                return Err(malformed("a sum has too many numbers"));
            }
            let sign = match json["sign"].as_str() {
                Some("zero") => Sign::Zero,
                Some("not-zero") => Sign::NotZero,
                Some("not-negative") => Sign::NotNegative,
                _ => return Err(malformed("a sign is not `zero`, `not-zero` or `not-negative`")),
            };
            Ok(Condition { times, plus: integer(&json["sum"]["plus"], "plus")?, sign })
        };
        let fault =
            json["fault"].as_bool().ok_or_else(|| malformed("`fault` is no truth value"))?;
        Ok(Rule {
            conditions: list(&json["constraints"], "constraints", condition)?,
            parts: list(&json["parts"], "parts", |json| match index(json, "parts")? {
                HEAP => Err(malformed("a part is the heap itself")),
                part => Ok(part),
            })?,
            fault,
        })
    }
}

impl Law {
    fn read(json: &Value) -> Result<Law> {
        let row = |json: &Value| {
            let (line, again) = (&json["line"], &json["again"]);
            if !line.is_null() {
                let times = natural(&line["times"], "times")?;
                return Ok(Row::Line(times, integer(&line["plus"], "plus")?));
            }
            if again["times"] != 1 || again["plus"] != 0 {
                return Err(malformed("the law is not one by digits"));
            }
            let function = index(&again["function"], "function")?;
            Ok(Row::Function(function, integer(&again["added"], "added")?))
        };
        let function = |json: &Value| {
            Ok(Function {
                first: list(&json["first"], "first", |json| natural(json, "first"))?,
                rows: list(&json["rows"], "rows", row)?,
            })
        };
        let base = natural(&json["base"], "base")?;
        let functions = list(&json["functions"], "functions", function)?;
        let law = Law { base, functions };
        let count = law.functions.len();
        let is_known = |row: &Row| {
            matches!(row, Row::Line(..)) || matches!(row, Row::Function(at, _) if *at < count)
        };
        let fits = |one: &Function| {
            one.rows.len() as u64 == base && one.rows.iter().all(is_known)
                // A law by digits has the value of 0 alone beside its rows.
                && (law.is_period() || one.first.len() == 1)
        };
        match base > 0 && count > 0 && law.functions.iter().all(fits) {
            true => Ok(law),
            false => Err(malformed("the functions of the law do not fit its base")),
        }
    }

    /// Whether its only function is a line for each residue.
    fn is_period(&self) -> bool {
        let rows = self.functions.iter().flat_map(|one| &one.rows);
        self.functions.len() == 1 && rows.into_iter().all(|row| matches!(row, Row::Line(..)))
    }

    /// Whether its values are bounded; those of laws by digits are, if the check ends.
    fn is_bounded(&self) -> bool {
        let rows = self.functions.iter().flat_map(|one| &one.rows);
        !self.is_period() || rows.into_iter().all(|row| matches!(row, Row::Line(0, _)))
    }

    /// The base in which the check reads numbers. For a period it is one whose powers have few
    /// remainders.
    fn reading_base(&self) -> Result<u64> {
        let order = |base: &u64| {
            let mut powers = BTreeSet::new();
            let mut power = 1 % self.base;
            while powers.insert(power) {
                power = power * base % self.base;
            }
            powers.len()
        };
        match self.is_period() {
            true => Ok([2, 3, 5, 7].into_iter().min_by_key(order).unwrap_or(2)),
            false if self.base == 1 => Err(malformed("there are no digits in base 1")),
            false => Ok(self.base),
        }
    }
}

struct Check {
    calculus: Calculus,
}

impl Check {
    /// The relation of a heap and its value.
    fn value(&mut self, law: &Law) -> Result<Relation> {
        match law.is_period() {
            true => self.period(law.base, &law.functions[0]),
            false => self.digits(law),
        }
    }

    fn equals(&mut self, number: usize, constant: u64) -> Result<Relation> {
        let constant = i64::try_from(constant).map_err(|_| malformed("a value is too large"))?;
        self.calculus.sum(&[(number, 1)], -constant, Sign::Zero)
    }

    fn period(&mut self, period: u64, function: &Function) -> Result<Relation> {
        let from = function.first.len() as i64;
        let mut value = self.calculus.never()?;
        let mut add = |check: &mut Check, heaps: Relation, values: Relation| {
            let both = check.calculus.and(&heaps, &values)?;
            value = check.calculus.or(&value, &both)?;
            Ok::<(), VerifyError>(())
        };
        for (heap, &first) in (0..).zip(&function.first) {
            let (heap, first) = (self.equals(HEAP, heap)?, self.equals(VALUE, first)?);
            add(self, heap, first)?;
        }
        let later = self.calculus.sum(&[(HEAP, 1)], -from, Sign::NotNegative)?;
        let mut constants = BTreeMap::new();
        for (residue, row) in function.rows.iter().enumerate() {
            match *row {
                Row::Line(0, plus) => {
                    constants.entry(plus).or_insert_with(|| vec![false; period as usize])
                        [residue] = true;
                }
                Row::Line(times, plus) => {
                    // n = period * m + residue, and the value is times * m + plus.
                    let (m, times) = (HEAP + 1, times as i64);
                    let size = [(HEAP, 1), (m, -(period as i64))];
                    let size = self.calculus.sum(&size, -(residue as i64), Sign::Zero)?;
                    let line = self.calculus.sum(&[(m, times), (VALUE, -1)], plus, Sign::Zero)?;
                    let both = self.calculus.and(&size, &line)?;
                    let line = self.calculus.exists(m, &both)?;
                    add(self, later.clone(), line)?;
                }
                Row::Function(..) => return wrong("the law is no period"),
            }
        }
        for (constant, residues) in constants {
            let heaps = self.calculus.residues(HEAP, &residues)?;
            let heaps = self.calculus.and(&later, &heaps)?;
            let constant = self.calculus.sum(&[(VALUE, 1)], -constant, Sign::Zero)?;
            add(self, heaps, constant)?;
        }
        Ok(value)
    }

    /// The automaton that reads the digits of a heap, and ends with its value.
    fn digits(&mut self, law: &Law) -> Result<Relation> {
        let function = |at: usize, added: i64| match law.functions[at].first[..] {
            [first, ..] => Digits {
                rest: Rest::Function(at, added),
                end: i64::try_from(first).ok().and_then(|first| first.checked_add(added)),
            },
            [] => Digits { rest: Rest::None, end: None },
        };
        let next = |state: &Digits, digit: usize| {
            let (rest, end) = match state.rest {
                Rest::Function(at, added) => match law.functions[at].rows[digit] {
                    Row::Line(0, plus) => match plus.checked_add(added) {
                        Some(value) => (Rest::Constant(value), Some(value)),
                        None => (Rest::None, None),
                    },
                    Row::Line(..) => (Rest::None, None),
                    Row::Function(at, more) => match added.checked_add(more) {
                        Some(added) => {
                            let after = function(at, added);
                            (after.rest, after.end)
                        }
                        None => (Rest::None, None),
                    },
                },
                Rest::Constant(value) => (Rest::Constant(value), Some(value)),
                Rest::None => (Rest::None, None),
            };
            // If only zeros follow, a further zero changes nothing.
            Digits { rest, end: if digit == 0 { state.end } else { end } }
        };
        let (rows, states) = self.calculus.reach(1, function(0, 0), next)?;
        let constants: BTreeSet<i64> = states.iter().filter_map(|state| state.end).collect();
        let mut value = self.calculus.never()?;
        for constant in constants {
            let is_it = states.iter().map(|state| state.end == Some(constant));
            let heaps = self.calculus.ending(HEAP, &rows, is_it.collect())?;
            let value_is = self.calculus.sum(&[(VALUE, 1)], -constant, Sign::Zero)?;
            let both = self.calculus.and(&heaps, &value_is)?;
            value = self.calculus.or(&value, &both)?;
        }
        Ok(value)
    }

    /// The heaps with each value of a bounded law.
    fn heaps_by_value(&mut self, value: &Relation) -> Result<Vec<(u64, Relation)>> {
        let mut own = Vec::new();
        let mut left = value.clone();
        while let Some(example) = self.calculus.example(&left) {
            let constant =
                u64::try_from(example[1]).map_err(|_| malformed("a value is too large"))?;
            let is_it = self.equals(VALUE, constant)?;
            let heaps = self.calculus.and(value, &is_it)?;
            own.push((constant, self.calculus.exists(VALUE, &heaps)?));
            left = self.calculus.and_not(&left, &is_it)?;
        }
        Ok(own)
    }

    /// The relation of a heap and the values of the options that a rule gives it.
    fn option(
        &mut self,
        number: usize,
        rule: &Rule,
        value: &Relation,
        own: &[(u64, Relation)],
    ) -> Result<Relation> {
        let heaps = self.heaps(rule)?;
        if rule.fault {
            self.require_none(&heaps, |heap, _| format!("rule {number} fails for heap {heap}"))?;
            return Ok(heaps);
        }
        for &part in &rule.parts {
            let not_less = self.calculus.sum(&[(part, 1), (HEAP, -1)], 0, Sign::NotNegative)?;
            let not_less = self.calculus.and(&heaps, &not_less)?;
            self.require_none(&not_less, |heap, _| {
                format!("rule {number} does not make heap {heap} smaller")
            })?;
        }
        // Two equal heaps have the value 0.
        let mut parts: Vec<usize> = Vec::new();
        for &part in &rule.parts {
            match parts.iter().position(|&other| other == part) {
                Some(place) => drop(parts.remove(place)),
                None => parts.push(part),
            }
        }
        let mut heaps = heaps;
        for number in heaps.numbers().to_vec() {
            if number != HEAP && !parts.contains(&number) {
                heaps = self.calculus.exists(number, &heaps)?;
            }
        }
        if let [part] = parts[..] {
            let both = self.calculus.and(&heaps, &value.renamed(HEAP, part))?;
            return self.calculus.exists(part, &both);
        }
        if own.is_empty() && !parts.is_empty() {
            return wrong("not checked: a rule makes two heaps, and the values are not bounded");
        }
        let mut sums = vec![(0, heaps)];
        for part in parts {
            let mut more: Vec<(u64, Relation)> = Vec::new();
            for (sum, heaps) in &sums {
                for (value, own) in own {
                    let both = self.calculus.and(heaps, &own.renamed(HEAP, part))?;
                    let heaps = self.calculus.exists(part, &both)?;
                    match more.iter_mut().find(|other| other.0 == sum ^ value) {
                        Some((_, known)) => *known = self.calculus.or(known, &heaps)?,
                        None => more.push((sum ^ value, heaps)),
                    }
                }
            }
            sums = more;
        }
        let mut option = self.calculus.never()?;
        for (sum, heaps) in sums {
            let sum = self.equals(VALUE, sum)?;
            let both = self.calculus.and(&heaps, &sum)?;
            option = self.calculus.or(&option, &both)?;
        }
        Ok(option)
    }

    /// The heaps of at least one token and the parts that a rule makes of them. Of the numbers that
    /// are neither, the one that occurs with the fewest others is eliminated first.
    fn heaps(&mut self, rule: &Rule) -> Result<Relation> {
        let mut relations = vec![self.calculus.sum(&[(HEAP, 1)], -1, Sign::NotNegative)?];
        for Condition { times, plus, sign } in &rule.conditions {
            let times: Vec<(usize, i64)> = times.iter().copied().enumerate().collect();
            relations.push(self.calculus.sum(&times, *plus, *sign)?);
        }
        let kept = |number: &usize| *number == HEAP || rule.parts.contains(number);
        loop {
            let with = |number: usize| {
                let relations = relations.iter().filter(|one| one.numbers().contains(&number));
                let all = relations.flat_map(|one| one.numbers());
                all.collect::<BTreeSet<_>>().len()
            };
            let numbers = relations.iter().flat_map(|one| one.numbers());
            let next = numbers.copied().filter(|one| !kept(one)).min_by_key(|&one| with(one));
            let (mut left, mut whole) = (Vec::new(), None);
            for relation in relations {
                if next.is_some_and(|next| !relation.numbers().contains(&next)) {
                    left.push(relation);
                    continue;
                }
                whole = Some(match whole {
                    None => relation,
                    Some(whole) => self.calculus.and(&whole, &relation)?,
                });
            }
            let Some(whole) = whole else { return wrong("a rule without a heap") };
            let Some(number) = next else { return Ok(whole) };
            left.push(self.calculus.exists(number, &whole)?);
            relations = left;
        }
    }

    /// Fails if there is a heap, and perhaps a value, for which a relation holds.
    fn require_none(&self, relation: &Relation, failure: impl Fn(u128, u128) -> String) -> Result {
        if relation.is_empty() {
            return Ok(());
        }
        match self.calculus.example(relation).as_deref() {
            None => wrong("the claim fails for a heap of more than 127 bits"),
            Some([]) => wrong("the law gives no heap a value"),
            Some([heap, others @ ..]) => {
                wrong(failure(*heap, others.last().copied().unwrap_or_default()))
            }
        }
    }

    /// Statements 2 to 4.
    fn compare(&mut self, value: &Relation, options: &Relation) -> Result {
        let some = self.calculus.exists(VALUE, value)?;
        let none = self.calculus.not(&some);
        self.require_none(&none, |heap, _| format!("the law gives heap {heap} no value"))?;
        let both = self.calculus.and(value, options)?;
        self.require_none(&both, |heap, value| {
            format!("heap {heap}: an option has its value, {value}")
        })?;
        // A lower value than that of the heap.
        let higher = self.calculus.sum(&[(HIGHER, 1), (VALUE, -1)], -1, Sign::NotNegative)?;
        let higher = self.calculus.and(&value.renamed(VALUE, HIGHER), &higher)?;
        let lower = self.calculus.exists(HIGHER, &higher)?;
        let missing = self.calculus.and_not(&lower, options)?;
        self.require_none(&missing, |heap, value| {
            format!("heap {heap}: no option has the value {value}, below its own")
        })
    }
}
