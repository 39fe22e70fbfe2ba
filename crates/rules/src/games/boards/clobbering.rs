//! Clobber's kin: other steps, other distances, other victims.

use std::borrow::Cow;

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
#[derive(Clone, Debug)]
pub struct Clobbering {
    name: &'static str,
    /// The steps as they are written, if the name does not say them.
    parameters: String,
    steps: Cow<'static, [(i32, i32)]>,
    /// Whether turned and mirrored boards have the same value.
    symmetric: bool,
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
            for &step in self.steps.iter() {
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
        let mut steps = self.steps.to_vec();
        if !self.symmetric {
            steps.extend(self.steps.iter().map(|&(row, column)| (-row, -column)));
        }
        grid.regions(live, &steps, outside, |region| {
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
        if self.symmetric { grid.least_of_both() } else { (grid, Negated::No) }
    }

    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    fn name(&self) -> &str {
        self.name
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, ".#xo")
    }
}

/// The longest step to a side, and the most steps, of the general game.
const MOST: (i32, usize) = (100, 100);

/// The steps of the general game: a name, or rows and columns `(0,1),(1,0)`.
fn general(directions: &Arguments) -> Result<Rules, RuleError> {
    if directions.len() != 1 {
        return Err(RuleError::Usage);
    }
    let text = directions.text(0)?;
    let text = text
        .trim()
        .strip_prefix("directions")
        .map_or(&*text, |rest| rest.trim_start().strip_prefix("=>").unwrap_or(rest));
    let steps = match text.trim().to_lowercase().trim_start_matches("coordinates.") {
        "orthogonal" => FOUR.to_vec(),
        "diagonal" => DIAGONAL.to_vec(),
        "compass" => EIGHT.to_vec(),
        pairs => {
            let (most, most_steps) = MOST;
            let numbers: Option<Vec<i32>> = pairs
                .split(|c: char| "[](), ".contains(c))
                .filter(|part| !part.is_empty())
                .map(|part| part.parse().ok().filter(|n: &i32| n.abs() <= most))
                .collect();
            let steps: Option<Vec<(i32, i32)>> = numbers
                .filter(|numbers| !numbers.is_empty() && numbers.len().is_multiple_of(2))
                .map(|numbers| numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect());
            steps.filter(|steps| steps.len() <= most_steps && !steps.contains(&(0, 0))).ok_or_else(
                || {
                    let message = "expected compass, orthogonal, diagonal, or steps (row,column) \
                                   from -100 to 100: \"(0,1),(1,0)\"";
                    directions.complain(0, message)
                },
            )?
        }
    };
    let mut sorted = steps;
    sorted.sort_unstable();
    sorted.dedup();
    let has = |step| sorted.binary_search(&step).is_ok();
    let symmetric = sorted.iter().all(|&(row, column)| has((column, row)) && has((-row, column)));
    let texts: Vec<String> =
        sorted.iter().map(|(row, column)| format!("({row},{column})")).collect();
    Ok(Rules::new(Clobbering {
        name: GENERAL.name,
        parameters: format!("\"{}\"", texts.join(",")),
        steps: Cow::Owned(sorted),
        symmetric,
        far: false,
        target: Target::Enemy,
    }))
}

pub(crate) const GENERAL: Row = Row {
    name: "gen_clobber",
    aliases: &["generalized_clobber"],
    class: Class::PARTIZAN,
    usage: "gen_clobber(\"(0,1),(1,0)\"; \"xo|ox\") or gen_clobber(\"compass\"; \"xo|ox\")",
    rules: "Clobber with any steps, each a number of rows and one of columns; compass are those of a\n\
            king, orthogonal those of Clobber, diagonal the others.",
    source: "CGSuite",
    example: ("gen_clobber(\"compass\"; \".oo|x.o\")", "vv*"),
    make: Make::With(general),
    boards: false,
};

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
                Rules::new(Clobbering {
                    name: $name,
                    parameters: String::new(),
                    steps: Cow::Borrowed($steps),
                    symmetric: true,
                    far: $far,
                    target: $target,
                })
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
