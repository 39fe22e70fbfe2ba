//! Dodgem by fixed points: play has cycles, so there are no layers.
//!
//! A position is the set of its cars (number 2c for a car of Left in cell c, 2c + 1 for one of Right,
//! cells row by row) with the player to move: two families, one for each player.

use upstar_core::{Budget, Exhausted};

use crate::Result;
use crate::families::{Families, Family};
use crate::{Layer, Progress};

/// A step of one car: from a cell to a cell, or off the board.
type Step = (usize, Option<usize>);

/// Dodgem from one position, whoever is to move.
pub(crate) struct Dodgem {
    rows: usize,
    columns: usize,
    families: Families,
    /// The reachable positions, with Left and with Right to move.
    reached: [Family; 2],
    /// The positions that the player to move wins and loses, once play is solved.
    won: [Family; 2],
    lost: [Family; 2],
    solved: bool,
    facts: Vec<Layer>,
    rounds: u64,
}

/// The constant data of one player while play is solved.
struct Side {
    /// Positions in which both players have cars.
    live: Family,
    /// The positions among them in which the player is blocked.
    blocked: Family,
    /// Positions in which the player has no cars.
    off: Family,
}

impl Dodgem {
    pub(crate) fn new(
        (rows, columns): (usize, usize),
        cars: &[u32],
        budget: &Budget,
    ) -> Result<Self> {
        let mut families = Families::new(2 * rows * columns, budget)?;
        let start = families.one(cars)?;
        let none = [families.none.clone(), families.none.clone()];
        Ok(Dodgem {
            rows,
            columns,
            families,
            reached: [start.clone(), start],
            won: none.clone(),
            lost: none,
            solved: false,
            facts: Vec::new(),
            rounds: 0,
        })
    }

    /// The steps of a player's cars.
    fn steps(&self, who: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let cell = |row: usize, column: usize| row * self.columns + column;
                let from = cell(row, column);
                let mut go = |inside: bool, to: usize| {
                    if inside {
                        steps.push((from, Some(to)));
                    }
                };
                let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
                let ahead = if who == 0 {
                    go(row > 0, cell(up.min(row), column));
                    go(row + 1 < self.rows, cell(row + 1, column));
                    (column + 1 < self.columns).then(|| cell(row, column + 1))
                } else {
                    go(column > 0, cell(row, left.min(column)));
                    go(column + 1 < self.columns, cell(row, column + 1));
                    (row > 0).then(|| cell(up.min(row), column))
                };
                steps.push((from, ahead));
            }
        }
        steps
    }

    /// The number of a player's car in a cell.
    fn number(cell: usize, who: usize) -> u32 {
        (2 * cell + who) as u32
    }

    /// The sets in which neither player has a car in the cell.
    fn free(&mut self, family: &Family, cell: usize) -> Result<Family> {
        let family = self.families.without(family, Self::number(cell, 0))?;
        self.families.without(&family, Self::number(cell, 1))
    }

    /// The positions after a player's steps.
    fn after(&mut self, family: &Family, who: usize) -> Result<Family> {
        let mut all = self.families.none.clone();
        for (from, to) in self.steps(who) {
            let mut moved = self.families.with(family, Self::number(from, who))?;
            if let Some(to) = to {
                moved = self.free(&moved, to)?;
                moved = self.families.change(&moved, Self::number(to, who))?;
            }
            all = self.families.union(&all, &moved)?;
        }
        Ok(all)
    }

    /// The positions from which a player's steps lead to the family.
    fn before(&mut self, family: &Family, who: usize) -> Result<Family> {
        let mut all = self.families.none.clone();
        for (from, to) in self.steps(who) {
            let mut back = match to {
                Some(to) => self.families.with(family, Self::number(to, who))?,
                None => family.clone(),
            };
            back = self.free(&back, from)?;
            back = self.families.change(&back, Self::number(from, who))?;
            all = self.families.union(&all, &back)?;
        }
        Ok(all)
    }

    /// The sets without cars of a player.
    fn off(&mut self, family: &Family, who: usize) -> Result<Family> {
        let mut off = family.clone();
        for cell in 0..self.rows * self.columns {
            off = self.families.without(&off, Self::number(cell, who))?;
        }
        Ok(off)
    }

    fn side(&mut self, who: usize) -> Result<Side> {
        let reached = self.reached[who].clone();
        let off = self.off(&reached, who)?;
        let other = self.off(&reached, 1 - who)?;
        let live = self.families.difference(&reached, &off)?;
        let live = self.families.difference(&live, &other)?;
        let moved = self.after(&live, who)?;
        let can = self.before(&moved, who)?;
        let blocked = self.families.difference(&live, &can)?;
        Ok(Side { live, blocked, off })
    }

    /// The options of a player.
    fn options(&mut self, side: &Side, who: usize) -> Result<Family> {
        let moved = self.after(&side.live, who)?;
        // A blocked player takes all cars off. A player without cars passes.
        let mut stripped = side.blocked.clone();
        for cell in 0..self.rows * self.columns {
            let number = Self::number(cell, who);
            let with = self.families.with(&stripped, number)?;
            let without = self.families.without(&stripped, number)?;
            stripped = self.families.union(&with, &without)?;
        }
        let moved = self.families.union(&moved, &stripped)?;
        self.families.union(&moved, &side.off)
    }

    /// The positions of a player with an option in a family.
    fn leading_to(&mut self, family: &Family, side: &Side, who: usize) -> Result<Family> {
        let moved = self.before(family, who)?;
        let mut all = self.families.common(&moved, &side.live)?;
        if side.blocked != self.families.none {
            let mut any = self.off(family, who)?;
            for cell in 0..self.rows * self.columns {
                let with = self.families.change(&any, Self::number(cell, who))?;
                any = self.families.union(&any, &with)?;
            }
            let blocked = self.families.common(&any, &side.blocked)?;
            all = self.families.union(&all, &blocked)?;
        }
        let passed = self.families.common(family, &side.off)?;
        self.families.union(&all, &passed)
    }

    /// Finds all positions, and then computes the winners until nothing changes.
    pub(crate) fn solve(&mut self, progress: &mut Progress<'_>) -> Result {
        loop {
            let before = self.reached.clone();
            for who in 0..2 {
                let side = self.side(who)?;
                let options = self.options(&side, who)?;
                self.reached[1 - who] = self.families.union(&self.reached[1 - who], &options)?;
            }
            self.families.tidy();
            if self.reached == before {
                break;
            }
        }
        self.count()?;
        progress(&self.facts);
        let sides = [self.side(0)?, self.side(1)?];
        loop {
            let before = (self.won.clone(), self.lost.clone());
            self.rounds += 1;
            for (who, side) in sides.iter().enumerate() {
                let lost = self.lost[1 - who].clone();
                let won = self.leading_to(&lost, side, who)?;
                let open = self.families.difference(&self.reached[1 - who], &self.won[1 - who])?;
                let saved = self.leading_to(&open, side, who)?;
                self.won[who] = self.families.common(&won, &self.reached[who])?;
                self.lost[who] = self.families.difference(&self.reached[who], &saved)?;
            }
            self.families.tidy();
            if (&self.won, &self.lost) == (&before.0, &before.1) {
                break;
            }
        }
        self.solved = true;
        self.count()?;
        progress(&self.facts);
        Ok(())
    }

    /// Counts positions by the number of cars, and by result if it is known.
    fn count(&mut self) -> Result {
        let mut facts: Vec<Layer> = Vec::new();
        let sum = |which: &[Family; 2], families: &mut Families| {
            let mut all: Vec<u128> = Vec::new();
            for family in which {
                let sizes = families.sizes(family)?;
                all.resize(all.len().max(sizes.len()), 0);
                for (size, count) in sizes.into_iter().enumerate() {
                    all[size] += count;
                }
            }
            Ok::<_, Exhausted>(all)
        };
        let positions = sum(&self.reached, &mut self.families)?;
        let won = sum(&self.won, &mut self.families)?;
        let lost = sum(&self.lost, &mut self.families)?;
        let nodes: u64 = self.reached.iter().map(|family| self.families.nodes(family)).sum();
        for (men, &count) in positions.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let at = |counts: &[u128]| counts.get(men).copied().unwrap_or(0);
            let (won, lost) = (at(&won), at(&lost));
            let results = self.solved.then_some([won, count - won - lost, lost]);
            facts.push(Layer { men: men as u64, positions: count, results, nodes });
        }
        self.facts = facts;
        Ok(())
    }

    pub(crate) fn facts(&self) -> &[Layer] {
        &self.facts
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn rounds(&self) -> u64 {
        self.rounds
    }

    pub(crate) fn most_nodes(&self) -> u64 {
        self.families.most_nodes()
    }

    /// As for games of lines, with a player to move.
    pub(crate) fn result(&self, cars: &[u32], who: usize) -> Option<Option<bool>> {
        let has = |family: &Family| self.families.has(family, cars);
        if !self.solved || !has(&self.reached[who]) {
            return None;
        }
        Some(if has(&self.won[who]) {
            Some(true)
        } else if has(&self.lost[who]) {
            Some(false)
        } else {
            None
        })
    }
}
