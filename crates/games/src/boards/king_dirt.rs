//! King Dirt.

use std::cmp::Ordering;

use super::grid::{EIGHT, FREE, Grid, WALL, exchange, man};
use super::read_only;
use crate::prelude::*;

/// King Dirt: a king's step leaves dirt behind, or a piece in hand is placed on the board.
#[derive(Clone, Copy, Debug)]
pub struct KingDirt {
    /// Whether a player with pieces in hand must place one and may not step.
    pub must_place: bool,
}

/// A board of King Dirt: the cells, and the numbers of pieces that Left and Right have in hand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dirt(pub Grid, pub [u64; 2]);

impl Position for Dirt {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        Position::bytes(&self.0) + 16
    }

    fn rows(&self) -> Option<Vec<String>> {
        Position::rows(&self.0)
    }
}

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

impl KingDirt {
    /// Reads the numbers before the colon and the board after it.
    fn read(text: &str) -> Result<(KingDirt, Dirt)> {
        let (head, board) = text.split_once(':').unwrap_or((text, ""));
        let numbers: Option<Vec<u64>> =
            head.split(',').map(|part| part.trim().parse().ok()).collect();
        let (hands, must_place) = match numbers.as_deref() {
            Some(&[left, right, must @ 0..=1]) if left.max(right) <= 1 << 20 => {
                ([left, right], must == 1)
            }
            _ => {
                return Err(RuleError::notation(
                    text,
                    0..head.len(),
                    "expected how many pieces Left and Right have in hand, and 1 if they must put \
                     them before they step, or 0, as in `1,1,0:..x|o..`",
                ));
            }
        };
        let from = text.len() - board.len();
        let grid = Grid::read(board, ".#xo").map_err(|error| match error {
            RuleError::Notation { place, message } => {
                let span = place.span.clone().unwrap_or(0..board.len());
                RuleError::notation(text, from + span.start..from + span.end, message)
            }
            other => other,
        })?;
        Ok((KingDirt { must_place }, Dirt(grid, hands)))
    }
}

impl Ruleset for KingDirt {
    type Position = Dirt;

    as_in!(ROW);

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game> {
        let (rules, dirt) = read_only(arguments, KingDirt::read)?;
        Ok(Game::new(rules, dirt))
    }

    fn options(&self, Dirt(grid, hands): &Dirt, player: Player, out: &mut Options<Dirt>) -> Result {
        let own = man(player);
        if hands[side(player)] > 0 {
            let mut fewer = *hands;
            fewer[side(player)] -= 1;
            out.extend(grid.places(FREE).map(|cell| Dirt(grid.with([(cell, own)]), fewer)));
            if self.must_place {
                return Ok(());
            }
        }
        for from in grid.places(own) {
            for to in EIGHT.iter().filter_map(|&step| grid.step(from, step)) {
                if grid.cells()[to] == FREE {
                    out.push(Dirt(grid.with([(from, WALL), (to, own)]), *hands));
                }
            }
        }
        Ok(())
    }

    fn components(&self, Dirt(grid, hands): &Dirt, out: &mut Vec<Dirt>) -> Result {
        let hands = if grid.cells().contains(&FREE) { *hands } else { [0, 0] };
        if hands != [0, 0] {
            // Pieces in hand may be placed in any region.
            out.push(Dirt(grid.clone(), hands));
            return Ok(());
        }
        grid.regions_of_kings(|region| out.push(Dirt(region, [0, 0])));
        Ok(())
    }

    fn normalize(&self, Dirt(grid, hands): Dirt) -> (Dirt, Negated) {
        let same = Dirt(grid.least_image(|cell| cell), hands);
        let other = Dirt(grid.least_image(exchange), [hands[1], hands[0]]);
        if other < same { (other, Negated::Yes) } else { (same, Negated::No) }
    }

    fn write(&self, Dirt(grid, [left, right]): &Dirt) -> String {
        format!("{left},{right},{}:{grid}", u8::from(self.must_place))
    }

    fn parse(&self, text: &str) -> Result<Dirt> {
        let (rules, dirt) = KingDirt::read(text)?;
        if rules.must_place != self.must_place {
            let message = "expected the third number of the game";
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(dirt)
    }

    fn call(&self, dirt: &Dirt) -> String {
        format!("{}(\"{}\")", ROW.name, self.write(dirt))
    }

    fn parameters(&self) -> String {
        self.must_place.to_string()
    }
}

pub(crate) const ROW: Row = Row {
    name: "gen_king_dirt",
    aliases: &["king_dirt"],
    class: Class::PARTIZAN,
    usage: "gen_king_dirt(\"1,1,0:..x|o..\")",
    rules: "A player moves one of his men (x Left, o Right) like a chess king to a free cell and\n\
            leaves dirt (#) where it stood, or puts a man from his hand on a free cell. The numbers:\n\
            men in hand of Left and of Right; and 1 if a player who has some must put one, or 0.",
    source: "MCGS",
    example: ("gen_king_dirt(\"1,1,0:..x|...|..o\")", "outcome N"),
    make: Make::Rules(|| Rules::new(KingDirt { must_place: false })),
    boards: true,
};
