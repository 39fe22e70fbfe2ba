//! Games on boards of cells: Clobber, Amazons.

use upstar_core::Player;

use crate::catalogue::Make;
use crate::grid::{EIGHT, FOUR, FREE, Grid, WALL, exchange};
use crate::{Arguments, Class, Game, Negated, Row, RuleError, Rules, Ruleset};

/// The letter of a player's men.
pub(super) fn man(player: Player) -> u8 {
    match player {
        Player::Left => b'x',
        Player::Right => b'o',
    }
}

/// The least image of a board on which men change colour when players change
/// places.
pub(super) fn least_of_both(grid: &Grid) -> (Grid, Negated) {
    // The board as it is first: of equal images it is taken.
    let same = (0..8).map(|symmetry| (symmetry, Negated::No));
    let exchanged = (0..8).map(|symmetry| (symmetry, Negated::Yes));
    grid.least(same.chain(exchanged), |negated, letter| match negated {
        Negated::No => letter,
        Negated::Yes => exchange(letter),
    })
}

/// The position of a call with a board or the size of one.
pub(super) fn on_board(rules: &Rules, call: &Arguments, usage: &str) -> Result<Game, RuleError> {
    call.expect(1..=1, usage)?;
    rules.make(call)
}

/// Clobber: a man takes an enemy beside it and goes there.
#[derive(Clone, Copy, Debug)]
pub struct Clobber;

impl Ruleset for Clobber {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        let (own, enemy) = (man(player), man(player.opponent()));
        for (cell, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == own) {
            for step in FOUR {
                if let Some(to) = grid.step(cell, step)
                    && grid.cells()[to] == enemy
                {
                    out.push(grid.with([(cell, FREE), (to, own)]));
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        grid.regions_with(|cell| cell == b'x' || cell == b'o', FREE, [b'x', b'o'], out);
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        least_of_both(&grid)
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        "clobber"
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, ".#xo")
    }
}

pub(crate) const CLOBBER: Row = Row {
    name: "clobber",
    aliases: &["clobber_1xn"],
    class: Class::PARTIZAN,
    usage: "clobber(\"xo|ox\")",
    rules: "Men x of Left and o of Right stand on a board. A move takes an enemy on a\n\
            cell beside one's own man and puts the man there.",
    source: "Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber (2005)",
    example: ("clobber(\"xoxo|ox..\")", "{^^*|v*}"),
    make: Make::Whole(|call| on_board(&Rules::compiled(Clobber), call, "clobber(\"..|..\")")),
    board: Some(|text| Rules::compiled(Clobber).read(text)),
};

/// Amazons: a queen's move, and from there a queen's shot that burns a cell.
#[derive(Clone, Copy, Debug)]
pub struct Amazons;

impl Ruleset for Amazons {
    type Position = Grid;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, grid: &Grid, player: Player, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        let own = man(player);
        let ray = |start: usize, step: (i32, i32), free: &dyn Fn(usize) -> bool| {
            let mut cells = Vec::new();
            let mut at = start;
            while let Some(next) = grid.step(at, step).filter(|&next| free(next)) {
                cells.push(next);
                at = next;
            }
            cells
        };
        for (from, _) in grid.cells().iter().enumerate().filter(|&(_, &letter)| letter == own) {
            for step in EIGHT {
                for to in ray(from, step, &|cell| grid.cells()[cell] == FREE) {
                    let free =
                        |cell: usize| (grid.cells()[cell] == FREE || cell == from) && cell != to;
                    for shot in EIGHT {
                        for burnt in ray(to, shot, &free) {
                            out.push(grid.with([(from, FREE), (to, own), (burnt, WALL)]));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn components(&self, grid: &Grid, out: &mut Vec<Grid>) -> Result<(), RuleError> {
        grid.regions(
            |cell| cell != WALL,
            &EIGHT,
            WALL,
            |region| {
                let has = |letter| region.cells().contains(&letter);
                if has(FREE) && (has(b'x') || has(b'o')) {
                    out.push(region);
                }
            },
        );
        Ok(())
    }

    fn normalize(&self, grid: Grid) -> (Grid, Negated) {
        least_of_both(&grid)
    }

    fn bytes(&self, grid: &Grid) -> usize {
        grid.bytes()
    }

    fn name(&self) -> &str {
        "amazons"
    }

    fn parse(&self, text: &str) -> Result<Grid, RuleError> {
        Grid::read(text, ".#xo")
    }
}

pub(crate) const AMAZONS: Row = Row {
    name: "amazons",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "amazons(\"x...|...o\")",
    rules: "Amazons x of Left and o of Right move as queens of chess over free cells;\n\
            then the amazon shoots, again as a queen, at a free cell, which becomes a wall (#).",
    source: "Walter Zamkauskas (1988)",
    example: ("amazons(\"x...|o...\")", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}"),
    make: Make::Whole(|call| on_board(&Rules::compiled(Amazons), call, "amazons(\"..|..\")")),
    board: Some(|text| Rules::compiled(Amazons).read(text)),
};
