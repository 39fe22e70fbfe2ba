//! Poset games: taking an element takes everything above it.

use std::cmp::Ordering;

use upstar_engine::positions::refinement::refined;

use super::edge_list::{self, pairs};
use super::{MOST_VERTICES, PLAIN, Rows, VertexSet, connected, with_sets};
use crate::prelude::*;
use upstar_engine::Dot;

/// A poset game: a player takes an element with all elements above it.
#[derive(Clone, Copy, Debug)]
struct PosetGame;

/// A partially ordered set: for each element the set of those above it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Poset {
    above: Rows,
}

impl Poset {
    fn elements(&self) -> usize {
        self.above.vertices()
    }

    /// The elements of a list, in its order.
    fn part(&self, order: &[usize]) -> Poset {
        with_sets!(self.elements(), S => {
            let set = S::of(order.iter().copied());
            Poset { above: Rows::part(order, set, &self.above.sets()) }
        })
    }

    /// The product of chains, the first element below all others.
    fn product(chains: &[usize]) -> Poset {
        let n: usize = chains.iter().product();
        let is_above = |v: usize, u: usize| {
            let mut rest = (v, u);
            let mut sides = chains.iter().map(|&length| {
                let side = (rest.0 % length, rest.1 % length);
                rest = (rest.0 / length, rest.1 / length);
                side
            });
            v != u && sides.all(|(v, u)| v <= u)
        };
        with_sets!(n, S => {
            let above = (0..n).map(|v| S::of((0..n).filter(|&u| is_above(v, u))));
            Poset { above: Rows::of(n, above) }
        })
    }

    /// The relations `a < b` with nothing between.
    fn covers(&self) -> Vec<(usize, usize)> {
        let n = self.elements();
        with_sets!(n, S => {
            let above = self.above.sets::<S>();
            let beyond = |v: usize| above[v].ones().fold(S::default(), |set, u| set | above[u]);
            let next = |v: usize| (above[v] & !beyond(v)).ones().map(move |u| (v, u));
            (0..n).flat_map(next).collect()
        })
    }

    /// For each element those that are comparable with it.
    fn comparable<S: VertexSet>(&self) -> Vec<S> {
        let mut comparable = self.above.sets::<S>().into_owned();
        for v in 0..self.elements() {
            self.above.at(v).for_each(|u| comparable[u] |= S::one(v));
        }
        comparable
    }
}

/// The Grundy values of the options of a set of elements, if the set falls into parts that are side by
/// side or one above the other, and these do so again, down to single elements. An option has fewer
/// elements than the set, and its value is at most their number, so that a set of elements holds all values.
fn values<S: VertexSet>(set: S, above: &[S], comparable: &[S]) -> Option<S> {
    if set.count() < 2 {
        return Some(if set.is_empty() { set } else { S::one(0) });
    }
    let mut side_by_side = Vec::new();
    connected(set, |v| comparable[v], |part| side_by_side.push(part));
    if side_by_side.len() > 1 {
        let mut all = S::default();
        for part in side_by_side {
            let values = values(part, above, comparable)?;
            let (whole, other) = (mex(all), mex(values));
            let moved = |values: S, rest: usize| values.ones().map(move |value| value ^ rest);
            all = S::of(moved(all, other).chain(moved(values, whole)));
        }
        return Some(all);
    }
    let mut levels = Vec::new();
    connected(set, |v| !comparable[v] & !S::one(v), |level| levels.push(level));
    if levels.len() == 1 {
        return None;
    }
    // The lower one has more above it.
    levels.sort_by_cached_key(|level| {
        let above = level.first().map_or(S::default(), |first| above[first]);
        std::cmp::Reverse((above & set & !*level).count())
    });
    let mut all = S::default();
    for level in levels {
        let values = values(level, above, comparable)?;
        // With a game of value h above it, a game has the h-th value that no option of it has.
        let more = values.ones().filter_map(|value| (!all).ones().nth(value));
        all |= S::of(more);
    }
    Some(all)
}

/// The least number that is not in a set.
fn mex<S: VertexSet>(set: S) -> usize {
    (!set).first().unwrap_or(set.count())
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
            self.covers().iter().map(|(v, u)| format!("{}<{}", v + 1, u + 1)).collect();
        format!("{}|{}", ".".repeat(self.elements()), covers.join(","))
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
        with_sets!(n, S => {
            let mut above = vec![S::default(); n];
            for two in chains.iter().flat_map(|chain| chain.windows(2)) {
                above[two[0] - 1] |= S::one(two[1] - 1);
            }
            for between in 0..n {
                for v in 0..n {
                    let more = if above[v].has(between) { above[between] } else { S::default() };
                    above[v] |= more;
                }
            }
            if let Some(v) = (0..n).find(|&v| above[v].has(v)) {
                let message =
                    format!("expected an order, but these relations put {0} above {0}", v + 1);
                return Err(RuleError::notation(text, text.len() - list.len()..text.len(), message));
            }
            Ok(Poset { above: Rows::of(n, above) })
        })
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.above.bytes() + 16
    }

    fn picture(&self, _: &str) -> Picture {
        let dot = |v: usize| Dot { label: (v + 1).to_string(), ..Dot::default() };
        Picture::Graph {
            vertices: (0..self.elements()).map(dot).collect(),
            // Drawn from above to below.
            edges: self.covers().into_iter().map(|(v, u)| (u, v)).collect(),
            tints: Vec::new(),
            directed: true,
        }
    }
}

impl Ruleset for PosetGame {
    type Position = Poset;

    as_in!(ROW);

    fn options(&self, poset: &Poset, _: Player, out: &mut Options<Poset>) -> Result {
        let n = poset.elements();
        with_sets!(n, S => {
            let above = poset.above.sets::<S>();
            out.extend((0..n).map(|v| {
                let left = S::all_of(n) & !(above[v] | S::one(v));
                let order: Vec<usize> = left.ones().collect();
                Poset { above: Rows::part(&order, left, &above) }
            }));
        });
        Ok(())
    }

    fn components(&self, poset: &Poset, out: &mut Vec<Poset>) -> Result {
        let n = poset.elements();
        with_sets!(n, S => {
            let comparable = poset.comparable::<S>();
            connected(S::all_of(n), |v| comparable[v], |part| {
                out.push(poset.part(&part.ones().collect::<Vec<_>>()));
            });
        });
        Ok(())
    }

    fn normalize(&self, poset: Poset) -> (Poset, Negated) {
        let n = poset.elements();
        let class = with_sets!(n, S => {
            let (above, comparable) = (poset.above.sets::<S>(), poset.comparable::<S>());
            refined(vec![0; n], |v, around| {
                around.extend(comparable[v].ones().map(|u| (u32::from(above[v].has(u)), u)));
            })
        });
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&v| class[v]);
        (poset.part(&order), Negated::No)
    }

    fn known(&self, poset: &Poset, convention: Convention) -> Option<Known> {
        let n = poset.elements();
        let value = with_sets!(n, S => {
            mex(values(S::all_of(n), &poset.above.sets(), &poset.comparable())?)
        });
        let theorem =
            "a poset without an N is made by putting posets side by side and one above the other";
        Known::grundy(convention, value as u64, theorem)
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
