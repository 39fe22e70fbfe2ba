//! Clobber's kin: other steps, other distances, other victims.

use super::grid::{DIAGONAL, EIGHT, FOUR, FREE, Grid, WALL, man};
use crate::games::prelude::*;

/// What a move may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// A man of the other player, who is taken.
    Enemy,
    /// Any man, who is taken.
    Anybody,
    /// A free cell; a man of the other player is left behind.
    Free,
}

/// A game of men that take each other: which steps they make, how far, and whom they
/// take.
#[derive(Clone, Copy, Debug)]
pub struct Clobbering {
    name: &'static str,
    steps: &'static [(i32, i32)],
    /// Whether a man goes on over free cells until he meets somebody.
    far: bool,
    target: Target,
}

const KNIGHT: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

fn is_man(letter: u8) -> bool {
    letter == b'x' || letter == b'o'
}

impl Ruleset for Clobbering {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Done {
        let (own, enemy) = (man(player), man(player.opponent()));
        for from in grid.places(own) {
            for &step in self.steps {
                let mut to = grid.step(from, step);
                while self.far
                    && let Some(cell) = to.filter(|&cell| grid.cells()[cell] == FREE)
                {
                    to = grid.step(cell, step);
                }
                let Some(to) = to else { continue };
                let found = grid.cells()[to];
                let (takes, left) = match self.target {
                    Target::Enemy => (found == enemy, FREE),
                    Target::Anybody => (is_man(found), FREE),
                    Target::Free => (found == FREE, enemy),
                };
                if takes {
                    out.push(grid.with([(from, left), (to, own)]));
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Done {
        // Men who go to free cells are parted by walls alone.
        let roam = self.far || self.target == Target::Free;
        let live = |cell| if roam { cell != WALL } else { is_man(cell) };
        let outside = if roam { WALL } else { FREE };
        grid.regions(live, self.steps, outside, |region| {
            let count = |letter| region.places(letter).count();
            let (lefts, rights) = (count(b'x'), count(b'o'));
            let moves = match self.target {
                Target::Enemy => lefts > 0 && rights > 0,
                Target::Anybody => lefts + rights > 1,
                Target::Free => lefts + rights > 0 && count(FREE) > 0,
            };
            if moves {
                out.push(region);
            }
        });
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        grid.least_of_both()
    }

    fn name(&self) -> &str {
        self.name
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, ".#xo")
    }
}

/// A row of the family.
macro_rules! row {
    ($row:ident, $name:literal, $aliases:expr, $steps:expr, $far:literal, $target:expr,
     $rules:literal, $source:literal, $example:literal, $answer:literal) => {
        pub(crate) const $row: Row = Row {
            name: $name,
            aliases: $aliases,
            class: Class::PARTIZAN,
            usage: concat!($name, "(\"xo|ox\")"),
            rules: $rules,
            source: $source,
            example: (concat!($name, "(\"", $example, "\")"), $answer),
            make: Make::Rules(|| {
                Rules::new(Clobbering { name: $name, steps: $steps, far: $far, target: $target })
            }),
            boards: true,
        };
    };
}

row!(
    ANTI_CLOBBER,
    "anti_clobber",
    &[],
    &FOUR,
    false,
    Target::Free,
    "Men x of Left and o of Right. A move goes to a free cell beside one's own man, and\n\
     leaves a man of the other player where he stood.",
    "CGSuite",
    "xoxo|oo..",
    "{*|-1}"
);
row!(
    CANNIBAL_CLOBBER,
    "cannibal_clobber",
    &["hot_clobber"],
    &FOUR,
    false,
    Target::Anybody,
    "Clobber in which one may take one's own men too: a move takes any man on a cell beside\n\
     one's own man and puts him there.",
    "CGSuite and MCGS",
    "xox|o.x|oxo",
    "0"
);
row!(
    DIAGONAL_CLOBBER,
    "diagonal_clobber",
    &["bishop_clobber"],
    &DIAGONAL,
    false,
    Target::Enemy,
    "Clobber with steps to the four cells that touch at a corner.",
    "CGSuite",
    "xoxo|oox.|xxx.",
    "{0,v*|vv}"
);
row!(
    KINGS,
    "kings",
    &["king_clobber"],
    &EIGHT,
    false,
    Target::Enemy,
    "Clobber with the steps of a king of chess.",
    "CGSuite",
    "xox|ox.",
    "{^^*|*,v[2]}"
);
row!(
    KNIGHTS,
    "knights",
    &["knight_clobber"],
    &KNIGHT,
    false,
    Target::Enemy,
    "Clobber with the steps of a knight of chess.",
    "CGSuite",
    "x..|..o",
    "*"
);
row!(
    QUEENS,
    "queens",
    &["queen_clobber"],
    &EIGHT,
    true,
    Target::Enemy,
    "Clobber with the moves of a queen of chess: over free cells to an enemy, who is taken.",
    "CGSuite",
    "xox|ox.",
    "^"
);
row!(
    ROOKS,
    "rooks",
    &["rook_clobber"],
    &FOUR,
    true,
    Target::Enemy,
    "Clobber with the moves of a rook of chess: over free cells to an enemy, who is taken.",
    "CGSuite",
    "xox|ox.",
    "{^^*|0,*}"
);
