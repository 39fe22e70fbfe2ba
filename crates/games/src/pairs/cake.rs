//! Cake: three numbers, each an independent game.

use super::{few_enough, positive};
use crate::prelude::*;

/// A box with these numbers of cubes along its sides.
type Sides = [u64; 3];

/// Cake: a box is cut into two unequal parts, and the smaller one is eaten.
struct Cake;

impl Ruleset for Cake {
    type Position = Sides;

    as_in!(CAKE);

    fn options(&self, sides: &Sides, _: Player, out: &mut Options<Sides>) -> Result {
        few_enough(sides.iter().fold(0u64, |sum, &side| sum.saturating_add(side / 2)))?;
        for (index, &side) in sides.iter().enumerate() {
            out.extend((side / 2 + 1..side).map(|left| {
                let mut option = *sides;
                option[index] = left;
                option
            }));
        }
        Ok(())
    }

    fn components(&self, sides: &Sides, out: &mut Vec<Sides>) -> Result {
        out.extend(sides.iter().filter(|&&side| side > 2).map(|&side| [1, 1, side]));
        Ok(())
    }

    fn normalize(&self, mut sides: Sides) -> (Sides, Negated) {
        sides.sort_unstable();
        (sides, Negated::No)
    }

    fn known(&self, sides: &Sides, convention: Convention) -> Option<Known> {
        let odd = |side: u64| side.checked_shr(side.trailing_zeros()).unwrap_or(0);
        let value = sides.iter().fold(0, |sum, &side| sum ^ (odd(side) / 2));
        let theorem = "each side is a game of its own, worth (m - 1)/2 with m its odd part";
        Known::grundy(convention, value, theorem)
    }

    fn position(&self, arguments: &Arguments) -> Result<Sides> {
        positive(arguments)
    }

    fn picture(&self, sides: &Sides) -> Picture {
        Picture::Cuboid(*sides)
    }
}

pub(crate) const CAKE: Row = Row {
    name: "cake",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "cake(a,b,c)",
    rules: "A cake of a x b x c cubes; a move cuts it between cubes, parallel to a side, into two\n\
            unequal parts and eats the smaller one. It ends when every side is 1 or 2.",
    source: "Stankevich, Games on graphs, exercise 15",
    example: ("cake(3,5,9)", "*7"),
    make: Make::Rules(|| Rules::new(Cake)),
    boards: false,
};
