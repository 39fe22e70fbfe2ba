//! Sheep.

use super::grid::Grid;
use crate::prelude::*;

/// Sheep: a herd is divided, and a part goes straight on as far as it can.
#[derive(Clone, Copy, Debug)]
pub struct Sheep;

/// A board of herds: the number of sheep on each cell, negative for Right's.
pub type Herds = Grid<i8>;

/// The six directions of a hexagonal board that is written with straight rows and columns.
const SIX: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

/// The images that keep the six directions: the board rotated by 180 degrees, or with rows and
/// columns exchanged.
const IMAGES: [u8; 4] = [0, 3, 7, 4];

impl Ruleset for Sheep {
    type Position = Herds;

    as_in!(ROW);

    fn options(&self, herds: &Herds, player: Player, out: &mut Options<Herds>) -> Result {
        let sign = if player == Player::Left { 1 } else { -1 };
        let cells = herds.cells();
        for (from, &herd) in cells.iter().enumerate().filter(|(_, herd)| **herd * sign > 1) {
            for step in SIX {
                let mut to = from;
                while let Some(next) = herds.step(to, step).filter(|&next| cells[next] == 0) {
                    to = next;
                }
                if to != from {
                    let option = |gone| herds.with([(from, herd - gone * sign), (to, gone * sign)]);
                    out.extend((1..herd * sign).map(option));
                }
            }
        }
        Ok(())
    }

    fn normalize(&self, herds: Herds) -> (Herds, Negated) {
        let same = IMAGES.map(|symmetry| (symmetry, Negated::No));
        let exchanged = IMAGES.map(|symmetry| (symmetry, Negated::Yes));
        herds.least(same.into_iter().chain(exchanged), |negated, herd| match negated {
            Negated::No => herd,
            Negated::Yes => -herd,
        })
    }
}

pub(crate) const ROW: Row = Row {
    name: "sheep",
    aliases: &["battle_sheep"],
    class: Class::PARTIZAN,
    usage: "sheep(\"3,0,0|0,-2,0\")",
    rules: "Herds of sheep (Right's with a minus) stand on a board of hexagons: neighbours are those\n\
            in the row, in the column and along one diagonal (up and right, down and left). A move\n\
            leaves at least one sheep of a herd and drives the rest straight ahead as far as possible.",
    source: "Francesco Rotta, Battle Sheep (2010); MCGS",
    example: ("sheep(\"0,0,-2,2|0,0,-1,0|1,-1,-1,0|0,0,0,0\")", "outcome P"),
    make: Make::Rules(|| Rules::new(Sheep)),
    boards: true,
};
