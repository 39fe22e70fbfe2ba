//! Poset games: taking an element takes everything above it.

use std::cmp::Ordering;

use upstar_engine::positions::refinement::refined;

use super::edge_list::{self, pairs};
use super::{MOST_VERTICES, PLAIN, all_of, ones};
use crate::prelude::*;
use upstar_engine::Dot;

/// A poset game: a player takes an element with all elements above it.
#[derive(Clone, Copy, Debug)]
struct PosetGame;

/// A partially ordered set: for each element the set of those above it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Poset {
    above: Box<[u64]>,
}

impl Poset {
    fn all(&self) -> u64 {
        all_of(self.above.len())
    }

    /// The elements of a list, in its order.
    fn part(&self, order: &[usize]) -> Poset {
        let mut place = [0_u32; MOST_VERTICES];
        (0..).zip(order).for_each(|(new, &old)| place[old] = new);
        let set = order.iter().fold(0, |set, v| set | 1_u64 << v);
        let above = order.iter().map(|&v| ones(self.above[v] & set));
        Poset { above: above.map(|above| above.fold(0, |s, u| s | 1 << place[u])).collect() }
    }

    fn of_set(&self, set: u64) -> Poset {
        self.part(&ones(set).collect::<Vec<_>>())
    }

    /// The product of chains, the first element below all others.
    fn product(chains: &[usize]) -> Poset {
        let mut above = vec![0_u64];
        for &length in chains {
            let width = above.len();
            let next = (0..width * length).map(|at| {
                let (level, of) = (at / width, at % width);
                let levels = level..length;
                let up =
                    levels.fold(0, |set, level| set | (above[of] | 1 << of) << (level * width));
                up & !(1_u64 << at)
            });
            above = next.collect();
        }
        Poset { above: above.into() }
    }

    /// The relations `a < b` with nothing between.
    fn covers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let beyond = |v: usize| ones(self.above[v]).fold(0, |set, u| set | self.above[u]);
        (0..self.above.len())
            .flat_map(move |v| ones(self.above[v] & !beyond(v)).map(move |u| (v, u)))
    }

    /// For each element those that are comparable with it.
    fn comparable(&self) -> Vec<u64> {
        let mut comparable = self.above.to_vec();
        for (v, &above) in self.above.iter().enumerate() {
            ones(above).for_each(|u| comparable[u] |= 1 << v);
        }
        comparable
    }

    /// The Grundy values of the options of a set of elements as a set of bits, if the set falls into
    /// parts that are side by side or one above the other, and these do so again, down to single
    /// elements.
    fn values(&self, set: u64, comparable: &[u64]) -> Option<u64> {
        if set.count_ones() < 2 {
            return Some(u64::from(set != 0));
        }
        let side_by_side = connected(set, |v| comparable[v]);
        if side_by_side.len() > 1 {
            let mut all = 0;
            for part in side_by_side {
                let values = self.values(part, comparable)?;
                let (whole, other) = (mex(all), mex(values));
                let moved = |values: u64, rest: usize| ones(values).map(move |value| value ^ rest);
                let options = moved(all, other).chain(moved(values, whole));
                all = options.fold(0, |set, value| set | 1 << value);
            }
            return Some(all);
        }
        let mut levels = connected(set, |v| !comparable[v] & !(1 << v));
        if levels.len() == 1 {
            return None;
        }
        // The lower one has more above it.
        levels.sort_unstable_by_key(|level| {
            let least = self.above[level.trailing_zeros() as usize] & set & !level;
            std::cmp::Reverse(least.count_ones())
        });
        let mut all = 0;
        for level in levels {
            let values = self.values(level, comparable)?;
            // With a game of value h above it, a game has the h-th value that no option of it has.
            let more = ones(values).filter_map(|value| ones(!all).nth(value));
            all |= more.fold(0, |set, value| set | 1 << value);
        }
        Some(all)
    }
}

/// The least number that is not in a set.
fn mex(set: u64) -> usize {
    set.trailing_ones() as usize
}

/// The parts of a set that are connected by what is `near` each element.
fn connected(mut left: u64, near: impl Fn(usize) -> u64) -> Vec<u64> {
    let mut parts = Vec::new();
    while left != 0 {
        let (mut part, mut open) = (0, left & left.wrapping_neg());
        while open != 0 {
            part |= open;
            open = ones(open).fold(0, |set, v| set | near(v)) & left & !part;
        }
        left &= !part;
        parts.push(part);
    }
    parts
}

/// `3x4`, `2x2x2`
fn sides(text: &str) -> Option<Result<Vec<usize>>> {
    let sides = text.trim().split('x').map(|side| side.trim().parse::<u64>().ok());
    let sides: Vec<u64> = sides.collect::<Option<_>>()?;
    if sides.contains(&0) {
        return Some(Ok(vec![0]));
    }
    let count = sides.iter().try_fold(1_u64, |count, side| count.checked_mul(*side));
    if count.is_some_and(|count| count <= MOST_VERTICES as u64) {
        return Some(Ok(sides.iter().map(|&side| side as usize).collect()));
    }
    let size = format!("{} elements", text.trim());
    Some(Err(RuleError::too_large("the poset", size, format!("{MOST_VERTICES} elements"))))
}

impl Position for Poset {
    fn to_text(&self) -> String {
        let covers: Vec<String> =
            self.covers().map(|(v, u)| format!("{}<{}", v + 1, u + 1)).collect();
        format!("{}|{}", ".".repeat(self.above.len()), covers.join(","))
    }

    fn from_text(text: &str) -> Result<Self> {
        if let Some(sides) = sides(text) {
            return sides.map(|sides| Poset::product(&sides));
        }
        let Some((elements, list)) = text.split_once('|') else {
            let message = "expected elements and their order, as in `...|1<2,1<3`, or chains `2x3`";
            return Err(RuleError::notation(text, 0..text.len(), message));
        };
        let n = edge_list::colours(text, elements, PLAIN)?.len();
        let read = |chain: &str| {
            let element = |name: &str| name.trim().parse().ok().filter(|v| (1..=n).contains(v));
            let chain: Option<Vec<usize>> = chain.split('<').map(element).collect();
            chain.filter(|chain| chain.len() > 1)
        };
        let chains = pairs(text, list, read, || {
            format!("expected `a<b` or a chain `a<b<c` of elements from 1 to {n}")
        })?;
        let mut above = vec![0_u64; n];
        for (a, b) in chains.iter().flat_map(|chain| chain.windows(2)).map(|two| (two[0], two[1])) {
            above[a - 1] |= 1 << (b - 1);
        }
        for between in 0..n {
            for v in 0..n {
                above[v] |= if above[v] >> between & 1 == 1 { above[between] } else { 0 };
            }
        }
        if let Some(v) = (0..n).find(|&v| above[v] >> v & 1 == 1) {
            let message =
                format!("expected an order, but these relations put {0} above {0}", v + 1);
            return Err(RuleError::notation(text, text.len() - list.len()..text.len(), message));
        }
        Ok(Poset { above: above.into() })
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.above[..]) + 16
    }

    fn picture(&self, _: &str) -> Picture {
        let dot = |v: usize| Dot { label: (v + 1).to_string(), ..Dot::default() };
        Picture::Graph {
            vertices: (0..self.above.len()).map(dot).collect(),
            // Drawn from above to below.
            edges: self.covers().map(|(v, u)| (u, v)).collect(),
            tints: Vec::new(),
            directed: true,
        }
    }
}

impl Ruleset for PosetGame {
    type Position = Poset;

    as_in!(ROW);

    fn options(&self, poset: &Poset, _: Player, out: &mut Options<Poset>) -> Result {
        let elements = poset.above.iter().enumerate();
        out.extend(elements.map(|(v, above)| poset.of_set(poset.all() & !(above | 1 << v))));
        Ok(())
    }

    fn components(&self, poset: &Poset, out: &mut Vec<Poset>) -> Result {
        let comparable = poset.comparable();
        let parts = connected(poset.all(), |v| comparable[v]);
        out.extend(parts.into_iter().map(|part| poset.of_set(part)));
        Ok(())
    }

    fn normalize(&self, poset: Poset) -> (Poset, Negated) {
        let n = poset.above.len();
        let comparable = poset.comparable();
        let class = refined(vec![0; n], |v, around| {
            let label = |u: usize| u32::from(poset.above[v] >> u & 1 == 1);
            around.extend(ones(comparable[v]).map(|u| (label(u), u)));
        });
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&v| class[v]);
        (poset.part(&order), Negated::No)
    }

    fn known(&self, poset: &Poset, convention: Convention) -> Option<Known> {
        let values = poset.values(poset.all(), &poset.comparable())?;
        let theorem =
            "a poset without an N is made by putting posets side by side and one above the other";
        Known::grundy(convention, mex(values) as u64, theorem)
    }
}

pub(crate) const ROW: Row = Row {
    name: "poset",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "poset(\"....|1<2<3,1<4\"), poset(\"3x4\") for a product of chains",
    rules: "A partially ordered set; a<b puts b above a. A move takes an element and everything\n\
            above it.",
    source: "Gale and Neyman, Nim-type games (1982)",
    example: ("poset(\"....|1<3,2<3,2<4\")", "0"),
    make: Make::Rules(|| Rules::new(PosetGame)),
    boards: false,
};
