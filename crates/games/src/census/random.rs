//! Random positions, and random changes of known ones.

use upstar_graphs::generate::Random;

use super::strands::{Strand, Strands, next_vertex};
use super::{Draft, Shapes};

/// A number from 0 to `most`.
fn up_to(most: u64, random: &mut Random) -> u64 {
    match most.checked_add(1) {
        Some(count) => random.next_u64() % count,
        None => random.next_u64(),
    }
}

fn below(count: usize, random: &mut Random) -> usize {
    if count == 0 { 0 } else { up_to(count as u64 - 1, random) as usize }
}

/// One of these letters.
fn letter(letters: &[u8], random: &mut Random) -> u8 {
    letters[below(letters.len(), random)]
}

/// A draft of a random size.
pub(super) fn draft(shapes: &Shapes, random: &mut Random) -> Draft {
    match shapes {
        Shapes::Numbers(most) => {
            Draft::Numbers(most.iter().map(|&most| up_to(most, random)).collect())
        }
        Shapes::Regions { squares, .. } => {
            let size = 1 + below(*squares, random);
            let mut cells = vec![(0, 0)];
            while cells.len() < size {
                grow(&mut cells, random);
            }
            Draft::Region(cells)
        }
        Shapes::Boards { rows, columns, letters } => {
            let (rows, columns) = (1 + below(*rows, random), 1 + below(*columns, random));
            let cells = (0..rows * columns).map(|_| letter(letters, random)).collect();
            Draft::Board(columns, cells)
        }
        Shapes::Graphs(graphs) => {
            let n = 1 + below(graphs.vertices, random);
            let letters = (0..n).map(|_| letter(&graphs.letters, random)).collect();
            // Sparse and dense graphs are equally likely.
            let percent = 10 + random.below(81);
            let bits = graphs.pairs(n).len();
            let arcs =
                (0..bits).fold(0, |arcs, bit| arcs | u64::from(random.percent(percent)) << bit);
            Draft::Graph(letters, arcs)
        }
        Shapes::Strands(strands) => {
            let mut edges = Vec::new();
            for _ in 0..up_to(strands.edges as u64, random) {
                add_edge(strands, &mut edges, random);
            }
            Draft::Strands(edges)
        }
    }
}

/// Adds an edge from an existing vertex.
fn add_edge(strands: &Strands, edges: &mut Vec<Strand>, random: &mut Random) {
    let new = next_vertex(edges);
    let [a, b] = [new - 1, new].map(|most| up_to(most.into(), random) as u8);
    edges.push((a.min(b), a.max(b), letter(&strands.letters, random)));
}

/// Adds a free cell beside another one.
fn grow(cells: &mut Vec<(i8, i8)>, random: &mut Random) {
    let (row, column) = cells[below(cells.len(), random)];
    let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][below(4, random)];
    let cell = (row + down, column + right);
    if !cells.contains(&cell) {
        cells.push(cell);
    }
}

/// Removes a cell, if the others stay connected.
fn shrink(cells: &mut Vec<(i8, i8)>, random: &mut Random) {
    if cells.len() < 2 {
        return;
    }
    let at = below(cells.len(), random);
    let cell = cells.swap_remove(at);
    let mut found = vec![cells[0]];
    let mut next = 0;
    while next < found.len() {
        let (row, column) = found[next];
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let other = (row + down, column + right);
            if cells.contains(&other) && !found.contains(&other) {
                found.push(other);
            }
        }
        next += 1;
    }
    if found.len() < cells.len() {
        cells.push(cell);
    }
}

/// A draft that is similar to this one.
pub(super) fn changed(shapes: &Shapes, draft: &Draft, random: &mut Random) -> Draft {
    let mut draft = draft.clone();
    for _ in 0..=random.below(3) {
        change(shapes, &mut draft, random);
    }
    draft
}

fn change(shapes: &Shapes, draft: &mut Draft, random: &mut Random) {
    match (shapes, draft) {
        (Shapes::Numbers(most), Draft::Numbers(numbers)) => {
            let at = below(numbers.len(), random);
            if let Some(number) = numbers.get_mut(at) {
                *number = up_to(most[at], random);
            }
        }
        (Shapes::Regions { squares, .. }, Draft::Region(cells)) => {
            if cells.len() >= *squares || random.percent(50) {
                shrink(cells, random);
            }
            if cells.len() < *squares {
                grow(cells, random);
            }
        }
        (Shapes::Boards { letters, .. }, Draft::Board(_, cells)) => {
            let at = below(cells.len(), random);
            cells[at] = letter(letters, random);
        }
        (Shapes::Graphs(graphs), Draft::Graph(letters, arcs)) => {
            let n = letters.len();
            let kind = random.below(13);
            if kind == 12 {
                // The negative, if these are the letters of Left and of Right.
                for letter in letters {
                    let other = match letter {
                        b'L' => b'R',
                        b'R' => b'L',
                        _ => continue,
                    };
                    if graphs.letters.contains(&other) {
                        *letter = other;
                    }
                }
            } else if (kind == 0 && n > 1) || (kind == 1 && n < graphs.vertices) {
                // A vertex is removed, or added with random arcs. The other vertices keep their
                // arcs.
                let gone = if kind == 0 { below(n, random) } else { n };
                let old = graphs.pairs(n);
                if kind == 0 {
                    letters.remove(gone);
                } else {
                    letters.push(letter(&graphs.letters, random));
                }
                let name = |v: usize| if v >= gone && kind == 0 { v + 1 } else { v };
                let mut moved = 0;
                for (bit, &(a, b)) in graphs.pairs(letters.len()).iter().enumerate() {
                    let there = match old.iter().position(|&pair| pair == (name(a), name(b))) {
                        Some(place) => *arcs >> place & 1 == 1,
                        None => random.percent(50),
                    };
                    moved |= u64::from(there) << bit;
                }
                *arcs = moved;
            } else if kind == 2 {
                let at = below(n, random);
                letters[at] = letter(&graphs.letters, random);
            } else {
                let bits = graphs.pairs(n).len();
                if bits > 0 {
                    *arcs ^= 1 << below(bits, random);
                }
            }
        }
        (Shapes::Strands(strands), Draft::Strands(edges)) => match below(3, random) {
            // The edge added last: without it the others stay connected.
            0 => drop(edges.pop()),
            1 if edges.len() < strands.edges => add_edge(strands, edges, random),
            _ => {
                let at = below(edges.len(), random);
                if let Some(edge) = edges.get_mut(at) {
                    edge.2 = letter(&strands.letters, random);
                }
            }
        },
        _ => {}
    }
}
