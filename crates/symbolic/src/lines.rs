//! Games of completing a line, layer by layer.
//!
//! A position is the set of its men: number 2c for a man of Left in cell c, 2c + 1 for one of
//! Right. Cells are numbered column by column from below, so that what is free above the men of a
//! column costs no nodes, and a column is left behind before the next one begins (Edelkamp and
//! Kissmann 2011 order their variables so). A layer is the positions of that many men.

// Families are compared and hashed by their roots; the counters within take no part.
#![expect(clippy::mutable_key_type)]

use upstar_core::Budget;

use crate::Result;
use crate::families::{Done, Families, Family};
use crate::{Layer, Progress};

/// A board and its lines.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Whether men fall down their column.
    pub(crate) falling: bool,
    /// The lines, as lists of cells (row from the top, column).
    pub(crate) lines: Vec<Vec<(usize, usize)>>,
}

impl Board {
    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of a cell.
    fn cell(&self, (row, column): (usize, usize)) -> usize {
        column * self.rows + (self.rows - 1 - row)
    }

    /// The cell after which the next man may be put, or be found, if this one is free.
    fn past_free(&self, cell: usize) -> usize {
        if self.falling { (cell / self.rows + 1) * self.rows } else { cell + 1 }
    }

    /// The men of a board as numbers, ascending: for each man his row from the top, his column, and
    /// whether he is Right's.
    pub(crate) fn numbers(&self, men: impl Iterator<Item = (usize, usize, bool)>) -> Vec<u32> {
        let mut numbers: Vec<u32> = men
            .map(|(row, column, right)| (2 * self.cell((row, column)) + usize::from(right)) as u32)
            .collect();
        numbers.sort_unstable();
        numbers
    }
}

/// The positions of one layer, by result.
#[derive(Clone)]
struct Sets {
    /// Nobody has a line, and there is a free cell or the game is drawn.
    open: Family,
    /// The player who moved last has a line.
    over: Family,
    /// The positions that the player to move wins and draws, once they are known.
    won_drawn: Option<(Family, Family)>,
}

/// The layers from the first one on, as far as a budget allowed.
pub(crate) struct Lines {
    pub(crate) board: Board,
    families: Families,
    layers: Vec<Sets>,
    first: usize,
    facts: Vec<Layer>,
}

impl Lines {
    /// Begins with a position, given by its men.
    pub(crate) fn new(board: Board, men: &[u32], budget: &Budget) -> Result<Self> {
        let mut families = Families::new(2 * board.cells(), budget)?;
        let start = families.one(men)?;
        let lines =
            Lines { board, families, layers: Vec::new(), first: men.len(), facts: Vec::new() };
        let mut lines = lines;
        lines.add_layer(start)?;
        Ok(lines)
    }

    /// The player to move with that many men on the board: 0 for Left, 1 for Right.
    fn mover(men: usize) -> usize {
        men % 2
    }

    /// Finds all positions, layer by layer, and then the winners, from the last layer back.
    pub(crate) fn solve(&mut self, progress: &mut Progress<'_>) -> Result {
        let last = self.board.cells();
        for men in self.first..last {
            let open = self.layers[men - self.first].open.clone();
            if open == self.families.none {
                break;
            }
            let next = self.moved(&open, 0, (Self::mover(men), false), &mut Done::default())?;
            self.add_layer(next)?;
            progress(&self.facts);
            self.families.tidy();
        }
        for index in (0..self.layers.len()).rev() {
            self.solve_layer(index)?;
            progress(&self.facts);
            self.families.tidy();
        }
        Ok(())
    }

    /// A layer of these positions, in which only the player who moved last may have a line.
    fn add_layer(&mut self, positions: Family) -> Result {
        let men = self.first + self.layers.len();
        let mut open = positions.clone();
        if men > 0 {
            let who = 1 - Self::mover(men);
            for line in self.board.lines.clone() {
                let mut numbers: Vec<u32> =
                    line.iter().map(|&cell| (2 * self.board.cell(cell) + who) as u32).collect();
                numbers.sort_unstable();
                open = self.families.lacking(&open, &numbers)?;
            }
        }
        let over = self.families.difference(&positions, &open)?;
        let count = self.families.count(&positions)?;
        let nodes = self.families.nodes(&positions);
        self.facts.push(Layer { men: men as u64, positions: count, results: None, nodes });
        self.layers.push(Sets { open, over, won_drawn: None });
        Ok(())
    }

    /// Solves a layer from the results of the next.
    fn solve_layer(&mut self, index: usize) -> Result {
        let men = self.first + index;
        let Sets { open, over, .. } = self.layers[index].clone();
        let mut nodes = self.facts[index].nodes;
        let (won, drawn, lost) = match self.layers.get(index + 1) {
            // Nobody can move any more, so the game is drawn if nobody has a line.
            None => (self.families.none.clone(), open.clone(), over),
            Some(next) => {
                let next = next.clone();
                let (next_won, next_drawn) = next
                    .won_drawn
                    .unwrap_or_else(|| (self.families.none.clone(), self.families.none.clone()));
                let next_open = self.families.difference(&next.open, &next_won)?;
                let next_lost = self.families.difference(&next_open, &next_drawn)?;
                let next_lost = self.families.union(&next_lost, &next.over)?;
                let who = Self::mover(men);
                let won = self.moved(&next_lost, 0, (who, true), &mut Done::default())?;
                let won = self.families.common(&won, &open)?;
                let rest = self.families.difference(&open, &won)?;
                let drawn = self.moved(&next_drawn, 0, (who, true), &mut Done::default())?;
                let drawn = self.families.common(&drawn, &rest)?;
                let lost = self.families.difference(&rest, &drawn)?;
                (won, drawn, self.families.union(&lost, &over)?)
            }
        };
        let results =
            [self.families.count(&won)?, self.families.count(&drawn)?, self.families.count(&lost)?];
        nodes = nodes.max(self.families.nodes(&won)).max(self.families.nodes(&drawn));
        self.facts[index].nodes = nodes.max(self.families.nodes(&lost));
        self.facts[index].results = Some(results);
        self.layers[index].won_drawn = Some((won, drawn));
        Ok(())
    }

    /// The three parts of a family without men before a cell: with a man of Left in it, without him;
    /// the same of Right; those where it is free.
    fn at_cell(&self, family: &Family, cell: usize) -> [Family; 3] {
        let (left, rest) = self.families.split(family, 2 * cell as u32);
        let (right, free) = self.families.split(&rest, 2 * cell as u32 + 1);
        [left, right, free]
    }

    /// The family of which these are the parts.
    fn of_cell(&self, cell: usize, [left, right, free]: [Family; 3]) -> Result<Family> {
        let rest = self.families.join(2 * cell as u32 + 1, right, free)?;
        self.families.join(2 * cell as u32, left, rest)
    }

    /// The positions after a man of `who` is put in a cell from `cell` on, or with `back` those before.
    fn moved(
        &mut self,
        family: &Family,
        cell: usize,
        (who, back): (usize, bool),
        done: &mut Done<Family>,
    ) -> Result<Family> {
        if cell >= self.board.cells() || *family == self.families.none {
            return Ok(self.families.none.clone());
        }
        let key = (family.clone(), cell as u32);
        if let Some(known) = done.get(&key) {
            return Ok(known.clone());
        }
        self.families.tick()?;
        let parts = self.at_cell(family, cell);
        // Only the highest man of a column can be the last.
        let highest = !self.board.falling || (cell + 1).is_multiple_of(self.board.rows);
        let (part, moved_here) = match (back, highest) {
            (false, _) => (who, parts[2].clone()),
            (true, true) => (2, parts[who].clone()),
            (true, false) => (2, self.at_cell(&parts[who], cell + 1)[2].clone()),
        };
        let [left, right, free] = parts;
        let mut moved = [
            self.moved(&left, cell + 1, (who, back), done)?,
            self.moved(&right, cell + 1, (who, back), done)?,
            self.moved(&free, self.board.past_free(cell), (who, back), done)?,
        ];
        moved[part] = self.families.union(&moved[part], &moved_here)?;
        let found = self.of_cell(cell, moved)?;
        done.insert(key, found.clone());
        Ok(found)
    }

    /// The results of each layer.
    pub(crate) fn facts(&self) -> &[Layer] {
        &self.facts
    }

    pub(crate) fn most_nodes(&self) -> u64 {
        self.families.most_nodes()
    }

    /// Whether the player to move wins (true), loses (false) or draws (none) a position, given by
    /// its men; `None` if the position is unreachable or unsolved.
    pub(crate) fn result(&self, men: &[u32]) -> Option<Option<bool>> {
        let sets = self.layers.get(men.len().checked_sub(self.first)?)?;
        let (won, drawn) = sets.won_drawn.as_ref()?;
        let has = |family| self.families.has(family, men);
        if has(won) {
            Some(Some(true))
        } else if has(drawn) {
            Some(None)
        } else {
            (has(&sets.open) || has(&sets.over)).then_some(Some(false))
        }
    }
}
