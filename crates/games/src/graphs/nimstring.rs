//! Nimstring: Dots and Boxes in which the last move decides. A player who completes a box must move
//! again.

mod board;

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;
use upstar_core::{Budget, Lease, Ticker};

use self::board::{Board, PlainTurns};
use super::edge_list::pairs;
use super::edges::{Edge, Edges, parts, standard};
use crate::heaps::few_enough;
use crate::prelude::*;
use upstar_engine::{Dot, Entailed};

/// Nimstring: a move cuts a string. A player who cuts the last string of a coin must then cut
/// another string, and loses if none is left.
#[derive(Debug, Default)]
pub struct Nimstring {
    /// Values of connected positions in their standard form.
    known: Mutex<HashMap<Strings, Entailed>>,
    /// Whether the player to move wins whole positions in misère play.
    misere: Mutex<HashMap<Strings, bool>>,
    /// The last whole position whose winner was asked for: its options have the same strings.
    last: Mutex<Option<Rules>>,
}

/// Strings between coins (from 1 on) and the ground (0), as sorted pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strings(pub Vec<(u32, u32)>);

impl Deref for Strings {
    type Target = Vec<(u32, u32)>;

    fn deref(&self) -> &Vec<(u32, u32)> {
        &self.0
    }
}

impl DerefMut for Strings {
    fn deref_mut(&mut self) -> &mut Vec<(u32, u32)> {
        &mut self.0
    }
}

/// The largest number of strings of a position.
const MOST_STRINGS: usize = 60;

/// The largest number of values that are kept.
const MOST_KNOWN: usize = 1 << 22;

/// The strings as green edges, which have the same symmetries and parts.
fn edges(strings: &Strings) -> Edges {
    strings.iter().map(|&(a, b)| (a, b, Edge::Green)).collect()
}

fn strings(edges: Edges) -> Strings {
    Strings(edges.into_iter().map(|(a, b, _)| (a, b)).collect())
}

/// The position without a string, and whether this was the last string of a coin.
fn cut(strings: &Strings, index: usize) -> (Strings, bool) {
    let mut rest = strings.clone();
    let (a, b) = rest.remove(index);
    let has_others = |coin: u32| coin == 0 || rest.iter().any(|&(c, d)| c == coin || d == coin);
    let completes = !has_others(a) || !has_others(b);
    (rest, completes)
}

impl Nimstring {
    /// The value: the sum of the values of the parts.
    fn value(&self, all: &Strings, ticker: &mut Ticker) -> Result<Entailed> {
        let mut sum = Entailed::Nimber(0);
        for part in parts(&edges(all)) {
            sum = &sum + &self.part_value(strings(standard(&part)), ticker)?;
        }
        Ok(sum)
    }

    /// The value of a connected position in its standard form.
    fn part_value(&self, part: Strings, ticker: &mut Ticker) -> Result<Entailed> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known().get(&part) {
            return Ok(value.clone());
        }
        ticker.tick(1 + part.len() as u64)?;
        let mut board = Board::of(&part);
        let all = board.all();
        let mut found = Vec::new();
        let value = match board.take_free(all) {
            Some(rest) if rest == all => {
                let mut lease = Lease::new(ticker.budget());
                let value = board.part_nimber(all, ticker, &mut lease)?;
                // Who asks for a position often asks for its options.
                for string in 0..board.ends.len() {
                    let mut rest = board.take_free(all & !(1 << string)).unwrap_or(0);
                    while rest != 0 {
                        let part = board.part(rest);
                        rest &= !part;
                        let value = board.part_nimber(part, ticker, &mut lease)?;
                        found.push((board.strings(part), Entailed::Nimber(value.into())));
                    }
                }
                Entailed::Nimber(value.into())
            }
            Some(mut rest) => {
                let mut sum = Entailed::Nimber(0);
                while rest != 0 {
                    let part = board.part(rest);
                    rest &= !part;
                    sum = &sum + &self.part_value(board.strings(part), ticker)?;
                }
                sum
            }
            None => {
                let mut kept = BTreeSet::new();
                for index in 0..part.len() {
                    let (rest, completes) = cut(&part, index);
                    if completes {
                        match self.value(&rest, ticker)? {
                            Entailed::Nimber(value) => _ = kept.insert(value),
                            Entailed::Infinite { kept: more, .. } => kept.extend(more),
                        }
                    }
                }
                Entailed::loony(kept)
            }
        };
        found.push((part, value.clone()));
        let mut known = known();
        if known.len() < MOST_KNOWN {
            known.extend(found);
        }
        Ok(value)
    }

    /// Whether the player to move wins in misère play, by a search of the whole position. A player
    /// who completes the last coin has to move again, and wins because he cannot.
    fn wins_misere(&self, all: &Strings, ticker: &mut Ticker) -> Result<bool> {
        let all = strings(standard(&edges(all)));
        let known = || self.misere.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&wins) = known().get(&all) {
            return Ok(wins);
        }
        ticker.tick(1 + all.len() as u64)?;
        let mut wins = all.is_empty();
        for index in 0..all.len() {
            if index > 0 && all[index] == all[index - 1] {
                continue;
            }
            let (rest, completes) = cut(&all, index);
            if self.wins_misere(&rest, ticker)? == completes {
                wins = true;
                break;
            }
        }
        let mut known = known();
        if known.len() < MOST_KNOWN {
            known.insert(all, wins);
        }
        Ok(wins)
    }
}

impl Position for Strings {
    fn to_text(&self) -> String {
        self.iter().map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(",")
    }

    fn from_text(text: &str) -> Result<Self> {
        let mut strings = Strings::default();
        if let Some((rows, columns)) = upstar_engine::positions::grid::size(text) {
            let boxes = rows.checked_mul(columns).filter(|&boxes| boxes <= MOST_STRINGS as u64);
            let Some(boxes) = boxes else {
                let size = format!("{rows} times {columns} boxes");
                return Err(RuleError::too_large("the board", size, MOST_STRINGS));
            };
            for coin in 1..=boxes as u32 {
                let (row, column) = ((coin - 1) / columns as u32, (coin - 1) % columns as u32);
                // The sides of a box lead to the next one or to the ground.
                let right = u64::from(column) + 1 < columns;
                let below = u64::from(row) + 1 < rows;
                strings.push(if right { (coin, coin + 1) } else { (0, coin) });
                strings.push(if below { (coin, coin + columns as u32) } else { (0, coin) });
                strings.extend((column == 0).then_some((0, coin)));
                strings.extend((row == 0).then_some((0, coin)));
            }
        } else {
            let coin = |name: &str| name.trim().parse().ok().filter(|&coin: &u32| coin < 1000);
            let string = |part: &str| {
                let (a, b) = part.split_once('-')?;
                let (a, b) = (coin(a)?, coin(b)?);
                (a != b).then_some((a.min(b), a.max(b)))
            };
            strings.0 = pairs(text, text, string, || {
                "expected a string `a-b` between two coins, or a coin and the ground (0), \
                 or a size such as `2x3`"
                    .to_owned()
            })?;
        }
        if strings.len() > MOST_STRINGS {
            let size = format!("{} strings", strings.len());
            return Err(RuleError::too_large("the position", size, MOST_STRINGS));
        }
        strings.sort_unstable();
        Ok(strings)
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self[..]) + 16
    }

    fn picture(&self, _: &str) -> Picture {
        // Coins are numbered; each string to the ground has an end of its own.
        let mut coins: Vec<u32> = self.iter().flat_map(|&(a, b)| [a, b]).collect();
        coins.retain(|&coin| coin != 0);
        coins.sort_unstable();
        coins.dedup();
        let dot = |label: String| Dot { label, ..Dot::default() };
        let mut vertices: Vec<Dot> = coins.iter().map(|coin| dot(coin.to_string())).collect();
        let mut edges = Vec::with_capacity(self.len());
        for &(a, b) in self.iter() {
            let mut end = |coin: u32| {
                coins.binary_search(&coin).unwrap_or_else(|_| {
                    vertices.push(dot("0".to_owned()));
                    vertices.len() - 1
                })
            };
            edges.push((end(a), end(b)));
        }
        Picture::Graph { vertices, edges, tints: Vec::new(), directed: false }
    }
}

impl Ruleset for Nimstring {
    type Position = Strings;

    as_in!(ROW);

    /// Whole turns: any number of strings that complete coins, then one that does not.
    fn options(&self, all: &Strings, _: Player, out: &mut Options<Strings>) -> Result {
        let mut seen = HashSet::new();
        let mut open = vec![all.clone()];
        while let Some(strings) = open.pop() {
            for index in 0..strings.len() {
                let (rest, completes) = cut(&strings, index);
                if !completes {
                    out.push(rest);
                } else if seen.insert(rest.clone()) {
                    open.push(rest);
                }
            }
            few_enough(out.len() as u64 + seen.len() as u64)?;
        }
        Ok(())
    }

    fn normalize(&self, all: Strings) -> (Strings, Negated) {
        (strings(standard(&edges(&all))), Negated::No)
    }

    fn entailed(&self, all: &Strings, budget: &Budget) -> Option<Result<Entailed>> {
        Some(self.value(all, &mut budget.ticker()))
    }

    fn without_entailing_moves(&self, all: &Strings) -> Option<Game> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let position = |rules: &Rules| rules.downcast::<PlainTurns>()?.position(all);
        let known = last.as_ref().and_then(|rules| Some((rules.clone(), position(rules)?)));
        let (rules, position) = match known {
            Some(known) => known,
            None => {
                let rules = Rules::compiled(PlainTurns::new(all.clone()));
                let position = position(&rules)?;
                *last = Some(rules.clone());
                (rules, position)
            }
        };
        Some(rules.at(position))
    }

    fn entailing_moves(&self, all: &Strings, out: &mut Vec<Strings>) -> Result {
        let cuts = (0..all.len()).map(|index| cut(all, index));
        out.extend(cuts.filter(|(_, completes)| *completes).map(|(rest, _)| rest));
        Ok(())
    }

    fn entailed_misere(&self, all: &Strings, budget: &Budget) -> Option<Result<Outcome>> {
        let wins = self.wins_misere(all, &mut budget.ticker());
        Some(wins.map(|wins| if wins { Outcome::N } else { Outcome::P }))
    }
}

pub(crate) const ROW: Row = Row {
    name: "nimstring",
    aliases: &[],
    class: Class::ENTAILING,
    usage: "nimstring(\"2x3\") for boxes, or nimstring(\"0-1,1-2,2-0\")",
    rules: "Coins (1, 2, ...) on strings, to each other or to the ground (0). A move cuts a string; a\n\
            player who cuts the last string of a coin must move again, and loses if there is no move.\n\
            The value is a nimber, or loony: then the player to move wins, whatever nimber is added.",
    source: "Winning Ways, chapter 16; boxes as in Dots and Boxes",
    example: ("nimstring(\"0-1,1-2,2-0\")", "*"),
    make: Make::Rules(|| Rules::new(Nimstring::default())),
    boards: false,
};
