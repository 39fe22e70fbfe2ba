//! Sets of the vertices of a graph, or of other cells that are joined: bits in one word or more.

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use smallvec::{SmallVec, smallvec};

/// The most vertices of a graph whose sets of vertices are sets of bits.
pub const MOST_VERTICES: usize = 64 * WORDS;

/// The words of a [`WideSet`].
const WORDS: usize = 8;

/// A set of vertices: a word, or a [`WideSet`] of more vertices. [`with_sets`](crate::with_sets) chooses.
pub trait VertexSet:
    Copy
    + Eq
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// The set of one vertex.
    fn one(vertex: usize) -> Self;
    /// Whether a vertex is in the set.
    fn has(self, vertex: usize) -> bool;
    /// The number of vertices.
    fn count(self) -> usize;
    /// The first vertex.
    fn first(self) -> Option<usize>;
    /// Takes out the first vertex.
    fn pop(&mut self) -> Option<usize>;
    /// The set of the first `n` vertices.
    fn all_of(n: usize) -> Self;
    /// Sets in so many words each.
    fn keep(sets: impl Iterator<Item = Self>, each: usize) -> Box<[u64]>;
    /// The sets that are kept in so many words each.
    fn kept(words: &[u64], each: usize) -> Cow<'_, [Self]>;

    /// Whether there is no vertex in it.
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The vertices in order.
    fn ones(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }

    /// The set of these vertices.
    fn of(vertices: impl IntoIterator<Item = usize>) -> Self {
        vertices.into_iter().fold(Self::default(), |set, v| set | Self::one(v))
    }
}

impl VertexSet for u64 {
    #[inline]
    fn one(vertex: usize) -> u64 {
        1 << vertex
    }

    #[inline]
    fn has(self, vertex: usize) -> bool {
        self >> vertex & 1 == 1
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn first(self) -> Option<usize> {
        (self != 0).then_some(self.trailing_zeros() as usize)
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let first = self.first()?;
        *self &= *self - 1;
        Some(first)
    }

    #[inline]
    fn all_of(n: usize) -> u64 {
        if n >= 64 { u64::MAX } else { (1 << n) - 1 }
    }

    #[inline]
    fn keep(sets: impl Iterator<Item = u64>, _: usize) -> Box<[u64]> {
        sets.collect()
    }

    #[inline]
    fn kept(words: &[u64], _: usize) -> Cow<'_, [u64]> {
        words.into()
    }
}

/// A set of up to [`MOST_VERTICES`] vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WideSet([u64; WORDS]);

impl VertexSet for WideSet {
    #[inline]
    fn one(vertex: usize) -> WideSet {
        let mut words = [0; WORDS];
        words[vertex / 64] = 1 << (vertex % 64);
        WideSet(words)
    }

    #[inline]
    fn has(self, vertex: usize) -> bool {
        self.0[vertex / 64].has(vertex % 64)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count()).sum()
    }

    #[inline]
    fn first(self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].pop()?)
    }

    #[inline]
    fn all_of(n: usize) -> WideSet {
        WideSet(std::array::from_fn(|at| u64::all_of(n.saturating_sub(64 * at))))
    }

    #[inline]
    fn keep(sets: impl Iterator<Item = WideSet>, each: usize) -> Box<[u64]> {
        sets.flat_map(|set| set.0.into_iter().take(each)).collect()
    }

    #[inline]
    fn kept(words: &[u64], each: usize) -> Cow<'_, [WideSet]> {
        let set = |words: &[u64]| {
            let mut set = [0; WORDS];
            set[..words.len()].copy_from_slice(words);
            WideSet(set)
        };
        words.chunks(each.max(1)).map(set).collect()
    }
}

impl BitAnd for WideSet {
    type Output = WideSet;

    #[inline]
    fn bitand(self, other: WideSet) -> WideSet {
        WideSet(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for WideSet {
    type Output = WideSet;

    #[inline]
    fn bitor(self, other: WideSet) -> WideSet {
        WideSet(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl Not for WideSet {
    type Output = WideSet;

    #[inline]
    fn not(self) -> WideSet {
        WideSet(self.0.map(|word| !word))
    }
}

impl BitAndAssign for WideSet {
    #[inline]
    fn bitand_assign(&mut self, other: WideSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for WideSet {
    #[inline]
    fn bitor_assign(&mut self, other: WideSet) {
        *self = *self | other;
    }
}

/// A set of vertices for each vertex, as those that it is joined to, in as few words as hold one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rows(Box<[u64]>);

impl Rows {
    /// The sets of so many vertices.
    pub fn of<S: VertexSet>(vertices: usize, sets: impl IntoIterator<Item = S>) -> Self {
        Rows(S::keep(sets.into_iter(), vertices.div_ceil(64)))
    }

    /// The sets of the vertices in `order`, all of which are in `set`, as far as they are in it.
    pub fn part<S: VertexSet>(order: &[usize], set: S, sets: &[S]) -> Self {
        let mut place: SmallVec<[u16; 64]> = smallvec![0; sets.len()];
        order.iter().zip(0..).for_each(|(&old, new)| place[old] = new);
        let renamed = |v: &usize| S::of((sets[*v] & set).ones().map(|u| usize::from(place[u])));
        Rows::of(order.len(), order.iter().map(renamed))
    }

    /// The words of each set: n vertices have n rows of n / 64 words, rounded up.
    fn each(&self) -> usize {
        (1..).find(|each| self.0.len() <= 64 * each * each).unwrap_or(1)
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.0.len() / self.each()
    }

    /// The set of each vertex.
    pub fn sets<S: VertexSet>(&self) -> Cow<'_, [S]> {
        S::kept(&self.0, self.each())
    }

    /// The vertices in the set of a vertex.
    pub fn at(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        let each = self.each();
        let words = self.0[each * v..each * (v + 1)].iter().enumerate();
        words.flat_map(|(at, word)| word.ones().map(move |u| 64 * at + u))
    }

    /// The bytes of all sets.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }
}

/// Calls `each` with the parts of a set that are connected by what is `near` each vertex.
pub fn connected<S: VertexSet>(mut left: S, near: impl Fn(usize) -> S, mut each: impl FnMut(S)) {
    while let Some(first) = left.first() {
        let (mut part, mut open) = (S::one(first), S::one(first));
        while let Some(v) = open.pop() {
            let more = near(v) & left & !part;
            part |= more;
            open |= more;
        }
        left &= !part;
        each(part);
    }
}

/// An expression in which a type of sets has a name: the smallest one for so many vertices.
///
/// ```
/// use upstar_engine::positions::vertex_set::VertexSet;
/// use upstar_engine::with_sets;
///
/// for n in [5, 64, 65, 500] {
///     assert_eq!(with_sets!(n, S => S::all_of(n).count()), n);
/// }
/// ```
#[macro_export]
macro_rules! with_sets {
    ($vertices:expr, $set:ident => $body:expr) => {
        if $vertices <= 64 {
            type $set = u64;
            $body
        } else {
            type $set = $crate::positions::vertex_set::WideSet;
            $body
        }
    };
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn agrees<S: VertexSet>(n: usize, one: &[usize], other: &[usize]) {
        let inside = |list: &[usize]| -> BTreeSet<usize> { list.iter().map(|v| v % n).collect() };
        let (one, other) = (inside(one), inside(other));
        let [a, b] = [&one, &other].map(|set| S::of(set.iter().copied()));
        let list = |set: S| set.ones().collect::<BTreeSet<_>>();
        assert_eq!(list(a), one);
        assert_eq!(list(a | b), &one | &other);
        assert_eq!(list(a & b), &one & &other);
        assert_eq!(list(S::all_of(n) & !a), (0..n).filter(|v| !one.contains(v)).collect());
        assert_eq!((a.count(), a.first()), (one.len(), one.first().copied()));
        assert!((0..n).all(|v| a.has(v) == one.contains(&v)));
        let sets: Vec<S> = (0..n).map(|v| if v % 3 == 0 { a } else { b }).collect();
        let rows = Rows::of(n, sets.iter().copied());
        assert_eq!((rows.vertices(), &*rows.sets::<S>()), (n, &sets[..]));
        assert!(rows.at(n - 1).eq(sets[n - 1].ones()));
        let order: Vec<usize> = one.iter().rev().copied().collect();
        let part = Rows::part(&order, a, &sets);
        let renamed = |v: &usize| order.iter().position(|u| u == v).unwrap();
        for (new, &old) in order.iter().enumerate() {
            let mut expected: Vec<usize> = list(sets[old] & a).iter().map(renamed).collect();
            expected.sort_unstable();
            assert!(part.at(new).eq(expected));
        }
    }

    proptest! {
        #[test]
        fn sets_are_sets(
            n in 1..=MOST_VERTICES,
            one in proptest::collection::vec(0usize..MOST_VERTICES, 0..80),
            other in proptest::collection::vec(0usize..MOST_VERTICES, 0..80),
        ) {
            agrees::<u64>(n.min(64), &one, &other);
            agrees::<WideSet>(n, &one, &other);
        }
    }
}
