//! The structure of a bipartite monoid.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write;

use upstar_core::{Budget, Outcome};

use super::Result;
use super::monoid::{Element, Monoid, Word};

/// A maximal subgroup: the elements that have an inverse relative to an idempotent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subgroup {
    /// The idempotent, the identity of the group.
    pub identity: Element,
    /// The elements, ascending.
    pub elements: Vec<Element>,
    /// The orders of the cyclic groups whose product it is, as ascending prime powers. Empty for
    /// the trivial group.
    pub factors: Vec<u64>,
}

impl Subgroup {
    /// The group as a product of cyclic groups: `1`, `Z2`, `Z2^3`, `Z2 x Z4`.
    pub fn name(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for run in self.factors.chunk_by(|one, other| one == other) {
            parts.push(match run.len() {
                1 => format!("Z{}", run[0]),
                count => format!("Z{}^{count}", run[0]),
            });
        }
        if parts.is_empty() { "1".to_owned() } else { parts.join(" x ") }
    }
}

impl Monoid {
    /// The idempotents, ascending: the elements that are their own square.
    pub fn idempotents(&self) -> Vec<Element> {
        self.elements().filter(|&x| self.product(x, x) == x).collect()
    }

    /// All elements.
    pub(super) fn elements(&self) -> impl Iterator<Item = Element> {
        (0..self.len()).map(|x| x as Element)
    }

    /// The idempotent that is a power of an element.
    fn idempotent_of(&self, x: Element) -> Element {
        let mut power = x;
        while self.product(power, power) != power {
            power = self.product(power, x);
        }
        power
    }

    /// The kernel: the smallest ideal, which is a group. Its identity is a power of the product of
    /// all generators.
    pub fn kernel(&self) -> Subgroup {
        let all = self.generators.iter().fold(0, |product, &x| self.product(product, x));
        self.subgroup(self.idempotent_of(all))
    }

    /// The maximal subgroups, in ascending order of their idempotents.
    pub fn maximal_subgroups(&self) -> Vec<Subgroup> {
        self.idempotents().into_iter().map(|identity| self.subgroup(identity)).collect()
    }

    /// The largest subgroup whose identity is this idempotent.
    fn subgroup(&self, identity: Element) -> Subgroup {
        let belongs =
            |x: Element| self.product(x, identity) == x && self.idempotent_of(x) == identity;
        let elements: Vec<Element> = self.elements().filter(|&x| belongs(x)).collect();
        let (mut factors, mut rest, mut prime) = (Vec::new(), elements.len() as u64, 2);
        while rest > 1 {
            if !rest.is_multiple_of(prime) {
                prime += 1;
                continue;
            }
            // The number of elements whose power `prime^k` is the identity is `prime` to the sum of
            // the exponents of the factors, each capped at `k`.
            let (mut k, mut sums) = (1, vec![0u32]);
            while rest.is_multiple_of(prime) {
                let whole = prime.pow(k);
                let killed = elements
                    .iter()
                    .filter(|&&x| self.product(self.power(x, whole), identity) == identity);
                sums.push((killed.count() as u64).ilog(prime));
                rest /= prime.pow(sums[sums.len() - 1] - sums[sums.len() - 2]);
                k += 1;
            }
            let at_least = |k: usize| sums.get(k).map_or(0, |sum| sum - sums[k - 1]);
            for k in 1..sums.len() {
                let count = at_least(k) - at_least(k + 1);
                factors.extend((0..count).map(|_| prime.pow(k as u32)));
            }
            prime += 1;
        }
        factors.sort_unstable();
        Subgroup { identity, elements, factors }
    }

    /// `n` if this is the tame quotient `T_n`, the misère quotient of Nim with the heaps below
    /// `2^n`. `T_0` is trivial and `T_1` has two elements. For larger `n`, `T_n` consists of `1`,
    /// `a` and a kernel, the product of `n` groups of order 2; the P-portion is `a` and the
    /// identity of the kernel (Plambeck and Siegel, section 2).
    pub fn tame(&self) -> Option<u32> {
        let p = self.p_portion();
        if self.elements().any(|x| !matches!(self.outcome(x), Outcome::N | Outcome::P)) {
            return None;
        }
        match self.len() {
            1 => return p.is_empty().then_some(0),
            2 => return (self.product(1, 1) == 0 && p == [1]).then_some(1),
            _ => {}
        }
        let kernel = self.kernel();
        let n = u32::try_from(kernel.factors.len()).ok()?;
        let outside: Vec<Element> =
            self.elements().filter(|x| kernel.elements.binary_search(x).is_err()).collect();
        let &[one, a] = &outside[..] else { return None };
        let fits = one == 0
            && self.product(a, a) == 0
            && kernel.factors.iter().all(|&factor| factor == 2)
            && p == [a.min(kernel.identity), a.max(kernel.identity)];
        fits.then_some(n)
    }

    /// Relations that define the monoid. Each pairs a product of generators that does not name its
    /// element, but all of whose divisors name theirs, with the product that names it. They are the
    /// reduced Gröbner basis of the congruence for the order that compares exponents from the last
    /// generator back.
    pub fn relations(&self) -> Vec<(Word, Word)> {
        let normal: HashMap<&Word, Element> = self.words.iter().zip(self.elements()).collect();
        let mut found: Vec<(Word, Word)> = Vec::new();
        for (word, x) in self.words.iter().zip(self.elements()) {
            for (generator, &g) in (0..).zip(&self.generators) {
                let longer = times(word, generator);
                let first = &self.words[usize::from(self.product(x, g))];
                let least = || {
                    longer
                        .iter()
                        .all(|&(divisor, _)| normal.contains_key(&without(&longer, divisor)))
                };
                if *first != longer && least() {
                    found.push((longer, first.clone()));
                }
            }
        }
        found.sort_by(|(one, _), (other, _)| compare(one, other));
        found.dedup();
        found
    }

    /// The name of an element: a product of generators with exponents after them, `ab2c`; `1` is
    /// the identity. Generators are the letters `a` to `z`, then `[27]`, `[28]` ...
    pub fn name(&self, x: Element) -> String {
        word_name(&self.words[usize::from(x)])
    }

    /// The element that equals a product of generators, written as by [`Monoid::name`]. Generators
    /// may stand in any order and more than once.
    ///
    /// ```
    /// use upstar_core::{Budget, Outcome};
    /// use upstar_heaps::HeapGame;
    /// use upstar_misere::quotient::HeapQuotient;
    ///
    /// let game = HeapGame::find("kayles")?;
    /// let code = game.code()?;
    /// let (kayles, _) = HeapQuotient::of(&code, Some(2), &Budget::unlimited(), |_, _| {})?;
    /// let element = |name: &str| kayles.monoid.element(name);
    /// assert_eq!(element("b3a2b"), element("b2"));
    /// assert_eq!(element("c"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn element(&self, name: &str) -> Option<Element> {
        if name == "1" {
            return Some(0);
        }
        let (mut rest, mut product) = (name, 0);
        while let Some(first) = rest.chars().next() {
            let generator = match first {
                'a'..='z' => {
                    rest = &rest[1..];
                    usize::from(first as u8 - b'a')
                }
                '[' => {
                    let (number, after) = rest[1..].split_once(']')?;
                    rest = after;
                    number.parse::<usize>().ok()?.checked_sub(1)?
                }
                _ => return None,
            };
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let exponent = match &rest[..digits] {
                "" => 1,
                digits => digits.parse().ok()?,
            };
            rest = &rest[digits..];
            product = self.product(product, self.power(*self.generators.get(generator)?, exponent));
        }
        (!name.is_empty()).then_some(product)
    }

    /// The monoid as `<a,b | a2=1,b3=b>`.
    pub fn presentation(&self) -> String {
        let generators: Vec<String> =
            (0..self.generators.len()).map(|g| word_name(&vec![(g as u16, 1)])).collect();
        let relations = self.relation_names(&self.relations());
        match generators.is_empty() {
            true => "<>".to_owned(),
            false => format!("<{} | {}>", generators.join(","), relations.join(",")),
        }
    }

    /// Relations as `ab=c`.
    pub fn relation_names(&self, relations: &[(Word, Word)]) -> Vec<String> {
        let name =
            |(word, first): &(Word, Word)| format!("{}={}", word_name(word), word_name(first));
        relations.iter().map(name).collect()
    }

    /// The P-portion as `{a,b2}`.
    pub fn p_name(&self) -> String {
        let names: Vec<String> = self.p_portion().into_iter().map(|x| self.name(x)).collect();
        format!("{{{}}}", names.join(","))
    }

    /// An isomorphism of two reduced bipartite monoids, if there is one: for each element of this
    /// one the element of `other`. It preserves products and the P-portion.
    ///
    /// # Errors
    /// [`QuotientError::Exhausted`](super::QuotientError::Exhausted) if the budget ends. Each
    /// generator is tried on all elements with equal invariants.
    pub fn isomorphism(&self, other: &Monoid, budget: &Budget) -> Result<Option<Vec<Element>>> {
        if self.len() != other.len() {
            return Ok(None);
        }
        let (mine, theirs) = (self.colours(), other.colours());
        let mut ticker = budget.ticker();
        let mut images: Vec<Element> = Vec::new();
        let mut next: Vec<Element> = vec![0];
        while let Some(&try_from) = next.last() {
            let generator = images.len();
            if generator == self.generators.len() {
                ticker.tick((self.len() * self.generators.len()) as u64)?;
                if let Some(found) = self.carried(other, &images) {
                    return Ok(Some(found));
                }
            }
            let colour = self.generators.get(generator).map(|&g| mine[usize::from(g)]);
            let candidate = (try_from..other.len() as Element)
                .find(|&x| colour == Some(theirs[usize::from(x)]));
            ticker.tick(1 + other.len() as u64)?;
            match candidate {
                Some(x) => {
                    next.pop();
                    next.extend([x + 1, 0]);
                    images.push(x);
                }
                None => {
                    next.pop();
                    images.pop();
                }
            }
        }
        Ok(None)
    }

    /// The map that sends the generators to these images, if it is an isomorphism.
    fn carried(&self, other: &Monoid, images: &[Element]) -> Option<Vec<Element>> {
        let mut map = Vec::with_capacity(self.len());
        for word in &self.words {
            map.push(word.iter().fold(0, |x, &(generator, exponent)| {
                let power = other.power(images[usize::from(generator)], exponent.into());
                other.product(x, power)
            }));
        }
        let mut reached = vec![false; other.len()];
        for (x, &image) in self.elements().zip(&map) {
            if std::mem::replace(&mut reached[usize::from(image)], true)
                || self.outcome(x) != other.outcome(image)
            {
                return None;
            }
            for (&g, &to) in self.generators.iter().zip(images) {
                if map[usize::from(self.product(x, g))] != other.product(image, to) {
                    return None;
                }
            }
        }
        Some(map)
    }

    /// Invariants of elements under isomorphism: the outcome, the number of elements beside which
    /// each outcome occurs, the numbers of their multiples and powers, and the
    /// same for their squares.
    fn colours(&self) -> Vec<[usize; 8]> {
        let index = |x: Element| self.outcome(x) as usize;
        let outcomes: Vec<usize> = self.elements().map(index).collect();
        let count = |x: Element, outcome: Outcome| {
            let same = |&&xy: &&Element| outcomes[usize::from(xy)] == outcome as usize;
            self.row(x).iter().filter(same).count()
        };
        let one = |x: Element| {
            let mut multiples: Vec<Element> = self.row(x).to_vec();
            multiples.sort_unstable();
            multiples.dedup();
            let mut powers = vec![x];
            while let next = self.product(powers[powers.len() - 1], x)
                && !powers.contains(&next)
            {
                powers.push(next);
            }
            [
                outcomes[usize::from(x)],
                count(x, Outcome::P),
                count(x, Outcome::L),
                multiples.len(),
                powers.len(),
            ]
        };
        let first: Vec<[usize; 5]> = self.elements().map(one).collect();
        let both = |x: Element| {
            let [outcome, p, l, multiples, powers] = first[usize::from(x)];
            let square = first[usize::from(self.product(x, x))];
            [outcome, p, l, multiples, powers, square[1], square[2], square[3]]
        };
        self.elements().map(both).collect()
    }
}

/// A word with one more generator.
fn times(word: &Word, generator: u16) -> Word {
    let mut longer = word.clone();
    match longer.binary_search_by_key(&generator, |&(generator, _)| generator) {
        Ok(at) => longer[at].1 += 1,
        Err(at) => longer.insert(at, (generator, 1)),
    }
    longer
}

/// A word with one generator fewer.
fn without(word: &Word, generator: u16) -> Word {
    let mut shorter = word.clone();
    for part in &mut shorter {
        part.1 -= u16::from(part.0 == generator);
    }
    shorter.retain(|&(_, exponent)| exponent > 0);
    shorter
}

/// Exponents, from the last generator back.
fn compare(one: &Word, other: &Word) -> Ordering {
    one.iter().rev().cmp(other.iter().rev())
}

fn word_name(word: &Word) -> String {
    let mut name = String::new();
    for &(generator, exponent) in word {
        match u8::try_from(generator).ok().filter(|&generator| generator < 26) {
            Some(letter) => name.push(char::from(b'a' + letter)),
            None => {
                let _ = write!(name, "[{}]", generator + 1);
            }
        }
        if exponent > 1 {
            let _ = write!(name, "{exponent}");
        }
    }
    if name.is_empty() { "1".to_owned() } else { name }
}
