//! Clobber with other steps.

use std::borrow::Cow;

use super::grid::{DIAGONAL, EIGHT, FOUR, FREE, Grid, man};
use crate::prelude::*;

/// A game in which men capture men of the other player, with the given steps.
#[derive(Clone, Debug)]
pub struct Clobbering {
    name: &'static str,
    /// The steps as written, unless the name implies them.
    parameters: String,
    steps: Cow<'static, [(i32, i32)]>,
    /// Whether rotated and mirrored boards have the same value.
    symmetric: bool,
}

const KNIGHT: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

fn is_man(letter: u8) -> bool {
    letter == b'x' || letter == b'o'
}

impl Ruleset for Clobbering {
    type Position = Grid;

    as_in!(self.name, Class::PARTIZAN);

    fn options(&self, grid: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
        let (own, enemy) = (man(player), man(player.opponent()));
        for from in grid.places(own) {
            for &step in self.steps.iter() {
                if let Some(to) = grid.step(from, step)
                    && grid.cells()[to] == enemy
                {
                    out.push(grid.with([(from, FREE), (to, own)]));
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result {
        let mut steps = self.steps.to_vec();
        if !self.symmetric {
            steps.extend(self.steps.iter().map(|&(row, column)| (-row, -column)));
        }
        grid.regions(is_man, &steps, FREE, |region| {
            if region.places(b'x').next().is_some() && region.places(b'o').next().is_some() {
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

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::read(text, ".#xo")
    }
}

/// The longest step in each direction, and the largest number of steps, of the general game.
const MOST: (i32, usize) = (100, 100);

/// The steps of the general game: a name, or rows and columns `(0,1),(1,0)`.
fn general(directions: &Arguments) -> Result<Rules> {
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
    }))
}

pub(crate) const GENERAL: Row = Row {
    name: "gen_clobber",
    aliases: &["generalized_clobber"],
    class: Class::PARTIZAN,
    usage: "gen_clobber(\"(0,1),(1,0)\"; \"xo|ox\") or gen_clobber(\"compass\"; \"xo|ox\")",
    rules: "Clobber with any steps, each a number of rows and a number of columns; compass means\n\
            those of a king, orthogonal those of Clobber, diagonal the others.",
    source: "CGSuite",
    example: ("gen_clobber(\"compass\"; \".oo|x.o\")", "vv*"),
    make: Make::With(general),
    boards: false,
};

pub(crate) const KNIGHTS: Row = Row {
    name: "knights",
    aliases: &["knight_clobber"],
    class: Class::PARTIZAN,
    usage: "knights(\"xo|ox\")",
    rules: "Clobber with the steps of a chess knight.",
    source: "CGSuite",
    example: ("knights(\"x..|..o\")", "*"),
    make: Make::Rules(|| {
        Rules::new(Clobbering {
            name: KNIGHTS.name,
            parameters: String::new(),
            steps: Cow::Borrowed(&KNIGHT),
            symmetric: true,
        })
    }),
    boards: true,
};
