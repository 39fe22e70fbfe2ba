//! What a step does to the whole board, and asks of it: connected groups, cycles.

use super::spec::{After, Class, Condition, Groups as Taken, Leaving, Where, only};
use super::symmetry::exchanged;

/// A board by its cells.
pub(super) trait Joined {
    /// The cells beside a cell, or around it.
    fn near(&self, cell: usize, corners: bool) -> Vec<usize>;

    /// The ends of the cells, if they are edges.
    fn ends(&self) -> Option<&[(u16, u16)]> {
        None
    }
}

/// The first of those that are joined to this one.
pub(super) fn root(first: &mut [usize], mut one: usize) -> usize {
    while first[one] != one {
        first[one] = first[first[one]];
        one = first[one];
    }
    one
}

/// Whether joining these pairs closes no cycle. Afterwards `first` has the first of each group.
fn join(first: &mut [usize], pairs: impl Iterator<Item = (usize, usize)>) -> bool {
    let mut tree = true;
    for (one, other) in pairs {
        let (one, other) = (root(first, one), root(first, other));
        tree &= one != other;
        first[one.max(other)] = one.min(other);
    }
    tree
}

/// The connected groups of the cells with some letters.
struct Groups {
    /// For each cell the first of its group.
    first: Vec<usize>,
    /// The cells of each group.
    cells: Vec<Vec<usize>>,
    /// Whether there is no cycle.
    tree: bool,
}

fn groups(board: &impl Joined, codes: &[u8], class: Class) -> Groups {
    let fits = |cell: &usize| only(codes[*cell]) & class != 0;
    let cells: Vec<usize> = (0..codes.len()).filter(fits).collect();
    let pairs = cells.iter().flat_map(|&cell| {
        let others = board.near(cell, false).into_iter();
        others.filter(move |other| *other < cell && fits(other)).map(move |other| (cell, other))
    });
    let mut first: Vec<usize> = (0..codes.len()).collect();
    let mut tree = join(&mut first, pairs);
    if let Some(ends) = board.ends() {
        // Three edges with a common end are no cycle.
        let last = ends.iter().map(|&(a, b)| a.max(b)).max().map_or(0, usize::from);
        let mut vertices: Vec<usize> = (0..=last).collect();
        let pairs = cells.iter().map(|&cell| (ends[cell].0.into(), ends[cell].1.into()));
        tree = join(&mut vertices, pairs);
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); codes.len()];
    for cell in cells {
        first[cell] = root(&mut first, cell);
        groups[first[cell]].push(cell);
    }
    groups.retain(|group| !group.is_empty());
    Groups { first, cells: groups, tree }
}

impl Groups {
    /// The neighbours of a group, each once.
    fn around(&self, group: &[usize], near: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
        let all = group.iter().flat_map(|&cell| near(cell));
        let mut all: Vec<usize> =
            all.filter(|&cell| self.first[cell] != self.first[group[0]]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Condition {
    /// The cells that it counts beside or around a cell.
    fn near(&self, board: &impl Joined, codes: &[u8], cell: usize) -> Vec<usize> {
        let mut near = board.near(cell, self.place == Where::Around);
        if self.via != 0 {
            near.retain(|&cell| only(codes[cell]) & self.via != 0);
            near = near.into_iter().flat_map(|cell| board.near(cell, false)).collect();
            near.retain(|&other| other != cell);
            near.sort_unstable();
            near.dedup();
        }
        near
    }
}

impl After {
    /// Whether it speaks of connected cells other than of the ground.
    pub(super) fn is_of_the_board(&self) -> bool {
        !self.groups.is_empty() || !self.leaving.is_empty()
    }

    /// The letters that it speaks of.
    pub(super) fn classes(&self) -> Class {
        let groups = self.groups.iter().fold(0, |all, taken| all | taken.class | taken.saved_by);
        self.leaving.iter().fold(groups, |all, leaving| match leaving {
            Leaving::Connected(class) | Leaving::WithoutCycle(class) => all | class,
            Leaving::Every { class, neighbours, .. } => {
                all | class | neighbours.class | neighbours.via
            }
        })
    }

    /// Removes groups. False if the board that is left is not one that may be.
    pub(super) fn play(&self, board: &impl Joined, codes: &mut [u8]) -> bool {
        for taken in &self.groups {
            let found = groups(board, codes, taken.class);
            for group in &found.cells {
                let beside = found.around(group, |cell| board.near(cell, false));
                if beside.iter().any(|&cell| only(codes[cell]) & taken.saved_by != 0) {
                    continue;
                }
                for &cell in group {
                    if only(codes[cell]) & taken.taken != 0 {
                        codes[cell] = taken.to;
                    }
                }
            }
        }
        let codes = &*codes;
        self.leaving.iter().all(|leaving| match *leaving {
            Leaving::Connected(class) => groups(board, codes, class).cells.len() <= 1,
            Leaving::WithoutCycle(class) => groups(board, codes, class).tree,
            Leaving::Every { class, group, neighbours } => {
                let near = |cell| neighbours.near(board, codes, cell);
                let holds =
                    |near: Vec<usize>| neighbours.holds(near.iter().map(|&cell| only(codes[cell])));
                let found = groups(board, codes, class);
                match group {
                    true => found.cells.iter().all(|group| holds(found.around(group, near))),
                    false => found.cells.iter().flatten().all(|&cell| holds(near(cell))),
                }
            }
        })
    }

    /// The same with letters exchanged.
    pub(super) fn exchanged(&self, letters: &[u8]) -> After {
        let class = |class: Class| exchanged(class, letters);
        let groups = self.groups.iter().map(|taken| Taken {
            class: class(taken.class),
            saved_by: class(taken.saved_by),
            taken: class(taken.taken),
            to: letters[usize::from(taken.to)],
        });
        let leaving = self.leaving.iter().map(|leaving| match *leaving {
            Leaving::Connected(one) => Leaving::Connected(class(one)),
            Leaving::WithoutCycle(one) => Leaving::WithoutCycle(class(one)),
            Leaving::Every { class: one, group, mut neighbours } => {
                (neighbours.class, neighbours.via) =
                    (class(neighbours.class), class(neighbours.via));
                Leaving::Every { class: class(one), group, neighbours }
            }
        });
        let mut leaving: Vec<Leaving> = leaving.collect();
        leaving.sort_unstable();
        After { drop: self.drop, groups: groups.collect(), leaving }
    }
}
