//! Toads and Frogs on a strip, optionally with sliding backwards: strips of up to 64 cells as sets
//! of bits, and longer strips.

use upstar_values::Rational;

use super::Alphabet;
use super::gen_toads::{FREE, FROG, GeneralToads, JUMPS, TOAD, WALL, rows};
use crate::boards::bits::SmallBoard;
use crate::prelude::*;

const ALPHABET: Alphabet = Alphabet {
    letters: &["tT", "fF", "._", "|\n"],
    expected: "`t` (toad), `f` (frog), `.` (free) or `|` (between strips)",
    blanks: true,
    ..Alphabet::USUAL
};

/// Toads and Frogs on at most 64 cells: toads go right, frogs go left.
///
/// Bit 0 is the cell at the left end. Toads are Left's men. A wall separates two strips.
#[derive(Clone, Copy, Debug)]
pub struct ToadsAndFrogs {
    /// Whether men may also slide backwards.
    pub backsliding: bool,
}

/// The toads and the frogs that can slide, and those that can jump, given the cells where toads,
/// frogs and nobody may be.
#[inline]
fn movers(free: u64, toads: u64, frogs: u64) -> [u64; 4] {
    [
        toads & free >> 1,
        toads & frogs >> 1 & free >> 2,
        frogs & free << 1,
        frogs & toads << 1 & free << 2,
    ]
}

/// The pairs of neighbouring cells between which a move may ever be possible, now or after any
/// moves. Bit i stands for the cells i and i + 1.
///
/// The sets of cells where a toad may ever be, a frog may ever be, and nobody may ever be grow
/// until they allow no further move. They allow every move of real play, and perhaps more.
#[inline]
fn ways(strip: SmallBoard) -> u64 {
    let (mut free, mut toads, mut frogs) = strip.parts();
    loop {
        let [toad_slides, toad_jumps, frog_slides, frog_jumps] = movers(free, toads, frogs);
        let after = (
            free | toad_slides | toad_jumps | frog_slides | frog_jumps,
            toads | toad_slides << 1 | toad_jumps << 2,
            frogs | frog_slides >> 1 | frog_jumps >> 2,
        );
        if after == (free, toads, frogs) {
            let frogs = frog_slides | frog_jumps | frog_jumps >> 1;
            return toad_slides | toad_jumps | toad_jumps << 1 | frogs >> 1;
        }
        (free, toads, frogs) = after;
    }
}

impl Ruleset for ToadsAndFrogs {
    type Position = SmallBoard;

    fn class(&self) -> Class {
        if self.backsliding { Class::LOOPY_PARTIZAN } else { Class::PARTIZAN }
    }

    #[inline]
    fn options(&self, strip: &SmallBoard, player: Player, out: &mut Options<SmallBoard>) -> Result {
        let (free, toads, frogs) = strip.parts();
        let [toad_slides, toad_jumps, frog_slides, frog_jumps] = movers(free, toads, frogs);
        // The cells that a man leaves and reaches are added to, and removed from, the cells of the
        // other player's men.
        let mut each = |mut from: u64, way: fn(u64) -> u64| {
            while from != 0 {
                let cell = from & from.wrapping_neg();
                from ^= cell;
                out.push(strip.toggled(player.opponent(), cell | way(cell)));
            }
        };
        match player {
            Player::Left => {
                each(toad_slides, |cell| cell << 1);
                each(toad_jumps, |cell| cell << 2);
                if self.backsliding {
                    each(toads & free << 1, |cell| cell >> 1);
                }
            }
            Player::Right => {
                each(frog_slides, |cell| cell >> 1);
                each(frog_jumps, |cell| cell >> 2);
                if self.backsliding {
                    each(frogs & free >> 1, |cell| cell << 1);
                }
            }
        }
        Ok(())
    }

    /// There are no tiers. Men have come along the ways they go.
    fn unmoves(
        &self,
        strip: &SmallBoard,
        player: Player,
        out: &mut Vec<SmallBoard>,
    ) -> Result<bool> {
        let (free, toads, frogs) = strip.parts();
        let mut each = |mut to: u64, back: fn(u64) -> u64| {
            while to != 0 {
                let cell = to & to.wrapping_neg();
                to ^= cell;
                out.push(strip.toggled(player.opponent(), cell | back(cell)));
            }
        };
        match player {
            Player::Left => {
                each(toads & free << 1, |cell| cell >> 1);
                each(toads & frogs << 1 & free << 2, |cell| cell >> 2);
                if self.backsliding {
                    each(toads & free >> 1, |cell| cell << 1);
                }
            }
            Player::Right => {
                each(frogs & free >> 1, |cell| cell << 1);
                each(frogs & toads >> 1 & free >> 2, |cell| cell << 2);
                if self.backsliding {
                    each(frogs & free << 1, |cell| cell >> 1);
                }
            }
        }
        Ok(true)
    }

    /// The parts that no move can ever join.
    #[inline]
    fn components(&self, strip: &SmallBoard, out: &mut Vec<SmallBoard>) -> Result {
        if self.backsliding {
            out.push(*strip);
            return Ok(());
        }
        let mut ways = ways(*strip);
        while ways != 0 {
            let start = ways.trailing_zeros();
            let length = (ways >> start).trailing_ones();
            // There is one cell more than ways between cells, and at most 64.
            let cells = u64::MAX >> (63 - length);
            out.push(strip.map(|set| set >> start & cells));
            ways &= !(cells >> 1 << start);
        }
        Ok(())
    }

    #[inline]
    fn normalize(&self, strip: SmallBoard) -> (SmallBoard, Negated) {
        let end = strip.alive().leading_zeros() & 63;
        let other = strip.exchanged().map(|set| set.reverse_bits() >> end);
        if other.number() < strip.number() { (other, Negated::Yes) } else { (strip, Negated::No) }
    }

    /// If only toads are left, each makes one move for every free cell ahead of it.
    #[inline]
    fn number(&self, strip: &SmallBoard) -> Option<Rational> {
        let (free, toads, frogs) = strip.parts();
        let cells = free | toads | frogs;
        let one_strip = cells & cells.wrapping_add(1) == 0;
        if self.backsliding || (toads != 0 && frogs != 0) || !one_strip {
            return None;
        }
        let mut moves = 0i64;
        let mut men = toads | frogs;
        while men != 0 {
            let man = men & men.wrapping_neg();
            men ^= man;
            let behind = man - 1;
            moves += i64::from((free & if frogs == 0 { !behind } else { behind }).count_ones());
        }
        Some(Rational::from(if frogs == 0 { moves } else { -moves }))
    }

    fn name(&self) -> &str {
        if self.backsliding { BACKSLIDING.name } else { ROW.name }
    }

    fn write(&self, strip: &SmallBoard) -> String {
        let length = 64 - strip.alive().leading_zeros();
        let bit = |men: u64, cell| men >> cell & 1 == 1;
        let letter = |cell| match (bit(strip.left(), cell), bit(strip.right(), cell)) {
            (true, false) => TOAD,
            (false, true) => FROG,
            (true, true) => FREE,
            (false, false) => WALL,
        };
        (0..length).map(|cell| char::from(letter(cell))).collect()
    }

    fn parse(&self, text: &str) -> Result<SmallBoard> {
        let strip = ANY_LENGTH.parse(text)?;
        small(&strip).ok_or_else(|| {
            RuleError::too_large("the strip", format!("{} cells", strip.len()), "64 cells")
        })
    }

    fn call(&self, strip: &SmallBoard) -> String {
        format!("{}(\"{}\")", self.name(), self.write(strip))
    }

    /// Distinguishes the two kinds of strips.
    fn parameters(&self) -> String {
        "by bits".to_owned()
    }

    fn board(&self, strip: &SmallBoard) -> Option<Vec<String>> {
        Some(rows(&self.write(strip)))
    }
}

/// Toads and Frogs on strips of any length.
const ANY_LENGTH: GeneralToads = GeneralToads {
    name: ROW.name,
    alphabet: &ALPHABET,
    faster: Some(|strip| {
        Some(Game::on_small_board(ToadsAndFrogs { backsliding: false }, small(strip)?))
    }),
    written: false,
    ..JUMPS
};

/// The same with sliding backwards.
const BACKWARDS: GeneralToads = GeneralToads {
    name: BACKSLIDING.name,
    backsliding: true,
    faster: Some(|strip| {
        Some(Game::on_small_board(ToadsAndFrogs { backsliding: true }, small(strip)?))
    }),
    ..ANY_LENGTH
};

/// Strips of at most 64 cells.
fn small(strip: &[u8]) -> Option<SmallBoard> {
    if strip.len() > 64 {
        return None;
    }
    let (mut left, mut right) = (0, 0);
    for (cell, &letter) in strip.iter().enumerate() {
        left |= u64::from(letter == TOAD || letter == FREE) << cell;
        right |= u64::from(letter == FROG || letter == FREE) << cell;
    }
    Some(SmallBoard::new(left, right))
}

pub(crate) const ROW: Row = Row {
    name: "toads_and_frogs",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "toads_and_frogs(\"tt.ff\"), or with several strips toads_and_frogs(\"tt.ff|t.f\")",
    rules: "On a strip Left's toads (t) go right and Right's frogs (f) go left: one cell to a free\n\
            cell (. or _), or jump over one enemy to the free cell behind it.",
    source: "Winning Ways, chapter 1",
    example: ("toads_and_frogs(\"TT_FF\")", "*"),
    // With other jumps or slides it is the general game.
    make: Make::With(|parameters| {
        if parameters.is_empty() {
            return Ok(Rules::new(ANY_LENGTH));
        }
        Ok(Rules::new(GeneralToads::from_parameters(parameters)?))
    }),
    boards: true,
};

pub(crate) const BACKSLIDING: Row = Row {
    name: "backsliding_toads_and_frogs",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "backsliding_toads_and_frogs(\"tt.ff\")",
    rules: "Toads and Frogs in which men may also slide one cell backwards to a free cell.",
    source: "Siegel, Combinatorial Game Theory",
    example: ("backsliding_toads_and_frogs(\"t.f\")", "outcome P"),
    make: Make::Rules(|| Rules::new(BACKWARDS)),
    boards: true,
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::gen_toads::reflected;
    use super::*;
    use upstar_engine::{Engine, Settings};

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(3), ..ProptestConfig::default() })]

        /// Bit sets against cells: options, order, representatives, and values of the parts.
        #[test]
        fn bits_agree_with_cells(
            text in "[tf.]{1,5}([|][tf.]{1,5})?", long in "[tf.]{60,64}"
        ) {
            for (text, backsliding) in [(&text, true), (&text, false), (&long, false)] {
                let rules = ToadsAndFrogs { backsliding };
                let large = if backsliding { BACKWARDS } else { ANY_LENGTH };
                let strip = rules.parse(text).unwrap();
                let cells = large.parse(text).unwrap();
                prop_assert_eq!(&rules.write(&strip), text);
                for player in Player::BOTH {
                    let mut bits = rules.all_options(&strip, player).unwrap();
                    let mut expected = large.all_options(&cells, player).unwrap();
                    bits.sort();
                    expected.sort();
                    let bits: Vec<String> = bits.iter().map(|option| rules.write(option)).collect();
                    let expected: Vec<String> =
                        expected.iter().map(|option| large.write(option)).collect();
                    prop_assert_eq!(bits, expected);
                }
                let turned = rules.parse(&large.write(&reflected(&cells))).unwrap();
                prop_assert_eq!(rules.normalize(strip).0, rules.normalize(turned).0);
            }
            let (rules, large) = (ToadsAndFrogs { backsliding: false }, ANY_LENGTH);
            let universe = upstar_values::Universe::new();
            let budget = upstar_core::Budget::unlimited();
            let plain = Settings { components: false, theorems: false, ..Settings::default() };
            let [engine, plain] =
                [Settings::default(), plain].map(|settings| Engine::new(&universe, settings));
            let (bits, cells) = (rules.parse(&text).unwrap(), large.parse(&text).unwrap());
            let value = Game::new(rules, bits).value(&engine, &budget);
            let expected = Game::new(large, cells).value(&plain, &budget);
            prop_assert_eq!(value.unwrap(), expected.unwrap(), "{}", text);
        }
    }
}
