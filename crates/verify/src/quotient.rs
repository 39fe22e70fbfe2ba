//! Certificates of misère quotients of heaps.
//!
//! The certificate has a commutative monoid, given by the action of its generators on its elements,
//! the elements claimed to be P-positions, and the element of each heap. This check reads the code
//! independently and computes the elements of the options of each heap. For a sum `X` it follows
//! its element `x` and the set `D` of the elements `z` such that a move from `X` leads, beside `z`,
//! to the P-portion. The sum of `(x, D)` and `(y, E)` is `(xy, (D:y) + (E:x))`. The claim is
//! correct for every sum if
//!
//! 1. for no heap and no `z` in its `D`, the product of the heap's element and `z` is in the
//!    P-portion: then no move from a claimed P-position leads to another;
//! 2. for every state `(x, D)` of a sum that has a move, `x` is in the P-portion or `1` is in `D`:
//!    then every other position except the end has a move to one.
//!
//! There are finitely many states. If `D` has every `z` that condition 1 allows, no sum that
//! contains the state can fail. Of two states with the same element, the smaller `D` decides
//! (Plambeck and Siegel, *Misère quotients for impartial games*, on the transition algebra).

use std::fmt;

use serde_json::Value;
use upstar_core::Budget;

use crate::Result;
use crate::error::VerifyError;
use crate::heaps::Digits;
use crate::sealed::Sealed;

/// The value of the field `subject` of these certificates.
pub const SUBJECT: &str = "misère quotient of heaps";

/// The result of a check of a quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedQuotient {
    /// The code.
    pub code: String,
    /// The number of elements; no two of them are equivalent.
    pub order: u64,
    /// The number of P-positions among them.
    pub p_order: u64,
    /// The last heap that was checked.
    pub heaps_to: u64,
    /// The preperiod and the period of the pretending function, if the quotient is that of all
    /// heaps.
    pub period: Option<(u64, u64)>,
    /// The number of states that were followed.
    pub states: u64,
}

fn wrong<T>(what: impl fmt::Display) -> Result<T> {
    Err(VerifyError::WrongQuotient(what.to_string()))
}

fn malformed<T>(what: impl fmt::Display) -> Result<T> {
    Err(VerifyError::NoQuotient(what.to_string()))
}

const FIELDS: [&str; 12] = [
    "code",
    "heaps_to",
    "kind",
    "map",
    "order",
    "p_portion",
    "period",
    "preperiod",
    "seal",
    "steps",
    "subject",
    "version",
];

/// Whether a text is JSON that declares itself a certificate of a quotient.
pub fn is_quotient(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|json| json["subject"] == SUBJECT)
}

/// A set of elements.
type Set = Vec<u64>;

fn has(set: &Set, at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

fn put(set: &mut Set, at: usize) {
    set[at / 64] |= 1 << (at % 64);
}

fn within(small: &Set, large: &Set) -> bool {
    small.iter().zip(large).all(|(small, large)| small & !large == 0)
}

struct Claim {
    size: usize,
    /// `product[x * size + y]`.
    product: Vec<u16>,
    is_p: Vec<bool>,
    map: Vec<usize>,
}

/// Checks a certificate of a misère quotient of heaps.
///
/// # Errors
/// [`VerifyError::NoQuotient`]; [`VerifyError::WrongQuotient`] says which claim fails; the budget.
pub fn check_quotient(text: &str, budget: &Budget) -> Result<CheckedQuotient> {
    let no_quotient = VerifyError::NoQuotient;
    let sealed = Sealed::read(text, SUBJECT, &FIELDS).map_err(no_quotient)?;
    let texts = |name: &str| sealed.text(name).map_err(no_quotient);
    let number = |name: &str| match sealed.number(name).map_err(no_quotient)? {
        number if number < 1 << 40 => Ok(number),
        _ => malformed(format!("field `{name}` is missing or no number")),
    };
    if !sealed.is_intact().map_err(no_quotient)? {
        return wrong("seal: it does not agree with the other fields");
    }
    let code = Digits::read(texts("code")?)?;
    let order = number("order")?;
    if order == 0 || order > u64::from(u16::MAX) {
        return wrong("order: it must be from 1 to 65535");
    }
    let size = order as usize;
    let elements = |value: &Value, what: &str| -> Result<Vec<usize>> {
        let Some(list) = value.as_array() else { return malformed(format!("`{what}` is no list")) };
        list.iter()
            .map(|entry| match entry.as_u64() {
                Some(x) if x < order => Ok(x as usize),
                _ => wrong(format!("{what}: {entry} is no element")),
            })
            .collect()
    };
    let Some(steps) = sealed.field("steps").as_array() else {
        return malformed("`steps` is no list");
    };
    let steps: Vec<Vec<usize>> =
        steps.iter().map(|step| elements(step, "steps")).collect::<Result<_, _>>()?;
    let p_portion = elements(sealed.field("p_portion"), "p_portion")?;
    if p_portion.windows(2).any(|pair| pair[0] >= pair[1]) || p_portion.first() == Some(&0) {
        return wrong("p_portion: it must ascend, and cannot have the identity 0");
    }
    let mut is_p = vec![false; size];
    p_portion.iter().for_each(|&x| is_p[x] = true);
    let map = elements(sealed.field("map"), "map")?;
    let heaps_to = number("heaps_to")?;
    if map.len() as u64 != heaps_to + 1 {
        return wrong("map: it must have an element for each heap from 0 to heaps_to");
    }
    for step in &steps {
        if step.len() != size {
            return wrong("steps: each generator must say where it takes each element");
        }
        if !map.contains(&step[0]) {
            return wrong(format!("steps: no heap is the generator {}", step[0]));
        }
    }
    let claim = Claim { product: products(&steps, size, budget)?, size, is_p, map };
    let wins = claim.wins(budget)?;
    let mut sorted: Vec<&Set> = wins.iter().collect();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return wrong("order: two elements are equivalent");
    }
    let letters = claim.letters(&code, &wins, budget)?;
    let states = claim.follow(&letters, &wins, budget)?;
    let period = match (sealed.field("preperiod"), sealed.field("period")) {
        (Value::Null, Value::Null) => None,
        _ => Some((number("preperiod")?, number("period")?)),
    };
    if let Some((preperiod, period)) = period {
        claim.repeats(&code, preperiod, period)?;
    }
    Ok(CheckedQuotient {
        code: texts("code")?.to_owned(),
        order,
        p_order: p_portion.len() as u64,
        heaps_to,
        period,
        states,
    })
}

/// All products. The generators must commute and reach every element from the identity.
fn products(steps: &[Vec<usize>], size: usize, budget: &Budget) -> Result<Vec<u16>> {
    let mut ticker = budget.ticker();
    for (at, one) in steps.iter().enumerate() {
        for other in &steps[..at] {
            ticker.tick(size as u64)?;
            if let Some(x) = (0..size).find(|&x| one[other[x]] != other[one[x]]) {
                return wrong(format!("steps: two generators do not commute, at element {x}"));
            }
        }
    }
    budget.reserve(2 * (size * size) as u64)?;
    let mut product = vec![0u16; size * size];
    let mut reached = vec![false; size];
    let mut waiting = vec![0];
    reached[0] = true;
    (0..size).for_each(|y| product[y] = y as u16);
    while let Some(x) = waiting.pop() {
        for step in steps {
            let next = step[x];
            if std::mem::replace(&mut reached[next], true) {
                continue;
            }
            ticker.tick(size as u64)?;
            for y in 0..size {
                product[next * size + y] = step[usize::from(product[x * size + y])] as u16;
            }
            waiting.push(next);
        }
    }
    match reached.iter().position(|reached| !reached) {
        Some(x) => wrong(format!("steps: element {x} is no product of generators")),
        None => Ok(product),
    }
}

impl Claim {
    fn empty(&self) -> Set {
        vec![0; self.size.div_ceil(64)]
    }

    fn times(&self, x: usize, y: usize) -> usize {
        usize::from(self.product[x * self.size + y])
    }

    /// For each element, the elements beside which it is a P-position.
    fn wins(&self, budget: &Budget) -> Result<Vec<Set>> {
        let mut ticker = budget.ticker();
        let mut found = Vec::with_capacity(self.size);
        for x in 0..self.size {
            ticker.tick(self.size as u64)?;
            let mut set = self.empty();
            (0..self.size).filter(|&z| self.is_p[self.times(x, z)]).for_each(|z| put(&mut set, z));
            found.push(set);
        }
        Ok(found)
    }

    /// The states of the heaps that have moves.
    fn letters(&self, code: &Digits, wins: &[Set], budget: &Budget) -> Result<Vec<(usize, Set)>> {
        let mut ticker = budget.ticker();
        let most = (code.most_heaps() as usize).max(usize::from(code.threes));
        // The elements of `j` heaps with `m` tokens in all.
        let mut together: Vec<Vec<Set>> = vec![vec![]; most + 1];
        let mut letters: Vec<(usize, Set)> = Vec::new();
        for heap in 0..self.map.len() {
            // A part of an option is smaller than the heap. Otherwise nothing would be taken and
            // nothing divided, which no code allows.
            for (j, of_j) in together.iter_mut().enumerate() {
                let mut set = self.empty();
                if j == 0 && heap == 0 {
                    put(&mut set, 0);
                }
                of_j.push(set);
            }
            for j in 1..=most {
                let mut set = self.empty();
                for part in 1..=heap {
                    if j > 1 && part == heap {
                        continue;
                    }
                    for rest in members(&together[j - 1][heap - part]) {
                        ticker.tick(1)?;
                        put(&mut set, self.times(self.map[part], rest));
                    }
                }
                together[j][heap] = set;
            }
            let mut options = self.empty();
            let mut some = false;
            let last = if code.threes { heap } else { code.last().min(heap) };
            for taken in 0..=last {
                let digit = code.digit(taken);
                for (j, of_j) in together.iter().enumerate() {
                    if digit >> j & 1 == 1 {
                        for x in members(&of_j[heap - taken]) {
                            some = true;
                            put(&mut options, x);
                        }
                    }
                }
            }
            if !some {
                if self.map[heap] != 0 {
                    return wrong(format!("map: heap {heap} has no moves and must be 0"));
                }
                continue;
            }
            let mut moves = self.empty();
            for x in members(&options) {
                moves.iter_mut().zip(&wins[x]).for_each(|(word, wins)| *word |= wins);
            }
            let x = self.map[heap];
            if let Some(z) = (0..self.size).find(|&z| has(&moves, z) && has(&wins[x], z)) {
                return wrong(format!(
                    "map: beside element {z}, heap {heap} and one of its options are both \
                     P-positions"
                ));
            }
            if !letters.iter().any(|(y, known)| *y == x && within(known, &moves)) {
                letters.push((x, moves));
            }
        }
        Ok(letters)
    }

    /// Follows all sums and returns the number of states.
    fn follow(&self, letters: &[(usize, Set)], wins: &[Set], budget: &Budget) -> Result<u64> {
        let mut ticker = budget.ticker();
        let full = |x: usize, moves: &Set| {
            let both: u32 =
                moves.iter().zip(&wins[x]).map(|(word, wins)| (word | wins).count_ones()).sum();
            both as usize == self.size
        };
        let mut kept: Vec<Vec<Set>> = vec![vec![]; self.size];
        let mut waiting: Vec<(usize, Set)> = letters.to_vec();
        let mut states = 0;
        while let Some((x, moves)) = waiting.pop() {
            ticker.tick(1 + kept[x].len() as u64)?;
            if full(x, &moves) || kept[x].iter().any(|known| within(known, &moves)) {
                continue;
            }
            if !self.is_p[x] && !has(&moves, 0) {
                return wrong(format!(
                    "p_portion: a sum of element {x}, not in it, has no move into it"
                ));
            }
            states += 1;
            for (y, other) in letters {
                ticker.tick(self.size as u64)?;
                let mut sum = self.empty();
                for z in 0..self.size {
                    if has(&moves, self.times(*y, z)) || has(other, self.times(x, z)) {
                        put(&mut sum, z);
                    }
                }
                waiting.push((self.times(x, *y), sum));
            }
            kept[x].retain(|known| !within(&moves, known));
            kept[x].push(moves);
        }
        Ok(states)
    }

    /// Checks that the pretending function is periodic as far as the theorem needs, and that the
    /// period and preperiod are minimal.
    fn repeats(&self, code: &Digits, preperiod: u64, period: u64) -> Result {
        if code.threes {
            return wrong("code: the theorem is about finite codes");
        }
        let heaps = u64::from(code.most_heaps().max(1));
        let needed = heaps * (preperiod.max(1) + period) + code.last() as u64;
        let needed = needed.saturating_sub(heaps);
        let to = self.map.len() as u64 - 1;
        if period == 0 || to < needed {
            return wrong(format!("heaps_to: the theorem needs the heaps to {needed}"));
        }
        let (start, step) = (preperiod as usize, period as usize);
        let fails = |start: usize, step: usize| {
            (start..self.map.len() - step).find(|&n| self.map[n] != self.map[n + step])
        };
        if let Some(n) = fails(start, step) {
            return wrong(format!("period: heaps {n} and {} differ", n + step));
        }
        if start > 0 && fails(start - 1, step).is_none() {
            return wrong(format!("preperiod: the period begins before heap {start}"));
        }
        if let Some(shorter) =
            (1..step).find(|&s| step.is_multiple_of(s) && fails(start, s).is_none())
        {
            return wrong(format!("period: {shorter} is a shorter one"));
        }
        Ok(())
    }
}

fn members(set: &Set) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().filter(|&(_, &word)| word != 0).flat_map(|(at, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
    })
}
