//! Turning Turtles and Twins: noughts and crosses on a strip are turned over.

use super::{Alphabet, Strip};
use crate::heaps::few_enough;
use crate::prelude::*;

/// A strip of noughts and crosses. A move turns a nought into a cross, and also turns over a cell
/// to its left.
#[derive(Clone, Copy, Debug)]
pub struct Turning {
    /// Whether the second cell must be turned too (the game of Twins).
    pub both: bool,
}

const NOUGHT: u8 = b'O';
const CROSS: u8 = b'X';

const ALPHABET: Alphabet = Alphabet {
    letters: &["Oo0", "Xx"],
    expected: "`O` (a nought, which can be turned) or `X` (a cross)",
    ..Alphabet::USUAL
};

impl Ruleset for Turning {
    type Position = Strip;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, strip: &Strip, _: Player, out: &mut Options<Strip>) -> Result {
        few_enough((strip.len() * strip.len()) as u64)?;
        for right in (0..strip.len()).filter(|&cell| strip[cell] == NOUGHT) {
            let mut alone = strip.clone();
            alone[right] = CROSS;
            for left in 0..right {
                let mut option = alone.clone();
                option[left] = if option[left] == NOUGHT { CROSS } else { NOUGHT };
                out.push(option);
            }
            if !self.both {
                out.push(alone);
            }
        }
        Ok(())
    }

    fn normalize(&self, mut strip: Strip) -> (Strip, Negated) {
        while strip.last() == Some(&CROSS) {
            strip.pop();
        }
        (strip, Negated::No)
    }

    fn known(&self, strip: &Strip, convention: Convention) -> Option<Known> {
        let first = u32::from(!self.both);
        let noughts = strip.iter().zip(first..).filter(|(letter, _)| **letter == NOUGHT);
        let theorem = if self.both {
            "noughts are heaps of nim, of as many as there are cells to their left"
        } else {
            "noughts are heaps of nim, as large as their places from 1"
        };
        let value = || Some(noughts.fold(0, |sum, (_, place)| sum ^ place));
        Known::in_normal_play(convention, theorem, value)
    }

    fn name(&self) -> &str {
        if self.both { TWINS.name } else { TURNING_TURTLES.name }
    }

    fn parse(&self, text: &str) -> Result<Strip> {
        ALPHABET.read(text)
    }

    fn board(&self, _: &Strip) -> Option<Vec<String>> {
        None
    }

    fn picture(&self, strip: &Strip) -> Picture {
        Picture::Signs(vec![self.write(strip)])
    }
}

pub(crate) const TURNING_TURTLES: Row = Row {
    name: "turning_turtles",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "turning_turtles(\"OXO\")",
    rules: "A strip of noughts and crosses; a move turns a nought into a cross, and may also turn\n\
            one cell to its left over.",
    source: "e-maxx, Sprague-Grundy theory; Winning Ways, chapter 14",
    example: ("turning_turtles(\"XOOXO\")", "*4"),
    make: Make::Rules(|| Rules::new(Turning { both: false })),
    boards: false,
};

pub(crate) const TWINS: Row = Row {
    name: "twins",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "twins(\"OXO\")",
    rules: "A strip of noughts and crosses; a move turns a nought into a cross, and also turns one\n\
            cell to its left over.",
    source: "e-maxx, Sprague-Grundy theory; Winning Ways, chapter 14",
    example: ("twins(\"XOOXO\")", "*7"),
    make: Make::Rules(|| Rules::new(Turning { both: true })),
    boards: false,
};
