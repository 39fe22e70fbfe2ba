//! Games defined by rules on heaps.

use std::sync::Arc;

use upstar_core::{Budget, Player};
use upstar_heaps::{Code, CustomHeaps, HeapRules};

use super::arithmetic::{Expression, Operation};
use super::cells::without_repeats;
use super::derive::{END_IN_MISERE, Finding};
use super::heap_code;
use super::heap_linear::SingleHeaps;
use super::heap_options::MOST_TRIED;
use super::heaps::{HeapRule, Number, Values};
use super::program::{LOOKS_A_STEP, digest};
use super::spec::Spec;
use super::term::{Given, Term};
use upstar_engine::formula::Relation;
use upstar_engine::positions::heap_table::HeapTable;
use upstar_engine::positions::heaps::{Heaps, apart, sorted};
use upstar_engine::positions::numbers::replaced;
use upstar_engine::positions::sequence::NimSequence;
use upstar_engine::{Class, Convention, Fact, Negated, Options, Result, RuleError, Ruleset, Sides};

/// A game defined by rules on heaps.
#[derive(Debug)]
pub(super) struct HeapGame {
    spec: Spec,
    class: Class,
    digest: String,
    /// The nim sequence, if the game has a code.
    sequence: Option<NimSequence>,
    /// The values of single heaps of an impartial game without a code.
    values: HeapTable,
    /// The rules of single heaps.
    single: Arc<SingleHeaps>,
    pub(super) findings: Vec<Finding>,
}

/// What it costs to copy and to compare a heap, in looks at a cell.
const LOOKS_A_HEAP: u64 = 8;
/// So many options are listed before repeats are searched for.
const MANY: usize = 1 << 12;
/// The most bytes of the options of a position.
const MOST_BYTES: usize = 1 << 26;

impl HeapGame {
    /// Derives what there is to derive.
    pub(super) fn new(spec: Spec, text: &str) -> Result<HeapGame> {
        let mut findings = Vec::new();
        let mut find = |question, answer: &str, reason: &str| {
            let (answer, reason) = (answer.to_owned(), reason.to_owned());
            findings.push(Finding { question, answer, reason });
        };
        let of = |player: usize| {
            let rules = spec.heaps.iter().filter(move |rule| rule.players[player]);
            rules.map(|rule| HeapRule { players: [true; 2], ..rule.clone() }).collect::<Vec<_>>()
        };
        let [left, right] = [of(0), of(1)];
        let same = left.iter().all(|rule| right.contains(rule))
            && right.iter().all(|rule| left.contains(rule))
            && spec.passes[0] == spec.passes[1];
        if same {
            find("sides", "impartial", "the rules of Left and of Right are the same");
        } else {
            find("sides", "partizan", "Left and Right have rules of their own");
        }
        let growing = spec.heaps.iter().find(|rule| !rule.lowers());
        let ends = match growing {
            _ if spec.passes != [false; 2] => Err("a player may pass"),
            None => Ok("every heap that a rule makes is smaller than the heap it was made of"),
            Some(_) => {
                Err("it is not proved that every heap that a rule makes is smaller than the \
                            heap it was made of")
            }
        };
        match ends {
            Ok(reason) => find("play", "always ends", reason),
            Err(reason) => {
                if let Some(span) = &spec.ends {
                    let message = format!("it is not proved that play ends: {reason}");
                    return Err(RuleError::notation(text, span.clone(), message));
                }
                find("play", "is taken to be loopy", reason);
            }
        }
        if spec.convention == Convention::Misere {
            find("end", END_IN_MISERE.0, END_IN_MISERE.1);
        }
        if spec.passes == [false; 2] {
            let reason = "a rule speaks of one heap, so that heaps are summands, in any order";
            find("parts", "positions are split into heaps", reason);
        } else {
            find("parts", "positions are not split", "a pass is a move of all heaps");
        }
        let sides = if same { Sides::Impartial } else { Sides::Partizan };
        let class = Class { sides, loopy: ends.is_err(), entailing: false };
        let code = if same && ends.is_ok() { heap_code::code(&left) } else { None };
        if let Some(code) = &code {
            let answer = format!("{code}, as a take-and-break game");
            let reason = "every rule takes tokens and leaves a number of heaps; the nim sequence tells \
                          the values of normal play";
            findings.push(Finding { question: "code", answer, reason: reason.to_owned() });
        }
        let sequence = code.map(NimSequence::new);
        let single = Arc::new(SingleHeaps(spec.heaps.clone()));
        let (values, digest) = (HeapTable::default(), digest(&spec));
        Ok(HeapGame { class, digest, sequence, values, single, findings, spec })
    }
}

impl HeapGame {
    /// Whether heaps are played independently, by both players alike and in normal play.
    fn has_single_heaps(&self) -> bool {
        self.class.is_impartial()
            && !self.class.loopy
            && self.spec.passes == [false; 2]
            && self.spec.convention == Convention::Normal
    }
}

impl HeapRule {
    /// Whether every heap that it makes is proved to be smaller than the heap that it is made of.
    ///
    /// Heaps are never negative, so that it is enough if all together they have fewer tokens; or
    /// as many, in two heaps of at least one token.
    fn lowers(&self) -> bool {
        let count = self.numbers.len() + 1;
        let below = |expression: &Expression| {
            self.most(expression).is_some_and(|most| most < 0)
                || self.is_less_something(expression)
                || self.is_said_to_be_less(expression)
        };
        if self.parts.iter().all(|part| below(part) || self.is_quotient(part)) {
            return true;
        }
        let total = Expression::sum(self.parts.iter().map(|part| (**part).clone()));
        if below(&total) {
            return true;
        }
        let one_at_least = |part: &Term| match &**part {
            Expression::Constant(value) => *value >= 1,
            Expression::Number(number) if *number > 0 => match &self.numbers[number - 1].values {
                Values::List(list) => list.iter().all(|&value| value >= 1),
                Values::Range(from, _) => matches!(**from, Expression::Constant(1..)),
            },
            _ => false,
        };
        if self.parts.len() > 1 && self.parts.iter().all(one_at_least) {
            let all = total.linear(count);
            let heap = Expression::heap().linear(count);
            // Together they are as many as the heap, by a condition.
            if all.is_some() && self.equal_to(&total).any(|other| other.linear(count) == heap) {
                return true;
            }
        }
        self.equal_to(&total).any(|other| below(other))
    }

    /// Whether a condition says that an expression is less than the heap.
    fn is_said_to_be_less(&self, expression: &Expression) -> bool {
        let count = self.numbers.len() + 1;
        let line = expression.linear(count);
        line.is_some()
            && self.conditions.iter().any(|(a, relation, b)| {
                let (less, more, most) = match relation {
                    Relation::Less => (a, b, 0),
                    Relation::LessOrEqual => (a, b, -1),
                    Relation::Greater => (b, a, 0),
                    Relation::GreaterOrEqual => (b, a, -1),
                    _ => return false,
                };
                less.linear(count) == line && self.most(more).is_some_and(|more| more <= most)
            })
    }

    /// What a condition says that a sum is equal to.
    fn equal_to<'a>(&'a self, total: &'a Expression) -> impl Iterator<Item = &'a Term> {
        let count = self.numbers.len() + 1;
        let line = total.linear(count);
        let equations = self.conditions.iter().filter(|(_, r, _)| *r == Relation::Equal);
        equations.flat_map(|(a, _, b)| [(a, b), (b, a)]).filter_map(move |(same, other)| {
            (line.is_some() && same.linear(count) == line).then_some(other)
        })
    }

    /// Whether an expression is the heap, or less, divided by 2 or more.
    fn is_quotient(&self, expression: &Expression) -> bool {
        let Expression::Binary(Operation::Divide, both) = expression else { return false };
        matches!(both.1, Expression::Constant(by) if by >= 2)
            && self.most(&both.0).is_some_and(|most| most <= 0)
    }

    /// Whether an expression is the heap, or less, less one at least.
    fn is_less_something(&self, expression: &Expression) -> bool {
        let Expression::Binary(Operation::Subtract, both) = expression else { return false };
        self.most(&both.0).is_some_and(|most| most <= 0)
            && self.least(&both.1).is_some_and(|least| least >= 1)
    }

    /// A number from 0 on that an expression is not below; `None` if none is known.
    pub(super) fn least(&self, expression: &Expression) -> Option<i128> {
        let least = match expression {
            Expression::Constant(value) => *value,
            Expression::Number(0) => 1,
            Expression::Number(number) => match &self.numbers[number - 1].values {
                Values::List(list) => *list.iter().min()?,
                Values::Range(from, _) => self.least(from)?,
            },
            Expression::Binary(operation, both) => {
                let (a, b) = (self.least(&both.0), self.least(&both.1));
                match operation {
                    Operation::Add => a?.checked_add(b?)?,
                    Operation::Multiply => a?.checked_mul(b?)?,
                    Operation::Divide if matches!(both.1, Expression::Constant(1..)) => a? / b?,
                    // By a number that is not negative, or there is no value.
                    Operation::Divide | Operation::Remainder => a.and(b).map(|_| 0)?,
                    // The exponent is not negative, or there is no value.
                    Operation::Power => a?.min(1),
                    Operation::Root => a.map_or(0, i128::isqrt),
                    Operation::Subtract => return None,
                }
            }
        };
        (least >= 0).then_some(least)
    }

    /// By how much an expression is more than the heap, at most; `None` if that is not known.
    fn most(&self, expression: &Expression) -> Option<i128> {
        let count = self.numbers.len() + 1;
        let mut line = expression.linear(count)?;
        line[0] -= 1;
        // From the last number on: a range speaks of earlier ones.
        for number in (1..count).rev() {
            let times = std::mem::take(&mut line[number]);
            if times == 0 {
                continue;
            }
            let bound = match &self.numbers[number - 1].values {
                Values::List(list) => {
                    let bound = if times > 0 { list.last() } else { list.first() };
                    let mut constant = vec![0; count + 1];
                    constant[count] = *bound?;
                    constant
                }
                Values::Range(from, to) => (if times > 0 { to } else { from }).linear(count)?,
            };
            for (to, bound) in line.iter_mut().zip(bound) {
                *to = to.checked_add(bound.checked_mul(times)?)?;
            }
        }
        // The heap has one token at least.
        if line[0] > 0 { None } else { line[0].checked_add(line[count]) }
    }

    /// About how many numbers are tried to find what a heap may become.
    fn tries(&self, heap: u64) -> u64 {
        let mut numbers = Given::default();
        (0..=self.numbers.len()).for_each(|_| numbers.push(heap.into()));
        let count = |number: &Number| match &number.values {
            _ if number.solves.is_some() => 1,
            Values::List(list) => list.len() as u64,
            Values::Range(from, to) => {
                let ends = from.value(&numbers).zip(to.value(&numbers));
                let size = ends.and_then(|(from, to)| to.checked_sub(from));
                size.map_or(heap, |size| u64::try_from(size.max(0)).unwrap_or(u64::MAX))
            }
        };
        self.numbers.iter().map(count).fold(1, u64::saturating_mul)
    }
}

impl Ruleset for HeapGame {
    type Position = Heaps;

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn class(&self) -> Class {
        self.class
    }

    fn convention(&self) -> Convention {
        self.spec.convention
    }

    fn options(&self, heaps: &Heaps, player: Player, out: &mut Options<Heaps>) -> Result {
        let most = MOST_BYTES / (8 * heaps.len() + 64);
        let index = usize::from(player == Player::Right);
        let first = out.len();
        let mut tried = 0;
        // Many numbers may make the same heaps: lists are kept as short as they are without repeats.
        let mut room = first + MANY;
        for (place, &heap) in heaps.iter().enumerate().filter(|(_, heap)| **heap > 0) {
            for rule in self.spec.heaps.iter().filter(|rule| rule.players[index]) {
                rule.becomes(heap, &mut tried, &mut |parts| {
                    if out.len() >= most {
                        let size = format!("more than {most}");
                        return Err(RuleError::too_large("the number of moves", size, most));
                    }
                    out.push(replaced(heaps, place, parts));
                    if out.len() >= room {
                        without_repeats(out.unmetered(), first);
                        room = first + MANY.max(2 * (out.len() - first));
                    }
                    Ok(())
                })?;
            }
        }
        if self.spec.passes[index] {
            out.push(heaps.clone());
        }
        without_repeats(out.unmetered(), first);
        Ok(())
    }

    fn components(&self, heaps: &Heaps, out: &mut Vec<Heaps>) -> Result {
        if self.class.loopy {
            out.push(heaps.clone());
            return Ok(());
        }
        apart(heaps, out)
    }

    fn step_cost(&self, heaps: &Heaps) -> u64 {
        let of = |&heap: &u64| {
            let rules = self.spec.heaps.iter().map(move |rule| rule.tries(heap));
            rules.fold(0, u64::saturating_add)
        };
        let tried = heaps.iter().map(of).fold(0, u64::saturating_add).min(MOST_TRIED);
        // Every one of them is a list as long as this one, though in the end many may be equal.
        tried.saturating_mul(1 + LOOKS_A_HEAP * heaps.len() as u64) / LOOKS_A_STEP
    }

    fn normalize(&self, heaps: Heaps) -> (Heaps, Negated) {
        sorted(heaps)
    }

    /// The values of single heaps, where no move comes back. Of a game with a code they are those of
    /// the nim sequence, by its proved period beyond the values
    /// computed (Guy and Smith, 1956); of other games by a law, if one is proved.
    fn computed(&self, heaps: &Heaps, budget: &Budget) -> Result<Option<u64>> {
        if let Some(sequence) = &self.sequence {
            return sequence.sum(heaps.iter().copied(), budget);
        }
        if !self.has_single_heaps() {
            return Ok(None);
        }
        self.values.sum(heaps, budget, &*self.single, |heap, options| {
            let mut tried = 0;
            for rule in self.spec.heaps.iter().filter(|_| heap > 0) {
                rule.becomes(heap, &mut tried, &mut |parts| {
                    options.push(parts);
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    fn options_with(
        &self,
        heaps: &Heaps,
        fact: Fact,
        convention: Convention,
        budget: &Budget,
        out: &mut Options<Heaps>,
    ) -> Result<bool> {
        match &self.sequence {
            Some(sequence) => sequence.options_with(heaps, fact, convention, budget, out),
            None => Ok(false),
        }
    }

    fn heap_code(&self) -> Option<Code> {
        self.sequence.as_ref().map(|sequence| sequence.code().clone())
    }

    fn heap_rules(&self) -> Option<HeapRules> {
        if let Some(code) = self.heap_code().filter(|_| self.has_single_heaps()) {
            return Some(HeapRules::Code(code));
        }
        self.has_single_heaps().then(|| {
            HeapRules::Custom(CustomHeaps {
                name: self.spec.name.clone(),
                text: self.digest.clone(),
                rule: self.single.clone(),
            })
        })
    }

    fn heap_sides(&self) -> Option<[HeapRules; 2]> {
        let apart = !self.class.loopy && self.spec.passes == [false; 2];
        let side = |player: usize| {
            let rules = self.spec.heaps.iter().filter(|rule| rule.players[player]);
            let rules: Vec<HeapRule> = rules.cloned().collect();
            match heap_code::code(&rules) {
                Some(code) => HeapRules::Code(code),
                None => HeapRules::Custom(CustomHeaps {
                    name: self.spec.name.clone(),
                    text: format!("{} {player}", self.digest),
                    rule: Arc::new(SingleHeaps(rules)),
                }),
            }
        };
        (apart && !self.class.is_impartial()).then(|| [side(0), side(1)])
    }

    fn parameters(&self) -> String {
        self.digest.clone()
    }

    /// Moves with a negative divisor were left out in version 1.
    fn version(&self) -> u32 {
        2
    }

    fn call(&self, heaps: &Heaps) -> String {
        format!("{}({})", self.name(), self.write(heaps))
    }

    fn position(&self, arguments: &upstar_engine::Arguments) -> Result<Heaps> {
        if arguments.before_semicolon().is_some() {
            return Err(RuleError::Usage);
        }
        if arguments.len() == 1
            && let Ok(text) = arguments.text(0)
        {
            return self.parse(&text).map_err(|error| arguments.within(0, error));
        }
        arguments.counts(0, u64::MAX)
    }
}
