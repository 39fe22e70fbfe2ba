//! Strings of Nimstring as bits, and turns without entailing moves.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use upstar_core::{Lease, Player, Ticker};

use super::{Strings, strings};
use crate::graphs::edges::{Edge, Edges, standard};
use crate::prelude::*;

/// The strings of a position as bits, and the Grundy values of some of them.
pub(super) struct Board {
    pub(super) ends: Vec<[usize; 2]>,
    /// The strings of each coin; those of the ground are none.
    coins: Vec<u64>,
    /// Strings between the same coins, where there are several.
    parallel: Vec<u64>,
    /// Symmetries: for each byte of strings, and each set of them, where these are moved to.
    images: Vec<Vec<[u64; 256]>>,
    /// The values of connected positions in which no coin can be taken.
    known: HashMap<u64, u8>,
}

/// Each of some strings.
fn each(mut strings: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let string = strings & strings.wrapping_neg();
        strings &= !string;
        (string != 0).then_some(string)
    })
}

/// The most symmetries of a position that are used.
const MOST_SYMMETRIES: usize = 16;

/// Adds ways to map the coins to each other, the ground to itself, so that as many strings join two of
/// them as their images. `moved` has the images of the first coins; the first way moves none.
fn add_symmetries(
    coins: &[u64],
    moved: &mut Vec<usize>,
    tries: &mut u32,
    out: &mut Vec<Vec<usize>>,
) {
    let coin = moved.len();
    if coin == coins.len() {
        out.push(moved.clone());
        return;
    }
    let count = |a: usize, b: usize| (coins[a] & coins[b]).count_ones();
    for image in 1..coins.len() {
        if out.len() == MOST_SYMMETRIES || *tries == 0 {
            return;
        }
        *tries -= 1;
        if !moved.contains(&image)
            && count(coin, coin) == count(image, image)
            && (0..coin).all(|other| count(coin, other) == count(image, moved[other]))
        {
            moved.push(image);
            add_symmetries(coins, moved, tries, out);
            moved.pop();
        }
    }
}

impl Board {
    pub(super) fn of(strings: &Strings) -> Board {
        let ends = strings.iter().map(|&(a, b)| [a as usize, b as usize]);
        let ends: Vec<[usize; 2]> = ends.collect();
        let mut coins = vec![0_u64; ends.iter().map(|ends| ends[1] + 1).max().unwrap_or(1)];
        let mut parallel: Vec<u64> = Vec::new();
        for (at, &[a, b]) in ends.iter().enumerate() {
            coins[a] |= 1 << at;
            coins[b] |= 1 << at;
            match parallel.last_mut() {
                Some(last) if ends[last.trailing_zeros() as usize] == [a, b] => *last |= 1 << at,
                _ => parallel.push(1 << at),
            }
        }
        let mut symmetries = Vec::new();
        add_symmetries(&coins, &mut vec![0], &mut 10_000, &mut symmetries);
        let image = |moved: &Vec<usize>| {
            let mut left = coins.clone();
            let moved = ends.iter().map(|&[a, b]| {
                // Of parallel strings, the first goes to the first.
                let both = left[moved[a]] & left[moved[b]];
                let one = both & both.wrapping_neg();
                left[moved[a]] &= !one;
                one
            });
            let moved: Vec<u64> = moved.collect();
            let of = |bits: &[u64]| {
                std::array::from_fn(|set| {
                    bits.iter()
                        .enumerate()
                        .filter(|(at, _)| set >> at & 1 == 1)
                        .map(|one| one.1)
                        .sum()
                })
            };
            moved.chunks(8).map(of).collect()
        };
        let images = symmetries.iter().skip(1).map(image).collect();
        coins[0] = 0;
        parallel.retain(|group| group.count_ones() > 1);
        Board { ends, coins, parallel, images, known: HashMap::new() }
    }

    /// The least of the images of some strings.
    fn least(&self, strings: u64) -> u64 {
        let images = self.images.iter().map(|image| {
            let bytes = image.iter().zip(strings.to_le_bytes());
            bytes.map(|(moved, byte)| moved[usize::from(byte)]).sum()
        });
        images.min().map_or(strings, |least: u64| least.min(strings))
    }

    /// All strings.
    pub(super) fn all(&self) -> u64 {
        (0..self.ends.len()).fold(0, |all, at| all | 1 << at)
    }

    /// The other end of a string.
    fn beyond(&self, coin: usize, string: u64) -> usize {
        let [a, b] = self.ends[string.trailing_zeros() as usize];
        if a == coin { b } else { a }
    }

    /// The strings that are left when all coins are taken that are as good taken at once as later.
    /// `None` if the position is loony: a coin with one string is tied to one with two, so that the
    /// player to move may take both coins, or cut the other string and leave them to the opponent,
    /// who takes them and then has to move. (Winning Ways, chapter 16.)
    pub(super) fn take_free(&self, mut strings: u64) -> Option<u64> {
        loop {
            let is_free = |&coin: &usize| (self.coins[coin] & strings).count_ones() == 1;
            let Some(coin) = (1..self.coins.len()).find(is_free) else { return Some(strings) };
            let string = self.coins[coin] & strings;
            let other = self.beyond(coin, string);
            let next = self.coins[other] & strings & !string;
            if next.count_ones() == 1 {
                let beyond = self.beyond(other, next);
                if beyond == 0 || (self.coins[beyond] & strings).count_ones() > 1 {
                    return None;
                }
            }
            strings &= !string;
        }
    }

    /// The strings that are connected with the first one; the ground connects none.
    pub(super) fn part(&self, strings: u64) -> u64 {
        let mut part = strings & strings.wrapping_neg();
        let mut new = part;
        while new != 0 {
            let [a, b] = self.ends[new.trailing_zeros() as usize];
            new &= new - 1;
            let more = (self.coins[a] | self.coins[b]) & strings & !part;
            part |= more;
            new |= more;
        }
        part
    }

    /// The least of the equal sets of strings.
    fn standard(&self, mut strings: u64) -> u64 {
        for &group in &self.parallel {
            // The first of them, as many as there are.
            let mut rest = group;
            for _ in 0..(group & strings).count_ones() {
                rest &= rest - 1;
            }
            strings = (strings | group) & !rest;
        }
        self.least(strings)
    }

    /// Where a turn that begins with this string ends, in a position in which no coin can be taken.
    /// `None` if the opponent then has a loony position, and wins.
    fn turn(&self, strings: u64, string: u64) -> Option<u64> {
        let left = strings & !string;
        let ends = self.ends[string.trailing_zeros() as usize];
        let frees = ends.into_iter().any(|coin| (self.coins[coin] & left).count_ones() == 1);
        if frees { self.take_free(left) } else { Some(left) }
    }

    /// The Grundy value of a connected position in which no coin can be taken: each move ends the
    /// turn, and those to loony positions lose. It is called for positions with fewer and fewer
    /// strings, at most [`MOST_STRINGS`](super::MOST_STRINGS) deep.
    pub(super) fn part_nimber(
        &mut self,
        part: u64,
        ticker: &mut Ticker,
        lease: &mut Lease,
    ) -> Result<u8> {
        let part = self.standard(part);
        if let Some(&value) = self.known.get(&part) {
            return Ok(value);
        }
        ticker.tick(1 + u64::from(part.count_ones()))?;
        let mut seen = 0_u64;
        for string in each(part) {
            let Some(mut open) = self.turn(part, string) else { continue };
            // A string to the ground connects nothing.
            let is_part =
                self.ends[string.trailing_zeros() as usize][0] == 0 && open == part & !string;
            let mut sum = 0;
            while open != 0 {
                let part = if is_part { open } else { self.part(open) };
                open &= !part;
                sum ^= self.part_nimber(part, ticker, lease)?;
            }
            seen |= 1 << sum;
        }
        let value = seen.trailing_ones() as u8;
        // Three times what the table takes: it grows to twice the size beside the old one.
        let slots = 4 * self.known.capacity() as u64;
        if self.known.len() < self.known.capacity() || lease.cover(slots * 17, 1 << 16).is_ok() {
            self.known.insert(part, value);
        }
        Ok(value)
    }

    /// The position with these strings, in its standard form.
    pub(super) fn strings(&self, part: u64) -> Strings {
        let ends = self.ends.iter().enumerate().filter(|&(at, _)| part >> at & 1 == 1);
        let edges: Edges = ends.map(|(_, &[a, b])| (a as u32, b as u32, Edge::Green)).collect();
        strings(standard(&edges))
    }
}

/// Nimstring in which coins that are as good taken at once are taken at once, so that each turn is one
/// move, and the moves to loony positions, which lose, are left out.
///
/// A position is the set of strings that are left of the `whole`, or [`LOONY`].
pub(super) struct PlainTurns {
    whole: Strings,
    board: Board,
}

/// A loony position, as far as only the winner matters: with one move, to the empty position.
const LOONY: u64 = 1 << 63;

impl PlainTurns {
    /// For `whole` and positions with some of its strings.
    pub(super) fn new(whole: Strings) -> Self {
        // The numbers of the coins in order.
        let coins: BTreeSet<u32> = whole.iter().flat_map(|&(a, b)| [0, a, b]).collect();
        let number = |coin| coins.range(..coin).count() as u32;
        let numbered = whole.iter().map(|&(a, b)| (number(a), number(b))).collect();
        PlainTurns { board: Board::of(&Strings(numbered)), whole }
    }

    /// The position with the same winner as these strings, if all of them are of the whole.
    pub(super) fn position(&self, strings: &Strings) -> Option<u64> {
        let (mut bits, mut at) = (0, 0);
        for string in strings.iter() {
            at += self.whole[at..].iter().position(|other| other == string)?;
            bits |= 1 << at;
            at += 1;
        }
        Some(self.board.take_free(bits).unwrap_or(LOONY))
    }
}

impl Ruleset for PlainTurns {
    type Position = u64;

    fn name(&self) -> &str {
        "nimstring"
    }

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn parameters(&self) -> String {
        format!("plain turns of {}", self.whole.to_text())
    }

    fn options(&self, &strings: &u64, _: Player, out: &mut Options<u64>) -> Result {
        match strings {
            LOONY => out.push(0),
            _ => out.extend(each(strings).filter_map(|string| self.board.turn(strings, string))),
        }
        Ok(())
    }

    fn components(&self, &strings: &u64, out: &mut Vec<u64>) -> Result {
        let mut rest = strings;
        while rest != 0 {
            let part = if rest == LOONY { rest } else { self.board.part(rest) };
            rest &= !part;
            out.push(part);
        }
        Ok(())
    }

    fn static_bounds(&self, &strings: &u64) -> Option<StaticBounds> {
        let moves = strings.count_ones();
        Some(StaticBounds::of_moves(moves, moves))
    }

    fn normalize(&self, strings: u64) -> (u64, Negated) {
        let is_loony = strings == LOONY;
        (if is_loony { LOONY } else { self.board.standard(strings) }, Negated::No)
    }
}
