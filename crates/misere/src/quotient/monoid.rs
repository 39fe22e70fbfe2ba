//! Finite commutative monoids with a set of elements that are P-positions.

use std::collections::HashMap;

use upstar_core::{Budget, Exhausted, Outcome};

use super::Result;
use super::bits::Bits;
use super::error::QuotientError;
use super::kind::Kind;

/// An element of a [`Monoid`], as its index in [`Monoid::words`].
pub type Element = u16;

/// A product of generators: a generator by its number, and its exponent, ascending by generator.
pub type Word = Vec<(u16, u16)>;

/// A finite commutative monoid with a subset, its P-portion: a *bipartite monoid*.
///
/// It is *reduced* if for any two elements `x`, `y` there is a `z` such that exactly one of `xz`
/// and `yz` is in the P-portion (Plambeck and Siegel, *Misère quotients for impartial games*). All
/// monoids made here are reduced.
///
/// The quotient of partizan games has the outcomes of four classes in place of the P-portion: see
/// [`Monoid::outcome`].
///
/// Elements are products of generators. Each is named by its first product, where exponents are
/// compared from the last generator back. Elements are numbered in this order, and the identity
/// is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    pub(super) table: Box<[Element]>,
    pub(super) words: Vec<Word>,
    pub(super) generators: Vec<Element>,
    pub(super) kind: Kind,
    /// For each plane the elements in it. The first one of a misère quotient of impartial games is
    /// the P-portion.
    pub(super) p: Bits,
    /// For each `x` and each plane the elements `z` for which `xz` is in it.
    pub(super) wins: Vec<Bits>,
    /// For each `x` and each of these values the elements `z` for which `xz` has a larger one.
    /// Empty if `wins` already gives this.
    pub(super) needs: Vec<Bits>,
}

/// A monoid given by the action of its generators: from each state, the state after each letter.
///
/// The letters must commute. State 0 is the identity. States that cannot be reached from it are
/// omitted.
pub(super) struct Action {
    /// `steps[letter][state]`.
    pub(super) steps: Vec<Vec<u32>>,
    /// The value of each state.
    pub(super) values: Vec<u8>,
    pub(super) kind: Kind,
}

/// The largest number of elements.
const MOST: usize = Element::MAX as usize;

impl Monoid {
    /// The monoid with only the identity and an empty P-portion: the quotient of the game without
    /// moves.
    pub(super) fn trivial(kind: Kind) -> Monoid {
        let planes = kind.planes();
        let mut p = Bits::new(planes);
        kind.planes_of(kind.value(|_| false, kind.no_moves())).for_each(|plane| p.insert(plane));
        let mut needs = Bits::new(planes);
        needs.insert(0);
        Monoid {
            kind,
            table: vec![0].into(),
            words: vec![vec![]],
            generators: vec![],
            wins: vec![p.clone()],
            needs: if kind.has_needs() { vec![needs] } else { vec![] },
            p,
        }
    }

    /// The monoid of an action, reduced or unchanged, and the element of each reachable state (0
    /// for other states).
    pub(super) fn of_action(
        action: &Action,
        reduce: bool,
        budget: &Budget,
    ) -> Result<(Monoid, Vec<Element>)> {
        let (states, kind) = (action.values.len(), action.kind);
        let planes = kind.planes();
        let class = if reduce { action.classes(budget)? } else { (0..states as u32).collect() };
        let size = class.iter().max().map_or(0, |&last| last as usize + 1);
        if size > MOST / planes {
            return Err(QuotientError::TooLarge(size));
        }
        let sets = if kind.has_needs() { 2 * planes } else { planes };
        let bytes = (size * size) as u64 * 2 + (size * sets) as u64 * Bits::bytes(size);
        // An attempt that does not fit in memory is not started.
        budget.reserve(bytes)?;
        budget.release(bytes);
        let mut of_class = vec![0u32; size];
        (0..states).rev().for_each(|state| of_class[class[state] as usize] = state as u32);
        let step = |from: u32, letter: usize| -> u32 {
            class[action.steps[letter][of_class[from as usize] as usize] as usize]
        };
        // The normal words, in order, by class.
        let mut number: Vec<Option<Element>> = vec![None; size];
        let mut order: Vec<u32> = vec![class[0]];
        let mut words: Vec<Word> = vec![vec![]];
        let mut parents: Vec<(Element, u16)> = vec![(0, 0)];
        let mut generators: Vec<u16> = Vec::new();
        number[class[0] as usize] = Some(0);
        for letter in 0..action.steps.len() {
            if number[step(class[0], letter) as usize].is_some() {
                continue;
            }
            let generator = generators.len() as u16;
            generators.push(letter as u16);
            let (mut from, mut exponent) = (0..order.len(), 1u16);
            while !from.is_empty() {
                let begin = order.len();
                for word in from {
                    let next = step(order[word], letter);
                    if number[next as usize].is_none() {
                        number[next as usize] = Some(order.len() as Element);
                        order.push(next);
                        parents.push((word as Element, generator));
                        let mut longer = words[word].clone();
                        if exponent > 1 {
                            longer.pop();
                        }
                        longer.push((generator, exponent));
                        words.push(longer);
                    }
                }
                from = begin..order.len();
                exponent += 1;
            }
        }
        // Classes that no word reaches are omitted.
        let size = order.len();
        let mut acts = vec![vec![0 as Element; size]; generators.len()];
        for (generator, &letter) in generators.iter().enumerate() {
            for (at, &class) in order.iter().enumerate() {
                acts[generator][at] = number[step(class, letter as usize) as usize].unwrap_or(0);
            }
        }
        let mut ticker = budget.ticker();
        let mut table = vec![0 as Element; size * size].into_boxed_slice();
        for element in 0..size {
            ticker.tick(size as u64)?;
            let (parent, generator) = parents[element];
            let act = acts.get(usize::from(generator));
            for other in 0..size {
                table[element * size + other] = match act {
                    Some(act) if element > 0 => {
                        act[usize::from(table[usize::from(parent) * size + other])]
                    }
                    _ => other as Element,
                };
            }
        }
        let mut p = Bits::new(size * planes);
        for (at, &class) in order.iter().enumerate() {
            let value = action.values[of_class[class as usize] as usize];
            kind.planes_of(value).for_each(|plane| p.insert(plane * size + at));
        }
        let element = |class: u32| number[class as usize].unwrap_or(0);
        let mut monoid = Monoid {
            table,
            words,
            generators: acts.iter().map(|act| act[0]).collect(),
            kind,
            p: Bits::new(size),
            wins: vec![],
            needs: vec![],
        };
        monoid.set_p(p, budget)?;
        Ok((monoid, class.iter().map(|&class| element(class)).collect()))
    }

    /// The value of an element, given a set of elements for each plane.
    pub(super) fn value_in(&self, set: &Bits, x: usize) -> u8 {
        self.kind.value_of_planes(|plane| set.contains(plane * self.len() + x))
    }

    /// A set of elements for each plane, all empty.
    pub(super) fn empty(&self) -> Bits {
        Bits::new(self.len() * self.kind.planes())
    }

    /// The action of these elements on all elements, with a P-portion.
    pub(super) fn action(&self, letters: &[Element], p: &Bits) -> Action {
        let row = |&x: &Element| self.row(x).iter().map(|&xy| u32::from(xy)).collect();
        Action {
            steps: letters.iter().map(row).collect(),
            values: (0..self.len()).map(|x| self.value_in(p, x)).collect(),
            kind: self.kind,
        }
    }

    /// The same monoid without redundant generators, each checked in turn, and the new number of
    /// each element.
    pub(super) fn with_fewest_generators(&self, budget: &Budget) -> Result<(Monoid, Vec<Element>)> {
        let mut ticker = budget.ticker();
        let mut kept = self.generators.clone();
        for &generator in &self.generators {
            let others: Vec<Element> = kept.iter().copied().filter(|&x| x != generator).collect();
            let mut reached = Bits::new(self.len());
            reached.insert(0);
            let mut waiting: Vec<Element> = vec![0];
            while let Some(x) = waiting.pop() {
                ticker.tick(1 + others.len() as u64)?;
                for &other in &others {
                    let product = self.product(x, other);
                    if !reached.contains(usize::from(product)) {
                        reached.insert(usize::from(product));
                        waiting.push(product);
                    }
                }
            }
            if reached.contains(usize::from(generator)) {
                kept = others;
            }
        }
        Monoid::of_action(&self.action(&kept, &self.p), false, budget)
    }

    /// Sets the P-portion.
    fn set_p(&mut self, p: Bits, budget: &Budget) -> Result<(), Exhausted> {
        let mut ticker = budget.ticker();
        self.wins.clear();
        self.needs.clear();
        let mut below = self.empty();
        for x in (0..self.len()).filter(|_| self.kind.has_needs()) {
            let value = usize::from(self.value_in(&p, x));
            (0..value).for_each(|value| below.insert(value * self.len() + x));
        }
        for x in 0..self.len() {
            ticker.tick(1 + (self.len() * self.kind.planes()) as u64 / 4)?;
            self.wins.push(self.colon(&p, x as Element));
            if self.kind.has_needs() {
                self.needs.push(self.colon(&below, x as Element));
            }
        }
        self.p = p;
        Ok(())
    }

    /// The number of elements.
    #[expect(clippy::len_without_is_empty, reason = "there always is an identity")]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The product of two elements.
    ///
    /// # Panics
    /// If one of them is not an element of this monoid.
    pub fn product(&self, x: Element, y: Element) -> Element {
        self.table[usize::from(x) * self.len() + usize::from(y)]
    }

    /// The products of an element with all elements, in order.
    pub(super) fn row(&self, x: Element) -> &[Element] {
        let size = self.len();
        &self.table[usize::from(x) * size..][..size]
    }

    /// A power of an element.
    pub fn power(&self, x: Element, exponent: u64) -> Element {
        let (mut result, mut square, mut rest) = (0, x, exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                result = self.product(result, square);
            }
            square = self.product(square, square);
            rest >>= 1;
        }
        result
    }

    /// Whether this is a quotient of partizan games.
    pub fn is_partizan(&self) -> bool {
        self.kind == Kind::Partizan
    }

    /// Who wins the sums with this element.
    pub fn outcome(&self, x: Element) -> Outcome {
        self.kind.outcome(self.value_in(&self.p, usize::from(x)))
    }

    /// Whether this element is in the P-portion.
    pub fn is_p(&self, x: Element) -> bool {
        self.outcome(x) == Outcome::P
    }

    /// The elements with an outcome, ascending.
    pub fn portion(&self, outcome: Outcome) -> Vec<Element> {
        (0..self.len()).map(|x| x as Element).filter(|&x| self.outcome(x) == outcome).collect()
    }

    /// The elements of the P-portion, ascending.
    pub fn p_portion(&self) -> Vec<Element> {
        self.portion(Outcome::P)
    }

    /// The generators. None is a product of earlier ones.
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// The elements in order, each as a product of generators.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// For each plane the elements `z` with `zx` in `set`.
    pub(super) fn colon(&self, set: &Bits, x: Element) -> Bits {
        let mut found = self.empty();
        for plane in (0..self.kind.planes()).map(|plane| plane * self.len()) {
            for (z, &product) in self.row(x).iter().enumerate() {
                if set.contains(plane + usize::from(product)) {
                    found.insert(plane + z);
                }
            }
        }
        found
    }
}

impl Action {
    /// The coarsest partition of the states that distinguishes their values and is compatible with
    /// the letters. It is refined until it does not change (Moore). Classes are numbered from 0.
    fn classes(&self, budget: &Budget) -> Result<Vec<u32>> {
        let mut ticker = budget.ticker();
        let mut class: Vec<u32> = self.values.iter().copied().map(u32::from).collect();
        let mut count = 0;
        loop {
            let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
            let mut next = Vec::with_capacity(class.len());
            for state in 0..class.len() {
                ticker.tick(1 + self.steps.len() as u64)?;
                let after = self.steps.iter().map(|to| class[to[state] as usize]);
                let key = std::iter::once(class[state]).chain(after).collect();
                let fresh = seen.len() as u32;
                next.push(*seen.entry(key).or_insert(fresh));
            }
            class = next;
            if seen.len() == count {
                return Ok(class);
            }
            count = seen.len();
        }
    }
}
