//! Patterns placed on boards in every direction that their rule allows.

use super::pattern::expanded;
use super::spec::{
    After, Board, Class, Condition, Effect, OFF, Pattern, Piece, Replacement, Spec, Step, Ways,
    Where, only,
};

/// The most ways to repeat the parts of a line that are laid apart.
const MOST_BLOCKS: usize = 400;

/// A cell of a laid pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlacedCell {
    /// Rows below, and columns to the right of, the first row and column of the pattern.
    pub(super) down: i32,
    pub(super) right: i32,
    pub(super) class: Class,
    pub(super) to: Option<u8>,
    pub(super) marked: bool,
}

/// The form of a laid pattern.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// Cells in fixed places.
    Block(Vec<PlacedCell>),
    /// Cells in a line, some of them repeated; `moved` as in [`Step`].
    Line { step: (i32, i32), pattern: Pattern, result: Replacement, moved: bool },
}

/// A pattern laid in one direction, with what it asks of other cells and does to them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlacedPattern {
    pub(super) form: Form,
    pub(super) conditions: Vec<Condition>,
    pub(super) effects: Vec<Effect>,
    pub(super) after: After,
}

/// A move: steps, each in any of the ways in which its pattern is laid.
pub(super) type Steps = Vec<Vec<PlacedPattern>>;

/// The moves of Left and those of Right.
pub(super) type Moves = [Vec<Steps>; 2];

/// The moves of a game on a strip or a grid.
pub(super) fn moves(spec: &Spec) -> Moves {
    [0, 1].map(|player| {
        let rules = spec.rules.iter().filter(|rule| rule.players[player]);
        standard(
            rules.map(|rule| rule.steps.iter().map(|step| laid(spec, step)).collect()).collect(),
        )
    })
}

/// Moves in a standard order, those of one step each by itself.
pub(super) fn standard(moves: Vec<Steps>) -> Vec<Steps> {
    let mut standard = Vec::new();
    for mut steps in moves {
        for step in &mut steps {
            step.sort_unstable();
            step.dedup();
        }
        match <[Vec<PlacedPattern>; 1]>::try_from(steps) {
            Ok([step]) => standard.extend(step.into_iter().map(|laid| vec![vec![laid]])),
            Err(steps) => standard.push(steps),
        }
    }
    standard.sort_unstable();
    standard.dedup();
    standard
}

/// A step in every direction.
fn laid(spec: &Spec, step: &Step) -> Vec<PlacedPattern> {
    // How rows and columns of the pattern go on the board.
    let quarter = |(down, right): (i32, i32)| (right, -down);
    let mut turns: Vec<[(i32, i32); 2]> = vec![[(1, 0), (0, 1)]];
    if spec.board == Board::Grid && step.ways == Ways::Four {
        for _ in 0..3 {
            let last = turns[turns.len() - 1];
            turns.push(last.map(quarter));
        }
    }
    let eight: Vec<(i32, i32)> = (-1..=1)
        .flat_map(|down| (-1..=1).map(move |right| (down, right)))
        .filter(|&way| way != (0, 0))
        .collect();
    match step.ways {
        Ways::Diagonal | Ways::Eight => {
            let slanting = |&(down, right): &(i32, i32)| down != 0 && right != 0;
            let ways = eight.iter().filter(|way| step.ways == Ways::Eight || slanting(way));
            turns = ways.map(|&way| [(0, 0), way]).collect();
        }
        Ways::Written | Ways::Four => {}
    }
    // On a graph a path is read from either end.
    if step.mirror || spec.board.is_graph() {
        let mirrored = |[down, right]: [(i32, i32); 2]| [down, (-right.0, -right.1)];
        turns.extend(turns.clone().into_iter().map(mirrored));
    }
    let mut conditions = step.conditions.clone();
    conditions.sort_unstable();
    let mut after = step.after.clone();
    after.leaving.sort_unstable();
    let effects = apart(&step.effects);
    let with = |form| PlacedPattern {
        form,
        conditions: conditions.clone(),
        effects: effects.clone(),
        after: after.clone(),
    };
    let speaks = !effects.is_empty() || conditions.iter().any(|c| c.place != Where::Board);
    turns
        .into_iter()
        .map(|turn| {
            let mut form = form(step, turn);
            if !speaks {
                form.unmark();
            }
            with(form)
        })
        .collect()
}

/// Effects of which the first that fits counts, as effects in order of which one fits at most: a
/// later one gets what no earlier one takes.
fn apart(effects: &[Effect]) -> Vec<Effect> {
    let mut apart: Vec<Effect> = Vec::new();
    for &effect in effects {
        let mut left = vec![effect];
        for known in &apart {
            let without = |effect: Effect| {
                let both = effect.via & known.via;
                let rest = Effect { class: effect.class & !known.class, ..effect };
                match (effect.via | known.via, both) {
                    (0, _) => [Some(rest), None],
                    (_, 0) => [Some(effect), None],
                    _ => {
                        let elsewhere = Effect { via: effect.via & !both, ..effect };
                        let elsewhere = Some(elsewhere).filter(|effect| effect.via != 0);
                        [Some(Effect { via: both, ..rest }), elsewhere]
                    }
                }
            };
            let left_over = left.into_iter().flat_map(without).flatten();
            left = left_over.filter(|left| left.class != 0).collect();
        }
        apart.extend(left);
    }
    apart.sort_unstable();
    apart
}

fn form(step: &Step, [down, right]: [(i32, i32); 2]) -> Form {
    let many = |piece: &Piece<_>| matches!(piece, Piece::Many { .. });
    if step.pattern[0].iter().any(many) {
        return Form::line(right, step.pattern[0].clone(), step.result[0].clone(), step.moved);
    }
    let mut cells = Vec::new();
    for (row, (pattern, result)) in step.pattern.iter().zip(&step.result).enumerate() {
        let both = expanded(pattern, &[]).into_iter().zip(expanded(result, &[]));
        for (column, (cell, to)) in both.enumerate() {
            let (row, column) = (row as i32, column as i32);
            cells.push(PlacedCell {
                down: row * down.0 + column * right.0,
                right: row * down.1 + column * right.1,
                class: cell.class,
                to: to.filter(|&to| cell.class != only(to)),
                marked: cell.marked,
            });
        }
    }
    Form::block(cells)
}

impl Form {
    /// A block whose first row and column are 0, its cells in order.
    pub(super) fn block(mut cells: Vec<PlacedCell>) -> Form {
        let top = cells.iter().map(|cell| cell.down).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.right).min().unwrap_or(0);
        for cell in &mut cells {
            cell.down -= top;
            cell.right -= left;
        }
        cells.sort_unstable();
        Form::Block(cells)
    }

    /// A line. Where nothing has to be longest it may be read from either end, and is read
    /// rightwards or downwards.
    pub(super) fn line(
        step: (i32, i32),
        mut pattern: Pattern,
        mut result: Replacement,
        moved: bool,
    ) -> Form {
        let longest = |piece: &Piece<_>| matches!(piece, Piece::Many { longest: true, .. });
        if step >= (0, 0) || pattern.iter().any(longest) {
            return Form::Line { step, pattern, result, moved };
        }
        reverse(&mut pattern);
        reverse(&mut result);
        Form::Line { step: (-step.0, -step.1), pattern, result, moved }
    }

    /// The blocks that a line stands for on boards where lines have at most `reach` cells, by their
    /// direction; `None` if repetitions are to be the longest or to be moved, or the blocks are many.
    pub(super) fn blocks(
        &self,
        reach: impl Fn((i32, i32)) -> usize,
    ) -> Option<Vec<Vec<PlacedCell>>> {
        let Form::Line { step, pattern, result, moved: false } = self else { return None };
        let most = reach(*step);
        let mut counts: Vec<Vec<usize>> = vec![vec![]];
        for piece in pattern {
            if let Piece::Many { cells, least, longest } = piece {
                if *longest {
                    return None;
                }
                let times = || usize::from(*least)..=(most / cells.len());
                let longer = |count: &Vec<usize>| {
                    let count = count.clone();
                    times().map(move |times| [&count[..], &[times]].concat())
                };
                counts = counts.iter().flat_map(longer).collect();
                if counts.len() > MOST_BLOCKS {
                    return None;
                }
            }
        }
        let block = |counts: &Vec<usize>| {
            let cells = expanded(pattern, counts).into_iter().zip(expanded(result, counts));
            let cells = (0..).zip(cells).map(|(index, (cell, to)): (i32, _)| PlacedCell {
                down: index * step.0,
                right: index * step.1,
                class: cell.class,
                to: to.filter(|&to| cell.class != only(to)),
                marked: cell.marked,
            });
            match Form::block(cells.collect()) {
                Form::Block(cells) if cells.len() <= most => Some(cells),
                _ => None,
            }
        };
        let blocks: Vec<_> = counts.iter().filter_map(block).collect();
        (blocks.len() <= MOST_BLOCKS / 4).then_some(blocks)
    }

    /// Forgets which cell conditions speak of.
    fn unmark(&mut self) {
        match self {
            Form::Block(cells) => cells.iter_mut().for_each(|cell| cell.marked = false),
            Form::Line { pattern, .. } => {
                for piece in pattern {
                    match piece {
                        Piece::One(cell) => cell.marked = false,
                        Piece::Many { cells, .. } => {
                            cells.iter_mut().for_each(|cell| cell.marked = false);
                        }
                    }
                }
            }
        }
    }
}

/// The pieces from the other end.
fn reverse<C>(pieces: &mut [Piece<C>]) {
    pieces.reverse();
    for piece in pieces {
        if let Piece::Many { cells, .. } = piece {
            cells.reverse();
        }
    }
}

impl PlacedPattern {
    /// The cells of the pattern, each once.
    pub(super) fn cells(&self) -> Vec<(Class, Option<u8>)> {
        match &self.form {
            Form::Block(cells) => cells.iter().map(|cell| (cell.class, cell.to)).collect(),
            Form::Line { pattern, .. } => {
                let each = pattern.iter().flat_map(|piece| match piece {
                    Piece::One(cell) => std::slice::from_ref(cell),
                    Piece::Many { cells, .. } => cells,
                });
                each.map(|cell| (cell.class, None)).collect()
            }
        }
    }

    /// The classes of the cells that every match has.
    pub(super) fn surely(&self) -> Vec<Class> {
        match &self.form {
            Form::Block(cells) => cells.iter().map(|cell| cell.class).collect(),
            Form::Line { pattern, .. } => {
                let alone = pattern.iter().filter_map(|piece| match piece {
                    Piece::One(cell) => Some(cell.class),
                    Piece::Many { .. } => None,
                });
                alone.collect()
            }
        }
    }

    /// Whether the border of the board is part of the pattern.
    pub(super) fn has_border(&self) -> bool {
        self.cells().iter().any(|(class, _)| class & only(OFF) != 0)
    }
}
