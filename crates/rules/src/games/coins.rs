//! Coins on a staircase or a strip, and strips of noughts and crosses.

use upstar_core::Player;

use super::heaps::few_enough;
use super::numbers::bytes;
use crate::catalogue::Make;
use crate::{
    Arguments, Class, Convention, Fact, Game, Known, Negated, Picture, Row, RuleError, Ruleset,
};

/// What a theorem of normal play gives: a Grundy value, if it can be counted.
fn in_normal_play(convention: Convention, value: u64, theorem: &'static str) -> Option<Known> {
    let value = u32::try_from(value).ok()?;
    (convention == Convention::Normal).then_some(Known { fact: Fact::Grundy(value), theorem })
}

/// Staircase nim: coins go one step down. The first step is the floor, from which
/// no coin moves.
#[derive(Clone, Copy, Debug)]
pub struct Staircase;

impl Ruleset for Staircase {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        steps: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        let coins = steps.iter().fold(0u64, |sum, &coins| sum.saturating_add(coins));
        few_enough(coins)?;
        for step in 1..steps.len() {
            out.extend((1..=steps[step]).map(|moved| {
                let mut option = steps.clone();
                option[step] -= moved;
                option[step - 1] += moved;
                option
            }));
        }
        Ok(())
    }

    fn normalize(&self, mut steps: Vec<u64>) -> (Vec<u64>, Negated) {
        // How many coins lie on the floor makes no difference.
        if let Some(floor) = steps.first_mut() {
            *floor = 0;
        }
        while steps.last() == Some(&0) {
            steps.pop();
        }
        (steps, Negated::No)
    }

    fn known(&self, steps: &Vec<u64>, convention: Convention) -> Option<Known> {
        let value = steps.iter().skip(1).step_by(2).fold(0, |sum, coins| sum ^ coins);
        in_normal_play(convention, value, "only the coins on even steps count, as heaps of nim")
    }

    fn bytes(&self, steps: &Vec<u64>) -> usize {
        bytes(steps)
    }

    fn name(&self) -> &str {
        "staircase"
    }

    fn picture(&self, steps: &Vec<u64>) -> Picture {
        Picture::Stairs(steps.clone())
    }
}

pub(crate) const STAIRCASE: Row = Row {
    name: "staircase",
    aliases: &["staircase_nim"],
    class: Class::IMPARTIAL,
    usage: "staircase(a,b,...)",
    rules: "Coins on the steps of a staircase, first those on step 1; a move takes any number\n\
            of coins from a step to the next one below. From step 1 no coin moves.",
    source: "e-maxx, Sprague-Grundy theory; Sprague (1937)",
    example: ("staircase(5,3,4,6)", "*5"),
    make: Make::Whole(|call| {
        call.expect(0..=usize::MAX, "staircase(a,b,...)")?;
        let steps = call.counts(0, u64::MAX)?;
        if steps.iter().try_fold(0u64, |sum, &coins| sum.checked_add(coins)).is_none() {
            return Err(RuleError::too_large("the number of coins", "the sum", u64::MAX));
        }
        Ok(Game::new(Staircase, steps))
    }),
    board: None,
};

/// The cells of coins: 1 is the leftmost.
fn cells(call: &Arguments, usage: &str) -> Result<Vec<u64>, RuleError> {
    call.expect(0..=usize::MAX, usage)?;
    let cells = call.counts(0, u64::MAX)?;
    match cells.iter().position(|&cell| cell == 0) {
        Some(index) => Err(call.complain(index, "cells are counted from 1")),
        None => Ok(cells),
    }
}

/// The strip up to the last coin.
fn strip(coins: &[u64]) -> Picture {
    let mut sorted = coins.to_vec();
    sorted.sort_unstable();
    let same = sorted.chunk_by(|a, b| a == b);
    let coins = same.map(|coins| (coins[0], coins.len() as u64)).collect();
    Picture::Strip { cells: sorted.last().copied().unwrap_or(0), coins }
}

/// Nimble: coins on a strip, each goes to the left; cells hold any number of coins.
#[derive(Clone, Copy, Debug)]
pub struct Nimble;

impl Ruleset for Nimble {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        coins: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        few_enough(coins.iter().fold(0u64, |sum, &cell| sum.saturating_add(cell)))?;
        for (index, &cell) in coins.iter().enumerate() {
            out.extend((1..cell).map(|to| {
                let mut option = coins.clone();
                option[index] = to;
                option
            }));
        }
        Ok(())
    }

    fn components(&self, coins: &Vec<u64>, out: &mut Vec<Vec<u64>>) -> Result<(), RuleError> {
        out.extend(coins.iter().filter(|&&cell| cell > 1).map(|&cell| vec![cell]));
        Ok(())
    }

    fn normalize(&self, mut coins: Vec<u64>) -> (Vec<u64>, Negated) {
        coins.retain(|&cell| cell > 1);
        coins.sort_unstable();
        (coins, Negated::No)
    }

    fn known(&self, coins: &Vec<u64>, convention: Convention) -> Option<Known> {
        let value = coins.iter().fold(0, |sum, cell| sum ^ (cell - 1));
        in_normal_play(convention, value, "a coin on cell a is a heap of nim of a - 1")
    }

    fn bytes(&self, coins: &Vec<u64>) -> usize {
        bytes(coins)
    }

    fn name(&self) -> &str {
        "nimble"
    }

    fn picture(&self, coins: &Vec<u64>) -> Picture {
        strip(coins)
    }
}

pub(crate) const NIMBLE: Row = Row {
    name: "nimble",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "nimble(a,b,...)",
    rules: "Coins on the cells a, b, ... of a strip, cell 1 at its left end; a move takes a coin\n\
            any number of cells to the left. A cell may hold many coins.",
    source: "e-maxx, Sprague-Grundy theory; Winning Ways, chapter 15",
    example: ("nimble(2,4,7)", "*4"),
    make: Make::Whole(|call| Ok(Game::new(Nimble, cells(call, "nimble(a,b,...)")?))),
    board: None,
};

/// Nimble without jumps: coins on different cells, which they keep free for nobody
/// else. A position is sorted.
#[derive(Clone, Copy, Debug)]
pub struct Nimble2;

impl Ruleset for Nimble2 {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        coins: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        few_enough(coins.last().copied().unwrap_or(0))?;
        let mut free = 1;
        for (index, &cell) in coins.iter().enumerate() {
            out.extend((free..cell).map(|to| {
                let mut option = coins.clone();
                option[index] = to;
                option
            }));
            free = cell + 1;
        }
        Ok(())
    }

    fn known(&self, coins: &Vec<u64>, convention: Convention) -> Option<Known> {
        let mut before = 0;
        let gaps = coins.iter().map(|&cell| {
            let gap = cell - before - 1;
            before = cell;
            gap
        });
        let gaps: Vec<u64> = gaps.collect();
        let value = gaps.iter().rev().step_by(2).fold(0, |sum, gap| sum ^ gap);
        in_normal_play(convention, value, "the gaps are the steps of a staircase, the last on top")
    }

    fn bytes(&self, coins: &Vec<u64>) -> usize {
        bytes(coins)
    }

    fn name(&self) -> &str {
        "nimble2"
    }

    fn picture(&self, coins: &Vec<u64>) -> Picture {
        strip(coins)
    }
}

pub(crate) const NIMBLE2: Row = Row {
    name: "nimble2",
    aliases: &["silver_dollar_without_dollar"],
    class: Class::IMPARTIAL,
    usage: "nimble2(a,b,...)",
    rules: "Coins on different cells a, b, ... of a strip, cell 1 at its left end; a move takes a\n\
            coin any number of free cells to the left, not over another coin.",
    source: "e-maxx, Sprague-Grundy theory",
    example: ("nimble2(2,5,9)", "*2"),
    make: Make::Whole(|call| {
        let mut coins = cells(call, "nimble2(a,b,...)")?;
        coins.sort_unstable();
        if coins.last() == Some(&u64::MAX) {
            return Err(RuleError::too_large("the cell", u64::MAX, u64::MAX - 1));
        }
        if coins.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(call.complain(0, "two coins on one cell"));
        }
        Ok(Game::new(Nimble2, coins))
    }),
    board: None,
};

/// A strip of noughts and crosses; a move turns a nought into a cross and with it a
/// cell to the left, one way or the other.
#[derive(Clone, Copy, Debug)]
pub struct Turning {
    /// Whether the second cell must be turned too (the game of Twins).
    pub both: bool,
}

const NOUGHT: u8 = b'O';
const CROSS: u8 = b'X';
/// The longest strip.
const LONGEST: usize = 10_000;

fn turned(letter: u8) -> u8 {
    if letter == NOUGHT { CROSS } else { NOUGHT }
}

impl Turning {
    fn make(self, call: &Arguments, usage: &str) -> Result<Game, RuleError> {
        call.expect(1..=1, usage)?;
        let strip = self.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
        Ok(Game::new(self, strip))
    }
}

impl Ruleset for Turning {
    type Position = Vec<u8>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, strip: &Vec<u8>, _: Player, out: &mut Vec<Vec<u8>>) -> Result<(), RuleError> {
        few_enough((strip.len() * strip.len()) as u64)?;
        for right in (0..strip.len()).filter(|&cell| strip[cell] == NOUGHT) {
            let mut alone = strip.clone();
            alone[right] = CROSS;
            for left in 0..right {
                let mut option = alone.clone();
                option[left] = turned(option[left]);
                out.push(option);
            }
            if !self.both {
                out.push(alone);
            }
        }
        Ok(())
    }

    fn normalize(&self, mut strip: Vec<u8>) -> (Vec<u8>, Negated) {
        while strip.last() == Some(&CROSS) {
            strip.pop();
        }
        (strip, Negated::No)
    }

    fn known(&self, strip: &Vec<u8>, convention: Convention) -> Option<Known> {
        let first = u64::from(!self.both);
        let noughts = strip.iter().zip(first..).filter(|(letter, _)| **letter == NOUGHT);
        let value = noughts.fold(0, |sum, (_, place)| sum ^ place);
        let theorem = if self.both {
            "noughts are heaps of nim, of as many as there are cells to their left"
        } else {
            "noughts are heaps of nim, as large as their places from 1"
        };
        in_normal_play(convention, value, theorem)
    }

    fn bytes(&self, strip: &Vec<u8>) -> usize {
        size_of::<Vec<u8>>() + strip.len() + 16
    }

    fn name(&self) -> &str {
        if self.both { TWINS.name } else { TURNING_TURTLES.name }
    }

    fn write(&self, strip: &Vec<u8>) -> String {
        strip.iter().map(|&letter| char::from(letter)).collect()
    }

    fn parse(&self, text: &str) -> Result<Vec<u8>, RuleError> {
        if text.len() > LONGEST {
            let found = format!("{} cells", text.len());
            return Err(RuleError::too_large("the strip", found, format!("{LONGEST} cells")));
        }
        let letters = text.char_indices().map(|(place, letter)| match letter {
            'O' | 'o' | '0' => Ok(NOUGHT),
            'X' | 'x' => Ok(CROSS),
            other => Err(RuleError::notation(
                text,
                place..place + other.len_utf8(),
                format!(
                    "expected `O` (a nought, which can be turned) or `X` (a cross), found `{}`",
                    other.escape_default()
                ),
            )),
        });
        letters.collect()
    }

    fn call(&self, strip: &Vec<u8>) -> String {
        format!("{}(\"{}\")", self.name(), self.write(strip))
    }

    fn picture(&self, strip: &Vec<u8>) -> Picture {
        Picture::Signs(vec![self.write(strip)])
    }
}

pub(crate) const TURNING_TURTLES: Row = Row {
    name: "turning_turtles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "turning_turtles(\"OXO\")",
    rules: "A strip of noughts and crosses; a move turns a nought into a cross, and if one\n\
            likes, one cell to its left from either into the other.",
    source: "e-maxx, Sprague-Grundy theory; Winning Ways, chapter 14",
    example: ("turning_turtles(\"XOOXO\")", "*4"),
    make: Make::Whole(|call| Turning { both: false }.make(call, "turning_turtles(\"OXO\")")),
    board: None,
};

pub(crate) const TWINS: Row = Row {
    name: "twins",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "twins(\"OXO\")",
    rules: "A strip of noughts and crosses; a move turns a nought into a cross, and also one\n\
            cell to its left from either into the other.",
    source: "e-maxx, Sprague-Grundy theory; Winning Ways, chapter 14",
    example: ("twins(\"XOOXO\")", "*7"),
    make: Make::Whole(|call| Turning { both: true }.make(call, "twins(\"OXO\")")),
    board: None,
};
