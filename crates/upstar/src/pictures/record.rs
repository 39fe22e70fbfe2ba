//! A recorded game: its sequence of positions.

use upstar_core::{Budget, Outcome, Player};
use upstar_draw::{Anchor, Scene};
use upstar_engine::{Convention, Game, Picture, Result, RuleError, Solver, Sum};
use upstar_games::parse_sum;
use upstar_values::Style;

use super::{MARGIN, SMALL, position_after};
use crate::analysis::{Analysis, Property, Table};

/// One position of a recorded game.
pub struct Turn {
    /// The position.
    pub position: Sum,
    /// The player to move.
    pub mover: Player,
}

/// A recorded game: its positions in order, each an option of the one before.
pub struct Record {
    /// The positions; the first is the start of play.
    pub turns: Vec<Turn>,
}

/// The reason why a text is not a recorded game.
#[derive(Debug)]
pub enum RecordError {
    /// A line is not a position: its number, counted from 1, and the error.
    Position(usize, RuleError),
    /// No move of the player leads from the line before to this line.
    NoMove {
        /// The line, counted from 1.
        line: usize,
        /// The player to move.
        mover: Player,
        /// The number of moves the player had.
        moves: usize,
    },
    /// There are no positions.
    Empty,
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Position(line, error) => write!(f, "line {line}: {error}"),
            RecordError::NoMove { line, mover, moves } => write!(
                f,
                "line {line}: none of the {moves} moves of {mover} leads to this position from \
                 the one before"
            ),
            RecordError::Empty => {
                write!(f, "expected the positions of a game, one on each line, such as `nim(1,2)`")
            }
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads positions, one on each line; empty lines and those that begin with `//`
    /// are left out. The players move in turn, `first` from the first position.
    ///
    /// # Errors
    /// [`RecordError`]: a line is not a position, or no move leads to it.
    pub fn read(text: &str, first: Player) -> Result<Record, Box<RecordError>> {
        let mut turns: Vec<Turn> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            let wrong = |error| Box::new(RecordError::Position(index + 1, error));
            let position = parse_sum(line).map_err(wrong)?;
            let mover = match turns.last() {
                None => first,
                Some(before) => {
                    let (moves, found) =
                        leads(&before.position, before.mover, &position).map_err(wrong)?;
                    if !found {
                        let (line, mover) = (index + 1, before.mover);
                        return Err(Box::new(RecordError::NoMove { line, mover, moves }));
                    }
                    before.mover.opponent()
                }
            };
            turns.push(Turn { position, mover });
        }
        if turns.is_empty() { Err(Box::new(RecordError::Empty)) } else { Ok(Record { turns }) }
    }

    /// The winner, if the player to move has no move in the last position.
    ///
    /// # Errors
    /// A position with too many options to list.
    pub fn winner(&self, convention: Convention) -> Result<Option<Player>> {
        let Some(last) = self.turns.last() else { return Ok(None) };
        for part in last.position.games() {
            if !part.options(last.mover)?.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(match last.position.convention(convention)? {
            Convention::Normal => last.mover.opponent(),
            Convention::Misere => last.mover,
        }))
    }

    /// The outcome class of each position.
    ///
    /// # Errors
    /// An exhausted budget, or a position that is too large.
    pub fn outcomes(
        &self,
        solver: &Solver,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Outcome>> {
        self.turns.iter().map(|turn| solver.outcome(&turn.position, convention, budget)).collect()
    }

    /// A table of the positions, each with the player to move, the winner under best play (none in
    /// a draw), and the outcome. `winner` is the actual winner, if the record is complete.
    ///
    /// # Errors
    /// An exhausted budget, or a position that is too large.
    pub fn analyze(
        &self,
        solver: &Solver,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Analysis> {
        let mut table = Table::new(["position", "mover", "winner", "outcome"]);
        let outcomes = self.outcomes(solver, convention, budget)?;
        for (turn, outcome) in self.turns.iter().zip(outcomes) {
            let position = turn.position.text(&mut solver.worker(budget), Style::Plain)?;
            let winner = outcome.winner(turn.mover).map_or(String::new(), |w| w.to_string());
            let mover = turn.mover.to_string();
            table.rows.push(vec![position, mover, winner, outcome.to_string()]);
        }
        let mut analysis = Analysis::new("a recorded game");
        if let Some(turn) = self.turns.last() {
            analysis.convention = Some(turn.position.convention(convention)?);
        }
        if let Some(winner) = self.winner(convention)? {
            analysis.properties.push(Property::Winner(winner));
        }
        analysis.table = Some(table);
        Ok(analysis)
    }

    /// The positions as numbered pictures in rows, with the player to move.
    #[must_use]
    pub fn scene(&self) -> Scene {
        const MOST_WIDTH: f64 = 1000.0;
        let first = self.turns.first().and_then(|turn| turn.position.single());
        let before = match first.map(Game::picture) {
            Some(Picture::Hackenbush(edges)) => edges,
            _ => Vec::new(),
        };
        let frames: Vec<(Scene, String)> = self
            .turns
            .iter()
            .enumerate()
            .map(|(index, turn)| {
                let games: Vec<&Game> = turn.position.games().collect();
                (position_after(&games, &before), format!("{}: {} to move", index + 1, turn.mover))
            })
            .collect();
        let widest = |frame: &(Scene, String)| {
            frame.0.width().max(Scene::text_width(&frame.1, SMALL)) + MARGIN
        };
        // Rows are filled from left to right.
        let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
        let mut used = 0.0;
        for (index, frame) in frames.iter().enumerate() {
            let last = rows.len() - 1;
            if used + widest(frame) > MOST_WIDTH && !rows[last].is_empty() {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += widest(frame);
            let last = rows.len() - 1;
            rows[last].push(index);
        }
        let row_height = |row: &[usize]| {
            row.iter().map(|&i| frames[i].0.height()).fold(0.0, f64::max) + SMALL + 16.0
        };
        let width = rows
            .iter()
            .map(|row| row.iter().map(|&i| widest(&frames[i])).sum::<f64>())
            .fold(0.0, f64::max);
        let height: f64 = rows.iter().map(|row| row_height(row)).sum();
        let mut page = Scene::new(width + MARGIN, height + MARGIN);
        let mut top = MARGIN;
        for row in &rows {
            let mut left = MARGIN;
            for &index in row {
                let (scene, caption) = &frames[index];
                page.text_anchored((left, top + SMALL), caption, SMALL, Anchor::Start);
                page.append(scene, (left, top + SMALL + 6.0));
                left += widest(&frames[index]);
            }
            top += row_height(row);
        }
        page
    }
}

/// The number of moves of `mover` in `before`, and whether one leads to `after`.
fn leads(before: &Sum, mover: Player, after: &Sum) -> Result<(usize, bool)> {
    let mut wanted: Vec<String> = after.games().map(|part| part.text()).collect();
    wanted.sort();
    let texts: Vec<String> = before.games().map(|part| part.text()).collect();
    let (mut moves, mut found) = (0, false);
    for (index, part) in before.games().enumerate() {
        for option in part.options(mover)? {
            moves += 1;
            let mut sum = texts.clone();
            sum[index] = option.text();
            sum.sort();
            found |= sum == wanted;
        }
    }
    Ok((moves, found))
}
