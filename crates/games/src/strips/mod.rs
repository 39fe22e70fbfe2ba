//! Games on strips: rows of cells with men, coins, crosses or dominoes.

pub(crate) mod coin_turning;
pub(crate) mod crosses;
pub(crate) mod gen_toads;
pub(crate) mod nimble;
pub(crate) mod spawning;
pub(crate) mod staircase;
pub(crate) mod toads;
pub(crate) mod toppling_dominoes;
pub(crate) mod turning_code;
pub(crate) mod turtles;

use std::ops::Range;

use upstar_engine::{Arguments, Picture, Result, RuleError};

use crate::Row;

/// The rulesets of this family.
pub(super) static RULESETS: &[Row] = &[
    coin_turning::GRUNT,
    coin_turning::MOCK_TURTLES,
    coin_turning::MOCK_TURTLE_FIVES,
    coin_turning::MOEBIUS,
    coin_turning::MOGUL,
    coin_turning::MOIDORES,
    coin_turning::MOTLEY,
    coin_turning::RULER,
    coin_turning::RULER_FIVES,
    coin_turning::SYM,
    coin_turning::SYMPLER,
    coin_turning::TRIPLETS,
    coin_turning::TRIPLET_FIVES,
    coin_turning::TURNING,
    coin_turning::TURNIPS,
    crosses::CROSSES,
    crosses::TREBLECROSS,
    gen_toads::ELEPHANTS_AND_RHINOS,
    gen_toads::GENERAL,
    nimble::NIMBLE,
    nimble::NIMBLE2,
    spawning::ROW,
    staircase::ROW,
    toads::BACKSLIDING,
    toads::ROW,
    toppling_dominoes::ROW,
    turtles::TURNING_TURTLES,
    turtles::TWINS,
];

/// The longest strip that is read, or for which all moves are listed.
const LONGEST: usize = 10_000;

/// A strip of cells, each with the letter of its content.
type Strip = Vec<u8>;

/// The notation of a strip of cells.
#[derive(Debug)]
struct Alphabet {
    /// For each kind of cell the letters that are read. The first one is written.
    letters: &'static [&'static str],
    /// The letters, for error messages.
    expected: &'static str,
    /// Whether blanks are allowed between letters.
    blanks: bool,
    /// The largest number of cells.
    longest: usize,
    /// The names of a strip and of its cells.
    called: (&'static str, &'static str),
}

impl Alphabet {
    /// The usual settings.
    const USUAL: Alphabet = Alphabet {
        letters: &[],
        expected: "",
        blanks: false,
        longest: LONGEST,
        called: ("the strip", "cells"),
    };

    /// Reads a strip.
    fn read(&self, text: &str) -> Result<Strip> {
        self.read_in(text, 0..text.len())
    }

    /// Reads a strip that is part of a text.
    fn read_in(&self, text: &str, part: Range<usize>) -> Result<Strip> {
        let strip = &text[part.clone()];
        let size = strip.trim().len();
        if size > self.longest {
            let (what, cells) = self.called;
            let limit = format!("{} {cells}", self.longest);
            return Err(RuleError::too_large(what, format!("{size} {cells}"), limit));
        }
        let kind_of = |letter| self.letters.iter().find(|kind| kind.contains(letter));
        let blank = |c: char| self.blanks && c.is_whitespace() && kind_of(c).is_none();
        let cells = strip.char_indices().filter(|&(_, c)| !blank(c));
        let letters = cells.map(|(place, letter)| {
            let kind = kind_of(letter);
            kind.map(|kind| kind.as_bytes()[0]).ok_or_else(|| {
                let place = part.start + place;
                RuleError::notation(
                    text,
                    place..place + letter.len_utf8(),
                    format!("expected {}, found `{}`", self.expected, letter.escape_default()),
                )
            })
        });
        letters.collect()
    }
}

/// The cells in reverse order.
fn reversed(cells: &[u8]) -> Strip {
    cells.iter().rev().copied().collect()
}

/// All arguments as numbers, each at least `least`. `message` is the error otherwise.
fn at_least(arguments: &Arguments, least: u64, message: &str) -> Result<Vec<u64>> {
    if arguments.before_semicolon().is_some() {
        return Err(RuleError::Usage);
    }
    let numbers = arguments.counts(0, u64::MAX)?;
    match numbers.iter().position(|&number| number < least) {
        Some(index) => Err(arguments.complain(index, message)),
        None => Ok(numbers),
    }
}

/// A strip up to the last coin. Cells are counted from 1.
fn coins_on_cells(coins: &[u64]) -> Picture {
    let mut sorted = coins.to_vec();
    sorted.sort_unstable();
    let same = sorted.chunk_by(|a, b| a == b);
    let coins = same.map(|coins| (coins[0], coins.len() as u64)).collect();
    Picture::Strip { cells: sorted.last().copied().unwrap_or(0), coins }
}
