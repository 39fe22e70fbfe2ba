//! Coin-turning games: coins in a row, and a move turns some of them.

use super::spawning::{Spawning, code};
use super::turning_code::{self, TurningCode};
use super::{Alphabet, Strip};
use crate::prelude::*;

const HEADS: u8 = b'h';
const TAILS: u8 = b't';

const ALPHABET: Alphabet = Alphabet {
    letters: &["hH", "tT"],
    expected: "`h` (heads) or `t` (tails)",
    longest: turning_code::LONGEST as usize,
    ..Alphabet::USUAL
};

/// A coin-turning game: a strip of coins. A move turns some of them, and the rightmost of these
/// goes from heads to tails.
#[derive(Debug)]
pub struct CoinTurning {
    name: &'static str,
    heaps: Spawning,
    /// The code as a parameter; empty if the name implies it.
    parameters: String,
}

impl CoinTurning {
    fn named(name: &'static str, code: &str) -> Rules {
        let heaps = Spawning::new(constant(TurningCode::read(code)));
        Rules::new(CoinTurning { name, heaps, parameters: String::new() })
    }
}

impl Ruleset for CoinTurning {
    type Position = Strip;

    as_in!(self.name, Class::IMPARTIAL);

    fn options(&self, strip: &Strip, _: Player, out: &mut Options<Strip>) -> Result {
        let budget = out.budget().cloned();
        for (last, _) in strip.iter().enumerate().filter(|(_, coin)| **coin == HEADS) {
            self.heaps.code.each_set(last as u64 + 1, budget.as_ref(), &mut |set| {
                let mut option = strip.clone();
                option[last] = TAILS;
                for &coin in set {
                    let coin = &mut option[coin as usize - 1];
                    *coin = if *coin == HEADS { TAILS } else { HEADS };
                }
                out.push(option);
                Ok(out.check()?)
            })?;
        }
        Ok(())
    }

    fn normalize(&self, mut strip: Strip) -> (Strip, Negated) {
        while strip.last() == Some(&TAILS) {
            strip.pop();
        }
        (strip, Negated::No)
    }

    fn known(&self, strip: &Strip, convention: Convention) -> Option<Known> {
        let cells = strip.iter().zip(1..).filter(|(coin, _)| **coin == HEADS);
        let theorem = "every head is a game of its own (Winning Ways, chapter 14)";
        let value = || self.heaps.sum(cells.map(|(_, cell)| cell));
        Known::in_normal_play(convention, theorem, value)
    }

    fn parse(&self, text: &str) -> Result<Strip> {
        ALPHABET.read(text)
    }

    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    fn picture(&self, strip: &Strip) -> Picture {
        Picture::Signs(vec![self.write(strip).to_uppercase()])
    }
}

pub(crate) const TURNING: Row = Row {
    name: "turning",
    aliases: &["coin_turning"],
    class: Class::IMPARTIAL,
    usage: "turning(\"1-3\"; \"htth\")",
    rules: "Coins in a row, heads (h) or tails (t), and a code: a move turns some coins, the last of them\n\
            from heads to tails. `1-3`, `3`, `2+` give their number; C: consecutive, C(n): within n\n\
            cells, E: equally spaced, S: symmetric, F: with the first coin; commas separate alternatives.",
    source: "Winning Ways, chapter 14; codes as in CGSuite",
    example: ("turning(\"1-3\"; \"htththtth\")", "*29"),
    make: Make::With(|parameters| {
        let heaps = Spawning::new(code(parameters)?);
        let parameters = heaps.parameters();
        Ok(Rules::new(CoinTurning { name: TURNING.name, heaps, parameters }))
    }),
    boards: false,
};

/// A row for a game with its own name.
macro_rules! named {
    ($row:ident, $name:literal, $code:literal, $rules:literal, $example:literal, $answer:literal) => {
        pub(crate) const $row: Row = Row {
            name: $name,
            aliases: &[],
            class: Class::IMPARTIAL,
            usage: concat!($name, "(\"htth\")"),
            rules: concat!(
                "A row of coins, heads (h) or tails (t); a move turns ",
                $rules,
                ",\nthe last of them from heads to tails. Turning code ",
                $code,
                "."
            ),
            source: "Winning Ways, chapter 14",
            example: (concat!($name, "(\"", $example, "\")"), $answer),
            make: Make::Rules(|| CoinTurning::named($name, $code)),
            boards: false,
        };
    };
}

named!(
    GRUNT,
    "grunt",
    "4FS",
    "four coins that lie symmetrically, one of them the first of all",
    "ttttth",
    "*2"
);
named!(MOCK_TURTLES, "mock_turtles", "1-3", "one, two or three coins", "tttth", "*8");
named!(
    MOCK_TURTLE_FIVES,
    "mock_turtle_fives",
    "1-3C(5)",
    "up to three of five neighbouring coins",
    "tttth",
    "*8"
);
named!(MOEBIUS, "moebius", "1-5", "up to five coins", "tttttth", "*32");
named!(MOGUL, "mogul", "1-7", "up to seven coins", "tttth", "*16");
named!(MOIDORES, "moidores", "1-9", "up to nine coins", "ttttttttth", "*511");
named!(MOTLEY, "motley", "1+", "any number of coins", "hth", "*5");
named!(RULER, "ruler", "1+C", "any number of neighbouring coins", "ttth", "*4");
named!(RULER_FIVES, "ruler_fives", "1-5C", "up to five neighbouring coins", "ttttttth", "*4");
named!(SYM, "sym", "1+S", "any number of coins that lie symmetrically", "tttth", "*6");
named!(
    SYMPLER,
    "sympler",
    "1+FS",
    "any number of coins that lie symmetrically, one of them the first of all",
    "hth",
    "*"
);
named!(TRIPLETS, "triplets", "3", "exactly three coins", "tttth", "*4");
named!(
    TRIPLET_FIVES,
    "triplet_fives",
    "3C(5)",
    "exactly three of five neighbouring coins",
    "tttth",
    "*4"
);
named!(TURNIPS, "turnips", "3E", "exactly three equally spaced coins", "tttttth", "*2");
