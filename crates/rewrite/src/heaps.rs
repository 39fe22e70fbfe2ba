//! Rules of games on heaps: `n -> n-k for k in {2,3,5}`, `n -> a + b where a != b`.

use std::ops::Range;

use super::arithmetic::{Expression, expression, relation, terms};
use super::cursor::Cursor;
use super::term::Term;
use upstar_engine::Result;
use upstar_engine::formula::Relation;

/// The most numbers of a rule besides the heap.
pub(super) const MOST_NUMBERS: usize = 4;
/// The most heaps that one becomes.
pub(super) const MOST_PARTS: usize = 8;
/// The most numbers of a list.
const MOST_LIST: usize = 1000;

/// The range of a variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// One of these.
    List(Vec<i128>),
    /// From the first to the second.
    Range(Term, Term),
}

/// A number of a rule; number 0 is the heap, and these follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) values: Values,
    /// If it is what makes a condition true: the number of that condition.
    pub(super) solves: Option<usize>,
}

/// A rule of a game on heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeapRule {
    pub(super) players: [bool; 2],
    pub(super) numbers: Vec<Number>,
    /// The heaps that one becomes.
    pub(super) parts: Vec<Term>,
    pub(super) conditions: Vec<(Term, Relation, Term)>,
    /// Whether the heaps it becomes are as many tokens as it was.
    pub(super) conserved: bool,
    /// The conditions that end the search for values of the last number.
    pub(super) limits: Vec<(Term, Relation, Term)>,
}

/// The names of the numbers of a rule, the heap first.
pub(super) struct Names<'t> {
    names: Vec<&'t str>,
    /// Where a name that nothing was said of first stands.
    unbound: Vec<(usize, Range<usize>)>,
}

impl<'t> Names<'t> {
    /// The number with a name; a name that is new is that of a number of its own.
    pub(super) fn number(
        &mut self,
        cursor: &Cursor<'_>,
        name: &'t str,
        place: Range<usize>,
    ) -> Result<usize> {
        if let Some(known) = self.names.iter().position(|&known| known == name) {
            return Ok(known);
        }
        if self.names.len() > MOST_NUMBERS {
            let message = format!("expected at most {MOST_NUMBERS} numbers besides the heap");
            return Err(cursor.complain_at(place, message));
        }
        self.names.push(name);
        self.unbound.push((self.names.len() - 1, place));
        Ok(self.names.len() - 1)
    }
}

/// A name: letters, digits and lines below, that begins with a letter and is no word of a rule.
pub(super) fn name<'t>(cursor: &mut Cursor<'t>) -> Option<(&'t str, Range<usize>)> {
    let word = cursor.next_word();
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if !begins || ["for", "in", "where", "and"].contains(&word) {
        return None;
    }
    let place = cursor.at..cursor.at + word.len();
    cursor.word(word);
    Some((word, place))
}

/// Reads a rule.
pub(super) fn read(cursor: &mut Cursor<'_>, players: [bool; 2]) -> Result<HeapRule> {
    let Some((heap, _)) = name(cursor) else {
        return Err(cursor.expected("a name for the heap, as in `n -> n-1`"));
    };
    let mut names = Names { names: vec![heap], unbound: Vec::new() };
    if !cursor.sign("->") {
        return Err(cursor.expected("`->` and what becomes of the heap"));
    }
    let start = cursor.at;
    let parts = terms(cursor, &mut names)?;
    if parts.len() > MOST_PARTS {
        let message = format!("expected at most {MOST_PARTS} heaps");
        return Err(cursor.complain_at(start..cursor.at, message));
    }
    let mut bound: Vec<(usize, Values)> = Vec::new();
    let mut conditions = Vec::new();
    loop {
        if cursor.word("for") {
            loop {
                let Some((name, place)) = name(cursor) else {
                    return Err(cursor.expected("the name of a number"));
                };
                let number = names.number(cursor, name, place.clone())?;
                if number == 0 || bound.iter().any(|(known, _)| *known == number) {
                    let message = format!("`{name}` is something already");
                    return Err(cursor.complain_at(place, message));
                }
                if !cursor.word("in") {
                    return Err(cursor.expected("`in`"));
                }
                // A range speaks of what is known before it.
                let known = names.names.len();
                let values = values(cursor, &mut names)?;
                if let Some((_, place)) = names.unbound.iter().find(|(number, _)| *number >= known)
                {
                    let message = "this number is not known here; say it before";
                    return Err(cursor.complain_at(place.clone(), message));
                }
                bound.push((number, values));
                if !cursor.sign(",") {
                    break;
                }
            }
        } else if cursor.word("where") {
            loop {
                let left = expression(cursor, &mut names)?;
                let relation = relation(cursor)?;
                conditions.push((left, relation, expression(cursor, &mut names)?));
                if !cursor.word("and") {
                    break;
                }
            }
        } else {
            break;
        }
    }
    finish(cursor, players, &names, parts, bound, conditions)
}

/// `{2,3,5}` or `1..n`.
fn values<'t>(cursor: &mut Cursor<'t>, names: &mut Names<'t>) -> Result<Values> {
    if !cursor.sign("{") {
        let from = expression(cursor, names)?;
        if !cursor.sign("..") {
            return Err(cursor.expected("`..` and the last number, or a list as `{2,3,5}`"));
        }
        return Ok(Values::Range(from.into(), expression(cursor, names)?.into()));
    }
    let mut list = Vec::new();
    loop {
        let minus = cursor.sign("-");
        let Some(number) = cursor.number(u64::from(u32::MAX))? else {
            return Err(cursor.expected("a number"));
        };
        let number = i128::from(number);
        list.push(if minus { -number } else { number });
        if list.len() > MOST_LIST {
            return Err(cursor.expected(&format!("at most {MOST_LIST} numbers")));
        }
        if cursor.sign("}") {
            break;
        }
        if !cursor.sign(",") {
            return Err(cursor.expected("`,` or `}`"));
        }
    }
    list.sort_unstable();
    list.dedup();
    Ok(Values::List(list))
}

/// Puts the numbers in an order in which each is known when it is needed, and finds those that a
/// condition determines.
fn finish(
    cursor: &Cursor<'_>,
    players: [bool; 2],
    names: &Names<'_>,
    parts: Vec<Expression>,
    bound: Vec<(usize, Values)>,
    conditions: Vec<(Expression, Relation, Expression)>,
) -> Result<HeapRule> {
    let is_bound = |number: usize| bound.iter().any(|(known, _)| *known == number);
    let free: Vec<usize> = (1..names.names.len()).filter(|&number| !is_bound(number)).collect();
    let speaks = |number: usize| {
        conditions.iter().any(|(a, relation, b)| {
            *relation == Relation::Equal && (a.has(number) || b.has(number))
        })
    };
    let conserved =
        parts.len() > 1 && !free.is_empty() && !free.iter().any(|&number| speaks(number));
    if let Some((_, place)) =
        names.unbound.iter().find(|(number, _)| free.contains(number) && names.names.len() > 4)
    {
        let message = "with so many numbers, say of each what it may be, as in `for a in 1..n`";
        return Err(cursor.complain_at(place.clone(), message));
    }
    // Those that are said, then the free ones: numbers get new places in this order.
    let order: Vec<usize> =
        bound.iter().map(|(number, _)| *number).chain(free.iter().copied()).collect();
    let place = |number: usize| {
        order.iter().position(|&other| other == number).map_or(0, |place| place + 1)
    };
    let parts: Vec<Expression> = parts.iter().map(|part| part.renamed(&place)).collect();
    let mut conditions: Vec<_> = conditions
        .iter()
        .map(|(a, relation, b)| (a.renamed(&place), *relation, b.renamed(&place)))
        .collect();
    if conserved {
        let sum = Expression::sum(parts.iter().cloned());
        conditions.push((sum, Relation::Equal, Expression::heap()));
    }
    for (index, (_, values)) in bound.iter().enumerate() {
        let Values::Range(from, to) = values else { continue };
        let later = order[index..].iter().find(|&&number| from.has(number) || to.has(number));
        if let Some(&later) = later {
            let name = names.names[later];
            let message =
                format!("a range speaks of `{name}`, which is not known there: say it before");
            return Err(cursor.complain_at(cursor.at..cursor.at, message));
        }
    }
    let mut numbers: Vec<Number> = Vec::new();
    for (_, values) in bound {
        let values = match values {
            Values::Range(from, to) => {
                Values::Range(from.renamed(&place).into(), to.renamed(&place).into())
            }
            list => list,
        };
        numbers.push(Number { values, solves: None });
    }
    for _ in &free {
        let values = Values::Range(Expression::Constant(1).into(), Expression::heap().into());
        numbers.push(Number { values, solves: None });
    }
    // The last number of an equation that is linear in it is what makes it true.
    for (index, (a, relation, b)) in conditions.iter().enumerate() {
        if *relation != Relation::Equal {
            continue;
        }
        let last = (1..=numbers.len()).rev().find(|&number| a.has(number) || b.has(number));
        if let Some(last) = last
            && numbers[last - 1].solves.is_none()
            && a.is_linear_in(last)
            && b.is_linear_in(last)
        {
            numbers[last - 1].solves = Some(index);
        }
    }
    let parts = parts.into_iter().map(Term::from).collect();
    let conditions = conditions.into_iter();
    let conditions = conditions.map(|(a, relation, b)| (a.into(), relation, b.into())).collect();
    let limits = vec![];
    Ok(HeapRule { players, numbers, parts, conditions, conserved, limits }.with_limits())
}
