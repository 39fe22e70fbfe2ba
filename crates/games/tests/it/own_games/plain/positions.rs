//! Positions as letters of cells, and the options that steps make of them.

use std::collections::BTreeSet;

use super::{Cell, Class, Effect, File, Leaving, Piece, Place, Step, Ways};

/// A position. Cells are numbered from row to row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::own_games) struct Position {
    pub(in crate::own_games) letters: Vec<char>,
    pub(in crate::own_games) shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::own_games) enum Shape {
    /// The number of columns.
    Rows(usize),
    /// Edges between vertices.
    Vertices(Vec<(usize, usize)>),
    /// The ends of each cell.
    Edges(Vec<(usize, usize)>),
    /// Whether each cell is an edge, and edges with their ends.
    Graph(Vec<bool>, Vec<(usize, usize)>),
}

/// A cell of a pattern that was laid on a place: rows down and columns to the right, or on the cell
/// of a graph with this number.
struct Laid<'s> {
    place: (i32, i32),
    cell: &'s Cell,
    marked: bool,
    repeated: bool,
}

/// A pattern with every repetition so often, in rows; and for each longest repetition where the next
/// cells of it would lie.
type Written<'s> = (Vec<Laid<'s>>, Vec<Vec<Laid<'s>>>);

impl Position {
    fn sides(&self) -> (i32, i32) {
        match self.shape {
            Shape::Rows(columns) => {
                (self.letters.len().checked_div(columns).unwrap_or(0) as i32, columns as i32)
            }
            _ => (1, self.letters.len() as i32),
        }
    }

    fn cell(&self, (row, column): (i32, i32)) -> Option<usize> {
        let (rows, columns) = self.sides();
        let on = (0..rows).contains(&row) && (0..columns).contains(&column);
        on.then(|| (row * columns + column) as usize)
    }

    fn fits(&self, cell: &Cell, place: (i32, i32)) -> bool {
        match self.cell(place) {
            Some(at) => cell.class.has(self.letters[at]),
            None => cell.class.is_off(),
        }
    }

    /// The cells beside a cell, or around it.
    fn near(&self, cell: usize, around: bool) -> Vec<usize> {
        let others = (0..self.letters.len()).filter(|&other| other != cell);
        let joined = |other: usize| match &self.shape {
            Shape::Rows(columns) => {
                let [(a, b), (c, d)] = [cell, other].map(|cell| (cell / columns, cell % columns));
                let (down, right) = (a.abs_diff(c), b.abs_diff(d));
                if around { down.max(right) == 1 } else { down + right == 1 }
            }
            Shape::Vertices(edges) | Shape::Graph(_, edges) => {
                edges.contains(&(cell, other)) || edges.contains(&(other, cell))
            }
            Shape::Edges(ends) => {
                let ((a, b), (c, d)) = (ends[cell], ends[other]);
                a == c || a == d || b == c || b == d
            }
        };
        others.filter(|&other| joined(other)).collect()
    }

    /// The cells beside a cell, or beyond those with some letters.
    pub(super) fn beyond(&self, cell: usize, via: Option<&Class>, around: bool) -> Vec<usize> {
        let Some(via) = via else { return self.near(cell, around) };
        let way = self.near(cell, false).into_iter().filter(|&way| via.has(self.letters[way]));
        let far: BTreeSet<usize> = way.flat_map(|way| self.near(way, false)).collect();
        far.into_iter().filter(|&far| far != cell).collect()
    }

    /// Whether a cell may have a letter: edges and vertices have their own.
    fn may_become(&self, file: &File, cell: usize, letter: char) -> bool {
        let Shape::Graph(edges, _) = &self.shape else { return true };
        letter == '?' || file.is_edge(letter) == edges[cell]
    }

    /// The position with some of its cells.
    pub(super) fn kept(&self, keep: impl Fn(usize) -> bool) -> Position {
        let cells: Vec<usize> = (0..self.letters.len()).filter(|&cell| keep(cell)).collect();
        let place = |cell: usize| cells.iter().position(|&kept| kept == cell);
        let shape = match &self.shape {
            Shape::Rows(columns) => Shape::Rows(*columns),
            Shape::Vertices(edges) => {
                let edges = edges.iter().filter_map(|&(a, b)| Some((place(a)?, place(b)?)));
                Shape::Vertices(edges.collect())
            }
            Shape::Edges(ends) => Shape::Edges(cells.iter().map(|&cell| ends[cell]).collect()),
            Shape::Graph(kinds, edges) => {
                let edges = edges.iter().filter_map(|&(a, b)| Some((place(a)?, place(b)?)));
                Shape::Graph(cells.iter().map(|&cell| kinds[cell]).collect(), edges.collect())
            }
        };
        Position { letters: cells.iter().map(|&cell| self.letters[cell]).collect(), shape }
    }

    /// Without the edges that are not connected to vertex 0.
    fn grounded(&self) -> Position {
        let Shape::Edges(ends) = &self.shape else { return self.clone() };
        let mut reached = BTreeSet::from([0]);
        for _ in 0..=ends.len() {
            for &(a, b) in ends {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        self.kept(|cell| reached.contains(&ends[cell].0))
    }

    /// Adds the positions after a step.
    pub(super) fn after(&self, file: &File, step: &Step, out: &mut BTreeSet<Position>) {
        let mut writings = Vec::new();
        write_out(step, self.sides(), &mut Vec::new(), &mut writings);
        for (cells, next) in &writings {
            match self.shape {
                Shape::Rows(_) => self.after_on_board(file, step, cells, next, out),
                _ => self.along_paths(file, step, cells, &mut Vec::new(), out),
            }
        }
    }

    fn after_on_board(
        &self,
        file: &File,
        step: &Step,
        cells: &[Laid<'_>],
        next: &[Vec<Laid<'_>>],
        out: &mut BTreeSet<Position>,
    ) {
        // Where rows and columns of the pattern go.
        let mut turns = vec![((1, 0), (0, 1))];
        match step.ways {
            Ways::Written => {}
            Ways::Four => {
                turns.extend([((0, -1), (1, 0)), ((-1, 0), (0, -1)), ((0, 1), (-1, 0))]);
            }
            Ways::Diagonals | Ways::Eight => {
                let all = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
                let fits = |&(down, right): &(i32, i32)| match step.ways {
                    Ways::Eight => (down, right) != (0, 0),
                    _ => down != 0 && right != 0,
                };
                turns = all.filter(fits).map(|way| ((0, 0), way)).collect();
            }
        }
        if step.mirror {
            let others = turns.clone();
            turns.extend(others.into_iter().map(|(down, (a, b))| (down, (-a, -b))));
        }
        let (rows, columns) = self.sides();
        let off = cells.iter().any(|laid| laid.cell.class.is_off());
        let out_of = if off { cells.len() as i32 } else { 0 };
        for (down, right) in turns {
            for row in -out_of..rows + out_of {
                for column in -out_of..columns + out_of {
                    let place = |laid: &Laid<'_>| {
                        let (r, c) = laid.place;
                        (row + r * down.0 + c * right.0, column + r * down.1 + c * right.1)
                    };
                    let fit = |cells: &[Laid<'_>]| {
                        cells.iter().all(|laid| self.fits(laid.cell, place(laid)))
                    };
                    // Where it fits once more it is not the longest.
                    if fit(cells) && !next.iter().any(|next| fit(next)) {
                        let on = |laid: &Laid<'_>| self.cell(place(laid));
                        let results = self.results(step, cells, on);
                        let cells = cells.iter().zip(results);
                        let cells =
                            cells.filter_map(|(laid, to)| Some((on(laid)?, to, laid.marked)));
                        self.play(file, step, &cells.collect::<Vec<_>>(), out);
                    }
                }
            }
        }
    }

    /// Paths of different cells, each beside the next.
    fn along_paths(
        &self,
        file: &File,
        step: &Step,
        cells: &[Laid<'_>],
        path: &mut Vec<usize>,
        out: &mut BTreeSet<Position>,
    ) {
        if path.len() == cells.len() {
            let cells =
                path.iter().zip(cells).map(|(&cell, laid)| (cell, laid.cell.to, laid.marked));
            return self.play(file, step, &cells.collect::<Vec<_>>(), out);
        }
        for cell in 0..self.letters.len() {
            let beside = path.last().is_none_or(|&last| self.near(last, false).contains(&cell));
            let next = cells[path.len()].cell;
            let fits = next.class.has(self.letters[cell]) && self.may_become(file, cell, next.to);
            if beside && fits && !path.contains(&cell) {
                path.push(cell);
                self.along_paths(file, step, cells, path, out);
                path.pop();
            }
        }
    }

    /// The results of the cells of a match.
    fn results(
        &self,
        step: &Step,
        cells: &[Laid<'_>],
        on: impl Fn(&Laid<'_>) -> Option<usize>,
    ) -> Vec<char> {
        let Some(result) = &step.moved else {
            return cells.iter().map(|laid| laid.cell.to).collect();
        };
        let run = cells.iter().filter(|laid| laid.repeated).filter_map(on);
        let run: Vec<char> = run.map(|cell| self.letters[cell]).collect();
        let each = result.iter().flat_map(|&letter| match letter {
            '=' => run.clone(),
            letter => vec![letter],
        });
        each.collect()
    }

    /// Adds the position after a match, if its conditions hold: cells with their results, one of them
    /// marked.
    fn play(
        &self,
        file: &File,
        step: &Step,
        cells: &[(usize, char, bool)],
        out: &mut BTreeSet<Position>,
    ) {
        let marked = cells.iter().find(|(_, _, marked)| *marked).map(|&(cell, ..)| cell);
        for condition in &step.conditions {
            let counted = match (condition.place, marked) {
                (Place::Board, _) => (0..self.letters.len()).collect(),
                (_, Some(marked)) => condition.near(self, marked),
                (_, None) => panic!("no cell is marked"),
            };
            if !condition.holds(self, &counted) {
                return;
            }
        }
        let mut after = self.clone();
        if !step.effects.is_empty() {
            let marked = marked.expect("a marked cell");
            for cell in 0..self.letters.len() {
                let letter = self.letters[cell];
                let fits = |(via, class, to): &&Effect| {
                    class.has(letter)
                        && self.beyond(marked, via.as_ref(), false).contains(&cell)
                        && self.may_become(file, cell, *to)
                };
                let first = step.effects.iter().find(fits);
                after.letters[cell] = first.map_or(letter, |&(.., to)| to);
            }
        }
        for &(cell, to, _) in cells {
            after.letters[cell] = if matches!(to, '?' | '|') { self.letters[cell] } else { to };
        }
        out.insert(after);
    }

    /// The connected groups of cells with a letter.
    fn groups(&self, class: &Class) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for cell in 0..self.letters.len() {
            if !class.has(self.letters[cell]) || groups.iter().flatten().any(|&c| c == cell) {
                continue;
            }
            let mut group = vec![cell];
            let mut next = 0;
            while next < group.len() {
                for other in self.near(group[next], false) {
                    if class.has(self.letters[other]) && !group.contains(&other) {
                        group.push(other);
                    }
                }
                next += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// Whether something is left of these cells if all that ends somewhere is taken away.
    fn has_cycle(&self, class: &Class) -> bool {
        let mut left: Vec<usize> =
            (0..self.letters.len()).filter(|&cell| class.has(self.letters[cell])).collect();
        loop {
            let before = left.clone();
            left.retain(|&cell| match &self.shape {
                Shape::Edges(ends) => {
                    let ends_at = |vertex: usize| {
                        let ends = before.iter().map(|&other| ends[other]);
                        ends.flat_map(|(a, b)| [a, b]).filter(|&end| end == vertex).count()
                    };
                    ends_at(ends[cell].0) > 1 && ends_at(ends[cell].1) > 1
                }
                _ => {
                    self.near(cell, false).iter().filter(|other| before.contains(other)).count() > 1
                }
            });
            if left == before {
                return !left.is_empty();
            }
        }
    }

    /// The position after what a step does to the whole board; `None` if it may not be left.
    pub(super) fn left_by(&self, file: &File, step: &Step) -> Option<Position> {
        let mut left = if step.drop { self.grounded() } else { self.clone() };
        let beside = |group: &[usize], near: &dyn Fn(usize) -> Vec<usize>| {
            let near = group.iter().flat_map(|&cell| near(cell));
            let near: BTreeSet<usize> = near.filter(|cell| !group.contains(cell)).collect();
            near.into_iter().collect::<Vec<_>>()
        };
        for (class, other, to) in &step.groups {
            let before = left.clone();
            for group in before.groups(class) {
                let near = beside(&group, &|cell| before.near(cell, false));
                if !near.iter().any(|&cell| other.has(before.letters[cell])) {
                    let taken = group.iter().filter(|&&cell| left.may_become(file, cell, *to));
                    let taken: Vec<usize> = taken.copied().collect();
                    taken.iter().for_each(|&cell| left.letters[cell] = *to);
                }
            }
        }
        let holds = step.leaving.iter().all(|leaving| match leaving {
            Leaving::Connected(class) => left.groups(class).len() < 2,
            Leaving::WithoutCycle(class) => !left.has_cycle(class),
            Leaving::Every(class, true, condition) => left.groups(class).iter().all(|group| {
                condition.holds(&left, &beside(group, &|cell| condition.near(&left, cell)))
            }),
            Leaving::Every(class, false, condition) => {
                let cells = 0..left.letters.len();
                cells
                    .filter(|&cell| class.has(left.letters[cell]))
                    .all(|cell| condition.holds(&left, &condition.near(&left, cell)))
            }
        });
        holds.then_some(left)
    }

    pub(in crate::own_games) fn text(&self) -> String {
        let letters: String = self.letters.iter().collect();
        match &self.shape {
            Shape::Rows(columns) => {
                let rows = self.letters.chunks((*columns).max(1));
                rows.map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
            }
            Shape::Vertices(edges) => {
                let mut edges: Vec<(usize, usize)> =
                    edges.iter().map(|&(a, b)| (a.min(b) + 1, a.max(b) + 1)).collect();
                edges.sort_unstable();
                let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
                format!("{letters}|{}", edges.join(","))
            }
            Shape::Graph(kinds, edges) => {
                let vertices: Vec<usize> = (0..kinds.len()).filter(|&cell| !kinds[cell]).collect();
                let mut texts = Vec::new();
                for edge in (0..kinds.len()).filter(|&cell| kinds[cell]) {
                    let ends = edges.iter().filter(|(known, _)| *known == edge);
                    let name = |end| vertices.iter().position(|&v| v == end).map_or(0, |at| at + 1);
                    let mut ends: Vec<usize> = ends.map(|&(_, end)| name(end)).collect();
                    ends.sort_unstable();
                    let mut ends =
                        ends.iter().map(usize::to_string).chain([String::new(), String::new()]);
                    let (a, b) = (ends.next().unwrap(), ends.next().unwrap());
                    // The first letter of edges is the default one.
                    let letter = Some(self.letters[edge]).filter(|&letter| letter != '=');
                    texts.push(format!("{a}-{b}{}", letter.map(String::from).unwrap_or_default()));
                }
                texts.sort_unstable();
                let vertices: String = vertices.iter().map(|&cell| self.letters[cell]).collect();
                format!("{vertices}|{}", texts.join(","))
            }
            Shape::Edges(ends) => {
                let mut edges: Vec<String> = ends
                    .iter()
                    .zip(&self.letters)
                    .map(|(&(a, b), letter)| format!("{}-{}{letter}", a.min(b), a.max(b)))
                    .collect();
                edges.sort();
                edges.join(",")
            }
        }
    }
}

/// The pattern with its repetitions so often that it may fit a board with these sides.
fn write_out<'s>(
    step: &'s Step,
    sides: (i32, i32),
    counts: &mut Vec<usize>,
    out: &mut Vec<Written<'s>>,
) {
    let pieces = step.rows.iter().flatten();
    let repeated: Vec<&Piece> = pieces.filter(|piece| matches!(piece, Piece::Many(..))).collect();
    if let Some(Piece::Many(cells, least, _)) = repeated.get(counts.len()) {
        let most = sides.0.max(sides.1) as usize / cells.len();
        for count in *least..=most {
            counts.push(count);
            write_out(step, sides, counts, out);
            counts.pop();
        }
        return;
    }
    let first = step.rows.iter().enumerate().find_map(|(row, pieces)| {
        let alone = |piece: &Piece| {
            !matches!(piece, Piece::Many(..)) && piece.cells().iter().any(|c| !c.class.is_off())
        };
        pieces.iter().position(alone).map(|at| (row, at))
    });
    let (mut cells, mut next) = (Vec::new(), Vec::new());
    let mut counts = counts.iter();
    for (row, pieces) in step.rows.iter().enumerate() {
        let mut column = 0;
        for (at, piece) in pieces.iter().enumerate() {
            let times = match piece {
                Piece::One(_) => 1,
                Piece::Times(_, times) => *times,
                Piece::Many(..) => *counts.next().expect("a number for each repetition"),
            };
            // Of a group the first cell is marked, as are those after it; only the first counts.
            let mut marked = step.marked.or(first) == Some((row, at));
            let group = |column: &mut i32, marked: &mut bool| {
                let laid = piece.cells().iter().map(|cell| {
                    let place = (row as i32, *column);
                    *column += 1;
                    let repeated = matches!(piece, Piece::Many(..));
                    Laid { place, cell, marked: std::mem::take(marked), repeated }
                });
                laid.collect::<Vec<_>>()
            };
            for _ in 0..times {
                cells.extend(group(&mut column, &mut marked));
            }
            if matches!(piece, Piece::Many(_, _, true)) {
                let mut beyond = column;
                next.push(group(&mut beyond, &mut false));
            }
        }
    }
    out.push((cells, next));
}
